"""Whoever throws its last weapon reads so beforehand, and is not led to do it while anything else promises harm."""

from __future__ import annotations

import pytest

from game.kernel.components import Gear, Unit
from game.kernel.events import ItemMoved
from game.kernel.flow import Decision
from game.rules.parting import Parts
from game.rules.registry import SHIPPED
from game.ui.battle import ranking
from game.ui.battle.screen import BattleScreen
from game.ui.battle.table import Table
from game.ui.battle.worths import Worths
from tests.ai import baseline

from .stage import Stage
from .test_breaking_in import shown, skirmish_until, until


def worths_of(table: Table, request: Decision) -> Worths:
    return Worths(table.world, request, table.skirmish.ruleset, lambda key: None)


def tempted(table: Table, request: Decision) -> bool:
    """A turn in which some attack keeps the weapon, and throwing the last one promises more."""
    if request.moment != "own_turn":
        return False
    worths = worths_of(table, request)
    hoped = [(worths.hope(one) or 0.0, worths.disarms(one)) for one in request.options if one.group == "attack"]
    kept = [hope for hope, disarms in hoped if hope > 0 and not disarms]
    thrown = [hope for hope, disarms in hoped if disarms]
    return bool(kept) and max(thrown, default=0.0) > max(kept)


@pytest.fixture
def battle(stage: Stage) -> BattleScreen:
    return shown(stage, skirmish_until("aura", tempted))


def test_what_keeps_the_weapon_stands_before_what_promises_more_and_throws_it(battle: BattleScreen) -> None:
    worths = battle.worths()
    firsts = [ranking.best(battle, group) for group in ranking.verbs(battle, "attack")]
    marks = [worths.disarms(first) for first in firsts if first is not None]
    assert set(marks) == {False, True} and marks == sorted(marks)
    foe = next(one.unit for one in battle.request.options if worths.disarms(one))
    there = [one for one in worths.ranked(battle.request.options) if one.unit == foe and (worths.hope(one) or 0) > 0]
    assert [worths.disarms(one) for one in there] == sorted(worths.disarms(one) for one in there)


def test_a_row_and_a_preview_say_that_no_weapon_is_left(battle: BattleScreen) -> None:
    option = next(one for one in battle.request.options if battle.worths().disarms(one))
    battle.tab = "attack"
    assert ranking.priced(battle, option).endswith("its last weapon")
    notes = [note.text for note in battle.preview(option.key).notes]
    assert any("no other weapon is left" in note for note in notes)
    kept = next(one for one in battle.request.options if one.group == "attack" and not battle.worths().disarms(one))
    assert "weapon" not in ranking.priced(battle, kept)


@pytest.mark.parametrize("rules", SHIPPED)
def test_what_is_thrown_was_foretold(rules: str) -> None:
    """Squires play; nothing flies out of a hand for good without an answer that said so."""
    flown: set[tuple[int, str]] = set()
    for seed in (1, 2, 3, 8):
        skirmish, squire, foretold = until(rules, seed), baseline.squire(1), set[tuple[int, str]]()
        ruleset = skirmish.ruleset
        assert isinstance(ruleset, Parts)
        for _ in range(250):
            request, world = skirmish.session.request, skirmish.session.world
            if not isinstance(request, Decision):
                break
            key, asked = squire.choose(skirmish.session), world.has(request.who, Unit)
            found = ruleset.parting(world, request.who, request.option(key).action) if asked else None
            foretold |= {(request.who, found.item)} if found is not None else set()
            skirmish.answer(key)
            thrown = {
                (one.unit, one.item) for one in world.events if isinstance(one, ItemMoved) and one.how == "thrown"
            }
            gone = {(unit, item) for unit, item in thrown if item not in world.get(unit, Gear).held}
            assert gone <= foretold
            flown |= gone
    assert flown or rules == "wounds"  # where squires throw nothing
