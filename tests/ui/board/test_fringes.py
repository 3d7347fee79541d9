"""Soft edges between kinds of ground: pictures only, where one kind meets another, and nothing else."""

import pygame
import pytest

from game.edit import paint
from game.edit.draft import blank
from game.grid.grid import make_grid
from game.map.terrain import kinds
from game.ui.board import fringes
from game.ui.board.ground import Ground, GroundLook

SIZE = 40


def drawn(board, **look):
    wide, high = board.grid.extent_px(SIZE)
    image = pygame.Surface((round(wide), round(high)))
    Ground(board).draw(image, GroundLook(grid=False, **look), SIZE, image.get_rect(), (0, 0))
    return image


def pond(kind, name="deep_water"):
    draft = blank(kind, 7, 5)
    return paint.terrain(draft, 1 << draft.grid.at(3, 2), name).board()


def test_the_sheet_names_terrain_once():
    found = fringes.sheet()
    assert len({*found.order}) == len(found.order)
    assert {*found.order, *found.looks, *found.looks.values()} <= {*kinds().terrain}
    assert {*found.looks.values()} <= {*found.order} and not {*found.looks} & {*found.order}


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_grass_reaches_over_the_rim_of_a_pond_but_not_to_its_middle(kind, window):
    board = pond(kind)
    soft, hard = drawn(board), drawn(board, soft=False)
    x, y = (round(n) for n in board.grid.centre_px(board.grid.at(3, 2), SIZE))
    middle = pygame.Rect(0, 0, SIZE // 2, SIZE // 2)
    middle.center = x, y
    assert pygame.image.tobytes(soft.subsurface(middle), "RGB") == pygame.image.tobytes(hard.subsurface(middle), "RGB")
    inside = x - SIZE // 2 + 3, y - 8
    assert soft.get_at(inside).g > soft.get_at(inside).b
    assert hard.get_at(inside).b > hard.get_at(inside).g


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("name", ["grass", "planks", "stone_wall", "forest", "bridge"])
def test_what_is_built_and_what_is_alike_keeps_its_edges(kind, name, window):
    board = pond(kind, name)
    assert pygame.image.tobytes(drawn(board), "RGB") == pygame.image.tobytes(drawn(board, soft=False), "RGB")


def test_what_is_higher_reaches_over_what_is_lower():
    assert fringes.reaches("grass", "sand") and not fringes.reaches("sand", "grass")
    assert fringes.reaches("forest", "road")  # with its grass
    assert not fringes.reaches("grass", "forest") and not fringes.reaches("grass", "grass")


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("size", [8, 16, 33, 96])
def test_no_fringe_reaches_further_than_what_is_mended(kind, size, window):
    """The editor paints anew what lies within 0.9 cells of a changed one."""
    grid = make_grid(kind, 3, 3)
    for side in range(len(grid.layout.sides)):
        for way in range(4):
            fringe, place = fringes._fringe(grid, "grass", side, way, size)
            box = fringe.get_bounding_rect().move(place)
            assert max(abs(box.left), abs(box.right), abs(box.top), abs(box.bottom)) <= 0.62 * size + 3
