"""Cinematic actions, reactions, bursts and cooperative ones: cost, check, effect (CINE)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from game.kernel.components import Down, Pools, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Blocked, Judged, Used
from game.kernel.flow import Option, decide
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.vitality import things
from game.rules.vitality.checks import best_skill, check, check_chance, pick_skill
from game.rules.vitality.damage import Blow, Part
from game.rules.vitality.figures import weapons_of
from game.rules.vitality.ground import rooms, tied
from game.rules.vitality.hiding import give_away
from game.rules.vitality.house import house
from game.rules.vitality.kinds import Stunt
from game.rules.vitality.sheet import faces, numbers_of, sheet_of
from game.rules.vitality.sight import (
    METRIC,
    distance,
    distance_to,
    hidden_from,
    sees,
    stand_apart,
    stand_beside,
    targetable,
)
from game.rules.vitality.state import (
    Round,
    Turn,
    Wounds,
    body,
    change_pool,
    effects,
    has,
    inflict,
    lift,
    pool,
    spend,
    waver,
)
from game.rules.vitality.who import allies, charmed_by, foes, is_thing, living, up, upright
from game.systems.field import board_of, bodies, cells_of, size_of

COMPANY = (add(1, "together", "VITALITY-CINE-8"),)  # advantage of those who dare something together

# Costs (CINE-1, 2, 8, 11 to 15)


def least(world: World, cost: int) -> int:
    """VITALITY-CINE-15: no discount makes any part of the cost less than 1; `cinematic_discount` is the setting."""
    floor = numbers_of(world).least_cost
    return max(floor, cost - house(world).cinematic_discount)


def action_cost(world: World, unit: int, *, together: bool = False) -> str | None:
    """How the unit could pay for a Cinematic Action now: `plain`, `burst`, or not at all."""
    numbers = numbers_of(world)
    if not up(world, unit):
        return None
    nm, ap = pool(world, unit, "nm"), least(world, numbers.cinematic_ap)
    if pool(world, unit, "ap") >= ap and nm >= least(
        world, numbers.cooperative_nm if together else numbers.cinematic_nm
    ):
        return "plain"
    burst = least(world, numbers.cooperative_burst_nm if together else numbers.burst_nm)
    if pool(world, unit, "ap") < ap and not world.get(unit, Turn).ap_used and nm >= burst:  # CINE-12: not of its doing
        return "burst"
    return None


def reaction_cost(world: World, unit: int, *, together: bool = False) -> str | None:
    """How the unit could pay for a Cinematic Reaction now; the confused have none (COND-15)."""
    numbers = numbers_of(world)
    if not up(world, unit) or has(world, unit, "confused"):
        return None
    nm, rp = pool(world, unit, "nm"), least(world, numbers.cinematic_rp)
    if pool(world, unit, "rp") >= rp and nm >= least(
        world, numbers.cooperative_nm if together else numbers.cinematic_nm
    ):
        return "plain"
    burst = least(world, numbers.cooperative_burst_nm if together else numbers.burst_nm)
    if pool(world, unit, "rp") < rp and not world.get(unit, Round).rp_used and nm >= burst:
        return "burst"
    return None


def pay_action(world: World, unit: int, how: str, *, together: bool = False) -> None:
    """VITALITY-CINE-3, 14: paid when it starts; after a burst no AP are left."""
    numbers = numbers_of(world)
    if how == "plain":
        nm = least(world, numbers.cooperative_nm if together else numbers.cinematic_nm)
        spend(world, unit, "VITALITY-CINE-1", ap=least(world, numbers.cinematic_ap), nm=nm)
        return
    nm = least(world, numbers.cooperative_burst_nm if together else numbers.burst_nm)
    spend(world, unit, "VITALITY-CINE-11", nm=nm)
    change_pool(world, unit, "ap", 0, "lose", "VITALITY-CINE-14")
    turn = world.get(unit, Turn)
    world.put(unit, changed(turn, acted=True, ap_used=max(1, turn.ap_used)))


def pay_reaction(world: World, unit: int, how: str, *, together: bool = False) -> None:
    """The same for reactions."""
    numbers = numbers_of(world)
    if how == "plain":
        nm = least(world, numbers.cooperative_nm if together else numbers.cinematic_nm)
        spend(world, unit, "VITALITY-CINE-2", rp=least(world, numbers.cinematic_rp), nm=nm)
        return
    nm = least(world, numbers.cooperative_burst_nm if together else numbers.burst_nm)
    spend(world, unit, "VITALITY-CINE-11", nm=nm)
    change_pool(world, unit, "rp", 0, "lose", "VITALITY-CINE-14")
    now = world.get(unit, Round)
    world.put(unit, changed(now, rp_used=max(1, now.rp_used)))


# The check


def difficulty(world: World, unit: int, stunt: Stunt) -> Breakdown:
    """VITALITY-CINE-16: 10, a third of the Level, and how bold it is."""
    numbers = numbers_of(world)
    lines = [
        add(numbers.difficulty, "stunt", "VITALITY-CINE-16"),
        add(body(world, unit).level // numbers.levels_per_difficulty, "level", "VITALITY-CINE-16"),
    ]
    bold = {"standard": 0, "bold": numbers.bold, "extreme": numbers.extreme}[stunt.boldness]
    if bold:
        lines.append(add(bold, stunt.boldness, "VITALITY-CINE-16"))
    return Breakdown("difficulty", tuple(lines))


async def _roll(world: World, unit: int, key: str, others: tuple[int, ...] = ()) -> tuple[bool, bool]:
    """VITALITY-CINE-4, 6, 8: (success, critical), with advantage in company; who fails by 10 lies prone."""
    stunt, edge = sheet_of(world).stunts[key], COMPANY if others else ()
    tried = Used(unit, key, "cinematic", others, rule="VITALITY-CINE-4")
    name = await pick_skill(world, unit, stunt.skills, "VITALITY-CINE-4", tried)
    against = difficulty(world, unit, stunt)
    passed, critical, total = await check(world, unit, name, against, "VITALITY-CINE-4", edge=edge)
    if not passed and against.total - total >= numbers_of(world).bad_failure:
        inflict(world, unit, "prone", unit, rule="VITALITY-CINE-6")
    return passed, critical


async def dare(world: World, unit: int, key: str) -> bool:
    """One unit's own stunt; costs are paid."""
    stunt = sheet_of(world).stunts[key]
    world.emit(Used(unit, key, "cinematic", rule=stunt.rule))
    passed, _ = await _roll(world, unit, key)
    world.emit(Judged(unit, key, "success" if passed else "failure", rule="VITALITY-CINE-5"))
    return passed


def chance(world: World, unit: int, key: str, name: str = "", *, edge: tuple[Modifier, ...] = ()) -> Fraction:
    """The chance of `dare`, with the skill that is named or else with the best one."""
    stunt = sheet_of(world).stunts[key]
    picked = name or best_skill(world, unit, stunt.skills)
    return check_chance(world, unit, picked, difficulty(world, unit, stunt).total, edge=edge)


# What is on the menu


def partners(world: World, unit: int) -> list[int]:
    """VITALITY-CINE-8: allies who could join with a reaction."""
    return [o for o in allies(world, unit) if o != unit and reaction_cost(world, o, together=True) is not None]


def options(world: World, unit: int, key: str) -> list[Option]:
    """The targets a stunt may have now; none when what it needs is not there (CINE-3)."""
    stunt = sheet_of(world).stunts[key]
    found = _targets(world, unit, key, stunt)
    return [Option(each, stunt.title, cell=cell, unit=target, rule=stunt.rule) for each, cell, target in found]


def _targets(world: World, unit: int, key: str, stunt: Stunt) -> list[tuple[str, int | None, int | None]]:
    grid = board_of(world).grid
    if key == "pin_the_line":
        return [(f"{key} {' '.join(map(str, group))}", None, group[0]) for group in lines(world, unit, stunt.most)]
    if key == "mighty_blow":
        near = [f for f in upright(world, unit) if distance(world, unit, f) <= _range(world, unit)]
        near = [foe for foe in near if not charmed_by(world, unit, foe)]
        return [(f"{key} {foe}", None, foe) for foe in near if targetable(world, unit, foe)]
    if key == "collapse":
        spots = [c for c in breakable(world) if distance_to(world, unit, c) <= stunt.range]
        return [(f"{key} {grid.name(cell)}", cell, None) for cell in spots if _under(world, cell, stunt.radius, unit)]
    if key == "turncoat":
        minions = [f for f in upright(world, unit) if body(world, f).minion and sees(world, unit, f)]
        return [(f"{key} {foe}", None, foe) for foe in minions if targetable(world, unit, foe)]
    ready = {
        "rally": True,
        "awakening": mourns(world, unit),
        "banish": bool(_banished(world, unit, stunt.range)),
    }
    return [(key, None, None)] if ready.get(key) else []


def _range(world: World, unit: int) -> int:
    """The farthest that its weapons and Abilities reach."""
    sheet = sheet_of(world)
    weapons = [sheet.weapons[key] for key in weapons_of(world, unit)]
    known = [sheet.abilities[key] for key in body(world, unit).abilities]
    return max([max(w.melee, w.range, w.thrown) for w in weapons] + [max(a.range, a.line) for a in known])


def backed(world: World, unit: int) -> bool:
    """Whether something blocks one of the spaces or edges beside a unit."""
    board, own = board_of(world), cells_of(world, unit)
    if board.grid.spread(own) & ~own & board.impassable:
        return True
    return any(own & board.walls[d] for d in board.grid.layout.sides)


def lines(world: World, unit: int, most: int) -> list[tuple[int, ...]]:
    """VITALITY-CINE-17: groups of enemies beside the unit and each other, each with something behind it."""
    known = [f for f in upright(world, unit) if targetable(world, unit, f) and not charmed_by(world, unit, f)]
    near = [foe for foe in known if stand_beside(world, unit, foe) and backed(world, foe)]
    found: list[tuple[int, ...]] = []
    for size in range(1, most + 1):
        for group in combinations(near, size):
            if _in_a_row(world, group):
                found.append(group)
    return found


def _in_a_row(world: World, group: tuple[int, ...]) -> bool:
    """Whether each stands next to another of the group, so that nobody is apart."""
    joined, left = {group[0]}, set(group[1:])
    while near := {b for b in left if any(stand_apart(world, a, b) <= 1 for a in joined)}:
        joined |= near
        left -= near
    return not left


def breakable(world: World) -> list[int]:
    """Cells of props and things that can be brought down."""
    props = [prop.cell for prop in board_of(world).props if things.thing_at(world, prop.cell) is not None]
    loose = [world.get(unit, Position).cell for unit in living(world) if is_thing(world, unit)]
    return list(dict.fromkeys((*props, *loose)))


def _under(world: World, cell: int, radius: int, unit: int) -> list[int]:
    """Everybody within the radius of a thing, enemies among them."""
    grid = board_of(world).grid
    near = grid.disc(cell, radius, METRIC)
    known = [foe for foe in foes(world, unit) if not hidden_from(world, foe, unit)]
    hit = [o for o in (*known, *allies(world, unit)) if cells_of(world, o) & near]
    return hit if any(o in known for o in hit) else []


def mourns(world: World, unit: int) -> bool:
    """VITALITY-CINE-19: an ally died in its sight in this battle."""
    dead = [wounds for _, wounds, down in world.each(Wounds, Down) if down.how == "defeated"]
    return any(unit in wounds.seen_by for wounds in dead)


def _banished(world: World, unit: int, metres: int) -> list[int]:
    known = [foe for foe in foes(world, unit) if not hidden_from(world, foe, unit)]
    away = [f for f in known if body(world, f).summoned or body(world, f).extraplanar]
    return [foe for foe in away if distance(world, unit, foe) <= metres]


# Doing it


async def perform(world: World, unit: int, words: list[str], how: str) -> None:
    """VITALITY-CINE-1 and 8: pay, invite if it is done together, roll, and what comes of it."""
    key, together = words[0], words[-1] == "together"
    joined: list[tuple[int, str]] = []
    if together:
        world.emit(Used(unit, key, "cinematic", rule="VITALITY-CINE-8"))
        joined = await _invite(world, unit, key)
        together = bool(joined)
        how = action_cost(world, unit, together=together) or ""
    if not how:
        # CINE-3: it does not start, and nothing is paid, where too few join for what it would cost.
        waver(world, unit)
        world.emit(Blocked(unit, key, "VITALITY-CINE-8"))
        return
    pay_action(world, unit, how, together=together)
    give_away(world, unit)  # HIDE-7
    for other, way in joined:
        pay_reaction(world, other, way, together=True)
        give_away(world, other)
    if joined:
        passed = await _together(world, unit, key, tuple(other for other, _ in joined))
        world.emit(Judged(unit, key, "success" if passed else "failure", rule="VITALITY-CINE-9"))
    else:
        passed = await dare(world, unit, key)
    if passed:
        await effect(world, unit, key, words[1:], tuple(other for other, _ in joined))


async def _invite(world: World, unit: int, key: str) -> list[tuple[int, str]]:
    """Each ally that could: join or not."""
    found = []
    for other in partners(world, unit):
        choices = [Option("join", unit=unit, rule="VITALITY-CINE-8"), Option("no", rule="VITALITY-CINE-8")]
        answer = await decide(other, "join_stunt", choices, rule="VITALITY-CINE-8", about=world.events[-1])
        how = reaction_cost(world, other, together=True)
        if answer == "join" and how is not None:
            found.append((other, how))
    return found


async def _together(world: World, unit: int, key: str, others: tuple[int, ...]) -> bool:
    """VITALITY-CINE-8 and 9: everybody rolls with advantage; a critical makes up for a failure."""
    everybody = (unit, *others)
    results = [await _roll(world, each, key, tuple(o for o in everybody if o != each)) for each in everybody]
    failures = sum(not passed for passed, _ in results)
    criticals = sum(critical for _, critical in results)
    return failures <= criticals


def stunt_dice(world: World, unit: int, stunt: Stunt, extra: int) -> tuple[int, ...]:
    """VITALITY-CINE-7 and 10: the dice once a Tier, and half as many more for each further participant."""
    plain = faces(stunt.dice) * body(world, unit).tier
    return (plain[0],) * (len(plain) + len(plain) * extra // 2)


def stunt_blow(world: World, unit: int, stunt: Stunt, extra: int = 0) -> Blow:
    """Damage of a stunt; without a type of its own that of the unit's weapon."""
    kind = stunt.type or sheet_of(world).weapons[weapons_of(world, unit)[0]].type
    return Blow((Part(kind, stunt_dice(world, unit, stunt, extra)),))


async def effect(world: World, unit: int, key: str, words: list[str], others: tuple[int, ...]) -> None:
    """What a stunt does when it succeeds; `others` have taken part (CINE-10)."""
    from game.rules.vitality.deeds import DEEDS  # the deeds cause damage, which may call for stunts

    await DEEDS[key](world, unit, sheet_of(world).stunts[key], words, others)


def recover(world: World, unit: int) -> None:
    """VITALITY-CINE-19: all pools full, and more upcasting until the battle ends."""
    pools = world.get(unit, Pools)
    for name in ("vitality", "temp_vitality", "wp"):
        change_pool(world, unit, name, max(pools[name], pools.base_of(name)), "restore", "VITALITY-CINE-19")
    inflict(world, unit, "awakened", unit, rule="VITALITY-CINE-19")


def shed_mental(world: World, unit: int) -> None:
    """One Mental Status Effect less."""
    for item, entry in effects(world, unit):
        if entry.category == "mental":
            lift(world, unit, item.name, "VITALITY-CINE-5")
            return


def swappable(world: World, one: int, other: int) -> bool:
    """VITALITY-ACT-11: equal footprints, or all spaces that change hands are free."""
    if size_of(world, one) == size_of(world, other):
        return True
    board, found = board_of(world), 0
    for unit, there in ((one, other), (other, one)):
        anchor, size = world.get(there, Position).cell, size_of(world, unit)
        if not rooms(board, size) >> anchor & 1:
            return False
        spot = board.grid.footprint(anchor, size)
        if spot & found:
            return False
        found |= spot
    return not any(
        found & filled
        for each, filled in bodies(world).items()
        if each not in (one, other) and not tied(world, each, one) and not tied(world, each, other)
    )
