"""What a ruleset tells of a unit's next turn, so that nobody need try it out: how far it gets and how it attacks."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple, Protocol, runtime_checkable

from msgspec import Struct

from game.grid.grid import CellSet, Metric
from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.map.board import Board
from game.rules.ruleset import SuppressesReactions
from game.rules.verbs import question_of


class Arm(Struct, frozen=True):
    """One way to attack: an action that is aimed at nobody yet, and how many cells it reaches.

    What is `far` needs a free line of sight, the rest a way there. What is done `once` lets go of its weapon.
    """

    action: Action
    reach: int
    far: bool = False
    once: bool = False


@runtime_checkable
class Gauges(Protocol):
    """What a ruleset adds so that computer players can weigh places and targets without trying them out."""

    def value(self, world: World, unit: int) -> float:
        """What a unit on the board counts, in the units of `worth`, wherever it stands; little or nothing if down."""
        ...

    def team_value(self, world: World, side: int) -> float:
        """What a side's team has beside its units and its places, as `worth` counts it."""
        ...

    def arms(self, world: World, unit: int) -> tuple[Arm, ...]:
        """The ways to attack that a unit has in a turn of its own, whomever it can reach; none where it cannot act."""
        ...

    def stride(self, world: World, unit: int) -> int:
        """How many cells of open ground it walks in a turn and still attacks."""
        ...


@runtime_checkable
class ActsAgain(Protocol):
    """A ruleset in which a unit may act more than once before its means come anew, others acting in between."""

    def acts_again(self, world: World, unit: int) -> bool:
        """Whether something is left to it to act with in this round."""
        ...


@runtime_checkable
class Prospects(Protocol):
    """A ruleset that tells at once what an attack promises that is still to come."""

    def prospect(self, world: World, unit: int, arm: Arm, target: int) -> float | None:
        """What it would promise in the open, wherever the two stand now; None where that cannot be told."""
        ...

    def vain(self, world: World, unit: int) -> Collection[str]:
        """The verbs that can bring the unit nothing in a turn of its own as it is, however well they go."""
        ...


@runtime_checkable
class Covers(Protocol):
    """A ruleset in which blows reach less far up and down than whichever is more, cells sideways or levels."""

    def covered(self, board: Board, body: CellSet, far: int, how: Metric, /) -> CellSet:
        """The cells that a blow of that reach covers from a body, its own left out; the same the other way round."""
        ...


class Foresight(NamedTuple):
    """A ruleset as each of these kinds, None where it is none."""

    gauges: Gauges | None
    again: ActsAgain | None
    prospects: Prospects | None
    suppressor: SuppressesReactions | None
    covers: Covers | None


def foresight_of(rules: object) -> Foresight:
    """What a ruleset tells; found out once, as `isinstance` goes through all that a protocol has."""
    return _foresight(rules)


@lru_cache(maxsize=16)
def _foresight(rules: object) -> Foresight:
    return Foresight(
        rules if isinstance(rules, Gauges) else None,
        rules if isinstance(rules, ActsAgain) else None,
        rules if isinstance(rules, Prospects) else None,
        rules if isinstance(rules, SuppressesReactions) else None,
        rules if isinstance(rules, Covers) else None,
    )


def gain(world: World, unit: int, arm: Arm, target: int) -> float:
    """What the attack would promise if it reached the target."""
    verb = question_of(world, "turn").verbs[arm.action.verb]
    if verb.promise is None:
        return 0.0
    return verb.promise(world, unit, changed(arm.action, unit=target)) or 0.0
