"""What is likely to follow: the marshal's forecasts of the next turns."""

from __future__ import annotations

import pytest

from game.ai.controller import find_controller
from game.ai.explaining import WORDS
from game.ai.lookahead import Lookahead
from game.ai.pricing import Evaluation
from game.ai.threat import Threats
from game.ai.turns import Forecast, Rest
from game.kernel.dice import Chooser
from game.kernel.flow import Decision
from game.map.scenario import quick
from game.rules.foresight import Gauges
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish
from game.systems.field import standing, teams

TURNS = 16


def own_turn(ruleset: str, turns: int = 0) -> Skirmish:
    """A skirmish at a unit's turn, after as many of them as are wanted."""
    skirmish = Skirmish(quick("arena", ruleset, ("captain", "captain"))).settle()
    captain = find_controller("captain", 1)
    while turns or _asked(skirmish).moment != "own_turn":
        turns -= _asked(skirmish).moment == "own_turn"
        skirmish.answer(captain.choose(skirmish.session))
    return skirmish


def _asked(skirmish: Skirmish) -> Decision:
    assert isinstance(skirmish.session.request, Decision)
    return skirmish.session.request


def forecast(skirmish: Skirmish, team: int) -> tuple[Forecast, dict[int, float]]:
    """The forecast for a team, and what each unit counts for it."""
    world, rules = skirmish.session.world, skirmish.ruleset
    assert isinstance(rules, Gauges)
    values = {unit: rules.value(world, unit) * (1 if teams(world)[unit] == team else -1) for unit in standing(world)}
    threats = Threats(world, rules, next(unit for unit in values if values[unit] > 0))
    return Forecast(threats, rules, team, 1.0, TURNS, Chooser("lots")), values


def ledger(skirmish: Skirmish, name: str = "marshal") -> list[Evaluation]:
    """What a player thinks of its options."""
    player = find_controller(name, "x")
    assert isinstance(player, Lookahead)
    return player.evaluations(skirmish.session)


def test_what_is_good_for_one_team_is_as_bad_for_the_other() -> None:
    skirmish = own_turn("clash", 12)
    world, who = skirmish.session.world, _asked(skirmish).who
    found = []
    for team in sorted(set(teams(world).values())):
        foreseen, values = forecast(skirmish, team)
        found.append(foreseen.after(world, who, values, Rest()))
    assert found[0] == pytest.approx(-found[1])
    assert found[0]


def test_whoever_is_gone_does_no_more_harm() -> None:
    skirmish = own_turn("poise", 20)
    world, who = skirmish.session.world, _asked(skirmish).who
    foreseen, values = forecast(skirmish, teams(world)[who])
    with_all = foreseen.after(world, who, values, Rest())
    foes = [unit for unit in values if values[unit] < 0]
    alone = foreseen.after(world, who, {**values, **dict.fromkeys(foes[1:], 0.0)}, Rest())
    assert alone > with_all
    assert foreseen.after(world, who, {**values, **dict.fromkeys(foes, 0.0)}, Rest()) == 0.0


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_its_ledger_names_what_follows_and_adds_up(ruleset: str) -> None:
    skirmish = own_turn(ruleset, 3)
    found = ledger(skirmish)
    assert any(dict(each.terms).get("follows") for each in found)
    for each in found:
        assert sum(value for _, value in each.terms) == pytest.approx(each.score)
        assert {name for name, _ in each.terms} <= set(WORDS)


def test_where_forecasts_are_not_trusted_it_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    skirmish = own_turn("clash", 3)
    monkeypatch.setattr("game.ai.farsight.trusted", lambda _: 0.0)
    assert not any("follows" in dict(each.terms) for each in ledger(skirmish))


def test_the_same_state_gives_the_same_forecast() -> None:
    skirmish = own_turn("clash", 8)
    first = ledger(skirmish)
    skirmish.session = skirmish.session.clone()
    assert ledger(skirmish) == first


def test_luck_is_shared_out_evenly() -> None:
    skirmish = own_turn("clash")
    foreseen, _ = forecast(skirmish, teams(skirmish.session.world)[_asked(skirmish).who])
    assert foreseen.luck(0, 3, 1) + foreseen.luck(1, 3, 1) == pytest.approx(2)
    assert foreseen.luck(0, 3, 1) == foreseen.luck(0, 3, 1)


def test_where_a_side_chooses_who_acts_it_goes_by_what_each_gains() -> None:
    skirmish = Skirmish(quick("arena", "aura", ("captain", "captain"))).settle()
    captain = find_controller("captain", 1)
    while _asked(skirmish).moment != "floor":
        skirmish.answer(captain.choose(skirmish.session))
    found = ledger(skirmish)
    led = [dict(each.terms)["lead"] for each in found if "lead" in dict(each.terms)]
    assert len(led) > 1 and min(led) >= 0
    for each in found:
        assert sum(value for _, value in each.terms) == pytest.approx(each.score)
        assert {name for name, _ in each.terms} <= set(WORDS)
