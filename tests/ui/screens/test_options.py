"""The option bar: order, words and widths of its buttons, in poise and in the toy rules."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.map import scenario
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish
from game.text.log import remarks
from game.ui.battle import option_bar, ranking
from game.ui.battle.option_groups import TABS, groups
from game.ui.battle.screen import BattleScreen
from game.ui.kit import text
from game.ui.kit.screen import Push

from .stage import Stage, toward


@pytest.fixture
def poise_stage() -> Stage:
    return Stage()


def poise_battle(
    stage: Stage, seed: int = 3, *, deployment: str = "automatic", board: str = "arena", **who
) -> BattleScreen:
    """A skirmish of poise with somebody at the screen on the first side."""
    stage.title()
    stage.app.change(speed=0, handover=False)
    start = scenario.quick(board, "poise", [who.get("first", "human"), who.get("second", "first")], seed)
    start = replace(start, deployment=deployment)
    battle = BattleScreen(stage.app, Skirmish(start, find_ruleset("poise")).settle())
    stage.app.go(Push(battle))
    stage.tick(3)
    return battle


def play_on(stage: Stage, battle: BattleScreen, wanted, times: int = 300) -> None:
    """Let time pass, and pass turns, until somebody at the screen is asked something wanted."""
    for _ in range(times):
        request = battle.request
        if request is not None and battle.table.human():
            if wanted(request):
                return
            near = toward(battle)
            battle.answer(near.key if near.cell is not None or not turn(request) else "end")
        stage.tick()
    raise AssertionError("it was never asked")


def resize(stage: Stage, size: tuple[int, int]) -> None:
    stage.app.event(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))
    stage.tick(2)


def turn(request) -> bool:
    return request.question == "turn"


def test_attacks_stand_first_by_threat_and_the_end_stands_last(poise_stage: Stage) -> None:
    battle = poise_battle(poise_stage, second="human")
    play_on(poise_stage, battle, lambda request: turn(request) and any("slash" in one.key for one in request.options))
    found = [group.verb for group in battle.groups()]
    sheet = battle.ruleset.sheet.skills
    attacks = [verb for verb in found if verb in sheet and sheet[verb].threat is not None]
    assert len(attacks) > 1
    assert found[: len(attacks)] == attacks
    assert [sheet[verb].threat for verb in attacks] == sorted((sheet[verb].threat for verb in attacks), reverse=True)
    assert found[len(attacks)] == "dash"
    assert found[-1] == "end"


@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 100), ((1280, 800), 150), ((1900, 1000), 100)])
def test_no_button_is_cut(poise_stage: Stage, size: tuple[int, int], scale: int) -> None:
    battle = poise_battle(poise_stage, second="human")
    resize(poise_stage, size)
    poise_stage.app.change(scale=scale)
    poise_stage.tick(2)
    play_on(poise_stage, battle, lambda request: turn(request) and any("slash" in one.key for one in request.options))
    poise_stage.app.dirty = True
    poise_stage.tick()
    look = battle.app.look
    assert len(battle.buttons) >= 4
    for button in battle.buttons:
        assert option_bar._width(look, button) <= button.rect.width, button.label
        assert battle.areas.options.contains(button.rect)
    assert text.width("x" * 99, look.size("body")) > battle.buttons[0].rect.width  # the measure measures something


def test_a_wide_window_has_more_columns(poise_stage: Stage) -> None:
    battle = poise_battle(poise_stage)
    play_on(poise_stage, battle, turn)
    rows = []
    for width in (1000, 1900):
        resize(poise_stage, (width, 900))
        rows.append(len({button.rect.x for button in battle.buttons}))
    assert rows[0] < rows[1]


def test_one_target_stands_small_below_the_verb(stage: Stage) -> None:
    battle = stage.battle("human", "human")
    stage.app.change(handover=False)
    for _ in range(200):
        stage.reveal()
        strikes = [option for option in battle.request.options if option.verb == "strike"]
        if len(strikes) == 1:
            break
        battle.answer(toward(battle).key)
        stage.tick()
    group = groups(battle.request, battle.ruleset.verbs)[0]
    label, note = option_bar.label_of(battle, group)
    assert group.verb == "strike"
    assert "…" not in label + note
    assert len(label) < len(battle.option_title(strikes[0])) or note == ""
    stage.app.dirty = True
    stage.tick()
    tab = next(button for button in battle.buttons if button.on)
    assert (tab.key, tab.hint) == (f"tab {group.tab}", str(len(TABS)))
    assert strikes[0].key in [button.key for button in battle.buttons]


def test_answers_say_what_they_cost_and_a_press_gives_them_at_once(poise_stage: Stage) -> None:
    battle = poise_battle(poise_stage)
    play_on(poise_stage, battle, lambda request: request.question == "defend")
    poise_stage.tick()
    assert all(button.label != "Raise" for button in battle.buttons)
    sure = next(button for button in battle.buttons if "→" in button.note)
    before = len(battle.table.skirmish.session.answers())
    poise_stage.click(sure.rect.center)
    assert len(battle.table.skirmish.session.answers()) == before, "a prompt that has just come up"
    poise_stage.wait()
    poise_stage.click(sure.rect.center)
    assert len(battle.table.skirmish.session.answers()) > before
    poise_stage.tick()
    session = battle.table.skirmish.session
    said = [entry.text for entry in battle.battle_log.entries() if "threat" in entry.text]
    assert 0 < len(said) < len([text for _, text in remarks(session) if "threat" in text]), "each number once"


def test_to_surrender_takes_another_key(poise_stage: Stage) -> None:
    battle = poise_battle(poise_stage)
    play_on(poise_stage, battle, turn)
    poise_stage.wait()
    assert all(group.verb != "surrender" for group in battle.groups())  # no button or number key of a turn gives up
    poise_stage.key(pygame.K_F4)
    entry = next(one for one in poise_stage.top.form.widgets if one.label == "Surrender …")
    poise_stage.click(entry.rect.center)
    assert battle.pending == "surrender" and battle.request is not None and turn(battle.request)
    poise_stage.key(pygame.K_RETURN)  # the key that took it up
    assert not battle.pending and battle.request is not None
    battle.choose("surrender", sure=True)  # as where it is one of the answers to a prompt
    assert battle.pending == "surrender" and battle.request is not None
    poise_stage.key(pygame.K_DOWN)
    poise_stage.key(pygame.K_RETURN)
    poise_stage.tick(3)
    assert battle.ruleset.outcome(battle.table.world) is not None


def test_a_surrender_can_be_taken_back_although_the_enemy_took_it(stage: Stage) -> None:
    battle = poise_battle(stage)
    play_on(stage, battle, turn)
    before = battle.table.skirmish.session.answers()
    battle.answer("surrender")
    stage.tick(5)
    assert stage.name() == "Ending"
    stage.press("board")
    stage.tick()
    stage.key(pygame.K_z, pygame.KMOD_CTRL)
    assert stage.app.message == "Undone."
    assert battle.table.skirmish.session.answers() == before
    assert battle.request is not None


def test_a_second_maneuver_says_that_it_takes_the_action(poise_stage: Stage) -> None:
    battle = poise_battle(poise_stage)
    play_on(poise_stage, battle, turn)
    who = battle.table.request.who
    shift = next(one for one in battle.request.options if one.verb == "shift")
    assert ranking.priced(battle, shift) == "1 maneuver"
    battle.answer(shift.key)
    play_on(poise_stage, battle, turn, times=1) if not turn(battle.request) else None
    assert battle.table.request.who == who
    again = next(one for one in battle.request.options if one.verb == "shift")
    assert ranking.priced(battle, again) == "1 action, heedless after it"


@pytest.mark.parametrize("ruleset", ["poise", "wounds", "vitality"])
def test_three_rows_of_options_are_seen_where_least_fits(poise_stage: Stage, ruleset: str) -> None:
    poise_stage.title()
    poise_stage.app.change(speed=0, handover=False, scale=200)
    resize(poise_stage, (1024, 640))
    start = replace(scenario.quick("arena", ruleset, ["human", "first"], 3), deployment="automatic")
    battle = BattleScreen(poise_stage.app, Skirmish(start, find_ruleset(ruleset)).settle())
    poise_stage.app.go(Push(battle))
    poise_stage.tick(3)
    play_on(poise_stage, battle, turn)
    poise_stage.wait()
    tabs = {group.tab for group in battle.groups()}
    most = max(tabs, key=lambda tab: len([group for group in battle.groups() if group.tab == tab]))
    battle.tab = most
    poise_stage.tick(2)
    seen = [one for one in battle.buttons if not one.key.startswith("tab ")]
    several = len([group for group in battle.groups() if group.tab == most])
    assert len({one.rect.y for one in seen}) >= 3 or len(seen) >= several
    assert all(one.rect.bottom <= 640 for one in battle.buttons)
