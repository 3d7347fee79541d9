"""How colours look to eyes that lack one kind of cones, and how far two colours are apart."""

from __future__ import annotations

from typing import TypeAlias

from game.ui.kit.theme import Color

Matrix: TypeAlias = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

# Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009),
# severity 1, on linear RGB.
VISIONS: dict[str, Matrix] = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

_LINEAR = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in range(256)]


def seen(color: Color, vision: str) -> Color:
    """A colour as somebody with this vision sees it."""
    linear = [_LINEAR[channel] for channel in color]
    red, green, blue = (_channel(sum(a * b for a, b in zip(row, linear, strict=True))) for row in VISIONS[vision])
    return red, green, blue


def _channel(linear: float) -> int:
    linear = min(1.0, max(0.0, linear))
    return round(255 * (linear * 12.92 if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055))


def apart(one: Color, other: Color) -> float:
    """The distance in Oklab times 100: about 2 is just to be seen side by side, black to white is 100."""
    return 100 * sum((a - b) ** 2 for a, b in zip(_oklab(one), _oklab(other), strict=True)) ** 0.5


def _oklab(color: Color) -> tuple[float, float, float]:
    red, green, blue = (_LINEAR[channel] for channel in color)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
