"""The table at the end of a skirmish."""

from __future__ import annotations

import pytest

from game.kernel.components import Side, Unit
from game.kernel.events import Fell, PoolChanged
from game.map.scenario import quick
from game.skirmish.record import Skirmish
from game.text.tally import heads, tally


@pytest.mark.parametrize("hows", [("down",), ("down", "defeated")])
def test_whoever_falls_twice_counts_once(hows: tuple[str, ...]) -> None:
    skirmish = Skirmish(quick("arena", "vitality", seed=1)).settle()
    world = skirmish.session.world
    (one, first), *_, (_, last) = ((unit, entry) for unit, entry in world.each(Unit))
    victim = max(unit for unit, entry in world.each(Unit) if entry.side == last.side)
    for how in hows:
        world.emit(Fell(victim, how, one))
    felled = {line.side: line.felled for line in tally(skirmish)}
    assert felled == {side: int(side == first.side) for side, _ in world.each(Side)}


@pytest.mark.parametrize(
    ("rules", "pool", "verb", "before", "after", "said"),
    [("wounds", "severe", "wound", 0, 1, "Wounds"), ("clash", "health", "damage", 9, 8, "Damage")],
)
def test_harm_is_what_the_rules_count(rules: str, pool: str, verb: str, before: int, after: int, said: str) -> None:
    skirmish = Skirmish(quick("arena", rules, seed=1)).settle()
    world = skirmish.session.world
    (one, first), *_, (victim, _) = ((unit, entry) for unit, entry in world.each(Unit))
    world.emit(PoolChanged(victim, pool, before, after, verb, one))
    world.emit(PoolChanged(victim, pool, after, before, "heal", one))
    assert [line.damage for line in tally(skirmish)] == [int(line.side == first.side) for line in tally(skirmish)]
    assert heads(skirmish)[3] == said
