"""Sounds: short ones for what happens and for the interface, one that goes on behind it all.

Without a sound device everything stays silent; that is no error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

import pygame

from game.data import paths

_AT_ONCE = 3  # short sounds that begin together
_CHANNELS = 16  # the first is the one that goes on
_FADE = 800  # milliseconds in which that one comes and goes
_FAILURES = (pygame.error, FileNotFoundError, NotImplementedError)
_behind: list[str] = [""]  # what goes on


def play(names: Iterable[str], volume: int) -> None:
    """Short sounds, each once; `volume` in per cent, 0 is off."""
    if volume <= 0:
        return
    for name in [*dict.fromkeys(filter(None, names))][:_AT_ONCE]:
        found = sound(name)
        if found is not None:
            found.set_volume(volume / 100)
            found.play()


def go_on(name: str, volume: int) -> None:
    """The sound that goes on from now on; an empty name or 0 per cent ends it."""
    wanted = name if volume > 0 else ""
    found = sound(wanted) if wanted else None
    if not _ready():
        return
    channel = pygame.mixer.Channel(0)
    if found is None:
        channel.fadeout(_FADE)
    else:
        found.set_volume(volume / 100)
        if wanted != _behind[0] or not channel.get_busy():
            channel.play(found, loops=-1, fade_ms=_FADE)
    _behind[0] = wanted if found is not None else ""


@lru_cache(maxsize=64)
def sound(name: str) -> pygame.mixer.Sound | None:
    """The sound of a file; None where there is none or nothing to hear it with."""
    if not _ready():
        return None
    try:
        return pygame.mixer.Sound(paths.data("assets") / "sounds" / f"{name}.wav")
    except _FAILURES:
        return None


@cache
def _ready() -> bool:
    """Whether there is anything to hear sounds with; where there is not, SDL is not even asked: it would complain."""
    if not _heard():
        return False
    try:
        if not pygame.mixer.get_init():
            pygame.mixer.init(buffer=1024)
        pygame.mixer.set_num_channels(_CHANNELS)
        pygame.mixer.set_reserved(1)
    except _FAILURES:
        return False
    return True


def _heard() -> bool:
    """Whether a driver was chosen, or this machine has a sound card or a sound server."""
    chosen = os.environ.get("SDL_AUDIODRIVER", os.environ.get("SDL_AUDIO_DRIVER", ""))
    if chosen or not sys.platform.startswith("linux"):
        return chosen not in ("dummy", "disk")
    cards = Path("/proc/asound/cards")
    if cards.is_file() and "no soundcards" not in cards.read_text(errors="replace"):
        return True
    folder = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"))
    return "PULSE_SERVER" in os.environ or (folder / "pulse/native").exists() or (folder / "pipewire-0").exists()
