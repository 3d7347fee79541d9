"""The curtain between two people at one screen: it says whose seat it is and why, and what happened since."""

from __future__ import annotations

import pygame

from game.kernel.components import Side
from game.systems.fog import fog_of
from game.text import names, words
from game.ui.battle.state import Battle
from game.ui.battle.table import Table
from game.ui.kit import page, skin, text
from game.ui.kit.form import Form
from game.ui.kit.page import Line, Scroll
from game.ui.kit.screen import Pop, Reply
from game.ui.kit.widgets import Button
from game.ui.kit.window import App

GUARD = 300  # milliseconds in which it cannot be pressed away


def wanted(app: App, table: Table, seat: int, shown: int) -> str:
    """Which curtain must fall before the present question: none, `full` or `small`.

    `seat` is the side that looks at the screen, `shown` one that was let in for its reactions.
    """
    side = table.side()
    if not (app.prefs.handover or foggy(table)) or len(table.human_sides()) < 2 or side == seat:
        return ""
    request = table.request
    whole = request is not None and table.world.has(request.who, Side)  # a side as such: the opening
    if table.is_turn() or whole:
        return "full"
    return "" if side == shown else "small"


def foggy(table: Table) -> bool:
    """Whether sides see different things, so that curtains cannot be done without."""
    return fog_of(table.world) != "off"


class Curtain:
    """Full: covers the whole window. Small: a window for who is asked in the middle of an action."""

    scope = "menu"

    def __init__(self, battle: Battle, kind: str) -> None:
        self.battle, self.app, self.kind = battle, battle.app, kind
        table = battle.table
        request = table.request
        assert request is not None
        self.side = table.side()
        self.number = table.number_of(self.side)
        self.name = names.side_name(table.world, self.side)
        prompt = words.prompt(battle.ruleset, table.world, request)
        self.why = f"{prompt.asked}: {prompt.question}"
        self.because = prompt.because
        since = table.seen.get(self.side)
        lines = battle.battle_log.since(since) if since is not None else []
        recap = battle.knowledge.log([self.side], lines)
        self.recap = Scroll([Line(entry.text) for entry in recap] or [Line("Nothing happened yet.", "dim")])
        self.form = Form(self.app, "show")
        self.since = self.app.now()
        battle.veiled = True

    def layout(self) -> None:
        """Place what is seen: the way in, and below it the way to be spared such curtains."""
        look, rect = self.app.look, self._rect()
        wide = min(look.px(320), rect.width - look.px(36))
        place = pygame.Rect(rect.centerx - wide // 2, rect.bottom - look.px(100), wide, look.px(42))
        label = f"I am {self.name}: show the board" if self.kind == "full" else f"I am {self.name}: decide"
        below = pygame.Rect(place.x, place.bottom + look.px(8), wide, look.px(32))
        tip = ("Everybody sees everything and answers in turn.", "The settings switch curtains on again.")
        show = Button("show", place, label, self._show, kind="primary", hint=self.app.key("confirm"))
        off = Button("off", below, "No curtains from now on", self._switch_off, tip=tip)
        self.form.put([show] if foggy(self.battle.table) else [show, off])

    def _rect(self) -> pygame.Rect:
        if self.kind == "full":
            return pygame.Rect((0, 0), self.app.size)
        return page.centred(self.app, 520, 250)

    def _show(self) -> Reply:
        if self.app.now() - self.since < GUARD:
            return None
        if self.kind == "full":
            self.battle.seat = self.side
        else:
            self.battle.let_in = self.side
        self.battle.veiled = False
        self.battle.look_anew()
        self.battle.playing.reveal(self.battle.request, at_once=True)
        self.battle.asked_at = self.app.now()
        return Pop()

    def _switch_off(self) -> Reply:
        reply = self._show()
        if reply is not None:
            self.app.change(handover=False)
        return reply

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: only the buttons, and only a fresh key."""
        if event.type == pygame.KEYDOWN and event.key in self.app.held:
            return None
        if self.recap.event(event, command, self.app.look):
            return None
        return self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw name and colour of the side, why, and what happened since it last decided."""
        if self.kind == "small":
            page.behind(surface, self.app)
            inside = page.window(surface, self.app, self._rect(), self.name)
            self._draw_small(surface, inside)
        else:
            self._draw_full(surface)
        self.form.draw(surface)
        self.form.draw_tip(surface)

    def _draw_small(self, surface: pygame.Surface, inside: pygame.Rect) -> None:
        look = self.app.look
        mark = look.px(14)
        skin.side_mark(surface, look, self.number, (inside.right - mark, inside.y - mark), mark)
        y = inside.y + page.draw_line(surface, look, Line(self.why), inside.topleft, inside.width)
        page.draw_line(surface, look, Line(self.because, "dim"), (inside.x, y), inside.width)

    def _draw_full(self, surface: pygame.Surface) -> None:
        look, p = self.app.look, self.app.look.palette
        surface.fill(p.back)
        wide, high = surface.get_size()
        color = p.side(self.number)
        surface.fill(color, (0, 0, wide, look.px(10)))
        radius = look.px(38)
        y = min(look.px(90), high // 6)
        skin.side_mark(surface, look, self.number, (wide // 2, y), radius)
        y += radius + look.px(8)
        size = look.size("title")
        text.draw(surface, self.name, (wide // 2, y), size, color, bold=True, align="centre", room=wide - 20)
        y += text.line_height(size)
        lead = look.size("lead")
        for line in text.wrap(self.why, lead, wide - look.px(40)):
            text.draw(surface, line, (wide // 2, y), lead, p.text, align="centre")
            y += text.line_height(lead)
        y += look.px(4)
        small = look.size("small")
        note = "The seat changes hands."
        text.draw(surface, note, (wide // 2, y), small, p.dim, align="centre", room=wide - look.px(40))
        y += text.line_height(small) + look.px(16)
        room = min(look.px(720), wide - look.px(60))
        box = pygame.Rect((wide - room) // 2, y, room, high - look.px(120) - y)
        if box.height > look.px(50):
            skin.panel(surface, look, box)
            head = f"Since {self.name} last decided"
            inner = box.inflate(-look.px(28), -look.px(20))
            took = page.draw_line(surface, look, Line(head, "head"), inner.topleft, inner.width)
            rest = pygame.Rect(inner.x, inner.y + took, inner.width, inner.height - took)
            self.recap.draw(surface, look, rest)
