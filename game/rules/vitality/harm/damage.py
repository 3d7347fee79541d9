"""From dice to what is left of a hit: criticals, non-lethal dice, Armor once, resistances (DMG-1). Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from msgspec import Struct

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.odds import Dist, dice, sure
from game.rules.vitality.checks.numbers import defence
from game.rules.vitality.position.sight import Look
from game.rules.vitality.sheet import faces, numbers_of, sheet_of
from game.rules.vitality.state import body

ALL = 10_000  # ignoring this much Armor is ignoring all of it


class Part(Struct, frozen=True):
    """Damage of one type: dice, and what is added to them with its reasons."""

    kind: str
    dice: tuple[int, ...]
    flat: tuple[Modifier, ...] = ()


class Blow(Struct, frozen=True):
    """One hit before it meets its target; `gentle` is how many d4 non-lethal damage costs, None for lethal."""

    parts: tuple[Part, ...]
    ignores: int = 0
    gentle: int | None = None
    halved: bool = False
    armour: bool = True  # False: neither Armor nor a Defense Roll's value counts (COND-18)

    def dice(self) -> tuple[int, ...]:
        """All dice of all parts, in order."""
        return tuple(sides for part in self.parts for sides in part.dice)


def blow_of(damage: dict[str, str], *extra: Part) -> Blow:
    """A blow with the dice of a sheet."""
    return Blow((*(Part(kind, faces(text)) for kind, text in damage.items()), *extra))


def merged(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Parts of one type together, in the order in which types come up."""
    found: dict[str, Part] = {}
    for part in parts:
        known = found.get(part.kind)
        found[part.kind] = Part(part.kind, known.dice + part.dice, known.flat + part.flat) if known else part
    return tuple(found.values())


def critical(world: World, blow: Blow, tier: int | None, maneuver: int | None, own: str = "") -> Blow:
    """VITALITY-CRIT-2 to 4 and 6: 6 more, 3 a Tier of the Ability or Maneuver; of the first part's type.

    `own` is the type of the Maneuver's damage, if it has any.
    """
    numbers = numbers_of(world)
    lines = [add(numbers.critical, "critical", "VITALITY-CRIT-2")]
    if tier is not None:
        lines.append(add(numbers.critical_tier * tier, "critical Ability", "VITALITY-CRIT-3"))
    first, *rest = blow.parts
    more = [Part(first.kind, (), tuple(lines))]
    if maneuver is not None:
        line = add(numbers.critical_tier * maneuver, "critical Maneuver", "VITALITY-CRIT-4")
        more.append(Part(own or first.kind, (), (line,)))
    return changed(blow, parts=merged((first, *rest, *more)))


class Left(Struct, frozen=True):
    """What is left of a hit: the number with its lines, and the amount of each type."""

    number: Breakdown
    amounts: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """Damage that reaches the target."""
        return sum(amount for _, amount in self.amounts)


def amounts_of(blow: Blow, thrown: tuple[int, ...]) -> tuple[tuple[tuple[str, int], ...], list[Modifier]]:
    """Amounts by type before any reduction, from the faces of `blow.dice()`, and their lines."""
    found: dict[str, int] = {}
    lines: list[Modifier] = []
    at = 0
    for part in blow.parts:
        rolled = sum(thrown[at : at + len(part.dice)])
        at += len(part.dice)
        if part.dice:
            lines.append(add(rolled, part.kind, "VITALITY-DMG-1"))
        lines += part.flat
        found[part.kind] = found.get(part.kind, 0) + rolled + sum(line.value for line in part.flat)
    below = {kind: amount for kind, amount in found.items() if amount < 0}
    for kind, amount in below.items():
        found[kind] = 0
        lines.append(add(-amount, "not below 0", "VITALITY-DMG-1"))
    if blow.halved:
        for kind, amount in found.items():
            lines.append(add(amount // 2 - amount, "half", "VITALITY-DMG-1"))
            found[kind] = amount // 2
    return tuple(found.items()), lines


def defences(world: World, target: int, amounts: tuple[tuple[str, int], ...], look: Look | None) -> Breakdown:
    """VITALITY-ARMOR-7: the lowest of the defences that answer the types still there, once."""
    numbers = [defence(world, target, kind, look) for kind, amount in amounts if amount]
    return min(numbers, key=lambda number: number.total)


def effective(value: int, ignores: int) -> int:
    """VITALITY-ARMOR-10 to 12: ignoring stops at 0, and negative values still count."""
    return value if value < 0 else max(0, value - ignores)


def left_of(
    world: World,
    target: int,
    blow: Blow,
    amounts: tuple[tuple[str, int], ...],
    lines: list[Modifier],
    look: Look | None,
    *,
    gentle: int = 0,
    first: str = "",
) -> Left:
    """VITALITY-DMG-1 steps 2 to 5. `gentle` is what the non-lethal d4 show, `first` the type that Armor is taken from.

    Without `first` it is taken so that most is left (ARMOR-8).
    """
    kinds = [kind for kind, amount in amounts if amount]
    tried = [first] if first in kinds else kinds or [amounts[0][0] if amounts else "physical"]
    found = [_left(world, target, blow, amounts, lines, look, gentle, kind) for kind in tried]
    return max(found, key=lambda left: left.total)


def _left(
    world: World,
    target: int,
    blow: Blow,
    amounts: tuple[tuple[str, int], ...],
    lines: list[Modifier],
    look: Look | None,
    gentle: int,
    first: str,
) -> Left:
    now, told = dict(amounts), [*lines]
    order = [first, *(kind for kind in now if kind != first)]
    if gentle:
        _take(now, order, gentle, told, "non-lethal", "VITALITY-NL-2")
    still = tuple((kind, amount) for kind, amount in now.items() if amount)
    if still and blow.armour:
        number = defences(world, target, still, look)
        value = effective(number.total, blow.ignores)
        rule = number.parts[0].rule if number.what == "armour" else "VITALITY-ARMOR-6"
        if value >= 0:
            _take(now, order, value, told, number.what, rule)
        else:
            kind = next(kind for kind in order if now.get(kind))
            now[kind] -= value
            told.append(add(-value, f"negative {number.what}", "VITALITY-ARMOR-3"))
    for kind, amount in now.items():
        after, word, rule = _changed(world, target, kind, amount)
        if after != amount:
            told.append(add(after - amount, f"{word} {kind}", rule))
            now[kind] = after
    return Left(Breakdown("damage", tuple(told)), tuple(now.items()))


def _take(now: dict[str, int], order: list[str], value: int, told: list[Modifier], label: str, rule: str) -> None:
    """VITALITY-ARMOR-9: from the chosen type first, the rest from the next."""
    taken = 0
    for kind in order:
        part = min(now.get(kind, 0), value - taken)
        if part > 0:
            now[kind] -= part
            taken += part
    if taken:
        told.append(add(-taken, label, rule))


def _changed(world: World, target: int, kind: str, amount: int) -> tuple[int, str, str]:
    """VITALITY-DMG-2 to 5: immunity beats all, resistance and vulnerability cancel."""
    own, category = body(world, target), sheet_of(world).main.damage_types[kind].category
    words = {kind, category}
    if words & set(own.immune):
        return 0, "immune to", "VITALITY-DMG-3"
    weak, tough = bool(words & set(own.vulnerable)), bool(words & set(own.resist))
    if weak == tough:
        return amount, "", ""
    if tough:
        return amount // 2, "resists", "VITALITY-DMG-2"
    return amount + amount // 2, "vulnerable to", "VITALITY-DMG-4"


# Exact odds


def damage_dist(world: World, target: int, blow: Blow, look: Look | None) -> Dist:
    """What is left of a blow, over all its dice."""
    die4 = numbers_of(world).non_lethal_die
    gentle = dice(*(die4,) * blow.gentle) if blow.gentle else sure(0)
    sums = [dice(*part.dice) if part.dice else sure(0) for part in blow.parts]
    weights: dict[int, int] = {}
    for choice in product(*(each.items() for each in (*sums, gentle))):
        ways = 1
        for _, weight in choice:
            ways *= weight
        rolled = Blow(
            tuple(
                Part(part.kind, (), (*part.flat, add(value, part.kind)))
                for part, (value, _) in zip(blow.parts, choice, strict=False)
            ),
            halved=blow.halved,
        )
        amounts, _ = amounts_of(rolled, ())
        left = left_of(world, target, blow, amounts, [], look, gentle=choice[-1][0])
        weights[left.total] = weights.get(left.total, 0) + ways
    return Dist.of(weights)
