"""From the title to the end of a skirmish, by mouse alone and by keyboard alone."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame
import pytest

from game.data import paths
from game.kernel.components import Position
from game.map.file import load_board
from game.map.library import find_map, save_board
from game.ui.kit import choices, prefs, save_files

from .stage import Stage, take_up, toward


def play(stage: Stage, answer) -> None:
    """Answer whatever is asked until the end is shown."""
    for _ in range(900):
        if stage.name() == "Ending":
            return
        if stage.name() == "Curtain":
            stage.wait()
            answer(None)
        elif stage.top.request is None:
            stage.tick()
        else:
            stage.wait()
            answer(stage.top)
    pytest.fail("the skirmish did not end")


def by_mouse(stage: Stage):
    def answer(battle) -> None:
        if battle is None:
            stage.press("show")
            return
        option = toward(battle)
        if option.cell is not None or option.unit is not None:
            cell = option.cell if option.cell is not None else battle.table.world.get(option.unit, Position).cell
            place = battle.pane.place_of(cell)
            stage.click(place)
            assert battle.pending == option.key, "the first click only plans"
            stage.click(place)
        else:
            button = next(one for one in battle.buttons if one.key == option.key)
            stage.click(button.rect.center)

    return answer


def by_keys(stage: Stage):
    def answer(battle) -> None:
        if battle is None:
            stage.key(pygame.K_RETURN)
            return
        option = toward(battle)
        group = take_up(stage, battle, option)
        many = len(group.options) > 1
        if option.cell is None and option.unit is None:
            if battle.pending == option.key:
                stage.key(pygame.K_RETURN)
            return
        for _ in range(30 if many else 0):
            if battle.pending == option.key:
                break
            stage.key(pygame.K_RIGHTBRACKET, typed="]")
        assert battle.pending == option.key
        stage.key(pygame.K_RETURN)

    return answer


def test_by_mouse_alone_in_three_clicks_to_the_battle(stage: Stage) -> None:
    stage.title()
    stage.press("new")
    stage.press("start")
    assert stage.name() == "BattleScreen"
    assert stage.top.table.skirmish.scenario.sides[0].controller == "human"


def test_to_the_end_by_mouse_alone(stage: Stage) -> None:
    stage.title()
    stage.press("new")
    stage.press("who1")  # the computers follow each other; people come last
    while stage.top.chosen.seats[1].controller != "human":
        stage.press("who1")
    stage.press("start")
    stage.app.change(speed=0)
    play(stage, by_mouse(stage))
    assert stage.top.winners
    stage.press("title")
    assert stage.name() == "Title"


def test_to_the_end_by_keyboard_alone(stage: Stage) -> None:
    stage.title()
    stage.key(pygame.K_RETURN)
    assert stage.name() == "Setup"
    while stage.top.form.focus != "who1":
        stage.key(pygame.K_TAB)
    while stage.top.chosen.seats[1].controller != "human":
        stage.key(pygame.K_RIGHT)
    while stage.top.form.focus != "start":
        stage.key(pygame.K_TAB)
    stage.key(pygame.K_RETURN)
    stage.app.change(speed=0)
    play(stage, by_keys(stage))
    assert stage.top.winners
    while stage.top.form.focus != "title":
        stage.key(pygame.K_TAB)
    stage.key(pygame.K_RETURN)
    assert stage.name() == "Title"


def test_against_the_computer(stage: Stage) -> None:
    battle = stage.battle("human", "random")
    for _ in range(40):
        stage.wait()
        if battle.may_answer():
            by_mouse(stage)(battle)
    asked = {who for step in battle.table.skirmish.session.past for who in step.asked}
    assert len(asked) > 2


def test_one_click_on_the_chosen_map_starts_nothing_but_a_double_click_does(stage: Stage) -> None:
    stage.title()
    stage.press("new")
    box = stage.top.form.find("maps")
    places = [(box.rect.x + 30, box.rect.y + box.row_height * row + 10) for row in (0, 1)]
    for place in (places[0], places[1], places[0]):
        stage.click(place)
        assert stage.name() == "Setup"
        stage.wait(500)
    stage.click(places[0])  # chosen already
    assert stage.name() == "Setup"
    stage.wait(500)
    stage.click(places[1])
    assert stage.name() == "Setup" and stage.top.form.find("maps").at == 1
    stage.click(places[1])
    assert stage.name() == "BattleScreen"


def test_the_last_set_up_is_remembered(stage: Stage) -> None:
    stage.title()
    stage.press("new")
    box = stage.top.form.find("maps")
    stage.click((box.rect.x + 30, box.rect.y + box.row_height + 10))
    chosen = stage.top.chosen
    stage.press("undo")
    stage.press("start")
    again, _ = prefs.load()
    assert again.set_up.map == chosen.map != "arena"
    assert again.set_up.undo == "free"
    assert stage.top.table.skirmish.scenario.settings["undo"] == "free"


def test_a_scenario_stands_after_the_maps_and_brings_its_own_sides(stage: Stage) -> None:
    folder = paths.user_data() / "scenarios"
    folder.mkdir()
    sides = "".join(
        f"  - {{name: {name}, zone: {zone}, roster: [{{role: fighter, name: Tam}}]}}\n"
        for name, zone in (("Owls", "west"), ("Crows", "east"))
    )
    (folder / "duel.yaml").write_text(
        f"name: A duel\ndescription: One each.\nruleset: toy\nmap: arena\nsides:\n{sides}", encoding="utf-8"
    )
    (folder / "broken.yaml").write_text("name: [", encoding="utf-8")
    stage.title()
    stage.press("new")
    box = stage.top.form.find("maps")
    assert box.rows[-1].title == "A duel" and box.rows[-1].note == "Toy rules: 2 units, 16 × 12 hexes"
    box.pick(len(box.rows) - 1)
    assert [seat.name for seat in stage.top.chosen.seats] == ["Owls", "Crows"]
    stage.press("seed")
    stage.type("42")
    stage.press("start")
    scenario = stage.top.table.skirmish.scenario
    assert (scenario.name, scenario.seed) == ("A duel", "42")
    assert [side.size for side in scenario.sides] == [1, 1]
    stage.top.app.change(set_up=stage.top.app.prefs.set_up)
    (folder / "duel.yaml").unlink()
    stage.title()
    stage.press("new")  # the last set-up names what is gone
    assert stage.top.chosen.map == "arena"


def test_a_map_that_changes_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.data.paths.user_data", lambda: tmp_path)
    board = load_board(find_map("arena"))
    for name in ("Pit", "Pit of embers"):
        save_board(msgspec.structs.replace(board, name=name), tmp_path / "maps" / "pit.yaml")
        choices.forget()
        assert choices.boards()["pit"].name == name
        assert choices.boards()["arena"] == board


def test_typed_names_and_seed_reach_the_skirmish(stage: Stage) -> None:
    stage.title()
    stage.press("new")
    stage.press("name0")
    stage.type("Owls")
    stage.press("seed")
    stage.type("42")
    stage.press("start")
    scenario = stage.top.table.skirmish.scenario
    assert scenario.sides[0].name == "Owls"  # what stood there was marked and is replaced
    assert scenario.seed == "42"


def test_what_is_typed_outlives_a_new_layout(stage: Stage) -> None:
    stage.title()
    stage.press("new")
    stage.press("name0")
    stage.type("Ow")
    stage.app.event(pygame.event.Event(pygame.VIDEORESIZE, w=1280, h=800, size=(1280, 800)))
    stage.tick()
    assert stage.top.chosen.seats[0].name == "Ow"
    stage.press("seed")
    stage.press("name0")
    stage.tick(20)  # no double click
    stage.click(stage.top.form.find("name0").rect.move(8, 0).midleft)  # a second click puts the cursor before it
    stage.type("L")
    assert stage.top.chosen.seats[0].name == "LOw"


def test_each_turn_is_saved_and_the_newest_can_be_continued(stage: Stage) -> None:
    battle = stage.battle()
    stage.reveal()
    battle.answer("end")
    stage.tick()
    stage.reveal()
    answers = battle.table.skirmish.session.answers()
    assert [save.name for save in save_files.saves()][:2] == ["Autosave", "Autosave 2"] or len(save_files.saves()) >= 2
    stage.app.stack.clear()
    stage.title()
    stage.press("continue")
    assert stage.name() in ("BattleScreen", "Curtain")
    found = next(screen for screen in stage.app.stack if type(screen).__name__ == "BattleScreen")
    assert found.table.skirmish.session.answers() == answers


def test_rematch_and_replay(stage: Stage) -> None:
    stage.battle()
    play(stage, by_mouse(stage))
    stage.press("replay")
    replay = stage.top
    assert stage.name() == "Replay"
    many = len(replay.timeline.answers)
    for _ in range(5):
        stage.key(pygame.K_RIGHT)
    at = replay.timeline.at
    assert at >= 5
    stage.key(pygame.K_LEFT)
    assert replay.timeline.at < at
    stage.key(pygame.K_END)
    assert replay.timeline.at == many
    stage.click((replay.bar.centerx, replay.bar.centery))
    assert abs(replay.timeline.at - many / 2) <= 2
    stage.key(pygame.K_ESCAPE)
    stage.press("rematch")
    assert stage.name() in ("BattleScreen", "Curtain")


def test_the_replay_ends_in_the_same_world_and_can_be_played_on(stage: Stage) -> None:
    from game.skirmish.record import digest

    battle = stage.battle()
    play(stage, by_mouse(stage))
    end = digest(battle.table.world)
    stage.press("replay")
    replay = stage.top
    replay.timeline.go(len(replay.timeline.answers))
    assert digest(replay.timeline.skirmish.session.world) == end
    replay.timeline.go(10)
    before = replay.timeline.skirmish.session.answers()
    stage.press("take_over")
    stage.press("entry3")
    stage.reveal()
    assert stage.name() == "BattleScreen"
    assert stage.top.table.skirmish.session.answers()[: len(before)] == before
    assert len(stage.top.table.human_sides()) == 2


def test_two_people_sit_without_a_curtain_unless_the_set_up_has_one(stage: Stage) -> None:
    for wanted in ("BattleScreen", "Curtain"):
        stage.title()
        stage.press("new")
        while stage.top.chosen.seats[1].controller != "human":
            stage.press("who1")
        if wanted == "Curtain":
            stage.press("handover")
        stage.press("start")
        stage.tick(2)
        assert stage.name() == wanted


def test_enter_takes_nobody_away_from_the_end(stage: Stage) -> None:
    battle = stage.battle()
    play(stage, by_mouse(stage))
    for _ in range(2):
        stage.tick(2)
        stage.key(pygame.K_RETURN)
        assert stage.top is battle
        stage.tick(2)
        stage.key(pygame.K_RETURN)
        assert stage.name() == "Ending"


@pytest.mark.parametrize("by", ["click", "key"])
def test_the_board_after_the_end_leads_back_to_the_results(stage: Stage, by: str) -> None:
    battle = stage.battle()
    play(stage, by_mouse(stage))
    stage.press("board")
    assert stage.top is battle
    stage.tick(2)
    if by == "key":
        stage.key(pygame.K_RETURN)
    else:
        stage.click(next(button for button in battle.buttons if button.key == "results").rect.center)
    assert stage.name() == "Ending"
    stage.press("board")
    stage.tick()
    stage.click(next(button for button in battle.buttons if button.key == "menu").rect.center)
    assert stage.name() == "Menu"
