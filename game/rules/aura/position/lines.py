"""Straight lines, the legs and turns of a path (AURA-MOVE-6 to 8, GRID-6, 7)."""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from game.grid import angles, stamps
from game.grid.grid import Cell, CellSet, Grid, bits, make_grid
from game.grid.layout import Kind, Layout

Vector = tuple[int, int]
_WIDE = 128  # a grid on which every line of a board this wide stays clear of the rim


@lru_cache(maxsize=1 << 17)
def line(grid: Grid, a: Cell, b: Cell, lean: int) -> tuple[tuple[Cell, ...], CellSet]:
    """A canonical line, and its cells as a set: that of any other pair as far apart, moved."""
    across, down = vector(grid, a, b)
    if abs(across) < _WIDE // 2 and abs(down) < _WIDE // 2:
        offsets, lowest, mask = _moved(grid, across, down, lean)
        if a + lowest >= 0 and not (mask := mask << a + lowest) & ~grid.everywhere:
            return tuple([a + offset for offset in offsets]), mask
    path = grid.straight(a, b, lean=lean)  # at the jagged rim of a map ties go the other way
    return path, bits(path)


@lru_cache(maxsize=1 << 14)
def _moved(grid: Grid, across: int, down: int, lean: int) -> tuple[tuple[int, ...], int, CellSet]:
    """The cells of a line as differences from its start, the lowest of these, and their set moved up by that."""
    offsets = tuple(r * grid.stride + q for q, r in _steps(grid.kind, across, down, lean))
    return offsets, min(offsets), bits(offset - min(offsets) for offset in offsets)


def both_lines(grid: Grid, a: Cell, b: Cell) -> tuple[tuple[tuple[Cell, ...], CellSet], ...]:
    """The canonical lines with either nudge: that to the right hand first, which favours no side of the map.

    One alone where both are the same.
    """
    across, down = vector(grid, a, b)
    right = 1 if (2 * across - down or across) > 0 else -1  # the nudge goes one across and two down
    one, other = line(grid, a, b, right), line(grid, a, b, -right)
    return (one,) if one[1] == other[1] else (one, other)


@lru_cache(maxsize=1 << 14)
def _steps(kind: Kind, across: int, down: int, lean: int) -> tuple[Vector, ...]:
    grid = make_grid(kind, 2 * _WIDE, 2 * _WIDE)
    start = grid.at(_WIDE, _WIDE)
    q, r = grid.axial(start)
    end = grid.at_axial(q + across, r + down)
    assert end is not None
    return tuple((x - q, y - r) for x, y in map(grid.axial, grid.straight(start, end, lean=lean)))


def vector(grid: Grid, a: Cell, b: Cell) -> Vector:
    """From centre to centre, in grid steps."""
    (q, r), (x, y) = grid.axial(a), grid.axial(b)
    return x - q, y - r


@lru_cache(maxsize=1 << 14)
def legs(grid: Grid, path: tuple[Cell, ...]) -> tuple[tuple[int, int], ...]:
    """AURA-MOVE-8: where the straight legs of a path begin and end, each the longest that is a canonical line."""
    found, start = [], 0
    while start < len(path) - 1:
        end = len(path) - 1
        while end > start + 1 and not _straight(grid, path[start : end + 1]):
            end -= 1
        found.append((start, end))
        start = end
    return tuple(found)


def _straight(grid: Grid, part: tuple[Cell, ...]) -> bool:
    return line(grid, part[0], part[-1], 1)[0] == part or line(grid, part[0], part[-1], -1)[0] == part


def bearing(grid: Grid, start: Cell, goal: Cell, cell: Cell) -> tuple[int, int]:
    """How far a cell is off the line from the start to the goal, and how far along it, to tell equals apart.

    What lies to the right comes first: on a map that is turned, choices are turned too.
    """
    return bearing_of(grid.layout, vector(grid, start, goal), vector(grid, start, cell))


def bearing_of(layout: Layout, ahead: Vector, there: Vector) -> tuple[int, int]:
    """The same of where the goal and the cell lie to the start."""
    return ahead[1] * there[0] - ahead[0] * there[1], angles.dot(layout, ahead, there)


def turn_cost(grid: Grid, before: Vector | None, after: Vector) -> int:
    """AURA-MOVE-6 and GRID-7: nothing below 45 degrees, 2 for straight back, else 1."""
    return 0 if before is None or before == (0, 0) else turn_of(grid.layout, before, after)


@lru_cache(maxsize=1 << 15)
def turn_of(layout: Layout, before: Vector, after: Vector) -> int:
    """The same of two directions."""
    lengths = angles.dot(layout, before, before) * angles.dot(layout, after, after)
    return _turn(angles.dot(layout, before, after), lengths)


def _turn(product: int, lengths: int) -> int:
    """The same of their product and the product of their squared lengths."""
    if product > 0:
        return int(2 * product * product <= lengths)  # the square of the cosine of 45 degrees is a half
    return 2 if product * product == lengths else 1


@lru_cache(maxsize=1 << 13)
def turned_to(grid: Grid, start: Cell, heading: Vector, radius: int, most: int) -> CellSet:
    """The cells at most so far from the start, in any row, towards which turning costs at most that; not the start."""
    return stamps.stamp(grid, start, turned_rows(grid.layout, heading, radius)[most]) & ~(1 << start)


@lru_cache(maxsize=1 << 11)
def turned_rows(layout: Layout, heading: Vector, radius: int) -> tuple[stamps.Rows, stamps.Rows]:
    """The same as runs of cells: towards which turning costs nothing, and at most 1."""
    found: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = [], []
    across, down = (angles.dot(layout, heading, step) for step in ((1, 0), (0, 1)))
    own = angles.dot(layout, heading, heading)
    for r, row in _squares(layout, radius):
        turns = [(q, _turn(q * across + r * down, own * square)) for q, square in row]
        for most, rows in enumerate(found):
            rows.extend((r, low, high) for low, high in stamps.runs([q for q, turn in turns if turn <= most]))
    return tuple(found[0]), tuple(found[1])


@lru_cache(maxsize=64)
def _squares(layout: Layout, radius: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """Row by row the cells that lie so far aside, and their squared distances; without the one in the middle."""
    span = range(-radius, radius + 1)
    return tuple((r, tuple((q, angles.dot(layout, (q, r), (q, r))) for q in span if q or r)) for r in span)


Way = tuple[tuple[Cell, ...], tuple[int, ...], int]  # path, metres used at each cell, turns paid


def measured(grid: Grid, path: tuple[Cell, ...], bare: tuple[int, ...], heading: Vector | None) -> Way:
    """The metres used along a path with what its turns cost; `bare` is without them."""
    extra, turns, costs, before = 0, 0, [0], heading
    for start, end in legs(grid, path):
        now = vector(grid, path[start], path[end])
        lost = turn_cost(grid, before, now)
        extra, turns, before = extra + lost, turns + bool(lost), now
        costs += [bare[place] + extra for place in range(start + 1, end + 1)]
    return path, tuple(costs), turns


def last_heading(grid: Grid, path: tuple[Cell, ...]) -> Vector | None:
    """The direction of a path's last leg."""
    found = legs(grid, path)
    return vector(grid, path[found[-1][0]], path[found[-1][1]]) if found else None


def direction(heading: Vector | None) -> Vector | None:
    """A heading without its length, on which nothing depends."""
    if heading is None or heading == (0, 0):
        return heading
    length = gcd(*heading)
    return heading[0] // length, heading[1] // length
