"""Undo and redo: exact, grouped by stroke, visible, and bounded by a cap of memory."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from game.edit import paint
from game.edit.draft import Draft
from game.edit.history import History, unshared
from tests.edit.drafts import field, operations


@settings(max_examples=60)
@given(st.data(), st.sampled_from(["square", "hex"]))
def test_undoing_all_gives_the_same_bytes_and_redoing_too(data: st.DataObject, kind: str) -> None:
    history = History(field(kind, data.draw(st.integers(4, 8)), data.draw(st.integers(3, 7))))
    start = history.draft.text()
    texts = [start]
    for number in range(data.draw(st.integers(1, 8))):
        if history.do(f"Step {number}", data.draw(operations(history.draft))(history.draft)):
            texts.append(history.draft.text())
    assert len(history.commands) == len(texts)
    for text in texts[-2::-1]:
        assert history.undo()
        assert history.draft.text() == text
    assert history.draft.text() == start
    assert not history.undo()
    assert not history.unsaved
    for text in texts[1:]:
        assert history.redo()
        assert history.draft.text() == text
    assert not history.redo()


def painted(draft: Draft, col: int, terrain: str = "mud") -> Draft:
    return paint.terrain(draft, 1 << draft.grid.at(col, 1), terrain)


def test_a_stroke_is_one_undo() -> None:
    start = field()
    history = History(start)
    for col in range(3):
        assert history.do("Paint", painted(history.draft, col), "a")
        lower = paint.terrain(history.draft, 1 << start.grid.at(col, 2 + col), "mud")
        assert history.do("Paint", lower, "a")
    assert history.size == history.commands[1].cost == unshared(history.draft, start)
    history.end()
    history.do("Paint", painted(history.draft, 5), "a")
    history.do("Paint", painted(history.draft, 6), "b")
    assert history.titles == ("Open", "Paint", "Paint", "Paint")
    history.undo()
    history.undo()
    assert history.draft.rows[1] == "mmm....."
    history.undo()
    assert history.draft.rows[1] == "........"


def test_a_stroke_does_not_go_on_after_an_undo() -> None:
    history = History(field())
    history.do("Paint", painted(history.draft, 0), "a")
    history.do("Paint", painted(history.draft, 1), "b")
    history.undo()
    history.do("Paint", painted(history.draft, 2), "a")
    assert history.titles == ("Open", "Paint", "Paint")


def test_nothing_done_leaves_no_line_and_keeps_what_can_be_redone() -> None:
    history = History(field())
    history.do("Paint", painted(history.draft, 0))
    history.undo()
    assert not history.do("Nothing", history.draft)
    assert not history.do("Nothing", painted(history.draft, 0, "grass"))
    assert history.redo()
    history.undo()
    history.do("Other", painted(history.draft, 1))
    assert history.titles == ("Open", "Other")


def test_saved_marker() -> None:
    history = History(field())
    history.do("One", painted(history.draft, 0))
    assert history.unsaved
    history.mark_saved()
    assert (history.unsaved, history.saved_at) == (False, 1)
    history.do("Two", painted(history.draft, 1))
    history.do("Back", painted(history.draft, 1, "grass"))
    assert not history.unsaved
    history.go(0)
    assert history.unsaved
    history.do("Another way", painted(history.draft, 3))
    assert history.saved_at is None
    history.mark_unsaved()
    history.go(0)
    assert history.unsaved


def test_the_cap_drops_the_oldest_commands() -> None:
    history = History(field("square", 200, 8), cap=20_000)
    for col in range(200):
        history.do(f"Paint {col}", painted(history.draft, col))
    assert history.size <= 20_000
    assert 10 < len(history.commands) < 200
    assert history.titles[-1] == "Paint 199"
    assert history.titles[0] == "Open"
    for _ in range(len(history.commands) - 1):
        assert history.undo()
    assert history.draft.rows[1].startswith("m" * (200 - len(history.commands) + 1) + ".")


def test_what_is_shared_costs_nothing() -> None:
    big = field("square", 200, 200)
    one = painted(big, 7)
    assert unshared(big, big) == 0
    assert unshared(painted(big, 7, "grass"), big) == 0
    assert 200 < unshared(one, big) < 6000
