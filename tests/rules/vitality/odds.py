"""How vitality's results are read off the flow."""

from __future__ import annotations

from typing import Any

from game.kernel.ecs import World
from game.kernel.events import Judged, PoolChanged, Used
from game.kernel.flow import Decision
from game.rules.ruleset import Ruleset
from game.rules.vitality.checks.rolls import best_skill
from tests.odds import Reader, Result, called, prefer


def most_damage(request: Decision) -> str:
    """Of several kinds of damage the attacker lets the defence bite where most is left; nobody else reacts."""
    if request.question == "split":
        return max(request.options, key=lambda option: int(option.label.split()[-3])).key
    return prefer("join", "no", "upcast 0", "hit", "resist", "let", "spare")(request)


def choose(rules: Ruleset, world: World, request: Decision) -> str:
    """The same; whoever may pick a skill takes its best one."""
    if request.question == "choose_skill":
        names = tuple(option.key.partition(" ")[2] for option in request.options)
        return f"use {best_skill(world, request.who, names)}"
    return most_damage(request)


def read(rules: Ruleset, world: World, events: list[Any], request: Decision, key: str) -> Result | None:
    """What the target of an attack or effect lost, and how throws were judged, before held actions go off.

    What happened before the question does not count: another unit may have tried the same reaction to the same hit.
    """
    sheet: Any = rules.sheet  # type: ignore[attr-defined]
    events = events[len(world.events) :]
    held = next(
        (at for at, event in enumerate(events) if isinstance(event, Used) and event.kind == "held"), len(events)
    )
    events, words = events[:held], key.split(" ")
    verb = words[0]
    entry = sheet.abilities.get(verb)
    if request.question in ("last_stand", "shield_of_flesh"):
        return _judged(rules, events, verb)
    if request.question == "choose_skill":
        return _picked(rules, events, request, words[1])
    if request.question == "oppose":
        return _judged(rules, events, request.about.what) if key == "oppose" else Result()
    if verb.removeprefix("throw_") in sheet.weapons or (entry is not None and entry.kind == "attack"):
        return _attacked(rules, world, events, request.who, int(words[1]), spared="gentle" in words)
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
    """Of several checks for one thing, as past one enemy after the other, the first that fails decides."""
    found = [event.how for event in events if isinstance(event, Judged) and event.what == what]
    return Result(label=rules.titles[next((how for how in found if how == "failure"), "success")])


def _picked(rules: Ruleset, events: list[Any], request: Decision, name: str) -> Result:
    """Of a stunt only the asked unit's own check counts: others may make up for it."""
    if request.about.what not in rules.sheet.stunts:
        return _judged(rules, events, request.about.what)
    own = [e.how for e in events if isinstance(e, Judged) and (e.unit, e.what) == (request.who, name)]
    return Result(label=rules.titles["failure" if own[0] == "failure" else "success"])


def _lost(events: list[Any], target: int, *, spared: bool = False) -> int:
    """What the target lost to damage: as much as its breakdown says, unless it was spared (NL-5)."""
    found = [e for e in events if isinstance(e, PoolChanged) and e.unit == target and e.verb == "damage"]
    lost: int = sum(event.before - event.after for event in found)
    assert spared or not found or lost == found[0].numbers[0].total
    return lost


def _attacked(rules: Ruleset, world: World, events: list[Any], user: int, target: int, *, spared: bool) -> Result:
    """The last hit that stood; a parry or a stunt may undo one, but nobody makes any here."""
    own = [event for event in events if isinstance(event, Judged) and event.unit == user]
    hit = next((event for event in own if event.how in ("hit", "critical")), None)
    if hit is None:
        return Result(0, rules.titles["miss"])
    if hit.target != target:
        return Result(0, f"{rules.titles['hits_instead']} {called(world, hit.target)}")
    return Result(_lost(events, target, spared=spared), rules.titles[hit.how])


def _resisted(rules: Ruleset, events: list[Any], user: int, target: int, *, damaging: bool) -> Result:
    found = next(event for event in events if isinstance(event, Judged) and event.what.startswith("dr_"))
    label = rules.titles["dr_failed" if found.how == "failure" else "dr_passed"]
    return Result(_lost(events, target) if damaging else None, label)


READER = Reader(most_damage, read, choose, samples=600)
