"""The user's own keys: what a press would be taken for, whom it would be taken from, and what is kept of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pygame

from game.ui.kit import commands
from game.ui.kit.commands import COMMANDS, Bindings, Command

Own = Mapping[str, tuple[str, ...]]

NEEDED = ("confirm", "cancel", "next")
"""Commands that are never left without a key: with them, every setting can be reached and taken back."""
MOST = 3  # keys of one command, and as many of a gamepad
_MODIFIERS = (
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT,
    pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR,
)  # fmt: skip


def pressed(event: pygame.event.Event) -> str:
    """The key that a press can be bound as; empty for Shift and the like alone, and for keys without a name."""
    if event.type != pygame.KEYDOWN or event.key in _MODIFIERS:
        return ""
    name = commands.key_of(event).lower()
    return "" if name.endswith("+") and not name.endswith("++") and name != "+" else name


def rivals(command: Command, key: str, bound: Bindings) -> list[Command]:
    """The other commands for which a key stands where this one counts."""

    def meets(other: Command) -> bool:
        return other.scope == command.scope or "any" in (other.scope, command.scope)

    return [one for one in COMMANDS if one != command and meets(one) and key in bound[one.id]]


def stranded(others: Iterable[Command], key: str, bound: Bindings) -> list[Command]:
    """Those that would have no key of the keyboard left without this one, and need one."""
    return [one for one in others if one.id in NEEDED and [key] == of_device(bound[one.id], pad=False)]


def of_device(keys: Iterable[str], *, pad: bool) -> list[str]:
    """Those of the keys that are a gamepad's, or a keyboard's."""
    return [key for key in keys if commands.is_pads(key) == pad]


def given(own: Own, bound: Bindings, command: Command, key: str) -> dict[str, tuple[str, ...]]:
    """The user's keys once this one stands for that command: it is taken from whatever it stood for."""
    pad = commands.is_pads(key)
    here = [one for one in bound[command.id] if one != key]
    kept = of_device(here, pad=pad)[: MOST - 1]
    changed = {command.id: (key, *kept, *of_device(here, pad=not pad))}  # the newest is what buttons show
    for other in rivals(command, key, bound):
        changed[other.id] = tuple(one for one in bound[other.id] if one != key)
    return _kept({**own, **changed})


def without(own: Own, bound: Bindings, command: Command, key: str) -> dict[str, tuple[str, ...]]:
    """The user's keys once this one stands for the command no more."""
    return _kept({**own, command.id: tuple(one for one in bound[command.id] if one != key)})


def robbed(own: Own, bound: Bindings, command: Command) -> list[Command]:
    """The commands of the user's own that have the keys which are usual for this one."""
    lent = [one for key in command.keys for one in rivals(command, key, bound) if one.id in own]
    return [*dict.fromkeys(lent)]


def usual(own: Own, bound: Bindings, command: Command) -> dict[str, tuple[str, ...]]:
    """The user's keys once a command has the usual ones again: they are taken from whatever has them now."""
    changed = {**own, command.id: command.keys}
    for other in robbed(own, bound, command):
        changed[other.id] = tuple(key for key in bound[other.id] if key not in command.keys)
    return _kept(changed)


def unheard(own: Own, bound: Bindings, command: Command) -> list[str]:
    """Keys of the user's own that do not count, because each stands for another command already."""
    return [key.lower() for key in own.get(command.id, ()) if key.lower() not in bound[command.id]]


def _kept(own: Own) -> dict[str, tuple[str, ...]]:
    """What differs from the usual; names that are no commands stay as they were written."""
    plain = {command.id: command.keys for command in COMMANDS}
    return {name: keys for name, keys in own.items() if name not in plain or set(keys) != set(plain[name])}
