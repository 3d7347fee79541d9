"""One attack, from the attempt to what its wound brings (WOUNDS-ATK, ACT-1 to 6)."""

from __future__ import annotations

from game.grid.grid import first
from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.events import Answered, Event, Struck
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.asking import ask
from game.rules.throwing import throw_dice
from game.rules.wounds.bonds import bind
from game.rules.wounds.budget import spend_stamina
from game.rules.wounds.checks import blows
from game.rules.wounds.checks.rolls import hold_on, wild
from game.rules.wounds.gear import loose, weapon
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.harm.wounds import after_wound, lose_hold, wound
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import on_board, severity
from game.rules.wounds.turns.reactions import harry_shot, interposing
from game.systems.conditions import holds, lift
from game.systems.field import cells_of
from game.systems.gear import let_fall

_WOUND_RULES = {"quick": "WOUNDS-ACT-2", "rebuff": "WOUNDS-REACT-1", "nonlethal": "WOUNDS-ACT-5"}


async def attack(world: World, blow: blows.Blow) -> None:
    """Reactions of others, the Defense that is met, the roll, and what comes of it."""
    about = blows.told(world, blow)
    world.emit(about)
    spent = await harry_shot(world, blow.unit, about) if blow.ranged else ()
    if blow.target not in spent:  # WOUNDS-TURN-10: who has harried this attempt has had its reaction to it
        target = await interposing(world, blow.unit, blow.target, about)
        if target != blow.target:
            blow = changed(blow, target=target, instead=blow.target)
    if not await steady(world, blow.unit):
        world.emit(Struck(blow.unit, blow.target, blow.key, "miss", (), "WOUNDS-ENV-7"))
        return
    met = await meet(world, blow, blows.told(world, blow))
    if blow.ranged:
        _let_fly(world, blow)
    thrown = await wild(world, blow.unit, "attack", blows.attack_bonus(world, blow), "WOUNDS-ATK-1", blow.target)
    await _land(world, blow, thrown, met)


async def steady(world: World, unit: int) -> bool:
    """WOUNDS-ENV-7: a swimmer or climber must keep its hold, or misses and sinks or falls."""
    if await hold_on(world, unit):
        return True
    await lose_hold(world, unit, "WOUNDS-ENV-7")
    return False


async def meet(world: World, blow: blows.Blow, about: Event) -> Breakdown:
    """WOUNDS-ACT-8 and 12: the Defense this attack meets, by the defender's choice."""
    if blows.opening_of(world, blow) is not None:
        answers = [blows.answer(blow, name) for name in ("opening", "no")]
        option = await ask(world, blow.target, "opening", answers, about=about)
        if option.role != "decline":
            return blows.plain_defense(world, blow, option.verb)
    choices = blows.guards(world, blow)
    if not choices:
        return blows.plain_defense(world, blow)
    answers = [blows.answer(blow, name) for name in (*choices, "no")]
    guard = (await ask(world, blow.target, "guard", answers, about=about)).verb
    met = blows.plain_defense(world, blow, guard)
    world.emit(Answered(blow.target, blow.unit, guard, (met,), "WOUNDS-ACT-8"))
    return met


async def _land(world: World, blow: blows.Blow, result: int, met: Breakdown) -> None:
    """Hit or miss, damage, level, wound, properties."""
    arm, harm = weapon(world, blow.key), blows.damage_bonus(world, blow)
    reach = result + harm.total if arm.penetrating and blow.mode != "grapple" else result
    if reach < met.total:
        world.emit(Struck(blow.unit, blow.target, blow.key, "miss", (met,), "WOUNDS-ATK-1"))
        return
    if blow.mode == "grapple":
        world.emit(Struck(blow.unit, blow.target, blow.key, "hit", (met,), "WOUNDS-GRAP-1"))
        bind(world, blow.unit, blow.target, "WOUNDS-GRAP-1")
        return
    extra, tough, through = await _strong(world, blow), blows.hard(world, blow), arm.penetrating
    lines = [
        add(result, "attack", "WOUNDS-WND-4"),
        add(harm.total, "damage", "WOUNDS-ATK-11" if through else "WOUNDS-ATK-2"),
        *extra,
        add(-met.total, "Defense", "WOUNDS-DEF-11"),
        add(-tough.total, "toughness", "WOUNDS-WND-5"),
    ]
    final, rule = Breakdown("final_damage", tuple(lines)), "WOUNDS-ATK-11" if through else "WOUNDS-ATK-1"
    world.emit(Struck(blow.unit, blow.target, blow.key, "hit", (met, harm, tough, final), rule))
    grade = blows.stepped(blow, blows.level_for(world, final.total))
    if blow.mode == "nonlethal" and grade > 1:  # WOUNDS-ACT-5: any level up to the one that was dealt
        levels = [Action(name) for name in LEVELS[:grade]]
        grade = LEVELS.index((await ask(world, blow.unit, "wound_level", levels)).verb) + 1
    spared, rule = blow.unit if blow.mode == "nonlethal" else None, _WOUND_RULES.get(blow.mode, "WOUNDS-WND-3")
    landed = await wound(world, blow.target, grade, blow.unit, rule, spared=spared)
    if on_board(world, blow.target):
        _properties(world, blow, final.total, landed)
    if landed:
        await after_wound(world, blow.target, landed)


async def _strong(world: World, blow: blows.Blow) -> list[Modifier]:
    """WOUNDS-ACT-3: a die more, once it has hit."""
    if blow.mode != "strong":
        return []
    sides = sheet_of(world).main.dice.strong
    (face,) = await throw_dice(world, blow.unit, "strong_attack", (sides,), "WOUNDS-ACT-3")
    return [add(face, "strong attack", "WOUNDS-ACT-3")]


def _properties(world: World, blow: blows.Blow, final: int, landed: int) -> None:
    """WOUNDS-HD-11: concussive and slicing weapons, unless they strike to subdue (WOUNDS-ACT-4); venom."""
    arm = weapon(world, blow.key)
    if arm.concussive and final >= 0 and blow.mode != "nonlethal":
        spend_stamina(world, blow.target, arm.concussive, "WOUNDS-HD-11", verb="lose")
    if arm.slicing and landed >= 2 and blow.mode != "nonlethal":
        inflict(world, blow.target, "bleeding", "WOUNDS-HD-11", blow.unit, level=landed - 1)
    if landed and not blow.ranged and holds(world, blow.unit, "coated") and severity(world, blow.target):
        lift(world, blow.unit, "coated", "WOUNDS-COND-16")
        poison = sheet_of(world).main.poisons["venom"]
        inflict(world, blow.target, "poisoned", "WOUNDS-COND-16", blow.unit, level=poison.level)


def _let_fly(world: World, blow: blows.Blow) -> None:
    """WOUNDS-HD-4 and HD-11: a shot leaves the quiver, what is thrown leaves the hand."""
    arm = weapon(world, blow.key)
    if arm.shots:
        loose(world, blow.unit, blow.key)
    elif arm.thrown or arm.lands:
        let_fall(world, blow.unit, blow.key, first(cells_of(world, blow.target)), "thrown", "WOUNDS-HD-11")
