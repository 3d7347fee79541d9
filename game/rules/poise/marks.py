"""What units, sides and things carry from rule to rule beside pools, conditions and gear."""

from __future__ import annotations

from msgspec import Struct

from game.grid.grid import CellSet


class Stress(Struct, frozen=True):
    """Long-term harm (POISE-DMG-3)."""

    amount: int = 0


class Afflictions(Struct, frozen=True):
    """What stress has brought, in the order it came (POISE-STRESS-2)."""

    items: tuple[str, ...] = ()


class Jitters(Struct, frozen=True):
    """A jittery unit has made no attack in this fight yet (POISE-STRESS-2)."""


class Concentration(Struct, frozen=True):
    """The lasting skill a unit keeps up, and on whom (POISE-SKILL-11)."""

    skill: str
    target: int


class Submerged(Struct, frozen=True):
    """Under water (POISE-WATER-9)."""


class Breath(Struct, frozen=True):
    """Breath held for so many turns in a row (POISE-WATER-7 and 8); whether that was said since its last turn began.

    If not, it still holds until the end of the turn in which it may be held on.
    """

    turns: int
    said: bool


class Left(Struct, frozen=True):
    """The cells from which a unit left the board: its turn ended there (POISE-INIT-7)."""

    cells: CellSet


class Raised(Struct, frozen=True):
    """A shield held against the attack that is being resolved, and no longer."""

    armour: int


class Gambit(Struct, frozen=True):
    """A final gambit: `running` until the round ends; afterwards it can never be declared again (POISE-GAMBIT-1)."""

    running: bool = True


class Defiance(Struct, frozen=True):
    """Points with which a legendary creature stays in the fight (POISE-LEG-7)."""

    points: int


class Excess(Struct, frozen=True):
    """Damage beyond the pools of a creature that may still defy its defeat (POISE-LEG-6)."""

    amount: int
    source: int | None = None


class Crippled(Struct, frozen=True):
    """Skills with a bane for the rest of the fight, and whether it still flies (POISE-LEG-8)."""

    skills: tuple[str, ...] = ()
    flight: bool = False


class Uses(Struct, frozen=True):
    """How often a unit has used each limited skill in this round (POISE-LEG-3)."""

    counts: tuple[tuple[str, int], ...] = ()

    def of(self, skill: str) -> int:
        """Uses of one skill."""
        return dict(self.counts).get(skill, 0)


class Stock(Struct, frozen=True):
    """How much is left of a unit's javelins and the like, by item; a crossbow with 1 is loaded."""

    counts: tuple[tuple[str, int], ...] = ()

    def of(self, item: str) -> int:
        """What is left of one item."""
        return dict(self.counts).get(item, 0)

    def with_(self, item: str, count: int) -> Stock:
        """The same with another count of one item."""
        return Stock(tuple(sorted({**dict(self.counts), item: count}.items())))


class Bundle(Struct, frozen=True):
    """On a thing that lies about: how many of it there are, or whether it is loaded."""

    count: int


class Doom(Struct, frozen=True):
    """On a side: points to spend for boons (POISE-DOOM-1)."""

    points: int = 0


class Doomed(Struct, frozen=True):
    """A point of doom was spent on the skill that the unit is using (POISE-DOOM-2)."""
