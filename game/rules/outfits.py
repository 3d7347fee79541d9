"""Gear that is chosen by slots between two skirmishes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from msgspec import Struct

from game.kernel.ecs import World

PACKS = 3  # things a unit may carry besides those in its hands
NOTHING = ""


class Slot(Struct, frozen=True):
    """A place for gear on a unit; `now` is the key of what is in it, `choices` keys and English of what may be."""

    key: str
    title: str
    now: str
    choices: tuple[tuple[str, str], ...]


@runtime_checkable
class Outfits(Protocol):
    """What a ruleset adds whose units may change their gear between two skirmishes."""

    title: str

    def slots(self, world: World, unit: int) -> tuple[Slot, ...]:
        """What may be changed of a unit's gear, in the world after a rest; empty where nothing may."""

    def refit(self, world: World, unit: int, chosen: Mapping[str, str]) -> None:
        """Put keys of choices into slots by their keys, others stay as they are; ValueError says why it cannot be."""


def carrying(
    titles: Mapping[str, str],
    held: Iterable[str],
    carried: Sequence[str],
    shields: Collection[str],
    kinds: tuple[Sequence[str], Sequence[str], Sequence[str]],
    told: Callable[[str], str],
) -> list[Slot]:
    """Slots for the right hand, the left and the packs, with what goes there by `kinds`; a shield alone is left."""
    hands = sorted(held, key=lambda item: item in shields)
    if len(hands) == 1 and hands[0] in shields:
        hands.insert(0, NOTHING)
    right, left = (*hands, NOTHING, NOTHING)[:2]
    rows = [("right", titles["slot_right"], right, kinds[0]), ("left", titles["slot_left"], left, kinds[1])]
    for at, item in enumerate((*carried, *[NOTHING] * (PACKS - len(carried))), start=1):
        rows.append((f"pack_{at}", f"{titles['slot_pack']} {at}", item, kinds[2]))
    found = []
    for key, title, now, items in rows:
        keys = dict.fromkeys((NOTHING, *items, now))
        choices = ((each, told(each) if each else titles["slot_empty"]) for each in keys)
        found.append(Slot(key, title, now, tuple(choices)))
    return found


def carried_so(chosen: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is held and what is carried by these choices for such slots."""
    held = tuple(item for item in (chosen["right"], chosen["left"]) if item)
    return held, tuple(item for key, item in chosen.items() if key.startswith("pack_") and item)


def filled(slots: Sequence[Slot], chosen: Mapping[str, str]) -> dict[str, str]:
    """What is in each slot once `chosen` is: choices by slot; ValueError names a slot or choice that there is not."""
    known = {slot.key: slot for slot in slots}
    for key, choice in chosen.items():
        if key not in known:
            raise ValueError(f"there is no slot {key!r}; there are: {', '.join(known) or 'none'}")
        if choice not in dict(known[key].choices):
            there_are = ", ".join(each or "nothing" for each, _ in known[key].choices)
            raise ValueError(f"{choice!r} does not go there; there are: {there_are}")
    return {key: chosen.get(key, slot.now) for key, slot in known.items()}
