"""What the sheets of all rulesets have in common: where they are read, names that must exist, titles of entries."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec import Struct, to_builtins

from game.data.faults import Path as Keys
from game.data.faults import SheetError, quoted, unknown
from game.data.sheets import Sheet, load

T = TypeVar("T")

Use = tuple[tuple[str | int, ...], str, Collection[str]]  # where in the file, the name used there, the names there are
Uses = Iterator[Use]
Known = dict[str, Collection[str]]  # a place in a file such as `units.*.held.*` -> the names there are


class Titled(Protocol):
    """An entry of a sheet that has an English title."""

    @property
    def title(self) -> str:
        """What players read."""
        ...


class Layer(Struct, frozen=True):
    """What is laid over a ruleset's sheets: the mapping under `path` of another sheet.

    By file and key, such as `{units: {footman: {speed: 7}}}` for units.yaml; with `file` (`units`) by key alone; with
    `unit` it is a unit's own, which is then known by `name` as well.
    """

    sheet: Sheet
    path: Keys = ()
    unit: str = ""
    name: str = ""
    file: str = ""

    def files(self) -> dict[str, Keys]:
        """Files, without `.yaml`, that it is laid over as a whole, and where what lies over each stands here."""
        if self.file:
            return {self.file: self.path}
        return {} if self.unit else {stem: (*self.path, stem) for stem in self.sheet.get(self.path)}


class Folder:
    """Where a ruleset's sheets are read: a folder of YAML files, and what is laid over them."""

    def __init__(self, path: Path, layers: tuple[Layer, ...] = ()) -> None:
        self.path, self.layers = path, layers
        self._read: set[str] = set()
        for layer in layers:
            if not isinstance(found := layer.sheet.get(layer.path), dict):
                fault = layer.sheet.fault(layer.path, f"expected a mapping, found {quoted(found)}")
                raise SheetError([fault])

    def load(self, name: str) -> Sheet:
        """The sheet of a file's name; SheetError for whatever is wrong with it."""
        file = self.path / name
        found = _parsed(file, name, file.stat().st_mtime_ns) if self.layers and file.is_file() else load(file, name)
        stem = name.removesuffix(".yaml")
        self._read.add(stem)
        for layer in self.layers:
            if stem in (over := layer.files()):
                found = found.under(layer.sheet, over[stem])
            elif layer.unit and stem == "units" and layer.unit in found.value:
                found = found.under(found, (layer.unit,), (layer.name,)).under(layer.sheet, layer.path, (layer.name,))
        return found

    def read(self, name: str, kind: type[T]) -> T:
        """A file as one value of the given type."""
        return self.load(name).convert(kind)

    def table(self, name: str, kind: type[T]) -> dict[str, T]:
        """A file whose top is a mapping from ids to entries of the given struct."""
        return self.load(name).table(kind)

    def files_read(self) -> tuple[str, ...]:
        """The files that were read so far, without `.yaml`."""
        return tuple(sorted(self._read))

    def digest(self, files: Iterable[str]) -> str:
        """16 hex digits for the text of these files and of the layers over them, the same whatever the line ends."""
        hashed = hashlib.sha256()
        for name in files:
            hashed.update((self.path / name).read_bytes().replace(b"\r\n", b"\n"))
        for layer in self.layers:
            hashed.update(repr((layer.path, layer.unit, layer.name, layer.file)).encode())
            hashed.update(layer.sheet.text.replace("\r\n", "\n").encode())
        return hashed.hexdigest()[:16]

    def cross_check(self, uses: Mapping[str, Iterable[Use]]) -> None:
        """Refuse names that nothing bears, by file; SheetError lists each at its place, with the nearest name there is.

        So too what is laid over a file that was never read.
        """
        faults = []
        for name, used in uses.items():
            source: Sheet | None = None
            for path, value, known in used:
                if value not in known:
                    source = source or self.load(name)
                    what = next(key for key in reversed(path) if isinstance(key, str))
                    faults.append(source.fault(path, *unknown(what, value, known)))
        for layer in self.layers:
            for stem, path in layer.files().items():
                if stem not in self._read:
                    faults.append(layer.sheet.key_fault(path, *unknown("sheet", stem, self._read)))
        if faults:
            raise SheetError(faults)


@lru_cache(maxsize=64)
def _parsed(file: Path, name: str, changed: int) -> Sheet:
    """A file read once for all that is laid over it, until it changes."""
    return load(file, name)


def uses(top: object, places: Known) -> Uses:
    """The names at these places of a file's value, for `Folder.cross_check`: place -> the names there are.

    In a place such as `units.*.skills.#`, `*` stands for every key or position and `#` for the keys themselves; at one
    that ends with `?` no name may stand.
    """
    plain = to_builtins(top)
    for place, known in places.items():
        for path, name in _names(plain, tuple(place.removesuffix("?").split("."))):
            if name or not place.endswith("?"):
                yield path, name, known


def _names(value: Any, place: Keys, path: Keys = ()) -> Iterator[tuple[Keys, str]]:
    if not place:
        yield path, value
    elif place[0] == "#":
        yield from (((*path, key), key) for key in value)
    elif place[0] != "*":
        inner = value and value[place[0]]  # nothing at all, or what stands there
        yield from () if inner is None else _names(inner, place[1:], (*path, place[0]))
    else:
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _names(inner, place[1:], (*path, key))


def titles(*tables: Mapping[str, Titled]) -> dict[str, str]:
    """English for the keys of these tables."""
    return {key: entry.title for table in tables for key, entry in table.items()}
