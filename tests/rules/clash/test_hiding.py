"""What a side knows of those who hide: neither its screen nor its computer player is told where they are."""

from __future__ import annotations

from game.ai.knowing import blindfold, unseen
from game.ai.lookahead import Lookahead
from game.ai.profiles import profile
from game.kernel.components import FIELD, Clock, Condition, Conditions, Position, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.kernel.session import Session
from game.map.scenario import quick
from game.rules.clash.state import Found
from game.rules.ruleset import Hides
from game.skirmish.record import Skirmish, team_of

SPOTS = ("9,5", "9,2", "6,1")  # out of the reach of whoever is asked
CAPTAIN = profile("captain")


def hidden_at(name: str, *, found: bool = False, points: int = 3) -> tuple[Session, int, int]:
    """A turn on the arena, the last of the mover's enemies hidden at a cell; mover and hider."""
    skirmish = Skirmish(quick("arena", "clash", seed=3)).settle()
    while _asked(skirmish.session).question != "turn":
        skirmish.answer(_asked(skirmish.session).options[0].key)
    world = skirmish.session.world
    mover = world.get(FIELD, Clock).active
    assert mover is not None
    side = world.get(mover, Unit).side
    hider = max(unit for unit, entry in world.each(Unit) if entry.side != side)
    world.put(hider, Conditions((Condition("hidden", "CLASH-COND-6", hider, "", 3),)))
    world.put(hider, Position(skirmish.scenario.board.grid.parse(name)))
    if found:
        world.put(hider, Found((team_of(world, mover),)))
    return Session(skirmish.ruleset, world.save()), mover, hider


def _asked(session: Session) -> Decision:
    assert isinstance(session.request, Decision)
    return session.request


def test_only_those_who_have_not_found_it_are_in_the_dark() -> None:
    session, mover, hider = hidden_at(SPOTS[0])
    assert isinstance(session.rules, Hides)
    sides = {world_side: session.rules.unseen(session.world, world_side) for world_side in _sides(session)}
    own = session.world.get(mover, Unit).side
    assert sides == {side: {hider} if side == own else frozenset() for side in sides}
    session, _, _ = hidden_at(SPOTS[0], found=True)
    assert unseen(session) == frozenset()


def _sides(session: Session) -> set[int]:
    return {entry.side for _, entry in session.world.each(Unit)}


def test_a_computer_thinks_the_same_wherever_somebody_hides() -> None:
    evaluations = []
    for name in SPOTS:
        session, _, _ = hidden_at(name)
        assert blindfold(session, unseen(session), World()) is not None
        evaluations.append([(each.option.key, each.score) for each in Lookahead(CAPTAIN, 1).evaluations(session)])
    assert evaluations[0] == evaluations[1] == evaluations[2]


def test_a_computer_searches_while_somebody_hides_and_only_then() -> None:
    def merit(session: Session) -> float:
        scores = {each.option.key: each.score for each in Lookahead(CAPTAIN, 1).evaluations(session)}
        return scores["search"] - scores["end"]

    assert merit(hidden_at(SPOTS[0])[0]) > 0
    assert merit(hidden_at(SPOTS[0], found=True)[0]) < 0
