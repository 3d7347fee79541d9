"""The form that generates ground: which kind, from which seed, with which numbers."""

from __future__ import annotations

import pygame

from game.edit.generators.catalogue import GENERATORS, find_generator
from game.edit.generators.growing import generate as grown
from game.edit.reshape import Reshaped
from game.edit.symmetry import TITLES, WAYS
from game.grid.grid import Kind
from game.map.notes import Recipe
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.editing.form_preview import FormPreview
from game.ui.kit.rows import RowSpec
from game.ui.kit.screen import Pop, Push, Reply


def generate(desk: Desk) -> Reply:
    """A kind of ground with its numbers and seed, for the selection or the whole map."""
    draft, mask = desk.editor.draft, desk.editor.selection
    last = draft.recipes[-1] if draft.recipes else None
    values: dict[str, object] = {
        "kind": last.kind if last else "open",
        "seed": str(last.seed) if last else "1",
        "symmetry": (last.symmetry if last else "") or "none",
    }

    def work(form: Dialog) -> Reshaped:
        return Reshaped(grown(draft, _recipe(form), mask))

    def ok() -> Reply:
        desk.editor.generate(_recipe(form))
        desk.changed()
        return Pop()

    def another() -> Reply:
        seed = form.word("seed")
        return form.set("seed", str(int(seed) + 1 if seed.isdecimal() else 1), anew=True)

    preview = FormPreview(work)

    def picture(form: Dialog, room: tuple[int, int]) -> pygame.Surface | None:
        return preview.picture(desk, form, room)

    title = f"Generate: {mask.bit_count()} selected cells" if mask else "Generate: the whole map"
    form = Dialog(
        desk.app, title, lambda form: _rows(form, draft.kind, last), ok, values=values,
        notes=preview.lines, preview=picture, width=720,
        more=[("Next seed", another)], label="Generate", least=3 + max(len(each.numbers) for each in GENERATORS),
    )  # fmt: skip
    return Push(form)


def _recipe(form: Dialog) -> Recipe:
    """What is filled in; ValueError names a number that is none or out of its bounds."""
    generator = find_generator(form.word("kind"))
    numbers = {
        each.name: form.number(f"{generator.name}.{each.name}", each.low, each.high) for each in generator.numbers
    }
    seed, symmetry = form.word("seed"), form.word("symmetry")
    return Recipe(
        generator.name,
        int(seed) if seed.isdecimal() and len(seed) < 16 else seed,
        dict(numbers),
        "" if symmetry == "none" else symmetry,
    )


def _rows(form: Dialog, grid: Kind, last: Recipe | None) -> list[RowSpec]:
    """Kind, seed and symmetry, then the numbers of that kind: first those of the last ground, else the usual ones."""
    generator = find_generator(form.word("kind"))
    known = last.parameters if last and last.kind == generator.name else {}
    for each in generator.numbers:
        form.values.setdefault(f"{generator.name}.{each.name}", str(known.get(each.name, each.default)))
    return [
        form.choice("kind", "Ground", [(each.name, each.title) for each in GENERATORS], anew=True),
        form.entry("seed", "Seed", "A number or a word"),
        form.choice("symmetry", "Symmetry", [(way, TITLES[way]) for way in WAYS[grid]]),
        *(
            form.entry(f"{generator.name}.{each.name}", each.title, f"{each.low} to {each.high}")
            for each in generator.numbers
        ),
    ]
