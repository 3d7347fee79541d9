"""Verbs whose options are weighed one by one: those that cannot be paid are left out."""

from __future__ import annotations

from typing import NamedTuple

from game.grid.masks import cells
from game.kernel.ecs import Kinds, World
from game.kernel.flow import Option
from game.rules.offering import Offer
from game.rules.verbs import Asked, Price, Verb, lacks, options_of
from game.systems.field import board_of


class Sifted(Verb, frozen=True, eq=False, kw_only=True):
    """A verb with `offer=sifted`: what is lacking is told only where no option can be paid.

    Its options are remembered until one of the `kinds` of components changes that actions and prices look at, any
    without them; with `own` until one of the unit's own does.
    """

    kinds: Kinds = ()
    own: bool = False


class Priced(NamedTuple):
    """What may be done with a verb whatever it costs, the price of each, and all prices there are."""

    options: tuple[Option, ...]
    prices: tuple[Price, ...]
    distinct: frozenset[Price]


def sifted(asked: Asked, verb: Verb) -> Offer | None:
    """The options that can be paid."""
    assert isinstance(verb, Sifted)
    world, unit = asked.world, asked.unit
    reasons, found = verb.reasons(world, unit) if verb.reasons is not None else [], tuple[Option, ...]()
    if not reasons:
        known = priced(world, unit, verb)
        found = known.options
        if any(lacks(asked, price) for price in known.distinct):
            rows = zip(found, known.prices, strict=True)
            found = tuple([option for option, price in rows if not lacks(asked, price)])
        if not found and known.prices:
            reasons = lacks(asked, known.prices[0])
    return None if verb.quiet and not found else Offer(verb.name, found, tuple(reasons))


def priced(world: World, unit: int, verb: Sifted) -> Priced:
    """The options of a verb, whatever they cost; what else bars them is not looked at."""
    if verb.own:
        return world.derive_own(unit, (verb.name, verb.actions), lambda world: _priced(world, unit, verb))
    key = (verb.name, verb.actions, verb.ways, unit)  # the same for all questions that ask it
    return world.derive(key, lambda world: _priced(world, unit, verb), verb.kinds)


def _priced(world: World, unit: int, verb: Sifted) -> Priced:
    options, price = tuple(options_of(world, board_of(world).grid, unit, verb)), verb.price
    if verb.ways is not None:
        prices = tuple([price for price, band in verb.ways(world, unit) for _ in cells(band)])
    elif callable(price):
        prices = tuple([price(world, unit, option.action) for option in options])
    else:
        prices = (price,) * len(options)
    return Priced(options, prices, frozenset(prices))
