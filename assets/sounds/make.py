"""Makes sounds of this folder from nothing but sums: `python assets/sounds/make.py [name ...]`.

They are part of the project and come under its licence. Effects are mono, 22.05 kHz, 16 bit, shorter than a second;
what goes on behind a battle is 11.025 kHz and ends where it begins.
`block bow click dice dodge error fall hit spell step turn win`
were made before this script was kept.
"""

from __future__ import annotations

import math
import sys
import wave
from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random

RATE, SLOW = 22050, 11025
TAU = 2 * math.pi
LOUDEST = 20000
Wave = list[float]


def tone(seconds: float, start: float, end: float = 0.0, *, decay: float = 6.0, rich: float = 0.3) -> Wave:
    """A pitch that glides from start to end (Hz) and dies away; `rich` is the share of its overtone."""
    count, found, phase = round(seconds * RATE), [], 0.0
    for n in range(count):
        share = n / count
        phase += TAU * (start + ((end or start) - start) * share) / RATE
        strength = math.exp(-decay * share) * min(1.0, n / 60)
        found.append(strength * (math.sin(phase) + rich * math.sin(2 * phase)))
    return found


def noise(
    seconds: float, seed: str, *, low: float = 0.0, high: float = 1.0, decay: float = 6.0, rise: int = 40
) -> Wave:
    """Noise between two shares of the spectrum (0 is deep, 1 is all there is) that dies away."""
    dice, count, found = Random(seed), round(seconds * RATE), []
    slow = fast = 0.0
    for n in range(count):
        grain = dice.uniform(-1, 1)
        fast += (grain - fast) * high
        slow += (grain - slow) * low
        found.append((fast - slow) * math.exp(-decay * n / count) * min(1.0, n / rise))
    return found


def mix(*parts: tuple[float, float, Wave]) -> Wave:
    """Parts with how loud each is, and after how many seconds it begins."""
    length = max(round(at * RATE) + len(part) for _, at, part in parts)
    found = [0.0] * length
    for loud, at, part in parts:
        first = round(at * RATE)
        for n, value in enumerate(part):
            found[first + n] += loud * value
    return found


def behind(seconds: float, seed: str, deep: float, swell: float, shine: float = 0.0) -> Wave:
    """Noise that swells and sinks, for a loop: its end is blended into its beginning."""
    dice, count, found = Random(seed), round(seconds * SLOW), []
    overlap = SLOW
    one = two = 0.0
    for n in range(count + overlap):
        grain = dice.uniform(-1, 1)
        one += (grain - one) * deep
        two += (one - two) * deep
        at = TAU * n / count
        wind = 1 - swell + swell * (0.5 + 0.28 * math.sin(2 * at) + 0.22 * math.sin(5 * at + 1))
        found.append(wind * (two / deep**0.5 + shine * (grain - one) * (0.5 + 0.5 * math.sin(9 * at))))
    for n in range(overlap):
        share = n / overlap
        found[n] = found[n] * share + found[count + n] * (1 - share)
    return found[:count]


def hall() -> Wave:
    """A low room with a fire in it."""
    found, dice = behind(6, "hall", 0.03, 0.3), Random("fire")
    for _ in range(46):
        first, loud = dice.randrange(len(found) - 400), dice.uniform(0.2, 0.9)
        for n in range(300):
            found[first + n] += loud * dice.uniform(-1, 1) * math.exp(-n / 40)
    return found


SOUNDS: dict[str, Callable[[], Wave]] = {
    "act": lambda: mix((0.5, 0, noise(0.16, "act", low=0.05, high=0.4)), (0.4, 0.02, tone(0.18, 330, 392))),
    "ask": lambda: mix((0.6, 0, tone(0.22, 587, decay=5)), (0.6, 0.12, tone(0.3, 784, decay=5))),
    "chime": lambda: mix((0.6, 0, tone(0.4, 880, decay=6)), (0.3, 0.0, tone(0.3, 1320, decay=8))),
    "daze": lambda: mix((0.7, 0, tone(0.4, 300, 170, decay=4)), (0.4, 0.05, tone(0.36, 317, 180, decay=4))),
    "drum": lambda: mix(
        (1, 0, tone(0.3, 110, 60, decay=7)),
        (0.3, 0, noise(0.12, "drum", high=0.3)),
        (0.9, 0.24, tone(0.34, 100, 52, decay=7)),
    ),
    "gear": lambda: mix(
        (0.8, 0, noise(0.07, "gear", low=0.3, high=1)),
        (0.8, 0.09, noise(0.11, "gear2", low=0.2, high=0.9)),
        (0.2, 0.09, tone(0.12, 1400, 1100)),
    ),
    "guard": lambda: mix((0.7, 0, noise(0.12, "guard", low=0.1, high=0.7)), (0.5, 0.01, tone(0.2, 520, 480, decay=9))),
    "heal": lambda: mix((0.5, 0, tone(0.26, 523)), (0.5, 0.1, tone(0.26, 659)), (0.5, 0.2, tone(0.36, 784))),
    "horn": lambda: mix((0.7, 0, tone(0.3, 220, decay=2, rich=0.7)), (0.8, 0.3, tone(0.55, 330, decay=4, rich=0.7))),
    "leap": lambda: noise(0.26, "leap", low=0.04, high=0.25, decay=3, rise=2200),
    "loss": lambda: mix((0.7, 0, tone(0.4, 220, decay=2, rich=0.7)), (0.8, 0.3, tone(0.6, 165, 147, decay=4, rich=1))),
    "note": lambda: tone(0.16, 660, 620, decay=7),
    "ready": lambda: mix(
        (0.5, 0, noise(0.22, "ready", low=0.3, high=1, decay=4, rise=1800)),
        (0.16, 0.05, tone(0.22, 2100, 2400)),
    ),
    "relief": lambda: mix((0.5, 0, tone(0.3, 392, 523, decay=5)), (0.25, 0, noise(0.3, "relief", high=0.2, rise=2000))),
    "rest": lambda: mix((0.5, 0, tone(0.45, 330, decay=4)), (0.5, 0.2, tone(0.45, 262, decay=4))),
    "scuffle": lambda: mix(
        (0.8, 0, noise(0.1, "s1", high=0.35)),
        (0.9, 0.09, noise(0.12, "s2", high=0.25)),
        (0.7, 0.2, noise(0.1, "s3", high=0.3)),
    ),
    "swing": lambda: noise(0.24, "swing", low=0.08, high=0.45, decay=3.4, rise=2400),
    "thud": lambda: mix((1, 0, tone(0.26, 90, 45, decay=8)), (0.7, 0, noise(0.14, "thud", high=0.2))),
    "turn_about": lambda: noise(0.11, "turn", low=0.05, high=0.3, decay=4, rise=500),
}  # fmt: skip
BEHIND: dict[str, Callable[[], Wave]] = {
    "wind": lambda: behind(7, "wind", 0.06, 0.75),
    "stream": lambda: behind(6, "stream", 0.2, 0.25, shine=0.35),
    "hall": hall,
}


def samples(name: str) -> array[int]:
    """The sound as it is written: as loud as the others, and silent at its end if it has one."""
    found = (SOUNDS.get(name) or BEHIND[name])()
    loudest = max(abs(value) for value in found) or 1.0
    scale = LOUDEST / loudest
    end = min(400, len(found)) if name in SOUNDS else 0
    for n in range(end):
        found[-1 - n] *= n / end
    return array("h", [round(value * scale) for value in found])


def write(name: str, folder: Path) -> Path:
    """Write one sound; where it is."""
    path = folder / f"{name}.wav"
    data = samples(name)
    if sys.byteorder == "big":
        data.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE if name in SOUNDS else SLOW)
        file.writeframes(data.tobytes())
    return path


if __name__ == "__main__":
    for each in sys.argv[1:] or [*SOUNDS, *BEHIND]:
        print(write(each, Path(__file__).parent))
