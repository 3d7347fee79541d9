"""A map on the editor's screen, driven by pygame's events as hands would."""

from __future__ import annotations

import pygame

from game.edit.draft import units_of
from game.edit.editor import Editor
from game.grid.grid import bits, cells
from game.ui.editing import chips
from game.ui.editing.screen import EditorScreen
from game.ui.kit.screen import Push
from tests.ui.screens.stage import Stage

KEYS = {
    "brush": "b", "line": "l", "rectangle": "r", "hexagon": "h", "ellipse": "e", "fill": "f", "scatter": "s",
    "eraser": "x", "eyedropper": "i", "select": "m", "lasso": "o", "wand": "w", "paste": "v",
}  # fmt: skip
LAYERS = ("terrain", "elevation", "edges", "props", "zones", "units", "labels", "lights")


class Bench(Stage):
    """A blank map of 12 x 9 cells, or another."""

    def __init__(self, kind="square", width=12, height=9):
        super().__init__()
        self.title()
        self.desk = EditorScreen(self.app, Editor.new(kind, width, height))
        self.app.go(Push(self.desk))
        self.tick()

    @property
    def draft(self):
        return self.desk.editor.draft

    def take(self, layer, tool="brush"):
        """A layer and a tool by their keys."""
        self.letter(str(LAYERS.index(layer) + 1))
        self.letter(KEYS[tool])
        assert (self.desk.toolbox.layer, self.desk.toolbox.tool) == (layer, tool)

    def letter(self, letter, mod=0):
        key = {"{": "[", "}": "]"}.get(letter, letter)  # the key that has this sign with Shift
        self.key(ord(key), mod, typed="" if mod & pygame.KMOD_CTRL else letter)

    def spot(self, col, row, dx=0.0, dy=0.0):
        """The pixel of a cell, or beside its middle by parts of its width."""
        x, y = self.desk.pane.camera.cell_centre(self.draft.grid.at(col, row))
        size = self.desk.pane.camera.size
        return round(x + dx * size), round(y + dy * size)

    def mouse(self, kind, place, button=1):
        if kind == pygame.MOUSEMOTION:
            self.app.event(pygame.event.Event(kind, pos=place, rel=(0, 0), buttons=(1, 0, 0)))
        else:
            self.app.event(pygame.event.Event(kind, pos=place, button=button))

    def drag(self, *spots, held=0):
        """Press at the first cell, go over the others, let go."""
        places = [self.spot(*each) for each in spots]
        pygame.key.set_mods(held)
        self.mouse(pygame.MOUSEMOTION, places[0])
        self.mouse(pygame.MOUSEBUTTONDOWN, places[0])
        for place in places[1:]:
            self.mouse(pygame.MOUSEMOTION, place)
            self.tick()
        self.mouse(pygame.MOUSEBUTTONUP, places[-1])
        pygame.key.set_mods(0)
        self.tick()

    def walk(self, col, row):
        """The cursor to a cell by arrow keys."""
        grid = self.draft.grid
        if self.desk.cursor is None:
            self.key(pygame.K_LEFT)
        for axis, back, forth in ((0, pygame.K_LEFT, pygame.K_RIGHT), (1, pygame.K_UP, pygame.K_DOWN)):
            wanted = (col, row)[axis]
            while (now := grid.xy(self.desk.cursor)[axis]) != wanted:
                self.key(forth if now < wanted else back)

    def keyed(self, *spots):
        """The tool by keys: Space at the first cell, by arrows over the others, Space at the last."""
        self.walk(*spots[0])
        self.space()
        for spot in spots[1:]:
            self.walk(*spot)
        if self.desk.stroke is not None:
            self.space()

    def space(self):
        self.key(pygame.K_SPACE, typed=" ")

    def fill(self, **typed):
        """Type into the fields of the form on top."""
        for key, words in typed.items():
            self.press(key)
            self.key(pygame.K_a, pygame.KMOD_LCTRL)
            self.type(words)
            assert self.top.values[key] == words

    def pick(self, title):
        """Choose a line of the list on top by keys."""
        titles = [words for words, _ in self.top.lines]
        for _ in range(titles.index(title) - self.top.at):
            self.key(pygame.K_DOWN)
        self.key(pygame.K_RETURN)

    def turn_to(self, key, value):
        """Press a choice of the form on top until it shows a value."""
        for _ in range(80):
            if self.top.values[key] == value:
                return
            self.press(key)
        raise AssertionError(f"{key} never becomes {value!r}, it is {self.top.values[key]!r}")

    def turn_to_widget(self, key, value):
        """Press a choice of a screen until it shows a value."""
        for _ in range(80):
            if self.top.form.find(key).value == value:
                return
            self.press(key)
        raise AssertionError(f"{key} never becomes {value!r}")

    def painted(self, layer):
        """The cells that have anything on a layer."""
        draft, grid = self.draft, self.draft.grid
        every = list(cells(grid.everywhere))
        found = {
            "terrain": lambda: (cell for cell in every if draft.glyph(cell) != "."),
            "elevation": lambda: (cell for cell in every if draft.sixths(cell)),
            "props": lambda: (prop.cell for prop in draft.props),
            "zones": lambda: (cell for cell in every if draft.zones_at(cell)),
            "units": lambda: units_of(draft),
            "labels": lambda: (label.cell for label in draft.labels),
        }
        return bits(found[layer]())

    def chip(self, words):
        """Press the panel's button that begins with these words."""
        found, original = [], chips.row

        def watching(column, shown):
            found.extend(shown)
            original(column, shown)

        chips.row = watching
        try:
            self.desk.serial += 1
            self.desk.draw(self.app.surface)
        finally:
            chips.row = original
        chip = next((chip for chip in found if chip.words.startswith(words)), None)
        assert chip is not None, f"no {words} among {[chip.words for chip in found]}"
        self.app.go(chip.act())
        self.tick()

    def count(self, glyph):
        return "".join(self.draft.rows).count(glyph)

    def units(self):
        """Cell -> side's number, role and facing."""
        return {
            self.draft.grid.name(cell): f"{number}{entry.role or entry.unit}{entry.facing}"
            for cell, found in units_of(self.draft).items()
            for number, entry in found
        }


def corner(desk):
    """Three cells of forest, a wall and a unit at the top left."""
    desk.take("terrain")
    desk.drag((1, 1), (3, 1))
    desk.take("edges")
    desk.drag((3, 1, 0.45, 0))
    desk.take("units")
    desk.drag((2, 1))


def menu(desk, title):
    """A line of the map's menu."""
    desk.key(pygame.K_F4)
    key = next(f"entry{n}" for n, (words, _) in enumerate(desk.top.entries) if words == title)
    desk.press(key)


def titles(desk):
    """What was done so far, in the words of the list of undo."""
    return desk.desk.editor.history.titles


def new_side(desk, name):
    """A side of that name without a zone."""
    desk.letter("6")
    desk.chip("New side")
    desk.key(pygame.K_a, pygame.KMOD_LCTRL)
    desk.type(name)
    desk.turn_to("zone", "")
    desk.press("ok")


def at(desk, *spots):
    """The set of these cells."""
    return bits(desk.draft.grid.at(*spot) for spot in spots)
