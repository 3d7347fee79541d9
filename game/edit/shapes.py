"""Which cells a tool means: brushes, lines, figures, floods, and how selections combine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from game.edit.draft import Draft, edges_of, props_of, units_of
from game.grid.grid import UNIT, Cell, CellSet, EdgeId, Grid, Point, bits, cells

Brush = Literal["square", "disc"]
"""Squares have both, and a disc is round; on hexes every brush is a disc."""

Join = Literal["replace", "add", "subtract", "intersect"]

MAX_BRUSH = 7


def brush(grid: Grid, cell: Cell, size: int, shape: Brush = "disc") -> CellSet:
    """The cells under a brush of 1 to 7 cells across; even sizes reach one cell further to the right and down.

    ValueError for another size.
    """
    if not 1 <= size <= MAX_BRUSH:
        raise ValueError(f"a brush is 1 to {MAX_BRUSH} cells wide, not {size}")
    radius, even = divmod(size - 1, 2)
    if grid.kind == "hex":
        near = [cell]
        if even:
            near += [there for d in (1, 2) if (there := grid.step(cell, d)) is not None]
        return _union(grid.disc(each, radius, "chebyshev") for each in near)
    col, row = grid.xy(cell)
    found = [
        (x, y)
        for y in range(row - radius, row + radius + even + 1)
        for x in range(col - radius, col + radius + even + 1)
    ]
    if shape == "disc":
        # Twice the distance from the brush's middle, against its width: corners fall away from three cells on.
        found = [
            (x, y) for x, y in found if (2 * (x - col) - even) ** 2 + (2 * (y - row) - even) ** 2 <= max(0, size**2 - 2)
        ]
    return bits(grid.at(x, y) for x, y in found if grid.inside(x, y))


def line(grid: Grid, a: Cell, b: Cell, size: int = 1, shape: Brush = "disc") -> CellSet:
    """A line as broad as a brush."""
    return _union(brush(grid, cell, size, shape) for cell in grid.straight(a, b))


def rectangle(grid: Grid, a: Cell, b: Cell, *, hollow: bool = False) -> CellSet:
    """All cells in the columns and rows between two corners."""
    (x, y), (x2, y2) = grid.xy(a), grid.xy(b)
    left, right, top, bottom = min(x, x2), max(x, x2), min(y, y2), max(y, y2)
    found = bits(grid.at(col, row) for row in range(top, bottom + 1) for col in range(left, right + 1))
    if hollow and right - left > 1 and bottom - top > 1:
        found &= ~rectangle(grid, grid.at(left + 1, top + 1), grid.at(right - 1, bottom - 1))
    return found


def hexagon(grid: Grid, middle: Cell, edge: Cell, *, hollow: bool = False) -> CellSet:
    """All cells no further from the middle than another cell; on squares a diamond."""
    radius = grid.distance(middle, edge, "manhattan")
    return grid.ring(middle, radius, "manhattan") if hollow else grid.disc(middle, radius, "manhattan")


def ellipse(grid: Grid, a: Cell, b: Cell, *, hollow: bool = False) -> CellSet:
    """The cells in the ellipse that fills the rectangle between two corners."""
    (x, y), (x2, y2) = grid.xy(a), grid.xy(b)
    wide, high = abs(x2 - x) + 1, abs(y2 - y) + 1
    found = bits(
        cell
        for cell in cells(rectangle(grid, a, b))
        if _in_ellipse(2 * grid.xy(cell)[0] - x - x2, 2 * grid.xy(cell)[1] - y - y2, wide, high)
    )
    return found & ~_core(grid, found) if hollow else found


def _in_ellipse(dx: int, dy: int, wide: int, high: int) -> bool:
    """Twice the way from the middle against full widths: (dx / wide)^2 + (dy / high)^2 <= 1."""
    return dx * dx * high * high + dy * dy * wide * wide <= wide * wide * high * high


def inner(grid: Grid, mask: CellSet) -> CellSet:
    """The cells of a set that have all their neighbours across edges in it, or off the map."""
    outside = grid.everywhere & ~mask
    rim = _union(grid.shift(outside, d) for d in grid.layout.sides)
    return mask & ~rim


def _core(grid: Grid, mask: CellSet) -> CellSet:
    """The cells of a set with all their neighbours across edges on the map and in it."""
    found = mask
    for d in grid.layout.sides:
        found &= grid.shift(mask, d)
    return found


def outline(grid: Grid, mask: CellSet) -> list[EdgeId]:
    """The edges between a set of cells and all else."""
    sides = grid.layout.sides
    found = (
        (cell, d)
        for cell in cells(mask)
        for d in sides
        if (there := grid.step(cell, d)) is None or not mask >> there & 1
    )
    return [grid.edge(cell, d) for cell, d in found]


def lasso(grid: Grid, points: Sequence[Point]) -> CellSet:
    """The cells whose middle lies inside a closed line of lattice points, or on it."""
    if len(points) < 3:
        return bits(cell for point in points if (cell := _cell_at(grid, point)) is not None)
    low, high = min(r for _, r in points), max(r for _, r in points)
    rows = range(max(0, -(-low // UNIT)), min(grid.height - 1, high // UNIT) + 1)
    found = (cell for row in rows for cell in range(grid.bases[row], grid.bases[row] + grid.width))
    return bits(cell for cell in found if _inside(points, *grid.centre(cell)))


def _cell_at(grid: Grid, point: Point) -> Cell | None:
    x, y = grid.point_px(point, 1.0)
    return grid.cell_at_px(x, y, 1.0)


def _inside(points: Sequence[Point], x: int, y: int) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if side == 0 and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2):
            return True
        if (y1 > y) != (y2 > y) and (side > 0) == (y2 > y1):
            inside = not inside
    return inside


# Floods


def flood(draft: Draft, cell: Cell, *, diagonals: bool = False, walls: bool = True) -> CellSet:
    """The connected cells of the same terrain; `walls`: whatever stands on an edge holds the flood back."""
    return _connected(draft, cell, wand(draft, cell), diagonals=diagonals, walls=walls)


def wand(draft: Draft, cell: Cell) -> CellSet:
    """All cells of the same terrain, connected or not."""
    wanted = draft.glyph(cell)
    bases = draft.grid.bases
    return bits(
        base + col
        for base, row in zip(bases, draft.rows, strict=True)
        if wanted in row
        for col, glyph in enumerate(row)
        if glyph == wanted
    )


def _connected(draft: Draft, cell: Cell, mask: CellSet, *, diagonals: bool, walls: bool) -> CellSet:
    grid = draft.grid
    ways = [d for d in range(grid.directions) if diagonals or not grid.is_diagonal(d)]
    shut = _shut(draft, walls=walls)
    found, front = 1 << cell, 1 << cell
    while front:
        reached = _union(grid.shift(front & ~shut[d], d) for d in ways)
        front = reached & mask & ~found
        found |= front
    return found


def _shut(draft: Draft, *, walls: bool) -> list[CellSet]:
    """By direction: the cells that cannot be left that way; diagonals only mind walls that meet in their corner."""
    grid = draft.grid
    found = [0] * grid.directions
    for edge in edges_of(draft) if walls else ():
        cell, d = grid.edge_side(edge)
        there = grid.step(cell, d)
        found[d] |= 1 << cell
        if there is not None:
            found[grid.opposite(d)] |= 1 << there
    for d in range(grid.directions):
        if grid.is_diagonal(d):
            found[d] |= found[(d - 1) % grid.directions] | found[(d + 1) % grid.directions]
    return found


# Selections


def join(old: CellSet, new: CellSet, how: Join) -> CellSet:
    """A selection after another one was drawn on top of it."""
    return {"replace": new, "add": old | new, "subtract": old & ~new, "intersect": old & new}[how]


def things(draft: Draft, mask: CellSet) -> CellSet:
    """The cells of a set with a prop or a unit."""
    return bits((*props_of(draft), *units_of(draft))) & mask


def bounds(grid: Grid, mask: CellSet) -> tuple[int, int, int, int]:
    """The rectangle [column, row, width, height] about some cells; ValueError for no cells."""
    spots = [grid.xy(cell) for cell in cells(mask)]
    if not spots:
        raise ValueError("no cells")
    left, top = min(col for col, _ in spots), min(row for _, row in spots)
    return left, top, max(col for col, _ in spots) - left + 1, max(row for _, row in spots) - top + 1


def _union(masks: Iterable[CellSet]) -> CellSet:
    found = 0
    for mask in masks:
        found |= mask
    return found
