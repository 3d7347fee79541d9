"""A computer player acts on what its side knows: where somebody hides makes no difference to it."""

from __future__ import annotations

import pytest

from game.ai.controller import find_controller
from game.ai.knowing import blindfold, unseen
from game.ai.lookahead import Lookahead
from game.ai.profiles import Profile, shown
from game.cases.positions import begin, read_positions
from game.kernel.components import FIELD, Clock, Position, Unit, changed
from game.kernel.dice import Chooser
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.kernel.session import Session
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.rules.ruleset import Hides, find_ruleset
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


# Somebody hides behind the wall, of whom nobody of A's side knows; where, and in what state, is drawn by lot.
SECRET = """
ruleset: {ruleset}
positions:
- id: x
  given:
    grid: {grid}
    board:
      - "A . . . . . . . . . . . # . . . . . ."
      - "B . . . . . . . . . . . # . . . . . ."
      - ". . . . . . . . . . . . # . . . . . ."
      - ". . . . . . . . . . . . # . . . . . ."
    each: {{unit: {unit}}}
    c: {{at: [{column}, {row}], {state}}}
    d: {{at: [18, 3]}}
    {hidden}
  must: [{{role: end_turn}}]
  why: its side knows nothing of c
"""
UNITS = {"clash": ("forest_bandit", "health"), "vitality": ("conscript", "vitality")}
DRAWS = 8


def secret(ruleset: str, grid: str, draw: int) -> Session:
    """The turn of A, with the hidden c drawn anew by each number."""
    lots = Chooser(f"{ruleset}/{grid}/{draw}")
    unit, pool = UNITS[ruleset]
    state, hidden = f"{pool}: {1 + lots.below(9)}", "hidden: {c: [A, B]}"
    if ruleset == "clash":
        state, hidden = f"{state}, conditions: [{{name: hidden, level: 5}}]", ""
    place = {"column": 13 + lots.below(5), "row": lots.below(4)}
    text = SECRET.format(ruleset=ruleset, grid=grid, unit=unit, state=state, hidden=hidden, **place)
    (position,) = read_positions(text, "secret").positions
    stage, _ = begin(find_ruleset(ruleset), position)
    assert unseen(stage.session) == {stage.names.id("c")}
    return stage.session


def test_every_ruleset_in_which_units_hide_is_looked_at() -> None:
    assert {name for name in SHIPPED if isinstance(find_ruleset(name), Hides)} == set(UNITS)


def judged(name: str, session: Session) -> tuple[tuple[str, float], ...]:
    """What a player thinks of its options, best first, each by how much worse it is than the best."""
    found = find_controller(name, 1).evaluations(session)
    return tuple((each.option.key, round(each.score - found[0].score, 9)) for each in found)


@pytest.mark.parametrize("name", ["captain", "marshal", "captain-hunter", "recruit"])
@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("ruleset", list(UNITS))
def test_what_a_side_does_not_know_makes_no_difference(ruleset: str, grid: str, name: str) -> None:
    assert len({judged(name, secret(ruleset, grid, draw)) for draw in range(DRAWS)}) == 1


@pytest.mark.parametrize("ruleset", list(UNITS))
def test_it_would_make_a_difference_to_whoever_peeped(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = [secret(ruleset, "square", draw) for draw in range(DRAWS)]
    monkeypatch.setattr("game.ai.lookahead.unseen", lambda session: frozenset())
    monkeypatch.setattr("game.ai.hopes.hopes", lambda *_: {})  # what it leaves untried could tell, too
    assert len({judged("marshal", session) for session in sessions}) > 1


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


def test_whoever_has_the_turn_is_not_forgotten() -> None:
    session, hider = hidden_at(SPOTS[0])
    session.world.put(FIELD, changed(session.world.get(FIELD, Clock), active=hider))
    assert blindfold(session, frozenset({hider}), World()) is None


def test_who_hides_from_nobody_is_thought_of() -> None:
    session, hider = hidden_at(SPOTS[0])
    session.world.put(hider, Hidden())
    session = Session(session.rules, session.world.save())
    assert unseen(session) == frozenset()
    assert blindfold(session, unseen(session), World()) is None
