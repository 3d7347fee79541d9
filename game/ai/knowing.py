"""What a computer player knows: whoever hides from its whole side is not there in what it rehearses."""

from __future__ import annotations

from collections.abc import Callable

from game.kernel.components import FIELD, Clock, Down, Position, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.kernel.session import Session
from game.rules.ruleset import hidden_from
from game.skirmish.record import side_of, team_of
from game.systems.fog import fogged

Units = frozenset[int]
NOBODY: Units = frozenset()


def unseen(session: Session) -> Units:
    """The units whose place nobody on the side of whoever is asked knows."""
    request = session.request
    if not isinstance(request, Decision):
        return NOBODY
    world, side = session.world, side_of(session.world, request.who)
    hidden, own = hidden_from(session.rules, world, side), team_of(world, side)
    if not hidden:
        return hidden
    foes = [unit for unit, _ in world.each(Unit) if team_of(world, unit) != own and not world.has(unit, Down)]
    # Who sees nobody at all in the fog would stand about: it goes where its foes are said to be.
    return hidden - fogged(world, own) if hidden.issuperset(foes) else hidden


def blindfold(session: Session, hidden: Units, world: World) -> Callable[[World], None] | None:
    """What takes these units off the board before a rehearsal; `world` is one that may be overwritten.

    None if there are none, if the step is under way, so that they may have had their part in it, or if without them
    the question would not be the same.
    """
    asked = session.request
    if not hidden or session.tape or not isinstance(asked, Decision):
        return None
    if session.world.get(FIELD, Clock).active in hidden:  # whose turn it is cannot be gone from it
        return None

    def forget(world: World) -> None:
        for unit in sorted(hidden):
            world.drop(unit, Position)

    request = session.rehearse(world, forget).request
    if not isinstance(request, Decision) or (request.who, request.question) != (asked.who, asked.question):
        return None
    known = {option.key for option in request.options}
    return forget if all(option.key in known for option in asked.options) else None
