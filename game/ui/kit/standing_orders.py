"""Standing orders: the answer a side gives to a question without being asked, perhaps only if the chance is good."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from game.kernel.components import Side
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.rules.ruleset import Preview, Ruleset

ASK = "ask"  # no order: asked as the settings say, when it matters or always
ALWAYS = "ask_always"
LEAST = (50, 60, 70, 75, 80, 90, 95, 100)
"""Per cent that can be asked for."""


class Order(Struct, frozen=True):
    """To a question of a ruleset, the side of that number (from 1) answers `verb`.

    `whom` is the unit's name or its kind (its key in the sheet of units); empty for all without an order of their own.
    ALWAYS: it is asked; ASK: there is no order.

    With `least` per cent, only if the option's preview says that `result` is that likely: else it is asked.
    """

    ruleset: str
    side: int
    question: str
    verb: str = ASK
    result: str = ""
    least: int = 0
    whom: str = ""


def answer(order: Order, ruleset: Ruleset, world: World, request: Decision) -> str | None:
    """The key of the one option that fits; None to ask."""
    fitting = [option.key for option in request.options if option.verb == order.verb]
    if len(fitting) != 1:
        return None
    if order.least and chance(ruleset.preview(world, request, fitting[0]), order.result) < order.least / 100 - 1e-9:
        return None
    return fitting[0]


def chance(preview: Preview, result: str) -> float:
    """How likely a result of that name is."""
    return sum(each.probability for each in preview.chances if each.label == result)


def results(preview: Preview) -> tuple[str, ...]:
    """The names of the results of an option that leaves something to chance."""
    return tuple(each.label for each in preview.chances if 0 < each.probability < 1 - 1e-9)


def words_of(order: Order) -> str:
    """The condition in words; empty for an order without."""
    return f"{order.result}: at least {order.least} %" if order.least else ""


def recalled(kept: Iterable[Order], ruleset: Ruleset, world: World) -> dict[tuple[int, str, str], Order]:
    """By side, question and whom they are for, the kept orders that concern this skirmish."""
    sides = {side.number: entity for entity, side in world.each(Side)}
    mine = [order for order in kept if order.ruleset == ruleset.name and order.side in sides]
    return {(sides[order.side], order.question, order.whom): order for order in mine}


def renewed(kept: Iterable[Order], order: Order) -> tuple[Order, ...]:
    """What is kept from now on: this order in the place of the one before; none for ASK."""
    same = (order.ruleset, order.side, order.question, order.whom)
    rest = [one for one in kept if (one.ruleset, one.side, one.question, one.whom) != same]
    return (*rest, order) if order.verb != ASK else tuple(rest)
