"""Scrolling, zooming and painting a map of 200 x 200 cells against one full-screen blit and flip, timed in turns."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import pygame
import pytest

from game.data import paths
from game.edit.editor import Editor
from game.grid.grid import Kind
from game.ui import app as apps
from game.ui.editing.screen import EditorScreen
from game.ui.kit.screen import Push

SCREEN = (1280, 800)
ROUNDS = 80
GOAL = 5  # times one full-screen blit and flip


def timed(act: Callable[[], object]) -> float:
    start = perf_counter()
    act()
    pygame.display.flip()
    return perf_counter() - start


def desk_of(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[apps.App, EditorScreen]:
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path)
    monkeypatch.setattr(paths, "user_config", lambda: tmp_path)
    assert apps.start() is None
    app = apps.open_window()
    app.event(pygame.event.Event(pygame.VIDEORESIZE, w=SCREEN[0], h=SCREEN[1], size=SCREEN))
    editor = Editor.new(kind, 200, 200)
    desk = EditorScreen(app, editor)
    app.go(Push(desk))
    desk.toolbox.size = 3
    return app, desk


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_a_big_map(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, desk = desk_of(kind, tmp_path, monkeypatch)
    screen, whole = app.surface, pygame.Surface(SCREEN).convert()
    desk.pane.camera.zoom(3)
    middle = desk.areas.map.center

    def point(n: int, event: int, **more: object) -> None:
        place = middle[0] - 200 + 5 * n, middle[1] + n
        app.event(pygame.event.Event(event, pos=place, **more))

    def moved(n: int) -> None:
        point(n, pygame.MOUSEMOTION, rel=(5, 1), buttons=(1, 0, 0))
        desk.draw(screen)

    def panned() -> None:
        desk.pane.camera.pan(6, 3)
        desk.draw(screen)

    for _ in range(6):  # what is painted once for all zoom steps and panels
        desk.draw(screen)
        desk.pane.camera.pan(60, 30)
    floor, paint, scroll = [], [], []
    point(0, pygame.MOUSEBUTTONDOWN, button=1)
    for n in range(ROUNDS):
        floor.append(timed(lambda: screen.blit(whole, (0, 0))))
        paint.append(timed(lambda n=n: moved(n)))
    point(ROUNDS, pygame.MOUSEBUTTONUP, button=1)
    assert desk.editor.history.at == 1, "one stroke is one line"
    while desk.pane.unsettled:
        desk.update(1.0)
    for _ in range(ROUNDS):
        floor.append(timed(lambda: screen.blit(whole, (0, 0))))
        scroll.append(timed(panned))
    base = median(floor)
    zoom = []
    for n in range(20):
        desk.pane.camera.zoom(-1 if n % 2 else 1, middle)
        zoom.append(timed(lambda: desk.draw(screen)))
    found = {name: median(times) / base for name, times in (("paint", paint), ("scroll", scroll), ("zoom", zoom))}
    print(f"{kind}: floor {base * 1e3:.2f} ms, {', '.join(f'{name} {share:.2f}x' for name, share in found.items())}")
    assert found["paint"] <= GOAL
    assert found["scroll"] <= GOAL
    assert found["zoom"] <= GOAL
    desk.editor.close()
    pygame.display.quit()
