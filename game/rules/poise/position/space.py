"""Where units stand to each other: distances, zones of control, who bars whom, and what can be reached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import game.systems.field as field
from game.grid.cuts import cut_steps
from game.grid.grid import Cell, CellSet, Metric, bits, union
from game.grid.grid import cells as each_cell
from game.grid.paths import Diagonals, Reach, Tolls, make_tolls, reach
from game.kernel.components import FIELD, Carried, Clock, Conditions, Footprint, Gear, Position
from game.kernel.ecs import World, derived_of, derived_own
from game.kernel.flow import Action
from game.map.board import LEVEL, Board
from game.rules.asking import invite
from game.rules.poise.budget import MANEUVER, short_of
from game.rules.poise.house import house
from game.rules.poise.sheet import EMPTY, sheet_of
from game.rules.poise.state import ZONES, Afflictions, Body, Crippled, in_gambit, movable, speed_of, steed_of, suffers
from game.rules.walking import walk
from game.systems.conditions import holds
from game.systems.steps import apart, astride, borders, harmful, level, rooms

_WINGED = ZONES | {Crippled}
METRIC: Metric = "alternating"  # 1-2-1-2 on squares (POISE-MOVE-11); hexes know one metric


def distance(world: World, one: int, other: int) -> int:
    """Paces between two units, from footprint to footprint."""
    return distances(world, one)[other]


def distances(world: World, one: int) -> dict[int, int]:
    """Unit -> paces to it, for everybody on the board."""
    return field.measured(world, one, "distances", _distances)


def _distances(world: World, one: int, others: Mapping[int, CellSet]) -> dict[int, int]:
    grid, own = field.board_of(world).grid, field.cells_of(world, one)
    return {other: apart(grid, own, cells, METRIC) for other, cells in others.items()}


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
    return _covered(field.board_of(world), field.cells_of(world, unit)) if has_zone(world, unit) else 0


@lru_cache(maxsize=4096)
def _covered(board: Board, cells: CellSet) -> CellSet:
    """A pace around: not through closed edges, nor over more than a level's difference."""
    middle = level(board, cells)
    near = (where for sixths, where in board.at_level.items() if abs(sixths // LEVEL - middle) <= 1)
    return cells | borders(board, cells) & union(near)


def holders(world: World, unit: int) -> list[int]:
    """The enemies in whose zone a unit stands, in id order."""
    cells, filled = field.cells_of(world, unit), field.bodies(world)
    near = field.board_of(world).grid.spread(cells)  # nobody farther off can hold it, so most zones are never asked for
    if not near & field.strangers_cells(world, field.team(world, unit)):
        return []
    return [enemy for enemy in field.enemies(world, unit) if filled[enemy] & near and zone_of(world, enemy) & cells]


def enemy_zones(world: World, unit: int) -> dict[int, CellSet]:
    """Enemy -> the cells in its zone, for those of the unit's enemies that have one."""
    own = field.team(world, unit)
    return world.renew(("enemy_zones", own), _enemy_zones, _enemy_zones_since, ZONES, own, unit)


def _enemy_zones(world: World, own: int, unit: int) -> dict[int, CellSet]:
    zones = ((enemy, zone_of(world, enemy)) for enemy in field.enemies(world, unit))
    return {enemy: zone for enemy, zone in zones if zone}


def _enemy_zones_since(
    world: World, before: dict[int, CellSet], entities: frozenset[int], own: int, unit: int
) -> dict[int, CellSet]:
    return before if field.only_own(world, own, entities) else _enemy_zones(world, own, unit)


def guarded(world: World, unit: int, path: Iterable[Cell]) -> bool:
    """Whether any enemy's zone holds a cell of a unit that goes that way."""
    grid, size, own = field.board_of(world).grid, field.size_of(world, unit), field.team(world, unit)
    way = bits(path) if size == 1 else union(grid.footprint(cell, size) for cell in path)
    if not grid.spread(way) & field.strangers_cells(world, own):
        return False  # nobody is near enough, so most zones are never asked for
    held = world.renew(("all zones", own), _all_zones, _all_zones_since, ZONES, own, unit)
    return bool(held & way)


def _all_zones(world: World, own: int, unit: int) -> CellSet:
    return union(enemy_zones(world, unit).values())


def _all_zones_since(world: World, before: CellSet, entities: frozenset[int], own: int, unit: int) -> CellSet:
    return before if field.only_own(world, own, entities) else _all_zones(world, own, unit)


def barring(world: World, unit: int) -> CellSet:
    """POISE-MOVE-6: the cells of enemies, which nobody walks through; `bodies_block` tells of defeated ones."""
    own = field.team(world, unit)
    return world.renew(("barring", own), _barring, _barring_since, field.PLACES, own)


def _barring_since(world: World, before: CellSet, entities: frozenset[int], own: int) -> CellSet:
    return before if field.only_own(world, own, entities) else _barring(world, own)


def _barring(world: World, own: int) -> CellSet:
    side, filled = field.teams(world), field.bodies(world)
    up = filled if house(world).bodies_block else field.standing(world)
    return union([filled[each] for each in up if side[each] != own])


def filled_by_others(world: World, unit: int) -> CellSet:
    """The cells of everybody else; one's own rider or mount is not in the way (POISE-MOVE-10)."""
    own = (unit, steed_of(world, unit), field.carried_by(world, unit))
    return union(filled for other, filled in field.bodies(world).items() if other not in own)


def crowders(world: World, unit: int) -> list[int]:
    """POISE-MOVE-7, 10 and SIZE-4: with whom the unit may not share cells; `share_size_gap` sizes apart it may."""
    gap, size = house(world).share_size_gap, world.get(unit, Footprint).size
    own = (unit, steed_of(world, unit), field.carried_by(world, unit))
    others = [other for other in field.bodies(world) if other not in own]
    return [o for o in others if abs(world.get(o, Footprint).size - size) < gap] if gap else others


def reachable(
    world: World, unit: int, budget: int, *, shun: bool = False, start: Cell | None = None, parity: int = 0
) -> Reach:
    """Where the unit can walk with that many points, from where it stands or from `start`; `parity` 1 follows an odd
    number of diagonals; `shun` does not leave enemy zones that it enters on the way, only those it begins in.
    """
    key = ("reach", unit, budget, shun, start, parity)
    kinds = _WINGED if world.get(unit, Body).flies else ZONES if shun else field.PLACES
    return world.derive(key, _reach, kinds, unit, budget, shun, start, parity)


def _reach(world: World, unit: int, budget: int, shun: object, start: Cell | None, parity: int) -> Reach:
    board, size, wings = field.board_of(world), field.size_of(world, unit), flying(world, unit)
    costs = air_tolls(board, size, sheet_of(world).surroundings.flying.over) if wings else tolls(board, size)
    at, stop = world.get(unit, Position).cell if start is None else start, other_zones(world, unit) if shun else 0
    shut = 0 if wings else board.grid.anchors_touching(barring(world, unit), size)  # corners too (POISE-MOVE-12)
    harm = 0 if wings else harmful(world, unit, sheet_of(world).surroundings.hazards)
    how: Diagonals = "alternating"
    return reach(
        board.grid, costs, at, budget, diagonals=how, blocked=shut, corners=shut, stop=stop, parity=parity, harm=harm
    )


def other_zones(world: World, unit: int) -> CellSet:
    """The anchors at which a unit is in the zone of an enemy in whose zone it does not stand now."""
    own = field.cells_of(world, unit)
    others = union(zone for zone in enemy_zones(world, unit).values() if not zone & own)
    return field.board_of(world).grid.anchors_touching(others, field.size_of(world, unit))


def stops(world: World, unit: int) -> CellSet:
    """POISE-MOVE-7: the anchors at which a unit has ground under it and overlaps nobody else."""
    return world.renew(("stops", unit), _stops, _stops_since, field.PLACES, unit)[0]


def _stops(world: World, unit: int) -> tuple[CellSet, int]:
    """And its size; 0 while anybody carries anybody."""
    board, size, filled = field.board_of(world), field.size_of(world, unit), field.bodies(world)
    taken = union([filled[other] for other in crowders(world, unit)])
    free = rooms(board, size) & ~board.grid.anchors_touching(taken, size)
    return free, 0 if world.each(Carried) else size


def _stops_since(world: World, before: tuple[CellSet, int], entities: frozenset[int], unit: int) -> tuple[CellSet, int]:
    """As they were if it alone went elsewhere."""
    alone = entities == {unit} and before[1] == field.size_of(world, unit) and not world.each(Carried)
    return before if alone else _stops(world, unit)


def flying(world: World, unit: int) -> bool:
    """POISE-UNIT-3: whether its moves are flights: neither kneeling nor knocked down, nor crippled (LEG-8)."""
    if not world.get(unit, Body).flies or holds(world, unit, "kneeling") or suffers(world, unit, "knocked_down"):
        return False
    crippled = world.find(unit, Crippled)
    return crippled is None or not crippled.flight


CLIMB = 2  # levels that one step climbs (POISE-HIGH-2)
EASY_DROP = 2  # levels down that a step includes (POISE-HIGH-3)
DEEP_DROP = 4  # more cannot be walked


def step_cost(board: Board, size: int, start: Cell, end: Cell, direction: int) -> int | None:
    """POISE-MOVE-12 and 13, HIGH-2 and 3: points for one step of a footprint, the surcharge of diagonals left out: the
    dearest terrain newly entered, low edges, levels climbed, deep drops; None where no step is possible.
    """
    grid = board.grid
    here, there = grid.footprint(start, size), grid.footprint(end, size)
    if not here or not there or there & board.impassable or here & board.walls[direction] or astride(board, there):
        return None
    if grid.is_diagonal(direction):
        flanks = grid.shift(here, grid.turn(direction, -1)) | grid.shift(here, grid.turn(direction, 1))
        if flanks & board.impassable:
            return None
    rise = level(board, there) - level(board, here)
    if not -DEEP_DROP <= rise <= CLIMB:
        return None
    cost = 1 + max(board.extra(cell) for cell in each_cell(there & ~here)) + bool(here & board.low_steps[direction])
    return cost + rise if rise > 0 else cost + (rise < -EASY_DROP)


@lru_cache(maxsize=64)
def tolls(board: Board, size: int) -> Tolls:
    """What each step costs a unit of that size on that board, by its anchor."""
    return make_tolls(board.grid, lambda start, end, direction: step_cost(board, size, start, end, direction))


@lru_cache(maxsize=16)
def air_tolls(board: Board, size: int, over: int) -> Tolls:
    """POISE-UNIT-3: what each step costs a flyer: a point, one more for each level up; what is lower is flown over."""
    grid = board.grid
    rises = ((cell, board.tops[cell] - board.ground[cell]) for cell in each_cell(board.impassable))
    tall = bits(cell for cell, rise in rises if rise >= over * LEVEL)
    high = board.closed & board.of_edge(lambda kind: kind.height >= over)
    walls = cut_steps(grid, high | board.rim_walls)

    def cost(start: Cell, end: Cell, direction: int) -> int | None:
        here, there = grid.footprint(start, size), grid.footprint(end, size)
        parted = any(there & cut & grid.shift(there, grid.opposite(d)) for d, cut in enumerate(walls))
        if not here or not there or there & tall or here & walls[direction] or parted:
            return None
        return 1 + max(0, level(board, there) - level(board, here))

    return make_tolls(grid, cost)


@derived_of((Body, Afflictions, Conditions))
def dash_points(world: World, unit: int) -> int:
    """POISE-MOVE-2: movement points of a Dash."""
    return sheet_of(world).numbers.dash + speed_of(world, unit).total


def route(world: World, unit: int, budget: int, cell: Cell) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    """The path taken to a cell in reach, with cumulative costs: around enemy zones where there is such a path."""
    straight = straight_route(world, unit, budget, cell)
    if not guarded(world, unit, straight[0]):
        return straight  # nearly always: no zone need be looked at
    shunned = other_zones(world, unit)
    if not any(shunned >> anchor & 1 for anchor in straight[0][1:-1]):
        return straight  # a search that shuns the zones would find one as cheap
    chosen = reachable(world, unit, budget, shun=True)
    if chosen.everywhere >> cell & 1:
        path = chosen.path(cell)
        return path, chosen.costs(path)
    return straight


def straight_route(world: World, unit: int, budget: int, cell: Cell) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    """The cheapest path to a cell in reach, with cumulative costs: for moves that nobody can hinder."""
    found = reachable(world, unit, budget)
    path = found.path(cell)
    return path, found.costs(path)


def reached(world: World, unit: int, budget: int) -> tuple[CellSet, ...]:
    """By the points it takes, from one on: anchors the unit may end at with that many points."""
    if budget <= 0:
        return ()
    # While a Dash may be made one search serves it, Shift and Sprint: a smaller budget is a shorter run of its levels.
    most = max(budget, _dashing(world, unit))
    kinds = _WINGED if world.get(unit, Body).flies else field.PLACES
    return world.derive(("ended", unit, most), _ended, kinds, unit, most)[:budget]


def _dashing(world: World, unit: int) -> int:
    """Movement points of the Dash that it may make now."""
    active = world.get(FIELD, Clock).active
    acts = active == unit or (active is not None and active == field.carried_by(world, unit))
    return dash_points(world, unit) if acts and not short_of(world, unit, MANEUVER) else 0


def _ended(world: World, unit: int, budget: int) -> tuple[CellSet, ...]:
    free = stops(world, unit)
    return tuple([level & free for level in reachable(world, unit, budget).levels[1:]])


def destinations(world: World, unit: int, budget: int) -> list[Cell]:
    """Anchors the unit may end at with that many points, its own left out."""
    return list(each_cell(union(reached(world, unit, budget))))


def steps_toward(world: World, unit: int, cell: Cell) -> CellSet:
    """The anchors that the included step leads to and from which that cell is within a pace."""
    grid, found = field.board_of(world).grid, union(reached(world, unit, speed_of(world, unit).total))
    return found & grid.anchors_touching(grid.spread(1 << cell), field.size_of(world, unit))


async def free_move(world: World, unit: int, paces: int, rule: str) -> None:
    """Up to so many paces at once, which nobody can hinder; the unit may stay."""
    if not movable(world, unit) or world.has(unit, Carried):
        return
    ends = [Action("go", cell=cell) for cell in destinations(world, unit, paces)]
    option = await invite(world, unit, "free_move", ends, rule=rule)
    if option is not None:
        path, costs = straight_route(world, unit, paces, option.action.there)
        await walk(world, unit, path, costs, _unhindered, rule=rule)


async def _unhindered() -> bool:
    return True
