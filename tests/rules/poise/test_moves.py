"""Moves, zones and surrounding on random boards, held against the rules written down once more, cell by cell."""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import Any

import pytest

from game.grid.grid import Cell, cells
from game.kernel.components import Condition, Conditions, Unit
from game.kernel.ecs import World
from game.kernel.events import Moved
from game.kernel.flow import Decision, Option
from game.kernel.session import Session
from game.map.board import Board
from game.map.file import load_board
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.poise.position.space import holders, zone_of
from game.rules.poise.position.surrounded import surrounded
from game.rules.ruleset import Arrangement, find_ruleset
from game.systems.field import board_of
from tests.rules.poise.brute import Place, brute_surrounded, ends, one_step, place_of, search

CONDITIONS = ("", "", "", "reeling", "confused", "knocked_down")
KINDS = ("footman", "footman", "archer", "duelist", "rabble", "ogre")


@cache
def poise() -> Any:
    """The shipped ruleset."""
    return find_ruleset("poise")


def random_map(chance: random.Random, grid: str) -> str:
    """A small map with all that matters to moves."""
    width, height = chance.randint(5, 8), chance.randint(4, 7)
    signs = "...........mb~#t"
    rows = ["".join(chance.choice(signs) for _ in range(width)) for _ in range(height)]
    levels = "hhv1112234" if chance.random() < 0.6 else "0"
    heights = ["".join(chance.choice("0000" + levels) for _ in range(width)) for _ in range(height)]
    sides = "es" if grid == "square" else ("e", "se", "sw")
    edges = []
    for _ in range(chance.randint(0, 6)):
        at, kind = [chance.randrange(width), chance.randrange(height)], chance.choice(("wall", "low_wall", "window"))
        edges.append(f"  - {{at: {at}, side: {chance.choice(sides)}, kind: {kind}}}")
    lines = ["name: Random", f"grid: {grid}", "rows: |", *(f"  {row}" for row in rows)]
    lines += ["elevation: |", *(f"  {row}" for row in heights), "levels: {h: 1/2, v: 2/3}"]
    lines += ["edges:", *edges] if edges else []
    lines += [f"rim: {{{chance.choice('nesw')}: wall}}"] if chance.random() < 0.5 else []
    return "\n".join(lines) + "\n"


def random_session(seed: str, grid: str, crowd: int) -> Session:
    """A unit's turn on a random board among at most so many units."""
    chance = random.Random(f"{seed} {grid}")
    text = random_map(chance, grid)
    red, blue = rosters(chance, text, crowd)
    world, rules = World(), poise()
    rules.muster(world, Scenario("poise", text, (SideSetup("red", roster=red), SideSetup("blue", roster=blue))))
    units = {entry.name: unit for unit, entry in world.each(Unit)}
    for unit in units.values():
        word = chance.choice(CONDITIONS)
        if word and not (word == "knocked_down" and unit == units["unit0"]):
            world.put(unit, Conditions((Condition(word),)))
    rules.arrange(world, Arrangement(names=units, rest={}, turn=units["unit0"], acted=(), round=1))
    return Session(rules, world.save())


def rosters(chance: random.Random, text: str, crowd: int) -> tuple[tuple[Entry, ...], ...]:
    """Units on free cells near the board's top left; the first is red, the second blue."""
    board = load_board(text)
    free, found = board.passable, tuple[list[Entry], list[Entry]](([], []))
    for number in range(chance.randint(2, crowd)):
        kind = chance.choice(KINDS)
        for _ in range(20):
            cell = board.grid.at(chance.randrange(5), chance.randrange(4))
            filled = board.grid.footprint(cell, 2 if kind == "ogre" else 1)
            if filled and filled & free == filled:
                free &= ~filled
                side = number if number < 2 else chance.randrange(2)
                found[side].append(Entry(unit=kind, at=board.grid.name(cell), name=f"unit{number}"))
                break
    return tuple(tuple(roster) for roster in found)


def sessions(grid: str, count: int, crowd: int = 7) -> list[Session]:
    """So many playable situations of that grid."""
    made = (random_session(str(seed), grid, crowd) for seed in itertools.count())
    return list(itertools.islice((each for each in made if isinstance(each.request, Decision)), count))


def offered(session: Session, verb: str) -> dict[Cell, Option]:
    request = session.request
    assert isinstance(request, Decision)
    return {option.cell: option for option in request.options if option.verb == verb and option.cell is not None}


def speed(session: Session, unit: int) -> int:
    return next(each.total for each in poise().card(session.world, unit).numbers if each.what == "speed")


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_moves_end_exactly_where_single_steps_can(grid: str) -> None:
    checked = 0
    for session in sessions(grid, 60):
        assert isinstance(session.request, Decision)
        place = place_of(session.world, session.request.who)
        assert set(offered(session, "dash")) == ends(place, 3 + speed(session, place.unit)) - {place.start}
        assert set(offered(session, "shift")) == ends(place, 1) - {place.start}
        checked += len(offered(session, "dash"))
    assert checked > 600, "too few moves to tell anything"


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_previews_of_dashes_are_what_happens(grid: str) -> None:
    chance, alarmed, hindered = random.Random(grid), 0, 0
    for session in sessions(grid, 60):
        assert isinstance(session.request, Decision)
        unit, options = session.request.who, list(offered(session, "dash").values())
        place = place_of(session.world, unit)
        budget = 3 + speed(session, unit)
        for option in chance.sample(options, min(6, len(options))):
            preview = poise().preview(session.world, session.request, option.key)
            check_path(place, preview.path, preview.costs, budget)
            asked = play(session.clone(), option.key, preview, unit)
            assert asked == [(alarm.cell, alarm.unit) for alarm in preview.alarms]
            check_detour(place, budget, preview, session.world)
            alarmed += bool(asked)
            hindered += len(asked)
    assert alarmed > 30 and hindered > alarmed, "too few zones to tell anything"


def check_path(place: Place, path: tuple[Cell, ...], costs: tuple[int, ...], budget: int) -> None:
    """Every step is one, and costs what the rules say."""
    grid, spent, odd = place.board.grid, 0, False
    assert path[0] == place.start and costs[0] == 0
    for at in range(1, len(path)):
        d = next(d for d in range(grid.directions) if grid.step(path[at - 1], d) == path[at])
        step = one_step(place, path[at - 1], d)
        assert step is not None
        spent += step[1] + (odd and grid.is_diagonal(d))
        odd ^= grid.is_diagonal(d)
        assert costs[at] == spent
    assert spent <= budget


def play(session: Session, key: str, preview: Any, unit: int) -> list[tuple[Cell, int]]:
    """Do it while nobody hinders; who was asked, and where the unit stood then."""
    asked, before = [], len(session.world.events)
    session.answer(key)
    moved = [event for event in session.world.events[before:] if isinstance(event, Moved)]
    while isinstance(session.request, Decision) and session.request.question == "hinder":
        at = moved[-1].end if moved else preview.path[0]
        asked.append((at, session.request.who))
        session.answer("no")
        moved = [event for event in session.world.events[before:] if isinstance(event, Moved)]
    steps = list(zip(preview.path, preview.path[1:], strict=False))
    assert [(event.start, event.end) for event in moved] == steps
    assert [event.cost for event in moved] == [b - a for a, b in zip(preview.costs, preview.costs[1:], strict=False)]
    assert all(event.unit == unit for event in moved)
    return asked


def check_detour(place: Place, budget: int, preview: Any, world: World) -> None:
    """Only who holds it from the start may hinder, wherever there is such a way."""
    held = holders(world, place.unit)
    shunned = {cell for foe, zone in place.zones.items() if foe not in held for cell in zone}
    end = preview.path[-1]
    if end in search(place, budget, shunned):
        assert {alarm.unit for alarm in preview.alarms} == set(held)
    else:
        assert preview.costs[-1] == search(place, budget)[end]


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_step_by_step_offers_what_leads_somewhere(grid: str) -> None:
    chance, taken = random.Random(grid), 0
    for session in sessions(grid, 25):
        request = session.request
        assert isinstance(request, Decision)
        if "dash_steps" not in {option.key for option in request.options}:
            continue
        unit, budget, before = request.who, 3 + speed(session, request.who), len(session.world.events)
        session.answer("dash_steps")
        while isinstance(session.request, Decision) and session.request.question in ("step", "hinder"):
            if session.request.question == "hinder":
                session.answer("no")
                continue
            place = place_of(session.world, unit)
            steps = next_steps(place, *left_over(place.board, budget, session.world.events[before:]))
            assert set(offered(session, "go")) == steps
            taken += 1
            session.answer(offered(session, "go")[chance.choice(sorted(steps))].key)
    assert taken > 40


def left_over(board: Board, budget: int, events: list[Any]) -> tuple[int, int]:
    """Points left, and whether the diagonals so far are odd; steps without a choice are taken unasked."""
    moved = [(event.start, event.end, event.cost) for event in events if isinstance(event, Moved)]
    diagonals = sum(board.grid.is_diagonal(board.grid.direction(start, end)) for start, end, _ in moved)
    return budget - sum(cost for *_, cost in moved), diagonals % 2


def next_steps(place: Place, left: int, odd: int) -> set[Cell]:
    """Cells one step away from which a stop can still be reached."""
    found = set()
    for d in range(place.board.grid.directions):
        step, diagonal = one_step(place, place.start, d), int(place.board.grid.is_diagonal(d))
        if step is None or step[1] + (odd & diagonal) > left:
            continue
        cost = step[1] + (odd & diagonal)
        onward = Place(place.board, place.unit, place.shape, step[0], place.enemies, place.others, place.zones)
        if ends(onward, left - cost, odd ^ diagonal):
            found.add(step[0])
    return found


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_zones_and_surrounding_are_as_defined(grid: str) -> None:
    yes = no = 0
    for session in sessions(grid, 200, crowd=14):
        world = session.world
        for unit, _ in world.each(Unit):
            place = place_of(world, unit)
            for foe, zone in place.zones.items():
                assert zone == set(cells(zone_of(world, foe)))
            found = surrounded(world, unit)
            assert found == brute_surrounded(place), (board_of(world).rows, unit)
            yes, no = yes + found, no + (not found and bool(holders(world, unit)))
    assert yes > 25 and no > 25, (yes, no)
