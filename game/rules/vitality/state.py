"""Vitality's own components, and who is who: things, creatures, allies, enemies, the conscious; hands and pools."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.components import FIELD, Carried, Condition, Conditions, Down, Gear, Pools, Unit, changed
from game.kernel.ecs import World, derived, renewed
from game.rules.vitality.entries import Effect, Stats, UnitSheet
from game.rules.vitality.sheet import sheet_of
from game.systems import conditions
from game.systems.adapter import Items
from game.systems.conditions import holds
from game.systems.field import FIXED, PLACES, bodies, teams
from game.systems.pools import reset

POOLS = ("vitality", "temp_vitality", "wp", "nm", "ap", "rp", "movement")


class Body(Struct, frozen=True):
    """A unit's sheet, with what the scenario changed of it."""

    sheet: UnitSheet


class Turn(Struct, frozen=True):
    """What a unit has done in its turn: banked attacks (ACT-2), the free small action (ECON-7), AP used (CINE-12)."""

    banked: tuple[str, ...] = ()  # main, off
    token: bool = False  # the free Interact or Switch Weapons is used
    ap_used: int = 0
    acted: bool = False  # it has done something, and can no longer hold its turn (HOLD-1)
    paid_pin: bool = False  # CINE-17
    entered: tuple[str, ...] = ()  # hazards that have struck it this turn
    planned: bool = False  # it has said with whom it wants to share its turns (UNION-1)
    wavered: int = 0  # how often it has leaned out, or begun to hold an action and thought better of it


class Round(Struct, frozen=True):
    """What a unit has done in this round (CINE-12), and its Initiative as the round began (INIT-4)."""

    rp_used: int = 0
    initiative: int | None = None


class Order(Struct, frozen=True):
    """On the field: who acts when. Groups are units that share a turn; most are one unit."""

    slots: tuple[tuple[int, ...], ...] = ()
    at: int = -1
    active: tuple[int, ...] = ()
    fresh: bool = False  # the group has not begun its turn: it may still hold it
    holders: tuple[tuple[int, ...], ...] = ()
    asking: tuple[tuple[int, ...], ...] = ()  # holders still to be asked at this boundary; sides at the round's start
    unions: tuple[tuple[int, ...], ...] = ()
    acted: tuple[int, ...] = ()
    late: bool = False  # all slots are over
    counted: tuple[int, ...] = ()  # whose slot has come in this round (COND-4)
    idle: int = 0  # how often the acting union's turn was handed on since anybody did anything


class Plans(Struct, frozen=True):
    """On the field: who wants to share turns from the next round on, and who no longer does (UNION-1)."""

    groups: tuple[tuple[int, ...], ...] = ()
    apart: tuple[int, ...] = ()


class Hidden(Struct, frozen=True):
    """The enemies a unit is hidden from (HIDE-8); `given_away` and `seen` come into force when its turn ends."""

    of: tuple[int, ...] = ()
    given_away: bool = False
    seen: bool = False


class Unaware(Struct, frozen=True):
    """A surprised unit that cannot spot ambushers before its own first slot (SURP-4)."""


class Waiting(Struct, frozen=True):
    """One held action: what (with which Maneuver, or weapon), until what, about whom, whether forced moves count."""

    action: str
    trigger: str
    about: int | None = None
    forced: bool = False
    lean: int | None = None
    what: str = ""


class Held(Struct, frozen=True):
    """Actions paid for in advance, each with its trigger (HOLD-6)."""

    items: tuple[Waiting, ...] = ()


class Rider(Struct, frozen=True):
    """How a unit is on another (ACT-27): a willing host does not shake it off (ACT-31)."""

    willing: bool = False
    leaving: bool = False  # it is walking off


class Leaning(Struct, frozen=True):
    """Leaning out of full cover into this cell (COVER-8)."""

    cell: int


class Master(Struct, frozen=True):
    """Who summoned the unit (ACT-32)."""

    unit: int


class Attack(Struct, frozen=True):
    """One attack as declared: a weapon (perhaps thrown, with a Maneuver, or in the off hand) or an Ability."""

    user: int
    what: str
    ability: bool = False
    thrown: bool = False
    ranged: bool = False
    maneuver: str = ""
    upcast: int = 0
    gentle: bool = False
    off: bool = False


class Unloaded(Struct, frozen=True):
    """Weapons that must be loaded again (GEAR-10)."""

    items: tuple[str, ...] = ()


class Grudges(Struct, frozen=True):
    """Enemies that have damaged the unit since its last turn, for Cursed Revenge."""

    units: tuple[int, ...] = ()


class Wounds(Struct, frozen=True):
    """How a unit went down: by non-lethal damage alone (NL-4), where it lay, and in whose sight it died (CINE-19)."""

    gentle: bool = False
    cell: int | None = None
    seen_by: tuple[int, ...] = ()


class Things(Struct, frozen=True):
    """On the field: Vitality left of props and edges that were hit, by `cell` or `edge n`."""

    left: tuple[tuple[str, int], ...] = ()


FRESH = (Turn(), Round(), Held(), Hidden(), Grudges(), Unloaded(), Wounds())  # what every unit begins with
WAVERINGS = 6  # after so many a turn must go on: what costs nothing could be done for ever

KINDS = FIXED | {Body}  # what units are
SOLID = PLACES | {Body}  # kinds that say who stands where, and who is a thing
AWAKE = SOLID | {Conditions}  # and who is conscious
KNOWN = AWAKE | {Hidden}  # and who knows of whom
FIT = frozenset((Body, Conditions, Gear))  # what says how well a unit itself fights
MUTUAL = KINDS | {Carried, Conditions, Hidden}  # kinds that say how units stand to each other, wherever they are


def body(world: World, unit: int) -> UnitSheet:
    """The unit's sheet."""
    return world.get(unit, Body).sheet


def stats(world: World, unit: int) -> Stats:
    """The seven stats."""
    return world.get(unit, Body).sheet.stats


def host_of(world: World, unit: int) -> int | None:
    """On whom the unit is."""
    carried = world.find(unit, Carried)
    return carried.by if carried is not None else None


def pool(world: World, unit: int, name: str) -> int:
    """The present amount of a pool."""
    return world.get(unit, Pools)[name]


def effects(world: World, unit: int) -> list[tuple[Condition, Effect]]:
    """The unit's conditions with what they do."""
    table = sheet_of(world).effects
    return [(item, table[item.name]) for item in world.get(unit, Conditions).items]


def merge(items: Items, new: Condition) -> Items:
    """The same effect does not stack: of two that end in the same way the longer one wins."""
    known = next((item for item in items if item.name == new.name), None)
    if known is None:
        return (*items, new)
    if known.until != new.until or known.level >= new.level:
        return items
    return (*(item for item in items if item.name != new.name), changed(known, level=new.level, source=new.source))


def inflict(
    world: World, unit: int, name: str, source: int | None = None, *, rounds: int = 0, until: str = "", rule: str = ""
) -> bool:
    """Put an effect on a unit, for so many rounds or as long as such a one lasts; whether it is new."""
    effect = sheet_of(world).effects[name]
    until, lasts = until or effect.until, rounds or effect.rounds
    if until == "turn" and unit in world.get(FIELD, Order).active and not world.get(FIELD, Order).fresh:
        lasts += 1  # ACT-25: a turn in progress does not count
    fresh = conditions.inflict(world, unit, Condition(name, rule or effect.rule, source, until, lasts))
    if fresh and (effect.ap_max is not None or effect.rp_max is not None or effect.still):
        clamp(world, unit)
    return fresh


def count_down(world: World, unit: int, until: str) -> None:
    """One slot or turn's end nearer to the end of what lasts so long (HOLD-5, HOLD-11)."""
    for item in world.get(unit, Conditions).items:
        if item.until == until and item.level <= 1:
            conditions.lift(world, unit, item.name, item.rule)
        elif item.until == until:
            now = world.get(unit, Conditions).items
            left = tuple(changed(each, level=each.level - 1) if each is item else each for each in now)
            conditions.become(world, unit, left)


def limit(world: World, unit: int, name: str) -> int | None:
    """The lowest cap that effects put on AP or RP; None without one."""
    caps = [effect.ap_max if name == "ap" else effect.rp_max for _, effect in effects(world, unit)]
    return min((cap for cap in caps if cap is not None), default=None)


def clamp(world: World, unit: int) -> None:
    """VITALITY-COND-8: points that a cap cuts do not come back in this turn or round."""
    for name, used in (("ap", world.get(unit, Turn).ap_used), ("rp", world.get(unit, Round).rp_used)):
        cap = limit(world, unit, name)
        if cap is not None:
            reset(world, unit, name, min(pool(world, unit, name), max(0, cap - used)))
    if still(world, unit):
        reset(world, unit, "movement", 0)


def still(world: World, unit: int) -> bool:
    """Whether an effect keeps the unit where it is."""
    return bool(world.get(unit, Conditions).items) and any(effect.still for _, effect in effects(world, unit))


def is_thing(world: World, unit: int) -> bool:
    """VITALITY-BATTLE-6: objects are neither allies nor enemies."""
    own = world.find(unit, Body)
    return own is not None and bool(own.sheet.thing)


def rank(world: World, unit: int) -> int:
    """The rank of its size category."""
    return _ranks(world)[unit]


@derived(KINDS)
def _ranks(world: World) -> dict[int, int]:
    return {unit: sheet_of(world).main.sizes[own.sheet.size].rank for unit, own in world.each(Body)}


def _living(world: World) -> list[int]:
    """Units on the board, things and those who are down among them."""
    return [unit for unit in bodies(world) if not world.has(unit, Down)]


def _living_since(world: World, before: list[int], entities: frozenset[int]) -> list[int]:
    """Mostly somebody has only moved."""
    there = bodies(world)
    same = all((unit in before) == (unit in there and not world.has(unit, Down)) for unit in entities)
    return before if same and not world.each(Carried) else _living(world)


living = renewed(_living, _living_since, PLACES)


def _beings(world: World) -> list[int]:
    """Units on the board that are no things."""
    return [unit for unit in living(world) if not is_thing(world, unit)]


def _beings_since(world: World, before: list[int], entities: frozenset[int]) -> list[int]:
    there = living(world)
    same = all((unit in before) == (unit in there and not is_thing(world, unit)) for unit in entities)
    return _beings(world) if not same or world.each(Carried) else before


beings = renewed(_beings, _beings_since, SOLID)


def up(world: World, unit: int) -> bool:
    """Conscious and on the board."""
    return unit in conscious(world)


def _conscious(world: World) -> frozenset[int]:
    """Everybody who is up."""
    return frozenset([unit for unit in living(world) if not holds(world, unit, "down")])


def _conscious_since(world: World, before: frozenset[int], entities: frozenset[int]) -> frozenset[int]:
    """Mostly somebody has only moved."""
    if world.each(Carried):
        return _conscious(world)
    here = bodies(world).keys() & entities
    now = frozenset([one for one in here if not world.has(one, Down) and not holds(world, one, "down")])
    return before if now == before & entities else before - entities | now


conscious = renewed(_conscious, _conscious_since, AWAKE)


def foes(world: World, unit: int) -> list[int]:
    """VITALITY-BATTLE-5: everybody on the board who is no ally; things are nobody's enemies (BATTLE-6)."""
    return world.derive(("foes", teams(world)[unit]), _of_team, SOLID, unit, False)


def conscious_enemies(world: World, unit: int) -> list[int]:
    """The unit's enemies that are conscious."""
    return world.derive(("conscious_enemies", teams(world)[unit], conscious(world)), _conscious_enemies, KINDS, unit)


def _conscious_enemies(world: World, unit: int) -> list[int]:
    return [foe for foe in foes(world, unit) if foe in conscious(world)]


def allies(world: World, unit: int) -> list[int]:
    """VITALITY-BATTLE-4: creatures of the unit's team, itself among them."""
    return world.derive(("allies", teams(world)[unit]), _of_team, SOLID, unit, True)


def _of_team(world: World, unit: int, own: bool) -> list[int]:  # noqa: FBT001  by position
    known = teams(world)
    return [other for other in beings(world) if (known[other] == known[unit]) == own]


def friendly(world: World, one: int, other: int) -> bool:
    """Whether two units are allies."""
    known = teams(world)
    return known[one] == known[other] and not is_thing(world, other)


def able(world: World, unit: int) -> bool:
    """VITALITY-END-1: whether a creature can and wants to fight."""
    return up(world, unit) and not is_thing(world, unit) and not body(world, unit).noncombatant


def gripping(world: World, unit: int) -> list[int]:
    """Whom the unit holds in a grab."""
    return _grips(world).get(unit, []) if conditions.having(world, "grabbed") else []


@derived(AWAKE)
def _grips(world: World) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for each in beings(world):
        item = world.get(each, Conditions).find("grabbed")
        if item is not None and item.source is not None:
            found.setdefault(item.source, []).append(each)
    return found


def hands_used(world: World, unit: int, held: tuple[str, ...] | None = None) -> int:
    """Hands that hold something or grab somebody."""
    weapons, items = sheet_of(world).weapons, world.get(unit, Gear).held if held is None else held
    return sum([weapons[i].hands if i in weapons else 1 for i in items]) + len(gripping(world, unit))


def free_hands(world: World, unit: int) -> int:
    """How many of its two hands are free."""
    return 2 - hands_used(world, unit)


def knows(world: World, unit: int, ability: str) -> bool:
    """Whether the unit has that Ability, Maneuver, reaction or feature."""
    return ability in body(world, unit).abilities


def charmed_by(world: World, unit: int, target: int) -> bool:
    """VITALITY-COND-14: it cannot attack whoever charmed it."""
    item = world.get(unit, Conditions).find("charmed")
    return item is not None and item.source == target


def side_of(world: World, unit: int) -> int:
    """The unit's side."""
    return world.get(unit, Unit).side


def summons(world: World, unit: int) -> list[int]:
    """The unit's own summons on the board."""
    return [each for each, master in world.each(Master) if master.unit == unit and up(world, each)]
