"""Who is flanked: who could attack whom from where (WOUNDS-POS-1 to 8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from game.grid import angles
from game.grid.grid import CellSet, Grid, union
from game.kernel.components import FIELD, Carried, Conditions, Down, Gear
from game.kernel.ecs import World, derived, derived_own
from game.map.board import Board
from game.rules.wounds.gear import arms, weapon
from game.rules.wounds.position.cover import open_line, visible
from game.rules.wounds.position.ground import underwater
from game.rules.wounds.position.space import METRIC, higher_seat, mounts, yards_between
from game.rules.wounds.state import Body, Ignoring, Stock, helpless, tagged
from game.systems.field import FIXED, PLACES, board_of, bodies, standing, teams

ABLE = FIXED | {Conditions, Body, Gear, Stock, Down}
AROUND = PLACES | {Body, Ignoring}
Arsenal = tuple[tuple[int, int, int], ...]  # (unit, reach in yards of gap, first range increment in yards); -1 for none
Fields = dict[int, CellSet]  # unit -> the cells that it could attack into, or a few more


@derived(ABLE)
def arsenal(world: World) -> Arsenal:
    """WOUNDS-POS-3: how far everybody could attack with what it has in hand; who is helpless is left out."""
    return tuple(found for unit in teams(world) if (found := armed(world, unit)) is not None)


@derived_own
def armed(world: World, unit: int) -> tuple[int, int, int] | None:
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
    _, reach_, _ = armed(world, unit) or (unit, -1, -1)
    if reach_ < 0 or unit not in bodies(world):
        return 0
    own = bodies(world)[unit]
    return board_of(world).grid.within(own, reach_ + 1, METRIC) & ~own


def fields_of(world: World, able: Arsenal) -> Fields:
    """The cells that each of them could attack into."""
    return world.renew(("fields", able), _all_fields, _fields_since, PLACES, able)


def _all_fields(world: World, able: Arsenal) -> Fields:
    grid, filled = board_of(world).grid, bodies(world)
    return {unit: field_of(grid, filled[unit], reach_, far) for unit, reach_, far in able if unit in filled}


def _fields_since(world: World, before: Fields, entities: frozenset[int], able: Arsenal) -> Fields:
    filled, moved = bodies(world), [row for row in able if row[0] in entities]
    if world.each(Carried) or any((unit in filled) != (unit in before) for unit, _, _ in moved):
        return _all_fields(world, able)
    grid = board_of(world).grid
    found = {unit: field_of(grid, filled[unit], reach_, far) for unit, reach_, far in moved if unit in filled}
    return {**before, **found} if found else before


@lru_cache(maxsize=16384)
def field_of(grid: Grid, there: CellSet, reach_: int, far: int) -> CellSet:
    """Cells that are near enough to be attacked from some others; heights and saddles only make it farther."""
    return grid.within(there, max(reach_ + 1 if reach_ >= 0 else -1, far), METRIC)


def flankers(world: World, unit: int) -> list[int]:
    """WOUNDS-POS-3, 7 and 8: foes that could attack the unit now; neither ignores the other."""
    return _flankers(world, unit, arsenal(world))


@derived(AROUND)
def _flankers(world: World, unit: int, able: Arsenal) -> list[int]:
    found = near_enough(world, unit, fields_of(world, able), bodies(world)[unit])
    return [foe for foe in found if visible(world, foe, unit)]


def near_enough(world: World, unit: int, fields: Fields, here: CellSet) -> list[int]:
    """Flankers of a unit in that space, but for the line, which takes longest to look at."""
    known = teams(world)
    own = known[unit]
    found = [foe for foe, field in fields.items() if field & here and known[foe] != own]
    if not found or tagged(world, unit, "invisible"):
        return []  # nobody attacks what it cannot see
    if heedless := who_ignores(world):
        ignored = heedless.get(unit, ())
        found = [foe for foe in found if foe not in ignored and unit not in heedless.get(foe, ())]
    if board_of(world).heights or mounts(world):
        filled = bodies(world)
        return [foe for foe in found if in_range(world, unit, foe, here, filled[foe])]
    return found


@derived((Ignoring,))
def who_ignores(world: World) -> dict[int, tuple[int, ...]]:
    """Who ignores anybody, and whom."""
    return {unit: now.ignored for unit, now in world.each(Ignoring) if now.ignored}


def in_range(world: World, unit: int, foe: int, here: CellSet, there: CellSet) -> bool:
    """Whether the foe could attack the unit, each in that space."""
    _, reach_, far = armed(world, foe) or (foe, -1, -1)
    near = yards_between(world, here, there) + higher_seat(world, unit, foe) - 1
    return max(0, near) <= reach_ or near < far


def flanked(world: World, unit: int) -> bool:
    """WOUNDS-POS-1 and 2: some pair of them is at least 120 degrees apart, seen from the unit's middle."""
    return unit in all_flanked(world) if unit in standing(world) else _flanked(world, unit, arsenal(world))


def all_flanked(world: World) -> tuple[int, ...]:
    """Every standing unit that is flanked."""
    able = arsenal(world)
    return world.renew(("all flanked", able), _all_flanked, _flanked_since, AROUND, able)[0]


def _all_flanked(world: World, able: Arsenal) -> tuple[tuple[int, ...], Fields]:
    """They, and by whose fields that was told."""
    fields = fields_of(world, able)
    return tuple([unit for unit in standing(world) if _beset_by(world, unit, fields)]), fields


def _flanked_since(
    world: World, before: tuple[tuple[int, ...], Fields], entities: frozenset[int], able: Arsenal
) -> tuple[tuple[int, ...], Fields]:
    """Mostly somebody has only gone somewhere: that matters to itself, and to whom it could attack then or can now."""
    if world.each(Carried) or FIELD in entities:
        return _all_flanked(world, able)
    were, then = before
    filled, fields = bodies(world), fields_of(world, able)
    near = union(each.get(entity, 0) for each in (then, fields) for entity in entities)
    now = [(entity, fields[entity]) for entity in entities if entity in fields]
    found = list[int]()
    for unit in standing(world):
        here = filled[unit]
        if unit in entities or unit in were:
            beset = _beset_by(world, unit, fields) if unit in entities or near & here else True
        else:
            # Whoever was not flanked is so only by one of these.
            anew = [entity for entity, field in now if field & here] if near & here else ()
            beset = bool(anew) and _beset_anew(world, unit, fields, anew)
        if beset:
            found.append(unit)
    return tuple(found), fields


@derived(AROUND)
def _flanked(world: World, unit: int, able: Arsenal) -> bool:
    return _beset_by(world, unit, fields_of(world, able))


def _beset_by(world: World, unit: int, fields: Fields) -> bool:
    return beset_at(world, unit, fields, bodies(world)[unit])


def beset_at(world: World, unit: int, fields: Fields, here: CellSet) -> bool:
    """Whether the unit is, or would be, flanked in that space."""
    found = near_enough(world, unit, fields, here)
    if len(found) < 2:
        return False
    filled = bodies(world)
    return beset(board_of(world), here, tuple([filled[foe] for foe in found]))


def _beset_anew(world: World, unit: int, fields: Fields, by: Sequence[int]) -> bool:
    """The same where one of the two is one of these."""
    known = teams(world)
    if all(known[foe] == known[unit] for foe in by):
        return False
    board, filled = board_of(world), bodies(world)
    here = filled[unit]
    found = near_enough(world, unit, fields, here)
    for foe in by:
        if foe in found and any(between(board, here, filled[foe], filled[other]) for other in found if other != foe):
            return True
    return False


@lru_cache(maxsize=65536)
def beset(board: Board, here: CellSet, foes: tuple[CellSet, ...]) -> bool:
    """Whether two of the foes see a space from at least 120 degrees apart."""
    return any(between(board, here, one, other) for one, other in combinations(foes, 2))


@lru_cache(maxsize=1 << 17)
def between(board: Board, here: CellSet, one: CellSet, other: CellSet) -> bool:
    """Whether these two see it from so far apart."""
    grid = board.grid
    first_ray, second_ray = angles.between_middles(grid, here, one), angles.between_middles(grid, here, other)
    if (0, 0) in (first_ray, second_ray) or angles.compare(grid.layout, first_ray, second_ray, 120) < 0:
        return False
    return open_line(board, one, here) and open_line(board, other, here)
