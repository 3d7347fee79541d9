"""Parts of the window that are painted once for what they show, and copied while that stays the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import pygame

T = TypeVar("T")


class PictureCache:
    """Pictures by what they show; the ones unused for longest are forgotten.

    A part of the window is kept from the second frame on: what comes once only is not worth the copy.
    `painted` counts how many pictures were ever made: what such a memory is good for.
    """

    def __init__(self, most: int = 16) -> None:
        self.most = most
        self.painted = 0
        self._found: OrderedDict[Hashable, tuple[pygame.Surface, Any]] = OrderedDict()
        self._once: OrderedDict[Hashable, None] = OrderedDict()  # what was painted a first time

    def forget(self) -> None:
        """Paint everything anew."""
        self._found.clear()
        self._once.clear()

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, key: Hashable, paint: Callable[[], T]) -> T:
        """Fill `rect` of the surface; `paint` does it for a new key, and what it returns comes back for a known one.

        `key` must tell apart everything that `paint` depends on, beside what `forget` is called for.
        """

        known = self._known(key)
        if known is not None:
            surface.blit(known[0], rect)
            kept: T = known[1]
            return kept
        found = paint()
        self.painted += 1
        if key in self._once:
            self._keep(key, surface.subsurface(rect.clip(surface.get_rect())).copy(), found)
        self._once[key] = None
        if len(self._once) > self.most:
            self._once.popitem(last=False)
        return found

    def picture(self, key: Hashable, make: Callable[[], tuple[pygame.Surface, T]]) -> tuple[pygame.Surface, T]:
        """A picture of its own, and what else `make` returns."""
        known = self._known(key)
        if known is None:
            known = make()
            self.painted += 1
            self._keep(key, *known)
        return known

    def _known(self, key: Hashable) -> tuple[pygame.Surface, Any] | None:
        known = self._found.get(key)
        if known is not None:
            self._found.move_to_end(key)
        return known

    def _keep(self, key: Hashable, image: pygame.Surface, more: object) -> None:
        self._found[key] = image, more
        if len(self._found) > self.most:
            self._found.popitem(last=False)
