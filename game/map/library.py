"""The maps there are: those that ship and the user's own, found by name and written whole."""

from __future__ import annotations

from pathlib import Path

from game.data import disk, paths
from game.map.board import Board
from game.map.writer import dump_board


def save_board(board: Board, path: Path) -> None:
    """Write a board's map file; a reader finds either the old file or the whole new one."""
    disk.write(path, dump_board(board))


def find_maps() -> dict[str, Path]:
    """Name of the file without `.yaml` -> where it is; the user's own maps come after those that ship and win."""
    folders = (paths.data("maps"), paths.user_data() / "maps")
    return {file.stem: file for folder in folders for file in disk.listed(folder, ".yaml")}


def find_map(name: str) -> Path:
    """The file of a map's name, or of a path that ends in `.yaml`; LookupError names the maps there are."""
    if name.endswith(".yaml"):
        return Path(name)
    maps = find_maps()
    if name not in maps:
        raise LookupError(f"there is no map {name!r}; there are: {', '.join(maps)}")
    return maps[name]
