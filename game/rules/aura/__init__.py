"""Aura: no turns, Energy and Agility spent at any time, facing, openings, Death rolls."""

from __future__ import annotations

from game.kernel.components import Position
from game.kernel.ecs import World
from game.map.scenario import Scenario
from game.rules.aura import cases as arranging
from game.rules.aura import foresight
from game.rules.aura import muster as mustering
from game.rules.aura import worth as values
from game.rules.aura.budget import pay_purses, short_of
from game.rules.aura.campaign import outfit
from game.rules.aura.campaign import rest as between
from game.rules.aura.checks.numbers import reached
from game.rules.aura.gear import drawn, dropped, picked_up, stowed
from game.rules.aura.house import Settings as Settings
from game.rules.aura.screen import card as views
from game.rules.aura.sheet.load import AuraSheet, load_sheet
from game.rules.aura.state import Spent
from game.rules.aura.turns import floor, rounds
from game.rules.aura.turns.challenges import able
from game.rules.aura.verbs import details, hinder, plans, turn
from game.rules.base import Base, table_of, winners
from game.rules.data import Folder
from game.systems.adapter import Adapter

ADAPTER = Adapter(drawn=drawn, stowed=stowed, dropped=dropped, picked_up=picked_up, zone=reached)


class Aura(Base):
    """The ruleset object."""

    name = "aura"
    life = ("stamina", "aura")
    on_board = ("health", "energy", "agility", "stamina")  # AURA-GEN-10
    rests = between.RESTS

    step = staticmethod(floor.step)
    outcome = staticmethod(rounds.outcome)
    overlays = staticmethod(views.overlays)
    card = staticmethod(views.card)
    headline = staticmethod(views.headline)
    worth = staticmethod(values.worth)
    value = staticmethod(foresight.value)
    team_value = staticmethod(foresight.team_value)
    arms = staticmethod(foresight.arms)
    stride = staticmethod(foresight.stride)
    acts_again = staticmethod(foresight.acts_again)
    carried_over = staticmethod(between.carried_over)
    slots = staticmethod(outfit.slots)
    refit = staticmethod(outfit.refit)
    arrange = staticmethod(arranging.arrange)
    perform = staticmethod(arranging.perform)
    thrown = staticmethod(plans.thrown)

    def __init__(self, sheet: AuraSheet) -> None:
        questions = (
            *turn.questions(sheet),
            *details.interrupts(),
            *details.initiative(),
            *details.attacking(sheet),
            *details.dice(),
            *details.moving(),
            *hinder.contests(),
        )
        table = table_of(sheet.titles, questions, short_of, pay_purses, ADAPTER)
        super().__init__(sheet, sheet.main, table, lambda unit: unit.cost)
        self.hazards = frozenset(sheet.main.hazards)
        turns = self.table.questions["turn"].verbs
        acts = (name for name, verb in turns.items() if verb.role == "act")
        self.verbs = tuple(dict.fromkeys(("use", *acts, "joint", *turns)))  # whom to take up, what it does, the rest

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet, self.table)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`: nobody has a turn, so those who can do nothing more in this Round."""
        done = [unit for unit, now, _ in world.each(Spent, Position) if now.acted]
        return frozenset(unit for unit in done if not able(world, unit))

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        between.rest(world, how, winners(rounds.outcome(world)))


def load(folder: Folder) -> Aura:
    """Aura with the sheets of a folder; SheetError lists what is wrong."""
    sheet = load_sheet(folder)
    if not folder.layers:  # whoever changes a score there need not work out what follows from it
        mustering.prove(sheet, folder)
    return Aura(sheet)
