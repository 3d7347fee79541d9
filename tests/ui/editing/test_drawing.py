"""What is drawn piece by piece while one paints is, pixel for pixel, what is drawn when the map is opened."""

from __future__ import annotations

import random

import pygame
import pytest

from game.edit import borders, clip, paint, places, shapes
from game.edit.draft import changed, read
from game.edit.editor import Editor
from game.edit.sizes import body_in
from game.grid.grid import bits, cells
from game.map.library import find_maps
from game.map.roster import Entry
from game.ui.board.ground import GroundLook
from game.ui.editing.map_pane import MapPane
from tests.edit.drafts import EDGES, PROPS, TERRAIN, field

ROOM = pygame.Rect(0, 0, 700, 500)
BACK = (9, 9, 9)


@pytest.fixture(autouse=True)
def shown(window):
    return window


def picture(pane, look):
    image = pygame.Surface(ROOM.size)
    pane.draw(image, look, body_in(None), BACK)
    return image


def finish(pane, look):
    """What happens when nobody touches anything for a while."""
    while pane.unsettled:
        pane.settle()
        pane.mend(look)


def anew(pane, look):
    """The same view of a map that was just opened."""
    fresh = MapPane(ROOM, pane.draft, still=True)
    fresh.camera.size, fresh.camera.x, fresh.camera.y = pane.camera.size, pane.camera.x, pane.camera.y
    return picture(fresh, look)


def differing(pane, look):
    """The part of the view that is not as it should be, None if there is none."""
    finish(pane, look)
    found, wanted = picture(pane, look), anew(pane, look)
    if pygame.image.tobytes(found, "RGB") == pygame.image.tobytes(wanted, "RGB"):
        return None
    mask = pygame.mask.from_threshold(found, (0, 0, 0), (1, 1, 1, 255), wanted)
    mask.invert()
    return mask.get_bounding_rects()[:5], mask.count()


def stroke(dice, draft):
    """Something that a hand on the mouse might do."""
    grid = draft.grid
    cell = dice.choice(list(cells(grid.everywhere)))
    mask = shapes.brush(grid, cell, dice.randint(1, 4))
    edges = [grid.edge(each, d) for each in cells(mask) for d in grid.layout.sides if dice.random() < 0.3]
    zone = dice.choice(draft.zones).name if draft.zones else ""
    return dice.choice(
        (
            lambda d: paint.terrain(d, mask, dice.choice(TERRAIN)),
            lambda d: paint.blend(d, mask, dice.choice(["deep_water", "forest", "bridge"])),
            lambda d: paint.lift(d, mask, dice.choice([6, -6, 3, 12])),
            lambda d: paint.prop(d, mask, dice.choice(["", *PROPS])),
            lambda d: paint.erase(d, mask),
            lambda d: borders.edges(d, edges, dice.choice(["", *EDGES])),
            lambda d: places.paint_zone(d, zone, mask, away=dice.random() < 0.4) if zone else d,
            lambda d: places.place_unit(d, 0, Entry("archer"), cell) if d.sides else d,
            lambda d: clip.paste(d, clip.copy(d, mask), dice.choice(list(cells(grid.everywhere)))),
        )
    )


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("seed", range(6))
def test_random_strokes_leave_no_trace_of_how_they_were_drawn(kind, seed):
    dice = random.Random(f"{kind} {seed}")
    editor = Editor(field(kind, 16, 12))
    pane = MapPane(ROOM, editor.draft, still=True)
    pane.camera.zoom_to(dice.choice([6, 12, 16, 28, 36, 48, 64]))
    look = GroundLook(coordinates=dice.random() < 0.5)
    picture(pane, look)
    for count in range(30):
        editor.do("Stroke", stroke(dice, editor.draft))
        if dice.random() < 0.15:
            editor.undo()
        pane.show(editor.draft)
        for _ in range(dice.randint(0, 3)):  # frames, and what is painted between them, in any order
            dice.choice((lambda: pane.mend(look), lambda: picture(pane, look), lambda: picture(pane, look)))()
        if dice.random() < 0.1:
            pane.settle()
        if dice.random() < 0.1:
            pane.camera.zoom(dice.choice([-1, 1]))
        if count % 10 == 9:
            assert differing(pane, look) is None


def test_clicks_on_a_map_that_ships_damage_nothing_about_them():
    draft, _ = read(find_maps()["arena"])
    editor, look = Editor(draft), GroundLook()
    pane = MapPane(ROOM, draft, still=True)
    picture(pane, look)
    for number in range(12):
        mask = shapes.brush(draft.grid, draft.grid.at(2 + number, 3 + number // 2), 3)
        editor.do("Brush", lambda d, mask=mask: paint.terrain(d, mask, "mud"))
        pane.show(editor.draft)
        pane.mend(look)
        picture(pane, look)
    assert differing(pane, look) is None


def test_a_prop_that_goes_with_a_unit_is_painted_away():
    draft, look = field(), GroundLook()
    cell = draft.grid.at(4, 3)
    draft = places.place_unit(paint.prop(draft, 1 << cell, "tree"), 0, Entry("archer"), cell)
    editor = Editor(changed(draft))
    pane = MapPane(ROOM, draft, still=True)
    picture(pane, look)
    editor.select(bits([cell]))
    editor.cut()
    pane.show(editor.draft)
    assert differing(pane, look) is None
