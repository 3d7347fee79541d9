"""The form that generates ground: which kind, from which seed, with which numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.edit.generators.catalogue import GENERATORS, find_generator
from game.edit.generators.growing import generate as grown
from game.edit.reshape import Reshaped
from game.edit.symmetry import TITLES, WAYS
from game.map.notes import Recipe
from game.ui.editing.dialog import Dialog
from game.ui.editing.form_preview import Tried
from game.ui.kit.rows import RowSpec
from game.ui.kit.screen import Pop, Push, Reply

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing


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

    tried = Tried(work)

    def picture(form: Dialog, room: tuple[int, int]) -> pygame.Surface | None:
        return tried.picture(desk, form, room)

    title = f"Generate: {mask.bit_count()} selected cells" if mask else "Generate: the whole map"
    form = Dialog(
        desk.app, title, rows, ok, values=values, notes=tried.lines, preview=picture, width=720,
        more=[("Next seed", another)], label="Generate", least=3 + max(len(each.numbers) for each in GENERATORS),
    )  # fmt: skip
    return Push(form)
