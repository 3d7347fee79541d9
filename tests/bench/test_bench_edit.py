"""Editing a map of 200 x 200 cells: each step of a stroke must leave most of a frame to the screen.

Run with `python -m pytest tests/bench --benchmark-enable -n 0`.
"""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import pytest

from game.edit import borders, paint, shapes
from game.edit.editor import Editor
from game.edit.symmetry import Symmetry
from game.map.notes import Recipe

FRAME = 1 / 60


def steps(editor: Editor, kind: str) -> list[float]:
    """Seconds of each step of a long stroke."""
    grid, stroke, found = editor.draft.grid, editor.stroke(), []
    for col in range(20, 120):
        mask = shapes.brush(grid, grid.at(col, 30 if kind == "paint" else 60), 7)
        edge = grid.edge(grid.at(col, 90), grid.layout.sides[0])
        start = time.perf_counter()
        if kind == "paint":
            editor.do("Paint", lambda draft, mask=mask: paint.terrain(draft, mask, "mud"), stroke)
        elif kind == "blend":
            editor.do("Blend", lambda draft, mask=mask: paint.blend(draft, mask, "deep_water"), stroke)
        else:
            editor.do("Walls", lambda draft, edge=edge: borders.edges(draft, [edge], "wall"), stroke)
        found.append(time.perf_counter() - start)
    return found


@pytest.mark.parametrize("way", ["none", "half_turn"])
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_strokes_on_a_big_map(grid: Any, way: Any) -> None:
    editor = Editor.new(grid, 200, 200)
    editor.generate(Recipe("village", 1, {"houses": 40}))
    editor.symmetry = Symmetry(way)
    for kind in ("paint", "blend", "walls"):
        seconds = steps(editor, kind)
        print(f"{grid} {way} {kind}: median {1000 * median(seconds):.2f} ms, worst {1000 * max(seconds):.2f} ms")
        assert median(seconds) < FRAME / 2
    start = time.perf_counter()
    editor.undo()
    assert time.perf_counter() - start < FRAME
    assert editor.history.size < 4 * 2**20
