"""Movement: reach, paths and fields against a plain search, and the rules' examples."""

from __future__ import annotations

from contextlib import suppress
from heapq import heappop, heappush
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.grid.grid import Grid, bits, cells, make_grid
from game.grid.paths import Diagonals, Reach, Tolls, distance_field, make_tolls, nearest, reach, step_cost
from tests.grid.test_grid import at, grids, names


class Ground:
    """What the plain search walks on: a price for entering each cell and a few walls on edges."""

    def __init__(self, grid: Grid, prices: dict[int, int | None], walls: frozenset[int]) -> None:
        self.grid, self.prices, self.walls = grid, prices, walls

    def cost(self, here: int, there: int, d: int) -> int | None:
        grid = self.grid
        if not grid.is_diagonal(d):
            return None if grid.edge(here, d) in self.walls else self.prices[there]
        beside = [grid.step(here, (d + turn) % 8) for turn in (-1, 1)]
        if any(cell is None or self.prices[cell] is None for cell in beside):
            return None
        return self.prices[there]


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    grid = draw(grids)
    prices = {cell: draw(st.sampled_from([1, 1, 1, 2, 3, None])) for cell in cells(grid.everywhere)}
    edges = [grid.edge(cell, d) for cell in cells(grid.everywhere) for d in grid.layout.sides]
    return Ground(grid, prices, draw(st.frozensets(st.sampled_from(edges), max_size=5)))


def subset(grid: Grid) -> st.SearchStrategy[int]:
    return st.sets(st.sampled_from(list(cells(grid.everywhere))), max_size=6).map(bits)


def plain_search(
    ground: Ground, start: int, budget: int, diagonals: str, blocked: int, corners: int, stop: int, parity: int
) -> dict[int, int]:
    """Cheapest costs by a heap over (cell, odd number of diagonals)."""
    grid = ground.grid
    queue, best = [(0, start, parity)], {(start, parity): 0}
    while queue:
        cost, here, odd = heappop(queue)
        if cost > best[here, odd] or (stop >> here & 1 and here != start):
            continue
        for d in range(grid.directions):
            there = grid.step(here, d)
            price = None if there is None or blocked >> there & 1 else ground.cost(here, there, d)
            if there is None or price is None:
                continue
            diagonal = grid.is_diagonal(d)
            if diagonal and any(corners >> (grid.step(here, (d + turn) % 8) or 0) & 1 for turn in (-1, 1)):
                continue
            counts = diagonal and diagonals == "alternating"
            total, then = cost + price + (counts and odd), odd ^ counts
            if total <= budget and total < best.get((there, then), budget + 1):
                best[there, then] = total
                heappush(queue, (total, there, then))
    return {cell: min(best.get((cell, odd), budget + 1) for odd in (0, 1)) for cell, _ in best}


@given(grounds(), st.data(), st.integers(0, 12), st.sampled_from(["flat", "alternating"]), st.integers(0, 1))
def test_reach_is_what_a_plain_search_finds(
    ground: Ground, data: st.DataObject, budget: int, diagonals: Diagonals, parity: int
) -> None:
    grid = ground.grid
    start = data.draw(st.sampled_from(list(cells(grid.everywhere))))
    blocked, corners, stop = (data.draw(subset(grid)) for _ in range(3))
    expected = plain_search(ground, start, budget, diagonals, blocked, corners, stop, parity)
    tolls = make_tolls(grid, ground.cost)
    found = reach(
        grid, tolls, start, budget, diagonals=diagonals, blocked=blocked, corners=corners, stop=stop, parity=parity
    )
    assert {cell: found.cost(cell) for cell in cells(found.everywhere)} == expected
    assert len(found.levels) == budget + 1
    for cell in cells(found.everywhere):
        path = found.path(cell)
        assert (path[0], path[-1]) == (start, cell)
        assert found.costs(path)[-1] == expected[cell]
        assert not bits(path[1:]) & blocked
        assert not bits(path[1:-1]) & stop


@given(grounds(), st.data(), st.sampled_from(["flat", "alternating"]))
def test_a_field_is_the_nearest_of_all_reaches(ground: Ground, data: st.DataObject, diagonals: Diagonals) -> None:
    grid = ground.grid
    sources = list(cells(data.draw(subset(grid))))
    tolls = make_tolls(grid, ground.cost)
    levels = distance_field(grid, tolls, bits(sources), 200, diagonals=diagonals)
    reaches = [reach(grid, tolls, source, 200, diagonals=diagonals) for source in sources]
    for cell in cells(grid.everywhere):
        costs = [cost for cost in (found.cost(cell) for found in reaches) if cost is not None]
        met = nearest(levels, 1 << cell)
        assert met == ((min(costs), 1 << cell) if costs else None)


@given(grounds(), st.data(), st.sampled_from(["flat", "alternating"]))
def test_a_field_towards_a_cell_is_the_cost_of_going_there(
    ground: Ground, data: st.DataObject, diagonals: Diagonals
) -> None:
    grid = ground.grid
    goal = data.draw(st.sampled_from(list(cells(grid.everywhere))))
    tolls = make_tolls(grid, ground.cost)
    levels = distance_field(grid, tolls, 1 << goal, 200, diagonals=diagonals, towards=True)
    for cell in cells(grid.everywhere):
        met = nearest(levels, 1 << cell)
        assert (met and met[0]) == reach(grid, tolls, cell, 200, diagonals=diagonals).cost(goal)


@given(grounds(), st.integers(2, 4))
def test_a_footprint_moves_as_its_cells_do(ground: Ground, size: int) -> None:
    grid = ground.grid
    tolls = make_tolls(grid, ground.cost, size)
    for anchor in cells(grid.anchors(size)):
        body = grid.footprint(anchor, size)
        for d in range(grid.directions):
            there = grid.step(anchor, d)
            moved = [(cell, grid.step(cell, d)) for cell in cells(body)]
            prices = [None if to is None else ground.cost(cell, to, d) for cell, to in moved]
            expected = None
            if None not in prices:
                new = [price for price, (_, to) in zip(prices, moved, strict=True) if not body >> (to or 0) & 1]
                expected = max(price for price in new if price is not None)
            assert step_cost(grid, tolls, anchor, d) == expected
            assert expected is None or (there is not None and grid.footprint(there, size))


def open_tolls(grid: Grid, dear: dict[int, int] | None = None) -> Tolls:
    return make_tolls(grid, lambda _here, there, _d: (dear or {}).get(there, 1))


def test_three_diagonals_and_two_straight_steps_cost_6() -> None:
    """POISE-MOVE-11."""
    grid = make_grid("square", 9, 9)
    found = reach(grid, open_tolls(grid), grid.at(0, 0), 6, diagonals="alternating")
    assert found.cost(grid.at(3, 5)) == 6
    path = [grid.parse(text) for text in ("0,0", "1,1", "2,2", "3,3", "3,4", "3,5")]
    assert found.costs(path) == (0, 1, 3, 4, 5, 6)
    assert step_cost(grid, open_tolls(grid), grid.at(0, 0), 3, 1) == 2
    assert step_cost(grid, open_tolls(grid), grid.at(0, 0), 2, 1) == 1


def test_an_enemy_bars_the_corner_and_an_ally_does_not() -> None:
    """POISE-MOVE-12."""
    grid = make_grid("square", 5, 5)
    enemy = at(grid, "1,0")
    barred = reach(grid, open_tolls(grid), grid.at(0, 0), 1, diagonals="alternating", blocked=enemy, corners=enemy)
    past_ally = reach(grid, open_tolls(grid), grid.at(0, 0), 1, diagonals="alternating", blocked=enemy)
    assert names(grid, barred.everywhere) == {"0,0", "0,1"}
    assert names(grid, past_ally.everywhere) == {"0,0", "0,1", "1,1"}


def test_one_point_does_not_enter_dear_ground() -> None:
    """POISE-MOVE-13 and -14."""
    grid = make_grid("square", 3, 1)
    tolls = open_tolls(grid, {grid.at(1, 0): 2})
    assert reach(grid, tolls, grid.at(0, 0), 1, diagonals="flat").everywhere == at(grid, "0,0")
    assert reach(grid, tolls, grid.at(0, 0), 2, diagonals="flat").levels == (at(grid, "0,0"), 0, at(grid, "1,0"))


def test_two_walls_that_touch_let_nobody_squeeze_through() -> None:
    """CLASH-GRID-3: a diagonal is refused if both cells beside it are walls."""
    grid = make_grid("square", 2, 2)
    walls = at(grid, "1,0", "0,1")
    tolls = make_tolls(grid, lambda here, there, d: None if walls >> there & 1 or grid.is_diagonal(d) else 1)
    assert reach(grid, tolls, grid.at(0, 0), 9, diagonals="flat").everywhere == at(grid, "0,0")


def test_a_wide_unit_does_not_enter_a_narrow_corridor() -> None:
    """CLASH-GRID-5."""
    grid = make_grid("square", 7, 4)
    open_ground = at(
        grid, *(f"{col},{row}" for col in range(3) for row in range(4)), *(f"{col},1" for col in range(3, 7))
    )
    tolls = make_tolls(grid, lambda _here, there, _d: 1 if open_ground >> there & 1 else None, 2)
    found = reach(grid, tolls, grid.at(0, 0), 9, diagonals="flat")
    assert found.everywhere == at(grid, *(f"{col},{row}" for col in range(2) for row in range(3)))


def test_a_zone_is_entered_but_not_crossed() -> None:
    grid = make_grid("hex", 7, 1)
    found = reach(grid, open_tolls(grid), grid.at(0, 0), 6, diagonals="flat", stop=at(grid, "0,0", "2,0"))
    assert found.everywhere == at(grid, "0,0", "1,0", "2,0")


def test_of_equal_paths_the_one_with_a_straight_end_is_taken() -> None:
    grid = make_grid("square", 5, 5)
    found = reach(grid, open_tolls(grid), grid.at(0, 0), 9, diagonals="alternating")
    assert [grid.name(cell) for cell in found.path(grid.at(4, 1))] == ["0,0", "1,1", "2,1", "3,1", "4,1"]
    assert [grid.name(cell) for cell in found.path(grid.at(0, 0))] == ["0,0"]


def turns(grid: Grid, path: tuple[int, ...]) -> int:
    ways = [grid.direction(here, there) for here, there in pairwise(path)]
    return sum(one != other for one, other in pairwise(ways))


def test_the_straightest_of_equal_paths_does_not_swing_out() -> None:
    grid = make_grid("square", 21, 21)
    found = reach(grid, open_tolls(grid), grid.at(10, 10), 8, diagonals="flat")
    there = grid.at(5, 2)
    assert max(turns(grid, found.path(cell)) for cell in cells(found.everywhere)) == 1
    assert all(grid.xy(cell)[0] <= 10 for cell in found.path(there))


def worst(found: Reach, path: tuple[int, ...]) -> tuple[int, int]:
    """How much harm a path meets, then its turns: the fewer the better."""
    return sum(found.harm >> cell & 1 for cell in path[1:]), turns(found.grid, path)


def fewest(grid: Grid, found: Reach, cell: int) -> tuple[int, int]:
    """The least harm and the fewest turns of all cheapest paths, by trying every one of them."""
    best, ends = (99, 99), [(found.start, (found.start,), 0)]
    while ends:
        here, path, spent = ends.pop()
        if here == cell and spent == found.cost(cell):
            best = min(best, worst(found, path))
        for there in grid.neighbours(here):
            if there in path or worst(found, path) >= best:
                continue
            with suppress(ValueError):
                cost = found.costs([*path, there])[-1]
                if cost <= (found.cost(cell) or 0):
                    ends.append((there, (*path, there), cost))
    return best


@settings(max_examples=30)
@given(grounds(), st.data(), st.sampled_from(["flat", "alternating", "doubling"]))
def test_a_path_is_the_cheapest_meets_least_harm_and_turns_least(
    ground: Ground, data: st.DataObject, diagonals: str
) -> None:
    grid = ground.grid
    start = data.draw(st.sampled_from(list(cells(grid.everywhere))))
    harm = bits(data.draw(st.lists(st.sampled_from(list(cells(grid.everywhere))), max_size=4)))
    found = reach(grid, make_tolls(grid, ground.cost), start, 4, diagonals=diagonals, harm=harm)
    cell = data.draw(st.sampled_from(list(cells(found.everywhere))))
    path = found.path(cell)
    assert (path[0], path[-1]) == (start, cell)
    assert found.costs(path)[-1] == found.cost(cell)
    assert worst(found, path) == fewest(grid, found, cell)


def test_a_path_out_of_reach_is_refused() -> None:
    grid = make_grid("square", 5, 5)
    found = reach(grid, open_tolls(grid), grid.at(0, 0), 2, diagonals="flat")
    assert found.cost(grid.at(4, 4)) is None
    with pytest.raises(ValueError, match="4,4 is out of reach from 0,0"):
        found.path(grid.at(4, 4))
    with pytest.raises(ValueError, match="begin at 0,0"):
        found.costs([grid.at(1, 1)])
    with pytest.raises(ValueError, match="from 0,0 to 2,0"):
        found.costs([grid.at(0, 0), grid.at(2, 0)])


def test_a_free_step_is_refused() -> None:
    grid = make_grid("square", 2, 1)
    with pytest.raises(ValueError, match="from 0,0 to the e costs 0"):
        make_tolls(grid, lambda *_: 0)


def test_a_field_ends_where_nothing_more_is_reached() -> None:
    grid = make_grid("square", 4, 1)
    assert distance_field(grid, open_tolls(grid), 1, 10_000) == tuple(1 << n for n in range(4))
    assert nearest(distance_field(grid, open_tolls(grid), 0, 9), 1) is None
