"""Which attack an action means: with what, at whom, and how it is meant; and one that is kept as it was declared."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TypeVar

from msgspec import Struct

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.events import Attacked
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add
from game.rules.asking import ask, invite
from game.rules.aura.budget import Price, renew, unaffordable
from game.rules.aura.checks.numbers import shot_price
from game.rules.aura.gear import melee_weapons, shooters, weapon
from game.rules.aura.harm.dying import mercy
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Body, beat
from game.rules.aura.verbs.shots import Aim, Cast, Shot, aim, attacks, spell_aim, spell_price
from game.rules.aura.verbs.strikes import MANEUVERS, Blow, Facts, facts
from game.rules.aura.verbs.targets import blow_price, striking_items, swift_shooters, swift_throwers


def planned(world: World, unit: int, action: Action) -> Blow | Shot | Cast | None:
    """The blow, shot or spell that an action is; None for any other."""
    if "spell" in action.how:
        return planned_spell(unit, action)
    if "shot" in action.how:
        return planned_shot(world, unit, action)
    return planned_blow(world, unit, action) if "blow" in action.how else None


def planned_blow(world: World, unit: int, action: Action) -> Blow:
    """The blow that an action means: with the first weapon at hand, or the body, unless it names another."""
    how, target, crossing = action.how, action.target, "crossing" in action.how
    maneuver = next((name for name in (*MANEUVERS, "shield") if name in how), "")
    if "unarmed" in how or maneuver in ("restrain", "push"):
        item = "unarmed"
    elif "swift" in how:
        item = action.what or next(iter(striking_items(world, unit, target, crossing=crossing)), "unarmed")
    else:
        item = action.what or melee_weapons(world, unit)[0]
    swift, gentle, moving = "swift" in how, "nonlethal" in how, beat(world).mover == target
    return Blow(unit, target, item, maneuver, swift=swift, nonlethal=gentle, moving=moving, crossing=crossing)


def planned_shot(world: World, unit: int, action: Action) -> Shot:
    """The shot or throw that an action means."""
    how, item, thrown = action.how, action.what, "thrown" in action.how
    if not item and "swift" in how:
        item = next(iter((swift_throwers if thrown else swift_shooters)(world, unit, action.target)), "")
    item = item or (melee_weapons(world, unit) if thrown else shooters(world, unit))[0]
    return Shot(unit, action.target, item, thrown or weapon(world, item).leaves, "swift" in how, "nonlethal" in how)


def thrown(world: World, unit: int, action: Action) -> str:
    """See `Base.thrown` (AURA-THROW-1)."""
    shot = planned_shot(world, unit, action) if "shot" in action.how else None
    return shot.item if shot is not None and shot.thrown else ""


def planned_spell(unit: int, action: Action) -> Cast:
    """The spell that an action means."""
    return Cast(unit, action.target, action.what, "gesture" in action.how)


def attack_price(world: World, attack: Blow | Shot | Cast) -> Price:
    """What an attack or spell costs, without what makes it better."""
    if isinstance(attack, Cast):
        return spell_price(world, attack.spell, gesture=attack.gesture)
    if isinstance(attack, Shot):
        return Price(shot_price(world, attack.user, attack.item).total)
    if attack.swift:
        return Price(sheet_of(world).main.costs.swift)
    return blow_price(world, attack.user, attack.target, attack.item)


def numbers_of(world: World, attack: Blow | Shot | Cast) -> Facts | Aim | None:
    """All numbers of an attack as they are now; None for a spell that is no attack."""
    if isinstance(attack, Blow):
        return facts(world, attack)
    if isinstance(attack, Shot):
        return aim(world, attack)
    return spell_aim(world, attack) if attacks(world, attack.spell) else None


def aimed_at(world: World, action: Action) -> int | None:
    """AURA-MOVE-22: at whom an attack is aimed; None for whatever is no attack."""
    if "spell" in action.how:
        return action.unit if attacks(world, action.what) else None
    return action.unit if {"blow", "shot", "charge"} & set(action.how) else None


async def better(world: World, attack: Blow | Shot | Cast, price: Price) -> Blow | Shot | Cast:
    """What the attacker adds to an attack; nothing makes a spell better."""
    return attack if isinstance(attack, Cast) else await enhancements(world, attack, price)


class Answer(Struct, frozen=True):
    """On whoever answers an attack in the same moment: its own, as it was declared, with its price (AURA-INIT-4)."""

    verb: str
    attack: Blow | Shot | Cast
    known: Facts | Aim | None  # None for a spell that is no attack
    price: Price


async def keep_answer(world: World, unit: int, action: Action) -> Answer | None:
    """AURA-INIT-4: an attack that answers, with what is added to it and its numbers, stays as it is now."""
    attack = planned(world, unit, action)
    if attack is None:
        return None
    price = attack_price(world, attack)
    attack = await better(world, attack, price)
    world.put(unit, Answer(action.verb, attack, numbers_of(world, attack), price))
    return world.get(unit, Answer)


def forget_answer(world: World, unit: int) -> None:
    """It has been given, or cannot be given any more."""
    world.drop(unit, Answer)


T = TypeVar("T", bound=Blow | Shot)


class Planned(Struct, frozen=True):
    """On an attacker who is asked how to make its attack: what it is so far."""

    attack: Blow | Shot


async def enhancements(world: World, attack: T, price: Price) -> T:
    """What the attacker adds before the attack is declared: care to spare a life, and Stamina for more harm."""
    if attack.nonlethal:
        attack = await _care(world, attack)
    found = [] if isinstance(attack, Blow) and attack.maneuver else choices(world, attack.user, price)
    if not found:
        return attack
    world.put(attack.user, Planned(attack))
    option = await invite(world, attack.user, "enhance", [Action("+".join(names), how=names) for names in found])
    world.drop(attack.user, Planned)
    return attack if option is None else changed(attack, enhance=option.action.how)


def choices(world: World, unit: int, price: Price) -> list[tuple[str, ...]]:
    """Sets of enhancing abilities within four Stamina, or one that alone costs more."""
    sheet = sheet_of(world)
    cost = {name: sheet.abilities[name].stamina for name in world.get(unit, Body).abilities}
    own, limit, found = [name for name in cost if cost[name]], sheet.main.numbers.enhancement, []
    for names in chain.from_iterable(combinations(own, count) for count in range(1, len(own) + 1)):
        stamina = sum(cost[name] for name in names)
        dearer = price._replace(stamina=price.stamina + stamina)
        if (len(names) == 1 or stamina <= limit) and not unaffordable(world, unit, dearer):
            found.append(names)
    return found


def bettered(world: World, attack: Struct | None, price: Price) -> Price:
    """AURA-FLOOR-8: what an attack costs with the Stamina that makes it better."""
    names = attack.enhance if isinstance(attack, Blow | Shot) else ()
    return price._replace(stamina=price.stamina + sum(sheet_of(world).abilities[name].stamina for name in names))


def afforded(world: World, attack: T, price: Price) -> T | None:
    """AURA-INC-6: the attack with as much Stamina as may still be spent on it; None if it cannot be paid at all.

    Right before its roll: what makes it better is spent with that, and only the rest is kept on.
    """
    for count in range(len(attack.enhance), -1, -1):
        left: T = changed(attack, enhance=attack.enhance[:count])
        if renew(world, attack.user, bettered(world, left, price)):
            renew(world, attack.user, price)
            return left
    return None


async def _care(world: World, attack: T) -> T:
    """AURA-NL-4: steps of care until it is sure; none for blows of the body, which are sure (NL-2)."""
    group = "ranged" if isinstance(attack, Shot) else weapon(world, attack.item).group
    steps = 0
    while mercy(world, group, steps) > 1:
        steps += 1
    if not steps:
        return attack
    need = Breakdown("chance_needed", (add(mercy(world, group, 0), "to spare the life", "AURA-NL-3"),))
    about = Attacked(attack.user, attack.target, "subdue", (need,), "AURA-NL-1")  # what is planned; it is not told
    world.put(attack.user, Planned(attack))
    given = [Action("care", numbers=(step,)) for step in range(steps + 1)]
    option = await ask(world, attack.user, "care", given, about=about)
    world.drop(attack.user, Planned)
    return changed(attack, care=option.action.numbers[0])
