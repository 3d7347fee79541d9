"""The user's own keys: set on a screen by keys, mouse or gamepad; taken from others by name; kept and given back."""

from __future__ import annotations

import json

import pygame
import pytest

from game.data import paths
from game.ui.kit import commands
from game.ui.kit.screen import Push
from game.ui.menus.keys import Keys
from game.ui.menus.settings import Settings

from .stage import Stage
from .test_gamepad import START, A, B, button, hat


@pytest.fixture
def keys(stage: Stage) -> Keys:
    stage.title()
    stage.app.go(Push(Settings(stage.app)))
    stage.press("keys")
    assert stage.name() == "Keys"
    return stage.top


def choose(stage: Stage, screen: Keys, command: str) -> None:
    """Mark a command of the group in the list, by keys."""
    wanted = [one.id for one in screen.shown].index(command)
    screen.form.focus = "list"
    for _ in range(abs(wanted - screen.at)):
        stage.key(pygame.K_DOWN if screen.at < wanted else pygame.K_UP)
    assert screen.at == wanted


def what(stage: Stage, key: str, scope: str = "board") -> str | None:
    return commands.find(key, scope, stage.app.bound)


def test_a_key_is_added_by_keys_alone_and_kept(stage: Stage, keys: Keys) -> None:
    choose(stage, keys, "grid")
    stage.key(pygame.K_RETURN)
    assert stage.name() == "Listening"
    stage.key(pygame.K_LCTRL, mod=pygame.KMOD_CTRL)  # no key yet
    assert stage.name() == "Listening"
    stage.key(pygame.K_b, mod=pygame.KMOD_CTRL)
    assert stage.name() == "Keys"
    assert what(stage, "ctrl+b") == what(stage, "g") == "grid"
    assert stage.app.key("grid") == "Ctrl+B"  # what buttons show is the one that was chosen last
    assert Stage().app.bound["grid"] == ("ctrl+b", "g")


def test_a_key_is_taken_away_by_mouse_alone(stage: Stage, keys: Keys) -> None:
    stage.click((keys.form.find("group").rect.right - 5, keys.form.find("group").rect.centery))
    assert keys.group == "replay"
    box = keys.form.find("list")
    stage.click((box.rect.centerx, box.rect.y + 2 * box.row_height + 5))
    assert keys.chosen.id == "turn_forward"
    stage.press("key pagedown")
    assert what(stage, "pagedown", "replay") is None and what(stage, "down", "replay") == "turn_forward"
    assert what(stage, "pagedown", "edit") == "edit_next"
    stage.press("usual")
    assert what(stage, "pagedown", "replay") == "turn_forward" and not stage.app.prefs.keys


def test_a_gamepad_sets_its_own_buttons(stage: Stage, keys: Keys) -> None:
    button(stage, B)
    button(stage, A)  # in again by the pad
    screen = stage.top
    assert isinstance(screen, Keys) and screen.pad
    for _ in range([one.id for one in screen.shown].index("inspect")):
        hat(stage, 0, -1)
    button(stage, A)
    assert stage.name() == "Listening"
    button(stage, START)
    assert stage.name() == "Notice" and "End the turn" in stage.top.scroll.lines[0].words
    button(stage, A)
    assert stage.name() == "Keys"
    assert what(stage, "pad:start") == "inspect" and what(stage, "space") == "end_turn"
    assert stage.app.key("inspect") == "Start"


def test_what_a_key_stood_for_is_named_and_nothing_is_lost_unasked(stage: Stage, keys: Keys) -> None:
    choose(stage, keys, "grid")
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_h, typed="h")
    assert stage.name() == "Notice"
    assert "“Hint" in stage.top.scroll.lines[0].words and "without a key" in stage.top.scroll.lines[1].words
    stage.key(pygame.K_ESCAPE)
    assert what(stage, "h") == "hint"
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_h, typed="h")
    stage.press("button0")
    assert what(stage, "h") == "grid" and what(stage, "h", "edit") == "edit_tool_hexagon"
    assert not commands.bindings(stage.app.prefs.keys)[1]
    choose(stage, keys, "hint")
    stage.press("usual")
    assert what(stage, "h") == "hint" and what(stage, "g") == "grid"
    assert not stage.app.prefs.keys


def test_a_key_for_everywhere_is_taken_wherever_it_stands_for_something(stage: Stage, keys: Keys) -> None:
    keys._regroup("any")
    choose(stage, keys, "screenshot")
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_f, mod=pygame.KMOD_CTRL)
    assert "in the map editor" in stage.top.scroll.lines[0].words
    stage.key(pygame.K_RETURN)
    assert what(stage, "ctrl+f", "edit") == what(stage, "ctrl+f") == "screenshot"


@pytest.mark.parametrize("key", [pygame.K_F11, pygame.K_F12, pygame.K_F1, pygame.K_SPACE])
def test_while_a_key_is_awaited_none_does_anything_else(stage: Stage, keys: Keys, key: int) -> None:
    keys._regroup("any")
    choose(stage, keys, "palette")
    stage.key(pygame.K_RETURN)
    full = stage.app.prefs.full_screen
    stage.key(key)
    assert stage.name() == "Notice" and "Take it" in stage.top.scroll.lines[0].words
    assert stage.app.prefs.full_screen == full and not stage.app.message


def test_the_press_that_opens_the_window_is_not_the_key(stage: Stage, keys: Keys) -> None:
    stage.down(pygame.K_RETURN)
    stage.down(pygame.K_RETURN)  # still held
    assert stage.name() == "Listening"
    stage.up(pygame.K_RETURN)
    stage.key(pygame.K_ESCAPE)
    assert stage.name() == "Keys" and not stage.app.prefs.keys
    stage.press("add")
    stage.press("cancel")
    assert stage.name() == "Keys"
    stage.press("add")
    stage.tick(220)  # nobody presses anything
    assert stage.name() == "Keys" and not stage.app.prefs.keys


@pytest.mark.parametrize(("command", "group", "key"), [("cancel", "any", "escape"), ("next", "menu", "tab")])
def test_the_way_out_always_has_a_key(stage: Stage, keys: Keys, command: str, group: str, key: str) -> None:
    keys._regroup(group)
    choose(stage, keys, command)
    stage.press(f"key {key}")
    assert "needs a key" in stage.app.message and what(stage, key, group) == command
    stage.press("add")
    stage.key(pygame.K_u, typed="u")
    if stage.name() == "Notice":
        stage.press("button0")
    stage.press(f"key {key}")
    assert what(stage, "u", group) == command and what(stage, key, group) is None
    other = "help" if group == "any" else "down"
    keys._regroup("any" if group == "any" else "menu")
    choose(stage, keys, other)
    stage.press("add")
    stage.key(pygame.K_u, typed="u")
    assert "is needed" in stage.top.title
    stage.key(pygame.K_RETURN)
    assert what(stage, "u", group) == command


def test_all_keys_are_given_back_after_a_question(stage: Stage, keys: Keys) -> None:
    for typed in "jq":
        stage.press("add")
        stage.key(ord(typed), typed=typed)
    assert stage.app.prefs.keys
    stage.press("all")
    assert stage.name() == "Notice"
    stage.press("button0")
    assert not stage.app.prefs.keys and stage.name() == "Keys"
    assert json.loads((paths.user_config() / "settings.json").read_text())["keys"] == {}


def test_the_fourth_key_takes_the_place_of_the_oldest_and_says_so(stage: Stage, keys: Keys) -> None:
    choose(stage, keys, "cursor_w")
    for typed in "jq":
        stage.press("add")
        stage.key(ord(typed), typed=typed)
    assert "no longer" in stage.app.message and "Num 4" in stage.app.message
    assert stage.app.bound["cursor_w"][:3] == ("q", "j", "left")
    assert what(stage, "pad:left") == "cursor_w", "a gamepad's are counted apart"


def test_keys_that_settings_give_twice_are_marked_in_the_list(stage: Stage) -> None:
    stage.title()
    stage.app.change(keys={"zones": ("t",), "nonsense": ("j",)})
    stage.app.go(Push(Keys(stage.app)))
    box, zones = stage.top.form.find("list"), [one.id for one in stage.top.shown].index("zones")
    assert box.rows[zones].note.startswith("T stands for “Show what the enemies could attack")
    choose(stage, stage.top, "zones")
    stage.press("add")
    stage.key(pygame.K_j, typed="j")
    assert what(stage, "j") == "zones" and what(stage, "t") == "threat"
    assert stage.app.prefs.keys == {"zones": ("j",), "nonsense": ("j",)}
    assert not [row for row in stage.top.form.find("list").rows if row.note]


def test_help_leads_to_the_keys(stage: Stage) -> None:
    stage.title()
    stage.key(pygame.K_F1)
    stage.press("button1")
    assert stage.name() == "Keys"
    stage.key(pygame.K_ESCAPE)
    assert stage.name() == "Title"
