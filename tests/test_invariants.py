"""What no rule may ever bring about, in random play of every ruleset on both grids; and that the checks notice it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.kernel.components import (
    FIELD,
    Carried,
    Clock,
    Condition,
    Conditions,
    Down,
    Lying,
    Pools,
    Position,
    Unit,
    changed,
)
from game.kernel.ecs import World
from game.kernel.events import PoolChanged
from game.kernel.flow import Decision, Flow, Roll
from game.rules.registry import SHIPPED
from game.rules.ruleset import Ruleset
from game.skirmish.record import Skirmish
from game.systems.field import board_of, bodies
from tests import invariants
from tests.invariants import Purse, arena, bounds, stroll
from tests.options import option
from tests.playing import GRIDS, RULESETS, units

ANSWERS = 220

every = pytest.mark.parametrize(("name", "grid"), [(name, grid) for name in RULESETS for grid in GRIDS])


@every
@pytest.mark.parametrize("seed", range(10))
def test_nothing_impossible_happens(name: str, grid: str, seed: int) -> None:
    stroll(arena(name, grid, seed), seed, ANSWERS)


@pytest.mark.nightly
@every
@pytest.mark.parametrize("seed", range(100, 200))
def test_nothing_impossible_happens_at_length(name: str, grid: str, seed: int) -> None:
    stroll(arena(name, grid, seed), seed, 600)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_biggest_and_the_mounted_take_part(name: str) -> None:
    games = [arena(name, "square", seed) for seed in range(10)]
    worlds = [game.session.world for game in games]
    assert max(cells.bit_count() for world in worlds for cells in bodies(world).values()) == 9
    shared = [sum(bodies(world).values()) != 0 and _overlap(world) for world in worlds]
    assert any(shared) or name in ("clash", "aura"), "nobody rides"


def _overlap(world: World) -> bool:
    seen = 0
    for cells in bodies(world).values():
        if seen & cells:
            return True
        seen |= cells
    return False


# The checks themselves


@pytest.fixture
def game() -> Skirmish:
    return stroll(arena("poise", "square", 3), 3, 30)


def ogre(world: World) -> int:
    """A body of four cells."""
    return next(unit for unit in units(world) if world.get(unit, Unit).sheet == "ogre" and world.has(unit, Position))


def at(world: World, unit: int, name: str) -> None:
    world.put(unit, Position(board_of(world).grid.parse(name)))


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("7,1", "solid"),  # a stone wall
        ("4,7", "solid"),  # rock
        ("6,3", "solid"),  # a crate
        ("6,6", "a wall goes through"),
        ("13,9", "hangs over the edge"),
    ],
)
def test_bodies_in_walls_and_off_the_board_are_noticed(game: Skirmish, place: str, says: str) -> None:
    world, rules = game.session.world, bounds("poise")
    invariants.where(world, rules, midway=False)
    at(world, ogre(world), place)
    with pytest.raises(AssertionError, match=says):
        invariants.where(world, rules, midway=False)


def test_a_place_that_tables_do_not_know_is_noticed(game: Skirmish, monkeypatch: pytest.MonkeyPatch) -> None:
    world, rules = game.session.world, bounds("poise")
    stale = dict(bodies(world))
    at(world, ogre(world), "0,0")
    invariants.where(world, rules, midway=False)
    monkeypatch.setattr(invariants, "bodies", lambda world: stale)
    with pytest.raises(AssertionError, match="not where its place says"):
        invariants.where(world, rules, midway=False)


def test_two_in_one_cell_are_noticed(game: Skirmish) -> None:
    world, rules = game.session.world, bounds("poise")
    invariants.together(world, rules)
    one, other = [unit for unit in units(world) if world.has(unit, Position) and not world.has(unit, Carried)][:2]
    world.put(one, world.get(other, Position))
    with pytest.raises(AssertionError, match="in the same place"):
        invariants.together(world, rules)


def test_pools_out_of_bounds_and_conditions_that_stand_twice_are_noticed(game: Skirmish) -> None:
    world, rules = game.session.world, bounds("poise")
    invariants.numbers(world, rules)
    snapshot, unit = world.save(), ogre(world)
    world.put(unit, world.get(unit, Pools).with_("focus", -1))
    with pytest.raises(AssertionError, match="focus is -1"):
        invariants.numbers(world, rules)
    world.load(snapshot)
    world.put(unit, Conditions((Condition("wet"), Condition("wet"))))
    with pytest.raises(AssertionError, match="twice"):
        invariants.numbers(world, rules)


def test_things_that_come_from_nowhere_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = arena("poise", "square", 3)
    step = game.ruleset.step

    async def generous(world: World) -> None:
        await step(world)
        world.spawn(Lying("sword"), Position(world.get(ogre(world), Position).cell))

    monkeypatch.setattr(game.session, "rules", Changed(game.ruleset, generous))
    with pytest.raises(AssertionError, match="more things than before"):
        stroll(game, 3, 60)


class Changed:
    """A ruleset with another step."""

    def __init__(self, rules: Ruleset, step: Callable[[World], Flow[None]]) -> None:
        self.rules, self.step = rules, step

    def outcome(self, world: World) -> object:
        return self.rules.outcome(world)


def test_whoever_cannot_act_is_not_asked(game: Skirmish) -> None:
    world, rules, unit = game.session.world, bounds("poise"), ogre(game.session.world)
    options = (option("end"), option("stay"))
    questions = [Decision(unit, "turn", options), Decision(unit, "hinder", options)]
    throw = Roll(unit, "throw", (4,))
    for request in questions:
        invariants.asked(world, request, rules)
    invariants.asked(world, throw, rules)
    world.put(unit, Down("defeated"))
    for request in questions:
        with pytest.raises(AssertionError, match="is asked"):
            invariants.asked(world, request, rules)
    invariants.asked(world, Decision(unit, "crawl", options), rules)
    with pytest.raises(AssertionError, match="throws"):
        invariants.asked(world, throw, rules._replace(throws=frozenset({"throw"})))
    world.drop(unit, Down)
    world.put(FIELD, changed(world.get(FIELD, Clock), active=None))
    with pytest.raises(AssertionError, match="nobody's turn"):
        invariants.asked(world, questions[0], rules)


def test_changes_without_a_word_and_prices_paid_twice_are_noticed(game: Skirmish) -> None:
    world, unit = game.session.world, ogre(game.session.world)
    full = world.get(unit, Pools)["focus"]

    def spend(before: int, after: int) -> None:
        world.put(unit, world.get(unit, Pools).with_("focus", after))
        world.emit(PoolChanged(unit, "focus", before, after, "spend"))

    purse = Purse(bounds("poise"), world)
    purse.pay({(unit, "focus"): 2})
    spend(full, full - 2)
    purse.follow(world)
    purse.settle(world)
    purse.pay({(unit, "focus"): 2})
    spend(full - 2, full - 4)
    spend(full - 4, full - 6)
    purse.follow(world)
    with pytest.raises(AssertionError, match="4 focus was paid for what was to cost 2"):
        purse.settle(world)
    spend(full, full - 7)
    with pytest.raises(AssertionError, match="says otherwise"):
        purse.follow(world)
    purse = Purse(bounds("poise"), world)
    world.put(unit, world.get(unit, Pools).with_("focus", 1))
    with pytest.raises(AssertionError, match="focus is 1, told was"):
        purse.follow(world)
