"""The questions and verbs of clash, and what the systems go by."""

from __future__ import annotations

from game.rules import deploying
from game.rules.clash.budget import pay, short_of
from game.rules.clash.gear import drawn, dropped, picked_up, stowed
from game.rules.clash.position.space import zone_of
from game.rules.clash.sheet import ClashSheet
from game.rules.clash.state import merge
from game.rules.clash.verbs import attack, guard, hinder, learn, turn
from game.rules.verbs import Table
from game.systems.adapter import Adapter

ADAPTER = Adapter(
    merge=merge, drawn=drawn, stowed=stowed, dropped=dropped, picked_up=picked_up, zone=zone_of
)  # fmt: skip


def table(sheet: ClashSheet) -> Table:
    """The questions and verbs of clash with this data."""
    questions = (
        turn.own_turn(sheet),
        turn.window(sheet),
        attack.opportunity(),
        attack.attribute(sheet),
        attack.location(sheet),
        guard.defend(),
        hinder.maneuver(),
        hinder.resist(),
        hinder.with_what(),
        learn.training(),
        deploying.question(),
    )
    return Table(
        titles=sheet.titles,
        questions={each.name: each for each in questions},
        short_of=short_of,
        pay=pay,
        adapter=ADAPTER,
    )
