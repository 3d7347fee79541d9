"""Rays, line of sight and cover: against the geometry of cells, and the rules' examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.grid import angles
from game.grid.clip import meets, scale_of
from game.grid.grid import UNIT, Grid, Point, bits, cells, make_grid
from game.grid.rays import Crossing, Ray, Side, ray_between, rays, rays_between
from game.grid.sight import Heights, Slope, cells_in, edges_in, is_stopped, look, stops
from game.grid.spots import Spot, _spots_by_corners, spots
from game.grid.views import seen, sees
from game.grid.walk import walk
from tests.grid.test_grid import KINDS, at, grids_with

FIFTHS = st.integers(-4, 4)


def nearest_centres(grid: Grid, x: int, y: int, scale: int) -> set[tuple[int, int]]:
    """The cells whose centre lies nearest to the lattice point (x, y) / scale."""
    q, r = x // (scale * UNIT), y // (scale * UNIT)
    squared = {}
    for cell in [(q + dq, r + dr) for dq in range(-1, 3) for dr in range(-1, 3)]:
        v = (x - cell[0] * UNIT * scale, y - cell[1] * UNIT * scale)
        squared[cell] = angles.dot(grid.layout, v, v)
    best = min(squared.values())
    return {cell for cell, distance in squared.items() if distance == best}


@st.composite
def segments(draw: st.DrawFn) -> tuple[Grid, Point, Point]:
    """From near one cell's middle to near another's, and now and then from corner to corner."""
    grid, (a, b) = draw(grids_with(2))
    points = []
    for cell in (a, b):
        x, y = grid.centre(cell)
        step = draw(st.sampled_from([0, 0, UNIT // 10, UNIT // 6]))
        points.append((x + draw(FIFTHS) * step, y + draw(FIFTHS) * step))
    if draw(st.integers(0, 3)) == 0:
        points = [draw(st.sampled_from(grid.corners(cell))) for cell in (a, b)]
    return grid, points[0], points[1]


def stretches(found: list[Spot]) -> list[Spot]:
    return [spot for spot in found if spot.start < spot.end]


@given(segments())
def test_the_stretches_of_a_ray_join_and_lie_in_their_cells(case: tuple[Grid, Point, Point]) -> None:
    grid, start, end = case
    if start == end:
        return
    scale = scale_of(grid.layout, start, end)
    long = stretches(spots(grid.layout, start, end))
    assert [spot.start for spot in long] == [0, *(spot.end for spot in long[:-1])]
    assert long[-1].end == scale
    for spot in long:
        twice = spot.start + spot.end
        x, y = (2 * scale * here + twice * (there - here) for here, there in zip(start, end, strict=True))
        near = nearest_centres(grid, x, y, 2 * scale)
        assert near == {cell for way in spot.ways for cell in way.cells}
        assert len(spot.ways) == len(near)


@given(segments())
def test_the_quick_way_and_the_thorough_one_agree(case: tuple[Grid, Point, Point]) -> None:
    grid, start, end = case
    if start != end and walk(grid.layout, start, end) is not None:
        assert spots(grid.layout, start, end) == _spots_by_corners(grid.layout, start, end)


@given(segments())
def test_between_two_stretches_the_ray_passes_their_edge_or_a_corner(case: tuple[Grid, Point, Point]) -> None:
    grid, start, end = case
    if start == end:
        return
    found = spots(grid.layout, start, end)
    for one, other in zip(stretches(found), stretches(found)[1:], strict=False):
        between = [spot for spot in found if spot.start == spot.end == one.end]
        if len(one.ways) == len(other.ways) == 1 and len(between[0].ways) == 1:
            (here,), (there,) = one.ways[0].cells, other.ways[0].cells
            ((q, r, axis),) = between[0].ways[0].borders
            dq, dr = grid.layout.steps[grid.layout.owners[axis]]
            assert {here, there} == {(q, r), (q + dq, r + dr)}
        elif between:
            assert len(between) == 1 and all(way.borders for way in between[0].ways)
        else:  # one of the two follows a border and holds the edges of the corner
            assert len(one.ways) == 2 or len(other.ways) == 2


def mirrored(ray: Ray) -> list[Crossing]:
    turned = [Crossing(ray.scale - c.end, ray.scale - c.start, c.sides[::-1]) for c in ray.crossings]
    return sorted(turned, key=lambda c: (c.start, c.end))


@given(segments())
def test_a_ray_meets_the_same_on_its_way_back(case: tuple[Grid, Point, Point]) -> None:
    grid, start, end = case
    if start != end:
        assert list(ray_between(grid, end, start).crossings) == mirrored(ray_between(grid, start, end))


@given(segments(), st.data())
def test_a_ray_knows_all_its_cells_and_edges(case: tuple[Grid, Point, Point], data: st.DataObject) -> None:
    grid, start, end = case
    if start == end:
        with pytest.raises(ValueError, match="two different points"):
            ray_between(grid, start, end)
        return
    skip, blocks = (bits(data.draw(st.sets(st.sampled_from(list(cells(grid.everywhere))), max_size=9))) for _ in "ab")
    ray = ray_between(grid, start, end, skip=skip)
    assert ray.cells == cells_in(ray.crossings)
    assert ray.edges == edges_in(ray.crossings)
    edges = bits(data.draw(st.sets(st.sampled_from(list(cells(ray.edges)) or [0]), max_size=3)))
    expected = tuple(c for c in ray.crossings if all(s.cells & blocks or s.edges & edges for s in c.sides))
    assert stops(ray, blocks, edges) == expected
    assert is_stopped(ray, blocks, edges) == bool(expected)


@given(grids_with(2))
def test_the_rays_to_a_cell_go_to_its_middle_and_inside_its_corners(case: tuple[Grid, list[int]]) -> None:
    grid, (a, t) = case
    found = rays(grid, a, t)
    if a == t:
        assert found == ()
        return
    (x, y), corners = grid.centre(t), grid.corners(t)
    assert [ray.end for ray in found] == [(x, y), *((x + (u - x) * 4 // 5, y + (v - y) * 4 // 5) for u, v in corners)]
    for ray in found:
        assert ray.start == grid.centre(a)
        assert not ray.cells & (1 << a | 1 << t)
        assert (ray.cells, ray.edges) == (cells_in(ray.crossings), edges_in(ray.crossings))
        assert ray.crossings == ray_between(grid, ray.start, ray.end, skip=1 << a | 1 << t).crossings
        others = cells(grid.everywhere & ~(1 << a | 1 << t))
        assert ray.cells == bits(cell for cell in others if meets(grid.layout, ray.start, ray.end, grid.axial(cell)))


def test_a_ray_along_a_border_needs_both_sides_blocked() -> None:
    grid = make_grid("hex", 9, 9)
    ray = rays(grid, grid.at(4, 4), grid.at(4, 2))[0]
    left, right = at(grid, "3,3"), at(grid, "4,3")
    assert not is_stopped(ray, left) and not is_stopped(ray, right)
    assert [cells_in(stops(ray, left | right))] == [left | right]
    wall = grid.parse_edge("4,4 ne")
    assert is_stopped(ray, left, 1 << wall)
    assert not is_stopped(ray, right, 1 << wall)
    assert not is_stopped(ray, 0, 1 << grid.parse_edge("3,3 e")), "a wall along the ray hides nothing"


def test_corner_to_corner_rays_run_along_squares() -> None:
    grid = make_grid("square", 5, 5)
    (ray,) = rays_between(grid, (grid.corners(grid.at(1, 1))[0],), (grid.corners(grid.at(1, 1))[1],))
    assert [(c.start, c.end) for c in ray.crossings] == [(0, ray.scale)]
    assert ray.crossings[0].sides == (Side(at(grid, "1,0"), 0), Side(at(grid, "1,1"), 0))


# Grades


def grade(
    grid: Grid,
    viewer: str | int,
    target: str | int,
    blocks: int = 0,
    obstacles: int = 0,
    walls: int = 0,
    fences: int = 0,
    heights: Heights | None = None,
) -> str:
    one, other = (at(grid, x) if isinstance(x, str) else x for x in (viewer, target))
    return look(
        grid,
        one,
        other,
        blocks=blocks,
        obstacles=obstacles,
        edge_blocks=walls,
        edge_obstacles=fences,
        heights=heights,
    ).grade


@pytest.mark.parametrize("kind", KINDS)
def test_a_wall_between_hides_and_a_crate_covers(kind: str) -> None:
    """POISE-COVER-1, -3 and -5; AURA-COVER-1."""
    grid = make_grid(kind, 9, 9)  # type: ignore[arg-type]
    middle = at(grid, "4,4")
    assert grade(grid, "3,4", "5,4", blocks=middle) == "unseen"
    assert grade(grid, "3,4", "5,4", obstacles=middle) == "cover"
    assert grade(grid, "3,4", "5,4") == "clear"
    assert grade(grid, "3,4", "4,4", blocks=grid.everywhere) == "clear"
    assert grade(grid, "3,4", "3,4", blocks=grid.everywhere) == "clear"


@pytest.mark.parametrize("kind", KINDS)
def test_an_edge_hides_or_covers_like_a_cell(kind: str) -> None:
    grid = make_grid(kind, 9, 9)  # type: ignore[arg-type]
    edge = 1 << grid.parse_edge("4,4 e")
    assert grade(grid, "4,4", "5,4", walls=edge) == "unseen"
    assert grade(grid, "4,4", "5,4", fences=edge) == "cover"
    assert grade(grid, "4,4", "3,4", walls=edge) == "clear"


def test_diagonally_between_two_walls_nobody_is_seen() -> None:
    grid = make_grid("square", 5, 5)
    assert grade(grid, "1,1", "2,2", blocks=at(grid, "1,2", "2,1")) == "unseen"
    assert grade(grid, "1,1", "2,2", blocks=at(grid, "1,2")) == "clear"
    corner = bits(map(grid.parse_edge, ("1,1 e", "1,1 s")))
    assert grade(grid, "1,1", "2,2", walls=corner) == "unseen"
    assert grade(grid, "1,1", "2,2", blocks=at(grid, "1,2"), walls=1 << grid.parse_edge("1,1 e")) == "unseen"


def test_a_wall_corner_across_the_centre_line_only_covers() -> None:
    """POISE-COVER-4: the line of centres clips a corner of the wall, another ray gets past it."""
    grid = make_grid("square", 9, 9)
    sight = look(grid, at(grid, "0,0"), at(grid, "3,1"), blocks=at(grid, "2,1"), obstacles=0)
    assert sight.grade == "cover"
    assert cells_in(sight.covered()) == at(grid, "2,1")
    assert [bool(stopped) for stopped in sight.stopped()] == [True, True, False, True, True]
    assert len(sight.rays()) == len(sight.stopped()) == 5


def test_the_best_pair_of_cells_counts() -> None:
    grid = make_grid("square", 9, 9)
    big = grid.footprint(grid.at(5, 3), 2)
    sight = look(grid, at(grid, "1,4"), big, blocks=at(grid, "4,3"), obstacles=0)
    assert (sight.grade, grid.name(sight.target)) == ("clear", "5,4")
    assert grade(grid, "1,3", big, blocks=at(grid, "3,2", "3,3", "3,4", "3,5")) == "unseen"
    assert grade(grid, "2,3", big, obstacles=big | at(grid, "2,3")) == "clear", "neither unit covers itself"


def heights(grid: Grid, eye: int, aim: int, tops: dict[str, int]) -> Heights:
    flat = dict.fromkeys(cells(grid.everywhere), 0)
    return Heights(
        dict.fromkeys(flat, eye), dict.fromkeys(flat, aim), {grid.parse(text): top for text, top in tops.items()}
    )


def test_low_things_are_seen_over_from_above() -> None:
    """The ray of centres falls from 20 to 0 and leaves 2,0 at 7.5, the highest of the others at 8.6."""
    grid = make_grid("square", 5, 1)
    wall = at(grid, "2,0")
    for top, expected in ((7, "clear"), (8, "cover"), (9, "unseen")):
        assert grade(grid, "0,0", "4,0", blocks=wall, heights=heights(grid, 20, 0, {"2,0": top})) == expected
        assert grade(grid, "4,0", "0,0", blocks=wall, heights=heights(grid, 0, 20, {"2,0": top})) == expected
    assert grade(grid, "0,0", "4,0", obstacles=wall, heights=heights(grid, 20, 0, {"2,0": 8})) == "cover"
    assert grade(grid, "0,0", "4,0", blocks=wall, heights=heights(grid, 20, 0, {})) == "unseen"


def test_things_that_just_touch_the_ray_count_unless_the_rule_is_strict() -> None:
    grid = make_grid("square", 3, 1)
    ray = rays(grid, 0, 2)[0]
    assert is_stopped(ray, at(grid, "1,0"), slope=Slope(5, 5, {1: 5}))
    assert not is_stopped(ray, at(grid, "1,0"), slope=Slope(5, 5, {1: 5}, strict=True))
    assert is_stopped(ray, at(grid, "1,0"), slope=Slope(5, 5, {1: 6}, strict=True))
    fence = grid.parse_edge("0,0 e")
    assert not is_stopped(ray, 0, 1 << fence, Slope(5, 5, {}, {fence: 4}))
    assert is_stopped(ray, 0, 1 << fence, Slope(5, 5, {}, {fence: 5}))


def test_sight_needs_somebody_on_both_ends() -> None:
    grid = make_grid("square", 3, 3)
    with pytest.raises(ValueError, match="at least one cell"):
        look(grid, 0, 1, blocks=0, obstacles=0)


@given(grids_with(6), st.data())
def test_the_quick_question_and_the_full_one_agree(case: tuple[Grid, list[int]], data: st.DataObject) -> None:
    grid, (a, t, *walls) = case
    blocks = bits(walls)
    some = [grid.edge(cell, d) for cell in walls for d in grid.layout.sides]
    edges = bits(data.draw(st.sets(st.sampled_from(some), max_size=4)))
    things = bits(data.draw(st.sets(st.sampled_from(list(cells(grid.everywhere))), max_size=5)))
    sight = look(grid, 1 << a, 1 << t, blocks=blocks, obstacles=things, edge_blocks=edges)
    free = [not is_stopped(ray, blocks, edges) for ray in rays(grid, a, t)]
    assert sees(grid, a, t, blocks, edges) == (sight.grade != "unseen") == (a == t or any(free))
    whole = grid.everywhere
    assert seen(grid, a, whole, blocks, edges) == bits(c for c in cells(whole) if sees(grid, a, c, blocks, edges))
    if a != t:
        assert [not stopped for stopped in sight.stopped()] == free
        covered = is_stopped(rays(grid, a, t)[0], blocks | things, edges)
        assert sight.grade == ("unseen" if not any(free) else "cover" if covered else "clear")
        assert bool(sight.covered()) == covered
    high = Heights(dict.fromkeys(cells(grid.everywhere), 0), dict.fromkeys(cells(grid.everywhere), 0), {})
    assert (
        look(grid, 1 << a, 1 << t, blocks=blocks, obstacles=things, edge_blocks=edges, heights=high).grade
        == sight.grade
    )


@given(grids_with(6))
def test_the_line_of_centres_is_free_both_ways_or_neither(case: tuple[Grid, list[int]]) -> None:
    grid, (a, t, *walls) = case
    if a != t:
        forth, back = rays(grid, a, t)[0], rays(grid, t, a)[0]
        assert is_stopped(forth, bits(walls)) == is_stopped(back, bits(walls))
