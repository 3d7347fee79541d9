"""Controllers that do not think: yardsticks for the others and drivers of tests."""

from __future__ import annotations

from game.kernel.components import changed
from game.kernel.dice import Chooser
from game.kernel.flow import Decision, Option
from game.kernel.session import Session
from game.rules.ruleset import Negotiates


class Random:
    """Takes any option, each as likely."""

    name = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, session: Session) -> str:
        """See `Controller`."""
        ready = deploys(session)
        if ready is not None:
            return ready.key
        return chooser(self.seed, session).pick([option.key for option in asked(session).options])


class First:
    """Takes the first option in alphabetical order."""

    name = "first"

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, session: Session) -> str:
        """See `Controller`."""
        return (deploys(session) or asked(session).options[0]).key


def deploys(session: Session) -> Option | None:
    """The end of deployment by hand, if that is what is asked: computers keep to what the map proposes."""
    decision = asked(session)
    if decision.moment != "opening":
        return None
    return next((option for option in decision.options if option.role == "commit"), None)


def asked(session: Session) -> Decision:
    """The decision the session waits for, without offers of terms (see `Negotiates`).

    ValueError when it waits for dice or for nothing.
    """
    request = session.request
    if not isinstance(request, Decision):
        raise ValueError(f"a controller answers decisions, not {request!r}")
    if isinstance(session.rules, Negotiates):
        terms = session.rules.terms
        fighting = tuple(option for option in request.options if option.key not in terms)
        if len(fighting) < len(request.options):
            return changed(request, options=fighting)
    return request


def chooser(seed: int | str, session: Session) -> Chooser:
    """A source of picks that depends on the seed and on where the session stands, on nothing else."""
    return Chooser(f"{seed}/{len(session.past)}/{len(session.tape)}")
