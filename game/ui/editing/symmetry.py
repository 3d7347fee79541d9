"""The symmetry in hand: which one, about which centre, and which part leads."""

from __future__ import annotations

import msgspec

from game.edit.mirroring import symmetrise
from game.edit.sizes import size_in
from game.edit.symmetry import WAYS, Source, Symmetry, images_of
from game.ui.editing.desk import Desk
from game.ui.kit.screen import Reply

_SOURCES: tuple[Source, ...] = ("either", "left", "right", "top", "bottom")


def next_symmetry(desk: Desk, steps: int = 1) -> Reply:
    """The next symmetry that the grid has; the centre goes back to the middle of the map."""
    ways = WAYS[desk.editor.draft.kind]
    now = desk.editor.symmetry
    way = ways[(ways.index(now.way) + steps) % len(ways)]
    return symmetry(desk, msgspec.structs.replace(now, way=way, centre=None))


def next_source(desk: Desk, steps: int = 1) -> Reply:
    """Another part of the map that the others follow."""
    now = desk.editor.symmetry
    source = _SOURCES[(_SOURCES.index(now.source) + steps) % len(_SOURCES)]
    return symmetry(desk, msgspec.structs.replace(now, source=source))


def centre_here(desk: Desk) -> Reply:
    """The symmetry's centre in the middle of the cell, or on the border, nearest to the pointer."""
    place, grid = desk.place, desk.editor.draft.grid
    if place is None or place.cell is None:
        desk.app.say("Point at the cell, border or corner that shall be the centre.")
        return None
    edge = grid.edge_at_px(place.x, place.y, 1.0)
    ends = grid.edge_ends(edge) if edge is not None else ()
    points = [grid.centre(place.cell), *grid.corners(place.cell)]
    if ends:
        (x, y), (x2, y2) = ends
        points.append(((x + x2) // 2, (y + y2) // 2))

    def off(point: tuple[int, int]) -> float:
        x, y = grid.point_px(point, 1.0)
        return (x - place.x) ** 2 + (y - place.y) ** 2

    for point in sorted(points, key=off):
        wanted = msgspec.structs.replace(desk.editor.symmetry, centre=point)
        try:
            images_of(grid, wanted)
        except ValueError:
            continue
        return symmetry(desk, wanted)
    desk.app.say("This symmetry has no centre here.")
    return None


def symmetry(desk: Desk, wanted: Symmetry) -> Reply:
    """Draw with a symmetry from now on; ValueError is said, and nothing changed."""
    try:
        images_of(desk.editor.draft.grid, wanted)
    except ValueError as problem:
        desk.app.say(str(problem))
        return None
    desk.editor.symmetry = wanted
    desk.serial += 1
    return None


def make_symmetric(desk: Desk) -> Reply:
    """The whole map made to follow one part of it."""
    symmetry, sizes = desk.editor.symmetry, size_in(desk.editor.ruleset)
    desk.editor.replace("Make symmetric", symmetrise(desk.editor.draft, symmetry, sizes))
    desk.changed()
    return None
