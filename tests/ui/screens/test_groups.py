"""Eight groups in eight fixed places, for a turn and for one target; numbers of rows from above."""

from __future__ import annotations

import itertools

import pygame
import pytest
from msgspec.structs import replace

from game.ai.controller import find_controller
from game.kernel.flow import Decision
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish
from game.ui.battle import option_groups, ranking
from game.ui.battle.chooser import GroupChooser
from game.ui.battle.option_groups import TABS
from game.ui.battle.screen import BattleScreen
from game.ui.battle.table import Table
from tests.ai import baseline
from tests.playing import ruleset

from .stage import Stage, take_listed
from .test_breaking_in import shown, skirmish_until, until
from .test_point_and_do import may_attack, place


def defends(table: Table, request: Decision) -> bool:
    return request.question == "defend" and len(request.options) > 2


def who_uses(table: Table, request: Decision) -> bool:
    return request.question == "floor" and sum(one.unit is not None for one in request.options) > 2


@pytest.fixture(params=["clash", "wounds"])
def turn(stage: Stage, request) -> BattleScreen:
    return shown(stage, skirmish_until(request.param, may_attack))


def open_for_foe(stage: Stage, battle: BattleScreen) -> GroupChooser:
    foe = next(one.unit for one in battle.request.options if one.group == "attack" and one.unit is not None)
    stage.click(place(battle, foe), button=3)
    assert isinstance(battle.chooser, GroupChooser)
    return battle.chooser


def test_a_target_has_the_eight_groups_in_their_places(stage: Stage, turn: BattleScreen) -> None:
    chooser = open_for_foe(stage, turn)
    hit = {option.unit for options in chooser.found.values() for option in options}
    assert len(hit) == 1  # all of it is aimed at that one
    assert chooser.tab == "attack"
    for number, (tab, _) in enumerate(TABS):
        stage.key(pygame.K_1 + number, typed=str(number + 1))
        assert chooser.tab == tab  # also where there is nothing
    before = len(turn.table.skirmish.session.answers())
    stage.key(pygame.K_1, typed="1")
    first = chooser.option
    stage.key(pygame.K_1, typed="1")
    assert len(chooser.options) == 1 or chooser.option != first
    assert len(turn.table.skirmish.session.answers()) == before
    stage.key(pygame.K_ESCAPE)
    assert turn.chooser is None
    assert len(turn.table.skirmish.session.answers()) == before


def test_what_is_listed_is_taken_by_a_click_or_by_enter(stage: Stage, turn: BattleScreen) -> None:
    chooser = open_for_foe(stage, turn)
    before = len(turn.table.skirmish.session.answers())
    wanted = chooser.options[-1].key
    take_listed(stage, turn, wanted)
    assert turn.table.skirmish.session.answers()[before] == wanted


def test_an_empty_group_says_why(stage: Stage, turn: BattleScreen) -> None:
    chooser = open_for_foe(stage, turn)
    why = {tab for tab, said in chooser.empty.items() if said}
    assert why & {tab for tab, _ in TABS if not chooser.found.get(tab)}


def test_a_unit_keeps_its_number_whatever_else_can_be_done(stage: Stage) -> None:
    battle = shown(stage, skirmish_until("aura", who_uses))
    world, request = battle.table.world, battle.request
    digits = dict(zip([one.verb for one in battle.groups()], ranking.digits(battle), strict=True))
    options = request.options
    alone = [(one, options[-1]) for one in options[:-1] if one.unit is not None]
    for left in [*itertools.combinations(options, len(options) - 1), *alone]:
        fewer = replace(request, options=left)
        found = option_groups.groups(fewer, battle.ruleset.verbs)
        for group, digit in zip(found, option_groups.numbered(world, fewer, found), strict=True):
            assert digit == digits[group.verb], left


@pytest.mark.parametrize("rules", SHIPPED)
def test_answers_stand_in_the_order_of_their_numbers_and_keep_it(stage: Stage, rules: str) -> None:
    """Whatever can be answered at the moment, what declines stands last, and of two answers always the same first."""
    skirmish, squire = until(rules), baseline.squire(1)
    order: dict[str, set[tuple[str, str]]] = {}
    for _ in range(300):
        world, request = skirmish.session.world, skirmish.session.request
        if not isinstance(request, Decision):
            break
        if option_groups.few(request):
            plain = option_groups.groups(request, skirmish.ruleset.verbs)
            found = option_groups.in_order(world, request, plain)
            digits = [digit for digit in option_groups.numbered(world, request, found) if digit]
            assert digits == sorted(set(digits)), (request.question, digits)
            whose = {one.unit for one in request.options if one.unit is not None} & option_groups._crew(
                world, request.who
            )
            if not whose:  # each row has its own, and none is skipped
                rows = sum(one.options[0].role != "decline" for one in found)
                assert digits == [*range(1, min(rows, option_groups.FEW) + 1)], request.question
            assert sorted(one.verb for one in found) == sorted(one.verb for one in plain)
            assert "decline" not in [one.options[0].role for one in found[:-1]]
            verbs = dict.fromkeys(one.options[0].verb for one in found)
            order.setdefault(request.question, set()).update(itertools.combinations(verbs, 2))
        skirmish.answer(squire.choose(skirmish.session))
    assert any(order.values())
    for question, pairs in order.items():
        assert not {(second, first) for first, second in pairs} & pairs, question


def test_enter_gives_the_only_answer_there_is_and_the_button_says_so(stage: Stage) -> None:
    def one(table: Table, request: Decision) -> bool:
        return request.question == "hinder" and len(request.options) == 2

    battle = shown(stage, skirmish_until("poise", one))
    button = next(each for each in battle.buttons if "Enter" in each.hint)
    assert button.key == ranking.marked(battle) and button.on
    before = len(battle.table.skirmish.session.answers())
    stage.key(pygame.K_RETURN)
    assert battle.table.skirmish.session.answers()[before] == "hinder"


def test_enter_gives_what_a_captain_would_answer_where_nothing_is_promised(stage: Stage) -> None:
    battle = shown(stage, skirmish_until("poise", defends))
    before = len(battle.table.skirmish.session.answers())
    counsel = find_controller("captain").choose(battle.table.skirmish.session)
    (button,) = [each for each in battle.buttons if "Enter" in each.hint]
    assert button.key == counsel and button.note.startswith("best")
    other = next(digit for digit in range(1, 5) if str(digit) not in button.hint)
    stage.key(pygame.K_0 + other, typed=str(other))
    assert [each.key for each in battle.buttons if "Enter" in each.hint] == [battle.pending]
    assert battle.pending != counsel
    stage.key(pygame.K_ESCAPE)
    stage.key(pygame.K_RETURN)
    assert battle.table.skirmish.session.answers()[before] == counsel


@pytest.mark.parametrize("rules", SHIPPED)
def test_every_small_question_has_an_answer_that_enter_gives(stage: Stage, rules: str) -> None:
    """Up to nine answers: of more, which are places on the board mostly, none is picked out."""
    skirmish = Skirmish(quick("arena", rules, ["human", "human"], 5), ruleset(rules)).settle()
    battle, squire, asked = shown(stage, skirmish), baseline.squire(1), 0
    for _ in range(150):
        request = battle.table.request
        if request is None:
            break
        small = option_groups.few(battle.request) and 1 < len(battle.request.options) <= option_groups.FEW
        if small:
            asked += 1
            stage.tick(2)  # first it is drawn, then weighed
            keys = [option.key for option in request.options]
            rows = [f"reply {at}" for at in range(len(battle.replies()))] + ["nobody"]
            assert ranking.marked(battle) in (rows if len(battle.replies()) > 1 else [*keys, *rows]), request.question
        battle.answer(squire.choose(skirmish.session))
    assert asked


@pytest.mark.parametrize("rules", ["poise", "clash"])
def test_a_number_marks_an_answer_and_enter_gives_it(stage: Stage, rules: str) -> None:
    battle = shown(stage, skirmish_until(rules, defends))
    before = len(battle.table.skirmish.session.answers())
    for number in range(1, 10):
        stage.key(pygame.K_0 + number, typed=str(number))
    assert len(battle.table.skirmish.session.answers()) == before
    marked = battle.pending
    assert marked in [option.key for option in battle.request.options]
    stage.key(pygame.K_RETURN)
    assert battle.table.skirmish.session.answers()[before] == marked


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_SPACE])
def test_space_and_esc_decline(stage: Stage, key: int) -> None:
    def may_decline(table: Table, request: Decision) -> bool:
        return not table.is_turn() and request.declining() is not None and table.asking.ordered() is None

    battle = shown(stage, skirmish_until("clash", may_decline))
    before = len(battle.table.skirmish.session.answers())
    stage.key(key)
    stage.tick(2)
    assert stage.name() == "BattleScreen"
    assert len(battle.table.skirmish.session.answers()) > before


def test_esc_opens_the_menu_in_a_turn(stage: Stage, turn: BattleScreen) -> None:
    stage.key(pygame.K_ESCAPE)
    assert stage.name() == "Menu"


def test_who_acts_is_chosen_by_the_number_of_the_unit(stage: Stage) -> None:
    def may_use(table: Table, request: Decision) -> bool:
        return request.question == "floor" and sum(one.unit is not None for one in request.options) > 2

    battle = shown(stage, skirmish_until("aura", may_use))
    digits = dict(zip([group.verb for group in battle.groups()], ranking.digits(battle), strict=True))
    units = sorted(one.unit for one in battle.request.options if one.unit is not None)
    assert sorted(digit for digit in digits.values() if digit)[: len(units)] == [*range(1, len(units) + 1)]
    stage.key(pygame.K_2, typed="2")
    assert battle.option(battle.pending).unit == units[1]


def test_one_unit_is_one_row_of_a_question(stage: Stage) -> None:
    def several(table: Table, request: Decision) -> bool:
        return request.question == "opportunity" and table.asking.ordered() is None

    battle = shown(stage, skirmish_until("clash", several))
    asked = [one.who for one in battle.replies()]
    assert len(set(asked)) == len(asked)


def test_only_what_the_key_for_passing_takes_shows_it(stage: Stage) -> None:
    """Vitality's turns can be put off as well as ended: the key ends them."""

    def may_hold(table: Table, request: Decision) -> bool:
        return request.moment == "own_turn" and any(one.role == "wait" for one in request.options)

    battle = shown(stage, skirmish_until("vitality", may_hold))
    stage.click(next(one for one in battle.buttons if one.key == "tab turn").rect.center)
    (hinted,) = [one for one in battle.buttons if one.hint == stage.app.key("end_turn")]
    assert battle.option(hinted.key).role == "end_turn"
