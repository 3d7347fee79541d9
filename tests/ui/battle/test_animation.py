"""What is shown lags behind the world, and always arrives."""

from __future__ import annotations

import pygame
import pytest

from game.kernel.components import Condition, Conditions, Down, Pools, Position
from game.kernel.ecs import World
from game.kernel.events import Attacked, Event, Fell, Gained, Hindered, Lost, Moved, PoolChanged, Rolled, Turned
from game.ui.battle.animation import SPEEDS, Animation, Pace, held_back
from game.ui.battle.board_view import BoardView
from game.ui.battle.scene import Scene
from game.ui.board.unit_look import Bar, Shown, looks
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
        PoolChanged(other, "poise", 7, 3, "lose", one),
        PoolChanged(other, "poise", 3, 0, "lose", one),
        Fell(other, "defeated", one),
    ]
    return world, units, events


def words(animation: Animation) -> list[tuple[int, str, str]]:
    """The words that rise."""
    strokes = [each.stroke for each in animation.live if each.stroke.kind == "float"]
    return [(stroke.unit, stroke.words, stroke.tone) for stroke in strokes]


def test_at_first_everything_is_as_before() -> None:
    world, (one, other), events = fought()
    shown = held_back(events, world)
    by_unit = {look.unit: look for look in looks(world, None, shown)}
    assert by_unit[one].cell == AT(2, 1)
    assert by_unit[one].conditions == ("burning",)
    assert by_unit[other].down == ""
    assert by_unit[other].bars[0] == Bar("poise", 7, 12), "who will fall has not lost its gauges yet"


@pytest.mark.parametrize("still", [False, True])
def test_it_ends_with_what_the_world_says(*, still: bool) -> None:
    world, _, events = fought()
    animation = Animation(BOARD.grid, still=still)
    animation.play(events, world)
    assert animation.busy
    for _ in range(600):
        animation.update(1 / 60)
    assert not animation.busy and not animation.moving and not animation.live
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
    assert animation.watched == (one,)


def test_reduced_motion_takes_as_long_but_nothing_slides() -> None:
    taken = []
    for still in (False, True):
        world, _, events = fought()
        animation = Animation(BOARD.grid, still=still)
        animation.play(events, world)
        frames, slid = 0, False
        while animation.busy:
            animation.update(1 / 60)
            frames, slid = frames + 1, slid or bool(animation.shown.offsets)
        taken.append(frames)
        assert slid is not still
    assert taken[0] == taken[1]


def test_skip_ends_at_once() -> None:
    world, _, events = fought()
    animation = Animation(BOARD.grid)
    animation.play(events, world, 8)
    animation.update(0.6)
    assert animation.busy and animation.live
    animation.skip()
    assert not animation.busy and not animation.moving and not animation.live
    assert animation.shown == Shown()


def test_an_act_can_be_ended_and_the_next_goes_on() -> None:
    world, (one, other), events = fought()
    animation = Animation(BOARD.grid)
    animation.play([*events, Attacked(other, one, "slash")], world)
    while animation.stroke.kind != "dice":
        animation.update(1 / 60)
    assert animation.shown.pools[other, "poise"] == 7 and other in animation.shown.standing
    animation.end_act()
    assert animation.shown.pools[other, "poise"] == 0 and other not in animation.shown.standing
    assert (animation.stroke.kind, animation.stroke.unit) == ("line", other)


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


@pytest.mark.parametrize("slow", ["own", "theirs", "reactions"])
def test_own_units_others_and_reactions_have_paces_of_their_own(slow: str) -> None:
    world, (one, other), _ = fought()
    acts = {
        "own": [Moved(one, AT(2, 2), AT(2, 3))],
        "theirs": [Moved(other, AT(4, 0), AT(4, 1))],
        "reactions": [Hindered(one, other)],
    }
    for name, events in acts.items():
        animation = Animation(BOARD.grid)
        animation.pace = Pace(**{each: 1 if each == slow else 0 for each in acts})
        animation.own = frozenset({one})
        animation.play(events, world)
        animation.update(0.01)
        assert animation.busy is (name == slow), name


def test_a_number_has_its_sign_and_title_and_hits_on_one_target_add_up() -> None:
    world, (_, other), events = fought()
    animation = Animation(BOARD.grid)
    animation.titles = {"poise": "Poise"}
    animation.play(events[:10], world, 8)
    seen = set()
    while animation.busy:
        animation.update(1 / 60)
        seen |= set(words(animation))
        if (other, "poise") in animation.shown.pools:
            last = animation.shown.pools[other, "poise"]
    assert (other, "−7 Poise", "bad") in seen
    assert not any("−4" in said or "−3" in said for _, said, _ in seen)
    assert last == 0


def test_the_gauge_follows_the_number() -> None:
    world, (_, other), events = fought()
    animation = Animation(BOARD.grid)
    animation.play(events[:10], world, 8)
    seen = []
    while animation.busy:
        animation.update(1 / 60)
        seen.append(animation.shown.pools.get((other, "poise"), 0))
    assert seen == sorted(seen, reverse=True) and len(set(seen)) > 3


def test_new_events_join_those_still_playing() -> None:
    world, (one, _), events = fought()
    animation = Animation(BOARD.grid)
    animation.play(events[:1], world)
    animation.update(0.1)
    animation.play(events[:2], world, 1)
    assert animation.shown.cells[one] == AT(2, 1)
    for _ in range(60):
        animation.update(1 / 60)
    assert not animation.busy


def test_an_attack_stays_in_sight_while_its_answer_is_awaited() -> None:
    world, _, events = fought()
    animation = Animation(BOARD.grid)
    animation.play(events[:8], world, 6)
    for _ in range(300):
        animation.update(1 / 60)
    assert not animation.busy and not animation.moving
    assert {each.stroke.kind for each in animation.live} == {"line", "dice"}
    animation.play(events, world, 8, over=True)
    for _ in range(300):
        animation.update(1 / 60)
    assert not animation.live


@pytest.mark.parametrize("follow", [False, True])
def test_each_frame_of_a_fight_can_be_drawn(window: pygame.Surface, *, follow: bool) -> None:
    world, _, events = fought()
    view = BoardView(window.get_rect(), BOARD, speed=4)
    view.follow = follow
    view.play(events, world)
    frames = set()
    for _ in range(300):
        view.update(1 / 60)
        view.draw(window, Scene(world))
        frames.add(hash(pygame.image.tobytes(window, "RGB")))
    assert not view.moving
    assert len(frames) > 20


def test_who_fell_fades_and_stays_down_while_it_is_moved_on() -> None:
    """On its feet until its fall is shown, never after it, though it may be dragged along."""
    world, (one, other), _ = fought()
    world.put(other, Position(AT(5, 5)))
    animation = Animation(BOARD.grid)
    animation.play([Fell(other, "defeated", one), Moved(other, AT(5, 4), AT(5, 5), "shove")], world)
    seen, faded = [], []
    while animation.busy:
        animation.update(1 / 60)
        seen.append(next(look.down for look in looks(world, None, animation.shown) if look.unit == other))
        faded.append(animation.shown.fading.get(other, 1.0))
    assert seen[0] == "" and seen[-1] == "defeated"
    assert seen == sorted(seen)
    assert faded == sorted(faded) and len(set(faded)) > 10
