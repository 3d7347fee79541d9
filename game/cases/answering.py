"""What a case expects a computer player to answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, convert

from game.ai.controller import find_controller
from game.cases.naming import BadCase, Miss, means
from game.cases.stage import Stage, describe
from game.data.faults import Path as Keys
from game.data.faults import examine
from game.kernel.flow import Decision


class _Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    any_of: str | tuple[str, ...]
    level: str = "captain"


def check_answers(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    """By unit or side that is asked: one of these options, by key, by verb or by first words."""
    for who, expected in value.items():
        yield from _check(stage, who, expected, f"answers.{who}", either=True)


def check_not_answers(stage: Stage, value: Mapping[str, Any]) -> Iterator[Miss]:
    """None of these."""
    for who, expected in value.items():
        yield from _check(stage, who, expected, f"not_answers.{who}", either=False)


def _check(stage: Stage, who: str, expected: Any, at: str, *, either: bool) -> Iterator[Miss]:
    wanted, request = _read(expected, at), stage.session.request
    texts = [wanted.any_of] if isinstance(wanted.any_of, str) else list(wanted.any_of)
    if not isinstance(request, Decision) or request.who != stage.names.id(who):
        yield Miss(at, f"{who} is asked", describe(stage.names, request))
        return
    for text in () if either else texts:  # a word that nothing bears is no answer either
        if not any(means(stage.names, text, option) for option in request.options):
            yield Miss(at, f"{text} among the options", describe(stage.names, request, text))
            return
    try:
        controller = find_controller(wanted.level, stage.case.given.get("seed", 0))
    except LookupError as error:
        raise BadCase(str(error.args[0])) from None
    key = controller.choose(stage.session)
    found = next(option for option in request.options if option.key == key)
    if any(means(stage.names, text, found) for text in texts) != either:
        shown = " or ".join(texts)
        yield Miss(at, shown if either else f"not {shown}", f"{stage.names.shown(found)} ({wanted.level})")


def _read(expected: Any, at: str) -> _Wanted:
    def report(path: Keys, message: str, remedy: str) -> None:
        raise BadCase(f"{at}: {message}" + (f" (did you mean {remedy!r}?)" if remedy else ""))

    value = expected if isinstance(expected, Mapping) else {"any_of": expected}
    examine(value, _Wanted, (), report)
    return convert(value, _Wanted)
