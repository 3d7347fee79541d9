"""What the set-up tells a newcomer, its filters, and how a skirmish greets whoever begins it."""

from __future__ import annotations

import msgspec
import pytest

from game.ai.controller import HUMAN
from game.kernel.components import Unit
from game.ui.battle.screen import BattleScreen
from game.ui.battle.table import Table
from game.ui.kit import choices
from game.ui.kit.prefs import Seat
from game.ui.menus.setup import Setup

from .stage import Stage


@pytest.fixture
def screen(stage: Stage) -> Setup:
    stage.title()
    stage.press("new")
    top = stage.top
    assert isinstance(top, Setup)
    return top


def names(screen: Setup) -> list[str]:
    return [row.title for row in screen.form.find("maps").rows]


def test_the_ruleset_and_the_computer_say_what_they_are_like(screen: Setup) -> None:
    for name, rules in choices.rulesets().items():
        screen._set(ruleset=name)
        said = [line.words for line in screen.words.lines]
        assert rules.about in said
        assert "Computer: Captain" in said


def test_an_older_players_name_becomes_the_one_of_today(screen: Setup) -> None:
    seats = tuple(Seat(seat.name, who) for seat, who in zip(screen.chosen.seats, ("squire", "nobody"), strict=True))
    chosen = screen._valid(msgspec.structs.replace(screen.chosen, seats=seats))
    assert [seat.controller for seat in chosen.seats] == ["recruit", HUMAN]


@pytest.mark.parametrize(("kind", "scenario"), [("maps", False), ("scenarios", True)])
def test_maps_and_scenarios_can_be_listed_alone(screen: Setup, kind: str, *, scenario: bool) -> None:
    screen._filter(kind=kind)
    found = {name for name in screen.listed if name != screen.chosen.map}
    assert found == {name for name, stage in choices.stages().items() if (stage.scenario is not None) == scenario} - {
        screen.chosen.map
    }
    assert len(names(screen)) == len(screen.listed)


def test_the_search_keeps_what_mentions_every_word_and_the_chosen_map(stage: Stage, screen: Setup) -> None:
    stage.press("sought")
    stage.type("hex ford")
    stage.tick(2)
    assert screen.sought == "hex ford"
    chosen = choices.stages()[screen.chosen.map].board.name
    assert "Ford" in names(screen) and "Bridge" not in names(screen)
    assert set(names(screen)) <= {chosen, "Ford", "Riders at the ford", "Ambush at the ford"}


def test_a_map_found_by_search_is_the_one_picked(stage: Stage, screen: Setup) -> None:
    screen._filter(sought="harbour")
    screen._pick_map(names(screen).index("Harbour"))
    assert screen.board is not None and screen.board.name == "Harbour"


def test_place_aims_and_rules_greet_whoever_begins(stage: Stage) -> None:
    battle = stage.battle("human", "human")
    first = battle.table.side()
    assert battle.shown_unit() is None, "nobody's card hides the rules"
    stage.move(battle.pane.place_of(next(iter(battle.covered()))))
    assert battle.table.world.has(battle.shown_unit(), Unit), "who is pointed at is shown all the same"
    stage.move((0, 0))
    while battle.table.side() == first:
        battle.table.answer(battle.request.options[0].key)
        assert battle.table.side() != first or battle.shown_unit() == battle.request.who
    assert battle.table.greets(), "the other person is greeted as well"


def test_nobody_is_greeted_in_the_middle_of_a_skirmish(stage: Stage) -> None:
    battle = stage.battle("human", "human")
    battle.table.answer(battle.request.options[0].key)
    assert not Table(battle.table.skirmish).greets()


def test_the_first_picture_of_a_skirmish_comes_before_its_overlays(stage: Stage) -> None:
    stage.title()
    stage.app.change(handover=False)
    stage.press("new")
    stage.press("start")
    battle = stage.top
    assert isinstance(battle, BattleScreen) and battle.pane.drawn == 1 and stage.app.dirty
    stage.tick()
    assert battle.pane.drawn == 2
