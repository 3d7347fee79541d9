"""What is painted is painted on the other side too."""

from __future__ import annotations

import pygame
import pytest

from game.grid.grid import cells

from .bench import Bench

SHIFT, CTRL = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL


def test_a_centre_of_ones_own(desk):
    desk.letter("y")
    desk.move(desk.spot(4, 4))
    desk.letter("c")
    assert desk.desk.editor.symmetry.centre == desk.draft.grid.centre(desk.draft.grid.at(4, 4))
    desk.take("terrain")
    desk.drag((2, 4))
    assert desk.painted("terrain") == sum(1 << desk.draft.grid.at(col, 4) for col in (2, 6))
    desk.move(desk.spot(4, 4, 0.48, 0))
    desk.letter("c")
    desk.drag((1, 6))
    mirrored = [
        desk.draft.grid.xy(cell)[0] for cell in cells(desk.painted("terrain")) if desk.draft.grid.xy(cell)[1] == 6
    ]
    assert mirrored == [1, 8], "about the edge between two cells"
    desk.chip("Own centre")
    desk.drag((0, 8))
    assert desk.draft.rows[8][0] == desk.draft.rows[8][11] == "T"


def test_one_part_leads(desk):
    desk.letter("y")
    desk.letter("y", SHIFT)
    desk.key(pygame.K_y, SHIFT)
    while desk.desk.editor.symmetry.source != "left":
        desk.key(pygame.K_y, SHIFT)
    desk.take("terrain")
    desk.drag((9, 3))
    assert desk.painted("terrain") == 0, "only the left part is drawn on"
    desk.drag((2, 3))
    assert desk.painted("terrain").bit_count() == 2


def test_all_is_made_symmetric(desk):
    desk.take("terrain")
    desk.drag((1, 1), (3, 1))
    while desk.desk.editor.symmetry.way != "half_turn":
        desk.letter("y")
    desk.chip("Make all symmetric")
    assert desk.painted("terrain").bit_count() == 6
    desk.letter("z", CTRL)
    assert desk.painted("terrain").bit_count() == 3


@pytest.mark.parametrize("way", ["third_turns", "sixth_turns"])
def test_hexes_turn_by_thirds_and_sixths(way):
    desk = Bench("hex", 13, 13)
    while desk.desk.editor.symmetry.way != way:
        desk.letter("y")
    desk.take("terrain")
    desk.drag((6, 4))
    assert desk.painted("terrain").bit_count() == {"third_turns": 3, "sixth_turns": 6}[way]
    desk.desk.editor.close()


@pytest.mark.parametrize("tool", ["brush", "rectangle"])
def test_a_stroke_over_its_own_image_raises_once(desk, tool):
    desk.letter("y")
    desk.take("elevation", tool)
    spots = ((3, 4), (8, 4)) if tool == "brush" else ((3, 3), (8, 5))
    desk.drag(*spots, (4, 4)) if tool == "brush" else desk.drag(*spots)
    raised = {desk.draft.sixths(cell) for cell in cells(desk.painted("elevation"))}
    assert raised == {6}
    desk.letter("z", CTRL)
    assert desk.painted("elevation") == 0
