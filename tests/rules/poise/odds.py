"""How poise's results are read off the flow."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from game.kernel.components import Pools, Position
from game.kernel.ecs import World
from game.kernel.events import Attacked, Fell, Moved, PoolChanged, Rolled, Used
from game.kernel.flow import Decision
from game.rules.poise.checks.numbers import earned_by
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import amount, pool_of, steed_of
from game.rules.poise.verbs.shoving import course, hardest, shove_paces
from game.rules.ruleset import Ruleset
from game.systems.field import board_of, bodies
from tests.odds import Reader, Result, called, prefer


def read(rules: Ruleset, world: World, events: list[Any], request: Decision, key: str) -> Result | None:
    """Damage rolled against a target that yields, and what it, cunning effects and shoves did to its pools.

    What befalls a rider that is shoved on once it has landed is left out.
    """
    at = next((at for at, event in enumerate(events) if isinstance(event, Rolled) and event.why != "opening"), None)
    if at is None or events[at].why == "confused":
        used = next((event for event in events if isinstance(event, Used)), None)
        return None if used is None else Result(label=called(world, _aimed_at(world, used)))
    attacked = next(event for event in reversed(events[:at]) if isinstance(event, Attacked))
    target, steed = attacked.target, steed_of(world, attacked.target)
    now = {(unit, pool): n for unit in (target, steed) if unit is not None for pool, n in _pools(world, unit).items()}
    now |= {(e.unit, e.pool): e.after for e in events[:at] if isinstance(e, PoolChanged) and (e.unit, e.pool) in now}
    entry = sheet_of(world).skills[attacked.what]
    assert entry.yield_ is not None
    pool = pool_of(world, target, entry.yield_.type)
    struck = (steed if steed is not None and pool == "momentum" else target, pool)
    had, thrown = now[struck], False
    for event in takewhile(lambda event: not isinstance(event, Attacked | Fell | Used), events[at + 1 :]):
        thrown = thrown or (isinstance(event, Moved) and event.unit == target and event.how == "fall")
        if isinstance(event, PoolChanged) and event.rule in (_DAMAGE if steed is not None else (*_DAMAGE, *_SHOVED)):
            now[event.unit, event.pool] = now.get((event.unit, event.pool), 0) - (event.before - event.after)
    lends = steed if steed is not None and not thrown else target  # the momentum that it lives on
    left = any(now[lends if name == "momentum" else target, name] for name in _pools(world, target))
    names = {"poise": "reeling", "momentum": "knocked_down", "focus": "confused"}
    label = "thrown_off" if thrown else names[pool] if had and not now[struck] and pool in names else "yield_stands"
    return Result(events[at].numbers[0].total, rules.titles[label if left else "defeated"])


_DAMAGE = ("POISE-YIELD-1", "POISE-YIELD-4", "POISE-DMG-2", "POISE-MOUNT-10")
_SHOVED = ("POISE-SHOVE-3", "POISE-SHOVE-8")


def _pools(world: World, unit: int) -> dict[str, int]:
    pools = world.get(unit, Pools)
    return dict(zip(pools.names, pools.now, strict=True))


def _choose(rules: Ruleset, world: World, request: Decision) -> str:
    """Yield; what is left over goes to the largest pool, and shoves go where they take most."""
    if request.question == "shove":
        return _hardest(world, request)
    if request.question != "overflow":
        return prefer("yield", "no", "stay")(request)
    return max((option.key for option in request.options), key=lambda pool: amount(world, request.who, pool))


def _hardest(world: World, request: Decision) -> str:
    """The direction that takes most; for skills that are no attacks any."""
    blow = next((event for event in reversed(world.events) if isinstance(event, Attacked | Rolled)), None)
    hit = next((event for event in reversed(world.events) if isinstance(event, Attacked)), None)
    if hit is None or not isinstance(blow, Rolled):
        return request.options[0].key
    skill, start = sheet_of(world).skills[hit.what], world.get(hit.target, Position).cell
    assert skill.yield_ is not None
    more = skill.cunning.more_shove * earned_by(world, hit.unit, skill, blow.faces)
    paces = skill.yield_.shove_away + more if skill.yield_.shove_away else skill.cunning.shove_away
    total = shove_paces(world, hit.unit, hit.target, paces).total
    best = hardest(world, hit.unit, hit.target, start, total, "away")
    ways = {option.key: board_of(world).grid.names.index(option.key) for option in request.options}
    found = (key for key, d in ways.items() if course(world, hit.unit, hit.target, start, d, total, "away") == best)
    return next(found, request.options[0].key)


def _aimed_at(world: World, used: Used) -> int:
    """Whom chance picked: the only target, or whoever stands where an area was aimed at."""
    if used.cell is None:
        return used.targets[0]
    return next(unit for unit, cells in bodies(world).items() if cells >> used.cell & 1)


READER = Reader(prefer("yield", "no", "stay"), read, choose=_choose)
