"""What attacks, spells and contests are made of, with all numbers and exact odds (WOUNDS-ATK, DEF, HIND, GRAP, WND)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Literal, cast

from msgspec import Struct

from game.kernel.ecs import World, derived
from game.kernel.events import Attacked
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, Modifier, add, counting
from game.rules.joint import Joint, merge
from game.rules.odds import dice, die
from game.rules.wounds.bonds import opponents, pinners
from game.rules.wounds.checks import rolls
from game.rules.wounds.gear import increments, weapon
from game.rules.wounds.position.ground import underwater
from game.rules.wounds.position.space import distances, gap, seen
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Grapple, Opening, body, landing
from game.systems.conditions import holds

Mode = Literal["standard", "quick", "strong", "nonlethal", "rebuff", "grapple"]

GUARDS = ("power", "agility", "fortitude", "willpower")
_RULES: dict[Mode, str] = {
    "standard": "WOUNDS-ACT-1", "quick": "WOUNDS-ACT-2", "strong": "WOUNDS-ACT-3", "nonlethal": "WOUNDS-ACT-4",
    "rebuff": "WOUNDS-REACT-1", "grapple": "WOUNDS-GRAP-1",
}  # fmt: skip


class Blow(Struct, frozen=True):
    """One attack with a weapon: `ranged` is a shot or a throw."""

    unit: int
    target: int
    key: str
    mode: Mode = "standard"
    ranged: bool = False
    instead: int | None = None  # in whose space the target counts as standing (WOUNDS-GRAP-6)

    @property
    def place(self) -> int:
        """The unit in whose space the target counts as standing."""
        return self.target if self.instead is None else self.instead

    @property
    def against(self) -> str:
        """WOUNDS-DEF-1: the Defense it is aimed at."""
        return "ranged" if self.ranged else "melee"


@derived()
def attack_bonus(world: World, blow: Blow) -> Breakdown:
    """WOUNDS-ATK-3, 4 and 13 to 15: what is added to the dice; the range (HD-10) and harriers (REACT-3) of a shot, the
    saddle (MOUNT-3), water (ENV-3), how near (HD-9) and how gently (ACT-4) one strikes."""
    lines = [*rolls.weapon_check(world, blow.unit, blow.key, ranged=blow.ranged), *rolls.burdens(world, blow.unit)]
    lines += rolls.situation(world, blow.unit, blow.target, ranged=blow.ranged, place=blow.place)
    if blow.ranged:
        begun = too_far(world, blow)
        lines += [*counting((begun > 0, -begun, "range", "WOUNDS-HD-10")), *rolls.harrying(world, blow.unit)]
    else:
        numbers = sheet_of(world).numbers
        lines += [] if blow.mode == "rebuff" else crowding(world, blow.unit, blow.place, blow.key)
        lines += counting(
            (blow.mode == "nonlethal", numbers.nonlethal, "nonlethal", "WOUNDS-ACT-4"),
            (underwater(world, blow.unit), numbers.underwater, "under water", "WOUNDS-ENV-3"),
        )
        lines += saddle(world, blow.unit, blow.target)
    return Breakdown("attack", tuple(lines))


def too_far(world: World, blow: Blow) -> int:
    """WOUNDS-HD-10 and 9: increments of range that have begun beyond the first; of a melee weapon the yards that are
    missing to where it likes best to be used, below 0."""
    if blow.ranged:
        return max(0, (distances(world, blow.unit)[blow.place] - 1) // increments(weapon(world, blow.key))[0])
    return _too_close(world, blow.unit, blow.place, blow.key)


def _too_close(world: World, unit: int, place: int, key: str) -> int:
    return min(0, max(0, gap(world, unit, place)) - weapon(world, key).optimal)


def crowding(world: World, unit: int, place: int, key: str) -> list[Modifier]:
    """WOUNDS-HD-9: a weapon used nearer than it likes best."""
    less = _too_close(world, unit, place, key)
    return counting((less, less, "too close", "WOUNDS-HD-9"))


def saddle(world: World, unit: int, target: int) -> list[Modifier]:
    """WOUNDS-MOUNT-3: in melee from a mount."""
    above = rolls.in_the_saddle(world, unit, target)
    return counting((above, sheet_of(world).numbers.mounted, "mounted", "WOUNDS-MOUNT-3"))


def damage_bonus(world: World, blow: Blow) -> Breakdown:
    """WOUNDS-ATK-2 and ENV-4: Strength and the weapon's damage, halved under water."""
    arm = weapon(world, blow.key)
    wet = underwater(world, blow.unit) and not arm.aquatic
    halved = (Modifier(2, "under water", "WOUNDS-ENV-4", "divide"),) if wet else ()
    strength = add(body(world, blow.unit).attribute("Str"), "Str", "WOUNDS-ATK-2")
    return Breakdown("damage", (add(arm.damage, arm.title.lower(), "WOUNDS-ATK-2"), *halved, strength))


def hard(world: World, blow: Blow) -> Breakdown:
    """WOUNDS-WND-5 and 6, HD-11: the Toughness that this weapon meets."""
    arm = weapon(world, blow.key)
    piercing = 0 if blow.mode == "nonlethal" else arm.armor_piercing
    return rolls.toughness(world, blow.target, piercing=piercing, bypass=arm.bypass_armor)


def plain_defense(world: World, blow: Blow, guard: str = "") -> Breakdown:
    """WOUNDS-ACT-8 and DEF-11: the Defense that is met and later taken off the damage."""
    if guard in GUARDS:
        return rolls.defense(world, blow.target, guard, blow.unit)
    found, opening = rolls.defense(world, blow.target, blow.against, blow.unit), opening_of(world, blow)
    if guard == "opening" and opening is not None:
        return Breakdown(found.what, (add(opening, "opening", "WOUNDS-ACT-12"),))
    if guard == "brace":
        found = found.plus(add(sheet_of(world).numbers.defend, "defending", "WOUNDS-ACT-8"))
    return found


def opening_of(world: World, blow: Blow) -> int | None:
    """WOUNDS-ACT-12: the result that the target may use as its Defense against this rebuff."""
    found = world.find(blow.target, Opening) if blow.mode == "rebuff" else None
    return dict(found.results).get(blow.unit) if found is not None else None


def guards(world: World, blow: Blow) -> list[str]:
    """WOUNDS-ACT-8: how the target may meet an attack that it sees."""
    unaware = not holds(world, blow.target, "defending") or not seen(world, blow.target, blow.unit)
    return [] if unaware else [*GUARDS, "brace"]


def stepped(blow: Blow, grade: int) -> int:
    """The level of a wound with the step of Quick Attack (WOUNDS-ACT-2) or Rebuff (WOUNDS-REACT-1)."""
    if blow.mode == "quick":
        return max(0, grade - 1)
    return min(5, grade + 1) if blow.mode == "rebuff" and grade else grade


def told(world: World, blow: Blow) -> Attacked:
    """The event of an attack as it is now, with what is added to the dice; shots and throws have their own rule."""
    rule = "WOUNDS-ATK-4" if blow.ranged else _RULES[blow.mode]
    return Attacked(blow.unit, blow.target, blow.key, (attack_bonus(world, blow),), rule, blow.ranged)


def level_for(world: World, final: int) -> int:
    """WOUNDS-WND-2 and 3: the number of the wound's level, 0 for none."""
    return sum(final >= threshold for threshold in sheet_of(world).main.thresholds)


def spell_bonus(world: World, unit: int, key: str, target: int | None, place: int | None = None) -> Breakdown:
    """WOUNDS-ATK-5: Rsn [Arcana/school], with the ranged column of the table (ATK-13)."""
    spell = sheet_of(world).spells[key]
    lines = [*rolls.terms(world, unit, "Rsn", "Arcana", spell.school, "WOUNDS-ATK-5"), *rolls.burdens(world, unit)]
    if target is None:
        lines += rolls.own_state(world, unit)
    else:
        lines += rolls.situation(world, unit, target, ranged=spell.range > 0, place=place)
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


def answer(blow: Blow, name: str) -> Action:
    """One answer to an attack: it tells of the attack, too."""
    how = (blow.mode, "ranged") if blow.ranged else (blow.mode,)
    return Action(name, what=blow.key, how=how, others=(blow.unit, blow.place))


def answered(unit: int, action: Action) -> Blow:
    """The attack that the unit answers."""
    attacker, place = action.others
    mode, *ranged = action.how
    return Blow(attacker, unit, action.what, cast(Mode, mode), bool(ranged), place)


def weapon_bonus(world: World, unit: int, key: str, against: int) -> Breakdown:
    """WOUNDS-ATK-10: a melee weapon check: accuracy counts, damage does not."""
    lines = [*rolls.weapon_check(world, unit, key, ranged=False), *rolls.burdens(world, unit)]
    lines += [*rolls.situation(world, unit, against, ranged=False), *crowding(world, unit, against, key)]
    return Breakdown("weapon_check", (*lines, *saddle(world, unit, against)))


def deception(world: World, unit: int, attribute: str) -> Breakdown:
    """WOUNDS-HIND-2: Prs or Prc [Deception]."""
    return rolls.check(world, unit, "deception", attribute, "Deception", rule="WOUNDS-HIND-2")


def power_tn(world: World, foe: int, unit: int) -> Breakdown:
    """WOUNDS-HIND-3 and 4: the better of Power and Agility Defense."""
    return rolls.defense(world, foe, rolls.better_defense(world, foe), unit)


def drag_bonus(world: World, unit: int) -> Breakdown:
    """WOUNDS-GRAP-4 and ATK-10: against the strongest, worse for every opponent beyond the first."""
    crowd = len(world.get(unit, Grapple).others) - 1
    more = counting((crowd > 0, sheet_of(world).numbers.drag * crowd, "opponents", "WOUNDS-GRAP-4"))
    return rolls.combat_check(world, unit, "power", strongest(world, unit)).plus(*more)


def strongest(world: World, unit: int) -> int:
    """Who of all that grapple the unit has the highest Power Defense."""
    return max(world.get(unit, Grapple).others, key=lambda each: rolls.defense(world, each, "power", unit).total)


def drag_tn(world: World, unit: int) -> int:
    """The highest Power Defense of all who grapple the unit."""
    return rolls.defense(world, strongest(world, unit), "power", unit).total


def escape_tn(world: World, unit: int, what: str) -> int:
    """WOUNDS-HD-8 and GRAP-9."""
    if what == "held":
        return sheet_of(world).spells["hold"].escape_tn
    holders = pinners(world, unit) if what == "pin" else opponents(world, unit)
    return max((power_tn(world, each, unit).total for each in holders), default=0)


def interpose_bonus(world: World, unit: int, how: str, shield: int) -> Breakdown:
    """WOUNDS-GRAP-6: harder unless the other one is pinned, by whomever."""
    loose = not holds(world, shield, "pinned")
    harder = counting((loose, sheet_of(world).numbers.interpose, "not pinned", "WOUNDS-GRAP-6"))
    return rolls.combat_check(world, unit, how, shield).plus(*harder)


def hasty_bonus(world: World, unit: int, how: str) -> Breakdown:
    """WOUNDS-FAST-2: Dex [Acrobatics] or Str [Athletics]."""
    attribute, skill = ("Dex", "Acrobatics") if how == "acrobatics" else ("Str", "Athletics")
    return rolls.check(world, unit, "haste", attribute, skill, rule="WOUNDS-FAST-2")


def best_defense(world: World, blow: Blow) -> Breakdown:
    """WOUNDS-ACT-8 and 12: the highest Defense that the target may meet the attack with."""
    opening = ["opening"] if opening_of(world, blow) is not None else []
    found = [plain_defense(world, blow, guard) for guard in ("no", *guards(world, blow), *opening)]
    return max(found, key=lambda each: each.total)


def spell_defense(world: World, unit: int, key: str, target: int) -> Breakdown:
    """WOUNDS-ACT-8: the highest Defense that the target may meet a spell with."""
    aimed = sheet_of(world).spells[key].target
    if aimed == "ranged":
        return best_defense(world, Blow(unit, target, key, ranged=True))
    return rolls.defense(world, target, aimed, unit)


def recorded(world: World, target: int, grade: int) -> int:
    """WOUNDS-WND-10 and NPC-2: where a wound of that level lands; an NPC's fatal one is its death."""
    if not grade:
        return 0
    landed = landing(world, target, grade)
    return 6 if landed == 5 and body(world, target).npc else landed


def while_hanging(world: World, unit: int, levels: Joint[int]) -> Joint[int]:
    """WOUNDS-ENV-7: swimmers and climbers miss when they lose their hold."""
    holds_on = steadiness(world, unit)
    if holds_on == 1:
        return levels
    fails = holds_on.denominator - holds_on.numerator
    return merge(((holds_on.numerator, levels), (fails, Joint.sure(-1))))


def steadiness(world: World, unit: int) -> Fraction:
    """WOUNDS-ENV-7: the chance that a unit keeps its hold while it attacks; 1 on firm ground."""
    if not rolls.clings(world, unit):
        return Fraction(1)
    return (rolls.ordinary_dice(world) + rolls.hold_bonus(world, unit).total).at_least(rolls.hold_tn(world, unit))


def outcomes(world: World, blow: Blow, bonus: int, harm: int, met: int, tough: int) -> Joint[int]:
    """-1 for a miss, else the number of the level at which the wound is recorded (0 none, 6 beyond fatal)."""
    arm, grapple = weapon(world, blow.key), blow.mode == "grapple"
    reach = harm if arm.penetrating and not grapple else 0

    def level(grade: int) -> int:
        return 0 if grapple else recorded(world, blow.target, stepped(blow, grade))

    strong = sheet_of(world).main.dice.strong if blow.mode == "strong" else 0
    return _levels(world, met - bonus - reach, bonus + harm - tough - met, level, strong)


def spell_levels(world: World, unit: int, key: str, target: int, bonus: int, met: int) -> Joint[int]:
    """The same for a spell."""
    spell, harm = sheet_of(world).spells[key], spell_damage(world, unit, key, target).total
    tough = rolls.toughness(world, target).total

    def level(grade: int) -> int:
        return recorded(world, target, grade) if spell.damage else 0

    return _levels(world, met - bonus - (harm if spell.penetrating else 0), bonus + harm - tough - met, level)


def _levels(world: World, least: int, more: int, level: Callable[[int], int], strong: int = 0) -> Joint[int]:
    """From `least` on the dice hit; with `more` they are the final damage, whose level lands at another."""
    main, wild = sheet_of(world).main, sheet_of(world).main.dice.wild
    found = _grades(wild.dice, least - wild.offset, more + wild.offset, strong, main.thresholds)
    return found.map(lambda grade: level(grade) if grade >= 0 else -1)


@lru_cache(maxsize=4096)
def _grades(wild: tuple[int, ...], least: int, more: int, strong: int, thresholds: tuple[int, ...]) -> Joint[int]:
    """-1 for a miss, else the number of the level that final damage makes."""
    extras = tuple(die(strong).items()) if strong else ((0, 1),)
    weights: dict[int, int] = {}
    for natural, ways in dice(*wild).items():
        for extra, times in extras:
            final = natural + extra + more
            grade = sum(final >= each for each in thresholds) if natural >= least else -1
            weights[grade] = weights.get(grade, 0) + ways * times
    return Joint(weights)
