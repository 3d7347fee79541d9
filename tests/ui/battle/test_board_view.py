"""Ground, units and overlays as pixels."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.grid.grid import Kind
from game.grid.sight import look
from game.kernel.components import Facing, Footprint, Lying, Position, changed
from game.rules.ruleset import Alarm, Chance, Overlay, Preview
from game.ui.battle.board_view import BoardView
from game.ui.battle.overlays import STYLES, Layer, Overlays
from game.ui.battle.scene import Scene
from game.ui.board import patterns, tokens
from game.ui.board.camera import STEPS
from game.ui.board.canvas import CHUNK, cells_in, outline
from game.ui.board.ground import Ground, GroundLook
from game.ui.board.unit_look import Shown, looks
from game.ui.kit import art
from game.ui.kit.theme import DEFAULT, PALETTES
from tests.ui.boards import armies, plain, rich

KINDS: tuple[Kind, ...] = ("square", "hex")


def view_of(window: pygame.Surface, kind: Kind = "square") -> tuple[BoardView, Scene, list[int]]:
    board = plain(kind)
    world, units = armies(board)
    return BoardView(window.get_rect(), board, still=True), Scene(world), units


def bytes_of(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("kind", KINDS)
def test_a_board_with_everything_is_drawn_at_every_zoom(window: pygame.Surface, kind: Kind) -> None:
    board = rich(kind)
    world, _ = armies(board)
    view = BoardView(window.get_rect(), board, still=True)
    for size in STEPS:
        view.camera.zoom_to(size)
        step = max(2, size // 4)
        for scene in (Scene(world, coordinates=True), Scene(world, grid=False, zones=False, levels=False)):
            view.draw(window, scene)
            colors = {tuple(window.get_at((x, y)))[:3] for x in range(0, 640, step) for y in range(0, 480, step)}
            assert len(colors) > 12


@pytest.mark.parametrize("kind", KINDS)
def test_no_gap_shows_between_cells(window: pygame.Surface, kind: Kind) -> None:
    """The back colour is nowhere to be seen inside of a board."""
    board = plain(kind, 80, 80)
    palette = replace(DEFAULT, key="loud", back=(255, 0, 255))
    for size in STEPS:
        image = pygame.Surface((256, 256))
        image.fill((255, 0, 255))
        area = pygame.Rect(2 * size, 2 * size, 256, 256)
        Ground(board).draw(image, GroundLook(grid=False, palette=palette), size, area, (-2 * size, -2 * size))
        mask = pygame.mask.from_threshold(image, (255, 0, 255), (90, 90, 90))
        assert mask.count() == 0, size


def test_chunks_are_painted_once(window: pygame.Surface) -> None:
    view, scene, _ = view_of(window)
    view.draw(window, scene)
    painted = view.ground.chunks.painted
    assert painted > 2
    view.draw(window, replace(scene, hover=view.board.grid.at(1, 1)))
    assert view.ground.chunks.painted == painted
    view.draw(window, replace(scene, grid=False))
    assert view.ground.chunks.painted > painted


def test_old_chunks_are_forgotten(window: pygame.Surface) -> None:
    ground = Ground(plain("square", 40, 40), kept=4)
    image = pygame.Surface((CHUNK, CHUNK))
    for n in range(6):
        ground.draw(image, GroundLook(), 64, pygame.Rect(n * CHUNK, 0, CHUNK, CHUNK), (-n * CHUNK, 0))
    assert ground.chunks.painted == 6
    ground.draw(image, GroundLook(), 64, pygame.Rect(5 * CHUNK, 0, CHUNK, CHUNK), (-5 * CHUNK, 0))
    assert ground.chunks.painted == 6
    ground.draw(image, GroundLook(), 64, pygame.Rect(0, 0, CHUNK, CHUNK), (0, 0))
    assert ground.chunks.painted == 7


def test_panning_shows_the_same_as_drawing_anew(window: pygame.Surface) -> None:
    view, scene, _ = view_of(window)
    view.zoom(9)
    view.pan(-3000, -3000)
    view.draw(window, scene)
    view.pan(150, 90)
    view.draw(window, scene)
    panned = bytes_of(window)
    view.forget()
    view.draw(window, scene)
    assert bytes_of(window) == panned


def test_an_idle_frame_is_not_composed_again(window: pygame.Surface) -> None:
    view, scene, units = view_of(window)
    view.draw(window, scene)
    view.draw(window, scene)
    first, drawn = bytes_of(window), view.drawn
    window.fill((1, 2, 3))
    view.draw(window, replace(scene))
    assert view.drawn == drawn
    assert bytes_of(window) == first
    scene.world.put(units[0], Position(view.board.grid.at(5, 5)))
    view.draw(window, scene)
    assert view.drawn == drawn + 1
    assert bytes_of(window) != first


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("style", [*(name for name, style in STYLES.items() if style.tint), "provokes", "unheard_of"])
def test_every_overlay_is_drawn_inside_of_its_cells_only(window: pygame.Surface, kind: Kind, style: str) -> None:
    board = plain(kind)
    grid, size = board.grid, 48
    mask = grid.disc(grid.at(5, 4), 1, "chebyshev")
    bands = (1 << grid.at(5, 4), mask & ~(1 << grid.at(5, 4))) if style in ("reach", "danger") else ()
    image = pygame.Surface(tuple(int(length) for length in grid.extent_px(size)), pygame.SRCALPHA)
    layer = Layer(style, mask, (255, 0, 0), bands)
    Overlays(grid).draw(image, layer, size, image.get_rect(), (0, 0))
    inside = [cell for cell in cells_in(grid, size, image.get_rect()) if mask >> cell & 1]
    assert len(inside) == mask.bit_count()
    painted = pygame.mask.from_surface(image, 8)
    for cell in cells_in(grid, size, image.get_rect()):
        core = pygame.Surface(image.get_size(), pygame.SRCALPHA)
        pygame.draw.polygon(core, (255, 255, 255), outline(grid, cell, size, -1.5))
        shared = pygame.mask.from_surface(core).overlap_area(painted, (0, 0))
        assert (shared > 4) == bool(mask >> cell & 1), grid.name(cell)


def test_the_patterns_of_overlays_differ_without_colour() -> None:
    seen = {
        pygame.image.tobytes(patterns.pattern(style.pattern, 24, (255, 255, 255, 255)), "RGBA")
        for style in STYLES.values()
        if style.pattern != "none"
    }
    assert len(seen) == len([style for style in STYLES.values() if style.pattern != "none"])


@pytest.mark.parametrize("kind", KINDS)
def test_path_alarms_sight_and_targets_change_the_picture(window: pygame.Surface, kind: Kind) -> None:
    view, scene, units = view_of(window, kind)
    grid = view.board.grid
    path = (grid.at(1, 1), grid.at(2, 2), grid.at(3, 2))
    sight = look(grid, 1 << grid.at(0, 5), 1 << grid.at(8, 5), blocks=1 << grid.at(4, 5), obstacles=0)
    step = Preview("Dash", (Chance("", 1.0),), path=path, costs=(1, 2, 4))
    scene = replace(scene, active=units[0])
    frames = []
    for each in (
        scene,
        replace(scene, preview=step),
        replace(scene, preview=replace(step, alarms=(Alarm(path[1], units[1], "hinder"),))),
        replace(scene, preview=replace(step, sight=sight)),
        replace(scene, preview=replace(step, area=1 << grid.at(7, 7))),
        replace(scene, preview=step, targets=((units[1], "62 %"),)),
        replace(scene, preview=step, labels=((grid.at(6, 6), "5"),)),
        replace(scene, preview=step, cursor=grid.at(6, 6)),
        replace(scene, preview=step, hover=grid.at(6, 6)),
        replace(scene, preview=step, options=1 << grid.at(6, 6)),
        replace(scene, overlays=(Overlay("reach", 1 << grid.at(6, 6), "Reach"),)),
        replace(scene, overlays=(Overlay("reach", 1 << grid.at(6, 6), "Reach"),), opacity=0.4),
        replace(scene, overlays=(Overlay("reach", 1 << grid.at(6, 6), "Reach"),), dim_outside=True),
        replace(scene, selected=units[1]),
        replace(scene, hidden=frozenset({units[1]})),
    ):
        view.draw(window, each)
        frames.append(bytes_of(window))
    assert len(set(frames)) == len(frames)


def test_the_way_of_a_preview_begins_where_the_unit_stands(window: pygame.Surface) -> None:
    from game.ui.battle.scene_layers import path_of

    view, scene, units = view_of(window)
    here = scene.world.get(units[0], Position).cell
    there = view.board.grid.at(1, 1)
    preview = Preview("Dash", (), path=(there,), costs=(2,), alarms=(Alarm(there, units[1], "hinder"),))
    path = path_of(replace(scene, active=units[0], preview=preview), view.board.grid, looks(scene.world, None, Shown()))
    assert path is not None
    assert (path.cells, path.costs) == ((here, there), (0, 2))
    assert path.alarms == ((there, scene.world.get(units[1], Position).cell),)


def test_zones_of_control_of_a_side_are_one_area_in_its_colour(window: pygame.Surface) -> None:
    from game.ui.battle.scene_layers import layers

    _, scene, units = view_of(window)
    zones = tuple(Overlay("zone", 8 << n, "Zone", unit=unit) for n, unit in enumerate(units[:4]))
    red, blue = layers(replace(scene, overlays=zones))
    assert (red.color, red.cells) == (DEFAULT.side(1), 8 | 32)
    assert (blue.color, blue.cells) == (DEFAULT.side(2), 16 | 64)


def test_a_missing_picture_becomes_a_letter(window: pygame.Surface) -> None:
    for folder in ("figures", "terrain", "props", "icons"):
        one, other = (art.picture(folder, name, 48, (90, 120, 200)) for name in ("zzz_none", "qqq_none"))
        assert one.get_size() == (48, 48)
        assert pygame.image.tobytes(one, "RGBA") != pygame.image.tobytes(other, "RGBA")
    assert art.find("figures", "../terrain/grass") is None


def test_a_broken_picture_becomes_a_letter(
    window: pygame.Surface, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / "figures").mkdir()
    (folder / "figures" / "torn.svg").write_text("<svg", encoding="utf-8")
    monkeypatch.setattr(art.paths, "data", lambda _: folder)
    art.forget()
    try:
        assert art.picture("figures", "torn", 32).get_size() == (32, 32)
    finally:
        art.forget()


def test_units_look_different_by_side_state_and_facing(window: pygame.Surface) -> None:
    board = plain("square")
    world, _ = armies(board)
    one = looks(world, None, Shown())[-1]
    seen = set()
    for each, flags in (
        (one, {}),
        (replace(one, side=one.side + 1), {}),
        (replace(one, facing=None), {}),
        (replace(one, conditions=("burning",)), {}),
        (replace(one, down="defeated"), {}),
        (replace(one, down="surrendered"), {}),
        (replace(one, number=9, mark="R9"), {}),
        (replace(one, role="knight", sheet="knight"), {}),
        (replace(one, bars=()), {}),
        (one, {"active": True}),
        (one, {"selected": True}),
    ):
        picture, _, _ = tokens.blit_of(each, board.grid, 64, DEFAULT, **flags)
        seen.add(pygame.image.tobytes(picture, "RGBA"))
    assert len(seen) == 11


def test_whoever_lies_on_the_ground_is_drawn_flat(window: pygame.Surface) -> None:
    """Besides the icon: a unit that went down and crawls on is no upright token."""
    view, scene, units = view_of(window)
    look = next(each for each in looks(scene.world, None, Shown()) if each.unit == units[1])
    look = replace(look, conditions=(), bars=(), facing=None)
    heights = []
    for conditions in (("confused",), ("prone",)):
        image = tokens._body(replace(look, conditions=conditions), 60, (200, 60, 60))
        heights.append(image.get_bounding_rect().height)
    assert heights[1] < 0.6 * heights[0]
    standing, lying = (
        tokens.blit_of(replace(look, conditions=conditions), view.board.grid, 20, scene.palette)[0]
        for conditions in (("confused",), ("prone",))
    )  # too small for icons: the shape alone tells
    assert lying.get_height() < 0.7 * standing.get_height()


def test_things_on_the_ground_show_where_they_lie(window: pygame.Surface) -> None:
    view, scene, _ = view_of(window)
    view.draw(window, scene)
    before = bytes_of(window)
    thing = scene.world.spawn(Lying("sword"), Position(view.board.grid.at(3, 3)))
    view.draw(window, scene)
    one = bytes_of(window)
    scene.world.spawn(Lying("shield"), Position(view.board.grid.at(3, 3)))
    view.draw(window, scene)
    assert len({before, one, bytes_of(window)}) == 3
    scene.world.put(thing, Position(view.board.grid.at(5, 3)))
    view.draw(window, scene)
    assert bytes_of(window) != one


def test_sides_differ_by_shape_alone(window: pygame.Surface) -> None:
    board = plain("square")
    world, _ = armies(board)
    one = replace(looks(world, None, Shown())[-1], number=1)
    grey = replace(DEFAULT, key="grey", sides=((128, 128, 128),))
    sides = [tokens.blit_of(replace(one, side=side), board.grid, 64, grey)[0] for side in range(1, 7)]
    assert len({pygame.image.tobytes(picture, "RGBA") for picture in sides}) == 6


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [2, 3])
def test_large_units_are_found_on_all_their_cells(window: pygame.Surface, kind: Kind, size: int) -> None:
    view, scene, units = view_of(window, kind)
    anchor = view.board.grid.at(6, 5)
    scene.world.put(units[0], Footprint(size))
    scene.world.put(units[0], Position(anchor))
    view.draw(window, scene)
    mask = view.board.grid.footprint(anchor, size)
    assert mask.bit_count() > 2
    for cell in cells_in(view.board.grid, view.camera.size, view.camera.view()):
        if mask >> cell & 1:
            assert view.unit_at(view.place_of(cell), scene) == units[0]


def test_many_conditions_end_in_a_number(window: pygame.Surface) -> None:
    board = plain("square")
    world, _ = armies(board)
    one = looks(world, None, Shown())[-1]
    few, many, more = (
        tokens.blit_of(replace(one, conditions=tuple("abcdefgh"[:count])), board.grid, 64, DEFAULT)[0]
        for count in (4, 5, 6)
    )
    assert len({pygame.image.tobytes(picture, "RGBA") for picture in (few, many, more)}) == 3


def test_the_look_follows_the_world(window: pygame.Surface) -> None:
    board = plain("square")
    world, units = armies(board)
    before = looks(world, None, Shown())
    assert looks(world, None, Shown()) == before
    world.put(units[1], changed(world.get(units[1], Facing), direction=5))
    after = looks(world, None, Shown())
    assert [look.unit for look in after if look not in before] == [units[1]]


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.key)
def test_every_palette_draws(window: pygame.Surface, palette: object) -> None:
    view, scene, _ = view_of(window)
    view.draw(window, scene)
    first = bytes_of(window)
    view.draw(window, replace(scene, palette=palette))
    assert (bytes_of(window) == first) == (palette is DEFAULT)


def test_doors_show_as_they_are_now(window: pygame.Surface) -> None:
    view, scene, _ = view_of(window)
    edge = view.board.grid.edge(view.board.grid.at(5, 5), 2)
    view.draw(window, replace(scene, doors=((edge, "door"),)))
    shut = bytes_of(window)
    view.draw(window, replace(scene, doors=((edge, "door_open"),)))
    assert bytes_of(window) != shut


@pytest.mark.parametrize("named", ["aims", "cursor"])
def test_the_small_map_hides_neither_who_attacks_nor_where_the_cursor_is(window: pygame.Surface, named: str) -> None:
    board = plain("square", 40, 30)
    view, scene = BoardView(window.get_rect(), board, still=True), Scene(armies(board)[0])
    view.camera.zoom_to(32)
    view.draw(window, scene)
    corner = view.minimap.rect
    assert corner is not None
    under = view.camera.cell_at(corner.center)
    view.draw(window, replace(scene, **{named: under if named == "cursor" else ((board.grid.at(2, 2), under),)}))
    assert view.minimap.rect is None
    view.draw(window, scene)
    assert view.minimap.rect == corner
