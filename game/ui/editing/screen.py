"""The map editor's screen: the map in the middle, tools at the left, what to paint with at the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import msgspec
import pygame
from msgspec import Struct

from game.edit import clip as clips
from game.edit import places
from game.edit.draft import Draft
from game.edit.editor import Editor
from game.edit.issues import Issue
from game.edit.sizes import Sizes, size_in
from game.formats.canvas import LIKELY
from game.grid.grid import Cell, EdgeId
from game.rules.ruleset import Ruleset
from game.ui.app import App
from game.ui.board import backdrops
from game.ui.board.ground import GroundLook
from game.ui.editing import checking, drawing, input, map_files, tools
from game.ui.editing.layer_edits import Laid, kept_inside
from game.ui.editing.map_pane import MapPane
from game.ui.editing.toolbox import Kit
from game.ui.editing.tools import Mods, Place, Stroke
from game.ui.kit import skin
from game.ui.kit.picture_cache import Kept
from game.ui.kit.screen import Push, Reply
from game.ui.kit.text_column import Spot

_IDLE = 0.25  # seconds without a change until the map is checked
_PAUSE = 0.05  # seconds without a change until it is painted well
_SELDOM = 6  # ticks until a part of it is painted well all the same


class Areas(Struct, frozen=True):
    """Parts of the window."""

    top: pygame.Rect
    tools: pygame.Rect
    map: pygame.Rect
    side: pygame.Rect
    status: pygame.Rect


class Editing:
    """One open map on the screen."""

    scope = "edit"

    def __init__(self, app: App, editor: Editor, ruleset: Ruleset | None = None) -> None:
        self.app, self.kit = app, Kit(blend=app.prefs.blend)
        self.painted = Kept(24)
        self.tab = "paint"
        self.offset = 0  # pixels of the side panel that are scrolled away
        self.height = 0  # pixels of the side panel in all
        self.spots: list[Spot] = []
        self.pointer = (-1, -1)
        self.mods = Mods()
        self.cursor: Cell | None = None
        self.way = "e"  # where the cursor went last: the border that the keyboard means
        self.place: Place | None = None
        self.last_place: Place | None = None
        self.stroke: Stroke | None = None
        self.panning = False
        self.cropping = False  # whether the map shows what cropping would leave
        self.view = {"grid": True, "coordinates": False, "zones": True}
        self.clearness = 2  # of the picture under the map while it is edited: 2 as it is set, 1 half of that, 0 hidden
        self.shown_issue: Issue | None = None
        self.issue_at = 0  # the finding that comes next
        self.doubtful: dict[EdgeId, int] = {}  # edges that were guessed from a file of others, and how sure they are
        self.trial: dict[str, object] = {}  # what was chosen for the last test-play
        self.first: Callable[[], Reply] | None = None  # what is done as soon as the screen is up
        self.serial = 0  # counts whatever the panels show
        self._since = 0.0  # seconds since the last change
        self._ticks = 0
        self.issues: tuple[Issue, ...] = ()
        self._checked: object = None
        self.sizes: Sizes = size_in(None)
        self.areas = self._divide()
        self.editor: Editor = editor
        self.open(editor, ruleset)

    # The map

    def open(self, editor: Editor, ruleset: Ruleset | None = None) -> None:
        """Put a map on the table."""
        self.editor = editor
        editor.ruleset = ruleset or editor.ruleset
        self.sizes = size_in(editor.ruleset)
        if editor.keeper is None:
            editor.keep()
        self.pane = MapPane(self.areas.map, editor.draft, still=self.app.prefs.still)
        tools.forget(self)
        self.place = self.last_place = self.cursor = None
        self._checked, self.issues, self.shown_issue = None, (), None
        self.doubtful = {}
        self.kit.sound(editor.draft)
        self.changed()

    def changed(self) -> None:
        """Show what the map is now."""
        draft = self.editor.draft
        self.cropping = False
        if self.pane.show(draft):
            self.cursor = self.place = self.last_place = None
            self.doubtful = {}
        self.kit.sound(draft)
        self.shown_issue = None if self.shown_issue not in self.issues else self.shown_issue
        self._since = 0.0
        if self.stroke is None:  # the panels follow when the tool is let go
            self.serial += 1

    def do(self, laid: Laid | None, stroke: str = "", base: Draft | None = None) -> bool:
        """Change the map, or `base` in its place; what cannot be done is said and leaves everything as it is."""
        if laid is None:
            return False
        title, operation = laid
        chosen = self.editor.selection
        if chosen:
            operation = kept_inside(operation, chosen, self.editor.draft.grid)
        try:
            done = self.editor.do(title, operation, stroke, base=base)
        except (ValueError, LookupError) as problem:
            self.app.say(str(problem))
            return False
        except OSError as problem:
            self.app.say(f"The map could not be saved by itself: {problem}")
            done = True
        self.changed()
        return done

    def take_ruleset(self, ruleset: Ruleset | None) -> None:
        """Check the map, and measure its units, by other rules."""
        self.editor.ruleset = ruleset
        self.sizes = size_in(ruleset)
        self._checked = None
        self.changed()

    def check(self) -> None:
        """Ask the validator."""
        draft = self.editor.draft
        self.issues = (*self.editor.issues(), *checking.doubts(draft, self.doubtful))
        self._checked = draft
        self.shown_issue = None
        self.serial += 1

    def doubt(self, confidence: Mapping[EdgeId, int]) -> None:
        """The check tells from now on which edges of an imported map are doubtful."""
        self.doubtful = {edge: sure for edge, sure in confidence.items() if sure < LIKELY}
        self._checked = None
        self.changed()

    # Deeds that tools ask for

    def paste(self, cell: Cell) -> None:
        """Put the clipboard down."""
        try:
            self.editor.paste(cell, only_empty=self.kit.only_empty)
        except ValueError as problem:
            self.app.say(f"{str(problem)[:1].upper()}{str(problem)[1:]}.")
        self.changed()

    def turn_clip(self, steps: int) -> None:
        """Turn the clipboard."""
        if self.editor.clip is not None:
            self.editor.clip = clips.turn(self.editor.clip, steps)
            self.serial += 1

    def ask_label(self, cell: Cell) -> None:
        """Ask for words at a cell."""
        from game.ui.editing.zone_form import label_form

        self.app.go(Push(label_form(self, cell)))

    def ask_comment(self, cell: Cell) -> None:
        """Ask for words to the other authors about a cell."""
        from game.ui.editing.zone_form import comment_form

        self.app.go(Push(comment_form(self, cell)))

    def ask_unit(self, cell: Cell) -> None:
        """Ask for all that is said of the unit on a cell."""
        from game.ui.editing.unit_form import unit

        self.app.go(unit(self, cell))

    def set_label(self, cell: Cell, words: str) -> None:
        """Words at a cell, none to take those there away."""
        title = f"Label “{words}”" if words else "Erase label"
        self.do((title, partial(places.label, cell=cell, text=words)))

    def jump(self, issue: Issue) -> None:
        """Show where something is wrong."""
        self.shown_issue = issue
        cells = issue.cells
        if not cells and issue.edges:
            found = self.editor.draft.grid.edge_cells(issue.edges[0])
            cells = next(1 << cell for cell in found if cell is not None)
        if cells:
            self.pane.camera.centre_on((cells & -cells).bit_length() - 1)
        self.serial += 1

    # The screen

    def _divide(self) -> Areas:
        look, (wide, high) = self.app.look, self.app.size
        top, status = look.px(44), look.px(26)
        strip = -(-look.px(84) // 16) * 16  # copying is faster from even addresses
        side = min(look.px(290), wide * 2 // 5)
        body = high - top - status
        return Areas(
            pygame.Rect(0, 0, wide, top),
            pygame.Rect(0, top, strip, body),
            pygame.Rect(strip, top, wide - strip - side, body),
            pygame.Rect(wide - side, top, side, body),
            pygame.Rect(0, high - status, wide, status),
        )

    def layout(self) -> None:
        """Divide the window."""
        before = self.areas.map.size
        self.areas = self._divide()
        self.painted.forget()
        self.pane.camera.resize(self.areas.map)
        self.pane.camera.still = self.app.prefs.still
        if before != self.areas.map.size and self.pane.camera.fitted:
            self.pane.camera.fit()
        self.serial += 1

    def ground_look(self) -> GroundLook:
        """What of the ground is shown."""
        view, backdrop = self.view, self.editor.draft.backdrop
        if backdrop is not None:
            backdrop = msgspec.structs.replace(backdrop, opacity=backdrop.opacity * self.clearness // 2)
        under = backdrops.find(backdrop, [map_files.folder_of(self)]) if self.clearness else None
        palette, soft = self.app.look.palette, self.app.prefs.soft
        return GroundLook(view["grid"], view["coordinates"], view["zones"], True, palette, under=under, soft=soft)

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """Keys and mouse."""
        return input.event(self, event, command)

    def update(self, seconds: float) -> Reply:
        """Glide, paint what is left to paint, check the map when nothing happens."""
        if self.first is not None:
            first, self.first = self.first, None
            return first()
        self.pane.camera.update(seconds)
        self._since += seconds
        self._ticks += 1
        if self._since >= _PAUSE or self._ticks % _SELDOM == 0:
            self.pane.mend(self.ground_look())
        if self._since >= _IDLE and self.stroke is None:
            self.pane.settle()
            if self._checked is not self.editor.draft:
                self.check()
                self.app.dirty = True
        return None

    def busy(self) -> bool:
        """Whether something is still to come."""
        pending = self.first is not None or (self._checked is not self.editor.draft and self.stroke is None)
        return (
            self.pane.camera.gliding or pending or self.pane.painting or (self.pane.unsettled and self.stroke is None)
        )

    def draw(self, surface: pygame.Surface) -> None:
        """The whole window."""
        drawing.draw(self, surface)
        spot = self.spot() if self.app.top is self else None  # nothing explains itself under another window
        if spot is not None and spot.tip:
            skin.tooltip(surface, self.app.look, spot.tip, self.pointer)

    def spot(self) -> Spot | None:
        """What is under the pointer in the panels."""
        return next((spot for spot in reversed(self.spots) if spot.rect.collidepoint(self.pointer)), None)

    def at(self, pos: tuple[int, int]) -> Place | None:
        """The place on the map under a screen pixel, None in the panels."""
        if not self.areas.map.collidepoint(pos) or (self.stroke is None and self.pane.minimap.covers(pos)):
            return None
        x, y = self.pane.camera.to_board(pos)
        size = self.pane.camera.size
        return Place((x + 0.5) / size, (y + 0.5) / size, self.pane.camera.cell_at(pos))

    def leave(self) -> None:
        """A stroke ends; what is not saved is kept safe, as this screen may not come back."""
        if self.stroke is not None:
            tools.release(self)
        self.rescue()

    def rescue(self) -> Path | None:
        """Save the map beside its file, if it is not saved."""
        keeper = self.editor.keeper
        try:
            saved = keeper is not None and keeper.save_now(self.editor.history)
        except OSError as problem:
            self.app.say(f"The map could not be saved by itself: {problem}")
            return None
        return keeper.slot if saved and keeper is not None else None

    def title(self) -> str:
        """The map's name with a star while it is not saved."""
        name = self.editor.path.name if self.editor.path else "new map"
        return f"{self.editor.draft.name} ({name}){' *' if self.editor.history.unsaved else ''}"
