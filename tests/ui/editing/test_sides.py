"""Sides, their objectives, reserves and zones, told by forms."""

from __future__ import annotations

import pygame

from .bench import new_side, titles

SHIFT, CTRL = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL


def test_a_new_side_gets_room_to_deploy(desk):
    desk.letter("6")
    for _ in range(2):
        desk.chip("New side")
        desk.press("ok")
    assert [(side.name, side.zone) for side in desk.draft.sides] == [("Red", "red"), ("Blue", "blue")]
    assert [zone.cells.bit_count() for zone in desk.draft.zones] == [9, 9]
    assert titles(desk) == ("Open", "Side Red", "Side Blue")


def test_a_side_is_told_all_it_needs(desk):
    desk.letter("5")
    for name in ("west", "hill"):
        desk.chip("New zone")
        desk.fill(name=name)
        desk.press("ok")
    new_side(desk, "Wolves")
    desk.chip("Change Wolves")
    desk.turn_to("zone", "west")
    desk.fill(team="2")
    desk.turn_to("controller", "human")
    desk.turn_to("facing", "e")
    desk.press("more0")
    assert desk.top.title == "How Wolves wins"
    desk.turn_to("kind1", "hold_zone")
    desk.turn_to("zone1", "hill")
    desk.fill(amount1="5")
    desk.turn_to("kind2", "survive")
    desk.press("ok")
    side = desk.draft.sides[0]
    assert (side.name, side.zone, side.team, side.controller, side.facing) == ("Wolves", "west", 2, "human", "e")
    assert [(goal.kind, goal.zone, goal.amount) for goal in side.objectives] == [
        ("defeat_all", "", 0), ("hold_zone", "hill", 5), ("survive", "", 3)
    ]  # fmt: skip
    desk.chip("Ways to win")
    desk.turn_to("kind0", "")
    desk.press("ok")
    assert [goal.kind for goal in desk.draft.sides[0].objectives] == ["hold_zone", "survive"]
    desk.chip("Change Wolves")
    said = " ".join(f"{line.words} {line.more}" for line in desk.top.scroll.lines)
    assert "Hold a zone (hill, 5); or: Survive (3)" in said
    desk.press("more2")
    assert desk.draft.sides == ()
    desk.letter("z", CTRL)
    assert len(desk.draft.sides) == 1


def test_a_reserve_has_roles_and_units_of_the_rules(desk):
    from game.rules.ruleset import find_ruleset

    desk.desk.take_ruleset(find_ruleset("poise"))
    new_side(desk, "Wolves")
    desk.take("units")
    desk.drag((3, 3))
    desk.chip("Reserve")
    unit = next(iter(find_ruleset("poise").archetypes))
    desk.fill(**{"role fighter": "3", "role archer": "2"})
    desk.top.set(unit, "1")
    assert desk.top.scroll.lines[0].words == "6 in reserve, 1 with a place or a name of their own"
    desk.press("ok")
    roster = [(entry.role or entry.unit, entry.count, entry.at) for entry in desk.draft.sides[0].roster]
    assert roster == [("fighter", 1, "3,3"), ("fighter", 3, ""), ("archer", 2, ""), (unit, 1, "")]
    desk.chip("Reserve")
    desk.fill(**{"role fighter": "41"})
    desk.press("ok")
    assert desk.top.trouble == "41 is not between 0 and 40."
    desk.press("more0")
    desk.press("ok")
    assert [entry.at for entry in desk.draft.sides[0].roster] == ["3,3"]


def test_two_sides_have_two_names_and_goals_need_zones(desk):
    new_side(desk, "Wolves")
    desk.chip("New side")
    desk.fill(name="Wolves")
    desk.press("ok")
    assert "there is already a side 'Wolves'" in desk.top.trouble.lower().replace("wolves", "Wolves")
    desk.key(pygame.K_ESCAPE)
    desk.chip("Ways to win")
    desk.turn_to("kind0", "escape")
    desk.press("ok")
    assert "no zone yet" in desk.top.trouble


def test_a_zone_is_renamed_and_deleted(desk):
    desk.letter("5")
    desk.chip("New zone")
    desk.press("ok")
    desk.take("zones")
    desk.drag((1, 1), (3, 1))
    new_side(desk, "Wolves")
    desk.chip("Change Wolves")
    desk.turn_to("zone", "red")
    desk.press("ok")
    desk.letter("5")
    desk.chip("Change red")
    desk.fill(name="shore")
    desk.turn_to("kind", "hazard")
    desk.fill(effect="fire")
    desk.press("ok")
    assert (desk.draft.zones[0].name, desk.draft.zones[0].effect, desk.draft.sides[0].zone) == (
        "shore",
        "fire",
        "shore",
    )
    desk.chip("Change shore")
    desk.press("more0")
    assert (desk.draft.zones, desk.draft.sides[0].zone) == ((), "")
