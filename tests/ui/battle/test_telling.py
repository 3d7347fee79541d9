"""Strokes as data: what is seen of whole skirmishes of every ruleset, and of one exchange of each."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache

import pytest

from game.ai.controller import find_controller
from game.kernel import events as ev
from game.kernel.components import Position
from game.kernel.flow import Decision
from game.kernel.numbers import Breakdown, add
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish
from game.ui.battle.animation import Animation
from game.ui.battle.strokes import FLOAT, Stroke
from game.ui.battle.telling import timeline
from tests.playing import ruleset
from tests.ui.boards import armies, plain

ANSWERS = 150


@cache
def played(name: str) -> tuple[list[ev.Event], list[tuple[int, bool]], dict[str, str]]:
    """The events of the beginning of a skirmish, where each answer left off, and whether it was a turn's own then.

    By the old captain, who attacks soon in every ruleset.
    """
    skirmish = Skirmish(quick("arena", name, ["squire", "squire"], 3), ruleset(name)).settle()
    player, stops = find_controller("tests.ai.baseline:captain", 1), []
    for _ in range(ANSWERS):
        request = skirmish.session.request
        if not isinstance(request, Decision):
            break
        skirmish.answer(player.choose(skirmish.session))
        after = skirmish.session.request
        own = not isinstance(after, Decision) or after.moment not in ("window", "reaction", "detail")
        stops.append((len(skirmish.session.world.events), own))
    return skirmish.session.world.events, stops, dict(ruleset(name).titles)


def number(what: str, total: int) -> Breakdown:
    return Breakdown(what, (add(total, ""),))


def in_pieces(name: str) -> list[Stroke]:
    """The strokes as the screen gets them: after every answer those of its events."""
    events, stops, titles = played(name)
    strokes: list[Stroke] = []
    start = since = 0
    for end, own in stops:
        strokes += timeline(events[:end], start, titles, since=since, over=own)
        start, since = end, end if own else since
    return strokes


def exchanges(strokes: list[Stroke]) -> list[list[Stroke]]:
    """The strokes of each attack, from its line to its end."""
    acts = dict.fromkeys(stroke.act for stroke in strokes if stroke.kind == "line" and not stroke.lasts)
    return [[stroke for stroke in strokes if stroke.act == act] for act in acts]


@pytest.mark.parametrize("name", SHIPPED)
def test_everything_that_is_held_back_is_shown_once_and_in_its_order(name: str) -> None:
    events, stops, _ = played(name)
    shown = [event for stroke in in_pieces(name) for event in stroke.shows]
    held = (ev.Moved, ev.Turned, ev.PoolChanged, ev.Gained, ev.Lost, ev.Fell)
    wanted = [event for event in events[: stops[-1][0]] if isinstance(event, held)]
    assert [event for event in shown if isinstance(event, held)] == wanted


def charges(events: list[ev.Event]) -> bool:
    """Whether somebody goes before the attack that comes first is thrown for: it is struck from elsewhere, or never."""
    first = events[0]

    def goes_on(event: ev.Event) -> bool:
        thrown = isinstance(event, ev.Rolled) and event.unit == first.unit
        return not thrown and not isinstance(event, ev.TurnEnded | ev.Judged | ev.Struck)

    turn = itertools.takewhile(goes_on, events)
    return any(isinstance(one, ev.Moved) for one in turn)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_strikes_from_afar_flies_and_what_is_held_does_not(name: str) -> None:
    skirmish = Skirmish(quick("arena", name, ["squire", "squire"], 3), ruleset(name)).settle()
    world, grid, player = (
        skirmish.session.world,
        skirmish.scenario.board.grid,
        find_controller("tests.ai.baseline:squire", 1),
    )
    seen = list[tuple[int, int]]()  # attacks by the numbers of their events, and from how far
    for _ in range(400):
        if not isinstance(skirmish.session.request, Decision):
            break
        stood, told = {unit: at.cell for unit, at in world.each(Position)}, len(world.events)
        skirmish.answer(player.choose(skirmish.session))
        fresh = world.events[told:]
        if not any(isinstance(event, ev.Moved) for event in fresh):
            for at, event in enumerate(fresh, told):
                if isinstance(event, ev.Attacked):
                    seen.append((at, grid.distance(stood[event.unit], stood[event.target], "chebyshev")))
    far = dict[bool, set[int]]()
    for at, apart in seen:
        if not charges(world.events[at:]):
            far.setdefault(world.events[at].ranged, set()).add(apart)
    assert max(far[True]) > 3
    assert max(far[False]) <= 3


def test_a_shot_flies_and_a_long_weapon_is_thrust() -> None:
    board = plain("square")
    world, (one, other) = armies(board, 2)
    for unit, place in ((one, (2, 2)), (other, (2, 4))):
        world.put(unit, Position(board.grid.at(*place)))
    for ranged in (False, True):
        world.events[:] = [ev.Attacked(one, other, "spear", ranged=ranged), ev.Struck(one, other, "spear", "miss")]
        animation = Animation(board.grid)
        animation.play(world.events, world, over=True)
        blow = next(stroke for stroke in timeline(world.events, over=True) if stroke.kind == "blow")
        assert (blow.flies, blow.sound) == (ranged, "bow" if ranged else "swing")
        assert animation.thrusts(blow) is not ranged


@pytest.mark.parametrize("name", SHIPPED)
def test_an_attack_has_one_line_and_at_most_one_blow_and_ends(name: str) -> None:
    found = exchanges(in_pieces(name))[:-1]  # the last may go on
    assert found
    struck = 0
    for strokes in found:
        kinds = Counter(stroke.kind for stroke in strokes)
        assert kinds["line"] == 1 + sum(stroke.kind == "line" for stroke in strokes[1:])
        assert kinds["blow"] <= kinds["line"] and kinds["impact"] == kinds["blow"]
        assert kinds["end"] == kinds["line"]
        order = [stroke.kind for stroke in strokes]
        assert order[0] == "line"
        if kinds["blow"]:
            struck += 1
            assert order.index("line") < order.index("blow") < order.index("impact")
    assert struck >= len(found) * 0.7


@pytest.mark.parametrize("name", SHIPPED)
def test_harm_and_what_comes_of_it_are_seen_after_the_blow(name: str) -> None:
    hurt = 0
    for strokes in exchanges(in_pieces(name)):
        striker, target = strokes[0].unit, strokes[0].other
        kinds = [stroke.kind if stroke.unit == target or stroke.kind == "blow" else "" for stroke in strokes]
        floats = [at for at, stroke in enumerate(strokes) if kinds[at] == "float" and stroke.shows]
        done = [at for at in floats if getattr(strokes[at].shows[0], "source", None) == striker]  # not what it pays
        harm = [at for at in done if isinstance(strokes[at].shows[0], ev.PoolChanged)]
        if harm:
            hurt += 1
            assert kinds.index("blow") < done[0]
    assert hurt


@pytest.mark.parametrize("name", SHIPPED)
def test_words_are_english_and_nothing_takes_long(name: str) -> None:
    titles = played(name)[2]
    for stroke in in_pieces(name):
        assert "_" not in stroke.words, stroke
        assert stroke.wait <= 500 and stroke.lasts <= FLOAT
        if stroke.kind == "float":
            assert stroke.words and stroke.unit is not None
    for strokes in exchanges(in_pieces(name)):
        assert sum(stroke.wait for stroke in strokes) <= 6000
    assert titles


@pytest.mark.parametrize("name", SHIPPED)
def test_it_is_the_same_in_one_piece(name: str) -> None:
    """What is told does not hang on where the answers fall, but for what ends at them."""
    events, stops, titles = played(name)
    whole = timeline(events[: stops[-1][0]], 0, titles, over=True)
    blows = [(stroke.unit, stroke.other, stroke.tone) for stroke in whole if stroke.kind == "blow"]
    pieces = [(stroke.unit, stroke.other, stroke.tone) for stroke in in_pieces(name) if stroke.kind == "blow"]
    assert blows == pieces


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_is_seen_or_heard_of_whoever_is_hidden(name: str) -> None:
    events, stops, titles = played(name)
    units = {stroke.unit for stroke in in_pieces(name) if stroke.unit is not None}
    hidden = frozenset(itertools.islice(sorted(units), 0, None, 2))
    for stroke in timeline(events[: stops[-1][0]], 0, titles, hidden, over=True):
        if stroke.unit in hidden or stroke.other in hidden:
            assert stroke.kind in ("show", "end") and not stroke.sound and not stroke.words
        assert stroke.unit not in hidden


# One exchange of each ruleset, as its events come


def kinds(strokes: tuple[Stroke, ...]) -> list[tuple[str, str]]:
    return [(stroke.kind, stroke.words or stroke.tone) for stroke in strokes if stroke.kind != "show"]


def test_poise_a_block_and_what_comes_through() -> None:
    threat = (Breakdown("threat", (add(5, "shot"),)),)
    events = [
        ev.Used(1, "shoot", targets=(2,)),
        ev.Attacked(1, 2, "shoot", threat),
        ev.Answered(2, 1, "block", threat),
        ev.PoolChanged(2, "momentum", 30, 25, "damage", 1, threat),
        ev.TurnEnded(1),
    ]
    assert kinds(timeline(events, over=True)) == [
        ("line", "Shoot"),
        ("say", "Threat 5"),
        ("say", "Blocks"),
        ("blow", "block"),
        ("impact", "block"),
        ("float", "Blocked"),
        ("float", "−5 Momentum"),
        ("end", "plain"),
    ]


def test_clash_a_miss_is_seen_on_whom_it_misses() -> None:
    attack = Breakdown("attack", (add(13, "skill"),))
    events = [
        ev.Attacked(6, 10, "longbow", (attack,)),
        ev.Answered(10, 6, "dodge", (Breakdown("dodge", (add(11, ""),)),)),
        ev.Rolled(6, "attack", (20,), (17,), (attack, Breakdown("successes"))),
        ev.Rolled(10, "dodge", (20,), (18,), (Breakdown("dodge", (add(11, ""),)), Breakdown("successes"))),
        ev.Noted(6, "missed"),
    ]
    strokes = timeline(events)
    assert kinds(strokes) == [
        ("line", "Longbow"),
        ("say", "Attack 13"),
        ("say", "Dodges"),
        ("dice", "Attack"),
        ("dice", "Dodge"),
        ("say", "Dodged: 17 against Attack 13"),
        ("blow", "miss"),
        ("impact", "miss"),
        ("float", "Dodged"),
        ("end", "plain"),
    ]
    assert [stroke.unit for stroke in strokes if stroke.kind in ("dice", "float")] == [6, 10, 10]
    assert strokes[3].dice == ((20, 17),)


def test_wounds_a_hit_a_wound_and_what_it_brings() -> None:
    events = [
        ev.Attacked(10, 5, "bite", (number("attack", 10),)),
        ev.Rolled(10, "attack", (10, 10), (7, 6), (number("attack", 23),)),
        ev.Struck(10, 5, "bite", "hit", (number("melee_defense", 11), number("damage", 3))),
        ev.PoolChanged(5, "critical", 0, 1, "wound", 10),
        ev.Rolled(5, "consciousness", (6, 6, 6), (5, 4, 3), (number("consciousness", 4),)),
        ev.Gained(5, "bleeding", 10),
        ev.PoolChanged(5, "initiative", 15, 13, "lose"),
    ]
    assert kinds(timeline(events, titles={"critical": "Critical wound"}, over=True)) == [
        ("line", "Bite"),
        ("say", "Attack 10"),
        ("dice", "Attack"),
        ("say", "Hit: 23 against Melee defense 11"),
        ("blow", "hit"),
        ("impact", "hit"),
        ("float", "Critical wound"),
        ("dice", "Consciousness"),
        ("float", "Bleeding"),
        ("float", "−2 Initiative"),
        ("end", "plain"),
    ]


def test_vitality_a_hit_that_is_parried_is_no_hit() -> None:
    events = [
        ev.TurnBegan(8),
        ev.Used(3, "longsword", "held", (8,)),
        ev.Attacked(3, 8, "longsword", (number("hit", 5), number("evasion", 16))),
        ev.Rolled(3, "attack", (20,), (13,), (number("attack", 18), number("evasion", 16))),
        ev.Judged(3, "longsword", "hit", 8),
        ev.PoolChanged(8, "wp", 8, 7, "spend"),
        ev.Answered(8, 3, "parry", (number("evasion", 19),)),
        ev.Judged(3, "longsword", "miss", 8),
    ]
    first = timeline(events[:5])
    assert kinds(first)[-1] == ("say", "Hit: 18 against Evasion 16"), "what may still be parried has not fallen"
    rest = timeline(events, 5)
    assert kinds(rest) == [
        ("say", "Parries"),
        ("say", "Parried: 18 against Evasion 19"),
        ("blow", "block"),
        ("impact", "block"),
        ("float", "Parried"),
        ("end", "plain"),
    ]
    assert all(stroke.reaction for stroke in first if stroke.kind == "dice"), "it is not the striker's turn"


def test_aura_damage_is_rolled_after_the_blow() -> None:
    miss = Breakdown("miss_chance", (add(6, ""),))
    events = [
        ev.Attacked(5, 9, "throw", (miss,)),
        ev.Rolled(9, "ranged_evasion_roll", (4, 4), (4, 2), (Breakdown("evasion", (add(6, ""),)),)),
        ev.Rolled(5, "miss_chance", (), (), (Breakdown("miss_chance", (add(12, ""),)),)),
        ev.Rolled(5, "hit_roll", (20,), (18,)),
        ev.Rolled(5, "damage_roll", (6,), (5,)),
        ev.PoolChanged(9, "aura", 13, 8, "damage", 5),
        ev.PoolChanged(5, "energy", 2, 1, "spend"),
    ]
    found = [kind for kind, _ in kinds(timeline(events, over=True))]
    assert found == ["line", "say", "dice", "dice", "blow", "impact", "dice", "float", "end"]


def test_aura_an_evaded_blow_is_a_miss_at_once() -> None:
    events = [ev.Attacked(5, 9, "strike"), ev.Answered(9, 5, "evade")]
    assert kinds(timeline(events))[-4:] == [("blow", "miss"), ("impact", "miss"), ("float", "Evades"), ("end", "plain")]


def test_what_others_let_fall_is_no_blow() -> None:
    """An attack that comes to nothing ends without a blow, and words stand over whom they speak of."""
    events = [ev.Attacked(1, 2, "club"), ev.Blocked(1, "void_attack"), ev.TurnEnded(1)]
    strokes = timeline(events)
    assert "blow" not in [stroke.kind for stroke in strokes]
    assert [stroke.unit for stroke in strokes if stroke.kind == "float"] == [1]


def test_dice_that_are_lots_are_not_thrown() -> None:
    strokes = timeline([ev.Rolled(1, "tie", (1000, 1000), (4, 777))])
    assert "dice" not in [stroke.kind for stroke in strokes]
