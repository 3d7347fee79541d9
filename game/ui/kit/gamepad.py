"""Gamepads: buttons, sticks and triggers become presses of keys with names of their own, such as `pad:a`.

Every command can be bound to them as to keys (see `commands`). Pads that SDL knows by name are read by its layout, all
others as most of them are numbered. They may come and go at any time.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from typing import Any

import pygame
from pygame._sdl2 import controller

_DELAY, _EVERY = 350, 90  # milliseconds until a held direction is pressed again, and from then on
_IN, _OUT = 0.55, 0.35  # how far a stick or trigger is pushed to count as pressed, and to be let go
_WAYS = ("e", "se", "s", "sw", "w", "nw", "n", "ne")
_PLAIN = ("a", "b", "x", "y", "lb", "rb", "back", "start", "guide", "ls", "rs")  # as joysticks number them
_KNOWN = (
    "a", "b", "x", "y", "back", "guide", "start", "ls", "rs", "lb", "rb", "up", "down", "left", "right",
)  # as SDL does  # fmt: skip
_PLAIN_AXES = {0: "x", 1: "y", 2: "lt", 3: "view x", 4: "view y", 5: "rt"}
_KNOWN_AXES = {0: "x", 1: "y", 2: "view x", 3: "view y", 4: "lt", 5: "rt"}
_HAT = (("right", "left"), ("up", "down"))
_STEADY = ("up", "down", "left", "right", "stick-", "view-", "lt", "rt", "lb", "rb")  # what goes on while it is held
NAMES = (
    *_KNOWN, "lt", "rt", *(f"{stick}-{way}" for stick in ("stick", "view") for way in _WAYS),
)  # fmt: skip


class Gamepads:
    """All pads together: whoever holds one plays."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._open: dict[int, Any] = {}  # by the number that its events carry
        self._known: set[int] = set()  # those that SDL knows the layout of
        self._axes: dict[tuple[int, str], float] = {}
        self._held: dict[str, int] = {}  # pressed names, and when they are due again
        with contextlib.suppress(pygame.error):  # a system without them
            pygame.joystick.init()
            controller.init()

    @property
    def holding(self) -> bool:
        """Whether something is held that will count again."""
        return any(name.startswith(_STEADY) for name in self._held)

    def keys(self, event: pygame.event.Event) -> list[pygame.event.Event] | None:
        """The presses that an event stands for; None if it is not a gamepad's."""
        match event.type:
            case pygame.JOYDEVICEADDED:
                with contextlib.suppress(pygame.error):  # gone already
                    self._come(event.device_index)
            case pygame.JOYDEVICEREMOVED:
                return [*self._gone(event.instance_id)]
            case pygame.JOYBUTTONDOWN | pygame.JOYBUTTONUP if event.instance_id not in self._known:
                if event.button < len(_PLAIN):
                    return [*self._press(_PLAIN[event.button], down=event.type == pygame.JOYBUTTONDOWN)]
            case pygame.CONTROLLERBUTTONDOWN | pygame.CONTROLLERBUTTONUP:
                if event.button < len(_KNOWN):
                    return [*self._press(_KNOWN[event.button], down=event.type == pygame.CONTROLLERBUTTONDOWN)]
            case pygame.JOYHATMOTION if event.instance_id not in self._known:
                return [*self._hat(event.value)]
            case pygame.JOYAXISMOTION if event.instance_id not in self._known:
                return [*self._axis(event.instance_id, _PLAIN_AXES.get(event.axis, ""), event.value)]
            case pygame.CONTROLLERAXISMOTION:
                return [*self._axis(event.instance_id, _KNOWN_AXES.get(event.axis, ""), event.value / 32767)]
            case _:
                return [] if _FIRST <= event.type <= _LAST else None
        return []

    def due(self) -> list[pygame.event.Event]:
        """Held directions whose time has come again."""
        now, found = self._now(), []
        for name, when in self._held.items():
            if name.startswith(_STEADY) and now >= when:
                self._held[name] = now + _EVERY
                found.append(_made(pygame.KEYDOWN, name))
        return found

    def let_go(self) -> list[pygame.event.Event]:
        """Everything that is held comes up: the window lost the focus, or a pad is gone."""
        names = [*self._held]
        self._held.clear()
        return [_made(pygame.KEYUP, name) for name in names]

    def _come(self, index: int) -> None:
        pad = pygame.joystick.Joystick(index)
        self._open[pad.get_instance_id()] = pad
        if controller.is_controller(index):
            self._open[pad.get_instance_id()] = pad, controller.Controller(index)
            self._known.add(pad.get_instance_id())

    def _gone(self, number: int) -> list[pygame.event.Event]:
        self._open.pop(number, None)
        self._known.discard(number)
        self._axes = {place: value for place, value in self._axes.items() if place[0] != number}
        return self.let_go()

    def _press(self, name: str, *, down: bool) -> Iterator[pygame.event.Event]:
        if down and name not in self._held:
            self._held[name] = self._now() + _DELAY
            yield _made(pygame.KEYDOWN, name)
        elif not down and self._held.pop(name, None) is not None:
            yield _made(pygame.KEYUP, name)

    def _hat(self, value: tuple[int, int]) -> Iterator[pygame.event.Event]:
        for push, (more, less) in zip(value, _HAT, strict=True):
            for name, sign in ((more, 1), (less, -1)):
                if push != sign:
                    yield from self._press(name, down=False)
        for push, (more, less) in zip(value, _HAT, strict=True):
            if push:
                yield from self._press(more if push > 0 else less, down=True)

    def _axis(self, number: int, axis: str, value: float) -> Iterator[pygame.event.Event]:
        self._axes[number, axis] = value
        if axis in ("lt", "rt"):
            yield from self._press(axis, down=value > (_OUT if axis in self._held else _IN))
        elif axis:
            yield from self._stick(number, "view " if axis.startswith("view") else "")

    def _stick(self, number: int, which: str) -> Iterator[pygame.event.Event]:
        """One of eight directions; what it was before comes up first."""
        x, y = self._axes.get((number, f"{which}x"), 0.0), self._axes.get((number, f"{which}y"), 0.0)
        prefix = "view-" if which else "stick-"
        before = next((name for name in self._held if name.startswith(prefix)), "")
        way = ""
        if math.hypot(x, y) > (_OUT if before else _IN):
            way = prefix + _WAYS[round(math.degrees(math.atan2(y, x)) / 45) % 8]
        if way != before and before:
            yield from self._press(before, down=False)
        if way:
            yield from self._press(way, down=True)


_FIRST, _LAST = pygame.JOYAXISMOTION, pygame.CONTROLLERSENSORUPDATE


def _made(kind: int, name: str) -> pygame.event.Event:
    """The press as one of a key: its number is none that a keyboard has."""
    return pygame.event.Event(kind, key=-1 - NAMES.index(name), mod=0, unicode="", pad=f"pad:{name}")
