"""Hands and things: drawing, stowing, dropping, picking up and loading."""

from __future__ import annotations

from game.grid.grid import Cell, EdgeId, bits
from game.kernel.components import Gear
from game.kernel.ecs import World
from game.kernel.events import Used
from game.rules.aura.checks.rolls import chance
from game.rules.aura.gear import falls_loaded, free_hands, hands, unloaded, weapon
from game.rules.aura.position.space import at
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Ready
from game.rules.reasons import Reason
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of
from game.systems.gear import draw, let_fall, things, without


def access(world: World, unit: int, item: str) -> int:
    """AURA-ACT-9: Energy to draw or stow a thing: by its kind, or as the scenario buries it."""
    buried = dict(world.get(unit, Ready).access).get(item)
    if buried is not None:
        return buried
    sheet = sheet_of(world)
    costs, found = sheet.main.costs, sheet.weapons.get(item) or sheet.shields[item]
    return costs.equip_easy if found.access == 1 else costs.equip_other


def drawable(world: World, unit: int) -> list[str]:
    """What a unit carries and has the hands for."""
    free, sheet = free_hands(world, unit), sheet_of(world)
    carried = dict.fromkeys(world.get(unit, Gear).carried)
    return [item for item in carried if hands(sheet, item) <= free]


def drop(world: World, unit: int, item: str, cell: Cell, rule: str, *, full: bool = False) -> None:
    """An item leaves its bearer's hands, and lies in a cell; of two alike an empty one, or with `full` a loaded one."""
    thing = let_fall(world, unit, item, cell, "dropped", rule)
    if full and not world.has(thing, Ready):
        falls_loaded(world, unit, item, thing)


def lying(world: World, unit: int) -> list[tuple[int, str]]:
    """Things in a unit's own spaces: entity and item."""
    here = cells_of(world, unit)
    return [(thing, item) for thing, item, cell in things(world) if here >> cell & 1]


def on_tables(world: World, unit: int) -> list[tuple[int, str]]:
    """AURA-ACT-10: things on tables beside a unit, to be scooped up in passing."""
    found, board = things(world), board_of(world)
    if not found:
        return []
    tables = board.of_prop(lambda kind: kind.id == "table") & board.grid.spread(cells_of(world, unit))
    return [(thing, item) for thing, item, cell in found if tables >> cell & 1]


def fits(world: World, unit: int, item: str) -> bool:
    """AURA-GEAR-20: whether there are hands for a thing."""
    return hands(sheet_of(world), item) <= free_hands(world, unit)


def load_reasons(world: World, unit: int, item: str) -> list[Reason]:
    """AURA-ACT-1 and GEAR-12: why a weapon cannot be loaded now."""
    found, ready, sheet = weapon(world, item), world.get(unit, Ready), sheet_of(world)
    reasons = []
    if not unloaded(world, unit, item):
        reasons.append(Reason("reason_loaded", "AURA-ACT-1"))
    if not ready.ammunition:
        reasons.append(Reason("reason_ammunition", "AURA-HOUSE-8"))
    rest = without(world.get(unit, Gear).held, item)
    in_the_way = found.two_handed or any(not (sheet.weapons.get(other) or sheet.shields[other]).light for other in rest)
    if rest and in_the_way:
        reasons.append(Reason("reason_hands", "AURA-GEAR-12"))
    return reasons


async def clumsy(world: World, unit: int, item: str, handling: str) -> bool:
    """AURA-ACT-12: whether a shaken unit drops what it is about to `load`, `stow` or `equip`."""
    if not holds(world, unit, "shaken"):
        return False
    if await chance(world, unit, sheet_of(world).main.numbers.clumsy, "AURA-ACT-12"):
        return False
    world.emit(Used(unit, "fumbles", "free", rule="AURA-ACT-12"))
    full = handling == "equip" and item in world.get(unit, Ready).stowed
    if handling == "equip":
        draw(world, unit, item, "AURA-ACT-12")
    drop(world, unit, item, at(world, unit), "AURA-ACT-12", full=full)
    return True


def door_edges(world: World, unit: int) -> list[EdgeId]:
    """Edges beside a unit that can be broken down."""
    board, table, own = board_of(world), sheet_of(world).main.doors, cells_of(world, unit)
    fit = (each.edge for each in board.edges if each.kind in table)
    return [edge for edge in fit if bits(board.grid.cells_beside(edge)) & own]


def beyond(world: World, unit: int, edge: EdgeId) -> Cell:
    """The cell to which such a door leads."""
    cells = board_of(world).grid.cells_beside(edge)
    return next((cell for cell in cells if cell != at(world, unit)), cells[0])


def door_toward(world: World, unit: int, cell: Cell) -> EdgeId:
    """The door that leads to a cell, else the first."""
    grid, edges = board_of(world).grid, door_edges(world, unit)
    return next((edge for edge in edges if cell in grid.edge_cells(edge)), edges[0])
