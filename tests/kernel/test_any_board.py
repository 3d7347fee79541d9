"""Boards of every kind, and damaged ones: what is written reads the same, what cannot be read is told."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from game.data import sheets
from game.data.sheets import SheetError
from game.grid.grid import bits, cells, make_grid
from game.map.board import RIM_SIDES, Board, Edge, Label, Prop, Zone
from game.map.file import load_board
from game.map.notes import Backdrop, FairnessNote, Light, Recipe
from game.map.roster import Entry, SideSetup
from game.map.terrain import kinds
from game.map.writer import dump_board

GLYPHS = sorted(kinds().by_glyph)
SIZES = st.floats(1, 999)
SEEDS = st.integers(-9, 10**9) | st.sampled_from(["", "twelve", "12"])
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=10)


@st.composite
def any_board(draw: st.DrawFn) -> Board:
    """A board with a bit of everything."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    kind = draw(st.sampled_from(["square", "hex"]))
    grid = make_grid(kind, width, height)
    everywhere = list(cells(grid.everywhere))
    cell = st.sampled_from(everywhere)
    row = st.text(st.sampled_from(GLYPHS), min_size=width, max_size=width)
    sides = st.tuples(cell, st.sampled_from(grid.layout.sides)).map(lambda at: grid.edge(*at))
    edges = draw(st.dictionaries(sides, st.sampled_from(sorted(kinds().edges)), max_size=12))
    props = draw(st.dictionaries(cell, st.sampled_from(sorted(kinds().props)), max_size=4))
    zones = draw(st.dictionaries(WORDS, st.sets(cell).map(bits), max_size=3))
    return Board(
        name=draw(WORDS),
        kind=kind,
        rows=tuple(draw(row) for _ in range(height)),
        heights=tuple(draw(st.lists(st.integers(-20, 60), min_size=width * height, max_size=width * height))),
        edges=tuple(Edge(*edge) for edge in edges.items()),
        props=tuple(Prop(*prop) for prop in props.items()),
        zones=tuple(Zone(name, "exit", mask, name, "gale") for name, mask in zones.items()),
        labels=tuple(draw(st.lists(st.builds(Label, cell, WORDS), max_size=3))),
        rim=tuple(draw(st.sets(st.sampled_from(RIM_SIDES)))),
        sides=(SideSetup("red", roster=(Entry("archer", count=2), Entry(unit="owl", state={"stress": [1, 2]}))),),
        round_limit=draw(st.integers(1, 99)),
        description=draw(st.text(" \nab:#", max_size=8)),
        tags=tuple(draw(st.lists(WORDS, max_size=2))),
        backdrop=draw(st.none() | st.builds(Backdrop, st.just("a/b.png"), SIZES, st.tuples(SIZES, SIZES))),
        lights=tuple(draw(st.lists(st.builds(Light, st.tuples(SIZES, SIZES), SIZES, intensity=SIZES), max_size=2))),
        recipes=tuple(draw(st.lists(st.builds(Recipe, WORDS, SEEDS, st.dictionaries(WORDS, SEEDS)), max_size=2))),
        fairness=draw(st.none() | st.builds(FairnessNote, WORDS, wins=st.just({"red": 3}))),
    )


@settings(max_examples=150, deadline=None)
@given(any_board())
def test_writing_and_reading_is_the_identity(board: Board) -> None:
    text = dump_board(board)
    found = load_board(text)
    assert found == board
    assert dump_board(found) == text


@settings(max_examples=150, deadline=None)
@given(any_board(), st.data())
def test_damaged_maps_give_nothing_but_sheet_errors(board: Board, data: st.DataObject) -> None:
    text = dump_board(board)
    start = data.draw(st.integers(0, len(text)))
    patch = data.draw(st.text("[]{}:,-.?|0123456789 \nabex\"'", max_size=5))
    try:
        load_board(text[:start] + patch + text[start + data.draw(st.integers(0, 4)) :])
    except SheetError as problem:
        assert problem.faults


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(
            [
                "name",
                "grid",
                "rows",
                "size",
                "legend",
                "elevation",
                "levels",
                "edges",
                "props",
                "zones",
                "zone_rows",
                "rim",
                "sides",
            ]
        ),
        st.recursive(
            st.one_of(st.integers(-3, 10**30), st.text(max_size=3), st.sampled_from(["square", "..", "wall", "a"])),
            lambda inside: st.one_of(
                st.lists(inside, max_size=3),
                st.dictionaries(st.sampled_from(["at", "side", "kind", "rect", "a", "crate"]), inside, max_size=3),
            ),
            max_leaves=8,
        ),
    )
)
def test_maps_of_wrong_shape_give_nothing_but_sheet_errors(values: dict[str, Any]) -> None:
    try:
        load_board(sheets.dump({"name": "x", "grid": "square", "rows": "..\n..\n"} | values))
    except SheetError as problem:
        assert problem.faults
