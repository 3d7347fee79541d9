"""The floor: sides begin one uninterrupted action after the other until nobody wants to (AURA-FLOOR-1 to 14)."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Side, changed
from game.kernel.ecs import World
from game.kernel.events import Opened, TurnBegan, TurnEnded, Used
from game.kernel.flow import Decision, Option, decide
from game.rules.aura.acts import act
from game.rules.aura.dying import let_go
from game.rules.aura.ending import outcome
from game.rules.aura.facing import look, turn
from game.rules.aura.figures import longest_reach
from game.rules.aura.gearing import let_fall
from game.rules.aura.grounds import part
from game.rules.aura.hiding import notice
from game.rules.aura.joint import together
from game.rules.aura.offers import ABLE, able, offers
from game.rules.aura.offers_deeds import facing_options, free_acts, order_options, turnable
from game.rules.aura.openings import fresh_beat, use
from game.rules.aura.rests import aftermath
from game.rules.aura.rolls import initiative
from game.rules.aura.rounds import begin_round, end_round, surprise
from game.rules.aura.sheet import house
from game.rules.aura.sights import sees
from game.rules.aura.space import distance, faces, foes
from game.rules.aura.state import Body, Orders, Watch, beat, conscious, holds, inflict, lift, mark, note, spent
from game.rules.aura.swift import by_sides, side_of, sides_after
from game.rules.deploying import deploy
from game.systems.field import standing, team


async def step(world: World) -> None:
    """One choice with everything that follows from it."""
    match world.get(FIELD, Clock).phase:
        case "deploy":
            await deploy(world)
        case "opening":
            await _open(world)
        case "floor":
            await _floor(world)
        case _:
            await _turn(world)


# The opening


async def _open(world: World) -> None:
    """AURA-FLOOR-2: the unsurprised before the surprised, then by Initiative."""
    for side in _caught(world):
        surprise(world, side)
    surprised = beat(world).surprised
    sides = [side for side, _ in world.each(Side) if side not in surprised] or [side for side, _ in world.each(Side)]
    named = beat(world).opener
    first = named or (sides[0] if len(sides) == 1 else await _contest(world, sides))
    world.emit(Opened(first, "AURA-FLOOR-2"))
    mark(world, holder=first, opener=first)
    look(world)
    await begin_round(world, 1)
    for side in beat(world).surprised:
        surprise(world, side)
    _settle_floor(world, first)


def _caught(world: World) -> list[int]:
    """AURA-SURP-1: by setting, or with stealth whoever is seen and sees nobody."""
    named = house(world).surprised_sides
    found = [side for side, entry in world.each(Side) if entry.name in named]
    if house(world).stealth:
        found += [side for side, _ in world.each(Side) if side not in found and _blind(world, side)]
    return found


def _blind(world: World, side: int) -> bool:
    own = [unit for unit in standing(world) if side_of(world, unit) == side]
    seen = any(sees(world, foe, unit) for unit in own for foe in foes(world, unit))
    return seen and not any(sees(world, unit, foe) for unit in own for foe in foes(world, unit))


async def _contest(world: World, sides: list[int]) -> int:
    """Each side's best Initiative; ties are thrown again up to three times, then the lower side."""
    left = sides
    for _ in range(4):
        rolled = {}
        for side in left:
            own = [unit for unit in standing(world) if side_of(world, unit) == side and conscious(world, unit)]
            best = max(own, key=lambda unit: (world.get(unit, Body).initiative, -unit), default=None)
            rolled[side] = await initiative(world, best, "AURA-FLOOR-2", opening=True) if best else 0
        most = max(rolled.values())
        left = [side for side in left if rolled[side] == most]
        if len(left) == 1:
            break
    return left[0]


# Who holds the floor


def able_units(world: World, side: int) -> list[int]:
    """AURA-FLOOR-4: the side's units that can begin something."""
    return world.derive(("able_units", side), lambda world: _able_units(world, side), ABLE)


def _able_units(world: World, side: int) -> list[int]:
    return [unit for unit in standing(world) if side_of(world, unit) == side and able(world, unit)]


def able_sides(world: World) -> list[int]:
    """AURA-FLOOR-4, in roster order."""
    return [side for side, _ in world.each(Side) if able_units(world, side)]


def _settle_floor(world: World, wanted: int) -> None:
    """Give the floor to a side, or to the next after it that can use it; nobody: the Round ends."""
    sides = [wanted, *(side for side in sides_after(world, wanted) if side != wanted)]
    holder = next((side for side in sides if able_units(world, side)), 0)
    mark(world, holder=holder)
    if holder:
        _answerable(world, holder)


def _answerable(world: World, holder: int) -> None:
    """AURA-FLOOR-6: whoever was attacked by somebody has had its chance to answer, or cannot."""
    sides = able_sides(world)
    kept = tuple(
        pair for pair in beat(world).barred if side_of(world, pair[1]) != holder and side_of(world, pair[1]) in sides
    )
    mark(world, barred=kept)


async def _floor(world: World) -> None:
    """AURA-FLOOR-1 and 3: the side that holds the floor takes up a unit, or waits."""
    holder = beat(world).holder
    units = able_units(world, holder) if holder else []
    if not units:
        await _end_of_round(world)
        return
    if len(units) == 1:
        _take_up(world, units[0])
        return
    options = [Option(f"use {unit}", unit=unit, rule="AURA-FLOOR-3") for unit in units]
    options.append(Option("wait", rule="AURA-FLOOR-7"))
    if house(world).joint_actions != "off" and holder not in beat(world).looked:
        options.append(Option("joint", rule="AURA-FLOOR-14"))
    key = await decide(holder, "floor", options, rule="AURA-FLOOR-1")
    if key == "wait":
        await _wait(world, holder)
    elif key == "joint":
        if await together(world, holder, units):
            await _end_beat(world, holder)
    else:
        _take_up(world, int(key.partition(" ")[2]))


def _take_up(world: World, unit: int) -> None:
    clock = world.get(FIELD, Clock)
    world.put(FIELD, changed(clock, phase="turn", active=unit))


async def _turn(world: World) -> None:
    """One choice of the unit that was taken up."""
    clock = world.get(FIELD, Clock)
    unit = clock.active
    assert unit is not None
    side = side_of(world, unit)
    # Remembered: whoever tries many answers comes by here each time.
    key = await world.derive(("turn", unit), lambda world: _choices(world, unit, side))
    verb, _, rest = key.partition(" ")
    if key == "wait":
        await _wait(world, side)
    elif key == "back":
        mark(world, looked=(*beat(world).looked, unit))
        world.put(FIELD, changed(clock, phase="floor", active=None))
    elif verb in _FREE:
        await _free(world, unit, verb, rest)
    else:
        world.emit(TurnBegan(unit, "", "AURA-FLOOR-3"))
        if await act(world, unit, key):
            await _end_beat(world, side)
        elif beat(world).withdrawn:
            await _wait(world, side)
        else:
            mark(world, busy=True)


def _choices(world: World, unit: int, side: int) -> Decision:
    """All that a unit that was taken up may do."""
    options = [*(option for offer in offers(world, unit) for option in offer.options), *free_acts(world, unit)]
    options.append(Option("wait", rule="AURA-FLOOR-7"))
    if len(able_units(world, side)) > 1:
        options.append(Option("back", rule="AURA-FLOOR-3"))
    return decide(unit, "turn", options, rule="AURA-FLOOR-3")


# Free acts

_FREE = ("drop", "release", "press", "facing", "orders", "steadfast", "quick_draw", "quick_draw_agile")


async def _free(world: World, unit: int, verb: str, rest: str) -> None:
    """AURA-FLOOR-3: what does not use up the beat."""
    mark(world, busy=True)
    match verb:
        case "drop":
            let_fall(world, unit, rest)
        case "release":
            world.emit(Used(unit, "release", "free", rule="AURA-MAN-14"))
            let_go(world, unit, "AURA-MAN-14")
        case "press":
            note(world, unit, pressed=True)
        case "facing":
            note(world, unit, turned=True)
            await _look_about(world, unit)
        case "steadfast" | "quick_draw" | "quick_draw_agile":
            await use(world, unit, f"{verb} {rest}".strip())
        case _:
            note(world, unit, looked=True)
            await _orders(world, unit)


async def _look_about(world: World, unit: int) -> None:
    """AURA-FLOOR-9 and FACE-6: turn the unit, and comrades that can begin nothing more and so are not taken up."""
    able_now, side = able_units(world, side_of(world, unit)), side_of(world, unit)
    for _ in range(12):
        idle = [other for other in turnable(world, side) if other not in able_now]
        mates = [Option(f"mate {other}", unit=other, rule="AURA-FLOOR-9") for other in idle]
        key = await decide(unit, "facing", [*facing_options(world, unit), *mates], rule="AURA-FACE-6")
        verb, _, rest = key.partition(" ")
        who = int(rest) if verb == "mate" else unit
        if verb == "mate":
            note(world, who, turned=True)
            key = await decide(who, "facing", facing_options(world, who), rule="AURA-FLOOR-9")
        if key != "stay":
            turn(world, who, key.split(" "))
        if verb != "mate":
            return


async def _orders(world: World, unit: int) -> None:
    """AURA-FLOOR-11: standing orders, one after the other until all are as wished."""
    for _ in range(12):
        key = await decide(unit, "orders", order_options(world, unit), rule="AURA-FLOOR-11")
        if key == "stay":
            return
        if key == "guard_down":
            inflict(world, unit, "held_back", "AURA-HOUSE-7", unit)
        elif key == "guard_up":
            lift(world, unit, "held_back", "AURA-HOUSE-7")
        else:
            name, _, value = key.partition(" ")
            world.put(unit, changed(world.get(unit, Orders), **{name: value}))


# Passing on


async def _wait(world: World, side: int) -> None:
    """AURA-FLOOR-7 and ROUND-8: not binding; when those who could act have all waited in succession, the Round ends."""
    world.emit(Used(side, "waits", "free", rule="AURA-FLOOR-7"))
    now = beat(world)
    waited = (*(other for other in now.waited if other != side), side)
    mark(world, waited=waited)
    sides = able_sides(world)
    still = [other for other in sides if other not in waited]
    enough = not still
    if house(world).round_end == "majority_wait":
        enough = 2 * sum(other in waited for other in sides) > len(sides)
    if enough:
        await _end_of_round(world)
        return
    _pass_on(world, now.resume or sides_after(world, side)[0])


async def _end_beat(world: World, side: int) -> None:
    """AURA-FLOOR-5: after an action the floor passes on; whoever was attacked out of turn answers first."""
    unit = world.get(FIELD, Clock).active
    settle(world)
    now = beat(world)
    after = _next_able(world, side)
    struck = next((side_of(world, target) for target in now.struck if team(world, target) != _team(world, side)), 0)
    mark(world, waited=(), last=side, struck=())
    await _facing_window(world, after)
    if unit is not None:
        world.emit(TurnEnded(unit, "AURA-FLOOR-5"))
    if outcome(world) is not None:
        await aftermath(world)
        return
    if now.resume:
        mark(world, resume=0)
        _pass_on(world, now.resume)
    elif struck and struck not in (side, after) and able_units(world, struck):
        _pass_on(world, struck)
        mark(world, resume=after)
    else:
        _pass_on(world, after)


def settle(world: World) -> None:
    """What follows whatever happens in a beat."""
    part(world)
    look(world)
    notice(world)


def _team(world: World, side: int) -> int:
    return world.get(side, Side).team


def _next_able(world: World, side: int) -> int:
    """The next able side in cyclic order, the same one if it is alone."""
    return next((other for other in sides_after(world, side) if able_units(world, other)), side)


def _pass_on(world: World, side: int) -> None:
    """A new beat."""
    clock = world.get(FIELD, Clock)
    fresh_beat(world)
    for unit in standing(world):
        if spent(world, unit).looked or spent(world, unit).turned:
            note(world, unit, looked=False, turned=False)
    world.put(FIELD, changed(clock, phase="floor", active=None, turn=clock.turn + 1))
    mark(world, resume=0)
    _settle_floor(world, side)


async def _end_of_round(world: World) -> None:
    """AURA-ROUND-8, FLOOR-2: a new Round; the side after the one that acted last opens it."""
    now = beat(world)
    end_round(world)
    if outcome(world) is not None:
        await aftermath(world)
        return
    before = now.last or now.opener
    opener = sides_after(world, before)[0]
    mark(world, opener=opener, last=0)
    await begin_round(world, world.get(FIELD, Clock).round + 1)
    look(world)
    if outcome(world) is None:
        _settle_floor(world, opener)
    else:
        await aftermath(world)


# Facing


async def _facing_window(world: World, first: int) -> None:
    """AURA-FLOOR-9: those whom the beat left with an enemy near at their backs may turn to it."""
    stirred = sorted(set(beat(world).stirred))
    for unit in by_sides(world, first):
        behind = [each for each in stirred if _behind(world, unit, each)]
        if not behind:
            continue
        options = [Option(f"focus {each}", unit=each, rule="AURA-FACE-6") for each in behind]
        options.append(Option("no", rule="AURA-FLOOR-9"))
        key = await decide(unit, "turn_around", options, rule="AURA-FLOOR-9", about=world.events[-1])
        if key != "no":
            turn(world, unit, key.split(" "))


def _behind(world: World, unit: int, actor: int) -> bool:
    """Whether a unit has an enemy that did something within that enemy's reach, or its own, and does not face it."""
    if actor not in standing(world) or not conscious(world, actor):
        return False
    if team(world, unit) == team(world, actor) or not conscious(world, unit) or faces(world, unit, actor):
        return False
    near = distance(world, unit, actor) <= max(longest_reach(world, actor), longest_reach(world, unit))
    stuck = holds(world, unit, "bound") or world.get(unit, Watch).focus == actor
    return near and sees(world, unit, actor) and not stuck
