"""The captain as it was before it thought in closed form: what new players are measured against.

`python -m game arena duel captain tests.ai.baseline:captain ...`
"""

from __future__ import annotations

from tests.ai.baseline.lookahead import Lookahead, Profile


def captain(seed: int | str) -> Lookahead:
    """See `controller.Controller`."""
    return Lookahead(Profile("old captain"), seed)
