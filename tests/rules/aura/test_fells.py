"""The chance that a preview says to fell somebody is that of the Death roll it leads to."""

from __future__ import annotations

import pytest

from game.kernel.components import Down, Unit
from game.kernel.dice import Chooser
from game.kernel.flow import Decision
from game.rules.aura.checks.odds import fell_chance
from game.skirmish.record import Skirmish
from tests.rules.aura.test_asked_odds import at, field

FALLS = 4 / 20  # dead on a 1, unconscious on 2 to 4
SAMPLES = 400
CALM = ("no", "roll", "keep_advantage", "stay", "wait")


def ready(aura: int) -> tuple[Skirmish, Decision, str]:
    """Red's own turn with an attack on Blue, who has that much Aura left."""
    game = field("square", [at("1,1")], [at("2,1", aura=aura)])
    first = min(unit for unit, _ in game.session.world.each(Unit))
    for _ in range(30):
        request = game.session.request
        assert isinstance(request, Decision)
        if request.moment == "own_turn" and request.who == first:
            hits = [one for one in request.options if one.group == "attack" and one.unit is not None]
            plain = [one for one in hits if "nonlethal" not in one.action.how and game.ruleset.preview(
                game.session.world, request, one.key).spread]  # fmt: skip
            return game, request, plain[0].key
        keys = [option.key for option in request.options]
        use = next((key for key in keys if key.startswith("use")), None) if request.who == first else None
        game.answer(use or next((key for key in CALM if key in keys), keys[0]))
    raise AssertionError("it was never its turn")


def test_nobody_falls_while_there_is_aura() -> None:
    game, request, key = ready(6)
    assert game.ruleset.preview(game.session.world, request, key).fells == 0


def test_without_aura_the_death_roll_decides() -> None:
    game, request, key = ready(0)
    world, found = game.session.world, game.ruleset.preview(game.session.world, request, key)
    wounds = sum(chance for points, chance in found.spread if points)
    assert found.fells == pytest.approx(wounds * FALLS)
    blue = max(unit for unit, _ in world.each(Unit))
    assert fell_chance(world, blue, found.spread, fatal=True) == pytest.approx(wounds)
    assert fell_chance(world, blue, found.spread, spared=0.25) == pytest.approx(0.75 * wounds * FALLS)
    fallen = sum(_falls(game, key, blue, seed) for seed in range(SAMPLES))
    assert fallen / SAMPLES == pytest.approx(found.fells, abs=0.07)


def _falls(game: Skirmish, key: str, blue: int, seed: int) -> bool:
    twin, dice, rounds = game.session.clone(), Chooser(f"fells {seed}"), 0
    twin.answer(key)
    while twin.request is not None and rounds < 30:
        rounds += 1
        if not isinstance(twin.request, Decision):
            twin.answer(dice.faces(twin.request.dice))
        elif twin.request.moment in ("own_turn", "floor"):
            break
        else:
            keys = [option.key for option in twin.request.options]
            twin.answer(next((each for each in CALM if each in keys), keys[0]))
    return twin.world.has(blue, Down)
