"""One question a side and event: who breaks in, with what; what was let pass can be asked about after all."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.ai import responding
from game.kernel.components import FIELD, Clock, Unit
from game.kernel.flow import Decision
from game.map import scenario
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish, side_of
from game.text import words
from game.ui.battle.screen import BattleScreen
from game.ui.battle.table import Table
from game.ui.kit import text
from game.ui.kit.screen import Push
from tests.ai import baseline
from tests.ui.sizes import Watch, faults, resize

from .stage import Stage


def until(ruleset: str, seed: int = 3) -> Skirmish:
    return Skirmish(scenario.quick("arena", ruleset, ["human", "captain"], seed), find_ruleset(ruleset)).settle()


def table_until(ruleset: str, wanted: Callable[[Table, Decision], bool], seed: int = 3) -> tuple[Table, Decision]:
    """Squires play for both sides until the first side, somebody's at the screen, is asked that; and what that was."""
    for number in range(seed, seed + 4):  # how the squires play is not what is tested
        table, squire = Table(until(ruleset, number)), baseline.squire(1)
        for _ in range(600):
            request = table.request
            if not isinstance(request, Decision):
                break
            if table.human() and wanted(table, request):
                return table, request
            table.answer(squire.choose(table.skirmish.session))
    raise AssertionError("it was never asked")


def skirmish_until(ruleset: str, wanted: Callable[[Table, Decision], bool], seed: int = 3) -> Skirmish:
    return table_until(ruleset, wanted, seed)[0].skirmish


def shown(stage: Stage, skirmish: Skirmish) -> BattleScreen:
    stage.title()
    stage.app.change(speed=0, handover=False)
    battle = BattleScreen(stage.app, skirmish)
    stage.app.go(Push(battle))
    stage.tick(3)
    stage.wait()
    return battle


def wish(table: Table, request: Decision) -> bool:
    """Somebody may break in, is asked, and could do something that promises anything."""
    if request.moment != "window" or table.asking.ordered() is not None:
        return False
    return any(one.option is not None for one in responding.replies(table.skirmish.session))


def several(table: Table, request: Decision) -> bool:
    return request.moment == "reaction" and len(responding.replies(table.skirmish.session)) > 1


@pytest.fixture
def asked(stage: Stage) -> BattleScreen:
    return shown(stage, skirmish_until("wounds", wish))


def test_the_best_answer_is_one_press_with_its_odds_and_price(stage: Stage, asked: BattleScreen) -> None:
    (reply, *_), before = asked.replies(), len(asked.table.skirmish.session.answers())
    button = next(one for one in asked.buttons if one.key == "reply 0")
    assert "%" in button.note and "action point" in button.note
    stage.move(button.rect.center)
    assert asked.shown_preview() is not None
    stage.key(pygame.K_0 + int(button.hint[0]), typed=button.hint[0])
    assert len(asked.table.skirmish.session.answers()) == before  # it is marked, and can be looked at
    stage.key(pygame.K_RETURN)
    stage.tick(2)
    assert asked.table.skirmish.session.answers()[before : before + 2] == [*reply.keys]


def test_all_that_a_unit_could_do_lies_one_key_deeper_by_groups(stage: Stage, asked: BattleScreen) -> None:
    button = next(one for one in asked.buttons if one.key == "more 0")
    stage.key(pygame.K_0 + int(button.hint[0]), typed=button.hint[0])
    stage.key(pygame.K_RETURN)
    stage.tick(2)
    assert asked.request is not None
    assert asked.request.question == "interrupt"
    assert asked.open_tab() == "attack"
    before = len(asked.table.skirmish.session.answers())
    stage.wait()
    stage.key(pygame.K_1, typed="1")
    assert len(asked.table.skirmish.session.answers()) == before  # nothing is done before Enter


def test_space_lets_it_pass_for_everybody(stage: Stage) -> None:
    battle = shown(stage, skirmish_until("clash", several))
    event, count = battle.table.request.about, len(battle.replies())
    assert count > 1
    stage.key(pygame.K_SPACE, typed=" ")
    stage.tick(2)
    request = battle.request
    assert request is None or request.about != event or request.moment != "reaction"


def test_the_second_may_answer_in_place_of_the_first(stage: Stage) -> None:
    battle = shown(stage, skirmish_until("clash", several))
    second = battle.replies()[1]
    button = next(one for one in battle.buttons if one.key == "reply 1")
    stage.key(pygame.K_0 + int(button.hint[0]), typed=button.hint[0])
    stage.key(pygame.K_RETURN)
    stage.tick(2)
    assert second.keys[-1] in battle.table.skirmish.session.answers()[-4:]


def passed(table: Table, request: Decision) -> bool:
    """Something in the side's own act is let pass, and no dice fall upon it."""
    active = table.world.get(FIELD, Clock).active
    own = active is not None and side_of(table.world, active) == table.side()
    if not own or request.moment != "window" or table.asking.ordered() is None:
        return False
    answers = table.skirmish.session.answers()
    table.obey("Pass")
    if not any(isinstance(answer, tuple) for answer in table.skirmish.session.answers()[len(answers) :]):
        return True
    table.passed.clear()
    return False


def test_what_was_let_pass_is_asked_after_all(stage: Stage) -> None:
    table, request = table_until("wounds", passed)
    assert table.told()[-1].text.endswith("it did not concern your side")
    assert table.reopen() is None
    assert table.request == request
    assert table.asking.ordered() is None  # asked now
    assert not table.remarks
    table.answer("no")
    assert table.reopen() == "nothing_yet"


def test_an_order_of_a_unit_goes_before_that_of_its_kind(asked: BattleScreen) -> None:
    asking, request = asked.table.asking, asked.table.request
    side, entry = asked.table.side(), asked.table.world.get(request.who, Unit)
    asking.command(side, request.question, verb="ask_always")
    asking.command(side, request.question, entry.sheet, verb="no")
    assert asking.ordered() == "no"
    asking.command(side, request.question, entry.name, verb="ask_always")
    assert asking.ordered() is None


def test_orders_can_be_given_before_the_first_question(stage: Stage) -> None:
    battle = shown(stage, skirmish_until("wounds", lambda table, request: True))
    questions = {question for _, question, _ in battle.table.asking.questions()}
    assert {"declared_window", "turn_start_window", "harry"} <= questions
    stage.key(pygame.K_o, typed="o")
    assert stage.top.form.find("whom") is not None


def test_the_deed_is_read_whole_where_its_numbers_do_not_fit(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = shown(stage, skirmish_until("clash", lambda table, request: request.question == "defend"))
    resize(stage, (1024, 640), 150)
    because = words.prompt(battle.ruleset, battle.table.world, battle.request).because
    deed, _, numbers = because.partition(": ")
    assert numbers and text.width(because, stage.app.look.size("body")) > battle.areas.options.width
    watch = Watch(stage.app, monkeypatch)
    assert not faults(stage.app, watch)
    assert f"{deed} …" in [said for said, _ in watch.boxes]
    assert any(because in spot.tip for spot in battle.spots)
