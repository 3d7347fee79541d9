"""Results of vitality's flows are read from the question on."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.events import Judged
from game.kernel.flow import Decision
from game.rules.ruleset import find_ruleset
from tests.options import option
from tests.rules.vitality.odds import read


def test_somebody_elses_try_before_the_question_is_not_read() -> None:
    rules, world = find_ruleset("vitality"), World()
    world.emit(Judged(4, "shield_of_flesh", "failure"))
    asked = Decision(5, "shield_of_flesh", (option("shield_of_flesh"), option("no")))
    events = [*world.events, Judged(5, "shield_of_flesh", "success")]
    found = read(rules, world, events, asked, "shield_of_flesh")
    assert found is not None
    assert found.label == rules.titles["success"]
