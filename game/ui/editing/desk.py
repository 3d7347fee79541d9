"""The map editor as its tools, panels and forms know it: the open map, what is in hand, and what is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import msgspec
import pygame
from msgspec import Struct

from game.data import paths
from game.edit import clip as clips
from game.edit import places
from game.edit.draft import Draft
from game.edit.editor import Editor
from game.edit.issues import Issue
from game.edit.sizes import Bodies, body_in
from game.formats.canvas import LIKELY
from game.grid.grid import Cell, EdgeId
from game.rules.ruleset import Ruleset
from game.ui.board import backdrops
from game.ui.board.ground import GroundLook
from game.ui.editing.doubts import doubts
from game.ui.editing.layer_edits import LayerEdit, kept_inside
from game.ui.editing.map_pane import MapPane
from game.ui.editing.stroke import Mods, Place, Stroke
from game.ui.editing.toolbox import Toolbox
from game.ui.kit.picture_cache import PictureCache
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import Spot
from game.ui.kit.window import App


class Areas(Struct, frozen=True):
    """The rectangles into which the window is divided."""

    top: pygame.Rect
    tools: pygame.Rect
    map: pygame.Rect
    side: pygame.Rect
    status: pygame.Rect


class Desk:
    """One open map: what is in hand, what is looked at, and how the window is divided.

    `command` does a command of the editor by its name; `form` opens one of its forms by name, with whatever it needs.
    """

    def __init__(
        self,
        app: App,
        editor: Editor,
        ruleset: Ruleset | None,
        command: Callable[[Desk, str], Reply],
        form: Callable[..., Reply],
    ) -> None:
        self.app, self.toolbox = app, Toolbox(blend=app.prefs.blend)
        self._command, self._form = command, form
        self.painted = PictureCache(24)
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
        self.since = 0.0  # seconds since the last change
        self.ticks = 0
        self.issues: tuple[Issue, ...] = ()
        self.checked: object = None
        self.bodies: Bodies = body_in(None)
        self.areas = self._divide()
        self.editor: Editor = editor
        self.open(editor, ruleset)

    # The map

    def open(self, editor: Editor, ruleset: Ruleset | None = None) -> None:
        """Show the editor's map in place of the one before, checked by `ruleset` or else by the editor's own rules."""
        self.editor = editor
        editor.ruleset = ruleset or editor.ruleset
        self.bodies = body_in(editor.ruleset)
        if editor.keeper is None:
            editor.keep()
        self.pane = MapPane(self.areas.map, editor.draft, still=self.app.prefs.still)
        self.let_go()
        self.place = self.last_place = self.cursor = None
        self.checked, self.issues, self.shown_issue = None, (), None
        self.doubtful = {}
        self.toolbox.drop_missing(editor.draft)
        self.changed()

    def changed(self) -> None:
        """Follow a change of the map: the picture, the cursor, what is in hand, the panels."""
        draft = self.editor.draft
        self.cropping = False
        if self.pane.show(draft):
            self.cursor = self.place = self.last_place = None
            self.doubtful = {}
        self.toolbox.drop_missing(draft)
        self.shown_issue = None if self.shown_issue not in self.issues else self.shown_issue
        self.since = 0.0
        if self.stroke is None:  # the panels follow when the tool is let go
            self.serial += 1

    def do(self, laid: LayerEdit | None, stroke: str = "", base: Draft | None = None) -> bool:
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
        self.bodies = body_in(ruleset)
        self.checked = None
        self.changed()

    def check(self) -> None:
        """Check the map now; `issues` are the findings."""
        draft = self.editor.draft
        self.issues = (*self.editor.issues(), *doubts(draft, self.doubtful))
        self.checked = draft
        self.shown_issue = None
        self.serial += 1

    def doubt(self, confidence: Mapping[EdgeId, int]) -> None:
        """The check tells from now on which edges of an imported map are doubtful."""
        self.doubtful = {edge: sure for edge, sure in confidence.items() if sure < LIKELY}
        self.checked = None
        self.changed()

    # What tools and panels ask for

    def command(self, name: str) -> Reply:
        """Do the command of that name, and what the screen has to do then."""
        return self._command(self, name)

    def open_form(self, name: str, *more: object) -> Reply:
        """What the screen has to do to open the form of that name; `more` is handed to the form."""
        return self._form(self, name, *more)

    def let_go(self) -> None:
        """A stroke ends in the middle, because something else comes into the hand; what it did stays."""
        stroke, self.stroke = self.stroke, None
        if stroke is not None and stroke.second:
            self.toolbox.swap()

    def paste(self, cell: Cell) -> None:
        """Put the clipboard down with its corner on a cell; says why not if it cannot lie there."""
        try:
            self.editor.paste(cell, only_empty=self.toolbox.only_empty)
        except ValueError as problem:
            self.app.say(f"{str(problem)[:1].upper()}{str(problem)[1:]}.")
        self.changed()

    def turn_clip(self, steps: int) -> None:
        """Turn the clipboard clockwise by so many steps; nothing happens without one."""
        if self.editor.clip is not None:
            self.editor.clip = clips.turn(self.editor.clip, steps)
            self.serial += 1

    def set_label(self, cell: Cell, words: str) -> None:
        """Words at a cell, none to take those there away."""
        title = f"Label “{words}”" if words else "Erase label"
        self.do((title, partial(places.label, cell=cell, text=words)))

    def jump(self, issue: Issue) -> None:
        """Bring the place of a finding to the middle of the view and mark it."""
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
        """Divide the window anew and fit the map into its part."""
        before = self.areas.map.size
        self.areas = self._divide()
        self.painted.forget()
        self.pane.camera.resize(self.areas.map)
        self.pane.camera.still = self.app.prefs.still
        if before != self.areas.map.size and self.pane.camera.fitted:
            self.pane.camera.fit()
        self.serial += 1

    def ground_look(self) -> GroundLook:
        """How the ground is to be painted: grid, words, zones, and the picture under it."""
        view, backdrop = self.view, self.editor.draft.backdrop
        if backdrop is not None:
            backdrop = msgspec.structs.replace(backdrop, opacity=backdrop.opacity * self.clearness // 2)
        under = backdrops.find(backdrop, [self.folder]) if self.clearness else None
        palette = self.app.look.palette
        soft = self.app.prefs.soft
        return GroundLook(view["grid"], view["coordinates"], view["zones"], True, palette, under=under, soft=soft)

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

    @property
    def folder(self) -> Path:
        """Where the map's file is, or will be: pictures that belong to it lie there."""
        path = self.editor.path
        return path.parent if path is not None and not ships(path) else paths.user_data() / "maps"

    def title(self) -> str:
        """The map's name with a star while it is not saved."""
        name = self.editor.path.name if self.editor.path else "new map"
        return f"{self.editor.draft.name} ({name}){' *' if self.editor.history.unsaved else ''}"


def ships(path: Path) -> bool:
    """Whether a file came with the game, and is nobody's own."""
    return paths.data("maps") in path.parents
