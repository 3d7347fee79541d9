"""A set of widgets with one focus order: Tab and arrows move it, Enter and Space press, the mouse does the same."""

from __future__ import annotations

import pygame

from game.ui.kit import audio, skin
from game.ui.kit.screen import Reply
from game.ui.kit.slider import Slider
from game.ui.kit.widgets import Entry, ListBox, Widget
from game.ui.kit.window import App

_TWICE = 400  # milliseconds within which two clicks are a double click


class Form:
    """Widgets of a screen. Give them anew with `put` at every layout: the focus stays by key."""

    def __init__(self, app: App, focus: str = "") -> None:
        self.app = app
        self.widgets: list[Widget] = []
        self.focus = focus
        self._told = ""  # what had the focus when pygame-gui was told last
        self.pointer = (-1, -1)
        self._dragged: Slider | None = None
        self.keyed = False  # whether keys were used last: only then the focus is drawn
        self._clicked: tuple[tuple[str, int | None], int] = (("", None), 0)  # the row of the last click, and when

    def put(self, widgets: list[Widget]) -> None:
        """Show these widgets in place of those before; the focus stays where it was if it can."""
        firsts = {box.key: box.first for box in self.widgets if isinstance(box, ListBox)}
        self.close()
        self.widgets = widgets
        for widget in widgets:
            if isinstance(widget, Entry):
                widget.open(self.app)
            elif isinstance(widget, ListBox):
                widget.first = firsts.get(widget.key, max(0, widget.at - widget.fits + 1))
                widget.scroll(0)
        if self.find(self.focus) is None:
            self.focus = next((widget.key for widget in widgets if widget.enabled), "")
        self._tell_gui()

    def close(self) -> None:
        """Take pygame-gui's text fields away: the screen goes or is covered."""
        for widget in self.widgets:
            if isinstance(widget, Entry) and widget.line is not None:
                widget.close()

    def find(self, key: str) -> Widget | None:
        """The widget of that key, None if there is none."""
        return next((widget for widget in self.widgets if widget.key == key), None)

    def under(self, place: tuple[int, int]) -> Widget | None:
        """The widget at a place of the window; the last put lies on top."""
        return next((widget for widget in reversed(self.widgets) if widget.rect.collidepoint(place)), None)

    def typing(self) -> bool:
        """Whether keys go into a text field."""
        return isinstance(self.find(self.focus), Entry)

    def event(self, event: pygame.event.Event, command: str | None) -> tuple[bool, Reply]:
        """React to keys and mouse; whether the event was used, and what comes of it."""
        typed, reply = self._typed()
        if typed:
            return True, reply
        match event.type:
            case pygame.MOUSEMOTION:
                self.pointer = event.pos
                if self._dragged is not None:
                    return True, self._dragged.click(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._dragged = None
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                return self._click(event.pos)
            case pygame.MOUSEWHEEL:
                widget = self.under(self.pointer)
                if isinstance(widget, ListBox):
                    widget.scroll(-event.y)
                    return True, None
            case pygame.KEYDOWN if command:
                return self._command(command)
        return False, None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all widgets, then the tooltip of the one under the pointer or in focus."""
        hot = self.under(self.pointer)
        for widget in self.widgets:
            focused = self.keyed and widget.key == self.focus
            widget.draw(surface, self.app.look, hot=widget is hot and widget.enabled, focused=focused)

    def draw_tip(self, surface: pygame.Surface) -> None:
        """Draw the tooltip of what is pointed at or in focus; to be drawn last."""
        look, shown = self.app.look, self.find(self.focus) if self.keyed else self.under(self.pointer)
        if shown is None:
            return
        tip = shown.tip or shown.cut(look)
        if isinstance(shown, ListBox) and not self.keyed:
            tip = shown.tip or shown.cut_of(look, shown.row_at(self.pointer))
        if tip:
            place = (shown.rect.centerx, shown.rect.bottom - look.px(8)) if self.keyed else self.pointer
            skin.tooltip(surface, look, tip, place)

    def move(self, way: int) -> None:
        """The focus to the next widget that can be used, or the one before."""
        usable = [widget.key for widget in self.widgets if widget.enabled]
        if not usable:
            return
        at = usable.index(self.focus) if self.focus in usable else -1 if way > 0 else 0
        self.focus, self.keyed = usable[(at + way) % len(usable)], True
        self._tell_gui()

    def _click(self, place: tuple[int, int]) -> tuple[bool, Reply]:
        self.pointer, self.keyed = place, False
        widget = self.under(place)
        if widget is None:
            return False, None
        if widget.enabled:
            self.focus = widget.key
            self._tell_gui()
        self._dragged = widget if isinstance(widget, Slider) and widget.enabled else None
        if widget.enabled:
            audio.play(("click",), self.app.prefs.interface)
        if isinstance(widget, ListBox) and self._twice(widget, place):
            return True, widget.act(widget.at)
        return True, widget.click(place)

    def _twice(self, box: ListBox, place: tuple[int, int]) -> bool:
        """Whether this click follows another on the same row at once; the list may have been made anew between."""
        (row, since), now = self._clicked, self.app.now()
        this = (box.key, box.row_at(place))
        twice = this == row and this[1] is not None and now - since <= _TWICE
        self._clicked = ((("", None) if twice else this), now)
        return twice

    def _command(self, command: str) -> tuple[bool, Reply]:
        self.keyed = self.keyed or command in ("next", "previous", "up", "down", "left", "right")
        widget = self.find(self.focus)
        if widget is not None and widget.enabled:
            used, reply = widget.command(command)
            if used:
                if not isinstance(widget, Entry):
                    audio.play(("click",), self.app.prefs.interface)
                return True, reply
        ways = {"next": 1, "down": 1, "right": 1, "previous": -1, "up": -1, "left": -1}
        if command in ways:
            self.move(ways[command])
            return True, None
        return False, None

    def _typed(self) -> tuple[bool, Reply]:
        """Take over what pygame-gui's fields hold by now; whether something had been typed.

        It has seen the event before. Its own message about that comes late, and is lost when a field is made anew.
        """
        for widget in self.widgets:
            if isinstance(widget, Entry) and widget.line is not None and widget.line.get_text() != widget.text:
                widget.text = widget.line.get_text()
                return True, widget.change(widget.text)
        return False, None

    def _tell_gui(self) -> None:
        """pygame-gui's focus follows ours; a field that has just got it is marked as a whole."""
        widget = self.find(self.focus)
        line = widget.line if isinstance(widget, Entry) else None
        if self.app.gui.focused_set != ({line} if line is not None else None):
            self.app.gui.set_focus_set(line)
        if isinstance(widget, Entry) and self._told != self.focus:
            widget.select()
        self._told = self.focus
