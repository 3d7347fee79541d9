"""A computer player that answers as a person with the default orders would: what is let pass for them it lets pass."""

from __future__ import annotations

from game.ai.controller import Controller, find_controller
from game.ai.responding import let_pass
from game.kernel.flow import Decision
from game.kernel.session import Session


class Ordered:
    """Another player, but questions that a person would not be asked are declined without asking it."""

    def __init__(self, inner: Controller) -> None:
        self.inner = inner
        self.name = f"{inner.name} by default orders"

    def choose(self, session: Session) -> str:
        """Decline what is let pass by default; ask the other for the rest."""
        request = session.request
        passing = request.declining() if isinstance(request, Decision) else None
        return passing.key if passing is not None and let_pass(session) else self.inner.choose(session)


def captain(seed: int | str) -> Ordered:
    """The captain by default orders: `game.ai.ordering:captain`."""
    return Ordered(find_controller("captain", seed))


def recruit(seed: int | str) -> Ordered:
    """The recruit by default orders: `game.ai.ordering:recruit`."""
    return Ordered(find_controller("recruit", seed))
