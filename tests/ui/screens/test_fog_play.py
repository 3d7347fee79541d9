"""Fog while it is played: what goes on out of sight is neither named nor shown, and whole skirmishes by keys."""

from __future__ import annotations

import random

import pygame
import pytest
from msgspec.structs import replace

from game.kernel.components import FIELD, Clock, Position
from game.kernel.events import Moved, PoolChanged
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.rules.ruleset import hidden_from
from game.skirmish.record import Skirmish, digest, read
from game.text import names
from game.ui.battle import status_line
from game.ui.battle.screen import BattleScreen
from game.ui.kit import text
from game.ui.kit.screen import Push
from tests.ui.bots import Keys

from .fogged import begin, divided, own_turn, show, wander
from .stage import Stage


@pytest.fixture
def window() -> Stage:
    return Stage()


def test_whose_turn_it_is_in_the_fog_is_not_said(window: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    skirmish = begin("poise", "fog")
    assert own_turn(skirmish, 0)
    battle = show(window, skirmish)
    world, side = skirmish.session.world, battle.lookers()[0]
    foe = sorted(hidden_from(skirmish.ruleset, world, side))[0]
    written: list[str] = []
    draw = text.draw

    def noted(surface, words, *rest, **more):
        written.append(words)
        return draw(surface, words, *rest, **more)

    monkeypatch.setattr(text, "draw", noted)
    place = pygame.Rect(0, 0, 1200, 42)
    for hidden in (frozenset(), frozenset({foe})):
        written.clear()
        world.put(FIELD, replace(world.get(FIELD, Clock), active=foe))
        status_line.draw_status(window.app.surface, window.app.look, place, world, skirmish.ruleset, foe, "", hidden)
        assert (names.who_name(world, foe) in written) == (not hidden)


def test_what_happens_in_the_fog_is_not_played(window: Stage) -> None:
    skirmish = begin("poise", "fog")
    assert own_turn(skirmish, 0)
    battle = show(window, skirmish)
    sides, world = battle.lookers(), skirmish.session.world
    foe = sorted(hidden_from(skirmish.ruleset, world, sides[0]))[0]
    own = battle.request.who
    here, there = world.get(foe, Position).cell, world.get(own, Position).cell
    events = [Moved(foe, here, here + 1), PoolChanged(foe, "poise", 5, 3, "lose"), Moved(own, there, there + 1)]
    assert battle.knowledge.unnoticed(sides, events, 0) == {0, 1}
    assert battle.knowledge.unnoticed(sides, events, 1) == {1}
    assert not battle.knowledge.unnoticed([], events, 0), "mere watchers see everything"


def test_behind_the_curtain_the_view_is_where_the_asked_unit_is(window: Stage) -> None:
    window.title()
    window.app.change(speed=0, handover=False)
    battle = BattleScreen(window.app, begin("poise", "fog", ("human", "human")))
    window.app.go(Push(battle))
    chance, seen = random.Random(4), 0
    for _ in range(400):
        if window.name() == "Curtain":
            window.reveal()
            at = battle.table.world.find(battle.table.request.who, Position)
            if at is not None:
                assert battle.pane.rect.collidepoint(battle.pane.place_of(at.cell))
                seen += 1
        elif battle.request is not None:
            battle.pane.zoom(2)
            battle.answer(wander(battle.request, chance))
        window.tick()
        if seen > 6:
            return
    raise AssertionError("the seat never changed hands")


@pytest.mark.nightly
@pytest.mark.parametrize("name", SHIPPED)
def test_a_whole_skirmish_in_the_shroud_by_keys_alone(window: Stage, name: str) -> None:
    window.title()
    window.app.change(speed=0, handover=False)
    board = replace(divided(), sides=tuple(replace(side, roster=side.roster[:3]) for side in divided().sides))
    start = replace(quick(board, name, ["human", "captain"], 5), round_limit=3, settings={"fog": "shroud"})
    battle = BattleScreen(window.app, Skirmish(start).settle())
    window.app.go(Push(battle))
    window.tick(2)
    hands = Keys(window)
    hands.play()
    assert digest(read(battle.table.text()).settle().session.world) == digest(battle.table.world)
    hands.leave()
    assert window.name() == "Title"
