"""Walking cell by cell on a pool, past zones of control whose holders may do something about it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from itertools import pairwise

from msgspec import Struct

from game.grid.masks import Cell, CellSet
from game.grid.paths import Reach
from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.flow import Action, Decision, Option
from game.rules import walking
from game.rules.asking import certain
from game.rules.reasons import Reason
from game.rules.ruleset import Alarm, Preview
from game.rules.verbs import Price, Verb
from game.systems import pools, steps, zones
from game.systems.field import board_of, enemies, size_of, standing


class Walking(Struct, frozen=True, eq=False, kw_only=True):
    """A step takes its cost from a pool; up to `climb` levels at once are no matter.

    Before a step that leaves the zone of a foe who `watches` (foe, walker), `struck` (foe, walker) is awaited.
    """

    pool: str
    climb: int
    rule: str
    zone_rule: str
    watches: Callable[[World, int, int], bool]
    struck: Callable[[World, int, int], Awaitable[None]]


def walk_verb(how: Walking) -> Verb:
    """Walking as a verb of the own turn."""

    def ways(world: World, unit: int) -> Iterator[tuple[Price, CellSet]]:
        ends = steps.free_anchors(world, unit) & ~(1 << world.get(unit, Position).cell)
        for cost, band in enumerate(_reach(world, unit, how).levels):
            yield ((how.pool, cost),), band & ends

    def spent(world: World, unit: int) -> list[Reason]:
        return [] if pools.amount(world, unit, how.pool) else [Reason(f"reason_{how.pool}", how.rule)]

    async def walk(world: World, unit: int, action: Action) -> None:
        await _walk(world, unit, action, how)

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        return _preview(world, request, option, title, how)

    return Verb(
        name="walk", rule=how.rule, group="move", key=("cell",), pays=False, reasons=spent, ways=ways,
        short=Reason("reason_no_room", how.rule), perform=walk, preview=preview,
    )  # fmt: skip


def _reach(world: World, unit: int, how: Walking) -> Reach:
    return steps.reachable(world, unit, pools.amount(world, unit, how.pool), climb=how.climb)


def _way(world: World, unit: int, cell: Cell, how: Walking) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    """The way to a cell in reach, with cumulative costs: one past nobody who watches, if there is one."""
    watched, budget = 0, pools.amount(world, unit, how.pool)
    for foe in enemies(world, unit):
        watched |= zones.zone(world, foe) if how.watches(world, foe, unit) else 0
    found = steps.reachable(world, unit, budget, climb=how.climb, shun=watched)
    if not found.everywhere >> cell & 1:
        found = _reach(world, unit, how)
    path = found.path(cell)
    return path, found.costs(path)


async def _walk(world: World, unit: int, action: Action, how: Walking) -> None:
    path, costs = _way(world, unit, action.there, how)
    board, size = board_of(world), size_of(world, unit)
    pools.reset(world, unit, how.pool, pools.amount(world, unit, how.pool) - costs[-1])

    async def leaving() -> bool:
        here = world.get(unit, Position).cell
        there = board.grid.footprint(path[path.index(here) + 1], size)
        for foe in zones.left_by(world, unit, board.grid.footprint(here, size), there):
            if unit in standing(world) and how.watches(world, foe, unit):
                await how.struck(world, foe, unit)
        return unit in standing(world)

    await walking.walk(world, unit, path, costs, leaving, rule=how.rule)


def _preview(world: World, request: Decision, option: Option, title: str, how: Walking) -> Preview:
    """The way, and who may do something about it."""
    unit, grid, size = request.who, board_of(world).grid, size_of(world, request.who)
    path, costs = _way(world, unit, option.action.there, how)
    alarms = [
        Alarm(here, foe, "opportunity", how.zone_rule)
        for here, there in pairwise(path)
        for foe in zones.left_by(world, unit, grid.footprint(here, size), grid.footprint(there, size))
        if how.watches(world, foe, unit)
    ]
    sure = certain(world, request, option, title).chances
    return Preview(title, sure, path=path, costs=costs, alarms=tuple(alarms))
