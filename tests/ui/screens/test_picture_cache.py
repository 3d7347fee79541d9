"""What is painted once and copied afterwards looks as if it were painted anew."""

from __future__ import annotations

from hashlib import sha256

import pygame
import pytest

from game.ui.battle import panels
from game.ui.battle.screen import BattleScreen
from game.ui.kit.picture_cache import PictureCache

from .stage import Stage


def picture(stage: Stage) -> str:
    stage.app.dirty = True
    stage.tick()
    return sha256(pygame.image.tobytes(stage.app.surface, "RGB")).hexdigest()


def anew(stage: Stage, battle: BattleScreen) -> str:
    battle.painted.forget()
    battle.pane.forget()
    return picture(stage)


def look_around(stage: Stage, battle: BattleScreen):
    """Each time something else is shown."""
    stage.reveal()
    stage.wait(6000)  # no message stays
    units = list(battle.covered())
    steps = [option for option in battle.request.options if option.cell is not None][:2]
    places = [battle.pane.place_of(cell) for cell in (*units[:3], *(option.cell for option in steps))]
    for place in (*places, *reversed(places)):
        stage.move(place)
        yield f"pointer at {place}"
    stage.click(places[-1])
    yield "an option waits"
    stage.key(pygame.K_ESCAPE)
    yield "it waits no more"
    for button in battle.buttons[:3]:
        stage.move(button.rect.center)
        yield f"pointer at {button.label}"
    stage.key(pygame.K_1)
    yield "a verb is chosen"
    stage.key(pygame.K_z)
    stage.wait(6000)
    yield "zones of control"
    stage.move(battle.areas.side.center)
    stage.app.event(pygame.event.Event(pygame.MOUSEWHEEL, y=-3, x=0))
    yield "the panel is scrolled"
    battle.pane.zoom(2)
    battle.pane.pan(13, 7)
    yield "another part of the board"


@pytest.mark.parametrize("map_name", ["arena", "hill-fort"])
def test_kept_pictures_are_those_painted_anew(stage: Stage, map_name: str) -> None:
    battle = stage.battle(map_name=map_name)
    seen = 0
    for what in look_around(stage, battle):
        kept = [picture(stage), picture(stage), picture(stage)]
        assert kept == [anew(stage, battle)] * 3, what
        seen += 1
    assert seen > 12


def test_panels_are_painted_once_for_what_they_show(stage: Stage) -> None:
    battle = stage.battle()
    stage.reveal()
    first, second = (battle.pane.place_of(cell) for cell in [*battle.covered()][:2])
    for place in (first, second) * 2:  # what is seen once only is not worth a copy
        stage.move(place)
    painted = battle.painted.painted
    for place in (first, second, first):
        stage.move(place)
    assert battle.painted.painted == painted
    battle.answer(battle.request.options[0].key)
    stage.tick(2)
    assert battle.painted.painted > painted


def test_the_longest_unused_picture_is_forgotten() -> None:
    kept, made = PictureCache(most=2), []

    def of(name: str) -> None:
        kept.picture(name, lambda: (pygame.Surface((1, 1)), made.append(name)))

    for name in ("a", "b", "a", "c", "a", "b"):
        of(name)
    assert made == ["a", "b", "c", "b"]


def test_another_preview_leaves_the_card_as_it_was(stage: Stage, monkeypatch) -> None:
    battle = stage.battle()
    stage.reveal()
    stage.wait(6000)
    places = [battle.pane.place_of(option.cell) for option in battle.request.options if option.cell is not None]
    stage.move(places[0])
    written: list[str] = []
    monkeypatch.setattr(panels, "draw_card", lambda *rest, **more: written.append("card"))
    monkeypatch.setattr(panels, "draw_preview", lambda *rest, **more: written.append("preview"))
    for place in places[1:4]:
        stage.move(place)
    assert written == ["preview"] * 3
