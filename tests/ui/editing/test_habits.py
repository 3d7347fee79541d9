"""What hands expect of the editor: Enter, Esc, F1, tools in their places, maps that were closed."""

import pygame

from game.ui.editing.dialog import Dialog
from game.ui.kit.notice import Notice
from game.ui.kit.widgets import Button

from .bench import LAYERS, menu


def test_enter_confirms_a_form_from_any_row(bench):
    menu(bench, "Resize")
    bench.fill(width="14")
    bench.press("corner")
    assert bench.top.form.focus == "corner"
    bench.key(pygame.K_RETURN)
    assert (bench.name(), bench.draft.width) == ("EditorScreen", 14)


def test_enter_confirms_every_form_of_the_menu_from_every_row(bench):
    bench.key(pygame.K_F4)
    tried, titles = [], [words for words, _ in bench.top.entries]
    bench.key(pygame.K_ESCAPE)
    for title in titles[: titles.index("Settings")]:
        menu(bench, title)
        if isinstance(bench.top, Dialog):
            form, confirmed = bench.top, []
            form.ok = lambda confirmed=confirmed: confirmed.append(1)
            keys = [each.key for each in form.form.widgets if not isinstance(each, Button)]
            for key in keys:
                form.form.focus = key
                bench.key(pygame.K_RETURN)
            assert len(confirmed) == len(keys) > 0, title
            tried.append(title)
        while bench.top is not bench.desk:
            bench.key(pygame.K_ESCAPE)
    assert len(tried) >= 5


def test_enter_takes_what_was_typed_last(bench):
    menu(bench, "Words about the map")
    bench.key(pygame.K_a, pygame.KMOD_LCTRL)
    bench.type("Old mill")
    bench.key(pygame.K_RETURN)
    assert bench.draft.name == "Old mill"


def test_enter_on_cancel_still_cancels(bench):
    menu(bench, "Words about the map")
    bench.top.form.focus = "cancel"
    bench.key(pygame.K_RETURN)
    assert (bench.name(), bench.desk.editor.history.at) == ("EditorScreen", 0)


def test_esc_never_leaves_the_editor(bench):
    for _ in range(6):
        bench.key(pygame.K_ESCAPE)
        assert bench.desk in bench.app.stack
    bench.desk.editor.select(bench.draft.grid.everywhere)
    bench.key(pygame.K_ESCAPE)
    assert (bench.name(), bench.desk.editor.selection) == ("EditorScreen", 0)
    bench.key(pygame.K_ESCAPE)
    assert bench.top.title == "Map"


def test_f1_opens_at_the_keys_of_the_editor(bench):
    bench.key(pygame.K_F1)
    assert isinstance(bench.top, Notice)
    heads = [line.words for line in bench.top.scroll.lines if line.style == "head"]
    assert heads[0] == "In the map editor"
    places = ["Everywhere", "In menus", "In a skirmish", "In a replay"]
    by_pad = [f"{place}, by gamepad" for place in (heads[0], *places)]
    assert sorted(heads[1:]) == sorted(places + by_pad)


def test_tools_keep_their_places_over_the_layers(bench):
    places = set()
    for layer in LAYERS:
        bench.take(layer)
        bench.tick()
        places.add(tuple(tuple(spot.rect) for spot in bench.desk.spots if bench.desk.areas.tools.contains(spot.rect)))
    assert len(places) == 1
    bench.take("units")
    spot = next(spot for spot in bench.desk.spots if any(words.startswith("Fill") for words in spot.tip))
    bench.click(spot.rect.center)
    assert (bench.desk.toolbox.tool, "does not work" in bench.app.message) == ("brush", True)


def test_the_generator_form_keeps_its_size(bench):
    menu(bench, "Generate ground")
    sizes, first = set(), bench.top.values["kind"]
    while True:
        sizes.add(tuple(bench.top.form.find("ok").rect))
        bench.press("kind")
        if bench.top.values["kind"] == first:
            break
    assert len(sizes) == 1


def test_a_closed_map_comes_back_with_its_undo_list(bench):
    bench.take("terrain")
    bench.drag((2, 2), (4, 2))
    bench.drag((2, 5), (4, 5))
    editor = bench.desk.editor
    menu(bench, "Leave the editor")
    bench.press("button1")
    assert bench.name() == "Title"
    assert not [*(editor.keeper.folder.iterdir() if editor.keeper else ())]
    bench.press("edit")
    assert (
        bench.top.lines[0][1]
        == f"12 × 9 {'hexes' if bench.draft.kind == 'hex' else 'squares'}; not saved; 2 steps to undo"
    )
    bench.pick("Untitled, as you left it")
    bench.desk = bench.top
    assert bench.desk.editor is editor
    assert bench.count("f") == 0 or bench.painted("terrain").bit_count() == 6
    bench.key(ord("z"), pygame.KMOD_LCTRL)
    bench.key(ord("z"), pygame.KMOD_LCTRL)
    assert bench.painted("terrain") == 0
    bench.key(ord("y"), pygame.KMOD_LCTRL)
    assert bench.painted("terrain").bit_count() == 3


def test_another_map_in_its_place_leaves_it_among_those_to_open(bench):
    bench.take("terrain")
    bench.drag((2, 2), (4, 2))
    editor = bench.desk.editor
    bench.key(ord("n"), pygame.KMOD_LCTRL)
    bench.press("button1")
    bench.press("ok")
    assert bench.desk.editor is not editor
    bench.key(ord("o"), pygame.KMOD_LCTRL)
    bench.pick("Untitled, as you left it")
    assert bench.desk.editor is editor
    assert bench.painted("terrain").bit_count() == 3


def test_the_import_browser_begins_where_the_map_is(bench, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    bench.desk.editor.path = tmp_path / "elsewhere" / "mine.yaml"
    bench.key(ord("o"), pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
    assert bench.top.folder == tmp_path / "elsewhere"
    bench.key(pygame.K_ESCAPE)
    bench.app.change(imports=str(tmp_path))
    bench.key(ord("o"), pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
    assert bench.top.folder == tmp_path


def test_a_setting_makes_the_edges_of_the_ground_hard(bench):
    assert bench.desk.ground_look().soft
    menu(bench, "Settings")
    while bench.top.form.find("soft") is None:  # further down
        bench.app.event(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0))
        bench.tick()
    bench.press("soft")
    bench.key(pygame.K_ESCAPE)
    assert not bench.desk.ground_look().soft
