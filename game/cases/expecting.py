"""What a case expects (`then`) against what is found; every difference is one `Miss`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec import field as structs_field

from game.cases.amounts import (
    breakdowns,
    check_cells,
    check_lines,
    check_no_lines,
    check_totals,
    known_field,
    listed,
    negated,
)
from game.cases.answering import check_answers, check_not_answers
from game.cases.naming import BadCase, Miss, check_kinds, matches, means, shortened, unknown_key
from game.cases.previews import check_previews
from game.cases.stage import Stage, describe
from game.cases.units import check_entity, found_text
from game.kernel import events
from game.kernel.components import FIELD, Carried, Clock, Down, Footprint, Lying, Position, Unit
from game.kernel.flow import Decision


class _Then(Struct, frozen=True):
    """What kind of thing stands under each key."""

    asked: dict[str, Any] | None = None
    offered: dict[str, Any] = {}
    not_offered: dict[str, Any] = {}
    refused: dict[str, dict[str, Any]] = {}
    events: str | list[str | dict[str, Any]] | dict[str, Any] = ""
    no_events: str | list[str | dict[str, Any]] | dict[str, Any] = ""
    totals: dict[str, Any] = {}
    lines: dict[str, Any] = {}
    no_lines: dict[str, Any] = {}
    preview: dict[str, dict[str, dict[str, Any]]] = {}
    overlays: dict[str, dict[str, Any]] = {}
    dice_used: int = 0
    next: str | None = None
    round: int = 0
    lying: list[str] = []
    overlaps: list[tuple[str, str]] = []
    answers: dict[str, Any] = {}
    not_answers: dict[str, Any] = {}
    field: dict[str, Any] = {}
    not_: dict[str, Any] = structs_field(default_factory=dict, name="not")


def check(stage: Stage, then: Mapping[str, Any]) -> Iterator[Miss]:
    """Everything in `then` that does not hold now."""
    check_kinds(then, _Then, "then")
    for key, value in then.items():
        if key == "not":
            yield from _not(stage, value)
        elif key in _CHECKS:
            yield from _CHECKS[key](stage, value)
        elif key in stage.names.ids or key == "field":
            yield from check_entity(stage, FIELD if key == "field" else stage.names.ids[key], value)
        else:
            raise BadCase(unknown_key(f"then.{key}", key, (*stage.names.ids, *_CHECKS, "field", "not")))


def _not(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    """None of this is so; of a unit, side or the field each of its keys by itself."""
    for key, each in value.items():
        if key in stage.names.ids or key == "field":
            yield from check(stage, {key: {"not": each}})
        else:
            yield from negated(lambda part: check(stage, part), {key: each}, "then")


def _request(stage: Stage, who: str) -> Decision | None:
    request = stage.session.request
    return request if isinstance(request, Decision) and request.who == stage.names.id(who) else None


def _offered(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    for who, texts in value.items():
        request = _request(stage, who)
        if request is None:
            yield Miss(f"offered.{who}", f"{who} is asked", describe(stage.names, stage.session.request))
            continue
        for text in listed(texts):
            if not any(means(stage.names, str(text), option) for option in request.options):
                yield Miss(f"offered.{who}", str(text), describe(stage.names, request, str(text)))


def _not_offered(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    for who, texts in value.items():
        request = _request(stage, who)
        options = request.options if request else ()
        for text in listed(texts):
            found = [stage.names.shown(option) for option in options if means(stage.names, str(text), option)]
            if found:
                yield Miss(f"not_offered.{who}", f"no {text}", shortened(found))


def _asked(stage: Stage, value: Mapping[str, Any] | None) -> Iterator[Miss]:
    names, request = stage.names, stage.session.request
    shown = describe(names, request)
    if value is None or not isinstance(request, Decision):
        if (value is None) != (request is None):
            yield Miss("asked", "nothing" if value is None else str(value), shown)
        return
    for key, expected in value.items():
        if key == "options":
            texts = [str(text) for text in expected]
            every = all(any(means(names, text, option) for option in request.options) for text in texts)
            only = all(any(means(names, text, option) for text in texts) for option in request.options)
            fits = every and only
        else:
            fits = matches(names, expected, known_field(request, key))
        if not fits:
            yield Miss(f"asked.{key}", str(expected), shown)


def _refused(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    for who, verbs in value.items():
        refusals = stage.ruleset.refusals(stage.world, stage.names.id(who))
        for verb, rules in verbs.items():
            wanted = (verb, stage.names.key(verb))
            reasons = {note.rule for refusal in refusals if refusal.verb in wanted for note in refusal.reasons}
            for rule in listed(rules):
                if rule not in reasons:
                    found = ", ".join(sorted(reasons)) or "it is not refused"
                    yield Miss(f"refused.{who}.{verb}", rule, found)


def _events(stage: Stage, value: list[Any]) -> Iterator[Miss]:
    for expected in listed(value):
        _event_name(expected)
    rest = iter(stage.events)
    for expected in listed(value):
        if not any(_is_event(stage, expected, event) for event in rest):
            name = _event_name(expected)
            alike = sorted(stage.events, key=lambda event: type(event).__name__ != name)
            found = shortened([found_text(stage.names, event) for event in alike], "; ")
            yield Miss("events", f"{expected} (in this order)", found or "no events")
            return


def _no_events(stage: Stage, value: list[Any]) -> Iterator[Miss]:
    for expected in listed(value):
        _event_name(expected)
        for event in stage.events:
            if _is_event(stage, expected, event):
                yield Miss("no_events", f"no {expected}", found_text(stage.names, event))


def _is_event(stage: Stage, expected: Any, event: Any) -> bool:
    return bool(type(event).__name__ == _event_name(expected)) and (
        not isinstance(expected, Mapping) or all(matches(stage.names, each, event) for each in expected.values())
    )


def _event_name(expected: Any) -> str:
    """The word before an event's fields; BadCase if there is no such event, or it has no such field."""
    if isinstance(expected, Mapping) and len(expected) != 1:
        raise BadCase(f"an event is a word, or one word with its fields: {{Moved: {{unit: A}}}}, not {expected}")
    ((name, fields),) = expected.items() if isinstance(expected, Mapping) else ((expected, {}),)
    kind = _EVENTS.get(name)
    if kind is None:
        raise BadCase(unknown_key(f"event {name}", name, _EVENTS))
    for field in fields:
        if field not in kind.__struct_fields__:
            raise BadCase(unknown_key(f"event {name}.{field}", field, kind.__struct_fields__))
    return str(name)


def _totals(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    return check_totals(stage.names, value, breakdowns(stage.events), "totals")


def _lines(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    return check_lines(value, breakdowns(stage.events), "lines")


def _no_lines(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    return check_no_lines(value, breakdowns(stage.events), "no_lines")


def _overlays(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    for who, kinds in value.items():
        overlays = stage.ruleset.overlays(stage.world, stage.names.id(who))
        for kind, expected in kinds.items():
            found = 0
            for overlay in overlays:
                found |= overlay.cells if overlay.kind == kind else 0
            yield from check_cells(stage.names, expected, found, f"overlays.{who}.{kind}")


def _dice_used(stage: Stage, value: int) -> Iterator[Miss]:
    if stage.used != value:
        yield Miss("dice_used", str(value), str(stage.used))


def _outcome(stage: Stage, value: Any) -> Iterator[Miss]:
    found = stage.ruleset.outcome(stage.world)
    if value is None or found is None:
        if (value is None) != (found is None):
            yield Miss("outcome", str(value or "it goes on"), found_text(stage.names, found) if found else "it goes on")
        return
    if not isinstance(value, Mapping):
        value = {"winners": [] if value == "draw" else listed(value)}
    if not matches(stage.names, value, found):
        yield Miss("outcome", str(value), found_text(stage.names, found))


def _next(stage: Stage, value: str) -> Iterator[Miss]:
    active = stage.world.get(FIELD, Clock).active
    if active != stage.names.id(value):
        yield Miss("next", value, "nobody" if active is None else stage.names.of(active))


def _clock(field: str) -> Callable[[Stage, Any], Iterator[Miss]]:
    def check_clock(stage: Stage, value: Any) -> Iterator[Miss]:
        found = getattr(stage.world.get(FIELD, Clock), field)
        if found != value:
            yield Miss(field, str(value), str(found))

    return check_clock


def _lying(stage: Stage, value: list[str]) -> Iterator[Miss]:
    grid = stage.names.grid
    rows = stage.world.each(Lying, Position)
    found = sorted(f"{lying.item} {grid.name(position.cell)}" for _, lying, position in rows)
    expected = sorted(stage.names.key(text) for text in value)
    if expected != found:
        yield Miss("lying", ", ".join(expected) or "nothing", ", ".join(found) or "nothing")


def _overlaps(stage: Stage, value: list[list[str]]) -> Iterator[Miss]:
    """Which bodies share a cell; those carried count with whoever carries them, those out of the fight not at all."""
    names = stage.names
    bodies: dict[int, int] = {}
    for unit, _, position, size in stage.world.each(Unit, Position, Footprint):
        if not stage.world.has(unit, Carried) and not stage.world.has(unit, Down):
            bodies[unit] = names.grid.footprint(position.cell, size.shape)
    pairs = itertools.combinations(bodies, 2)
    found = {frozenset(pair) for pair in pairs if bodies[pair[0]] & bodies[pair[1]]}
    if found != {frozenset(map(names.id, pair)) for pair in value}:
        shown = sorted(" and ".join(sorted(map(names.of, pair))) for pair in found)
        yield Miss("overlaps", str(value), ", ".join(shown) or "none")


_EVENTS = {kind.__name__: kind for kind in events.Event.__subclasses__()}
_CHECKS: dict[str, Callable[[Stage, Any], Iterator[Miss]]] = {
    "offered": _offered,
    "not_offered": _not_offered,
    "asked": _asked,
    "refused": _refused,
    "events": _events,
    "no_events": _no_events,
    "totals": _totals,
    "lines": _lines,
    "no_lines": _no_lines,
    "preview": check_previews,
    "overlays": _overlays,
    "dice_used": _dice_used,
    "outcome": _outcome,
    "next": _next,
    "round": _clock("round"),
    "phase": _clock("phase"),
    "lying": _lying,
    "overlaps": _overlaps,
    "answers": check_answers,
    "not_answers": check_not_answers,
}
