"""Hinder and grappling: checks against a creature without a wound (WOUNDS-HIND, GRAP, ACT-13 to 15)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Conditions, Gear, changed
from game.kernel.ecs import World
from game.kernel.events import Answered, Attacked, Event
from game.kernel.flow import Option, decide
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.offering import Reason
from game.rules.wounds.attack import Blow, attack, crowding, saddle
from game.rules.wounds.checks import (
    Thrown,
    better_defense,
    burdens,
    check,
    combat_check,
    criticals,
    defense,
    judge,
    ordinary,
    situation,
    steps_beyond,
    weapon_check,
    wild,
)
from game.rules.wounds.effects import inflict, lasting
from game.rules.wounds.element import underwater
from game.rules.wounds.fighting import aims
from game.rules.wounds.leaving import drop_item, lay_low, part, part_all, pinners, unpin, unseat
from game.rules.wounds.moving import push
from game.rules.wounds.pools import keepers, retrieve
from game.rules.wounds.position import gap, hidden, seen
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import (
    STANCE,
    WIELDED,
    Doors,
    Entering,
    Going,
    Grapple,
    Riding,
    arms,
    body,
    helpless,
    immobile,
    tagged,
    weapon,
)
from game.rules.wounds.verbs import Options, Verb, beside, foes, none, option, price_of
from game.systems.conditions import lift
from game.systems.field import PLACES, board_of, enemies

HOWS = ("power", "agility")


def in_melee(world: World, unit: int) -> list[int]:
    """WOUNDS-ACT-20: foes in reach of some equipped melee weapon."""
    struck = {target for target, _, way in aims(world, unit) if way == "melee"}
    return [foe for foe in enemies(world, unit) if foe in struck] if struck else []


def _out_of_reach(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_out_of_reach", "WOUNDS-ACT-20")]


def _aimed(verb: str) -> Options:
    def options(world: World, unit: int) -> Iterator[Option]:
        for foe in in_melee(world, unit):
            yield option(world, verb, foe, unit=foe)

    return options


# Disarm


def _disarms(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-HIND-1: with a weapon in reach, one thing in the target's hands."""
    for foe, key, way in aims(world, unit):
        if way == "melee" and foe in enemies(world, unit):
            for item in dict.fromkeys(world.get(foe, Gear).held):
                yield option(world, "disarm", foe, key, item, unit=foe)


def weapon_bonus(world: World, unit: int, key: str, against: int) -> Breakdown:
    """WOUNDS-ATK-10: a melee weapon check: accuracy counts, damage does not."""
    lines = [*weapon_check(world, unit, key, ranged=False), *burdens(world, unit)]
    lines += [*situation(world, unit, against, ranged=False), *crowding(world, unit, against, key)]
    return Breakdown("weapon_check", (*lines, *saddle(world, unit, against)))


async def _do_disarm(world: World, unit: int, key: str) -> None:
    _, word, arm, item = key.split(" ")
    foe = int(word)
    about = Attacked(unit, foe, "disarm", (weapon_bonus(world, unit, arm, foe),), "WOUNDS-HIND-1")
    world.emit(about)
    how = await _withstand(world, unit, foe, about)
    thrown = await wild(world, unit, "disarm", weapon_bonus(world, unit, arm, foe), "WOUNDS-HIND-1")
    criticals(world, unit, (foe,), thrown)
    tn = await _number_to_reach(world, unit, foe, how)
    if judge(world, unit, foe, "disarm", thrown.total >= tn, "WOUNDS-HIND-1") and item in world.get(foe, Gear).held:
        drop_item(world, foe, item, "WOUNDS-HIND-1")


async def _withstand(world: World, unit: int, foe: int, about: Event) -> str:
    """The target chooses before the dice fall: its Agility Defense, or, unless helpless, a weapon check of its own."""
    keys = [key for key in arms(world, foe) if weapon(world, key).kind == "melee" and not helpless(world, foe)]
    options = [Option("agility", rule="WOUNDS-HIND-1"), *(Option(f"roll {key}", rule="WOUNDS-HIND-1") for key in keys)]
    return await decide(foe, "disarm", options, rule="WOUNDS-HIND-1", about=about)


async def _number_to_reach(world: World, unit: int, foe: int, chosen: str) -> int:
    if chosen == "agility":
        found = defense(world, foe, "agility", unit)
        world.emit(Answered(foe, unit, "agility", (found,), "WOUNDS-HIND-1"))
        return found.total
    bonus = weapon_bonus(world, foe, chosen.split(" ")[1], unit)
    thrown = await wild(world, foe, "disarm", bonus, "WOUNDS-HIND-1")
    criticals(world, foe, (unit,), thrown)
    return thrown.total


# Distract, Shove, Trip


async def _do_distract(world: World, unit: int, key: str) -> None:
    """WOUNDS-HIND-2: an ordinary contest, ties for the actor (WOUNDS-CORE-5)."""
    foe = int(key.split(" ")[1])
    mine = await ordinary(world, unit, "distract", deception(world, unit, "Prs"), "WOUNDS-HIND-2")
    theirs = await ordinary(world, foe, "distract", deception(world, foe, "Prc"), "WOUNDS-HIND-2")
    if judge(world, unit, foe, "distract", mine >= theirs, "WOUNDS-CORE-5"):
        inflict(world, foe, "distracted", "WOUNDS-HIND-2", unit, until=lasting(world, 1))


def deception(world: World, unit: int, attribute: str) -> Breakdown:
    """WOUNDS-HIND-2: Prs or Prc [Deception]."""
    return check(world, unit, "deception", attribute, "Deception", rule="WOUNDS-HIND-2")


def power_tn(world: World, foe: int, unit: int) -> Breakdown:
    """WOUNDS-HIND-3 and 4: the better of Power and Agility Defense."""
    return defense(world, foe, better_defense(world, foe), unit)


async def power_against(world: World, unit: int, foe: int, why: str, rule: str, *more: Modifier) -> int:
    """A Power check against that number: the margin."""
    bonus = combat_check(world, unit, "power", foe).plus(*more)
    tn = power_tn(world, foe, unit)
    world.emit(Attacked(unit, foe, why, (bonus, tn), rule))
    thrown = await wild(world, unit, why, bonus, rule)
    criticals(world, unit, (foe,), thrown)
    judge(world, unit, foe, why, thrown.total >= tn.total, "WOUNDS-HIND-0")
    return thrown.total - tn.total


async def _do_shove(world: World, unit: int, key: str) -> None:
    """WOUNDS-HIND-3: a yard, and one more for every third point, where the actor likes."""
    foe = int(key.split(" ")[1])
    margin = await power_against(world, unit, foe, "shove", "WOUNDS-HIND-3")
    if margin < 0:
        return
    if world.has(foe, Riding):
        unseat(world, foe, fall=True, rule="WOUNDS-HD-16")
    grid, most = board_of(world).grid, 1 + steps_beyond(margin, 3)
    options = [
        Option(f"push {grid.names[d]} {yards}", rule="WOUNDS-HIND-3")
        for d in range(grid.directions)
        for yards in range(1, most + 1)
    ]
    chosen = await decide(unit, "shove", options, rule="WOUNDS-HIND-3", about=world.events[-1])
    _, name, yards = chosen.split(" ")
    await push(world, foe, grid.parse_direction(name), int(yards), "WOUNDS-HD-33")


async def _do_trip(world: World, unit: int, key: str) -> None:
    """WOUNDS-HIND-4."""
    foe = int(key.split(" ")[1])
    if await power_against(world, unit, foe, "trip", "WOUNDS-HIND-4") >= 0:
        lay_low(world, foe, "WOUNDS-HIND-4", unit)


# Grapple, Drag, Pin


def grappleable(world: World, unit: int, foe: int) -> Reason | None:
    """WOUNDS-GRAP-1: why these two cannot grapple."""
    if abs(body(world, unit).size - body(world, foe).size) >= sheet_of(world).numbers.size_gap:
        return Reason("reason_size", "WOUNDS-GRAP-1")
    if tagged(world, unit, "no_grapple") or tagged(world, foe, "no_grapple"):
        return Reason("reason_form", "WOUNDS-GRAP-1")
    return None


def _grapples(world: World, unit: int) -> Iterator[Option]:
    keys = [key for key in arms(world, unit) if weapon(world, key).kind == "melee" and not weapon(world, key).reach]
    for foe in foes(world, unit):
        near = gap(world, unit, foe) <= 0 and seen(world, unit, foe)
        if near and foe not in world.get(unit, Grapple).others and grappleable(world, unit, foe) is None:
            for key in keys:
                yield option(world, "grapple", foe, key, unit=foe)


def _no_grapple(world: World, unit: int) -> list[Reason]:
    near = [foe for foe in foes(world, unit) if gap(world, unit, foe) <= 0 and seen(world, unit, foe)]
    found = [reason for foe in near if (reason := grappleable(world, unit, foe)) is not None]
    if not near:
        found.append(Reason("reason_out_of_reach", "WOUNDS-GRAP-1"))
    elif not found:
        found.append(Reason("reason_no_short_weapon", "WOUNDS-GRAP-1"))
    return list(dict.fromkeys(found))


def _grapple_price(world: World, unit: int, key: str) -> int:
    more = sheet_of(world).numbers.underwater_ap if underwater(world, unit) else 0
    return price_of(world, "grapple") + more


async def _do_grapple(world: World, unit: int, key: str) -> None:
    _, foe, arm = key.split(" ")
    await attack(world, Blow(unit, int(foe), arm, "grapple"))


def opponents(world: World, unit: int) -> list[int]:
    """Foes in a grapple with the unit."""
    hostile = enemies(world, unit)
    return [each for each in world.get(unit, Grapple).others if each in hostile]


def _drags(world: World, unit: int) -> Iterator[Option]:
    if world.get(unit, Grapple).others and not world.has(unit, Riding) and not immobile(world, unit):
        yield option(world, "drag")


def drag_bonus(world: World, unit: int) -> Breakdown:
    """WOUNDS-GRAP-4 and ATK-10: against the strongest, worse for every opponent beyond the first."""
    crowd = len(world.get(unit, Grapple).others) - 1
    found = combat_check(world, unit, "power", strongest(world, unit))
    return found.plus(add(sheet_of(world).numbers.drag * crowd, "opponents", "WOUNDS-GRAP-4")) if crowd > 0 else found


def strongest(world: World, unit: int) -> int:
    """Who of all that grapple the unit has the highest Power Defense."""
    return max(world.get(unit, Grapple).others, key=lambda each: defense(world, each, "power", unit).total)


def drag_tn(world: World, unit: int) -> int:
    """The highest Power Defense of all who grapple the unit."""
    return defense(world, strongest(world, unit), "power", unit).total


async def _do_drag(world: World, unit: int, key: str) -> None:
    others = world.get(unit, Grapple).others
    thrown: Thrown = await wild(world, unit, "drag", drag_bonus(world, unit), "WOUNDS-GRAP-4")
    criticals(world, unit, others, thrown)
    if judge(world, unit, others[0], "drag", thrown.total >= drag_tn(world, unit), "WOUNDS-GRAP-4"):
        world.put(unit, changed(world.get(unit, Going), drag=sheet_of(world).numbers.drag_ap))


def _no_drag(world: World, unit: int) -> list[Reason]:
    if world.get(unit, Grapple).others and immobile(world, unit):
        return [Reason("reason_immobile", "WOUNDS-COND-10")]
    return _not_grappling(world, unit)


def _not_grappling(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_not_grappling", "WOUNDS-GRAP-4")]


def _pins(world: World, unit: int) -> Iterator[Option]:
    for foe in opponents(world, unit):
        if foe not in world.get(unit, Grapple).pins:
            yield option(world, "pin", foe, unit=foe)


async def _do_pin(world: World, unit: int, key: str) -> None:
    """WOUNDS-GRAP-7."""
    foe = int(key.split(" ")[1])
    harder = add(sheet_of(world).numbers.pin, "pin", "WOUNDS-GRAP-7")
    if await power_against(world, unit, foe, "pin", "WOUNDS-GRAP-7", harder) >= 0:
        now = world.get(unit, Grapple)
        world.put(unit, changed(now, pins=(*now.pins, foe)))
        inflict(world, foe, "pinned", "WOUNDS-GRAP-7", unit)


def _let_gos(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-GRAP-8: the one who holds may let go of the pin, or of the grapple."""
    now = world.get(unit, Grapple)
    for other in now.pins:
        yield option(world, "let_go", other, "pin", unit=other)
        yield option(world, "let_go", other, "grapple", unit=other)


async def _do_let_go(world: World, unit: int, key: str) -> None:
    _, other, what = key.split(" ")
    (unpin if what == "pin" else part)(world, unit, int(other), "WOUNDS-GRAP-8")


# Escape, Enter Occupied Space


def restraints(world: World, unit: int) -> list[str]:
    """WOUNDS-ACT-15 and GRAP-8: what a unit may escape from; a pin goes before the grapple."""
    now, found = world.get(unit, Conditions), []
    if "pinned" in now:
        return ["pin"]
    if "held" in now:
        found.append("held")
    if opponents(world, unit):
        found.append("grapple")
    return found


def escape_tn(world: World, unit: int, what: str) -> int:
    """WOUNDS-HD-8 and GRAP-9."""
    if what == "held":
        return sheet_of(world).spells["hold"].escape_tn
    holders = pinners(world, unit) if what == "pin" else opponents(world, unit)
    return max((defense(world, each, better_defense(world, each), unit).total for each in holders), default=0)


def _escapes(world: World, unit: int) -> Iterator[Option]:
    for what in restraints(world, unit):
        for how in HOWS:
            yield option(world, "escape", what, how)


async def _do_escape(world: World, unit: int, key: str) -> None:
    _, what, how = key.split(" ")
    thrown = await wild(world, unit, "escape", combat_check(world, unit, how), "WOUNDS-ACT-15")
    criticals(world, unit, (), thrown)
    if not judge(world, unit, unit, "escape", thrown.total >= escape_tn(world, unit, what), "WOUNDS-ACT-15"):
        return
    if what == "pin":
        for pinner in pinners(world, unit):
            unpin(world, pinner, unit, "WOUNDS-GRAP-8")
    elif what == "held":
        for caster, kept in keepers(world, unit, "held"):
            retrieve(world, caster, kept, "WOUNDS-ACT-15")
        lift(world, unit, "held", "WOUNDS-ACT-15")
    else:
        part_all(world, unit, "WOUNDS-GRAP-9")


def _free_already(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_not_held", "WOUNDS-ACT-15")]


def _enterable(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-ACT-13; riders go where their mount goes."""
    for other in () if world.has(unit, Riding) else beside(world, unit):
        if world.has(other, Riding) or hidden(world, unit, other):
            continue  # the space is its mount's, or nobody knows whose
        alike = abs(body(world, unit).size - body(world, other).size) < sheet_of(world).numbers.size_gap
        known = world.find(unit, Entering)
        if alike and other in enemies(world, unit) and other not in (known.spaces if known else ()):
            for how in HOWS:
                yield option(world, "enter_space", other, how, unit=other)


async def _do_enter(world: World, unit: int, key: str) -> None:
    _, word, how = key.split(" ")
    other = int(word)
    bonus, tn = combat_check(world, unit, how, other), power_tn(world, other, unit)
    world.emit(Attacked(unit, other, "enter_space", (bonus, tn), "WOUNDS-ACT-13"))
    thrown = await wild(world, unit, "enter_space", bonus, "WOUNDS-ACT-13")
    criticals(world, unit, (other,), thrown)
    if judge(world, unit, other, "enter_space", thrown.total >= tn.total, "WOUNDS-ACT-13"):
        known = world.find(unit, Entering)
        world.put(unit, Entering((*(known.spaces if known else ()), other)))


def _no_entry(world: World, unit: int) -> list[Reason]:
    hostile = [foe for foe in enemies(world, unit) if not hidden(world, unit, foe)]
    near = [other for other in beside(world, unit) if other in hostile]
    return [Reason("reason_size", "WOUNDS-ACT-13") if near else Reason("reason_nobody", "WOUNDS-ACT-13")]


def _nothing_held(world: World, unit: int) -> list[Reason]:
    near = in_melee(world, unit)
    return [Reason("reason_nothing_held", "WOUNDS-HIND-1")] if near else _out_of_reach(world, unit)


VERBS: dict[str, Verb] = {
    "disarm": Verb(_disarms, _do_disarm, _nothing_held, kinds=WIELDED),
    "distract": Verb(_aimed("distract"), _do_distract, _out_of_reach, kinds=WIELDED),
    "shove": Verb(_aimed("shove"), _do_shove, _out_of_reach, kinds=WIELDED),
    "trip": Verb(_aimed("trip"), _do_trip, _out_of_reach, kinds=WIELDED),
    "grapple": Verb(_grapples, _do_grapple, _no_grapple, _grapple_price, kinds=WIELDED | {Grapple}),
    "drag": Verb(_drags, _do_drag, _no_drag, own=True),
    "pin": Verb(_pins, _do_pin, _not_grappling, kinds=PLACES | {Grapple}),
    "let_go": Verb(_let_gos, _do_let_go, none, free=True, own=True),
    "escape": Verb(_escapes, _do_escape, _free_already, kinds=PLACES | {Grapple, Conditions}),
    "enter_space": Verb(_enterable, _do_enter, _no_entry, kinds=STANCE | {Entering, Doors}),
}
