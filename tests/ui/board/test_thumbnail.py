"""Small pictures of maps: they fit into their place, however big the map."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pytest

from game.map.file import load_board
from game.map.library import find_map
from game.ui.board import thumbnail


@pytest.mark.parametrize("name", ["arena", "old-town", "border-valley", "mountain-pass"])
@pytest.mark.parametrize("room", [(76, 48), (266, 266), (40, 400)])
def test_pictures_fit_and_touch_two_sides_of_their_place(name: str, room: tuple[int, int]) -> None:
    wide, high = thumbnail.picture(load_board(find_map(name)), room, "default").get_size()
    assert wide <= room[0]
    assert high <= room[1]
    assert wide == room[0] or high == room[1]
