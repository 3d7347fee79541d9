"""Strokes: what is seen of events, as data. `telling.timeline` writes them, drawing plays them.

Everything is in milliseconds at normal pace.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from game.kernel.events import Event

Kind: TypeAlias = Literal[
    "line", "say", "dice", "blow", "impact", "float", "walk", "jump", "turn", "fall", "watch", "show", "end"
]
"""line: who does what to whom, until `end`; say: a line of its card; blow and impact: at the other's body;
float: words that rise from a unit; watch: the view goes there; show: it is so from now on, and nothing else is seen."""

LINE, SAY, DICE, MORE_DICE, ANSWER = 150, 150, 300, 120, 250
BLOW, STOP, MISS, NUMBER, CONDITION, FALL = 300, 80, 350, 400, 300, 500
STEP, TURN, BRIEF = 170, 80, 150
FLOAT, PASSING = 1100, 900  # how long words are seen: those that rise, and a card without an attack


class Stroke(Struct, frozen=True):
    """One thing that is seen. The next begins after `wait`; it lasts `lasts`, or until its act's `end` if that is 0.

    `act` is the number of the event that began what it belongs to, `doer` whose pace it has. `shows` are the events
    that hold from its end on.
    """

    kind: Kind
    act: int
    wait: int
    lasts: int = 0
    unit: int | None = None
    other: int | None = None
    words: str = ""
    tone: str = "plain"
    icon: str = ""  # what stands for the name in the words
    dice: tuple[tuple[int, int], ...] = ()  # sides and face
    shows: tuple[Event, ...] = ()
    sound: str = ""
    doer: int | None = None
    reaction: bool = False
    flies: bool = False  # a blow that is a shot, a throw or a bolt
    at: int = 0  # the number of the event that it tells
