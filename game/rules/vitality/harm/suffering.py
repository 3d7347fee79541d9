"""What damage and healing do to a unit: Temporary Vitality, going down, Bleeding, death (DMG-10 to 14, NL-4, NL-5)."""

from __future__ import annotations

from game.kernel.components import Down, Pools, Position
from game.kernel.ecs import World
from game.kernel.events import Fell
from game.kernel.flow import Action
from game.rules.asking import ask, invite
from game.rules.throwing import throw_dice
from game.rules.vitality.budget import drop_all
from game.rules.vitality.checks.rolls import dare, pay_stunt, reaction_cost
from game.rules.vitality.harm.damage import Blow, Faces, Left, left_of, rolled
from game.rules.vitality.position.hiding import come_out
from game.rules.vitality.position.sight import Look, sees
from game.rules.vitality.position.ties import draw_back, nearest_stop, slip, tidy
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import Grudges, Wounds, allies, body, inflict, is_thing, pool, stats, up
from game.systems.conditions import holds, lift
from game.systems.downfall import bring_up, fell
from game.systems.movement import lay, place, remove
from game.systems.pools import change, reset


def death_at(world: World, unit: int) -> int:
    """VITALITY-DMG-12: at that Vitality the unit is dead; minions, summons and things fall below 1."""
    own = body(world, unit)
    return 0 if own.thing or own.minion or own.summoned else -own.stats.constitution


def gentle_floor(world: World, unit: int) -> int:
    """VITALITY-NL-5: one above the Vitality that would kill; minions and summons count like everybody else here."""
    return 1 if is_thing(world, unit) else -stats(world, unit).constitution + 1


def most_spared(world: World, unit: int) -> int:
    """VITALITY-NL-5: the most that a non-lethal hit takes from it."""
    return pool(world, unit, "temp_vitality") + max(0, pool(world, unit, "vitality") - gentle_floor(world, unit))


async def roll_blow(world: World, source: int, blow: Blow, why: str = "damage") -> tuple[tuple[int, ...], int]:
    """Throw a blow's dice, then the non-lethal ones; (faces, what the d4 take off)."""
    gentle = (numbers_of(world).non_lethal_die,) * (blow.gentle or 0)
    faces = await throw_dice(world, source, why, blow.dice(), "VITALITY-DMG-1")
    return faces, sum(await throw_dice(world, source, "non_lethal", gentle, "VITALITY-NL-2"))


async def deal(
    world: World, source: int | None, target: int, blow: Blow, look: Look | None, rule: str, faces: Faces, gentle: int
) -> int:
    """One hit against one target, its dice already thrown; what it really lost."""
    left = await mitigate(world, source, target, blow, look, faces, gentle)
    return await suffer(world, source, target, left, rule, lethal=blow.gentle is None)


async def mitigate(
    world: World, source: int | None, target: int, blow: Blow, look: Look | None, faces: Faces, gentle: int
) -> Left:
    """VITALITY-ARMOR-8: of several types the attacker picks where the defence bites, if that makes a difference."""
    hit = rolled(blow, faces, gentle)
    kinds = [kind for kind, amount in hit.amounts if amount]
    found = {kind: left_of(world, target, hit, look, kind) for kind in kinds}
    if source is None or len({left.total for left in found.values()}) < 2:
        return left_of(world, target, hit, look)
    given = [Action("from", what=kind, numbers=(found[kind].total,)) for kind in kinds]
    return found[(await ask(world, source, "split", given)).action.what]


async def suffer(world: World, source: int | None, target: int, left: Left, rule: str, *, lethal: bool = True) -> int:
    """VITALITY-DMG-12 and 13: Temporary Vitality first, then Vitality; what the unit lost in all."""
    total = left.total
    if not total or world.has(target, Down):
        return 0
    known = world.get(target, Grudges).units
    if source is not None and source not in (target, *known):
        world.put(target, Grudges((*known, source)))  # Cursed Revenge: who has damaged the unit since its last turn
    before, now = pool(world, target, "temp_vitality"), pool(world, target, "vitality")
    first = min(before, total)
    after = now - (total - first)
    if lethal and after < 1:
        lethal = await _is_lethal(world, source, target, left)
    floor = gentle_floor(world, target)
    if not lethal and after < floor:
        after = min(now, floor)
    if after < 1 <= now and await _stands(world, target):
        after = 1
    change(world, target, "temp_vitality", before - first, "damage", "VITALITY-DMG-13", source, (left.number,))
    change(world, target, "vitality", after, "damage", rule, source, (left.number,))
    fall(world, target, source, lethal=lethal)
    return first + now - after


def forgive(world: World, unit: int) -> None:
    """Cursed Revenge: its turn is over."""
    world.put(unit, Grudges())


async def _is_lethal(world: World, source: int | None, target: int, left: Left) -> bool:
    """VITALITY-DMG-10: Holy damage alone spares biological creatures unless its dealer wishes otherwise."""
    if any(amount for kind, amount in left.amounts if kind != "holy") or not body(world, target).biological:
        return True
    if source is None:
        return False
    given = (Action("spare", target), Action("kill", target))
    return (await ask(world, source, "holy", given)).action.verb == "kill"


async def _stands(world: World, target: int) -> bool:
    """The stunt Last stand, if the target can and wants to dare it: at 1 Vitality instead of below."""
    how = reaction_cost(world, target)
    if how is None or not up(world, target):
        return False
    if not await invite(world, target, "last_stand", (Action("last_stand", target),)):
        return False
    pay_stunt(world, target, "rp", how)
    return await dare(world, target, "last_stand")


def fall(world: World, unit: int, source: int | None, *, lethal: bool) -> None:
    """VITALITY-DMG-12, NL-4: below 1 Vitality a unit bleeds and is down, or is dead or destroyed."""
    now = pool(world, unit, "vitality")
    if now >= 1 or world.has(unit, Down):
        return
    if now <= death_at(world, unit) and (lethal or body(world, unit).thing):
        die(world, unit, source)
        return
    if not holds(world, unit, "down"):
        world.put(unit, Wounds(not lethal))
        inflict(world, unit, "down", source, rule="VITALITY-COND-11")
        inflict(world, unit, "prone", source, rule="VITALITY-COND-11")
        drop_all(world, unit)
        draw_back(world, unit)
        world.emit(Fell(unit, "down", source, "VITALITY-COND-11"))
    if lethal:
        world.put(unit, Wounds(False))
        inflict(world, unit, "bleeding", source, rule="VITALITY-DMG-12")
    tidy(world)


def die(world: World, unit: int, source: int | None, how: str = "defeated", rule: str = "VITALITY-DMG-12") -> None:
    """Off the board, with what it suffered from (COND-3); who sees it die remembers (CINE-19)."""
    witnesses = tuple(other for other in allies(world, unit) if other != unit and sees(world, other, unit))
    cell = world.get(unit, Position).cell
    remove(world, unit, "leave", rule=rule)
    world.put(unit, Wounds(False, cell, witnesses))
    for name in ("ap", "rp", "movement"):
        reset(world, unit, name, 0)
    drop_all(world, unit)
    come_out(world, unit)
    draw_back(world, unit)
    slip(world, unit)
    fell(world, unit, how, rule, source)
    tidy(world)


def heal(world: World, unit: int, amount: int, rule: str, source: int | None = None) -> None:
    """VITALITY-DMG-14: up to the maximum; with 1 or more a unit neither bleeds nor is down, but still prone."""
    pools = world.get(unit, Pools)
    after = max(pools["vitality"], min(pools["vitality"] + amount, pools.base_of("vitality")))
    change(world, unit, "vitality", after, "restore", rule, source)
    if after >= 1:
        lift(world, unit, "bleeding", "VITALITY-DMG-14")
        lift(world, unit, "down", "VITALITY-DMG-14")


def revive(world: World, unit: int, vitality: int = 1) -> None:
    """VITALITY-COND-3: back with the Status Effects it died with; only being down depends on Vitality alone."""
    wounds = world.get(unit, Wounds)
    bring_up(world, unit)
    change(world, unit, "vitality", vitality, "restore", "VITALITY-REST-8")
    lift(world, unit, "down", "VITALITY-COND-3")
    if wounds.cell is not None:
        lay(world, unit, wounds.cell)
        there = nearest_stop(world, unit, wounds.cell)
        place(world, unit, wounds.cell if there is None else there, "place", rule="VITALITY-COND-3")
    world.put(unit, Wounds())
