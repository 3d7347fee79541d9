"""Point and do: the best attack at the pointer, one confirmation for path and attack, one Move in bands of price."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.kernel.components import Position, Unit
from game.kernel.flow import Decision
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish
from game.ui.battle import counsel, odds_line, option_groups, planning, ranking, scene_builder, supposed, target_table
from game.ui.battle.screen import BattleScreen
from game.ui.battle.table import Table
from game.ui.battle.worths import is_move
from tests.ai import baseline
from tests.playing import ruleset

from .stage import Stage
from .test_breaking_in import shown, skirmish_until


def may_attack(table: Table, request: Decision) -> bool:
    return request.moment == "own_turn" and sum(one.group == "attack" for one in request.options) > 1


def approachable(battle: BattleScreen) -> int | None:
    """A foe that can be attacked only after a move."""
    for cell, unit in sorted(battle.covered().items()):
        if planning.at(battle, cell) is not None:
            return unit
    return None


def play_until(stage: Stage, battle: BattleScreen, wanted) -> int:
    """Squires play on until somebody's own turn has what is wanted."""
    squire = baseline.squire(2)
    for _ in range(400):
        stage.tick()
        request = battle.request
        if request is None:
            continue
        if request.moment == "own_turn" and (found := wanted(battle)) is not None:
            stage.wait()
            return found
        battle.answer(squire.choose(battle.table.skirmish.session))
    raise AssertionError("it never came to that")


def place(battle: BattleScreen, unit: int) -> tuple[int, int]:
    return battle.pane.place_of(battle.table.world.get(unit, Position).cell)


@pytest.fixture
def poise(stage: Stage) -> BattleScreen:
    return shown(stage, skirmish_until("poise", may_attack))


def test_a_click_takes_the_best_attack_and_x_the_next(stage: Stage, poise: BattleScreen) -> None:
    foe = next(one.unit for one in poise.request.options if one.group == "attack" and one.unit is not None)
    several = poise.chosen_at(poise.table.world.get(foe, Position).cell)
    hopes = [poise.worths().hope(option) or 0 for option in several]
    assert hopes == sorted(hopes, reverse=True)
    stage.move(place(poise, foe))
    assert poise.looked_at() == several[0].key
    assert target_table.several(poise) == several
    assert any("damage" in words for _, words in scene_builder.scene(poise).labels)
    stage.click(place(poise, foe))
    assert poise.pending == several[0].key
    stage.key(pygame.K_x, typed="x")
    assert poise.pending == several[1].key
    stage.click(place(poise, foe), button=3)
    assert poise.chooser is not None
    assert [option.key for option in poise.chooser.options] == [option.key for option in several]


def test_the_number_of_a_group_takes_up_its_best_first(stage: Stage, poise: BattleScreen) -> None:
    attacks = [option for option in poise.request.options if option.group == "attack"]
    best = max(poise.worths().hope(option) or 0 for option in attacks)
    stage.key(pygame.K_1, typed="1")
    assert poise.worths().hope(poise.option(poise.pending)) == best
    stage.tick()
    first = next(button for button in poise.buttons if not button.key.startswith("tab"))
    assert "damage" in first.note


@pytest.mark.parametrize("ruleset", ["poise", "clash", "wounds"])
def test_a_foe_out_of_reach_is_walked_to_and_attacked_by_one_confirmation(stage: Stage, ruleset: str) -> None:
    battle = shown(stage, skirmish_until(ruleset, lambda table, request: request.moment == "own_turn"))
    foe = play_until(stage, battle, approachable)
    stage.move(place(battle, foe))
    plan = planning.planned(battle)
    assert plan is not None and plan.foe == foe
    scene = scene_builder.scene(battle)
    assert scene.aims and scene.preview.path and scene.labels
    before = len(battle.table.skirmish.session.answers())
    stage.click(place(battle, foe))
    assert len(battle.table.skirmish.session.answers()) == before
    assert battle.pending == plan.move.key
    stage.key(pygame.K_RETURN)
    stage.tick(3)
    given = battle.table.skirmish.session.answers()[before:]
    assert given[0] == plan.move.key
    assert plan.strike.option.key in given or battle.follow is not None or battle.request.moment != "own_turn"


def test_the_same_by_keys_alone(stage: Stage, poise: BattleScreen) -> None:
    foe = play_until(stage, poise, approachable)
    for _ in range(60):
        stage.key(pygame.K_RIGHTBRACKET, typed="]")
        plan = planning.planned(poise)
        if plan is not None and plan.foe == foe:
            break
    before = len(poise.table.skirmish.session.answers())
    assert poise.pending == plan.move.key
    stage.key(pygame.K_RETURN)
    assert poise.table.skirmish.session.answers()[before] == plan.move.key


@pytest.mark.parametrize("key", ["1", "]"])
def test_where_nobody_can_be_attacked_from_here_one_key_plans_the_way_to_the_best(
    stage: Stage, poise: BattleScreen, key: str
) -> None:
    def none_here(battle: BattleScreen) -> int | None:
        attacks = [one for one in battle.request.options if one.group == "attack" and one.unit is not None]
        return approachable(battle) if not attacks else None

    play_until(stage, poise, none_here)
    plans = [planning.at(poise, cell) for cell in poise.covered()]
    most = max(plan.strike.hope for plan in plans if plan is not None)
    before = len(poise.table.skirmish.session.answers())
    stage.key(ord(key), typed=key)
    plan = planning.planned(poise)
    assert plan is not None and plan.strike.hope == most and poise.pending == plan.move.key
    assert len(poise.table.skirmish.session.answers()) == before
    stage.key(pygame.K_RETURN)
    assert poise.table.skirmish.session.answers()[before] == plan.move.key


@pytest.mark.parametrize("key", ["1", "]"])
@pytest.mark.parametrize("name", SHIPPED)
def test_where_nobody_can_be_attacked_the_first_target_is_the_way_to_a_foe(
    stage: Stage, name: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not what only orders turns, such as to act after an ally; nor a step that leads nowhere."""
    battle = shown(stage, Skirmish(quick("border-valley", name, ["human", "human"], 3), ruleset(name)).settle())
    squire = baseline.squire(1)
    while battle.request is None or battle.request.question != "turn":
        battle.answer(squire.choose(battle.table.skirmish.session)) if battle.request is not None else None
        stage.tick()
    stage.wait()
    assert approachable(battle) is None and any(map(is_move, battle.request.options))
    foes = [cell for cell, unit in battle.covered().items() if battle.world.get(unit, Unit).side != battle.table.side()]

    def far(cell: int) -> int:
        return min(battle.board.grid.distance(cell, foe, "chebyshev") for foe in foes)

    start = battle.world.get(battle.request.who, Position).cell
    stage.key(ord(key), typed=key)
    assert is_move(battle.option(battle.pending))
    first = battle.option(battle.pending).cell
    assert far(first) == min(map(far, ranking.ways(battle))) < far(start)
    monkeypatch.setattr(ranking, "perilous", lambda battle, option: option.cell == first)
    battle.renew()
    battle.cursor = None
    stage.wait()
    stage.key(ord(key), typed=key)
    assert battle.option(battle.pending).cell != first  # rather than over dangerous ground
    assert is_move(battle.option(battle.pending)) and far(battle.option(battle.pending).cell) < far(start)


def test_a_plan_goes_round_dangerous_ground_if_it_can(stage: Stage, poise: BattleScreen, monkeypatch) -> None:
    foe = play_until(stage, poise, approachable)
    cell = next(cell for cell, unit in poise.covered().items() if unit == foe)
    first = planning.at(poise, cell).move.cell
    monkeypatch.setattr(ranking, "perilous", lambda battle, option: option.cell == first)
    poise.renew()
    again = planning.at(poise, cell)
    assert again is not None and again.move.cell != first


@pytest.mark.parametrize("name", SHIPPED)
def test_one_key_plans_nothing_that_does_nothing_to_anybody(stage: Stage, name: str) -> None:
    """Such as to delay, to heed a foe no longer, or to drop something; after its number it does."""
    battle = shown(stage, Skirmish(quick("arena", name, ["human", "human"], 3), ruleset(name)).settle())
    squire, seen = baseline.squire(1), 0
    for _ in range(60):
        if battle.request is not None and battle.request.question == "turn":
            stage.wait()
            for _ in range(3):
                stage.key(pygame.K_RIGHTBRACKET, typed="]")
                option, seen = battle.option(battle.pending), seen + 1
                assert option is None or option.group not in ("guard", "gear", "turn")
            battle.pending, battle.cursor = "", None
        if battle.request is not None:
            battle.answer(squire.choose(battle.table.skirmish.session))
        stage.tick()
    assert seen


def test_the_way_to_a_foe_does_not_end_in_the_fire(stage: Stage) -> None:
    battle = shown(stage, Skirmish(quick("arena", "vitality", ["human", "human"], 3), ruleset("vitality")).settle())
    embers = battle.board.hazards["fire"]

    def beside_it(battle: BattleScreen) -> int | None:
        far, at = battle.board.grid.distance, battle.world.get(battle.request.who, Position).cell
        side = battle.table.side()
        foes = [cell for cell, unit in battle.covered().items() if battle.world.get(unit, Unit).side != side]
        nearest = min(
            ranking.ways(battle), key=lambda cell: min(far(cell, foe, "chebyshev") for foe in foes), default=0
        )
        away = min(far(at, foe, "chebyshev") for foe in foes) > 2
        return at if embers >> nearest & 1 and away and approachable(battle) is None else None

    play_until(stage, battle, beside_it)
    stage.key(pygame.K_RIGHTBRACKET, typed="]")
    assert any(embers >> cell & 1 for cell in ranking.ways(battle))
    assert not embers >> battle.option(battle.pending).cell & 1


@pytest.mark.parametrize("name", SHIPPED)
def test_a_plan_that_nobody_can_cross_is_carried_out(stage: Stage, name: str) -> None:
    """The move leaves enough to attack with: what it is said to cost is what it takes."""
    battle = shown(stage, Skirmish(quick("arena", name, ["human", "human"], 3), ruleset(name)).settle())
    squire, made, crossed = baseline.squire(1), 0, 0
    for _ in range(400):
        if battle.table.request is None or made + crossed > 8:
            break
        own = battle.request is not None and battle.request.question == "turn"
        plan = planning.nearest(battle) if own else None
        if plan is None:
            battle.answer(squire.choose(battle.table.skirmish.session))
            continue
        who, battle.asked_at = battle.request.who, -9999
        planning.take(battle, plan)
        assert planning.go(battle)
        if not plan.sure:
            crossed, battle.follow = crossed + 1, None
            continue
        assert battle.request.who == who
        assert planning.follow_up(battle), (plan.move.key, plan.strike.option.key)
        made += 1
    assert made or (name in ("wounds", "aura") and crossed)  # others are asked before, or have the floor after it


def test_where_the_floor_goes_round_the_planned_attack_is_made_when_it_comes_back(stage: Stage) -> None:
    battle = shown(stage, Skirmish(quick("arena", "aura", ["human", "captain"], 3), ruleset("aura")).settle())
    play_until(stage, battle, approachable)
    plan, who = planning.nearest(battle), battle.request.who
    battle.asked_at = -9999
    planning.take(battle, plan)
    assert planning.go(battle)
    answers = battle.table.skirmish.session.answers
    before = len(answers())
    for _ in range(400):
        stage.tick()
        if battle.follow is None:
            break
        if battle.request is not None and battle.request.declining() is not None:
            battle.answer(battle.request.declining().key)
    assert battle.follow is None
    assert f"use {who}" in answers()[before:]


def test_an_attack_that_no_longer_pays_is_not_made(stage: Stage, poise: BattleScreen) -> None:
    option = next(one for one in poise.request.options if one.group == "attack")
    before = len(poise.table.skirmish.session.answers())
    poise.follow = (poise.request.who, option.key, 1000.0)
    assert not planning.follow_up(poise)
    assert len(poise.table.skirmish.session.answers()) == before
    assert poise.follow is None


def test_odds_are_told_from_where_a_move_would_lead(stage: Stage) -> None:
    battle = shown(stage, skirmish_until("clash", lambda table, request: request.moment == "own_turn"))

    def somewhere(battle: BattleScreen) -> int | None:
        return next((cell for cell in ranking.ways(battle) if supposed.from_cell(battle, cell).finish()), None)

    cell = play_until(stage, battle, somewhere)
    strike = supposed.from_cell(battle, cell).finish()[0]
    assert "%" in supposed.told(battle, strike) or "damage" in supposed.told(battle, strike)
    assert strike.preview.chances


@pytest.mark.parametrize("name", [name for name in SHIPPED if name != "aura"])  # where the floor goes round
def test_what_is_told_from_a_cell_can_be_done_there_at_that_price(stage: Stage, name: str) -> None:
    """Also in the middle of a turn, where a second move may take what the attack would need."""
    battle = shown(stage, Skirmish(quick("arena", name, ["human", "human"], 3), ruleset(name)).settle())
    squire, seen = baseline.squire(1), 0
    for _ in range(60):
        request = battle.request
        if request is None:
            break
        own = request.question == "turn"
        for cell, ways in sorted(ranking.ways(battle).items())[::3] if own else ():
            then = counsel.after(battle, ways[0].key)
            if isinstance(then, Decision) and (then.who, then.question) == (request.who, request.question):
                found, seen = supposed.from_cell(battle, cell).finish(), seen + 1
                assert {one.option.key for one in found} <= {one.key for one in then.options}, ways[0].key
        move = next((ways[0].key for ways in ranking.ways(battle).values()), None) if own else None
        battle.answer(move or squire.choose(battle.table.skirmish.session))
        stage.tick()
    assert seen


def test_reach_is_drawn_in_bands_of_price_and_a_click_goes_the_cheapest_way(stage: Stage) -> None:
    battle = shown(stage, skirmish_until("aura", lambda table, request: request.moment == "own_turn"))

    def two_ways(battle: BattleScreen) -> int | None:
        return next((cell for cell, ways in ranking.ways(battle).items() if len(ways) > 1), None)

    cell = play_until(stage, battle, two_ways)
    ways = ranking.ways(battle)[cell]
    costs = [battle.worths().cost(option) for option in ways]
    assert costs == sorted(costs)
    bands = ranking.reach(battle)
    assert bands is not None
    assert sum(bands.costs) == bands.cells  # each cell in one band
    stage.click(battle.pane.place_of(cell))
    assert battle.pending == ways[0].key
    assert is_move(battle.option(battle.pending))


def test_space_ends_a_turn_with_attacks_left_only_when_pressed_twice(stage: Stage, poise: BattleScreen) -> None:
    who = poise.request.who
    stage.key(pygame.K_SPACE, typed=" ")
    assert poise.request.who == who and poise.pending == "end"
    stage.key(pygame.K_SPACE, typed=" ")
    stage.tick()
    assert "end" in poise.table.skirmish.session.answers()[-3:] or poise.request is None or poise.request.who != who


def test_the_odds_say_how_likely_it_fells(poise: BattleScreen) -> None:
    preview = replace(poise.preview(poise.request.options[0].key), spread=((0, 0.5), (4, 0.5)), fells=0.25)
    assert odds_line.outcome(poise.ruleset, preview).startswith("50 %: 4 ")
    assert odds_line.outcome(poise.ruleset, preview).endswith("fells 25 %")


def test_what_costs_nothing_is_not_said_to_cost_that(poise: BattleScreen) -> None:
    world, unit = poise.table.world, poise.request.who
    assert odds_line.price(poise.ruleset, world, unit, (("momentum", 2), ("focus", 0))) == "2 momentum"
    assert odds_line.price(poise.ruleset, world, unit, (("action", 0),)) == ""


def test_in_another_s_act_nothing_is_planned_that_takes_two(stage: Stage) -> None:
    def goes(table: Table, request: Decision) -> bool:
        return request.question == "interrupt" and any(map(is_move, request.options))

    battle = shown(stage, skirmish_until("wounds", goes))
    assert option_groups.tabbed(battle.request)
    assert approachable(battle) is None
    for option in battle.request.options:
        assert not planning.known_from(battle, option)
