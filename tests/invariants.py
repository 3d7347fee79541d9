"""What no rule may ever bring about, looked at in random play: bodies, pools, prices, and who is asked.

Each ruleset has its `BOUNDS` in tests/rules/<name>/bounds.py, which says how it means them. Whatever is found raises
AssertionError with the unit's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import combinations
from typing import Any, NamedTuple

from game.grid.grid import CellSet
from game.kernel.components import FIELD, Carried, Clock, Conditions, Gear, Lying, Pools, Position, Unit
from game.kernel.dice import Chooser
from game.kernel.ecs import World
from game.kernel.events import PoolChanged
from game.kernel.flow import Decision, Request, Roll
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.skirmish.record import Skirmish
from game.systems.field import board_of, bodies, shape_of, standing
from tests.odds import called
from tests.playing import pick, ruleset, units

Price = Mapping[tuple[int, str], int]
"""How much of which unit's pool."""


Pairs = frozenset[tuple[int, int]]


class Bounds(NamedTuple):
    """How one ruleset means the invariants."""

    rosters: tuple[tuple[Entry, ...], ...]
    """Sides to play with: the biggest, the smallest, the mounted."""

    share: Callable[[World, int, int], bool]
    """Whether two bodies may fill the same cell between two steps."""

    pools: Callable[[World, int], Iterator[str]]
    """What of a unit's numbers is out of bounds."""

    able: Callable[[World, int], bool]
    """Whether a unit can act in its own turn."""

    own: frozenset[str]
    """Questions about what a unit does in its own turn."""

    awake: Callable[[World, int], bool]
    """Whether a unit can be asked anything else."""

    passive: frozenset[str]
    """Questions that also concern those who are not awake: what is done to them."""

    throws: frozenset[str]
    """Throws that only whoever is awake makes."""

    price: Callable[[Skirmish, Decision, str], Price]
    """The most that an answer may cost whoever pays for it, as it is shown."""

    priced: frozenset[str] = frozenset()
    """Pools for which `price` is the whole truth."""

    stay: bool = False
    """Whether two that share a cell may go on doing so."""

    elsewhere: frozenset[str] = frozenset()
    """Rules by which prices are paid in another step than the one in which they were shown."""

    silent: frozenset[str] = frozenset()
    """Pools that also change without an event."""

    bundles: frozenset[str] = frozenset()
    """Things of which one entry may stand for several."""

    inside: Callable[[World, int], CellSet] = lambda world, unit: 0
    """Impassable cells that a body may be in all the same."""

    over: Callable[[World, int], CellSet] = lambda world, unit: 0
    """Those that it may be above in the middle of a step."""

    walls: Callable[[World], tuple[CellSet, ...]] = lambda world: board_of(world).walls
    """By direction: cells that have something closed on that side."""

    settings: tuple[dict[str, Any], ...] = ({},)


def bounds(name: str) -> Bounds:
    """The bounds of a ruleset."""
    found: Bounds = import_module(f"tests.rules.{name}.bounds").BOUNDS
    return found


# Where everybody is


def where(world: World, rules: Bounds, *, midway: bool) -> None:
    """Every body is on the board as a whole, in nothing solid, with no wall through it; others are off the board."""
    board = board_of(world)
    filled = bodies(world)
    for unit in units(world):
        place = world.find(unit, Position)
        if place is None:
            assert unit not in filled and unit not in standing(world), f"{called(world, unit)} stands without a place"
            continue
        assert board.grid.has(place.cell), f"{called(world, unit)} is off the board"
        cells = filled[unit]
        assert cells, f"{called(world, unit)} hangs over the edge of the board"
        if world.find(unit, Carried) is None:
            own = board.grid.footprint(place.cell, shape_of(world, unit))
            assert cells == own, f"{called(world, unit)} is not where its place says"
        name = board.grid.name(place.cell)
        solid = board.impassable & ~rules.inside(world, unit) & ~(rules.over(world, unit) if midway else 0)
        assert not cells & solid, f"{called(world, unit)} stands in something solid at {name}"
        for d, cut in enumerate(rules.walls(world)):
            through = cells & cut & board.grid.shift(cells, board.grid.opposite(d))
            assert not through, f"a wall goes through {called(world, unit)} at {name}"
    for thing, _, place in world.each(Lying, Position):
        assert board.grid.has(place.cell), f"thing {thing} lies off the board"


def together(
    world: World, rules: Bounds, before: frozenset[tuple[int, int]] = frozenset()
) -> frozenset[tuple[int, int]]:
    """No two bodies share a cell unless the rules say so, or said so `before`; who shares now."""
    found = set()
    for (one, first), (other, second) in combinations(bodies(world).items(), 2):
        if first & second:
            found.add((one, other))
            fine = (rules.stay and (one, other) in before) or rules.share(world, one, other)
            at = board_of(world).grid.name(world.get(one, Position).cell)
            assert fine, f"{called(world, one)} and {called(world, other)} are in the same place at {at}"
    return frozenset(found)


def numbers(world: World, rules: Bounds) -> None:
    """Pools are within their bounds, nothing has two places, and nobody has two conditions that are the same."""
    for unit in units(world):
        for fault in rules.pools(world, unit):
            raise AssertionError(f"{called(world, unit)}: {fault}")
        items = world.get(unit, Conditions).items
        assert len(set(items)) == len(items), f"{called(world, unit)} has the same condition twice: {items}"


def things(world: World) -> Counter[str]:
    """How many there are of each thing, in hands and bags, worn, and on the ground."""
    found = Counter(lying.item for _, lying, _ in world.each(Lying, Position))
    for _, gear in world.each(Gear):
        found.update((*gear.held, *gear.carried, *gear.worn))
    return found


# Who is asked


def asked(world: World, request: Request, rules: Bounds) -> None:
    """Nobody acts that cannot: neither the turn's owner nor anybody else who is asked."""
    if not world.has(request.who, Unit):
        return
    name = called(world, request.who)
    if isinstance(request, Roll):
        fine = request.why not in rules.throws or rules.awake(world, request.who)
        assert fine, f"{name} is not awake and throws: {request.why}"
    elif request.question in rules.own:
        assert world.get(FIELD, Clock).active is not None, f"{name}: {request.question}, and it is nobody's turn"
        assert rules.able(world, request.who), f"{name} cannot act and is asked: {request.question}"
    elif request.question not in rules.passive:
        assert rules.awake(world, request.who), f"{name} is not awake and is asked: {request.question}"


# What things cost


class Purse:
    """Amounts of pools as events tell them, and what was spent in a step against what was shown for it."""

    def __init__(self, rules: Bounds, world: World) -> None:
        self.rules, self.seen = rules, len(world.events)
        self.now: dict[tuple[int, str], int] = {}
        self.shown = Counter[tuple[int, str]]()
        self.spent = Counter[tuple[int, str]]()
        self.look(world)

    def look(self, world: World) -> None:
        """Take the amounts as they are."""
        for unit, pools in world.each(Pools):
            self.now |= {(unit, name): pools[name] for name in pools.names}

    def pay(self, price: Price) -> None:
        """An answer is given that costs so much."""
        self.shown.update(price)

    def follow(self, world: World) -> None:
        """Every change begins where the one before ended; between two of them nothing changes without a word."""
        for event in world.events[self.seen :]:
            if not isinstance(event, PoolChanged):
                continue
            key, name = (event.unit, event.pool), called(world, event.unit)
            known = self.now.get(key)
            if known is None:
                continue  # no pool of its own: stress, doom
            if event.pool not in self.rules.silent:
                assert event.before == known, f"{name}: {event.pool} was {known}, and {event} says otherwise"
            self.now[key] = event.after
            if event.verb == "spend" and event.pool in self.rules.priced and event.rule not in self.rules.elsewhere:
                self.spent[key] += event.before - event.after
        self.seen = len(world.events)
        for unit, pools in world.each(Pools):
            for pool in pools.names:
                known = self.now.get((unit, pool), pools[pool])
                if pool not in self.rules.silent:
                    assert pools[pool] == known, f"{called(world, unit)}: {pool} is {pools[pool]}, told was {known}"
        self.look(world)

    def settle(self, world: World) -> None:
        """A step is over: nobody has spent more than was shown for what it chose."""
        for (unit, pool), amount in self.spent.items():
            cost = self.shown[unit, pool]
            assert amount <= cost, f"{called(world, unit)}: {amount} {pool} was paid for what was to cost {cost}"
        self.shown.clear()
        self.spent.clear()


# Play


def arena(name: str, grid: str, seed: int) -> Skirmish:
    """A skirmish at close quarters on ground that has everything to fall over; every seed has another pair of sides."""
    found = bounds(name)
    rosters, settings = found.rosters, found.settings[seed % len(found.settings)]
    one, other = rosters[seed % len(rosters)], rosters[(seed // len(rosters) + seed) % len(rosters)]
    sides = (SideSetup("red", "west", roster=one), SideSetup("blue", "east", roster=other))
    text = f"name: Wild\ngrid: {grid}\n{_GROUND}"
    made = Scenario(name, text, sides, seed=f"wild {seed}", settings=settings)
    return Skirmish(made, ruleset(name))


def stroll(game: Skirmish, seed: int | str, answers: int) -> Skirmish:
    """Random play in which all that holds always is looked at before every answer, dice included."""
    rules, chooser = bounds(game.ruleset.name), Chooser(f"stroll {seed}")
    session, world = game.session, game.session.world
    purse, had, given = Purse(rules, world), things(world), 0
    steps, pairs = len(session.past), Pairs()
    while given < answers and (request := session.request) is not None:
        where(world, rules, midway=bool(session.tape))
        numbers(world, rules)
        asked(world, request, rules)
        purse.follow(world)
        if len(session.past) != steps:
            steps = len(session.past)
            purse.settle(world)
        if not session.tape:
            pairs = together(world, rules, pairs)
            now = things(world)
            more = [item for item in now - had if item not in rules.bundles]
            assert not more, f"there are more things than before: {more}"
            had = now
        if isinstance(request, Roll):
            session.answer(game.dice.throw(session.rolls, request.dice))
        else:
            key = pick(chooser, request)
            purse.pay(rules.price(game, request, key))
            session.answer(key)
        given += 1
    return game


def shown(game: Skirmish, request: Decision, key: str) -> Counter[str]:
    """The prices that a preview shows, by pool: `energy_cost` is Energy."""
    found = game.ruleset.preview(game.session.world, request, key)
    costs = ((each.what.removesuffix("_cost"), each.total) for each in found.numbers if each.what.endswith("_cost"))
    return Counter(dict(costs))


_GROUND = """
rows: |
  . . . . . . . . . . . . . .
  . . . . ~ ~ . . o . . . . .
  . . . . . W W . # . . . . .
  . . . . . W W . . . . . T .
  . . . . . . . . . . X . . .
  . . . . . e . . . . X X . .
  . . . . . . . . . . . . . .
  . . . . R . . . . b . . . .
  . . . . . . . . . . . . . .
  . . . . . . . m . . . . . .
elevation: |
  ..............
  ..............
  ..............
  ..............
  ...1..........
  ..33..........
  ..34..........
  ...3....22....
  ........22....
  ..............
edges:
  - {kind: wall, at: [6, 6], side: e}
  - {kind: wall, at: [6, 7], side: e}
  - {kind: door, at: [6, 8], side: e}
  - {kind: low_wall, at: [8, 4], side: e}
  - {kind: window, at: [3, 1], side: e}
props:
  crate: [[7, 3]]
  barrel: [[5, 8]]
  table: [[9, 6]]
zones:
  west: {kind: deploy, rect: [0, 0, 8, 10]}
  east: {kind: deploy, rect: [6, 0, 8, 10]}
  out: {kind: exit, rect: [0, 9, 14, 1]}
"""
