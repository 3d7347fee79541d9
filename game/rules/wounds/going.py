"""Actions that move: Move, Dash, Change Posture, Surface, dragging (WOUNDS-MOVE, ACT-11, 17 and 18, GRAP-5)."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.grid import Cell, CellSet, cells
from game.grid.paths import step_cost
from game.kernel.components import Pools, Position, changed
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.rules.wounds.checks import check, hold_bonus, hold_tn, judge, ordinary, steps_beyond
from game.rules.wounds.effects import inflict, lasting
from game.rules.wounds.element import climbing, gait, in_deep, mode_of
from game.rules.wounds.handling import hastened
from game.rules.wounds.leaving import part_distant, unseat
from game.rules.wounds.moving import after_step, before_step, put_at, touch_ground, walk
from game.rules.wounds.position import METRIC, reachable
from game.rules.wounds.riding import on_board, rider_of
from game.rules.wounds.state import (
    STANCE,
    Doors,
    Entering,
    Going,
    Grapple,
    Ridden,
    Riding,
    Strain,
    body,
    pool,
    spaces,
)
from game.rules.wounds.terrain import tolls, turned, walls
from game.rules.wounds.verbs import Verb, option, toward
from game.rules.wounds.yards import affordable, ap_for, buy, destinations, movable, purse, rate, yards_hauled
from game.systems.conditions import holds, lift
from game.systems.field import board_of, size_of

# Move


def _moves(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-MOVE-3 and 4: anchors in reach of the pool and of the AP that may be turned into it."""
    if world.find(unit, Riding) is None:
        yield from toward(world, "move", destinations(world, unit, affordable(world, unit, purse(world, unit))))


def route(world: World, unit: int, cell: Cell, budget: int) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    """The cheapest path, with cumulative yards."""
    found = reachable(world, unit, budget)
    path = found.path(cell)
    return path, found.costs(path)


def move_price(world: World, unit: int, key: str) -> int:
    """WOUNDS-MOVE-2: the AP that are still needed for the way."""
    cell = board_of(world).grid.parse(key.split(" ")[1])
    yards = reachable(world, unit, affordable(world, unit, purse(world, unit))).cost(cell)
    return ap_for(world, unit, yards or 0)


async def _do_move(world: World, unit: int, key: str) -> None:
    """The AP are paid by whoever calls; they become movement here."""
    cell = board_of(world).grid.parse(key.split(" ")[1])
    await go(world, unit, cell, 0, "WOUNDS-MOVE-2")


async def go(world: World, unit: int, cell: Cell, ap: int, rule: str) -> None:
    """Buy with so many AP and walk to a cell, as far as it goes."""
    buy(world, unit, ap)
    # All that it could afford: the same as when the way was chosen, so that it need not be looked for again.
    most = affordable(world, unit, purse(world, unit, rider_of(world, unit)))
    cost = reachable(world, unit, most).cost(cell)
    if cost is not None and cost <= affordable(world, unit, 0):
        await walk(world, unit, *route(world, unit, cell, most), rule)


def _cannot_move(world: World, unit: int) -> list[Reason]:
    if world.find(unit, Riding) is not None:
        return [Reason("reason_mounted", "WOUNDS-MOUNT-5")]
    if not movable(world, unit):
        return [Reason("reason_immobile", "WOUNDS-COND-10")]
    return [Reason("reason_no_yards", "WOUNDS-MOVE-10")]


# Dash, posture, surface


def _dashes(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-ACT-17 and 18: doubled, and once a round a little more."""
    if not holds(world, unit, "hobbled") and not world.get(unit, Going).again and movable(world, unit):
        yield option(world, "dash")


async def _do_dash(world: World, unit: int, key: str) -> None:
    if not holds(world, unit, "dashing"):
        inflict(world, unit, "dashing", "WOUNDS-ACT-17", unit, until=lasting(world, 1))
        return
    spec = _manner(world, unit)
    worn = spec in ("Swimming", "Climbing")
    bonus = check(world, unit, "dash", "Str", "Athletics", spec, rule="WOUNDS-ACT-18", worn=worn)
    result = await ordinary(world, unit, "dash", bonus, "WOUNDS-ACT-18")
    world.put(unit, changed(world.get(unit, Going), bonus=steps_beyond(result, 3), again=True))


def _manner(world: World, unit: int) -> str:
    """WOUNDS-ACT-18: how the unit mainly moves where it is."""
    if mode_of(world, unit) == "fly":
        return "Flying"
    if in_deep(world, unit) or mode_of(world, unit) == "swim":
        return "Running" if mode_of(world, unit) == "sunk" else "Swimming"
    return "Climbing" if climbing(world, unit) else "Running"


def _no_dash(world: World, unit: int) -> list[Reason]:
    if holds(world, unit, "hobbled"):
        return [Reason("reason_hobbled", "WOUNDS-HD-28")]
    return [Reason("reason_dashed", "WOUNDS-ACT-18")]


def postures(world: World, unit: int) -> tuple[str, ...]:
    """WOUNDS-ACT-11: what the unit can change to; nobody stands up straight from the ground."""
    if holds(world, unit, "prone"):
        return ("crouching",)
    return ("standing", "prone") if holds(world, unit, "crouching") else ("crouching", "prone")


def _postures(world: World, unit: int) -> Iterator[Option]:
    if world.find(unit, Riding) is None:
        for posture in postures(world, unit):
            yield from hastened(world, "change_posture", posture)


async def _do_posture(world: World, unit: int, key: str) -> None:
    posture = key.split(" ")[1]
    lift(world, unit, "prone", "WOUNDS-ACT-11")
    lift(world, unit, "crouching", "WOUNDS-ACT-11")
    if posture != "standing":
        rule = "WOUNDS-COND-1" if posture == "prone" else "WOUNDS-COND-2"
        inflict(world, unit, posture, rule, unit)


def _mounted(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_mounted", "WOUNDS-ACT-11")]


def _surfaces(world: World, unit: int) -> Iterator[Option]:
    if holds(world, unit, "submerged"):
        yield option(world, "surface")


async def _do_surface(world: World, unit: int, key: str) -> None:
    """WOUNDS-ENV-9; a unit with a swim mode needs no check (house default)."""
    if "swim" not in body(world, unit).modes:
        result = await ordinary(world, unit, "surface", hold_bonus(world, unit), "WOUNDS-ENV-9")
        if not judge(world, unit, unit, "surface", result >= hold_tn(world, unit), "WOUNDS-ENV-9"):
            return
    lift(world, unit, "submerged", "WOUNDS-ENV-9")


def _above(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_not_submerged", "WOUNDS-ENV-9")] if in_deep(world, unit) else []


# Dragging


def _hauls(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-GRAP-5: steps of the whole grapple while the AP of the Drag last, and the yards bought with them."""
    now = world.get(unit, Going)
    if not world.get(unit, Grapple).others or not movable(world, unit) or world.has(unit, Riding):
        return
    if not now.drag and not yards_hauled(world, unit):
        return
    grid, here = board_of(world).grid, world.get(unit, Position).cell
    most = min(now.drag, pool(world, unit, "ap"))
    for d in range(grid.directions):
        there = grid.step(here, d)
        if there is not None and _haul_price(world, unit, d) <= most and _hauled_to(world, unit, d) is not None:
            yield option(world, "haul", grid.names[d], cell=there)


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


def haul_price(world: World, unit: int, key: str) -> int:
    """AP of one step of the grapple."""
    return _haul_price(world, unit, board_of(world).grid.parse_direction(key.split(" ")[1]))


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
    cut = walls(board, turned(world))[d] & board.grid.footprint(anchor, size)
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
    for other, there in spaces(world).items():
        found |= 0 if other in left_out else there
    return found


async def _do_haul(world: World, unit: int, key: str) -> None:
    """WOUNDS-HD-33: partners keep their place beside the dragger, or the nearest free cell there.

    The dragger moves by itself, and whoever it comes near may rebuff it; its partners are moved, which nobody rebuffs.
    """
    d = board_of(world).grid.parse_direction(key.split(" ")[1])
    cost = haul_yards(world, unit, d)
    goals = _hauled_to(world, unit, d)
    if goals is not None:
        await before_step(world, unit, goals[unit], world.events[-1], spared=world.get(unit, Grapple).others)
        goals = _hauled_to(world, unit, d) if on_board(world, unit) and movable(world, unit) else None
    if goals is None:
        return
    for each in world.get(unit, Grapple).others:
        if world.has(each, Riding):
            unseat(world, each, fall=True, rule="WOUNDS-HD-16")
    now, diagonal = world.get(unit, Going), board_of(world).grid.is_diagonal(d)
    world.put(unit, changed(now, hauled=now.hauled - 4 * cost, diagonals=now.diagonals + diagonal))
    moved = {each: goal for each, goal in goals.items() if goal != world.get(each, Position).cell}
    for each, goal in moved.items():
        how, paid = ("walk", cost) if each == unit else ("shove", 0)
        put_at(world, each, goal, how, paid, "WOUNDS-GRAP-5" if each == unit else "WOUNDS-HD-33")
    await after_step(world, unit)
    for each in moved:
        if each != unit and on_board(world, each):
            await touch_ground(world, each)
    part_distant(world)


def _no_haul(world: World, unit: int) -> list[Reason]:
    if not world.get(unit, Grapple).others:
        return []
    if not movable(world, unit):
        return [Reason("reason_immobile", "WOUNDS-COND-10")]
    return [Reason("reason_no_drag", "WOUNDS-GRAP-5")]


GROUND = STANCE | {Doors, Pools, Going, Strain, Entering, Ridden}  # what tells how far a unit can go

VERBS: dict[str, Verb] = {
    "move": Verb(_moves, _do_move, _cannot_move, move_price, moves=True, kinds=GROUND),
    "dash": Verb(_dashes, _do_dash, _no_dash, own=True),
    "change_posture": Verb(_postures, _do_posture, _mounted, own=True),
    "surface": Verb(_surfaces, _do_surface, _above, own_turn=True, own=True),
    "haul": Verb(_hauls, _do_haul, _no_haul, haul_price, moves=True, kinds=GROUND | {Grapple}),
}
