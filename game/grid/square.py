"""Squares: eight directions, four metrics, n x n footprints."""

from __future__ import annotations

from math import isqrt

from game.grid.layout import UNIT, Layout, Offset

_STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_HALF = UNIT // 2


def _chebyshev(dx: int, dy: int) -> int:
    return max(abs(dx), abs(dy))


def _alternating(dx: int, dy: int) -> int:
    dx, dy = abs(dx), abs(dy)
    return max(dx, dy) + min(dx, dy) // 2


def _manhattan(dx: int, dy: int) -> int:
    return abs(dx) + abs(dy)


def _euclid(dx: int, dy: int) -> int:
    return isqrt(dx * dx + dy * dy)


def _shape(size: int) -> tuple[Offset, ...]:
    side = max(size, 1)
    return tuple((x, y) for y in range(side) for x in range(side))


def _heading(dx: int, dy: int) -> int:
    """No ties: the bounds between two of eight directions have an irrational slope, the square root of 2 less 1."""
    long, short = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    if (long + short) ** 2 < 2 * long * long:
        dx, dy = (dx, 0) if abs(dx) > abs(dy) else (0, dy)
    return _STEPS.index(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)))


SQUARES = Layout(
    kind="square",
    stagger=0,
    names=("n", "ne", "e", "se", "s", "sw", "w", "nw"),
    steps=_STEPS,
    sides=(0, 2, 4, 6),
    owners=(2, 4),
    corners=((-_HALF, -_HALF), (_HALF, -_HALF), (_HALF, _HALF), (-_HALF, _HALF)),
    strips=((2, 0), (0, 2)),
    gram=(2, 0, 2),
    metrics={"chebyshev": _chebyshev, "alternating": _alternating, "manhattan": _manhattan, "euclid": _euclid},
    shape=_shape,
    heading=_heading,
)
