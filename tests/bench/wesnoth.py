"""Battle for Wesnoth without a window, computer against computer: scenarios of our own, and unit actions a second."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from pathlib import Path

SIZES = {5: (24, 20), 10: (30, 24), 20: (40, 30), 40: (60, 40)}  # by units a side: width and height of the map
_PROGRAMS = ("wesnoth-1.16", "/usr/games/wesnoth-1.16", "wesnoth", "/usr/games/wesnoth")
_GROUND = {"Gg": 55, "Gs^Fp": 15, "Hh": 10, "Mm": 4, "Ww": 4, "Re": 10, "Gg^Vh": 2}
_SOUTH = [
    "Spearman",
    "Bowman",
    "Heavy Infantryman",
    "Cavalryman",
    "Mage",
    "Fencer",
    "Merman Fighter",
    "Spearman",
    "Bowman",
    "Mage",
]
_NORTH = [
    "Orcish Grunt",
    "Troll Whelp",
    "Wolf Rider",
    "Orcish Archer",
    "Orcish Assassin",
    "Naga Fighter",
    "Orcish Grunt",
    "Orcish Grunt",
    "Troll Whelp",
    "Orcish Archer",
]
_COUNTS = r"""
    local counts, begun = {}, 0
    bench_count = function(what) counts[what] = (counts[what] or 0) + 1 end
    bench_start = function() counts, begun = {}, wesnoth.ms_since_init() end
    bench_said = function()
        std_print(string.format("BENCH ms=%d moves=%d attacks=%d", wesnoth.ms_since_init() - begun,
            counts.move or 0, counts.attack or 0))
    end
"""
_EVENTS = {
    "preload": _COUNTS,
    "start": "bench_start()",
    "moveto": 'bench_count("move")',
    "attack": 'bench_count("attack")',
    **dict.fromkeys(("die", "side turn end", "victory", "time over", "enemies defeated"), "bench_said()"),
}


def installed() -> str | None:
    """The program's path, if there is one."""
    return next((found for name in _PROGRAMS if (found := shutil.which(name))), None)


def prepare(home: Path, sizes: list[int]) -> None:
    """Write an add-on with a scenario for each number of units a side."""
    folder = home / "ud/data/add-ons/bench"
    folder.mkdir(parents=True)
    chooser = random.Random(7)
    text = "\n".join(_scenario(chooser, a_side) for a_side in sizes)
    (folder / "_main.cfg").write_text(f"#ifdef MULTIPLAYER\n#textdomain wesnoth\n{text}\n#endif\n")


def play(home: Path, a_side: int, seed: int) -> float:
    """Unit actions (moves and attacks) a second of one battle, to its end or for five minutes."""
    program = installed()
    assert program is not None
    command = [program, *["--nogui", "--nosound", "--nodelay", "--multiplayer", "--exit-at-end", "--turns", "40"]]
    command += ["--userdata-dir", str(home / "ud"), "--scenario", f"bench_{a_side}", "--rng-seed", str(seed)]
    command += ["--controller", "1:ai", "--controller", "2:ai"]
    env = {**os.environ, "HOME": str(home), "XDG_RUNTIME_DIR": str(home), "SDL_VIDEODRIVER": "dummy"}
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, errors="replace", timeout=300)
        said = done.stdout + done.stderr
    except subprocess.TimeoutExpired as late:
        said = (late.stdout or b"").decode(errors="replace") + (late.stderr or b"").decode(errors="replace")
    found = re.findall(r"BENCH ms=(\d+) moves=(\d+) attacks=(\d+)", said)
    if not found:
        raise RuntimeError(f"Wesnoth did not play: {said[-500:]}")
    ms, moves, attacks = map(int, found[-1])
    return (moves + attacks) / ms * 1000


def _scenario(chooser: random.Random, a_side: int) -> str:
    width, height = SIZES[a_side]
    kinds, weights = list(_GROUND), list(_GROUND.values())
    # A map's border is one hex wide.
    rows = [", ".join(chooser.choices(kinds, weights, k=width + 2)) for _ in range(height + 2)]
    events = "".join(_event(name, f"[lua]\ncode=<<{lua}>>\n[/lua]") for name, lua in _EVENTS.items())
    units = _units(chooser, 1, _SOUTH, a_side, (2, max(4, width // 4)), height)
    units += _units(chooser, 2, _NORTH, a_side, (width - max(4, width // 4) + 1, width - 1), height)
    head = [f"id=bench_{a_side}", f'name="bench_{a_side}"', 'description="bench"', "turns=40"]
    head += ["victory_when_enemies_defeated=yes", "remove_from_carryover_on_defeat=no", "{DEFAULT_SCHEDULE}"]
    sides = "\n".join(_side(number, team) for number, team in ((1, "south"), (2, "north")))
    lines = ["[multiplayer]", *head, 'map_data="' + "\n".join(rows) + '"', sides, _event("prestart", units), events]
    return "\n".join([*lines, "[/multiplayer]"])


def _side(number: int, team: str) -> str:
    words = [f"side={number}", f"team_name={team}", "no_leader=yes", "canrecruit=no", "controller=ai", "gold=0"]
    words += ["income=-2", "defeat_condition=no_units_left", "fog=no", "shroud=no"]
    return "\n".join(["[side]", *words, "[/side]"])


def _units(
    chooser: random.Random, side: int, types: list[str], count: int, columns: tuple[int, int], height: int
) -> str:
    places = [(x, y) for x in range(columns[0], columns[1] + 1) for y in range(1, height + 1)]
    found = ""
    for at, (x, y) in enumerate(chooser.sample(places, count)):
        words = [f"side={side}", f"type={types[at % len(types)]}", f"x,y={x},{y}", "random_traits=no"]
        found += "\n".join(["[unit]", *words, "generate_name=no", "[/unit]", ""])
    return found


def _event(name: str, body: str) -> str:
    return f"[event]\nname={name}\nfirst_time_only=no\n{body}\n[/event]\n"
