"""Tools on the map: which cells or borders they mean from press to release, and what becomes of those."""

from __future__ import annotations

from msgspec import Struct

from game.edit import borders, shapes
from game.edit import clip as clips
from game.edit.draft import Draft
from game.edit.shapes import Join
from game.edit.symmetry import across, edges_across
from game.grid.grid import Cell, CellSet, EdgeId, EdgeSet, Grid, Point, bits, cells
from game.ui.editing import eyedropper, layer_edits, placing
from game.ui.editing.desk import Desk
from game.ui.editing.stroke import Place, Stroke
from game.ui.editing.toolbox import Toolbox

SHAPES = ("line", "rectangle", "hexagon", "ellipse", "select")
"""Tools that are dragged from one place to another, and do something when let go."""


PAINTING = ("brush", "line", "rectangle", "hexagon", "ellipse", "fill")
"""Tools that leave behind what is in hand."""


# Cells and borders


def corner_near(grid: Grid, place: Place) -> Point | None:
    """The corner of the cell nearest to a place on the map."""
    cell = place.cell
    if cell is None:
        return None

    def off(point: Point) -> float:
        x, y = grid.point_px(point, 1.0)
        return (x - place.x) ** 2 + (y - place.y) ** 2

    return min(grid.corners(cell), key=lambda point: (off(point), point))


def brushed(desk: Desk, start: Place, end: Place) -> CellSet:
    """The cells under the brush on its way."""
    grid, toolbox = desk.editor.draft.grid, desk.toolbox
    if end.cell is None:
        return 0
    if start.cell is None or start.cell == end.cell:
        return shapes.brush(grid, end.cell, toolbox.size, toolbox.shape)
    return shapes.line(grid, start.cell, end.cell, toolbox.size, toolbox.shape)


def dragged(desk: Desk, tool: str, start: Place, end: Place) -> CellSet:
    """The cells of a figure from one place to another."""
    grid, toolbox = desk.editor.draft.grid, desk.toolbox
    a, b = start.cell, end.cell
    if a is None or b is None:
        return 0
    match tool:
        case "line":
            return shapes.line(grid, a, b, toolbox.size, toolbox.shape)
        case "hexagon":
            return shapes.hexagon(grid, a, b, hollow=toolbox.hollow)
        case "ellipse":
            return shapes.ellipse(grid, a, b, hollow=toolbox.hollow)
        case "rectangle":
            return shapes.rectangle(grid, a, b, hollow=toolbox.hollow)
        case _:
            return shapes.rectangle(grid, a, b)


def edge_track(grid: Grid, start: Place, end: Place) -> list[EdgeId]:
    """The borders from one place to another; at the start alone the nearest one."""
    a, b = corner_near(grid, start), corner_near(grid, end)
    if a is None or b is None:
        return []
    if a == b:
        return nearest_edge(grid, end)
    return borders.track(grid, a, b)


def nearest_edge(grid: Grid, place: Place) -> list[EdgeId]:
    """The border of a cell nearest to a place; None off the map."""
    edge = grid.edge_at_px(place.x, place.y, 1.0)
    return [] if edge is None else [edge]


# Pressing, dragging, letting go


def press(desk: Desk, place: Place, *, keyed: bool = False) -> None:
    """Begin a stroke at a place with the tool in hand."""
    name = desk.editor.stroke()
    last = desk.last_place
    desk.stroke = stroke = Stroke(name, place, place, keyed)
    tool, toolbox = desk.toolbox.tool, desk.toolbox
    if place.cell is None and tool != "lasso" and toolbox.layer != "lights":
        desk.stroke = None
    elif tool == "eyedropper":
        eyedropper.pick(desk, place)
        desk.stroke = None
    elif tool == "paste":
        _paste(desk, place)
        desk.stroke = None
    elif tool in ("fill", "wand"):
        _flood(desk, place)
        desk.stroke = None
    elif tool == "lasso":
        _lasso_to(desk, stroke, place)
    elif tool == "brush" and toolbox.layer in ("units", "labels", "lights"):
        placing.press(desk, stroke, place)
    elif tool in ("brush", "eraser", "scatter"):
        start = last if desk.mods.shift and last is not None and not keyed else place
        _rub(desk, stroke, start, place)
    desk.last_place = place


def press_second(desk: Desk, place: Place) -> bool:
    """The tool goes down with the second thing; False where there is none, or the tool does not paint."""
    if desk.toolbox.tool not in PAINTING or not desk.toolbox.swap():
        return False
    press(desk, place)
    if desk.stroke is None:
        desk.toolbox.swap()
    else:
        desk.stroke.second = True
    return True


def drag(desk: Desk, place: Place) -> None:
    """The tool moves while it is down."""
    stroke = desk.stroke
    if stroke is None:
        return
    before, stroke.now = stroke.now, place
    tool = desk.toolbox.tool
    if tool == "lasso":
        _lasso_to(desk, stroke, place)
    elif tool == "brush" and desk.toolbox.layer in ("units", "labels", "lights"):
        placing.drag(desk, stroke, place)
    elif tool in ("brush", "eraser", "scatter"):
        _rub(desk, stroke, before, place)
        desk.last_place = place


def release(desk: Desk) -> None:
    """End the stroke and do what its tool does at its end; nothing happens without a stroke."""
    stroke = desk.stroke
    if stroke is None:
        return
    desk.stroke = None
    _finish(desk, stroke)
    if stroke.second:
        desk.toolbox.swap()


def _finish(desk: Desk, stroke: Stroke) -> None:
    tool, toolbox = desk.toolbox.tool, desk.toolbox
    grid = desk.editor.draft.grid
    if tool in ("select", "lasso"):
        mask = dragged(desk, tool, stroke.start, stroke.now) if tool == "select" else shapes.lasso(grid, stroke.points)
        desk.editor.select(mask, joining(desk))
    elif tool in SHAPES and toolbox.layer == "edges" and tool == "line":
        lay_edges(desk, edge_track(grid, stroke.start, stroke.now))
    elif tool in SHAPES:
        lay(desk, dragged(desk, tool, stroke.start, stroke.now))
    elif tool == "scatter":
        desk.do(layer_edits.scattered(toolbox, desk.editor.within(stroke.done)))
    elif stroke.unit is not None:
        placing.drop(desk, stroke)
    desk.editor.history.end()


def cancel(desk: Desk) -> bool:
    """Give a stroke up: what it did is taken back. False if there was none."""
    stroke = desk.stroke
    desk.let_go()
    if stroke is None:
        return False
    history = desk.editor.history
    if history.commands[history.at].stroke == stroke.name:
        desk.editor.undo()
        del history.commands[history.at + 1 :]
    return True


def joining(desk: Desk) -> Join:
    """How a selection goes with the one before: by the keys held, else as the panel says."""
    if desk.mods.shift and desk.mods.ctrl:
        return "intersect"
    return "add" if desk.mods.shift else "subtract" if desk.mods.ctrl else desk.toolbox.join


def _rub(desk: Desk, stroke: Stroke, start: Place, end: Place) -> None:
    """The brush, the eraser or the scatter tool goes on."""
    toolbox, grid = desk.toolbox, desk.editor.draft.grid
    if (
        toolbox.layer == "edges"
        and toolbox.tool != "scatter"
        and not (toolbox.tool == "eraser" and toolbox.every_layer)
    ):
        _rub_edges(desk, stroke, start, end)
        return
    fresh = brushed(desk, start, end) & grid.everywhere & ~stroke.done
    stroke.done |= fresh
    if toolbox.tool == "scatter":
        return  # chance is asked once for the whole stroke
    if toolbox.layer == "elevation" and desk.editor.symmetry.source == "either":
        stroke.done |= across(grid, desk.editor.symmetry, fresh)  # raised with what was raised: once is enough
    if toolbox.tool == "eraser":
        mask = desk.editor.within(fresh)
        desk.do(layer_edits.erased(toolbox, mask) if mask else None, stroke.name)
    elif toolbox.layer == "terrain" and toolbox.blend:
        if fresh:  # transitions fit the stroke as a whole, however it was cut into steps
            stroke.base = stroke.base or desk.editor.draft
            desk.do(layer_edits.cells_with(toolbox, desk.editor.within(stroke.done)), stroke.name, stroke.base)
    else:
        lay(desk, fresh, stroke.name)


def _rub_edges(desk: Desk, stroke: Stroke, start: Place, end: Place) -> None:
    grid = desk.editor.draft.grid
    if start == end:
        found = nearest_edge(grid, end)
    else:
        a, b = corner_near(grid, start), corner_near(grid, end)
        found = borders.track(grid, a, b) if a is not None and b is not None else []
    if desk.toolbox.tool == "eraser" and desk.toolbox.size > 1 and end.cell is not None:
        mask = shapes.brush(grid, end.cell, desk.toolbox.size, desk.toolbox.shape)
        found = [grid.edge(cell, d) for cell in cells(mask) for d in grid.layout.sides]
    lay_edges(desk, [edge for edge in found if edge not in stroke.edges], stroke.name)
    stroke.edges += found


def lay(desk: Desk, mask: CellSet, stroke: str = "") -> None:
    """Paint some cells with what is in hand, inside the selection."""
    mask = desk.editor.within(mask)
    if desk.toolbox.layer == "zones" and not desk.toolbox.zone:
        desk.app.say("There is no zone yet: add one in the panel at the right.")
        return
    desk.do(layer_edits.cells_with(desk.toolbox, mask), stroke)


def lay_edges(desk: Desk, where: list[EdgeId], stroke: str = "") -> None:
    """Draw on some borders; with a selection only on those of its cells."""
    chosen, grid = desk.editor.selection, desk.editor.draft.grid
    if chosen:
        beside = {edge: bits(cell for cell in grid.edge_cells(edge) if cell is not None) for edge in where}
        where = [edge for edge in where if beside[edge] & chosen]
    desk.do(layer_edits.edges_with(desk.toolbox, where), stroke)


def _flood(desk: Desk, place: Place) -> None:
    draft, toolbox = desk.editor.draft, desk.toolbox
    if place.cell is None:
        return
    if toolbox.tool == "wand":
        desk.editor.select(_alike(draft, toolbox, place.cell), joining(desk))
        return
    chosen = desk.editor.selection
    if chosen >> place.cell & 1 and toolbox.layer != "terrain":
        lay(desk, chosen)
    else:
        lay(desk, shapes.flood(draft, place.cell, diagonals=toolbox.diagonals, walls=toolbox.walls))


def _alike(draft: Draft, toolbox: Toolbox, cell: Cell) -> CellSet:
    """What the wand takes: the connected cells of the same terrain, or all of it."""
    if toolbox.everywhere:
        return shapes.wand(draft, cell)
    return shapes.flood(draft, cell, diagonals=toolbox.diagonals, walls=toolbox.walls)


def _lasso_to(desk: Desk, stroke: Stroke, place: Place) -> None:
    grid = desk.editor.draft.grid
    if place.cell is None:
        return
    points = (grid.centre(place.cell), *grid.corners(place.cell))

    def off(point: Point) -> float:
        x, y = grid.point_px(point, 1.0)
        return (x - place.x) ** 2 + (y - place.y) ** 2

    point = min(points, key=off)
    if not stroke.points or stroke.points[-1] != point:
        stroke.points.append(point)


def _paste(desk: Desk, place: Place) -> None:
    if desk.editor.clip is None:
        desk.app.say("The clipboard is empty: select cells and copy them, or take a stamp.")
    elif place.cell is not None:
        desk.paste(place.cell)


# What would be touched


class ToolPreview(Struct, frozen=True):
    """What the tool would touch now: cells and borders, and their images under the symmetry."""

    cells: CellSet = 0
    edges: EdgeSet = 0
    image_cells: CellSet = 0
    image_edges: EdgeSet = 0
    points: tuple[Point, ...] = ()


def preview_of(desk: Desk) -> ToolPreview:
    """What the tool in hand would touch where the pointer is."""
    place = desk.place
    if place is None or (place.cell is None and desk.stroke is None):
        return ToolPreview()
    tool, toolbox, grid = desk.toolbox.tool, desk.toolbox, desk.editor.draft.grid
    if tool == "lasso" and desk.stroke is not None:
        return ToolPreview(points=tuple(desk.stroke.points))
    if (
        toolbox.layer == "edges"
        and tool in ("brush", "line", "eraser")
        and not (tool == "eraser" and toolbox.every_layer)
    ):
        start = desk.stroke.start if desk.stroke and tool == "line" else place
        found = bits(edge_track(grid, start, place))
        images = edges_across(grid, desk.editor.symmetry, found) & ~found
        return ToolPreview(edges=found, image_edges=images)
    mask = _preview_cells(desk, place, toolbox)
    drawn = tool not in ("select", "lasso", "wand", "eyedropper")
    images = across(grid, desk.editor.symmetry, mask) & ~mask if drawn and mask.bit_count() < 3000 else 0
    return ToolPreview(mask, 0, images)


def _preview_cells(desk: Desk, place: Place, toolbox: Toolbox) -> CellSet:
    grid, stroke = desk.editor.draft.grid, desk.stroke
    if place.cell is None:
        return 0
    if toolbox.tool in SHAPES:
        return dragged(desk, toolbox.tool, stroke.start if stroke else place, place)
    if toolbox.tool == "paste":
        clip = desk.editor.clip
        return clips.covered(grid, clip, place.cell) if clip and clip.kind == grid.kind else 1 << place.cell
    if toolbox.tool in ("brush", "eraser", "scatter") and (toolbox.tool == "eraser" or toolbox.layer in _BROAD):
        done = stroke.done if stroke and toolbox.tool == "scatter" else 0
        return shapes.brush(grid, place.cell, toolbox.size, toolbox.shape) | done
    if toolbox.tool == "wand":
        return _alike(desk.editor.draft, toolbox, place.cell)
    return 1 << place.cell


_BROAD: tuple[str, ...] = ("terrain", "elevation", "props", "zones")
