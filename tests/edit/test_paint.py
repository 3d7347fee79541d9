"""Painting terrain with its transitions, elevation, props, scattering and erasing; zones, sides, labels and units."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.data import sheets
from game.data.sheets import SheetError
from game.edit import paint, places, shapes
from game.edit.content import LAYERS, contents
from game.edit.draft import blank, props_of, units_of
from game.edit.knowledge import knowledge, read_knowledge
from game.grid.grid import bits, cells
from game.map.board import LEVEL, Zone
from game.map.roster import Entry, Objective, SideSetup
from game.map.terrain import kinds
from tests.edit.drafts import field


def test_terrain_and_eyedropper() -> None:
    draft = field()
    cell = draft.grid.at(3, 2)
    draft = paint.prop(paint.terrain(draft, 1 << cell, "forest"), 1 << cell, "bush")
    found = paint.sample(draft, cell)
    assert (found.terrain, found.height, found.prop, found.zones) == ("forest", 0, "bush", ())
    assert paint.sample(draft, draft.grid.at(0, 0)).zones == ("west",)
    with pytest.raises(LookupError, match="unknown terrain 'forrest'"):
        paint.terrain(draft, 1 << cell, "forrest")
    with pytest.raises(LookupError, match="unknown prop"):
        paint.prop(draft, 1 << cell, "tee")


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_water_gets_its_banks(kind: Any) -> None:
    draft = blank(kind, 13, 13)
    middle = draft.grid.at(6, 6)
    after = paint.blend(draft, 1 << middle, "deep_water")
    rings = [draft.grid.ring(middle, radius, "chebyshev") for radius in range(5)]
    for ring, name in zip(rings, ["deep_water", "waist_water", "shallow_water", "sand", "grass"], strict=True):
        assert {paint.sample(after, cell).terrain for cell in cells(ring)} == {name}


def test_what_fits_already_stays() -> None:
    draft = blank("square", 5, 3)
    grid = draft.grid
    draft = paint.terrain(draft, 1 << grid.at(1, 1), "swamp")
    after = paint.blend(draft, 1 << grid.at(2, 1), "shallow_water")
    assert paint.sample(after, grid.at(1, 1)).terrain == "swamp"
    assert paint.sample(after, grid.at(3, 1)).terrain == "sand"


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("name", sorted(knowledge().transitions))
def test_transitions_lie_on_the_maps_own_ground_only(kind: Any, name: str) -> None:
    draft, dice = blank(kind, 12, 10), Random(name)
    spots = list(cells(draft.grid.everywhere))
    for other in dice.sample(sorted(kinds().terrain), 8):
        draft = paint.terrain(draft, shapes.brush(draft.grid, dice.choice(spots), 2), other)
    mask = shapes.brush(draft.grid, draft.grid.at(6, 5), 2)
    after = paint.blend(draft, mask, name)
    assert paint.own_ground(draft) == "grass"
    for cell in cells(draft.grid.everywhere & ~mask):
        was, now = paint.sample(draft, cell).terrain, paint.sample(after, cell).terrain
        assert was == now or was == "grass", "what was painted stays"
    assert all(paint.sample(after, cell).terrain == name for cell in cells(mask))


def test_ground_that_is_painted_beside_water_on_a_map_of_another_ground_stays() -> None:
    draft = blank("square", 7, 3)
    here, there = draft.grid.at(2, 1), draft.grid.at(3, 1)
    after = paint.blend(paint.terrain(draft, 1 << here, "shallow_water"), 1 << there, "meadow")
    assert paint.sample(after, there).terrain == "meadow"


def test_maps_without_open_ground_have_none_of_their_own() -> None:
    assert paint.own_ground(blank("hex", 4, 4, terrain="rock")) == ""
    draft = blank("hex", 4, 4, terrain="rock")
    after = paint.blend(draft, 1 << draft.grid.at(1, 1), "lava")
    assert "".join(after.rows).count("R") == 15


def test_plain_ground_beside_water_becomes_its_bank() -> None:
    draft = blank("square", 5, 3, terrain="deep_water")
    after = paint.blend(draft, shapes.rectangle(draft.grid, draft.grid.at(2, 0), draft.grid.at(4, 2)), "grass")
    assert [row[1:4] for row in after.rows] == ["Ww."] * 3


def test_every_transition_ends_and_is_known() -> None:
    for name in kinds().terrain:
        after = paint.blend(blank("square", 9, 9), 1 << 44, name)
        for cell in cells(after.grid.everywhere):
            rule = knowledge().transitions.get(paint.sample(after, cell).terrain)
            near = [paint.sample(after, there).terrain for there in after.grid.neighbours(cell)]
            assert rule is None or {*near} <= {paint.sample(after, cell).terrain, rule.ring, *rule.beside}, name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("transitions: {lav: {ring: mud, beside: []}}", "unknown terrain 'lav'"),
        ("scatter: {x: {layer: props, things: {tre: 1}}}", "unknown props 'tre'"),
        ("palettes: {x: {ground: gras}}", "unknown terrain or prop 'gras'"),
        ("numbers: {x: {trees: [Trees, 50, 0, 40]}}", "50 is not 0 to 40"),
    ],
)
def test_the_sheet_of_the_editor_is_checked(text: str, message: str) -> None:
    keys = ["transitions", "scatter", "palettes"]
    whole = "\n".join([text, *(f"{key}: {{}}" for key in keys if not text.startswith(key))])
    with pytest.raises(SheetError, match=message):
        read_knowledge(sheets.load(whole))


def test_elevation() -> None:
    draft = blank("square", 5, 1)
    one = 1 << draft.grid.at(2, 0)
    up = paint.lift(paint.lift(draft, one), one, 3)
    assert up.heights == (0, 0, 9, 0, 0)
    assert paint.lift(up, one, -9).heights == ()
    assert paint.lift(up, one, -9).ground == draft.ground
    assert paint.level(up, draft.grid.everywhere, LEVEL).heights == (6,) * 5
    assert paint.lift(draft, one, 10_000).heights[2] == 600
    assert paint.lift(draft, one, -10_000).heights[2] == -600
    peak = paint.level(draft, one, 4 * LEVEL)
    assert paint.smooth(peak, draft.grid.everywhere).heights == (0, 6, 6, 6, 0)
    assert paint.smooth(peak, draft.grid.everywhere, 3).heights == (0, 9, 9, 9, 0)


def test_scatter_goes_by_weight_density_and_seed() -> None:
    draft = blank("square", 40, 40)
    draft = paint.terrain(draft, shapes.rectangle(draft.grid, draft.grid.at(0, 0), draft.grid.at(39, 3)), "rock")
    everywhere = draft.grid.everywhere
    after = paint.scatter(draft, everywhere, {"tree": 3, "bush": 1}, 50, 7)
    found = [*props_of(after).values()]
    assert 550 < len(found) < 880
    assert 2 < found.count("tree") / found.count("bush") < 4.5
    assert not any(draft.grid.xy(cell)[1] < 4 for cell in props_of(after))
    assert paint.scatter(draft, everywhere, {"tree": 3, "bush": 1}, 50, 7).text() == after.text()
    assert paint.scatter(draft, everywhere, {"tree": 3, "bush": 1}, 50, 8).text() != after.text()
    assert paint.scatter(draft, everywhere, {"mud": 1}, 100, 1).rows == ("m" * 40,) * 40
    assert paint.scatter(draft, everywhere, {"mud": 1}, 0, 1).rows == draft.rows
    for mixture in knowledge().scatter.values():
        paint.scatter(draft, everywhere, mixture.things, 30, 1)


def test_erasing_a_layer_leaves_the_others() -> None:
    draft = field()
    cell = draft.grid.at(0, 1)
    draft = places.label(paint.lift(paint.prop(draft, 1 << cell, "tree"), 1 << cell), cell, "Oak")
    draft = places.place_unit(paint.terrain(draft, 1 << cell, "mud"), 0, Entry("archer"), cell)
    for layer in LAYERS:
        before, after = (
            contents(draft, 1 << cell)[cell],
            contents(paint.erase(draft, 1 << cell, (layer,)), 1 << cell)[cell],
        )
        assert (before == after) == (layer == "edges"), layer
    bare = contents(paint.erase(draft, 1 << cell), 1 << cell)[cell]
    assert (bare.glyph, bare.height, bare.prop, bare.zones, bare.labels, bare.units) == (".", 0, "", (), (), ())


def test_zones() -> None:
    draft = field()
    grid = draft.grid
    draft = places.add_zone(draft, Zone("hill", "objective", 1 << grid.at(4, 2)))
    draft = places.change_side(draft, 0, objectives=(Objective("hold_zone", "hill", 3),))
    with pytest.raises(ValueError, match="already a zone"):
        places.add_zone(draft, Zone("hill", "exit", 0))
    renamed = places.rename_zone(draft, "hill", "top")
    assert renamed.sides[0].objectives[0].zone == "top"
    assert places.rename_zone(draft, "west", "left").sides[0].zone == "left"
    with pytest.raises(ValueError, match="already a zone"):
        places.rename_zone(draft, "hill", "west")
    gone = places.delete_zone(places.delete_zone(draft, "hill"), "west")
    assert (gone.sides[0].zone, gone.sides[0].objectives) == ("", (Objective("defeat_all"),))
    gone.strict_board()
    wide = places.paint_zone(draft, "hill", bits([grid.at(4, 2), grid.at(5, 2)]))
    assert wide.zones_at(grid.at(5, 2)) == ("hill",)
    assert places.paint_zone(wide, "hill", 1 << grid.at(4, 2), away=True).zones_at(grid.at(4, 2)) == ()
    assert places.erase_zones(wide, grid.everywhere).zones_at(grid.at(0, 0)) == ()
    changed = places.change_zone(wide, "hill", "hazard", title="Storm", effect="gale").zone("hill")
    assert changed and (changed.kind, changed.effect, changed.cells.bit_count()) == ("hazard", "gale", 2)
    with pytest.raises(LookupError, match="no zone 'moor'"):
        places.paint_zone(draft, "moor", 1)
    assert places.free_name(draft, "west") == "west 2"


def test_sides() -> None:
    draft = places.add_side(field(), SideSetup("Green"))
    with pytest.raises(ValueError, match="already a side"):
        places.add_side(draft, SideSetup("Red"))
    assert places.change_side(draft, 2, name="Lime", team=3).sides[2] == SideSetup("Lime", team=3)
    assert [side.name for side in places.delete_side(draft, 0).sides] == ["Blue", "Green"]


def test_units_are_placed_dragged_and_turned() -> None:
    draft = field()
    a, b = draft.grid.at(3, 2), draft.grid.at(4, 2)
    draft = places.place_unit(draft, 0, Entry("archer"), a)
    draft = places.place_unit(draft, 1, Entry("guard"), b)
    assert {cell: side for cell, ((side, _),) in units_of(draft).items()} == {a: 0, b: 1}
    turned = places.turn_unit(draft, a, 1)
    assert units_of(turned)[a][0][1].facing == "se"
    assert units_of(places.turn_unit(turned, a, -2))[a][0][1].facing == "ne"
    assert units_of(places.face_unit(turned, a, ""))[a][0][1].facing == ""
    moved = places.move_unit(draft, a, b)
    assert {cell: entry.role for cell, ((_, entry),) in units_of(moved).items()} == {b: "archer"}
    assert places.move_unit(draft, draft.grid.at(7, 5), a) is draft
    assert units_of(places.remove_unit(draft, a)).keys() == {b}
    with pytest.raises(ValueError, match="single unit"):
        places.place_unit(draft, 0, Entry("archer", count=2), a)


def test_labels() -> None:
    draft = field()
    cell = draft.grid.at(3, 2)
    named = places.label(places.label(draft, cell, "Mill"), cell, "Old mill")
    assert [label.text for label in named.labels] == ["Old mill"]
    assert places.label(named, cell, "Old mill") is named
    assert places.label(named, cell, "").labels == ()
