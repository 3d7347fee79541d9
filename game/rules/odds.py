"""Exact chances of whole numbers: dice, sums, mixtures, chains and contests as distributions.

Everything is integer arithmetic. Where numbers are added, the weights are packed into one big integer, a fixed number
of bits each, so that one multiplication (or one power) of Python's integers is the whole convolution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import gcd, lcm, prod
from operator import mul, sub
from struct import pack, unpack

_set = object.__setattr__  # a frozen dataclass closes the plain way in


@dataclass(frozen=True, slots=True, init=False)
class Dist:
    """The exact distribution of a whole number: value `low + i` has the chance `weights[i] / total`.

    Always in lowest terms (no zero at either end, no common divisor), so two distributions are equal, and hash alike,
    exactly when every value has the same chance in both. Independent numbers are added with `+`; a Dist is the law of
    a number and not the number, so `d + d` is two throws and `2 * d` is one throw doubled.
    """

    low: int
    weights: tuple[int, ...]
    total: int
    _hash: int = field(compare=False, repr=False)  # 0 until it is asked for: that happens all the time

    def __init__(self, low: int, weights: Sequence[int]) -> None:
        """Build from the lowest value and one weight a value from there on; ValueError if negative or all zero."""
        total = sum(weights)
        if not total or min(weights) < 0:
            raise ValueError(f"weights must be 0 or more and not all 0: {tuple(weights)!r}")
        if not (weights[0] and weights[-1]):
            first, last = 0, len(weights)
            while not weights[first]:
                first += 1
            while not weights[last - 1]:
                last -= 1
            low, weights = low + first, weights[first:last]
        divisor = gcd(*weights)
        if divisor > 1:
            total, weights = total // divisor, [weight // divisor for weight in weights]
        _set(self, "low", low)
        _set(self, "weights", tuple(weights))
        _set(self, "total", total)
        _set(self, "_hash", 0)

    def __hash__(self) -> int:
        if not self._hash:
            _set(self, "_hash", hash((self.low, self.weights, self.total)))
        return self._hash

    @classmethod
    def of(cls, weights: Mapping[int, int]) -> Dist:
        """Build from a weight for each value, for example `Dist.of({0: 3, 5: 1})`."""
        low = min(weights, default=0)
        return cls(low, [weights.get(value, 0) for value in range(low, max(weights, default=0) + 1)])

    @property
    def high(self) -> int:
        """The highest value with a chance."""
        return self.low + len(self.weights) - 1

    def items(self) -> Iterator[tuple[int, int]]:
        """Pairs of value and weight in rising order, without values that cannot happen."""
        return ((value, weight) for value, weight in enumerate(self.weights, self.low) if weight)

    def ways_at_least(self, least: int) -> int:
        """How many of `total` equally likely cases come to `least` or more; the cheap form for computer players."""
        return sum(self.weights[max(least - self.low, 0) :])

    def at_least(self, least: int) -> Fraction:
        """The chance of `least` or more."""
        return Fraction(self.ways_at_least(least), self.total)

    def at_most(self, most: int) -> Fraction:
        """The chance of `most` or less."""
        return Fraction(self.total - self.ways_at_least(most + 1), self.total)

    def exactly(self, value: int) -> Fraction:
        """The chance of this very value."""
        return Fraction(self.weights[value - self.low] if self.low <= value <= self.high else 0, self.total)

    def chances(self) -> dict[int, float]:
        """Every possible value with its chance as a float, in rising order, for display."""
        return {value: weight / self.total for value, weight in self.items()}

    def spread(self) -> tuple[tuple[int, float], ...]:
        """The same as pairs, as previews have them."""
        return tuple(self.chances().items())

    @property
    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(sum(map(mul, self.weights, range(self.low, self.high + 1))), self.total)

    @property
    def variance(self) -> Fraction:
        """The expected square of the distance from the mean."""
        squares = sum(weight * value * value for value, weight in self.items())
        return Fraction(squares, self.total) - self.mean**2

    def __add__(self, other: Dist | int) -> Dist:
        if isinstance(other, int):
            return _raw(self.low + other, self.weights, self.total)
        if len(other.weights) == 1:
            return self + other.low
        if len(self.weights) == 1:
            return other + self.low
        bits = _slot(self.total * other.total)
        count = len(self.weights) + len(other.weights) - 1
        packed = _pack(self.weights, bits) * _pack(other.weights, bits)
        return Dist(self.low + other.low, _unpack(packed, count, bits))

    __radd__ = __add__  # so that sum() works

    def __neg__(self) -> Dist:
        return _raw(-self.high, self.weights[::-1], self.total)

    def __sub__(self, other: Dist | int) -> Dist:
        return self + -other

    def __rsub__(self, other: int) -> Dist:
        return -self + other

    def __mul__(self, factor: int) -> Dist:
        """The same throw multiplied; for more throws use `times`."""
        if factor == 0:
            return sure(0)
        if factor < 0:
            return -self * -factor
        spread = [0] * ((len(self.weights) - 1) * factor + 1)
        spread[::factor] = self.weights
        return _raw(self.low * factor, tuple(spread), self.total)

    __rmul__ = __mul__

    def times(self, count: int) -> Dist:
        """The sum of `count` independent throws; 0 throws come to 0, a negative count is a ValueError."""
        if count < 0:
            raise ValueError(f"cannot throw {count} times")
        bits = _slot(self.total**count)
        length = (len(self.weights) - 1) * count + 1
        return Dist(self.low * count, _unpack(_pack(self.weights, bits) ** count, length, bits))

    def map(self, change: Callable[[int], int]) -> Dist:
        """What `change` makes of the number, for example `d.map(lambda x: x // 2)`."""
        result: dict[int, int] = {}
        for value, weight in self.items():
            changed = change(value)
            result[changed] = result.get(changed, 0) + weight
        return Dist.of(result)

    def then(self, follow: Callable[[int], Dist]) -> Dist:
        """The number that `follow` draws once this one is known."""
        return mixture((weight, follow(value)) for value, weight in self.items())

    def clamp(self, low: int | None = None, high: int | None = None) -> Dist:
        """Lift values below `low` to it and lower values above `high` to it; None is no bound."""
        if low is not None and high is not None and low > high:
            raise ValueError(f"cannot clamp between {low} and {high}")
        if low is not None and low >= self.high:
            return sure(low)
        if high is not None and high <= self.low:
            return sure(high)
        least = self.low if low is None else max(low, self.low)
        most = self.high if high is None else min(high, self.high)
        if least == self.low and most == self.high:
            return self
        first, last = least - self.low, most - self.low
        inner = list(self.weights[first : last + 1])
        inner[0] += sum(self.weights[:first])
        inner[-1] += sum(self.weights[last + 1 :])
        return Dist(least, inner)

    def given(self, low: int | None = None, high: int | None = None) -> Dist:
        """The number if known to be from `low` to `high`, as after "throw again until"; ValueError if it cannot."""
        first = 0 if low is None else max(low - self.low, 0)
        last = len(self.weights) if high is None else max(high - self.low + 1, 0)
        return Dist(self.low + first, self.weights[first:last])


def _raw(low: int, weights: tuple[int, ...], total: int) -> Dist:
    """A Dist from weights known to be in lowest terms."""
    made = object.__new__(Dist)
    _set(made, "low", low)
    _set(made, "weights", weights)
    _set(made, "total", total)
    _set(made, "_hash", 0)
    return made


def _slot(total: int) -> int:
    """Bits a packed weight needs when none exceeds `total`: 64 (packed by `struct`) or more whole bytes."""
    return max(64, (total.bit_length() + 7) // 8 * 8)


def _pack(weights: Sequence[int], bits: int) -> int:
    if bits == 64:
        return int.from_bytes(pack(f"<{len(weights)}Q", *weights), "little")
    return int.from_bytes(b"".join(weight.to_bytes(bits // 8, "little") for weight in weights), "little")


def _unpack(packed: int, count: int, bits: int) -> Sequence[int]:
    size = bits // 8
    data = packed.to_bytes(count * size, "little")
    if bits == 64:
        return unpack(f"<{count}Q", data)
    return [int.from_bytes(data[start : start + size], "little") for start in range(0, len(data), size)]


def sure(value: int) -> Dist:
    """The number that is always `value`."""
    return _raw(value, (1,), 1)


@lru_cache(maxsize=256)
def die(sides: int) -> Dist:
    """One fair die with the faces 1 to `sides`; ValueError below 1."""
    if sides < 1:
        raise ValueError(f"a die needs a side: {sides}")
    return _raw(1, (1,) * sides, sides)


@lru_cache(maxsize=4096)
def dice(*sizes: int) -> Dist:
    """The sum of fair dice: `dice(6, 6, 6)` is 3d6, `dice()` is always 0."""
    bits, packed = _slot(prod(sizes)), 1
    for sides in dict.fromkeys(sizes):
        packed *= _pack(die(sides).weights, bits) ** sizes.count(sides)
    return Dist(len(sizes), _unpack(packed, sum(sizes) - len(sizes) + 1, bits))


def mixture(parts: Iterable[tuple[int, Dist]]) -> Dist:
    """One of several numbers, chosen with integer weights: `mixture([(1, crit), (9, hit), (10, miss)])`.

    Parts of weight 0 are left out; ValueError for a negative weight or if no part is left.
    """
    chosen = [(weight, dist) for weight, dist in parts if weight]
    if not chosen or min([weight for weight, _ in chosen]) < 0:
        raise ValueError("a mixture needs a part, and no weight below 0")
    low = min([dist.low for _, dist in chosen])
    common = lcm(*[dist.total for _, dist in chosen])
    result = [0] * (max([dist.low + len(dist.weights) for _, dist in chosen]) - low)
    for weight, dist in chosen:
        factor, place = weight * (common // dist.total), dist.low - low
        for more in dist.weights:
            result[place] += factor * more
            place += 1
    return Dist(low, result)


@lru_cache(maxsize=1024)
def explode(throw: int | Dist, depth: int) -> Dist:
    """A die whose top face is thrown again and added, at most `depth` times over; the last throw stands as it fell.

    `throw` is a number of sides, or the Dist of one throw when each throw is itself made of several dice (the better
    of two, say). A chain without end outruns it with the chance of the top face to the power of `depth` + 1.
    """
    once = die(throw) if isinstance(throw, int) else throw
    if depth < 0:
        raise ValueError(f"a chain cannot be {depth} long")
    low = min(once.low, once.low + depth * once.high)
    result = [0] * (max(once.high, once.high * (depth + 1)) - low + 1)
    top, rest = once.weights[-1], once.weights[:-1]
    for link in range(depth + 1):
        start, factor = once.low + link * once.high - low, top**link * once.total ** (depth - link)
        for place, weight in enumerate(rest, start):
            result[place] += factor * weight
    result[once.high * (depth + 1) - low] += top ** (depth + 1)
    return Dist(low, result)


def highest(*dists: Dist) -> Dist:
    """The highest of independent numbers; ValueError without any."""
    if not dists:
        raise ValueError("the highest of nothing")
    low, high = max(dist.low for dist in dists), max(dist.high for dist in dists)
    product = [1] * (high - low + 1)
    for dist in dists:
        upto = list(accumulate(dist.weights))[low - dist.low :]
        upto += [dist.total] * (high - dist.high)
        product = list(map(mul, product, upto))
    return Dist(low, [product[0], *map(sub, product[1:], product)])


def lowest(*dists: Dist) -> Dist:
    """The lowest of independent numbers; ValueError without any."""
    return -highest(*[-dist for dist in dists])


@lru_cache(maxsize=1024)
def advantage(throw: int | Dist, count: int = 2) -> Dist:
    """The better of `count` throws of a die (number of sides) or Dist."""
    once = die(throw) if isinstance(throw, int) else throw
    if count < 1:
        raise ValueError(f"the best of {count} throws")
    upto = [ways**count for ways in accumulate(once.weights)]
    return Dist(once.low, [upto[0], *map(sub, upto[1:], upto)])


@lru_cache(maxsize=1024)
def disadvantage(throw: int | Dist, count: int = 2) -> Dist:
    """The worse of `count` throws of a die (number of sides) or Dist."""
    return -advantage(-(die(throw) if isinstance(throw, int) else throw), count)


@lru_cache(maxsize=4096)
def opposed(ours: Dist, theirs: Dist) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that `ours` is higher, that both are equal, and that `theirs` is higher."""
    edge = ours - theirs
    win, win_or_tie, total = edge.ways_at_least(1), edge.ways_at_least(0), edge.total
    return Fraction(win, total), Fraction(win_or_tie - win, total), Fraction(total - win_or_tie, total)
