"""Resizing, cropping, turning, mirroring and converting whole maps."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.edit import borders, paint, places, shapes
from game.edit.convert import convert
from game.edit.draft import Draft, changed, edges_of, read, units_of
from game.edit.regions import pockets
from game.edit.reshape import crop, flip, reframe, resize, turn
from game.grid.grid import bits
from game.map.library import find_maps
from game.map.notes import Backdrop, Light, Recipe
from game.map.roster import Entry
from tests.edit.drafts import drafts, field, spots


def marked(kind: str = "square", width: int = 8, height: int = 6) -> Draft:
    """A map with mud in one cell, a unit on it, a door on its east side and a light in its middle."""
    draft = field(kind, width, height)
    cell = draft.grid.at(3, 2)
    draft = places.place_unit(paint.terrain(draft, 1 << cell, "mud"), 0, Entry("archer", facing="e"), cell)
    draft = borders.edges(draft, [draft.grid.edge(cell, draft.grid.parse_direction("e"))], "door")
    x, y = draft.grid.centre_px(cell, 1.0)
    return changed(draft, lights=(Light((x, y), 2.0),), recipes=(Recipe("open"),))


def mud(draft: Draft) -> tuple[int, int]:
    """Where the mark is now, after checking that everything came along."""
    ((col, row),) = [(row.index("m"), number) for number, row in enumerate(draft.rows) if "m" in row]
    cell = draft.grid.at(col, row)
    ((_, entry),) = units_of(draft)[cell]
    d = draft.grid.parse_direction(entry.facing)
    assert edges_of(draft) == {draft.grid.edge(cell, d): "door"}
    assert draft.lights[0].at == pytest.approx(draft.grid.centre_px(cell, 1.0), abs=1e-3)
    assert draft.recipes == ()
    draft.strict_board()
    return col, row


@pytest.mark.parametrize(
    ("corner", "square", "hexes"),
    [
        ("nw", (3, 2), (3, 2)),
        ("n", (4, 2), (4, 2)),
        ("ne", (5, 2), (5, 2)),
        ("w", (3, 3), (3, 2)),
        ("c", (4, 3), (4, 2)),
        ("e", (5, 3), (5, 2)),
        ("sw", (3, 5), (3, 4)),
        ("s", (4, 5), (4, 4)),
        ("se", (5, 5), (5, 4)),
    ],
)
def test_nine_ways_to_grow(corner: Any, square: tuple[int, int], hexes: tuple[int, int]) -> None:
    for kind, expected in (("square", square), ("hex", hexes)):
        found = resize(marked(kind), 10, 9, corner, "sand")
        assert (found.draft.width, found.draft.height) == (10, 9)
        assert mud(found.draft) == expected
        assert found.draft.rows[0].count("s") + found.draft.rows[-1].count("s") > 0
        assert any("even number" in note for note in found.notes) == (kind == "hex" and square != hexes)


def test_shrinking_keeps_the_units_and_tells_what_was_lost() -> None:
    draft = places.label(marked(), field().grid.at(3, 2), "Here")
    found = resize(draft, 3, 6, "nw")
    assert found.draft.sides[0].roster[-1] == Entry("archer", facing="e")
    assert found.notes[:3] == (
        "30 cells were cut off.",
        "1 label was cut off.",
        "1 unit lost its place and deploys in its zone.",
    )
    assert found.draft.width == 3
    for size in ((0, 3), (3, 257)):
        with pytest.raises(ValueError, match="between 1 and 256"):
            resize(draft, *size)


def test_cropping() -> None:
    for kind, expected in (("square", (1, 1)), ("hex", (1, 2))):
        draft = marked(kind)
        mask = bits([draft.grid.at(2, 1), draft.grid.at(5, 3)])
        found = crop(draft, mask)
        assert mud(found.draft) == expected
        assert found.draft.width == 4
    with pytest.raises(ValueError, match="even number"):
        reframe(marked("hex"), 0, 1, 4, 4)


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_turning_once_and_all_the_way_round(kind: str) -> None:
    draft = marked(kind)
    steps = len(draft.grid.layout.sides)
    for number in range(steps):
        found = turn(draft, number)
        mud(found.draft)
    assert turn(draft, 0).draft.rows == draft.rows
    half = turn(draft, steps // 2).draft
    assert (half.width, half.height) == (8, 6)
    assert changed(turn(half, steps // 2).draft, recipes=draft.recipes).rows == draft.rows


def test_a_square_map_turned_four_times_is_the_same() -> None:
    for name, path in find_maps().items():
        draft, _ = read(path)
        if draft.kind == "square":
            again = draft
            for _ in range(4):
                again = turn(again, 1).draft
            assert again.text() == draft.text(), name
            assert flip(flip(draft, "vertical").draft, "vertical").draft.text() == draft.text()


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_mirroring(kind: str) -> None:
    draft = marked(kind)
    for way in ("horizontal", "vertical"):
        once = flip(draft, way).draft
        mud(once)
        assert once.width <= 9
        twice = flip(once, way).draft
        assert mud(twice)[1] == 2
        assert twice.width <= 9


def test_the_closed_sides_turn_too() -> None:
    draft = changed(field(), rim=("n", "e"))
    assert turn(draft, 1).draft.rim == ("e", "s")
    assert flip(draft, "horizontal").draft.rim == ("n", "w")
    hexes = changed(field("hex"), rim=("n", "e"))
    assert turn(hexes, 3).draft.rim == ("s", "w")
    assert turn(hexes, 1).draft.rim == ("n", "e", "s", "w")


@settings(max_examples=60)
@given(drafts(), st.integers(0, 5), st.sampled_from(["horizontal", "vertical"]))
def test_turning_loses_nothing(draft: Draft, steps: int, way: Any) -> None:
    for found in (turn(draft, steps).draft, flip(draft, way).draft):
        assert len(found.props) == len(draft.props)
        assert len(found.labels) == len(draft.labels)
        assert len(found.edges) == len(draft.edges)
        assert sum(side.size for side in found.sides) == sum(side.size for side in draft.sides)
        assert [zone.cells.bit_count() for zone in found.zones] == [zone.cells.bit_count() for zone in draft.zones]


# Conversion


def house(kind: str) -> Draft:
    """A walled room with a door to the north and a window to the south."""
    draft = field(kind, 9, 8)
    grid = draft.grid
    draft = borders.enclose(draft, shapes.rectangle(grid, grid.at(3, 3), grid.at(5, 5)), "wall")
    north, south = ("n", "s") if kind == "square" else ("ne", "sw")
    draft = borders.edges(draft, [grid.edge(grid.at(4, 3), grid.parse_direction(north))], "door")
    return borders.edges(draft, [grid.edge(grid.at(4, 5), grid.parse_direction(south))], "window")


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_rooms_stay_rooms_on_the_other_grid(kind: Any) -> None:
    draft = house(kind)
    other = "hex" if kind == "square" else "square"
    found = convert(draft, other)
    after = found.draft
    kinds_there = sorted(edges_of(after).values())
    assert (kinds_there.count("door"), kinds_there.count("window")) == (1, 1)
    shut = borders.edges(after, [edge for edge, name in edges_of(after).items() if name == "door"], "wall")
    assert [part.bit_count() for part in pockets(shut)] == [63, 9]
    assert len(pockets(after)) == 1
    assert any("2 openings became 2" in note for note in found.notes)
    after.strict_board()
    same = convert(draft, draft.kind)
    assert same.draft is draft


def test_facings_survive_conversion() -> None:
    draft = places.place_unit(field(), 0, Entry("archer", facing="n"), field().grid.at(3, 2))
    hexes = convert(draft, "hex")
    assert units_of(hexes.draft)[hexes.draft.grid.at(3, 2)][0][1].facing == "ne"
    assert "1 units that looked north or south look to a corner now." in hexes.notes
    back = convert(hexes.draft, "square").draft
    assert units_of(back)[back.grid.at(3, 2)][0][1].facing == "ne"


@pytest.mark.parametrize("name", sorted(find_maps()))
def test_maps_that_ship_convert_both_ways(name: str) -> None:
    draft, _ = read(find_maps()[name])
    draft = changed(draft, backdrop=Backdrop("x.png"))
    other = convert(draft, "hex" if draft.kind == "square" else "square")
    other.draft.strict_board()
    assert other.draft.rows == draft.rows
    assert spots(other.draft, other.draft.zones[0].cells) == spots(draft, draft.zones[0].cells)
    assert any("backdrop" in note for note in other.notes)
    convert(other.draft, draft.kind).draft.strict_board()
