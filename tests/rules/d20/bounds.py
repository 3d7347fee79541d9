"""What never happens in the d20 example, as tests/invariants.py looks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from game.kernel.components import Down, Pools, Position
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.roster import Entry
from game.rules.verbs import price_of
from game.skirmish.record import Skirmish
from tests.invariants import Bounds, Price


def share(world: World, one: int, other: int) -> bool:
    """D20-ZONE-1: whoever is felled on its way lies where it was, in an ally's cell or over another that fell."""
    return world.has(one, Down) or world.has(other, Down)


def pools(world: World, unit: int) -> Iterator[str]:
    """Between nothing and what they began with."""
    found = world.get(unit, Pools)
    yield from (
        f"{name} is {found[name]}" for name in found.names if not 0 <= found[name] <= max(found.base_of(name), 0)
    )


def able(world: World, unit: int) -> bool:
    """D20-DMG-1: on the board, and not down."""
    return not world.has(unit, Down) and world.has(unit, Position)


def price(game: Skirmish, request: Decision, key: str) -> Price:
    """What the table says."""
    option, who = request.option(key), request.who
    found = Counter[tuple[int, str]]()
    for name, cost in price_of(game.session.world, who, request.question, option):
        found[who, name] += cost
    return found


BOUNDS = Bounds(
    rosters=(
        tuple(Entry(unit=unit) for unit in ("captain", "ogre", "scout", "archer")),
        tuple(Entry(unit=unit) for unit in ("ogre", "guard", "fighter", "fighter")),
    ),
    share=share,
    pools=pools,
    able=able,
    own=frozenset({"turn"}),
    awake=able,
    passive=frozenset(),
    throws=frozenset(),
    price=price,
    priced=frozenset({"action", "reaction", "cells"}),
    silent=frozenset({"action", "reaction", "cells"}),  # they are counted anew every turn
)
