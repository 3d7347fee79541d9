"""Defending, sneaking, searching."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.clash.budget import POINT
from game.rules.clash.position.hiding import in_view, search, sneak
from game.rules.clash.screen import preview as previews
from game.rules.clash.state import aware
from game.rules.clash.verbs.attack import begin_act
from game.rules.clash.verbs.strike import DEFENCE_RULES
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, detail
from game.systems.conditions import holds
from game.systems.field import enemies


def senses() -> tuple[Verb, ...]:
    """CLASH-ACT-4 and 5."""
    return (  # whoever hides in view is found, or nobody: that it can search must not tell
        _sense("search", "CLASH-ACT-4", search, preview=previews.tested("observation")),
        _sense("sneak", "CLASH-ACT-5", sneak, reasons=_seen, preview=previews.tested("stealth")),
    )


def _sense(name: str, rule: str, does: Callable[[World, int], Awaitable[None]], **fields: Any) -> Verb:
    async def perform(world: World, unit: int, action: Action) -> None:
        begin_act(world, unit)
        world.emit(Used(unit, name, "action", rule=rule))
        await does(world, unit)

    return Verb(name=name, rule=rule, group="guard", price=POINT, perform=perform, **fields)


def _seen(world: World, unit: int) -> list[Reason]:
    """As far as the unit knows: that it may not sneak must not tell where somebody hides."""
    if holds(world, unit, "hidden"):
        return [_HIDDEN]
    return [_SEEN] if any(aware(world, unit, foe) and in_view(world, foe, unit) for foe in enemies(world, unit)) else []


_HIDDEN, _SEEN = Reason("reason_hidden", "CLASH-ACT-5"), Reason("reason_seen", "CLASH-ACT-5")


def defend() -> Question:
    """CLASH-REACT-1, DEF-7: the target names its defence before a die falls; the flow pays for it."""
    manners = (Verb(name=how, rule=rule, group="guard", price=POINT, pays=False) for how, rule in DEFENCE_RULES.items())
    no = Verb(name="no", rule="CLASH-DEF-8", label="No defence", role="decline")
    return detail("defend", "CLASH-DEF-7", *manners, no, moment="reaction", preview=previews.defend)
