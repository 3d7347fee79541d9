"""What the ground does: falls, fire, bogs; and holds that break when the two are moved apart."""

from __future__ import annotations

from functools import lru_cache

from game.grid.grid import Cell, CellSet
from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.events import Rolled
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, add
from game.map.board import LEVEL, Board
from game.rules.aura.budget import lose
from game.rules.aura.checks.numbers import reach_of
from game.rules.aura.harm.conditions import inflict, lift
from game.rules.aura.harm.dying import hurt, let_go, scaling
from game.rules.aura.position.space import distance
from game.rules.aura.sheet.load import dice_of, lookup, sheet_of
from game.rules.aura.state import Body, Climbing, Halted, Holding, dead
from game.rules.throwing import damage_by
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of
from game.systems.movement import place
from game.systems.steps import ground


async def put(
    world: World, unit: int, cell: Cell, how: str, *, cost: int = 0, rule: str, own: bool = True, aloft: bool = False
) -> None:
    """Move a unit to a cell, with what the ground there does unless it flies: falls, fire, bogs, broken holds."""
    before = height(world, unit)
    place(world, unit, cell, how, cost=cost, rule=rule)
    if not aloft:
        await arrive(world, unit, before, own=own)
    part(world)


async def arrive(world: World, unit: int, before: int, *, own: bool) -> None:
    """What the ground does to whoever has just come there from a height."""
    drop = (before - height(world, unit)) // LEVEL
    if drop > sheet_of(world).main.numbers.fall_from:
        await fall(world, unit, drop, own=own)
    if not dead(world, unit):
        await burn(world, unit)
    if world.find(unit, Position) is not None:
        mire(world, unit)


def height(world: World, unit: int) -> int:
    """Height of the ground under a unit, in sixths of a metre."""
    return ground(world, unit) if board_of(world).heights else 0


async def fall(world: World, unit: int, metres: int, *, own: bool) -> None:
    """AURA-MOVE-21: dice by depth, fewer for whoever lands on strong legs; prone if it hurts."""
    main = sheet_of(world).main
    count = lookup(main.fall_dice, metres)
    if own and not holds(world, unit, "prone"):
        count -= lookup(main.fall_reduction, world.get(unit, Body).leg)
    dice = (6,) * max(0, count)
    if not dice:
        return
    await hurt(world, unit, await damage_by(world, unit, "fall", dice, "AURA-MOVE-21"), "AURA-MOVE-21", None)
    if not dead(world, unit):
        inflict(world, unit, "prone", "AURA-MOVE-21")


async def burn(world: World, unit: int) -> None:
    """AURA-DEATH-8: what a dangerous cell does to whoever enters it, or stands in it when a Round starts."""
    hazards = board_of(world).hazards
    if not hazards:
        return
    here, table = cells_of(world, unit), sheet_of(world).main.hazards
    for word, cells in hazards.items():
        if word not in table or not cells & here or dead(world, unit):
            continue
        hazard, dice = table[word], dice_of(table[word].dice)
        faces = await Roll(unit, "hazard", dice, "AURA-DEATH-8")
        scale = scaling(world, unit, hazard.type, 0, [])
        number = Breakdown("damage", (add(sum(faces), word, "AURA-HOUSE-5"), *scale))
        world.emit(Rolled(unit, "hazard", dice, faces, (number,), "AURA-DEATH-8"))
        await hurt(world, unit, number, "AURA-DEATH-8", None, fatal=hazard.lethal, need=hazard.death_roll_min)


def mire(world: World, unit: int) -> None:
    """AURA-COND-4 and 19: terrain that keeps imposing a condition."""
    here = cells_of(world, unit)
    for terrain, condition in sheet_of(world).main.imposes.items():
        inside = bool(_terrain(board_of(world), terrain) & here)
        if inside and not holds(world, unit, condition):
            inflict(world, unit, condition, "AURA-COND-19", None, "terrain")
        elif not inside and holds(world, unit, condition):
            lift(world, unit, condition, "AURA-COND-19", until="terrain")


def may_mire(world: World, unit: int) -> bool:
    """Whether some ground on the board could impose a condition on a unit, or a condition of that kind holds of it."""
    board = board_of(world)
    return any(_terrain(board, name) or holds(world, unit, it) for name, it in sheet_of(world).main.imposes.items())


@lru_cache(maxsize=64)
def _terrain(board: Board, terrain: str) -> CellSet:
    return board.of_terrain(lambda kind: kind.id == terrain)


def halt(world: World, unit: int, by: int) -> None:
    """AURA-GEAR-7: a braced weapon has struck a mover."""
    world.put(unit, Halted(by))


def braced(world: World, unit: int) -> bool:
    """AURA-GEAR-7: whether a braced weapon ends a unit's movement here, which costs it an Energy."""
    halted = world.find(unit, Halted)
    if halted is None:
        return False
    world.drop(unit, Halted)
    lose(world, unit, "energy", 1, "AURA-GEAR-7", halted.by)
    return True


def part(world: World) -> None:
    """AURA-MAN-14: a hold ends when the two are apart."""
    for holder, held in world.each(Holding):
        gone = world.find(holder, Position) is None or world.find(held.target, Position) is None
        if gone or distance(world, holder, held.target) > reach_of(world, holder, "unarmed"):
            let_go(world, holder, "AURA-MAN-14")


def climbed_to(world: World, unit: int, cell: Cell, metres: int) -> None:
    """AURA-HOUSE-10: a unit has come so far up a height."""
    world.put(unit, Climbing(cell, metres))


def leave_height(world: World, unit: int) -> None:
    """AURA-HOUSE-10: a unit has left the foot of the height."""
    world.drop(unit, Climbing)
