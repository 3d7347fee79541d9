"""Short sounds for what happens; without a sound device everything stays silent."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import pygame

from game import events as ev
from game import paths

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
        if not pygame.mixer.get_init():
            pygame.mixer.init()
        return pygame.mixer.Sound(path)
    except (pygame.error, FileNotFoundError, NotImplementedError):
        return None
