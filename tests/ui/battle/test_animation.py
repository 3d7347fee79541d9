"""What is shown lags behind the world, and always arrives."""

from __future__ import annotations

import pygame
import pytest

from game.kernel.components import Condition, Conditions, Down, Pools, Position
from game.kernel.ecs import World
from game.kernel.events import Attacked, Event, Fell, Gained, Hindered, Lost, Moved, PoolChanged, Rolled, Turned
from game.ui.battle.animation import SPEEDS, Animation, held_back
from game.ui.battle.board_view import BoardView
from game.ui.battle.scene import Scene
from game.ui.board.unit_look import Shown, looks
from tests.ui.boards import armies, plain

BOARD = plain("square")
AT = BOARD.grid.at


def fought() -> tuple[World, list[int], list[Event]]:
    """A world after one unit walked two cells, struck another and was hindered; and the events of that."""
    world, units = armies(BOARD, 2)
    one, other = units
    world.put(one, Position(AT(2, 3)))
    world.put(one, Conditions((Condition("reeling"),)))
    world.put(other, Pools(("poise", "momentum", "focus"), (0, 1, 1), (12, 6, 4)))
    world.put(other, Down("defeated"))
    events: list[Event] = [
        Moved(one, AT(2, 1), AT(2, 2)),
        Moved(one, AT(2, 2), AT(2, 3)),
        Turned(one, 4),
        Lost(one, "burning"),
        Gained(one, "reeling"),
        Hindered(one, other),
        Attacked(one, other, "slash"),
        Rolled(one, "attack", (20,), (12,)),
        PoolChanged(other, "poise", 7, 3, "lose"),
        PoolChanged(other, "poise", 3, 0, "lose"),
        Fell(other, "defeated", one),
    ]
    return world, units, events


def test_at_first_everything_is_as_before() -> None:
    world, (one, other), events = fought()
    shown = held_back(events, world)
    by_unit = {look.unit: look for look in looks(world, None, shown)}
    assert by_unit[one].cell == AT(2, 1)
    assert by_unit[one].conditions == ("burning",)
    assert by_unit[other].down == ""
    assert shown.pools[other, "poise"] == 7


@pytest.mark.parametrize("still", [False, True])
def test_it_ends_with_what_the_world_says(*, still: bool) -> None:
    world, _, events = fought()
    animation = Animation(BOARD.grid, still=still)
    animation.play(events, world)
    assert animation.busy
    for _ in range(600):
        animation.update(1 / 60)
    assert not animation.busy and not animation.moving
    assert animation.shown == Shown()


def test_a_unit_walks_from_cell_to_cell() -> None:
    world, (one, _), events = fought()
    animation = Animation(BOARD.grid)
    animation.play(events[:2], world)
    animation.update(0.085)
    assert animation.shown.cells[one] == AT(2, 1)
    assert animation.shown.offsets[one] == pytest.approx((0, 0.5))
    animation.update(0.17)
    assert animation.shown.cells[one] == AT(2, 2)
    assert animation.watched == one


def test_with_reduced_motion_nothing_slides() -> None:
    world, _, events = fought()
    animation = Animation(BOARD.grid, still=True)
    animation.play(events, world)
    while animation.busy:
        animation.update(1 / 60)
        assert not animation.shown.offsets


def test_skip_ends_at_once() -> None:
    world, _, events = fought()
    animation = Animation(BOARD.grid)
    animation.play(events[8:], world)
    animation.update(0.2)
    assert animation.busy and animation.popups
    animation.skip()
    assert not animation.busy and not animation.moving
    assert animation.shown == Shown()


def test_instant_shows_nothing() -> None:
    world, _, events = fought()
    animation = Animation(BOARD.grid, speed=0)
    animation.play(events, world)
    assert not animation.moving


def test_twice_the_speed_is_half_the_time() -> None:
    taken = []
    for speed in SPEEDS[1:]:
        world, _, events = fought()
        animation = Animation(BOARD.grid, speed=speed)
        animation.play(events, world)
        frames = 0
        while animation.busy:
            animation.update(1 / 600)
            frames += 1
        taken.append(frames)
    assert taken == sorted(taken, reverse=True)
    assert taken[0] == pytest.approx(2 * taken[1], abs=3)


def test_numbers_rise_with_their_sign_and_title() -> None:
    world, (_, other), events = fought()
    animation = Animation(BOARD.grid)
    animation.titles = {"poise": "Poise"}
    animation.play(events[8:10], world)
    animation.update(0.2)
    assert [(popup.unit, popup.words, popup.tone) for popup in animation.popups] == [
        (other, "−4 Poise", "bad"),
        (other, "−3 Poise", "bad"),
    ]
    assert animation.shown.pools[other, "poise"] == 3


def test_new_events_join_those_still_playing() -> None:
    world, (one, _), events = fought()
    animation = Animation(BOARD.grid)
    animation.play(events[:1], world)
    animation.update(0.1)
    animation.play(events[1:2], world)
    assert animation.shown.cells[one] == AT(2, 1)
    for _ in range(60):
        animation.update(1 / 60)
    assert not animation.busy


def test_each_frame_of_a_fight_can_be_drawn(window: pygame.Surface) -> None:
    world, _, events = fought()
    view = BoardView(window.get_rect(), BOARD, speed=4)
    view.follow = True
    view.play(events, world)
    frames = set()
    for _ in range(200):
        view.update(1 / 60)
        view.draw(window, Scene(world))
        frames.add(hash(pygame.image.tobytes(window, "RGB")))
    assert not view.moving
    assert len(frames) > 20


def test_who_fell_stays_down_while_it_is_moved_on() -> None:
    """On its feet until its fall is shown, never after it, though it may be dragged along."""
    world, (one, other), _ = fought()
    world.put(other, Position(AT(5, 5)))
    animation = Animation(BOARD.grid)
    animation.play([Fell(other, "defeated", one), Moved(other, AT(5, 4), AT(5, 5), "shove")], world)
    seen = []
    while animation.busy:
        animation.update(1 / 60)
        seen.append(next(look.down for look in looks(world, None, animation.shown) if look.unit == other))
    assert seen[0] == "" and seen[-1] == "defeated"
    assert seen == sorted(seen)
