"""What a person is asked when it matters: what is aimed at one's own, hurts them, or happens beside them."""

from __future__ import annotations

import pytest

from game.grid.grid import cells, union
from game.kernel.components import Position, Side, Unit
from game.kernel.ecs import World
from game.kernel.events import Attacked, Event, Moved, PoolChanged, RoundBegan, Used
from game.kernel.flow import Decision, Moment, Option, decide
from game.rules.concern import Verdict, verdict
from game.rules.verbs import question_of
from game.systems.field import board_of
from tests.options import option
from tests.playing import skirmish

NO = option("no")


@pytest.fixture
def world() -> World:
    """Red's A and B, and blue's c, far apart but for B and c."""
    world = skirmish("clash", "square", 1).session.world
    grid = board_of(world).grid
    for unit, place in zip(band(world), ("0,0", "6,4", "7,4"), strict=True):
        world.put(unit, Position(grid.parse(place)))
    return world


def band(world: World) -> tuple[int, int, int]:
    red, blue = [side for side, _ in world.each(Side)]
    of_red = [unit for unit, entry in world.each(Unit) if entry.side == red]
    return of_red[0], of_red[1], next(unit for unit, entry in world.each(Unit) if entry.side == blue)


def asked(who: int, about: Event | None, *options: Option, moment: Moment = "window") -> Decision:
    return decide(who, "window", options or (NO, act()), about=about, moment=moment)


def act(unit: int | None = None) -> Option:
    return option("use", unit=unit)


def test_what_is_aimed_at_ones_own_is_asked(world: World) -> None:
    a, b, c = band(world)
    assert verdict(world, asked(a, Attacked(c, b, "sword"))) == Verdict(True, "target")
    assert verdict(world, asked(a, Used(c, "fire", targets=(c, a)))) == Verdict(True, "target")
    assert verdict(world, asked(a, PoolChanged(b, "health", 5, 3, "damage", c))) == Verdict(True, "hurt")


def test_what_happens_elsewhere_or_is_ones_own_doing_is_not(world: World) -> None:
    a, b, c = band(world)
    assert verdict(world, asked(a, Moved(c, 1, 2))) == Verdict(False, "unconcerned")
    assert verdict(world, asked(a, Attacked(b, c, "sword"))) == Verdict(False, "unconcerned")
    assert verdict(world, asked(a, PoolChanged(b, "magic", 5, 3, "spend", b))) == Verdict(False, "unconcerned")


def test_a_foe_beside_the_unit_concerns_it_and_so_does_what_the_rules_ask_it_alone(world: World) -> None:
    a, b, c = band(world)
    assert verdict(world, asked(b, Moved(c, 1, 2))) == Verdict(True, "near")
    assert verdict(world, asked(a, Moved(c, 1, 2), NO, act(c))) == Verdict(False, "unconcerned")
    assert verdict(world, asked(a, Moved(c, 1, 2), NO, act(c), moment="reaction")) == Verdict(True, "own")


def test_in_doubt_it_is_asked(world: World) -> None:
    a, _, c = band(world)
    assert verdict(world, asked(a, Moved(c, 1, 2), act(), option("other"))).why == "must"
    assert verdict(world, asked(a, Moved(c, 1, 2), moment="detail")) == Verdict(True, "own")
    assert verdict(world, asked(a, None)) == verdict(world, asked(a, RoundBegan(2))) == Verdict(True, "unknown")


def test_the_defeated_are_asked_where_to_crawl_only_beside_danger() -> None:
    """POISE-DEFEAT-8: the rules ask each of them in each round; mostly nothing hangs on it."""
    world = skirmish("poise", "square", 1).session.world
    unit = next(unit for unit, _ in world.each(Unit))
    crawl = decide(unit, "crawl", (option("stay"), option("crawl")), about=RoundBegan(2), moment="detail")
    idle, board = question_of(world, "crawl").idle, board_of(world)
    assert idle is not None
    grid, perils = board.grid, union(board.hazards.values()) | board.water
    for cell in cells(grid.everywhere):
        world.put(unit, Position(cell))
        near = bool(grid.within(1 << cell, 1, "chebyshev") & perils)
        assert idle(world, unit) is not near
        assert verdict(world, crawl).ask is near
