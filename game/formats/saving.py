"""Writing results: each file whole or not at all, and none over another unless that is wanted."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from game.data import disk
from game.formats.report import FormatError


def save(path: Path, data: bytes, pictures: Mapping[str, bytes], *, force: bool = False) -> list[Path]:
    """Write pictures beside a map, then the map; the files written.

    A file of that name that is there already and differs ends it before anything is written, unless `force` is given.
    FormatError names the file.
    """
    folder = path.parent
    wanted = {folder / name: content for name, content in pictures.items()} | {path: data}
    for file, content in wanted.items():
        if file.parent != folder or file.is_dir():
            raise FormatError(f"{file.name}: cannot be written there")
        if not force and _differs(file, content, same_allowed=file != path):
            raise FormatError(f"{file.name}: there is such a file already; --force writes over it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, content in wanted.items():
            disk.write(file, content, over=force or file != path)
    except FileExistsError:
        raise FormatError(f"{path.name}: there is such a file already; --force writes over it") from None
    except OSError as problem:
        raise FormatError(f"{path.name}: cannot be written: {problem.strerror or problem}") from None
    return list(wanted)


def _differs(file: Path, content: bytes, *, same_allowed: bool) -> bool:
    if not os.path.lexists(file):
        return False
    try:
        return not (same_allowed and disk.read(file, len(content)) == content)
    except disk.Unreadable:
        return True
