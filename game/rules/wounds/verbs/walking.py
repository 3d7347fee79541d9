"""Movement bought in parts, step by step, with Rebuff and Cling on the way (WOUNDS-MOVE, REACT-1, GRAP-3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.grid.grid import Cell, CellSet, Grid, union
from game.grid.paths import step_cost
from game.kernel.components import FIELD, Carried, Conditions, Position
from game.kernel.ecs import World, derived, derived_own
from game.kernel.events import Blocked, Event
from game.kernel.flow import Action
from game.rules.asking import ask, invite
from game.rules.verbs import question_of
from game.rules.wounds.bonds import part_distant
from game.rules.wounds.checks.blows import Blow
from game.rules.wounds.checks.rolls import combat_check, wild
from game.rules.wounds.gear import AT_HAND, melee_arms, weapon
from game.rules.wounds.harm.conditions import inflict, shaken
from game.rules.wounds.harm.wounds import fall
from game.rules.wounds.pace import add_to_pace, affordable, lose_yards, movable, purse, yards_left
from game.rules.wounds.position import space
from game.rules.wounds.position.flanks import all_flanked, near_at_hand
from game.rules.wounds.position.ground import currents, flying, in_deep, in_water, level, mode_of, tolls, underwater
from game.rules.wounds.position.passing import same_at
from game.rules.wounds.riding import note_near, standing_in
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Flanks, Going, Grapple, Readied, Ridden, tagged
from game.rules.wounds.turns.reactions import can_pay, in_order, notice, react, ready_for, watch_flanks, what_readied
from game.rules.wounds.verbs.spells import clouds, scald
from game.rules.wounds.verbs.strike import attack
from game.systems.conditions import holds, lift
from game.systems.field import PLACES, board_of, bodies, carried_by, cells_of, enemies, shape_of, size_of
from game.systems.movement import place, stroll

_HARMFUL = (("fire", "burning", 1), ("caltrops", "hobbled", 1), ("venom", "poisoned", 2))  # WOUNDS-HD-27, 28, 29
_GUARDING = PLACES | AT_HAND
_AT_HAND = (  # what is done only to those near enough for a melee weapon or a hand
    "strong_attack", "quick_attack", "nonlethal_attack", "disarm", "distract", "shove", "trip", "grapple", "pin",
    "enter_space", "stabilize", "treat_condition", "treat_wound",
)  # fmt: skip
_WASHED = ("hanging", "burning", "submerged")  # what ends with the ground that one comes to


def route(world: World, unit: int, cell: Cell, budget: int) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    """The cheapest path, with cumulative yards."""
    found = space.reachable(world, unit, budget)
    path = found.path(cell)
    return path, found.costs(path)


async def travel(world: World, unit: int, cell: Cell, rule: str, about: Event) -> None:
    """Walk to a cell with the yards that were bought, as far as it goes (WOUNDS-MOVE-10, TURN-9)."""
    # All that it could afford: the same as when the way was chosen, so that it need not be looked for again.
    most = affordable(world, unit, purse(world, unit, carried_by(world, unit)))
    dear = space.reachable(world, unit, most).cost(cell)
    if dear is None or dear > affordable(world, unit, 0):
        return
    path, costs = route(world, unit, cell, most)
    known = space.lie_of_the_land(world)
    along: dict[int, int] = {}
    asked: set[int] = set()
    at = 1
    while at < len(path):
        ahead = at if along else _unhindered(world, unit, path, costs, at, rule)
        if ahead > at:
            at, known = ahead, space.lie_of_the_land(world)
            continue
        cost, there = costs[at] - costs[at - 1], path[at]
        await before_step(world, unit, there, about)
        await _clinging(world, unit, there, about, along, asked)
        at_place = world.find(unit, Position) == Position(path[at - 1])
        if not at_place or not movable(world, unit) or yards_left(world, unit) < cost:
            break
        if rule == "WOUNDS-MOUNT-5" and (holds(world, unit, "panicking") or carried_by(world, unit) is None):
            break  # WOUNDS-MOUNT-7, HD-16: it is not led any longer
        if space.lie_of_the_land(world) is not known and not space.reachable(world, unit, cost).everywhere >> there & 1:
            break  # somebody has done something since the last step, and the way is shut
        _step(world, unit, path[at - 1], there, cost, rule)
        known = space.lie_of_the_land(world)
        await _follow(world, path[at - 1], along)
        await after_step(world, unit)
        at += 1
    if world.find(unit, Position) is not None:
        part_distant(world)
        await _settle(world, unit)


def _unhindered(world: World, unit: int, path: Sequence[Cell], costs: Sequence[int], at: int, rule: str) -> int:
    """Do those of the next steps at once in which nobody has anything to do or to notice; which step comes next."""
    if not _unnoticed(world, unit, path[at - 1]) or rule == "WOUNDS-MOUNT-5":
        return at
    near_ready = _watched(world, unit)
    if near_ready is None:
        return at
    board, diagonals = board_of(world), world.get(unit, Going).diagonals
    grid, size, shape = board.grid, size_of(world, unit), shape_of(world, unit)
    shunned = _guarded(world, unit) | near_ready
    if not flying(world, unit):
        shunned |= union(board.hazards.get(word, 0) for word, _, _ in _HARMFUL)
    left, run, to = yards_left(world, unit), 0, at
    while to < len(path) and costs[to] - costs[at - 1] <= left and not grid.footprint(path[to], size) & shunned:
        if not same_at(world, unit, grid.footprint(path[to], shape)):
            break
        diagonal = _diagonal(grid, path[to - 1], path[to])
        run += 2 if diagonal and diagonals % 2 else 1
        diagonals += diagonal
        to += 1
    if to > at:
        more = diagonals - world.get(unit, Going).diagonals
        add_to_pace(world, unit, used=costs[to - 1] - costs[at - 1], run=run, diagonals=more)
        stroll(world, unit, [(path[each], costs[each] - costs[each - 1]) for each in range(at, to)], rule=rule)
    return to


def _unnoticed(world: World, unit: int, here: Cell) -> bool:
    """Whether whatever could happen to the unit on its way hangs on the cells that it comes to."""
    if world.find(unit, Position) != Position(here) or not movable(world, unit) or world.get(unit, Grapple).others:
        return False
    if world.each(Carried) or world.each(Ridden) or clouds(world):
        return False
    if any(item.name in _WASHED for item in world.get(unit, Conditions).items):
        return False
    return world.get(FIELD, Flanks).flanked == all_flanked(world)


@derived()
def _watched(world: World, unit: int) -> CellSet | None:
    """Cells outside which a unit may walk without anything coming of it that others are ready; None if there are none.

    Nobody may have anything to do with what it is ready for as things are.
    """
    waiting, found = ready_for(world, "moves", unit), 0
    if len({standing_in(world, owner) for owner in waiting}) < len(waiting):
        return None  # they draw for who comes first
    for owner in waiting:
        verb = question_of(world, "readied").verbs[world.get(owner, Readied).verb]
        if what_readied(world, owner):
            return None
        _, kinds = (None, ()) if verb.memo is None else verb.memo(world, owner)
        if kinds is None or (kinds and Position not in kinds):
            continue
        if verb.name not in _AT_HAND:
            return None
        found |= near_at_hand(world, owner)
    return None if found & bodies(world)[unit] else found


def _step(world: World, unit: int, here: Cell, there: Cell, cost: int, rule: str) -> None:
    diagonal = _diagonal(board_of(world).grid, here, there)
    yards = 2 if diagonal and world.get(unit, Going).diagonals % 2 else 1  # WOUNDS-JUMP-2: of the way, not its cost
    add_to_pace(world, unit, used=cost, run=yards, diagonals=int(diagonal))
    place(world, unit, there, cost=cost, rule=rule)


@lru_cache(maxsize=16384)
def _diagonal(grid: Grid, here: Cell, there: Cell) -> bool:
    return any(grid.step(here, d) == there and grid.is_diagonal(d) for d in range(grid.directions))


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
    board, filled = board_of(world), cells_of(world, unit)
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
    for word, condition, strength in _HARMFUL:
        if filled & board.hazards.get(word, 0) and not filled & board.water:
            inflict(world, unit, condition, sheet_of(world).main.conditions[condition].rule, level=strength)


async def _in_reach(world: World, unit: int) -> None:
    """WOUNDS-MOUNT-6: an untrained mount shies when it comes into somebody's reach, whichever of them has moved."""
    for mount, _ in world.each(Ridden):
        calm = tagged(world, mount, "trained") or tagged(world, mount, "sentient")
        if calm or world.find(mount, Position) is None:
            continue
        for _ in note_near(world, mount, None if unit == mount else (unit, carried_by(world, unit))):
            if world.has(mount, Ridden):
                await shaken(world, mount)


async def _settle(world: World, unit: int) -> None:
    """Whoever was stopped on somebody's cells is put on the nearest free one (house default)."""
    here = world.get(unit, Position).cell
    there = None if space.stops(world, unit) >> here & 1 else space.free_near(world, unit, here)
    if there is not None:
        place(world, unit, there, "place", rule="WOUNDS-POS-10")
        await after_step(world, unit)


def gap_at(world: World, unit: int, anchor: Cell, other: int) -> int:
    """The gap to another if the unit stood at that anchor."""
    there = board_of(world).grid.footprint(anchor, size_of(world, unit))
    if there & cells_of(world, other):
        return -1
    return space.yards_between(world, there, cells_of(world, other)) + space.higher_seat(world, unit, other) - 1


@derived(_GUARDING)
def _guarded(world: World, unit: int) -> CellSet:
    """Where any foe of the unit might rebuff it."""
    grid, filled = board_of(world).grid, bodies(world)
    return union(guarded(grid, filled[foe], _guard(world, foe)) for foe in enemies(world, unit))


@derived()
def rebuffs(world: World, unit: int, there: Cell) -> dict[int, list[Action]]:
    """WOUNDS-REACT-1 and 2, HD-9: who may rebuff the step to an anchor, with which weapon, whom of rider and mount."""
    if world.find(unit, Position) is None:
        return {}
    board, rider = board_of(world), carried_by(world, unit)
    movers = [unit] if rider is None else [unit, rider]
    filled, ground = bodies(world), board.grid.footprint(there, size_of(world, unit))
    near = (foe for foe in enemies(world, unit) if guarded(board.grid, filled[foe], _guard(world, foe)) & ground)
    uses = {
        foe: [Action("rebuff", each, what=key) for each in movers for key in _rebuffing(world, foe, each, there, unit)]
        for foe in near
    }
    return {foe: found for foe, found in uses.items() if found}


@derived_own
def _guard(world: World, unit: int) -> int:
    """The farthest optimal reach of its weapons, in yards of gap; -1 without any."""
    return max((weapon(world, key).optimal for key in melee_arms(world, unit)), default=-1)


@lru_cache(maxsize=16384)
def guarded(grid: Grid, there: CellSet, optimal: int) -> CellSet:
    """Where one would be nearer than that optimal reach, into the space itself where it is 0 (WOUNDS-HD-9); heights
    and saddles only make it farther."""
    return grid.within(there, optimal, space.METRIC) if optimal >= 0 else 0


def _rebuffing(world: World, foe: int, mover: int, there: Cell, anchor_of: int) -> list[str]:
    """The foe's weapons whose optimal reach the step crosses."""
    before = space.gap(world, foe, mover)
    if not can_pay(world, foe, "rebuff", surcharge(world, foe)):
        return []
    after = gap_at(world, anchor_of, there, foe) + (space.higher_seat(world, mover, foe) if mover != anchor_of else 0)
    if after >= before:
        return []
    crossed = [key for key in melee_arms(world, foe) if before >= weapon(world, key).optimal > after]
    return crossed if crossed and space.seen(world, foe, mover) else []


def surcharge(world: World, unit: int) -> int:
    """WOUNDS-ENV-3: melee attacks cost more under water."""
    return sheet_of(world).numbers.underwater_ap if underwater(world, unit) else 0


async def before_step(world: World, unit: int, there: Cell, about: Event, *, spared: tuple[int, ...] = ()) -> None:
    """WOUNDS-REACT-1: weapons with reach strike before the step is done; those `spared` come along with it."""
    for foe in await in_order(world, [each for each in rebuffs(world, unit, there) if each not in spared]):
        uses = rebuffs(world, unit, there).get(foe, [])
        option = await invite(world, foe, "rebuff", uses, about=about)
        if option is not None:
            react(world, foe, "rebuff", option.action.target, surcharge(world, foe))
            await attack(world, Blow(foe, option.action.target, option.action.what, "rebuff"))
            await watch_flanks(world)
            await notice(world, "attacks", foe)


async def _clinging(world: World, unit: int, there: Cell, about: Event, along: dict[int, int], asked: set[int]) -> None:
    """WOUNDS-GRAP-3 and REACT-5: before the step that leads out of a partner's reach, once a move and partner."""
    if world.find(unit, Position) is None:
        return
    movers = filter(None, (unit, carried_by(world, unit)))
    partners = [each for one in movers for each in world.get(one, Grapple).others]
    leaving = [each for each in partners if each not in asked and along.get(each, 0) == 0]
    leaving = [each for each in leaving if gap_at(world, unit, there, each) > 0 and can_pay(world, each, "cling")]
    for partner in await in_order(world, leaving):
        asked.add(partner)
        if await invite(world, partner, "cling", [Action("cling", unit)], about=about):
            react(world, partner, "cling", unit)
            bonus = combat_check(world, partner, "power")
            thrown = await wild(world, partner, "cling", bonus, "WOUNDS-GRAP-3", unit)
            along[partner], shortened = await _split(world, partner, thrown)
            lose_yards(world, unit, shortened)


async def _split(world: World, partner: int, result: int) -> tuple[int, int]:
    """How a Cling's points are divided: yards along, for those who can move, and yards shortened."""
    numbers, points = sheet_of(world).numbers, max(0, result)
    follows = movable(world, partner) and not world.has(partner, Carried)
    pairs: list[tuple[int, int]] = []
    for shortened in range(points // numbers.cling_shorten + 1):
        most = (points - shortened * numbers.cling_shorten) // numbers.cling_along
        pairs += [(yards, shortened) for yards in range(most + 1 if follows else 1)]
    option = await ask(world, partner, "cling_split", [Action("split", numbers=pair) for pair in pairs])
    yards, shortened = option.action.numbers
    return yards, shortened


async def _follow(world: World, left: Cell, along: dict[int, int]) -> None:
    """Clingers go along into the cell that was left, free of AP."""
    for partner, yards in along.items():
        if yards > 0 and movable(world, partner) and not world.has(partner, Carried):
            there = left if space.stops(world, partner) >> left & 1 else space.free_near(world, partner, left)
            if there is not None:
                place(world, partner, there, "walk", rule="WOUNDS-GRAP-3")
                await touch_ground(world, partner)
            along[partner] = yards - 1


async def push(world: World, unit: int, direction: int, yards: int, rule: str) -> None:
    """WOUNDS-HD-33: shoved or carried by water: a fresh count of diagonals, no terrain costs, no reactions."""
    board, table = board_of(world), tolls(world, size_of(world, unit), "fly")
    left, diagonals, diagonal = yards, 0, board.grid.is_diagonal(direction)
    while left > 0:
        here = world.get(unit, Position).cell
        there = board.grid.step(here, direction)
        cost = 2 if diagonal and diagonals % 2 else 1
        # Whether the unit could go that way itself, and stay there.
        shut = step_cost(board.grid, table, here, direction) is None
        if there is None or shut or cost > left or not space.stops(world, unit) >> there & 1:
            world.emit(Blocked(unit, "stopped", rule))
            break
        left, diagonals = left - cost, diagonals + diagonal
        drop = level(board, here) - level(board, there)
        place(world, unit, there, "shove", rule=rule)
        await touch_ground(world, unit)
        if world.find(unit, Position) is None:
            break
        if drop > 1:
            await fall(world, unit, drop)
            break
    part_distant(world)
    await watch_flanks(world)


async def drift(world: World, unit: int) -> None:
    """WOUNDS-MOVE-9: flowing water carries a swimmer at the end of its turn, but nobody who walks on the bottom."""
    if world.find(unit, Position) is None or not in_deep(world, unit) or mode_of(world, unit) == "sunk":
        return
    for water, direction, yards in currents(board_of(world)):
        if cells_of(world, unit) & water:
            await push(world, unit, direction, yards, "WOUNDS-MOVE-9")
            return
