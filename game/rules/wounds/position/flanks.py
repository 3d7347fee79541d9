"""Who is flanked: who could attack whom from where (WOUNDS-POS-1 to 8)."""

from __future__ import annotations

from functools import lru_cache

from game.grid import angles
from game.grid.grid import CellSet, Grid, union
from game.kernel.components import FIELD, Carried, Conditions, Down, Gear
from game.kernel.ecs import World, derived, derived_own
from game.map.board import Board
from game.rules.wounds.gear import arms, weapon
from game.rules.wounds.position.cover import open_line, visible
from game.rules.wounds.position.ground import underwater
from game.rules.wounds.position.space import METRIC, gap, mounts
from game.rules.wounds.state import Body, Ignoring, Stock, helpless, tagged
from game.systems.field import FIXED, PLACES, board_of, bodies, standing, teams

_ABLE = FIXED | {Conditions, Body, Gear, Stock, Down}
_AROUND = PLACES | {Body, Ignoring}
Arsenal = tuple[tuple[int, int, int], ...]  # (unit, reach in yards of gap, first range increment in yards); -1 for none
Fields = dict[int, CellSet]  # unit -> the cells that it could attack into, or a few more


@derived(_ABLE)
def arsenal(world: World) -> Arsenal:
    """WOUNDS-POS-3: how far everybody could attack with what it has in hand; who is helpless is left out."""
    return tuple(found for unit in teams(world) if (found := _armed(world, unit)) is not None)


@derived_own
def _armed(world: World, unit: int) -> tuple[int, int, int] | None:
    """The unit, its longest reach, and the first increment of what it could shoot or throw; None for the helpless."""
    if helpless(world, unit) or world.has(unit, Down):
        return None
    reach_, far, stock = -1, -1, world.get(unit, Stock)
    for key in arms(world, unit):
        arm = weapon(world, key)
        if arm.kind == "melee":
            reach_ = max(reach_, arm.reach)
        inc = arm.inc if arm.kind == "ranged" else arm.thrown.inc if arm.thrown else -1
        if not (arm.shots and not stock.shots) and key not in stock.unloaded:
            far = max(far, inc)
    return unit, reach_, -1 if underwater(world, unit) else far


def melee_reach(world: World, unit: int) -> CellSet:
    """WOUNDS-HD-9: cells that the unit's longest melee weapon reaches, its own left out; none off the board or down."""
    _, reach_, _ = _armed(world, unit) or (unit, -1, -1)
    if reach_ < 0 or unit not in bodies(world):
        return 0
    own = bodies(world)[unit]
    return board_of(world).grid.within(own, reach_ + 1, METRIC) & ~own


def _fields(world: World, able: Arsenal) -> Fields:
    return world.renew(("fields", able), _all_fields, _fields_since, PLACES, able)


def _all_fields(world: World, able: Arsenal) -> Fields:
    grid, filled = board_of(world).grid, bodies(world)
    return {unit: _field(grid, filled[unit], reach_, far) for unit, reach_, far in able if unit in filled}


def _fields_since(world: World, before: Fields, entities: frozenset[int], able: Arsenal) -> Fields:
    filled, moved = bodies(world), [row for row in able if row[0] in entities]
    if world.each(Carried) or any((unit in filled) != (unit in before) for unit, _, _ in moved):
        return _all_fields(world, able)
    grid = board_of(world).grid
    found = {unit: _field(grid, filled[unit], reach_, far) for unit, reach_, far in moved if unit in filled}
    return {**before, **found} if found else before


@lru_cache(maxsize=16384)
def _field(grid: Grid, there: CellSet, reach_: int, far: int) -> CellSet:
    """Cells that are near enough to be attacked from some others; heights and saddles only make it farther."""
    return grid.within(there, max(reach_ + 1 if reach_ >= 0 else -1, far), METRIC)


def flankers(world: World, unit: int) -> list[int]:
    """WOUNDS-POS-3, 7 and 8: foes that could attack the unit now; neither ignores the other."""
    return _flankers(world, unit, arsenal(world))


@derived(_AROUND)
def _flankers(world: World, unit: int, able: Arsenal) -> list[int]:
    return [foe for foe in _near_enough(world, unit, _fields(world, able)) if visible(world, foe, unit)]


def _near_enough(world: World, unit: int, fields: Fields) -> list[int]:
    """Flankers but for the line, which takes longest to look at."""
    own, here = teams(world)[unit], bodies(world)[unit]
    known = teams(world)
    found = [foe for foe, field in fields.items() if field & here and known[foe] != own]
    if not found or tagged(world, unit, "invisible"):
        return []  # nobody attacks what it cannot see
    ignored = world.get(unit, Ignoring).ignored
    found = [foe for foe in found if foe not in ignored and unit not in world.get(foe, Ignoring).ignored]
    if board_of(world).heights or mounts(world):
        return [foe for foe in found if _in_range(world, unit, foe)]
    return found


def _in_range(world: World, unit: int, foe: int) -> bool:
    _, reach_, far = _armed(world, foe) or (foe, -1, -1)
    near = gap(world, unit, foe)
    return max(0, near) <= reach_ or near < far


def flanked(world: World, unit: int) -> bool:
    """WOUNDS-POS-1 and 2: some pair of them is at least 120 degrees apart, seen from the unit's middle."""
    return unit in all_flanked(world) if unit in standing(world) else _flanked(world, unit, arsenal(world))


def all_flanked(world: World) -> tuple[int, ...]:
    """Every standing unit that is flanked."""
    able = arsenal(world)
    return world.renew(("all flanked", able), _all_flanked, _flanked_since, _AROUND, able)[0]


def _all_flanked(world: World, able: Arsenal) -> tuple[tuple[int, ...], Fields]:
    """They, and by whose fields that was told."""
    fields = _fields(world, able)
    return tuple([unit for unit in standing(world) if _beset_by(world, unit, fields)]), fields


def _flanked_since(
    world: World, before: tuple[tuple[int, ...], Fields], entities: frozenset[int], able: Arsenal
) -> tuple[tuple[int, ...], Fields]:
    """Mostly somebody has only gone somewhere: that matters to itself, and to whom it could attack then or can now."""
    if world.each(Carried) or FIELD in entities:
        return _all_flanked(world, able)
    were, filled, fields = before[0], bodies(world), _fields(world, able)
    near = union(each.get(entity, 0) for each in (before[1], fields) for entity in entities)
    found = [
        unit
        for unit in standing(world)
        if (_beset_by(world, unit, fields) if unit in entities or near & filled[unit] else unit in were)
    ]
    return tuple(found), fields


@derived(_AROUND)
def _flanked(world: World, unit: int, able: Arsenal) -> bool:
    return _beset_by(world, unit, _fields(world, able))


def _beset_by(world: World, unit: int, fields: Fields) -> bool:
    found = _near_enough(world, unit, fields)
    if len(found) < 2:
        return False
    filled = bodies(world)
    return _beset(board_of(world), filled[unit], tuple([filled[foe] for foe in found]))


@lru_cache(maxsize=65536)
def _beset(board: Board, here: CellSet, foes: tuple[CellSet, ...]) -> bool:
    """Whether two of the foes see a space from at least 120 degrees apart."""
    grid = board.grid
    rays = [(foe, angles.between_middles(grid, here, foe)) for foe in foes]
    for at, (one, first_ray) in enumerate(rays):
        for other, second_ray in rays[at + 1 :]:
            if (0, 0) in (first_ray, second_ray) or angles.compare(grid.layout, first_ray, second_ray, 120) < 0:
                continue
            if open_line(board, one, here) and open_line(board, other, here):
                return True
    return False
