"""Skirmishes played by controllers from start to end: one, or thousands on several processes."""

from __future__ import annotations

import functools
import math
import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait

import msgspec
from msgspec import Struct

from game.ai.controller import Controller, find_controller
from game.ai.idling import Watch
from game.kernel.collecting import collect_seldom
from game.kernel.components import FIELD, Clock, Side
from game.kernel.flow import Decision
from game.map.roster import SideSetup
from game.map.scenario import Scenario
from game.rules.ruleset import Ruleset, find_ruleset
from game.skirmish.record import Skirmish, digest, side_of
from game.text.log import remarks

CAP = 20_000  # answers after which a skirmish counts as endless
Z = 1.959964  # both tails of 95 %


class Result(Struct, frozen=True):
    """One finished skirmish. `controllers` and the numbers in `winners` (from 0) go by the order of the sides.

    `idle` is the longest stretch of whole rounds in which nobody attacked or came nearer to anything (see `idling`).
    `error` says what went wrong, with nobody winning; `record` is the record's text where it was to be kept, and
    always after an error.
    """

    number: int
    seed: int | str
    controllers: tuple[str, ...]
    winners: tuple[int, ...] = ()
    why: str = ""
    rounds: int = 0
    decisions: int = 0
    idle: int = 0
    digest: str = ""
    error: str = ""
    record: str = ""


class Share(Struct, frozen=True):
    """How often something happened, with the Wilson interval of 95 %."""

    count: float
    of: int
    low: float
    high: float


class Summary(Struct, frozen=True):
    """What came of a batch: skirmishes won outright by each side and by each controller, and how long they took."""

    skirmishes: int
    errors: int
    draws: int
    sides: dict[str, Share]
    controllers: dict[str, Share]
    endings: dict[str, int]
    rounds: float
    decisions: float


def play(
    scenario: Scenario,
    controllers: Sequence[Controller],
    *,
    ruleset: Ruleset | None = None,
    number: int = 0,
    cap: int = CAP,
    keep: bool = False,
) -> Result:
    """Play a scenario to its end, one controller a side in their order.

    Whatever goes wrong on the way is in the result. ValueError, LookupError or SheetError when it cannot begin.
    """
    names = tuple(controller.name for controller in controllers)
    if len(controllers) != len(scenario.sides):
        raise ValueError(f"{len(scenario.sides)} sides need as many controllers, not {len(controllers)}")
    skirmish = Skirmish(scenario, ruleset)
    start = Result(number, scenario.seed, names)
    try:
        decisions, idle = _drive(skirmish, controllers, cap)
    except Exception as error:
        # A faulty rule or controller must not end a batch: the record shows where it happened.
        return msgspec.structs.replace(start, error=f"{type(error).__name__}: {error}", record=skirmish.text(remarks))
    return _finished(start, skirmish, decisions, idle, keep=keep)


def _drive(skirmish: Skirmish, controllers: Sequence[Controller], cap: int) -> tuple[int, int]:
    """Answer everything; the number of decisions, and of idle rounds in a row. RuntimeError when it does not end."""
    world = skirmish.settle().session.world
    decisions, watch = 0, Watch(world)
    while isinstance(request := skirmish.session.request, Decision):
        if decisions >= cap:
            raise RuntimeError(f"no end after {cap} answers")
        side = world.get(side_of(world, request.who), Side)
        skirmish.answer(controllers[side.number - 1].choose(skirmish.session))
        watch.look(world)
        decisions += 1
    return decisions, watch.longest


def _finished(start: Result, skirmish: Skirmish, decisions: int, idle: int, *, keep: bool) -> Result:
    world = skirmish.session.world
    end = skirmish.ruleset.outcome(world)
    assert end is not None
    return msgspec.structs.replace(
        start,
        winners=tuple(world.get(side, Side).number - 1 for side in end.winners),
        why=end.why,
        rounds=world.get(FIELD, Clock).round,
        decisions=decisions,
        idle=idle,
        digest=digest(world),
        record=skirmish.text(remarks) if keep else "",
    )


# Batches


class Job(Struct, frozen=True):
    """Everything a batch is made of, so that a skirmish depends on the job and its number alone.

    `mirror`: each seed is played twice, the second time with the sides listed the other way round. Whatever goes by
    the order of the sides then favours neither.
    """

    scenario: Scenario
    controllers: tuple[str, ...]
    seed: int | str = 0
    cap: int = CAP
    keep: bool = False
    mirror: bool = False


def simulate(job: Job, count: int, jobs: int = 1) -> Iterator[Result]:
    """Play `count` skirmishes on `jobs` processes; results in order, the same for any number of jobs.

    Skirmishes with different controllers are paired: the same seed with the controllers' sides swapped, so that
    neither map nor dice favour one. LookupError for an unknown name, ValueError when it cannot begin.
    """
    for name in job.controllers:
        find_controller(name)
    Skirmish(job.scenario, _ruleset(job.scenario.ruleset))
    yield from run([(job, number) for number in range(count)], jobs)


def run(tasks: Sequence[tuple[Job, int]], jobs: int = 1) -> Iterator[Result]:
    """Play the skirmishes of these jobs and numbers on `jobs` processes; results in order."""
    if jobs <= 1 or len(tasks) <= 1:
        yield from map(_one, tasks)
        return
    # Fresh processes: a fork would copy whatever threads and windows the caller has.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=context, initializer=_begin_work) as pool:
        yield from pool.map(_one, tasks, chunksize=max(1, min(8, len(tasks) // (4 * jobs))))


def _begin_work() -> None:
    collect_seldom()
    _end_with_parent()


def _end_with_parent() -> None:
    """A worker whose parent was killed would play on for nobody."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    sentinel = parent.sentinel

    def watch() -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _one(task: tuple[Job, int]) -> Result:
    """The skirmish of that number in the batch."""
    job, number = task
    if job.mirror:
        return _mirrored(job, number)
    ways = len(job.controllers) if len(set(job.controllers)) > 1 else 1
    pair, turn = divmod(number, ways)
    names = (*job.controllers[turn:], *job.controllers[:turn])
    return _seeded(job, number, f"{job.seed}-{pair}", job.scenario.sides, names)


def _mirrored(job: Job, number: int) -> Result:
    pair, reverse = divmod(number, 2)
    seed, turn = f"{job.seed}-{pair}", -1 if reverse else 1
    result = _seeded(job, number, seed, job.scenario.sides[::turn], job.controllers[::turn])
    if not reverse:
        return result
    last = len(job.controllers) - 1
    winners = tuple(sorted(last - winner for winner in result.winners))
    return msgspec.structs.replace(result, controllers=job.controllers, winners=winners)


def _seeded(job: Job, number: int, seed: str, sides: tuple[SideSetup, ...], names: Sequence[str]) -> Result:
    scenario = msgspec.structs.replace(job.scenario, seed=seed, sides=sides)
    controllers = [find_controller(name, f"{seed}-{side}") for side, name in enumerate(names)]
    ruleset = _ruleset(scenario.ruleset)
    result = play(scenario, controllers, ruleset=ruleset, number=number, cap=job.cap, keep=job.keep)
    return msgspec.structs.replace(result, controllers=tuple(names))  # whatever they call themselves


@functools.lru_cache(maxsize=8)
def _ruleset(name: str) -> Ruleset:
    return find_ruleset(name)


def summarise(job: Job, results: Sequence[Result]) -> Summary:
    """Wins, endings, lengths and errors of a batch."""
    played = [result for result in results if not result.error]
    sides = [side.name for side in job.scenario.sides]
    side_wins = {name: sum(result.winners == (at,) for result in played) for at, name in enumerate(sides)}
    winners = [result.controllers[result.winners[0]] for result in played if len(result.winners) == 1]
    names = list(dict.fromkeys(job.controllers))
    endings = sorted({result.why for result in played})
    return Summary(
        skirmishes=len(results),
        errors=len(results) - len(played),
        draws=sum(len(result.winners) != 1 for result in played),
        sides={name: share(count, len(played)) for name, count in side_wins.items()},
        controllers={name: share(winners.count(name), len(played)) for name in names},
        endings={why: sum(result.why == why for result in played) for why in endings},
        rounds=_mean([result.rounds for result in played]),
        decisions=_mean([result.decisions for result in played]),
    )


def first_listed(results: Sequence[Result]) -> Share:
    """How often the side that was listed first won in a batch of mirrored skirmishes."""
    played = [result for result in results if not result.error]
    last = len(played[0].controllers) - 1 if played else 0
    return share(sum(result.winners == (last if result.number % 2 else 0,) for result in played), len(played))


def share(count: float, of: int) -> Share:
    """A share with its Wilson interval; of nothing, everything is possible."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    rate, square = count / of, Z * Z
    middle = (rate + square / (2 * of)) / (1 + square / of)
    reach = Z / (1 + square / of) * math.sqrt(rate * (1 - rate) / of + square / (4 * of * of))
    return Share(count, of, max(0.0, middle - reach), min(1.0, middle + reach))


def _mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
