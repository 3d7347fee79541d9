"""Walking, jumping down, standing up, Dash, Disengage."""

from __future__ import annotations

from collections.abc import Callable

from game.grid.masks import bits
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.clash.budget import POINT, walk_further
from game.rules.clash.screen import preview as previews
from game.rules.clash.state import inflict, pace, speed_of, stand_cost, turn
from game.rules.clash.verbs import walking
from game.rules.clash.verbs.attack import begin_act
from game.rules.reasons import Reason
from game.rules.verbs import Reasons, Verb, at_once, unless
from game.systems.conditions import holds
from game.systems.field import board_of


def moves() -> tuple[Verb, ...]:
    """CLASH-MOVE-1 to 6 and ACT-1, 2, 8."""
    return (
        Verb(
            name="move", rule="CLASH-MOVE-1", group="move", key=("cell",), pays=False,
            reasons=_held_or(_spent, "reason_no_movement", "CLASH-MOVE-1"), vain=_spent, ways=walking.ways,
            short=Reason("reason_no_room", "CLASH-MOVE-4"), perform=walking.move,
            preview=previews.move,
        ),
        Verb(
            name="jump", rule="CLASH-MOVE-6", group="move", key=("cell",), pays=False, quiet=True,
            has=lambda world, unit: board_of(world).heights,
            ways=lambda world, unit: (((("metres", 1),), bits(walking.ledges(world, unit))),),
            perform=walking.jump, preview=previews.jump,
        ),
        Verb(
            name="stand", rule="CLASH-ACT-8", group="move", has=lambda world, unit: holds(world, unit, "prone"),
            price=lambda world, unit, action: (("metres", stand_cost(world, unit)),),
            reasons=_held_or(
                lambda world, unit: turn(world).left < stand_cost(world, unit), "reason_no_stand", "CLASH-ACT-8"
            ),
            perform=walking.stand, preview=previews.stand,
        ),
        _act(  # CLASH-ACT-1: the speed once more
            "dash", "CLASH-ACT-1",
            _held_or(lambda world, unit: speed_of(world, unit).total <= 0, "reason_no_movement", "CLASH-MOVE-1"),
            lambda world, unit: walk_further(world, pace(world, speed_of(world, unit).total)),
        ),
        _act(  # CLASH-ACT-2: until the turn ends nobody strikes at it for moving
            "disengage", "CLASH-ACT-2",
            unless(lambda world, unit: not holds(world, unit, "disengaged"), "reason_disengaged", "CLASH-ACT-2"),
            lambda world, unit: inflict(world, unit, "disengaged", "CLASH-ACT-2", unit),
        ),
    )  # fmt: skip


def _spent(world: World, unit: int) -> bool:
    """Whether it has no metres left to walk."""
    return not turn(world).left


def held_reasons(world: World, unit: int) -> list[Reason]:
    """What holds it in place."""
    return [_HELD[name] for name in walking.held_fast(world, unit)]


_HELD = {name: Reason(f"reason_{name}", rule) for name, rule in walking.HELD.items()}


def _held_or(short: Callable[[World, int], bool], key: str, rule: str) -> Reasons:
    """What holds it in place, and this reason for whoever is short of movement."""
    reason = Reason(key, rule)
    return lambda world, unit: [*held_reasons(world, unit), *([reason] if short(world, unit) else ())]


def _act(name: str, rule: str, reasons: Reasons, then: Callable[[World, int], object]) -> Verb:
    def perform(world: World, unit: int, action: Action) -> None:
        begin_act(world, unit)
        world.emit(Used(unit, name, "action", rule=rule))
        then(world, unit)

    return Verb(name=name, rule=rule, group="move", price=POINT, reasons=reasons, perform=at_once(perform))
