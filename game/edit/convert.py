"""Maps of squares into maps of hexes and back, with a report of what that did to walls and ways."""

from __future__ import annotations

from collections.abc import Mapping

from game.edit.content import set_edges
from game.edit.draft import Draft, changed, edges_of
from game.edit.regions import pockets
from game.edit.reshape import Carry, Reshaped, carried, empty_like
from game.grid.grid import Cell, EdgeId, Grid, Kind, cells
from game.map.terrain import kinds

_TO_HEX = {"n": "ne", "s": "sw"}
_RANKS = {"open": 0, "low": 1, "closed": 2}


def convert(draft: Draft, kind: Kind) -> Reshaped:
    """The same columns and rows on the other kind of grid; the report compares walls, doors, facings and pockets.

    What stood between two cells stands there still. Between hexes that were diagonal squares stands what barred both
    ways round the corner. A door in a slanted wall moves to the edge towards the same column.
    """
    if draft.kind == kind:
        return Reshaped(draft, ("The map has that kind of cells already.",))
    new = empty_like(draft, kind, draft.width, draft.height)
    old, grid = draft.grid, new.grid
    ratio = 3**0.5 / 2 if kind == "hex" else 2 / 3**0.5

    def cell(there: Cell) -> Cell | None:
        return grid.at(*old.xy(there))

    def facing(name: str) -> str:
        return _TO_HEX.get(name, name) if kind == "hex" else name

    carry = Carry(cell, lambda edge: None, facing, lambda x, y: (x, y * ratio))
    found = carried(draft, new, carry)
    walls = _to_hex(draft, grid) if kind == "hex" else _to_square(draft, grid)
    after = changed(found.draft, edge_rows=set_edges(found.draft, walls))
    notes = [*found.notes, *_report(draft, after)]
    if draft.backdrop:
        notes.append("The backdrop keeps its shape: rows of hexes are closer together than rows of squares.")
    return Reshaped(after, tuple(notes))


def _to_hex(draft: Draft, grid: Grid) -> dict[EdgeId, str]:
    """By pairs of neighbouring hexes: the edge of the two squares, or for a diagonal what bars both ways round it."""
    old, walls = draft.grid, edges_of(draft)
    found: dict[EdgeId, str] = {}
    for here in cells(grid.everywhere):
        a = old.at(*grid.xy(here))
        for d in grid.layout.owners:
            there = grid.step(here, d)
            b = None if there is None else old.at(*grid.xy(there))
            edge = None if b is None else old.edge_between(a, b)
            kind = walls.get(edge, "") if edge is not None else "" if b is None else _barrier(old, walls, a, b)
            if kind:
                found[grid.edge(here, d)] = kind
    for edge in cells(old.rim):
        if edge in walls:
            here, d = old.edge_side(edge)
            cell, name = grid.at(*old.xy(here)), old.names[d]
            for way in (name,) if name in ("e", "w") else (name + "e", name + "w"):
                found[grid.edge(cell, grid.parse_direction(way))] = walls[edge]
    return found


def _barrier(grid: Grid, walls: Mapping[EdgeId, str], a: Cell, b: Cell) -> str:
    """The weaker of what stands on the two ways round a corner between diagonal squares, "" if one is free."""
    (x, y), (x2, y2) = grid.xy(a), grid.xy(b)
    worst = []
    for corner in (grid.at(x2, y), grid.at(x, y2)):
        edges = (grid.edge_between(a, corner), grid.edge_between(corner, b))
        there = [walls[edge] for edge in edges if edge is not None and edge in walls]
        if not there:
            return ""
        worst.append(max(there, key=lambda kind: _rank(kind)[1:]))
    kind = min(worst, key=lambda kind: _rank(kind)[1:])
    return "wall" if _opening(kind) else kind


def _opening(kind: str) -> bool:
    """Whether something is a hole in a wall, of which one is enough."""
    known = kinds().edges.get(kind)
    return known is not None and (bool(known.turns_to) or (known.step == "closed" and not known.blocks_sight))


def _to_square(draft: Draft, grid: Grid) -> dict[EdgeId, str]:
    """The edge to the hex of the same column, or beside; openings in slanted walls move to the straight edge."""
    old = draft.grid
    found: dict[EdgeId, str] = {}
    slanted: list[tuple[str, tuple[EdgeId, ...]]] = []
    for edge, kind in edges_of(draft).items():
        beside = [grid.at(*old.xy(cell)) for cell in old.edge_cells(edge) if cell is not None]
        name = old.names[old.edge_side(edge)[1]]
        between = grid.edge_between(*beside) if len(beside) == 2 else _outer(grid, beside[0], name)
        if between is not None:
            found[between] = max(kind, found.get(between, kind), key=_rank)
        elif _opening(kind):
            upper, lower = (beside[0], beside[1]) if name[0] == "s" else (beside[1], beside[0])
            south, north = grid.parse_direction("s"), grid.parse_direction("n")
            slanted.append((kind, (grid.edge(upper, south), grid.edge(lower, north))))
    for kind, ways in slanted:
        shut = [each for each in ways if each in found and not _opening(found[each])]
        found.update(dict.fromkeys(shut[:1], kind))
    return found


def _outer(grid: Grid, cell: Cell, name: str) -> EdgeId | None:
    """The square's edge to the outside on the side that a hex's direction leads to."""
    side = name if name in ("e", "w") else name[0]
    d = grid.parse_direction(side)
    return grid.edge(cell, d) if grid.step(cell, d) is None else None


def _rank(kind: str) -> tuple[int, int, float]:
    known = kinds().edges.get(kind)
    return (1, 0, 0.0) if known is None else (int(bool(known.turns_to)), _RANKS[known.step], known.height)


def _report(before: Draft, after: Draft) -> list[str]:
    was, now = len(edges_of(before)), len(edges_of(after))
    doors = [sum(_opening(kind) for kind in edges_of(each).values()) for each in (before, after)]
    found = [f"{was} edges became {now}; of these {doors[0]} openings became {doors[1]}."] if was else []
    parts = [len(pockets(each)) for each in (before, after)]
    if parts[0] != parts[1]:
        found.append(f"The ground fell into {parts[0]} parts that one can walk about in, and now into {parts[1]}.")
    turned = sum(entry.facing in _TO_HEX for side in before.sides for entry in side.roster if after.kind == "hex")
    if turned:
        found.append(f"{turned} units that looked north or south look to a corner now.")
    return found
