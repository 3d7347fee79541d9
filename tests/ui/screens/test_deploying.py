"""Deployment by hand on the screen: pick a unit, put it in its zone, take it back, be ready; computers are at once."""

from __future__ import annotations

import pygame
import pytest

from game.kernel.components import FIELD, Clock, Position, Unit
from game.map.scenario import quick
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish
from game.ui.battle import option_groups, scene_builder

from .stage import Stage
from .test_options import poise_battle

BOARDS = ("arena", "bridge")  # hexes and squares


@pytest.fixture
def stage() -> Stage:
    return Stage()


def unit_and_cells(battle) -> tuple[int, list[int]]:
    """Somebody who can be put elsewhere, and the free cells where."""
    group = next(one for one in battle.groups() if option_groups.carries(one.options[0]))
    covered = battle.covered()
    return group.options[0].unit, [one.cell for one in group.options if one.cell not in covered]


@pytest.mark.parametrize("board", BOARDS)
def test_click_a_unit_then_a_cell(stage: Stage, board: str) -> None:
    battle = poise_battle(stage, deployment="by_hand", board=board)
    unit, free = unit_and_cells(battle)
    assert scene_builder.scene(battle).options  # the zone is marked before anything is picked
    before = battle.table.world.get(unit, Position).cell
    stage.wait()
    stage.click(battle.pane.place_of(before))
    assert battle.chooser is None
    assert battle.verb == f"place {unit}"
    stage.click(battle.pane.place_of(free[-1]))
    assert battle.table.world.get(unit, Position).cell == free[-1]
    stage.key(pygame.K_z, pygame.KMOD_CTRL)
    assert battle.table.world.get(unit, Position).cell == before


@pytest.mark.parametrize("board", BOARDS)
def test_keys_do_it_too_and_computers_are_ready_at_once(stage: Stage, board: str) -> None:
    battle = poise_battle(stage, deployment="by_hand", board=board)
    unit, _ = unit_and_cells(battle)
    before = battle.table.world.get(unit, Position).cell
    stage.wait()
    stage.key(pygame.K_1, typed="1")
    assert battle.verb == f"place {unit}"
    stage.key(pygame.K_RIGHTBRACKET, typed="]")
    stage.key(pygame.K_RIGHTBRACKET, typed="]")
    stage.key(pygame.K_RETURN)
    assert battle.table.world.get(unit, Position).cell != before
    stage.wait()
    stage.key(pygame.K_SPACE, typed=" ")
    stage.tick(5)
    assert battle.table.world.get(FIELD, Clock).phase != "deploy"


def test_every_unit_has_its_button_and_ready_is_the_last(stage: Stage) -> None:
    battle = poise_battle(stage, deployment="by_hand")
    own = [unit for unit, who in battle.table.world.each(Unit) if who.side == battle.table.side()]
    assert [group.options[0].unit for group in battle.groups()[:-1]] == own
    assert battle.groups()[-1].verb == "ready"
    assert battle.buttons[-1].kind == "primary"


@pytest.mark.parametrize("name", ["first", "random", "captain"])
def test_every_computer_is_ready(name: str) -> None:
    from msgspec.structs import replace

    from game.ai.controller import find_controller

    start = replace(quick("arena", "poise", [name, name], 1), deployment="by_hand")
    skirmish = Skirmish(start, find_ruleset("poise")).settle()
    assert find_controller(name).choose(skirmish.session) == "ready"
