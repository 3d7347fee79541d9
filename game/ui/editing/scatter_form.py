"""The form of the scatter tool: how dense, which seed, and how often each thing falls."""

from __future__ import annotations

from collections.abc import Mapping

from game.edit.knowledge import Mixture, knowledge
from game.map.terrain import kinds
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.editing.toolbox import Toolbox
from game.ui.kit.page import Line
from game.ui.kit.picker import Picker
from game.ui.kit.rows import RowSpec
from game.ui.kit.screen import Pop, Push, Reply

_HEAVIEST = 100


def scatter(desk: Desk) -> Reply:
    """Density, seed, and the weights of the mixture in hand; further things can be mixed in."""
    toolbox = desk.toolbox
    plain, now = knowledge().scatter[toolbox.mixture], things(toolbox)
    values: dict[str, object] = {"density": str(toolbox.density), "seed": str(toolbox.seed), **_weights(now)}

    def ok() -> Reply:
        named = [key.removeprefix("of ") for key in form.values if key.startswith("of ")]
        weights = {name: form.number(f"of {name}", 0, _HEAVIEST) for name in named}
        if not any(weights.values()):
            raise ValueError("something must weigh more than nothing")
        toolbox.density, toolbox.seed = form.number("density", 1, 100), form.number("seed", 0, 10**9)
        toolbox.weights[toolbox.mixture] = {name: weight for name, weight in weights.items() if weight}
        desk.serial += 1
        return Pop()

    def again() -> Reply:
        form.values = {key: value for key, value in form.values.items() if not key.startswith("of ")}
        form.values.update(_weights(plain.things))
        form.layout()
        return None

    def add() -> Reply:
        others = [(name, title) for name, title in _known(plain).items() if f"of {name}" not in form.values]

        def take(at: int) -> Reply:
            form.values[f"of {others[at][0]}"] = "1"
            form.layout()
            return None

        return Push(Picker(desk.app, "Mix in", [(title, "") for _, title in others], take, "Add"))

    form = Dialog(
        desk.app, f"Scatter {toolbox.mixture}", lambda form: _rows(form, plain), ok, values=values, notes=_shares,
        more=[("Mix in", add), ("As it was", again)],
    )  # fmt: skip
    return Push(form)


def _known(mixture: Mixture) -> dict[str, str]:
    """What can be mixed in, with titles."""
    return {name: kind.title for name, kind in (kinds().props if mixture.layer == "props" else kinds().terrain).items()}


def things(toolbox: Toolbox) -> Mapping[str, int]:
    """What falls, with its weights."""
    return toolbox.weights.get(toolbox.mixture, knowledge().scatter[toolbox.mixture].things)


def _weights(things: Mapping[str, int]) -> dict[str, object]:
    return {f"of {name}": str(weight) for name, weight in things.items()}


def _rows(form: Dialog, mixture: Mixture) -> list[RowSpec]:
    """A row for each thing."""
    known = _known(mixture)
    named = [key.removeprefix("of ") for key in form.values if key.startswith("of ")]
    weights = [form.entry(f"of {name}", known.get(name, name), f"Weight, 0 to {_HEAVIEST}") for name in named]
    return [form.entry("density", "Density, %"), form.entry("seed", "Seed"), *weights]


def _shares(form: Dialog) -> list[Line]:
    """How often each thing falls as it is filled in now."""
    weights = {
        key.removeprefix("of "): int(str(value)) for key, value in form.values.items()
        if key.startswith("of ") and str(value).strip().isdecimal()
    }  # fmt: skip
    return [Line(shares(weights), "dim")]


def shares(weights: Mapping[str, int]) -> str:
    """How often each thing falls, in words."""
    whole = sum(weights.values())
    parts = [f"{name.replace('_', ' ')} {100 * weight / whole:.0f} %" for name, weight in weights.items() if weight]
    return ", ".join(parts) or "Nothing falls."
