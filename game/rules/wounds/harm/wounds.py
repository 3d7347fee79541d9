"""Wounds: from final damage to a level, a slot, and all that follows; coming apart, falling, dying, going. WOUNDS-WND,
NPC, COND-7 to 9, HD-16, HD-21. The only writer of `Wounds`."""

from __future__ import annotations

from game.grid.grid import Cell
from game.kernel.components import FIELD, Carried, Clock, Conditions, Down, Gear, Position
from game.kernel.ecs import World
from game.kernel.events import Blocked, PoolChanged
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add, counting
from game.map.board import LEVEL
from game.rules.asking import ask
from game.rules.throwing import damage_by
from game.rules.wounds.bonds import forget, part_all
from game.rules.wounds.budget import cancel_long, end_spells, failed_recovery, set_strain, tire, unready
from game.rules.wounds.checks.blows import level_for
from game.rules.wounds.checks.rolls import check, hold_on, judge, ordinary, toughness
from game.rules.wounds.gear import drop_item
from game.rules.wounds.harm.conditions import inflict, lasting, shaken
from game.rules.wounds.position.ground import climbing, flying, in_deep, in_water, level
from game.rules.wounds.position.space import free_near, stops
from game.rules.wounds.riding import part_company, partner
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import (
    Strain,
    Wounds,
    body,
    free_slots,
    landing,
    level_of,
    on_board,
    severity,
    tagged,
    wounds,
)
from game.rules.wounds.turns.reactions import in_order, share_turn
from game.systems.conditions import holds, lift
from game.systems.downfall import bring_up, fell
from game.systems.field import board_of, carried_by
from game.systems.movement import place, remove

TREATED = {"bleeding": "Wounds", "burning": "Burns", "hobbled": "Wounds", "poisoned": "Toxins"}


async def wound(world: World, unit: int, grade: int, by: int | None, rule: str, *, spared: int | None = None) -> int:
    """WOUNDS-WND-10 and what follows a wound of that level; the level at which it was recorded (6: beyond fatal).
    `spared` is an attacker who strikes to subdue and chooses what becomes of somebody it knocks out (WOUNDS-ACT-6)."""
    if not grade or _gone(world, unit):
        return 0
    landed = landing(world, unit, grade)
    if landed > 5:
        leave_play(world, unit, "dead", by, "WOUNDS-WND-9")
        return landed
    before = wounds(world, unit)
    world.put(unit, Wounds((*before, landed)))
    count, lines = before.count(landed), (add(grade, "dealt", "WOUNDS-WND-3"),)
    overflow = add(landed - grade, "overflow", "WOUNDS-WND-10")
    told = (Breakdown("level", (*lines, overflow)),) if landed != grade else ()
    world.emit(PoolChanged(unit, LEVELS[landed - 1], count, count + 1, "wound", by, told, rule))
    lift(world, unit, "defending", "WOUNDS-ACT-8")
    if landed == 5 and body(world, unit).npc:
        leave_play(world, unit, "dead", by, "WOUNDS-NPC-2")
        return landed
    if landed == 5:
        rounds = max(1, sheet_of(world).numbers.dying_rounds + body(world, unit).attribute("Vit"))
        inflict(world, unit, "dying", "WOUNDS-WND-13", by, until=lasting(world, rounds))
    if landed >= 4 and not holds(world, unit, "unconscious"):
        await _stay_awake(world, unit, landed, by, spared)
    return landed


def _gone(world: World, unit: int) -> bool:
    down = world.find(unit, Down)
    return down is not None and down.how != "unconscious"


def awake_bonus(world: World, unit: int) -> Breakdown:
    """WOUNDS-HD-21: wounds do not count against it."""
    return check(world, unit, "consciousness", "Vit", "Resistance", "Fortitude", rule="WOUNDS-HD-21", hurt=False)


async def _stay_awake(world: World, unit: int, landed: int, by: int | None, spared: int | None) -> None:
    """WOUNDS-HD-21, and the attacker's choice after a nonlethal blow (WOUNDS-ACT-6)."""
    tn = sheet_of(world).main.consciousness_tn[LEVELS[landed - 1]]
    if await ordinary(world, unit, "consciousness", awake_bonus(world, unit), "WOUNDS-HD-21") >= tn:
        return
    if spared is not None and landed < 5 and body(world, unit).kind != "minion":
        choices = [Action(name, unit) for name in ("knock_out", "spare")]
        if (await ask(world, spared, "knock_out", choices)).verb == "spare":
            until = lasting(world, sheet_of(world).numbers.helpless_rounds)
            inflict(world, unit, "helpless", "WOUNDS-ACT-6", spared, until=until)
            return
    knock_out(world, unit, by, "WOUNDS-HD-21")


async def after_wound(world: World, unit: int, landed: int) -> None:
    """WOUNDS-ENV-8 and MOUNT-6: hold on to the wall or the surface, and to the reins."""
    if 1 <= landed <= 5 and not _gone(world, unit) and not await hold_on(world, unit, -5 * (landed - 1)):
        await lose_hold(world, unit, "WOUNDS-ENV-8")
    await shaken(world, unit)


async def suffer(world: World, unit: int, dealt: Breakdown, by: int | None, rule: str) -> None:
    """WOUNDS-WND-4: damage that no roll to hit came before: less Toughness alone."""
    less = (add(-part.value, part.label, part.rule) for part in toughness(world, unit).parts)
    final = Breakdown("final_damage", (*dealt.parts, *less))
    if grade := level_for(world, final.total):
        await after_wound(world, unit, await wound(world, unit, grade, by, rule))
    else:
        world.emit(Blocked(unit, "no_wound", "WOUNDS-WND-3"))


async def fall(world: World, unit: int, yards: int, rule: str = "WOUNDS-HD-15") -> None:
    """WOUNDS-HD-15: a die for every 3 full yards, and the unit lies on the ground."""
    lift(world, unit, "hanging", rule)
    if not in_deep(world, unit) and not flying(world, unit):
        dice = (sheet_of(world).main.dice.fall,) * (yards // 3)
        dealt = await damage_by(world, unit, "fall", dice, rule)
        if dice:
            await suffer(world, unit, dealt, None, rule)
        if not _gone(world, unit):
            lay_low(world, unit, rule)


async def lose_hold(world: World, unit: int, rule: str) -> None:
    """WOUNDS-ENV-7 and 8: a swimmer sinks, a climber falls."""
    if in_deep(world, unit):
        inflict(world, unit, "submerged", rule)
    elif climbing(world, unit):
        await drop_down(world, unit, rule)


async def drop_down(world: World, unit: int, rule: str) -> None:
    """Fall to the lowest free cell beside, if there is one lower; who hangs falls from as high as its ledge."""
    board, here = board_of(world), world.get(unit, Position).cell
    top, beside = level(board, here), board.grid.neighbours(here)
    free = stops(world, unit) & ~board.impassable
    lower = [cell for cell in beside if free >> cell & 1 and board.sixths(cell) <= board.sixths(here) - LEVEL]
    there = min(lower, key=lambda cell: (level(board, cell), cell), default=None)
    # With no free cell below, as far as the lowest ground beside it (WOUNDS-HD-15).
    below = [level(board, cell) for cell in beside if not board.impassable >> cell & 1]
    yards = max(0, top - min(below, default=top)) if there is None else top - level(board, there)
    if holds(world, unit, "hanging"):
        yards += max(level(board, cell) for cell in beside) - top
    if there is not None:
        place(world, unit, there, "fall", rule=rule)
    await fall(world, unit, yards, rule)


def lower_wound(world: World, unit: int, grade: int, steps: int, rule: str) -> bool:
    """WOUNDS-HEAL-7: one wound of that level gets so many steps better, as far as slots are free; whether it did."""
    goals = [level for level in range(max(0, grade - steps), grade) if not level or free_slots(world, unit, level) > 0]
    if not goals or grade not in wounds(world, unit):
        return False
    rest, count = list(wounds(world, unit)), wounds(world, unit).count(grade)
    rest.remove(grade)
    rest += [goals[0]] if goals[0] else []
    world.put(unit, Wounds(tuple(rest)))
    world.emit(PoolChanged(unit, LEVELS[grade - 1], count, count - 1, "heal", None, (), rule))
    if goals[0]:
        now = rest.count(goals[0])
        world.emit(PoolChanged(unit, LEVELS[goals[0] - 1], now - 1, now, "wound", None, (), rule))
    if not rest:
        set_strain(world, unit, recovery=0)
    if 5 not in rest:
        lift(world, unit, "dying", "WOUNDS-COND-7")
    return True


async def wake_up(world: World, unit: int, rule: str) -> bool:
    """WOUNDS-HD-21: a check to come to, by the worst wound; whether the unit is awake."""
    if not holds(world, unit, "unconscious"):
        return True
    worst = severity(world, unit)
    tn = sheet_of(world).main.wake_tn[worst - 1] if worst else -99
    if await ordinary(world, unit, "wake_up", awake_bonus(world, unit), rule) < tn:
        return False
    lift(world, unit, "unconscious", rule)  # still on the ground
    bring_up(world, unit)
    return True


async def burn(world: World, unit: int) -> None:
    """WOUNDS-HD-27: 1d6 + 2 a level − 2, less Toughness."""
    level = add(2 * level_of(world, unit, "burning") - 2, "burning", "WOUNDS-HD-27")
    sides = sheet_of(world).main.dice.burn
    dealt = await damage_by(world, unit, "burning", (sides,), "WOUNDS-HD-27", "dice", level)
    await suffer(world, unit, dealt, None, "WOUNDS-HD-27")


def unseat(world: World, rider: int, *, fall: bool, rule: str) -> None:
    """The rider comes to stand, or to lie, in the nearest free cell (WOUNDS-HD-16)."""
    mount = world.get(rider, Carried).by
    _dismounted(world, rider, mount)
    _get_down(world, rider, world.get(mount, Position).cell, fall=fall, rule=rule)


def _dismounted(world: World, rider: int, mount: int) -> None:
    """WOUNDS-MOUNT-2: who parts in the turn that both share has had it; a mount of its own mind has its part later."""
    active = world.get(FIELD, Clock).active
    if active in (rider, mount) and partner(world, rider) == mount and not tagged(world, mount, "sentient"):
        share_turn(world, mount if active == rider else rider)
    part_company(world, rider)


def _get_down(world: World, rider: int, here: Cell, *, fall: bool, rule: str) -> None:
    there = free_near(world, rider, here)
    if there is not None:
        place(world, rider, there, "fall" if fall else "place", rule=rule)
    if fall:
        inflict(world, rider, "prone", rule)


def lay_low(world: World, unit: int, rule: str, source: int | None = None) -> None:
    """The unit lies on the ground; a rider comes off its mount, and off one that goes down (WOUNDS-HD-16)."""
    if world.has(unit, Carried):
        unseat(world, unit, fall=True, rule="WOUNDS-HD-16")
    _throw(world, unit)
    inflict(world, unit, "prone", rule, source)


def _throw(world: World, mount: int) -> None:
    """WOUNDS-HD-16: whoever sits on it comes to lie beside it."""
    rider = carried_by(world, mount)
    if rider is not None:
        unseat(world, rider, fall=True, rule="WOUNDS-HD-16")


def leave_play(world: World, unit: int, how: str, by: int | None, rule: str) -> None:
    """The unit is out of the fight for good and off the board; what hung on it ends."""
    if _gone(world, unit):
        return
    release(world, unit, rule)
    end_spells(world, rule, lambda caster, kept: unit in (caster, kept.target))
    forget(world, unit)
    fell(world, unit, how, rule, by)
    rider = carried_by(world, unit)
    if rider is not None:
        _dismounted(world, rider, unit)
    if world.find(unit, Position) is not None:
        remove(world, unit, rule=rule)
    if rider is not None:
        _get_down(world, rider, world.get(rider, Position).cell, fall=True, rule="WOUNDS-HD-16")


def release(world: World, unit: int, rule: str) -> None:
    """Grapples, the own seat, readiness and long actions end."""
    part_all(world, unit, rule)
    cancel_long(world, unit)
    unready(world, unit, rule)
    if world.has(unit, Carried):
        unseat(world, unit, fall=True, rule="WOUNDS-HD-16")


def knock_out(world: World, unit: int, by: int | None, rule: str) -> None:
    """WOUNDS-COND-8 and HD-22: unconscious, prone, everything held dropped; a minion is out of it (WOUNDS-HD-21)."""
    if body(world, unit).kind == "minion":
        leave_play(world, unit, "defeated", by, rule)
        return
    release(world, unit, rule)
    _throw(world, unit)
    for item in world.get(unit, Gear).held:
        drop_item(world, unit, item, "WOUNDS-HD-22")
    inflict(world, unit, "unconscious", rule, by)
    inflict(world, unit, "prone", "WOUNDS-HD-22")
    fell(world, unit, "unconscious", rule, by)


def healing(world: World, healer: int, spec: str, rule: str) -> Breakdown:
    """Lor [Healing/...], worse without a kit in hand (WOUNDS-HEAL-2)."""
    bare = "healing_kit" not in world.get(healer, Gear).held
    worse = counting((bare, sheet_of(world).numbers.no_kit, "no kit in hand", "WOUNDS-HEAL-2"))
    return check(world, healer, "healing", "Lor", "Healing", spec, rule=rule).plus(*worse)


def stabilize_tn(world: World, unit: int) -> int:
    """WOUNDS-HEAL-1: one for each wound."""
    return len(wounds(world, unit))


def stabilize_bonus(world: World, healer: int) -> Breakdown:
    """WOUNDS-HEAL-1: Lor [Healing/Wounds]."""
    return healing(world, healer, "Wounds", "WOUNDS-HEAL-1")


async def stabilize(world: World, unit: int, other: int) -> bool:
    """One try; whether the other is no longer dying."""
    result = await ordinary(world, unit, "stabilize", stabilize_bonus(world, unit), "WOUNDS-HEAL-1")
    if not judge(world, unit, other, "stabilize", result >= stabilize_tn(world, other), "WOUNDS-HEAL-1"):
        return False
    lift(world, other, "dying", "WOUNDS-HEAL-1")
    await wake_up(world, other, "WOUNDS-HEAL-1")
    return True


def condition_tn(world: World, unit: int, condition: str) -> int:
    """WOUNDS-HD-26 to 29: 2 a level of bleeding and burning, 3 for hobbled, 3 + level for poison."""
    tn, level = sheet_of(world).main.tn, level_of(world, unit, condition)
    if condition == "hobbled":
        return tn.hobbled
    return tn.poison + level if condition == "poisoned" else 2 * level


def recovery_bonus(world: World, unit: int) -> Breakdown:
    """WOUNDS-REST-14 and 15: Vitality less fatigue; failures before help."""
    strain = world.get(unit, Strain)
    lines = counting(
        (strain.fatigue, -strain.fatigue, "fatigue", "WOUNDS-REST-14"),
        (strain.recovery, strain.recovery, "failures before", "WOUNDS-REST-15"),
    )
    return check(world, unit, "recovery", "Vit", rule="WOUNDS-REST-14", hurt=False).plus(*lines)


def recoverable(world: World, unit: int, result: int) -> list[int]:
    """Levels of the wounds that would get better: not beyond the result (WOUNDS-REST-14), with room a level lower."""
    worst = sum(result >= tn for tn in sheet_of(world).main.recovery_tn)
    levels = [level for level in sorted(set(wounds(world, unit))) if level <= worst]
    return [level for level in levels if level == 1 or free_slots(world, unit, level - 1) > 0]


async def recover(world: World, unit: int, *, tended: int | None = None) -> bool:
    """One recovery check; `tended` is a healer's result that counts if it is higher (WOUNDS-REST-13)."""
    if not wounds(world, unit):
        return False
    result = await ordinary(world, unit, "recovery", recovery_bonus(world, unit), "WOUNDS-REST-14")
    levels = recoverable(world, unit, result if tended is None else max(result, tended))
    if not levels:
        failed_recovery(world, unit)
        return False
    chosen = await ask(world, unit, "recovery", [Action(LEVELS[level - 1]) for level in levels])
    lower_wound(world, unit, LEVELS.index(chosen.verb) + 1, 1, "WOUNDS-REST-14")
    set_strain(world, unit, recovery=0)
    await wake_up(world, unit, "WOUNDS-HD-21")
    return True


async def ailments(world: World) -> None:
    """WOUNDS-HD-26 to 29: bleeding, burning, poison; the fastest first."""
    ailing = (unit for unit, now in world.each(Conditions) if any(item.name in TREATED for item in now.items))
    there = [unit for unit in ailing if on_board(world, unit)]
    for unit in await in_order(world, there):
        if in_water(world, unit):
            lift(world, unit, "burning", "WOUNDS-HD-27")
        tire(world, unit, level_of(world, unit, "bleeding"), "WOUNDS-HD-26")
        if holds(world, unit, "burning"):
            await burn(world, unit)
        if on_board(world, unit) and holds(world, unit, "poisoned"):
            tire(world, unit, 1, "WOUNDS-HD-29")
