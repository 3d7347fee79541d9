"""Stamps with their pictures, other names, and none at all; ghosts that show tokens."""

import pygame
import pytest

from game.edit import files

from .bench import corner


def keep(desk, name, *spots):
    desk.take("terrain", "select")
    desk.drag(*spots)
    desk.letter("k", pygame.KMOD_LCTRL)
    desk.key(pygame.K_a, pygame.KMOD_LCTRL)
    desk.type(name)
    desk.key(pygame.K_RETURN)


@pytest.fixture
def kept(desk):
    corner(desk)
    keep(desk, "Copse", (1, 1), (3, 1))
    keep(desk, "Meadow", (6, 5), (8, 7))
    desk.letter("k")
    return desk


def test_each_stamp_shows_what_it_looks_like(kept):
    rows = kept.top.form.find("list").rows
    assert [row.title for row in rows] == ["Copse", "Meadow"]
    copse, meadow = (pygame.image.tobytes(row.image, "RGBA") for row in rows)
    assert copse != meadow
    assert "3 " in rows[0].note


def test_a_stamp_gets_another_name(kept):
    kept.press("rename")
    kept.fill(name="Grove")
    kept.key(pygame.K_RETURN)
    assert [*files.stamps()] == ["Grove", "Meadow"]
    assert kept.top.form.find("list").at == 0
    kept.press("rename")
    kept.fill(name="Meadow")
    kept.key(pygame.K_RETURN)
    assert "already" in kept.top.trouble
    kept.key(pygame.K_ESCAPE)
    kept.press("ok")
    assert (kept.name(), kept.desk.toolbox.tool) == ("EditorScreen", "paste")
    assert len(kept.desk.editor.clip.cells) == 3


def test_a_stamp_is_deleted_by_the_second_press(kept):
    kept.press("delete")
    assert [*files.stamps()] == ["Copse", "Meadow"]
    kept.press("delete")
    assert [*files.stamps()] == ["Meadow"]
    kept.press("delete")
    kept.press("delete")
    assert [*files.stamps()] == []
    assert not kept.top.form.find("ok").enabled
    kept.key(pygame.K_ESCAPE)
    assert kept.name() == "EditorScreen"


def test_a_broken_stamp_says_so_and_can_be_deleted(kept, folders):
    (folders / "data" / "stamps" / "Aaa.yaml").write_text("grid: [")
    kept.key(pygame.K_ESCAPE)
    kept.letter("k")
    assert kept.top.form.find("list").rows[0].image is None
    assert not kept.top.form.find("ok").enabled
    kept.press("delete")
    kept.press("delete")
    assert [*files.stamps()] == ["Copse", "Meadow"]


def pixels(desk, col, row):
    """What is seen about a cell, the ring of the pointer aside."""
    desk.desk.draw(desk.app.surface)
    size = desk.desk.pane.camera.size
    rect = pygame.Rect(0, 0, size // 2, size // 2)
    rect.center = desk.spot(col, row)
    return pygame.image.tobytes(desk.app.surface.subsurface(rect), "RGB")


def test_the_ghost_of_a_clip_shows_its_tokens(desk):
    corner(desk)
    desk.take("terrain", "select")
    desk.drag((2, 1), (2, 1))
    desk.letter("c", pygame.KMOD_LCTRL)
    desk.move(desk.spot(7, 5))
    with_token = pixels(desk, 7, 5)
    desk.take("units", "eraser")
    desk.drag((2, 1))
    desk.take("terrain", "select")
    desk.drag((2, 1), (2, 1))
    desk.letter("c", pygame.KMOD_LCTRL)
    desk.move(desk.spot(7, 5))
    assert pixels(desk, 7, 5) != with_token


def test_a_unit_shows_before_it_is_put_down_and_on_its_way(desk):
    corner(desk)
    desk.take("labels")
    desk.move(desk.spot(7, 5))
    bare = pixels(desk, 7, 5)
    desk.take("units")
    desk.move(desk.spot(7, 5))
    placing = pixels(desk, 7, 5)
    assert placing != bare
    desk.mouse(pygame.MOUSEBUTTONDOWN, desk.spot(2, 1))
    desk.mouse(pygame.MOUSEMOTION, desk.spot(7, 5))
    assert pixels(desk, 7, 5) != bare
    desk.mouse(pygame.MOUSEBUTTONUP, desk.spot(7, 5))
    assert desk.draft.grid.name(desk.draft.grid.at(7, 5)) in desk.units()
