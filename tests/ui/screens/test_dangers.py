"""Dangers on the screen: a foe's reach and shots, all foes' sum, odds at a cell, steps that provoke, what is seen."""

from __future__ import annotations

import pygame
import pytest

from game.grid.grid import cells
from game.kernel.components import Position
from game.map.scenario import quick
from game.rules import danger
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish
from game.ui.battle import dangers, ranking, scene_builder
from game.ui.battle.screen import BattleScreen
from game.ui.kit.screen import Push
from tests.rules.test_danger import play_to

from .stage import Stage


@pytest.fixture
def window() -> Stage:
    return Stage()


def battle_of(stage: Stage, name: str = "poise", answers: int = 20, board: str = "village-green") -> BattleScreen:
    """A skirmish some way on, in which somebody at the screen has its turn."""
    stage.title()
    stage.app.change(speed=0, handover=False)
    skirmish = Skirmish(quick(board, name, ["human", "human"], 3), find_ruleset(name)).settle()
    play_to(skirmish, answers)
    battle = BattleScreen(stage.app, skirmish)
    stage.app.go(Push(battle))
    stage.tick(3)
    return battle


def shown(battle: BattleScreen) -> dict[str, int]:
    return {each.kind: each.cells for each in scene_builder.scene(battle).overlays}


def rest(stage: Stage, battle: BattleScreen) -> None:
    """Until all is found out that is looked for bit by bit."""
    stage.tick(2)
    for _ in range(200):
        if not dangers.looking(battle):
            break
        stage.tick()


def point_at(stage: Stage, battle: BattleScreen, cell: int) -> None:
    stage.move(battle.pane.place_of(cell))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_foe_pointed_at_shows_where_it_gets_and_what_it_could_attack(window: Stage, name: str) -> None:
    battle = battle_of(window, name)
    foe = next(each for each in dangers.foes(battle) if dangers.threat(battle, each).cells)
    assert not {"walk", "strikes", "shots"} & shown(battle).keys()
    point_at(window, battle, battle.table.world.get(foe, Position).cell)
    found, threat = shown(battle), danger.threat(battle.table.world, battle.ruleset, foe)
    assert found["walk"] == threat.walks
    assert found.get("strikes", 0) | found.get("shots", 0) == threat.cells | threat.walks
    assert "reach" not in found, "one layer at a time"
    window.key(pygame.K_i, typed="i")  # its card stays, and with it its reach
    window.move((1, 1))
    assert shown(battle)["walk"] == threat.walks


def test_a_key_shows_all_foes_in_sum_with_numbers(window: Stage) -> None:
    battle = battle_of(window)
    assert "danger" not in shown(battle)
    before = window.app.surface.copy()
    window.key(pygame.K_t, typed="t")
    rest(window, battle)
    overlay = next(each for each in scene_builder.scene(battle).overlays if each.kind == "danger")
    threats = [danger.threat(battle.table.world, battle.ruleset, foe) for foe in dangers.foes(battle)]
    for number, band in enumerate(overlay.costs, 1):
        for cell in cells(band):
            assert sum(each.cells >> cell & 1 for each in threats) == number
    assert pygame.image.tobytes(window.app.surface, "RGB") != pygame.image.tobytes(before, "RGB")
    assert "reach" not in shown(battle)
    window.key(pygame.K_t, typed="t")
    assert "danger" not in shown(battle)


def test_a_cell_tells_who_could_attack_there(window: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_of(window)
    written: list[int] = []
    write = dangers.write
    monkeypatch.setattr(
        dangers, "write", lambda battle, column, cell: (written.append(cell), write(battle, column, cell))
    )
    worst = max(ranking.ways(battle), key=lambda cell: len(dangers.attacks(battle, cell)))
    point_at(window, battle, worst)
    assert not written, "a pointer that only passes by waits for nothing"
    window.tick(4)
    assert written[-1] == worst
    foes = {each.foe for each in dangers.attacks(battle, worst)}
    assert len(foes) > 1
    assert foes <= set(dangers.foes(battle))


@pytest.mark.parametrize("name", ["poise", "clash", "wounds", "aura"])
def test_steps_that_provoke_are_marked(window: Stage, name: str) -> None:
    """After a while, and just the cells at which previews name somebody who may react."""
    for answers in range(20, 120, 10):
        battle = battle_of(window, name, answers)
        for _ in range(60):
            window.tick()
        expected = {
            alarm.cell for options in ranking.ways(battle).values() for alarm in battle.preview(options[0].key).alarms
        }
        assert set(cells(shown(battle).get("provokes", 0))) == expected
        if expected:
            return
    raise AssertionError("no step provoked anybody")


def test_what_a_unit_sees_is_bright_and_the_rest_dark(window: Stage) -> None:
    battle = battle_of(window, board="ruined-village")
    assert "seen" not in shown(battle)
    window.key(pygame.K_l, typed="l")
    rest(window, battle)
    seen = shown(battle)["seen"]
    here = battle.table.world.get(battle.request.who, Position).cell
    assert seen >> here & 1
    dark = next(cell for cell in cells(battle.board.grid.everywhere & ~seen))
    assert not seen >> dark & 1


def test_hidden_foes_threaten_nobody_on_the_screen(window: Stage) -> None:
    battle = battle_of(window, "vitality", board="ruined-village")
    foe = dangers.foes(battle)[0]
    from .test_hiding import conceal, sides_of

    own = next(units for units in sides_of(battle) if battle.request.who in units)
    window.app.change(handover=True)
    battle.seat = battle.table.side()
    conceal(battle, foe, own)
    assert foe not in dangers.foes(battle)


@pytest.mark.parametrize("name", ["aura", "poise"])
def test_whose_turn_it_is_shows_where_it_faces_and_by_whom_it_is_surrounded(window: Stage, name: str) -> None:
    battle = battle_of(window, name)
    request = battle.request
    assert request is not None
    kinds = {each.kind for each in dangers.stance(battle, request.who)}
    told = {each.kind for each in battle.overlays(request.who) if each.kind in ("arc", "surrounded")}
    assert kinds == told
    assert name != "aura" or "arc" in kinds
    assert kinds <= shown(battle).keys()


def test_a_way_is_dangerous_by_where_it_ends_and_by_what_it_crosses(window: Stage) -> None:
    battle = battle_of(window, "aura", answers=30, board="arena")
    ground, found = ranking.dangerous(battle), set[tuple[bool, bool]]()
    assert ground
    for options in ranking.ways(battle).values():
        path = battle.preview(options[0].key).path
        crosses = any(ground >> cell & 1 for cell in path[1:])
        assert ranking.perilous(battle, options[0]) == crosses
        found.add((crosses, bool(path and ground >> path[-1] & 1)))
    assert len(found) > 1
