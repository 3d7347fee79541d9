"""Who waits for its side: nobody, before the rest of it has been thought of."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from game.ai.bearing import Terms
from game.ai.controller import find_controller
from game.ai.lateness import Pressure
from game.ai.lookahead import Lookahead
from game.ai.pricing import Candidate, Evaluation, learn_prices
from game.ai.profiles import profile
from game.ai.trial import Trial
from game.kernel.flow import Action, Decision, Option
from game.map.scenario import quick
from game.rules.aura.budget import set_beat
from game.rules.aura.turns.floor import able_units
from game.skirmish.record import Skirmish


def _taken_up() -> Skirmish:
    """A skirmish of aura in which a unit has been taken up that may be put back."""
    skirmish = Skirmish(quick("arena", "aura", ("captain", "captain"))).settle()
    captain = find_controller("captain", 1)
    while _roles(skirmish).isdisjoint({"back"}):
        skirmish.answer(captain.choose(skirmish.session))
    return skirmish


def _roles(skirmish: Skirmish) -> set[str]:
    assert isinstance(skirmish.session.request, Decision)
    return {option.role for option in skirmish.session.request.options}


@pytest.mark.parametrize(
    ("level", "stuck", "weighed"),
    [("captain", 0.0, "wait"), ("captain", 0.5, "back"), ("marshal", 0.0, "back"), ("marshal", 0.5, "back")],
)
def test_it_puts_back_whoever_has_nothing_to_do(
    level: str, stuck: float, weighed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    skirmish = _taken_up()
    assert {"wait", "back"} <= _roles(skirmish)
    monkeypatch.setattr("game.ai.trial.pressure", lambda *_: Pressure(stuck, stuck))
    known = profile(level)
    assert known is not None
    plain = replace(known, elsewhere={}, samples=1, nodes=400, moves=100)
    found = {each.option.role for each in Lookahead(plain, 1).evaluations(skirmish.session)}
    assert weighed in found
    assert weighed == "wait" or "wait" not in found


@pytest.mark.parametrize("seed", range(3))
def test_its_side_waits_once_all_have_been_thought_of(seed: int) -> None:
    """And does not take up those again who had nothing to do."""
    skirmish = _taken_up()
    marshal = find_controller("marshal", seed)
    looked = list[str]()
    for _ in range(300):
        asked = skirmish.session.request
        assert isinstance(asked, Decision)
        key = marshal.choose(skirmish.session)
        if asked.option(key).role == "wait":
            assert asked.moment == "floor"
            break
        if asked.moment == "floor":
            looked.append(key)
        elif asked.option(key).role != "back":
            looked.clear()
        assert len(set(looked)) == len(looked)
        skirmish.answer(key)
    else:
        pytest.fail("nobody ever waits")


@pytest.mark.parametrize("level", ["captain", "marshal"])
def test_its_side_waits_even_if_that_loses_the_skirmish(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or it would take up the same units for ever."""
    skirmish = _taken_up()
    skirmish.answer("back")
    asked = skirmish.session.request
    assert isinstance(asked, Decision) and asked.moment == "floor"
    judge = Trial.judge

    def dreading(trial: Trial, option: Option, promised: float | None) -> Terms:
        terms = judge(trial, option, promised)
        return (*terms, ("won", -50.0)) if option.role == "wait" else terms

    monkeypatch.setattr(Trial, "judge", dreading)
    player = find_controller(level, 1)
    assert asked.option(player.choose(skirmish.session)).role != "wait", "there are others"
    looked = skirmish.session.clone(lambda world: set_beat(world, looked=(*able_units(world, asked.who), asked.who)))
    assert asked.option(player.choose(looked)).role == "wait"


def test_waiting_counts_no_attack_that_would_not_be_made() -> None:
    """Throwing one's only weapon takes more than it brings: it is nothing that is still to be done after waiting."""
    wait = Option("wait", Action("wait"), role="wait")
    throw, strike = Option("throw 3", Action("throw", 3)), Option("strike 3", Action("strike", 3))
    known = {each.key: Candidate(each, promise) for each, promise in ((wait, None), (throw, 0.12), (strike, 0.3))}

    def learnt(*tried: tuple[Option, float]) -> dict[str, Evaluation]:
        prices = dict[str, float]()
        trial = SimpleNamespace(prices=prices, later=0.5, root=None)
        promises = {option.verb: known[option.key].promise or 0.0 for option, _ in tried}
        trial.still = lambda _: max(0.0, *(promise - prices.get(verb, 0.0) for verb, promise in promises.items()))
        ahead = trial.later * trial.still(None)
        found = {wait.key: Evaluation(wait, 0.8 + ahead, terms=(("approach", 0.8), ("next", ahead)))}
        found |= {option.key: Evaluation(option, score) for option, score in tried}
        learn_prices(cast(Trial, trial), found, known)
        return found

    assert learnt((throw, 0.64))[wait.key].score == pytest.approx(0.8)
    assert learnt((strike, 1.1))[wait.key].score == pytest.approx(0.8 + 0.5 * 0.3)
