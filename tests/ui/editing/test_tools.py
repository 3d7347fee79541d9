"""Each tool by mouse and by keys, on squares and on hexes."""

from __future__ import annotations

import pygame
import pytest

SHIFT, CTRL, ALT = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT


def test_the_brush_paints_where_it_goes_as_one_command(bench):
    bench.take("terrain")
    bench.drag((1, 1), (4, 1), (4, 3))
    assert bench.count("T") == 6
    assert bench.desk.editor.history.titles == ("Open", "Paint forest")
    bench.letter("z", CTRL)
    assert bench.count("T") == 0
    bench.letter("y", CTRL)
    assert bench.count("T") == 6


def test_brushes_have_sizes_and_corners(bench):
    bench.take("terrain")
    for _ in range(6):
        bench.letter(".")
    bench.drag((5, 4))
    assert 30 < bench.count("T") < 45
    bench.letter("t")
    bench.drag((5, 4))
    assert bench.count("T") == 49


def test_the_brush_on_hexes_is_a_disc(hexes):
    hexes.take("terrain")
    hexes.letter(".")
    hexes.letter(".")
    hexes.drag((5, 4))
    assert hexes.count("T") == 7


def test_shift_draws_a_line_from_the_last_place(bench):
    bench.take("terrain")
    bench.drag((1, 2))
    bench.drag((8, 2), held=SHIFT)
    assert bench.draft.rows[2] == ".TTTTTTTT..."


@pytest.mark.parametrize(
    ("tool", "end", "cells"), [("line", (8, 2), 7), ("rectangle", (5, 4), 12), ("hexagon", (3, 2), 5)]
)
def test_figures_are_dragged(bench, tool, end, cells):
    bench.take("terrain", tool)
    bench.drag((2, 2), (3, 3), end)
    assert bench.count("T") == cells
    assert len(bench.desk.editor.history.titles) == 2


def test_a_stroke_can_be_given_up(bench):
    bench.take("terrain")
    bench.mouse(pygame.MOUSEBUTTONDOWN, bench.spot(3, 3))
    assert bench.count("T") == 1
    bench.key(pygame.K_ESCAPE)
    assert bench.count("T") == 0
    assert bench.desk.editor.history.titles == ("Open",)


def test_the_eraser_empties_its_layer_only(bench):
    bench.take("terrain")
    bench.drag((2, 2), (4, 2))
    bench.take("props")
    bench.drag((2, 2), (4, 2))
    bench.take("props", "eraser")
    bench.drag((3, 2))
    assert (bench.count("T"), len(bench.draft.props)) == (3, 2)
    bench.chip("All layers")
    bench.drag((2, 2))
    assert (bench.count("T"), len(bench.draft.props)) == (2, 1)


def test_the_eyedropper_takes_what_lies_there(bench):
    bench.take("terrain")
    bench.drag((2, 2))
    bench.desk.toolbox.terrain = "lava"
    bench.letter("i")
    bench.drag((2, 2))
    assert (bench.desk.toolbox.terrain, bench.desk.toolbox.tool) == ("forest", "brush")
    bench.drag((7, 7), held=ALT)
    assert bench.desk.toolbox.terrain == "grass"
    bench.click(bench.spot(2, 2), button=3)
    assert bench.desk.toolbox.terrain == "forest"


def test_edges_snap_to_borders(bench):
    bench.take("edges")
    bench.drag((4, 4, 0, -0.45))
    grid = bench.draft.grid
    assert bench.draft.edge(grid.edge(grid.at(4, 4), grid.parse_direction("n"))) == "wall"
    bench.take("edges", "line")
    bench.drag((2, 2, -0.4, -0.4), (6, 2, 0.4, -0.4))
    assert len(bench.draft.edges) == 6
    bench.take("edges", "eraser")
    bench.drag((4, 4, 0, -0.45))
    assert len(bench.draft.edges) == 5


def test_elevation_goes_up_and_down(bench):
    bench.take("elevation")
    bench.drag((4, 4), (5, 4))
    bench.drag((4, 4))
    grid = bench.draft.grid
    assert [bench.draft.sixths(grid.at(col, 4)) for col in (4, 5, 6)] == [12, 6, 0]
    bench.key(pygame.K_PAGEDOWN)
    bench.drag((5, 4))
    assert bench.draft.sixths(grid.at(5, 4)) == 0
    bench.chip("+3")
    bench.drag((6, 4))
    assert bench.draft.sixths(grid.at(6, 4)) == 18


def test_zones_are_made_and_painted(bench):
    bench.take("zones")
    bench.chip("New zone")
    bench.press("ok")
    bench.take("zones", "rectangle")
    bench.drag((0, 0), (1, 8))
    assert bench.draft.zones[0].cells.bit_count() == 18
    bench.take("zones", "eraser")
    bench.drag((0, 0))
    assert bench.draft.zones[0].cells.bit_count() == 17


def test_units_are_placed_moved_and_turned(bench):
    bench.take("units")
    bench.drag((3, 3))
    assert bench.units() == {"3,3": "0fighter"}
    bench.drag((3, 3), (4, 4), (5, 5))
    assert bench.units() == {"5,5": "0fighter"}
    bench.move(bench.spot(5, 5))
    bench.app.event(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0))
    bench.tick()
    assert bench.units()["5,5"] != "0fighter"
    bench.take("units", "eraser")
    bench.drag((5, 5))
    assert bench.units() == {}


def test_a_mirror_paints_both_halves(bench):
    bench.letter("y")
    bench.take("terrain")
    bench.drag((1, 1), (3, 1))
    assert bench.draft.rows[1] == ".TTT....TTT."


def test_selections_join_and_are_copied(bench):
    bench.take("terrain", "select")
    bench.drag((0, 0), (1, 1))
    bench.drag((4, 0), (4, 0), held=SHIFT)
    bench.drag((0, 0), (0, 0), held=CTRL)
    assert bench.desk.editor.selection.bit_count() == 4
    bench.letter("f", CTRL)
    assert bench.count("T") == 4
    bench.letter("c", CTRL)
    bench.drag((6, 6))
    assert bench.count("T") == 8


def test_a_big_zone_deploys_by_hand():
    from game.rules.deploying import Zones

    assert Zones((1,), (f"{1 << 40_000:x}",)).cells[0].startswith("1")
