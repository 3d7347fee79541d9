"""The units of a scene with their pictures and places, put together anew only when something about them changes."""

from __future__ import annotations

import pygame
from msgspec.structs import replace

from game.grid.grid import Cell, Grid
from game.ui.battle.scene import Scene
from game.ui.board import tokens
from game.ui.board.unit_look import Shown, UnitLook, looks


class UnitSprites:
    """`looks` lie in drawing order; `places` maps units to their look and their middle on the board."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.looks: list[UnitLook] = []
        self.places: dict[int, tuple[UnitLook, tuple[float, float]]] = {}
        self._blits: list[tuple[pygame.Surface, tuple[int, int]]] = []
        self._made_of: tuple[object, ...] = ()
        self._still: dict[int, tuple[UnitLook, tuple[float, float], tuple[pygame.Surface, tuple[int, int]]]] = {}
        self._still_of: tuple[object, ...] = ()

    def update(self, scene: Scene, shown: Shown, size: int) -> None:
        """Follow the scene at zoom step `size`, as far as the animation has got."""
        stamp = scene.world.derive("units stamp", lambda _: object())
        name = scene.ruleset.name if scene.ruleset else ""
        now = (stamp, name, scene.selected, scene.active, scene.hidden, scene.palette.key, size)
        if now == self._made_of and shown == Shown():
            return
        self._made_of = now if shown == Shown() else ()
        found = looks(scene.world, scene.ruleset, shown)
        self.looks = [look for look in found if look.unit not in scene.hidden] if scene.hidden else found
        if shown.offsets:  # whoever moves is seen above the others
            self.looks.sort(key=lambda look: look.unit in shown.offsets)
        if now != self._still_of:
            self._still, self._still_of = {}, now
        self.places, self._blits = {}, []
        for look in self.looks:
            self._put(scene, look, shown, size)

    def _put(self, scene: Scene, look: UnitLook, shown: Shown, size: int) -> None:
        """Find the picture and place of one unit; while others move, those of the rest stay as they are."""
        known = self._still.get(look.unit)
        moved = look.unit in shown.offsets or look.unit in shown.fading
        if known is not None and known[0] is look and not moved:
            middle, blit = known[1:]
        else:
            middle = self._middle(look, shown, size)
            blit = self._blit(scene, look, middle, size)
            if look.unit in shown.fading:
                blit = self._fade(scene, look, middle, size, blit, shown.fading[look.unit])
            if not moved:
                self._still[look.unit] = (look, middle, blit)
        self.places[look.unit] = (look, middle)
        self._blits.append(blit)

    def _fade(
        self,
        scene: Scene,
        look: UnitLook,
        middle: tuple[float, float],
        size: int,
        standing: tuple[pygame.Surface, tuple[int, int]],
        share: float,
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        """Whoever falls goes, and what stays of it is seen underneath."""
        down = replace(look, down="defeated", bars=(), conditions=())
        self._blits.append(self._blit(scene, down, middle, size))
        ghost = standing[0].copy()
        ghost.set_alpha(round(255 * (1 - share)))
        return ghost, standing[1]

    def draw(self, image: pygame.Surface, origin: tuple[int, int]) -> None:
        """Draw them; the board's corner lies at `origin`."""
        left, top = origin
        image.fblits([(picture, (x + left, y + top)) for picture, (x, y) in self._blits])

    def at(self, cell: Cell) -> int | None:
        """The unit that covers a cell; of several the one drawn last."""
        for look in reversed(self.looks):
            if (self.grid.footprint(look.cell, look.size) or 1 << look.cell) >> cell & 1:
                return look.unit
        return None

    def forget(self) -> None:
        """Put everything together anew."""
        self._made_of = self._still_of = ()

    def _middle(self, look: UnitLook, shown: Shown, size: int) -> tuple[float, float]:
        x, y = tokens.middle_px(self.grid, look.cell, look.size, size)
        dx, dy = shown.offsets.get(look.unit, (0.0, 0.0))
        return x + dx * size, y + dy * size

    def _blit(
        self, scene: Scene, look: UnitLook, middle: tuple[float, float], size: int
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        active, selected = look.unit == scene.active, look.unit == scene.selected
        picture, dx, dy = tokens.blit_of(look, self.grid, size, scene.palette, active=active, selected=selected)
        return picture, (round(middle[0]) + dx, round(middle[1]) + dy)
