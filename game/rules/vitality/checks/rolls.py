"""Throws of a d20: advantage, Skill Checks, opposed checks and Defense Rolls, with their exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from game.kernel.components import Field, Pools
from game.kernel.ecs import World, derived
from game.kernel.events import Answered, Event, Judged, Rolled, Used
from game.kernel.flow import Action, Roll
from game.kernel.numbers import Breakdown, Modifier, add, counting
from game.rules.asking import ask
from game.rules.odds import Dist, advantage, die, disadvantage
from game.rules.vitality.budget import spend, update_round, update_turn
from game.rules.vitality.checks.numbers import check_modes, dr_modes, dr_value, net, skill
from game.rules.vitality.entries import Manoeuvre, Stunt
from game.rules.vitality.house import house
from game.rules.vitality.position.sight import Look
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.state import FIT, Round, Turn, body, friendly, inflict, is_thing, rank, up
from game.systems.conditions import holds
from game.systems.pools import change

Edge: TypeAlias = "tuple[Modifier, ...]"
"""What gives advantage (+1) and disadvantage (-1)."""
SIDES = 20
EDGE = Fraction(133, 40)  # what the better of two d20 is higher by on average


class Thrown(Struct, frozen=True):
    """A kept die and the total made with it."""

    natural: int
    total: int


def d20(edge: int) -> Dist:
    """The kept die with advantage (1), without (0), or with disadvantage (-1)."""
    return advantage(SIDES) if edge > 0 else disadvantage(SIDES) if edge < 0 else die(SIDES)


async def throw(
    world: World, unit: int, why: str, number: Breakdown, modes: tuple[Modifier, ...], rule: str, *others: Breakdown
) -> Thrown:
    """Throw one d20, or two with advantage or disadvantage (CHECK-5), and add a number."""
    edge = net(world, modes)
    dice = (SIDES,) if not edge else (SIDES, SIDES)
    faces = await Roll(unit, why, dice, rule)
    kept = max(faces) if edge > 0 else min(faces)
    total = Breakdown(why, (add(kept, "d20", rule), *number.parts))
    shown = (total, *others, *((Breakdown("modes", modes),) if modes else ()))
    world.emit(Rolled(unit, why, dice, faces, shown, rule))
    return Thrown(kept, total.total)


def momentum(world: World, unit: int, amount: int, rule: str) -> None:
    """VITALITY-CINE-21: Narrative Momentum, up to its cap."""
    pools = world.get(unit, Pools)
    change(world, unit, "nm", min(pools["nm"] + amount, max(pools["nm"], pools.base_of("nm"))), "gain", rule)


def best_skill(world: World, unit: int, names: tuple[str, ...]) -> str:
    """VITALITY-ACT-20: the listed skill that promises most; of equals the first."""
    return world.derive_of(unit, FIT, ("best skill", names), _best_skill, unit, names)


def _best_skill(world: World, unit: int, names: tuple[str, ...]) -> str:
    def promise(name: str) -> Fraction:
        return skill(world, unit, name).total + EDGE * net(world, check_modes(world, unit, name))

    return max(names, key=promise)


async def pick_skill(world: World, unit: int, names: tuple[str, ...], rule: str, about: Event) -> str:
    """VITALITY-CHECK-4: everybody picks freely; asked, `about` what is tried, by the setting `choose_skills`."""
    if not house(world).choose_skills or not up(world, unit):
        return best_skill(world, unit, names)
    given = [Action("use", what=name) for name in names]
    return (await ask(world, unit, "choose_skill", given, rule=rule, about=about)).action.what


async def check(
    world: World, unit: int, name: str, against: int | Breakdown, rule: str, *, edge: Edge = ()
) -> tuple[bool, bool, int]:
    """VITALITY-CHECK-2 and 6: a check against a number; (success, critical success, total)."""
    target = against if isinstance(against, Breakdown) else Breakdown("difficulty", (add(against, "difficulty", rule),))
    thrown = await contest(world, unit, name, "VITALITY-CHECK-1", edge, target)
    critical = thrown.natural == SIDES
    passed = critical or thrown.total >= target.total
    world.emit(Judged(unit, name, "critical_success" if critical else "success" if passed else "failure", rule=rule))
    return passed, critical, thrown.total


def check_chance(world: World, unit: int, name: str, against: int, *, edge: Edge = ()) -> Fraction:
    """The chance of `check`."""
    bonus = skill(world, unit, name).total
    return total_of(world, unit, name, edge).at_least(bonus + min(SIDES, max(1, against - bonus)))


def size_edges(world: World, entry: Manoeuvre, unit: int, target: int) -> tuple[Edge, Edge]:
    """VITALITY-ACT-22: who is larger rolls with advantage."""
    apart = rank(world, unit) - rank(world, target) if entry.limit else 0
    line = (add(1, "larger", "VITALITY-ACT-22"),)
    return (line if apart > 0 else (), line if apart < 0 else ())


async def opposed(world: World, entry: Manoeuvre, key: str, unit: int, target: int) -> bool:
    """VITALITY-ACT-20: the one who tries must come out higher; a tie fails. ACT-29 repeats the climber's own try."""
    first, second = (target, unit) if entry.again else (unit, target)  # ACT-29: what was done must be done again
    tried = Used(unit, key, "manoeuvre", (target,), rule=entry.rule)
    mine = await pick_skill(world, first, entry.by, entry.rule, tried)
    picked = Judged(first, key, mine, second, rule="VITALITY-CHECK-4")
    theirs = await pick_skill(world, second, entry.against, entry.rule, picked)
    edge, other_edge = size_edges(world, entry, first, second)
    one = await contest(world, first, mine, entry.rule, edge)
    two = await contest(world, second, theirs, entry.rule, other_edge)
    success = (one.total > two.total) is not entry.again
    world.emit(Judged(unit, key, "success" if success else "failure", target, rule="VITALITY-ACT-20"))
    return success


async def contest(world: World, unit: int, name: str, rule: str, edge: Edge = (), *against: Breakdown) -> Thrown:
    """One side's Skill Check against others; a natural 20 brings Momentum (CINE-21)."""
    modes = (*check_modes(world, unit, name), *edge)
    thrown = await throw(world, unit, name, skill(world, unit, name), modes, rule, *against)
    if thrown.natural == SIDES:
        momentum(world, unit, 1, "VITALITY-CINE-21")
    return thrown


def opposed_chance(
    world: World, entry: Manoeuvre, unit: int, target: int, *, mine: str = "", theirs: str = ""
) -> Fraction:
    """The chance of `opposed`; `mine` and `theirs` are the skills of who rolls first and second, else the best ones."""
    first, second = (target, unit) if entry.again else (unit, target)
    edge, other_edge = size_edges(world, entry, first, second)
    one = total_of(world, first, mine or best_skill(world, first, entry.by), edge)
    two = total_of(world, second, theirs or best_skill(world, second, entry.against), other_edge)
    higher = (one - two).at_least(1)
    return 1 - higher if entry.again else higher


def total_of(world: World, unit: int, name: str, edge: Edge = ()) -> Dist:
    """What a check may come to."""
    return d20(net(world, (*check_modes(world, unit, name), *edge))) + skill(world, unit, name).total


async def defense_roll(
    world: World, target: int, stat: str, power: int, look: Look | None, source: int | None, rule: str, edge: Edge = ()
) -> bool:
    """VITALITY-DR-1 to 5: the target rolls against the power, with an edge; things fail, anybody may choose to."""
    if is_thing(world, target):
        world.emit(Judged(target, f"dr_{stat}", "failure", rule="VITALITY-DR-5"))
        return False
    number = dr_value(world, target, stat, look)
    # DR-4: asked of allies of the source, of everybody if the setting `ask_to_fail` says so
    asked = house(world).ask_to_fail or (source is not None and friendly(world, source, target))
    if asked and up(world, target) and (await ask(world, target, "defense_roll")).action.verb == "give_in":
        world.emit(Answered(target, source or target, "give_in", (number,), "VITALITY-DR-4"))
        return False
    against = Breakdown("dr_power", (add(power, "DR Power", "VITALITY-DR-3"),))
    modes = (*dr_modes(world, target, stat), *edge)
    thrown = await throw(world, target, f"dr_{stat}", number, modes, "VITALITY-DR-2", against)
    passed = thrown.total >= power
    world.emit(Judged(target, f"dr_{stat}", "success" if passed else "failure", rule=rule))
    return passed


def dr_chance(world: World, target: int, stat: str, power: int, look: Look | None) -> Fraction:
    """The chance that a Defense Roll is passed."""
    if is_thing(world, target):
        return Fraction(0)
    kept = d20(net(world, dr_modes(world, target, stat)))
    return (kept + dr_value(world, target, stat, look).total).at_least(power)


def default_dr(world: World, name: str) -> str:
    """Which Defense Roll answers an effect whose source names none."""
    named = {"restrained": "strength", "grabbed": "strength", "prone": "strength", "blinded": "instinct"}
    usual = "will" if sheet_of(world).effects[name].category == "mental" else "constitution"
    return "charisma" if name == "charmed" else named.get(name, usual)


def default_dr_of_damage(world: World, kind: str) -> str:
    """VITALITY-DR-6 to 12: which Defense Roll is usual against damage of that type."""
    if kind in ("reality", "physical"):
        return "dexterity" if kind == "reality" else "strength"
    return "constitution" if sheet_of(world).main.damage_types[kind].category == "elemental" else "will"


COMPANY = (add(1, "together", "VITALITY-CINE-8"),)  # advantage of those who dare something together


class _Prices(NamedTuple):
    """What a stunt takes: AP as an action, RP as a reaction, and Narrative Momentum."""

    ap: int
    rp: int
    nm: dict[tuple[bool, bool], int]  # by whether it is a burst, and done together


@derived((Field,))
def _prices(world: World) -> _Prices:
    """VITALITY-CINE-15: no discount makes any part of the cost less than 1; `cinematic_discount` is the setting."""
    numbers, discount = numbers_of(world), house(world).cinematic_discount

    def least(cost: int) -> int:
        return max(numbers.least_cost, cost - discount)

    nm = {
        (False, False): least(numbers.cinematic_nm),
        (True, False): least(numbers.burst_nm),
        (False, True): least(numbers.cooperative_nm),
        (True, True): least(numbers.cooperative_burst_nm),
    }
    return _Prices(least(numbers.cinematic_ap), least(numbers.cinematic_rp), nm)


def momentum_cost(world: World, *, burst: bool, together: bool) -> int:
    """VITALITY-CINE-1, 2, 8, 11: Narrative Momentum that it takes."""
    return _prices(world).nm[burst, together]


def action_cost(world: World, unit: int, *, together: bool = False) -> str | None:
    """How the unit could pay for a Cinematic Action now: `plain`, `burst`, or not at all."""
    used = world.get(unit, Turn).ap_used
    return _cost(world, unit, "ap", _prices(world).ap, used, together=together)


def reaction_cost(world: World, unit: int, *, together: bool = False) -> str | None:
    """The same of a Cinematic Reaction; the confused have none (COND-15)."""
    if holds(world, unit, "confused"):
        return None
    used = world.get(unit, Round).rp_used
    return _cost(world, unit, "rp", _prices(world).rp, used, together=together)


def _cost(world: World, unit: int, purse: str, cost: int, used: int, *, together: bool) -> str | None:
    """VITALITY-CINE-11 and 12: a burst only for want of points that it has not used itself."""
    if not up(world, unit):
        return None
    pools, needed = world.get(unit, Pools), _prices(world).nm
    if pools[purse] >= cost:
        return "plain" if pools["nm"] >= needed[False, together] else None
    return "burst" if not used and pools["nm"] >= needed[True, together] else None


def pay_stunt(world: World, unit: int, purse: str, how: str, *, together: bool = False) -> None:
    """VITALITY-CINE-1 to 3, 14: AP or RP, paid when it starts; after a burst none of them are left."""
    nm = momentum_cost(world, burst=how == "burst", together=together)
    if how == "plain" and purse == "ap":
        spend(world, unit, "VITALITY-CINE-1", ap=_prices(world).ap, nm=nm)
    elif how == "plain":
        spend(world, unit, "VITALITY-CINE-2", rp=_prices(world).rp, nm=nm)
    else:
        spend(world, unit, "VITALITY-CINE-11", nm=nm)
        change(world, unit, purse, 0, "lose", "VITALITY-CINE-14")
        if purse == "ap":
            update_turn(world, unit, acted=True, ap_used=max(1, world.get(unit, Turn).ap_used))
        else:
            update_round(world, unit, rp_used=max(1, world.get(unit, Round).rp_used))


def stunt_difficulty(world: World, unit: int, stunt: Stunt) -> Breakdown:
    """VITALITY-CINE-16: 10, a third of the Level, and how bold it is."""
    numbers, rule = numbers_of(world), "VITALITY-CINE-16"
    bold = {"standard": 0, "bold": numbers.bold, "extreme": numbers.extreme}[stunt.boldness]
    level = add(body(world, unit).level // numbers.levels_per_difficulty, "level", rule)
    more = counting((bold, bold, stunt.boldness, rule))
    return Breakdown("difficulty", (add(numbers.difficulty, "stunt", rule), level, *more))


async def roll_stunt(world: World, unit: int, key: str, others: tuple[int, ...] = ()) -> tuple[bool, bool]:
    """VITALITY-CINE-4, 6, 8: (success, critical), with advantage in company; who fails by 10 lies prone."""
    stunt, edge = sheet_of(world).stunts[key], COMPANY if others else ()
    tried = Used(unit, key, "cinematic", others, rule="VITALITY-CINE-4")
    name = await pick_skill(world, unit, stunt.skills, "VITALITY-CINE-4", tried)
    against = stunt_difficulty(world, unit, stunt)
    passed, critical, total = await check(world, unit, name, against, "VITALITY-CINE-4", edge=edge)
    if not passed and against.total - total >= numbers_of(world).bad_failure:
        inflict(world, unit, "prone", unit, rule="VITALITY-CINE-6")
    return passed, critical


async def dare(world: World, unit: int, key: str, targets: tuple[int, ...] = (), cell: int | None = None) -> bool:
    """One unit's own stunt, aimed at these or at a cell; costs are paid."""
    world.emit(Used(unit, key, "cinematic", targets, cell, sheet_of(world).stunts[key].rule))
    passed, _ = await roll_stunt(world, unit, key)
    world.emit(Judged(unit, key, "success" if passed else "failure", rule="VITALITY-CINE-5"))
    return passed


def stunt_chance(world: World, unit: int, key: str, name: str = "", *, edge: tuple[Modifier, ...] = ()) -> Fraction:
    """The chance of `dare`, with the skill that is named or else with the best one."""
    stunt = sheet_of(world).stunts[key]
    against = stunt_difficulty(world, unit, stunt).total
    return check_chance(world, unit, name or best_skill(world, unit, stunt.skills), against, edge=edge)
