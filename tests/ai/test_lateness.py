"""How late it is: by the clock, and by how long nothing has been decided."""

from __future__ import annotations

import pytest

from game.ai.aims import BOLD, CALM, CLEAR, EASE, aims, press, urgency
from game.ai.lateness import LULL, OPENING, QUIET, STALE, Pressure, pressure
from game.kernel.components import FIELD, Clock, Objective, Objectives, Side, changed
from game.kernel.ecs import World
from game.kernel.events import Attacked, Event, Fell, Progressed, RoundBegan
from game.map.scenario import quick
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish
from game.systems.field import round_limit, standing, teams


@pytest.fixture
def world() -> World:
    return Skirmish(quick("arena", "clash", ("captain", "captain"))).settle().session.world


def rounds(count: int) -> list[Event]:
    return [RoundBegan(number) for number in range(count)]


def blow(world: World) -> Attacked:
    one, *rest = standing(world)
    other = next(each for each in rest if teams(world)[each] != teams(world)[one])
    return Attacked(one, other, "strike")


def own(world: World) -> int:
    return teams(world)[standing(world)[0]]


def test_a_fight_in_which_something_happens_is_as_late_as_its_clock(world: World) -> None:
    events = [*rounds(30), Fell(standing(world)[0], "defeated"), *rounds(1), blow(world)]
    assert pressure(world, events, own(world)) == (0.0, 0.0, 0.0, 0)
    world.put(FIELD, changed(world.get(FIELD, Clock), round=1 + round_limit(world) // 2))
    assert pressure(world, events, own(world)) == (0.5, 0.0, 0.0, 0)


@pytest.mark.parametrize("last", [Fell(0, "defeated"), Progressed(0, "hold_zone", 1, 3)])
def test_it_presses_when_nobody_strikes_any_more(world: World, last: Event) -> None:
    free, more = QUIET
    for late in range(free + more + 3):
        found = pressure(world, [*rounds(9), last, *rounds(late)], own(world))
        assert found.late == found.stuck == pytest.approx(min(1.0, max(0, late - free) / more))
        assert found.stale == pytest.approx(min(1.0, max(0, late - LULL[0]) / LULL[1]))
        assert found.quiet == late


def test_it_presses_when_blows_decide_nothing(world: World) -> None:
    free, more = STALE
    fight = [each for number in range(free + more) for each in (RoundBegan(number), blow(world))]
    assert pressure(world, fight[: 2 * free], own(world)).stuck == 0.0
    assert pressure(world, fight[: 2 * free + more], own(world)).stuck == pytest.approx(0.5)
    assert pressure(world, fight, own(world)) == (1.0, 1.0, 1.0, 0)


def test_blows_among_others_are_not_known_of(world: World) -> None:
    events = [blow(world), *rounds(OPENING[0] + 1), blow(world)]
    assert not pressure(world, events, own(world)).stuck
    assert pressure(world, events, -1).stuck


def test_what_is_taken_back_is_read_anew(world: World) -> None:
    free, more = QUIET
    events = [blow(world), *rounds(free + more)]
    assert pressure(world, events, own(world)).stuck == 1.0
    del events[1 + free :]
    assert not pressure(world, events, own(world)).stuck
    events += [*rounds(more - 2), blow(world)]
    assert not pressure(world, events, own(world)).stuck
    events += rounds(more - 1)
    assert pressure(world, events, own(world)).stuck == pytest.approx((more - 1 - free) / more)


def test_it_takes_longer_before_the_first_blow(world: World) -> None:
    free, more = OPENING
    assert not pressure(world, rounds(free), own(world)).stuck
    assert pressure(world, rounds(free + more), own(world)).stuck == 1.0
    assert not pressure(world, rounds(free + more), own(world)).quiet
    assert pressure(world, [blow(world), *rounds(free)], own(world)).stuck


def test_where_nothing_gets_on_nobody_minds_danger_as_much(world: World) -> None:
    team, rules = own(world), find_ruleset("clash")
    assert urgency(rules, world, team, Pressure(0.0, 0.0)) == (1.0, 1.0)
    more, fear = urgency(rules, world, team, Pressure(0.5, 0.5))
    assert more > 1.0 and fear == pytest.approx(1 - CALM / 2)


def test_while_nobody_falls_harm_counts_more_for_all_but_who_has_only_to_survive(world: World) -> None:
    team, rules = own(world), find_ruleset("clash")
    assert press(rules, world, team, Pressure(1.0, 1.0, 0.0)) == 1.0
    assert press(rules, world, team, Pressure(1.0, 1.0, 0.5)) == pytest.approx(1 + BOLD / 4)
    side = next(side for side, entry in world.each(Side) if entry.team == team)
    world.put(side, Objectives((Objective("survive", "", 1),)))
    assert press(rules, world, team, Pressure(1.0, 1.0, 1.0)) == 1.0


def test_nobody_stands_for_ever_in_a_zone_only_to_keep_foes_from_it() -> None:
    world = Skirmish(quick("village-green", "clash", ("captain", "captain"))).settle().session.world
    unit, team = standing(world)[0], teams(world)[standing(world)[0]]
    sides = {entry.team == team: side for side, entry in world.each(Side)}
    held = next(goal for goal in world.get(sides[False], Objectives).items if goal.kind == "hold_zone")
    world.put(sides[True], Objectives(()))

    def keeping(done: int, stale: float) -> float:
        world.put(sides[False], Objectives((changed(held, done=done),)))
        (found,) = aims(world, team, unit, 1.0, lambda _: 5, Pressure(1.0, 1.0, stale))
        return found.value

    assert keeping(0, 0.0) > keeping(0, 0.5) > keeping(0, 1.0) == 0.0
    last = held.amount - 1
    assert keeping(last, 0.0) == keeping(last, 1.0) > 0.0, "they would win"


def test_whoever_leads_by_a_little_need_not_come_and_a_level_may_count_that_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    team, rules, late = own(world), find_ruleset("clash"), Pressure(1.0, 0.0)
    monkeypatch.setattr("game.ai.aims.lead", lambda *_: CLEAR + 0.000001)
    for count, less in ((1.0, EASE), (0.5, EASE / 2), (10.0, 1.0)):
        assert urgency(rules, world, team, late, count)[0] == pytest.approx(1 - less, abs=0.001)
