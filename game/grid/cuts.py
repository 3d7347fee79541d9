"""Which steps the edges between cells cut, the diagonal ones past a corner included."""

from __future__ import annotations

from game.grid.grid import Cell, CellSet, EdgeId, EdgeSet, Grid, cells


def cut_steps(grid: Grid, edges: EdgeSet) -> tuple[CellSet, ...]:
    """By direction: the cells from which a step that way meets one of the edges.

    A diagonal step is cut by each of the four edges that meet in the corner it leads across.
    """
    found = [0] * grid.directions
    for edge in cells(edges):
        for cell, d in _sides_of(grid, edge):
            found[d] |= 1 << cell
    for d in range(grid.directions) if any(found) else ():
        if grid.is_diagonal(d):
            left, right = (d - 1) % grid.directions, (d + 1) % grid.directions
            # Both ways round the corner: out and then across, seen from the cell the step begins in.
            beyond_left = grid.shift(found[right], grid.opposite(left))
            beyond_right = grid.shift(found[left], grid.opposite(right))
            found[d] = found[left] | found[right] | beyond_left | beyond_right
    return tuple(found)


def _sides_of(grid: Grid, edge: EdgeId) -> list[tuple[Cell, int]]:
    cell, d = grid.edge_side(edge)
    other = grid.step(cell, d)
    return [(cell, d)] if other is None else [(cell, d), (other, grid.opposite(d))]
