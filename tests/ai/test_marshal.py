"""The marshal: its ledger adds up, it decides alike in like states, and terms count what its level says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.ai.controller import find_controller
from game.ai.explaining import WORDS
from game.ai.knowing import NOBODY
from game.ai.lookahead import Lookahead
from game.ai.pricing import Evaluation
from game.ai.profiles import Profile, profile
from game.ai.rehearsing import Rehearsals
from game.kernel.components import Condition, Conditions, Objective, Objectives, Pools, Side, Unit, changed
from game.kernel.flow import Decision
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish
from game.systems.field import enemies


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


def ledger(skirmish: Skirmish, name: str = "marshal") -> list[Evaluation]:
    """What a player thinks of its options."""
    player = find_controller(name, "x")
    assert isinstance(player, Lookahead)
    return player.evaluations(skirmish.session)


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_its_ledger_adds_up(ruleset: str) -> None:
    skirmish = own_turn(ruleset, 4)
    found = ledger(skirmish)
    assert len(found) > 1
    for each in found:
        assert sum(value for _, value in each.terms) == pytest.approx(each.score)
        assert {name for name, _ in each.terms} <= set(WORDS)


def test_the_same_state_gives_the_same_ledger() -> None:
    skirmish = own_turn("clash", 8)
    first = ledger(skirmish)
    skirmish.session = skirmish.session.clone()
    assert ledger(skirmish) == first


def test_terms_count_what_its_level_says() -> None:
    skirmish, captain = own_turn("poise", 3), profile("captain")
    assert captain is not None
    of_places = {"danger", "approach", "engaged", "company", "objective"}

    def ending(counts: dict[str, float]) -> dict[str, float]:
        judged = Lookahead(replace(captain, counts=counts, elsewhere={}), "x").evaluations(skirmish.session)
        ends = next(each for each in judged if each.option.role == "end_turn")
        return {name: value for name, value in ends.terms if name in of_places}

    whole, half = ending({}), ending({"approach": 0.5, "danger": 0.5})
    assert whole["approach"] != 0
    assert half.keys() == whole.keys()
    assert half["approach"] == pytest.approx(whole["approach"] / 2)
    assert half.get("danger", 0.0) == pytest.approx(whole.get("danger", 0.0) / 2)


def test_what_a_level_values_counts_for_either_side() -> None:
    """Each point of a pool and each level of a condition, beside what the ruleset counts."""
    skirmish = own_turn("wounds")
    world, who = skirmish.session.world, _asked(skirmish).who
    world.put(who, Conditions((Condition("bleeding", level=2),)))
    foe = enemies(world, who)[0]
    plain = Profile("plain")
    fond = replace(plain, values={"initiative": 0.01, "bleeding": -0.1})
    values = [Rehearsals(skirmish.session, _asked(skirmish), "", NOBODY, each).before for each in (plain, fond)]
    expected = 0.01 * world.get(who, Pools)["initiative"] - 0.2
    assert values[1][who] - values[0][who] == pytest.approx(expected)
    assert values[1][foe] - values[0][foe] == pytest.approx(-0.01 * world.get(foe, Pools)["initiative"])
    assert world.get(foe, Pools)["initiative"]


def test_points_that_are_missing_count_each_and_no_more_than_are_enough() -> None:
    skirmish = own_turn("aura")
    world, who = skirmish.session.world, _asked(skirmish).who
    foe = enemies(world, who)[0]
    world.put(who, world.get(who, Pools).with_("stamina", 3))
    assert world.get(foe, Pools)["stamina"] >= 5
    plain = Profile("plain")
    thrifty = replace(plain, short={"stamina": (5, -0.1), "no pool of this ruleset": (9, -1.0)})
    values = [Rehearsals(skirmish.session, _asked(skirmish), "", NOBODY, each).before for each in (plain, thrifty)]
    assert values[1][who] - values[0][who] == pytest.approx(-0.2)
    assert values[1][foe] == values[0][foe]


@pytest.mark.parametrize(("wanted", "times"), [(("defeat_all",), 1), (("defeat_all", "defeat_leader"), 2.5)])
def test_what_becomes_of_a_leader_counts_more_where_his_defeat_decides(wanted: tuple[str, ...], times: float) -> None:
    skirmish = own_turn("aura")
    world, who = skirmish.session.world, _asked(skirmish).who
    unit = world.get(who, Unit)
    world.put(who, changed(unit, role="leader"))
    for side, _ in world.each(Side):
        mine = side == unit.side
        world.put(side, Objectives(tuple(Objective(kind) for kind in (("defeat_all",) if mine else wanted))))

    def harm(counts: dict[str, float]) -> float:
        trial = Rehearsals(skirmish.session, _asked(skirmish), "", NOBODY, replace(Profile("x"), counts=counts))
        trial.rehearse()
        trial.world.put(who, trial.world.get(who, Pools).with_("aura", 1))
        return dict(trial.judge(_asked(skirmish).options[0], None))["self"]

    assert harm({}) < 0
    assert harm({"leader": 2.5}) == pytest.approx(times * harm({}))
