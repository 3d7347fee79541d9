"""Rests between linked skirmishes, before the first initiative (WOUNDS-REST-1 to 20).

The setting `camp` lists rests, one after the other: `short`, `long`, `long awake`, `short interrupted 14`,
`long interrupted 120 for 20` (minutes), `wait 60`; separated by commas.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from game.kernel.components import FIELD, Carried, Clock, Conditions, Down, Gear, Pools, Side, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Blocked, Rested
from game.kernel.flow import Action
from game.kernel.numbers import counting
from game.rules.asking import ask, invite
from game.rules.wounds.budget import exhausted, most_mana, most_stamina, normal_stamina, retrieve, set_strain, unwind
from game.rules.wounds.checks.rolls import check, ordinary
from game.rules.wounds.harm.conditions import last_round
from game.rules.wounds.harm.wounds import leave_play, lower_wound, recover, stabilize, stabilize_bonus, wake_up
from game.rules.wounds.house import house
from game.rules.wounds.muster import belongings, packed_shots
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import Brought, Day, Stock, Strain, Upheld, body, on_board, pool, severity, wounds
from game.systems.conditions import holds, lift
from game.systems.field import standing
from game.systems.pools import change

SHORT, LONG, DAY = 15, 480, 1440  # minutes
TENDING = 120  # WOUNDS-REST-13: minutes a patient
RESUMED = 60  # WOUNDS-REST-17: minutes more
PAUSE = 30  # WOUNDS-REST-17: a longer interruption ends a long rest
_CALLED = {"short": "short_rest", "long": "long_rest", "wait": "waiting"}
WAKE_EVERY = 10  # WOUNDS-REST-20
_OWN = (
    *("wounds", "fatigue", "exhausted", "recovery", "stamina", "mana", "ap", "initiative", "shots", "unloaded", "used"),
    *("day", "mounted_on", "mount", "arrives", "unconscious", "dying", "upheld", "armour"),
)


class Rest(Struct, frozen=True):
    """One rest of a scenario; `after` and `pause` are minutes of an interruption."""

    kind: str
    minutes: int = 0
    after: int | None = None
    pause: int = 0
    awake: bool = False


def parse(text: str) -> list[Rest]:
    """The rests of the setting; ValueError quotes what is none."""
    return [_one(part.split()) for part in text.split(",") if part.strip()]


def _one(words: list[str]) -> Rest:
    kind, rest = words[0], words[1:]
    numbers = [int(word) for word in rest if word.isdigit()]
    known = {"awake", "interrupted", "for"}
    if kind not in ("short", "long", "wait") or any(word not in known and not word.isdigit() for word in rest):
        raise ValueError(f"{' '.join(words)!r} is no rest: write short, long or wait, and 'interrupted 120 for 20'")
    minutes = {"short": SHORT, "long": LONG}.get(kind, numbers[0] if numbers else 0)
    if kind == "wait" or "interrupted" not in rest:
        return Rest(kind, minutes, awake=kind != "wait" and "awake" in rest)
    after, pause = [*numbers, 0, 0][:2]
    return Rest(kind, minutes, after, pause, "awake" in rest)


async def rest_all(world: World) -> None:
    """What an earlier skirmish left undone, then every rest of the scenario, for everybody, in unit order."""
    await save_dying(world)
    rests = parse(house(world).camp)
    for rest in rests:
        await rest_sides(world, rest)
    for unit in standing(world) if rests else ():
        lift(world, unit, "prone", "WOUNDS-HD-34")


async def save_dying(world: World) -> None:
    """WOUNDS-HD-34: companions who are awake try to stabilize the dying, each once a round while these last."""
    for unit, entry in world.each(Unit):
        found = world.get(unit, Conditions).find("dying")
        if found is None or not on_board(world, unit):
            continue
        own = [each for each in standing(world) if world.get(each, Unit).side == entry.side]
        awake = [each for each in own if each != unit and body(world, each).hands]
        awake.sort(key=lambda each: (-stabilize_bonus(world, each).total, each))
        rounds = last_round(found.until) - world.get(FIELD, Clock).round
        for helper in awake * rounds:
            if await stabilize(world, helper, unit):
                break
        else:
            leave_play(world, unit, "dead", None, "WOUNDS-HD-34")


async def rest_sides(world: World, rest: Rest) -> None:
    """One rest of every side."""
    for side, _ in world.each(Side):
        world.emit(Rested(side, _CALLED[rest.kind], rest.minutes, "WOUNDS-REST-1"))
        await _side(world, side, rest)


async def _side(world: World, side: int, rest: Rest) -> None:
    own = [unit for unit, entry in world.each(Unit) if entry.side == side and on_board(world, unit)]
    if not own:
        return
    how = await _interrupted(world, side, rest)
    tenders = await _tending(world, own) if rest.kind == "long" and how in ("whole", "resume") else {}
    minutes = rest.minutes if how in ("whole", "wait") else (rest.after or 0) + rest.pause
    minutes = rest.minutes + rest.pause + RESUMED if how == "resume" else minutes
    for unit in own:
        await _pass_time(world, unit, minutes)
        if how == "short_rests":
            for _ in range((rest.after or 0) // SHORT):
                await short_rest(world, unit)
        elif how in ("whole", "resume") and rest.kind == "short":
            await short_rest(world, unit)
        elif how in ("whole", "resume") and rest.kind == "long" and unit not in tenders.values():
            await _night(world, unit, tenders.get(unit), awake=rest.awake)


async def _interrupted(world: World, side: int, rest: Rest) -> str:
    """WOUNDS-REST-16 to 18: what becomes of a rest that was broken off: whole, resume, short_rests or nothing."""
    if rest.kind == "wait":
        return "nothing" if rest.after is not None else "wait"
    if rest.after is None:
        return "whole"
    if rest.kind == "short":
        world.emit(Blocked(side, "rest_broken", "WOUNDS-REST-16"))
        return "nothing"
    ways = [Action("resume")] if rest.pause <= PAUSE else []
    if rest.after >= SHORT:
        ways.append(Action("short_rests"))
    return (await ask(world, side, "broken_rest", ways)).verb if ways else "nothing"


async def short_rest(world: World, unit: int) -> None:
    """WOUNDS-REST-2 and 3; whoever is unconscious may wake as a wound closes (WOUNDS-HD-21)."""
    for name, most in (("stamina", most_stamina(world, unit)), ("mana", most_mana(world, unit))):
        now = pool(world, unit, name)
        change(world, unit, name, max(now, min(most, now + most // 2)), "restore", "WOUNDS-REST-2")
    if severity(world, unit) in (1, 2) and lower_wound(world, unit, 1, 1, "WOUNDS-REST-3"):
        await wake_up(world, unit, "WOUNDS-HD-21")


async def _night(world: World, unit: int, tender: int | None, *, awake: bool) -> None:
    """WOUNDS-REST-4, 5 and 12: whether a long rest does any good; afterwards the owner may take back mana (MANA-5)."""
    day = world.get(unit, Day)
    if severity(world, unit) == 5:
        world.emit(Blocked(unit, "rest_fatal", "WOUNDS-REST-5"))
        return
    # WOUNDS-REST-12: 8 hours less half an hour for each point of Vitality, in minutes
    needed = max(0, LONG - 30 * body(world, unit).attribute("Vit"))
    if not awake:
        day = changed(day, sleeps=(*day.sleeps, (day.clock, min(LONG, needed))))
        world.put(unit, day)
    if sum(minutes for end, minutes in day.sleeps if end > day.clock - DAY) < needed:
        world.emit(Blocked(unit, "rest_sleepless", "WOUNDS-REST-12"))
        return
    if sum(end > day.clock - DAY for end in day.longs) >= 2:
        world.emit(Blocked(unit, "rest_too_often", "WOUNDS-REST-4"))
        return
    world.put(unit, changed(day, longs=(*day.longs, day.clock)))
    await long_rest(world, unit, tender)
    for kept in world.get(unit, Upheld).spells:
        if await invite(world, unit, "retrieve_mana", [Action("retrieve", kept.target, what=kept.spell)]):
            retrieve(world, unit, kept, "WOUNDS-MANA-5", rested=True)


async def long_rest(world: World, unit: int, tender: int | None = None) -> None:
    """WOUNDS-REST-6 to 10, in their order."""
    if exhausted(world, unit):
        set_strain(world, unit, exhausted=False)
        _restore(world, unit, "WOUNDS-REST-6")
        return
    if severity(world, unit) in (1, 2) and 1 in wounds(world, unit):
        while 1 in wounds(world, unit):
            lower_wound(world, unit, 1, 1, "WOUNDS-REST-7")
        await wake_up(world, unit, "WOUNDS-HD-21")
    unwind(world, unit)
    if wounds(world, unit):
        tended = None if tender is None else await _tend(world, tender)
        await recover(world, unit, tended=tended)
    _restore(world, unit, "WOUNDS-REST-10")


def _restore(world: World, unit: int, rule: str) -> None:
    change(world, unit, "stamina", most_stamina(world, unit), "restore", rule)
    change(world, unit, "mana", most_mana(world, unit), "restore", rule)


async def _tending(world: World, own: list[int]) -> dict[int, int]:
    """WOUNDS-REST-13: who tends whom, trained or not; whoever tends has no rest, and time for several. Only where a
    long rest comes to a recovery check: not for the exhausted, and light wounds close before it."""
    awake = [unit for unit in own if body(world, unit).hands and not holds(world, unit, "unconscious")]
    tenders: dict[int, int] = {}
    for unit in own:
        busy = list(tenders.values())
        free = [each for each in awake if each != unit and each not in tenders and busy.count(each) < LONG // TENDING]
        recovers = 2 <= severity(world, unit) < 5 and not exhausted(world, unit)
        if free and unit not in busy and recovers:
            option = await invite(world, unit, "tended", [Action("tend", each) for each in free])
            if option is not None:
                tenders[unit] = option.action.target
    return tenders


async def _tend(world: World, tender: int) -> int:
    """WOUNDS-REST-13: a kit that is at hand or packed will do."""
    gear, rule = world.get(tender, Gear), "WOUNDS-REST-13"
    bare = "healing_kit" not in (*gear.held, *gear.carried)
    worse = counting((bare, sheet_of(world).numbers.no_kit, "no kit", rule))
    bonus = check(world, tender, "healing", "Lor", "Healing", "Wounds", rule=rule).plus(*worse)
    return await ordinary(world, tender, "tend", bonus, rule)


async def _pass_time(world: World, unit: int, minutes: int) -> None:
    """The clock goes on; who is unconscious and not dying tries to wake every 10 minutes (WOUNDS-REST-20)."""
    day = world.get(unit, Day)
    world.put(unit, changed(day, clock=day.clock + minutes))
    if holds(world, unit, "dying"):
        return
    for _ in range((day.clock + minutes) // WAKE_EVERY - day.clock // WAKE_EVERY):
        if await wake_up(world, unit, "WOUNDS-REST-20"):
            return


def gone(world: World, unit: int) -> bool:
    """Whether the unit is dead, or a minion that was knocked out: WOUNDS-HD-21. Who fled or escaped is not."""
    down = world.find(unit, Down)
    return down is not None and down.how in ("dead", "defeated")


def carried_over(world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any] | None:
    """A unit's `state` for the roster of the next skirmish; `before` is the one it came with. None for the dead."""
    if gone(world, unit):
        return None
    state = {key: value for key, value in before.items() if key not in _OWN}
    return state | aftermath(world, unit, before) | _mount(world, unit, before)


def aftermath(world: World, unit: int, before: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """WOUNDS-REST-19: what stays of a skirmish and is not as usual at the start; `before` is what it was then."""
    strain, pools, day = world.get(unit, Strain), world.get(unit, Pools), world.get(unit, Day)
    worn, sheet = body(world, unit).armour, sheet_of(world).units[world.get(unit, Unit).sheet]
    # WOUNDS-MANA-4 and 5: some spells go on until they are ended; mana in others comes back with the fight's end.
    upheld, spells = world.get(unit, Upheld).spells, sheet_of(world).spells
    on = [each for each in upheld if spells[each.spell].upheld and not gone(world, each.target)]
    kept = [[each.spell, world.get(each.target, Unit).name] for each in on]
    over = (each for each in upheld if not spells[each.spell].upheld and spells[each.spell].retrieve == "on_end")
    mana = pools["mana"] + sum(each.mana for each in over)
    dying = world.get(unit, Conditions).find("dying")
    last = last_round(dying.until) if dying is not None and dying.until else 0
    stock, things = world.get(unit, Stock), belongings(sheet, before.get("held"), before.get("carried"))
    rows: tuple[tuple[str, Any, bool], ...] = (
        ("wounds", [LEVELS[level - 1] for level in wounds(world, unit)], bool(wounds(world, unit))),
        ("fatigue", strain.fatigue, strain.fatigue > 0),
        ("exhausted", strain.exhausted, strain.exhausted != (2 * strain.fatigue >= normal_stamina(world, unit))),
        ("recovery", strain.recovery, strain.recovery > 0),
        ("stamina", pools["stamina"], pools["stamina"] < most_stamina(world, unit)),
        ("mana", mana, pools["mana"] < most_mana(world, unit) or bool(kept)),
        ("shots", stock.shots, stock.shots != packed_shots(sheet_of(world), things)),
        ("used", list(stock.spent), bool(stock.spent)),
        ("armour", worn, worn != sheet.armour),
        ("unconscious", True, holds(world, unit, "unconscious")),
        ("dying", max(1, last - world.get(FIELD, Clock).round), dying is not None),
        ("upheld", kept, bool(kept)),
        ("day", {"clock": day.clock, "longs": list(day.longs), "sleeps": list(map(list, day.sleeps))}, day != Day()),
    )
    return {key: value for key, value, tell in rows if tell}


def _mount(world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any]:
    """The mount a rider sits on, or came with and that is alive: of one in no roster also how it is."""
    seat = world.find(unit, Carried)
    own = [mount for mount, brought in world.each(Brought) if brought.by == unit]
    mount = seat.by if seat is not None else own[0] if own and before.get("mounted_on") else None
    if mount is None or gone(world, mount):
        return {}
    entry = world.get(mount, Unit)
    if not world.has(mount, Brought):
        return {"mounted_on": entry.name}
    state = aftermath(world, mount, before.get("mount") or {})
    return {"mounted_on": entry.sheet} | ({"mount": state} if state else {})
