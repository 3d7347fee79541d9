"""Where units stand to each other: distance, reach, who shares a space, who sees whom."""

from __future__ import annotations

from functools import lru_cache

from game.grid.grid import CellSet, Grid, Metric, cells
from game.kernel.components import Carried
from game.kernel.ecs import World
from game.map.board import Board
from game.rules.wounds.position.cover import visible
from game.rules.wounds.position.ground import level
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Body, body, helpless, on_board, tagged, weapon
from game.systems.field import PLACES, board_of, bodies, cells_of, teams

METRIC: Metric = "alternating"  # 1-2-1-2 on squares (section 7.1); hexes know one metric


BODIES = PLACES | {Body}


_SEATS = frozenset((Carried, Body))


def mount_of(world: World, unit: int) -> int | None:
    """The mount a unit rides by the mounted rules; one that only stands on a giant has none (WOUNDS-MOUNT-1)."""
    return mounts(world).get(unit)


def mounts(world: World) -> dict[int, int]:
    """Rider -> its mount, for all who ride by the mounted rules."""
    return world.derive("mounts", _mounts, _SEATS)


def _mounts(world: World) -> dict[int, int]:
    most = sheet_of(world).numbers.platform
    seats = [(unit, seat.by) for unit, seat in world.each(Carried)]
    return {unit: mount for unit, mount in seats if body(world, mount).size - body(world, unit).size <= most}


def yards_between(world: World, one: CellSet, other: CellSet) -> int:
    """Section 7.1: yards between two sets of cells, a difference of height counted like a second diagonal."""
    board = board_of(world)
    return _sloping(board, one, other) if board.heights else _flat(board.grid, one, other)


@lru_cache(maxsize=65536)
def _flat(grid: Grid, one: CellSet, other: CellSet) -> int:
    return grid.distance_sets(one, other, METRIC)


@lru_cache(maxsize=65536)
def _sloping(board: Board, one: CellSet, other: CellSet) -> int:
    flat = board.grid.distance_sets(one, other, METRIC)
    rise = abs(max(level(board, cell) for cell in cells(one)) - max(level(board, cell) for cell in cells(other)))
    return max(flat, rise) + min(flat, rise) // 2


def distances(world: World, one: int) -> dict[int, int]:
    """Unit -> yards to it, for everybody on the board."""
    return world.derive(("distances", one), lambda world: _distances(world, one), BODIES)


def _distances(world: World, one: int) -> dict[int, int]:
    own = cells_of(world, one)
    return {
        other: yards_between(world, own, there) + higher_seat(world, one, other)
        for other, there in bodies(world).items()
    }


def higher_seat(world: World, one: int, other: int) -> int:
    """WOUNDS-MOUNT-4: a rider is a yard farther from whoever is on the ground and smaller than the mount."""
    seats = mounts(world)
    if not seats:
        return 0  # nearly always
    found = 0
    for rider, foe in ((one, other), (other, one)):
        mount = seats.get(rider)
        if mount is not None and foe != mount and foe not in seats:
            found = max(found, int(body(world, foe).size < body(world, mount).size))
    return found


def gap(world: World, one: int, other: int) -> int:
    """Clear yards between two spaces: 0 side by side, −1 in the same space."""
    filled = bodies(world)
    return yards_between(world, filled[one], filled[other]) + higher_seat(world, one, other) - 1


def reaches(world: World, unit: int, key: str, target: int) -> bool:
    """WOUNDS-HD-9: whether a melee weapon reaches; whoever shares a space is at gap 0."""
    return max(0, gap(world, unit, target)) <= weapon(world, key).reach


def sharing(world: World, unit: int) -> list[int]:
    """WOUNDS-ACT-14: who shares the unit's space, mount and rider and pairs of tiny creatures left out."""
    return world.derive(("sharing", unit), lambda world: _sharing(world, unit), BODIES)


def _sharing(world: World, unit: int) -> list[int]:
    own, found = bodies(world).get(unit, 0), []
    for other, there in bodies(world).items():
        if other != unit and own & there and not seated(world, unit, other) and not tiny(world, unit, other):
            found.append(other)
    return found


def seated(world: World, one: int, other: int) -> bool:
    """Whether one sits on the other."""
    first, second = world.find(one, Carried), world.find(other, Carried)
    return (first is not None and first.by == other) or (second is not None and second.by == one)


def tiny(world: World, one: int, other: int) -> bool:
    """Section 7.2: two creatures this small fit into a cell."""
    return body(world, one).size <= -4 and body(world, other).size <= -4


def seen(world: World, viewer: int, target: int) -> bool:
    """WOUNDS-HD-30: by line of sight; `invisible` is not seen."""
    return not hidden(world, viewer, target) and visible(world, viewer, target)


def hidden(world: World, viewer: int, target: int) -> bool:
    """WOUNDS-HD-30: whether no line of sight would help: nothing may tell of such a foe."""
    return tagged(world, target, "invisible") and teams(world)[viewer] != teams(world)[target]


def touchable(world: World, unit: int) -> list[int]:
    """WOUNDS-HEAL-3 and 4: the unit itself and whoever is beside it, willing or helpless."""
    own, found = teams(world)[unit], [unit]
    for other in beside(world, unit):
        willing = teams(world)[other] == own or helpless(world, other)
        if willing and on_board(world, other):
            found.append(other)
    return found


def beside(world: World, unit: int) -> list[int]:
    """Everybody else at gap 0 or nearer, with no wall in between."""
    near = near_cells(world, cells_of(world, unit))
    return [
        other
        for other, there in bodies(world).items()
        if other != unit and there & near and gap(world, unit, other) <= 0
    ]


def near_cells(world: World, own: CellSet) -> CellSet:
    """These cells and those beside them that no wall cuts off: what can be touched from there."""
    found, grid = own, board_of(world).grid
    for d, cut in enumerate(board_of(world).walls):
        found |= grid.shift(own & ~cut, d)
    return found
