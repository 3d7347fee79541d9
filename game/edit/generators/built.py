"""Ground that somebody built: rooms and corridors, villages, ruins."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from game.edit.generators.plot import Plot
from game.edit.shapes import inner
from game.grid.grid import Cell, CellSet, EdgeId, bits, cells

ROOM = 30
"""Per cent of the ground that rooms take at most: the rest is rock and corridors."""

Rect = tuple[int, int, int, int]


def rooms(plot: Plot, numbers: Mapping[str, int]) -> None:
    """Rooms in solid rock, corridors between them, doors where they meet."""
    plot.fill(plot.region, plot.kind("wall"))
    most = plot.region.bit_count() * ROOM // 100
    found: list[CellSet] = []
    for rect in _plots(plot, numbers["rooms"], 3, numbers["size"], gap=2):
        if not found or sum(map(int.bit_count, found)) + rect[2] * rect[3] <= most:
            found.append(plot.rect(*rect))
    if not found:
        found = [inner(plot.grid, plot.region) or plot.region]
    indoors = 0
    for room in found:
        indoors |= room
    corridors = 0
    for one, other in pairwise(found):
        corridors |= bits(plot.wander(plot.cell(one), plot.cell(other), 5)) & plot.region & ~indoors
    for _ in range(numbers["loops"]):
        one, other = (found[plot.dice.below(len(found))] for _ in range(2))
        corridors |= bits(plot.wander(plot.cell(one), plot.cell(other), 5)) & plot.region & ~indoors
    plot.fill(indoors, plot.kind("ground"))
    plot.fill(corridors, plot.kind("corridor"))
    for room in found:
        for front in _fronts(plot, room, corridors):
            plot.wall(front, "wall")
            entry = front[plot.dice.below(len(front))]
            plot.edges[entry] = "door" if plot.chance(numbers["doors"]) else "door_open"
        plot.sprinkle(inner(plot.grid, room), "things", numbers["things"])


def _fronts(plot: Plot, room: CellSet, corridors: CellSet) -> list[list[EdgeId]]:
    """The edges between a room and the corridors, in unbroken runs: each gets one door."""
    grid = plot.grid
    left = [edge for edge in plot.around(room) if any(corridors >> (cell or 0) & 1 for cell in grid.edge_cells(edge))]
    found: list[list[EdgeId]] = []
    while left:
        run = [left.pop(0)]
        for edge in run:
            ends = {*grid.edge_ends(edge)}
            joined = [other for other in left if ends & {*grid.edge_ends(other)}]
            run += joined
            left = [other for other in left if other not in joined]
        found.append(run)
    return found


def _plots(plot: Plot, count: int, smallest: int, largest: int, gap: int) -> list[Rect]:
    """Rectangles that keep a distance from each other and from the rim; fewer than wanted where there is no room."""
    taken = 0
    found: list[Rect] = []
    for _ in range(count * 12):
        width, height = plot.between(smallest, largest), plot.between(smallest, largest)
        col = plot.left + plot.between(1, plot.width - width - 1)
        row = plot.top + plot.between(1, plot.height - height - 1)
        mask = plot.rect(col, row, width, height)
        if mask.bit_count() < width * height or plot.rect(col - 1, row - 1, width + 2, height + 2).bit_count() < (
            width + 2
        ) * (height + 2):
            continue
        if not mask & taken and len(found) < count:
            found.append((col, row, width, height))
            taken |= plot.rect(col - gap, row - gap, width + 2 * gap, height + 2 * gap)
    return found


def village(plot: Plot, numbers: Mapping[str, int]) -> None:
    """Houses along two roads, with gardens and fields behind fences."""
    plot.fill(plot.region, plot.kind("ground"))
    roads = _roads(plot)
    houses = 0
    for number, rect in enumerate(_plots(plot, numbers["houses"] + numbers["fields"], 3, numbers["size"], gap=1)):
        mask = plot.rect(*rect)
        if mask & roads:
            continue
        if number < numbers["houses"]:
            houses |= mask
            _house(plot, mask, roads, numbers)
        else:
            plot.fill(mask, plot.kind("field"))
            plot.wall((edge for edge in plot.around(mask) if plot.chance(75)), "fence")
    plot.fill(roads, plot.kind("road"))
    free = plot.region & ~roads & ~plot.grid.spread(houses)
    for _ in range(3):
        plot.fill(plot.blob(plot.cell(free or plot.region), 8, free), plot.kind("garden"))
    if free:
        plot.stand(plot.cell(free), "well")


def _roads(plot: Plot) -> CellSet:
    """One along and one across; under a symmetry such that their images are parts of them."""
    middle = plot.top + plot.between(plot.height * 2 // 5, plot.height * 3 // 5)
    column = plot.left + plot.between(plot.width * 2 // 5, plot.width * 3 // 5)
    if not plot.heart:
        return plot.rect(plot.left, middle, plot.width, 1) | plot.rect(column, plot.top, 1, plot.height)
    col, row = plot.middle()
    if plot.way == "mirror_h":
        found = plot.rect(plot.left, middle, plot.width, 1) | plot.rect(col, plot.top, 1, plot.height)
    elif plot.way == "mirror_v":
        found = plot.rect(plot.left, row, plot.width, 1) | plot.rect(column, plot.top, 1, plot.height)
    else:
        ways = plot.rect(plot.left, row, col - plot.left + 1, 1) | plot.rect(col, plot.top, 1, row - plot.top + 1)
        found = ways | plot.heart
    return plot.mirrored(found)


def _house(plot: Plot, mask: CellSet, roads: CellSet, numbers: Mapping[str, int]) -> None:
    """Walls about a floor of planks, a door on the side towards a road, some windows."""
    plot.fill(mask, plot.kind("indoors"))
    edges = plot.around(mask)
    plot.wall(edges, "wall")
    for edge in edges:
        if plot.chance(numbers["windows"]):
            plot.edges[edge] = "window"
    if edges:
        plot.edges[min(edges, key=lambda edge: (_from(plot, edge, mask, roads), edge))] = "door"
    plot.sprinkle(inner(plot.grid, mask), "things", numbers["things"])


def _from(plot: Plot, edge: EdgeId, mask: CellSet, roads: CellSet) -> int:
    """How far the cell outside an edge is from the nearest road."""
    outside = next((cell for cell in plot.grid.edge_cells(edge) if cell is not None and not mask >> cell & 1), None)
    if outside is None or not roads:
        return plot.grid.width + plot.grid.height
    return plot.grid.distance_sets(1 << outside, roads, "manhattan")


def ruins(plot: Plot, numbers: Mapping[str, int]) -> None:
    """Broken walls about old floors, rubble and growth between them."""
    plot.fill(plot.region, plot.kind("ground"))
    for _ in range(plot.region.bit_count() // 60):
        plot.fill(plot.blob(plot.cell(plot.region), plot.between(3, 9), plot.region), plot.kind("growth"))
    for rect in _plots(plot, numbers["buildings"], 4, numbers["size"], gap=1):
        mask = plot.rect(*rect)
        plot.fill(mask, plot.kind("indoors"))
        for edge in plot.around(mask):
            _broken(plot, edge, numbers["decay"])
        plot.sprinkle(inner(plot.grid, mask), "things", numbers["things"])
        for cell in cells(mask):
            if plot.chance(numbers["decay"] // 3):
                plot.fill(1 << cell, plot.kind("rubble"))


def _broken(plot: Plot, edge: EdgeId, decay: int) -> None:
    if not plot.chance(decay):
        plot.edges[edge] = "wall"
        return
    if plot.chance(40):
        plot.edges[edge] = "low_wall"
    elif plot.chance(30):
        spots: list[Cell] = [cell for cell in plot.grid.edge_cells(edge) if cell is not None]
        plot.fill(1 << spots[plot.dice.below(len(spots))], plot.kind("rubble"))
