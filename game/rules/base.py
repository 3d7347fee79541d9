"""What the objects of rulesets have in common: what is in their sheets, and their table of verbs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from game.grid.layout import Metric
from game.kernel.components import Gear, Pools
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules import asking, deploying, offering
from game.rules.parting import Parting
from game.rules.reasons import Reason
from game.rules.ruleset import Archetype, Outcome, Refusal
from game.rules.verbs import Price, Question, Table
from game.systems.adapter import Adapter
from game.systems.clock import clock


class Base:
    """See `game.rules.ruleset.Ruleset` and the protocols beside it.

    `main` is what the sheet called after the ruleset holds; `points` tells what a kind of unit counts, None for one
    that no roster may name.
    """

    metric: Metric = "chebyshev"
    life: tuple[str, ...] = ()  # the pools that tell how much is left of a unit; all of them where it is empty
    on_board: tuple[str, ...] = ()  # see `ShowsOnBoard`
    thrown: Callable[[World, int, Action], str] | None = None  # the item in hand that an action throws; "" for none
    preview = staticmethod(asking.preview)

    def __init__(self, sheet: Any, main: Any, table: Table, points: Callable[[Any], int | None]) -> None:
        self.sheet, self.table = sheet, table
        self.title, self.about, self.settings = main.title, main.about, main.settings
        self.rulebook, self.titles, self.digest = sheet.rulebook, sheet.titles, sheet.digest
        self.verbs = tuple(table.questions["turn"].verbs)
        rows = [(key, unit, points(unit)) for key, unit in sheet.units.items()]
        self.archetypes = {key: Archetype(unit.title, each, unit.text) for key, unit, each in rows if each is not None}

    def refusals(self, world: World, unit: int) -> tuple[Refusal, ...]:
        """See `Ruleset.refusals`: of the unit whose turn it is; another one waits for its own."""
        now = clock(world)
        return offering.refusals(world, unit, "turn") if (now.active, now.phase) == (unit, "turn") else ()

    def parting(self, world: World, unit: int, action: Action) -> Parting | None:
        """See `Parts.parting`."""
        item, gear = self.thrown(world, unit, action) if self.thrown is not None else "", world.find(unit, Gear)
        if gear is None or item not in gear.held:
            return None
        left = Counter(each for each in (*gear.held, *gear.carried) if each in self.sheet.weapons)
        return Parting(item, last=left.total() <= 1)

    def wholeness(self, world: World, unit: int) -> float:
        """See `Wears.wholeness`."""
        pools = world.get(unit, Pools)
        names = self.life or pools.names
        return sum(max(0, pools[name]) for name in names) / max(1, sum(map(pools.base_of, names)))


def winners(end: Outcome | None) -> tuple[int, ...]:
    """The sides that have won; none while it goes on."""
    return end.winners if end is not None else ()


def table_of(
    titles: Mapping[str, str],
    questions: Iterable[Question],
    short_of: Callable[[World, int, Price], list[Reason]],
    pay: Callable[[World, int, Price], None],
    adapter: Adapter,
) -> Table:
    """The table of these questions and that of deployment."""
    every = {each.name: each for each in (*questions, deploying.question())}
    return Table(titles=titles, questions=every, short_of=short_of, pay=pay, adapter=adapter)
