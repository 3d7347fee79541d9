"""The best way past what stands in it: the shortest, or one of two straight legs over a bend (AURA-HOUSE-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeVar

from game.grid.grid import Cell, CellSet, bits
from game.grid.layout import Kind, Layout
from game.rules.aura.position.endless import Trail, headed, plain, room, standing, trail
from game.rules.aura.position.lines import Vector, bearing_of, both_lines, turn_cost, turn_of, vector

Bend = tuple[int, tuple[int, int], Cell, Vector]
"""The least metres of a way that bends there, its bearing, the cell, and where that lies to the start."""
W = TypeVar("W", bound=tuple[Any, ...])  # a path, the metres used at each cell of it, and more


def over_bends(best: W, least: int, bends: Iterable[Bend], by: Callable[[Cell, int], Iterable[W]]) -> W:
    """The best of a way and those over these bends, the shortest first; none can be shorter than the least.

    `by` finds the ways over a bend; it may leave out those of so many metres and more.
    """
    for possible, _, bend, _ in bends:
        shortest = max(least, possible)
        if best[1][-1] <= shortest:  # it cannot get any shorter
            break
        for way in by(bend, best[1][-1]):
            best = way if way[1][-1] < best[1][-1] else best
            if best[1][-1] == shortest:
                return best
    return best


@lru_cache(maxsize=1 << 11)
def detours(layout: Layout, straight: Vector, most: int) -> list[tuple[int, tuple[int, int], Vector]]:
    """Where a way that leads so far aside may bend on an endless map: the least metres, the turn at its start aside."""
    found: list[tuple[int, tuple[int, int], Vector]] = []
    across, down = (range(-((most - far) // 2), (most + far) // 2 + 1) for far in straight)
    for first in product(across, down):
        second = straight[0] - first[0], straight[1] - first[1]
        metres = length(layout, first) + length(layout, second)
        if (0, 0) in (first, second) or metres > most:
            continue
        metres += turn_of(layout, first, second)
        if metres <= most:
            found.append((metres, bearing_of(layout, straight, first), first))
    return found


@lru_cache(maxsize=1 << 12)
def length(layout: Layout, way: Vector) -> int:
    """How many steps lead so far aside."""
    q, r = way
    return max(abs(q), abs(r), abs(q + r) if layout.stagger else 0)


# On the endless plain


Strip = tuple[CellSet, tuple[Cell, ...]]
"""The cells of a way, as a set and in order."""


class _Choices(NamedTuple):
    """What leads to one cell: straight lines, and shortest paths in the order in which they are taken."""

    lines: tuple[Strip, ...]
    shortest: tuple[Strip, ...]


@lru_cache(maxsize=1 << 15)
def around(
    kind: Kind, budget: int, cell: Cell, heading: Vector | None, blocked: CellSet, *, turning: bool
) -> Trail | None:
    """The best way over the endless plain past cells that cannot be entered; None where the budget does not suffice.

    Not `turning`: turns are free.
    """
    far = room(budget)
    choices, grid = _choices(kind, far, cell), plain(kind, far).grid

    def turned(way: Trail) -> Trail:
        return headed(way, turn_cost(grid, heading, way.first))

    line = next((path for over, path in choices.lines if not over & blocked), None)
    straight = None if line is None else turned(trail(kind, far, line))
    if straight is not None and straight.costs[-1] <= budget:
        return straight
    path = next((path for over, path in choices.shortest if not over & blocked), None)
    path = _past(kind, budget, cell, blocked) if path is None else path
    if not path:
        return None
    shortest = trail(kind, far, path)
    least = len(shortest.path) - 1
    if not turning:
        return Trail(shortest.path, tuple(range(least + 1)), 0, (0, 0))
    best = turned(shortest)
    if straight is not None and straight.costs[-1] <= best.costs[-1]:
        best = straight
    if best.costs[-1] > least:
        most = min(best.costs[-1] - 1, budget)
        bends = _bends(kind, far, cell, most)
        if heading is not None and heading != (0, 0):
            turning_to = [(row[0] + turn_cost(grid, heading, row[3]), *row[1:]) for row in bends]
            bends = sorted([row for row in turning_to if row[0] <= most])

        def by(bend: Cell, metres: int) -> Iterable[Trail]:
            free = (trail(kind, far, path) for over, path in _over(kind, far, cell, bend) if not over & blocked)
            return (turned(way) for way in free if way.costs[-1] < metres)

        best = over_bends(best, least, bends, by)
    return best if best.costs[-1] <= budget else None


@lru_cache(maxsize=1 << 12)
def _choices(kind: Kind, far: int, cell: Cell) -> _Choices:
    whole = plain(kind, far)
    lines = tuple([(over, path) for path, over in both_lines(whole.grid, whole.start, cell)])
    paths = [tuple([spot[0] for spot in way]) for way in whole.turning_once(cell)]
    return _Choices(lines, tuple([(bits(path), path) for path in paths]))


@lru_cache(maxsize=1 << 13)
def _bends(kind: Kind, far: int, cell: Cell, most: int) -> list[Bend]:
    """Where a way of at most so many metres may bend, the shortest first, but for turns to first legs."""
    whole = plain(kind, far)
    grid, (q, r) = whole.grid, whole.grid.axial(whole.start)
    return sorted(
        (metres, aside, bend, first)
        for metres, aside, first in detours(grid.layout, vector(grid, whole.start, cell), most)
        if (bend := grid.at_axial(q + first[0], r + first[1])) is not None
    )


@lru_cache(maxsize=1 << 15)
def _over(kind: Kind, far: int, cell: Cell, bend: Cell) -> tuple[Strip, ...]:
    """The ways of two straight legs that bend there."""
    grid, start = plain(kind, far).grid, plain(kind, far).start
    pairs = product(both_lines(grid, start, bend), both_lines(grid, bend, cell))
    return tuple([(one[1] | two[1], (*one[0], *two[0][1:])) for one, two in pairs])


def _past(kind: Kind, budget: int, cell: Cell, blocked: CellSet) -> tuple[Cell, ...]:
    """The shortest path past these cells, empty where there is none within reach."""
    found = standing(kind, budget, blocked)
    return found.path(cell) if found.everywhere >> cell & 1 else ()
