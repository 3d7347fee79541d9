"""What attacks promise, and what a unit could do from elsewhere: quick guesses that computer players go by."""

from __future__ import annotations

from itertools import groupby, islice
from statistics import correlation, fmean

import pytest

from game.kernel.components import Position
from game.kernel.dice import Chooser
from game.kernel.ecs import same
from game.kernel.flow import Decision, Option
from game.kernel.session import Session
from game.rules.asking import promise
from game.rules.offering import options
from game.rules.registry import SHIPPED
from game.rules.supposing import Supposition
from game.rules.verbs import question_of
from game.skirmish.record import Skirmish, side_of, team_of
from tests.playing import GRIDS, brawl, pick

PROMISING = SHIPPED
THROWS = 12
ENOUGH = 80  # attacks of one ruleset
PATIENCE = 60  # answers in which somebody's turn comes up again: only some lie in one, above all in aura


def turns(name: str, grid: str, count: int) -> list[Skirmish]:
    """Skirmishes in the middle of things, in somebody's turn."""
    found = []
    for seed in range(count):
        game, chooser = brawl(name, grid, seed), Chooser(f"promise {seed}")
        for number in range(PATIENCE + 5 * seed):
            request = game.session.request
            if not isinstance(request, Decision) or (number >= 20 + 5 * seed and request.question == "turn"):
                break
            game.answer(pick(chooser, request))
        if isinstance(game.session.request, Decision) and game.session.request.question == "turn":
            found.append(game)
    return found


def promised(game: Skirmish) -> dict[Option, float]:
    """The attacks on foes that make a promise."""
    request, world = game.session.request, game.session.world
    assert isinstance(request, Decision)
    found = {}
    for option in request.options:
        gain = promise(world, request.who, "turn", option)
        if gain is not None and option.unit is not None and team_of(world, option.unit) != team_of(world, request.who):
            found[option] = gain
    return found


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("name", PROMISING)
def test_attacks_on_foes_promise_something(name: str, grid: str) -> None:
    gains = [gain for game in turns(name, grid, 24) for gain in promised(game).values()]
    assert len(gains) > 10 and min(gains) >= 0 and max(gains) > 0


@pytest.mark.parametrize("name", PROMISING)
def test_what_promises_more_gains_more(name: str) -> None:
    """Against what comes of it: of one verb's targets, so that what it costs falls out."""
    promises, results = [], []
    for game in [game for grid in GRIDS for game in turns(name, grid, 16)]:
        if len(promises) > ENOUGH:
            break
        for _, same_verb in groupby(promised(game).items(), lambda item: item[0].verb):
            found = [(gain, gained(game, option)) for option, gain in islice(same_verb, 4)]
            promises += [gain - fmean(gain for gain, _ in found) for gain, _ in found]
            results += [result - fmean(result for _, result in found) for _, result in found]
    assert len(promises) > 10 and correlation(promises, results) > 0.7


def gained(game: Skirmish, option: Option) -> float:
    """By how much the side of whoever acts stands better after that attack and the best answer to it, on average.

    Nobody breaks in on it: then it would be another act that is weighed.
    """
    session = game.session
    assert isinstance(session.request, Decision)
    who, side = session.request.who, side_of(session.world, session.request.who)
    twin = session.clone()
    twin.answer(option.key)
    while twin.tape and isinstance(twin.request, Decision) and (key := letting_pass(twin.request)):
        twin.answer(key)
    asked = twin.request
    answering = isinstance(asked, Decision) and twin.tape and asked.who != who
    replies = [reply.key for reply in asked.options] if isinstance(asked, Decision) and answering else [""]
    return min(_after(game, [option.key, reply], side) for reply in replies) - game.ruleset.worth(session.world, side)


def letting_pass(ask: Decision) -> str:
    """How somebody lets an act pass who could break in on it; empty for every other question."""
    if "interrupt" not in (ask.question, *(option.verb for option in ask.options)):
        return ""
    return next((option.key for option in ask.options if option.role == "decline"), "")


def _after(game: Skirmish, answers: list[str], side: int) -> float:
    """The mean worth after the step with these answers, over some throws, the same ones for each."""
    found = [_finished(game, game.session.clone(), answers, f"throw {throw}", side) for throw in range(THROWS)]
    return fmean(found)


def _finished(game: Skirmish, twin: Session, answers: list[str], seed: str, side: int) -> float:
    """The worth after the step.

    Who acts does nothing besides, and settles for the best what it must; anybody else gives the first answer.
    """
    asked, steps = game.session.request, len(game.session.past)
    assert isinstance(asked, Decision)
    who = asked.who
    chooser, left = Chooser(seed), [each for each in answers if each]
    while twin.request is not None and len(twin.past) == steps:
        ask = twin.request
        if not isinstance(ask, Decision):
            twin.answer(chooser.faces(ask.dice))
            continue
        own = ask.who == who and bool(twin.tape)
        passing = next((option.key for option in ask.options if option.role == "decline" and own), letting_pass(ask))
        if twin.tape and passing:
            twin.answer(passing)
        elif own and not left:
            branches = [(twin.clone(), option.key) for option in ask.options]
            return max(_finished(game, branch, [key], f"{seed} on", side) for branch, key in branches)
        else:
            twin.answer(left.pop(0) if left else ask.options[0].key)
    return game.ruleset.worth(twin.world, side)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("name", PROMISING)
def test_what_it_could_attack_from_where_it_stands_is_what_it_can_attack(name: str, grid: str) -> None:
    for game in turns(name, grid, 8):
        request, world = game.session.request, game.session.world
        assert isinstance(request, Decision)
        before, cell = world.save(), world.get(request.who, Position)
        verbs = question_of(world, "turn").verbs.values()
        names = [verb.name for verb in verbs if verb.group == "attack" or verb.promise is not None]
        there, verbs = Supposition(world).attacks(request.who, cell.cell)
        found = [option for each in verbs for option in each]
        assert there is not world and found == options(world, request.who, "turn", *names)
        assert same(world.save(), before)
