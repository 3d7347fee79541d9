"""What previews promise is what the flow does, over all faces of its dice or over many throws."""

from __future__ import annotations

from collections import Counter

import pytest

from game.kernel.dice import Chooser
from game.kernel.flow import Decision, Roll
from game.map.scenario import find_scenarios, load_scenario
from game.rules.enumerate import TooMany, enumerate_flow, sample_flow
from game.rules.joint import Joint
from game.rules.ruleset import Preview
from game.skirmish.record import Skirmish
from tests.ai import baseline
from tests.odds import Result, reader
from tests.playing import GRIDS, RULESETS, brawl, pick

CAP = 600  # ends of a flow that are enumerated; beyond it is sampled
EACH = 2  # previews of one verb that are looked at in one skirmish


def results(game: Skirmish, key: str, samples: int = 600) -> tuple[Joint[Result | None], int]:
    """How often what comes of this answer, and how many samples that is from (0: exact)."""
    twin, rules, how = game.session.clone(), game.ruleset, reader(game.ruleset.name)
    world, asked, first = twin.world, twin.request, twin.step().events
    assert isinstance(asked, Decision)

    world.load(twin.checkpoint)
    memory = world.derived  # what is found out about the checkpoint serves every run

    def restore() -> None:
        world.load(twin.checkpoint, memory)
        del world.events[first:]

    def read() -> Result | None:
        return how.read(rules, before.world, world.events[first:], asked, key)

    def policy(request: Decision) -> str:
        return how.choose(rules, world, request) if how.choose else how.policy(request)

    before = game.session.clone()
    del before.world.events[:first]
    given = (*twin.tape, key)
    try:
        ends = enumerate_flow(
            lambda: rules.step(world), policy, read, restore=restore, given=given, unordered=_always, cap=CAP
        )
        return ends, 0
    except TooMany:
        chooser = Chooser(f"odds {key}")
        ends = sample_flow(
            lambda: rules.step(world),
            policy,
            read,
            lambda roll: chooser.faces(roll.dice),
            restore=restore,
            given=given,
            samples=samples,
        )
        return ends, samples


def _always(roll: Roll) -> bool:
    return True


def close(expected: float, found: float, samples: int) -> bool:
    """Whether a chance agrees with one counted: to the last place, or within six standard deviations."""
    if not samples:
        return abs(expected - found) < 1e-9
    slack = 6 * (max(expected * (1 - expected), 1 / samples) / samples) ** 0.5
    return bool(abs(expected - found) <= slack)


def compare(preview: Preview, ends: Joint[Result | None], samples: int, where: str) -> None:
    """Spread and chances of a preview against what came of the flow."""
    amounts, labels = Counter[int](), Counter[str]()
    for result, ways in ends.items():
        assert result is not None, f"{where}: a run of the flow without a result"
        if result.amount is not None:
            amounts[result.amount] += ways
        if result.label is not None:
            labels[result.label] += ways
    if amounts:
        spread = dict(preview.spread)
        for amount in {*spread, *amounts}:
            found = amounts[amount] / ends.total
            assert close(spread.get(amount, 0.0), found, samples), f"{where}: {preview.spread_of} {amount}: {found}"
    chances = {chance.label: chance.probability for chance in preview.chances}
    for label in {*chances, *labels}:
        found = labels[label] / ends.total
        assert close(chances.get(label, 0.0), found, samples), f"{where}: {label}: {chances} but {found}"


every = pytest.mark.parametrize(("name", "grid"), [(name, grid) for name in RULESETS for grid in GRIDS])


def looked_at(name: str, grid: str, seed: int, requests: int, samples: int) -> Counter[str]:
    """Play a brawl at random; compare previews on the way; how many were looked at, by verb."""
    return looked_through(brawl(name, grid, seed), seed, requests, samples)


def looked_through(game: Skirmish, seed: int, requests: int, samples: int) -> Counter[str]:
    """The same for any skirmish."""
    chooser, looked, grid = Chooser(f"odds {seed}"), Counter[str](), game.scenario.board.kind
    for _ in range(requests):
        request = game.session.request
        if not isinstance(request, Decision):
            break
        for option in request.options:
            if looked[option.verb] < EACH and chooser.pick("ab") == "a":
                preview = game.ruleset.preview(game.session.world, request, option.key)
                if len(preview.chances) > 1 or preview.spread:
                    looked[option.verb] += 1
                    compare(preview, *results(game, option.key, samples), f"{grid} {seed} {option.key}")
        game.answer(pick(chooser, request))
    return looked


@every
@pytest.mark.parametrize("seed", range(3))
def test_previews_agree_with_the_flow(name: str, grid: str, seed: int) -> None:
    looked = looked_at(name, grid, seed, reader(name).requests, reader(name).samples)
    assert len(looked) >= reader(name).verbs, f"only {dict(looked)} were looked at"


@pytest.mark.parametrize("scenario", find_scenarios())
def test_previews_agree_with_the_flow_of_scenarios(scenario: str) -> None:
    game = Skirmish(load_scenario(find_scenarios()[scenario])).settle()
    how, looked = reader(game.ruleset.name), Counter[str]()
    for seed in range(4):
        looked += looked_through(game, seed, how.requests // 4, how.samples)
        approach = baseline.berserker(seed)
        for _ in range(25):
            if game.session.request is not None:
                game.answer(approach.choose(game.session))
    assert len(looked) >= 3, f"only {dict(looked)} were looked at"


@pytest.mark.nightly
@every
@pytest.mark.parametrize("seed", range(3, 5))
def test_previews_agree_with_the_flow_at_length(name: str, grid: str, seed: int) -> None:
    looked_at(name, grid, seed, 60, 20_000)
