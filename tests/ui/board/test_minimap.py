"""The small map of the whole: there while something is out of sight, true to the map, and a way to get about."""

from __future__ import annotations

import random

import pygame
import pytest
from msgspec.structs import replace

from game.edit.draft import edges_of
from game.edit.editor import Editor
from game.edit.generators.growing import generate
from game.grid.grid import Kind
from game.map.notes import Recipe
from game.ui.board.camera import Camera
from game.ui.board.minimap import Minimap
from game.ui.editing.draft_terrain import DraftTerrain
from game.ui.editing.map_pane import MapPane
from game.ui.kit.theme import DEFAULT, PALETTES
from tests.edit.drafts import field
from tests.ui.editing.test_drawing import stroke

VIEW = pygame.Rect(84, 44, 640, 430)
KINDS: tuple[Kind, ...] = ("square", "hex")


def village(kind: Kind) -> Minimap:
    draft = generate(field(kind, 64, 64), Recipe("village", 3), 0)
    return Minimap(Camera(VIEW, draft.grid, still=True), DraftTerrain(draft), edges_of(draft))


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_there_while_a_part_is_out_of_sight(kind: Kind) -> None:
    small = village(kind)
    assert small.rect is None  # the camera begins with the whole map
    assert not small.covers((700, 460))
    small.camera.zoom_to(32)
    rect = small.rect
    assert rect is not None and VIEW.contains(rect)
    assert small.covers(rect.center)
    small.on = False
    assert small.rect is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_click_goes_there_and_dragging_on(kind: Kind) -> None:
    small = village(kind)
    camera = small.camera
    camera.zoom_to(32)
    rect = small.rect

    def mouse(what: int, x: float, y: float) -> bool:
        pos = round(rect.x + rect.w * x), round(rect.y + rect.h * y)
        return small.event(pygame.event.Event(what, pos=pos, button=1, rel=(0, 0), buttons=(1, 0, 0)))

    def middle() -> tuple[int, int]:
        return camera.grid.xy(camera.cell_at(VIEW.center))

    assert not mouse(pygame.MOUSEMOTION, 0.5, 0.5)
    assert mouse(pygame.MOUSEBUTTONDOWN, 0.5, 0.5)
    assert all(abs(at - 32) <= 1 for at in middle())
    assert mouse(pygame.MOUSEMOTION, 0.75, 0.25)
    assert abs(middle()[0] - 48) <= 1 and abs(middle()[1] - 16) <= 1
    assert mouse(pygame.MOUSEMOTION, 3, 3)  # beyond it: as far as the view goes
    assert mouse(pygame.MOUSEBUTTONUP, 3, 3)
    assert not mouse(pygame.MOUSEMOTION, 3, 3)
    assert not mouse(pygame.MOUSEBUTTONDOWN, -1, -1)
    assert not small.event(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("palette", [PALETTES[0], PALETTES[-1]], ids=lambda palette: palette.key)
def test_it_follows_every_stroke_as_if_it_were_drawn_anew(kind: Kind, palette, window: pygame.Surface) -> None:
    dice = random.Random(kind)
    editor = Editor(field(kind, 24, 18))
    pane = MapPane(VIEW, editor.draft, still=True)
    pane.camera.zoom_to(64)
    for count in range(40):
        editor.do("Stroke", stroke(dice, editor.draft))
        pane.show(editor.draft)
        if count % 5:
            continue
        found, wanted = pygame.Surface((800, 600)), pygame.Surface((800, 600))
        pane.draw_minimap(found, palette)
        fresh = MapPane(VIEW, editor.draft, still=True)
        fresh.camera.zoom_to(64)
        fresh.camera.x, fresh.camera.y = pane.camera.x, pane.camera.y
        fresh.draw_minimap(wanted, palette)
        assert pygame.image.tobytes(found, "RGB") == pygame.image.tobytes(wanted, "RGB")


def test_it_gives_way_to_who_acts_and_is_small() -> None:
    small = village("square")
    small.camera.zoom_to(32)
    rect, view = small.rect, small.camera.rect
    assert rect.w <= view.w * 0.25 + 1 and rect.h <= view.h * 0.25 + 1
    small.give_way([view.topleft])
    assert small.rect == rect
    small.give_way([view.topleft, rect.center])
    assert small.rect is None and not small.covers(rect.center)
    small.give_way([])
    assert small.rect == rect


def test_units_and_what_is_in_sight_are_marked() -> None:
    small = village("square")
    small.camera.zoom_to(32)
    image = pygame.Surface((800, 600))
    grid = small.terrain_view.grid
    small.draw(image, DEFAULT, [(grid.at(60, 60), 1)])
    rect = small.rect
    assert image.get_at((rect.x + rect.w * 121 // 128, rect.y + rect.h * 121 // 128))[:3] == DEFAULT.side(1)
    small.camera.go(0, 0)
    before = pygame.image.tobytes(image, "RGB")
    small.draw(image, DEFAULT)
    assert pygame.image.tobytes(image, "RGB") != before


def test_sides_differ_by_shape_on_it_too() -> None:
    small = village("square")
    small.camera.zoom_to(32)
    grey = replace(DEFAULT, sides=((128, 128, 128),))
    seen = set()
    for side in range(1, 7):
        image = pygame.Surface((800, 600))
        small.draw(image, grey, [(small.terrain_view.grid.at(60, 60), side)])
        seen.add(pygame.image.tobytes(image, "RGB"))
    assert len(seen) == 6
