"""Saving, undo list, generating, resizing, checking, test-play and recovery on the screen."""

from __future__ import annotations

import pygame

from game.edit import files, paint
from game.edit.editor import Editor
from game.ui.editing import map_files, opening

CTRL = pygame.KMOD_LCTRL


def test_a_new_map_is_saved_under_a_name(bench, folders):
    bench.take("terrain")
    bench.drag((1, 1))
    bench.letter("s", CTRL)
    bench.type("keep")
    bench.press("ok")
    path = folders / "data" / "maps" / "keep.yaml"
    assert path.is_file()
    assert not bench.desk.editor.history.unsaved
    bench.drag((2, 2))
    bench.letter("s", CTRL)
    assert files.backup(path, 1).is_file()


def test_the_history_jumps(bench):
    bench.take("terrain")
    for col in (1, 3, 5):
        bench.drag((col, 1))
    bench.desk.tab = "history"
    bench.desk.serial += 1
    bench.tick()
    spots = [spot for spot in bench.desk.spots if spot.act and spot.rect.x > bench.desk.areas.side.x]
    bench.app.go(spots[-1].act())
    assert bench.count("T") == 0
    assert len(bench.desk.editor.history.titles) == 4


def test_ground_is_generated_and_undone(bench):
    bench.letter("g", CTRL)
    bench.press("ok")
    assert bench.draft.recipes
    bench.letter("z", CTRL)
    assert bench.count(".") == 108


def test_the_map_is_resized(bench):
    bench.letter("r", CTRL)
    bench.top.set("width", "20")
    bench.press("ok")
    assert (bench.draft.width, bench.draft.height) == (20, 9)
    bench.letter("z", CTRL)
    assert bench.draft.width == 12


def test_the_check_finds_and_mends(bench):
    bench.take("terrain", "rectangle")
    bench.desk.toolbox.terrain = "rock"
    bench.chip("Only the rim")
    bench.drag((2, 2), (6, 6))
    bench.tick(10)
    pocket = next(issue for issue in bench.desk.issues if issue.kind == "pocket")
    assert pocket.cells.bit_count() == 9
    bench.desk.tab = "check"
    bench.chip("Fill with rock")
    assert not any(issue.kind == "pocket" for issue in bench.desk.issues)


def test_play_comes_back_to_the_same_state(bench):
    bench.letter("g", CTRL)
    bench.press("ok")
    before, history = bench.draft, bench.desk.editor.history.titles
    bench.key(pygame.K_F5)
    bench.press("ok")
    assert bench.name() == "Trial"
    bench.key(pygame.K_F4)
    assert bench.name() == "EditorScreen"
    assert bench.draft is before
    assert bench.desk.editor.history.titles == history


def crashed(bench, letter_row):
    """A map of another editor that ended with work unsaved."""
    other = Editor.new("square", 12, 9, name=f"Map {letter_row}")
    other.do("Paint", lambda draft: paint.terrain(draft, 1 << draft.grid.at(1, letter_row), "forest"))
    other.keep()
    other.keeper.save_now(other.history)


def test_what_a_crash_left_behind_is_offered(bench, monkeypatch):
    monkeypatch.setattr(files.time, "time", lambda: 1.7e9)  # all in one tick of the clock: the last opened is newest
    for row in (1, 2, 3):
        crashed(bench, row)
    bench.app.go(opening.start(bench.app))
    assert bench.name() == "Recovery"
    assert [found.rescue.name for found in bench.top.found] == ["Map 3", "Map 2", "Map 1"]
    bench.press("discard")
    assert len(files.left_behind()) == 3, "one press asks only"
    bench.press("discard")
    assert [found.rescue.name for found in files.left_behind()] == ["Map 2", "Map 1"]
    bench.press("list")
    bench.key(pygame.K_RETURN)
    assert bench.name() == "EditorScreen"
    assert bench.top.editor.draft.rows[2][1] == "T"
    assert bench.top.editor.history.unsaved
    bench.top.editor.close()
    assert [found.rescue.name for found in files.left_behind()] == ["Map 1"]
    bench.app.go(opening.start(bench.app))
    bench.key(pygame.K_ESCAPE)
    assert bench.name() == "EditorScreen"
    assert [found.rescue.name for found in files.left_behind()] == ["Map 1"], "later means later"
    bench.top.editor.close()


def test_the_open_map_is_rescued(bench):
    bench.take("terrain")
    bench.drag((1, 1))
    assert bench.desk.rescue() is not None
    assert [found.draft().rows[1][1] for found in files.left_behind()] == ["T"]


def test_a_bad_file_closes_nothing(bench, folders):
    path = folders / "data" / "bad.yaml"
    path.write_text("rows: [", encoding="utf-8")
    before = bench.draft
    bench.app.go(map_files.load(bench.desk, path))
    assert bench.name() == "Notice"
    bench.key(pygame.K_ESCAPE)
    assert bench.draft is before
    assert path.read_text(encoding="utf-8") == "rows: ["
