"""The validator: everything wrong or doubtful about a draft, most serious first."""

from __future__ import annotations

from game.data.sheets import SheetError
from game.edit.checks_of_ground import closed_pockets, loose_doors, odd_zones, unknown_kinds, unread_hazards
from game.edit.checks_of_sides import (
    crowded_zones,
    misplaced_units,
    missing_sides,
    odd_facings,
    refused_start,
    unknown_units,
    unreachable_starts,
)
from game.edit.draft import Draft
from game.edit.issues import Issue
from game.edit.sizes import size_in
from game.rules.ruleset import Ruleset

_ORDER = ("error", "warning", "note")


def validate(draft: Draft, ruleset: Ruleset | None = None, *, thorough: bool = True) -> tuple[Issue, ...]:
    """All issues of a draft; with a ruleset also those of its units, their sizes and its reading of the ground.

    If `thorough`, a map without errors is also written, read and set up, which takes about as long as all the rest.

    A map without errors and warnings is sound: its file reads back, and a skirmish can begin.
    """
    sizes = size_in(ruleset)
    found = [
        *unknown_kinds(draft),
        *missing_sides(draft),
        *odd_facings(draft),
        *misplaced_units(draft, sizes),
        *crowded_zones(draft, sizes),
        *unreachable_starts(draft),
        *loose_doors(draft),
        *closed_pockets(draft),
        *odd_zones(draft),
    ]
    if ruleset is not None:
        found += [*unknown_units(draft, ruleset), *unread_hazards(draft, ruleset)]
    if thorough and not any(issue.weight == "error" for issue in found):
        found += _last(draft, ruleset)
    return tuple(sorted(found, key=lambda issue: _ORDER.index(issue.weight)))


def _last(draft: Draft, ruleset: Ruleset | None) -> list[Issue]:
    """What only shows when the map is read and set up: asked when nothing else is wrong."""
    try:
        draft.strict_board()
    except (SheetError, ValueError) as problem:
        return [Issue(kind="unreadable", weight="error", message=str(problem))]
    return list(refused_start(draft, ruleset)) if ruleset else []


def mend_all(draft: Draft, ruleset: Ruleset | None = None) -> Draft:
    """The draft with every fix applied, one after the other, until none is left that helps."""
    for _ in range(100):
        issue = next((each for each in validate(draft, ruleset) if each.mend), None)
        if issue is None or issue.mend is None:
            break
        mended = issue.mend(draft)
        if mended is draft:
            break
        draft = mended
    return draft
