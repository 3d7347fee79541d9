"""The tools that look and measure: the rules' own witness, or terrain only; paces, pins, held keys."""

from __future__ import annotations

import pygame
import pytest

from game.grid.grid import cells
from game.grid.sight import Sight
from game.kernel.components import Position
from game.ui.battle import measuring, scene_builder

from .stage import Stage
from .test_options import play_on, poise_battle, turn


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
def battle(stage: Stage):
    found = poise_battle(stage, second="human", board="ruined-village")
    play_on(stage, found, turn)
    found.pane.fit()  # every cell is in view
    return found


def point(stage: Stage, battle, cell: int) -> None:
    stage.move(battle.pane.place_of(cell))


def test_the_line_to_a_free_cell_is_terrain_only_and_names_what_blocks(stage: Stage, battle) -> None:
    stage.key(pygame.K_l, typed="l")
    seen = set()
    for cell in cells(battle.board.passable):
        if cell in battle.covered():
            continue
        battle.cursor = cell
        found = measuring.line(battle)
        assert found is not None
        assert not found[1]
        seen.add(found[0].grade)
        (said,) = measuring.said(battle)
        assert "terrain only" in said
        if found[0].grade == "unseen" and measuring.in_the_way(found[0]):
            assert "because of" in said
            assert all(battle.board.blocks_sight >> each & 1 for each in measuring.in_the_way(found[0]))
    assert seen == {"clear", "cover", "unseen"}


def test_the_line_to_somebody_who_can_be_attacked_is_the_rules_own(stage: Stage, battle) -> None:
    play_on(stage, battle, lambda request: turn(request) and any("shoot" in one.key for one in request.options))
    option = next(one for one in battle.request.options if one.verb == "shoot")
    point(stage, battle, battle.table.world.get(option.unit, Position).cell)
    assert measuring.line(battle) is None
    stage.key(pygame.K_l, typed="l")
    found = measuring.line(battle)
    assert found == (battle.preview(option.key).sight, True)
    assert isinstance(scene_builder.scene(battle).preview.sight, Sight)
    assert "by the rules" in measuring.said(battle)[0]


def test_the_ruler_counts_as_the_ruleset_does_and_can_be_pinned(stage: Stage, battle, monkeypatch) -> None:
    grid, here = battle.board.grid, battle.table.world.get(battle.request.who, Position).cell
    free = [cell for cell in cells(battle.board.passable) if cell not in battle.covered()]
    far, pin = free[-1], free[0]
    stage.key(pygame.K_r, typed="r")
    point(stage, battle, far)
    assert measuring.distance(battle) == grid.distance(here, far, "alternating")
    assert scene_builder.scene(battle).labels == ((far, str(measuring.distance(battle))),)
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LSHIFT)
    stage.click(battle.pane.place_of(pin))
    point(stage, battle, far)
    assert measuring.distance(battle) == grid.distance(pin, far, "alternating")
    assert battle.pending == ""


def test_a_held_key_is_over_when_it_is_let_go(stage: Stage, battle) -> None:
    stage.down(pygame.K_l, typed="l")
    assert battle.toggles["sight"]
    stage.wait(600)
    stage.up(pygame.K_l)
    assert not battle.toggles["sight"]
    stage.key(pygame.K_l, typed="l")
    assert battle.toggles["sight"]


def test_walls_on_edges_are_named(stage: Stage, battle) -> None:
    stage.key(pygame.K_l, typed="l")
    battle.cursor = battle.board.grid.at(12, 4)
    battle.pinned = battle.board.grid.at(0, 8)
    assert "because of Wall" in measuring.said(battle)[0]
