"""The object of a plain ruleset: what it hands in are its sheet, its table of verbs, its rounds and a few functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from game.grid.layout import Metric
from game.kernel.components import Pools
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.map.roster import Entry
from game.map.scenario import Scenario
from game.rules import mustering
from game.rules.base import Base, table_of
from game.rules.plain import rounds as order
from game.rules.plain import screen
from game.rules.plain.rounds import Rounds
from game.rules.plain.sheet import Sheet
from game.rules.reasons import Reason
from game.rules.ruleset import Arrangement, Card, Outcome, Overlay, Refusal
from game.rules.verbs import Price, Question
from game.systems import pools
from game.systems.adapter import Adapter
from game.systems.downfall import wear_down
from game.systems.field import standing


class Parts(Struct, frozen=True, eq=False, kw_only=True):
    """What a plain ruleset hands in.

    `outfit` makes a unit's components (a Footprint among them) from its key, `numbers` and `gear` are for its card,
    `value` is what it is worth to its side and `far` how far its weapons go, for the computer player.
    """

    name: str
    sheet: Sheet
    questions: tuple[Question, ...]
    rounds: Rounds
    zone_rule: str
    harm_rule: str
    outfit: Callable[[str], list[Any]]
    numbers: Callable[[World, int], list[Breakdown]]
    gear: Callable[[World, int], tuple[str, ...]]
    value: Callable[[World, int], float]
    far: Callable[[World, int], int]
    metric: Metric = "chebyshev"


class PlainRuleset(Base):
    """See `game.rules.ruleset.Ruleset`."""

    def __init__(self, parts: Parts) -> None:
        sheet, rule = parts.sheet, parts.rounds.turn_rule

        def short_of(world: World, unit: int, price: Price) -> list[Reason]:
            lacking = (purse for purse, amount in price if pools.amount(world, unit, purse) < amount)
            return [Reason(f"reason_{purse}", rule) for purse in lacking]

        table = table_of(sheet.titles, parts.questions, short_of, _pay, Adapter())
        super().__init__(sheet, sheet.main, table, lambda unit: int(unit.points))
        self.parts, self.name, self.metric = parts, parts.name, parts.metric

    def muster(self, world: World, scenario: Scenario) -> None:
        """Spawn field, sides and units; ValueError says what does not fit."""
        main, units = self.sheet.main, self.sheet.units

        def outfit(key: str, entry: Entry) -> list[Any]:
            if entry.state:
                raise ValueError(f"{units[key].title}: state: {min(entry.state)!r} is unknown")
            return self.parts.outfit(key)

        mustering.muster(
            world,
            scenario,
            self.sheet,
            settings=mustering.settled(main.settings, scenario.settings),
            roles=main.roles,
            units=units,
            outfit=outfit,
            table=self.table,
        )

    async def step(self, world: World) -> None:
        """Ask for one thing, resolve it, move the clock."""
        await order.step(world, self.parts.rounds)

    def outcome(self, world: World) -> Outcome | None:
        """Who has won and why; None while it goes on."""
        return order.outcome(world, self.parts.rounds)

    def refusals(self, world: World, unit: int) -> tuple[Refusal, ...]:
        """What the unit cannot do now, each with all its reasons; nothing where it is down."""
        return super().refusals(world, unit) if unit in standing(world) else ()

    def overlays(self, world: World, unit: int) -> tuple[Overlay, ...]:
        """Reach, zone, zones of foes."""
        return screen.overlays(world, unit, self.sheet, self.parts.zone_rule)

    def card(self, world: World, unit: int) -> Card:
        """What the side panel shows."""
        parts = self.parts
        numbers, gear = parts.numbers(world, unit), parts.gear(world, unit)
        return screen.card(world, unit, self.sheet, numbers, gear, parts.rounds.turn_rule)

    def coming(self, world: World) -> tuple[int, ...]:
        """See `Foresees`."""
        return order.coming(world)

    def acted(self, world: World) -> frozenset[int]:
        """The units that have had their turn in this round."""
        return order.acted(world)

    def worth(self, world: World, side: int) -> float:
        """What the computer player wants more of."""
        return screen.worth(world, side, self.parts.value, self.parts.far, self.metric)

    def arrange(self, world: World, given: Arrangement) -> None:
        """Turn, round and who has acted, for rule cases."""
        order.arrange(world, given)

    async def perform(self, world: World, words: str) -> None:
        """For rule cases, `harm 4 6`: unit 4 loses 6 of what rounds are won by."""
        match words.split():
            case ["harm", unit, amount]:
                number = Breakdown("harm", (add(int(amount), "given", self.parts.harm_rule),))
                wear_down(world, int(unit), self.parts.rounds.left, number, None, self.parts.harm_rule)
                order.settle(world, self.parts.rounds)
            case _:
                raise ValueError(f"{self.name} cannot {words!r}")


def _pay(world: World, unit: int, price: Price) -> None:
    for purse, amount in price:
        pools.reset(world, unit, purse, pools.amount(world, unit, purse) - amount)


def full_pools(**amounts: int) -> Pools:
    """Pools that begin full, in this order."""
    names, base = tuple(amounts), tuple(amounts.values())
    return Pools(names, base, base)
