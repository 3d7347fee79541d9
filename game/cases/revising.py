"""What cases lay over their ruleset's sheets: numbers, and skills, items, spells or units of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.cases.naming import BadCase
from game.cases.reading import Case
from game.rules.data import Layer
from game.rules.ruleset import Ruleset, find_ruleset


def revised(ruleset: Ruleset, case: Case, units: dict[str, dict[str, Any]], folder: Path | None) -> Ruleset:
    """The ruleset with the `sheet` of the file, of the case and of its units; these get sheets of their own.

    SheetError names what does not fit, in the case's own file.
    """
    layers = _layers(case, units)
    return find_ruleset(ruleset.name, folder, layers) if layers else ruleset


def _layers(case: Case, units: dict[str, dict[str, Any]]) -> tuple[Layer, ...]:
    layers = []
    if isinstance(case.sheet.value, dict) and "sheet" in case.sheet.value:
        layers.append(Layer(case.sheet, ("sheet",)))
    given = (*case.path, "given")
    if "sheet" in case.given:
        layers.append(Layer(case.sheet, (*given, "sheet")))
    for name, unit in units.items():
        if "sheet" in unit:
            if "unit" not in unit:
                raise BadCase(f"unit {name}: a sheet of its own needs a `unit` that it changes, not a role")
            where = name if "sheet" in (case.given.get(name) or {}) else "each"
            own = f"{unit['unit']}_{name}"
            layers.append(Layer(case.sheet, (*given, where, "sheet"), str(unit["unit"]), own))
            unit["unit"] = own
    return tuple(layers)
