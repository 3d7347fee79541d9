"""Whose turn it is: the start, rounds, live initiative, and the end of a round (WOUNDS-INIT, TURN)."""

from __future__ import annotations

from game.kernel.components import FIELD, Carried, Clock, Conditions, Down, Position, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Opened, RoundBegan, RoundEnded, TurnBegan, TurnEnded
from game.kernel.numbers import add, counting
from game.rules.asking import choose
from game.rules.deploying import deploy
from game.rules.objectives import announce, end_of_round, escaped, on_points, verdict
from game.rules.ruleset import Outcome
from game.rules.wounds.bonds import round_over, turn_over
from game.rules.wounds.budget import end_spells, gain_ap, speed_row
from game.rules.wounds.campaign.rest import rest_all
from game.rules.wounds.checks.rolls import check, ordinary
from game.rules.wounds.harm.conditions import inflict, until_round
from game.rules.wounds.harm.wounds import ailments, leave_play
from game.rules.wounds.pace import start_round
from game.rules.wounds.position.flanks import all_flanked
from game.rules.wounds.position.space import free_near
from game.rules.wounds.riding import note_near, pair, partner, standing_in
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Arrives, Long, Ridden, Round, Start, body, on_board, tagged
from game.rules.wounds.turns.reactions import begin_round, had_turn, in_order, notice, watch_flanks
from game.rules.wounds.turns.windows import window
from game.rules.wounds.verbs.doing import finish_long, go_on, take_up
from game.rules.wounds.verbs.mounting import flee
from game.rules.wounds.verbs.spells import cool
from game.rules.wounds.verbs.walking import drift
from game.rules.wounds.worth import health, precompute
from game.systems.clock import acting, activate, go
from game.systems.conditions import expire, holds, lift
from game.systems.field import carried_by, cells_of, round_limit, standing, team
from game.systems.movement import lay, place
from game.systems.pools import change


async def step(world: World) -> None:
    """Ask for one thing, resolve it, move the clock."""
    phases = {"deploy": deploy, "opening": _open, "begin": _begin}
    await phases.get(world.get(FIELD, Clock).phase, _choose)(world)
    announce(world, outcome(world))


def outcome(world: World) -> Outcome | None:
    """WOUNDS-HD-31: objectives, then whoever still has somebody conscious; nothing before the camp is over. When time
    is up the larger share of its points left wins."""
    phase, found = world.get(FIELD, Clock).phase, verdict(world)
    if phase in ("deploy", "opening"):
        return None
    if found is not None:
        return changed(found, rule="WOUNDS-HD-31")
    if phase != "time":
        return None
    worths = [(unit, 1 + body(world, unit).points) for unit, _ in world.each(Unit)]
    shares = [0.0 if world.has(unit, Down) else health(world, unit) for unit, _ in worths]
    rows = zip(worths, shares, strict=True)
    left = ((unit, round(1000 * share * worth), 1000 * worth) for (unit, worth), share in rows)
    return on_points(world, left, "WOUNDS-HD-31")


async def _open(world: World) -> None:
    """Camp first where the scenario has one, then contests for surprise and one check each, then the first round."""
    await rest_all(world)
    for rider, seat in world.each(Carried):
        if world.has(seat.by, Position):
            lay(world, rider, world.get(seat.by, Position).cell)
    world.emit(Opened(None, "WOUNDS-INIT-1"))
    for unit in await surprised(world):
        inflict(world, unit, "surprised", "WOUNDS-INIT-9")
    for unit, _ in world.each(Unit):
        if on_board(world, unit):  # the unconscious too: they have turns (WOUNDS-TURN-12)
            await roll_initiative(world, unit)
    for mount, _ in world.each(Ridden):
        if world.has(mount, Position):
            note_near(world, mount)
    await _begin_round(world, 1)


async def _begin_round(world: World, number: int) -> None:
    """WOUNDS-ECON-1 and 2: everybody there gains the AP of the round's start."""
    go(world, "begin", round=number, active=None)
    world.emit(RoundBegan(number, "WOUNDS-ECON-1"))
    there = tuple(unit for unit, _ in world.each(Unit) if on_board(world, unit))
    begin_round(world, there)
    for unit in there:
        gain_ap(world, unit, speed_row(world, unit)[0], "WOUNDS-ECON-2")
    await _arrivals(world, number)
    await watch_flanks(world)
    await _next_turn(world)


async def _arrivals(world: World, number: int) -> None:
    """WOUNDS-HD-17: whoever joins rolls at once and has AP and turns from the next round on."""
    for unit, arrival in world.each(Arrives):
        if world.has(unit, Carried):
            continue  # it comes with its mount
        there = free_near(world, unit, arrival.cell) if arrival.round <= number else None
        if there is not None and world.find(unit, Position) is None and not world.has(unit, Down):
            place(world, unit, there, "place", rule="WOUNDS-HD-17")
            for each in filter(None, (unit, carried_by(world, unit))):
                await roll_initiative(world, each)


async def _next_turn(world: World) -> None:
    """WOUNDS-INIT-2 to 4: the highest initiative among those who have not acted."""
    left = _left(world)
    if not left or outcome(world) is not None:
        if outcome(world) is None:
            await _end_round(world)
        return
    best = max(standing_in(world, unit) for unit in left)
    unit = (await in_order(world, [unit for unit in left if standing_in(world, unit) == best]))[0]
    go(world, "begin", turn=world.get(FIELD, Clock).turn + 1, active=unit)
    world.emit(TurnBegan(unit, "", "WOUNDS-INIT-2"))


def _left(world: World) -> list[int]:
    """Who has a turn to come in this round; rider and mount count once."""
    now = world.get(FIELD, Round)
    left = [unit for unit in now.present if unit not in now.acted and on_board(world, unit)]
    return [unit for unit in left if not (world.has(unit, Ridden) and partner(world, unit))]


def coming(world: World) -> tuple[int, ...]:
    """Who has a turn to come in this round, by initiative as it stands (WOUNDS-INIT-2); ties may still be drawn."""
    active, ties = world.get(FIELD, Clock).active, dict(world.get(FIELD, Round).ties)
    left = [unit for unit in _left(world) if unit != active]
    return tuple(sorted(left, key=lambda unit: (-standing_in(world, unit), -ties.get(unit, 0), unit)))


async def _end_round(world: World) -> None:
    """What is completed, what ails, who dies, what ends (WOUNDS-DUR-1 to 3), the oldest first, in that order."""
    clock = world.get(FIELD, Clock)
    until = until_round(clock.round)
    await finish_long(world)
    await ailments(world)
    for unit, conditions in world.each(Conditions):
        found = conditions.find("dying")
        if found is not None and found.until == until:
            leave_play(world, unit, "dead", None, "WOUNDS-HD-21")
    rows = ((unit, item) for unit, now in world.each(Conditions) for item in now.items if item.name != "dying")
    for _, unit, name in sorted((item.since, unit, item.name) for unit, item in rows if item.until == until):
        lift(world, unit, name, "WOUNDS-DUR-1")
    end_spells(world, "WOUNDS-MANA-5", lambda caster, kept: kept.until == until)
    cool(world)
    start_round(world)
    round_over(world)
    world.emit(RoundEnded(clock.round, "WOUNDS-ECON-1"))
    end_of_round(world)
    if outcome(world) is not None:
        return
    if clock.round >= round_limit(world):
        go(world, "time", active=None)
        return
    await watch_flanks(world)
    await _begin_round(world, clock.round + 1)


async def _begin(world: World) -> None:
    """WOUNDS-TURN-4: the window at the start, then what the turn's start ends, then a long action."""
    unit = acting(world)
    for each in pair(world, unit):
        expire(world, each, "turn", "WOUNDS-DUR-3")
    if not world.has(unit, Down):
        await window(world, "turn_start", TurnBegan(unit, "", "WOUNDS-TURN-4"), told=True)
    go(world, "turn")
    await take_up(world, unit)


async def _choose(world: World) -> None:
    """One choice of the active unit; whoever cannot act has its turn without a question (WOUNDS-TURN-12)."""
    unit = acting(world)
    if world.has(unit, Down) or not on_board(world, unit):
        await end_turn(world, unit)
        return
    # Remembered with the checkpoint, so that trying options out need not look again.
    all_flanked(world)
    precompute(world)
    await choose(world)


def leave(world: World, unit: int) -> None:
    """WOUNDS-HD-31: out of the battle by an exit, rider and mount together."""
    cells = cells_of(world, unit)
    for each in pair(world, unit):
        leave_play(world, each, "fled", None, "WOUNDS-HD-31")
        escaped(world, each, cells)


async def end_turn(world: World, unit: int) -> None:
    """WOUNDS-TURN-4, MOVE-9, ECON-2, INIT-9: window, current, AP; a sentient mount acts before all that."""
    mount = partner(world, unit)
    if mount is not None and tagged(world, mount, "sentient") and carried_by(world, mount) == unit:
        activate(world, mount)
        if world.has(mount, Long) and not world.has(mount, Down):
            await go_on(world, mount)
        return
    if not world.has(unit, Down):
        await window(world, "turn_end", TurnEnded(unit, "WOUNDS-TURN-4"), told=True)
    now = world.get(FIELD, Round)
    both = list(dict.fromkeys((*pair(world, unit), *now.shared)))
    for each in both:
        await flee(world, each)
    both = [each for each in both if each not in now.acted]  # WOUNDS-ECON-2: whoever has had its turn has had its AP
    for each in both:
        await drift(world, each)
        lift(world, each, "surprised", "WOUNDS-COND-17")
        if on_board(world, each) and each not in now.acted:
            gain_ap(world, each, speed_row(world, each)[1], "WOUNDS-ECON-2")
    turn_over(world)
    await watch_flanks(world)
    world.emit(TurnEnded(unit, "WOUNDS-TURN-1"))
    had_turn(world, both)
    await notice(world, "turns", unit)
    await _next_turn(world)


async def roll_initiative(world: World, unit: int) -> None:
    """WOUNDS-INIT-1 and 9: Prc [Reflex/Initiative] + 5, less what surprise costs, never below 0. Wounds do not count
    (HD-20)."""
    numbers = sheet_of(world).numbers
    bonus = check(world, unit, "initiative", "Prc", "Reflex", "Initiative", rule="WOUNDS-INIT-1", hurt=False)
    slow = body(world, unit).attribute("Prc") - numbers.surprise
    bonus = bonus.plus(
        add(numbers.initiative, "start", "WOUNDS-INIT-1"),
        *counting((holds(world, unit, "surprised"), slow, "surprised", "WOUNDS-INIT-9")),
    )
    result = await ordinary(world, unit, "initiative", bonus, "WOUNDS-INIT-1")
    change(world, unit, "initiative", max(0, result), "gain", "WOUNDS-INIT-1")


def alert(world: World, unit: int) -> bool:
    """WOUNDS-INIT-10: whoever cannot be surprised."""
    return body(world, unit).attribute("Prc") > sheet_of(world).numbers.surprise


async def surprised(world: World) -> list[int]:
    """WOUNDS-INIT-11: those the scenario names, and those who do not see the ambush."""
    start = world.get(FIELD, Start)
    found = [unit for unit in start.surprised if not alert(world, unit)]
    if start.ambush is None:
        return found
    hiders = [unit for unit in standing(world) if world.get(unit, Unit).side == start.ambush]
    friends = {team(world, unit) for unit in hiders}
    results: list[int] = []
    for unit in hiders:
        bonus = check(world, unit, "hiding", "Dex", "Stealth", "Hiding", rule="WOUNDS-INIT-11", worn=True)
        results.append(await ordinary(world, unit, "hiding", bonus, "WOUNDS-INIT-11"))
    for unit in standing(world) if results else ():
        if team(world, unit) in friends or unit in found or alert(world, unit):
            continue
        bonus = check(world, unit, "observation", "Prc", "Stealth", "Observation", rule="WOUNDS-INIT-11")
        if await ordinary(world, unit, "observation", bonus, "WOUNDS-INIT-11") <= min(results):
            found.append(unit)
    return found
