"""Stamina spent to make one attack better (AURA-ECON-11)."""

from __future__ import annotations

from itertools import combinations
from typing import TypeVar

from msgspec import Struct

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.events import Attacked
from game.kernel.flow import Option, decide
from game.kernel.numbers import Breakdown, add
from game.rules.aura.damage import mercy
from game.rules.aura.figures import weapon
from game.rules.aura.pools import Price, renew, unaffordable
from game.rules.aura.sheet import sheet_of
from game.rules.aura.shots import Shot
from game.rules.aura.state import Body
from game.rules.aura.strikes import Blow

T = TypeVar("T", Blow, Shot)


class Planned(Struct, frozen=True):
    """On an attacker who is asked how to make its attack: what it is so far."""

    attack: Blow | Shot


async def enhancements(world: World, attack: T, price: Price) -> T:
    """What the attacker adds before the attack is declared: care to spare a life, and Stamina for more harm (D10)."""
    if attack.nonlethal:
        attack = await _care(world, attack)
    found = choices(world, attack.user, price)
    if isinstance(attack, Blow) and attack.maneuver:
        found = []
    if not found:
        return attack
    options = [Option("+".join(names), rule="AURA-ECON-11") for names in found]
    options.append(Option("no", rule="AURA-ECON-11"))
    world.put(attack.user, Planned(attack))
    key = await decide(attack.user, "enhance", options, rule="AURA-ECON-11")
    world.drop(attack.user, Planned)
    if key == "no":
        return attack
    better: T = changed(attack, enhance=tuple(key.split("+")))
    return better


def choices(world: World, unit: int, price: Price) -> list[tuple[str, ...]]:
    """Sets of enhancing abilities within four Stamina, or one that alone costs more."""
    sheet = sheet_of(world)
    own = [name for name in world.get(unit, Body).abilities if sheet.abilities[name].stamina]
    limit, found = sheet.main.numbers.enhancement, []
    for count in range(1, len(own) + 1):
        for names in combinations(own, count):
            stamina = sum(sheet.abilities[name].stamina for name in names)
            if count > 1 and stamina > limit:
                continue
            if not unaffordable(world, unit, Price(price.energy, price.stamina + stamina, price.agility)):
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
    options = [Option(f"care {step}", rule="AURA-NL-4") for step in range(steps + 1)]
    need = Breakdown("chance_needed", (add(mercy(world, group, 0), "to spare the life", "AURA-NL-3"),))
    about = Attacked(attack.user, attack.target, "subdue", (need,), "AURA-NL-1")  # what is planned; it is not told
    world.put(attack.user, Planned(attack))
    key = await decide(attack.user, "care", options, rule="AURA-NL-4", about=about)
    world.drop(attack.user, Planned)
    better: T = changed(attack, care=int(key.partition(" ")[2]))
    return better
