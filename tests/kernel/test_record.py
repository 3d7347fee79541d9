"""Records: start, undo, redo, save, load, and what is wrong with a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.kernel.dice import ScriptedDice
from game.kernel.ecs import same
from game.skirmish.record import RecordError, Skirmish, digest, read, side_of, team_of, verify
from tests.toy import Toy, duel

TOY = Toy()


def game(*answers: str, faces: tuple[int, ...] = (), **settings: Any) -> Skirmish:
    """A duel after these answers."""
    made = Skirmish(duel(**settings), TOY, ScriptedDice(faces) if faces else None).settle()
    for answer in answers:
        made.answer(answer)
    return made


def lines(made: Skirmish) -> list[str]:
    return made.text().split("\n")


def test_dice_fall_by_themselves() -> None:
    made = game("strike 5", "take", faces=(4,))
    assert made.session.answers() == ["strike 5", "take", (4,)]


def test_a_record_is_text_that_reads_back() -> None:
    made = game("strike 5", "take", "end")
    again = read(made.text(), ruleset=TOY)
    assert again.text() == made.text() and again.session.request == made.session.request
    assert same(again.session.world.save(), made.session.world.save())
    assert again.session.world.events == made.session.world.events


def test_the_form_of_a_record() -> None:
    found = lines(game("strike 5", "take", faces=(4,)))
    assert found[:2] == ["quintain record 1", "ruleset toy 0"]
    assert found[2].startswith('scenario {"ruleset":"toy","map":"name: Strip\\n')
    assert found[3:6] == ["> strike 5", "> take", "* 4"]
    assert found[6].startswith("end ") and found[7:] == [""]


def test_remarks_stand_before_the_answers_they_are_about() -> None:
    made = game("walk 0,0", "end")
    text = made.text(lambda _: [(0, "first"), (1, "second"), (1, "third"), (2, "last")])
    kept = [line for line in text.split("\n")[3:] if not line.startswith("end ")]
    assert kept == ["# first", "> walk 0,0", "# second", "# third", "> end", "# last", ""]
    assert verify(text, ruleset=TOY) is None


def test_what_is_undone_can_be_done_again_until_something_else_is_done() -> None:
    made = game("walk 0,0", "end", "walk 1,0")
    text = made.text()
    assert made.undo() and made.undo()
    assert made.session.answers() == ["walk 0,0"]
    assert made.redo()
    assert made.session.answers() == ["walk 0,0", "end"]
    assert made.redo() and not made.redo()
    assert made.text() == text
    made.undo()
    made.answer("end")
    assert not made.redo()


def test_undo_and_redo_give_the_same_faces() -> None:
    made = game("strike 5", "take")
    faces = made.session.answers()[-1]
    made.undo()
    assert made.session.answers() == []
    made.redo()
    assert made.session.answers() == ["strike 5", "take", faces]
    made.undo()
    made.answer("strike 5")
    made.answer("brace")
    assert made.session.answers()[-1] == faces


def test_undo_at_the_start_is_nothing() -> None:
    made = game()
    assert not made.undo() and not made.redo()


def test_why_undo_would_be_unfair() -> None:
    assert game().undo_refusal() == "nothing_yet"
    assert game("walk 0,0").undo_refusal() is None
    assert game("strike 5").undo_refusal() is None
    assert game("strike 5", "take").undo_refusal() == "dice_fell"
    assert game("strike 5", "take", undo="free").undo_refusal() is None


def test_undo_is_unfair_after_an_opponent_decided_in_the_same_step() -> None:
    made = game("strike 5", "take", faces=(1,))
    step = made.session.past[-1]
    made.session.past[-1] = step._replace(tape=("strike 5", "take"), asked=(4, 5))
    assert made.undo_refusal() == "opponent_decided"
    made.session.past[-1] = step._replace(tape=("strike 5", "take"), asked=(4, 4))
    assert made.undo_refusal() is None


def test_nobody_takes_back_what_another_team_decided() -> None:
    made = game("walk 0,0")
    assert made.undo_refusal(team=1) is None
    assert made.undo_refusal(team=2) == "opponent_decided"


def test_sides_and_teams() -> None:
    world = game().session.world
    assert [side_of(world, who) for who in (4, 5, 2, 3)] == [2, 3, 2, 3]
    assert [team_of(world, who) for who in (4, 5, 2, 3)] == [1, 2, 1, 2]


def test_the_digest_sees_what_changed() -> None:
    made = game()
    before = digest(made.session.world)
    assert before == digest(game().session.world) == digest(game(gap=1).session.world)
    made.answer("walk 0,0")
    assert digest(made.session.world) != before
    made.undo()
    assert digest(made.session.world) == before


def broken(change: Any) -> str:
    """A sound record after a change of its lines."""
    found = lines(game("strike 5", "take", "end", faces=(4,)))
    change(found)
    return "\n".join(found)


FAULTS = {
    "empty": (lambda rows: rows.clear(), "duel.txt:1: this is no record: it should begin with 'quintain record 1'"),
    "head": (lambda rows: rows.__setitem__(0, "hello"), "duel.txt:1: this is no record"),
    "cut": (lambda rows: rows.__delitem__(slice(2, None)), "duel.txt:3: the line `scenario {...}` is missing"),
    "json": (lambda rows: rows.__setitem__(2, "scenario {"), "duel.txt:3: the scenario cannot be set up: Input data"),
    "map": (
        lambda rows: rows.__setitem__(2, rows[2].replace("rows:", "rose:")),
        "duel.txt:3: the scenario cannot be set up: map:",
    ),
    "ruleset": (
        lambda rows: rows.__setitem__(2, rows[2].replace('"toy"', '"chess"')),
        "duel.txt:3: the scenario cannot be set up: there is no ruleset 'chess'",
    ),
    "option": (
        lambda rows: rows.__setitem__(3, "> fly"),
        "duel.txt:4: '> fly' does not fit here: 'fly' is no option of 'turn' for 4; there are: end, strike 5, walk 0,0",
    ),
    "face": (lambda rows: rows.__setitem__(5, "* 7"), r"duel.txt:6: '* 7' does not fit here: (7,) is no throw of d6"),
    "no face": (lambda rows: rows.__setitem__(5, "* x"), "duel.txt:6: '* x' does not fit here: invalid literal"),
    "throw for a decision": (lambda rows: rows.insert(4, "* 3"), "duel.txt:5: '* 3' does not fit here: (3,) is no opt"),
    "decision for a throw": (
        lambda rows: rows.pop(5),
        "duel.txt:6: '> end' does not fit here: 'end' is no throw of d6",
    ),
    "sign": (lambda rows: rows.insert(4, "? what"), "duel.txt:5: '? what' does not fit here: a line begins with `>`"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_record_names_the_line(fault: str) -> None:
    change, message = FAULTS[fault]
    with pytest.raises(RecordError) as caught:
        read(broken(change), "duel.txt", ruleset=TOY)
    assert str(caught.value).startswith(message), str(caught.value)


def test_what_could_be_played_of_a_faulty_record_is_kept() -> None:
    with pytest.raises(RecordError) as caught:
        read(broken(lambda rows: rows.__setitem__(6, "> fly")), ruleset=TOY)
    assert caught.value.skirmish is not None
    assert caught.value.skirmish.session.answers() == ["strike 5", "take", (4,)]


def test_a_record_that_breaks_off_can_be_read_but_not_verified() -> None:
    text = broken(lambda rows: rows.__delitem__(slice(5, None)))
    assert read(text, ruleset=TOY).session.answers()[:2] == ["strike 5", "take"]
    assert verify(text, "duel.txt", ruleset=TOY) == "duel.txt: the record breaks off: the line `end` is missing"
    assert "breaks off" in (verify(text + "\nend ", ruleset=TOY) or "")


def test_a_wrong_digest_is_told() -> None:
    text = broken(lambda rows: rows.__setitem__(7, "end 0000000000000000"))
    assert (verify(text, "duel.txt", ruleset=TOY) or "").startswith(
        "duel.txt: the world differs: 0000000000000000 is expected, "
    )
    assert "the ruleset has changed" not in (verify(text, ruleset=TOY) or "")
    older = text.replace("ruleset toy 0\n", "ruleset toy 1\n")
    assert (verify(older, ruleset=TOY) or "").endswith("is found; the ruleset has changed since")


def test_lines_may_end_as_on_windows() -> None:
    text = game("strike 5", "take", faces=(4,)).text().replace("\n", "\r\n")
    assert verify(text, ruleset=TOY) is None


def test_a_record_read_from_a_file_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "duel.txt"
    path.write_text(game("walk 0,0").text(), encoding="utf-8")
    assert verify(path.read_text(encoding="utf-8"), ruleset=TOY) is None
