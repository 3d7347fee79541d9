"""Forms for the map as a whole: new, words, size, turning, converting, generating, backups."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import localtime, strftime
from typing import TYPE_CHECKING, get_args

import pygame

from game.board import RIM_SIDES, kinds
from game.edit import files, scenery
from game.edit import reshape as shaping
from game.edit.convert import convert
from game.edit.draft import Draft
from game.edit.editor import Editor
from game.edit.generators.catalogue import GENERATORS, find_generator
from game.edit.generators.growing import generate as grown
from game.edit.mirroring import symmetrise
from game.edit.reshape import Corner, Reshaped
from game.edit.symmetry import TITLES, WAYS
from game.grid.grid import Kind
from game.map_file import MAX_SIZE
from game.map_notes import Recipe
from game.sheets import SheetError
from game.ui import thumbnail
from game.ui.editing import filing
from game.ui.editing.dialog import Dialog
from game.ui.page import Line
from game.ui.picker import Picker
from game.ui.rows import RowSpec
from game.ui.screen import Pop, Push, Reply

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing

_KINDS: list[tuple[object, str]] = [("square", "Squares"), ("hex", "Hexes")]
_ANCHORS: list[tuple[object, str]] = [
    ("nw", "Top left"), ("n", "Top"), ("ne", "Top right"), ("w", "Left"), ("c", "Middle"), ("e", "Right"),
    ("sw", "Bottom left"), ("s", "Bottom"), ("se", "Bottom right"),
]  # fmt: skip


def _terrains() -> list[tuple[object, str]]:
    return [(name, kind.title) for name, kind in kinds().terrain.items()]


def picture_of(desk: Editing, draft: Draft, room: tuple[int, int]) -> pygame.Surface:
    """A small picture of a draft."""
    return thumbnail.picture(draft.board(), (room[0] // 2, room[1]), desk.app.look.palette.key)


# New map, words


def new_map(desk: Editing) -> Reply:
    """Kind of grid, size and ground of a new map."""

    def ok() -> Reply:
        width, height = form.number("width", 1, MAX_SIZE), form.number("height", 1, MAX_SIZE)
        kind: Kind = "hex" if form.values["kind"] == "hex" else "square"
        editor = Editor.new(kind, width, height, name=form.word("name") or "Untitled", terrain=form.word("terrain"))
        desk.app.go(Pop())
        filing.change(desk, editor)
        return None

    def rows(form: Dialog) -> list[RowSpec]:
        return [
            form.entry("name", "Name"),
            form.choice("kind", "Cells", _KINDS),
            form.entry("width", "Columns", f"1 to {MAX_SIZE}"),
            form.entry("height", "Rows", f"1 to {MAX_SIZE}"),
            form.choice("terrain", "Ground", _terrains()),
        ]

    values: dict[str, object] = {
        "name": "Untitled",
        "kind": "square",
        "width": "30",
        "height": "20",
        "terrain": "grass",
    }
    form = Dialog(desk.app, "New map", rows, ok, values=values)
    return filing.unless_unsaved(desk, lambda: Push(form))


def words(desk: Editing) -> Reply:
    """Name, author, description, tags, rounds, closed sides."""
    draft = desk.editor.draft
    values: dict[str, object] = {
        "name": draft.name, "author": draft.author, "description": draft.description, "tags": ", ".join(draft.tags),
        "rounds": str(draft.round_limit), **{f"rim_{side}": side in draft.rim for side in RIM_SIDES},
    }  # fmt: skip

    def ok() -> Reply:
        fields = {
            "name": form.word("name"), "author": form.word("author"), "description": form.word("description"),
            "tags": tuple(tag.strip() for tag in form.word("tags").split(",") if tag.strip()),
            "round_limit": form.number("rounds", 1, 1000),
        }  # fmt: skip

        def change(draft: Draft) -> Draft:
            draft = scenery.describe(draft, **fields)
            for side in RIM_SIDES:
                draft = scenery.close_side(draft, side, closed=bool(form.values[f"rim_{side}"]))
            return draft

        desk.do(("Words about the map", change))
        return Pop()

    def rows(form: Dialog) -> list[RowSpec]:
        sides = {"n": "Top", "e": "Right", "s": "Bottom", "w": "Left"}
        return [
            form.entry("name", "Name"),
            form.entry("author", "Author"),
            form.entry("description", "Description"),
            form.entry("tags", "Tags", "Divided by commas"),
            form.entry("rounds", "Rounds at most"),
            *(
                form.choice(f"rim_{side}", f"{sides[side]} side", [(False, "Open"), (True, "Walled")])
                for side in RIM_SIDES
            ),
        ]

    form = Dialog(desk.app, "Words about the map", rows, ok, values=values, width=720)
    return Push(form)


# Size and shape


Work = Callable[[Dialog], Reshaped]


class _Tried:
    """The outcome for what is filled in now; asked for by remarks and preview, worked out once."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self._of: object = None
        self._found: Reshaped | str = ""

    def found(self, form: Dialog) -> Reshaped | str:
        """The outcome, or why there is none."""
        now = tuple(form.values.items())
        if now != self._of:
            self._of = now
            try:
                self._found = self.work(form)
            except (ValueError, LookupError) as problem:
                self._found = str(problem)
        return self._found

    def lines(self, form: Dialog) -> list[Line]:
        """What it would do, in words."""
        found = self.found(form)
        if isinstance(found, str):
            return [Line(found)]
        after = found.draft
        size = f"{after.width} × {after.height} {'hexes' if after.kind == 'hex' else 'squares'}"
        return [Line(size), *(Line(note, "dim") for note in found.notes)]

    def picture(self, desk: Editing, form: Dialog, room: tuple[int, int]) -> pygame.Surface | None:
        """What it would look like."""
        found = self.found(form)
        return None if isinstance(found, str) else picture_of(desk, found.draft, room)


def _shaping(
    desk: Editing, title: str, rows: Callable[[Dialog], list[RowSpec]], values: dict[str, object], work: Work
) -> Reply:
    """A form whose outcome is shown before it is done."""
    tried = _Tried(work)

    def ok() -> Reply:
        found = tried.found(form)
        if isinstance(found, str):
            raise ValueError(found)
        desk.editor.reshape(title, lambda draft: found)
        desk.changed()
        desk.pane.camera.fit()
        if found.notes:
            desk.app.say(" ".join(found.notes[:3]))
        return Pop()

    def picture(form: Dialog, room: tuple[int, int]) -> pygame.Surface | None:
        return tried.picture(desk, form, room)

    form = Dialog(desk.app, title, rows, ok, values=values, notes=tried.lines, preview=picture, width=720)
    return Push(form)


def resize(desk: Editing) -> Reply:
    """Columns and rows, and which part stays."""
    draft = desk.editor.draft
    values: dict[str, object] = {
        "width": str(draft.width), "height": str(draft.height), "corner": "nw", "terrain": "grass"
    }  # fmt: skip

    def work(form: Dialog) -> Reshaped:
        width, height = form.number("width", 1, MAX_SIZE), form.number("height", 1, MAX_SIZE)
        corner = next(each for each in get_args(Corner) if each == form.values["corner"])
        return shaping.resize(draft, width, height, corner, form.word("terrain"))

    def rows(form: Dialog) -> list[RowSpec]:
        return [
            form.entry("width", "Columns"),
            form.entry("height", "Rows"),
            form.choice("corner", "What stays", _ANCHORS),
            form.choice("terrain", "New ground", _terrains()),
        ]

    return _shaping(desk, "Resize", rows, values, work)


def crop(desk: Editing) -> Reply:
    """Only the rectangle about the selection."""
    draft, mask = desk.editor.draft, desk.editor.selection
    if not mask:
        desk.app.say("Select some cells first.")
        return None
    return _shaping(desk, "Crop", lambda form: [], {}, lambda form: shaping.crop(draft, mask))


def reshape(desk: Editing) -> Reply:
    """The whole map turned, mirrored, or on the other kind of grid."""
    draft = desk.editor.draft
    other: Kind = "square" if draft.kind == "hex" else "hex"
    degrees = 60 if draft.kind == "hex" else 90
    ways: list[tuple[object, str]] = [(n, f"Turn by {n * degrees}°") for n in range(1, 360 // degrees)]
    ways += [("horizontal", "Mirror left and right"), ("vertical", "Mirror top and bottom")]
    ways.append((other, f"Convert to {'hexes' if other == 'hex' else 'squares'}"))

    def work(form: Dialog) -> Reshaped:
        way = form.values["way"]
        if isinstance(way, int):
            return shaping.turn(draft, way, form.word("terrain"))
        if way == "horizontal" or way == "vertical":
            return shaping.flip(draft, "horizontal" if way == "horizontal" else "vertical", form.word("terrain"))
        return convert(draft, other)

    def rows(form: Dialog) -> list[RowSpec]:
        return [
            form.choice("way", "What", ways),
            form.choice("terrain", "Ground of the corners", _terrains()),
        ]

    return _shaping(desk, "Turn, mirror, convert", rows, {"way": 1, "terrain": "grass"}, work)


def make_symmetric(desk: Editing) -> Reply:
    """The whole map made to follow one part of it."""
    symmetry, sizes = desk.editor.symmetry, desk.sizes
    desk.editor.replace("Make symmetric", symmetrise(desk.editor.draft, symmetry, sizes))
    desk.changed()
    return None


# Generating


def generate(desk: Editing) -> Reply:
    """A kind of ground with its numbers and seed, for the selection or the whole map."""
    draft, mask = desk.editor.draft, desk.editor.selection
    last = draft.recipes[-1] if draft.recipes else None
    values: dict[str, object] = {
        "kind": last.kind if last else "open",
        "seed": str(last.seed) if last else "1",
        "symmetry": (last.symmetry if last else "") or "none",
    }

    def recipe(form: Dialog) -> Recipe:
        generator = find_generator(form.word("kind"))
        numbers = {
            each.name: form.number(f"{generator.name}.{each.name}", each.low, each.high) for each in generator.numbers
        }
        seed = form.word("seed")
        symmetry = form.word("symmetry")
        return Recipe(
            generator.name,
            int(seed) if seed.isdecimal() and len(seed) < 16 else seed,
            dict(numbers),
            "" if symmetry == "none" else symmetry,
        )

    def work(form: Dialog) -> Reshaped:
        return Reshaped(grown(draft, recipe(form), mask))

    def ok() -> Reply:
        desk.editor.generate(recipe(form))
        desk.changed()
        return Pop()

    def another() -> Reply:
        seed = form.word("seed")
        return form.set("seed", str(int(seed) + 1 if seed.isdecimal() else 1), anew=True)

    def rows(form: Dialog) -> list[RowSpec]:
        generator = find_generator(form.word("kind"))
        known = last.parameters if last and last.kind == generator.name else {}
        for each in generator.numbers:
            form.values.setdefault(f"{generator.name}.{each.name}", str(known.get(each.name, each.default)))
        return [
            form.choice("kind", "Ground", [(each.name, each.title) for each in GENERATORS], anew=True),
            form.entry("seed", "Seed", "A number or a word"),
            form.choice("symmetry", "Symmetry", [(way, TITLES[way]) for way in WAYS[draft.kind]]),
            *(
                form.entry(f"{generator.name}.{each.name}", each.title, f"{each.low} to {each.high}")
                for each in generator.numbers
            ),
        ]

    tried = _Tried(work)

    def picture(form: Dialog, room: tuple[int, int]) -> pygame.Surface | None:
        return tried.picture(desk, form, room)

    title = f"Generate: {mask.bit_count()} selected cells" if mask else "Generate: the whole map"
    form = Dialog(
        desk.app, title, rows, ok, values=values, notes=tried.lines, preview=picture, width=720,
        more=[("Next seed", another)], label="Generate",
    )  # fmt: skip
    return Push(form)


# Backups


def backups(desk: Editing) -> Reply:
    """Open one of the states that were saved before; saving it puts it in the file's place."""
    path = desk.editor.path
    found: list[Path] = files.backups(path) if path else []
    if not found:
        desk.app.say("There are no backups of this map yet.")
        return None

    def take(at: int) -> Reply:
        try:
            draft, _ = files.load(found[at])
        except (SheetError, OSError, ValueError) as problem:
            return Push(filing.unreadable(desk.app, found[at], problem))
        desk.editor.replace(f"Back to {found[at].name}", draft)
        desk.changed()
        return None

    lines = [(file.name, strftime("%Y-%m-%d %H:%M", localtime(file.stat().st_mtime))) for file in found]
    return Push(Picker(desk.app, "Backups", lines, take))
