"""What is done about the check: by which rules, the next finding, every fix at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from game.edit import borders
from game.edit.checks import mend_all as mended
from game.edit.draft import Draft
from game.edit.issues import Issue
from game.grid.grid import EdgeId
from game.map.terrain import kinds
from game.ui.kit.picker import Picker
from game.ui.kit.screen import Push, Reply

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing

_DOUBTS = 40


def rules(desk: Editing) -> Reply:
    """By which rules the map is checked."""
    from game.ui.menus.setup import rulesets

    found = [None, *rulesets().values()]
    lines = [(each.title if each else "No rules", "" if each else "Only what concerns all") for each in found]

    def take(at: int) -> Reply:
        desk.take_ruleset(found[at])
        return None

    return Push(Picker(desk.app, "Check by", lines, take, "Take"))


def mend_all(desk: Editing) -> Reply:
    """Every fix, one after the other, as one command."""
    desk.editor.replace("Mend all", mended(desk.editor.draft, desk.editor.ruleset))
    desk.changed()
    desk.check()
    return None


def next_issue(desk: Editing) -> Reply:
    """Jump to the finding after the one shown."""
    desk.check()
    if not desk.issues:
        desk.app.say("The check finds nothing wrong.")
        return None
    desk.tab = "check"
    desk.jump(desk.issues[desk.issue_at % len(desk.issues)])
    desk.issue_at += 1
    return None


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
        for sure, edge in there[:_DOUBTS]
    ]


def _what(draft: Draft, edge: EdgeId) -> str:
    kind = kinds().edges.get(draft.edge(edge))
    return kind.title if kind is not None else draft.edge(edge)
