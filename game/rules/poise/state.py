"""Poise's own components, and what else the rules ask of a unit."""

from __future__ import annotations

from msgspec import Struct

from game.grid.masks import CellSet
from game.kernel.components import Carried, Conditions, Down, Follower, Gear, Pools
from game.kernel.ecs import World, derived_of
from game.kernel.numbers import Breakdown, Modifier, add, at_least
from game.rules.poise.sheet import EMPTY, POOLS, Skill, sheet_of
from game.systems.conditions import holds
from game.systems.field import PLACES, carried_by, standing


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
    flies: bool = False
    mount: str = ""  # animal or intelligent
    saddled: bool = True  # has the tack it needs
    turns: int = 1  # a round (POISE-LEG-1)
    limits: tuple[tuple[str, int], ...] = ()  # uses of a skill a round (POISE-LEG-3)

    @property
    def minion(self) -> bool:
        """POISE-MIN-1: one value stands for the three pools."""
        return self.tier == "minion"


class Turn(Struct, frozen=True):
    """On the field: what the acting unit has done this turn, for its budget and for "most affected"."""

    action: bool = False  # used up
    maneuver: bool = False
    sprint: int = 0  # paces it may sprint just now (POISE-MOVE-4)
    targeted: tuple[int, ...] = ()  # POISE-INIT-5
    damage: tuple[tuple[int, int], ...] = ()  # POISE-INIT-6: (unit, amount)
    offered: bool = False  # terms (POISE-END-3)

    def dealt(self, unit: int) -> int:
        """Damage that unit has received from the acting unit in this turn."""
        return sum(amount for hurt, amount in self.damage if hurt == unit)


class Acted(Struct, frozen=True):
    """On the field: who has had turns this round, as often (POISE-INIT-4, LEG-1), and who was last (INIT-10)."""

    units: tuple[int, ...] = ()
    last: int | None = None  # before the opening: who is to be first (POISE-INIT-1)


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
    """Breath held for so many turns in a row (POISE-WATER-7 and 8)."""

    turns: int
    said: bool  # since its last turn began; else it holds until the end of the turn in which it may be held on


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


ZONES = PLACES | {Conditions, Gear, Body, Gambit}  # kinds that zones of control depend on


def steed_of(world: World, unit: int) -> int | None:
    """The mount that a unit sits on."""
    carried = world.find(unit, Carried)
    return None if carried is None else carried.by


def is_animal(world: World, unit: int) -> bool:
    """POISE-MOUNT-13: no turns of its own."""
    return world.has(unit, Follower)


def master(world: World, unit: int) -> int:
    """Who decides for a unit and has what it does put to its account: an animal's rider, else the unit itself."""
    rider = carried_by(world, unit) if is_animal(world, unit) else None
    return unit if rider is None or world.has(rider, Down) else rider


def fighters(world: World) -> list[int]:
    """Standing units that have turns of their own."""
    return [unit for unit in standing(world) if not is_animal(world, unit)]


def keeper(world: World, unit: int, pool: str) -> int:
    """POISE-MOUNT-8 and 9: whose pool it is: a rider's momentum is its mount's."""
    steed = steed_of(world, unit) if pool == "momentum" else None
    return unit if steed is None else steed


SUPPRESSED = tuple(EMPTY.values())  # what a final gambit sets aside (POISE-GAMBIT-2)


def in_gambit(world: World, unit: int) -> bool:
    """Whether the unit's final gambit is running."""
    found = world.find(unit, Gambit)
    return found is not None and found.running


def suffers(world: World, unit: int, condition: str) -> bool:
    """Whether a condition holds of the unit and is not set aside by its final gambit."""
    return holds(world, unit, condition) and not (condition in SUPPRESSED and in_gambit(world, unit))


def pool_of(world: World, unit: int, pool: str) -> str:
    """The pool really meant: a minion's defense stands for all three (POISE-MIN-2)."""
    return "defense" if world.get(unit, Body).minion else pool


def amount(world: World, unit: int, pool: str) -> int:
    """What a unit has of a pool."""
    owner = keeper(world, unit, pool) if pool == "momentum" else unit
    return world.get(owner, Pools)[pool_of(world, owner, pool)]


def drained(world: World, unit: int) -> bool:
    """POISE-DEFEAT-1: nothing is left in any pool."""
    if world.has(unit, Carried):
        return not any(amount(world, unit, pool) for pool in POOLS)
    return not any(world.get(unit, Pools).now)


@derived_of((Body, Gear))
def skills_of(world: World, unit: int) -> dict[str, Skill]:
    """Skills at hand: everybody's, inborn ones, and those of held weapons (POISE-ECON-8)."""
    sheet = sheet_of(world)
    keys = [key for key, skill in sheet.skills.items() if skill.everybody]
    keys += world.get(unit, Body).skills
    keys += [key for item in world.get(unit, Gear).held for key in sheet.weapons[item].skills]
    return {key: sheet.skills[key] for key in keys}


@derived_of((Body, Afflictions, Conditions))
def speed_of(world: World, unit: int) -> Breakdown:
    """POISE-MOVE-2: how fast a unit is; half when encumbered (POISE-COND-15)."""
    body, sheet = world.get(unit, Body), sheet_of(world)
    worn = sheet.armour[body.worn].speed if body.worn else 0
    parts = [add(body.speed - worn, "speed", "POISE-MOVE-2")]
    if worn:
        parts.append(add(worn, sheet.armour[body.worn].title.lower(), "POISE-GEAR-3"))
    for name in world.get(unit, Afflictions).items:
        if sheet.afflictions[name].speed:
            parts.append(add(sheet.afflictions[name].speed, sheet.afflictions[name].title.lower(), "POISE-STRESS-2"))
    parts += [at_least(0, "POISE-MOVE-2")] if len(parts) > 1 else []
    if holds(world, unit, "encumbered"):
        parts.append(Modifier(2, "encumbered", "POISE-COND-15", "divide"))
    return Breakdown("speed", tuple(parts))


@derived_of((Body, Raised, Conditions))
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
    """POISE-COND-6 and MOVE-15: the knocked down move by Shift alone, the immobile not at all."""
    return not suffers(world, unit, "knocked_down") and not holds(world, unit, "immobile")
