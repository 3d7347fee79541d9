"""Duties of units: what computer players make of them, and how files are read that name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ai import duties
from game.ai.controller import find_controller
from game.cases.positions import play, read_positions
from game.data.sheets import SheetError
from game.edit import places
from game.edit.draft import from_board
from game.kernel.components import Duty, Unit
from game.map.file import load_board
from game.map.roster import Duty as Written
from game.map.scenario import dump_scenario, load_scenario, quick
from game.map.writer import dump_board
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish
from tests.playing import RULESETS

POSITIONS = read_positions(Path(__file__).parent / "duties.yaml").positions

MAP = """
name: Mill
grid: square
rows: [......, ......]
zones:
  mill: {kind: objective, rect: [2, 0, 2, 2]}
  west: {kind: deploy, rect: [0, 0, 1, 2]}
  east: {kind: deploy, rect: [5, 0, 1, 2]}
sides:
  - name: Red
    zone: west
    roster: [{role: leader, name: Ada}, {role: fighter, duty: DUTY}]
  - {name: Blue, zone: east, roster: [{role: archer}]}
"""
GUARD = "{kind: guard, zone: mill, flee_at: 20}"


def mill(duty: str = GUARD) -> str:
    """The map with that duty for a fighter."""
    return MAP.replace("DUTY", duty)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.case.id)
def test_units_do_their_duty(position: object) -> None:
    for seed in ("0", "1"):
        verdict = play(find_ruleset("clash"), position, lambda seed: find_controller("captain", seed), seed)
        assert not verdict.fault, verdict


@pytest.mark.parametrize("name", RULESETS)
def test_every_ruleset_musters_duties_and_knows_what_is_left_of_a_unit(name: str) -> None:
    skirmish = Skirmish(quick(load_board(mill(), "mill"), name))
    world, rules = skirmish.session.world, skirmish.ruleset
    ((unit, duty),) = world.each(Duty)
    assert duty == Duty("guard", "mill", flee_at=20)
    assert duties.left_of(rules, world, unit) == 1
    assert duties.value(rules, world, unit) == 0, "in the zone, or within two cells of it"
    far = skirmish.scenario.board.grid.at(5, 0)
    others = [other for other, _ in world.each(Unit) if other != unit]
    assert duties.value(rules, world, unit, far) == 0
    assert all(duties.value(rules, world, other, far) == 0 for other in others)


def test_a_duty_is_written_with_its_map_and_scenario() -> None:
    board = load_board(mill(), "mill")
    assert load_board(dump_board(board), "again").sides == board.sides
    scenario = quick(board, "clash")
    assert "flee_at: 20" in dump_scenario(scenario, "mill")


@pytest.mark.parametrize(
    ("duty", "fault"),
    [
        ("{kind: guard}", "guard needs a zone"),
        ("{kind: escort}", "escort needs a unit"),
        ("{kind: patrol, zone: mill}", "patrol needs no zone"),
        ("{kind: hunt, route: [mill]}", "hunt needs no route"),
        ("{kind: patrol}", "patrol needs a route"),
        ("{kind: guard, zone: mill, unit: Ada}", "guard needs no unit"),
        ("{}", "a duty needs a kind, or flee_at"),
        ("{kind: guard, zone: mil}", "mill:12:83: sides.0.roster.1.duty.zone: unknown zone 'mil'"),
        ("{kind: patrol, route: [mill, wst]}", "sides.0.roster.1.duty.route.1: unknown zone 'wst'"),
        ("{kind: gard, zone: mill}", "sides.0.roster.1.duty.kind"),
        ("{flee_at: 120}", "sides.0.roster.1.duty.flee_at"),
    ],
)
def test_a_faulty_duty_is_told_with_its_place(duty: str, fault: str) -> None:
    with pytest.raises(SheetError) as error:
        load_board(mill(duty), "mill")
    assert fault in str(error.value)
    assert "mill:12:" in str(error.value)


def test_a_unit_that_is_not_there_is_told_where_it_is_named() -> None:
    with pytest.raises(ValueError, match=r"duty: there is no unit 'Eda' \(did you mean 'Ada'\?\)"):
        Skirmish(quick(load_board(mill("{kind: escort, unit: Eda}"), "mill"), "clash"))
    assert Skirmish(quick(load_board(mill("{kind: escort, unit: Ada}"), "mill"), "clash"))


def test_a_scenarios_own_sides_are_looked_at_too(tmp_path: Path) -> None:
    (tmp_path / "mill.yaml").write_text(mill())
    text = "ruleset: clash\nmap: mill\nsides:\n" + mill("{kind: guard, zone: mil}").split("sides:\n")[1]
    (tmp_path / "raid.yaml").write_text(text)
    with pytest.raises(SheetError, match=r"raid.yaml:6:\d+: sides.0.roster.1.duty.zone: unknown zone 'mil'"):
        load_scenario(tmp_path / "raid.yaml")


def test_the_editor_keeps_duties_in_step_with_zones() -> None:
    draft = from_board(load_board(mill("{kind: patrol, route: [mill, west], flee_at: 10}"), "mill"))

    def duty(draft: object) -> Written | None:
        return draft.sides[0].roster[1].duty

    renamed = places.rename_zone(draft, "mill", "tower")
    assert duty(renamed) == Written("patrol", route=("tower", "west"), flee_at=10)
    without = places.delete_zone(renamed, "tower")
    assert duty(without) == Written("patrol", route=("west",), flee_at=10)
    assert duty(places.delete_zone(without, "west")) == Written(flee_at=10)
    guard = from_board(load_board(mill("{kind: guard, zone: mill}"), "mill"))
    assert duty(places.delete_zone(guard, "mill")) is None
