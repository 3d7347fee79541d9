"""Immediate Interrupts: who may break in with what, asked in order and carried out at once (AURA-INT-1 to 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from game.grid.grid import Cell
from game.kernel.components import Down, Position, changed
from game.kernel.ecs import World, derived_of
from game.kernel.events import Event, Used
from game.kernel.flow import Action
from game.rules.asking import fulfil, invite
from game.rules.aura.budget import forget_heading, pay, set_beat, set_spent
from game.rules.aura.checks.numbers import longest_reach
from game.rules.aura.checks.rolls import initiative, may_roll_initiative
from game.rules.aura.gear import weapon
from game.rules.aura.harm.dying import collapse
from game.rules.aura.harm.ground import halt
from game.rules.aura.position.sight import sees
from game.rules.aura.position.space import at, distances, foes, gap_to, rings
from game.rules.aura.state import BUILT, Body, Orders, beat, conscious, helpless
from game.rules.aura.turns.rounds import order
from game.rules.aura.verbs.maneuvers import carry_out
from game.rules.aura.verbs.plans import attack_price, better, numbers_of, planned
from game.rules.aura.verbs.shots import Aim, Cast, Shot, loose
from game.rules.aura.verbs.steps import agile, dragged
from game.rules.aura.verbs.strikes import Blow, Facts, also_harm, deal, resolve
from game.rules.aura.verbs.targets import Moment, bar, barred, feats, swift_actions, swift_reach
from game.systems.conditions import having, holds
from game.systems.field import board_of, cells_of, shape_of, standing, team, teams


class Racing(Struct, frozen=True):
    """On whoever is asked to roll in a race: everybody in it, and what has been rolled so far (AURA-INIT-10)."""

    units: tuple[int, ...]
    rolled: tuple[tuple[int, int], ...]


async def window(world: World, moment: Moment, about: Event | None = None) -> bool:
    """Offer interrupts until nobody uses one; whether anything happened (AURA-INT-3)."""
    if not _promising(world, moment):
        return False
    before, happened = unguarded(world), False
    for _ in range(20):
        fresh = tuple(unit for unit in unguarded(world) if unit not in before)
        now = changed(moment, victims=(*moment.victims, *(unit for unit in fresh if unit not in moment.victims)))
        may = _able(world, now)
        asked = [(unit, await _ask(world, unit, now, about)) for unit in order(world, moment.targets) if unit in may]
        chosen = [(unit, action) for unit, action in asked if action is not None]
        if not chosen:
            return happened
        happened = True
        await _together(world, now, chosen)
    return happened


def _promising(world: World, moment: Moment) -> bool:
    """Whether it is worth asking: somebody is open to a Swift Attack, or a target has interrupts of its own."""
    if moment.crossed or any(_laid_open(world, victim) for victim in moment.victims):
        return True
    if moment.kind == "declared" and any(world.get(target, Body).abilities for target in moment.targets):
        return True
    return bool(having(world, "hidden"))


@derived_of(BUILT)
def _laid_open(world: World, unit: int) -> bool:
    return holds(world, unit, "unguarded") or helpless(world, unit)


def unguarded(world: World) -> list[int]:
    """Everybody Unguarded on the board."""
    return [unit for unit in having(world, "unguarded") if world.has(unit, Position)]


def _able(world: World, moment: Moment) -> set[int]:
    """Whom it is worth to look at more closely: strikers whose reach is crossed, targets, and whoever can strike."""
    if moment.crossed:
        return {striker for striker, _ in moment.crossed}
    declared = moment.kind == "declared"
    found, spare = set(moment.targets if declared else ()), moment.actor if declared else None
    fights_for, up = teams(world), [unit for unit in standing(world) if unit != spare]
    for victim in moment.victims:
        if world.find(victim, Position) is None:
            continue
        to_all, own, metres = _laid_open(world, victim) or not conscious(world, victim), fights_for[victim], None
        for unit in up:
            reach = swift_reach(world, unit) if fights_for[unit] != own and unit not in found else -1
            if reach >= 0 and (to_all or not sees(world, victim, unit)):
                metres = metres or distances(world, victim)
                if metres[unit] <= reach:
                    found.add(unit)
    return found


async def _ask(world: World, unit: int, moment: Moment, about: Event | None) -> Action | None:
    """One unit's choice, or its standing order's (AURA-FLOOR-11)."""
    if moment.crossed and all(unit != striker for striker, _ in moment.crossed):
        return None
    if moment.kind == "declared" and unit == moment.actor:
        return None
    standing_order = world.get(unit, Orders).swift
    # Kept: whoever tries out what comes of an answer comes by here each time.
    found = [] if standing_order == "never" else [*world.derive((unit, moment), _swift, (), unit, moment)]
    if standing_order == "always" and found and "thrown" not in found[0].how:
        return found[0]
    question = "swift_crossing" if moment.crossed else "interrupt"
    found += feats(world, unit, moment)
    option = await invite(world, unit, question, found, about=about) if found else None
    if option is not None:
        return option.action
    if found:
        declined = (*beat(world).declined, *((unit, victim) for victim in moment.victims))
        set_beat(world, declined=tuple(dict.fromkeys(declined)))
    return None


def _swift(world: World, unit: int, moment: Moment) -> list[Action]:
    """Swift Attacks of a unit in a window; what it let pass is not offered again in this beat but when it is new."""
    fresh = moment.kind in ("leaving", "unguarded")
    found: list[Action] = []
    for victim in moment.victims:
        allied = team(world, victim) == team(world, unit)
        if allied or world.find(victim, Position) is None or world.find(unit, Position) is None:
            continue
        if not fresh and (unit, victim) in beat(world).declined:
            continue
        if barred(world, unit, victim) and (moment.forced or victim != moment.actor):
            continue
        found += swift_actions(world, unit, victim, crossing=(unit, victim) in moment.crossed)
    return found


async def _together(world: World, moment: Moment, chosen: list[tuple[int, Action]]) -> None:
    """AURA-INT-3: all numbers are those of the window's opening; whoever chose acts even if it was struck meanwhile."""
    plans: list[tuple[int, Action, Blow | Shot | Cast | None, Facts | Aim | None]] = []
    for unit, action in chosen:
        plan, known = planned(world, unit, action), None
        if plan is not None:
            plan = await better(world, plan, attack_price(world, plan))
            known = numbers_of(world, plan)
        plans.append((unit, action, plan, known))
    # AURA-INT-3: of several who step into one space at once the quickest gets it; the others pay nothing (INIT-10).
    wanted: dict[int, list[int]] = {}
    for unit, action in chosen:
        if action.cell is not None:
            wanted.setdefault(action.cell, []).append(unit)
    losers: set[int] = set()
    for units in wanted.values():
        if len(units) > 1:
            losers |= set(units) - {await race(world, units)}
    for unit, action, plan, known in plans:
        if unit in losers:
            continue
        if isinstance(plan, Blow | Shot):
            await _swift_attack(world, moment, plan, known)
        else:
            await fulfil(world, unit, "interrupt", action)
        collapse(world, unit)


async def race(world: World, units: list[int]) -> int:
    """AURA-INIT-10: who is first; those who cannot roll fail, else Initiative bonus and number decide."""
    rolled: dict[int, int] = {}
    for unit in units:
        if not may_roll_initiative(world, unit):
            continue
        world.put(unit, Racing(tuple(units), tuple(rolled.items())))
        option = await invite(world, unit, "race", [Action("roll")])
        world.drop(unit, Racing)
        if option is not None:
            rolled[unit] = await initiative(world, unit, "AURA-INIT-10")
    return foremost(world, units, rolled)


def foremost(world: World, units: Iterable[int], rolled: Mapping[int, int]) -> int:
    """AURA-INIT-10: who is first by what they have rolled."""
    return min(units, key=lambda unit: (-rolled.get(unit, -1), -world.get(unit, Body).initiative, unit))


async def _swift_attack(world: World, moment: Moment, made: Blow | Shot, known: Facts | Aim | None) -> None:
    """AURA-SWIFT-1 and 2: one Energy, once a Round; the target in its own action does not bar (AURA-FLOOR-6)."""
    user, target, price = made.user, made.target, attack_price(world, made)
    if world.find(target, Position) is None:
        return
    pay(world, user, price, "AURA-SWIFT-1")
    set_spent(world, user, swift=True)
    forget_heading(world, user)
    way = "throw" if weapon(world, made.item).range is None else "shot"
    how = made.maneuver if isinstance(made, Blow) else way
    world.emit(Used(user, f"swift_{how}" if how else "swift", "reaction", (target,), rule="AURA-SWIFT-1"))
    if isinstance(made, Blow) and isinstance(known, Facts):
        await _swift_blow(world, made, known)
    elif isinstance(made, Shot) and isinstance(known, Aim):
        await loose(world, made, known)
    if moment.forced or target != moment.actor:
        bar(world, user, target)
    await agile(world, user, price.energy)


async def _swift_blow(world: World, blow: Blow, known: Facts) -> None:
    hit = await resolve(world, blow, known)
    if hit.hit and blow.maneuver and await also_harm(world, blow, known, hit):
        await deal(world, blow, known, hit.face, critical=hit.critical)
    if hit.hit and blow.maneuver and world.find(blow.target, Position) is not None:
        await carry_out(world, blow, known, evaded=not hit.critical and not known.auto)
    if hit.hit and blow.crossing and weapon(world, blow.item).brace:
        halt(world, blow.target, blow.user)


def crossers(world: World, unit: int, there: Cell | None) -> tuple[int, ...]:
    """AURA-SWIFT-4: enemies whose longest reach a step of the unit crosses: it starts on their ring and leaves it.

    Off the board (None) it is out of every reach in which it stands (HOUSE-37).
    """
    board = board_of(world)
    if there is not None and not board.heights:
        here, next_to = cells_of(world, unit), board.grid.footprint(there, shape_of(world, unit))
        there_now = [row for row in rings(world, unit) if here & row[1] and not here & row[2]]
        return tuple(other for other, ring, nearer in there_now if next_to & nearer or not next_to & ring)
    metres, up = distances(world, unit), [other for other in foes(world, unit) if not world.has(other, Down)]
    if there is None:
        return tuple(other for other in up if metres[other] <= longest_reach(world, other))
    on_ring = [other for other in up if metres[other] == longest_reach(world, other)]
    return tuple(other for other in on_ring if gap_to(world, unit, there, cells_of(world, other)) != metres[other])


async def leaving(world: World, unit: int, there: Cell | None, about: Event | None, *, forced: bool = False) -> bool:
    """W-leave: before a step, those whose reach it crosses may strike; whether anything happened.

    `forced`: it does not move by itself, so whoever has just attacked it may not strike again (AURA-FLOOR-6); nor does
    whom a mover drags along, and who crosses reaches as well (AURA-SWIFT-5).
    """
    crossed = [(striker, unit) for striker in crossers(world, unit, there)]
    held = None if forced or there is None else dragged(world, unit, there)
    if held is not None:  # its holder moves with it
        crossed += [(striker, held) for striker in crossers(world, held, at(world, unit)) if striker != unit]
    if not crossed:
        return False
    victims = tuple(dict.fromkeys(victim for _, victim in crossed))
    return await window(world, Moment("leaving", unit, (), victims, tuple(crossed), forced=forced), about)


def out(world: World, unit: int) -> bool:
    """Whether a unit cannot go on."""
    return world.has(unit, Down) or world.find(unit, Position) is None
