"""Stunts: at whom and what they may be aimed, who joins, and what they do when they succeed (CINE)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple, TypeAlias

import game.rules.vitality.checks.rolls as rolls
import game.rules.vitality.state as state
from game.kernel.components import Down, Pools, Position
from game.kernel.ecs import World
from game.kernel.events import Blocked, Judged, Used
from game.kernel.flow import Action
from game.rules.asking import invite
from game.rules.throwing import throw_dice
from game.rules.vitality.budget import update_turn, waver
from game.rules.vitality.checks.numbers import weapons_of
from game.rules.vitality.entries import Stunt
from game.rules.vitality.gear import Spot, damage_thing, thing_at
from game.rules.vitality.harm.damage import Blow, Part
from game.rules.vitality.harm.suffering import deal, die, roll_blow
from game.rules.vitality.position import sight
from game.rules.vitality.position.hiding import give_away
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import distance, hidden_from, on_board, targetable
from game.rules.vitality.sheet import faces, sheet_of
from game.rules.vitality.state import allies, body, charmed_by, conscious_enemies, foes, inflict, is_thing, living, up
from game.rules.vitality.turns.order import turn_coat
from game.systems.conditions import lift
from game.systems.field import board_of, cells_of
from game.systems.pools import change

Aims: TypeAlias = "Callable[[World, int, str, Stunt], Iterable[Action]]"
Does: TypeAlias = "Callable[[World, int, Stunt, Action, tuple[int, ...]], Awaitable[None]]"


class Feat(NamedTuple):
    """One stunt of the menu that takes an action: at what it may be aimed, what it does, what its key says."""

    name: str
    aims: Aims
    does: Does
    key: tuple[str, ...] = ("unit", "cell", "how")


def partners(world: World, unit: int) -> list[int]:
    """VITALITY-CINE-8: allies who could join with a reaction."""
    return [o for o in allies(world, unit) if o != unit and rolls.reaction_cost(world, o, together=True) is not None]


def _near(world: World, unit: int, key: str, stunt: Stunt) -> Iterator[Action]:
    # The farthest that its weapons and Abilities reach
    sheet = sheet_of(world)
    weapons = [sheet.weapons[key] for key in weapons_of(world, unit)]
    known = [sheet.abilities[key] for key in body(world, unit).abilities]
    metres = max([max(w.melee, w.range, w.thrown) for w in weapons] + [max(a.range, a.line) for a in known])
    near = (foe for foe in conscious_enemies(world, unit) if distance(world, unit, foe) <= metres)
    free = (foe for foe in near if not charmed_by(world, unit, foe))
    return (Action(key, foe) for foe in free if targetable(world, unit, foe))


def _props(world: World, unit: int, key: str, stunt: Stunt) -> Iterator[Action]:
    props = [prop.cell for prop in board_of(world).props if thing_at(world, prop.cell) is not None]
    loose = [world.get(each, Position).cell for each in living(world) if is_thing(world, each)]
    for cell in dict.fromkeys((*props, *loose)):
        if sight.distance_to(world, unit, cell) <= stunt.range and _under(world, cell, stunt.radius, unit):
            yield Action(key, cell=cell)


def won_over(world: World, unit: int) -> list[int]:
    """VITALITY-CINE-18: minions that it sees and can aim at."""
    minions = (foe for foe in conscious_enemies(world, unit) if body(world, foe).minion)
    return [foe for foe in minions if sight.sees(world, unit, foe) and targetable(world, unit, foe)]


def _if(ready: Callable[[World, int, Stunt], bool]) -> Aims:
    """A stunt without a target, as long as what it needs is there."""
    return lambda world, unit, key, stunt: (Action(key),) if ready(world, unit, stunt) else ()


def backed(world: World, unit: int) -> bool:
    """Whether something blocks one of the spaces or edges beside a unit."""
    board, own = board_of(world), cells_of(world, unit)
    walled = any(own & board.walls[d] for d in board.grid.layout.sides)
    return walled or bool(board.grid.spread(own) & ~own & board.impassable)


def _lines(world: World, unit: int, key: str, stunt: Stunt) -> Iterator[Action]:
    """VITALITY-CINE-17: groups of enemies beside the unit and each other, each with something behind it."""
    around = board_of(world).grid.within(cells_of(world, unit), 1, METRIC)
    beside = [foe for foe in conscious_enemies(world, unit) if cells_of(world, foe) & around]
    known = [foe for foe in beside if targetable(world, unit, foe) and not charmed_by(world, unit, foe)]
    near = [foe for foe in known if sight.stand_beside(world, unit, foe) and backed(world, foe)]
    groups = (group for size in range(1, stunt.most + 1) for group in combinations(near, size))
    return (Action(key, group[0], others=group) for group in groups if _in_a_row(world, group))


def _in_a_row(world: World, group: tuple[int, ...]) -> bool:
    """Whether each stands next to another of the group, so that nobody is apart."""
    joined, left = {group[0]}, set(group[1:])
    while near := {b for b in left if any(sight.stand_apart(world, a, b) <= 1 for a in joined)}:
        joined |= near
        left -= near
    return not left


def _under(world: World, cell: int, radius: int, unit: int) -> list[int]:
    """Everybody within the radius of a thing, enemies among them."""
    near = board_of(world).grid.disc(cell, radius, METRIC)
    known = [foe for foe in foes(world, unit) if not hidden_from(world, foe, unit)]
    hit = [o for o in (*known, *allies(world, unit)) if cells_of(world, o) & near]
    return hit if any(o in known for o in hit) else []


def _mourns(world: World, unit: int, stunt: Stunt) -> bool:
    """VITALITY-CINE-19: an ally died in its sight in this battle."""
    dead = [wounds for _, wounds, down in world.each(state.Wounds, Down) if down.how == "defeated"]
    return any(unit in wounds.seen_by for wounds in dead)


def _uncanny(world: World, unit: int, stunt: Stunt) -> bool:
    """VITALITY-CINE-20: a known enemy that is summoned or from elsewhere is near enough."""
    known = [foe for foe in foes(world, unit) if not hidden_from(world, foe, unit)]
    return any(_foreign(world, foe) and distance(world, unit, foe) <= stunt.range for foe in known)


def _foreign(world: World, foe: int) -> bool:
    return body(world, foe).summoned or body(world, foe).extraplanar


async def attempt(world: World, unit: int, feat: Feat, stunt: Stunt, action: Action) -> None:
    """VITALITY-CINE-1 and 8: pay, invite if it is done together, roll, and what comes of it."""
    key, together = feat.name, "together" in action.how
    how = rolls.action_cost(world, unit, together=together) or rolls.action_cost(world, unit)
    joined: list[tuple[int, str]] = []
    targets = action.others or (() if action.unit is None else (action.unit,))
    if together:
        world.emit(Used(unit, key, "cinematic", targets, action.cell, "VITALITY-CINE-8"))
        joined = await _joined(world, unit, key)
        together = bool(joined)
        how = rolls.action_cost(world, unit, together=together)
    if how is None:
        # CINE-3: it does not start, and nothing is paid, where too few join for what it would cost.
        waver(world, unit)
        world.emit(Blocked(unit, key, "VITALITY-CINE-8"))
        return
    rolls.pay_stunt(world, unit, "ap", how, together=together)
    give_away(world, unit)  # HIDE-7
    for other, way in joined:
        rolls.pay_stunt(world, other, "rp", way, together=True)
        give_away(world, other)
    if joined:
        passed = await _together(world, unit, key, tuple(other for other, _ in joined))
        world.emit(Judged(unit, key, "success" if passed else "failure", rule="VITALITY-CINE-9"))
    else:
        passed = await rolls.dare(world, unit, key, targets, action.cell)
    if passed:
        await feat.does(world, unit, stunt, action, tuple(other for other, _ in joined))


async def _joined(world: World, unit: int, key: str) -> list[tuple[int, str]]:
    found = []
    for other in partners(world, unit):
        joins = await invite(world, other, "join_stunt", (Action("join", unit),))
        if joins and (how := rolls.reaction_cost(world, other, together=True)) is not None:
            found.append((other, how))
    return found


async def _together(world: World, unit: int, key: str, others: tuple[int, ...]) -> bool:
    """VITALITY-CINE-8 and 9: everybody rolls with advantage; a critical makes up for a failure."""
    everybody = (unit, *others)
    results = [await rolls.roll_stunt(world, each, key, tuple(o for o in everybody if o != each)) for each in everybody]
    return sum(not passed for passed, _ in results) <= sum(critical for _, critical in results)


def stunt_dice(world: World, unit: int, stunt: Stunt, extra: int) -> tuple[int, ...]:
    """VITALITY-CINE-7 and 10: the dice once a Tier, and half as many more for each further participant."""
    plain = faces(stunt.dice) * body(world, unit).tier
    return (plain[0],) * (len(plain) + len(plain) * extra // 2)


async def _strike(world: World, unit: int, stunt: Stunt, targets: list[int], extra: int) -> None:
    """The stunt's damage, rolled once, to all of them."""
    # Damage of a stunt; without a type of its own that of the unit's weapon
    kind = stunt.type or sheet_of(world).weapons[weapons_of(world, unit)[0]].type
    blow = Blow((Part(kind, stunt_dice(world, unit, stunt, extra)),))
    thrown, _ = await roll_blow(world, unit, blow)
    for target in targets:
        if on_board(world, target):
            await deal(world, unit, target, blow, None, stunt.rule, thrown, 0)


def _add(world: World, unit: int, stunt: Stunt, targets: Iterable[int], until: str = "") -> None:
    """The Status Effect that the stunt brings, if it does, to those who are still there."""
    for target in targets:
        if stunt.adds and on_board(world, target):
            inflict(world, target, stunt.adds, unit, until=until, rule=stunt.rule)


async def _blow(world: World, unit: int, stunt: Stunt, action: Action, others: tuple[int, ...]) -> None:
    """One foe takes all of it."""
    await _strike(world, unit, stunt, [action.target], len(others))
    _add(world, unit, stunt, [action.target])


async def _pin(world: World, unit: int, stunt: Stunt, action: Action, others: tuple[int, ...]) -> None:
    """VITALITY-CINE-17: damage, and Restrained as long as the unit stays and pays."""
    targets = list(action.others)
    await _strike(world, unit, stunt, targets, len(others))
    held = [target for target in targets if on_board(world, target)]
    if held:
        inflict(world, unit, "pinning", unit)
        update_turn(world, unit, paid_pin=True)
    _add(world, unit, stunt, held, "pinned")


async def _collapse(world: World, unit: int, stunt: Stunt, action: Action, others: tuple[int, ...]) -> None:
    """A thing comes down on everybody within 2 m of it."""
    cell = action.there
    near = board_of(world).grid.disc(cell, stunt.radius, METRIC)
    targets = [o for o in sorted({*foes(world, unit), *allies(world, unit)}) if cells_of(world, o) & near]
    damage_thing(world, unit, Spot(cell), 10_000)
    for thing in [each for each in living(world) if is_thing(world, each) and cells_of(world, each) >> cell & 1]:
        die(world, thing, unit, rule=stunt.rule)
    await _strike(world, unit, stunt, targets, len(others))
    _add(world, unit, stunt, targets)


async def _rally(world: World, unit: int, stunt: Stunt, action: Action, others: tuple[int, ...]) -> None:
    """Temporary Vitality for allies within 10 m, and one Mental Status Effect less."""
    thrown = await throw_dice(world, unit, "rally", stunt_dice(world, unit, stunt, len(others)), stunt.rule)
    for ally in allies(world, unit):
        if not up(world, ally) or distance(world, unit, ally) > stunt.range:
            continue
        pools = world.get(ally, Pools)
        most = max(pools["temp_vitality"], pools.base_of("temp_vitality"))
        after = min(pools["temp_vitality"] + sum(thrown), most)
        change(world, ally, "temp_vitality", after, "restore", stunt.rule, unit)
        mental = [item.name for item, entry in state.effects(world, ally) if entry.category == "mental"]
        for name in mental[:1]:
            lift(world, ally, name, "VITALITY-CINE-5")


async def _turncoat(world: World, unit: int, stunt: Stunt, action: Action, others: tuple[int, ...]) -> None:
    """One minion, and one more for each further participant: those nearest to it (CINE-10)."""
    turn_coat(world, unit, action.target)
    more = sorted(won_over(world, unit), key=lambda foe: (distance(world, action.target, foe), foe))
    for foe in more[: len(others)]:
        turn_coat(world, unit, foe)


async def _awakening(world: World, unit: int, stunt: Stunt, action: Action, others: tuple[int, ...]) -> None:
    """VITALITY-CINE-19: all pools full, more upcasting until the end; for whoever has taken part as well (CINE-10)."""
    for each in (unit, *others):
        pools = world.get(each, Pools)
        for name in ("vitality", "temp_vitality", "wp"):
            change(world, each, name, max(pools[name], pools.base_of(name)), "restore", "VITALITY-CINE-19")
        inflict(world, each, "awakened", each, rule="VITALITY-CINE-19")


async def _banish(world: World, unit: int, stunt: Stunt, action: Action, others: tuple[int, ...]) -> None:
    """VITALITY-CINE-20: summoned and extraplanar enemies leave the battle, from farther off with others (CINE-10)."""
    metres = stunt.range * (2 + len(others)) // 2
    for foe in foes(world, unit):
        if _foreign(world, foe) and distance(world, unit, foe) <= metres:
            die(world, foe, unit, "banished", "VITALITY-CINE-20")


ALL = (
    Feat("pin_the_line", _lines, _pin, ("others", "how")),
    Feat("mighty_blow", _near, _blow),
    Feat("collapse", _props, _collapse),
    Feat("rally", _if(lambda world, unit, stunt: True), _rally),
    Feat("turncoat", lambda world, unit, key, _: [Action(key, foe) for foe in won_over(world, unit)], _turncoat),
    Feat("awakening", _if(_mourns), _awakening),
    Feat("banish", _if(_uncanny), _banish),
)  # fmt: skip
