"""Mutants: small mistakes put into a ruleset one by one, to see whether its tests notice.

    python -m tests.mutants poise --seed 7 -n 100              # draw 100, list those that survive
    python -m tests.mutants poise --module surrounded -n 1000  # all of one module
    python -m tests.mutants poise --id 1f3a9c02                # one again
    python -m tests.mutants poise --stages cases,records       # without the slower stages

The same seed draws the same mutants anywhere, and a change elsewhere in the code draws no others. Each is tried in a
process of its own, forked from one that has read the cases; the files are never touched.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import json
import os
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, FrameType
from typing import Any, NamedTuple

from game.rules.registry import SHIPPED
from tests.mutating import Mutant, mutants
from tests.stages import ROOT, Covered, Stage, cover, stages

# Modules that only make the screen's words, the computer's taste, or the situations of rule cases.
LEFT_OUT = ("views", "card", "worth", "means", "arrange", "cases")

MEMORY = 3 << 30
WHOLE = 600  # seconds of processor time, if all else fails
FEW = 15  # for so few mutants it is not worth while to find out which case calls what


class Fate(NamedTuple):
    """What became of a mutant: the stage that noticed it, and how; it survived when no stage did."""

    stage: str
    how: str


class Overdue(BaseException):
    """No end in sight. Not an Exception: whoever runs cases must not take it for a failure of one and go on."""


# What is tried


def candidates(name: str) -> list[Mutant]:
    """All mutants of a ruleset."""
    found = []
    for path in sorted((ROOT / "game/rules" / name).rglob("*.py")):
        if path.stem not in LEFT_OUT:
            parts = path.relative_to(ROOT).with_suffix("").parts
            found += mutants(".".join(parts).removesuffix(".__init__"), path)
    return found


def draw(found: Iterable[Mutant], seed: object, number: int) -> list[Mutant]:
    """So many of the mutants, in the order of their places."""
    drawn = sorted(found, key=lambda each: each.rank(seed))[:number]
    return sorted(drawn, key=lambda each: (each.module, each.line, each.edit))


# One mutant in a process of its own


class _Changed(SourceFileLoader):
    """Loads a module from a changed text."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(mutant.path))
        self.text = mutant.source()

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class _Finder:
    """Finds the mutant's module first."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if fullname != self.mutant.module:
            return None
        return importlib.util.spec_from_file_location(fullname, self.mutant.path, loader=_Changed(self.mutant))


def _overdue(_: int, __: FrameType | None) -> None:
    raise Overdue


def _tried(mutant: Mutant | None, tests: Sequence[Stage]) -> Fate | None:
    """What notices the mutant; None: nothing does. Only for a process that ends afterwards."""
    import resource  # Windows has none; nothing can be forked there either

    if mutant is not None:
        assert mutant.module not in sys.modules, f"{mutant.module} has been imported too early"
        sys.meta_path.insert(0, _Finder(mutant))
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (WHOLE, WHOLE))
    signal.signal(signal.SIGPROF, _overdue)
    for stage in tests:
        at: object = "the start"
        signal.setitimer(signal.ITIMER_PROF, stage.limit, 1)
        try:
            for label in stage.steps(mutant):
                at = label
                signal.setitimer(signal.ITIMER_PROF, stage.limit, 1)
        except Overdue:
            return Fate(stage.name, f"{at}: no end")
        except BaseException as error:
            return Fate(stage.name, f"{at}: {type(error).__name__}: {error}"[:300])
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    return None


def _fork(work: Callable[[], object]) -> tuple[int, int]:
    """A process that does something, and where its answer can be read as JSON."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    try:
        with open(writing, "wb") as answer:
            answer.write(json.dumps(work()).encode())
    finally:
        os._exit(0)


def _answer(child: int, reading: int) -> Any:
    with open(reading, "rb") as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else ("?", "its process died")


def covered_by(name: str) -> Covered:
    """Which case calls which function, found out in a process of its own."""
    rows = _answer(*_fork(lambda: [[*row] for row in cover(name)]))
    found: Covered = {}
    for file, line, cases in rows:
        found.setdefault(file, {})[line] = frozenset(cases)
    return found


def try_all(
    drawn: Sequence[Mutant | None],
    tests: Sequence[Stage],
    jobs: int = 1,
    said: Callable[[Mutant | None, Fate | None], object] = print,
) -> list[Fate | None]:
    """What became of each; None stands for the code as it is. `said` is called with each as soon as it is done."""
    fates: dict[int, Fate | None] = {}
    running: dict[int, tuple[int, int]] = {}
    waiting = list(range(len(drawn)))
    gc.freeze()
    while waiting or running:
        while waiting and len(running) < jobs:
            number = waiting.pop(0)
            child, reading = _fork(partial(_tried, drawn[number], tests))
            running[reading] = child, number
        for reading in select.select(list(running), [], [])[0]:
            child, number = running.pop(reading)
            found = _answer(child, reading)
            fates[number] = None if found is None else Fate(*found)
            said(drawn[number], fates[number])
    return [fates[number] for number in range(len(drawn))]


# The command


def listed(mutant: Mutant) -> str:
    """A mutant on one line: where it is, the id that draws it again, and the mistake."""
    path = mutant.path.relative_to(ROOT) if mutant.path.is_relative_to(ROOT) else mutant.path.name
    return f"{path}:{mutant.line}: {mutant.id} {mutant.edit.kind}: {mutant.shown}"


def summary(drawn: Sequence[Mutant], fates: Sequence[Fate | None]) -> Iterator[str]:
    """How many were noticed, by operator, by stage and in all."""
    total, killed = Counter[str](), Counter[str]()
    for mutant, fate in zip(drawn, fates, strict=True):
        total[mutant.edit.kind] += 1
        killed[mutant.edit.kind] += fate is not None
    for kind in sorted(total):
        yield f"  {kind:18} {killed[kind]:4} of {total[kind]:4}"
    by = Counter(fate.stage for fate in fates if fate is not None)
    yield "  noticed by " + ", ".join(f"{stage} {count}" for stage, count in by.most_common())
    yield f"killed {killed.total()} of {total.total()}: {100 * killed.total() / max(total.total(), 1):.0f} %"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.mutants", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("name", choices=SHIPPED)
    parser.add_argument("--seed", default="7")
    parser.add_argument("-n", "--number", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--module", action="append", help="only of this module; may be given several times")
    parser.add_argument("--id", action="append", help="this mutant, as it was listed; may be given several times")
    parser.add_argument("--stages", help="only these, separated by commas: cases,records,contract,invariants,odds,own")
    parser.add_argument("--list", action="store_true", help="show what would be tried")
    parser.add_argument("--fates", action="store_true", help="say also what noticed the others")
    parser.add_argument("--at-least", type=float, default=0, help="fail when fewer per cent are killed")
    return parser.parse_args()


def main() -> int:
    """0: enough were killed; 1: not enough; 2: the tests fail without any mutant."""
    options = _options()
    os.chdir(ROOT)
    found = [each for each in candidates(options.name) if not options.module or each.path.stem in options.module]
    drawn = draw(found, options.seed, options.number)
    if options.id:
        drawn = [each for each in found if each.id in options.id]
    if options.list:
        for mutant in drawn:
            print(listed(mutant))
        return 0
    began = time.monotonic()

    def chosen(tests: list[Stage]) -> list[Stage]:
        return [stage for stage in tests if not options.stages or stage.name in options.stages.split(",")]

    def said(mutant: Mutant | None, fate: Fate | None) -> None:
        """Survivors are told at once, so that a run that is cut off is not lost."""
        print(".", end="", file=sys.stderr, flush=True)
        if mutant is not None and fate is None:
            print(listed(mutant), flush=True)

    (sound,) = try_all([None], chosen(stages(options.name)), said=said)
    if sound is not None:
        print(f"without any mutant: {sound.stage}: {sound.how}")
        return 2
    tests = chosen(stages(options.name, covered_by(options.name) if len(drawn) > FEW else None))
    alone = time.monotonic() - began
    fates = try_all(drawn, tests, options.jobs, said)
    print(file=sys.stderr)
    if options.fates:
        for mutant, fate in zip(drawn, fates, strict=True):
            if fate is not None:
                print(f"{mutant.path.stem}:{mutant.line}: {mutant.shown}\n    {fate.stage}: {fate.how}")
    for line in summary(drawn, fates):
        print(line)
    print(f"{len(found)} to draw from; {time.monotonic() - began:.0f} s, of which {alone:.1f} s without a mutant")
    killed = sum(fate is not None for fate in fates)
    return 0 if 100 * killed >= options.at_least * len(drawn) else 1


if __name__ == "__main__":
    raise SystemExit(main())
