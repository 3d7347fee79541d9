"""Rule cases: situations written as data, played against a ruleset; `tests/rules/README.md` describes the format."""

from game.cases.reading import Case as Case
from game.cases.reading import CaseFile as CaseFile
from game.cases.reading import count_rules as count_rules
from game.cases.reading import read_cases as read_cases
from game.cases.running import Failure as Failure
from game.cases.running import run_case as run_case
from game.cases.running import run_file as run_file
