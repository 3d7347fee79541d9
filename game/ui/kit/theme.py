"""How the game looks: palettes, side colours and shapes, and metrics at any UI scale."""

from __future__ import annotations

import math
from typing import TypeAlias

from msgspec import Struct

Color: TypeAlias = tuple[int, int, int]

SCALES = (75, 100, 125, 150, 175, 200, 225, 250)  # per cent
SIZES = {"small": 12, "body": 14, "lead": 17, "head": 22, "title": 44}  # font heights at 100 %
SHAPES = ("round", "square", "hexagon", "diamond", "shield", "octagon")  # also the names of assets/frames


class Palette(Struct, frozen=True):
    """One set of colours. `sides` has a colour per side number; `overlays` one per kind of overlay.

    All of them are told apart by people without one kind of cones as well (tests/ui/test_colours.py).
    """

    key: str
    title: str
    back: Color  # behind everything
    panel: Color
    raised: Color  # buttons, rows, tags
    hover: Color
    line: Color
    text: Color
    dim: Color
    accent: Color  # what can be done now
    ink: Color  # text on the accent
    focus: Color
    good: Color
    bad: Color
    warn: Color
    info: Color
    sides: tuple[Color, ...]
    odds: tuple[Color, ...]  # of chances from small to great, see `odds_of`
    overlays: dict[str, Color]

    def side(self, number: int) -> Color:
        """The colour of a side by its number from 1."""
        return self.sides[(number - 1) % len(self.sides)]

    def odds_of(self, probability: float) -> Color:
        """The colour of a chance: one for each quarter, the greater the lighter."""
        return self.odds[min(len(self.odds) - 1, int(probability * len(self.odds)))]

    def overlay(self, kind: str) -> Color:
        """The colour of an overlay kind; the accent for one that has none of its own."""
        return self.overlays.get(kind, self.accent)


DEFAULT = Palette(
    key="default",
    title="Tournament",
    back=(18, 20, 25),
    panel=(28, 31, 38),
    raised=(43, 47, 57),
    hover=(60, 66, 80),
    line=(74, 80, 94),
    text=(238, 236, 228),
    dim=(172, 174, 180),
    accent=(232, 184, 84),
    ink=(24, 20, 10),
    focus=(255, 224, 130),
    good=(137, 210, 144),
    bad=(236, 118, 106),
    warn=(253, 173, 62),
    info=(104, 175, 230),
    sides=((224, 98, 84), (101, 146, 229), (161, 220, 164), (222, 178, 61), (184, 119, 162), (98, 195, 197)),
    odds=((169, 101, 171), (229, 119, 95), (244, 170, 70), (252, 238, 160)),
    overlays={
        "reach": (99, 149, 253),
        "path": (255, 244, 185),
        "zone": (239, 149, 72),
        "surrounded": (218, 96, 169),
        "threat": (243, 76, 63),
        "arc": (193, 163, 221),
        "cover": (110, 200, 150),
        "objective": (250, 214, 90),
        "sight": (250, 250, 160),
        "blocked": (243, 76, 63),
    },
)

SAFE = Palette(
    key="safe",
    title="Colour-blind safe",
    back=(16, 18, 24),
    panel=(26, 29, 37),
    raised=(42, 46, 57),
    hover=(58, 64, 80),
    line=(78, 84, 100),
    text=(242, 242, 242),
    dim=(178, 180, 188),
    accent=(240, 228, 66),
    ink=(20, 20, 8),
    focus=(255, 255, 255),
    good=(89, 178, 232),
    bad=(238, 126, 48),
    warn=(240, 228, 66),
    info=(144, 207, 255),
    sides=((241, 172, 0), (128, 209, 255), (32, 171, 128), (247, 230, 67), (188, 132, 218), (229, 108, 6)),
    odds=((167, 102, 166), (226, 120, 91), (241, 175, 72), (252, 238, 160)),
    overlays={
        "reach": (79, 183, 251),
        "path": (255, 255, 255),
        "zone": (230, 159, 0),
        "surrounded": (174, 94, 174),
        "threat": (214, 95, 7),
        "arc": (187, 139, 181),
        "cover": (25, 158, 109),
        "objective": (240, 228, 67),
        "sight": (255, 255, 255),
        "blocked": (214, 95, 7),
    },
)

CONTRAST = Palette(
    key="contrast",
    title="High contrast",
    back=(0, 0, 0),
    panel=(0, 0, 0),
    raised=(30, 30, 30),
    hover=(64, 64, 64),
    line=(200, 200, 200),
    text=(255, 255, 255),
    dim=(218, 218, 218),
    accent=(255, 221, 0),
    ink=(0, 0, 0),
    focus=(0, 255, 255),
    good=(112, 255, 136),
    bad=(255, 142, 135),
    warn=(248, 187, 10),
    info=(138, 205, 249),
    sides=((255, 127, 106), (110, 193, 255), (189, 255, 166), (255, 221, 0), (223, 154, 188), (44, 240, 241)),
    odds=((188, 97, 187), (255, 120, 90), (255, 190, 60), (255, 250, 180)),
    overlays={
        "reach": (68, 197, 255),
        "path": (255, 255, 255),
        "zone": (255, 160, 0),
        "surrounded": (252, 89, 192),
        "threat": (255, 70, 49),
        "arc": (182, 123, 255),
        "cover": (61, 255, 160),
        "objective": (255, 230, 0),
        "sight": (255, 255, 255),
        "blocked": (255, 70, 49),
    },
)

PALETTES = (DEFAULT, SAFE, CONTRAST)


class Look(Struct, frozen=True):
    """A palette at a UI scale (per cent): everything that is drawn asks it for colours and pixels."""

    palette: Palette = DEFAULT
    scale: int = 100
    still: bool = False  # reduced motion

    def px(self, points: float) -> int:
        """Pixels of a length given at 100 %; never less than 1 for a positive one."""
        pixels = round(points * self.scale / 100)
        return max(1, pixels) if points > 0 else pixels

    def size(self, name: str) -> int:
        """Font height in pixels of a named size: small, body, lead, head, title."""
        return self.px(SIZES[name])


def find_palette(key: str) -> Palette:
    """The palette of that key; the default one for an unknown key."""
    return next((palette for palette in PALETTES if palette.key == key), DEFAULT)


def side_shape(number: int) -> str:
    """The shape that tells a side apart without colour, by its number from 1."""
    return SHAPES[(number - 1) % len(SHAPES)]


def shape_points(shape: str, x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """The corners of a side's shape around a point; `round` has none (draw a circle)."""
    if shape == "shield":
        corners = ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.1), (0.5, 0.65), (0, 1), (-0.5, 0.65), (-0.85, 0.1))
        return [(x + radius * dx, y + radius * dy) for dx, dy in corners]
    count, turn = {"square": (4, 45), "diamond": (4, 0), "hexagon": (6, 90), "octagon": (8, 22.5)}.get(shape, (0, 0))
    angles = [math.radians(turn + 360 * n / count) for n in range(count)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def luminance(color: Color) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.1)."""
    parts = [channel / 255 for channel in color]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.1)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(color: Color) -> Color:
    """Black or white, whichever reads better on this colour."""
    return (0, 0, 0) if contrast(color, (0, 0, 0)) >= contrast(color, (255, 255, 255)) else (255, 255, 255)


def mix(one: Color, other: Color, share: float) -> Color:
    """A colour between two: `share` 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
