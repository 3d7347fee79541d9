"""What checks against a number, and throws for a number, would come to."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from game.kernel.components import Carried, Position
from game.kernel.ecs import World
from game.kernel.flow import Action, Decision, Option
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.odds import Dist
from game.rules.ruleset import Chance, Preview
from game.rules.wounds.checks.contests import (
    deception,
    drag_bonus,
    drag_tn,
    escape_tn,
    interpose_bonus,
    power_tn,
    weapon_bonus,
)
from game.rules.wounds.checks.numbers import combat_check, defense, hold_bonus, hold_tn
from game.rules.wounds.checks.rolls import ordinary_dice, wild_dice
from game.rules.wounds.harm.control import control_bonus
from game.rules.wounds.harm.recovery import TREATED, condition_tn, healing, stabilize_bonus, stabilize_tn
from game.rules.wounds.position.ground import level
from game.rules.wounds.screen.attacks import Effect, recovery_preview, sure, title_of
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import Strain, body, haste_of, normal_stamina, wounds
from game.rules.wounds.verbs.jumping import hangs_short, jump_bonus, jump_number, landing_check
from game.systems.field import board_of


def check_preview(world: World, title: str, bonus: Breakdown, tn: int, rule: str, *, wild: bool) -> Preview:
    law = (wild_dice(world) if wild else ordinary_dice(world)) + bonus.total
    chance = float(law.at_least(tn))
    chances = [Chance(title_of(world, "success"), chance, rule), Chance(title_of(world, "failure"), 1 - chance, rule)]
    goal = Breakdown("tn", (add(tn, "to reach", rule),))
    return Preview(title, tuple(each for each in chances if each.probability), (bonus, goal))


def disarm(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-HIND-1: against the Agility Defense."""
    foe, (arm,) = action.target, action.how
    bonus = weapon_bonus(world, unit, arm, foe)
    return check_preview(world, title, bonus, defense(world, foe, "agility", unit).total, "WOUNDS-HIND-1", wild=True)


def power(rule: str, *more: Modifier) -> Effect:
    """WOUNDS-HIND-3 and 4: a Power check."""

    def preview(world: World, unit: int, action: Action, title: str) -> Preview:
        bonus = combat_check(world, unit, "power", action.target).plus(*more)
        return check_preview(world, title, bonus, power_tn(world, action.target, unit).total, rule, wild=True)

    return preview


def pinning(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-GRAP-7: a harder one."""
    harder = add(sheet_of(world).numbers.pin, "pin", "WOUNDS-GRAP-7")
    return power("WOUNDS-GRAP-7", harder)(world, unit, action, title)


def drag(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-GRAP-4."""
    return check_preview(world, title, drag_bonus(world, unit), drag_tn(world, unit), "WOUNDS-GRAP-4", wild=True)


def escape(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-15."""
    (how,) = action.how
    bonus, tn = combat_check(world, unit, how), escape_tn(world, unit, action.what)
    return check_preview(world, title, bonus, tn, "WOUNDS-ACT-15", wild=True)


def enter(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-13."""
    foe, (how,) = action.target, action.how
    tn = power_tn(world, foe, unit).total
    return check_preview(world, title, combat_check(world, unit, how, foe), tn, "WOUNDS-ACT-13", wild=True)


def interpose(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-GRAP-6."""
    shield, (how,) = action.target, action.how
    bonus, tn = interpose_bonus(world, unit, shield, how), power_tn(world, shield, unit).total
    return check_preview(world, title, bonus, tn, "WOUNDS-GRAP-6", wild=True)


def stabilizing(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-HEAL-1."""
    tn = stabilize_tn(world, action.target)
    return check_preview(world, title, stabilize_bonus(world, unit), tn, "WOUNDS-HEAL-1", wild=False)


def treat(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-HEAL-3."""
    bonus = healing(world, unit, TREATED[action.what], "WOUNDS-HEAL-3")
    tn = condition_tn(world, action.target, action.what)
    return check_preview(world, title, bonus, tn, "WOUNDS-HEAL-3", wild=False)


def treat_wound(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-HEAL-4 and 6: nothing helps whoever is too tired."""
    if world.get(action.target, Strain).fatigue >= normal_stamina(world, action.target):
        return sure(world, title, "failure", "WOUNDS-HEAL-6")
    tn = sheet_of(world).main.treat_wound_tn[LEVELS.index(action.what)]
    bonus = healing(world, unit, "Wounds", "WOUNDS-HEAL-4")
    return check_preview(world, title, bonus, tn, "WOUNDS-HEAL-4", wild=False)


def surface(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ENV-9: sure for whoever swims by nature."""
    if "swim" in body(world, unit).modes:
        return sure(world, title, "success", "WOUNDS-ENV-9")
    return check_preview(world, title, hold_bonus(world, unit), hold_tn(world, unit), "WOUNDS-ENV-9", wild=False)


def regain(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-MOUNT-8."""
    mount = world.get(unit, Carried).by
    bonus = control_bonus(world, unit, mount, calming=True)
    return check_preview(world, title, bonus, body(world, mount).control_tn, "WOUNDS-MOUNT-8", wild=False)


def distract(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-HIND-2 and CORE-5: ties are the actor's."""
    mine, theirs = deception(world, unit, "Prs"), deception(world, action.target, "Prc")
    law = (ordinary_dice(world) + mine.total) - (ordinary_dice(world) + theirs.total)
    chance = float(law.at_least(0))
    rows = (("success", chance), ("failure", 1 - chance))
    chances = tuple(Chance(title_of(world, label), each, "WOUNDS-HIND-2") for label, each in rows if each)
    return Preview(title, chances, (mine, replace(theirs, what="deception_against")), targets=(action.target,))


def seize(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-21."""
    sides = sheet_of(world).main.dice.seize
    spread = tuple((face, float(Fraction(1, sides))) for face in range(1, sides + 1))
    return replace(sure(world, title, "certain", "WOUNDS-ACT-21"), spread=spread, spread_of="initiative")


def jumping(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-JUMP-1: how far or how high, before the place is chosen."""
    bonus = jump_bonus(world, unit)
    law = (ordinary_dice(world) + bonus.total).map(lambda result: jump_number(world, unit, result).total)
    found = sure(world, title, "jump_then_land", "WOUNDS-JUMP-1", bonus)
    return replace(found, spread=_spread(law), spread_of=title_of(world, f"{action.verb}_spread"))


def touching_down(world: World, request: Decision, option: Option, title: str) -> Preview:
    """WOUNDS-JUMP-9 and 10, HD-15: what is asked for where the jump ends, or how far down that is."""
    unit, cell = request.who, option.action.there
    board, here = board_of(world), world.get(unit, Position).cell
    drop = level(board, here) - level(board, cell)
    asked = landing_check(world, unit, cell, drop, short=hangs_short(board, here, cell))
    if asked is not None:
        _, bonus, tn, rule = asked
        return check_preview(world, title, bonus, tn, rule, wild=False)
    falls = (Breakdown("fall", (add(drop, "yards", "WOUNDS-HD-15"),)),) if drop > 1 else ()
    return sure(world, title, "certain", "WOUNDS-JUMP-6", *falls)


def cling(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-GRAP-3: the points that are divided afterwards."""
    bonus = combat_check(world, unit, "power")
    found = sure(world, title, "certain", "WOUNDS-GRAP-3", bonus)
    return replace(found, spread=_spread(wild_dice(world) + bonus.total), spread_of="cling")


def use_object(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-22."""
    title = f"{title}: {title_of(world, action.what)}"
    if sheet_of(world).items[action.what].use == "recovery" and not haste_of(action) and wounds(world, unit):
        return recovery_preview(world, unit, title)
    return sure(world, title, "certain", "WOUNDS-ACT-22")


def _spread(law: Dist) -> tuple[tuple[int, float], ...]:
    return tuple((number, float(chance)) for number, chance in law.chances().items())
