"""Whole skirmishes of two people at one screen: by mouse on hexes in every ruleset, by keyboard alone on squares."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.data import paths
from game.kernel.components import Position, Unit
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish, digest, read
from game.ui.battle.chooser import Doubt
from game.ui.battle.screen import BattleScreen
from game.ui.kit.screen import Push
from tests.ui.screens.stage import Stage, take_listed, take_up

ROUNDS = 3
UNITS = 3  # a side
ASKED = {
    "poise": {"turn", "defend"},
    "clash": {"turn", "defend"},
    "wounds": {"turn", "declared_window", "interrupt"},
    "vitality": {"turn", "defense_roll"},
    "aura": {"floor", "turn", "response"},
}  # questions that every skirmish of these comes to


@pytest.fixture
def stage(tmp_path, monkeypatch) -> Stage:
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path)
    monkeypatch.setattr(paths, "user_config", lambda: tmp_path)
    return Stage()


def begin(stage: Stage, map_name: str, rules: str = "poise", rounds: int = ROUNDS, units: int = UNITS) -> BattleScreen:
    base = quick(map_name, rules, ["human", "human"], 5)
    sides = tuple(replace(side, roster=side.roster[:units]) for side in base.sides)
    battle = BattleScreen(stage.app, Skirmish(replace(base, sides=sides, round_limit=rounds)).settle())
    stage.app.change(speed=0, ask="always")
    stage.title()
    stage.app.go(Push(battle))
    stage.tick(2)
    return battle


def wanted(battle: BattleScreen):
    """What these people want: hit somebody, else come nearer, else go on; in between whatever is offered first."""
    request, world, grid = battle.request, battle.table.world, battle.board.grid
    count = len(battle.table.skirmish.session.answers())
    if not battle.table.is_turn():
        return request.options[count % len(request.options)]
    units, side = battle.covered(), battle.table.side()
    foes = {unit: cell for cell, unit in units.items() if world.get(unit, Unit).side != side}
    hits = [option for option in request.options if option.unit in foes]
    if hits:
        return hits[count % len(hits)]
    here = world.find(request.who, Position)

    def way(cell: int) -> int:
        return min(grid.distance(cell, there, "chebyshev") for there in foes.values())

    near = [option for option in request.options if option.cell is not None and option.unit is None and foes]
    near = [option for option in near if here is None or way(option.cell) < way(here.cell)]
    if near:
        return min(near, key=lambda option: (way(option.cell), option.key))
    return battle.option("end") or request.options[count % len(request.options)]


def play(stage: Stage, battle: BattleScreen, let_in, answer) -> set[str]:
    """Until the end is shown; the questions that were asked."""
    asked = set()
    for _ in range(3000):
        if stage.name() == "Ending":
            return asked
        if stage.name() == "Curtain":
            stage.wait()
            let_in()
        elif battle.request is None or battle.pane.busy:
            stage.tick()
        else:
            stage.wait()
            given, asked = battle.table.skirmish.session.answers(), asked | {battle.request.question}
            answer(option := wanted(battle))
            assert battle.table.skirmish.session.answers() != given, f"{option.key} did not arrive"
    pytest.fail("the skirmish did not end")


def sound_record(battle: BattleScreen) -> None:
    again = read(battle.table.text()).settle()
    assert digest(again.session.world) == digest(battle.table.world)


def pick(stage: Stage, battle: BattleScreen, option, cell: int, *, turn: bool) -> None:
    """Take an option by clicks on its cell: the best one there by two, the others from the list of a right click."""
    if battle.chooser is None:
        stage.click(battle.pane.place_of(cell))
    if battle.pending and battle.pending != option.key:
        stage.click(battle.pane.place_of(cell), button=3)
    if battle.chooser is not None:
        take_listed(stage, battle, option.key)
        return
    assert battle.pending == option.key or not turn, "in a turn the first click only plans"
    if battle.pending == option.key:
        stage.click(battle.pane.place_of(cell))


def reply_to(battle: BattleScreen, option) -> str:
    """The button of a question to a whole side that leads to this answer of the first unit."""
    keys = [one.key for one in battle.buttons]
    return "nobody" if option.role == "decline" else "more 0" if "more 0" in keys else "reply 0"


@pytest.mark.parametrize("rules", SHIPPED)
def test_by_mouse_alone_on_hexes(stage: Stage, rules: str) -> None:
    battle = begin(stage, "arena", rules, *((ROUNDS, UNITS) if rules == "poise" else (2, 2)))

    def button(key: str):
        """The button of that key; the wheel brings those that do not fit into sight."""
        for _ in range(12):
            found = next((one for one in battle.buttons if one.key == key and one.enabled), None)
            if found is not None:
                return found
            stage.move(battle.areas.options.center)
            stage.app.event(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False))
            stage.tick()
        raise AssertionError(f"no button {key!r}")

    def answer(option) -> None:
        if battle.replies():
            stage.click(button(reply_to(battle, option)).rect.center)
            stage.tick()
            return
        group = next(one for one in battle.groups() if option in one.options)
        alone, turn = len(group.options) == 1, battle.table.is_turn()
        if battle.open_tab() is not None:
            stage.click(button(f"tab {group.tab}").rect.center)
        stage.click(button(option.key if alone else f"group {group.verb}").rect.center)
        if isinstance(battle.chooser, Doubt):  # it is asked again, and done by the lower of two rows
            doubt = battle.chooser
            stage.click((doubt.rect.centerx, doubt.rect.bottom - doubt.pad - doubt.step // 2))
            return
        if battle.pending == option.key:
            stage.click(button(option.key).rect.center)
            return
        if alone and (not turn or (option.cell is None and option.unit is None)):
            return
        cell = option.cell if option.cell is not None else battle.table.world.get(option.unit, Position).cell
        pick(stage, battle, option, cell, turn=turn)

    asked = play(stage, battle, lambda: stage.press("show"), answer)
    assert ASKED[rules] <= asked
    sound_record(battle)
    stage.press("title")
    assert stage.name() == "Title"


def test_by_keyboard_alone_on_squares(stage: Stage) -> None:
    battle = begin(stage, "bridge")

    def number(digit: int) -> None:
        stage.key(pygame.K_0 + digit, typed=str(digit))

    def answer(option) -> None:
        if option.key == "end" or option.role == "decline":
            stage.key(pygame.K_SPACE, typed=" ")
            return
        group = take_up(stage, battle, option)
        if battle.pending == option.key and group.options == (option,):
            stage.key(pygame.K_RETURN)
            return
        if battle.chooser is not None:
            number([one.key for one in battle.chooser.options].index(option.key) + 1)
            stage.key(pygame.K_RETURN)
            return
        if option.cell is None and option.unit is None:
            return
        for _ in range(200):
            if battle.pending == option.key:
                break
            stage.key(pygame.K_RIGHTBRACKET, typed="]")
        if battle.request is not None and option in battle.request.options and battle.pending == option.key:
            stage.key(pygame.K_RETURN)

    asked = play(stage, battle, lambda: stage.key(pygame.K_RETURN), answer)
    assert {"turn", "defend"} <= asked
    sound_record(battle)
    while stage.top.form.focus != "title":
        stage.key(pygame.K_TAB)
    stage.key(pygame.K_RETURN)
    assert stage.name() == "Title"


def test_answers_of_a_prompt_can_be_looked_at_by_key(stage: Stage) -> None:
    stage.app.change(handover=False)
    battle = begin(stage, "bridge")
    for _ in range(200):
        if battle.request is not None and battle.request.question == "defend":
            break
        if battle.request is not None:
            battle.answer(wanted(battle).key)
        stage.tick()
    given = battle.table.skirmish.session.answers()
    shown = [button.key for button in battle.buttons if battle.option(button.key) is not None]
    assert {*shown} == {option.key for option in battle.request.options}
    for key in shown:
        stage.key(pygame.K_RIGHTBRACKET, typed="]")
        assert battle.looked_at() == key
    assert battle.table.skirmish.session.answers() == given


def test_a_curtain_can_take_all_curtains_away(stage: Stage) -> None:
    stage.app.change(handover=True)
    battle = begin(stage, "arena")
    assert stage.name() == "Curtain"
    stage.wait()
    stage.press("off")
    for _ in range(30):
        assert stage.name() == "BattleScreen"
        if battle.request is not None:
            battle.answer(wanted(battle).key)
        stage.tick()
    assert not stage.app.prefs.handover
