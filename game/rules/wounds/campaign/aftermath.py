"""From one skirmish to the next: who goes on, and with what (WOUNDS-REST-19, HD-34)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from game.kernel.components import Carried, Conditions, Down, Pools, Unit
from game.kernel.ecs import World
from game.rules.wounds.budget import most_mana, most_stamina, normal_stamina
from game.rules.wounds.harm.conditions import last_round, round_number
from game.rules.wounds.muster import belongings, packed_shots
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import Brought, Day, Stock, Strain, Upheld, body, wounds
from game.systems.conditions import holds

_OWN = (
    *("wounds", "fatigue", "exhausted", "recovery", "stamina", "mana", "ap", "initiative", "shots", "unloaded", "used"),
    *("day", "mounted_on", "mount", "arrives", "unconscious", "dying", "upheld", "armour"),
)


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
    kept = _upheld(world, unit)
    stock, things = world.get(unit, Stock), belongings(sheet, before.get("held"), before.get("carried"))
    rows: tuple[tuple[str, Any, bool], ...] = (
        ("wounds", [LEVELS[level - 1] for level in wounds(world, unit)], bool(wounds(world, unit))),
        ("fatigue", strain.fatigue, strain.fatigue > 0),
        ("exhausted", strain.exhausted, strain.exhausted != (2 * strain.fatigue >= normal_stamina(world, unit))),
        ("recovery", strain.recovery, strain.recovery > 0),
        ("stamina", pools["stamina"], pools["stamina"] < most_stamina(world, unit)),
        ("mana", pools["mana"] + _returning(world, unit), pools["mana"] < most_mana(world, unit) or bool(kept)),
        ("shots", stock.shots, stock.shots != packed_shots(sheet_of(world), things)),
        ("used", list(stock.spent), bool(stock.spent)),
        ("armour", worn, worn != sheet.armour),
        ("unconscious", True, holds(world, unit, "unconscious")),
        ("dying", _rounds_left(world, unit), holds(world, unit, "dying")),
        ("upheld", kept, bool(kept)),
        ("day", _day(day), day != Day()),
    )
    return {key: value for key, value, tell in rows if tell}


def _day(day: Day) -> dict[str, Any]:
    return {"clock": day.clock, "longs": list(day.longs), "sleeps": [list(each) for each in day.sleeps]}


def _rounds_left(world: World, unit: int) -> int:
    found = world.get(unit, Conditions).find("dying")
    last = last_round(found.until) if found is not None and found.until else 0
    return max(1, last - round_number(world))


def _returning(world: World, unit: int) -> int:
    """WOUNDS-MANA-4 and 5: mana in effects that end with the fight."""
    spells = sheet_of(world).spells
    over = [each for each in world.get(unit, Upheld).spells if not spells[each.spell].upheld]
    return sum(each.mana for each in over if spells[each.spell].retrieve == "on_end")


def _upheld(world: World, unit: int) -> list[list[str]]:
    """Spells that go on until they are ended, and the names of those they lie on."""
    spells = sheet_of(world).spells
    kept = [each for each in world.get(unit, Upheld).spells if spells[each.spell].upheld]
    return [[each.spell, world.get(each.target, Unit).name] for each in kept if not gone(world, each.target)]


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
