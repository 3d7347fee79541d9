"""Drafts with a bit of everything, and random operations on them, for the tests of the editor."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from game.edit import borders, clip, content, paint, places, reshape, scenery, shapes
from game.edit.convert import convert
from game.edit.draft import Draft, blank, changed, units_of
from game.edit.generators.catalogue import GENERATORS
from game.edit.generators.growing import generate
from game.grid.grid import Grid, bits, cells, make_grid
from game.map.board import LEVEL, Zone
from game.map.notes import Backdrop, Light, Recipe
from game.map.roster import Entry, Objective, SideSetup
from game.map.terrain import kinds

TERRAIN = sorted(kinds().terrain)
PROPS = sorted(kinds().props)
EDGES = sorted(kinds().edges)
KINDS = st.sampled_from(["square", "hex"])
WORDS = st.one_of(
    st.sampled_from(["", "Mill", "a: b # c", " on", "1", "1.50", "null", "- x", "|", "\ttab", "two\nlines\n\n"]),
    st.text(st.characters(codec="utf-8"), max_size=6),
)
NUMBERS = st.one_of(st.integers(0, 90), st.floats(0, 90, allow_subnormal=True), st.sampled_from([-0.0, 1e-9, 4, 4.0]))

Operation = Callable[[Draft], Draft]


def field(kind: str = "square", width: int = 8, height: int = 6) -> Draft:
    """A small map with two sides and their zones."""
    assert kind in ("square", "hex")
    draft = blank("hex" if kind == "hex" else "square", width, height, name="Field")
    grid = draft.grid
    west = bits(grid.at(col, row) for col in (0, 1) for row in range(height))
    east = bits(grid.at(width - 1 - col, row) for col in (0, 1) for row in range(height))
    sides = (
        SideSetup("Red", "west", "red", facing="e", roster=(Entry("leader"), Entry("fighter", count=2))),
        SideSetup("Blue", "east", "blue", facing="w", roster=(Entry("leader"), Entry("fighter", count=2))),
    )
    return changed(draft, sides=sides, zones=(Zone("west", "deploy", west), Zone("east", "deploy", east)))


@st.composite
def masks(draw: st.DrawFn, draft: Draft) -> int:
    """Any cells of a draft."""
    return bits(draw(st.sets(st.sampled_from(list(cells(draft.grid.everywhere))), max_size=12)))


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    """A draft that some operations have been done to."""
    draft = field(draw(KINDS), draw(st.integers(4, 9)), draw(st.integers(2, 8)))
    for _ in range(draw(st.integers(0, 6))):
        draft = draw(operations(draft))(draft)
    return draft


def _cell(draw: st.DrawFn, draft: Draft) -> int:
    return draw(st.sampled_from(list(cells(draft.grid.everywhere))))


@st.composite
def operations(draw: st.DrawFn, draft: Draft, number: int | None = None) -> Operation:
    """One operation with arguments that fit the draft; that of a number, counted round and round, if one is given."""
    grid, mask = draft.grid, draw(masks(draft))
    cell, other = _cell(draw, draft), _cell(draw, draft)
    edges = [grid.edge(each, d) for each in cells(mask) for d in grid.layout.sides]
    facing = draw(st.sampled_from(["", *grid.names]))
    seed, terrain = draw(st.integers(0, 99)), draw(st.sampled_from(TERRAIN))
    choices: list[Operation] = [
        lambda d: paint.terrain(d, mask, terrain),
        lambda d: paint.blend(d, mask, terrain),
        lambda d: paint.lift(d, mask, draw(st.sampled_from([LEVEL, -LEVEL, 3, 2, -1]))),
        lambda d: paint.smooth(paint.lift(d, mask, 4 * LEVEL), shapes.brush(grid, cell, 5)),
        lambda d: paint.prop(d, mask, draw(st.sampled_from(["", *PROPS]))),
        lambda d: paint.scatter(d, mask, {"tree": 2, "mud": 1}, 60, seed),
        lambda d: paint.erase(d, mask),
        lambda d: borders.edges(d, edges, draw(st.sampled_from(["", *EDGES]))),
        lambda d: borders.enclose(d, mask, "wall"),
        lambda d: places.label(d, cell, draw(st.sampled_from(["", "Mill", "a: b # c"]))),
        lambda d: places.paint_zone(d, "west", mask, away=seed % 2 == 0) if d.zone("west") else d,
        lambda d: places.add_zone(d, Zone(places.free_name(d, "hold"), "objective", mask, "Hold it")),
        lambda d: places.delete_zone(d, d.zones[-1].name) if d.zones else d,
        lambda d: places.rename_zone(d, d.zones[0].name, places.free_name(d, "new")) if d.zones else d,
        lambda d: places.place_unit(d, seed % 2, Entry("archer", facing=facing), cell),
        lambda d: places.move_unit(d, min(units_of(d), default=cell), other),
        lambda d: places.turn_unit(d, min(units_of(d), default=cell), seed % 5),
        lambda d: clip.paste(d, clip.turn(clip.copy(d, mask), seed), cell, only_empty=seed % 3 == 0),
        lambda d: clip.paste(d, clip.flip(clip.copy(d, mask), "horizontal"), cell, layers=("terrain", "edges")),
        lambda d: clip.cut(d, mask)[1],
        lambda d: scenery.add_light(d, Light((draw(NUMBERS), draw(NUMBERS)), draw(NUMBERS), intensity=draw(NUMBERS))),
        lambda d: scenery.change_light(d, 0, at=(draw(NUMBERS), 2), range=draw(NUMBERS)) if d.lights else d,
        lambda d: scenery.backdrop(d, Backdrop("a.png", draw(st.integers(1, 90)), (draw(NUMBERS), 3), seed)),
        lambda d: scenery.describe(d, name=draw(WORDS), author=draw(WORDS), tags=(draw(WORDS), f"t{seed}")),
        lambda d: scenery.describe(d, description=draw(WORDS), round_limit=1 + seed),
        lambda d: scenery.close_side(d, draw(st.sampled_from("nesw")), closed=seed % 2 == 0),
        lambda d: places.label(d, cell, draw(WORDS)),
        lambda d: places.add_zone(d, Zone(places.free_name(d, draw(WORDS)), "hazard", mask, draw(WORDS), draw(WORDS))),
        lambda d: places.change_side(d, 0, name=draw(WORDS), colour=draw(WORDS), team=seed % 3),
        lambda d: places.place_unit(d, 0, Entry("guard", name=draw(WORDS), state={draw(WORDS): draw(NUMBERS)}), cell),
        lambda d: content.put(d, content.contents(d, mask)),
        lambda d: reshape.resize(d, 3 + seed % 7, 2 + seed % 5, draw(st.sampled_from(["nw", "c", "s", "e"]))).draft,
        lambda d: reshape.turn(d, seed).draft if d.width + d.height < 24 else d,
        lambda d: reshape.flip(d, "vertical").draft if d.width + d.height < 24 else d,
        lambda d: reshape.crop(d, mask).draft if mask else d,
        lambda d: convert(d, "hex" if d.kind == "square" else "square").draft,
        lambda d: generate(d, Recipe(GENERATORS[seed % len(GENERATORS)].name, seed), mask),
        lambda d: places.change_side(d, 0, objectives=(Objective("survive", rounds=1 + seed),)),
    ]
    chosen = choices[(draw(st.integers(0, len(choices) - 1)) if number is None else number) % len(choices)]
    # Arguments that are drawn inside must be drawn now, not when the operation is done a second time.
    done = chosen(draft)
    return lambda d: done if d is draft else chosen(d)


def spots(draft: Draft, mask: int) -> list[tuple[int, int]]:
    """Columns and rows of some cells."""
    return [draft.grid.xy(cell) for cell in cells(mask)]


def grid_of(kind: str, width: int, height: int) -> Grid:
    """A grid of either kind."""
    return make_grid("hex" if kind == "hex" else "square", width, height)
