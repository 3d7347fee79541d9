"""Angles, arcs, cones, lines and pixels."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.grid.grid import UNIT, Cell, Grid, bits, cells, count, make_grid
from tests.grid.test_grid import KINDS, at, grids_with, names


def bearing(grid: Grid, a: Cell, b: Cell) -> float:
    """Degrees clockwise from the east, by floats."""
    (x1, y1), (x2, y2) = grid.centre_px(a, 1), grid.centre_px(b, 1)
    return math.degrees(math.atan2(y2 - y1, x2 - x1))


def apart(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


# Directions


@given(grids_with(2))
def test_a_direction_is_the_nearest_in_angle(case: tuple[Grid, list[int]]) -> None:
    grid, (a, b) = case
    if a == b:
        with pytest.raises(ValueError, match="to itself"):
            grid.direction(a, b)
        return
    big = make_grid(grid.kind, 3, 3)
    bearings = [bearing(big, big.at(1, 1), there) for there in big.neighbours(big.at(1, 1))]
    best = min(apart(bearing(grid, a, b), found) for found in bearings)
    assert apart(bearing(grid, a, b), bearings[grid.direction(a, b)]) == pytest.approx(best)


@pytest.mark.parametrize(
    ("to", "expected"),
    [("4,2", "ne"), ("6,4", "e"), ("4,6", "sw"), ("5,5", "se"), ("2,4", "w"), ("5,3", "e"), ("3,5", "sw")],
)
def test_between_two_directions_of_hexes_the_clockwise_one_is_taken(to: str, expected: str) -> None:
    """From 4,4: straight north, south and the like lie halfway between two (CLASH-GRID-9, AURA-GRID-4)."""
    grid = make_grid("hex", 9, 9)
    assert grid.names[grid.direction(grid.at(4, 4), grid.parse(to))] == expected


def test_big_units_push_from_middle_to_middle() -> None:
    grid = make_grid("square", 9, 9)
    big = grid.footprint(grid.at(2, 2), 2)
    assert grid.direction_sets(big, at(grid, "4,2")) == grid.parse_direction("e")
    assert grid.direction_sets(big, at(grid, "4,4")) == grid.parse_direction("se")
    assert grid.direction_sets(big, grid.spread(big)) is None


# Angles


@pytest.mark.parametrize(
    ("kind", "a", "b", "flanked"),
    [
        ("square", "3,4", "5,4", True),
        ("square", "3,4", "5,3", True),  # 135 degrees
        ("square", "3,4", "4,3", False),
        ("square", "2,3", "5,5", True),
        ("hex", "3,4", "5,4", True),
        ("hex", "3,4", "4,3", True),  # exactly 120 degrees
        ("hex", "3,4", "3,3", False),
        ("hex", "4,4", "5,4", False),  # in the target's own cell
    ],
)
def test_flanking_takes_120_degrees(kind: str, a: str, b: str, flanked: bool) -> None:  # noqa: FBT001
    """WOUNDS section 7.4, about a target at 4,4."""
    grid = make_grid(kind, 9, 9)  # type: ignore[arg-type]
    points = (grid.centre(grid.parse(text)) for text in (a, "4,4", b))
    assert grid.angle_at_least(*points, 120) == flanked


@given(grids_with(3), st.integers(0, 180))
def test_angles_agree_with_floats(case: tuple[Grid, list[int]], degrees: int) -> None:
    grid, (a, centre, b) = case
    if centre in (a, b):
        return
    angle = apart(bearing(grid, centre, a), bearing(grid, centre, b))
    if abs(angle - degrees) > 1e-6:
        points = (grid.centre(cell) for cell in (a, centre, b))
        assert grid.angle_at_least(*points, degrees) == (angle > degrees)


@pytest.mark.parametrize("degrees", [-1, 181])
def test_no_angle_is_wider_than_180_degrees(degrees: int) -> None:
    grid = make_grid("square", 3, 3)
    with pytest.raises(ValueError, match="0 to 180"):
        grid.angle_at_least((0, 0), (UNIT, 0), (2 * UNIT, 0), degrees)


# Arcs


def test_what_a_unit_faces_in_aura() -> None:
    """AURA-GRID-5."""
    hexes, square = make_grid("hex", 9, 9), make_grid("square", 9, 9)
    around = hexes.ring(hexes.at(4, 4), 1, "chebyshev")
    faced = hexes.arc(hexes.at(4, 4), hexes.parse_direction("e"), 180) & around
    assert names(hexes, faced) == {"4,3", "5,4", "4,5"}
    around = square.ring(square.at(4, 4), 1, "chebyshev")
    faced = square.arc(square.at(4, 4), square.parse_direction("ne"), 180) & around
    assert around & ~faced == at(square, "3,4", "3,5", "4,5")


@given(grids_with(1), st.integers(0, 5), st.sampled_from([0, 60, 90, 120, 180, 240, 270, 300, 360]))
def test_an_arc_holds_the_cells_within_its_angle(case: tuple[Grid, list[int]], facing: int, degrees: int) -> None:
    grid, (cell,) = case
    assert grid.arc(cell, facing, degrees) == bits(
        there for there in cells(grid.everywhere) if grid.in_arc(grid.centre(cell), facing, grid.centre(there), degrees)
    )
    big = make_grid(grid.kind, 3, 3)
    ahead = bearing(big, big.at(1, 1), big.neighbours(big.at(1, 1))[facing])
    for there in cells(grid.everywhere & ~(1 << cell)):
        off = apart(bearing(grid, cell, there), ahead)
        if abs(off - degrees / 2) > 1e-6:
            assert bool(grid.arc(cell, facing, degrees) >> there & 1) == (off < degrees / 2)


def test_arcs_have_an_even_number_of_degrees_up_to_360() -> None:
    grid = make_grid("square", 3, 3)
    with pytest.raises(ValueError, match="even"):
        grid.arc(0, 0, 45)
    with pytest.raises(ValueError, match="0 to 360"):
        grid.in_arc((0, 0), 0, (UNIT, 0), 362)


@pytest.mark.parametrize(
    ("kind", "toward", "expected"),
    [
        ("square", "8,4", {"5,4", "6,4", "6,3", "6,5", "7,4", "7,3", "7,5"}),
        ("square", "6,6", {"5,5", "6,6", "5,6", "6,5", "5,7", "7,5"}),
        ("hex", "8,4", {"5,4", "6,4", "7,4", "5,3", "5,5", "6,3", "6,5"}),
        ("hex", "4,2", {"3,3", "4,3", "3,2", "4,2", "5,2", "2,1", "3,1", "4,1", "5,1"}),
    ],
)
def test_cones_of_poise(kind: str, toward: str, expected: set[str]) -> None:
    """60 degrees, from 4,4, 3 paces."""
    grid = make_grid(kind, 9, 9)  # type: ignore[arg-type]
    source = grid.at(4, 4)
    found = grid.cone(1 << source, grid.parse(toward), 60, 3, "alternating")
    for there in cells(grid.disc(source, 3, "alternating") & ~(1 << source)):
        off = apart(bearing(grid, source, there), bearing(grid, source, grid.parse(toward)))
        assert bool(found >> there & 1) == (off < 30 + 1e-9)
    assert names(grid, found) == expected


def test_a_cone_starts_at_the_middle_of_a_footprint() -> None:
    grid = make_grid("square", 9, 9)
    big = grid.footprint(grid.at(1, 3), 2)
    assert names(grid, grid.cone(big, grid.at(8, 3), 60, 2, "chebyshev")) == {"3,3", "3,4", "4,3", "4,4", "4,2"}
    with pytest.raises(ValueError, match="direction"):
        grid.cone(1 << grid.at(4, 4), grid.at(4, 4), 60, 2, "chebyshev")


# Lines


@given(grids_with(2))
def test_a_line_is_the_same_from_both_ends(case: tuple[Grid, list[int]]) -> None:
    grid, (a, b) = case
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert set(line) == set(grid.line(b, a))
    assert len(set(line)) == len(line)


def test_lines_by_hand() -> None:
    square, hexes = make_grid("square", 9, 9), make_grid("hex", 9, 9)
    assert [square.name(cell) for cell in square.line(square.at(0, 0), square.at(3, 1))] == ["0,0", "1,0", "2,1", "3,1"]
    assert [square.name(cell) for cell in square.line(square.at(0, 0), square.at(1, 2))] == ["0,0", "0,1", "1,1", "1,2"]
    assert [square.name(cell) for cell in square.line(square.at(0, 0), square.at(2, 2))] == ["0,0", "1,1", "2,2"]
    assert [hexes.name(cell) for cell in hexes.line(hexes.at(4, 4), hexes.at(4, 2))] == ["4,4", "3,3", "4,3", "4,2"]


@given(grids_with(2), st.sampled_from([1, -1]))
def test_a_straight_path_takes_one_step_a_cell(case: tuple[Grid, list[int]], lean: int) -> None:
    grid, (a, b) = case
    path = grid.straight(a, b, lean=lean)
    assert (path[0], path[-1]) == (a, b)
    assert len(path) == grid.distance(a, b, "chebyshev") + 1
    assert all(grid.distance(here, there, "chebyshev") == 1 for here, there in pairwise(path))


def test_canonical_lines_of_aura() -> None:
    """AURA-GRID-6; the two leans differ where the line passes just between two cells."""
    grid = make_grid("square", 9, 9)
    path = grid.straight(grid.at(0, 0), grid.at(3, 1))
    assert [grid.name(cell) for cell in path] == ["0,0", "1,0", "2,1", "3,1"]
    one, other = (grid.straight(grid.at(0, 0), grid.at(2, 1), lean=lean) for lean in (1, -1))
    assert [grid.name(cell) for cell in (one[1], other[1])] == ["1,1", "1,0"]


# Pixels


@given(grids_with(1), st.floats(0, 0.95), st.floats(0, 6.3), st.sampled_from([1, 16, 44.5, 128]))
def test_a_place_inside_a_cell_belongs_to_it(
    case: tuple[Grid, list[int]], out: float, angle: float, size: float
) -> None:
    grid, (cell,) = case
    x, y = grid.centre_px(cell, size)
    reach = out * size / 2  # half the width is the radius of the inscribed circle
    assert grid.cell_at_px(x + reach * math.cos(angle), y + reach * math.sin(angle), size) == cell


@given(grids_with(1))
def test_outlines_lie_on_the_map(case: tuple[Grid, list[int]]) -> None:
    grid, (cell,) = case
    width, height = grid.extent_px(10)
    outline = grid.polygon_px(cell, 10)
    assert len(outline) == len(grid.layout.sides)
    x, y = grid.centre_px(cell, 10)
    for px, py in outline:
        assert -1e-9 <= px <= width + 1e-9 and -1e-9 <= py <= height + 1e-9
        inner, outer = (x + (px - x) * 0.99, y + (py - y) * 0.99), (x + (px - x) * 1.01, y + (py - y) * 1.01)
        assert grid.cell_at_px(*inner, 10) == cell != grid.cell_at_px(*outer, 10)


@given(grids_with(1))
def test_an_edge_is_found_under_its_middle(case: tuple[Grid, list[int]]) -> None:
    grid, (cell,) = case
    x, y = grid.centre_px(cell, 32)
    for d in grid.layout.sides:
        edge = grid.edge(cell, d)
        (x1, y1), (x2, y2) = grid.edge_px(edge, 32)
        near = ((x1 + x2) / 2 * 0.9 + x * 0.1, (y1 + y2) / 2 * 0.9 + y * 0.1)
        assert grid.edge_at_px(*near, 32) == edge


@pytest.mark.parametrize("kind", KINDS)
def test_there_is_nothing_off_the_map(kind: str) -> None:
    grid = make_grid(kind, 4, 3)  # type: ignore[arg-type]
    width, height = grid.extent_px(20)
    for place in ((-1, 5), (5, -1), (width + 1, 5), (5, height + 1)):
        assert grid.cell_at_px(*place, 20) is None
        assert grid.edge_at_px(*place, 20) is None


def test_sizes_on_the_screen() -> None:
    assert make_grid("square", 4, 3).extent_px(20) == (80, 60)
    width, height = make_grid("hex", 4, 3).extent_px(20)
    assert width == 90 and height == pytest.approx(20 / math.sqrt(3) * 5)
    assert count(make_grid("hex", 4, 3).everywhere) == 12
