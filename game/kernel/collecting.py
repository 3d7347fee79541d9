"""How often Python looks for values that are kept by nothing but each other."""

from __future__ import annotations

import gc

_OFTEN = (20_000, 20, 50)  # new values between two looks; looks through these until those that were left are looked at


def collect_seldom() -> None:
    """Look less often from now on in this process.

    A skirmish makes many values that stay and few that refer to each other: with Python's own thresholds a tenth to a
    quarter of the time of random play goes into looking through those that stay.
    """
    gc.set_threshold(*_OFTEN)
