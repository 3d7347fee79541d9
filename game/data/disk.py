"""The user's files: listed, read within bounds, and written whole or not at all. Nothing else opens them."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

MAX_BYTES = 64_000_000
_PART = ".quintain.part"
_FORSAKEN = 600  # seconds after which a half-written file belongs to nobody any more


class Unreadable(Exception):
    """Why a file cannot be read, without its name; `line` and `column` (from 0) of what is wrong in it."""

    def __init__(self, why: str, line: int = 0, column: int = 0) -> None:
        super().__init__(why)
        self.line, self.column = line, column


class Missing(Unreadable):
    """There is no such file."""


# Reading


def is_file(path: Path) -> bool:
    """Whether there is a plain file; False too for names that no file can have."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def listed(folder: Path, ending: str) -> list[Path]:
    """The plain files of a folder with that ending, by name; none of a folder that cannot be looked into."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(ending) and not name.startswith("."))
    except OSError:
        return []
    return [path for name in names if is_file(path := folder / name)]


def read(path: Path, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a plain file; Unreadable for anything else, and for a longer one."""
    try:
        # A pipe would be waited for, and a device never ends.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Unreadable("not a plain file")
            found = file.read(limit + 1)
    except FileNotFoundError as problem:
        raise Missing(f"cannot be read: {problem.strerror}") from None
    except (OSError, ValueError) as problem:
        raise Unreadable(f"cannot be read: {getattr(problem, 'strerror', '') or problem}") from None
    if len(found) > limit:
        raise Unreadable(f"larger than {limit} bytes")
    return found


def read_text(path: Path, limit: int = MAX_BYTES) -> str:
    """The text of a plain file in UTF-8, without a byte order mark; Unreadable for anything else."""
    return text_of(read(path, limit))


def text_of(found: bytes) -> str:
    """The text of bytes in UTF-8, without a byte order mark; Unreadable names the place of other bytes."""
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        # Where `utf-8-sig` took a mark away it counts without it.
        at = problem.start + (3 if found.startswith(b"\xef\xbb\xbf") else 0)
        lines = found[:at].decode("utf-8-sig", "replace").split("\n")
        byte = f"byte 0x{found[at]:02X} is not UTF-8" if at < len(found) else "it ends within a letter"
        raise Unreadable(byte, len(lines) - 1, len(lines[-1])) from None


# Writing


def write(
    path: Path, content: bytes | str, *, older: Sequence[Path] = (), over: bool = True, sure: bool = True
) -> None:
    """Write a file so that it is the old one or the whole new one whatever happens; OSError tells why it cannot be.

    What was there before becomes the first of `older`, that the second, and so on, once the new file is on the disk.
    `over` False: FileExistsError for a file that is there. `sure` False: not waiting for the disk, for masses of files.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path.parent)
    number, name = tempfile.mkstemp(prefix=f".{path.name[:80]}.", suffix=_PART, dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            if sure:
                os.fsync(file.fileno())
        there = path.exists()
        os.chmod(name, path.stat().st_mode & 0o777 if there else 0o644)
        if there:
            _move_up(path, older)
        if over:
            os.replace(name, path)
        else:
            _link(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    if sure:
        _settle(path.parent)


def _move_up(path: Path, older: Sequence[Path]) -> None:
    """The newest of the older ones is a second name of the file itself, so that it never goes missing."""
    for after, before in zip(older[:0:-1], older[-2::-1], strict=True):
        with contextlib.suppress(FileNotFoundError):
            os.replace(before, after)
    if older:
        try:
            os.link(path, older[0])
        except OSError:
            # A file system without links: a copy, itself written whole.
            write(older[0], path.read_bytes())


def _link(name: str, path: Path) -> None:
    try:
        os.link(name, path)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links: the name is taken first, so that nobody else's file is written over.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.replace(name, path)
        return
    os.unlink(name)


def _settle(folder: Path) -> None:
    """Make sure that the names in a folder are on the disk; systems that cannot open folders do without."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@lru_cache(maxsize=256)
def _sweep(folder: Path) -> None:
    """Once for each folder: away with what writers left behind that were killed."""
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if entry.name.startswith(".") and entry.name.endswith(_PART):
                with contextlib.suppress(OSError):
                    if entry.stat(follow_symlinks=False).st_mtime < time.time() - _FORSAKEN:
                        os.unlink(entry.path)
