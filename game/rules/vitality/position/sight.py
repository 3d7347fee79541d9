"""Distances, lines of sight, half and full cover, screens of bodies, and leaning."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec import Struct

import game.rules.vitality.state as state
from game.grid.grid import Cell, CellSet, Grid, union
from game.grid.grid import cells as each_cell
from game.grid.rays import ray_between
from game.grid.sight import Grade, Sight, Slope, cells_in, stops
from game.kernel.components import FIELD, Carried, Conditions, Down, Position
from game.kernel.ecs import World, derived
from game.map.board import LEVEL, Board, Prop
from game.rules.vitality.position import lines
from game.rules.vitality.position.lines import FINE, POINT_HEIGHT
from game.rules.vitality.position.lines import METRIC as METRIC
from game.rules.vitality.position.lines import blocked as blocked
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import KINDS, SOLID, Hidden, Leaning, beings, body, host_of, is_thing, living, rank, up
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of, derived_there, teams

_HIDING = frozenset((Hidden,))
_SEEING = state.AWAKE | {Leaning}
PLAIN = SOLID | {Leaning}  # what says how far apart two units are


class Look(Struct, frozen=True):
    """What lies between a source and a target: the grade, whether a thing gives half cover, and whose body does."""

    grade: str  # none, half, full
    thing: bool = False
    screen: int | None = None
    witness: Sight | None = None


def height(world: World, unit: int) -> int:
    """Body height in sixths of a metre."""
    return heights(world)[unit]


@derived(KINDS)
def heights(world: World) -> dict[int, int]:
    """Unit -> body height in sixths of a metre."""
    sizes = sheet_of(world).main.sizes
    return {unit: sizes[own.sheet.size].height * LEVEL for unit, own in world.each(state.Body)}


def span(world: World, unit: int) -> tuple[int, int]:
    """From where to where its body reaches, in sixths of a metre."""
    return _span(board_of(world), cells_of(world, unit), height(world, unit))


@lru_cache(maxsize=1 << 14)
def _span(board: Board, own: CellSet, tall: int) -> tuple[int, int]:
    low = max(board.ground[cell] for cell in each_cell(own))
    return low, low + tall


def _rise(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Whole metres between two spans, 0 if they overlap."""
    return max(0, one[0] - other[1], other[0] - one[1]) // LEVEL


@derived(PLAIN)
def distance(world: World, one: int, other: int) -> int:
    """Metres between two units: sideways or up, whichever is more."""
    where, tall, lean = bodies(world), heights(world), world.find(one, Leaning)
    reached = 0 if lean is None else 1 << lean.cell  # VITALITY-COVER-8
    return _apart(board_of(world), where[one], reached, tall[one], where[other], tall[other])


def stand_apart(world: World, one: int, other: int) -> int:
    """The same from where both really stand: leaning helps to see and to aim, and in nothing else (COVER-8)."""
    where, tall = bodies(world), heights(world)
    return _apart(board_of(world), where[one], 0, tall[one], where[other], tall[other])


@lru_cache(maxsize=1 << 17)
def _apart(board: Board, own: CellSet, lean: CellSet, tall: int, there: CellSet, high: int) -> int:
    """`own` is as high as `tall`, `there` as `high`, in sixths of a metre; `lean` are further cells that count."""
    flat = board.grid.distance_sets(own | lean, there, METRIC)
    return max(flat, _rise(_span(board, own, tall), _span(board, there, high))) if board.heights else flat


def distance_to(world: World, unit: int, cell: Cell) -> int:
    """Metres from a unit to a cell's ground."""
    board, lean = board_of(world), world.find(unit, Leaning)
    own = cells_of(world, unit) | (0 if lean is None else 1 << lean.cell)
    ground = board.ground[cell]
    rise = _rise(span(world, unit), (ground, ground + LEVEL))
    return max(board.grid.distance_sets(own, 1 << cell, METRIC), rise)


def sight_board(world: World) -> Board:
    """VITALITY-COVER-1: the board with the things that are units on it, as what they cover others like."""
    return _with_things(world) if _things(world) else board_of(world)


@derived(KINDS)
def _things(world: World) -> list[int]:
    return [unit for unit in teams(world) if is_thing(world, unit)]


@derived(SOLID)
def _with_things(world: World) -> Board:
    board, table = board_of(world), sheet_of(world).gear.things
    found: list[Prop] = []
    for unit in living(world):
        if is_thing(world, unit):
            kind = table[body(world, unit).thing].prop
            found += [Prop(cell, kind) for cell in each_cell(cells_of(world, unit))]
    return msgspec.structs.replace(board, props=(*board.props, *found)) if found else board


def beside(world: World, one: int, other: int) -> bool:
    """VITALITY-ACT-23: within 1 m, and nothing that gives full cover between."""
    return one != other and distance(world, one, other) <= 1 and visible(world, one, other)


def stand_beside(world: World, one: int, other: int) -> bool:
    """The same from where both really stand (COVER-8): what one does with its hands and its whole body."""
    if one == other or stand_apart(world, one, other) > 1:
        return False
    source, there = cells_of(world, one), cells_of(world, other)
    eyes, tall = tuple(each_cell(source)), height(world, one) - LEVEL // 2
    return bool(source & there) or lines.any_seen(sight_board(world), source, eyes, tall, there, height(world, other))


def _may_screen(world: World, unit: int, target: int) -> bool:
    """Whether a body is upright and tall enough to cover the target (COVER-4, COVER-5, ACT-16)."""
    now, more = world.get(unit, Conditions), rank(world, unit) - rank(world, target)
    return "prone" not in now and "down" not in now and (more > 0 or (not more and "taking_cover" not in now))


def related(world: World, one: int, other: int) -> bool:
    """Host and rider."""
    return host_of(world, one) == other or host_of(world, other) == one


def _screen(world: World, source: CellSet, doer: int | None, eye_height: int, target: int) -> int | None:
    """VITALITY-COVER-4: the body nearest to the target that the line of centres crosses."""
    board, there = board_of(world), cells_of(world, target)
    grid, ground = board.grid, board.ground
    met = _met(grid, source, there)
    if not met:
        return None
    filled, found = bodies(world), {}
    met &= ~(source | there)
    for unit in [unit for unit in beings(world) if filled[unit] & met]:
        own = filled[unit] & ~source & ~there
        if unit in (doer, target) or not _may_screen(world, unit, target):
            continue
        if not (related(world, unit, target) or (doer is not None and related(world, unit, doer))):
            found[unit] = own
    if not found:
        return None
    near, far = grid.nearest_cells(source, there, METRIC)
    ends = FINE * (ground[near] + eye_height), FINE * ground[far] + height(world, target) * FINE // 2
    upright = tuple([(own, FINE * span(world, unit)[1]) for unit, own in found.items()])
    crossed = _crossed(grid, near, far, source | there, ends, upright)
    hit = [unit for unit, own in found.items() if own & crossed]
    return min(hit, key=lambda unit: (grid.distance_sets(found[unit], there, METRIC), unit), default=None)


@lru_cache(maxsize=1 << 15)
def _met(grid: Grid, source: CellSet, there: CellSet) -> CellSet:
    """The cells that the line of centres crosses or touches between two bodies: whoever is elsewhere screens nobody."""
    near, far = grid.nearest_cells(source, there, METRIC)
    return 0 if near == far else ray_between(grid, grid.centre(near), grid.centre(far), skip=source | there).cells


@lru_cache(maxsize=1 << 14)
def _crossed(
    grid: Grid, near: Cell, far: Cell, skip: CellSet, ends: tuple[int, int], upright: tuple[tuple[CellSet, int], ...]
) -> CellSet:
    """Where the line of centres meets bodies, each up to a height; all heights are in twelfths of a metre."""
    every = union(own for own, _ in upright)
    ray = ray_between(grid, grid.centre(near), grid.centre(far), skip=skip)
    tops: dict[Cell, int] = {}
    for own, top in upright:
        for cell in each_cell(own):
            tops[cell] = max(tops.get(cell, top), top)
    return cells_in(stops(ray, every, 0, Slope(*ends, tops, strict=True))) & every


def look(world: World, doer: int, target: int, *, origin: Cell | None = None) -> Look:
    """What is between a unit (or an area's origin) and a target."""
    if doer == target and origin is None:
        return Look("none")
    return world.renew(("look", doer, target, origin), _seen, _seen_since, _SEEING, doer, target, origin).look


def between(world: World, doer: int, target: int) -> CellSet:
    """The cells in which a body might be between the two."""
    return _met(board_of(world).grid, _eyes(world, doer, None)[0], cells_of(world, target))


class _Seen(NamedTuple):
    """A look, the cells on which a body between might change it, and where all bodies were."""

    look: Look
    met: CellSet
    bodies: Mapping[int, CellSet]


def _seen(world: World, doer: int, target: int, origin: Cell | None) -> _Seen:
    source, filled = _eyes(world, doer, origin)[0], bodies(world)
    return _Seen(_look(world, doer, target, origin), _met(board_of(world).grid, source, filled[target]), filled)


def _seen_since(
    world: World, before: _Seen, entities: frozenset[int], doer: int, target: int, origin: Cell | None
) -> _Seen:
    """Mostly it was somebody else who went elsewhere, and not between the two."""
    now, then, met = bodies(world), before.bodies, before.met
    concerned = doer in entities or target in entities or FIELD in entities or world.each(Carried)
    anew = concerned or any(
        (now.get(one, 0) | then.get(one, 0)) & met or is_thing(world, one)
        for one in entities  # things cover others
    )
    return _seen(world, doer, target, origin) if anew else before


def all_visible(world: World) -> bool:
    """Whether nothing on the board gives full cover to anybody."""
    board = sight_board(world)
    return not (board.blocks_sight or board.opaque)


def visible(world: World, doer: int, target: int) -> bool:
    """Whether full cover does not hide the target from the doer; bodies do not count here."""
    if all_visible(world):
        return True
    return world.renew(("visible", doer, target), _visible, _visible_since, PLAIN, doer, target)


def _visible_since(world: World, before: object, entities: frozenset[int], doer: int, target: int) -> bool:
    concerned = doer in entities or target in entities or FIELD in entities or world.each(Carried)
    anew = concerned or any(is_thing(world, entity) for entity in entities)  # things cover others
    return _visible(world, doer, target) if anew else bool(before)


def _visible(world: World, doer: int, target: int) -> bool:
    source, eyes, eye_height, _ = _eyes(world, doer, None)
    there = cells_of(world, target)
    if doer == target or source & there:
        return True
    if lines.any_seen(sight_board(world), source, eyes, eye_height, there, height(world, target)):
        return True
    leaning = world.find(target, Leaning)
    return leaning is not None and _leaned(world, source, eyes, eye_height, leaning.cell, target)


def _look(world: World, doer: int, target: int, origin: Cell | None) -> Look:
    source, eyes, eye_height, top = _eyes(world, doer, origin)
    there = cells_of(world, target)
    if source & there:
        return Look("none")
    board = sight_board(world)
    seen, clear, samples, eye = lines.best(board, source, eyes, top, eye_height, there, height(world, target))
    leaning = world.find(target, Leaning)
    grade, thing = "none", False
    if not seen:
        if leaning is None or not _leaned(world, source, eyes, eye_height, leaning.cell, target):
            return Look("full", witness=_witness(world, eye, target, "unseen"))
        grade, thing = "half", True  # VITALITY-COVER-9
    elif 2 * (samples - clear) >= samples:
        grade, thing = "half", True
    screen = _screen(world, source, None if origin is not None else doer, eye_height, target)
    if screen is not None:
        grade = "half"
    return Look(grade, thing, screen, _witness(world, eye, target, "cover" if grade == "half" else "clear"))


def _eyes(world: World, doer: int, origin: Cell | None) -> tuple[CellSet, tuple[Cell, ...], int, int]:
    """Where the source is, its eyes, and how high they are and it is above its ground."""
    if origin is not None:
        return 1 << origin, (origin,), POINT_HEIGHT, board_of(world).ground[origin] + POINT_HEIGHT
    return _own_eyes(world, doer)


@derived_there(PLAIN)
def _own_eyes(world: World, doer: int) -> tuple[CellSet, tuple[Cell, ...], int, int]:
    own, tall = cells_of(world, doer), height(world, doer)
    leaning = world.find(doer, Leaning)
    eyes = tuple(each_cell(own))
    if leaning is not None:
        own, eyes = own | 1 << leaning.cell, (*eyes, leaning.cell)
    return own, eyes, tall - LEVEL // 2, span(world, doer)[1]


def eyes_of(world: World, unit: int) -> tuple[Cell, ...]:
    """VITALITY-COVER-8: the cells it sees from: its own, and the one that it leans into."""
    return _eyes(world, unit, None)[1]


def _leaned(world: World, source: CellSet, eyes: tuple[Cell, ...], eye_height: int, cell: Cell, target: int) -> bool:
    return lines.any_seen(sight_board(world), source, eyes, eye_height, 1 << cell, height(world, target))


def _witness(world: World, eye: Cell, target: int, grade: Grade) -> Sight:
    board, there = sight_board(world), cells_of(world, target)
    far = board.grid.nearest_cells(1 << eye, there, METRIC)[1]
    things = board.blocks_sight | board.obstacles, board.opaque | board.obstacle_edges
    return Sight(board.grid, grade, eye, far, 1 << eye | there, (board.blocks_sight, board.opaque), things)


def blocked_between(world: World, origin: Cell, cell: Cell) -> bool:
    """Whether nothing of a cell's ground space is seen from another (areas)."""
    return blocked(sight_board(world), origin, cell)


def sees(world: World, watcher: int, unit: int) -> bool:
    """VITALITY-HIDE-1: conscious, not blinded, and a line that full cover does not cut."""
    return up(world, watcher) and not holds(world, watcher, "blinded") and visible(world, watcher, unit)


@derived(_HIDING)
def hiders(world: World) -> tuple[int, ...]:
    """Whoever is hidden from anybody, in id order."""
    return tuple(unit for unit, own in world.each(Hidden) if own.of)


def hidden_from(world: World, unit: int, watcher: int) -> bool:
    """VITALITY-HIDE-8: hiding is a matter between two."""
    hidden = world.find(unit, Hidden)
    return hidden is not None and watcher in hidden.of


def targetable(world: World, doer: int, target: int) -> bool:
    """VITALITY-ATK-10: not hidden from the doer and not fully covered from its side."""
    return not hidden_from(world, target, doer) and visible(world, doer, target)


def area(world: World, origin: Cell, radius: int) -> CellSet:
    """The cells within a radius that the origin sees."""
    board, seen = board_of(world), sight_board(world)
    if seen is board:
        return lines.area(board, origin, radius)
    found, near = lines.area(seen, origin, radius), lines.area(board, origin, radius)
    for unit in living(world):
        own = cells_of(world, unit) & near if is_thing(world, unit) else 0
        found |= sum(1 << cell for cell in each_cell(own) if not blocked(seen, origin, cell, own))
    return found


def afoot(world: World, unit: int) -> bool:
    """Whether the unit stands on the ground of the board, and on nobody."""
    return on_board(world, unit) and not world.has(unit, Carried)


def on_board(world: World, unit: int) -> bool:
    """Whether the unit stands anywhere."""
    return world.has(unit, Position) and not world.has(unit, Down)
