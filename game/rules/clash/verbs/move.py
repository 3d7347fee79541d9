"""Walking, jumping down, standing up, Dash, Disengage."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.masks import CellSet, bits
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.clash.budget import POINT, walk_further
from game.rules.clash.screen import preview as previews
from game.rules.clash.state import inflict, pace, speed_of, stand_cost, turn
from game.rules.clash.verbs.declare import begin_act
from game.rules.clash.verbs.walking import HELD, held_fast, jump, ledges, move, stand, steps
from game.rules.reasons import Reason
from game.rules.verbs import Price, Verb
from game.systems.conditions import holds


def moves() -> tuple[Verb, ...]:
    """CLASH-MOVE-1 to 6 and ACT-1, 2, 8."""
    return (
        Verb(
            name="move", rule="CLASH-MOVE-1", group="move", key=("cell",), pays=False,
            reasons=_cannot_walk, ways=_ways, short=Reason("reason_no_room", "CLASH-MOVE-4"),
            perform=_move, preview=previews.move,
        ),
        Verb(
            name="jump", rule="CLASH-MOVE-6", group="move", key=("cell",), pays=False,
            quiet=True, ways=_ledges, perform=_jump, preview=previews.jump,
        ),
        Verb(
            name="stand", rule="CLASH-ACT-8", group="move", has=_prone, reasons=_cannot_stand,
            price=_standing, perform=_stand, preview=previews.stand,
        ),
        Verb(name="dash", rule="CLASH-ACT-1", group="move", price=POINT, reasons=_too_slow, perform=_dash),
        Verb(
            name="disengage", rule="CLASH-ACT-2", group="move", price=POINT, reasons=_twice, perform=_disengage
        ),
    )  # fmt: skip


def held_reasons(world: World, unit: int) -> list[Reason]:
    """What holds it in place."""
    return [Reason(f"reason_{name}", HELD[name]) for name in held_fast(world, unit)]


# Walking


def _cannot_walk(world: World, unit: int) -> list[Reason]:
    """CLASH-ECON-8: free movement, in as many parts as one likes."""
    short = [] if turn(world).left else [Reason("reason_no_movement", "CLASH-MOVE-1")]
    return [*held_reasons(world, unit), *short]


def _ways(world: World, unit: int) -> Iterator[tuple[Price, CellSet]]:
    for metres, band in enumerate(steps(world, unit)):
        yield (("metres", metres),), band


async def _move(world: World, unit: int, action: Action) -> None:
    await move(world, unit, action.there)


def _ledges(world: World, unit: int) -> Iterator[tuple[Price, CellSet]]:
    yield (("metres", 1),), bits(ledges(world, unit))


async def _jump(world: World, unit: int, action: Action) -> None:
    await jump(world, unit, action.there)


# Standing up


def _prone(world: World, unit: int) -> bool:
    return holds(world, unit, "prone")


def _cannot_stand(world: World, unit: int) -> list[Reason]:
    short = turn(world).left < stand_cost(world, unit)
    return [*held_reasons(world, unit), *([Reason("reason_no_stand", "CLASH-ACT-8")] if short else [])]


def _standing(world: World, unit: int, action: Action) -> Price:
    return (("metres", stand_cost(world, unit)),)


async def _stand(world: World, unit: int, action: Action) -> None:
    await stand(world, unit)


# Dash and Disengage


def _too_slow(world: World, unit: int) -> list[Reason]:
    slow = speed_of(world, unit).total <= 0
    return [*held_reasons(world, unit), *([Reason("reason_no_movement", "CLASH-MOVE-1")] if slow else [])]


async def _dash(world: World, unit: int, action: Action) -> None:
    """CLASH-ACT-1: the speed once more."""
    begin_act(world, unit)
    world.emit(Used(unit, "dash", "action", rule="CLASH-ACT-1"))
    walk_further(world, pace(world, speed_of(world, unit).total))


def _twice(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_disengaged", "CLASH-ACT-2")] if holds(world, unit, "disengaged") else []


async def _disengage(world: World, unit: int, action: Action) -> None:
    """CLASH-ACT-2: until the turn ends nobody strikes at it for moving."""
    begin_act(world, unit)
    world.emit(Used(unit, "disengage", "action", rule="CLASH-ACT-2"))
    inflict(world, unit, "disengaged", "CLASH-ACT-2", unit)
