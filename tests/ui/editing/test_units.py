"""The form of a unit on the map: name, side, controller, facing, state and gear, as the rules take them."""

import pygame
import pytest

from game.edit import units
from game.edit.draft import units_of
from game.map.roster import Duty
from game.ui.editing.unit_form import read_state, state_words
from game.ui.kit import choices

from .bench import new_side


@pytest.fixture
def armed(desk):
    """Two sides with a fighter each, at 2,2 and 8,6."""
    for name in ("Red", "Blue"):
        new_side(desk, name)
    desk.take("units")
    desk.chip("Red")
    desk.drag((2, 2))
    desk.chip("Blue")
    desk.drag((8, 6))
    return desk


def entry(desk, col=2, row=2):
    found = units_of(desk.draft)[desk.draft.grid.at(col, row)]
    assert len(found) == 1
    return found[0]


def test_a_click_on_a_unit_asks_for_everything_about_it(armed, way):
    getattr(armed, way)((2, 2))
    assert armed.name() == "Dialog"
    armed.fill(name="Rowena", state="")
    armed.turn_to("facing", armed.draft.grid.names[3])
    armed.turn_to("controller", "captain")
    armed.key(pygame.K_RETURN)
    side, found = entry(armed)
    assert (side, found.name, found.facing, found.controller) == (
        0, "Rowena", armed.draft.grid.names[3], "captain",
    )  # fmt: skip
    armed.key(ord("z"), pygame.KMOD_LCTRL)
    assert entry(armed)[1].name == ""


def test_it_changes_sides_and_kinds_and_goes_away(armed):
    armed.drag((2, 2))
    armed.turn_to("side", 1)
    armed.turn_to("kind", "role archer")
    armed.press("ok")
    assert entry(armed)[0] == 1
    assert entry(armed)[1].role == "archer"
    armed.drag((2, 2))
    armed.press("more0")
    assert armed.draft.grid.at(2, 2) not in units_of(armed.draft)


def test_the_rules_check_its_state(armed):
    armed.desk.take_ruleset(choices.rulesets()["poise"])
    armed.drag((2, 2))
    armed.fill(state="stres: 2")
    armed.press("ok")
    assert "stres" in armed.top.trouble
    armed.fill(state="stress: [")
    armed.press("ok")
    assert armed.top.trouble
    armed.fill(state="stress: 2")
    armed.press("ok")
    assert entry(armed)[1].state == {"stress": 2}
    armed.drag((2, 2))
    assert armed.top.values["state"] == "stress: 2"


def test_a_duty_is_written_in_one_line_and_checked(armed):
    armed.desk.take_ruleset(choices.rulesets()["poise"])
    armed.drag((2, 2))
    for line, trouble in (
        ("kind: gard", "'gard'"),
        ("kind: guard", "guard needs a zone"),
        ("kind: guard, zone: nowhere", "unknown zone 'nowhere'"),
        ("kind: escort, unit: Nobody", "there is no unit 'Nobody'"),
    ):
        armed.fill(duty=line)
        armed.press("ok")
        assert trouble in armed.top.trouble
    armed.fill(duty="kind: hunt, flee_at: 30")
    armed.press("ok")
    assert entry(armed)[1].duty == Duty("hunt", flee_at=30)
    armed.drag((2, 2))
    assert armed.top.values["duty"] == "kind: hunt, flee_at: 30"
    armed.top.values["duty"] = ""
    armed.press("ok")
    assert entry(armed)[1].duty is None


@pytest.mark.parametrize("name", ["clash", "vitality"])
def test_gear_is_chosen_where_the_rules_have_places_for_it(bench, name):
    for side, at in (("Red", (2, 2)), ("Blue", (8, 6))):
        new_side(bench, side)
        bench.take("units")
        bench.chip(side)
        bench.drag(at)
    rules = choices.rulesets()[name]
    bench.desk.take_ruleset(rules)
    bench.drag((2, 2))
    placed = units.unit_at(bench.draft, bench.draft.grid.at(2, 2))
    slot = next(each for each in units.slots(bench.draft, rules, placed) if len(each.choices) > 1)
    wanted = next(key for key, _ in slot.choices if key != slot.now)
    bench.top.values[f"slot {slot.key}"] = wanted
    bench.press("ok")
    assert bench.name() == "EditorScreen", bench.top.trouble
    after = units.unit_at(bench.draft, placed.cell)
    now = next(each for each in units.slots(bench.draft, rules, after) if each.key == slot.key)
    assert (now.now, bool(after.entry.state)) == (wanted, True)


@pytest.mark.parametrize(
    "state", [{}, {"stress": 2}, {"held": ["spear", "a: b"], "deep": {"x": [1, True]}, "w": "on, off"}]
)
def test_a_state_in_one_line_reads_back(state):
    assert read_state(state_words(state)) == state
