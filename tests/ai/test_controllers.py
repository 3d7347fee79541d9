"""Controllers by name, and the ones that do not think."""

from __future__ import annotations

import pytest

from game.ai.controller import controllers, find_controller
from game.kernel.flow import Decision
from game.kernel.session import Session
from game.map.scenario import quick
from game.skirmish.record import Skirmish
from tests.toy import Toy, duel


def toy_session() -> Session:
    """A duel about to begin."""
    return Skirmish(duel(), Toy()).session


NAMES = [entry.name for entry in controllers()]


@pytest.mark.parametrize("name", NAMES)
def test_a_controller_is_found_by_its_name(name: str) -> None:
    assert find_controller(name, 1).name == name


def test_an_unknown_controller_is_told_what_there_is() -> None:
    with pytest.raises(LookupError, match=r"unknown controller 'randm'; known: .*first.*did you mean 'random'"):
        find_controller("randm")


@pytest.mark.parametrize("name", NAMES)
def test_the_same_situation_gets_the_same_answer_and_is_left_alone(name: str) -> None:
    session = toy_session()
    controller = find_controller(name, 7)
    before = session.world.save()
    keys = [controller.choose(session) for _ in range(3)] + [find_controller(name, 7).choose(session.clone())]
    assert len(set(keys)) == 1
    assert session.world.save() == before
    assert not session.tape


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_is_an_option(name: str) -> None:
    session = toy_session()
    controller = find_controller(name, 3)
    for _ in range(200):
        if session.request is None:
            return
        fits = isinstance(session.request, Decision)
        session.answer(controller.choose(session) if fits else (4,))
    pytest.fail("the toy never ends")


def test_another_seed_gives_other_answers() -> None:
    session = toy_session()
    assert len({find_controller("random", seed).choose(session) for seed in range(20)}) > 1


def test_a_controller_is_not_asked_for_dice() -> None:
    session = toy_session()
    while isinstance(session.request, Decision):
        keys = [option.key for option in session.request.options]
        session.answer(next((key for key in keys if key.startswith(("strike", "step"))), keys[0]))
    with pytest.raises(ValueError, match="decisions"):
        find_controller("first").choose(session)


def test_computer_players_offer_no_terms() -> None:
    skirmish = Skirmish(quick("arena", "poise", ("captain", "captain"), "3"))
    session = skirmish.session
    while session.request.question != "turn":
        skirmish.answer(session.request.options[0].key)
    offered = {option.key for option in session.request.options}
    assert {"truce", "surrender"} <= offered, "a person may"
    evaluation = {evaluation.option.key for evaluation in find_controller("squire", 0).evaluations(session)}
    assert evaluation and not evaluation & {"truce", "surrender"}
    chosen = {find_controller("random", seed).choose(session) for seed in range(400)}
    assert len(chosen) > 10 and not chosen & {"truce", "surrender"}
