"""Defending, sneaking, searching."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.clash.budget import POINT
from game.rules.clash.position.hiding import search, sneak, watched
from game.rules.clash.screen import preview as previews
from game.rules.clash.verbs.declare import begin_act
from game.rules.clash.verbs.strike import DEFENCE_RULES
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, by_name
from game.systems.conditions import holds


def senses() -> tuple[Verb, ...]:
    """CLASH-ACT-4 and 5."""
    return (
        Verb(
            name="search", rule="CLASH-ACT-4", group="guard", price=POINT,
            perform=_search, preview=previews.search,
        ),
        Verb(
            name="sneak", rule="CLASH-ACT-5", group="guard", price=POINT,
            reasons=_seen, perform=_sneak, preview=previews.sneak,
        ),
    )  # fmt: skip


async def _search(world: World, unit: int, action: Action) -> None:
    """Whoever hides in view, or nobody: that it can search must not tell."""
    begin_act(world, unit)
    world.emit(Used(unit, "search", "action", rule="CLASH-ACT-4"))
    await search(world, unit)


def _seen(world: World, unit: int) -> list[Reason]:
    if holds(world, unit, "hidden"):
        return [Reason("reason_hidden", "CLASH-ACT-5")]
    return [Reason("reason_seen", "CLASH-ACT-5")] if watched(world, unit) else []


async def _sneak(world: World, unit: int, action: Action) -> None:
    begin_act(world, unit)
    world.emit(Used(unit, "sneak", "action", rule="CLASH-ACT-5"))
    await sneak(world, unit)


def defend() -> Question:
    """CLASH-REACT-1, DEF-7: the target names its defence before a die falls; the flow pays for it."""
    manners = (Verb(name=how, rule=rule, group="guard", price=POINT, pays=False) for how, rule in DEFENCE_RULES.items())
    return Question(
        name="defend",
        moment="reaction",
        rule="CLASH-DEF-7",
        verbs=by_name(*manners, Verb(name="no", rule="CLASH-DEF-8", label="No defence", role="decline")),
        preview=previews.defend,
    )
