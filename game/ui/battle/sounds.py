"""Short sounds for what happens; without a sound device everything stays silent."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

import pygame

from game.data import paths
from game.kernel import events as ev

_OF: dict[type[ev.Event], str] = {
    ev.Moved: "step",
    ev.TurnBegan: "turn",
    ev.Rolled: "dice",
    ev.PoolChanged: "hit",
    ev.Blocked: "error",
    ev.Fell: "fall",
    ev.Ended: "win",
}
_ANSWERS = {"dodge": "dodge", "predict": "dodge", "block": "block", "parry": "block"}
_AT_ONCE = 3  # kinds of sound for one answer's events


def play(happened: Iterable[ev.Event], volume: int) -> None:
    """The sounds of new events, each kind once; `volume` in per cent."""
    if volume <= 0:
        return
    names = dict.fromkeys(name for event in happened if (name := sound_of(event)))
    for name in [*names][:_AT_ONCE]:
        sound = _sound(name)
        if sound is not None:
            sound.set_volume(volume / 100)
            sound.play()


@cache
def _ready() -> bool:
    """Whether there is anything to hear sounds with; where there is not, SDL is not even asked: it would complain."""
    if not _heard():
        return False
    if not pygame.mixer.get_init():
        pygame.mixer.init(buffer=1024)
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


def sound_of(event: ev.Event) -> str:
    """The name of an event's sound; empty for none."""
    if isinstance(event, ev.Answered):
        return _ANSWERS.get(event.how, "")
    if isinstance(event, ev.PoolChanged) and event.verb not in ("damage", "lose"):
        return ""
    return _OF.get(type(event), "")


@lru_cache(maxsize=32)
def _sound(name: str) -> pygame.mixer.Sound | None:
    path = paths.data("assets") / "sounds" / f"{name}.wav"
    try:
        if not _ready():
            return None
        return pygame.mixer.Sound(path)
    except (pygame.error, FileNotFoundError, NotImplementedError):
        return None
