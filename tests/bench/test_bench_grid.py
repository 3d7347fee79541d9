"""Reach, fields and sight at the sizes of skirmishes; scipy and tcod are measured beside them where they are installed.

Run with `python -m pytest tests/bench --benchmark-enable -n 0 -W default`.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from game.grid import rays, views
from game.grid.grid import Grid, Kind, bits, cells, make_grid
from game.grid.paths import Tolls, distance_field, make_tolls, reach
from game.grid.sight import look
from game.grid.views import seen

KINDS: tuple[Kind, ...] = ("square", "hex")


def terrain(grid: Grid) -> dict[int, int | None]:
    """Rough ground, a tenth of it walls."""
    luck = random.Random(1)
    return {cell: luck.choice((1, 1, 1, 1, 1, 1, 2, 2, 3, None)) for cell in cells(grid.everywhere)}


def tolls_of(grid: Grid) -> Tolls:
    prices = terrain(grid)
    return make_tolls(grid, lambda _here, there, _d: prices[there])


def scattered(grid: Grid, number: int) -> list[int]:
    open_ground = [cell for cell, price in terrain(grid).items() if price]
    return random.Random(2).sample(open_ground, number)


@pytest.mark.parametrize("budget", [5, 6, 12])
@pytest.mark.parametrize("kind", KINDS)
def test_reach_among_40_units_on_40_by_30(benchmark: BenchmarkFixture, kind: Kind, budget: int) -> None:
    """G3: with occupied cells, zones that stop, and corners barred by enemies."""
    grid = make_grid(kind, 40, 30)
    tolls, units = tolls_of(grid), scattered(grid, 40)
    start, friends, enemies = units[0], bits(units[1:20]), bits(units[20:])
    found = benchmark(
        reach,
        grid,
        tolls,
        start,
        budget,
        diagonals="alternating",
        blocked=friends | enemies,
        corners=enemies,
        stop=grid.spread(enemies),
    )
    assert found.everywhere.bit_count() > 1


@pytest.mark.parametrize("kind", KINDS)
def test_path_to_the_farthest_cell(benchmark: BenchmarkFixture, kind: Kind) -> None:
    grid = make_grid(kind, 40, 30)
    found = reach(grid, tolls_of(grid), grid.at(20, 15), 12, diagonals="alternating")
    goal = max(cells(found.everywhere), key=lambda cell: found.cost(cell) or 0)
    assert len(benchmark(found.path, goal)) > 4


@pytest.mark.parametrize("size", [(40, 40), (128, 128)])
@pytest.mark.parametrize("kind", KINDS)
def test_field_over_the_whole_map(benchmark: BenchmarkFixture, kind: Kind, size: tuple[int, int]) -> None:
    """G4."""
    grid = make_grid(kind, *size)
    levels = benchmark(distance_field, grid, tolls_of(grid), 1 << grid.at(1, 1), 10_000)
    assert sum(level.bit_count() for level in levels) > grid.width * grid.height // 2


@pytest.mark.parametrize("kind", KINDS)
def test_field_over_the_whole_map_by_scipy(benchmark: BenchmarkFixture, kind: Kind) -> None:
    """The peer of G4, on the same ground with a ready matrix."""
    csgraph, sparse = pytest.importorskip("scipy.sparse.csgraph"), pytest.importorskip("scipy.sparse")
    grid = make_grid(kind, 128, 128)
    prices = terrain(grid)
    steps = [(here, there, prices[there]) for here in prices for there in grid.neighbours(here) if prices[there]]
    rows, columns, costs = zip(*steps, strict=True)
    size = max(prices) + 1
    matrix = sparse.csr_matrix((costs, (rows, columns)), shape=(size, size))
    benchmark(csgraph.dijkstra, matrix, indices=grid.at(1, 1))


def _who_sees_whom(grid: Grid, units: list[int], walls: int) -> int:
    found = before = 0
    for unit in units:
        found += seen(grid, unit, before, walls).bit_count()
        before |= 1 << unit
    return found


def _all_grades(grid: Grid, units: list[int], walls: int) -> int:
    bodies = bits(units)
    pairs = ((1 << a, 1 << b) for n, a in enumerate(units) for b in units[:n])
    return sum(look(grid, a, b, blocks=walls, obstacles=bodies).grade != "unseen" for a, b in pairs)


@pytest.mark.parametrize("question", [_who_sees_whom, _all_grades])
@pytest.mark.parametrize("kind", KINDS)
def test_sight_among_40_units(benchmark: BenchmarkFixture, kind: Kind, question: Any) -> None:
    """G6: 780 pairs, no answer cached; the tables of rays are."""
    grid = make_grid(kind, 40, 40)
    walls = bits(cell for cell, price in terrain(grid).items() if price is None)
    assert 0 < question(grid, scattered(grid, 40), walls) < 780  # fills the tables
    benchmark(question, grid, scattered(grid, 40), walls)


@pytest.mark.parametrize("kind", KINDS)
def test_sight_among_40_units_for_the_first_time(benchmark: BenchmarkFixture, kind: Kind) -> None:
    """The same with empty tables, which happens once in a process."""
    grid = make_grid(kind, 40, 40)
    walls = bits(cell for cell, price in terrain(grid).items() if price is None)

    def forget() -> None:
        rays.fan.cache_clear()
        views._table.cache_clear()
        rays.centre_track.cache_clear()

    benchmark.pedantic(_who_sees_whom, (grid, scattered(grid, 40), walls), setup=forget, rounds=3)


def test_40_fields_of_view_by_tcod(benchmark: BenchmarkFixture) -> None:
    """The peer of G6."""
    tcod, numpy = pytest.importorskip("tcod"), pytest.importorskip("numpy")
    grid = make_grid("square", 40, 40)
    open_ground = numpy.ones((40, 40), dtype=bool)
    for cell, price in terrain(grid).items():
        if price is None:
            open_ground[grid.xy(cell)[::-1]] = False
    places = [grid.xy(cell) for cell in scattered(grid, 40)]

    def all_pairs() -> int:
        total = 0
        for n, (x, y) in enumerate(places):
            seen = tcod.map.compute_fov(open_ground, (y, x), algorithm=tcod.constants.FOV_SYMMETRIC_SHADOWCAST)
            total += sum(bool(seen[v, u]) for u, v in places[:n])
        return total

    assert benchmark(all_pairs) > 0
