"""Maps of squares into maps of hexes and back, with a report of what that did to walls and ways."""

from __future__ import annotations

from game.board import kinds
from game.edit.content import set_edges
from game.edit.draft import Draft, changed, edges_of
from game.edit.regions import pockets
from game.edit.reshape import Carry, Reshaped, carried, empty_like
from game.grid.grid import Cell, EdgeId, Grid, Kind

_TO_HEX = {"n": "ne", "s": "sw"}
_RANKS = {"open": 0, "low": 1, "closed": 2}


def convert(draft: Draft, kind: Kind) -> Reshaped:
    """The same columns and rows on the other kind of grid; the report compares walls, doors, facings and pockets.

    A square's upper edge becomes both upper edges of the hex, the opening (door, window) being the one towards the
    same column; two upper edges of a hex become one, the door or the higher of them.
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
    old, found = draft.grid, dict[EdgeId, str]()
    # Openings last, so that they stay whatever stands on the other half of a neighbour's edge.
    for edge, kind in sorted(edges_of(draft).items(), key=lambda pair: (_opening(pair[1]), pair[0])):
        here, d = old.edge_side(edge)
        col, row = old.xy(here)
        cell, name = grid.at(col, row), old.names[d]
        if name in ("e", "w"):
            found[grid.edge(cell, grid.parse_direction(name))] = kind
            continue
        west, east = (grid.edge(cell, grid.parse_direction(name + side)) for side in "we")
        straight, other = (west, east) if row % 2 else (east, west)  # the first leads to the same column
        found[straight] = kind
        if not _opening(kind):
            found[other] = kind
        else:
            found.setdefault(other, "wall")
    return found


def _opening(kind: str) -> bool:
    """Whether something is a hole in a wall, of which one is enough."""
    known = kinds().edges.get(kind)
    return known is not None and (bool(known.turns_to) or (known.step == "closed" and not known.blocks_sight))


def _to_square(draft: Draft, grid: Grid) -> dict[EdgeId, str]:
    old, found = draft.grid, dict[EdgeId, str]()
    for edge, kind in edges_of(draft).items():
        here, d = old.edge_side(edge)
        name = old.names[d]
        side = name if name in ("e", "w") else name[0]
        there = grid.edge(grid.at(*old.xy(here)), grid.parse_direction(side))
        if there not in found or _rank(kind) > _rank(found[there]):
            found[there] = kind
    return found


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
