"""Between skirmishes: short and long rests, repairs, and what goes on into the next fight (AURA-REST-1 to 14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.kernel.components import FIELD, Conditions, Gear, Pools, Unit
from game.kernel.ecs import World
from game.rules.aura.budget import gain, lose
from game.rules.aura.campaign.outfit import train
from game.rules.aura.checks.powers import HOUR, recovery_value, stamina_maximum
from game.rules.aura.gear import bows, mend, packed
from game.rules.aura.harm.conditions import lift
from game.rules.aura.harm.dying import causes, death_save, recover, regain_aura
from game.rules.aura.house import house
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Body, Camp, Drained, Ready, Wear, Weary, conscious, dead, fled
from game.rules.aura.verbs.targets import restore
from game.systems.conditions import holds
from game.systems.field import team, teams
from game.systems.gear import gather
from game.systems.pools import amount, rebase

BLOCK = 5  # minutes
MOST = 6  # blocks of a short rest
REPAIR = 3  # blocks that a repair takes
NIGHT = 8  # hours, six of them asleep (AURA-REST-6)


def short_rest(world: World, unit: int, minutes: int, *, surges: int | None = None, repair: str = "") -> int:
    """AURA-REST-1 to 5: five minutes at a time, only completed ones; returns how many.

    `surges` limits the Recovery Surges spent (None: as many as help); `repair` names a broken thing that takes three
    blocks without Surges.
    """
    blocks = min(MOST, minutes // BLOCK)
    working = REPAIR if repair and repair in world.get(unit, Wear).broken and blocks >= REPAIR else 0
    for number in range(blocks):
        _block(world, unit, spends=number >= working and (surges is None or surges > 0))
        if surges is not None and number >= working:
            surges -= 1
    if working:
        mend(world, unit, repair)
    return blocks


def _block(world: World, unit: int, *, spends: bool) -> None:
    """AURA-REST-2 and 3: Stamina, short abilities, a Surge if wanted; what lasts to the next rest ends."""
    _breathe(world, unit, "short_rest")
    pools = world.get(unit, Pools)
    if spends and pools["surges"] and pools["aura"] < pools.base_of("aura"):
        lose(world, unit, "surges", 1, "AURA-REST-2")
        regain_aura(world, unit, recovery_value(world.get(unit, Body)).total, "AURA-REST-2")
    if "death" in causes(world, unit) and amount(world, unit, "aura"):
        recover(world, unit, "death", "AURA-REST-11")
    for cause in ("stamina", "blow"):
        if cause in causes(world, unit):
            recover(world, unit, cause, "AURA-UNC-8")


def _breathe(world: World, unit: int, *uses: str) -> None:
    """All Stamina, the abilities of such rests, and conditions that end with them."""
    gain(world, unit, "stamina", world.get(unit, Pools).base_of("stamina"), "AURA-REST-2")
    for item in world.get(unit, Conditions).items:
        if item.until == "rest":
            lift(world, unit, item.name, "AURA-REST-3", until="rest")
    restore(world, unit, uses)


def long_rest(world: World, unit: int, hours: int, *, repair: str = "", style: str = "") -> bool:
    """AURA-REST-6 to 9 and 13: the whole of it, or by the share of hours; whether it was a full one."""
    full = hours >= NIGHT
    if full and world.has(unit, Weary):  # AURA-HOUSE-31
        _tire(world, unit, 0)
    _breathe(world, unit, "short_rest", *(("long_rest",) if full else ()))
    pools, share = world.get(unit, Pools), min(hours, NIGHT)  # the whole of a night, at most
    gain(world, unit, "surges", share * pools.base_of("surges") // NIGHT, "AURA-REST-7")
    regain_aura(world, unit, share * (pools.base_of("aura") - pools["aura"]) // NIGHT, "AURA-REST-7")
    if repair:  # AURA-REST-8
        mend(world, unit, repair)
    if full and style:
        train(world, unit, styles=(style,))
    for cause in causes(world, unit):
        if cause != "death" or amount(world, unit, "aura"):
            recover(world, unit, cause, "AURA-REST-11")
    return full


def march(world: World, unit: int, minutes: int) -> None:
    """AURA-REST-12 by setting: time in armour that is not light lowers the most Stamina that a unit can have."""
    if house(world).armour_fatigue:
        before = world.find(unit, Weary)
        _tire(world, unit, minutes + (before.minutes if before is not None else 0))


def _tire(world: World, unit: int, minutes: int) -> None:
    """So many minutes in armour by now: the maximum of Stamina, and what is above it is gone."""
    world.put(unit, Weary(minutes))
    most = stamina_maximum(sheet_of(world), world.get(unit, Body), world.get(unit, Gear).worn, minutes).total
    lose(world, unit, "stamina", max(0, amount(world, unit, "stamina") - most), "AURA-REST-12")
    rebase(world, unit, "stamina", most)


async def aftermath(world: World) -> None:
    """AURA-REST-10: friends who can stand look after the bleeding; without one it goes on to the end."""
    for unit in teams(world):
        if dead(world, unit) or not holds(world, unit, "bleeding"):
            continue
        friends = (other for other in teams(world) if team(world, other) == team(world, unit))
        helped = any(conscious(world, other) or fled(world, other) for other in friends)
        if helped and house(world).postbattle_stabilise == "auto":
            lift(world, unit, "bleeding", "AURA-REST-10")
        while not dead(world, unit) and holds(world, unit, "bleeding"):
            await death_save(world, unit)


# Linked skirmishes

RESTS = ("short_rest", "breather", "long_rest", "no_rest")  # how the time between two skirmishes is spent


def rest(world: World, how: str, winners: tuple[int, ...] = ()) -> None:
    """The time between two skirmishes for everybody alive: nothing, five minutes, half an hour, or a night."""
    for unit, entry in world.each(Unit):  # AURA-HOUSE-15: the winners find what lies about: first what their own lack
        if entry.side in winners and not dead(world, unit):
            usual = sheet_of(world).units[entry.sheet]
            gather(world, unit, (*usual.held, *usual.carried), "AURA-HOUSE-15", packed)
    world.put(FIELD, Camp(how))
    for unit in teams(world):
        if dead(world, unit):
            continue
        broken = world.get(unit, Wear).broken
        if how == "breather":
            short_rest(world, unit, BLOCK)
        elif how == "short_rest":
            short_rest(world, unit, MOST * BLOCK, repair=broken[0] if broken else "")
        elif how == "long_rest":
            for item in broken:
                mend(world, unit, item)
            long_rest(world, unit, NIGHT)
        march(world, unit, _MINUTES.get(how, 0) + HOUR * house(world).march_hours)


_MINUTES = {"breather": BLOCK, "short_rest": MOST * BLOCK}  # spent in armour (AURA-HOUSE-31)


def carried_over(world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any] | None:
    """What of a unit goes on into the next skirmish, as the `state` of a roster entry; None for the dead."""
    if dead(world, unit):
        return None
    pools, wear, (items, pack) = world.get(unit, Pools), world.get(unit, Wear), _to_hand(world, unit)
    ready, shields, weary = world.get(unit, Ready), sheet_of(world).shields, world.find(unit, Weary)
    items_now, stays = world.get(unit, Conditions).items, ("bleeding", "unconscious")
    body = world.get(unit, Body)
    return {
        **before,
        **{name: pools[name] for name in ("aura", "stamina", "surges")},
        "items": items,
        "pack": pack,
        "ammunition": ready.ammunition,
        "loaded": [*ready.loaded, *ready.stowed],
        "broken": list(wear.broken),
        "durability": {item: shields[item].durability - lost for item, lost in wear.damage if item in shields},
        "used_up": list(world.get(unit, Drained).abilities),
        "in_armour": weary.minutes if weary is not None else 0,
        "styles": list(body.styles),
        "draw": dict(body.draws) | bows(world, unit),
        "lasting": {each.name: each.until for each in items_now if each.until == "rest" or each.name in stays},
    }


def _to_hand(world: World, unit: int) -> tuple[list[str], list[str]]:
    """AURA-HOUSE-15: before the next fight a unit takes its usual things in hand; the rest goes into the pack."""
    gear, usual = world.get(unit, Gear), sheet_of(world).units[world.get(unit, Unit).sheet].held
    mine = [*gear.held, *gear.carried]
    items = [item for item in dict.fromkeys(usual) for _ in range(min(usual.count(item), mine.count(item)))]
    if not items:
        return list(gear.held), list(gear.carried)
    for item in items:
        mine.remove(item)
    return items, mine
