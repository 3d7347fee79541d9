"""The objects of Tiled maps: lines become edges, areas zones, words labels, and points lights, props and units."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from game.formats import mapping, tiled_own
from game.formats.canvas import Canvas, printable
from game.formats.lines import Lattice, Place, inside
from game.formats.mapping import Mapping, Meaning
from game.formats.report import FormatError
from game.formats.tiled_file import TURNED, ObjectLayer, Point, Thing, TiledMap, properties
from game.formats.turning import Frame
from game.grid.grid import Cell, CellSet, Grid, bits, cells
from game.map.notes import Light

MAX_CHECKS = 20_000_000
"""Corners of areas times cells within reach of them, in one map."""

Lookup = Callable[[int, str], Meaning | None]


class Scale(Struct, frozen=True):
    """From pixels of a file to our widths of a cell."""

    map: TiledMap
    frame: Frame
    box: tuple[int, int, int, int]

    def place(self, x: float, y: float) -> Place:
        """Our place for one in pixels."""
        found, left, top = self.map, self.box[0], self.box[1]
        wide, high = found.tilewidth, found.tileheight
        if self.frame.kind == "square":
            return x / wide - left, y / high - top
        flat = found.staggeraxis == "x"
        side = 0 if found.orientation == "staggered" else max(0, found.hexsidelength)
        across, along, down = (high, wide, x) if flat else (wide, high, y)
        over = y if flat else x
        spacing = (along + side) / 2
        # Measured from the middle of the first cell, which ours and theirs have in common.
        deep = ((down - along / 2) / spacing - (left if flat else top)) * 3**0.5 / 2 + 1 / 3**0.5
        wide_at = over / across - (top if flat else left)
        return self.frame.place(deep, wide_at) if flat else self.frame.place(wide_at, deep)


class Table:
    """What is needed to place objects."""

    def __init__(self, canvas: Canvas, scale: Scale, meanings: Mapping, lookup: Lookup) -> None:
        self.canvas, self.scale, self.meanings, self.lookup = canvas, scale, meanings, lookup
        self.lattice = Lattice(canvas.grid)
        self.checks = 0

    # Shapes

    def outline(self, thing: Thing) -> list[Place]:
        """The corners of an object in our places; one for a point."""
        return [self.scale.place(x, y) for x, y in _corners(thing)]

    def middle(self, thing: Thing) -> Place:
        """The middle of an object's corners."""
        corners = self.outline(thing)
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)

    def cell_at(self, place: Place) -> Cell | None:
        """The cell at a place."""
        return self.canvas.grid.cell_at_px(*place, 1)

    def area(self, thing: Thing) -> CellSet:
        """The cells whose middle lies in an object; for a point the cell it lies in."""
        corners = self.outline(thing)
        if len(corners) < 3:
            cell = self.cell_at(corners[0])
            return 0 if cell is None else 1 << cell
        low = (min(x for x, _ in corners), min(y for _, y in corners))
        high = (max(x for x, _ in corners), max(y for _, y in corners))
        near = [(cell, self.canvas.grid.centre_px(cell, 1)) for cell in _around(self.canvas.grid, low, high)]
        self.checks += len(near) * len(corners)
        if self.checks > MAX_CHECKS:
            raise FormatError(f"{self.canvas.name}: too many areas with too many corners")
        return bits(cell for cell, at in near if inside(at, corners))

    # Objects

    def put(self, thing: Thing, layer: ObjectLayer) -> None:
        """Place one object, or say that it is lost."""
        own = {**properties(layer.properties), **properties(thing.properties)}
        word = thing.kind or thing.type or layer.kind
        if thing.text is not None:
            self.label(thing, own)
        elif word == "light":
            self.light(thing, own)
        elif word == "unit":
            self.place_unit(thing, own)
        else:
            meaning = self.meaning(thing, own, word, layer.name)
            if meaning is None or not self.mean(thing, own, meaning):
                name = printable(word or thing.name or f"object {thing.id}", 60)
                self.canvas.count("lost", "object of no known meaning", "objects of no known meaning", name)

    def meaning(self, thing: Thing, own: dict[str, Any], word: str, layer: str) -> Meaning | None:
        """What an object is: by the mapping, its properties, its tile, or its name."""
        for key in (word, thing.name, layer):
            if key and key in self.meanings.objects:
                return self.meanings.objects[key]
        if isinstance(own.get("zone"), str) and own["zone"] and "edge" not in own:
            return Meaning(zone=mapping.zone_kind(own.get("zone_kind")))
        try:
            declared = mapping.from_properties(own)
        except ValueError as problem:
            self.canvas.note("lost", f"a property is not understood: {printable(str(problem), 200)}")
            return None
        if declared is not None or not thing.gid:
            return declared or mapping.guess(word, thing.name)
        return self.lookup(thing.gid & ~TURNED, layer) or mapping.guess(word, thing.name)

    def mean(self, thing: Thing, own: dict[str, Any], meaning: Meaning) -> bool:
        """Put an object of known meaning; False if it has no room or shape for that."""
        if meaning.ignore:
            self.canvas.count("lost", "object ignored as the mapping says", "objects ignored as the mapping says", "")
            return True
        if meaning.label:
            self.label(thing, own)
            return True
        if meaning.edge:
            line = self.outline(thing)
            closed = thing.polyline is None and len(line) > 2
            return self.canvas.wall(self.lattice.trace([*line, line[0]] if closed else line), meaning.edge) > 0
        mask = self.area(thing)
        if meaning.zone is not None:
            name = printable(str(own.get("zone") or thing.name or f"{meaning.zone} {thing.id}"), 200)
            words = [printable(str(own.get(key, "")), 400) for key in ("title", "effect")]
            self.canvas.zone(name, meaning.zone, mask, *words)
        for cell in cells(mask):
            self.canvas.put(cell, meaning)
        return mask > 0

    def label(self, thing: Thing, own: dict[str, Any]) -> None:
        """Words where their box begins, or in its middle if it is wide."""
        cell = self.cell_at(self.scale.place(thing.x, thing.y) if own.get("label") else self.middle(thing))
        text = own.get("label") or (thing.text.text if thing.text else "") or thing.name
        if cell is None:
            self.canvas.count("lost", "label off the map", "labels off the map", "")
        else:
            self.canvas.label(cell, str(text))

    def light(self, thing: Thing, own: dict[str, Any]) -> None:
        """A light; the place written beside it counts as long as the light is still there."""
        near = self.middle(thing)
        written = own.get("at")
        if isinstance(written, str):
            exact = _pair(written)
            if exact is not None and math.dist(exact, near) < 0.05:
                near = exact
        try:
            fields: dict[str, Any] = {
                key: own[key] for key in ("range", "colour", "intensity", "shadows") if key in own
            }
            self.canvas.lights.append(msgspec.convert({"range": 4.0, **fields, "at": near}, Light, strict=False))
        except (msgspec.ValidationError, ValueError):
            self.canvas.count("lost", "light that is out of bounds", "lights that are out of bounds", f"{near}"[:60])

    def place_unit(self, thing: Thing, own: dict[str, Any]) -> None:
        """A unit in a cell, kept for when the sides are known."""
        cell = self.cell_at(self.middle(thing))
        if cell is None:
            self.canvas.count("lost", "unit off the map", "units off the map", printable(thing.name, 60))
        else:
            tiled_own.note_unit(self.canvas, cell, own)


def place(
    canvas: Canvas,
    found: TiledMap,
    frame: Frame,
    box: tuple[int, int, int, int],
    layers: list[ObjectLayer],
    meanings: Mapping,
    lookup: Lookup,
) -> None:
    """Put the objects of all layers onto the canvas, then what the map says of itself."""
    table = Table(canvas, Scale(found, frame, box), meanings, lookup)
    for layer in layers:
        for thing in layer.objects:
            if thing.template:
                canvas.count("lost", "object of a template", "objects of templates", printable(thing.name, 60))
            else:
                table.put(thing, layer)
    units = any(layer.kind == "units" for layer in layers)
    tiled_own.restore(canvas, properties(found.properties), complete=units)


def _corners(thing: Thing) -> list[Place]:
    """The corners of an object in pixels, turned as it is."""
    wide, high = thing.width, thing.height
    points: list[Point]
    if thing.polygon or thing.polyline:
        points = thing.polygon or thing.polyline or []
    elif thing.gid:
        points = [Point(0, -high), Point(wide, -high), Point(wide, 0), Point(0, 0)]
    elif thing.point or not (wide and high):
        points = [Point(0, 0)] if thing.point or not (wide or high) else [Point(0, 0), Point(wide, high)]
    elif thing.ellipse:
        points = list(_ellipse(wide / 2, high / 2))
    else:
        points = [Point(0, 0), Point(wide, 0), Point(wide, high), Point(0, high)]
    angle = math.radians(thing.rotation)
    cos, sin = math.cos(angle), math.sin(angle)
    if not angle:
        return [(thing.x + each.x, thing.y + each.y) for each in points]
    return [(thing.x + each.x * cos - each.y * sin, thing.y + each.x * sin + each.y * cos) for each in points]


def _ellipse(a: float, b: float) -> Iterator[Point]:
    for step in range(32):
        angle = step * math.pi / 16
        yield Point(a + a * math.cos(angle), b + b * math.sin(angle))


def _around(grid: Grid, low: Place, high: Place) -> Iterator[Cell]:
    """The cells in a box and a little more."""
    down = 1.0 if grid.kind == "square" else 3**0.5 / 2
    rows = range(max(0, math.floor(low[1] / down) - 1), min(grid.height, math.ceil(high[1] / down) + 1))
    columns = range(max(0, math.floor(low[0]) - 1), min(grid.width, math.ceil(high[0]) + 1))
    return (grid.at(column, row) for row in rows for column in columns)


def _pair(text: str) -> Place | None:
    x, comma, y = text[:100].partition(",")
    try:
        found = (float(x), float(y))
    except ValueError:
        return None
    return found if comma and all(map(math.isfinite, found)) else None
