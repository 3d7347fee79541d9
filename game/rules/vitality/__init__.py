"""Vitality: d20 against Evasion, Defense Rolls, held actions, unions and stunts."""

from __future__ import annotations

from game.kernel.components import FIELD, Side
from game.kernel.ecs import World
from game.map.scenario import Scenario
from game.rules.asking import preview
from game.rules.data import Folder
from game.rules.ruleset import Archetype
from game.rules.vitality import cases as arranging
from game.rules.vitality import foresight
from game.rules.vitality import muster as mustering
from game.rules.vitality import worth as values
from game.rules.vitality.campaign import outfit
from game.rules.vitality.campaign import rest as between
from game.rules.vitality.house import Settings as Settings
from game.rules.vitality.position import hiding
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.screen import card as views
from game.rules.vitality.sheet import VitalitySheet, load_sheet
from game.rules.vitality.state import Order
from game.rules.vitality.table import table
from game.rules.vitality.turns import battle, order
from game.rules.vitality.turns import rounds as turns


class Vitality:
    """The ruleset object; see `game.rules.ruleset.Ruleset` and the protocols beside it."""

    name = "vitality"
    terms = frozenset({"surrender"})

    step = staticmethod(turns.step)
    outcome = staticmethod(battle.outcome)
    preview = staticmethod(preview)
    refusals = staticmethod(views.refusals)
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

    def __init__(self, sheet: VitalitySheet) -> None:
        self.sheet = sheet
        self.title = sheet.main.title
        self.about = sheet.main.about
        self.rulebook = sheet.rulebook
        self.titles = sheet.titles
        self.archetypes = {
            key: Archetype(unit.title, unit.cost, unit.text)
            for key, unit in sheet.units.items()
            if not (unit.thing or unit.noncombatant)  # BATTLE-2: no party by themselves
        }
        self.settings = sheet.main.settings
        self.digest = sheet.digest
        self.table = table(sheet)
        self.verbs = tuple(self.table.questions["turn"].verbs)
        self.metric = METRIC
        self.rests = between.RESTS
        self.hazards = frozenset(sheet.gear.hazards)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet, self.table)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`."""
        return frozenset(world.get(FIELD, Order).acted)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        end = battle.outcome(world)
        between.after(world, how, end.winners if end is not None else ())

    def unseen(self, world: World, side: int) -> frozenset[int]:
        """See `Hides.unseen`."""
        return hiding.unseen_by(world, world.get(side, Side).team)


def load(folder: Folder) -> Vitality:
    """The ruleset with the sheets of a folder; SheetError lists what is wrong."""
    return Vitality(load_sheet(folder))
