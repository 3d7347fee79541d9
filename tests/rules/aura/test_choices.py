"""What previews say of care and of enhanced attacks is what the flow does."""

from __future__ import annotations

import pytest

from game.kernel.components import changed
from game.kernel.flow import Decision
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.aura.state import Orders
from game.skirmish.record import Skirmish
from tests.playing import GRIDS, ruleset
from tests.test_odds_flow import compare, results

MAP = """name: Two cells
grid: {grid}
rows: |
  . . .
zones:
  west: {{kind: deploy, rect: [0, 0, 1, 1]}}
  east: {{kind: deploy, rect: [1, 0, 1, 1]}}
"""
ASKED = ("care", "enhance")


def duel(grid: str, unit: str) -> Skirmish:
    """A unit that can put Stamina into its attacks, and somebody to spare beside it."""
    able = Entry(unit=unit, state={"loaded": True, "abilities": ["heavy_blow"]})
    sides = (
        SideSetup("red", "west", roster=(able,)),
        SideSetup("blue", "east", roster=(Entry(unit="soldier", state={"aura": 0}),)),
    )
    made = Scenario("aura", MAP.format(grid=grid), sides, seed=3, deployment="automatic")
    return Skirmish(made, ruleset("aura")).settle()


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(("unit", "verb"), [("reaver", "subdue"), ("archer", "subdue_shot")])
def test_care_and_enhancements_show_their_odds(grid: str, unit: str, verb: str) -> None:
    """AURA-NL-4 and ECON-11: by enumeration, or 200 throws."""
    game, asked, hits = duel(grid, unit), set[str](), "AURA-RNG-2" if "shot" in verb else "AURA-ATK-8"
    while asked < set(ASKED):
        request = game.session.request
        assert isinstance(request, Decision)
        keys = [option.key for option in request.options]
        if request.question in ASKED:
            asked.add(request.question)
            for key in keys:
                shown = game.ruleset.preview(game.session.world, request, key)
                assert shown.spread
                assert {chance.rule for chance in shown.chances} <= {hits, "AURA-DMG-9"}
                compare(shown, *results(game, key, 200), f"{grid} {unit} {key}")
        calm = next((key for key in ("wait", "no", "roll", "stay") if key in keys), keys[0])
        game.answer(next((key for key in keys if key.startswith(f"{verb} ")), calm))


@pytest.mark.parametrize(("order", "words"), [("ask", "May act first: Soldier b"), ("never", "Nobody will break in")])
def test_everybody_knows_what_others_will_not_do(order: str, words: str) -> None:
    """AURA-FLOOR-11 and 12: a target that never breaks in is not said to; its card tells, and so does the bar."""
    game = duel("square", "soldier")
    world = game.session.world
    victim = max(unit for unit, _ in world.each(Orders))
    world.put(victim, changed(world.get(victim, Orders), challenge_attacked=order))
    request = game.session.request
    assert isinstance(request, Decision)
    notes = [note.text for note in game.ruleset.preview(world, request, f"strike {victim}").notes]
    assert any(text.startswith(words) for text in notes), notes
    remarks = [note.text for note in game.ruleset.card(world, victim).notes]
    assert ("Challenge when attacked: never" in remarks) == (order == "never"), remarks
    able = any("by Initiative" in line for line in game.ruleset.headline(world))
    assert able == (order == "ask")
