"""Sessions: checkpoint and tape, undo, clones, errors inside rules."""

from __future__ import annotations

import pytest

from game.kernel.components import FIELD, Clock, Pools, Position, changed
from game.kernel.dice import SeededDice
from game.kernel.ecs import World, same
from game.kernel.flow import Decision, Flow, IllegalAnswer, Roll, decide
from game.kernel.session import Session
from tests.options import option
from tests.toy import Toy, Wobble, duel


class Script:
    """Rules made of the flows that a test gives, one a step; over when they are used up."""

    def __init__(self, *steps: object) -> None:
        self.steps = steps

    def step(self, world: World) -> Flow[None]:
        return self._run(world)

    async def _run(self, world: World) -> None:
        clock = world.get(FIELD, Clock)
        await self.steps[clock.turn](world)  # type: ignore[operator]
        world.put(FIELD, changed(clock, turn=clock.turn + 1))

    def outcome(self, world: World) -> object | None:
        return "over" if world.get(FIELD, Clock).turn == len(self.steps) else None


def begin(*steps: object) -> Session:
    world = World()
    world.spawn(Clock())
    return Session(Script(*steps), world.save())


def ask(*keys: str, who: int = 1) -> object:
    async def step(world: World) -> None:
        world.emit(await decide(who, "pick", [option(key) for key in keys]))

    return step


async def roll(world: World) -> None:
    world.emit(await Roll(1, "luck", (6,)))


async def nothing(world: World) -> None:
    world.emit("nothing")


def session(**settings: object) -> Session:
    world = World()
    Toy().muster(world, duel(**settings))
    return Session(Toy(), world.save())


def settle(play: Session, seed: int = 1) -> Session:
    while isinstance(request := play.request, Roll):
        play.answer(SeededDice(seed).throw(play.rolls, request.dice))
    return play


def test_one_option_answers_itself_and_leaves_no_trace() -> None:
    play = begin(ask("only"), ask("a", "b"))
    assert play.world.events == ["only"]
    assert isinstance(play.request, Decision) and len(play.request.options) == 2
    assert play.answers() == [] and play.past[0].tape == ()


def test_no_dice_need_no_throw() -> None:
    async def step(world: World) -> None:
        world.emit(await Roll(1, "luck", ()))

    play = begin(step)
    assert play.request is None and play.world.events == [()]


def test_undo_goes_to_the_start_of_the_last_step_in_which_somebody_decided() -> None:
    play = begin(ask("a", "b"), nothing, roll, roll)
    play.answer("a")
    play.answer((3,))
    assert [step.tape for step in play.past] == [("a",), (), ((3,),)]
    assert play.undo()
    assert play.answers() == [] and play.rolls == 0 and play.world.events == []
    assert isinstance(play.request, Decision)


def test_undo_in_mid_step_goes_to_its_start() -> None:
    async def step(world: World) -> None:
        first = await decide(1, "first", [option("a"), option("b")])
        world.emit(first)
        await decide(2, "second", [option("c"), option("d")])

    play = begin(ask("x", "y"), step)
    play.answer("x")
    play.answer("b")
    assert play.undo()
    assert isinstance(play.request, Decision) and play.request.question == "first"
    assert play.answers() == ["x"] and play.world.events == ["x"]


def test_nothing_to_undo_when_only_dice_fell() -> None:
    play = begin(roll, roll)
    play.answer((1,))
    assert not play.undo()
    assert play.rolls == 1 and play.answers() == [(1,)]


def test_undo_after_the_end() -> None:
    play = begin(ask("a", "b"))
    play.answer("b")
    assert play.request is None
    assert play.undo()
    assert isinstance(play.request, Decision)


def test_rolls_are_counted_through_undo() -> None:
    play = begin(roll, ask("a", "b"), roll)
    play.answer((2,))
    play.answer("a")
    play.answer((5,))
    assert play.rolls == 2
    play.undo()
    assert play.rolls == 1


@pytest.mark.parametrize("answer", ["fly", "", (1,), (), None, 5, ["end"]])
def test_an_answer_that_does_not_fit_changes_nothing(answer: object) -> None:
    play = session()
    before, request, events = play.world.save(), play.request, [*play.world.events]
    with pytest.raises(IllegalAnswer, match="is no option of 'turn' for 4; there are: end, strike 5, walk"):
        play.answer(answer)  # type: ignore[arg-type]
    assert play.world.save() == before and play.request is request and play.world.events == events
    assert play.answers() == []


@pytest.mark.parametrize("answer", ["end", (), (0,), (7,), (3, 3), (3.0,), (True,), [3]])
def test_faces_that_do_not_fit_change_nothing(answer: object) -> None:
    play = session()
    play.answer("strike 5")
    play.answer("take")
    before = play.world.save()
    with pytest.raises(IllegalAnswer, match=r"is no throw of d6 \('strike'\)"):
        play.answer(answer)  # type: ignore[arg-type]
    assert play.world.save() == before and play.rolls == 0


def test_after_the_end_nothing_is_asked() -> None:
    play = begin(ask("a", "b"))
    play.answer("a")
    with pytest.raises(IllegalAnswer, match="'a': nothing is asked, the skirmish is over"):
        play.answer("a")


def test_an_error_inside_a_rule_leaves_the_session_where_it_was() -> None:
    play = session(crash=True)
    play.answer("end")
    before, request, events, past = play.world.save(), play.request, [*play.world.events], len(play.past)
    with pytest.raises(RuntimeError, match="a rule is broken"):
        play.answer("walk 3,0")
    assert same(play.world.save(), before) and play.request == request
    assert play.world.events == events and len(play.past) == past and play.answers() == ["end"]
    play.answer("end")
    assert play.answers() == ["end", "end"]


def test_an_error_in_a_later_step_takes_the_answer_back() -> None:
    async def broken(world: World) -> None:
        raise ZeroDivisionError

    play = begin(roll, ask("a", "b"), nothing, broken)
    play.answer((4,))
    with pytest.raises(ZeroDivisionError):
        play.answer("a")
    assert play.answers() == [(4,)] and play.rolls == 1 and len(play.past) == 1
    assert isinstance(play.request, Decision)


def test_endless_silent_steps_raise() -> None:
    with pytest.raises(RuntimeError, match="steps in a row asked nothing"):
        session(quiet="always")


def test_silent_steps_are_steps_of_their_own() -> None:
    play = session(quiet="some")
    play.answer("end")
    assert play.world.get(FIELD, Wobble).steps == 4
    assert [bool(step.tape) for step in play.past] == [True, False, False]


def test_a_clone_in_mid_action_stands_at_the_same_request() -> None:
    play = session()
    play.answer("strike 5")
    twin = play.clone()
    assert twin.request == play.request and same(twin.world.save(), play.world.save())
    assert twin.world.events == play.world.events and twin.answers() == play.answers()


def test_a_clone_is_independent() -> None:
    play = session()
    play.answer("strike 5")
    before, events = play.world.save(), [*play.world.events]
    twin = play.clone()
    twin.answer("brace")
    twin.answer((6,))
    assert twin.world.get(5, Pools)["life"] == 2
    assert play.world.save() == before and play.world.events == events and play.rolls == 0
    assert isinstance(play.request, Decision) and play.request.question == "brace"
    assert twin.undo() and twin.undo() is False
    assert play.answers() == ["strike 5"]


def test_a_clone_between_two_dice_counts_them() -> None:
    async def twice(world: World) -> None:
        await Roll(1, "first", (6,))
        await Roll(1, "second", (6,))

    play = begin(ask("a", "b"), twice, ask("c", "d"))
    play.answer("a")
    play.answer((1,))
    twin = play.clone()
    assert twin.rolls == 1
    twin.answer((2,))
    assert twin.rolls == 2 and play.rolls == 1
    assert twin.undo()
    assert twin.rolls == 0


def test_it_can_be_had_as_it_was_after_any_answer() -> None:
    async def twice(world: World) -> None:
        world.emit(await decide(1, "pick", [option("a"), option("b")]))
        world.emit(await Roll(1, "luck", (6,)))

    steps = (nothing, twice, nothing, nothing, ask("c", "d"), twice, nothing)
    answers = ["a", (3,), "d", "b", (5,)]
    play = begin(*steps)
    for answer in answers:
        play.answer(answer)
    for count in range(len(answers) + 1):
        plain, found = begin(*steps), play.as_of(count)
        for answer in answers[:count]:
            plain.answer(answer)
        assert (found.request, found.answers(), found.rolls) == (plain.request, plain.answers(), plain.rolls)
        assert found.world.events == plain.world.events and len(found.past) == len(plain.past)
        for answer in answers[count:]:
            found.answer(answer)
        assert found.request is None and found.world.events == play.world.events


def test_a_twin_goes_on_as_if_the_world_had_been_another() -> None:
    async def counted(world: World) -> None:
        keys = ["a", "b"] if world.get(FIELD, Clock).round else ["a", "c"]
        world.emit(await decide(1, "pick", [option(key) for key in keys]))
        world.emit(await decide(1, "pick", [option("x"), option("y")]))

    def later(world: World) -> None:
        world.put(FIELD, changed(world.get(FIELD, Clock), round=1))

    play = begin(counted)
    play.answer("a")
    twin = play.clone(later)
    assert twin.answers() == ["a"] and twin.world.get(FIELD, Clock).round == 1
    assert play.world.get(FIELD, Clock).round == 0
    play = begin(counted)
    play.answer("c")
    with pytest.raises(IllegalAnswer):
        play.clone(later)


def test_a_rehearsal_ends_with_its_step_and_leaves_the_session_alone() -> None:
    play, world = session(), World()
    play.answer("strike 5")
    before, request, events = play.world.save(), play.request, [*play.world.events]
    rehearsal = play.rehearse(world)
    assert rehearsal.request == request
    rehearsal.answer("take")
    rehearsal.answer((6,))
    assert rehearsal.request is None and world.get(5, Pools)["life"] == 1
    assert play.world.save() == before and play.request is request and play.world.events == events
    again = play.rehearse(world)
    again.answer("brace")
    again.answer((1,))
    assert again.request is None and world.get(5, Pools)["life"] == 7


def test_deciders_stand_beside_the_tape() -> None:
    play = begin(ask("a", "b", who=7), ask("c", "d", who=9))
    play.answer("a")
    play.answer("c")
    assert [step.asked for step in play.past] == [(7,), (9,)]


def test_moves_are_undone_in_components() -> None:
    play = session()
    place = play.world.get(4, Position)
    play.answer("walk 0,0")
    assert play.world.get(4, Position) != place
    play.undo()
    assert play.world.get(4, Position) == place
