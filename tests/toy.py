"""A toy ruleset for tests of the kernel: units step one cell, strike with a die, and may brace against it.

The turn passes from unit to unit in id order. Once a side has nobody left, the other has won. Settings of the
scenario switch on what a test needs: `quiet` (steps that ask nothing), `crash` (an error inside a rule).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from game.grid.grid import Grid, Metric, bits, cells
from game.kernel.components import FIELD, Clock, Down, Field, Footprint, Pools, Position, Side, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Attacked, Ended, Moved, PoolChanged, Rolled, TurnBegan
from game.kernel.flow import Option, Request, Roll, decide
from game.kernel.numbers import Breakdown, add
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.ruleset import (
    Archetype,
    Arrangement,
    Card,
    Chance,
    Gauge,
    Note,
    Outcome,
    Overlay,
    Preview,
    Refusal,
    Rule,
)
from tests.options import option


class Strength(Struct, frozen=True):
    """What a unit adds to its die."""

    bonus: int = 1


class Wobble(Struct, frozen=True):
    """Counts steps in which nothing was asked."""

    steps: int = 0


RULES = {
    "TOY-TURN-1": Rule("Turns", "Units act in the order of their ids."),
    "TOY-MOVE-1": Rule("Step", "A step leads to a free neighbouring cell."),
    "TOY-HIT-1": Rule("Strike", "A strike takes a die and the striker's bonus; a braced target loses half."),
    "TOY-FAR-1": Rule("Reach", "Only neighbours can be struck."),
    "TOY-END-1": Rule("Victory", "The last side standing wins."),
}


def grid_of(world: World) -> Grid:
    """The grid of the skirmish."""
    grid: Grid = world.get(FIELD, Field).board.grid
    return grid


def standing(world: World) -> list[int]:
    """Units on the board in id order."""
    return [unit for unit, _, _ in world.each(Unit, Position) if not world.has(unit, Down)]


def foes(world: World, unit: int) -> list[int]:
    """Standing units of other sides."""
    side = world.get(unit, Unit).side
    return [other for other in standing(world) if world.get(other, Unit).side != side]


def harm(world: World, unit: int, *, braced: bool) -> Breakdown:
    """What a strike takes, before the die."""
    parts = [add(world.get(unit, Strength).bonus, "bonus", "TOY-HIT-1")]
    return Breakdown("harm", (*parts, add(-1, "braced", "TOY-HIT-1")) if braced else tuple(parts))


class Toy:
    """The toy ruleset; see the module."""

    name = "toy"
    title = "Toy"
    about = "A toy."
    rulebook: Mapping[str, Rule] = RULES
    titles: Mapping[str, str] = {"end": "End turn", "hurt": "Hurt", "wet": "Wet"}
    archetypes: Mapping[str, Archetype] = {}
    digest = "0"
    verbs = ("end",)
    metric: Metric = "chebyshev"

    def acted(self, world: World) -> frozenset[int]:
        """Nobody counts."""
        return frozenset()

    def muster(self, world: World, scenario: Scenario) -> None:
        """Spawn field, sides and units."""
        board = scenario.board
        world.spawn(Field(board, None, dict(scenario.settings), scenario.round_limit), Clock(phase="turn", round=1))
        sides = [
            world.spawn(Side(setup.name, number, setup.team or number, setup.controller))
            for number, setup in enumerate(scenario.sides, start=1)
        ]
        for side, setup in zip(sides, scenario.sides, strict=True):
            free = iter(cells(board.zone_cells(setup.zone)))
            for number, entry in enumerate(setup.roster, start=1):
                strange = set(entry.state) - {"bonus"}
                if strange:
                    raise ValueError(f"unit {entry.name}: {min(strange)!r} is unknown")
                cell = board.grid.parse(entry.at) if entry.at else next(free)
                world.spawn(
                    Unit(entry.name or f"{setup.name} {number}", entry.unit or str(entry.role), side, number),
                    Pools(("life",), (8,), (8,)),
                    Position(cell),
                    Footprint(1),
                    Strength(entry.state.get("bonus", 1)),
                )
        world.put(FIELD, changed(world.get(FIELD, Clock), active=standing(world)[0]))

    async def step(self, world: World) -> None:
        """One turn."""
        settings, clock = world.get(FIELD, Field).settings, world.get(FIELD, Clock)
        if settings.get("quiet"):
            wobble = world.find(FIELD, Wobble) or Wobble()
            world.put(FIELD, Wobble(wobble.steps + 1))
            if settings["quiet"] == "always" or wobble.steps % 3:
                return
        unit = clock.active
        assert unit is not None
        world.emit(TurnBegan(unit, rule="TOY-TURN-1"))
        key = await decide(unit, "turn", self._options(world, unit), rule="TOY-TURN-1")
        verb, _, argument = key.partition(" ")
        if verb == "walk":
            cell = grid_of(world).parse(argument)
            world.emit(Moved(unit, world.get(unit, Position).cell, cell, rule="TOY-MOVE-1"))
            world.put(unit, Position(cell))
            if settings.get("crash"):
                raise RuntimeError("a rule is broken")
        elif verb == "strike":
            await self._strike(world, unit, int(argument))
        self._pass_turn(world, unit)

    def _options(self, world: World, unit: int) -> list[Option]:
        grid, here = grid_of(world), world.get(unit, Position).cell
        taken = {world.get(other, Position).cell for other in standing(world)}
        near = grid.neighbours(here)
        steps = [cell for cell in near if cell not in taken]
        targets = [foe for foe in foes(world, unit) if world.get(foe, Position).cell in near]
        return [
            option("end", rule="TOY-TURN-1"),
            *(option(f"walk {grid.name(cell)}", cell=cell, rule="TOY-MOVE-1") for cell in steps),
            *(option(f"strike {foe}", unit=foe, rule="TOY-HIT-1") for foe in targets),
        ]

    async def _strike(self, world: World, unit: int, target: int) -> None:
        attacked = Attacked(unit, target, "strike", (harm(world, unit, braced=False),), "TOY-HIT-1")
        world.emit(attacked)
        words = ["take", "brace"] if world.get(target, Pools)["life"] > 1 else ["take"]
        answer = await decide(target, "brace", [option(word, rule="TOY-HIT-1") for word in words], about=attacked)
        (face,) = await Roll(unit, "strike", (6,), "TOY-HIT-1")
        number = harm(world, unit, braced=answer == "brace")
        world.emit(Rolled(unit, "strike", (6,), (face,), (number,), "TOY-HIT-1"))
        pools = world.get(target, Pools)
        left = max(0, pools["life"] - face - number.total)
        world.emit(PoolChanged(target, "life", pools["life"], left, "damage", unit, (number,), "TOY-HIT-1"))
        world.put(target, pools.with_("life", left))
        if not left:
            world.put(target, Down("defeated", "TOY-HIT-1"))

    def _pass_turn(self, world: World, unit: int) -> None:
        order = standing(world)
        following = [other for other in order if other > unit]
        clock = world.get(FIELD, Clock)
        number = clock.round + (not following)
        world.put(FIELD, changed(clock, active=(following or order)[0], turn=clock.turn + 1, round=number))
        if end := self.outcome(world):
            world.emit(Ended(end.winners, end.why, end.rule))

    def outcome(self, world: World) -> Outcome | None:
        """The last side standing, or a draw after ten rounds."""
        sides = {world.get(unit, Unit).side for unit in standing(world)}
        if len(sides) == 1:
            return Outcome(tuple(sides), "defeat_all", "TOY-END-1")
        return Outcome((), "round_limit", "TOY-END-1") if world.get(FIELD, Clock).round > 10 else None

    def preview(self, world: World, request: Request, key: str) -> Preview:
        """A strike's spread; anything else is sure."""
        verb, _, argument = key.partition(" ")
        if verb != "strike":
            return Preview(verb, (Chance("sure", 1.0),))
        number = harm(world, request.who, braced=False)
        life = world.get(int(argument), Pools)["life"]
        fells = sum(face + number.total >= life for face in range(1, 7)) / 6
        chances = (Chance("fells", fells, "TOY-HIT-1"), Chance("hurts", 1 - fells, "TOY-HIT-1"))
        spread = tuple((face + number.total, 1 / 6) for face in range(1, 7))
        return Preview("Strike", chances, (number,), spread, "harm")

    def refusals(self, world: World, unit: int) -> tuple[Refusal, ...]:
        """A strike when no foe is near."""
        if any(option.verb == "strike" for option in self._options(world, unit)):
            return ()
        return (Refusal("strike", "Strike", (Note("no foe is near", "TOY-FAR-1"),)),)

    def overlays(self, world: World, unit: int) -> tuple[Overlay, ...]:
        """Where the unit may step."""
        near = bits(option.cell for option in self._options(world, unit) if option.cell is not None)
        return (Overlay("reach", near, "Steps", unit, rule="TOY-MOVE-1"),)

    def card(self, world: World, unit: int) -> Card:
        """Life and harm."""
        pools = world.get(unit, Pools)
        gauge = Gauge("life", "Life", pools["life"], pools.base_of("life"))
        return Card(world.get(unit, Unit).name, "", (gauge,), (harm(world, unit, braced=False),))

    def worth(self, world: World, side: int) -> float:
        """Life of the side less that of the others."""
        return float(sum(p["life"] * (1 if u.side == side else -1) for _, u, p in world.each(Unit, Pools)))

    def arrange(self, world: World, given: Arrangement) -> None:
        """The turn."""
        if given.rest:
            raise ValueError(f"{min(given.rest)!r} is unknown")
        if given.turn is not None:
            world.put(FIELD, changed(world.get(FIELD, Clock), active=given.turn, round=given.round))

    async def perform(self, world: World, words: str) -> None:
        """`heal 7 3`: the unit's life rises; `trap 7`: it flees or takes a die."""
        match words.split():
            case ["heal", unit, amount]:
                pools = world.get(int(unit), Pools)
                world.put(int(unit), pools.with_("life", pools["life"] + int(amount)))
            case ["trap", unit]:
                if await decide(int(unit), "trap", [option("flee"), option("take")]) == "take":
                    faces = await Roll(int(unit), "trap", (6,))
                    world.emit(Rolled(int(unit), "trap", (6,), faces))
                    pools = world.get(int(unit), Pools)
                    world.put(int(unit), pools.with_("life", pools["life"] - faces[0]))
            case _:
                raise ValueError(f"{words!r} cannot happen")


def duel(gap: int = 1, **settings: Any) -> Scenario:
    """Two units on a strip of grass, `gap` cells from one to the other."""
    rows = "." * (gap + 3)
    text = f"name: Strip\ngrid: square\nrows: ['{rows}', '{rows}']\n"
    red = SideSetup("red", roster=(Entry(unit="pawn", name="A", at="1,0"),))
    blue = SideSetup("blue", roster=(Entry(unit="pawn", name="b", at=f"{1 + gap},0"),))
    return Scenario("toy", text, (red, blue), settings=dict(settings), seed=7)
