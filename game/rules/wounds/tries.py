"""What checks against a number, and throws for a number, would come to."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from game.grid.grid import Cell
from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.ruleset import Chance, Preview
from game.rules.wounds.attack import (
    Blow,
    attack_bonus,
)
from game.rules.wounds.checks import (
    combat_check,
    defense,
    hold_bonus,
    hold_tn,
    ordinary_dice,
    wild_dice,
)
from game.rules.wounds.foresight import recovery_preview, steadiness, sure, title_of
from game.rules.wounds.handling import HASTE
from game.rules.wounds.healing import (
    TREATED,
    condition_tn,
    healing,
    stabilize_bonus,
    stabilize_tn,
)
from game.rules.wounds.hindering import (
    deception,
    drag_bonus,
    drag_tn,
    escape_tn,
    power_tn,
    weapon_bonus,
)
from game.rules.wounds.jumping import hangs_short, jump_bonus, jump_number, landing_check
from game.rules.wounds.reactions import interpose_bonus
from game.rules.wounds.riding import control_bonus
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import (
    Riding,
    Strain,
    body,
    normal_stamina,
    wounds,
)
from game.rules.wounds.terrain import level
from game.systems.field import board_of

# Checks against a number


def check_preview(world: World, title: str, bonus: Breakdown, tn: int, rule: str, *, wild: bool) -> Preview:
    law = (wild_dice(world) if wild else ordinary_dice(world)) + bonus.total
    chance = float(law.at_least(tn))
    chances = [Chance(title_of(world, "success"), chance, rule), Chance(title_of(world, "failure"), 1 - chance, rule)]
    goal = Breakdown("tn", (add(tn, "to reach", rule),))
    return Preview(title, tuple(each for each in chances if each.probability), (bonus, goal))


Row = tuple[Breakdown, int, str, bool]


def _disarm(world: World, unit: int, words: list[str]) -> Row:
    foe = int(words[1])
    return weapon_bonus(world, unit, words[2], foe), defense(world, foe, "agility", unit).total, "WOUNDS-HIND-1", True


def _power(rule: str, *, malus: bool = False) -> Callable[[World, int, list[str]], Row]:
    def row(world: World, unit: int, words: list[str]) -> Row:
        foe = int(words[1])
        bonus = combat_check(world, unit, "power", foe)
        if malus:
            bonus = bonus.plus(add(sheet_of(world).numbers.pin, "pin", rule))
        return bonus, power_tn(world, foe, unit).total, rule, True

    return row


def _drag(world: World, unit: int, words: list[str]) -> Row:
    return drag_bonus(world, unit), drag_tn(world, unit), "WOUNDS-GRAP-4", True


def _escape(world: World, unit: int, words: list[str]) -> Row:
    return combat_check(world, unit, words[2]), escape_tn(world, unit, words[1]), "WOUNDS-ACT-15", True


def _enter(world: World, unit: int, words: list[str]) -> Row:
    foe = int(words[1])
    return combat_check(world, unit, words[2], foe), power_tn(world, foe, unit).total, "WOUNDS-ACT-13", True


def _interpose(world: World, unit: int, words: list[str]) -> Row:
    shield = int(words[1])
    return interpose_bonus(world, unit, shield, words[2]), power_tn(world, shield, unit).total, "WOUNDS-GRAP-6", True


def _stabilize(world: World, unit: int, words: list[str]) -> Row:
    bonus = stabilize_bonus(world, unit)
    return bonus, stabilize_tn(world, int(words[1])), "WOUNDS-HEAL-1", False


def _treat(world: World, unit: int, words: list[str]) -> Row:
    bonus = healing(world, unit, TREATED[words[2]], "WOUNDS-HEAL-3")
    return bonus, condition_tn(world, int(words[1]), words[2]), "WOUNDS-HEAL-3", False


def _treat_wound(world: World, unit: int, words: list[str]) -> Row:
    tn = sheet_of(world).main.treat_wound_tn[LEVELS.index(words[2])]
    return healing(world, unit, "Wounds", "WOUNDS-HEAL-4"), tn, "WOUNDS-HEAL-4", False


def _surface(world: World, unit: int, words: list[str]) -> Row:
    return hold_bonus(world, unit), hold_tn(world, unit), "WOUNDS-ENV-9", False


def _regain(world: World, unit: int, words: list[str]) -> Row:
    mount = world.get(unit, Riding).mount
    return control_bonus(world, unit, mount, calming=True), body(world, mount).control_tn, "WOUNDS-MOUNT-8", False


CHECKS = {
    "disarm": _disarm,
    "shove": _power("WOUNDS-HIND-3"),
    "trip": _power("WOUNDS-HIND-4"),
    "pin": _power("WOUNDS-GRAP-7", malus=True),
    "drag": _drag,
    "escape": _escape,
    "enter_space": _enter,
    "interpose": _interpose,
    "stabilize": _stabilize,
    "treat_condition": _treat,
    "treat_wound": _treat_wound,
    "surface": _surface,
    "regain_mount": _regain,
}


def tried(world: World, unit: int, words: list[str], title: str) -> Preview:
    """A check against a number, but for those at which nothing is thrown."""
    verb = words[0]
    if verb == "surface" and "swim" in body(world, unit).modes:
        return sure(world, title, "success", "WOUNDS-ENV-9")
    if verb == "treat_wound" and world.get(int(words[1]), Strain).fatigue >= normal_stamina(world, int(words[1])):
        return sure(world, title, "failure", "WOUNDS-HEAL-6")
    bonus, tn, rule, wild = CHECKS[verb](world, unit, words)
    return check_preview(world, title, bonus, tn, rule, wild=wild)


# Other numbers


def _distract(world: World, unit: int, words: list[str], title: str) -> Preview:
    """WOUNDS-HIND-2 and CORE-5: ties are the actor's."""
    foe = int(words[1])
    mine, theirs = deception(world, unit, "Prs"), deception(world, foe, "Prc")
    law = (ordinary_dice(world) + mine.total) - (ordinary_dice(world) + theirs.total)
    chance = float(law.at_least(0))
    rows = (("success", chance), ("failure", 1 - chance))
    chances = tuple(Chance(title_of(world, label), each, "WOUNDS-HIND-2") for label, each in rows if each)
    return Preview(title, chances, (mine, replace(theirs, what="deception_against")), targets=(foe,))


def _seize(world: World, unit: int, words: list[str], title: str) -> Preview:
    sides = sheet_of(world).main.dice.seize
    spread = tuple((face, float(Fraction(1, sides))) for face in range(1, sides + 1))
    return replace(sure(world, title, "certain", "WOUNDS-ACT-21"), spread=spread, spread_of="initiative")


def _jump(world: World, unit: int, words: list[str], title: str) -> Preview:
    bonus = jump_bonus(world, unit)
    law = (ordinary_dice(world) + bonus.total).map(lambda result: jump_number(world, unit, result).total)
    spread = tuple((number, float(chance)) for number, chance in law.chances().items())
    found = sure(world, title, "jump_then_land", "WOUNDS-JUMP-1", bonus)
    return replace(found, spread=spread, spread_of=title_of(world, f"{words[0]}_spread"))


def landing_preview(world: World, unit: int, cell: Cell, title: str) -> Preview:
    """WOUNDS-JUMP-9 and 10, HD-15: what is asked for where the jump ends, or how far down that is."""
    board, here = board_of(world), world.get(unit, Position).cell
    drop = level(board, here) - level(board, cell)
    asked = landing_check(world, unit, cell, drop, short=hangs_short(board, here, cell))
    if asked is not None:
        _, bonus, tn, rule = asked
        return check_preview(world, title, bonus, tn, rule, wild=False)
    falls = (Breakdown("fall", (add(drop, "yards", "WOUNDS-HD-15"),)),) if drop > 1 else ()
    return sure(world, title, "certain", "WOUNDS-JUMP-6", *falls)


def _opening(world: World, unit: int, words: list[str], title: str) -> Preview:
    bonus = attack_bonus(world, Blow(unit, int(words[1]), words[2]))
    law = wild_dice(world) + bonus.total
    holds_on = steadiness(world, unit)
    spread = tuple((number, float(holds_on * chance)) for number, chance in law.chances().items())
    found = sure(world, title, "certain", "WOUNDS-ACT-12", bonus)
    if holds_on < 1:
        lost = Chance(title_of(world, "failure"), float(1 - holds_on), "WOUNDS-ENV-7")
        found = replace(found, chances=(replace(found.chances[0], probability=float(holds_on)), lost))
    return replace(found, spread=spread, spread_of="opening", targets=(int(words[1]),))


def _cling(world: World, unit: int, words: list[str], title: str) -> Preview:
    bonus = combat_check(world, unit, "power")
    spread = tuple((number, float(chance)) for number, chance in (wild_dice(world) + bonus.total).chances().items())
    return replace(sure(world, title, "certain", "WOUNDS-GRAP-3", bonus), spread=spread, spread_of="cling")


def _object(world: World, unit: int, words: list[str], title: str) -> Preview:
    title = f"{title}: {title_of(world, words[1])}"
    if sheet_of(world).items[words[1]].use == "recovery" and words[-1] not in HASTE and _hurt(world, unit):
        return recovery_preview(world, unit, title)
    return sure(world, title, "certain", "WOUNDS-ACT-22")


def _hurt(world: World, unit: int) -> bool:
    return bool(wounds(world, unit))


OTHERS = {
    "distract": _distract,
    "seize_initiative": _seize,
    "long_jump": _jump,
    "high_jump": _jump,
    "create_opening": _opening,
    "cling": _cling,
    "use_object": _object,
}
