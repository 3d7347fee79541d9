"""Which rulesets there are: those that ship, those of installed packages, and variants by data in the user's folder."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from msgspec import Struct

from game.data import disk, paths
from game.data.faults import SheetError, unknown
from game.data.sheets import load
from game.rules.data import Layer

SHIPPED = ("poise", "clash", "wounds", "vitality", "aura")
"""The rulesets that ship, each a package game.rules.<name> and a folder rulesets/<name>."""

GROUP = "quintain.rulesets"
"""The group of entry points by which packages declare theirs: each a module or object with `load` and `Settings`."""

VARIANT = "variant.yaml"
_NAME = re.compile("[a-z][a-z0-9_-]*")


class Variant(Struct, frozen=True, forbid_unknown_fields=True):
    """What `variant.yaml` says: which ruleset's sheets the others of its folder lie over, and what players read."""

    based_on: str
    title: str
    about: str = ""


class Source(Struct, frozen=True):
    """A ruleset as it can be read: `code` loads it from the sheets of `folder` with the layers laid over them."""

    name: str
    code: Any
    folder: Path
    layers: tuple[Layer, ...] = ()
    variant: Variant | None = None
    package: str = ""  # empty for those that ship


class Sources(Struct, frozen=True):
    """All rulesets that may be read, by name, and what is wrong with the others: a sentence each, by name."""

    found: Mapping[str, Source]
    faults: Mapping[str, str]


def shipped(name: str) -> Source:
    """One of those that ship."""
    return Source(name, importlib.import_module(f"game.rules.{name}"), paths.data("rulesets") / name)


def sources() -> Sources:
    """All there are: first those that ship, then those of packages, then variants; by name."""
    found = {name: shipped(name) for name in SHIPPED}
    faults: dict[str, str] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, _package(point))):
        made = _packaged(point, found)
        if isinstance(made, Source):
            found[made.name] = made
        else:
            faults.setdefault(point.name if point.name not in found else f"{point.name} ({_package(point)})", made)
    _add_variants(found, faults)
    return Sources(found, faults)


def source(name: str) -> Source:
    """The ruleset of that name; LookupError says what is wrong with it, or which there are."""
    if name in SHIPPED:
        return shipped(name)
    every = sources()
    if name in every.found:
        return every.found[name]
    there = ", ".join(every.found)
    raise LookupError(every.faults.get(name) or f"there is no ruleset {name!r}; there are: {there}")


# Packages


def _packaged(point: EntryPoint, taken: Mapping[str, Source]) -> Source | str:
    """What a package declares, or what is wrong with it: other people's code may fail in any way."""
    package = _package(point)
    told = f"ruleset {point.name!r} of the package {package!r} is left out"
    if point.name in taken:
        other = taken[point.name].package
        return f"{told}: there is a ruleset of that name already" + (f", of the package {other!r}" if other else "")
    if not _NAME.fullmatch(point.name):
        return f"{told}: a name has small letters, digits, - and _ only"
    try:
        code = point.load()
        home = sys.modules[point.module].__file__
    except (Exception, SystemExit) as error:
        return f"{told}: {type(error).__name__}: {error}"
    missing = [name for name in ("load", "Settings") if not hasattr(code, name)]
    if missing or home is None:
        return f"{told}: {point.value} has no {' and no '.join(missing) or 'file'}"
    return Source(point.name, code, Path(home).parent, package=package)


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.module


# Variants


def folder() -> Path:
    """Where the user's variants are, a folder each."""
    return paths.user_data() / "rulesets"


def _add_variants(found: dict[str, Source], faults: dict[str, str]) -> None:
    """Each in turn, as soon as what it is based on is known; what is left over has no base, or goes in a circle."""
    waiting: dict[str, tuple[Path, Variant]] = {}
    for path in _folders():
        try:
            waiting[path.name] = (path, _described(path, found))
        except SheetError as error:
            faults.setdefault(path.name if path.name not in found else f"{path.name} (variant)", str(error))
    while ready := [name for name, (_, variant) in waiting.items() if variant.based_on in found]:
        for name in ready:
            path, variant = waiting.pop(name)
            base = found[variant.based_on]
            try:
                layers = (*base.layers, *_layers(path))
            except SheetError as error:
                faults[name] = str(error)
            else:
                found[name] = Source(name, base.code, base.folder, layers, variant, base.package)
    for name, (path, variant) in waiting.items():
        faults[name] = _baseless(name, path, variant, {key: each.based_on for key, (_, each) in waiting.items()}, found)


def _folders() -> Iterator[Path]:
    """Folders with a `variant.yaml`, by name."""
    try:
        inside = sorted(folder().iterdir())
    except OSError:
        return
    yield from (path for path in inside if disk.is_file(path / VARIANT))


def _described(path: Path, taken: Mapping[str, Source]) -> Variant:
    sheet = load(path / VARIANT, f"{path.name}/{VARIANT}")
    variant = sheet.convert(Variant)
    if path.name in taken:
        raise SheetError([sheet.fault((), f"there is a ruleset {path.name!r} already: name the folder otherwise")])
    if not _NAME.fullmatch(path.name):
        raise SheetError([sheet.fault((), f"the folder {path.name!r}: small letters, digits, - and _ make a name")])
    return variant


def _layers(path: Path) -> tuple[Layer, ...]:
    """The other sheets of a variant's folder, each to be laid over the one of its name."""
    files = (file for file in sorted(path.glob("*.yaml")) if file.name != VARIANT)
    return tuple(Layer(load(file, f"{path.name}/{file.name}"), file=file.stem) for file in files)


def _baseless(name: str, path: Path, variant: Variant, bases: Mapping[str, str], found: Mapping[str, Source]) -> str:
    """Why a variant's base cannot be had: there is none, it is left out itself, or it goes in a circle."""
    sheet = load(path / VARIANT, f"{path.name}/{VARIANT}")
    way = [name]
    while way[-1] in bases and bases[way[-1]] not in way:
        way.append(bases[way[-1]])
    if way[-1] in bases:
        circle = " is based on ".join(repr(each) for each in (*way, bases[way[-1]]))
        return str(sheet.fault(("based_on",), f"a circle: {circle}"))
    if variant.based_on in bases:
        return str(sheet.fault(("based_on",), f"{variant.based_on!r} is left out itself"))
    return str(sheet.fault(("based_on",), *unknown("ruleset", variant.based_on, found)))
