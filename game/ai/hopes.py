"""What may be hoped of verbs without a closed form, by ruleset; read from rulesets/hopes.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from game.data import paths, sheets

GEAR = "gear"  # of verbs of this group nothing is known while a unit has nothing in hand


@cache
def _read() -> Mapping[str, Mapping[str, float]]:
    return sheets.load(paths.data("rulesets") / "hopes.yaml").convert(dict[str, dict[str, float]])


def hopes(ruleset: str) -> Mapping[str, float]:
    """By verb what it brings at most beside staying and acting later; verbs of which nothing is known are left out."""
    return _read().get(ruleset, {})
