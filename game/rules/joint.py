"""Exact chances of results of any kind: from the faces of the dice to everything that follows from them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, groupby, product
from math import comb, factorial, gcd, lcm, prod
from typing import Generic, TypeVar

from game.rules.odds import Dist

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
Faces = tuple[int, ...]


class Joint(Generic[T]):
    """An exact distribution over any hashable outcomes, each with the chance `weights[outcome] / total`.

    Always in lowest terms and without impossible outcomes, so equality is equality of chances. Not to be changed once
    made; outcomes keep the order in which they first came up.
    """

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[T, int]) -> None:
        """Build from a weight for each outcome; ValueError if one is negative or none is positive."""
        kept = {outcome: weight for outcome, weight in weights.items() if weight}
        if not kept or min(kept.values()) < 0:
            raise ValueError("a distribution needs an outcome, and no weight below 0")
        divisor = gcd(*kept.values())
        self._weights = kept if divisor == 1 else {outcome: weight // divisor for outcome, weight in kept.items()}
        self.total: int = sum(self._weights.values())

    @classmethod
    def sure(cls, outcome: T) -> Joint[T]:
        """The one outcome that always happens."""
        return cls({outcome: 1})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Joint) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return f"Joint({self._weights!r})"

    def __len__(self) -> int:
        return len(self._weights)

    def items(self) -> Iterator[tuple[T, int]]:
        """Pairs of outcome and weight."""
        return iter(self._weights.items())

    def exactly(self, outcome: T) -> Fraction:
        """The chance of this outcome."""
        return Fraction(self._weights.get(outcome, 0), self.total)

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that `holds` is true of the outcome."""
        return Fraction(sum(weight for outcome, weight in self.items() if holds(outcome)), self.total)

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """The expected value of what `value` reads off the outcome."""
        return Fraction(sum(weight * value(outcome) for outcome, weight in self.items())) / self.total

    def map(self, change: Callable[[T], U]) -> Joint[U]:
        """What `change` makes of the outcome; outcomes that become equal are added up."""
        result: dict[U, int] = {}
        for outcome, weight in self.items():
            changed = change(outcome)
            result[changed] = result.get(changed, 0) + weight
        return Joint(result)

    def then(self, follow: Callable[[T], Joint[U]]) -> Joint[U]:
        """What follows by chance from the outcome, once it is known."""
        return merge((weight, follow(outcome)) for outcome, weight in self.items())

    def given(self, holds: Callable[[T], bool]) -> Joint[T]:
        """The outcomes if it is known that `holds` is true; ValueError if it never is."""
        return Joint({outcome: weight for outcome, weight in self.items() if holds(outcome)})

    def marginal(self, value: Callable[[T], int]) -> Dist:
        """The distribution of one whole number read off the outcome."""
        return Dist.of(dict(self.map(value).items()))


def merge(parts: Iterable[tuple[int, Joint[T]]]) -> Joint[T]:
    """One of several distributions, chosen with integer weights; ValueError for a weight below 0 or no part left."""
    chosen = [(weight, joint) for weight, joint in parts if weight]
    if any(weight < 0 for weight, _ in chosen):
        raise ValueError("no weight may be below 0")
    common = lcm(*(joint.total for _, joint in chosen))
    result: dict[T, int] = {}
    for weight, joint in chosen:
        factor = weight * (common // joint.total)
        for outcome, more in joint.items():
            result[outcome] = result.get(outcome, 0) + factor * more
    return Joint(result)


def numbers(dist: Dist) -> Joint[int]:
    """A distribution of whole numbers as one of outcomes."""
    return Joint(dict(dist.items()))


def throws(dice: Faces) -> int:
    """How many different throws dice of these sizes have."""
    return prod(dice)


def unordered_throws(dice: Faces) -> int:
    """How many throws remain when equal dice are not told apart."""
    return prod(comb(len(places) + sides - 1, sides - 1) for sides, places in _alike(dice))


@lru_cache(maxsize=64)
def faces(dice: Faces) -> Joint[Faces]:
    """Every throw of dice of these sizes, as a tuple of faces in the order of the dice."""
    return Joint(dict.fromkeys(product(*(range(1, sides + 1) for sides in dice)), 1))


@lru_cache(maxsize=64)
def unordered_faces(dice: Faces) -> Joint[Faces]:
    """Every throw when equal dice are not told apart: each stands for all its orders, high faces first.

    Right for rules that add, count or rank the faces of equal dice, wrong for rules that read the first die apart.
    """
    result: dict[Faces, int] = {(0,) * len(dice): 1}
    for sides, places in _alike(dice):
        result = {
            _placed(thrown, places, group): weight * _orders(group)
            for thrown, weight in result.items()
            for group in combinations_with_replacement(range(sides, 0, -1), len(places))
        }
    return Joint(result)


def _alike(dice: Faces) -> list[tuple[int, list[int]]]:
    """The places at which dice of one size stand, size by size."""
    by_size = sorted(range(len(dice)), key=lambda place: dice[place])
    return [(sides, list(places)) for sides, places in groupby(by_size, key=lambda place: dice[place])]


def _placed(thrown: Faces, places: list[int], group: Faces) -> Faces:
    result = list(thrown)
    for place, face in zip(places, group, strict=True):
        result[place] = face
    return tuple(result)


def _orders(group: Faces) -> int:
    return factorial(len(group)) // prod(factorial(group.count(face)) for face in set(group))
