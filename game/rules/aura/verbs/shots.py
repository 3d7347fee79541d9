"""Shots and throws (AURA-RNG-15), and spells: bolts that seek their target, gusts that push, mended Aura."""

from __future__ import annotations

from msgspec import Struct

import game.rules.aura.checks.numbers as figures
from game.grid.grid import CellSet
from game.kernel.components import Conditions
from game.kernel.ecs import World
from game.kernel.events import Answered, Rolled, Used
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, Modifier, add, at_least, counting
from game.rules.aura.budget import Price, lose
from game.rules.aura.checks.powers import armour_rating, coverage, ranged_evasion, recovery_value
from game.rules.aura.checks.rolls import Rungs, chance, explode, net_advantage, throw
from game.rules.aura.gear import break_worn, draw_row, in_hand, shoot_off, weapon
from game.rules.aura.harm.conditions import hampered, inflict, lift
from game.rules.aura.harm.dying import done_to, hurt, mercy, regain_aura, roll_dice, scaling
from game.rules.aura.house import house
from game.rules.aura.position.sight import aware, view
from game.rules.aura.position.space import at, distances, faces, far
from game.rules.aura.sheet.entries import SIZES, Gesture, Spell, Trio
from game.rules.aura.sheet.load import dice_of, sheet_of
from game.rules.aura.state import Body, helpless, spent
from game.rules.aura.verbs.maneuvers import Leaving, Push, push
from game.rules.aura.verbs.strikes import Hit, end_guard, expose, spend_enhancements
from game.systems.field import bodies, cells_of, team
from game.systems.gear import let_fall


class Shot(Struct, frozen=True):
    """A ranged attack: with what, at whom, and how it is meant. `item` may be a spell."""

    user: int
    target: int
    item: str
    thrown: bool = False
    swift: bool = False
    nonlethal: bool = False
    care: int = 0  # steps of +3 Miss Chance (AURA-NL-4)
    enhance: tuple[str, ...] = ()


class Aim(Struct, frozen=True):
    """The numbers of a shot, known before a die falls."""

    miss: Breakdown  # without the Ranged Evasion roll
    guard: Breakdown | None  # None: no roll is possible
    hit: tuple[Modifier, ...]  # Advantage and Disadvantage on the Hit roll
    defence: tuple[Modifier, ...]
    ties: bool
    crit: int
    slip: int
    coverage: int
    stand: CellSet = 0  # where a caster stood


def aim(world: World, shot: Shot) -> Aim:
    """AURA-RNG-3 to 7, 11 and 13: everything about a shot but its dice, as it is when it is launched (RNG-12)."""
    found, numbers, user, item = weapon(world, shot.item), sheet_of(world).main.numbers, shot.user, shot.item
    bare = figures.miss_modifier(world, user, item, thrown=shot.thrown)
    precise = found.precise + figures.style_sum(world, user, "precise", item)
    return Aim(
        miss=Breakdown("miss_chance", (*bare.parts, *situation(world, shot))), guard=guarded(world, shot),
        hit=tuple(hit_sources(world, shot, figures.range_of(world, user, item))),
        defence=tuple(defence_sources(world, shot)), ties="defending" in world.get(shot.target, Conditions),
        crit=numbers.critical - precise, coverage=coverage(world, shot.target).total,
        slip=max(1, numbers.slip + found.exposing + figures.style_sum(world, user, "exposing", item)),
    )  # fmt: skip


def situation(world: World, shot: Shot) -> list[Modifier]:
    """AURA-RNG-6, 7, UNC-2, COVER-3 and NL-4: what of the situation moves the Miss Chance."""
    main, target = sheet_of(world).main, shot.target
    size, numbers, moved = world.get(target, Body).size, main.numbers, spent(world, target)
    by_table = house(world).miss_chance_size == "ranged_table"
    unaware = not aware(world, target, shot.user) and not moved.ran
    still = helpless(world, target) or "restrained" in world.get(target, Conditions) or unaware  # UNC-2
    cover = view(world, shot.user, target).grade if house(world).cover else "none"
    lines = counting(
        (True, main.sizes[size].miss if by_table else main.sizes[size].chart, f"{size} size", "AURA-RNG-6"),
        (still, numbers.still, "not moving", "AURA-RNG-7"),
        (moved.fast and not still, numbers.fast, "sprinting or zig-zag", "AURA-RNG-7"),
        (cover == "partial", numbers.partial_cover, "partial cover", "AURA-COVER-3"),
        (cover == "heavy", numbers.heavy_cover, "heavy cover", "AURA-COVER-3"),
        (shot.care, numbers.care * shot.care, "care to spare", "AURA-NL-4"),
    )
    return [line for line in lines if line.value]


def guarded(world: World, shot: Shot) -> Breakdown | None:
    """AURA-RNG-5 and FACE-4: nothing for the unaware and the helpless, no shield from behind."""
    if helpless(world, shot.target) or not aware(world, shot.target, shot.user):
        return None
    return ranged_evasion(world, shot.target, shield=faces(world, shot.target, shot.user))


def hit_sources(world: World, shot: Shot, trio: Trio) -> list[Modifier]:
    """AURA-RNG-11, GEN-6, COND-11 and 12: Advantage and Disadvantage on the Hit roll."""
    metres = far(world, shot.user, shot.target)
    lines = counting((metres <= trio[0], 1, "near", "AURA-RNG-11"), (metres > trio[1], -1, "far", "AURA-RNG-11"))
    return lines + hampered(world.get(shot.user, Conditions), "dazed", "blinded")


def defence_sources(world: World, shot: Shot) -> list[Modifier]:
    """What changes the Ranged Evasion roll: conditions, and not facing the shot (AURA-FACE-4)."""
    lines = hampered(world.get(shot.target, Conditions), "prone", "dazed", "blinded", "surprised")
    return lines + counting((not faces(world, shot.target, shot.user), -1, "not faced", "AURA-FACE-4"))


def finds(known: Aim, face: int, rolled: int | None) -> bool:
    """AURA-RNG-2, 8 and 13: whether a Hit roll finds its target; `rolled` is the Ranged Evasion roll, if any."""
    if face == 1 or face >= known.crit:
        return face > 1
    miss = known.miss.total + (rolled or 0)
    return face > miss if known.ties and rolled is not None else face >= miss


def missed_by(known: Aim, face: int, rolled: int | None) -> str:
    """The rule by which a Hit roll missed: a natural 1, a tie that a Defending target wins, or the Miss Chance."""
    if face == 1:
        return "AURA-RNG-8"
    return "AURA-RNG-13" if face == known.miss.total + (rolled or 0) else "AURA-RNG-2"


def harm(world: World, shot: Shot, known: Aim, dice: tuple[int, ...], face: int, *, critical: bool) -> Breakdown:
    """AURA-RNG-9 and 10, THROW-3: dice and draw weight, armour, then what halves."""
    found = weapon(world, shot.item)
    lines, halves = [add(sum(dice), "dice", "AURA-RNG-10")], []
    if found.draw:
        lines.append(add(draw_row(world, shot.user, shot.item).damage, "draw weight", "AURA-DRAW-1"))
    if not figures.proficient(world, shot.user, found.mpr):
        halves.append(Modifier(2, "not proficient", "AURA-MPL-3", "divide"))
    if shot.thrown and not found.thrown and face != 20:  # AURA-DMG-11: a natural 20, however Precise
        halves.append(Modifier(2, "not made for throwing", "AURA-THROW-3", "divide"))
    armour = "AURA-RNG-9" if not critical and face < known.coverage else ""
    return done_to(world, shot.target, found, shot.enhance, lines, dice, armour, halves)


def brutality(world: World, shot: Shot) -> int:
    """AURA-GEAR-5: the number that each die must exceed."""
    found = weapon(world, shot.item)
    return max(found.brutal, found.brutal_thrown) if shot.thrown else found.brutal


async def loose(world: World, shot: Shot, known: Aim) -> Hit:
    """AURA-RNG-15 from the Miss Chance on: one atom that nothing interrupts."""
    end_guard(world, shot.user)
    spend_enhancements(world, shot.user, shot.enhance)
    where, found = at(world, shot.target), weapon(world, shot.item)
    rolled = await evade(world, shot, known)
    face = await hit_roll(world, shot.user, shot.target, known, rolled)
    dealt, hit, critical = 0, finds(known, face, rolled), face >= known.crit
    if not hit:
        world.emit(Answered(shot.target, shot.user, "evade", (), missed_by(known, face, rolled)))
    else:
        if critical:
            world.emit(Used(shot.user, "critical_hit", "free", (shot.target,), rule="AURA-DMG-9"))
        dealt = await _deal(world, shot, known, face, critical=critical)
    if not (shot.thrown or found.leaves):
        shoot_off(world, shot.user, shot.item)  # AURA-ACT-1: a loaded one is empty
    elif in_hand(world, shot.user, shot.item):  # not knocked out of it in the same moment
        let_fall(world, shot.user, shot.item, where, "thrown", "AURA-THROW-1")
    return Hit(face, hit=hit, critical=critical, harm=dealt)


async def evade(world: World, shot: Shot, known: Aim) -> int | None:
    """AURA-RNG-5 and 15: the Ranged Evasion roll, before the Hit roll; tells the Miss Chance."""
    rolled, net, why = None, net_advantage(known.defence), "ranged_evasion_roll"
    if known.guard is not None:
        rolled = await explode(world, shot.target, why, 4, net, known.guard, "AURA-RNG-5")
    lines = known.miss.parts if rolled is None else (*known.miss.parts, add(rolled, "Ranged Evasion", "AURA-RNG-5"))
    world.emit(Rolled(shot.user, "miss_chance", (), (), (Breakdown("miss_chance", lines),), "AURA-RNG-3"))
    return rolled


async def hit_roll(world: World, user: int, target: int, known: Aim, rolled: int | None) -> int:
    """AURA-RNG-8: the Hit roll, and who is Exposed by it; `rolled` is the Ranged Evasion roll, if any."""

    def rungs() -> Rungs:
        hits = ((face, "critical_hit" if face >= known.crit else "hit") for face in range(1, 21))
        return tuple((face, hit if finds(known, face, rolled) else "missed", "AURA-RNG-2") for face, hit in hits)

    face = await throw(world, user, "hit_roll", 20, net_advantage(known.hit), "AURA-RNG-2", stakes=rungs)
    expose(world, user, target, face, known.slip, known.crit, "AURA-RNG-8")
    return face


async def _deal(world: World, shot: Shot, known: Aim, face: int, *, critical: bool) -> int:
    found, need = weapon(world, shot.item), mercy(world, "ranged", shot.care)
    spares = shot.nonlethal and (need <= 1 or await chance(world, shot.user, need, "AURA-NL-3"))
    dice = await roll_dice(world, shot.user, dice_of(found.damage), brutality(world, shot), "AURA-RNG-10")
    if face == 20 and found.devastate:
        break_worn(world, shot.target)
    number = harm(world, shot, known, dice, face, critical=critical)
    await hurt(world, shot.target, number, "AURA-RNG-10", shot.user, nonlethal=spares)
    return number.total


STRAYS, ARCS = 3, 18  # faces of the Cast roll up to which, and from which on, a bolt leaps


class Cast(Struct, frozen=True):
    """A spell that somebody casts: on whom, and whether by gesture."""

    user: int
    target: int
    spell: str
    gesture: bool = False


def spell_price(world: World, spell: str, *, gesture: bool) -> Price:
    """What a version of a spell costs."""
    found = version(sheet_of(world).spells[spell], gesture=gesture)
    return Price(found.energy, found.stamina)


def version(spell: Spell, *, gesture: bool) -> Spell | Gesture:
    """The spell, or its version by gesture."""
    return spell.gesture if gesture and spell.gesture is not None else spell


def cast_number(world: World, user: int, spell: str) -> Breakdown:
    """AURA-MAGIC-2: what the Cast roll needs; 1 or less succeeds without a roll."""
    level = add(sheet_of(world).spells[spell].level, "spell level", "AURA-MAGIC-2")
    return Breakdown("cast_number", (level, *_less(figures.spell_bonus(world, user, spell))))


def _less(bonus: Breakdown) -> list[Modifier]:
    return [Modifier(-line.value, line.label, line.rule) for line in bonus.parts]


def attacks(world: World, spell: str) -> bool:
    """AURA-MAGIC-6: whether a spell is an attack."""
    return not sheet_of(world).spells[spell].mends


def spell_aim(world: World, cast: Cast) -> Aim:
    """AURA-MAGIC-3: the Miss Chance of a spell is 8 − Spell Bonus and the situation's."""
    shot, main = Shot(cast.user, cast.target, cast.spell), sheet_of(world).main
    spell = sheet_of(world).spells[cast.spell]
    base, bonus = add(main.numbers.miss, "base", "AURA-MAGIC-3"), figures.spell_bonus(world, cast.user, cast.spell)
    lines = (base, *_less(bonus), *situation(world, shot))
    return Aim(
        miss=Breakdown("miss_chance", lines), guard=guarded(world, shot),
        hit=tuple(hit_sources(world, shot, version(spell, gesture=cast.gesture).range)),
        defence=tuple(defence_sources(world, shot)), ties="defending" in world.get(cast.target, Conditions),
        crit=main.numbers.critical, slip=main.numbers.slip, coverage=coverage(world, cast.target).total,
        stand=cells_of(world, cast.user),
    )  # fmt: skip


def spell_harm(world: World, cast: Cast, known: Aim, dice: tuple[int, ...], face: int, *, critical: bool) -> Breakdown:
    """The spell's damage: dice and half the casting ability, armour unless it is ignored."""
    found = sheet_of(world).spells[cast.spell]
    struck = not critical and face < known.coverage and not found.ignores_armour
    lines = counting(
        (dice, sum(dice), "dice", "AURA-MAGIC-3"),
        (True, figures.halved(world.get(cast.user, Body), "intelligence"), "half intelligence", "AURA-HOUSE-20"),
        (struck, -armour_rating(world, cast.target).total, "armour", "AURA-RNG-9"),
    )
    return Breakdown("damage", (*lines, at_least(0, "AURA-DMG-1"), *scaling(world, cast.target, found.type, 0, [])))


async def cast_roll(world: World, cast: Cast) -> tuple[bool, int]:
    """AURA-MAGIC-2: whether the spell comes about, and the natural face (0 without a roll)."""
    number = cast_number(world, cast.user, cast.spell)
    lift(world, cast.user, "defending", "AURA-MAGIC-1")
    if number.total <= 1:
        return True, 0
    net = -int("dazed" in world.get(cast.user, Conditions))
    face = await throw(world, cast.user, "cast_roll", 20, net, "AURA-MAGIC-2", number)
    if face <= 5:
        inflict(world, cast.user, "unguarded" if face == 1 else "exposed", "AURA-MAGIC-2", cast.user)
    if face < number.total:
        world.emit(Used(cast.user, "spell_fails", "free", rule="AURA-MAGIC-2"))
    return face >= number.total, face


async def cast(world: World, spell: Cast, leaving: Leaving | None, known: Aim | None = None) -> None:
    """AURA-FLOOR-10 and MAGIC-6: the Cast roll first, then the Hit roll and what follows.

    `known`: as it was declared, whatever has become of the caster since (INIT-4, by setting).
    """
    fell, found = spell.user not in bodies(world), sheet_of(world).spells[spell.spell]
    done, face = await cast_roll(world, spell)
    if found.arcs and 1 <= face <= STRAYS:
        await _jump(world, spell, strays_to(world, spell))
    there = bodies(world)  # a bolt that strayed may have killed
    done = done and spell.target in there and (spell.user in there or fell)
    if done and found.mends:
        spend_surge(world, spell.target, "AURA-MAGIC-4", spell.user)  # and POOL-7
    elif done:
        near = distances(world, spell.target)
        await _strike(world, spell, leaving, sure=face == 20, known=known)
        if found.arcs and face >= ARCS:
            await _jump(world, spell, arcs_to(world, spell, near))
    if not found.mends:
        lift(world, spell.user, "hidden", "AURA-FACE-7")


async def _strike(world: World, spell: Cast, leaving: Leaving | None, *, sure: bool, known: Aim | None = None) -> None:
    """One target: Miss Chance and Hit roll, or a sure hit that ignores armour after a natural 20."""
    known, found = known or spell_aim(world, spell), sheet_of(world).spells[spell.spell]
    face, critical = 20, sure
    if not sure:
        rolled = await evade(world, Shot(spell.user, spell.target, spell.spell), known)
        face = await hit_roll(world, spell.user, spell.target, known, rolled)
        critical = face >= known.crit
        if not finds(known, face, rolled):
            world.emit(Answered(spell.target, spell.user, "evade", (), missed_by(known, face, rolled)))
            return
    if critical:
        world.emit(Used(spell.user, "critical_hit", "free", (spell.target,), rule="AURA-DMG-9"))
    dice = await roll_dice(world, spell.user, dice_of(found.dice) if found.dice else (), 0, "AURA-MAGIC-3")
    number = spell_harm(world, spell, known, dice, face, critical=critical)
    await hurt(world, spell.target, number, "AURA-MAGIC-3", spell.user)
    if found.pushes and spell.target in bodies(world):
        # AURA-MAGIC-3: an air strike pushes two metres fewer for each size above medium, two more below
        bigger = figures.size_index(world, spell.target) - SIZES.index("medium")
        metres = max(0, figures.halved(world.get(spell.user, Body), "intelligence") - 2 * bigger)
        await push(world, Push(spell.user, spell.target, known.stand), metres, leaving)


def arcs_to(world: World, spell: Cast, metres: dict[int, int]) -> list[int]:
    """Enemies within two metres of the target, dead or alive, to whom a bolt cast with 18 and more may jump."""
    near = (unit for unit in bodies(world) if unit != spell.target and metres[unit] <= 2)
    return [unit for unit in near if team(world, unit) != team(world, spell.user)]


def strays_to(world: World, spell: Cast) -> list[int]:
    """To whom a bolt cast with 1 to 3 may stray: a friend near target or caster, or else the caster."""
    own = team(world, spell.user)
    near, fell = distances(world, spell.target), spell.user not in bodies(world)
    about = near if fell else distances(world, spell.user)
    friends = [unit for unit in bodies(world) if unit != spell.user and team(world, unit) == own]
    found = [unit for unit in friends if near[unit] <= 2 or about[unit] <= 2]
    return found or ([] if fell else [spell.user])


async def _jump(world: World, spell: Cast, found: list[int]) -> None:
    if not found:
        return
    (face,) = await Roll(spell.user, "who_is_struck", (len(found),), "AURA-HOUSE-12") if len(found) > 1 else (1,)
    target = found[face - 1]
    await _strike(world, Cast(spell.user, target, spell.spell, spell.gesture), None, sure=target == spell.user)


def spend_surge(world: World, unit: int, rule: str, source: int | None = None) -> None:
    """AURA-POOL-8: one Surge for the Recovery Value in Aura."""
    lose(world, unit, "surges", 1, rule, source)
    regain_aura(world, unit, recovery_value(world.get(unit, Body)).total, rule, source)
