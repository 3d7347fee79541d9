"""Bridges lie the way one walks over them."""

from __future__ import annotations

import pygame
import pytest

from game.grid.grid import Kind
from game.map.board import Board
from game.ui.board import bridges
from game.ui.board.ground import Ground, GroundLook


def turns(kind: Kind, *rows: str) -> dict[str, int]:
    board = Board(name="river", kind=kind, rows=rows)
    return {board.grid.name(cell): turn for cell, turn in bridges.turns(board).items()}


def test_no_bridge_no_turn() -> None:
    assert turns("square", "...", "~W~") == {}


@pytest.mark.parametrize("glyph", "BS")
def test_a_bridge_from_left_to_right_stays_as_it_is(glyph: str) -> None:
    rows = ("..WW..", f"..{glyph * 2}..", "..WW..")
    assert set(turns("square", *rows).values()) == {0}
    assert set(turns("hex", *rows).values()) == {0}


def test_a_bridge_up_the_map_is_turned() -> None:
    assert turns("square", "...", "WBW", "WBW", "...") == {"1,1": 90, "1,2": 90}


def test_a_wide_bridge_is_turned_as_a_whole() -> None:
    assert set(turns("square", "......", "WBBBBW", "WBBBBW", "......").values()) == {90}
    assert set(turns("square", "..WW..", "..BB..", "..BB..", "..BB..", "..WW..").values()) == {0}


def test_a_chasm_is_crossed_like_water() -> None:
    assert turns("square", "...", "XSX", "...") == {"1,1": 90}


def test_each_arm_of_a_bridge_with_a_bend_follows_its_own_way() -> None:
    found = turns("square", "WW.WW", "WWBWW", ".BBB.", "WWBWW", "WW.WW")
    assert (found["1,2"], found["3,2"]) == (0, 0)
    assert (found["2,1"], found["2,3"]) == (90, 90)


def test_a_bridge_that_leaves_the_map_leads_somewhere() -> None:
    assert turns("square", "WBW", "WBW", "...") == {"1,0": 90, "1,1": 90}


def test_two_bridges_lie_each_their_own_way() -> None:
    found = turns("square", ".......", "WBWWWWW", ".......", "..WWW..", "..BBB..", "..WWW..")
    assert found["1,1"] == 90
    assert {found["2,4"], found["3,4"], found["4,4"]} == {0}


def test_hexes_follow_their_axes() -> None:
    rising = ("WW.", "WBW", "WBW", ".WW")
    falling = (".WW", "BWW", "WBW", "W.W")
    assert set(turns("hex", *rising).values()) == {60}
    assert set(turns("hex", *falling).values()) == {120}


def test_a_bridge_that_zigzags_up_hexes_is_drawn_straight_up() -> None:
    rows = (".....", "WWBWW", "WWBWW", "WWBWW", "WWBWW", ".....")
    assert set(turns("hex", *rows).values()) == {90}


def test_a_hex_between_two_banks_is_crossed_straight_up() -> None:
    assert turns("hex", "...", "WBW", "...") == {"1,1": 90}


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("size", [23, 48, 97])
def test_a_turned_bridge_fills_its_cells_and_looks_another_way(kind: Kind, size: int) -> None:
    across = Board(name="across", kind=kind, rows=("...", ".B.", "..."))
    up = Board(name="up", kind=kind, rows=("...", "WBW", "..."))
    seen = []
    for board in (across, up):
        box = pygame.Rect(0, 0, *(int(part) for part in board.grid.extent_px(size)))
        surface = pygame.Surface(box.size)
        surface.fill((255, 0, 255))
        Ground(board).draw(surface, GroundLook(grid=False), size, box, (0, 0))
        x, y = board.grid.centre_px(board.grid.at(1, 1), size)
        wide = round(size * 0.8)
        part = surface.subsurface(pygame.Rect(0, 0, wide, wide).move(round(x) - wide // 2, round(y) - wide // 2))
        assert pygame.mask.from_threshold(part, (255, 0, 255), (40, 40, 40)).count() == 0
        seen.append(pygame.image.tobytes(part, "RGB"))
    assert seen[0] != seen[1]
