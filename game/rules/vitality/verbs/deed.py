"""What is done in a turn, and may be paid in advance and held for later (HOLD-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from game.grid.grid import Cell
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action, Moment
from game.rules.reasons import Reason
from game.rules.verbs import Actions, Perform, Price, Question, Reasons, Verb, by_name
from game.rules.vitality.budget import pay
from game.rules.vitality.screen import preview as previews


class Deed(Verb, frozen=True, eq=False, kw_only=True):
    """A verb of the own turn; `perform` is what becomes of it, once it is paid by the rule `paid_by` or its own.

    `tells` says that it is done before it is. `held` is what it could do when a held action of that kind goes off,
    `later` what becomes of it then if it is not the same, `ruled` by which rule. `kept` says with what it can be held
    now: plainly (""), with a Maneuver, for a weapon. `ahead` is what it costs then, if not its price.
    """

    paid_by: str = ""
    tells: bool = False
    held: Actions | None = None
    later: Perform | None = None
    ruled: str = ""
    kept: Callable[[World, int], Iterable[str]] = lambda world, unit: ("",)
    ahead: Price | Callable[[World, str], Price] = ()


def paying(deed: Deed) -> Perform:
    """What becomes of a deed in the own turn, its price first."""
    flow, price, rule = _told(deed, deed.perform), deed.price, deed.paid_by or deed.rule
    if not deed.pays or not price:
        return flow

    async def does(world: World, unit: int, action: Action) -> None:
        assert isinstance(rule, str) and not callable(price)
        pay(world, unit, price, rule)
        await flow(world, unit, action)

    return does


def _told(deed: Deed, flow: Perform | None) -> Perform:
    assert flow is not None
    if not deed.tells:
        return flow
    does, rule = flow, str(deed.rule)

    async def tells(world: World, unit: int, action: Action) -> None:
        world.emit(Used(unit, deed.name, "action", () if action.unit is None else (action.unit,), rule=rule))
        await does(world, unit, action)

    return tells


def price_ahead(deed: Deed, world: World, what: str) -> Price:
    """What it costs to hold it."""
    price = deed.ahead(world, what) if callable(deed.ahead) else deed.ahead or deed.price
    assert not callable(price)
    return price


def as_held(deed: Deed) -> Verb:
    """The same as a held action, which is paid already."""
    flow, rule = _told(deed, deed.later or deed.perform), deed.ruled or deed.rule
    return structs.replace(
        deed, rule=rule, actions=deed.held, ways=None, perform=flow, price=(), reasons=None, has=None
    )


# What verbs are made of


def alone(name: str) -> Actions:
    """An action without anything else to it."""
    return lambda world, unit: (Action(name),)


def at_units(name: str, found: Callable[[World, int], Iterable[int]]) -> Actions:
    """One action for each of these units."""
    return lambda world, unit: (Action(name, other) for other in found(world, unit))


def at_cells(name: str, found: Callable[[World, int], Iterable[Cell]]) -> Actions:
    """One for each of these cells."""
    return lambda world, unit: (Action(name, cell=cell) for cell in found(world, unit))


def with_items(name: str, found: Callable[[World, int], Iterable[str]]) -> Actions:
    """One for each of these items."""
    return lambda world, unit: (Action(name, what=item) for item in found(world, unit))


def at_once(does: Callable[[World, int, Action], Any]) -> Perform:
    """Something that nobody is asked about in the middle of it."""

    async def flow(world: World, unit: int, action: Action) -> None:
        does(world, unit, action)

    return flow


def unless(fine: Callable[[World, int], object], key: str, rule: str) -> Reasons:
    """It cannot be done, for this reason, unless that holds."""
    return lambda world, unit: [] if fine(world, unit) else [Reason(key, rule)]


def only_if(fine: Callable[[World, int], object]) -> Callable[[World, int], Iterable[str]]:
    """It may be held as long as that holds."""
    return lambda world, unit: ("",) if fine(world, unit) else ()


def detail(name: str, rule: str, *verbs: Verb, moment: Moment = "detail") -> Question:
    """A question that these verbs answer."""
    return Question(name=name, moment=moment, rule=rule, verbs=by_name(*verbs), preview=previews.named)


def answer(name: str, rule: str = "", *key: str) -> Verb:
    """One way to answer it."""
    return Verb(name=name, rule=rule, key=key)


def decline(name: str, rule: str = "") -> Verb:
    """The way to let it pass."""
    return Verb(name=name, rule=rule, role="decline")
