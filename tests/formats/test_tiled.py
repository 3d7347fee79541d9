"""Reading Tiled maps as others write them."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from game.data.faults import SheetError
from game.formats import mapping, registry
from game.formats.report import FormatError
from game.map.board import Board
from tests.formats.samples import REAL


def tmj(layers: list[dict[str, Any]], width: int = 3, height: int = 2, **more: Any) -> dict[str, Any]:
    tileset = {"firstgid": 1, "name": "town", "tiles": [{"id": 1, "type": "water"}]}
    head = {"type": "map", "orientation": "orthogonal", "tilewidth": 10, "tileheight": 10, "infinite": False}
    return {**head, "width": width, "height": height, "layers": layers, "tilesets": [tileset], **more}


def tiles(data: Any, width: int = 3, height: int = 2, **more: Any) -> dict[str, Any]:
    return {"type": "tilelayer", "name": "Ground", "width": width, "height": height, "data": data, **more}


def things(*objects: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "objectgroup", "name": "Things", "objects": list(objects), **more}


def read(tmp_path: Path, values: dict[str, Any], text: str = "") -> registry.Imported:
    path = tmp_path / "map.tmj"
    path.write_text(json.dumps(values))
    return registry.read(path, registry.Reading(mapping.load(text) if text else None))


def edge_names(board: Board) -> dict[str, str]:
    return {board.grid.edge_name(edge.edge): edge.kind for edge in board.edges}


def test_flipped_tiles_are_the_tiles_they_are(tmp_path: Path) -> None:
    found = read(tmp_path, tmj([tiles([2 | 1 << 31, 2 | 1 << 30 | 1 << 29, 2 | 1 << 28, 2, 0, 0])]))
    assert found.board.rows == ("~~~", "~..")
    assert "changed: 3 flipped or turned tiles: terrain lies one way only" in map(str, found.notes)


def test_tiles_without_meaning_are_counted_and_named(tmp_path: Path) -> None:
    found = read(tmp_path, tmj([tiles([1, 1, 5, 0, 0, 0])]))
    assert [str(note) for note in found.notes] == [
        "lost: 3 tiles of no known meaning, grass where nothing else lies: town/0 (2), town/4 (1)"
    ]


def test_a_mapping_says_what_tiles_mean(tmp_path: Path) -> None:
    text = "default: dirt\ntiles: {town/0: sand, town/3-5: {prop: crate, level: 1/2}, water: ice}\n"
    found = read(tmp_path, tmj([tiles([1, 2, 5, 0, 0, 0])]), text)
    assert found.board.rows == ("si:", ":::")
    assert [(found.board.grid.name(prop.cell), prop.kind) for prop in found.board.props] == [("2,0", "crate")]
    assert found.board.heights == (0, 0, 3, 0, 0, 0)


def test_a_mapping_may_speak_of_layers_and_objects(tmp_path: Path) -> None:
    layers = [tiles([1, 0, 0, 0, 0, 1]), things({"id": 1, "name": "Gate", "x": 10, "y": 0, "height": 10})]
    found = read(tmp_path, tmj(layers), "layers: {Ground: rock}\nobjects: {Gate: door}\n")
    assert found.board.rows == ("R..", "..R")
    assert edge_names(found.board) == {"1,0 w": "door"} or edge_names(found.board) == {"0,0 e": "door"}


def test_a_mapping_names_each_mistake() -> None:
    with pytest.raises(SheetError) as caught:
        mapping.load("default: gras\ntiles: {a/1: sannd, b/2: {level: 1/7}}\n")
    assert len(caught.value.faults) == 3
    assert "sand" in str(caught.value)


def test_objects_become_edges_zones_labels_and_units(tmp_path: Path) -> None:
    def strings(**own: str) -> list[dict[str, str]]:
        return [{"name": key, "type": "string", "value": each} for key, each in own.items()]

    found = read(
        tmp_path,
        tmj(
            [
                things(
                    {
                        "x": 0,
                        "y": 10,
                        "polyline": [{"x": 0, "y": 0}, {"x": 20, "y": 0}],
                        "properties": strings(edge="fence"),
                    },
                    {"x": 0, "y": 0, "width": 20, "height": 10, "properties": strings(zone="camp", zone_kind="deploy")},
                    {"x": 21, "y": 11, "width": 5, "height": 5, "text": {"text": "Here"}},
                    {"x": 5, "y": 15, "point": True, "type": "unit", "properties": strings(side="Red", role="guard")},
                    {"x": 15, "y": 15, "point": True, "type": "Tree"},
                    {"x": 0, "y": 0, "type": "mystery", "point": True},
                )
            ]
        ),
    )
    board = found.board
    assert edge_names(board) == {"0,0 s": "fence", "1,0 s": "fence"}
    assert [(zone.name, zone.kind, zone.cells) for zone in board.zones] == [("camp", "deploy", 0b11)]
    assert [(board.grid.name(label.cell), label.text) for label in board.labels] == [("2,1", "Here")]
    assert [(side.name, side.roster[0].role, side.roster[0].at) for side in board.sides] == [("Red", "guard", "0,1")]
    assert [(board.grid.name(prop.cell), prop.kind) for prop in board.props] == [("1,1", "tree")]
    assert [str(note) for note in found.notes] == ["lost: 1 object of no known meaning (at mystery)"]


def test_infinite_maps_shrink_to_what_is_there(tmp_path: Path) -> None:
    chunks = [
        {"x": -4, "y": 2, "width": 2, "height": 1, "data": [2, 0]},
        {"x": 0, "y": 3, "width": 1, "height": 1, "data": [2]},
    ]
    layer = {"type": "tilelayer", "name": "Ground", "width": 0, "height": 0, "chunks": chunks}
    assert read(tmp_path, tmj([layer], infinite=True)).board.rows == ("~....", "....~")


@pytest.mark.parametrize(
    ("axis", "index", "width", "rows"),
    [
        ("y", "odd", 3, ("~..", "...")),
        ("y", "even", 3, ("...", "~..", "...")),
        ("x", "odd", 3, ("..", "..", "~.")),
        ("x", "even", 3, ("..", "..", "..", "~.")),
    ],
)
def test_every_way_of_staggering(tmp_path: Path, axis: str, index: str, width: int, rows: tuple[str, ...]) -> None:
    more = {"staggeraxis": axis, "staggerindex": index, "hexsidelength": 4, "orientation": "hexagonal"}
    found = read(tmp_path, tmj([tiles([2, 0, 0, 0, 0, 0])], **more))
    assert found.board.rows == rows
    assert found.board.kind == "hex"


@pytest.mark.parametrize("index", ["odd", "even"])
@pytest.mark.parametrize("columns", [4, 5])
def test_turned_hexes_keep_their_neighbours(columns: int, index: str) -> None:
    from game.formats.turning import frame_of

    frame = frame_of("hex", columns, 4, "x", index)
    from game.grid.grid import make_grid

    ours = make_grid("hex", frame.width, frame.height)
    for column in range(columns - 1):
        for row in range(4):
            low = (column % 2 == 1) == (index == "odd")
            beside = {row, row + 1} if low else {row - 1, row}
            theirs = {frame.at(column + 1, each) for each in beside if 0 <= each < 4}
            above = {there for there in ours.neighbours(frame.at(column, row)) if there in theirs}
            assert above == theirs


def test_tilesets_come_from_files_beside(tmp_path: Path) -> None:
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets/town.tsx").write_text('<tileset name="town"><tile id="0" class="sand"/></tileset>')
    found = read(tmp_path, tmj([tiles([1] * 6)], tilesets=[{"firstgid": 1, "source": "sets/town.tsx"}]))
    assert found.board.rows == ("sss", "sss")


@pytest.mark.parametrize(
    "source", ["../town.tsx", "/etc/passwd", "sets/../../town.tsx", "C:\\town.tsx", "link/town.tsx"]
)
def test_tilesets_never_come_from_outside(tmp_path: Path, source: str) -> None:
    inner = tmp_path / "inner"
    (inner / "sets").mkdir(parents=True)
    (inner / "link").symlink_to(tmp_path)
    (tmp_path / "town.tsx").write_text('<tileset name="town"/>')
    with pytest.raises(FormatError, match=r"leads out of|no file beside"):
        read(inner, tmj([tiles([1] * 6)], tilesets=[{"firstgid": 1, "source": source}]))


def test_a_wider_root_lets_tilesets_in(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "town.tsx").write_text('<tileset name="sand"/>')
    path = tmp_path / "maps/map.tmj"
    path.write_text(json.dumps(tmj([tiles([1] * 6)], tilesets=[{"firstgid": 1, "source": "../town.tsx"}])))
    assert registry.read(path, registry.Reading(root=tmp_path)).board.rows == ("sss", "sss")


def packed(raw: bytes, compression: str = "zlib") -> dict[str, Any]:
    return tiles(base64.b64encode(zlib.compress(raw, 9)).decode(), encoding="base64", compression=compression)


def test_a_bomb_in_a_layer_is_not_unpacked(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="24 bytes expected, more than"):
        read(tmp_path, tmj([packed(bytes(50_000_000))]))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"orientation": "isometric"}, "orientation 'isometric' is not read"),
        ({"width": 10**6}, "width: expected int <= 100000"),
        ({"width": -1}, "width: expected int >= 0"),
        ({"width": 0}, "a map of 0 x 2 cells"),
        ({"width": "x"}, "width: expected int"),
        ({"tilewidth": 0}, "tilewidth: expected int >= 1"),
        ({"width": 300}, "a map of 300 x 2 cells"),
        ({"layers": [tiles([1, 2])]}, "has 2 cells instead of 6"),
        ({"layers": [tiles([1, 2, 3, 4, 5, -6])]}, "data.5|expected int >= 0"),
        ({"layers": [tiles([1] * 6, width=9)]}, "is 9 x 2, not 3 x 2"),
        ({"layers": [tiles("%%%", encoding="base64")]}, "not base64"),
        ({"layers": [packed(b"", "rar")]}, "unknown compression 'rar'"),
        ({"layers": [packed(b"abc")]}, "24 bytes expected, 3 found"),
        ({"layers": [tiles("1,2,x,4,5,6")]}, "holds 'x', which is no tile"),
        ({"layers": [{"type": "hologram"}]}, "hologram|nvalid value"),
        ({"layers": [tiles(None)]}, "has no data"),
    ],
)
def test_what_cannot_be_is_said(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        read(tmp_path, {**tmj([tiles([0] * 6)]), **change})
    assert str(caught.value).startswith("map.tmj: ")


def test_layers_without_end_are_refused(tmp_path: Path) -> None:
    layer = packed(bytes(4 * 256 * 256)) | {"width": 256, "height": 256}
    with pytest.raises(FormatError, match="cells in all layers"):
        read(tmp_path, tmj([layer] * 60, 256, 256))


def test_entities_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "map.tmx"
    secret = tmp_path / "secret.txt"
    secret.write_text("nobody's business")
    for declared, text in (
        ('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">', "&b;"),
        (f'<!ENTITY a SYSTEM "{secret}">', "&a;"),
        (f'<!ENTITY % a SYSTEM "{secret}"> %a;', ""),
        ('<!ENTITY a SYSTEM "http://localhost:9/a">', ""),
    ):
        path.write_text(f"<!DOCTYPE map [{declared}]><map>{text}</map>")
        with pytest.raises(FormatError, match="declares entities"):
            registry.read(path)


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">',
        "<!DOCTYPE map>",
        '<!DOCTYPE map PUBLIC "x" "/dev/zero">',
        "<!DOCTYPE map [<!ATTLIST layer visible CDATA '1'><!-- harmless -->]>",
    ],
)
def test_a_document_type_is_harmless(tmp_path: Path, doctype: str) -> None:
    from tests.formats.samples import full

    path = tmp_path / "map.tmx"
    text = registry.write(full("square"), path).data.decode()
    plain = tmp_path / "plain" / "map.tmx"
    plain.parent.mkdir()
    plain.write_text(text, encoding="utf-8")
    head, _, rest = text.partition("\n")
    path.write_text(f"{head}\n{doctype}\n{rest}", encoding="utf-8")
    assert registry.read(path).board == registry.read(plain).board


def test_an_entity_that_nobody_declared_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "map.tmx"
    path.write_text('<!DOCTYPE map SYSTEM "x.dtd"><map>&nothing;</map>')
    with pytest.raises(FormatError):
        registry.read(path)


def test_deep_xml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "map.tmx"
    path.write_text("<map>" * 100_000)
    with pytest.raises(FormatError, match="deeper XML"):
        registry.read(path)


def test_units_moved_or_deleted_in_tiled_are(tmp_path: Path) -> None:
    from tests.formats.samples import full

    path = tmp_path / "map.tmj"
    values = json.loads(registry.write(full("square"), path).data)
    units = next(layer for layer in values["layers"] if layer["name"] == "Units")["objects"]
    units[0]["x"], units[0]["y"] = 40, 300
    del units[1]
    board = read(tmp_path, values).board
    assert [entry.at for entry in board.sides[0].roster] == ["0,4", ""]
    assert board.sides[1].roster == ()


@pytest.mark.skipif(not REAL.is_dir(), reason="no maps of others here")
@pytest.mark.parametrize("name", ["desert.tmx", "hexagonal-mini.tmx", "perspective_walls.tmx"])
def test_real_maps(name: str) -> None:
    found = registry.read(REAL / "tiled" / name)
    assert found.board.width in (20, 32, 40)
    assert found.notes
