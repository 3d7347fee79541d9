"""Long and high jumps (WOUNDS-JUMP-1 to 10, HD-32)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from game.grid.grid import Cell, CellSet, Grid, cells
from game.kernel.components import FIELD, Clock, Pools, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Rolled, Used
from game.kernel.flow import Option, decide
from game.kernel.numbers import Breakdown, Modifier, add
from game.map.board import LEVEL, Board
from game.rules.offering import Reason
from game.rules.wounds.checks import check, judge, ordinary
from game.rules.wounds.effects import inflict
from game.rules.wounds.element import in_deep
from game.rules.wounds.harm import fall
from game.rules.wounds.moving import after_step, before_step, put_at
from game.rules.wounds.pools import pay_ap
from game.rules.wounds.position import METRIC, stops
from game.rules.wounds.riding import on_board
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import STANCE, Going, Grapple, Long, Riding, body, pool, spaces
from game.rules.wounds.terrain import cliffs, edge_height, feature_height, level, slipperiness, turned, walls
from game.rules.wounds.verbs import Verb, option
from game.rules.wounds.yards import affordable, ap_for, buy, movable, yards_left
from game.systems.conditions import holds
from game.systems.field import board_of, size_of

INCHES = 6  # in a sixth of a level, of which a yard has six


def jump_bonus(world: World, unit: int) -> Breakdown:
    """WOUNDS-JUMP-1: Str [Athletics/Jumping]."""
    return check(world, unit, "jump", "Str", "Athletics", "Jumping", rule="WOUNDS-JUMP-1", worn=True)


def run_up(world: World, unit: int) -> bool:
    """WOUNDS-JUMP-2: 5 yards on end just before."""
    return world.get(unit, Going).run >= sheet_of(world).numbers.run_up


def jump_number(world: World, unit: int, result: int) -> Breakdown:
    """WOUNDS-JUMP-2: with a run-up Speed is added, without one the result is halved."""
    if run_up(world, unit):
        line = add(body(world, unit).attribute("Spd"), "Spd", "WOUNDS-JUMP-2")
    else:
        line = Modifier(2, "no run-up", "WOUNDS-JUMP-2", "divide")
    return Breakdown("jump_number", (add(result, "result", "WOUNDS-JUMP-1"), line))


def _jumps(verb: str, world: World, unit: int) -> Iterator[Option]:
    if (pool(world, unit, "ap") > 0 or yards_left(world, unit) > 0) and can_jump(world, unit):
        yield option(world, verb)


def can_jump(world: World, unit: int) -> bool:
    """WOUNDS-HD-32: units of one cell that are free to move jump, on foot, standing, on dry ground."""
    if not movable(world, unit) or world.has(unit, Riding) or world.get(unit, Grapple).others:
        return False
    return not in_deep(world, unit) and size_of(world, unit) == 1 and not holds(world, unit, "prone")


def _no_jump(world: World, unit: int) -> list[Reason]:
    if holds(world, unit, "prone"):
        return [Reason("reason_prone", "WOUNDS-HD-22")]
    return [Reason("reason_no_jump", "WOUNDS-JUMP-1")]


async def _do_jump(world: World, unit: int, key: str) -> None:
    """WOUNDS-JUMP-1: the kind is chosen, the check thrown, then the place."""
    result = await ordinary(world, unit, "jump", jump_bonus(world, unit), "WOUNDS-JUMP-1")
    number = jump_number(world, unit, result)
    world.emit(Rolled(unit, key, (), (), (number,), "WOUNDS-JUMP-2"))
    goals = landings(world, unit, key, number.total)
    options = [found for cell, yards in goals.items() if (found := _landing(world, unit, cell, yards)) is not None]
    options.append(Option("no", rule="WOUNDS-HD-32"))
    chosen = await decide(unit, "land", options, rule="WOUNDS-JUMP-6", about=world.events[-1])
    if chosen == "no":
        _in_vain(world, unit)
        return
    verb, _, text = chosen.partition(" ")
    cell = board_of(world).grid.parse(text)
    if verb == "land_later":
        _declare(world, unit, f"{key} {text}", goals[cell], number.total)
        return
    ap = ap_for(world, unit, goals[cell])
    pay_ap(world, unit, ap, "WOUNDS-JUMP-6")
    buy(world, unit, ap)
    await leap(world, unit, cell, goals[cell])


def _in_vain(world: World, unit: int) -> None:
    """WOUNDS-HD-32: a try that leads nowhere takes 1 AP, or a yard where there are none."""
    now, ap = world.get(unit, Going), min(1, pool(world, unit, "ap"))
    pay_ap(world, unit, ap, "WOUNDS-HD-32")
    world.put(unit, changed(now, run=0, used=now.used + 1 - ap))


def _landing(world: World, unit: int, cell: Cell, yards: int) -> Option | None:
    """WOUNDS-JUMP-6 and 7: now, or in the own turn as a long action where the AP do not reach."""
    name = board_of(world).grid.name(cell)
    if affordable(world, unit, pool(world, unit, "ap")) >= yards:
        return Option(f"land {name}", cell=cell, rule="WOUNDS-JUMP-6")
    if world.get(FIELD, Clock).active != unit:
        return None
    return Option(f"land_later {name}", cell=cell, rule="WOUNDS-JUMP-7")


def _declare(world: World, unit: int, key: str, yards: int, number: int) -> None:
    """WOUNDS-JUMP-7: all AP, and the yards that are bought, go in until the whole distance is paid."""
    now, ap, cost = world.get(unit, Going), pool(world, unit, "ap"), ap_for(world, unit, yards)
    pay_ap(world, unit, ap, "WOUNDS-JUMP-7")
    world.put(unit, changed(now, used=now.used + yards_left(world, unit)))
    world.put(unit, Long(key, ap, cost, result=number))


async def leap_at_last(world: World, unit: int, long: Long) -> bool:
    """WOUNDS-JUMP-7 and ECON-6: all is paid; whether the jump is possible from where the unit is now."""
    verb, text = long.key.split(" ")
    goals = landings(world, unit, verb, long.result) if can_jump(world, unit) else {}
    cell = board_of(world).grid.parse(text)
    if cell not in goals:
        return False
    now = world.get(unit, Going)
    world.put(unit, changed(now, quarters=now.quarters + 4 * goals[cell]))
    await leap(world, unit, cell, goals[cell])
    return True


async def leap(world: World, unit: int, cell: Cell, yards: int) -> None:
    """WOUNDS-JUMP-6, 8 to 10: over to the cell at once; reactions to coming near, then the landing."""
    board, now, here = board_of(world), world.get(unit, Going), world.get(unit, Position).cell
    about = Used(unit, "jump", "action", (), cell, "WOUNDS-JUMP-6")
    world.emit(about)
    await before_step(world, unit, cell, about)
    if not on_board(world, unit) or not stops(world, unit) >> cell & 1:
        return
    diagonals = now.diagonals + _diagonals(board.grid, here, cell)
    world.put(unit, changed(now, used=now.used + yards, run=0, diagonals=diagonals))
    short = hangs_short(board, here, cell)
    put_at(world, unit, cell, "jump", yards, "WOUNDS-JUMP-6")
    await after_step(world, unit)
    if on_board(world, unit) and world.get(unit, Position).cell == cell:
        await _touch_down(world, unit, cell, level(board, here) - level(board, cell), short=short)


Touch = tuple[str, Breakdown, int, str]  # what is tried, its bonus, the number to reach, the rule


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
    if asked is not None and (movable(world, unit) or not short):
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


# Where a jump may end


def landings(world: World, unit: int, verb: str, number: int) -> dict[Cell, int]:
    """Cells where the jump may end, with the yards each takes."""
    if verb == "high_jump":
        return _over(world, unit, number)
    board, here = board_of(world), world.get(unit, Position).cell
    far, found = max(0, number) // 3, dict[Cell, int]()
    for cell in cells(board.grid.disc(here, far, METRIC) & stops(world, unit) & ~board.impassable & ~(1 << here)):
        if _clear(world, unit, here, cell):
            found[cell] = _way(world, unit, cell)
    return found


def _way(world: World, unit: int, cell: Cell) -> int:
    """WOUNDS-MOVE-6: yards in a straight line, with the diagonals that were walked before."""
    grid, here = board_of(world).grid, world.get(unit, Position).cell
    before = world.get(unit, Going).diagonals % 2
    return len(grid.straight(here, cell)) - 1 + (_diagonals(grid, here, cell) + before) // 2


def _diagonals(grid: Grid, here: Cell, cell: Cell) -> int:
    return sum(grid.is_diagonal(grid.direction(one, two)) for one, two in pairwise(grid.straight(here, cell)))


def _clear(world: World, unit: int, here: Cell, cell: Cell) -> bool:
    """WOUNDS-HD-32: nobody and nothing high on the line, and no wall across it; past corners on either side."""
    board, taken = board_of(world), 0
    for other, there in spaces(world).items():
        taken |= there if other != unit else 0
    return any(_unbarred(world, board, board.grid.straight(here, cell, lean=lean), taken) for lean in (1, -1))


def _unbarred(world: World, board: Board, path: tuple[Cell, ...], taken: CellSet) -> bool:
    for one, two in pairwise(path):
        d = board.grid.direction(one, two)
        if walls(board, turned(world))[d] >> one & 1 or board.low_steps[d] >> one & 1:
            return False
        if level(board, two) > level(board, path[0]) or feature_height(board, two):
            return False
        if (taken | board.impassable) >> two & 1:
            return False
    return True


def _over(world: World, unit: int, number: int) -> dict[Cell, int]:
    """WOUNDS-JUMP-4 and 5, HD-32: over one thing beside the unit, or up to the next cell."""
    board, here = board_of(world), world.get(unit, Position).cell
    grid, found, free = board.grid, dict[Cell, int](), stops(world, unit) & ~board.impassable
    bare = max(0, 2 * number)
    cleared = bare + tall(world, unit) // 2
    for d in range(grid.directions):
        there = grid.step(here, d)
        if there is None or walls(board, turned(world))[d] >> here & 1:
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
    if (walls(board, turned(world))[d] | board.low_steps[d]) >> there & 1 or feature_height(board, beyond):
        return False
    return (board.sixths(beyond) - board.sixths(here)) * INCHES <= bare


def tall(world: World, unit: int) -> int:
    """WOUNDS-HD-13: height in inches."""
    return max(12, 72 + 8 * body(world, unit).size)


def _price(world: World, unit: int, key: str) -> int:
    """Nothing before the landing is chosen."""
    return 0


def _jump(verb: str) -> Verb:
    def options(world: World, unit: int) -> Iterator[Option]:
        return _jumps(verb, world, unit)

    kinds = STANCE | {Grapple, Pools, Going}
    return Verb(options, _do_jump, _no_jump, _price, moves=True, kinds=kinds)


VERBS: dict[str, Verb] = {
    "long_jump": _jump("long_jump"),
    "high_jump": _jump("high_jump"),
}
