"""Pictures of the board: SVG files rasterised once per size and tint; a missing file becomes a drawn shape."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from pathlib import Path

import pygame

from game.data import paths
from game.data.sheets import read
from game.ui.kit import text
from game.ui.kit.theme import Color, ink_on

_KEPT = 2000  # pictures kept; a board at one zoom step uses about 150
_pictures: OrderedDict[tuple[str, str, int, Color | None], pygame.Surface] = OrderedDict()


@lru_cache(maxsize=4096)
def find(folder: str, name: str) -> Path | None:
    """The file of a picture, of its own or of the name that it shares one with; None if there is none."""
    for each in (name, _aliases().get(folder, {}).get(name, "")):
        path = paths.data("assets") / folder / f"{each}.svg"
        # A name may come from somebody's own sheet: it must not lead out of the folder.
        if each and path.parent.name == folder and path.is_file():
            return path
    return None


@lru_cache(maxsize=1)
def _aliases() -> dict[str, dict[str, str]]:
    return read(paths.data("assets") / "aliases.yaml", dict[str, dict[str, str]])


@lru_cache(maxsize=1024)
def variants(folder: str, name: str) -> tuple[str, ...]:
    """The names of a picture and its variants `name-2`, `name-3` ...; only the name itself if there are no files."""
    found = [name]
    while find(folder, f"{name}-{len(found) + 1}"):
        found.append(f"{name}-{len(found) + 1}")
    return tuple(found)


def picture(folder: str, name: str, size: int, tint: Color | None = None) -> pygame.Surface:
    """A square picture `size` pixels wide, multiplied by `tint`; cached, so do not draw on it.

    Without a file: a disc (a box for props, a plain square for terrain) with the first letter of the name.
    """
    key = (folder, name, size, tint)
    found = _pictures.get(key)
    if found is None:
        found = _pictures[key] = _make(folder, name, max(1, size), tint)
        if len(_pictures) > _KEPT:
            _pictures.popitem(last=False)
    else:
        _pictures.move_to_end(key)
    return found


def logo(size: int) -> pygame.Surface | None:
    """The mark of the game, for the window's icon; None if its file is missing or broken."""
    try:
        return pygame.image.load_sized_svg(paths.data("assets") / "logo.svg", (size, size))
    except (OSError, pygame.error):
        return None


def forget() -> None:
    """Drop everything cached: after another display mode, or when files have changed."""
    find.cache_clear()
    variants.cache_clear()
    _pictures.clear()


def _make(folder: str, name: str, size: int, tint: Color | None) -> pygame.Surface:
    path = find(folder, name)
    if path is None:
        return _drawn(folder, name, size, tint or (150, 150, 150))
    try:
        image = pygame.image.load_sized_svg(path, (size, size))
    except pygame.error:
        return _drawn(folder, name, size, tint or (150, 150, 150))
    if image.get_size() != (size, size):
        image = pygame.transform.smoothscale(image, (size, size))
    image = image.convert_alpha() if pygame.display.get_surface() else image
    if tint is not None:
        image.fill((*tint, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return image


def _drawn(folder: str, name: str, size: int, color: Color) -> pygame.Surface:
    """What stands in for a missing file."""
    big = pygame.Surface((size * 2, size * 2), pygame.SRCALPHA)
    if folder == "terrain":
        big.fill(color)
    else:
        # Discs are units: a thing without a picture is a box.
        round_ = size // 4 if folder == "props" else size
        for shrink, ink in ((0.1, (31, 26, 20)), (0.2, color)):
            box = big.get_rect().inflate(-2 * size * shrink, -2 * size * shrink)
            pygame.draw.rect(big, ink, box, border_radius=round_)
    image = pygame.transform.smoothscale(big, (size, size))
    if size >= 10:
        ink = ink_on(color)
        letter = text.render(name[:1].upper(), max(8, size // 3 if folder == "terrain" else size // 2), ink, bold=True)
        if folder == "terrain":
            letter = letter.copy()
            letter.set_alpha(90)
        image.blit(letter, letter.get_rect(center=(size // 2, size // 2)))
    return image
