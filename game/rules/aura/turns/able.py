"""Whether a unit can begin anything, or just that."""

from __future__ import annotations

from game.kernel.components import Facing, Lying, Pools
from game.kernel.ecs import World, derived
from game.kernel.flow import Action
from game.rules.aura.budget import energy_at_hand
from game.rules.aura.state import PLACED, Drained, Holding, Ready, Reserved, Spent, beat
from game.rules.offering import options
from game.rules.verbs import question_of
from game.systems.conditions import holds

ABLE = frozenset({*PLACED, Pools, Reserved, Spent, Ready, Drained})  # kinds that decide whether anything can be begun
_OFFERED = ABLE | {Holding, Facing, Lying}  # and what


def memo(world: World, unit: int) -> tuple[object, frozenset[type]]:
    """What all that a unit may do depends on (AURA-ECON-16)."""
    return beat(world).barred, _OFFERED


@derived(ABLE)
def able(world: World, unit: int) -> bool:
    """AURA-FLOOR-4: whether a unit has a legal primary action."""
    if energy_at_hand(world, unit) >= 1:
        # To lie down or to kneel up can always be paid with one.
        return not holds(world, unit, "bound") or bool(options(world, unit, "turn", *primary(world)))
    # Without Energy there are a Shift for Agility and things that are at hand for nothing.
    if options(world, unit, "turn", "shift_agile"):
        return True
    free = any(not energy for _, energy in world.get(unit, Ready).access)
    return free and bool(options(world, unit, "turn", *_THINGS))


_THINGS = ("load", "equip", "stow", "pick_up")


def primary(world: World) -> tuple[str, ...]:
    """The verbs of primary actions: what several units could do in one beat."""
    verbs = question_of(world, "joint_move").verbs
    return tuple(name for name, verb in verbs.items() if verb.role == "act")


def possible(world: World, unit: int, action: Action) -> bool:
    """Whether a unit may begin just that now; a free turn may always be made."""
    if action.verb not in question_of(world, "turn").verbs:
        return True
    return any(option.action == action for option in options(world, unit, "turn", action.verb))
