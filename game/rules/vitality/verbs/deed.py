"""What is done in a turn, and may be paid in advance and held for later (HOLD-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import structs

from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.verbs import Actions, Perform, Price, Verb
from game.rules.vitality.budget import pay


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


def only_if(fine: Callable[[World, int], object]) -> Callable[[World, int], Iterable[str]]:
    """It may be held as long as that holds."""
    return lambda world, unit: ("",) if fine(world, unit) else ()
