"""G5: the odds of one attack, worked out afresh, at least 20 times as fast as icepool does it.

Run with `python -m pytest tests/bench/test_bench_odds.py -n 0 --benchmark-enable`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from statistics import median
from time import perf_counter
from typing import Any

import icepool
import pytest

from game.rules import odds
from game.rules.odds import Dist, advantage, dice, die, explode, mixture, opposed, sure

CACHED = [value for value in vars(odds).values() if hasattr(value, "cache_clear") and value is not die]
Preview = tuple[Fraction, Fraction, Fraction, Fraction]


def forget() -> None:
    """Empty every cache of the module but that of single dice, which icepool's d20 has too: no run knows its answer."""
    for cached in CACHED:
        cached.cache_clear()


def preview() -> Preview:
    """d20+7 against 16, 2d6+3 (dice doubled on a 20) less armour 2: hit, critical, expected harm, fells 10 or fewer."""
    face, bonus = die(20), 9  # a natural 9 hits
    hits, best = face.ways_at_least(bonus), face.ways_at_least(20)
    plain, double = (dice(6, 6) + 1).clamp(low=0), (dice(6, 6, 6, 6) + 1).clamp(low=0)
    harm = mixture([(best, double), (hits - best, plain), (face.total - hits, sure(0))])
    return Fraction(hits, face.total), Fraction(best, face.total), harm.mean, harm.at_least(10)


def preview_icepool() -> Preview:
    """The same as `preview`."""
    plain = (2 @ icepool.d6 + 1).map(lambda value: max(value, 0))
    double = (4 @ icepool.d6 + 1).map(lambda value: max(value, 0))
    face = icepool.d20
    harm = face.map(lambda thrown: double if thrown == 20 else plain if thrown >= 9 else 0)
    chances = face.probability(">=", 9), face.probability(">=", 20)
    return (*chances, harm.mean(), harm.probability(">=", 10))


def contest() -> tuple[Fraction, ...]:
    """3d6+2 against 3d6."""
    return opposed(dice(6, 6, 6) + 2, dice(6, 6, 6))


def contest_icepool() -> tuple[Fraction, ...]:
    """The same as `contest`."""
    ours, theirs = 3 @ icepool.d6 + 2, 3 @ icepool.d6
    return (ours > theirs).mean(), (ours == theirs).mean(), (ours < theirs).mean()


def law(found: icepool.Die[Any]) -> Dist:
    return Dist.of({int(value): weight for value, weight in found.items()})


# name: ours, icepool's, how to compare, least ratio. Only the preview is the goal; the others stand guard below their
# measured ratios.
QUERIES: dict[str, tuple[Callable[[], Any], Callable[[], Any], Callable[[Any], Any], float]] = {
    "preview": (preview, preview_icepool, tuple, 20),
    "threshold": (lambda: (die(20) + 7).at_least(16), lambda: (icepool.d20 + 7).probability(">=", 16), Fraction, 20),
    "contest": (contest, contest_icepool, tuple, 10),
    "explode": (lambda: explode(10, 3), lambda: icepool.d10.explode(depth=3), law, 20),
    "advantage": (lambda: advantage(20), lambda: icepool.d20.highest(2), law, 5),
}


def microseconds(run: Callable[[], object]) -> float:
    """The median of 300 runs, each from empty caches; emptying them is not timed."""
    times = []
    for _ in range(300):
        forget()
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return median(times) * 1e6


@pytest.mark.parametrize("name", QUERIES)
def test_faster_than_icepool(name: str) -> None:
    ours, theirs, same, ratio = QUERIES[name]
    assert ours() == same(theirs())
    own, other = microseconds(ours), microseconds(theirs)
    print(f"\n{name}: {own:.1f} us, icepool {other:.0f} us, {other / own:.0f} times")
    assert other / own >= ratio


@pytest.mark.parametrize("name", QUERIES)
def test_bench_fresh(benchmark: Any, name: str) -> None:
    benchmark.pedantic(QUERIES[name][0], setup=forget, rounds=300)


@pytest.mark.parametrize("name", QUERIES)
def test_bench_icepool(benchmark: Any, name: str) -> None:
    benchmark.pedantic(QUERIES[name][1], rounds=100)


def test_bench_preview_cached(benchmark: Any) -> None:
    benchmark(preview)
