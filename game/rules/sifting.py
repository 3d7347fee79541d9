"""Verbs whose options are weighed one by one: those that cannot be paid are left out."""

from __future__ import annotations

from itertools import chain
from typing import TypeAlias

from game.grid.masks import cells
from game.kernel.ecs import Kinds, World
from game.kernel.flow import Option
from game.rules.offering import Offer
from game.rules.verbs import Asked, Price, Verb, lacks, options_of, steps_of
from game.systems.field import board_of

Priced: TypeAlias = "tuple[tuple[Price, tuple[Option, ...]], ...]"
"""What may be done with a verb whatever it costs, by price."""


class Sifted(Verb, frozen=True, eq=False, kw_only=True):
    """A verb with `offer=sifted`: what is lacking is told only where no option can be paid.

    Its options are remembered until one of the `kinds` of components changes that actions and prices look at, any
    without them; with `own` until one of the unit's own does.
    """

    kinds: Kinds = ()
    own: bool = False


def sifted(asked: Asked, verb: Verb) -> Offer | None:
    """The options that can be paid."""
    assert isinstance(verb, Sifted)
    reasons = verb.reasons(asked.world, asked.unit) if verb.reasons is not None else []
    if not reasons:
        known = priced(asked.world, asked.unit, verb)
        can = [options for price, options in known if not lacks(asked, price)]
        if can:
            return Offer(verb.name, can[0] if len(can) == 1 else tuple(chain.from_iterable(can)))
        reasons = lacks(asked, known[0][0]) if known else []
    return None if verb.quiet else Offer(verb.name, (), tuple(reasons))


def priced(world: World, unit: int, verb: Sifted) -> Priced:
    """The options of a verb, whatever they cost; what else bars them is not looked at."""
    if verb.own:
        return world.derive_own(unit, (verb.name, verb.actions), lambda world: _priced(world, unit, verb))
    key = (verb.name, verb.actions, verb.ways, unit)  # the same for all questions that ask it
    return world.derive(key, lambda world: _priced(world, unit, verb), verb.kinds)


def _priced(world: World, unit: int, verb: Sifted) -> Priced:
    grid, price = board_of(world).grid, verb.price
    if verb.ways is not None:
        known = steps_of(verb, grid)
        return tuple([(each, tuple([known[cell] for cell in cells(band)])) for each, band in verb.ways(world, unit)])
    options = tuple(options_of(world, grid, unit, verb))
    if not callable(price):
        return ((price, options),) if options else ()
    found: dict[Price, list[Option]] = {}
    for option in options:
        found.setdefault(price(world, unit, option.action), []).append(option)
    return tuple([(each, tuple(some)) for each, some in found.items()])
