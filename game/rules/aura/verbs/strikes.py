"""One blow: the numbers it is made with, its dice, and what it does (AURA-ATK-11)."""

from __future__ import annotations

from msgspec import Struct

import game.rules.aura.checks.numbers as figures
from game.grid.grid import CellSet
from game.kernel.components import Conditions
from game.kernel.ecs import World
from game.kernel.events import Answered, Gained, PoolChanged, Used
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, Modifier, add, at_least, counting
from game.rules.asking import invite
from game.rules.aura.budget import Price, pay
from game.rules.aura.checks.powers import coverage, evasion, unarmed_evasion
from game.rules.aura.checks.rolls import chance, explode, net_advantage, throw
from game.rules.aura.gear import break_worn, shield_of, weapon, wear_down
from game.rules.aura.harm.conditions import hampered, inflict, lift
from game.rules.aura.harm.dying import done_to, hurt, mercy, roll_dice
from game.rules.aura.house import house
from game.rules.aura.position.sight import aware
from game.rules.aura.position.space import distance, faces
from game.rules.aura.sheet.entries import Weapon
from game.rules.aura.sheet.load import dice_of, sheet_of
from game.rules.aura.state import Span, Wear, helpless
from game.systems.field import cells_of
from game.systems.pools import amount

MANEUVERS = ("trip", "disarm", "restrain", "push")


class Blow(Struct, frozen=True):
    """A melee attack: with what, on whom, and how it is meant."""

    user: int
    target: int
    item: str
    maneuver: str = ""  # trip, disarm, restrain, push; shield aims at the target's shield
    swift: bool = False
    nonlethal: bool = False
    care: int = 0  # steps of −3 Attack Value (AURA-NL-4)
    enhance: tuple[str, ...] = ()
    moving: bool = False  # the target is in the middle of its own movement
    crossing: bool = False  # it crosses the attacker's reach


class Facts(Struct, frozen=True):
    """The numbers of a blow or shot, all of them known before a die falls."""

    value: Breakdown  # what the defence is compared with
    full: int  # the Attack Value without a maneuver's penalty (AURA-MAN-4)
    guard: Breakdown
    combat: tuple[Modifier, ...]  # Advantage and Disadvantage on the Combat roll
    defence: tuple[Modifier, ...]  # and on the Defense roll
    auto: bool  # no Defense roll is possible (AURA-DEF-9)
    ties: bool  # the defender wins them (AURA-ACT-6)
    crit: int  # natural faces from here on are Critical Hits
    slip: int  # natural faces up to here expose the attacker
    exposed: bool  # the target was Exposed before the roll
    coverage: int
    caught: str = ""  # the rule by which the target counts as Surprised by it
    fatal: bool = False  # damage kills outright, but for sparing (AURA-DEATH-9)
    stand: CellSet = 0  # where the attacker stood


class Hit(Struct, frozen=True):
    """How a blow came out."""

    face: int
    hit: bool
    critical: bool = False
    harm: int = 0
    success: bool = False  # a maneuver did what it is for


class Poised(Struct, frozen=True):
    """On a striker who is asked what else its blow does: the blow, and how it came out."""

    blow: Blow
    known: Facts
    hit: Hit


def target_conditions(world: World, blow: Blow) -> set[str]:
    """AURA-ATK-13: what the target is vulnerable to now or was since the attack was declared."""
    span = world.find(blow.target, Span)
    return {item.name for item in world.get(blow.target, Conditions).items} | set(span.names if span else ())


def facts(world: World, blow: Blow) -> Facts:
    """AURA-ATK-2, 8, 9, DEF-4, FACE-3, MAN-2 and 3: everything about a blow but its dice."""
    user, target, found = blow.user, blow.target, weapon(world, blow.item)
    caught, faced = _caught(world, blow), faces(world, target, user)
    vulnerable = target_conditions(world, blow) | ({"surprised", "unguarded", "exposed"} if caught else set())
    numbers, full = sheet_of(world).main.numbers, figures.attack_value(world, user, blow.item)
    penalties = counting(
        (blow.maneuver in MANEUVERS, -numbers.maneuver, "Combat Maneuver", "AURA-MAN-3"),
        (blow.care, -numbers.care * blow.care, "care to spare", "AURA-NL-4"),
    )
    exposing = found.exposing + figures.style_sum(world, user, "exposing", blow.item)
    warded = evasion(world, target, heavy=found.heavy, shield=blow.maneuver != "shield")
    return Facts(
        value=full.plus(*penalties), full=full.total, guard=warded if faced else unarmed_evasion(world, target),
        combat=tuple(_on_combat(world, blow, found)),
        defence=tuple(_on_defence(world, blow, vulnerable, faced=faced)),
        auto=helpless(world, target) or bool(caught), ties="defending" in world.get(target, Conditions),
        crit=numbers.critical - found.precise, slip=max(1, numbers.slip + exposing), exposed="exposed" in vulnerable,
        coverage=coverage(world, target).total, caught=caught, fatal=_coup(world, blow, found),
        stand=cells_of(world, user),
    )  # fmt: skip


def _on_combat(world: World, blow: Blow, found: Weapon) -> list[Modifier]:
    near = distance(world, blow.user, blow.target) < figures.reach_of(world, blow.user, blow.item)
    close = blow.item != "unarmed" and near and not found.versatile
    lines = hampered(world.get(blow.user, Conditions), "dazed", "blinded")
    return lines + counting((close, -1, "too close", "AURA-GEAR-2"))


def _on_defence(world: World, blow: Blow, vulnerable: set[str], *, faced: bool) -> list[Modifier]:
    covered = blow.maneuver in MANEUVERS and not blow.swift and "exposed" not in vulnerable
    shielded = blow.crossing and shield_of(world, blow.target) is not None and faced
    return hampered(vulnerable, "prone", "dazed", "blinded", "surprised") + counting(
        (not faced, -1, "not faced", "AURA-FACE-3"),
        (covered, 1, "not exposed", "AURA-MAN-2"),
        (shielded, 1, "shield against a Swift Attack", "AURA-GEAR-13"),
    )


def _caught(world: World, blow: Blow) -> str:
    """AURA-UNC-1 and SURP-4: who sleeps, is unconscious or has no inkling counts as Surprised by the blow."""
    items = world.get(blow.target, Conditions)
    if "unconscious" in items or "asleep" in items:
        return "AURA-UNC-1"
    hidden = not aware(world, blow.target, blow.user)
    return "AURA-SURP-4" if hidden and distance(world, blow.user, blow.target) <= 1 else ""


# Damage


def harm(
    world: World, blow: Blow, known: Facts, dice: tuple[int, ...], face: int, *, critical: bool, extra: int = 0
) -> Breakdown:
    """AURA-DMG-1: dice, additions, armour, not below 0, then what doubles and halves."""
    found = weapon(world, blow.item)
    lines = _base(world, blow, dice) + counting((extra, extra, "opportunist strike", "AURA-ATK-7"))
    armour = "AURA-ATK-9" if not critical and face < known.coverage else ""  # DMG-9, GEAR-18
    return done_to(world, blow.target, found, blow.enhance, lines, dice, armour, _halves(world, blow, found))


def _base(world: World, blow: Blow, dice: tuple[int, ...]) -> list[Modifier]:
    if blow.item == "unarmed":
        return [add(max(1, figures.melee_attack_bonus(world, blow.user).total), "MASAB", "AURA-UNARM-4")]
    return [
        add(sum(dice), "dice", "AURA-ATK-10"),
        add(figures.melee_damage_bonus(world, blow.user).total, "MASDB", "AURA-ATK-3"),
    ]


def _halves(world: World, blow: Blow, found: Weapon) -> list[Modifier]:
    unfit = Modifier(2, "not proficient", "AURA-MPL-2", "divide")
    return [] if figures.proficient(world, blow.user, found.mpr) else [unfit]


# Resolving


async def resolve(world: World, blow: Blow, known: Facts) -> Hit:
    """AURA-ATK-11 from the Combat roll on: one atom that nothing interrupts (AURA-INT-4)."""
    end_guard(world, blow.user)
    if blow.maneuver in MANEUVERS and not blow.swift and not known.exposed:
        inflict(world, blow.user, "unguarded", "AURA-MAN-2", blow.user)
    if known.caught:
        inflict(world, blow.target, "surprised", known.caught, blow.user, "round")
    spend_enhancements(world, blow.user, blow.enhance)
    face = await throw(world, blow.user, "combat_roll", 20, net_advantage(known.combat), "AURA-ATK-5", known.value)
    critical = face >= known.crit
    expose(world, blow.user, blow.target, face, known.slip, known.crit, "AURA-ATK-6")
    hit = await _hits(world, blow, known, face, critical=critical)
    if not hit:
        return Hit(face, hit=False)
    if critical:
        world.emit(Used(blow.user, "critical_hit", "free", (blow.target,), rule="AURA-DMG-9"))
    dealt = 0 if blow.maneuver else await deal(world, blow, known, face, critical=critical)
    return Hit(face, hit=True, critical=critical, harm=dealt)


def expose(world: World, user: int, target: int, face: int, slip: int, crit: int, rule: str) -> None:
    """AURA-ATK-6, RNG-8 and DMG-9: an attacker that slips is Exposed, and whoever is hit critically."""
    if face <= slip:
        inflict(world, user, "exposed", "AURA-COND-6" if face == 1 else rule, user, "next_round")
    if face >= crit:
        inflict(world, target, "exposed", "AURA-DMG-9", user)


def end_guard(world: World, unit: int) -> None:
    """AURA-ATK-14: attacking ends Defending, and hiding."""
    lift(world, unit, "defending", "AURA-ATK-14")
    lift(world, unit, "hidden", "AURA-FACE-7")


def spend_enhancements(world: World, unit: int, names: tuple[str, ...]) -> None:
    """AURA-INC-6: the Stamina that makes an attack better is spent with its roll."""
    for name in names:
        pay(world, unit, Price(stamina=sheet_of(world).abilities[name].stamina), "AURA-INC-6")


async def _hits(world: World, blow: Blow, known: Facts, face: int, *, critical: bool) -> bool:
    """AURA-ATK-6 and 8, DEF-9: a natural 1 misses, a Critical Hit hits, else value against defence."""
    if face == 1 and not (known.auto and house(world).auto_hit_beats_fumble):
        world.emit(Answered(blow.target, blow.user, "evade", (known.value,), "AURA-ATK-6"))
        return False
    if critical or known.auto:
        return True
    need = known.value.total + (0 if known.ties or blow.maneuver == "shield" else 1)  # AURA-GEAR-14
    net, rungs = net_advantage(known.defence), ((-99, "hit", "AURA-ATK-8"), (need, "missed", "AURA-ATK-8"))
    rolled = await explode(world, blow.target, "evasion_roll", 10, net, known.guard, "AURA-DEF-3", lambda: rungs)
    if rolled >= need:
        rule = "AURA-ACT-6" if rolled == known.value.total else "AURA-ATK-8"
        world.emit(Answered(blow.target, blow.user, "evade", (known.value,), rule))
    return rolled < need


async def deal(world: World, blow: Blow, known: Facts, face: int, *, critical: bool) -> int:
    """AURA-NL-8, ATK-10 and DEATH-9: whether it spares the life, the damage, and what comes of it."""
    found = weapon(world, blow.item)
    spares = blow.nonlethal and await _spares(world, blow)
    sizes, extra = dice_of(figures.damage_dice(world, blow.user, blow.item)), 0
    dice = await roll_dice(world, blow.user, sizes, found.brutal, "AURA-ATK-10")
    if figures.has(world, blow.user, "opportunist_strike") and (known.exposed or critical):
        extra = await throw(world, blow.user, "damage_roll", 4, 0, "AURA-ATK-7")
    if face == 20 and found.devastate:
        break_worn(world, blow.target)
    number = harm(world, blow, known, dice, face, critical=critical, extra=extra)
    await hurt(world, blow.target, number, "AURA-ATK-10", blow.user, nonlethal=spares, fatal=known.fatal and not spares)
    return number.total


def _coup(world: World, blow: Blow, found: Weapon) -> bool:
    """AURA-DEATH-9: an edge, right beside somebody helpless without Aura."""
    edged = blow.item != "unarmed" and found.group != "blunt"
    if not house(world).coup_de_grace or not edged or distance(world, blow.user, blow.target) > 1:
        return False
    return helpless(world, blow.target) and not amount(world, blow.target, "aura")


async def _spares(world: World, blow: Blow) -> bool:
    """AURA-NL-2 to 4: whether a blow meant to spare does."""
    need = mercy(world, weapon(world, blow.item).group, blow.care)
    spared = need <= 1 or await chance(world, blow.user, need, "AURA-NL-3")
    if not spared:
        world.emit(Gained(blow.target, "lethal_after_all", blow.user, "AURA-NL-3"))
    return spared


async def strike_shield(world: World, blow: Blow, known: Facts, face: int) -> None:
    """AURA-GEAR-9 and 14: damage beyond its hardness eats a shield's durability."""
    held = shield_of(world, blow.target)
    if held is None:
        return
    (item, shield), found = held, weapon(world, blow.item)
    sizes = dice_of(figures.damage_dice(world, blow.user, blow.item))
    dice = await roll_dice(world, blow.user, sizes, found.brutal, "AURA-GEAR-14")
    lines = [*_base(world, blow, dice), add(-shield.hardness, "hardness", "AURA-GEAR-14"), at_least(0, "AURA-GEAR-14")]
    if found.devastate:  # what multiplies comes after what is taken off (AURA-DMG-1 and 7)
        lines.append(Modifier(2, "devastating", "AURA-GEAR-9", "times"))
    lines += _halves(world, blow, found)
    number = Breakdown("shield_damage", tuple(lines))
    before = shield.durability - dict(world.get(blow.target, Wear).damage).get(item, 0)
    after = 0 if face == 20 and found.devastate else max(0, before - number.total)
    wear_down(world, blow.target, item, after)
    world.emit(PoolChanged(blow.target, "durability", before, after, "damage", blow.user, (number,), "AURA-GEAR-14"))
    if not after:
        world.emit(Gained(blow.target, "broken_shield", blow.user, "AURA-GEAR-10"))


async def also_harm(world: World, blow: Blow, known: Facts, hit: Hit) -> bool:
    """AURA-GEAR-8: whether a maneuver with a weapon made for it also does damage."""
    found = weapon(world, blow.item)
    if not {"trip": found.trip, "disarm": found.disarm}.get(blow.maneuver):
        return False
    world.put(blow.user, Poised(blow, known, hit))
    option = await invite(world, blow.user, "also_harm", [Action("harm", what=blow.item)])
    world.drop(blow.user, Poised)
    return option is not None
