"""Cheapest paths that turn at most once, which nearly all are, found without looking at all the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from game.grid.masks import Cell, CellSet

Legs: TypeAlias = "Mapping[int, Sequence[tuple[int, CellSet]]]"
"""By what a step adds to the index of a cell: what it costs from which cells."""


def turning_once(
    legs: Legs, levels: Sequence[CellSet], start: Cell, cell: Cell, spent: int
) -> Sequence[tuple[Cell, int]] | None:
    """The cheapest path to a cell that costs so much and turns at most once, both ends included, with what has been
    spent at each cell; None if there is none.

    `levels` are the cells by what the cheapest path to each costs. Of several paths with one turn the one whose last
    leg comes first in `legs` is taken, and of those the one that turns nearest to the start.
    """
    for by in legs:
        if (cell - start) % by == 0 and (last := _leg(legs, levels, cell, spent, by))[-1][0] == start:
            return last[::-1]
    for by in legs:
        last = _leg(legs, levels, cell, spent, by)
        while len(last) > 1:
            turn, before = last.pop()
            for other in legs:
                if (turn - start) % other == 0 and other != by:
                    first = _leg(legs, levels, turn, before, other)
                    if first[-1][0] == start:
                        return first[::-1] + last[::-1]
    return None


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
