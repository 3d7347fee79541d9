"""Whether a question in another's act concerns whoever is asked: what a person is asked by default, and why."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from game.kernel.components import FIELD, Down, Field, Position, Unit
from game.kernel.ecs import World
from game.kernel.flow import Action, Decision
from game.rules.verbs import table_of
from game.systems import zones
from game.systems.field import cells_of, team


class Verdict(Struct, frozen=True):
    """Whether to ask; `why` is a key: must, own, unknown, target, hurt, near, or unconcerned."""

    ask: bool
    why: str


def verdict(world: World, request: Decision) -> Verdict:
    """Whether the question should be put to a person who wants to be asked only when it matters.

    Only where anybody may break in it can be passed over: one of its own must be a target or hurt, or a foe
    must act in its reach, or reach it. What tells nothing of what led to it is asked. So is what else the rules ask,
    unless they say that nothing hangs on it.
    """
    if request.declining() is None:
        return Verdict(True, "must")
    table = table_of(world) if world.get(FIELD, Field).table is not None else None
    asked = table.questions.get(request.question) if table is not None else None
    if asked is not None and asked.idle is not None and asked.idle(world, request.who):
        return Verdict(False, "unconcerned")
    if request.moment != "window":
        return Verdict(True, "own")
    event, unit = request.about, request.who
    if event is None or world.find(unit, Unit) is None:
        return Verdict(True, "unknown")
    own = team(world, unit)
    if any(_of_team(world, each, own) for each in targets(event)):
        return Verdict(True, "target")
    actor = getattr(event, "unit", None)
    if actor is None:
        return Verdict(True, "unknown")
    if _of_team(world, actor, own):
        return Verdict(True, "hurt") if _harms(event) else Verdict(False, "unconcerned")
    return Verdict(True, "near") if _near(world, unit, actor) else Verdict(False, "unconcerned")


def wish(request: Decision) -> str:
    """The key of the wish to act in somebody else's turn, if that is asked: what to do is asked after it."""
    if request.moment != "window":
        return ""
    acts = [option for option in request.options if option.role == "act"]
    return acts[0].key if len(acts) == 1 and acts[0].action == Action(acts[0].verb) else ""


def targets(event: Any) -> tuple[int, ...]:
    """Whom an event is aimed at."""
    single = getattr(event, "target", None)
    found: tuple[int, ...] = getattr(event, "targets", ())
    return found if single is None else (single, *found)


def answers(world: World) -> list[tuple[str, tuple[str, ...]]]:
    """The questions that may be declined in the middle of another's act, each with the answers that leave no choice."""
    table = table_of(world) if world.get(FIELD, Field).table is not None else None
    found = []
    for question in table.questions.values() if table is not None else ():
        plain = tuple(verb.name for verb in question.verbs.values() if verb.key == () and verb.actions is None)
        declines = any(verb.role == "decline" for verb in question.verbs.values())
        if declines and question.moment in ("window", "reaction"):
            found.append((question.name, plain))
    return found


def _of_team(world: World, who: int, own: int) -> bool:
    return world.find(who, Unit) is not None and team(world, who) == own


def _harms(event: Any) -> bool:
    """Whether it did the unit harm: another took from one of its pools, or brought something over it."""
    by = getattr(event, "source", None)
    return by is not None and by != event.unit


def _near(world: World, unit: int, actor: int) -> bool:
    """Whether one of them holds, or strikes into, a cell of the other."""
    if world.find(actor, Position) is None or world.has(actor, Down) or world.find(unit, Position) is None:
        return False
    return bool(zones.zone(world, unit) & cells_of(world, actor) or zones.zone(world, actor) & cells_of(world, unit))
