"""What attacks promise, and what a unit could do from elsewhere: quick guesses that computer players go by."""

from __future__ import annotations

from itertools import groupby, islice
from statistics import correlation, fmean

import pytest

from game.kernel.components import Position
from game.kernel.dice import Chooser
from game.kernel.ecs import same
from game.kernel.flow import Decision, Option
from game.rules.asking import promise
from game.rules.offering import options
from game.rules.supposing import Supposition
from game.rules.verbs import question_of
from game.skirmish.record import Skirmish, side_of, team_of
from tests.playing import GRIDS, brawl, pick

PROMISING = ("clash", "poise")


def turns(name: str, grid: str, count: int) -> list[Skirmish]:
    """Skirmishes in the middle of things, in somebody's turn."""
    found = []
    for seed in range(count):
        game, chooser = brawl(name, grid, seed), Chooser(f"promise {seed}")
        for _ in range(20 + 5 * seed):
            if isinstance(game.session.request, Decision):
                game.answer(pick(chooser, game.session.request))
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
        for _, same_verb in groupby(promised(game).items(), lambda item: item[0].verb):
            found = [(gain, gained(game, option)) for option, gain in islice(same_verb, 4)]
            promises += [gain - fmean(gain for gain, _ in found) for gain, _ in found]
            results += [result - fmean(result for _, result in found) for _, result in found]
    assert len(promises) > 10 and correlation(promises, results) > 0.7


def gained(game: Skirmish, option: Option) -> float:
    """By how much the side of whoever acts stands better after that attack and the best answer to it, on average."""
    session = game.session
    assert isinstance(session.request, Decision)
    side = side_of(session.world, session.request.who)
    twin = session.clone()
    twin.answer(option.key)
    asked = twin.request
    replies = [reply.key for reply in asked.options] if isinstance(asked, Decision) and twin.tape else [""]
    return min(_after(game, [option.key, reply], side) for reply in replies) - game.ruleset.worth(session.world, side)


def _after(game: Skirmish, answers: list[str], side: int) -> float:
    """The mean worth after the step with these answers, over some throws; further questions get the first answer."""
    total = 0.0
    for throw in range(6):
        twin, chooser, left = game.session.clone(), Chooser(f"{answers} {throw}"), [each for each in answers if each]
        steps = len(twin.past)
        while twin.request is not None and len(twin.past) == steps:
            ask = twin.request
            if isinstance(ask, Decision):
                twin.answer(left.pop(0) if left else ask.options[0].key)
            else:
                twin.answer(chooser.faces(ask.dice))
        total += game.ruleset.worth(twin.world, side)
    return total / 6


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("name", PROMISING)
def test_what_it_could_attack_from_where_it_stands_is_what_it_can_attack(name: str, grid: str) -> None:
    for game in turns(name, grid, 8):
        request, world = game.session.request, game.session.world
        assert isinstance(request, Decision)
        before, cell = world.save(), world.get(request.who, Position)
        verbs = question_of(world, "turn").verbs.values()
        names = [verb.name for verb in verbs if verb.group == "attack" or verb.promise is not None]
        there, found = Supposition(world).attacks(request.who, cell.cell)
        assert there is not world and found == options(world, request.who, "turn", *names)
        assert same(world.save(), before)
