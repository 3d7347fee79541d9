"""The world: frozen components of entities, queries in id order, cheap snapshots; the only importer of esper."""

from __future__ import annotations

import functools
import itertools
import weakref
from collections.abc import Callable
from typing import Any, ParamSpec, TypeAlias, TypeVar

import esper

from game.kernel.aging import aged

C = TypeVar("C")
V = TypeVar("V")
P = ParamSpec("P")
Snapshot: TypeAlias = "tuple[tuple[Any, ...], ...]"
Kinds: TypeAlias = "frozenset[type[Any]] | tuple[type[Any], ...]"
Derived: TypeAlias = "dict[Any, Any]"
_OWN: Any = (None,)  # in place of kinds: what is derived from single entities
_OF: Any = (None, None)  # the same for what is derived from some of their components
_PARTS: dict[Kinds, None] = {}  # kinds from which something is derived of single entities
_PARTED: set[type[Any]] = set()  # all of them
_UNKNOWN: Any = object()  # in place of a value that has not been derived
NEXT: Any = "next"  # in place of kinds: what was derived after a change, by the change; see `Scratch.retrace`
_PAST: Any = "past"  # beside kinds: what was derived from them before the last few changes, for `renew`
_ROOMS: Any = "rooms"  # beside kinds: for how many of them there is a place
_serial = itertools.count()
_ANYTHING: dict[Kinds, Any] = {(): None, frozenset(): None}
_KNOWN: set[Kinds] = {*_ANYTHING}
_LOOKED_AT: dict[type[Any], dict[Kinds, Any]] = {}  # by kind: what is derived from it, and where its past is kept
_RENEWED: set[Kinds] = set()  # kinds from which something is derived that can be brought up to date


class World:
    """A private esper context.

    Entities are never deleted while a skirmish lasts, so ids are dense (1, 2, ...) and a snapshot needs
    no id map: its n-th row is entity n. `events` is what happened so far: an output, never an input of rules.
    `rows` are to be read where `get` would be called all the time, and to be changed here alone.

    Its rows are kept beside esper too: nothing is done as often as looking one up, and esper's worlds are global.
    """

    def __init__(self, snapshot: Snapshot = ()) -> None:
        self.events: list[Any] = []
        self.known: Derived = {}  # to be read here alone: whoever keeps it asks for `derived`
        self._shared = False
        self._name = f"quintain-{next(_serial)}"
        weakref.finalize(self, _forget, self._name)
        self.load(snapshot)

    def _enter(self) -> None:
        if esper.current_world != self._name:
            esper.switch_world(self._name)

    def spawn(self, *components: Any) -> int:
        """A new entity with these components; its id."""
        self._enter()
        entity = esper.create_entity(*components)
        self.rows[entity] = by_kind(components)
        self._saved[entity] = components
        self.known, self._shared = nothing(entity), False
        return entity

    def get(self, entity: int, kind: type[C]) -> C:
        """The entity's component of that kind; KeyError when it has none."""
        found: C = self.rows[entity][kind]
        return found

    def find(self, entity: int, kind: type[C]) -> C | None:
        """The entity's component of that kind, or None."""
        return self.rows[entity].get(kind)

    def has(self, entity: int, kind: type[Any]) -> bool:
        """Whether the entity has a component of that kind."""
        return kind in self.rows[entity]

    def put(self, entity: int, component: Any) -> None:
        """Add the component, or replace the one of its kind."""
        row, kind = self.rows[entity], type(component)
        if row.get(kind) != component:  # else all that was derived stays as it is
            self._enter()
            esper.add_component(entity, component)
            self._outdate(entity, kind)
            row[kind] = component
            self._stale.add(entity)

    def drop(self, entity: int, kind: type[Any]) -> None:
        """Take the component of that kind away, if there is one."""
        row = self.rows[entity]
        if kind in row:
            self._enter()
            esper.remove_component(entity, kind)
            self._outdate(entity, kind)
            del row[kind]
            self._stale.add(entity)

    def each(self, *kinds: type[Any]) -> tuple[Any, ...]:
        """`(entity, component, ...)` rows of the entities that have all these kinds, in id order."""
        memo = self.known.get(kinds)
        if memo is None:
            memo = self.remember(kinds)
        rows: tuple[Any, ...] | None = memo.get("each")
        if rows is None:
            rows = memo["each"] = self._rows(kinds)
        return rows

    def _rows(self, kinds: tuple[type[Any], ...]) -> tuple[Any, ...]:
        first, *more = kinds
        if not more:
            return tuple([(entity, row[first]) for entity, row in self.rows.items() if first in row])
        found = [(entity, row) for entity, row in self.rows.items() if first in row]
        for kind in more:
            found = [(entity, row) for entity, row in found if kind in row]
        return tuple([(entity, *[row[kind] for kind in kinds]) for entity, row in found])

    @property
    def derived(self) -> Derived:
        """What has been derived until now, for `load`: it keeps what fits the present state, whatever happens next."""
        self._shared = True
        return self.known

    def derive(self, key: Any, compute: Callable[..., V], kinds: Kinds = (), *given: Any) -> V:
        """`compute(self, *given)`, remembered under `key` while the components it depends on stay as they are.

        `kinds` are all kinds that `compute` looks at; without them any change counts. Constant frozensets are found
        fastest. What is returned is shared: it must not be changed.
        """
        memo = self.known.get(kinds)
        if memo is None:
            memo = self.remember(kinds)
        value: V = memo.get(key, _UNKNOWN)
        if value is _UNKNOWN:
            value = memo[key] = compute(self, *given)
        return value

    def remember(self, kinds: Kinds) -> dict[Any, Any]:
        """A new place for what is derived from these kinds."""
        if kinds not in _KNOWN:
            _learn(kinds)
        memo: dict[Any, Any] = {}
        self.known[kinds] = memo
        return memo

    def renew(
        self,
        key: Any,
        compute: Callable[..., V],
        renewed: Callable[..., V],
        kinds: Kinds,
        *given: Any,
    ) -> V:
        """As `derive`, but what was known before a few changes is brought up to date where it still is at hand.

        `renewed(self, before, entities, *given)` gets the value as it was before components of these entities changed,
        and must give what `compute` would, order included; it may give `before` itself, and must not change it.
        """
        memo = self.known.get(kinds)
        if memo is None:
            memo = self.remember(kinds)
            if kinds not in _RENEWED:
                _RENEWED.add(kinds)
                for kind in kinds:
                    _LOOKED_AT[kind][kinds] = (_PAST, kinds)
        value: V = memo.get(key, _UNKNOWN)
        if value is not _UNKNOWN:
            return value
        for before, entities in self.known.get((_PAST, kinds), ()):
            known = before.get(key, _UNKNOWN)
            if known is not _UNKNOWN:
                value = renewed(self, known, entities, *given)
                break
        else:
            value = compute(self, *given)
        memo[key] = value
        return value

    def derive_own(self, entity: int, key: Any, compute: Callable[..., V], *given: Any) -> V:
        """`compute(self, *given)`, remembered under `key` until one of the entity's components changes.

        It may look at that entity and at what never changes; see `derive` for the rest.
        """
        memo = self.known[_OWN][entity]
        value: V = memo.get(key, _UNKNOWN)
        if value is _UNKNOWN:
            value = memo[key] = compute(self, *given)
        return value

    def derive_of(self, entity: int, kinds: Kinds, key: Any, compute: Callable[..., V], *given: Any) -> V:
        """`compute(self, *given)`, remembered under `key` until one of these components of the entity changes.

        It may look at those and at what never changes; whatever else it hangs on has to be in the key.
        """
        memos = self.known[_OF][entity]
        memo = memos.get(kinds)
        if memo is None:
            memo = _part(memos, kinds)
        value: V = memo.get(key, _UNKNOWN)
        if value is _UNKNOWN:
            value = memo[key] = compute(self, *given)
        return value

    def _outdate(self, entity: int, kind: type[Any]) -> None:
        known = self.known
        if self._shared:  # whoever keeps the old ones (a checkpoint) still has what fits its snapshot
            _make_room(known)
            known = self.known = known.copy()
            known[_OWN], known[_OF] = known[_OWN].copy(), known[_OF].copy()
            known.pop(_ROOMS)
            self._shared = False
        known.pop(NEXT, None)
        for kinds, place in _LOOKED_AT.get(kind, _ANYTHING).items():
            memo = known.pop(kinds, None)
            if place is not None:
                past = known.get(place, ())
                if memo or past:
                    known[place] = aged(past, memo, entity)
        known[_OWN][entity] = {}
        if kind in _PARTED:
            parts = known[_OF][entity]
            known[_OF][entity] = {kinds: parts.setdefault(kinds, {}) for kinds in _PARTS if kind not in kinds}

    def emit(self, event: V) -> V:
        """Append to `events`; the event."""
        self.events.append(event)
        return event

    def last_event(self) -> Any:
        """What happened last, for the words of a question; None in a rehearsal in which nothing has happened yet."""
        return self.events[-1] if self.events else None

    def save(self) -> Snapshot:
        """Everything but the events, as immutable rows."""
        for entity in self._stale:
            self._saved[entity] = tuple(self.rows[entity].values())
        self._stale.clear()
        return tuple(self._saved.values())

    def load(self, snapshot: Snapshot, derived: Derived | None = None) -> None:
        """Become the world that was saved; events are left alone.

        `derived` is what was derived from the same snapshot before (`World.derived` at that time), to be used again.
        """
        self._enter()
        self._start_deriving(len(snapshot), derived)
        esper.clear_database()
        for components in snapshot:
            esper.create_entity(*components)
        self.rows = {entity: by_kind(row) for entity, row in enumerate(snapshot, 1)}
        self._saved = dict(enumerate(snapshot, 1))
        self._stale: set[int] = set()  # entities of whom what is saved is out of date

    def _start_deriving(self, entities: int, derived: Derived | None) -> None:
        self.known, self._shared = (nothing(entities), False) if derived is None else (derived, True)
        if _OWN not in self.known:
            self.known |= nothing(entities)


def derived(kinds: Kinds = ()) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """A function of a world and up to two values by position, whose results `World.derive` remembers."""

    def remembered(compute: Callable[P, V]) -> Callable[P, V]:
        known: Any = compute  # of as many parameters as it turns out to have
        fixed = frozenset(kinds)  # its hash is found out once

        # Nothing is called as often: each does what `World.derive` does, without a function made for it.
        def of_world(world: World) -> Any:
            memo = world.known.get(fixed)
            if memo is None:
                memo = world.remember(fixed)
            value = memo.get(known, _UNKNOWN)
            if value is _UNKNOWN:
                value = memo[known] = known(world)
            return value

        def of_one(world: World, one: Any) -> Any:
            memo = world.known.get(fixed)
            if memo is None:
                memo = world.remember(fixed)
            key = (known, one)
            value = memo.get(key, _UNKNOWN)
            if value is _UNKNOWN:
                value = memo[key] = known(world, one)
            return value

        def of_two(world: World, one: Any, two: Any = None) -> Any:
            memo = world.known.get(fixed)
            if memo is None:
                memo = world.remember(fixed)
            key = (known, one, two)
            value = memo.get(key, _UNKNOWN)
            if value is _UNKNOWN:
                value = memo[key] = known(world, one, two)
            return value

        found: Any = (of_world, of_one, of_two)[known.__code__.co_argcount - 1]
        return functools.update_wrapper(found, compute)

    return remembered


def renewed(compute: Callable[[World], V], since: Callable[..., V], kinds: Kinds) -> Callable[[World], V]:
    """A function of a world alone, whose results `World.renew` remembers."""
    fixed = frozenset(kinds)

    def found(world: World) -> V:
        memo = world.known.get(fixed)
        value: V = _UNKNOWN if memo is None else memo.get(compute, _UNKNOWN)
        return world.renew(compute, compute, since, fixed) if value is _UNKNOWN else value

    return functools.update_wrapper(found, compute)


def derived_own(compute: Callable[[World, int], V]) -> Callable[[World, int], V]:
    """A function of a world and an entity, whose results `World.derive_own` remembers."""

    def found(world: World, entity: int) -> V:
        memo = world.known[_OWN][entity]
        value: V = memo.get(compute, _UNKNOWN)
        if value is _UNKNOWN:
            value = memo[compute] = compute(world, entity)
        return value

    return functools.update_wrapper(found, compute)


def derived_of(kinds: Kinds) -> Callable[[Callable[[World, int], V]], Callable[[World, int], V]]:
    """The same with `World.derive_of`: remembered until one of these components of the entity changes."""

    def remembered(compute: Callable[[World, int], V]) -> Callable[[World, int], V]:
        fixed = frozenset(kinds)

        def found(world: World, entity: int) -> V:
            memos = world.known[_OF][entity]
            memo = memos.get(fixed)
            if memo is None:
                memo = _part(memos, fixed)
            value: V = memo.get(compute, _UNKNOWN)
            if value is _UNKNOWN:
                value = memo[compute] = compute(world, entity)
            return value

        return functools.update_wrapper(found, compute)

    return remembered


def _part(memos: dict[Kinds, dict[Any, Any]], kinds: Kinds) -> dict[Any, Any]:
    """A new place for what is derived from these components of one entity."""
    _PARTS.setdefault(kinds)
    _PARTED.update(kinds)
    memo = memos[kinds] = {}
    return memo


def nothing(entities: int) -> Derived:
    """Nothing derived yet, with a place for each entity: what is found out late about one that nobody has touched
    since the checkpoint is then found there the next time."""
    each = range(1, entities + 1)
    return {_OWN: {entity: {} for entity in each}, _OF: {entity: {} for entity in each}}


def _make_room(known: Derived) -> None:
    """A place for all that may be derived, as in `nothing`: what has not changed since serves the checkpoint too."""
    if known.get(_ROOMS) != len(_KNOWN):
        known[_ROOMS] = len(_KNOWN)
        for kinds in _KNOWN:
            if kinds not in known:
                known[kinds] = {}


def _learn(kinds: Kinds) -> None:
    """From now on what is derived from these kinds is outdated with any of them."""
    _KNOWN.add(kinds)
    for kind in kinds:
        _LOOKED_AT.setdefault(kind, {**_ANYTHING})[kinds] = None


def _forget(name: str) -> None:
    """Free a dead world's context: esper's worlds are global and live until they are deleted."""
    if esper.current_world == name:
        esper.switch_world("default")
    if name in esper.list_worlds():
        esper.delete_world(name)


def same(one: Snapshot, other: Snapshot) -> bool:
    """Whether two snapshots hold equal components, whatever the order inside an entity."""
    return len(one) == len(other) and all(by_kind(a) == by_kind(b) for a, b in zip(one, other, strict=True))


def by_kind(row: tuple[Any, ...]) -> dict[type[Any], Any]:
    """An entity's components by their kinds."""
    return {type(component): component for component in row}
