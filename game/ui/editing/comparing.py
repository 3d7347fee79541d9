"""The map beside what it was, tile by tile: after an import, a conversion, or any line of the undo list."""

from __future__ import annotations

import pygame

from game.edit import comparing
from game.edit.draft import Draft
from game.grid.grid import Cell
from game.ui.board import map_images
from game.ui.editing.desk import Desk
from game.ui.editing.map_pane import rim
from game.ui.kit import page, text
from game.ui.kit.form import Form
from game.ui.kit.picker import Picker
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.widgets import Button


def ask(desk: Desk) -> Reply:
    """With which line of the undo list the map is compared; the one before the last comes first."""
    history = desk.editor.history
    earlier = list(range(history.at - 1, -1, -1))
    if not earlier:
        desk.app.say("There is nothing to compare with yet: the map is as it was opened.")
        return None
    rows = [(f"Before: {history.commands[n + 1].title}", f"After: {history.commands[n].title}") for n in earlier]
    after = desk.editor.draft

    def show(at: int) -> Reply:
        return Push(Comparing(desk, history.commands[earlier[at]].draft, after))

    return Push(Picker(desk.app, "Compare the map with what it was", rows, show, "Compare"))


class Comparing:
    """Two pictures; what differs is framed in both, and the cell under the pointer, or the next one, is told."""

    scope = "menu"

    def __init__(self, desk: Desk, before: Draft, after: Draft) -> None:
        self.app, self.drafts = desk.app, (before, after)
        self.found = comparing.compare(before, after)
        self.cells = comparing.ordered(self.found)
        self.shown: Cell | None = None  # of the map after
        self.form = Form(self.app, "next")
        self.pictures: list[tuple[pygame.Surface, pygame.Rect, int]] = []

    def layout(self) -> None:
        """Place what is seen: two pictures over lines of words over buttons."""
        look, (wide, high) = self.app.look, self.app.size
        pad, top, below = look.px(20), look.px(84), look.px(150)
        room = (wide - 3 * pad) // 2, high - top - below
        self.pictures = []
        for number, draft in enumerate(self.drafts):
            across, down = draft.grid.extent_px(1)
            size = max(4, int(min(room[0] / across, room[1] / down, 64)))
            image = map_images.draw(draft.board(), map_images.ImageOptions(size, secrets=True))
            self._frame(image, draft, size)
            place = image.get_rect(topleft=(pad + number * (room[0] + pad), top))
            self.pictures.append((image, place, size))
        button = pygame.Rect(pad, high - look.px(54), look.px(190), look.px(38))
        self.form.put(
            [
                Button("next", button, "Next difference", self._next, kind="primary", enabled=bool(self.cells)),
                Button("back", button.move(look.px(202), 0), "Back", Pop, hint=self.app.key("cancel")),
            ]
        )

    def _frame(self, image: pygame.Surface, draft: Draft, size: int) -> None:
        after, mask = self.drafts[1].grid, 0
        for cell in self.cells:
            col, row = after.xy(cell)
            mask |= 1 << draft.grid.at(col, row) if draft.grid.inside(col, row) else 0
        for color, width in (((20, 16, 12), 4), (self.app.look.palette.focus, 2)):
            for start, end in rim(draft.grid, mask, size):
                pygame.draw.line(image, color, start, end, width)

    def _next(self) -> Reply:
        at = self.cells.index(self.shown) + 1 if self.shown in self.cells else 0
        self.shown = self.cells[at % len(self.cells)]
        return None

    def _under(self, place: tuple[int, int]) -> Cell | None:
        """The cell of the map after that has the column and row of what is under a place of the window."""
        for draft, (_, rect, size) in zip(self.drafts, self.pictures, strict=True):
            if rect.collidepoint(place):
                cell = draft.grid.cell_at_px(place[0] - rect.x, place[1] - rect.y, size)
                after = self.drafts[1].grid
                if cell is not None and after.inside(*draft.grid.xy(cell)):
                    return after.at(*draft.grid.xy(cell))
        return None

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: the pointer tells; Esc closes."""
        if command == "cancel":
            return Pop()
        if event.type == pygame.MOUSEMOTION:
            found = self._under(event.pos)
            self.shown = self.shown if found is None else found
        return self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw both pictures with the shown cell, and the words."""
        look, p = self.app.look, self.app.look.palette
        page.ground(surface, self.app, "Before and after")
        told = []
        for draft, (image, rect, size) in zip(self.drafts, self.pictures, strict=True):
            surface.blit(image, rect)
            cell = self._same(draft)
            if cell is not None:
                points = [(x + rect.x, y + rect.y) for x, y in draft.grid.polygon_px(cell, size)]
                pygame.draw.polygon(surface, p.back, points, 5)
                pygame.draw.polygon(surface, p.info, points, 3)
            told.append("" if cell is None else f"{draft.grid.name(cell)}: {comparing.told(draft, cell)}")
        size = look.size("body")
        y = self.app.size[1] - look.px(142)
        for words, (_, rect, _) in zip(told, self.pictures, strict=True):
            text.draw(surface, words, (rect.x, y), size, p.text, room=self.app.size[0] // 2 - look.px(30))
        lines = "; ".join(comparing.summary(self.found))
        text.draw(surface, lines, (look.px(20), y + look.px(34)), size, p.accent, room=self.app.size[0] - look.px(40))
        self.form.draw(surface)
        self.form.draw_tip(surface)

    def _same(self, draft: Draft) -> Cell | None:
        if self.shown is None:
            return None
        col, row = self.drafts[1].grid.xy(self.shown)
        return draft.grid.at(col, row) if draft.grid.inside(col, row) else None
