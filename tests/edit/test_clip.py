"""The clipboard: all layers, turned and mirrored exactly, pasted only onto empty ground; stamps as files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.data.sheets import SheetError
from game.edit import borders, clip, paint, places, shapes
from game.edit.clip import Clip
from game.edit.draft import Draft, blank, units_of
from game.grid.grid import bits, cells
from game.map.board import Zone
from game.map.roster import Entry, SideSetup
from tests.edit.drafts import drafts, field, masks


def furnished(kind: str = "square") -> Draft:
    """A field with something of every layer about its middle."""
    draft = field(kind, 9, 9)
    cell = draft.grid.at(4, 4)
    draft = paint.lift(paint.terrain(draft, 1 << cell, "mud"), 1 << cell)
    draft = places.label(paint.prop(draft, 1 << draft.grid.at(5, 4), "tree"), cell, "Bog")
    draft = places.add_zone(draft, Zone("bog", "area", 1 << cell, "Bog"))
    draft = places.place_unit(draft, 1, Entry("archer", facing="e"), cell)
    return borders.edges(draft, [draft.grid.edge(cell, draft.grid.parse_direction("e"))], "door")


def same(one: Clip, other: Clip) -> bool:
    """Whether two clips hold the same; the places in units' entries do not count."""
    return clip.stamp_text(one, "x") == clip.stamp_text(other, "x")


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_a_full_circle_and_two_mirrors_change_nothing(kind: str) -> None:
    draft = furnished(kind)
    taken = clip.copy(draft, draft.grid.disc(draft.grid.at(4, 4), 2, "chebyshev"))
    circle = taken
    for _ in range(len(draft.grid.layout.sides)):
        circle = clip.turn(circle, 1)
        assert len(circle.cells) == len(taken.cells)
    assert same(circle, taken)
    assert not same(clip.turn(taken, 1), taken)
    for way in ("horizontal", "vertical"):
        assert same(clip.flip(clip.flip(taken, way), way), taken)
    half = clip.turn(taken, len(draft.grid.layout.sides) // 2)
    assert same(clip.flip(clip.flip(taken, "horizontal"), "vertical"), half)


@settings(max_examples=60)
@given(st.data(), drafts())
def test_copying_and_pasting_at_the_same_place_changes_nothing(data: st.DataObject, draft: Draft) -> None:
    mask = data.draw(masks(draft))
    taken = clip.copy(draft, mask)
    if taken:
        anchor = next(cell for cell in cells(mask) if clip.covered(draft.grid, taken, cell) == mask)
        pasted = clip.paste(draft, taken, anchor)
        assert _sorted_rosters(pasted) == _sorted_rosters(draft)


def _sorted_rosters(draft: Draft) -> str:
    sides = [(side.name, sorted(map(repr, side.roster))) for side in draft.sides]
    return repr(sides) + repr((draft.rows, draft.ground, draft.edges, draft.props, draft.zones, draft.labels))


def test_pasting_moves_all_layers() -> None:
    draft = furnished()
    grid = draft.grid
    taken, rest = clip.cut(draft, bits([grid.at(4, 4), grid.at(5, 4)]))
    assert rest.rows == (("." * 9),) * 9
    assert (rest.edges, rest.props, rest.labels, units_of(rest)) == ((), (), (), {})
    after = clip.paste(rest, taken, grid.at(2, 7))
    assert after.rows[7] == "..m......"
    assert after.sixths(grid.at(2, 7)) == 6
    assert after.prop(grid.at(3, 7)) == "tree"
    assert after.labels[0].cell == grid.at(2, 7)
    assert after.zones_at(grid.at(2, 7)) == ("bog",)
    assert units_of(after)[grid.at(2, 7)][0][0] == 1
    assert after.edge(grid.edge(grid.at(2, 7), grid.parse_direction("e"))) == "door"
    after.strict_board()


def test_turning_turns_edges_and_facings() -> None:
    draft = furnished()
    grid = draft.grid
    turned = clip.turn(clip.copy(draft, 1 << grid.at(4, 4)), 1)
    after = clip.paste(draft, turned, grid.at(2, 2))
    assert after.edge(grid.edge(grid.at(2, 2), grid.parse_direction("s"))) == "door"
    assert units_of(after)[grid.at(2, 2)][0][1].facing == "s"
    flipped = clip.flip(clip.copy(draft, 1 << grid.at(4, 4)), "horizontal")
    after = clip.paste(draft, flipped, grid.at(2, 2))
    assert after.edge(grid.edge(grid.at(2, 2), grid.parse_direction("w"))) == "door"
    assert units_of(after)[grid.at(2, 2)][0][1].facing == "w"


def test_pasting_only_onto_empty() -> None:
    draft = furnished()
    grid = draft.grid
    taken = clip.copy(draft, 1 << grid.at(4, 4))
    target = paint.prop(paint.terrain(field("square", 9, 9), 1 << grid.at(2, 2), "road"), 1 << grid.at(2, 2), "crate")
    after = clip.paste(target, taken, grid.at(2, 2), only_empty=True)
    assert after.glyph(grid.at(2, 2)) == "="
    assert after.prop(grid.at(2, 2)) == "crate"
    assert after.sixths(grid.at(2, 2)) == 6
    assert after.labels[0].text == "Bog"
    whole = clip.paste(target, taken, grid.at(2, 2))
    assert (whole.glyph(grid.at(2, 2)), whole.prop(grid.at(2, 2))) == ("m", "")
    some = clip.paste(target, taken, grid.at(2, 2), layers=("elevation",))
    assert (some.glyph(grid.at(2, 2)), some.sixths(grid.at(2, 2)), some.labels) == ("=", 6, ())


def test_pasting_over_the_rim_and_onto_the_other_grid() -> None:
    draft = furnished()
    grid = draft.grid
    taken = clip.copy(draft, grid.disc(grid.at(4, 4), 2, "chebyshev"))
    corner = clip.paste(draft, taken, grid.at(0, 0))
    assert corner.glyph(grid.at(0, 0)) == "m"
    assert clip.covered(grid, taken, grid.at(0, 0)).bit_count() == 9
    with pytest.raises(ValueError, match="does not fit a map of hex cells"):
        clip.paste(blank("hex", 9, 9), taken, 20)
    assert not clip.copy(draft, 0)


@settings(max_examples=60)
@given(st.data(), drafts())
def test_stamps_read_back(data: st.DataObject, draft: Draft) -> None:
    taken = clip.copy(draft, data.draw(masks(draft)), ("terrain", "edges", "props", "units", "zones"))
    if not taken:
        with pytest.raises(ValueError, match="empty clip"):
            clip.stamp_text(taken, "x")
        return
    text = clip.stamp_text(taken, "A stamp")
    again = clip.read_stamp(text)
    assert clip.stamp_text(again, "A stamp") == text
    assert again.layers == taken.layers
    assert {each.glyph for each in again.cells.values()} == {each.glyph for each in taken.cells.values()}
    assert len(again.cells) == len(taken.cells)
    # Where the anchor is recomputed the offsets may shift, all by the same amount.
    shifts = {(q - x, r - y) for (q, r), (x, y) in zip(sorted(again.cells), sorted(taken.cells), strict=True)}
    assert len(shifts) == 1
    moved = {(q + dq, r + dr, d): kind for (q, r, d), kind in taken.edges.items() for dq, dr in shifts if kind}
    assert {edge: kind for edge, kind in again.edges.items() if kind} == moved


def test_what_is_no_stamp_is_refused() -> None:
    with pytest.raises(ValueError, match="zone 'stamp'"):
        clip.read_stamp(field().text())
    with pytest.raises(SheetError):
        clip.read_stamp("rows: 3")


def test_zones_and_sides_that_a_map_lacks() -> None:
    draft = furnished()
    taken = clip.copy(draft, 1 << draft.grid.at(4, 4))
    other = blank("square", 3, 3)
    after = clip.paste(other, taken, other.grid.at(1, 1))
    zone = after.zone("bog")
    assert zone and (zone.kind, zone.title, zone.cells) == ("area", "Bog", 1 << other.grid.at(1, 1))
    assert units_of(after) == {}
    assert shapes.things(after, after.grid.everywhere) == 0
    sided = places.add_side(places.add_side(other, SideSetup("a")), SideSetup("b"))
    assert [side.size for side in clip.paste(sided, taken, other.grid.at(1, 1)).sides] == [0, 1]


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_units_that_look_as_their_side_does_turn_with_the_clipboard(kind: str) -> None:
    draft = field(kind, 9, 9)
    grid, cell = draft.grid, draft.grid.at(4, 4)
    draft = places.place_unit(draft, 0, Entry("archer"), cell)  # red looks east
    taken = clip.copy(draft, 1 << cell)
    looks = []
    for steps in range(len(grid.layout.sides) + 1):
        ((_, entry),) = units_of(clip.paste(draft, clip.turn(taken, steps), cell))[cell]
        looks.append(entry.facing)
    circle = [grid.names[d] for d in grid.layout.sides]
    first = circle.index("e")
    assert looks == ["", *circle[first + 1 :], *circle[:first], ""]
    mirrored = clip.paste(draft, clip.flip(taken, "horizontal"), cell)
    assert units_of(mirrored)[cell][0][1].facing == "w"
    kept = clip.read_stamp(clip.stamp_text(taken, "one"))
    assert units_of(clip.paste(draft, clip.turn(kept, 1), cell))[cell][0][1].facing == looks[1]
