"""The card of what goes on: who does what to whom, dice that fall with their faces, the answer, how it came out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin

import pygame
from msgspec import Struct

from game.kernel.components import Unit
from game.text import names
from game.ui.battle.animation import Animation, Live
from game.ui.battle.scene import Scene
from game.ui.board.unit_look import UnitLook
from game.ui.kit import text
from game.ui.kit.theme import Color

_WIDE, _HIGH, _PAD = 240, 150, 9  # of a usual card at 100 %
_SHARE = 0.5, 0.5  # of the view that it takes at most, where its letters need not be smaller than usual for that
_STRIDE = 40  # pixels between two places that are tried for it
_LINE = 36  # pixels at the lower edge that the line about the pointed cell takes
_GROUND: Color = (26, 22, 19)
_IVORY: Color = (246, 239, 223)
_INK: Color = (43, 38, 32)
_MOST_DICE = 8
_FALLS = 240  # milliseconds until a die lies still
_TURN = 70  # milliseconds that a falling die shows a face
_CORNERS = {4: 3, 6: 4, 8: 4, 10: 5, 12: 5, 20: 6}


class Row(Struct, frozen=True):
    """One line of the card; `dice` says how many places for dice it has."""

    words: str
    color: Color
    bold: bool = False
    dice: int = 0


Places = Mapping[int, "tuple[UnitLook, tuple[float, float]]"]


class Card:
    """Draws the card of the latest act where it covers no unit, and leaves it there while the act goes on."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)  # where it was drawn last; empty if it was not
        self._stands: tuple[object, tuple[pygame.Rect, bool]] = ((), (pygame.Rect(0, 0, 0, 0), False))

    def draw(
        self,
        image: pygame.Surface,
        animation: Animation,
        scene: Scene,
        places: Places,
        size: int,
        origin: tuple[int, int],
        scale: float,
        taken: pygame.Rect | None = None,
    ) -> None:
        """Draw it, if anything goes on; it stays off the place that is `taken`."""
        found = card_of(animation.live)
        self.rect = pygame.Rect(0, 0, 0, 0)
        if not found:
            return
        rows, free = rows_of(found, scene), _free(image, scale)
        picture = _picture(tuple(rows), scale, scene.palette.key)
        most = image.get_width() * _SHARE[0] / picture.get_width(), image.get_height() * _SHARE[1] / _HIGH / scale
        if min(most) < 1 < scale:  # most of the board would lie under it
            scale = max(1.0, scale * min(most))
            picture = _picture(tuple(rows), scale, scene.palette.key)
        units = _unit_rects(places, size, origin)
        about = [units[unit] for unit in _about(found) if unit in units]
        if not about:
            return
        key = (found[0].stroke.act, size, origin, image.get_size(), scale)
        if self._stands[0] != key or not _holds(self._stands[1][0], picture):
            room = max(round(_WIDE * scale), picture.get_width()), max(round(_HIGH * scale), picture.get_height())
            self._stands = key, stand(free, about, [*units.values(), *([taken] if taken else [])], room)
        place, above = self._stands[1]
        rect = picture.get_rect(midbottom=place.midbottom) if above else picture.get_rect(midtop=place.midtop)
        self.rect = rect.clamp(free)
        image.blit(picture, self.rect)
        _draw_dice(image, found, self.rect, scale, still=animation.still)


def _free(image: pygame.Surface, scale: float) -> pygame.Rect:
    """The board without the line about the cell that is pointed at."""
    width, height = image.get_size()
    return pygame.Rect(0, 0, width, height - round(_LINE * scale))


def _holds(room: pygame.Rect, picture: pygame.Surface) -> bool:
    return room.w >= picture.get_width() and room.h >= picture.get_height()


def card_of(live: Sequence[Live]) -> list[Live]:
    """The strokes on the card of the act that was begun last."""
    cards = [each for each in live if each.stroke.kind in ("line", "say", "dice")]
    act = max((each.stroke.act for each in cards), default=0)
    return [each for each in cards if each.stroke.act == act]


def rows_of(found: Sequence[Live], scene: Scene) -> list[Row]:
    """The lines of a card; the first says who does it, and to whom."""
    palette, rows = scene.palette, []
    tones = {"answer": palette.info, "hit": palette.warn, "miss": palette.dim}
    first = found[0].stroke
    for each in found:
        stroke = each.stroke
        who = _name(scene, stroke.unit)
        if stroke.kind == "line":
            whom = f" → {_name(scene, stroke.other)}" if stroke.other is not None else ""
            rows.append(Row(who + whom, palette.text))
            rows.append(Row(stroke.words, palette.accent, bold=True))
        elif stroke.kind == "dice":
            other = f"{who}, " if stroke.unit != first.unit or first.kind == "dice" else ""
            rows.append(Row(f"{other}{stroke.words}", palette.text, dice=min(_MOST_DICE, len(stroke.dice))))
        else:
            words = f"{who}: {stroke.words}" if stroke.unit != first.unit else stroke.words
            rows.append(Row(words, tones.get(stroke.tone, palette.text), bold=stroke.tone in ("hit", "miss")))
    return rows


def _name(scene: Scene, unit: int | None) -> str:
    if unit is None or unit in scene.hidden or not scene.world.has(unit, Unit):
        return "Somebody"
    return names.unit_name(scene.world, unit)


def _about(found: Sequence[Live]) -> list[int]:
    """The units that the card is about; it stands beside all of them."""
    units = [unit for each in found[:1] for unit in (each.stroke.unit, each.stroke.other)]
    return [unit for unit in dict.fromkeys(units) if unit is not None]


def _unit_rects(places: Places, size: int, origin: tuple[int, int]) -> dict[int, pygame.Rect]:
    found = {}
    for unit, (_, (x, y)) in places.items():
        found[unit] = pygame.Rect(0, 0, size, size)
        found[unit].center = round(x) + origin[0], round(y) + origin[1]
    return found


def stand(
    view: pygame.Rect, about: Sequence[pygame.Rect], units: Iterable[pygame.Rect], wanted: tuple[int, int]
) -> tuple[pygame.Rect, bool]:
    """Where a card of that size covers the fewest units, near those it is about; and whether it stands above them."""
    pair, gap = about[0].unionall([*about[1:]]), 8
    room = pygame.Rect((0, 0), wanted)
    tried: list[tuple[pygame.Rect, bool]] = []
    for x in (pair.centerx, pair.left + wanted[0] // 2, pair.right - wanted[0] // 2):
        tried.append((room.move(x - wanted[0] // 2, pair.top - gap - wanted[1]), True))
        tried.append((room.move(x - wanted[0] // 2, pair.bottom + gap), False))
    for y in (pair.centery - wanted[1] // 2, pair.top - wanted[1] // 2):
        tried.append((room.move(pair.right + gap, y), False))
        tried.append((room.move(pair.left - gap - wanted[0], y), False))
    others = [rect for rect in units if rect.colliderect(view)]

    def covered(rect: pygame.Rect) -> int:
        own = sum(4 * _area(rect.clip(each)) for each in about)
        return own + sum(_area(rect.clip(each)) for each in others)

    inside = [(rect.clamp(view), above) for rect, above in tried]
    best = min(inside, key=lambda one: covered(one[0]))  # the first of equals
    if not covered(best[0]):
        return best
    around = [
        room.move(x, y)
        for x in range(view.left, view.right - room.w + 1, _STRIDE)
        for y in range(view.top, view.bottom - room.h + 1, _STRIDE)
    ]
    around.sort(key=lambda rect: (rect.centerx - pair.centerx) ** 2 + (rect.centery - pair.centery) ** 2)
    free = next((rect for rect in around if not covered(rect)), None)
    return (free, False) if free is not None else best


def _area(rect: pygame.Rect) -> int:
    return rect.w * rect.h


@lru_cache(maxsize=128)
def _picture(rows: tuple[Row, ...], scale: float, palette: str) -> pygame.Surface:
    """The card without its dice; it is shared, so do not draw on it."""
    size, pad, die = round(13 * scale), round(_PAD * scale), _die_size(scale)
    most = round(_WIDE * 1.3 * scale)
    wide = round(_WIDE * 0.6 * scale)
    for row in rows:
        room = row.dice * (die + 2)
        wide = max(wide, min(most, text.width(row.words, size, bold=row.bold) + room + (pad if room else 0) + 2 * pad))
    high = sum(_row_height(row, scale) for row in rows) + 2 * pad
    image = pygame.Surface((wide, high), pygame.SRCALPHA)
    pygame.draw.rect(image, (*_GROUND, 236), image.get_rect(), border_radius=pad)
    pygame.draw.rect(image, (120, 104, 82), image.get_rect(), 1, border_radius=pad)
    y = pad
    for row in rows:
        tall = _row_height(row, scale)
        room = wide - 2 * pad - row.dice * (die + 2)
        below = y + (tall - text.line_height(size)) // 2
        text.draw(image, row.words, (pad, below), size, row.color, bold=row.bold, room=room)
        y += tall
    return image


def _row_height(row: Row, scale: float) -> int:
    plain = text.line_height(round(13 * scale))
    return max(plain, _die_size(scale) + 3) if row.dice else plain


def _die_size(scale: float) -> int:
    return round(25 * scale)


# Dice


def _draw_dice(image: pygame.Surface, found: Sequence[Live], card: pygame.Rect, scale: float, *, still: bool) -> None:
    """The dice at the right end of their lines; they tumble down until they have fallen."""
    plain, die, pad = text.line_height(round(13 * scale)), _die_size(scale), round(_PAD * scale)
    y, blits = card.y + pad, []
    for each in found:
        stroke = each.stroke
        if stroke.kind != "dice":
            y += 2 * plain if stroke.kind == "line" else plain
            continue
        shown = stroke.dice[:_MOST_DICE]
        fallen = min(1.0, each.age / _FALLS)
        x = card.right - pad - len(shown) * (die + 2)
        for number, (sides, face) in enumerate(shown):
            picture, lift = fallen_die(sides, face, die, fallen, int(each.age), number, still=still)
            blits.append((picture, picture.get_rect(center=(x + die // 2, y + die // 2 - lift))))
            x += die + 2
        y += max(plain, die + 3)
    image.fblits(blits)


def fallen_die(
    sides: int, face: int, size: int, fallen: float, age: int, number: int, *, still: bool
) -> tuple[pygame.Surface, int]:
    """A die as it is seen when it has fallen so far (0 to 1), and how high above its place it is."""
    if fallen >= 1 or still:
        return die_picture(sides, face, size, 0), 0
    shown = (face + age // _TURN * 7 + number * 5) % sides + 1
    lift = abs(cos(fallen * pi * 1.5)) * (1 - fallen) * size * 0.9
    return die_picture(sides, shown, size, (age // _TURN + number) % 8), round(lift)


@lru_cache(maxsize=512)
def die_picture(sides: int, face: int, size: int, turned: int) -> pygame.Surface:
    """A die that shows a face, turned by so many eighths; it is shared, so do not draw on it."""
    big = size * 3
    image = pygame.Surface((big, big), pygame.SRCALPHA)
    corners, middle, radius = _CORNERS.get(sides, 0), big / 2, big / 2 - 2
    if corners:
        first = -pi / 2 if sides not in (6,) else -pi / 4
        points = [
            (middle + radius * cos(first + 2 * pi * n / corners), middle + radius * sin(first + 2 * pi * n / corners))
            for n in range(corners)
        ]
        pygame.draw.polygon(image, _IVORY, points)
        pygame.draw.polygon(image, _INK, points, max(3, big // 20))
    else:
        pygame.draw.circle(image, _IVORY, (middle, middle), radius)
        pygame.draw.circle(image, _INK, (middle, middle), radius, max(3, big // 20))
    mark = text.render(str(face), round(big * (0.5 if face < 10 else 0.42)), _INK, bold=True)
    image.blit(mark, mark.get_rect(center=(middle, middle + (big * 0.06 if sides == 4 else 0))))
    if turned:
        whole = pygame.transform.rotate(image, -45 * turned)
        image = whole.subsurface(whole.get_rect().inflate(big - whole.get_width(), big - whole.get_height())).copy()
    return pygame.transform.smoothscale(image, (size, size))
