"""Casting spells, ending them and the effects of things (WOUNDS-ACT-7, ACT-19)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Conditions, Gear, Pools
from game.kernel.ecs import World
from game.kernel.events import Blocked
from game.kernel.flow import Action
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, at_once, decline, detail
from game.rules.wounds.budget import ap, end_one_effect, retrieve
from game.rules.wounds.screen import preview as previews
from game.rules.wounds.sheet import WoundsSheet, sheet_of
from game.rules.wounds.state import WIELDED, Magic, Upheld, Wounds, body
from game.rules.wounds.verbs.deeds import Deed, deed
from game.rules.wounds.verbs.spells import burst_cells, cast, free_to_cast, payable, targets
from game.rules.wounds.worth import spell_promise
from game.systems.conditions import holds, lift


def magic(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-ACT-7 and 19, HD-12."""
    return (
        deed(
            sheet, "cast", "magic", cast, _casts, key=("what", "cell", "unit"), short=_cannot_cast,
            vain=lambda world, unit: not body(world, unit).spells,
            price=lambda world, unit, act: ap(sheet.spells[act.what].ap), kinds=WIELDED | {Pools, Wounds},
            trigger="attacks", conceivable=lambda world, unit: bool(body(world, unit).spells), effect=previews.spell,
            promise=lambda world, unit, act: (
                spell_promise(world, unit, act.what, act.target) if sheet.spells[act.what].target else None
            ),
        ),
        deed(
            sheet, "end_spell", "magic", at_once(_end), _ends, key=("what", "unit"), free=True, own_turn=True,
            kinds=frozenset((Upheld, Conditions)),
        ),
        deed(
            sheet, "end_effect", "magic", at_once(_end_effect), _effects, key=("what", "how"), own=True, kinds=(Magic,),
            short=Reason("reason_no_effects", "WOUNDS-ACT-19"), conceivable=_has_magic,
        ),
    )  # fmt: skip


def _has_magic(world: World, unit: int) -> bool:
    gear, items = world.get(unit, Gear), sheet_of(world).items
    return any(key in items and items[key].effects for key in (*gear.held, *gear.carried))


def _casts(world: World, unit: int) -> Iterator[Action]:
    if not free_to_cast(world, unit):
        return
    for key in body(world, unit).spells:
        spell = sheet_of(world).spells[key]
        if not payable(world, unit, spell):
            continue
        if spell.radius:
            yield from (Action("cast", cell=cell, what=key) for cell in burst_cells(world, unit, spell))
        else:
            yield from (Action("cast", target, what=key) for target in targets(world, unit, key))


def _cannot_cast(world: World, unit: int) -> list[Reason]:
    known = body(world, unit).spells
    found: list[Reason] = []
    if known and not free_to_cast(world, unit):
        found.append(Reason("reason_no_free_hand", "WOUNDS-HD-12"))
    if not all(payable(world, unit, sheet_of(world).spells[key]) for key in known):
        found.append(Reason("reason_mana", "WOUNDS-MANA-6"))
    return found or ([Reason("reason_nobody", "WOUNDS-HD-12")] if known else [])


def _ends(world: World, unit: int) -> Iterator[Action]:
    """WOUNDS-HD-12: a caster ends an own spell for free."""
    for spell, target in dict.fromkeys((each.spell, each.target) for each in world.get(unit, Upheld).spells):
        if holds(world, target, sheet_of(world).spells[spell].effect):
            yield Action("end_spell", target, what=spell)


def _end(world: World, unit: int, action: Action) -> None:
    spell = (action.what, action.target)
    kept = next(each for each in world.get(unit, Upheld).spells if (each.spell, each.target) == spell)
    retrieve(world, unit, kept, "WOUNDS-HD-12")


def _effects(world: World, unit: int) -> Iterator[Action]:
    return (Action("end_effect", what=item, how=(effect,)) for item, effect in world.get(unit, Magic).active)


def _end_effect(world: World, unit: int, action: Action) -> None:
    """WOUNDS-ACT-19: one effect an action; with the last the item is what it was."""
    item, (effect,) = action.what, action.how
    last = end_one_effect(world, unit, item, effect)
    lift(world, unit, effect, "WOUNDS-ACT-19")
    if last:
        world.emit(Blocked(unit, f"{item}_rests", "WOUNDS-ACT-19"))


def retrieving() -> Question:
    """WOUNDS-MANA-5: at the end of a long rest the owner may take back what is invested."""
    back = Verb(name="retrieve", group="magic", key=("what", "unit"))
    return detail("retrieve_mana", "WOUNDS-MANA-5", back, decline("no"), moment="camp")
