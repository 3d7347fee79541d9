"""Where everybody picks a skill, the preview of each answer is what the flow makes of it (CHECK-4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kernel.flow import Decision
from game.skirmish.record import Skirmish
from tests.playing import GRIDS, brawl, play, ruleset
from tests.test_odds_flow import compare, results

ENOUGH = 4  # questions that are looked at


@pytest.mark.parametrize("grid", GRIDS)
def test_previews_of_picked_skills_agree_with_the_flow(grid: str) -> None:
    start = brawl("vitality", grid, 1).scenario
    made = replace(start, settings={**start.settings, "choose_skills": True})
    game, looked = play(Skirmish(made, ruleset("vitality")).settle(), grid, 30), 0
    for turn in range(150):
        request = game.session.request
        if not isinstance(request, Decision) or looked == ENOUGH:
            break
        if request.question == "choose_skill":
            for option in request.options[:2]:
                preview = game.ruleset.preview(game.session.world, request, option.key)
                compare(preview, *results(game, option.key, 200), f"{grid} {turn} {option.key}")
            looked += 1
        game = play(game, f"{grid} {turn}", 1)
    assert looked == ENOUGH, f"only {looked} questions"
