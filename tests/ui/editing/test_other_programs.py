"""Importing maps of other programs and writing pictures and files for them, by the windows of the editor."""

from __future__ import annotations

import json

import pygame
import pytest

from game.formats import pictures, registry, saving
from game.map.file import load_board
from game.map.writer import dump_board
from game.ui.editing import map_files, opening
from tests.formats.samples import WESNOTH, full, uvtt_values

CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT


def words(bench):
    """What the remarks of the window on top say."""
    return " | ".join(f"{line.words} {line.more}".strip() for line in bench.top.scroll.lines)


def choose(bench, path):
    """Find a file by keys: the wizard's command, the path, Enter."""
    bench.key(ord("o"), CTRL | SHIFT)
    assert bench.name() == "FileBrowser"
    bench.press("path")
    bench.type(str(path))
    bench.key(pygame.K_RETURN)


@pytest.fixture
def room(tmp_path):
    path = tmp_path / "room.uvtt"
    path.write_text(json.dumps(uvtt_values()), encoding="utf-8")
    return path


def test_the_browser_lists_folders_and_the_files_that_can_be_read(bench, tmp_path):
    bench.app.change(imports=str(tmp_path))
    (tmp_path / "inner").mkdir()
    (tmp_path / "notes.txt").write_text("no map")
    (tmp_path / "inner" / "deep.map").write_text(WESNOTH)
    (tmp_path / "top.map").write_text(WESNOTH)
    bench.key(ord("o"), CTRL | SHIFT)
    shown = [path.name for path in bench.top.found[1:]]
    assert shown == ["config", "data", "inner", "top.map"]
    bench.key(pygame.K_UP)
    bench.key(pygame.K_RETURN)
    assert [path.name for path in bench.top.found[1:]] == ["deep.map"]
    bench.key(pygame.K_UP)
    bench.key(pygame.K_RETURN)
    assert bench.top.folder == tmp_path
    bench.press("path")
    bench.type(str(tmp_path / "nowhere.map"))
    bench.key(pygame.K_RETURN)
    assert bench.top.trouble == "There is no nowhere.map here."


def test_the_browser_says_what_files_are_and_enter_goes_on(bench, tmp_path):
    bench.app.change(imports=str(tmp_path / "maps"))
    (tmp_path / "maps" / "tiled").mkdir(parents=True)
    (tmp_path / "maps" / "tiled" / "a.tmj").write_text("{}")
    bench.key(ord("o"), CTRL | SHIFT)
    assert not bench.top.files, "said under the list"
    bench.key(pygame.K_RETURN)
    assert bench.top.folder.name == "tiled", "the first folder, not the one above"
    assert [(row.title, row.note) for row in bench.top._rows()[1:]] == [("a.tmj", "Tiled, JSON")]
    bench.key(pygame.K_UP)
    bench.key(pygame.K_RETURN)
    assert bench.top.found[bench.top.at].name == "tiled", "where one came from"


def test_a_vtt_map_is_confirmed_reported_and_taken(bench, folders, room):
    choose(bench, room)
    assert words(bench).startswith("8 × 6 squares | 10 pixels to a cell")
    assert bench.top.picture is not None
    bench.press("ok")
    said = words(bench)
    assert "Kept: the picture as room.png" in said
    assert "Added: ground of grass" in said
    assert bench.draft.width == 12, "nothing was replaced yet"
    assert not (folders / "data" / "maps").exists()
    bench.press("ok")
    assert bench.name() == "EditorScreen"
    assert (bench.draft.width, bench.draft.height, len(bench.draft.lights)) == (8, 6, 1)
    assert any(edge.kind == "door" for edge in bench.draft.edges)
    assert bench.desk.editor.history.unsaved
    assert bench.draft.backdrop is not None
    assert (folders / "data" / "maps" / "room.png").is_file()
    assert bench.desk.ground_look().under is not None


def test_a_wrong_grid_is_put_right(bench, room):
    choose(bench, room)
    bench.top.set("columns", "16")
    assert words(bench).startswith("16 × 12 squares | 5 pixels to a cell")
    bench.press("ok")
    bench.press("ok")
    assert (bench.draft.width, bench.draft.height) == (16, 12)
    assert bench.draft.backdrop.pixels_per_cell == 5
    assert bench.draft.lights[0].at == (7.0, 4.0)
    bench.key(ord("o"), CTRL | SHIFT)
    bench.press("path")
    bench.type(str(room))
    bench.key(pygame.K_RETURN)
    bench.top.set("columns", "999")
    bench.press("ok")
    assert bench.top.trouble == "999 is not between 1 and 256."


def test_an_import_in_place_is_one_line_of_the_undo_list(bench, tmp_path):
    path = tmp_path / "hill.map"
    path.write_text(WESNOTH, encoding="utf-8")
    before = bench.draft
    choose(bench, path)
    assert "hexes" in words(bench)
    assert "turned a quarter" in words(bench)
    bench.press("ok")
    bench.top.set("into", "here")
    bench.press("ok")
    assert bench.draft.kind == "hex"
    assert bench.desk.editor.history.titles == ("Open", "Import hill.map")
    bench.letter("z", CTRL)
    assert bench.draft is before


@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
def test_a_tiled_map_comes_in_whole(bench, tmp_path, ending):
    board = full("square")
    found = registry.write(board, tmp_path / f"mill{ending}")
    saving.save(tmp_path / f"mill{ending}", found.data, found.pictures)
    choose(bench, tmp_path / f"mill{ending}")
    bench.press("ok")
    assert words(bench) == "Nothing is lost."
    bench.press("ok")
    assert bench.draft.text() == dump_board(board)


def test_tilesets_may_lie_elsewhere_if_the_user_says_so(bench, tmp_path):
    (tmp_path / "world" / "maps").mkdir(parents=True)
    (tmp_path / "world" / "ground.tsx").write_text(
        '<tileset name="ground" tilewidth="16" tileheight="16" tilecount="1" columns="1">'
        '<tile id="0" class="sand"/></tileset>'
    )
    path = tmp_path / "world" / "maps" / "beach.tmx"
    path.write_text(
        '<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">'
        '<tileset firstgid="1" source="../ground.tsx"/>'
        '<layer id="1" name="a" width="2" height="1"><data encoding="csv">1,1</data></layer></map>'
    )
    choose(bench, path)
    assert "Where are the tilesets" in bench.top.title
    assert "leads out of the folder" in words(bench)
    bench.fill(root="nowhere")
    bench.press("ok")
    assert bench.top.trouble == "There is no such folder."
    bench.fill(root="..")
    bench.press("ok")
    assert words(bench).startswith("2 × 1 squares")
    bench.press("ok")
    bench.press("ok")
    assert bench.draft.rows == ("ss",)


def test_a_mapping_file_says_what_tiles_mean(bench, tmp_path):
    found = registry.write(full("square"), tmp_path / "mill.tmx")
    saving.save(tmp_path / "mill.tmx", found.data, found.pictures)
    choose(bench, tmp_path / "mill.tmx")
    bench.top.set("mapping", "none.yaml")
    bench.press("ok")
    assert "none.yaml" in bench.top.trouble
    (tmp_path / "tiles.yaml").write_text("layers: {Terrain: mud, terrain: mud}\n", encoding="utf-8")
    bench.top.set("mapping", "tiles.yaml")
    bench.press("ok")
    assert bench.top.trouble == ""


def test_back_leads_to_the_grid_and_esc_leaves_all_as_it_was(bench, room):
    before = bench.draft
    choose(bench, room)
    bench.press("ok")
    bench.press("more0")
    assert "is this its grid" in bench.top.title
    bench.key(pygame.K_ESCAPE)
    assert bench.name() == "EditorScreen"
    assert bench.draft is before


def test_an_unsaved_map_is_not_lost_to_an_import(bench, room):
    bench.take("terrain")
    bench.drag((1, 1))
    choose(bench, room)
    bench.press("ok")
    bench.press("ok")
    assert bench.name() == "Notice"
    bench.press("button2")
    assert bench.count("T") == 1


@pytest.mark.parametrize("name", ["bad.tmx", "bad.tmj", "bad.uvtt", "bad.map"])
def test_a_bad_file_closes_nothing(bench, tmp_path, name):
    (tmp_path / name).write_bytes(b"{\xff NaN <map")
    before = bench.draft
    choose(bench, tmp_path / name)
    assert bench.name() == "Notice"
    assert name in words(bench)
    bench.key(pygame.K_ESCAPE)
    assert bench.draft is before


def test_the_command_line_opens_the_wizard(bench, room):
    bench.app.go(opening.start(bench.app, room))
    bench.tick()
    assert "is this its grid" in bench.top.title


def test_doubtful_walls_are_findings(bench, tmp_path):
    values = uvtt_values()
    values["line_of_sight"].append([{"x": 0.3, "y": 0.4}, {"x": 3.4, "y": 3.7}])
    path = tmp_path / "askew.uvtt"
    path.write_text(json.dumps(values), encoding="utf-8")
    choose(bench, path)
    bench.press("ok")
    bench.press("ok")
    bench.tick(10)
    doubtful = [issue for issue in bench.desk.issues if issue.kind == "doubtful_edge"]
    assert doubtful
    assert "% sure" in doubtful[0].message
    before = len(bench.draft.edges)
    bench.desk.tab = "check"
    bench.chip("Take it away")
    assert len(bench.draft.edges) == before - 1
    assert len([issue for issue in bench.desk.issues if issue.kind == "doubtful_edge"]) == len(doubtful) - 1


def test_files_are_dropped_onto_the_window(bench, folders, room):
    bench.app.event(pygame.event.Event(pygame.DROPFILE, file=str(room)))
    assert "is this its grid" in bench.top.title
    bench.key(pygame.K_ESCAPE)
    picture = folders / "ground.png"
    picture.write_bytes(pictures.tiles([(9, 99, 9, 255)] * 12, 12, 10, 90))
    bench.app.event(pygame.event.Event(pygame.DROPFILE, file=str(picture)))
    assert bench.top.values["picture"] == "ground.png"
    assert bench.top.values["cell"] == "10"
    bench.press("ok")
    assert bench.draft.backdrop.picture == "ground.png"
    mine = folders / "mine.yaml"
    mine.write_text(dump_board(full("hex")), encoding="utf-8")
    bench.letter("z", CTRL)
    bench.app.event(pygame.event.Event(pygame.DROPFILE, file=str(mine)))
    assert bench.draft.kind == "hex"


def test_a_picture_that_is_none_is_refused(bench, folders):
    bad = folders / "bomb.png"
    bad.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (50_000).to_bytes(4, "big") * 2 + b"\0" * 20)
    bench.app.event(pygame.event.Event(pygame.DROPFILE, file=str(bad)))
    assert bench.name() == "EditorScreen"
    assert "50000 x 50000" in bench.app.message


# Exports


def shot(bench, folders, name, **values):
    """Export a picture; its bytes."""
    bench.letter("e", CTRL)
    for key, value in {"pixels": 16, "name": name, **values}.items():
        bench.top.set(key, value)
    bench.press("ok")
    assert bench.name() == "EditorScreen", bench.top.trouble
    return (folders / "data" / "exports" / f"{name}.png").read_bytes()


def test_pictures_with_and_without_grid_and_secrets(bench, folders):
    plain = shot(bench, folders, "plain")
    bench.take("units")
    bench.drag((3, 3))
    bench.take("labels")
    bench.drag((5, 5))
    bench.type("trap")
    bench.key(pygame.K_RETURN)
    assert pictures.look(plain, "plain.png") == pictures.Look("png", 192, 144)
    assert shot(bench, folders, "players") == plain, "players see neither words nor units"
    assert shot(bench, folders, "all", secrets=True) != plain
    assert shot(bench, folders, "bare", grid=False) != plain


def test_the_backdrop_is_in_the_picture(bench, folders):
    maps = folders / "data" / "maps"
    maps.mkdir()
    (maps / "ground.png").write_bytes(pictures.tiles([(200, 10, 10, 255)] * 12, 12, 10, 90))
    without = shot(bench, folders, "without")
    bench.app.event(pygame.event.Event(pygame.DROPFILE, file=str(maps / "ground.png")))
    bench.top.set("opacity", "100")
    bench.press("ok")
    image = pygame.image.load(folders / "data" / "exports" / "without.png")
    assert image.get_at((24, 24))[0] < 180
    shot(bench, folders, "with")
    image = pygame.image.load(folders / "data" / "exports" / "with.png")
    assert image.get_at((24, 24))[:3] == (200, 10, 10)
    assert shot(bench, folders, "left out", backdrop=False) == without
    assert bench.desk.pane.camera.size > 0
    bench.tick(5)
    x, y = bench.spot(3, 3)
    assert bench.app.surface.get_at((x, y))[0] > 150, "and on the screen"


def test_nothing_is_written_over_unasked(bench, folders):
    first = shot(bench, folders, "a")
    bench.take("terrain")
    bench.drag((1, 1), (5, 5))
    bench.letter("e", CTRL)
    bench.top.set("name", "a")
    bench.top.set("pixels", 16)
    bench.press("ok")
    assert "already" in bench.top.trouble
    assert (folders / "data" / "exports" / "a.png").read_bytes() == first
    bench.press("ok")
    assert (folders / "data" / "exports" / "a.png").read_bytes() != first


@pytest.mark.parametrize("ending", [".tmx", ".tmj", ".uvtt"])
def test_files_for_other_programs(bench, folders, ending):
    bench.take("terrain")
    bench.drag((1, 1), (5, 1))
    bench.letter("e", CTRL)
    bench.top.set("way", ending, anew=True)
    bench.top.set("name", "mine")
    assert words(bench)
    bench.press("ok")
    assert bench.name() == "EditorScreen", bench.top.trouble
    found = registry.read(folders / "data" / "exports" / f"mine{ending}").board
    assert (found.kind, found.width, found.height) == ("square", 12, 9)


def test_wesnoth_takes_hexes_alone(bench, hexes, folders):
    for stage in (bench, hexes):
        stage.letter("e", CTRL)
        stage.top.set("way", ".map", anew=True)
        stage.top.set("name", "mine")
        stage.press("ok")
    assert "of hexes" in bench.top.trouble
    assert hexes.name() == "EditorScreen", hexes.top.trouble
    assert registry.read(folders / "data" / "exports" / "mine.map").board.kind == "hex"


def test_a_backdrop_goes_along_when_the_map_moves(bench, folders):
    outer = folders / "outer"
    outer.mkdir()
    (outer / "mill.yaml").write_text(dump_board(full("square")), encoding="utf-8")
    (outer / "pictures").mkdir()
    (outer / "pictures" / "mill.png").write_bytes(pictures.tiles([(9, 9, 9, 255)], 1, 10, 10))
    bench.app.go(map_files.load(bench.desk, outer / "mill.yaml"))
    bench.key(ord("s"), CTRL | SHIFT)
    bench.type("moved")
    bench.press("ok")
    assert (folders / "data" / "maps" / "pictures" / "mill.png").is_file()
    assert load_board(folders / "data" / "maps" / "moved.yaml") == full("square")
