"""Writing results: each file whole or not at all, and none over another unless that is wanted."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

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
            _write(file, content, force=force or file != path)
    except FileExistsError:
        raise FormatError(f"{path.name}: there is such a file already; --force writes over it") from None
    except OSError as problem:
        raise FormatError(f"{path.name}: cannot be written: {problem.strerror or problem}") from None
    return list(wanted)


def _differs(file: Path, content: bytes, *, same_allowed: bool) -> bool:
    if not os.path.lexists(file):
        return False
    try:
        return not (same_allowed and file.stat().st_size == len(content) and file.read_bytes() == content)
    except OSError:
        return True


def _write(file: Path, content: bytes, *, force: bool) -> None:
    """Put the whole content on the disk under another name first; without force a file that appears meanwhile stays."""
    number, name = tempfile.mkstemp(prefix=f".{file.name[:80]}.", suffix=".part", dir=file.parent)
    try:
        with os.fdopen(number, "wb") as part:
            part.write(content)
            part.flush()
            os.fsync(part.fileno())
        os.chmod(name, file.stat().st_mode & 0o777 if file.exists() else 0o644)
        if force:
            os.replace(name, file)
        else:
            _link(name, file)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _link(name: str, file: Path) -> None:
    try:
        os.link(name, file)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links: the name is taken first, so that nobody else's file is written over.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.replace(name, file)
        return
    os.unlink(name)
