"""Gear that is chosen by slots between two skirmishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.rules.ruleset import Slot


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
