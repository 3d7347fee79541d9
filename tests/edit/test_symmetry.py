"""Symmetry: images of cells, edges, zones, units and sides, and maps that stay symmetric whatever is drawn."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.edit import borders, lattice, paint, places
from game.edit.draft import Draft, blank, changed, units_of
from game.edit.mirroring import asymmetric, differences, spread, symmetrise
from game.edit.symmetry import WAYS, Image, Symmetry, across, edges_across, images_of, middle
from game.grid.grid import bits, cells, make_grid
from game.grid.layout import Kind, Size
from game.map.roster import Entry, SideSetup
from game.map.terrain import kinds
from tests.edit.drafts import drafts, field, masks, spots

PAIRS = [(kind, way) for kind, ways in WAYS.items() for way in ways if way != "none"]


@pytest.mark.parametrize(("kind", "way"), PAIRS)
@pytest.mark.parametrize("size", [(9, 9), (8, 6), (7, 10), (1, 1), (2, 5)])
def test_images_are_motions_that_keep_neighbours(kind: Any, way: Any, size: tuple[int, int]) -> None:
    grid = make_grid(kind, *size)
    for image in images_of(grid, Symmetry(way)):
        ways = lattice.directions(grid.layout, image.motion)
        assert sorted(ways) == list(range(grid.directions))
        for cell in cells(grid.everywhere):
            there = lattice.image(grid, image.motion, cell)
            for d in range(grid.directions) if there is not None else ():
                step, image_step = grid.step(cell, d), grid.step(there, ways[d])
                if step is not None:
                    assert lattice.image(grid, image.motion, step) == image_step


def test_images_on_paper() -> None:
    square = make_grid("square", 8, 6)
    for way, expected in {
        "mirror_h": [(6, 2)],
        "mirror_v": [(1, 3)],
        "half_turn": [(6, 3)],
        "mirror_hv": [(6, 2), (1, 3), (6, 3)],
    }.items():
        mask = across(square, Symmetry(way), 1 << square.at(1, 2))
        assert sorted(square.xy(cell) for cell in cells(mask)) == sorted([(1, 2), *expected]), way
    turns = across(make_grid("square", 5, 5), Symmetry("quarter_turns"), 1 << make_grid("square", 5, 5).at(1, 0))
    assert {make_grid("square", 5, 5).xy(cell) for cell in cells(turns)} == {(1, 0), (4, 1), (3, 4), (0, 3)}
    hexes = make_grid("hex", 7, 7)
    ring = hexes.neighbours(hexes.at(3, 3))
    sixfold = Symmetry("sixth_turns", hexes.centre(hexes.at(3, 3)))
    assert across(hexes, sixfold, 1 << ring[0]) == bits(ring)
    threefold = Symmetry("third_turns", hexes.centre(hexes.at(3, 3)))
    assert across(hexes, threefold, 1 << ring[0]) == bits(ring[::2])


def test_every_second_row_of_hexes_leaves_at_most_a_column_alone() -> None:
    for width, height in [(9, 9), (8, 6), (20, 14)]:
        grid = make_grid("hex", width, height)
        for way, alone in {"mirror_h": height // 2, "half_turn": 0 if height % 2 == 0 else height // 2}.items():
            (image,) = images_of(grid, Symmetry(way))
            lonely = sum(lattice.image(grid, image.motion, cell) is None for cell in cells(grid.everywhere))
            assert lonely == alone, (way, width, height)


def test_the_centre_may_be_a_cell_an_edge_or_a_corner() -> None:
    grid = make_grid("square", 8, 6)
    corner = grid.corners(grid.at(3, 2))[2]
    assert middle(grid, "half_turn") == corner
    cell = Symmetry("half_turn", grid.centre(grid.at(3, 2)))
    assert across(grid, cell, 1 << grid.at(3, 3)) == bits([grid.at(3, 3), grid.at(3, 1)])
    edge = grid.centre(grid.at(3, 2))[0] + 720, grid.centre(grid.at(3, 2))[1]
    assert across(grid, Symmetry("half_turn", edge), 1 << grid.at(3, 2)) == bits([grid.at(3, 2), grid.at(4, 2)])
    with pytest.raises(ValueError, match="does not fit that centre"):
        images_of(grid, Symmetry("quarter_turns", edge))
    with pytest.raises(ValueError, match="does not fit a map of square cells"):
        images_of(grid, Symmetry("sixth_turns"))
    hexes = make_grid("hex", 7, 7)
    tip = hexes.corners(hexes.at(3, 3))[0]
    assert len(images_of(hexes, Symmetry("third_turns", tip))) == 2
    with pytest.raises(ValueError, match="does not fit that centre"):
        images_of(hexes, Symmetry("sixth_turns", tip))


def test_sides_swap() -> None:
    mirror, other, both = Image(lattice.STAY, flips=1), Image(lattice.STAY, flips=2), Image(lattice.STAY, flips=3)
    assert [mirror.side(n, 2) for n in range(2)] == [1, 0]
    assert [mirror.side(n, 3) for n in range(3)] == [1, 0, 2]
    assert [both.side(n, 2) for n in range(2)] == [1, 0]
    assert [other.side(n, 4) for n in range(4)] == [2, 3, 0, 1]
    assert [both.side(n, 4) for n in range(4)] == [3, 2, 1, 0]
    third = Image(lattice.STAY, turn=1, of=3)
    assert [third.side(n, 3) for n in range(3)] == [1, 2, 0]
    assert [third.side(n, 2) for n in range(2)] == [0, 1]
    assert [Image(lattice.STAY, 1, 2).side(n, 4) for n in range(4)] == [1, 0, 3, 2]
    assert [Image(lattice.STAY, 1, 4).side(n, 2) for n in range(2)] == [1, 0]


@settings(max_examples=80)
@given(st.data(), drafts())
def test_a_symmetrised_map_is_symmetric_and_stays_so_under_strokes(data: st.DataObject, draft: Draft) -> None:
    way = data.draw(st.sampled_from(WAYS[draft.kind]))
    source = data.draw(st.sampled_from(["either", "left", "right", "top", "bottom"]))
    symmetry = Symmetry(way, source=source)
    before = symmetrise(draft, symmetry)
    assert asymmetric(before, symmetry) == 0
    mask = data.draw(masks(draft))
    after = paint.lift(paint.terrain(before, mask, "mud"), mask)
    edges = [after.grid.edge(cell, d) for cell in cells(mask) for d in after.grid.layout.sides[:2]]
    after = spread(before, borders.edges(after, edges, "fence"), symmetry)
    assert asymmetric(after, Symmetry(way, source="left")) == 0
    if source == "either":
        touched = across(after.grid, symmetry, mask)
        assert all(after.glyph(cell) == kinds().terrain["mud"].glyph for cell in cells(touched))
        assert {*after.grid.layout.sides} and all(after.edge(edge) == "fence" for edge in edges)
        wide = edges_across(after.grid, symmetry, bits(edges))
        assert all(after.edge(edge) == "fence" for edge in cells(wide))


def test_only_the_source_counts() -> None:
    draft = field()
    grid, symmetry = draft.grid, Symmetry("mirror_h", source="left")
    after = spread(draft, paint.terrain(draft, bits([grid.at(1, 1), grid.at(6, 4)]), "mud"), symmetry)
    assert [row for row in after.rows if "m" in row] == [".m....m."]


def test_other_layers_and_other_cells_are_left_alone() -> None:
    draft = places.label(paint.prop(field(), 1 << field().grid.at(6, 1), "tree"), field().grid.at(6, 1), "Oak")
    symmetry = Symmetry("mirror_h")
    after = spread(draft, paint.terrain(draft, 1 << draft.grid.at(1, 1), "mud"), symmetry)
    assert after.glyph(draft.grid.at(6, 1)) == "m"
    assert (after.prop_rows, after.labels) == (draft.prop_rows, draft.labels)
    assert after.rows[0] is draft.rows[0]


def test_zones_swap_with_the_sides() -> None:
    draft = field()
    grid, cell = draft.grid, draft.grid.at(3, 0)
    drawn = places.paint_zone(draft, "west", 1 << cell)
    after = spread(draft, drawn, Symmetry("mirror_h"))
    east, west = after.zone("east"), after.zone("west")
    assert east and west
    assert east.cells >> grid.at(4, 0) & 1
    assert not west.cells >> grid.at(4, 0) & 1
    alone = spread(draft, drawn, Symmetry("mirror_h", swap=False)).zone("west")
    assert alone
    assert alone.cells >> grid.at(4, 0) & 1


def test_units_stand_in_every_image_with_their_facing_turned() -> None:
    draft = blank("hex", 9, 9)
    draft = changed(draft, sides=tuple(SideSetup(name) for name in ("a", "b", "c")))
    grid = draft.grid
    centre = grid.at(4, 4)
    symmetry = Symmetry("third_turns", grid.centre(centre))
    start = grid.neighbours(centre)[0]
    drawn = places.place_unit(draft, 0, Entry("archer", facing="ne"), start)
    after = spread(draft, drawn, symmetry)
    found = {cell: (side, entry.facing) for cell, ((side, entry),) in units_of(after).items()}
    ring = grid.neighbours(centre)
    assert found == {ring[0]: (0, "ne"), ring[2]: (1, "se"), ring[4]: (2, "w")}
    gone = spread(after, places.remove_unit(after, ring[2]), symmetry)
    assert units_of(gone) == {}
    turned = spread(after, places.turn_unit(after, ring[0], 1), symmetry)
    assert sorted(entry.facing for ((_, entry),) in units_of(turned).values()) == ["e", "nw", "sw"]


def two_wide(_entry: Entry, _kind: Kind) -> Size:
    return 2


def test_big_units_cover_the_images_of_what_they_cover() -> None:
    draft = field("square", 10, 6)
    drawn = places.place_unit(draft, 0, Entry("brute"), draft.grid.at(1, 1))
    after = spread(draft, drawn, Symmetry("half_turn"), two_wide)
    assert {draft.grid.xy(cell) for cell in units_of(after)} == {(1, 1), (7, 3)}
    moved = spread(
        after, places.move_unit(after, draft.grid.at(1, 1), draft.grid.at(3, 0)), Symmetry("half_turn"), two_wide
    )
    assert {draft.grid.xy(cell) for cell in units_of(moved)} == {(3, 0), (5, 4)}


def test_differences_name_what_a_screen_must_draw_again() -> None:
    draft = field()
    grid = draft.grid
    after = borders.edges(paint.terrain(draft, 1 << grid.at(2, 2), "mud"), [grid.edge(grid.at(5, 5), 0)], "wall")
    after = places.label(places.paint_zone(after, "west", 1 << grid.at(4, 4)), grid.at(0, 0), "x")
    found = differences(draft, after)
    assert (spots(draft, found.terrain), spots(draft, found.labels)) == ([(2, 2)], [(0, 0)])
    assert (found.elevation, found.props, found.units) == (0, 0, 0)
    assert found.edges == {grid.edge(grid.at(5, 5), 0)}
    assert spots(draft, found.cells) == [(0, 0), (2, 2), (4, 4)]


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_images_of_units_that_look_as_their_side_does_look_the_other_way(kind: str) -> None:
    draft = field(kind)  # red looks east, blue west
    cell, there = draft.grid.at(2, 2), draft.grid.at(5, 2)

    def looks(draft: Draft, *, swap: bool) -> tuple[int, str]:
        placed = places.place_unit(draft, 0, Entry("archer"), cell)
        ((side, entry),) = units_of(spread(draft, placed, Symmetry("mirror_h", swap=swap)))[there]
        return side, entry.facing

    assert looks(draft, swap=True) == (1, "")
    assert looks(draft, swap=False) == (0, "w")
    assert looks(places.change_side(draft, 1, facing="e"), swap=True) == (1, "w")
    assert looks(places.change_side(draft, 0, facing=""), swap=False) == (0, "")
