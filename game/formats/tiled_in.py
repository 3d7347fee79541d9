"""Tiled maps -> boards: tiles become terrain, props and heights; objects become edges, zones, labels and units."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct

from game.formats import mapping, tiled_things
from game.formats.canvas import Canvas, printable
from game.formats.mapping import Mapping, Meaning
from game.formats.report import FormatError, Guess, Imported
from game.formats.tiled_file import (
    TURNED,
    ImageLayer,
    ObjectLayer,
    Tile,
    TiledMap,
    TileLayer,
    Tileset,
    flat_layers,
    grid_of,
    layer_box,
    load,
    properties,
)
from game.formats.turning import Frame, frame_of
from game.grid.grid import Kind
from game.map.notes import Backdrop
from game.map.terrain import kinds

_KINDS: dict[str, Kind] = {"orthogonal": "square", "hexagonal": "hex", "staggered": "hex"}


MAX_TILES = 3_000_000


class Source(Struct, frozen=True, eq=False):
    """A map as far as it is decoded: its layers one below the other, and which of its cells become which of ours."""

    map: TiledMap
    layers: list[Any]
    box: tuple[int, int, int, int]
    frame: Frame
    name: str


def read(path: Path, root: Path | None = None, meanings: Mapping | None = None) -> Imported:
    """The board of a .tmx or .tmj file; tilesets of other files must lie in `root` (the file's folder) or below."""
    source = open_map(path, root or path.parent)
    meanings = meanings or mapping.plain()
    frame = source.frame
    canvas = Canvas(path.stem, frame.kind, frame.width, frame.height, meanings.default)
    for effect, text in frame.remarks:
        canvas.note(effect, text)
    tiles = _Tiles(source, meanings, canvas)
    if frame.width * frame.height * sum(isinstance(layer, TileLayer) for layer in source.layers) > MAX_TILES:
        raise FormatError(f"{path.name}: more than {MAX_TILES} cells in all layers together")
    for layer in source.layers:
        if isinstance(layer, TileLayer):
            tiles.layer(layer)
        elif isinstance(layer, ImageLayer):
            _picture(canvas, layer, source)
    things = [layer for layer in source.layers if isinstance(layer, ObjectLayer)]
    tiled_things.place(canvas, source.map, frame, source.box, things, meanings, tiles.meaning_of_gid)
    tiles.tell()
    canvas.tell_confidence()
    return Imported(canvas.board(), canvas.notes, {}, dict(canvas.confidence))


def guess(path: Path, root: Path | None = None) -> Guess:
    """The grid of a Tiled map."""
    source = open_map(path, root or path.parent)
    remark = "; ".join(text for _, text in source.frame.remarks)
    frame = source.frame
    return Guess("tiled", frame.kind, frame.width, frame.height, float(source.map.tilewidth), remark)


def open_map(path: Path, root: Path) -> Source:
    """The map with its layers in one list; FormatError for orientations that are no grid of ours."""
    found = load(path, root)
    kind = _KINDS.get(found.orientation)
    if kind is None:
        known = ", ".join(_KINDS)
        raise FormatError(f"{path.name}: orientation {found.orientation[:40]!r} is not read, only {known}")
    if found.staggeraxis not in ("x", "y") or found.staggerindex not in ("odd", "even"):
        raise FormatError(f"{path.name}: rows are staggered by neither x nor y, or neither odd nor even")
    layers = flat_layers(found, path.name)
    box = layer_box([layer for layer in layers if isinstance(layer, TileLayer)], found, path.name)
    staggered = (found.staggeraxis, found.staggerindex)
    frame = frame_of(kind, box[2], box[3], *staggered, diamonds=found.orientation == "staggered", name=path.name)
    return Source(found, layers, box, frame, path.name)


class _Tiles:
    """What the tiles of one map mean, looked up once for each number."""

    def __init__(self, source: Source, meanings: Mapping, canvas: Canvas) -> None:
        self.source, self.meanings, self.canvas = source, meanings, canvas
        self.told: dict[int, dict[int, Tile]] = {}
        self.known: dict[int, Meaning | None] = {}
        self.turned = 0
        self.lost: dict[str, int] = {}
        self.guessed: dict[str, str] = {}

    def layer(self, layer: TileLayer) -> None:
        """Put the tiles of a layer over what is there."""
        found = grid_of(layer, self.source.box, self.source.name)
        own = properties(layer.properties)
        if isinstance(own.get("zone"), str) and own["zone"]:
            self._zone(own, found)
            return
        whole = self.meanings.layers.get(layer.name) or self._declared(own)
        if whole is not None and whole.ignore:
            self.canvas.note("lost", f"layer {printable(layer.name)!r} is ignored, as the mapping says")
            return
        for at, gid in enumerate(found):
            if gid:
                self._tile(at, gid, whole, layer)

    def _tile(self, at: int, gid: int, whole: Meaning | None, layer: TileLayer) -> None:
        self.turned += gid & TURNED != 0
        plain = gid & ~TURNED
        meaning = whole or self.meaning_of_gid(plain, layer.name)
        if meaning is None:
            key = self.name_of(plain)
            self.lost[key] = self.lost.get(key, 0) + 1
        elif not meaning.ignore:
            self.canvas.put(self.source.frame.cell(at), meaning)

    def meaning_of_gid(self, gid: int, layer: str) -> Meaning | None:
        """The meaning of a tile: from the mapping, its properties, or what it is called."""
        if gid not in self.known:
            self.known[gid] = self._look_up(gid)
        found = self.known[gid]
        if found is None:
            found = mapping.guess(layer)
            if found is not None:
                self.guessed[f"layer {layer}"] = found.terrain or found.prop
        return found

    def _look_up(self, gid: int) -> Meaning | None:
        tileset, number = self._tileset(gid)
        if tileset is None:
            return None
        tile = self._tile_of(tileset, number)
        kind = tile.type or tile.kind
        for key in (f"{tileset.name}/{number}", kind, tileset.name):
            if key and key in self.meanings.tiles:
                return self.meanings.tiles[key]
        own = properties(tileset.properties) | tileset.tileproperties.get(str(number), {}) | properties(tile.properties)
        declared = self._declared(own)
        if declared is not None:
            return declared
        names = (kind, _terrain_name(tileset, tile), PurePosixPath(tile.image).stem, tileset.kind, tileset.name)
        found = mapping.guess(*(name for name in names if name))
        if found is not None:
            self.guessed[f"{tileset.name}/{number}"] = found.terrain or found.prop
        return found

    def _declared(self, own: dict[str, Any]) -> Meaning | None:
        try:
            return mapping.from_properties(own)
        except ValueError as problem:
            self.canvas.note("lost", f"a property is not understood: {printable(str(problem), 200)}")
            return None

    def _tileset(self, gid: int) -> tuple[Tileset | None, int]:
        found = None
        for tileset in self.source.map.tilesets:
            if tileset.firstgid <= gid:
                found = tileset
        return found, gid - found.firstgid if found else gid

    def _tile_of(self, tileset: Tileset, number: int) -> Tile:
        if tileset.firstgid not in self.told:
            rows = tileset.tiles
            named = {int(key): tile for key, tile in rows.items() if key.isdecimal()} if isinstance(rows, dict) else {}
            self.told[tileset.firstgid] = named or {tile.id: tile for tile in rows if isinstance(tile, Tile)}
        return self.told[tileset.firstgid].get(number, Tile(number))

    def name_of(self, gid: int) -> str:
        """A tile as the mapping file names it."""
        tileset, number = self._tileset(gid)
        return f"{printable(tileset.name) or 'tileset'}/{number}" if tileset else f"number {gid}"

    def _zone(self, own: dict[str, Any], found: array[int]) -> None:
        mask = 0
        for at, gid in enumerate(found):
            mask |= 1 << self.source.frame.cell(at) if gid else 0
        kind = mapping.zone_kind(own.get("zone_kind"))
        title, effect = str(own.get("title", "")), str(own.get("effect", ""))
        self.canvas.zone(printable(own["zone"], 200), kind, mask, printable(title, 400), printable(effect, 200))

    def tell(self) -> None:
        """What became of tiles that needed guessing, or had no meaning."""
        if self.turned:
            self.canvas.note("changed", f"{self.turned} flipped or turned tiles: terrain lies one way only")
        if self.guessed:
            known = ", ".join(f"{printable(key)} = {word}" for key, word in list(self.guessed.items())[:6])
            more = " ..." if len(self.guessed) > 6 else ""
            self.canvas.note("changed", f"meanings guessed from names: {known}{more}")
        if self.lost:
            total, names = sum(self.lost.values()), sorted(self.lost, key=lambda key: -self.lost[key])
            some = ", ".join(f"{name} ({self.lost[name]})" for name in names[:6]) + (" ..." if len(names) > 6 else "")
            fill = kinds().terrain[self.canvas.fill].title.lower()
            self.canvas.note("lost", f"{total} tiles of no known meaning, {fill} where nothing else lies: {some}")


def _terrain_name(tileset: Tileset, tile: Tile) -> str:
    """The name that an older Tiled gave to the terrain of a tile with the same one in all four corners."""
    corners = tile.terrain.split(",") if isinstance(tile.terrain, str) else [str(each) for each in tile.terrain]
    if len(corners) != 4 or len(set(corners)) != 1 or not corners[0].isdecimal():
        return ""
    number = int(corners[0][:6])
    return tileset.terrains[number].name if number < len(tileset.terrains) else ""


def _picture(canvas: Canvas, layer: ImageLayer, source: Source) -> None:
    own = properties(layer.properties)
    scale = own.get("pixels_per_cell", source.map.tilewidth)
    wide = source.map.tilewidth
    try:
        found = Backdrop(
            layer.image,
            min(4096.0, max(1.0, float(scale))),
            ((layer.x + layer.offsetx) / wide, (layer.y + layer.offsety) / wide),
            round(100 * min(1.0, max(0.0, layer.opacity))),
        )
    except (ValueError, TypeError) as problem:
        canvas.note("lost", f"picture {printable(layer.image, 80)!r}: {printable(str(problem), 200)}")
        return
    if "backdrop" in canvas.fields or not source.frame.straight:
        why = "a map has one backdrop" if "backdrop" in canvas.fields else "the map was turned"
        canvas.note("lost", f"picture {printable(layer.image, 80)!r}: {why}")
        return
    canvas.fields["backdrop"] = found


Lookup = Callable[[int, str], Meaning | None]
