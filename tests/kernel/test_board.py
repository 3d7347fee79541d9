"""Boards: the map format, its faults, and what is derived from it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.data import sheets
from game.data.sheets import SheetError
from game.grid.cuts import cut_steps
from game.grid.grid import bits, cells, make_grid
from game.map import library as boards
from game.map.board import LEVEL, RIM_SIDES, Board, Zone
from game.map.file import load_board, load_parts
from game.map.library import find_map, find_maps
from game.map.notes import Light
from game.map.terrain import kinds, read_kinds
from game.map.writer import dump_board

SMALL = """\
name: Small
grid: square
rows: |
  ..T#
  .~W.
  =B=m
"""


def small(more: str = "") -> Board:
    return load_board(SMALL + more, "small.yaml")


def faults(text: str) -> list[str]:
    """The lines of the error that a map raises."""
    with pytest.raises(SheetError) as caught:
        load_board(text, "m.yaml")
    return str(caught.value).splitlines()


def spots(board: Board, mask: int) -> list[tuple[int, int]]:
    return [board.grid.xy(cell) for cell in cells(mask)]


def test_masks_of_terrain() -> None:
    board = small()
    assert spots(board, board.impassable) == spots(board, board.blocks_sight) == [(3, 0)]
    assert spots(board, board.obstacles) == [(2, 0), (3, 0)]
    assert spots(board, board.water) == [(1, 1), (2, 1)]
    assert spots(board, board.deep) == [(2, 1)]
    assert spots(board, board.difficult) == [(2, 0), (1, 1), (2, 1), (3, 2)]
    assert spots(board, board.concealing) == [(2, 0)]
    assert {by: spots(board, mask) for by, mask in board.extras.items()}[1] == [(2, 0), (1, 1), (2, 1), (3, 2)]
    assert board.extras[0] | board.extras[1] == board.grid.everywhere
    assert board.terrain(board.grid.at(1, 2)).id == "bridge"
    assert board.passable == board.grid.everywhere & ~board.impassable


def test_masks_see_props_and_zones() -> None:
    board = small(
        "props: {crate: [[0, 0]], bush: [[3, 2]], campfire: [[1, 0]]}\n"
        "zones: {storm: {kind: hazard, effect: gale, rect: [0, 1, 2, 1]}, out: {kind: exit, cells: [[0, 2]]}}\n"
    )
    assert spots(board, board.impassable) == [(0, 0), (3, 0)]
    assert board.extra(board.grid.at(3, 2)) == 2
    assert spots(board, board.extras[2]) == [(3, 2)]
    assert {word: spots(board, mask) for word, mask in board.hazards.items()} == {
        "fire": [(1, 0)],
        "gale": [(0, 1), (1, 1)],
    }
    assert spots(board, board.exits) == [(0, 2)]
    assert board.tops[board.grid.at(0, 0)] == LEVEL
    prop = board.prop(board.grid.at(0, 0))
    assert prop is not None
    assert (prop.id, board.prop(board.grid.at(0, 1)), board.zone_cells("nowhere")) == ("crate", None, 0)


def test_elevation_is_exact() -> None:
    board = small("levels: {h: 0.5, t: 1/3, d: -2}\nelevation: |\n  .1h2\n  td.0\n  ....\n")
    grid = board.grid
    assert [board.level(grid.at(col, 0)) for col in range(4)] == [0, 1, Fraction(1, 2), 2]
    assert board.level(grid.at(0, 1)) == Fraction(1, 3)
    assert board.sixths(grid.at(1, 1)) == -12
    assert board.tops[grid.at(3, 0)] == 6 * (2 + 3)
    assert board.at_level[2] == 1 << grid.at(0, 1)
    assert small("elevation: |\n  ....\n  0000\n  ....\n") == small()


def test_edges_stand_on_the_higher_ground() -> None:
    edges = "edges: [{at: [0, 0], side: e, kind: low_wall}, {at: [0, 0], side: w, kind: wall}]\n"
    board = small(edges + "elevation: |\n  .2..\n  ....\n  ....\n")
    cell = board.grid.at(0, 0)
    east, west = (board.grid.edge(cell, board.grid.parse_direction(side)) for side in "ew")
    assert board.edge_tops == {east: 6 * (2 + 1), west: 6 * 3}


def test_edges() -> None:
    board = small(
        "edges:\n"
        "  - {around: [0, 0, 2, 2], kind: wall}\n"
        "  - {at: [1, 0], side: e, kind: door}\n"
        "  - {at: [1, 1], side: s, kind: open}\n"
        "  - {from: [2, 1], to: [3, 1], side: s, kind: low_wall}\n"
    )
    grid = board.grid
    names = {grid.edge_name(edge.edge): edge.kind for edge in board.edges}
    door = grid.edge(grid.at(1, 0), grid.parse_direction("e"))
    assert names == {
        **dict.fromkeys(("0,0 n", "1,0 n", "0,0 w", "0,1 w", "0,1 s", "1,1 e"), "wall"),
        **dict.fromkeys(("2,1 s", "3,1 s"), "low_wall"),
        "1,0 e": "door",
    }
    assert dict(board.doors) == {door: "door"}
    assert board.closed & 1 << door
    assert board.opaque == board.closed
    assert board.low == bits(grid.edge(grid.at(col, 1), grid.parse_direction("s")) for col in (2, 3))
    kind = board.edge_kind(door)
    assert kind is not None
    assert (kind.turns_to, board.edge_kind(door + 1000)) == ("door_open", None)


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_walls_cut_exactly_the_steps_past_them(kind: Any) -> None:
    grid = make_grid(kind, 5, 4)
    middle = grid.at(2, 1)
    for d in grid.layout.sides:
        there = grid.step(middle, d)
        assert there is not None
        cuts = cut_steps(grid, 1 << grid.edge(middle, d))
        assert cuts[d] & 1 << middle
        assert cuts[grid.opposite(d)] & 1 << there
        cut = {(cell, way) for way, mask in enumerate(cuts) for cell in cells(mask)}
        straight = {(middle, d), (there, grid.opposite(d))}
        assert straight <= cut
        if kind == "hex":
            assert cut == straight
        else:
            # Besides the two straight steps: two diagonals at either end of the edge, each in both directions.
            assert len(cut) == 2 + 2 * 4
            ends = set(grid.edge_ends(grid.edge(middle, d)))
            for cell, way in cut - straight:
                target = grid.step(cell, way)
                assert target is not None
                assert grid.is_diagonal(way)
                assert ends & set(grid.corners(cell)) & set(grid.corners(target))


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_every_rim_edge_belongs_to_one_side(kind: Any) -> None:
    rows = ("....",) * 3
    board = Board(name="x", kind=kind, rows=rows, rim=RIM_SIDES)
    assert board.rim_walls == board.grid.rim == board.closed
    parts = [Board(name="x", kind=kind, rows=rows, rim=(side,)).rim_walls for side in RIM_SIDES]
    assert sum(part.bit_count() for part in parts) == board.grid.rim.bit_count()
    north = {board.grid.xy(board.grid.edge_side(edge)[0])[1] for edge in cells(parts[0])}
    assert north == {0}
    assert Board(name="x", kind=kind, rows=rows).closed == 0


def test_hex_rows_may_be_spaced_out() -> None:
    dense = load_board("name: x\ngrid: hex\nrows: ['..T', '~~.']")
    assert load_board("name: x\ngrid: hex\nrows: |\n  . . T\n   ~ ~ .\n") == dense
    assert "rows: |\n  . . T\n   ~ ~ .\n" in dump_board(dense)


def test_legend_gives_letters_of_ones_own() -> None:
    board = load_board("name: x\ngrid: square\nlegend: {'.': floor, X: stone_wall}\nrows: [X.=]")
    assert [board.terrain(cell).id for cell in cells(board.grid.everywhere)] == ["stone_wall", "floor", "road"]
    assert load_board(dump_board(board)) == board


def test_faults_name_row_and_column() -> None:
    assert faults("name: x\ngrid: square\nrows: |\n  ....\n  ..?.\n  ...\n") == [
        "m.yaml:5:5: rows: cell 2,1: unknown letter '?'",
        "m.yaml:6:6: rows: row 2: expected 4 cells, found 3",
    ]
    assert faults("name: x\ngrid: hex\nrows: ['. .', ' . ?']") == ["m.yaml:3:19: rows.1: cell 1,1: unknown letter '?'"]
    assert faults("name: x\ngrid: hexx\nrows: [..]\nsise: 3") == [
        "m.yaml:4:1: sise: unknown key 'sise'; known: author, backdrop, comments, description, edges, elevation, "
        "fairness, fog, grid, labels, legend, levels, ... (did you mean 'size'?)",
        "m.yaml:2:7: grid: unknown value 'hexx'; known: hex, square (did you mean 'hex'?)",
    ]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("legend: {Q: grasss}", "legend.Q: unknown terrain 'grasss'; known: boulders, bridge, "),
        ("size: [5, 3]", "rows: row 0: expected 5 cells, found 4"),
        ("size: [0, 3]", "rows: a map of 0 x 3 cells; each must be between 1 and 256"),
        ("elevation: '....'", "elevation: expected 3 rows, found 1"),
        ("levels: {h: 0.7}", ""),
        ("levels: {h: 0.7}\nelevation: ['....', '....', '....']", "levels.h: a level is a number of halves or thirds"),
        ("levels: {h: 1e99999999}\nelevation: ['....', '....', '....']", "levels.h: a level is"),
        ("elevation: ['....', '.x..', '....']", "elevation.1: cell 1,1: unknown letter 'x'"),
        ("props: {crate: [[4, 0]]}", "props.crate.0: cell 4,0 lies off the 4 x 3 map"),
        ("props: {crate: [[1, 0]], bush: [[1, 0]]}", "props.bush.0: cell 1,0 already has a crate"),
        ("props: {crat: []}", "props.crat: unknown prop 'crat'"),
        ("labels: [{at: [0, -1], text: x}]", "labels.0.at: cell 0,-1 lies off the 4 x 3 map"),
        ("edges: [{at: [0, 0], side: x, kind: wall}]", "edges.0.side: unknown side 'x'; known: e, n, s, w"),
        ("edges: [{at: [0, 0], side: ne, kind: wall}]", "edges.0.side: unknown side 'ne'; known: e, n, s, w"),
        ("edges: [{at: [0, 0], side: e, kind: wal}]", "edges.0.kind: unknown edge 'wal'"),
        ("edges: [{at: [0, 0], kind: wall}]", "edges.0: key 'side' is missing"),
        ("edges: [{from: [0, 0], side: e, kind: wall}]", "edges.0: give either at, or from and to, or around"),
        ("edges: [{from: [0, 0], to: [1, 1], side: e, kind: wall}]", "edges.0: a run goes along a row or a column"),
        ("edges: [{around: [2, 2, 3, 1], kind: wall}]", "edges.0.around: rectangle [2, 2, 3, 1]"),
        ("zones: {a: {rect: [0, 0, 5, 1]}}", "zones.a.rect: rectangle [0, 0, 5, 1]"),
        ("zones: {a: {kind: exit}}", "zones.a: the zone has no rect, rects, cells or letter"),
        ("zones: {a: {letter: q}}", "zones.a.letter: no letter 'q' stands in zone_rows"),
        ("zones: {a: {letter: q}}\nzone_rows: [qq.., .z.., ....]", "zone_rows.1: cell 1,1: unknown letter 'z'"),
        ("sides: [{name: a}, {name: a}]", "sides.1.name: there are two sides 'a'"),
        ("sides: [{name: a, zone: b}]", "sides.0.zone: unknown zone 'b'"),
        ("sides: [{name: a, roster: [{role: figher}]}]", "sides.0.roster.0.role: unknown value 'figher'"),
        ("sides: [{name: a, roster: [{count: 2}]}]", "sides.0.roster.0: give either a role or a unit"),
        ("sides: [{name: a, roster: [{role: guard, at: '9,9'}]}]", "sides.0.roster.0.at: cell 9,9 lies off the"),
        ("sides: [{name: a, objectives: [{kind: hold_zone, rounds: 2}]}]", "objectives.0: hold_zone needs a zone"),
        ("sides: [{name: a, objectives: [{kind: escape, zone: z, count: 2}]}]", "objectives.0.zone: unknown zone 'z'"),
    ],
)
def test_each_fault_is_told(more: str, expected: str) -> None:
    if not expected:
        assert small(more)
        return
    found = faults(SMALL + more)
    assert len(found) >= 1
    assert any(expected in line for line in found), found


def test_boards_refuse_rows_that_are_no_map() -> None:
    for rows, heights in [((), ()), (("..", "."), ()), (("",), ()), (("é",), ()), (("..",), (1,))]:
        with pytest.raises(ValueError, match=r"row|letter|heights"):
            Board(name="x", kind="square", rows=rows, heights=heights)
    with pytest.raises(ValueError, match="two zones of one name"):
        Board(name="x", kind="square", rows=("..",), zones=(Zone("a", "area", 1), Zone("a", "area", 2)))


def test_what_is_left_out_and_what_is_written_out_have_one_digest() -> None:
    plain = small("sides: [{name: Red}]\n")
    written = small("sides: [{name: Red, objectives: [{kind: defeat_all}]}]\n")
    assert plain == written and plain.digest == written.digest


def test_notes_count_for_equality_but_not_for_the_digest() -> None:
    plain = small()
    lit = small("lights: [{at: [1.5, 2], range: 3}]\nfairness: {text: even, digest: abc}\n")
    assert lit.lights == (Light((1.5, 2.0), 3.0),)
    assert plain != lit
    assert plain.digest == lit.digest
    assert plain.digest != small("round_limit: 9\n").digest


@pytest.mark.parametrize(
    "picture", ["../x.png", "/x.png", "C:x.png", "a/../../x.png", "\\\\h\\s\\x.png", "", "a\x07.png"]
)
def test_a_backdrop_lies_in_the_folder_of_the_map(picture: str) -> None:
    assert "backdrop" in faults(SMALL + sheets.dump({"backdrop": {"picture": picture}}))[0]


def test_lenient_reading_keeps_what_is_unknown() -> None:
    text = (
        "name: x\ngrid: square\nlegend: {T: magma, q: goo}\nrows: [Tq.]\nprops: {crat: [[0, 0]]}\n"
        "edges: [{at: [0, 0], side: e, kind: wal}]\n"
        "sides: [{name: a, zone: z, roster: [{role: guard, at: '9,9'}]}, {name: a}]\n"
    )
    parts = load_parts(text)
    assert parts.fields["rows"] == ("\xc0q.",)
    assert parts.legend == {"\xc0": "magma", "q": "goo"}
    assert (parts.fields["props"][0].kind, parts.fields["edges"][0].kind) == ("crat", "wal")
    assert {fault.path for fault in parts.doubts} == {
        *("legend.T", "legend.q", "props.crat", "edges.0.kind"),
        *("sides.0.zone", "sides.0.roster.0.at", "sides.1.name"),
    }
    assert len(faults(text)) >= 2
    assert load_parts(dump_board(small())).doubts == ()
    with pytest.raises(SheetError):
        load_parts("name: x\ngrid: square\nrows: [..?]\n")


def test_equal_by_content_and_the_cache_is_not_copied() -> None:
    one, two = small(), small()
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two}) == 1
    other = msgspec.structs.replace(one, rows=("....", "....", "...."))
    assert other != one
    assert other.impassable == 0
    assert one != "small"
    back = msgspec.json.decode(msgspec.json.encode(one), type=Board)
    assert back == one


def test_the_kinds_that_ship() -> None:
    found = kinds()
    assert len(found.by_glyph) == len(found.terrain) >= 25
    assert {"wall", "low_wall", "fence", "window", "arrow_slit", "door", "door_open"} <= found.edges.keys()
    assert found.edges["door"].turns_to == "door_open"
    for kind in found.terrain.values():
        assert kind.obstacle or not kind.blocks_sight
    assert found.terrain["forest"].extra == 1


def test_faulty_kinds_are_told() -> None:
    text = (
        "terrain: {a: {title: A, glyph: x}, b: {title: B, glyph: x}, c: {title: C, glyph: ' '}}\n"
        "props: {}\nedges: {d: {title: D, turns_to: e}}"
    )
    with pytest.raises(SheetError) as caught:
        read_kinds(sheets.load(text, "k"))
    assert [fault.message for fault in caught.value.faults] == [
        "'x' already means a",
        "' ' cannot be seen in a map",
        "unknown edge 'e'; known: d",
    ]


def test_finds_maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.data.paths.user_data", lambda: tmp_path)
    boards.save_board(small(), tmp_path / "maps" / "mine.yaml")
    assert {"arena", "bridge", "ford", "forest-road", "hill-fort", "mine", "ruined-village"} <= find_maps().keys()
    assert load_board(find_map("mine")) == load_board(find_map(str(tmp_path / "maps" / "mine.yaml"))) == small()
    with pytest.raises(LookupError, match="there is no map 'theirs'; there are: arena"):
        find_map("theirs")
