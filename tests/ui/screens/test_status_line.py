"""The bar over the board: the round and its limit, how each side stands, and who is next in every ruleset."""

from __future__ import annotations

import pygame
import pytest

from game.kernel.components import FIELD, Clock, Down, Objective, Objectives, Pools, Side, Unit, changed
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.scenario import quick
from game.rules.ruleset import Foresees, Tag, find_ruleset
from game.rules.vitality.state import inflict
from game.skirmish.record import Skirmish
from game.systems.clock import go
from game.text.tally import tally
from game.ui.battle import panels, status_line
from game.ui.kit import skin

from .stage import Stage
from .test_breaking_in import shown, skirmish_until

TAKE_TURNS = ("poise", "clash", "wounds", "vitality")


def test_the_round_stands_with_its_limit(stage: Stage) -> None:
    world = stage.battle().table.world
    go(world, "turn", round=3)
    assert status_line.round_words(world) == f"Round 3 of {stage.battle().table.skirmish.scenario.round_limit}"
    world.put(FIELD, changed(world.get(FIELD, Clock), round=0))
    assert status_line.round_words(world) == "Opening"


def test_a_side_counts_who_is_left(stage: Stage) -> None:
    world = stage.battle().table.world
    first, second = [side for side, _ in world.each(Side)]
    before = {each.side: each for each in status_line.standings(world)}
    assert before[first].up == before[first].all > 0
    one = next(unit for unit, who in world.each(Unit) if who.side == first)
    world.put(one, Down("unconscious"))
    after = {each.side: each for each in status_line.standings(world)}
    assert (after[first].up, after[first].all) == (before[first].up - 1, before[first].all)
    assert after[second] == before[second]


def test_who_lies_bleeding_is_not_left() -> None:
    """In vitality nobody is out of the battle for good before the blood has run out."""
    skirmish = Skirmish(quick("arena", "vitality", ["human", "human"], 3)).settle()
    world = skirmish.session.world
    (one, entry), *_ = world.each(Unit)
    inflict(world, one, "down", rule="VITALITY-COND-11")
    left = {each.side: each.up for each in status_line.standings(world)}
    assert left == {line.side: line.standing for line in tally(skirmish)}
    assert left == {side: 3 if side == entry.side else 4 for side in left}


def test_leaders_that_are_to_fall_are_counted_as_who_holds_and_escapes_is(stage: Stage) -> None:
    world = stage.battle().table.world
    first, second = [side for side, _ in world.each(Side)]
    world.put(first, Objectives((Objective("defeat_leader"), Objective("hold_zone", zone="ford", amount=3, done=1))))
    leader, *_ = [unit for unit, who in world.each(Unit) if who.side == second]
    for unit, who in world.each(Unit):
        world.put(unit, changed(who, role="leader" if unit == leader else ""))
    assert status_line.standings(world)[0].counts == ("leaders down 0/1", "held 1/3")
    world.put(leader, Down("unconscious"))
    assert status_line.standings(world)[0].counts == ("leaders down 1/1", "held 1/3")


def test_how_and_when_a_condition_ends_is_one_sentence() -> None:
    tag = Tag("defending", "Defending", "", ends="When its place in the order comes again.", rounds=1)
    assert "Ends: When its place in the order comes again, 1 round left" in panels.tag_lines(find_ruleset("poise"), tag)


def ready(world: World, unit: int) -> int:
    return world.get(unit, Pools)["initiative"]


@pytest.mark.parametrize("name", TAKE_TURNS)
def test_who_is_said_to_be_next_is_next(name: str) -> None:
    """Whoever ends its turn and nothing else: the one named before has the next one, or who ties with it in wounds."""
    skirmish = Skirmish(quick("arena", name, ["human", "human"], 3)).settle()
    rules, world, kept, told = skirmish.ruleset, skirmish.session.world, 0, 0
    assert isinstance(rules, Foresees)
    while kept < 9 and isinstance(request := skirmish.session.request, Decision):
        end = next((option for option in request.options if option.role == "end_turn"), None)
        turn, coming = world.get(FIELD, Clock), rules.coming(world)
        assert turn.active not in coming
        skirmish.answer((end or request.declining() or request.options[0]).key)
        now = world.get(FIELD, Clock)
        if coming and now.round == turn.round and now.turn != turn.turn:
            tied = [unit for unit in coming if name == "wounds" and ready(world, unit) == ready(world, coming[0])]
            assert now.active in tied or now.active == coming[0]
            kept += 1
        told += 1
        assert told < 200
    assert kept == 9


def test_what_the_bar_over_the_board_explains_hides_no_line_of_the_log(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = shown(stage, skirmish_until("poise", lambda table, request: request.question == "turn"))
    places: list[int] = []
    monkeypatch.setattr(skin, "tooltip", lambda *args, left=0, **rest: places.append(left))
    spot = next(one for one in battle.spots if "Next" in one.tip)
    assert battle.areas.log.width
    stage.move((battle.areas.log.x + 20, spot.rect.centery))
    assert places and places[-1] > battle.areas.log.right


def test_a_tip_stays_right_of_where_it_may_begin(stage: Stage) -> None:
    surface = pygame.Surface((800, 400))
    skin.tooltip(surface, stage.app.look, ("Next", "A", "B"), (30, 10), left=260)
    assert surface.get_bounding_rect().width and not any(surface.get_at((x, 60))[:3] != (0, 0, 0) for x in range(260))
