"""What a computer player weighed, in words: the terms of an evaluation, and the one that decided."""

from __future__ import annotations

from collections.abc import Sequence

from game.ai.pricing import Evaluation

LEAST = 0.005  # what counts less is not worth a word
WORDS = {
    "harm": "harm to foes",
    "felled": "who falls",
    "self": "own harm and cost",
    "own": "harm to friends",
    "coming": "what is put off, not averted",
    "rest": "what else changes",
    "stage": "progress of objectives",
    "won": "the end of the fight",
    "duty": "its orders",
    "danger": "danger at its place",
    "peril": "dangerous ground",
    "engaged": "foes beside it",
    "company": "friends and foes near it",
    "approach": "the way to foes",
    "seek": "looking for foes",
    "objective": "the way to objectives",
    "next": "what it can still do",
    "move": "where it can still go",
    "arms": "what it holds",
    "guard": "its defence",
    "effort": "effort",
    "wish own": "wish: sparing its own",
    "wish foe": "wish: wearing foes down",
    "wish far": "wish: distance to foes",
    "wish alone": "wish: distance to friends",
    "wish leader": "wish: their leader",
    "wish wounded": "wish: the wounded",
}


def term(name: str) -> str:
    """What a term of an evaluation is about."""
    return WORDS.get(name, name.replace("_", " "))


def decided(weighed: Sequence[Evaluation], at: int) -> str:
    """The term that put the first before the second, or left another behind the first; empty where one term is all."""
    if len(weighed) < 2 or len(weighed[at].terms) < 2:
        return ""
    mine, other = dict(weighed[at].terms), dict(weighed[0 if at else 1].terms)
    gaps = {name: mine.get(name, 0.0) - other.get(name, 0.0) for name in sorted({*mine, *other})}
    name = max(gaps, key=lambda name: -gaps[name] if at else gaps[name])
    return term(name) if abs(gaps[name]) >= LEAST else ""
