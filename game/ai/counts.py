"""Numbers for many cells at once: sets of cells as the binary digits of what is counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from game.grid.grid import CellSet


def counted(areas: Iterable[CellSet]) -> list[CellSet]:
    """In how many of these areas each cell lies, a plane for each binary digit."""
    planes: list[CellSet] = []
    for area in areas:
        _add(planes, area, 0)
    return planes


def add_times(planes: list[CellSet], area: CellSet, times: int) -> None:
    """Add so much to each cell of an area."""
    at = 0
    while times and area:
        if times & 1:
            _add(planes, area, at)
        times, at = times >> 1, at + 1


def _add(planes: list[CellSet], area: CellSet, at: int) -> None:
    """Add that digit to each cell of an area."""
    if len(planes) < at:
        planes.extend([0] * (at - len(planes)))
    for place in range(at, len(planes)):
        if not area:
            return
        planes[place], area = planes[place] ^ area, planes[place] & area
    if area:
        planes.append(area)


def added(planes: Sequence[CellSet], area: CellSet) -> list[CellSet]:
    """One more for each cell of an area."""
    found = [*planes]
    _add(found, area, 0)
    return found


def taken(planes: Sequence[CellSet], area: CellSet) -> list[CellSet]:
    """One less for each cell of an area, none of which may be at nothing."""
    found = [*planes]
    for at, plane in enumerate(planes):
        if not area:
            break
        found[at], area = plane ^ area, area & ~plane
    while found and not found[-1]:
        found.pop()
    return found


def exceeds(more: Sequence[CellSet], less: Sequence[CellSet]) -> CellSet:
    """The cells of which one count is above another."""
    found, equal = 0, ~0
    for one, other in reversed([*zip_longest(more, less, fillvalue=0)]):
        found |= equal & one & ~other
        equal &= ~(one ^ other)
    return found


def some(planes: Sequence[CellSet]) -> CellSet:
    """The cells that lie in any."""
    found = 0
    for plane in planes:
        found |= plane
    return found


def by_number(planes: Sequence[CellSet], wanted: CellSet) -> list[tuple[int, CellSet]]:
    """These cells by the number of each; no number stands twice."""
    found = [(0, wanted)] if wanted else []
    for at, plane in enumerate(planes):
        if plane & wanted:
            less: list[tuple[int, CellSet]] = []
            more: list[tuple[int, CellSet]] = []
            for group in found:
                number, area = group
                there = area & plane
                if there:
                    more.append((number + (1 << at), there))
                    if there != area:
                        less.append((number, area ^ there))
                else:
                    less.append(group)
            found = less + more
    return found
