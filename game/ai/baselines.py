"""Controllers that do not think: yardsticks for the others and drivers of tests."""

from __future__ import annotations

from game.dice import Chooser
from game.flow import Decision
from game.session import Session

READY = "ready"


class Random:
    """Takes any option, each as likely."""

    name = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, session: Session) -> str:
        """See `Controller`."""
        if deploys(session):
            return READY
        return chooser(self.seed, session).pick([option.key for option in asked(session).options])


class First:
    """Takes the first option in alphabetical order."""

    name = "first"

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, session: Session) -> str:
        """See `Controller`."""
        return READY if deploys(session) else asked(session).options[0].key


def deploys(session: Session) -> bool:
    """Whether it is about deployment by hand: computers keep to what the map proposes and are ready at once."""
    decision = asked(session)
    return decision.question == "deploy" and any(option.key == READY for option in decision.options)


def asked(session: Session) -> Decision:
    """The decision the session waits for; ValueError when it waits for dice or for nothing."""
    if not isinstance(session.request, Decision):
        raise ValueError(f"a controller answers decisions, not {session.request!r}")
    return session.request


def chooser(seed: int | str, session: Session) -> Chooser:
    """A source of picks that depends on the seed and on where the session stands, on nothing else."""
    return Chooser(f"{seed}/{len(session.past)}/{len(session.tape)}")
