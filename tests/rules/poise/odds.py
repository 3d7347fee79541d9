"""How poise's results are read off the flow."""

from __future__ import annotations

from typing import Any

from game.components import Pools
from game.ecs import World
from game.events import Attacked, Gained, PoolChanged, Rolled, Used
from game.flow import Decision
from game.rules.poise.state import amount
from game.rules.ruleset import Ruleset
from game.systems.field import bodies
from tests.odds import Reader, Result, called, prefer


def read(rules: Ruleset, world: World, events: list[Any], request: Decision, key: str) -> Result | None:
    """Damage rolled against a target that yields, and what it and cunning effects did to its pools."""
    at = next((at for at, event in enumerate(events) if isinstance(event, Rolled) and event.why != "opening"), None)
    if at is None or events[at].why == "confused":
        used = next((event for event in events if isinstance(event, Used)), None)
        return None if used is None else Result(label=called(world, _aimed_at(world, used)))
    attacked = next(event for event in reversed(events[:at]) if isinstance(event, Attacked))
    now = {name: event.before for event in reversed(events[at:]) for name in _pool(event, attacked.target)}
    pools = world.get(attacked.target, Pools)
    now = {name: now.get(name, pools[name]) for name in pools.names}
    struck = events[at + 1].pool if _hurts(events[at + 1 :]) and now[events[at + 1].pool] else None
    still = True  # nothing but damage so far
    for event in events[at + 1 :]:
        if isinstance(event, Gained):
            continue  # what an emptied pool brings
        still = still and isinstance(event, PoolChanged) and event.verb == "damage"
        if isinstance(event, PoolChanged) and (still or (event.rule == "POISE-YIELD-4" and event.verb == "lose")):
            now[event.pool] -= event.before - event.after
    emptied = struck if struck and not now[struck] else None
    names = {"poise": "reeling", "momentum": "knocked_down", "focus": "confused"}
    label = "defeated" if not any(now.values()) else names[emptied] if emptied else "yield_stands"
    return Result(events[at].numbers[0].total, rules.titles[label])


def _hurts(events: list[Any]) -> bool:
    return bool(events) and isinstance(events[0], PoolChanged) and events[0].rule == "POISE-YIELD-1"


def _choose(rules: Ruleset, world: World, request: Decision) -> str:
    """Yield; what is left over goes to the largest pool."""
    if request.question != "overflow":
        return prefer("yield", "no", "stay")(request)
    return max((option.key for option in request.options), key=lambda pool: amount(world, request.who, pool))


def _aimed_at(world: World, used: Used) -> int:
    """Whom chance picked: the only target, or whoever stands where an area was aimed at."""
    if used.cell is None:
        return used.targets[0]
    return next(unit for unit, cells in bodies(world).items() if cells >> used.cell & 1)


def _pool(event: Any, target: int) -> list[str]:
    return [event.pool] if isinstance(event, PoolChanged) and event.unit == target and event.pool != "stress" else []


READER = Reader(prefer("yield", "no", "stay"), read, choose=_choose)
