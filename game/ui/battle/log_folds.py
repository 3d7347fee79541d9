"""The log as it is read: which lines a filter lets through, and what of an action is folded away behind its first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from game.kernel.ecs import World
from game.skirmish.record import side_of
from game.ui.battle.log_entries import LogEntry
from game.ui.battle.log_view import KINDS, LogView

_OPEN = 2  # the latest actions are not folded
_SHORT = 2  # lines of an action that need no fold
_DEEDS = ("action", "attack", "move")
_PARTING = ("round", "turn")  # kinds of lines that belong to no action


class LogRow(Struct, frozen=True):
    """A line as it is shown: behind a first one so many are folded away; the others belong to the first before them."""

    entry: LogEntry
    more: int = 0
    first: bool = True
    folds: bool = False  # whether there is something to fold or unfold

    @property
    def text(self) -> str:
        """Its words, with the number of those behind it."""
        return f"{self.entry.text} … {self.more} more" if self.more else self.entry.text


def filtered(entries: Sequence[LogEntry], view: LogView, world: World) -> list[LogEntry]:
    """The lines of the wanted side and kind; rounds part them in any case."""
    kinds = KINDS[view.kind]
    found = []
    for entry in entries:
        wanted = not kinds or entry.kind in kinds
        ours = not view.side or any(side_of(world, unit) == view.side for unit in entry.units)
        if entry.kind == "round" or (wanted and ours):
            found.append(entry)
    return found


def rows(entries: Sequence[LogEntry], view: LogView) -> list[LogRow]:
    """Action by action: the latest whole, of those before the first line and what came of it.

    What was let pass unasked is seen only unfolded, or among the orders.
    """
    shown = [entry for entry in entries if entry.kind != "pass" or view.kind == "Orders" or not view.folded]
    groups = [[*group] for _, group in groupby(shown, key=lambda entry: (entry.step, entry.kind in _PARTING))]
    actions = [number for number, group in enumerate(groups) if group[0].kind not in _PARTING]
    latest = set(actions[-_OPEN:])
    found: list[LogRow] = []
    for number, group in enumerate(groups):
        if group[0].kind in _PARTING or len(group) <= _SHORT:
            found += [LogRow(entry, first=entry is group[0] or entry.kind in _PARTING) for entry in group]
        else:
            shut = (view.folded and number not in latest) != (group[0].step in view.turned)
            found += _action(group, shut=shut)
    return found


def _action(group: Sequence[LogEntry], *, shut: bool) -> list[LogRow]:
    """What was done stands first, before what it cost; of the rest, if it is shut, only what came of it."""
    first = next((entry for entry in group if entry.kind in _DEEDS), group[0])
    rest = [entry for entry in group if entry is not first]
    kept = [entry for entry in rest if not shut or _tells(first, entry)]
    return [LogRow(first, len(rest) - len(kept), folds=True), *(LogRow(entry, first=False) for entry in kept)]


def _tells(first: LogEntry, entry: LogEntry) -> bool:
    """Whether a line is what came of the action: who fell, what somebody else lost or suffers from."""
    others = entry.units[:1] != first.units[:1]
    return entry.kind == "end" or (entry.kind in ("pool", "condition") and others)


def as_text(entries: Sequence[LogEntry]) -> str:
    """The lines as a text: rounds stand apart, what came of an action is indented below its first line."""
    found: list[str] = []
    step = None
    for entry in entries:
        if entry.kind == "round":
            found += ["", entry.text] if found else [entry.text]
            step = None
        else:
            found.append(f"    {entry.text}" if entry.step == step else f"  {entry.text}")
            step = entry.step
    return "\n".join(found) + "\n"
