"""Where units stand to each other: distances, zones of control, who bars whom, and what can be reached."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from game.grid.grid import Metric
from game.grid.masks import Cell, CellSet, union
from game.grid.paths import Reach, reach
from game.kernel.components import Conditions, Footprint, Gear, Position
from game.kernel.ecs import World, derived, derived_own
from game.map.board import LEVEL, Board
from game.rules.poise.house import house
from game.rules.poise.position.steps import air_tolls, tolls
from game.rules.poise.sheet import EMPTY, sheet_of
from game.rules.poise.state import ZONES, Body, Crippled, in_gambit, steed_of, suffers
from game.systems.conditions import holds
from game.systems.field import (
    PLACES,
    board_of,
    bodies,
    carried_by,
    cells_of,
    enemies,
    measured,
    size_of,
    standing,
    team,
    teams,
)
from game.systems.steps import apart, borders, level, rooms

_WINGED = ZONES | {Crippled}
METRIC: Metric = "alternating"  # 1-2-1-2 on squares (POISE-MOVE-11); hexes know one metric


def distance(world: World, one: int, other: int) -> int:
    """Paces between two units, from footprint to footprint."""
    return distances(world, one)[other]


def distances(world: World, one: int) -> dict[int, int]:
    """Unit -> paces to it, for everybody on the board."""
    return measured(world, one, "distances", _distances)


def _distances(world: World, one: int, others: Mapping[int, CellSet]) -> dict[int, int]:
    grid, own = board_of(world).grid, cells_of(world, one)
    return {other: apart(grid, own, cells, METRIC) for other, cells in others.items()}


# Zones of control


_NO_ZONE = {*EMPTY.values(), "defeated"}


@derived_own
def has_zone(world: World, unit: int) -> bool:
    """POISE-ZOC-2 to 4: armed for it or born with it, and neither reeling, knocked down, confused nor defeated."""
    lost = {"defeated"} if in_gambit(world, unit) else _NO_ZONE
    if any(item.name in lost for item in world.get(unit, Conditions).items):
        return False
    weapons = sheet_of(world).weapons
    return world.get(unit, Body).natural_zoc or any(weapons[item].zoc for item in world.get(unit, Gear).held)


def zone_of(world: World, unit: int) -> CellSet:
    """POISE-ZOC-1: the cells within a pace of the unit, its own among them; none without a zone."""
    return _covered(board_of(world), cells_of(world, unit)) if has_zone(world, unit) else 0


@lru_cache(maxsize=4096)
def _covered(board: Board, cells: CellSet) -> CellSet:
    """A pace around: not through closed edges, nor over more than a level's difference."""
    return cells | borders(board, cells) & _within_a_level(board, level(board, cells))


@lru_cache(maxsize=256)
def _within_a_level(board: Board, middle: int) -> CellSet:
    """The cells at most a whole level higher or lower."""
    return union(cells for sixths, cells in board.at_level.items() if abs(sixths // LEVEL - middle) <= 1)


def holders(world: World, unit: int) -> list[int]:
    """The enemies in whose zone a unit stands, in id order."""
    cells, filled = cells_of(world, unit), bodies(world)
    near = board_of(world).grid.spread(cells)  # nobody farther off can hold it, so most zones are never asked for
    return [enemy for enemy in enemies(world, unit) if filled[enemy] & near and zone_of(world, enemy) & cells]


def enemy_zones(world: World, unit: int) -> dict[int, CellSet]:
    """Enemy -> the cells in its zone, for those of the unit's enemies that have one."""
    own = team(world, unit)
    return world.derive(("enemy_zones", own), lambda world: _enemy_zones(world, unit), ZONES)


def _enemy_zones(world: World, unit: int) -> dict[int, CellSet]:
    zones = ((enemy, zone_of(world, enemy)) for enemy in enemies(world, unit))
    return {enemy: zone for enemy, zone in zones if zone}


# Steps


def barring(world: World, unit: int) -> CellSet:
    """POISE-MOVE-6: the cells of enemies, which nobody walks through; `bodies_block` tells of defeated ones."""
    own = team(world, unit)
    return world.derive(("barring", own), lambda world: _barring(world, own), PLACES)


def _barring(world: World, own: int) -> CellSet:
    side, up = teams(world), set(bodies(world) if house(world).bodies_block else standing(world))
    return union(filled for other, filled in bodies(world).items() if side[other] != own and other in up)


def filled_by_others(world: World, unit: int) -> CellSet:
    """The cells of everybody else; one's own rider or mount is not in the way (POISE-MOVE-10)."""
    own = (unit, steed_of(world, unit), carried_by(world, unit))
    return union(filled for other, filled in bodies(world).items() if other not in own)


def crowders(world: World, unit: int) -> list[int]:
    """POISE-MOVE-7, 10 and SIZE-4: with whom the unit may not share cells; `share_size_gap` sizes apart it may."""
    gap, size = house(world).share_size_gap, world.get(unit, Footprint).size
    own = (unit, steed_of(world, unit), carried_by(world, unit))
    return [
        other
        for other in bodies(world)
        if other not in own and not (gap and abs(world.get(other, Footprint).size - size) >= gap)
    ]


def reachable(
    world: World, unit: int, budget: int, *, shun: bool = False, start: Cell | None = None, parity: int = 0
) -> Reach:
    """Where the unit can walk with that many points, from where it stands or from `start`.

    `shun` does not leave enemy zones it enters on the way, except those it begins in, whose owners are asked anyway;
    `parity` 1 follows an odd number of diagonals.
    """
    key = ("reach", unit, budget, shun, start, parity)
    kinds = _WINGED if world.get(unit, Body).flies else ZONES if shun else PLACES
    return world.derive(key, lambda world: _reach(world, unit, budget, shun=shun, start=start, parity=parity), kinds)


def _reach(world: World, unit: int, budget: int, *, shun: bool, start: Cell | None, parity: int) -> Reach:
    board, size, wings = board_of(world), size_of(world, unit), flying(world, unit)
    blocked = 0 if wings else board.grid.anchors_touching(barring(world, unit), size)
    return reach(
        board.grid,
        air_tolls(board, size, sheet_of(world).surroundings.flying.over) if wings else tolls(board, size),
        world.get(unit, Position).cell if start is None else start,
        budget,
        diagonals="alternating",
        blocked=blocked,
        corners=blocked,  # POISE-MOVE-12
        stop=other_zones(world, unit) if shun else 0,
        parity=parity,
    )


def other_zones(world: World, unit: int) -> CellSet:
    """The anchors at which a unit is in the zone of an enemy in whose zone it does not stand now."""
    own = cells_of(world, unit)
    others = union(zone for zone in enemy_zones(world, unit).values() if not zone & own)
    return board_of(world).grid.anchors_touching(others, size_of(world, unit))


@derived(PLACES)
def stops(world: World, unit: int) -> CellSet:
    """POISE-MOVE-7: the anchors at which a unit has ground under it and overlaps nobody else."""
    board, size, filled = board_of(world), size_of(world, unit), bodies(world)
    taken = union(filled[other] for other in crowders(world, unit))
    return rooms(board, size) & ~board.grid.anchors_touching(taken, size)


# In the air


def flying(world: World, unit: int) -> bool:
    """POISE-UNIT-3: whether its moves are flights: neither kneeling nor knocked down, nor crippled (LEG-8)."""
    if not world.get(unit, Body).flies or holds(world, unit, "kneeling") or suffers(world, unit, "knocked_down"):
        return False
    crippled = world.find(unit, Crippled)
    return crippled is None or not crippled.flight
