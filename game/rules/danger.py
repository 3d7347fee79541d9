"""What somebody could do in its next turn, and what waits for a unit at a cell: reach, shots, and the odds of both.

For the screen and for computer players alike: walks are those of open ground, attacks those that the ruleset tells of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from game.grid.grid import Cell, CellSet, cells
from game.grid.masks import union
from game.grid.views import seen, seen_by_rows
from game.kernel.components import Position, changed
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.rules.asking import preview
from game.rules.foresight import Arm, Gauges, gain
from game.rules.ruleset import Preview, Ruleset
from game.rules.supposing import Supposition
from game.rules.verbs import option_of, question_of
from game.systems.field import board_of, cells_of, shape_of, standing
from game.systems.steps import free_anchors, reachable

CLIMB = 1  # levels that a step goes up or down


class Threat(Struct, frozen=True):
    """What a unit could do in a turn of its own: cells that it could walk over, strike into, shoot at."""

    unit: int
    walks: CellSet = 0
    strikes: CellSet = 0
    shots: CellSet = 0

    @property
    def cells(self) -> CellSet:
        """Wherever it could attack somebody."""
        return self.strikes | self.shots


class Attack(Struct, frozen=True):
    """An attack as it might come: by whom, from which anchor, what it promises its attacker, and its odds."""

    foe: int
    cell: Cell
    option: Option
    gain: float
    preview: Preview
    far: bool = False


def stands(world: World, rules: Gauges, unit: int) -> CellSet:
    """The anchors at which a unit could end a walk of its next turn, and attack from there."""
    here, stride = 1 << world.get(unit, Position).cell, rules.stride(world, unit)
    return reachable(world, unit, stride, climb=CLIMB).everywhere & free_anchors(world, unit) | here if stride else here


def threat(world: World, rules: Ruleset, unit: int) -> Threat:
    """All that a unit could attack in its next turn; nothing of one who cannot, or whose ruleset does not tell."""
    (found,) = (each for each in finding_threat(world, rules, unit) if each is not None)
    return found


def finding_threat(world: World, rules: Ruleset, unit: int) -> Iterator[Threat | None]:
    """The same bit by bit, for whoever cannot wait for all: None until it is found."""
    arms = rules.arms(world, unit) if isinstance(rules, Gauges) and unit in standing(world) else ()
    if not arms or not isinstance(rules, Gauges):
        yield Threat(unit)
        return
    grid, places = board_of(world).grid, stands(world, rules, unit)
    filled = grid.expand(places, shape_of(world, unit))
    near = [grid.within(filled, arm.reach, rules.metric) for arm in arms if not arm.far]
    far, shots = max((arm.reach for arm in arms if arm.far), default=0), 0
    for more in _in_view(world, filled, cells_of(world, unit), far, rules) if far else ():
        shots |= more
        yield None
    yield Threat(unit, filled, union(near), shots)


def _in_view(world: World, places: CellSet, here: CellSet, reach: int, rules: Ruleset) -> Iterator[CellSet]:
    """What lies within reach of one of the places and is seen from it; most is seen from where the unit is."""
    board, found = board_of(world), 0
    ordered = [*cells(here & places), *cells(places & ~here)]
    for cell in ordered:
        wanted = board.grid.within(1 << cell, reach, rules.metric) & ~found
        for more in seen_by_rows(board.grid, cell, wanted, board.blocks_sight, board.opaque):
            found |= more
            yield more


def crowds(threats: Iterable[Threat]) -> tuple[CellSet, ...]:
    """The cells that just one could attack, those that just two could, and so on."""
    least: list[CellSet] = []  # cells that at least so many reach
    for each in threats:
        more = each.cells
        for number, known in enumerate(least):
            least[number], more = known | more, known & more
        least += [more] if more else []
    return tuple(known & ~further for known, further in zip(least, [*least[1:], 0], strict=False))


def attacks(world: World, rules: Ruleset, unit: int, cell: Cell, threats: Iterable[Threat]) -> Iterator[Attack | None]:
    """The best attack that each of these foes could make on the unit if it stood there; None where it has none."""
    supposed, body = Supposition(world), board_of(world).grid.footprint(cell, shape_of(world, unit))
    for each in threats:
        yield _worst(world, supposed, rules, unit, cell, each) if each.cells & body else None


def worst_first(found: Iterable[Attack | None]) -> list[Attack]:
    """Those that there are, the one that promises most first."""
    return sorted((each for each in found if each is not None), key=lambda each: (-each.gain, each.foe))


def _worst(world: World, supposed: Supposition, rules: Ruleset, unit: int, cell: Cell, each: Threat) -> Attack | None:
    assert isinstance(rules, Gauges)
    body = board_of(world).grid.footprint(cell, shape_of(world, unit))
    best: tuple[float, Cell, Arm] | None = None
    for arm in rules.arms(world, each.unit):
        stand = _stand(world, rules, each.unit, body, arm)
        if stand is None:
            continue
        promised = gain(supposed.all_at({unit: cell, each.unit: stand}), each.unit, arm, unit)
        if promised > 0 and (best is None or promised > best[0]):
            best = promised, stand, arm
    if best is None:
        return None
    promised, stand, arm = best
    there = supposed.all_at({unit: cell, each.unit: stand})
    option = _option(there, each.unit, arm, unit)
    found = preview(there, Decision(each.unit, "turn", (option,)), option.key)
    return Attack(each.unit, stand, option, promised, found, arm.far)


def _stand(world: World, rules: Ruleset, foe: int, body: CellSet, arm: Arm) -> Cell | None:
    """From where a foe would attack that body: where it is, if it can, else the nearest place."""
    assert isinstance(rules, Gauges)
    board, shape, here = board_of(world), shape_of(world, foe), world.get(foe, Position).cell
    grid = board.grid
    spots = grid.within(body, arm.reach, rules.metric) & ~body
    fits = stands(world, rules, foe) & grid.anchors_touching(spots, shape) & ~grid.anchors_touching(body, shape)
    for place in sorted(cells(fits), key=lambda place: (grid.distance(here, place, rules.metric), place)):
        if not arm.far or any(
            seen(grid, eye, body, board.blocks_sight, board.opaque) for eye in cells(grid.footprint(place, shape))
        ):
            return place
    return None


def _option(world: World, foe: int, arm: Arm, unit: int) -> Option:
    verb = question_of(world, "turn").verbs[arm.action.verb]
    return option_of(world, board_of(world).grid, foe, verb, changed(arm.action, unit=unit))


def flanks(world: World, rules: Ruleset, unit: int, foe: int, ways: CellSet) -> CellSet:
    """Those of the ways' ends next to a foe from which the unit has it flanked or surrounded, where the rules know it.

    Nothing while it is so anyhow.
    """
    if _beset(world, rules, foe):
        return 0
    supposed, found = Supposition(world), 0
    for cell in cells(ways & board_of(world).grid.spread(cells_of(world, foe))):
        if _beset(supposed.at(unit, cell), rules, foe):
            found |= 1 << cell
    return found


def _beset(world: World, rules: Ruleset, unit: int) -> bool:
    return any(each.kind == "surrounded" for each in rules.overlays(world, unit))
