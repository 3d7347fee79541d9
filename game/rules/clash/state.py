"""Clash's own components, and what else the rules ask of a unit."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from game.kernel.components import FIELD, Condition, Conditions, Down, Gear, Pools
from game.kernel.ecs import World
from game.kernel.events import Noted
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, Modifier, add, counting
from game.rules.clash.house import house
from game.rules.clash.sheet import Kind, Style, sheet_of
from game.systems import conditions
from game.systems.adapter import Items
from game.systems.conditions import having, holds, sources
from game.systems.field import PLACES, teams

Level = Literal["", "partial", "full"]
PAIRED = ("grappled", "feinting")  # conditions of which each holder or target has its own


class Body(Struct, frozen=True):
    """A unit's fixed numbers and what it wears, knows and can do."""

    pc: bool
    size: int  # index in the sheet's sizes (CLASH-SIZE-7)
    attributes: dict[str, int]
    skills: dict[str, int]
    styles: tuple[Style, ...]
    speed: int  # before armour
    initiative: int  # what is added to the die (CLASH-INIT-3, 4)
    level: Level = ""
    material: str = ""
    natural_armour: int = 0
    natural_weapons: tuple[str, ...] = ()
    hands: int = 2
    spells: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    resistances: dict[str, int] = {}
    vulnerabilities: dict[str, int] = {}


class Spent(Struct, frozen=True):
    """What a unit has used in this round besides action points: attacks (CLASH-ECON-7), its free action (FREE-2)."""

    attacks: int = 0
    free: bool = False


class Unloaded(Struct, frozen=True):
    """Weapons that must be reloaded before they shoot again (CLASH-GEAR-3): in hand, and among what is carried. Two of
    a kind stand there twice. On a thing that lies about: that it is empty."""

    items: tuple[str, ...] = ()
    stowed: tuple[str, ...] = ()


class Owned(Struct, frozen=True):
    """What a unit brought along and has not used up: its gear after the battle (CLASH-REST-1)."""

    held: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()


class Experience(Struct, frozen=True):
    """Points that a player character has not spent yet (CLASH-REST-4)."""

    xp: int = 0


class Training(Struct, frozen=True):
    """On the field, before the battle: who may still spend experience, and the phase that follows (CLASH-REST-5)."""

    waiting: tuple[int, ...] = ()
    then: str = ""


class Found(Struct, frozen=True):
    """The teams that have found a hidden unit (CLASH-ACT-4)."""

    teams: tuple[int, ...] = ()


class Arrival(Struct, frozen=True):
    """A reinforcement still off the board: the round it comes in and where (CLASH-INIT-10)."""

    round: int
    cell: int


class Turn(Struct, frozen=True):
    """On the field: the running turn."""

    left: int = 0  # metres (CLASH-ECON-8)
    started: bool = False  # anything done (CLASH-SAVE-3)
    reacted: tuple[int, ...] = ()  # who has struck at the mover in this move (CLASH-OA-2)
    spotted: tuple[tuple[int, int], ...] = ()  # (foe, hidden unit) that have tested in this turn (CLASH-ACT-5)
    searched: bool = False  # CLASH-ACT-4


class Order(Struct, frozen=True):
    """On the field: the turn order (CLASH-INIT-5) and what saved turns change of it (CLASH-SAVE-4)."""

    units: tuple[int, ...] = ()  # as rolled
    results: tuple[int, ...] = ()  # beside them
    queue: tuple[int, ...] = ()  # who is still to come in this round, in order
    waits: tuple[tuple[int, int], ...] = ()  # (who has saved its turn, after whom)
    saved: tuple[int, ...] = ()  # who has put its turn off in this round (CLASH-SAVE-2)
    acted: tuple[int, ...] = ()


class Elapsed(Struct, frozen=True):
    """On the field: the encounter's clock (CLASH-INIT-2)."""

    seconds: int = 0


class Plan(Struct, frozen=True):
    """An attack as it was declared (CLASH-ATK-9)."""

    unit: int
    target: int
    what: str  # key of a weapon, spell, ability or item
    kind: Kind
    reaction: bool = False
    feint: bool = False  # the boon of CLASH-MAN-7 belongs to it
    power: bool = False  # a spell, ability or item and no weapon
    maneuver: Action | None = None  # what the winner has chosen
    attribute: str = ""  # what the attacker has chosen; empty takes the better one (CLASH-ATK-2)
    parry: str = ""  # what the defender has chosen (CLASH-DEF-4)


class Underway(Struct, frozen=True):
    """On the field: the attacks being resolved, the innermost last."""

    plans: tuple[Plan, ...] = ()


REACH = PLACES | {Gear, Body}  # kinds that reach depends on
ARMS = frozenset((Gear, Body))  # what a unit has, and could wield
FIT = frozenset((Body, Gear, Conditions))  # what says how well a unit itself fights
COMBAT = REACH | {Conditions, Found, Pools, Spent, Unloaded}


ENDS = {"dazed": "next_turn_end", "slowed": "next_turn_end", "disengaged": "turn_end", "warded": "turn_start"}
"""When a condition ends by itself: the word that `turns` acts on."""


def merge(items: Items, new: Condition) -> Items:
    """A condition that holds already is restarted, never added (CLASH-COND-3). Holds and feints are told apart by whom
    they are from and at: several holders, several feints (ACT-3, MAN-7)."""
    apart = new.name in PAIRED
    return (*(item for item in items if item.name != new.name or (apart and item.source != new.source)), new)


def inflict(world: World, unit: int, condition: str, rule: str, source: int | None = None, level: int = 1) -> None:
    """Put a condition on a unit, for as long as such a one lasts."""
    conditions.inflict(world, unit, Condition(condition, rule, source, ENDS.get(condition, ""), level))


def free(world: World, unit: int, holder: int, rule: str) -> None:
    """One creature's hold on a unit ends; others may hold on (CLASH-COND-4)."""
    if not conditions.free(world, unit, "grappled", holder, rule) and conditions.holds(world, unit, "grappled"):
        world.emit(Noted(unit, "still_held", rule))


def aware(world: World, unit: int, other: int) -> bool:
    """Whether a unit knows of another: it is not hidden, or was found by the unit's team (CLASH-COND-6)."""
    if other not in having(world, "hidden") or teams(world)[unit] == teams(world)[other]:
        return True
    found = world.find(other, Found)
    return found is not None and teams(world)[unit] in found.teams


def held_by(world: World, unit: int) -> list[int]:
    """The creatures a unit holds in a grapple; each takes a hand (CLASH-COND-4)."""
    return [other for other in having(world, "grappled") if unit in sources(world, other, "grappled")]


def able(world: World, unit: int) -> bool:
    """Whether a unit can act or react at all: conscious, on the board and not surprised (CLASH-SURP-4, COND-5)."""
    return not world.has(unit, Down) and not holds(world, unit, "surprised") and not world.has(unit, Arrival)


def points(world: World, unit: int) -> int:
    """Action points left."""
    return world.get(unit, Pools)["ap"]


def magic(world: World, unit: int) -> int:
    """Magic points left; 0 for whoever has none."""
    pools = world.get(unit, Pools)
    return pools["magic"] if "magic" in pools.names else 0


def attacks_left(world: World, unit: int) -> int:
    """CLASH-ECON-7: attacks a unit may still make in this round."""
    return sheet_of(world).numbers.attacks - world.get(unit, Spent).attacks


def speed_of(world: World, unit: int) -> Breakdown:
    """Metres a turn: full armour slows (CLASH-ARM-7), a hurt leg halves (CLASH-DMG-13)."""
    return world.derive_of(unit, FIT, "speed", _speed_of, unit)


def _speed_of(world: World, unit: int) -> Breakdown:
    body, numbers = world.get(unit, Body), sheet_of(world).numbers
    slow = counting((body.level == "full", numbers.heavy_speed, "full armour", "CLASH-ARM-7"))
    if holds(world, unit, "slowed"):
        slow += [add(1, "rounded up", "CLASH-DMG-13"), Modifier(2, "slowed", "CLASH-DMG-13", "divide")]
    return Breakdown("speed", (add(body.speed, "speed", "CLASH-MOVE-1"), *slow))


def pace(world: World, metres: int, least: int = 0) -> int:
    """Metres in cells (CLASH-GRID-1)."""
    cells = metres // house(world).cell_m
    return cells if cells > least else least


def stand_cost(world: World, unit: int) -> int:
    """CLASH-ACT-8: half of speed, rounded up."""
    return (pace(world, speed_of(world, unit).total) + 1) // 2


def turn(world: World) -> Turn:
    """The running turn."""
    return world.get(FIELD, Turn)


class Opening(Struct, frozen=True):
    """On the field: the side that lies in wait, and who is surprised without a roll (CLASH-SURP-1)."""

    ambush: str = ""
    surprised: tuple[str, ...] = ()


def attacks(world: World) -> tuple[Plan, ...]:
    """The attacks that are being resolved, the innermost last."""
    return world.get(FIELD, Underway).plans


def resolving(world: World, *plans: Plan) -> None:
    """These attacks are being resolved now; the only writer of `Underway`."""
    world.put(FIELD, Underway(plans))


def running(world: World) -> Plan:
    """The innermost of them, where there must be one."""
    return attacks(world)[-1]


def opponent(world: World, unit: int) -> int:
    """Who stands against a unit in it."""
    plan = running(world)
    return plan.target if unit == plan.unit else plan.unit
