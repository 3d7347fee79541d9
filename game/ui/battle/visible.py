"""What there is to be seen now: the board as it was changed in play, and who is hidden from whom."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from game.grid.grid import CellSet, EdgeId, bits
from game.kernel.components import FIELD, Field
from game.kernel.ecs import World
from game.map.board import Board
from game.rules import ruleset
from game.skirmish.record import team_of
from game.systems.fog import fog_of, sighted
from game.ui.battle.table import Table


def live(world: World, board: Board) -> Board:
    """The board as it is now; the map's own while there is no other."""
    field = world.find(FIELD, Field)
    return field.board if field is not None and isinstance(field.board, Board) else board


def ground(now: Board, board: Board) -> Board:
    """The map's own board while nothing but edges has changed, else the present one with the map's edges."""
    if now is board or (now.rows, now.props, now.heights, now.zones) == (
        board.rows,
        board.props,
        board.heights,
        board.zones,
    ):
        return board
    return replace(now, edges=board.edges)


def doors(now: Board, board: Board) -> tuple[tuple[EdgeId, str], ...]:
    """The edges that are not any more what the map says: doors opened or shut in play."""
    if now is board:
        return ()
    before = {edge.edge: edge.kind for edge in board.edges}
    return tuple((edge.edge, edge.kind) for edge in now.edges if before.get(edge.edge) != edge.kind)


@lru_cache(maxsize=256)
def recalled(known: Board, now: Board, bright: CellSet) -> Board:
    """The board as somebody knows it who knew that one and sees these cells now: edges in the dark stay as they were.

    Nothing of a board but its edges changes in play.
    """
    before, after = ({edge.edge: edge for edge in board.edges} for board in (known, now))
    dark = {
        edge
        for edge in before.keys() | after.keys()
        if before.get(edge) != after.get(edge) and not bright & bits(now.grid.cells_beside(edge))
    }
    if not dark:
        return now
    edges = {edge: kind for edge, kind in after.items() if edge not in dark}
    edges |= {edge: kind for edge, kind in before.items() if edge in dark}
    return replace(now, edges=tuple(edges.values()))


def lookers(table: Table, seat: int, *, handover: bool) -> list[int]:
    """The sides that look at the screen, none of which may see more than it knows; mere watchers see everything.

    `seat` is the side that looks, 0 for all people; `handover` is whether a curtain comes down between them.
    """
    people = table.human_sides()
    if len({team_of(table.world, side) for side in people}) == 1:
        return people[:1]
    if not handover and fog_of(table.world) == "off":
        return []  # without curtains everybody sees everything
    return [seat] if seat else people


def in_sight(table: Table, side: int) -> CellSet:
    """The ground that a side's team sees now."""
    return sighted(table.world, team_of(table.world, side))


def hidden_from(table: Table, side: int) -> frozenset[int]:
    """The units that nobody of a side's team knows the place of."""
    return ruleset.hidden_from(table.skirmish.ruleset, table.world, side)
