"""Maps of Battle for Wesnoth."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings

from game.formats import registry
from game.formats.mapping import words
from game.formats.report import FormatError
from game.map.board import Board
from game.map.file import load_board
from game.map.library import find_maps
from game.map.roster import SideSetup
from tests.formats.samples import REAL, WESNOTH, full
from tests.kernel.test_any_board import any_board


def read(tmp_path: Path, text: str) -> registry.Imported:
    path = tmp_path / "duel.map"
    path.write_text(text)
    return registry.read(path)


def test_a_map_is_turned_a_quarter_and_loses_its_border(tmp_path: Path) -> None:
    found = read(tmp_path, WESNOTH)
    # Read upwards by columns: the rightmost inner one is our first row.
    assert found.board.rows == ("Tw_", "_B.", "_wo")
    assert [side.name for side in found.board.sides] == ["Side 1", "Side 2"]
    assert found.board.zone("start 1") is not None
    assert any(note.text == "the border of 16 hexes" for note in found.notes)


def test_there_and_back(tmp_path: Path) -> None:
    rows = [["Gg"] * 9 for _ in range(9)]
    rows[2][3], rows[6][5], rows[1][1] = "1 Kh", "2 Kh", "Ww^Gvs"
    first = read(tmp_path, "\n".join(map(", ".join, rows))).board
    path = tmp_path / "again.map"
    path.write_bytes(registry.write(first, path).data)
    again = registry.read(path).board
    assert (again.rows, again.zones, again.sides) == (first.rows, first.zones, first.sides)


def trips(tmp_path: Path, board: Board, count: int) -> list[tuple[bytes, Board]]:
    """What is written, and what is read of it, so many times."""
    path, found = tmp_path / "trip.map", []
    for _ in range(count):
        path.write_bytes(registry.write(board, path).data)
        board = registry.read(path).board
        found.append((path.read_bytes(), board))
    return found


@pytest.mark.parametrize("name", sorted(name for name, path in find_maps().items() if load_board(path).kind == "hex"))
def test_the_second_trip_changes_nothing(tmp_path: Path, name: str) -> None:
    board = load_board(find_maps()[name])
    (first, one), (second, other) = trips(tmp_path, board, 2)
    assert first == second
    assert one == other
    assert one.rows == tuple("".join(row) for row in [_bared(board, number) for number in range(board.height)]), (
        "all terrain comes back but what stood under props"
    )


def _bared(board: Board, row: int) -> list[str]:
    listed, ground = words().to_wesnoth, []
    for col in range(board.width):
        cell = board.grid.at(col, row)
        prop, code = board.prop(cell), listed.terrain[board.terrain(cell).id]
        kept = "^" not in code or prop is None or prop.id not in listed.props
        ground.append(board.rows[row][col] if kept else ".")
    return ground


@settings(max_examples=80)
@given(any_board())
def test_the_second_trip_of_any_board_changes_nothing(board: Board) -> None:
    if board.kind == "square":
        return
    zones = tuple(zone for zone in board.zones if zone.cells)
    sides = tuple(SideSetup(f"s{n}", zone.name) for n, zone in enumerate(zones))
    board = Board(name="Any", kind="hex", rows=board.rows, props=board.props, zones=zones, sides=sides)
    with tempfile.TemporaryDirectory() as folder:
        (first, one), (second, other) = trips(Path(folder), board, 2)
    assert first == second
    assert one == other


def test_the_largest_map_comes_back(tmp_path: Path) -> None:
    board = Board(name="Big", kind="hex", rows=("." * 256,) * 256)
    assert trips(tmp_path, board, 1)[0][1].rows == board.rows


@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_neighbours_stay_neighbours(tmp_path: Path, height: int) -> None:
    rows = tuple("..~.."[: 4 - row % 2] + "~" * (1 + row % 2) for row in range(height))
    board = Board(name="Rows", kind="hex", rows=rows)
    path = tmp_path / "rows.map"
    path.write_bytes(registry.write(board, path).data)
    assert registry.read(path).board.rows == rows


def test_squares_are_refused() -> None:
    with pytest.raises(FormatError, match="Wesnoth's maps are of hexes"):
        registry.write(full("square"), Path("map.map"))


def test_unknown_codes_are_told(tmp_path: Path) -> None:
    found = read(tmp_path, "Zz, Zz, Zz\nZz, Zz^Qq, Zz\nZz, Zz, Zz\n")
    assert found.board.rows == (".",)
    assert any("Zz^Qq (1)" in note.text for note in found.notes)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no rows of terrain"),
        ("Gg, Gg\nGg\n", "row 1: 2 cells expected, 1 found"),
        ("Gg, 7\n", "row 0, column 1: '7' is no terrain"),
        ("Gg, G<g\n", "is no terrain"),
        (", ".join(["Gg"] * 400), "a map of 397 x"),
    ],
)
def test_what_cannot_be_is_said(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        read(tmp_path, text)


@pytest.mark.skipif(not REAL.is_dir(), reason="no maps of others here")
@pytest.mark.parametrize("name", ["2p_Hamlets", "2p_The_Freelands", "3p_Morituri", "4p_Isars_Cross"])
def test_real_maps(name: str) -> None:
    found = registry.read(REAL / "wesnoth" / f"{name}.map")
    assert len(found.board.sides) == int(name[0])
    assert not any("no known meaning" in note.text for note in found.notes)
