"""A computer player that tries its options out one step ahead and keeps a ledger of what it thought of each."""

from __future__ import annotations

import time
from typing import cast

from msgspec import Struct

from game.ai.baselines import asked, chooser
from game.ai.pruning import pruned
from game.ai.terms import TERMS, measure
from game.dice import Chooser
from game.ecs import World
from game.flow import Answer, Decision, Option, Roll
from game.record import side_of, team_of
from game.rules.ruleset import Ruleset
from game.session import Rehearsal, Session

_SECONDS = 2.0  # only a net: what is thought of must not depend on the speed of the machine
_FEW = 6  # a question in the middle with more options than that is answered without trying them
_DECLINE = ("no", "stay", "stop", "end", "ready")
_LIMIT = 200  # requests in one step after which a rehearsal counts as it stands


class Temper(Struct, frozen=True):
    """How a lookahead player thinks. `weights` count terms beside the ruleset's own worth (TERMS).

    `nodes` limits the rehearsals of a decision, `samples` the throws of dice an option is tried with; `notices` is
    the chance of thinking of an option at all; `replies` tells whether it reckons with the best reply.
    """

    name: str
    weights: tuple[tuple[str, float], ...] = ()
    samples: int = 2
    nodes: int = 90
    moves: int = 12
    notices: float = 1.0
    replies: bool = True


class Thought(Struct, frozen=True):
    """What was thought of one option: its mean score over the samples, and what that is made of."""

    option: Option
    score: float
    samples: int
    terms: tuple[tuple[str, float], ...] = ()


class Lookahead:
    """Takes the option after which its side stands best; see `Temper`."""

    def __init__(self, temper: Temper, seed: int | str = 0) -> None:
        self.temper, self.seed = temper, seed
        self.name = temper.name

    def choose(self, session: Session) -> str:
        """See `Controller`."""
        return self.ledger(session)[0].option.key

    def ledger(self, session: Session) -> list[Thought]:
        """What it thinks of the options, best first; those it did not think of are left out."""
        decision = asked(session)
        picks = chooser(self.seed, session)
        options = self._noticed(pruned(session.world, decision, self.temper.moves, picks), picks)
        trial = _Trial(session, self.temper, f"{self.seed}/{len(session.past)}/{len(session.tape)}", decision.who)
        thoughts: list[Thought] = []
        deadline = time.monotonic() + _SECONDS
        for option in options:
            if thoughts and (trial.nodes >= self.temper.nodes or time.monotonic() > deadline):
                break
            thoughts.append(trial.think(option))
        return sorted(thoughts, key=lambda thought: -thought.score)

    def _noticed(self, options: list[Option], picks: Chooser) -> list[Option]:
        """An easy player overlooks some of its options, but never all."""
        if self.temper.notices >= 1:
            return options
        percent = self.temper.notices * 100
        seen = [option for option in options if picks.faces((100,))[0] <= percent]
        return seen or [option for option in options if option.key == picks.pick([each.key for each in options])]


class _Trial:
    """The options of one decision, tried in a world of their own; counts its rehearsals."""

    def __init__(self, session: Session, temper: Temper, seed: str, who: int) -> None:
        self.session, self.temper, self.seed, self.who = session, temper, seed, who
        self.rules = cast(Ruleset, session.rules)
        self.side = side_of(session.world, who)
        self.team = team_of(session.world, who)
        self.world = World()
        self.nodes = 0

    def think(self, option: Option) -> Thought:
        """The mean over the samples; without dice one sample tells all."""
        found: list[tuple[float, tuple[tuple[str, float], ...]]] = []
        for sample in range(self.temper.samples):
            score, terms, rolled = self._best((option.key,), sample, branch=self.temper.replies)
            found.append((score, terms))
            if not rolled:
                break
        count = len(found)
        names = [name for name, _ in found[0][1]]
        means = tuple((name, sum(terms[at][1] for _, terms in found) / count) for at, name in enumerate(names))
        return Thought(option, sum(score for score, _ in found) / count, count, means)

    def _best(
        self, answers: tuple[str, ...], sample: int, *, branch: bool
    ) -> tuple[float, tuple[tuple[str, float], ...], bool]:
        """Play these answers; the first question after them is answered as well as whoever is asked can."""
        rehearsal, rolled = self._play(answers, sample)
        request = rehearsal.request
        if not branch or not isinstance(request, Decision) or len(request.options) > _FEW:
            rolled |= self._finish(rehearsal, sample)
            score, terms = self._score()
            return score, terms, rolled
        own = team_of(self.world, request.who) == self.team
        results = [self._best((*answers, each.key), sample, branch=False) for each in request.options]
        best = (max if own else min)(results, key=lambda result: result[0])
        return best[0], best[1], any(result[2] for result in results)

    def _play(self, answers: tuple[str, ...], sample: int) -> tuple[Rehearsal, bool]:
        """Up to the first decision after these answers, and whether dice fell."""
        self.nodes += 1
        rehearsal = self.session.rehearse(self.world)
        dice, rolled = Chooser(f"{self.seed}/{sample}"), False
        left = list(answers)
        while (request := rehearsal.request) is not None:
            answer: Answer
            if isinstance(request, Roll):
                answer, rolled = dice.faces(request.dice), True
            elif left:
                answer = left.pop(0)
            else:
                break
            rehearsal.answer(answer)
        return rehearsal, rolled

    def _finish(self, rehearsal: Rehearsal, sample: int) -> bool:
        """Answer what is still asked with what costs no thought; whether dice fell."""
        dice, rolled = Chooser(f"{self.seed}/{sample}/rest"), False
        for _ in range(_LIMIT):
            request = rehearsal.request
            if request is None:
                break
            if isinstance(request, Roll):
                rolled = True
                rehearsal.answer(dice.faces(request.dice))
            else:
                own = team_of(self.world, request.who) == self.team
                rehearsal.answer(_thoughtless(request, own=own))
        return rolled

    def _score(self) -> tuple[float, tuple[tuple[str, float], ...]]:
        terms = [("worth", self._worth())]
        for name, weight in self.temper.weights:
            terms.append((name, weight * measure(TERMS[name], self.world, self.who, self.team)))
        return sum(value for _, value in terms), tuple(terms)

    def _worth(self) -> float:
        """The ruleset's worth; a win is better, and a defeat worse, than anything."""
        end = self.rules.outcome(self.world)
        worth = self.rules.worth(self.world, self.side)
        if end is None or not end.winners:
            return worth
        won = any(team_of(self.world, side) == self.team for side in end.winners)
        return worth + (1000.0 if won else -1000.0)


def _thoughtless(request: Decision, *, own: bool) -> str:
    """Its own side declines what it may; the others react where they can."""
    keys = [option.key for option in request.options]
    declines = [key for key in keys if key in _DECLINE]
    reacts = [key for key in keys if key not in _DECLINE]
    ordered = [*declines, *reacts] if own else [*reacts, *declines]
    return ordered[0]
