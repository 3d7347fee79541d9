"""What a Combat Maneuver that hits does: trip, disarm, restrain, push."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct

from game.grid.grid import Cell, CellSet
from game.grid.grid import cells as each_cell
from game.kernel.components import Gear, Position
from game.kernel.ecs import World
from game.kernel.events import Answered, Blocked, Used
from game.kernel.flow import Action
from game.kernel.numbers import Modifier, counting
from game.map.board import LEVEL
from game.rules.asking import ask, invite
from game.rules.aura.budget import Price, left, pay, set_spent
from game.rules.aura.checks.powers import fortitude
from game.rules.aura.checks.rolls import explode, net_advantage
from game.rules.aura.gear import drop, weapon
from game.rules.aura.harm.conditions import hampered, inflict
from game.rules.aura.harm.dying import hold
from game.rules.aura.harm.ground import braced, put
from game.rules.aura.position.facing import look
from game.rules.aura.position.space import at, gap_to, level, stops
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import conscious, dead
from game.rules.aura.verbs.strikes import Blow, Facts, target_conditions
from game.systems.field import board_of, bodies, cells_of, shape_of
from game.systems.steps import astride

Leaving = Callable[[int, Cell], Awaitable[None]]  # a unit is about to be moved to a cell


async def carry_out(
    world: World, blow: Blow, known: Facts, *, evaded: bool, metres: int = 1, leaving: Leaving | None = None
) -> bool:
    """AURA-MAN-4 to 21: the Fortitude stage, and what follows; whether the maneuver did what it is for.

    `evaded` tells whether the target has rolled a defence in this maneuver already; `leaving` opens the window that
    forced steps have (AURA-SWIFT-5).
    """
    if blow.maneuver == "restrain":
        world.emit(Used(blow.user, "succeeds", "maneuver", (blow.target,), rule="AURA-MAN-12"))
        hold(world, blow.user, blow.target)
        return True
    if not await _overcome(world, blow, known, evaded=evaded):
        if blow.maneuver == "push":
            inflict(world, blow.user, "unguarded", "AURA-MAN-19", blow.target)
        return False
    world.emit(Used(blow.user, "succeeds", "maneuver", (blow.target,), rule="AURA-MAN-4"))
    if blow.maneuver == "trip":
        inflict(world, blow.target, "prone", "AURA-MAN-6", blow.user)
    elif blow.maneuver == "disarm":
        await _disarm(world, blow)
    elif blow.maneuver == "push":
        inflict(world, blow.target, "unguarded", "AURA-MAN-18", blow.user)
        await push(world, Push(blow.user, blow.target, known.stand), metres, leaving)
    return True


def fortitude_sources(world: World, blow: Blow, known: Facts, *, evaded: bool) -> list[Modifier]:
    """Advantage and Disadvantage on the Fortitude roll; Advantage only if it is the first roll (AURA-MAN-2)."""
    items = target_conditions(world, blow) | ({"surprised"} if known.caught else set())
    moving = blow.maneuver == "trip" and blow.moving
    lines = hampered(items, "dazed", "surprised") + counting((moving, -1, "moving", "AURA-MAN-7"))
    return lines + [source for source in known.defence if source.rule == "AURA-MAN-2" and not evaded]


async def _overcome(world: World, blow: Blow, known: Facts, *, evaded: bool) -> bool:
    """AURA-MAN-4: the target needs more than the full Attack Value, or as much while Defending."""
    net = net_advantage(fortitude_sources(world, blow, known, evaded=evaded))
    guard, need = fortitude(world, blow.target), known.full + (0 if known.ties else 1)
    rungs = ((-99, "works", "AURA-MAN-4"), (need, "does_not_work", "AURA-MAN-4"))
    rolled = await explode(world, blow.target, "fortitude_roll", 10, net, guard, "AURA-MAN-4", lambda: rungs)

    if rolled >= need:
        world.emit(Answered(blow.target, blow.user, "withstand", (), "AURA-MAN-4"))
    return rolled < need


def weapons_of(world: World, unit: int) -> list[str]:
    """What can be struck from a unit's hands."""
    table, held = sheet_of(world).weapons, world.get(unit, Gear).held
    return list(dict.fromkeys(item for item in held if item in table and not table[item].natural))


async def _disarm(world: World, blow: Blow) -> None:
    """AURA-MAN-9 to 11: one weapon drops, or is flung up to two metres for a point of Agility."""
    items = [item for item in weapons_of(world, blow.target) if not too_heavy(world, blow.item, item)]
    if not items:  # another Disarm in the same window was first
        world.emit(Blocked(blow.user, "disarm", "AURA-INT-3"))
        return
    item = (await ask(world, blow.user, "disarm_what", [Action("item", what=item) for item in items])).action.what
    where = at(world, blow.target)
    if not weapon(world, item).heavy and left(world, blow.user).agility:
        where = await _fling(world, blow, item, where)
    drop(world, blow.target, item, where, "AURA-MAN-9", full=True)


def too_heavy(world: World, item: str, other: str) -> bool:
    """AURA-MAN-11: a light weapon cannot strike a heavy one from its bearer's hands."""
    return weapon(world, item).light and weapon(world, other).heavy


async def _fling(world: World, blow: Blow, item: str, where: Cell) -> Cell:
    """AURA-MAN-10."""
    board, metres = board_of(world), sheet_of(world).main.numbers.fling
    near = board.grid.within(cells_of(world, blow.target), metres, "chebyshev") & board.passable
    for filled in bodies(world).values():
        near &= ~filled
    option = await invite(world, blow.user, "fling", [Action("fling", cell=cell) for cell in each_cell(near)])
    if option is None:
        return where
    pay(world, blow.user, Price(agility=1), "AURA-MAN-10")
    return option.action.there


class Push(Struct, frozen=True):
    """Who pushes whom, and from where: what becomes of the pusher meanwhile changes no direction."""

    pusher: int
    target: int
    stand: CellSet


async def push(world: World, shove: Push, metres: int, leaving: Leaving | None) -> None:
    """AURA-MAN-21 and GRID-12: each metre not nearer, all of them farther; the pusher chooses, and may stop early.

    A pusher that falls in the window of a metre pushes no more (AURA-INC-1); pushes that are over in a moment go on.
    """
    target, gone = shove.target, 0
    before = _gap(world, shove, at(world, target))
    while gone < metres and world.find(target, Position) is not None and not dead(world, target):
        here = at(world, target)
        away = _away(world, shove, here)  # AURA-GRID-12: not nearer, and in the end farther off than before
        cells = [cell for cell in away if _farther(world, shove, cell, before, metres - gone)]
        if not cells:
            if not gone:
                world.emit(Blocked(target, "push", "AURA-MAN-21"))
            return
        may_stop = gone and _gap(world, shove, here) > before
        places = [Action("to", cell=cell) for cell in cells]
        option = await (invite if may_stop else ask)(world, shove.pusher, "push_to", places)
        if option is None:
            return
        there = option.action.there
        if leaving is not None:
            await leaving(target, there)
            if world.find(target, Position) is None or braced(world, target) or not conscious(world, shove.pusher):
                return
            if at(world, target) != here or not stops(world, target) >> there & 1:
                continue  # somebody else has pushed it meanwhile, or stands there
        set_spent(world, target, heading=None, ran=0)  # AURA-MOVE-7
        await put(world, target, there, "shove", cost=1, rule="AURA-MAN-18", own=False)
        look(world, target)  # AURA-FACE-6
        gone += 1


def _gap(world: World, shove: Push, cell: Cell) -> int:
    return gap_to(world, shove.target, cell, shove.stand)


def _away(world: World, shove: Push, start: Cell) -> list[Cell]:
    """Cells beside `start` into which the target can be pushed without coming nearer."""
    grid, now = board_of(world).grid, _gap(world, shove, start)
    beside = ((d, grid.step(start, d)) for d in range(grid.directions))
    near = (cell for d, cell in beside if cell is not None and _enters(world, shove.target, start, cell, d))
    return [cell for cell in near if _gap(world, shove, cell) >= now]


def _farther(world: World, shove: Push, cell: Cell, before: int, left: int) -> bool:
    """Whether a push by way of that cell ends farther off (AURA-MAN-21)."""
    farther = _gap(world, shove, cell) > before
    if farther or left <= 1:
        return farther
    return any(_farther(world, shove, there, before, left - 1) for there in _away(world, shove, cell))


def _enters(world: World, target: int, start: Cell, there: Cell, d: int) -> bool:
    """Whether a body can be pushed that way: nothing solid, nobody, no rise of more than half a metre."""
    board, size = board_of(world), shape_of(world, target)
    here, cells = board.grid.footprint(start, size), board.grid.footprint(there, size)
    if not cells or cells & board.impassable or here & (board.walls[d] | board.low_steps[d]) or astride(board, cells):
        return False
    return bool(stops(world, target) >> there & 1) and level(board, cells) - level(board, here) <= LEVEL // 2
