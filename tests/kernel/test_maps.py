"""The maps that ship."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.data.paths import data
from game.grid.grid import bits, cells
from game.map.board import Board
from game.map.file import load_board
from game.map.library import find_map
from game.map.roster import Objective
from game.map.writer import dump_board

SHIPPED = sorted(data("maps").glob("*.yaml"))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_shipped_maps_are_sound_and_fair(file: Path) -> None:
    board = load_board(file)
    assert len(board.description) > 40
    assert load_board(dump_board(board)) == board
    assert 2 <= len(board.sides) <= 4
    zones = [board.zone_cells(side.zone) for side in board.sides]
    assert len({zone.bit_count() for zone in zones}) == 1
    assert len({side.size for side in board.sides}) == 1
    assert 4 <= board.sides[0].size <= (10 if board.width * board.height > 1000 else 7)
    for number, (side, zone) in enumerate(zip(board.sides, zones, strict=True)):
        ground = reachable(board, zone)
        assert (zone & board.passable & ~board.deep).bit_count() >= 2 * side.size
        assert Objective("defeat_all") in side.objectives
        for objective in side.objectives:
            if objective.zone:
                assert ground & board.zone_cells(objective.zone)
        for other in zones[:number]:
            assert not other & zone
            assert ground & other == other & board.passable


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_notes_of_fairness_are_of_the_maps_as_they_are(file: Path) -> None:
    board = load_board(file)
    assert board.fairness is None or (board.fairness.text and board.fairness.digest == board.digest)


def reachable(board: Board, start: int) -> int:
    """Where walkers can get to from a set of cells, shut doors not opened."""
    found = start & board.passable
    while True:
        wider = found
        for d, cut in enumerate(board.walls):
            wider |= board.grid.shift(found & ~cut, d) & board.passable
        if wider == found:
            return found
        found = wider


@pytest.mark.parametrize("name", ["arena", "bridge", "ford", "hill-fort", "ruined-village"])
def test_maps_for_equal_sides_look_the_same_from_both(name: str) -> None:
    board = load_board(find_map(name))
    grid = board.grid

    def turned(cell: int) -> int:
        col, row = grid.xy(cell)
        return grid.at(board.width - 1 - col, board.height - 1 - row)

    assert all(board.terrain(cell) == board.terrain(turned(cell)) for cell in cells(grid.everywhere))
    assert all(board.ground[cell] == board.ground[turned(cell)] for cell in cells(grid.everywhere))
    assert all(board.prop(turned(prop.cell)) == board.prop(prop.cell) for prop in board.props)
    for edge in board.edges:
        cell, d = grid.edge_side(edge.edge)
        assert board.edge_kind(grid.edge(turned(cell), grid.opposite(d))) == board.edge_kind(edge.edge)
    one, two = (board.zone_cells(side.zone) for side in board.sides)
    assert bits(map(turned, cells(one))) == two


def test_the_example_in_the_readme_is_a_map() -> None:
    text = (data("maps") / "README.md").read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]
    board = load_board(text)
    assert board.grid.xy(next(cells(board.zone_cells("mill")))) == (1, 1)
    assert load_board(dump_board(board)) == board
    assert list(board.doors.values()) == ["door"]
