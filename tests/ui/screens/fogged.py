"""Skirmishes in the fog to be looked at: a wall of rock between two sides, and turns in which not everybody is seen."""

from __future__ import annotations

import random

from msgspec.structs import replace

from game.ai.controller import Controller
from game.grid.grid import bits
from game.kernel.components import Position, Side, Unit
from game.kernel.flow import Decision
from game.map.board import Board, Edge, Zone
from game.map.roster import Entry, SideSetup
from game.map.scenario import quick
from game.rules.ruleset import find_ruleset, hidden_from
from game.rules.verbs import question_of
from game.skirmish.record import Skirmish, side_of, team_of
from game.systems.fog import fogged, sighted
from game.ui.battle import dangers
from game.ui.battle.screen import BattleScreen
from game.ui.kit.screen import Push
from tests.ai import baseline

from .stage import Stage


def divided() -> Board:
    """A wall of rock between two sides, with a way round at one end and doors on both sides of it."""
    rows = tuple("." * 11 + ("R" if row > 1 else ".") + "." * 11 for row in range(13))
    grid = Board(name="Divided", kind="square", rows=rows).grid
    columns = {"Red": range(7, 10), "Blue": range(13, 16)}
    zones = tuple(
        Zone(name.lower(), "deploy", bits(grid.at(col, row) for col in at for row in range(5, 11)), name)
        for name, at in columns.items()
    )
    roster = tuple(Entry(role=role) for role in ("fighter", "brute", "archer", "skirmisher"))
    sides = tuple(SideSetup(name=name, zone=name.lower(), roster=roster) for name in columns)
    east = grid.names.index("e")
    doors = tuple(Edge(grid.edge(grid.at(col, row), east), "door") for col in (3, 17, 20) for row in (3, 4, 9, 10))
    return Board(name="Divided", kind="square", rows=rows, edges=doors, zones=zones, sides=sides)


def begin(name: str, fog: str, who: tuple[str, str] = ("human", "captain"), seed: int = 2) -> Skirmish:
    start = replace(quick(divided(), name, who, seed), settings={"fog": fog})
    return Skirmish(start, find_ruleset(name)).settle()


def own_turn(skirmish: Skirmish, answers: int, by: Controller | None = None, *, under_way: bool = False) -> bool:
    """Let a player play on until the person has a turn, or is asked in an act that is under way, and does not see
    everybody; whether that came about."""
    player = by or baseline.squire(1)
    for number in range(answers + (600 if under_way else 80)):
        request, world = skirmish.session.request, skirmish.session.world
        if not isinstance(request, Decision):
            return False
        wanted = skirmish.session.tape if under_way else request.moment == "own_turn" and not skirmish.session.tape
        if number >= answers and wanted:
            mine = world.get(side_of(world, request.who), Side).controller == "human"
            idle = question_of(world, request.question).idle  # where nothing hangs on it no person is asked
            mine = mine and not (idle is not None and idle(world, request.who))
            if mine and world.find(request.who, Position) is not None and fogged(world, team_of(world, request.who)):
                return True
        skirmish.answer(player.choose(skirmish.session))
    return False


def show(stage: Stage, skirmish: Skirmish) -> BattleScreen:
    stage.title()
    stage.app.change(speed=0, still=True, handover=False)
    battle = BattleScreen(stage.app, skirmish)
    stage.app.go(Push(battle))
    stage.tick(3)
    stage.wait(20_000)  # what was said before is gone
    rest(stage, battle)
    return battle


def rest(stage: Stage, battle: BattleScreen) -> None:
    """Until it is known which steps provoke, and what waits at the pointer."""
    for _ in range(200):
        stage.tick()
        if not dangers.looking(battle):
            break


def wander(request: Decision, chance: random.Random) -> str:
    """Any way to go, else anything but giving up."""
    ways = [one.key for one in request.options if one.group == "move" and one.cell is not None]
    rest = [one.key for one in request.options if one.role != "concede"]
    return chance.choice(ways or rest)


def hide_and_seek() -> tuple[Skirmish, int]:
    """A skirmish in which the person's side has seen a foe that it does not see any more; the foe."""
    skirmish, chance, met = begin("poise", "fog"), random.Random(4), dict[int, int]()
    for _ in range(400):
        request, world = skirmish.session.request, skirmish.session.world
        assert isinstance(request, Decision)
        side = next(side for side, entry in world.each(Side) if entry.controller == "human")
        gone = hidden_from(skirmish.ruleset, world, side)
        bright = sighted(world, team_of(world, side))
        lost = [unit for unit, cell in sorted(met.items()) if unit in gone and not bright >> cell & 1]
        if lost and team_of(world, request.who) == team_of(world, side) and request.moment == "own_turn":
            return skirmish, lost[0]
        met |= {unit: at.cell for unit, _, at in world.each(Unit, Position) if unit not in gone}
        skirmish.answer(wander(request, chance))
    raise AssertionError("nobody was lost sight of")
