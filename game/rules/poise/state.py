"""Poise's own components, and what else the rules ask of a unit."""

from __future__ import annotations

from msgspec import Struct

from game.components import (
    Condition,
    Conditions,
    Gear,
    Pools,
)
from game.ecs import World
from game.grid.grid import CellSet
from game.numbers import Breakdown, Modifier, add
from game.rules.poise.sheet import Skill, sheet_of
from game.systems import lasting
from game.systems.field import FIXED, PLACES, cells_of
from game.systems.lasting import holds
from game.systems.placing import remove


class Body(Struct, frozen=True):
    """A unit's fixed numbers: abilities, natural and worn armour, inborn skills."""

    tier: str
    agility: int
    brawn: int
    cunning: int
    speed: int
    armour: int
    worn: str = ""  # its key in the sheet
    skills: tuple[str, ...] = ()
    natural_zoc: bool = False

    @property
    def minion(self) -> bool:
        """POISE-MIN-1: one value stands for the three pools."""
        return self.tier == "minion"


class Stress(Struct, frozen=True):
    """Long-term harm (POISE-DMG-3)."""

    amount: int = 0


class Concentration(Struct, frozen=True):
    """The lasting skill a unit keeps up, and on whom (POISE-SKILL-11)."""

    skill: str
    target: int


class Left(Struct, frozen=True):
    """The cells from which a unit left the board: its turn ended there (POISE-INIT-7)."""

    cells: CellSet


class Raised(Struct, frozen=True):
    """A shield held against the attack that is being resolved, and no longer."""

    armour: int


class Turn(Struct, frozen=True):
    """On the field: what the acting unit has done this turn, for its budget and for "most affected"."""

    action: bool = False  # used up
    maneuver: bool = False
    sprint: int = 0  # paces it may sprint just now (POISE-MOVE-4)
    targeted: tuple[int, ...] = ()  # POISE-INIT-5
    damage: tuple[tuple[int, int], ...] = ()  # POISE-INIT-6: (unit, amount)

    def dealt(self, unit: int) -> int:
        """Damage that unit has received from the acting unit in this turn."""
        return sum(amount for hurt, amount in self.damage if hurt == unit)


class Acted(Struct, frozen=True):
    """On the field: who has had its turn this round (POISE-INIT-4), and who was last (POISE-INIT-10).

    Before the opening `last` is who is to be first (POISE-INIT-1).
    """

    units: tuple[int, ...] = ()
    last: int | None = None


ZONES = (*PLACES, Conditions, Gear, Body)  # kinds that zones of control depend on


def take_off(world: World, unit: int, rule: str) -> None:
    """Take a unit off the board and remember from where."""
    world.put(unit, Left(cells_of(world, unit)))
    remove(world, unit, rule=rule)


def inflict(world: World, unit: int, condition: str, rule: str, source: int | None = None) -> None:
    """Put a condition on a unit; the same one does not stack (POISE-COND-12)."""
    until = "action" if sheet_of(world).conditions[condition].temporary else ""
    lasting.inflict(world, unit, Condition(condition, rule, source, until))


def pool_of(world: World, unit: int, pool: str) -> str:
    """The pool really meant: a minion's defense stands for all three (POISE-MIN-2)."""
    return "defense" if world.get(unit, Body).minion else pool


def amount(world: World, unit: int, pool: str) -> int:
    """What a unit has of a pool."""
    return world.get(unit, Pools)[pool_of(world, unit, pool)]


def drained(world: World, unit: int) -> bool:
    """POISE-DEFEAT-1: nothing is left in any pool."""
    return not any(world.get(unit, Pools).now)


def skills_of(world: World, unit: int) -> dict[str, Skill]:
    """Skills at hand: everybody's, inborn ones, and those of held weapons (POISE-ECON-8)."""
    return world.derive(("skills", unit), lambda world: _skills(world, unit), (*FIXED, Gear, Body))


def _skills(world: World, unit: int) -> dict[str, Skill]:
    sheet = sheet_of(world)
    keys = [key for key, skill in sheet.skills.items() if skill.everybody]
    keys += world.get(unit, Body).skills
    keys += [key for item in world.get(unit, Gear).held for key in sheet.weapons[item].skills]
    return {key: sheet.skills[key] for key in keys}


def speed_of(world: World, unit: int) -> Breakdown:
    """POISE-MOVE-2: how fast a unit is; half when encumbered (POISE-COND-15)."""
    parts = [add(world.get(unit, Body).speed, "speed", "POISE-MOVE-2")]
    if holds(world, unit, "encumbered"):
        parts.append(Modifier(2, "encumbered", "POISE-COND-15", "divide"))
    return Breakdown("speed", tuple(parts))


def armour_of(world: World, unit: int) -> Breakdown:
    """POISE-GEAR-3: worn or natural armour, a raised shield, a ward."""
    sheet, body = sheet_of(world), world.get(unit, Body)
    parts = [add(body.armour, sheet.armour[body.worn].title.lower() if body.worn else "armour", "POISE-GEAR-3")]
    raised = world.find(unit, Raised)
    if raised is not None:
        parts.append(add(raised.armour, "raised shield", "POISE-GEAR-3"))
    if holds(world, unit, "warded"):
        parts.append(add(sheet.numbers.ward, "warded", "POISE-COND-15"))
    return Breakdown("armour", tuple(parts))


def movable(world: World, unit: int) -> bool:
    """POISE-COND-6: a knocked-down unit moves by Shift alone."""
    return not holds(world, unit, "knocked_down")
