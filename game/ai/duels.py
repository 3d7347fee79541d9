"""Round robins: every kind of unit of a ruleset against every other, with equal points on both sides."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

import msgspec
from msgspec import Struct

from game.ai.batch import Job, Result
from game.map.board import Board
from game.map.file import load_board
from game.map.roster import Entry
from game.map.scenario import Scenario, quick
from game.rules.ruleset import Archetype
from game.skirmish.record import Skirmish

MOST = 6  # units a side may field to make up for being cheap
CLOSE = 0.12  # points may differ by this share before more units are fielded
FAR = 0.25  # kinds whose points cannot come nearer than this do not meet
_HALF = 0.5  # a draw is half a win

_GROUND = """
name: Duelling ground
grid: {grid}
size: [16, 9]
rows: |
{rows}
zones:
  west: {{kind: deploy, rect: [0, 0, {depth}, 9]}}
  east: {{kind: deploy, rect: [{east}, 0, {depth}, 9]}}
sides:
  - {{name: West, zone: west, facing: e}}
  - {{name: East, zone: east, facing: w}}
"""


class Duel(Struct, frozen=True):
    """Two kinds of unit and how many of each meet."""

    units: tuple[str, str]
    counts: tuple[int, int]


DEPTHS = (4, 6)  # columns in which a side stands: as many as its units need
WIDTH = 16


def ground(grid: str, depth: int = DEPTHS[0]) -> Board:
    """An open field, the same seen from either end."""
    row = "  " + " ".join("." * WIDTH)
    text = _GROUND.format(grid=grid, rows="\n".join([row] * 9), depth=depth, east=WIDTH - depth)
    return load_board(text, "duelling ground")


def fair_counts(points: tuple[int, int]) -> tuple[int, int] | None:
    """The fewest units of either kind whose points are as good as equal, else the nearest; None if they are far off."""

    def gap(counts: tuple[int, int]) -> float:
        totals = [count * each for count, each in zip(counts, points, strict=True)]
        return abs(totals[0] - totals[1]) / max(totals)

    numbers = range(1, MOST + 1)
    ways = sorted(itertools.product(numbers, numbers), key=lambda counts: (sum(counts), gap(counts)))
    best = next((counts for counts in ways if gap(counts) <= CLOSE), min(ways, key=gap))
    return best if gap(best) <= FAR else None


def duels(archetypes: Mapping[str, Archetype], units: Sequence[str] = ()) -> list[Duel]:
    """Every pair of these units, or of all that have points, as far as their points can be made equal."""
    names = units or [key for key, kind in archetypes.items() if kind.points]
    pairs = itertools.combinations(names, 2)
    counts = ((pair, fair_counts((archetypes[pair[0]].points, archetypes[pair[1]].points))) for pair in pairs)
    return [Duel(pair, each) for pair, each in counts if each]


def tasks(
    all_duels: Iterable[Duel], ruleset: str, grid: str, count: int, controller: str, seed: int | str
) -> list[tuple[Job, int]]:
    """`count` skirmishes a duel, in pairs: the same seed with the ends of the field swapped.

    ValueError when one of them cannot begin, because its units do not fit on the field.
    """
    fields = [quick(ground(grid, depth), ruleset, (controller, controller)) for depth in DEPTHS]
    found = []
    for duel in all_duels:
        ways = [_job(_field(fields, duel, seed), duel, seed, swapped=swapped) for swapped in (False, True)]
        found += [(ways[number % 2], number // 2) for number in range(count)]
    return found


def _field(fields: Sequence[Scenario], duel: Duel, seed: int | str) -> Scenario:
    """The first field with room for both sides; ValueError where there is none."""
    for field in fields[:-1]:
        try:
            Skirmish(_job(field, duel, seed, swapped=False).scenario)
        except ValueError:
            continue
        return field
    Skirmish(_job(fields[-1], duel, seed, swapped=False).scenario)
    return fields[-1]


def _job(field: Scenario, duel: Duel, seed: int | str, *, swapped: bool) -> Job:
    rosters = [(Entry(unit=unit, count=count),) for unit, count in zip(duel.units, duel.counts, strict=True)]
    sides = tuple(
        msgspec.structs.replace(side, roster=roster)
        for side, roster in zip(field.sides, rosters[:: -1 if swapped else 1], strict=True)
    )
    controllers = tuple(side.controller for side in sides)
    return Job(msgspec.structs.replace(field, sides=sides), controllers, f"{seed}-{'-'.join(duel.units)}")


class Table(Struct, frozen=True):
    """What came of a round robin: `shares[unit][other]` is the share of wins, a draw counting half."""

    shares: dict[str, dict[str, float]]
    rounds: dict[tuple[str, str], float]  # the median of each duel
    errors: tuple[str, ...]

    def total(self, unit: str) -> float:
        """A unit's share over all its duels, each duel weighing the same."""
        shares = self.shares[unit].values()
        return sum(shares) / len(shares)


def tabulate(all_duels: Sequence[Duel], results: Sequence[Result]) -> Table:
    """The table of results that stand in the order of `tasks`."""
    count = len(results) // len(all_duels)
    shares: dict[str, dict[str, float]] = {unit: {} for duel in all_duels for unit in duel.units}
    rounds = {}
    for at, duel in enumerate(all_duels):
        played = [result for result in results[at * count : (at + 1) * count] if not result.error]
        one, other = duel.units
        won = share_of(results[at * count : (at + 1) * count])
        shares[one][other], shares[other][one] = won, 1 - won
        rounds[duel.units] = median(result.rounds for result in played) if played else 0.0
    return Table(shares, rounds, tuple(result.error for result in results if result.error))


def share_of(results: Sequence[Result]) -> float:
    """The first kind's share of the wins in one duel, whose ends of the field swap every time; errors are draws."""
    won = 0.0
    for number, result in enumerate(results):
        first = number % 2  # the end where the first kind stands
        won += float(result.winners == (first,)) if len(result.winners) == 1 else _HALF
    return won / len(results)
