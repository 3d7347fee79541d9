"""What a computer player thinks of a decision: its options, best first, and what each is worth term by term.

It is what the player decides by, asked again: with the same player, seed and session the same numbers come out.
"""

from __future__ import annotations

from msgspec import Struct

from game.ai.baselines import asked
from game.ai.controller import find_controller
from game.ai.lookahead import Evaluation, Lookahead
from game.kernel.flow import Option
from game.kernel.session import Session

MOST = 5
_LITTLE = 0.001  # a term that counts less is left out

WORDS = {
    "harm": "Harm to the enemy",
    "felled": "Out of the fight",
    "self": "Its own state",
    "own": "Its friends' state",
    "rest": "Its side's state",
    "stage": "Objectives reached",
    "won": "Victory or defeat",
    "duty": "Its orders",
    "danger": "Danger there",
    "engaged": "Enemies beside it",
    "company": "Friends and enemies near",
    "approach": "Way to the enemy",
    "seek": "Looking for the enemy",
    "objective": "Objectives",
    "next": "What it can still do",
    "move": "Where it can still go",
    "arms": "Its weapons",
    "guard": "Its defence",
    "effort": "Effort",
    "wish own": "Sparing its own",
    "wish foe": "Wearing enemies down",
    "wish far": "Being near the enemy",
    "wish alone": "Staying together",
    "wish leader": "Going for leaders",
    "wish wounded": "Going for the wounded",
}


class Part(Struct, frozen=True):
    """One term: its name, how a player reads it, what it counts, and by how much that is less than the best option's.

    In the best option `short` is by how much it is more than in the second.
    """

    name: str
    words: str
    value: float
    short: float = 0.0


class Weighed(Struct, frozen=True):
    """One option as it was weighed: score, terms (those first in which it differs most), and the answers expected."""

    option: Option
    score: float
    parts: tuple[Part, ...]
    reply: tuple[str, ...] = ()

    @property
    def decided(self) -> Part | None:
        """The term that decided: for or, in other options than the best, against it."""
        return max(self.parts, key=lambda part: part.short, default=None)


def explain(session: Session, name: str = "captain", seed: int | str = 0, most: int = MOST) -> tuple[Weighed, ...]:
    """The options that a player weighs for the pending decision, best first; none if that player does not weigh.

    One option without parts where it does not have to think.

    LookupError if there is no such player, ValueError if nothing is to be decided.
    """
    player = find_controller(name, seed)
    if not isinstance(player, Lookahead):
        return ()
    plain = player.at_once(session)
    if plain:
        return (Weighed(asked(session).option(plain), 0.0, ()),)
    found = player.evaluations(session)[:most]
    second = found[1] if len(found) > 1 else None
    return tuple(_weighed(each, second if not at else found[0], first=not at) for at, each in enumerate(found))


def _weighed(found: Evaluation, other: Evaluation | None, *, first: bool) -> Weighed:
    """An option beside the one that it is compared with."""
    mine, beside = dict(found.terms), dict(other.terms) if other is not None else {}
    parts = []
    for name in {**mine, **beside}:
        value, gap = mine.get(name, 0.0), mine.get(name, 0.0) - beside.get(name, 0.0)
        if abs(value) >= _LITTLE or (other is not None and abs(gap) >= _LITTLE):
            parts.append(Part(name, WORDS.get(name, name), value, gap if first else -gap))
    parts.sort(key=lambda part: -abs(part.short))
    return Weighed(found.option, found.score, tuple(parts), found.reply)
