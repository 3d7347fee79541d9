"""Vitality: d20 against Evasion, Defense Rolls, held actions, unions and stunts."""

from __future__ import annotations

from game.kernel.components import FIELD, Side
from game.kernel.ecs import World
from game.rules.data import Folder
from game.rules.ruleset import Archetype
from game.rules.vitality import arrange as arranging
from game.rules.vitality import between, ending, hiding, outfit, turns, views
from game.rules.vitality import muster as mustering
from game.rules.vitality import preview as previews
from game.rules.vitality import worth as values
from game.rules.vitality.house import Settings as Settings
from game.rules.vitality.sheet import VitalitySheet, load_sheet
from game.rules.vitality.sight import METRIC
from game.rules.vitality.state import Order
from game.skirmish.scenario import Scenario


class Vitality:
    """The ruleset object; see `game.rules.ruleset.Ruleset` and the protocols beside it."""

    name = "vitality"
    terms = frozenset({"surrender"})

    step = staticmethod(turns.step)
    outcome = staticmethod(ending.outcome)
    preview = staticmethod(previews.preview)
    refusals = staticmethod(views.refusals)
    overlays = staticmethod(views.overlays)
    card = staticmethod(views.card)
    worth = staticmethod(values.worth)
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
        self.verbs = verbs(sheet)
        self.metric = METRIC
        self.rests = between.RESTS
        self.hazards = frozenset(sheet.gear.hazards)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`."""
        return frozenset(world.get(FIELD, Order).acted)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        end = ending.outcome(world)
        between.spend(world, how, end.winners if end is not None else ())

    def unseen(self, world: World, side: int) -> frozenset[int]:
        """See `Hides.unseen`."""
        return hiding.unseen_by(world, world.get(side, Side).team)


def verbs(sheet: VitalitySheet) -> tuple[str, ...]:
    """Weapons, Abilities, moves, the other actions, stunts."""
    weapons = [name for key in sheet.weapons for name in (key, f"throw_{key}")]
    plain = (
        "walk",
        "advance",
        "move",
        "sprint",
        "jump",
        "pass",
        "stand_up",
        "dismount",
        "leave",
        "attack",
        "smash",
        "defend",
        "take_cover",
    )
    small = ("lean", "unlean", "hide", "interact", "switch_weapons", "switch_places", "use_item", "reload", "stabilize")
    rest = ("command", "break_restrained", "release", "keep_pinning", "watch", "hold_action", "hold_turn", "hand_over")
    plans = ("plan_union", "plan_alone")
    return (*weapons, *sheet.abilities, *plain, *sheet.main.manoeuvres, *small, *sheet.stunts, *rest, *plans)


def load(folder: Folder) -> Vitality:
    """The ruleset with the sheets of a folder; SheetError lists what is wrong."""
    return Vitality(load_sheet(folder))
