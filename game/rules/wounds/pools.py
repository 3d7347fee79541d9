"""What is spent and comes back: action points, initiative, stamina and fatigue, mana (WOUNDS-ECON, STA, MANA)."""

from __future__ import annotations

from game.kernel.components import Conditions, Pools, changed
from game.kernel.ecs import World
from game.kernel.events import Blocked, Gained, Lost, PoolChanged
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import (
    Long,
    Readied,
    Strain,
    Upheld,
    Upkeep,
    body,
    exhausted,
    most_mana,
    most_stamina,
    normal_stamina,
    pool,
    staggered,
)
from game.systems.conditions import lift


def put_pool(world: World, unit: int, name: str, after: int, verb: str, rule: str, source: int | None = None) -> None:
    """Set an amount and say so, if it changes."""
    pools = world.get(unit, Pools)
    before = pools[name]
    if before != after:
        world.put(unit, pools.with_(name, after))
        world.emit(PoolChanged(unit, name, before, after, verb, source, (), rule))


# Action points


def speed_row(world: World, unit: int) -> tuple[int, int, int]:
    """WOUNDS-ECON-3: AP at the start of a round, at the end of the turn, and the most that are kept."""
    return sheet_of(world).main.ap_by_speed[max(-10, min(10, body(world, unit).attribute("Spd"))) + 10]


def gain_ap(world: World, unit: int, plus: int, rule: str) -> None:
    """WOUNDS-ECON-4: what goes beyond the cap is lost; staggered units gain half, at least 1 (WOUNDS-HD-24)."""
    if "surprised" in world.get(unit, Conditions):
        world.emit(Blocked(unit, "gain_ap", "WOUNDS-INIT-9"))
        return
    if staggered(world, unit):
        plus = max(1, plus // 2)
    most = max(speed_row(world, unit)[2], pool(world, unit, "ap"))
    put_pool(world, unit, "ap", min(most, pool(world, unit, "ap") + plus), "gain", rule)


def pay_ap(world: World, unit: int, cost: int, rule: str = "WOUNDS-ECON-5", *, long: bool = False) -> None:
    """Spend AP; spending them on anything else cancels a long action (WOUNDS-ECON-7)."""
    if cost and not long and world.has(unit, Long):
        cancel_long(world, unit)
    if cost:
        put_pool(world, unit, "ap", max(0, pool(world, unit, "ap") - cost), "spend", rule)


def cancel_long(world: World, unit: int) -> None:
    """WOUNDS-ECON-7: a long action is given up; the AP in it are lost."""
    if world.has(unit, Long):
        world.drop(unit, Long)
        world.emit(Lost(unit, "long_action", "WOUNDS-ECON-7"))


def unready(world: World, unit: int, rule: str = "WOUNDS-ACT-9") -> None:
    """Any action or reaction ends readiness."""
    if world.has(unit, Readied):
        world.drop(unit, Readied)
        world.emit(Lost(unit, "readied", rule))


# Initiative


def change_initiative(world: World, unit: int, by: int, rule: str, source: int | None = None) -> None:
    """WOUNDS-INIT-5: never below 0."""
    after = max(0, pool(world, unit, "initiative") + by)
    put_pool(world, unit, "initiative", after, "gain" if by > 0 else "lose", rule, source)


# Stamina and fatigue


def spend_stamina(world: World, unit: int, cost: int, rule: str, *, verb: str = "spend") -> None:
    """WOUNDS-STA-2 and 3: what is missing becomes fatigue."""
    have = pool(world, unit, "stamina")
    put_pool(world, unit, "stamina", max(0, have - cost), verb, rule)
    if cost > have:
        tire(world, unit, cost - have, "WOUNDS-STA-3")


def tire(world: World, unit: int, points: int, rule: str) -> None:
    """WOUNDS-STA-4 to 6: fatigue lowers the maximum, and stamina only down to it."""
    if points <= 0:
        return
    strain = world.get(unit, Strain)
    fatigue = strain.fatigue + points
    was = exhausted(world, unit)
    latched = 2 * fatigue >= normal_stamina(world, unit)
    world.put(unit, changed(strain, fatigue=fatigue, exhausted=latched))
    world.emit(PoolChanged(unit, "fatigue", strain.fatigue, fatigue, "gain", None, (), rule))
    if latched and not was:
        world.emit(Gained(unit, "exhausted", None, "WOUNDS-STA-6"))
    most = most_stamina(world, unit)
    if pool(world, unit, "stamina") > most:
        put_pool(world, unit, "stamina", most, "lose", "WOUNDS-STA-5")


# Mana


def spend_mana(world: World, unit: int, cost: int, rule: str) -> None:
    """WOUNDS-MANA-2: spent mana comes back by resting."""
    if cost:
        put_pool(world, unit, "mana", pool(world, unit, "mana") - cost, "spend", rule)


def invest(world: World, unit: int, spell: str, target: int, *, until: str = "", paid: bool = False) -> None:
    """WOUNDS-MANA-2: present and maximum mana go down alike; `paid` was taken off the present mana before."""
    cost = sheet_of(world).spells[spell].invest
    world.put(unit, Upheld((*world.get(unit, Upheld).spells, Upkeep(spell, target, cost, until))))
    if not paid:
        put_pool(world, unit, "mana", pool(world, unit, "mana") - cost, "invest", "WOUNDS-MANA-2")


def retrieve(world: World, unit: int, kept: Upkeep, rule: str, *, rested: bool = False) -> None:
    """WOUNDS-MANA-4 and 5: the effect is over; mana that returns raises both numbers again, some only after a rest."""
    spell = sheet_of(world).spells[kept.spell]
    rest = tuple(each for each in world.get(unit, Upheld).spells if each is not kept)
    if rested or spell.retrieve != "long_rest":
        world.put(unit, Upheld(rest))
        after = min(most_mana(world, unit), pool(world, unit, "mana") + kept.mana)
        put_pool(world, unit, "mana", after, "gain", "WOUNDS-MANA-4")
    if spell.effect and all(each is kept for _, each in keepers(world, kept.target, spell.effect)):
        lift(world, kept.target, spell.effect, rule)


def keepers(world: World, target: int, effect: str) -> list[tuple[int, Upkeep]]:
    """Who keeps up spells of that effect on the target, and which."""
    spells = sheet_of(world).spells
    return [
        (unit, each)
        for unit, upheld in world.each(Upheld)
        for each in upheld.spells
        if each.target == target and spells[each.spell].effect == effect
    ]
