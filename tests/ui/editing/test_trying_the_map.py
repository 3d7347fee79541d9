"""Test-play: on any map, with a choice of rules, units, players and dice, and back to the map as it was."""

import pygame

from game.kernel.components import Side, Unit
from game.ui.kit import choices

from .bench import new_side


def test_a_bare_map_can_be_played(desk):
    before = desk.draft
    desk.key(pygame.K_F5)
    assert [desk.top.values[key] for key in ("army0", "army1", "who0")] == ["band", "band", "human"]
    desk.press("ok")
    assert desk.name() == "Trial", desk.top.trouble
    world = desk.top.battle.table.world
    assert [side.name for _, side in world.each(Side)] == ["Red", "Blue"]
    assert len(world.each(Unit)) == 8
    for _ in range(3):
        if desk.name() != "EditorScreen":
            desk.key(pygame.K_ESCAPE)
    assert desk.desk is desk.top
    assert desk.draft is before


def test_rules_units_players_and_seed_are_chosen_and_kept(bench):
    for side, at in (("Red", (2, 2)), ("Blue", (8, 6))):
        new_side(bench, side)
        bench.take("units")
        bench.chip(side)
        bench.drag(at)
    bench.key(pygame.K_F5)
    bench.turn_to("ruleset", "vitality")
    bench.turn_to("army0", "company")
    bench.turn_to("army1", "like 0")
    bench.turn_to("who1", "captain")
    bench.press("more0")
    assert bench.top.values["seed"] == "2"
    bench.press("ok")
    assert bench.name() == "Trial", bench.top.trouble
    battle = bench.top.battle
    assert battle.ruleset.name == "vitality"
    scenario = battle.table.skirmish.scenario
    assert (scenario.seed, scenario.sides[1].controller) == ("2", "captain")
    assert [side.size for side in scenario.sides] == [9, 1]
    bench.key(pygame.K_F4)
    bench.key(pygame.K_F5)
    assert (bench.top.values["army0"], bench.top.values["ruleset"]) == ("company", "vitality")


def test_every_army_fights_under_every_rules(bench):
    from game.edit import trials
    from game.skirmish.record import Skirmish

    for name, rules in choices.rulesets().items():
        for key in trials.ARMIES:
            scenario = bench.desk.editor.trial(name, ("captain", "captain"), 1, (key, key))
            assert Skirmish(scenario, rules).settle().session is not None
