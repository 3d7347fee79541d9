"""Immediate Interrupts: who may break in with what, asked in order and carried out at once (AURA-INT-1 to 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from game.grid.grid import Cell
from game.kernel.components import Conditions, Down, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Event, Used
from game.kernel.flow import Action
from game.rules.asking import fulfil, invite
from game.rules.aura.budget import Price, forget_heading, pay, set_beat, set_spent
from game.rules.aura.checks.numbers import longest_reach, shot_energy
from game.rules.aura.checks.rolls import initiative, may_roll_initiative
from game.rules.aura.gear import weapon
from game.rules.aura.harm.dying import collapse
from game.rules.aura.harm.ground import halt
from game.rules.aura.position.space import at, distances, foes, gap_at
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Body, Orders, beat, helpless
from game.rules.aura.turns.swift import Moment, bar, barred, order, swift_actions
from game.rules.aura.verbs.feats import feats
from game.rules.aura.verbs.maneuvers import carry_out
from game.rules.aura.verbs.plans import attack_price, better, numbers_of, planned
from game.rules.aura.verbs.shots import Aim, Shot, loose
from game.rules.aura.verbs.spells import Cast
from game.rules.aura.verbs.steps import agile, dragged
from game.rules.aura.verbs.strikes import Blow, Facts, also_harm, deal, resolve
from game.systems.conditions import holds
from game.systems.field import team


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
        chosen = []
        for unit in order(world, moment.targets):
            action = await _ask(world, unit, now, about)
            if action is not None:
                chosen.append((unit, action))
        if not chosen:
            return happened
        happened = True
        await _together(world, now, chosen)
    return happened


def _promising(world: World, moment: Moment) -> bool:
    """Whether it is worth asking: somebody is open to a Swift Attack, or a target has interrupts of its own."""
    if moment.crossed or any(holds(world, victim, "unguarded") or helpless(world, victim) for victim in moment.victims):
        return True
    if moment.kind == "declared" and any(world.get(target, Body).abilities for target in moment.targets):
        return True
    return any("hidden" in items for _, items in world.each(Conditions))


def unguarded(world: World) -> list[int]:
    """Everybody Unguarded on the board."""
    return [unit for unit, items, _ in world.each(Conditions, Position) if "unguarded" in items]


async def _ask(world: World, unit: int, moment: Moment, about: Event | None) -> Action | None:
    """One unit's choice, or its standing order's (AURA-FLOOR-11)."""
    if moment.crossed and all(unit != striker for striker, _ in moment.crossed):
        return None
    if moment.kind == "declared" and unit == moment.actor:
        return None
    standing_order = world.get(unit, Orders).swift
    found = [] if standing_order == "never" else _swift(world, unit, moment)
    if standing_order == "always" and found and "thrown" not in found[0].how:
        return found[0]
    question = "swift_crossing" if moment.crossed else "interrupt"
    found += feats(world, unit, moment)
    option = await invite(world, unit, question, found, about=about) if found else None
    if option is not None:
        return option.action
    if found:
        declined = tuple((unit, victim) for victim in moment.victims)
        kept = beat(world).declined
        set_beat(world, declined=(*kept, *(pair for pair in declined if pair not in kept)))
    return None


def _swift(world: World, unit: int, moment: Moment) -> list[Action]:
    """Swift Attacks of a unit in a window; what it let pass is not offered again in this beat but when it is new."""
    fresh = moment.kind in ("leaving", "unguarded")
    found = list[Action]()
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


# Carrying out


async def _together(world: World, moment: Moment, chosen: list[tuple[int, Action]]) -> None:
    """AURA-INT-3: all numbers are those of the window's opening; whoever chose acts even if it was struck meanwhile."""
    plans: list[tuple[int, Action, Blow | Shot | Cast | None, Facts | Aim | None]] = []
    for unit, action in chosen:
        plan, known = planned(world, unit, action), None
        if plan is not None:
            plan = await better(world, plan, attack_price(world, plan))
            known = numbers_of(world, plan)
        plans.append((unit, action, plan, known))
    losers = await _race(world, chosen)
    for unit, action, plan, known in plans:
        if unit in losers:
            continue
        if isinstance(plan, Blow) and isinstance(known, Facts):
            await _swift_attack(world, moment, plan, known)
        elif isinstance(plan, Shot) and isinstance(known, Aim):
            await _swift_shot(world, moment, plan, known)
        else:
            await fulfil(world, unit, "interrupt", action)
        collapse(world, unit)


async def _race(world: World, chosen: list[tuple[int, Action]]) -> set[int]:
    """AURA-INIT-10: of several who step into one space at once the quickest gets it; the others pay nothing."""
    wanted: dict[int, list[int]] = {}
    for unit, action in chosen:
        if action.cell is not None:
            wanted.setdefault(action.cell, []).append(unit)
    losers: set[int] = set()
    for units in wanted.values():
        if len(units) > 1:
            losers |= set(units) - {await race(world, units)}
    return losers


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


async def _swift_attack(world: World, moment: Moment, blow: Blow, known: Facts) -> None:
    """AURA-SWIFT-1 and 2: one Energy, once a Round; the target in its own action does not bar (AURA-FLOOR-6)."""
    if world.find(blow.target, Position) is None:
        return
    pay(world, blow.user, Price(sheet_of(world).main.costs.swift), "AURA-SWIFT-1")
    set_spent(world, blow.user, swift=True)
    forget_heading(world, blow.user)
    verb = f"swift_{blow.maneuver}" if blow.maneuver else "swift"
    world.emit(Used(blow.user, verb, "reaction", (blow.target,), rule="AURA-SWIFT-1"))
    hit = await resolve(world, blow, known)
    if hit.hit and blow.maneuver and await also_harm(world, blow, known, hit):
        await deal(world, blow, known, hit.face, critical=hit.critical)
    if hit.hit and blow.maneuver and world.find(blow.target, Position) is not None:
        await carry_out(world, blow, known, evaded=not hit.critical and not known.auto)
    if hit.hit and blow.crossing and weapon(world, blow.item).brace:
        halt(world, blow.target, blow.user)
    if moment.forced or blow.target != moment.actor:
        bar(world, blow.user, blow.target)
    await agile(world, blow.user, 1)


async def _swift_shot(world: World, moment: Moment, shot: Shot, known: Aim) -> None:
    if world.find(shot.target, Position) is None:
        return
    price = Price(shot_energy(world, shot.user, shot.item))
    pay(world, shot.user, price, "AURA-SWIFT-1")
    set_spent(world, shot.user, swift=True)
    forget_heading(world, shot.user)
    what = "swift_throw" if weapon(world, shot.item).range is None else "swift_shot"
    world.emit(Used(shot.user, what, "reaction", (shot.target,), rule="AURA-SWIFT-1"))
    await loose(world, shot, known)
    if moment.forced or shot.target != moment.actor:
        bar(world, shot.user, shot.target)
    await agile(world, shot.user, price.energy)


def crossers(world: World, unit: int, there: Cell) -> tuple[int, ...]:
    """AURA-SWIFT-4: enemies whose longest reach a step of the unit crosses: it starts on their ring and leaves it."""
    metres, up = distances(world, unit), [other for other in foes(world, unit) if not world.has(other, Down)]
    on_ring = [other for other in up if metres[other] == longest_reach(world, other)]
    return tuple(other for other in on_ring if gap_at(world, unit, there, other) != metres[other])


async def leaving(world: World, unit: int, there: Cell, about: Event | None, *, forced: bool = False) -> bool:
    """W-leave: before a step, those whose reach it crosses may strike; whether anything happened.

    `forced`: it does not move by itself, so whoever has just attacked it may not strike again (AURA-FLOOR-6); nor does
    whom a mover drags along, and who crosses reaches as well (AURA-SWIFT-5).
    """
    crossed = [(striker, unit) for striker in crossers(world, unit, there)]
    held = None if forced else dragged(world, unit, there)
    if held is not None:  # its holder moves with it
        here = at(world, unit)
        crossed += [(striker, held) for striker in crossers(world, held, here) if striker != unit]
    if not crossed:
        return False
    victims = tuple(dict.fromkeys(victim for _, victim in crossed))
    return await window(world, Moment("leaving", unit, (), victims, tuple(crossed), forced=forced), about)


def out(world: World, unit: int) -> bool:
    """Whether a unit cannot go on."""
    return world.has(unit, Down) or world.find(unit, Position) is None
