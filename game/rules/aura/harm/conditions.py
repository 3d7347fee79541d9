"""Conditions with their daughters: how they come, merge, end and go (AURA-COND-1 to 4)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from game.kernel.components import Condition, Conditions, changed
from game.kernel.ecs import World
from game.kernel.numbers import Modifier, add
from game.rules.aura.house import house
from game.rules.aura.sheet.load import AuraSheet, sheet_of
from game.rules.aura.state import Body, Span
from game.systems.conditions import become, turn_into

_ENDS = ("round", "next_round", "rest")  # the next end first; all others are farther off than these
_PASSING = ("loading", "terrain")  # such an instance ends by itself, and leaves the others be
_APART = ("unconscious", "restrained")  # instances of these are told apart by cause or source


def inflict(world: World, unit: int, name: str, rule: str, source: int | None = None, until: str | None = None) -> None:
    """AURA-COND-1: a condition comes, with its daughters; of two the longer stays. No `until`: as the sheet says."""
    if until is None:
        longer = name == "exposed" and house(world).exposed_default == "end_of_next_round"
        until = "next_round" if longer else sheet_of(world).main.conditions[name].until
    own = _own(world.get(unit, Conditions))
    if name == "prone":  # AURA-ACT-2: whoever lies on the ground is on no knee
        own = [item for item in own if item.name != "kneeling"]
    new = Condition(name, rule, source, until)
    old = [item for item in own if _same(item, new)]
    longest = max([*old[:1], new], key=lambda item: (*_ENDS, item.until).index(item.until))  # of equals the old one
    kept = [item for item in own if item not in old]
    turn_into(world, unit, _with_daughters(world, unit, [*kept, longest]), "AURA-COND-2")
    span = world.find(unit, Span)
    if span is not None:
        world.put(unit, Span((*span.names, *(item.name for item in world.get(unit, Conditions).items))))


def _same(one: Condition, other: Condition) -> bool:
    if one.name != other.name:
        return False
    if one.until in _PASSING or other.until in _PASSING:
        return one.until == other.until
    return one.name not in _APART or (one.until, one.source) == (other.until, other.source)


def span(world: World, unit: int, names: Collection[str]) -> Span | None:
    """AURA-ATK-13: from now on all is kept that a target was vulnerable to; what was kept before, for another."""
    before = world.find(unit, Span)
    world.put(unit, Span(tuple(sorted(names))))
    return before


def end_span(world: World, unit: int, before: Span | None) -> None:
    """The attack is over: what was kept before it began is kept on."""
    world.drop(unit, Span)
    if before is not None:
        world.put(unit, before)


def lift(world: World, unit: int, name: str, rule: str, *, source: int | None = None, until: str | None = None) -> None:
    """Take away a unit's own instances of a condition; a daughter stays while its parent does (AURA-COND-2)."""

    def ends(item: Condition) -> bool:
        return item.name == name and source in (None, item.source) and until in (None, item.until)

    kept = [item for item in _own(world.get(unit, Conditions)) if not ends(item)]
    turn_into(world, unit, _with_daughters(world, unit, kept), rule)


def defend(world: World, unit: int) -> None:
    """AURA-ACT-5 and 6: the unit's own Exposed and Unguarded end, and it wins ties from now on."""
    lift(world, unit, "unguarded", "AURA-ACT-5")
    lift(world, unit, "exposed", "AURA-ACT-5")
    inflict(world, unit, "defending", "AURA-ACT-5", unit)


def complete(world: World, unit: int) -> None:
    """Put daughters beside parents without a word: for a situation that is set up."""
    become(world, unit, _with_daughters(world, unit, _own(world.get(unit, Conditions))))


def _own(now: Conditions) -> list[Condition]:
    """All but daughters, which last while their parent does."""
    return [item for item in now.items if not item.until.startswith("while ")]


def expire(world: World, unit: int) -> None:
    """AURA-ROUND-6: what ends with this Round ends, what ends with the next has one left."""
    own = _own(world.get(unit, Conditions))
    kept: list[Condition] = []
    for item in own:
        if item.until == "next_round":
            kept.append(changed(item, until="round"))
        elif item.until == "rounds" and item.level > 1:
            kept.append(changed(item, level=item.level - 1))
        elif item.until not in ("round", "rounds"):
            kept.append(item)
    if kept != own:
        turn_into(world, unit, _with_daughters(world, unit, kept), "AURA-ROUND-6")


def _with_daughters(world: World, unit: int, own: list[Condition]) -> tuple[Condition, ...]:
    found, names = list(own), {item.name for item in own}
    ground_fighter = "ground_fighter" in world.get(unit, Body).abilities
    for parent, daughter in _parents(sheet_of(world)):
        if parent not in names or daughter in names or (parent == "prone" and ground_fighter):
            continue
        names.add(daughter)
        found.append(Condition(daughter, "AURA-COND-3", None, f"while {parent}"))
    return tuple(found)


@lru_cache(maxsize=16)
def _parents(sheet: AuraSheet) -> tuple[tuple[str, str], ...]:
    """AURA-COND-3: conditions with the daughters they impose, grandparents first."""
    table = {name: entry.imposes for name, entry in sheet.main.conditions.items() if entry.imposes}
    return tuple(sorted(table.items(), key=lambda pair: pair[0] in table.values()))


_HAMPERS = {"prone": "AURA-COND-13", "dazed": "AURA-COND-11", "blinded": "AURA-COND-12", "surprised": "AURA-COND-15"}


def hampered(items: Conditions | set[str], *names: str) -> list[Modifier]:
    """AURA-COND-11 to 15: the Disadvantage of each of these conditions that holds."""
    return [add(-1, name, _HAMPERS[name]) for name in names if name in items]
