"""Mana that is spent and invested, and what it keeps up (WOUNDS-MANA): the only writer of `Upheld` and `Magic`."""

from __future__ import annotations

from game.kernel.ecs import World
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Magic, Upheld, Upkeep, most_mana, pool
from game.systems.conditions import lift
from game.systems.pools import change


def spend_mana(world: World, unit: int, cost: int, rule: str) -> None:
    """WOUNDS-MANA-2: spent mana comes back by resting."""
    if cost:
        change(world, unit, "mana", pool(world, unit, "mana") - cost, "spend", rule)


def invest(world: World, unit: int, spell: str, target: int, *, until: str = "", paid: bool = False) -> None:
    """WOUNDS-MANA-2: present and maximum mana go down alike; `paid` was taken off the present mana before."""
    cost = sheet_of(world).spells[spell].invest
    world.put(unit, Upheld((*world.get(unit, Upheld).spells, Upkeep(spell, target, cost, until))))
    if not paid:
        change(world, unit, "mana", pool(world, unit, "mana") - cost, "invest", "WOUNDS-MANA-2")


def retrieve(world: World, unit: int, kept: Upkeep, rule: str, *, rested: bool = False) -> None:
    """WOUNDS-MANA-4 and 5: the effect is over; mana that returns raises both numbers again, some only after a rest."""
    spell = sheet_of(world).spells[kept.spell]
    rest = tuple(each for each in world.get(unit, Upheld).spells if each is not kept)
    if rested or spell.retrieve != "long_rest":
        world.put(unit, Upheld(rest))
        after = min(most_mana(world, unit), pool(world, unit, "mana") + kept.mana)
        change(world, unit, "mana", after, "gain", "WOUNDS-MANA-4")
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


def retrieve_all(world: World, unit: int, rule: str) -> None:
    """What a unit keeps up, and what is kept up on it, is over."""
    for caster, upheld in world.each(Upheld):
        for kept in upheld.spells:
            if unit in (caster, kept.target):
                retrieve(world, caster, kept, rule)


def expire_spells(world: World, until: str) -> None:
    """WOUNDS-MANA-5: what was cast until now is over."""
    for caster, upheld in world.each(Upheld):
        for kept in upheld.spells:
            if kept.until == until:
                retrieve(world, caster, kept, "WOUNDS-MANA-5")


# Things with magic in them


def begin_effects(world: World, unit: int, item: str, effects: tuple[str, ...]) -> None:
    """WOUNDS-ACT-19: an item's effects begin."""
    world.put(unit, Magic((*world.get(unit, Magic).active, *((item, effect) for effect in effects))))


def end_one_effect(world: World, unit: int, item: str, effect: str) -> bool:
    """WOUNDS-ACT-19: one effect of an item ends; whether it was its last."""
    rest = tuple(each for each in world.get(unit, Magic).active if each != (item, effect))
    world.put(unit, Magic(rest))
    return all(each[0] != item for each in rest)
