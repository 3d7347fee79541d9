"""Saves on disk: written, listed, rotated."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from game.data import disk, paths

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
        """Day and time of saving in local time, as lists show it."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.when))


def folder() -> Path:
    """The user's folder of saves; there is none before the first."""
    return paths.user_data() / "saves"


def path_of(name: str) -> Path:
    """The file of a save by its name; ValueError when nothing of the name can stand in a file's name."""
    clean = re.sub(r"[^\w .,()+-]", "", name).strip(" .")
    if not clean:
        raise ValueError("a save needs a name with letters or digits")
    return folder() / (clean[:80] + SUFFIX)


def store(name: str, text: str) -> Path:
    """Write a save; its path. OSError or ValueError tell why it cannot be done."""
    path = path_of(name)
    disk.write(path, text)
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
    disk.write(names[0], text, older=names[1:])
    return names[0]


def _board(path: Path) -> str:
    """The name of the board, from the beginning of a record: a list of saves must not read them all."""
    try:
        with path.open("rb") as file:
            head = file.read(2000).decode(errors="replace")
    except OSError:
        return ""
    named = re.search(r'"map":"name: (?:\\")?([^"\\]+)', head)
    return named[1].strip() if named else ""


def saves() -> list[Save]:
    """All saves, newest first; what cannot be looked at, or vanishes meanwhile, is left out."""
    found = []
    for path in disk.listed(folder(), SUFFIX):
        with contextlib.suppress(OSError):
            found.append(Save(path, path.stem, path.stat().st_mtime, _board(path)))
    return sorted(found, key=lambda save: (-save.when, save.name))
