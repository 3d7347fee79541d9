"""A whole skirmish of each ruleset by keys alone, by clicks alone and by gamepad alone; players see the screen only."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.data import paths
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.rules.verbs import table_of
from game.skirmish.record import Skirmish, digest, read
from game.ui.battle.screen import BattleScreen
from game.ui.kit.screen import Push
from tests.ui.bots import Keys, Mouse, Pad
from tests.ui.hands import Hands
from tests.ui.screens.stage import Stage
from tests.ui.sizes import resize

WITH = {"keys": (Keys, "village-green"), "mouse": (Mouse, "arena"), "pad": (Pad, "village-green")}


@pytest.fixture
def stage(tmp_path, monkeypatch) -> Stage:
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path)
    monkeypatch.setattr(paths, "user_config", lambda: tmp_path)
    return Stage()


def begin(stage: Stage, rules: str, map_name: str, *, units: int, rounds: int) -> BattleScreen:
    base = quick(map_name, rules, ["human", "human"], 5)
    sides = tuple(replace(side, roster=side.roster[:units]) for side in base.sides)
    battle = BattleScreen(stage.app, Skirmish(replace(base, sides=sides, round_limit=rounds)).settle())
    stage.app.change(speed=0, handover=False)
    stage.title()
    stage.app.go(Push(battle))
    stage.tick(2)
    return battle


def plays(stage: Stage, rules: str, device: str, *, units: int, rounds: int) -> Hands:
    made, map_name = WITH[device]
    battle, hands = begin(stage, rules, map_name, units=units, rounds=rounds), made(stage)
    hands.play()
    assert attacks(battle), "nobody was attacked"
    again = read(battle.table.text()).settle()
    assert digest(again.session.world) == digest(battle.table.world)
    hands.leave()
    assert stage.name() == "Title"
    return hands


def attacks(battle: BattleScreen) -> set[str]:
    """The attacks of own turns that were made."""
    verbs = table_of(battle.table.world).questions["turn"].verbs.values()
    given = {str(answer).split()[0] for answer in battle.table.skirmish.session.answers()}
    return given & {verb.name for verb in verbs if verb.group == "attack"}


@pytest.mark.parametrize("device", WITH)
@pytest.mark.parametrize("rules", SHIPPED)
def test_a_whole_skirmish(stage: Stage, rules: str, device: str) -> None:
    plays(stage, rules, device, units=2, rounds=4 if rules == "poise" else 2)


WINDOWS = (((1024, 640), 200, "contrast"), ((1280, 720), 200, "default"), ((2560, 1440), 100, "safe"))
IN_TURN = [(device, window) for window in WINDOWS for device in WITH]


@pytest.mark.parametrize(("rules", "device", "window"), [(SHIPPED[n % 5], *each) for n, each in enumerate(IN_TURN)])
def test_a_skirmish_in_other_windows_at_other_scales_in_other_colours(
    stage: Stage, rules: str, device: str, window: tuple[tuple[int, int], int, str]
) -> None:
    size, scale, palette = window
    stage.title()
    resize(stage, size, scale)
    stage.app.change(palette=palette)
    plays(stage, rules, device, units=2, rounds=4 if rules == "poise" else 2)
    assert (stage.app.size, stage.app.look.scale, stage.app.look.palette.key) == window


@pytest.mark.nightly
@pytest.mark.parametrize("device", WITH)
@pytest.mark.parametrize("rules", SHIPPED)
def test_a_long_skirmish(stage: Stage, rules: str, device: str) -> None:
    plays(stage, rules, device, units=4, rounds=6)
