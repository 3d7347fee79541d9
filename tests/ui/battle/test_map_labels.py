"""Words over the board: whole where what they are about is seen, and numbers on their own unit."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.grid.grid import Kind
from game.kernel.events import PoolChanged
from game.map.board import Label
from game.ui.battle import map_labels
from game.ui.battle.animation import Animation
from game.ui.battle.board_view import BoardView
from game.ui.battle.scene import Scene
from game.ui.board.lettering import plate
from game.ui.kit.theme import DEFAULT
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


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("still", [False, True])
def test_a_number_stays_on_its_unit_and_covers_no_other(window: pygame.Surface, kind: Kind, *, still: bool) -> None:
    board = plain(kind)
    world, units = armies(board, 2)
    view = BoardView(window.get_rect(), board)
    view.draw(window, Scene(world))
    places = view.unit_sprites.places
    hurt, size = units[0], view.camera.size
    animation = Animation(board.grid, still=still)
    animation.play([PoolChanged(hurt, "poise", 7, 3, "damage"), PoolChanged(hurt, "focus", 2, 1, "lose")], world)
    most = 0
    for _ in range(200):
        animation.update(1 / 60)
        found = map_labels.popup_places(animation, places, size)
        most = max(most, len(found))
        rects = [rect for _, rect in found]
        assert not any(one.colliderect(other) for one in rects for other in rects if one is not other)
        if rects:
            middle = places[hurt][1]
            own = pygame.Rect(0, 0, size, size)
            own.center = round(middle[0]), round(middle[1])
            assert own.top <= rects[-1].top and rects[-1].bottom <= own.bottom
    assert most == 2
    assert not animation.popups


def test_every_number_is_drawn(window: pygame.Surface) -> None:
    board = plain("square")
    world, units = armies(board, 2)
    view = BoardView(window.get_rect(), board)
    view.draw(window, Scene(world))
    animation = Animation(board.grid)
    animation.play([PoolChanged(units[0], "poise", 7, 3, "damage")], world)
    animation.update(0.1)
    image = pygame.Surface(window.get_size())
    before = pygame.image.tobytes(image, "RGB")
    map_labels.popups(image, animation, DEFAULT, view.unit_sprites.places, view.camera.size, (0, 0))
    assert pygame.image.tobytes(image, "RGB") != before
