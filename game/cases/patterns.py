"""What a position says of an answer: options by their words or by what their action is, and places by what is near."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from msgspec import Struct, field

from game.cases.naming import Names, means
from game.grid.grid import Cell, CellSet
from game.kernel.components import FIELD, Field, Footprint, Position
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.map.board import Board

Several: TypeAlias = "str | tuple[str, ...]"
_FAR = 1000


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """Places; all that is given must be so. Units are named as in cases; where they stand when it is looked at counts.

    `closer` and `farther` compare with where the unit stood when the position began.
    """

    cells: tuple[tuple[int, int], ...] = field(default=(), name="in")
    out: tuple[tuple[int, int], ...] = ()
    zone: str = ""
    off_zone: str = ""
    next_to: Several = ()
    apart: Several = ()  # next to none of them
    within: dict[str, int] = {}
    beyond: dict[str, int] = {}
    closer: Several = ()
    farther: Several = ()


class Pattern(Struct, frozen=True, forbid_unknown_fields=True):
    """Options whose action has one of these verbs, targets and so on.

    `ends` says instead where the unit stands in the end, `later` that the option is offered only later in the turn.
    """

    verb: Several = ()
    unit: Several = ()
    what: Several = ()
    how: Several = ()
    group: Several = ()
    role: Several = ()
    cell: Area | None = None
    ends: Area | None = None
    later: bool = False


class Ground(Struct, frozen=True):
    """What places are compared with: the case's names, the world, who is meant and where that unit began."""

    names: Names
    world: World
    who: int
    began: Cell | None


def chosen(ground: Ground, pattern: str | Pattern, option: Option) -> bool:
    """Whether the pattern names this option; one that only says where the unit `ends` names none."""
    if isinstance(pattern, str):
        return means(ground.names, pattern, option)
    if pattern.ends is not None:
        return False
    action, names = option.action, ground.names
    fits = (
        _one_of(pattern.verb, action.verb)
        and _one_of(pattern.what, action.what)
        and _one_of(pattern.group, option.group)
        and _one_of(pattern.role, option.role)
        and (not pattern.unit or action.unit in [names.id(name) for name in listed(pattern.unit)])
        and (not pattern.how or any(way in action.how for way in listed(pattern.how)))
    )
    return fits and (pattern.cell is None or (action.cell is not None and lies(ground, pattern.cell, action.cell)))


def ended(ground: Ground, pattern: str | Pattern) -> bool:
    """Whether the pattern says where the unit ends, and it stands there."""
    if isinstance(pattern, str) or pattern.ends is None:
        return False
    position = ground.world.find(ground.who, Position)
    return position is not None and lies(ground, pattern.ends, position.cell)


def lies(ground: Ground, area: Area, cell: Cell) -> bool:
    """Whether the unit would be in that area with its anchor on the cell."""
    grid = ground.names.grid
    board: Board = ground.world.get(FIELD, Field).board
    body = _body(ground, cell)
    checks = (
        not area.cells or grid.xy(cell) in area.cells,
        grid.xy(cell) not in area.out,
        not area.zone or bool(body & board.zone_cells(area.zone)),
        not area.off_zone or not body & board.zone_cells(area.off_zone),
        not area.next_to or any(_gap(ground, body, name) <= 1 for name in listed(area.next_to)),
        all(_gap(ground, body, name) > 1 for name in listed(area.apart)),
        all(_gap(ground, body, name) <= far for name, far in area.within.items()),
        all(_gap(ground, body, name) > far for name, far in area.beyond.items()),
    )
    return all(checks) and (not (area.closer or area.farther) or _nearer(ground, area, body))


def _nearer(ground: Ground, area: Area, body: CellSet) -> bool:
    if ground.began is None:
        return False
    was = _body(ground, ground.began)
    gained = {
        name: _gap(ground, was, name) - _gap(ground, body, name)
        for name in (*listed(area.closer), *listed(area.farther))
    }
    closer = [gained[name] > 0 for name in listed(area.closer)]
    return (not closer or any(closer)) and all(gained[name] < 0 for name in listed(area.farther))


def _body(ground: Ground, cell: Cell) -> CellSet:
    footprint = ground.world.find(ground.who, Footprint)
    return ground.names.grid.footprint(cell, footprint.size) if footprint is not None else 1 << cell


def _gap(ground: Ground, body: CellSet, name: str) -> int:
    """Cells between a body and a unit of that name; far off the board."""
    unit = ground.names.id(name)
    position, footprint = ground.world.find(unit, Position), ground.world.find(unit, Footprint)
    if position is None:
        return _FAR
    grid = ground.names.grid
    other = grid.footprint(position.cell, footprint.size) if footprint is not None else 1 << position.cell
    return int(grid.distance_sets(body, other, "chebyshev"))


def _one_of(wanted: Several, found: str) -> bool:
    return not wanted or found in listed(wanted)


def listed(value: Several | Iterable[Any]) -> tuple[Any, ...]:
    """A value that may stand alone, as a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)
