"""What rehearsals need: dice spread evenly over the samples, answers without thought, options of verbs by turns."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache

from game.kernel.dice import Chooser
from game.kernel.ecs import World
from game.kernel.events import Attacked, Struck
from game.kernel.flow import Decision, Option

FEW = 6  # a question in the middle with more options than that is answered without trying them
_LETS_PASS = ("decline", "end_turn", "commit")


class Dice:
    """Throws for some samples that share out the faces of each die: what is high in one is low in another."""

    def __init__(self, seed: str, samples: int) -> None:
        self._lots, self.samples = Chooser(seed), samples
        self._strata: list[list[float]] = []

    def throw(self, sample: int, first: int, sides: tuple[int, ...]) -> tuple[int, ...]:
        """The faces of dice of which `first` have been thrown before in that sample."""
        return tuple(1 + int(self._at(first + at, sample) * each) for at, each in enumerate(sides))

    def _at(self, die: int, sample: int) -> float:
        while len(self._strata) <= die:
            order = self._lots.shuffled(range(self.samples))
            within = (self._lots.faces((1000,))[0] - 0.5) / 1000
            if self.samples == 2:
                self._strata.append([within, 1 - within])
            else:
                self._strata.append([(each + within) / self.samples for each in order])
        return self._strata[die][sample]


@lru_cache(maxsize=4)
def dice_for(seed: str, samples: int) -> Dice:
    """The dice of one decision: all its options are tried with the same."""
    return Dice(seed, samples)


def default_reply(request: Decision, lots: Chooser, *, own: bool) -> str:
    """Its own side declines what it may; the others react where they can, unless there is too much to choose from.

    Of cells one is drawn: the first is the one farthest north-west, toward the enemy for one side only.
    """
    declines = [option for option in request.options if option.role in _LETS_PASS]
    reacts = [option for option in request.options if option.role not in _LETS_PASS]
    first, *_ = [*declines, *reacts] if own or len(request.options) > FEW else [*reacts, *declines]
    if first.cell is None:
        return first.key
    return lots.pick(
        [option.key for option in request.options if option.cell is not None and option.verb == first.verb]
    )


def came(world: World, about: object, actor: int) -> bool:
    """Whether the actor has attacked since it was about to."""
    for event in reversed(world.events):
        if event == about:
            break
        if isinstance(event, Attacked | Struck) and event.unit == actor:
            return True
    return False


def in_turns(options: Sequence[Option]) -> list[Option]:
    """One option of each verb in turn: where time is short, each has its chance."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option.verb, []).append(option)
    return [option for row in itertools.zip_longest(*groups.values()) for option in row if option is not None]
