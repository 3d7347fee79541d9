"""Poise: three pools, defend or yield, zones of control, most affected acts next."""

from __future__ import annotations

from msgspec.structs import replace

from game.kernel.components import FIELD
from game.kernel.ecs import World
from game.map.scenario import Scenario
from game.rules.base import Base, table_of, winners
from game.rules.data import Folder
from game.rules.poise import cases, foresight, gear
from game.rules.poise import muster as mustering
from game.rules.poise import worth as values
from game.rules.poise.budget import pay, short_of, takes, turns_left
from game.rules.poise.campaign import rest
from game.rules.poise.house import Settings as Settings
from game.rules.poise.position.space import METRIC, zone_of
from game.rules.poise.screen import card
from game.rules.poise.sheet import PoiseSheet, load_sheet
from game.rules.poise.state import Acted
from game.rules.poise.turns import rounds
from game.rules.poise.verbs import attack, guard, help, hinder, move, turn
from game.rules.poise.verbs.strike import critical
from game.rules.poise.verbs.turn import TERMS
from game.systems.adapter import Adapter

ADAPTER = Adapter(zone=zone_of)


class Poise(Base):
    """The ruleset object."""

    name = "poise"
    metric = METRIC
    terms = frozenset(TERMS)

    step = staticmethod(rounds.step)
    outcome = staticmethod(rounds.outcome)
    coming = staticmethod(rounds.coming)
    overlays = staticmethod(card.overlays)
    card = staticmethod(card.card)
    worth = staticmethod(values.worth)
    value = staticmethod(foresight.value)
    team_value = staticmethod(foresight.team_value)
    arms = staticmethod(foresight.arms)
    stride = staticmethod(foresight.stride)
    carried_over = staticmethod(rest.carried_over)
    arrange = staticmethod(cases.arrange)
    perform = staticmethod(cases.perform)
    thrown = staticmethod(gear.thrown)

    def __init__(self, sheet: PoiseSheet) -> None:
        turns = (turn.own_turn(sheet), turn.contender(), turn.leave(), *turn.terms(), attack.another_target(sheet))
        answers = (guard.defend(sheet), guard.overflow(), guard.defiance(), hinder.hindering(), hinder.direction())
        questions = (*turns, *answers, help.doom(), *move.ends(), critical(sheet))
        table = replace(table_of(sheet.titles, questions, short_of, pay, ADAPTER), takes=takes)
        # An animal without a rider stands still (POISE-MOUNT-13).
        super().__init__(sheet, sheet, table, lambda unit: 0 if unit.mount == "animal" else unit.cost)
        self.rests = tuple(sheet.surroundings.rests)
        self.hazards = frozenset(sheet.surroundings.hazards)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet, self.table)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`."""
        return frozenset(unit for unit in world.get(FIELD, Acted).units if turns_left(world, unit) < 1)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        rest.rest(world, how, winners(rounds.outcome(world)))


def load(folder: Folder) -> Poise:
    """Poise with the sheets of a folder; SheetError lists what is wrong."""
    return Poise(load_sheet(folder))
