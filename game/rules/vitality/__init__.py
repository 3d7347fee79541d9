"""Vitality: d20 against Evasion, Defense Rolls, held actions, unions and stunts."""

from __future__ import annotations

from game.kernel.components import FIELD, Side
from game.kernel.ecs import World
from game.map.scenario import Scenario
from game.rules.base import Base, table_of, winners
from game.rules.data import Folder
from game.rules.vitality import cases as arranging
from game.rules.vitality import foresight
from game.rules.vitality import muster as mustering
from game.rules.vitality import worth as values
from game.rules.vitality.budget import pay, short_of
from game.rules.vitality.campaign import outfit
from game.rules.vitality.campaign import rest as between
from game.rules.vitality.checks.numbers import strikes_into
from game.rules.vitality.house import Settings as Settings
from game.rules.vitality.position import hiding
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.ties import leave_place
from game.rules.vitality.screen import card as views
from game.rules.vitality.sheet import VitalitySheet, load_sheet
from game.rules.vitality.state import Order, merge, up
from game.rules.vitality.turns import battle, order
from game.rules.vitality.turns import rounds as turns
from game.rules.vitality.verbs import attack, guard, hinder, magic, move, turn
from game.systems.adapter import Adapter

ADAPTER = Adapter(merge=merge, bearing="VITALITY-ACT-27", borne=leave_place, zone=strikes_into, left=up)


class Vitality(Base):
    """The ruleset object."""

    name = "vitality"
    life = ("vitality",)
    on_board = ("vitality", "temp_vitality", "ap")
    metric = METRIC
    rests = between.RESTS
    terms = frozenset({"surrender"})

    step = staticmethod(turns.step)
    outcome = staticmethod(battle.outcome)
    coming = staticmethod(order.coming)
    overlays = staticmethod(views.overlays)
    card = staticmethod(views.card)
    worth = staticmethod(values.worth)
    value = staticmethod(foresight.value)
    team_value = staticmethod(foresight.team_value)
    arms = staticmethod(foresight.arms)
    stride = staticmethod(foresight.stride)
    carried_over = staticmethod(between.carried_over)
    slots = staticmethod(outfit.slots)
    refit = staticmethod(outfit.refit)
    arrange = staticmethod(arranging.arrange)
    perform = staticmethod(arranging.perform)
    thrown = staticmethod(attack.thrown)

    def __init__(self, sheet: VitalitySheet) -> None:
        turns = (*turn.questions(sheet), *turn.between())
        details = (*attack.details(sheet), *guard.reactions(), *hinder.details(), *magic.details(), *move.details())
        table = table_of(sheet.titles, (*turns, *details), short_of, pay, ADAPTER)
        # VITALITY-BATTLE-2: things and those that do not fight are no party by themselves
        super().__init__(sheet, sheet.main, table, lambda unit: None if unit.thing or unit.noncombatant else unit.cost)
        self.hazards = frozenset(sheet.gear.hazards)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet, self.table)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`."""
        return frozenset(world.get(FIELD, Order).acted)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        between.after(world, how, winners(battle.outcome(world)))

    def unseen(self, world: World, side: int) -> frozenset[int]:
        """See `Hides.unseen`."""
        return hiding.unseen_by(world, world.get(side, Side).team)


def load(folder: Folder) -> Vitality:
    """The ruleset with the sheets of a folder; SheetError lists what is wrong."""
    return Vitality(load_sheet(folder))
