"""“Why?” and “Hint”: the judgement that decided, in words and on the board, found beside the window's own thread."""

from __future__ import annotations

import pygame
import pytest

from game.ai import explaining
from game.ai.controller import find_controller
from game.ai.lookahead import Evaluation
from game.kernel.flow import Action, Option
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish
from game.ui.battle import advice, scene_builder
from game.ui.battle.screen import BattleScreen
from game.ui.battle.table import Advice
from game.ui.kit.screen import Push
from game.ui.kit.text_column import TextColumn
from tests.ui.screens.fogged import begin, own_turn, show
from tests.ui.screens.test_dangers import battle_of

from .stage import Stage
from .test_hiding import conceal, sides_of


@pytest.fixture
def window() -> Stage:
    return Stage()


def wait(stage: Stage, battle: BattleScreen) -> None:
    for _ in range(2000):
        stage.tick()
        if not battle.table.thinking:
            return
    raise AssertionError("it thinks for ever")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_hint_tells_what_a_captain_would_weigh(window: Stage, name: str) -> None:
    battle = battle_of(window, name)
    session = battle.table.skirmish.session
    answers = session.answers()
    window.down(pygame.K_h, typed="h")
    assert window.app.message
    window.up(pygame.K_h)
    wait(window, battle)
    found = battle.table.advice
    assert found is not None and found.weighed
    assert not window.app.message  # nobody waits any longer
    captain = find_controller("captain", battle.table.skirmish.scenario.seed)
    assert found.weighed == tuple(captain.evaluations(session.clone())), "it is the judgement that decides"
    assert {each.option.key for each in found.weighed} <= {option.key for option in session.request.options}
    assert session.answers() == answers, "nothing is done"
    window.tick(2)
    ranks = dict(advice.labels(battle))
    assert all(label in scene_builder.scene(battle).ranks for label in ranks.items())
    for each in found.weighed[:3]:
        assert advice.terms(each)
    window.key(pygame.K_ESCAPE)
    assert battle.table.advice is None
    assert window.name() == "BattleScreen"


def played(stage: Stage, name: str = "poise") -> BattleScreen:
    """A skirmish against a computer that has just answered."""
    stage.title()
    stage.app.change(speed=0, handover=False)
    skirmish = Skirmish(quick("arena", name, ["human", "captain"], 3), find_ruleset(name)).settle()
    battle = BattleScreen(stage.app, skirmish)
    stage.app.go(Push(battle))
    player = find_controller("squire", 1)
    for _ in range(3000):
        stage.tick()
        if battle.table.decided and battle.request is not None:
            return battle
        if battle.request is not None and not battle.table.thinking:
            battle.answer(player.choose(skirmish.session))
    raise AssertionError("the computer was never asked")


def test_why_tells_what_the_computer_weighed_before_its_answer(window: Stage) -> None:
    battle = played(window)
    session, at = battle.table.skirmish.session, battle.table.decided[-1][0]
    window.key(pygame.K_y, typed="y")
    wait(window, battle)
    found = battle.table.advice
    assert found is not None
    assert found.chosen == session.answers()[at]
    assert found.chosen in {option.key for option in found.asked.options}
    assert found.weighed[0].option.key == found.chosen or len(found.asked.options) <= 6
    battle.answer(battle.request.options[0].key)
    assert battle.table.advice is None, "it was about what is past"


def test_who_has_decided_nothing_cannot_say_why(window: Stage) -> None:
    battle = battle_of(window)
    window.key(pygame.K_y, typed="y")
    assert battle.table.advice is None
    assert not battle.table.thinking


def test_reasons_do_not_tell_what_is_in_the_fog(window: Stage) -> None:
    skirmish = begin("poise", "fog")
    assert own_turn(skirmish, 0)
    battle = show(window, skirmish)
    battle.table.decided.append((0, battle.request.who))
    window.key(pygame.K_y, typed="y")
    assert not battle.table.thinking
    assert "fog" in window.app.message


def test_whoever_hides_does_not_give_itself_away_by_its_reasons(window: Stage) -> None:
    battle = battle_of(window, "vitality", board="ruined-village")
    foe = next(unit for unit in battle.covered().values() if unit not in sides_of(battle)[0])
    if battle.request.who not in sides_of(battle)[0]:
        foe = sides_of(battle)[0][0]
    own = next(units for units in sides_of(battle) if battle.request.who in units)
    window.app.change(handover=True)
    battle.seat = battle.table.side()
    conceal(battle, foe, own)
    battle.table.decided.append((0, foe))
    window.key(pygame.K_y, typed="y")
    assert not battle.table.thinking
    assert "did not see" in window.app.message


def test_the_one_term_that_decided_is_said_once(window: Stage) -> None:
    battle = battle_of(window)
    request = battle.request
    weighed = tuple(
        Evaluation(option, score, 1, (("self", score), ("harm", more), ("rest", 0.0)))
        for option, score, more in zip(request.options, (-0.1, -0.3, -0.4), (0.0, 0.0, 0.2), strict=False)
    )
    lines = []

    class Column(TextColumn):
        def line(self, words: str, *args: object, **more: object) -> None:
            lines.append(words)

    column = Column(window.app.surface, window.app.look, pygame.Rect(0, 0, 300, 300), 0)
    advice.write(battle, column, Advice(request, weighed))
    found = [line for line in lines if "own harm and cost" in line]
    assert found == [
        "Best for: own harm and cost",
        "Worse for: own harm and cost",
        "own harm and cost −0.40, harm to foes +0.20",
        "Worse for: own harm and cost",
    ]


def test_terms_are_said_in_words() -> None:
    assert explaining.term("harm") == "harm to foes"
    assert explaining.term("wish far") == "wish: distance to foes"
    assert explaining.term("some_new_term") == "some new term"
    assert advice.number(-0.314) == "−0.31"


def test_it_is_said_which_term_decided() -> None:
    option = Option("end", Action("end"))
    weighed = (
        Evaluation(option, 1.0, 1, (("harm", 1.4), ("danger", -0.4))),
        Evaluation(option, 0.5, 1, (("harm", 0.6), ("danger", -0.1))),
        Evaluation(option, 0.1, 1, (("harm", 1.4), ("danger", -1.3))),
    )
    assert [explaining.decided(weighed, at) for at in range(3)] == [
        "harm to foes",
        "harm to foes",
        "danger at its place",
    ]
    assert explaining.decided(weighed[:1], 0) == ""
    assert advice.terms(weighed[2]) == "harm to foes +1.40, danger at its place −1.30"
