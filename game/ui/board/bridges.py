"""Which way bridges lie: their pictures are drawn for a way from left to right and turned for other ways."""

from __future__ import annotations

from typing import TypeAlias

from game.grid.grid import Cell, CellSet, bits, cells
from game.map.board import Board
from game.map.terrain import kinds

LAID = ("bridge", "swaying_bridge")
"""The terrains whose pictures have a direction."""

_Way: TypeAlias = tuple[int, str, str]
# Every way over a bridge: the picture's angle, the direction of the way and the opposite one.
_WAYS: dict[str, tuple[_Way, ...]] = {
    "square": ((0, "e", "w"), (90, "n", "s")),
    "hex": ((0, "e", "w"), (60, "ne", "sw"), (120, "nw", "se")),
}


def turns(board: Board) -> dict[Cell, int]:
    """Bridge cell -> the degrees, counterclockwise, by which its picture is turned.

    On squares a bridge runs across (0) or up (90); on hexes along one of the three axes (0, 60, 120), or straight up
    (90) where it zigzags between two of them.
    """
    found: dict[Cell, int] = {}
    for name in LAID:
        rest = board.by_glyph.get(kinds().terrain[name].glyph, 0)
        while rest:
            bridge = _joined(board, rest & -rest, rest)
            found |= _laid(board, bridge)
            rest &= ~bridge
    return found


def _joined(board: Board, start: CellSet, among: CellSet) -> CellSet:
    """All of a set that hangs together with a part of it."""
    while (grown := board.grid.spread(start) & among) != start:
        start = grown
    return start


def _laid(board: Board, bridge: CellSet) -> dict[Cell, int]:
    """The angles of one bridge: each cell goes with the one way that leads from land to land, if there is just one;
    the others with the whole."""
    terrain_view = board.grid.everywhere & ~bridge & ~board.water & ~board.of_terrain(lambda kind: kind.impassable)
    spans = {way[0]: _spans(board, bridge, terrain_view, way) for way in _WAYS[board.kind]}
    whole = _whole(board, bridge, spans)
    found = {}
    for cell in cells(bridge):
        angles = [angle for angle, over in spans.items() if over >> cell & 1]
        found[cell] = angles[0] if len(angles) == 1 else whole
    return found


def _spans(board: Board, bridge: CellSet, terrain_view: CellSet, way: _Way) -> CellSet:
    """The cells of a bridge from which one comes to land, or to the board's rim, straight on in both directions."""
    over = bridge
    for word in way[1:]:
        d = board.grid.parse_direction(word)
        over &= bits(cell for cell in cells(over) if _lands(board, cell, d, bridge, terrain_view))
    return over


def _lands(board: Board, cell: Cell, d: int, bridge: CellSet, terrain_view: CellSet) -> bool:
    there = board.grid.step(cell, d)
    while there is not None and bridge >> there & 1:
        there = board.grid.step(there, d)
    return there is None or bool(terrain_view >> there & 1)


def _whole(board: Board, bridge: CellSet, spans: dict[int, CellSet]) -> int:
    """The way that most cells agree on; without such a way, where most cells lie side by side."""
    counts = {angle: over.bit_count() for angle, over in spans.items()}
    best = [angle for angle, count in counts.items() if count and count == max(counts.values())]
    if len(best) == 1:
        return best[0]
    if best and 0 not in best:
        return 90
    links = [_links(board, bridge, way) for way in _WAYS[board.kind]]
    return 90 if sum(links[1:]) > links[0] else 0


def _links(board: Board, bridge: CellSet, way: _Way) -> int:
    """How many pairs of neighbours in a direction a bridge has."""
    return (board.grid.shift(bridge, board.grid.parse_direction(way[1])) & bridge).bit_count()
