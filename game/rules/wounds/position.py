"""Where units stand to each other: the cells they fill, distance, reach, who is flanked, where they can go."""

from __future__ import annotations

from functools import lru_cache

from game.grid import angles
from game.grid.grid import Cell, CellSet, EdgeSet, Grid, Metric, cells
from game.grid.paths import Reach, reach
from game.kernel.components import Conditions, Down, Gear, Position
from game.kernel.ecs import World
from game.map.board import Board
from game.rules.wounds.cover import open_line, visible
from game.rules.wounds.element import gait, underwater
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import (
    SPACES,
    Body,
    Doors,
    Entering,
    Going,
    Ignoring,
    Riding,
    Stock,
    arms,
    body,
    helpless,
    spaces,
    tagged,
    weapon,
)
from game.rules.wounds.terrain import astride, level, scaled, tolls, turned
from game.systems.conditions import holds
from game.systems.field import FIXED, board_of, size_of, standing, teams

METRIC: Metric = "alternating"  # 1-2-1-2 on squares (section 7.1); hexes know one metric
WAYS = SPACES | {Conditions, Body, Doors, Entering}
BODIES = SPACES | {Body}
_SEATS = frozenset((Riding, Body))
_ABLE = FIXED | {Conditions, Body, Gear, Stock, Down}
_AROUND = SPACES | {Body, Ignoring, Doors}


def mount_of(world: World, unit: int) -> int | None:
    """The mount a unit rides by the mounted rules; one that only stands on a giant has none (WOUNDS-MOUNT-1)."""
    return mounts(world).get(unit)


def mounts(world: World) -> dict[int, int]:
    """Rider -> its mount, for all who ride by the mounted rules."""
    return world.derive("mounts", _mounts, _SEATS)


def _mounts(world: World) -> dict[int, int]:
    most = sheet_of(world).numbers.platform
    seats = [(unit, seat.mount) for unit, seat in world.each(Riding)]
    return {unit: mount for unit, mount in seats if body(world, mount).size - body(world, unit).size <= most}


def space(world: World, unit: int) -> CellSet:
    """The cells a unit fills; KeyError off the board."""
    return spaces(world)[unit]


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
    own = space(world, one)
    return {
        other: yards_between(world, own, there) + higher_seat(world, one, other)
        for other, there in spaces(world).items()
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
    filled = spaces(world)
    return yards_between(world, filled[one], filled[other]) + higher_seat(world, one, other) - 1


def reaches(world: World, unit: int, key: str, target: int) -> bool:
    """WOUNDS-HD-9: whether a melee weapon reaches; whoever shares a space is at gap 0."""
    return max(0, gap(world, unit, target)) <= weapon(world, key).reach


def sharing(world: World, unit: int) -> list[int]:
    """WOUNDS-ACT-14: who shares the unit's space, mount and rider and pairs of tiny creatures left out."""
    return world.derive(("sharing", unit), lambda world: _sharing(world, unit), BODIES)


def _sharing(world: World, unit: int) -> list[int]:
    own, found = spaces(world).get(unit, 0), []
    for other, there in spaces(world).items():
        if other != unit and own & there and not seated(world, unit, other) and not tiny(world, unit, other):
            found.append(other)
    return found


def seated(world: World, one: int, other: int) -> bool:
    """Whether one sits on the other."""
    first, second = world.find(one, Riding), world.find(other, Riding)
    return (first is not None and first.mount == other) or (second is not None and second.mount == one)


def tiny(world: World, one: int, other: int) -> bool:
    """Section 7.2: two creatures this small fit into a cell."""
    return body(world, one).size <= -4 and body(world, other).size <= -4


def seen(world: World, viewer: int, target: int) -> bool:
    """WOUNDS-HD-30: by line of sight; `invisible` is not seen."""
    return not hidden(world, viewer, target) and visible(world, viewer, target)


def hidden(world: World, viewer: int, target: int) -> bool:
    """WOUNDS-HD-30: whether no line of sight would help: nothing may tell of such a foe."""
    return tagged(world, target, "invisible") and teams(world)[viewer] != teams(world)[target]


# Flanking


Arsenal = tuple[tuple[int, int, int], ...]  # (unit, reach in yards of gap, first range increment in yards); -1 for none


def arsenal(world: World) -> Arsenal:
    """WOUNDS-POS-3: how far everybody could attack with what it has in hand; who is helpless is left out."""
    return world.derive("arsenal", _arsenal, _ABLE)


def _arsenal(world: World) -> Arsenal:
    return tuple(found for unit in teams(world) if (found := _armed(world, unit)) is not None)


def _armed(world: World, unit: int) -> tuple[int, int, int] | None:
    return world.derive_own(unit, "armed", lambda world: _reach_and_range(world, unit))


def _reach_and_range(world: World, unit: int) -> tuple[int, int, int] | None:
    """The longest reach, and the longest first increment of what could be shot or thrown now; None for the helpless."""
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


Fields = tuple[tuple[int, int, CellSet], ...]  # (unit, its team, the cells that it could attack into, or a few more)


def _fields(world: World) -> Fields:
    able = arsenal(world)
    return world.derive(("fields", able), lambda world: _attackable(world, able), SPACES)


def _attackable(world: World, able: Arsenal) -> Fields:
    grid, known, filled = board_of(world).grid, teams(world), spaces(world)
    return tuple(
        [(unit, known[unit], _field(grid, filled[unit], reach_, far)) for unit, reach_, far in able if unit in filled]
    )


@lru_cache(maxsize=16384)
def _field(grid: Grid, there: CellSet, reach_: int, far: int) -> CellSet:
    """Cells that are near enough to be attacked from some others; heights and saddles only make it farther."""
    return grid.within(there, max(reach_ + 1 if reach_ >= 0 else -1, far), METRIC)


def flankers(world: World, unit: int) -> list[int]:
    """WOUNDS-POS-3, 7 and 8: foes that could attack the unit now; neither ignores the other."""
    key = ("flankers", unit, arsenal(world))
    return world.derive(key, lambda world: _flankers(world, unit), _AROUND)


def _flankers(world: World, unit: int) -> list[int]:
    return [foe for foe in _near_enough(world, unit, _fields(world)) if visible(world, foe, unit)]


def _near_enough(world: World, unit: int, fields: Fields) -> list[int]:
    """Flankers but for the line, which takes longest to look at."""
    own, here = teams(world)[unit], spaces(world)[unit]
    found = [foe for foe, team, field in fields if field & here and team != own]
    if not found or tagged(world, unit, "invisible"):
        return []  # nobody attacks what it cannot see
    ignored = world.get(unit, Ignoring).ignored
    found = [foe for foe in found if foe not in ignored and unit not in world.get(foe, Ignoring).ignored]
    if board_of(world).heights or mounts(world):
        return [foe for foe in found if _in_range(world, unit, foe)]
    return found


def _in_range(world: World, unit: int, foe: int) -> bool:
    """Whether the foe could attack the unit, with heights and saddles."""
    _, reach_, far = _armed(world, foe) or (foe, -1, -1)
    near = gap(world, unit, foe)
    return max(0, near) <= reach_ or near < far


def flanked(world: World, unit: int) -> bool:
    """WOUNDS-POS-1 and 2: some pair of them is at least 120 degrees apart, seen from the unit's middle."""
    return world.derive(("flanked", unit, arsenal(world)), lambda world: _flanked(world, unit, _fields(world)), _AROUND)


def all_flanked(world: World) -> tuple[int, ...]:
    """Every standing unit that is flanked."""
    return world.derive(("all_flanked", arsenal(world)), _all_flanked, _AROUND)


def _all_flanked(world: World) -> tuple[int, ...]:
    known, filled, fields = teams(world), spaces(world), _fields(world)
    pressed = _pressed(fields, known)
    return tuple(
        [unit for unit in standing(world) if pressed[known[unit]] & filled[unit] and _flanked(world, unit, fields)]
    )


def _pressed(fields: Fields, known: dict[int, int]) -> dict[int, CellSet]:
    """By team: cells that at least two of its foes could attack into, or a few more; only there anybody is flanked."""
    once, twice = dict.fromkeys(known.values(), 0), dict.fromkeys(known.values(), 0)
    for _, team, field in fields:
        for own in once:
            if own != team:
                twice[own] |= once[own] & field
                once[own] |= field
    return twice


def _flanked(world: World, unit: int, fields: Fields) -> bool:
    found = _near_enough(world, unit, fields)
    if len(found) < 2:
        return False
    filled = spaces(world)
    return _beset(board_of(world), turned(world), filled[unit], tuple([filled[foe] for foe in found]))


@lru_cache(maxsize=65536)
def _beset(board: Board, doors: EdgeSet, here: CellSet, foes: tuple[CellSet, ...]) -> bool:
    """Whether two of the foes see a space from at least 120 degrees apart."""
    grid = board.grid
    rays = [(foe, angles.between_middles(grid, here, foe)) for foe in foes]
    for at, (one, first_ray) in enumerate(rays):
        for other, second_ray in rays[at + 1 :]:
            if (0, 0) in (first_ray, second_ray) or angles.compare(grid.layout, first_ray, second_ray, 120) < 0:
                continue
            if open_line(board, doors, one, here) and open_line(board, doors, other, here):
                return True
    return False


# Movement


def blocked(world: World, unit: int) -> tuple[CellSet, CellSet, CellSet]:
    """Cells of others that a unit cannot enter, those it walks through at twice the cost (section 7.3), and those that
    it may enter, within which it pays twice (WOUNDS-ACT-14).
    """
    own, hard, slow, within = teams(world)[unit], 0, 0, 0
    entering, shared = allowed_spaces(world, unit), sharing(world, unit)
    for other, there in spaces(world).items():
        if other == unit or seated(world, unit, other) or world.find(other, Riding) is not None:
            continue
        if other in shared or (other not in entering and teams(world)[other] == own):
            slow |= there  # WOUNDS-ACT-14: within a shared space; friends are walked through
        elif other in entering:
            within |= there
        elif not tiny(world, unit, other):
            hard |= there
    return hard, slow, within


def allowed_spaces(world: World, unit: int) -> tuple[int, ...]:
    """Whose spaces the unit may share now: those it has entered, or may enter this turn (WOUNDS-ACT-13)."""
    found, known = world.find(unit, Entering), teams(world)
    entered = [other for other in sharing(world, unit) if known[other] != known[unit]]
    return (*(found.spaces if found else ()), *entered)


def reachable(world: World, unit: int, budget: int) -> Reach:
    """Where that many yards lead, by the unit's anchor."""
    parity = world.get(unit, Going).diagonals % 2
    key = ("reach", unit, budget, parity)
    return world.derive(key, lambda world: _reach(world, unit, budget, parity), WAYS)


def _reach(world: World, unit: int, budget: int, parity: int) -> Reach:
    board, size = board_of(world), size_of(world, unit)
    grid, mode = board.grid, gait(world, unit)
    hard, slow, within = (grid.anchors_touching(taken, size) for taken in blocked(world, unit))
    low = holds(world, unit, "prone") or holds(world, unit, "crouching")
    table = scaled(board, tolls(world, size, mode), 2 if low else 1, slow, within)
    barred = hard | astride(board, turned(world), size)
    here = world.get(unit, Position).cell
    ends, barred = (
        grid.everywhere if mode == "hang" else 0,
        barred & ~(1 << here),
    )  # from a ledge one has to be up first
    return reach(grid, table, here, budget, diagonals="doubling", blocked=barred, stop=ends, parity=parity)


def stops(world: World, unit: int) -> CellSet:
    """Anchors at which the unit may stay: a cell holds one creature, but for entered spaces and tiny pairs."""
    grid, size = board_of(world).grid, size_of(world, unit)
    entering, filled, shared = allowed_spaces(world, unit), 0, 0
    for other, there in spaces(world).items():
        if other == unit or seated(world, unit, other) or other in entering:
            continue
        if tiny(world, unit, other) and not there & shared:
            shared |= there
            continue
        filled |= there
    return grid.anchors(size) & ~grid.anchors_touching(filled, size) & ~astride(board_of(world), turned(world), size)


def free_near(world: World, unit: int, wanted: Cell) -> Cell | None:
    """The free anchor nearest to a cell, the lowest of equals (WOUNDS-HD-16, HD-33)."""
    board, size = board_of(world), size_of(world, unit)
    free = stops(world, unit) & ~board.grid.anchors_touching(board.impassable, size)
    near = sorted((board.grid.distance(wanted, cell, METRIC), cell) for cell in cells(free))
    return near[0][1] if near else None
