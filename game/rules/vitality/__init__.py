"""Vitality: d20 against Evasion, Defense Rolls, held actions, unions and stunts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from game import paths
from game.components import FIELD, Side
from game.ecs import World
from game.flow import Flow, Request
from game.rules.ruleset import Archetype, Arrangement, Card, Outcome, Overlay, Preview, Refusal
from game.rules.vitality import arrange, between, hiding, muster, preview, turns, views, worth
from game.rules.vitality.sheet import VitalitySheet, load_sheet
from game.rules.vitality.sight import METRIC
from game.rules.vitality.state import Order
from game.scenario import Scenario


class Vitality:
    """The ruleset object; see `game.rules.ruleset.Ruleset`."""

    name = "vitality"

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
        self.digest = sheet.digest
        self.verbs = verbs(sheet)
        self.metric = METRIC
        self.rests = between.RESTS

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        muster.muster(world, scenario, self.sheet)

    def step(self, world: World) -> Flow[None]:
        """See `Ruleset.step`."""
        return turns.step(world)

    def outcome(self, world: World) -> Outcome | None:
        """See `Ruleset.outcome`."""
        return turns.outcome(world)

    def preview(self, world: World, request: Request, key: str) -> Preview:
        """See `Ruleset.preview`."""
        return preview.preview(world, request, key)

    def refusals(self, world: World, unit: int) -> tuple[Refusal, ...]:
        """See `Ruleset.refusals`."""
        return views.refusals(world, unit)

    def overlays(self, world: World, unit: int) -> tuple[Overlay, ...]:
        """See `Ruleset.overlays`."""
        return views.overlays(world, unit)

    def card(self, world: World, unit: int) -> Card:
        """See `Ruleset.card`."""
        return views.card(world, unit)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`."""
        return frozenset(world.get(FIELD, Order).acted)

    def worth(self, world: World, side: int) -> float:
        """See `Ruleset.worth`."""
        return worth.worth(world, side)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        end = turns.outcome(world)
        between.spend(world, how, end.winners if end is not None else ())

    def carried_over(self, world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any] | None:
        """See `Links.carried_over`."""
        return between.carried_over(world, unit, before)

    def unseen(self, world: World, side: int) -> frozenset[int]:
        """See `Hides.unseen`."""
        return hiding.unseen_by(world, world.get(side, Side).team)

    def arrange(self, world: World, given: Arrangement) -> None:
        """See `Arranges.arrange`."""
        arrange.arrange(world, given)

    def perform(self, world: World, words: str) -> Flow[None]:
        """See `Arranges.perform`."""
        return arrange.perform(world, words)


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
        "defend",
        "take_cover",
    )
    small = ("lean", "unlean", "hide", "interact", "switch_weapons", "switch_places", "use_item", "reload", "stabilize")
    rest = ("command", "break_restrained", "release", "keep_pinning", "hold_action", "hold_turn", "hand_over")
    plans = ("plan_union", "plan_alone")
    return (*weapons, *sheet.abilities, *plain, *sheet.main.manoeuvres, *small, *sheet.stunts, *rest, *plans)


def load(folder: Path | None = None) -> Vitality:
    """The ruleset with the sheets of a folder, by default those that ship."""
    return Vitality(load_sheet(folder or paths.data("rulesets") / "vitality"))
