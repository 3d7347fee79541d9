"""A skirmish and who sits at it: whom a question goes to, answers and taking them back, thinking computers, saves."""

from __future__ import annotations

import threading
from pathlib import Path

from msgspec import Struct

from game.ai.controller import HUMAN, Controller, find_controller
from game.kernel.components import FIELD, Clock, Side, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision, Roll
from game.kernel.session import Session
from game.skirmish.record import Skirmish, side_of
from game.ui.battle.asking import Asking
from game.ui.kit import save_files

_PATIENCE = 0.008  # seconds that a picture waits for a thinking computer: most are done by then


class Remark(Struct, frozen=True):
    """Something the log says besides events: when so many answers had been given, about a unit."""

    answers: int
    text: str
    unit: int | None = None
    events: int = 0  # how many there were


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
        self.seen: dict[int, int] = {}  # side -> how many events there were at its last answer
        self.path: Path | None = None
        self._controllers: dict[str, Controller] = {}
        self._thread: threading.Thread | None = None
        self._found: str | None = None
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

    def answer(self, key: str, how: str = "") -> None:
        """Answer the request; `how` is remarked in the log."""
        request = self.request
        assert request is not None
        side, answers, events = self.side(), len(self.skirmish.session.answers()), len(self.world.events)
        self.skirmish.answer(key)
        self.asking.given(request.who, key)
        self.seen[side] = len(self.world.events)
        self._cut(answers)
        if how:
            self.remarks.append(Remark(answers + 1, how, request.who, events))

    def obey(self, title: str) -> None:
        """Give the answer that nobody needs to give, and remark it; `title` is it in words."""
        request, key = self.request, self.asking.ordered()
        assert request is not None and key is not None
        before = self.remarks[-1] if self.remarks else None
        events, answers = len(self.world.events), len(self.skirmish.session.answers())
        same = before is not None and before.events == events
        how = self.asking.said(title, before.text if before is not None and same else "")
        passes = self.asking.why() not in ("order", "planned")
        self.answer(key, how)
        if passes:
            self.passed.append((answers, events))

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
        assert self._found is not None
        self.answer(self._found)
        return True

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
