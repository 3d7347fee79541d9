"""A computer player that tries its options out one step ahead, and says how it judged each."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TypeAlias, cast

from msgspec import Struct

from game.ai.baselines import asked, chooser, deploys
from game.ai.knowing import Units, blindfold, unseen
from game.ai.terms import TERMS, measure
from game.kernel.dice import Chooser
from game.kernel.flow import Action, Answer, Decision, Option, Roll
from game.kernel.scratch import Scratch
from game.kernel.session import Session
from game.rules.concern import targets
from game.rules.ruleset import Ruleset, SuppressesReactions
from game.skirmish.record import side_of, team_of
from tests.ai.baseline.pruning import pruned

Terms: TypeAlias = "tuple[tuple[str, float], ...]"
_FEW = 6  # a question in the middle with more options than that is answered without trying them
_LETS_PASS = ("decline", "end_turn", "commit")  # roles of answers after which nothing more is done
_CLOSER = 3  # times as many samples where it answers somebody: few options, and a bad throw of two hides the good one
_FOLLOW_UPS = 16  # options of an own second question that are tried
_LIMIT = 200  # requests in one step after which a rehearsal counts as it stands


class Profile(Struct, frozen=True):
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


class Evaluation(Struct, frozen=True):
    """How one option was judged: its mean score over the samples, what that is made of, and the reply expected."""

    option: Option
    score: float
    samples: int
    terms: Terms = ()
    reply: tuple[str, ...] = ()


class Lookahead:
    """Takes the option after which its side stands best; see `Profile`."""

    def __init__(self, profile: Profile, seed: int | str = 0) -> None:
        self.profile, self.seed = profile, seed
        self.name = profile.name

    def choose(self, session: Session) -> str:
        """See `Controller`."""
        ready = deploys(session)
        if ready is not None:
            return ready.key
        return _lets_pass(session) or self.evaluations(session)[0].option.key

    def evaluations(self, session: Session) -> list[Evaluation]:
        """What it thinks of the options, best first; those it did not think of are left out."""
        decision = asked(session)
        picks = chooser(self.seed, session)
        # Equals are drawn by lot all along: the order of keys would favour some directions, targets and sides.
        lots = {option.key: picks.faces((1_000_000,))[0] for option in decision.options}
        hidden = unseen(session)
        options = self._noticed(pruned(session.world, decision, self.profile.moves, lots, hidden), picks)
        options = in_turns(sorted(options, key=lambda option: lots[option.key]), cast(Ruleset, session.rules).verbs)
        trial = _Trial(
            session, self.profile, f"{self.seed}/{len(session.past)}/{len(session.tape)}", decision.who, hidden
        )
        if decision.about is not None and len(options) <= _FEW and self.profile.samples > 1:
            trial.samples *= _CLOSER
        evaluations: list[Evaluation] = []
        for option in options:
            if evaluations and trial.nodes >= self.profile.nodes:
                break
            evaluations.append(trial.evaluate(option))
        return sorted(evaluations, key=lambda evaluation: (-round(evaluation.score, 9), lots[evaluation.option.key]))

    def _noticed(self, options: list[Option], picks: Chooser) -> list[Option]:
        """An easy player overlooks some of its options, but never all."""
        if self.profile.notices >= 1:
            return options
        percent = self.profile.notices * 100
        seen = [option for option in options if picks.faces((100,))[0] <= percent]
        if seen:
            return seen
        only = picks.pick([option.key for option in options])
        return [option for option in options if option.key == only]


class _Trial:
    """The options of one decision, tried in a world of their own; counts its rehearsals."""

    def __init__(self, session: Session, profile: Profile, seed: str, who: int, hidden: Units) -> None:
        self.session, self.profile, self.seed, self.who = session, profile, seed, who
        self.rules = cast(Ruleset, session.rules)
        self.suppressor = session.rules if isinstance(session.rules, SuppressesReactions) else None
        self.side = side_of(session.world, who)
        self.team = team_of(session.world, who)
        self.world = Scratch()
        self.nodes, self.samples = 0, profile.samples
        self.wish = wish(asked(session))
        self.hidden, self.prepare = hidden, blindfold(session, hidden, self.world)

    def evaluate(self, option: Option) -> Evaluation:
        """The mean over the samples; where somebody is asked next, of the answer that is best for whom is asked."""
        if not self.profile.replies:
            return self._mean(option, (option.key,))
        request, rolled = self._play((option.key,), 0, stop=True)
        if request is None:
            return self._mean(option, (option.key,), (self._terms(), rolled))
        if rolled:
            # Dice before the question: another sample would ask another one.
            return self._mean(option, (option.key,))
        own = team_of(self.world, request.who) == self.team
        replies = request.options
        if len(replies) > _FEW:
            # By lot, or of many cells only those farthest north-west would be tried.
            drawn = Chooser(f"{self.seed}/replies").shuffled(replies)
            replies = tuple(in_turns(drawn, self.rules.verbs)[:_FOLLOW_UPS])
        found = [self._mean(option, (option.key, reply.key)) for reply in replies]
        return (max if own else min)(found, key=lambda evaluation: evaluation.score)

    def _mean(self, option: Option, answers: tuple[str, ...], first: tuple[Terms, bool] | None = None) -> Evaluation:
        """These answers with each sample's dice; without dice one sample tells all.

        `first` is what sample 0 gave, and whether it threw dice, where that is known.
        """
        found: list[Terms] = []
        for sample in range(self.samples):
            terms, rolled = first if first is not None and not sample else self._sample(answers, sample)
            found.append(terms)
            if not rolled:
                break
        sums = [(column[0][0], sum(value for _, value in column)) for column in zip(*found, strict=True)]
        means = tuple((name, total / len(found)) for name, total in sums)
        return Evaluation(option, sum(value for _, value in means), len(found), means, answers[1:])

    def _sample(self, answers: tuple[str, ...], sample: int) -> tuple[Terms, bool]:
        _, rolled = self._play(answers, sample, stop=False)
        return self._terms(), rolled

    def _play(self, answers: tuple[str, ...], sample: int, *, stop: bool) -> tuple[Decision | None, bool]:
        """Play these answers and the rest of the step; with `stop` only up to a decision worth branching at.

        That decision, None at the step's end, and whether dice fell. The same sample gives every option the same dice.
        """
        self.nodes += 1
        rehearsal = self.session.rehearse(self.world, self.prepare)
        if self.suppressor is not None:
            self.suppressor.suppress_reactions(self.world)  # only now: what was asked so far in the step stays asked
        dice, lots = Chooser(f"{self.seed}/{sample}"), Chooser(f"{self.seed}/{sample}/places")
        rolled, left = False, list(answers)
        for _ in range(_LIMIT):
            request = rehearsal.request
            if request is None:
                break
            answer: Answer
            if isinstance(request, Roll):
                answer, rolled = dice.faces(request.dice), True
            elif wish(request) and len(left) < len(answers) and (passing := request.declining()) is not None:
                answer = passing.key  # nobody is expected to break in, or every plan would come to nothing
            elif left:
                answer = left.pop(0)
            elif stop and (len(request.options) <= _FEW or answers[-1] == self.wish):
                return request, rolled
            else:
                stop = False  # a reply is an answer to the very next question
                answer = default_reply(request, lots, own=team_of(self.world, request.who) == self.team)
            rehearsal.answer(answer)
        return None, rolled

    def _terms(self) -> Terms:
        weighed = [
            (name, weight * measure(TERMS[name], self.world, self.who, self.team, self.hidden))
            for name, weight in self.profile.weights
        ]
        return (("worth", self._worth()), *weighed)

    def _worth(self) -> float:
        """The ruleset's worth; a win is better, and a defeat worse, than anything."""
        end = self.rules.outcome(self.world)
        worth = self.rules.worth(self.world, self.side)
        if end is None or not end.winners:
            return worth
        won = any(team_of(self.world, side) == self.team for side in end.winners)
        return worth + (1000.0 if won else -1000.0)


def wish(request: Decision) -> str:
    """The key of the wish to act in somebody else's turn, if that is asked: what to do is asked after it."""
    acts = [option for option in request.options if option.role == "act"]
    if request.moment != "window" or len(acts) != 1 or acts[0].action != Action(acts[0].verb):
        return ""
    return acts[0].key


def _lets_pass(session: Session) -> str:
    """The answer that declines to break in where nothing is aimed at its own team; empty to think about it."""
    request = asked(session)
    passing, team = request.declining(), team_of(session.world, request.who)
    if passing is None or not wish(request) or any(team_of(session.world, it) == team for it in targets(request.about)):
        return ""
    return passing.key


def in_turns(options: Sequence[Option], verbs: Sequence[str]) -> list[Option]:
    """One option of each verb in turn, in the order of `verbs`: where time is short, each has its chance."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option.verb, []).append(option)
    known = {verb: at for at, verb in enumerate(verbs)}
    ordered = sorted(groups.values(), key=lambda group: known.get(group[0].verb, len(known)))
    return [option for row in itertools.zip_longest(*ordered) for option in row if option is not None]


def default_reply(request: Decision, lots: Chooser, *, own: bool) -> str:
    """Its own side declines what it may; the others react where they can, unless there is too much to choose from.

    Of cells one is drawn: the first is the one farthest north-west, toward the enemy for one side only.
    """
    declines = [option for option in request.options if option.role in _LETS_PASS]
    reacts = [option for option in request.options if option.role not in _LETS_PASS]
    first, *_ = [*declines, *reacts] if own or len(request.options) > _FEW else [*reacts, *declines]
    if first.cell is None:
        return first.key
    return lots.pick(
        [option.key for option in request.options if option.cell is not None and option.verb == first.verb]
    )
