"""What is rarely meant and never made good is asked again: by keys, mouse and pad."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.kernel.flow import Decision
from game.map import scenario
from game.map.roster import Entry
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.rules.verbs import question_of
from game.skirmish.record import Skirmish
from game.ui.battle import option_groups
from game.ui.battle.chooser import Doubt
from game.ui.battle.screen import BattleScreen
from game.ui.battle.table import Table
from game.ui.kit.screen import Push
from tests.playing import brawl
from tests.ui.bots import Pad

from .stage import Stage, take_up
from .test_breaking_in import shown, skirmish_until

pytestmark = pytest.mark.usefixtures("patient")


def opened(stage: Stage, ruleset: str) -> BattleScreen:
    stage.title()
    stage.app.change(speed=0, handover=False)
    start = replace(scenario.quick("arena", ruleset, ["human", "squire"], 3), deployment="automatic")
    battle = BattleScreen(stage.app, Skirmish(start, find_ruleset(ruleset)).settle())
    stage.app.go(Push(battle))
    for _ in range(60):
        stage.tick()
        if battle.request is not None and option_groups.tabbed(battle.request) and drops(battle):
            stage.wait()
            return battle
        if battle.request is not None and battle.may_answer():
            found = {"takes" if one.verb == "use" else one.role: one for one in reversed(battle.request.options)}
            roles = ("takes", "commit", "end_turn", "decline", "act")
            battle.answer(next(found[role].key for role in roles if role in found))
    raise AssertionError("nobody may drop anything")


FINAL = {
    "poise": set(),  # whoever stands on an exit is asked whether to leave
    "clash": {"drop", "let_go", "leave"},
    "wounds": {"drop", "doff", "let_go", "leave"},
    "vitality": {"release", "leave"},
    "aura": {"drop", "release", "leave"},
}


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_what_is_never_made_good(ruleset: str) -> None:
    world = brawl(ruleset, "hex", 1).session.world
    verbs = question_of(world, "turn").verbs
    assert {name for name, verb in verbs.items() if verb.final} == FINAL[ruleset]


def drops(battle: BattleScreen) -> list[option_groups.Group]:
    return [group for group in battle.groups() if group.options[0].final and group.options[0].group == "gear"]


def answers(battle: BattleScreen) -> int:
    return len(battle.table.skirmish.session.answers())


@pytest.mark.parametrize("ruleset", ["clash", "wounds", "aura"])
def test_one_click_drops_nothing(stage: Stage, ruleset: str) -> None:
    battle = opened(stage, ruleset)
    before, option = answers(battle), drops(battle)[0].options[0]
    battle_click(stage, "tab gear")
    battle_click(stage, option.key)
    assert answers(battle) == before and battle.pending == option.key
    doubt = battle.chooser
    assert isinstance(doubt, Doubt) and doubt.titles[1] == battle.option_title(option)
    stage.wait()
    stage.click((doubt.rect.centerx, doubt.rect.y + doubt.pad + doubt.step // 2))  # Cancel
    assert answers(battle) == before and not battle.pending and battle.chooser is None
    battle_click(stage, option.key)
    stage.wait()
    button = next(one for one in battle.buttons if one.key == option.key)
    assert not doubt.rect.colliderect(button.rect)
    stage.click(button.rect.center)  # a click too many
    assert answers(battle) == before and not battle.pending
    battle_click(stage, option.key)
    stage.wait()
    stage.click((doubt.rect.centerx, doubt.rect.bottom - doubt.pad - doubt.step // 2))
    assert answers(battle) > before


def battle_click(stage: Stage, key: str) -> None:
    """A button of the bar; the wheel brings those that do not fit into sight."""
    for _ in range(12):
        found = next((one for one in stage.top.buttons if one.key == key), None)
        if found is not None:
            stage.click(found.rect.center)
            return
        stage.move(stage.top.areas.options.center)
        stage.app.event(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False))
        stage.tick()
    raise AssertionError(f"no button {key!r}")


def test_enter_alone_drops_nothing(stage: Stage) -> None:
    battle = opened(stage, "wounds")
    before, option = answers(battle), drops(battle)[0].options[0]
    take_up(stage, battle, option)
    for _ in range(4):
        stage.key(pygame.K_RETURN)
    take_up(stage, battle, option)
    stage.key(pygame.K_RETURN)
    assert answers(battle) == before and isinstance(battle.chooser, Doubt)
    stage.key(pygame.K_ESCAPE)
    assert battle.chooser is None and not battle.pending
    take_up(stage, battle, option)
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_2, typed="2")
    stage.key(pygame.K_RETURN)
    assert answers(battle) > before


def test_a_pad_drops_by_two_buttons(stage: Stage) -> None:
    battle = opened(stage, "aura")
    pad, before = Pad(stage), answers(battle)
    battle.choose(drops(battle)[0].options[0].key, sure=True)
    pad.confirm()
    assert answers(battle) == before and battle.chooser is None
    battle.choose(drops(battle)[0].options[0].key, sure=True)
    pad.press("↓")
    pad.confirm()
    assert answers(battle) > before


def test_a_drop_in_another_s_act_asks_again(stage: Stage) -> None:
    def may_drop(table: Table, request: Decision) -> bool:
        return request.question == "window" and any(option.verb == "drop" for option in request.options)

    battle = shown(stage, skirmish_until("clash", may_drop))
    before, option = answers(battle), next(one for one in battle.request.options if one.verb == "drop")
    stage.click(next(one for one in battle.buttons if one.key == option.key).rect.center)
    assert answers(battle) == before and isinstance(battle.chooser, Doubt)
    stage.key(pygame.K_ESCAPE)
    battle.choose(option.key, sure=True)
    stage.key(pygame.K_2, typed="2")
    stage.key(pygame.K_RETURN)
    assert answers(battle) > before


def test_of_two_in_a_council_enter_does_not_unite_and_part_for_ever(stage: Stage) -> None:
    """What a captain would do is marked, not the one thing that there is to do."""
    fallen = (Entry(role="fighter"), Entry(role="archer"))
    start = scenario.quick("village-green", "vitality", ["human", "human"], 5)
    sides = tuple(replace(side, roster=fallen) for side in start.sides)
    battle = shown(stage, Skirmish(replace(start, sides=sides), find_ruleset("vitality")).settle())
    for _ in range(6):
        stage.wait()
        stage.tick(2)
        if battle.request.question != "council":
            return
        stage.key(pygame.K_RETURN)
        stage.tick()
    raise AssertionError("it goes on for ever")
