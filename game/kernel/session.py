"""A skirmish is a checkpoint and a tape: answer, undo and clone are all "load the snapshot, feed the answers again"."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from game.kernel.ecs import Derived, Snapshot, World
from game.kernel.flow import Answer, Flow, Request, check_answer
from game.kernel.scratch import Scratch

_SILENT_STEPS = 10_000
_RETRACED = 1000  # changes of the present step after each of which a rehearsal keeps what it derives
_AHEAD = 4  # and so many of what is tried out then
_REMEMBERED = 8  # events before a step that a rehearsal keeps: questions may be about one


class Rules(Protocol):
    """What a session needs of a ruleset."""

    def step(self, world: World) -> Flow[None]:
        """Ask for one thing, resolve it, move the clock."""
        ...

    def outcome(self, world: World) -> object | None:
        """How the skirmish ended; None while it goes on."""
        ...


class Step(NamedTuple):
    """One finished step: the world before it, how many events there were, the answers given in it and who gave them."""

    before: Snapshot
    events: int
    tape: tuple[Answer, ...] = ()
    asked: tuple[int, ...] = ()

    def rolls(self) -> int:
        """How many throws of dice there were."""
        return sum(isinstance(answer, tuple) for answer in self.tape)

    def decided(self) -> bool:
        """Whether somebody chose something."""
        return any(isinstance(answer, str) for answer in self.tape)


class Rehearsal:
    """One step, tried out: it stops at the step's end, so that nobody's next options need to be found.

    `request` is what is asked now; None when the step is over.
    """

    def __init__(self, world: World, flow: Flow[None]) -> None:
        self.world = world
        self._flow = flow
        self.request: Request | None = None
        self._advance(None)

    def answer(self, answer: Answer) -> None:
        """Go on to the next request; IllegalAnswer, with nothing changed, when the answer does not fit."""
        check_answer(self.request, answer)
        self._advance(answer)

    def _advance(self, answer: Answer | None) -> None:
        try:
            self.request = self._flow.send(answer)
        except StopIteration:
            self.request = None


class Session:
    """Drives a ruleset's steps. `request` is what is asked now; None when the skirmish is over.

    `past` holds the finished steps, `checkpoint` the world at the start of the present one and `tape` the
    answers given since.
    """

    def __init__(self, rules: Rules, start: Snapshot) -> None:
        self.rules = rules
        self.world = World()
        self.past: list[Step] = []
        self.rolls = 0
        self._tried = False
        self._open(Step(start, 0))

    def answer(self, answer: Answer) -> None:
        """Answer the request and go on to the next.

        Raises IllegalAnswer, with nothing changed, when the answer does not fit. An error inside a rule is
        passed on after the session is back where it was.
        """
        check_answer(self.request, answer)
        steps, given, rolls = len(self.past), len(self.tape), self.rolls
        try:
            self._feed(answer)
        except Exception:
            step = (*self.past, self.step())[steps]
            before = Step(step.before, step.events, step.tape[:given], step.asked[:given])
            del self.past[steps:]
            self.rolls = rolls - before.rolls()
            self._open(before)
            raise

    def step(self) -> Step:
        """The present step so far."""
        return Step(self.checkpoint, self._events, (*self.tape,), (*self.asked,))

    def since_choice(self) -> list[Step]:
        """The steps that `undo` would take back, latest first; empty when nobody has decided anything yet."""
        taken = []
        for step in (self.step(), *reversed(self.past)):
            taken.append(step)
            if step.decided():
                return taken
        return []

    def undo(self) -> bool:
        """Go back to the start of the last step in which somebody decided something; False if there is none."""
        taken = self.since_choice()
        if not taken:
            return False
        del self.past[len(self.past) - len(taken) + 1 :]
        self.rolls -= sum(step.rolls() for step in taken)
        self._open(Step(taken[-1].before, taken[-1].events))
        return True

    def clone(self, prepare: Callable[[World], None] | None = None) -> Session:
        """A twin at the same request; it shares only immutable values.

        With `prepare` its present step goes on as if the world had been changed so before it began; IllegalAnswer if
        the answers given since do not fit then.
        """
        twin = Session.__new__(Session)
        present = self.step()
        twin.rules, twin.world, twin.past = self.rules, World(), [*self.past]
        twin._tried = self._tried = True
        twin.world.events = self.world.events[: self._events]
        twin.rolls = self.rolls - present.rolls()
        if prepare is None:
            twin._open(present, self._derived)
        else:
            changed = World(present.before)
            prepare(changed)
            twin._open(Step(changed.save(), present.events))
            for answer in present.tape:
                twin.answer(answer)
        return twin

    def as_of(self, answers: int) -> Session:
        """A twin as it was when so many answers had been given."""
        steps, number = [*self.past, self.step()], 0
        while number < len(steps) - 1 and len(steps[number].tape) <= answers:
            answers -= len(steps[number].tape)
            number += 1
        twin, step = Session.__new__(Session), steps[number]
        twin.rules, twin.world, twin.past = self.rules, World(), steps[:number]
        twin._tried = self._tried
        twin.world.events = self.world.events[: step.events]
        twin.rolls = sum(each.rolls() for each in twin.past)
        twin._open(Step(step.before, step.events, step.tape[:answers]))
        return twin

    def rehearse(self, world: World, prepare: Callable[[World], None] | None = None) -> Rehearsal:
        """The present step again in another world, to be taken further; the session is left as it is.

        `world` may be one that served before: it is overwritten. `prepare` may change it before the step begins.
        """
        self._tried = True
        world.load(self.checkpoint, self._derived)
        if isinstance(world, Scratch):
            world.retrace(_RETRACED)  # all answers given since, which most rehearsals begin with
        if prepare is not None:
            prepare(world)
        world.events = self.world.events[max(0, self._events - _REMEMBERED) : self._events]
        rehearsal = Rehearsal(world, self.rules.step(world))
        for answer in self.tape:
            rehearsal.answer(answer)
        if isinstance(world, Scratch):
            world.retrace(_AHEAD)
        return rehearsal

    def answers(self) -> list[Answer]:
        """All answers from the very start, in order."""
        return [answer for step in (*self.past, self.step()) for answer in step.tape]

    def _open(self, step: Step, derived: Derived | None = None) -> None:
        self.world.load(step.before, derived)
        del self.world.events[step.events :]
        if self._start_step(step.before):
            self._advance(None)
        for answer in step.tape:
            self._feed(answer)

    def _feed(self, answer: Answer) -> None:
        assert self.request is not None
        self.tape.append(answer)
        self.asked.append(self.request.who)
        self.rolls += isinstance(answer, tuple)
        self._advance(answer)

    def _start_step(self, checkpoint: Snapshot) -> bool:
        self.checkpoint, self._events = checkpoint, len(self.world.events)
        # What is derived from the checkpoint serves its clones too; most sessions never have any, and need not keep it.
        self._derived = self.world.derived if self._tried else {}
        self.tape: list[Answer] = []
        self.asked: list[int] = []
        self.request: Request | None = None
        if self.rules.outcome(self.world) is not None:
            return False
        self._flow = self.rules.step(self.world)
        return True

    def _advance(self, answer: Answer | None) -> None:
        for _ in range(_SILENT_STEPS):
            try:
                self.request = self._flow.send(answer)
                return
            except StopIteration:
                self.past.append(self.step())
            if not self._start_step(self.world.save()):
                return
            answer = None
        self._flow.close()  # it has not begun, and would complain
        raise RuntimeError(f"{_SILENT_STEPS} steps in a row asked nothing")
