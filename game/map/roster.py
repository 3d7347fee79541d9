"""Who takes part: rosters, objectives and zones of sides, the same in maps and scenarios."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, get_args

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields, force_setattr

Role = Literal["fighter", "guard", "lancer", "brute", "skirmisher", "archer", "caster", "leader", "swarm"]

ROLES: tuple[Role, ...] = get_args(Role)
"""What a map may ask for: every ruleset has a unit for each of these roles."""
Count = Annotated[int, Meta(ge=1, le=40)]


@lru_cache(maxsize=16)
def _usual(kind: type[Struct]) -> tuple[tuple[str, object], ...]:
    return tuple((field.name, field.default) for field in fields(kind) if field.default is not NODEFAULT)


def as_usual(row: Struct) -> None:
    """To be called by structs that leave out what is at its default when they are written, as soon as they are made.

    Only the very same object is left out: what equals a default becomes it, so that equal rows are written alike
    whether they were read from a file, sent from another process, or made here.
    """
    for name, usual in _usual(type(row)):
        value = getattr(row, name)
        if value is not usual and type(value) is type(usual) and value == usual:
            force_setattr(row, name, usual)


class Duty(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a unit that a computer plays is there for, beside winning.

    It may `guard` a zone or `hold_line` in one, `patrol` a route of zones (so many `rounds` in each), `escort` the unit
    of that name, or `hunt` one (without a name the enemy's leaders). At `flee_at` per cent of itself it flees.
    """

    kind: Literal["", "guard", "hold_line", "patrol", "escort", "hunt"] = ""
    zone: str = ""
    route: tuple[str, ...] = ()
    rounds: Annotated[int, Meta(ge=1, le=100)] = 1
    unit: str = ""
    flee_at: Annotated[int, Meta(ge=0, le=99)] = 0

    def __post_init__(self) -> None:
        as_usual(self)
        if (self.kind in ("guard", "hold_line")) != (self.zone != ""):
            raise ValueError(f"{self.kind or 'a duty to flee'} needs {'a' if not self.zone else 'no'} zone")
        if (self.kind == "patrol") != bool(self.route):
            raise ValueError(f"{self.kind or 'a duty to flee'} needs {'a' if not self.route else 'no'} route")
        if (self.kind == "escort" and not self.unit) or (self.unit and self.kind not in ("escort", "hunt")):
            raise ValueError(f"{self.kind or 'a duty to flee'} needs {'a' if not self.unit else 'no'} unit")
        if not self.kind and not self.flee_at:
            raise ValueError("a duty needs a kind, or flee_at")

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones it names."""
        return (*((self.zone,) if self.zone else ()), *self.route)


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of a roster: a role, or a key of the ruleset's units, so many times.

    `at` is "column,row" and `facing` a direction's name, for a single unit; `state` overrides what the ruleset
    starts with (its own words, such as `stress: 2` or `mounted_on: horse`).
    """

    role: Role | None = None
    unit: str = ""
    count: Count = 1
    name: str = ""
    at: str = ""
    facing: str = ""
    controller: str = ""
    state: dict[str, Any] = {}
    duty: Duty | None = None

    def __post_init__(self) -> None:
        as_usual(self)
        if (self.role is None) == (self.unit == ""):
            raise ValueError("give either a role or a unit")
        if self.count > 1 and (self.at or self.name):
            raise ValueError("a name or a place is for a single unit")


class Objective(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A way to win. Rounds for hold_zone and survive, a zone for hold_zone and escape, a count of units for escape."""

    kind: Literal["defeat_all", "defeat_leader", "hold_zone", "escape", "survive"]
    zone: str = ""
    rounds: Annotated[int, Meta(ge=0, le=100)] = 0
    count: Annotated[int, Meta(ge=0, le=100)] = 0

    def __post_init__(self) -> None:
        as_usual(self)
        if (self.kind in ("hold_zone", "escape")) != (self.zone != ""):
            raise ValueError(f"{self.kind} needs {'a' if not self.zone else 'no'} zone")
        if (self.kind in ("hold_zone", "survive")) != (self.rounds > 0):
            raise ValueError(f"{self.kind} needs {'rounds' if not self.rounds else 'no rounds'}")
        if (self.kind == "escape") != (self.count > 0):
            raise ValueError(f"{self.kind} needs {'a count' if not self.count else 'no count'}")

    @property
    def amount(self) -> int:
        """Rounds or units, whichever this kind counts; 0 for none."""
        return self.rounds or self.count


USUAL = (Objective("defeat_all"),)


class SideSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side before the first round. `zone` is where it deploys; sides with the same `team` (0: its own) are allies."""

    name: str
    zone: str = ""
    colour: str = ""
    team: Annotated[int, Meta(ge=0, le=16)] = 0
    controller: str = "human"
    facing: str = ""
    roster: tuple[Entry, ...] = ()
    objectives: tuple[Objective, ...] = USUAL

    def __post_init__(self) -> None:
        as_usual(self)

    def named_zones(self) -> list[tuple[tuple[str | int, ...], str]]:
        """The zones of its objectives and duties, each with where it stands in the side."""
        found: list[tuple[tuple[str | int, ...], str]] = [
            (("objectives", at, "zone"), goal.zone) for at, goal in enumerate(self.objectives) if goal.zone
        ]
        for at, entry in enumerate(self.roster):
            duty = entry.duty or Duty(flee_at=1)
            found += [(("roster", at, "duty", "zone"), duty.zone)] if duty.zone else []
            found += [(("roster", at, "duty", "route", stage), zone) for stage, zone in enumerate(duty.route)]
        return found

    @property
    def size(self) -> int:
        """How many units the roster names."""
        return sum(entry.count for entry in self.roster)
