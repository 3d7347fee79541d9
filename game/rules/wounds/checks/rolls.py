"""Bonuses and Defenses with their lines, and the two kinds of roll (WOUNDS-CORE, ATK-3 to 16, DEF)."""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.components import Gear, Position
from game.kernel.ecs import World
from game.kernel.events import Rolled, Struck
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, Modifier, add, counting
from game.rules.odds import Dist, dice
from game.rules.wounds.budget import change_initiative, exhausted
from game.rules.wounds.gear import weapon
from game.rules.wounds.position.cover import LABELS, cover
from game.rules.wounds.position.flanks import flanked
from game.rules.wounds.position.ground import climbing, effect, grade, in_deep, swimming, underwater
from game.rules.wounds.position.space import mount_of, sharing
from game.rules.wounds.sheet import Ordinary, Wild, sheet_of
from game.rules.wounds.state import Harried, Ignoring, body, immobile, level_of, severity
from game.systems.conditions import holds
from game.systems.field import board_of

DEFENSES = ("melee", "ranged", "power", "agility", "fortitude", "willpower")
# Attribute, skill, rule of the check, rule of the Defense, and how size counts (WOUNDS-ATK-6 to 9, DEF-6 to 9)
_SKILLED = {
    "power": ("Str", "Athletics", "WOUNDS-ATK-6", "WOUNDS-DEF-6", 1),
    "agility": ("Dex", "Reflex", "WOUNDS-ATK-7", "WOUNDS-DEF-7", -1),
    "fortitude": ("Vit", "Resistance", "WOUNDS-ATK-8", "WOUNDS-DEF-8", 0),
    "willpower": ("Prs", "Resistance", "WOUNDS-ATK-9", "WOUNDS-DEF-9", 0),
}


def terms(world: World, unit: int, attribute: str, skill: str, spec: str, rule: str) -> list[Modifier]:
    """WOUNDS-CORE-1: attribute, skill and specialisation, those that are 0 left out but for the attribute."""
    own = body(world, unit)
    rank, special = own.rank(skill), own.rank(skill, spec) if spec else 0
    ranks = counting((rank, rank, skill.lower(), rule), (special, special, spec.lower(), rule))
    return [add(own.attribute(attribute), attribute, rule), *ranks]


def burdens(world: World, unit: int, *, hurt: bool = True) -> Sequence[Modifier]:
    """What makes all checks of a unit worse: its wounds (WOUNDS-HD-20), exhaustion (HD-23), poison (HD-29)."""
    return world.derive_own(unit, ("burdens", hurt), lambda world: _burdens(world, unit, hurt=hurt))


def _burdens(world: World, unit: int, *, hurt: bool) -> Sequence[Modifier]:
    main = sheet_of(world).main
    worst, poison = main.wounded[severity(world, unit)] if hurt else 0, level_of(world, unit, "poisoned")
    return counting(
        (worst, worst, "wounded", "WOUNDS-HD-20"),
        (exhausted(world, unit), main.numbers.exhausted, "exhausted", "WOUNDS-HD-23"),
        (poison, -poison, "poisoned", "WOUNDS-HD-29"),
    )


def check(
    world: World,
    unit: int,
    what: str,
    attribute: str,
    skill: str = "",
    spec: str = "",
    *,
    rule: str = "WOUNDS-CORE-1",
    hurt: bool = True,
    worn: bool = False,
) -> Breakdown:
    """The bonus of an ordinary check; `worn` counts what the armour does to jumping, climbing, swimming, hiding."""
    lines = [*terms(world, unit, attribute, skill, spec, rule), *burdens(world, unit, hurt=hurt)]
    armour = sheet_of(world).armour[body(world, unit).armour]
    clumsy = counting((worn and armour.check, armour.check, armour.title.lower(), "WOUNDS-HD-11"))
    return Breakdown(what, (*lines, *clumsy))


def combat_check(world: World, unit: int, name: str, against: int | None = None) -> Breakdown:
    """WOUNDS-ATK-6 to 10: a Power, Agility, Fortitude or Willpower check, against a creature or a bare number."""
    attribute, skill, rule, _, sign = _SKILLED[name]
    lines = [*terms(world, unit, attribute, skill, name.capitalize(), rule), *_size(world, unit, sign, rule)]
    lines += burdens(world, unit)
    if against is not None:
        lines += situation(world, unit, against, ranged=False)
    return Breakdown(f"{name}_check", tuple(lines))


def weapon_check(world: World, unit: int, key: str, *, ranged: bool) -> Sequence[Modifier]:
    """WOUNDS-ATK-3 and 4: Dex, Melee or Aim, the weapon's group, its accuracy."""
    known = ("weapon check", key, ranged)
    return world.derive_own(unit, known, lambda world: _weapon_check(world, unit, key, ranged=ranged))


def _weapon_check(world: World, unit: int, key: str, *, ranged: bool) -> Sequence[Modifier]:
    arm = weapon(world, key)
    group = "Thrown" if ranged and arm.kind == "melee" else arm.group
    rule = "WOUNDS-ATK-4" if ranged else "WOUNDS-ATK-3"
    found = terms(world, unit, "Dex", "Aim" if ranged else "Melee", group, rule)
    return found + counting((arm.accuracy, arm.accuracy, arm.title.lower(), rule))


def situation(world: World, unit: int, target: int, *, ranged: bool, place: int | None = None) -> list[Modifier]:
    """WOUNDS-ATK-13 to 15: what target, ground and own state do to an attack or combat check. `place` is the unit in
    whose space the target counts as standing, if that is not its own."""
    table, column = sheet_of(world).main.modifiers, int(ranged)
    found = _cover_and_posture(world, unit, target, column, target if place is None else place)
    if unit in world.get(target, Ignoring).ignored:
        found.append(add(table["rear_attack"][column], "from behind", "WOUNDS-POS-6"))
    elif flanked(world, target):
        found.append(add(table["target_flanked"][column], "target flanked", "WOUNDS-POS-4"))
    return [*found, *own_state(world, unit)]


def own_state(world: World, unit: int) -> list[Modifier]:
    """What a unit's own state does to all its attacks."""
    numbers = sheet_of(world).numbers
    return counting(
        (holds(world, unit, "prone"), numbers.prone, "prone", "WOUNDS-HD-22"),
        (sharing(world, unit), numbers.sharing, "sharing a space", "WOUNDS-ACT-14"),
        (holds(world, unit, "distracted"), numbers.distracted, "distracted", "WOUNDS-HIND-2"),
    )


def harrying(world: World, unit: int) -> list[Modifier]:
    """WOUNDS-REACT-3 and 4: what harriers do to ranged attacks this round."""
    by = world.get(unit, Harried).by
    return counting((by, sheet_of(world).numbers.harried * len(by), "harried", "WOUNDS-REACT-3"))


def _cover_and_posture(world: World, unit: int, target: int, column: int, place: int) -> list[Modifier]:
    """WOUNDS-ATK-14: of the penalties for cover and posture only the larger counts; bonuses add."""
    table = sheet_of(world).main.modifiers
    found: list[Modifier] = []
    grade = cover(world, unit, place)
    if 1 <= grade <= 4 and table[f"cover_{grade}"][column]:
        found.append(add(table[f"cover_{grade}"][column], LABELS[grade], "WOUNDS-COVER-1"))
    for name, rule in (("prone", "WOUNDS-COND-1"), ("crouching", "WOUNDS-COND-2")):
        if holds(world, target, name):
            found.append(add(table[f"target_{name}"][column], f"target {name}", rule))
    penalties = [part for part in found if part.value < 0]
    worst = min(penalties, key=lambda part: part.value, default=None)
    return [part for part in found if part.value > 0 or part is worst]


def defense(world: World, unit: int, name: str, against: int | None = None) -> Breakdown:
    """WOUNDS-DEF-1 to 10: a Defense as it is now; `against` is who attacks. Those that take speed are low for the
    immobile (DEF-5, 10) and under water (ENV-1)."""
    numbers, weapon_used = sheet_of(world).numbers, name in ("melee", "ranged")
    if (weapon_used or name == "agility") and (immobile(world, unit) or underwater(world, unit)):
        rule = "WOUNDS-DEF-10" if immobile(world, unit) else "WOUNDS-ENV-1"
        lines = [add(5, "immobile", rule), *_size(world, unit, -1, "WOUNDS-DEF-5")]
    elif weapon_used:
        lines = [*world.derive_own(unit, ("weapon defense", name), _weapon_defense, unit, name)]
    else:
        attribute, skill, _, rule, sign = _SKILLED[name]
        lines = [add(10, "base", rule), *terms(world, unit, attribute, skill, name.capitalize(), rule)]
        lines += _size(world, unit, sign, rule)
    mounted = name == "melee" and against is not None and in_the_saddle(world, unit, against)
    lines += counting(
        (weapon_used and sharing(world, unit), numbers.sharing, "sharing a space", "WOUNDS-ACT-14"),
        (holds(world, unit, "distracted"), numbers.distracted, "distracted", "WOUNDS-HIND-2"),
        (mounted, numbers.mounted, "mounted", "WOUNDS-MOUNT-3"),
    )
    return Breakdown(f"{name}_defense", tuple(lines))


def _size(world: World, unit: int, sign: int, rule: str) -> list[Modifier]:
    size = sign * body(world, unit).size
    return counting((size, size, "size", rule))


def _weapon_defense(world: World, unit: int, name: str) -> list[Modifier]:
    """WOUNDS-DEF-2 to 4: Speed and Reason together are at least −5; blocks of what is held."""
    own, rule = body(world, unit), "WOUNDS-DEF-2" if name == "melee" else "WOUNDS-DEF-3"
    wits = own.attribute("Spd") + own.attribute("Rsn")
    lines = [add(10, "base", rule), *_size(world, unit, -1, rule)]
    lines.append(add(max(-5, wits), "Spd + Rsn", rule if wits >= -5 else "WOUNDS-DEF-4"))
    weapons = sheet_of(world).weapons
    arms = (weapons[key] for key in (*world.get(unit, Gear).held, *own.natural) if key in weapons)
    blocks = [arm for arm in arms if arm.block and (name == "melee" or arm.defensive)]
    return [*lines, *(add(arm.block, arm.title.lower(), rule) for arm in blocks)]


def better_defense(world: World, unit: int) -> str:
    """Power or Agility, whichever is higher: WOUNDS-ACT-13, GRAP-6, HIND-3."""
    agile = defense(world, unit, "agility").total > defense(world, unit, "power").total
    return "agility" if agile else "power"


def in_the_saddle(world: World, rider: int, foe: int) -> bool:
    """WOUNDS-MOUNT-3: against those smaller than the mount, unless their own mount is as large."""
    mount = mount_of(world, rider)
    if mount is None:
        return False
    other, size = mount_of(world, foe), body(world, mount).size
    return body(world, foe).size < size and (other is None or body(world, other).size < size)


def toughness(world: World, unit: int, *, piercing: int = 0, bypass: bool = False) -> Breakdown:
    """WOUNDS-WND-5 and 6: Vitality + Size + armour + spells; what pierces ignores some of the armour's part."""
    known = ("toughness", piercing, bypass)
    return world.derive_own(unit, known, lambda world: _toughness(world, unit, piercing=piercing, bypass=bypass))


def _toughness(world: World, unit: int, *, piercing: int, bypass: bool) -> Breakdown:
    own, sheet = body(world, unit), sheet_of(world)
    lines = [add(own.attribute("Vit"), "Vit", "WOUNDS-WND-5"), *_size(world, unit, 1, "WOUNDS-WND-5")]
    armour = sheet.armour[own.armour]
    counts = armour.toughness and not bypass
    lines += counting(
        (counts, armour.toughness, armour.title.lower(), "WOUNDS-WND-5"),
        (counts and piercing, -min(piercing, armour.toughness), "armour piercing", "WOUNDS-HD-11"),
    )
    spells = [name for name in ("warded", "stone_skin") if holds(world, unit, name)]
    lines += [add(2, name.replace("_", " "), sheet.main.conditions[name].rule) for name in spells]
    return Breakdown("toughness", tuple(lines))


def base_toughness(world: World, unit: int) -> Breakdown:
    """WOUNDS-WND-6: what attacks that bypass armour meet."""
    return Breakdown("base_toughness", toughness(world, unit, bypass=True).parts)


def hold_bonus(world: World, unit: int, penalty: int = 0) -> Breakdown:
    """The Str check that keeps one afloat, brings one up again, or keeps one on the wall."""
    spec = "Swimming" if in_deep(world, unit) else "Climbing"
    found = check(world, unit, "hold_check", "Str", "Athletics", spec, rule="WOUNDS-ENV-7", worn=True)
    return found.plus(*counting((penalty, penalty, "wound", "WOUNDS-ENV-8")))


def hold_tn(world: World, unit: int) -> int:
    """WOUNDS-HD-14: by how rough the water or how hard the wall is."""
    board, cell, tn = board_of(world), world.get(unit, Position).cell, sheet_of(world).main.tn
    if in_deep(world, unit):
        return tn.swim[next((word for word in ("rapids", "choppy") if effect(board, word) >> cell & 1), "calm")]
    return tn.climb[grade(board, "cliff", cell, "wall")]


def wild_dice(world: World) -> Dist:
    """The sum of a wild roll's dice."""
    spec = sheet_of(world).main.dice.wild
    return dice(*spec.dice) + spec.offset


def ordinary_dice(world: World) -> Dist:
    """What the dice of an ordinary check come to."""
    spec = sheet_of(world).main.dice.ordinary
    return dice(*spec.dice) + spec.offset


async def wild(world: World, unit: int, why: str, bonus: Breakdown, rule: str, *targets: int) -> int:
    """WOUNDS-CORE-2, INIT-7 and 8: a wild roll's result; by critical dice initiatives move whether it hits or not."""
    spec, by = sheet_of(world).main.dice.wild, sheet_of(world).numbers.critical
    total, natural = await _throw(world, unit, why, bonus, spec, rule)
    if natural >= spec.success:
        change_initiative(world, unit, by, "WOUNDS-INIT-7")
        for target in targets:
            change_initiative(world, target, -by, "WOUNDS-INIT-7", unit)
    elif natural <= spec.failure:
        change_initiative(world, unit, -by, "WOUNDS-INIT-8")
    return total


async def ordinary(world: World, unit: int, why: str, bonus: Breakdown, rule: str = "WOUNDS-HD-1") -> int:
    """An ordinary check's result."""
    total = await _throw(world, unit, why, bonus, sheet_of(world).main.dice.ordinary, rule)
    return total[0]


async def _throw(
    world: World, unit: int, why: str, bonus: Breakdown, spec: Wild | Ordinary, rule: str
) -> tuple[int, int]:
    faces = await Roll(unit, why, spec.dice, rule)
    scale = counting((spec.offset, spec.offset, "scale", "WOUNDS-HD-1"))
    result = Breakdown(bonus.what, (add(sum(faces), "dice", rule), *scale, *bonus.parts))
    world.emit(Rolled(unit, why, spec.dice, faces, (result,), rule))
    return result.total, sum(faces)


def steps_beyond(margin: int, per: int) -> int:
    """WOUNDS-CORE-4: how many times `per` the margin holds."""
    return max(0, margin // per)


def judge(world: World, unit: int, target: int, what: str, ok: bool, rule: str) -> bool:  # noqa: FBT001  a value
    """Say how a check came out, and hand it on."""
    world.emit(Struck(unit, target, what, "success" if ok else "failure", (), rule))
    return ok


async def hold_on(world: World, unit: int, penalty: int = 0) -> bool:
    """WOUNDS-ENV-7 and 8: whether a swimmer or climber keeps its hold; those at home there do not throw."""
    if not clings(world, unit):
        return True
    tn = hold_tn(world, unit)
    return await ordinary(world, unit, "hold_on", hold_bonus(world, unit, penalty), "WOUNDS-ENV-7") >= tn


def clings(world: World, unit: int) -> bool:
    """Whether a unit swims or climbs without being at home there."""
    water = swimming(world, unit)
    return (water or climbing(world, unit)) and ("swim" if water else "climb") not in body(world, unit).modes
