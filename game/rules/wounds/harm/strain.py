"""Stamina and fatigue (WOUNDS-STA): the only writer of `Strain`."""

from __future__ import annotations

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.events import Gained, PoolChanged
from game.rules.wounds.state import Strain, body, exhausted, most_stamina, normal_stamina, pool, severity
from game.systems.pools import change


def spend_stamina(world: World, unit: int, cost: int, rule: str, *, verb: str = "spend") -> None:
    """WOUNDS-STA-2 and 3: what is missing becomes fatigue."""
    have = pool(world, unit, "stamina")
    change(world, unit, "stamina", max(0, have - cost), verb, rule)
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
        change(world, unit, "stamina", most, "lose", "WOUNDS-STA-5")


def freshen(world: World, unit: int) -> None:
    """WOUNDS-REST-6: exhausted no longer."""
    world.put(unit, changed(world.get(unit, Strain), exhausted=False))


def unwind(world: World, unit: int) -> None:
    """WOUNDS-REST-8: 5 + Vitality − the worst wound's number, at least 1 unhurt and 0 hurt."""
    strain, worst = world.get(unit, Strain), severity(world, unit)
    by = max(0 if worst else 1, 5 + body(world, unit).attribute("Vit") - worst)
    after = max(0, strain.fatigue - by)
    if after != strain.fatigue:
        world.put(unit, changed(strain, fatigue=after))
        world.emit(PoolChanged(unit, "fatigue", strain.fatigue, after, "lose", None, (), "WOUNDS-REST-8"))


def failed_recovery(world: World, unit: int) -> None:
    """WOUNDS-REST-15: the next recovery check is easier."""
    strain = world.get(unit, Strain)
    more = strain.recovery + 1
    world.put(unit, changed(strain, recovery=more))
    world.emit(PoolChanged(unit, "recovery", strain.recovery, more, "gain", None, (), "WOUNDS-REST-15"))


def end_recovery(world: World, unit: int) -> None:
    """WOUNDS-REST-15: failures before count no longer."""
    strain = world.get(unit, Strain)
    if strain.recovery:
        world.put(unit, changed(strain, recovery=0))
