"""The preview of a way says what dangerous ground on it does, where the rules have it strike whoever enters."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kernel.components import Unit
from game.kernel.flow import Decision
from game.map.roster import Entry
from game.map.scenario import quick
from game.skirmish.record import Skirmish
from game.systems.field import board_of

RULES = {"wounds": "WOUNDS-HD-27", "vitality": "VITALITY-DR-15", "aura": "AURA-DEATH-8"}


def beside_embers(ruleset: str) -> tuple[Skirmish, Decision]:
    """The own turn of a fighter beside the fire in the middle of the arena."""
    base = quick("arena", ruleset, seed=2)
    places = ("6,5", "15,5")
    sides = tuple(
        replace(side, roster=(Entry(role="fighter", at=at),)) for side, at in zip(base.sides, places, strict=True)
    )
    skirmish = Skirmish(replace(base, sides=sides)).settle()
    first = min(unit for unit, _ in skirmish.session.world.each(Unit))
    for _ in range(60):
        request = skirmish.session.request
        assert isinstance(request, Decision)
        if request.moment == "own_turn" and request.who == first:
            return skirmish, request
        roles = {option.role: option.key for option in reversed(request.options)}
        use = roles.get("act") if request.moment == "floor" and request.who == first else None
        passing = (roles.get(role) for role in ("end_turn", "decline", "wait", "commit", "act"))
        skirmish.answer(use or next(key for key in passing if key))
    raise AssertionError("it was never its turn")


@pytest.mark.parametrize("ruleset", RULES)
def test_a_way_through_fire_says_so_and_another_does_not(ruleset: str) -> None:
    skirmish, request = beside_embers(ruleset)
    world = skirmish.session.world
    fire = board_of(world).hazards["fire"]
    seen = {True: 0, False: 0}
    for option in request.options:
        if option.group != "move" or option.cell is None or option.unit is not None:
            continue
        found = skirmish.ruleset.preview(world, request, option.key)
        path = found.path or (option.cell,)
        burns = any(fire >> cell & 1 for cell in (*path[1:], option.cell))
        told = [note.text for note in found.notes if note.rule == RULES[ruleset] and note.text.startswith("Fire:")]
        if len(path) > 1 or option.verb == "jump":
            assert bool(told) == burns, (option.key, found.notes)
            seen[burns] += 1
    assert seen[True] and seen[False]
