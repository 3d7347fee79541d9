"""What is seen of an exchange on the board: who attacks whom, what flies, how it meets the body, words that rise."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import atan2, degrees, pi, sin

import pygame

from game.grid.grid import Cell
from game.ui.battle.animation import Animation, Live
from game.ui.board.lettering import PLATE, plate
from game.ui.board.unit_look import UnitLook
from game.ui.kit import art, text
from game.ui.kit.theme import Color, Palette

Places = Mapping[int, "tuple[UnitLook, tuple[float, float]]"]

_FLIES = 0.4  # share of a blow after which what was shot leaves
_FRAMES = 4  # pictures of an impact
_RISE = 0.1  # of a cell, how far words do
_EASED = 0.62  # share of its time from which a rising word fades


def aims(animation: Animation, places: Places) -> tuple[tuple[Cell, Cell], ...]:
    """From whom to whom something is done, as cells; both must be seen."""
    found = []
    for each in animation.live:
        stroke = each.stroke
        start, end = (places.get(unit) if unit is not None else None for unit in (stroke.unit, stroke.other))
        if stroke.kind == "line" and start is not None and end is not None and start[0].cell != end[0].cell:
            found.append((start[0].cell, end[0].cell))
    return tuple(dict.fromkeys(found))


def bodies(
    image: pygame.Surface, animation: Animation, palette: Palette, places: Places, size: int, origin: tuple[int, int]
) -> None:
    """What flies or is thrust far, and where it meets a body; nothing with reduced motion."""
    stroke = animation.stroke
    if animation.still:
        return
    if stroke is not None and stroke.kind == "blow" and (stroke.flies or animation.thrusts(stroke)):
        start, end = _middle(places, stroke.unit), _middle(places, stroke.other)
        share = (animation.progress - _FLIES) / (1 - _FLIES)
        if share > 0 and start is not None and end is not None:
            draws = _missile if stroke.flies else _thrust
            draws(image, start, end, share, size, origin)
    for each in animation.live:
        middle = _middle(places, each.stroke.unit) if each.stroke.kind == "impact" else None
        if middle is not None:
            x, y = middle
            color = {"hit": palette.bad, "block": palette.info}.get(each.stroke.tone)
            if color is not None:
                frame = min(_FRAMES - 1, int(each.share * _FRAMES))
                picture = impact(each.stroke.tone, size, color, frame)
                image.blit(picture, picture.get_rect(center=(round(x) + origin[0], round(y) + origin[1])))


def _middle(places: Places, unit: int | None) -> tuple[float, float] | None:
    return places[unit][1] if unit is not None and unit in places else None


def _missile(
    image: pygame.Surface,
    start: tuple[float, float],
    end: tuple[float, float],
    share: float,
    size: int,
    origin: tuple[int, int],
) -> None:
    x, y = end[0] - start[0], end[1] - start[1]
    arc = sin(pi * share) * size * 0.3
    picture = missile(size, round(degrees(atan2(-y, x)) / 6) * 6)
    middle = round(start[0] + x * share) + origin[0], round(start[1] + y * share - arc) + origin[1]
    image.blit(picture, picture.get_rect(center=middle))


def _thrust(
    image: pygame.Surface,
    start: tuple[float, float],
    end: tuple[float, float],
    share: float,
    size: int,
    origin: tuple[int, int],
) -> None:
    """A long weapon whose head goes to the other's body and back; its shaft stays in the striker's hands."""
    x, y = end[0] - start[0], end[1] - start[1]
    long = max(0.5, (x * x + y * y) ** 0.5 / size)
    head = (long - 0.3) * size * (0.55 + 0.45 * sin(pi * share))
    picture = missile(size, round(degrees(atan2(-y, x)) / 6) * 6, round((long - 0.6) * 4) / 4)
    way = (head - (long - 0.6) * size / 2) / (long * size)
    middle = round(start[0] + x * way) + origin[0], round(start[1] + y * way) + origin[1]
    image.blit(picture, picture.get_rect(center=middle))


@lru_cache(maxsize=256)
def missile(size: int, angle: int, cells: float = 0.5) -> pygame.Surface:
    """What flies or is thrust, so many cells long, turned by an angle in degrees; shared, so do not draw on it."""
    long, thick = max(10, round(size * cells)) * 3, max(2, size // 20) * 3
    image = pygame.Surface((long, long), pygame.SRCALPHA)
    middle = long // 2
    for ink, wide in (((30, 24, 20), thick * 2), ((246, 239, 223), thick)):
        pygame.draw.line(image, ink, (0, middle), (long - thick, middle), wide)
        head = [(long, middle), (long - 4 * thick, middle - wide * 1.4), (long - 4 * thick, middle + wide * 1.4)]
        pygame.draw.polygon(image, ink, head)
    return pygame.transform.smoothscale(pygame.transform.rotate(image, angle), _third(image, angle))


def _third(image: pygame.Surface, angle: int) -> tuple[int, int]:
    wide, high = pygame.transform.rotate(image, angle).get_size()
    return wide // 3, high // 3


@lru_cache(maxsize=128)
def impact(how: str, size: int, color: Color, frame: int) -> pygame.Surface:
    """A ring that bursts around a body that is hit, an arc before one that blocks; shared, so do not draw on it."""
    big = size * 4
    image = pygame.Surface((big, big), pygame.SRCALPHA)
    share = frame / _FRAMES
    alpha = round(255 * (1 - share * 0.7))
    radius = round(big * (0.24 + 0.1 * share))
    wide = max(4, round(big * 0.05 * (1 - share * 0.6)))
    if how == "hit":
        pygame.draw.circle(image, (255, 250, 236, alpha), (big // 2, big // 2), radius + wide, wide)
        pygame.draw.circle(image, (*color, alpha), (big // 2, big // 2), radius, wide)
    else:
        box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
        box.center = big // 2, big // 2
        for n in range(4):  # a guard all around, open at four places
            pygame.draw.arc(image, (*color, alpha), box, n * pi / 2 + 0.25, n * pi / 2 + pi / 2 - 0.25, 2 * wide)
    return pygame.transform.smoothscale(image, (size * 2, size * 2))


# Words that rise


def floats(
    image: pygame.Surface, animation: Animation, palette: Palette, places: Places, size: int, origin: tuple[int, int]
) -> None:
    """Numbers and words that rise on units and fade; with reduced motion they only stand there."""
    for each, rect in float_places(animation, places, size):
        mark = _word(each, size, palette, rect.width)
        fade = 1.0 if each.share < _EASED else (1 - each.share) / (1 - _EASED)
        if fade < 1:
            mark = mark.copy()
            mark.set_alpha(round(255 * fade))
        image.blit(mark, whole(image.get_rect(), rect.move(origin)))


def whole(view: pygame.Rect, rect: pygame.Rect) -> pygame.Rect:
    """Where words are drawn so that the view's rim does not cut them, if any of them is in view."""
    return rect.clamp(view) if view.colliderect(rect) else rect


def float_places(animation: Animation, places: Places, size: int) -> list[tuple[Live, pygame.Rect]]:
    """Where on the board they are: on their own unit, as those above it would seem to belong to the next.

    Several of one unit are a column, the latest below, so that none covers another; what finds no room there has been
    seen long enough.
    """
    found: list[tuple[Live, pygame.Rect]] = []
    square = animation.grid.kind == "square"
    columns: dict[int, list[Live]] = {}
    for each in animation.live:
        unit = each.stroke.unit
        if each.stroke.kind == "float" and unit is not None and unit in places:
            columns.setdefault(unit, []).append(each)
    for unit, column in columns.items():
        look, (x, y) = places[unit]
        tall = (size * look.size if isinstance(look.size, int) else size) * (0.92 if square else 0.84)
        others = [_body(each, size) for other, each in places.items() if other != unit and not each[0].down]
        words = [_word(each, size) for each in column]
        while len(words) > 1 and sum(word.get_height() for word in words) > tall:
            column, words = column[1:], words[1:]
        bottom = y + min(tall, sum(word.get_height() for word in words)) / 2 + size * _RISE / 2
        for each, word in zip(reversed(column), reversed(words), strict=True):
            rise = 0 if animation.still else each.share * size * _RISE
            rect = word.get_rect(midbottom=(round(x), round(bottom)))
            bottom -= rect.height
            placed = _beside(rect, _body(places[unit], size), others, round(size * _RISE))
            found.append((each, placed.move(0, -round(rise))))
    return found


def _body(place: tuple[UnitLook, tuple[float, float]], size: int) -> pygame.Rect:
    """Where on the board a unit is seen."""
    look, (x, y) = place
    wide = size * look.size if isinstance(look.size, int) else size
    rect = pygame.Rect(0, 0, round(wide * 0.86), round(wide * 0.86))
    rect.center = round(x), round(y)
    return rect


def _beside(rect: pygame.Rect, body: pygame.Rect, others: list[pygame.Rect], rise: int) -> pygame.Rect:
    """Words on their unit, moved to the side on which they cover no other; narrower if they would on both.

    It stays so while they rise so many pixels.
    """
    left, right = rect.move(body.right - rect.right, 0), rect.move(body.left - rect.left, 0)
    for tried in (rect, left, right):
        if pygame.Rect(tried.x, tried.y - rise, tried.w, tried.h + rise).collidelist(others) < 0:
            return tried
    return pygame.Rect(body.x, rect.y, min(rect.w, body.w), rect.h)


def _word(each: Live, size: int, palette: Palette | None = None, room: int = 0) -> pygame.Surface:
    """Numbers are larger than words; a pool is named by its icon. In less `room` than they need they are smaller."""
    tones = {"good": palette.good, "bad": palette.bad, "plain": palette.text} if palette is not None else {}
    color, words = tones.get(each.stroke.tone, (0, 0, 0)), each.stroke.words
    number = words[:1] in "+−"
    high = max(14, min(30, size * 2 // 5)) if number else max(12, min(18, size // 3))
    mark = _amount(words, each.stroke.icon, high, color) if number else plate(words, high, color)
    if not 0 < room < mark.get_width():
        return mark
    if number:
        return plate(words.split(" ")[0], high, color)
    if art.find("icons", each.stroke.icon):
        return _amount("", each.stroke.icon, high, color)
    return plate(text.shorten(words, 10, room - 5, bold=True), 10, color)


@lru_cache(maxsize=512)
def _amount(words: str, icon: str, high: int, color: Color) -> pygame.Surface:
    """A change of a pool; shared, so do not draw on it."""
    if not art.find("icons", icon):
        return plate(words, max(12, high * 3 // 4), color)
    number = plate(words.split(" ")[0], high, color)
    side, wide = number.get_height(), number.get_width() if words else 4
    image = pygame.Surface((wide + side, side), pygame.SRCALPHA)
    pygame.draw.rect(image, (*PLATE, 224), image.get_rect(), border_radius=high // 3)
    if words:
        image.blit(number, (0, 0))
    image.blit(art.picture("icons", icon, side - 4), (wide - 2, 2))
    return image
