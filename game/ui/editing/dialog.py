"""A window with rows to fill in, remarks and buttons: every form of the editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.kit import page
from game.ui.kit.form import Form
from game.ui.kit.page import Line, Scroll
from game.ui.kit.rows import STEP, Rows, RowSpec
from game.ui.kit.screen import Pop, Reply
from game.ui.kit.widgets import Button, Choice, Entry, Widget
from game.ui.kit.window import App

Act = Callable[[], Reply]
Preview = Callable[[tuple[int, int]], "pygame.Surface | None"]


class Dialog:
    """`rows` and `notes` are asked for at each layout; `values` holds what was filled in; `ok` closes it or stays."""

    scope = "menu"

    def __init__(
        self,
        app: App,
        title: str,
        rows: Callable[[Dialog], list[RowSpec]],
        ok: Act,
        *,
        values: dict[str, object] | None = None,
        notes: Callable[[Dialog], Sequence[Line]] | None = None,
        more: Sequence[tuple[str, Act]] = (),
        label: str = "OK",
        preview: Callable[[Dialog, tuple[int, int]], pygame.Surface | None] | None = None,
        width: int = 620,
        tall: int = 190,
        least: int = 0,
    ) -> None:
        """`least` is for how many rows there is room although there may be fewer: so the form keeps its size."""
        self.app, self.title, self.ok, self.more, self.label = app, title, ok, more, label
        self.values: dict[str, object] = dict(values or {})
        self.make_rows, self.make_notes, self.preview = rows, notes, preview
        self.width, self.tall, self.least = width, tall, least
        self.rows, self.form, self.scroll = Rows(app), Form(app), Scroll()
        self.trouble = ""
        self.picture: pygame.Surface | None = None

    # Values

    def number(self, key: str, low: int, high: int) -> int:
        """A number that was filled in; ValueError says what is expected."""
        words = str(self.values.get(key, "")).strip()
        try:
            found = int(words)
        except ValueError:
            raise ValueError(f"“{words}” is no whole number") from None
        if not low <= found <= high:
            raise ValueError(f"{found} is not between {low} and {high}")
        return found

    def word(self, key: str) -> str:
        """What was filled in under that name, without blanks around it."""
        return str(self.values.get(key, "")).strip()

    def set(self, key: str, value: object, *, anew: bool = False) -> Reply:
        """Fill something in; `anew` lays the rows out again."""
        self.values[key] = value
        self.trouble = ""
        if anew:
            self.layout()
        else:
            self._renew()
        return None

    # Rows

    def entry(self, key: str, title: str, note: str = "") -> RowSpec:
        """A row with a field for a line of text."""

        def make(rect: pygame.Rect) -> list[Widget]:
            now = str(self.values.get(key, ""))
            return [Entry(key, rect, now, lambda words: self.set(key, words), self._ok)]

        return RowSpec((key,), title, note, make)

    def choice(
        self, key: str, title: str, values: Sequence[tuple[object, str]], note: str = "", *, anew: bool = False
    ) -> RowSpec:
        """A row with a choice of one of several values."""

        def make(rect: pygame.Rect) -> list[Widget]:
            return [Choice(key, rect, [*values], self.values.get(key), lambda value: self.set(key, value, anew=anew))]

        return RowSpec((key,), title, note, make)

    # The screen

    def _ok(self) -> Reply:
        try:
            return self.ok()
        except (ValueError, LookupError, OSError) as problem:
            self.trouble = f"{str(problem)[:1].upper()}{str(problem)[1:]}."
            self._renew()
            return None

    def _renew(self) -> None:
        lines = list(self.make_notes(self)) if self.make_notes else []
        if self.trouble:
            lines.insert(0, Line(self.trouble, "head"))
        self.scroll.lines = lines
        room = self._room()
        room.width -= self.app.look.px(8)
        self.picture = self.preview(self, room.size) if self.preview and room.w > 20 and room.h > 20 else None

    def _room_for(self) -> int:
        """How many rows have room; the others are scrolled to."""
        return min(max(len(self.rows.specs), self.least), 9)

    def _rect(self) -> pygame.Rect:
        extra = self.tall if self.preview else 110 if self.make_notes else 40
        return page.centred(self.app, self.width, 120 + STEP * self._room_for() + extra)

    def _room(self) -> pygame.Rect:
        """Where remarks and the preview are."""
        look, rect = self.app.look, self._rect()
        pad = look.px(18)
        top = rect.y + look.px(56) + look.px(STEP) * self._room_for()
        return pygame.Rect(rect.x + pad, top, rect.width - 2 * pad, rect.bottom - look.px(62) - top)

    def layout(self) -> None:
        """Place what is seen: rows over remarks over buttons."""
        look = self.app.look
        self.rows.specs = self.make_rows(self)
        rect = self._rect()
        pad, high = look.px(18), look.px(36)
        area = pygame.Rect(rect.x + pad, rect.y + look.px(52), rect.width - 2 * pad, 0)
        room = max(look.px(STEP), rect.bottom - look.px(70) - area.y)
        area.height = min(look.px(STEP) * max(1, min(len(self.rows.specs), 9)), room)
        widgets = self.rows.put(self.rows.specs, area) if self.rows.specs else []
        buttons: list[tuple[str, str, Act]] = [("ok", self.label, self._ok)]
        buttons += [(f"more{n}", label, self._guarded(act)) for n, (label, act) in enumerate(self.more)]
        buttons.append(("cancel", "Cancel", Pop))
        gap = look.px(8)
        wide = min(look.px(170), (rect.width - 2 * pad + gap) // len(buttons) - gap)
        x = rect.right - pad - len(buttons) * (wide + gap) + gap
        for number, (key, label, act) in enumerate(buttons):
            place = pygame.Rect(x + number * (wide + gap), rect.bottom - look.px(14) - high, wide, high)
            widgets.append(Button(key, place, label, act, kind="primary" if key == "ok" else "plain"))
        if not self.form.focus and not isinstance(widgets[0], Entry):
            self.form.focus = "ok"  # Enter does it where there is nothing to type first
        self.form.put(widgets)
        self._renew()

    def _guarded(self, act: Act) -> Act:
        def run() -> Reply:
            before, self.ok = self.ok, act
            try:
                return self._ok()
            finally:
                self.ok = before

        return run

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: rows, buttons, Esc."""
        if command == "cancel":
            return Pop()
        if command == "confirm" and not isinstance(self.form.find(self.form.focus), Button):
            return self._entered(event)
        over = self.rows.area.collidepoint(self.form.pointer)
        wheel = event.type == pygame.MOUSEWHEEL and over and self.rows.scroll(-event.y)
        if wheel or (self.rows.specs and self.rows.follow(self.form, command)):
            self.layout()
        if event.type == pygame.MOUSEWHEEL and self.scroll.rect.collidepoint(self.form.pointer):
            self.scroll.event(event, command, self.app.look)
            return None
        return self.form.event(event, command)[1]

    def _entered(self, event: pygame.event.Event) -> Reply:
        """Enter does what the form is for, from whichever row; what was typed last counts."""
        self.form.event(event, None)
        return self._ok()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened screen below."""
        page.behind(surface, self.app)
        page.window(surface, self.app, self._rect(), self.title)
        if self.rows.specs:
            self.rows.draw(surface)
        room = self._room()
        if self.picture is not None:
            room.width -= self.app.look.px(8)  # as far as the rows reach
            surface.blit(self.picture, (room.right - self.picture.get_width(), room.y))
            room.width -= self.picture.get_width() + self.app.look.px(12)
        if self.scroll.lines and room.h > 10:
            self.scroll.draw(surface, self.app.look, room)
        self.form.draw(surface)
        self.form.draw_tip(surface)

    def leave(self) -> None:
        """Take the text fields away."""
        self.form.close()
