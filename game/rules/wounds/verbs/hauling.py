"""Dragging a whole grapple along (WOUNDS-GRAP-5, HD-33)."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.grid import Cell, CellSet, cells
from game.grid.paths import step_cost
from game.kernel.components import Carried, Position
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.offering import Reason
from game.rules.verbs import Price
from game.rules.wounds.bonds import part_distant
from game.rules.wounds.budget import ap
from game.rules.wounds.harm.leaving import unseat
from game.rules.wounds.pace import add_to_pace, movable, rate, yards_hauled
from game.rules.wounds.position.ground import gait, tolls
from game.rules.wounds.position.space import METRIC
from game.rules.wounds.state import Going, Grapple, on_board, pool
from game.rules.wounds.verbs.walking import after_step, before_step, touch_ground
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, size_of
from game.systems.movement import place


def hauls(world: World, unit: int) -> Iterator[Action]:
    """WOUNDS-GRAP-5: steps of the whole grapple while the AP of the Drag last, and the yards bought with them."""
    now = world.get(unit, Going)
    if not world.get(unit, Grapple).others or not movable(world, unit) or world.has(unit, Carried):
        return
    if not now.drag and not yards_hauled(world, unit):
        return
    grid, here = board_of(world).grid, world.get(unit, Position).cell
    most = min(now.drag, pool(world, unit, "ap"))
    for d in range(grid.directions):
        there = grid.step(here, d)
        if there is not None and _haul_price(world, unit, d) <= most and _hauled_to(world, unit, d) is not None:
            yield Action("haul", cell=there, what=grid.names[d], numbers=(d,))


def haul_yards(world: World, unit: int, d: int) -> int:
    """What a step costs the dragger on this ground (WOUNDS-MOVE-6 and 7); its partners pay nothing (WOUNDS-HD-33)."""
    board, now = board_of(world), world.get(unit, Going)
    table = tolls(world, size_of(world, unit), gait(world, unit))
    cost = step_cost(board.grid, table, world.get(unit, Position).cell, d) or 1
    low = holds(world, unit, "prone") or holds(world, unit, "crouching")
    return cost * (2 if low else 1) * (2 if board.grid.is_diagonal(d) and now.diagonals % 2 else 1)


def _haul_price(world: World, unit: int, d: int) -> int:
    """AP that are still missing: what was bought for other movement does not count."""
    missing, speed = 4 * haul_yards(world, unit, d) - world.get(unit, Going).hauled, rate(world, unit).total
    return max(0, -(-missing // speed)) if speed else 10**6


def haul_price(world: World, unit: int, action: Action) -> Price:
    """AP of one step of the grapple."""
    return ap(_haul_price(world, unit, *action.numbers))


def _hauled_to(world: World, unit: int, d: int) -> dict[int, Cell] | None:
    """WOUNDS-HD-33: where a step that way would bring the dragger and its partners; None where it is refused."""
    board, here = board_of(world), world.get(unit, Position).cell
    partners = world.get(unit, Grapple).others
    there, filled = _ahead(world, unit, here, d)
    taken = board.impassable | _others_cells(world, (unit, *partners))
    if there is None or filled & taken:
        return None
    found, beside = {unit: there}, board.grid.spread(filled)
    taken |= filled
    for each in partners:
        anchor = world.get(each, Position).cell
        goal, cells_ = _ahead(world, each, anchor, d)
        if goal is None or cells_ & taken or not cells_ & beside:
            goal = _nearest_beside(world, each, anchor, beside, taken)
        if goal is None:
            return None
        found[each] = goal
        taken |= board.grid.footprint(goal, size_of(world, each))
    return found


def _ahead(world: World, unit: int, anchor: Cell, d: int) -> tuple[Cell | None, CellSet]:
    """A step of a footprint: its anchor and its cells, None where the map or a wall stops it."""
    board, size = board_of(world), size_of(world, unit)
    there = board.grid.step(anchor, d)
    cut = board.walls[d] & board.grid.footprint(anchor, size)
    filled = board.grid.footprint(there, size) if there is not None and not cut else 0
    return (there, filled) if filled else (None, 0)


def _nearest_beside(world: World, unit: int, anchor: Cell, beside: CellSet, taken: CellSet) -> Cell | None:
    """The anchor nearest to the old one at which the footprint is beside the dragger, the lowest of equals."""
    grid, size = board_of(world).grid, size_of(world, unit)
    free = grid.anchors(size) & grid.anchors_touching(beside, size) & ~grid.anchors_touching(taken, size)
    near = sorted((grid.distance(anchor, cell, METRIC), cell) for cell in cells(free))
    return near[0][1] if near else None


def _others_cells(world: World, left_out: tuple[int, ...]) -> int:
    found = 0
    for other, there in bodies(world).items():
        found |= 0 if other in left_out else there
    return found


async def haul(world: World, unit: int, action: Action) -> None:
    """WOUNDS-HD-33: partners keep their place beside the dragger, or the nearest free cell there.

    The dragger moves by itself, and whoever it comes near may rebuff it; its partners are moved, which nobody rebuffs.
    """
    (d,) = action.numbers
    cost = haul_yards(world, unit, d)
    goals = _hauled_to(world, unit, d)
    if goals is not None:
        about = Used(unit, "haul", "action", (), goals[unit], "WOUNDS-GRAP-5")
        await before_step(world, unit, goals[unit], about, spared=world.get(unit, Grapple).others)
        goals = _hauled_to(world, unit, d) if on_board(world, unit) and movable(world, unit) else None
    if goals is None:
        return
    for each in world.get(unit, Grapple).others:
        if world.has(each, Carried):
            unseat(world, each, fall=True, rule="WOUNDS-HD-16")
    add_to_pace(world, unit, hauled=-4 * cost, diagonals=int(board_of(world).grid.is_diagonal(d)))
    moved = {each: goal for each, goal in goals.items() if goal != world.get(each, Position).cell}
    for each, goal in moved.items():
        how, paid = ("walk", cost) if each == unit else ("shove", 0)
        place(world, each, goal, how, cost=paid, rule="WOUNDS-GRAP-5" if each == unit else "WOUNDS-HD-33")
    await after_step(world, unit)
    for each in moved:
        if each != unit and on_board(world, each):
            await touch_ground(world, each)
    part_distant(world)


def no_haul(world: World, unit: int) -> list[Reason]:
    if not world.get(unit, Grapple).others:
        return []
    if not movable(world, unit):
        return [Reason("reason_immobile", "WOUNDS-COND-10")]
    return [Reason("reason_no_drag", "WOUNDS-GRAP-5")]
