"""What never happens in clash, as tests/invariants.py looks for it."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.grid import CellSet
from game.kernel.components import Down, Gear, Pools, Position
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.roster import Entry
from game.rules.clash.gear import hands_of
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import Body, Spent, able, held_by, turn
from game.skirmish.record import Skirmish
from game.systems.field import board_of
from tests.invariants import Bounds, Price, shown


def share(world: World, one: int, other: int) -> bool:
    """CLASH-MOVE-4: nobody stops in an occupied cell."""
    return False


def pools(world: World, unit: int) -> Iterator[str]:
    """CLASH-ECON-1, DMG-1, MAG-2, ECON-7 and 8, GEAR-1."""
    found, numbers = world.get(unit, Pools), sheet_of(world).numbers
    for name in found.names:
        top = numbers.action_points if name == "ap" else found.base_of(name)
        if not 0 <= found[name] <= top:
            yield f"{name} is {found[name]} of {top}"
    if not 0 <= world.get(unit, Spent).attacks <= numbers.attacks:
        yield f"{world.get(unit, Spent).attacks} attacks in a round"
    if turn(world).left < 0:
        yield f"{turn(world).left} metres left"
    used = sum(hands_of(world, item) for item in world.get(unit, Gear).held) + len(held_by(world, unit))
    if used > world.get(unit, Body).hands:
        yield f"{used} hands are full"
    if not found["health"] and not world.has(unit, Down):
        yield "is up with no health"


def acts(world: World, unit: int) -> bool:
    """CLASH-SURP-4, COND-5: conscious and on the board; who is surprised has a turn and may end it."""
    return not world.has(unit, Down) and world.has(unit, Position)


def inside(world: World, unit: int) -> CellSet:
    """CLASH-GRID-9: a pit is no obstacle to whoever is pushed."""
    return board_of(world).tagged("pit")


def price(game: Skirmish, request: Decision, key: str) -> Price:
    """What the preview says."""
    return {(request.who, pool): cost for pool, cost in shown(game, request, key).items()}


def _side(*units: str) -> tuple[Entry, ...]:
    return tuple(Entry(unit=unit) for unit in units)


BOUNDS = Bounds(
    rosters=(
        _side("hill_giant", "goblin_sneak", "hedge_sorcerer"),
        _side("cave_troll", "grey_wolf", "ork_breaker", "sahani_rider"),
        _side("classical_knight", "forest_bandit", "hedge_sorcerer", "goblin_sneak", "ork_breaker"),
        _side("cave_troll", "nordling_hunter", "baldrian_noble", "elven_ashlander"),
    ),
    share=share,
    pools=pools,
    able=acts,
    own=frozenset({"turn"}),
    awake=able,
    passive=frozenset(),
    throws=frozenset({"attack", "initiative"}),
    inside=inside,
    price=price,
    priced=frozenset({"magic"}),
    silent=frozenset({"ap"}),
    settings=({}, {"windows": "all", "oa_on_enter": True}, {"attack_downed": True, "friendly_fire": True}),
)
