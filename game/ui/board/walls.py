"""What stands on edges: walls, fences, windows, doors, drawn in ink."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot

from game.grid.grid import Cell, EdgeId
from game.map.terrain import kinds
from game.ui.board.canvas import Canvas, Ink, Place, between, side_ends

_INK = (30, 24, 20)
_STONE = (150, 144, 134)
_PALE = (196, 190, 178)
_WOOD = (142, 100, 58)
_LEAF = (86, 128, 62)
_GLASS = (176, 214, 232)
_IRON = (70, 72, 78)


class Strokes:
    """Strokes gathered before they are drawn: all rims of ink first, so that walls run into each other."""

    def __init__(self, canvas: Canvas) -> None:
        self.size = canvas.size
        self._canvas = canvas
        self._drawn: tuple[list[Callable[[], None]], ...] = ([], [], [])

    def bar(self, start: Place, end: Place, width: float, inner: Ink) -> None:
        """A stroke with a rim of ink; `width` in parts of a cell."""
        wide = max(3.0, self.size * width)
        self.line(start, end, _INK, wide, 0)
        self.line(start, end, inner, wide - max(2.0, self.size / 14), 1)

    def line(self, start: Place, end: Place, color: Ink, width: float, layer: int = 2) -> None:
        """A plain stroke; layer 0 is under, 2 above the others."""
        self._drawn[layer].append(lambda: self._canvas.line(start, end, color, width))

    def circle(self, middle: Place, radius: float, color: Ink, layer: int = 2) -> None:
        """Draw a dot."""
        self._drawn[layer].append(lambda: self._canvas.circle(middle, radius, color))

    def finish(self) -> None:
        """Draw all strokes so far, layer by layer."""
        for layer in self._drawn:
            for stroke in layer:
                stroke()


Drawn = Callable[[Strokes, Place, Place], None]


def paint(canvas: Canvas, edges: Mapping[EdgeId, str], among: list[Cell]) -> None:
    """Draw what stands on the edges of some cells, low things first."""
    grid = canvas.grid
    about = {grid.edge(cell, d) for cell in among for d in grid.layout.sides} if edges else set()
    found = sorted(about & edges.keys())  # in one order, so that the parts of the board fit together
    for low in (True, False):
        strokes = Strokes(canvas)
        for edge in found:
            if (edges[edge] in _LOW) == low:
                start, end = sorted(side_ends(grid, *grid.edge_side(edge), canvas.size))
                DRAWN.get(edges[edge], _other(edges[edge]))(strokes, start, end)
        strokes.finish()


def _wall(canvas: Strokes, start: Place, end: Place) -> None:
    canvas.bar(start, end, 0.22, _STONE)


def _low_wall(canvas: Strokes, start: Place, end: Place) -> None:
    canvas.bar(start, end, 0.15, _PALE)
    for share in (0.25, 0.5, 0.75):
        _tick(canvas, start, end, share, 0.11, _INK)


def _fence(canvas: Strokes, start: Place, end: Place) -> None:
    canvas.line(start, end, _INK, max(2.0, canvas.size / 16))
    canvas.line(start, end, _WOOD, max(1.0, canvas.size / 32))
    for share in (0.08, 0.36, 0.64, 0.92):
        canvas.circle(between(start, end, share), max(1.5, canvas.size / 18), _INK)
        canvas.circle(between(start, end, share), max(1.0, canvas.size / 30), _WOOD)


def _hedge(canvas: Strokes, start: Place, end: Place) -> None:
    for color, radius in ((_INK, 0.12), (_LEAF, 0.085)):
        for share in (0.08, 0.29, 0.5, 0.71, 0.92):
            canvas.circle(between(start, end, share), canvas.size * radius, color)


def _palisade(canvas: Strokes, start: Place, end: Place) -> None:
    for share in (0.04, 0.2, 0.35, 0.5, 0.65, 0.8, 0.96):
        canvas.circle(between(start, end, share), max(2.0, canvas.size * 0.095), _INK)
    for share in (0.04, 0.2, 0.35, 0.5, 0.65, 0.8, 0.96):
        canvas.circle(between(start, end, share), max(1.0, canvas.size * 0.06), _WOOD)


def _window(canvas: Strokes, start: Place, end: Place) -> None:
    _stubs(canvas, start, end, 0.2)
    a, b = between(start, end, 0.2), between(start, end, 0.8)
    canvas.line(a, b, _INK, max(3.0, canvas.size * 0.13))
    canvas.line(a, b, _GLASS, max(1.5, canvas.size * 0.07))
    _tick(canvas, start, end, 0.5, 0.13, _INK)


def _slit(canvas: Strokes, start: Place, end: Place) -> None:
    _stubs(canvas, start, end, 0.42)
    canvas.line(between(start, end, 0.44), between(start, end, 0.56), _GLASS, max(1.5, canvas.size * 0.06))


def _door(canvas: Strokes, start: Place, end: Place) -> None:
    _stubs(canvas, start, end, 0.14)
    a, b = between(start, end, 0.16), between(start, end, 0.84)
    canvas.bar(a, b, 0.18, _WOOD)
    canvas.circle(between(start, end, 0.68), max(1.0, canvas.size / 28), (236, 204, 110))


def _door_open(canvas: Strokes, start: Place, end: Place) -> None:
    _stubs(canvas, start, end, 0.14)
    hinge = between(start, end, 0.14)
    dx, dy = (end[0] - start[0]) * 0.6, (end[1] - start[1]) * 0.6
    # The leaf stands out from the wall by seventy degrees.
    leaf = (hinge[0] + dx * 0.34 - dy * 0.94, hinge[1] + dy * 0.34 + dx * 0.94)
    canvas.bar(hinge, leaf, 0.12, _WOOD)


def _portcullis(canvas: Strokes, start: Place, end: Place) -> None:
    canvas.line(start, end, _INK, max(1.5, canvas.size / 24))
    for share in (0.0, 0.17, 0.33, 0.5, 0.67, 0.83, 1.0):
        canvas.circle(between(start, end, share), max(2.0, canvas.size / 16), _INK)
        canvas.circle(between(start, end, share), max(1.0, canvas.size / 28), _IRON)


def _stubs(canvas: Strokes, start: Place, end: Place, share: float) -> None:
    """The bits of wall to both sides of an opening."""
    _wall(canvas, start, between(start, end, share))
    _wall(canvas, between(start, end, 1 - share), end)


def _tick(canvas: Strokes, start: Place, end: Place, share: float, reach: float, color: Ink) -> None:
    """A short stroke across the edge."""
    x, y = between(start, end, share)
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    dx, dy = (
        (end[1] - start[1]) / length * canvas.size * reach / 2,
        (start[0] - end[0]) / length * canvas.size * reach / 2,
    )
    canvas.line((x - dx, y - dy), (x + dx, y + dy), color, max(1.0, canvas.size / 40))


def _other(kind: str) -> Drawn:
    """A kind without a drawing of its own: a plain bar in its colour."""
    known = kinds().edges.get(kind)
    colour = known.colour if known else "#808080"
    inner = int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
    return lambda canvas, start, end: canvas.bar(start, end, 0.16, inner)


DRAWN: dict[str, Drawn] = {
    "wall": _wall,
    "low_wall": _low_wall,
    "fence": _fence,
    "hedge": _hedge,
    "palisade": _palisade,
    "window": _window,
    "arrow_slit": _slit,
    "door": _door,
    "door_open": _door_open,
    "portcullis": _portcullis,
}
"""How each kind of edge is drawn; another kind becomes a plain bar."""

_LOW = ("fence", "hedge", "low_wall")
