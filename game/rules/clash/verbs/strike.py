"""One attack once it may go on: defence, both tests, result, damage, maneuver (CLASH-ATK-9, steps 2 to 10)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from game.grid.masks import Cell, CellSet, union
from game.kernel.components import Down, changed
from game.kernel.ecs import World
from game.kernel.events import Answered, Attacked, Noted, Rolled
from game.kernel.flow import Action, Roll
from game.kernel.numbers import Breakdown, Modifier, add, counting
from game.rules.asking import ask, perform
from game.rules.clash.budget import POINT, pay
from game.rules.clash.checks.tests import Test, automatic, roll, skill_test, style_test
from game.rules.clash.gear import UNARMED, free_hands, melee_weapons, shield_of, unload
from game.rules.clash.harm import bonus_of, harm, suffered, thrown_dice
from game.rules.clash.house import house
from game.rules.clash.position.cover import cover
from game.rules.clash.position.hiding import reveal
from game.rules.clash.position.space import distances, flanked, in_reach, metric, reach_cells
from game.rules.clash.sheet import CoverSheet, Kind, Power, Weapon, dice_of, sheet_of
from game.rules.clash.state import Plan, able, aware, inflict, pace, points
from game.rules.clash.verbs.maneuvers import maneuver, resist, wounded_place
from game.rules.objectives import verdict
from game.systems.conditions import holds, lift
from game.systems.field import board_of, bodies, cells_of, strangers_cells, team
from game.systems.gear import let_fall

BOTH = ("STR", "AGI")
RANGED = ("ranged", "thrown", "ranged_spell")  # kinds that cover hinders (CLASH-COVER-5)
MELEE = ("melee", "melee_spell")  # kinds that flanking helps (CLASH-FLANK-2)
DEFENCE_RULES = {
    "block": "CLASH-DEF-2", "dodge": "CLASH-DEF-3", "parry": "CLASH-DEF-4", "withstand": "CLASH-DEF-5",
}  # fmt: skip
COMPARED = {"dodge": "CLASH-RES-5", "parry": "CLASH-RES-6", "withstand": "CLASH-RES-7"}


def source_of(world: World, plan: Plan) -> Weapon | Power:
    """What the attack is made with."""
    return sheet_of(world).power(plan.what) if plan.power else sheet_of(world).weapons[plan.what]


def within(world: World, plan: Plan) -> bool:
    """CLASH-ATK-1, 4, 11: whether the target is in reach or range; what is in the way of a shot is cover's matter."""
    if not plan.power:
        return bool(in_range(world, plan.unit, plan.what, plan.kind, (plan.target,)))
    far = source_of(world, plan).range
    if plan.kind == "melee_spell":
        return in_reach(world, plan.unit, plan.target, far)
    return distances(world, plan.unit)[plan.target] <= pace(world, far, 1)


def anybody_near(world: World, unit: int, items: Iterable[str], kind: Kind) -> bool:
    """Whether there is anybody at all whom one of these weapons reaches, used in that way."""
    weapons = sheet_of(world).weapons
    if kind == "melee":
        near = reach_cells(world, unit, max(weapons[item].reach for item in items))
    else:
        far = max(weapons[item].thrown if kind == "thrown" else weapons[item].range for item in items)
        near = board_of(world).grid.within(cells_of(world, unit), pace(world, far, 1), metric(world))
    return bool(near & others_cells(world, unit))


def others_cells(world: World, unit: int) -> CellSet:
    """The cells of all whom a unit could attack, wherever they are: with the setting `friendly_fire` friends too."""
    if house(world).friendly_fire:
        return union(cells for other, cells in bodies(world).items() if other != unit)
    return strangers_cells(world, team(world, unit))


def in_range(world: World, unit: int, item: str, kind: Kind, others: Iterable[int]) -> list[int]:
    """Those of the others whom a weapon reaches, used in that way."""
    weapon = sheet_of(world).weapons[item]
    if kind == "melee":
        near, there = reach_cells(world, unit, weapon.reach), bodies(world)
        return [other for other in others if near & there[other]]
    paces, far = distances(world, unit), pace(world, weapon.thrown if kind == "thrown" else weapon.range, 1)
    return [other for other in others if paces[other] <= far]


def attack_test(world: World, plan: Plan) -> Test:
    """CLASH-ATK-1 to 5: the attacker's test with all that counts now; full cover fails it (CLASH-COVER-3, INTX-3).
    Spells are tested with Sorcery; abilities and magic items like natural weapons (CLASH-ATK-8)."""
    shelter = shelter_of(world, plan)
    if shelter is not None and shelter.quarters == 4:
        return automatic(plan.unit, "attack", "fail", "full cover", "CLASH-COVER-3")
    numbers, near = sheet_of(world).numbers, plan.kind in MELEE
    more = [] if shelter is None else [add(shelter.attack, shelter.title.lower(), shelter.rule)]
    if near and flanked(world, plan.target):
        more.append(add(numbers.flanking, "flanked", "CLASH-FLANK-2"))
    if near and holds(world, plan.target, "prone"):
        more.append(add(numbers.prone_target, "prone target", "CLASH-COND-2"))
    edges = [add(1, "feint", "CLASH-MAN-7")] if plan.feint else []
    if plan.power and plan.what in sheet_of(world).spells:
        return skill_test(world, plan.unit, "sorcery", "attack", more, edges)
    if holds(world, plan.unit, "entangled"):
        edges.append(add(-1, "entangled", "CLASH-COND-11"))
    attributes = BOTH if plan.kind == "melee" else ("AGI",)  # CLASH-ATK-2, 3
    attributes = (plan.attribute,) if plan.attribute else attributes
    return style_test(world, plan.unit, "attack", attributes, "" if plan.power else plan.what, more, edges)


def shelter_of(world: World, plan: Plan) -> CoverSheet | None:
    """The target's cover against this attack; melee ignores it (CLASH-COVER-5)."""
    return cover(world, plan.unit, plan.target) if plan.kind in RANGED else None


def defence_test(world: World, plan: Plan, how: str) -> Test:
    """CLASH-DEF-2 to 5: the defender's test; "no" fails without a die (CLASH-DEF-8)."""
    unit = plan.target
    edges = counting((holds(world, unit, "braced"), 1, "braced", "CLASH-MAN-5"))
    if how == "block":
        return style_test(world, unit, "block", ("STR",), shield_of(world, unit), (), edges)
    if how == "parry":
        attributes = (plan.parry,) if plan.parry else BOTH
        return style_test(world, unit, "parry", attributes, parrying(world, unit), (), edges)
    if how == "dodge":
        shelter = shelter_of(world, plan)
        more = [add(shelter.dodge, shelter.title.lower(), "CLASH-COVER-6")] if shelter is not None else []
        return skill_test(world, unit, "dodge", "", more, edges)
    if how == "withstand":
        return skill_test(world, unit, "focus", "withstand", (), edges)
    return automatic(unit, "defence", "fail", "no defence", "CLASH-DEF-8")


def parrying(world: World, unit: int) -> str:
    """What a unit would parry with: a melee or natural weapon, or an empty hand; nothing if it cannot (CLASH-DEF-4)."""
    armed = [item for item in melee_weapons(world, unit) if item != UNARMED]
    return armed[0] if armed else UNARMED if free_hands(world, unit) else ""


def manners(world: World, plan: Plan) -> tuple[str, ...]:
    """CLASH-DEF-9: the manners of defence open to the target: aware, conscious, not surprised, with an action point
    left (CLASH-DEF-1)."""
    unit, source = plan.target, source_of(world, plan)
    if not (able(world, unit) and points(world, unit) > 0 and aware(world, unit, plan.unit)):
        return ()
    named, mind = (source.defences, source.mind) if isinstance(source, Power) else ((), False)
    means = {"block": shield_of(world, unit), "parry": parrying(world, unit), "withstand": mind}
    return tuple(how for how in named or sheet_of(world).main.defences[plan.kind] if means.get(how, True))


async def chosen_attribute(world: World, unit: int, about: Attacked, rule: str) -> str:
    """STR or AGI for a melee test where the setting `choose_attributes` asks for it; the better one otherwise."""
    if not house(world).choose_attributes:
        return ""
    return (await ask(world, unit, "attribute", rule=rule, about=about)).verb


class Result(Struct, frozen=True):
    """CLASH-RES-1 to 8: whether it hits, whether a shield took it, and who has won critically."""

    hit: bool = False
    blocked: bool = False
    winner: str = ""  # attacker or defender
    rule: str = "CLASH-RES-1"


def result_of(attack: int, defence: int, how: str) -> Result:
    """What the Successes of both sides come to; 0 is a failed test."""
    if not attack and not defence:
        return Result()
    if not attack:
        return Result(winner="defender", rule="CLASH-RES-3")
    if not defence:
        return Result(hit=True, winner="attacker", rule="CLASH-RES-8" if how == "no" else "CLASH-RES-2")
    if how == "block":
        return Result(hit=True, blocked=True, rule="CLASH-RES-4")
    return Result(hit=attack > defence, rule=COMPARED[how])


async def resolve(world: World, plan: Plan, about: Attacked) -> None:
    """CLASH-ATK-9: from the choice of defence to the maneuver's effect."""
    test, landing = attack_test(world, plan), _landing(world, plan)
    if test.auto == "fail":
        world.emit(Noted(plan.unit, "full_cover", test.rule))
        _used_up(world, plan, landing)
        show(world, plan.unit)
        return
    # CLASH-REACT-1, DEF-7: the target names its defence and pays for it before a die falls.
    given = [Action(how) for how in (*manners(world, plan), "no")]
    how = (await ask(world, plan.target, "defend", given, about=about)).verb
    if how == "parry":
        plan = changed(plan, parry=await chosen_attribute(world, plan.target, about, "CLASH-DEF-4"))
    if how != "no":
        pay(world, plan.target, POINT)
        world.emit(Answered(plan.target, plan.unit, how, defence_test(world, plan, how).numbers, DEFENCE_RULES[how]))
    test, other = attack_test(world, plan), defence_test(world, plan, how)
    if how != "no":
        lift(world, plan.target, "braced", "CLASH-MAN-5")
    attack = await roll(world, test, "attack", "CLASH-TEST-10")
    defence = await roll(world, other, how, "CLASH-TEST-10")
    _used_up(world, plan, landing)
    result = result_of(attack, defence, how)
    if not result.hit:
        world.emit(Noted(plan.unit, "negated" if result.winner == "defender" else "missed", result.rule))
    await _outcome(world, plan, result)


def _landing(world: World, plan: Plan) -> Cell | None:
    """CLASH-ATK-7: where a thrown weapon ends: in the target's nearest cell."""
    if plan.kind != "thrown":
        return None
    here, there = cells_of(world, plan.unit), cells_of(world, plan.target)
    return board_of(world).grid.nearest_cells(here, there, metric(world))[1]


def _used_up(world: World, plan: Plan, landing: Cell | None) -> None:
    """What is thrown leaves the hand, what must be reloaded is empty (CLASH-GEAR-3, 5)."""
    if landing is not None:
        let_fall(world, plan.unit, plan.what, landing, "thrown", "CLASH-GEAR-5")
    elif not plan.power and sheet_of(world).weapons[plan.what].reload:
        unload(world, plan.unit, plan.what)


async def _outcome(world: World, plan: Plan, result: Result) -> None:
    """Steps 6 to 10: maneuver chosen, damage, maneuver done, hidden no longer."""
    chosen, place, winner = None, "", plan.unit if result.winner == "attacker" else plan.target
    if result.winner:
        chosen = await maneuver(world, plan, winner, plan.target if winner == plan.unit else plan.unit)
    if result.hit:
        precise = chosen is not None and chosen.verb == "precision"
        place = await wounded_place(world, plan, precise=precise)
        await _strike_home(world, plan, result, place, precise=precise)
    if chosen and verdict(world) is None and not world.has(winner, Down):
        await perform(world, winner, "maneuver", chosen)
    show(world, plan.unit)


def show(world: World, unit: int) -> None:
    """CLASH-COND-6: whoever has attacked is hidden no longer."""
    if holds(world, unit, "hidden"):
        reveal(world, unit, "CLASH-COND-6")


async def _strike_home(world: World, plan: Plan, result: Result, place: str, *, precise: bool) -> None:
    """Steps 7 and 8: damage dice, what reduces them, and what a hit brings besides (CLASH-DMG-14, GEAR-7)."""
    unit, before, sides = plan.target, world.has(plan.target, Down), thrown_dice(damage_texts(world, plan))
    if deals_damage(world, plan):
        faces = sides if precise else await Roll(plan.unit, "damage", sides, "CLASH-DMG-14")
        number = damage_number(world, plan, faces, blocked=result.blocked, top=precise)
        if faces and not precise:
            world.emit(Rolled(plan.unit, "damage", sides, faces, (number,), "CLASH-DMG-12"))
        harm(world, unit, number, plan.unit, result.rule)
        if number.total > 0 and place and not before:
            await resist(world, plan, place)
    source = source_of(world, plan)
    what = source.entangle if isinstance(source, Weapon) and not result.blocked and not world.has(unit, Down) else ""
    if what == "entangled":  # CLASH-GEAR-7: a net entangles, a bola trips whoever fails Acrobatics
        inflict(world, unit, "entangled", "CLASH-GEAR-7", plan.unit)
    elif what and not holds(world, unit, "prone"):
        test = skill_test(world, unit, "acrobatics")
        if not await roll(world, test, "resist", "CLASH-GEAR-7"):
            inflict(world, unit, "prone", "CLASH-GEAR-7", plan.unit)


def damage_texts(world: World, plan: Plan) -> tuple[str, ...]:
    """The throws of all parts of the damage."""
    source = source_of(world, plan)
    return (source.damage, *(part.damage for part in source.also)) if source.damage else ()


def deals_damage(world: World, plan: Plan) -> bool:
    """Whether a hit hurts at all: a net does not."""
    return any(any(dice_of(text)) for text in damage_texts(world, plan))


def damage_number(world: World, plan: Plan, faces: tuple[int, ...], *, blocked: bool, top: bool = False) -> Breakdown:
    """CLASH-DMG-10 and 12: what those faces do to the target. `top`: they are the highest (CLASH-MAN-8)."""
    source = source_of(world, plan)
    at = 0
    parts: list[tuple[str, int]] = []
    lines: list[Modifier] = []
    for kind, text in zip((source.type, *(part.type for part in source.also)), damage_texts(world, plan), strict=True):
        sides, plus = dice_of(text)
        rolled, at = sum(faces[at : at + len(sides)]), at + len(sides)
        parts.append((kind, rolled + plus))
        if sides:
            lines.append(add(rolled, "highest" if top else "rolled", "CLASH-MAN-8" if top else "CLASH-DMG-12"))
        if plus:
            lines.append(add(plus, sheet_of(world).titles[plan.what].lower(), "CLASH-DMG-12"))
    if isinstance(source, Weapon) and source.bonus:
        extra = bonus_of(world, plan.unit)
        parts[0] = (parts[0][0], parts[0][1] + extra)
        lines.append(add(extra, "damage bonus", "CLASH-DMG-12"))
    shield = shield_of(world, plan.target) if blocked else ""
    return suffered(world, plan.target, parts, lines, shield)
