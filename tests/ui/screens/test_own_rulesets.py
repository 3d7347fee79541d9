"""Variants and packages in the set-up; what is wrong with those that cannot be used can be read there."""

from __future__ import annotations

from pathlib import Path

from game.ui.kit import choices, prefs
from game.ui.kit.screen import Push
from game.ui.menus.setup import Setup

from .stage import Stage


def opened(ruleset: str) -> Stage:
    stage = Stage()
    stage.title()
    stage.app.change(set_up=prefs.SetUp(ruleset, "arena"))
    stage.app.go(Push(Setup(stage.app)))
    stage.tick()
    return stage


def variant(folder: Path, name: str, text: str) -> None:
    own = folder / "data" / "rulesets" / name
    own.mkdir(parents=True)
    (own / "variant.yaml").write_text(text)


def test_a_variant_is_chosen_and_played(folders: Path) -> None:
    variant(folders, "grim", "based_on: clash\ntitle: Grim clash\n")
    stage = opened("grim")
    assert stage.top.chosen.ruleset == "grim"
    assert {"grim", "d20"} <= choices.rulesets().keys()
    assert stage.top.form.find("left_out") is None
    stage.press("start")
    assert stage.name() == "BattleScreen"
    assert stage.top.ruleset.title == "Grim clash"


def test_what_is_left_out_says_why(folders: Path) -> None:
    variant(folders, "odd", "based_on: nobody\ntitle: Odd\n")
    stage = opened("odd")
    assert stage.top.chosen.ruleset != "odd"
    stage.press("left_out")
    assert stage.name() == "Notice"
    assert "odd/variant.yaml:1:11" in stage.top.scroll.lines[0].words
