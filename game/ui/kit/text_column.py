"""Writing down a column of texts, bars and numbers, and remembering what explains itself under the pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from msgspec import Struct

from game.kernel.numbers import Breakdown
from game.rules.ruleset import Ruleset
from game.text import names
from game.ui.kit import skin, text
from game.ui.kit.screen import Reply
from game.ui.kit.theme import Color, Look


class Spot(Struct, frozen=True):
    """A place that explains itself, and may do something when clicked."""

    rect: pygame.Rect
    tip: tuple[str, ...] = ()
    act: Callable[[], Reply] | None = None
    other: Callable[[], Reply] | None = None  # for the right button


class TextColumn:
    """Writes from the top of a rectangle downwards; `offset` pixels are scrolled away."""

    def __init__(self, surface: pygame.Surface, look: Look, rect: pygame.Rect, offset: int = 0) -> None:
        self.surface, self.look, self.rect = surface, look, rect
        self.y = rect.y - offset
        self.top = self.y
        self.spots: list[Spot] = []

    @property
    def height(self) -> int:
        """How many pixels high what was written so far is."""
        return self.y - self.top

    def gap(self, points: float = 6) -> None:
        """Leave so many pixels empty."""
        self.y += self.look.px(points)

    def line(
        self,
        words: str,
        color: Color | None = None,
        *,
        size: str = "body",
        bold: bool = False,
        tip: tuple[str, ...] = (),
        act: Callable[[], Reply] | None = None,
        indent: int = 0,
    ) -> None:
        """Write a paragraph, wrapped to the width of the column."""
        x = self.rect.x + self.look.px(indent)
        high = self.look.size(size)
        room = max(self.look.px(40), self.rect.right - x)
        ink = color or self.look.palette.text
        took = text.draw_wrapped(self.surface, words, (x, self.y), high, ink, room, bold=bold)
        self._spot(pygame.Rect(x, self.y, room, took), tip, act)
        self.y += took

    def pair(self, left: str, right: str, color: Color | None = None, *, tip: tuple[str, ...] = ()) -> None:
        """Words at the left, a value at the right, with dots under what explains itself."""
        size, p = self.look.size("body"), self.look.palette
        value = text.width(right, size, bold=True)
        room = self.rect.width - value - self.look.px(10)
        lines = text.wrap(left, size, max(self.look.px(40), room))
        step = text.line_height(size)
        for number, line in enumerate(lines):
            text.draw(self.surface, line, (self.rect.x, self.y + number * step), size, p.dim)
        ink = color or p.text
        text.draw(self.surface, right, (self.rect.right, self.y), size, ink, bold=True, align="right")
        if tip:
            under = self.y + step - self.look.px(2)
            for x in range(self.rect.right - value, self.rect.right, max(3, self.look.px(4))):
                self.surface.fill(p.dim, (x, under, self.look.px(1), self.look.px(1)))
        self._spot(pygame.Rect(self.rect.x, self.y, self.rect.width, step * len(lines)), tip, None)
        self.y += step * len(lines)

    def bar(self, left: str, right: str, share: float, color: Color, *, tip: tuple[str, ...] = ()) -> None:
        """Write words and a value over a bar."""
        top = self.y
        self.pair(left, right)
        rect = pygame.Rect(self.rect.x, self.y, self.rect.width, self.look.px(6))
        skin.bar(self.surface, rect, share, color, self.look.palette.raised)
        self.y += self.look.px(10)
        self._spot(pygame.Rect(self.rect.x, top, self.rect.width, self.y - top), tip, None)

    def columns(self, values: list[tuple[str, float]], color: Color, tips: list[tuple[str, ...]]) -> None:
        """Upright bars side by side, the greatest as high as there is room, with words below."""
        if not values:
            return
        wide = min(self.look.px(34), self.rect.width // len(values))
        high, small = self.look.px(44), self.look.size("small")
        most = max(share for _, share in values) or 1
        foot = self.y + high
        for number, ((label, share), tip) in enumerate(zip(values, tips, strict=True)):
            x = self.rect.x + number * wide
            tall = max(self.look.px(1), round(high * share / most))
            pygame.draw.rect(self.surface, color, (x + 1, foot - tall, wide - 2, tall))
            if text.width(label, small) <= wide:
                text.draw(self.surface, label, (x + wide // 2, foot), small, self.look.palette.dim, align="centre")
            self._spot(pygame.Rect(x, self.y, wide, high + text.line_height(small)), tip, None)
        self.y = foot + text.line_height(small) + self.look.px(4)

    def tag(self, words: str, color: Color, *, tip: tuple[str, ...] = (), image: pygame.Surface | None = None) -> None:
        """Write a word on a coloured ground."""
        size, pad = self.look.size("body"), self.look.px(7)
        extra = image.get_width() + pad if image is not None else 0
        room = self.rect.width - 2 * pad - extra
        high = text.line_height(size) + self.look.px(4)
        shown = text.shorten(words, size, room, bold=True)
        rect = pygame.Rect(self.rect.x, self.y, text.width(shown, size, bold=True) + 2 * pad + extra, high)
        pygame.draw.rect(self.surface, self.look.palette.raised, rect, border_radius=self.look.px(4))
        pygame.draw.rect(self.surface, color, (rect.x, rect.y, self.look.px(3), high), border_radius=self.look.px(2))
        if image is not None:
            self.surface.blit(image, image.get_rect(midleft=(rect.x + pad, rect.centery)))
        place = (rect.x + pad + extra, rect.y + self.look.px(2))
        text.draw(self.surface, shown, place, size, self.look.palette.text, bold=True)
        self._spot(rect, tip, None)
        self.y += high + self.look.px(3)

    def picture(self, image: pygame.Surface, spots: Sequence[Spot]) -> None:
        """What was written down elsewhere, with its spots from that picture's corner."""
        self.surface.blit(image, (self.rect.x, self.y))
        for spot in spots:
            self._spot(spot.rect.move(self.rect.x, self.y), spot.tip, spot.act)
        self.y += image.get_height()

    def _spot(self, rect: pygame.Rect, tip: tuple[str, ...], act: Callable[[], Reply] | None) -> None:
        seen = rect.clip(self.rect)
        if (tip or act) and seen.height:
            self.spots.append(Spot(seen, tip, act))


def under(spots: list[Spot], place: tuple[int, int]) -> Spot | None:
    """The spot at a place; the last written lies on top."""
    return next((spot for spot in reversed(spots) if spot.rect.collidepoint(place)), None)


def rule_lines(ruleset: Ruleset, rule: str) -> tuple[str, ...]:
    """A rule's ID, title and text; nothing for no rule."""
    if not rule:
        return ()
    entry = ruleset.rulebook.get(rule)
    return (f"{rule}: {entry.title}", entry.text) if entry is not None else (rule,)


def number_lines(ruleset: Ruleset, number: Breakdown) -> tuple[str, ...]:
    """A number with all its lines, each with its rule, and the texts of those rules."""
    lines = [f"{names.title(ruleset, number.what)}: {names.signed(number.total)}"]
    for part in number.parts:
        lines.append(f"{part}   {part.rule}".rstrip())
    rules = dict.fromkeys(part.rule for part in number.parts if part.rule in ruleset.rulebook)
    for rule in rules:
        lines += ["", *rule_lines(ruleset, rule)]
    return tuple(lines)


def chance_words(probability: float) -> str:
    """`35 %, 1 in 2.9`, from half on only `65 %`; certain and never by name."""
    if probability >= 1 - 1e-9:
        return "certain"
    if probability <= 1e-9:
        return "never"
    percent = probability * 100
    shown = f"{percent:.0f} %" if 1 <= percent <= 99 else f"{percent:.1f} %"
    if probability >= 0.5:
        return shown
    one_in = 1 / probability
    return f"{shown}, 1 in {one_in:.1f}" if one_in < 10 else f"{shown}, 1 in {one_in:.0f}"
