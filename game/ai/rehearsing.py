"""The rehearsals of one decision: none is made twice, and one that has stopped at a question goes on from there."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from game.ai.bearing import Terms
from game.ai.knowing import Units
from game.ai.pricing import Candidate
from game.ai.profiles import Profile
from game.ai.throwing import FEW, Dice, default_reply
from game.ai.trial import Trial
from game.kernel.dice import Chooser
from game.kernel.flow import Answer, Decision, Roll
from game.kernel.session import Rehearsal, Session
from game.rules.concern import wish
from game.skirmish.record import team_of

Stop: TypeAlias = "Literal['', 'own', 'any']"
LIMIT = 200  # requests in one step after which a rehearsal counts as it stands


class Tried(NamedTuple):
    """How a rehearsal went: where it stopped, if it did; whether dice fell; what came of it at the step's end."""

    request: Decision | None
    rolled: bool
    terms: Terms = ()


class _Known(NamedTuple):
    """One that has come to its end: with which `stops`, and what of the decision its terms depended on."""

    tried: Tried
    sure: bool
    stops: frozenset[Stop]
    state: tuple[float, int]


class _Paused(NamedTuple):
    """One that waits at a question: the decision's world is still as it left it."""

    answers: tuple[str, ...]
    samples: int
    sample: int
    rehearsal: Rehearsal
    lots: Chooser
    thrown: int

    def leads_to(self, answers: tuple[str, ...], samples: int, sample: int) -> bool:
        """Whether these answers begin with what has been answered already, by the same dice."""
        return self[1:3] == (samples, sample) and self.answers == answers[: len(self.answers)]


class Rehearsals(Trial):
    """One decision, with its options played through: others give the answers that are expected of them."""

    def __init__(self, session: Session, decision: Decision, seed: str, hidden: Units, profile: Profile) -> None:
        super().__init__(session, decision, seed, hidden, profile)
        self._known: dict[tuple[tuple[str, ...], int, int], _Known] = {}
        self._paused: _Paused | None = None

    def tried(self, candidate: Candidate, answers: tuple[str, ...], dice: Dice, sample: int, stop: Stop) -> Tried:
        """These answers, first that of the candidate, and the rest of the step, judged.

        With `stop` only up to a decision worth branching at, if there is one; "own" is one of its own side's before any
        dice. `sure` then tells whether neither dice nor anybody else had a say.
        """
        key = (answers, dice.samples, sample)
        state = self.pending, len(self.prices)
        known = self._known.get(key)
        if known is not None and stop in known.stops and known.state == state:
            self.nodes += 1
            self.sure = known.sure
            return known.tried
        request, rolled, alone = self._play(answers, dice, sample, stop)
        if request is not None:
            return Tried(request, rolled)
        found = Tried(None, rolled, self.judge(candidate.option, candidate.promise))
        # Where nobody else was asked it would have stopped nowhere.
        stops: frozenset[Stop] = frozenset(("", "own", "any") if alone else ("", stop))
        if known is not None and known.state == state:
            stops |= known.stops
        self._known[key] = _Known(found, self.sure, stops, state)
        return found

    def _play(
        self, answers: tuple[str, ...], dice: Dice, sample: int, stop: Stop
    ) -> tuple[Decision | None, bool, bool]:
        """The decision it stopped at, whether dice fell, and whether nobody was asked beside these answers."""
        paused, alone = self._paused, True
        self.nodes += 1
        self.sure, self._paused = True, None
        lots, thrown, left = Chooser(f"{self.seed}/places"), 0, [*answers]
        if paused is not None and paused.leads_to(answers, dice.samples, sample):
            rehearsal, lots, thrown, left = paused.rehearsal, paused.lots, paused.thrown, left[len(paused.answers) :]
            self.sure = not thrown
        else:
            rehearsal = self.rehearse()
        for _ in range(LIMIT):
            request = rehearsal.request
            if request is None:
                break
            answer: Answer
            if isinstance(request, Roll):
                answer = dice.throw(sample, thrown, request.dice)
                thrown += len(request.dice)
                self.sure = False
            elif wish(request) and len(left) < len(answers) and (no := request.declining()) is not None:
                answer = no.key  # nobody is expected to break in, or every plan would come to nothing
            elif left:
                answer = left.pop(0)
            elif stop and self._branches(request, answers[-1], stop if stop == "any" or not thrown else ""):
                self._paused = _Paused(answers, dice.samples, sample, rehearsal, lots, thrown)
                return request, bool(thrown), alone
            else:
                stop, self.sure, alone = "", False, False  # a reply is an answer to the very next question
                answer = default_reply(request, lots, own=team_of(self.world, request.who) == self.team)
            rehearsal.answer(answer)
        return None, bool(thrown), alone

    def _branches(self, request: Decision, last: str, stop: Stop) -> bool:
        """Whether each answer to a question in the middle is worth trying."""
        if stop != "any" and (not stop or team_of(self.world, request.who) != self.team):
            return False
        return len(request.options) <= FEW or last == self.wish
