"""A computer player acts on what its side knows: where somebody hides makes no difference to it."""

from __future__ import annotations

import pytest

from game.ai.knowing import blindfold, unseen
from game.ai.lookahead import Lookahead
from game.ai.profiles import Profile, shown
from game.kernel.components import FIELD, Clock, Position, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.kernel.session import Session
from game.map.scenario import quick
from game.rules.vitality.state import Hidden
from game.skirmish.record import Skirmish

THINKING = [profile for profile in shown() if profile.notices == 1]
SPOTS = ("9,5", "2,8", "6,1")


def hidden_at(name: str) -> tuple[Session, int]:
    """A turn of vitality's on the arena, the last of its enemies hidden at a cell, the others far from it."""
    skirmish = Skirmish(quick("arena", "vitality", seed=3)).settle()
    while not _turn(skirmish.session):
        skirmish.answer(_asked(skirmish.session).options[0].key)
    world = skirmish.session.world
    mover = world.get(FIELD, Clock).active
    assert mover is not None
    side = world.get(mover, Unit).side
    hider = max(unit for unit, entry in world.each(Unit) if entry.side != side)
    friends = tuple(unit for unit, entry in world.each(Unit) if entry.side == side)
    grid = skirmish.scenario.board.grid
    world.put(hider, Hidden(friends))
    world.put(hider, Position(grid.parse(name)))
    return Session(skirmish.ruleset, world.save()), hider


def _turn(session: Session) -> bool:
    return _asked(session).question == "turn"


def _asked(session: Session) -> Decision:
    assert isinstance(session.request, Decision)
    return session.request


@pytest.mark.parametrize("profile", THINKING, ids=lambda profile: profile.name)
def test_it_thinks_the_same_wherever_somebody_hides(profile: Profile) -> None:
    evaluations = []
    for name in SPOTS:
        session, hider = hidden_at(name)
        assert unseen(session) == {hider}
        evaluations.append([(each.option.key, each.score) for each in Lookahead(profile, 1).evaluations(session)])
    assert evaluations[0] == evaluations[1] == evaluations[2]
    assert any(" " in key for key, _ in evaluations[0])  # cells among them


def test_whoever_hides_is_only_gone_for_thinking() -> None:
    session, hider = hidden_at(SPOTS[0])
    world = World()
    forget = blindfold(session, unseen(session), world)
    assert forget is not None
    session.rehearse(world, forget)
    assert not world.has(hider, Position)
    assert session.world.has(hider, Position)


def test_in_the_middle_of_a_step_nobody_is_forgotten() -> None:
    """Whoever hides may have had its part in what has happened so far."""
    session, hider = hidden_at(SPOTS[0])
    session.answer("hold_action")
    assert session.tape
    assert blindfold(session, frozenset({hider}), World()) is None


def test_who_hides_from_nobody_is_thought_of() -> None:
    session, hider = hidden_at(SPOTS[0])
    session.world.put(hider, Hidden())
    session = Session(session.rules, session.world.save())
    assert unseen(session) == frozenset()
    assert blindfold(session, unseen(session), World()) is None
