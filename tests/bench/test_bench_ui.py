"""Frames of a large battle against one full-screen blit and flip, timed in turns."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Callable
from statistics import median
from time import perf_counter

import pygame
import pytest
from msgspec.structs import replace

from game.board import Board
from game.components import Position
from game.grid.grid import Kind
from game.rules.ruleset import Alarm, Chance, Overlay, Preview
from game.ui.boardview import BoardView
from game.ui.scene import Scene
from tests.ui.boards import armies

SCREEN = (1280, 800)
ROUNDS = 60


def battle(kind: Kind) -> tuple[BoardView, Scene]:
    """40 x 25 cells, 60 units, five overlays, a path and marks."""
    rows = tuple("".join(".,=:_~T"[(x * 7 + y * 13) % 7] for x in range(40)) for y in range(25))
    board = Board(name="bench", kind=kind, rows=rows)
    world, units = armies(board, 60)
    grid = board.grid
    here = world.get(units[10], Position).cell
    bands = tuple(grid.ring(here, radius, "chebyshev") for radius in range(1, 6))
    overlays = (
        Overlay("reach", grid.disc(here, 5, "chebyshev"), "Reach", unit=units[10], costs=bands),
        Overlay("threat", grid.disc(grid.at(20, 12), 5, "chebyshev"), "Threat"),
        *(Overlay("zone", grid.spread(1 << world.get(unit, Position).cell), "Zone", unit=unit) for unit in units[:3]),
    )
    path = tuple(grid.at(col, 5) for col in range(3, 9))
    alarms = (Alarm(path[2], units[1], "hinder"),)
    preview = Preview("Dash", (Chance("", 1.0),), path=path, costs=(1, 2, 3, 4, 5, 6), alarms=alarms)
    scene = Scene(
        world, selected=units[10], active=units[10], hover=path[-1], overlays=overlays, preview=preview,
        targets=((units[1], "62 %"), (units[2], "40 %")),
    )  # fmt: skip
    return BoardView(pygame.Rect((0, 0), SCREEN), board, still=True), scene


def timed(act: Callable[[], object]) -> float:
    start = perf_counter()
    act()
    pygame.display.flip()
    return perf_counter() - start


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_frames(kind: Kind) -> None:
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(SCREEN)
    view, scene = battle(kind)
    whole = pygame.Surface(SCREEN).convert()
    hovers = [view.board.grid.at(col, 20) for col in range(2)]
    for hover in hovers:
        view.draw(screen, replace(scene, hover=hover))
    floor, frame, idle = [], [], []
    for n in range(ROUNDS):
        floor.append(timed(lambda: screen.blit(whole, (0, 0))))
        now = replace(scene, hover=hovers[n % 2])
        frame.append(timed(lambda now=now: view.draw(screen, now)))
        view.draw(screen, now)
        idle.append(timed(lambda now=now: view.draw(screen, now)))
    base = median(floor)
    print(f"{kind}: floor {base * 1e3:.2f} ms, frame {median(frame) / base:.2f}x, idle {median(idle) / base:.2f}x")
    assert median(frame) <= 5 * base
    assert median(idle) <= 1.2 * base
    pygame.display.quit()
