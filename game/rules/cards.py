"""What the cards of all rulesets have in common."""

from __future__ import annotations

from collections.abc import Mapping

from game.kernel.components import Pools, Side, Unit
from game.kernel.ecs import World
from game.rules.ruleset import Gauge, Tag


def gauges(world: World, unit: int, titles: Mapping[str, str], rules: Mapping[str, str]) -> list[Gauge]:
    """A unit's pools, each with its rule."""
    pools = world.get(unit, Pools)
    rows = zip(pools.names, pools.now, pools.base, strict=True)
    return [Gauge(name, titles[name], now, base, rules[name]) for name, now, base in rows]


def subtitle(world: World, unit: int, text: str) -> str:
    """The unit's side, and what kind of unit it is."""
    return f"{world.get(world.get(unit, Unit).side, Side).name} · {text}"


def called(world: World, unit: int) -> str:
    """A unit's name with its side's: both sides may have an Archer 1."""
    entry = world.get(unit, Unit)
    return f"{entry.name} ({world.get(entry.side, Side).name})"


def tag(titles: Mapping[str, str], name: str, rule: str, about: str = "", *, key: str = "", good: bool = False) -> Tag:
    """A tag that is no condition, in the words that the titles have for it, or for `key`."""
    key = key or name
    label = f"{titles[key]}: {about}" if about else titles[key]
    return Tag(name, label, titles.get(f"{key}_text", ""), titles.get(f"{key}_ends", ""), rule, good)
