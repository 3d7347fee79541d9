"""Walking step by step, jumping, standing up, falling, and what dangerous ground does (MOVE, DR-15)."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from game.grid.grid import Cell, CellSet, Grid, bits, cells, union
from game.grid.paths import step_cost
from game.kernel.components import Carried, Conditions, Position, changed
from game.kernel.ecs import World, derived, derived_own
from game.kernel.events import Blocked, Used
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown
from game.map.board import Board
from game.rules.objectives import escaped
from game.rules.vitality.budget import begin_act, update_turn
from game.rules.vitality.checks.numbers import basic_movement, jump_range
from game.rules.vitality.checks.rolls import defense_roll, opposed
from game.rules.vitality.entries import Hazard
from game.rules.vitality.harm.damage import Blow, Part, blow_of
from game.rules.vitality.harm.suffering import deal, roll_blow
from game.rules.vitality.position import ground
from game.rules.vitality.position.ground import Past, factor, movement, pricing, routes
from game.rules.vitality.position.hiding import give_away, glance, reveal
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import afoot, hidden_from, hiders, on_board
from game.rules.vitality.position.ties import bound, get_off, leave_place, load, nearest_stop, slip, tidy, walk_off
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.state import Leaning, Turn, beings, host_of, inflict, pool, still, up
from game.rules.vitality.turns import waiting as holding
from game.systems.conditions import holds, lift
from game.systems.downfall import fell
from game.systems.field import board_of, cells_of, size_of
from game.systems.movement import place, remove, stroll
from game.systems.pools import reset
from game.systems.steps import level


async def step_to(world: World, unit: int, there: Cell, cost: int, how: str = "walk", *, forced: bool = False) -> bool:
    """One step: place, riders, dragged ones, sight, hazards, falls, held actions; whether nothing stopped it."""
    if not forced and bumps(world, unit, board_of(world).grid.footprint(there, size_of(world, unit))):
        return False
    before, here = holding.watch(world, *load(world, unit)), world.get(unit, Position).cell
    old = level(board_of(world), cells_of(world, unit))
    dragged = [] if forced else ground.drags(world, unit)
    watched = holding.watch(world, *dragged)
    place(world, unit, there, how, cost=cost, rule="VITALITY-FORCE-10" if forced else "VITALITY-MOVE-1")
    if cost:
        reset(world, unit, "movement", movement(world, unit) - cost)
    drawn = {victim: _drag(world, victim, unit, here, there) for victim in dragged}
    await _arrive(world, unit, old)
    await holding.moved(world, before, forced=forced)
    for victim, level_before in drawn.items():
        if level_before is not None:
            await _land(world, victim, level_before)
            await enter(world, victim)
    await holding.moved(world, tuple(each for each in watched if drawn[each.unit] is not None), forced=True)
    ready = on_board(world, unit) and up(world, unit) and not still(world, unit)
    return ready and world.get(unit, Position).cell == there


def bumps(world: World, unit: int, own: CellSet) -> bool:
    """VITALITY-HIDE-10: into the space of somebody hidden: nothing happens, but there it is."""
    for other in hiders(world):
        known = other == unit or not hidden_from(world, other, unit)
        if not known and other in beings(world) and cells_of(world, other) & own:
            world.emit(Blocked(unit, "bumped", "VITALITY-HIDE-10"))
            reveal(world, other, "VITALITY-HIDE-10")
            return True
    return False


def _drag(world: World, victim: int, unit: int, left: Cell, there: Cell) -> int | None:
    """VITALITY-COND-12: whoever is held comes along, if there is room: the level it was on, None if it has stayed."""
    here, old = world.get(victim, Position).cell, level(board_of(world), cells_of(world, victim))
    cell = _beside(world, victim, unit, left, there)
    if cell is None or cell == here:
        return None
    place(world, victim, cell, "shove", rule="VITALITY-COND-12")
    leave_place(world, victim)
    return old


def _beside(world: World, victim: int, unit: int, left: Cell, there: Cell) -> Cell | None:
    """Where its holder was, or beside it in the same direction, or as near as it can; it stays if near enough."""
    board, size = board_of(world), size_of(world, victim)
    grid, here, free = board.grid, world.get(victim, Position).cell, ground.stops(world, victim)
    own, table = cells_of(world, unit), ground.tolls(board, size, 0)
    steps = {grid.step(here, d): d for d in range(grid.directions) if step_cost(grid, table, here, d) is not None}
    (q, r), (x, y), (a, b) = grid.axial(left), grid.axial(there), grid.axial(here)
    wanted = [left, grid.at_axial(a + x - q, b + y - r), here, *sorted(cell for cell in steps if cell is not None)]
    for cell in wanted:
        if cell is None or (cell != here and (cell not in steps or not free >> cell & 1)):
            continue
        if grid.distance_sets(grid.footprint(cell, size), own, METRIC) <= 1:
            return cell
    return None


async def _arrive(world: World, unit: int, old: int) -> None:
    """Somewhere else, and from so high: whose place it leaves, who sees it, what the ground does."""
    leave_place(world, unit)
    tidy(world)
    glance(world)
    await _land(world, unit, old)
    await enter(world, unit)


async def _land(world: World, unit: int, old: int) -> None:
    """A drop deeper than 2 m is a fall: 1d6 for every full 3 m."""
    if not afoot(world, unit):
        return
    numbers, metres = numbers_of(world), old - level(board_of(world), cells_of(world, unit))
    dice = (numbers.fall_die,) * (metres // numbers.fall_metres)
    if dice and metres > numbers.easy_drop:
        blow = Blow((Part("physical", dice),))
        faces, _ = await roll_blow(world, unit, blow, "fall")
        await deal(world, None, unit, blow, None, "VITALITY-DMG-15", faces, 0)


async def enter(world: World, unit: int, *, slot: bool = False) -> None:
    """VITALITY-DR-15, DMG-15: dangerous ground strikes on entering, once a turn, and at the slot of who is in it."""
    if not afoot(world, unit):
        return
    table, places, own = sheet_of(world).gear.hazards, board_of(world).hazards, cells_of(world, unit)
    for word, hazard in [(word, table[word]) for word, where in places.items() if where & own and word in table]:
        turn = world.get(unit, Turn)
        if not on_board(world, unit) or (word in turn.entered and not slot):
            continue
        if not slot:
            update_turn(world, unit, entered=(*turn.entered, word))
        await burn(world, unit, word, hazard)


async def burn(world: World, unit: int, word: str, hazard: Hazard) -> None:
    """One hazard against one unit: Defense Roll against 12, damage, and what it leaves."""
    world.emit(Used(unit, word, "hazard", (unit,), rule="VITALITY-DR-15"))
    passed = False
    if hazard.dr:
        power = hazard.power or numbers_of(world).hazard_power
        passed = await defense_roll(world, unit, hazard.dr, power, None, None, "VITALITY-DR-15")
    if not passed or hazard.success == "half":
        blow = changed(blow_of(hazard.damage), halved=passed)
        faces, _ = await roll_blow(world, unit, blow)
        await deal(world, None, unit, blow, None, "VITALITY-DMG-15", faces, 0)
    if not passed and hazard.adds and on_board(world, unit):
        inflict(world, unit, hazard.adds)


async def walk(world: World, unit: int, cell: Cell, metres: int, path: tuple[Cell, ...] = ()) -> None:
    """VITALITY-ECON-3: along the cheapest path, maybe known, step by step, paid from the movement pool."""
    path = path or ground.walkable(world, unit, metres // factor(world, unit)).path(cell)
    walk_off(world, unit)
    await _along(world, unit, path)


async def _along(world: World, unit: int, path: tuple[Cell, ...], past: Past = ()) -> None:
    """As far as it goes: somebody may step into its way, or throw it off it (HOLD-10)."""
    bent = _bent(world, unit)
    begin = 0 if past else _unnoticed(world, unit, path)
    for here, there in pairwise(path[begin:]):
        cost = pricing(world, unit, past)(here, there)
        if cost is None or cost * factor(world, unit) > movement(world, unit):
            break
        if not await step_to(world, unit, there, cost * factor(world, unit)) or _bent(world, unit) != bent:
            break
    slip(world, unit)
    settle(world, unit)


def _unnoticed(world: World, unit: int, path: tuple[Cell, ...]) -> int:
    """Take those of the first steps at once in which nobody has anything to do; how many there are."""
    board, shut = board_of(world), holding.heeded(world, unit)
    if shut is None or hiders(world) or bound(world) or world.each(Carried) or world.each(Leaning):
        return 0
    if not up(world, unit) or still(world, unit):
        return 0
    shut |= union(where for word, where in board.hazards.items() if word in sheet_of(world).gear.hazards)
    grid, size, flat = board.grid, size_of(world, unit), not board.heights
    many, left, times = 0, movement(world, unit), factor(world, unit)
    price_of = pricing(world, unit)
    way: list[tuple[Cell, int]] = []
    for here, there in pairwise(path if flat and not grid.footprint(path[0], size) & shut else ()):
        cost = price_of(here, there)
        if cost is None or cost * times > left or grid.footprint(there, size) & shut:
            break
        left -= cost * times
        many += 1
        way.append((there, cost * times))
    if many:
        stroll(world, unit, way, rule="VITALITY-MOVE-1")
        reset(world, unit, "movement", left)
    return many


def _bent(world: World, unit: int) -> tuple[bool, int | None]:
    """What a way depends on: tripped or frightened on it (HOLD-10) a unit does not just go on."""
    fear = world.get(unit, Conditions).find("frightened")
    return holds(world, unit, "prone"), fear.source if fear is not None else None


def settle(world: World, unit: int) -> None:
    """Nobody ends its movement where it may not stop (MOVE-6): it is put back on the nearest free space."""
    here = world.get(unit, Position).cell if afoot(world, unit) else None
    there = None if here is None else nearest_stop(world, unit, here)
    if there is not None and there != here:
        place(world, unit, there, "place", rule="VITALITY-MOVE-6")
        tidy(world)


def stand_up(world: World, unit: int) -> None:
    """VITALITY-ACT-40."""
    begin_act(world, unit)
    world.emit(Used(unit, "stand_up", "free", rule="VITALITY-ACT-40"))
    reset(world, unit, "movement", movement(world, unit) - numbers_of(world).stand_metres)
    lift(world, unit, "prone", "VITALITY-ACT-40")


@derived()
def jumps(world: World, unit: int) -> dict[Cell, int]:
    """VITALITY-MOVE-4 and 5: cells a jump leads to, with the metres they cost; not those that a walk reaches as cheap,
    unless the jump is over dangerous ground; nor past enemies, which takes a check (MOVE-7).
    """
    left = movement(world, unit)
    if left <= 0 or still(world, unit) or host_of(world, unit) is not None or holds(world, unit, "prone"):
        return {}
    board, here = board_of(world), world.get(unit, Position).cell
    grid, limit = board.grid, jump_number(world, unit).total
    walked, cheap = ground.walkable(world, unit, farthest(world, unit)), 0
    found: dict[Cell, int] = {}
    open_ = ground.stops(world, unit, unit) & ~(1 << here) & ~ground.dreaded(world, unit)
    table = sheet_of(world).gear.hazards
    dangers = union(where for word, where in board.hazards.items() if word in table)
    burning = grid.anchors_touching(dangers, size_of(world, unit)) if dangers else 0
    for far in range(1, min(limit, left) + 1):
        for near in walked.levels[: far + 1]:
            cheap |= near
        wanted = grid.ring(here, far, METRIC) & open_ & ~(0 if burning else cheap)
        for cell in cells(wanted) if wanted else ():  # hardly ever any
            if cheap >> cell & 1 and not (burning and burning & bits(grid.line(here, cell)[1:-1])):
                continue
            if _clears(world, unit, cell, limit // 2):
                found[cell] = far
    return found


def _clears(world: World, unit: int, cell: Cell, highest: int) -> bool:
    """Whether what is between does not keep it from jumping there: a rise, walls, others' spaces."""
    board, own, here = board_of(world), cells_of(world, unit), world.get(unit, Position).cell
    there = board.grid.footprint(cell, size_of(world, unit))
    if level(board, there) - level(board, own) > highest:
        return False
    if any(_stands_between(board, one, other) for one, other in zip(cells(own), cells(there), strict=True)):
        return False
    shut = _shut(world, unit)
    return not (shut and all(way & shut for way in _flights(board.grid, here, cell)))


def _flights(grid: Grid, here: Cell, cell: Cell) -> tuple[CellSet, CellSet]:
    """The cells between the ends of a jump, by either side of a line between two cells."""
    one, other = (grid.straight(here, cell, lean=lean)[1:-1] for lean in (1, -1))
    return bits(one), bits(other)


def _shut(world: World, unit: int) -> CellSet:
    """Anchors that nobody leaps over: spaces of enemies (MOVE-7), and too near to what the unit fears (COND-13)."""
    spaces = board_of(world).grid.anchors_touching(ground.barring(world, unit), size_of(world, unit))
    return spaces | ground.dreaded(world, unit)


def jump_number(world: World, unit: int) -> Breakdown:
    """VITALITY-MOVE-4 and 5: how far it jumps from where it stands."""
    return jump_range(world, unit, difficult=bool(board_of(world).difficult & cells_of(world, unit)))


@lru_cache(maxsize=1 << 15)
def _stands_between(board: Board, here: Cell, cell: Cell) -> bool:
    """Whether a wall too high to jump over does, or two that meet at a corner."""
    grid, line = board.grid, board.grid.line(here, cell)
    if any(board.blocks_sight >> each & 1 for each in line[1:-1]):
        return True
    for one, two in pairwise(line):
        way = next((d for d in range(grid.directions) if grid.step(one, d) == two), None)
        if way is not None and (board.walls[way] >> one & 1 or ground.cornered(grid, one, way, board.blocks_sight)):
            return True
    return False


async def jump(world: World, unit: int, action: Action) -> None:
    """VITALITY-MOVE-5: straight there; terrain and gaps on the way do not count."""
    cell, cost = action.there, jumps(world, unit)[action.there]
    here, board = world.get(unit, Position).cell, board_of(world)
    flight = next(way for way in _flights(board.grid, here, cell) if not way & _shut(world, unit))
    if bumps(world, unit, board.grid.expand(flight | 1 << cell, size_of(world, unit))):
        return
    world.emit(Used(unit, "jump", "free", cell=cell, rule="VITALITY-MOVE-5"))
    before = holding.watch(world, *load(world, unit))
    old = level(board, cells_of(world, unit))
    place(world, unit, cell, "jump", cost=cost, rule="VITALITY-MOVE-5")
    reset(world, unit, "movement", movement(world, unit) - cost)
    await _arrive(world, unit, old)
    await holding.moved(world, before)


async def force_past(world: World, unit: int, action: Action) -> None:
    """VITALITY-MOVE-7: opposed checks before it sets out; who fails one stays, and has paid for the try."""
    cell, past = action.there, action.others
    path = (world.get(unit, Position).cell, *routes(world, unit)[cell, past])
    entry = sheet_of(world).main.manoeuvres["pass"]
    world.emit(Used(unit, "pass", "free", past, cell=cell, rule="VITALITY-MOVE-7"))
    for enemy in past:
        won = await opposed(world, entry, "pass", unit, enemy)
        give_away(world, unit)  # HIDE-7
        if not won:
            reset(world, unit, "movement", max(0, movement(world, unit) - ground.DIFFICULT * factor(world, unit)))
            return
    await _along(world, unit, path, past)


def leave(world: World, unit: int, action: Action) -> None:
    """House rule of END-1: whoever stands on an exit may leave the battle in its turn."""
    cells_ = cells_of(world, unit)
    slip(world, unit)
    remove(world, unit, "leave", rule="VITALITY-END-1")
    fell(world, unit, "fled", "VITALITY-END-1")
    escaped(world, unit, cells_)
    tidy(world)


async def dismount(world: World, unit: int, action: Action) -> None:
    """VITALITY-ACT-31: 1 m of movement, down beside the host and into whatever is there."""
    if bumps(world, unit, board_of(world).grid.footprint(action.there, size_of(world, unit))):
        return
    before = holding.watch(world, *load(world, unit))
    reset(world, unit, "movement", movement(world, unit) - numbers_of(world).dismount_metres)
    get_off(world, unit, action.there)
    glance(world)
    await enter(world, unit)
    await holding.moved(world, before)


@derived_own
def farthest(world: World, unit: int) -> int:
    """Metres that it could come to have in its pool in this turn."""
    return max([movement(world, unit), *(metres for _, metres in advance_metres(world, unit))])


@derived_own
def advance_metres(world: World, unit: int) -> list[tuple[int, int]]:
    """VITALITY-ACT-7 and 8: (AP, metres in the pool) after so many Moves, or a Sprint where that is farther."""
    numbers, basic_ = numbers_of(world), basic_movement(world, unit).total
    have, ap = movement(world, unit), pool(world, unit, "ap")
    found = [(n * numbers.move_ap, have + n * basic_) for n in range(1, ap // numbers.move_ap + 1)]
    if ap >= numbers.sprint_ap:
        found = [row for row in found if row[0] < numbers.sprint_ap]
        found.append((numbers.sprint_ap, have + numbers.sprint_factor * basic_))
    return found
