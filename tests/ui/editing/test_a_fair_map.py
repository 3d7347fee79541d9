"""A map of 30 x 30 cells drawn by nothing but keys and mouse, and proof that it is sound and fair."""

from __future__ import annotations

import pygame
import pytest

from game.edit import fairness
from game.edit.checks import validate
from game.edit.draft import read
from game.edit.mirroring import asymmetric
from game.edit.symmetry import Symmetry
from game.map.file import load_board
from game.map.scenario import quick
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish

from .bench import Bench

CTRL = pygame.KMOD_LCTRL


def tile(bench, title):
    """Press the picture of that name in the panel."""
    bench.desk.serial += 1
    bench.tick()
    for _ in range(40):
        spot = next((each for each in bench.desk.spots if each.tip[:1] == (title,)), None)
        if spot is not None:
            break
        bench.move(bench.desk.areas.side.center)
        bench.app.event(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0))
        bench.tick()
    bench.click(spot.rect.center)


def new_map(bench, kind):
    bench.letter("n", CTRL)
    bench.fill(name="Two Fords", width="30", height="30")
    bench.turn_to("kind", kind)
    bench.press("ok")
    assert (bench.draft.kind, bench.draft.width, bench.draft.height) == (kind, 30, 30)
    bench.letter("0")


def people(bench):
    """Two zones, two sides in them, and who waits there."""
    bench.letter("5")
    for name in ("west", "east", "ford"):
        bench.chip("New zone")
        bench.fill(name=name)
        if name == "ford":
            bench.turn_to("kind", "objective")
        bench.press("ok")
    bench.letter("6")
    for name, zone in (("Red", "west"), ("Blue", "east")):
        bench.chip("New side")
        bench.turn_to("zone", zone)
        bench.press("ok")
        bench.chip("Reserve")
        bench.fill(**{"role fighter": "3", "role archer": "2", "role leader": "1"})
        bench.press("ok")
        bench.chip("Ways to win")
        bench.turn_to("kind1", "hold_zone")
        bench.turn_to("zone1", "ford")
        bench.press("ok")
        assert [each.kind for each in bench.draft.sides[-1].objectives] == ["defeat_all", "hold_zone"]
        assert bench.draft.sides[-1].size == 6
        assert bench.draft.sides[-1].name == name


def ground(bench):
    """With a half turn: a river with a ford in the middle, woods, a hill, a walled yard with a door."""
    while bench.desk.editor.symmetry.way != "half_turn":
        bench.letter("y")
    bench.take("terrain", "rectangle")
    bench.chip("Fitting transitions")
    tile(bench, "Shallow water")
    bench.drag((13, 0), (16, 29))
    bench.chip("Fitting transitions")
    bench.take("terrain", "brush")
    tile(bench, "Forest")
    for _ in range(3):
        bench.letter(".")
    bench.drag((7, 5), (9, 7))
    bench.drag((6, 23))
    bench.take("terrain", "ellipse")
    tile(bench, "Field of corn")
    bench.drag((2, 18), (8, 24))
    bench.take("elevation", "hexagon")
    bench.drag((9, 14), (11, 14))
    bench.drag((9, 14), (10, 14))
    bench.take("edges", "rectangle")
    bench.drag((3, 8), (6, 11))
    bench.take("edges")
    tile(bench, "Shut door")
    bench.drag((6, 9, 0.46, 0))
    bench.take("props", "scatter")
    bench.drag((3, 2), (10, 3))
    bench.take("labels")
    bench.drag((4, 9))
    bench.type("Yard")
    bench.key(pygame.K_RETURN)


def starts(bench):
    bench.take("zones", "rectangle")
    bench.chip("west")
    bench.drag((0, 10), (2, 19))
    bench.chip("ford")
    bench.drag((13, 13), (16, 16))
    bench.take("units")
    bench.chip("Red")
    bench.drag((4, 14))


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_a_fair_map_is_drawn_by_hand(kind, folders):
    bench = Bench()
    new_map(bench, kind)
    people(bench)
    ground(bench)
    starts(bench)
    bench.letter("s", CTRL)
    bench.press("ok")
    path = folders / "data" / "maps" / "two_fords.yaml"
    draft, faults = read(path)
    assert faults == ()
    for name in ("poise", "clash", "wounds", "vitality", "aura"):
        ruleset = find_ruleset(name)
        assert [issue.message for issue in validate(draft, ruleset) if issue.weight != "note"] == [], name
    report = fairness.report(draft)
    assert (report.spread, report.remarks) == (0, ())
    assert [(side.room, side.objectives[0][0]) for side in report.sides] == [(31, "ford")] * 2
    assert all(side.contact and side.enemy and side.objectives[0][1] for side in report.sides)
    assert asymmetric(draft, Symmetry("half_turn", source="left")) == 0
    assert [side.size for side in draft.sides] == [7, 7]
    assert {edge.kind for edge in draft.edges} == {"wall", "door"}
    assert len(draft.props) >= 4
    assert len({*"".join(draft.rows)}) >= 4
    assert any(draft.heights)
    skirmish = Skirmish(quick(load_board(path), "poise", ("random", "random"), 1)).settle()
    assert skirmish.session.request is not None, "it begins"
    while bench.desk.editor.symmetry.way != "none":
        bench.letter("y")
    bench.take("terrain", "rectangle")
    tile(bench, "Boulders")
    bench.drag((3, 0), (5, 29))
    assert fairness.report(bench.draft).remarks, "and one lopsided stroke is told"
    bench.desk.editor.close()
