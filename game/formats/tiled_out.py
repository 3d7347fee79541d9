"""Boards -> Tiled maps that hold everything: tile layers, objects, and custom properties for the rest."""

from __future__ import annotations

import base64
import zlib
from array import array
from collections.abc import Iterable
from math import ceil
from typing import Any, Literal

import msgspec
from msgspec import Struct

from game.formats import pictures, tiled_xml, xml_tree
from game.formats.report import Exported, FormatError, Note
from game.formats.safe import zstd_packed
from game.grid.grid import Cell, EdgeId, Point
from game.map.board import Board
from game.map.terrain import kinds
from game.map.writer import level_text

Encoding = Literal["csv", "base64", "zlib", "gzip", "zstd"]
ENCODINGS: tuple[Encoding, ...] = ("csv", "base64", "zlib", "gzip", "zstd")

_WIDE = 64
"""Pixels to a cell: a power of two, so that places in pixels are exact."""
_HIGH, _SIDE = 74, 36  # of a hex; the nearest whole numbers to a regular one
_COLUMNS = 8
_ROW = 3**0.5 / 2
_MARK = (240, 220, 80, 110)


class Written(Struct, frozen=True):
    """How a Tiled map is to be written."""

    encoding: Encoding = "csv"
    staggered: bool = False


def tmj(board: Board, stem: str, written: Written | None = None) -> Exported:
    """The board as a .tmj; its tileset's picture gets the name STEM-tiles.png."""
    found = _Map(board, stem, written or Written())
    data = msgspec.json.format(msgspec.json.encode(found.values()), indent=1)
    return Exported(data + b"\n", found.notes, found.pictures)


def tmx(board: Board, stem: str, written: Written | None = None) -> Exported:
    """The board as a .tmx; its tileset's picture gets the name STEM-tiles.png."""
    found = _Map(board, stem, written or Written())
    text = xml_tree.dump(tiled_xml.map_element(found.values()))
    return Exported(text.encode("utf-8"), found.notes, found.pictures)


def encode(gids: array[int], encoding: Encoding) -> dict[str, Any]:
    """The data of a tile layer, with the keys that say how it is packed."""
    if encoding == "csv":
        return {"data": list(gids)}
    raw = b"".join(gid.to_bytes(4, "little") for gid in gids)
    if encoding == "zlib":
        raw = zlib.compress(raw, 9)
    elif encoding == "gzip":
        packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
        raw = packer.compress(raw) + packer.flush()
    elif encoding == "zstd":
        raw = zstd_packed(raw)
    compression = "" if encoding == "base64" else encoding
    return {"data": base64.b64encode(raw).decode(), "encoding": "base64", "compression": compression}


class _Map:
    """Gathers the values of one map."""

    def __init__(self, board: Board, stem: str, written: Written) -> None:
        self.board, self.grid, self.written = board, board.grid, written
        self.objects = 0
        self.layers: list[dict[str, Any]] = []
        self.levels = sorted({height for height in board.heights if height})
        self.tiles: list[dict[str, Any]] = [
            *({"terrain": name} for name in kinds().terrain),
            *({"prop": name} for name in kinds().props),
            {"zone_mark": True},
            *({"level": str(level_text(height))} for height in self.levels),
        ]
        self.number = {next(iter(tile.items())): at + 1 for at, tile in enumerate(self.tiles)}
        self.picture = f"{stem}-tiles.png"
        self.pictures = {self.picture: pictures.tiles(list(map(_colour, self.tiles)), _COLUMNS, *self._tile_size())}
        backdrop = (
            (Note("kept", f"the backdrop {board.backdrop.picture!r} by its name only"),) if board.backdrop else ()
        )
        self.notes: tuple[Note, ...] = backdrop
        if written.staggered and board.kind == "square":
            raise FormatError("only maps of hexes can be written as staggered")

    def values(self) -> dict[str, Any]:
        """The whole map."""
        self._tile_layers()
        self._object_layers()
        wide, high = self._tile_size()
        found: dict[str, Any] = {
            "type": "map",
            "version": "1.10",
            "tiledversion": "1.10.2",
            "orientation": self._orientation(),
            "renderorder": "right-down",
            "width": self.board.width,
            "height": self.board.height,
            "tilewidth": wide,
            "tileheight": high,
            "infinite": False,
        }
        if self.board.kind == "hex":
            found |= {
                "hexsidelength": 0 if self.written.staggered else _SIDE,
                "staggeraxis": "y",
                "staggerindex": "odd",
            }
        found |= {"nextlayerid": len(self.layers) + 1, "nextobjectid": self.objects + 1}
        found |= {"compressionlevel": -1, "properties": self._properties()}
        return found | {"tilesets": [self._tileset()], "layers": self.layers}

    def _orientation(self) -> str:
        return "orthogonal" if self.board.kind == "square" else "staggered" if self.written.staggered else "hexagonal"

    def _tile_size(self) -> tuple[int, int]:
        return (_WIDE, _WIDE) if self.board.kind == "square" else (_WIDE, _HIGH)

    def _properties(self) -> list[dict[str, Any]]:
        board = self.board
        texts = {"name": board.name, "author": board.author, "description": board.description}
        texts |= {"rim": " ".join(board.rim), "fog": board.fog if board.fog != "off" else ""}
        for key in ("tags", "sides", "recipes", "comments", "fairness"):
            value = getattr(board, key)
            texts[key] = msgspec.json.encode(value).decode() if value else ""
        rounds = {"name": "round_limit", "type": "int", "value": board.round_limit}
        return [rounds, *_strings({key: text for key, text in texts.items() if text or key == "name"})]

    def _tileset(self) -> dict[str, Any]:
        wide, high = self._tile_size()
        rows = ceil(len(self.tiles) / _COLUMNS)
        return {
            "firstgid": 1,
            "name": "quintain",
            "tilewidth": wide,
            "tileheight": high,
            "spacing": 0,
            "margin": 0,
            "tilecount": rows * _COLUMNS,
            "columns": _COLUMNS,
            "image": self.picture,
            "imagewidth": wide * _COLUMNS,
            "imageheight": high * rows,
            "tiles": [
                {"id": at, "properties": _strings(tile)}
                for at, tile in enumerate(self.tiles)
                if "zone_mark" not in tile
            ],
        }

    # Layers of tiles

    def _tile_layers(self) -> None:
        board, grid = self.board, self.grid
        if board.backdrop:
            self._picture_layer()
        names = {kind.glyph: name for name, kind in kinds().terrain.items()}
        self._tile_layer("Terrain", [self.number["terrain", names[glyph]] for row in board.rows for glyph in row])
        standing = {prop.cell: self.number["prop", prop.kind] for prop in board.props}
        order = [grid.at(column, row) for row in range(board.height) for column in range(board.width)]
        self._tile_layer("Props", [standing.get(cell, 0) for cell in order])
        if board.heights:
            levels = {height: self.number["level", str(level_text(height))] for height in self.levels}
            self._tile_layer("Elevation", [levels.get(height, 0) for height in board.heights], opacity=0.5)
        mark = self.number["zone_mark", True]
        for zone in board.zones:
            own = {"zone": zone.name, "zone_kind": zone.kind, "title": zone.title, "effect": zone.effect}
            held = [mark if zone.cells >> cell & 1 else 0 for cell in order]
            self._tile_layer(f"Zone {zone.name}", held, _strings({key: each for key, each in own.items() if each}))

    def _tile_layer(
        self, name: str, gids: list[int], own: list[dict[str, Any]] | None = None, opacity: float = 1.0
    ) -> None:
        size = {"width": self.board.width, "height": self.board.height}
        self._layer("tilelayer", name, own, size | encode(array("I", gids), self.written.encoding), opacity)

    def _layer(
        self,
        kind: str,
        name: str,
        own: list[dict[str, Any]] | None,
        more: dict[str, Any],
        opacity: float = 1.0,
    ) -> None:
        head = {"id": len(self.layers) + 1, "name": name, "type": kind, "visible": True, "opacity": opacity}
        self.layers.append({**head, "x": 0, "y": 0, **more, **({"properties": own} if own else {})})

    def _picture_layer(self) -> None:
        backdrop = self.board.backdrop
        assert backdrop is not None
        place = {"offsetx": backdrop.at[0] * _WIDE, "offsety": backdrop.at[1] * _WIDE}
        own = [{"name": "pixels_per_cell", "type": "float", "value": backdrop.pixels_per_cell}]
        more = {"image": backdrop.picture, **place}
        self._layer("imagelayer", "Backdrop", own, more, backdrop.opacity / 100)

    # Layers of objects

    def _object_layers(self) -> None:
        board = self.board
        self._object_layer("Edges", "edges", [self._edge(edge.edge, edge.kind) for edge in board.edges])
        self._object_layer("Labels", "labels", [self._label(label.cell, label.text) for label in board.labels])
        lights = [self._light(msgspec.to_builtins(light), *light.at) for light in board.lights]
        self._object_layer("Lights", "lights", lights)
        self._object_layer("Units", "units", list(self._units()))

    def _object_layer(self, name: str, kind: str, objects: list[dict[str, Any]]) -> None:
        if objects or name == "Units":
            self._layer("objectgroup", name, None, {"class": kind, "draworder": "index", "objects": objects})

    def _object(self, kind: str, place: tuple[float, float], own: dict[str, Any], **more: Any) -> dict[str, Any]:
        self.objects += 1
        head = {"id": self.objects, "name": "", "type": kind, "x": place[0], "y": place[1], "width": 0, "height": 0}
        return {**head, "rotation": 0, "visible": True, **more, "properties": _strings(own)}

    def _edge(self, edge: EdgeId, kind: str) -> dict[str, Any]:
        start, end = map(self._corner, self.grid.edge_ends(edge))
        line = [{"x": 0, "y": 0}, {"x": end[0] - start[0], "y": end[1] - start[1]}]
        return self._object("edge", start, {"edge": kind}, polyline=line)

    def _corner(self, corner: Point) -> tuple[float, float]:
        return self._pixels(*self.grid.point_px(corner, 1))

    def _pixels(self, x: float, y: float) -> tuple[float, float]:
        """Where a place in widths of a cell lies in Tiled's pixels."""
        if self.board.kind == "square":
            return x * _WIDE, y * _WIDE
        side = 0 if self.written.staggered else _SIDE
        return x * _WIDE, round((y - 1 / 3**0.5) / _ROW * (_HIGH + side) / 2 + _HIGH / 2, 4)

    def _label(self, cell: Cell, text: str) -> dict[str, Any]:
        place = self._pixels(*self.grid.centre_px(cell, 1))
        size = {"width": 2 * _WIDE, "height": _WIDE // 2}
        return self._object("label", place, {"label": text}, text={"text": text}, **size)

    def _light(self, fields: dict[str, Any], x: float, y: float) -> dict[str, Any]:
        own = {key: each for key, each in fields.items() if key != "at"}
        return self._object("light", self._pixels(x, y), {**own, "at": f"{x!r},{y!r}"}, point=True)

    def _units(self) -> Iterable[dict[str, Any]]:
        for number, side in enumerate(self.board.sides):
            for place, entry in enumerate(side.roster):
                if not entry.at:
                    continue
                try:
                    cell = self.grid.parse(entry.at)
                except ValueError:
                    self.notes += (Note("lost", f"a unit of {side.name} at {entry.at!r}, which is no cell"),)
                    continue
                own = {"entry": f"{number}.{place}", "side": side.name, "role": entry.role or "", "unit": entry.unit}
                where = self._pixels(*self.grid.centre_px(cell, 1))
                shown = {key: each for key, each in own.items() if each}
                yield self._object("unit", where, {**shown, "facing": entry.facing}, point=True)


def _strings(own: dict[str, Any]) -> list[dict[str, Any]]:
    """Custom properties, each with its type."""
    types = {bool: "bool", int: "int", float: "float"}
    return [{"name": key, "type": types.get(type(each), "string"), "value": each} for key, each in own.items()]


def _colour(tile: dict[str, Any]) -> pictures.Colour:
    if "level" in tile:
        return (250, 250, 250, 130) if not str(tile["level"]).startswith("-") else (20, 20, 40, 130)
    if "zone_mark" in tile:
        return _MARK
    text = kinds().terrain[tile["terrain"]].colour if "terrain" in tile else kinds().props[tile["prop"]].colour
    red, green, blue = (int(text[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue, 255 if "terrain" in tile else 200
