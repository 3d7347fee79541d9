"""The whole skirmish's facts: board, rounds, teams, who stands where."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from game.grid.grid import CellSet
from game.grid.layout import Size
from game.kernel.components import FIELD, Carried, Down, Field, Footprint, Position, Side, Unit
from game.kernel.ecs import Kinds, World, derived, renewed
from game.map.board import Board

V = TypeVar("V")

_CARRYING = frozenset((Carried,))
FIXED = frozenset((Field, Unit, Side))  # kinds that never change once a skirmish is mustered
SIZES = FIXED | {Footprint}
PLACES = SIZES | {Position, Carried, Down}  # kinds that say who stands where

Gaps: TypeAlias = "Callable[[World, int, Mapping[int, CellSet]], dict[int, int]]"


def board_of(world: World) -> Board:
    """The skirmish's board."""
    board: Board = world.rows[FIELD][Field].board  # asked all the time, as is what follows
    return board


def sheet_of(world: World) -> Any:
    """The data of the skirmish: the ruleset's own struct, whose `sheet_of` gives this its type."""
    return world.rows[FIELD][Field].sheet


def settings_of(world: World) -> Any:
    """The skirmish's settings: the ruleset's own struct, whose `house` gives this its type."""
    return world.rows[FIELD][Field].settings


def round_limit(world: World) -> int:
    """The round after which time is up."""
    return world.get(FIELD, Field).round_limit


@derived(FIXED)
def teams(world: World) -> dict[int, int]:
    """Unit -> the team it fights for."""
    return {unit: world.get(entry.side, Side).team for unit, entry in world.each(Unit)}


def team(world: World, unit: int) -> int:
    """The team a unit fights for."""
    return teams(world)[unit]


def _standing(world: World) -> list[int]:
    """Units on the board that are not out of the fight, in id order."""
    return [unit for unit in bodies(world) if not world.has(unit, Down)]


def _standing_since(world: World, before: list[int], entities: frozenset[int]) -> list[int]:
    """As it was, unless one of those has fallen, come or gone: most have only moved."""
    if world.each(Carried):
        return _standing(world)
    filled = bodies(world)
    same = all((one in filled and not world.has(one, Down)) == (one in before) for one in entities)
    return before if same else _standing(world)


standing = renewed(_standing, _standing_since, PLACES)


def enemies(world: World, unit: int) -> list[int]:
    """Standing units of other teams, in id order."""
    own = team(world, unit)
    return world.renew(("enemies", own), _enemies, _enemies_since, PLACES, own)[0]


_Enemies: TypeAlias = "tuple[list[int], list[int], dict[int, int]]"


def _enemies(world: World, own: int) -> _Enemies:
    """And all who stood then, and for whom they fought."""
    known, up = teams(world), standing(world)
    return [other for other in up if known[other] != own], up, known


def _enemies_since(world: World, before: _Enemies, entities: frozenset[int], own: int) -> _Enemies:
    _, up, known = before
    return before if standing(world) is up and teams(world) is known else _enemies(world, own)


def strangers_cells(world: World, own: int) -> CellSet:
    """The cells of all who do not fight for that team, the fallen included."""
    return world.renew(("strangers", own), _strangers_cells, _strangers_since, PLACES, own)


def _strangers_cells(world: World, own: int) -> CellSet:
    fights_for, found = teams(world), 0
    for unit, filled in bodies(world).items():
        if fights_for[unit] != own:
            found |= filled
    return found


def _strangers_since(world: World, before: CellSet, entities: frozenset[int], own: int) -> CellSet:
    return before if only_own(world, own, entities) else _strangers_cells(world, own)


def only_own(world: World, own: int, entities: frozenset[int]) -> bool:
    """Whether all these entities are units of that team, or things, none of which anybody carries: mostly it was one of
    the team that went elsewhere, and what hangs on the others alone is as it was."""
    fights_for = teams(world)
    return (
        FIELD not in entities
        and not world.each(Carried)
        and all(fights_for.get(entity, own) == own for entity in entities)
    )


def _bodies(world: World) -> dict[int, CellSet]:
    """The cells of everybody on the board, the defeated included."""
    grid, found = board_of(world).grid, {}
    for unit, size in _shapes(world).items():
        place = world.find(unit, Position)
        if place is not None:
            found[unit] = grid.footprint(place.cell, size)
    for unit, carried in world.each(Carried):
        if not carried.seated and carried.by in found:  # both may still be to come
            found[unit] = found[carried.by]
    return found


def _moved(world: World, before: dict[int, CellSet], entities: frozenset[int]) -> dict[int, CellSet]:
    """The bodies after these entities went elsewhere."""
    if world.each(Carried):
        return _bodies(world)
    grid, sizes, found = board_of(world).grid, _shapes(world), before.copy()
    for entity in entities:
        place = world.find(entity, Position) if entity in sizes else None
        if (place is not None) != (entity in before):
            return _bodies(world)  # the order counts
        if place is not None:
            found[entity] = grid.footprint(place.cell, sizes[entity])
    return found


bodies = renewed(_bodies, _moved, PLACES)


def measured(world: World, one: int, key: str, gaps: Gaps, kinds: Kinds = PLACES) -> dict[int, int]:
    """Everybody on the board -> the gap between it and a unit, however a ruleset measures it from these kinds."""

    return world.renew((key, one), _measured, _measured_since, kinds, one, gaps)


def _measured(world: World, one: int, gaps: Gaps) -> dict[int, int]:
    return gaps(world, one, bodies(world))


def _measured_since(
    world: World, before: dict[int, int], entities: frozenset[int], one: int, gaps: Gaps
) -> dict[int, int]:
    filled = bodies(world)
    if one in entities or world.each(Carried) or before.keys() != filled.keys():
        return gaps(world, one, filled)
    gone = {entity: filled[entity] for entity in entities if entity in filled}
    return {**before, **gaps(world, one, gone)} if gone else before


def derived_there(kinds: Kinds) -> Callable[[Callable[[World, int], V]], Callable[[World, int], V]]:
    """A function of a world and a unit, remembered: of all components of these kinds only the unit's own and the
    field's count, and where it stands."""

    def remembered(compute: Callable[[World, int], V]) -> Callable[[World, int], V]:
        fixed = frozenset(kinds)

        def since(world: World, before: V, entities: frozenset[int], unit: int) -> V:
            anew = unit in entities or FIELD in entities or world.each(Carried)
            return compute(world, unit) if anew else before

        def found(world: World, unit: int) -> V:
            return world.renew((compute, unit), compute, since, fixed, unit)

        return functools.update_wrapper(found, compute)

    return remembered


@derived(SIZES)
def _shapes(world: World) -> dict[int, Size]:
    return {unit: shape_of(world, unit) for unit in teams(world)}


def cells_of(world: World, unit: int) -> CellSet:
    """The cells a unit fills; KeyError off the board."""
    return bodies(world)[unit]


def carried_by(world: World, unit: int) -> int | None:
    """Whom a unit carries, if it carries anybody."""
    return next(iter(riders(world, unit)), None)


def riders(world: World, unit: int) -> tuple[int, ...]:
    """All whom a unit carries itself, in id order."""
    found = world.derive("carriers", _carriers, _CARRYING)
    return found.get(unit, ()) if found else ()


def _carriers(world: World) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for unit, carried in world.each(Carried):
        found[carried.by] = (*found.get(carried.by, ()), unit)
    return found


def shape_of(world: World, unit: int) -> Size:
    """What the grid calls a size: cells a side, or the offsets of a body that is not as wide as long."""
    return world.get(unit, Footprint).shape


def size_of(world: World, unit: int) -> int:
    """Cells a side; sizes below 1 take one cell."""
    size = world.get(unit, Footprint).size
    return size if size > 1 else 1
