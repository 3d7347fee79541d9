"""Pan, zoom and the way between pixels and cells."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.grid.grid import Kind, make_grid
from game.ui.board import tokens
from game.ui.board.camera import FULL, READABLE, STEPS, Camera

VIEW = pygame.Rect(100, 50, 640, 480)
KINDS: tuple[Kind, ...] = ("square", "hex")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", STEPS)
def test_every_cell_lies_under_its_own_middle(kind: Kind, size: int) -> None:
    camera = Camera(VIEW, make_grid(kind, 12, 9), still=True)
    camera.zoom_to(size)
    seen = 0
    for row in range(9):
        for col in range(12):
            cell = camera.grid.at(col, row)
            pos = camera.cell_centre(cell)
            if VIEW.collidepoint(pos):
                seen += 1
                assert camera.cell_at(pos) == cell
    assert seen > 8


@pytest.mark.parametrize("kind", KINDS)
@given(x=st.integers(100, 739), y=st.integers(50, 529), steps=st.integers(-9, 9), start=st.sampled_from(STEPS))
def test_zoom_keeps_the_point_under_the_mouse(kind: Kind, x: int, y: int, steps: int, start: int) -> None:
    camera = Camera(VIEW, make_grid(kind, 200, 200), still=True)
    camera.zoom_to(start)
    camera.centre_on(camera.grid.at(100, 100))
    before, old = camera.to_board((x, y)), camera.size
    camera.zoom(steps, (x, y))
    after = camera.to_board((x, y))
    for one, other in zip(before, after, strict=True):
        assert abs(one / old - other / camera.size) < 1.5 / min(old, camera.size)


def test_zoom_ends_at_the_last_step() -> None:
    camera = Camera(VIEW, make_grid("square", 12, 9))
    assert camera.zoom(99) and camera.size == STEPS[-1]
    assert not camera.zoom(1)
    assert camera.zoom(-99) and camera.size == STEPS[0]


def test_fit_shows_the_whole_board_as_large_as_possible() -> None:
    camera = Camera(VIEW, make_grid("square", 12, 9))
    assert camera.size == 52  # 54 would need 648 x 486
    for cell in (camera.grid.at(0, 0), camera.grid.at(11, 8)):
        assert VIEW.collidepoint(camera.cell_centre(cell))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", [1, 20, 64, 150, 256])
def test_fit_shows_a_board_of_any_size_whole(kind: Kind, side: int) -> None:
    camera = Camera(pygame.Rect(84, 44, 916, 730), make_grid(kind, side, side))
    wide, high = camera.grid.extent_px(camera.size)
    assert camera.view().contains(pygame.Rect(0, 0, round(wide), round(high)))
    grown = camera.grid.extent_px(camera.size * 1.25 + 2)
    assert grown[0] > 916 or grown[1] > 730 or camera.size == STEPS[-1]
    assert camera.zoom(1) is (camera.size < STEPS[-1]) or camera.size in STEPS


def test_a_board_cannot_be_panned_out_of_sight() -> None:
    camera = Camera(VIEW, make_grid("square", 60, 60), still=True)
    camera.zoom(9)
    camera.pan(-1e6, -1e6)
    assert camera.cell_at((VIEW.centerx + 5, VIEW.centery + 5)) == camera.grid.at(0, 0)
    camera.pan(1e6, 1e6)
    assert camera.cell_at((VIEW.centerx - 5, VIEW.centery - 5)) == camera.grid.at(59, 59)


def test_nothing_lies_outside_of_the_view() -> None:
    camera = Camera(VIEW, make_grid("square", 60, 60))
    camera.zoom(5)
    assert camera.cell_at(VIEW.center) is not None
    assert camera.cell_at((VIEW.left - 1, VIEW.centery)) is None


def test_the_view_glides_unless_still() -> None:
    gliding, still = (Camera(VIEW, make_grid("square", 60, 60), still=still) for still in (False, True))
    for camera in (gliding, still):
        camera.zoom(6)
        camera.centre_on(camera.grid.at(40, 40))
    goal = (still.x, still.y)
    assert not still.gliding and gliding.gliding and (gliding.x, gliding.y) != goal
    for _ in range(60):
        gliding.update(1 / 60)
    assert not gliding.gliding
    assert (gliding.x, gliding.y) == pytest.approx(goal, abs=1)


def test_resize_keeps_the_middle() -> None:
    camera = Camera(VIEW, make_grid("square", 60, 60), still=True)
    camera.zoom(6)
    camera.centre_on(camera.grid.at(30, 30))
    camera.resize(pygame.Rect(0, 0, 300, 300))
    assert camera.cell_at((150, 150)) == camera.grid.at(30, 30)


def test_reveal_moves_only_for_what_is_out_of_sight() -> None:
    camera = Camera(VIEW, make_grid("square", 60, 60), still=True)
    camera.zoom(6)
    camera.centre_on(camera.grid.at(30, 30))
    place = (camera.x, camera.y)
    camera.reveal(camera.grid.at(31, 31))
    assert (camera.x, camera.y) == place
    camera.reveal(camera.grid.at(50, 31))
    assert VIEW.collidepoint(camera.cell_centre(camera.grid.at(50, 31)))


def test_units_are_readable_until_the_whole_map_is_asked_for() -> None:
    for kind in KINDS:
        grid = make_grid(kind, 60, 60)
        camera = Camera(VIEW, grid)
        camera.open()
        assert camera.size == READABLE
        assert tokens.diameter(grid, 1, camera.size) >= 28
        camera.resize(pygame.Rect(0, 0, 400, 300))
        camera.refit()
        assert camera.size == READABLE
        camera.fit()
        assert camera.size < READABLE
        wide, high = grid.extent_px(camera.size)
        assert wide <= 400 and high <= 300


@pytest.mark.parametrize("kind", KINDS)
def test_the_whole_map_uses_the_room_there_is(kind: Kind) -> None:
    for wide, high in ((12, 9), (16, 12), (24, 18), (40, 25), (7, 30)):
        camera = Camera(VIEW, make_grid(kind, wide, high))
        camera.fit()
        more = camera.grid.extent_px(camera.size + 2)
        assert more[0] > VIEW.w or more[1] > VIEW.h or camera.size == STEPS[-1]


def test_zoom_goes_from_four_pixels_to_twice_the_full_size() -> None:
    assert STEPS[0] == 4 and STEPS[-1] == 2 * FULL
    camera = Camera(VIEW, make_grid("square", 30, 30))
    camera.zoom(99)
    assert camera.percent == 200


def test_the_view_follows_only_to_what_is_out_of_sight_or_near_the_rim() -> None:
    camera = Camera(VIEW, make_grid("square", 60, 60), still=True)
    camera.zoom_to(48)
    camera.centre_on(camera.grid.at(30, 30))
    place = camera.x, camera.y
    assert not camera.reveal_all([camera.grid.at(31, 31), camera.grid.at(29, 30)])
    assert (camera.x, camera.y) == place
    far = camera.grid.at(45, 30), camera.grid.at(47, 30)
    assert camera.reveal_all(far)
    assert all(VIEW.collidepoint(camera.cell_centre(cell)) for cell in far)
    size = camera.size
    assert camera.reveal_all([camera.grid.at(0, 0), camera.grid.at(59, 59)]), "too far apart: the last counts"
    assert camera.size == size
    assert VIEW.collidepoint(camera.cell_centre(camera.grid.at(59, 59)))
    assert not camera.reveal_all([camera.grid.at(59, 59)]), "there is no more of the map beyond its corner"
