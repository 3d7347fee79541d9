"""Whether a unit can begin anything; Initiative: breaking in on somebody's action with its own (AURA-INIT-1 to 13)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from msgspec import Struct

from game.kernel.components import Facing, Lying, Pools, Position
from game.kernel.ecs import World, derived, derived_of
from game.kernel.events import Blocked, Event, Used
from game.kernel.flow import Action, Option
from game.rules.asking import invite, perform
from game.rules.aura.budget import energy_at_hand, reserve, set_beat
from game.rules.aura.checks.numbers import longest_reach
from game.rules.aura.checks.rolls import initiative, may_roll_initiative
from game.rules.aura.house import house
from game.rules.aura.position.sight import aware
from game.rules.aura.position.space import distance, faces
from game.rules.aura.state import MEANS, PLACED, Body, Drained, Holding, Orders, Ready, Reserved, Spent, beat, conscious
from game.rules.aura.turns.rounds import order
from game.rules.aura.verbs.plans import bettered, keep_answer
from game.rules.aura.verbs.steps import may_pay_shift, shift_cells
from game.rules.offering import offered, options
from game.rules.verbs import question_of
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of, team, teams

ABLE = frozenset({*PLACED, Pools, Reserved, Spent, Ready, Drained})  # kinds that decide whether anything can be begun
_OFFERED = ABLE | {Holding, Facing, Lying}  # and what


def memo(world: World, unit: int) -> tuple[object, frozenset[type]]:
    """What all that a unit may do depends on (AURA-ECON-16)."""
    return beat(world).barred, _OFFERED


def able(world: World, unit: int) -> bool:
    """AURA-FLOOR-4: whether a unit has a legal primary action."""
    means = _means(world, unit)
    if means.energy:  # to lie down or to kneel up can always be paid with one
        return True
    if means.shift and shift_cells(world, unit):
        return True
    return (means.more or bool(board_of(world).exits & cells_of(world, unit))) and _able(world, unit)


class _Means(NamedTuple):
    """What a unit has to begin something with: Energy, Agility for a Shift, or anything that needs a closer look."""

    energy: bool
    shift: bool
    more: bool


@derived_of(MEANS)
def _means(world: World, unit: int) -> _Means:
    energy, bound = energy_at_hand(world, unit) >= 1, holds(world, unit, "bound")
    free = any(not price for _, price in world.get(unit, Ready).access)
    return _Means(energy and not bound, not energy and may_pay_shift(world, unit), energy or free)


@derived(ABLE)
def _able(world: World, unit: int) -> bool:
    if energy_at_hand(world, unit) >= 1:
        return bool(options(world, unit, "turn", *primary(world)))
    # Without Energy there are a Shift for Agility, the way out, and things that are at hand for nothing.
    free = any(not energy for _, energy in world.get(unit, Ready).access)
    things = ("load", "equip", "stow", "pick_up") if free else ()
    way_out = ("leave",) if board_of(world).exits & cells_of(world, unit) else ()
    return any(options(world, unit, "turn", verb) for verb in (*way_out, *things))


def primary(world: World) -> tuple[str, ...]:
    """The verbs of primary actions: what several units could do in one beat."""
    verbs = question_of(world, "joint_move").verbs
    return tuple(name for name, verb in verbs.items() if verb.role == "act")


def possible(world: World, unit: int, action: Action) -> bool:
    """Whether a unit may begin just that now; a free turn may always be made."""
    if action.verb not in question_of(world, "turn").verbs:
        return True
    return offered(world, unit, "turn", action)


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
        for unit in winners:  # AURA-INIT-4, FLOOR-8: an attack that answers is what it is now, its price kept for it
            kept = await keep_answer(world, unit, wanted[unit].action)
            if kept is not None:
                reserve(world, unit, bettered(world, kept.attack, kept.price))
        return True
    for unit in winners:
        for stroke in strokes:
            if ahead is not None and not _beats(world, rolled[unit], against[stroke.actor]):
                await ahead(stroke.actor)
        await _respond(world, unit, wanted[unit])
    return True


async def _named(
    world: World, strokes: Sequence[Stroke], about: Event, only: tuple[int, ...] | None
) -> dict[int, Option]:
    """AURA-INIT-1: who challenges, and with what response."""
    targets = tuple(target for stroke in strokes for target in stroke.targets)
    wanted: dict[int, Option] = {}
    if not targets and not _wary(world):
        return wanted  # mostly, and soonest told
    for unit in order(world, targets):
        if only is not None and unit not in only:
            continue
        question = _question(world, unit, strokes)  # AURA-INIT-1: and there is something that it could answer with
        if not question or not (able(world, unit) or any(_may_turn(world, unit, each.actor) for each in strokes)):
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
    fights_for = teams(world)
    own, order = fights_for[unit], world.get(unit, Orders)
    targets = [target for stroke in strokes for target in stroke.targets]
    if unit in targets:
        name, wish = "challenge_attacked", order.challenge_attacked
    elif any(fights_for[target] == own for target in targets):
        name, wish = "challenge_ally", order.challenge_ally
    else:
        name, wish = "challenge_approach", order.challenge_approach
    if wish == "never" or any(fights_for[stroke.actor] == own for stroke in strokes):
        return ""
    if not may_roll_initiative(world, unit) or not conscious(world, unit) or unit in beat(world).asked:
        return ""
    return name if any(aware(world, unit, stroke.actor) for stroke in strokes) else ""


def _may_turn(world: World, unit: int, actor: int) -> bool:
    return world.find(actor, Position) is not None and not faces(world, unit, actor)


def responses(world: World, unit: int, strokes: Sequence[Stroke]) -> list[Option | Action]:
    """AURA-INIT-12: exactly one action, or a free turn."""
    found: list[Option | Action] = [*world.derive(("responses", unit), _acts, (), unit)]
    actors = dict.fromkeys(stroke.actor for stroke in strokes)
    return found + [Action("turn_to", actor) for actor in actors if _may_turn(world, unit, actor)]


def _acts(world: World, unit: int) -> list[Option]:
    """The actions; kept, for whoever tries out what comes of an answer comes by here each time."""
    own = question_of(world, "turn").verbs
    return options(world, unit, "turn", *(name for name in question_of(world, "response").verbs if name in own))


async def _defends(world: World, actor: int) -> int | None:
    """AURA-INIT-6 and 7: the actor's roll; None if it has had its own, or keeps it."""
    may = may_roll_initiative(world, actor) and conscious(world, actor)
    if not may or await invite(world, actor, "challenged", [Action("roll")]) is None:
        return None
    return await initiative(world, actor, "AURA-INIT-2")


def _beats(world: World, rolled: int, found: int | None) -> bool:
    """AURA-INIT-2 and 3."""
    return found is None or rolled > found or (rolled == found and house(world).initiative_tie == "challenger")


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


@derived((Orders,))
def _wary(world: World) -> list[int]:
    """Whoever may be asked on approach."""
    return [unit for unit, orders in world.each(Orders) if orders.challenge_approach != "never"]


def gaps(world: World, mover: int) -> dict[int, int]:
    """Metres from everybody who may be asked on approach to a mover; 999 for those who do not see it."""
    wary = (unit for unit in _wary(world) if world.has(unit, Position))
    awake = (unit for unit in wary if conscious(world, unit) and team(world, unit) != team(world, mover))
    return {unit: distance(world, unit, mover) if aware(world, unit, mover) else 999 for unit in awake}
