"""Casting spells, ending them and the effects of things (WOUNDS-ACT-7, ACT-19)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Conditions, Pools
from game.kernel.ecs import World
from game.kernel.events import Blocked
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.systems.conditions import holds, lift
from game.systems.field import board_of


def _casts(world: World, unit: int) -> Iterator[Option]:
    if not free_to_cast(world, unit):
        return
    for key in body(world, unit).spells:
        spell = sheet_of(world).spells[key]
        if not payable(world, unit, spell):
            continue
        if spell.radius:
            for cell in burst_cells(world, unit, spell):
                yield option(world, "cast", key, board_of(world).grid.name(cell), cell=cell)
        else:
            for target in targets(world, unit, key):
                yield option(world, "cast", key, target, unit=target)


def _cannot_cast(world: World, unit: int) -> list[Reason]:
    own = body(world, unit)
    if not own.spells:
        return []
    found = []
    if not free_to_cast(world, unit):
        found.append(Reason("reason_no_free_hand", "WOUNDS-HD-12"))
    if not all(payable(world, unit, sheet_of(world).spells[key]) for key in own.spells):
        found.append(Reason("reason_mana", "WOUNDS-MANA-6"))
    return found or [Reason("reason_nobody", "WOUNDS-HD-12")]


def cast_price(world: World, unit: int, key: str) -> int:
    """AP of the spell."""
    return sheet_of(world).spells[key.split(" ")[1]].ap


def _ends(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-HD-12: a caster ends an own spell for free."""
    for kept in dict.fromkeys((each.spell, each.target) for each in world.get(unit, Upheld).spells):
        if holds(world, kept[1], sheet_of(world).spells[kept[0]].effect):
            yield option(world, "end_spell", *kept, unit=kept[1])


async def _do_end(world: World, unit: int, key: str) -> None:
    _, name, word = key.split(" ")
    kept = next(each for each in world.get(unit, Upheld).spells if (each.spell, each.target) == (name, int(word)))
    retrieve(world, unit, kept, "WOUNDS-HD-12")


def _effects(world: World, unit: int) -> Iterator[Option]:
    for item, effect in world.get(unit, Magic).active:
        yield option(world, "end_effect", item, effect)


async def _do_end_effect(world: World, unit: int, key: str) -> None:
    """WOUNDS-ACT-19: one effect an action; with the last the item is what it was."""
    _, item, effect = key.split(" ")
    rest = tuple(each for each in world.get(unit, Magic).active if each != (item, effect))
    world.put(unit, Magic(rest))
    lift(world, unit, effect, "WOUNDS-ACT-19")
    if all(each[0] != item for each in rest):
        world.emit(Blocked(unit, f"{item}_rests", "WOUNDS-ACT-19"))


def _no_effects(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_no_effects", "WOUNDS-ACT-19")]


VERBS: dict[str, Verb] = {
    "cast": Verb(_casts, _do_cast, _cannot_cast, cast_price, kinds=WIELDED | {Pools, Wounds}),
    "end_spell": Verb(
        _ends,
        _do_end,
        none,
        free=True,
        own_turn=True,
        kinds=frozenset(
            (
                Upheld,
                Conditions,
            )
        ),
    ),
    "end_effect": Verb(_effects, _do_end_effect, _no_effects, own=True),
}
