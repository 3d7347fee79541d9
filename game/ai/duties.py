"""What units do beside fighting: a duty from the map or scenario, as a value of places and of what has become of foes.

It is in the units of `worth`, so that a unit on guard still strikes who comes, and strays no farther than is worth it.
"""

from __future__ import annotations

from game.ai.knowing import NOBODY, Units
from game.grid.grid import Cell, CellSet
from game.kernel.components import FIELD, Clock, Down, Duty, Field, Footprint, Pools, Position, Unit
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.map.board import Board
from game.rules.ruleset import Ruleset
from game.skirmish.record import team_of

POST = 0.25  # what it costs to be off one's post at all
STRAY = 0.06  # and for each cell away from it
NEAR = 2  # cells round its zone that a guard may use
FOLLOW = 0.04  # a cell from whom one escorts, hunts, or from the next stage of a patrol
PREY = 0.5  # what is left of whom one hunts
FLIGHT = 0.1  # a cell farther from the enemy, for whoever flees
SAFE = 20  # cells beyond which nobody flees any farther
OFF = 3.0  # off the board is better than anything, for whoever flees


def value(rules: Ruleset, world: World, unit: int, cell: Cell | None = None, unseen: Units = NOBODY) -> float:
    """What it is worth to the unit's duty that it stands on that cell, or where it is; nothing without a duty."""
    duty = world.find(unit, Duty)
    if duty is None:
        return 0.0
    place, fleeing = world.find(unit, Position), flees(rules, world, unit, duty)
    hunted = -PREY * sum(left_of(rules, world, other) for other in _prey(world, unit, duty, unseen))
    here = cell if cell is not None else place.cell if place is not None else None
    if here is None or world.has(unit, Down):
        return OFF if fleeing and here is None else hunted - POST  # whoever falls has not done its duty
    body = _body(world, unit, here)
    if fleeing:
        return FLIGHT * min(SAFE, _gap(world, body, _foes(world, unit, unseen), SAFE))
    return hunted + _kept(world, unit, duty, body) + _followed(world, unit, duty, body, unseen)


def bonus(rules: Ruleset, world: World, unit: int, option: Option, unseen: Units = NOBODY) -> float:
    """What an option gains for the unit's duty, as far as it tells without being tried out: by its cell and target."""
    duty = world.find(unit, Duty)
    if duty is None:
        return 0.0
    total = 0.0
    if option.cell is not None and option.unit is None and option.group == "move":
        total += value(rules, world, unit, option.cell, unseen) - value(rules, world, unit, None, unseen)
    if option.group == "attack" and option.unit in _prey(world, unit, duty, unseen):
        total += PREY / 2
    return total


def flees(rules: Ruleset, world: World, unit: int, duty: Duty) -> bool:
    """Whether so little is left of the unit that it is to flee."""
    return duty.flee_at > 0 and 100 * left_of(rules, world, unit) <= duty.flee_at


def left_of(rules: Ruleset, world: World, unit: int) -> float:
    """What is left of a unit, 0 to 1: as its ruleset tells, or the share of its pools."""
    tells = getattr(rules, "wholeness", None)  # `isinstance` of `Wears` would take longer than all the rest
    if tells is not None:
        share: float = tells(world, unit)
        return share
    pools = world.find(unit, Pools)
    return sum(pools.now) / max(1, sum(pools.base)) if pools is not None else 1.0


def _kept(world: World, unit: int, duty: Duty, body: CellSet) -> float:
    """What it costs to be away from the zone that is guarded, held or next on a patrol."""
    board, zone = _board(world), duty.zone
    if duty.kind == "patrol":
        return -FOLLOW * _gap(world, body, board.zone_cells(_stage(world, duty)), 0)
    if not zone:
        return 0.0
    away = _gap(world, body, board.zone_cells(zone), 0) - (NEAR if duty.kind == "guard" else 0)
    return -POST - STRAY * away if away > 0 else 0.0


def _followed(world: World, unit: int, duty: Duty, body: CellSet, unseen: Units) -> float:
    """What it costs to be away from whom one escorts, or hunts."""
    if duty.kind == "escort":
        return -FOLLOW * sum(max(0, _gap(world, body, _cells(world, other), 1) - 1) for other in _named(world, duty))
    prey = _prey(world, unit, duty, unseen)
    return -FOLLOW * max(0, min((_gap(world, body, _cells(world, other), 0) for other in prey), default=0) - 1)


def _stage(world: World, duty: Duty) -> str:
    """The zone where a patrol is to be in this round; it stays in each for as many rounds as the duty says."""
    if not duty.route:
        return ""
    return duty.route[(world.get(FIELD, Clock).round - 1) // max(1, duty.rounds) % len(duty.route)]


def _named(world: World, duty: Duty) -> list[int]:
    """The unit that the duty names, while it stands."""
    if not duty.unit:
        return []
    return [unit for unit, entry in world.each(Unit) if entry.name == duty.unit and not world.has(unit, Down)]


def _prey(world: World, unit: int, duty: Duty, unseen: Units) -> list[int]:
    """Whom a hunter still goes for: who is named, else the enemy's leaders, else all of them where it has no leader."""
    if duty.kind != "hunt":
        return []
    own = team_of(world, unit)
    foes = [other for other, _ in world.each(Unit) if team_of(world, other) != own]
    named = [other for other in foes if world.get(other, Unit).name == duty.unit]
    leaders = [other for other in foes if world.get(other, Unit).role == "leader"]
    # Who is down is no prey, but nobody takes its place: then the duty is done.
    return [other for other in named or leaders or foes if other not in unseen and not world.has(other, Down)]


def _foes(world: World, unit: int, unseen: Units) -> CellSet:
    own, found = team_of(world, unit), 0
    for other, _ in world.each(Unit):
        if other not in unseen and not world.has(other, Down) and team_of(world, other) != own:
            found |= _cells(world, other)
    return found


def _cells(world: World, unit: int) -> CellSet:
    place = world.find(unit, Position)
    return 0 if place is None else _body(world, unit, place.cell)


def _body(world: World, unit: int, cell: Cell) -> CellSet:
    footprint = world.find(unit, Footprint)
    return _board(world).grid.footprint(cell, footprint.size) if footprint is not None else 1 << cell


def _gap(world: World, body: CellSet, other: CellSet, none: int) -> int:
    """Cells between two sets; `none` where one of them is empty."""
    return _board(world).grid.distance_sets(body, other, "chebyshev") if body and other else none


def _board(world: World) -> Board:
    board: Board = world.get(FIELD, Field).board
    return board
