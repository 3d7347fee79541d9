"""A village of 40 x 30 cells by keys and mouse: river, roads, upper storeys, lights, zones, sides."""

from __future__ import annotations

import pygame
import pytest

from game.edit.checks import validate
from game.edit.draft import read
from game.map.board import LEVEL
from game.map.file import load_board
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish

from .bench import Bench
from .test_a_fair_map import CTRL, tile

HOUSES = ((7, 3, 11, 7), (16, 3, 21, 8), (5, 10, 10, 13), (16, 10, 21, 13), (3, 18, 9, 23), (33, 9, 38, 13))
DOORS = ((11, 5, 0.46), (16, 5, -0.46), (10, 12, 0.46), (16, 12, -0.46), (9, 20, 0.46), (33, 11, -0.46))
WINDOWS = ((7, 5, -0.46), (21, 5, 0.46), (5, 12, -0.46), (21, 12, 0.46), (3, 20, -0.46), (38, 11, 0.46))
STOREYS = {
    "+2": ((18, 3, 21, 8), (3, 18, 5, 23), (36, 9, 38, 13)),
    "+1": ((17, 7, 17, 8), (6, 22, 6, 23), (35, 12, 35, 13)),
}


def size(bench, wanted):
    """The brush that wide, by its keys."""
    while (now := bench.desk.toolbox.size) != wanted:
        bench.letter("." if now < wanted else ",")


def boxes(bench, found):
    """A figure from corner to corner of each."""
    for col, row, col2, row2 in found:
        bench.drag((col, row), (col2, row2))


def country(bench):
    """A river with its banks and a bridge, two roads, woods and fields."""
    bench.take("terrain")
    bench.chip("Fitting transitions")
    tile(bench, "Shallow water")
    size(bench, 2)
    bench.drag((27, 0), (26, 5), (28, 10), (29, 15), (27, 20), (28, 25), (28, 29))
    bench.take("terrain", "line")
    tile(bench, "Road")
    boxes(bench, ((0, 15, 25, 15), (31, 15, 39, 15), (13, 0, 13, 29)))
    bench.letter("r")
    tile(bench, "Bridge")
    bench.drag((26, 15), (30, 16))
    bench.letter("b")
    tile(bench, "Forest")
    size(bench, 4)
    bench.drag((34, 4), (37, 6))
    bench.drag((36, 24), (34, 27))
    size(bench, 1)
    bench.letter("r")
    tile(bench, "Field of corn")
    boxes(bench, ((16, 22, 23, 28), (1, 2, 5, 6)))


def houses(bench):
    """Floors, walls, doors, windows, and upper storeys with stairs in three of them."""
    tile(bench, "Planks")
    boxes(bench, HOUSES)
    bench.take("edges", "rectangle")
    tile(bench, "Wall")
    boxes(bench, HOUSES)
    bench.letter("b")
    for title, places in (("Shut door", DOORS), ("Window", WINDOWS)):
        tile(bench, title)
        for col, row, aside in places:
            bench.drag((col, row, aside, 0))
    bench.take("elevation", "rectangle")
    for level, places in STOREYS.items():
        bench.chip(level)
        boxes(bench, places)


def people(bench):
    """Lights, three zones, two sides with reserves and goals, a guard, a word."""
    bench.take("lights")
    for spot in ((13, 15), (9, 5), (18, 6), (30, 14)):
        bench.drag(spot)
    bench.take("zones", "rectangle")
    for name, place in (("west", (0, 8, 2, 17)), ("east", (37, 14, 39, 22)), ("market", (11, 14, 15, 18))):
        bench.chip("New zone")
        bench.fill(name=name)
        if name == "market":
            bench.turn_to("kind", "objective")
        bench.press("ok")
        bench.chip(name)
        boxes(bench, [place])
    bench.letter("6")
    for name, zone in (("Villagers", "west"), ("Raiders", "east")):
        bench.chip("New side")
        bench.fill(name=name)
        bench.turn_to("zone", zone)
        bench.press("ok")
        bench.chip("Reserve")
        bench.fill(**{"role fighter": "3", "role archer": "2", "role leader": "1"})
        bench.press("ok")
        bench.chip("Ways to win")
        bench.turn_to("kind1", "hold_zone")
        bench.turn_to("zone1", "market")
        bench.press("ok")
    bench.letter("b")
    bench.chip("Villagers")
    bench.drag((12, 12))
    bench.take("labels")
    bench.drag((13, 16))
    bench.type("market")
    bench.key(pygame.K_RETURN)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["square", "hex"])
def test_a_village_is_drawn_from_nothing(kind, folders):
    bench = Bench()
    bench.letter("n", CTRL)
    bench.fill(name="Millbrook", width="40", height="30")
    bench.turn_to("kind", kind)
    bench.press("ok")
    bench.letter("0")
    country(bench)
    houses(bench)
    people(bench)
    bench.letter("s", CTRL)
    bench.press("ok")
    path = folders / "data" / "maps" / "millbrook.yaml"
    draft, faults = read(path)
    assert faults == ()
    assert {"~", "s", "=", "B", "T", "b", "f", "P", "."} <= {*"".join(draft.rows)}
    assert {edge.kind for edge in draft.edges} == {"wall", "door", "window"}
    assert {0, LEVEL, 2 * LEVEL} <= {draft.sixths(draft.grid.at(col, row)) for col in range(40) for row in range(30)}
    assert (len(draft.lights), len(draft.zones), len(draft.labels)) == (4, 3, 1)
    assert [(side.name, side.size) for side in draft.sides] == [("Villagers", 7), ("Raiders", 6)]
    for name in SHIPPED:
        assert [issue.message for issue in validate(draft, find_ruleset(name)) if issue.weight != "note"] == [], name
        skirmish = Skirmish(quick(load_board(path), name, ("random", "random"), 1)).settle()
        assert skirmish.session.request is not None, name
    bench.desk.editor.close()
