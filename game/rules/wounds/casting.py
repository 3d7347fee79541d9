"""Spells and magic items (WOUNDS-ACT-7, ACT-19, ATK-5, HD-12, ENV-5, ENV-6)."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.grid import Cell, CellSet, cells
from game.kernel.components import Conditions, Gear, Pools, changed
from game.kernel.ecs import World
from game.kernel.events import Attacked, Blocked, Struck
from game.kernel.flow import Option
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.offering import Reason
from game.rules.wounds.attack import Blow, guards, meet, steady
from game.rules.wounds.checks import (
    Thrown,
    burdens,
    criticals,
    defense,
    own_state,
    situation,
    terms,
    toughness,
    wild,
)
from game.rules.wounds.cover import open_line
from game.rules.wounds.effects import inflict, lasting
from game.rules.wounds.element import in_deep
from game.rules.wounds.harm import after_wound, level_for, wound
from game.rules.wounds.healing import recover
from game.rules.wounds.pools import gain_ap, invest, retrieve, spend_mana
from game.rules.wounds.position import METRIC, distances, seen, space
from game.rules.wounds.reactions import interposing
from game.rules.wounds.riding import on_board
from game.rules.wounds.sheet import LEVELS, Spell, sheet_of
from game.rules.wounds.state import WIELDED, Magic, Upheld, Wounds, body, free_hands, pool, spaces, wounds
from game.rules.wounds.steam import Cloud, clouds, heat, reach
from game.rules.wounds.terrain import turned
from game.rules.wounds.verbs import Verb, foes, none, option, touchable
from game.systems.conditions import holds, lift
from game.systems.field import board_of, teams

# Options


def free_to_cast(world: World, unit: int) -> bool:
    """WOUNDS-HD-12: a free hand or a staff."""
    return free_hands(world, unit) > 0 or "staff" in world.get(unit, Gear).held


def payable(world: World, unit: int, spell: Spell) -> bool:
    """WOUNDS-MANA-6: mana cannot be overdrawn."""
    return pool(world, unit, "mana") >= spell.spend + spell.invest


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
    board = board_of(world)
    grid, own = board.grid, space(world, unit)
    crowd = 0
    for other, there in spaces(world).items():
        crowd |= there if teams(world)[other] != teams(world)[unit] and on_board(world, other) else 0
    near = grid.within(own, spell.range, METRIC) & grid.within(crowd, spell.radius, METRIC) & ~board.impassable
    return [cell for cell in cells(near) if open_line(board, turned(world), own, 1 << cell)]


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


# Numbers


def spell_bonus(world: World, unit: int, key: str, target: int | None, place: int | None = None) -> Breakdown:
    """WOUNDS-ATK-5: Rsn [Arcana/school], with the ranged column of the table (ATK-13)."""
    spell = sheet_of(world).spells[key]
    lines = [*terms(world, unit, "Rsn", "Arcana", spell.school, "WOUNDS-ATK-5"), *burdens(world, unit)]
    if target is None:
        lines += own_state(world, unit)
    else:
        lines += situation(world, unit, target, ranged=spell.range > 0, place=place)
    return Breakdown("attack", tuple(lines))


def spell_damage(world: World, unit: int, key: str, target: int, *, steam: bool = False) -> Breakdown:
    """WOUNDS-HD-12 and ENV-5: without Strength; fire does half under water, and so does what it heats."""
    spell = sheet_of(world).spells[key]
    lines = [add(spell.damage, spell.title.lower(), "WOUNDS-HD-12")]
    if spell.type == "fire" and (steam or wet(world, unit, target)):
        lines.append(Modifier(2, "under water", "WOUNDS-ENV-5", "divide"))
    return Breakdown("damage", tuple(lines))


def wet(world: World, unit: int, target: int) -> bool:
    """Whether caster or target is under water."""
    return holds(world, unit, "submerged") or holds(world, target, "submerged")


# The flow


async def _do_cast(world: World, unit: int, key: str) -> None:
    _, name, argument = key.split(" ")
    spell = sheet_of(world).spells[name]
    spend_mana(world, unit, spell.spend, "WOUNDS-MANA-2")
    if spell.radius:
        grid = board_of(world).grid
        await _burst(world, unit, name, grid.disc(grid.parse(argument), spell.radius, METRIC))
    elif spell.target:
        await _bolt(world, unit, name, int(argument))
    else:
        await _touch(world, unit, name, int(argument))


async def _bolt(world: World, unit: int, name: str, target: int) -> None:
    """One target: Interpose, holding on, the roll against its Defense."""
    spell, aimed = sheet_of(world).spells[name], target
    about = Attacked(unit, target, name, (spell_bonus(world, unit, name, target),), "WOUNDS-ATK-5")
    world.emit(about)
    target = await interposing(world, unit, target, about)
    if not await steady(world, unit):
        world.emit(Struck(unit, target, name, "miss", (), "WOUNDS-ENV-7"))
        return
    bonus = spell_bonus(world, unit, name, target, aimed)
    if spell.target == "ranged":
        about = changed(about, target=target, numbers=(bonus,))
        met = await meet(world, Blow(unit, target, name, ranged=True), about)
    else:
        met = defense(world, target, spell.target, unit)
    thrown = await wild(world, unit, "attack", bonus, "WOUNDS-ATK-5")
    criticals(world, unit, (target,), thrown)
    around = spaces(world)[target] if spell.type == "fire" and holds(world, target, "submerged") else 0
    near = _others_in(world, around, target)
    wide = _conducted(world, target) if spell.type == "lightning" else []
    if await land(world, unit, name, target, thrown.total, met):
        await _spread(world, unit, name, wide, thrown.total)
    for other in near:
        await land(world, unit, name, other, thrown.total, defense(world, other, "ranged", unit), steam=True)
    if around:
        heat(world, Cloud(around, unit, name, thrown.total, (target, *near)))


def _others_in(world: World, area: CellSet, target: int) -> list[int]:
    return [other for other, there in spaces(world).items() if other != target and there & area]


async def _burst(world: World, unit: int, name: str, area: CellSet) -> None:
    """WOUNDS-HD-12: one roll, compared with everybody in the area."""
    hit, abouts = burst_targets(world, area), []
    for other in hit:
        abouts.append(Attacked(unit, other, name, (spell_bonus(world, unit, name, other),), "WOUNDS-HD-12"))
        world.emit(abouts[-1])
    if not await steady(world, unit):
        return
    # Everybody chooses a Defense before the dice fall, and the fire reaches all at once: the caster may be among them.
    met = [await _brace(world, Blow(unit, about.target, name, ranged=True), about) for about in abouts]
    thrown: Thrown = await wild(world, unit, "attack", spell_bonus(world, unit, name, None), "WOUNDS-HD-12")
    criticals(world, unit, tuple(other for other in hit if other != unit), thrown)
    below = area & board_of(world).deep if any(wet(world, unit, other) for other in (unit, *hit)) else 0
    dice = thrown.total - spell_bonus(world, unit, name, None).total
    results = [dice + spell_bonus(world, unit, name, other).total for other in hit]
    for other, result, number in zip(hit, results, met, strict=True):
        if on_board(world, other):
            await land(world, unit, name, other, result, number)
    if below and sheet_of(world).spells[name].type == "fire":
        heat(world, Cloud(below, unit, name, thrown.total, tuple(hit)))


async def scald(world: World, unit: int) -> None:
    """WOUNDS-ENV-5: a unit has come into hot water: the spell's result counts for it too, once."""
    for cloud in clouds(world):
        if cloud.cells & space(world, unit) and unit not in cloud.reached:
            reach(world, cloud, unit)
            met = defense(world, unit, "ranged", cloud.caster)
            await land(world, cloud.caster, cloud.spell, unit, cloud.result, met, steam=True)
            if not on_board(world, unit):
                return


async def _brace(world: World, blow: Blow, about: Attacked) -> Breakdown:
    """The Defense that one of those in the area meets the spell with."""
    return await meet(world, blow, about) if guards(world, blow) else defense(world, blow.target, "ranged", blow.unit)


def burst_targets(world: World, area: CellSet) -> list[int]:
    """Everybody in the area, friend or foe."""
    return [other for other, there in spaces(world).items() if there & area and on_board(world, other)]


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
    dealt = (add(result, "attack", "WOUNDS-WND-4"), add(harm.total, spell.title.lower(), "WOUNDS-HD-12"))
    await _harm(world, unit, name, target, dealt, met, steam=steam)
    return True


async def _harm(
    world: World,
    unit: int,
    name: str,
    target: int,
    dealt: tuple[Modifier, ...],
    met: Breakdown,
    *,
    steam: bool = False,
) -> None:
    spell, hard = sheet_of(world).spells[name], toughness(world, target)
    total = Breakdown("dealt", dealt).total
    final = Breakdown(
        "final_damage",
        (
            add(total, "dealt", "WOUNDS-WND-4"),
            add(-met.total, "Defense", "WOUNDS-DEF-11"),
            add(-hard.total, "toughness", "WOUNDS-WND-5"),
        ),
    )
    world.emit(Struck(unit, target, name, "hit", (met, final), "WOUNDS-ATK-1"))
    grade = level_for(world, final.total)
    landed = await wound(world, target, grade, unit, "WOUNDS-WND-3")
    at_least = LEVELS.index(spell.rider_level) + 1 if spell.rider else 9
    if landed >= at_least and on_board(world, target) and not steam and not wet(world, unit, target):
        inflict(world, target, spell.rider, "WOUNDS-HD-12", unit)
    if landed:
        await after_wound(world, target, landed)


def _conducted(world: World, target: int) -> list[tuple[int, int]]:
    """WOUNDS-ENV-6: who else is in the water that the target is in, and how far away."""
    if not in_deep(world, target):
        return []
    return [(other, yards) for other, yards in sorted(distances(world, target).items()) if other != target]


async def _spread(world: World, unit: int, name: str, others: list[tuple[int, int]], result: int) -> None:
    """WOUNDS-ENV-6: in water it reaches everybody near, 3 less for each yard; whether the target lives or not."""
    spell = sheet_of(world).spells[name]
    for other, yards in others:
        dealt = result + spell.damage - 3 * yards
        if dealt <= 0 or not on_board(world, other) or not in_deep(world, other):
            continue
        met, line = defense(world, other, "ranged", unit), add(dealt, "lightning in water", "WOUNDS-ENV-6")
        await _harm(world, unit, name, other, (line,), met)


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


# Ending


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
