"""Aura: no turns, Energy and Agility spent at any time, facing, openings, Death rolls."""

from __future__ import annotations

from game.grid.grid import Metric
from game.kernel.ecs import World
from game.rules.aura import arrange as arranging
from game.rules.aura import ending, floor, outfit, proving, rests, views
from game.rules.aura import muster as mustering
from game.rules.aura import preview as previews
from game.rules.aura import worth as values
from game.rules.aura.entries import Settings as Settings
from game.rules.aura.sheet import AuraSheet, load_sheet
from game.rules.aura.state import Spent
from game.rules.data import Folder
from game.rules.ruleset import Archetype
from game.skirmish.scenario import Scenario


class Aura:
    """The ruleset object; see `game.rules.ruleset.Ruleset` and the protocols beside it."""

    name = "aura"

    step = staticmethod(floor.step)
    outcome = staticmethod(ending.outcome)
    preview = staticmethod(previews.preview)
    refusals = staticmethod(views.refusals)
    overlays = staticmethod(views.overlays)
    card = staticmethod(views.card)
    headline = staticmethod(views.headline)
    worth = staticmethod(values.worth)
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
        self.verbs = VERBS
        self.metric: Metric = "chebyshev"
        self.rests = rests.RESTS
        self.hazards = frozenset(sheet.main.hazards)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`: nobody has a turn, so those who can do nothing more in this Round."""
        return frozenset(unit for unit, done in world.each(Spent) if done.acted and views.spent_out(world, unit))

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        end = ending.outcome(world)
        rests.rest(world, how, end.winners if end is not None else ())


VERBS = (
    *("use", "strike", "shoot", "electric_bolt", "air_strike", "electric_bolt_gesture", "air_strike_gesture"),
    *(
        "swift",
        "swift_shot",
        "swift_throw",
        "defend",
        "run",
        "quick_run",
        "shift",
        "shift_agile",
        "sprint",
        "mend_aura",
        "rally",
    ),
    *("punch", "subdue", "subdue_shot", "subdue_throw", "subdue_punch", "swift_subdue", "strike_shield"),
    *("trip", "push", "restrain", "disarm", "charge", "trip_unarmed", "disarm_unarmed"),
    *(
        "swift_trip",
        "swift_push",
        "swift_restrain",
        "swift_disarm",
        "jump",
        "leap",
        "route",
        "crawl",
        "climb",
        "kneel",
        "stand",
    ),
    *(
        "load",
        "equip",
        "stow",
        "pick_up",
        "catch_breath",
        "escape",
        "hide",
        "break_door",
        "throw",
        "drop_prone",
    ),
    *(
        "steadfast",
        "quick_draw",
        "quick_draw_agile",
        "drop",
        "release",
        "press",
        "facing",
        "orders",
        "joint",
        "back",
        "wait",
    ),
)


def load(folder: Folder) -> Aura:
    """Aura with the sheets of a folder; SheetError lists what is wrong."""
    sheet = load_sheet(folder)
    if not folder.layers:  # whoever changes a score there need not work out what follows from it
        proving.prove(sheet, folder)
    return Aura(sheet)
