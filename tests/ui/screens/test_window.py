"""The window itself: settings, sizes, scales, keys, broken files, no display."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import msgspec
import pygame
import pytest

from game.data import paths
from game.rules.houses import house_rules
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.ui import app as apps
from game.ui.battle import drawing
from game.ui.battle.menu import menu
from game.ui.battle.prompts import StandingOrders
from game.ui.battle.replay import Replay
from game.ui.kit import art, commands, page, prefs, save_files, text, window
from game.ui.kit.notice import Palette, help_screen
from game.ui.kit.screen import Moves, Pop, Push, Rescues
from game.ui.menus.house_rules import HouseRules
from game.ui.menus.loading import Loading
from game.ui.menus.settings import Settings
from game.ui.menus.setup import Setup

from .stage import Stage

SIZES = ((1280, 800), (1920, 1080), (800, 600))


def test_settings_survive(stage: Stage) -> None:
    stage.title()
    stage.press("settings")
    row = stage.top.form.find("palette")
    stage.click((row.rect.right - 10, row.rect.centery))
    row = stage.top.form.find("handover")
    stage.click((row.rect.right - 10, row.rect.centery))
    again, trouble = prefs.load()
    assert trouble is None
    assert (again.palette, again.handover) == ("safe", True)
    assert apps.open_window().look.palette.key == "safe"


@pytest.mark.parametrize("broken", ["{", "[]", '{"scale": "big"}', "\x00\xff"])
def test_broken_settings_give_defaults_and_say_so(folders, broken: str) -> None:
    prefs.path().write_text(broken)
    found, trouble = prefs.load()
    assert found == prefs.Prefs()
    assert "settings" in trouble
    assert (folders / "config" / "settings.broken.json").read_text() == broken


def test_odd_values_are_put_into_bounds() -> None:
    prefs.path().write_text('{"scale": 140, "speed": 3, "volume": 900, "window": [10, 99999]}')
    found, _ = prefs.load()
    assert (found.scale, found.speed, found.volume, found.window) == (150, 1, 100, (640, 4320))


@pytest.mark.parametrize(
    ("wanted", "desktop", "opened"),
    [
        ((1920, 1061), (1920, 1080), (1904, 1000)),
        ((1920, 1061), (1366, 768), (1350, 688)),
        ((1280, 800), (1280, 800), (1264, 720)),
        ((1280, 800), (1920, 1080), (1280, 800)),
        ((1280, 800), (640, 360), (640, 400)),
        ((1920, 1061), None, (1920, 1061)),
    ],
)
def test_a_window_opens_no_larger_than_the_screen(monkeypatch, wanted, desktop, opened) -> None:
    assert window.fitting(wanted, desktop) == opened
    assert apps.start() is None
    monkeypatch.setattr(window, "_desktop", lambda: desktop)
    prefs.store(prefs.Prefs(window=wanted))
    app = apps.open_window()
    assert app.size == opened
    assert app.prefs.window == wanted  # for the larger screen, when it is there again


def test_the_window_has_our_icon(monkeypatch) -> None:
    assert apps.start() is None
    shown: list[pygame.Surface] = []
    monkeypatch.setattr(pygame.display, "set_icon", shown.append)
    apps.open_window()
    (icon,) = shown
    assert icon.get_size() == (128, 128)
    assert icon.get_at((2, 2)).a == 0 and icon.get_bounding_rect().w > 90
    monkeypatch.setattr(paths, "data", lambda name: Path("nowhere") / name)
    assert art.logo(128) is None  # a missing file keeps no window from opening


def test_autosaves_rotate() -> None:
    for number in range(7):
        save_files.autosave(f"state {number}")
    found = {save.name: save.path.read_text() for save in save_files.saves()}
    assert found["Autosave"] == "state 6"
    assert found["Autosave 5"] == "state 2"
    assert len(found) == 5


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b", "C:\\x", "Siege 2"])
def test_save_names_stay_in_their_folder(name: str) -> None:
    assert save_files.path_of(name).parent == save_files.folder()


@pytest.mark.parametrize("name", ["", "..", "///"])
def test_names_without_a_letter_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="letters or digits"):
        save_files.path_of(name)


def house_rules_of(stage: Stage, name: str) -> HouseRules:
    rules = find_ruleset(name)
    return HouseRules(stage.app, rules.title, house_rules(rules), {}, lambda _: None)


def screens(stage: Stage):
    battle = stage.battle("human", "first")
    yield "battle", battle
    for make in (
        lambda: Setup(stage.app),
        lambda: Settings(stage.app),
        *(partial(house_rules_of, stage, name) for name in SHIPPED),
        lambda: Loading(stage.app),
        lambda: menu(battle),
        lambda: help_screen(stage.app),
        lambda: Palette(stage.app, "board", lambda name: None),
        lambda: StandingOrders(stage.app, battle.table),
        lambda: Replay(stage.app, battle.table.skirmish),
    ):
        screen = make()
        yield type(screen).__name__, screen


@pytest.mark.parametrize("scale", [100, 150, 200])
@pytest.mark.parametrize("size", SIZES)
def test_labels_are_not_cut(stage: Stage, monkeypatch, scale: int, size: tuple[int, int]) -> None:
    """At every scale the words of buttons and rows fit where they are drawn."""
    if scale == 200 and size == (800, 600):
        pytest.skip("400 x 300 points are fewer than the smallest window promises")
    stage.app.change(scale=scale)
    stage.app.event(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))
    cut: list[tuple[str, str, str]] = []
    now = ["title"]
    shorten = text.shorten

    def watching(words: str, high: int, room: int, *, bold: bool = False) -> str:
        found = shorten(words, high, room, bold=bold)
        if found != words:
            cut.append((now[0], words, found))
        return found

    monkeypatch.setattr(text, "shorten", watching)
    stage.title()
    for name, screen in screens(stage):
        now[0] = name
        if name != "battle":
            stage.app.go(Push(screen))
        stage.app.dirty = True
        stage.tick()
        if name != "battle":
            stage.app.go(Pop())
    assert not [row for row in cut if row[0] != "battle"]


def test_widgets_stay_in_the_window_when_it_shrinks(stage: Stage) -> None:
    stage.title()
    for make in (Setup, Settings, Loading):
        stage.app.go(Push(make(stage.app)))
        for size in ((1600, 900), (800, 600), (640, 400)):
            stage.app.event(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))
            stage.tick()
            window = pygame.Rect((0, 0), stage.app.size)
            for widget in stage.top.form.widgets:
                assert window.contains(widget.rect), (make.__name__, size, widget.key)
        stage.app.go(Pop())


def test_scale_by_key(stage: Stage) -> None:
    stage.title()
    stage.key(pygame.K_PLUS, pygame.KMOD_CTRL, "+")
    assert stage.app.look.scale == 125
    stage.key(pygame.K_MINUS, pygame.KMOD_CTRL, "-")
    assert stage.app.look.scale == 100


@pytest.mark.parametrize("scale", [100, 200])
def test_what_is_typed_is_as_large_as_other_words(stage: Stage, scale: int) -> None:
    stage.title()
    stage.app.change(scale=scale)
    stage.press("new")
    font = stage.top.form.find("sought").line.font
    assert font.size("Search")[0] == text.width("Search", stage.app.look.size("body"))


def test_the_loop_sleeps_when_nothing_moves(stage: Stage) -> None:
    battle = stage.battle("human", "first")
    stage.tick()
    assert not battle.busy()
    drawn = []
    battle.draw = lambda surface: drawn.append(1)
    stage.tick(5)
    assert not drawn
    stage.move((300, 300))
    assert drawn


def test_screenshot(stage: Stage, folders) -> None:
    stage.title()
    stage.key(pygame.K_F12)
    (picture,) = (folders / "data" / "screenshots").iterdir()
    assert pygame.image.load(picture).get_size() == stage.app.size


def test_the_palette_finds_and_does(stage: Stage) -> None:
    battle = stage.battle("human", "first")
    stage.key(pygame.K_p, pygame.KMOD_CTRL, "p")
    stage.type("zones")
    stage.key(pygame.K_RETURN)
    assert stage.top is battle
    assert battle.toggles["zones"]


@pytest.mark.parametrize(("name", "word"), drawing._LINKS.items())
def test_the_palette_knows_a_command_by_its_link(stage: Stage, name: str, word: str) -> None:
    stage.title()
    palette = Palette(stage.app, "board", lambda name: None)
    palette.sought = word
    assert name in [entry[0] for entry in palette.found()]


def test_the_palette_is_never_empty_without_a_word(stage: Stage, monkeypatch) -> None:
    battle = stage.battle("human", "first")
    said: list[str] = []
    draw_line = page.draw_line

    def watching(surface, look, line, place, room) -> int:
        said.append(line.words)
        return draw_line(surface, look, line, place, room)

    monkeypatch.setattr(page, "draw_line", watching)
    stage.key(pygame.K_p, pygame.KMOD_CTRL, "p")
    assert stage.top.form.find("list").rows and not said
    stage.type("xyzzy")
    assert not stage.top.form.find("list").rows
    assert "“xyzzy”" in said[-1]
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_ESCAPE)
    assert stage.top is battle


def test_every_command_is_done_somewhere() -> None:
    from game.ui.battle import input

    general = {"full_screen", "screenshot", "scale_up", "scale_down"}
    for command in commands.COMMANDS:
        if command.scope == "board":
            known = command.id.startswith(("cursor_", "verb_")) or command.id in input._COMMANDS
            assert known, command.id
        elif command.scope == "any":
            assert command.id in general or command.id in input._COMMANDS, command.id


def test_our_own_keys_do_not_conflict() -> None:
    bound, problems = commands.bindings({})
    assert not problems
    assert all(bound[command.id] for command in commands.COMMANDS)


def test_a_conflict_is_named_and_the_first_command_keeps_the_key() -> None:
    bound, problems = commands.bindings({"zones": ("t",), "nonsense": ("x",)})
    assert bound["zones"] == ()
    assert bound["threat"] == ("t",)
    assert any("nonsense" in one for one in problems)
    assert any("'t'" in one for one in problems)


def test_own_keys_work(stage: Stage) -> None:
    stage.app.change(keys={"zones": ("j",)})
    battle = stage.battle("human", "first")
    stage.key(pygame.K_j, typed="j")
    assert battle.toggles["zones"]


@pytest.mark.parametrize(
    ("key", "mod", "typed", "name"),
    [
        (pygame.K_z, pygame.KMOD_CTRL, "\x1a", "ctrl+z"),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, "\t", "shift+tab"),
        (pygame.K_KP7, 0, "7", "[7]"),
        (pygame.K_EQUALS, pygame.KMOD_LSHIFT, "+", "+"),
        (pygame.K_LEFTBRACKET, 0, "[", "["),
        (pygame.K_F1, 0, "", "f1"),
    ],
)
def test_names_of_keys(key: int, mod: int, typed: str, name: str) -> None:
    assert commands.key_of(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=typed)) == name


def test_help_lists_every_command(stage: Stage) -> None:
    stage.title()
    stage.key(pygame.K_F1)
    titles = {line.more for line in stage.top.scroll.lines}
    assert {command.title for command in commands.COMMANDS} <= titles


def test_pygame_gui_never_draws_over_a_notice(stage: Stage) -> None:
    stage.title()
    stage.press("new")
    stage.key(pygame.K_F11)
    stage.app.go(Push(help_screen(stage.app)))
    assert not [one for one in stage.app.gui.get_sprite_group().sprites() if type(one).__name__ == "UITextEntryLine"]


def test_without_a_display_one_line_says_so(tmp_path) -> None:
    env = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env.pop("SDL_VIDEODRIVER", None)
    code = "import sys; from game.ui.app import run; sys.exit(run())"
    found = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=60)
    lines = [line for line in found.stderr.splitlines() if line]
    assert found.returncode == 1
    assert len(lines) == 1
    assert "simulate" in lines[0]


def test_unknown_fields_of_newer_settings_do_no_harm() -> None:
    prefs.path().write_bytes(msgspec.json.encode({"scale": 150, "of_tomorrow": 1}))
    assert prefs.load()[0].scale == 150


def test_a_held_key_presses_one_button_only(stage: Stage) -> None:
    stage.title()
    stage.down(pygame.K_RETURN)
    stage.down(pygame.K_RETURN)
    stage.tick()
    assert stage.name() == "Setup"
    stage.app.event(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    stage.down(pygame.K_RETURN)
    assert stage.name() == "BattleScreen"


def test_a_picture_without_a_window(tmp_path) -> None:
    code = f"from pathlib import Path; from game.ui.app import shoot; shoot(None, Path({str(tmp_path / 'x.png')!r}))"
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, timeout=60)
    assert pygame.image.load(tmp_path / "x.png").get_size() == (1280, 800)


def test_sounds_are_asked_for_by_what_happens() -> None:
    from game.kernel import events as ev
    from game.ui.battle import cues

    assert cues.sound_of(ev.Moved(1, 1, 2)) == "step"
    assert cues.sound_of(ev.PoolChanged(1, "hearts", 3, 2, "damage")) == "hit"
    assert cues.sound_of(ev.PoolChanged(1, "hearts", 2, 3, "gain")) == ""


def test_closing_the_window_under_another_screen_saves_the_skirmish(stage: Stage) -> None:
    battle = stage.battle()
    stage.app.go(Push(menu(battle)))
    stage.app.go(Push(Settings(stage.app)))
    stage.app.event(pygame.event.Event(pygame.QUIT))
    assert stage.app.stack == []
    assert save_files.path_of(save_files.LAST).read_text() == battle.table.text()


def test_a_screen_that_breaks_while_it_comes_up_leaves_the_others(stage: Stage, monkeypatch) -> None:
    battle = stage.battle()

    def broken(*rest: object) -> None:
        raise RuntimeError("a broken page")

    monkeypatch.setattr(Settings, "layout", broken)
    stage.app.guard(lambda _: Push(Settings(stage.app)))
    assert [type(screen).__name__ for screen in stage.app.stack] == ["Title", "BattleScreen", "Broken"]
    assert save_files.path_of(save_files.LAST).is_file()
    stage.wait()
    stage.key(pygame.K_RETURN)
    assert stage.top is battle


def test_only_screens_that_move_are_kept_awake(stage: Stage) -> None:
    battle = stage.battle()
    assert isinstance(battle, Moves)
    assert isinstance(battle, Rescues)
    stage.app.go(Push(help_screen(stage.app)))
    asked: list[float] = []
    battle.update = asked.append
    stage.tick()
    assert asked == []
    stage.app.go(Pop())
    stage.tick()
    assert len(asked) == 1
