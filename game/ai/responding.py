"""Breaking in on others' acts: who of a side is asked about one event, what each could do best, and whether it pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, cast

from msgspec import Struct

from game.kernel.components import FIELD, Field, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option, Request
from game.kernel.scratch import Scratch
from game.kernel.session import Rehearsal, Rules
from game.rules import concern
from game.rules.asking import promise
from game.rules.concern import wish
from game.rules.offering import offers
from game.rules.ruleset import Preview, Ruleset
from game.rules.verbs import Price, price_of
from game.skirmish.record import side_of
from game.systems import zones
from game.systems.field import cells_of

_SHARE = 0.25  # of what an answer promises that must be left when what it costs is spent in the own turn instead
_MOST = 24  # questions about one event that are gone through


class Asks(Protocol):
    """A session, or what one seems to be to somebody who does not know all."""

    @property
    def world(self) -> World: ...
    @property
    def request(self) -> Request | None: ...
    @property
    def rules(self) -> Rules: ...
    def rehearse(self, world: World) -> Rehearsal:
        """The present step again in another world, to be taken further."""
        ...


class Best(NamedTuple):
    """The answer that promises most, what that is, what of it is left after its price, and the price."""

    option: Option
    promise: float
    gain: float
    price: Price


class Reply(Struct, frozen=True):
    """What one unit of the asked side could answer: the option that would be best, after `keys` have been given.

    No option: what it may do is asked after its wish, or is more than can be told now. `who` is asked `question`.
    """

    who: int
    question: Decision
    keys: tuple[str, ...]
    option: Option | None = None
    price: Price = ()
    preview: Preview | None = None
    deeper: bool = True  # whether there is more that it could do


def replies(session: Asks) -> tuple[Reply, ...]:
    """One for each unit of the side that would be asked about the same event if all decline, in their order.

    Empty where nothing can be declined.
    """
    found = []
    for request, before in _together(session):
        world, follow = _after_wish(session, request, before)
        if world is None or follow is None:
            key = wish(request)
            found.append(Reply(request.who, request, (key,) if key else ()))
            continue
        best = _best(world, follow) or _only(world, follow)
        keys = tuple(key for key in (wish(request),) if key)
        if best is None:
            found.append(Reply(request.who, request, keys))
            continue
        preview = cast(Ruleset, session.rules).preview(world, follow, best.option.key)
        deeper = bool(keys) or len(follow.options) > 2
        found.append(Reply(request.who, request, (*keys, best.option.key), best.option, best.price, preview, deeper))
    return tuple(found)


def let_pass(session: Asks) -> str:
    """Why a person who wants to be asked when it matters is not asked: `unconcerned` or `waits`; empty to ask.

    What concerns none of the side's own is let pass, and what only a foe nearby is about if it does not pay.
    """
    request = session.request
    if not isinstance(request, Decision) or request.declining() is None:
        return ""
    found = concern.verdict(session.world, request)
    if not found.ask:
        return found.why
    return "waits" if found.why == "near" and not pays(session) else ""


def pays(session: Asks) -> bool:
    """Whether breaking in now promises more than its price buys in the unit's own turn; true where dice come first."""
    request = session.request
    if not isinstance(request, Decision) or session.world.get(FIELD, Field).table is None:
        return True
    world, follow = _after_wish(session, request, ())
    if world is None or follow is None:
        return True
    best = _best(world, follow)
    return best is not None and best.gain > _SHARE * best.promise > 0


def _together(session: Asks) -> Iterator[tuple[Decision, Sequence[str]]]:
    """The questions to the asked side about one event, each with the answers before it when all decline."""
    first = session.request
    table = session.world.get(FIELD, Field).table
    if not isinstance(first, Decision) or first.declining() is None or table is None:
        return
    rehearsal = session.rehearse(Scratch())
    given: list[str] = []
    asked: set[tuple[int, str]] = set()
    side = side_of(session.world, first.who)
    for _ in range(_MOST):
        request = rehearsal.request
        if not isinstance(request, Decision) or (request.about, request.moment) != (first.about, first.moment):
            return
        passing = request.declining()
        if passing is None or (request.who, request.question) in asked:
            return  # whoever is asked again is asked about what comes after
        asked.add((request.who, request.question))
        if request.question == first.question and side_of(rehearsal.world, request.who) == side:
            yield request, tuple(given)
        given.append(passing.key)
        rehearsal.answer(passing.key)


def _after_wish(session: Asks, request: Decision, before: Sequence[str]) -> tuple[World | None, Decision | None]:
    """What is asked once these answers and the wish to act were given, and the world then; None if that is no choice.

    A question that is no wish is itself what is asked.
    """
    rehearsal: Rehearsal = session.rehearse(Scratch())
    for key in (*before, wish(request)):
        if key:
            rehearsal.answer(key)
    follow = rehearsal.request
    if not isinstance(follow, Decision) or follow.who != request.who:
        return None, None
    return rehearsal.world, follow


def _best(world: World, request: Decision) -> Best | None:
    """The option that gains most by what it promises; None where none promises anything."""
    unit = request.who
    if world.find(unit, Unit) is None:
        return None
    rate = _rate(world, unit, _slipping(world, unit, request.about))
    found: list[Best] = []
    for option in request.options:
        hope = promise(world, unit, request.question, option)
        if hope is not None:
            price = price_of(world, unit, request.question, option)
            found.append(Best(option, hope, hope - rate * _sum(price), price))
    return max(found, key=lambda each: (each.gain, each.promise), default=None)


def _only(world: World, request: Decision) -> Best | None:
    """The only thing to do, where there is but one."""
    acts = [option for option in request.options if option.role == "act"]
    if len(acts) != 1:
        return None
    return Best(acts[0], 0.0, 0.0, price_of(world, request.who, request.question, acts[0]))


def _sum(price: Price) -> int:
    return sum(amount for _, amount in price)


def _rate(world: World, unit: int, without: int | None) -> float:
    """What the unit's own turn makes of each point that it pays, at best, if it leaves one foe alone."""
    found = [0.0]
    for offer in offers(world, unit, "turn"):
        for option in offer.options:
            hope = promise(world, unit, "turn", option) if option.unit not in (None, without) else None
            paid = _sum(price_of(world, unit, "turn", option)) if hope is not None else 0
            if hope is not None and paid:
                found.append(hope / paid)
    return max(found)


def _slipping(world: World, unit: int, about: object) -> int | None:
    """The foe that is about to go where the unit does not strike: it will not be there in the unit's own turn."""
    actor, cell = getattr(about, "unit", None), getattr(about, "cell", None)
    if actor is None or cell is None or world.find(actor, Unit) is None:
        return None
    reach = zones.zone(world, unit)
    return actor if reach & cells_of(world, actor) and not reach >> cell & 1 else None
