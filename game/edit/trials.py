"""The map as it is played to test it: with its own units, or with others that try its ground."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from game.edit import places
from game.edit.checks_of_sides import own_zone
from game.edit.draft import Draft
from game.map.roster import Entry, SideSetup

OWN = "own"
LIKE = "like "
"""Before the number of the side whose units another has too."""


class Army(Struct, frozen=True):
    """Units that any rules know, to try a map with."""

    title: str
    roster: tuple[Entry, ...]


ARMIES = {
    "pair": Army("Two fighters", (Entry("fighter", count=2),)),
    "band": Army("A band: leader, fighters, archer", (Entry("leader"), Entry("fighter", count=2), Entry("archer"))),
    "company": Army(
        "A company of nine",
        (
            Entry("leader"), Entry("fighter", count=3), Entry("guard"), Entry("lancer"), Entry("archer", count=2),
            Entry("skirmisher"),
        ),
    ),
    "shooters": Army("Shooters", (Entry("archer", count=3), Entry("guard"))),
    "horde": Army("A horde", (Entry("brute"), Entry("swarm", count=6))),
}  # fmt: skip


def armies(draft: Draft, number: int) -> list[tuple[str, str]]:
    """What a side can be played with: keys and words."""
    side = draft.sides[number]
    found = [(OWN, f"Its own: {side.size} units")] if side.roster else []
    found += [
        (f"{LIKE}{n}", f"The same as {other.name}")
        for n, other in enumerate(draft.sides)
        if n != number and other.roster
    ]
    return [*found, *((key, army.title) for key, army in ARMIES.items())]


def playable(draft: Draft) -> Draft:
    """The map with two sides at least, for one that has none yet."""
    names = [name for name in ("Red", "Blue") if name not in {side.name for side in draft.sides}]
    for name in names[: max(0, 2 - len(draft.sides))]:
        draft = places.add_side(draft, SideSetup(name))
    return draft


def with_armies(draft: Draft, chosen: Sequence[str]) -> Draft:
    """The map with these units in place of its sides' own, each side in its zone, or in one at the rim.

    LookupError for an army that there is not.
    """
    given = draft.sides
    for number, key in enumerate(chosen):
        if key == OWN:
            continue
        draft = places.change_side(draft, number, roster=_roster(given, key))
        if draft.zone(draft.sides[number].zone) is None:
            draft = own_zone(draft, number)
    return draft


def _roster(sides: Sequence[SideSetup], key: str) -> tuple[Entry, ...]:
    if not key.startswith(LIKE):
        if key not in ARMIES:
            raise LookupError(f"there is no army {key!r}")
        return ARMIES[key].roster
    # The others stand where their side put them: here they deploy, and nobody has two of one name.
    return tuple(
        replace(entry, name="", at="", facing="", state={}) for entry in sides[int(key.removeprefix(LIKE))].roster
    )
