"""Spells, and the water that they heat (WOUNDS-ACT-7, ATK-5, HD-12, ENV-5, 6): the only writer of `Steam`."""

from __future__ import annotations

from msgspec import Struct

from game.grid.grid import Cell, CellSet, cells, union
from game.kernel.components import FIELD, Gear, changed
from game.kernel.ecs import World
from game.kernel.events import Attacked, Noted, Struck
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add
from game.rules.wounds.budget import gain_ap, invest, spend_mana
from game.rules.wounds.checks.blows import Blow, level_for, spell_bonus, spell_damage, wet
from game.rules.wounds.checks.rolls import defense, toughness, wild
from game.rules.wounds.gear import free_hands
from game.rules.wounds.harm.conditions import inflict, lasting
from game.rules.wounds.harm.wounds import after_wound, recover, wound
from game.rules.wounds.position.cover import open_line
from game.rules.wounds.position.ground import in_deep
from game.rules.wounds.position.space import METRIC, distances, foes, seen, touchable
from game.rules.wounds.sheet import LEVELS, Spell, sheet_of
from game.rules.wounds.state import on_board, pool, wounds
from game.rules.wounds.turns.reactions import interposing
from game.rules.wounds.verbs.strike import meet, steady
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of, teams


def free_to_cast(world: World, unit: int) -> bool:
    """WOUNDS-HD-12: a free hand or a staff."""
    return free_hands(world, unit) > 0 or "staff" in world.get(unit, Gear).held


def payable(world: World, unit: int, spell: Spell) -> bool:
    """WOUNDS-MANA-6: mana cannot be overdrawn."""
    return pool(world, unit, "mana") >= spell.spend + spell.invest


def targets(world: World, unit: int, key: str) -> list[int]:
    """Whom a spell may be cast on."""
    spell = sheet_of(world).spells[key]
    if spell.target:
        near = distances(world, unit)
        return [foe for foe in foes(world, unit) if near[foe] <= spell.range and seen(world, unit, foe)]
    own = teams(world)[unit]
    found = [each for each in touchable(world, unit) if teams(world)[each] == own]
    if spell.effect == "recovery":
        return [each for each in found if wounds(world, each)]
    if spell.upheld:
        return [each for each in found if not holds(world, each, spell.effect)]
    return found


def burst_cells(world: World, unit: int, spell: Spell) -> list[Cell]:
    """WOUNDS-HD-12: middles in range and in sight whose area touches somebody else."""
    board, own, side = board_of(world), cells_of(world, unit), teams(world)
    grid = board.grid
    crowd = union(there for o, there in bodies(world).items() if side[o] != side[unit] and on_board(world, o))
    near = grid.within(own, spell.range, METRIC) & grid.within(crowd, spell.radius, METRIC) & ~board.impassable
    return [cell for cell in cells(near) if open_line(board, own, 1 << cell)]


async def cast(world: World, unit: int, action: Action) -> None:
    """WOUNDS-ACT-7: a spell's mana is spent, and it takes effect."""
    name, spell = action.what, sheet_of(world).spells[action.what]
    spend_mana(world, unit, spell.spend, "WOUNDS-MANA-2")
    if spell.radius:
        await _burst(world, unit, name, board_of(world).grid.disc(action.there, spell.radius, METRIC))
    elif spell.target:
        await _bolt(world, unit, name, action.target)
    else:
        await _touch(world, unit, name, action.target)


async def _bolt(world: World, unit: int, name: str, target: int) -> None:
    """One target: Interpose, holding on, the roll against its Defense."""
    spell, aimed = sheet_of(world).spells[name], target
    bonus = spell_bonus(world, unit, name, target)
    about = world.emit(Attacked(unit, target, name, (bonus,), "WOUNDS-ATK-5", ranged=True))
    target = await interposing(world, unit, target, about)
    if not await steady(world, unit):
        world.emit(Struck(unit, target, name, "miss", (), "WOUNDS-ENV-7"))
        return
    bonus = spell_bonus(world, unit, name, target, aimed)
    if spell.target == "ranged":
        about = changed(about, target=target, numbers=(bonus,))
        met = await meet(world, Blow(unit, target, name, ranged=True, instead=aimed), about)
    else:
        met = defense(world, target, spell.target, unit)
    thrown = await wild(world, unit, "attack", bonus, "WOUNDS-ATK-5", target)
    around = bodies(world)[target] if spell.type == "fire" and holds(world, target, "submerged") else 0
    near = [other for other, there in bodies(world).items() if other != target and there & around]
    # WOUNDS-ENV-6: who else is in the water that the target is in, and how far away
    conducted = spell.type == "lightning" and in_deep(world, target)
    wide = sorted(distances(world, target).items()) if conducted else []
    if await land(world, unit, name, target, thrown, met):
        await _spread(world, unit, name, [row for row in wide if row[0] != target], thrown)
    for other in near:
        await land(world, unit, name, other, thrown, defense(world, other, "ranged", unit), steam=True)
    if around:
        heat(world, Cloud(around, unit, name, thrown, (target, *near)))


async def _burst(world: World, unit: int, name: str, area: CellSet) -> None:
    """WOUNDS-HD-12: one roll, compared with everybody in the area."""
    hit = burst_targets(world, area)
    rows = [(other, (spell_bonus(world, unit, name, other),)) for other in hit]
    abouts = [world.emit(Attacked(unit, o, name, numbers, "WOUNDS-HD-12", ranged=True)) for o, numbers in rows]
    if not await steady(world, unit):
        return
    # Everybody chooses a Defense before the dice fall, and the fire reaches all at once: the caster may be among them.
    met = [await meet(world, Blow(unit, about.target, name, ranged=True), about) for about in abouts]
    plain = spell_bonus(world, unit, name, None)
    thrown = await wild(world, unit, "attack", plain, "WOUNDS-HD-12", *(other for other in hit if other != unit))
    below = area & board_of(world).deep if any(wet(world, unit, other) for other in (unit, *hit)) else 0
    results = [thrown - plain.total + spell_bonus(world, unit, name, other).total for other in hit]
    for other, result, number in zip(hit, results, met, strict=True):
        if on_board(world, other):
            await land(world, unit, name, other, result, number)
    if below and sheet_of(world).spells[name].type == "fire":
        heat(world, Cloud(below, unit, name, thrown, tuple(hit)))


async def scald(world: World, unit: int) -> None:
    """WOUNDS-ENV-5: a unit has come into hot water: the spell's result counts for it too, once."""
    for cloud in clouds(world):
        if cloud.cells & cells_of(world, unit) and unit not in cloud.reached:
            marked = changed(cloud, reached=(*cloud.reached, unit))  # it does no more to it
            world.put(FIELD, Steam(tuple(marked if each is cloud else each for each in clouds(world))))
            met = defense(world, unit, "ranged", cloud.caster)
            await land(world, cloud.caster, cloud.spell, unit, cloud.result, met, steam=True)
            if not on_board(world, unit):
                return


def burst_targets(world: World, area: CellSet) -> list[int]:
    """Everybody in the area, friend or foe."""
    return [other for other, there in bodies(world).items() if there & area and on_board(world, other)]


async def land(
    world: World, unit: int, name: str, target: int, result: int, met: Breakdown, *, steam: bool = False
) -> bool:
    """Whether it hits, and what it does to the target; `steam` is water that fire has heated."""
    spell = sheet_of(world).spells[name]
    harm = spell_damage(world, unit, name, target, steam=steam)
    if result + (harm.total if spell.penetrating else 0) < met.total:
        world.emit(Struck(unit, target, name, "miss", (met,), "WOUNDS-ATK-1"))
        return False
    if not spell.damage:
        world.emit(Struck(unit, target, name, "hit", (met,), "WOUNDS-HD-12"))
        until = lasting(world, spell.rounds)
        inflict(world, target, spell.effect, "WOUNDS-HD-12", unit, until=until)
        invest(world, unit, name, target, until=until)
        return True
    await _harm(world, unit, name, target, result + harm.total, met, steam=steam)
    return True


async def _harm(
    world: World, unit: int, name: str, target: int, dealt: int, met: Breakdown, *, steam: bool = False
) -> None:
    spell, first = sheet_of(world).spells[name], add(dealt, "dealt", "WOUNDS-WND-4")
    hard = add(-toughness(world, target).total, "toughness", "WOUNDS-WND-5")
    final = Breakdown("final_damage", (first, add(-met.total, "Defense", "WOUNDS-DEF-11"), hard))
    world.emit(Struck(unit, target, name, "hit", (met, final), "WOUNDS-ATK-1"))
    grade = level_for(world, final.total)
    landed = await wound(world, target, grade, unit, "WOUNDS-WND-3")
    at_least = LEVELS.index(spell.rider_level) + 1 if spell.rider else 9
    if landed >= at_least and on_board(world, target) and not steam and not wet(world, unit, target):
        inflict(world, target, spell.rider, "WOUNDS-HD-12", unit)
    if landed:
        await after_wound(world, target, landed)


async def _spread(world: World, unit: int, name: str, others: list[tuple[int, int]], result: int) -> None:
    """WOUNDS-ENV-6: in water it reaches everybody near, 3 less for each yard; whether the target lives or not."""
    spell = sheet_of(world).spells[name]
    for other, yards in others:
        dealt = result + spell.damage - 3 * yards
        if dealt <= 0 or not on_board(world, other) or not in_deep(world, other):
            continue
        await _harm(world, unit, name, other, dealt, defense(world, other, "ranged", unit))


async def _touch(world: World, unit: int, name: str, target: int) -> None:
    """Ward, Mend, Quicken."""
    spell = sheet_of(world).spells[name]
    if spell.effect == "recovery":
        await recover(world, target)
    elif spell.effect == "quicken":
        gain_ap(world, target, 4, "WOUNDS-HD-12")
    else:
        inflict(world, target, spell.effect, "WOUNDS-HD-12", unit)
        invest(world, unit, name, target)


class Cloud(Struct, frozen=True):
    """Hot water and steam of one spell: its cells, who cast what with which result, and whom it has reached."""

    cells: CellSet
    caster: int
    spell: str
    result: int
    reached: tuple[int, ...]


class Steam(Struct, frozen=True):
    """On the field: all clouds of this round."""

    clouds: tuple[Cloud, ...] = ()


def clouds(world: World) -> tuple[Cloud, ...]:
    """The hot water there is."""
    found = world.find(FIELD, Steam)
    return found.clouds if found is not None else ()


def heat(world: World, cloud: Cloud) -> None:
    """An area that scalds whoever comes into it, until the round ends."""
    world.put(FIELD, Steam((*clouds(world), cloud)))
    world.emit(Noted(cloud.caster, "steam", "WOUNDS-ENV-5"))


def cool(world: World) -> None:
    """The round is over."""
    world.drop(FIELD, Steam)
