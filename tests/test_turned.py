"""Which side of the map a team begins on makes no difference: turned by half a circle, everything goes the same way."""

from __future__ import annotations

import re
from itertools import chain, repeat
from random import Random

import pytest
from msgspec.structs import replace

from game.grid.grid import Cell, Grid, cells
from game.kernel.components import Position, Side, Unit
from game.kernel.flow import Roll
from game.map.scenario import Scenario, quick
from game.rules.ruleset import Ruleset, find_ruleset
from game.skirmish.record import Skirmish
from tests.playing import RULESETS

STEPS = 90
MAPS = ("arena", "village-green")
"""Maps of hexes and squares that are their own image, turned by half a circle."""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("place", MAPS)
@pytest.mark.parametrize("name", RULESETS)
def test_a_turned_skirmish_goes_the_same_way(name: str, place: str, seed: int) -> None:
    lots, scenario = Random(f"{name} {place} {seed}"), met(place, name)
    plain, turned = a_skirmish_and_its_image(scenario, find_ruleset(name), lots)
    for _ in range(STEPS):
        request, image = plain.session.request, turned.session.request
        if request is None or image is None:
            assert request is image
            return
        if isinstance(request, Roll):
            assert isinstance(image, Roll)
            assert request.dice == image.dice
            faces = tuple(lots.randint(1, sides) for sides in request.dice)
            plain.session.answer(faces)
            turned.session.answer(faces)
            continue
        assert not isinstance(image, Roll)
        assert (request.who, request.question) == (image.who, image.question)
        grid = scenario.board.grid
        there = {same_edge(grid, option.key): option.key for option in image.options}
        here = {same_edge(grid, turned_key(grid, option.key)): option.key for option in request.options}
        assert here.keys() == there.keys()
        key = lots.choice(list(here))
        plain.session.answer(here[key])
        turned.session.answer(there[key])
        for side, _ in plain.session.world.each(Side):
            worth = [each.session.rules.worth(each.session.world, side) for each in (plain, turned)]
            assert worth[0] == pytest.approx(worth[1])


@pytest.mark.parametrize("place", MAPS)
@pytest.mark.parametrize("name", RULESETS)
def test_formations_are_images_of_each_other(name: str, place: str) -> None:
    """Both sides have the same roster on these maps."""
    scenario = met(place, name)
    world, grid = Skirmish(scenario, find_ruleset(name)).session.world, scenario.board.grid
    placed: dict[int, list[Cell]] = {}
    for unit, entry in world.each(Unit):
        placed.setdefault(entry.side, []).append(world.get(unit, Position).cell)
    west, east = placed.values()
    assert [half_turn(grid, cell) for cell in west] == east


def met(place: str, name: str) -> Scenario:
    """A quick skirmish of units that fill one cell: four cells of hexes, turned, are other four."""
    scenario, small = quick(place, name, ("random", "random"), 0), {"brute": "fighter"} if name == "d20" else {}
    sides = []
    for side in scenario.sides:
        roster = tuple(replace(each, role=small.get(each.role or "", each.role)) for each in side.roster)
        sides.append(replace(side, roster=roster))
    return replace(scenario, sides=tuple(sides))


def a_skirmish_and_its_image(scenario: Scenario, rules: Ruleset, lots: Random) -> tuple[Skirmish, Skirmish]:
    """The scenario's units close together, facing anywhere, and the same with everything turned."""
    board = scenario.board
    grid, count = board.grid, sum(entry.count for side in scenario.sides for entry in side.roster)
    middle = [cell for cell in cells(board.passable & ~board.deep) if near_the_middle(grid, cell)]
    places, ways = lots.sample(middle, count), [lots.randrange(grid.directions) for _ in range(count)]
    back = [half_turn(grid, cell) for cell in places], [grid.opposite(way) for way in ways]
    return Skirmish(placed(scenario, places, ways), rules), Skirmish(placed(scenario, *back), rules)


def placed(scenario: Scenario, places: list[Cell], ways: list[int]) -> Scenario:
    """The scenario with its units in these places, facing these ways."""
    grid, spots = scenario.board.grid, iter(zip(places, ways, strict=True))
    sides = []
    for side in scenario.sides:
        roster = []
        for entry in chain.from_iterable(repeat(each, each.count) for each in side.roster):
            cell, way = next(spots)
            roster.append(replace(entry, count=1, at=grid.name(cell), facing=grid.names[way]))
        sides.append(replace(side, roster=tuple(roster)))
    return replace(scenario, sides=tuple(sides))


def near_the_middle(grid: Grid, cell: Cell) -> bool:
    column, row = grid.xy(cell)
    return abs(2 * column - grid.width) < 10 and abs(2 * row - grid.height) < 10


def half_turn(grid: Grid, cell: Cell) -> Cell:
    column, row = grid.xy(cell)
    return grid.at(grid.width - 1 - column, grid.height - 1 - row)


def turned_key(grid: Grid, key: str) -> str:
    """A key with its cells, edges and directions turned."""
    if key.startswith("face ") and key[5:].isdigit():
        return f"face {grid.opposite(int(key[5:]))}"
    key = re.sub(r"\d+,\d+", lambda found: grid.name(half_turn(grid, grid.parse(found[0]))), key)
    return re.sub(r"(?<![\w])[nesw]{1,2}$", lambda found: grid.names[grid.opposite(grid.names.index(found[0]))], key)


def same_edge(grid: Grid, key: str) -> str:
    """A key that ends in an edge, with the edge as the grid calls it: it could be named from either side."""
    found = re.search(r"(\d+,\d+)[ /]([nesw]{1,2})$", key)
    return key if found is None else key[: found.start()] + grid.edge_name(grid.parse_edge(" ".join(found.groups())))
