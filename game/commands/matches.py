"""Skirmishes of `arena`: one computer player against another, and how often they idle."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from game.ai.batch import Job, Result, Share, run
from game.ai.judging import Idleness, Score, idleness, score
from game.commands import common
from game.map.library import find_maps
from game.rules.registry import SHIPPED


class _Ground(Struct, frozen=True):
    """A row of the table: one ruleset on one map or on several of one grid, and the skirmishes to play there."""

    ruleset: str
    map: str
    grid: str
    tasks: tuple[tuple[Job, int], ...]


def duel(wanted: argparse.Namespace) -> int:
    """Play A against B on every ground, print the table; 1 when a skirmish broke off with an error."""
    names = (common.controller_name(wanted.first), common.controller_name(wanted.second))
    if names[0] == names[1]:
        raise common.Trouble("a duel needs two different computer players")
    rulesets, numbers = wanted.ruleset or SHIPPED, range(wanted.games)
    if wanted.grid:
        grounds = [_all_maps(ruleset, wanted.grid, names, wanted.seed, numbers) for ruleset in rulesets]
    else:
        maps = wanted.map or wanted.maps
        for name in maps:
            if len(common.board_of(name).sides) != len(names):
                raise common.Trouble(f"map {name}: a duel needs a map of two sides")
        grounds = [_ground(ruleset, name, names, wanted.seed, numbers) for ruleset in rulesets for name in maps]
    results = _play(grounds, wanted.jobs)
    scores = [score(names[0], own) for own in results]
    _show_scores(f"{names[0]} against {names[1]}, {wanted.games} skirmishes each", grounds, scores)
    _write(wanted, [(ground, each) for ground, each in zip(grounds, scores, strict=True)])
    return _errors(grounds, results)


def idle(wanted: argparse.Namespace) -> int:
    """Let one computer player play all sides on every map, print who idled; 1 when a skirmish broke off."""
    name, maps = common.controller_name(wanted.controller), wanted.map or _maps(wanted.grid)
    grounds = [
        _ground(ruleset, each, (name,), wanted.seed, range(wanted.games)[at :: len(maps)])
        for ruleset in wanted.ruleset or SHIPPED
        for at, each in enumerate(maps[: wanted.games])
    ]
    results = _play(grounds, wanted.jobs)
    found = [idleness(own) for own in results]
    _show_idle(name, grounds, results)
    _write(wanted, [(ground, each) for ground, each in zip(grounds, found, strict=True)])
    return _errors(grounds, results)


def _ground(ruleset: str, name: str, names: tuple[str, ...], seed: str, numbers: Iterable[int]) -> _Ground:
    """One name plays all sides."""
    board = common.board_of(name)
    players = names * len(board.sides) if len(names) == 1 else names
    job = Job(common.scenario_of(ruleset, name, players, seed), players, seed)
    return _Ground(ruleset, name, board.kind, tuple((job, number) for number in numbers))


def _all_maps(ruleset: str, grid: str, names: tuple[str, ...], seed: str, numbers: Iterable[int]) -> _Ground:
    """Each pair on the next map of this grid that has as many sides as there are players."""
    maps = [name for name in _maps(grid) if len(common.board_of(name).sides) == len(names)]
    jobs = [Job(common.scenario_of(ruleset, name, names, seed), names, seed) for name in maps]
    tasks = tuple((jobs[number // len(names) % len(jobs)], number) for number in numbers)
    return _Ground(ruleset, f"{len(maps)} maps", grid, tasks)


def _maps(grid: str | None) -> list[str]:
    return [name for name in find_maps() if grid in (None, common.board_of(name).kind)]


def _play(grounds: Sequence[_Ground], jobs: int) -> list[list[Result]]:
    """The results by ground, in order whatever the number of processes."""
    tasks = [task for ground in grounds for task in ground.tasks]
    results = iter(list(common.watched(run(tasks, jobs), len(tasks))))
    return [[next(results) for _ in ground.tasks] for ground in grounds]


def _show_scores(title: str, grounds: Sequence[_Ground], scores: Sequence[Score]) -> None:
    columns = ("ruleset", "map", "won", "drawn", "lost", "share", "95 % (Wilson)", "95 % (pairs)", "by clock", "idle")
    rows = [
        (
            ground.ruleset,
            f"{ground.map} ({ground.grid})",
            *map(str, (each.wins, each.draws, each.losses)),
            f"{each.rate:.1%}",
            f"{each.low:.1%} to {each.high:.1%}",
            f"{each.paired_low:.1%} to {each.paired_high:.1%}",
            _part(each.idleness.by_clock),
            _part(each.idleness.idle),
        )
        for ground, each in zip(grounds, scores, strict=True)
    ]
    _print(title, columns, rows)


def _show_idle(name: str, grounds: Sequence[_Ground], results: Sequence[Sequence[Result]]) -> None:
    """A row for each ruleset; the maps where somebody idled."""
    rows = []
    for ruleset in dict.fromkeys(ground.ruleset for ground in grounds):
        own = [(ground, each) for ground, each in zip(grounds, results, strict=True) if ground.ruleset == ruleset]
        found = idleness([result for _, each in own for result in each])
        where = [f"{ground.map} {int(idleness(each).idle.count)}" for ground, each in own if idleness(each).idle.count]
        rows.append(
            (
                ruleset,
                str(found.idle.of),
                _part(found.idle),
                str(found.longest),
                _part(found.by_clock),
                ", ".join(where),
            )
        )
    _print(f"{name}: idling", ("ruleset", "skirmishes", "idle", "longest", "by clock", "idle on"), rows)


def _print(title: str, columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> None:
    from rich.console import Console  # it takes a while to load, and few commands need it
    from rich.table import Table

    table = Table(*columns, title=title)
    for row in rows:
        table.add_row(*row)
    Console(width=150).print(table)


def _part(found: Share) -> str:
    return f"{found.count:g} ({found.count / found.of:.0%})" if found.of else "0"


def _write(wanted: argparse.Namespace, found: Sequence[tuple[_Ground, Score | Idleness]]) -> None:
    """The figures as JSON, where they are wanted."""
    if wanted.out:
        rows = [
            {"ruleset": ground.ruleset, "map": ground.map, "grid": ground.grid, **msgspec.structs.asdict(each)}
            for ground, each in found
        ]
        common.write_text(wanted.out, common.as_json({"seed": wanted.seed, "results": rows}))


def _errors(grounds: Sequence[_Ground], results: Sequence[Sequence[Result]]) -> int:
    """Tell what broke off; the exit code."""
    code = 0
    for ground, own in zip(grounds, results, strict=True):
        for result in own:
            if result.error:
                print(f"{ground.ruleset}, {ground.map}, seed {result.seed}: {result.error}", file=sys.stderr)
                code = common.FAILED
    return code
