"""Cells and sets of cells as plain integers: a set has one bit a cell."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import compress
from operator import or_
from typing import TypeAlias

Cell: TypeAlias = int
"""The index of a cell's bit. Only its grid knows where it lies."""

CellSet: TypeAlias = int
"""Bit n is set if cell n belongs to the set; `|`, `&` and `& ~` are union, intersection and difference."""

EdgeId: TypeAlias = int
"""The index of a border between two cells, or between a cell and the outside."""

EdgeSet: TypeAlias = int
"""Bit n is set if edge n belongs to the set."""

Point: TypeAlias = tuple[int, int]
"""A place in lattice units (see `layout.UNIT`): x and y on squares, axial q and r on hexes."""


def cells(mask: CellSet) -> Iterator[Cell]:
    """The members of a set, lowest index first."""
    low = mask & -mask
    if mask == low:
        return iter((mask.bit_length() - 1,) if mask else ())
    if mask.bit_count() <= _SINGLE:
        return iter(_one_by_one(mask))
    least = low.bit_length() - 1
    mask >>= least  # what lies before the first is not gone through
    if mask.bit_count() * _DENSE > mask.bit_length():
        return compress(itertools.count(least), bin(mask)[:1:-1].encode().translate(_AS_NUMBERS))
    return _few(mask, least)


_SINGLE = 32  # no more than so many cells are taken off one by one: mostly twice as fast
_DENSE = 8  # of so many cells more than one is in a set that is gone through cell by cell: three times as fast
_AS_NUMBERS = bytes.maketrans(b"01", b"\0\1")


def _one_by_one(mask: CellSet) -> list[Cell]:
    found: list[Cell] = []
    while mask:
        last = mask.bit_length() - 1
        found.append(last)
        mask ^= 1 << last
    found.reverse()
    return found


def _few(mask: CellSet, least: Cell) -> Iterator[Cell]:
    digits = bin(mask)[:1:-1]
    found = digits.find("1")
    while found >= 0:
        yield least + found
        found = digits.find("1", found + 1)


def first(mask: CellSet) -> Cell:
    """The lowest member; ValueError if the set is empty."""
    if not mask:
        raise ValueError("an empty set of cells has no first cell")
    return (mask & -mask).bit_length() - 1


def count(mask: CellSet) -> int:
    """How many members a set has."""
    return mask.bit_count()


def union(sets: Iterable[CellSet]) -> CellSet:
    """The cells of any of the sets."""
    return reduce(or_, sets, 0)


def by_first(level: tuple[int, CellSet]) -> CellSet:
    """By what sets of cells are put in the order of the first cell of each."""
    return level[1] & -level[1]


def bits(members: Iterable[int]) -> int:
    """The set of the given cells (or edges)."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask
