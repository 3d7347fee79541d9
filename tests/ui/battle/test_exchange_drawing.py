"""Words that rise stand on their own unit and are whole; the card covers nobody; dice fall on their faces."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.grid.grid import Kind
from game.kernel.components import Position
from game.kernel.events import Attacked, Gained, PoolChanged, Rolled
from game.ui.battle import exchange_card, exchange_drawing
from game.ui.battle.animation import Animation
from game.ui.battle.board_view import BoardView
from game.ui.battle.exchange_card import fallen_die, stand
from game.ui.battle.scene import Scene
from game.ui.kit.theme import DEFAULT
from tests.ui.boards import armies, plain

KINDS: tuple[Kind, ...] = ("square", "hex")


def crowded(window: pygame.Surface, kind: Kind, *, still: bool = False) -> tuple[BoardView, Scene, list[int]]:
    """Two units side by side in the middle, one above them, one in a corner."""
    board = plain(kind)
    world, units = armies(board, 4)
    for unit, place in zip(units, ((5, 4), (6, 4), (5, 3), (11, 0)), strict=True):
        world.put(unit, Position(board.grid.at(*place)))
    view = BoardView(window.get_rect(), board, still=still)
    scene = Scene(world)
    view.draw(window, scene)
    return view, scene, units


def body(view: BoardView, unit: int) -> pygame.Rect:
    size = view.camera.size
    rect = pygame.Rect(0, 0, round(size * 0.8), round(size * 0.8))
    rect.center = tuple(map(round, view.unit_sprites.places[unit][1]))
    return rect


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("still", [False, True])
def test_words_stay_on_their_unit_and_cover_no_other(window: pygame.Surface, kind: Kind, *, still: bool) -> None:
    view, scene, units = crowded(window, kind, still=still)
    places, size = view.unit_sprites.places, view.camera.size
    events = [
        event
        for unit in units
        for event in (
            PoolChanged(unit, "poise", 7, 3, "damage"),
            PoolChanged(unit, "some_long_pool", 2, 1, "lose"),
            Gained(unit, "thoroughly_confused"),
        )
    ]
    animation = Animation(view.board.grid, still=still)
    animation.play(events, scene.world)
    seen = 0
    for _ in range(1000):
        animation.update(1 / 60)
        found = exchange_drawing.float_places(animation, places, size)
        rects = [rect for _, rect in found]
        assert not any(one.colliderect(other) for one, other in itertools.combinations(rects, 2))
        for each, rect in found:
            unit = each.stroke.unit
            assert rect.colliderect(body(view, unit))
            own = pygame.Rect(0, 0, size, size)
            own.center = tuple(map(round, places[unit][1]))
            assert own.top - 2 <= rect.top and rect.bottom <= own.bottom + 2
            for other in units:
                assert other == unit or not rect.inflate(-2, -2).colliderect(body(view, other))
        seen = max(seen, len(found))
    assert seen >= 2
    assert not animation.live


@pytest.mark.parametrize("corner", [(0, 0), (11, 0), (0, 8), (11, 8)])
def test_words_at_the_edge_of_the_map_are_whole(window: pygame.Surface, corner: tuple[int, int]) -> None:
    view, scene, units = crowded(window, "square")
    scene.world.put(units[0], Position(view.board.grid.at(*corner)))
    image = pygame.Surface((view.camera.size * 12, view.camera.size * 9))
    view.draw(window, scene)
    view.animation.play([Gained(units[0], "thoroughly_confused")], scene.world)
    view.animation.update(0.05)
    places, size = view.unit_sprites.places, view.camera.size
    ((each, rect),) = exchange_drawing.float_places(view.animation, places, size)
    assert image.get_rect().contains(exchange_drawing.whole(image.get_rect(), rect))
    exchange_drawing.floats(image, view.animation, DEFAULT, places, size, (0, 0))
    drawn = pygame.mask.from_threshold(image, (0, 0, 0), (1, 1, 1, 255))
    drawn.invert()
    (area,) = [part for part in drawn.get_bounding_rects() if part.w > 8][:1]
    assert abs(area.w - rect.w) <= 2 and each.stroke.words == "Thoroughly confused"


def test_words_about_what_is_out_of_view_do_not_come_into_it() -> None:
    view = pygame.Rect(0, 0, 300, 200)
    away = pygame.Rect(-200, 20, 60, 20)
    assert exchange_drawing.whole(view, away) == away


@pytest.mark.parametrize("kind", KINDS)
def test_the_card_stands_beside_the_two_and_covers_nobody(window: pygame.Surface, kind: Kind) -> None:
    view, scene, units = crowded(window, kind)
    one, other = units[:2]
    view.play([Attacked(one, other, "slash"), Rolled(one, "attack", (20, 6), (12, 3))], scene.world)
    cards = 0
    for _ in range(200):
        view.update(1 / 60)
        view.draw(window, scene)
        if view.card.rect.w:
            cards += 1
            assert window.get_rect().contains(view.card.rect)
            assert view.card.rect.bottom <= window.get_height() - 30, "the line about the pointed cell stands there"
            for unit in units:
                assert not view.card.rect.colliderect(body(view, unit))
    assert cards > 100, "it stays while the answer is awaited"


def test_the_card_of_units_in_a_corner_stands_within_the_view() -> None:
    view = pygame.Rect(0, 0, 400, 300)
    for x, y in itertools.product((0, 360), (0, 260)):
        pair = [pygame.Rect(x, y, 40, 40), pygame.Rect(abs(x - 40), y, 40, 40)]
        rect, _ = stand(view, pair, pair, (180, 110))
        assert view.contains(rect) and rect.collidelist(pair) < 0


def test_the_card_says_who_attacks_whom_with_what_and_how_it_came_out(window: pygame.Surface) -> None:
    view, scene, units = crowded(window, "square")
    view.play([Attacked(units[0], units[1], "slash"), Rolled(units[0], "attack", (20,), (12,))], scene.world)
    for _ in range(60):
        view.update(1 / 60)
    rows = exchange_card.rows_of(exchange_card.card_of(view.animation.live), scene)
    assert " → " in rows[0].words and rows[1].words == "Slash"
    assert [row.dice for row in rows] == [0, 0, 1]


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_dice_fall_and_lie_on_their_faces(window: pygame.Surface, sides: int) -> None:
    lifts = [fallen_die(sides, 3, 24, share, round(share * 240), 0, still=False)[1] for share in (0, 0.4, 1)]
    assert lifts[0] > 10 and lifts[-1] == 0
    lying, _ = fallen_die(sides, 3, 24, 1, 240, 0, still=False)
    assert lying is exchange_card.die_picture(sides, 3, 24, 0)
    early, lift = fallen_die(sides, 3, 24, 0.2, 50, 0, still=True)
    assert early is lying and lift == 0, "with reduced motion they lie there at once"


@pytest.mark.parametrize("how", ["hit", "block"])
def test_a_body_that_is_hit_or_guards_is_seen_to(window: pygame.Surface, how: str) -> None:
    frames = {pygame.image.tobytes(exchange_drawing.impact(how, 48, (200, 40, 40), n), "RGBA") for n in range(4)}
    assert len(frames) == 4


def test_the_view_goes_to_a_far_shot_once_and_stays_with_its_target(window: pygame.Surface) -> None:
    """Who shoots and who is shot at do not fit into the view: it does not swing between them at every die."""
    board = plain("square", 60, 10)
    world, units = armies(board, 2)
    world.put(units[0], Position(board.grid.at(2, 5)))
    world.put(units[1], Position(board.grid.at(57, 5)))
    view = BoardView(window.get_rect(), board, still=True)
    view.camera.zoom_to(48)
    view.follow = True
    view.play(
        [
            Attacked(units[0], units[1], "longbow"),
            Rolled(units[0], "attack", (20,), (12,)),
            Rolled(units[1], "dodge", (20,), (3,)),
            PoolChanged(units[1], "health", 9, 4, "damage", units[0]),
        ],
        world,
    )
    seen = []
    for _ in range(300):
        view.update(1 / 60)
        view.draw(window, Scene(world))
        if not seen or seen[-1] != view.camera.x:
            seen.append(view.camera.x)
    assert len(seen) <= 2
    assert window.get_rect().collidepoint(view.place_of(world.get(units[1], Position).cell))


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_card_leaves_the_lower_line_free(window: pygame.Surface, scale: float) -> None:
    view, scene, units = crowded(window, "square")
    view.play([Attacked(*units[:2], "slash"), Rolled(units[0], "attack", (20, 6), (12, 3))], scene.world)
    view.update(0.3)
    places, card = view.unit_sprites.places, exchange_card.Card()
    for down in range(0, window.get_height(), 20):
        card.draw(window, view.animation, scene, places, view.camera.size, (0, down), scale)
        assert card.rect.bottom <= window.get_height() - 30 * scale
