"""Aura's own components, and the conditions with their daughters."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from game.kernel.components import FIELD, Condition, Conditions, Down, Gear, Pools, changed
from game.kernel.ecs import World
from game.kernel.events import Gained, Lost
from game.rules.aura.entries import Size
from game.rules.aura.sheet import AuraSheet, house, sheet_of
from game.systems.field import PLACES

Order = Literal["ask", "always", "never"]
Asked = Literal["ask", "never"]

_LASTING = {"round": 1, "next_round": 2, "rest": 9, "": 10}  # how long an end is off, to merge instances
_PASSING = ("loading", "terrain")  # such an instance ends by itself, and leaves the others be
_APART = ("unconscious", "restrained")  # instances of these are told apart by cause or source


class Body(Struct, frozen=True):
    """A unit's fixed numbers; `spells` pairs a spell with its keyword bonuses."""

    size: Size
    level: int
    speed: int
    scores: tuple[int, ...]
    mpl: int = 0
    arm: int = 0
    leg: int = 0
    initiative: int = 0
    awareness: int = 0
    stealth: int = 0
    abilities: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    spells: tuple[tuple[str, int], ...] = ()
    weaknesses: tuple[str, ...] = ()
    resistances: tuple[str, ...] = ()
    beast: bool = False
    inherent: tuple[int, int, int] | None = None  # evasion, fortitude and will of a race of its own
    draws: tuple[tuple[str, int], ...] = ()  # chosen draw weights in kg, by kind of weapon (AURA-DRAW-1)


class Spent(Struct, frozen=True):
    """What a unit has done in this Round (AURA-ROUND-3)."""

    swift: bool = False
    initiative: bool = False
    substitutes: int = 0
    granted: int = 5
    used: bool = False  # some Energy was spent
    metres: int = 0  # AURA-ACT-7
    heading: tuple[int, int] | None = None  # the last leg, while the last action was a movement (AURA-MOVE-7)
    fast: bool = False  # AURA-RNG-7
    pressed: bool = False  # the next price is to be met with Stamina (D2)
    acted: bool = False
    ran: int = 0  # metres made good by the last action, if it was a movement
    looked: bool = False  # has used its free look at orders in this beat
    fought: int = 0  # Energy put into attacks
    turned: bool = False  # has been turned by hand in this beat


class Reserved(Struct, frozen=True):
    """What is kept for the action that a unit is in the middle of (AURA-FLOOR-8), and what has been spent on it."""

    energy: int = 0
    stamina: int = 0
    agility: int = 0
    substitutes: int = 0  # how much of the Stamina stands in for Energy (AURA-ECON-5)
    ahead: int = 0  # Stamina that was spent on the way, for itself
    stood_in: int = 0  # and in place of Energy


class Watch(Struct, frozen=True):
    """The facing order: on whom a unit keeps its eyes, or that it stands fixed (AURA-FACE-6)."""

    focus: int | None = None
    fixed: bool = False


class Orders(Struct, frozen=True):
    """Standing orders of a unit (AURA-FLOOR-11)."""

    challenge_attacked: Order = "ask"
    challenge_ally: Order = "never"
    challenge_approach: Order = "never"
    swift: Order = "ask"
    agile: Literal["ask", "near", "never"] = "near"  # asked while an enemy is not far off (AURA-HOUSE-22)
    second_thoughts: Asked = "never"  # whether to go through with an action, once others have had their say (INC-2)
    use_advantage: Asked = "never"  # whether to use Advantage, and which die to take (GEN-2); never: the better one


class Ready(Struct, frozen=True):
    """Loaded weapons, one name for each, and what is left to shoot; on a thing on the ground: that it is loaded."""

    loaded: tuple[str, ...] = ()  # in hand
    ammunition: int = 0
    access: tuple[tuple[str, int], ...] = ()  # things harder to get at than their kind says
    stowed: tuple[str, ...] = ()  # loaded, and put away


class Wear(Struct, frozen=True):
    """Broken things, and damage that shields have taken (AURA-GEAR-10, 14)."""

    broken: tuple[str, ...] = ()
    damage: tuple[tuple[str, int], ...] = ()


class Weary(Struct, frozen=True):
    """Minutes that a unit has spent in its armour since it last slept without (AURA-REST-12)."""

    minutes: int


class Drained(Struct, frozen=True):
    """Abilities that are used up until a rest."""

    abilities: tuple[str, ...] = ()


class Holding(Struct, frozen=True):
    """Whom a unit restrains (AURA-MAN-14)."""

    target: int


class Beat(Struct, frozen=True):
    """On the field: beat by beat, who holds the floor and who may still answer."""

    holder: int = 0
    opener: int = 0
    last: int = 0  # the side that took the last action; 0 for none in this Round
    waited: tuple[int, ...] = ()
    resume: int = 0  # the side whose turn an inserted response put off (AURA-FLOOR-5)
    barred: tuple[tuple[int, int], ...] = ()  # AURA-FLOOR-6: (attacker, target)
    struck: tuple[int, ...] = ()  # who was attacked in this beat
    idle: int = 0  # Rounds without a paid action
    paid: bool = False
    looked: tuple[int, ...] = ()  # units taken up and put back in this beat; the side, if nobody joined
    stirred: tuple[int, ...] = ()  # who did something in this beat (AURA-FLOOR-9)
    declined: tuple[tuple[int, int], ...] = ()  # Swift Attacks let pass in this beat: (unit, target)
    asked: tuple[int, ...] = ()  # units that were asked to challenge in this beat
    surprised: tuple[int, ...] = ()  # sides
    sprung: bool = False  # the scenario's surprise has happened (AURA-SURP-5)
    withdrawn: bool = False  # the action of this beat was taken back before anything came of it (AURA-INC-2)
    busy: bool = False  # a free act was done in this beat
    mover: int = 0  # who moves just now (AURA-MAN-7)
    challengers: tuple[int, ...] = ()  # who has named a response and waits for the actor's word (AURA-INIT-1)
    pending: tuple[tuple[int, str], ...] = ()  # responses that happen together with the action (AURA-INIT-4)


class Halted(Struct, frozen=True):
    """On a mover: a braced weapon has stopped it (AURA-GEAR-7)."""

    by: int


class Camp(Struct, frozen=True):
    """On the field between two skirmishes: how everybody rested."""

    how: str


class Climbing(Struct, frozen=True):
    """How far a unit has come up a height (AURA-HOUSE-10)."""

    cell: int
    metres: int


class Span(Struct, frozen=True):
    """On the target of a melee attack in progress: what it was vulnerable to at any time (AURA-ATK-13)."""

    names: tuple[str, ...] = ()


PLACED = frozenset(
    {*PLACES, Body, Gear, Conditions, Wear, Holding}
)  # kinds that say who stands where and in what shape


def holds(world: World, unit: int, condition: str) -> bool:
    """Whether a condition holds of the unit, its own or a daughter."""
    return condition in world.get(unit, Conditions)


def spent(world: World, unit: int) -> Spent:
    """What the unit has done in this Round."""
    return world.get(unit, Spent)


def note(world: World, unit: int, **fields: object) -> None:
    """Change some fields of what the unit has done in this Round."""
    world.put(unit, changed(world.get(unit, Spent), **fields))


def forget_heading(world: World, unit: int) -> None:
    """AURA-MOVE-7: any other action forgets where the unit was running."""
    if spent(world, unit).heading is not None or spent(world, unit).ran or spent(world, unit).fast:
        note(world, unit, heading=None, ran=0, fast=False)


def pool(world: World, unit: int, name: str) -> int:
    """The present amount of a pool."""
    return world.get(unit, Pools)[name]


def inflict(world: World, unit: int, name: str, rule: str, source: int | None = None, until: str | None = None) -> bool:
    """AURA-COND-1: a condition comes, with its daughters; whether the unit became Unguarded by it.

    Without `until` it ends as the sheet says. Of two instances the longer one stays.
    """
    if until is None:
        until = _default_end(world, name)
    before = world.get(unit, Conditions)
    own = [item for item in before.items if not item.until.startswith("while ")]
    if name == "prone":  # AURA-ACT-2: whoever lies on the ground is on no knee
        own = [item for item in own if item.name != "kneeling"]
    new = Condition(name, rule, source, until)
    kept = [item for item in own if not _same(item, new)]
    old = next((item for item in own if _same(item, new)), None)
    if old is not None and _LASTING.get(old.until, 10) >= _LASTING.get(until, 10):
        new = old
    _put(world, unit, before, [*kept, new])
    span = world.find(unit, Span)
    if span is not None:
        world.put(unit, Span((*span.names, *(item.name for item in world.get(unit, Conditions).items))))
    return "unguarded" in world.get(unit, Conditions) and "unguarded" not in before


def _default_end(world: World, name: str) -> str:
    if name == "exposed" and house(world).exposed_default == "end_of_next_round":
        return "next_round"
    return sheet_of(world).main.conditions[name].until


def _same(one: Condition, other: Condition) -> bool:
    if one.name != other.name:
        return False
    if one.until in _PASSING or other.until in _PASSING:
        return one.until == other.until
    return one.name not in _APART or (one.until == other.until and one.source == other.source)


def lift(world: World, unit: int, name: str, rule: str, *, source: int | None = None, until: str | None = None) -> None:
    """Take away a unit's own instances of a condition; a daughter stays while its parent does (AURA-COND-2)."""
    before = world.get(unit, Conditions)
    kept = [
        item
        for item in before.items
        if not item.until.startswith("while ")
        and not (
            item.name == name and (source is None or item.source == source) and (until is None or item.until == until)
        )
    ]
    _put(world, unit, before, kept, rule)


def settle(world: World, unit: int) -> None:
    """Put daughters beside parents without a word: for a situation that is set up."""
    items = [item for item in world.get(unit, Conditions).items if not item.until.startswith("while ")]
    world.put(unit, Conditions(_with_daughters(world, unit, items)))


def expire(world: World, unit: int) -> None:
    """AURA-ROUND-6: what ends with this Round ends, what ends with the next has one left."""
    before = world.get(unit, Conditions)
    own = [item for item in before.items if not item.until.startswith("while ")]
    kept = []
    for item in own:
        if item.until == "round" or (item.until == "rounds" and item.level <= 1):
            continue
        if item.until == "next_round":
            item = changed(item, until="round")
        elif item.until == "rounds":
            item = changed(item, level=item.level - 1)
        kept.append(item)
    if kept != own:
        _put(world, unit, before, kept, "AURA-ROUND-6")


def _put(world: World, unit: int, before: Conditions, own: list[Condition], rule: str = "AURA-COND-2") -> None:
    """Store a unit's own conditions with their daughters, and tell what came and went."""
    after = Conditions(_with_daughters(world, unit, own))
    if after == before:
        return
    world.put(unit, after)
    for item in after.items:
        if item.name not in before:
            world.emit(Gained(unit, item.name, item.source, item.rule))
    for name in dict.fromkeys(item.name for item in before.items):
        if name not in after:
            world.emit(Lost(unit, name, rule))


def _with_daughters(world: World, unit: int, own: list[Condition]) -> tuple[Condition, ...]:
    found, names = list(own), {item.name for item in own}
    ground_fighter = "ground_fighter" in world.get(unit, Body).abilities
    for parent, daughter in _parents(sheet_of(world)):
        if parent not in names or daughter in names or (parent == "prone" and ground_fighter):
            continue
        names.add(daughter)
        found.append(Condition(daughter, "AURA-COND-3", None, f"while {parent}"))
    return tuple(found)


@lru_cache(maxsize=16)
def _parents(sheet: AuraSheet) -> tuple[tuple[str, str], ...]:
    """AURA-COND-3: conditions with the daughters they impose, grandparents first."""
    table = {name: entry.imposes for name, entry in sheet.main.conditions.items() if entry.imposes}
    return tuple(sorted(table.items(), key=lambda pair: pair[0] in table.values()))


def conscious(world: World, unit: int) -> bool:
    """Whether a unit is awake and alive, and so can act."""
    return world.derive_own(unit, "conscious", lambda world: _conscious(world, unit))


def _conscious(world: World, unit: int) -> bool:
    items = world.get(unit, Conditions)
    return not world.has(unit, Down) and "unconscious" not in items and "asleep" not in items


def helpless(world: World, unit: int) -> bool:
    """AURA-ATK-12: whether a unit cannot defend itself, or will not."""
    return world.derive_own(unit, "helpless", lambda world: _helpless(world, unit))


def _helpless(world: World, unit: int) -> bool:
    items = world.get(unit, Conditions)
    return "unconscious" in items or "asleep" in items or "bound" in items or "held_back" in items


def dead(world: World, unit: int) -> bool:
    """Whether a unit is beyond help."""
    down = world.find(unit, Down)
    return down is not None and down.how not in ("unconscious", "asleep")


def beat(world: World) -> Beat:
    """How the floor stands."""
    return world.get(FIELD, Beat)


def mark(world: World, **fields: object) -> None:
    """Change some fields of how the floor stands."""
    world.put(FIELD, changed(world.get(FIELD, Beat), **fields))
