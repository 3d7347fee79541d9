"""Universal VTT (.dd2vtt, .uvtt, .df2vtt): walls become edges, portals doors, the picture a backdrop."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from game.formats import pictures, safe
from game.formats.canvas import Canvas
from game.formats.lines import Lattice, Place
from game.formats.mapping import words
from game.formats.report import Guess, Imported, counted
from game.map.notes import Backdrop, Light
from game.map.terrain import kinds

MAX_PICTURE = 48_000_000
DEFAULT_PIXELS = 70.0
LEAST_PIECE = 0.3
"""In widths of a cell; shorter bits of wall that fall on one corner are not missed."""

Number = Annotated[float, Meta(ge=-1e7, le=1e7)]


class Spot(Struct, frozen=True):
    """A place in widths of a cell."""

    x: Number
    y: Number


class Resolution(Struct, frozen=True):
    """The grid: its origin and size in cells, and the picture's pixels to a cell."""

    map_size: Spot
    map_origin: Spot = Spot(0.0, 0.0)
    pixels_per_grid: Annotated[float, Meta(ge=0, le=100_000)] = 0.0


class Portal(Struct, frozen=True):
    """A door in a wall."""

    bounds: list[Spot] = []
    position: Spot | None = None
    closed: bool = True
    freestanding: bool = False


class Lamp(Struct, frozen=True):
    """A light; `color` as aarrggbb."""

    position: Spot
    range: Number = 0.0
    intensity: Number = 1.0
    color: str = "ffffffff"
    shadows: bool = True


class Surroundings(Struct, frozen=True):
    """Light from everywhere."""

    baked_lighting: bool = False
    ambient_light: str = ""


class Uvtt(Struct, frozen=True):
    """A file."""

    resolution: Resolution
    format: float | str = 0.3
    line_of_sight: list[list[Spot]] = []
    objects_line_of_sight: list[list[Spot]] = []
    portals: list[Portal] = []
    lights: list[Lamp] = []
    environment: Surroundings | None = None
    image: str | None = ""


def read(path: Path, least: int = 0, columns: int = 0) -> Imported:
    """The board of a file; edges of which we are less sure than `least` per cent are left out.

    `columns` is how many cells it is wide in truth, where the file's own grid is wrong; 0 believes the file.
    """
    found = scaled(load(path), columns, path.name)
    wide, high = _size(found, path.name)
    canvas = Canvas(path.stem, "square", wide, high, words().default)
    shown = _picture(canvas, found, path)
    walls = _Walls(canvas, found)
    walls.put(found.line_of_sight, "wall")
    walls.objects(found.objects_line_of_sight)
    walls.doors(found.portals)
    walls.drop(least)
    for lamp in found.lights:
        _light(canvas, lamp, found.resolution.map_origin)
    if found.environment and found.environment.ambient_light.lower() not in ("", "ffffffff"):
        canvas.note("lost", "the light from everywhere: boards have none")
    canvas.tell_confidence()
    canvas.note(
        "added", f"ground of {kinds().terrain[canvas.fill].title.lower()} everywhere: the file has a picture only"
    )
    return Imported(canvas.board(), canvas.notes, shown, dict(canvas.confidence))


def guess(path: Path) -> Guess:
    """The grid that a file names, or that its picture suggests."""
    found = load(path)
    wide, high = _size(found, path.name)
    pixels, remark = found.resolution.pixels_per_grid, ""
    if found.image:
        data = safe.unpack_base64(found.image, path.name, MAX_PICTURE)
        shape = pictures.look(data, path.name)
        real = (shape.width / wide, shape.height / high)
        if max(abs(each - pixels) for each in real) > 0.5:
            remark = f"the picture has {real[0]:.4g} x {real[1]:.4g} pixels to a cell, the file says {pixels:g}"
    return Guess("uvtt", "square", wide, high, pixels, remark)


def load(path: Path) -> Uvtt:
    """The values of a file; FormatError names what is wrong with them."""
    return safe.decode_json(safe.read_bytes(path), Uvtt, path.name)


def scaled(found: Uvtt, columns: int, name: str) -> Uvtt:
    """The same picture and lines under a grid of so many columns; FormatError for a number that no map can have."""
    wide, _ = _size(found, name)
    if columns in (0, wide):
        return found
    safe.check_size(columns, 1, name)
    by = columns / found.resolution.map_size.x
    replace = msgspec.structs.replace

    def spot(old: Spot) -> Spot:
        return Spot(old.x * by, old.y * by)

    def line(old: list[Spot]) -> list[Spot]:
        return [spot(each) for each in old]

    old = found.resolution
    pixels = min(100_000.0, old.pixels_per_grid / by)
    return replace(
        found,
        resolution=Resolution(spot(old.map_size), spot(old.map_origin), pixels),
        line_of_sight=[line(each) for each in found.line_of_sight],
        objects_line_of_sight=[line(each) for each in found.objects_line_of_sight],
        portals=[
            replace(each, bounds=line(each.bounds), position=spot(each.position) if each.position else None)
            for each in found.portals
        ],
        lights=[replace(each, position=spot(each.position), range=each.range * by) for each in found.lights],
    )


def picture_of(path: Path) -> bytes:
    """The picture in a file, to lay a grid over it; nothing if it has none. FormatError for what is no picture."""
    found = load(path)
    return safe.unpack_base64(found.image, path.name, MAX_PICTURE) if found.image else b""


def _size(found: Uvtt, name: str) -> tuple[int, int]:
    size = found.resolution.map_size
    wide, high = math.ceil(size.x - 1e-6), math.ceil(size.y - 1e-6)
    safe.check_size(wide, high, name)
    return wide, high


def _picture(canvas: Canvas, found: Uvtt, path: Path) -> dict[str, bytes]:
    if not found.image:
        return {}
    data = safe.unpack_base64(found.image, path.name, MAX_PICTURE)
    shape = pictures.look(data, path.name)
    pixels = found.resolution.pixels_per_grid or shape.width / max(1.0, found.resolution.map_size.x)
    name = f"{safe.file_name(path.stem)}.{shape.ending}"
    canvas.fields["backdrop"] = Backdrop(name, min(4096.0, max(1.0, pixels or DEFAULT_PIXELS)))
    canvas.note("kept", f"the picture as {name}, {shape.width} x {shape.height} pixels, beside the map")
    return {name: data}


def _light(canvas: Canvas, lamp: Lamp, origin: Spot) -> None:
    text = lamp.color.removeprefix("#").lower()
    colour = text[-6:] if len(text) in (6, 8) and all(letter in "0123456789abcdef" for letter in text) else ""
    if not colour:
        canvas.count("changed", "light of no known colour is white", "lights of no known colour are white", "")
    at = (lamp.position.x - origin.x, lamp.position.y - origin.y)
    fields = {"at": at, "range": lamp.range, "intensity": lamp.intensity, "shadows": lamp.shadows}
    try:
        canvas.lights.append(msgspec.convert({**fields, "colour": f"#{colour or 'ffffff'}"}, Light))
    except msgspec.ValidationError:
        canvas.count("lost", "light that is out of bounds", "lights that are out of bounds", f"{at[0]:g},{at[1]:g}")


class _Walls:
    """Puts lines onto edges and tells which found none."""

    def __init__(self, canvas: Canvas, found: Uvtt) -> None:
        self.canvas, self.lattice = canvas, Lattice(canvas.grid)
        self.origin = found.resolution.map_origin

    def line(self, spots: list[Spot]) -> list[Place]:
        return [(spot.x - self.origin.x, spot.y - self.origin.y) for spot in spots]

    def put(self, lines: list[list[Spot]], kind: str) -> None:
        for spots in lines:
            line = self.line(spots)
            if not self.canvas.wall(self.lattice.trace(line), kind) and _length(line) >= LEAST_PIECE:
                self.canvas.count("lost", "wall too short or off the map", "walls too short or off the map", _at(line))

    def objects(self, lines: list[list[Spot]]) -> None:
        """Small closed outlines stand for pillars, the others for walls."""
        for spots in lines:
            line = self.line(spots)
            cell = self.pillar(line)
            if cell is not None:
                self.canvas.props[cell] = "pillar"
                self.canvas.count("changed", "small outline became a pillar", "small outlines became pillars", "")
            elif not self.canvas.wall(self.lattice.trace(line), "wall") and line:
                self.canvas.count(
                    "lost", "outline too small or off the map", "outlines too small or off the map", _at(line)
                )

    def pillar(self, line: list[Place]) -> int | None:
        """The cell that a closed outline of less than a cell stands in, if it is one."""
        if len(line) < 4 or math.dist(line[0], line[-1]) > 0.05:
            return None
        low, high = (
            (min(x for x, _ in line), min(y for _, y in line)),
            (max(x for x, _ in line), max(y for _, y in line)),
        )
        if max(high[0] - low[0], high[1] - low[1]) > 0.95:
            return None
        return self.canvas.grid.cell_at_px((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, 1)

    def doors(self, portals: list[Portal]) -> None:
        for portal in portals:
            line = self.line(portal.bounds)
            edges = list(self.lattice.trace(line)) or [edge for edge in (self.lattice.snap(line),) if edge]
            if not self.canvas.wall(edges, "door" if portal.closed else "door_open"):
                place = line or self.line([portal.position] if portal.position else [])
                self.canvas.count(
                    "lost", "portal too small or off the map", "portals too small or off the map", _at(place)
                )
            elif portal.freestanding:
                self.canvas.count("changed", "freestanding portal is a door", "freestanding portals are doors", "")

    def drop(self, least: int) -> None:
        weak = [edge for edge, sure in self.canvas.confidence.items() if sure < least]
        for edge in weak:
            del self.canvas.edges[edge], self.canvas.confidence[edge]
        if weak:
            self.canvas.note("lost", f"{counted(len(weak), 'edge')} of less than {least} % confidence")


def _length(line: list[Place]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def _at(line: list[Place]) -> str:
    return f"{line[0][0]:.3g},{line[0][1]:.3g}" if line else ""
