"""Names of units, sides, cells and keys, and numbers as people read them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from game.kernel.components import FIELD, Field, Side, Unit
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown
from game.rules.ruleset import Ruleset

_ORDINAL = re.compile(r" \d+$")
_SMALL_DENOMINATOR = 36


def signed(number: int) -> str:
    """A number as it is printed, below zero with a minus sign and not a hyphen."""
    return str(number).replace("-", "−")


def title(ruleset: Ruleset, key: str) -> str:
    """English for a key of the sheet; the key itself, readable, when nothing names it."""
    return ruleset.titles.get(key) or key.replace("_", " ").strip().capitalize()


def lower(ruleset: Ruleset, key: str) -> str:
    """A title as it stands inside a sentence."""
    found = title(ruleset, key)
    if found[1:2].isupper():
        return found
    words = [word.lower() if word[1:].islower() else word for word in found.split(" ")]
    return " ".join([words[0][:1].lower() + words[0][1:], *words[1:]])


def side_name(world: World, side: int) -> str:
    """The name of a side."""
    return world.get(side, Side).name


def unit_name(world: World, unit: int) -> str:
    """Name, side and number of a unit, "Archer B2"; the name alone where it is the only one of its kind."""
    return _names(world).get(unit, f"#{unit}")


def tag(world: World, unit: int) -> str:
    """The short mark of a unit on the board, "B2": its side's letter and its number in the side."""
    entry = world.get(unit, Unit)
    return f"{_letters(world)[entry.side]}{entry.number}"


def who_name(world: World, who: int) -> str:
    """The name of a unit or of a side."""
    return side_name(world, who) if world.has(who, Side) else unit_name(world, who)


def cell(world: World, at: int | None) -> str:
    """A cell's text, "4,5"; "off the board" for none."""
    if at is None:
        return "off the board"
    field = world.find(FIELD, Field)
    return str(field.board.grid.name(at)) if field is not None else str(at)


def names(world: World, units: tuple[int, ...]) -> str:
    """Several units or sides: "A, B and C"."""
    return join([who_name(world, unit) for unit in units])


def join(words: list[str]) -> str:
    """ "A, B and C"; nothing for none."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _names(world: World) -> Mapping[int, str]:
    return world.derive("names", _all_names, (Unit, Side))


def _all_names(world: World) -> dict[int, str]:
    units = world.each(Unit)
    bases = {entity: _ORDINAL.sub("", entry.name) for entity, entry in units}
    shared = list(bases.values())
    single = [base for base in shared if shared.count(base) == 1]
    return {one: base if base in single else f"{base} {tag(world, one)}" for one, base in bases.items()}


def _letters(world: World) -> Mapping[int, str]:
    return world.derive("letters", _all_letters, (Side,))


def _all_letters(world: World) -> dict[int, str]:
    """Initials where they tell the sides apart, else letters in order."""
    sides = world.each(Side)
    initials = [side.name[:1].upper() for _, side in sides]
    if len(set(initials)) < len(sides) or not all(initials):
        initials = [chr(ord("A") + number) for number in range(len(sides))]
    return {entity: letter for (entity, _), letter in zip(sides, initials, strict=True)}


# Numbers


def chance(probability: float) -> str:
    """A probability for people: "58 %, 7 in 12"; the fraction only where it is exact and short."""
    near = Fraction(probability).limit_denominator(_SMALL_DENOMINATOR)
    share = f"{probability * 100:.0f} %"
    if 0 < probability < 0.005:
        share = "under 1 %"
    elif 0.995 < probability < 1:
        share = "over 99 %"
    if near.denominator == 1 or abs(float(near) - probability) > 1e-9:
        return share
    return f"{share}, {near.numerator} in {near.denominator}"


def number(ruleset: Ruleset, breakdown: Breakdown) -> str:
    """A breakdown with its name: "threat 7 = 5 slash + 2 agility"."""
    return f"{lower(ruleset, breakdown.what)} {breakdown}".strip()


def numbers(ruleset: Ruleset, breakdowns: tuple[Breakdown, ...]) -> str:
    """Several of them; nothing for none."""
    return "; ".join(number(ruleset, breakdown) for breakdown in breakdowns)


def verdict(ruleset: Ruleset, world: World, winners: tuple[int, ...], why: str) -> str:
    """How it ended: "Red wins: all enemies are out of the fight"; a verb may have the name of an ending (`_won`)."""
    who = f"{names(world, winners)} {'win' if len(winners) > 1 else 'wins'}" if winners else "Nobody wins"
    return f"{who}: {lower(ruleset, f'{why}_won' if f'{why}_won' in ruleset.titles else why)}"
