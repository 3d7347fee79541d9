"""Attacks and Abilities that the acting unit may use now, and on whom."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.rules.vitality import powers, summoning
from game.rules.vitality.figures import attacks_granted, defence, one_handed
from game.rules.vitality.ground import dreaded
from game.rules.vitality.reasons import Found, cell_option, short
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.sight import distance, hidden_from, look, targetable, visible
from game.rules.vitality.state import Turn, Unloaded, body, has, pool
from game.rules.vitality.strike import Attack, ability_of, final_blow, next_targets, weapon_attack
from game.rules.vitality.who import charmed_by, foes, friendly, is_thing, living
from game.systems.field import board_of


def attack_price(world: World, unit: int) -> int:
    """VITALITY-ACT-2: nothing while attacks are banked, else the price of the Attack action."""
    return 0 if world.get(unit, Turn).banked else numbers_of(world).attack_ap


def weapon_offer(world: World, unit: int, verb: str) -> Found:
    reasons = short(world, unit, attack_price(world, unit))
    if has(world, unit, "stunned"):
        reasons = [Reason("reason_stunned", "VITALITY-COND-9")]  # what was paid before does not help either
    return ([], reasons) if reasons else weapon_options(world, unit, verb)


def weapon_options(world: World, unit: int, verb: str) -> Found:
    """VITALITY-ATK-10, GEAR-7, GEAR-10: targets in range that can be aimed at, costs aside."""
    weapon = sheet_of(world).weapons[verb.removeprefix("throw_")]
    if verb in world.get(unit, Unloaded).items:
        return [], [Reason("reason_unloaded", "VITALITY-GEAR-10")]
    thrown = verb.startswith("throw_")
    metres = weapon.thrown if thrown else weapon.melee or weapon.range
    found = [
        other for other in strikeable(world, unit, metres) if not thrown or distance(world, unit, other) > weapon.melee
    ]
    if not found:
        if thrown and strikeable(world, unit, min(metres, weapon.melee)):
            return [], [Reason("reason_too_near", "VITALITY-GEAR-8")]
        return [], _nobody(world, unit, metres)
    banked = world.get(unit, Turn).banked or attacks_granted(world, unit)
    hands = [off for off in ("main", "off") if off in banked and (off == "main" or _second(world, unit, verb))]
    if not world.get(unit, Turn).banked:
        hands = ["main"]
    options: list[Option] = []
    for other in found:
        for hand in hands:
            options += _variants(world, unit, verb, other, off=hand == "off")
    return options, [] if options else [Reason("reason_banked", "VITALITY-ACT-3")]


def _second(world: World, unit: int, verb: str) -> bool:
    """Whether the weapon can serve as an off-hand one: one of two one-handed ones in hand."""
    return verb.removeprefix("throw_") in one_handed(world, unit)


def _variants(world: World, unit: int, verb: str, target: int, *, off: bool) -> Iterator[Option]:
    """The attack plain and with each Maneuver that can be paid (ACT-41), and non-lethal where that matters (NL-1)."""
    sheet = sheet_of(world)
    base = f"{verb} {target}" + (" off" if off else "")
    label = sheet.titles[verb]
    ways = [(base, "VITALITY-ATK-1")]
    for key in body(world, unit).abilities:
        entry = sheet.abilities[key]
        if entry.kind == "maneuver" and pool(world, unit, "wp") >= entry.wp and not is_thing(world, target):
            ways.append((f"{base} {key}", "VITALITY-ACT-41"))
    for way, rule in ways:
        yield Option(way, label, unit=target, rule=rule)
        if could_fell(world, weapon_attack(world, unit, way.split(), off=off), target):
            yield Option(f"{way} gentle", label, unit=target, rule="VITALITY-NL-1")


def could_fell(world: World, attack: Attack, target: int) -> bool:
    """Whether the attack might bring a creature below 1 Vitality: the target, or whom a miss goes on to."""
    if is_thing(world, target):
        return False
    entry = ability_of(world, attack)
    steps = powers.upcast_steps(world, attack.user, entry) if entry is not None else 0
    strongest = changed(attack, upcast=steps)
    after = next_targets(world, attack, target, look(world, attack.user, target))
    return any(_fells(world, strongest, each) for each in (target, *after) if not is_thing(world, each))


def _fells(world: World, attack: Attack, target: int) -> bool:
    """Whether the highest damage that there can be, of a critical hit, is enough."""
    found = final_blow(world, attack, target, crit=True)
    most = sum(found.dice()) + sum(line.value for part in found.parts for line in part.flat)
    most -= min([0, *(defence(world, target, part.kind, None).total for part in found.parts)])  # ARMOR-3
    if body(world, target).vulnerable:
        most += most // 2
    return most > pool(world, target, "vitality") + pool(world, target, "temp_vitality") - 1


def strikeable(world: World, unit: int, metres: int) -> list[int]:
    """Enemies and things in range, aimed at (ATK-10), whom no charm protects (COND-14)."""
    found = []
    for other in living(world):
        if other == unit or friendly(world, unit, other) or distance(world, unit, other) > metres:
            continue
        if targetable(world, unit, other) and not charmed_by(world, unit, other):
            found.append(other)
    return found


def _nobody(world: World, unit: int, metres: int) -> list[Reason]:
    """Why nobody can be aimed at."""
    known = [other for other in foes(world, unit) if not hidden_from(world, other, unit)]
    near = [other for other in known if distance(world, unit, other) <= metres]
    if any(charmed_by(world, unit, other) for other in near):
        return [Reason("reason_charmed", "VITALITY-COND-14")]
    if any(not visible(world, unit, other) for other in near):
        return [Reason("reason_covered", "VITALITY-COVER-7")]
    return [Reason("reason_out_of_range", "VITALITY-ATK-10")]


def attack_offer(world: World, unit: int, verb: str) -> Found:
    """VITALITY-ACT-1 and 2: the permission alone, to be used later in the turn."""
    if world.get(unit, Turn).banked:
        return [], [Reason("reason_banked", "VITALITY-ACT-2")]
    reasons = short(world, unit, numbers_of(world).attack_ap)
    return ([], reasons) if reasons else ([Option("attack", rule="VITALITY-ACT-2")], [])


def ability_offer(world: World, unit: int, verb: str) -> Found:
    entry = sheet_of(world).abilities[verb]
    reasons = short(world, unit, entry.ap)
    if pool(world, unit, "wp") < entry.wp:
        reasons.append(Reason("reason_wp", "VITALITY-ECON-8"))
    return ([], reasons) if reasons else ability_options(world, unit, verb)


def ability_options(world: World, unit: int, verb: str) -> Found:
    """Where an Ability may be used now, costs aside."""
    entry, grid = sheet_of(world).abilities[verb], board_of(world).grid
    rams = list[int]()
    if entry.teleport and has(world, unit, "blinded"):
        return [], [Reason("reason_blinded", "VITALITY-COND-10")]  # TELE-5: it must see where to
    if entry.kind == "self":
        far = entry.teleport + entry.up_metres * powers.upcast_steps(world, unit, entry)
        spots = powers.landings(world, unit, unit, far)
        nearer = dreaded(world, unit)
        spots = [cell for cell in spots if not nearer >> cell & 1]
        rams = [cell for cell in powers.rams(world, unit, far) if not nearer >> cell & 1]
    elif entry.kind == "summon":
        if not summoning.room_for_more(world, unit, entry):
            return [], [Reason("reason_enough", "VITALITY-ACT-32")]
        spots = powers.landings(world, unit, unit, entry.range)
    elif entry.radius or entry.line:
        spots = powers.spots(world, unit, entry)
    else:
        options = []
        for other in powers.targets(world, unit, entry):
            options.append(Option(f"{verb} {other}", entry.title, unit=other, rule="VITALITY-ACT-41"))
            attack = Attack(unit, verb, ability=True, ranged=True)
            if entry.kind == "attack" and could_fell(world, attack, other):
                options.append(Option(f"{verb} {other} gentle", entry.title, unit=other, rule="VITALITY-NL-1"))
        return options, [Reason("reason_out_of_range", "VITALITY-ATK-10")]
    options = [cell_option(grid, verb, entry.title, cell, "VITALITY-ACT-41") for cell in spots]
    options += [Option(f"{verb} {grid.name(c)} into", entry.title, cell=c, rule="VITALITY-TELE-1") for c in rams]
    return options, [Reason("reason_out_of_range", "VITALITY-ATK-10")]
