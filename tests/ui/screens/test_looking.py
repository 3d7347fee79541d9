"""What is said of cells, who has acted, moving and fitting the view, the opening, silence without a sound card."""

from __future__ import annotations

import time

import pygame
import pytest

from game.grid.grid import cells
from game.kernel.components import FIELD, Clock, Position
from game.kernel.flow import Decision
from game.map.board import Board, Zone
from game.map.file import load_board
from game.map.library import find_map
from game.map.terrain import kinds
from game.rules.registry import SHIPPED
from game.rules.ruleset import ReadsHazards, find_ruleset, reads_hazard
from game.text import names
from game.ui.battle import cell_card, option_groups, scene_builder, status_line
from game.ui.battle.drawing import panels
from game.ui.battle.menu import menu
from game.ui.kit import audio, save_files, text
from game.ui.kit.screen import Push
from tests.options import option

from .stage import Stage
from .test_options import play_on, poise_battle, resize, turn

POISE = find_ruleset("poise")


@pytest.fixture
def poise_stage() -> Stage:
    return Stage()


@pytest.mark.parametrize("name", ["ruined-village", "hill-fort", "ford"])
def test_every_cell_says_what_its_terrain_does(name: str) -> None:
    board = load_board(find_map(name))
    for cell in cells(board.grid.everywhere):
        said = cell_card.describe(board, cell, POISE)
        terrain, prop = board.terrain(cell), board.prop(cell)
        assert said.startswith(board.grid.name(cell))
        assert terrain.title in said
        assert ("impassable" in said) == bool(board.impassable >> cell & 1)
        assert prop is None or prop.title in said
        if terrain.extra and not terrain.impassable:
            assert f"{terrain.extra} extra movement" in said
        if board.sixths(cell):
            assert f"level {float(board.level(cell)):.3g}" in said
    assert any("Wall" in cell_card.describe(board, cell, POISE) for cell in cells(board.grid.everywhere)) == any(
        edge.kind in ("wall", "low_wall") for edge in board.edges
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("poise", "Embers (fire: whoever is here as a round ends is set alight)"),
        ("clash", "Embers"),
        ("wounds", "Embers (fire: sets alight whoever enters)"),
        ("vitality", "Embers (fire: burns whoever enters, and whoever is here at its own turn)"),
        ("aura", "Embers (fire: burns whoever enters, and whoever is here as a Round begins)"),
    ],
)
def test_dangerous_ground_says_what_it_does_and_when_by_these_rules(name: str, said: str) -> None:
    board = Board(name="hearth", kind="square", rows=("e.",), zones=(Zone("smoke", "hazard", 2, effect="fire"),))
    assert cell_card.describe(board, 0, find_ruleset(name)) == f"0,0  {said}"
    assert cell_card.describe(board, 1, find_ruleset(name)) == f"1,0  Grass · {said.replace('Embers', 'smoke')}"


@pytest.mark.parametrize("name", [name for name in SHIPPED if isinstance(find_ruleset(name), ReadsHazards)])
def test_every_ground_of_ours_that_is_dangerous_says_how(name: str) -> None:
    rules = find_ruleset(name)
    words = {kind.hazard for kind in (*kinds().terrain.values(), *kinds().props.values()) if kind.hazard}
    for word in words:
        assert not reads_hazard(rules, word) or f"danger_{word}" in rules.titles


def test_a_cell_out_of_reach_says_why(poise_stage: Stage) -> None:
    battle = poise_battle(poise_stage, second="human", board="ruined-village")
    play_on(poise_stage, battle, turn)
    board, covered = battle.board, battle.covered()
    own = battle.table.world.get(battle.request.who, Position).cell
    shut = next(iter(cells(board.impassable)))
    assert cell_card.why_not(battle, shut) == "Nobody can stand here."
    friend = next(cell for cell, unit in covered.items() if unit != battle.request.who and cell not in battle.here())
    assert names.who_name(battle.table.world, covered[friend]) in cell_card.why_not(battle, friend)
    far = max(
        (cell for cell in cells(board.passable) if cell not in covered),
        key=lambda cell: board.grid.distance(own, cell, "chebyshev"),
    )
    assert cell_card.why_not(battle, far) == "Out of reach."
    assert not any(cell_card.why_not(battle, cell) for cell in battle.here())


def test_the_card_is_titled_as_the_log_names_the_unit(poise_stage: Stage, monkeypatch) -> None:
    battle = poise_battle(poise_stage, second="human")
    play_on(poise_stage, battle, turn)
    first = battle.request.who
    battle.answer("end")
    play_on(poise_stage, battle, turn)
    found = []
    monkeypatch.setattr(panels, "draw_card", lambda *rest, **more: found.append((rest[2].title, more["acted"])))
    for unit in (battle.request.who, first):
        battle.inspected = unit
        poise_stage.app.dirty = True
        poise_stage.tick()
    titles = [names.who_name(battle.table.world, unit) for unit in (battle.request.who, first)]
    assert [found[0], found[-1]] == [(titles[0], False), (titles[1], True)]


def test_who_has_acted_is_marked_until_the_round_ends(poise_stage: Stage) -> None:
    battle = poise_battle(poise_stage, second="human")
    play_on(poise_stage, battle, turn)
    seen = set()
    while battle.table.world.get(FIELD, Clock).round == 1:
        assert scene_builder.scene(battle).acted == frozenset(seen)
        seen.add(battle.request.who)
        battle.answer("end")
        play_on(poise_stage, battle, turn)
    assert scene_builder.scene(battle).acted == frozenset()


def test_the_view_moves_by_keys_and_at_the_rim_only_if_asked(poise_stage: Stage) -> None:
    battle = poise_battle(poise_stage)
    for _ in range(4):
        battle.pane.zoom(1)
    start = battle.pane.camera.x
    poise_stage.key(pygame.K_d, typed="d")
    assert battle.pane.camera.x > start
    poise_stage.key(pygame.K_a, typed="a")
    assert battle.pane.camera.x == start
    poise_stage.move((2, 400))
    poise_stage.tick(3)
    assert battle.pane.camera.x == start
    poise_stage.app.change(edge_pan=True)
    poise_stage.tick(3)
    assert battle.pane.camera.x < start


def test_a_resized_board_fits_again_unless_it_was_zoomed(poise_stage: Stage) -> None:
    battle = poise_battle(poise_stage)
    before = battle.pane.camera.size
    resize(poise_stage, (1900, 1100))
    grown = battle.pane.camera.size
    assert grown > before
    battle.pane.zoom(-1)
    zoomed = battle.pane.camera.size
    resize(poise_stage, (1280, 800))
    assert battle.pane.camera.size == zoomed


def test_the_opening_hands_the_seat_over_and_says_how_it_goes(poise_stage: Stage) -> None:
    battle = poise_battle(poise_stage, second="human")
    poise_stage.app.change(handover=True)
    battle.seat = 0
    poise_stage.tick(2)
    assert poise_stage.name() == "Curtain"
    assert poise_stage.top.kind == "full"
    assert "Both sides move at once" in poise_stage.top.why
    poise_stage.reveal()
    shown = []
    original = text.draw
    battle.painted.forget()
    poise_stage.app.dirty = True
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            text,
            "draw",
            lambda surface, said, *rest, **more: shown.append(said) or original(surface, said, *rest, **more),
        )
        poise_stage.tick()
    assert "die + agility opens." in " ".join(shown)


def test_no_sound_device_is_asked_for_where_there_is_none(monkeypatch, tmp_path) -> None:
    for name in ("SDL_AUDIODRIVER", "SDL_AUDIO_DRIVER", "PULSE_SERVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(audio.sys, "platform", "linux")
    monkeypatch.setattr(audio.Path, "is_file", lambda path: False)
    assert not audio._heard()
    monkeypatch.setenv("PULSE_SERVER", "there")
    assert audio._heard()
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert not audio._heard()


def test_waiting_for_events_costs_next_to_nothing(poise_stage: Stage) -> None:
    while pygame.event.get():  # what opening the window brought, which may come late
        pygame.time.wait(50)
    before, began = time.process_time(), time.monotonic()
    assert poise_stage.app._events(sleep=480) == []
    assert time.monotonic() - began >= 0.4
    assert time.process_time() - before < 0.02
    pygame.event.post(pygame.event.Event(pygame.USEREVENT))
    assert [event.type for event in poise_stage.app._events(sleep=480)] == [pygame.USEREVENT]


def test_goals_name_a_zone_by_its_title(poise_stage: Stage) -> None:
    battle = poise_battle(poise_stage, board="ruined-village")
    goals = [
        goal for side in battle.table.human_sides() for goal in status_line.objective_words(battle.table.world, side)
    ]
    assert "hold Market square (0 of 3 rounds)" in goals
    assert not [goal for goal in goals if "hold market" in goal]


def test_menu_undo_and_overlays_by_mouse_alone(stage: Stage) -> None:
    battle = stage.battle()
    links = {spot.tip[0]: spot.rect.center for spot in battle.spots if spot.act is not None and spot.tip}
    stage.click(links["Show zones of control"])
    assert battle.toggles["zones"]
    stage.click(links["Menu of the skirmish"])
    assert stage.name() == "Menu"


def test_looking_back_begins_with_the_present_and_keeps_the_skirmish(stage: Stage) -> None:
    battle = stage.battle()
    for _ in range(3):
        battle.answer(battle.request.options[0].key)
        stage.tick(2)
    stage.app.go(Push(menu(battle)))
    stage.tick()
    stage.click(next(one for one in stage.top.form.widgets if one.label.startswith("Look back")).rect.center)
    assert stage.name() == "Replay"
    assert stage.top.timeline.at == len(stage.top.timeline.answers) >= 3
    assert save_files.path_of(save_files.LAST).read_text() == battle.table.text()
    assert save_files.saves()[0].board == "Arena"


def test_options_of_one_place_come_in_the_order_of_the_buttons(stage: Stage) -> None:
    world = stage.battle().table.world
    options = tuple(option(f"{verb} 5,0", "", cell=5) for verb in ("bash", "slash", "wave"))
    found = option_groups.at_cell(world, Decision(1, "turn", options), "", {}, ("slash", "bash"))
    assert [option.verb for option in found[5]] == ["slash", "bash", "wave"]


def test_the_palette_puts_commands_before_cells(stage: Stage) -> None:
    stage.battle()
    stage.key(pygame.K_F10)
    keys = [key for key, _, _ in stage.top.found()]
    placed = [at for at, key in enumerate(keys) if "," in key]
    assert placed
    assert keys.index("undo") < min(placed)


def test_the_edges_of_the_ground_are_soft_unless_the_settings_say_otherwise(stage: Stage) -> None:
    battle = stage.battle("human", "first")
    assert scene_builder.scene(battle).soft
    stage.app.change(soft=False)
    assert not scene_builder.scene(battle).soft
