"""One open map as a script uses it: a fair map drawn from scratch, saved, test-played, and recovered."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.data.sheets import SheetError
from game.edit import borders, fairness, paint, places, scenery, shapes
from game.edit.convert import convert
from game.edit.editor import Editor
from game.edit.files import SaveError, left_behind
from game.edit.history import unshared
from game.edit.mirroring import asymmetric
from game.edit.reshape import resize, turn
from game.edit.symmetry import WAYS, Symmetry
from game.map.board import Zone
from game.map.notes import Light, Recipe
from game.map.roster import Entry, Objective, SideSetup
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish
from tests.edit.drafts import field, operations


def draw_a_fair_map(editor: Editor) -> None:
    """Thirty by thirty: woods, a pond, a walled house, a hill, zones and units, all by strokes under a half turn."""
    grid = editor.draft.grid
    editor.do("Sides", lambda draft: places.add_side(places.add_side(draft, SideSetup("Red")), SideSetup("Blue")))
    for number, name in enumerate(("west", "east")):
        editor.do("Zone", lambda draft, name=name: places.add_zone(draft, Zone(name, "deploy", 0)))
        editor.do("Side", lambda draft, n=number, name=name: places.change_side(draft, n, zone=name))
    editor.symmetry = Symmetry("half_turn")
    stroke = editor.stroke()
    for row in range(4, 26):
        mask = shapes.brush(grid, grid.at(5 + row % 3, row), 3)
        editor.do("Woods", lambda draft, mask=mask: paint.blend(draft, mask, "forest"), stroke)
    editor.do("Pond", lambda draft: paint.blend(draft, shapes.brush(grid, grid.at(14, 5), 4), "deep_water"))
    room = shapes.rectangle(grid, grid.at(10, 11), grid.at(13, 14))
    editor.do("House", lambda draft: borders.enclose(paint.terrain(draft, room, "planks"), room, "wall"))
    door = grid.edge(grid.at(11, 14), grid.parse_direction("s" if grid.kind == "square" else "se"))
    editor.do("Door", lambda draft: borders.edges(draft, [door], "door"))
    editor.do("Hill", lambda draft: paint.lift(draft, shapes.brush(grid, grid.at(20, 6), 5)))
    editor.do(
        "Zone", lambda draft: places.paint_zone(draft, "west", shapes.rectangle(grid, grid.at(0, 0), grid.at(2, 29)))
    )
    for row in (12, 14, 16):
        cell = grid.at(2, row)
        editor.do("Unit", lambda draft, cell=cell: places.place_unit(draft, 0, Entry("fighter", facing="e"), cell))
    middle = shapes.brush(grid, grid.at(14, 15), 2)
    editor.do("Goal", lambda draft: places.add_zone(draft, Zone("heart", "objective", 0)))
    editor.do("Goal", lambda draft: places.paint_zone(draft, "heart", middle))
    goals = (Objective("hold_zone", "heart", 3), Objective("defeat_all"))
    for number in (0, 1):
        editor.do("Goals", lambda draft, n=number: places.change_side(draft, n, objectives=goals))


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_a_fair_map_is_drawn_checked_saved_and_played(kind: Any, tmp_path: Path) -> None:
    editor = Editor.new(kind, 30, 30, name="Even ground")
    editor.ruleset = find_ruleset("poise")
    draw_a_fair_map(editor)
    assert [issue.message for issue in editor.issues()] == []
    assert asymmetric(editor.draft, Symmetry("half_turn")) == 0
    assert [side.size for side in editor.draft.sides] == [3, 3]
    found = fairness.report(editor.draft)
    assert found.spread <= 5, found.remarks
    assert editor.history.titles.count("Woods") == 1
    path = editor.save(tmp_path / "even.yaml")
    again = Editor.open(path)
    assert again.draft.text() == editor.draft.text()
    before = editor.draft
    skirmish = Skirmish(editor.trial("poise", ("random", "random"), 4)).settle()
    assert skirmish.session.request is not None
    assert editor.draft is before
    while editor.undo():
        pass
    assert editor.draft.text() == Editor.new(kind, 30, 30, name="Even ground").draft.text()


@settings(max_examples=40)
@given(st.data(), st.sampled_from(["square", "hex"]))
def test_whatever_is_done_under_symmetry_can_be_undone(data: st.DataObject, kind: str) -> None:
    editor = Editor(field(kind))
    start = editor.draft.text()
    for _ in range(data.draw(st.integers(1, 6))):
        editor.symmetry = Symmetry(data.draw(st.sampled_from(WAYS[editor.draft.kind])))
        editor.do("Something", data.draw(operations(editor.draft)))
        assert editor.selection & ~editor.draft.grid.everywhere == 0
    while editor.undo():
        pass
    assert editor.draft.text() == start
    assert not editor.history.unsaved


@settings(max_examples=150)
@given(st.data(), st.sampled_from(["square", "hex"]))
def test_whatever_commands_make_can_be_saved_and_reads_back_equal(data: st.DataObject, kind: str) -> None:
    editor = Editor(field(kind))
    first = data.draw(st.integers(0, 99))
    for number in range(first, first + data.draw(st.integers(1, 9))):  # each kind of command as often as any other
        editor.symmetry = Symmetry(data.draw(st.sampled_from(WAYS[editor.draft.kind])))
        editor.do("Something", data.draw(operations(editor.draft, number)))
    with tempfile.TemporaryDirectory() as folder:
        path = editor.save(Path(folder) / "any.yaml")
        again = Editor.open(path)
    assert again.draft.text() == editor.draft.text()
    assert unshared(again.draft, editor.draft) == 0


def test_a_new_light_and_a_long_name_never_keep_a_map_from_being_saved(tmp_path: Path) -> None:
    editor = Editor(field())
    editor.do("Light", lambda draft: scenery.add_light(draft, Light((3, 2), range=4)))
    with pytest.raises(ValueError, match="up to 200 letters"):
        editor.do("Zone", lambda draft: places.add_zone(draft, Zone("z" * 2000, "area", 1)))
    with pytest.raises(ValueError, match="up to 200 letters"):
        editor.do("Zone", lambda draft: places.rename_zone(draft, "west", "z" * 2000))
    with pytest.raises(ValueError, match="no length"):
        editor.do("Light", lambda draft: scenery.change_light(draft, 0, range=float("inf")))
    assert Editor.open(editor.save(tmp_path / "a.yaml")).draft.lights == (Light((3.0, 2.0), 4.0),)


def test_what_fails_changes_nothing(tmp_path: Path) -> None:
    editor = Editor(field())
    with pytest.raises(LookupError):
        editor.do("Paint", lambda draft: paint.terrain(draft, 1, "cheese"))
    with pytest.raises(SaveError, match="needs a file"):
        editor.save()
    with pytest.raises(SheetError):
        Editor.open(tmp_path / "none.yaml")
    with pytest.raises(ValueError, match="two sides"):
        Editor.new("hex", 5, 5).trial("poise")
    assert (editor.history.titles, editor.history.unsaved) == (("Open",), False)


def test_selection_and_clipboard() -> None:
    editor = Editor(paint.terrain(field(), 7, "mud"))
    grid = editor.draft.grid
    assert (editor.copy(), editor.cut(), editor.paste(0)) == (False, False, False)
    assert editor.within(63) == 63
    editor.select(7)
    editor.select(1 << grid.at(5, 5), "add")
    editor.select(1 << 4000, "add")
    editor.select(1, "subtract")
    assert editor.selection == 6 | 1 << grid.at(5, 5)
    assert editor.within(15) == 6
    editor.select(6)
    assert editor.cut()
    assert editor.draft.rows[0] == "m......."
    assert editor.paste(grid.at(4, 4))
    assert "".join(editor.draft.rows).count("m") == 3
    editor.reshape("Resize", lambda draft: resize(draft, 5, 5))
    assert editor.selection == 0


def test_reshaping_and_converting_are_one_undo_each() -> None:
    editor = Editor(field("square", 9, 7))
    start = editor.draft.text()
    editor.symmetry = Symmetry("quarter_turns")
    assert editor.reshape("Convert", lambda draft: convert(draft, "hex")) == ()
    assert editor.symmetry == Symmetry()
    editor.reshape("Turn", lambda draft: turn(draft, 1))
    editor.generate(Recipe("forest", 3))
    assert editor.history.titles == ("Open", "Convert", "Turn", "Generate")
    assert editor.go(0)
    assert editor.draft.text() == start
    assert editor.go(3)
    assert editor.draft.recipes[0].kind == "forest"
    assert not editor.go(9)


def test_issues_are_kept_until_the_map_changes() -> None:
    editor = Editor(field("square", 12, 8))
    assert editor.issues() is editor.issues()
    door = editor.draft.grid.edge(editor.draft.grid.at(5, 5), 2)
    editor.do("Door", lambda draft: borders.edges(draft, [door], "door"))
    (issue,) = editor.issues()
    assert editor.mend(issue)
    assert editor.issues() == ()
    assert editor.history.titles == ("Open", "Door", "Take it away")
    draft = places.delete_side(editor.draft, 1)
    editor.replace("Import", draft)
    assert not editor.mend(editor.issues()[0])


def test_autosave_and_recovery(tmp_path: Path) -> None:
    folder = tmp_path / "autosave"
    editor = Editor(field())
    editor.keep(folder, every=1)
    editor.do("Paint", lambda draft: paint.terrain(draft, 7, "mud"))
    (found,) = left_behind(folder)
    again = Editor.recover(found)
    assert again.draft.text() == editor.draft.text()
    assert again.history.unsaved
    editor.save(tmp_path / "a.yaml")
    assert left_behind(folder) == []
    assert not editor.history.unsaved
    editor.do("Paint", lambda draft: paint.terrain(draft, 7, "sand"))
    (found,) = left_behind(folder)
    assert Editor.recover(found).path == tmp_path / "a.yaml"
    editor.close()
    assert left_behind(folder) == []


def test_a_map_with_faults_is_opened_with_its_faults(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("name: x\ngrid: hex\nrows: [....]\nsides: [{name: a, zone: z}]\n", encoding="utf-8")
    editor = Editor.open(path)
    assert [fault.path for fault in editor.faults] == ["sides.0.zone"]
    assert "lost_zone" in [issue.kind for issue in editor.issues()]
