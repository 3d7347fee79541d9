"""A toy ruleset for tests of the screens: walk a cell, strike a neighbour (who may duck), end the turn."""

from __future__ import annotations

from typing import ClassVar

from game.grid.grid import bits
from game.kernel.components import FIELD, Clock, Down, Field, Pools, Position, Side, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Attacked, Fell, Moved, PoolChanged, Rolled, RoundBegan, TurnBegan
from game.kernel.flow import Decision, Option, Request, Roll, decide
from game.kernel.numbers import Breakdown, add
from game.map.scenario import Scenario
from game.rules.ruleset import (
    Alarm,
    Card,
    Chance,
    Gauge,
    Note,
    Outcome,
    Overlay,
    Preview,
    Refusal,
    Rule,
    Tag,
)
from tests.options import option


def grid_of(world: World):
    return world.get(FIELD, Field).board.grid


def standing(world: World) -> list[tuple[int, Unit, int]]:
    return [(unit, who, at.cell) for unit, who, at in world.each(Unit, Position) if not world.has(unit, Down)]


class Toy:
    """Everybody has 3 hearts; a strike hits on 4 or more and takes 2, or 1 from who ducks."""

    name, title, about, digest = "toy", "Toy rules", "Rules to try screens with.", "0"
    rulebook: ClassVar = {
        "TOY-1": Rule("Strike", "A strike hits on 4 or more and takes two hearts."),
        "TOY-2": Rule("Duck", "Who ducks loses one heart less."),
    }
    archetypes: ClassVar[dict[str, object]] = {}
    titles: ClassVar = {
        "turn": "Your turn",
        "duck": "Duck",
        "stand": "Stand",
        "walk": "Walk",
        "strike": "Strike",
        "end": "End turn",
        "hearts": "Hearts",
        "defend": "Duck or stand?",
        "defeat_all": "All enemies are defeated",
        "dice_fell": "dice fell since",
        "opponent_decided": "an opponent decided since",
        "nothing_yet": "nothing was decided yet",
    }
    grids = ("square", "hex")
    verbs = ("strike", "walk", "end")
    metric = "chebyshev"

    def acted(self, world: World) -> frozenset[int]:
        now = world.get(FIELD, Clock).active or 0
        return frozenset(unit for unit, _ in world.each(Unit) if unit < now)

    def muster(self, world: World, scenario: Scenario) -> None:
        board = scenario.board
        world.spawn(Field(board, None, dict(scenario.settings), scenario.round_limit), Clock("turn", 1, 0))
        zones = {zone.name: sorted(bits_of(zone.cells)) for zone in board.zones}
        sides = [world.spawn(Side(side.name, n, n, side.controller)) for n, side in enumerate(scenario.sides, start=1)]
        for side, setup in zip(sides, scenario.sides, strict=True):
            for number, cell in enumerate(zones[setup.zone][:2], start=1):
                world.spawn(
                    Unit(f"{setup.name} {number}", "fighter", side, number, "fighter"),
                    Position(cell),
                    Pools(("hearts",), (3,), (3,)),
                )

    async def step(self, world: World) -> None:
        clock = world.get(FIELD, Clock)
        units = standing(world)
        later = [row for row in units if clock.active is not None and row[0] > clock.active]
        actor = (later or units)[0][0]
        if not later:
            world.emit(RoundBegan(clock.round + 1))
        world.put(FIELD, changed(clock, active=actor, turn=clock.turn + 1, round=clock.round + (not later)))
        world.emit(TurnBegan(actor, "next in line"))
        for _ in range(2):
            key = await Decision(actor, "turn", self.options(world, actor))
            verb, _, rest = key.partition(" ")
            if verb == "end":
                return
            if verb == "walk":
                cell = grid_of(world).parse(rest)
                world.emit(Moved(actor, world.get(actor, Position).cell, cell))
                world.put(actor, Position(cell))
            else:
                await self.strike(world, actor, int(rest))
            if self.outcome(world) is not None:
                return

    async def strike(self, world: World, actor: int, target: int) -> None:
        event = Attacked(actor, target, "strike", (self.number(),), "TOY-1")
        world.emit(event)
        answers = [option("duck", "Duck", rule="TOY-2"), option("stand", role="decline")]
        how = await decide(target, "defend", answers, about=event, moment="reaction")
        (face,) = await Roll(actor, "strike", (6,))
        world.emit(Rolled(actor, "strike", (6,), (face,)))
        if face < 4:
            return
        pools = world.get(target, Pools)
        left = max(0, pools["hearts"] - (1 if how == "duck" else 2))
        world.emit(PoolChanged(target, "hearts", pools["hearts"], left, "damage"))
        world.put(target, pools.with_("hearts", left))
        if not left:
            world.put(target, Down("defeated"))
            world.emit(Fell(target, "defeated", actor))

    def number(self) -> Breakdown:
        return Breakdown("Hearts taken", (add(1, "fist", "TOY-1"), add(1, "anger", "TOY-1")))

    def options(self, world: World, actor: int) -> tuple[Option, ...]:
        grid, here = grid_of(world), world.get(actor, Position).cell
        taken = {cell for _, _, cell in standing(world)}
        mine = world.get(actor, Unit).side
        options = [option("end", "End turn")]
        options += [
            option(f"walk {grid.name(cell)}", "Walk", cell) for cell in grid.neighbours(here) if cell not in taken
        ]
        options += [
            option(f"strike {unit}", f"Strike {who.name}", cell, unit, "TOY-1")
            for unit, who, cell in standing(world)
            if who.side != mine and cell in grid.neighbours(here)
        ]
        return tuple(sorted(options, key=lambda option: option.key))

    def outcome(self, world: World) -> Outcome | None:
        sides = {who.side for _, who, _ in standing(world)}
        return Outcome(tuple(sides), "defeat_all") if len(sides) < 2 else None

    def preview(self, world: World, request: Request, key: str) -> Preview:
        verb, _, rest = key.partition(" ")
        if verb == "walk":
            cell = grid_of(world).parse(rest)
            here = world.get(request.who, Position).cell
            return Preview(
                "Walk",
                (Chance("arrives", 1.0),),
                path=(here, cell),
                costs=(0, 1),
                alarms=(Alarm(cell, request.who, "none", "TOY-1"),),
            )
        if verb == "strike":
            return Preview(
                "Strike",
                (Chance("hits", 0.5, "TOY-1"), Chance("misses", 0.5)),
                (self.number(),),
                targets=(int(rest),),
                notes=(Note("The target may duck.", "TOY-2"),),
            )
        return Preview(verb, ())

    def refusals(self, world: World, unit: int) -> tuple[Refusal, ...]:
        return (Refusal("fly", "Fly", (Note("It has no wings.", "TOY-1"), Note("It is tired."))),)

    def overlays(self, world: World, unit: int) -> tuple[Overlay, ...]:
        here = world.find(unit, Position)
        if here is None:
            return ()
        around = bits(grid_of(world).neighbours(here.cell))
        return (Overlay("reach", around, "reach", unit), Overlay("zone", around, "zone", unit))

    def card(self, world: World, unit: int) -> Card:
        who, pools = world.get(unit, Unit), world.get(unit, Pools)
        gauges = (Gauge("hearts", "Hearts", pools["hearts"], 3, "TOY-1"),)
        tags = (Tag("angry", "Angry", "Strikes take one more.", "never ends", "TOY-1"),)
        return Card(who.name, "a fighter", gauges, (self.number(),), tags, ("fist",), (Note("A toy.", "TOY-2"),))

    def worth(self, world: World, side: int) -> float:
        return 0.0


def bits_of(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]
