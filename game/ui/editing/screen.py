"""The map editor's screen: the map in the middle, tools at the left, what to paint with at the right."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.edit.editor import Editor
from game.rules.ruleset import Ruleset
from game.ui.editing import actions, drawing, input, menu, tools
from game.ui.editing.desk import Desk
from game.ui.kit import skin
from game.ui.kit.screen import Reply
from game.ui.kit.window import App

_IDLE = 0.25  # seconds without a change until the map is checked
_PAUSE = 0.05  # seconds without a change until it is painted well
_SELDOM = 6  # ticks until a part of it is painted well all the same


class EditorScreen(Desk):
    """One open map on the screen: draws it, and gives events to tools, panels and commands."""

    scope = "edit"

    def __init__(self, app: App, editor: Editor, ruleset: Ruleset | None = None) -> None:
        super().__init__(app, editor, ruleset, actions.do, menu.open_form)

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse."""
        return input.event(self, event, command)

    def update(self, seconds: float) -> Reply:
        """Glide, paint what is left to paint, check the map when nothing happens."""
        if self.first is not None:
            first, self.first = self.first, None
            return first()
        self.pane.camera.update(seconds)
        self.since += seconds
        self.ticks += 1
        if self.since >= _PAUSE or self.ticks % _SELDOM == 0:
            self.pane.mend(self.ground_look())
        if self.since >= _IDLE and self.stroke is None:
            self.pane.settle()
            if self.checked is not self.editor.draft:
                self.check()
                self.app.dirty = True
        return None

    def busy(self) -> bool:
        """Whether something is still to come."""
        pending = self.first is not None or (self.checked is not self.editor.draft and self.stroke is None)
        return (
            self.pane.camera.gliding or pending or self.pane.painting or (self.pane.unsettled and self.stroke is None)
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole window."""
        drawing.draw(self, surface)
        spot = self.spot() if self.app.top is self else None  # nothing explains itself under another window
        if spot is not None and spot.tip:
            skin.tooltip(surface, self.app.look, spot.tip, self.pointer)

    def leave(self) -> None:
        """A stroke ends; what is not saved is kept safe, as this screen may not come back."""
        if self.stroke is not None:
            tools.release(self)
        self.rescue()

    def rescue(self) -> Path | None:
        """Save the map beside its file, if it is not saved."""
        keeper = self.editor.keeper
        try:
            saved = keeper is not None and keeper.save_now(self.editor.history)
        except OSError as problem:
            self.app.say(f"The map could not be saved by itself: {problem}")
            return None
        return keeper.slot if saved and keeper is not None else None
