"""The figures on the tokens: a body by kind of unit, and in its hands what it really holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame
from msgspec import Struct

from game.data import paths
from game.data.sheets import read
from game.kernel.components import Gear
from game.ui.kit import art
from game.ui.kit.theme import Color

FOLDER = "figures"
TINTED = 48  # from this height on, bodies are in the colour of what they wear
_RIDER = 0.84  # how much of its height is left of a body on the back of another


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    bodies: dict[str, str]
    roles: dict[str, tuple[str, ...]]
    drawn_as: dict[str, str]
    shields: frozenset[str]
    other_hand: dict[str, str]
    on_back: dict[str, str]
    beasts: frozenset[str]
    tints: dict[str, str]


@lru_cache(maxsize=1)
def _sheet() -> _Sheet:
    return read(paths.data("assets") / "figures.yaml", _Sheet)


class Figure(Struct, frozen=True):
    """What a unit looks like: the pictures behind its body, the body, those before it.

    It may be `mounted` on the back of somebody, who is seen below.
    """

    body: str
    behind: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    mounted: bool = False


@lru_cache(maxsize=1024)
def figure_of(sheet: str, role: str, gear: Gear | None, *, mounted: bool = False) -> Figure:
    """How a kind of unit looks with this gear; None if nobody knows what it has.

    Of whom nothing is known the body is the letter that `art.picture` draws instead of a missing picture.
    """
    known = _sheet()
    held = _drawn(known.roles.get(role, ()) if gear is None else gear.held)
    body = known.bodies.get(sheet) or known.bodies.get(role) or (known.bodies["fighter"] if held else sheet or role)
    if not body or body in known.beasts:
        return Figure(body or "?", mounted=mounted)
    carried = _drawn(gear.carried) if gear is not None else []
    behind = [known.on_back[part] for part in carried if part in known.on_back and part not in held]
    return Figure(body, tuple(behind[:1]), _in_hands(held), mounted)


def _drawn(items: Sequence[str]) -> list[str]:
    """The pictures of those items that have one."""
    names = (_sheet().drawn_as.get(item, item) for item in items)
    return [name for name in names if art.find(FOLDER, name)]


def _in_hands(drawn: Sequence[str]) -> tuple[str, ...]:
    """The first weapon, what the other hand holds, the first shield."""
    known = _sheet()
    weapons = [part for part in drawn if part not in known.shields]
    shields = [part for part in drawn if part in known.shields][:1]
    if weapons[:2] == ["dagger", "dagger"]:
        return ("daggers", *shields)
    second = [known.other_hand[part] for part in weapons[1:2] if part in known.other_hand and not shields]
    return (*weapons[:1], *second, *shields)


@lru_cache(maxsize=1024)
def picture(figure: Figure, size: int, *, turned: bool = False) -> pygame.Surface:
    """A figure as a square picture, looking right, or left if `turned`; cached, so do not draw on it."""
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    for part in (*figure.behind, figure.body, *figure.before):
        tint = _tint(part) if size >= TINTED and part == figure.body else None
        image.blit(art.picture(FOLDER, part, size, tint), (0, 0))
    if figure.mounted:
        image = _riding(image, size)
    return pygame.transform.flip(image, True, False) if turned else image


def _riding(rider: pygame.Surface, size: int) -> pygame.Surface:
    """The rider, smaller and higher up, behind the neck of what carries it."""
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    high = round(size * _RIDER)
    image.blit(pygame.transform.smoothscale(rider, (high, high)), ((size - high) // 2, 0))
    image.blit(art.picture(FOLDER, "steed", size), (0, 0))
    return image


def _tint(body: str) -> Color | None:
    found = _sheet().tints.get(body)
    color = pygame.Color(found) if found else None
    return (color.r, color.g, color.b) if color else None


def forget() -> None:
    """Drop all pictures."""
    figure_of.cache_clear()
    picture.cache_clear()
    _sheet.cache_clear()
