"""What never happens in vitality, as tests/invariants.py looks for it."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import FIELD, Down, Gear, Pools, Position
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.roster import Entry
from game.rules.verbs import price_of
from game.rules.vitality.position.ground import tied
from game.rules.vitality.state import Order, hands_used, is_thing, rank, stats, up
from game.skirmish.record import Skirmish
from tests.invariants import Bounds, Price


def share(world: World, one: int, other: int) -> bool:
    """VITALITY-ACT-27 on top of a host; MOVE-9 two sizes apart, if neither is a thing."""
    if tied(world, one, other):
        return True
    if is_thing(world, one) or is_thing(world, other):
        return False
    return abs(rank(world, one) - rank(world, other)) >= 2


def pools(world: World, unit: int) -> Iterator[str]:
    """VITALITY-DMG-10 to 14, ECON-1 and 8, GEAR-1."""
    found = world.get(unit, Pools)
    for name in found.names:
        least = -stats(world, unit).constitution if name == "vitality" else 0
        if found[name] < least and not world.has(unit, Down):
            yield f"{name} is {found[name]}"
        if name in ("vitality", "wp", "ap", "rp") and found[name] > found.base_of(name):
            yield f"{name} is {found[name]} of {found.base_of(name)}"
    if not is_thing(world, unit) and not world.has(unit, Down) and hands_used(world, unit) > 2:
        yield f"holds with more than two hands: {world.get(unit, Gear).held}"


def able(world: World, unit: int) -> bool:
    """VITALITY-COND-11: conscious and on the board, and its group's turn."""
    return up(world, unit) and not is_thing(world, unit) and unit in world.get(FIELD, Order).active


def awake(world: World, unit: int) -> bool:
    """VITALITY-COND-11."""
    return up(world, unit) and world.has(unit, Position)


def price(game: Skirmish, request: Decision, key: str) -> Price:
    """What the sheet says."""
    option = request.option(key)
    found = dict(price_of(game.session.world, request.who, "turn", option)) if request.question == "turn" else {}
    return {(request.who, "wp"): found["wp"]} if "wp" in found else {}


def _side(*units: str) -> tuple[Entry, ...]:
    return tuple(Entry(unit=unit) for unit in units)


def _mounted(rider: str, host: str) -> tuple[Entry, ...]:
    return Entry(unit=host, name="Host"), Entry(unit=rider, name="Rider", state={"mounted_on": "Host"})


BOUNDS = Bounds(
    rosters=(
        (*_side("ogre", "battle_mage", "barrel"), *_mounted("knight", "warhorse")),
        (*_side("wolf", "summoner", "trickster"), *_mounted("man_at_arms", "warhorse")),
        _side("ogre", "warhorse", "champion", "civilian", "ballista"),
        _side("battle_mage", "skulker", "warpriest", "reaver", "conscript", "skeleton"),
    ),
    share=share,
    pools=pools,
    able=able,
    own=frozenset({"turn", "act"}),
    awake=awake,
    passive=frozenset(),
    throws=frozenset({"attack"}),
    price=price,
    silent=frozenset({"ap", "rp", "movement", "temp_vitality", "nm"}),
    settings=({}, {"hide_mode": "per_observer"}, {"ask_to_fail": True, "ask_to_miss": True, "ask_unions": True}),
)
