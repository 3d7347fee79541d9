"""Safe files: maps written whole or not at all, three backups, autosaves, and recovery after a crash."""

from __future__ import annotations

import hashlib
import os
import re
import time
from pathlib import Path

from msgspec import Struct

from game.data import disk, paths, sheets
from game.data.faults import Fault
from game.data.sheets import SheetError
from game.edit.clip import Clip, read_stamp, stamp_text
from game.edit.draft import Draft, read
from game.edit.history import History

BACKUPS = 3
EVERY = 20
"""Commands after which a map is saved by itself."""


class SaveError(Exception):
    """A map that could not be saved; the file is as it was before."""


# Saving


def save(draft: Draft, path: Path) -> None:
    """Write the map's file. What was there before becomes `.bak1`, that `.bak2` and so on to `.bak3`.

    At every moment `path` is the old file or the whole new one. SaveError tells why it could not be done.
    """
    try:
        text = draft.text()
        again, _ = read(text, path.name)
        if again.text() != text:
            raise SaveError(f"{path.name}: the written map would read back differently")
        disk.write(path, text, older=[backup(path, number) for number in range(1, BACKUPS + 1)])
    except (OSError, ValueError, SheetError) as problem:
        raise SaveError(f"{path.name}: {problem}") from problem


def backup(path: Path, number: int) -> Path:
    """The file of a backup, 1 being the newest."""
    return path.with_name(f"{path.name}.bak{number}")


def backups(path: Path) -> list[Path]:
    """The backups there are, newest first."""
    return [file for number in range(1, BACKUPS + 1) if disk.is_file(file := backup(path, number))]


def load(path: Path) -> tuple[Draft, tuple[Fault, ...]]:
    """The draft of a file and what is wrong with it; SheetError if it cannot be read. The file is never touched."""
    return read(path)


# Autosaves and recovery


class Rescue(Struct, frozen=True, forbid_unknown_fields=True):
    """A map saved by itself: of which file ("" for none yet), when (seconds since 1970), by which process."""

    file: str
    name: str
    when: float
    process: int
    map: str


class Keeper:
    """Saves one open map by itself every so many commands, until it is closed in good order."""

    def __init__(self, path: Path | None, folder: Path | None = None, every: int = EVERY) -> None:
        self.path, self.every = path, every
        self.folder = folder or rescue_folder()
        self.slot = self.folder / f"{_slot(path)}-{os.getpid()}-{time.time_ns():x}.yaml"
        self._saved = 0

    def note(self, history: History) -> bool:
        """To be called after each command: saves when enough have passed; OSError if the disk is full."""
        if history.count - self._saved < self.every:
            return False
        return self.save_now(history)

    def save_now(self, history: History) -> bool:
        """Save what is not saved yet, whatever the count; False if there is nothing to save."""
        self._saved = history.count
        if not history.unsaved:
            self.forget()
            return False
        try:
            rescue = _rescue(history.draft, self.path)
        except ValueError:
            return False  # words that no file can hold: saving by hand tells the user
        disk.write(self.slot, rescue)
        return True

    def forget(self) -> None:
        """The map is safe elsewhere: saved, or closed on purpose."""
        self.slot.unlink(missing_ok=True)


def _rescue(draft: Draft, path: Path | None) -> str:
    return sheets.dump(
        {
            "file": str(path) if path else "",
            "name": draft.name,
            "when": time.time(),
            "process": os.getpid(),
            "map": draft.text(),
        }
    )


def _slot(path: Path | None) -> str:
    if path is None:
        return "untitled"
    digest = hashlib.blake2b(str(path.absolute()).encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    return f"{re.sub(r'[^A-Za-z0-9_-]', '_', path.stem)[:40]}-{digest}"


def rescue_folder() -> Path:
    """Where autosaves are."""
    return paths.user_data() / "autosave"


class Found(Struct, frozen=True, eq=False):
    """An autosave that a crash left behind."""

    slot: Path
    rescue: Rescue

    @property
    def date(self) -> str:
        """Day and time, local; nothing for a time that no clock shows."""
        try:
            return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.rescue.when))
        except (OverflowError, ValueError, OSError):
            return ""

    def draft(self) -> Draft:
        """The map; SheetError if it cannot be understood."""
        return read(self.rescue.map, self.slot.name)[0]

    def discard(self) -> None:
        """It is not wanted, or was saved as a file of its own."""
        self.slot.unlink(missing_ok=True)


def left_behind(folder: Path | None = None) -> list[Found]:
    """Autosaves of editors that do not run any more, newest first; files that cannot be read are left alone."""
    folder = folder or rescue_folder()
    found = []
    for slot in disk.listed(folder, ".yaml"):
        try:
            rescue = sheets.read(slot, Rescue)
        except SheetError:
            continue
        if not _runs(rescue.process):
            found.append(Found(slot, rescue))
    return sorted(found, key=lambda each: (each.rescue.when, each.slot.name), reverse=True)


def _runs(process: int) -> bool:
    """Whether another editor with that number still runs, where the system lets us ask without harm."""
    if process == os.getpid() or os.name != "posix" or process <= 0:
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


# Stamps


def stamp_folder() -> Path:
    """Where stamps are."""
    return paths.user_data() / "stamps"


def save_stamp(clip: Clip, name: str, folder: Path | None = None) -> Path:
    """Keep a cut-out under a name; its file. ValueError if nothing of the name can stand in a file's name."""
    path = _stamp_path(folder or stamp_folder(), name)
    disk.write(path, stamp_text(clip, name), older=[backup(path, 1)])
    return path


def _stamp_path(folder: Path, name: str) -> Path:
    clean = re.sub(r"[^\w .,()+-]", "", name).strip(" .")
    if not clean:
        raise ValueError("a stamp needs a name with letters or digits")
    return folder / f"{clean[:80]}.yaml"


def rename_stamp(path: Path, name: str) -> Path:
    """Another name for a stamp; its file. ValueError if there is one of that name, or nothing of it can stand there."""
    new = _stamp_path(path.parent, name)
    if new == path:
        return path
    if os.path.lexists(new):
        raise ValueError(f"there is already a stamp {new.stem!r}")
    disk.write(new, stamp_text(load_stamp(path), name), over=False)
    path.unlink()
    return new


def delete_stamp(path: Path) -> None:
    """Without a stamp; it becomes its own backup, so that whoever regrets it can have it back by hand."""
    os.replace(path, backup(path, 1))


def stamps(folder: Path | None = None) -> dict[str, Path]:
    """The stamps there are, by name."""
    return {file.stem: file for file in disk.listed(folder or stamp_folder(), ".yaml")}


def load_stamp(path: Path) -> Clip:
    """The cut-out of a file; SheetError or ValueError tell why it is none."""
    return read_stamp(path, path.name)
