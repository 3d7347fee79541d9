"""Every tool on every layer, by mouse and by keys alone, on squares and on hexes."""

from __future__ import annotations

import pygame
import pytest

from game.edit import paint, shapes
from game.edit.editor import Editor
from game.edit.symmetry import across
from game.grid.grid import bits, cells
from game.ui.editing.screen import EditorScreen

from .bench import at

CELLS = ("terrain", "elevation", "props", "zones")
SHIFT, CTRL, ALT = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT
FIGURES = {
    "line": ((2, 2), (8, 5)),
    "rectangle": ((2, 2), (6, 5)),
    "hexagon": ((5, 4), (7, 4)),
    "ellipse": ((1, 1), (8, 6)),
}


def zone(desk):
    """A zone in hand."""
    desk.letter("5")
    desk.chip("New zone")
    desk.press("ok")


def figure(desk, tool):
    """The cells that a figure has, as the geometry says."""
    grid = desk.draft.grid
    a, b = (grid.at(*spot) for spot in FIGURES[tool])
    if tool == "line":
        return shapes.line(grid, a, b)
    return {"rectangle": shapes.rectangle, "hexagon": shapes.hexagon, "ellipse": shapes.ellipse}[tool](grid, a, b)


@pytest.mark.parametrize("layer", CELLS)
def test_brush(desk, way, layer):
    zone(desk)
    desk.take(layer)
    getattr(desk, way)((2, 2), (5, 2), (5, 4))
    assert desk.painted(layer) == at(desk, (2, 2), (3, 2), (4, 2), (5, 2), (5, 3), (5, 4))
    assert len(desk.desk.editor.history.titles) == 3, "one stroke is one line"
    desk.letter("z", CTRL)
    assert desk.painted(layer) == 0


@pytest.mark.parametrize("layer", CELLS)
@pytest.mark.parametrize("tool", FIGURES)
def test_figures(desk, way, layer, tool):
    zone(desk)
    desk.take(layer, tool)
    getattr(desk, way)(*FIGURES[tool])
    assert desk.painted(layer) == figure(desk, tool) != 0
    desk.letter("z", CTRL)
    assert desk.painted(layer) == 0


@pytest.mark.parametrize("tool", ["rectangle", "hexagon", "ellipse"])
def test_figures_may_be_hollow(desk, way, tool):
    desk.take("terrain", tool)
    desk.chip("Only the rim")
    getattr(desk, way)(*FIGURES[tool])
    whole = figure(desk, tool)
    assert desk.painted("terrain") & ~whole == 0
    assert 0 < desk.painted("terrain").bit_count() < whole.bit_count()


@pytest.mark.parametrize("tool", ["rectangle", "hexagon", "ellipse"])
def test_figures_on_edges_are_walls_about_them(desk, way, tool):
    desk.take("edges", tool)
    getattr(desk, way)(*FIGURES[tool])
    grid = desk.draft.grid
    assert bits(each.edge for each in desk.draft.edges) == bits(
        edge for edge in shapes.outline(grid, figure(desk, tool)) if not grid.rim >> edge & 1
    )


@pytest.mark.parametrize("tool", ["brush", "line"])
def test_edges_follow_the_borders(desk, tool):
    desk.take("edges", tool)
    desk.drag((2, 3, -0.4, -0.3), (7, 3, -0.4, -0.3))
    many = len(desk.draft.edges)
    assert many >= 5
    assert all(each.kind == "wall" for each in desk.draft.edges)
    desk.take("edges", "eraser")
    desk.drag((2, 3, -0.4, -0.3), (7, 3, -0.4, -0.3))
    assert len(desk.draft.edges) < many


def test_edges_by_keys(desk):
    desk.take("edges")
    desk.walk(4, 4)
    desk.key(pygame.K_RIGHT)
    desk.space()
    desk.space()
    grid = desk.draft.grid
    assert [grid.edge_name(each.edge) for each in desk.draft.edges] == [
        grid.edge_name(grid.edge(grid.at(5, 4), grid.parse_direction("e")))
    ]


@pytest.mark.parametrize("layer", CELLS)
def test_fill(desk, way, layer):
    zone(desk)
    desk.take("edges", "rectangle")
    desk.drag((2, 2), (5, 5))
    desk.take(layer, "fill")
    getattr(desk, way)((3, 3))
    assert desk.painted(layer) == shapes.rectangle(desk.draft.grid, *(desk.draft.grid.at(*s) for s in ((2, 2), (5, 5))))
    desk.letter("z", CTRL)
    desk.chip("Walls stop it")
    getattr(desk, way)((3, 3))
    assert desk.painted(layer) == desk.draft.grid.everywhere


def test_fill_on_edges_walls_the_ground_in(desk, way):
    desk.take("terrain", "rectangle")
    desk.drag((3, 3), (5, 5))
    desk.take("edges", "fill")
    getattr(desk, way)((4, 4))
    assert bits(each.edge for each in desk.draft.edges) == bits(
        shapes.outline(desk.draft.grid, desk.painted("terrain"))
    )


@pytest.mark.parametrize("layer", ["terrain", "props"])
def test_scatter(desk, way, layer):
    desk.take(layer, "scatter")
    desk.chip("Woodland" if layer == "props" else "Debris")
    for _ in range(4):
        desk.letter(".")
    getattr(desk, way)((3, 4), (8, 4))
    first, area = desk.painted(layer), shapes.line(desk.draft.grid, *(desk.draft.grid.at(c, 4) for c in (3, 8)), 5)
    assert 0 < first.bit_count() < area.bit_count()
    assert first & ~area == 0
    desk.letter("z", CTRL)
    getattr(desk, way)((3, 4), (8, 4))
    assert desk.painted(layer) == first, "the same seed"


@pytest.mark.parametrize("layer", CELLS)
def test_eraser(desk, way, layer):
    zone(desk)
    desk.take(layer, "rectangle")
    desk.drag((2, 2), (6, 5))
    desk.take(layer, "eraser")
    before = desk.painted(layer)
    getattr(desk, way)((2, 3), (4, 3))
    assert desk.painted(layer) == before & ~at(desk, (2, 3), (3, 3), (4, 3))


def test_eraser_on_units_and_labels(desk, way):
    desk.take("units")
    desk.drag((3, 3))
    desk.take("labels")
    desk.drag((3, 3))
    desk.type("mill")
    desk.key(pygame.K_RETURN)
    desk.take("units", "eraser")
    getattr(desk, way)((2, 3), (4, 3))
    assert (desk.painted("units"), desk.painted("labels")) == (0, at(desk, (3, 3)))
    desk.take("labels", "eraser")
    getattr(desk, way)((2, 3), (4, 3))
    assert desk.painted("labels") == 0


def test_eyedropper(desk, way):
    zone(desk)
    for layer in ("terrain", "props", "zones", "units"):
        desk.take(layer)
        desk.drag((3, 3))
    desk.take("elevation")
    desk.drag((3, 3))
    desk.drag((3, 3))
    toolbox = desk.desk.toolbox
    toolbox.terrain, toolbox.prop, toolbox.zone, toolbox.role, toolbox.level = "lava", "crate", "", "archer", 5
    for layer in ("terrain", "props", "zones", "units", "elevation"):
        desk.take(layer, "eyedropper")
        getattr(desk, way)((3, 3))
        assert toolbox.tool == "brush"
    assert (toolbox.terrain, toolbox.prop, toolbox.zone, toolbox.role, toolbox.level) == (
        "forest",
        "tree",
        "red",
        "fighter",
        2,
    )


def test_eyedropper_on_edges(desk):
    desk.take("edges")
    desk.desk.toolbox.edge = "door"
    desk.drag((3, 3, 0.45, 0))
    desk.desk.toolbox.edge = "wall"
    desk.take("edges", "eyedropper")
    desk.drag((3, 3, 0.45, 0))
    assert desk.desk.toolbox.edge == "door"


def test_units_by_keys_and_mouse(desk, way):
    desk.take("units")
    getattr(desk, way)((3, 3))
    assert desk.painted("units") == at(desk, (3, 3))
    desk.drag((3, 3), (4, 4), (6, 5))
    assert desk.painted("units") == at(desk, (6, 5))
    desk.move(desk.spot(6, 5))
    desk.letter("]")
    assert desk.units()["6,5"] != "0fighter"
    seen = desk.units()
    desk.app.event(pygame.event.Event(pygame.MOUSEWHEEL, y=1, x=0))
    desk.tick()
    assert desk.units() != seen


def test_a_unit_is_carried_by_keys(desk):
    desk.take("units")
    desk.keyed((3, 3))
    desk.keyed((3, 3), (6, 3))
    assert desk.painted("units") == at(desk, (6, 3))


def test_labels(desk, way):
    desk.take("labels")
    getattr(desk, way)((3, 3))
    desk.type("mill")
    desk.key(pygame.K_RETURN)
    assert [(label.text, label.cell) for label in desk.draft.labels] == [("mill", desk.draft.grid.at(3, 3))]
    getattr(desk, way)((3, 3))
    for _ in range(6):
        desk.key(pygame.K_BACKSPACE)
    desk.key(pygame.K_RETURN)
    assert desk.draft.labels == ()


def test_lights(desk, way):
    desk.take("lights")
    getattr(desk, way)((3, 3))
    assert len(desk.draft.lights) == 1
    before = desk.draft.lights[0].at
    desk.drag((3, 3), (6, 4))
    assert len(desk.draft.lights) == 1
    assert desk.draft.lights[0].at[0] > before[0] + 2
    desk.chip("Light 1")
    desk.press("more0")
    assert desk.draft.lights == ()


def test_elevation_smooths(desk, way):
    desk.take("elevation")
    for _ in range(3):
        desk.drag((5, 4))
    desk.chip("Smooth")
    for _ in range(4):
        desk.letter(".")
    getattr(desk, way)((5, 4))
    grid = desk.draft.grid
    assert desk.desk.editor.history.titles[-1] == "Smooth ground"
    assert desk.draft.sixths(grid.at(5, 4)) < 18


def test_the_terrain_brush_places_transitions(desk, way):
    desk.take("terrain")
    desk.desk.toolbox.terrain = "shallow_water"
    desk.chip("Fitting transitions")
    getattr(desk, way)((4, 4), (6, 4))
    grid = desk.draft.grid
    beside = {desk.draft.glyph(cell) for cell in grid.neighbours(grid.at(5, 4))}
    assert beside == {"~", "s"}, "sand about shallow water"


@pytest.mark.parametrize("symmetry", ["none", "half_turn"])
def test_transitions_fit_a_stroke_as_a_whole(desk, symmetry):
    """However it was cut into steps; undone at once; with its images."""
    desk.take("terrain")
    desk.desk.toolbox.terrain = "deep_water"
    desk.chip("Fitting transitions")
    while desk.desk.editor.symmetry.way != symmetry:
        desk.letter("y")
    before, way = desk.draft, ((1, 1), (2, 1), (2, 2), (3, 2), (4, 2))
    desk.drag(*way)
    after, grid = desk.draft, desk.draft.grid
    if symmetry == "none":
        assert after.rows == paint.blend(before, at(desk, *way), "deep_water").rows
    for glyph, number in (("W", 5), ("w", 0), ("~", 0), ("s", 0)):
        mask = bits(cell for cell in cells(grid.everywhere) if after.glyph(cell) == glyph)
        assert mask.bit_count() >= number
        if symmetry == "half_turn":
            assert across(grid, desk.desk.editor.symmetry, mask) == mask
    desk.key(ord("z"), CTRL)
    assert desk.draft == before, "one stroke is one line"


def test_whether_transitions_are_laid_is_kept(desk):
    assert not desk.desk.toolbox.blend
    desk.take("terrain")
    desk.chip("Fitting transitions")
    assert desk.app.prefs.blend
    assert EditorScreen(desk.app, Editor.new("hex", 5, 5)).toolbox.blend


def test_the_second_thing_is_on_the_right_button(desk):
    desk.take("terrain")
    desk.desk.serial += 1
    desk.tick()
    spots = [spot for spot in desk.desk.spots if spot.tip and spot.tip[0] == "Sand"]
    desk.click(spots[0].rect.center, button=3)
    assert desk.desk.toolbox.second == {"terrain": "sand"}
    desk.mouse(pygame.MOUSEBUTTONDOWN, desk.spot(2, 2), button=3)
    desk.mouse(pygame.MOUSEMOTION, desk.spot(5, 2))
    desk.mouse(pygame.MOUSEBUTTONUP, desk.spot(5, 2), button=3)
    assert desk.draft.rows[2][2:6] == "ssss"
    assert desk.desk.toolbox.terrain == "forest", "the first is in hand again"
    desk.drag((2, 4), (3, 4))
    assert desk.draft.rows[4][2:4] == "TT"
    desk.take("terrain", "rectangle")
    desk.mouse(pygame.MOUSEBUTTONDOWN, desk.spot(7, 2), button=3)
    desk.mouse(pygame.MOUSEMOTION, desk.spot(8, 3))
    desk.letter("1")
    assert desk.desk.toolbox.terrain == "forest", "a stroke that is dropped gives it back, too"
    desk.take("terrain", "fill")
    desk.click(desk.spot(10, 8), button=3)
    assert desk.draft.rows[8] == "ssssssssssss"
    desk.key(ord("x"), SHIFT)
    assert (desk.desk.toolbox.terrain, desk.desk.toolbox.second["terrain"]) == ("sand", "forest")
    desk.letter("b")
    desk.drag((2, 4))
    pygame.key.set_mods(ALT)
    desk.click(desk.spot(3, 4), button=3)
    pygame.key.set_mods(0)
    assert desk.desk.toolbox.terrain == "forest", "Alt takes what lies there"


def test_scatter_weights_are_filled_in(desk):
    desk.take("props", "scatter")
    desk.chip("Density")
    desk.fill(**{"density": "100", "of tree": "0", "of bush": "0", "of stump": "0", "of boulder": "5"})
    assert "boulder 100 %" in desk.top.scroll.lines[0].words
    desk.press("ok")
    for _ in range(3):
        desk.letter(".")
    desk.drag((5, 4))
    assert {prop.kind for prop in desk.draft.props} == {"boulder"}
    desk.chip("Density")
    desk.press("more0")
    desk.pick("Crate")
    assert desk.top.values["of crate"] == "1"
    desk.press("more1")
    assert "of crate" not in desk.top.values
    assert desk.top.values["of tree"] == "5"
    desk.fill(**{"of tree": "x"})
    desk.press("ok")
    assert "no whole number" in desk.top.trouble
