"""Who is flanked: who could attack whom from where (WOUNDS-POS-1 to 8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from msgspec import Struct

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
Arms = tuple[int, int, int]  # the unit, its reach in yards of gap, the first range increment in yards; -1 for none
Fields = dict[int, CellSet]  # unit -> the cells that it could attack into, or a few more
Nearby = dict[int, tuple[int, ...]]  # unit -> foes


class Arsenal(Struct, frozen=True, eq=False):
    """How far everybody could attack: one object for the same rows, as much is looked up by it."""

    rows: tuple[Arms, ...]


def arsenal(world: World) -> Arsenal:
    """WOUNDS-POS-3: how far everybody could attack with what it has in hand; who is helpless is left out."""
    return world.renew("arsenal", _found_arsenal, _arsenal_since, ABLE)


def _found_arsenal(world: World) -> Arsenal:
    return _arsenal(tuple([found for unit in teams(world) if (found := armed(world, unit)) is not None]))


def _arsenal_since(world: World, before: Arsenal, entities: frozenset[int]) -> Arsenal:
    """Mostly somebody has only lost an arrow."""
    known, fighters = {row[0]: row for row in before.rows}, teams(world)
    same = all(known.get(one) == armed(world, one) for one in entities if one in fighters)
    return before if same else _found_arsenal(world)


@lru_cache(maxsize=4096)
def _arsenal(rows: tuple[Arms, ...]) -> Arsenal:
    return Arsenal(rows)


@derived_own
def armed(world: World, unit: int) -> Arms | None:
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
    return field_of(board_of(world).grid, own, reach_, -1) & ~own


def near_at_hand(world: World, unit: int) -> CellSet:
    """The cells that the unit reaches with a melee weapon or a hand, and a few more."""
    _, reach_, _ = armed(world, unit) or (unit, 0, -1)
    return board_of(world).grid.within(bodies(world)[unit], max(reach_, 0) + 2, METRIC)


def fields_of(world: World, able: Arsenal) -> Fields:
    """The cells that each of them could attack into."""
    return world.renew(("fields", able), _all_fields, _fields_since, PLACES, able)


def _all_fields(world: World, able: Arsenal) -> Fields:
    grid, filled = board_of(world).grid, bodies(world)
    return {unit: field_of(grid, filled[unit], reach_, far) for unit, reach_, far in able.rows if unit in filled}


def _fields_since(world: World, before: Fields, entities: frozenset[int], able: Arsenal) -> Fields:
    filled, moved = bodies(world), [row for row in able.rows if row[0] in entities]
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


def near_foes(world: World, able: Arsenal) -> Nearby:
    """By standing unit the foes that could attack it but for the line, in id order."""
    return world.renew(("near foes", able), _all_near, _near_since, AROUND, able)


def _all_near(world: World, able: Arsenal) -> Nearby:
    fields, filled = fields_of(world, able), bodies(world)
    return {unit: tuple(near_enough(world, unit, fields, filled[unit])) for unit in standing(world)}


def _near_since(world: World, before: Nearby, entities: frozenset[int], able: Arsenal) -> Nearby:
    """Mostly somebody has only gone somewhere: a row that it stands in neither then nor now stays the same object."""
    if world.each(Carried) or FIELD in entities or [*before] != standing(world):
        return _all_near(world, able)
    filled, fields, known = bodies(world), fields_of(world, able), teams(world)
    moved = {entity: fields[entity] for entity in entities if entity in fields}
    around, sides = union(moved.values()), {known[entity] for entity in moved}
    own = sides.pop() if len(sides) == 1 else None
    found = before.copy()
    for unit, row in before.items():
        if unit in entities:
            found[unit] = tuple(near_enough(world, unit, fields, filled[unit]))
        elif known[unit] != own and (around & filled[unit] or not entities.isdisjoint(row)):
            now = near_enough(world, unit, moved, filled[unit])
            if now or not entities.isdisjoint(row):
                found[unit] = tuple(sorted([foe for foe in row if foe not in entities] + now))
    return found


def all_flanked(world: World) -> tuple[int, ...]:
    """Every standing unit that is flanked."""
    able = arsenal(world)
    return world.renew(("all flanked", able), _all_flanked, _flanked_since, AROUND, able)[0]


def _all_flanked(world: World, able: Arsenal) -> tuple[tuple[int, ...], Nearby]:
    """They, and whom that was told by."""
    near = near_foes(world, able)
    return tuple([unit for unit, row in near.items() if _beset_by(world, unit, row)]), near


def _flanked_since(
    world: World, before: tuple[tuple[int, ...], Nearby], entities: frozenset[int], able: Arsenal
) -> tuple[tuple[int, ...], Nearby]:
    if world.each(Carried) or FIELD in entities:
        return _all_flanked(world, able)
    (were, then), near = before, near_foes(world, able)
    found: list[int] = []
    for unit, row in near.items():
        if row is then.get(unit) and unit not in entities:
            beset = unit in were
        elif unit in entities or unit in were:
            beset = _beset_by(world, unit, row)
        else:
            beset = _beset_anew(world, unit, row, entities)
        if beset:
            found.append(unit)
    return tuple(found), near


def _beset_anew(world: World, unit: int, found: Sequence[int], by: frozenset[int]) -> bool:
    """Whether somebody is flanked who was not: only some of these can have done it."""
    board, filled = board_of(world), bodies(world)
    here = filled[unit]
    for foe in by.intersection(found):
        there = filled[foe]
        if any(between(board, here, there, filled[other]) for other in found if other != foe):
            return True
    return False


@derived(AROUND)
def _flanked(world: World, unit: int, able: Arsenal) -> bool:
    return beset_at(world, unit, fields_of(world, able), bodies(world)[unit])


def _beset_by(world: World, unit: int, found: Sequence[int]) -> bool:
    filled = bodies(world)
    return len(found) > 1 and beset(board_of(world), filled[unit], tuple([filled[foe] for foe in found]))


def beset_at(world: World, unit: int, fields: Fields, here: CellSet) -> bool:
    """Whether the unit is, or would be, flanked in that space."""
    found = near_enough(world, unit, fields, here)
    if len(found) < 2:
        return False
    filled = bodies(world)
    return beset(board_of(world), here, tuple([filled[foe] for foe in found]))


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
