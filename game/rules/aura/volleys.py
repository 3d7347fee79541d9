"""Shots and spells from declaration to payment (AURA-RNG-15, MAGIC-2)."""

from __future__ import annotations

from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.events import Attacked, Event, Used
from game.rules.aura.agile import agile
from game.rules.aura.declaring import How, declared
from game.rules.aura.enhancing import afforded, enhancements
from game.rules.aura.facing import attend
from game.rules.aura.figures import in_hand, range_of, shot_energy
from game.rules.aura.loads import is_loaded
from game.rules.aura.offers_attacks import casting_reasons, shot_reasons
from game.rules.aura.openings import leaving, out
from game.rules.aura.plans import Answer, planned_shot
from game.rules.aura.pools import Price, renew, settle
from game.rules.aura.shots import Aim, Shot, aim, loose
from game.rules.aura.sights import sees
from game.rules.aura.space import far
from game.rules.aura.spells import Cast, attacks, cast
from game.rules.aura.spells import price as spell_price
from game.rules.aura.spells import trio as spell_trio
from game.rules.aura.state import Orders, beat, forget_heading, holds, lift, mark, note
from game.rules.aura.swift import bar
from game.systems.field import team


async def shoot(world: World, unit: int, verb: str, rest: str, how: How) -> bool:
    """AURA-RNG-15."""
    kept = world.find(unit, Answer)
    known = kept.known if kept is not None and isinstance(kept.known, Aim) else None
    shot = planned_shot(world, unit, verb, rest)
    target, price = shot.target, Price(shot_energy(world, unit, shot.item))
    forget_heading(world, unit)
    attend(world, unit, target)
    if kept is not None and isinstance(kept.attack, Shot):
        shot = kept.attack
    else:
        shot = await enhancements(world, shot, price)
    about = Attacked(unit, target, verb, ((known or aim(world, shot)).miss,), "AURA-RNG-1")
    world.emit(about)
    lift(world, unit, "defending", "AURA-ATK-14")
    if not shot.swift and await declared(world, unit, price, about, how, targets=(target,), attack=shot):
        return True
    used = 0
    if (
        known is None and not shot.swift and world.get(unit, Orders).agile == "ask"
    ):  # D6: before the roll, by standing order
        used = await agile(world, unit, price.energy)
    gone = world.find(target, Position) is None or out(world, unit)
    if not gone and known is None:
        afford = None if shot_reasons_left(world, shot) else afforded(world, shot, price)
        gone, shot = afford is None, afford or shot
    if gone:
        settle(world, unit, Price(max(1, used)), "AURA-INC-2")
        return True
    attend(world, unit, target)
    await loose(world, shot, known or aim(world, shot))
    settle(world, unit, price, "AURA-RNG-1")
    if shot.swift:
        note(world, unit, swift=True)
    bar(world, unit, target, price.energy)
    mark(world, struck=(*beat(world).struck, target))
    await agile(world, unit, price.energy - used)
    return True


def shot_reasons_left(world: World, shot: Shot) -> bool:
    """Whether a shot that was declared cannot be made any more."""
    if not in_hand(world, shot.user, shot.item):
        return True
    most = range_of(world, shot.user, shot.item, thrown=shot.thrown)[2]
    found = shot_reasons(world, shot.user, shot.target, most)
    empty = not shot.thrown and not is_loaded(world, shot.user, shot.item)  # AURA-ACT-1: the loaded one was struck away
    return empty or any(reason.key != "reason_barred" for reason in found) or holds(world, shot.user, "restrained")


def castable(world: World, spell: Cast) -> bool:
    """Whether a spell that was declared can still be cast at its target."""
    most = spell_trio(world, spell.spell, gesture=spell.gesture)[2]
    held = casting_reasons(world, spell.user, spell.spell, gesture=spell.gesture)
    return not held and far(world, spell.user, spell.target) <= most and sees(world, spell.user, spell.target)


async def cast_spell(world: World, unit: int, spell: Cast, how: How) -> bool:
    """AURA-MAGIC-1 to 6."""
    price = spell_price(world, spell.spell, gesture=spell.gesture)
    attacking = attacks(world, spell.spell)
    forget_heading(world, unit)
    if spell.target != unit:
        attend(world, unit, spell.target)
    about: Event = Used(unit, spell.spell, "action", (spell.target,), rule="AURA-MAGIC-2")
    world.emit(about)
    lift(world, unit, "defending", "AURA-MAGIC-1")
    hostile = team(world, spell.target) != team(world, unit)
    targets = (spell.target,) if hostile else ()
    if await declared(world, unit, price, about, how, targets=targets, attack=spell):
        return True
    kept, gone = world.find(unit, Answer), world.find(spell.target, Position) is None or out(world, unit)
    if gone or (kept is None and not (castable(world, spell) and renew(world, unit, price))):
        settle(world, unit, Price(1), "AURA-INC-2")
        return True
    if spell.target != unit:
        attend(world, unit, spell.target)

    async def forced(target: int, there: int) -> None:
        await leaving(world, target, there, about, forced=True)

    if attacking:
        bar(world, unit, spell.target, price.energy)
    await cast(world, spell, forced, kept.known if kept is not None and isinstance(kept.known, Aim) else None)
    settle(world, unit, price, "AURA-MAGIC-2")
    if attacking:
        mark(world, struck=(*beat(world).struck, spell.target))
    await agile(world, unit, price.energy)
    return True
