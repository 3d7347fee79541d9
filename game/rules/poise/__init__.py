"""Poise: three pools, defend or yield, zones of control, most affected acts next."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from game import paths
from game.components import FIELD
from game.ecs import World
from game.flow import Flow, Request
from game.rules.poise import arrange, muster, preview, resting, turns, views, worth
from game.rules.poise.legend import turns_left
from game.rules.poise.position import METRIC
from game.rules.poise.sheet import PoiseSheet, load_sheet
from game.rules.poise.state import Acted
from game.rules.ruleset import Archetype, Arrangement, Card, Outcome, Overlay, Preview, Refusal
from game.scenario import Scenario


class Poise:
    """The ruleset object; see `game.rules.ruleset.Ruleset`."""

    name = "poise"

    def __init__(self, sheet: PoiseSheet) -> None:
        self.sheet = sheet
        self.title = sheet.title
        self.about = sheet.about
        self.rulebook = sheet.rulebook
        self.titles = sheet.titles
        self.archetypes = {
            # An animal without a rider stands still (POISE-MOUNT-13).
            key: Archetype(unit.title, 0 if unit.mount == "animal" else unit.cost, unit.text)
            for key, unit in sheet.units.items()
        }
        self.digest = sheet.digest
        self.verbs = verbs(sheet)
        self.metric = METRIC
        self.rests = tuple(sheet.surroundings.rests)

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
        return frozenset(unit for unit in world.get(FIELD, Acted).units if turns_left(world, unit) < 1)

    def worth(self, world: World, side: int) -> float:
        """See `Ruleset.worth`."""
        return worth.worth(world, side)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        end = turns.outcome(world)
        resting.rest(world, how, end.winners if end is not None else ())

    def carried_over(self, world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any] | None:
        """See `Links.carried_over`."""
        return resting.carried_over(world, unit, before)

    def arrange(self, world: World, given: Arrangement) -> None:
        """See `Arranges.arrange`."""
        arrange.arrange(world, given)

    def perform(self, world: World, words: str) -> Flow[None]:
        """See `Arranges.perform`."""
        return arrange.perform(world, words)


def verbs(sheet: PoiseSheet) -> tuple[str, ...]:
    """Attacks by falling threat, moves as the sheet has them, the other skills, and what is no skill."""
    attacks = [name for name, skill in sheet.skills.items() if skill.threat is not None]
    attacks.sort(key=lambda name: -(sheet.skills[name].threat or 0))
    moves = [name for name in ("dash", "dash_steps", "shift", "sprint") if name in sheet.titles]
    others = [name for name in sheet.skills if name not in (*attacks, *moves)]
    return (*attacks, *moves, *others, "draw", "pick_up", "gambit", "truce", "surrender", "end")


def load(folder: Path | None = None) -> Poise:
    """Poise with the sheets of a folder, by default the shipped ones; SheetError lists what is wrong."""
    return Poise(load_sheet(folder or paths.data("rulesets") / "poise"))
