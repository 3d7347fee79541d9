"""What a map file carries beside the ground itself: backdrop, lights, how it was generated, how fair it is."""

from __future__ import annotations

from math import isfinite
from pathlib import PurePosixPath, PureWindowsPath
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

Place = Annotated[float, Meta(ge=-10_000, le=10_000)]
Number = int | str


def _real(number: float) -> float:
    """As it will read back from a file: code may hand over whole numbers. ValueError for one that no file holds."""
    if not isfinite(number):
        raise ValueError(f"{number} is no length")
    return float(number)


class Backdrop(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A picture under the cells. `at` is where its top left corner lies, in widths of a cell from the map's.

    `picture` is the name of a file in the map's folder or below it; ValueError for one that leads elsewhere.
    """

    picture: str
    pixels_per_cell: Annotated[float, Meta(ge=1, le=4096)] = 70.0
    at: tuple[Place, Place] = (0.0, 0.0)
    opacity: Annotated[int, Meta(ge=0, le=100)] = 100

    def __post_init__(self) -> None:
        windows, posix = PureWindowsPath(self.picture), PurePosixPath(self.picture)
        outside = windows.drive or windows.root or posix.root or ".." in windows.parts
        if outside or not windows.name or not self.picture.isprintable():
            raise ValueError(f"a picture is a file beside the map or below it, not {self.picture[:80]!r}")
        force_setattr(self, "pixels_per_cell", _real(self.pixels_per_cell))
        force_setattr(self, "at", (_real(self.at[0]), _real(self.at[1])))


class Light(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A source of light; `at` and `range` in widths of a cell, `at` from the map's top left corner."""

    at: tuple[Place, Place]
    range: Annotated[float, Meta(ge=0, le=1000)]
    colour: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")] = "#ffffff"
    intensity: Annotated[float, Meta(ge=0, le=1000)] = 1.0
    shadows: bool = True

    def __post_init__(self) -> None:
        force_setattr(self, "at", (_real(self.at[0]), _real(self.at[1])))
        force_setattr(self, "range", _real(self.range))
        force_setattr(self, "intensity", _real(self.intensity))


class Comment(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an author tells the others of a place, in widths of a cell from the map's corner; players never see it."""

    at: tuple[Place, Place]
    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    by: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "at", (_real(self.at[0]), _real(self.at[1])))


class Recipe(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How cells were generated; the same recipe on the same cells gives the same ground.

    `area` are rectangles [column, row, width, height] of the cells, nothing for the whole map; `symmetry` and
    `source` as the editor has them.
    """

    kind: str
    seed: Number = 0
    parameters: dict[str, Number] = {}
    symmetry: str = ""
    source: str = ""
    area: tuple[tuple[int, int, int, int], ...] = ()


class FairnessNote(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is known of a map's fairness, and of which map: `digest` is that of the board then, `version` the game's.

    `wins` counts the skirmishes of equal armies that each side won outright, out of `skirmishes`.
    """

    text: str = ""
    digest: str = ""
    version: str = ""
    ruleset: str = ""
    controller: str = ""
    seed: Number = 0
    skirmishes: Annotated[int, Meta(ge=0)] = 0
    wins: dict[str, int] = {}
