"""What a unit has won or lost of its ways to attack, and how much harder it has become to harm it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from game.ai.threat import Threats
from game.kernel.components import Conditions, Gear
from game.kernel.ecs import World
from game.rules.foresight import Arm, Gauges
from game.systems.field import standing

Terms: TypeAlias = "tuple[tuple[str, float], ...]"
GUARD = 0.5  # what harm counts that a foe can no longer do
NEAR = 3  # foes by which it judges its arms
FEARED = 2  # and its guard
_STATE = (Conditions, Gear)  # what its guard and its new weapons hang on, but for wear


class Bearing:
    """One unit's arms and guard in a rehearsal, against those it had; a weapon in hand counts for so many turns."""

    def __init__(self, threats: Threats, gauges: Gauges, turns: int) -> None:
        self.threats, self.gauges, self.turns = threats, gauges, turns
        self.root, self.who = threats.world, threats.unit
        self._gains: dict[tuple[object, ...], float] = {}
        self._feared: list[tuple[int, Arm, float]] | None = None

    def armed(self, world: World) -> Terms:
        """What it has won or lost of its ways to attack in turns to come."""
        if self.as_before(world):
            return ()
        now, then = self.gauges.arms(world, self.who), self.gauges.arms(self.root, self.who)
        near = [foe for foe in self.threats.nearest(NEAR) if foe in standing(world)]
        if now == then or not near:
            return ()
        total = 0.0
        for foe in near:
            # What it had before promises as much as it did then.
            known = dict(self.threats.against(foe))
            new = {arm: known.get(arm, 0.0) if arm in then else self._gain(world, arm, foe) for arm in now}
            total += _lasting(new, self.turns) - _lasting(known, self.turns)
        return (("arms", total / len(near)),)

    def as_before(self, world: World) -> bool:
        """Whether it has the same about it."""
        return world is self.root or world.find(self.who, Gear) == self.root.find(self.who, Gear)

    def _gain(self, world: World, arm: Arm, foe: int) -> float:
        """What one of the unit's new ways to attack promises."""
        key = (self.who, arm, foe, *(world.find(self.who, kind) for kind in _STATE))
        if key not in self._gains:
            self._gains[key] = self.threats.hope(world, self.who, arm, foe)
        return self._gains[key]

    def guarded(self, world: World) -> Terms:
        """How much harder it has become to harm the unit, or how much easier, for those who come at it."""
        if self.same(world):
            return ()
        total, count = 0.0, 0
        for foe, arm, before in self.feared():
            if foe in standing(world):
                total += before - self._suffers(world, foe, arm)
                count += 1
        return (("guard", GUARD * total / count),) if total and count else ()

    def feared(self) -> list[tuple[int, Arm, float]]:
        """The nearest foes that reach the unit where it stands, with the way to attack that each does best with."""
        if self._feared is None:
            self._feared = self._most_feared()
        return self._feared

    def _most_feared(self) -> list[tuple[int, Arm, float]]:
        threats = self.threats
        found: list[tuple[int, Arm, float]] = []
        for foe in threats.nearest(NEAR):
            best = threats.by(foe)[:1] if threats.reaches(foe) else ()
            found += [(foe, arm, before) for arm, before in best]
        return found[:FEARED]

    def _suffers(self, world: World, foe: int, arm: Arm) -> float:
        """What a foe's attack promises against the unit as it is now; nothing if the foe has lost that way."""
        both = (world.find(unit, kind) for unit in (self.who, foe) for kind in _STATE)
        key = (foe, arm, self.who, *both)
        if key not in self._gains:
            left = arm in self.gauges.arms(world, foe)
            self._gains[key] = self.threats.hope(world, foe, arm, self.who) if left else 0.0
        return self._gains[key]

    def same(self, world: World) -> bool:
        """Whether the unit is as it was, but for its place and what it has left to spend."""
        return all(world.find(self.who, kind) == self.root.find(self.who, kind) for kind in _STATE)


def _lasting(gains: Mapping[Arm, float], turns: int) -> float:
    """What so many turns promise with these ways to attack: what lets go of its weapon does so once."""
    again = max((value for arm, value in gains.items() if not arm.once), default=0.0)
    once = max((value for arm, value in gains.items() if arm.once), default=0.0)
    return max(turns * again, once + (turns - 1) * again) if turns else 0.0


def summed(samples: Sequence[Terms]) -> dict[str, float]:
    """The mean of each term; one that stands several times in a sample counts as often."""
    found: dict[str, float] = {}
    many = len(samples)
    for name, value in itertools.chain.from_iterable(samples):
        found[name] = found.get(name, 0.0) + value / many
    return found
