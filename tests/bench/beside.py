"""Quintain beside other programs, by turns in one run: only the ratios mean anything, machines are noisy.

    python -m tests.bench.beside chess         answers a second of random play, beside python-chess
    python -m tests.bench.beside chess poise,clash 10      ten against ten
    python -m tests.bench.beside wesnoth       unit actions a second of the captain, beside Wesnoth
    python -m tests.bench.beside wesnoth poise 10,20,40 --player squire --seconds 60
    python -m tests.bench.beside nobody poise 20           how long 1,000 decisions take, and which takes longest

Random play lists every option there is, as python-chess its legal moves, and starting counts. The peers are installed
by `pip install -e '.[bench]'` and, for Wesnoth, `apt-get install --no-install-recommends wesnoth-1.16-core`.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import mean, median
from time import perf_counter

from game.ai.controller import find_controller
from game.kernel.collecting import collect_seldom
from game.kernel.components import Side
from game.kernel.flow import Decision
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish, side_of
from tests.bench import wesnoth
from tests.playing import ruleset

ROLES = ("fighter", "guard", "brute", "skirmisher", "archer")
# Roles of answers that are no actions of a unit; turns that are handed on ("wait") are told apart.
ENDS = ("end_turn", "decline", "commit", "wait", "back")
ANSWERS = 400  # of a random skirmish; few end earlier


def open_ground(name: str, a_side: int, seed: int | str, grid: str = "hex") -> Scenario:
    """So many units a side, their roles by turns, on open ground of the size that Wesnoth's have."""
    width, height = wesnoth.SIZES[a_side]
    rows = ["." * width for _ in range(height)]
    west, east = f"[0, 0, {width // 4}, {height}]", f"[{width - width // 4}, 0, {width // 4}, {height}]"
    text = "\n".join(
        [
            "name: Bench",
            f"grid: {grid}",
            f"rows: {rows}",
            "zones:",
            f"  west: {{kind: deploy, rect: {west}}}",
            f"  east: {{kind: deploy, rect: {east}}}",
        ]
    )
    roster = tuple(Entry(role=ROLES[at % 5]) for at in range(a_side))
    sides = (SideSetup("Red", "west", roster=roster), SideSetup("Blue", "east", roster=roster))
    return Scenario(name, text, sides, seed=seed)


def start(name: str, a_side: int, seed: int | str, grid: str = "hex") -> Skirmish:
    """A skirmish on open ground before its first answer."""
    return Skirmish(open_ground(name, a_side, seed, grid), ruleset(name)).settle()


def random_play(name: str, a_side: int, seed: int) -> float:
    """Answers a second of one skirmish, its start included."""
    controller, answers, begin = find_controller("random", seed), 0, perf_counter()
    skirmish = start(name, a_side, seed)
    while skirmish.session.request is not None and answers < ANSWERS:
        skirmish.answer(controller.choose(skirmish.session))
        answers += 1
    return answers / (perf_counter() - begin)


def random_chess(seed: int) -> float:
    """Moves a second of python-chess, some games long."""
    import chess

    chooser, moves, begin = random.Random(seed), 0, perf_counter()
    while perf_counter() - begin < 0.2:
        board = chess.Board()
        while not board.is_game_over():
            board.push(chooser.choice(list(board.legal_moves)))
            moves += 1
    return moves / (perf_counter() - begin)


def beside_chess(names: list[str], a_side: int, rounds: int = 7) -> dict[str, float]:
    """The ratio of each ruleset's random play to python-chess's; prints what it finds."""
    ratios = dict[str, float]()
    for name in names:
        random_play(name, a_side, 0)  # what is read and compiled once
        starts, own, theirs = list[float](), list[float](), list[float]()
        for seed in range(1, rounds + 1):
            begin = perf_counter()
            start(name, a_side, seed)
            starts.append(perf_counter() - begin)
            own.append(random_play(name, a_side, seed))
            theirs.append(random_chess(seed))
        ratios[name] = median(own) / median(theirs)
        print(
            f"{a_side}v{a_side} {name:9} {median(own):6.0f} answers/s beside {median(theirs):6.0f} moves/s: "
            f"ratio {ratios[name]:.3f}; start {median(starts) * 1e3:.1f} ms",
            flush=True,
        )
    return ratios


class Paced:
    """A player on the clock: how long each answer took, from the question to the next one."""

    def __init__(self, player: str, seed: int) -> None:
        self.players = [find_controller(player, f"{seed}-{side}") for side in range(2)]
        self.times: list[float] = []
        self.actions = self.handed_on = 0
        self.worst, self.slowest = 0.0, ""

    def play(self, skirmish: Skirmish, seconds: float, most: int = 1_000_000) -> float:
        """Play on for so long or so many answers; the seconds it took."""
        world, begin = skirmish.session.world, perf_counter()
        while isinstance(asked := skirmish.session.request, Decision) and perf_counter() - begin < seconds:
            if len(self.times) == most:
                break
            player = self.players[world.get(side_of(world, asked.who), Side).number - 1]
            at = perf_counter()
            key = player.choose(skirmish.session)
            role = asked.option(key).role if asked.moment in ("own_turn", "floor") else "end_turn"
            self.actions += role not in ENDS
            self.handed_on += role == "wait"
            skirmish.answer(key)
            self.times.append(perf_counter() - at)
            if self.times[-1] > self.worst:
                self.worst = self.times[-1]
                self.slowest = f"{asked.question} with {len(asked.options)} options, answer {len(self.times)}: {key}"
        return perf_counter() - begin

    def told(self) -> str:
        """How long the decisions took."""
        times = sorted(self.times)
        found = (times[len(times) // 2], times[int(len(times) * 0.99)], times[-1])
        half, most, worst = (f"{each * 1e3:.1f} ms" for each in found)
        return f"a decision {half}, 99 % {most}, worst {worst} of {len(times)} ({self.slowest})"


def alone(names: list[str], sizes: list[int], player: str, seconds: float) -> None:
    """Print how long 1,000 decisions of a player take, in as many skirmishes as that needs."""
    for a_side in sizes:
        for name in names:
            paced, seed = Paced(player, 1), 0
            begin = perf_counter()
            while len(paced.times) < 1000 and perf_counter() - begin < seconds:
                seed += 1
                paced.play(start(name, a_side, seed), seconds - (perf_counter() - begin), 1000)
            print(f"{a_side}v{a_side} {name:9} {player}: {paced.told()}", flush=True)


def beside_wesnoth(
    names: list[str], sizes: list[int], player: str, seconds: float, battles: int
) -> dict[tuple[str, int], float]:
    """The ratio of a player's unit actions a second to those of Wesnoth's in as many battles; prints what it finds."""
    ratios = dict[tuple[str, int], float]()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        wesnoth.prepare(home, sizes)
        for a_side in sizes:
            for name in names:
                start(name, a_side, 0)
                paced, took = Paced(player, 1), 0.0
                theirs: list[float] = []
                for seed in range(1, battles + 1):
                    theirs.append(wesnoth.play(home, a_side, seed))
                    took += paced.play(start(name, a_side, seed), seconds)
                own = paced.actions / took
                ratios[name, a_side] = own / mean(theirs)
                more = (paced.actions + paced.handed_on) / took / mean(theirs)
                print(
                    f"{a_side}v{a_side} {name:9} {player}: {own:6.1f} actions/s beside {mean(theirs):4.0f}: "
                    f"ratio {ratios[name, a_side]:.2f}, {more:.2f} with turns handed on; {paced.told()}",
                    flush=True,
                )
    return ratios


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer", choices=("chess", "wesnoth", "nobody"))
    parser.add_argument("rulesets", nargs="?", default=",".join(SHIPPED))
    parser.add_argument("sizes", nargs="?", help="units a side, such as 10,20,40: 5, 10, 20 or 40")
    parser.add_argument("--player", default="captain")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long Quintain plays a battle, at most")
    parser.add_argument("--battles", type=int, default=4, help="beside Wesnoth: how many each plays, by turns")
    given = parser.parse_args()
    collect_seldom()  # as the game does; all programs that run in this process gain by it
    names = given.rulesets.split(",")
    sizes = [*map(int, (given.sizes or {"chess": "5", "wesnoth": "10,20,40", "nobody": "20"}[given.peer]).split(","))]
    if len(names) > 1:  # each in a process of its own, as it is played: what others leave behind slows the next
        for name in names:
            rest = ["--player", given.player, "--seconds", str(given.seconds), "--battles", str(given.battles)]
            command = [sys.executable, "-m", "tests.bench.beside", given.peer, name, ",".join(map(str, sizes)), *rest]
            subprocess.run(command, check=True)
    elif given.peer == "nobody":
        alone(names, sizes, given.player, given.seconds)
    elif given.peer == "chess":
        if importlib.util.find_spec("chess") is None:
            raise SystemExit("python-chess is not installed: pip install chess")
        for a_side in sizes:
            beside_chess(names, a_side)
    elif not wesnoth.installed():
        raise SystemExit("Wesnoth is not installed: apt-get install --no-install-recommends wesnoth-1.16-core")
    else:
        beside_wesnoth(names, sizes, given.player, given.seconds, given.battles)


if __name__ == "__main__":
    main()
