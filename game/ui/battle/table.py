"""A skirmish and who sits at it: whom a question goes to, standing orders, thinking computers, saves."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from game.ai.controller import HUMAN, Controller, find_controller
from game.kernel.components import FIELD, Clock, Side, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision, Roll
from game.kernel.session import Session
from game.rules import concern
from game.skirmish.record import Skirmish, side_of
from game.ui.kit import save_files, standing_orders
from game.ui.kit.standing_orders import ALWAYS, ASK, Order

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
        self.orders: dict[tuple[int, str], Order] = {}  # by side and question; without one: ask
        self.remarks: list[Remark] = []
        self.ask_always = False  # or, without an order, only when it matters
        self._begun = not skirmish.session.answers()
        self._quiet: dict[int, tuple[int, int]] = {}  # side -> round and turn from which on it is asked again
        self._reopened = -1  # the step in which everything is asked
        self.seen: dict[int, int] = {}  # side -> how many events there were at its last answer
        self.path: Path | None = None
        self._questions: dict[tuple[int, str], dict[str, set[str]]] = {}  # verbs, and what they may lead to
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
        self.seen[side] = len(self.world.events)
        self._cut(answers)
        if how:
            self.remarks.append(Remark(answers + 1, how, request.who, events))

    def undo(self, *, reopen: bool = False) -> str | None:
        """Take back; the key of the reason when it may not be done. With `reopen` the step then asks everything."""
        refusal = self.skirmish.undo_refusal()
        if refusal is None:
            self.skirmish.undo()
            self._reopened = len(self.skirmish.session.past) if reopen else -1
            self._cut(len(self.skirmish.session.answers()))
        return refusal

    def redo(self) -> bool:
        """Do again what was undone."""
        return self.skirmish.redo()

    def _cut(self, answers: int) -> None:
        """Forget what was remarked after so many answers and seen after the present."""
        now = len(self.world.events)
        self.remarks = [remark for remark in self.remarks if remark.answers <= answers]
        self.seen = {side: min(events, now) for side, events in self.seen.items()}

    def ordered(self) -> str | None:
        """The option that a standing order answers with; None to ask."""
        request = self.request
        order = self.orders.get((self.side(), request.question)) if request is not None else None
        if request is None or (order is not None and order.verb == ALWAYS):
            return None
        if order is None:
            return None if self.ask_always else self._let_pass(request)
        return standing_orders.answer(order, self.skirmish.ruleset, self.world, request)

    def _let_pass(self, request: Decision) -> str | None:
        """The answer that declines what concerns none of the side's own; None to ask."""
        declining, found = request.declining(), concern.verdict(self.world, request)
        if declining is None or self._reopened == len(self.skirmish.session.past):
            return None
        quiet = self._now() < self._quiet.get(self.side(), (0, 0)) and found.why not in ("must", "target", "hurt")
        return declining.key if quiet or not found.ask else None

    def _now(self) -> tuple[int, int]:
        clock = self.world.get(FIELD, Clock)
        return clock.round, clock.turn

    def keep_quiet(self, *, whole_round: bool) -> None:
        """The side that is asked lets everything pass for the rest of this turn or round that is not aimed at it."""
        number, turn = self._now()
        self._quiet[self.side()] = (number + 1, 0) if whole_round else (number, turn + 1)

    def how_ordered(self, title: str) -> str:
        """What the log says of an answer that was ordered; empty where the line before says it already."""
        request = self.request
        order = self.orders.get((self.side(), request.question)) if request is not None else None
        if order is None:
            before = self.remarks[-1] if self.remarks else None
            told = "Let pass: it concerns none of yours"
            same = before is not None and before.text == told and before.events == len(self.world.events)
            return "" if same else told
        condition = standing_orders.words_of(order)
        return f"Answered by standing order: {title}" + (f" ({condition})" if condition else "")

    def recall(self, kept: Iterable[Order]) -> None:
        """Take over the orders of earlier skirmishes."""
        self.orders = standing_orders.recalled(kept, self.skirmish.ruleset, self.world)
        for place, order in self.orders.items():
            verbs = self._questions.setdefault(place, {})
            verbs.setdefault(order.verb, set()).update([order.result] if order.result else [])

    def command(self, side: int, question: str, **fields: str | int) -> Order:
        """Change a standing order; the new one."""
        plain = Order(self.skirmish.ruleset.name, self.number_of(side), question)
        order = replace(self.orders.get((side, question), plain), **fields)
        self.orders[side, question] = order
        if order.verb == ASK:
            del self.orders[side, question]
        return order

    def note(self) -> None:
        """Remember the question that somebody at the screen is asked, for the list of standing orders."""
        request = self.request
        if request is None or not self.human() or self.is_turn():
            return
        count = Counter(option.verb for option in request.options)
        alone = [option for option in request.options if count[option.verb] == 1]  # an order could name no other
        verbs = self._questions.setdefault((self.side(), request.question), {}) if alone else {}
        for option in alone:
            preview = self.skirmish.ruleset.preview(self.world, request, option.key)
            verbs.setdefault(option.verb, set()).update(standing_orders.results(preview))

    def questions(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """(side, question, verbs) of all questions noted so far."""
        return [(side, question, tuple(sorted(verbs))) for (side, question), verbs in sorted(self._questions.items())]

    def results(self, side: int, question: str, verb: str) -> tuple[str, ...]:
        """What that answer has been seen to lead to by chance."""
        return tuple(sorted(self._questions.get((side, question), {}).get(verb, ())))

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
