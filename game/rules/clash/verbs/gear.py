"""Drawing, stowing, dropping, picking up, reloading, doors: things in hand, carried, on the ground and in the walls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from game.grid.masks import CellSet, bits
from game.kernel.components import Gear, Lying, Position
from game.kernel.ecs import World, derived_of
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.clash.budget import FREE, POINT
from game.rules.clash.gear import free_hands, hands_of, loaded, reload
from game.rules.clash.position.hiding import notice
from game.rules.clash.position.space import reach_cells
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import Body, Unloaded, free, held_by
from game.rules.reasons import Reason
from game.rules.verbs import Actions, Verb, at_once, at_units, with_items
from game.systems import gear as things
from game.systems.field import board_of, cells_of
from game.systems.ground import doors_beside, turn_door
from game.systems.steps import foes_cells

NO_HAND = Reason("reason_no_hand", "CLASH-GEAR-1")
Handle = Callable[[World, int, Action], None]
_GEAR = frozenset((Gear,))
_LOADED = frozenset((Gear, Unloaded))


def handling() -> tuple[Verb, ...]:
    """CLASH-REACT-2 and GEAR-2, 3: an action point each, in any turn; left out where there is nothing to handle."""
    return (
        _handled(
            "draw", _draw, with_items("draw", _drawable), quiet=False, short=NO_HAND,
            has=_carries,
        ),
        _handled(
            "stow", lambda world, unit, act: things.stow(world, unit, act.what, "CLASH-GEAR-2"),
            with_items("stow", _held), own=_GEAR,
        ),
        _handled("pick_up", _pick_up, _pick_ups, key=("what", "cell"), scarce=True),
        _handled(
            "reload", lambda world, unit, act: reload(world, unit, act.what, "CLASH-GEAR-3"),
            with_items("reload", _empty), rule="CLASH-GEAR-3", own=_LOADED,
        ),
        _handled("door", _door, _doors, key=("cell", "what"), has=lambda world, unit: board_of(world).doors),
    )  # fmt: skip


def _handled(name: str, do: Handle, actions: Actions, *, rule: str = "CLASH-REACT-2", **fields: Any) -> Verb:
    """Something done with a thing; afterwards an opened door may show somebody."""

    async def perform(world: World, unit: int, action: Action) -> None:
        do(world, unit, action)
        await notice(world)

    more = {"quiet": True, "key": ("what",), **fields}
    return Verb(name=name, rule=rule, group="gear", price=POINT, actions=actions, perform=perform, **more)


def free_actions() -> tuple[Verb, ...]:
    """CLASH-FREE-1 to 3: drop, let go, and what abilities grant; one a round."""
    rule, what = "CLASH-FREE-3", ("what",)
    return (
        Verb(
            name="drop", rule=rule, group="gear", final=True, key=what, price=FREE, quiet=True,
            actions=with_items("drop", _held), own=_GEAR,
            perform=at_once(lambda world, unit, action: things.let_fall(
                world, unit, action.what, world.get(unit, Position).cell, "dropped", rule
            )),
        ),
        Verb(
            name="let_go", rule=rule, group="hinder", final=True, key=("unit",), price=FREE, quiet=True,
            actions=at_units("let_go", held_by), scarce=True,
            perform=at_once(lambda world, unit, action: free(world, action.target, unit, rule)),
        ),
        Verb(
            name="quick_draw", rule="CLASH-FREE-1", group="gear", key=what, price=FREE, quiet=True,
            has=lambda world, unit: "quick_draw" in world.get(unit, Body).abilities,
            actions=with_items("quick_draw", _drawable), perform=at_once(_draw),
        ),
    )  # fmt: skip


@derived_of(_GEAR)
def _carries(world: World, unit: int) -> bool:
    items = sheet_of(world).gear.items
    return any(item not in items for item in world.get(unit, Gear).carried)


def _drawable(world: World, unit: int) -> tuple[str, ...]:
    hands = free_hands(world, unit)
    return world.derive_of(unit, _GEAR, ("drawable", hands), _handy, unit, hands)


def _handy(world: World, unit: int, hands: int) -> tuple[str, ...]:
    return tuple(item for item in world.get(unit, Gear).carried if 0 < hands_of(world, item) <= hands)


def _draw(world: World, unit: int, action: Action) -> None:
    things.draw(world, unit, action.what, "CLASH-GEAR-2")


def _held(world: World, unit: int) -> tuple[str, ...]:
    return world.get(unit, Gear).held


def _pick_ups(world: World, unit: int) -> Iterator[Action]:
    about = lying(world, unit)
    hands = free_hands(world, unit) if about else 0
    for item, cell in about:
        if hands_of(world, item) <= hands:
            yield Action("pick_up", cell=cell, what=item)


def _pick_up(world: World, unit: int, action: Action) -> None:
    """Of several of that kind in a cell a loaded one first."""
    found = [thing for thing, name, at in things.things(world) if (name, at) == (action.what, action.cell)]
    thing = min(found, key=lambda thing: world.has(thing, Unloaded))
    things.pick_up(world, unit, thing, "CLASH-REACT-2")


def _empty(world: World, unit: int) -> list[str]:
    held = _held(world, unit)
    return [item for item in held if loaded(world, unit, item) < held.count(item)]


def _doors(world: World, unit: int) -> Iterator[Action]:
    grid = board_of(world).grid
    for edge in doors_beside(world, unit):
        cell, d = grid.edge_side(edge)
        yield Action("door", cell=cell, what=grid.names[d])


def _door(world: World, unit: int, action: Action) -> None:
    grid = board_of(world).grid
    turn_door(world, grid.edge(action.there, grid.parse_direction(action.what)))
    world.emit(Used(unit, "door", "action", cell=action.cell, rule="CLASH-REACT-2"))


def lying(world: World, unit: int) -> list[tuple[str, int]]:
    """CLASH-REACT-2: (item, cell) of what lies in the own cells and those next to them that no wall separates; nothing
    under a conscious foe's feet."""
    if not world.each(Lying):
        return []
    about, where = world.renew("where things lie", _where, _where_since, _LYING)
    near = cells_of(world, unit) | reach_cells(world, unit, sheet_of(world).numbers.touch)
    if not where & near:
        return []
    found = dict.fromkeys((item, cell) for _, item, cell in about if near >> cell & 1)
    barred = foes_cells(world, unit) if found else 0
    return [(item, cell) for item, cell in found if not barred >> cell & 1]


_LYING = frozenset((Lying, Position))
_Things: TypeAlias = "tuple[tuple[int, str, int], ...]"


def _where(world: World) -> tuple[_Things, CellSet]:
    """Everything on the ground, and all cells in which anything lies."""
    about = things.things(world)
    return about, bits(cell for _, _, cell in about)


def _where_since(world: World, before: tuple[_Things, CellSet], entities: frozenset[int]) -> tuple[_Things, CellSet]:
    return before if things.things(world) is before[0] else _where(world)
