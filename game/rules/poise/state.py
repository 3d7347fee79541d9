"""Poise's own components, and what else the rules ask of a unit."""

from __future__ import annotations

from msgspec import Struct

from game.components import Carried, Condition, Conditions, Down, Follower, Gear, Pools
from game.ecs import World
from game.events import Blocked
from game.numbers import Breakdown, Modifier, add, at_least
from game.rules.poise.marks import Afflictions, Breath, Concentration, Gambit, Left, Raised, Submerged
from game.rules.poise.sheet import EMPTY, POOLS, Skill, sheet_of
from game.systems import conditions
from game.systems.conditions import holds, lift
from game.systems.field import PLACES, carried_by, cells_of, standing, team
from game.systems.movement import remove


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
    """On the field: who has had its turn this round (POISE-INIT-4), and who was last (POISE-INIT-10).

    Whoever has had several turns (POISE-LEG-1) stands there as often. Before the opening `last` is who is to be first
    (POISE-INIT-1).
    """

    units: tuple[int, ...] = ()
    last: int | None = None


ZONES = PLACES | {Conditions, Gear, Body, Gambit}  # kinds that zones of control depend on


def take_off(world: World, unit: int, rule: str) -> None:
    """Take a unit off the board and remember from where."""
    world.put(unit, Left(cells_of(world, unit)))
    remove(world, unit, rule=rule)


def inflict(world: World, unit: int, condition: str, rule: str, source: int | None = None) -> None:
    """Put a condition on a unit; the same one does not stack (POISE-COND-12). It may drive out others (COND-14)."""
    entry = sheet_of(world).conditions[condition]
    if condition == "choking":
        if world.has(unit, Breath):
            world.emit(Blocked(unit, condition, "POISE-WATER-7"))
            return
        release(world, unit, "POISE-COND-15")
    # Whoever is under water chokes for as long as it stays there (POISE-WATER-6).
    lasts = condition == "choking" and world.has(unit, Submerged)
    until = _until(world, unit, source) if entry.temporary and not lasts else ""
    conditions.inflict(world, unit, Condition(condition, rule, source, until))
    for other in entry.removes:
        lift(world, unit, other, "POISE-COND-14")


def sheds(world: World, unit: int, condition: str) -> bool:
    """POISE-COND-10: whether a cure that names nothing ends it; under water choking is persistent (WATER-6)."""
    under = condition == "choking" and world.has(unit, Submerged)
    return sheet_of(world).conditions[condition].sheds and not under


def release(world: World, unit: int, rule: str) -> None:
    """End what the unit concentrates on (POISE-SKILL-11), unless somebody else keeps up the same."""
    kept = world.find(unit, Concentration)
    if kept is not None:
        world.drop(unit, Concentration)
        if all(other != kept for _, other in world.each(Concentration)):
            lift(world, kept.target, sheet_of(world).skills[kept.skill].condition, rule)


# Rider and mount


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


def _until(world: World, unit: int, source: int | None) -> str:
    """POISE-COND-11; on legendary creatures an ally of the one who put it there must act as well (POISE-LEG-4)."""
    if world.get(unit, Body).tier != "legendary" or source is None or team(world, source) == team(world, unit):
        return "action"
    return "action ally"


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
    owner = keeper(world, unit, pool)
    return world.get(owner, Pools)[pool_of(world, owner, pool)]


def drained(world: World, unit: int) -> bool:
    """POISE-DEFEAT-1: nothing is left in any pool."""
    if world.has(unit, Carried):
        return not any(amount(world, unit, pool) for pool in POOLS)
    return not any(world.get(unit, Pools).now)


def skills_of(world: World, unit: int) -> dict[str, Skill]:
    """Skills at hand: everybody's, inborn ones, and those of held weapons (POISE-ECON-8)."""
    return world.derive_own(unit, "skills", lambda world: _skills(world, unit))


def _skills(world: World, unit: int) -> dict[str, Skill]:
    sheet = sheet_of(world)
    keys = [key for key, skill in sheet.skills.items() if skill.everybody]
    keys += world.get(unit, Body).skills
    keys += [key for item in world.get(unit, Gear).held for key in sheet.weapons[item].skills]
    return {key: sheet.skills[key] for key in keys}


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
