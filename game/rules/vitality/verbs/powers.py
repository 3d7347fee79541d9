"""Abilities: whom and what they may be used on, upcasting, and what they do (ACT-41, DR-1)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import TypeAlias

import game.rules.vitality.state as state
from game.grid.grid import Cell, CellSet, Grid, bits, cells, union
from game.kernel.components import Conditions, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Judged, Used
from game.kernel.flow import Action
from game.map.board import LEVEL, Board
from game.rules.asking import ask
from game.rules.throwing import throw_dice
from game.rules.vitality.budget import spend
from game.rules.vitality.checks.numbers import dr_power
from game.rules.vitality.checks.rolls import default_dr, default_dr_of_damage, defense_roll
from game.rules.vitality.entries import Ability
from game.rules.vitality.harm.damage import Blow, Faces, blow_of, merged
from game.rules.vitality.harm.suffering import deal, heal, mitigate, roll_blow, suffer
from game.rules.vitality.muster import join
from game.rules.vitality.position import sight
from game.rules.vitality.position.ground import stops
from game.rules.vitality.position.hiding import give_away
from game.rules.vitality.position.lines import METRIC, blocked
from game.rules.vitality.position.ties import load, seats
from game.rules.vitality.sheet import faces, numbers_of, sheet_of
from game.rules.vitality.state import body, foes, friendly, host_of, inflict, is_thing, living, rank, stats, up
from game.rules.vitality.turns import waiting as holding
from game.rules.vitality.verbs.force import crash, crash_into, push, teleport
from game.rules.vitality.verbs.strike import ability_attack, choose_upcast, make_attack, raised
from game.rules.vitality.verbs.walking import bumps, settle
from game.systems.conditions import lift
from game.systems.field import board_of, cells_of, size_of
from game.systems.steps import rooms


def targets(world: World, unit: int, entry: Ability) -> list[int]:
    """Units that an Ability may be used on, in range and targetable (ATK-10)."""
    if entry.kind in ("heal", "buff"):
        pool_ = [other for other in state.allies(world, unit) if sight.distance(world, unit, other) <= entry.range]
        return [other for other in pool_ if other == unit or sight.targetable(world, unit, other)]

    def fits(other: int) -> bool:
        if entry.smaller and rank(world, unit) - rank(world, other) < entry.smaller:
            return False
        if is_thing(world, other) and not (entry.damage or entry.push):
            return False
        return not friendly(world, unit, other) or bool(entry.teleport or entry.push)

    near = (o for o in living(world) if o != unit and sight.distance(world, unit, o) <= entry.range)
    free = (other for other in near if not state.charmed_by(world, unit, other) and fits(other))
    return [other for other in free if sight.targetable(world, unit, other)]


def affected(world: World, unit: int, entry: Ability, cell: Cell) -> list[int]:
    """Whom an area about a cell or a line to it touches."""
    where = line_cells(world, unit, cell, entry.line) if entry.line else sight.area(world, cell, entry.radius)
    return [other for other in living(world) if other != unit * bool(entry.line) and cells_of(world, other) & where]


def aimed_at(world: World, unit: int, entry: Ability, action: Action) -> list[int]:
    """Whom an action aims an Ability at."""
    return affected(world, unit, entry, action.there) if action.unit is None else [action.unit]


def line_cells(world: World, unit: int, cell: Cell, length: int, *, wanted: CellSet = -1) -> CellSet:
    """The cells that a line of that length crosses toward a cell, up to the first full blocker, if by wanted ones."""
    board = sight.sight_board(world)
    grid, own = board.grid, cells_of(world, unit)
    start = own.bit_length() - 1 if own & (own - 1) == 0 else grid.nearest_cells(own, 1 << cell, METRIC)[0]
    return 0 if not _straight(grid, start, cell) & wanted else _line(board, start, cell, length) & ~own


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
    grid, known = board_of(world).grid, _known(world, unit)
    if entry.line:
        start, wanted = cells_of(world, unit), union(cells_of(world, foe) for foe in known)
        edge = grid.border | ~grid.within(start, entry.line - 1, METRIC)
        far = grid.within(start, entry.line, METRIC) & ~start & edge
        return [cell for cell in cells(far) if line_cells(world, unit, cell, entry.line, wanted=wanted) & wanted]
    return area_spots(world, unit, entry.range, entry.radius)


def area_spots(world: World, unit: int, metres: int, radius: int) -> list[Cell]:
    """Cells within so many metres that the unit sees, and about which an area touches an enemy it knows of."""
    bodies_ = [cells_of(world, foe) for foe in _known(world, unit)]
    near, wanted = union(board_of(world).grid.within(body, radius, METRIC) for body in bodies_), union(bodies_)
    own = [c for c in cells(near & ~sight.sight_board(world).impassable) if sight.distance_to(world, unit, c) <= metres]
    seen = [c for c in own if any(not sight.blocked_between(world, eye, c) for eye in sight.eyes_of(world, unit))]
    return [cell for cell in seen if _catches(sight.sight_board(world), cell, radius, wanted)]


def _known(world: World, unit: int) -> list[int]:
    return [foe for foe in state.conscious_enemies(world, unit) if not sight.hidden_from(world, foe, unit)]


def _catches(board: Board, cell: Cell, radius: int, wanted: CellSet) -> bool:
    """Whether an area about a cell holds any of the wanted cells: the quick question instead of `area`."""
    near = board.grid.disc(cell, radius, METRIC) & wanted & ~board.impassable
    level = (each for each in cells(near) if abs(board.ground[each] - board.ground[cell]) // LEVEL <= radius)
    return any(not blocked(board, cell, each) for each in level)


def landings(world: World, unit: int, target: int, metres: int, *, taken: bool = False) -> list[Cell]:
    """VITALITY-TELE-5: cells within so many metres of a target that the unit sees and where the target fits; those in
    somebody else's space if `taken`, else the free ones, for riders also on their hosts (ACT-27).
    """
    board, host = board_of(world), host_of(world, target)
    here = world.get(target, Position).cell
    free = stops(world, target, unit) | (bits(seats(world, target, host)) if host is not None else 0)
    near = board.grid.disc(here, metres, METRIC) & ~(1 << here)
    near &= rooms(board, size_of(world, target)) & ~free if taken else free
    eyes = sight.eyes_of(world, unit)
    return [cell for cell in cells(near) if any(not sight.blocked_between(world, eye, cell) for eye in eyes)]


def rams(world: World, unit: int, metres: int) -> list[Cell]:
    """VITALITY-TELE-1 and 5: cells that touch an enemy, for who means to be torn together with it."""
    crowd = union(cells_of(world, foe) for foe in foes(world, unit))
    near = board_of(world).grid.anchors_touching(crowd, size_of(world, unit))
    return [cell for cell in landings(world, unit, unit, metres, taken=True) if near >> cell & 1]


Use: TypeAlias = "Callable[[World, int, Ability, Action], Awaitable[None]]"


async def use(world: World, unit: int, entry: Ability, action: Action) -> None:
    """VITALITY-ACT-41: AP and WP are paid; what the Ability does, and what gives away (HIDE-7)."""
    hit = () if action.unit is None else (action.unit,)
    world.emit(Used(unit, action.verb, "ability", hit, action.cell, rule="VITALITY-ACT-41"))
    await _USES[entry.kind](world, unit, entry, action)
    if entry.kind in ("attack", "dr"):
        give_away(world, unit)
    if entry.kind == "attack":
        await holding.happened(world, "attack", unit, action.target)
    if sight.on_board(world, unit):
        await holding.happened(world, "ability", unit)


async def _attack(world: World, unit: int, entry: Ability, action: Action) -> None:
    steps = await choose_upcast(world, unit, entry)
    await make_attack(world, ability_attack(unit, action, steps), action.target)


async def _summon(world: World, unit: int, entry: Ability, action: Action) -> None:
    """VITALITY-ROUND-6: it stands there at once, has its RP, and takes its first turn next round."""
    bumps(world, unit, 1 << action.there)
    settle(world, join(world, unit, entry.unit, action.there))


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


async def _resisted(world: World, unit: int, entry: Ability, action: Action) -> None:
    """VITALITY-DR-1: each target rolls; damage is thrown once for all."""
    steps = await choose_upcast(world, unit, entry)
    hit, origin = aimed_at(world, unit, entry, action), action.cell if entry.radius else None
    blow = power_blow(world, entry, steps)
    thrown, _ = await roll_blow(world, unit, blow) if blow.parts else ((), 0)
    for target in hit:
        if sight.on_board(world, target) and sight.on_board(world, unit):
            seen = sight.look(world, unit, target, origin=origin)
            await _resist(world, unit, entry, target, seen, blow, thrown, steps)


async def _resist(
    world: World, unit: int, entry: Ability, target: int, seen: sight.Look, blow: Blow, dice: Faces, steps: int
) -> None:
    power = dr_power(world, unit)
    passed = await defense_roll(world, target, dr_of(world, entry), power, seen, unit, "VITALITY-DR-1")
    if passed and entry.success != "half":
        return
    found = changed(blow, halved=passed)
    if entry.push and not passed:
        # FORCE-6: the collision may be merged with the Ability's own damage into one hit
        amount, others = await push(world, unit, target, entry.push + entry.up_metres * steps, power)
        await settle_push(world, unit, target, found, dice, amount)
        await crash_into(world, unit, others)
        return
    if found.parts:
        await deal(world, unit, target, found, seen, "VITALITY-DMG-1", dice, 0)
    if passed or not sight.on_board(world, target):
        return
    if entry.adds:
        inflict(world, target, entry.adds, unit)
    if entry.teleport:
        await _displaced(world, unit, entry, target)


async def settle_push(world: World, unit: int, target: int, blow: Blow, thrown: tuple[int, ...], amount: int) -> None:
    """One hit or two, as the mover likes; asked only if it makes a difference and both hurt."""
    if not sight.on_board(world, target):
        return
    parts = (*blow.parts, *((crash(amount),) if amount else ()))
    one = Blow(merged(parts))
    if not blow.parts or not amount:
        if parts:
            await deal(world, unit, target, one, None, "VITALITY-DMG-1", thrown, 0)
        return
    merged_left = await mitigate(world, None, target, one, None, thrown, 0)
    first = await mitigate(world, None, target, blow, None, thrown, 0)
    second = await mitigate(world, None, target, Blow((crash(amount),)), None, (), 0)
    same = merged_left.total == first.total + second.total
    together = same or (await ask(world, unit, "merge_damage")).verb == "merge"
    for left in (merged_left,) if together else (first, second):
        if sight.on_board(world, target):
            await suffer(world, unit, target, left, "VITALITY-FORCE-6")


async def _displaced(world: World, unit: int, entry: Ability, target: int) -> None:
    """VITALITY-TELE-1 and 5: the mover picks where to; a space it knows to be taken is a choice too."""
    given = [Action("to", cell=cell) for cell in landings(world, unit, target, entry.teleport)]
    given += [Action("into", cell=cell) for cell in landings(world, unit, target, entry.teleport, taken=True)]
    if not given:
        world.emit(Judged(target, "teleport", "stopped", rule="VITALITY-TELE-5"))
        return
    cell = (await ask(world, unit, "displace", given)).action.there
    before = holding.watch(world, *load(world, target))
    await teleport(world, unit, target, cell)
    await holding.moved(world, before, forced=True)  # FORCE-10


async def _blink(world: World, unit: int, entry: Ability, action: Action) -> None:
    """Farther than its plain range costs upcasting, which is paid with it."""
    far = board_of(world).grid.distance(world.get(unit, Position).cell, action.there, METRIC)
    more = -(-max(0, far - entry.teleport) // max(1, entry.up_metres)) * numbers_of(world).upcast_step
    spend(world, unit, "VITALITY-ACT-41", wp=more)
    before = holding.watch(world, *load(world, unit))
    await teleport(world, unit, unit, action.there)
    await holding.moved(world, before)


async def _heal(world: World, unit: int, entry: Ability, action: Action) -> None:
    steps = await choose_upcast(world, unit, entry)
    dice = faces(raised({"heal": entry.heal}, entry.up, steps)["heal"])
    thrown = await throw_dice(world, unit, "heal", dice, "VITALITY-DMG-14")
    bonus = stats(world, unit).bonus(body(world, unit).primary)
    heal(world, action.target, max(0, sum(thrown) + bonus), "VITALITY-DMG-14", unit)


async def buff(world: World, unit: int, target: int, name: str) -> None:
    """A creature carries two Buffs; a further one takes the place of one it chooses."""
    table = sheet_of(world).effects
    carried = [item.name for item in world.get(target, Conditions).items if table[item.name].category == "buff"]
    if name not in carried and len(carried) >= numbers_of(world).buff_limit:
        chooser = target if up(world, target) else unit
        dropped = await ask(world, chooser, "drop_buff", [Action("drop", what=each) for each in carried])
        lift(world, target, dropped.action.what, "VITALITY-COND-1")
    inflict(world, target, name, unit)


_USES: dict[str, Use] = {  # by the kind of an Ability
    "attack": _attack, "dr": _resisted, "heal": _heal, "self": _blink, "summon": _summon,
    "buff": lambda world, unit, entry, action: buff(world, unit, action.target, entry.adds),
}  # fmt: skip
