"""One table of verbs and questions for every ruleset, and one driver: offering, refusing, asking, paying, doing.

A ruleset lists its `Verb`s by `Question` in a `Table`; the table hangs on the field, so that any rule can `ask` in the
middle of another's act without knowing who else may answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from game.grid.grid import Grid
from game.grid.masks import Cell, CellSet, cells
from game.kernel.components import FIELD, Field
from game.kernel.ecs import Kinds, World
from game.kernel.flow import Action, Decision, Group, IllegalAnswer, Moment, Option, Request, Role, decide
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
Key: TypeAlias = "tuple[str, ...] | Callable[[Grid, Action], Iterable[str]]"
Memo: TypeAlias = "Callable[[World, int], tuple[Hashable, Kinds | None]]"
Promise: TypeAlias = "Callable[[World, int, Action], float]"
Previewing: TypeAlias = "Callable[[World, Decision, Option, str], Preview]"


Given: TypeAlias = "Iterable[Action | Option] | None"
T = TypeVar("T")


class Verb(Struct, frozen=True, eq=False, kw_only=True):
    """One verb as one question asks it; the same verb may differ between questions.

    `key` names the fields of an action that its text says after the verb, in that order, or makes these words; a word
    that is no field is said if it is one of the ways of doing it (`how`). A `quiet` verb is not shown where there is
    nothing to do it with; one `beside` another verb only where that, before it, has something to do, or any verb has.
    `actions` are legal whatever they cost; `ways` takes its place where they differ by cell alone. `has` tells whether
    it is shown at all, `reasons` why it cannot be now, `short` why no action is left. `price` is constant or found on
    demand; with `pays` it is paid before `perform`, otherwise the flow pays as it goes. `promise` is about what an
    action gains, in the units of the ruleset's worth, from exact odds and well below a preview's cost.

    One that `sifts` weighs its options one by one: those that cannot be paid are left out. `memo` tells what its
    options depend on (for one that sifts: whatever they cost), by a value and by kinds of components (None: the unit's
    own), where that is less than everything.
    """

    name: str
    rule: str | Callable[[World, int, Action], str] = ""
    group: Group = "turn"
    role: Role = "act"
    label: str | Callable[[World, int, Action], str] = ""
    family: str = ""
    key: Key = ()
    has: Callable[[World, int], bool] | None = None
    reasons: Reasons | None = None
    actions: Actions | None = None
    ways: Ways | None = None
    short: Reason | Reasons | None = None
    sifts: bool = False
    memo: Memo | None = None
    quiet: bool = False
    beside: str = ""
    price: Price | Callable[[World, int, Action], Price] = ()
    pays: bool = True
    perform: Perform | None = None
    preview: Previewing | None = None
    promise: Promise | None = None


class Question(Struct, frozen=True, eq=False, kw_only=True):
    """One kind of question: when it is asked, by which rule, and the verbs that answer it, by name.

    `known` names those that a unit has, in order; without it all, each by its `has`. `before` is done ahead of paying.
    `preview` serves the verbs that have none of their own. `memo` tells what all its offers depend on, as a verb's
    does.
    """

    name: str
    moment: Moment
    rule: str = ""
    verbs: Mapping[str, Verb]
    known: Callable[[World, int], Iterable[str]] | None = None
    before: Callable[[World, int, Option], None] | None = None
    preview: Previewing | None = None
    memo: Memo | None = None


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


def depends(*kinds: type[Any]) -> Memo:
    """What depends on these kinds of components alone."""
    found = (None, frozenset(kinds))
    return lambda world, unit: found


def depends_on_itself(world: World, unit: int) -> tuple[Hashable, Kinds | None]:
    """What depends on the unit's own components alone."""
    return None, None


def _remembered(world: World, unit: int, memo: Memo | None, key: Hashable, found: Callable[[World], T]) -> T:
    """`found(world)`, kept as long as the memo says; without one until anything changes."""
    value, kinds = (None, ()) if memo is None else memo(world, unit)
    if kinds is None:
        return world.derive_own(unit, (key, value), found)
    return world.derive((key, unit, value), found, kinds)


def offers(world: World, unit: int, question: str) -> tuple[Offer, ...]:
    """Every verb that the unit has in that question, with its options, if there are any."""
    memo = question_of(world, question).memo
    return _remembered(world, unit, memo, ("offers", question), lambda world: _offers(world, unit, question))


class _Asked(NamedTuple):
    """A unit that is asked, with what is needed for each verb; `lacking` remembers what is short of each price."""

    world: World
    unit: int
    grid: Grid
    table: Table
    lacking: dict[Price, list[Reason]]


def _asked(world: World, unit: int) -> _Asked:
    return _Asked(world, unit, board_of(world).grid, table_of(world), {})


def _offers(world: World, unit: int, question: str) -> tuple[Offer, ...]:
    asked, found = _asked(world, unit), list[Offer]()
    verbs, known = asked.table.questions[question].verbs, asked.table.questions[question].known
    for name in verbs if known is None else known(world, unit):
        verb = verbs[name]
        if verb.beside and not any(offer.options for offer in found if verb.beside in ("any", offer.verb)):
            continue
        offer = _offer(asked, verb)
        if offer is not None:
            found.append(offer)
    return tuple(found)


def _offer(asked: _Asked, verb: Verb) -> Offer | None:
    """What there is to do with the verb; None where it is not shown at all. Why there is nothing, `refusals` asks."""
    if verb.memo is None or verb.sifts:
        return _offered(asked, verb)
    return _remembered(asked.world, asked.unit, verb.memo, ("offer", verb), lambda world: _offered(asked, verb))


def _offered(asked: _Asked, verb: Verb) -> Offer | None:
    world, unit, grid, _, _ = asked
    if verb.has is not None and not verb.has(world, unit):
        return None
    if _bars(asked, verb):
        return Offer(verb.name, ())
    if verb.sifts:
        found = _paid(asked, priced(world, unit, verb))
    else:
        found = tuple(_options(world, grid, unit, verb))
    return Offer(verb.name, found)


def _bars(asked: _Asked, verb: Verb) -> bool:
    constant = () if callable(verb.price) or verb.sifts else verb.price
    if constant and _lacks(asked, constant):
        return True
    return verb.reasons is not None and bool(verb.reasons(asked.world, asked.unit))


def _lacks(asked: _Asked, price: Price) -> list[Reason]:
    if price not in asked.lacking:
        asked.lacking[price] = asked.table.short_of(asked.world, asked.unit, price)
    return asked.lacking[price]


class Priced(NamedTuple):
    """What may be done with a verb whatever it costs, the price of each, and all prices there are."""

    options: tuple[Option, ...]
    prices: tuple[Price, ...]
    distinct: frozenset[Price]


def priced(world: World, unit: int, verb: Verb) -> Priced:
    """The options of a verb that sifts, whatever they cost; what else bars them is not looked at."""
    key = (verb.name, verb.actions, verb.ways)  # the same for all questions that ask it
    return _remembered(world, unit, verb.memo, key, lambda world: _priced(world, unit, verb))


def _priced(world: World, unit: int, verb: Verb) -> Priced:
    grid = board_of(world).grid
    if verb.ways is not None:
        known, bands = _steps(verb, grid), list(verb.ways(world, unit))
        found = tuple([known[cell] for _, band in bands for cell in cells(band)])
        prices = tuple([price for price, band in bands for _ in range(band.bit_count())])
    else:
        found = tuple(_options(world, grid, unit, verb))
        prices = tuple([_price(world, unit, verb, each.action) for each in found])
    return Priced(found, prices, frozenset(prices))


def _paid(asked: _Asked, known: Priced) -> tuple[Option, ...]:
    """Those that can be paid."""
    if not any(_lacks(asked, price) for price in known.distinct):
        return known.options
    rows = zip(known.options, known.prices, strict=True)
    return tuple([option for option, price in rows if not _lacks(asked, price)])


def _why_none(asked: _Asked, verb: Verb) -> tuple[Reason, ...]:
    """All that stands in the way of a verb that has no option now; nothing for a quiet one with nothing to do."""
    world, unit, grid, _, _ = asked
    reasons = [] if callable(verb.price) or verb.sifts or not verb.price else [*_lacks(asked, verb.price)]
    if verb.reasons is not None:
        reasons += verb.reasons(world, unit)
    if verb.sifts and not reasons and (prices := priced(world, unit, verb).prices):
        reasons = _lacks(asked, prices[0])
    if verb.quiet:
        return tuple(reasons) if reasons and any(True for _ in _options(world, grid, unit, verb)) else ()
    return tuple(dict.fromkeys(reasons)) or _short(world, unit, verb)


def _short(world: World, unit: int, verb: Verb) -> tuple[Reason, ...]:
    if callable(verb.short):
        return tuple(verb.short(world, unit))
    return () if verb.short is None else (verb.short,)


def _options(world: World, grid: Grid, unit: int, verb: Verb) -> Iterable[Option]:
    if verb.ways is not None:
        known = _steps(verb, grid)
        return [known[cell] for _, band in verb.ways(world, unit) for cell in cells(band)]
    actions = verb.actions(world, unit) if verb.actions is not None else (Action(verb.name),)
    return [_option(world, grid, unit, verb, action) for action in actions]


def _option(world: World, grid: Grid, unit: int, verb: Verb, action: Action, rule: str = "") -> Option:
    label = verb.label(world, unit, action) if callable(verb.label) else verb.label
    own = verb.rule(world, unit, action) if callable(verb.rule) else verb.rule
    return _made(verb, grid, action, label, own or rule)


@lru_cache(maxsize=1 << 16)
def _made(verb: Verb, grid: Grid, action: Action, label: str, rule: str) -> Option:
    key = " ".join(key_words(verb, grid, action))
    return Option(key, label, action.cell, action.unit, rule, action, verb.role, verb.group, verb.family)


def key_words(verb: Verb, grid: Grid, action: Action) -> list[str]:
    """The words of an action's key."""
    if callable(verb.key):
        return [verb.name, *verb.key(grid, action)]
    return [verb.name, *(word for field in verb.key for word in _words(grid, field, action))]


def _words(grid: Grid, field: str, action: Action) -> tuple[str, ...]:
    """How a field of an action is written in a key; nothing for one that is not set."""
    if field not in Action.__struct_fields__:
        return (field,) if field in action.how else ()
    value = getattr(action, field)
    if value is None or value == "":
        return ()
    if field == "cell":
        return (grid.name(value),)
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)


@lru_cache(maxsize=256)
def _steps(verb: Verb, grid: Grid) -> _Steps:
    return _Steps(verb, grid)


class _Steps(dict[Cell, Option]):
    """The options of a verb that differ by their cell alone: thousands in a skirmish, ever the same ones."""

    def __init__(self, verb: Verb, grid: Grid) -> None:
        super().__init__()
        self._verb, self._grid = verb, grid

    def __missing__(self, cell: Cell) -> Option:
        verb = self._verb
        assert isinstance(verb.label, str) and isinstance(verb.rule, str)
        made = self[cell] = _made(verb, self._grid, Action(verb.name, cell=cell), verb.label, verb.rule)
        return made


def options(world: World, unit: int, question: str, *names: str) -> list[Option]:
    """What the unit may do now: of these verbs, or of all."""
    if not names:
        return [option for offer in offers(world, unit, question) for option in offer.options]
    asked = question_of(world, question)
    if any(name in asked.verbs and asked.verbs[name].beside for name in names):
        return [option for offer in offers(world, unit, question) if offer.verb in names for option in offer.options]
    known = asked.verbs if asked.known is None else tuple(asked.known(world, unit))
    who = _asked(world, unit)
    found = (_offer(who, asked.verbs[name]) for name in names if name in known)
    return [option for offer in found if offer is not None for option in offer.options]


def may(world: World, unit: int, question: str, names: Iterable[str]) -> bool:
    """Whether the unit could do anything with one of these verbs now, whether it has them or not."""
    verbs, asked = question_of(world, question).verbs, _asked(world, unit)
    return any(offer is not None and offer.options for offer in (_offer(asked, verbs[name]) for name in names))


def refusals(world: World, unit: int, question: str) -> tuple[Refusal, ...]:
    """What the unit cannot do now, with all reasons, in words."""
    asked, titles, found = _asked(world, unit), table_of(world).titles, list[Refusal]()
    for offer in offers(world, unit, question):
        verb = asked.table.questions[question].verbs[offer.verb]
        if not offer.options and (why := _why_none(asked, verb)):
            found.append(Refusal(verb.name, titles.get(verb.name, verb.name), notes(why, titles), verb.family))
    return tuple(found)


# Asking and doing


async def ask(
    world: World, who: int, question: str, given: Given = None, *, rule: str = "", about: Any = None
) -> Option:
    """Ask; the option that was chosen. A single one is taken without asking.

    `given` takes the place of what the verbs offer: context that only the flow knows; options of another question stay
    as they are. `rule` stands in for the question's, and for that of verbs without one. `about` is what the question is
    about: in the middle of an act what happened last, unless something is named.
    """
    return await _ask(world, who, question_of(world, question), given, rule, about, ())


async def invite(
    world: World, who: int, question: str, given: Given = None, *, rule: str = "", about: Any = None
) -> Option | None:
    """As `ask`, with the question's way to decline; None when it is declined, unasked when nothing can be done."""
    given = given if given is None else tuple(given)
    if given == ():
        return None
    asked = question_of(world, question)
    declining = tuple(Action(verb.name) for verb in asked.verbs.values() if verb.role == "decline")
    option = await _ask(world, who, asked, given, rule, about, declining)
    return None if option.role == "decline" else option


async def _ask(
    world: World,
    who: int,
    asked: Question,
    given: Given,
    rule: str,
    about: Any,
    declining: tuple[Action, ...],
) -> Option:
    if given is None and asked.moment == "own_turn" and not (rule or about or declining):
        # Kept: whoever tries many answers out comes by here each time.
        kept = _remembered(world, who, asked.memo, ("asked", asked.name), lambda world: _own_turn(world, who, asked))
        return kept.option(await kept)
    rule = rule or asked.rule
    grid, found = board_of(world).grid, options(world, who, asked.name) if given is None else []
    for each in (*(given or ()), *declining):
        if isinstance(each, Option):
            found.append(each)
        else:
            found.append(_option(world, grid, who, asked.verbs[each.verb], each, rule))
    if about is None and asked.moment in ("reaction", "detail"):
        about = world.last_event()
    request = decide(who, asked.name, found, rule=rule, about=about, moment=asked.moment)
    return request.option(await request)


def _own_turn(world: World, who: int, asked: Question) -> Decision:
    return decide(who, asked.name, options(world, who, asked.name), rule=asked.rule, moment=asked.moment)


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


async def fulfil(world: World, unit: int, question: str, action: Action) -> None:
    """Do what was chosen at another time: the verb's own flow, without what comes before it and without paying."""
    verb = question_of(world, question).verbs[action.verb]
    if verb.perform is not None:
        await verb.perform(world, unit, action)


# Prices, previews, promises


def price_of(world: World, unit: int, question: str, option: Option) -> Price:
    """What an option costs; the price of a way is that of its cell."""
    return cost_of(world, unit, question_of(world, question).verbs[option.action.verb], option.action)


def cost_of(world: World, unit: int, verb: Verb, action: Action) -> Price:
    """What one action of a verb costs."""
    if verb.ways is not None:
        for price, band in verb.ways(world, unit):
            if band >> action.there & 1:
                return price
    return _price(world, unit, verb, action)


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
