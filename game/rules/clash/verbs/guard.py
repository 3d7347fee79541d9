"""Defending, sneaking, searching."""

from __future__ import annotations

from collections.abc import Iterator

from game.ecs import World
from game.flow import Action
from game.rules.clash import preview as previews
from game.rules.clash.attack import DEFENCE_RULES
from game.rules.clash.combat import begin_act
from game.rules.clash.cover import sees
from game.rules.clash.state import POINT
from game.rules.clash.stealth import exposed, hidden_foes, search, sneak
from game.rules.offering import Reason
from game.rules.verbs import Question, Verb, by_name
from game.systems.conditions import holds


def senses() -> tuple[Verb, ...]:
    """CLASH-ACT-4 and 5."""
    return (
        Verb(
            name="search", rule="CLASH-ACT-4", group="guard", key=("unit",), price=POINT,
            has=_somebody_hides, actions=_found, short=Reason("reason_no_sight", "CLASH-ACT-4"),
            perform=_search, preview=previews.search,
        ),
        Verb(
            name="sneak", rule="CLASH-ACT-5", group="guard", price=POINT,
            reasons=_seen, perform=_sneak, preview=previews.sneak,
        ),
    )  # fmt: skip
