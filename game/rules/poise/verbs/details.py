"""What is asked beside the own turn: short questions whose answers are told by their titles."""

from __future__ import annotations

from game.kernel.flow import Moment
from game.rules.poise.screen import preview as previews
from game.rules.verbs import Question, Verb, by_name


def detail(name: str, rule: str, *verbs: Verb, moment: Moment = "detail") -> Question:
    """A question that these verbs answer."""
    return Question(name=name, moment=moment, rule=rule, verbs=by_name(*verbs), preview=previews.named)


def decline(name: str, rule: str = "") -> Verb:
    """A way to let it pass."""
    return Verb(name=name, rule=rule, role="decline")
