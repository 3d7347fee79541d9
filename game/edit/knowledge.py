"""What the editor knows of the ground, read from rulesets/editor.yaml: transitions, mixtures and palettes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from game.data import paths, sheets
from game.data.faults import Fault
from game.map.terrain import kinds


class Transition(Struct, frozen=True, forbid_unknown_fields=True):
    """What a terrain asks for beside it: `ring` on open ground, unless that is one of `beside`."""

    ring: str
    beside: tuple[str, ...]


class Mixture(Struct, frozen=True, forbid_unknown_fields=True):
    """Things and how often each falls; of the layer `terrain` or `props`."""

    layer: Literal["terrain", "props"]
    things: dict[str, Annotated[int, Meta(ge=1, le=1000)]]


class Bounds(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A number that a generator takes: its title, what it usually is, and its bounds."""

    title: str
    usual: int
    low: int
    high: int


Palette = Mapping[str, str | tuple[str, ...]]
"""Parts of a generator's picture -> terrain, or props and terrain to choose from."""


class Knowledge(Struct, frozen=True):
    """Everything in the sheet, by name."""

    transitions: dict[str, Transition]
    scatter: dict[str, Mixture]
    palettes: dict[str, dict[str, str | tuple[str, ...]]]
    numbers: dict[str, dict[str, Bounds]] = {}
    open_ground: tuple[str, ...] = ()


@cache
def knowledge() -> Knowledge:
    """What ships with the game; SheetError if the sheet is faulty or names what board.yaml does not have."""
    return read_knowledge(sheets.load(paths.data("rulesets") / "editor.yaml"))


def read_knowledge(sheet: sheets.Sheet) -> Knowledge:
    """The knowledge of a sheet with the tables transitions, open_ground, scatter, palettes and numbers."""
    found = sheet.convert(Knowledge)
    faults = [*_strange_ground(sheet, found), *_strange_parts(sheet, found)]
    if faults:
        raise sheets.SheetError(faults)
    return found


def _strange_ground(sheet: sheets.Sheet, found: Knowledge) -> Iterator[Fault]:
    """Words of transitions and mixtures that board.yaml does not have."""
    terrain, props = kinds().terrain, kinds().props
    for name, transition in found.transitions.items():
        for word in (name, transition.ring, *transition.beside):
            if word not in terrain:
                yield sheet.fault(("transitions", name), *sheets.unknown("terrain", word, terrain))
    for word in {*found.open_ground} - {*terrain}:
        yield sheet.fault(("open_ground",), *sheets.unknown("terrain", word, terrain))
    for name, mixture in found.scatter.items():
        known = terrain if mixture.layer == "terrain" else props
        for word in {*mixture.things} - {*known}:
            yield sheet.fault(("scatter", name), *sheets.unknown(mixture.layer, word, known))


def _strange_parts(sheet: sheets.Sheet, found: Knowledge) -> Iterator[Fault]:
    """Words of palettes that board.yaml does not have, and numbers out of their bounds."""
    known = [*kinds().terrain, *kinds().props]
    for name, palette in found.palettes.items():
        for part, words in palette.items():
            for word in (words,) if isinstance(words, str) else words:
                if word not in known:
                    path = ("palettes", name, part)
                    yield sheet.fault(path, *sheets.unknown("terrain or prop", word, known))
    for name, numbers in found.numbers.items():
        for key, each in numbers.items():
            if not each.low <= each.usual <= each.high:
                yield sheet.fault(("numbers", name, key), f"{each.usual} is not {each.low} to {each.high}")
