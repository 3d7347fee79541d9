"""One attack: boons and banes, threat, defend or yield, dice and what they earn (POISE-ATK-1)."""

from __future__ import annotations

from collections.abc import Callable

from game.board import LEVEL
from game.components import Down, Footprint
from game.ecs import World
from game.events import Answered, Attacked, Rolled, Used
from game.flow import Option, Roll, decide
from game.numbers import Breakdown, Modifier, add, at_least
from game.rules.poise.downfall import defeat
from game.rules.poise.gear import scatter
from game.rules.poise.marks import Crippled, Doomed, Jitters, Raised, Submerged
from game.rules.poise.overkill import Toll, Tolls, needed
from game.rules.poise.pools import damage, gain, lose, payable, spend
from game.rules.poise.position import ground, holders, sight, surrounded
from game.rules.poise.riding import unseat, whole
from game.rules.poise.sheet import KINDS, POOLS, RESTRICTIONS, Cunning, Skill, sheet_of
from game.rules.poise.shoving import Shoved, shove, shove_paces
from game.rules.poise.state import (
    Body,
    amount,
    armour_of,
    drained,
    in_gambit,
    inflict,
    master,
    skills_of,
    steed_of,
    suffers,
)
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of


def boons(world: World, user: int, skill: Skill, target: int) -> tuple[Modifier, ...]:
    """POISE-BOON-1: each distinct source gives one boon (+1) or one bane (−1)."""
    found = [*_banes_of_user(world, user, skill)]
    if skill.mode != "self" and target != user and sight(world, user, target).grade == "cover":
        found.append(add(-1, "cover", "POISE-COVER-1"))
    if skill.threat is not None:
        found += _against(world, user, skill, target)
    return tuple(found)


def _banes_of_user(world: World, user: int, skill: Skill) -> list[Modifier]:
    """Banes that do not depend on the target."""
    found = []
    attack, own = skill.threat is not None, cells_of(world, user)
    if attack and in_gambit(world, user):
        found.append(add(1, "final gambit", "POISE-GAMBIT-2"))
    if world.has(user, Doomed):
        found.append(add(1, "doom", "POISE-DOOM-2"))
    if attack and suffers(world, user, "reeling"):
        found.append(add(-1, "reeling", "POISE-COND-3"))
    if attack and world.has(user, Jitters):
        found.append(add(-1, "jittery", "POISE-STRESS-2"))
    crippled = world.find(user, Crippled)
    if crippled is not None and any(sheet_of(world).skills[key] is skill for key in crippled.skills):
        found.append(add(-1, "crippled", "POISE-LEG-8"))
    if attack and holds(world, user, "off_balance"):
        found.append(add(-1, "off balance", "POISE-COND-15"))
    if holds(world, user, "encumbered"):
        found.append(add(-1, "encumbered", "POISE-COND-15"))
    if skill.mode in ("ranged", "thrown") and holders(world, user):
        found.append(add(-1, "in an enemy zone", "POISE-ZOC-5"))
    if own & board_of(world).deep and "aquatic" not in skill.tags:
        found.append(add(-1, "swimming", "POISE-WATER-3"))
    if "underwater_bane" in skill.tags and world.has(user, Submerged):
        found.append(add(-1, "under water", "POISE-WATER-5"))
    return found


def _against(world: World, user: int, skill: Skill, target: int) -> list[Modifier]:
    """What position and condition of the target add to an attack."""
    found = []
    if surrounded(world, target):
        found.append(add(1, "target surrounded", "POISE-SURR-1"))
    if holds(world, target, "heedless"):
        found.append(add(1, "target heedless", "POISE-COND-15"))
    if "lightning" in skill.tags and holds(world, target, "wet"):
        found.append(add(1, "target wet", "POISE-COND-15"))
    if skill.mode == "melee":
        if holds(world, target, "kneeling"):
            found.append(add(1, "target kneeling", "POISE-COND-15"))
        flat = ground(world, user) - ground(world, target)
        rise = flat + (_saddle(world, user) - _saddle(world, target)) * LEVEL
        if rise >= LEVEL:
            found.append(add(1, "high ground", "POISE-HIGH-5" if flat >= LEVEL else "POISE-MOUNT-12"))
        if rise <= -LEVEL:
            found.append(add(-1, "low ground", "POISE-HIGH-6" if flat <= -LEVEL else "POISE-MOUNT-12"))
    return found


def _saddle(world: World, unit: int) -> int:
    """POISE-MOUNT-12: levels that a rider sits higher in melee: as many as its mount is larger."""
    steed = steed_of(world, unit)
    return 0 if steed is None else world.get(steed, Footprint).size - world.get(unit, Footprint).size


def net(world: World, sources: tuple[Modifier, ...]) -> int:
    """POISE-BOON-2: boons less banes, within limits."""
    limit = sheet_of(world).numbers.boon_limit
    return max(-limit, min(limit, sum(source.value for source in sources)))


def _scaled(world: World, sources: tuple[Modifier, ...], step: int) -> list[Modifier]:
    """Each source at its worth in points, and a last line where the limit cuts."""
    lines = [Modifier(source.value * step, source.label, source.rule) for source in sources]
    cut = (net(world, sources) - sum(source.value for source in sources)) * step
    if cut:
        lines.append(add(cut, "no more count", "POISE-BOON-2"))
    return lines


def threat(world: World, user: int, key: str, target: int) -> Breakdown:
    """POISE-DEF-11 and BOON-3: skill + agility + 2 per net boon − armour, not below 0."""
    skill, step = sheet_of(world).skills[key], sheet_of(world).numbers.boon_threat
    assert skill.threat is not None
    armour = armour_of(world, target)
    lines = [
        add(skill.threat, skill.title.lower(), "POISE-DEF-11"),
        add(world.get(user, Body).agility, "agility", "POISE-DEF-11"),
        *_scaled(world, boons(world, user, skill, target), step),
        *(Modifier(-part.value, part.label, "POISE-DEF-4") for part in armour.parts if part.value),
        at_least(0, "POISE-DEF-4"),
    ]
    return Breakdown("threat", tuple(lines))


def yield_dice(world: World, user: int, key: str, target: int) -> tuple[int, ...]:
    """POISE-BOON-3: the attack's dice, one more or fewer per net boon, at least one."""
    skill = sheet_of(world).skills[key]
    assert skill.yield_ is not None
    dice = skill.yield_.dice
    return (dice[0],) * max(1, len(dice) + net(world, boons(world, user, skill, target)))


def yield_damage(world: World, user: int, key: str, target: int, rolled: int) -> Breakdown:
    """POISE-YIELD-1 to 3: dice, brawn for melee and thrown attacks, less armour, not below 0."""
    skill = sheet_of(world).skills[key]
    lines = [add(rolled, "dice", "POISE-YIELD-1")]
    if skill.mode in ("melee", "thrown"):
        lines.append(add(world.get(user, Body).brawn, "brawn", "POISE-YIELD-2"))
    armour = armour_of(world, target)
    lines += [Modifier(-part.value, part.label, "POISE-YIELD-3") for part in armour.parts if part.value]
    return Breakdown("damage", (*lines, at_least(0, "POISE-YIELD-3")))


def defences(world: World, target: int, skill: Skill, danger: int) -> list[str]:
    """POISE-DEF-5, 6, 10 and MIN-4: the pools the target may defend with against that threat."""
    restricted = [pool for pool in POOLS if RESTRICTIONS[pool] in skill.tags]
    if world.get(target, Body).minion and restricted:
        return []
    return [pool for pool in POOLS if pool not in restricted and amount(world, target, pool) >= danger]


def shield_of(world: World, target: int) -> tuple[str, Skill] | None:
    """The reaction that raises armour against one attack, if the target has one at hand that helps and can pay it."""
    for key, skill in skills_of(world, target).items():
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


async def attack(world: World, user: int, key: str, target: int) -> None:
    """POISE-ATK-1 from step 3: the target answers with its numbers before it; then defence or yield, then defeat."""
    world.emit(Attacked(user, target, key, (threat(world, user, key, target),), "POISE-ATK-1"))
    how = await _defence(world, user, key, target)
    if how not in ("yield", *KINDS.values()):
        reaction = sheet_of(world).skills[how]
        raised = raised_by(world, target, reaction).total
        for pool, price in reaction.cost.items():
            spend(world, target, pool, price, reaction.rule)
        await unseat(world)
        world.emit(Used(target, how, "reaction", (user,), rule=reaction.rule))
        world.put(target, Raised(raised))
        how = await _defence(world, user, key, target)
    spare = 0
    if how == "yield":
        spare = await _yield(world, user, key, target)
    else:
        number = threat(world, user, key, target)
        world.emit(Answered(target, user, how, (number,), "POISE-DEF-2"))
        pool = next(pool for pool, kind in KINDS.items() if kind == how)
        await damage(world, target, pool, number, "POISE-DEF-2", user)
    world.drop(target, Raised)
    await defeat(world, target, user, spare=spare)


async def _defence(world: World, user: int, key: str, target: int) -> str:
    """POISE-DEF-1: the target's choice. A defeated one has none."""
    skill = sheet_of(world).skills[key]
    danger = threat(world, user, key, target).total
    options = [Option("yield", rule="POISE-DEF-1")]
    options += [Option(KINDS[pool], rule="POISE-DEF-5") for pool in defences(world, target, skill, danger)]
    shield = shield_of(world, target)
    if shield and not world.has(target, Raised) and not world.has(target, Down):
        options.append(Option(shield[0], shield[1].title, rule=shield[1].rule))
    about = next(event for event in reversed(world.events) if isinstance(event, Attacked))
    return await decide(master(world, target), "defend", options, rule="POISE-DEF-1", about=about)


async def _yield(world: World, user: int, key: str, target: int) -> int:
    """POISE-YIELD-7: dice, damage, effects, then each cunning effect; how many dice a defeat did not need."""
    skill = sheet_of(world).skills[key]
    assert skill.yield_ is not None
    dice, before = yield_dice(world, user, key, target), whole(world, target)
    world.emit(Answered(target, user, "yield", (), "POISE-DEF-1"))
    faces = await Roll(user, "yield", dice, "POISE-YIELD-1")
    number = yield_damage(world, user, key, target, sum(faces))
    world.emit(Rolled(user, key, dice, faces, (number,), "POISE-YIELD-1"))
    flat = sum(part.value for part in number.parts[1:] if part.kind == "add")  # brawn less armour
    await damage(world, target, skill.yield_.type, number, "POISE-YIELD-1", user)
    effects = await _effects(world, user, skill, target, earned_by(world, user, skill, faces))
    if not drained(world, target) or not any(before.now):
        return 0

    def takes(chosen: tuple[int, ...]) -> Tolls:
        assert skill.yield_ is not None
        yield Toll("damage", skill.yield_.type, max(0, sum(chosen) + flat))
        yield from effects(earned_by(world, user, skill, chosen))

    return len(faces) - needed(before, faces, takes)


def earned_by(world: World, user: int, skill: Skill, faces: tuple[int, ...]) -> int:
    """POISE-YIELD-4: each die at or below the user's cunning earns an effect."""
    low = sum(face <= world.get(user, Body).cunning for face in faces)
    return min(low, skill.cunning.max_per_attack)


async def _effects(world: World, user: int, skill: Skill, target: int, earned: int) -> Callable[[int], Tolls]:
    """POISE-YIELD-4 to 6: what the yield brings besides damage, and the cunning effects earned.

    Returns what all that takes if only so many cunning effects had been earned.
    """
    assert skill.yield_ is not None
    cunning, first = skill.cunning, Shoved()
    if skill.yield_.shove_away:
        more = cunning.more_shove * earned
        first = await shove(world, user, target, skill.yield_.shove_away + more, "away")
    if skill.yield_.condition:
        inflict(world, target, skill.yield_.condition, "POISE-YIELD-6", user)
    further = [await _cunning(world, user, cunning, target) for _ in range(earned)]
    each = sheet_of(world).numbers.shove_loss

    def tolls(count: int) -> Tolls:
        assert skill.yield_ is not None
        paces = shove_paces(world, user, target, skill.yield_.shove_away + cunning.more_shove * count).total
        yield Toll("lose", "momentum", first.lost(paces, each))
        yield Toll("damage", "momentum", first.hurt(paces))
        for shoved in further[:count]:
            for pool, loss in cunning.target_lose.items():
                yield Toll("lose", pool, loss)
            paces = shove_paces(world, user, target, cunning.shove_away).total
            yield Toll("lose", "momentum", shoved.lost(paces, each))
            yield Toll("damage", "momentum", shoved.hurt(paces))

    return tolls


async def _cunning(world: World, user: int, cunning: Cunning, target: int) -> Shoved:
    """One cunning effect; how its shove went, if it is one."""
    for pool, loss in cunning.target_lose.items():
        lose(world, target, pool, loss, "POISE-YIELD-4", user)
    for pool, plus in cunning.self_gain.items():
        gain(world, user, pool, plus, "POISE-YIELD-4")
    if cunning.condition == "disarmed":
        await scatter(world, target)
    elif cunning.condition:
        inflict(world, target, cunning.condition, "POISE-YIELD-4", user)
    if cunning.shove_away:
        return await shove(world, user, target, cunning.shove_away, "away")
    return Shoved()
