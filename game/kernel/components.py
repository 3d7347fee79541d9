"""Frozen components shared by all rulesets."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from game.grid.layout import Size

FIELD = 1  # the entity that carries Field, Clock and what else concerns the whole skirmish


class Field(Struct, frozen=True):
    """What hardly ever changes in a skirmish: the board, the ruleset's sheet, settings and verbs, how long it lasts."""

    board: Any  # game.map.board.Board
    sheet: Any  # the ruleset's own struct
    settings: Any  # the ruleset's own struct
    round_limit: int
    table: Any = None  # game.rules.verbs.Table
    fog: str = "off"  # or fog, or shroud: what nobody of a side sees is not shown to it


class Clock(Struct, frozen=True):
    """Where the skirmish stands. `phase` is the ruleset's own word; `active` the unit whose turn it is."""

    phase: str = ""
    round: int = 0
    turn: int = 0
    active: int | None = None


class Side(Struct, frozen=True):
    """A party of the skirmish. Sides of one `team` are allied; `number` counts from 1 and gives colour and shape."""

    name: str
    number: int
    team: int
    controller: str = "human"


class Unit(Struct, frozen=True):
    """A fighter: `sheet` is its key in the ruleset's units, `number` counts from 1 inside its side."""

    name: str
    sheet: str
    side: int
    number: int
    role: str = ""
    controller: str = ""  # empty: the side's


class Duty(Struct, frozen=True):
    """What a unit is there for when a computer plays it: see `game.map.roster.Duty`."""

    kind: str = ""
    zone: str = ""
    route: tuple[str, ...] = ()
    rounds: int = 1
    unit: str = ""
    flee_at: int = 0


class Position(Struct, frozen=True):
    """The anchor cell of the unit's footprint, or the cell of a thing. Whoever is off the board has none."""

    cell: int


class Carried(Struct, frozen=True):
    """A unit on the back of another: it goes where that one goes, and fills the same cells.

    With `seated` it has cells of its own, a part of the other's; there may be several such riders.
    """

    by: int
    seated: bool = False


class Follower(Struct, frozen=True):
    """A unit that fights for somebody else only: a side with nobody but followers left has lost."""


class Facing(Struct, frozen=True):
    """Direction number of the grid."""

    direction: int


class Footprint(Struct, frozen=True, omit_defaults=True):
    """How many cells a side: 1 is one cell. `cells` are offsets from the anchor, for bodies longer than wide."""

    size: int
    cells: tuple[tuple[int, int], ...] = ()

    @property
    def shape(self) -> Size:
        """What the grid calls a size; sizes below 1 take one cell."""
        return self.cells or (self.size if self.size > 1 else 1)


class Pools(Struct, frozen=True):
    """Named amounts with their base values, in the sheet's order."""

    names: tuple[str, ...]
    now: tuple[int, ...]
    base: tuple[int, ...]

    def __getitem__(self, name: str) -> int:
        """The present amount; ValueError for an unknown name."""
        return self.now[self.names.index(name)]

    def base_of(self, name: str) -> int:
        """The base amount; ValueError for an unknown name."""
        return self.base[self.names.index(name)]

    def with_(self, name: str, amount: int) -> Pools:
        """The same pools with one amount replaced."""
        at = self.names.index(name)
        return Pools(self.names, (*self.now[:at], amount, *self.now[at + 1 :]), self.base)


class Condition(Struct, frozen=True):
    """Something that holds of a unit: who caused it, by which rule, and when it ends (the ruleset's own words).

    `since` is the round in which it began, for rulesets in which the order of ends matters.
    """

    name: str
    rule: str = ""
    source: int | None = None
    until: str = ""
    level: int = 1
    since: int = 0


class Conditions(Struct, frozen=True):
    """All conditions of a unit, in the order they came."""

    items: tuple[Condition, ...] = ()

    def __contains__(self, name: str) -> bool:
        """Whether a condition of that name holds."""
        for item in self.items:  # noqa: SIM110  a generator costs three times as much, and this is asked all the time
            if item.name == name:
                return True
        return False

    def find(self, name: str) -> Condition | None:
        """The first condition of that name."""
        return next((item for item in self.items if item.name == name), None)

    def with_(self, condition: Condition) -> Conditions:
        """With this one in place of any of its name."""
        return Conditions((*(item for item in self.items if item.name != condition.name), condition))

    def without(self, *names: str) -> Conditions:
        """Without the conditions of these names."""
        return Conditions(tuple(item for item in self.items if item.name not in names))


class ZoneOfControl(Struct, frozen=True):
    """A unit's own zone of control, weapons aside: its radius in cells. See `game.systems.zones`."""

    radius: int = 1


class Gear(Struct, frozen=True):
    """Keys of items: in hand, carried, worn."""

    held: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()


class Lying(Struct, frozen=True):
    """An item on the ground (with a Position)."""

    item: str


class Down(Struct, frozen=True):
    """Out of the fight: `how` is defeated, fled or surrendered."""

    how: str
    rule: str = ""


class Objective(Struct, frozen=True):
    """A side's way to win; `held` counts rounds a zone was held, `gone` the units that escaped."""

    kind: str  # defeat_all, defeat_leader, hold_zone, escape, survive
    zone: str = ""
    amount: int = 0
    done: int = 0


class Objectives(Struct, frozen=True):
    """All objectives of a side; any one of them wins."""

    items: tuple[Objective, ...]


changed = msgspec.structs.replace
"""`changed(component, field=value)`: the same component with some fields replaced."""
