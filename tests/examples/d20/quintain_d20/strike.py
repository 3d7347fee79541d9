"""One attack: its numbers, its flow, and the exact odds that its preview shows."""

from __future__ import annotations

from collections import Counter

from game.kernel.ecs import World
from game.kernel.events import Attacked, Rolled, Struck
from game.kernel.flow import Action, Decision, Option, Roll
from game.kernel.numbers import Breakdown, add
from game.rules.odds import dice, mixture, sure
from game.rules.reasons import Reason
from game.rules.ruleset import Chance, Preview
from game.rules.verbs import Price, Verb
from game.systems import conditions, cover, downfall, zones
from game.systems.field import board_of, cells_of, enemies
from quintain_d20.sheet import sheet_of, unit_sheet


def strike_verb(price: Price) -> Verb:
    """The same in the own turn, for an action, and in between, for a reaction."""
    return Verb(
        name="strike", rule="D20-ATK-1", group="attack", key=("unit", "what"), price=price, actions=_targets,
        label=lambda world, unit, action: sheet_of(world).weapons[action.what].title,
        short=Reason("reason_no_target", "D20-ATK-1"), perform=_strike, preview=_preview,
    )  # fmt: skip


def aimed(world: World, unit: int, target: int) -> list[Action]:
    """D20-ATK-1, COVER-1: strikes at a target, with each weapon that reaches it, if the unit sees it."""
    if cover.grade(world, unit, target) == "unseen":
        return []
    away = board_of(world).grid.distance_sets(cells_of(world, unit), cells_of(world, target), "chebyshev")
    weapons = sheet_of(world).weapons
    return [Action("strike", target, what=key) for key in unit_sheet(world, unit).weapons if away <= weapons[key].reach]


def _targets(world: World, unit: int) -> list[Action]:
    return [action for foe in enemies(world, unit) for action in aimed(world, unit, foe)]


def attack_numbers(world: World, unit: int, target: int) -> tuple[Breakdown, Breakdown]:
    """The attack without its die, and the armour class that it has to meet."""
    rule = sheet_of(world).main.numbers
    attack = [add(unit_sheet(world, unit).attack, "bonus", "D20-ATK-1")]
    if unit in (zones.flanked(world, target) or ()):
        attack.append(add(rule.flanking, "flanking", "D20-FLANK-1"))
    armour = [add(unit_sheet(world, target).ac, "armour class", "D20-ATK-1")]
    if cover.grade(world, unit, target) == "cover":
        armour.append(add(rule.cover, "cover", "D20-COVER-1"))
    if conditions.holds(world, target, "guarded"):
        armour.append(add(rule.guard, "on guard", "D20-GUARD-1"))
    return Breakdown("attack", tuple(attack)), Breakdown("armour", tuple(armour))


def judged(face: int, sides: int, attack: Breakdown, armour: Breakdown) -> str:
    """D20-ATK-1 and 2: what a face of the die means."""
    if face == sides:
        return "critical"
    return "hit" if face > 1 and face + attack.total >= armour.total else "miss"


async def _strike(world: World, unit: int, action: Action) -> None:
    target, weapon, sides = action.target, sheet_of(world).weapons[action.what], sheet_of(world).main.numbers.die
    attack, armour = attack_numbers(world, unit, target)
    world.emit(Attacked(unit, target, action.what, (attack, armour), "D20-ATK-1", weapon.shot))
    (face,) = await Roll(unit, "strike", (sides,), "D20-ATK-1")
    how, shown = judged(face, sides, attack, armour), (attack.plus(add(face, "die", "D20-ATK-1")), armour)
    world.emit(Struck(unit, target, action.what, how, shown, "D20-ATK-2" if how == "critical" else "D20-ATK-1"))
    if how != "miss":
        thrown = weapon.dice * (2 if how == "critical" else 1)
        faces = await Roll(unit, "harm", thrown, "D20-DMG-1")
        harm = Breakdown("harm", (add(sum(faces), "dice", "D20-DMG-1"), add(weapon.bonus, weapon.title, "D20-DMG-1")))
        world.emit(Rolled(unit, "harm", thrown, faces, (harm,), "D20-DMG-1"))
        downfall.wear_down(world, target, "hp", harm, unit, "D20-DMG-1")


def _preview(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The chance of each result, and of each amount of harm, out of all faces of the die."""
    sheet, unit, target = sheet_of(world), request.who, option.action.target
    numbers = attack_numbers(world, unit, target)
    weapon, sides = sheet.weapons[option.action.what], sheet.main.numbers.die
    ways = Counter(judged(face, sides, *numbers) for face in range(1, sides + 1))
    hit, critical = (dice(*weapon.dice * times) + weapon.bonus for times in (1, 2))
    harm = {how: dist for how, dist in (("miss", sure(0)), ("hit", hit), ("critical", critical)) if ways[how]}
    chances = tuple(Chance(sheet.titles[how], ways[how] / sides, "D20-ATK-1") for how in harm)
    spread = tuple(mixture((ways[how], dist) for how, dist in harm.items()).chances().items())
    sight = cover.sight(world, unit, target)
    return Preview(title, chances, numbers, spread, sheet.titles["harm"], targets=(target,), sight=sight)
