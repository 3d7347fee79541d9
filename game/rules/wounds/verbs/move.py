"""Move, Dash, jumps, Change Posture, Surface, dragging (WOUNDS-MOVE, ACT-11, 17 and 18, JUMP, GRAP-5, HD-33)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import game.rules.wounds.pace as pace
from game.grid.grid import Cell, CellSet, cells, union
from game.grid.paths import step_cost
from game.kernel.components import Carried, Conditions, Pools, Position
from game.kernel.ecs import Kinds, World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.reasons import Reason
from game.rules.verbs import Price, Question, Verb, at_once, decline, detail, once, unless, with_items
from game.rules.wounds.bonds import part_distant
from game.rules.wounds.budget import ap
from game.rules.wounds.checks.rolls import check, hold_bonus, hold_tn, judge, ordinary, steps_beyond
from game.rules.wounds.harm.conditions import inflict, lasting
from game.rules.wounds.harm.wounds import unseat
from game.rules.wounds.position.ground import climbing, gait, in_deep, mode_of, tolls
from game.rules.wounds.position.space import BODIES, METRIC, own_ways, reachable
from game.rules.wounds.screen import preview as previews
from game.rules.wounds.sheet import WoundsSheet
from game.rules.wounds.state import STANCE, Entering, Going, Grapple, Ridden, Strain, body, on_board, pool
from game.rules.wounds.verbs.deeds import Deed, deed, hasty
from game.rules.wounds.verbs.jumping import can_jump, jump, land_later, land_now, leap_at_last
from game.rules.wounds.verbs.walking import after_step, before_step, touch_ground, travel
from game.systems.conditions import holds, lift
from game.systems.field import board_of, bodies, size_of
from game.systems.movement import place

GROUND = STANCE | {Pools, Going, Strain, Entering, Ridden}  # what tells how far a unit can go
NO_YARDS = Reason("reason_no_yards", "WOUNDS-MOVE-10")
IMMOBILE = Reason("reason_immobile", "WOUNDS-COND-10")
PRONE = Reason("reason_prone", "WOUNDS-HD-22")
NO_JUMP = Reason("reason_no_jump", "WOUNDS-JUMP-1")


def moves(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-MOVE-2, ACT-17."""
    return (
        deed(
            sheet, "move", "move", _move, ways=_ways, key=("cell",), moves=True, buys=pace.buy, short=_cannot_move,
            memo=_means, conceivable=None, effect=previews.move,
        ),
        deed(sheet, "dash", "move", _dash, once("dash", _may_dash), short=_no_dash, own=True, on_command=True),
        deed(
            sheet, "change_posture", "move", at_once(_change_posture),
            hasty(with_items("change_posture", postures)), key=("what", "how"), own=True, kinds=(Carried, Conditions),
            short=Reason("reason_mounted", "WOUNDS-ACT-11"),
        ),
        deed(
            sheet, "surface", "move", _surface,
            once("surface", lambda world, unit: holds(world, unit, "submerged")), own_turn=True, own=True,
            kinds=(Conditions,),
            short=unless(lambda world, unit: not in_deep(world, unit), "reason_not_submerged", "WOUNDS-ENV-9"),
            effect=previews.surface,
        ),
        deed(
            sheet, "haul", "move", haul, hauls, key=("what",), moves=True, short=no_haul,
            buys=lambda world, unit, ap: pace.add_to_pace(  # WOUNDS-GRAP-5: steps of the whole grapple
                world, unit, drag=-ap, hauled=ap * pace.rate(world, unit).total
            ),
            price=lambda world, unit, act: ap(haul_price(world, unit, *act.numbers)), kinds=GROUND | {Grapple},
            conceivable=None, effect=previews.hauling,
        ),
    )  # fmt: skip


def bands(world: World, unit: int, ap_most: int) -> Iterator[tuple[Price, CellSet]]:
    """WOUNDS-MOVE-3 and 4: anchors in reach of the pool and of the AP that may be turned into it, by those AP."""
    budget, speed, now = pace.affordable(world, unit, ap_most), pace.rate(world, unit).total, world.get(unit, Going)
    goals = pace.destinations(world, unit, budget)
    found: dict[int, CellSet] = {}
    for yards, level in enumerate(reachable(world, unit, budget).levels if goals else ()):
        if level & goals:
            cost = pace.missing_ap(now, speed, yards)
            found[cost] = found.get(cost, 0) | level & goals
    return ((ap(cost), band) for cost, band in found.items())


def _means(world: World, unit: int) -> tuple[Hashable, Kinds | None]:
    """What its own ways hang on: with where everybody is, nothing of others."""
    own = pool(world, unit, "ap"), world.get(unit, Going), world.get(unit, Strain), *own_ways(world, unit)
    return own, BODIES


def _ways(world: World, unit: int) -> tuple[tuple[Price, CellSet], ...]:
    own, _ = _means(world, unit)
    return world.derive(("ways", unit, own), _bands, BODIES, unit)


def _bands(world: World, unit: int) -> tuple[tuple[Price, CellSet], ...]:
    return () if world.has(unit, Carried) else tuple(bands(world, unit, pace.purse(world, unit)))


async def _move(world: World, unit: int, action: Action) -> None:
    about = Used(unit, "move", "action", (), action.cell, "WOUNDS-MOVE-2")
    await travel(world, unit, action.there, "WOUNDS-MOVE-2", about)


def _cannot_move(world: World, unit: int) -> list[Reason]:
    if world.has(unit, Carried):
        return [Reason("reason_mounted", "WOUNDS-MOUNT-5")]
    return [NO_YARDS if pace.movable(world, unit) else IMMOBILE]


def _may_dash(world: World, unit: int) -> bool:
    """WOUNDS-ACT-17 and 18: doubled, and once a round a little more."""
    return not holds(world, unit, "hobbled") and not world.get(unit, Going).again and pace.movable(world, unit)


async def _dash(world: World, unit: int, action: Action) -> None:
    if not holds(world, unit, "dashing"):
        inflict(world, unit, "dashing", "WOUNDS-ACT-17", unit, until=lasting(world, 1))
        return
    spec = _manner(world, unit)
    worn = spec in ("Swimming", "Climbing")
    bonus = check(world, unit, "dash", "Str", "Athletics", spec, rule="WOUNDS-ACT-18", worn=worn)
    result = await ordinary(world, unit, "dash", bonus, "WOUNDS-ACT-18")
    pace.set_pace(world, unit, bonus=steps_beyond(result, 3), again=True)


def _manner(world: World, unit: int) -> str:
    """WOUNDS-ACT-18: how the unit mainly moves where it is."""
    mode = mode_of(world, unit)
    if mode == "fly":
        return "Flying"
    if in_deep(world, unit) or mode == "swim":
        return "Running" if mode == "sunk" else "Swimming"
    return "Climbing" if climbing(world, unit) else "Running"


def _no_dash(world: World, unit: int) -> list[Reason]:
    hobbled = holds(world, unit, "hobbled")
    return [Reason("reason_hobbled", "WOUNDS-HD-28") if hobbled else Reason("reason_dashed", "WOUNDS-ACT-18")]


def postures(world: World, unit: int) -> tuple[str, ...]:
    """WOUNDS-ACT-11: what the unit can change to; nobody stands up straight from the ground."""
    if world.has(unit, Carried):
        return ()
    if holds(world, unit, "prone"):
        return ("crouching",)
    return ("standing", "prone") if holds(world, unit, "crouching") else ("crouching", "prone")


def _change_posture(world: World, unit: int, action: Action) -> None:
    lift(world, unit, "prone", "WOUNDS-ACT-11")
    lift(world, unit, "crouching", "WOUNDS-ACT-11")
    if action.what != "standing":
        rule = "WOUNDS-COND-1" if action.what == "prone" else "WOUNDS-COND-2"
        inflict(world, unit, action.what, rule, unit)


async def _surface(world: World, unit: int, action: Action) -> None:
    """WOUNDS-ENV-9; a unit with a swim mode needs no check (house default)."""
    if "swim" not in body(world, unit).modes:
        result = await ordinary(world, unit, "surface", hold_bonus(world, unit), "WOUNDS-ENV-9")
        if not judge(world, unit, unit, "surface", result >= hold_tn(world, unit), "WOUNDS-ENV-9"):
            return
    lift(world, unit, "submerged", "WOUNDS-ENV-9")


def jumps(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-JUMP-3 and 4: paid for when the landing is chosen."""
    return tuple(
        deed(
            sheet, name, "move", jump, moves=True, price=ap(0),
            actions=once(name, lambda world, unit: (
                (pool(world, unit, "ap") > 0 or pace.yards_left(world, unit) > 0) and can_jump(world, unit)
            )),
            short=lambda world, unit: [PRONE if holds(world, unit, "prone") else NO_JUMP],
            kinds=STANCE | {Grapple, Pools, Going}, conceivable=None, at_last=leap_at_last, effect=previews.jumping,
        )
        for name in ("long_jump", "high_jump")
    )  # fmt: skip


def landing_places() -> Question:
    """WOUNDS-JUMP-6 and 7: where a jump ends."""
    now = Verb(
        name="land", rule="WOUNDS-JUMP-6", group="move", key=("cell",), pays=False, perform=land_now,
        preview=previews.touching_down,
    )  # fmt: skip
    later = Verb(name="land_later", rule="WOUNDS-JUMP-7", group="move", key=("cell",), pays=False, perform=land_later)
    return detail("land", "WOUNDS-JUMP-6", now, later, decline("no", "WOUNDS-HD-32"))


def hauls(world: World, unit: int) -> Iterator[Action]:
    """WOUNDS-GRAP-5: steps of the whole grapple while the AP of the Drag last, and the yards bought with them."""
    now = world.get(unit, Going)
    if not world.get(unit, Grapple).others or not pace.movable(world, unit) or world.has(unit, Carried):
        return
    if not now.drag and now.hauled < 4:
        return
    grid, here = board_of(world).grid, world.get(unit, Position).cell
    most = min(now.drag, pool(world, unit, "ap"))
    for d in range(grid.directions):
        there = grid.step(here, d)
        if there is not None and haul_price(world, unit, d) <= most and _hauled_to(world, unit, d) is not None:
            yield Action("haul", cell=there, what=grid.names[d], numbers=(d,))


def haul_yards(world: World, unit: int, d: int) -> int:
    """What a step costs the dragger on this ground (WOUNDS-MOVE-6 and 7); its partners pay nothing (WOUNDS-HD-33)."""
    board, now = board_of(world), world.get(unit, Going)
    table = tolls(world, size_of(world, unit), gait(world, unit))
    cost = step_cost(board.grid, table, world.get(unit, Position).cell, d) or 1
    low = holds(world, unit, "prone") or holds(world, unit, "crouching")
    return cost * (2 if low else 1) * (2 if board.grid.is_diagonal(d) and now.diagonals % 2 else 1)


def haul_price(world: World, unit: int, d: int) -> int:
    """AP that are still missing for a step: what was bought for other movement does not count."""
    missing, speed = 4 * haul_yards(world, unit, d) - world.get(unit, Going).hauled, pace.rate(world, unit).total
    return max(0, -(-missing // speed)) if speed else 10**6


def _hauled_to(world: World, unit: int, d: int) -> dict[int, Cell] | None:
    """WOUNDS-HD-33: where a step that way would bring the dragger and its partners; None where it is refused."""
    board, here, partners = board_of(world), world.get(unit, Position).cell, world.get(unit, Grapple).others
    there, filled = _ahead(world, unit, here, d)
    others = (cells for each, cells in bodies(world).items() if each != unit and each not in partners)
    taken = board.impassable | union(others)
    if there is None or filled & taken:
        return None
    found, beside = {unit: there}, board.grid.spread(filled)
    taken |= filled
    for each in partners:
        anchor = world.get(each, Position).cell
        goal, cells_ = _ahead(world, each, anchor, d)
        if goal is None or cells_ & taken or not cells_ & beside:
            goal = _nearest_beside(world, each, anchor, beside, taken)
        if goal is None:
            return None
        found[each] = goal
        taken |= board.grid.footprint(goal, size_of(world, each))
    return found


def _ahead(world: World, unit: int, anchor: Cell, d: int) -> tuple[Cell | None, CellSet]:
    """A step of a footprint: its anchor and its cells, None where the map or a wall stops it."""
    grid, size = board_of(world).grid, size_of(world, unit)
    there = grid.step(anchor, d)
    possible = step_cost(grid, tolls(world, size, "fly"), anchor, d) is not None
    return (there, grid.footprint(there, size)) if there is not None and possible else (None, 0)


def _nearest_beside(world: World, unit: int, anchor: Cell, beside: CellSet, taken: CellSet) -> Cell | None:
    """The anchor nearest to the old one at which the footprint is beside the dragger, the lowest of equals."""
    grid, size = board_of(world).grid, size_of(world, unit)
    free = grid.anchors(size) & grid.anchors_touching(beside, size) & ~grid.anchors_touching(taken, size)
    return min(cells(free), key=lambda cell: (grid.distance(anchor, cell, METRIC), cell), default=None)


async def haul(world: World, unit: int, action: Action) -> None:
    """WOUNDS-HD-33: partners keep their place beside the dragger, or the nearest free cell there. The dragger moves by
    itself, and whoever it comes near may rebuff it; its partners are moved, which nobody rebuffs."""
    (d,) = action.numbers
    cost, goals = haul_yards(world, unit, d), _hauled_to(world, unit, d)
    if goals is not None:
        about = Used(unit, "haul", "action", (), goals[unit], "WOUNDS-GRAP-5")
        await before_step(world, unit, goals[unit], about, spared=world.get(unit, Grapple).others)
        goals = _hauled_to(world, unit, d) if on_board(world, unit) and pace.movable(world, unit) else None
    if goals is None:
        return
    for each in world.get(unit, Grapple).others:
        if world.has(each, Carried):
            unseat(world, each, fall=True, rule="WOUNDS-HD-16")
    pace.add_to_pace(world, unit, hauled=-4 * cost, diagonals=int(board_of(world).grid.is_diagonal(d)))
    moved = {each: goal for each, goal in goals.items() if goal != world.get(each, Position).cell}
    for each, goal in moved.items():
        how, paid = ("walk", cost) if each == unit else ("shove", 0)
        place(world, each, goal, how, cost=paid, rule="WOUNDS-GRAP-5" if each == unit else "WOUNDS-HD-33")
    await after_step(world, unit)
    for each in moved:
        if each != unit and on_board(world, each):
            await touch_ground(world, each)
    part_distant(world)


def no_haul(world: World, unit: int) -> list[Reason]:
    if not world.get(unit, Grapple).others:
        return []
    return [Reason("reason_no_drag", "WOUNDS-GRAP-5") if pace.movable(world, unit) else IMMOBILE]
