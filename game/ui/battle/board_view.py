"""The battle map on the screen: ground, overlays, units and animations under one camera."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial

import pygame

from game.grid.grid import Cell, EdgeId
from game.grid.sight import Sight
from game.kernel.ecs import World
from game.kernel.events import Event
from game.map.board import Board
from game.ui.battle import exchange_drawing, map_labels, overlays
from game.ui.battle.animation import Animation
from game.ui.battle.exchange_card import Card
from game.ui.battle.overlays import Layer, Overlays
from game.ui.battle.scene import Scene
from game.ui.battle.scene_layers import layers, path_of
from game.ui.battle.strokes import Stroke
from game.ui.battle.unit_sprites import UnitSprites
from game.ui.board import backdrops, tokens
from game.ui.board.camera import Camera
from game.ui.board.canvas import CHUNK, Canvas, Chunks, whole_box
from game.ui.board.ground import Ground, GroundLook
from game.ui.board.minimap import Minimap
from game.ui.kit import art
from game.ui.kit.theme import Color

_LINES = 24  # ways and lines of sight that are kept painted


class BoardView:
    """A board inside `rect` (screen pixels). `still` means reduced motion; `speed` is one of animation.SPEEDS."""

    def __init__(self, rect: pygame.Rect, board: Board, *, still: bool = False, speed: float = 1) -> None:
        self.board = board
        self.camera = Camera(rect, board.grid, still=still)
        self.ground = Ground(board)
        self._picture = backdrops.find(board.backdrop, backdrops.map_folders())
        self.minimap = Minimap(self.camera, board, _edges(board))
        self.overlays = Overlays(board.grid)
        self.unit_sprites = UnitSprites(board.grid)
        self.animation = Animation(board.grid, speed=speed, still=still)
        self.follow = False  # whether the camera goes where something happens
        self.scale = 1.0  # of words on the card and the board
        self.card = Card()
        self.followed = False  # whether the view is on its way there
        self._seen: Stroke | None = None  # the stroke that it went to
        self.drawn = 0  # how many frames were composed anew
        self._under = Chunks(64)  # ground and overlays in one
        self._based = pygame.Surface((1, 1))
        self._base_of: tuple[object, ...] = ()
        self._base_last: tuple[object, ...] = ()
        self._layers: tuple[tuple[object, ...], tuple[Layer, ...]] = ((), ())
        self._brackets: list[map_labels.Mark] = []
        self._brackets_of: tuple[object, ...] = ()
        self._brackets_at: map_labels.Places = {}
        self._lines = Chunks(64)
        self._drawn_lines: list[object] = []
        self._kept = pygame.Surface((1, 1))
        self._kept_of: tuple[object, ...] = ()
        self._last: tuple[object, ...] = ()

    # Where things are

    @property
    def rect(self) -> pygame.Rect:
        """The part of the screen that is drawn on."""
        return self.camera.rect

    def resize(self, rect: pygame.Rect) -> None:
        """Move to another part of the screen; what was fitted into another room is fitted again."""
        before = self.rect.size
        self.camera.resize(rect)
        if before != rect.size and self.camera.fitted:
            self.camera.refit()

    def cell_at(self, pos: tuple[int, int]) -> Cell | None:
        """The cell under a screen pixel; None beside the board, outside of the view, and under the minimap."""
        return None if self.minimap.covers(pos) else self.camera.cell_at(pos)

    def unit_at(self, pos: tuple[int, int], scene: Scene) -> int | None:
        """The unit drawn on the cell under a screen pixel; one on its feet before those who fell."""
        cell = self.cell_at(pos)
        if cell is None:
            return None
        self.unit_sprites.update(scene, self.animation.shown, self.camera.size)
        return self.unit_sprites.at(cell)

    def place_of(self, cell: Cell) -> tuple[int, int]:
        """The screen pixel in the middle of a cell."""
        return self.camera.cell_centre(cell)

    # Moving the view

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by so many pixels."""
        self.camera.pan(dx, dy)

    def zoom(self, steps: int, about: tuple[int, int] | None = None) -> bool:
        """Zoom in (out if negative) around a screen pixel; whether anything changed."""
        return self.camera.zoom(steps, about)

    def centre_on(self, cell: Cell) -> None:
        """Bring a cell to the middle of the view, gliding unless motion is reduced."""
        self.camera.centre_on(cell)

    def fit(self) -> None:
        """Zoom so that the whole board is seen, however small its units are then."""
        self.camera.fit()

    def open(self) -> None:
        """The whole board, or as much of it as can be seen while units are readable."""
        self.camera.open()

    # Time

    def play(
        self,
        events: Sequence[Event],
        world: World,
        start: int = 0,
        *,
        hidden: frozenset[int] = frozenset(),
        dark: frozenset[int] = frozenset(),
        over: bool = False,
    ) -> None:
        """Show what has happened from event `start` on; `world` is already past it. The rest as for `timeline`."""
        self.animation.play(events, world, start, hidden=hidden, dark=dark, over=over)

    @property
    def busy(self) -> bool:
        """Whether events are still to be shown."""
        return self.animation.busy

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself: draw again although the scene is the same."""
        return self.animation.moving or self.camera.gliding

    def skip(self, told: int = 0) -> None:
        """Show the present at once: what is left of the animations of so many events is dropped."""
        self.animation.skip(told)

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass for animations and the gliding view."""
        if self.animation.moving:
            if not self._arriving():
                self.animation.update(dt)
            found = [self.animation.cell_of(unit) for unit in self.animation.watched]
            cells = [cell for cell in found if cell is not None]
            self.followed = self.follow and self.animation.stroke is not self._seen and self.camera.reveal_all(cells)
            self._seen = self.animation.stroke
        self.camera.update(dt)

    def _arriving(self) -> bool:
        """Whether the view is still on its way to what is to be seen."""
        return self.followed and self.camera.gliding and self.animation.busy

    def forget(self) -> None:
        """Drop all pictures: after another display mode or a change of files."""
        art.forget()
        tokens.forget()
        self.ground.forget()
        self.overlays.chunks.forget()
        self._under.forget()
        self._base_of = self._base_last = self._brackets_of = ()
        self._lines.forget()
        self._drawn_lines.clear()
        self.unit_sprites.forget()
        self._kept_of = self._last = ()

    # Drawing

    def draw(self, surface: pygame.Surface, scene: Scene) -> None:
        """Draw the board into `rect` of the surface; a frame in which nothing has changed is one blit."""
        if scene.board is not None and scene.board is not self.board and scene.board != self.board:
            self._go_over(scene.board)
        now = (
            scene,
            scene.world.derive("board view stamp", lambda _: object()),
            self.camera.size,
            self.camera.origin,
            self.rect.size,
            self.animation.changes,
        )
        if now == self._kept_of:
            surface.blit(self._kept, self.rect)
            self._draw_minimap(surface, scene)
            return
        here = surface.subsurface(self.rect.clip(surface.get_rect()))
        self._compose(here, scene)
        self.drawn += 1
        # While things change, frames are not worth keeping: only one that comes a second time is.
        if now == self._last and not self.animation.moving:
            self._kept, self._kept_of = _copied(here, self._kept), now
        self._last = now
        self._draw_minimap(surface, scene)

    def _draw_minimap(self, surface: pygame.Surface, scene: Scene) -> None:
        standing = [look for look in self.unit_sprites.looks if not look.down]
        lines = (each.stroke for each in self.animation.live if each.stroke.kind == "line")
        shown = {scene.selected, *(unit for line in lines for unit in (line.unit, line.other))}
        about = {each.cell for each in standing if each.unit in shown}.union(*scene.aims)
        about |= {scene.cursor} if scene.cursor is not None else set()
        self.minimap.give_way(map(self.place_of, about))
        self.minimap.draw(surface, scene.palette, ((look.cell, look.side) for look in standing))

    def _go_over(self, board: Board) -> None:
        """The ground has changed: paint that of another board of the same size from now on."""
        self.board, self.ground = board, Ground(board)
        self.minimap.take(board, _edges(board))
        self._under.forget()
        self._base_of = self._base_last = ()

    def _compose(self, image: pygame.Surface, scene: Scene) -> None:
        size, view = self.camera.size, self.camera.view()
        origin = -view.x, -view.y
        self._base(image, scene, size, view, origin)
        self.unit_sprites.update(scene, self.animation.shown, size)
        path = path_of(scene, self.board.grid, self.unit_sprites.looks)
        self._cells(image, scene, size, view, origin)
        if path is not None:
            paint = partial(overlays.draw_path, path=path, palette=scene.palette)
            self._chunked(image, ("path", path), path.covered, paint, scene)
        sight = scene.preview.sight if scene.preview else None
        if isinstance(sight, Sight):
            paint = partial(overlays.draw_sight, sight=sight, palette=scene.palette)
            self._chunked(image, ("sight", sight), (sight.viewer, sight.target), paint, scene)
        map_labels.lying(image, scene, self.board.grid, size, origin)
        map_labels.ghosts(image, scene, self.board.grid, size, origin)
        self.unit_sprites.draw(image, origin)
        places = self.unit_sprites.places
        aims = tuple(dict.fromkeys((*scene.aims, *exchange_drawing.aims(self.animation, places))))
        if aims:
            paint = partial(overlays.draw_aims, aims=aims, palette=scene.palette)
            self._chunked(image, ("aims", aims), [cell for line in aims for cell in line], paint, scene)
        map_labels.acted(image, scene, places, size, origin)
        map_labels.put(image, self._targets(scene, size), origin)
        if path is not None:
            for mark, (x, y) in overlays.path_marks(path, self.board.grid, size, scene.palette):
                image.blit(mark, mark.get_rect(center=(round(x) + origin[0], round(y) + origin[1])))
        map_labels.labels(image, scene, self.board.grid, size, origin, self.scale, self._brackets, places)
        exchange_drawing.bodies(image, self.animation, scene.palette, places, size, origin)
        exchange_drawing.floats(image, self.animation, scene.palette, places, size, origin)
        corner = self.minimap.rect
        taken = corner.move(-self.rect.x, -self.rect.y) if corner is not None else None
        self.card.draw(image, self.animation, scene, places, size, origin, self.scale, taken)

    def _targets(self, scene: Scene, size: int) -> list[map_labels.Mark]:
        """Brackets around units, put together anew only when somebody moves or others can be chosen."""
        now, places = (scene.targets, size, self.scale), self.unit_sprites.places
        if now != self._brackets_of or places is not self._brackets_at:
            self._brackets_of, self._brackets_at = now, places
            self._brackets = map_labels.targets(scene.targets, self.board.grid, places, size, self.scale)
        return self._brackets

    def _base(self, image: pygame.Surface, scene: Scene, size: int, view: pygame.Rect, origin: tuple[int, int]) -> None:
        """What lies under the units and stays while the pointer moves: one copy from the third frame on."""
        look = GroundLook(
            scene.grid,
            scene.coordinates,
            scene.zones,
            scene.levels,
            scene.palette,
            scene.doors,
            self._picture,
            scene.soft,
        )
        found = self._layers_of(scene)
        now = (look, found, scene.opacity, size, origin, image.get_size())
        if now == self._base_of:
            image.blit(self._based, (0, 0))
        else:
            self._beside(image, scene, size, origin)
            self._below(image, look, found, scene.opacity, view)
            map_labels.captions(image, self.board, scene, size, origin)
            if now == self._base_last:
                self._based, self._base_of = _copied(image, self._based), now
        self._base_last = now
        if scene.preview and scene.preview.area:
            area = Layer("area", scene.preview.area, scene.palette.overlay("threat"))
            self.overlays.draw(image, area, size, view, origin, scene.opacity)

    def _below(
        self, image: pygame.Surface, look: GroundLook, found: tuple[Layer, ...], opacity: float, view: pygame.Rect
    ) -> None:
        """Ground and overlays, kept together: opaque chunks are copied in a fifth of the time of clear ones."""
        size, origin = self.camera.size, (-view.x, -view.y)

        def paint(area: pygame.Rect) -> pygame.Surface:
            image = pygame.Surface(area.size)
            self.ground.draw(image, look, size, area, (-area.x, -area.y))
            for layer in found:
                self.overlays.draw(image, layer, size, area, (-area.x, -area.y), opacity)
            return image.convert() if pygame.display.get_surface() else image

        if found:
            box = whole_box(self.board.grid, size)
            self._under.draw(image, (look, found, opacity, size), view, origin, paint, box=box)
        else:
            self.ground.draw(image, look, size, view, origin)

    def _layers_of(self, scene: Scene) -> tuple[Layer, ...]:
        """The layers, sorted out anew only when something about them has changed."""
        made_of = (scene.world, scene.overlays, scene.options, scene.dim_outside, scene.palette.key)
        if self._layers[0] != made_of:
            self._layers = made_of, tuple(layers(scene))
        return self._layers[1]

    def _beside(self, image: pygame.Surface, scene: Scene, size: int, origin: tuple[int, int]) -> None:
        """Clear what the ground does not cover.

        With copies of a small plain surface: SDL's fill writes past the processor's cache, which costs twice the time.
        """
        box = image.get_rect()
        ground = whole_box(self.board.grid, size).move(origin).clip(box)
        plain = _plain(scene.palette.back)
        for left, top, right, bottom in (
            (0, 0, box.w, ground.top),
            (0, ground.bottom, box.w, box.h),
            (0, ground.top, ground.left, ground.bottom),
            (ground.right, ground.top, box.w, ground.bottom),
        ):
            places = [(x, y) for y in range(top, bottom, CHUNK) for x in range(left, right, CHUNK)]
            image.blits([(plain, (x, y), (0, 0, right - x, bottom - y)) for x, y in places], doreturn=False)

    def _cells(
        self, image: pygame.Surface, scene: Scene, size: int, view: pygame.Rect, origin: tuple[int, int]
    ) -> None:
        for cell, color, brackets in (
            (scene.hover, (255, 255, 255), False),
            (scene.cursor, scene.palette.focus, True),
        ):
            if cell is not None:
                picture = map_labels.cell_picture(self.board.grid, size, color, brackets=brackets)
                x, y = self.board.grid.centre_px(cell, size)
                place = round(x) + origin[0], round(y) + origin[1]
                image.blit(picture, picture.get_rect(center=place))

    def _chunked(
        self,
        image: pygame.Surface,
        what: tuple[str, object],
        among: Iterable[Cell],
        paint: map_labels.Painter,
        scene: Scene,
    ) -> None:
        """Lines between cells, kept in chunks. Nothing is painted beyond a cell from those cells."""
        size, view = self.camera.size, self.camera.view()
        key = (self._number(what), size, scene.palette.key)
        places = [self.board.grid.centre_px(cell, size) for cell in among]
        left, top = min(x for x, _ in places) - size, min(y for _, y in places) - size
        right, bottom = max(x for x, _ in places) + size, max(y for _, y in places) + size
        box = pygame.Rect(left, top, right - left, bottom - top)
        area = box.clip(view)

        def painted(part: pygame.Rect) -> pygame.Surface:
            canvas = Canvas(self.board.grid, size, part)
            paint(canvas)
            return canvas.finished()

        if area.w and area.h:
            self._lines.draw(image, key, area, (-view.x, -view.y), painted, box=box)

    def _number(self, what: object) -> int:
        """The number under which lines are kept: the same for lines that were drawn not long ago."""
        if what not in self._drawn_lines:
            if len(self._drawn_lines) >= _LINES:
                self._drawn_lines.clear()
                self._lines.forget()
            self._drawn_lines.append(what)
        return self._drawn_lines.index(what)


def _edges(board: Board) -> dict[EdgeId, str]:
    return {edge.edge: edge.kind for edge in board.edges}


def _copied(image: pygame.Surface, into: pygame.Surface) -> pygame.Surface:
    """A copy to be blitted soon, in the memory of one of the same size that is not needed any more.

    SDL writes whole rows past the processor's cache, from where they are slow to read: rows from their second pixel on
    it does not.
    """
    if into.get_size() != image.get_size():
        into = pygame.Surface(image.get_size(), 0, image)
    wide, high = image.get_size()
    into.blit(image, (0, 0), (0, 0, 1, high))
    into.blit(image, (1, 0), (1, 0, wide - 1, high))
    return into


@lru_cache(maxsize=8)
def _plain(color: Color) -> pygame.Surface:
    image = pygame.Surface((CHUNK, CHUNK))
    image.fill(color)
    return image
