"""Throws of a d20: advantage, Skill Checks, opposed checks and Defense Rolls, with their exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from game.kernel.components import Pools
from game.kernel.ecs import World
from game.kernel.events import Answered, Event, Judged, Rolled, Used
from game.kernel.flow import Action, Roll
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.asking import ask
from game.rules.odds import Dist, advantage, die, disadvantage
from game.rules.vitality.checks.numbers import check_modes, dr_modes, dr_value, net, skill
from game.rules.vitality.entries import Manoeuvre
from game.rules.vitality.house import house
from game.rules.vitality.position.sight import Look
from game.rules.vitality.position.who import friendly, is_thing, rank, up
from game.rules.vitality.sheet import sheet_of
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
    after = min(pools["nm"] + amount, max(pools["nm"], pools.base_of("nm")))
    change(world, unit, "nm", after, "gain", rule)


# Skill Checks


def best_skill(world: World, unit: int, names: tuple[str, ...]) -> str:
    """VITALITY-ACT-20: the listed skill that promises most; of equals the first."""

    def promise(name: str) -> Fraction:
        return skill(world, unit, name).total + EDGE * net(world, check_modes(world, unit, name))

    return max(names, key=promise)


async def pick_skill(world: World, unit: int, names: tuple[str, ...], rule: str, about: Event) -> str:
    """VITALITY-CHECK-4: everybody picks freely; asked for only if the setting `choose_skills` says so.

    `about` names what is tried and who is in it: previews of the answer depend on it.
    """
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


def size_edges(
    world: World, entry: Manoeuvre, unit: int, target: int
) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """VITALITY-ACT-22: who is larger rolls with advantage."""
    apart = rank(world, unit) - rank(world, target) if entry.limit else 0
    line = (add(1, "larger", "VITALITY-ACT-22"),)
    return (line if apart > 0 else (), line if apart < 0 else ())


async def opposed(world: World, entry: Manoeuvre, key: str, unit: int, target: int) -> bool:
    """VITALITY-ACT-20: the one who tries must come out higher; a tie fails. ACT-29 repeats the climber's own try."""
    first, second = _roles(entry, unit, target)
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


def _roles(entry: Manoeuvre, unit: int, target: int) -> tuple[int, int]:
    """Who must come out higher, and against whom: who is shaken off must do again what it has done (ACT-29)."""
    return (target, unit) if entry.again else (unit, target)


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
    first, second = _roles(entry, unit, target)
    edge, other_edge = size_edges(world, entry, first, second)
    one = total_of(world, first, mine or best_skill(world, first, entry.by), edge)
    two = total_of(world, second, theirs or best_skill(world, second, entry.against), other_edge)
    higher = (one - two).at_least(1)
    return 1 - higher if entry.again else higher


def total_of(world: World, unit: int, name: str, edge: Edge = ()) -> Dist:
    """What a check may come to."""
    return d20(net(world, (*check_modes(world, unit, name), *edge))) + skill(world, unit, name).total


# Defense Rolls


async def defense_roll(
    world: World, target: int, stat: str, power: int, look: Look | None, source: int | None, rule: str, edge: Edge = ()
) -> bool:
    """VITALITY-DR-1 to 5: the target rolls against the power; things fail, and anybody may choose to.

    `edge` is what else gives advantage or disadvantage.
    """
    if is_thing(world, target):
        world.emit(Judged(target, f"dr_{stat}", "failure", rule="VITALITY-DR-5"))
        return False
    number = dr_value(world, target, stat, look)
    if await _gives_in(world, target, source):
        world.emit(Answered(target, source or target, "give_in", (number,), "VITALITY-DR-4"))
        return False
    against = Breakdown("dr_power", (add(power, "DR Power", "VITALITY-DR-3"),))
    modes = (*dr_modes(world, target, stat), *edge)
    thrown = await throw(world, target, f"dr_{stat}", number, modes, "VITALITY-DR-2", against)
    passed = thrown.total >= power
    world.emit(Judged(target, f"dr_{stat}", "success" if passed else "failure", rule=rule))
    return passed


async def _gives_in(world: World, target: int, source: int | None) -> bool:
    """VITALITY-DR-4: asked of allies of the source, of everybody if the setting `ask_to_fail` says so."""
    helps = source is not None and friendly(world, source, target)
    if not up(world, target) or (not helps and not house(world).ask_to_fail):
        return False
    return (await ask(world, target, "defense_roll")).action.verb == "give_in"


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
    category = sheet_of(world).main.damage_types[kind].category
    return "constitution" if category == "elemental" else "will"
