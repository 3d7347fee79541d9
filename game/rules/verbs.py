"""One table of verbs and questions for every ruleset, and one driver: offering, refusing, asking, paying, doing.

A ruleset lists its `Verb`s by `Question` in a `Table`; the table hangs on the field, so that any rule can `ask` in the
middle of another's act without knowing who else may answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec import Struct

from game.components import FIELD, Field
from game.ecs import World
from game.flow import Action, Decision, Group, IllegalAnswer, Moment, Option, Request, Role, decide
from game.grid.grid import Grid
from game.grid.masks import Cell, CellSet, cells
from game.rules.offering import Offer, Reason, notes
from game.rules.ruleset import Chance, Preview, Refusal
from game.systems.adapter import Adapter
from game.systems.field import board_of

Price: TypeAlias = "tuple[tuple[str, int], ...]"
"""What something costs: pairs of purse and amount; the purses are the ruleset's own words."""

Actions: TypeAlias = "Callable[[World, int], Iterable[Action]]"
Ways: TypeAlias = "Callable[[World, int], Iterable[tuple[Price, CellSet]]]"
Reasons: TypeAlias = "Callable[[World, int], list[Reason]]"
Perform: TypeAlias = "Callable[[World, int, Action], Awaitable[None]]"
Promise: TypeAlias = "Callable[[World, int, Action], float]"
Previewing: TypeAlias = "Callable[[World, Decision, Option, str], Preview]"


class Verb(Struct, frozen=True, eq=False, kw_only=True):
    """One verb as one question asks it; the same verb may differ between questions.

    `key` names the fields of an action that its text says after the verb, in that order. A `quiet` verb is not shown
    where there is nothing to do it with. `actions` are legal whatever
    they cost; `ways` takes its place where they differ by cell alone. `has` tells whether it is shown at all,
    `reasons` why it cannot be now, `short` why no action is left. `price` is constant or found on demand; with `pays`
    it is paid before `perform`, otherwise the flow pays as it goes. `promise` is about what an action gains, in the
    units of the ruleset's worth, from exact odds and well below a preview's cost.
    """

    name: str
    rule: str = ""
    group: Group = "turn"
    role: Role = "act"
    label: str | Callable[[World, int, Action], str] = ""
    family: str = ""
    key: tuple[str, ...] = ()
    has: Callable[[World, int], bool] | None = None
    reasons: Reasons | None = None
    actions: Actions | None = None
    ways: Ways | None = None
    short: Reason | None = None
    quiet: bool = False
    price: Price | Callable[[World, int, Action], Price] = ()
    pays: bool = True
    perform: Perform | None = None
    preview: Previewing | None = None
    promise: Promise | None = None


class Question(Struct, frozen=True, eq=False, kw_only=True):
    """One kind of question: when it is asked, by which rule, and the verbs that answer it, by name.

    `known` names those that a unit has, in order; without it all, each by its `has`. `before` is done ahead of paying.
    `preview` serves the verbs that have none of their own.
    """

    name: str
    moment: Moment
    rule: str = ""
    verbs: Mapping[str, Verb]
    known: Callable[[World, int], Iterable[str]] | None = None
    before: Callable[[World, int, Option], None] | None = None
    preview: Previewing | None = None


class Table(Struct, frozen=True, eq=False, kw_only=True):
    """A ruleset's questions by name, and its purses: `short_of` says what of a price is lacking, `pay` takes it.

    `adapter` is what the systems go by.
    """

    titles: Mapping[str, str]
    questions: Mapping[str, Question]
    short_of: Callable[[World, int, Price], list[Reason]]
    pay: Callable[[World, int, Price], None]
    adapter: Adapter = Adapter()


def by_name(*verbs: Verb) -> dict[str, Verb]:
    """Verbs by their names; ValueError when one stands twice."""
    found = {verb.name: verb for verb in verbs}
    if len(found) < len(verbs):
        raise ValueError(f"a verb stands twice among {[verb.name for verb in verbs]}")
    return found


def table_of(world: World) -> Table:
    """The table of the skirmish in this world."""
    table: Table = world.get(FIELD, Field).table
    return table


def question_of(world: World, name: str) -> Question:
    """The question of that name; KeyError if the ruleset has none."""
    return table_of(world).questions[name]


# Offers and refusals


def offers(world: World, unit: int, question: str) -> tuple[Offer, ...]:
    """Every verb that the unit has in that question: its options, or the reasons why there are none."""
    return world.derive(("offers", question, unit), lambda world: _offers(world, unit, question))


def _offers(world: World, unit: int, question: str) -> tuple[Offer, ...]:
    asked = question_of(world, question)
    known = asked.verbs if asked.known is None else asked.known(world, unit)
    found = (_offer(world, unit, asked.verbs[name]) for name in known)
    return tuple(offer for offer in found if offer is not None)


def _offer(world: World, unit: int, verb: Verb) -> Offer | None:
    if verb.has is not None and not verb.has(world, unit):
        return None
    reasons = [] if callable(verb.price) else table_of(world).short_of(world, unit, verb.price)
    if verb.reasons is not None:
        reasons = [*reasons, *verb.reasons(world, unit)]
    if reasons and not verb.quiet:
        return Offer(verb.name, (), tuple(reasons))
    found = tuple(_options(world, unit, verb))
    if verb.quiet and not found:
        return None
    if reasons:
        return Offer(verb.name, (), tuple(reasons))
    return Offer(verb.name, found, () if found or verb.short is None else (verb.short,))


def _options(world: World, unit: int, verb: Verb) -> Iterable[Option]:
    if verb.ways is not None:
        grid = board_of(world).grid
        return [_step(verb, grid, cell) for _, band in verb.ways(world, unit) for cell in cells(band)]
    actions = verb.actions(world, unit) if verb.actions is not None else (Action(verb.name),)
    return [_option(world, unit, verb, action) for action in actions]


def _option(world: World, unit: int, verb: Verb, action: Action, rule: str = "") -> Option:
    grid = board_of(world).grid
    label = verb.label(world, unit, action) if callable(verb.label) else verb.label
    return _made(verb, grid, action, label, verb.rule or rule)


@lru_cache(maxsize=1 << 16)
def _made(verb: Verb, grid: Grid, action: Action, label: str, rule: str) -> Option:
    words = [word for field in verb.key for word in _words(grid, field, getattr(action, field))]
    key = " ".join((verb.name, *words))
    return Option(key, label, action.cell, action.unit, rule, action, verb.role, verb.group, verb.family)


def _words(grid: Grid, field: str, value: Any) -> tuple[str, ...]:
    """How a field of an action is written in a key; nothing for one that is not set."""
    if value is None or value == "":
        return ()
    if field == "cell":
        return (grid.name(value),)
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)


@lru_cache(maxsize=1 << 16)
def _step(verb: Verb, grid: Grid, cell: Cell) -> Option:
    """There are thousands of them in a skirmish, ever the same ones."""
    assert isinstance(verb.label, str)
    return _made(verb, grid, Action(verb.name, cell=cell), verb.label, verb.rule)


def options(world: World, unit: int, question: str, *names: str) -> list[Option]:
    """What the unit may do now: of these verbs, or of all."""
    if not names:
        return [option for offer in offers(world, unit, question) for option in offer.options]
    asked = question_of(world, question)
    known = asked.verbs if asked.known is None else tuple(asked.known(world, unit))
    found = (_offer(world, unit, asked.verbs[name]) for name in names if name in known)
    return [option for offer in found if offer is not None for option in offer.options]


def refusals(world: World, unit: int, question: str) -> tuple[Refusal, ...]:
    """What the unit cannot do now, with all reasons, in words."""
    titles = table_of(world).titles
    return tuple(
        Refusal(offer.verb, titles.get(offer.verb, offer.verb), notes(offer.reasons, titles))
        for offer in offers(world, unit, question)
        if not offer.options and offer.reasons
    )


# Asking and doing


async def ask(
    world: World, who: int, question: str, given: Iterable[Action] | None = None, *, rule: str = "", about: Any = None
) -> Option:
    """Ask; the option that was chosen. A single one is taken without asking.

    `given` takes the place of what the verbs offer: context that only the flow knows. `rule` stands in for the
    question's, and for that of verbs without one. `about` is what the question is about: in the middle of an act what
    happened last, unless something is named.
    """
    return await _ask(world, who, question_of(world, question), given, rule, about, ())


async def invite(
    world: World, who: int, question: str, given: Iterable[Action] | None = None, *, rule: str = "", about: Any = None
) -> Option | None:
    """As `ask`, with the question's way to decline; None when it is declined, unasked when nothing can be done."""
    asked = question_of(world, question)
    declining = tuple(Action(verb.name) for verb in asked.verbs.values() if verb.role == "decline")
    option = await _ask(world, who, asked, given, rule, about, declining)
    return None if option.role == "decline" else option


async def _ask(
    world: World,
    who: int,
    asked: Question,
    given: Iterable[Action] | None,
    rule: str,
    about: Any,
    declining: tuple[Action, ...],
) -> Option:
    rule = rule or asked.rule
    if given is None:
        found = options(world, who, asked.name)
    else:
        found = [_option(world, who, asked.verbs[action.verb], action, rule) for action in given]
    found += [_option(world, who, asked.verbs[action.verb], action, rule) for action in declining]
    if about is None and asked.moment in ("reaction", "detail"):
        about = world.last_event()
    request = decide(who, asked.name, found, rule=rule, about=about, moment=asked.moment)
    return request.option(await request)


async def perform(world: World, unit: int, question: str, option: Option) -> None:
    """Do what was chosen: what the question does before, then pay, then the verb's own flow."""
    asked, action = question_of(world, question), option.action
    verb = asked.verbs[action.verb]
    if asked.before is not None:
        asked.before(world, unit, option)
    if verb.pays:
        table_of(world).pay(world, unit, _price(world, unit, verb, action))
    if verb.perform is not None:
        await verb.perform(world, unit, action)


# Prices, previews, promises


def price_of(world: World, unit: int, question: str, option: Option) -> Price:
    """What an option costs; the price of a way is that of its cell."""
    verb = question_of(world, question).verbs[option.action.verb]
    if verb.ways is not None:
        for price, band in verb.ways(world, unit):
            if band >> option.action.there & 1:
                return price
    return _price(world, unit, verb, option.action)


def _price(world: World, unit: int, verb: Verb, action: Action) -> Price:
    return verb.price(world, unit, action) if callable(verb.price) else verb.price


def preview(world: World, request: Request, key: str) -> Preview:
    """Breakdowns and exact odds of one option; IllegalAnswer if there is none of that key."""
    if not isinstance(request, Decision):
        raise IllegalAnswer(f"{key!r}: dice are thrown, nothing is chosen")
    option = request.option(key)
    asked, titles = question_of(world, request.question), table_of(world).titles
    found = asked.verbs[option.action.verb].preview or asked.preview or certain
    return found(world, request, option, option.label or titles.get(option.verb, option.verb))


def certain(world: World, request: Decision, option: Option, title: str) -> Preview:
    """Something without chance in it; declining lets things go on."""
    label = "goes_on" if option.role == "decline" else "certain"
    return Preview(title, (Chance(table_of(world).titles[label], 1.0, option.rule),))


def promise(world: World, unit: int, question: str, option: Option) -> float | None:
    """About what an option gains, its price aside; None where its verb makes no promise."""
    verb = question_of(world, question).verbs[option.action.verb]
    return verb.promise(world, unit, option.action) if verb.promise is not None else None
