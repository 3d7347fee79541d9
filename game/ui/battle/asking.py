"""What somebody at the screen is asked in others' acts: by standing orders, by what matters, by what was planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from game.ai import responding
from game.kernel.components import FIELD, Clock, Side, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision, Roll
from game.rules import concern
from game.skirmish.record import Skirmish, side_of
from game.ui.kit import standing_orders
from game.ui.kit.standing_orders import ALWAYS, ASK, Order

Place = tuple[int, str, str]
_WHY = {
    "unconcerned": "it did not concern your side",
    "quiet": "you asked for no more questions",
    "waits": "it can be done as well in the own turn",
}


class Asking:
    """Whether a question is put to whoever it is for, or answered as ordered, by what matters, or as planned."""

    def __init__(self, skirmish: Skirmish) -> None:
        self.skirmish = skirmish
        self.orders: dict[Place, Order] = {}  # by side, question and whom it is for; without one: ask
        self.always = False  # or, without an order, only when it matters
        # The step as the asked side knows it; None where what it does not know has led to it.
        self.seems: Callable[[], responding.Asks | None] = lambda: skirmish.session
        self._quiet: dict[int, tuple[int, int]] = {}  # side -> round and turn from which on it is asked again
        self._reopened: object = None  # the event about which everything is asked
        self._questions: dict[tuple[int, str], dict[str, set[str]]] = {}  # verbs, and what they may lead to
        self._judged: tuple[object, tuple[str | None, str]] = (None, (None, ""))
        self._planned: tuple[object, dict[int, list[str]]] = (None, {})  # an event, and who answers what to it

    @property
    def _world(self) -> World:
        return self.skirmish.session.world

    @property
    def _request(self) -> Decision | None:
        request = self.skirmish.session.request
        assert not isinstance(request, Roll), "the dice are thrown by `settle`"
        return request

    def _at(self) -> tuple[int, int]:
        session = self.skirmish.session
        return len(session.past), len(session.tape)

    def _side(self) -> int:
        request = self._request
        return side_of(self._world, request.who) if request is not None else 0

    # the answer that nobody needs to give

    def ordered(self) -> str | None:
        """The option that a standing order or what matters answers with; None to ask."""
        return self._found()[0]

    def why(self) -> str:
        """Why it is answered so: `order`, `planned`, or why it is let pass."""
        return self._found()[1]

    def _found(self) -> tuple[str | None, str]:
        """Both; remembered, as it may take a rehearsal to tell."""
        now = (self._at(), self.always, self._reopened, tuple(self.orders.items()), tuple(self._quiet.items()))
        if self._judged[0] != now:
            self._judged = now, self._judge()
        return self._judged[1]

    def _judge(self) -> tuple[str | None, str]:
        request = self._request
        if request is None:
            return None, ""
        planned = self._next_planned(request)
        if planned is not None:
            return planned, "planned"
        order = self.order()
        if order is not None:
            if order.verb == ALWAYS:
                return None, ""
            return standing_orders.answer(order, self.skirmish.ruleset, self._world, request), "order"
        return (None, "") if self.always else self._let_pass(request)

    def order(self) -> Order | None:
        """What holds for the question and whoever is asked: the unit's own order, its kind's, or that for all."""
        request, side = self._request, self._side()
        unit = self._world.find(request.who, Unit) if request is not None else None
        if request is None:
            return None
        of = (unit.name, unit.sheet, "") if unit is not None else ("",)
        return next((found for each in of if (found := self.orders.get((side, request.question, each)))), None)

    def _let_pass(self, request: Decision) -> tuple[str | None, str]:
        """The answer that declines what concerns none of the side's own, or does not pay; None to ask."""
        declining = request.declining()
        if declining is None or self._reopened == self._event(request):
            return None, ""
        seems = self.seems()
        found = concern.verdict(seems.world if seems is not None else self._world, request)
        why = "" if found.ask else found.why
        if found.ask and seems is not None:
            why = responding.let_pass(seems)
        if not why and self._now() < self._quiet.get(self._side(), (0, 0)):
            why = "" if found.why in ("must", "target", "hurt") else "quiet"
        return (declining.key, why) if why else (None, "")

    def said(self, title: str) -> str:
        """What the log says of an answer that nobody had to give: the order, or why it was let pass."""
        order, why = self.order(), self.why()
        if why == "order" and order is not None:
            condition = standing_orders.words_of(order)
            return f"Answered by standing order: {title}" + (f" ({condition})" if condition else "")
        return _WHY.get(why, "")

    def _now(self) -> tuple[int, int]:
        clock = self._world.get(FIELD, Clock)
        return clock.round, clock.turn

    def keep_quiet(self, *, whole_round: bool) -> None:
        """The side that is asked lets everything pass for the rest of this turn or round that is not aimed at it."""
        number, turn = self._now()
        self._quiet[self._side()] = (number + 1, 0) if whole_round else (number, turn + 1)

    def reopen(self) -> None:
        """Ask what is asked about the present event, whatever it is."""
        request = self._request
        self._reopened = self._event(request) if request is not None else None

    # one question a side and event

    def plan(self, answers: Mapping[int, Iterable[str]]) -> None:
        """Answer for these units, when they are asked about the same event, with these keys, one after the other."""
        request = self._request
        if request is not None:
            self._planned = (self._event(request), {who: [*keys] for who, keys in answers.items()})
            self._judged = (None, (None, ""))

    def forget(self) -> None:
        """Something was taken back: nothing is planned any more."""
        self._planned, self._reopened, self._judged = (None, {}), None, (None, (None, ""))

    def _event(self, request: Decision) -> object:
        return len(self.skirmish.session.past), request.about

    def _next_planned(self, request: Decision) -> str | None:
        """What was planned for whoever is asked now; a plan that no longer fits is dropped."""
        of, answers = self._planned
        keys = answers.get(request.who)
        if not keys:
            return None
        fits = of == self._event(request) and any(option.key == keys[0] for option in request.options)
        return keys[0] if fits else None

    def given(self, who: int, key: str) -> None:
        """An answer was given: what was planned of it is done."""
        keys = self._planned[1].get(who)
        if keys and keys[0] == key:
            del keys[0]
            self._judged = (None, (None, ""))

    # orders

    def recall(self, kept: Iterable[Order]) -> None:
        """Take over the orders of earlier skirmishes."""
        self.orders = standing_orders.recalled(kept, self.skirmish.ruleset, self._world)
        for (side, question, _), order in self.orders.items():
            verbs = self._questions.setdefault((side, question), {})
            verbs.setdefault(order.verb, set()).update([order.result] if order.result else [])

    def command(self, side: int, question: str, whom: str = "", **fields: str | int) -> Order:
        """Change a standing order; the new one."""
        number = self._world.get(side, Side).number
        plain = Order(self.skirmish.ruleset.name, number, question, whom=whom)
        order = replace(self.orders.get((side, question, whom), plain), **fields)
        self.orders[side, question, whom] = order
        if order.verb == ASK:
            del self.orders[side, question, whom]
        return order

    def foresee(self, sides: Iterable[int]) -> None:
        """Note all questions of the rules that these sides may be asked in the middle of an act."""
        for question, verbs in concern.answers(self._world):
            for side in sides:
                known = self._questions.setdefault((side, question), {})
                for verb in verbs:
                    known.setdefault(verb, set())

    def note(self, request: Decision) -> None:
        """Remember the question that somebody at the screen is asked, for the list of standing orders."""
        count = Counter(option.verb for option in request.options)
        alone = [option for option in request.options if count[option.verb] == 1]  # an order could name no other
        verbs = self._questions.setdefault((self._side(), request.question), {}) if alone else {}
        for option in alone:
            preview = self.skirmish.ruleset.preview(self._world, request, option.key)
            verbs.setdefault(option.verb, set()).update(standing_orders.results(preview))

    def questions(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """(side, question, verbs) of all questions noted so far."""
        return [(side, question, tuple(sorted(verbs))) for (side, question), verbs in sorted(self._questions.items())]

    def results(self, side: int, question: str, verb: str) -> tuple[str, ...]:
        """What that answer has been seen to lead to by chance."""
        return tuple(sorted(self._questions.get((side, question), {}).get(verb, ())))
