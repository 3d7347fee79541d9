"""What no rule looks at: the map's name and remarks, its closed sides, the backdrop and the lights."""

from __future__ import annotations

from typing import Any

import msgspec

from game.edit.draft import Draft, changed
from game.map.board import RIM_SIDES
from game.map.notes import Backdrop, Comment, Light


def describe(draft: Draft, **fields: Any) -> Draft:
    """Other words about the map: name, author, description, tags, round_limit (1 to 1000), fog.

    ValueError for a round limit that no file can hold, TypeError for other fields.
    """
    strange = set(fields) - {"name", "author", "description", "tags", "round_limit", "fog"}
    if strange:
        raise TypeError(f"{min(strange)!r} does not describe a map")
    if not 1 <= fields.get("round_limit", 1) <= 1000:
        raise ValueError("a round limit is 1 to 1000")
    return changed(draft, **fields)


def close_side(draft: Draft, side: str, *, closed: bool) -> Draft:
    """One side of the map (n, e, s, w) walled, or open; ValueError for another word."""
    if side not in RIM_SIDES:
        raise ValueError(f"{side!r} is no side of a map: expected one of {', '.join(RIM_SIDES)}")
    rim = {*draft.rim} - {side} | ({side} if closed else set())
    return changed(draft, rim=tuple(each for each in RIM_SIDES if each in rim))


def backdrop(draft: Draft, picture: Backdrop | None) -> Draft:
    """A picture under the cells, None for none."""
    return draft if picture == draft.backdrop else changed(draft, backdrop=picture)


def add_light(draft: Draft, light: Light) -> Draft:
    """One more light."""
    return changed(draft, lights=(*draft.lights, light))


def change_light(draft: Draft, number: int, **fields: Any) -> Draft:
    """The light of that number (from 0) with other values: at, range, colour, intensity, shadows."""
    light = msgspec.structs.replace(draft.lights[number], **fields)
    return changed(draft, lights=(*draft.lights[:number], light, *draft.lights[number + 1 :]))


def remove_light(draft: Draft, number: int) -> Draft:
    """Without the light of that number."""
    return changed(draft, lights=(*draft.lights[:number], *draft.lights[number + 1 :]))


def comment(draft: Draft, at: tuple[float, float], text: str, by: str = "") -> Draft:
    """What authors tell each other about a place, in place of the comment that is there; "" for none."""
    kept = tuple(each for each in draft.comments if each.at != at)
    return changed(draft, comments=(*kept, Comment(at, text, by)) if text else kept)


def comment_at(draft: Draft, x: float, y: float, reach: float = 0.5) -> Comment | None:
    """The comment nearest to a point in widths of a cell, None if none is within reach."""
    found = [((each.at[0] - x) ** 2 + (each.at[1] - y) ** 2, n) for n, each in enumerate(draft.comments)]
    near = min(found, default=(reach * reach + 1, -1))
    return draft.comments[near[1]] if near[0] <= reach * reach else None


def light_at(draft: Draft, x: float, y: float, reach: float = 0.5) -> int | None:
    """The number of the light nearest to a point in widths of a cell, None if none is within reach."""
    found = [((light.at[0] - x) ** 2 + (light.at[1] - y) ** 2, number) for number, light in enumerate(draft.lights)]
    near = min(found, default=(reach * reach + 1, -1))
    return near[1] if near[0] <= reach * reach else None
