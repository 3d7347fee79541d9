"""A computer player that weighs every option in closed form and tries out the best of them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from msgspec import Struct

from game.ai.aims import favour
from game.ai.baselines import asked, chooser, deploys
from game.ai.knowing import unseen
from game.ai.trial import FEW, Dice, Terms, Trial
from game.kernel.flow import Decision, Option
from game.kernel.session import Session
from game.rules.verbs import question_of

EFFORT = 0.008  # what anything but an attack must bring, or it is left undone


_GROUPS = ("magic", "help", "attack", "guard", "move", "hinder", "gear", "turn")  # what is tried first


class Thought(Struct, frozen=True):
    """How one option was judged: its score, what that is made of, and the reply expected."""

    option: Option
    score: float
    terms: Terms = ()
    reply: tuple[str, ...] = ()


class Thinker:
    """Takes the option after which its side stands best."""

    acts, moves, others, samples = 3, 4, 14, 2

    def __init__(self, name: str, seed: int | str = 0) -> None:
        self.name, self.seed = name, seed

    def choose(self, session: Session) -> str:
        """See `Controller`."""
        ready = deploys(session)
        if ready is not None:
            return ready.key
        return self.evaluations(session)[0].option.key

    def evaluations(self, session: Session) -> list[Thought]:
        """What it thinks of the options, best first; those it did not try are left out."""
        decision = asked(session)
        picks = chooser(self.seed, session)
        # Equals are drawn by lot all along: the order of keys would favour some directions, targets and sides.
        lots = {option.key: picks.faces((1_000_000,))[0] for option in decision.options}
        trial = Trial(session, decision, f"{self.seed}/{len(session.past)}/{len(session.tape)}", unseen(session))
        chosen = self._candidates(trial, decision, lots)
        thoughts = [self._think(trial, option, promised) for option, promised in chosen]
        return sorted(thoughts, key=lambda thought: (-round(thought.score, 9), lots[thought.option.key]))

    # First pass

    def _candidates(self, trial: Trial, decision: Decision, lots: dict[str, int]) -> list[tuple[Option, float | None]]:
        ordered = sorted(decision.options, key=lambda option: lots[option.key])
        if decision.moment != "own_turn":
            return [(option, None) for option in in_turns(ordered)[:16]]
        verbs = question_of(trial.root, decision.question).verbs
        acts, moves, others = list[tuple[float, Option]](), list[Option](), list[Option]()
        for option in ordered:
            verb = verbs[option.verb]
            if verb.promise is not None and option.unit is not None:
                promised = verb.promise(trial.root, trial.who, option.action) or 0.0
                acts.append((promised * favour(trial.root, trial.team, option.unit), option))
            elif verb.ways is not None:
                moves.append(option)
            else:
                others.append(option)
        acts.sort(key=lambda each: -each[0])
        found: list[tuple[Option, float | None]] = [(option, value) for value, option in acts[: self.acts] if value > 0]
        found += [(option, None) for option in self._best_moves(trial, moves)]
        others.sort(key=lambda option: _GROUPS.index(option.group))
        found += [(option, None) for option in in_turns(others)[: self.others]]
        ends = [option for option in others if option.role == "end_turn"]
        return found + [(option, None) for option in ends if option not in [each for each, _ in found]]

    def _best_moves(self, trial: Trial, moves: list[Option]) -> list[Option]:
        """Of the places to go to those from which there is most to strike at, and the best to stay at."""
        places = trial.places
        if places is None or len(moves) <= self.moves:
            return moves[: self.moves]
        places.learn(option.cell for option in moves if option.cell is not None)
        stay = [(places.value(option.cell or 0), option) for option in moves]
        strike = [(value + places.strike(option.cell or 0), option) for value, option in stay]
        stay.sort(key=lambda each: -each[0])
        strike.sort(key=lambda each: -each[0])
        found: dict[tuple[int | None, str], Option] = {}
        for _, option in itertools.chain.from_iterable(zip(strike, stay, strict=True)):
            found.setdefault((option.cell, option.verb), option)
            if len(found) == self.moves:
                break
        return list(found.values())

    # Second pass

    def _think(self, trial: Trial, option: Option, promised: float | None) -> Thought:
        samples = self.samples * (
            2 if trial.decision.moment != "own_turn" and len(trial.decision.options) <= FEW else 1
        )
        dice = Dice(trial.seed, samples)
        if promised is None:
            request, rolled = trial.play((option.key,), dice, 0, stop=True)
            if request is not None and not rolled:
                own = trial.is_own(request.who)
                replies = [
                    self._mean(trial, option, (option.key, reply.key), dice, samples, None) for reply in request.options
                ]
                return (max if own else min)(replies, key=lambda thought: thought.score)
        return self._mean(trial, option, (option.key,), dice, samples, promised)

    def _mean(
        self, trial: Trial, option: Option, answers: tuple[str, ...], dice: Dice, samples: int, promised: float | None
    ) -> Thought:
        sums: dict[str, float] = {}
        taken = 0
        for sample in range(samples):
            _, rolled = trial.play(answers, dice, sample, stop=False)
            taken += 1
            for name, value in trial.judge(option, promised):
                sums[name] = sums.get(name, 0.0) + value
            if not rolled:
                break
        terms = {name: total / taken for name, total in sums.items()}
        if option.role == "end_turn":
            # What the end of a turn takes comes anyway: it is no reason to do something else first.
            terms = {name: max(0.0, value) if name in ("own", "rest") else value for name, value in terms.items()}
        elif promised is None and option.role == "act" and trial.decision.moment == "own_turn":
            terms["effort"] = -EFFORT
        return Thought(option, sum(terms.values()), tuple(terms.items()), answers[1:])


def in_turns(options: Sequence[Option]) -> list[Option]:
    """One option of each verb in turn: where time is short, each has its chance."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option.verb, []).append(option)
    return [option for row in itertools.zip_longest(*groups.values()) for option in row if option is not None]
