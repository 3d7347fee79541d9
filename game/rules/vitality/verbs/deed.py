"""What is done in a turn, and may be paid in advance and held for later (HOLD-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import structs

from game.kernel.ecs import World
from game.kernel.flow import Action, Moment
from game.rules.verbs import Actions, Perform, Price, Question, Verb, by_name
from game.rules.vitality.budget import pay
from game.rules.vitality.screen import preview as previews


def _itself(world: World, unit: int) -> Iterable[str]:
    return ("",)


class Deed(Verb, frozen=True, eq=False, kw_only=True):
    """A verb of the own turn; `perform` is what becomes of it, once it is paid by the rule `paid_by` or its own.

    `held` is what it could do when a held action of that kind goes off, `later` what becomes of it then if it is not
    the same, `ruled` by which rule. `kept` says with what it can be held now: plainly (""), with a Maneuver, for a
    weapon. `ahead` is what it costs then, if not its price.
    """

    paid_by: str = ""
    held: Actions | None = None
    later: Perform | None = None
    ruled: str = ""
    kept: Callable[[World, int], Iterable[str]] = _itself
    ahead: Price | Callable[[World, str], Price] = ()


def alone(name: str) -> Actions:
    """An action without anything else to it."""
    return lambda world, unit: (Action(name),)


def paying(deed: Deed) -> Perform:
    """What becomes of a deed in the own turn, its price first."""
    flow, rule = deed.perform, deed.paid_by or deed.rule
    assert flow is not None
    if not deed.pays:
        return flow
    assert isinstance(rule, str) and not callable(deed.price)
    price: Price = deed.price

    async def does(world: World, unit: int, action: Action) -> None:
        pay(world, unit, price, rule)
        await flow(world, unit, action)

    return does


def price_ahead(deed: Deed, world: World, what: str) -> Price:
    """What it costs to hold it."""
    if callable(deed.ahead):
        return deed.ahead(world, what)
    if deed.ahead:
        return deed.ahead
    assert not callable(deed.price)
    return deed.price


def as_held(deed: Deed) -> Verb:
    """The same as a held action, which is paid already."""
    flow, rule = deed.later or deed.perform, deed.ruled or deed.rule
    return structs.replace(
        deed, rule=rule, actions=deed.held, ways=None, perform=flow, price=(), reasons=None, has=None
    )


def detail(name: str, rule: str, *verbs: Verb, moment: Moment = "detail") -> Question:
    """A question that these verbs answer."""
    return Question(name=name, moment=moment, rule=rule, verbs=by_name(*verbs), preview=previews.named)


def answer(name: str, rule: str = "", *key: str) -> Verb:
    """One way to answer it."""
    return Verb(name=name, rule=rule, key=key)


def decline(name: str, rule: str = "") -> Verb:
    """The way to let it pass."""
    return Verb(name=name, rule=rule, role="decline")
