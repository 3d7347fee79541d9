"""How each ruleset's results are read off the flow, to be compared with what its previews say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from game.components import Pools, Side, Unit
from game.ecs import World
from game.events import Answered, Attacked, PoolChanged, Rolled
from game.flow import Decision
from game.rules.ruleset import Ruleset


class Result(NamedTuple):
    """What came of one run of the flow: the amount that `spread` is about and the label among `chances`."""

    amount: int | None = None
    label: str | None = None


class Reader(NamedTuple):
    """How a ruleset's previews are meant: what the others do (`policy`), and how a run is read."""

    policy: Callable[[Decision], str]
    read: Callable[[Ruleset, World, list[Any], Decision, str], Result | None]
    choose: Callable[[Ruleset, World, Decision], str] | None = None  # instead of `policy`, for one that must look


def prefer(*wanted: str) -> Callable[[Decision], str]:
    """The first of the wanted keys that is offered, or else the first option."""

    def choose(request: Decision) -> str:
        keys = [option.key for option in request.options]
        return next((key for key in wanted if key in keys), keys[0])

    return choose


def poise(rules: Ruleset, world: World, events: list[Any], request: Decision, key: str) -> Result | None:
    """Damage rolled against a target that yields, and what it did to its pools before any other effect."""
    at = next((at for at, event in enumerate(events) if isinstance(event, Rolled) and event.why != "opening"), None)
    if at is None:
        target = next((event.target for event in events if isinstance(event, Attacked)), None)
        return None if target is None else Result(label=_called(world, target))
    attacked = next(event for event in reversed(events[:at]) if isinstance(event, Attacked))
    now = {name: event.before for event in reversed(events[at:]) for name in _pool(event, attacked.target)}
    pools = world.get(attacked.target, Pools)
    now = {name: now.get(name, pools[name]) for name in pools.names}
    emptied = None
    for event in events[at + 1 :]:
        if not isinstance(event, PoolChanged) or event.verb != "damage":
            break
        now[event.pool] = event.after
        emptied = emptied or (event.pool if not event.after and event.rule == "POISE-YIELD-1" else None)
    names = {"poise": "reeling", "momentum": "knocked_down", "focus": "confused"}
    label = "defeated" if not any(now.values()) else names[emptied] if emptied else "yield_stands"
    return Result(events[at].numbers[0].total, rules.titles[label])


def _called(world: World, unit: int) -> str:
    entry = world.get(unit, Unit)
    return f"{entry.name} ({world.get(entry.side, Side).name})"


def _pool(event: Any, target: int) -> list[str]:
    return [event.pool] if isinstance(event, PoolChanged) and event.unit == target and event.pool != "stress" else []


def clash_answer(rules: Ruleset, world: World, request: Decision) -> str:
    """A target defends, and resists, as its previews are best; nobody else does anything."""
    if request.question not in ("defend", "resist", "with_what"):
        return prefer("no", "torso")(request)

    def merit(key: str) -> tuple[float, float]:
        shown = rules.preview(world, request, key)
        if request.question != "defend":
            return -shown.chances[0].probability, 0.0
        mean = sum(amount * share for amount, share in shown.spread)
        critical = rules.titles["critical"]
        return round(mean, 9), round(sum(each.probability for each in shown.chances if each.label == critical), 9)

    best = min(merit(option.key) for option in request.options)
    keys = [option.key for option in request.options if merit(option.key) == best]
    order = ("block", "dodge", "parry", "withstand", "athletics", "acrobatics")
    return next((key for key in order if key in keys), keys[0])


def clash(rules: Ruleset, world: World, events: list[Any], request: Decision, key: str) -> Result | None:
    """The result of the first attack and its damage, or whether the first test or contest was passed."""
    titles = rules.titles
    rolled = [event for event in events if isinstance(event, Rolled)]
    hurt = next((event.numbers[0].total for event in rolled if event.why in ("damage", "fall", "healing")), 0)
    if request.question in ("resist", "maneuver", "with_what") or not any(
        isinstance(each, Attacked) for each in events
    ):
        return _clash_test(titles, rolled, request, key, hurt)
    at = next(at for at, event in enumerate(events) if isinstance(event, Attacked))
    tests = [event for event in events[at:] if isinstance(event, Rolled) and event.numbers[-1].what == "successes"]
    how = next((event.how for event in events[at:] if isinstance(event, Answered)), "no")
    if not tests:
        return Result(0, titles["nothing"])
    attack = tests[0].numbers[-1].total
    defence = tests[1].numbers[-1].total if how != "no" else 0
    if not attack or not defence:
        word = "critical" if attack else "countered" if defence else "nothing"
    else:
        word = "blocked" if how == "block" else "hits" if attack > defence else "missed"
    return Result(hurt, titles[word])


def _clash_test(titles: Any, rolled: list[Any], request: Decision, key: str, hurt: int) -> Result | None:
    """One test, or two where they are a contest; what is rolled before the answer does not count."""
    tests = [event for event in rolled if event.numbers and event.numbers[-1].what == "successes"]
    if any(event.why in ("healing", "fall") for event in rolled):
        return Result(hurt)
    if request.question == "maneuver":
        tests = [event for event in tests if event.why in ("resist", "feint")]
    if request.question == "resist":
        tests = [event for event in tests if event.why in ("resist", "grapple")]
    if not tests:
        return Result(label=None)
    won = tests[0].numbers[-1].total > (tests[1].numbers[-1].total if len(tests) > 1 else 0)
    theirs = (request.question == "resist" and len(tests) > 1) or request.question == "maneuver"
    if theirs and tests[-1].why == "resist":
        won = not won
    return Result(label=titles["succeeds" if won else "fails"])


READERS = {
    "poise": Reader(prefer("yield", "no", "stay"), poise),
    "clash": Reader(prefer("no"), clash, clash_answer),
}
