"""House rules are chosen before a skirmish, remembered by ruleset, and hold in the skirmish that begins."""

from __future__ import annotations

import pygame
import pytest

from game.kernel.components import FIELD, Field
from game.rules.houses import house_rules
from game.rules.registry import SHIPPED
from game.rules.ruleset import Declares, Ruleset, find_ruleset
from game.ui.battle.screen import BattleScreen
from game.ui.kit import prefs
from game.ui.kit.screen import Push
from game.ui.menus.house_rules import label
from game.ui.menus.setup import Setup

from .stage import Stage


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A window with the set-up of aura on the arena."""
    stage = Stage()
    stage.title()
    stage.app.change(set_up=prefs.SetUp("aura", "arena"))
    stage.app.go(Push(Setup(stage.app)))
    stage.tick()
    return stage


@pytest.mark.parametrize("name", SHIPPED)
def test_every_house_rule_offers_its_usual_value(name: str) -> None:
    rules = find_ruleset(name)
    assert isinstance(rules, Declares)
    found = {rule.name: rule for rule in house_rules(rules)}
    for rule in found.values():
        assert rule.usual in rule.values
        assert len(rule.values) > 1
        assert rule.text.endswith(".")
        assert len({label(rule, value) for value in rule.values}) == len(rule.values)
    simple = {
        each
        for each in rules.settings.__struct_fields__
        if isinstance(getattr(rules.settings, each), bool | int | float)
    }
    assert simple <= found.keys()


def test_a_choice_holds_in_the_skirmish_and_is_remembered(plain: Stage) -> None:
    stage = plain
    stage.press("house")
    assert stage.name() == "HouseRules"
    stage.press("aura_scale")
    for _ in range(20):
        if stage.top.form.find("cover") is not None:
            break
        stage.app.event(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
        stage.tick()
    stage.press("cover")
    assert set(stage.top.values) == {"aura_scale", "cover"}
    stage.press("cover")
    assert set(stage.top.values) == {"aura_scale"}
    stage.press("back")
    assert stage.top.form.find("house").label == "1 changed"
    stage.press("start")
    stage.tick()
    battle = stage.top
    assert isinstance(battle, BattleScreen)
    settings = battle.table.world.get(FIELD, Field).settings
    assert settings.aura_scale == stage.app.prefs.set_up.house["aura"]["aura_scale"] != 0.5
    assert settings.cover
    assert prefs.load()[0].set_up.house == stage.app.prefs.set_up.house


def test_what_is_no_longer_offered_is_forgotten(plain: Stage) -> None:
    kept = {"aura": {"aura_scale": 99.0, "covers": True, "stealth": True}, "chess": {"castling": True}}
    plain.app.change(set_up=prefs.SetUp("aura", "arena", house=kept))
    assert Setup(plain.app).chosen.house == {"aura": {"stealth": True}}


def test_everything_goes_back_to_what_is_usual(plain: Stage) -> None:
    plain.press("house")
    plain.press("ranged_attack_energy")
    plain.press("usual")
    assert not plain.top.values
    plain.press("back")
    assert plain.top.form.find("house").label == "As usual"


def test_they_are_those_of_the_ruleset_that_is_chosen_now(plain: Stage) -> None:
    plain.app.change(set_up=prefs.SetUp("aura", "arena", house={"aura": {"stealth": True}}))
    plain.app.go(Push(Setup(plain.app)))
    assert plain.top.form.find("house").label == "1 changed"
    while plain.top.chosen.ruleset != "poise":
        plain.press("ruleset")
    assert plain.top.form.find("house").label == "As usual"
    plain.press("house")
    assert plain.top.title == find_ruleset("poise").title
    plain.press(plain.top.rules[0].name)
    plain.press("back")
    assert plain.top.form.find("house").label == "1 changed"
    assert plain.top.chosen.house.keys() == {"aura", "poise"}


def test_a_ruleset_without_settings_has_none(toy: Ruleset) -> None:
    assert house_rules(toy) == ()
