"""Names, steps, sets, distances, footprints and edges of cells."""

from __future__ import annotations

import copy
import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.grid.grid import Grid, Metric, bits, cells, count, first, make_grid

KINDS = ("square", "hex")
METRICS: tuple[Metric, ...] = ("chebyshev", "alternating", "manhattan", "euclid")

grids = st.builds(make_grid, st.sampled_from(KINDS), st.integers(1, 9), st.integers(1, 9))


@st.composite
def grids_with(draw: st.DrawFn, members: int) -> tuple[Grid, list[int]]:
    grid = draw(grids)
    cell = st.integers(0, grid.width * grid.height - 1).map(lambda n: grid.at(n % grid.width, n // grid.width))
    return grid, [draw(cell) for _ in range(members)]


@st.composite
def grids_with_set(draw: st.DrawFn) -> tuple[Grid, int]:
    grid = draw(grids)
    return grid, bits(draw(st.sets(st.sampled_from(list(cells(grid.everywhere))))))


def names(grid: Grid, mask: int) -> set[str]:
    return {grid.name(cell) for cell in cells(mask)}


def at(grid: Grid, *texts: str) -> int:
    return bits(grid.parse(text) for text in texts)


# Sets


@given(st.sets(st.integers(0, 300)))
def test_cells_are_listed_in_order(members: set[int]) -> None:
    mask = bits(members)
    assert list(cells(mask)) == sorted(members)
    assert count(mask) == len(members)
    if members:
        assert first(mask) == min(members)


def test_an_empty_set_has_no_first_cell() -> None:
    with pytest.raises(ValueError, match="empty"):
        first(0)


# Names


@given(grids)
def test_every_cell_has_one_name(grid: Grid) -> None:
    everywhere = list(cells(grid.everywhere))
    assert len(everywhere) == grid.width * grid.height
    assert [grid.xy(cell) for cell in everywhere] == list(map(tuple, _columns_and_rows(grid)))
    for cell in everywhere:
        assert grid.parse(grid.name(cell)) == cell == grid.at(*grid.xy(cell)) == grid.at_axial(*grid.axial(cell))
        assert sum(grid.cube(cell)) == 0


def _columns_and_rows(grid: Grid) -> list[tuple[int, int]]:
    return [(col, row) for row in range(grid.height) for col in range(grid.width)]


def test_axial_coordinates_of_odd_r() -> None:
    grid = make_grid("hex", 8, 8)
    for col, row in product(range(8), range(8)):
        assert grid.axial(grid.at(col, row)) == (col - (row - (row & 1)) // 2, row)


@pytest.mark.parametrize("text", ["", "4", "4,", "a,b", "-1,0", "4;5", "1,2,3"])
def test_a_bad_name_is_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="not a cell") as caught:
        make_grid("square", 9, 9).parse(text)
    assert repr(text) in str(caught.value)


def test_a_name_off_the_map_is_refused() -> None:
    with pytest.raises(ValueError, match=r"9,0 lies off the 9 x 9 map"):
        make_grid("square", 9, 9).parse("9,0")


def test_the_same_grid_is_made_once_and_survives_copying() -> None:
    grid = make_grid("hex", 7, 5)
    assert make_grid("hex", 7, 5) is grid
    assert copy.deepcopy(grid) is grid
    assert pickle.loads(pickle.dumps(grid)) is grid


@pytest.mark.parametrize("size", [(0, 3), (3, 0)])
def test_a_grid_has_at_least_one_cell(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="at least one"):
        make_grid("square", *size)


# Steps


@given(grids)
def test_steps_lead_to_cells_one_away_and_back(grid: Grid) -> None:
    for cell in cells(grid.everywhere):
        found = [grid.step(cell, d) for d in range(grid.directions)]
        assert tuple(there for there in found if there is not None) == grid.neighbours(cell)
        for d, there in enumerate(found):
            if there is not None:
                assert grid.distance(cell, there, "chebyshev") == 1
                assert grid.step(there, grid.opposite(d)) == cell
                assert grid.direction(cell, there) == d


@given(grids)
def test_neighbours_are_all_cells_at_distance_1(grid: Grid) -> None:
    for cell in cells(grid.everywhere):
        near = [there for there in cells(grid.everywhere) if grid.distance(cell, there, "chebyshev") == 1]
        assert sorted(grid.neighbours(cell)) == near


@given(grids_with_set())
def test_shifting_a_set_steps_each_member(case: tuple[Grid, int]) -> None:
    grid, mask = case
    for d in range(grid.directions):
        stepped = [grid.step(cell, d) for cell in cells(mask)]
        assert grid.shift(mask, d) == bits(there for there in stepped if there is not None)


@given(grids_with_set())
def test_spreading_adds_the_neighbours(case: tuple[Grid, int]) -> None:
    grid, mask = case
    around = bits(there for cell in cells(mask) for there in grid.neighbours(cell))
    assert grid.spread(mask) == mask | around


def test_directions_run_clockwise() -> None:
    square, hexes = make_grid("square", 5, 5), make_grid("hex", 5, 5)
    assert [square.name(there) for there in square.neighbours(square.at(2, 2))] == [
        "2,1", "3,1", "3,2", "3,3", "2,3", "1,3", "1,2", "1,1",
    ]  # fmt: skip
    assert [hexes.name(there) for there in hexes.neighbours(hexes.at(2, 2))] == [
        "2,1", "3,2", "2,3", "1,3", "1,2", "1,1",
    ]  # fmt: skip
    assert [hexes.name(there) for there in hexes.neighbours(hexes.at(2, 1))] == [
        "3,0", "3,1", "3,2", "2,2", "1,1", "2,0",
    ]  # fmt: skip
    assert square.turn(square.parse_direction("nw"), 2) == square.parse_direction("ne")
    assert hexes.turn(hexes.parse_direction("ne"), -1) == hexes.parse_direction("nw")


def test_a_bad_direction_is_quoted() -> None:
    with pytest.raises(ValueError, match="'n' is not a direction: expected one of ne, e"):
        make_grid("hex", 3, 3).parse_direction("n")


# Distances


@given(grids_with(3), st.sampled_from(METRICS))
def test_distances_are_symmetric_and_null_only_to_oneself(case: tuple[Grid, list[int]], metric: Metric) -> None:
    grid, (a, b, _) = case
    assert grid.distance(a, b, metric) == grid.distance(b, a, metric)
    assert (grid.distance(a, b, metric) == 0) == (a == b)


@given(grids_with(3), st.sampled_from(METRICS))
def test_no_detour_is_shorter(case: tuple[Grid, list[int]], metric: Metric) -> None:
    """On squares the alternating and the rounded metric break this: two diagonals cost 3, one costs 1."""
    grid, (a, b, c) = case
    if grid.kind == "hex" or metric in ("chebyshev", "manhattan"):
        assert grid.distance(a, c, metric) <= grid.distance(a, b, metric) + grid.distance(b, c, metric)


@pytest.mark.parametrize(
    ("kind", "a", "b", "metric", "expected"),
    [
        ("square", "0,0", "3,2", "chebyshev", 3),  # CLASH-GRID-2
        ("square", "0,0", "4,3", "chebyshev", 4),  # AURA-GRID-2
        ("square", "0,0", "4,4", "alternating", 6),  # four diagonals, POISE section 6
        ("square", "0,0", "2,2", "alternating", 3),
        ("square", "0,0", "3,4", "euclid", 5),
        ("square", "0,0", "3,3", "euclid", 4),
        ("square", "0,0", "3,4", "manhattan", 7),
        ("hex", "0,1", "1,0", "alternating", 1),  # odd rows lie half a cell to the right
        ("hex", "0,0", "2,2", "alternating", 3),
    ],
)
def test_distances_by_hand(kind: str, a: str, b: str, metric: Metric, expected: int) -> None:
    grid = make_grid(kind, 9, 9)  # type: ignore[arg-type]
    assert grid.distance(grid.parse(a), grid.parse(b), metric) == expected


def test_distance_of_clash_grid_2_on_hexes() -> None:
    grid = make_grid("hex", 9, 9)
    a, b = grid.at_axial(0, 4), grid.at_axial(2, 3)
    assert a is not None and b is not None
    assert grid.distance(a, b, "chebyshev") == 2


@given(grids_with_set(), grids_with(1), st.integers(0, 4), st.sampled_from(METRICS))
def test_discs_rings_and_surroundings_hold_what_is_near(
    sets: tuple[Grid, int], one: tuple[Grid, list[int]], radius: int, metric: Metric
) -> None:
    grid, (cell,) = one
    by_distance = {there: grid.distance(cell, there, metric) for there in cells(grid.everywhere)}
    assert grid.disc(cell, radius, metric) == bits(c for c, d in by_distance.items() if d <= radius)
    assert grid.ring(cell, radius, metric) == bits(c for c, d in by_distance.items() if d == radius)
    grid, mask = sets
    near = [
        there for there in cells(grid.everywhere) if any(grid.distance(c, there, metric) <= radius for c in cells(mask))
    ]
    assert grid.within(mask, radius, metric) == bits(near)


@given(grids_with_set(), st.data(), st.sampled_from(METRICS))
def test_sets_are_as_far_apart_as_their_nearest_cells(
    case: tuple[Grid, int], data: st.DataObject, metric: Metric
) -> None:
    grid, mask = case
    other = bits(data.draw(st.sets(st.sampled_from(list(cells(grid.everywhere))), min_size=1)))
    if not mask:
        with pytest.raises(ValueError, match="empty"):
            grid.distance_sets(mask, other, metric)
        return
    apart = {(a, b): grid.distance(a, b, metric) for a in cells(mask) for b in cells(other)}
    assert grid.distance_sets(mask, other, metric) == min(apart.values())
    assert grid.nearest_cells(mask, other, metric) == min(apart, key=lambda pair: (apart[pair], pair))


def test_reach_2_of_poise() -> None:
    square, hexes = make_grid("square", 9, 9), make_grid("hex", 9, 9)
    block = square.disc(square.at(4, 4), 2, "alternating")
    assert square.disc(square.at(4, 4), 2, "chebyshev") & ~block == at(square, "2,2", "6,2", "2,6", "6,6")
    assert count(hexes.disc(hexes.at(4, 4), 2, "alternating")) == 1 + 18


# Footprints


@pytest.mark.parametrize(("kind", "sizes"), [("square", [1, 1, 4, 9, 16, 25]), ("hex", [1, 1, 3, 7, 12, 19])])
def test_footprints_have_the_sizes_of_poise(kind: str, sizes: list[int]) -> None:
    grid = make_grid(kind, 11, 11)  # type: ignore[arg-type]
    assert [count(grid.footprint(grid.at(5, 5), size)) for size in range(6)] == sizes


def test_footprints_by_hand() -> None:
    square, hexes = make_grid("square", 9, 9), make_grid("hex", 9, 9)
    assert names(square, square.footprint(square.at(3, 4), 2)) == {"3,4", "4,4", "3,5", "4,5"}
    assert names(hexes, hexes.footprint(hexes.at(4, 4), 2)) == {"4,4", "5,4", "4,5"}
    centre = hexes.at(4, 4)
    assert hexes.footprint(centre, 3) == hexes.disc(centre, 1, "chebyshev")
    assert hexes.footprint(centre, 4) == hexes.spread(hexes.footprint(centre, 2))
    assert hexes.footprint(centre, 5) == hexes.disc(centre, 2, "chebyshev")
    long = ((0, 0), (0, 1))  # a long body of AURA-GRID-9
    assert names(hexes, hexes.footprint(centre, long)) == {"4,4", "4,5"}


sizes = st.one_of(st.integers(0, 5), st.sampled_from([((0, 0), (0, 1)), ((0, 0), (-1, 1), (0, 1)), ((0, 0), (3, 0))]))


@given(grids_with_set(), sizes)
def test_a_footprint_lies_on_the_map_or_nowhere(case: tuple[Grid, int], size: object) -> None:
    grid, mask = case
    offsets = grid.shape(size)  # type: ignore[arg-type]
    for anchor in cells(grid.everywhere):
        q, r = grid.axial(anchor)
        covered = [grid.at_axial(q + dq, r + dr) for dq, dr in offsets]
        legal = None not in covered
        found = grid.footprint(anchor, size)  # type: ignore[arg-type]
        assert found == (bits(cell for cell in covered if cell is not None) if legal else 0)
        assert bool(grid.anchors(size) >> anchor & 1) == legal  # type: ignore[arg-type]
        touching = grid.anchors_touching(mask, size) >> anchor & 1  # type: ignore[arg-type]
        assert bool(touching) == bool(found & mask)


@given(grids_with_set(), st.integers(0, 5))
def test_expanding_covers_the_footprints_of_all_anchors(case: tuple[Grid, int], size: int) -> None:
    grid, mask = case
    covered = 0
    for anchor in cells(mask):
        covered |= grid.footprint(anchor, size)
    assert grid.expand(mask, size) == covered


# Edges


@given(grids)
def test_two_neighbours_name_their_edge_alike_and_no_two_edges_share_a_name(grid: Grid) -> None:
    seen: dict[int, set[int | None]] = {}
    for cell in cells(grid.everywhere):
        for d in grid.layout.sides:
            edge, there = grid.edge(cell, d), grid.step(cell, d)
            assert set(grid.edge_cells(edge)) == {cell, there}
            assert seen.setdefault(edge, {cell, there}) == {cell, there}
            assert (
                grid.parse_edge(grid.edge_name(edge)) == edge == grid.parse_edge(f"{grid.name(cell)} {grid.names[d]}")
            )
            assert bool(grid.rim >> edge & 1) == (there is None)
            if there is not None:
                assert grid.edge(there, grid.opposite(d)) == edge == grid.edge_between(cell, there)
    inner = sum(None not in beside for beside in seen.values())
    assert 2 * inner + count(grid.rim) == len(grid.layout.sides) * grid.width * grid.height


def test_corners_have_no_edge() -> None:
    grid = make_grid("square", 5, 5)
    with pytest.raises(ValueError, match="to the ne"):
        grid.edge(grid.at(2, 2), grid.parse_direction("ne"))
    assert grid.edge_between(grid.at(2, 2), grid.at(3, 3)) is None


@pytest.mark.parametrize("text", ["2,2", "2,2 e e", "e 2,2", "2,2 up"])
def test_a_bad_edge_is_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        make_grid("square", 5, 5).parse_edge(text)


def test_an_edge_off_the_map_is_refused() -> None:
    with pytest.raises(ValueError, match="no edge"):
        make_grid("square", 3, 3).edge_cells(10_000)


@given(grids)
def test_the_ends_of_an_edge_are_corners_of_both_its_cells(grid: Grid) -> None:
    for cell in cells(grid.everywhere):
        for d in grid.layout.sides:
            edge = grid.edge(cell, d)
            for beside in grid.edge_cells(edge):
                if beside is not None:
                    assert set(grid.edge_ends(edge)) <= set(grid.corners(beside))
