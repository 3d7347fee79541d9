"""Pictures under maps: loaded within bounds, and painted over the ground as much as they are to be seen."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import pygame
from msgspec import Struct

from game.data import disk, paths
from game.formats import pictures, safe
from game.formats.report import FormatError
from game.map.notes import Backdrop

MAX_PIXELS = 40_000_000
"""Larger pictures are not shown: each pixel takes four bytes."""

_ENDINGS = {"png": ".png", "jpg": ".jpg", "webp": ".webp"}


class Underlay(Struct, frozen=True, eq=False):
    """A picture and where it lies; the same object for the same file, so that painted ground can be kept."""

    picture: pygame.Surface
    backdrop: Backdrop

    def paint(self, image: pygame.Surface, area: pygame.Rect, size: int) -> None:
        """Over the part `area` of the board (pixels at `size` to a cell), which `image` shows."""
        backdrop = self.backdrop
        scale = size / backdrop.pixels_per_cell
        place = pygame.Rect(backdrop.at[0] * size - area.x, backdrop.at[1] * size - area.y, 0, 0)
        place.size = round(self.picture.get_width() * scale), round(self.picture.get_height() * scale)
        seen = place.clip(image.get_rect())
        if not seen.w or not seen.h:
            return
        part = pygame.Rect((seen.x - place.x) / scale, (seen.y - place.y) / scale, seen.w / scale, seen.h / scale)
        part = part.clip(self.picture.get_rect())
        if part.w and part.h:
            shown = pygame.transform.scale(self.picture.subsurface(part), seen.size)
            shown.set_alpha(round(backdrop.opacity * 2.55))
            image.blit(shown, seen)


def decoded(data: bytes, name: str) -> pygame.Surface:
    """The picture of a PNG, JPEG or WebP; ValueError for what is none, or too big to be shown."""
    try:
        shape = pictures.look(data, name)
    except FormatError as problem:
        raise ValueError(str(problem)) from None
    if shape.width * shape.height > MAX_PIXELS:
        raise ValueError(f"{name}: a picture of {shape.width} x {shape.height}, more than {MAX_PIXELS} pixels")
    try:
        found = pygame.image.load(io.BytesIO(data), f"{name}{_ENDINGS[shape.ending]}")
    except pygame.error as problem:
        raise ValueError(f"{name}: {problem}") from None
    if found.get_size() != (shape.width, shape.height):
        size = " x ".join(map(str, found.get_size()))
        raise ValueError(f"{name}: a picture of {size} pixels, not {shape.width} x {shape.height} as it says")
    return found.convert_alpha() if pygame.display.get_surface() else found


def read(path: Path) -> pygame.Surface:
    """The picture of a file; ValueError tells why there is none."""
    try:
        return decoded(safe.read_bytes(path), path.name)
    except FormatError as problem:
        raise ValueError(str(problem)) from None


def find(backdrop: Backdrop | None, folders: Iterable[Path]) -> Underlay | None:
    """The backdrop's picture in the first of some folders that has it; None without one that can be shown."""
    for folder in folders if backdrop is not None else ():
        assert backdrop is not None
        file = folder / backdrop.picture
        if disk.is_file(file):
            return _under(file, file.stat().st_mtime_ns, backdrop)
    return None


def of_bytes(backdrop: Backdrop | None, data: bytes) -> Underlay | None:
    """The backdrop with a picture that is in no file; ValueError for what is no picture."""
    return Underlay(decoded(data, backdrop.picture), backdrop) if backdrop is not None and data else None


def map_folders() -> tuple[Path, Path]:
    """Where maps, and the pictures that belong to them, lie."""
    return paths.user_data() / "maps", paths.data("maps")


@lru_cache(maxsize=8)
def _under(path: Path, changed: int, backdrop: Backdrop) -> Underlay | None:
    picture = _picture(path, changed)
    return None if picture is None else Underlay(picture, backdrop)


@lru_cache(maxsize=2)
def _picture(path: Path, changed: int) -> pygame.Surface | None:
    try:
        return read(path)
    except ValueError:
        return None
