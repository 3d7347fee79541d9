"""Every unit of the sheet in one melee, with every setting switched on: nothing breaks, and options have previews."""

from __future__ import annotations

from typing import Any

import pytest

from game.kernel.components import Position, Unit
from game.kernel.dice import Chooser
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.clash.position.cover import cover, sees
from game.skirmish.record import Skirmish
from tests import contract
from tests.playing import pick, play
from tests.rules.clash.test_units import clash

SETTINGS: dict[str, Any] = {
    "windows": "all",
    "hit_locations": True,
    "creature_cover": "low",
    "reroll_each_round": True,
    "diagonal": "alternating",
    "oa_on_enter": True,
    "untrained_armor_minus_2": True,
    "friendly_fire": True,
    "attack_downed": True,
    "choose_attributes": True,
    "zone_modifiers": {"mist": {"fighting_style": -2, "observation": -1}},
}
TRICKS = {
    "abilities": ["acid_spit", "shove", "quick_draw"],
    "held": [],
    "carried": ["healing_draught", "fire_flask", "arbolest", "bola"],
}


def melee(grid: str, seed: int) -> Skirmish:
    """All kinds of unit on either side of a field with a wall, a door and a ledge."""
    rows = "\n".join("  " + " ".join("." * 26) for _ in range(16))
    heights = "\n".join("  " + "." * 20 + "222222" for _ in range(16))
    text = (
        f"name: Melee\ngrid: {grid}\nrows: |\n{rows}\nelevation: |\n{heights}\n"
        "edges:\n  - {kind: door, at: [12, 6], side: e}\n  - {kind: wall, at: [12, 4], side: e}\n"
        "zones:\n  west: {kind: deploy, rect: [3, 1, 9, 14]}\n  east: {kind: deploy, rect: [13, 1, 9, 14]}\n"
        "  mist: {kind: hazard, rect: [8, 0, 6, 8]}\n  out: {kind: exit, rect: [0, 7, 26, 1]}\n"
    )
    roster = [Entry(unit=unit) for unit in clash().sheet.units]
    roster += [Entry(unit="forest_bandit", state=TRICKS), Entry(unit="goblin_sneak", state={"arrives": 2})]
    sides = tuple(SideSetup(name, zone, roster=tuple(roster)) for name, zone in (("red", "west"), ("blue", "east")))
    return Skirmish(Scenario("clash", text, sides, seed=seed, settings=SETTINGS), clash()).settle()


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("seed", range(2))
def test_all_at_once(grid: str, seed: int) -> None:
    game, chooser = melee(grid, seed), Chooser(f"melee {grid} {seed}")
    verbs: set[str] = set()
    for _ in range(600):
        request = game.session.request
        if not isinstance(request, Decision):
            break
        key = pick(chooser, request)
        contract.check_previews(game, [key])
        verbs.add(key.partition(" ")[0])
        game.answer(key)
    contract.known(game.ruleset, tuple(game.session.world.events))
    assert len(verbs) > 15, sorted(verbs)


def test_a_melee_replays() -> None:
    game = play(melee("hex", 5), "melee", 80)
    contract.check_replay(game)
    contract.check_record(game)


def test_what_is_seen_is_what_is_not_in_full_cover() -> None:
    game = melee("square", 1)
    world: World = game.session.world
    units = [unit for unit, _, _ in world.each(Unit, Position)]
    for one in units[:8]:
        for other in units[-8:]:
            shelter = cover(world, one, other)
            assert sees(world, one, other) != (shelter is not None and shelter.quarters == 4)
