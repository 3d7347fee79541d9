"""Drafts: exact conversion from and to boards and map files, sharing, and what may be wrong for a while."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.data.sheets import SheetError
from game.edit import paint
from game.edit.checks import mend_all, validate
from game.edit.draft import Draft, blank, changed, from_board, place_of, read, units_of
from game.edit.history import History
from game.grid.grid import bits
from game.map.board import Board
from game.map.file import load_board
from game.map.library import find_maps
from game.map.roster import Entry
from tests.edit.drafts import drafts, field
from tests.kernel.test_any_board import any_board


@pytest.mark.parametrize("name", sorted(find_maps()))
def test_maps_that_ship_round_trip(name: str) -> None:
    path = find_maps()[name]
    draft, faults = read(path)
    assert faults == ()
    board = load_board(path)
    assert draft.board() == draft.strict_board() == board
    assert from_board(board).text() == draft.text()


@settings(max_examples=100)
@given(any_board())
def test_boards_and_drafts_convert_without_loss(board: Board) -> None:
    draft = from_board(board)
    assert draft.board() == board
    again, _ = read(draft.text())
    assert again.board() == board
    assert again.text() == draft.text()


@settings(max_examples=60)
@given(drafts())
def test_any_draft_reads_back_to_the_same_bytes(draft: Draft) -> None:
    text = draft.text()
    again, _ = read(text)
    assert again.text() == text
    assert again.board() == draft.board()


def test_unknown_names_are_kept_and_left_out_of_the_board() -> None:
    text = (
        "name: x\ngrid: square\nlegend: {q: goo}\nrows: [q.#]\nprops: {crat: [[0, 0]]}\n"
        "edges: [{at: [0, 0], side: e, kind: wal}]\nsides: [{name: a, zone: z}]\n"
    )
    draft, faults = read(text)
    assert len(faults) == 4
    board = draft.board()
    assert board.rows == ("..#",)
    assert (board.props, board.edges) == ((), ())
    again, _ = read(draft.text())
    assert again.text() == draft.text()
    assert (again.legend, again.prop(again.grid.at(0, 0))) == ((("q", "goo"),), "crat")
    with pytest.raises(SheetError, match="goo"):
        draft.strict_board()


@settings(max_examples=100)
@given(any_board(), st.data())
def test_damaged_files_give_a_sheet_error_or_a_draft_that_can_be_checked(board: Board, data: st.DataObject) -> None:
    text = from_board(board).text()
    start = data.draw(st.integers(0, len(text)))
    patch = data.draw(st.text("[]{}:,-.?|0123456789 \nabex\"'~TRq", max_size=5))
    try:
        draft, _ = read(text[:start] + patch + text[start + data.draw(st.integers(0, 9)) :])
    except SheetError as problem:
        assert problem.faults
        return
    again, _ = read(draft.text())
    assert again.text() == draft.text()
    assert all(issue.message for issue in validate(draft))
    history = History(draft)
    history.do("Mend", mend_all(draft))
    history.go(0)
    assert history.draft is draft


def test_drafts_share_what_did_not_change() -> None:
    before = field()
    after = paint.terrain(before, 1 << before.grid.at(3, 2), "mud")
    assert after.glyph(after.grid.at(3, 2)) == "m"
    assert before.glyph(before.grid.at(3, 2)) == "."
    same = [old is new for old, new in zip(before.rows, after.rows, strict=True)]
    assert same == [True, True, False, True, True, True]
    assert (after.zones, after.ground, after.sides) == (before.zones, before.ground, before.sides)
    assert after.zones is before.zones


def test_any_height_can_be_written() -> None:
    draft = blank("square", 40, 30)
    for number in range(1200):
        draft = paint.level(draft, 1 << draft.grid.at(number % 40, number // 40), number - 600)
    again, _ = read(draft.text())
    assert again.heights == draft.heights
    assert len({*draft.heights}) == 1200


def test_places_of_units() -> None:
    draft = field()
    side = changed(draft).sides[0]
    entries = (Entry("archer", at="3,1"), Entry("guard", at="99,1"), Entry("guard"))
    draft = changed(draft, sides=(type(side)("Red", roster=entries),))
    assert units_of(draft) == {draft.grid.at(3, 1): ((0, entries[0]),)}
    assert [place_of(draft.grid, entry) for entry in entries] == [draft.grid.at(3, 1), None, None]
    again, faults = read(draft.text())
    assert len(faults) == 1
    assert again.sides[0].roster == entries


def test_blank_maps() -> None:
    draft = blank("hex", 3, 2, terrain="snow")
    assert draft.rows == ("***", "***")
    assert draft.board().by_glyph["*"] == bits(draft.grid.at(x, y) for x in range(3) for y in range(2))
    with pytest.raises(KeyError):
        blank("hex", 3, 2, terrain="cheese")
    with pytest.raises(ValueError, match="at least one column"):
        blank("hex", 0, 2)
