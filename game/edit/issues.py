"""Issues: what is wrong or doubtful about a draft, where, and what would mend it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from game.edit.draft import Draft
from game.grid.grid import CellSet, EdgeId

Weight = Literal["error", "warning", "note"]
"""Errors keep a skirmish from beginning, warnings spoil it, notes are good to know."""


class Issue(Struct, frozen=True, eq=False, kw_only=True):
    """One finding. `cells` and `edges` are where to jump to; `fix` says what `mend` would do, "" if nothing can."""

    kind: str
    weight: Weight
    message: str
    cells: CellSet = 0
    edges: tuple[EdgeId, ...] = ()
    fix: str = ""
    mend: Callable[[Draft], Draft] | None = None
