"""Numbers for many cells at once: sets of cells as the binary digits of what is counted."""

from __future__ import annotations

from collections.abc import Iterable

from game.grid.grid import Cell, CellSet, cells


def counted(areas: Iterable[CellSet]) -> list[CellSet]:
    """In how many of these areas each cell lies, a plane for each binary digit."""
    planes = list[CellSet]()
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


def some(planes: list[CellSet]) -> CellSet:
    """The cells that lie in any."""
    found = 0
    for plane in planes:
        found |= plane
    return found


def count(planes: list[CellSet], cell: Cell) -> int:
    """In how many a cell lies."""
    return sum([(plane >> cell & 1) << at for at, plane in enumerate(planes)])


def totals(planes: list[CellSet], wanted: CellSet) -> dict[Cell, int]:
    """The number of each of these cells."""
    found = dict.fromkeys(cells(wanted), 0)
    for at, plane in enumerate(planes):
        for cell in cells(plane & wanted):
            found[cell] += 1 << at
    return found
