"""What fills the window, what else some screens do, and the replies by which they come and go."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

import pygame
from msgspec import Struct


class Push(Struct, frozen=True):
    """Put a screen on top."""

    screen: Any


class Pop(Struct, frozen=True):
    """Take the top screen away."""


class Reset(Struct, frozen=True):
    """Put this screen in place of all."""

    screen: Any


class Quit(Struct, frozen=True):
    """Close the window."""


Reply: TypeAlias = "Push | Pop | Reset | Quit | None"


class Screen(Protocol):
    """What fills the window. `scope` says which keys count."""

    scope: str

    def layout(self) -> None:
        """Place everything anew: the screen came up, or size, scale or colours changed."""
        ...

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to one event; `command` is the ID of the command that a pressed key stands for."""
        ...

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole window."""
        ...


@runtime_checkable
class Moves(Protocol):
    """A screen on which something goes on without keys and mouse."""

    def update(self, seconds: float) -> Reply:
        """Let time pass."""
        ...

    def busy(self) -> bool:
        """Whether something moves: the loop sleeps otherwise."""
        ...


@runtime_checkable
class Leaves(Protocol):
    """A screen with something to give up."""

    def leave(self) -> None:
        """Another screen comes on top or this one goes, or the window changes."""
        ...


@runtime_checkable
class Rescues(Protocol):
    """A screen with something that would be lost."""

    def rescue(self) -> Path | None:
        """Save it when this screen, or one on top of it, breaks or is closed; where it is."""
        ...


class MovingScreen(Screen, Moves, Leaves, Protocol):
    """A screen on which something goes on and which has something to give up."""
