"""Checks of what is drawn: unknown kinds, doors without walls, pockets, zones, hazards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.data.faults import nearest
from game.edit import borders, paint, places
from game.edit.content import where
from game.edit.draft import Draft, edges_of, props_of, units_of
from game.edit.issues import Issue
from game.edit.regions import board_of, doors_without_walls, in_sight, pockets, walkable
from game.grid.grid import CellSet, bits
from game.map.terrain import kinds
from game.rules.ruleset import Ruleset, reads_hazard

_EFFECTS = ("gale",)  # effects of zones that no terrain has by itself: see maps/README.md


def unknown_kinds(draft: Draft) -> Iterator[Issue]:
    """Terrain, props and edges that board.yaml does not have."""
    for glyph, name in draft.legend:
        near = nearest(name, kinds().terrain) or "grass"
        yield Issue(
            kind="unknown_terrain",
            weight="error",
            message=f"Unknown terrain {name!r}, letter {glyph}.",
            cells=where(draft, glyph.__eq__),
            fix=f"Replace it by {kinds().terrain[near].title}",
            mend=partial(paint.repaint, old=glyph, new=near),
        )
    for name in sorted({*props_of(draft).values()} - {*kinds().props}):
        mask = bits(cell for cell, kind in props_of(draft).items() if kind == name)
        mend = partial(paint.prop, mask=mask, kind="")
        message = f"Unknown prop {name!r}."
        yield Issue(kind="unknown_prop", weight="error", message=message, cells=mask, fix="Take it away", mend=mend)
    for name in sorted({*edges_of(draft).values()} - {*kinds().edges}):
        found = tuple(edge for edge, kind in edges_of(draft).items() if kind == name)
        taken = partial(borders.edges, where=found, kind="")
        message = f"Unknown edge {name!r}."
        yield Issue(kind="unknown_edge", weight="error", message=message, edges=found, fix="Take it away", mend=taken)


def loose_doors(draft: Draft) -> Iterator[Issue]:
    """Doors and windows that no wall holds."""
    for edge in doors_without_walls(draft):
        title = kinds().edges[draft.edge(edge)].title.lower()
        yield Issue(
            kind="loose_door",
            weight="warning",
            message=f"The {title} at {draft.grid.edge_name(edge)} is in no wall.",
            edges=(edge,),
            fix="Take it away",
            mend=partial(borders.edges, where=(edge,), kind=""),
        )


def closed_pockets(draft: Draft) -> Iterator[Issue]:
    """Ground that nobody can reach or see from where the sides start (from the largest part, if none does)."""
    board, parts = board_of(draft), pockets(draft)
    start = bits(units_of(draft))
    for zone in draft.zones:
        start |= zone.cells if zone.name in {side.zone for side in draft.sides} else 0
    reached = walkable(board, start) or (parts[0] if parts else 0)
    for part in parts:
        if part & reached or in_sight(board, reached, part):
            continue
        size = part.bit_count()
        yield Issue(
            kind="pocket",
            weight="warning",
            message=f"{size} {'cell' if size == 1 else 'cells'} can neither be reached nor seen.",
            cells=part,
            fix="Fill with rock",
            mend=partial(_filled, part=part),
        )


def _filled(draft: Draft, part: CellSet) -> Draft:
    return paint.terrain(paint.prop(draft, part, ""), part, "rock")


def odd_zones(draft: Draft) -> Iterator[Issue]:
    """Zones without a cell, and hazards without an effect that anything knows."""
    effects = {kind.hazard for kind in kinds().terrain.values()} | {kind.hazard for kind in kinds().props.values()}
    effects = (effects | {*_EFFECTS}) - {""}
    for zone in draft.zones:
        if not zone.cells:
            mend = partial(places.delete_zone, name=zone.name)
            message = f"The zone {zone.name!r} has no cells."
            yield Issue(kind="empty_zone", weight="warning", message=message, fix="Delete it", mend=mend)
        if zone.kind == "hazard" and zone.effect not in effects:
            near = nearest(zone.effect, effects)
            repair = partial(places.change_zone, name=zone.name, kind="hazard", title=zone.title, effect=near)
            yield Issue(
                kind="unknown_effect",
                weight="warning",
                message=f"Nothing knows the effect {zone.effect!r} of the zone {zone.name!r}.",
                cells=zone.cells,
                fix=f"Make it {near}" if near else "",
                mend=repair if near else None,
            )


def unread_hazards(draft: Draft, ruleset: Ruleset) -> Iterator[Issue]:
    """Dangerous ground that means nothing to a ruleset."""
    for word, mask in board_of(draft).hazards.items():
        if not reads_hazard(ruleset, word):
            message = f"{ruleset.title} has no rule for {word}: these cells are harmless there."
            yield Issue(kind="unread_hazard", weight="note", message=message, cells=mask)
