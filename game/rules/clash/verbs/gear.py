"""Drawing, stowing, dropping, picking up, reloading, doors: things in hand, carried, on the ground and in the walls."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.kernel.components import Gear, Position
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.clash.budget import FREE, POINT
from game.rules.clash.gear import free_hands, hands_of, loaded, reload
from game.rules.clash.position.hiding import notice
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import Body, free, held_by
from game.rules.clash.verbs.at_hand import doors_beside, lies_at, lying
from game.rules.reasons import Reason
from game.rules.verbs import Perform, Verb
from game.systems import gear as things
from game.systems.field import board_of
from game.systems.ground import turn_door

NO_HAND = Reason("reason_no_hand", "CLASH-GEAR-1")
THERE = ("what", "cell")


def handling() -> tuple[Verb, ...]:
    """CLASH-REACT-2 and GEAR-2, 3: an action point each, in any turn; left out where there is nothing to handle."""
    rule = "CLASH-REACT-2"
    return (
        Verb(
            name="draw", rule=rule, group="gear", key=("what",), price=POINT,
            has=_carries, actions=_draws, short=NO_HAND, perform=_handle(_draw),
        ),
        Verb(
            name="stow", rule=rule, group="gear", key=("what",), price=POINT,
            quiet=True, actions=_stows, perform=_handle(_stow),
        ),
        Verb(
            name="pick_up", rule=rule, group="gear", key=THERE, price=POINT,
            quiet=True, actions=_pick_ups, perform=_handle(_pick_up),
        ),
        Verb(
            name="reload", rule="CLASH-GEAR-3", group="gear", key=("what",), price=POINT,
            quiet=True, actions=_reloads, perform=_handle(_reload),
        ),
        Verb(
            name="door", rule=rule, group="gear", key=("cell", "what"), price=POINT,
            quiet=True, actions=_doors, perform=_handle(_door),
        ),
    )  # fmt: skip


def free_actions() -> tuple[Verb, ...]:
    """CLASH-FREE-1 to 3: drop, let go, and what abilities grant; one a round."""
    rule = "CLASH-FREE-3"
    return (
        Verb(
            name="drop", rule=rule, group="gear", key=("what",), price=FREE,
            quiet=True, actions=_drops, perform=_freely(_drop),
        ),
        Verb(
            name="let_go", rule=rule, group="hinder", key=("unit",), price=FREE,
            quiet=True, actions=_grips, perform=_freely(_let_go),
        ),
        Verb(
            name="quick_draw", rule="CLASH-FREE-1", group="gear", key=("what",), price=FREE,
            quiet=True, actions=_quick_draws, perform=_freely(_draw),
        ),
    )  # fmt: skip


Handle = Callable[[World, int, Action], None]


def _handle(do: Handle) -> Perform:
    """Afterwards an opened door may show somebody."""

    async def perform(world: World, unit: int, action: Action) -> None:
        do(world, unit, action)
        await notice(world)

    return perform


def _freely(do: Handle) -> Perform:
    async def perform(world: World, unit: int, action: Action) -> None:
        do(world, unit, action)

    return perform


# Drawing and stowing


def _carries(world: World, unit: int) -> bool:
    """Whether it carries anything that a hand could hold."""
    return any(item not in sheet_of(world).gear.items for item in world.get(unit, Gear).carried)


def _draws(world: World, unit: int) -> Iterator[Action]:
    for item in _drawable(world, unit):
        yield Action("draw", what=item)


def _quick_draws(world: World, unit: int) -> Iterator[Action]:
    if "quick_draw" in world.get(unit, Body).abilities:
        for item in _drawable(world, unit):
            yield Action("quick_draw", what=item)


def _drawable(world: World, unit: int) -> list[str]:
    hands = free_hands(world, unit)
    return [item for item in dict.fromkeys(world.get(unit, Gear).carried) if 0 < hands_of(world, item) <= hands]


def _draw(world: World, unit: int, action: Action) -> None:
    things.draw(world, unit, action.what, "CLASH-GEAR-2")


def _stows(world: World, unit: int) -> Iterator[Action]:
    for item in dict.fromkeys(world.get(unit, Gear).held):
        yield Action("stow", what=item)


def _stow(world: World, unit: int, action: Action) -> None:
    things.stow(world, unit, action.what, "CLASH-GEAR-2")


def _drops(world: World, unit: int) -> Iterator[Action]:
    for item in dict.fromkeys(world.get(unit, Gear).held):
        yield Action("drop", what=item)


def _drop(world: World, unit: int, action: Action) -> None:
    things.let_fall(world, unit, action.what, world.get(unit, Position).cell, "dropped", "CLASH-FREE-3")


# Picking up, reloading, letting go


def _pick_ups(world: World, unit: int) -> Iterator[Action]:
    hands = free_hands(world, unit)
    for item, cell in lying(world, unit):
        if hands_of(world, item) <= hands:
            yield Action("pick_up", cell=cell, what=item)


def _pick_up(world: World, unit: int, action: Action) -> None:
    things.pick_up(world, unit, lies_at(world, action.what, action.there), "CLASH-REACT-2")


def _reloads(world: World, unit: int) -> Iterator[Action]:
    held = world.get(unit, Gear).held
    for item in dict.fromkeys(held):
        if loaded(world, unit, item) < held.count(item):
            yield Action("reload", what=item)


def _reload(world: World, unit: int, action: Action) -> None:
    reload(world, unit, action.what, "CLASH-GEAR-3")


def _grips(world: World, unit: int) -> Iterator[Action]:
    for other in held_by(world, unit):
        yield Action("let_go", other)


def _let_go(world: World, unit: int, action: Action) -> None:
    free(world, action.target, unit, "CLASH-FREE-3")


# Doors


def _doors(world: World, unit: int) -> Iterator[Action]:
    grid = board_of(world).grid
    for edge in doors_beside(world, unit):
        cell, d = grid.edge_side(edge)
        yield Action("door", cell=cell, what=grid.names[d])


def _door(world: World, unit: int, action: Action) -> None:
    grid = board_of(world).grid
    turn_door(world, grid.edge(action.there, grid.parse_direction(action.what)))
    world.emit(Used(unit, "door", "action", cell=action.cell, rule="CLASH-REACT-2"))
