"""What a tool's cells or borders become on each layer: operations for the editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.edit import borders, paint, places
from game.edit.content import set_glyphs
from game.edit.draft import Draft, changed
from game.edit.editor import Operation
from game.edit.knowledge import knowledge
from game.edit.mirroring import differences
from game.grid.grid import CellSet, EdgeId, Grid, cells
from game.map.board import LEVEL
from game.map.terrain import kinds
from game.ui.editing.toolbox import Kit

Laid = tuple[str, Operation]
"""The line in the undo list, and what is done."""


def cells_with(kit: Kit, mask: CellSet) -> Laid | None:
    """Some cells painted on the layer in hand; None where nothing can be painted so."""
    make = _LAYING.get(kit.layer)
    return make(kit, mask) if make and mask else None


def _terrain(kit: Kit, mask: CellSet) -> Laid:
    work = paint.blend if kit.blend else paint.terrain
    return f"Paint {kinds().terrain[kit.terrain].title.lower()}", partial(work, mask=mask, name=kit.terrain)


def _elevation(kit: Kit, mask: CellSet) -> Laid:
    match kit.height:
        case "up":
            return "Raise ground", partial(paint.lift, mask=mask, sixths=LEVEL)
        case "down":
            return "Lower ground", partial(paint.lift, mask=mask, sixths=-LEVEL)
        case "smooth":
            return "Smooth ground", partial(paint.smooth, mask=mask)
        case _:
            return f"Set ground to {kit.level}", partial(paint.level, mask=mask, sixths=kit.level * LEVEL)


def _edges(kit: Kit, mask: CellSet) -> Laid:
    title = kinds().edges[kit.edge].title.lower()
    return f"Draw {title} round cells", partial(borders.enclose, mask=mask, kind=kit.edge)


def _props(kit: Kit, mask: CellSet) -> Laid:
    return f"Place {kinds().props[kit.prop].title.lower()}", partial(paint.prop, mask=mask, kind=kit.prop)


def _zones(kit: Kit, mask: CellSet) -> Laid | None:
    if not kit.zone:
        return None
    return f"Paint zone {kit.zone}", partial(places.paint_zone, name=kit.zone, mask=mask)


_LAYING: dict[str, Callable[[Kit, CellSet], Laid | None]] = {
    "terrain": _terrain,
    "elevation": _elevation,
    "edges": _edges,
    "props": _props,
    "zones": _zones,
}


def edges_with(kit: Kit, where: Sequence[EdgeId]) -> Laid | None:
    """Some borders with the edge in hand; with the eraser nothing."""
    if not where:
        return None
    if kit.tool == "eraser":
        return "Erase edges", partial(borders.edges, where=tuple(where), kind="")
    title = kinds().edges[kit.edge].title.lower()
    return f"Draw {title}", partial(borders.edges, where=tuple(where), kind=kit.edge)


def erased(kit: Kit, mask: CellSet) -> Laid:
    """Some cells with nothing on the layer in hand, or on all of them."""
    if kit.every_layer or kit.layer == "lights":
        return "Erase everything", partial(paint.erase, mask=mask)
    if kit.layer == "zones" and kit.zone:
        return f"Erase zone {kit.zone}", partial(places.paint_zone, name=kit.zone, mask=mask, away=True)
    return f"Erase {kit.layer}", partial(paint.erase, mask=mask, layers=(kit.layer,))


def scattered(kit: Kit, mask: CellSet) -> Laid | None:
    """Things at random in some cells."""
    mixture = knowledge().scatter.get(kit.mixture)
    if mixture is None or not mask:
        return None
    things = kit.weights.get(kit.mixture, mixture.things)
    work = partial(paint.scatter, mask=mask, mixture=things, density=kit.density, seed=kit.seed)
    return f"Scatter {kit.mixture}", work


def kept_inside(operation: Operation, selection: CellSet, grid: Grid) -> Operation:
    """The operation, if it changes nothing outside of the selection but what hangs on its cells; else unchanged cells.

    Brushes that paint transitions reach beyond their cells: the selection stops them.
    """

    def inside(draft: Draft) -> Draft:
        after = operation(draft)
        if after is draft or after.grid is not grid:
            return after
        outside = differences(draft, after).terrain & ~selection
        if not outside:
            return after
        glyphs = {cell: draft.glyph(cell) for cell in cells(outside)}
        return changed(after, rows=set_glyphs(after, glyphs))

    return inside if selection else operation
