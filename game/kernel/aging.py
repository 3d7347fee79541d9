"""What was derived before the last few changes, for what can be brought up to date from it."""

from __future__ import annotations

from typing import Any

GENERATIONS = 3  # of what was derived before


def aged(past: tuple[Any, ...], memo: dict[Any, Any] | None, entity: int) -> tuple[Any, ...]:
    """The past with one more change: what was known until then, and whose components changed since.

    Of too many generations that goes which tells least: a walk makes one of each step, with next to nothing in it.
    """
    if not memo and all(entity in known[1] for known in past):
        return past
    older = [known if entity in known[1] else (known[0], known[1] | {entity}) for known in past]
    if memo:
        older.insert(0, (memo, frozenset((entity,))))
        if len(older) > GENERATIONS:
            tells = [len(known) / len(entities) for known, entities in older]
            del older[tells.index(min(tells))]
    return tuple(older)
