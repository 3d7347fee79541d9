"""Aura: no turns, Energy and Agility spent at any time, facing, openings, Death rolls."""

from __future__ import annotations

from collections.abc import Mapping

from game.grid.grid import Metric
from game.kernel.ecs import World
from game.map.scenario import Scenario
from game.rules.asking import preview
from game.rules.aura import cases as arranging
from game.rules.aura import foresight
from game.rules.aura import muster as mustering
from game.rules.aura import worth as values
from game.rules.aura.campaign import outfit
from game.rules.aura.campaign import rest as rests
from game.rules.aura.house import Settings as Settings
from game.rules.aura.screen import card as views
from game.rules.aura.sheet import prove as proving
from game.rules.aura.sheet.load import AuraSheet, load_sheet
from game.rules.aura.state import Spent
from game.rules.aura.table import table
from game.rules.aura.turns import floor, rounds
from game.rules.data import Folder
from game.rules.ruleset import Archetype
from game.rules.verbs import Verb


class Aura:
    """The ruleset object; see `game.rules.ruleset.Ruleset` and the protocols beside it."""

    name = "aura"

    step = staticmethod(floor.step)
    outcome = staticmethod(rounds.outcome)
    preview = staticmethod(preview)
    refusals = staticmethod(views.refusals)
    overlays = staticmethod(views.overlays)
    card = staticmethod(views.card)
    headline = staticmethod(views.headline)
    worth = staticmethod(values.worth)
    value = staticmethod(foresight.value)
    team_value = staticmethod(foresight.team_value)
    arms = staticmethod(foresight.arms)
    stride = staticmethod(foresight.stride)
    carried_over = staticmethod(rests.carried_over)
    slots = staticmethod(outfit.slots)
    refit = staticmethod(outfit.refit)
    arrange = staticmethod(arranging.arrange)
    perform = staticmethod(arranging.perform)

    def __init__(self, sheet: AuraSheet) -> None:
        self.sheet = sheet
        self.title = sheet.main.title
        self.about = sheet.main.about
        self.rulebook = sheet.rulebook
        self.titles = sheet.titles
        self.settings = sheet.main.settings
        self.digest = sheet.digest
        self.archetypes = {key: Archetype(unit.title, unit.cost, unit.text) for key, unit in sheet.units.items()}
        self.table = table(sheet)
        self.verbs = _in_order(self.table.questions["turn"].verbs)
        self.metric: Metric = "chebyshev"
        self.rests = rests.RESTS
        self.hazards = frozenset(sheet.main.hazards)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet, self.table)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`: nobody has a turn, so those who can do nothing more in this Round."""
        return frozenset(unit for unit, done in world.each(Spent) if done.acted and views.spent_out(world, unit))

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        end = rounds.outcome(world)
        rests.rest(world, how, end.winners if end is not None else ())


def _in_order(turn: Mapping[str, Verb]) -> tuple[str, ...]:
    """Whom to take up, what it does, and then what lets others act."""
    acts = [name for name, verb in turn.items() if verb.role == "act"]
    return tuple(dict.fromkeys(("use", *acts, "joint", *turn)))


def load(folder: Folder) -> Aura:
    """Aura with the sheets of a folder; SheetError lists what is wrong."""
    sheet = load_sheet(folder)
    if not folder.layers:  # whoever changes a score there need not work out what follows from it
        proving.prove(sheet, folder)
    return Aura(sheet)
