"""Ground that nobody built: open fields, forests, caves and rivers."""

from __future__ import annotations

from collections.abc import Mapping

from game.board import LEVEL
from game.edit.generators.plot import Plot
from game.edit.shapes import inner
from game.grid.grid import Cell, CellSet, bits, cells


def open_field(plot: Plot, numbers: Mapping[str, int]) -> None:
    """Grass with patches, hills, single trees and stones."""
    plot.fill(plot.region, plot.kind("ground"))
    size = plot.region.bit_count()
    for _ in range(size * numbers["patches"] // 1000):
        plot.fill(plot.blob(plot.cell(plot.region), plot.between(4, 14), plot.region), plot.kind("patches"))
    for _ in range(numbers["hills"]):
        _hill(plot, plot.blob(plot.cell(plot.region), plot.between(size // 40, size // 16), plot.region))
    plot.sprinkle(plot.region, "trees", numbers["trees"])
    plot.sprinkle(plot.region, "stones", numbers["stones"])


def _hill(plot: Plot, foot: CellSet) -> None:
    """A rise of up to three levels, each ring one level higher than the one about it."""
    for _ in range(3):
        if not foot:
            return
        plot.heights.update({cell: plot.heights.get(cell, 0) + LEVEL for cell in cells(foot)})
        foot = inner(plot.grid, inner(plot.grid, foot))


def forest(plot: Plot, numbers: Mapping[str, int]) -> None:
    """Woods that thicken inwards, with clearings and a path through."""
    plot.fill(plot.region, plot.kind("ground"))
    seeds = bits(cell for cell in cells(plot.region) if plot.chance(numbers["density"]))
    wood = plot.smoothed(seeds, 3, outside=numbers["density"] >= 50)
    plot.fill(plot.grid.spread(wood) & ~wood, plot.kind("edge"))
    plot.fill(wood, plot.kind("wood"))
    plot.fill(inner(plot.grid, inner(plot.grid, wood)), plot.kind("dense"))
    for _ in range(numbers["clearings"]):
        plot.fill(plot.blob(plot.cell(plot.region), plot.between(7, 19), plot.region), plot.kind("clearing"))
    for _ in range(numbers["paths"]):
        plot.fill(bits(_across(plot, 35)), plot.kind("path"))


def _across(plot: Plot, wildness: int) -> list[Cell]:
    """A way from one side of the region to the other, along its longer dimension."""
    wide = plot.width >= plot.height
    ends: list[Cell] = []
    for far in (False, True):
        strip = (
            plot.rect(plot.left + (plot.width - 1) * far, plot.top + plot.height // 4, 1, plot.height // 2 + 1)
            if wide
            else plot.rect(plot.left + plot.width // 4, plot.top + (plot.height - 1) * far, plot.width // 2 + 1, 1)
        )
        ends.append(plot.cell(strip or plot.region))
    return plot.wander(ends[0], ends[1], wildness)


def cave(plot: Plot, numbers: Mapping[str, int]) -> None:
    """Winding halls in solid rock, with pools and fallen stones."""
    rim = plot.region & ~inner(plot.grid, plot.region)
    seeds = bits(cell for cell in cells(plot.region) if plot.chance(numbers["rock"]))
    rock = plot.smoothed(seeds | rim, 4, outside=True)
    floor = plot.region & ~rock
    if floor.bit_count() * 5 < plot.region.bit_count():
        floor |= plot.blob(plot.cell(plot.region & ~rim or plot.region), plot.region.bit_count() // 3, plot.region)
    plot.fill(plot.region, plot.kind("wall"))
    plot.fill(floor, plot.kind("ground"))
    for _ in range(numbers["pools"]):
        plot.fill(plot.blob(plot.cell(floor), plot.between(4, 10), floor), plot.kind("water"))
    plot.sprinkle(plot.lie("ground"), "litter", numbers["litter"])


def river(plot: Plot, numbers: Mapping[str, int]) -> None:
    """A river across the region, with banks, bridges that roads lead to, and a ford."""
    plot.fill(plot.region, plot.kind("ground"))
    plot.sprinkle(plot.region, "trees", numbers["trees"])
    wide = plot.width >= plot.height
    course = _course(plot, numbers["bends"], wide=wide)
    water: dict[int, CellSet] = {}
    width = numbers["width"]
    for depth, part in enumerate(("shore", "bank", "middle", "deep")):
        reach = width - depth
        if reach >= 0 and (part != "deep" or width >= 3):
            water[depth] = plot.grid.within(course, reach, "euclid") & plot.region
            plot.fill(water[depth], plot.kind(part))
    wet = water[min(1, max(water))]
    for cell in cells(water[0]):
        plot.props.pop(cell, None)
    _crossings(plot, course, wet, numbers, wide=wide)


def _course(plot: Plot, bends: int, *, wide: bool) -> CellSet:
    """The middle of a river from side to side, one cell or a few in each row (or column)."""
    along, over = (plot.height, plot.width) if wide else (plot.width, plot.height)
    first = plot.top if wide else plot.left
    at = plot.between(over * 2 // 5, over * 3 // 5)
    found: list[tuple[int, int]] = []
    for step in range(along):
        last = at
        if plot.chance(bends):
            at = max(over // 4, min(over * 3 // 4, at + plot.between(-1, 1)))
        found += [(each, first + step) for each in range(min(last, at), max(last, at) + 1)]
    base = plot.left if wide else plot.top
    spots = [(base + off, step) if wide else (step, base + off) for off, step in found]
    return bits(plot.grid.at(*spot) for spot in spots if plot.grid.inside(*spot)) & plot.region


def _crossings(plot: Plot, course: CellSet, wet: CellSet, numbers: Mapping[str, int], *, wide: bool) -> None:
    """Bridges at even distances with roads through the region, and a ford between the first two."""
    along, first = (plot.height, plot.top) if wide else (plot.width, plot.left)
    count = numbers["bridges"]
    for number in range(count + numbers["fords"]):
        bridge = number < count
        step = first + along * (2 * number + 1) // (2 * max(1, count + numbers["fords"]))
        line = plot.rect(plot.left, step, plot.width, 1) if wide else plot.rect(step, plot.top, 1, plot.height)
        if bridge:
            plot.fill(line & ~wet, plot.kind("road"))
            plot.fill(line & wet, plot.kind("bridge"))
        else:
            plot.fill(line & wet, plot.kind("bank"))
        for cell in cells(line if bridge else line & wet):
            plot.props.pop(cell, None)
