"""Gamepads: presses from buttons, hats, sticks and triggers, hints that follow the device, pads that come and go."""

from __future__ import annotations

import json

import pygame
import pytest

from game.data import paths
from game.ui.kit import commands
from game.ui.kit.gamepad import NAMES, Gamepads

from .stage import Stage, toward

PAD = 3


def event(kind: int, **fields: object) -> pygame.event.Event:
    return pygame.event.Event(kind, instance_id=PAD, **fields)


def button(stage: Stage, number: int) -> None:
    stage.app.event(event(pygame.JOYBUTTONDOWN, button=number))
    stage.app.event(event(pygame.JOYBUTTONUP, button=number))
    stage.tick()


def axis(stage: Stage, number: int, value: float) -> None:
    stage.app.event(event(pygame.JOYAXISMOTION, axis=number, value=value))
    stage.tick()


def hat(stage: Stage, x: int, y: int) -> None:
    for value in ((x, y), (0, 0)):
        stage.app.event(event(pygame.JOYHATMOTION, hat=0, value=value))
    stage.tick()


A, B, X, Y, LB, RB, START = 0, 1, 2, 3, 4, 5, 7


@pytest.fixture
def battle(stage: Stage):
    stage.app.change(handover=False)
    found = stage.battle()
    stage.wait()
    return found


def test_from_the_title_to_the_first_question(stage: Stage) -> None:
    stage.title()
    button(stage, A)
    assert stage.name() == "Setup"
    for _ in range(40):
        if stage.top.form.focus == "start":
            break
        button(stage, RB)
    button(stage, A)
    assert stage.name() == "BattleScreen"
    button(stage, Y)
    assert stage.name() == "Menu"
    button(stage, B)
    assert stage.name() == "BattleScreen"


def test_directions_move_the_cursor_and_go_on_while_held(stage: Stage, battle) -> None:
    hat(stage, 1, 0)
    first = battle.cursor
    assert first is not None
    hat(stage, 1, 0)
    assert battle.cursor != first
    stage.app.event(event(pygame.JOYAXISMOTION, axis=0, value=-0.9))
    once = battle.cursor
    assert stage.app.pads.holding
    for _ in range(12):
        stage.tick()
    assert battle.cursor != once  # the stick is still held
    axis(stage, 0, 0.0)
    assert not stage.app.pads.holding
    still = battle.cursor
    for _ in range(12):
        stage.tick()
    assert battle.cursor == still


def test_sticks_have_eight_ways_and_a_rim(stage: Stage) -> None:
    pads = Gamepads(lambda: 0)

    def push(x: float, y: float) -> list[tuple[int, str]]:
        found = pads.keys(event(pygame.JOYAXISMOTION, axis=0, value=x)) or []
        found += pads.keys(event(pygame.JOYAXISMOTION, axis=1, value=y)) or []
        return [(one.type, one.pad) for one in found]

    assert push(0.3, 0.3) == []
    assert push(0.0, -0.9) == [(pygame.KEYDOWN, "pad:stick-n")]
    assert push(0.0, -0.45) == []  # held until it is well back
    assert push(0.0, 0.0) == [(pygame.KEYUP, "pad:stick-n")]
    assert push(0.7, -0.7)[-1] == (pygame.KEYDOWN, "pad:stick-ne")


def test_triggers_zoom_and_shoulders_go_from_unit_to_unit(stage: Stage, battle) -> None:
    size = battle.pane.camera.size
    axis(stage, 5, 1.0)
    axis(stage, 5, -1.0)
    assert battle.pane.camera.size > size
    axis(stage, 2, 1.0)
    axis(stage, 2, -1.0)
    assert battle.pane.camera.size == size
    button(stage, RB)
    first = battle.inspected
    button(stage, RB)
    assert first is not None and battle.inspected != first
    button(stage, LB)
    assert battle.inspected == first


def test_x_lists_what_can_be_done_a_takes_it_b_goes_back(stage: Stage, battle) -> None:
    before = len(battle.table.skirmish.session.answers())
    button(stage, X)
    assert battle.chooser is not None
    button(stage, B)
    assert battle.chooser is None
    button(stage, X)
    button(stage, A)
    assert battle.pending  # planned, not done
    assert len(battle.table.skirmish.session.answers()) == before
    button(stage, A)
    assert len(battle.table.skirmish.session.answers()) > before


def test_answers_are_gone_through_and_b_declines(stage: Stage, battle) -> None:
    for _ in range(300):
        if battle.table.request.question == "defend":
            break
        battle.answer(toward(battle).key)
        stage.tick()
    stage.wait()
    seen = set()
    for _ in battle.request.options:
        hat(stage, 0, -1)
        seen.add(battle.pending)
    assert seen == {option.key for option in battle.request.options}
    button(stage, A)
    assert battle.table.request is None or battle.table.request.question != "defend"


def test_hints_follow_the_device_that_was_used_last(stage: Stage, battle) -> None:
    def hints() -> set[str]:
        return {one.hint for one in battle.buttons if one.hint}

    assert "Space" in hints() or "1" in hints()
    button(stage, RB)
    assert stage.app.key("confirm") == "A"
    assert not {hint for hint in hints() if hint.isdigit() or hint in ("Space", "Enter", "Esc")}
    stage.key(pygame.K_TAB)
    assert stage.app.key("confirm") == "Enter"
    button(stage, RB)
    stage.click(battle.areas.side.center)
    assert stage.app.key("confirm") == "Enter"


def test_a_pad_that_goes_lets_everything_go(stage: Stage, battle) -> None:
    stage.app.event(event(pygame.JOYAXISMOTION, axis=0, value=0.9))
    assert stage.app.pads.holding
    stage.app.event(event(pygame.JOYDEVICEREMOVED))
    assert not stage.app.pads.holding
    stage.app.event(pygame.event.Event(pygame.JOYDEVICEADDED, device_index=40, guid=""))  # gone before it was opened
    hat(stage, 1, 0)
    assert battle.cursor is not None


def test_a_pad_that_sdl_knows_is_read_by_its_layout_only(stage: Stage) -> None:
    pads = Gamepads(lambda: 0)
    pads._known.add(PAD)
    assert pads.keys(event(pygame.JOYBUTTONDOWN, button=A)) == []  # the same press comes as a controller's
    (press,) = pads.keys(event(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_RIGHTSHOULDER))
    assert press.pad == "pad:rb"
    (press,) = pads.keys(event(pygame.CONTROLLERAXISMOTION, axis=pygame.CONTROLLER_AXIS_TRIGGERLEFT, value=32767))
    assert press.pad == "pad:lt"


def test_what_a_button_does_is_set_as_keys_are(folders) -> None:
    settings = {"keys": {"end_turn": ["space", "pad:x"], "list_here": ["shift+x", "pad:start"]}}
    (paths.user_config() / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    stage = Stage()
    assert commands.find("pad:x", "board", stage.app.bound) == "end_turn"
    assert commands.find("pad:start", "board", stage.app.bound) == "list_here"
    assert not stage.app.message


def test_every_bound_name_is_one_that_a_pad_has() -> None:
    bound = [key for command in commands.COMMANDS for key in command.keys if key.startswith("pad:")]
    assert bound and {key.removeprefix("pad:") for key in bound} <= set(NAMES)
    assert not commands.bindings({})[1]
