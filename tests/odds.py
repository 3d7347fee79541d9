"""How each ruleset's results are read off the flow, to be compared with what its previews say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from game.components import Pools, Side, Unit
from game.ecs import World
from game.events import Answered, Attacked, Blocked, Gained, PoolChanged, Rolled, Used
from game.flow import Decision
from game.rules.ruleset import Ruleset
from game.systems.field import bodies


class Result(NamedTuple):
    """What came of one run of the flow: the amount that `spread` is about and the label among `chances`."""

    amount: int | None = None
    label: str | None = None


class Reader(NamedTuple):
    """How a ruleset's previews are meant: what the others do (`policy`), and how a run is read.

    `read` gets the world at the question, with the events of the step so far, and all events of the step.
    """

    policy: Callable[[Decision], str]
    read: Callable[[Ruleset, World, list[Any], Decision, str], Result | None]
    choose: Callable[[Ruleset, World, Decision], str] | None = None  # instead of `policy`, for one that must look
    samples: int = 600  # for flows with too many ends


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


def clash_answer(rules: Ruleset, world: World, request: Decision) -> str:
    """A target defends, and resists, as its previews are best; nobody else does anything."""
    if request.question not in ("defend", "resist", "with_what"):
        return prefer("no", "torso")(request)
    known = _CLASH.setdefault(world, {})
    place = request.question, request.who, repr(request.about)
    if place not in known:  # thousands of runs come to the same question
        known[place] = _clash_best(rules, world, request)
    return known[place]


_CLASH: WeakKeyDictionary[World, dict[tuple[str, int, str], str]] = WeakKeyDictionary()


def _clash_best(rules: Ruleset, world: World, request: Decision) -> str:
    def merit(key: str) -> tuple[float, float]:
        shown = rules.preview(world, request, key)
        if request.question != "defend":
            return -shown.chances[0].probability, 0.0
        mean = sum(amount * share for amount, share in shown.spread)
        critical = rules.titles["critical"]
        return round(mean, 9), round(sum(each.probability for each in shown.chances if each.label == critical), 9)

    merits = {option.key: merit(option.key) for option in request.options}
    keys = [key for key in merits if merits[key] == min(merits.values())]
    order = ("block", "dodge", "parry", "withstand", "athletics", "acrobatics")
    return next((key for key in order if key in keys), keys[0])


def clash(rules: Ruleset, world: World, events: list[Any], request: Decision, key: str) -> Result | None:
    """What came after the answer: the result of the first attack and its damage, or a test passed or failed."""
    titles, events = rules.titles, events[len(world.events) :]
    rolled = [event for event in events if isinstance(event, Rolled)]
    tests = [event for event in rolled if event.numbers and event.numbers[-1].what == "successes"]
    hurt = next((event.numbers[0].total for event in rolled if event.why in ("damage", "fall", "healing")), 0)
    if request.question in ("resist", "maneuver", "with_what"):
        for event in events:
            if isinstance(event, Blocked) and event.what in ("void_maneuver", "already_prone"):
                return Result(label=titles[event.what])
        return Result(label=titles["succeeds" if _passed(request, tests) else "fails"])
    if request.question != "defend" and not any(isinstance(event, Attacked) for event in events):
        sure = Result(hurt, titles["certain"])
        return Result(label=titles["succeeds" if _passed(request, tests) else "fails"]) if tests else sure
    how = next((event.how for event in events if isinstance(event, Answered)), "no")
    attack = tests[0].numbers[-1].total if tests else 0
    defence = tests[1].numbers[-1].total if how != "no" else 0
    if not attack or not defence:
        word = "critical" if attack else "countered" if defence else "nothing"
    else:
        word = "blocked" if how == "block" else "hits" if attack > defence else "missed"
    return Result(hurt, titles[word])


def _passed(request: Decision, tests: list[Any]) -> bool:
    """Whether the asked side got its way: by one test, or two where they are a contest."""
    if request.question == "maneuver":
        test = [event for event in tests if event.why in ("resist", "feint")][-1]  # after what a bola does
        return bool((test.numbers[-1].total > 0) == (test.why == "feint"))
    if request.question == "resist" and len(tests) == 1:
        return bool(tests[0].numbers[-1].total > 0)
    won = tests[0].numbers[-1].total > (tests[1].numbers[-1].total if len(tests) > 1 else 0)
    return bool(won) != (request.question == "resist")


READERS = {
    "poise": Reader(prefer("yield", "no", "stay"), poise),
    "clash": Reader(prefer("no"), clash, clash_answer, samples=150),
}
