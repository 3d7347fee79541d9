"""Saves on disk: written whole or not at all, listed, rotated."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from game import paths

QUICK = "Quick save"
AUTO = "Autosave"
LAST = "Last skirmish"
SUFFIX = ".txt"
_KEPT = 5  # autosaves


class Save(Struct, frozen=True):
    """A record file: its name for people, when it was written (seconds since 1970), the board's name if it has one."""

    path: Path
    name: str
    when: float
    board: str = ""

    @property
    def date(self) -> str:
        """Day and time, local."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.when))


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is the old or the new one whatever happens; OSError tells why it cannot be done."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(prefix=path.stem, suffix=".part", dir=path.parent)
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def folder() -> Path:
    """The user's folder of saves; made when missing."""
    found = paths.user_data() / "saves"
    found.mkdir(parents=True, exist_ok=True)
    return found


def path_of(name: str) -> Path:
    """The file of a save by its name; ValueError when nothing of the name can stand in a file's name."""
    clean = re.sub(r"[^\w .,()+-]", "", name).strip(" .")
    if not clean:
        raise ValueError("a save needs a name with letters or digits")
    return folder() / (clean[:80] + SUFFIX)


def store(name: str, text: str) -> Path:
    """Write a save; its path. OSError or ValueError tell why it cannot be done."""
    path = path_of(name)
    write_whole(path, text)
    return path


def keep(say: Callable[[str], None], name: str, text: str, *, quiet: bool = False) -> bool:
    """Write a save and say where, or why it cannot be done; whether it was written. `quiet`: say failures alone."""
    try:
        path = store(name, text)
    except (OSError, ValueError) as error:
        say(f"It could not be saved: {error}")
        return False
    if not quiet:
        say(f"Saved: {path}")
    return True


def autosave(text: str) -> Path:
    """Write the newest autosave; the older ones move up by one and the last falls away."""
    names = [path_of(AUTO if number == 1 else f"{AUTO} {number}") for number in range(1, _KEPT + 1)]
    for older, newer in zip(names[:0:-1], names[-2::-1], strict=True):
        if newer.exists():
            os.replace(newer, older)
    write_whole(names[0], text)
    return names[0]


def _board(path: Path) -> str:
    """The name of the board, from the beginning of a record: a list of saves must not read them all."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = file.read(2000)
    except OSError:
        return ""
    named = re.search(r'"map":"name: (?:\\")?([^"\\]+)', head)
    return named[1].strip() if named else ""


def saves() -> list[Save]:
    """All saves, newest first."""
    paths_ = folder().glob(f"*{SUFFIX}")
    found = [Save(path, path.stem, path.stat().st_mtime, _board(path)) for path in paths_]
    return sorted(found, key=lambda save: (-save.when, save.name))
