"""Fairness: what each side has before it, and mirror skirmishes noted with digest and version."""

from __future__ import annotations

import pytest

from game.data.sheets import SheetError
from game.edit import borders, fairness, paint, places, shapes
from game.edit.draft import Draft, read
from game.edit.fairness import report
from game.edit.regions import board_of
from game.grid.grid import bits
from game.map.board import Zone
from game.map.notes import FairnessNote
from game.map.roster import Entry, Objective
from tests.edit.drafts import field


def test_a_mirrored_map_is_even() -> None:
    for kind in ("square", "hex"):
        draft = field(kind, 12, 8)
        found = report(draft)
        assert [side.name for side in found.sides] == ["Red", "Blue"]
        assert (found.spread, found.remarks) == (0, ())
        red = found.sides[0]
        assert (red.room, red.enemy, red.contact, red.cover, red.exposed) == (16, 9, 1, 0, 100)


def test_costs_go_round_walls_and_through_doors() -> None:
    draft = field("square", 7, 3)
    grid = draft.grid
    wall = [grid.edge(grid.at(3, row), grid.parse_direction("w")) for row in range(3)]
    shut = borders.edges(draft, wall, "wall")
    assert report(shut).sides[0].enemy is None
    door = borders.edges(shut, wall[2:], "door")
    assert report(door).sides[0].enemy == report(draft).sides[0].enemy == 4
    swamp = paint.terrain(draft, shapes.rectangle(grid, grid.at(3, 0), grid.at(3, 2)), "swamp")
    assert report(swamp).sides[0].enemy == 6
    some = paint.terrain(swamp, 1 << grid.at(3, 2), "grass")
    assert report(some).sides[0].enemy == 4
    deep = paint.terrain(draft, shapes.rectangle(grid, grid.at(3, 0), grid.at(3, 2)), "deep_water")
    assert report(deep).sides[0].enemy is None


def test_costs_are_those_of_a_plain_search() -> None:
    draft = field("square", 9, 7)
    for number, name in enumerate(("forest", "thicket", "rock", "swamp", "mud")):
        mask = bits(draft.grid.at((3 * n + number) % 9, (5 * n + 2 * number) % 7) for n in range(5))
        draft = paint.terrain(draft, mask & ~(draft.zones[0].cells | draft.zones[1].cells), name)
    board = board_of(draft)
    grid = board.grid
    levels = fairness.costs(board, 1 << grid.at(0, 3))
    known = {grid.at(0, 3): 0}
    for _ in range(100):
        for cell, cost in list(known.items()):
            for there in grid.neighbours(cell):
                if board.passable >> there & 1:
                    known[there] = min(known.get(there, 999), cost + 1 + board.extra(there))
    assert {cell: cost for cost, mask in enumerate(levels) for cell in known if mask >> cell & 1} == known


def lopsided() -> Draft:
    """Red has woods at its door, and the hill; Blue stands in the open."""
    draft = field("square", 14, 8)
    grid = draft.grid
    draft = paint.terrain(draft, shapes.rectangle(grid, grid.at(2, 0), grid.at(3, 7)), "brush")
    draft = places.add_zone(draft, Zone("hill", "objective", 1 << grid.at(4, 4)))
    return places.change_side(draft, 0, objectives=(Objective("hold_zone", "hill", 3),))


def test_what_differs_is_named() -> None:
    found = report(lopsided())
    red, blue = found.sides
    assert red.cover > blue.cover == 0
    assert dict(red.objectives) == {"hill": 5}
    assert dict(blue.objectives) == {"hill": 8}
    assert found.spread == 100
    assert [remark.split(":")[0] for remark in found.remarks] == [
        "Cover near the start, %",
        "Way to the nearest objective",
    ]
    assert "Red 5, Blue 8 (38 % apart)" in found.remarks[1]


def test_walls_between_the_zones_hide_them() -> None:
    draft = field("square", 9, 5)
    grid = draft.grid
    wall = shapes.rectangle(grid, grid.at(4, 0), grid.at(4, 3))
    assert report(paint.terrain(draft, wall, "rock")).sides[0].exposed < 50
    whole = shapes.rectangle(grid, grid.at(4, 0), grid.at(4, 4))
    assert report(paint.terrain(draft, whole, "rock")).sides[0].exposed == 0


def test_units_with_places_count_as_a_start() -> None:
    draft = places.change_side(field("square", 12, 8), 0, zone="", roster=())
    draft = places.place_unit(draft, 0, Entry("archer"), draft.grid.at(6, 4))
    red = report(draft).sides[0]
    assert (red.room, red.enemy) == (1, 4)
    alone = places.delete_side(draft, 1)
    assert (report(alone).sides[0].enemy, report(alone).remarks) == (None, ())


def test_mirror_skirmishes_are_noted() -> None:
    draft = field("square", 12, 8)
    draft = places.change_side(draft, 1, roster=(Entry("swarm", at="11,1"),))
    job = fairness.mirror_job(draft, "poise", "random", seed=5)
    assert job.scenario.sides[0].roster == job.scenario.sides[1].roster == draft.sides[0].roster
    results = list(fairness.skirmishes(job, 6))
    assert not any(result.error for result in results)
    noted = fairness.certify(draft, job, results, "Even.")
    note = noted.fairness
    assert note is not None
    assert (note.skirmishes, note.ruleset, note.controller, note.seed) == (6, "poise", "random", 5)
    assert sum(note.wins.values()) <= 6
    assert note.digest == noted.board().digest == draft.board().digest
    assert note.version
    again, _ = read(noted.text())
    assert again.fairness == note
    assert not fairness.is_stale(again)
    assert fairness.is_stale(paint.terrain(again, 1, "mud"))
    assert not fairness.is_stale(draft)
    assert fairness.certify(noted, job, results[:2]).fairness.text == "Even."


def test_skirmishes_need_a_sound_map() -> None:
    with pytest.raises(ValueError, match="two sides"):
        fairness.even_scenario(places.delete_side(field(), 0), "poise")
    with pytest.raises(SheetError, match="moor"):
        fairness.even_scenario(places.change_side(field(), 0, zone="moor"), "poise")


@pytest.mark.parametrize(("wins", "fair"), [((50, 50), True), ((55, 45), True), ((70, 30), False), ((0, 0), True)])
def test_fair_means_that_an_even_chance_lies_in_the_interval(wins: tuple[int, int], fair: bool) -> None:  # noqa: FBT001
    note = FairnessNote(skirmishes=110, wins={"Red": wins[0], "Blue": wins[1]})
    assert fairness.seems_fair(note) is fair
    shares = fairness.shares(note)
    assert (shares["Red"].count, shares["Red"].of) == (wins[0], 110)
