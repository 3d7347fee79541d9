"""Undo and redo: the drafts so far, each with the title of the command that made it."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from msgspec import Struct

from game.edit.draft import Draft

CAP = 256 * 2**20
"""Bytes that the undo list may take before its oldest commands are forgotten."""


class Command(Struct, frozen=True, eq=False):
    """One line of the undo list: the draft after it, and the bytes that this draft does not share with the one before.

    The drafts on either side of a command are its way forward and its inverse.
    """

    title: str
    draft: Draft
    cost: int
    stroke: str = ""


class History:
    """The commands on one map; `draft` is what is on the screen.

    `commands[0]` is the map as it was opened; `at` is the command that was done last.
    """

    def __init__(self, draft: Draft, title: str = "Open", cap: int = CAP) -> None:
        self.cap = cap
        self.commands: list[Command] = [Command(title, draft, 0)]
        self.at = 0
        self.count = 0
        """How many lines were ever added, undone or redone."""
        self._saved: Draft | None = draft
        self._open_stroke = ""

    @property
    def draft(self) -> Draft:
        """The map now."""
        return self.commands[self.at].draft

    def do(self, title: str, draft: Draft, stroke: str = "") -> bool:
        """A command that led to this draft; False if it changed nothing.

        Successive commands of one `stroke` (any text but "") make a single line, until another command or `end`.
        What had been undone is forgotten.
        """
        if draft is self.draft or unshared(draft, self.draft) == 0:
            return False
        del self.commands[self.at + 1 :]
        last = self.commands[self.at]
        if stroke and stroke == self._open_stroke and self.at > 0:
            before = self.commands[self.at - 1].draft
            self.commands[self.at] = Command(last.title, draft, unshared(draft, before), stroke)
        else:
            self.commands.append(Command(title, draft, unshared(draft, last.draft), stroke))
            self.at += 1
            self.count += 1
        self._open_stroke = stroke
        self._forget()
        return True

    def end(self) -> None:
        """The stroke is over: the next command is a line of its own."""
        self._open_stroke = ""

    def undo(self) -> bool:
        """Take the last command back; False if there is none."""
        return self.go(self.at - 1)

    def redo(self) -> bool:
        """Do once more what was undone; False if there is nothing."""
        return self.go(self.at + 1)

    def go(self, at: int) -> bool:
        """To the state after a line of the undo list; False if there is no such line, or it is this one."""
        self.end()
        if not 0 <= at < len(self.commands) or at == self.at:
            return False
        self.at = at
        self.count += 1
        return True

    @property
    def titles(self) -> tuple[str, ...]:
        """The undo list, the oldest first; the lines after `at` can be redone."""
        return tuple(command.title for command in self.commands)

    @property
    def saved_at(self) -> int | None:
        """The line whose state is the saved one, None if that is not in the list any more."""
        return next((n for n, command in enumerate(self.commands) if command.draft is self._saved), None)

    @property
    def unsaved(self) -> bool:
        """Whether the map differs from what was last saved; undoing back to that makes it clean again."""
        return self._saved is None or (self.draft is not self._saved and unshared(self.draft, self._saved) > 0)

    def mark_saved(self, draft: Draft | None = None) -> None:
        """The map now, or the draft that was written, is what the file holds."""
        self.end()
        self._saved = draft or self.draft

    def mark_unsaved(self) -> None:
        """No file holds the map: after recovery or import."""
        self._saved = None

    @property
    def size(self) -> int:
        """Bytes that the undo list takes besides the opened map."""
        return sum(command.cost for command in self.commands)

    def _forget(self) -> None:
        """Drop the oldest commands when the list takes too much; the draft now and the one before always stay."""
        while self.size > self.cap and self.at > 1:
            first, second, *rest = self.commands
            self.commands = [Command(first.title, second.draft, 0), *rest]
            self.at -= 1


def unshared(new: object, old: object) -> int:
    """About how many bytes one value takes that the other does not hold already; 0 only if they are equal."""
    if new is old:
        return 0
    if isinstance(new, tuple) and isinstance(old, tuple):
        return _unshared_items(new, old)
    if isinstance(new, Struct) and type(new) is type(old):
        pairs = [(getattr(new, name), getattr(old, name)) for name in new.__struct_fields__]
        found = sum(unshared(mine, other) for mine, other in pairs)
        return found + sys.getsizeof(new) if found else 0
    return 0 if type(new) is type(old) and new == old else _whole(new)


def _unshared_items(new: tuple[object, ...], old: tuple[object, ...]) -> int:
    there = {id(item) for item in old}
    paired = len(new) == len(old)
    found = 0
    for number, item in enumerate(new):
        if paired and item is not old[number]:
            found += unshared(item, old[number]) if id(item) not in there else 1
        elif not paired and id(item) not in there:
            found += _whole(item)
    return found + sys.getsizeof(new) if found or not paired else 0


def _whole(value: object) -> int:
    inside: Iterable[object] = ()
    if isinstance(value, Struct):
        inside = (getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, tuple):
        inside = value
    elif isinstance(value, dict):
        inside = (*value, *value.values())
    return max(1, sys.getsizeof(value)) + sum(map(_whole, inside))
