"""A record to be wound forward and back: sessions at any answer, made from clones kept on the way."""

from __future__ import annotations

from game.kernel.flow import Answer
from game.kernel.session import Session
from game.skirmish.record import Skirmish

_KEPT_EVERY = 40


class Timeline:
    """All answers of a skirmish, and the session after the first `at` of them."""

    def __init__(self, skirmish: Skirmish) -> None:
        self.scenario, self.ruleset, self.dice = skirmish.scenario, skirmish.ruleset, skirmish.dice
        self.answers: list[Answer] = skirmish.session.answers()
        self.at = 0
        self.skirmish = Skirmish(self.scenario, self.ruleset, self.dice)
        self._kept: dict[int, Session] = {0: self.skirmish.session.clone()}
        self.turns = self._wind()

    def _wind(self) -> list[int]:
        """Play through once: keep clones, note the answers at which a step begins."""
        turns, steps = [0], 0
        while self.at < len(self.answers):
            self._next()
            if len(self.skirmish.session.past) > steps:
                steps = len(self.skirmish.session.past)
                turns.append(self.at)
        if turns[-1] != len(self.answers):
            turns.append(len(self.answers))
        self.go(0)
        return turns

    def _next(self) -> None:
        self.skirmish.session.answer(self.answers[self.at])
        self.at += 1
        if self.at % _KEPT_EVERY == 0 and self.at not in self._kept:
            self._kept[self.at] = self.skirmish.session.clone()

    def go(self, at: int) -> None:
        """The session after the first `at` answers; out of bounds is the nearest end."""
        at = max(0, min(len(self.answers), at))
        if at < self.at or at - self.at > _KEPT_EVERY:
            near = max(kept for kept in self._kept if kept <= at)
            self.skirmish.session = self._kept[near].clone()
            self.at = near
        while self.at < at:
            self._next()

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
