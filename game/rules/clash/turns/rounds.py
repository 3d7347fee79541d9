"""The encounter: opening, rounds, turns, and how it ends."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Conditions, Down, Pools, changed
from game.kernel.ecs import World
from game.kernel.events import Opened, RoundBegan, RoundEnded, TurnBegan, TurnEnded, Used
from game.rules.asking import choose
from game.rules.clash.budget import start_round, start_turn
from game.rules.clash.campaign.rest import train
from game.rules.clash.house import house
from game.rules.clash.position.hiding import in_view, reveal, surprise
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import Arrival, Elapsed, Opening, free, held_by, pace, resolving, speed_of
from game.rules.clash.turns.initiative import arrivals, begin_round, next_unit, roll_order, turn_over
from game.rules.clash.turns.windows import provoke, window
from game.rules.deploying import deploy
from game.rules.objectives import announce, end_of_round, escaped, on_points, verdict
from game.rules.ruleset import Outcome
from game.systems.clock import acting, go
from game.systems.conditions import holds, lift, put_off
from game.systems.downfall import fell
from game.systems.field import cells_of, enemies, round_limit
from game.systems.movement import remove
from game.systems.pools import reset


async def step(world: World) -> None:
    """Ask for one thing, resolve it, move the clock."""
    await _PHASES[world.get(FIELD, Clock).phase](world)
    settle(world)
    announce(world, outcome(world))


def settle(world: World) -> None:
    """What follows whatever happens in a step: the turn of whoever has gone down in it is over."""
    clock = world.get(FIELD, Clock)
    if clock.phase == "turn" and clock.active is not None and world.has(clock.active, Down):
        go(world, "after")


def outcome(world: World) -> Outcome | None:
    """CLASH-INIT-9 and 12: objectives first; when time is up, the larger share of its health left wins."""
    found = verdict(world)
    if found is not None:
        return changed(found, rule="CLASH-INIT-9")
    if world.get(FIELD, Clock).phase != "time":
        return None
    pools = world.each(Pools)
    left = ((unit, 0 if world.has(unit, Down) else had["health"], had.base_of("health")) for unit, had in pools)
    return on_points(world, left, "CLASH-INIT-12")


async def _opening(world: World) -> None:
    """CLASH-INIT-1: the stage, surprise, initiative."""
    world.emit(Opened(None, "CLASH-INIT-8"))
    opening = world.get(FIELD, Opening)
    await surprise(world, opening.ambush, opening.surprised)
    await roll_order(world)
    go(world, "round")


async def _begin_round(world: World) -> None:
    """CLASH-ECON-1, 2: the same points for everybody, whatever was left."""
    clock = world.get(FIELD, Clock)
    number = clock.round + 1
    if number > 1 and house(world).reroll_each_round:
        await roll_order(world)  # CLASH-INIT-7
    go(world, clock.phase, round=number, active=None)
    world.emit(RoundBegan(number, "CLASH-INIT-2"))
    full = sheet_of(world).numbers.action_points
    for unit, _ in world.each(Pools):
        start_round(world, unit)
        reset(world, unit, "ap", 0 if world.has(unit, Arrival) else full)
    begin_round(world)
    await arrivals(world, number)
    next_turn(world)


def _end_round(world: World) -> None:
    """CLASH-INIT-2, SURP-5: six seconds are over."""
    clock, elapsed = world.get(FIELD, Clock), world.get(FIELD, Elapsed)
    for unit, _ in world.each(Conditions):
        lift(world, unit, "surprised", "CLASH-SURP-5")
    world.put(FIELD, Elapsed(elapsed.seconds + sheet_of(world).numbers.round_seconds))
    world.emit(RoundEnded(clock.round, "CLASH-INIT-2"))
    end_of_round(world)
    go(world, "time" if clock.round >= round_limit(world) else "round", active=None)


def next_turn(world: World) -> None:
    """CLASH-INIT-5: the next in order; without one the round is over."""
    unit = next_unit(world)
    if unit is None:
        _end_round(world)
    else:
        go(world, "before", turn=world.get(FIELD, Clock).turn + 1, active=unit)
        world.emit(TurnBegan(unit, "", "CLASH-INIT-5"))


async def _before(world: World) -> None:
    """The turn begins: what lasts until then ends, and others may react (CLASH-ECON-5)."""
    unit = acting(world)
    _expire(world, unit, "turn_start")
    put_off(world, unit, "next_turn_end", "turn_end")  # CLASH-COND-3: it ends with this one
    start_turn(world, pace(world, speed_of(world, unit).total))
    resolving(world)
    await window(world, TurnBegan(unit, "", "CLASH-INIT-5"))
    go(world, "turn")


def _expire(world: World, unit: int, until: str) -> None:
    """End the unit's conditions that last until that moment, each by its own rule."""
    table = sheet_of(world).main.conditions
    for item in world.get(unit, Conditions).items:
        if item.until == until:
            lift(world, unit, item.name, table[item.name].rule)


async def _after(world: World) -> None:
    """The turn ends: what lasts so long ends, then others may react, then the next."""
    unit = acting(world)
    world.emit(TurnEnded(unit, "CLASH-INIT-2"))
    hiding = not world.has(unit, Down) and holds(world, unit, "hidden")
    if hiding and any(in_view(world, foe, unit) for foe in enemies(world, unit)):
        reveal(world, unit, "CLASH-ACT-5")
    _expire(world, unit, "turn_end")
    await window(world, TurnEnded(unit, "CLASH-INIT-2"))
    turn_over(world, unit)
    if verdict(world) is None:
        next_turn(world)


async def leave(world: World, unit: int) -> None:
    """CLASH-MOVE-7: out of the battle by an exit, a step like any other (CLASH-OA-2)."""
    about = Used(unit, "leave", "move", rule="CLASH-MOVE-7")
    if not await provoke(world, unit, about, "CLASH-OA-2", moving=True):
        return
    cells = cells_of(world, unit)
    for other in held_by(world, unit):
        free(world, other, unit, "CLASH-COND-4")
    remove(world, unit, rule="CLASH-MOVE-7")
    fell(world, unit, "fled", "CLASH-MOVE-7")
    escaped(world, unit, cells)


_PHASES = {
    "training": train,
    "deploy": deploy,
    "opening": _opening,
    "round": _begin_round,
    "before": _before,
    "turn": choose,
    "after": _after,
}
