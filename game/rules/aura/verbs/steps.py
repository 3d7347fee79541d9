"""One step of a unit, and what every step brings: metres counted, guard lost, eyes that follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from game.grid.grid import Cell, CellSet, union
from game.grid.grid import cells as each_cell
from game.grid.layout import Size
from game.kernel.components import Carried, Conditions, Position
from game.kernel.ecs import World, derived
from game.kernel.flow import Action
from game.map.board import Board
from game.rules.asking import invite
from game.rules.aura.budget import Price, is_met, pay, set_spent, unaffordable
from game.rules.aura.checks.numbers import size_index
from game.rules.aura.checks.powers import speed
from game.rules.aura.harm.conditions import lift
from game.rules.aura.harm.ground import arrive, braced, height, leave_height, may_mire, part, put
from game.rules.aura.house import house
from game.rules.aura.position.facing import keep_looking, look
from game.rules.aura.position.lines import Way
from game.rules.aura.position.space import TINY, at, barring, distances, others, rings, step_cost, stops
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import PLACED, Climbing, Holding, Orders, beat, conscious, spent
from game.rules.aura.turns.rounds import burst_in
from game.systems import movement
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of, shape_of, standing, team, teams
from game.systems.gear import things
from game.systems.movement import place

Due = Callable[[int], Price]  # what a movement comes to, once so many metres are used


async def step(
    world: World, unit: int, cell: Cell, metres: int, rule: str, how: str = "walk", *, aloft: bool = False
) -> None:
    """Move a unit by its own will; it drags whom it holds (AURA-MAN-16). `aloft`: it flies, and the ground waits."""
    leave_height(world, unit)
    held = dragged(world, unit, cell)
    if held is not None and braced(world, held):  # AURA-GEAR-7: it stays, and the hold is at an end
        held = None
    if held is None:
        await put(world, unit, cell, how, cost=metres, rule=rule, aloft=aloft)
    else:
        await _drag(world, unit, held, cell, metres, rule, aloft=aloft)
    burst_in(world, unit)
    set_spent(world, unit, metres=spent(world, unit).metres + 1)  # not what turns and hard ground cost (AURA-ACT-7)
    if spent(world, unit).metres > speed(world, unit).total:
        lift(world, unit, "defending", "AURA-ACT-7")
    look(world, unit)


def stroll(world: World, unit: int, way: Way, due: Due, rule: str) -> int:
    """Take those of the first steps of a way at once in which nobody has anything to do; how many there are."""
    (path, costs, _), many = way, 0
    if at(world, unit) != path[0] or not _undisturbed(world, unit):
        return 0
    closed, free, reached = barring(world, unit), stops(world, unit), rings(world, unit)
    for here, there in pairwise(path):
        if closed >> there & 1 or (many + 2 == len(path) and not free >> there & 1):
            break
        if any(ring >> here & 1 and not ring >> there & 1 for _, ring, _ in reached):
            break
        if not is_met(world, unit, due(costs[many + 1])):
            break
        many += 1
    if many:
        used = [after - before for before, after in pairwise(costs[: many + 1])]
        movement.stroll(world, unit, zip(path[1 : many + 1], used, strict=True), rule=rule)
        set_spent(world, unit, metres=spent(world, unit).metres + many)
        look(world, unit)
    return many


def _undisturbed(world: World, unit: int) -> bool:
    """Whether steps of a unit set nothing off but that others' eyes follow it, unless it crosses their reach."""
    board, items = board_of(world), world.get(unit, Conditions)
    if board.heights or board.hazards or shape_of(world, unit) != 1 or size_index(world, unit) <= TINY:
        return False
    if world.each(Holding) or world.each(Carried) or world.has(unit, Climbing) or (tables(board) and things(world)):
        return False
    if "defending" in items or may_mire(world, unit) or (house(world).surprise_zone and not beat(world).sprung):
        return False
    return keep_looking(world, unit)


@lru_cache(maxsize=64)
def tables(board: Board) -> CellSet:
    """Where tables stand: what lies on one comes along for nothing (AURA-ACT-10)."""
    return board.of_prop(lambda kind: kind.id == "table")


def dragged(world: World, unit: int, cell: Cell) -> int | None:
    """Whom a step to a cell drags along: somebody held whom it would leave behind."""
    held = world.find(unit, Holding)
    if held is None or world.find(held.target, Position) is None:
        return None
    near = board_of(world).grid.distance(cell, at(world, held.target), "chebyshev") <= 1
    single = shape_of(world, held.target) == 1 and shape_of(world, unit) == 1
    others = (body for other, body in bodies(world).items() if other not in (unit, held.target))
    free = single and not near and not any(body & cells_of(world, unit) for body in others)  # AURA-MOVE-19
    return held.target if free else None


async def _drag(world: World, unit: int, held: int, cell: Cell, metres: int, rule: str, *, aloft: bool) -> None:
    """AURA-MAN-16 and HOUSE-17: the held creature takes the place its holder leaves, and what the ground does there."""
    here, heights = at(world, unit), (height(world, unit), height(world, held))
    place(world, unit, cell, "walk", cost=metres, rule=rule)
    place(world, held, here, "shove", rule="AURA-HOUSE-17")
    set_spent(world, held, heading=None, ran=0)  # AURA-MOVE-7
    if not aloft:
        await arrive(world, unit, heights[0], own=True)
        await arrive(world, held, heights[1], own=False)
    part(world)
    look(world, held)  # AURA-FACE-6


def neighbours(world: World, unit: int) -> CellSet:
    """Anchors one metre off at which the unit could stand, and to which a step costs one metre."""
    return _beside(board_of(world), shape_of(world, unit), at(world, unit)) & stops(world, unit)


def shift_cells(world: World, unit: int) -> CellSet:
    """AURA-MOVE-1: where a Shift may lead."""
    return neighbours(world, unit) & ~board_of(world).grid.anchors_touching(barring(world, unit), shape_of(world, unit))


def shift_agility(world: World, unit: int) -> Price:
    """AURA-MOVE-1 and ACT-4: what a Shift by Agility costs, twice as much on the knees."""
    return Price(agility=sheet_of(world).main.numbers.shift_agility * (1 + holds(world, unit, "kneeling")))


def may_pay_shift(world: World, unit: int) -> bool:
    """Whether a unit may make a Shift for Agility now, if there is a place for it."""
    stuck = any(holds(world, unit, name) for name in ("prone", "restrained", "bound"))  # MOVE-17, COND-16, DEF-9
    return not stuck and not unaffordable(world, unit, shift_agility(world, unit))


@lru_cache(maxsize=1 << 14)
def _beside(board: Board, size: Size, here: Cell) -> CellSet:
    easy = 0
    for d in range(board.grid.directions):
        there = board.grid.step(here, d)
        if there is not None and step_cost(board, size, here, there, d) == 1:
            easy |= 1 << there
    return easy


def agile_cells(world: World, unit: int) -> list[Cell]:
    """AURA-MOVE-9, 11 and 19: where an Agile Move may lead: a metre of ground, not hard going and no enemy's."""
    stuck = ("prone", "kneeling", "restrained", "bound")  # AURA-ACT-4, MOVE-17, COND-16
    if not conscious(world, unit) or any(holds(world, unit, name) for name in stuck):
        return []
    board, size = board_of(world), shape_of(world, unit)
    closed = _hard_going(board, size) | board.grid.anchors_touching(barring(world, unit), size)
    return list(each_cell(neighbours(world, unit) & ~closed))


@lru_cache(maxsize=64)
def _hard_going(board: Board, size: Size) -> CellSet:
    return board.grid.anchors_touching(board.difficult | board.tagged("no_agile_move") | board.water, size)


async def agile(world: World, unit: int, uses: int, *, cells: Sequence[Cell] | None = None) -> int:
    """AURA-MOVE-9: up to so many steps for a point of Agility each, the first to one of `cells`; how many were made."""
    for made in range(uses):
        gone = world.find(unit, Position) is None
        if gone or not _wants(world, unit) or unaffordable(world, unit, Price(agility=1)):
            return made
        where = [cell for cell in agile_cells(world, unit) if cells is None or made or cell in cells]
        option = await invite(world, unit, "agile", [Action("agile", cell=cell) for cell in where])
        if option is None:
            return made
        pay(world, unit, Price(agility=1), "AURA-MOVE-9")
        await step(world, unit, option.action.there, 1, "AURA-MOVE-9")
    return max(0, uses)


@derived(PLACED)
def _awake(world: World, own: int) -> CellSet:
    """The spaces of awake units of other teams."""
    known, filled = teams(world), bodies(world)
    return union(filled[each] for each in standing(world) if known[each] != own and conscious(world, each))


def _wants(world: World, unit: int) -> bool:
    """AURA-FLOOR-11 and HOUSE-22: whether the unit's standing order is to ask now."""
    order = world.get(unit, Orders).agile
    if order != "near":
        return order != "never"
    most = sheet_of(world).main.numbers.agile_near
    if not board_of(world).heights:
        near = board_of(world).grid.within(cells_of(world, unit), most, "chebyshev")
        return bool(near & _awake(world, team(world, unit)))
    metres = distances(world, unit)
    return any(metres[foe] <= most for foe in others(world, unit))
