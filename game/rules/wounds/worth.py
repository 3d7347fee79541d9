"""What the computer player wants more of: units that are whole, well placed, rested and free to act."""

from __future__ import annotations

import math
from functools import lru_cache

from game.grid.grid import CellSet
from game.kernel.components import FIELD, Carried, Conditions, Down, Gear, Pools, Position, Side, Unit
from game.kernel.ecs import World, derived, derived_own
from game.kernel.numbers import Breakdown
from game.rules.joint import Joint
from game.rules.objectives import prospects
from game.rules.wounds.budget import exhausted, normal_stamina, speed_row, staggered
from game.rules.wounds.checks import blows
from game.rules.wounds.checks.blows import Blow
from game.rules.wounds.checks.rolls import burdens, harrying, ordinary_dice, weapon_check
from game.rules.wounds.gear import arms, increments, weapon
from game.rules.wounds.harm.wounds import awake_bonus
from game.rules.wounds.position.cover import UNSEEN, cover
from game.rules.wounds.position.flanks import all_flanked, flanked
from game.rules.wounds.position.space import BODIES, METRIC, WAYS, gap, seen, sharing
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import (
    Body,
    Harried,
    Ignoring,
    Long,
    Readied,
    Round,
    Stock,
    Strain,
    Wounds,
    body,
    level_of,
    pool,
    severity,
    slots,
    wounds,
)
from game.systems.conditions import holds
from game.systems.field import PLACES, bodies, carried_by, enemies, standing, team, teams

# How much standing at all, health and dying count was fitted to who won 110 skirmishes of two captains on arena and
# village green, by what stood there when each round began: the wounded fight on nearly as well, the dying do not.
ALIVE = 0.15  # what standing at all is worth; the rest is health
EVEN = 0.3  # by that power of it
WORN = 0.6  # health lost beyond which each further wound takes a share of the rest, or one could have none to lose
BURDEN = 0.85  # the greatest share that conditions take: whoever stands may still strike, and is worth felling
FALLEN = 0.12  # what who lies unconscious is still worth
LEVEL_WORTH = (0.0, 0.1, 0.2, 0.34, 0.55, 0.9)  # health lost by a wound of each level
AP = 0.0035  # per action point held: waiting for the next turn is not worth nothing
PLENTY = 10  # points that are enough for whatever one may want to do; what is beyond is worth
IDLE_AP = 0.0005  # so much each
INITIATIVE = 0.018  # per point up to FAST; fitted to who won some 400 skirmishes it is 0.02
FAST = 12
STAMINA = 0.1
EXHAUSTED = 0.08
STAGGERED = 0.15
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
    "dying": -0.65,
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
_BODIES = frozenset((Body,))
_CONDITION = frozenset((Body, Conditions, Ignoring, Strain, Wounds))  # all that tells how fit a unit is
BUSY = 0.03  # a long action binds all AP


def precompute(world: World) -> None:
    """What is remembered with a checkpoint serves every rehearsal from it: make room for it there."""
    for kinds in (BODIES, WAYS):
        world.derive("primed", lambda _: True, kinds)
    world.derive_own(FIELD, "primed", lambda _: True)


def health(world: World, unit: int) -> float:
    """How whole a unit is, 0 to 1: each wound weighs by its level, the more the fewer slots are left."""
    return _wholeness(world, unit, wounds(world, unit))


def _wholeness(world: World, unit: int, found: tuple[int, ...]) -> float:
    """The same with these wounds."""
    room, lost = slots(world, unit), 0.0
    for level in found:
        lost += LEVEL_WORTH[level]
    if found:
        # A level that is full pushes the next wound upward.
        lost += sum(0.04 * level for level in range(1, 5) if room[level - 1] and found.count(level) >= room[level - 1])
    tired = world.get(unit, Strain).fatigue
    lost += STAMINA * min(1.0, tired / normal_stamina(world, unit)) if tired else 0.0
    return 1.0 - lost if lost < WORN else (1 - WORN) * math.exp((WORN - lost) / WORN)


def worth(world: World, side: int) -> float:
    """The team's units against all others, in tens of points, and progress toward objectives."""
    own, known = world.get(side, Side).team, teams(world)
    acted, beset = world.get(FIELD, Round).acted, all_flanked(world)
    total = 0.0
    for unit in standing(world):
        value = value_of(world, unit, done=unit in acted, beset=unit in beset)
        value += CONDITION["defending"] * _weight(world, unit) * holds(world, unit, "defending")
        total += value if known[unit] == own else -value
        if known[unit] == own:
            total -= APPROACH * _beyond(world, unit)
    return total + fallen(world, own) + prospects(world, own, METRIC, _spots, PLACES)


def value_of(world: World, unit: int, *, done: bool, beset: bool) -> float:
    """What a standing unit is worth; `done` has had its turn, `beset` is flanked.

    That it defends is not in it: it is for whoever looks at those who could strike.
    """
    return world.derive_own(unit, ("value", done, beset), lambda world: _own_value(world, unit, done=done, beset=beset))


def _far(world: World, unit: int) -> int:
    return world.derive_own(unit, "best range", lambda world: _best_range(world, unit))


def _own_value(world: World, unit: int, *, done: bool, beset: bool) -> float:
    pools = world.get(unit, Pools)
    value = world.derive_of(unit, _CONDITION, ("fit", beset), lambda world: _fit(world, unit, beset=beset))
    # What the end of the turn brings comes anyway: ending early must not look like a gain.
    ap = pools["ap"] - (speed_row(world, unit)[1] if done else 0)
    value += _held(ap, pools["initiative"])
    value += STAMINA * pools["stamina"] / normal_stamina(world, unit)
    value += READY * world.has(unit, Readied) - BUSY * world.has(unit, Long)
    value += _in_hand(world, unit)
    return value * _weight(world, unit)


def _held(ap: int, initiative: int) -> float:
    """What points count that are held."""
    return AP * min(ap, PLENTY) + IDLE_AP * max(0, ap - PLENTY) + INITIATIVE * min(FAST, initiative)


def seizing_pays(world: World, unit: int) -> bool:
    """Whether the initiative that a unit may seize is worth the points that it takes (WOUNDS-ACT-21)."""
    ap, initiative, sheet = pool(world, unit, "ap"), pool(world, unit, "initiative"), sheet_of(world)
    left, best = ap - sheet.actions["seize_initiative"].ap, initiative + sheet.main.dice.seize
    return _held(left, best) > _held(ap, initiative)


def _fit(world: World, unit: int, *, beset: bool) -> float:
    """What it counts that it stands as it is, whatever it has left to spend."""
    return _standing(health(world, unit), _burden(world, unit, beset=beset))


def _standing(whole: float, burden: float) -> float:
    """What it counts that a unit stands, so whole and so burdened."""
    fit: float = ALIVE + (1 - ALIVE) * whole**EVEN
    return fit * (1 - min(BURDEN, burden))


def _burden(world: World, unit: int, *, beset: bool) -> float:
    """What conditions and circumstances take."""
    found = FLANKED * beset + IGNORED * len(world.get(unit, Ignoring).ignored)
    for item in world.get(unit, Conditions).items:
        if item.name != "defending":
            found -= CONDITION.get(item.name, 0.0) * (1 if item.name in ("prone", "held") else item.level)
    return found + EXHAUSTED * exhausted(world, unit) + STAGGERED * staggered(world, unit)


def _weight(world: World, unit: int) -> float:
    """What a unit counts: its points, and more for a leader."""
    leader = 1.3 if world.get(unit, Unit).role == "leader" else 1.0
    return leader * (2 + body(world, unit).points) / 10


def promise(world: World, blow: Blow) -> float:
    """About what an attack with a weapon gains for the unit's team: by how much the target's wound makes it worth less.

    The target meets it with its best Defense; what interposes, and what the critical dice bring, is left out.
    """
    slices = weapon(world, blow.key).slicing and blow.mode != "nonlethal"
    return _gained(world, blow.unit, blow.target, _levels(world, blow), _losses(world, blow.target, slices=slices))


def promise_in_the_open(world: World, blow: Blow) -> float:
    """As `promise`, but what stands between the two or around them does not count, wherever they are."""
    slices, target = weapon(world, blow.key).slicing, blow.target
    losses = _losses_of(world, target, beset=False, slices=slices)
    return _gain(world, blow.unit, target, _open_levels(world, blow), losses)


def _open_levels(world: World, blow: Blow) -> Joint[int]:
    """How likely the wound of an attack in the open is recorded at which level."""
    unit, target, born = blow.unit, blow.target, _alike(world)
    both = born[unit], born[target], _striking(world, unit), _struck(world, target)
    known = ("open", blow.key, blow.mode, blow.ranged, both, bool(sharing(world, target)))
    return world.derive(known, _found_open_levels, _BODIES, blow)


def _found_open_levels(world: World, blow: Blow) -> Joint[int]:
    bonus = [
        *weapon_check(world, blow.unit, blow.key, ranged=blow.ranged), *burdens(world, blow.unit),
        *(harrying(world, blow.unit) if blow.ranged else ()),
    ]  # fmt: skip
    guards = ("no", *((*blows.GUARDS, "brace") if holds(world, blow.target, "defending") else ()))
    met = max(blows.plain_defense(world, blow, guard).total for guard in guards)
    harm, tough = blows.damage_bonus(world, blow).total, blows.hard(world, blow).total
    return blows.outcomes(world, blow, Breakdown("attack", tuple(bonus)).total, harm, met, tough)


def _levels(world: World, blow: Blow) -> Joint[int]:
    """How likely the wound of an attack is recorded at which level."""
    unit, target = blow.unit, blow.target
    if blow.instead is not None or blow.mode == "rebuff" or world.each(Carried):
        return _found_levels(world, blow)
    # All that it hangs on, where the two are but for the ground between them: the same comes up again and again.
    far, behind = blows.too_far(world, blow), unit in world.get(target, Ignoring).ignored
    between = far, cover(world, unit, target) % UNSEEN, behind, not behind and flanked(world, target)
    around = bool(sharing(world, unit)), bool(sharing(world, target))
    on_guard = holds(world, target, "defending") and seen(world, target, unit)
    born = _alike(world)
    both = born[unit], born[target], _striking(world, unit), _struck(world, target)
    known = (blow.key, blow.mode, blow.ranged, both, between, around, on_guard)
    return world.derive(known, _found_levels, _BODIES, blow)


@derived_own
def _striking(world: World, unit: int) -> object:
    """What of itself its attacks hang on, beside what it was born with."""
    return _kept(world.get(unit, Wounds), exhausted(world, unit), world.get(unit, Conditions), world.get(unit, Harried))


@derived_own
def _struck(world: World, unit: int) -> object:
    """The same of attacks on it."""
    return _kept(world.get(unit, Wounds), world.get(unit, Conditions), world.get(unit, Gear))


@lru_cache(maxsize=1 << 14)
def _kept(*state: object) -> object:
    """One object for the same state: what is looked up by it is found faster."""
    return object()


@derived(_BODIES)
def _alike(world: World) -> dict[int, int]:
    """By unit the first that was born with the same."""
    born = world.each(Body)
    return {unit: next(other for other, its in born if its == own) for unit, own in born}


def _found_levels(world: World, blow: Blow) -> Joint[int]:
    met, bonus = blows.best_defense(world, blow).total, blows.attack_bonus(world, blow).total
    harm, tough = blows.damage_bonus(world, blow).total, blows.hard(world, blow).total
    return blows.outcomes(world, blow, bonus, harm, met, tough)


def spell_promise(world: World, unit: int, key: str, target: int) -> float:
    """The same of a spell that is aimed at one target."""
    spell = sheet_of(world).spells[key]
    bonus, met = blows.spell_bonus(world, unit, key, target).total, blows.spell_defense(world, unit, key, target).total
    levels = blows.spell_levels(world, unit, key, target, bonus, met)
    if spell.damage:
        return _gained(world, unit, target, levels, _losses(world, target, slices=False))
    held = 0.0 if holds(world, target, spell.effect) else -CONDITION.get(spell.effect, 0.0) * _weight(world, target)
    return _gained(world, unit, target, levels, (held,) * 7)


def _gained(world: World, unit: int, target: int, levels: Joint[int], losses: tuple[float, ...]) -> float:
    """What a target loses on average; nothing by a miss, and by losing one's hold before the attack (WOUNDS-ENV-7)."""
    return _gain(world, unit, target, levels, losses) * float(blows.steadiness(world, unit))


def _gain(world: World, unit: int, target: int, levels: Joint[int], losses: tuple[float, ...]) -> float:
    """The same for one who has a firm hold."""
    gain = sum(weight * losses[level] for level, weight in levels.items() if level >= 0) / levels.total
    return -gain if teams(world)[unit] == teams(world)[target] else gain


def _losses(world: World, unit: int, *, slices: bool) -> tuple[float, ...]:
    """What a unit loses by a hit without a wound, by a wound that is recorded at each level, and by death."""
    return _losses_of(world, unit, beset=flanked(world, unit), slices=slices)


def _losses_of(world: World, unit: int, *, beset: bool, slices: bool) -> tuple[float, ...]:
    done = unit in world.get(FIELD, Round).acted

    def compute(world: World) -> tuple[float, ...]:
        whole = value_of(world, unit, done=done, beset=beset)
        blows = world.derive_of(
            unit, _CONDITION, ("blows", beset, slices), lambda world: _blows(world, unit, beset=beset, slices=slices)
        )
        return (0.0, *[min(whole, faints * (whole - asleep) + left) for faints, asleep, left in blows], whole)

    return world.derive_own(unit, ("losses", done, beset, slices), compute)


def _blows(world: World, unit: int, *, beset: bool, slices: bool) -> list[tuple[float, float, float]]:
    """For a wound that is recorded at each level the chance that the unit faints of it, what it is still worth then,
    and what it loses by it awake, as likely as that is."""
    had, burden, weight = wounds(world, unit), _burden(world, unit, beset=beset), _weight(world, unit)
    before = _standing(health(world, unit), burden)
    found: list[tuple[float, float, float]] = []
    for level in range(1, 6):
        more = burden
        if slices and level >= 2:
            more -= CONDITION["bleeding"] * max(0, level - 1 - level_of(world, unit, "bleeding"))
        if level == 5 and not holds(world, unit, "dying"):
            more += STAGGERED - CONDITION["dying"]
        left = before - _standing(_wholeness(world, unit, (*had, level)), more)
        faints = _faints(world, unit, level) if level >= 4 else 0.0
        found.append((faints, FALLEN * weight * (1.2 - level / 5), (1 - faints) * left * weight))
    return found


def _faints(world: World, unit: int, level: int) -> float:
    """WOUNDS-HD-21: the chance that a wound of that level makes it unconscious."""
    tn = sheet_of(world).main.consciousness_tn[LEVELS[level - 1]]
    return float(1 - (ordinary_dice(world) + awake_bonus(world, unit).total).at_least(tn))


def _in_hand(world: World, unit: int) -> float:
    """What is in the hands, and whether any of it is a weapon."""
    return HELD * len(world.get(unit, Gear).held) - (0.0 if _armed(world, unit) else UNARMED)


def _armed(world: World, unit: int) -> bool:
    return any(key != "unarmed" for key in arms(world, unit))


def fallen(world: World, own: int) -> float:
    """Those who lie unconscious may still be saved."""
    total = 0.0
    for unit, _, _ in world.each(Down, Position):
        value = FALLEN * (2 + body(world, unit).points) / 10 * (1.2 - severity(world, unit) / 5)
        total += value if team(world, unit) == own else -value
    return total


def _beyond(world: World, unit: int) -> int:
    """Yards by which the nearest enemy is beyond the unit's best reach."""
    if not enemies(world, unit) or carried_by(world, unit) is not None:
        return 0
    best = _far(world, unit)
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
