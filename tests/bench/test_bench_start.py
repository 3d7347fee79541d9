"""From a fresh process to the first picture of the title, without a screen."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

PROCESSES = 5
LIMIT = 1.5  # seconds
CODE = """
import time
begin = time.perf_counter()
import sys
from game.__main__ import main
import pygame
flip = pygame.display.flip
def first():
    flip()
    print(time.perf_counter() - begin)
    sys.stdout.flush()
    import os
    os._exit(0)
pygame.display.flip = first
main(sys.argv[1:])
"""


def start(folder: str, *words: str) -> float:
    """Seconds until the first flip."""
    env = {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "XDG_CONFIG_HOME": folder,
        "XDG_DATA_HOME": folder,
    }
    done = subprocess.run(
        [sys.executable, "-c", CODE, *words], env=env, capture_output=True, text=True, check=True, timeout=60
    )
    return float(done.stdout)


def test_the_title_comes_soon(tmp_path) -> None:
    taken = [start(str(tmp_path)) for _ in range(PROCESSES)]
    print(f"start to the title: {median(taken):.2f} s ({min(taken):.2f} to {max(taken):.2f})")
    assert median(taken) < LIMIT


def test_a_skirmish_comes_soon(tmp_path) -> None:
    taken = [start(str(tmp_path), "play", "--map", "bridge") for _ in range(PROCESSES)]
    print(f"start to a skirmish: {median(taken):.2f} s ({min(taken):.2f} to {max(taken):.2f})")
    assert median(taken) < LIMIT
