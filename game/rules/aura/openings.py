"""Immediate Interrupts: who may break in with what, asked in order and carried out at once (AURA-INT-1 to 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from game.grid.grid import Cell
from game.kernel.components import FIELD, Conditions, Down, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Event, Used
from game.kernel.flow import Option, decide
from game.rules.aura.agile import agile
from game.rules.aura.dying import collapse
from game.rules.aura.enhancing import enhancements
from game.rules.aura.figures import has, longest_reach, shot_energy, weapon
from game.rules.aura.gearing import access, draw, drawable
from game.rules.aura.maneuvers import carry_out
from game.rules.aura.pools import Price, pay, unaffordable
from game.rules.aura.rolls import initiative, may_roll_initiative
from game.rules.aura.sheet import sheet_of
from game.rules.aura.shots import Aim, Shot, aim, loose
from game.rules.aura.sights import aware
from game.rules.aura.space import at, distance, distances, foes, gap_at
from game.rules.aura.state import (
    Beat,
    Body,
    Drained,
    Halted,
    Orders,
    beat,
    conscious,
    forget_heading,
    helpless,
    holds,
    inflict,
    mark,
    note,
)
from game.rules.aura.steps import agile_cells, dragged, step
from game.rules.aura.strikes import Blow, Facts, also_harm, deal, facts, resolve
from game.rules.aura.swift import (
    Moment,
    bar,
    barred,
    defend,
    order,
    swift_blow,
    swift_options,
    swift_shooters,
    swift_throwers,
)
from game.systems.field import board_of, cells_of, shape_of, team


class Racing(Struct, frozen=True):
    """On whoever is asked to roll in a race: everybody in it, and what has been rolled so far (AURA-INIT-10)."""

    units: tuple[int, ...]
    rolled: tuple[tuple[int, int], ...]


async def window(world: World, moment: Moment, about: Event) -> bool:
    """Offer interrupts until nobody uses one; whether anything happened (AURA-INT-3)."""
    if not _promising(world, moment):
        return False
    before, happened = unguarded(world), False
    for _ in range(20):
        fresh = tuple(unit for unit in unguarded(world) if unit not in before)
        now = changed(moment, victims=(*moment.victims, *(unit for unit in fresh if unit not in moment.victims)))
        chosen = []
        for unit in order(world, moment.targets):
            key = await _ask(world, unit, now, about)
            if key:
                chosen.append((unit, key))
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


async def _ask(world: World, unit: int, moment: Moment, about: Event) -> str | None:
    """One unit's choice, or its standing order's (AURA-FLOOR-11)."""
    if moment.crossed and all(unit != striker for striker, _ in moment.crossed):
        return None
    if moment.kind == "declared" and unit == moment.actor:
        return None
    standing_order = world.get(unit, Orders).swift
    options = [] if standing_order == "never" else _swift(world, unit, moment)
    own = feats(world, unit, moment)
    if standing_order == "always" and options and options[0].verb != "swift_throw":
        return options[0].key
    options += own
    if not options:
        return None
    options.append(Option("no", rule="AURA-FLOOR-11"))
    question = "swift_crossing" if moment.crossed else "interrupt"
    key = await decide(unit, question, options, rule="AURA-INT-1", about=about)
    if key != "no":
        return key
    declined = tuple((unit, victim) for victim in moment.victims)
    mark(world, declined=(*beat(world).declined, *(pair for pair in declined if pair not in beat(world).declined)))
    return None


def _swift(world: World, unit: int, moment: Moment) -> list[Option]:
    """Swift Attacks of a unit in a window; what it let pass is not offered again in this beat but when it is new."""
    fresh = moment.kind in ("leaving", "unguarded")
    found = []
    for victim in moment.victims:
        allied = team(world, victim) == team(world, unit)
        if allied or world.find(victim, Position) is None or world.find(unit, Position) is None:
            continue
        if not fresh and (unit, victim) in beat(world).declined:
            continue
        if barred(world, unit, victim) and (moment.forced or victim != moment.actor):
            continue
        found += swift_options(world, unit, victim, crossing=(unit, victim) in moment.crossed)
    return found


def feats(world: World, unit: int, moment: Moment) -> list[Option]:
    """AURA-INT-6 and GEN-12: interrupts that abilities add, at the moment an attack is declared on their owner."""
    if moment.kind != "declared" or unit not in moment.targets or not conscious(world, unit):
        return []
    if world.find(moment.actor, Position) is not None and not aware(world, unit, moment.actor):
        return []
    found = []
    if moment.melee and ready(world, unit, "tactical_retreat"):
        found += [
            Option(f"retreat {board_of(world).grid.name(cell)}", cell=cell, rule="AURA-INT-5")
            for cell in retreats(world, unit, moment.actor)
        ]
    if ready(world, unit, "quick_defender") and not holds(world, unit, "defending"):
        found.append(Option("quick_defend", rule="AURA-INT-6"))
    return [*found, *anytime(world, unit)]


def anytime(world: World, unit: int) -> list[Option]:
    """AURA-INT-1 and 6: interrupts of abilities that need nobody else, so with the floor as well."""
    found = _quick_draws(world, unit) if has(world, unit, "quick_draw") else []
    if ready(world, unit, "steadfast") and holds(world, unit, "slowed") and not holds(world, unit, "ignoring"):
        found.append(Option("steadfast", rule="AURA-COND-4"))
    return found


def _quick_draws(world: World, unit: int) -> list[Option]:
    """Side arms that come to hand for an Energy, or for a point of Agility."""
    price = sheet_of(world).abilities["quick_draw"]
    prices = {"quick_draw": Price(price.energy), "quick_draw_agile": Price(agility=price.or_agility)}
    arms = [
        item for item in drawable(world, unit) if access(world, unit, item) == sheet_of(world).main.costs.equip_easy
    ]
    return [
        Option(f"{verb} {item}", rule="AURA-INT-6")
        for verb, cost in prices.items()
        for item in arms
        if not unaffordable(world, unit, cost)
    ]


def ready(world: World, unit: int, ability: str) -> bool:
    """Whether an ability is there, not used up, and can be paid."""
    if not has(world, unit, ability) or ability in world.get(unit, Drained).abilities:
        return False
    found = sheet_of(world).abilities[ability]
    return not unaffordable(world, unit, Price(found.energy, 0, found.agility))


def retreats(world: World, unit: int, actor: int) -> list[Cell]:
    """Steps that lead a unit farther from its attacker."""
    grid, now = board_of(world).grid, distance(world, unit, actor)
    away = cells_of(world, actor)
    size = shape_of(world, unit)
    return [
        cell
        for cell in agile_cells(world, unit)
        if grid.distance_sets(grid.footprint(cell, size), away, "chebyshev") > now
    ]


# Carrying out


async def _together(world: World, moment: Moment, chosen: list[tuple[int, str]]) -> None:
    """AURA-INT-3: all numbers are those of the window's opening; whoever chose acts even if it was struck meanwhile."""
    plans: list[tuple[int, str, Blow | Shot | None, Facts | Aim | None]] = []
    for unit, key in chosen:
        plan = _planned(world, unit, key, moment)
        known: Facts | Aim | None = None
        if isinstance(plan, Blow):
            plan = await enhancements(world, plan, Price(sheet_of(world).main.costs.swift))
            known = facts(world, plan)
        elif isinstance(plan, Shot):
            plan = await enhancements(world, plan, Price(shot_energy(world, unit, plan.item)))
            known = aim(world, plan)
        plans.append((unit, key, plan, known))
    losers = await _race(world, chosen)
    for unit, key, plan, known in plans:
        if unit in losers:
            continue
        if isinstance(plan, Blow) and isinstance(known, Facts):
            await _swift_attack(world, moment, plan, known)
        elif isinstance(plan, Shot) and isinstance(known, Aim):
            await _swift_shot(world, moment, plan, known)
        else:
            await use(world, unit, key)
        collapse(world, unit)


def _planned(world: World, unit: int, key: str, moment: Moment) -> Blow | Shot | None:
    verb, _, rest = key.partition(" ")
    if verb in ("swift_throw", "swift_shot"):
        number, _, named = rest.partition(" ")
        thrown, target = verb == "swift_throw", int(number)
        items = swift_throwers(world, unit, target) if thrown else swift_shooters(world, unit, target)
        return Shot(unit, target, named or items[0], thrown, swift=True)
    if not verb.startswith("swift"):
        return None
    return swift_blow(world, unit, verb, rest, crossing=(unit, int(rest.split()[0])) in moment.crossed)


async def _race(world: World, chosen: list[tuple[int, str]]) -> set[int]:
    """AURA-INIT-10: of several who step into one space at once the quickest gets it; the others pay nothing."""
    wanted: dict[str, list[int]] = {}
    for unit, key in chosen:
        if key.startswith("retreat "):
            wanted.setdefault(key, []).append(unit)
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
        options = [Option("roll", rule="AURA-INIT-10"), Option("no", rule="AURA-INIT-7")]
        world.put(unit, Racing(tuple(units), tuple(rolled.items())))
        about = world.events[-1] if world.events else None
        key = await decide(unit, "race", options, rule="AURA-INIT-10", about=about)
        world.drop(unit, Racing)
        if key == "roll":
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
    note(world, blow.user, swift=True)
    forget_heading(world, blow.user)
    verb = f"swift_{blow.maneuver}" if blow.maneuver else "swift"
    world.emit(Used(blow.user, verb, "reaction", (blow.target,), rule="AURA-SWIFT-1"))
    hit = await resolve(world, blow, known)
    if hit.hit and blow.maneuver and await also_harm(world, blow, known, hit):
        await deal(world, blow, known, hit.face, critical=hit.critical)
    if hit.hit and blow.maneuver and world.find(blow.target, Position) is not None:
        await carry_out(world, blow, known, evaded=not hit.critical and not known.auto)
    if hit.hit and blow.crossing and weapon(world, blow.item).brace:
        world.put(blow.target, Halted(blow.user))
    if moment.forced or blow.target != moment.actor:
        bar(world, blow.user, blow.target)
    await agile(world, blow.user, 1)


async def _swift_shot(world: World, moment: Moment, shot: Shot, known: Aim) -> None:
    if world.find(shot.target, Position) is None:
        return
    price = Price(shot_energy(world, shot.user, shot.item))
    pay(world, shot.user, price, "AURA-SWIFT-1")
    note(world, shot.user, swift=True)
    forget_heading(world, shot.user)
    what = "swift_throw" if shot.thrown else "swift_shot"
    world.emit(Used(shot.user, what, "reaction", (shot.target,), rule="AURA-SWIFT-1"))
    await loose(world, shot, known)
    if moment.forced or shot.target != moment.actor:
        bar(world, shot.user, shot.target)
    await agile(world, shot.user, price.energy)


_ABILITIES = {
    "retreat": "tactical_retreat",
    "quick_defend": "quick_defender",
    "quick_draw_agile": "quick_draw",
}


def ability_of(verb: str) -> str:
    """The ability behind an interrupt's verb."""
    return _ABILITIES.get(verb, verb)


def ability_price(world: World, verb: str) -> Price:
    """What an ability's interrupt costs."""
    found = sheet_of(world).abilities[ability_of(verb)]
    return Price(agility=found.or_agility) if verb.endswith("_agile") else Price(found.energy, 0, found.agility)


async def use(world: World, unit: int, key: str) -> None:
    """An ability's interrupt."""
    verb, _, rest = key.partition(" ")
    name = ability_of(verb)
    found = sheet_of(world).abilities[name]
    pay(world, unit, ability_price(world, verb), found.rule)
    if found.use:
        world.put(unit, Drained((*world.get(unit, Drained).abilities, name)))
    world.emit(Used(unit, name, "reaction", rule=found.rule))
    if verb == "retreat":
        await step(world, unit, board_of(world).grid.parse(rest), 1, "AURA-INT-5")
    elif verb == "quick_defend":
        defend(world, unit)
    elif name == "quick_draw":
        draw(world, unit, rest, "AURA-INT-6")
    else:
        inflict(world, unit, "ignoring", "AURA-COND-4", unit)


def crossers(world: World, unit: int, there: Cell) -> tuple[int, ...]:
    """AURA-SWIFT-4: enemies whose longest reach a step of the unit crosses: it starts on their ring and leaves it."""
    metres, found = distances(world, unit), []
    for other in foes(world, unit):
        if metres[other] != longest_reach(world, other) or world.has(other, Down):
            continue
        if gap_at(world, unit, there, other) != metres[other]:
            found.append(other)
    return tuple(found)


async def leaving(world: World, unit: int, there: Cell, about: Event, *, forced: bool = False) -> bool:
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


def fresh_beat(world: World) -> None:
    """Forget what was let pass in the last beat."""
    now = world.get(FIELD, Beat)
    world.put(FIELD, changed(now, stirred=(), declined=(), asked=(), looked=(), busy=False, withdrawn=False))
