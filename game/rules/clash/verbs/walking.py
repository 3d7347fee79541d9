"""Moving in the own turn: where to, by which way, what provokes on it, jumping down, standing up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.grid.masks import Cell, CellSet, bits, union
from game.kernel.components import Conditions, Position
from game.kernel.ecs import World, derived_of
from game.kernel.events import Moved, Used
from game.kernel.flow import Action
from game.rules.clash.budget import update_turn, walk_further
from game.rules.clash.harm import fall
from game.rules.clash.house import house
from game.rules.clash.position.hiding import notice
from game.rules.clash.position.space import STEEP, foes_reach, may_step, reachable, zone_of
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import turn
from game.rules.clash.turns.windows import may_strike_at, provoke, reactors
from game.rules.clash.verbs.maneuvers import loosen
from game.rules.objectives import verdict
from game.rules.verbs import Price
from game.rules.walking import walk, walk_unhindered
from game.systems.conditions import having, holds, lift
from game.systems.field import board_of, cells_of, enemies, size_of, team
from game.systems.movement import place
from game.systems.steps import free_anchors, level, passage

HELD = {"grappled": "CLASH-COND-4", "entangled": "CLASH-COND-11"}  # conditions that hold a unit in place


@derived_of((Conditions,))
def held_fast(world: World, unit: int) -> list[str]:
    """What keeps a unit from moving of its own will."""
    return [name for name in HELD if holds(world, unit, name)]


def watchers(world: World, unit: int) -> list[int]:
    """Foes who could make an opportunity attack at the unit now; none at the disengaged (CLASH-OA-6)."""
    if holds(world, unit, "disengaged"):
        return []
    reacted = turn(world).reacted
    return [foe for foe in enemies(world, unit) if foe not in reacted and may_strike_at(world, foe, unit)]


def route(world: World, unit: int, cell: Cell) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    """The way to a cell in reach, with cumulative costs: one that leaves no further foe's reach if there is one."""
    prone, left = holds(world, unit, "prone"), turn(world).left
    plain = reachable(world, unit, left, prone=prone)
    path = plain.path(cell)
    # Only if it leads through where a foe could strike at it (CLASH-OA-2) a search that shuns that finds another way.
    if len(path) > 2 and _guarded(world, unit, path[1:-1]):
        shun = union(zone_of(world, foe) for foe in watchers(world, unit))
        careful = reachable(world, unit, left, prone=prone, shun=shun)
        if careful.everywhere >> cell & 1:
            path = careful.path(cell)
            return path, careful.costs(path)
    return path, plain.costs(path)


def _guarded(world: World, unit: int, anchors: Sequence[Cell]) -> CellSet:
    """The cells of a unit at these anchors in which foes could make an opportunity attack at it now."""
    grid, size = board_of(world).grid, size_of(world, unit)
    swath = bits(anchors) if size == 1 else union(grid.footprint(anchor, size) for anchor in anchors)
    if not swath & foes_reach(world, team(world, unit)):
        return 0  # nearly always: nobody need be asked whether it could strike
    return swath & union(zone_of(world, foe) for foe in watchers(world, unit))


def ways(world: World, unit: int) -> Iterator[tuple[Price, CellSet]]:
    """By metres: anchors at which the unit may end its move, its own left out (CLASH-ECON-8, MOVE-4)."""
    ends = free_anchors(world, unit) & ~(1 << world.get(unit, Position).cell)
    found = reachable(world, unit, turn(world).left, prone=holds(world, unit, "prone"))
    return (((("metres", metres),), band & ends) for metres, band in enumerate(found.levels))


async def move(world: World, unit: int, action: Action) -> None:
    """CLASH-MOVE-1: along the way, with a moment for opportunity attacks before each step (CLASH-OA-2, 8)."""
    path, costs = route(world, unit, action.there)
    about = Moved(unit, path[0], path[-1], cost=costs[-1], rule="CLASH-MOVE-1")
    entering = house(world).oa_on_enter  # then foes into whose reach a step leads may strike too (CLASH-OA-2)
    begin = 0 if entering else _unhindered(world, unit, path, costs)
    taken, near = costs[begin], tuple(reactors(world, unit)) if entering else ()

    async def arrived(here: Cell) -> bool:
        nonlocal taken, near
        await _arrived(world, unit, costs[path.index(here)] - taken)
        taken = costs[path.index(here)]
        if not entering:
            return True
        goes_on = await provoke(world, unit, about, "CLASH-OA-2", moving=True, spared=near)
        near = tuple(reactors(world, unit))
        return goes_on

    async def leaving() -> bool:
        here = world.get(unit, Position).cell
        if here != path[0] and not await arrived(here):
            return False
        there = path[path.index(here) + 1]
        if held_fast(world, unit) or not may_step(world, unit, there):
            return False
        # Whoever strikes, and others before the blow falls, may have barred the way.
        return await provoke(world, unit, about, "CLASH-OA-2", moving=True) and may_step(world, unit, there)

    if await walk(world, unit, path[begin:], costs[begin:], leaving, rule="CLASH-MOVE-1"):
        await arrived(path[-1])
    _make_room(world, unit, path)


def _unhindered(world: World, unit: int, path: Sequence[Cell], costs: Sequence[int]) -> int:
    """Take those of the first steps at once before which nobody may strike, where nobody hides or holds on to anybody;
    how many there are."""
    if verdict(world) is not None or having(world, "hidden") or having(world, "grappled") or held_fast(world, unit):
        return 0
    many = walk_unhindered(world, unit, path, costs, _guarded(world, unit, path[:-1]), rule="CLASH-MOVE-1")
    if many:
        walk_further(world, -costs[many])
    return many


def _make_room(world: World, unit: int, path: tuple[Cell, ...]) -> None:
    """CLASH-MOVE-4: whoever was stopped in somebody else's cell falls back to the last free one on its way."""
    here, free = world.get(unit, Position).cell, free_anchors(world, unit)
    if here in path and not free >> here & 1:
        back = reversed(path[: path.index(here)])
        place(world, unit, next((cell for cell in back if free >> cell & 1), path[0]), "place", rule="CLASH-MOVE-4")


async def _arrived(world: World, unit: int, cost: int) -> None:
    """A step is done: paid, holds too long let go, hidden units looked for."""
    walk_further(world, -cost)
    loosen(world)
    await notice(world)


def ledges(world: World, unit: int) -> list[Cell]:
    """CLASH-MOVE-6: neighbouring anchors two levels down or more that a unit may jump to, at a metre."""
    board, size = board_of(world), size_of(world, unit)
    if not board.heights or not turn(world).left or held_fast(world, unit) or holds(world, unit, "prone"):
        return []
    found, free, at = [], free_anchors(world, unit), world.get(unit, Position).cell
    for d in range(board.grid.directions):
        there = board.grid.step(at, d)
        way = passage(board, size, at, there, d) if there is not None and free >> there & 1 else None
        if there is not None and way is not None and level(board, way[0]) - level(board, way[1]) >= STEEP:
            found.append(there)
    return found


async def jump(world: World, unit: int, action: Action) -> None:
    """CLASH-MOVE-6: over a ledge of its own will: the first step provokes, the fall does not (CLASH-OA-5)."""
    board, cell = board_of(world), action.there
    about = world.emit(Used(unit, "jump", "move", (), cell, "CLASH-MOVE-6"))
    if not await provoke(world, unit, about, "CLASH-OA-2", moving=True) or cell not in ledges(world, unit):
        return
    drop = level(board, cells_of(world, unit)) - level(board, board.grid.footprint(cell, size_of(world, unit)))
    place(world, unit, cell, "fall", cost=1, rule="CLASH-MOVE-6")
    await _arrived(world, unit, 1)
    await fall(world, unit, drop * sheet_of(world).numbers.level_m)


async def stand(world: World, unit: int, action: Action) -> None:
    """CLASH-ACT-8 and OA-4: paid with movement; foes in reach may strike before it stands."""
    update_turn(world, reacted=())  # everybody has another chance to strike
    about = world.emit(Used(unit, "stand", "move", rule="CLASH-ACT-8"))
    if await provoke(world, unit, about, "CLASH-OA-4"):
        lift(world, unit, "prone", "CLASH-ACT-8")
