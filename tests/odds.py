"""How each ruleset's results are read off the flow, to be compared with what its previews say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from game.components import Pools, Side, Unit
from game.ecs import World
from game.events import Attacked, Gained, Judged, PoolChanged, Rolled, Used
from game.flow import Decision
from game.rules.ruleset import Ruleset
from game.systems.field import bodies


class Result(NamedTuple):
    """What came of one run of the flow: the amount that `spread` is about and the label among `chances`."""

    amount: int | None = None
    label: str | None = None


class Reader(NamedTuple):
    """How a ruleset's previews are meant: what the others do (`policy`), and how a run is read."""

    policy: Callable[[Decision], str]
    read: Callable[[Ruleset, World, list[Any], Decision, str], Result | None]


def prefer(*wanted: str) -> Callable[[Decision], str]:
    """The first of the wanted keys that is offered, or else the first option."""

    def choose(request: Decision) -> str:
        keys = [option.key for option in request.options]
        return next((key for key in wanted if key in keys), keys[0])

    return choose


def poise(rules: Ruleset, world: World, events: list[Any], request: Decision, key: str) -> Result | None:
    """Damage rolled against a target that yields, and what it did to its pools before any other effect."""
    at = next((at for at, event in enumerate(events) if isinstance(event, Rolled) and event.why != "opening"), None)
    if at is None or events[at].why == "confused":
        used = next((event for event in events if isinstance(event, Used)), None)
        return None if used is None else Result(label=_called(world, _aimed_at(world, used)))
    attacked = next(event for event in reversed(events[:at]) if isinstance(event, Attacked))
    now = {name: event.before for event in reversed(events[at:]) for name in _pool(event, attacked.target)}
    pools = world.get(attacked.target, Pools)
    now = {name: now.get(name, pools[name]) for name in pools.names}
    emptied = None
    for event in events[at + 1 :]:
        if isinstance(event, Gained):
            continue  # what an emptied pool brings
        if not isinstance(event, PoolChanged) or event.verb != "damage":
            break
        now[event.pool] = event.after
        emptied = emptied or (event.pool if not event.after and event.rule == "POISE-YIELD-1" else None)
    names = {"poise": "reeling", "momentum": "knocked_down", "focus": "confused"}
    label = "defeated" if not any(now.values()) else names[emptied] if emptied else "yield_stands"
    return Result(events[at].numbers[0].total, rules.titles[label])


def _aimed_at(world: World, used: Used) -> int:
    """Whom chance picked: the only target, or whoever stands where an area was aimed at."""
    if used.cell is None:
        return used.targets[0]
    return next(unit for unit, cells in bodies(world).items() if cells >> used.cell & 1)


def _called(world: World, unit: int) -> str:
    entry = world.get(unit, Unit)
    return f"{entry.name} ({world.get(entry.side, Side).name})"


def _pool(event: Any, target: int) -> list[str]:
    return [event.pool] if isinstance(event, PoolChanged) and event.unit == target and event.pool != "stress" else []


def most_damage(request: Decision) -> str:
    """Of several kinds of damage the attacker lets the defence bite where most is left; nobody else reacts."""
    if request.question == "split":
        return max(request.options, key=lambda option: int(option.label.split()[-3])).key
    return prefer("join", "no", "upcast 0", "hit", "resist", "let", "spare")(request)


def vitality(rules: Ruleset, world: World, events: list[Any], request: Decision, key: str) -> Result | None:
    """What the target of an attack or effect lost, and how throws were judged, before held actions go off."""
    sheet: Any = rules.sheet  # type: ignore[attr-defined]
    held = next(
        (at for at, event in enumerate(events) if isinstance(event, Used) and event.kind == "held"), len(events)
    )
    events, words = events[:held], key.split(" ")
    verb = words[0]
    entry = sheet.abilities.get(verb)
    if request.question in ("last_stand", "shield_of_flesh"):
        return _judged(rules, events, verb)
    if verb.removeprefix("throw_") in sheet.weapons or (entry is not None and entry.kind == "attack"):
        return _attacked(rules, world, events, request.who, int(words[1]))
    if entry is not None and entry.kind == "dr" and not (entry.radius or entry.line):
        return _resisted(rules, events, request.who, int(words[1]), damaging=bool(entry.damage) and not entry.push)
    if verb in sheet.stunts or verb in sheet.main.manoeuvres:
        return _judged(rules, events, verb)
    if verb == "hide":
        found = next(event.how for event in events if isinstance(event, Judged) and event.what == "hide")
        return Result(label=rules.titles["success" if found == "hidden" else "failure"])
    if verb in ("stabilize", "break_restrained"):
        found = next(event.how for event in events if isinstance(event, Judged))
        return Result(label=rules.titles["failure" if found == "failure" else "success"])
    return Result()


def _judged(rules: Ruleset, events: list[Any], what: str) -> Result:
    found = [event.how for event in events if isinstance(event, Judged) and event.what == what]
    return Result(label=rules.titles[found[0] if found else "success"])


def _lost(events: list[Any], target: int) -> int:
    """The damage that reached the target, as its breakdown says."""
    found = [event for event in events if isinstance(event, PoolChanged) and event.unit == target]
    return next((event.numbers[0].total for event in found if event.verb == "damage"), 0)


def _attacked(rules: Ruleset, world: World, events: list[Any], user: int, target: int) -> Result:
    """The last hit that stood; a parry or a stunt may undo one, but nobody makes any here."""
    own = [event for event in events if isinstance(event, Judged) and event.unit == user]
    hit = next((event for event in own if event.how in ("hit", "critical")), None)
    if hit is None:
        return Result(0, rules.titles["miss"])
    if hit.target != target:
        return Result(0, f"{rules.titles['hits_instead']} {_called(world, hit.target)}")
    return Result(_lost(events, target), rules.titles[hit.how])


def _resisted(rules: Ruleset, events: list[Any], user: int, target: int, *, damaging: bool) -> Result:
    found = next(event for event in events if isinstance(event, Judged) and event.what.startswith("dr_"))
    label = rules.titles["dr_failed" if found.how == "failure" else "dr_passed"]
    return Result(_lost(events, target) if damaging else None, label)


READERS = {
    "poise": Reader(prefer("yield", "no", "stay"), poise),
    "vitality": Reader(most_damage, vitality),
}
