"""Hexes, pointy side up: six directions, one metric, round and three-cornered footprints."""

from __future__ import annotations

from functools import lru_cache

from game.grid.layout import UNIT, Layout, Offset

_STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
_THIRD = UNIT // 3


def _distance(dq: int, dr: int) -> int:
    return max(abs(dq), abs(dr), abs(dq + dr))


def _shape(size: int) -> tuple[Offset, ...]:
    """Odd sizes are discs about the anchor, even ones are three touching cells grown outwards (POISE section 7)."""
    size = max(size, 1)
    seeds = ((0, 0),) if size % 2 else ((0, 0), (1, 0), (0, 1))
    radius = (size - 1) // 2
    span = range(-radius, radius + 2)
    return tuple((q, r) for r in span for q in span if any(_distance(q - x, r - y) <= radius for x, y in seeds))


@lru_cache(maxsize=1 << 15)
def _heading(dq: int, dr: int) -> int:
    """Halfway between two directions the clockwise one is taken (CLASH-GRID-9, AURA-GRID-4)."""
    dots = [2 * (dq * x + dr * y) + dq * y + dr * x for x, y in _STEPS]
    best = max(dots)
    return next(d for d in range(6) if dots[d] == best and dots[(d + 1) % 6] < best)


HEXES = Layout(
    kind="hex",
    stagger=1,
    names=("ne", "e", "se", "sw", "w", "nw"),
    steps=_STEPS,
    sides=(0, 1, 2, 3, 4, 5),
    owners=(1, 2, 3),
    corners=(
        (_THIRD, -2 * _THIRD),
        (2 * _THIRD, -_THIRD),
        (_THIRD, _THIRD),
        (-_THIRD, 2 * _THIRD),
        (-2 * _THIRD, _THIRD),
        (-_THIRD, -_THIRD),
    ),
    strips=((2, 1), (1, 2), (1, -1)),
    gram=(2, 1, 2),
    metrics=dict.fromkeys(("chebyshev", "alternating", "manhattan", "euclid"), _distance),
    shape=_shape,
    heading=_heading,
)
