"""What a case expects of previews."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from game.cases.amounts import (
    check_cells,
    check_chances,
    check_lines,
    check_no_lines,
    check_totals,
    known_field,
    listed,
    negated,
)
from game.cases.naming import Miss, Names, check_kinds, find_cell, matches, means
from game.cases.stage import Stage, describe
from game.cases.units import found_text
from game.kernel.components import FIELD, Field
from game.kernel.flow import Action, Decision, Option
from game.rules.offering import options
from game.rules.ruleset import Preview
from game.rules.verbs import table_of


class _Preview(Struct, frozen=True):
    """What kind of thing stands under each key of a preview."""

    chances: dict[str, Any] = {}
    spread: dict[str, Any] = {}
    totals: dict[str, Any] = {}
    lines: dict[str, Any] = {}
    no_lines: dict[str, Any] = {}
    not_: dict[str, Any] = field(default_factory=dict, name="not")


def check_previews(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    """By unit and option: what the preview says."""
    for who, entries in value.items():
        for text, expected in entries.items():
            at = f"preview.{who}.{text}"
            request = stage.session.request
            asked = isinstance(request, Decision) and request.who == stage.names.id(who)
            decision = request if isinstance(request, Decision) and asked else _supposed(stage, who, text)
            option = next((each for each in decision.options if means(stage.names, text, each)), None)
            if option is None:
                yield Miss(at, "an option", describe(stage.names, request, text))
                continue
            try:
                found = stage.ruleset.preview(stage.world, decision, option.key)
            except (KeyError, ValueError, IndexError, AssertionError) as error:
                if asked:
                    raise
                yield Miss(
                    at, "an option written in full, as on the unit's own turn", f"{type(error).__name__}: {error}"
                )
                continue
            yield from _check_preview(stage, expected, found, at)


def _supposed(stage: Stage, who: str, text: str) -> Decision:
    """The question that a unit which is not asked would have on its turn, with this option alone."""
    names = stage.names
    if _has_turns(stage):
        found = [each for each in options(stage.world, names.id(who), "turn") if means(names, text, each)]
        if found:
            return Decision(names.id(who), "turn", (found[0],))
    key = names.key(text)
    verb, *words = key.split()
    units = {word: int(word) for word in words if word.isdecimal() and int(word) in names.ids.values()}
    places = {word: cell for word in words if (cell := find_cell(names, word)) is not None}
    unit, cell = next(iter(units.values()), None), next(iter(places.values()), None)
    rest = [word for word in words if word not in units and word not in places]
    how = tuple(word for word in rest if _is_way(stage, verb, word))
    action = Action(verb, unit, cell, " ".join(word for word in rest if word not in how), how)
    return Decision(names.id(who), "turn", (Option(key, action),))


def _has_turns(stage: Stage) -> bool:
    """Whether the ruleset has a table with the question of an own turn."""
    return stage.world.get(FIELD, Field).table is not None and "turn" in table_of(stage.world).questions


def _is_way(stage: Stage, verb: str, word: str) -> bool:
    """Whether a word after that verb is a way of doing it, not what it is done with."""
    turn = table_of(stage.world).questions["turn"] if _has_turns(stage) else None
    said = turn.verbs[verb].key if turn is not None and verb in turn.verbs else ()
    if callable(said):
        return False
    return word in said or ("how" in said and "what" not in said)


def _check_preview(stage: Stage, expected: Mapping[str, Any], found: Preview, at: str) -> Iterator[Miss]:
    check_kinds(expected, _Preview, at)
    for key, value in expected.items():
        if key == "not":
            yield from negated(lambda part: _check_preview(stage, part, found, at), value, at)
        elif key in _PARTS:
            yield from _PARTS[key](stage.names, value, found, f"{at}.{key}")
        elif not matches(stage.names, value, known_field(found, key, _PARTS)):
            yield Miss(f"{at}.{key}", str(value), found_text(stage.names, getattr(found, key)))


def _chances(names: Names, value: Any, found: Preview, at: str) -> Iterator[Miss]:
    return check_chances(value, {each.label: each.probability for each in found.chances}, at)


def _spread(names: Names, value: Any, found: Preview, at: str) -> Iterator[Miss]:
    return check_chances(value, {str(each): chance for each, chance in found.spread}, at)


def _totals(names: Names, value: Any, found: Preview, at: str) -> Iterator[Miss]:
    return check_totals(names, value, {each.what: each for each in found.numbers}, at)


def _lines(names: Names, value: Any, found: Preview, at: str) -> Iterator[Miss]:
    return check_lines(value, {each.what: each for each in found.numbers}, at)


def _no_lines(names: Names, value: Any, found: Preview, at: str) -> Iterator[Miss]:
    return check_no_lines(value, {each.what: each for each in found.numbers}, at)


def _notes(names: Names, value: Any, found: Preview, at: str) -> Iterator[Miss]:
    yield from (Miss(at, each, _written(found)) for each in listed(value) if each not in _told(found))


def _no_notes(names: Names, value: Any, found: Preview, at: str) -> Iterator[Miss]:
    yield from (Miss(at, f"no {each}", _written(found)) for each in listed(value) if each in _told(found))


def _told(found: Preview) -> set[str]:
    """What a case may call the notes by: their rules, and what they say."""
    return {word for note in found.notes for word in (note.rule, note.text)}


def _written(found: Preview) -> str:
    """All notes for a failure."""
    return str([f"{note.rule}: {note.text}" for note in found.notes])


def _area(names: Names, value: Any, found: Preview, at: str) -> Iterator[Miss]:
    return check_cells(names, value, found.area, at)


_PARTS: dict[str, Callable[[Names, Any, Preview, str], Iterator[Miss]]] = {
    "chances": _chances,
    "spread": _spread,
    "totals": _totals,
    "lines": _lines,
    "no_lines": _no_lines,
    "notes": _notes,
    "no_notes": _no_notes,
    "area": _area,
}
