"""Asking, doing what was chosen, and saying before what it would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias, cast

from game.grid.grid import Grid
from game.kernel.ecs import World
from game.kernel.flow import Action, Decision, IllegalAnswer, Option, Request, decide
from game.rules.offering import options, remembered, sorted_offers
from game.rules.ruleset import Chance, Preview
from game.rules.verbs import Question, fixed_option, option_of, price_for, question_of, table_of
from game.systems.clock import acting
from game.systems.field import board_of

Given: TypeAlias = "Iterable[Action | Option] | None"


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
    option = await _ask(world, who, asked, given, rule, about, _declining(asked))
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
        kept = remembered(world, who, asked.memo, ("asked", asked.name), _own_turn, who, asked)
        return kept.option(await kept)
    rule = rule or asked.rule
    if about is None and asked.moment in ("window", "reaction", "detail", "camp"):
        about = world.last_event()
    if given is None:
        key = ("ordered", asked.name, declining, rule)
        found = remembered(world, who, asked.memo, key, _ordered, who, asked, declining, rule)
    else:
        found = _given(world, who, asked, (*given, *declining), rule)
    request = Decision(who, asked.name, found, rule, about, asked.moment)
    return request.option(await request)


def _ordered(world: World, who: int, asked: Question, declining: tuple[Action, ...], rule: str) -> tuple[Option, ...]:
    """All that the verbs offer, and the ways to decline."""
    found = options(world, who, asked.name)
    if declining:
        found += _given(world, who, asked, declining, rule)
    return decide(who, asked.name, found).options


def _given(
    world: World, who: int, asked: Question, given: tuple[Action | Option, ...], rule: str
) -> tuple[Option, ...]:
    """The options of these actions; those of another question as they are."""
    grid = board_of(world).grid
    if given and Option not in map(type, given):
        plain = _plain(asked, grid, cast("tuple[Action, ...]", given), rule)
        if plain is not None:
            return plain
    found = (
        each if isinstance(each, Option) else option_of(world, grid, who, asked.verbs[each.verb], each, rule)
        for each in given
    )
    return decide(who, asked.name, found).options


@lru_cache(maxsize=1 << 14)
def _plain(asked: Question, grid: Grid, given: tuple[Action, ...], rule: str) -> tuple[Option, ...] | None:
    """The options of these actions, in order, where they hang on nothing in the world; None otherwise."""
    found = [fixed_option(grid, asked.verbs[each.verb], each, rule) for each in given]
    options = [option for option in found if option is not None]
    return decide(0, asked.name, options).options if len(options) == len(found) else None


@lru_cache(maxsize=256)
def _declining(asked: Question) -> tuple[Action, ...]:
    return tuple(Action(verb.name) for verb in asked.verbs.values() if verb.role == "decline")


def _own_turn(world: World, who: int, asked: Question) -> Decision:
    found = sorted_offers(world, who, asked.name)
    return Decision(who, asked.name, found, asked.rule, None, asked.moment)


async def perform(world: World, unit: int, question: str, option: Option) -> None:
    """Do what was chosen: what the question does before, then pay, then the verb's own flow."""
    asked, action = question_of(world, question), option.action
    verb = asked.verbs[action.verb]
    if asked.before is not None:
        asked.before(world, unit, option)
    if verb.pays:
        table_of(world).pay(world, unit, price_for(world, unit, verb, action))
    if verb.perform is not None:
        await verb.perform(world, unit, action)


async def choose(world: World) -> None:
    """One choice of the unit whose turn it is."""
    unit = acting(world)
    await perform(world, unit, "turn", await ask(world, unit, "turn"))


async def fulfil(world: World, unit: int, question: str, action: Action) -> None:
    """Do what was chosen at another time: the verb's own flow, without what comes before it and without paying."""
    verb = question_of(world, question).verbs[action.verb]
    if verb.perform is not None:
        await verb.perform(world, unit, action)


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


def either(titles: Mapping[str, str], works: Fraction | float, rule: str, yes: str, no: str) -> tuple[Chance, ...]:
    """The chances of something that works or does not, by keys of their titles; what cannot be is left out."""
    parts = ((yes, float(works)), (no, float(1 - works)))
    return tuple(Chance(titles[key], part, rule) for key, part in parts if part)


def promise(world: World, unit: int, question: str, option: Option) -> float | None:
    """About what an option gains, its price aside; None where its verb makes no promise."""
    verb = question_of(world, question).verbs[option.action.verb]
    return verb.promise(world, unit, option.action) if verb.promise is not None else None
