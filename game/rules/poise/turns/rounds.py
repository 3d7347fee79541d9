"""Whose turn it is: the opening, "most affected acts next", and the end of a round: the only writer of `Acted`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.kernel.components import FIELD, Clock, Down, Pools, Position, Side, Unit
from game.kernel.ecs import World
from game.kernel.events import Opened, RoundBegan, RoundEnded, TurnBegan, TurnEnded, Used
from game.kernel.flow import Action
from game.rules.asking import ask, choose, invite
from game.rules.deploying import deploy
from game.rules.objectives import announce, end_of_round, on_points, verdict
from game.rules.poise.budget import candidates, reset_uses, start_turn, turn
from game.rules.poise.harm.conditions import soak
from game.rules.poise.harm.defeat import collapse
from game.rules.poise.position.space import METRIC, destinations
from game.rules.poise.riding import unseat
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import Acted, Body, Left, fighters, is_animal
from game.rules.poise.turns.hazards import end_of_turn, start_of_turn, strike_hazards
from game.rules.poise.verbs.walking import unburden
from game.rules.ruleset import Outcome
from game.rules.throwing import throw_dice
from game.systems.clock import clock, go
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of, round_limit, team
from game.systems.movement import place


async def step(world: World) -> None:
    """Ask for one thing, resolve it, move the clock."""
    phase = world.get(FIELD, Clock).phase
    if phase == "deploy":
        await deploy(world)
    elif phase == "opening":
        # INIT-1 and 2: the scenario's first unit, else the contenders' opposed roll
        unit = world.get(FIELD, Acted).last
        told = Opened(unit, "POISE-INIT-1" if unit else "POISE-INIT-2")
        world.emit(told)
        if unit is None:
            # Each side sends somebody; the highest of die + agility opens (POISE-ROLL-4)
            contenders = []
            for side, _ in world.each(Side):
                own = [unit for unit in fighters(world) if world.get(unit, Unit).side == side]
                if own:
                    own.sort(key=lambda unit: (-world.get(unit, Body).agility, unit))
                    option = await ask(world, side, "contender", [Action("send", unit) for unit in own], about=told)
                    contenders.append(option.action.target)
            while len(contenders) > 1:
                contenders = await _roll_off(world, contenders)
            unit = contenders[0]
        world.put(FIELD, Acted())
        world.emit(RoundBegan(1, "POISE-INIT-3"))
        go(world, "turn", round=1, turn=0, active=None)
        _begin_turn(world, unit, "opening", "POISE-INIT-1")
    else:
        await choose(world)
        await settle(world)
    announce(world, outcome(world))


async def settle(world: World) -> None:
    """What follows whatever happens in a step."""
    await unseat(world)
    for unit in bodies(world) if board_of(world).deep else ():  # POISE-WATER-2: whoever swims is wet
        soak(world, unit)
    unburden(world)


def outcome(world: World) -> Outcome | None:
    """POISE-END-1 and 4; objectives first."""
    known = verdict(world)
    if known is not None:
        if known.why == "defeat_all" and any(down.how == "surrendered" for _, down in world.each(Down)):
            return Outcome(known.winners, "given_up", "POISE-END-3")
        return Outcome(known.winners, known.why, "POISE-END-1" if known.why == "defeat_all" else "POISE-DEFEAT-11")
    phase = world.get(FIELD, Clock).phase
    if phase == "truce":
        return Outcome((), "agreed", "POISE-END-3")
    if phase != "time":
        return None
    found = world.each(Unit, Pools)
    left = ((unit, 0 if world.has(unit, Down) else sum(pools.now), sum(pools.base)) for unit, _, pools in found)
    return on_points(world, left, "POISE-END-4")


async def _roll_off(world: World, contenders: list[int]) -> list[int]:
    """One throw each; the best by total and then agility stay in."""
    die = sheet_of(world).numbers.opening_die
    best: dict[int, tuple[int, int]] = {}
    for unit in contenders:
        (face,) = await throw_dice(world, unit, "opening", (die,), "POISE-ROLL-4")
        agility = world.get(unit, Body).agility
        best[unit] = (face + agility, agility)
    return [unit for unit in best if best[unit] == max(best.values())]


async def end_turn(world: World, unit: int, action: Action) -> None:
    """POISE-INIT-4: the turn is over, and somebody else is next, or the round ends."""
    await end_of_turn(world, unit)
    world.emit(TurnEnded(unit, "POISE-ECON-1"))
    world.put(FIELD, Acted((*world.get(FIELD, Acted).units, unit), unit))
    left = candidates(world, unit)
    if verdict(world) is not None:
        return
    if left:
        nearest = most_affected(world, unit, left)
        _begin_turn(world, nearest, why_next(world, nearest), "POISE-INIT-4")
    else:
        await _end_round(world)


def most_affected(world: World, actor: int, candidates: list[int]) -> int:
    """POISE-INIT-5 to 8: targeted by the action, then damage, then closeness, then enemies, agility, number."""
    now, grid = turn(world), board_of(world).grid
    ended = cells_of(world, actor) if world.has(actor, Position) else world.get(actor, Left).cells

    def struck(unit: int) -> tuple[bool, int]:
        return unit not in now.targeted, -now.dealt(unit)

    def closeness(unit: int) -> int:
        return grid.distance_sets(ended, filled[unit], METRIC)

    def rest(unit: int) -> tuple[bool, int, int]:
        return team(world, actor) == team(world, unit), -world.get(unit, Body).agility, unit

    left, filled = candidates, bodies(world)
    if now.targeted or now.damage:
        left = _least(left, struck)
    return min(_least(left, closeness), key=rest)


def _least(units: list[int], mark: Callable[[int], Any]) -> list[int]:
    """Those of whom nobody has a lower mark."""
    marks = [mark(unit) for unit in units]
    best = min(marks)
    return [unit for unit, each in zip(units, marks, strict=True) if each == best]


def coming(world: World) -> tuple[int, ...]:
    """Whom the acting unit's turn has affected most so far (POISE-INIT-5); empty where the round would end."""
    unit = world.get(FIELD, Clock).active
    left = [other for other in candidates(world, unit) if other != unit] if unit is not None else []
    return (most_affected(world, unit, left),) if unit is not None and left else ()


def why_next(world: World, unit: int) -> str:
    """Which criterion made the unit the next: a key of the titles."""
    now = turn(world)
    return "targeted" if unit in now.targeted else "hurt" if now.dealt(unit) else "closest"


def _begin_turn(world: World, unit: int, why: str, rule: str) -> None:
    go(world, "turn", turn=clock(world).turn + 1, active=unit)
    start_turn(world)
    world.emit(TurnBegan(unit, why, rule))
    start_of_turn(world, unit)


async def _end_round(world: World) -> None:
    """POISE-INIT-9 and 10: crawling, objectives, then whoever the last turn affected most opens the next round."""
    now = clock(world)
    # DEFEAT-7 and 8: the defeated may shift a pace
    for unit, down, _ in world.each(Down, Position):
        if down.how != "defeated" or is_animal(world, unit) or holds(world, unit, "immobile"):
            continue
        given = [Action("crawl", cell=cell) for cell in destinations(world, unit, 1)]
        option = await invite(world, unit, "crawl", given)
        if option is not None:
            world.emit(Used(unit, "shift", "maneuver", rule="POISE-DEFEAT-7"))
            place(world, unit, option.action.there, cost=1, rule="POISE-DEFEAT-7")
    await strike_hazards(world)
    world.emit(RoundEnded(now.round, "POISE-INIT-9"))
    end_of_round(world)
    if verdict(world) is not None:
        return
    await collapse(world)
    reset_uses(world)
    if now.round >= round_limit(world):
        go(world, "time", active=None)
        return
    last = world.get(FIELD, Acted).last
    able = [unit for unit in fighters(world) if unit != last] or fighters(world)
    if not able or last is None:
        return
    opener = most_affected(world, last, able)
    why = why_next(world, opener)
    world.put(FIELD, Acted())
    go(world, now.phase, round=now.round + 1)
    world.emit(RoundBegan(now.round + 1, "POISE-INIT-10"))
    _begin_turn(world, opener, why, "POISE-INIT-10")
