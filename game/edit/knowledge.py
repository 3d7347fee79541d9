"""What the editor knows of the ground, read from rulesets/editor.yaml: transitions, mixtures and palettes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from game import paths, sheets
from game.board import kinds


class Transition(Struct, frozen=True, forbid_unknown_fields=True):
    """What a terrain asks for beside it: `ring`, unless one of `beside` is there."""

    ring: str
    beside: tuple[str, ...]


class Mixture(Struct, frozen=True, forbid_unknown_fields=True):
    """Things and how often each falls; of the layer `terrain` or `props`."""

    layer: Literal["terrain", "props"]
    things: dict[str, Annotated[int, Meta(ge=1, le=1000)]]


Palette = Mapping[str, str | tuple[str, ...]]
"""Parts of a generator's picture -> terrain, or props and terrain to choose from."""


class Knowledge(Struct, frozen=True):
    """Everything in the sheet, by name."""

    transitions: dict[str, Transition]
    scatter: dict[str, Mixture]
    palettes: dict[str, dict[str, str | tuple[str, ...]]]


@cache
def knowledge() -> Knowledge:
    """What ships with the game; SheetError if the sheet is faulty or names what board.yaml does not have."""
    return read_knowledge(sheets.load(paths.data("rulesets") / "editor.yaml"))


def read_knowledge(sheet: sheets.Sheet) -> Knowledge:
    """The knowledge of a sheet with the tables transitions, scatter and palettes."""
    found = sheet.convert(Knowledge)
    terrain, props = kinds().terrain, kinds().props
    faults = []
    for name, transition in found.transitions.items():
        for word in (name, transition.ring, *transition.beside):
            if word not in terrain:
                faults.append(sheet.fault(("transitions", name), *sheets.unknown("terrain", word, terrain)))
    for name, mixture in found.scatter.items():
        known = terrain if mixture.layer == "terrain" else props
        for word in {*mixture.things} - {*known}:
            faults.append(sheet.fault(("scatter", name), *sheets.unknown(mixture.layer, word, known)))
    for name, palette in found.palettes.items():
        for part, words in palette.items():
            for word in (words,) if isinstance(words, str) else words:
                if word not in terrain and word not in props:
                    path = ("palettes", name, part)
                    faults.append(sheet.fault(path, *sheets.unknown("terrain or prop", word, [*terrain, *props])))
    if faults:
        raise sheets.SheetError(faults)
    return found
