"""Controllers that do not think: yardsticks for the others and drivers of tests."""

from __future__ import annotations

from operator import attrgetter

from game.kernel.components import changed
from game.kernel.dice import Chooser
from game.kernel.flow import Decision, Option
from game.kernel.session import Session
from game.rules.ruleset import terms_of


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
        decision = _decision(session)
        terms = sorted([at for at in map(decision.index, terms_of(session.rules)) if at is not None])
        chosen = chooser(self.seed, session).below(len(decision.options) - len(terms))
        for at in terms:
            chosen += at <= chosen  # they are passed over
        return decision.options[chosen].key


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
    decision = _decision(session)
    if decision.moment != "opening":
        return None
    return next((option for option in decision.options if option.role == "commit"), None)


def asked(session: Session) -> Decision:
    """The decision the session waits for, without offers of terms (see `Negotiates`).

    ValueError when it waits for dice or for nothing.
    """
    decision, terms = _decision(session), terms_of(session.rules)
    if not terms or terms.isdisjoint(map(_KEY, decision.options)):
        return decision
    return changed(decision, options=tuple([option for option in decision.options if option.key not in terms]))


_KEY = attrgetter("key")


def _decision(session: Session) -> Decision:
    if not isinstance(session.request, Decision):
        raise ValueError(f"a controller answers decisions, not {session.request!r}")
    return session.request


def chooser(seed: int | str, session: Session) -> Chooser:
    """A source of picks that depends on the seed and on where the session stands, on nothing else."""
    return Chooser(f"{seed}/{len(session.past)}/{len(session.tape)}")
