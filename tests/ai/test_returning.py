"""Nobody goes back in the turn in which it came, unless something has come of it in between."""

from __future__ import annotations

import pytest

from game.ai.controller import find_controller
from game.ai.returning import left_behind
from game.kernel.events import Attacked, Event, Moved, TurnBegan, Used
from game.kernel.flow import Decision
from game.map.scenario import quick
from game.skirmish.record import Skirmish

WALK = (Moved(1, 10, 11), Moved(1, 11, 12))


@pytest.mark.parametrize(
    ("events", "behind"),
    [
        ((TurnBegan(1), *WALK), {10, 11}),
        ((TurnBegan(1), *WALK, Used(1, "dash", "action")), {10, 11}),
        ((*WALK, Attacked(1, 2, "sword")), set()),
        ((*WALK, Attacked(2, 1, "sword")), set()),
        ((*WALK, Moved(2, 5, 6)), set()),
        ((*WALK, Moved(1, 12, 13, "shove")), set()),
        ((Moved(1, 9, 10), TurnBegan(1), *WALK), {10, 11}),
        ((), set()),
    ],
)
def test_what_counts_as_going_back(events: tuple[Event, ...], behind: set[int]) -> None:
    assert left_behind(events, 1) == sum(1 << cell for cell in behind)


@pytest.mark.parametrize("ruleset", ["poise", "clash", "vitality"])
@pytest.mark.parametrize("where", ["arena", "village-green"])
def test_the_captain_does_not_go_back(ruleset: str, where: str) -> None:
    skirmish = Skirmish(quick(where, ruleset, ("captain", "captain"), "to-and-fro")).settle()
    player, session = find_controller("captain", 3), skirmish.session
    for _ in range(150):
        request = session.request
        if not isinstance(request, Decision):
            break
        option = request.option(player.choose(session))
        if request.moment == "own_turn" and option.group == "move" and option.cell is not None:
            before = left_behind(session.world.events, request.who)
            assert not before >> option.cell & 1, option.key
        skirmish.answer(option.key)
        skirmish.settle()
    assert session.past
