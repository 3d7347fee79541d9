"""What never happens in aura, as tests/invariants.py looks for it."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.grid import CellSet, bits, cells
from game.kernel.components import Down, Pools, Position
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.board import LEVEL
from game.map.roster import Entry
from game.rules.aura.checks.numbers import size_index
from game.rules.aura.gear import free_hands
from game.rules.aura.position.space import TINY
from game.rules.aura.state import Reserved, conscious
from game.skirmish.record import Skirmish
from game.systems.field import board_of
from tests.invariants import Bounds, Price, shown


def share(world: World, one: int, other: int) -> bool:
    """AURA-MOVE-19: the tiny with each other, and with whoever is two sizes above."""
    small, large = sorted(size_index(world, unit) for unit in (one, other))
    return small <= TINY and (large <= TINY or large - small >= 2)


def pools(world: World, unit: int) -> Iterator[str]:
    """AURA-ECON-8 and 10: between 0 and their maximum; nothing is kept back that is not there (FLOOR-8)."""
    found = world.get(unit, Pools)
    yield from (f"{name} is {found[name]}" for name in found.names if not 0 <= found[name] <= found.base_of(name))
    kept = world.find(unit, Reserved)
    if kept is not None:
        for name in ("energy", "stamina", "agility"):
            if getattr(kept, name) > found[name]:
                yield f"{getattr(kept, name)} {name} is kept back of {found[name]}"
    if free_hands(world, unit) < 0:
        yield "holds more than it has hands for"


def acts(world: World, unit: int) -> bool:
    """AURA-FLOOR-4, UNC-1."""
    return conscious(world, unit) and world.has(unit, Position) and not world.has(unit, Down)


def over(world: World, unit: int) -> CellSet:
    """AURA-MOVE-14: a jump goes over what is no higher than a metre and hides nobody."""
    board = board_of(world)
    low = bits(cell for cell in cells(board.impassable) if board.tops[cell] <= board.ground[cell] + LEVEL)
    return low & ~board.blocks_sight


def price(game: Skirmish, request: Decision, key: str) -> Price:
    """What the preview says; an Energy may be met with Stamina (AURA-ECON-5)."""
    found = shown(game, request, key)
    found["stamina"] += min(1, found["energy"])
    return {(request.who, pool): cost for pool, cost in found.items()}


def _side(*units: str, tiny: int = 0) -> tuple[Entry, ...]:
    small = tuple(Entry(unit="goblin", state={"size": "tiny"}) for _ in range(tiny))
    return (*(Entry(unit=unit) for unit in units), *small)


BOUNDS = Bounds(
    rosters=(
        _side("giant", "goblin", "skirmisher"),
        _side("ogre", "warhorse", "bruiser", tiny=2),
        _side("soldier", "archer", "sparkcaster", "duelist", "wolf"),
        _side("warhorse", "reaver", "shieldbearer", "spearman", "crossbowman"),
    ),
    share=share,
    pools=pools,
    able=acts,
    own=frozenset({"turn"}),
    awake=acts,
    passive=frozenset(),
    throws=frozenset({"combat_roll", "initiative_roll"}),
    over=over,
    price=price,
    priced=frozenset({"energy", "stamina", "agility"}),
    elsewhere=frozenset({"AURA-SWIFT-1", "AURA-MOVE-9"}),  # standing orders act without a question (FLOOR-11)
    silent=frozenset({"energy", "agility"}),
    settings=({}, {"stealth": True, "cover": True}, {"overflow_death_roll": True, "joint_actions": "any"}),
)
