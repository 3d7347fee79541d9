"""Previews of climbing and hiding against every way the dice can fall."""

from __future__ import annotations

from typing import Any

import pytest

from game.kernel.flow import Decision
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.skirmish.record import Skirmish
from tests.playing import ruleset
from tests.test_odds_flow import compare, results

MAP = """name: Field
grid: {grid}
rows: |
  ......
  .,....
  ......
legend: {{",": brush}}
elevation: |
  0{height}0000
  000000
  000000
"""


def alone(grid: str, height: int, at: str, unit: dict[str, Any], **foe: Any) -> Skirmish:
    """One unit that has the floor, and two enemies at the other end of the field, one with `foe` for its state."""
    red = SideSetup("red", roster=(Entry(unit="soldier", at=at, state=unit),))
    blue = SideSetup("blue", roster=(Entry(unit="soldier", at="5,0", state=foe), Entry(unit="soldier", at="5,2")))
    settings = {"stealth": True, "surprised_sides": ["blue"]}
    field = MAP.format(grid=grid, height=height)
    return Skirmish(Scenario("aura", field, (red, blue), seed=3, settings=settings), ruleset("aura")).settle()


def check(game: Skirmish, verb: str, many: int) -> None:
    """The first option of a verb against all throws: so many results, and all of them in the preview."""
    request = game.session.request
    assert isinstance(request, Decision)
    key = next(option.key for option in request.options if option.verb == verb)
    preview = game.ruleset.preview(game.session.world, request, key)
    ends, samples = results(game, key)
    assert not samples
    assert len(preview.chances) == many
    compare(preview, ends, samples, key)


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize(
    ("height", "unit", "many"),
    [
        (2, {"arm": 6, "leg": 6}, 3),
        (3, {"arm": 6, "leg": 6}, 3),
        (6, {"arm": 6, "leg": 6}, 2),
        (3, {"arm": 4, "leg": 3, "armour": "plated_mail"}, 2),
    ],
)
def test_every_throw_of_a_climb(grid: str, height: int, unit: dict[str, Any], many: int) -> None:
    check(alone(grid, height, "0,0", unit), "climb", many)


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize(("stealth", "awareness", "many"), [(3, 9, 2), (0, 11, 1), (14, 2, 1), (5, 4, 2)])
def test_every_throw_of_hiding(grid: str, stealth: int, awareness: int, many: int) -> None:
    check(alone(grid, 0, "1,1", {"stealth": stealth}, awareness=awareness), "hide", many)
