"""Questions beside the own turn: reactions that may be declined, and details of an own act."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from game.kernel.ecs import World
from game.kernel.flow import Moment
from game.rules.verbs import Question, Verb, by_name
from game.rules.wounds.screen import preview as previews

Known: TypeAlias = "Callable[[World, int], Iterable[str]]"


def reaction(name: str, rule: str, *verbs: Verb, known: Known | None = None) -> Question:
    """One may react, or not."""
    known_ = by_name(*verbs, Verb(name="no", role="decline"))
    return Question(name=name, moment="reaction", rule=rule, verbs=known_, known=known, preview=previews.named)


def detail(name: str, rule: str, *verbs: Verb, moment: Moment = "detail") -> Question:
    """A choice that these verbs answer."""
    return Question(name=name, moment=moment, rule=rule, verbs=by_name(*verbs), preview=previews.named)
