"""The user's settings: read from and written to one JSON file."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, field

from game.data import disk, paths
from game.ui.kit import theme
from game.ui.kit.standing_orders import Order

MAX_BYTES = 1_000_000
SPEEDS = (0.5, 1, 2, 4, 8, 16, 0)  # times the pace of animations; 0 is at once
LIMITS = (0, 5, 10, 20, 30, 60)  # seconds for an answer


class Seat(Struct, frozen=True):
    """One side of a set-up: its name and who plays it (`human` or a computer's name)."""

    name: str
    controller: str


class SetUp(Struct, frozen=True):
    """What the last set-up was. An empty seed draws a new one."""

    ruleset: str = ""
    map: str = ""
    seats: tuple[Seat, ...] = ()
    seed: str = ""
    by_hand: bool = False
    undo: str = "fair"
    fog: str = ""  # off, fog or shroud; empty: as the map has it
    house: dict[str, dict[str, bool | int | float | str]] = {}  # by ruleset, what is not as usual


class Prefs(Struct, frozen=True):
    """All settings. `keys` maps IDs of commands to the user's own keys."""

    scale: int = 100
    palette: str = "default"
    speed: float = 1  # what one's own units do
    speed_theirs: float | None = None  # as one's own
    speed_reactions: float | None = None  # what anybody does out of its turn
    wait: bool = False  # for a key after what others do
    follow: bool = True  # the view goes where something happens
    handover: bool = False
    still: bool = False
    ask: Literal["matters", "always"] = "matters"  # questions in others' acts: those that concern one's own, or all
    prompt_seconds: int = 0  # for answers in the middle of an action; 0 is no limit
    volume: int = 70  # of what happens, in per cent
    interface: int = 40
    ambience: int = 20
    full_screen: bool = False
    log: bool = True
    edge_pan: bool = False
    dim: bool = True
    grid: bool = True
    coordinates: bool = False
    soft: bool = True  # edges between kinds of ground
    blend: bool = False  # the editor's brush lays transitions
    minimap: bool = True
    paper: Literal["a4", "letter"] = "a4"
    author: str = ""  # who wrote the last comment on a map
    imports: str = ""  # the folder in which a map of another program was found last
    window: tuple[int, int] = (1280, 800)
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    set_up: SetUp = SetUp()
    orders: tuple[Order, ...] = ()

    def paces(self) -> tuple[float, float, float]:
        """How fast one's own units, others and reactions are shown."""
        theirs = self.speed if self.speed_theirs is None else self.speed_theirs
        return self.speed, theirs, self.speed if self.speed_reactions is None else self.speed_reactions

    def look(self) -> theme.Look:
        """Palette and scale as the screen wants them."""
        return theme.Look(theme.find_palette(self.palette), self.scale, self.still)


def path() -> Path:
    """The file of the settings, whether or not it exists."""
    return paths.user_config() / "settings.json"


def load() -> tuple[Prefs, str | None]:
    """The settings, and a message when the file could not be read: then they are the defaults.

    The unreadable file is kept as `settings.broken.json`.
    """
    here = path()
    try:
        return _sane(msgspec.json.decode(disk.read_text(here, MAX_BYTES), type=Prefs)), None
    except disk.Missing:
        return Prefs(), None
    except (disk.Unreadable, msgspec.MsgspecError, RecursionError) as error:
        kept = here.with_name("settings.broken.json")
        with contextlib.suppress(OSError):
            os.replace(here, kept)
        return Prefs(), f"The settings could not be read and are the default ones now ({error}). Old file: {kept}"


def store(prefs: Prefs) -> str | None:
    """Write the settings; a message when that fails."""
    try:
        disk.write(path(), msgspec.json.format(msgspec.json.encode(prefs), indent=2).decode())
    except OSError as error:
        return f"The settings could not be written: {error}"
    return None


def _sane(prefs: Prefs) -> Prefs:
    """Values from a file edited by hand, put into their bounds."""
    nearest = min(theme.SCALES, key=lambda scale: abs(scale - prefs.scale))
    width, height = prefs.window
    return msgspec.structs.replace(
        prefs,
        scale=nearest,
        speed=prefs.speed if prefs.speed in SPEEDS else 1,
        speed_theirs=prefs.speed_theirs if prefs.speed_theirs in SPEEDS else None,
        speed_reactions=prefs.speed_reactions if prefs.speed_reactions in SPEEDS else None,
        prompt_seconds=min(3600, max(0, prefs.prompt_seconds)),
        volume=_share(prefs.volume),
        interface=_share(prefs.interface),
        ambience=_share(prefs.ambience),
        window=(min(7680, max(640, width)), min(4320, max(400, height))),
    )


def pace_words(speed: float) -> str:
    """How fast animations are, in words."""
    return "At once" if not speed else "× ½" if speed == 0.5 else f"× {speed:g}"


def _share(volume: int) -> int:
    return min(100, max(0, volume))
