"""Ways that are picked from what is known of the endless plain are those that would be looked for on the spot."""

from __future__ import annotations

import pytest

from game.grid.grid import bits, cells
from game.grid.layout import Kind
from game.kernel.dice import Chooser
from game.map.board import Board
from game.map.file import load_board
from game.rules.aura.position import ways

_GROUND = """
name: Field
grid: {grid}
size: [24, 12]
rows: |
{rows}
"""


def _field(grid: Kind, lots: Chooser) -> Board:
    """Open ground with a few bushes."""
    rows = ["".join("b" if lots.faces((40,)) == (1,) else "." for _ in range(24)) for _ in range(12)]
    return load_board(_GROUND.format(grid=grid, rows="\n".join(f"  {' '.join(row)}" for row in rows)), "field")


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("turning", [True, False])
def test_ways_past_others(grid: Kind, *, turning: bool) -> None:
    lots = Chooser(f"{grid} {turning}")
    board = _field(grid, lots)
    everywhere = [*cells(board.grid.everywhere)]
    for heading in (None, (0, 0), (1, 0), (2, -1), (-3, 1), (0, 1)) if turning else (None,):
        for _ in range(6):
            start, *others = (everywhere[lots.faces((len(everywhere),))[0] - 1] for _ in range(9))
            bars = bits(others) & ~(1 << start)
            terms = ways.Terms(board, 1, start, 7, heading, "flat", turning, 0, 7)
            free = board.grid.everywhere & ~bars & ~(1 << start)
            found, ground = ways._ways(terms, bars, free), ways._ground(terms, bars)
            expected = {cell: ways._way(terms, ground, cell) for cell in cells(free)}
            assert {cell: found.get(cell) for cell in cells(free)} == expected
            assert all(found.metres(cell) == way[1][-1] for cell, way in expected.items() if way is not None)
