"""The captain as it was before it thought in closed form: what new players are measured against.

`python -m game arena duel captain tests.ai.baseline:captain ...`
"""

from __future__ import annotations

from tests.ai.baseline.as_then import AsThen
from tests.ai.baseline.lookahead import Lookahead, Profile


def captain(seed: int | str) -> AsThen:
    """See `controller.Controller`."""
    return AsThen(Lookahead(Profile("old captain"), seed))


def squire(seed: int | str) -> Lookahead:
    """An easy player, quick: for tests that need a skirmish in which this and that happens."""
    return Lookahead(Profile("old squire", samples=1, moves=6, notices=0.5, replies=False), seed)


def berserker(seed: int | str) -> Lookahead:
    """One that closes in: for tests that need blows."""
    return Lookahead(Profile("old berserker", (("foe", -0.3), ("far", -0.02), ("own", -0.1))), seed)
