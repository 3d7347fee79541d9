"""From dice to what is left of a hit: criticals, non-lethal dice, Armor once, resistances (DMG-1). Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.odds import Dist, dice, sure
from game.rules.vitality.checks.numbers import defence
from game.rules.vitality.position.sight import Look
from game.rules.vitality.sheet import faces, numbers_of, sheet_of
from game.rules.vitality.state import FIT, body

Faces: TypeAlias = "tuple[int, ...]"
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
    """VITALITY-CRIT-2 to 4 and 6: 6 more, 3 a Tier; of the first part's type, a Maneuver's of its `own` if any."""
    numbers = numbers_of(world)
    first, *rest = blow.parts
    lines = [add(numbers.critical, "critical", "VITALITY-CRIT-2")]
    if tier is not None:
        lines.append(add(numbers.critical_tier * tier, "critical Ability", "VITALITY-CRIT-3"))
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


class Rolled(NamedTuple):
    """A blow whose dice have fallen: amounts by type before any reduction, their lines, and the non-lethal d4."""

    blow: Blow
    amounts: tuple[tuple[str, int], ...]
    lines: list[Modifier]
    gentle: int


def rolled(blow: Blow, faces: Faces, gentle: int = 0) -> Rolled:
    """What the faces of `blow.dice()` come to."""
    found: dict[str, int] = {}
    lines: list[Modifier] = []
    at = 0
    for part in blow.parts:
        total = sum(faces[at : at + len(part.dice)])
        at += len(part.dice)
        if part.dice:
            lines.append(add(total, part.kind, "VITALITY-DMG-1"))
        lines += part.flat
        found[part.kind] = found.get(part.kind, 0) + total + sum(line.value for line in part.flat)
    lines += [add(-amount, "not below 0", "VITALITY-DMG-1") for amount in found.values() if amount < 0]
    found = {kind: max(0, amount) for kind, amount in found.items()}
    if blow.halved:
        for kind, amount in found.items():
            lines.append(add(amount // 2 - amount, "half", "VITALITY-DMG-1"))
            found[kind] = amount // 2
    return Rolled(blow, tuple(found.items()), lines, gentle)


class Guard(Struct, frozen=True):
    """What damage of one type meets: a defence with its name and rule, and what is left of a hundred after it."""

    kind: str
    value: int
    what: str
    rule: str
    share: int = 100
    word: str = ""
    share_rule: str = ""


def guards(world: World, target: int, kinds: Iterable[str], look: Look | None) -> tuple[Guard, ...]:
    """The guards against these types, each with its resistance or vulnerability."""
    grade = look.grade if look is not None else ""
    found = ((kind, partial(_guard, target=target, kind=kind, look=look)) for kind in kinds)
    return tuple(world.derive_of(target, FIT, ("guard", kind, grade), guard) for kind, guard in found)


def _guard(world: World, target: int, kind: str, look: Look | None) -> Guard:
    number = defence(world, target, kind, look)
    rule = number.parts[0].rule if number.what == "armour" else "VITALITY-ARMOR-6"
    return Guard(kind, number.total, number.what, rule, *_share(world, target, kind))


def left_of(world: World, target: int, hit: Rolled, look: Look | None, first: str = "") -> Left:
    """VITALITY-DMG-1 steps 2 to 5, with Armor taken from that type first; from the one that leaves most (ARMOR-8)."""
    return _most_left(guards(world, target, dict(hit.amounts), look), hit, first)


def _most_left(met: tuple[Guard, ...], hit: Rolled, first: str = "") -> Left:
    kinds = [kind for kind, amount in hit.amounts if amount]
    tried = [first] if first in kinds else kinds or [hit.amounts[0][0] if hit.amounts else "physical"]
    return max((_left(met, hit, kind) for kind in tried), key=lambda left: left.total)


def _left(met: tuple[Guard, ...], hit: Rolled, first: str) -> Left:
    now, told = dict(hit.amounts), [*hit.lines]
    order = [first, *(kind for kind in now if kind != first)]
    if hit.gentle:
        _take(now, order, hit.gentle, told, "non-lethal", "VITALITY-NL-2")
    still = [guard for guard in met if now[guard.kind]]
    if still and hit.blow.armour:
        lowest = min(still, key=lambda guard: guard.value)  # ARMOR-7: of those that answer the types still there, once
        # ARMOR-10 to 12: ignoring stops at 0, and negative values still count
        value = lowest.value if lowest.value < 0 else max(0, lowest.value - hit.blow.ignores)
        if value >= 0:
            _take(now, order, value, told, lowest.what, lowest.rule)
        else:
            kind = next(kind for kind in order if now.get(kind))
            now[kind] -= value
            told.append(add(-value, f"negative {lowest.what}", "VITALITY-ARMOR-3"))
    for guard in met:
        amount = now[guard.kind]
        after = amount * guard.share // 100
        if after != amount:
            told.append(add(after - amount, f"{guard.word} {guard.kind}", guard.share_rule))
            now[guard.kind] = after
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


def _share(world: World, target: int, kind: str) -> tuple[int, str, str]:
    """VITALITY-DMG-2 to 5: immunity beats all, resistance and vulnerability cancel."""
    own, category = body(world, target), sheet_of(world).main.damage_types[kind].category
    words = {kind, category}
    if words & set(own.immune):
        return 0, "immune to", "VITALITY-DMG-3"
    weak, tough = bool(words & set(own.vulnerable)), bool(words & set(own.resist))
    if weak == tough:
        return 100, "", ""
    return (50, "resists", "VITALITY-DMG-2") if tough else (150, "vulnerable to", "VITALITY-DMG-4")


def damage_dist(world: World, target: int, blow: Blow, look: Look | None) -> Dist:
    """What is left of a blow, over all its dice."""
    met = guards(world, target, dict.fromkeys([part.kind for part in blow.parts]), look)
    return _dist(blow, numbers_of(world).non_lethal_die, met)


def summed(blow: Blow) -> Blow:
    """The same blow with one nameless line a part: as many blows as can be are then one to `damage_dist`."""
    flat = [(add(sum(line.value for line in part.flat), ""),) if part.flat else () for part in blow.parts]
    parts = tuple([Part(part.kind, part.dice, lines) for part, lines in zip(blow.parts, flat, strict=True)])
    return changed(blow, parts=parts)


@lru_cache(maxsize=4096)
def _dist(blow: Blow, die4: int, met: tuple[Guard, ...]) -> Dist:
    gentle = dice(*(die4,) * blow.gentle) if blow.gentle else sure(0)
    sums = [dice(*part.dice) if part.dice else sure(0) for part in blow.parts]
    weights: dict[int, int] = {}
    for choice in product(*(each.items() for each in (*sums, gentle))):
        fell = zip(blow.parts, choice, strict=False)
        parts = tuple(Part(part.kind, (), (*part.flat, add(value, part.kind))) for part, (value, _) in fell)
        left = _most_left(met, rolled(changed(blow, parts=parts), (), choice[-1][0]))
        weights[left.total] = weights.get(left.total, 0) + prod(weight for _, weight in choice)
    return Dist.of(weights)
