"""What a chosen action does, from its declaration to its end (AURA-FLOOR-8)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from game.components import Position
from game.ecs import World
from game.events import Attacked, Event, Used
from game.flow import Option, decide
from game.rules.aura.challenges import Stroke, all_options, approached, challenge, gaps
from game.rules.aura.doing import DEEDS, begin_loading, deed_price, end_loading
from game.rules.aura.dying import collapse
from game.rules.aura.enhancing import enhancements
from game.rules.aura.facing import attend
from game.rules.aura.figures import melee_weapons, range_of, reach_of, shooters, shot_energy, weapon
from game.rules.aura.jumping import jump, jump_limit, jump_price, landings
from game.rules.aura.maneuvers import carry_out
from game.rules.aura.moving import (
    Entering,
    forget_heading,
    pace_of,
    pay_run,
    pay_sprint,
    travel,
)
from game.rules.aura.offers import blow_price, charge_way, metres_at_hand, run_reasons, shift_price, shot_reasons
from game.rules.aura.openings import Moment, agile, bar, leaving, open_to_swift, out, unguarded, window
from game.rules.aura.footways import Way, crawl_limit, run_energy, sprint_extra, ways
from game.rules.aura.pools import Price, pay, release, reserve, unaffordable
from game.rules.aura.sheet import house, sheet_of
from game.rules.aura.shots import Shot, aim, loose
from game.rules.aura.space import at, far, reaches, sees
from game.rules.aura.spells import Cast, attacks, cast
from game.rules.aura.spells import price as spell_price
from game.rules.aura.spells import trio as spell_trio
from game.rules.aura.state import Joined, Span, beat, conscious, holds, lift, mark, note
from game.rules.aura.steps import agile_cells, step
from game.rules.aura.strikes import (
    MANEUVERS,
    Blow,
    Facts,
    Hit,
    also_harm,
    deal,
    facts,
    resolve,
    strike_shield,
    target_conditions,
)
from game.systems.field import board_of, cells_of, size_of, team


async def act(world: World, unit: int, key: str, *, answering: bool = False) -> bool:
    """One primary action; whether it was begun. `answering`: it breaks in on another and cannot be challenged."""
    verb, _, rest = key.partition(" ")
    if verb == "turn_to":
        attend(world, unit, int(rest))
        return True
    spell = verb.removesuffix("_gesture")
    before = unguarded(world)
    if verb in _MOVES:
        done = await _MOVES[verb](world, unit, verb, rest, answering)
    elif spell in sheet_of(world).spells:
        done = await _cast(world, unit, Cast(unit, int(rest), spell, verb != spell), answering)
    elif verb in ("shoot", "subdue_shot", "throw"):
        done = await _shoot(world, unit, verb, rest, answering)
    elif verb in _BLOWS or verb.startswith("swift"):
        done = await _strike(world, unit, verb, rest, answering)
    else:
        done = await _deed(world, unit, verb, rest, answering)
    release(world, unit)
    if not answering:
        await _responses(world)
    if done:
        await _close(world, unit, before)
    return done


async def _responses(world: World) -> None:
    """AURA-INIT-4, by setting: what was won at the declaration happens together with the action, whatever came of it."""
    pending = beat(world).pending
    mark(world, pending=())
    for unit, key in pending:
        possible = any(option.key == key for option in all_options(world, unit))
        attack = key.partition(" ")[0] in _BLOWS
        if world.find(unit, Position) is not None and (possible or attack):
            await act(world, unit, key, answering=True)


async def act_together(world: World, chosen: list[tuple[int, str]]) -> None:
    """AURA-FLOOR-14: several movements begun at the same moment; one Initiative roll counts against all of them."""
    for unit, key in chosen:
        verb = key.partition(" ")[0]
        world.emit(Used(unit, verb, "action", rule="AURA-FLOOR-14"))
        world.put(unit, Joined(verb))
    about = world.events[-1]
    for unit, _ in chosen:
        await window(world, Moment("declared", unit, (), (unit,)), about)
    strokes = [Stroke(unit, (), movement=True) for unit, _ in chosen]
    await challenge(world, strokes, about, _responding(world))
    for unit, key in chosen:
        if not out(world, unit) and any(option.key == key for option in all_options(world, unit)):
            await act(world, unit, key)
    for unit, _ in chosen:
        world.drop(unit, Joined)


async def _close(world: World, unit: int, before: list[int]) -> None:
    """The end of an action: whoever paid with the last Stamina falls; W-cond and W-end."""
    collapse(world, unit)
    if not world.events:
        return
    fresh = tuple(each for each in unguarded(world) if each not in before)
    about = world.events[-1]
    if fresh:
        await window(world, Moment("unguarded", unit, (), fresh), about)
    if world.find(unit, Position) is not None:
        await window(world, Moment("end", unit, (), (unit,)), about)


async def _declared(
    world: World,
    unit: int,
    price: Price,
    about: Event,
    answering: bool,
    *,
    targets: tuple[int, ...] = (),
    movement: bool = False,
    melee: bool = False,
) -> bool:
    """W1: interrupts, then challenges; whether anything happened. Those who move together have had theirs."""
    reserve(world, unit, price)
    if world.has(unit, Joined):
        return False
    victims = (unit, *targets)
    happened = await window(world, Moment("declared", unit, targets, victims, melee=melee), about)
    if not answering and not out(world, unit):
        stroke = Stroke(unit, targets, movement)
        happened |= await challenge(world, [stroke], about, _responding(world))
    return happened


def _responding(world: World) -> Callable[[int, str], Awaitable[None]]:
    async def respond(unit: int, key: str) -> None:
        await act(world, unit, key, answering=True)

    return respond


# Blows

_BLOWS = {
    "strike": "",
    "subdue": "",
    "strike_shield": "shield",
    "punch": "",
    "subdue_punch": "",
    "trip": "trip",
    "trip_unarmed": "trip",
    "disarm": "disarm",
    "disarm_unarmed": "disarm",
    "restrain": "restrain",
    "push": "push",
}


def planned_blow(world: World, unit: int, verb: str, rest: str) -> Blow:
    """The blow that an option means."""
    words = rest.split()
    target, named = int(words[0]), words[1] if len(words) > 1 else ""
    swift = verb.startswith("swift")
    name = verb.removeprefix("swift").removeprefix("_") if swift else _BLOWS[verb]
    weapons = melee_weapons(world, unit)
    if verb in ("punch", "subdue_punch", "trip_unarmed", "disarm_unarmed") or name in ("restrain", "push"):
        item = "unarmed"
    elif swift:
        item = next((each for each in weapons if reaches(world, unit, target, each)), "unarmed")
    else:
        item = named or weapons[0]
    maneuver = name if name in (*MANEUVERS, "shield") else ""
    moving = beat(world).mover == target
    return Blow(unit, target, item, maneuver, swift=swift, nonlethal="subdue" in verb, moving=moving)


async def _strike(world: World, unit: int, verb: str, rest: str, answering: bool) -> bool:
    """AURA-ATK-11: declare, W1, Agile Moves, look again, roll, what follows, pay."""
    if verb == "swift_shot":
        return await _shoot(world, unit, verb, rest, answering)
    blow = planned_blow(world, unit, verb, rest)
    costs = sheet_of(world).main.costs
    price = Price(costs.swift) if blow.swift else blow_price(world, unit, blow.target, blow.item)
    forget_heading(world, unit)
    attend(world, unit, blow.target)
    blow = await enhancements(world, blow, price)
    about = Attacked(unit, blow.target, verb, (facts(world, blow).value,), "AURA-ATK-1")
    world.emit(about)
    world.put(blow.target, Span(tuple(sorted(target_conditions(world, blow)))))
    lift(world, unit, "defending", "AURA-ATK-14")
    if not blow.swift:
        await _declared(world, unit, price, about, answering, targets=(blow.target,), melee=True)
    done = await _blow(world, blow, price, about)
    world.drop(blow.target, Span)
    return done


async def _blow(world: World, blow: Blow, price: Price, about: Event) -> bool:
    """After W1: follow a target that stepped away, roll, step on; a target out of reach costs one Energy (INC-4)."""
    used = 0
    simultaneous = house(world).initiative_resolution == "simultaneous"
    if out(world, blow.user) and not simultaneous:
        pay(world, blow.user, Price(1), "AURA-INC-2")
        return True
    if not _still(world, blow) and not simultaneous:
        used = await _follow(world, blow, price.energy)
    elif not blow.swift:
        used = await _better_place(world, blow, price.energy)
    if not simultaneous and not _still(world, blow):
        pay(world, blow.user, Price(max(1, used)), "AURA-INC-4")
        world.emit(Used(blow.user, "breaks_off", "free", rule="AURA-INC-4"))
        return True
    if world.find(blow.target, Position) is None:
        pay(world, blow.user, Price(1), "AURA-INC-2")
        return True
    attend(world, blow.user, blow.target)
    known = facts(world, blow)
    hit = await resolve(world, blow, known)
    if hit.hit and blow.maneuver == "shield":
        await strike_shield(world, blow, known, hit.face)
    elif hit.hit and blow.maneuver:
        await _maneuver(world, blow, known, hit, about)
    release(world, blow.user)
    pay(world, blow.user, price, "AURA-ATK-1")
    if blow.swift:
        note(world, blow.user, swift=True)
    bar(world, blow.user, blow.target)
    mark(world, struck=(*beat(world).struck, blow.target))
    uses = 1 if blow.swift else price.energy
    await agile(world, blow.user, uses - used)
    return True


async def _maneuver(world: World, blow: Blow, known: Facts, hit: Hit, about: Event, metres: int = 1) -> bool:
    """What a maneuver that hit does; forced steps cross reaches (AURA-SWIFT-5) unless it is an interrupt."""
    if await also_harm(world, blow):
        await deal(world, blow, known, hit.face, critical=hit.critical)
        if world.find(blow.target, Position) is None:
            return True

    async def forced(unit: int, there: int) -> None:
        await leaving(world, unit, there, about)

    evaded = not hit.critical and not known.auto
    return await carry_out(world, blow, known, evaded=evaded, metres=metres, leaving=forced)


def _still(world: World, blow: Blow) -> bool:
    """AURA-FLOOR-8: whether a blow can still be rolled: target there, in reach, in sight, and the striker free."""
    if world.find(blow.target, Position) is None or out(world, blow.user):
        return False
    held = any(holds(world, blow.user, name) for name in ("restrained", "restraining", "bound"))
    near = reaches(world, blow.user, blow.target, blow.item) and sees(world, blow.user, blow.target)
    swift_ok = not blow.swift or open_to_swift(world, blow.user, blow.target)
    return conscious(world, blow.user) and near and swift_ok and not held


async def _follow(world: World, blow: Blow, uses: int) -> int:
    """D7 and AURA-INC-4: Agile Moves after a target that has stepped away."""
    made = 0
    while made < uses and not _still(world, blow) and world.find(blow.target, Position) is not None:
        if out(world, blow.user) or not await agile(world, blow.user, 1):
            break
        made += 1
    return made


async def _better_place(world: World, blow: Blow, uses: int) -> int:
    """D6: an Agile Move before the roll is offered where it matters to the roll: too close, or not behind the target."""
    made = 0
    while made < uses:
        cells = _better_cells(world, blow)
        if not cells or not await agile(world, blow.user, 1, cells=cells):
            return made
        made += 1
    return made


def _better_cells(world: World, blow: Blow) -> list[int]:
    """Steps from which the blow still reaches, and that change its distance to a weapon that minds being too close."""
    found, grid = weapon(world, blow.item), board_of(world).grid
    if found.versatile or blow.item == "unarmed" or unaffordable(world, blow.user, Price(0, 0, 1)):
        return []
    there, reach = cells_of(world, blow.target), reach_of(world, blow.user, blow.item)
    size = size_of(world, blow.user)
    now = grid.distance_sets(cells_of(world, blow.user), there, "chebyshev")
    if now >= reach:
        return []
    return [
        cell
        for cell in agile_cells(world, blow.user)
        if now < grid.distance_sets(grid.footprint(cell, size), there, "chebyshev") <= reach
    ]


# Shots and spells


async def _shoot(world: World, unit: int, verb: str, rest: str, answering: bool) -> bool:
    """AURA-RNG-15."""
    words = rest.split()
    target, named = int(words[0]), words[1] if len(words) > 1 else ""
    thrown = verb == "throw"
    item = named or (melee_weapons(world, unit) if thrown else shooters(world, unit))[0]
    shot = Shot(unit, target, item, thrown or weapon(world, item).leaves, verb == "swift_shot", verb == "subdue_shot")
    price = Price(shot_energy(world, unit, item))
    forget_heading(world, unit)
    attend(world, unit, target)
    shot = await enhancements(world, shot, price)
    about = Attacked(unit, target, verb, (aim(world, shot).miss,), "AURA-RNG-1")
    world.emit(about)
    if not shot.swift:
        await _declared(world, unit, price, about, answering, targets=(target,))
    if world.find(target, Position) is None or out(world, unit) or shot_reasons_left(world, shot):
        pay(world, unit, Price(1), "AURA-INC-2")
        return True
    attend(world, unit, target)
    await loose(world, shot, aim(world, shot))
    release(world, unit)
    pay(world, unit, price, "AURA-RNG-1")
    if shot.swift:
        note(world, unit, swift=True)
    bar(world, unit, target)
    mark(world, struck=(*beat(world).struck, target))
    await agile(world, unit, price.energy)
    return True


def shot_reasons_left(world: World, shot: Shot) -> bool:
    """Whether a shot that was declared cannot be made any more."""
    most = range_of(world, shot.user, shot.item, thrown=shot.thrown)[2]
    found = shot_reasons(world, shot.user, shot.target, most)
    return any(reason.key != "reason_barred" for reason in found) or holds(world, shot.user, "restrained")


async def _cast(world: World, unit: int, spell: Cast, answering: bool) -> bool:
    """AURA-MAGIC-1 to 6."""
    price = spell_price(world, spell.spell, gesture=spell.gesture)
    attacking = attacks(world, spell.spell)
    forget_heading(world, unit)
    if spell.target != unit:
        attend(world, unit, spell.target)
    about: Event = Used(unit, spell.spell, "action", (spell.target,), rule="AURA-MAGIC-2")
    world.emit(about)
    hostile = team(world, spell.target) != team(world, unit)
    await _declared(world, unit, price, about, answering, targets=(spell.target,) if hostile else ())
    most = spell_trio(world, spell.spell, gesture=spell.gesture)[2]
    gone = world.find(spell.target, Position) is None
    if gone or out(world, unit) or far(world, unit, spell.target) > most or not sees(world, unit, spell.target):
        pay(world, unit, Price(1), "AURA-INC-2")
        return True

    async def forced(target: int, there: int) -> None:
        await leaving(world, target, there, about)

    await cast(world, spell, forced)
    release(world, unit)
    pay(world, unit, price, "AURA-MAGIC-2")
    if attacking:
        bar(world, unit, spell.target)
        mark(world, struck=(*beat(world).struck, spell.target))
    await agile(world, unit, price.energy)
    return True


# Movement


def entering(world: World, unit: int, about: Event, answering: bool) -> Entering:
    """W-enter: challenges by those to whom the mover has come near (AURA-INIT-13)."""
    before = {} if answering else gaps(world, unit)

    async def enter(mover: int) -> bool:
        nonlocal before
        if not before:
            return False
        near = approached(world, mover, before)
        before = gaps(world, mover)
        if not near:
            return False
        return await challenge(world, [Stroke(mover, (), movement=True)], about, _responding(world), only=near)

    return enter


async def _run(world: World, unit: int, verb: str, rest: str, answering: bool) -> bool:
    """AURA-MOVE-2 to 4: Run, Quick Run and Sprint."""
    cell = board_of(world).grid.parse(rest)
    pace, numbers = pace_of(world, unit), sheet_of(world).main.numbers
    budget = pace + sprint_extra(world, unit) if verb == "sprint" else metres_at_hand(world, unit, pace)
    way = ways(world, unit, budget)[cell]
    price = Price(3, numbers.sprint_stamina) if verb == "sprint" else Price(run_energy(way[1][-1], pace))
    about = Used(unit, verb, "action", cell=cell, rule=_RULES[verb])
    world.emit(about)
    await _declared(world, unit, price, about, answering, movement=True)
    if run_reasons(world, unit) or out(world, unit):
        pay(world, unit, Price(1), "AURA-INC-2")
        return True
    trip = await travel(
        world,
        unit,
        _from_here(world, unit, way),
        about,
        entering(world, unit, about, answering),
        rule=_RULES[verb],
        fast=verb == "sprint",
    )
    release(world, unit)
    if verb == "sprint":
        pay_sprint(world, unit, trip, pace, used=False)
    else:
        pay_run(world, unit, trip, pace, _RULES[verb])
    return True


def _from_here(world: World, unit: int, way: Way) -> Way:
    """A planned way, if the unit still stands where it begins; else no way at all."""
    here = at(world, unit)
    return way if way[0][0] == here else ((here,), (0,), 0)


async def _shift(world: World, unit: int, verb: str, rest: str, answering: bool) -> bool:
    """AURA-MOVE-1."""
    cell = board_of(world).grid.parse(rest)
    price = shift_price(world, unit, verb)
    about = Used(unit, verb, "action", cell=cell, rule="AURA-MOVE-1")
    world.emit(about)
    way = ((at(world, unit), cell), (0, 1), 0)
    await _declared(world, unit, price, about, answering, movement=True)
    if not out(world, unit) and not holds(world, unit, "prone"):
        enter = entering(world, unit, about, answering)
        await travel(world, unit, _from_here(world, unit, way), about, enter, rule="AURA-MOVE-1")
    release(world, unit)
    pay(world, unit, price, "AURA-MOVE-1")
    return True


async def _crawl(world: World, unit: int, verb: str, rest: str, answering: bool) -> bool:
    """AURA-MOVE-17."""
    cell = board_of(world).grid.parse(rest)
    limit = crawl_limit(world, unit)
    way = ways(world, unit, metres_at_hand(world, unit, limit), turning=False)[cell]
    about = Used(unit, verb, "action", cell=cell, rule="AURA-MOVE-17")
    world.emit(about)
    await _declared(world, unit, Price(run_energy(way[1][-1], limit)), about, answering, movement=True)
    metres = 0
    if not out(world, unit):
        metres = await _creep(world, unit, _from_here(world, unit, way), about)
    release(world, unit)
    pay(world, unit, Price(max(1, run_energy(metres, limit))), "AURA-MOVE-17")
    return True


async def _creep(world: World, unit: int, way: Way, about: Event) -> int:
    """Crawling is never stopped by being prone."""
    path, costs, _ = way
    done = 0
    mark(world, mover=unit)
    for place in range(1, len(path)):
        await leaving(world, unit, path[place], about)
        if out(world, unit) or holds(world, unit, "restrained"):
            break
        await step(world, unit, path[place], costs[place] - costs[place - 1], "AURA-MOVE-17")
        done = place
        if out(world, unit):
            break
    mark(world, mover=0)
    return costs[done]


async def _jump(world: World, unit: int, verb: str, rest: str, answering: bool) -> bool:
    """AURA-MOVE-12 to 16: from a standstill."""
    cell = board_of(world).grid.parse(rest)
    metres = board_of(world).grid.distance(at(world, unit), cell, "chebyshev")
    price = jump_price(world, unit, metres, moving=False)
    about = Used(unit, "jump", "action", cell=cell, rule="AURA-MOVE-12")
    world.emit(about)
    await _declared(world, unit, price, about, answering, movement=True)
    if out(world, unit) or run_reasons(world, unit) or cell not in landings(world, unit, metres):
        pay(world, unit, Price(1), "AURA-INC-2")
        return True
    await jump(world, unit, cell, about, entering(world, unit, about, answering))
    release(world, unit)
    pay(world, unit, price, "AURA-MOVE-12")
    return True


async def _leap(world: World, unit: int, verb: str, rest: str, answering: bool) -> bool:
    """AURA-FLOOR-3 and MOVE-12: a run of two metres and more, and a jump from where it ends; one beat."""
    pace, grid = pace_of(world, unit), board_of(world).grid
    found = {cell: way for cell, way in ways(world, unit, metres_at_hand(world, unit, pace)).items() if way[1][-1] >= 2}
    fit = [cell for cell, way in found.items() if not unaffordable(world, unit, _sum(run_energy(way[1][-1], pace), 1))]
    options = [Option(f"take_off {grid.name(cell)}", cell=cell, rule="AURA-MOVE-12") for cell in fit]
    if not unaffordable(world, unit, Price(4, 2)):
        beyond = ways(world, unit, pace + sprint_extra(world, unit))
        options += [
            Option(f"sprint_off {grid.name(cell)}", cell=cell, rule="AURA-MOVE-14")
            for cell, way in beyond.items()
            if way[1][-1] > 2
        ]
    options.append(Option("stay", rule="AURA-MOVE-12"))
    key = await decide(unit, "take_off", options, rule="AURA-MOVE-12")
    if key == "stay":
        return False
    sprinting, cell = key.startswith("sprint"), grid.parse(key.partition(" ")[2])
    way = ways(world, unit, pace + sprint_extra(world, unit))[cell] if sprinting else found[cell]
    about = Used(unit, "leap", "action", cell=cell, rule="AURA-MOVE-12")
    world.emit(about)
    price = Price(4, 2) if sprinting else _sum(run_energy(way[1][-1], pace), 1)
    await _declared(world, unit, price, about, answering, movement=True)
    enter = entering(world, unit, about, answering)
    trip = await travel(world, unit, _from_here(world, unit, way), about, enter, rule="AURA-MOVE-12", fast=sprinting)
    release(world, unit)
    if not trip.arrived or out(world, unit) or run_reasons(world, unit):
        pay_run(world, unit, trip, pace, "AURA-INC-3")
        return True
    if sprinting:
        pay_sprint(world, unit, trip, pace, used=True)
    else:
        pay_run(world, unit, trip, pace, "AURA-INC-3")
    await _take_off(world, unit, sprinting=sprinting, about=about, enter=enter)
    return True


def _sum(energy: int, jump: int) -> Price:
    return Price(energy + jump, 1)


async def _take_off(world: World, unit: int, *, sprinting: bool, about: Event, enter: Entering) -> None:
    grid, here = board_of(world).grid, at(world, unit)
    options = []
    for cell in landings(world, unit, jump_limit(world, unit, sprinting=sprinting)):
        price = jump_price(world, unit, grid.distance(here, cell, "chebyshev"), moving=True)
        if not unaffordable(world, unit, price):
            options.append(Option(f"jump {grid.name(cell)}", cell=cell, rule="AURA-MOVE-14"))
    options.append(Option("stay", rule="AURA-MOVE-12"))
    key = await decide(unit, "landing", options, rule="AURA-MOVE-14", about=about)
    if key == "stay":
        return
    cell = grid.parse(key.partition(" ")[2])
    price = jump_price(world, unit, grid.distance(here, cell, "chebyshev"), moving=True)
    reserve(world, unit, price)
    await jump(world, unit, cell, about, enter)
    release(world, unit)
    pay(world, unit, price, "AURA-MOVE-12")


async def _charge(world: World, unit: int, verb: str, rest: str, answering: bool) -> bool:
    """AURA-MAN-20: a Sprint with a Push at its end; using the Sprint so makes its price final (INC-6)."""
    target, pace, numbers = int(rest), pace_of(world, unit), sheet_of(world).main.numbers
    way = charge_way(world, unit, target)
    assert way is not None
    price = Price(3 + house(world).sprint_push_energy, numbers.sprint_stamina)
    attend(world, unit, target)
    about = Attacked(unit, target, "charge", (), "AURA-MAN-20")
    world.emit(about)
    await _declared(world, unit, price, about, answering, targets=(target,), movement=True)
    enter = entering(world, unit, about, answering)
    if out(world, unit) or run_reasons(world, unit):
        pay(world, unit, Price(1), "AURA-INC-2")
        return True
    trip = await travel(world, unit, _from_here(world, unit, way), about, enter, rule="AURA-MAN-20", fast=True)
    release(world, unit)
    blow = Blow(unit, target, "unarmed", "push")
    if not trip.arrived or out(world, unit) or not _still(world, blow):
        pay_sprint(world, unit, trip, pace, used=False)
        return True
    attend(world, unit, target)
    known = facts(world, blow)
    hit = await resolve(world, blow, known)
    if hit.hit:
        await _maneuver(world, blow, known, hit, about, numbers.charge_push)
    pay(world, unit, price, "AURA-INC-6")
    bar(world, unit, target)
    mark(world, struck=(*beat(world).struck, target))
    await _run_on(world, unit, pace + sprint_extra(world, unit) - trip.metres, about, enter)
    return True


async def _run_on(world: World, unit: int, metres: int, about: Event, enter: Entering) -> None:
    """AURA-MAN-20: the Sprint may go on."""
    if metres <= 0 or out(world, unit) or run_reasons(world, unit):
        return
    grid, found = board_of(world).grid, ways(world, unit, metres)
    options = [Option(f"on {grid.name(cell)}", cell=cell, rule="AURA-MAN-20") for cell in found]
    options.append(Option("stay", rule="AURA-MAN-20"))
    key = await decide(unit, "run_on", options, rule="AURA-MAN-20", about=about)
    if key != "stay":
        await travel(world, unit, found[grid.parse(key.partition(" ")[2])], about, enter, rule="AURA-MAN-20", fast=True)


_RULES = {"run": "AURA-MOVE-2", "quick_run": "AURA-MOVE-3", "sprint": "AURA-MOVE-4"}
_MOVES = {
    "run": _run,
    "quick_run": _run,
    "sprint": _run,
    "shift": _shift,
    "shift_agile": _shift,
    "crawl": _crawl,
    "jump": _jump,
    "leap": _leap,
    "charge": _charge,
}


# Everything else


async def _deed(world: World, unit: int, verb: str, rest: str, answering: bool) -> bool:
    """Actions that take a moment: posture, guard, breath, hands, doors."""
    price = deed_price(world, unit, verb, rest)
    if verb != "break_door":
        forget_heading(world, unit)
    if verb == "load":
        begin_loading(world, unit, rest)
    about = Used(unit, verb, "action", rule=DEEDS[verb].rule)
    world.emit(about)
    await _declared(world, unit, price, about, answering, movement=verb == "climb")
    if out(world, unit):
        pay(world, unit, Price(min(1, price.energy)), "AURA-INC-2")
    else:
        await DEEDS[verb].do(world, unit, rest)
        release(world, unit)
        pay(world, unit, price, DEEDS[verb].rule)
    forget_heading(world, unit)
    if DEEDS[verb].agile and not (verb == "load" and price.energy >= 3):  # AURA-ACT-1
        await agile(world, unit, price.energy)
    end_loading(world, unit)
    return True
