"""Wounds: from final damage to a level, a slot, and all that follows (WOUNDS-WND, NPC, COND-7 to 9, HD-21)."""

from __future__ import annotations

from game.grid.grid import Cell
from game.kernel.components import Down, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Blocked, PoolChanged, Rolled
from game.kernel.flow import Option, Roll, decide
from game.kernel.numbers import Breakdown, Modifier, add
from game.map.board import LEVEL
from game.rules.wounds.checks import check, hold_on, ordinary, toughness
from game.rules.wounds.effects import inflict, lasting
from game.rules.wounds.element import climbing, flying, in_deep
from game.rules.wounds.leaving import come_to, end_defending, knock_out, lay_low, leave_play
from game.rules.wounds.position import stops
from game.rules.wounds.riding import shaken
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import Strain, Wounds, body, free_slots, landing, level_of, severity, wounds
from game.rules.wounds.terrain import fall_height, level
from game.systems.conditions import holds, lift
from game.systems.field import board_of
from game.systems.movement import place


def level_for(world: World, final: int) -> int:
    """WOUNDS-WND-2 and 3: the number of the wound's level, 0 for none."""
    return sum(final >= threshold for threshold in sheet_of(world).main.thresholds)


async def wound(world: World, unit: int, grade: int, by: int | None, rule: str, *, spared: int | None = None) -> int:
    """WOUNDS-WND-10 and what follows a wound of that level; the level at which it was recorded (6: beyond fatal).

    `spared` is an attacker who strikes to subdue and chooses what becomes of somebody it knocks out (WOUNDS-ACT-6).
    """
    if not grade or _gone(world, unit):
        return 0
    landed = landing(world, unit, grade)
    if landed > 5:
        leave_play(world, unit, "dead", by, "WOUNDS-WND-9")
        return landed
    before = wounds(world, unit)
    world.put(unit, Wounds((*before, landed)))
    count = before.count(landed)
    numbers = (
        Breakdown("level", (add(grade, "dealt", "WOUNDS-WND-3"), add(landed - grade, "overflow", "WOUNDS-WND-10"))),
    )
    told = numbers if landed != grade else ()
    world.emit(PoolChanged(unit, LEVELS[landed - 1], count, count + 1, "wound", by, told, rule))
    end_defending(world, unit, "WOUNDS-ACT-8")
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
        options = [Option(key, unit=unit, rule="WOUNDS-ACT-6") for key in ("knock_out", "spare")]
        if await decide(spared, "knock_out", options, rule="WOUNDS-ACT-6", about=world.events[-1]) == "spare":
            until = lasting(world, sheet_of(world).numbers.helpless_rounds)
            inflict(world, unit, "helpless", "WOUNDS-ACT-6", spared, until=until)
            return
    knock_out(world, unit, by, "WOUNDS-HD-21")


async def after_wound(world: World, unit: int, landed: int) -> None:
    """WOUNDS-ENV-8 and MOUNT-6: hold on to the wall or the surface, and to the reins."""
    if 1 <= landed <= 5 and not _gone(world, unit) and not await hold_on(world, unit, -5 * (landed - 1)):
        await lose_hold(world, unit, "WOUNDS-ENV-8")
    await shaken(world, unit)


# Damage without an attack


async def suffer(world: World, unit: int, dealt: Breakdown, by: int | None, rule: str) -> None:
    """WOUNDS-WND-4: damage that no roll to hit came before: less Toughness alone."""
    hard = toughness(world, unit)
    final = Breakdown("final_damage", (*dealt.parts, *(_minus(part) for part in hard.parts)))
    grade = level_for(world, final.total)
    if not grade:
        world.emit(Blocked(unit, "no_wound", "WOUNDS-WND-3"))
        return
    await after_wound(world, unit, await wound(world, unit, grade, by, rule))


def _minus(part: Modifier) -> Modifier:
    return Modifier(-part.value, part.label, part.rule)


async def fall(world: World, unit: int, yards: int, rule: str = "WOUNDS-HD-15") -> None:
    """WOUNDS-HD-15: a die for every 3 full yards, and the unit lies on the ground."""
    lift(world, unit, "hanging", rule)
    if not in_deep(world, unit) and not flying(world, unit):
        sides = sheet_of(world).main.dice.fall
        faces = await Roll(unit, "fall", (sides,) * (yards // 3), rule)
        dealt = Breakdown("damage", (add(sum(faces), "fall", rule),))
        if faces:
            world.emit(Rolled(unit, "fall", (sides,) * len(faces), faces, (dealt,), rule))
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
    yards = fall_height(board, here)
    if holds(world, unit, "hanging"):
        yards += max(level(board, cell) for cell in board.grid.neighbours(here)) - level(board, here)
    there = _foot(world, unit, here)
    if there is not None:
        place(world, unit, there, "fall", rule=rule)
    await fall(world, unit, max(yards, 1), rule)


def _foot(world: World, unit: int, here: Cell) -> Cell | None:
    board, free = board_of(world), stops(world, unit)
    near = [cell for cell in board.grid.neighbours(here) if free >> cell & 1 and not board.impassable >> cell & 1]
    lower = [cell for cell in near if board.sixths(cell) <= board.sixths(here) - LEVEL]
    return min(lower, key=lambda cell: (level(board, cell), cell), default=None)


# Getting better


def lower_wound(world: World, unit: int, grade: int, steps: int, rule: str) -> bool:
    """WOUNDS-HEAL-7: one wound of that level gets so many steps better, as far as slots are free; whether it did."""
    goals = [level for level in range(max(0, grade - steps), grade) if not level or free_slots(world, unit, level) > 0]
    if not goals or grade not in wounds(world, unit):
        return False
    rest = list(wounds(world, unit))
    rest.remove(grade)
    if goals[0]:
        rest.append(goals[0])
    count = wounds(world, unit).count(grade)
    world.put(unit, Wounds(tuple(rest)))
    world.emit(PoolChanged(unit, LEVELS[grade - 1], count, count - 1, "heal", None, (), rule))
    if goals[0]:
        now = rest.count(goals[0])
        world.emit(PoolChanged(unit, LEVELS[goals[0] - 1], now - 1, now, "wound", None, (), rule))
    if not rest and world.get(unit, Strain).recovery:
        world.put(unit, changed(world.get(unit, Strain), recovery=0))  # WOUNDS-REST-15
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
    come_to(world, unit, rule)
    return True


async def burn(world: World, unit: int) -> None:
    """WOUNDS-HD-27: 1d6 + 2 a level − 2, less Toughness."""
    sides, strength = sheet_of(world).main.dice.burn, level_of(world, unit, "burning")
    faces = await Roll(unit, "burning", (sides,), "WOUNDS-HD-27")
    lines = (add(faces[0], "dice", "WOUNDS-HD-27"), add(2 * strength - 2, "burning", "WOUNDS-HD-27"))
    dealt = Breakdown("damage", lines)
    world.emit(Rolled(unit, "burning", (sides,), faces, (dealt,), "WOUNDS-HD-27"))
    await suffer(world, unit, dealt, None, "WOUNDS-HD-27")
