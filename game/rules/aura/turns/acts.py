"""What a chosen action does, from its declaration to its end (AURA-FLOOR-8)."""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.events import Attacked, Blocked, Used
from game.kernel.flow import Action, Option
from game.rules.asking import ask, fulfil, invite
from game.rules.aura.budget import Price, pay, release, reserve, set_beat
from game.rules.aura.harm.conditions import lift
from game.rules.aura.harm.dying import collapse
from game.rules.aura.harm.ground import braced
from game.rules.aura.house import house
from game.rules.aura.state import Halted, beat, conscious
from game.rules.aura.turns.challenges import Stroke, challenge, possible, primary
from game.rules.aura.turns.windows import out, unguarded, window
from game.rules.aura.verbs.deeds import Deed, Doing, Joined, Part
from game.rules.aura.verbs.fights import carry_on
from game.rules.aura.verbs.plans import Answer, aimed_at, forget_answer
from game.rules.aura.verbs.shots import Aim, Cast, Shot, cast, loose
from game.rules.aura.verbs.strikes import Blow, Facts, resolve
from game.rules.aura.verbs.targets import Moment
from game.rules.offering import options
from game.rules.verbs import Perform, price_for, question_of


async def act(world: World, unit: int, action: Action, do: Doing, part: Part = "acts") -> bool:
    """One primary action; whether it was begun, and not taken back for nothing."""
    stir(world, unit)
    before = unguarded(world)
    begun = await do(world, unit, action, part) is not False
    release(world, unit)
    for halted, _ in world.each(Halted):  # AURA-GEAR-7: once the way is paid for
        braced(world, halted)
    if beat(world).withdrawn and part == "acts":
        return False
    if part == "acts":
        await _responses(world)
    if not begun:
        return False
    collapse(world, unit)  # W-cond and W-end: the end of an action; whoever paid with the last Stamina falls
    fresh = tuple(each for each in unguarded(world) if each not in before)
    if fresh:
        await window(world, Moment("unguarded", unit, (), fresh))
    if world.find(unit, Position) is not None:
        await window(world, Moment("end", unit, (), (unit,)))
    return True


def stir(world: World, unit: int) -> None:
    """A unit does something: it does not offer itself any more, and others may turn to it (AURA-FLOOR-9)."""
    lift(world, unit, "held_back", "AURA-HOUSE-7")
    set_beat(world, stirred=(*beat(world).stirred, unit))


async def _responses(world: World) -> None:
    """AURA-INIT-4 and HOUSE-34, by setting: what was won at the declaration happens together with the action."""
    pending = beat(world).pending
    if not pending:
        return
    set_beat(world, pending=())
    for unit, action in pending:
        kept = world.find(unit, Answer)
        release(world, unit)
        if kept is not None and not conscious(world, unit):
            await _last(world, unit, kept)
        elif kept is not None or (conscious(world, unit) and possible(world, unit, action)):
            await fulfil(world, unit, "response", action)
        else:
            world.emit(Blocked(unit, "response_gone", "AURA-INIT-4"))
        forget_answer(world, unit)


async def _last(world: World, unit: int, kept: Answer) -> None:
    """The attack of somebody who has fallen in the same moment."""
    attack, known = kept.attack, kept.known
    if world.find(attack.target, Position) is None:
        return
    world.emit(Attacked(unit, attack.target, kept.verb, rule="AURA-INIT-4", ranged=not isinstance(attack, Blow)))
    if isinstance(attack, Blow) and isinstance(known, Facts):
        await carry_on(world, attack, known, await resolve(world, attack, known), None)
    elif isinstance(attack, Shot) and isinstance(known, Aim):
        await loose(world, attack, known)
    elif isinstance(attack, Cast):
        await cast(world, attack, None, known if isinstance(known, Aim) else None)
    pay(world, unit, kept.price, "AURA-INIT-4")
    set_beat(world, struck=(*beat(world).struck, attack.target))


async def act_together(world: World, chosen: Sequence[tuple[int, Action]]) -> None:
    """AURA-FLOOR-14 and 8: several movements begun at once, their prices kept from then on; one roll against all."""
    waiting, about = dict(chosen), None
    strokes: list[Stroke] = []
    for unit, action in chosen:
        target = aimed_at(world, action)
        event = world.emit(Used(unit, action.verb, "action", () if target is None else (target,), rule="AURA-FLOOR-14"))
        price = _price(world, unit, action)
        await fulfil(world, unit, "joint_move", action)
        reserve(world, unit, price)
        strokes.append(Stroke(unit, event.targets, world.get(unit, Joined).movement))
        about = event if about is None or event.targets or not about.targets else about
    assert about is not None
    for actor, aims in ((stroke.actor, stroke.targets) for stroke in strokes):
        melee = "blow" in waiting[actor].how and "swift" not in waiting[actor].how
        await window(world, Moment("declared", actor, aims, (actor, *aims), melee=melee), about)

    async def go(unit: int) -> None:
        action = waiting.pop(unit, None)
        release(world, unit)
        if action is not None and not out(world, unit) and possible(world, unit, action):
            await fulfil(world, unit, "joint_move", action)

    await challenge(world, strokes, about, ahead=go)
    for unit, _ in chosen:
        await go(unit)
    for unit, _ in chosen:
        world.drop(unit, Joined)


def _price(world: World, unit: int, action: Action) -> Price:
    verb = question_of(world, "joint_move").verbs[action.verb]
    if verb.ways is None:
        return Price(**dict(price_for(world, unit, verb, action)))
    return next(Price(**dict(price)) for price, cells in verb.ways(world, unit) if cells >> action.there & 1)


def answered_by(deed: Deed) -> Perform:
    """AURA-INIT-4: done in answer to another's action."""

    async def perform(world: World, unit: int, action: Action) -> None:
        await act(world, unit, action, deed.do, "answers")

    return perform


def joined_by(deed: Deed) -> Perform:
    """AURA-FLOOR-14: declared first, with the way that it takes, and done once all have declared theirs."""

    async def perform(world: World, unit: int, action: Action) -> None:
        if world.has(unit, Joined):
            await act(world, unit, action, deed.do)
        else:
            way = None if deed.way is None else deed.way(world, unit, action)
            world.put(unit, Joined(way, movement=deed.moves))

    return perform


MOVES = ("crawl", "quick_run", "run", "shift", "shift_agile", "sprint")


async def together(world: World, side: int, units: list[int]) -> bool:
    """AURA-FLOOR-14: some of the side's units move in the same beat; whether any did.

    Each is asked once: to let one stay and take it up again might go on for ever.
    """
    chosen: dict[int, Action] = {}
    left = [*units]
    while left:
        others = [Action("with", unit) for unit in left]
        option = await ask(world, side, "joint", [*others, Action("go" if chosen else "stay")])
        if option.role != "act":
            break
        unit, attacked = option.action.target, any(aimed_at(world, each) is not None for each in chosen.values())
        left.remove(unit)
        move = await invite(world, unit, "joint_move", _moves(world, unit, attacked=attacked))
        if move is not None:
            chosen[unit] = move.action
    if not chosen:
        set_beat(world, looked=(*beat(world).looked, side))
        return False
    await act_together(world, sorted(chosen.items()))
    return True


def _moves(world: World, unit: int, *, attacked: bool) -> list[Option]:
    """AURA-FLOOR-14: what one of several may do; attacks stay one for each beat."""
    if house(world).joint_actions != "any":
        return options(world, unit, "turn", *MOVES)
    found = options(world, unit, "turn", *primary(world))
    return [option for option in found if not attacked or aimed_at(world, option.action) is None]
