"""There and back: what a format can hold comes back as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.formats import registry, saving, tiled_out
from game.grid.grid import Kind
from game.map.board import Board
from game.map.file import load_board
from game.map.library import find_maps
from tests.formats.samples import full, some_board

TILED = (".tmj", ".tmx")


def there_and_back(board: Board, path: Path, how: registry.Writing | None = None) -> registry.Imported:
    found = registry.write(board, path, how)
    saving.save(path, found.data, found.pictures, force=True)
    return registry.read(path)


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("encoding", tiled_out.ENCODINGS)
@pytest.mark.parametrize("ending", TILED)
def test_tiled_holds_everything(tmp_path: Path, kind: Kind, encoding: tiled_out.Encoding, ending: str) -> None:
    board = full(kind)
    back = there_and_back(board, tmp_path / f"map{ending}", registry.Writing(encoding))
    for field in board.__struct_fields__:
        assert getattr(back.board, field) == getattr(board, field), field
    assert back.board == board
    assert back.notes == ()


def test_staggered_hexes_come_back_as_hexes(tmp_path: Path) -> None:
    back = there_and_back(full("hex"), tmp_path / "map.tmx", registry.Writing(staggered=True))
    assert back.board == full("hex")


def test_squares_cannot_be_staggered() -> None:
    with pytest.raises(registry.FormatError, match="only maps of hexes"):
        registry.write(full("square"), Path("map.tmx"), registry.Writing(staggered=True))


@pytest.mark.parametrize("name", sorted(find_maps()))
def test_the_maps_that_ship_survive_tiled(tmp_path: Path, name: str) -> None:
    board = load_board(find_maps()[name])
    assert there_and_back(board, tmp_path / "map.tmj").board == board


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_our_own_files_are_lossless(tmp_path: Path, kind: Kind) -> None:
    back = there_and_back(full(kind), tmp_path / "map.yaml")
    assert back.board == full(kind)
    assert back.notes == registry.losses(full(kind), ".yaml") == ()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(TILED))
def test_any_board_survives_tiled(tmp_path_factory: pytest.TempPathFactory, seed: int, ending: str) -> None:
    board = some_board(seed)
    back = there_and_back(board, tmp_path_factory.getbasetemp() / f"any{ending}")
    assert back.board == board


def test_boards_that_differ_differ() -> None:
    assert full("square") != full("hex")
    assert full("square") == full("square")


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("ending", TILED)
def test_another_reader_understands_what_we_write(tmp_path: Path, kind: Kind, ending: str) -> None:
    oracle = pytest.importorskip("pytiled_parser")
    board, path = full(kind), tmp_path / f"map{ending}"
    found = registry.write(board, path, registry.Writing("zlib"))
    saving.save(path, found.data, found.pictures)
    theirs = oracle.parse_map(path)
    assert theirs.map_size == (7, 5)
    assert (theirs.hex_side_length or 0) == (36 if kind == "hex" else 0)
    terrain = next(layer for layer in theirs.layers if layer.name == "Terrain")
    assert [len(row) for row in terrain.data] == [7] * 5
    tile = theirs.tilesets[1].tiles[terrain.data[3][1] - 1]
    assert tile.properties["terrain"] == "rock"
    names = [layer.name for layer in theirs.layers]
    assert names == ["Backdrop", "Terrain", "Props", "Elevation", "Zone west", "Zone gust", "Zone empty", "Edges",
                     "Labels", "Lights", "Units"]  # fmt: skip
