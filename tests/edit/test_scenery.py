"""The map's remarks, closed sides, backdrop and lights."""

from __future__ import annotations

import pytest

from game.edit import scenery
from game.edit.draft import read
from game.map.notes import Backdrop, Light
from tests.edit.drafts import field


def test_remarks() -> None:
    draft = scenery.describe(field(), name="Mill", author="Ada", tags=("water",), round_limit=9)
    again, _ = read(draft.text())
    assert (again.name, again.author, again.tags, again.round_limit) == ("Mill", "Ada", ("water",), 9)
    with pytest.raises(TypeError, match="'rows' does not describe"):
        scenery.describe(draft, rows=())
    with pytest.raises(ValueError, match="1 to 1000"):
        scenery.describe(draft, round_limit=0)


def test_closed_sides() -> None:
    draft = scenery.close_side(scenery.close_side(field(), "w", closed=True), "n", closed=True)
    assert draft.rim == ("n", "w")
    assert scenery.close_side(draft, "n", closed=False).rim == ("w",)
    with pytest.raises(ValueError, match="no side of a map"):
        scenery.close_side(draft, "ne", closed=True)


def test_backdrop_and_lights() -> None:
    draft = scenery.backdrop(field(), Backdrop("mill.png", 64, (0.5, 0)))
    assert scenery.backdrop(draft, Backdrop("mill.png", 64, (0.5, 0))) is draft
    draft = scenery.add_light(scenery.add_light(draft, Light((1.5, 1.5), 3)), Light((4, 2), 2, "#ff0000"))
    assert [scenery.light_at(draft, *at) for at in ((1.4, 1.6), (4.4, 2.4), (3.6, 2), (3, 3))] == [0, None, 1, None]
    moved = scenery.change_light(draft, 0, at=(2.0, 2.0), range=5)
    assert moved.lights[0] == Light((2.0, 2.0), 5)
    assert scenery.remove_light(moved, 0).lights == draft.lights[1:]
    again, _ = read(moved.text())
    assert (again.backdrop, again.lights) == (moved.backdrop, moved.lights)
    assert scenery.light_at(field(), 0, 0) is None
