"""Aura's own components, and the conditions with their daughters."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from game.kernel.components import FIELD, Conditions, Down, Gear, Pools, Unit
from game.kernel.ecs import World, derived_of
from game.kernel.flow import Action
from game.rules.aura.sheet.entries import Size
from game.systems.field import PLACES

Order = Literal["ask", "always", "never"]
Asked = Literal["ask", "never"]


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
    metres: int = 0  # AURA-ACT-7
    heading: tuple[int, int] | None = None  # the last leg, while the last action was a movement (AURA-MOVE-7)
    fast: bool = False  # AURA-RNG-7
    pressed: bool = False  # the next price is to be met with Stamina
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
    pending: tuple[tuple[int, Action], ...] = ()  # responses that happen together with the action (AURA-INIT-4)


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


PLACED = frozenset({*PLACES, Body, Gear, Conditions, Wear, Holding})  # what says who stands where, in what shape
ARMED = frozenset({Body, Gear, Wear})  # what a unit is and has about it
BUILT = ARMED | {Unit, Conditions, Down}  # and what it suffers from
MEANS = BUILT | {Pools, Reserved, Spent, Ready, Drained}  # and what it has left


def spent(world: World, unit: int) -> Spent:
    """What the unit has done in this Round."""
    return world.get(unit, Spent)


@derived_of(BUILT)
def conscious(world: World, unit: int) -> bool:
    """Whether a unit is awake and alive, and so can act."""
    items = world.get(unit, Conditions)
    return not world.has(unit, Down) and "unconscious" not in items and "asleep" not in items


@derived_of(BUILT)
def helpless(world: World, unit: int) -> bool:
    """AURA-ATK-12: whether a unit cannot defend itself, or will not."""
    items = world.get(unit, Conditions)
    return "unconscious" in items or "asleep" in items or "bound" in items or "held_back" in items


def dead(world: World, unit: int) -> bool:
    """Whether a unit is beyond help."""
    down = world.find(unit, Down)
    return down is not None and down.how not in ("unconscious", "asleep", "fled")


def fled(world: World, unit: int) -> bool:
    """AURA-HOUSE-37: whether a unit has left the battle, on its own feet."""
    down = world.find(unit, Down)
    return down is not None and down.how == "fled"


def beat(world: World) -> Beat:
    """How the floor stands."""
    return world.get(FIELD, Beat)
