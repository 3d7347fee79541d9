"""What is done to the whole map by forms and keys: stamps, shapes, fairness, pictures, test-play."""

from __future__ import annotations

import time

import pygame
import pytest

from game.edit import files
from game.formats import pictures
from game.grid.grid import cells

from .bench import Bench, corner, menu, new_side, titles

SHIFT, CTRL = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL


# Stamps


def test_a_stamp_is_kept_and_taken_again(desk, folders):
    corner(desk)
    desk.take("terrain", "select")
    desk.drag((1, 1), (3, 1))
    desk.letter("k", CTRL)
    desk.key(pygame.K_a, CTRL)
    desk.type("Copse")
    desk.key(pygame.K_RETURN)
    assert [*files.stamps()] == ["Copse"]
    assert (folders / "data" / "stamps" / "Copse.yaml").is_file()
    desk.letter("d", CTRL)
    desk.letter("k")
    desk.key(pygame.K_RETURN)
    assert desk.desk.toolbox.tool == "paste"
    desk.drag((6, 5))
    grid = desk.draft.grid
    fresh = [cell for cell in cells(desk.painted("terrain")) if grid.xy(cell)[1] == 5]
    assert len(fresh) == 3
    assert len(desk.draft.edges) == 2
    assert desk.painted("units").bit_count() == 2
    desk.letter("]")
    desk.drag((9, 4))
    assert desk.painted("terrain").bit_count() == 9


def test_a_stamp_of_the_other_grid_is_refused(bench, hexes):
    corner(bench)
    bench.take("terrain", "select")
    bench.drag((1, 1), (3, 1))
    bench.letter("k", CTRL)
    bench.key(pygame.K_RETURN)
    hexes.letter("k")
    hexes.key(pygame.K_RETURN)
    before = hexes.draft
    hexes.drag((5, 5))
    assert "does not fit" in hexes.app.message
    assert hexes.draft is before


# The whole map


def test_the_map_is_converted_and_back(desk):
    corner(desk)
    before = desk.draft
    menu(desk, "Turn, mirror, convert")
    other = "hex" if before.kind == "square" else "square"
    desk.turn_to("way", other)
    said = " ".join(line.words for line in desk.top.scroll.lines)
    assert f"12 × 9 {'hexes' if other == 'hex' else 'squares'}" in said
    assert desk.top.picture is not None
    assert desk.draft is before, "a preview changes nothing"
    desk.press("ok")
    assert desk.draft.kind == other
    assert desk.painted("terrain").bit_count() == 3
    assert len(desk.draft.edges) == 1
    assert desk.painted("units").bit_count() == 1
    desk.letter("z", CTRL)
    assert desk.draft is before


def test_the_map_is_turned_and_mirrored(desk):
    corner(desk)
    before = desk.draft
    menu(desk, "Turn, mirror, convert")
    desk.press("ok")
    if before.kind == "square":
        assert (desk.draft.width, desk.draft.height) == (9, 12)
        assert desk.draft.rows[1][7] == desk.draft.rows[2][7] == desk.draft.rows[3][7] == "T"
    assert desk.painted("terrain").bit_count() == 3
    desk.letter("z", CTRL)
    menu(desk, "Turn, mirror, convert")
    desk.turn_to("way", "horizontal")
    desk.press("ok")
    row = desk.draft.rows[1]
    assert row.rstrip(".").endswith("TTT")
    assert "T" not in row[:6]
    desk.letter("z", CTRL)
    assert desk.draft is before


def test_the_map_is_resized_about_its_middle(desk):
    corner(desk)
    desk.letter("r", CTRL)
    desk.fill(width="16", height="13")
    desk.turn_to("corner", "c")
    desk.turn_to("terrain", "sand")
    desk.press("ok")
    assert (desk.draft.width, desk.draft.height) == (16, 13)
    assert desk.draft.rows[3][3:6] == "TTT"
    assert desk.draft.rows[0] == "s" * 16
    desk.letter("r", CTRL)
    desk.fill(width="999")
    desk.press("ok")
    assert desk.top.trouble == "999 is not between 1 and 256."


def test_the_map_is_cropped_to_a_frame_on_the_map(desk):
    corner(desk)
    desk.take("terrain", "select")
    desk.drag((1, 1), (5, 4))
    before = desk.draft
    place = desk.spot(10, 7)
    bright = sum(desk.app.surface.get_at(place)[:3])
    desk.chip("Crop the map")
    desk.tick()
    assert desk.name() == "EditorScreen", "no window hides the map"
    place = desk.spot(10, 7)
    assert sum(desk.app.surface.get_at(place)[:3]) < bright / 1.5, "what goes lies in the shade"
    inside = desk.spot(4, 2)
    assert sum(desk.app.surface.get_at(inside)[:3]) > bright / 1.5
    desk.key(pygame.K_ESCAPE)
    assert not desk.desk.cropping
    assert desk.draft is before
    desk.chip("Crop the map")
    desk.key(pygame.K_RETURN)
    high = 4 if before.kind == "square" else 5  # rows of hexes move by an even number
    assert (desk.draft.width, desk.draft.height) == (5, high)
    assert desk.painted("terrain").bit_count() == 3
    assert ("even number" in desk.app.message) == (before.kind == "hex")
    assert titles(desk)[-1] == "Crop"
    desk.letter("z", CTRL)
    assert desk.draft is before


def test_words_about_the_map(desk):
    menu(desk, "Words about the map")
    desk.fill(name="Mill", author="Ada", tags="river, small", rounds="12")
    desk.turn_to("rim_n", True)
    desk.press("ok")
    draft = desk.draft
    assert (draft.name, draft.author, draft.tags, draft.round_limit, draft.rim) == (
        "Mill", "Ada", ("river", "small"), 12, ("n",)
    )  # fmt: skip
    assert titles(desk) == ("Open", "Words about the map")


def test_ground_is_generated_in_the_selection(desk):
    desk.take("terrain", "select")
    desk.drag((2, 2), (9, 7))
    desk.letter("g", CTRL)
    assert desk.top.title == "Generate: 48 selected cells"
    desk.turn_to("kind", "cave")
    desk.press("more0")
    assert desk.top.values["seed"] == "2"
    desk.press("ok")
    assert desk.painted("terrain") & ~desk.desk.editor.selection == 0
    assert desk.draft.recipes[0].kind == "cave"
    assert desk.draft.recipes[0].seed == 2


def test_backups_are_states_to_go_back_to(desk):
    desk.take("terrain")
    for col in (1, 3, 5):
        desk.drag((col, 1))
        desk.letter("s", CTRL)
        if desk.name() == "Dialog":
            desk.press("ok")
    menu(desk, "Backups")
    assert len(desk.top.lines) == 2
    desk.key(pygame.K_RETURN)
    assert desk.draft.rows[1] == ".T.T........"
    desk.letter("z", CTRL)
    assert desk.draft.rows[1] == ".T.T.T......"


# Fairness


def fair(desk):
    """A map with two sides that can fight."""
    desk.letter("g", CTRL)
    desk.turn_to("symmetry", "half_turn")
    desk.press("ok")


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_the_fairness_report_and_its_skirmishes(kind):
    from game.rules.ruleset import find_ruleset

    desk = Bench(kind, 12, 10)
    desk.desk.take_ruleset(find_ruleset("poise"))
    fair(desk)
    desk.key(pygame.K_F6)
    said = [line.words for line in desk.top.scroll.lines]
    assert "Nothing that was measured." in said
    assert "First contact" in said
    desk.turn_to_widget("who", "random")
    desk.turn_to_widget("count", 10)
    desk.press("play")
    for _ in range(600):
        time.sleep(0.05)
        desk.tick()
        if desk.top.games is None:
            break
    note = desk.draft.fairness
    assert (note.skirmishes, note.ruleset, note.controller) == (10, "poise", "random")
    assert note.digest == desk.draft.board().digest
    said = " ".join(f"{line.words} {line.more}" for line in desk.top.scroll.lines)
    assert "of 10" in said
    assert "95 %" in said
    desk.press("close")
    desk.take("terrain")
    desk.drag((1, 1), (4, 1))
    desk.key(pygame.K_F6)
    assert "The map was changed since." in [line.words for line in desk.top.scroll.lines]
    desk.desk.editor.close()


# The picture under the map


@pytest.fixture
def photo(folders):
    path = folders / "photo.png"
    path.write_bytes(pictures.tiles([(200, 20, 20, 255)] * 12, 12, 10, 90))
    return path


def test_a_picture_is_chosen_placed_and_taken_away(desk, folders, photo):
    desk.letter("8")
    desk.chip("Picture under the map")
    desk.press("more0")
    desk.press("path")
    desk.key(pygame.K_a, CTRL)
    desk.type(str(photo))
    desk.key(pygame.K_RETURN)
    assert desk.name() == "Dialog"
    assert (desk.top.values["picture"], desk.top.values["cell"]) == ("photo.png", "10")
    assert desk.top.picture is not None
    desk.fill(opacity="100", x="6")
    desk.press("ok")
    desk.tick(10)
    assert (folders / "data" / "maps" / "photo.png").read_bytes() == photo.read_bytes()
    assert desk.draft.backdrop.at == (6.0, 0.0)
    assert desk.app.surface.get_at(desk.spot(8, 4, 0.2, 0.2))[0] > 180
    assert desk.app.surface.get_at(desk.spot(2, 4, 0.2, 0.2))[0] < 180
    red = [desk.app.surface.get_at(desk.spot(8, 4, 0.2, 0.2))[1]]
    for _ in range(3):
        desk.letter("p")
        desk.tick()
        red.append(desk.app.surface.get_at(desk.spot(8, 4, 0.2, 0.2))[1])
    assert red[0] == red[3] < red[1] < red[2], "P makes it fainter, hides it, and shows it again"
    desk.letter("z", CTRL)
    assert desk.draft.backdrop is None


def test_another_picture_of_that_name_gets_another(desk, folders, photo):
    (folders / "data" / "maps").mkdir()
    (folders / "data" / "maps" / "photo.png").write_bytes(b"mine")
    desk.app.event(pygame.event.Event(pygame.DROPFILE, file=str(photo)))
    desk.press("ok")
    assert desk.draft.backdrop.picture == "photo 2.png"
    assert (folders / "data" / "maps" / "photo.png").read_bytes() == b"mine"


# Test-play


@pytest.mark.parametrize("leave", ["esc", "menu"])
def test_play_and_back_to_the_very_same_state(desk, leave):
    fair(desk)
    desk.take("props", "select")
    desk.drag((2, 2), (5, 4))
    desk.letter("c", CTRL)
    desk.letter("z", CTRL)
    desk.letter("y", CTRL)
    editor, toolbox = desk.desk.editor, desk.desk.toolbox
    before = (
        desk.draft,
        editor.selection,
        editor.clip,
        editor.history.at,
        editor.history.titles,
        toolbox.layer,
        toolbox.tool,
    )
    camera = desk.desk.pane.camera.size, desk.desk.pane.camera.origin
    desk.key(pygame.K_F5)
    desk.turn_to("who0", "human")
    desk.turn_to("who1", "random")
    desk.press("ok")
    assert desk.name() == "Trial"
    desk.tick(20)
    for _ in range(5):
        if desk.name() == "EditorScreen":
            break
        desk.key(pygame.K_ESCAPE if leave == "esc" else pygame.K_F4)
    assert desk.name() == "EditorScreen"
    after = (
        desk.draft,
        editor.selection,
        editor.clip,
        editor.history.at,
        editor.history.titles,
        toolbox.layer,
        toolbox.tool,
    )
    assert all(one is other or one == other for one, other in zip(before, after, strict=True))
    assert desk.draft is before[0]
    assert (desk.desk.pane.camera.size, desk.desk.pane.camera.origin) == camera
    desk.letter("z", CTRL)
    assert desk.draft is not before[0], "and its undo list goes on"


def test_windows_lie_over_windows(desk):
    """A list over a form over the map is drawn, each once."""
    new_side(desk, "Wolves")
    desk.letter("8")
    desk.chip("Picture under the map")
    desk.press("more0")
    desk.tick()
    assert desk.name() == "FileBrowser"
    assert len(desk.app.stack) == 4
    desk.key(pygame.K_ESCAPE)
    assert desk.name() == "Dialog"
