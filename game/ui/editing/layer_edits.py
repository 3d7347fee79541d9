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
from game.ui.editing.toolbox import Toolbox

LayerEdit = tuple[str, Operation]
"""The line in the undo list, and what is done."""


def cells_with(toolbox: Toolbox, mask: CellSet) -> LayerEdit | None:
    """Some cells painted on the layer in hand; None where nothing can be painted so."""
    make = _LAYING.get(toolbox.layer)
    return make(toolbox, mask) if make and mask else None


def _terrain(toolbox: Toolbox, mask: CellSet) -> LayerEdit:
    work = paint.blend if toolbox.blend else paint.terrain
    return f"Paint {kinds().terrain[toolbox.terrain].title.lower()}", partial(work, mask=mask, name=toolbox.terrain)


def _elevation(toolbox: Toolbox, mask: CellSet) -> LayerEdit:
    match toolbox.height:
        case "up":
            return "Raise ground", partial(paint.lift, mask=mask, sixths=LEVEL)
        case "down":
            return "Lower ground", partial(paint.lift, mask=mask, sixths=-LEVEL)
        case "smooth":
            return "Smooth ground", partial(paint.smooth, mask=mask)
        case _:
            return f"Set ground to {toolbox.level}", partial(paint.level, mask=mask, sixths=toolbox.level * LEVEL)


def _edges(toolbox: Toolbox, mask: CellSet) -> LayerEdit:
    title = kinds().edges[toolbox.edge].title.lower()
    return f"Draw {title} round cells", partial(borders.enclose, mask=mask, kind=toolbox.edge)


def _props(toolbox: Toolbox, mask: CellSet) -> LayerEdit:
    return f"Place {kinds().props[toolbox.prop].title.lower()}", partial(paint.prop, mask=mask, kind=toolbox.prop)


def _zones(toolbox: Toolbox, mask: CellSet) -> LayerEdit | None:
    if not toolbox.zone:
        return None
    return f"Paint zone {toolbox.zone}", partial(places.paint_zone, name=toolbox.zone, mask=mask)


_LAYING: dict[str, Callable[[Toolbox, CellSet], LayerEdit | None]] = {
    "terrain": _terrain,
    "elevation": _elevation,
    "edges": _edges,
    "props": _props,
    "zones": _zones,
}


def edges_with(toolbox: Toolbox, where: Sequence[EdgeId]) -> LayerEdit | None:
    """Some borders with the edge in hand; with the eraser nothing."""
    if not where:
        return None
    if toolbox.tool == "eraser":
        return "Erase edges", partial(borders.edges, where=tuple(where), kind="")
    title = kinds().edges[toolbox.edge].title.lower()
    return f"Draw {title}", partial(borders.edges, where=tuple(where), kind=toolbox.edge)


def erased(toolbox: Toolbox, mask: CellSet) -> LayerEdit:
    """Some cells with nothing on the layer in hand, or on all of them."""
    if toolbox.every_layer or toolbox.layer == "lights":
        return "Erase everything", partial(paint.erase, mask=mask)
    if toolbox.layer == "zones" and toolbox.zone:
        return f"Erase zone {toolbox.zone}", partial(places.paint_zone, name=toolbox.zone, mask=mask, away=True)
    return f"Erase {toolbox.layer}", partial(paint.erase, mask=mask, layers=(toolbox.layer,))


def scattered(toolbox: Toolbox, mask: CellSet) -> LayerEdit | None:
    """Things at random in some cells."""
    mixture = knowledge().scatter.get(toolbox.mixture)
    if mixture is None or not mask:
        return None
    things = toolbox.weights.get(toolbox.mixture, mixture.things)
    work = partial(paint.scatter, mask=mask, mixture=things, density=toolbox.density, seed=toolbox.seed)
    return f"Scatter {toolbox.mixture}", work


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
