"""What decides an attack: boons and banes, threat, defences, dice and damage; and the numbers of other skills."""

from __future__ import annotations

from typing import TypeAlias

import game.rules.poise.state as state
from game.kernel.components import Carried, Conditions, Footprint
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, Modifier, add, at_least, counting
from game.map.board import LEVEL
from game.rules.poise.harm.pools import payable
from game.rules.poise.position.sight import grade
from game.rules.poise.position.space import holders
from game.rules.poise.position.surrounded import surrounded
from game.rules.poise.sheet import POOLS, RESTRICTIONS, Skill, sheet_of
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of
from game.systems.steps import ground


def boons(world: World, user: int, skill: Skill, target: int) -> tuple[Modifier, ...]:
    """POISE-BOON-1: each distinct source gives one boon (+1) or one bane (−1)."""
    covered = skill.mode != "self" and target != user and grade(world, user, target) == "cover"
    held = skill.mode in ("ranged", "thrown") and bool(holders(world, user))
    first, last = _of_user(world, user, skill)
    found = (*first, *_HELD, *last) if held else (*first, *last)
    found += _COVERED if covered else ()
    return found + _against(world, user, skill, target) if skill.threat is not None else found


_HELD = (Modifier(-1, "in an enemy zone", "POISE-ZOC-5"),)
_COVERED = (Modifier(-1, "cover", "POISE-COVER-1"),)
_SURROUNDED = (Modifier(1, "target surrounded", "POISE-SURR-1"),)
_Lines: TypeAlias = "tuple[Modifier, ...]"


def _of_user(world: World, user: int, skill: Skill) -> tuple[_Lines, _Lines]:
    """What the user's own state adds, wherever its enemies are: what is said before their zones, and after."""
    if world.has(user, Carried) or world.has(user, state.Crippled):  # its mount's cells count, or which skill it is
        return _sources(world, user, skill)
    key = ("sources", skill.threat is not None, "aquatic" in skill.tags, "underwater_bane" in skill.tags)
    return world.derive_own(user, key, _sources, user, skill)


def _sources(world: World, user: int, skill: Skill) -> tuple[_Lines, _Lines]:
    attack, deep = skill.threat is not None, cells_of(world, user) & board_of(world).deep
    crippled = world.find(user, state.Crippled)
    maimed = crippled is not None and any(sheet_of(world).skills[key] is skill for key in crippled.skills)
    first = counting(
        (attack and state.in_gambit(world, user), 1, "final gambit", "POISE-GAMBIT-2"),
        (world.has(user, state.Doomed), 1, "doom", "POISE-DOOM-2"),
        (attack and state.suffers(world, user, "reeling"), -1, "reeling", "POISE-COND-3"),
        (attack and world.has(user, state.Jitters), -1, "jittery", "POISE-STRESS-2"),
        (maimed, -1, "crippled", "POISE-LEG-8"),
        (attack and holds(world, user, "off_balance"), -1, "off balance", "POISE-COND-15"),
        (holds(world, user, "encumbered"), -1, "encumbered", "POISE-COND-15"),
    )
    last = counting(
        (deep and "aquatic" not in skill.tags, -1, "swimming", "POISE-WATER-3"),
        ("underwater_bane" in skill.tags and world.has(user, state.Submerged), -1, "under water", "POISE-WATER-5"),
    )
    return tuple(first), tuple(last)


def _against(world: World, user: int, skill: Skill, target: int) -> _Lines:
    """What position and condition of the target add to an attack."""
    known = ("target", skill.mode, "lightning" in skill.tags)
    found = world.derive_of(target, _CONDITIONS, known, _of_target, target, skill)
    found = _SURROUNDED + found if surrounded(world, target) else found
    if skill.mode != "melee":
        return found
    flat = ground(world, user) - ground(world, target) if board_of(world).heights else 0
    rise = flat + (_saddle(world, user) - _saddle(world, target)) * LEVEL if world.each(Carried) else flat
    if not rise:
        return found
    high = counting(
        (rise >= LEVEL, 1, "high ground", "POISE-HIGH-5" if flat >= LEVEL else "POISE-MOUNT-12"),
        (rise <= -LEVEL, -1, "low ground", "POISE-HIGH-6" if flat <= -LEVEL else "POISE-MOUNT-12"),
    )
    return (*found, *high)


_CONDITIONS = frozenset((Conditions,))


def _of_target(world: World, target: int, skill: Skill) -> _Lines:
    """What the target's own state adds."""
    found = counting(
        (holds(world, target, "heedless"), 1, "target heedless", "POISE-COND-15"),
        ("lightning" in skill.tags and holds(world, target, "wet"), 1, "target wet", "POISE-COND-15"),
        (skill.mode == "melee" and holds(world, target, "kneeling"), 1, "target kneeling", "POISE-COND-15"),
    )
    return tuple(found)


def _saddle(world: World, unit: int) -> int:
    """POISE-MOUNT-12: levels that a rider sits higher in melee: as many as its mount is larger."""
    steed = state.steed_of(world, unit)
    return 0 if steed is None else world.get(steed, Footprint).size - world.get(unit, Footprint).size


def net(world: World, sources: tuple[Modifier, ...]) -> int:
    """POISE-BOON-2: boons less banes, within limits."""
    limit = sheet_of(world).numbers.boon_limit
    return max(-limit, min(limit, sum([source.value for source in sources])))


def _scaled(world: World, sources: tuple[Modifier, ...], step: int) -> list[Modifier]:
    """Each source at its worth in points, and a last line where the limit cuts."""
    lines = [Modifier(source.value * step, source.label, source.rule) for source in sources]
    cut = (net(world, sources) - sum([source.value for source in sources])) * step
    return [*lines, Modifier(cut, "no more count", "POISE-BOON-2")] if cut else lines


def threat(world: World, user: int, key: str, target: int) -> Breakdown:
    """POISE-DEF-11 and BOON-3: skill + agility + 2 per net boon − armour, not below 0."""
    skill = sheet_of(world).skills[key]
    return threat_of(world, user, skill, target, boons(world, user, skill, target))


def threat_of(world: World, user: int, skill: Skill, target: int, sources: tuple[Modifier, ...]) -> Breakdown:
    """The same with boons and banes that are known already."""
    step = sheet_of(world).numbers.boon_threat
    assert skill.threat is not None
    armour = state.armour_of(world, target)
    lines = [
        add(skill.threat, skill.title.lower(), "POISE-DEF-11"),
        add(world.get(user, state.Body).agility, "agility", "POISE-DEF-11"),
        *_scaled(world, sources, step),
        *(Modifier(-part.value, part.label, "POISE-DEF-4") for part in armour.parts if part.value),
        at_least(0, "POISE-DEF-4"),
    ]
    return Breakdown("threat", tuple(lines))


def yield_dice(world: World, user: int, key: str, target: int) -> tuple[int, ...]:
    """POISE-BOON-3: the attack's dice, one more or fewer per net boon, at least one."""
    skill = sheet_of(world).skills[key]
    return dice_of(world, skill, boons(world, user, skill, target))


def dice_of(world: World, skill: Skill, sources: tuple[Modifier, ...]) -> tuple[int, ...]:
    """The same with boons and banes that are known already."""
    assert skill.yield_ is not None
    many = len(skill.yield_.dice) + net(world, sources)
    return (skill.yield_.dice[0],) * max(1, many)


def yield_damage(world: World, user: int, key: str, target: int, rolled: int) -> Breakdown:
    """POISE-YIELD-1 to 3: dice, brawn for melee and thrown attacks, less armour, not below 0."""
    skill = sheet_of(world).skills[key]
    lines = [add(rolled, "dice", "POISE-YIELD-1")]
    if skill.mode in ("melee", "thrown"):
        lines.append(add(world.get(user, state.Body).brawn, "brawn", "POISE-YIELD-2"))
    armour = state.armour_of(world, target)
    lines += [Modifier(-part.value, part.label, "POISE-YIELD-3") for part in armour.parts if part.value]
    return Breakdown("damage", (*lines, at_least(0, "POISE-YIELD-3")))


def defences(world: World, target: int, skill: Skill, danger: int) -> list[str]:
    """POISE-DEF-5, 6, 10 and MIN-4: the pools the target may defend with against that threat."""
    restricted = [pool for pool in POOLS if RESTRICTIONS[pool] in skill.tags]
    if world.get(target, state.Body).minion and restricted:
        return []
    return [pool for pool in POOLS if pool not in restricted and state.amount(world, target, pool) >= danger]


def shield_of(world: World, target: int) -> tuple[str, Skill] | None:
    """The reaction that raises armour against one attack, if the target has one at hand that helps and can pay it."""
    for key, skill in state.skills_of(world, target).items():
        if skill.type == "reaction" and skill.armour and payable(world, target, skill.cost):
            return (key, skill) if raised_by(world, target, skill).total else None
    return None


def raised_by(world: World, unit: int, skill: Skill) -> Breakdown:
    """How much armour a reaction raises (POISE-BOON-4)."""
    return amount_of(world, unit, skill, unit, "armour", skill.armour)


def amount_of(world: World, unit: int, skill: Skill, target: int, what: str, number: int) -> Breakdown:
    """POISE-BOON-4: the number of a skill that is no attack moves by 2 per net boon, not below 0."""
    step = sheet_of(world).numbers.boon_amount
    lines = [add(number, skill.title.lower(), skill.rule), *_scaled(world, boons(world, unit, skill, target), step)]
    return Breakdown(what, (*lines, at_least(0, "POISE-BOON-4")))


def earned_by(world: World, user: int, skill: Skill, faces: tuple[int, ...]) -> int:
    """POISE-YIELD-4: each die at or below the user's cunning earns an effect."""
    low = sum(face <= world.get(user, state.Body).cunning for face in faces)
    return min(low, skill.cunning.max_per_attack)


def gain_of(world: World, unit: int, skill: Skill, target: int) -> Breakdown:
    """How much Steady, Recovery and Rally give."""
    return amount_of(world, unit, skill, target, "gain", skill.gain)


def shove_of(world: World, unit: int, skill: Skill, target: int) -> Breakdown:
    """How far a utility skill shoves, sizes aside."""
    return amount_of(world, unit, skill, target, "shove", skill.shove)


def loss_of(world: World, unit: int, skill: Skill, target: int, pool: str) -> Breakdown:
    """What a utility skill takes from a pool."""
    losses = {str(name): loss for name, loss in skill.lose.items()}
    return amount_of(world, unit, skill, target, f"{pool}_loss", losses[pool])
