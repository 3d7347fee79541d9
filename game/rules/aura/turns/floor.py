"""The floor: sides begin one action after the other until nobody wants to (AURA-FLOOR-1 to 14); acts beside it."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Side, changed
from game.kernel.ecs import World, derived
from game.kernel.events import Opened, TurnBegan, TurnEnded, Used
from game.kernel.flow import Action
from game.rules import asking
from game.rules.asking import ask, choose, invite, perform
from game.rules.aura.budget import set_beat, set_spent
from game.rules.aura.campaign.rest import aftermath
from game.rules.aura.checks.numbers import longest_reach
from game.rules.aura.checks.rolls import initiative
from game.rules.aura.harm.ground import part
from game.rules.aura.house import house
from game.rules.aura.position.facing import look, notice, turn
from game.rules.aura.position.sight import sees
from game.rules.aura.position.space import distance, faces, foes, others
from game.rules.aura.state import Body, Orders, Watch, beat, conscious, spent
from game.rules.aura.turns.acts import act, together
from game.rules.aura.turns.challenges import ABLE, able
from game.rules.aura.turns.rounds import begin_round, by_sides, end_round, outcome, side_of, sides_after, surprise
from game.rules.aura.verbs.deeds import Deed
from game.rules.deploying import deploy
from game.rules.verbs import Perform
from game.systems.clock import go
from game.systems.conditions import holds
from game.systems.field import PLACES, board_of, standing, team, teams


async def step(world: World) -> None:
    """One choice with everything that follows from it."""
    match world.get(FIELD, Clock).phase:
        case "deploy":
            await deploy(world)
        case "opening":
            await _open(world)
        case "floor":
            await _floor(world)
        case _:
            await choose(world)


# The opening


async def _open(world: World) -> None:
    """AURA-FLOOR-2: the unsurprised before the surprised, then by Initiative."""
    for side in _caught(world):
        surprise(world, side)
    every = [side for side, _ in world.each(Side)]
    sides = [side for side in every if side not in beat(world).surprised] or every
    first = beat(world).opener or (sides[0] if len(sides) == 1 else await _contest(world, sides))
    world.emit(Opened(first, "AURA-FLOOR-2"))
    set_beat(world, holder=first, opener=first)
    look(world)
    await begin_round(world, 1)
    for side in beat(world).surprised:
        surprise(world, side)
    _settle_floor(world, first)


def _caught(world: World) -> list[int]:
    """AURA-SURP-1: by setting, or with stealth whoever is seen and sees nobody."""
    found = [side for side, entry in world.each(Side) if entry.name in house(world).surprised_sides]

    def blind(side: int) -> bool:
        own = (unit for unit in standing(world) if side_of(world, unit) == side)
        pairs = [(unit, foe) for unit in own for foe in foes(world, unit)]
        seen = any(sees(world, foe, unit) for unit, foe in pairs)
        return seen and not any(sees(world, unit, foe) for unit, foe in pairs)

    if house(world).stealth:
        found += [side for side, _ in world.each(Side) if side not in found and blind(side)]
    return found


async def _contest(world: World, sides: list[int]) -> int:
    """Each side's best Initiative; ties are thrown again up to three times, then the lower side."""
    left = sides
    for _ in range(4):
        rolled = {}
        for side in left:
            own = [unit for unit in standing(world) if side_of(world, unit) == side and conscious(world, unit)]
            best = max(own, key=lambda unit: (world.get(unit, Body).initiative, -unit), default=None)
            rolled[side] = await initiative(world, best, "AURA-FLOOR-2", opening=True) if best else 0
        most = max(rolled.values())
        left = [side for side in left if rolled[side] == most]
        if len(left) == 1:
            break
    return left[0]


# Who holds the floor


@derived(ABLE)
def able_units(world: World, side: int) -> list[int]:
    """AURA-FLOOR-4: the side's units that can begin something."""
    return [unit for unit in _own(world, side) if able(world, unit)]


@derived(ABLE)
def _any_able(world: World, side: int) -> bool:
    """Whether there is any."""
    return any(able(world, unit) for unit in _own(world, side))


@derived(PLACES)
def _own(world: World, side: int) -> list[int]:
    """The side's units that stand."""
    return [unit for unit in standing(world) if side_of(world, unit) == side]


def able_sides(world: World) -> list[int]:
    """AURA-FLOOR-4, in roster order."""
    return [side for side, _ in world.each(Side) if _any_able(world, side)]


def _settle_floor(world: World, wanted: int, **fields: object) -> None:
    """Give the floor to a side, or to the next after it that can use it; nobody: the Round ends.

    Other fields of the beat are changed on the way.
    """
    sides = [wanted, *(side for side in sides_after(world, wanted) if side != wanted)]
    holder = next((side for side in sides if _any_able(world, side)), 0)
    barred = beat(world).barred
    if holder and barred:  # AURA-FLOOR-6: whoever was attacked by somebody has had its chance to answer, or cannot
        others = [side for side in able_sides(world) if side != holder]
        barred = tuple(pair for pair in barred if side_of(world, pair[1]) in others)
    set_beat(world, holder=holder, barred=barred, **fields)


async def _floor(world: World) -> None:
    """AURA-FLOOR-1 and 3: the side that holds the floor takes up a unit, or waits."""
    holder = beat(world).holder
    units = able_units(world, holder) if holder else []
    if not units:
        await _end_of_round(world)
    elif len(units) == 1:
        go(world, "turn", active=units[0])
    else:
        await asking.perform(world, holder, "floor", await ask(world, holder, "floor"))


async def use(world: World, side: int, action: Action) -> None:
    """AURA-FLOOR-3: the unit is taken up."""
    go(world, "turn", active=action.target)


def may_join(world: World, side: int) -> bool:
    """AURA-FLOOR-14: whether several may begin in one beat; not again where nobody did."""
    return house(world).joint_actions != "off" and side not in beat(world).looked


async def join(world: World, side: int, action: Action) -> None:
    """AURA-FLOOR-14."""
    if await together(world, side, able_units(world, side)):
        await _end_beat(world, side)


def begun_by(deed: Deed) -> Perform:
    """AURA-FLOOR-3 and 5: an action of the unit that was taken up uses up the beat, unless it is taken back."""

    async def perform(world: World, unit: int, action: Action) -> None:
        side = side_of(world, unit)
        world.emit(TurnBegan(unit, "", "AURA-FLOOR-3"))
        if await act(world, unit, action, deed.do):
            await _end_beat(world, side)
        elif beat(world).withdrawn:
            await wait(world, side)
        else:
            set_beat(world, busy=True)

    return perform


async def put_back(world: World, unit: int, action: Action) -> None:
    """AURA-FLOOR-3: another unit is to be taken up."""
    set_beat(world, looked=(*beat(world).looked, unit))
    go(world, "floor", active=None)


# Free acts


def freely(do: Perform) -> Perform:
    """AURA-FLOOR-3: what does not use up the beat."""

    async def perform(world: World, unit: int, action: Action) -> None:
        set_beat(world, busy=True)
        await do(world, unit, action)

    return perform


# Passing on


async def wait(world: World, side: int, action: Action | None = None) -> None:
    """AURA-FLOOR-7 and ROUND-8: not binding; when those who could act have all waited in succession, the Round ends."""
    world.emit(Used(side, "waits", "free", rule="AURA-FLOOR-7"))
    now, sides = beat(world), able_sides(world)
    waited = (*(other for other in now.waited if other != side), side)
    set_beat(world, waited=waited)
    waiting, most = sum(other in waited for other in sides), house(world).round_end == "majority_wait"
    if 2 * waiting > len(sides) if most else waiting == len(sides):
        await _end_of_round(world)
    else:
        _pass_on(world, now.resume or sides_after(world, side)[0])


async def _end_beat(world: World, side: int) -> None:
    """AURA-FLOOR-5: after an action the floor passes on; whoever was attacked out of turn answers first."""
    unit = world.get(FIELD, Clock).active
    settle(world)
    now = beat(world)
    after = next((other for other in sides_after(world, side) if _any_able(world, other)), side)
    own = world.get(side, Side).team
    struck = next((side_of(world, target) for target in now.struck if team(world, target) != own), 0)
    set_beat(world, waited=(), last=side, struck=())
    await _facing_window(world, after)
    if unit is not None:
        world.emit(TurnEnded(unit, "AURA-FLOOR-5"))
    if outcome(world) is not None:
        await aftermath(world)
        return
    if now.resume:
        set_beat(world, resume=0)
        _pass_on(world, now.resume)
    elif struck and struck not in (side, after) and _any_able(world, struck):
        _pass_on(world, struck)
        set_beat(world, resume=after)
    else:
        _pass_on(world, after)


def settle(world: World) -> None:
    """What follows whatever happens in a beat."""
    part(world)
    look(world)
    notice(world)


def _pass_on(world: World, side: int) -> None:
    for unit in standing(world):
        done = spent(world, unit)
        if done.looked or done.turned:
            set_spent(world, unit, looked=False, turned=False)
    go(world, "floor", active=None, turn=world.get(FIELD, Clock).turn + 1)
    fresh = {"stirred": (), "declined": (), "asked": (), "looked": (), "busy": False, "withdrawn": False, "resume": 0}
    _settle_floor(world, side, **fresh)


async def _end_of_round(world: World) -> None:
    """AURA-ROUND-8, FLOOR-2: a new Round; the side after the one that acted last opens it."""
    now = beat(world)
    end_round(world)
    if outcome(world) is not None:
        await aftermath(world)
        return
    opener = sides_after(world, now.last or now.opener)[0]
    set_beat(world, opener=opener, last=0)
    await begin_round(world, world.get(FIELD, Clock).round + 1)
    look(world)
    if outcome(world) is None:
        _settle_floor(world, opener)
    else:
        await aftermath(world)


# Facing


async def _facing_window(world: World, first: int) -> None:
    """AURA-FLOOR-9: those whom the beat left with an enemy near at their backs may turn to it."""
    fights_for, up = teams(world), standing(world)
    stirred = [each for each in sorted(set(beat(world).stirred)) if each in up and conscious(world, each)]
    if not stirred:
        return
    acted = {fights_for[each] for each in stirred}
    for unit in by_sides(world, first):
        if acted == {fights_for[unit]}:
            continue
        behind = [each for each in stirred if _in_reach(world, unit, each) and _behind(world, unit, each)]
        option = await invite(world, unit, "turn_around", [Action("focus", each) for each in behind])
        if option is not None:
            turn(world, unit, option.action)


def _behind(world: World, unit: int, actor: int) -> bool:
    """Whether a unit could turn to an enemy near it that it does not face."""
    if team(world, unit) == team(world, actor) or not conscious(world, unit):
        return False
    stuck = holds(world, unit, "bound") or world.get(unit, Watch).focus == actor
    return not stuck and not faces(world, unit, actor) and sees(world, unit, actor)


def _in_reach(world: World, unit: int, actor: int) -> bool:
    """Whether either reaches the other."""
    return distance(world, actor, unit) <= max(longest_reach(world, unit), longest_reach(world, actor))


async def look_about(world: World, unit: int, action: Action) -> None:
    """AURA-FLOOR-9 and FACE-6: turn the unit, and comrades that can begin nothing more and so are not taken up."""
    set_spent(world, unit, turned=True)
    side = side_of(world, unit)
    able_now = able_units(world, side)
    own = [other for other in standing(world) if side_of(world, other) == side and other not in able_now]
    for _ in range(12):
        idle = (other for other in own if conscious(world, other) and may_turn(world, other))
        mates = [Action("mate", other, how=("for another",)) for other in idle]
        option = await invite(world, unit, "facing", [*directions(world, unit), *mates])
        if option is None:
            return
        if not option.action.how:
            turn(world, unit, option.action)
            return
        mate = option.action.target
        set_spent(world, mate, turned=True)
        chosen = await invite(world, mate, "facing", directions(world, mate), rule="AURA-FLOOR-9")
        if chosen is not None:
            turn(world, mate, chosen.action)


def directions(world: World, unit: int) -> list[Action]:
    """AURA-FACE-6: on whom to keep an eye, or where to look."""
    seen = [Action("focus", foe) for foe in others(world, unit) if sees(world, unit, foe)]
    return [*seen, *(Action("face", numbers=(d,)) for d in range(board_of(world).grid.directions))]


def may_turn(world: World, unit: int) -> bool:
    """AURA-FACE-2 and 8: once in a beat, unless it is bound."""
    return not spent(world, unit).turned and not holds(world, unit, "bound")


async def give_orders(world: World, unit: int, action: Action) -> None:
    """AURA-FLOOR-11: standing orders, one after the other until all are as wished."""
    set_spent(world, unit, looked=True)
    for _ in range(12):
        now = world.get(unit, Orders)
        found = [
            Action(name, what=value)
            for name in Orders.__struct_fields__
            for value in ("ask", "never", *_MORE.get(name, ()))
            if value != getattr(now, name)
        ]  # and whether it offers a defence (ATK-12)
        found.append(Action("guard_up" if holds(world, unit, "held_back") else "guard_down"))
        option = await invite(world, unit, "orders", found)
        if option is None:
            return
        await perform(world, unit, "orders", option)


_MORE = {  # orders that know a third way
    "agile": ("near",),
    **dict.fromkeys(("swift", "challenge_attacked", "challenge_ally", "challenge_approach"), ("always",)),
}


async def set_order(world: World, unit: int, action: Action) -> None:
    """AURA-FLOOR-11: one order is another from now on."""
    world.put(unit, changed(world.get(unit, Orders), **{action.verb: action.what}))
