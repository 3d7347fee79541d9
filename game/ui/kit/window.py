"""The window: a stack of screens, a loop that sleeps when nothing moves, settings, and what every screen shares."""

from __future__ import annotations

import datetime
import traceback
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pygame_gui
from msgspec import Struct

from game.data import disk, paths
from game.skirmish.record import Skirmish
from game.ui.kit import art, commands, prefs, skin
from game.ui.kit.gamepad import Gamepads
from game.ui.kit.screen import Leaves, Moves, MovingScreen, Pop, Push, Quit, Reply, Rescues, Reset, Screen
from game.ui.kit.theme import SCALES, Look
from game.ui.kit.tidying import Tidying

TITLE = "Quintain"
_SMALLEST = (640, 400)
_ROUND_IT = (16, 80)  # what a frame, its title and the bar of a desktop need around a window
_UNSEEN = ("dummy", "offscreen")  # drivers without a screen that a window could stick out of
_ICON = 128
FRAME = 60  # pictures a second while something moves
_ASLEEP = 500  # milliseconds of sleep at most: keeps text cursors and messages alive
_NAP = 16  # milliseconds between two looks for events while nothing moves
_MESSAGE = 5000  # milliseconds a message stays


class Screens(Struct, frozen=True):
    """How one room opens the screens of another: `game.ui.app` knows them all and fills this in."""

    title: Callable[[App], Screen]
    broken: Callable[[App, Exception, Path | None, Path | None], Screen]
    settings: Callable[[App], Screen]
    keys: Callable[[App], Screen]
    saves: Callable[[App], Screen]
    open_save: Callable[[App, Path], Reply]
    battle: Callable[[App, Skirmish], Screen]
    tryout: Callable[[App, Skirmish, Callable[[], Screen]], MovingScreen]
    ending: Callable[[App, Skirmish], Screen]
    editor: Callable[[App], Reply]


class App:
    """What every screen shares: window, settings, look, keys, messages, time."""

    def __init__(self, screens: Screens, now: Callable[[], int] = pygame.time.get_ticks) -> None:
        self.screens, self.now = screens, now
        self._broken: Screen | None = None  # what is shown in place of a screen that broke
        self.prefs, trouble = prefs.load()
        self.bound, conflicts = commands.bindings(self.prefs.keys)
        self.stack: list[Screen] = []
        self.depth = 0  # how far below the top the screen lies that is being drawn: windows show what is behind them
        self._mover: Moves | None = None  # the screen on top, if it moves; asked once: that costs 20 µs
        self.closed: list[object] = []  # maps that were edited and closed, the last one first, with their undo lists
        self.held: set[int] = set()  # keys that are down, so that a held key is no new press
        self.pads = Gamepads(now)
        self.padded = False  # whether a gamepad was used last: what buttons say of keys goes by it
        self.message, self._message_ends = "", 0
        self.dirty = True
        self._open_window()
        for words in (trouble, *conflicts[:1]):
            if words:
                self.say(words)

    # window

    def _open_window(self) -> None:
        flags = pygame.FULLSCREEN if self.prefs.full_screen else pygame.RESIZABLE
        size = (0, 0) if self.prefs.full_screen else fitting(self.prefs.window, _desktop())
        icon = art.logo(_ICON)
        if icon is not None:
            pygame.display.set_icon(icon)  # before there is a window: some systems ask only then
        with warnings.catch_warnings():  # a window manager may want another size: so be it
            warnings.simplefilter("ignore", RuntimeWarning)
            self.surface = pygame.display.set_mode(size, flags)
        pygame.display.set_caption(TITLE)
        pygame.key.set_repeat(350, 60)
        self._renew()

    def _renew(self) -> None:
        self.look: Look = self.prefs.look()
        size = self.surface.get_size()
        self.gui = pygame_gui.UIManager(size, skin.theme_of(self.look), enable_live_theme_updates=False)
        self.dirty = True

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window in pixels."""
        return self.surface.get_size()

    @property
    def top(self) -> Screen | None:
        """The screen that is seen, None once the last is gone."""
        return self.stack[-1] if self.stack else None

    # what screens call

    def say(self, words: str) -> None:
        """Show a message for a few seconds."""
        self.message, self._message_ends, self.dirty = words, self.now() + _MESSAGE, True

    def change(self, **fields: Any) -> None:
        """Change settings, write them, and lay out anew when they concern the look."""
        before = self.prefs
        self.prefs = msgspec.structs.replace(before, **fields)
        trouble = prefs.store(self.prefs)
        if trouble:
            self.say(trouble)
        if self.prefs.keys != before.keys:
            self.bound, _ = commands.bindings(self.prefs.keys)
        if self.prefs.full_screen != before.full_screen:
            self._relayout(self._open_window)
        elif self.prefs.look() != before.look():
            self._relayout(self._renew)

    def key(self, command: str) -> str:
        """The first key of a command, as buttons show it."""
        return commands.first_key(command, self.bound, pad=self.padded)

    def go(self, reply: Reply) -> None:
        """Do what a screen asked for: push, pop, reset or quit; nothing for None."""
        match reply:
            case Push(screen):
                self._leave()
                self.stack.append(screen)
                screen.layout()
            case Pop():
                self._leave()
                self.stack.pop()
                if self.top is not None:
                    self.top.layout()
            case Reset(screen):
                self._leave()
                self.stack[:] = [screen]
                screen.layout()
            case Quit():
                self._leave()
                self.stack.clear()
        if reply is not None:
            top: object = self.top
            self._mover = top if isinstance(top, Moves) else None
            self.dirty = True

    # the loop

    def run(self) -> None:
        """Pass events on and draw until the last screen is gone."""
        clock, tidying = pygame.time.Clock(), Tidying(self.now)
        while self.stack:
            awake = self.dirty or self._moving() or self.pads.holding
            tidying.look(idle=not awake)
            for event in self._events(sleep=0 if awake else _ASLEEP):
                self.event(event)
            self.tick(min(0.1, clock.tick(FRAME) / 1000))

    def _events(self, *, sleep: int) -> list[pygame.event.Event]:
        """What has come, after `sleep` milliseconds at most without anything.

        SDL's own waiting looks for events every millisecond on some systems; that costs several per cent of a core.
        """
        found = pygame.event.get()
        while not found and sleep > 0:
            pygame.time.wait(_NAP)
            sleep -= _NAP
            found = pygame.event.get()
        return found

    def event(self, event: pygame.event.Event) -> None:
        """Give one event to the window, then to the screen on top."""
        presses = self.pads.keys(event)
        for press in presses or ():
            self.event(press)
        if event.type == pygame.NOEVENT or presses is not None or self.top is None:
            return
        self.dirty = True
        self._used(event)
        if event.type == pygame.QUIT:
            self.guard(self._closing)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.pads.let_go()
            self.held.clear()  # the keys will come up elsewhere
        elif event.type == pygame.VIDEORESIZE:
            self._resized(event.w, event.h)
        else:
            command = self._command(event)
            if not self._general(command):
                self.gui.process_events(event)
                self.guard(lambda screen: screen.event(event, command))
            if event.type == pygame.KEYDOWN:
                self.held.add(event.key)

    def tick(self, seconds: float) -> None:
        """Let time pass and draw what changed."""
        for press in self.pads.due():
            self.event(press)
        self.gui.update(seconds)
        mover = self._mover
        if mover is not None:
            self.guard(lambda _: mover.update(seconds))
        if self.message and self.now() >= self._message_ends:
            self.message, self.dirty = "", True
        if self.top is not None and (self.dirty or self._moving() or self.gui.focused_set):
            self.dirty = False
            self.guard(self._draw)

    def guard(self, work: Callable[[Screen], Reply]) -> None:
        """Run a part of the top screen; when it breaks, save what can be saved and say so instead of dying."""
        screen = self.top
        if screen is None:
            return
        try:
            self.go(work(screen))
        except Exception as error:
            broken = self.top  # not always `screen`: one that comes up may break in its layout
            if broken is None or broken is self._broken:
                raise
            self._leave()
            found = report(self.stack, error)
            self.stack.pop()
            self._broken = self.screens.broken(self, error, *found)
            self.go(Push(self._broken))

    def _draw(self, screen: Screen) -> Reply:
        screen.draw(self.surface)
        self.gui.draw_ui(self.surface)
        skin.draw_message(self.surface, self.look, self.message)
        pygame.display.flip()
        return None

    def _used(self, event: pygame.event.Event) -> None:
        """Note whether a gamepad is used now, or keys and mouse: the hints on the buttons change with it."""
        pressed = event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
        if not pressed and not (event.type == pygame.MOUSEMOTION and any(event.rel)):
            return
        padded = commands.is_pad(event)
        if padded != self.padded:
            self.padded = padded
            self._relayout(lambda: None)

    def _command(self, event: pygame.event.Event) -> str | None:
        if event.type == pygame.KEYUP:
            self.held.discard(event.key)
        if event.type != pygame.KEYDOWN or self.top is None:
            return None
        found = commands.find(commands.key_of(event), self.top.scope, self.bound)
        if event.key in self.held and found is not None and not commands.repeats(found):
            return None  # a key that is held down goes on moving, but does nothing twice
        return found

    def _general(self, command: str | None) -> bool:
        """Do a command that works on every screen; whether it is one."""
        match command:
            case "full_screen":
                self.change(full_screen=not self.prefs.full_screen)
            case "screenshot":
                self.say(self._pictured())
            case "scale_up" | "scale_down":
                at = SCALES.index(self.prefs.scale) + (1 if command == "scale_up" else -1)
                self.change(scale=SCALES[min(len(SCALES) - 1, max(0, at))])
                self.say(f"Size of texts and buttons: {self.prefs.scale} %")
            case _:
                return False
        return True

    def _pictured(self) -> str:
        try:
            return f"Picture saved: {self.screenshot()}"
        except (OSError, pygame.error) as error:
            return f"The picture could not be saved: {error}"

    def screenshot(self) -> Path:
        """Write the picture that is seen; its path."""
        folder = paths.user_data() / "screenshots"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"quintain {datetime.datetime.now():%Y-%m-%d %H-%M-%S.%f}.png"
        pygame.image.save(self.surface, path)
        return path

    def _resized(self, width: int, height: int) -> None:
        width, height = max(width, _SMALLEST[0]), max(height, _SMALLEST[1])
        if not self.prefs.full_screen and (width, height) != self.prefs.window:
            self.prefs = msgspec.structs.replace(self.prefs, window=(width, height))
        if self.surface.get_size() != (width, height):
            self.surface = pygame.display.set_mode((width, height), self.surface.get_flags() & pygame.RESIZABLE)
        self._relayout(self._renew)

    def _relayout(self, change: Callable[[], None]) -> None:
        self._leave()
        change()
        self.guard(lambda screen: screen.layout())

    def _leave(self) -> None:
        top: object = self.top
        if isinstance(top, Leaves):
            top.leave()

    def _moving(self) -> bool:
        return self._mover is not None and self._mover.busy()

    def _closing(self, screen: Screen) -> Reply:
        """The window is closed: save what would be lost first."""
        rescue(self.stack)
        return Quit()


def fitting(wanted: tuple[int, int], desktop: tuple[int, int] | None) -> tuple[int, int]:
    """A window's size, made smaller where it would stick out of the desktop with its frame."""
    if desktop is None:
        return wanted
    wide, high = (min(size, room - rim) for size, room, rim in zip(wanted, desktop, _ROUND_IT, strict=True))
    return max(_SMALLEST[0], wide), max(_SMALLEST[1], high)


def _desktop() -> tuple[int, int] | None:
    """The size of the first screen, where windows open; None without one."""
    sizes = pygame.display.get_desktop_sizes() if pygame.display.get_driver() not in _UNSEEN else []
    return sizes[0] if sizes else None


def rescue(stack: Sequence[Screen]) -> Path | None:
    """Save what the topmost screen that has something to lose would lose; where it is."""
    keeper = next((screen for screen in reversed(stack) if isinstance(screen, Rescues)), None)
    return keeper.rescue() if keeper is not None else None


def report(stack: Sequence[Screen], error: Exception) -> tuple[Path | None, Path | None]:
    """Save the skirmish in which a screen broke and write what went wrong; both paths, None for what failed too."""
    try:
        saved = rescue(stack)
    except Exception:  # whatever broke the screen may break this too
        saved = None
    path = paths.user_data() / "errors" / f"error {datetime.datetime.now():%Y-%m-%d %H-%M-%S}.txt"
    try:
        disk.write(path, "".join(traceback.format_exception(error)))
    except OSError:
        return saved, None
    return saved, path
