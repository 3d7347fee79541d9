"""Trials that reckon with what is likely to follow."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from game.ai.bearing import Terms
from game.ai.profiles import trusted
from game.ai.trial import Trial
from game.ai.turns import Forecast, Rest
from game.grid.grid import Cell
from game.kernel.dice import Chooser
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.kernel.session import Session
from game.rules.ruleset import Foresees

SHARE = 0.5  # what all that counts of what is certain, and of what captains guess at it, where forecasts come true
GUESSES = ("danger", "engaged", "company", "approach")  # terms that guess at the same


class Farsighted(Trial):
    """A trial that reckons with what is likely to follow each option, in so many turns of units as `Profile` says."""

    _goal: Cell | None = None
    _ends: float | None = None  # what follows the end of the turn: handing it on comes to the same

    @cached_property
    def _share(self) -> float:
        return SHARE * trusted(self.rules.name)

    @cached_property
    def _forecast(self) -> Forecast | None:
        if self.places is None or self.decision.moment != "own_turn" or not self._share:
            return None
        lots = Chooser(f"{self.seed}/turns")
        return Forecast(self.places.threats, self.rules, self.team, self.middling, self.profile.turns, lots)

    def judge(self, option: Option, promised: float | None) -> Terms:
        """See `Trial.judge`; what only guesses at the turns to come counts less."""
        terms, world = super().judge(option, promised), self.world
        if self._forecast is None or any(name == "won" for name, _ in terms):
            return terms
        follows = self._ends if self._hands_on(world, option) else None
        if follows is None:
            follows = self._share * self._following(world, option, promised, dict(terms))
        if option.role == "end_turn":
            self._ends = follows
        less = ((name, value * (1 - self._share) if name in GUESSES else value) for name, value in terms)
        return (*less, ("follows", follows))

    def _hands_on(self, world: World, option: Option) -> bool:
        """Whether an option is about turns alone, and its unit has none to come by it."""
        if option.group != "turn" or option.role not in ("act", "wait"):
            return False
        return not isinstance(self.rules, Foresees) or self.who not in self.rules.coming(world)

    def _following(self, world: World, option: Option, promised: float | None, found: Mapping[str, float]) -> float:
        """What is likely to follow the state that an option has led to."""
        assert self._forecast is not None
        values = self._values(world)
        if promised is not None and option.unit in self.before:
            values[option.unit] = min(0.0, self.before[option.unit] + promised)
        rest = Rest(self._best_cell() if found.get("move") else None, bool(found.get("next")))
        return self._forecast.after(world, self.who, values, rest)

    def _best_cell(self) -> Cell | None:
        """The best place to which the unit may go."""
        if self._goal is None and self.places is not None:
            wanted = [option.cell for option in self.decision.options if option.cell is not None]
            self.places.learn(wanted)
            self._goal = max(wanted, key=self.places.value, default=None)
        return self._goal


def taken_up(session: Session, option: Option, terms: Terms) -> Session | None:
    """The turn of the unit that a side lets act by an option; None where there is no guess at what it could do."""
    if dict(terms).get("rest", 0.0) <= 0:
        return None
    then = session.clone()
    then.answer(option.key)
    return then if isinstance(then.request, Decision) and then.request.moment == "own_turn" else None
