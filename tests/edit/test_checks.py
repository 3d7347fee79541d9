"""The validator: every rule has a map that breaks it, and a fix that mends it where there is one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.edit import borders, paint, places, shapes
from game.edit.checks import mend_all, validate
from game.edit.draft import Draft, changed, read
from game.edit.issues import Issue
from game.edit.sizes import bodies_of, size_in
from game.grid.grid import bits
from game.map.board import Zone
from game.map.library import find_maps
from game.map.roster import Entry, Objective, SideSetup
from game.rules.ruleset import find_ruleset
from tests.edit.drafts import field, spots

POISE = find_ruleset("poise")


def big(draft: Draft | None = None) -> Draft:
    """A sound map, large enough for anything."""
    return draft or field("square", 12, 8)


def unknown(what: str) -> Draft:
    text = "name: x\ngrid: square\nlegend: {q: forrest}\nrows: |\n  ....\n  .q..\nprops: {tre: [[3, 0]]}\n"
    draft, _ = read(text + "edges: [{at: [0, 0], side: e, kind: wal}]\n")
    keep = {"terrain": ("prop_rows", "edge_rows"), "prop": ("legend", "edge_rows"), "edge": ("legend", "prop_rows")}
    plain = field("square", 4, 2)
    fields = {name: getattr(plain, name) for name in keep[what]}
    rows = draft.rows if what == "terrain" else plain.rows
    return changed(draft, sides=plain.sides, zones=plain.zones, rows=rows, **fields)


def with_side(**fields: object) -> Draft:
    return places.change_side(big(), 0, **fields)


def closet(draft: Draft) -> Draft:
    """Two cells walled in."""
    grid = draft.grid
    return borders.enclose(draft, shapes.rectangle(grid, grid.at(5, 3), grid.at(6, 3)), "wall")


def split(draft: Draft) -> Draft:
    """A chasm from top to bottom: seen across, not crossed."""
    grid = draft.grid
    return paint.terrain(draft, shapes.rectangle(grid, grid.at(5, 0), grid.at(5, 7)), "chasm")


def unit_at(col: int, row: int, entry: Entry, draft: Draft | None = None) -> Draft:
    draft = big(draft)
    return places.place_unit(draft, 0, entry, draft.grid.at(col, row))


CASES: dict[str, tuple[Callable[[], Draft], str, list[tuple[int, int]] | None]] = {
    "unknown_terrain": (lambda: unknown("terrain"), "error", [(1, 1)]),
    "unknown_prop": (lambda: unknown("prop"), "error", [(3, 0)]),
    "unknown_edge": (lambda: unknown("edge"), "error", None),
    "few_sides": (lambda: places.delete_side(big(), 1), "warning", None),
    "same_side": (lambda: with_side(name="Blue"), "error", None),
    "no_units": (lambda: with_side(roster=()), "warning", None),
    "lost_zone": (lambda: with_side(zone="moor"), "error", None),
    "no_zone": (lambda: with_side(zone=""), "warning", None),
    "lost_objective": (lambda: with_side(objectives=(Objective("hold_zone", "moor", 2),)), "error", None),
    "no_room": (lambda: with_side(roster=(Entry("fighter", count=40),)), "error", None),
    "shared_zone": (lambda: with_side(zone="east"), "warning", None),
    "unreachable": (lambda: split(big()), "warning", None),
    "misplaced": (lambda: unit_at(4, 4, Entry("archer"), split_at_four()), "error", [(4, 4)]),
    "unknown_unit": (lambda: with_side(roster=(Entry(unit="dragon"),)), "error", None),
    "facing": (lambda: with_side(facing="up"), "error", None),
    "loose_door": (lambda: borders.edges(big(), [big().grid.edge(big().grid.at(5, 5), 2)], "door"), "warning", None),
    "pocket": (lambda: closet(big()), "warning", [(5, 3), (6, 3)]),
    "empty_zone": (lambda: places.add_zone(big(), Zone("hill", "area", 0)), "warning", None),
    "unknown_effect": (lambda: places.add_zone(big(), Zone("storm", "hazard", 4, effect="gael")), "warning", None),
    "unread_hazard": (lambda: places.add_zone(big(), Zone("fall", "hazard", 4, effect="cliff slick")), "note", None),
}


def split_at_four() -> Draft:
    return paint.terrain(big(), 1 << big().grid.at(4, 4), "rock")


def of_kind(draft: Draft, kind: str) -> list[Issue]:
    return [issue for issue in validate(draft, POISE) if issue.kind == kind]


def test_a_sound_map_has_no_issues() -> None:
    assert validate(big()) == validate(big(), POISE) == ()
    assert validate(field("hex", 12, 8), POISE) == ()


@pytest.mark.parametrize("kind", sorted(CASES))
def test_each_rule_finds_its_fault_and_its_fix_mends_it(kind: str) -> None:
    make, weight, cells = CASES[kind]
    draft = make()
    found = of_kind(draft, kind)
    assert found, [issue.message for issue in validate(draft, POISE)]
    assert found[0].weight == weight
    assert found[0].message.endswith(".")
    assert cells is None or spots(draft, found[0].cells) == cells
    assert (found[0].fix != "") == (found[0].mend is not None)
    if found[0].mend:
        assert len(of_kind(found[0].mend(draft), kind)) < len(found)


@pytest.mark.parametrize(("ruleset", "read"), [("poise", True), ("clash", False), ("vitality", True), ("wounds", True)])
def test_ground_is_called_harmless_only_where_it_is(ruleset: str, *, read: bool) -> None:
    embers = paint.terrain(big(), 1 << big().grid.at(5, 5), "embers")
    notes = [issue for issue in validate(embers, find_ruleset(ruleset)) if issue.kind == "unread_hazard"]
    assert [spots(embers, note.cells) for note in notes] == ([] if read else [[(5, 5)]])


def test_every_fix_together_makes_a_sound_map() -> None:
    draft = closet(with_side(roster=(), zone="moor", facing="up"))
    draft = places.add_zone(draft, Zone("storm", "hazard", 4, effect="gael"))
    mended = mend_all(draft, POISE)
    assert [issue.kind for issue in validate(mended, POISE) if issue.weight != "note"] == []
    mended.strict_board()


def test_the_most_serious_come_first() -> None:
    draft = paint.terrain(closet(with_side(facing="up")), 1 << big().grid.at(9, 6), "embers")
    assert [issue.weight for issue in validate(draft, find_ruleset("clash"))] == ["error", "warning", "note"]


def test_footprints_count() -> None:
    assert (
        bodies_of(POISE, "hex")["ogre"][0],
        size_in(POISE)(Entry(unit="ogre"), "hex"),
        size_in(None)(Entry(unit="ogre"), "hex"),
    ) == (2, 2, 1)
    ogre = Entry(unit="ogre")
    assert of_kind(unit_at(4, 4, ogre), "misplaced") == []
    rim = of_kind(unit_at(11, 4, ogre), "misplaced")
    assert "does not fit on the map" in rim[0].message
    beside_rock = of_kind(unit_at(3, 3, ogre, split_at_four()), "misplaced")
    assert "nobody can stand" in beside_rock[0].message
    assert spots(big(), beside_rock[0].cells) == [(3, 3), (4, 3), (3, 4), (4, 4)]
    two = places.place_unit(unit_at(4, 4, ogre), 1, Entry("archer"), big().grid.at(5, 5))
    assert "on another unit" in of_kind(two, "misplaced")[0].message
    assert validate(two) == ()
    off = with_side(roster=(Entry("archer", at="40,2"),))
    assert "stands off the map, at 40,2" in of_kind(off, "misplaced")[0].message


def test_doors_are_held_by_walls_rock_or_the_rim() -> None:
    draft = big()
    grid = draft.grid
    east = grid.parse_direction("e")
    door = grid.edge(grid.at(5, 3), east)
    lone = borders.edges(draft, [door], "door")
    assert of_kind(lone, "loose_door")[0].edges == (door,)
    half = borders.edges(lone, [grid.edge(grid.at(5, 2), east)], "wall")
    assert of_kind(half, "loose_door")
    walled = borders.edges(half, [grid.edge(grid.at(5, 4), east)], "wall")
    assert of_kind(walled, "loose_door") == []
    rocks = paint.terrain(half, 1 << grid.at(5, 4), "rock")
    assert of_kind(rocks, "loose_door") == []
    tall = borders.edges(
        field("square", 8, 1), [field("square", 8, 1).grid.edge(field("square", 8, 1).grid.at(3, 0), east)], "door"
    )
    assert of_kind(tall, "loose_door") == []


def test_pockets_that_are_seen_are_no_fault() -> None:
    draft = big()
    grid = draft.grid
    ring = shapes.rectangle(grid, grid.at(4, 2), grid.at(7, 5)) & ~shapes.rectangle(grid, grid.at(5, 3), grid.at(6, 4))
    assert of_kind(paint.terrain(draft, ring, "chasm"), "pocket") == []
    assert of_kind(paint.terrain(draft, ring, "rock"), "pocket")
    window = borders.edges(closet(draft), [grid.edge(grid.at(5, 3), grid.parse_direction("w"))], "window")
    assert of_kind(window, "pocket") == []
    door = borders.edges(closet(draft), [grid.edge(grid.at(5, 3), grid.parse_direction("w"))], "door")
    assert of_kind(door, "pocket") == []


def test_objectives_must_be_within_reach() -> None:
    draft = closet(big())
    mask = bits([draft.grid.at(5, 3), draft.grid.at(6, 3)])
    draft = places.add_zone(draft, Zone("vault", "objective", mask))
    draft = places.change_side(draft, 1, objectives=(Objective("hold_zone", "vault", 2),))
    assert "Blue cannot get from 16 of its cells to the zone 'vault'." in [
        each.message for each in of_kind(draft, "unreachable")
    ]


def test_what_only_the_ruleset_knows() -> None:
    draft = places.change_side(big(), 0, roster=(Entry("fighter", state={"mood": 3}),))
    assert "Poise cannot begin here" in of_kind(draft, "refused")[0].message
    assert [issue.kind for issue in validate(draft, POISE, thorough=False)] == []


def test_allies_may_share_a_zone() -> None:
    draft = with_side(zone="east", team=1)
    assert of_kind(draft, "shared_zone")
    assert of_kind(places.change_side(draft, 1, team=1), "shared_zone") == []


@pytest.mark.parametrize("name", sorted(find_maps()))
def test_maps_that_ship_have_no_warning(name: str) -> None:
    draft, _ = read(find_maps()[name])
    assert [issue.message for issue in validate(draft, POISE) if issue.weight != "note"] == []


def test_new_sides_get_units_and_a_zone() -> None:
    draft = places.add_side(big(), SideSetup("Green"))
    mended = mend_all(draft, POISE)
    assert mended.sides[2].size == mended.sides[0].size
    zone = mended.zone(mended.sides[2].zone)
    assert (zone and zone.cells & mended.zones[0].cells == 0) or len(mended.zones) == 3
