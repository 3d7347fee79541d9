"""A tool on its way over the map: where it is, which keys are held, and what it has done so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from game.edit.draft import Draft
from game.grid.grid import Cell, CellSet, EdgeId, Point


class Mods(Struct, frozen=True):
    """Keys held while the mouse works."""

    shift: bool = False
    ctrl: bool = False
    alt: bool = False


class Place(Struct, frozen=True):
    """Somewhere on the map: in widths of a cell from the corner, and the cell there, if any."""

    x: float
    y: float
    cell: Cell | None


@dataclass
class Stroke:
    """A tool between press and release."""

    name: str
    start: Place
    now: Place
    keyed: bool = False
    done: CellSet = 0
    edges: list[EdgeId] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    unit: Cell | None = None  # a unit on its way
    light: int | None = None  # a light on its way
    base: Draft | None = None  # the map before it, for what is laid anew as a whole
    second: bool = False  # by the right button: the second thing is in hand meanwhile
