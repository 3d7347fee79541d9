"""The form of the scatter tool: how dense, which seed, and how often each thing falls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.editing.dialog import Dialog
from game.ui.screen import Pop, Push, Reply

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing


def scatter(desk: Editing) -> Reply:
    """Density and seed of the scatter tool."""

    def ok() -> Reply:
        desk.kit.density, desk.kit.seed = form.number("density", 1, 100), form.number("seed", 0, 10**9)
        desk.serial += 1
        return Pop()

    form = Dialog(
        desk.app,
        "Scatter",
        lambda form: [form.entry("density", "Density, %"), form.entry("seed", "Seed")],
        ok,
        values={"density": str(desk.kit.density), "seed": str(desk.kit.seed)},
    )
    return Push(form)
