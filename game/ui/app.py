"""The screens put together: which opens which, how the window begins, and pictures without one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pygame

from game.ui.battle.screen import BattleScreen
from game.ui.editing.opening import start as start_editor
from game.ui.kit import prefs, text
from game.ui.kit.notice import Broken
from game.ui.kit.screen import Push, Quit, Screen
from game.ui.kit.window import FRAME, App, Screens
from game.ui.menus.ending import Ending
from game.ui.menus.keys import Keys
from game.ui.menus.loading import Loading, open_save
from game.ui.menus.settings import Settings
from game.ui.menus.title import Title

SCREENS = Screens(
    title=Title,
    broken=Broken,
    settings=Settings,
    keys=Keys,
    saves=Loading,
    open_save=open_save,
    battle=BattleScreen,
    tryout=BattleScreen,
    ending=Ending,
    editor=start_editor,
)


def open_window(now: Callable[[], int] = pygame.time.get_ticks) -> App:
    """The window, without a screen yet; pygame.error tells why there can be none. `now` gives milliseconds."""
    return App(SCREENS, now)


def start() -> str | None:
    """Make a window possible; otherwise one sentence why it is not."""
    if not getattr(pygame, "IS_CE", False):
        return (
            "The game needs pygame-ce, but another pygame is in its place: uninstall pygame, then reinstall pygame-ce."
        )
    wanted = os.environ.get("SDL_VIDEODRIVER", "")
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in screens):
        return _no_display("neither DISPLAY nor WAYLAND_DISPLAY is set")
    try:
        pygame.display.init()
        found = pygame.display.get_driver()
    except pygame.error as error:
        return _no_display(str(error))
    if found in ("offscreen", "dummy") and wanted not in ("offscreen", "dummy"):
        return _no_display("no screen was found")
    pygame.font.init()
    return None


def _no_display(why: str) -> str:
    return f"There is no display to open a window on ({why}); `python -m game simulate` plays without one."


def run(first: Callable[[App], Screen] | None = None) -> int:
    """Open the window with the title, or with the screen that `first` makes; the exit code."""
    trouble = start()
    if trouble is None:
        try:
            app = open_window()
        except pygame.error as error:
            trouble = _no_display(str(error))
    if trouble is not None:
        print(trouble, file=sys.stderr)
        return 1
    try:
        app.go(Push(Title(app)))
        if first is not None:
            app.go(Push(first(app)))
        app.run()
    finally:
        prefs.store(app.prefs)
        text.forget()
        pygame.quit()
    return 0


def shoot(first: Callable[[App], Screen] | None, path: Path, seconds: float = 3.0) -> int:
    """Write one picture of the title, or of the screen that `first` makes after some seconds, without a window.

    SDL_VIDEODRIVER must be `dummy` before. The user's settings are left alone. The exit code.
    """
    trouble = start()
    if trouble is not None:
        print(trouble, file=sys.stderr)
        return 1
    now = 0.0
    app = open_window(now=lambda: round(now * 1000))
    app.go(Push(Title(app)))
    if first is not None:
        app.go(Push(first(app)))
    while now < seconds:
        app.tick(1 / FRAME)
        now += 1 / FRAME
    pygame.image.save(app.surface, path)
    app.go(Quit())
    text.forget()
    pygame.quit()
    return 0
