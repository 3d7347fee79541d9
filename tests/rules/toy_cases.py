"""Cases of the toy ruleset: what a text or a single one fails."""

from __future__ import annotations

from game.cases import read_cases, run_case
from tests.toy import Toy

TOY = Toy()


def failures(text: str) -> list[str]:
    return [str(each) for case in read_cases(text, "toy").cases for each in run_case(TOY, case)]


def whole(given: str, when: str, then: str, rest: str = "") -> list[str]:
    return failures(f"- {{id: x, rules: [TOY-HIT-1], given: {{{given}}}, when: [{when}], then: {{{then}}}{rest}}}")
