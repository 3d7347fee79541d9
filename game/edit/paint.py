"""Painting cells: terrain and transitions, elevation, props, scattering, erasing. All take a draft and give one."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from game.data.faults import unknown
from game.edit.content import LAYERS, Content, contents, edges_touching, put, set_glyphs, set_heights, set_props
from game.edit.draft import MAX_HEIGHT, Draft, changed, units_of
from game.edit.knowledge import knowledge
from game.grid.grid import Cell, CellSet, bits, cells
from game.kernel.dice import Chooser
from game.map.board import LEVEL
from game.map.terrain import kinds


class Sample(Struct, frozen=True):
    """What the eyedropper finds in a cell, by the names that tools take; "" for nothing."""

    terrain: str
    height: int
    prop: str
    zones: tuple[str, ...]
    content: Content


def glyph_of(terrain: str) -> str:
    """The letter of a terrain; LookupError for one that is not in board.yaml."""
    if terrain not in kinds().terrain:
        raise LookupError(unknown("terrain", terrain, kinds().terrain)[0])
    return kinds().terrain[terrain].glyph


def terrain_name(draft: Draft, glyph: str) -> str:
    """The terrain of a letter, also one that the game does not know."""
    known = kinds().by_glyph.get(glyph)
    return known.id if known else dict(draft.legend).get(glyph, "")


def sample(draft: Draft, cell: Cell) -> Sample:
    """What lies in a cell."""
    found = contents(draft, 1 << cell)[cell]
    return Sample(terrain_name(draft, found.glyph), found.height, found.prop, found.zones, found)


# Terrain


def terrain(draft: Draft, mask: CellSet, name: str) -> Draft:
    """Some cells of one terrain."""
    glyph = glyph_of(name)
    return changed(draft, rows=set_glyphs(draft, dict.fromkeys(cells(mask), glyph)))


def own_ground(draft: Draft) -> str:
    """The open ground of which the map has most: what lies where nobody painted anything. "" for a map without any."""
    counted = {name: sum(row.count(glyph_of(name)) for row in draft.rows) for name in knowledge().open_ground}
    most = max(counted, key=lambda name: counted[name], default="")
    return most if most and counted[most] else ""


def blend(draft: Draft, mask: CellSet, name: str) -> Draft:
    """Some cells of one terrain, and about them the transitions that fit: banks about water, brush about woods.

    They lie on the map's own ground only: whatever else is there was painted, and stays.
    """
    after = terrain(draft, mask, name)
    ground = own_ground(after)
    done, ring, kind = mask, mask, name
    while (rule := knowledge().transitions.get(kind)) is not None and ground not in (kind, rule.ring, *rule.beside):
        beside = _of(after, _around(after, ring) & ~done, ground)
        if not beside:
            break
        after = terrain(after, beside, rule.ring)
        done, ring, kind = done | beside, beside, rule.ring
    return _softened(after, mask, name) if name == ground else after


def _softened(draft: Draft, mask: CellSet, name: str) -> Draft:
    """The rim of open ground that was painted, where the ground around it asks for a transition."""
    grid = draft.grid
    found: dict[Cell, str] = {}
    for cell in cells(_around(draft, mask)):
        beside = terrain_name(draft, draft.glyph(cell))
        rule = knowledge().transitions.get(beside)
        if rule and name not in rule.beside:
            near = (grid.step(cell, d) for d in grid.layout.sides)
            found.update({there: glyph_of(rule.ring) for there in near if there is not None and mask >> there & 1})
    return changed(draft, rows=set_glyphs(draft, found)) if found else draft


def _around(draft: Draft, mask: CellSet) -> CellSet:
    return draft.grid.spread(mask) & ~mask


def _of(draft: Draft, mask: CellSet, name: str) -> CellSet:
    return bits(cell for cell in cells(mask) if terrain_name(draft, draft.glyph(cell)) == name)


# Elevation


def lift(draft: Draft, mask: CellSet, sixths: int = LEVEL) -> Draft:
    """Raise some cells by so many sixths of a level (a level unless told), or lower them by a negative number."""
    return _heights(draft, {cell: draft.sixths(cell) + sixths for cell in cells(mask)})


def level(draft: Draft, mask: CellSet, sixths: int) -> Draft:
    """Some cells at one height."""
    return _heights(draft, dict.fromkeys(cells(mask), sixths))


def smooth(draft: Draft, mask: CellSet, step: int = LEVEL) -> Draft:
    """Each cell at the mean of itself and its neighbours, rounded to a multiple of `step` sixths."""
    grid = draft.grid
    found: dict[Cell, int] = {}
    for cell in cells(mask):
        near = [draft.sixths(each) for each in (cell, *grid.neighbours(cell))]
        found[cell] = (2 * sum(near) + step * len(near)) // (2 * step * len(near)) * step
    return _heights(draft, found)


def _heights(draft: Draft, heights: Mapping[Cell, int]) -> Draft:
    bound = {cell: max(-MAX_HEIGHT, min(MAX_HEIGHT, height)) for cell, height in heights.items()}
    return changed(draft, ground=set_heights(draft, bound))


# Props


def prop(draft: Draft, mask: CellSet, kind: str) -> Draft:
    """The same prop in each of some cells, "" to take what is there; LookupError for an unknown kind."""
    if kind and kind not in kinds().props:
        raise LookupError(unknown("prop", kind, kinds().props)[0])
    return changed(draft, prop_rows=set_props(draft, dict.fromkeys(cells(mask), kind)))


def scatter(draft: Draft, mask: CellSet, mixture: Mapping[str, int], density: int, seed: int | str) -> Draft:
    """Things at random in some cells: about `density` per cent get one, by weight; terrain or props by their names.

    Props fall only where one can stand and no unit does. LookupError for an unknown name.
    """
    picks, names = Chooser(seed), [name for name, weight in mixture.items() for _ in range(weight)]
    for name in mixture:
        if name not in kinds().props:
            glyph_of(name)
    glyphs: dict[Cell, str] = {}
    props: dict[Cell, str] = {}
    free = draft.grid.everywhere & ~bits(units_of(draft))
    for cell in cells(mask):
        if not names or picks.below(100) >= density:
            continue
        name = picks.pick(names)
        if name not in kinds().props:
            glyphs[cell] = glyph_of(name)
        elif free >> cell & 1 and not _impassable(draft.glyph(cell)):
            props[cell] = name
    return changed(draft, rows=set_glyphs(draft, glyphs), prop_rows=set_props(draft, props))


def _impassable(glyph: str) -> bool:
    known = kinds().by_glyph.get(glyph)
    return known is None or known.impassable or known.water != "none"


# Erasing


def erase(draft: Draft, mask: CellSet, layers: Collection[str] = LAYERS, ground: str = "grass") -> Draft:
    """Nothing but plain ground in some cells, in some layers; the edges of the cells go too."""
    nothing = Content(glyph_of(ground))
    edges = dict.fromkeys(cells(edges_touching(draft.grid, mask)), "") if "edges" in layers else {}
    return put(draft, dict.fromkeys(cells(mask), nothing), edges, layers)


def repaint(draft: Draft, old: str, new: str) -> Draft:
    """One letter everywhere replaced by a terrain: the cure for unknown terrain."""
    rows = tuple(row.replace(old, glyph_of(new)) for row in draft.rows)
    return changed(draft, rows=rows, legend=tuple(pair for pair in draft.legend if pair[0] != old))
