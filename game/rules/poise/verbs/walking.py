"""Maneuvers that move: Dash, Shift, Sprint, and hindering in zones of control."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, TypeAlias

import game.rules.poise.position.space as space
from game.grid.grid import Cell, cells, union
from game.grid.paths import step_cost
from game.kernel.components import Down, Position
from game.kernel.ecs import World
from game.kernel.events import Hindered, Used
from game.kernel.flow import Action
from game.rules.asking import ask, invite
from game.rules.poise.budget import turn, update_turn
from game.rules.poise.gear import overloaded
from game.rules.poise.harm.conditions import inflict, soak, surface
from game.rules.poise.harm.defeat import defeat
from game.rules.poise.harm.pools import lose, spend
from game.rules.poise.sheet import POOLS, Skill, sheet_of
from game.rules.poise.state import Defiance, Submerged, master, movable, speed_of
from game.rules.walking import walk, walk_unhindered
from game.systems.conditions import having, holds, lift
from game.systems.field import board_of, bodies, carried_by, size_of
from game.systems.movement import place
from game.systems.steps import rooms

Leaving: TypeAlias = Callable[[], Awaitable[bool]]


class Begun(NamedTuple):
    """A maneuver that has begun, and the enemies who have been asked whether they hinder it."""

    told: Used
    asked: set[int]


async def begin(world: World, unit: int, verb: str, skill: Skill) -> Begun | None:
    """Begin a maneuver: enemies whose zone the unit is in may hinder it first (POISE-HINDER-1, 10); None: defeated."""
    begun = Begun(Used(unit, verb, "maneuver", rule=skill.rule), set())
    world.emit(begun.told)
    if "careful" not in skill.tags:
        await hindering(world, unit, begun)
    return None if world.has(unit, Down) else begun


async def hindering(world: World, unit: int, begun: Begun) -> None:
    """POISE-HINDER-2 to 9: each enemy whose zone the unit is in decides, once a maneuver, in unit order; of a mount
    also whom it costs, the rider or the mount (POISE-MOUNT-7).
    """
    for enemy in space.holders(world, unit):
        if enemy in begun.asked or world.has(unit, Down):
            continue
        begun.asked.add(enemy)
        rider = carried_by(world, unit)
        both = [Action("hinder", each, others=(each,)) for each in (rider, unit) if each is not None]
        uses = [Action("hinder", unit)] if rider is None else both
        used = await invite(world, master(world, enemy), "hinder", uses, about=begun.told)
        if used is not None:
            hit = used.action.target
            world.emit(Hindered(hit, enemy, "POISE-HINDER-2"))
            for pool in POOLS:
                lose(world, hit, pool, sheet_of(world).numbers.hinder, "POISE-HINDER-2", enemy)
            await defeat(world, hit, enemy, "POISE-HINDER-10")


async def dash(world: World, unit: int, key: str, skill: Skill, action: Action) -> None:
    """POISE-MOVE-2: along the best path to a cell, or step by step."""
    budget, start = space.dash_points(world, unit), world.get(unit, Position).cell
    planned = space.route(world, unit, budget, action.there) if action.cell is not None else None
    defied = world.find(unit, Defiance)
    begun = await begin(world, unit, key, skill)
    if begun is None or world.find(unit, Defiance) != defied:
        return
    if planned:
        await _walk(world, unit, *planned, begun, rule="POISE-MOVE-2")
    else:
        await _pick_steps(world, unit, budget, _leaving(world, unit, begun))
    await _moved(world, unit, start)


async def step_along(world: World, unit: int, budget: int, cell: Cell, begun: Begun) -> None:
    """POISE-ECON-7: the step that a maneuver includes, part of that maneuver for hindering."""
    start = world.get(unit, Position).cell
    await _walk(world, unit, *space.route(world, unit, budget, cell), begun, rule="POISE-ECON-7")
    if world.has(unit, Position) and world.get(unit, Position).cell != start:
        lift(world, unit, "kneeling", "POISE-COND-15")
    await _moved(world, unit, start)


async def _walk(
    world: World, unit: int, path: Sequence[Cell], costs: Sequence[int], begun: Begun, *, rule: str
) -> None:
    """Along a path; the steps before which nobody may hinder it at once."""
    many = 0
    if movable(world, unit) and not _in_water(world, unit):
        zones = space.enemy_zones(world, unit).items() if space.guarded(world, unit, path) else ()
        guarded = union(zone for enemy, zone in zones if enemy not in begun.asked)
        many = walk_unhindered(world, unit, path, costs, guarded, rule=rule)
    await walk(world, unit, path[many:], costs[many:], _leaving(world, unit, begun), rule=rule)


def _in_water(world: World, unit: int) -> bool:
    """Whether there is any, or it has been under it: then each step counts."""
    return bool(board_of(world).deep) or world.has(unit, Submerged)


async def _moved(world: World, unit: int, start: Cell) -> None:
    """What follows a move of one's own: water, room, and the chance to sprint."""
    if world.find(unit, Position) is not None and world.get(unit, Position).cell != start:
        for each in _aboard(world, unit):
            surface(world, each)
            soak(world, each)
    await make_room(world, unit)
    if not world.has(unit, Down) and world.get(unit, Position).cell != start:  # POISE-SKILL-3: what Sprint waits for
        update_turn(world, sprint=speed_of(world, unit).total)


def _aboard(world: World, unit: int) -> list[int]:
    rider = carried_by(world, unit)
    return [unit] if rider is None else [unit, rider]


def _cross(world: World, unit: int) -> None:
    """POISE-WATER-2: wet by every cell of deep water on the way; flyers are above it."""
    if not space.flying(world, unit):
        for each in _aboard(world, unit):
            soak(world, each)


def _leaving(world: World, unit: int, begun: Begun) -> Leaving:
    """Before each step: enemies may hinder a move from within their zones (POISE-HINDER-5, 10)."""

    async def leaving() -> bool:
        _cross(world, unit)
        defied = world.find(unit, Defiance)
        await hindering(world, unit, begun)
        if world.find(unit, Defiance) != defied:
            return False  # it stands up somewhere else (POISE-LEG-6)
        return not world.has(unit, Down) and movable(world, unit)

    return leaving


async def _pick_steps(world: World, unit: int, budget: int, leaving: Leaving) -> None:
    """Ask for each step; a unit cannot stop where somebody else stands (POISE-MOVE-7)."""
    used, diagonals = 0, 0
    while movable(world, unit) and not world.has(unit, Down):
        here = world.get(unit, Position).cell
        steps = _next_steps(world, unit, budget - used, diagonals)
        given = [Action("go", cell=there) for there in steps]
        may_stop = bool(space.stops(world, unit) >> here & 1)
        option = await (invite if may_stop else ask)(world, master(world, unit), "step", given)
        if option is None:
            return
        there = option.action.there
        cost, diagonal = steps[there]
        if not await leaving():
            return
        used, diagonals = used + cost, diagonals + diagonal
        place(world, unit, there, cost=cost, rule="POISE-MOVE-2")


def _next_steps(world: World, unit: int, left: int, diagonals: int) -> dict[Cell, tuple[int, bool]]:
    """Cells one step away from which a stop can still be reached: (cost, whether it is a diagonal)."""
    found, here = {}, world.get(unit, Position).cell
    grid, free = board_of(world).grid, space.stops(world, unit)
    near = space.reachable(world, unit, left, parity=diagonals % 2)
    for d in range(grid.directions):
        there, diagonal = grid.step(here, d), grid.is_diagonal(d)
        try:
            cost = near.costs((here, there))[-1] if there is not None else left + 1
        except ValueError:  # a move may not take this step
            continue
        if there is None or cost > left:
            continue
        parity = (diagonals + diagonal) % 2
        if free >> there & 1 or space.reachable(world, unit, left - cost, start=there, parity=parity).everywhere & free:
            found[there] = (cost, diagonal)
    return found


async def shift(world: World, unit: int, key: str, skill: Skill, action: Action) -> None:
    """POISE-MOVE-3: exactly one pace, never hindered."""
    start = world.get(unit, Position).cell
    await begin(world, unit, key, skill)
    place(world, unit, action.there, cost=1, rule="POISE-MOVE-3")
    lift(world, unit, "kneeling", "POISE-COND-15")
    await _moved(world, unit, start)


async def sprint(world: World, unit: int, key: str, skill: Skill, action: Action) -> None:
    """POISE-MOVE-4: momentum for further paces after a maneuver that moved; never hindered (HINDER-7)."""
    path, costs = space.straight_route(world, unit, turn(world).sprint, action.there)
    world.emit(Used(unit, key, "reaction", cell=action.there, rule=skill.rule))
    spend(world, unit, "momentum", costs[-1] * sheet_of(world).numbers.sprint_cost, "POISE-MOVE-4")
    start = world.get(unit, Position).cell

    async def leaving() -> bool:
        _cross(world, unit)
        return True

    many = 0 if _in_water(world, unit) else walk_unhindered(world, unit, path, costs, 0, rule="POISE-MOVE-4")
    await walk(world, unit, path[many:], costs[many:], leaving, rule="POISE-MOVE-4")
    await _moved(world, unit, start)
    update_turn(world, sprint=0)


async def make_room(world: World, unit: int) -> None:
    """POISE-MOVE-8 and 9: whoever ends on others' cells makes room, or all who share are encumbered."""
    if world.find(unit, Position) is None:
        return
    if space.stops(world, unit) >> world.get(unit, Position).cell & 1:
        return
    if free := _room(world, unit) or _nearest(world, unit):
        given = [Action("to", cell=cell) for cell in free]
        there = (await ask(world, master(world, unit), "make_room", given)).action.there
        place(world, unit, there, "place", rule="POISE-MOVE-8")
    else:
        for each in (unit, *_sharing(world, unit)):
            inflict(world, each, "encumbered", "POISE-MOVE-9")


def _room(world: World, unit: int) -> list[Cell]:
    board, here, open_cells = board_of(world), world.get(unit, Position).cell, space.stops(world, unit)
    table = space.tolls(board, size_of(world, unit))
    steps = ((board.grid.step(here, d), step_cost(board.grid, table, here, d)) for d in range(board.grid.directions))
    return [there for there, cost in steps if there is not None and cost and open_cells >> there & 1]


def _nearest(world: World, unit: int) -> list[Cell]:
    """POISE-UNIT-3: a flyer brought down over ground where nobody stands lands on the nearest that is free."""
    board, grid = board_of(world), board_of(world).grid
    ring, free = grid.footprint(world.get(unit, Position).cell, 1), space.stops(world, unit)
    if rooms(board, size_of(world, unit)) & ring:
        return []
    while not ring & free and grid.spread(ring) != ring:
        ring = grid.spread(ring)
    return list(cells(ring & free))


def _sharing(world: World, unit: int) -> list[int]:
    filled = bodies(world)
    return [other for other in space.crowders(world, unit) if filled[other] & filled[unit]]


def unburden(world: World) -> None:
    """POISE-MOVE-9 and GEAR-4: nobody is encumbered any longer than cells are shared, or the load is too great."""
    if not having(world, "encumbered"):
        return
    for unit in bodies(world):
        if holds(world, unit, "encumbered") and not _sharing(world, unit) and not overloaded(world, unit):
            lift(world, unit, "encumbered", "POISE-MOVE-9")
