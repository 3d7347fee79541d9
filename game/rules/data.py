"""What the sheets of all rulesets have in common: their digest, names that must exist, titles of their entries."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from game.sheets import Sheet, SheetError, load, unknown

Use = tuple[tuple[str | int, ...], str, Collection[str]]  # where in the file, the name used there, the names there are
Uses = Iterator[Use]


class Titled(Protocol):
    """An entry of a sheet that has an English title."""

    @property
    def title(self) -> str:
        """What players read."""
        ...


def digest(folder: Path, files: Iterable[str]) -> str:
    """16 hex digits for the text of these files, the same whatever the line ends."""
    hashed = hashlib.sha256()
    for name in files:
        hashed.update((folder / name).read_bytes().replace(b"\r\n", b"\n"))
    return hashed.hexdigest()[:16]


def cross_check(folder: Path, uses: Mapping[str, Iterable[Use]]) -> None:
    """Refuse names that nothing bears, by file; SheetError lists each at its place, with the nearest name there is."""
    faults = []
    for name, used in uses.items():
        source: Sheet | None = None
        for path, value, known in used:
            if value not in known:
                source = source or load(folder / name)
                faults.append(source.fault(path, *unknown(str(path[-1]), value, known)))
    if faults:
        raise SheetError(faults)


def titles(*tables: Mapping[str, Titled]) -> dict[str, str]:
    """English for the keys of these tables."""
    return {key: entry.title for table in tables for key, entry in table.items()}
