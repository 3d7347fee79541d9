"""Parts of the window that are painted once for what they show, and copied while that stays the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import pygame

T = TypeVar("T")


class Kept:
    """Pictures by what they show; the ones unused for longest are forgotten.

    `painted` counts how many were ever made: what such a memory is good for.
    """

    def __init__(self, most: int = 16) -> None:
        self.most = most
        self.painted = 0
        self._found: OrderedDict[Hashable, tuple[pygame.Surface, Any]] = OrderedDict()

    def forget(self) -> None:
        """Paint everything anew."""
        self._found.clear()

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, key: Hashable, paint: Callable[[], T]) -> T:
        """Fill `rect` of the surface; `paint` does it for a new key, and what it returns comes back for a known one.

        `key` must tell apart everything that `paint` depends on, beside what `forget` is called for.
        """

        def make() -> tuple[pygame.Surface, T]:
            found = paint()
            return surface.subsurface(rect.clip(surface.get_rect())).copy(), found

        image, result, fresh = self._get(key, make)
        if not fresh:
            surface.blit(image, rect)
        return result

    def picture(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """A picture of its own."""
        return self._get(key, lambda: (make(), None))[0]

    def _get(self, key: Hashable, make: Callable[[], tuple[pygame.Surface, T]]) -> tuple[pygame.Surface, T, bool]:
        known = self._found.get(key)
        if known is not None:
            self._found.move_to_end(key)
            return *known, False
        self.painted += 1
        known = self._found[key] = make()
        if len(self._found) > self.most:
            self._found.popitem(last=False)
        return *known, True
