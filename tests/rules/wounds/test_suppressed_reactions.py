"""Plans that are only tried out: nobody is asked whether it breaks in."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.kernel.session import Session
from game.map.scenario import quick
from game.rules.ruleset import SuppressesReactions, find_ruleset
from game.skirmish.record import Skirmish


def test_a_suppressed_world_opens_no_windows() -> None:
    rules = find_ruleset("wounds")
    assert isinstance(rules, SuppressesReactions)
    session = Skirmish(quick("arena", "wounds", ("random", "random"), 1)).settle().session
    _to_the_slower(session)
    for suppressed in (False, True):
        world = World()
        rehearsal = session.rehearse(world)
        if suppressed:
            rules.suppress_reactions(world)
        rehearsal.answer("end")
        asked = rehearsal.request.question if isinstance(rehearsal.request, Decision) else ""
        assert (asked == "turn_end_window") is not suppressed


def _to_the_slower(session: Session) -> None:
    """The fastest lets its turn pass, and has AP left to break in on the next one."""
    turns = 0
    while True:
        assert isinstance(session.request, Decision)
        keys = [each.key for each in session.request.options]
        turns += session.request.question == "turn"
        if turns > 1:
            return
        session.answer(next(key for key in ("ready", "end", "no") if key in keys))
