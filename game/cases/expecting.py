"""What a case expects (`then`) against what is found; every difference is one `Miss`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from game.cases.naming import matches, means, number, plain
from game.cases.stage import Stage, describe
from game.cases.units import check_entity, found_text
from game.components import FIELD, Clock, Lying, Position
from game.flow import Decision
from game.grid.grid import bits, cells
from game.numbers import Breakdown, Modifier
from game.rules.ruleset import Preview


class Miss(NamedTuple):
    """One thing that is not as expected."""

    what: str
    expected: str
    found: str


def check(stage: Stage, then: Mapping[str, Any]) -> Iterator[Miss]:
    """Everything in `then` that does not hold now."""
    for key, value in then.items():
        if key in _CHECKS:
            yield from _CHECKS[key](stage, value)
        elif key in stage.names.ids or key == "field":
            entity = FIELD if key == "field" else stage.names.ids[key]
            for what, expected, found in check_entity(stage, entity, value):
                yield Miss(f"{key}.{what}", expected, found)
        else:
            known = ", ".join((*stage.names.ids, *_CHECKS))
            yield Miss(f"then.{key}", f"one of: {known}", key)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _request(stage: Stage, who: str) -> Decision | None:
    request = stage.session.request
    return request if isinstance(request, Decision) and request.who == stage.names.id(who) else None


def _offered(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    for who, texts in value.items():
        request = _request(stage, who)
        if request is None:
            yield Miss(f"offered.{who}", f"{who} is asked", describe(stage.names, stage.session.request))
            continue
        for text in _listed(texts):
            if not any(means(stage.names, str(text), option) for option in request.options):
                yield Miss(f"offered.{who}", str(text), describe(stage.names, request))


def _not_offered(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    for who, texts in value.items():
        request = _request(stage, who)
        options = request.options if request else ()
        for text in _listed(texts):
            found = [stage.names.shown(option) for option in options if means(stage.names, str(text), option)]
            if found:
                yield Miss(f"not_offered.{who}", f"no {text}", ", ".join(found))


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
            fits = hasattr(request, key) and matches(names, expected, getattr(request, key))
        if not fits:
            yield Miss(f"asked.{key}", str(expected), shown)


def _refused(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    for who, verbs in value.items():
        refusals = stage.ruleset.refusals(stage.world, stage.names.id(who))
        for verb, rules in verbs.items():
            wanted = (verb, stage.names.key(verb))
            reasons = {note.rule for refusal in refusals if refusal.verb in wanted for note in refusal.reasons}
            for rule in _listed(rules):
                if rule not in reasons:
                    found = ", ".join(sorted(reasons)) or "it is not refused"
                    yield Miss(f"refused.{who}.{verb}", rule, found)


def _events(stage: Stage, value: list[Any]) -> Iterator[Miss]:
    rest = iter(stage.events)
    for expected in _listed(value):
        if not any(_is_event(stage, expected, event) for event in rest):
            found = "; ".join(found_text(stage.names, event) for event in stage.events) or "no events"
            yield Miss("events", f"{expected} (in this order)", found)
            return


def _no_events(stage: Stage, value: list[Any]) -> Iterator[Miss]:
    for expected in _listed(value):
        for event in stage.events:
            if _is_event(stage, expected, event):
                yield Miss("no_events", f"no {expected}", found_text(stage.names, event))


def _is_event(stage: Stage, expected: Any, event: Any) -> bool:
    if isinstance(expected, Mapping):
        ((name, fields),) = expected.items()
        return bool(type(event).__name__ == name) and matches(stage.names, fields, event)
    return bool(type(event).__name__ == expected)


def breakdowns(events: Iterable[Any]) -> dict[str, Breakdown]:
    """The last breakdown of each kind that stands in these events."""
    found: dict[str, Breakdown] = {}
    for event in events:
        for field in event.__struct_fields__:
            value = getattr(event, field)
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, Breakdown):
                    found[each.what] = each
    return found


def _totals(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    return _check_totals(stage, value, breakdowns(stage.events), "totals")


def _check_totals(stage: Stage, value: Mapping[str, Any], found: Mapping[str, Breakdown], at: str) -> Iterator[Miss]:
    for what, expected in value.items():
        if what not in found or not matches(stage.names, expected, found[what]):
            yield Miss(f"{at}.{what}", str(expected), str(found.get(what, f"only {', '.join(found) or 'nothing'}")))


def _lines(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    return _check_lines(value, breakdowns(stage.events), "lines")


def _check_lines(value: Mapping[str, Any], found: Mapping[str, Breakdown], at: str) -> Iterator[Miss]:
    for what, lines in value.items():
        parts = found[what].parts if what in found else ()
        for line in _listed(lines):
            if not any(_is_line(line, part) for part in parts):
                yield Miss(f"{at}.{what}", str(line), str(found.get(what, "no such number")))


def _no_lines(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    found = breakdowns(stage.events)
    for what, lines in value.items():
        for line in _listed(lines):
            if any(_is_line(line, part) for part in (found[what].parts if what in found else ())):
                yield Miss(f"no_lines.{what}", f"no {line}", str(found[what]))


def _is_line(expected: Any, part: Modifier) -> bool:
    if isinstance(expected, Mapping):
        return all(str(getattr(part, key, None)) == str(value) for key, value in expected.items())
    return str(expected) in (part.label, part.rule, plain(str(part)))


def _preview(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    for who, options in value.items():
        request = _request(stage, who)
        for text, expected in options.items():
            at = f"preview.{who}.{text}"
            option = next((o for o in request.options if means(stage.names, text, o)), None) if request else None
            if request is None or option is None:
                yield Miss(at, "an option", describe(stage.names, stage.session.request))
                continue
            yield from _check_preview(stage, expected, stage.ruleset.preview(stage.world, request, option.key), at)


def _check_preview(stage: Stage, expected: Mapping[str, Any], found: Preview, at: str) -> Iterator[Miss]:
    numbers = {each.what: each for each in found.numbers}
    for key, value in expected.items():
        if key == "chances":
            yield from _check_chances(value, {each.label: each.probability for each in found.chances}, f"{at}.chances")
        elif key == "totals":
            yield from _check_totals(stage, value, numbers, f"{at}.totals")
        elif key == "lines":
            yield from _check_lines(value, numbers, f"{at}.lines")
        elif key == "spread":
            yield from _check_chances(value, {str(each): chance for each, chance in found.spread}, f"{at}.spread")
        elif key == "notes":
            rules = [note.rule for note in found.notes]
            yield from (Miss(f"{at}.notes", rule, str(rules)) for rule in _listed(value) if rule not in rules)
        elif key == "no_notes":
            rules = [note.rule for note in found.notes]
            yield from (Miss(f"{at}.no_notes", f"no {rule}", str(rules)) for rule in _listed(value) if rule in rules)
        elif key == "area":
            yield from _check_cells(stage, value, found.area, f"{at}.area")
        elif not hasattr(found, key):
            yield Miss(f"{at}.{key}", "a field of a preview", key)
        elif not matches(stage.names, value, getattr(found, key)):
            yield Miss(f"{at}.{key}", str(value), found_text(stage.names, getattr(found, key)))


def _check_chances(value: Mapping[str, Any], found: Mapping[str, float], at: str) -> Iterator[Miss]:
    for label, expected in value.items():
        chance = number(expected)
        if chance is None or abs(chance - found.get(label, 0.0)) > 1e-6:
            yield Miss(f"{at}.{label}", str(expected), ", ".join(f"{name}: {each:.6g}" for name, each in found.items()))


def _overlays(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    for who, kinds in value.items():
        overlays = stage.ruleset.overlays(stage.world, stage.names.id(who))
        for kind, expected in kinds.items():
            found = 0
            for overlay in overlays:
                found |= overlay.cells if overlay.kind == kind else 0
            yield from _check_cells(stage, expected, found, f"overlays.{who}.{kind}")


def _check_cells(stage: Stage, value: Any, found: int, at: str) -> Iterator[Miss]:
    """`value`: how many cells, which cells, or a mapping with count, with, without."""
    names = stage.names
    wanted = value if isinstance(value, Mapping) else {"count": value} if isinstance(value, int) else {"exactly": value}
    shown = " ".join(names.grid.name(cell) for cell in cells(found)) or "none"
    for key, each in wanted.items():
        if key == "count":
            fits = found.bit_count() == each
        else:
            mask = bits(names.cell(cell) for cell in _listed(each))
            fits = {"exactly": mask == found, "with": mask & found == mask, "without": not mask & found}.get(key, False)
        if not fits:
            yield Miss(f"{at}.{key}", str(each), shown)


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
        value = {"winners": [] if value == "draw" else _listed(value)}
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
    "preview": _preview,
    "overlays": _overlays,
    "dice_used": _dice_used,
    "outcome": _outcome,
    "next": _next,
    "round": _clock("round"),
    "phase": _clock("phase"),
    "lying": _lying,
}
