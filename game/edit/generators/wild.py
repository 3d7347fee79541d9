"""Ground that nobody built: open fields, forests, caves and rivers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.edit.generators.plot import Plot
from game.edit.shapes import inner
from game.grid.grid import Cell, CellSet, bits, cells
from game.map.board import LEVEL


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
        plot.fill(_across(plot, 35), plot.kind("path"))


def _across(plot: Plot, wildness: int) -> CellSet:
    """A way from one side of the region to the other, along its longer dimension, or across a mirror."""
    wide = plot.width >= plot.height if plot.way not in ("mirror_h", "mirror_v") else plot.way == "mirror_h"
    if plot.way == "mirror_hv":  # along one mirror, so that it is its own image in the other
        col, row = plot.middle()
        line = plot.rect(plot.left, row, plot.width, 1) if wide else plot.rect(col, plot.top, 1, plot.height)
        return plot.mirrored(line)
    ends: list[Cell] = []
    for far in (False, True):
        strip = (
            plot.rect(plot.left + (plot.width - 1) * far, plot.top + plot.height // 4, 1, plot.height // 2 + 1)
            if wide
            else plot.rect(plot.left + plot.width // 4, plot.top + (plot.height - 1) * far, plot.width // 2 + 1, 1)
        )
        ends.append(plot.cell(strip or plot.region))
    if not plot.heart:
        return bits(plot.wander(ends[0], ends[1], wildness))
    goal = min(cells(plot.heart), key=lambda cell: (plot.grid.distance(ends[0], cell, "manhattan"), cell))
    found = bits(plot.wander(ends[0], goal, wildness)) & plot.region
    return plot.mirrored(found if plot.way in ("mirror_h", "mirror_v") else found | plot.heart)


def cave(plot: Plot, numbers: Mapping[str, int]) -> None:
    """Winding halls in solid rock, with pools and fallen stones."""
    rim = plot.region & ~inner(plot.grid, plot.region)
    floor = plot.region & ~_rock(plot, rim, numbers["rock"])
    if floor.bit_count() * 5 < plot.region.bit_count():
        floor |= plot.blob(plot.cell(plot.region & ~rim or plot.region), plot.region.bit_count() // 3, plot.region)
    plot.fill(plot.region, plot.kind("wall"))
    plot.fill(floor, plot.kind("ground"))
    for _ in range(numbers["pools"]):
        plot.fill(plot.blob(plot.cell(floor), plot.between(4, 10), floor), plot.kind("water"))
    plot.sprinkle(plot.lie("ground"), "litter", numbers["litter"])


def _rock(plot: Plot, rim: CellSet, percent: int) -> CellSet:
    """Rock in about so many per cent of the cells, and the halls it leaves connected in themselves."""
    noise = {cell: plot.dice.below(100) for cell in cells(plot.region)}
    noise = {cell: noise[min(plot.orbit(cell))] for cell in noise}
    tried: dict[int, CellSet] = {}
    low, high = 0, 100
    while low <= high:  # the more cells begin as rock, the more end so
        seeds = (low + high) // 2
        rock = plot.smoothed(bits(cell for cell, at in noise.items() if at < seeds) | rim, 4, outside=True)
        tried[rock.bit_count()] = rock
        low, high = (seeds + 1, high) if rock.bit_count() * 100 < percent * len(noise) else (low, seeds - 1)
    return tried[min(tried, key=lambda count: (abs(count * 100 - percent * len(noise)), count))]


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
    first, base = (plot.top, plot.left) if wide else (plot.left, plot.top)
    if plot.way == "mirror_hv" or plot.way == ("mirror_h" if wide else "mirror_v"):
        # Along a mirror only what lies straight on it is its own image.
        col, row = plot.middle()
        line = plot.rect(col, plot.top, 1, plot.height) if wide else plot.rect(plot.left, row, plot.width, 1)
        return plot.mirrored(line)
    goal, steps = None, along
    if plot.heart:  # half of it, to where its image begins
        spot = plot.middle()
        goal, end = (spot[0] - base, spot[1]) if wide else (spot[1] - base, spot[0])
        steps = end - first + 1
    at = plot.between(over * 2 // 5, over * 3 // 5)
    found: list[tuple[int, int]] = []
    for step in range(steps):
        if goal is not None and plot.way not in ("mirror_h", "mirror_v"):
            at = max(goal - (steps - step), min(goal + steps - step, at))
        last = at
        if plot.chance(bends):
            at = max(over // 4, min(over * 3 // 4, at + plot.between(-1, 1)))
        if goal is not None and plot.way not in ("mirror_h", "mirror_v"):
            at = max(goal - (steps - 1 - step), min(goal + steps - 1 - step, at))
        found += [(each, first + step) for each in range(min(last, at), max(last, at) + 1)]
    spots = [(base + off, step) if wide else (step, base + off) for off, step in found]
    course = bits(plot.grid.at(*spot) for spot in spots if plot.grid.inside(*spot)) & plot.region
    return plot.mirrored(course if plot.way in ("none", "mirror_h", "mirror_v") else course | plot.heart)


def _crossings(plot: Plot, course: CellSet, wet: CellSet, numbers: Mapping[str, int], *, wide: bool) -> None:
    """Bridges at even distances with roads through the region, and a ford between the first two."""
    for bridge, line in _lines(plot, numbers["bridges"], numbers["fords"], wide=wide):
        if bridge:
            plot.fill(line & ~wet, plot.kind("road"))
            plot.fill(line & wet, plot.kind("bridge"))
        else:
            plot.fill(line & wet, plot.kind("bank"))
        for cell in cells(line if bridge else line & wet):
            plot.props.pop(cell, None)


def _lines(plot: Plot, bridges: int, fords: int, *, wide: bool) -> Iterator[tuple[bool, CellSet]]:
    """Where a river is crossed, from side to side, and whether by a bridge; under a symmetry with all images."""
    along, first = (plot.height, plot.top) if wide else (plot.width, plot.left)

    def line(step: int) -> CellSet:
        return plot.rect(plot.left, step, plot.width, 1) if wide else plot.rect(step, plot.top, 1, plot.height)

    if not plot.heart or plot.way == ("mirror_h" if wide else "mirror_v"):
        total = bridges + fords
        for number in range(total):
            yield number < bridges, plot.mirrored(line(first + along * (2 * number + 1) // (2 * total)))
        return
    # In pairs at equal distances from the middle, and one that goes through it if the number is odd.
    odd = (bridges + fords) % 2
    pairs = (bridges + fords) // 2
    fords_in_pairs = min(pairs, fords // 2 + (1 if fords % 2 and not odd else 0))
    for number in range(pairs):
        yield (
            number < pairs - fords_in_pairs,
            plot.mirrored(line(first + along * (2 * number + 1) // (2 * (2 * pairs + odd)))),
        )
    if odd:
        col, row = plot.middle()
        size = (col - plot.left + 1, 1) if wide else (1, row - plot.top + 1)
        half = plot.rect(plot.left if wide else col, row if wide else plot.top, *size)
        through = half if plot.way not in ("mirror_h", "mirror_v") else line(row if wide else col)
        yield bridges % 2 == 1, plot.mirrored(through | (plot.heart if plot.heart.bit_count() <= 4 else 0))
