"""Edges of an imported map that were guessed, as findings of the check."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.edit import borders
from game.edit.draft import Draft
from game.edit.issues import Issue
from game.grid.grid import EdgeId
from game.map.terrain import kinds

_MOST = 40


def doubts(draft: Draft, doubtful: Mapping[EdgeId, int]) -> list[Issue]:
    """The edges that were guessed and are still there, the most doubtful first; a few dozen of them at most."""
    there = sorted((sure, edge) for edge, sure in doubtful.items() if draft.edge(edge))
    return [
        Issue(
            kind="doubtful_edge",
            weight="note",
            message=f"{_what(draft, edge)} at {draft.grid.edge_name(edge)} was guessed: {sure} % sure.",
            edges=(edge,),
            fix="Take it away",
            mend=partial(borders.edges, where=(edge,), kind=""),
        )
        for sure, edge in there[:_MOST]
    ]


def _what(draft: Draft, edge: EdgeId) -> str:
    kind = kinds().edges.get(draft.edge(edge))
    return kind.title if kind is not None else draft.edge(edge)
