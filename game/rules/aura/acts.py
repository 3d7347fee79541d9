"""What a chosen action does, from its declaration to its end (AURA-FLOOR-8)."""

from __future__ import annotations

from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.events import Attacked, Blocked, Used
from game.rules.aura.agile import agile
from game.rules.aura.challenges import Respond, Stroke, challenge
from game.rules.aura.declaring import How, Joined, declared
from game.rules.aura.doing import DEEDS, begin_loading, deed_price, end_loading
from game.rules.aura.dying import collapse
from game.rules.aura.facing import attend
from game.rules.aura.fights import fight, last_blow
from game.rules.aura.grounds import braced
from game.rules.aura.journeys import MOVES, way_of
from game.rules.aura.offers import possible
from game.rules.aura.openings import out, unguarded, window
from game.rules.aura.plans import BLOWS, SHOTS, Answer
from game.rules.aura.pools import Price, pay, release, reserve, settle
from game.rules.aura.sheet import sheet_of
from game.rules.aura.shots import Aim, Shot, loose
from game.rules.aura.spells import Cast, attacks, cast
from game.rules.aura.state import Halted, beat, conscious, forget_heading, lift, mark
from game.rules.aura.strikes import Blow, Facts
from game.rules.aura.swift import Moment
from game.rules.aura.volleys import cast_spell, shoot


async def act(world: World, unit: int, key: str, *, answering: bool = False) -> bool:
    """One primary action; whether it was begun, and not taken back for nothing.

    `answering`: it breaks in on another and cannot be challenged.
    """
    verb, _, rest = key.partition(" ")
    lift(world, unit, "held_back", "AURA-HOUSE-7")
    mark(world, stirred=(*beat(world).stirred, unit))
    if verb == "turn_to":
        attend(world, unit, int(rest))
        return True
    spell = verb.removesuffix("_gesture")
    before, how = unguarded(world), How(_responding(world), answering)
    if verb in MOVES:
        done = await MOVES[verb](world, unit, verb, rest, how)
    elif spell in sheet_of(world).spells:
        done = await cast_spell(world, unit, Cast(unit, int(rest), spell, verb != spell), how)
    elif verb in SHOTS:
        done = await shoot(world, unit, verb, rest, how)
    elif verb in BLOWS or verb.startswith("swift"):
        done = await fight(world, unit, verb, rest, how)
    else:
        done = await _deed(world, unit, verb, rest, how)
    release(world, unit)
    for halted, _ in world.each(Halted):  # AURA-GEAR-7: once the way is paid for
        braced(world, halted)
    if beat(world).withdrawn and not answering:
        return False
    if not answering:
        await _responses(world)
    if done:
        await _close(world, unit, before)
    return done


def _responding(world: World) -> Respond:
    async def respond(unit: int, key: str) -> None:
        await act(world, unit, key, answering=True)

    return respond


async def _responses(world: World) -> None:
    """AURA-INIT-4 and HOUSE-34, by setting: what was won at the declaration happens together with the action."""
    pending = beat(world).pending
    mark(world, pending=())
    for unit, key in pending:
        kept, awake = world.find(unit, Answer), conscious(world, unit)
        release(world, unit)
        if kept is not None and not awake:
            await _last(world, unit, kept)
        elif awake and (kept is not None or key.startswith("turn_to") or possible(world, unit, key)):
            await act(world, unit, key, answering=True)
        else:
            world.emit(Blocked(unit, "response_gone", "AURA-INIT-4"))
        world.drop(unit, Answer)


async def _last(world: World, unit: int, kept: Answer) -> None:
    """The attack of somebody who has fallen in the same moment."""
    attack, known = kept.attack, kept.known
    if world.find(attack.target, Position) is None:
        return
    world.emit(Attacked(unit, attack.target, kept.verb, rule="AURA-INIT-4"))
    if isinstance(attack, Blow) and isinstance(known, Facts):
        await last_blow(world, attack, known)
    elif isinstance(attack, Shot) and isinstance(known, Aim):
        await loose(world, attack, known)
    elif isinstance(attack, Cast):
        await cast(world, attack, None, known if isinstance(known, Aim) else None)
    pay(world, unit, kept.price, "AURA-INIT-4")
    mark(world, struck=(*beat(world).struck, attack.target))


async def act_together(world: World, chosen: list[tuple[int, str]]) -> None:
    """AURA-FLOOR-14: several movements begun at the same moment; one Initiative roll counts against all of them."""
    strokes, waiting, about = list[Stroke](), dict(chosen), None
    for unit, key in chosen:
        stroke = _stroke(world, unit, key)
        verb, _, rest = key.partition(" ")
        event = Used(unit, verb, "action", stroke.targets, rule="AURA-FLOOR-14")
        world.emit(event)
        world.put(unit, Joined(way_of(world, unit, verb, rest)))
        strokes.append(stroke)
        about = event if about is None or stroke.targets or not about.targets else about
    assert about is not None
    for stroke in strokes:
        victims = (stroke.actor, *stroke.targets)
        melee = waiting[stroke.actor].partition(" ")[0] in BLOWS
        await window(world, Moment("declared", stroke.actor, stroke.targets, victims, melee=melee), about)

    async def go(unit: int) -> None:
        key = waiting.pop(unit, "")
        if key and not out(world, unit) and possible(world, unit, key):
            await act(world, unit, key)

    await challenge(world, strokes, about, _responding(world), ahead=go)
    for unit, _ in chosen:
        await go(unit)
    for unit, _ in chosen:
        world.drop(unit, Joined)


def _stroke(world: World, unit: int, key: str) -> Stroke:
    """What others may break in on of an action that is done with others'."""
    target = aimed_at(world, key)
    return Stroke(unit, () if target is None else (target,), movement=key.partition(" ")[0] in MOVES)


def aimed_at(world: World, key: str) -> int | None:
    """AURA-MOVE-22: at whom an attack is aimed; None for whatever is no attack."""
    verb, _, rest = key.partition(" ")
    spell = verb.removesuffix("_gesture")
    casts = spell in sheet_of(world).spells and attacks(world, spell)
    found = casts or verb in BLOWS or verb in SHOTS or verb == "charge" or verb.startswith("swift")
    return int(rest.split()[0]) if found else None


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


# Everything else


async def _deed(world: World, unit: int, verb: str, rest: str, how: How) -> bool:
    """Actions that take a moment: posture, guard, breath, hands, doors."""
    price = deed_price(world, unit, verb, rest)
    if verb != "break_door":
        forget_heading(world, unit)
    if verb == "load":
        begin_loading(world, unit, rest)
    about = Used(unit, verb, "action", rule=DEEDS[verb].rule)
    world.emit(about)
    if await declared(world, unit, price, about, how, movement=verb == "climb"):
        end_loading(world, unit)
        return True
    release(world, unit)
    if out(world, unit) or not possible(world, unit, f"{verb} {rest}".strip()):
        settle(world, unit, Price(min(1, price.energy)), "AURA-INC-2")
        end_loading(world, unit)
        return True
    reserve(world, unit, price)
    await DEEDS[verb].do(world, unit, rest)
    settle(world, unit, price, DEEDS[verb].rule)
    forget_heading(world, unit)
    if DEEDS[verb].agile and not (verb == "load" and price.energy >= 3):  # AURA-ACT-1
        await agile(world, unit, price.energy)
    end_loading(world, unit)
    return True
