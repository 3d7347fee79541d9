"""Windows over a screen: a message with buttons, help with the keys, the search for commands, a broken screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from game.ui.kit import commands, page
from game.ui.kit.form import Form
from game.ui.kit.page import Line, Scroll
from game.ui.kit.screen import Pop, Push, Reply, Reset
from game.ui.kit.widgets import Button, Entry, ListBox, Row, Widget
from game.ui.kit.window import App

Act = Callable[[], Reply]


class Notice:
    """Text that scrolls and buttons under it; Esc closes it. The first button has the focus."""

    scope = "menu"

    def __init__(
        self,
        app: App,
        title: str,
        lines: Sequence[Line],
        buttons: Sequence[tuple[str, Act | None]] = (("Close", None),),
        size: tuple[int, int] = (640, 560),
    ) -> None:
        self.app, self.title, self.buttons, self.size = app, title, buttons, size
        self.scroll = Scroll(lines)
        self.form = Form(app)

    def layout(self) -> None:
        """Place what is seen: a row of buttons at the bottom."""
        look, rect = self.app.look, page.centred(self.app, *self.size)
        high, gap = look.px(36), look.px(10)
        wide = min(look.px(200), (rect.width - look.px(36) + gap) // max(1, len(self.buttons)) - gap)
        widgets: list[Widget] = []
        x = rect.right - look.px(18) - len(self.buttons) * (wide + gap) + gap
        for number, (label, act) in enumerate(self.buttons):
            place = pygame.Rect(x + number * (wide + gap), rect.bottom - look.px(16) - high, wide, high)
            kind = "primary" if number == 0 else "plain"
            widgets.append(Button(f"button{number}", place, label, self._closing(act), kind=kind))
        self.form.put(widgets)

    def _closing(self, act: Act | None) -> Act:
        def close() -> Reply:
            if act is None:
                return Pop()
            self.app.go(Pop())
            return act()

        return close

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: buttons, scrolling, Esc."""
        if command in ("cancel", "help"):
            return Pop()
        if self.scroll.event(event, command, self.app.look):
            return None
        return self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened screen below."""
        page.behind(surface, self.app)
        inside = page.window(surface, self.app, page.centred(self.app, *self.size), self.title)
        inside.height -= self.app.look.px(36 + 12)
        self.scroll.draw(surface, self.app.look, inside)
        self.form.draw(surface)
        self.form.draw_tip(surface)


def explained(app: App, rect: pygame.Rect, title: str, faults: Sequence[str]) -> Button:
    """The way to what is wrong with things that are not offered."""

    def show() -> Reply:
        return Push(Notice(app, title, [Line(fault) for fault in faults], size=(760, 420)))

    return Button("left_out", rect, f"{len(faults)}: why?", show)


class Broken:
    """What is shown in place of a screen that broke: where the skirmish and the report are."""

    scope = "menu"

    def __init__(self, app: App, error: Exception, saved: Path | None, report: Path | None) -> None:
        lines = [Line("Something in the game itself went wrong. This is our mistake, not yours."), Line("", "gap")]
        if saved is not None:
            lines.append(Line(f"Your skirmish was saved up to the last answer: {saved}"))
        if report is not None:
            lines.append(Line(f"What happened is written down in: {report}"))
        lines += [Line("", "gap"), Line(f"{type(error).__name__}: {error}", "dim")]
        self.app, self.saved = app, saved
        self.notice = Notice(app, "That should not have happened", lines, (("Back", None),))

    def layout(self) -> None:
        """As a notice."""
        self.notice.layout()

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: back, or to a new title when nothing is left below."""
        reply = self.notice.event(event, command)
        if isinstance(reply, Pop) and len(self.app.stack) == 1:
            return Reset(self.app.screens.title(self.app))
        return reply

    def draw(self, surface: pygame.Surface) -> None:
        """As a notice, over nothing: what is below may be broken too."""
        surface.fill(self.app.look.palette.back)
        inside = page.window(surface, self.app, page.centred(self.app, *self.notice.size), self.notice.title)
        self.notice.scroll.draw(surface, self.app.look, inside)
        self.notice.form.draw(surface)

    def rescue(self) -> Path | None:
        """What lies below was saved when the screen broke."""
        return self.saved


SCOPES = {
    "any": "Everywhere",
    "menu": "In menus",
    "board": "In a skirmish",
    "replay": "In a replay",
    "edit": "In the map editor",
}
"""Where commands count."""


def key_lines(bound: commands.Bindings, first: str = "any") -> list[Line]:
    """The list of keys by scope, that of `first` before the others, for help and settings."""
    lines: list[Line] = []
    for scope, title in sorted(SCOPES.items(), key=lambda item: item[0] != first):
        lines += [Line("", "gap"), Line(title, "head")]
        for command in commands.COMMANDS:
            if command.scope == scope:
                lines.append(Line(commands.shown(bound[command.id]) or "–", "key", command.title))
    for scope, title in SCOPES.items():
        found = [
            (commands.shown(bound[one.id], pad=True), one.title) for one in commands.COMMANDS if one.scope == scope
        ]
        lines += [Line("", "gap"), Line(f"{title}, by gamepad", "head")]
        lines += [Line(keys, "key", said) for keys, said in found if keys]
    return lines[1:]


def help_screen(app: App, more: Sequence[Line] = (), scope: str = "any") -> Notice:
    """Help: what the screen says first, then all keys, those of `scope` before the others."""
    lines = [*more, *([Line("", "gap")] if more else []), *key_lines(app.bound, scope)]
    buttons = (("Close", None), ("Change keys", lambda: Push(app.screens.keys(app))))
    return Notice(app, "Help and keys", lines, buttons, size=(760, 640))


_NOTHING = "Nothing here is called “{}”."


class Palette:
    """Search over all commands of a scope; Enter does the chosen one."""

    scope = "menu"

    def __init__(
        self,
        app: App,
        scope: str,
        act: Callable[[str], Reply],
        before: Sequence[tuple[str, str]] = (),
        after: Sequence[tuple[str, str]] = (),
    ) -> None:
        """`before` and `after` add (ID, title) pairs to the commands, such as the options of the present request."""
        self.app, self.act, self.sought = app, act, ""
        shown = [
            command for command in commands.COMMANDS if command.scope in (scope, "any") and command.id != "palette"
        ]
        named = [
            (command.id, command.title, commands.shown(app.bound[command.id], pad=app.padded)) for command in shown
        ]
        self.all = [*((*one, "") for one in before), *named, *((*one, "") for one in after)]
        self.form = Form(app, "sought")
        self.at = 0

    def found(self) -> list[tuple[str, str, str]]:
        """What fits the words typed: all of them, in any order; also by what links and settings call it."""
        words = [word.removesuffix("s") for word in self.sought.casefold().split()]
        return [entry for entry in self.all if all(word in " ".join(entry).casefold() for word in words)]

    def layout(self) -> None:
        """Place what is seen: a field above the list."""
        rect = self._rect()
        look = self.app.look
        pad, high = look.px(18), look.px(34)
        top = rect.y + look.px(50)
        field = pygame.Rect(rect.x + pad, top, rect.width - 2 * pad, high)
        below = pygame.Rect(field.x, field.bottom + pad // 2, field.width, rect.bottom - pad - field.bottom - pad // 2)
        rows = [Row(title, keys) for _, title, keys in self.found()]
        self.at = min(self.at, max(0, len(rows) - 1))
        self.form.put(
            [
                Entry("sought", field, self.sought, self._seek, self._do, "Type a few letters"),
                ListBox("list", below, rows, self.at, self._pick, self._act, look.px(42)),
            ]
        )

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 620, 600)

    def _seek(self, words: str) -> Reply:
        self.sought, self.at = words, 0
        box = self.form.find("list")
        assert isinstance(box, ListBox)
        box.rows, box.at, box.first = [Row(title, keys) for _, title, keys in self.found()], 0, 0
        return None

    def _pick(self, at: int) -> Reply:
        self.at = at
        return None

    def _do(self) -> Reply:
        return self._act(self.at)

    def _act(self, at: int) -> Reply:
        found = self.found()
        if not 0 <= at < len(found):
            return None
        self.app.go(Pop())
        return self.act(found[at][0])

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: up and down choose although the field has the keys."""
        if command in ("cancel", "palette"):
            return Pop()
        box = self.form.find("list")
        if command in ("up", "down") and box is not None:
            return box.command(command)[1]
        return self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened screen below."""
        page.behind(surface, self.app)
        page.window(surface, self.app, self._rect(), "Find a command")
        self.form.draw(surface)
        self.form.draw_tip(surface)
        box = self.form.find("list")
        if box is not None and not self.found():
            look = self.app.look
            place = (box.rect.x + look.px(10), box.rect.y + look.px(10))
            page.draw_line(surface, look, Line(_NOTHING.format(self.sought), "dim"), place, box.rect.width)

    def leave(self) -> None:
        """Take the text field away."""
        self.form.close()
