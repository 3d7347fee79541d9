"""Items in hands, in packs and on the ground; things that open and break: writes `Unloaded` and `Things`."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from game.grid.grid import Cell, cells
from game.grid.masks import EdgeId
from game.kernel.components import FIELD, Gear, changed
from game.kernel.ecs import World
from game.kernel.events import ItemMoved, Used
from game.map.terrain import kinds
from game.rules.vitality.entries import Thing
from game.rules.vitality.position.sight import blocked_between
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import Things, Unloaded, hands_used
from game.systems import ground
from game.systems.field import board_of, cells_of
from game.systems.gear import clear, outfit, things, without


def hands(world: World, unit: int) -> list[tuple[str, ...]]:
    """VITALITY-ACT-12: every choice of items in hand that two hands allow, without the present one."""
    free = 2 - hands_used(world, unit, ())
    return world.derive_of(unit, _GEAR, ("hands", free), _hands, unit, free)


_GEAR = frozenset((Gear,))


def _hands(world: World, unit: int, free: int) -> list[tuple[str, ...]]:
    sheet, gear = sheet_of(world), world.get(unit, Gear)
    usable = [item for item in (*gear.held, *gear.carried) if item in sheet.weapons or item in sheet.gear.shields]
    found: list[tuple[str, ...]] = [()]
    for at, one in enumerate(usable):
        for chosen in [(one,), *((one, other) for other in usable[at + 1 :])]:
            need = sum(sheet.weapons[i].hands if i in sheet.weapons else 1 for i in chosen)
            if need <= free and sum(i in sheet.gear.shields for i in chosen) < 2 and chosen not in found:
                found.append(chosen)
    return [each for each in found if sorted(each) != sorted(gear.held)]


def switch_weapons(world: World, unit: int, chosen: tuple[str, ...]) -> None:
    """VITALITY-ACT-12: these are in hand from now on."""
    gear = world.get(unit, Gear)
    rest: tuple[str, ...] = (*gear.held, *gear.carried)
    for item in chosen:
        rest = without(rest, item)
        if item not in gear.held:
            world.emit(ItemMoved(unit, item, "drawn", rule="VITALITY-ACT-12"))
    for item in gear.held:
        if item in rest and item not in chosen:
            world.emit(ItemMoved(unit, item, "stowed", rule="VITALITY-ACT-12"))
    outfit(world, unit, changed(gear, held=chosen, carried=rest))


def lying_near(world: World, unit: int) -> list[tuple[int, str, Cell]]:
    """Things on the ground within 1 m: (entity, item, cell)."""
    own = cells_of(world, unit)
    around = board_of(world).grid.spread(own)
    near = [thing for thing in things(world) if around >> thing[2] & 1]
    return [thing for thing in near if any(not blocked_between(world, eye, thing[2]) for eye in cells(own))]


def pick_up(world: World, unit: int, item: str, cell: Cell) -> None:
    """Into a free hand, or into the pack if no hand is free for it."""
    clear(world, next(thing for thing, *there in lying_near(world, unit) if there == [item, cell]))
    take(world, unit, item)
    world.emit(ItemMoved(unit, item, "picked_up", cell, "VITALITY-ACT-5"))


def take(world: World, unit: int, item: str) -> None:
    """Into the hands if they hold it, else to what is carried."""
    sheet, gear = sheet_of(world), world.get(unit, Gear)
    need = sheet.weapons[item].hands if item in sheet.weapons else 1
    if item not in sheet.gear.items and hands_used(world, unit) + need <= 2:
        outfit(world, unit, changed(gear, held=(*gear.held, item)))
    else:
        outfit(world, unit, changed(gear, carried=(*gear.carried, item)))


def part_with(world: World, unit: int, item: str, *, first: str) -> None:
    """An item less, without a word; `first` is where it is looked for: held or carried."""
    gear = world.get(unit, Gear)
    where = first if item in getattr(gear, first) else "carried" if first == "held" else "held"
    outfit(world, unit, changed(gear, **{where: without(getattr(gear, where), item)}))


def give(world: World, unit: int, ally: int, item: str) -> None:
    """VITALITY-ACT-5: from hand to hand."""
    part_with(world, unit, item, first="held")
    world.emit(ItemMoved(unit, item, "given", rule="VITALITY-ACT-5"))
    take(world, ally, item)


def empty(world: World, unit: int) -> tuple[str, ...]:
    """VITALITY-GEAR-10: weapons that it must load again."""
    return world.get(unit, Unloaded).items


def load(world: World, unit: int, weapon: str) -> None:
    """VITALITY-GEAR-10."""
    world.put(unit, Unloaded(without(empty(world, unit), weapon)))


def shot_off(world: World, unit: int, weapon: str) -> None:
    """VITALITY-GEAR-10: it must be loaded again, if it is such a weapon."""
    if sheet_of(world).weapons[weapon].reload:
        world.put(unit, Unloaded((*empty(world, unit), weapon)))


class Spot(NamedTuple):
    """Where a thing is: in a cell, or on an edge of it."""

    cell: Cell
    edge: EdgeId | None = None

    def name(self, world: World) -> str:
        """`4,5` or `4,5 e`."""
        grid = board_of(world).grid
        return grid.name(self.cell) if self.edge is None else grid.edge_name(self.edge)


def thing_in(world: World, spot: Spot) -> Thing | None:
    """What is there to be struck."""
    return thing_at(world, spot.cell) if spot.edge is None else edge_thing(world, spot.edge)


def thing_at(world: World, cell: Cell) -> Thing | None:
    """What prop in a cell counts as, for hits; None for none that can be hit."""
    board, gear = board_of(world), sheet_of(world).gear
    name = next((prop.kind for prop in board.props if prop.cell == cell), "")
    if name in gear.props:
        return gear.things[gear.props[name]]
    return gear.things["wall"] if board.terrain(cell).id == "stone_wall" else None


def edge_thing(world: World, edge: EdgeId) -> Thing | None:
    """What stands on an edge and can be hit, None for nothing; an open door is no obstacle."""
    gear = sheet_of(world).gear
    kind = next((entry.kind for entry in board_of(world).edges if entry.edge == edge), "")
    return gear.things[gear.edges[kind]] if kind in gear.edges else None


def vitality_left(world: World, spot: Spot, thing: Thing) -> int:
    """Vitality that is left of the thing in a place."""
    return dict(world.get(FIELD, Things).left).get(spot.name(world), thing.vitality)


def damage_thing(world: World, source: int, spot: Spot, amount: int) -> None:
    """Hurt the thing in that place; below 1 it is gone (DMG-12)."""
    board, thing, name = board_of(world), thing_in(world, spot), spot.name(world)
    if thing is None:
        return
    now = vitality_left(world, spot, thing) - max(0, amount - thing.armour)
    known = tuple(entry for entry in world.get(FIELD, Things).left if entry[0] != name)
    world.put(FIELD, Things((*known, (name, now))))
    cell = spot.cell if spot.edge is None else board.grid.edge_side(spot.edge)[0]
    world.emit(Used(source, "hit_thing" if now >= 1 else "broke_thing", "free", cell=cell, rule="VITALITY-ATK-3"))
    if now >= 1:
        return
    if spot.edge is None:
        # A board without the prop in that cell; a broken wall is rubble
        props = tuple(prop for prop in board.props if prop.cell != cell)
        rows = board.rows
        if len(props) == len(board.props):
            col, row = board.grid.xy(cell)
            line = rows[row]
            rows = (*rows[:row], f"{line[:col]}r{line[col + 1 :]}", *rows[row + 1 :])
        ground.become(world, msgspec.structs.replace(board, props=props, rows=rows))
    else:
        edges = tuple(entry for entry in board.edges if entry.edge != spot.edge)
        ground.become(world, msgspec.structs.replace(board, edges=edges))


def turn_door(world: World, unit: int, edge: EdgeId) -> bool:
    """VITALITY-ACT-5: open what is shut, shut what is open; whether it is open now."""
    ground.turn_door(world, edge)
    board = board_of(world)
    opened = kinds().edges[board.doors[edge]].step == "open"
    cell = board.grid.edge_side(edge)[0]
    world.emit(Used(unit, "open_door" if opened else "shut_door", "action", cell=cell, rule="VITALITY-ACT-5"))
    return opened
