"""Clash: both sides roll; block, dodge, parry or withstand; action points; maneuvers for whoever wins."""

from __future__ import annotations

from game.kernel.components import FIELD
from game.kernel.ecs import World
from game.map.scenario import Scenario
from game.rules.base import Base, table_of, winners
from game.rules.clash import cases, foresight
from game.rules.clash import muster as mustering
from game.rules.clash import worth as values
from game.rules.clash.budget import pay, short_of
from game.rules.clash.campaign import outfit, rest
from game.rules.clash.gear import drawn, dropped, picked_up, stowed
from game.rules.clash.house import Settings as Settings
from game.rules.clash.position.hiding import unseen_by
from game.rules.clash.position.space import covered, zone_of
from game.rules.clash.screen import card
from game.rules.clash.sheet import ClashSheet, load_sheet
from game.rules.clash.state import Order, merge
from game.rules.clash.turns import rounds
from game.rules.clash.verbs import attack, guard, hinder, turn
from game.rules.data import Folder
from game.systems.adapter import Adapter

ADAPTER = Adapter(merge=merge, drawn=drawn, stowed=stowed, dropped=dropped, picked_up=picked_up, zone=zone_of)


class Clash(Base):
    """The ruleset object."""

    name = "clash"
    life = ("health",)
    on_board = ("health", "ap")
    rests = ("camp",)

    step = staticmethod(rounds.step)
    outcome = staticmethod(rounds.outcome)
    refusals = staticmethod(card.refusals)
    coming = staticmethod(rounds.coming)
    overlays = staticmethod(card.overlays)
    card = staticmethod(card.card)
    unseen = staticmethod(unseen_by)
    worth = staticmethod(values.worth)
    value = staticmethod(foresight.value)
    team_value = staticmethod(foresight.team_value)
    arms = staticmethod(foresight.arms)
    stride = staticmethod(foresight.stride)
    covered = staticmethod(covered)
    carried_over = staticmethod(rest.carried_over)
    slots = staticmethod(outfit.slots)
    refit = staticmethod(outfit.refit)
    arrange = staticmethod(cases.arrange)
    perform = staticmethod(cases.perform)
    thrown = staticmethod(attack.thrown)

    def __init__(self, sheet: ClashSheet) -> None:
        questions = (
            turn.own_turn(sheet), turn.window(sheet), attack.opportunity(), attack.attribute(), attack.location(sheet),
            guard.defend(), hinder.maneuver(), hinder.resist(), hinder.with_what(), rest.training(),
        )  # fmt: skip
        table = table_of(sheet.titles, questions, short_of, pay, ADAPTER)
        super().__init__(sheet, sheet.main, table, lambda unit: unit.cost)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet, self.table)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`."""
        return frozenset(world.get(FIELD, Order).acted)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        rest.after(world, winners(rounds.outcome(world)))


def load(folder: Folder) -> Clash:
    """Clash with the sheets of a folder; SheetError lists what is wrong."""
    return Clash(load_sheet(folder))
