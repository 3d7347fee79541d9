"""Worlds to try things out in."""

from __future__ import annotations

import itertools
from typing import Any

from game.kernel.ecs import NEXT, Derived, Snapshot, World, by_kind, nothing

_latest: list[tuple[Snapshot, dict[int, dict[type[Any], Any]]]] = [((), {})]  # rows that scratch worlds began with


class Scratch(World):
    """A world to try things out in: loading the same snapshot again costs next to nothing.

    Its rows are shared with that snapshot until they change, so it must not outlive what it was loaded from.
    """

    def __init__(self, snapshot: Snapshot = ()) -> None:
        self.events = []
        self.known = {}
        self._loaded: Snapshot | None = None
        self.load(snapshot)

    def spawn(self, *components: Any) -> int:
        """See `World`."""
        entity = len(self.rows) + 1
        self.rows[entity] = by_kind(components)
        self._mine.add(entity)
        self.known, self._shared, self._traced = nothing(entity), False, 0
        return entity

    def put(self, entity: int, component: Any) -> None:
        """See `World`."""
        kind = type(component)
        if self.rows[entity].get(kind) != component:
            self._change(entity, kind, component)
            self._own(entity)[kind] = component

    def drop(self, entity: int, kind: type[Any]) -> None:
        """See `World`."""
        if kind in self.rows[entity]:
            self._change(entity, kind, None)
            del self._own(entity)[kind]

    def retrace(self, changes: int) -> None:
        """Of the next changes, so many of them, what is derived after each is kept for whoever makes them once more.

        They count from what it was loaded with: who plays the same again and again need not derive anew.
        """
        self._traced = changes

    def _change(self, entity: int, kind: type[Any], component: Any) -> None:
        if self._traced <= 0:
            self._outdate(entity, kind)
            return
        self._traced -= 1
        trail = self.known.get(NEXT)
        if trail is None:
            trail = self.known[NEXT] = {}
        try:
            known = trail.get((entity, kind, component))
        except TypeError:  # it cannot be told again
            self._traced = 0
            self._outdate(entity, kind)
            return
        if known is None:
            self._shared = True
            self._outdate(entity, kind)
            trail[entity, kind, component] = self.known
        else:
            self.known = known
        self._shared = True

    def save(self) -> Snapshot:
        """See `World`."""
        return tuple(tuple(row.values()) for row in self.rows.values())

    def load(self, snapshot: Snapshot, derived: Derived | None = None) -> None:
        """See `World`."""
        if snapshot is not self._loaded:
            self._loaded, self._base = snapshot, _rows_of(snapshot)
        self.rows, self._traced = self._base.copy(), 0
        self._mine: set[int] = set()
        self._start_deriving(len(snapshot), derived)

    def touched(self) -> frozenset[int]:
        """The entities that have been changed since it was loaded; all others are as they were."""
        return frozenset(self._mine)

    def _own(self, entity: int) -> dict[type[Any], Any]:
        if entity not in self._mine:
            self._mine.add(entity)
            self.rows[entity] = self.rows[entity].copy()
        return self.rows[entity]


def _rows_of(snapshot: Snapshot) -> dict[int, dict[type[Any], Any]]:
    """The rows of a snapshot by kind, which nobody may change; what is as in the one before is not made again."""
    if not snapshot:  # of a new world: the rows of the one before will be wanted again
        return {}
    before, known = _latest[0]
    if snapshot is not before:
        pairs = itertools.zip_longest(snapshot, before[: len(snapshot)])
        known = {at: known[at] if row is old else by_kind(row) for at, (row, old) in enumerate(pairs, 1)}
        _latest[0] = snapshot, known
    return known
