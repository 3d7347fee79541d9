"""Being pushed and being teleported: straight lines, collisions, what they cost (FORCE, TELE)."""

from __future__ import annotations

from msgspec import Struct

from game.grid import angles
from game.grid.grid import Cell, CellSet, cells
from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.events import Judged
from game.kernel.flow import Action
from game.kernel.numbers import add
from game.rules.asking import ask
from game.rules.vitality.checks.rolls import defense_roll
from game.rules.vitality.gear import Spot, damage_thing, thing_at, thing_in
from game.rules.vitality.harm.damage import ALL, Blow, Left, Part
from game.rules.vitality.harm.suffering import deal, mitigate, suffer
from game.rules.vitality.position.ground import carries, cornered, shares, tied
from game.rules.vitality.position.hiding import glance
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import on_board
from game.rules.vitality.position.ties import leave_place, slip, tidy
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import host_of, is_thing, living, rank
from game.rules.vitality.verbs.walking import enter, step_to
from game.systems.field import board_of, bodies, cells_of, size_of
from game.systems.movement import place
from game.systems.steps import astride, level


class Collision(Struct, frozen=True):
    """What stopped a push: units in the way, places of things, and whether a wall did."""

    units: tuple[int, ...] = ()
    things: tuple[Spot, ...] = ()
    wall: bool = False
    gap: bool = False  # nothing to stand on, and nothing to crash into: a chasm, lava

    @property
    def stops(self) -> bool:
        """Whether there is anything to crash into."""
        return bool(self.units or self.things or self.wall)


def direction_away(world: World, source: CellSet, target: int, start: tuple[Cell, Cell], anchor: Cell) -> int | None:
    """Of the steps that lead away from the source the one nearest to the ray through the start (a cell of the source,
    the target's first anchor); None when no step leads away.
    """
    grid, size = board_of(world).grid, size_of(world, target)
    own = grid.footprint(start[1], size)
    (sx, sy), many = angles.middle(grid, source), source.bit_count()
    (tx, ty), count = angles.middle(grid, own), own.bit_count()
    ux, uy = tx * many - sx * count, ty * many - sy * count
    now = grid.distance_sets(source, grid.footprint(anchor, size), METRIC)
    (q, r), (x, y), (a, b, c) = grid.axial(anchor), grid.axial(start[1]), grid.layout.gram
    found: list[tuple[int, int]] = []
    for d, (dq, dr) in enumerate(grid.layout.steps):
        there = grid.step(anchor, d)
        far = None if there is None else grid.footprint(there, size)
        nearer = far and grid.distance_sets(source, far, METRIC) <= now and not source & own
        if not nearer and a * ux * dq + b * (ux * dr + uy * dq) + c * uy * dr > 0:
            found.append((abs((q + dq - x) * uy - (r + dr - y) * ux), d))
    return min(found)[1] if found else None


def _next(
    world: World, origin: CellSet, target: int, first: Cell, here: Cell, direction: int | None
) -> tuple[Cell, Collision] | None:
    """The next anchor of a push and what is met there; None at the board's edge or a gap: it ends there (FORCE-10)."""
    grid, start = board_of(world).grid, (next(iter(cells(origin))), first)
    way = direction if direction is not None else direction_away(world, origin, target, start, here)
    there = None if way is None else grid.step(here, way)
    if there is None or way is None or not grid.footprint(there, size_of(world, target)):
        return None
    met = collision(world, target, here, there, way)
    return None if met.gap and not met.stops else (there, met)


async def push(
    world: World, mover: int, target: int, metres: int, power: int, *, direction: int | None = None, source: CellSet = 0
) -> tuple[int, list[tuple[int, int]]]:
    """VITALITY-FORCE-1 to 10: step by step, away from `source` or the mover or in a chosen direction; (damage of the
    target, of each unit in the way), not dealt yet: it may be merged.
    """
    origin = source or cells_of(world, mover)
    first = world.get(target, Position).cell
    if direction is None and direction_away(world, origin, target, (next(iter(cells(origin))), first), first) is None:
        direction = await choose_direction(world, mover, target)  # Both stand in one space
    for _ in range(metres):
        if not on_board(world, target):
            break
        step = _next(world, origin, target, first, world.get(target, Position).cell, direction)
        if step is None:
            break
        there, met = step
        if met.stops:
            return await _collide(world, mover, target, met, metres, power)
        if not await step_to(world, target, there, 0, "shove", forced=True) and not on_board(world, target):
            break
    return 0, []


def foresee(world: World, mover: int, target: int, metres: int) -> tuple[tuple[Cell, ...], Collision | None]:
    """The way a push away from the mover would take, and what would stop it; for previews."""
    origin, first = cells_of(world, mover), world.get(target, Position).cell
    path: list[Cell] = []
    for _ in range(metres):
        step = _next(world, origin, target, first, path[-1] if path else first, None)
        if step is None or step[1].stops:
            return tuple(path), None if step is None else step[1]
        path.append(step[0])
    return tuple(path), None


async def choose_direction(world: World, mover: int, target: int) -> int:
    """Where to, as the mover likes, but not off the board (ACT-37)."""
    grid, here, size = board_of(world).grid, world.get(target, Position).cell, size_of(world, target)
    ways = ((way, name, grid.step(here, way)) for way, name in enumerate(grid.names))
    free = [(way, name) for way, name, there in ways if there is not None and grid.footprint(there, size)]
    given = [Action(name, numbers=(way,)) for way, name in free]
    return (await ask(world, mover, "direction", given)).action.numbers[0]


def collision(world: World, target: int, here: Cell, there: Cell, way: int) -> Collision:
    """Who and what is in the cells that the target would newly enter (FORCE-7 to 9)."""
    board, size = board_of(world), size_of(world, target)
    grid = board.grid
    own = grid.footprint(here, size)
    new = grid.footprint(there, size) & ~own
    wall = bool(own & board.walls[way] & ~grid.shift(own, grid.opposite(way)))
    climb = level(board, grid.footprint(there, size)) - level(board, own) > 1
    solid = board.obstacles | board.blocks_sight
    blocked = new & board.impassable & solid
    places = tuple(Spot(cell) for cell in cells(blocked) if thing_at(world, cell))
    if wall and way in grid.layout.sides:
        crossed = (Spot(cell, grid.edge(cell, way)) for cell in cells(own & ~grid.shift(own, grid.opposite(way))))
        places += tuple(spot for spot in crossed if thing_in(world, spot))
    met = (other for other in living(world) if other != target and bodies(world)[other] & new)
    units = tuple(other for other in met if not tied(world, other, target) and _solid(world, target, other))
    corner = any(cornered(grid, cell, way, board.blocks_sight) for cell in cells(own))
    shut = wall or climb or corner or bool(blocked) or astride(board, grid.footprint(there, size))
    return Collision(units, places, shut, bool(new & board.impassable & ~solid))


def _solid(world: World, target: int, other: int) -> bool:
    """VITALITY-FORCE-9: two sizes apart share a space, but things share none."""
    return is_thing(world, target) or is_thing(world, other) or not shares(world, target, other)


async def _collide(
    world: World, mover: int, target: int, met: Collision, metres: int, power: int
) -> tuple[int, list[tuple[int, int]]]:
    """VITALITY-FORCE-2 to 4, 7, 8: who is in the way makes a Strength Defense Roll; things fail it."""
    most = 0
    others: list[tuple[int, int]] = []
    for other in met.units:
        edge = (add(1, "larger", "VITALITY-FORCE-2"),) if rank(world, other) > rank(world, target) else ()
        withstands = not is_thing(world, other) and await defense_roll(
            world, other, "strength", power, None, mover, "VITALITY-FORCE-2", edge
        )
        others.append((other, metres // 2 if withstands else metres))
        most = max(most, others[-1][1])
    if met.wall:
        most = max(most, metres)
        for spot in met.things:
            damage_thing(world, mover, spot, metres)
    world.emit(Judged(target, "collision", "stopped", met.units[0] if met.units else None, rule="VITALITY-FORCE-5"))
    return most, others


def crash(metres: int, rule: str = "VITALITY-FORCE-3") -> Part:
    """The damage of a collision."""
    return Part("physical", (), (add(metres, "collision", rule),))


async def crash_into(world: World, mover: int, others: list[tuple[int, int]]) -> None:
    """Damage of those in the way, each for itself."""
    for other, amount in others:
        if amount and on_board(world, other):
            await deal(world, mover, other, Blow((crash(amount),)), None, "VITALITY-FORCE-3", (), 0)


async def teleport(world: World, mover: int, target: int, cell: Cell, how: str = "teleport") -> None:
    """VITALITY-TELE-1 to 5: into a taken space both are hurt and the target is back where it was."""
    here = world.get(target, Position).cell
    grid, size = board_of(world).grid, size_of(world, target)
    own = grid.footprint(cell, size)
    metres = grid.distance(here, cell, METRIC)
    host = host_of(world, target)
    stays = host is not None and not own & ~cells_of(world, host)  # ACT-27: elsewhere on its host
    met = (other for other in living(world) if other != target and bodies(world)[other] & own)
    met = (other for other in met if not carries(world, target, other) and _solid(world, target, other))
    inside = [other for other in met if not (stays and carries(world, other, target))]
    if inside:
        world.emit(Judged(target, "teleport", "stopped", inside[0], rule="VITALITY-TELE-3"))
        for unit in (target, *inside):
            cap = numbers_of(world).teleport_cap
            blow = Blow((Part("reality", (), (add(metres, "teleported", "VITALITY-TELE-1"),)),), ignores=ALL)
            left = await mitigate(world, mover, unit, blow, None, (), 0)
            if left.total > cap and not is_thing(world, unit):
                line = add(cap - left.total, "no more than 100", "VITALITY-TELE-4")
                left = Left(left.number.plus(line), (("reality", cap),))
            await suffer(world, mover, unit, left, "VITALITY-TELE-2")
        return
    if not stays:
        slip(world, target)
    place(world, target, cell, how, rule="VITALITY-TELE-5")
    leave_place(world, target)
    tidy(world)
    glance(world)
    await enter(world, target)
