"""What the computer player wants more of."""

from __future__ import annotations

from functools import lru_cache

from game.grid.masks import cells, union
from game.grid.views import seen
from game.kernel.components import FIELD, Carried, Clock, Conditions, Gear, Pools, Side, Unit
from game.kernel.ecs import World
from game.kernel.numbers import Modifier
from game.rules.objectives import prospects
from game.rules.odds import dice
from game.rules.poise.checks.numbers import boons, defences, dice_of, net, threat_of, yield_damage
from game.rules.poise.checks.odds import Toll, take
from game.rules.poise.harm.pools import doom
from game.rules.poise.position.space import METRIC, distances, holders
from game.rules.poise.position.surrounded import surrounded
from game.rules.poise.sheet import EMPTY, Skill, UnitSheet, sheet_of
from game.rules.poise.state import (
    ZONES,
    Afflictions,
    Body,
    Crippled,
    Defiance,
    Doom,
    Gambit,
    Raised,
    Turn,
    amount,
    in_gambit,
    pool_of,
    skills_of,
)
from game.systems.conditions import holds
from game.systems.field import FIXED, PLACES, board_of, cells_of, enemies, standing, team, teams

# How much standing at all, the pools and a kind of unit count was fitted to who won 500 skirmishes of two captains on
# arena and village green, by what stood there when each round began.
ALIVE = 0.05  # share of a unit's value for standing at all; the rest is its pools
SHOOTER = 0.65  # what who is armed with a bow counts of its cost
CONDITION = 0.06
HEEDLESS = 0.12
PASSING = 0.04  # off balance, and warded the other way
ENGAGED = 4  # paces that standing in an enemy's zone counts for a shooter
BLIND = 5  # paces that it counts to see nobody in range
APPROACH = 0.025  # per pace beyond the best range of a unit's attacks
HARMED = 0.08  # choking, burning, or about to be hurt by the ground
MOUNTED = 0.08
SLOWED = 0.04  # kneeling
UNARMED = 0.15
LIMB = 0.06  # a skill with a bane for good, or lost flight
AFFLICTED = 0.02
STAKED = 0.33  # a unit in its final gambit: it will be gone, but not before the round is over
LIFE = 0.7  # a point of defiance
DOOMED = 0.05
TRUCE = 5.0  # nobody wants one
EVEN = 0.75  # drained pools count by that power
SURPLUS = 0.15  # what the first point above its pool's base is worth, against one below; further ones ever less
STRIKE = 0.06  # to have one's action left and somebody in reach
EXPOSED = 0.05
ALONE = 0.04  # per enemy too many
NEAR = 6  # paces: about a Dash


def worth(world: World, side: int) -> float:
    """The team's units against all others, in units of 100 skirmish points, and progress toward objectives."""
    own, fights_for = world.get(side, Side).team, teams(world)
    total = 0.0
    for unit in standing(world):
        value = _value(world, unit)
        total += value if fights_for[unit] == own else -value
        if fights_for[unit] == own:
            total -= _distance_to_fight(world, unit) * APPROACH + _alone(world, unit) * ALONE
    return total + prospects(world, own, METRIC) + terms_of(world, own) + STRIKE * _may_strike(world, own)


def terms_of(world: World, own: int) -> float:
    """What a team has beside its units: doom, and no truce."""
    return _doom(world, own) - (TRUCE if world.get(FIELD, Clock).phase == "truce" else 0.0)


def promise(world: World, user: int, key: str, target: int) -> float:
    """About what an attack gains for the user's team: what the target's best answer to it leaves less, exactly but for
    cunning effects and shoves."""
    skill = sheet_of(world).skills[key]
    if skill.threat is None or skill.yield_ is None:
        return 0.0
    sources = boons(world, user, skill, target)
    if world.has(target, Carried):  # its mount has a part in what it has
        gain = _takes(world, target, user, skill, key, sources)
    else:  # to it all users are alike with the same numbers
        body = world.get(user, Body)
        known = ("promise", key, net(world, sources), body.agility, body.brawn)
        gain = world.derive_of(target, _WORTH, known, _takes, target, user, skill, key, sources)
    fights_for = teams(world)
    return -gain if fights_for[user] == fights_for[target] else gain


def _takes(world: World, target: int, user: int, skill: Skill, key: str, sources: tuple[Modifier, ...]) -> float:
    """What the attack takes of the target's value."""
    assert skill.yield_ is not None
    pools, danger = world.get(target, Pools), threat_of(world, user, skill, target, sources).total
    struck, had = pool_of(world, target, skill.yield_.type), _left(pools.base, pools.now)
    bonus = yield_damage(world, user, key, target, 0).parts
    plus = sum(part.value for part in bonus if part.kind == "add")
    hurt = _hurt(pools, struck, dice_of(world, skill, sources), plus)
    answers = [_paid(pools, name, danger) for name in _payers(world, target, skill, danger)]
    whole, _ = _alone_worth(world, target)
    return whole * max(0.0, had - max([hurt, *answers]))


@lru_cache(maxsize=1 << 14)
def _hurt(pools: Pools, struck: str, thrown: tuple[int, ...], plus: int) -> float:
    """What damage by these dice leaves of a unit's value, on average."""
    names, now, base, total = pools.names, pools.now, pools.base, 0.0
    at = names.index(struck) if struck in names else 0
    for rolled, chance in dice(*thrown).chances().items():
        damage = max(0, rolled + plus)
        if damage <= now[at]:
            left = (*now[:at], now[at] - damage, *now[at + 1 :])
        else:
            more = dict(zip(names, now, strict=True))
            take(more, Toll("damage", struck, damage))
            left = tuple(more.values())
        total += chance * _left(base, left)
    return total


def _paid(pools: Pools, name: str, danger: int) -> float:
    """What is left of a unit's value when it has paid the threat out of that pool."""
    at = pools.names.index(name)
    return _left(pools.base, (*pools.now[:at], max(0, pools.now[at] - danger), *pools.now[at + 1 :]))


def _payers(world: World, target: int, skill: Skill, danger: int) -> list[str]:
    """The pools of its own out of which the target may pay the threat."""
    known = world.get(target, Pools).names
    found = (pool_of(world, target, pool) for pool in defences(world, target, skill, danger))
    return [name for name in found if name in known]


@lru_cache(maxsize=1 << 14)
def _left(base: tuple[int, ...], now: tuple[int, ...]) -> float:
    """The share of its value that a unit keeps with these pools."""
    if not any(now):
        return 0.0
    return ALIVE + (1 - ALIVE) * _drained(base, now)


def _drained(base: tuple[int, ...], now: tuple[int, ...]) -> float:
    """How full the pools are with so much in them."""
    return sum(map(_part, now, base)) / len(base)


def _part(now: int, base: int) -> float:
    """How much of a pool's worth is left; even pools are worth more than one full pool among empty ones."""
    if not base:
        return 0.0
    share: float = now / base
    return share**EVEN if share <= 1 else 1 + SURPLUS * (1 - base / now)


def _may_strike(world: World, own: int) -> bool:
    """Whether the acting unit is one of the team's and can still attack: what a move into reach is good for.

    Before its first maneuver that is no merit: else a player would end its turn so that a friend has the next.
    """
    unit, turn = world.get(FIELD, Clock).active, world.get(FIELD, Turn)
    if unit is None or team(world, unit) != own or unit not in standing(world) or turn.action or not turn.maneuver:
        return False
    skill, foes = _longest(world, unit), enemies(world, unit)
    paces = distances(world, unit)
    return skill is not None and any(paces[foe] <= skill.range for foe in foes)


def _doom(world: World, own: int) -> float:
    """A little for every point that the team may spend, and against it for the others'."""
    found: tuple[tuple[int, Side, Doom], ...] = world.each(Side, Doom)
    return sum(DOOMED * doom(world, side) * (1 if entry.team == own else -1) for side, entry, _ in found)


def _value(world: World, unit: int) -> float:
    """What a standing unit is worth: its cost by how much of it is left."""
    whole, share = _alone_worth(world, unit)
    share -= _in_hazard(world, unit) if board_of(world).hazards else 0.0
    return (share - EXPOSED if surrounded(world, unit) else share) * whole


def _alone_worth(world: World, unit: int) -> tuple[float, float]:
    if world.has(unit, Carried):  # what it has depends on its mount
        return world.derive(("value", unit), _healthy_worth, RIDING, unit)
    return world.derive_of(unit, _WORTH, "value", _healthy_worth, unit)


def _healthy_worth(world: World, unit: int) -> tuple[float, float]:
    return _worth_alone(world, unit, _health(world, unit))


def value_of(world: World, unit: int) -> float:
    """What a standing unit is worth wherever it stands, drained pools counted as attacks count them."""
    if world.has(unit, Carried):
        return world.derive(("drained value", unit), _value_of, RIDING, unit)
    return world.derive_of(unit, _WORTH, "drained value", _value_of, unit)


def _value_of(world: World, unit: int) -> float:
    pools = world.get(unit, Pools)
    now = pools.now
    if world.has(unit, Carried):
        at = pools.names.index("momentum")
        now = (*now[:at], amount(world, unit, "momentum"), *now[at + 1 :])
    whole, share = _worth_alone(world, unit, _drained(pools.base, now))
    return whole * share


_WORTH = frozenset((Pools, Conditions, Carried, Gear, Gambit, Defiance, Crippled, Afflictions, Body, Raised))
RIDING = FIXED | _WORTH


def _health(world: World, unit: int) -> float:
    """How full its pools are."""
    pools = world.get(unit, Pools)
    shares = [_share(now, base) for now, base in zip(pools.now, pools.base, strict=True)]
    if world.has(unit, Carried):  # the momentum that a rider lives on is its mount's; its own waits
        shares[pools.names.index("momentum")] = min(1.0, amount(world, unit, "momentum") / pools.base_of("momentum"))
    # Even pools are worth more than one full pool among empty ones: the square root rewards the lowest.
    health: float = sum(share**0.7 for share in shares) / len(shares)
    return health


def _worth_alone(world: World, unit: int, health: float) -> tuple[float, float]:
    """The value of the unit unhurt, and the share of it that is left with that health, wherever it stands."""
    value = ALIVE + (1 - ALIVE) * health
    value -= CONDITION * sum(holds(world, unit, name) for name in EMPTY.values())
    items = world.get(unit, Conditions)
    value -= HEEDLESS * ("heedless" in items) + PASSING * ("off_balance" in items)
    value += PASSING * ("warded" in items) + MOUNTED * world.has(unit, Carried)
    value -= HARMED * (("choking" in items) + ("burning" in items)) + SLOWED * ("kneeling" in items)
    entry = world.get(unit, Unit)
    sheet = sheet_of(world).units[entry.sheet]
    if sheet.held and not world.get(unit, Gear).held:
        value -= UNARMED
    whole = sheet.cost / 100 * (1.3 if entry.role == "leader" else 1) * (SHOOTER if _shoots(world, sheet) else 1)
    return whole, _last_stand(world, unit, value - _marred(world, unit))


def _shoots(world: World, kind: UnitSheet) -> bool:
    """Whether such a unit is armed to shoot and for nothing else."""
    sheet = sheet_of(world)
    skills = [sheet.skills[key] for item in kind.held for key in sheet.weapons[item].skills]
    threats = [skill.mode for skill in skills if skill.threat is not None]
    return bool(threats) and all(mode == "ranged" for mode in threats)


def _marred(world: World, unit: int) -> float:
    """What crippled limbs and afflictions take."""
    crippled, found = world.find(unit, Crippled), world.find(unit, Afflictions)
    marred = LIMB * (len(crippled.skills) + crippled.flight) if crippled is not None else 0.0
    return marred + AFFLICTED * (len(found.items) if found is not None else 0)


def _last_stand(world: World, unit: int, value: float) -> float:
    """A gambit makes a unit's fall certain, a point of defiance gives it another life."""
    defiance = world.find(unit, Defiance)
    lives = LIFE * defiance.points if defiance is not None else 0.0
    return (STAKED if in_gambit(world, unit) else value) + lives


def _in_hazard(world: World, unit: int) -> float:
    """A price for standing where something will happen at the end of the round."""
    known, cells = sheet_of(world).surroundings.hazards, cells_of(world, unit)
    return HARMED * sum(bool(cells & place) for word, place in board_of(world).hazards.items() if word in known)


def _share(now: int, base: int) -> float:
    """How full a pool is; above its base little more is to be had."""
    if not base:
        return 0.0
    return now / base if now <= base else 1 + SURPLUS * (1 - base / now)


def _distance_to_fight(world: World, unit: int) -> float:
    """Paces by which the nearest enemy is beyond this unit's longest attack, and a price for shooting when engaged."""
    return world.derive(("distance_to_fight", unit), lambda world: _beyond(world, unit), ZONES)


def _beyond(world: World, unit: int) -> float:
    skill = _longest(world, unit)
    paces, foes = distances(world, unit), enemies(world, unit)
    if skill is None or not foes:
        return 0.0
    near = min(paces[foe] for foe in foes)
    if skill.mode != "ranged":
        return float(max(0, near - 1))
    beyond = max(0, near - skill.range) + (ENGAGED if holders(world, unit) else 0)
    return float(beyond if _has_mark(world, unit, skill) else beyond + BLIND)


def _has_mark(world: World, unit: int, skill: Skill) -> bool:
    """Whether any enemy in range can be seen over flat ground: what hills add is for the shot itself to find out."""
    board, paces = board_of(world), distances(world, unit)
    marks = union(cells_of(world, foe) for foe in enemies(world, unit) if paces[foe] <= skill.range)
    return bool(seen(board.grid, next(cells(cells_of(world, unit))), marks, board.blocks_sight, board.opaque))


def _alone(world: World, unit: int) -> int:
    """By how many the enemies who can soon be at a unit outnumber it and the friends near it."""
    return world.derive(("alone", unit), lambda world: _outnumbered(world, unit), PLACES)


def _outnumbered(world: World, unit: int) -> int:
    paces, fights_for = distances(world, unit), teams(world)
    own, foes, friends = fights_for[unit], 0, 0
    for other in standing(world):
        if paces[other] <= NEAR:
            friends += fights_for[other] == own
            foes += fights_for[other] != own
    return max(0, foes - friends)


def _longest(world: World, unit: int) -> Skill | None:
    attacks = [skill for skill in skills_of(world, unit).values() if skill.threat is not None]
    return max(attacks, key=lambda skill: skill.range, default=None)
