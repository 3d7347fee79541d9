"""The questions and verbs of aura, and what the systems go by."""

from __future__ import annotations

from game.rules import deploying
from game.rules.aura.budget import pay_purses, short_of
from game.rules.aura.checks.numbers import reached
from game.rules.aura.gear import drawn, dropped, picked_up, stowed
from game.rules.aura.sheet.load import AuraSheet
from game.rules.aura.verbs import details, hinder, turn
from game.rules.verbs import Table
from game.systems.adapter import Adapter

ADAPTER = Adapter(drawn=drawn, stowed=stowed, dropped=dropped, picked_up=picked_up, zone=reached)


def table(sheet: AuraSheet) -> Table:
    """The questions and verbs of aura with this data."""
    questions = (
        *turn.questions(sheet),
        *details.interrupts(),
        *details.initiative(),
        *details.attacking(sheet),
        *details.dice(),
        *details.moving(),
        *hinder.contests(),
        deploying.question(),
    )
    return Table(
        titles=sheet.titles,
        questions={each.name: each for each in questions},
        short_of=short_of,
        pay=pay_purses,
        adapter=ADAPTER,
    )
