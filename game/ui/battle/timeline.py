"""A record to be wound forward and back: sessions at any answer, opened at the step in which it was given."""

from __future__ import annotations

from itertools import accumulate

from game.kernel.flow import Answer
from game.skirmish.record import Skirmish

_NEAR = 20  # answers up to which winding on is quicker than opening a step


class Timeline:
    """All answers of a skirmish, and the session after the first `at` of them."""

    def __init__(self, skirmish: Skirmish) -> None:
        self.scenario, self.ruleset, self.dice = skirmish.scenario, skirmish.ruleset, skirmish.dice
        self._whole = skirmish.session.clone()
        self.answers: list[Answer] = self._whole.answers()
        ends = accumulate(len(step.tape) for step in self._whole.past)
        self.turns = [*dict.fromkeys((0, *ends, len(self.answers)))]  # answers at which a step begins, and the end
        self.at = 0
        self.skirmish = Skirmish(self.scenario, self.ruleset, self.dice)
        self.skirmish.session = self._whole.as_of(0)

    def go(self, at: int) -> None:
        """The session after the first `at` answers; out of bounds is the nearest end."""
        at = max(0, min(len(self.answers), at))
        if self.at <= at <= self.at + _NEAR:
            for answer in self.answers[self.at : at]:
                self.skirmish.session.answer(answer)
        else:
            self.skirmish.session = self._whole.as_of(at)
        self.at = at

    def step(self, way: int) -> None:
        """One choice on or back: the dice that follow a choice belong to it."""
        at = self.at + way
        while 0 < at < len(self.answers) and not isinstance(self.answers[at], str):
            at += way
        self.go(at)

    def turn(self, way: int) -> None:
        """To the next or the last beginning of a step."""
        later = [at for at in self.turns if (at > self.at if way > 0 else at < self.at)]
        if later:
            self.go(later[0] if way > 0 else later[-1])
