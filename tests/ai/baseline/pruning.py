"""A cheap first pass over options: of many cells to move to, a few that differ."""

from __future__ import annotations

from collections.abc import Mapping

from game.ai.knowing import NOBODY, Units
from game.grid.grid import Cell, Grid
from game.kernel.components import FIELD, Down, Field, Objectives, Position, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.map.board import Board
from game.skirmish.record import team_of


def pruned(
    world: World, decision: Decision, keep: int, lots: Mapping[str, int], unseen: Units = NOBODY
) -> list[Option]:
    """The options worth trying, in the decision's order: of each verb with more than `keep` cells some `keep`.

    Where more than two verbs lead to that many cells, they share what two would have. `lots` decide between equals;
    where the `unseen` are makes no difference.
    """
    verbs: dict[str, list[Option]] = {}
    for option in decision.options:
        verbs.setdefault(option.verb if option.cell is not None else "", []).append(option)
    wide = sum(bool(verb) and len(options) > keep for verb, options in verbs.items())
    keep = keep if wide <= 2 else max(3, 2 * keep // wide)
    kept: set[str] = set()
    foes = _foes(world, decision.who, unseen) if wide else []
    for verb, options in verbs.items():
        if verb and len(options) > keep:
            options = _differing(world, decision.who, options, keep, lots, foes)
        kept.update(each.key for each in options)
    return [option for option in decision.options if option.key in kept]


def _differing(
    world: World, who: int, options: list[Option], keep: int, lots: Mapping[str, int], foes: list[Cell]
) -> list[Option]:
    """Cells near enemies, far from them and in between, high ones, and those toward objectives."""
    board: Board = world.get(FIELD, Field).board
    grid = board.grid
    near = sorted(options, key=lambda option: (_nearest(grid, option, foes), lots[option.key]))
    high = sorted(options, key=lambda option: (-board.sixths(_at(option)), lots[option.key]))
    wanted = [near[: keep // 3], high[: keep // 6]]
    if goals := _goals(world, who):
        toward = sorted(
            options,
            key=lambda option: (grid.distance_sets(1 << (option.cell or 0), goals, "chebyshev"), lots[option.key]),
        )
        wanted.append(toward[: keep // 6])
    found = {option.key: option for group in wanted for option in group}
    rest = [option for option in near if option.key not in found]
    missing = keep - len(found)
    step = max(1, len(rest) // missing)
    # Evenly spaced from near to far; where it begins differs from decision to decision.
    start = min(lots[option.key] for option in options) % step
    found.update((option.key, option) for option in rest[start::step][:missing])
    return list(found.values())


def _foes(world: World, who: int, unseen: Units) -> list[Cell]:
    own = team_of(world, who)
    return [
        position.cell
        for unit, _, position in world.each(Unit, Position)
        if unit not in unseen and not world.has(unit, Down) and team_of(world, unit) != own
    ]


def _nearest(grid: Grid, option: Option, foes: list[Cell]) -> int:
    return min((grid.distance(_at(option), foe, "chebyshev") for foe in foes), default=0)


def _at(option: Option) -> Cell:
    assert option.cell is not None
    return option.cell


def _goals(world: World, who: int) -> int:
    """The cells of the zones that the side's objectives name."""
    board: Board = world.get(FIELD, Field).board
    entry = world.find(who, Unit)
    goals = world.find(entry.side if entry is not None else who, Objectives)
    found = 0
    for goal in goals.items if goals is not None else ():
        if goal.zone:
            found |= board.zone_cells(goal.zone)
    return found
