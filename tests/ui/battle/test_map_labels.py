"""Words over the board: whole where what they are about is seen."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.grid.grid import Kind
from game.kernel.components import Position
from game.map.board import Label
from game.ui.battle import map_labels
from game.ui.battle.board_view import BoardView
from game.ui.battle.scene import Scene
from game.ui.board.lettering import plate
from tests.ui.boards import armies, plain

KINDS: tuple[Kind, ...] = ("square", "hex")
SIZE = 48
INK = (240, 232, 210)  # of a map's own words


def ink(image: pygame.Surface) -> int:
    """How many pixels are of the colour of a map's words."""
    return pygame.mask.from_threshold(image, INK, (1, 1, 1)).count()


@pytest.mark.parametrize("kind", KINDS)
def test_words_at_the_rim_of_the_view_are_whole(window: pygame.Surface, kind: Kind) -> None:
    board = plain(kind)
    grid = board.grid
    whole = ink(plate("The Long Ford of the Marsh", 12, INK, (52, 40, 28)))
    for cell in (grid.at(0, 0), grid.at(board.width - 1, 0), grid.at(0, board.height - 1), grid.at(11, 8)):
        labelled = replace(board, labels=(Label(cell, "The Long Ford of the Marsh"),))
        image = pygame.Surface((grid.width * SIZE, grid.height * SIZE))
        map_labels.captions(image, labelled, Scene(armies(board)[0]), SIZE, (0, 0))
        assert ink(image) == whole > 100


def test_words_about_what_is_out_of_view_stay_there(window: pygame.Surface) -> None:
    board = replace(plain("square"), labels=(Label(0, "The Long Ford"),))
    image = pygame.Surface((300, 300))
    map_labels.captions(image, board, Scene(armies(board)[0]), SIZE, (-400, -400))
    assert ink(image) == 0


def test_the_chance_below_a_target_in_the_last_row_is_whole(window: pygame.Surface) -> None:
    view = pygame.Rect(0, 0, 300, 200)
    mark = plate("62 %", 12, (255, 246, 220))
    image = pygame.Surface(view.size)
    map_labels.put(image, [(mark, (140, 195), (150, 180))], (0, 0))
    there = pygame.Surface(view.size)
    there.blit(mark, (140, 200 - mark.get_height()))
    assert pygame.image.tobytes(image, "RGB") == pygame.image.tobytes(there, "RGB")


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_chances_on_small_cells_are_as_large_as_other_words(window: pygame.Surface, scale: float) -> None:
    board, image = plain("square"), pygame.Surface((300, 200), pygame.SRCALPHA)
    scene = Scene(armies(board)[0], labels=((board.grid.at(5, 3), "62 %"),))
    map_labels.labels(image, scene, board.grid, 24, (0, 0), scale)
    assert image.get_bounding_rect().height == plate("62 %", round(12 * scale), INK).get_bounding_rect().height


@pytest.mark.parametrize("kind", KINDS)
def test_words_of_a_map_smaller_than_the_view_stay_on_the_map(window: pygame.Surface, kind: Kind) -> None:
    board = plain(kind)
    grid = board.grid
    wide, high = grid.extent_px(SIZE)
    there = pygame.Rect(150, 100, round(wide), round(high))
    for cell in (grid.at(0, 0), grid.at(board.width - 1, board.height - 1)):
        labelled = replace(board, labels=(Label(cell, "The Long Ford of the Marsh"),))
        image = pygame.Surface((there.right + 150, there.bottom + 100), pygame.SRCALPHA)
        map_labels.captions(image, labelled, Scene(armies(board)[0]), SIZE, there.topleft)
        assert there.contains(image.get_bounding_rect())


@pytest.mark.parametrize("kind", KINDS)
def test_ranks_hide_neither_units_nor_chances_nor_one_another(window: pygame.Surface, kind: Kind) -> None:
    board = plain(kind)
    world, units = armies(board, 4)
    cells = [world.get(unit, Position).cell for unit in units]
    view = BoardView(pygame.Rect(0, 0, 700, 540), board, still=True)
    view.fit()
    chances = Scene(world, targets=tuple((unit, "62 %") for unit in units))
    picture, ranked = pygame.Surface((700, 540)), pygame.Surface((700, 540))
    view.draw(picture, chances)
    ranks = tuple((cell, str(number)) for number, cell in enumerate(cells, 1))
    view.draw(ranked, replace(chances, ranks=ranks))
    found = pygame.mask.from_threshold(ranked, (0, 0, 0), (1, 1, 1, 255), picture)
    found.invert()
    assert len(found.connected_components(40)) == len(cells)
    for x, y in (view.place_of(cell) for cell in cells):
        plain_part = pygame.Rect(0, 0, view.camera.size // 2, view.camera.size // 2)
        plain_part.center = x, y
        below = pygame.Rect(x - 12, y + view.camera.size // 2, 24, 10)  # the chance
        for part in (plain_part, below):
            assert pygame.image.tobytes(picture.subsurface(part), "RGB") == pygame.image.tobytes(
                ranked.subsurface(part), "RGB"
            )
