"""Frozen records of what happened: outputs for the screen, the log and tests, never inputs of rules.

Entities are ids, cells are grid cells, `rule` is the ID of the rule at work. `what` is a key that the sheet
gives a title.
"""

from __future__ import annotations

from msgspec import Struct

from game.kernel.numbers import Breakdown


class Event(Struct, frozen=True):
    """What all events share; a marker for types."""


class Opened(Event, frozen=True):
    """The skirmish began; `first` acts first where a rule says so."""

    first: int | None = None
    rule: str = ""


class RoundBegan(Event, frozen=True):
    """A round began."""

    number: int
    rule: str = ""


class RoundEnded(Event, frozen=True):
    """A round ended."""

    number: int
    rule: str = ""


class TurnBegan(Event, frozen=True):
    """It is this unit's turn; `why` names what made it the next."""

    unit: int
    why: str = ""
    rule: str = ""


class TurnEnded(Event, frozen=True):
    """The unit's turn is over."""

    unit: int
    rule: str = ""


class Moved(Event, frozen=True):
    """A unit went one step or was placed: `how` is walk, shove, place, fall, leave, teleport."""

    unit: int
    start: int | None
    end: int | None
    how: str = "walk"
    cost: int = 0
    rule: str = ""


class Turned(Event, frozen=True):
    """A unit faces another way."""

    unit: int
    direction: int
    rule: str = ""


class Used(Event, frozen=True):
    """A unit used a skill, action or item; `kind` is action, move, maneuver, reaction, interrupt or free.

    `declared` is one that is only announced: others may still act before it.
    """

    unit: int
    what: str
    kind: str = "action"
    targets: tuple[int, ...] = ()
    cell: int | None = None
    rule: str = ""


class Attacked(Event, frozen=True):
    """An attack is declared against one target, with its numbers before the target answers.

    `ranged` is one that flies there: a shot, a throw, a bolt.
    """

    unit: int
    target: int
    what: str
    numbers: tuple[Breakdown, ...] = ()
    rule: str = ""
    ranged: bool = False


class Answered(Event, frozen=True):
    """A unit answered an attack: `how` is the ruleset's word (dodge, block, predict, yield, parry ...)."""

    unit: int
    attacker: int
    how: str
    numbers: tuple[Breakdown, ...] = ()
    rule: str = ""


class Struck(Event, frozen=True):
    """How an attack or check came out: `how` is hit, miss, success or failure; the numbers are those that decided."""

    unit: int
    target: int
    what: str
    how: str
    numbers: tuple[Breakdown, ...] = ()
    rule: str = ""


class Rolled(Event, frozen=True):
    """Dice fell; without `dice`, what an earlier throw or the moment came to."""

    unit: int
    why: str
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    numbers: tuple[Breakdown, ...] = ()
    rule: str = ""


class PoolChanged(Event, frozen=True):
    """An amount changed: `verb` is damage, lose, spend, gain, restore."""

    unit: int
    pool: str
    before: int
    after: int
    verb: str
    source: int | None = None
    numbers: tuple[Breakdown, ...] = ()
    rule: str = ""


class Gained(Event, frozen=True):
    """A condition came over a unit."""

    unit: int
    condition: str
    source: int | None = None
    rule: str = ""


class Lost(Event, frozen=True):
    """A condition left a unit."""

    unit: int
    condition: str
    rule: str = ""


class Blocked(Event, frozen=True):
    """Something did not happen, and why: `what` is a key with a title."""

    unit: int
    what: str
    rule: str = ""


class Noted(Event, frozen=True):
    """Something is so of a unit that nothing else tells: `what` is a key with a title (missed, negated ...)."""

    unit: int
    what: str
    rule: str = ""


class Hindered(Event, frozen=True):
    """A unit was hindered in what it does by another."""

    unit: int
    by: int
    rule: str = ""


class Fell(Event, frozen=True):
    """A unit is out of the fight: defeated, unconscious, fled, surrendered."""

    unit: int
    how: str
    by: int | None = None
    rule: str = ""


class ItemMoved(Event, frozen=True):
    """An item changed places: `how` is drawn, stowed, dropped, thrown, picked_up, reloaded, used_up."""

    unit: int
    item: str
    how: str
    cell: int | None = None
    rule: str = ""


class Rested(Event, frozen=True):
    """A side makes camp: `kind` is the ruleset's word, for so many minutes."""

    side: int
    kind: str
    minutes: int = 0
    rule: str = ""


class Progressed(Event, frozen=True):
    """A side came nearer to an objective."""

    side: int
    objective: str
    done: int
    needed: int
    rule: str = ""


class SlotReached(Event, frozen=True):
    """The unit's place in the order has come, whether or not it acts now."""

    unit: int
    rule: str = ""


class TurnLost(Event, frozen=True):
    """The unit has no turn in this round."""

    unit: int
    rule: str = ""


class Judged(Event, frozen=True):
    """What came of a throw: `how` is a word such as hit, miss, critical, success, failure."""

    unit: int
    what: str
    how: str
    target: int | None = None
    numbers: tuple[Breakdown, ...] = ()
    rule: str = ""


class Ended(Event, frozen=True):
    """The skirmish is over; `why` is the outcome's reason."""

    winners: tuple[int, ...]
    why: str
    rule: str = ""
