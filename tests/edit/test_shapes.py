"""Which cells tools mean: brushes, lines, figures, lasso, floods and selections; and edges that snap to borders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.edit import borders, paint, shapes
from game.edit.draft import blank
from game.grid.grid import UNIT, Grid, bits, cells, make_grid
from tests.edit.drafts import field, grid_of, spots

SQUARE, HEX = make_grid("square", 15, 15), make_grid("hex", 15, 15)


def picture(grid: Grid, mask: int) -> list[str]:
    return ["".join("#" if mask >> grid.at(x, y) & 1 else "." for x in range(grid.width)) for y in range(grid.height)]


def test_brushes() -> None:
    middle = SQUARE.at(7, 7)
    assert [shapes.brush(SQUARE, middle, size, "square").bit_count() for size in range(1, 8)] == [
        1, 4, 9, 16, 25, 36, 49,
    ]  # fmt: skip
    assert [shapes.brush(SQUARE, middle, size, "disc").bit_count() for size in range(1, 8)] == [
        1, 4, 5, 12, 21, 32, 37,
    ]  # fmt: skip
    hexes = [shapes.brush(HEX, HEX.at(7, 7), size).bit_count() for size in range(1, 8)]
    assert hexes == [1, 3, 7, 12, 19, 27, 37]
    small = make_grid("square", 5, 3)
    assert picture(small, shapes.brush(small, small.at(2, 1), 3)) == ["..#..", ".###.", "..#.."]
    assert picture(small, shapes.brush(small, small.at(0, 0), 4, "square")) == ["###..", "###..", "###.."]
    for size in (0, 8):
        with pytest.raises(ValueError, match="1 to 7"):
            shapes.brush(SQUARE, middle, size)


@given(st.sampled_from(["square", "hex"]), st.integers(0, 224), st.integers(0, 224), st.integers(1, 4))
def test_lines_join_their_ends(kind: str, a: int, b: int, size: int) -> None:
    grid = grid_of(kind, 15, 15)
    start, end = grid.at(a % 15, a // 15), grid.at(b % 15, b // 15)
    line = shapes.line(grid, start, end, size)
    assert line >> start & 1
    assert line >> end & 1
    found = 1 << start
    while (wider := grid.spread(found) & line) != found:
        found = wider
    assert found == line


def test_figures() -> None:
    grid = make_grid("square", 7, 5)
    a, b = grid.at(5, 4), grid.at(1, 1)
    assert shapes.rectangle(grid, a, b).bit_count() == 20
    hollow = shapes.rectangle(grid, a, b, hollow=True)
    assert picture(grid, hollow) == [".......", ".#####.", ".#...#.", ".#...#.", ".#####."]
    assert picture(grid, shapes.ellipse(grid, grid.at(0, 0), grid.at(6, 4))) == [
        ".#####.",
        "#######",
        "#######",
        "#######",
        ".#####.",
    ]
    ring = shapes.ellipse(grid, grid.at(0, 0), grid.at(6, 4), hollow=True)
    assert ring.bit_count() == 16
    assert not ring >> grid.at(3, 2) & 1
    assert picture(grid, shapes.hexagon(grid, grid.at(3, 2), grid.at(4, 3)))[0] == "...#..."
    assert shapes.hexagon(HEX, HEX.at(7, 7), HEX.at(9, 7)).bit_count() == 19
    assert shapes.hexagon(HEX, HEX.at(7, 7), HEX.at(9, 7), hollow=True).bit_count() == 12
    assert shapes.ellipse(grid, a, a) == 1 << a


def test_lasso() -> None:
    grid = make_grid("square", 6, 6)
    corners = [(UNIT, UNIT), (4 * UNIT, UNIT), (4 * UNIT, 3 * UNIT), (UNIT, 3 * UNIT)]
    assert shapes.lasso(grid, corners) == shapes.rectangle(grid, grid.at(1, 1), grid.at(4, 3))
    notch = [(0, 0), (5 * UNIT, 0), (5 * UNIT, 5 * UNIT), (UNIT * 5 // 2, UNIT // 2), (0, 5 * UNIT)]
    mask = shapes.lasso(grid, notch)
    assert mask >> grid.at(0, 4) & 1
    assert not mask >> grid.at(2, 4) & 1
    assert shapes.lasso(grid, [(0, 0)]) == 1 << grid.at(0, 0)
    ring = [HEX.centre(cell) for cell in HEX.neighbours(HEX.at(7, 7))]
    assert shapes.lasso(HEX, ring) == HEX.disc(HEX.at(7, 7), 1, "euclid")


def test_flood_and_wand() -> None:
    draft = blank("square", 6, 3)
    grid = draft.grid
    draft = paint.terrain(draft, shapes.rectangle(grid, grid.at(2, 0), grid.at(2, 1)), "mud")
    assert shapes.flood(draft, grid.at(2, 0)).bit_count() == 2
    assert shapes.flood(draft, grid.at(0, 0)).bit_count() == 16
    walled = borders.edges(draft, [grid.edge(grid.at(2, 2), grid.parse_direction("e"))], "wall")
    assert shapes.flood(walled, grid.at(0, 0)).bit_count() == 7
    assert shapes.flood(walled, grid.at(0, 0), walls=False).bit_count() == 16
    assert shapes.wand(walled, grid.at(0, 0)).bit_count() == 16
    corner = paint.terrain(
        blank("square", 2, 2), bits([grid_of("square", 2, 2).at(0, 0), grid_of("square", 2, 2).at(1, 1)]), "mud"
    )
    assert shapes.flood(corner, corner.grid.at(0, 0)).bit_count() == 1
    assert shapes.flood(corner, corner.grid.at(0, 0), diagonals=True).bit_count() == 2


def test_selections_combine() -> None:
    a, b = 0b1100, 0b1010
    assert [shapes.join(a, b, how) for how in ("replace", "add", "subtract", "intersect")] == [
        b,
        0b1110,
        0b0100,
        0b1000,
    ]


def test_bounds_inner_and_outline() -> None:
    grid = make_grid("square", 8, 8)
    mask = shapes.rectangle(grid, grid.at(2, 3), grid.at(5, 6))
    assert shapes.bounds(grid, mask) == (2, 3, 4, 4)
    assert spots(blank("square", 8, 8), shapes.inner(grid, mask)) == [(3, 4), (4, 4), (3, 5), (4, 5)]
    assert len(shapes.outline(grid, mask)) == 16
    with pytest.raises(ValueError, match="no cells"):
        shapes.bounds(grid, 0)


@pytest.mark.parametrize("kind", ["square", "hex"])
@given(st.data())
def test_a_track_of_edges_is_unbroken(kind: str, data: st.DataObject) -> None:
    grid = grid_of(kind, 9, 8)
    members = list(cells(grid.everywhere))
    a, b = (data.draw(st.sampled_from(grid.corners(data.draw(st.sampled_from(members))))) for _ in range(2))
    here = borders.corner(grid, a)
    assert here == a
    for edge in borders.track(grid, a, b):
        ends = grid.edge_ends(edge)
        assert here in ends
        here = ends[1] if ends[0] == here else ends[0]
    reached = here == b
    assert reached or kind == "hex"


def test_tracks_snap_and_run_straight() -> None:
    draft = field("square", 8, 6)
    grid = draft.grid
    start = (2 * UNIT - UNIT // 2 + 90, 3 * UNIT - UNIT // 2 - 60)
    end = (6 * UNIT - UNIT // 2 + 10, 3 * UNIT - UNIT // 2 + 200)
    track = borders.track(grid, start, end)
    assert [grid.edge_name(edge) for edge in track] == [f"{col},2 s" for col in (2, 3, 4, 5)]
    walls = borders.edges(draft, track, "low_wall")
    assert {edge.kind for edge in walls.edges} == {"low_wall"}
    assert borders.edges(walls, track, "").edges == ()
    assert borders.track(grid, start, start) == []
    with pytest.raises(LookupError, match="wal"):
        borders.edges(draft, track, "wal")


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_spokes_meet_in_their_corner(kind: str) -> None:
    grid = grid_of(kind, 4, 4)
    inside = grid.corners(grid.at(1, 1))[0]
    assert len(borders.spokes(grid, inside)) == (4 if kind == "square" else 3)
    for edge, other in borders.spokes(grid, inside):
        assert {inside, other} == {*grid.edge_ends(edge)}
    rim = grid.corners(grid.at(0, 0))[0]
    assert len(borders.spokes(grid, rim)) == 2
