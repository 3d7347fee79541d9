"""A toy ruleset: two sides on a line of cells take turns to step, strike with a d6 or wait."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from msgspec import Struct

from game.components import FIELD, Clock, Pools, Position, Side, Unit, changed
from game.ecs import World
from game.events import Attacked, Ended, Fell, Moved, PoolChanged, Rolled, TurnBegan
from game.flow import Flow, Option, Request, Roll, decide
from game.numbers import Breakdown, add
from game.rules.ruleset import Card, Chance, Gauge, Outcome, Overlay, Preview, Refusal, Rule
from game.session import Session

LENGTH = 8


class Walls(Struct, frozen=True):
    """Nothing: shows that controllers do not need to know what components there are."""


class Toy:
    """Red begins; a strike at a neighbour hits on 3 or more unless the struck unit ducks, then on 5 or more."""

    name = "toy"
    title = "Toy"
    rulebook = MappingProxyType({"TOY-1": Rule("Strike", "A strike needs a neighbour.")})
    titles = MappingProxyType({"strike": "Strike", "step": "Step", "wait": "Wait", "life": "life", "turn": "Turn"})
    digest = "toy"
    grids = ("square",)

    def __init__(self, *, life: int = 4, limit: int = 60) -> None:
        self.life, self.limit = life, limit

    def muster(self, world: World, scenario: Any = None) -> None:
        """One field, two sides, two units each."""
        world.spawn(Clock("turn", 1, 1, None))
        for number, name in ((1, "Red"), (2, "Blue")):
            world.spawn(Side(name, number, number, "human"))
        for number, (side, cell) in enumerate(((2, 0), (3, LENGTH - 1), (2, 1), (3, LENGTH - 2)), start=1):
            world.spawn(
                Unit("Guard", "guard", side, (number + 1) // 2),
                Position(cell),
                Pools(("life",), (self.life,), (self.life,)),
            )

    async def step(self, world: World) -> None:
        """One turn of one unit."""
        clock = world.get(FIELD, Clock)
        unit = (4, 5, 6, 7)[clock.turn % 4 - 1]
        if world.get(unit, Pools)["life"] > 0:
            await self._turn(world, unit)
        world.put(FIELD, changed(clock, turn=clock.turn + 1, round=1 + clock.turn // 4))
        if (outcome := self.outcome(world)) is not None:
            world.emit(Ended(outcome.winners, outcome.why))

    async def _turn(self, world: World, unit: int) -> None:
        world.emit(TurnBegan(unit))
        key = await decide(unit, "turn", self.options(world, unit), rule="TOY-1")
        verb, _, argument = key.partition(" ")
        if verb == "step":
            start = world.get(unit, Position).cell
            world.put(unit, Position(int(argument)))
            world.emit(Moved(unit, start, int(argument)))
        elif verb == "strike":
            await self._strike(world, unit, int(argument))

    async def _strike(self, world: World, unit: int, target: int) -> None:
        attack = Attacked(unit, target, "strike", (Breakdown("need", (add(3, "strike"),)),), "TOY-1")
        world.emit(attack)
        how = await decide(target, "defend", (Option("duck"), Option("stand")), rule="TOY-1", about=attack)
        faces = await Roll(unit, "attack", (6,))
        world.emit(Rolled(unit, "attack", (6,), faces))
        if faces[0] < (5 if how == "duck" else 3):
            return
        pools = world.get(target, Pools)
        world.put(target, pools.with_("life", pools["life"] - 1))
        world.emit(PoolChanged(target, "life", pools["life"], pools["life"] - 1, "damage", unit))
        if pools["life"] == 1:
            world.drop(target, Position)
            world.emit(Fell(target, "defeated", unit))

    def options(self, world: World, unit: int) -> list[Option]:
        """Wait, step to a free neighbour, strike a neighbouring enemy."""
        here = world.get(unit, Position).cell
        at = {row[2].cell: (row[0], row[1].side) for row in world.each(Unit, Position)}
        side = world.get(unit, Unit).side
        options = [Option("wait")]
        for cell in (here - 1, here + 1):
            if cell in at and at[cell][1] != side:
                options.append(Option(f"strike {at[cell][0]}", unit=at[cell][0]))
            elif cell not in at and 0 <= cell < LENGTH:
                options.append(Option(f"step {cell}", cell=cell))
        return options

    def outcome(self, world: World) -> Outcome | None:
        """The side that stands wins; nobody after the turn limit."""
        standing = {row[1].side for row in world.each(Unit, Pools) if row[2]["life"] > 0}
        if len(standing) == 1:
            return Outcome((min(standing),), "defeat_all", "TOY-1")
        return Outcome((), "round_limit") if world.get(FIELD, Clock).turn > self.limit else None

    def preview(self, world: World, request: Request, key: str) -> Preview:
        """A strike hits in four of six."""
        return Preview(key, (Chance("hit", 4 / 6), Chance("miss", 2 / 6)))

    def refusals(self, world: World, unit: int) -> tuple[Refusal, ...]:
        """None."""
        return ()

    def overlays(self, world: World, unit: int) -> tuple[Overlay, ...]:
        """None."""
        return ()

    def card(self, world: World, unit: int) -> Card:
        """Life."""
        pools = world.get(unit, Pools)
        return Card("Guard", "", (Gauge("life", "Life", pools["life"], pools.base_of("life")),))

    def worth(self, world: World, side: int) -> float:
        """Own life less theirs, and a little for being near."""
        total = 0.0
        for _, unit, pools in world.each(Unit, Pools):
            total += (10 if unit.side == side else -10) * pools["life"]
        rows = world.each(Unit, Position)
        for _, unit, at in rows:
            near = [abs(at.cell - other.cell) for _, foe, other in rows if foe.side != unit.side]
            if near and unit.side == side:
                total -= min(near)
        return total


def toy_session(**settings: Any) -> Session:
    """A new skirmish of the toy."""
    rules, world = Toy(**settings), World()
    rules.muster(world)
    return Session(rules, world.save())


def flow_of(rules: Toy, world: World) -> Flow[None]:
    """The type checker's word that the toy is a ruleset's flow."""
    return rules.step(world)
