"""Odds are exact: icepool, and plain counting of every throw, come to the same fractions."""

from __future__ import annotations

from collections import Counter
from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.odds import (
    Dist,
    advantage,
    dice,
    die,
    disadvantage,
    explode,
    highest,
    lowest,
    mixture,
    opposed,
    sure,
)

DIE = st.integers(1, 12)
SIZES = st.lists(st.integers(1, 8), min_size=1, max_size=4)
SMALL = st.integers(-20, 20)
DISTS = st.builds(Dist, SMALL, st.lists(st.integers(0, 9), min_size=1, max_size=12).filter(any))
HUGE = st.builds(Dist, SMALL, st.lists(st.integers(0, 10**30), min_size=1, max_size=6).filter(any))


def oracle(dist: Dist) -> icepool.Die[int]:
    return icepool.Die(dict(dist.items()))


def law(found: icepool.Die[Any]) -> Dist:
    """An icepool die as a Dist."""
    return Dist.of({int(value): weight for value, weight in found.items()})


def counted(sizes: list[int], read: Any) -> Dist:
    """The law of `read(faces)` by counting every throw."""
    return Dist.of(Counter(read(faces) for faces in product(*(range(1, sides + 1) for sides in sizes))))


@given(DISTS | HUGE, DISTS | HUGE)
def test_sums_and_differences(a: Dist, b: Dist) -> None:
    assert a + b == b + a == law(oracle(a) + oracle(b))
    assert a - b == law(oracle(a) - oracle(b))
    assert (a + b).total * a.weights[0] * b.weights[0] == (a + b).weights[0] * a.total * b.total


@given(DISTS, SMALL)
def test_arithmetic_with_integers(a: Dist, number: int) -> None:
    assert a + number == number + a == law(oracle(a) + number)
    assert a - number == law(oracle(a) - number)
    assert number - a == law(number - oracle(a))
    assert a * number == number * a == law(oracle(a) * number)
    assert -a == law(-oracle(a))


@given(DISTS, st.integers(0, 5))
def test_times_adds_independent_throws(a: Dist, count: int) -> None:
    assert a.times(count) == sum([a] * count, sure(0))


@given(DISTS, SMALL)
def test_chances_of_a_bound(a: Dist, bound: int) -> None:
    die_ = oracle(a)
    assert a.at_least(bound) == die_.probability(">=", bound)
    assert a.at_most(bound) == die_.probability("<=", bound)
    assert a.exactly(bound) == die_.probability("==", bound)
    assert a.ways_at_least(bound) == a.at_least(bound) * a.total


@given(DISTS)
def test_moments_and_display(a: Dist) -> None:
    assert a.mean == oracle(a).mean()
    assert a.variance == oracle(a).variance()
    assert a.chances() == {value: float(a.exactly(value)) for value, _ in a.items()}
    assert list(a.chances()) == sorted(a.chances())


@given(DISTS, st.none() | SMALL, st.none() | SMALL)
def test_clamp_and_given(a: Dist, low: int | None, high: int | None) -> None:
    if low is not None and high is not None and low > high:
        with pytest.raises(ValueError, match="cannot clamp"):
            a.clamp(low, high)
        return
    least, most = -100 if low is None else low, 100 if high is None else high
    assert a.clamp(low, high) == a.map(lambda value: min(max(value, least), most))
    inside = {value: weight for value, weight in a.items() if least <= value <= most}
    if inside:
        assert a.given(low, high) == Dist.of(inside)
    else:
        with pytest.raises(ValueError, match="weights"):
            a.given(low, high)


@given(DISTS)
def test_map_and_then(a: Dist) -> None:
    assert a.map(lambda value: value // 2) == law(oracle(a).map(lambda value: value // 2))
    follow = {value: die(value % 5 + 1) for value, _ in a.items()}
    expected = icepool.map(lambda value: icepool.d(value % 5 + 1), oracle(a))
    assert a.then(follow.__getitem__) == law(expected)


@given(st.lists(st.tuples(st.integers(0, 5), DISTS), min_size=1, max_size=4).filter(lambda ps: any(w for w, _ in ps)))
def test_mixture(parts: list[tuple[int, Dist]]) -> None:
    used = [(weight, oracle(dist)) for weight, dist in parts if weight]
    assert mixture(parts) == law(icepool.Die([die_ for _, die_ in used], times=[weight for weight, _ in used]))


@pytest.mark.parametrize("parts", [[], [(0, die(6))], [(-1, die(6)), (3, die(4))]])
def test_an_impossible_mixture_is_an_error(parts: list[tuple[int, Dist]]) -> None:
    with pytest.raises(ValueError, match="mixture"):
        mixture(parts)


@given(DIE, st.integers(0, 4))
def test_explode(sides: int, depth: int) -> None:
    expected = icepool.d(sides)
    for _ in range(depth):
        expected = icepool.Die([face + expected if face == sides else face for face in range(1, sides + 1)])
    assert explode(sides, depth) == law(expected)


@given(DISTS, st.integers(0, 3))
def test_explode_any_throw(a: Dist, depth: int) -> None:
    expected = a
    for _ in range(depth):
        previous = expected
        expected = a.then(lambda value, more=previous: value + more if value == a.high else sure(value))
    assert explode(a, depth) == expected


@given(SIZES)
def test_dice(sizes: list[int]) -> None:
    assert dice(*sizes) == counted(sizes, sum)


def test_many_dice_outgrow_a_machine_word() -> None:
    assert dice(*[10] * 40) == law(40 @ icepool.d10)


@given(st.lists(DISTS, min_size=2, max_size=3))
def test_highest_and_lowest(dists: list[Dist]) -> None:
    assert highest(dists[0]) == lowest(dists[0]) == dists[0]
    assert highest(*dists) == law(icepool.highest(*map(oracle, dists)))
    assert lowest(*dists) == law(icepool.lowest(*map(oracle, dists)))


@given(DIE, DISTS)
def test_advantage(sides: int, a: Dist) -> None:
    assert advantage(sides) == law(icepool.d(sides).highest(2))
    assert disadvantage(sides, 3) == law(icepool.d(sides).lowest(3))
    assert advantage(a) == law(oracle(a).highest(2))


@given(DISTS, DISTS)
def test_opposed(a: Dist, b: Dist) -> None:
    ours, theirs = oracle(a), oracle(b)
    expected = (ours > theirs).mean(), (ours == theirs).mean(), (ours < theirs).mean()
    assert opposed(a, b) == expected


def test_equal_chances_are_equal_and_hash_alike() -> None:
    one, other = Dist(3, [0, 2, 4, 0]), Dist.of({4: 1, 5: 2})
    assert one == other
    assert hash(one) == hash(other)
    assert one != other + 1


def test_a_dist_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        die(6).low = 2


@pytest.mark.parametrize("weights", [[], [0, 0], [1, -1, 1]])
def test_weights_that_are_no_chances(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="weights"):
        Dist(0, weights)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: die(0),
        lambda: dice(6, 0),
        lambda: explode(6, -1),
        lambda: advantage(20, 0),
        lambda: die(6).times(-1),
        lambda: highest(),
        lambda: Dist.of({}),
    ],
)
def test_senseless_questions_are_errors(ask: Any) -> None:
    with pytest.raises(ValueError, match=r".+"):
        ask()


def test_nothing_thrown_is_zero() -> None:
    assert dice() == die(6).times(0) == sure(0)
