"""What has happened is shown at its pace and heard; Space ends an exchange, Esc skips to the question."""

from __future__ import annotations

import inspect

import pygame
import pytest

from game.data import paths
from game.kernel import events as ev
from game.kernel.components import Position, Side
from game.map.file import load_board
from game.map.library import find_maps
from game.ui.battle import cues, log_panel, playing
from game.ui.battle.playing import ambience_of
from game.ui.battle.replay import Replay
from game.ui.battle.screen import BattleScreen
from game.ui.kit import audio, prefs
from game.ui.kit.screen import Push
from game.ui.menus.settings import Settings

from .stage import Stage, toward

FILES = {path.stem for path in (paths.data("assets") / "sounds").glob("*.wav")}


@pytest.fixture
def heard(monkeypatch) -> list[tuple[str, int]]:
    """Every sound that is asked for, and how loud, in place of a device."""
    found: list[tuple[str, int]] = []

    class Sound:
        def __init__(self, name: str) -> None:
            self.name = name

        def set_volume(self, volume: float) -> None:
            self.volume = volume

        def play(self) -> None:
            found.append((self.name, round(self.volume * 100)))

    monkeypatch.setattr(audio, "sound", Sound)
    return found


def slow(stage: Stage, *who: str) -> BattleScreen:
    """A skirmish at normal pace."""
    battle = stage.battle(*(who or ("human", "human")))
    stage.app.change(speed=1, handover=False)
    battle.layout()
    return battle


def walk(stage: Stage, battle: BattleScreen) -> None:
    """Whoever is asked walks towards an enemy until there is something to be seen."""
    for _ in range(200):
        if battle.pane.busy:
            return
        if battle.request is not None:
            battle.answer(toward(battle).key)
        stage.tick()
    pytest.fail("nothing was to be seen")


# keys


def test_space_ends_what_is_shown_and_then_is_deaf_for_a_moment(stage: Stage) -> None:
    battle = slow(stage)
    walk(stage, battle)
    answers = list(battle.table.skirmish.session.answers())
    stage.key(pygame.K_SPACE)
    assert not battle.pane.busy
    stage.key(pygame.K_SPACE)
    assert battle.table.skirmish.session.answers() == answers, "it ended no turn"
    stage.wait(500)
    stage.key(pygame.K_SPACE)
    stage.wait(500)
    stage.key(pygame.K_SPACE)
    assert battle.table.skirmish.session.answers() != answers


def test_a_right_click_ends_what_is_shown(stage: Stage) -> None:
    battle = slow(stage)
    walk(stage, battle)
    stage.click(battle.areas.board.center, button=3)
    assert not battle.pane.busy
    assert stage.name() == "BattleScreen" and battle.inspected is None


def test_escape_skips_to_the_next_question(stage: Stage) -> None:
    battle = slow(stage, "human", "squire")
    side = battle.table.side()
    for _ in range(400):
        if battle.table.side() != side and battle.pane.busy:
            break
        if battle.request is not None and not battle.pane.busy:
            battle.answer(toward(battle).key)
        stage.tick()
    assert battle.pane.busy and battle.request is None
    stage.key(pygame.K_ESCAPE)
    assert stage.name() == "BattleScreen", "no menu comes up"
    for _ in range(300):
        assert not battle.pane.busy
        if battle.request is not None or battle.table.request is None:
            break
        stage.tick()
    assert battle.request is not None
    assert not battle.playing.hurried
    stage.wait(500)
    stage.key(pygame.K_ESCAPE)
    assert stage.name() == "Menu"


def test_the_table_answers_at_once_while_something_is_shown(stage: Stage) -> None:
    battle = slow(stage)
    walk(stage, battle)
    answers = len(battle.table.skirmish.session.answers())
    battle.asked_at = -1000
    battle.answer(toward(battle).key)
    assert len(battle.table.skirmish.session.answers()) > answers


def test_the_log_does_not_tell_what_has_not_been_seen(stage: Stage) -> None:
    battle = slow(stage)
    before = said(battle)
    walk(stage, battle)
    assert said(battle) == before
    stage.key(pygame.K_SPACE)
    assert not battle.pane.busy
    fresh = said(battle)[len(before) :]
    assert any("moves" in line or "walks" in line for line in fresh), fresh


def said(battle: BattleScreen) -> list[str]:
    return [entry.text for entry in log_panel.shown(battle)]


def test_a_step_of_a_replay_is_shown_and_another_step_skips_it(stage: Stage) -> None:
    battle = slow(stage)
    for _ in range(30):
        battle.answer(toward(battle).key)
    replay = Replay(stage.app, battle.table.skirmish)
    stage.app.go(Push(replay))
    for _ in range(40):
        stage.key(pygame.K_RIGHT)
        if replay.pane.busy:
            break
    assert replay.pane.busy
    at = replay.timeline.at
    stage.key(pygame.K_RIGHT)
    assert replay.timeline.at > at and not replay.pane.busy
    stage.key(pygame.K_SPACE)
    assert replay.playing
    for _ in range(600):
        stage.tick()
        if not replay.playing:
            break
    assert replay.timeline.at == len(replay.timeline.answers)
    stage.tick(100)
    assert not replay.busy()


# paces


def test_each_pace_is_a_setting_and_others_are_as_ones_own_by_default() -> None:
    assert prefs.Prefs(speed=4).paces() == (4, 4, 4)
    assert prefs.Prefs(speed=4, speed_theirs=0.5, speed_reactions=0).paces() == (4, 0.5, 0)
    assert prefs._sane(prefs.Prefs(speed=3, speed_theirs=-1)).paces() == (1, 1, 1)
    assert [prefs.pace_words(speed) for speed in (0, 0.5, 1, 16)] == ["At once", "× ½", "× 1", "× 16"]


def test_at_once_for_others_shows_nothing_of_them(stage: Stage) -> None:
    battle = slow(stage, "human", "squire")
    stage.app.change(speed_theirs=0, speed_reactions=0)
    battle.playing.choose()
    side, rounds = battle.table.side(), 0
    for _ in range(300):
        rounds += battle.table.side() != side
        if battle.request is not None and not battle.pane.busy:
            battle.answer(toward(battle).key)
            stage.tick()
            battle.pane.skip()
        stage.tick()
        if battle.table.side() == side and rounds > 3:
            break
        assert battle.table.side() == side or not battle.pane.animation.live or battle.pane.busy is False
    assert rounds


# the view


def test_the_view_follows_what_happens_out_of_sight_but_not_if_told_so(stage: Stage) -> None:
    for follow in (True, False):
        battle = slow(stage)
        stage.app.change(follow=follow, still=True)
        battle.layout()
        battle.pane.camera.zoom_to(192)
        stage.tick(2)
        unit = battle.request.who
        walk(stage, battle)
        battle.pane.skip()
        here = battle.table.world.get(unit, Position).cell
        battle.pane.camera.centre_on(battle.board.grid.at(0, 0))
        battle.pane.play([ev.Moved(unit, here, here)], battle.table.world)
        battle.pane.update(0.01)
        battle.pane.update(0.01)
        seen = battle.pane.rect.collidepoint(battle.pane.camera.cell_centre(here))
        assert seen is follow
        stage.app.stack.pop()


def test_a_button_shows_the_whole_map(stage: Stage) -> None:
    battle = slow(stage)
    battle.pane.camera.zoom_to(96)
    stage.tick()
    spot = next(spot for spot in battle.spots if spot.tip[:1] == ("Show the whole map",))
    stage.click(spot.rect.center)
    assert battle.pane.camera.fitted
    assert "at" in stage.app.message and "%" in stage.app.message


def test_a_click_near_the_rim_does_not_move_the_board_from_under_the_pointer(stage: Stage) -> None:
    battle = slow(stage)
    battle.pane.camera.zoom_to(64)
    steps = [option for option in battle.request.options if option.verb == "walk"]
    cell = steps[0].cell
    battle.pane.camera.centre_on(cell)
    stage.tick(20)
    place = battle.pane.place_of(cell)
    battle.pane.pan(place[0] - battle.pane.rect.x - 20, 0)
    stage.tick()
    place = battle.pane.place_of(cell)
    stage.click(place)
    stage.tick(20)
    assert battle.option(battle.pending).cell == cell
    assert battle.pane.place_of(cell) == place


# sounds


def test_every_kind_of_event_has_its_sound_or_is_silent_on_purpose() -> None:
    kinds = {one for _, one in inspect.getmembers(ev, inspect.isclass) if issubclass(one, ev.Event)} - {ev.Event}
    assert kinds == set(cues._OF)
    silent = {kind for kind in kinds if not cues._OF[kind]}
    assert silent == {ev.RoundEnded, ev.TurnEnded, ev.SlotReached, ev.PoolChanged}
    assert cues.NAMES <= FILES
    assert {"click", "ask", "wind", "stream", "hall"} <= FILES


def test_what_is_shown_is_heard_when_it_is_shown(stage: Stage, heard) -> None:
    battle = slow(stage)
    heard.clear()
    walk(stage, battle)
    for _ in range(40):
        stage.tick()
    volume = stage.app.prefs.volume
    assert ("step", volume) in heard
    assert {name for name, _ in heard} <= FILES


@pytest.mark.parametrize(("winner", "sound"), [(0, "win"), (1, "loss"), (None, "loss")])
def test_an_end_sounds_as_it_is_for_who_sits_there(stage: Stage, heard, winner: int | None, sound: str) -> None:
    battle = slow(stage, "human", "squire")
    sides = [side for side, _ in battle.table.world.each(Side)]
    battle.table.world.emit(ev.Ended((sides[winner],) if winner is not None else (), "enemies"))
    battle.pane.skip()
    battle.playing.show(frozenset(), frozenset(), asked=False)
    stage.tick(2)
    assert [name for name, _ in heard if name in ("win", "loss")] == [sound]


@pytest.mark.parametrize("name", ["volume", "interface", "ambience"])
def test_off_is_off(stage: Stage, heard, monkeypatch, name: str) -> None:
    behind: list[tuple[str, int]] = []
    monkeypatch.setattr(playing.audio, "go_on", lambda sound, volume: behind.append((sound, volume)))
    stage.app.change(volume=50, interface=50, ambience=50)
    stage.app.change(**{name: 0})
    battle = slow(stage)
    walk(stage, battle)
    stage.tick(20)
    stage.click(battle.buttons[0].rect.center)
    names = {sound for sound, _ in heard}
    assert ("step" in names) is (name != "volume")
    assert ("click" in names) is (name != "interface")
    assert any(sound and volume for sound, volume in behind) is (name != "ambience")


def test_without_a_mixer_nothing_breaks(stage: Stage, monkeypatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise pygame.error("no device")

    monkeypatch.setattr(audio, "_heard", lambda: True)
    monkeypatch.setattr(pygame.mixer, "init", broken)
    audio._ready.cache_clear()
    audio.sound.cache_clear()
    try:
        assert audio.sound("hit") is None
        audio.play(["hit", "step"], 50)
        audio.go_on("wind", 50)
        walk(stage, slow(stage))
    finally:
        audio._ready.cache_clear()
        audio.sound.cache_clear()


def test_a_battle_is_quiet_behind_its_menu(stage: Stage, monkeypatch) -> None:
    behind: list[tuple[str, int]] = []
    monkeypatch.setattr(audio, "go_on", lambda sound, volume: behind.append((sound, volume)))
    slow(stage)
    assert behind[-1] == ("wind", stage.app.prefs.ambience)
    stage.app.go(Push(Settings(stage.app)))
    assert behind[-1] == ("", 0)
    stage.key(pygame.K_ESCAPE)
    assert behind[-1][0] == "wind"


def test_the_ground_says_what_is_heard_behind() -> None:
    found = {name: ambience_of(load_board(path)) for name, path in find_maps().items()}
    assert {"wind", "stream"} <= set(found.values()) <= {"wind", "stream", "hall"}


# the sliders


def test_sliders_go_by_mouse_and_by_keys(stage: Stage, heard) -> None:
    stage.title()
    stage.app.go(Push(Settings(stage.app)))
    screen = stage.top
    while screen.form.find("volume") is None:
        stage.app.event(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0))
        screen.rows.scroll(1)
        screen.layout()
    slider = screen.form.find("volume")
    bar = slider.bar()
    stage.app.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=bar.midleft, button=1))
    assert stage.app.prefs.volume == 0
    stage.move((bar.centerx, bar.y + 50))
    assert stage.app.prefs.volume == 50
    stage.app.event(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=bar.midright, button=1))
    stage.move(bar.midright)
    assert stage.app.prefs.volume == 50, "it was let go"
    screen.form.focus = "volume"
    stage.key(pygame.K_RIGHT)
    assert stage.app.prefs.volume == 55
    assert ("hit", 55) in heard
