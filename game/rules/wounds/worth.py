"""What the computer player wants more of: units that are whole, well placed, rested and free to act."""

from __future__ import annotations

from game.grid.grid import CellSet
from game.kernel.components import FIELD, Conditions, Down, Gear, Pools, Position, Side, Unit
from game.kernel.ecs import World
from game.rules.objectives import prospects
from game.rules.wounds.budget import exhausted, normal_stamina, speed_row, staggered
from game.rules.wounds.gear import arms, increments, weapon
from game.rules.wounds.position.flanks import all_flanked
from game.rules.wounds.position.space import BODIES, METRIC, WAYS, gap
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Ignoring, Long, Readied, Round, Stock, Strain, body, pool, severity, slots, wounds
from game.systems.field import PLACES, bodies, carried_by, enemies, standing, team, teams

ALIVE = 0.35  # what standing at all is worth; the rest is health
LEVEL_WORTH = (0.0, 0.1, 0.2, 0.34, 0.55, 0.9)  # health lost by a wound of each level
AP = 0.0035  # per action point held: waiting for the next turn is not worth nothing
INITIATIVE = 0.012  # per point up to FAST
FAST = 12
STAMINA = 0.1
APPROACH = 0.02  # per yard beyond the best range of a unit's weapons
CONDITION = {
    "prone": -0.1,
    "crouching": -0.03,
    "bleeding": -0.05,
    "burning": -0.12,
    "hobbled": -0.06,
    "poisoned": -0.08,
    "held": -0.15,
    "pinned": -0.2,
    "helpless": -0.25,
    "dying": -0.15,
    "distracted": -0.06,
    "submerged": -0.1,
    "panicking": -0.15,
    "grappling": -0.02,
    "defending": 0.055,
    "dashing": 0.0,
    "warded": 0.08,
    "stone_skin": 0.08,
    "coated": 0.04,
}
FLANKED = 0.08
IGNORED = 0.04  # per foe that is not minded, who has a rear attack
UNARMED = 0.1
HELD = 0.015  # nothing is let go of for nothing
READY = 0.002
BUSY = 0.03  # a long action binds all AP


def precompute(world: World) -> None:
    """What is remembered with a checkpoint serves every rehearsal from it: make room for it there."""
    for kinds in (BODIES, WAYS):
        world.derive("primed", lambda _: True, kinds)
    world.derive_own(FIELD, "primed", lambda _: True)


def health(world: World, unit: int) -> float:
    """How whole a unit is, 0 to 1: each wound weighs by its level, the more the fewer slots are left."""
    room, found = slots(world, unit), wounds(world, unit)
    lost = 0.0
    for level in found:
        lost += LEVEL_WORTH[level]
    if found:
        # A level that is full pushes the next wound upward.
        lost += sum(0.04 * level for level in range(1, 5) if room[level - 1] and found.count(level) >= room[level - 1])
    tired = world.get(unit, Strain).fatigue
    lost += STAMINA * min(1.0, tired / normal_stamina(world, unit)) if tired else 0.0
    return float(max(0.0, 1.0 - lost))


def worth(world: World, side: int) -> float:
    """The team's units against all others, in tens of points, and progress toward objectives."""
    own, known = world.get(side, Side).team, teams(world)
    acted, beset = world.get(FIELD, Round).acted, all_flanked(world)
    total = 0.0
    for unit in standing(world):
        value = _value(world, unit, done=unit in acted, beset=unit in beset)
        total += value if known[unit] == own else -value
        if known[unit] == own:
            total -= APPROACH * _beyond(world, unit)
    return total + _fallen(world, own) + prospects(world, own, METRIC, _spots, PLACES)


def _value(world: World, unit: int, *, done: bool, beset: bool) -> float:
    """What a standing unit is worth; `done` has had its turn, `beset` is flanked."""
    return world.derive_own(unit, ("value", done, beset), lambda world: _own_value(world, unit, done=done, beset=beset))


def _own_value(world: World, unit: int, *, done: bool, beset: bool) -> float:
    pools = world.get(unit, Pools)
    value = ALIVE + (1 - ALIVE) * health(world, unit)
    # What the end of the turn brings comes anyway: ending early must not look like a gain.
    ap = pools["ap"] - (speed_row(world, unit)[1] if done else 0)
    value += AP * ap + INITIATIVE * min(FAST, pools["initiative"])
    value += STAMINA * pools["stamina"] / normal_stamina(world, unit)
    for item in world.get(unit, Conditions).items:
        value += CONDITION.get(item.name, 0.0) * (1 if item.name in ("prone", "held") else item.level)
    if beset:
        value -= FLANKED
    value -= IGNORED * len(world.get(unit, Ignoring).ignored)
    value -= 0.08 * exhausted(world, unit) + 0.15 * staggered(world, unit)
    value += READY * world.has(unit, Readied) - BUSY * world.has(unit, Long)
    value += _in_hand(world, unit)
    leader = 1.3 if world.get(unit, Unit).role == "leader" else 1.0
    return value * leader * (2 + body(world, unit).points) / 10


def _in_hand(world: World, unit: int) -> float:
    """What is in the hands, and whether any of it is a weapon."""
    return HELD * len(world.get(unit, Gear).held) - (0.0 if _armed(world, unit) else UNARMED)


def _armed(world: World, unit: int) -> bool:
    return any(key != "unarmed" for key in arms(world, unit))


def _fallen(world: World, own: int) -> float:
    """Those who lie unconscious may still be saved."""
    total = 0.0
    for unit, _, _ in world.each(Down, Position):
        value = 0.12 * (2 + body(world, unit).points) / 10 * (1.2 - severity(world, unit) / 5)
        total += value if team(world, unit) == own else -value
    return total


def _beyond(world: World, unit: int) -> int:
    """Yards by which the nearest enemy is beyond the unit's best reach."""
    if not enemies(world, unit) or carried_by(world, unit) is not None:
        return 0
    best = world.derive_own(unit, "best range", lambda world: _best_range(world, unit))
    return max(0, world.derive(("nearest", unit), lambda world: _nearest(world, unit), BODIES) + 1 - best)


def _nearest(world: World, unit: int) -> int:
    """The gap to the nearest enemy."""
    return min(gap(world, unit, foe) for foe in enemies(world, unit))


def _best_range(world: World, unit: int) -> int:
    """As many yards as the best of its weapons and spells reaches without a penalty for range."""
    best = max((_range(world, unit, key) for key in arms(world, unit)), default=1)
    spells = [sheet_of(world).spells[key].range for key in body(world, unit).spells]
    if spells and pool(world, unit, "mana") >= 2:
        best = max(best, *spells)
    return best


def _range(world: World, unit: int, key: str) -> int:
    arm, stock = weapon(world, key), world.get(unit, Stock)
    if arm.kind == "melee":
        return arm.reach + 1
    return 0 if arm.shots and not stock.shots else increments(arm)[0]


def _spots(world: World) -> dict[int, CellSet]:
    return {unit: bodies(world)[unit] for unit in standing(world)}
