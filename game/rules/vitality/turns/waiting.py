"""Held actions: what they wait for, and how they go off in the middle of what somebody else does (HOLD-6 to 10)."""

from __future__ import annotations

from msgspec import Struct

from game.grid.masks import CellSet
from game.kernel.components import Conditions, Gear, Unit, changed
from game.kernel.ecs import World, derived, derived_of
from game.kernel.events import Blocked, Used
from game.kernel.flow import Action
from game.rules.asking import ask, perform
from game.rules.offering import options
from game.rules.vitality.budget import bank, begin_act, drop_all, let_go, update_turn
from game.rules.vitality.checks.numbers import rank_key
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import distance, on_board, stand_apart, targetable
from game.rules.vitality.position.ties import unlean
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import FIT, KINDS, Held, Leaning, Round, Turn, Waiting, foes, friendly, is_thing, up
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of


class Watch(Struct, frozen=True):
    """Before a step of a unit: which held actions that wait for that had it in range, next to them, or in sight."""

    unit: int
    reached: tuple[tuple[int, Waiting], ...] = ()
    beside: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()


def holders(world: World) -> list[tuple[int, Waiting]]:
    """All held actions, by the Initiative of who holds them (HOLD-10, INIT-3 and 4)."""
    found = _held(world)
    return [row for row in found if on_board(world, row[0])] if found else found


@derived(KINDS | {Conditions, Held, Round})
def _held(world: World) -> list[tuple[int, Waiting]]:
    """The same, those included who have left the board."""
    found = [(unit, held.items) for unit, held in world.each(Held) if held.items]
    found.sort(key=lambda row: _rank(world, row[0]))
    return [(unit, item) for unit, items in found for item in items]


@derived_of(FIT | {Round, Unit})
def _rank(world: World, unit: int) -> tuple[int, ...]:
    return rank_key(world, (unit,))


def watch(world: World, *units: int) -> tuple[Watch, ...]:
    """How things stand before these units move; nothing when nobody holds anything."""
    found = holders(world)
    return tuple(_watch(world, unit, found) for unit in units) if found else ()


def heeded(world: World, unit: int) -> CellSet | None:
    """The cells outside of which no step of a unit sets off what others hold; None if any step might."""
    grid, found = board_of(world).grid, 0
    for holder, item in holders(world):
        named, hostile = item.trigger == "named_unit_moves", not friendly(world, holder, unit)
        if holder == unit:
            continue
        if item.about == unit if named else hostile and item.trigger == "enemy_becomes_visible":
            return None
        if hostile and item.trigger in ("enemy_enters_range", "enemy_within_1m"):
            lean = world.find(holder, Leaning)
            own = cells_of(world, holder) | (0 if lean is None else 1 << lean.cell)
            metres = 1 if item.trigger == "enemy_within_1m" else _reach(world, holder, item)
            found |= grid.within(own, metres, METRIC)
    return found


def _watch(world: World, unit: int, found: list[tuple[int, Waiting]]) -> Watch:
    waiting = [row for row in found if row[0] != unit]
    entering = (row for row in waiting if row[1].trigger == "enemy_enters_range")
    reached = tuple(row for row in entering if _in_range(world, *row, unit))
    near = (holder for holder, item in waiting if item.trigger == "enemy_within_1m")
    beside = tuple(holder for holder in near if stand_apart(world, holder, unit) <= 1)
    looking = (holder for holder, item in waiting if item.trigger == "enemy_becomes_visible")
    return Watch(unit, reached, beside, tuple(holder for holder in looking if targetable(world, holder, unit)))


def _in_range(world: World, holder: int, item: Waiting, unit: int) -> bool:
    """VITALITY-HOLD-7: a held action reaches as far as its weapon, its Ability, an item, or 1 m."""
    return distance(world, holder, unit) <= _reach(world, holder, item) and targetable(world, holder, unit)


def _reach(world: World, holder: int, item: Waiting) -> int:
    key = ("held reach", item.action)
    return world.derive_of(holder, FIT, key, _held_reach, holder, item.action)


def _held_reach(world: World, holder: int, verb: str) -> int:
    sheet, gear, metres = sheet_of(world), world.get(holder, Gear), 1
    if verb in sheet.abilities:
        metres = max(sheet.abilities[verb].range, sheet.abilities[verb].line)
    elif verb in sheet.arms:
        weapon, thrown = sheet.weapons[sheet.arms[verb][0]], sheet.arms[verb][1]
        metres = weapon.thrown if thrown else weapon.melee or weapon.range
    elif verb == "use_item":
        items = sheet.gear.items
        metres = max([1, *(items[each].range for each in (*gear.held, *gear.carried) if each in items)])
    return metres


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
    now = False
    if item.trigger == "named_unit_moves":
        now = item.about == unit
    elif friendly(world, holder, unit) or is_thing(world, unit):
        return False
    elif item.trigger == "enemy_enters_range":
        now = (holder, item) not in before.reached and _in_range(world, holder, item, unit)
    elif item.trigger == "enemy_within_1m":
        now = holder not in before.beside and stand_apart(world, holder, unit) <= 1
    elif item.trigger == "enemy_becomes_visible":
        now = holder not in before.seen
    return now and _watches(world, holder, unit)  # which costs most comes last


def _watches(world: World, holder: int, unit: int) -> bool:
    """VITALITY-COND-10 and HIDE-3: the blinded watch nothing, and nobody watches who is hidden from it."""
    return not holds(world, holder, "blinded") and targetable(world, holder, unit)


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
    if item not in world.get(holder, Held).items:
        return
    let_go(world, holder, item)
    world.emit(Used(holder, item.action, "held", units, rule="VITALITY-HOLD-7"))
    fit = up(world, holder) and not holds(world, holder, "stunned") and not holds(world, holder, "confused")
    if not fit or not await _carry_out(world, holder, item, units):
        world.emit(Blocked(holder, item.action, "VITALITY-HOLD-10"))
    if item.lean is not None and not aims(world, holder):
        unlean(world, holder)


async def _carry_out(world: World, unit: int, item: Waiting, subjects: tuple[int, ...]) -> bool:
    """VITALITY-HOLD-7, 8, 10: the held action now, at whoever set it off; whether it could be done."""
    turn, done = world.get(unit, Turn), False
    if is_attack(world, item):
        bank(world, unit)
    # All the attacks that the action grants; a Maneuver is paid for one of them (ACT-41)
    for _ in range(len(world.get(unit, Turn).banked) if is_attack(world, item) else 1):
        given = _aimed(world, unit, item, subjects) if on_board(world, unit) and up(world, unit) else []
        if not given:
            break
        done = True
        chosen = await ask(world, unit, "held_action", given)
        begin_act(world, unit)
        await perform(world, unit, "held_action", chosen)
        item = changed(item, what="")
    update_turn(world, unit, banked=turn.banked, acted=turn.acted)
    return done


def _aimed(world: World, unit: int, item: Waiting, subjects: tuple[int, ...]) -> list[Action]:
    """VITALITY-HOLD-7, 10: at whoever set it off, of several as the holder likes; if no enemy did, at any."""
    found, enemies, entry = _possible(world, unit, item), foes(world, unit), sheet_of(world).abilities.get(item.action)
    aimed = [action for action in found if action.unit in subjects]
    harms = entry.kind in ("attack", "dr") if entry is not None else is_attack(world, item)
    if aimed or not harms:
        return aimed or found
    hostile = item.trigger != "door_opens" and any(each in enemies for each in subjects)
    others = () if hostile else enemies
    return [action for action in found if action.unit is None or action.unit in others]


def _possible(world: World, unit: int, item: Waiting) -> list[Action]:
    """What the held action could do now, its costs aside; with the Maneuver that was paid, if one was (ACT-41)."""
    found = [option.action for option in options(world, unit, "held_action", item.action)]
    if not item.what:
        return found
    if is_attack(world, item):
        return [changed(action, what=item.what) for action in found if "gentle" not in action.how]
    return [action for action in found if action.what == item.what]


def is_attack(world: World, item: Waiting) -> bool:
    """Whether it is the Attack action with some weapon."""
    return item.action in sheet_of(world).arms


def expire(world: World, unit: int) -> None:
    """VITALITY-HOLD-9: at its next slot what has not gone off is lost."""
    items = world.get(unit, Held).items
    for item in items:
        world.emit(Blocked(unit, item.action, "VITALITY-HOLD-9"))
    if items:
        drop_all(world, unit)
        unlean(world, unit)
