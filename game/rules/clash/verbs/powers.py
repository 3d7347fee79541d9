"""Spells, abilities and magic items: who has which, at whom or where they may be aimed, and what they do."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.masks import CellSet
from game.grid.masks import cells as each_cell
from game.kernel.components import Down, Pools
from game.kernel.ecs import World
from game.kernel.events import Blocked, Rolled, Used
from game.kernel.flow import Action, Roll
from game.kernel.numbers import Breakdown, add
from game.rules.clash.gear import consume
from game.rules.clash.harm import heal
from game.rules.clash.position.cover import sees_cell
from game.rules.clash.position.hiding import notice
from game.rules.clash.position.space import metric, reach_cells
from game.rules.clash.sheet import Power, dice_of, sheet_of
from game.rules.clash.state import Plan, inflict, pace
from game.rules.clash.turns.windows import provoke
from game.rules.clash.verbs.declare import attack, kind_of
from game.rules.clash.verbs.maneuvers import loosen
from game.systems.conditions import holds
from game.systems.field import PLACES, board_of, bodies, cells_of, size_of, team
from game.systems.movement import place
from game.systems.steps import astride, free_anchors


def power_actions(world: World, unit: int, key: str, power: Power) -> Iterator[Action]:
    """What a power that is aimed at no foe may be used on: itself, friends who are hurt, places."""
    if power.target == "self":
        useless = (power.condition and holds(world, unit, power.condition)) or (power.heal and not _hurt(world, unit))
        if not useless:
            yield Action(key, unit)
    elif power.target == "ally_or_self":
        for each in healable(world, unit, power):
            yield Action(key, each)
    else:
        for cell in each_cell(landings(world, unit, power)):
            yield Action(key, cell=cell)


def healable(world: World, unit: int, power: Power) -> list[int]:
    """Friends in range, itself and the unconscious among them, who are hurt."""
    own, found = team(world, unit), []
    near = cells_of(world, unit) | reach_cells(world, unit, power.range)
    for other, cells in bodies(world).items():
        if team(world, other) == own and cells & near and _hurt(world, other):
            found.append(other)
    return found


def _hurt(world: World, unit: int) -> bool:
    pools = world.get(unit, Pools)
    down = world.find(unit, Down)
    return pools["health"] < pools.base_of("health") and (down is None or down.how == "unconscious")


def landings(world: World, unit: int, power: Power) -> CellSet:
    """Anchors in range at which the unit has room and which it sees."""
    return world.derive(("landings", unit, power.range), lambda world: _landings(world, unit, power), PLACES)


def _landings(world: World, unit: int, power: Power) -> CellSet:
    board, size = board_of(world), size_of(world, unit)
    near = board.grid.within(cells_of(world, unit), pace(world, power.range, 1), metric(world))
    room = free_anchors(world, unit) & ~board.grid.anchors_touching(board.impassable, size)
    found = 0
    for cell in each_cell(near & room & ~cells_of(world, unit)):
        if sees_cell(world, unit, cell) and not astride(board, board.grid.footprint(cell, size)):
            found |= 1 << cell
    return found


# Doing it


async def use_power(world: World, unit: int, power: Power, action: Action, *, reaction: bool) -> None:
    """CLASH-ACT-7, REACT-4: let a spell provoke (CLASH-OA-3, 8), then its attack or effect."""
    sheet, key = sheet_of(world), action.verb
    rule = "CLASH-REACT-4" if reaction else "CLASH-ACT-7"
    targets = (action.unit,) if action.unit is not None and power.target != "self" else ()
    about = Used(unit, key, "reaction" if reaction else "action", targets, action.cell, rule)
    world.emit(about)
    if key in sheet.gear.items:
        consume(world, unit, key)
    elif key in sheet.spells and not power.melee and not await provoke(world, unit, about, "CLASH-OA-3"):
        world.emit(Blocked(unit, "void_spell", "CLASH-INTX-8"))
        return
    if power.attack:
        await attack(world, Plan(unit, action.target, key, kind_of(power, key, sheet.spells), power=True))
    elif _still_usable(world, unit, power, action):
        await _take_effect(world, unit, power, action)
    else:
        world.emit(Blocked(unit, "void_spell", "CLASH-INTX-13"))


def _still_usable(world: World, unit: int, power: Power, action: Action) -> bool:
    """CLASH-INTX-13: whether target or cell are still there once others have reacted."""
    return power.target in ("self", "foe") or action in power_actions(world, unit, action.verb, power)


async def _take_effect(world: World, unit: int, power: Power, action: Action) -> None:
    """What a power that is no attack does."""
    if power.heal:
        target = unit if action.unit is None else action.unit
        sides, plus = dice_of(power.heal)
        faces = await Roll(unit, "healing", sides, "CLASH-DMG-15")
        lines = [add(sum(faces), "rolled", "CLASH-DMG-15")]
        lines += [add(plus, power.title.lower(), "CLASH-DMG-15")] if plus else []
        number = Breakdown("healing", tuple(lines))
        world.emit(Rolled(unit, "healing", sides, faces, (number,), "CLASH-DMG-15"))
        heal(world, target, number, unit)
    elif power.teleport:
        place(world, unit, action.there, "teleport", rule="CLASH-OA-6")
        loosen(world)
        await notice(world)
    elif power.condition:
        inflict(world, unit, power.condition, "CLASH-ARM-5", unit)
