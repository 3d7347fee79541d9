"""Movement bought in parts, step by step, with Rebuff and Cling on the way (WOUNDS-MOVE, REACT-1, GRAP-3)."""

from __future__ import annotations

from functools import lru_cache

from game.grid.grid import Cell, CellSet, Grid
from game.kernel.components import Conditions, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Blocked, Event, Used
from game.kernel.flow import Option, decide
from game.rules.windows import offer
from game.rules.wounds.attack import Blow, attack
from game.rules.wounds.casting import scald
from game.rules.wounds.checks import combat_check, criticals, wild
from game.rules.wounds.effects import inflict
from game.rules.wounds.element import flying, in_deep, in_water, mode_of, underwater
from game.rules.wounds.harm import fall
from game.rules.wounds.leaving import part_distant
from game.rules.wounds.position import (
    METRIC,
    free_near,
    gap,
    higher_seat,
    reachable,
    reaches,
    seen,
    space,
    stops,
    yards_between,
)
from game.rules.wounds.reactions import can_pay, in_order, notice, react, watch_flanks
from game.rules.wounds.riding import rider_of, shaken
from game.rules.wounds.sheet import Weapon, sheet_of
from game.rules.wounds.state import (
    Going,
    Grapple,
    Ridden,
    Riding,
    arms,
    helpless,
    spaces,
    tagged,
    weapon,
)
from game.rules.wounds.steam import clouds
from game.rules.wounds.terrain import currents, level, turned, walls
from game.rules.wounds.yards import movable, yards_left
from game.systems.conditions import holds, lift
from game.systems.field import board_of, enemies, size_of
from game.systems.movement import place

# Walking


async def walk(world: World, unit: int, path: tuple[Cell, ...], costs: tuple[int, ...], rule: str) -> bool:
    """Go along a path for yards that were bought; whether the unit arrived (WOUNDS-MOVE-10, TURN-9)."""
    along: dict[int, int] = {}
    asked: set[int] = set()
    quiet = len(world.events)
    about = next(event for event in reversed(world.events) if isinstance(event, Used))
    for at in range(1, len(path)):
        cost, there = costs[at] - costs[at - 1], path[at]
        await before_step(world, unit, there, about)
        await _clinging(world, unit, there, about, along, asked)
        here = world.get(unit, Position).cell if world.find(unit, Position) is not None else None
        if here != path[at - 1] or not movable(world, unit) or yards_left(world, unit) < cost:
            break
        if rule == "WOUNDS-MOUNT-5" and (holds(world, unit, "panicking") or rider_of(world, unit) is None):
            break  # WOUNDS-MOUNT-7, HD-16: it is not led any longer
        if len(world.events) != quiet and not reachable(world, unit, cost).everywhere >> there & 1:
            break  # somebody has done something since the last step, and the way is shut
        _step(world, unit, path[at - 1], there, cost, rule)
        quiet = len(world.events)
        await _follow(world, path[at - 1], along)
        await after_step(world, unit)
    if world.find(unit, Position) is not None:
        part_distant(world)
        await _settle(world, unit)
        return bool(world.get(unit, Position).cell == path[-1])
    return False


def _step(world: World, unit: int, here: Cell, there: Cell, cost: int, rule: str) -> None:
    now, diagonal = world.get(unit, Going), _diagonal(board_of(world).grid, here, there)
    yards = 2 if diagonal and now.diagonals % 2 else 1  # WOUNDS-JUMP-2: of the way, however hard the ground
    world.put(unit, changed(now, used=now.used + cost, run=now.run + yards, diagonals=now.diagonals + diagonal))
    put_at(world, unit, there, "walk", cost, rule)


@lru_cache(maxsize=16384)
def _diagonal(grid: Grid, here: Cell, there: Cell) -> bool:
    return any(grid.step(here, d) == there and grid.is_diagonal(d) for d in range(grid.directions))


def put_at(world: World, unit: int, there: Cell, how: str, cost: int, rule: str) -> None:
    """Put a unit somewhere, with whoever sits on it."""
    place(world, unit, there, how, cost=cost, rule=rule)
    rider = rider_of(world, unit)
    if rider is not None:
        world.put(rider, Position(there))


async def after_step(world: World, unit: int) -> None:
    """What the ground does, who comes into reach, who becomes flanked, and who was waiting for a move."""
    if world.find(unit, Position) is None:
        return
    await touch_ground(world, unit)
    await _in_reach(world, unit)
    await watch_flanks(world)
    await notice(world, "moves", unit)


async def touch_ground(world: World, unit: int) -> None:
    """Fire, water and other hazards of the cells a unit has come to (WOUNDS-HD-15, HD-27, ENV-5)."""
    board, filled = board_of(world), space(world, unit)
    if world.get(unit, Conditions).items:
        lift(world, unit, "hanging", "WOUNDS-JUMP-10")
        if in_water(world, unit):
            lift(world, unit, "burning", "WOUNDS-HD-27")
        if not filled & board.deep:
            lift(world, unit, "submerged", "WOUNDS-HD-15")
    if clouds(world):
        await scald(world, unit)
        if world.find(unit, Position) is None:
            return
    if not board.hazards or flying(world, unit):
        return
    for word, condition, strength in (("fire", "burning", 1), ("caltrops", "hobbled", 1), ("venom", "poisoned", 2)):
        if filled & board.hazards.get(word, 0) and not filled & board.water:
            inflict(world, unit, condition, sheet_of(world).main.conditions[condition].rule, level=strength)


async def _in_reach(world: World, unit: int) -> None:
    """WOUNDS-MOUNT-6: an untrained mount shies when it comes into somebody's reach, whichever of them has moved."""
    for mount, _ in world.each(Ridden):
        calm = tagged(world, mount, "trained") or tagged(world, mount, "sentient")
        if calm or world.find(mount, Position) is None:
            continue
        before = world.get(mount, Ridden).near
        note_near(world, mount, None if unit == mount else (unit, rider_of(world, unit)))
        for foe in world.get(mount, Ridden).near:
            if foe not in before and world.has(mount, Ridden):
                await shaken(world, mount)


def note_near(world: World, mount: int, movers: tuple[int | None, ...] | None = None) -> None:
    """Keep in mind in whose reach a mount is now; `movers`, by default everybody, may have come or gone."""
    ridden = world.get(mount, Ridden)
    near = list(ridden.near)
    for foe in enemies(world, ridden.rider):
        if movers is None or foe in movers:
            now = any(reaches(world, foe, key, mount) for key in _melee_keys(world, foe))
            now = now and not helpless(world, foe) and seen(world, foe, mount)
            if now and foe not in near:
                near.append(foe)
            elif not now and foe in near:
                near.remove(foe)
    if tuple(near) != ridden.near:
        world.put(mount, changed(ridden, near=tuple(near)))


def _melee_keys(world: World, unit: int) -> list[str]:
    return [key for key in arms(world, unit) if weapon(world, key).kind == "melee"]


async def _settle(world: World, unit: int) -> None:
    """Whoever was stopped on somebody's cells is put on the nearest free one (house default)."""
    here = world.get(unit, Position).cell
    if not stops(world, unit) >> here & 1:
        there = free_near(world, unit, here)
        if there is not None:
            put_at(world, unit, there, "place", 0, "WOUNDS-POS-10")
            await after_step(world, unit)


# Rebuff


def gap_at(world: World, unit: int, anchor: Cell, other: int) -> int:
    """The gap to another if the unit stood at that anchor."""
    there = board_of(world).grid.footprint(anchor, size_of(world, unit))
    if there & space(world, other):
        return -1
    return yards_between(world, there, space(world, other)) + higher_seat(world, unit, other) - 1


def rebuffs(world: World, unit: int, there: Cell) -> dict[int, list[Option]]:
    """WOUNDS-REACT-1 and 2, HD-9: who may rebuff the step to an anchor, with which weapon, whom of rider and mount."""
    found: dict[int, list[Option]] = {}
    if world.find(unit, Position) is None:
        return found
    board, rider = board_of(world), rider_of(world, unit)
    movers = [unit] if rider is None else [unit, rider]
    filled, ground = spaces(world), board.grid.footprint(there, size_of(world, unit))
    for foe in enemies(world, unit):
        if not guarded(board.grid, filled[foe], _guard(world, foe)) & ground:
            continue
        options = [
            Option(f"rebuff {mover} {key}", unit=mover, rule="WOUNDS-REACT-1")
            for mover in movers
            for key in _rebuffing(world, foe, mover, there, unit)
        ]
        if options:
            found[foe] = options
    return found


def _guard(world: World, unit: int) -> int:
    """The farthest optimal reach of its weapons, in yards of gap; -1 without any."""
    return world.derive_own(
        unit, "guard", lambda world: max((each.optimal for each in _melee(world, unit)), default=-1)
    )


def _melee(world: World, unit: int) -> list[Weapon]:
    return [weapon(world, key) for key in _melee_keys(world, unit)]


@lru_cache(maxsize=16384)
def guarded(grid: Grid, there: CellSet, optimal: int) -> CellSet:
    """Where one would be nearer than that optimal reach; heights and saddles only make it farther.

    Nearer than 0 is whoever comes into the space itself (WOUNDS-HD-9).
    """
    return grid.within(there, optimal, METRIC) if optimal >= 0 else 0


def _rebuffing(world: World, foe: int, mover: int, there: Cell, anchor_of: int) -> list[str]:
    """The foe's weapons whose optimal reach the step crosses."""
    before = gap(world, foe, mover)
    if not can_pay(world, foe, "rebuff", surcharge(world, foe)):
        return []
    after = gap_at(world, anchor_of, there, foe) + (higher_seat(world, mover, foe) if mover != anchor_of else 0)
    if after >= before:
        return []
    crossed = [key for key in _melee_keys(world, foe) if before >= weapon(world, key).optimal > after]
    return crossed if crossed and seen(world, foe, mover) else []


def surcharge(world: World, unit: int) -> int:
    """WOUNDS-ENV-3: melee attacks cost more under water."""
    return sheet_of(world).numbers.underwater_ap if underwater(world, unit) else 0


async def before_step(world: World, unit: int, there: Cell, about: Event, *, spared: tuple[int, ...] = ()) -> None:
    """WOUNDS-REACT-1: weapons with reach strike before the step is done; those `spared` come along with it."""
    for foe in await in_order(world, [each for each in rebuffs(world, unit, there) if each not in spared]):
        options = rebuffs(world, unit, there).get(foe)
        if not options:
            continue
        key = await offer(foe, "rebuff", options, rule="WOUNDS-REACT-1", about=about)
        if key is not None:
            _, target, arm = key.split(" ")
            react(world, foe, "rebuff", int(target), surcharge(world, foe))
            await attack(world, Blow(foe, int(target), arm, "rebuff"))
            await watch_flanks(world)
            await notice(world, "attacks", foe)


# Cling


async def _clinging(world: World, unit: int, there: Cell, about: Event, along: dict[int, int], asked: set[int]) -> None:
    """WOUNDS-GRAP-3 and REACT-5: before the step that leads out of a partner's reach, once a move and partner."""
    if world.find(unit, Position) is None:
        return
    partners = [each for one in (unit, rider_of(world, unit)) if one is not None for each in _partners(world, one)]
    leaving = [each for each in partners if each not in asked and along.get(each, 0) == 0]
    leaving = [each for each in leaving if gap_at(world, unit, there, each) > 0 and can_pay(world, each, "cling")]
    for partner in await in_order(world, leaving):
        asked.add(partner)
        uses = [Option("cling", unit=unit, rule="WOUNDS-GRAP-3")]
        if not await offer(partner, "cling", uses, rule="WOUNDS-REACT-5", about=about):
            continue
        react(world, partner, "cling", unit)
        bonus = combat_check(world, partner, "power")
        thrown = await wild(world, partner, "cling", bonus, "WOUNDS-GRAP-3")
        criticals(world, partner, (unit,), thrown)
        yards, shortened = await _split(world, partner, thrown.total)
        along[partner] = yards
        now = world.get(unit, Going)
        world.put(unit, changed(now, used=now.used + min(shortened, yards_left(world, unit))))


def _partners(world: World, unit: int) -> tuple[int, ...]:
    return world.get(unit, Grapple).others


async def _split(world: World, partner: int, result: int) -> tuple[int, int]:
    """How a Cling's points are divided: yards along, for those who can move, and yards shortened."""
    numbers, points = sheet_of(world).numbers, max(0, result)
    follows = movable(world, partner) and not world.has(partner, Riding)
    pairs = [
        (yards, shortened)
        for shortened in range(points // numbers.cling_shorten + 1)
        for yards in range((points - shortened * numbers.cling_shorten) // numbers.cling_along + 1)
        if follows or not yards
    ]
    options = [Option(f"split {yards} {shortened}", rule="WOUNDS-GRAP-3") for yards, shortened in pairs]
    key = await decide(partner, "cling_split", options, rule="WOUNDS-GRAP-3", about=world.events[-1])
    _, yards, shortened = key.split(" ")
    return int(yards), int(shortened)


async def _follow(world: World, left: Cell, along: dict[int, int]) -> None:
    """Clingers go along into the cell that was left, free of AP."""
    for partner, yards in along.items():
        if yards > 0 and movable(world, partner) and not world.has(partner, Riding):
            there = left if stops(world, partner) >> left & 1 else free_near(world, partner, left)
            if there is not None:
                put_at(world, partner, there, "walk", 0, "WOUNDS-GRAP-3")
                await touch_ground(world, partner)
            along[partner] = yards - 1


# Forced movement


async def push(world: World, unit: int, direction: int, yards: int, rule: str) -> None:
    """WOUNDS-HD-33: shoved or carried by water: a fresh count of diagonals, no terrain costs, no reactions."""
    board = board_of(world)
    left, diagonals = yards, 0
    while left > 0:
        here = world.get(unit, Position).cell
        there = board.grid.step(here, direction)
        diagonal = board.grid.is_diagonal(direction)
        cost = 2 if diagonal and diagonals % 2 else 1
        if there is None or cost > left or not _free(world, unit, here, there, direction):
            world.emit(Blocked(unit, "stopped", rule))
            break
        left, diagonals = left - cost, diagonals + diagonal
        drop = level(board, here) - level(board, there)
        put_at(world, unit, there, "shove", 0, rule)
        await touch_ground(world, unit)
        if world.find(unit, Position) is None:
            break
        if drop > 1:
            await fall(world, unit, drop)
            break
    part_distant(world)
    await watch_flanks(world)


def _free(world: World, unit: int, here: Cell, there: Cell, direction: int) -> bool:
    board, size = board_of(world), size_of(world, unit)
    filled = board.grid.footprint(there, size)
    cut = walls(board, turned(world))[direction]
    own = board.grid.footprint(here, size)
    return bool(filled) and not filled & board.impassable and not own & cut and bool(stops(world, unit) >> there & 1)


async def drift(world: World, unit: int) -> None:
    """WOUNDS-MOVE-9: flowing water carries a swimmer at the end of its turn, but nobody who walks on the bottom."""
    if world.find(unit, Position) is None or not in_deep(world, unit) or mode_of(world, unit) == "sunk":
        return
    for water, direction, yards in currents(board_of(world)):
        if space(world, unit) & water:
            await push(world, unit, direction, yards, "WOUNDS-MOVE-9")
            return
