"""What a unit may do now, and why not the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from game.grid.grid import Grid
from game.grid.masks import CellSet, bits, cells, union
from game.kernel.ecs import World
from game.kernel.flow import Action, Option, by_key
from game.rules.reasons import Reason, notes
from game.rules.ruleset import Refusal
from game.rules.verbs import (
    Memo,
    Price,
    Question,
    T,
    Table,
    Verb,
    is_single,
    one_price,
    options_of,
    question_of,
    single,
    steps_of,
    table_of,
)
from game.systems.field import board_of

Vain: TypeAlias = "Callable[[World, int], object]"


def remembered(world: World, unit: int, memo: Memo | None, key: Hashable, found: Callable[..., T], *given: object) -> T:
    """`found(world, *given)`, kept as long as the memo says; without one until anything changes."""
    value, kinds = (None, ()) if memo is None else memo(world, unit)
    if kinds is None:
        return world.derive_own(unit, (key, value), found, *given)
    return world.derive((key, unit, value), found, kinds, *given)


class _Asked(Struct, frozen=True):
    """A unit that is asked, with what is needed for each verb: many have the same price, or the same in their way.

    `lacking` remembers what is short of each price, `told` whether verbs' reasons say anything, and where there is
    nothing to do.
    """

    world: World
    unit: int
    grid: Grid
    table: Table
    lacking: dict[Price, list[Reason]]
    told: dict[Callable[[World, int], object], bool]


def _asked(world: World, unit: int) -> _Asked:
    return _Asked(world, unit, board_of(world).grid, table_of(world), {}, {})


class Offer(Struct, frozen=True):
    """A verb with which a unit can do something now, and its options; whether they are `sorted` by their keys."""

    verb: str
    options: tuple[Option, ...]
    sorted: bool = False


def offers(world: World, unit: int, question: str) -> tuple[Offer, ...]:
    """Every verb with which the unit can do something in that question, in order."""
    memo = question_of(world, question).memo
    return remembered(world, unit, memo, ("offers", question), _offers, unit, question)


def _offers(world: World, unit: int, question: str) -> tuple[Offer, ...]:
    asked = _asked(world, unit)
    found: dict[str, Offer] = {}
    for verb, look, in_order in _hopeful(asked, asked.table.questions[question]):
        if verb.beside and not _beside(verb, found):
            continue
        some = look(asked, verb)
        if some:
            found[verb.name] = Offer(verb.name, some, sorted=in_order or len(some) == 1)
    return tuple(found.values())


def _hopeful(asked: _Asked, question: Question) -> tuple[_Hope, ...]:
    """The verbs that the unit has and that are neither too dear nor in vain: few of many, found out for all at once."""
    names = tuple(question.verbs if question.known is None else question.known(asked.world, asked.unit))
    tests = _tests(question, names)
    hopeless: set[Price | Vain] = {price for price in tests.prices if _lacks(asked, price)}
    for price, vain in tests.vains:
        if price not in hopeless and _told(asked, vain):
            hopeless.add(vain)
    passed = frozenset(hopeless)
    found = tests.passed.get(passed)
    if found is None:
        found = tests.passed[passed] = _but(question, names, passed)
    return found


class _Tests(Struct, frozen=True):
    """What tells that verbs are hopeless: prices that are the same whatever is done, and what is in vain unless it is
    too dear; and the verbs that are left by what was told before."""

    prices: tuple[Price, ...]
    vains: tuple[tuple[Price, Vain], ...]
    passed: dict[frozenset[Price | Vain], tuple[_Hope, ...]]


@lru_cache(maxsize=1024)
def _tests(question: Question, names: tuple[str, ...]) -> _Tests:
    verbs = [question.verbs[name] for name in names]
    vains = dict.fromkeys((_fixed_price(verb), verb.vain) for verb in verbs if verb.vain is not None)
    return _Tests(tuple(dict.fromkeys(filter(None, map(_fixed_price, verbs)))), tuple(vains), {})


def _but(question: Question, names: tuple[str, ...], hopeless: frozenset[Price | Vain]) -> tuple[_Hope, ...]:
    """These verbs without those of such a price, or in vain for such a reason."""
    verbs = [question.verbs[name] for name in names]
    return tuple([_hope(verb) for verb in verbs if _fixed_price(verb) not in hopeless and verb.vain not in hopeless])


class _Hope(NamedTuple):
    """A verb that is neither too dear nor in vain, what looks for its options, and whether it finds them in order."""

    verb: Verb
    look: Callable[[_Asked, Verb], tuple[Option, ...]]
    in_order: bool


def _hope(verb: Verb) -> _Hope:
    if verb.memo is not None and not verb.sifts:
        return _Hope(verb, _known, verb.ways is not None)
    if is_single(verb) and verb.has is None and verb.own is None and not verb.sifts:
        return _Hope(verb, _alone, in_order=True)
    return _Hope(verb, _there, verb.ways is not None and not verb.sifts)


def _alone(asked: _Asked, verb: Verb) -> tuple[Option, ...]:
    return () if _told(asked, verb.reasons) else single(verb, asked.grid)


def _fixed_price(verb: Verb) -> Price:
    return () if verb.sifts or callable(verb.price) else verb.price


def sorted_offers(world: World, unit: int, question: str) -> tuple[Option, ...]:
    """All options of the offers, by their keys. Each begins with its verb, so one verb's are sorted at a time."""
    found: list[Option] = []
    for offer in sorted(offers(world, unit, question), key=_VERB):
        found += offer.options if offer.sorted else by_key(offer.options, question)
    return tuple(found) or by_key((), question)  # which says what is wrong


_VERB = attrgetter("verb")


def _beside(verb: Verb, before: Collection[str]) -> bool:
    """Whether there is something to do with the verb that it goes with."""
    return bool(before) if verb.beside == "any" else verb.beside in before


def _known(asked: _Asked, verb: Verb) -> tuple[Option, ...]:
    """What there is to do with the verb. Why there is nothing, `refusals` asks."""
    if verb.memo is None or verb.sifts:
        return _found(asked, verb)
    return remembered(asked.world, asked.unit, verb.memo, ("found", verb), lambda world: _found(asked, verb))


def _found(asked: _Asked, verb: Verb) -> tuple[Option, ...]:
    return () if _costs_too_much(asked, verb) or _told(asked, verb.vain) else _there(asked, verb)


def _there(asked: _Asked, verb: Verb) -> tuple[Option, ...]:
    """The same of a verb that is neither too dear nor in vain."""
    # Most verbs have nothing to do most of the time: what is found out fastest comes first.
    world, unit = asked.world, asked.unit
    if verb.own is not None:
        key = verb if verb.besides is None else (verb, verb.besides(world, unit))
        found = world.derive_of(unit, verb.own, key, _whatever, unit, verb)
        return () if found and _told(asked, verb.reasons) else found
    if (verb.has is not None and not verb.has(world, unit)) or (not verb.scarce and _told(asked, verb.reasons)):
        return ()
    found = _paid(asked, verb) if verb.sifts else tuple(options_of(world, asked.grid, unit, verb))
    return () if found and verb.scarce and _told(asked, verb.reasons) else found


def _whatever(world: World, unit: int, verb: Verb) -> tuple[Option, ...]:
    """The same as if nothing barred it and it cost nothing."""
    if verb.has is not None and not verb.has(world, unit):
        return ()
    return tuple(options_of(world, board_of(world).grid, unit, verb))


def _costs_too_much(asked: _Asked, verb: Verb) -> bool:
    price = _fixed_price(verb)
    return bool(price and _lacks(asked, price))


def _told(asked: _Asked, whether: Callable[[World, int], object] | None) -> bool:
    """Whether it tells anything, found out once for all verbs that have it in common."""
    if whether is None:
        return False
    known = asked.told.get(whether)
    if known is None:
        known = asked.told[whether] = bool(whether(asked.world, asked.unit))
    return known


def _lacks(asked: _Asked, price: Price) -> list[Reason]:
    found = asked.lacking.get(price)
    if found is None:
        found = asked.lacking[price] = asked.table.short_of(asked.world, asked.unit, price)
    return found


class Priced(NamedTuple):
    """What may be done with a verb whatever it costs: all options, and the same in runs of one price."""

    options: tuple[Option, ...]
    runs: tuple[tuple[Price, tuple[Option, ...]], ...]


def priced(world: World, unit: int, verb: Verb) -> Priced:
    """The options of a verb that sifts, whatever they cost; what else bars them is not looked at."""
    key = (verb.name, verb.actions, verb.ways)  # the same for all questions that ask it
    return remembered(world, unit, verb.memo, key, _priced, unit, verb)


def _priced(world: World, unit: int, verb: Verb) -> Priced:
    grid = board_of(world).grid
    if verb.ways is not None:
        known, bands = steps_of(verb, grid), ways(world, unit, verb)
        runs = tuple([(price, tuple(map(known.__getitem__, cells(band)))) for price, band in bands if band])
        return Priced(tuple([option for _, run in runs for option in run]), runs)
    found, one = tuple(options_of(world, grid, unit, verb)), one_price(world, unit, verb)
    if not found:
        return _NONE
    if not callable(one):
        return Priced(found, ((one, found),))
    return Priced(found, tuple([(one(world, unit, each.action), (each,)) for each in found]))


_NONE = Priced((), ())


def ways(world: World, unit: int, verb: Verb) -> tuple[tuple[Price, CellSet], ...]:
    """Where a verb leads whose options differ by their cell alone, by what it costs; whether or not it can be paid."""
    assert verb.ways is not None
    leads = verb.ways
    return remembered(world, unit, verb.memo, ("ways", verb.name, leads), lambda world: tuple(leads(world, unit)))


def destinations(world: World, unit: int, question: str, name: str) -> CellSet:
    """The cells of the options of such a verb that there are now; found without the options."""
    asked = question_of(world, question)
    verb, who = asked.verbs[name], _asked(world, unit)
    if verb.beside:
        return bits(option.cell for option in options(world, unit, question, name) if option.cell is not None)
    if asked.known is not None and name not in tuple(asked.known(world, unit)):
        return 0
    if _told(who, verb.vain) or (verb.has is not None and not verb.has(world, unit)):
        return 0
    if _costs_too_much(who, verb) or _told(who, verb.reasons):
        return 0
    return _open_ways(who, verb)


def _open_ways(asked: _Asked, verb: Verb) -> CellSet:
    """The cells to which a verb leads, of one that sifts those that can be paid."""
    bands = ways(asked.world, asked.unit, verb)
    return union([band for price, band in bands if not (verb.sifts and _lacks(asked, price))])


def _paid(asked: _Asked, verb: Verb) -> tuple[Option, ...]:
    """Those of a verb that sifts that can be paid."""
    if verb.ways is not None:
        return tuple(steps_of(verb, asked.grid).at(_open_ways(asked, verb)))
    one = one_price(asked.world, asked.unit, verb)
    if not callable(one) and _lacks(asked, one):
        return ()
    known = priced(asked.world, asked.unit, verb)
    if known is _NONE:
        return ()
    affordable = [run for price, run in known.runs if not _lacks(asked, price)]
    if len(affordable) == len(known.runs):
        return known.options
    return tuple([option for run in affordable for option in run])


def _why_none(asked: _Asked, verb: Verb) -> tuple[Reason, ...]:
    """All that stands in the way of a verb that has no option now; nothing for a quiet one with nothing to do."""
    world, unit, grid, price = asked.world, asked.unit, asked.grid, _fixed_price(verb)
    reasons = [*_lacks(asked, price)] if price else []
    if verb.reasons is not None:
        reasons += verb.reasons(world, unit)
    if verb.sifts and not reasons and (runs := priced(world, unit, verb).runs):
        reasons = _lacks(asked, runs[0][0])
    if verb.quiet:
        return tuple(reasons) if reasons and any(True for _ in options_of(world, grid, unit, verb)) else ()
    return tuple(dict.fromkeys(reasons)) or _short(world, unit, verb)


def _short(world: World, unit: int, verb: Verb) -> tuple[Reason, ...]:
    if callable(verb.short):
        return tuple(verb.short(world, unit))
    return () if verb.short is None else (verb.short,)


def options(world: World, unit: int, question: str, *names: str) -> list[Option]:
    """What the unit may do now: of these verbs, or of all."""
    if not names:
        return [option for offer in offers(world, unit, question) for option in offer.options]
    asked = question_of(world, question)
    if _beside_others(asked, names):
        return [option for offer in offers(world, unit, question) if offer.verb in names for option in offer.options]
    known = asked.verbs if asked.known is None else tuple(asked.known(world, unit))
    who = _asked(world, unit)
    return [option for name in names if name in known for option in _known(who, asked.verbs[name])]


@lru_cache(maxsize=256)
def _beside_others(question: Question, names: tuple[str, ...]) -> bool:
    """Whether one of these verbs is offered only together with others."""
    return any(name in question.verbs and question.verbs[name].beside for name in names)


def offered(world: World, unit: int, question: str, action: Action) -> bool:
    """Whether the unit may do this now."""
    if question_of(world, question).verbs[action.verb].ways is not None:
        return bool(destinations(world, unit, question, action.verb) >> action.there & 1)
    return any(option.action == action for option in options(world, unit, question, action.verb))


def may(world: World, unit: int, question: str, names: Iterable[str]) -> bool:
    """Whether the unit could do anything with one of these verbs now, whether it has them or not."""
    verbs, asked = question_of(world, question).verbs, _asked(world, unit)
    return any(_known(asked, verbs[name]) for name in names)


def refusals(world: World, unit: int, question: str) -> tuple[Refusal, ...]:
    """What the unit cannot do now, with all reasons, in words."""
    asked, titles = _asked(world, unit), table_of(world).titles
    found: list[Refusal] = []
    offered = {offer.verb for offer in offers(world, unit, question)}
    before: set[str] = set()
    verbs, known = asked.table.questions[question].verbs, asked.table.questions[question].known
    for name in verbs if known is None else known(world, unit):
        verb = verbs[name]
        if name in offered:
            before.add(name)
        elif (verb.has is None or verb.has(world, unit)) and (not verb.beside or _beside(verb, before)):
            why = _why_none(asked, verb)
            if why:
                found.append(Refusal(name, titles.get(name, name), notes(why, titles), verb.family, verb.group))
    return tuple(found)
