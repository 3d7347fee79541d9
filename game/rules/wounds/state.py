"""The ruleset's own components, and plain questions about a unit's body and condition."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.components import Conditions, Down, Gear, Pools, Position
from game.kernel.ecs import World, derived
from game.kernel.flow import Action
from game.rules.wounds.sheet import Kind, Skill, sheet_of
from game.systems.field import PLACES

HASTE = ("acrobatics", "athletics")  # WOUNDS-FAST-2: how one may try to be quicker


class Body(Struct, frozen=True):
    """What a unit is born with; it changes only where armour is taken off."""

    kind: Kind
    size: int
    attributes: dict[str, int]
    skills: dict[str, Skill]
    armour: str
    stamina: int
    mana: int
    points: int = 0
    tags: tuple[str, ...] = ()
    modes: dict[str, int] = {}
    immune: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    natural: tuple[str, ...] = ()
    hands: int = 2
    control_tn: int = 5
    rate: int | None = None
    packed: dict[str, str] = {}

    @property
    def npc(self) -> bool:
        """WOUNDS-NPC-1 to 4: whether the short rules for wounds hold."""
        return self.kind not in ("character", "special_npc")

    def attribute(self, name: str) -> int:
        """An attribute; 0 is average."""
        return self.attributes.get(name, 0)

    def rank(self, skill: str, spec: str = "") -> int:
        """A skill's rank, or that of one of its specialisations (WOUNDS-HD-2)."""
        found = self.skills.get(skill)
        return 0 if found is None else found.spec.get(spec, 0) if spec else found.rank


class Wounds(Struct, frozen=True):
    """Each wound by the number of its level, in the order they came (WOUNDS-WND-14)."""

    wounds: tuple[int, ...] = ()


class Strain(Struct, frozen=True):
    """Fatigue, whether the unit is exhausted (WOUNDS-STA-6), and the bonus of recovery checks that failed (REST-15)."""

    fatigue: int = 0
    exhausted: bool = False
    recovery: int = 0


class Going(Struct, frozen=True):
    """This round's movement: quarter-yards bought, yards used, diagonals, yards on end (the run-up), Dash."""

    quarters: int = 0
    used: int = 0
    diagonals: int = 0
    run: int = 0
    bonus: int = 0  # WOUNDS-ACT-18
    again: bool = False
    drag: int = 0  # AP that may still be spent on dragging (WOUNDS-GRAP-5)
    hauled: int = 0  # quarter-yards bought with those and not used yet


class Grapple(Struct, frozen=True):
    """Whom a unit is grappling, and whom of them it pins."""

    others: tuple[int, ...] = ()
    pins: tuple[int, ...] = ()


class Ignoring(Struct, frozen=True):
    """The foes a unit pays no heed to (WOUNDS-POS-5), and those about whom it has changed its mind this turn."""

    ignored: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()


class Readied(Struct, frozen=True):
    """The action a unit is ready to take as a reaction, and to what (WOUNDS-ACT-9)."""

    verb: str
    trigger: str


class Opening(Struct, frozen=True):
    """WOUNDS-ACT-12: results that may stand in for the Defense against rebuffs, as (foe, result), one for each foe."""

    results: tuple[tuple[int, int], ...] = ()


class Harried(Struct, frozen=True):
    """Who has harried the unit this round (WOUNDS-REACT-4)."""

    by: tuple[int, ...] = ()


class Upkeep(Struct, frozen=True):
    """A spell with mana invested in it: on whom, how much, and until the end of which round (WOUNDS-MANA-2)."""

    spell: str
    target: int
    mana: int
    until: str = ""


class Upheld(Struct, frozen=True):
    """The spells a caster has mana in."""

    spells: tuple[Upkeep, ...] = ()


class Long(Struct, frozen=True):
    """An action that takes more than a turn (WOUNDS-ECON-6, 8), AP paid and needed, or the rounds left. `result` is a
    jump's number, which was thrown when the jump was declared (WOUNDS-JUMP-7)."""

    action: Action
    paid: int = 0
    cost: int = 0
    rounds: int = 0
    done: bool = False
    result: int = 0


class Stock(Struct, frozen=True):
    """Shots left in the quiver, weapons that must be reloaded first, and what was used up, ever."""

    shots: int = 0
    unloaded: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()


class Ridden(Struct, frozen=True):
    """On a mount with a rider: its calming actions on end (WOUNDS-MOUNT-8), and the foes whose reach it is in."""

    calmed: int = 0
    near: tuple[int, ...] = ()


class Brought(Struct, frozen=True):
    """A mount that came with its rider and stands in no roster."""

    by: int


class Entering(Struct, frozen=True):
    """Whose space a unit may enter until the turn ends (WOUNDS-ACT-13)."""

    spaces: tuple[int, ...] = ()


class Magic(Struct, frozen=True):
    """Items of the unit whose effects are active: (item, effect)."""

    active: tuple[tuple[str, str], ...] = ()


class Round(Struct, frozen=True):
    """On the field: who has had a turn this round, and the tie-breakers drawn in it (WOUNDS-INIT-3)."""

    acted: tuple[int, ...] = ()
    ties: tuple[tuple[int, int], ...] = ()
    present: tuple[int, ...] = ()  # who was there when it began (WOUNDS-HD-17)
    shared: tuple[int, ...] = ()  # who began the active turn as the other one of rider and mount (WOUNDS-MOUNT-2)


class Flanks(Struct, frozen=True):
    """On the field: who was flanked when it was last looked at (WOUNDS-POS-5)."""

    flanked: tuple[int, ...] = ()


class Start(Struct, frozen=True):
    """On the field: who is surprised by the scenario, and the side that lies in wait (WOUNDS-INIT-11)."""

    surprised: tuple[int, ...] = ()
    ambush: int | None = None


class Arrives(Struct, frozen=True):
    """A unit that joins at the beginning of a round, at its cell or the nearest free one (WOUNDS-HD-17)."""

    round: int
    cell: int


class Day(Struct, frozen=True):
    """Minutes gone by in camp, when long rests ended, and sleep as (end, minutes) (WOUNDS-REST-4, 12)."""

    clock: int = 0
    longs: tuple[int, ...] = ()
    sleeps: tuple[tuple[int, int], ...] = ()


STANCE = PLACES | {Conditions, Body}
WIELDED = STANCE | {Gear, Stock, Ignoring}  # and that tell whom it could attack


def body(world: World, unit: int) -> Body:
    """The unit's body."""
    return world.get(unit, Body)


def pool(world: World, unit: int, name: str) -> int:
    """What a unit has of a pool."""
    return world.get(unit, Pools)[name]


def wounds(world: World, unit: int) -> tuple[int, ...]:
    """The unit's wounds."""
    return world.get(unit, Wounds).wounds


def severity(world: World, unit: int) -> int:
    """WOUNDS-WND-11: the number of the highest wound's level; 0 unhurt."""
    return max(wounds(world, unit), default=0)


@derived((Body,))
def slots(world: World, unit: int) -> tuple[int, int, int, int, int]:
    """WOUNDS-WND-7 to 9 and NPC-3: how many wounds of each level there is room for."""
    main, own = sheet_of(world).main, body(world, unit)
    light = max(0, main.light_slots + own.attribute("Prs"))
    if own.npc:
        each = main.npc_slots[own.kind]
        return light, each, each, each, 1
    middle = main.slots_by_vitality[max(-5, min(5, own.attribute("Vit"))) + 5]
    return light, *middle, 1


def free_slots(world: World, unit: int, level: int) -> int:
    """How many wounds of a level (1 to 5) still find room."""
    return slots(world, unit)[level - 1] - wounds(world, unit).count(level)


def landing(world: World, unit: int, level: int) -> int:
    """WOUNDS-WND-10: the level at which a new wound is recorded; 6 when even the fatal slot is full."""
    while level <= 5 and free_slots(world, unit, level) <= 0:
        level += 1
    return level


def helpless(world: World, unit: int) -> bool:
    """WOUNDS-HD-25: no actions, reactions or movement."""
    now = world.get(unit, Conditions)
    return "helpless" in now or "unconscious" in now or "pinned" in now


def immobile(world: World, unit: int) -> bool:
    """WOUNDS-COND-10: cannot move."""
    return "held" in world.get(unit, Conditions) or helpless(world, unit)


def tagged(world: World, unit: int, tag: str) -> bool:
    """Whether the unit has a tag."""
    return tag in body(world, unit).tags


def level_of(world: World, unit: int, condition: str) -> int:
    """The level of a condition; 0 when it does not hold."""
    found = world.get(unit, Conditions).find(condition)
    return found.level if found else 0


def haste_of(action: Action) -> str:
    """WOUNDS-FAST-2: the check by which an action is hurried, if it is."""
    return action.how[-1] if action.how and action.how[-1] in HASTE else ""


def on_board(world: World, unit: int) -> bool:
    """Whether the unit is on the board and not out of the fight for good."""
    down = world.find(unit, Down)
    return world.find(unit, Position) is not None and (down is None or down.how == "unconscious")
