"""Long and high jumps (WOUNDS-JUMP-1 to 10, HD-32)."""

from __future__ import annotations

from itertools import pairwise

import game.rules.wounds.pace as pace
from game.grid.grid import Cell, CellSet, Grid, cells, union
from game.kernel.components import FIELD, Carried, Clock, Position
from game.kernel.ecs import World
from game.kernel.events import Rolled, Used
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, Modifier, add
from game.map.board import LEVEL, Board
from game.rules.asking import invite, perform
from game.rules.wounds.budget import pay_ap, set_long
from game.rules.wounds.checks.rolls import check, judge, ordinary
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.harm.wounds import fall
from game.rules.wounds.position.ground import cliffs, edge_height, feature_height, in_deep, level, slipperiness
from game.rules.wounds.position.space import METRIC, stops
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Going, Grapple, Long, body, on_board, pool
from game.rules.wounds.verbs.walking import after_step, before_step
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, size_of
from game.systems.movement import place

INCHES = 6  # in a sixth of a level, of which a yard has six
Touch = tuple[str, Breakdown, int, str]  # what is tried, its bonus, the number to reach, the rule


def jump_bonus(world: World, unit: int) -> Breakdown:
    """WOUNDS-JUMP-1: Str [Athletics/Jumping]."""
    return check(world, unit, "jump", "Str", "Athletics", "Jumping", rule="WOUNDS-JUMP-1", worn=True)


def jump_number(world: World, unit: int, result: int) -> Breakdown:
    """WOUNDS-JUMP-2: with a run-up of 5 yards on end just before Speed is added, without one the result is halved."""
    if world.get(unit, Going).run >= sheet_of(world).numbers.run_up:
        line = add(body(world, unit).attribute("Spd"), "Spd", "WOUNDS-JUMP-2")
    else:
        line = Modifier(2, "no run-up", "WOUNDS-JUMP-2", "divide")
    return Breakdown("jump_number", (add(result, "result", "WOUNDS-JUMP-1"), line))


def can_jump(world: World, unit: int) -> bool:
    """WOUNDS-HD-32: units of one cell that are free to move jump, on foot, standing, on dry ground."""
    if not pace.movable(world, unit) or world.has(unit, Carried) or world.get(unit, Grapple).others:
        return False
    return not in_deep(world, unit) and size_of(world, unit) == 1 and not holds(world, unit, "prone")


async def jump(world: World, unit: int, action: Action) -> None:
    """WOUNDS-JUMP-1: the kind is chosen, the check thrown, then the place."""
    result = await ordinary(world, unit, "jump", jump_bonus(world, unit), "WOUNDS-JUMP-1")
    number = jump_number(world, unit, result)
    world.emit(Rolled(unit, action.verb, (), (), (number,), "WOUNDS-JUMP-2"))
    far = pace.affordable(world, unit, pool(world, unit, "ap"))
    places: list[Action] = []
    for cell, yards in landings(world, unit, action.verb, number.total).items():
        # WOUNDS-JUMP-6 and 7: now, or in the own turn as a long action where the AP do not reach
        when = "land" if yards <= far else "land_later" if world.get(FIELD, Clock).active == unit else ""
        if when:
            places.append(Action(when, cell=cell, what=action.verb, numbers=(number.total, yards)))
    option = await invite(world, unit, "land", places)
    if option is not None:
        await perform(world, unit, "land", option)
    else:  # WOUNDS-HD-32: a try that leads nowhere takes 1 AP, or a yard where there are none
        ap = min(1, pool(world, unit, "ap"))
        pay_ap(world, unit, ap, "WOUNDS-HD-32")
        pace.leap(world, unit, 1 - ap)


async def land_now(world: World, unit: int, action: Action) -> None:
    """WOUNDS-JUMP-6: for the AP that are missing."""
    _, yards = action.numbers
    ap = pace.ap_for(world, unit, yards)
    pay_ap(world, unit, ap, "WOUNDS-JUMP-6")
    pace.buy(world, unit, ap)
    await over(world, unit, action.there, yards)


async def land_later(world: World, unit: int, action: Action) -> None:
    """WOUNDS-JUMP-7: all AP, and the yards that are bought, go in until the whole distance is paid."""
    number, yards = action.numbers
    ap, cost = pool(world, unit, "ap"), pace.ap_for(world, unit, yards)
    pay_ap(world, unit, ap, "WOUNDS-JUMP-7")
    pace.lose_yards(world, unit, pace.yards_left(world, unit))
    set_long(world, unit, Long(Action(action.what, cell=action.cell), ap, cost, result=number))


async def leap_at_last(world: World, unit: int, long: Long) -> bool:
    """WOUNDS-JUMP-7 and ECON-6: all is paid; whether the jump is possible from where the unit is now."""
    goals = landings(world, unit, long.action.verb, long.result) if can_jump(world, unit) else {}
    cell = long.action.there
    if cell not in goals:
        return False
    pace.add_to_pace(world, unit, quarters=4 * goals[cell])
    await over(world, unit, cell, goals[cell])
    return True


async def over(world: World, unit: int, cell: Cell, yards: int) -> None:
    """WOUNDS-JUMP-6, 8 to 10: over to the cell at once; reactions to coming near, then the landing."""
    board, here = board_of(world), world.get(unit, Position).cell
    about = world.emit(Used(unit, "jump", "action", (), cell, "WOUNDS-JUMP-6"))
    await before_step(world, unit, cell, about)
    if not on_board(world, unit) or not stops(world, unit) >> cell & 1:
        return
    pace.leap(world, unit, yards, _diagonals(board.grid, here, cell))
    short = hangs_short(board, here, cell)
    place(world, unit, cell, "jump", cost=yards, rule="WOUNDS-JUMP-6")
    await after_step(world, unit)
    if on_board(world, unit) and world.get(unit, Position).cell == cell:
        await _touch_down(world, unit, cell, level(board, here) - level(board, cell), short=short)


def landing_check(world: World, unit: int, cell: Cell, drop: int, *, short: bool) -> Touch | None:
    """WOUNDS-JUMP-9 and 10: what a landing asks for: a grab at the ledge, or balance."""
    tn = sheet_of(world).main.tn
    if short:
        bonus = check(world, unit, "grab", "Dex", "Acrobatics", "Gymnastics", rule="WOUNDS-JUMP-10")
        return "grab", bonus, tn.ledge, "WOUNDS-JUMP-10"
    ground = slipperiness(board_of(world), cell)
    if drop > 1 or not ground:
        return None
    bonus = check(world, unit, "balance", "Dex", "Acrobatics", "Balance", rule="WOUNDS-JUMP-9")
    return "balance", bonus, tn.landing[ground], "WOUNDS-JUMP-9"


async def _touch_down(world: World, unit: int, cell: Cell, drop: int, *, short: bool) -> None:
    """WOUNDS-JUMP-9 and 10, and HD-15 for whoever comes down far below; who has passed out grabs nothing."""
    asked = landing_check(world, unit, cell, drop, short=short)
    if asked is not None and (pace.movable(world, unit) or not short):
        what, bonus, tn, rule = asked
        well = judge(world, unit, unit, what, await ordinary(world, unit, what, bonus, rule) >= tn, rule)
        if short and well:
            inflict(world, unit, "hanging", rule, unit)
        elif not short and not well:
            inflict(world, unit, "prone", rule, unit)
        if well or not short:
            return
    if short or drop > 1:
        await fall(world, unit, max(1, drop), "WOUNDS-JUMP-10" if short else "WOUNDS-HD-15")


def hangs_short(board: Board, start: Cell, cell: Cell) -> bool:
    """WOUNDS-JUMP-10: a landing just short of a ledge ahead, no higher than the start, in a gap or on a rock face."""
    grid, far = board.grid, board.grid.distance(start, cell, METRIC)
    ahead = [there for there in grid.neighbours(cell) if grid.distance(start, there, METRIC) > far]
    return any(_is_ledge(board, start, cell, there) for there in ahead if not cliffs(board) >> there & 1)


def _is_ledge(board: Board, start: Cell, cell: Cell, there: Cell) -> bool:
    top, bottom, here = level(board, there), level(board, cell), level(board, start)
    face = bool(cliffs(board) >> cell & 1) and top >= max(bottom, here - 1)
    return top <= here and (top - bottom > 1 or face)


def landings(world: World, unit: int, verb: str, number: int) -> dict[Cell, int]:
    """Cells where the jump may end, with the yards each takes."""
    if verb == "high_jump":
        return _over(world, unit, number)
    board, here = board_of(world), world.get(unit, Position).cell
    near = board.grid.disc(here, max(0, number) // 3, METRIC) & stops(world, unit) & ~board.impassable & ~(1 << here)
    return {cell: _way(world, unit, cell) for cell in cells(near) if _clear(world, unit, here, cell)}


def _way(world: World, unit: int, cell: Cell) -> int:
    """WOUNDS-MOVE-6: yards in a straight line, with the diagonals that were walked before."""
    grid, here = board_of(world).grid, world.get(unit, Position).cell
    before = world.get(unit, Going).diagonals % 2
    return len(grid.straight(here, cell)) - 1 + (_diagonals(grid, here, cell) + before) // 2


def _diagonals(grid: Grid, here: Cell, cell: Cell) -> int:
    return sum(grid.is_diagonal(grid.direction(one, two)) for one, two in pairwise(grid.straight(here, cell)))


def _clear(world: World, unit: int, here: Cell, cell: Cell) -> bool:
    """WOUNDS-HD-32: nobody and nothing high on the line, and no wall across it; past corners on either side."""
    board, taken = board_of(world), union(there for other, there in bodies(world).items() if other != unit)
    return any(_unbarred(world, board, board.grid.straight(here, cell, lean=lean), taken) for lean in (1, -1))


def _unbarred(world: World, board: Board, path: tuple[Cell, ...], taken: CellSet) -> bool:
    for one, two in pairwise(path):
        d = board.grid.direction(one, two)
        high = level(board, two) > level(board, path[0]) or feature_height(board, two)
        if high or (board.walls[d] | board.low_steps[d]) >> one & 1 or (taken | board.impassable) >> two & 1:
            return False
    return True


def _over(world: World, unit: int, number: int) -> dict[Cell, int]:
    """WOUNDS-JUMP-4 and 5, HD-32: over one thing beside the unit, or up to the next cell."""
    board, here = board_of(world), world.get(unit, Position).cell
    grid, free = board.grid, stops(world, unit) & ~board.impassable
    found: dict[Cell, int] = {}
    bare = max(0, 2 * number)
    cleared = bare + max(12, 72 + 8 * body(world, unit).size) // 2  # WOUNDS-HD-13: half its height in inches
    for d in range(grid.directions):
        there = grid.step(here, d)
        if there is None or board.walls[d] >> here & 1:
            continue
        rise = (board.sixths(there) - board.sixths(here)) * INCHES
        edge = round(edge_height(board, here, d) * LEVEL) * INCHES
        high = round(feature_height(board, there) * LEVEL) * INCHES
        if high and high <= cleared and not edge and rise < INCHES * LEVEL:
            beyond = grid.step(there, d)
            if beyond is not None and free >> beyond & 1 and _open_beyond(world, here, there, beyond, d, bare):
                found[beyond] = _way(world, unit, beyond)
        elif free >> there & 1 and edge <= cleared and rise <= bare and (edge or rise >= INCHES):
            found[there] = _way(world, unit, there)
    return found


def _open_beyond(world: World, here: Cell, there: Cell, beyond: Cell, d: int, bare: int) -> bool:
    """Whether nothing more is behind the one thing that was cleared: no wall, no other thing, no higher ground."""
    board = board_of(world)
    if (board.walls[d] | board.low_steps[d]) >> there & 1 or feature_height(board, beyond):
        return False
    return (board.sixths(beyond) - board.sixths(here)) * INCHES <= bare
