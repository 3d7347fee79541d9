"""A way drawn cell by cell is gone as it was drawn, by mouse, by keys and by gamepad, in every ruleset."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from game.grid.grid import cells
from game.kernel.components import Position
from game.kernel.events import Moved
from game.kernel.flow import Decision
from game.rules.registry import SHIPPED
from game.ui.battle import drawn_way
from game.ui.battle.screen import BattleScreen
from game.ui.battle.table import Table

from .stage import Stage
from .test_breaking_in import shown, skirmish_until


def may_walk(table: Table, request: Decision) -> bool:
    moves = {one.cell for one in request.options if one.group == "move" and one.cell is not None and one.unit is None}
    return request.moment == "own_turn" and len(moves) > 12


@pytest.fixture(params=SHIPPED)
def battle(stage: Stage, request) -> BattleScreen:
    return shown(stage, skirmish_until(request.param, may_walk))


def here(battle: BattleScreen) -> int:
    return battle.table.world.get(battle.request.who, Position).cell


def bend(battle: BattleScreen) -> list[int]:
    """Three cells: two free ones that are no straight line from where the unit stands."""
    grid, start, ends = battle.board.grid, here(battle), set(battle.here())
    for one in sorted(set(grid.neighbours(start)) & ends):
        for other in sorted(set(grid.neighbours(one)) & ends - set(grid.neighbours(start)) - {start}):
            if grid.straight(start, other) != (start, one, other):
                battle.drawn = (start, one, other)
                if drawn_way.legs(battle):
                    battle.drawn = ()
                    return [start, one, other]
    raise AssertionError("there is no way round a corner")


def drag(stage: Stage, battle: BattleScreen, way: list[int]) -> None:
    places = [battle.pane.place_of(cell) for cell in way]
    stage.move(places[0])
    stage.app.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=places[0], button=1))
    for place in places[1:]:
        stage.move(place)
    stage.app.event(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=places[-1], button=1))
    stage.tick()


def walked(battle: BattleScreen, unit: int, events: int) -> list[int]:
    return [one.end for one in battle.table.world.events[events:] if isinstance(one, Moved) and one.unit == unit]


def test_a_dragged_way_is_shown_and_then_gone(stage: Stage, battle: BattleScreen) -> None:
    way, unit, events = bend(battle), battle.request.who, len(battle.table.world.events)
    drag(stage, battle, way)
    assert battle.drawn == tuple(way)
    found = drawn_way.preview(battle)
    assert found is not None and found.path == tuple(way) and found.chances
    assert len(battle.table.world.events) == events  # it is only shown
    stage.click(battle.pane.place_of(way[-1]))
    stage.tick(5)
    assert walked(battle, unit, events)[: len(way) - 1] == way[1:]
    assert battle.drawn == () and battle.going is None


def test_the_cursor_draws_a_way_and_esc_drops_it(stage: Stage) -> None:
    battle = shown(stage, skirmish_until("clash", may_walk))
    unit, start, events = battle.request.who, here(battle), len(battle.table.world.events)
    stage.key(pygame.K_v, typed="v")
    stage.key(pygame.K_RIGHT)
    stage.key(pygame.K_DOWN)
    assert battle.drawn[0] == start and len(battle.drawn) == 3
    stage.key(pygame.K_UP)  # back along it
    assert len(battle.drawn) == 2
    stage.key(pygame.K_ESCAPE)
    assert battle.drawn == ()
    stage.key(pygame.K_v, typed="v")
    stage.key(pygame.K_RIGHT)
    stage.key(pygame.K_DOWN)
    way = battle.drawn
    stage.key(pygame.K_RETURN)
    stage.tick(5)
    assert not drawn_way.is_drawn(battle)
    assert walked(battle, unit, events)[:2] == [*way[1:]]


def test_what_cannot_be_gone_says_so(stage: Stage) -> None:
    battle = shown(stage, skirmish_until("poise", may_walk))
    grid, start, before = battle.board.grid, here(battle), len(battle.table.skirmish.session.answers())
    far = max(cells(grid.everywhere), key=lambda cell: grid.distance(start, cell, "chebyshev"))
    battle.drawn = tuple(grid.straight(start, far))
    assert all(there in grid.neighbours(one) for one, there in pairwise(battle.drawn))
    assert drawn_way.legs(battle) == ()
    stage.key(pygame.K_RETURN)
    assert "cannot be gone" in stage.app.message
    assert len(battle.table.skirmish.session.answers()) == before


def test_where_somebody_may_be_hidden_the_way_is_found_leg_by_leg(stage: Stage, monkeypatch) -> None:
    battle = shown(stage, skirmish_until("clash", may_walk))
    monkeypatch.setattr(BattleScreen, "world", property(lambda self: self.table.skirmish.session.clone().world))
    way, unit, events = bend(battle), battle.request.who, len(battle.table.world.events)
    battle.drawn = tuple(way)
    assert len(drawn_way.legs(battle)) == 1  # nothing further is tried out
    stage.key(pygame.K_RETURN)
    stage.tick(5)
    assert walked(battle, unit, events)[: len(way) - 1] == way[1:]
    assert battle.going is None
