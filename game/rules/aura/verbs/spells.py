"""Casting: the Cast roll, bolts that seek their target, gusts that push, and mended Aura."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.components import Conditions
from game.kernel.ecs import World
from game.kernel.events import Answered, Used
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, Modifier, add, at_least
from game.rules.aura.budget import Price, lose
from game.rules.aura.checks.guards import armour_rating, coverage, ranged_evasion
from game.rules.aura.checks.numbers import halved, size_index, spell_bonus
from game.rules.aura.checks.powers import recovery_value
from game.rules.aura.checks.rolls import throw
from game.rules.aura.harm.conditions import inflict, lift
from game.rules.aura.harm.damage import roll_dice, scaling
from game.rules.aura.harm.dying import hurt, regain_aura
from game.rules.aura.position.sight import aware
from game.rules.aura.position.space import distances, faces
from game.rules.aura.sheet.entries import Gesture, Spell, Trio
from game.rules.aura.sheet.load import dice_of, sheet_of
from game.rules.aura.state import Body, helpless
from game.rules.aura.verbs import shots
from game.rules.aura.verbs.maneuvers import Leaving, Push, push
from game.rules.aura.verbs.shots import Aim, Shot
from game.systems.field import bodies, cells_of, team

STRAYS, ARCS = 3, 18  # faces of the Cast roll up to which, and from which on, a bolt leaps


class Cast(Struct, frozen=True):
    """A spell that somebody casts: on whom, and whether by gesture."""

    user: int
    target: int
    spell: str
    gesture: bool = False


def price(world: World, spell: str, *, gesture: bool) -> Price:
    """What a version of a spell costs."""
    found = version(sheet_of(world).spells[spell], gesture=gesture)
    return Price(found.energy, found.stamina)


def version(spell: Spell, *, gesture: bool) -> Spell | Gesture:
    """The spell, or its version by gesture."""
    return spell.gesture if gesture and spell.gesture is not None else spell


def trio(world: World, spell: str, *, gesture: bool) -> Trio:
    """How far a version of a spell reaches."""
    return version(sheet_of(world).spells[spell], gesture=gesture).range


def cast_number(world: World, user: int, spell: str) -> Breakdown:
    """AURA-MAGIC-2: what the Cast roll needs; 1 or less succeeds without a roll."""
    level = add(sheet_of(world).spells[spell].level, "spell level", "AURA-MAGIC-2")
    return Breakdown("cast_number", (level, *_less(spell_bonus(world, user, spell))))


def _less(bonus: Breakdown) -> list[Modifier]:
    """What a bonus takes off, line by line."""
    return [Modifier(-line.value, line.label, line.rule) for line in bonus.parts]


def attacks(world: World, spell: str) -> bool:
    """AURA-MAGIC-6: whether a spell is an attack."""
    return not sheet_of(world).spells[spell].mends


def aim(world: World, cast: Cast) -> Aim:
    """AURA-MAGIC-3: the Miss Chance of a spell is 8 − Spell Bonus and the situation's."""
    shot, main = Shot(cast.user, cast.target, cast.spell), sheet_of(world).main
    base, bonus = add(main.numbers.miss, "base", "AURA-MAGIC-3"), spell_bonus(world, cast.user, cast.spell)
    lines = (base, *_less(bonus), *shots.situation(world, shot))
    able = not helpless(world, cast.target) and aware(world, cast.target, cast.user)
    guard = ranged_evasion(world, cast.target, shield=faces(world, cast.target, cast.user)) if able else None
    return Aim(
        miss=Breakdown("miss_chance", lines), guard=guard,
        hit=tuple(shots.hit_sources(world, shot, trio(world, cast.spell, gesture=cast.gesture))),
        defence=tuple(shots.defence_sources(world, shot)), ties="defending" in world.get(cast.target, Conditions),
        crit=main.numbers.critical, slip=main.numbers.slip, coverage=coverage(world, cast.target),
        stand=cells_of(world, cast.user),
    )  # fmt: skip


def harm(world: World, cast: Cast, known: Aim, dice: tuple[int, ...], face: int, *, critical: bool) -> Breakdown:
    """The spell's damage: dice and half the casting ability, armour unless it is ignored."""
    found = sheet_of(world).spells[cast.spell]
    lines: list[Modifier] = [add(sum(dice), "dice", "AURA-MAGIC-3")] if dice else []
    lines.append(add(halved(world.get(cast.user, Body), "intelligence"), "half intelligence", "AURA-HOUSE-20"))
    struck = not critical and face < known.coverage
    if struck and not found.ignores_armour:
        lines.append(add(-armour_rating(world, cast.target).total, "armour", "AURA-RNG-9"))
    lines.append(at_least(0, "AURA-DMG-1"))
    lines += scaling(world, cast.target, found.type, 0, [])
    return Breakdown("damage", tuple(lines))


async def cast_roll(world: World, cast: Cast) -> tuple[bool, int]:
    """AURA-MAGIC-2: whether the spell comes about, and the natural face (0 without a roll)."""
    number = cast_number(world, cast.user, cast.spell)
    need = number.total
    lift(world, cast.user, "defending", "AURA-MAGIC-1")
    if need <= 1:
        return True, 0
    net = -int("dazed" in world.get(cast.user, Conditions))
    face = await throw(world, cast.user, "cast_roll", 20, net, "AURA-MAGIC-2", number)
    if face <= 5:
        inflict(world, cast.user, "unguarded" if face == 1 else "exposed", "AURA-MAGIC-2", cast.user)
    if face < need:
        world.emit(Used(cast.user, "spell_fails", "free", rule="AURA-MAGIC-2"))
    return face >= need, face


async def cast(world: World, spell: Cast, leaving: Leaving | None, known: Aim | None = None) -> None:
    """AURA-FLOOR-10 and MAGIC-6: the Cast roll first, then the Hit roll and what follows.

    `known`: as it was declared, whatever has become of the caster since (INIT-4, by setting).
    """
    await _cast(world, spell, leaving, known)
    if attacks(world, spell.spell):
        lift(world, spell.user, "hidden", "AURA-FACE-7")


async def _cast(world: World, spell: Cast, leaving: Leaving | None, known: Aim | None) -> None:
    fell = spell.user not in bodies(world)
    done, face = await cast_roll(world, spell)
    found = sheet_of(world).spells[spell.spell]
    if found.arcs and 1 <= face <= STRAYS:
        await _jump(world, spell, strays_to(world, spell))
    there = bodies(world)  # a bolt that strayed may have killed
    if not done or spell.target not in there or (spell.user not in there and not fell):
        return
    if found.mends:
        spend_surge(world, spell.target, "AURA-MAGIC-4", spell.user)  # and POOL-7
        return
    near = distances(world, spell.target)
    await _strike(world, spell, leaving, sure=face == 20, known=known)
    if found.arcs and face >= ARCS:
        await _jump(world, spell, arcs_to(world, spell, near))


async def _strike(world: World, spell: Cast, leaving: Leaving | None, *, sure: bool, known: Aim | None = None) -> None:
    """One target: Miss Chance and Hit roll, or a sure hit that ignores armour after a natural 20."""
    known, found = known or aim(world, spell), sheet_of(world).spells[spell.spell]
    face, critical = 20, sure
    if not sure:
        rolled = await shots.evade(world, Shot(spell.user, spell.target, spell.spell), known)
        face = await shots.hit_roll(world, spell.user, spell.target, known, rolled)
        critical = face >= known.crit
        if not shots.finds(known, face, rolled):
            world.emit(Answered(spell.target, spell.user, "evade", (), shots.missed_by(known, face, rolled)))
            return
    if critical:
        world.emit(Used(spell.user, "critical_hit", "free", (spell.target,), rule="AURA-DMG-9"))
    dice = await roll_dice(world, spell.user, dice_of(found.dice) if found.dice else (), 0, "AURA-MAGIC-3")
    number = harm(world, spell, known, dice, face, critical=critical)
    await hurt(world, spell.target, number, "AURA-MAGIC-3", spell.user)
    if found.pushes and spell.target in bodies(world):
        await push(world, Push(spell.user, spell.target, known.stand), gust(world, spell), leaving)


def gust(world: World, spell: Cast) -> int:
    """Metres that an air strike pushes: two fewer for each size above medium, two more below."""
    sizes = list(sheet_of(world).main.sizes)
    base = halved(world.get(spell.user, Body), "intelligence")
    return max(0, base - 2 * (size_index(world, spell.target) - sizes.index("medium")))


def arcs_to(world: World, spell: Cast, metres: dict[int, int]) -> list[int]:
    """Enemies within two metres of the target, dead or alive, to whom a bolt cast with 18 and more may jump.

    `metres` from its target to everybody.
    """
    own = team(world, spell.user)
    return [unit for unit in bodies(world) if unit != spell.target and team(world, unit) != own and metres[unit] <= 2]


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
    target = found[0]
    if len(found) > 1:
        (face,) = await Roll(spell.user, "who_is_struck", (len(found),), "AURA-HOUSE-12")
        target = found[face - 1]
    await _strike(world, Cast(spell.user, target, spell.spell, spell.gesture), None, sure=target == spell.user)


def spend_surge(world: World, unit: int, rule: str, source: int | None = None) -> None:
    """AURA-POOL-8: one Surge for the Recovery Value in Aura."""
    lose(world, unit, "surges", 1, rule, source)
    regain_aura(world, unit, recovery_value(world.get(unit, Body)), rule, source)
