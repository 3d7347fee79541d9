"""How clash's results are read off the flow."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from game.kernel.ecs import World
from game.kernel.events import Answered, Attacked, Blocked, PoolChanged, Rolled
from game.kernel.flow import Decision
from game.rules.ruleset import Ruleset
from tests.odds import Reader, Result, prefer


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
    sums = [event.numbers[0].total for event in rolled if event.why in ("damage", "fall", "healing")]
    lost = [event.numbers[0].total for event in events if isinstance(event, PoolChanged) and event.numbers]
    hurt = next(iter(sums or lost), 0)  # without dice nothing is rolled
    if rolled and rolled[0].why == "healing":  # in a window the attack goes on after it
        return Result(hurt, titles["certain"])
    if request.question in ("resist", "maneuver", "with_what"):
        for event in events:
            if isinstance(event, Blocked) and event.what in ("void_maneuver", "already_prone", "already_dropped"):
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
    if request.question == "resist" and getattr(request.about, "kind", "") == "maneuver":  # other tests may follow
        return bool(tests[0].numbers[-1].total > 0)
    won = tests[0].numbers[-1].total > (tests[1].numbers[-1].total if len(tests) > 1 else 0)
    return bool(won) != (request.question == "resist")


READER = Reader(prefer("no"), clash, clash_answer, samples=150)
