"""A choice beside the pointer: a plain list, or all that can be done at one place in the eight groups of actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from game.kernel.flow import Group as ActionGroup
from game.kernel.flow import Option
from game.ui.battle.option_groups import TABS
from game.ui.kit import skin, text
from game.ui.kit.widgets import draw_key
from game.ui.kit.window import App


class Chooser:
    """Several options of one place: numbers and arrows mark one, Enter or a click takes it; a long list moves along."""

    def __init__(self, app: App, options: Sequence[Option], titles: Sequence[str], place: tuple[int, int]) -> None:
        self.app, self.options, self.titles = app, tuple(options), tuple(titles)
        self.at = self.first = 0
        self.step = app.look.px(32)
        wide = max(text.width(title, app.look.size("body")) for title in titles) + app.look.px(64)
        self.rows = min(len(titles), (app.size[1] - app.look.px(8)) // self.step)
        self.rect = self._beside(place, min(wide, app.size[0]), self.step * self.rows + app.look.px(8))

    def _beside(self, place: tuple[int, int], wide: int, high: int) -> pygame.Rect:
        look = self.app.look
        rect = pygame.Rect(place[0] + look.px(12), place[1] + look.px(4), wide, high)
        return rect.clamp(pygame.Rect((0, 0), self.app.size))

    @property
    def option(self) -> Option | None:
        """The marked option."""
        return self.options[self.at]

    def move(self, way: int) -> None:
        """Mark the next or the one before."""
        self.at = (self.at + way) % len(self.options)
        self.first = min(max(self.first, self.at - self.rows + 1), self.at)

    def turn(self, way: int) -> None:
        """The same from side to side: a plain list has but one column."""
        self.move(way)

    def pick(self, number: int) -> None:
        """Mark by number from 0."""
        if number < len(self.options):
            self.at = number
            self.move(0)

    def hover(self, place: tuple[int, int]) -> None:
        """Mark what lies under the pointer."""
        row = (place[1] - self.rect.y - self.app.look.px(4)) // self.step
        if self.rect.collidepoint(place) and 0 <= row < self.rows:
            self.at = self.first + row

    def click(self, place: tuple[int, int]) -> str | None:
        """The key of what was clicked; empty beside the list, None where nothing is chosen yet."""
        self.hover(place)
        marked = self.option
        return marked.key if marked is not None and self.rect.collidepoint(place) else ""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw a little list."""
        _frame(surface, self.app, self.rect)
        for number in range(self.first, self.first + self.rows):
            row = pygame.Rect(self.rect.x, self.rect.y + self.app.look.px(4), self.rect.width, self.step)
            key = str(number + 1) if number < 9 and not self.app.padded else ""
            row.y += (number - self.first) * self.step
            _row(surface, self.app, row, self.titles[number], key=key, marked=number == self.at)


class Doubt:
    """A deed that is not made good again, below what leaves it: that is marked, and to do it takes another key."""

    def __init__(self, app: App, option: Option, title: str, above: pygame.Rect) -> None:
        self.app, self.doubted, self.at = app, option, 0
        self.titles = ("Cancel", title)
        self.step, self.pad = app.look.px(32), app.look.px(4)
        wide = max(text.width(said, app.look.size("body")) for said in self.titles) + app.look.px(64)
        rect = pygame.Rect(0, 0, min(wide, app.size[0]), self.step * 2 + 2 * self.pad)
        rect.midbottom = above.centerx, above.y - app.look.px(8)  # away from the button that was clicked
        self.rect = rect.clamp(pygame.Rect((0, 0), app.size))

    @property
    def option(self) -> Option | None:
        """What would be done; None while the mark is on the row that leaves it."""
        return self.doubted if self.at else None

    def move(self, way: int) -> None:
        """Mark the other."""
        self.at = (self.at + way) % 2

    def turn(self, way: int) -> None:
        """The same from side to side."""
        self.move(way)

    def pick(self, number: int) -> None:
        """Mark by number from 0."""
        self.at = number if number < 2 else self.at

    def hover(self, place: tuple[int, int]) -> None:
        """Mark what lies under the pointer."""
        if self.rect.collidepoint(place):
            self.at = min(1, max(0, place[1] - self.rect.y - self.pad) // self.step)

    def click(self, place: tuple[int, int]) -> str | None:
        """The key of what was clicked; empty beside it, and on what leaves it."""
        self.hover(place)
        return self.doubted.key if self.at and self.rect.collidepoint(place) else ""

    def draw(self, surface: pygame.Surface) -> None:
        """Two rows."""
        _frame(surface, self.app, self.rect)
        for number, said in enumerate(self.titles):
            row = pygame.Rect(self.rect.x, self.rect.y + self.pad + number * self.step, self.rect.width, self.step)
            key = "" if self.app.padded else str(number + 1)
            _row(surface, self.app, row, said, key=key, marked=number == self.at)


class GroupChooser:
    """All that can be done at one place: eight groups in their places at the left, what is in the marked one beside.

    `title` says an option in words with its odds; `empty` says why a group has nothing. With `takes_up` an option
    stands for all of its verb: what is chosen is planned, not done.
    """

    def __init__(
        self,
        app: App,
        head: str,
        found: Mapping[ActionGroup, Sequence[Option]],
        title: Callable[[Option], str],
        empty: Mapping[ActionGroup, str],
        place: tuple[int, int],
        within: pygame.Rect,
        *,
        takes_up: bool = False,
    ) -> None:
        self.app, self.head, self.found, self.empty = app, head, dict(found), dict(empty)
        self.title, self.takes_up = title, takes_up
        look, size = app.look, app.look.size("body")
        self.step, self.pad = look.px(30), look.px(4)
        self.tab: ActionGroup = next((tab for tab, _ in TABS if self.found.get(tab)), "turn")
        self.at = self.first = 0
        shown = [*(title(option) for options in self.found.values() for option in options), *self.empty.values()]
        self.left = max(text.width(said, size) for _, said in TABS) + look.px(76)
        wide = max([text.width(head, size, bold=True), *(text.width(said, size) for said in shown)]) + look.px(32)
        rect = pygame.Rect(0, 0, min(self.left + wide, app.size[0]), self.step * (len(TABS) + 1) + 2 * self.pad)
        rect.topleft = place[0] + look.px(12), place[1] + look.px(4)
        window = pygame.Rect((0, 0), app.size)
        beside = pygame.Rect(within.x, 0, within.width, window.height)  # what it is about stays in sight if it can
        self.rect = rect.clamp(beside if rect.width <= beside.width else window)

    @property
    def options(self) -> Sequence[Option]:
        """What is in the marked group."""
        return self.found.get(self.tab, ())

    @property
    def option(self) -> Option | None:
        """The marked option; None in an empty group."""
        return self.options[self.at] if self.options else None

    def _mark(self, tab: ActionGroup, at: int = 0) -> None:
        self.tab, self.at = tab, at
        self.first = max(0, at - len(TABS) + 1)

    def move(self, way: int) -> None:
        """Mark the next option or the one before; past the end of a group that of the next with anything in it."""
        if 0 <= self.at + way < len(self.options):
            self._mark(self.tab, self.at + way)
            return
        self.turn(way)
        if way < 0:
            self._mark(self.tab, max(0, len(self.options) - 1))

    def turn(self, way: int) -> None:
        """Mark the next group with anything in it, or the one before."""
        there = [tab for tab, _ in TABS if self.found.get(tab)]
        if there:
            at = there.index(self.tab) if self.tab in there else -1 if way > 0 else 0
            self._mark(there[(at + way) % len(there)])

    def pick(self, number: int) -> None:
        """Mark a group by its number from 0; again: the next in it."""
        if number < len(TABS):
            tab = TABS[number][0]
            self._mark(tab, (self.at + 1) % max(1, len(self.options)) if tab == self.tab else 0)

    def row_of(self, place: tuple[int, int]) -> int:
        """The row at a place of the window; the head is none."""
        return (place[1] - self.rect.y - self.pad) // self.step - 1

    def hover(self, place: tuple[int, int]) -> None:
        """Mark the option under the pointer; a group takes a click."""
        row = self.row_of(place)
        if self.rect.collidepoint(place) and place[0] >= self.rect.x + self.left and row >= 0:
            at = row + self.first
            if at < len(self.options):
                self.at = at

    def click(self, place: tuple[int, int]) -> str | None:
        """The key of what was clicked; empty beside the table, None where a group was opened."""
        row = self.row_of(place)
        if not self.rect.collidepoint(place):
            return ""
        if place[0] >= self.rect.x + self.left:
            self.hover(place)
            marked = self.option
            return marked.key if marked is not None and 0 <= row + self.first < len(self.options) else None
        if 0 <= row < len(TABS):
            self._mark(TABS[row][0])
            if len(self.options) == 1:
                return self.options[0].key
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """The head, the groups with their keys, and what is in the marked one."""
        app, look, p = self.app, self.app.look, self.app.look.palette
        _frame(surface, app, self.rect)
        line = pygame.Rect(self.rect.x, self.rect.y + self.pad, self.rect.width, self.step)
        size = look.size("body")
        y = line.centery - text.line_height(size) // 2
        room = line.width - look.px(24)
        text.draw(surface, self.head, (line.x + look.px(12), y), size, p.accent, bold=True, room=room)
        for number, (tab, said) in enumerate(TABS):
            row = pygame.Rect(line.x, line.bottom + number * self.step, self.left, self.step)
            count = len(self.found.get(tab, ()))
            key = "" if app.padded else str(number + 1)
            _row(surface, app, row, said, key=key, marked=tab == self.tab, dim=not count)
        x, wide = line.x + self.left, line.width - self.left
        pygame.draw.line(surface, p.line, (x, line.bottom), (x, self.rect.bottom - self.pad))
        for slot, option in enumerate(self.options[self.first : self.first + len(TABS)]):
            row = pygame.Rect(x, line.bottom + slot * self.step, wide, self.step)
            _row(surface, app, row, self.title(option), marked=self.first + slot == self.at)
        if not self.options:
            row = pygame.Rect(x, line.bottom, wide, self.step)
            _row(surface, app, row, self.empty.get(self.tab, "Nothing here."), dim=True)


def _frame(surface: pygame.Surface, app: App, rect: pygame.Rect) -> None:
    look = app.look
    skin.panel(surface, look, rect, look.palette.raised)
    pygame.draw.rect(surface, look.palette.accent, rect, look.px(1), border_radius=look.px(6))


def _row(
    surface: pygame.Surface,
    app: App,
    row: pygame.Rect,
    title: str,
    *,
    key: str = "",
    marked: bool = False,
    dim: bool = False,
) -> None:
    look, p = app.look, app.look.palette
    ground = p.hover if marked else p.raised
    if marked:
        pygame.draw.rect(surface, ground, row.inflate(-look.px(6), 0), border_radius=look.px(4))
    size = look.size("body")
    y = row.centery - text.line_height(size) // 2
    room = row.width - look.px(52 if key else 20)
    text.draw(surface, title, (row.x + look.px(12), y), size, p.dim if dim else p.text, room=room)
    if key:
        draw_key(surface, look, key, (row.right - look.px(8), row.centery), p.dim, ground)
