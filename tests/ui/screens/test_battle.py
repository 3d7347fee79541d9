"""Prompts, curtains, undo, overlays, standing orders: what a battle asks of its window."""

from __future__ import annotations

import threading

import pygame

from game.kernel.components import Position
from game.ui.battle import scene_builder
from game.ui.battle.state import GUARD
from game.ui.kit import save_files
from game.ui.kit.standing_orders import Order

from .stage import Stage, toward


def until_prompt(stage: Stage):
    """Play on until somebody is asked whether to duck; the curtain is still down."""
    battle = next(screen for screen in stage.app.stack if type(screen).__name__ == "BattleScreen")
    for _ in range(300):
        request = battle.table.request
        if request.question == "defend":
            return battle
        stage.reveal()
        battle.answer(toward(battle).key)
        stage.tick()
    raise AssertionError("nobody was asked")


def test_the_curtain_leaves_no_pixel_of_the_board(stage: Stage, monkeypatch) -> None:
    stage.app.change(handover=True)
    battle = stage.battle()
    assert stage.name() == "Curtain"
    drawn = []
    monkeypatch.setattr(battle.pane, "draw", lambda *rest: drawn.append(rest))
    pictures = []
    for color in ((0, 0, 0), (255, 0, 255)):
        stage.app.surface.fill(color)
        stage.app.dirty = True
        stage.tick()
        pictures.append(pygame.image.tobytes(stage.app.surface, "RGB"))
    assert pictures[0] == pictures[1]
    assert not drawn


def test_a_reaction_has_a_small_curtain_without_its_options(stage: Stage) -> None:
    stage.app.change(handover=True)
    stage.battle()
    battle = until_prompt(stage)
    stage.tick()
    assert stage.top.kind == "small"
    assert battle.request is None
    stage.tick()
    assert not battle.buttons
    stage.reveal()
    assert battle.request is not None
    stage.tick()
    assert {button.key for button in battle.buttons} == {"duck", "stand"}


def test_the_curtain_can_be_switched_off(stage: Stage) -> None:
    stage.title()
    stage.app.change(handover=False)
    stage.battle()
    assert stage.name() == "BattleScreen"


def test_no_curtain_for_one_person(stage: Stage) -> None:
    stage.battle("human", "first")
    assert stage.name() == "BattleScreen"


def test_a_held_key_does_not_answer_a_prompt(stage: Stage) -> None:
    stage.title()
    stage.app.change(handover=False)
    stage.battle()
    battle = until_prompt(stage)
    stage.down(pygame.K_1, typed="1")
    stage.down(pygame.K_1, typed="1")
    stage.wait(GUARD)
    stage.down(pygame.K_1, typed="1")
    assert battle.request.question == "defend"
    stage.up(pygame.K_1)
    stage.down(pygame.K_1, typed="1")
    assert battle.request.question == "defend"  # a number only marks
    stage.key(pygame.K_RETURN)
    assert battle.table.request is None or battle.table.request.question != "defend"


def test_a_prompt_takes_no_key_in_its_first_moments(stage: Stage) -> None:
    stage.title()
    stage.app.change(handover=False)
    stage.battle()
    battle = until_prompt(stage)
    battle.renew()
    stage.key(pygame.K_1, typed="1")
    assert battle.request.question == "defend"
    stage.wait(GUARD)
    stage.key(pygame.K_1, typed="1")
    stage.key(pygame.K_RETURN)
    assert battle.table.request is None or battle.table.request.question != "defend"


def test_standing_orders_answer_and_say_so(stage: Stage) -> None:
    stage.title()
    stage.app.change(handover=False)
    stage.battle()
    battle = until_prompt(stage)
    side = battle.table.side()
    stage.wait()
    stage.key(pygame.K_o, typed="o")
    row = stage.top.form.find(f"{side} defend")
    stage.click((row.rect.right - 10, row.rect.centery))
    stage.key(pygame.K_ESCAPE)
    assert battle.table.asking.orders == {
        (side, "defend", ""): Order("toy", battle.table.number_of(side), "defend", "duck")
    }
    stage.tick()
    assert battle.table.request is None or battle.table.request.question != "defend"
    assert any("Answered by standing order: Duck" in entry.text for entry in battle.battle_log.entries())


def test_several_options_on_one_cell_open_a_choice(stage: Stage, monkeypatch) -> None:
    battle = stage.battle("human", "first")
    option = toward(battle)
    monkeypatch.setattr(battle, "here", lambda: {option.cell: (option, battle.option("end"))})
    stage.wait()
    stage.click(battle.pane.place_of(option.cell))
    assert battle.chooser is not None
    stage.key(pygame.K_DOWN)
    assert battle.chooser.option.key == "end"
    stage.key(pygame.K_ESCAPE)
    assert battle.chooser is None


def test_undo_and_redo_and_why_not(stage: Stage) -> None:
    battle = stage.battle("human", "first")
    stage.key(pygame.K_z, pygame.KMOD_CTRL)
    assert "Undo is not possible" in stage.app.message
    before = battle.table.skirmish.session.answers()
    battle.answer(toward(battle).key)
    after = battle.table.skirmish.session.answers()
    stage.key(pygame.K_BACKSPACE)
    assert battle.table.skirmish.session.answers() == before
    stage.key(pygame.K_y, pygame.KMOD_CTRL)
    assert battle.table.skirmish.session.answers() == after


def test_a_preview_comes_before_the_deed(stage: Stage) -> None:
    battle = stage.battle("human", "first")
    option = toward(battle)
    stage.move(battle.pane.place_of(option.cell))
    assert battle.looked_at() == option.key
    assert scene_builder.scene(battle).preview.path
    stage.wait()
    stage.click(battle.pane.place_of(option.cell))
    assert not battle.table.skirmish.session.answers()
    stage.click((5, 5), button=3)
    assert battle.pending == ""


def test_refusals_are_shown_with_all_reasons(stage: Stage) -> None:
    battle = stage.battle("human", "first")
    stage.tick()
    button = next(one for one in battle.buttons if one.key == "refused fly")
    assert not button.enabled
    assert any("no wings" in line and "TOY-1" in line for line in button.tip)
    assert any("tired" in line for line in button.tip)


def test_overlays_come_from_the_rules(stage: Stage, toy) -> None:
    battle = stage.battle("human", "first")
    assert {one.kind for one in scene_builder.scene(battle).overlays} == {"reach"}
    stage.key(pygame.K_z, typed="z")
    shown = scene_builder.scene(battle).overlays
    assert {one.kind for one in shown} == {"reach", "zone"}
    unit = battle.table.request.who
    assert set(toy.overlays(battle.table.world, unit)) <= set(shown)


def test_the_cursor_moves_and_acts(stage: Stage) -> None:
    battle = stage.battle("human", "first")
    here = battle.table.world.get(battle.table.request.who, Position).cell
    stage.key(pygame.K_RIGHT)
    assert battle.cursor == here
    stage.key(pygame.K_RIGHT)
    assert battle.cursor == battle.board.grid.step(here, battle.board.grid.parse_direction("e"))
    for _ in range(6):
        stage.key(pygame.K_DOWN)
    column = battle.board.grid.xy(battle.cursor)[0] - battle.board.grid.xy(here)[0]
    assert abs(column - 1) <= 1


def test_quick_save_and_load(stage: Stage) -> None:
    battle = stage.battle("human", "first")
    battle.answer(toward(battle).key)
    answers = battle.table.skirmish.session.answers()
    stage.key(pygame.K_F5)
    assert save_files.path_of(save_files.QUICK).exists()
    battle.answer(toward(battle).key)
    stage.key(pygame.K_F9)
    assert stage.name() == "BattleScreen"
    assert stage.top.table.skirmish.session.answers() == answers


def test_a_broken_save_never_loses_the_open_skirmish(stage: Stage) -> None:
    battle = stage.battle("human", "first")
    save_files.path_of(save_files.QUICK).write_text("quintain record 1\nnonsense\n")
    stage.key(pygame.K_F9)
    assert stage.name() == "Notice"
    assert "scenario" in stage.top.scroll.lines[0].words
    stage.key(pygame.K_ESCAPE)
    assert stage.top is battle


def test_a_broken_screen_saves_and_says_where(stage: Stage, monkeypatch) -> None:
    battle = stage.battle("human", "first")
    battle.answer(toward(battle).key)

    def broken(*rest: object) -> None:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(battle.pane, "draw", broken)
    stage.move((400, 400))
    assert stage.name() == "Broken"
    words = " ".join(line.words for line in stage.top.notice.scroll.lines)
    assert str(save_files.path_of(save_files.LAST)) in words
    assert save_files.path_of(save_files.LAST).read_text().startswith("quintain record")
    stage.tick()
    stage.key(pygame.K_RETURN)
    assert stage.name() == "Title"


def test_a_slow_computer_does_not_stop_the_window(stage: Stage, monkeypatch) -> None:
    """It thinks until the window has drawn frames meanwhile: no clock decides."""
    seen_enough, late = threading.Event(), []

    class Slow:
        name = "slow"

        def choose(self, session) -> str:
            if not seen_enough.wait(60):
                late.append("the window stood still while the computer thought")
            return "end"

    monkeypatch.setattr("game.ui.battle.table.find_controller", lambda name, seed: Slow())
    battle = stage.battle("first", "human")
    frames = 0
    while frames < 10:
        stage.tick()
        frames += battle.table.thinking
        assert not late
    assert not battle.table.skirmish.session.answers()
    seen_enough.set()
    while not battle.table.skirmish.session.answers():
        stage.tick()
    assert not late
