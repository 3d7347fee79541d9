"""Selecting, copying and pasting, by mouse and by keys alone, on squares and on hexes."""

from __future__ import annotations

import pygame

from game.edit import shapes
from game.grid.grid import cells

from .bench import at

SHIFT, CTRL, ALT = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT


def test_select(desk, way):
    desk.take("terrain", "select")
    getattr(desk, way)((1, 1), (4, 3))
    grid, editor = desk.draft.grid, desk.desk.editor
    assert editor.selection == shapes.rectangle(grid, grid.at(1, 1), grid.at(4, 3))
    for join, cells_left in (("Add", 12 + 6), ("Subtract", 12), ("Intersect", 0)):
        desk.chip(join)
        getattr(desk, way)((6, 5), (7, 7))
        assert editor.selection.bit_count() == cells_left, join
    desk.letter("a", CTRL)
    assert editor.selection == grid.everywhere
    desk.letter("i", CTRL)
    assert editor.selection == 0


def test_select_by_held_keys(desk):
    desk.take("terrain", "select")
    desk.drag((1, 1), (4, 3))
    desk.drag((3, 2), (6, 5), held=SHIFT | CTRL)
    assert desk.desk.editor.selection == at(desk, (3, 2), (4, 2), (3, 3), (4, 3))


def test_lasso(desk, way):
    desk.take("terrain", "lasso")
    getattr(desk, way)((2, 2), (8, 2), (8, 6), (2, 6), (2, 2))
    found = desk.desk.editor.selection
    assert found & at(desk, (4, 4), (6, 3), (5, 5)) == at(desk, (4, 4), (6, 3), (5, 5))
    assert not found & at(desk, (0, 0), (10, 4), (5, 8))
    assert found.bit_count() >= 30


def test_wand(desk, way):
    desk.take("terrain")
    desk.drag((2, 2), (4, 2))
    desk.drag((7, 7))
    desk.take("terrain", "wand")
    getattr(desk, way)((3, 2))
    assert desk.desk.editor.selection == at(desk, (2, 2), (3, 2), (4, 2))
    desk.chip("Same terrain everywhere")
    getattr(desk, way)((3, 2))
    assert desk.desk.editor.selection == at(desk, (2, 2), (3, 2), (4, 2), (7, 7)) == desk.painted("terrain")


def test_walls_stop_the_wand_unless_told_otherwise(bench):
    bench.take("edges", "line")
    bench.drag((6, 0, -0.45, -0.45), (6, 8, -0.45, 0.45))
    bench.take("terrain", "wand")
    bench.drag((2, 2))
    assert bench.desk.editor.selection.bit_count() < 12 * 9
    bench.chip("Walls stop it")
    bench.drag((2, 2))
    assert bench.desk.editor.selection == bench.draft.grid.everywhere


def test_paste(desk, way):
    desk.take("terrain")
    desk.drag((2, 2), (4, 2))
    desk.take("units")
    desk.drag((3, 2))
    desk.take("terrain", "select")
    desk.drag((2, 2), (4, 2))
    desk.letter("c", CTRL)
    assert desk.desk.toolbox.tool == "paste"
    getattr(desk, way)((6, 6))
    assert desk.painted("terrain") == at(desk, (2, 2), (3, 2), (4, 2), (5, 6), (6, 6), (7, 6))
    assert desk.painted("units") == at(desk, (3, 2), (6, 6))
    desk.key(pygame.K_ESCAPE)
    desk.letter("z", CTRL)
    desk.letter("z", CTRL)


def test_the_clipboard_is_seen_before_it_is_put_down(desk):
    desk.take("terrain")
    desk.desk.toolbox.terrain = "lava"
    desk.drag((2, 2), (4, 2))
    desk.take("terrain", "select")
    desk.drag((2, 2), (4, 2))
    desk.tick(5)
    place = desk.spot(7, 6, 0.1, 0.1)
    before = desk.app.surface.get_at(place)
    desk.letter("c", CTRL)
    desk.move(desk.spot(6, 6))
    desk.tick()
    seen = desk.app.surface.get_at(place)
    assert seen != before, "beside the pointer"
    beyond = desk.spot(9, 6, 0.1, 0.1)
    assert abs(desk.app.surface.get_at(beyond)[1] - before[1]) < 60
    desk.drag((6, 6))
    assert desk.count("L") == 6


def test_paste_only_onto_empty(desk, way):
    desk.take("terrain")
    desk.drag((2, 2), (4, 2))
    desk.desk.toolbox.terrain = "mud"
    desk.drag((6, 6))
    desk.take("terrain", "select")
    desk.drag((2, 2), (4, 2))
    desk.letter("c", CTRL)
    desk.chip("Only onto empty")
    getattr(desk, way)((6, 6))
    assert desk.draft.rows[6][5:8] == "TmT"


def test_pasting_turned_and_mirrored(desk):
    """A bent strip with a wall and a unit: turned once about its anchor, then mirrored both ways."""
    desk.take("terrain")
    desk.drag((2, 2), (5, 2))
    desk.take("edges")
    desk.drag((5, 2, 0.45, 0))
    desk.take("units")
    desk.drag((5, 2))
    desk.take("terrain", "select")
    desk.drag((2, 2), (5, 2))
    desk.letter("c", CTRL)
    desk.move((4, 4))
    clip = desk.desk.editor.clip
    desk.letter("]")
    turned = desk.desk.editor.clip
    assert turned.cells.keys() != clip.cells.keys()
    desk.letter("[")
    assert desk.desk.editor.clip.cells == clip.cells
    desk.letter("{")
    mirrored = desk.desk.editor.clip
    assert mirrored.cells.keys() != clip.cells.keys()
    desk.drag((6, 6))
    grid = desk.draft.grid
    fresh = desk.painted("terrain") & ~at(desk, (2, 2), (3, 2), (4, 2), (5, 2))
    assert fresh.bit_count() == 4
    assert {grid.xy(cell)[1] for cell in cells(fresh)} == {6}
    left = min(cells(fresh))
    assert desk.draft.edge(grid.edge(left, grid.parse_direction("w"))) == "wall", "the wall is at the other end now"
    assert desk.painted("units") == at(desk, (5, 2)) | 1 << left
    desk.letter("{")
    desk.letter("}")
    assert {r for _, r in desk.desk.editor.clip.cells} == {-r for _, r in clip.cells}
