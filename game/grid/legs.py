"""Cheapest paths that turn at most once, which nearly all are, found without looking at all the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from game.grid.masks import Cell, CellSet

Legs: TypeAlias = "Mapping[int, Sequence[tuple[int, CellSet]]]"
"""By what a step adds to the index of a cell: what it costs from which cells."""


def turning_once(
    legs: Legs, levels: Sequence[CellSet], start: Cell, cell: Cell, spent: int
) -> Iterator[Sequence[tuple[Cell, int]]]:
    """The cheapest paths to a cell that costs so much that turn at most once, both ends included, with what has been
    spent at each cell.

    `levels` are the cells by what the cheapest path to each costs. Straight ones come first; of those with one turn
    first the ones whose last leg comes first in `legs`, and of those the one that turns nearest to the start.
    """
    for by in legs:
        if (cell - start) % by == 0 and (last := _leg(legs, levels, cell, spent, by))[-1][0] == start:
            yield last[::-1]
    for by in legs:
        last = _leg(legs, levels, cell, spent, by)
        while len(last) > 1:
            turn, before = last.pop()
            for other in legs:
                if (turn - start) % other == 0 and other != by:
                    first = _leg(legs, levels, turn, before, other)
                    if first[-1][0] == start:
                        yield first[::-1] + last[::-1]


def _leg(legs: Legs, levels: Sequence[CellSet], cell: Cell, spent: int, by: int) -> list[tuple[Cell, int]]:
    """From a cell back in one direction, as far as the cheapest paths to it lead so: cells, and what each took."""
    path, steps = [(cell, spent)], legs[by]
    while spent and cell >= by:
        cell -= by
        for cost, sources in steps:
            if cost <= spent and sources >> cell & 1 and levels[spent - cost] >> cell & 1:
                spent -= cost
                path.append((cell, spent))
                break
        else:
            break
    return path
