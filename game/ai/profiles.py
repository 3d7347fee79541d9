"""Levels and characters of computer players, read from rulesets/players.yaml and from the user's own files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from game.ai.terms import COUNTED, TERMS
from game.data import disk, faults, paths, sheets
from game.rules.ruleset import find_ruleset

Count = Annotated[int, Meta(ge=1, le=100_000)]
Percent = Annotated[int, Meta(ge=1, le=100)]
Weight = Annotated[float, Meta(ge=-100, le=100)]
Factor = Annotated[float, Meta(ge=0, le=10)]
Short = tuple[Count, Weight]  # of a pool: how many points are enough, and what each counts that is missing

STEADY = "steady"
LEVEL = "captain"  # whoever is named by the character alone


class Profile(Struct, frozen=True):
    """How a player thinks. `weights` count terms beside the ruleset's own worth (TERMS).

    `nodes` limits the rehearsals of a decision, `samples` the throws of dice an option is tried with, `looks` those it
    is looked at with first; `notices` is the chance of thinking of an option at all; `replies` tells whether it reckons
    with the best reply; whoever is `thorough` never waits before it has thought of all its units. `counts` has how many
    times as much as for everybody terms of the judgement count (COUNTED), `values` what each point of units' pools and
    each level of their conditions counts beside the ruleset's own worth, `short` of pools how many points are enough
    and what each counts that is missing. `elsewhere` has what it is like in rulesets in which it differs.
    """

    name: str
    weights: tuple[tuple[str, float], ...] = ()
    samples: int = 2
    nodes: int = 90
    moves: int = 12
    finals: int = 3
    looks: int = 1
    notices: float = 1.0
    replies: bool = True
    thorough: bool = False
    counts: dict[str, float] = {}
    values: dict[str, float] = {}
    short: dict[str, tuple[int, float]] = {}
    title: str = ""
    text: str = ""
    elsewhere: dict[str, Profile] = {}

    def within(self, ruleset: str) -> Profile:
        """What it is like in a ruleset."""
        return self.elsewhere.get(ruleset, self)


class Effort(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What of a level is otherwise in one ruleset."""

    samples: Count | None = None
    nodes: Count | None = None
    moves: Count | None = None
    finals: Count | None = None
    looks: Count | None = None
    counts: dict[str, Factor] | None = None
    values: dict[str, Weight] | None = None
    short: dict[str, Short] | None = None


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """How well somebody plays."""

    title: str
    text: str
    samples: Count = 2
    nodes: Count = 90
    moves: Count = 12
    finals: Count = 3
    looks: Count = 1
    notices: Percent = 100
    replies: bool = True
    thorough: bool = False
    counts: dict[str, Factor] = {}
    rulesets: dict[str, Effort] = {}


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants beside winning."""

    title: str
    text: str
    weights: dict[str, Weight] = {}


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """One file of players, or all of them together."""

    levels: dict[str, Level] = {}
    characters: dict[str, Character] = {}
    shown: tuple[str, ...] = ()
    also: dict[str, str] = {}


def read_players(source: Path | str, name: str = "", known: Players | None = None) -> Players:
    """The players that `known` has with those of a file (a Path) or text (a str) over them.

    SheetError names file, line and column of whatever is wrong.
    """
    sheet = sheets.load(source, name or (str(source) if isinstance(source, Path) else "players"))
    own, below = sheet.convert(Players), known or Players()
    found = Players(
        {**below.levels, **own.levels},
        {**below.characters, **own.characters},
        tuple(dict.fromkeys((*below.shown, *own.shown))),
        {**below.also, **own.also},
    )
    wrong: list[sheets.Fault] = []
    for place, terms, there_are in _terms(own):
        unknown = [term for term in terms if term not in there_are]
        wrong += [sheet.key_fault((*place, term), *faults.unknown("term", term, there_are)) for term in unknown]
    for key in (*own.levels, *own.characters):
        kind = "levels" if key in own.levels else "characters"
        if not key.isidentifier():
            wrong.append(sheet.key_fault((kind, key), f"{key!r} is no name: use letters, digits and _"))
    for key, level in own.levels.items() if known is not None else ():
        for ruleset, effort in level.rulesets.items():
            try:
                titles = find_ruleset(ruleset).titles
            except LookupError as error:
                wrong.append(sheet.key_fault(("levels", key, "rulesets", ruleset), error.args[0]))
                continue
            for name, words in (("values", effort.values or ()), ("short", effort.short or ())):
                where = ("levels", key, "rulesets", ruleset, name)
                wrong += [
                    sheet.key_fault((*where, word), *faults.unknown("pool or condition", word, titles))
                    for word in words
                    if word not in titles
                ]
    named: list[tuple[tuple[str | int, ...], str]] = [(("shown", at), word) for at, word in enumerate(own.shown)]
    named += [(("also", old), word) for old, word in own.also.items()]
    for path, word in named:
        if _pair(found, word) is None:
            wrong.append(sheet.fault(path, *faults.unknown("player", word, _names(found))))
    if wrong:
        raise sheets.SheetError(wrong)
    return found


@cache
def players() -> tuple[Players, tuple[str, ...]]:
    """All players there are, and what is wrong with files of the user's, which are left out."""
    found = _shipped()
    problems = []
    for path in disk.listed(paths.user_data() / "players", ".yaml"):
        try:
            found = read_players(path, known=found)
        except (sheets.SheetError, disk.Unreadable) as error:
            problems.append(str(error))
    return found, tuple(problems)


def profile(name: str) -> Profile | None:
    """The profile of a level, a character, both with a hyphen between, or an older name; None if there is none."""
    found, _ = players()
    pair = _pair(found, found.also.get(name, name))
    if pair is None:
        return None
    level, character = found.levels[pair[0]], found.characters[pair[1]]
    plain = pair[1] == STEADY
    known = Profile(
        pair[0] if plain else "-".join(pair),
        tuple(character.weights.items()),
        level.samples,
        level.nodes,
        level.moves,
        level.finals,
        level.looks,
        level.notices / 100,
        level.replies,
        level.thorough,
        dict(level.counts),
        {},
        {},
        level.title if plain else f"{level.title}, {character.title}",
        level.text if plain else f"{level.text} {character.text}",
    )
    others = {ruleset: replace(known, **to_builtins(effort)) for ruleset, effort in level.rulesets.items()}
    return replace(known, elsewhere=others)


def shown() -> list[Profile]:
    """The profiles that lists offer, in their order, and then the levels and characters that the user's files add."""
    found, shipped = players()[0], _shipped()
    added = [name for name in (*found.levels, *found.characters) if name not in {*shipped.levels, *shipped.characters}]
    every = (profile(name) for name in (*found.shown, *added))
    return list({each.name: each for each in every if each is not None}.values())


def names() -> list[str]:
    """Every name that finds a profile, without the pairs that no list shows."""
    found, _ = players()
    return list(dict.fromkeys((*found.shown, *_names(found), *found.also)))


def _terms(own: Players) -> Iterator[tuple[tuple[str, ...], Iterable[str], Collection[str]]]:
    """Where terms are named, which, and which there are."""
    for key, character in own.characters.items():
        yield ("characters", key, "weights"), character.weights, TERMS
    for key, level in own.levels.items():
        yield ("levels", key, "counts"), level.counts, COUNTED
        for ruleset, effort in level.rulesets.items():
            yield ("levels", key, "rulesets", ruleset, "counts"), effort.counts or (), COUNTED


def _names(found: Players) -> list[str]:
    return [*found.levels, *found.characters, *found.shown]


@cache
def _shipped() -> Players:
    return read_players(paths.data("rulesets") / "players.yaml")


def _pair(found: Players, name: str) -> tuple[str, str] | None:
    """The level and the character that a name means."""
    level, hyphen, character = name.partition("-")
    if not hyphen:
        level, character = (level, STEADY) if level in found.levels else (LEVEL, level)
    return (level, character) if level in found.levels and character in found.characters else None
