"""The questions and verbs of vitality, and what the systems go by."""

from __future__ import annotations

from game.rules import deploying
from game.rules.verbs import Table
from game.rules.vitality.budget import pay, short_of
from game.rules.vitality.checks.numbers import strikes_into
from game.rules.vitality.position.ties import leave_place
from game.rules.vitality.sheet import VitalitySheet
from game.rules.vitality.state import merge
from game.rules.vitality.verbs import attack, guard, hinder, magic, move, turn
from game.systems.adapter import Adapter

ADAPTER = Adapter(merge=merge, bearing="VITALITY-ACT-27", borne=leave_place, zone=strikes_into)


def table(sheet: VitalitySheet) -> Table:
    """The questions and verbs of vitality with this data."""
    questions = (
        *turn.questions(sheet),
        *turn.between(),
        *attack.details(sheet),
        *guard.reactions(),
        *hinder.details(),
        *magic.details(),
        *move.details(),
        deploying.question(),
    )
    return Table(
        titles=sheet.titles,
        questions={each.name: each for each in questions},
        short_of=short_of,
        pay=pay,
        adapter=ADAPTER,
    )
