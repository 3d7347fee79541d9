"""Where units stand to each other: distance, reach, who sees and could attack whom; where they can go and stay."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from game.grid.grid import Cell, CellSet, Metric, cells
from game.grid.paths import Diagonals, Reach, reach
from game.kernel.components import Carried, Conditions, Down, Gear, Position
from game.kernel.ecs import World, derived
from game.map.board import Board
from game.rules.wounds.gear import arms, increments, weapon
from game.rules.wounds.house import house
from game.rules.wounds.position.cover import visible
from game.rules.wounds.position.ground import HAZARDS, gait, level, parted, scaled, tolls, underwater
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Body, Entering, Going, Stock, body, helpless, on_board, tagged
from game.systems.conditions import holds
from game.systems.field import PLACES, board_of, bodies, cells_of, enemies, measured, size_of, team, teams
from game.systems.steps import apart, borders, harmful

METRIC: Metric = "alternating"  # 1-2-1-2 on squares; hexes know one metric
BODIES = PLACES | {Body}
WAYS = PLACES | {Conditions, Body, Entering}


def mount_of(world: World, unit: int) -> int | None:
    """The mount a unit rides by the mounted rules; one that only stands on a giant has none (WOUNDS-MOUNT-1)."""
    return mounts(world).get(unit)


@derived((Carried, Body))
def mounts(world: World) -> dict[int, int]:
    """Rider -> its mount, for all who ride by the mounted rules."""
    most = sheet_of(world).numbers.platform
    seats = [(unit, seat.by) for unit, seat in world.each(Carried)]
    return {unit: mount for unit, mount in seats if body(world, mount).size - body(world, unit).size <= most}


def yards_between(world: World, one: CellSet, other: CellSet) -> int:
    """Yards between two sets of cells, a difference of height counted like a second diagonal."""
    board = board_of(world)
    return _sloping(board, one, other) if board.heights else apart(board.grid, one, other, METRIC)


@lru_cache(maxsize=65536)
def _sloping(board: Board, one: CellSet, other: CellSet) -> int:
    flat = board.grid.distance_sets(one, other, METRIC)
    rise = abs(max(level(board, cell) for cell in cells(one)) - max(level(board, cell) for cell in cells(other)))
    return max(flat, rise) + min(flat, rise) // 2


def distances(world: World, one: int) -> dict[int, int]:
    """Unit -> yards to it, for everybody on the board."""
    return measured(world, one, "distances", _distances, BODIES)


def _distances(world: World, one: int, others: Mapping[int, CellSet]) -> dict[int, int]:
    own = cells_of(world, one)
    return {other: yards_between(world, own, there) + higher_seat(world, one, other) for other, there in others.items()}


def higher_seat(world: World, one: int, other: int) -> int:
    """WOUNDS-MOUNT-4: a rider is a yard farther from whoever is on the ground and smaller than the mount."""
    seats = mounts(world)
    if not seats:
        return 0  # nearly always
    found = 0
    for rider, foe in ((one, other), (other, one)):
        mount = seats.get(rider)
        if mount is not None and foe != mount and foe not in seats:
            found = max(found, int(body(world, foe).size < body(world, mount).size))
    return found


def gap(world: World, one: int, other: int) -> int:
    """Clear yards between two spaces: 0 side by side, −1 in the same space."""
    filled = bodies(world)
    return yards_between(world, filled[one], filled[other]) + higher_seat(world, one, other) - 1


def reaches(world: World, unit: int, key: str, target: int) -> bool:
    """WOUNDS-HD-9: whether a melee weapon reaches; whoever shares a space is at gap 0."""
    return max(0, gap(world, unit, target)) <= weapon(world, key).reach


@derived(BODIES)
def sharing(world: World, unit: int) -> list[int]:
    """WOUNDS-ACT-14: who shares the unit's space, mount and rider and pairs of tiny creatures left out."""
    own = bodies(world).get(unit, 0)
    there = [other for other, filled in bodies(world).items() if other != unit and own & filled]
    return [other for other in there if not seated(world, unit, other) and not tiny(world, unit, other)]


def seated(world: World, one: int, other: int) -> bool:
    """Whether one sits on the other."""
    first, second = world.find(one, Carried), world.find(other, Carried)
    return (first is not None and first.by == other) or (second is not None and second.by == one)


def tiny(world: World, one: int, other: int) -> bool:
    """Two creatures this small fit into a cell."""
    return _tiny(world, one) and _tiny(world, other)


def _tiny(world: World, unit: int) -> bool:
    return body(world, unit).size <= -4


def seen(world: World, viewer: int, target: int) -> bool:
    """WOUNDS-HD-30: by line of sight; `invisible` is not seen."""
    return not hidden(world, viewer, target) and visible(world, viewer, target)


def hidden(world: World, viewer: int, target: int) -> bool:
    """WOUNDS-HD-30: whether no line of sight would help: nothing may tell of such a foe."""
    return tagged(world, target, "invisible") and teams(world)[viewer] != teams(world)[target]


def touchable(world: World, unit: int) -> list[int]:
    """WOUNDS-HEAL-3 and 4: the unit itself and whoever is beside it, willing or helpless."""
    own, near = teams(world)[unit], [other for other in beside(world, unit) if on_board(world, other)]
    return [unit, *(other for other in near if teams(world)[other] == own or helpless(world, other))]


@derived(BODIES)
def beside(world: World, unit: int) -> list[int]:
    """Everybody else at gap 0 or nearer, with no wall in between."""
    near = near_cells(world, cells_of(world, unit))
    return [o for o, there in bodies(world).items() if o != unit and there & near and gap(world, unit, o) <= 0]


def near_cells(world: World, own: CellSet) -> CellSet:
    """These cells and those beside them that no wall cuts off: what can be touched from there."""
    return own | borders(board_of(world), own)


def lie_of_the_land(world: World) -> object:
    """Something that is another, by `is`, as soon as anything changes that ways hang on."""
    return world.derive("lie of the land", lambda _: [], WAYS)


def blocked(world: World, unit: int) -> tuple[CellSet, CellSet, CellSet]:
    """Cells of others that a unit cannot enter, those it walks through at twice the cost, and those that it may enter,
    within which it pays twice (WOUNDS-ACT-14)."""
    known, hard, slow, within = teams(world), 0, 0, 0
    own, entering, shared = known[unit], allowed_spaces(world, unit), sharing(world, unit)
    riding, small = world.each(Carried), _tiny(world, unit)
    for other, there in bodies(world).items():
        if other == unit or (riding and (seated(world, unit, other) or world.find(other, Carried) is not None)):
            continue
        if other in shared or (other not in entering and known[other] == own):
            slow |= there  # WOUNDS-ACT-14: within a shared space; friends are walked through
        elif other in entering:
            within |= there
        elif not (small and _tiny(world, other)):
            hard |= there
    return hard, slow, within


def allowed_spaces(world: World, unit: int) -> tuple[int, ...]:
    """Whose spaces the unit may share now: those it has entered, or may enter this turn (WOUNDS-ACT-13)."""
    found, known = world.find(unit, Entering), teams(world)
    entered = [other for other in sharing(world, unit) if known[other] != known[unit]]
    return (*(found.spaces if found else ()), *entered)


def reachable(world: World, unit: int, budget: int) -> Reach:
    """Where that many yards lead, by the unit's anchor."""
    parity = world.get(unit, Going).diagonals % 2
    key = ("reach", unit, budget, parity, *own_ways(world, unit))
    return world.derive(key, _reached, BODIES, unit, budget, parity)


def own_ways(world: World, unit: int) -> tuple[object, ...]:
    """What of itself its ways hang on, but for where it is and how far it gets."""
    return world.get(unit, Conditions), world.find(unit, Entering)


def _reached(world: World, unit: int, budget: int, parity: int) -> Reach:
    board, size = board_of(world), size_of(world, unit)
    grid, mode = board.grid, gait(world, unit)
    hard, slow, within = (grid.anchors_touching(taken, size) for taken in blocked(world, unit))
    low = holds(world, unit, "prone") or holds(world, unit, "crouching")
    table = scaled(board, tolls(world, size, mode), 2 if low else 1, slow, within)
    here = world.get(unit, Position).cell
    barred = (hard | parted(board, size)) & ~(1 << here)
    ends = grid.everywhere if mode == "hang" else 0  # from a ledge one has to be up first
    how: Diagonals = "doubling"
    harm = 0 if mode == "fly" else harmful(world, unit, HAZARDS)
    return reach(grid, table, here, budget, diagonals=how, blocked=barred, stop=ends, parity=parity, harm=harm)


@derived(PLACES | {Body, Entering})
def stops(world: World, unit: int) -> CellSet:
    """Anchors at which the unit may stay: a cell holds one creature, but for entered spaces and tiny pairs."""
    grid, size = board_of(world).grid, size_of(world, unit)
    entering, filled, shared = allowed_spaces(world, unit), 0, 0
    riding, small = world.each(Carried), _tiny(world, unit)
    for other, there in bodies(world).items():
        if other == unit or other in entering or (riding and seated(world, unit, other)):
            continue
        if small and _tiny(world, other) and not there & shared:
            shared |= there
        else:
            filled |= there
    return grid.anchors(size) & ~grid.anchors_touching(filled, size) & ~parted(board_of(world), size)


def free_near(world: World, unit: int, wanted: Cell) -> Cell | None:
    """The free anchor nearest to a cell, the lowest of equals (WOUNDS-HD-16, HD-33)."""
    board, size = board_of(world), size_of(world, unit)
    free = stops(world, unit) & ~board.grid.anchors_touching(board.impassable, size)
    return min(cells(free), key=lambda cell: (board.grid.distance(wanted, cell, METRIC), cell), default=None)


def own_arms(world: World, unit: int) -> tuple[object, ...]:
    """What of itself it hangs on whom it could attack, but for where it is."""
    return world.get(unit, Gear), world.get(unit, Stock), underwater(world, unit)


def aims(world: World, unit: int) -> tuple[tuple[int, str, str], ...]:
    """Whom the unit could attack, with which weapon, and how: "melee", "shot" or "thrown"."""
    return world.derive(("aims", unit, *own_arms(world, unit)), _aims, BODIES, unit)


def _aims(world: World, unit: int) -> tuple[tuple[int, str, str], ...]:
    far = distances(world, unit)
    found: list[tuple[int, str, str]] = []
    known: list[tuple[str, int, int, str]] = []
    for key in arms(world, unit):
        arm = weapon(world, key)
        melee, (inc, most) = arm.kind == "melee", increments(arm)
        flies = -1 if lacking(world, unit, key) else inc * most  # WOUNDS-HD-10
        known.append((key, arm.reach if melee else -1, flies, "thrown" if melee else "shot"))
    for target in foes(world, unit):
        away = far[target]
        near = max(0, away - 1)  # WOUNDS-HD-9
        at_hand = [each for each in known if near <= each[1] or away <= each[2]]
        if at_hand and seen(world, unit, target):  # WOUNDS-COVER-2
            for key, reach_, flies, way in at_hand:
                found += [(target, key, "melee")] if near <= reach_ else []
                found += [(target, key, way)] if away <= flies else []
    return tuple(found)


def lacking(world: World, unit: int, key: str) -> str:
    """What a shot or throw with that weapon lacks: it does not fly, shots, loading, air (WOUNDS-HD-4, ENV-2)."""
    arm, stock = weapon(world, key), world.get(unit, Stock)
    if arm.kind == "melee" and arm.thrown is None:
        return "reason_no_missile"
    if underwater(world, unit):
        return "reason_underwater"
    if arm.shots and stock.shots <= 0:
        return "reason_no_shots"
    return "reason_unloaded" if key in stock.unloaded else ""


def foes(world: World, unit: int) -> list[int]:
    """Enemies that may be attacked: standing ones, and by setting those who lie unconscious."""
    found = enemies(world, unit)
    if house(world).strike_fallen:
        own = team(world, unit)
        found = [*found, *(each for each in bodies(world) if world.has(each, Down) and team(world, each) != own)]
    return found
