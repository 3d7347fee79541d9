"""Where faces come from; the only importer of random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Protocol, TypeVar

T = TypeVar("T")


class Dice(Protocol):
    """Throws the dice of a skirmish."""

    def throw(self, index: int, dice: tuple[int, ...]) -> tuple[int, ...]:
        """Faces of the skirmish's roll number `index` (from 0) for dice of the given sides."""
        ...


class SeededDice:
    """Faces depend on the seed and the number of the roll alone: undo and redo give the same faces."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def throw(self, index: int, dice: tuple[int, ...]) -> tuple[int, ...]:
        """See `Dice`."""
        random = Random(f"{self.seed}/{index}")
        return tuple(random.randint(1, sides) for sides in dice)


class ScriptedDice:
    """Faces given in advance, one after the other; ValueError when they run out or do not fit."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = list(faces)
        self._starts = {0: 0}

    @property
    def used(self) -> int:
        """How many faces were thrown so far."""
        return max(self._starts.values())

    def throw(self, index: int, dice: tuple[int, ...]) -> tuple[int, ...]:
        """See `Dice`; the same roll gives the same faces after an undo."""
        start = self._starts.setdefault(index, self.used)
        thrown = tuple(self.faces[start : start + len(dice)])
        if len(thrown) < len(dice):
            raise ValueError(f"dice run out: {dice} asked, {list(thrown)} left")
        for face, sides in zip(thrown, dice, strict=True):
            if not 1 <= face <= sides:
                raise ValueError(f"{face} is no face of a d{sides}")
        self._starts[index + 1] = start + len(dice)
        return thrown


class Chooser:
    """A seeded source of picks for controllers and tests, apart from the skirmish's own dice."""

    def __init__(self, seed: int | str) -> None:
        self._seed = str(seed)
        self._sown: Random | None = None

    @property
    def _random(self) -> Random:
        if self._sown is None:  # seeding costs as much as looking at a few options, and many a chooser is never asked
            self._sown = Random(self._seed)
        return self._sown

    def pick(self, answers: Sequence[str]) -> str:
        """One of the answers, uniformly."""
        return answers[self._random.randrange(len(answers))]

    def below(self, bound: int) -> int:
        """A whole number from 0 up to the bound, without it."""
        return self._random.randrange(bound)

    def lots(self, count: int, sides: int) -> list[int]:
        """So many throws of one die: as many `faces` of one, and much faster."""
        bits, draw = sides.bit_length(), self._random.getrandbits
        found: list[int] = []
        while len(found) < count:
            drawn = [draw(bits) for _ in range(count - len(found))]
            found += [face + 1 for face in drawn if face < sides]
        return found

    def shuffled(self, members: Iterable[T]) -> list[T]:
        """The members in some order."""
        found = list(members)
        self._random.shuffle(found)
        return found

    def faces(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        """A throw of the given dice."""
        return tuple(self._random.randint(1, sides) for sides in dice)
