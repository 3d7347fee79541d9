"""Initiative: breaking in on somebody's action with one of your own (AURA-INIT-1 to 13)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct

from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.events import Blocked, Event, Used
from game.kernel.flow import Action, Option
from game.rules.asking import invite, perform
from game.rules.aura.budget import reserve, set_beat
from game.rules.aura.checks.numbers import longest_reach
from game.rules.aura.checks.rolls import initiative, may_roll_initiative
from game.rules.aura.house import house
from game.rules.aura.position.sight import aware
from game.rules.aura.position.space import distance, faces
from game.rules.aura.state import Body, Orders, beat, conscious
from game.rules.aura.turns.able import able, possible
from game.rules.aura.turns.swift import order
from game.rules.aura.verbs.plans import bettered, keep_answer
from game.rules.offering import options
from game.rules.verbs import question_of
from game.systems.field import team

Ahead = Callable[[int], Awaitable[None]]  # one of several actors does what it declared


class Stroke(Struct, frozen=True):
    """An action that can be broken in on: who acts, at whom, and whether it is a movement."""

    actor: int
    targets: tuple[int, ...] = ()
    movement: bool = False


async def challenge(
    world: World,
    strokes: Sequence[Stroke],
    about: Event,
    *,
    only: tuple[int, ...] | None = None,
    ahead: Ahead | None = None,
) -> bool:
    """AURA-INIT-1 to 9: all name what they would do, then all roll; winners act in order. Whether anybody challenged.

    With several strokes one roll counts against each of their actors (INIT-8): whoever beats one of them comes before
    it, and `ahead` lets those go first whom it does not beat. `only` limits who may challenge.
    """
    wanted = await _named(world, strokes, about, only)
    if not wanted:
        return False
    for unit, wish in wanted.items():  # everybody hears what a challenger would do before any die falls
        targets = () if wish.unit is None else (wish.unit,)
        world.emit(Used(unit, wish.verb, "declared", targets, wish.cell, "AURA-INIT-1"))
    set_beat(world, challengers=tuple(wanted))
    against = {stroke.actor: await _defends(world, stroke.actor) for stroke in strokes}
    set_beat(world, challengers=())
    rolled = {unit: await initiative(world, unit, "AURA-INIT-1") for unit in wanted}
    winners = [unit for unit in wanted if any(_beats(world, rolled[unit], found) for found in against.values())]
    for unit in wanted:
        if unit not in winners:
            world.emit(Blocked(unit, "challenge_lost", "AURA-INIT-5"))
    winners.sort(key=lambda unit: (-rolled[unit], -world.get(unit, Body).initiative, unit))  # INIT-9
    if house(world).initiative_resolution == "simultaneous":
        set_beat(world, pending=(*beat(world).pending, *((unit, wanted[unit].action) for unit in winners)))
        for unit in winners:
            await _prepare(world, unit, wanted[unit].action)
        return True
    for unit in winners:
        for stroke in strokes:
            if ahead is not None and not _beats(world, rolled[unit], against[stroke.actor]):
                await ahead(stroke.actor)
        await _respond(world, unit, wanted[unit])
    return True


async def _prepare(world: World, unit: int, action: Action) -> None:
    """AURA-INIT-4 and FLOOR-8, by setting: an attack that answers is what it is now, and its price is kept for it."""
    found = await keep_answer(world, unit, action)
    if found is not None:
        reserve(world, unit, bettered(world, found.attack, found.price))


async def _named(
    world: World, strokes: Sequence[Stroke], about: Event, only: tuple[int, ...] | None
) -> dict[int, Option]:
    """AURA-INIT-1: who challenges, and with what response."""
    targets = tuple(target for stroke in strokes for target in stroke.targets)
    wanted: dict[int, Option] = {}
    for unit in order(world, targets):
        if only is not None and unit not in only:
            continue
        question = _question(world, unit, strokes)
        if not question or not _can_respond(world, unit, strokes):
            continue
        if not all(stroke.movement for stroke in strokes):  # a mover may be challenged again where it comes near
            set_beat(world, asked=(*beat(world).asked, unit))
        asks = getattr(world.get(unit, Orders), question) != "always"
        if asks and await invite(world, unit, question, [Action("interrupt")], about=about) is None:
            continue
        option = await invite(world, unit, "response", responses(world, unit, strokes), about=about)
        if option is not None:
            wanted[unit] = option
    return wanted


def _question(world: World, unit: int, strokes: Sequence[Stroke]) -> str:
    """Which standing order it is about; empty for whoever may not challenge, or does not want to be asked."""
    if any(team(world, stroke.actor) == team(world, unit) for stroke in strokes):
        return ""
    if not may_roll_initiative(world, unit) or not conscious(world, unit) or unit in beat(world).asked:
        return ""
    targets = [target for stroke in strokes for target in stroke.targets]
    ally = any(team(world, target) == team(world, unit) for target in targets)
    name = f"challenge_{'attacked' if unit in targets else 'ally' if ally else 'approach'}"
    if getattr(world.get(unit, Orders), name) == "never":
        return ""
    return name if any(aware(world, unit, stroke.actor) for stroke in strokes) else ""


def _can_respond(world: World, unit: int, strokes: Sequence[Stroke]) -> bool:
    """AURA-INIT-1: whether there is anything it could answer with."""
    return able(world, unit) or any(_may_turn(world, unit, stroke.actor) for stroke in strokes)


def _may_turn(world: World, unit: int, actor: int) -> bool:
    return world.find(actor, Position) is not None and not faces(world, unit, actor)


def responses(world: World, unit: int, strokes: Sequence[Stroke]) -> list[Option | Action]:
    """AURA-INIT-12: exactly one action, or a free turn."""
    verbs = question_of(world, "response").verbs
    found: list[Option | Action] = [option for option in options(world, unit, "turn") if option.verb in verbs]
    actors = dict.fromkeys(stroke.actor for stroke in strokes)
    return found + [Action("turn_to", actor) for actor in actors if _may_turn(world, unit, actor)]


async def _defends(world: World, actor: int) -> int | None:
    """AURA-INIT-6 and 7: the actor's roll; None if it has had its own, or keeps it."""
    if not may_roll_initiative(world, actor) or not conscious(world, actor):
        return None
    if await invite(world, actor, "challenged", [Action("roll")]) is None:
        return None
    return await initiative(world, actor, "AURA-INIT-2")


def _beats(world: World, rolled: int, found: int | None) -> bool:
    """AURA-INIT-2 and 3."""
    if found is None:
        return True
    return rolled > found or (rolled == found and house(world).initiative_tie == "challenger")


async def _respond(world: World, unit: int, option: Option) -> None:
    """AURA-INIT-4: a winner's response, if it is still possible."""
    if not conscious(world, unit) or not possible(world, unit, option.action):
        world.emit(Blocked(unit, "response_gone", "AURA-INIT-4"))
        return
    world.emit(Used(unit, "breaks_in", "reaction", rule="AURA-INIT-4"))
    await perform(world, unit, "response", option)


def approached(world: World, mover: int, before: dict[int, int]) -> tuple[int, ...]:
    """AURA-INIT-13: who has the mover newly within reach, beside it, or in view; `before` is how far it was."""

    def nearer(unit: int, metres: int) -> bool:
        now, reach = distance(world, unit, mover), longest_reach(world, unit)
        return now <= reach < metres or now <= 1 < metres or (metres >= 999 and aware(world, unit, mover))

    there = [(unit, metres) for unit, metres in before.items() if world.find(unit, Position) is not None]
    return tuple(u for u, metres in there if team(world, u) != team(world, mover) and nearer(u, metres))


def gaps(world: World, mover: int) -> dict[int, int]:
    """Metres from everybody who may be asked on approach to a mover; 999 for those who do not see it."""
    found = {}
    for unit, orders in world.each(Orders):
        if orders.challenge_approach == "never" or not conscious(world, unit) or world.find(unit, Position) is None:
            continue
        if team(world, unit) != team(world, mover):
            found[unit] = distance(world, unit, mover) if aware(world, unit, mover) else 999
    return found
