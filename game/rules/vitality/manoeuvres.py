"""Opposed manoeuvres: Blind, Climb, Shake off, Disarm, Grab, Shove, Trip, Break free (ACT-20 to 39, COND-8)."""

from __future__ import annotations

from game.grid.grid import Cell
from game.kernel.components import Conditions, Gear, Lying, Position, changed
from game.kernel.ecs import World
from game.kernel.events import ItemMoved, Judged, Used
from game.kernel.flow import Option, decide
from game.rules.vitality import holding
from game.rules.vitality.basic import take
from game.rules.vitality.bonds import carry, get_off, landings, leave_place, load, riders, seats, tidy
from game.rules.vitality.checks import best_skill, check, opposed
from game.rules.vitality.damage import Blow
from game.rules.vitality.figures import dr_power
from game.rules.vitality.force import choose_direction, crash, crash_into, push
from game.rules.vitality.harm import deal
from game.rules.vitality.hiding import give_away, glance
from game.rules.vitality.moving import enter
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.sight import beside, on_board, stand_beside, targetable
from game.rules.vitality.state import KNOWN, Leaning, Riding, body, has, inflict, lift, still
from game.rules.vitality.who import beings, free_hands, friendly, knows, rank, up
from game.systems.field import board_of
from game.systems.movement import place

_NEAR = KNOWN | {Leaning}
_BODILY = ("climb", "grab")  # what is not over with one movement of the hand
ENEMY_ONLY = ("blind", "disarm", "grab", "trip", "shove")


def targets(world: World, unit: int, key: str) -> list[int]:
    """VITALITY-ACT-21 and 23: creatures within 1 m that the manoeuvre may be tried on."""
    if key == "shake_off":
        return [each for each in riders(world, unit) if not world.get(each, Riding).willing]
    if key == "break_grab":
        item = world.get(unit, Conditions).find("grabbed")
        return [item.source] if item is not None and item.source is not None else []
    return [other for other in _near(world, unit) if _may(world, unit, key, other)]


def _near(world: World, unit: int) -> list[int]:
    """VITALITY-ACT-23: creatures within 1 m that the unit can aim at."""
    return world.derive(
        ("near", unit),
        lambda world: [o for o in beings(world) if beside(world, unit, o) and targetable(world, unit, o)],
        _NEAR,
    )


def _may(world: World, unit: int, key: str, other: int) -> bool:
    entry, apart = sheet_of(world).main.manoeuvres[key], rank(world, other) - rank(world, unit)
    if key in _BODILY and not stand_beside(world, unit, other):
        return False  # COVER-8
    if entry.limit and apart > numbers_of(world).size_limit:
        return False
    if key == "climb":
        fit = apart >= 1 and not world.has(unit, Riding) and not still(world, unit) and not has(world, other, "down")
        return fit and bool(seats(world, unit, other))
    if key == "disarm":
        return bool(droppable(world, other)) and not friendly(world, unit, other)
    if key == "grab":
        return not has(world, other, "grabbed")
    if key == "trip":
        return not has(world, other, "prone") and not friendly(world, unit, other)
    if key == "blind":
        return not has(world, other, "blinded") and not friendly(world, unit, other)
    return True


def hand_free(world: World, unit: int, key: str) -> bool:
    """VITALITY-ACT-26 and 35: one hand free, or climbing without hands."""
    return free_hands(world, unit) >= 1 or (key == "climb" and _climbs_freely(world, unit))


def droppable(world: World, unit: int) -> list[str]:
    """VITALITY-ACT-33: what it holds; natural weapons cannot be dropped."""
    return list(dict.fromkeys(world.get(unit, Gear).held))


async def try_it(world: World, unit: int, key: str, target: int) -> None:
    """Roll, unless a willing ally does not oppose (ACT-24), and do it."""
    entry = sheet_of(world).main.manoeuvres[key]
    world.emit(Used(unit, key, "manoeuvre", (target,), rule=entry.rule))
    let = await _lets(world, unit, key, target)
    success = let or await opposed(world, entry, key, unit, target)
    if not friendly(world, unit, target):
        give_away(world, unit)
    if success and on_board(world, target):
        await _DONE[key](world, unit, target)
    riding = world.find(unit, Riding)
    if key == "climb" and riding is not None and not let:
        world.put(unit, changed(riding, willing=False))


async def _lets(world: World, unit: int, key: str, target: int) -> bool:
    """VITALITY-ACT-24: an ally may let it happen, if it is conscious."""
    if not friendly(world, unit, target) or key in ("shake_off", "break_grab") or not up(world, target):
        return False
    options = [Option("let", unit=unit, rule="VITALITY-ACT-24"), Option("oppose", rule="VITALITY-ACT-24")]
    return await decide(target, "oppose", options, rule="VITALITY-ACT-24", about=world.events[-1]) == "let"


async def _blind(world: World, unit: int, target: int) -> None:
    inflict(world, target, "blinded", unit, rule="VITALITY-ACT-25")


async def _climb(world: World, unit: int, target: int) -> None:
    """VITALITY-ACT-27: on the target, in the nearest of its spaces."""
    grid, before = board_of(world).grid, holding.watch(world, *load(world, unit))
    own = world.get(unit, Position).cell
    spot = min(seats(world, unit, target), key=lambda each: (grid.distance(own, each, "chebyshev"), each))
    world.put(unit, Riding(target, willing=True))
    place(world, unit, spot, "climb", rule="VITALITY-ACT-27")
    carry(world, unit, own, spot, "climb")
    leave_place(world, unit)
    tidy(world)
    await holding.moved(world, before)


async def _shake(world: World, unit: int, target: int) -> None:
    """VITALITY-ACT-29: it lands where the host wants, even in a fire."""
    spots, before = landings(world, target, unit), holding.watch(world, *load(world, target))
    await _land(world, unit, target, spots)
    glance(world)
    await enter(world, target)
    await holding.moved(world, before, forced=True)


async def _land(world: World, unit: int, target: int, spots: list[Cell]) -> None:
    grid = board_of(world).grid
    if not spots:
        get_off(world, target)
        return
    options = [Option(f"to {grid.name(cell)}", cell=cell, rule="VITALITY-ACT-29") for cell in spots]
    key = await decide(unit, "landing", options, rule="VITALITY-ACT-29", about=world.events[-1])
    get_off(world, target, grid.parse(key.partition(" ")[2]))


async def _disarm(world: World, unit: int, target: int) -> None:
    """VITALITY-ACT-33 and 34: which item, and whether it is taken."""
    items = droppable(world, target)
    options = [Option(f"item {item}", rule="VITALITY-ACT-33") for item in items]
    key = await decide(unit, "disarm_item", options, rule="VITALITY-ACT-33", about=world.events[-1])
    item = key.partition(" ")[2]
    gear = world.get(target, Gear)
    held = list(gear.held)
    held.remove(item)
    world.put(target, changed(gear, held=tuple(held)))
    cell = world.get(target, Position).cell
    world.emit(ItemMoved(target, item, "dropped", cell, "VITALITY-ACT-33"))
    if free_hands(world, unit) >= 1:
        choices = [Option("take", rule="VITALITY-ACT-34"), Option("leave_it", rule="VITALITY-ACT-34")]
        if await decide(unit, "take_item", choices, rule="VITALITY-ACT-34", about=world.events[-1]) == "take":
            take(world, unit, item)
            world.emit(ItemMoved(unit, item, "picked_up", cell, "VITALITY-ACT-34"))
            return
    world.spawn(Lying(item), Position(cell))


async def _grab(world: World, unit: int, target: int) -> None:
    inflict(world, target, "grabbed", unit, rule="VITALITY-ACT-35")


async def _shove(world: World, unit: int, target: int) -> None:
    """VITALITY-ACT-37: 1 m in any direction; an occupied space is a collision."""
    way = await choose_direction(world, unit, target)
    metres = numbers_of(world).shove_metres
    amount, others = await push(world, unit, target, metres, dr_power(world, unit), direction=way)
    if amount and on_board(world, target):
        await deal(world, unit, target, Blow((crash(amount),)), None, "VITALITY-FORCE-3", (), 0)
    await crash_into(world, unit, others)


async def _trip(world: World, unit: int, target: int) -> None:
    inflict(world, target, "prone", unit, rule="VITALITY-ACT-38")


async def _break(world: World, unit: int, target: int) -> None:
    lift(world, unit, "grabbed", "VITALITY-ACT-39")


_DONE = {
    "blind": _blind,
    "climb": _climb,
    "shake_off": _shake,
    "disarm": _disarm,
    "grab": _grab,
    "shove": _shove,
    "trip": _trip,
    "break_grab": _break,
}


async def break_restrained(world: World, unit: int) -> None:
    """VITALITY-COND-8: a check against the DR Power of what restrains it."""
    item = world.get(unit, Conditions).find("restrained")
    power = numbers_of(world).hazard_power
    if item is not None and item.source is not None:
        power = dr_power(world, item.source)
    names = sheet_of(world).main.manoeuvres["break_grab"].by
    passed, _, _ = await check(world, unit, best_skill(world, unit, names), power, "VITALITY-COND-8")
    if passed:
        lift(world, unit, "restrained", "VITALITY-COND-8")
    world.emit(Judged(unit, "break_restrained", "success" if passed else "failure", rule="VITALITY-COND-8"))


def _climbs_freely(world: World, unit: int) -> bool:
    """Whether it needs no hand to climb."""
    return knows(world, unit, "hands_free_climbing") or body(world, unit).beast
