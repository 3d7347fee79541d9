"""What a form would do to the map, worked out once for its remarks and its preview."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.edit.draft import Draft
from game.edit.reshape import Reshaped
from game.ui.board import thumbnail
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.kit.page import Line

Work = Callable[[Dialog], Reshaped]


class FormPreview:
    """The outcome for what is filled in now; asked for by remarks and preview, worked out once."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self._of: object = None
        self._found: Reshaped | str = ""

    def found(self, form: Dialog) -> Reshaped | str:
        """The outcome, or why there is none."""
        now = tuple(form.values.items())
        if now != self._of:
            self._of = now
            try:
                self._found = self.work(form)
            except (ValueError, LookupError) as problem:
                self._found = str(problem)
        return self._found

    def lines(self, form: Dialog) -> list[Line]:
        """Lines that tell what the form would do, or why it cannot be done."""
        found = self.found(form)
        if isinstance(found, str):
            return [Line(found)]
        after = found.draft
        size = f"{after.width} × {after.height} {'hexes' if after.kind == 'hex' else 'squares'}"
        return [Line(size), *(Line(note, "dim") for note in found.notes)]

    def picture(self, desk: Desk, form: Dialog, room: tuple[int, int]) -> pygame.Surface | None:
        """A picture of the outcome within `room`; None where there is none."""
        found = self.found(form)
        return None if isinstance(found, str) else picture_of(desk, found.draft, room)


def picture_of(desk: Desk, draft: Draft, room: tuple[int, int]) -> pygame.Surface:
    """A picture of a map that is no larger than `room`."""
    return thumbnail.picture(draft.board(), (room[0] // 2, room[1]), desk.app.look.palette.key)
