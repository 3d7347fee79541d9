"""Held actions: what they wait for, and how they go off in the middle of what somebody else does (HOLD-6 to 10)."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.ecs import World
from game.kernel.events import Blocked, Used
from game.rules.vitality.bonds import unlean
from game.rules.vitality.figures import rank_key
from game.rules.vitality.sight import distance, hidden_from, on_board, stand_apart, targetable
from game.rules.vitality.state import Held, Waiting, has
from game.rules.vitality.who import foes, friendly, is_thing, up


class Watch(Struct, frozen=True):
    """Before a step of a unit: which held actions had it in range, next to them, or in sight."""

    unit: int
    reached: tuple[tuple[int, Waiting], ...] = ()
    beside: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()


def holders(world: World) -> list[tuple[int, Waiting]]:
    """All held actions, by the Initiative of who holds them (HOLD-10, INIT-3 and 4)."""
    found = [
        (unit, item) for unit, held in world.each(Held) if held.items and on_board(world, unit) for item in held.items
    ]
    return sorted(found, key=lambda row: rank_key(world, (row[0],)))


def watch(world: World, *units: int) -> tuple[Watch, ...]:
    """How things stand before these units move; nothing when nobody holds anything."""
    found = holders(world)
    return tuple(_watch(world, unit, found) for unit in units) if found else ()


def _watch(world: World, unit: int, found: list[tuple[int, Waiting]]) -> Watch:
    waiting = [row for row in found if row[0] != unit]
    return Watch(
        unit,
        tuple(row for row in waiting if row[1].trigger == "enemy_enters_range" and _in_range(world, *row, unit)),
        tuple(holder for holder, _ in waiting if stand_apart(world, holder, unit) <= 1),
        tuple(holder for holder, _ in waiting if targetable(world, holder, unit)),
    )


def _in_range(world: World, holder: int, item: Waiting, unit: int) -> bool:
    from game.rules.vitality.offers import held_range  # offers know ranges, and lean on this module

    return distance(world, holder, unit) <= held_range(world, holder, item.action) and targetable(world, holder, unit)


async def moved(world: World, before: tuple[Watch, ...], *, forced: bool = False) -> None:
    """After they have moved: whatever waited for it goes off, once for all who set it off in one step (HOLD-7)."""
    for holder, item in holders(world) if before else ():
        if forced and not item.forced:
            continue
        here = [each for each in before if each.unit != holder and on_board(world, each.unit)]
        units = tuple(each.unit for each in here if _moves(world, holder, item, each.unit, each))
        if units:
            await fire(world, holder, item, units)


def sights(world: World) -> frozenset[tuple[int, int]]:
    """(holder, enemy in its sight) of those who hold something until an enemy comes into sight."""
    watching = [unit for unit, item in holders(world) if item.trigger == "enemy_becomes_visible"]
    return frozenset((unit, foe) for unit in watching for foe in foes(world, unit) if targetable(world, unit, foe))


async def appeared(world: World, before: frozenset[tuple[int, int]], but: int | None = None) -> None:
    """VITALITY-HOLD-7: who has come into sight otherwise than by a step; `but` has only come to see more itself."""
    for holder, item in holders(world):
        if item.trigger != "enemy_becomes_visible" or holder == but:
            continue
        seen = tuple(f for f in foes(world, holder) if (holder, f) not in before and _watches(world, holder, f))
        if seen:
            await fire(world, holder, item, seen)


def _moves(world: World, holder: int, item: Waiting, unit: int, before: Watch) -> bool:
    if not _watches(world, holder, unit):
        return False
    if item.trigger == "named_unit_moves":
        return item.about == unit
    if friendly(world, holder, unit) or is_thing(world, unit):
        return False
    if item.trigger == "enemy_enters_range":
        return (holder, item) not in before.reached and _in_range(world, holder, item, unit)
    if item.trigger == "enemy_within_1m":
        return holder not in before.beside and stand_apart(world, holder, unit) <= 1
    if item.trigger == "enemy_becomes_visible":
        return holder not in before.seen and targetable(world, holder, unit)
    return False


def _watches(world: World, holder: int, unit: int) -> bool:
    """VITALITY-COND-10 and HIDE-3: the blinded watch nothing, and nobody watches who is hidden from it."""
    return (
        not has(world, holder, "blinded") and not hidden_from(world, unit, holder) and targetable(world, holder, unit)
    )


async def happened(world: World, what: str, unit: int, target: int | None = None) -> None:
    """After something else than a step: `attack`, `ability`, `down`, `door` or `finish` by `unit`."""
    for holder, item in holders(world):
        if holder != unit and _matches(world, holder, item, what, unit, target):
            await fire(world, holder, item, (unit,))


def _matches(world: World, holder: int, item: Waiting, what: str, unit: int, target: int | None) -> bool:
    ally = friendly(world, holder, unit)
    match item.trigger, what:
        case "door_opens", "door":
            return True
        case "ally_goes_down", "down":
            return ally
        case "named_ally_finishes_turn", "finish":
            return item.about == unit
        case "ally_is_attacked", "attack":
            return target is not None and friendly(world, holder, target) and not ally
        case "named_unit_attacks", "attack":
            return item.about == unit and on_board(world, unit) and _watches(world, holder, unit)
        case "enemy_uses_ability", "ability":
            return not ally and on_board(world, unit) and _watches(world, holder, unit)
    return False


def aims(world: World, unit: int) -> bool:
    """VITALITY-COVER-10: whether it holds an action that it aims from the space it leans into."""
    return any(item.lean is not None for item in world.get(unit, Held).items)


async def fire(world: World, holder: int, item: Waiting, units: tuple[int, ...]) -> None:
    """VITALITY-HOLD-7: by itself, once, without RP; what is not possible now fizzles (HOLD-10)."""
    held = world.get(holder, Held)
    if item not in held.items:
        return
    items = list(held.items)
    items.remove(item)
    world.put(holder, Held(tuple(items)))
    world.emit(Used(holder, item.action.partition(" ")[0], "held", units, rule="VITALITY-HOLD-7"))
    fit = up(world, holder) and not has(world, holder, "stunned") and not has(world, holder, "confused")
    from game.rules.vitality.acting import carry_out  # a held action may be any action

    if not fit or not await carry_out(world, holder, item, units):
        world.emit(Blocked(holder, item.action.partition(" ")[0], "VITALITY-HOLD-10"))
    if item.lean is not None and not aims(world, holder):
        unlean(world, holder)


def expire(world: World, unit: int) -> None:
    """VITALITY-HOLD-9: at its next slot what has not gone off is lost."""
    held = world.get(unit, Held)
    for item in held.items:
        world.emit(Blocked(unit, item.action.partition(" ")[0], "VITALITY-HOLD-9"))
    if held.items:
        world.put(unit, Held())
        unlean(world, unit)


def hold(world: World, unit: int, item: Waiting) -> None:
    """VITALITY-HOLD-6: paid for already."""
    world.put(unit, Held((*world.get(unit, Held).items, item)))
