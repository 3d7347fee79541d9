"""Abilities: whom and what they may be used on, upcasting, and what they do (ACT-41, DR-1, section 4.5)."""

from __future__ import annotations

from functools import lru_cache

from game.grid.grid import Cell, CellSet, Grid, bits, cells
from game.kernel.components import Conditions, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Judged, Rolled, Used
from game.kernel.flow import Option, Roll, decide
from game.map.board import LEVEL, Board
from game.rules.vitality import holding, summoning
from game.rules.vitality.bonds import load, seats
from game.rules.vitality.checks import default_dr, default_dr_of_damage, defense_roll
from game.rules.vitality.damage import Blow, blow_of, merged
from game.rules.vitality.figures import dr_power
from game.rules.vitality.force import crash, crash_into, push, teleport
from game.rules.vitality.ground import rooms, stops
from game.rules.vitality.harm import deal, heal, mitigate, roll_blow, suffer
from game.rules.vitality.hiding import give_away
from game.rules.vitality.kinds import Ability
from game.rules.vitality.sheet import faces, numbers_of, sheet_of
from game.rules.vitality.sight import (
    METRIC,
    area,
    blocked,
    blocked_between,
    distance,
    distance_to,
    hidden_from,
    look,
    on_board,
    sight_board,
    targetable,
)
from game.rules.vitality.state import Riding, body, has, inflict, lift, pool, spend, stats
from game.rules.vitality.strike import ability_attack, make_attack, raised
from game.rules.vitality.who import allies, charmed_by, foes, friendly, is_thing, living, rank, up, upright
from game.systems.field import board_of, cells_of, size_of

# Where they may go


def targets(world: World, unit: int, entry: Ability) -> list[int]:
    """Units that an Ability may be used on, in range and targetable (ATK-10)."""
    if entry.kind in ("heal", "buff"):
        pool_ = [other for other in allies(world, unit) if distance(world, unit, other) <= entry.range]
        return [other for other in pool_ if other == unit or targetable(world, unit, other)]
    found = []
    for other in living(world):
        if other == unit or distance(world, unit, other) > entry.range or charmed_by(world, unit, other):
            continue
        if entry.smaller and rank(world, unit) - rank(world, other) < entry.smaller:
            continue
        if is_thing(world, other) and not (entry.damage or entry.push):
            continue
        if friendly(world, unit, other) and not (entry.teleport or entry.push):
            continue
        if targetable(world, unit, other):
            found.append(other)
    return found


def affected(world: World, unit: int, entry: Ability, cell: Cell) -> list[int]:
    """Whom an area about a cell or a line to it touches (section 7.6, 7.7)."""
    where = line_cells(world, unit, cell, entry.line) if entry.line else area(world, cell, entry.radius)
    return [other for other in living(world) if other != unit * bool(entry.line) and cells_of(world, other) & where]


def line_cells(world: World, unit: int, cell: Cell, length: int, *, wanted: CellSet = -1) -> CellSet:
    """The cells that a line of that length crosses toward a cell, up to the first full blocker.

    None at once if it comes by none of the wanted ones.
    """
    board = sight_board(world)
    grid, own = board.grid, cells_of(world, unit)
    start = own.bit_length() - 1 if own & (own - 1) == 0 else grid.nearest_cells(own, 1 << cell, METRIC)[0]
    if not _straight(grid, start, cell) & wanted:
        return 0
    return _line(board, start, cell, length) & ~own


@lru_cache(maxsize=1 << 15)
def _straight(grid: Grid, start: Cell, cell: Cell) -> CellSet:
    return bits(grid.line(start, cell))


@lru_cache(maxsize=1 << 14)
def _line(board: Board, start: Cell, cell: Cell, length: int) -> CellSet:
    grid, found = board.grid, 0
    for there in grid.line(start, cell):
        if there == start:
            continue
        if (board.blocks_sight >> there & 1 and board.impassable >> there & 1) or blocked(board, start, there):
            break
        if grid.distance(start, there, METRIC) <= length:
            found |= 1 << there
    return found


def spots(world: World, unit: int, entry: Ability) -> list[Cell]:
    """Cells to aim an area or a line at: those that touch an enemy the unit knows of."""
    board = board_of(world)
    grid, known = board.grid, _known(world, unit)
    if entry.line:
        start = cells_of(world, unit)
        ring = grid.within(start, entry.line, METRIC) & ~start
        edge = _border(world)
        far = [c for c in cells(ring) if edge >> c & 1 or grid.distance_sets(start, 1 << c, METRIC) == entry.line]
        bodies_ = 0
        for foe in known:
            bodies_ |= cells_of(world, foe)
        return [cell for cell in far if line_cells(world, unit, cell, entry.line, wanted=bodies_) & bodies_]
    return area_spots(world, unit, entry.range, entry.radius)


def area_spots(world: World, unit: int, metres: int, radius: int) -> list[Cell]:
    """Cells within so many metres that the unit sees, and about which an area touches an enemy it knows of."""
    board, near, bodies_ = board_of(world), 0, 0
    for foe in _known(world, unit):
        bodies_ |= cells_of(world, foe)
        near |= board.grid.within(cells_of(world, foe), radius, METRIC)
    own = [c for c in cells(near & ~sight_board(world).impassable) if distance_to(world, unit, c) <= metres]
    seen = [c for c in own if any(not blocked_between(world, eye, c) for eye in cells(cells_of(world, unit)))]
    return [cell for cell in seen if _catches(sight_board(world), cell, radius, bodies_)]


def _known(world: World, unit: int) -> list[int]:
    return [foe for foe in upright(world, unit) if not hidden_from(world, foe, unit)]


def _border(world: World) -> CellSet:
    grid = board_of(world).grid
    inner = grid.everywhere
    for d in range(grid.directions):
        inner &= grid.shift(grid.everywhere, d)
    return grid.everywhere & ~inner


def _catches(board: Board, cell: Cell, radius: int, wanted: CellSet) -> bool:
    """Whether an area about a cell holds any of the wanted cells: the quick question instead of `area`."""
    near = board.grid.disc(cell, radius, METRIC) & wanted & ~board.impassable
    return any(
        abs(board.ground[each] - board.ground[cell]) // LEVEL <= radius and not blocked(board, cell, each)
        for each in cells(near)
    )


def landings(world: World, unit: int, target: int, metres: int, *, taken: bool = False) -> list[Cell]:
    """VITALITY-TELE-5: cells within so many metres of a target that the unit sees and where the target fits.

    `taken` are those where it would be in somebody else's space (D27) instead of the free ones. Riders have free
    spaces on their hosts as well (ACT-27).
    """
    board, riding = board_of(world), world.find(target, Riding)
    here = world.get(target, Position).cell
    free = stops(world, target, unit)
    for cell in seats(world, target, riding.host) if riding is not None else ():
        free |= 1 << cell
    near = board.grid.disc(here, metres, METRIC) & ~(1 << here)
    near &= rooms(board, size_of(world, target)) & ~free if taken else free
    eyes = list(cells(cells_of(world, unit)))
    return [cell for cell in cells(near) if any(not blocked_between(world, eye, cell) for eye in eyes)]


def rams(world: World, unit: int, metres: int) -> list[Cell]:
    """VITALITY-TELE-1 and 5: cells that touch an enemy, for who means to be torn together with it."""
    grid, size, bodies_ = board_of(world).grid, size_of(world, unit), 0
    for foe in foes(world, unit):
        bodies_ |= cells_of(world, foe)
    near = grid.anchors_touching(bodies_, size)
    return [cell for cell in landings(world, unit, unit, metres, taken=True) if near >> cell & 1]


# Upcasting


def upcast_steps(world: World, unit: int, entry: Ability, *, paid: bool = False) -> int:
    """How many times 2 WP more may be paid (section 4.5, CINE-19)."""
    if not (entry.up or entry.up_metres):
        return 0
    numbers = numbers_of(world)
    limit = 2 * body(world, unit).tier + (numbers.awakened_upcast if has(world, unit, "awakened") else 0)
    rest = pool(world, unit, "wp") - (0 if paid else entry.wp)
    return max(0, min(limit, rest) // numbers.upcast_step)


async def choose_upcast(world: World, unit: int, entry: Ability) -> int:
    """D25: how much more is paid; the Ability's own cost is paid already."""
    step = numbers_of(world).upcast_step
    most = upcast_steps(world, unit, entry, paid=True)
    options = [Option(f"upcast {n * step}", rule="VITALITY-ACT-41") for n in range(most + 1)]
    key = await decide(unit, "upcast", options, rule="VITALITY-ACT-41", about=world.events[-1])
    more = int(key.partition(" ")[2])
    spend(world, unit, "VITALITY-ACT-41", wp=more)
    return more // step


# Using them


async def use(world: World, unit: int, words: list[str]) -> None:
    """VITALITY-ACT-41: AP and WP are paid; what the Ability does, and what gives away (HIDE-7)."""
    entry = sheet_of(world).abilities[words[0]]
    aimed = entry.kind in ("attack", "dr")
    where = _cell(world, words) if entry.radius or entry.line or entry.kind in ("self", "summon") else None
    hit = (int(words[1]),) if where is None else ()
    world.emit(Used(unit, words[0], "ability", hit, where, rule="VITALITY-ACT-41"))
    if entry.kind == "attack":
        steps = await choose_upcast(world, unit, entry)
        await make_attack(world, ability_attack(world, unit, words, steps), int(words[1]))
    elif entry.kind == "dr":
        steps = await choose_upcast(world, unit, entry)
        await _resisted(world, unit, entry, words, steps)
    elif entry.kind == "heal":
        steps = await choose_upcast(world, unit, entry)
        await _heal(world, unit, entry, int(words[1]), steps)
    elif entry.kind == "buff":
        await buff(world, unit, int(words[1]), entry.adds)
    elif entry.kind == "self":
        await _blink(world, unit, entry, words)
    else:
        summoning.summon(world, unit, entry, _cell(world, words))
    if aimed:
        give_away(world, unit)
    if entry.kind == "attack":
        await holding.happened(world, "attack", unit, int(words[1]))
    if on_board(world, unit):
        await holding.happened(world, "ability", unit)


def _cell(world: World, words: list[str]) -> Cell:
    return board_of(world).grid.parse(words[1])


def dr_of(world: World, entry: Ability) -> str:
    """The Defense Roll it names, else the one usual for what it does (DR-6 to 12)."""
    if entry.dr:
        return entry.dr
    if entry.adds:
        return default_dr(world, entry.adds)
    if entry.line or entry.teleport:
        return "dexterity"
    return default_dr_of_damage(world, next(iter(entry.damage), "physical"))


def power_blow(world: World, entry: Ability, steps: int = 0) -> Blow:
    """The damage of an Ability that is resisted."""
    return Blow(merged(blow_of(raised(entry.damage, entry.up, steps)).parts))


async def _resisted(world: World, unit: int, entry: Ability, words: list[str], steps: int) -> None:
    """VITALITY-DR-1: each target rolls; damage is thrown once for all."""
    if entry.radius or entry.line:
        cell = _cell(world, words)
        hit, origin = affected(world, unit, entry, cell), cell if entry.radius else None
    else:
        hit, origin = [int(words[1])], None
    blow = power_blow(world, entry, steps)
    thrown, _ = await roll_blow(world, unit, blow) if blow.parts else ((), 0)
    for target in hit:
        if on_board(world, target) and on_board(world, unit):
            await _resist(world, unit, entry, target, origin, blow, thrown, steps)


async def _resist(
    world: World,
    unit: int,
    entry: Ability,
    target: int,
    origin: Cell | None,
    blow: Blow,
    thrown: tuple[int, ...],
    steps: int,
) -> None:
    seen = look(world, unit, target, origin=origin)
    power = dr_power(world, unit)
    passed = await defense_roll(world, target, dr_of(world, entry), power, seen, unit, "VITALITY-DR-1")
    if passed and entry.success != "half":
        return
    found = changed(blow, halved=passed)
    if entry.push and not passed:
        await _pushed(world, unit, entry, target, found, thrown, entry.push + entry.up_metres * steps)
        return
    if found.parts:
        await deal(world, unit, target, found, seen, "VITALITY-DMG-1", thrown, 0)
    if passed or not on_board(world, target):
        return
    if entry.adds:
        inflict(world, target, entry.adds, unit)
    if entry.teleport:
        await _displaced(world, unit, entry, target)


async def _pushed(
    world: World, unit: int, entry: Ability, target: int, blow: Blow, thrown: tuple[int, ...], metres: int
) -> None:
    """VITALITY-FORCE-6: the collision may be merged with the Ability's own damage into one hit."""
    amount, others = await push(world, unit, target, metres, dr_power(world, unit))
    await settle_push(world, unit, target, blow, thrown, amount)
    await crash_into(world, unit, others)


async def settle_push(world: World, unit: int, target: int, blow: Blow, thrown: tuple[int, ...], amount: int) -> None:
    """One hit or two, as the mover likes; asked only if it makes a difference and both hurt."""
    if not on_board(world, target):
        return
    if not blow.parts or not amount:
        parts = (*blow.parts, *((crash(amount),) if amount else ()))
        if parts:
            await deal(world, unit, target, Blow(merged(parts)), None, "VITALITY-DMG-1", thrown, 0)
        return
    one = Blow(merged((*blow.parts, crash(amount))))
    merged_left = await mitigate(world, None, target, one, None, thrown, 0)
    first = await mitigate(world, None, target, blow, None, thrown, 0)
    second = await mitigate(world, None, target, Blow((crash(amount),)), None, (), 0)
    together = True
    if merged_left.total != first.total + second.total:
        options = [Option("merge", rule="VITALITY-FORCE-6"), Option("separate", rule="VITALITY-FORCE-6")]
        key = await decide(unit, "merge_damage", options, rule="VITALITY-FORCE-6", about=world.events[-1])
        together = key == "merge"
    for left in (merged_left,) if together else (first, second):
        if on_board(world, target):
            await suffer(world, unit, target, left, "VITALITY-FORCE-6")


async def _displaced(world: World, unit: int, entry: Ability, target: int) -> None:
    """VITALITY-TELE-1 and 5: the mover picks where to; a space it knows to be taken is a choice too."""
    grid = board_of(world).grid
    free = landings(world, unit, target, entry.teleport)
    full = landings(world, unit, target, entry.teleport, taken=True)
    options = [Option(f"to {grid.name(cell)}", cell=cell, rule="VITALITY-TELE-5") for cell in free]
    options += [Option(f"into {grid.name(cell)}", cell=cell, rule="VITALITY-TELE-1") for cell in full]
    if not options:
        world.emit(Judged(target, "teleport", "stopped", rule="VITALITY-TELE-5"))
        return
    key = await decide(unit, "displace", options, rule="VITALITY-TELE-5", about=world.events[-1])
    before = holding.watch(world, *load(world, target))
    await teleport(world, unit, target, grid.parse(key.partition(" ")[2]))
    await holding.moved(world, before, forced=True)  # FORCE-10


async def _blink(world: World, unit: int, entry: Ability, words: list[str]) -> None:
    """Farther than its plain range costs upcasting, which is paid with it."""
    cell = _cell(world, words)
    far = board_of(world).grid.distance(world.get(unit, Position).cell, cell, METRIC)
    spend(world, unit, "VITALITY-ACT-41", wp=blink_more(world, entry, far))
    before = holding.watch(world, *load(world, unit))
    await teleport(world, unit, unit, cell)
    await holding.moved(world, before)


def blink_more(world: World, entry: Ability, metres: int) -> int:
    """WP that a longer jump costs more."""
    over = max(0, metres - entry.teleport)
    return -(-over // max(1, entry.up_metres)) * numbers_of(world).upcast_step


async def _heal(world: World, unit: int, entry: Ability, target: int, steps: int) -> None:
    dice = faces(raised({"heal": entry.heal}, entry.up, steps)["heal"])
    thrown = await Roll(unit, "heal", dice, "VITALITY-DMG-14")
    world.emit(Rolled(unit, "heal", dice, thrown, (), "VITALITY-DMG-14"))
    bonus = stats(world, unit).bonus(body(world, unit).primary)
    heal(world, target, max(0, sum(thrown) + bonus), "VITALITY-DMG-14", unit)


async def buff(world: World, unit: int, target: int, name: str) -> None:
    """Section 4.5: a creature carries two Buffs; a further one takes the place of one it chooses."""
    table = sheet_of(world).effects
    carried = [item.name for item in world.get(target, Conditions).items if table[item.name].category == "buff"]
    if name not in carried and len(carried) >= numbers_of(world).buff_limit:
        options = [Option(f"drop {each}", rule="VITALITY-COND-1") for each in carried]
        chooser = target if up(world, target) else unit
        key = await decide(chooser, "drop_buff", options, rule="VITALITY-COND-1", about=world.events[-1])
        lift(world, target, key.partition(" ")[2], "VITALITY-COND-1")
    inflict(world, target, name, unit)
