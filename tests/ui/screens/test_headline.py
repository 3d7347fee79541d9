"""The bar over the board says who holds aura's floor, and who may break in with what."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.kernel.components import Position, Side, Unit
from game.map import scenario
from game.rules.aura.budget import set_spent
from game.rules.aura.state import Body, Drained
from game.rules.ruleset import Outcome, find_ruleset
from game.skirmish.record import Skirmish
from game.text import names
from game.ui.battle.screen import BattleScreen
from game.ui.board.unit_look import Shown, looks
from game.ui.kit import text
from game.ui.kit.screen import Push
from tests.playing import brawl

from .stage import Stage


def battle(stage: Stage) -> BattleScreen:
    """A skirmish of aura for two people at one screen."""
    stage.title()
    stage.app.change(speed=0, handover=False)
    start = scenario.quick("arena", "aura", ["human", "human"], 3)
    shown = BattleScreen(stage.app, Skirmish(replace(start, deployment="automatic"), find_ruleset("aura")).settle())
    stage.app.go(Push(shown))
    stage.tick(3)
    return shown


def test_the_bar_says_who_has_the_floor_and_who_may_break_in() -> None:
    stage = Stage()
    shown = battle(stage)
    tips = [spot.tip for spot in shown.spots]
    line = ("has the floor", "Red may break in: 4 by Initiative, 4 by Swift Attack")
    assert any(tip[:2] == line for tip in tips), tips


def game() -> Skirmish:
    """Two sides of four, Blue with the floor."""
    found = Skirmish(scenario.quick("arena", "aura", ["human", "human"], 3), find_ruleset("aura"))
    found.settle()
    while found.session.request.question != "floor":
        found.answer(found.session.request.options[-1].key)
        found.settle()
    return found


def headline(of: Skirmish) -> tuple[str, ...]:
    return of.ruleset.headline(of.session.world)


def test_a_wait_that_would_end_the_round_is_announced() -> None:
    found = game()
    assert headline(found) == ("has the floor", "Red may break in: 4 by Initiative, 4 by Swift Attack")
    found.answer("wait")
    found.settle()
    assert headline(found)[:2] == ("has the floor", "Blue has waited: if Red waits too, the Round ends")


def test_whoever_has_rolled_and_struck_breaks_in_no_more() -> None:
    found = game()
    world = found.session.world
    red = [unit for unit, entry in world.each(Unit) if world.get(entry.side, Side).name == "Red"]
    for unit in red:
        set_spent(world, unit, initiative=True)
    set_spent(world, red[0], swift=True)
    assert headline(found)[-1] == "Red may break in: 3 by Swift Attack"
    for unit in red:
        set_spent(world, unit, swift=True)
    assert headline(found)[-1] == "Red cannot break in"


def test_cards_name_one_of_several_alike() -> None:
    found = Skirmish(scenario.quick("forest-road", "aura", ["human", "human"], 3), find_ruleset("aura"))
    found.settle()
    world = found.session.world
    first = world.each(Unit)[0][0]
    watched = [line.text for line in found.ruleset.card(world, first).notes if line.rule == "AURA-FACE-6"]
    assert watched == ["Watching Reaver A2"]


def test_abilities_that_break_in_are_counted_too() -> None:
    """AURA-INT-6: a duelist may step back, as long as it can pay for that and has not done so before."""
    found = brawl("aura", "square", 1)
    world = found.session.world
    others = [unit for unit, body in world.each(Body) if "tactical_retreat" in body.abilities]
    assert len(others) == 2
    assert headline(found)[-1].endswith("Swift Attack, 1 by Tactical retreat")
    for unit in others:
        world.put(unit, Drained(("tactical_retreat",)))
    assert headline(found)[-1].endswith("Swift Attack")


def test_the_board_shows_what_changes_fast_of_everybody() -> None:
    """AURA-GEN-10: Energy, Agility and Stamina are on every token, below what is left of the unit."""
    found = brawl("aura", "hex", 1)
    shown = looks(found.session.world, found.ruleset, Shown())
    assert len(shown) == len(found.session.world.each(Unit)) > 2
    assert {tuple(bar.pool for bar in look.bars) for look in shown} == {("health", "energy", "agility", "stamina")}


def said(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All words of a picture that is drawn anew."""
    found: list[str] = []
    draw = text.draw

    def noted(surface: pygame.Surface, words: str, *rest: object, **more: object) -> pygame.Rect:
        found.append(words)
        return draw(surface, words, *rest, **more)

    monkeypatch.setattr(text, "draw", noted)
    stage.app.top.painted.forget()
    stage.app.dirty = True
    stage.tick()
    monkeypatch.setattr(text, "draw", draw)
    return found


def test_after_the_end_nobody_has_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    shown = battle(stage)
    assert "has the floor" in said(stage, monkeypatch)
    monkeypatch.setattr(type(shown.ruleset), "outcome", lambda self, world: Outcome((), "truce"))
    words = said(stage, monkeypatch)
    assert "has the floor" not in words and "Over" in words


def test_while_others_act_the_bar_below_says_who_and_how_it_is_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    shown = battle(stage)
    monkeypatch.setattr(type(shown), "request", None)
    words = said(stage, monkeypatch)
    assert f"{names.who_name(shown.table.world, shown.table.request.who)} acts …" in words
    assert "Space ends what is being shown, Esc skips to your next question." in words


def test_where_a_side_is_asked_its_units_are_in_view() -> None:
    stage = Stage()
    shown = battle(stage)
    pane, world = shown.pane, shown.table.world
    for _ in range(4):
        pane.zoom(1)
    pane.centre_on(0)
    pane.update(5)
    shown.playing.reveal(shown.request, at_once=True)
    asked = [option.unit for option in shown.request.options if option.unit is not None]
    assert any(pane.rect.collidepoint(pane.place_of(world.get(unit, Position).cell)) for unit in asked)
