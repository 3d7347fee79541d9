"""How fair a map is: what each side has before it, and what mirror skirmishes of the computer say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version

import msgspec
from msgspec import Struct

from game.ai.batch import Job, Result, Share, share, simulate
from game.edit.checks_of_sides import start_of
from game.edit.draft import Draft, changed
from game.edit.regions import board_of, in_sight, ways
from game.grid.grid import CellSet, bits, cells
from game.grid.views import seen
from game.map.board import Board
from game.map.notes import FairnessNote, Number
from game.map.scenario import Scenario

PACE = 5
"""Movement points that a unit is taken to spend in a round, for the round of first contact."""

NEAR = 6
"""How far from its start cover counts as near, in movement points."""

_SAMPLE = 24
"""Cells of each start from which lines of sight are tried."""


class SideReport(Struct, frozen=True):
    """What one side has before it. Costs are movement points along the cheapest way, None if there is none."""

    name: str
    room: int
    """Cells to deploy on."""
    enemy: int | None
    """To the nearest cell where an enemy starts."""
    objectives: tuple[tuple[str, int | None], ...]
    """To each zone of an objective, by name."""
    cover: int
    """Per cent of the cells near the start that have something to hide behind on them or beside them."""
    exposed: int
    """Per cent of the lines of sight from the enemies' starts to this one that are free, on flat ground."""
    contact: int | None
    """The round in which both sides meet if they run towards each other."""


class FairnessReport(Struct, frozen=True):
    """All sides, and what differs between them; `spread` is the largest difference, in per cent of the larger value."""

    sides: tuple[SideReport, ...]
    spread: int
    remarks: tuple[str, ...]


def report(draft: Draft) -> FairnessReport:
    """The report of a draft as it is; no remarks mean that all sides have the same."""
    board = board_of(draft)
    starts = [start_of(draft, number) & board.passable for number in range(len(draft.sides))]
    sides = tuple(_side(draft, board, starts, number) for number in range(len(draft.sides)))
    remarks, spread = [], 0
    for title, values in _measures(sides):
        low, high = min(values), max(values)
        if high > low:
            apart = round(100 * (high - low) / high)
            spread = max(spread, apart)
            listed = ", ".join(f"{side.name} {value}" for side, value in zip(sides, values, strict=True))
            remarks.append(f"{title}: {listed} ({apart} % apart).")
    return FairnessReport(sides, spread, tuple(remarks))


def _measures(sides: tuple[SideReport, ...]) -> Iterator[tuple[str, list[int]]]:
    """What can be compared between all sides."""
    if len(sides) < 2:
        return
    yield "Room to deploy", [side.room for side in sides]
    yield "Cover near the start, %", [side.cover for side in sides]
    yield "Start in the enemy's sight, %", [side.exposed for side in sides]
    ways_to = [side.enemy for side in sides if side.enemy is not None]
    if len(ways_to) == len(sides):
        yield "Way to the enemy", ways_to
    nearest = [min((cost for _, cost in side.objectives if cost is not None), default=None) for side in sides]
    known = [cost for cost in nearest if cost is not None]
    if len(known) == len(sides):
        yield "Way to the nearest objective", known


def _side(draft: Draft, board: Board, starts: list[CellSet], number: int) -> SideReport:
    side, start = draft.sides[number], starts[number]
    enemies = [
        other
        for at, other in enumerate(starts)
        if at != number and not (side.team and draft.sides[at].team == side.team)
    ]
    enemy = 0
    for mask in enemies:
        enemy |= mask
    levels = costs(board, start)
    way = cost_to(levels, enemy)
    goals = {each.zone for each in side.objectives if each.zone}
    goals |= {zone.name for zone in draft.zones if zone.kind in ("objective", "exit")}
    objectives = tuple((name, cost_to(levels, board.zone_cells(name))) for name in sorted(goals))
    return SideReport(
        name=side.name,
        room=(start & ~board.deep).bit_count(),
        enemy=way,
        objectives=objectives,
        cover=_cover(board, levels),
        exposed=_exposed(board, enemy, start),
        contact=None if way is None else max(1, -(-way // (2 * PACE))),
    )


def costs(board: Board, start: CellSet) -> list[CellSet]:
    """Level n holds the cells whose cheapest way from a set costs n movement points: 1 a cell and what it costs extra.

    Doors are no hindrance, diagonals cost the same, and everything is reached that can be.
    """
    grid, leaving = board.grid, ways(board)
    free = board.passable & ~board.deep
    dearest = max(board.extras, default=0)
    levels, done, idle = [start & board.passable], start, 0
    while idle <= dearest:
        now = len(levels)
        reached = 0
        for extra, mask in board.extras.items():
            source = levels[now - 1 - extra] if now - 1 - extra >= 0 else 0
            for d in range(grid.directions) if source else ():
                reached |= grid.shift(source & leaving[d], d) & mask
        fresh = reached & free & ~done
        done |= fresh
        levels.append(fresh)
        idle = 0 if fresh else idle + 1
    return levels


def cost_to(levels: list[CellSet], goal: CellSet) -> int | None:
    """The cheapest way to any cell of a set."""
    return next((cost for cost, mask in enumerate(levels) if mask & goal), None)


def _cover(board: Board, levels: list[CellSet]) -> int:
    near = 0
    for mask in levels[: NEAR + 1]:
        near |= mask
    hides = board.obstacles
    for edge in cells(board.obstacle_edges & ~board.rim_walls):
        for cell in board.grid.edge_cells(edge):
            hides |= 0 if cell is None else 1 << cell
    hidden = near & board.grid.spread(hides)
    return round(100 * hidden.bit_count() / near.bit_count()) if near else 0


def _exposed(board: Board, enemy: CellSet, start: CellSet) -> int:
    if not enemy or not start or not in_sight(board, enemy, start):
        return 0
    here, there = _sampled(enemy), _sampled(start)
    free = sum(seen(board.grid, a, bits(there), board.blocks_sight, board.opaque).bit_count() for a in here)
    return round(100 * free / (len(here) * len(there)))


def _sampled(mask: CellSet) -> list[int]:
    members = list(cells(mask))
    return [members[n * len(members) // _SAMPLE] for n in range(_SAMPLE)] if len(members) > _SAMPLE else members


# Mirror skirmishes


def even_scenario(draft: Draft, ruleset: str) -> Scenario:
    """A skirmish in which all sides have the first side's units, without places, and their own zones and objectives.

    SheetError if the map is not sound, ValueError for fewer than two sides.
    """
    board = draft.strict_board()
    if len(board.sides) < 2:
        raise ValueError("a skirmish needs two sides")
    roster = tuple(msgspec.structs.replace(entry, at="", facing="") for entry in board.sides[0].roster)
    sides = tuple(msgspec.structs.replace(side, roster=roster) for side in board.sides)
    return Scenario(ruleset, draft.text(), sides, draft.name, round_limit=draft.round_limit)


def mirror_job(draft: Draft, ruleset: str, controller: str, seed: Number = 0) -> Job:
    """Even armies, every side played by the same controller, each seed twice with the sides' order swapped."""
    scenario = even_scenario(draft, ruleset)
    return Job(scenario, (controller,) * len(scenario.sides), seed, mirror=True)


def skirmishes(job: Job, count: int, jobs: int = 1) -> Iterator[Result]:
    """Play them, one result after the other, so that a screen can show how far it is and stop."""
    yield from simulate(job, count, jobs)


def shares(note: FairnessNote) -> dict[str, Share]:
    """How often each side won, with its interval of 95 %."""
    return {name: share(wins, note.skirmishes) for name, wins in note.wins.items()}


def certify(draft: Draft, job: Job, results: Iterable[Result], text: str = "") -> Draft:
    """The draft with a note of what its mirror skirmishes gave, of its digest and of the version of the game."""
    played = [result for result in results if not result.error]
    sides = [side.name for side in job.scenario.sides]
    note = FairnessNote(
        text=text or (draft.fairness.text if draft.fairness else ""),
        digest=draft.board().digest,
        version=game_version(),
        ruleset=job.scenario.ruleset,
        controller=job.controllers[0],
        seed=job.seed,
        skirmishes=len(played),
        wins={name: sum(result.winners == (at,) for result in played) for at, name in enumerate(sides)},
    )
    return changed(draft, fairness=note)


def is_stale(draft: Draft) -> bool:
    """Whether the note is of another state of the map; never without a note of skirmishes."""
    note = draft.fairness
    return note is not None and note.digest != "" and note.digest != draft.board().digest


def seems_fair(note: FairnessNote) -> bool:
    """Whether an even chance for every side lies within the interval of its share of the won skirmishes."""
    won = sum(note.wins.values())
    found = [share(wins, won) for wins in note.wins.values()]
    return all(each.low <= 1 / len(found) <= each.high for each in found)


def game_version() -> str:
    """The version of the game, or "dev" when it runs without being installed."""
    try:
        return version("quintain")
    except PackageNotFoundError:
        return "dev"
