"""Generators: seeded, bounded, symmetric on demand, and always sound."""

from __future__ import annotations

from typing import Any

import pytest

from game.edit import paint, places, shapes
from game.edit.checks import validate
from game.edit.content import where
from game.edit.draft import Draft, blank, read
from game.edit.generators.catalogue import GENERATORS, find_generator, numbers_of
from game.edit.generators.growing import again, generate
from game.edit.mirroring import asymmetric
from game.edit.regions import pockets
from game.edit.symmetry import WAYS, Symmetry
from game.grid.grid import CellSet, bits, cells
from game.map.board import Zone
from game.map.notes import Recipe
from game.rules.ruleset import find_ruleset
from tests.edit.drafts import field

NAMES = [generator.name for generator in GENERATORS]
SIZES = ((24, 18), (9, 9), (13, 22))


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("name", NAMES)
def test_generated_maps_pass_the_validator(name: str, kind: Any) -> None:
    ruleset = find_ruleset("poise")
    for seed in range(6):
        width, height = SIZES[seed % 3]
        draft = generate(blank(kind, width, height), Recipe(name, seed))
        found = [issue.message for issue in validate(draft, ruleset) if issue.weight != "note"]
        assert found == [], (seed, width, height)
        assert len(pockets(draft)) == 1
        assert width < 20 or len({*"".join(draft.rows)}) > 1


def test_filling_and_cutting_do_not_undo_each_other() -> None:
    draft = generate(blank("hex", 29, 33), Recipe("rooms", 83, symmetry="sixth_turns"))
    assert [issue.message for issue in validate(draft) if issue.weight != "note"] == []


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("name", NAMES)
def test_five_hundred_seeds_pass_the_validator(name: str, kind: Any) -> None:
    for seed in range(500):
        width, height = 8 + seed * 7 % 40, 8 + seed * 5 % 30
        way = WAYS[kind][seed % len(WAYS[kind])]
        draft = generate(blank(kind, width, height), Recipe(name, seed, symmetry=way))
        assert [issue.message for issue in validate(draft) if issue.weight != "note"] == [], (seed, way)


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_is_all_it_takes(name: str) -> None:
    draft = generate(blank("hex", 20, 14), Recipe(name, "a seed", symmetry="half_turn"))
    stored, _ = read(draft.text())
    recipe = stored.recipes[0]
    assert recipe.parameters == numbers_of(find_generator(name), Recipe(name))
    assert generate(blank("hex", 20, 14), recipe).text() == draft.text()
    assert again(stored, recipe).text() == draft.text()
    assert generate(blank("hex", 20, 14), Recipe(name, "another seed", symmetry="half_turn")).rows != draft.rows


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("name", NAMES)
def test_symmetric_on_demand(name: str, kind: Any) -> None:
    for number, way in enumerate(WAYS[kind][1:]):
        draft = generate(blank(kind, 16, 14), Recipe(name, number, symmetry=way))
        assert asymmetric(draft, Symmetry(way, source="left")) == 0, way
        assert len(pockets(draft)) == 1


def pieces(draft: Draft, mask: CellSet) -> list[CellSet]:
    """What hangs together of some cells."""
    grid, found = draft.grid, []
    while mask:
        piece, grown = 0, mask & -mask
        while grown != piece:
            piece = grown
            beside = (grid.step(cell, d) for cell in cells(piece) for d in grid.layout.sides)
            grown |= bits(there for there in beside if there is not None) & mask
        found.append(piece)
        mask &= ~piece
    return found


def rims(draft: Draft, mask: CellSet) -> str:
    """Which sides of the map a set of cells reaches; on hexes the last cell of a row may be nobody's image."""
    spots, near = [draft.grid.xy(cell) for cell in cells(mask)], int(draft.kind == "hex")
    ends = {"n": (1, 0), "s": (1, draft.height - 1), "w": (0, 0), "e": (0, draft.width - 1)}
    return "".join(name for name, (axis, at) in ends.items() if any(abs(spot[axis] - at) <= near for spot in spots))


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("way", ["none", "half_turn", "mirror_h", "mirror_v", "mirror_hv"])
def test_roads_and_rivers_lead_through_the_whole_map(kind: Any, way: Any) -> None:
    lines = {"village": "=", "river": "~wWB", "forest": ":"}
    for seed, (width, height) in enumerate(((30, 20), (21, 29), (24, 24), (33, 17))):
        for name, glyphs in lines.items():
            draft = generate(blank(kind, width, height), Recipe(name, seed, symmetry=way))
            line = where(draft, lambda glyph, glyphs=glyphs: glyph in glyphs)
            assert line, (name, seed)
            for piece in pieces(draft, line):
                assert len(rims(draft, piece)) >= 2, (name, seed, rims(draft, piece))
            if name == "river" and way in ("none", "half_turn"):
                assert len(pieces(draft, line)) == 1, "one river, that crosses itself nowhere"


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("way", ["none", "half_turn", "mirror_h"])
def test_caves_and_rooms_are_no_open_floor(kind: Any, way: Any) -> None:
    for seed, (width, height) in enumerate(((20, 15), (30, 20), (40, 32))):
        for name in ("cave", "rooms"):
            board = generate(blank(kind, width, height), Recipe(name, seed, symmetry=way)).board()
            share = 100 * board.passable.bit_count() // (width * height)
            assert 12 <= share <= 60, (name, seed, share)


@pytest.mark.parametrize("name", NAMES)
def test_only_the_selection_changes(name: str) -> None:
    before = paint.terrain(field("square", 24, 20), field("square", 24, 20).grid.everywhere, "snow")
    grid = before.grid
    mask = shapes.rectangle(grid, grid.at(5, 4), grid.at(17, 15))
    after = generate(before, Recipe(name, 3), mask)
    outside = [(x, y) for x in range(24) for y in range(20) if not mask >> grid.at(x, y) & 1]
    assert all(after.rows[y][x] == "*" for x, y in outside)
    assert all(mask >> prop.cell & 1 for prop in after.props)
    beside = [cell for edge in after.edges for cell in grid.edge_cells(edge.edge)]
    assert all(cell is not None and mask >> cell & 1 for cell in beside)
    assert (after.zones, after.sides) == (before.zones, before.sides)
    assert after.recipes[0].area == ((5, 4, 13, 12),)
    assert again(after, after.recipes[0]).rows == after.rows
    twice = generate(after, Recipe("open", 1), 1 << grid.at(0, 0))
    assert [recipe.kind for recipe in twice.recipes] == [name, "open"]


def test_parameters_count_and_are_bounded() -> None:
    thin = generate(blank("square", 30, 30), Recipe("forest", 1, {"density": 20, "paths": 0}))
    thick = generate(blank("square", 30, 30), Recipe("forest", 1, {"density": 75, "paths": 0}))
    assert "".join(thick.rows).count("T") + "".join(thick.rows).count("t") > 4 * "".join(thin.rows).count("T")
    assert generate(blank("square", 9, 9), Recipe("cave", 1, {"rock": 10**9})).recipes[0].parameters["rock"] == 60
    with pytest.raises(ValueError, match="rocks = 3"):
        generate(blank("square", 9, 9), Recipe("cave", 1, {"rocks": 3}))
    with pytest.raises(ValueError, match="rock = 'much'"):
        generate(blank("square", 9, 9), Recipe("cave", 1, {"rock": "much"}))
    with pytest.raises(LookupError, match="no generator 'moon'"):
        generate(blank("square", 9, 9), Recipe("moon"))
    with pytest.raises(ValueError, match="unknown symmetry"):
        generate(blank("square", 9, 9), Recipe("cave", symmetry="round"))
    with pytest.raises(ValueError, match="unknown part"):
        generate(blank("square", 9, 9), Recipe("cave", symmetry="half_turn", source="middle"))


def test_every_bound_of_every_parameter_can_be_drawn() -> None:
    for generator in GENERATORS:
        for at in ("low", "high"):
            numbers = {number.name: getattr(number, at) for number in generator.numbers}
            for kind in ("square", "hex"):
                draft = generate(blank(kind, 17, 13), Recipe(generator.name, 5, numbers))
                assert len(pockets(draft)) == 1
                draft.strict_board()


@pytest.mark.parametrize("name", NAMES)
def test_the_smallest_maps_do_no_harm(name: str) -> None:
    for kind in ("square", "hex"):
        for size in ((1, 1), (2, 3), (5, 4)):
            generate(blank(kind, *size), Recipe(name, 1)).strict_board()


def test_what_the_mapmaker_placed_stays() -> None:
    draft = places.label(field("square", 20, 16), field("square", 20, 16).grid.at(9, 9), "Here")
    after = generate(draft, Recipe("ruins", 2, symmetry="half_turn"))
    assert (after.labels, after.sides, after.zones) == (draft.labels, draft.sides, draft.zones)


def test_what_each_kind_is_made_of() -> None:
    found = {name: generate(blank("square", 40, 30), Recipe(name, 4)) for name in NAMES}
    assert found["open"].props
    assert any(found["open"].heights)
    assert {*"Ttb:"} <= {*"".join(found["forest"].rows)}
    assert {*"Rc~"} <= {*"".join(found["cave"].rows)}
    assert any(edge.kind == "door" for edge in found["rooms"].edges)
    assert {"wall", "door", "window"} <= {edge.kind for edge in found["village"].edges}
    assert {"wall", "low_wall"} <= {edge.kind for edge in found["ruins"].edges}
    assert "BB" in "".join(found["river"].rows)
    wide = generate(blank("square", 40, 30), Recipe("river", 4, {"width": 5, "bridges": 1, "fords": 0}))
    assert "W" in "".join(wide.rows)
    assert len(pockets(wide)) == 1


def test_zones_get_room_even_in_rock() -> None:
    rock = blank("square", 20, 20, terrain="rock")
    zone = shapes.rectangle(rock.grid, rock.grid.at(0, 0), rock.grid.at(2, 2))
    draft = field("square", 20, 20)
    zones = (Zone("west", "deploy", zone), *draft.zones[1:])
    draft = generate(
        type(draft)(**{**{f: getattr(draft, f) for f in draft.__struct_fields__}, "zones": zones}), Recipe("cave", 9)
    )
    assert [issue.kind for issue in validate(draft) if issue.weight != "note"] == []
