"""Cheapest paths that turn at most once, which nearly all are, found without looking at all the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from game.grid.masks import Cell, CellSet

Spot: TypeAlias = tuple[Cell, int, int]
"""A cell on a cheapest path: what has been spent there, and whether an odd number of diagonals lies behind."""

Steps: TypeAlias = list[tuple[int, CellSet, int, int]]
"""Steps in one direction: what they cost from which cells, whether they count as diagonals, and what they cost more as
second ones."""

Legs: TypeAlias = Mapping[int, Steps]
"""Steps by what they add to the index of a cell."""

Layers: TypeAlias = "Sequence[tuple[CellSet, CellSet]]"
"""The cells by what the cheapest path to each costs, with an even and with an odd number of diagonals."""


def turning_once(legs: Legs, layers: Layers, start: Cell, end: Spot) -> Iterator[Sequence[Spot]]:
    """The cheapest paths to a spot that turn at most once, both ends included.

    Straight ones come first; of those with one turn first the ones whose last leg comes first in `legs`, and of those
    the one that turns nearest to the start.
    """
    off = end[0] - start
    for by in legs:
        if off % by == 0 and (last := _leg(legs[by], layers, end, by))[-1][0] == start:
            yield last[::-1]
    for by in legs:
        last = _leg(legs[by], layers, end, by)
        while len(last) > 1:
            turn = last.pop()
            for other in legs:
                if (turn[0] - start) % other == 0 and other != by:
                    first = _leg(legs[other], layers, turn, other)
                    if first[-1][0] == start:
                        yield first[::-1] + last[::-1]


def _leg(steps: Steps, layers: Layers, end: Spot, by: int) -> list[Spot]:
    """From a spot back in one direction, as far as the cheapest paths to it lead so."""
    cell, spent, parity = end
    path = [end]
    while spent and cell >= by:
        cell -= by
        for cost, sources, turns, more in steps:
            earlier = parity ^ turns
            then = spent - cost - earlier * more
            if then >= 0 and sources >> cell & 1 and layers[then][earlier] >> cell & 1:
                spent, parity = then, earlier
                path.append((cell, spent, parity))
                break
        else:
            break
    return path
