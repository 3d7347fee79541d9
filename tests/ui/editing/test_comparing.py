"""The map beside what it was: after a command, a conversion, and an import in its place."""

import pygame

from game.edit.comparing import compare, told
from game.edit.convert import convert
from game.edit.draft import blank

from .bench import at, corner, menu


def test_a_command_is_compared_tile_by_tile(desk):
    before = desk.draft
    corner(desk)
    found = compare(before, desk.draft)
    assert found.layers["terrain"] == at(desk, (1, 1), (2, 1), (3, 1))
    assert found.layers["units"] == at(desk, (2, 1))
    assert found.layers["edges"] == at(desk, (3, 1), (4, 1))
    assert compare(desk.draft, desk.draft).everywhere == 0
    assert told(desk.draft, desk.draft.grid.at(2, 1)).startswith("Forest, Red: fighter")
    menu(desk, "Compare with before")
    desk.key(pygame.K_RETURN)
    assert desk.name() == "Comparing"
    desk.press("next")
    assert desk.top.shown == desk.draft.grid.at(2, 1)
    _, rect, size = desk.top.pictures[0]
    x, y = desk.draft.grid.centre_px(desk.draft.grid.at(5, 4), size)
    desk.move((rect.x + round(x), rect.y + round(y)))
    assert desk.top.shown == desk.draft.grid.at(5, 4)
    desk.key(pygame.K_ESCAPE)
    assert desk.name() == "EditorScreen"


def test_a_conversion_is_compared_by_column_and_row(desk):
    corner(desk)
    other = "hex" if desk.draft.kind == "square" else "square"
    after = convert(desk.draft, other).draft
    assert "edges" not in compare(desk.draft, after).layers
    menu(desk, "Turn, mirror, convert")
    desk.turn_to("way", other)
    desk.press("ok")
    menu(desk, "Compare with before")
    desk.key(pygame.K_RETURN)
    assert desk.name() == "Comparing"
    desk.tick(2)


def test_cells_that_only_one_map_has_are_counted(desk):
    small = blank(desk.draft.kind, 10, 5)
    found = compare(small, desk.draft)
    assert (found.fresh.bit_count(), found.gone) == (12 * 9 - 50, 0)
    assert compare(desk.draft, small).gone == 12 * 9 - 50


def test_nothing_to_compare_is_said(bench):
    menu(bench, "Compare with before")
    assert (bench.name(), "nothing to compare" in bench.app.message) == ("EditorScreen", True)
