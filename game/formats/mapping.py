"""What tiles, layers and objects of others mean in our words: the user's mapping file, properties, and guesses."""

from __future__ import annotations

import re
from collections.abc import Mapping as Names
from functools import cache
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct

from game.data import paths, sheets
from game.data.faults import SheetError, unknown
from game.map.board import ZoneKind
from game.map.file import parse_level
from game.map.terrain import kinds


class Meaning(Struct, frozen=True, forbid_unknown_fields=True):
    """What one kind of tile or object stands for; `level` is a height as in map files, `ignore` leaves it out."""

    terrain: str = ""
    prop: str = ""
    edge: str = ""
    zone: ZoneKind | None = None
    level: int | float | str = ""
    label: bool = False
    ignore: bool = False
    guessed: bool = False


class MappingSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A mapping file: a meaning is written out, or as the one word of a terrain, a prop, an edge, or `ignore`."""

    default: str = ""
    tiles: dict[str, str | Meaning] = {}
    layers: dict[str, str | Meaning] = {}
    objects: dict[str, str | Meaning] = {}


class Mapping(Struct, frozen=True):
    """Meanings by name. Tiles by `TILESET/NUMBER`, `TILESET`, or class; layers by name; objects by class or name."""

    default: str
    tiles: dict[str, Meaning] = {}
    layers: dict[str, Meaning] = {}
    objects: dict[str, Meaning] = {}


class Overlay(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands on the terrain of a Wesnoth code."""

    terrain: str = ""
    prop: str = ""


class Wesnoth(Struct, frozen=True, forbid_unknown_fields=True):
    """Beginnings of Wesnoth's codes; `raised` are the heights of ground that is not level."""

    base: dict[str, str]
    overlay: dict[str, Overlay]
    raised: dict[str, int] = {}


class ToWesnoth(Struct, frozen=True, forbid_unknown_fields=True):
    """The codes to write."""

    terrain: dict[str, str]
    props: dict[str, str]


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """rulesets/formats.yaml."""

    default: str
    words: tuple[tuple[str, str], ...]
    wesnoth: Wesnoth
    to_wesnoth: ToWesnoth


@cache
def words() -> Words:
    """What ships with the game."""
    return sheets.read(paths.data("rulesets") / "formats.yaml", Words)


def plain() -> Mapping:
    """The mapping of those who gave none."""
    return Mapping(words().default)


def load(source: Path | str) -> Mapping:
    """A mapping file (a Path) or its text; SheetError names every word that the game does not know."""
    sheet = sheets.load(source)
    written = sheet.convert(MappingSheet)
    faults = []
    found: dict[str, dict[str, Meaning]] = {"tiles": {}, "layers": {}, "objects": {}}
    for part, meanings in found.items():
        for name, entry in getattr(written, part).items():
            meaning = entry if isinstance(entry, Meaning) else one_word(entry)
            wrong = "no such word" if meaning is None else fault_of(meaning)
            if wrong or meaning is None:
                faults.append(sheet.fault((part, name), wrong if wrong != "no such word" else _strange(str(entry))))
                continue
            for key in _numbered(name) if part == "tiles" else (name,):
                meanings[key] = meaning
    if written.default and written.default not in kinds().terrain:
        faults.append(sheet.fault(("default",), *unknown("terrain", written.default, kinds().terrain)))
    if faults:
        raise SheetError(faults)
    return Mapping(written.default or words().default, **found)


def _strange(word: str) -> str:
    message, near = unknown("terrain, prop or edge", word, [*kinds().terrain, *kinds().props, *kinds().edges])
    return f"{message} (did you mean {near!r}?)" if near else message


def _numbered(name: str) -> list[str]:
    """`walls/3-6` as its four tiles."""
    match = re.fullmatch(r"(.+)/(\d{1,6})-(\d{1,6})", name)
    if not match or not 0 <= int(match[3]) - int(match[2]) < 10_000:
        return [name]
    return [f"{match[1]}/{number}" for number in range(int(match[2]), int(match[3]) + 1)]


def one_word(word: str) -> Meaning | None:
    """The meaning of a terrain, prop, edge or `ignore`, in this order; None for no such word."""
    if word == "ignore":
        return Meaning(ignore=True)
    if word in kinds().terrain:
        return Meaning(terrain=word)
    if word in kinds().props:
        return Meaning(prop=word)
    return Meaning(edge=word) if word in kinds().edges else None


def fault_of(meaning: Meaning) -> str:
    """What is wrong with the words of a meaning, "" for nothing."""
    for kind, word, table in (
        ("terrain", meaning.terrain, kinds().terrain),
        ("prop", meaning.prop, kinds().props),
        ("edge", meaning.edge, kinds().edges),
    ):
        if word and word not in table:
            return unknown(kind, word, table)[0]
    if meaning.level != "" and parse_level(meaning.level) is None:
        return f"{str(meaning.level)[:40]!r} is no height"
    return ""


def from_properties(found: Names[str, Any]) -> Meaning | None:
    """The meaning that custom properties name (terrain, prop, edge, level, zone_kind, ignore); None if none does.

    ValueError for a word that the game does not know.
    """
    fields: dict[str, Any] = {}
    for key in ("terrain", "prop", "edge"):
        if isinstance(found.get(key), str) and found[key]:
            fields[key] = found[key]
    level = found.get("level", "")
    if isinstance(level, (int, float, str)) and not isinstance(level, bool) and level != "":
        fields["level"] = level
    if found.get("ignore") is True:
        fields["ignore"] = True
    if not fields:
        return None
    meaning = Meaning(**fields)
    wrong = fault_of(meaning)
    if wrong:
        raise ValueError(wrong)
    return meaning


def zone_kind(word: object) -> ZoneKind:
    """The kind of zone of that name, an area for any other."""
    return next((kind for kind in get_args(ZoneKind) if kind == word), "area")


def guess(*names: str) -> Meaning | None:
    """The meaning of the first name that is, or holds, a word we know."""
    for name in names:
        flat = re.sub(r"[^a-z]+", " ", name.lower()).strip()
        exact = one_word(flat.replace(" ", "_")) if flat else None
        if exact is not None:
            return exact
        for word, thing in words().words:
            if word in flat:
                return one_word(thing)
    return None
