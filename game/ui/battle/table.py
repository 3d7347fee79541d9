"""A skirmish and who sits at it: whom a question goes to, answers and taking them back, thinking computers, saves."""

from __future__ import annotations

import bisect
import threading
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from game.ai.controller import HUMAN, Controller, Weighs, controllers, find_controller
from game.ai.pricing import Evaluation
from game.kernel.components import FIELD, Clock, Side, Unit
from game.kernel.ecs import World
from game.kernel.events import RoundBegan
from game.kernel.flow import Decision, Roll
from game.kernel.session import Session
from game.skirmish.record import Skirmish, rewind, side_of
from game.text import names
from game.ui.battle.asking import Asking
from game.ui.kit import save_files

_PATIENCE = 0.008  # seconds that a picture waits for a thinking computer: most are done by then


class Remark(Struct, frozen=True):
    """Something the log says besides events: when so many answers had been given, about a unit."""

    answers: int
    text: str
    unit: int | None = None
    events: int = 0  # how many there were
    why: str = ""  # for what was let pass


class Advice(Struct, frozen=True):
    """What a player weighed before an answer: the options, best first; `chosen` is what it did, empty for a hint."""

    asked: Decision
    weighed: tuple[Evaluation, ...]
    chosen: str = ""


class Table:
    """Wraps a skirmish for the screens: nothing here knows the rules.

    While `thinking`, another thread reads the worlds: nobody may touch one (esper's worlds are global).
    """

    def __init__(self, skirmish: Skirmish) -> None:
        self.skirmish = skirmish
        self.asking = Asking(skirmish)
        self.remarks: list[Remark] = []
        self.passed: list[tuple[int, int]] = []  # for each answer that was let pass: answers and events before it
        self._begun = not skirmish.session.answers()
        self.decided: list[tuple[int, int]] = []  # answers before each that a computer gave, and for whom
        self.advice: Advice | None = None  # what was weighed, when somebody wanted to know
        self.seen: dict[int, int] = {}  # side -> how many events there were at its last answer
        self.path: Path | None = None
        self._controllers: dict[str, Controller] = {}
        self._thread: threading.Thread | None = None
        self._found: str | None = None
        self._advised: Advice | None = None
        self._failed: Exception | None = None
        self._saved_turn = (-1, -1)

    # what is asked

    @property
    def world(self) -> World:
        """The skirmish's world."""
        return self.skirmish.session.world

    @property
    def request(self) -> Decision | None:
        """What is asked now; None at the end."""
        request = self.skirmish.session.request
        assert not isinstance(request, Roll), "the dice are thrown by `settle`"
        return request

    def controller_of(self, who: int) -> str:
        """Who answers for a unit or a side: `human` or a computer's name."""
        unit = self.world.find(who, Unit)
        if unit is not None and unit.controller:
            return unit.controller
        side = self.world.find(side_of(self.world, who), Side)
        return side.controller if side is not None else HUMAN

    def human(self) -> bool:
        """Whether somebody at the screen is asked."""
        request = self.request
        return request is not None and self.controller_of(request.who) == HUMAN

    def side(self) -> int:
        """The side that is asked; 0 at the end."""
        request = self.request
        return side_of(self.world, request.who) if request is not None else 0

    def human_sides(self) -> list[int]:
        """Sides with somebody at the screen."""
        return [*self.world.derive("human sides", lambda _: self._at_the_screen(), (Unit, Side))]  # every frame asks

    def _at_the_screen(self) -> list[int]:
        sides = {who.side for unit, who in self.world.each(Unit) if self.controller_of(unit) == HUMAN}
        return sorted(sides | {side for side, who in self.world.each(Side) if who.controller == HUMAN})

    def is_turn(self) -> bool:
        """Whether the question is a turn's own, not one in the middle of somebody's action."""
        request = self.request
        return request is not None and request.moment not in ("window", "reaction", "detail")

    def greets(self) -> bool:
        """Whether somebody at the screen is asked for the first time in a skirmish that has just begun."""
        return self._begun and self.human() and self.side() not in self.seen

    # answers

    def answer(self, key: str, how: str = "", why: str = "") -> None:
        """Answer the request; `how` is remarked in the log, `why` it was let pass is counted there."""
        request = self.request
        assert request is not None
        side, answers, events = self.side(), len(self.skirmish.session.answers()), len(self.world.events)
        self.advice = None
        self.skirmish.answer(key)
        self.asking.given(request.who, key)
        self.seen[side] = len(self.world.events)
        self._cut(answers)
        if how:
            self.remarks.append(Remark(answers + 1, how, request.who, events, why))

    def obey(self, title: str) -> None:
        """Give the answer that nobody needs to give, and remark it; `title` is it in words."""
        request, key = self.request, self.asking.ordered()
        assert request is not None and key is not None
        events, answers = len(self.world.events), len(self.skirmish.session.answers())
        passes = self.asking.why() not in ("order", "planned")
        self.answer(key, self.asking.said(title), self.asking.why() if passes else "")
        if passes:
            self.passed.append((answers, events))

    def told(self) -> list[Remark]:
        """The remarks. What one unit let pass in one round is one line, where it did so last and with that reason."""
        rounds = [at for at, event in enumerate(self.world.events) if isinstance(event, RoundBegan)]
        found: dict[object, tuple[int, Remark]] = {}
        for at, remark in enumerate(self.remarks):
            place = (bisect.bisect(rounds, remark.events), remark.unit) if remark.why else at
            count = found.pop(place, (0, remark))[0]
            found[place] = count + 1, remark
        return [self._counted(remark, count) for count, remark in found.values()]

    def _counted(self, remark: Remark, count: int) -> Remark:
        if not remark.why or remark.unit is None:
            return remark
        times = f" {count} times" if count > 1 else ""
        return replace(remark, text=f"{names.who_name(self.world, remark.unit)} let it pass{times}: {remark.text}")

    def undo(self) -> str | None:
        """Take back; the key of the reason when it may not be done."""
        refusal = self.skirmish.undo_refusal()
        if refusal is None:
            self.skirmish.undo()
            self.asking.forget()
            self._cut(len(self.skirmish.session.answers()))
        return refusal

    def reopen(self) -> str | None:
        """Be asked what was let pass last, all there was about that event; the key of why it is too late."""
        if not self.passed:
            return "nothing_yet"
        events = self.passed[-1][1]
        first = min(answers for answers, when in self.passed if when == events)
        refusal = self.skirmish.rewind_refusal(first)
        if refusal is None:
            self.skirmish.rewind(first)
            self.asking.forget()
            self.asking.reopen()
            self._cut(first)
        return refusal

    def redo(self) -> bool:
        """Do again what was undone."""
        return self.skirmish.redo()

    def _cut(self, answers: int) -> None:
        """Forget what was remarked after so many answers and seen after the present."""
        now = len(self.world.events)
        self.remarks = [remark for remark in self.remarks if remark.answers <= answers]
        self.advice = None
        self.decided = [(at, who) for at, who in self.decided if at < answers]
        self.passed = [(at, events) for at, events in self.passed if at < answers]
        self.seen = {side: min(events, now) for side, events in self.seen.items()}

    def number_of(self, side: int) -> int:
        """The number of a side, for colour and shape."""
        return self.world.get(side, Side).number

    # computers

    @property
    def thinking(self) -> bool:
        """Whether a computer thinks in its own thread now."""
        return self._thread is not None

    def think(self) -> bool:
        """Let the computer that is asked choose; whether it has answered. Call again while it thinks."""
        if self._thread is None:
            request = self.request
            assert request is not None
            controller = self._controller(self.controller_of(request.who))
            twin = self.skirmish.session.clone()
            self._thread = threading.Thread(target=self._choose, args=(controller, twin), daemon=True)
            self._thread.start()
        self._thread.join(_PATIENCE)
        if self._thread.is_alive():
            return False
        self._thread = None
        failed, self._failed = self._failed, None
        if failed is not None:
            raise failed
        if self._advised is not None:
            self.advice, self._advised = self._advised, None
            return False
        assert self._found is not None
        request = self.request
        assert request is not None
        answers = len(self.skirmish.session.answers())
        self.answer(self._found)
        self.decided.append((answers, request.who))
        return True

    def advise(self, *, hint: bool) -> str:
        """Begin to find out what a player would weigh now, or weighed before the last computer's answer.

        Why there is nothing to find out; else `think` goes on with it, and `advice` has it in the end.
        """
        if self.thinking or (hint and (self.request is None or not self.human())):
            return "You are not asked anything now."
        if not hint and not self.decided:
            return "No computer player has decided anything yet."
        session = self.skirmish.session.clone()
        answers = session.answers()
        if not hint:
            rewind(session, self.decided[-1][0])
        asked = session.request
        assert isinstance(asked, Decision)
        player = self._controller(self.controller_of(asked.who) if not hint else controllers()[0].name)
        if not isinstance(player, Weighs):
            return "This player takes the first thing that it finds."
        chosen = "" if hint else str(answers[self.decided[-1][0]])

        def work() -> None:
            try:
                self._advised = Advice(asked, tuple(player.evaluations(session)), chosen)
            except Exception as error:  # shown by the thread that draws
                self._failed = error

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()
        return ""

    def _choose(self, controller: Controller, session: Session) -> None:
        try:
            self._found = controller.choose(session)
        except Exception as error:  # shown by the thread that draws
            self._failed = error

    def wait(self) -> None:
        """Let a thinking computer finish; before anything else touches a world."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            self._failed = None

    def _controller(self, name: str) -> Controller:
        if name not in self._controllers:
            self._controllers[name] = find_controller(name, self.skirmish.scenario.seed)
        return self._controllers[name]

    # saves

    def text(self) -> str:
        """The record."""
        self.wait()
        return self.skirmish.text()

    def autosave(self) -> Path | None:
        """Save when a new turn has begun since the last time; where."""
        clock = self.world.get(FIELD, Clock)
        turn = (clock.round, clock.turn)
        if turn == self._saved_turn:
            return None
        self._saved_turn = turn
        return save_files.autosave(self.text())
