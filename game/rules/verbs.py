"""Verbs and questions: what a ruleset lists in its table, how an action becomes an option, and what it costs.

The table hangs on the field, so that any rule can ask in the middle of another's act without knowing who else may
answer. Last come the shapes that actions, flows and questions of most rulesets have.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import compress
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from game.grid.grid import Grid
from game.grid.masks import Cell, CellSet, bits, cells, union
from game.kernel.components import FIELD, Field
from game.kernel.ecs import Kinds, World
from game.kernel.flow import SAID, Action, Decision, Group, Moment, Option, Role
from game.rules.reasons import Reason
from game.rules.ruleset import Chance, Preview
from game.systems.adapter import Adapter

Price: TypeAlias = "tuple[tuple[str, int], ...]"
"""What something costs: pairs of purse and amount; the purses are the ruleset's own words."""
Pricing: TypeAlias = "Callable[[World, int, Action], Price]"
Actions: TypeAlias = "Callable[[World, int], Iterable[Action]]"
Ways: TypeAlias = "Callable[[World, int], Iterable[tuple[Price, CellSet]]]"
Reasons: TypeAlias = "Callable[[World, int], list[Reason]]"
Perform: TypeAlias = "Callable[[World, int, Action], Awaitable[object]]"
Key: TypeAlias = "tuple[str, ...] | Callable[[Grid, Action], Iterable[str]]"
Memo: TypeAlias = "Callable[[World, int], tuple[Hashable, Kinds | None]]"
Promise: TypeAlias = "Callable[[World, int, Action], float | None]"
Previewing: TypeAlias = "Callable[[World, Decision, Option, str], Preview]"
T = TypeVar("T")


class Verb(Struct, frozen=True, eq=False, kw_only=True):
    """One verb as one question asks it; the same verb may differ between questions.

    `key` names the fields of an action that its text says after the verb, in that order, or makes these words; a word
    that is no field is said if it is one of the ways of doing it (`how`). A `quiet` verb is not shown where there is
    nothing to do it with; one `beside` another verb only where that, before it, has something to do, or any verb has.
    One that is `final` is rarely meant and never made good. `actions` are legal whatever they cost; `ways` takes its
    place where they differ by cell alone. `has` tells whether it is shown at all, `reasons` why it cannot be now,
    `short` why no action is left. `price` is constant or found on demand; with `pays` it is paid before `perform`,
    otherwise the flow pays as it goes. `alike` takes its place where all actions mostly cost the same, found on demand.
    `promise` is about what an action gains, in the units of the ruleset's worth, from exact odds and well below a
    preview's cost; None for what is not aimed at one unit.

    One that `sifts` weighs its options one by one: those that cannot be paid are left out. `memo` tells what its
    options depend on (for one that sifts: whatever they cost), by a value and by kinds of components (None: the unit's
    own), where that is less than everything. `own` names components of the unit that alone tell whether a verb is shown
    and what there is to do, together with what `besides` finds: not what it costs, nor the reasons against it. With a
    `scarce` verb there is mostly nothing to do, and that is found out faster than what bars it; `vain` tells so at
    once, often for several verbs together.
    """

    name: str
    rule: str | Callable[[World, int, Action], str] = ""
    group: Group = "turn"
    role: Role = "act"
    final: bool = False
    label: str | Callable[[World, int, Action], str] = ""
    family: str = ""
    key: Key = ()
    has: Callable[[World, int], object] | None = None
    reasons: Reasons | None = None
    actions: Actions | None = None
    ways: Ways | None = None
    short: Reason | Reasons | None = None
    sifts: bool = False
    memo: Memo | None = None
    own: frozenset[type[Any]] | None = None
    besides: Callable[[World, int], Hashable] | None = None
    scarce: bool = False
    vain: Callable[[World, int], object] | None = None
    quiet: bool = False
    beside: str = ""
    price: Price | Pricing = ()
    alike: Callable[[World, int], Price | Pricing] | None = None
    pays: bool = True
    perform: Perform | None = None
    preview: Previewing | None = None
    promise: Promise | None = None


class Question(Struct, frozen=True, eq=False, kw_only=True):
    """One kind of question: when it is asked, by which rule, and the verbs that answer it, by name.

    `known` names those that a unit has, in order; without it all, each by its `has`. `before` is done ahead of paying.
    `idle` tells where nothing hangs on the answer, so that a person need not be asked.
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
    idle: Callable[[World, int], bool] | None = None


class Table(Struct, frozen=True, eq=False, kw_only=True):
    """A ruleset's questions by name, and its purses: `short_of` says what of a price is lacking, `pay` takes it.

    `takes` says what a price takes as things stand, where one purse may stand in for another; `adapter` is what the
    systems go by.
    """

    titles: Mapping[str, str]
    questions: Mapping[str, Question]
    short_of: Callable[[World, int, Price], list[Reason]]
    pay: Callable[[World, int, Price], None]
    adapter: Adapter = Adapter()
    takes: Callable[[World, Price], Price] = lambda world, price: price


def by_name(*verbs: Verb) -> dict[str, Verb]:
    """Verbs by their names; ValueError when one stands twice."""
    found = {verb.name: verb for verb in verbs}
    if len(found) < len(verbs):
        raise ValueError(f"a verb stands twice among {[verb.name for verb in verbs]}")
    return found


def table_of(world: World) -> Table:
    """The table of the skirmish in this world."""
    table: Table = world.rows[FIELD][Field].table  # asked all the time
    return table


def question_of(world: World, name: str) -> Question:
    """The question of that name; KeyError if the ruleset has none."""
    return table_of(world).questions[name]


def depends(*kinds: type[Any]) -> Memo:
    """What depends on these kinds of components alone."""
    found = (None, frozenset(kinds))
    return lambda world, unit: found


def depends_on_itself(world: World, unit: int) -> tuple[Hashable, Kinds | None]:
    """What depends on the unit's own components alone."""
    return None, None


def options_of(world: World, grid: Grid, unit: int, verb: Verb) -> Iterable[Option]:
    if verb.ways is not None:
        return steps_of(verb, grid).at(union([band for _, band in verb.ways(world, unit)]))
    if is_single(verb):
        return single(verb, grid)
    actions = verb.actions(world, unit) if verb.actions is not None else (Action(verb.name),)
    return [option_of(world, grid, unit, verb, action) for action in actions]


def is_single(verb: Verb) -> bool:
    """Whether a verb has a single option, ever the same one."""
    return verb.actions is None and verb.ways is None and isinstance(verb.label, str) and isinstance(verb.rule, str)


@lru_cache(maxsize=4096)
def single(verb: Verb, grid: Grid) -> tuple[Option, ...]:
    """That option."""
    assert isinstance(verb.label, str) and isinstance(verb.rule, str)
    return (_made(verb, grid, Action(verb.name), verb.label, verb.rule),)


def option_of(world: World, grid: Grid, unit: int, verb: Verb, action: Action, rule: str = "") -> Option:
    label = verb.label(world, unit, action) if callable(verb.label) else verb.label
    own = verb.rule(world, unit, action) if callable(verb.rule) else verb.rule
    return _made(verb, grid, action, label, own or rule)


def fixed_option(grid: Grid, verb: Verb, action: Action, rule: str = "") -> Option | None:
    """The same where nothing of it hangs on the world; None otherwise."""
    if callable(verb.label) or callable(verb.rule):
        return None
    return _made(verb, grid, action, verb.label, verb.rule or rule)


@lru_cache(maxsize=1 << 16)
def _made(verb: Verb, grid: Grid, action: Action, label: str, rule: str) -> Option:
    key = " ".join(key_words(verb, grid, action))
    said = SAID if callable(verb.key) else verb.key
    return Option(key, action, label, rule, verb.role, verb.group, verb.family, said, verb.final)


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
def steps_of(verb: Verb, grid: Grid) -> _Steps:
    return _Steps(verb, grid)


class _Steps(dict[Cell, Option]):
    """The options of a verb that differ by their cell alone: thousands in a skirmish, ever the same ones."""

    def __init__(self, verb: Verb, grid: Grid) -> None:
        super().__init__()
        self._verb, self._grid = verb, grid
        self._columns: list[tuple[CellSet, dict[CellSet, tuple[Option, ...]], tuple[CellSet, ...]]]
        self._columns = [(column, {}, members) for column, members in _columns(grid)]
        self._options: dict[CellSet, list[Option]] = {}  # of each column that has been looked at

    def __missing__(self, cell: Cell) -> Option:
        verb = self._verb
        assert isinstance(verb.label, str) and isinstance(verb.rule, str)
        made = self[cell] = _made(verb, self._grid, Action(verb.name, cell=cell), verb.label, verb.rule)
        return made

    def at(self, found: CellSet) -> list[Option]:
        """Those of these cells, in the order of their keys: most need not be sorted one by one."""
        if found.bit_count() <= _FEW:
            return sorted([self[cell] for cell in cells(found)], key=_KEY)
        ordered: list[Option] = []
        for column, runs, members in self._columns:
            part = found & column
            if part:
                run = runs.get(part)
                if run is None:
                    if len(runs) == _RUNS:
                        runs.clear()
                    run = runs[part] = self._run(column, part, members)
                ordered += run
        return ordered

    def _run(self, column: CellSet, part: CellSet, members: tuple[CellSet, ...]) -> tuple[Option, ...]:
        options = self._options.get(column)
        if options is None:
            options = self._options[column] = [self[member.bit_length() - 1] for member in members]
        return tuple(compress(options, map(part.__and__, members)))


_KEY = attrgetter("key")
_FEW = 16  # cells that are sorted faster than all columns are gone through
_RUNS = 1024  # of one column that are kept


@lru_cache(maxsize=16)
def _columns(grid: Grid) -> tuple[tuple[CellSet, tuple[CellSet, ...]], ...]:
    """Each column, and each of its cells as a set: all in the order of their names."""
    found: dict[str, list[Cell]] = {}
    for cell in sorted(cells(grid.everywhere), key=grid.name):
        found.setdefault(grid.name(cell).partition(",")[0], []).append(cell)
    return tuple([(bits(found[name]), tuple([1 << cell for cell in found[name]])) for name in sorted(found)])


def price_of(world: World, unit: int, question: str, option: Option) -> Price:
    """What an option costs; the price of a way is that of its cell."""
    return cost_of(world, unit, question_of(world, question).verbs[option.action.verb], option.action)


def cost_of(world: World, unit: int, verb: Verb, action: Action) -> Price:
    """What one action of a verb costs."""
    if verb.ways is not None:
        for price, band in verb.ways(world, unit):
            if band >> action.there & 1:
                return price
    return price_for(world, unit, verb, action)


def price_for(world: World, unit: int, verb: Verb, action: Action) -> Price:
    one = one_price(world, unit, verb)
    return one(world, unit, action) if callable(one) else one


def one_price(world: World, unit: int, verb: Verb) -> Price | Pricing:
    """What all actions of a verb cost, if it is the same for all."""
    return verb.alike(world, unit) if verb.alike is not None else verb.price


# What verbs and questions are commonly made of


def alone(name: str) -> Actions:
    """An action without anything else to it."""
    only = (Action(name),)
    return lambda world, unit: only


def once(name: str, allowed: Callable[[World, int], object]) -> Actions:
    """The same, while it is allowed."""
    only = (Action(name),)
    return lambda world, unit: only if allowed(world, unit) else ()


def at_units(name: str, found: Callable[[World, int], Iterable[int]]) -> Actions:
    """One action for each of these units."""
    return lambda world, unit: (Action(name, other) for other in found(world, unit))


def at_cells(name: str, found: Callable[[World, int], Iterable[Cell]]) -> Actions:
    """One for each of these cells."""
    return lambda world, unit: (Action(name, cell=cell) for cell in found(world, unit))


def with_items(name: str, found: Callable[[World, int], Iterable[str]]) -> Actions:
    """One for each kind of these items."""
    return lambda world, unit: (Action(name, what=item) for item in dict.fromkeys(found(world, unit)))


def at_once(does: Callable[[World, int, Action], object]) -> Perform:
    """Something for which nothing is asked or thrown."""

    async def perform(world: World, unit: int, action: Action) -> None:
        does(world, unit, action)

    return perform


def unless(fine: Callable[[World, int], object], key: str, rule: str) -> Reasons:
    """It cannot be done, for this reason, unless that holds."""
    reason = Reason(key, rule)
    return lambda world, unit: [] if fine(world, unit) else [reason]


def named(world: World, request: Decision, option: Option, title: str) -> Preview:
    """Something certain that its own title tells."""
    titles = table_of(world).titles
    return Preview(title, (Chance(titles.get(option.key, titles["certain"]), 1.0, option.rule),))


def detail(
    name: str,
    rule: str,
    *verbs: Verb,
    moment: Moment = "detail",
    preview: Previewing | None = named,
    idle: Callable[[World, int], bool] | None = None,
) -> Question:
    """A question that these verbs answer."""
    return Question(name=name, moment=moment, rule=rule, verbs=by_name(*verbs), preview=preview, idle=idle)


def answer(name: str, rule: str = "", *key: str) -> Verb:
    """One way to answer it."""
    return Verb(name=name, rule=rule, key=key)


def decline(name: str, rule: str = "") -> Verb:
    """The way to let it pass."""
    return Verb(name=name, rule=rule, role="decline")
