"""Universal VTT files."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from game.formats import pictures, registry, uvtt
from game.formats.report import FormatError
from game.map.board import Board
from tests.formats.samples import full, uvtt_values


def read(tmp_path: Path, values: dict[str, Any], least: int = 0) -> registry.Imported:
    path = tmp_path / "room.dd2vtt"
    path.write_text(json.dumps(values))
    return registry.read(path, registry.Reading(least=least))


def walls(board: Board) -> set[str]:
    return {board.grid.edge_name(edge.edge) for edge in board.edges if edge.kind == "wall"}


def room(board: Board) -> set[str]:
    """The edges around the cells 1,1 to 4,3."""
    grid = board.grid
    inner = {grid.at(col, row) for col in range(1, 5) for row in range(1, 4)}
    return {grid.edge_name(grid.edge(c, d)) for c in inner for d in grid.layout.sides if grid.step(c, d) not in inner}


def test_lines_portals_lights_and_picture(tmp_path: Path) -> None:
    found = read(tmp_path, uvtt_values())
    board = found.board
    door = board.grid.edge(board.grid.at(4, 2), board.grid.parse_direction("e"))
    assert (board.kind, board.width, board.height) == ("square", 8, 6)
    assert walls(board) == room(board) - {board.grid.edge_name(door)}
    assert dict(board.doors) == {door: "door"}
    assert [(prop.kind, board.grid.name(prop.cell)) for prop in board.props] == [("pillar", "2,2")]
    assert [(light.at, light.range, light.colour) for light in board.lights] == [((3.5, 2.0), 4.0, "#ff8800")]
    assert board.backdrop is not None
    assert (board.backdrop.picture, board.backdrop.pixels_per_cell) == ("room.png", 10)
    assert set(found.pictures) == {"room.png"}
    assert set(found.confidence.values()) == {100}


def test_walls_beside_the_lines_are_less_certain(tmp_path: Path) -> None:
    values = uvtt_values()
    values["portals"] = []
    values["line_of_sight"] = [[{"x": 1, "y": 1.2}, {"x": 5, "y": 1.2}], [{"x": 0, "y": 5}, {"x": 3, "y": 2}]]
    found = read(tmp_path, values)
    straight = [
        sure for edge, sure in found.confidence.items() if found.board.grid.edge_name(edge).startswith(("1,0", "2,0"))
    ]
    assert straight == [60, 60]
    assert all(sure < 50 for sure in list(found.confidence.values())[4:])
    assert any("doubtful" in note.text for note in found.notes)
    assert len(read(tmp_path, values, least=55).board.edges) == 4


def test_slanted_walls_leave_no_gap(tmp_path: Path) -> None:
    values = uvtt_values() | {"portals": [], "objects_line_of_sight": []}
    values["line_of_sight"] = [[{"x": 0, "y": 1.3}, {"x": 3.4, "y": 3.7}, {"x": 8, "y": 2.1}]]
    board = read(tmp_path, values).board
    grid, seen = board.grid, 1 << board.grid.at(0, 0)
    while True:
        more = seen
        for cell in range(grid.everywhere.bit_length()):
            for d in grid.layout.sides if seen >> cell & 1 else ():
                there = grid.step(cell, d)
                if there is not None and not board.closed >> grid.edge(cell, d) & 1:
                    more |= 1 << there
        if more == seen:
            break
        seen = more
    assert not seen >> grid.at(0, 5) & 1


def test_walls_without_end_are_refused(tmp_path: Path) -> None:
    values = uvtt_values()
    values["line_of_sight"] = [[{"x": at % 2 * 8, "y": at % 3} for at in range(20_000)]]
    with pytest.raises(FormatError, match="pieces of wall"):
        read(tmp_path, values)


def test_the_origin_is_taken_away(tmp_path: Path) -> None:
    moved = json.loads(json.dumps(uvtt_values()), object_hook=_moved)
    moved["resolution"]["map_size"] = {"x": 8, "y": 6}
    moved["resolution"]["map_origin"] = {"x": 100, "y": 100}
    assert read(tmp_path, moved).board == read(tmp_path, uvtt_values()).board


def _moved(values: dict[str, Any]) -> dict[str, Any]:
    return {"x": values["x"] + 100, "y": values["y"] + 100} if set(values) == {"x", "y"} else values


def test_what_we_write_comes_back(tmp_path: Path) -> None:
    board = read(tmp_path, uvtt_values()).board
    path = tmp_path / "again.uvtt"
    path.write_bytes(registry.write(board, path).data)
    again = registry.read(path)
    # The pillar is drawn by the outline of its cell.
    assert walls(board) <= walls(again.board)
    assert again.board.doors == board.doors
    assert again.board.lights == board.lights


def test_losses_are_told() -> None:
    lost = [note.text for note in registry.losses(full("hex"), ".uvtt") if note.effect == "lost"]
    assert "heights" in lost and "zones" in lost and "labels" in lost
    assert any("hexes" in each for each in lost)


def test_lights_out_of_bounds_are_told(tmp_path: Path) -> None:
    values = uvtt_values()
    values["lights"] = [{"position": {"x": 1e6, "y": 0}, "range": 4}, {"position": {"x": 1, "y": 0}, "range": -1}]
    found = read(tmp_path, values)
    assert found.board.lights == ()
    assert any(str(note).startswith("lost: 2 lights that are out of bounds") for note in found.notes)


def png(width: int, height: int) -> str:
    data = bytearray(pictures.tiles([(1, 1, 1, 255)], 1, 4, 4))
    data[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return base64.b64encode(data).decode()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"resolution": {}}, "resolution: an object missing required field map_size|missing required"),
        ({"resolution": {"map_size": {"x": -4, "y": 3}}}, "a map of -4 x 3 cells"),
        ({"resolution": {"map_size": {"x": 1e9, "y": 3}}}, "map_size.x: expected float <="),
        ({"resolution": {"map_size": {"x": 999, "y": 3}}}, "a map of 999 x 3 cells"),
        ({"resolution": None}, "resolution: expected"),
        ({"line_of_sight": [[{"x": 1}]]}, "line_of_sight"),
        ({"line_of_sight": 7}, "line_of_sight: expected array, got int"),
        ({"image": "####"}, "not base64"),
        ({"image": base64.b64encode(b"GIF89a").decode()}, "no PNG, JPEG or WebP"),
        ({"image": png(60_000, 60_000)}, "a picture of 60000 x 60000 pixels"),
        ({"image": png(15_000, 15_000)}, "more than 100000000 pixels"),
    ],
)
def test_what_cannot_be_is_said(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        read(tmp_path, uvtt_values() | change)
    assert str(caught.value).startswith("room.dd2vtt: ")


@pytest.mark.parametrize("text", ["NaN", "[]", "", '{"resolution": {"map_size": {"x": NaN, "y": 1}}}', "[" * 90_000])
def test_bad_json_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "room.uvtt"
    path.write_text(text)
    with pytest.raises(FormatError, match=r"room\.uvtt: "):
        registry.read(path)


def test_the_guess_compares_picture_and_grid(tmp_path: Path) -> None:
    values = uvtt_values()
    values["resolution"]["pixels_per_grid"] = 70
    path = tmp_path / "room.uvtt"
    path.write_text(json.dumps(values))
    found = registry.guess(path)
    assert (found.grid, found.width, found.height, found.pixels_per_cell) == ("square", 8, 6, 70)
    assert found.remark == "the picture has 10 x 10 pixels to a cell, the file says 70"


def test_a_wrong_grid_is_scaled(tmp_path: Path) -> None:
    path = tmp_path / "room.uvtt"
    path.write_text(json.dumps({**uvtt_values(), "objects_line_of_sight": []}))
    plain, finer = uvtt.read(path).board, uvtt.read(path, columns=16).board
    assert (finer.width, finer.height) == (16, 12)
    assert len(finer.edges) == 2 * len(plain.edges)
    assert plain.backdrop is not None
    assert finer.backdrop is not None
    assert finer.backdrop.pixels_per_cell == plain.backdrop.pixels_per_cell / 2
    assert finer.lights[0].range == 2 * plain.lights[0].range
    assert uvtt.read(path, columns=8).board == plain
    for columns in (-3, 300):
        with pytest.raises(FormatError, match="cells; each must be"):
            uvtt.read(path, columns=columns)


@pytest.mark.parametrize(
    ("start", "end", "edges"),
    [
        ((5, 1.62), (5, 2.38), {"4,1 e", "4,2 e"}),  # as Dungeondraft has it: less than a cell, across a row's border
        ((4.6, 1), (5.4, 1), {"4,0 s", "5,0 s"}),
        ((2.3, 2.9), (2.9, 3.3), {"2,2 s"}),
        ((3.9, 0.02), (4.1, 0.02), {"3,0 n", "4,0 n"}),
    ],
)
def test_short_doors_snap_to_the_nearest_edge(
    tmp_path: Path, start: tuple[float, float], end: tuple[float, float], edges: set[str]
) -> None:
    middle = {"x": (start[0] + end[0]) / 2, "y": (start[1] + end[1]) / 2}
    bounds = [{"x": x, "y": y} for x, y in (start, end)]
    portal = {"position": middle, "bounds": bounds, "rotation": 1.57, "closed": True, "freestanding": False}
    found = read(tmp_path, uvtt_values() | {"portals": [portal]})
    (door,) = found.board.doors
    side = {found.board.grid.edge_name(door)}
    assert side <= edges
    assert not any("portal" in note.text for note in found.notes if note.effect == "lost")


def test_doors_far_off_the_map_are_lost(tmp_path: Path) -> None:
    portal = {"bounds": [{"x": 90, "y": 1.6}, {"x": 90, "y": 2.4}], "closed": True}
    found = read(tmp_path, uvtt_values() | {"portals": [portal, {"bounds": [], "position": {"x": 1, "y": 1}}]})
    assert not found.board.doors
    assert any("2 portals" in note.text for note in found.notes if note.effect == "lost")
