"""Folders of the user's with anything in them, or that cannot be made: the game starts, and says what it cannot do."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from game.__main__ import main
from game.commands import common
from game.data import paths
from game.skirmish.record import RecordError
from game.ui.editing import map_files, opening
from game.ui.kit import prefs, save_files
from game.ui.kit.screen import Push
from game.ui.menus.loading import Loading, read_save

from .stage import Stage

DEEP = "[" * 100_000 + "]" * 100_000


def litter(folder: Path, ending: str) -> None:
    """What synchronisers, crashes and jokers leave behind."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"dangling{ending}").symlink_to(folder / "nothing")
    (folder / f"loop{ending}").symlink_to(folder / f"loop{ending}")
    (folder / f"folder{ending}").mkdir()
    (folder / f"empty{ending}").write_bytes(b"")
    (folder / f"noise{ending}").write_bytes(os.urandom(3000))
    (folder / f"device{ending}").symlink_to("/dev/zero")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / f"pipe{ending}")


def test_litter_in_the_folders_keeps_nothing_from_starting(stage: Stage, folders: Path) -> None:
    data = folders / "data"
    for name, ending in (
        ("saves", ".txt"), ("maps", ".yaml"), ("scenarios", ".yaml"), ("autosave", ".yaml"), ("stamps", ".yaml")
    ):  # fmt: skip
        litter(data / name, ending)
    save_files.store("Mine", "quintain record 1\n")
    stage.title()
    assert {save.name for save in save_files.saves()} == {"Mine", "empty", "noise"}
    stage.app.go(Push(Loading(stage.app)))
    stage.tick()
    stage.press("open")
    assert stage.name() == "Notice"
    stage.title()
    stage.press("edit")
    assert stage.name() == "EditorScreen"


def test_a_save_that_vanishes_while_it_is_listed_is_left_out(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_files.store("Mine", "quintain record 1\n")
    gone = save_files.store("Gone", "quintain record 1\n")
    board = save_files._board

    def vanishing(path: Path) -> str:
        gone.unlink(missing_ok=True)
        return board(path)

    monkeypatch.setattr(save_files, "_board", vanishing)
    save_files.saves()
    assert [save.name for save in save_files.saves()] == ["Mine"]


def test_without_folders_everything_starts_and_saving_says_why_not(stage: Stage, folders: Path, monkeypatch) -> None:
    (folders / "plain").write_text("a file where the folder should be")
    monkeypatch.setattr(paths, "user_data", lambda: folders / "plain" / "data")
    monkeypatch.setattr(paths, "user_config", lambda: folders / "plain" / "config")
    assert prefs.load()[1] is None or "settings" in prefs.load()[1]
    assert "could not be written" in prefs.store(prefs.Prefs())
    battle = stage.battle("human", "first")
    said = []
    battle.app.say = said.append
    stage.key(pygame.K_F5)
    stage.key(pygame.K_F12)
    assert any("could not be saved" in words for words in said), said
    stage.app.go(opening.start(stage.app))
    stage.tick()
    assert stage.name() == "EditorScreen"
    desk = stage.top
    assert not map_files.write(desk, paths.user_data() / "maps" / "a.yaml")


def test_the_users_folders_are_made_by_whoever_writes_there_first(tmp_path, monkeypatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "plain" / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "plain" / "config"))
    (tmp_path / "plain").write_text("")
    assert save_files.saves() == []
    with pytest.raises(OSError, match="Not a directory"):
        save_files.store("Mine", "x")


@pytest.mark.parametrize("broken", ['{"strange": ' + DEEP + "}", '{"house": {"poise": ' + DEEP + "}}", DEEP])
def test_settings_of_any_depth_give_defaults_and_say_so(broken: str) -> None:
    prefs.path().write_text(broken)
    found, trouble = prefs.load()
    assert found == prefs.Prefs()
    assert "settings" in trouble


def test_settings_may_have_a_mark() -> None:
    prefs.path().write_bytes(b'\xef\xbb\xbf{"speed": 4}')
    assert prefs.load() == (prefs.Prefs(speed=4), None)


def test_failing_autosaves_eat_none_of_those_before(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        save_files.autosave(f"state {number}")
    before = {save.name: save.path.read_text() for save in save_files.saves()}

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for number in range(9):
        with pytest.raises(OSError, match="No space"):
            save_files.autosave(f"later {number}")
    assert {save.name: save.path.read_text() for save in save_files.saves()} == before
    assert len(before) == 5


@pytest.fixture
def record(stage: Stage, tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text(stage.battle("human", "first").table.text(), encoding="utf-8")
    return path


def test_a_record_may_begin_with_a_mark(record: Path) -> None:
    plain = read_save(record)
    record.write_bytes(b"\xef\xbb\xbf" + record.read_bytes())
    assert read_save(record).text() == plain.text()
    assert common.read_text(record).startswith("quintain record 1")


def test_settings_of_a_record_may_not_be_too_deep(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text.replace("scenario {", 'scenario {"settings":{"x":' + DEEP + "},", 1), encoding="utf-8")
    with pytest.raises(RecordError, match=r":3: the scenario cannot be set up"):
        read_save(record)


def test_names_that_no_file_can_have_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = tmp_path / "a.yaml"
    scenario.write_text(f"name: a\nruleset: poise\nmap: {'m' * 300}\n", encoding="utf-8")
    for words in (
        ["play", "--scenario", str(scenario)], ["play", "--scenario", "s" * 300], ["play", "--load", "l" * 300],
        ["play", "--map", "m" * 300 + ".yaml"], ["replay", "/dev/zero"], ["play", "--load", "/dev/zero"],
        ["convert", "/dev/zero", "a.yaml"], ["convert", "m" * 300 + ".tmx", "a.yaml"], ["check", "c" * 300 + ".yaml"],
    ):  # fmt: skip
        assert main(words) == 2, words
        said = capsys.readouterr().err
        assert "Traceback" not in said and said.count("\n") == 1, said


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_nothing_waits_for_a_pipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    (tmp_path / "a.tmx").write_text("<map/>")
    for words in (
        ["convert", str(pipe), "out.yaml"], ["check", str(pipe)], ["play", "--load", str(pipe)], ["replay", str(pipe)],
        ["play", "--map", str(pipe)], ["play", "--scenario", str(pipe)], ["rules", "poise", "--cases", str(pipe)],
        ["convert", str(tmp_path / "a.tmx"), "out.yaml", "--mapping", str(pipe)],
    ):  # fmt: skip
        assert main(words) == 2, words
        said = capsys.readouterr().err
        assert "Traceback" not in said and said.count("\n") == 1, said
