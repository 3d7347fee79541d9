"""The settings: everything is applied and written at once."""

from __future__ import annotations

from typing import Any

import pygame

from game.ui.kit import audio, page, prefs, skin, theme
from game.ui.kit.form import Form
from game.ui.kit.rows import Rows, RowSpec
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.slider import Slider
from game.ui.kit.widgets import Button, Choice, Widget
from game.ui.kit.window import App
from game.ui.menus.keys import Keys

_SWITCH = [(True, "On"), (False, "Off")]
_PACES: list[tuple[Any, str]] = [(speed, prefs.pace_words(speed)) for speed in prefs.SPEEDS]
_SAME = (None, "As yours")
_ROWS: tuple[tuple[str, str, str, list[tuple[Any, str]]], ...] = (
    ("scale", "Size of texts and buttons", "Also Ctrl + and Ctrl −", [(scale, f"{scale} %") for scale in theme.SCALES]),
    ("palette", "Colours", "Sides differ in shape as well", [(one.key, one.title) for one in theme.PALETTES]),
    ("speed", "Pace of your units", "The key . changes all three", _PACES),
    ("speed_theirs", "Pace of other units", "Space ends an exchange, Esc skips all", [_SAME, *_PACES]),
    ("speed_reactions", "Pace of reactions", "What anybody does out of its turn", [_SAME, *_PACES]),
    ("wait", "Wait after others' attacks", "Until Space, Enter or a click", _SWITCH),
    ("follow", "The view follows what happens", "Only to what is out of sight", _SWITCH),
    ("still", "Reduced motion", "Nothing glides, lunges or flashes", _SWITCH),
    (
        "ask",
        "Questions in others' turns",
        "It matters: at or beside yours",
        [("matters", "When it matters"), ("always", "Ask always")],
    ),
    (
        "prompt_seconds",
        "Time for answers",
        "In the middle of an action",
        [(limit, f"{limit} s" if limit else "No limit") for limit in prefs.LIMITS],
    ),
    ("handover", "Curtain between people", "When the seat changes hands", _SWITCH),
    ("edge_pan", "Move the view at the window's rim", "W A S D and the middle button always do", _SWITCH),
    ("dim", "Darken what is out of reach", "", _SWITCH),
    ("soft", "Soft edges of the ground", "Looks only: a cell is what it is", _SWITCH),
    ("volume", "Sounds of what happens", "", []),
    ("interface", "Sounds of the interface", "", []),
    ("ambience", "Sounds behind the battle", "Wind, water or a hall", []),
    ("full_screen", "Full screen", "", _SWITCH),
)


class Settings:
    """One row a setting, a sample of the colours, and the way to the keys."""

    scope = "menu"

    def __init__(self, app: App) -> None:
        self.app = app
        self.form = Form(app, "scale")
        self.rows = Rows(app)

    def layout(self) -> None:
        """Place what is seen: rows above two buttons."""
        look = self.app.look
        wide, high = self.app.size
        pad = look.px(28)
        area = pygame.Rect(pad, look.px(70), min(wide - 2 * pad, look.px(860)), high - look.px(134))
        widgets = self.rows.put([self._row(*row) for row in _ROWS], area)
        button = pygame.Rect(pad, high - look.px(52), min(look.px(220), (wide - 3 * pad) // 2), look.px(36))
        widgets.append(Button("back", button, "Back", Pop, kind="primary", hint=self.app.key("cancel")))
        widgets.append(Button("keys", button.move(button.width + look.px(12), 0), "Keys", lambda: Push(Keys(self.app))))
        self.form.put(widgets)

    def _row(self, name: str, title: str, note: str, values: list[tuple[Any, str]]) -> RowSpec:
        def make(rect: pygame.Rect) -> list[Widget]:
            value = getattr(self.app.prefs, name)
            return [Choice(name, rect, values, value, change) if values else Slider(name, rect, value, change)]

        def change(value: Any) -> Reply:
            self.app.change(**{name: value})
            if name == "volume":
                audio.play(("hit",), value)
            return None

        return RowSpec((name,), title, note, make)

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: widgets, Esc, scrolling by wheel or by walking past the last row."""
        if command == "cancel":
            return Pop()
        if self.rows.moved(self.form, event, command):
            self.layout()
        return self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw words beside the values; marks of sides as a sample."""
        look = self.app.look
        page.ground(surface, self.app, "Settings")
        self.rows.draw(surface)
        x, y = surface.get_width() - look.px(30), look.px(36)
        for number in range(6, 0, -1):
            skin.side_mark(surface, look, number, (x, y), look.px(11))
            x -= look.px(32)
        self.form.draw(surface)
        self.form.draw_tip(surface)
