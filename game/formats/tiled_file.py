"""What stands in a Tiled map: structs for TMX and TMJ alike, checked, with tilesets from other files filled in."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from game.formats import safe, tiled_xml, xml_tree
from game.formats.report import FormatError
from game.map.file import MAX_SIZE

MAX_TILESETS = 200
MAX_LAYERS = 300
TURNED = 0xF000_0000
"""The bits of a tile's number that say how its picture is flipped and turned."""

Small = Annotated[int, Meta(ge=0, le=100_000)]
Gid = Annotated[int, Meta(ge=0, lt=2**32)]
Number = Annotated[float, Meta(ge=-1e7, le=1e7)]

T = TypeVar("T")


class Property(Struct, frozen=True):
    """A custom property."""

    name: str
    value: Any = ""
    type: str = "string"


Properties = list[Property] | dict[str, Any]


class Point(Struct, frozen=True):
    """A corner of a polygon or line."""

    x: Number
    y: Number


class Text(Struct, frozen=True):
    """Words on the map."""

    text: str = ""


class Thing(Struct, frozen=True, rename={"kind": "class"}):
    """An object: a rectangle unless it says otherwise; places in pixels."""

    id: int = 0
    name: str = ""
    type: str = ""
    kind: str = ""
    x: Number = 0.0
    y: Number = 0.0
    width: Number = 0.0
    height: Number = 0.0
    rotation: Number = 0.0
    gid: Gid = 0
    point: bool = False
    ellipse: bool = False
    polygon: list[Point] | None = None
    polyline: list[Point] | None = None
    text: Text | None = None
    template: str = ""
    properties: Properties = []


class Chunk(Struct, frozen=True):
    """A part of an infinite layer."""

    x: int
    y: int
    width: Small
    height: Small
    data: list[Gid] | str = ""


class TileLayer(Struct, frozen=True, tag="tilelayer", rename={"kind": "class"}):
    """A tile a cell, or none."""

    name: str = ""
    kind: str = ""
    width: Small = 0
    height: Small = 0
    data: list[Gid] | str | None = None
    chunks: list[Chunk] | None = None
    encoding: str = "csv"
    compression: str | None = ""
    properties: Properties = []


class ObjectLayer(Struct, frozen=True, tag="objectgroup", rename={"kind": "class"}):
    """Objects."""

    name: str = ""
    kind: str = ""
    objects: list[Thing] = []
    properties: Properties = []


class ImageLayer(Struct, frozen=True, tag="imagelayer", rename={"kind": "class"}):
    """A picture."""

    name: str = ""
    kind: str = ""
    image: str = ""
    x: Number = 0.0
    y: Number = 0.0
    offsetx: Number = 0.0
    offsety: Number = 0.0
    opacity: Number = 1.0
    properties: Properties = []


class GroupLayer(Struct, frozen=True, tag="group", rename={"kind": "class"}):
    """Layers in a layer."""

    name: str = ""
    kind: str = ""
    layers: list[TileLayer | ObjectLayer | ImageLayer | GroupLayer] = []
    properties: Properties = []


Layer = TileLayer | ObjectLayer | ImageLayer | GroupLayer


class Tile(Struct, frozen=True, rename={"kind": "class"}):
    """What a tileset says of one of its tiles."""

    id: Gid = 0
    type: str = ""
    kind: str = ""
    image: str = ""
    terrain: list[int] | str = []
    properties: Properties = []


class TerrainType(Struct, frozen=True):
    """A terrain in the sense of older Tileds: a name."""

    name: str = ""


class Tileset(Struct, frozen=True, rename={"kind": "class"}):
    """Tiles; `source` is the file that holds them, if not the map itself."""

    firstgid: Gid = 1
    source: str = ""
    name: str = ""
    kind: str = ""
    image: str = ""
    tiles: list[Tile] | dict[str, Tile] = []
    terrains: list[TerrainType] = []
    tileproperties: dict[str, dict[str, Any]] = {}
    properties: Properties = []


class TiledMap(Struct, frozen=True):
    """A map file."""

    width: Small
    height: Small
    tilewidth: Annotated[int, Meta(ge=1, le=100_000)]
    tileheight: Annotated[int, Meta(ge=1, le=100_000)]
    orientation: str
    layers: list[Layer] = []
    tilesets: list[Tileset] = []
    staggeraxis: str = "y"
    staggerindex: str = "odd"
    hexsidelength: int = 0
    infinite: bool = False
    properties: Properties = []


def load(path: Path, root: Path) -> TiledMap:
    """The map of a .tmx, .tmj or .json file with all its tilesets, none of them from outside `root`."""
    found = _decode(path, TiledMap, "map")
    if len(found.tilesets) > MAX_TILESETS:
        raise FormatError(f"{path.name}: more than {MAX_TILESETS} tilesets")
    tilesets = [_filled(tileset, path, root) for tileset in found.tilesets]
    return msgspec.structs.replace(found, tilesets=sorted(tilesets, key=lambda each: each.firstgid))


def _decode(path: Path, kind: type[T], tag: str) -> T:
    data = safe.read_bytes(path)
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return safe.decode_json(data, kind, path.name)
    root = xml_tree.parse(data, path.name)
    if root.tag != tag:
        raise FormatError(f"{path.name}: expected <{tag}>, found <{root.tag[:40]}>")
    values = tiled_xml.map_values(root) if tag == "map" else tiled_xml.tileset_values(root)
    return safe.convert(values, kind, path.name)


def _filled(tileset: Tileset, path: Path, root: Path) -> Tileset:
    if not tileset.source:
        return tileset
    source = safe.beside(path.parent, tileset.source, root, path.name)
    found = _decode(source, Tileset, "tileset")
    if found.source:
        raise FormatError(f"{source.name}: a tileset that is in yet another file")
    return msgspec.structs.replace(found, firstgid=tileset.firstgid)


def flat_layers(found: TiledMap, name: str) -> list[TileLayer | ObjectLayer | ImageLayer]:
    """All layers but groups, from the lowest up; groups pass their properties and class on."""
    layers: list[TileLayer | ObjectLayer | ImageLayer] = []

    def gather(group: list[Layer], above: dict[str, Any], kind: str) -> None:
        for layer in group:
            own = msgspec.structs.replace(
                layer, properties={**above, **properties(layer.properties)}, kind=layer.kind or kind
            )
            if isinstance(own, GroupLayer):
                gather(own.layers, properties(own.properties), own.kind)
            else:
                layers.append(own)
            if len(layers) > MAX_LAYERS:
                raise FormatError(f"{name}: more than {MAX_LAYERS} layers")

    gather(found.layers, {}, "")
    return layers


def properties(found: Properties) -> dict[str, Any]:
    """Custom properties by name, as both generations of Tiled write them."""
    return dict(found) if isinstance(found, dict) else {each.name: each.value for each in found}


def gids(data: list[int] | str | None, count: int, layer: TileLayer, name: str) -> array[int]:
    """The tile numbers of a layer or chunk of `count` cells, row by row, 0 for none."""
    if data is None:
        raise FormatError(f"{name}: layer {layer.name[:40]!r} has no data")
    if isinstance(data, str) and layer.encoding == "base64":
        raw = safe.unpack_base64(data, name)
        found = array("I", safe.inflate(raw, layer.compression or "", 4 * count, name))
        if array("H", [1]).tobytes()[0] == 0:  # the file's byte order is little-endian
            found.byteswap()
        return found
    if isinstance(data, str):
        data = _csv(data, count, layer, name)
    if len(data) != count:
        raise FormatError(f"{name}: layer {layer.name[:40]!r} has {len(data)} cells instead of {count}")
    return array("I", data)


def _csv(text: str, count: int, layer: TileLayer, name: str) -> list[int]:
    if layer.encoding not in ("csv", ""):
        raise FormatError(f"{name}: unknown encoding {layer.encoding[:40]!r}")
    if len(text) > 100 * count + 1000:
        raise FormatError(f"{name}: layer {layer.name[:40]!r} has more text than {count} cells need")
    words = [word.strip() for word in text.strip().rstrip(",").split(",")]
    wrong = next((word for word in words if not (word.isascii() and word.isdigit() and len(word) <= 10)), None)
    if wrong is not None or any(int(word) >= 2**32 for word in words):
        raise FormatError(f"{name}: layer {layer.name[:40]!r} holds {wrong or 'a number'!r:.40}, which is no tile")
    return [int(word) for word in words]


def layer_box(layers: list[TileLayer], found: TiledMap, name: str) -> tuple[int, int, int, int]:
    """Column, row, width and height of the cells that a map holds; of an infinite one, those of its chunks."""
    chunks = [chunk for layer in layers for chunk in layer.chunks or () if chunk.width and chunk.height]
    if not chunks:
        safe.check_size(found.width, found.height, name)
        return 0, 0, found.width, found.height
    left, top = min(chunk.x for chunk in chunks), min(chunk.y for chunk in chunks)
    # Staggered rows and columns must stay odd or even.
    left, top = left - left % 2, top - top % 2
    width = max(chunk.x + chunk.width for chunk in chunks) - left
    height = max(chunk.y + chunk.height for chunk in chunks) - top
    safe.check_size(width, height, name)
    return left, top, width, height


def grid_of(layer: TileLayer, box: tuple[int, int, int, int], name: str) -> array[int]:
    """The tile numbers of a layer over a box of cells, row by row."""
    left, top, width, height = box
    if layer.chunks is None:
        if (layer.width, layer.height) not in ((width, height), (0, 0)):
            raise FormatError(
                f"{name}: layer {layer.name[:40]!r} is {layer.width} x {layer.height}, not {width} x {height}"
            )
        return gids(layer.data, width * height, layer, name)
    found = array("I", bytes(4 * width * height))
    if sum(chunk.width * chunk.height for chunk in layer.chunks) > 4 * MAX_SIZE * MAX_SIZE:
        raise FormatError(f"{name}: layer {layer.name[:40]!r} has more chunks than cells")
    for chunk in layer.chunks:
        if not chunk.width or not chunk.height:
            continue
        part = gids(chunk.data, chunk.width * chunk.height, layer, name)
        for row in range(chunk.height):
            at = (chunk.y - top + row) * width + chunk.x - left
            found[at : at + chunk.width] = part[row * chunk.width : (row + 1) * chunk.width]
    return found
