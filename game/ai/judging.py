"""What came of many skirmishes: one computer player against another, and how often they idle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import mean, variance

from msgspec import Struct

from game.ai.batch import Result, Share, Z, share
from game.ai.idling import STRETCH

HALF = 0.5  # a draw is half a win


class Idleness(Struct, frozen=True):
    """How many skirmishes had an idle stretch, its longest in rounds, and how many ended by the clock."""

    idle: Share
    longest: int
    by_clock: Share


def idleness(results: Sequence[Result]) -> Idleness:
    """Of the skirmishes that were played without an error."""
    played = [result for result in results if not result.error]
    return Idleness(
        idle=share(sum(result.idle >= STRETCH for result in played), len(played)),
        longest=max((result.idle for result in played), default=0),
        by_clock=share(sum(result.why == "round_limit" for result in played), len(played)),
    )


class Score(Struct, frozen=True):
    """How the first player did: a draw counts half in `rate`.

    `low` and `high` are Wilson's interval of 95 %, as if all skirmishes were independent; `paired_low` and
    `paired_high` go by the pairs, in which the luck of map and seed cancels.
    """

    wins: int
    draws: int
    losses: int
    errors: int
    rate: float
    low: float
    high: float
    paired_low: float
    paired_high: float
    idleness: Idleness


def score(first: str, results: Sequence[Result]) -> Score:
    """What came for the first player of skirmishes against another, who swap sides in every second one."""
    played = [result for result in results if not result.error]
    points = [_points(result, first) for result in played]
    found = share(sum(points), len(points))
    rate = found.count / found.of if found.of else HALF
    low, high = _paired(played, first)
    return Score(
        wins=points.count(1.0),
        draws=points.count(HALF),
        losses=points.count(0.0),
        errors=len(results) - len(played),
        rate=rate,
        low=found.low,
        high=found.high,
        paired_low=low,
        paired_high=high,
        idleness=idleness(played),
    )


def _points(result: Result, first: str) -> float:
    if len(result.winners) != 1:
        return HALF
    return float(result.controllers[result.winners[0]] == first)


def _paired(played: Sequence[Result], first: str) -> tuple[float, float]:
    """The interval of the mean over pairs, each pair one number: the first player's share in it."""
    pairs: dict[int | str, list[float]] = {}
    for result in played:
        pairs.setdefault(result.seed, []).append(_points(result, first))
    means = [mean(points) for points in pairs.values() if len(points) > 1]
    if len(means) < 2:
        return 0.0, 1.0
    reach = Z * math.sqrt(variance(means) / len(means))
    return max(0.0, mean(means) - reach), min(1.0, mean(means) + reach)
