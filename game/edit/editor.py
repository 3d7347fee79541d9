"""One open map: its history, selection, symmetry, clipboard, file and autosave. What a screen or a script talks to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from game.data.faults import Fault
from game.edit import clip as clips
from game.edit import files, trials
from game.edit.checks import validate
from game.edit.clip import Clip
from game.edit.content import LAYERS
from game.edit.draft import Draft, blank
from game.edit.files import Found, Keeper
from game.edit.generators.growing import generate
from game.edit.history import History
from game.edit.issues import Issue
from game.edit.mirroring import spread
from game.edit.reshape import Reshaped
from game.edit.shapes import Join, join
from game.edit.sizes import size_in
from game.edit.symmetry import Symmetry, images_of
from game.grid.grid import Cell, CellSet, Kind
from game.map.notes import Recipe
from game.map.scenario import Scenario, quick
from game.rules.ruleset import Ruleset

Operation = Callable[[Draft], Draft]
"""A change of a draft, such as `lambda draft: paint.terrain(draft, mask, "forest")`."""


class Editor:
    """A map on the table. Every change goes through `do`; nothing else ever changes the draft.

    `path` is the file, None for a new map; `faults` is what was wrong with it when it was read; `ruleset` is whose
    units and sizes the checks use, None for none.
    """

    def __init__(self, draft: Draft, path: Path | None = None, *, ruleset: Ruleset | None = None) -> None:
        self.history = History(draft)
        self.path, self.ruleset = path, ruleset
        self.faults: tuple[Fault, ...] = ()
        self.selection: CellSet = 0
        self.symmetry = Symmetry()
        self.clip: Clip | None = None
        self.keeper: Keeper | None = None
        self._checked: tuple[Draft, Ruleset | None, tuple[Issue, ...]] | None = None
        self._strokes = 0

    @classmethod
    def new(cls, kind: Kind, width: int, height: int, *, name: str = "Untitled", terrain: str = "grass") -> Editor:
        """A blank map; ValueError for a size below 1."""
        return cls(blank(kind, width, height, terrain=terrain, name=name))

    @classmethod
    def open(cls, path: Path) -> Editor:
        """A map's file; SheetError if it cannot be understood."""
        draft, faults = files.load(path)
        editor = cls(draft, path)
        editor.faults = faults
        return editor

    @classmethod
    def recover(cls, found: Found) -> Editor:
        """What a crash left behind, unsaved; SheetError if it cannot be understood."""
        editor = cls(found.draft(), Path(found.rescue.file) if found.rescue.file else None)
        editor.history.mark_unsaved()
        return editor

    @property
    def draft(self) -> Draft:
        """The map now."""
        return self.history.draft

    # Changing

    def do(self, title: str, operation: Operation, stroke: str = "", *, base: Draft | None = None) -> bool:
        """Change the map, its images under the symmetry too; False if nothing changed.

        What the operation raises passes through, with nothing changed. Operations of one `stroke` (see `stroke`)
        make one line of the undo list. One that goes on from `base`, the map before the stroke, takes the place of
        what the stroke did until then.
        """
        before = self.draft if base is None else base
        after = operation(before)
        if after is not before:
            after = spread(before, after, self.symmetry, size_in(self.ruleset))
        return self._take(title, after, stroke)

    def stroke(self) -> str:
        """A new name for a stroke; pass it to every `do` from pressing the button to letting it go."""
        self.history.end()
        self._strokes += 1
        return f"stroke {self._strokes}"

    def reshape(self, title: str, operation: Callable[[Draft], Reshaped]) -> tuple[str, ...]:
        """Resize, crop, turn, mirror or convert the whole map; what the mapmaker should know about it."""
        found = operation(self.draft)
        self._take(title, found.draft)
        return found.notes

    def generate(self, recipe: Recipe) -> bool:
        """Draw the selection anew by a recipe, or the whole map if nothing is selected."""
        return self._take("Generate", generate(self.draft, recipe, self.selection))

    def replace(self, title: str, draft: Draft) -> bool:
        """Another map in place of this one, as one command: imports."""
        return self._take(title, draft)

    def mend(self, issue: Issue) -> bool:
        """Apply an issue's fix; False if it has none."""
        return issue.mend is not None and self._take(issue.fix, issue.mend(self.draft))

    def _take(self, title: str, draft: Draft, stroke: str = "") -> bool:
        grid = self.draft.grid
        done = self.history.do(title, draft, stroke)
        self._settle(grid)
        if done and self.keeper:
            self.keeper.note(self.history)
        return done

    def _settle(self, grid: object) -> None:
        """Cells of another grid mean nothing here."""
        if self.draft.grid is not grid:
            self.selection = 0
            try:
                images_of(self.draft.grid, self.symmetry)
            except ValueError:
                self.symmetry = Symmetry()

    # Undo

    def undo(self) -> bool:
        """Take the last command back; False if there is none."""
        return self.go(self.history.at - 1)

    def redo(self) -> bool:
        """Do once more what was undone; False if there is nothing."""
        return self.go(self.history.at + 1)

    def go(self, at: int) -> bool:
        """To the state after a line of the undo list."""
        grid = self.draft.grid
        done = self.history.go(at)
        self._settle(grid)
        if done and self.keeper:
            self.keeper.note(self.history)
        return done

    # Selection and clipboard

    def select(self, mask: CellSet, how: Join = "replace") -> None:
        """Choose cells; no command of its own."""
        self.selection = join(self.selection, mask & self.draft.grid.everywhere, how)

    def within(self, mask: CellSet) -> CellSet:
        """The part of some cells that may be painted: that inside the selection, all of it without one."""
        return mask & self.selection if self.selection else mask

    def copy(self, layers: Collection[str] = LAYERS) -> bool:
        """Take a copy of the selection; False if nothing is selected."""
        if self.selection:
            self.clip = clips.copy(self.draft, self.selection, layers)
        return bool(self.selection)

    def cut(self, layers: Collection[str] = LAYERS) -> bool:
        """Take the selection out of the map; False if nothing is selected."""
        if not self.selection:
            return False
        mask = self.selection
        self.copy(layers)
        self.do("Cut", lambda draft: clips.cut(draft, mask, layers)[1])
        return True

    def paste(self, at: Cell, *, only_empty: bool = False, layers: Collection[str] = LAYERS) -> bool:
        """Put the clipboard down with its anchor at a cell; ValueError if it is of the other kind of grid."""
        clip = self.clip
        if clip is None:
            return False
        return self.do("Paste", lambda draft: clips.paste(draft, clip, at, only_empty=only_empty, layers=layers))

    # Checks and test-play

    def issues(self) -> tuple[Issue, ...]:
        """What is wrong with the map now; kept until it changes. Quick enough to be asked after each stroke."""
        if self._checked is None or self._checked[0] is not self.draft or self._checked[1] is not self.ruleset:
            self._checked = (self.draft, self.ruleset, validate(self.draft, self.ruleset, thorough=False))
        return self._checked[2]

    def trial(
        self,
        ruleset: str,
        controllers: Sequence[str] | Mapping[str, str] = (),
        seed: int | str = 0,
        armies: Sequence[str] = (),
    ) -> Scenario:
        """A skirmish on the map as it is, to test it, with other `armies` (see `trials`) if they are given.

        SheetError or ValueError tell why it cannot begin.
        """
        draft = trials.with_armies(trials.playable(self.draft), armies) if armies else self.draft
        return quick(draft.strict_board(), ruleset, controllers, seed)

    # Files

    def save(self, path: Path | None = None) -> Path:
        """Write the map to its file, or to another that becomes its file; SaveError tells why it cannot be done."""
        path = path or self.path
        if path is None:
            raise files.SaveError("a new map needs a file to be saved in")
        files.save(self.draft, path)
        moved, self.path = path != self.path, path
        self.history.mark_saved()
        if self.keeper:
            self.keeper.forget()
            if moved:
                self.keeper = Keeper(path, self.keeper.folder, self.keeper.every)
        return path

    def keep(self, folder: Path | None = None, every: int = files.EVERY) -> None:
        """Save the map by itself from now on, every so many commands."""
        self.keeper = Keeper(self.path, folder, every)

    def close(self) -> None:
        """The map is closed on purpose: no autosave stays."""
        if self.keeper:
            self.keeper.forget()
            self.keeper = None
