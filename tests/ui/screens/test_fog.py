"""Fog and shroud: who does not know a fact sees the same window whatever it is; ghosts, curtain, recap, set-up."""

from __future__ import annotations

import itertools
import random

import pygame
import pytest
from msgspec.structs import replace

from game.ai import responding
from game.ai.controller import find_controller
from game.ai.knowing import unseen
from game.grid.grid import bits, cells
from game.kernel.components import FIELD, Clock, Condition, Down, Field, Pools, Position, Side, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision, IllegalAnswer
from game.kernel.session import Step
from game.map.file import load_board
from game.map.scenario import load_scenario, quick
from game.map.writer import dump_board
from game.rules.registry import SHIPPED
from game.rules.ruleset import hidden_from
from game.rules.vitality.state import Hidden
from game.skirmish.record import Skirmish, side_of, team_of
from game.systems.conditions import become
from game.systems.field import board_of
from game.systems.fog import fogged, sighted
from game.systems.ground import turn_door
from game.systems.steps import free_anchors
from game.text import names
from game.ui.battle import dangers, knowing, ranking, scene_builder
from game.ui.battle.knowledge import Knowledge
from game.ui.battle.log_entries import BattleLog, LogEntry
from game.ui.battle.memory import Memory
from game.ui.battle.screen import BattleScreen
from game.ui.battle.table import Table
from game.ui.kit import choices
from game.ui.kit.prefs import Seat, SetUp
from game.ui.kit.screen import Push
from tests.ai import baseline

from .fogged import begin, divided, hide_and_seek, own_turn, rest, show, wander
from .stage import Stage


@pytest.fixture
def window() -> Stage:
    return Stage()


def seen_by(stage: Stage, battle: BattleScreen) -> list[object]:
    """Whatever the window shows and says, at some places and with every tool."""
    found: list[object] = []

    def note(what: str) -> None:
        rest(stage, battle)
        stage.app.dirty = True
        stage.tick(2)
        found.append((what, pygame.image.tobytes(stage.app.surface, "RGB")))

    note("as it is")
    request = battle.request
    assert request is not None
    found.append([(option.key, battle.option_title(option)) for option in request.options])
    found.append([battle.preview(option.key) for option in request.options[:60]])
    found.append([(each.kind, each.cells, each.costs) for each in scene_builder.scene(battle).overlays])
    found.append([entry.text for entry in knowing.log(battle)])
    found.append({unit: (at.cell, at.round) for unit, at in knowing.ghosts(battle).items()})
    for tool in "tzl":
        stage.key(ord(tool), typed=tool)
        note(f"key {tool}")
        stage.key(ord(tool), typed=tool)
    grid = battle.board.grid
    ways = sorted(ranking.ways(battle))
    for cell in [grid.at(col, row) for col, row in ((14, 7), (16, 4), (9, 1), (11, 0))] + ways[:3]:
        stage.move(battle.pane.place_of(cell))
        note(f"at {cell}")
        found.append([(each.foe, each.gain) for each in dangers.attacks(battle, cell)] if cell in ways else [])
    stage.move((1, 1))
    return found


def otherwise(skirmish: Skirmish, side: int, chance: random.Random) -> Skirmish:
    """The same skirmish, but for what a side does not know: foes in the fog are elsewhere in it, and worse for wear;
    doors that nobody of it sees are open or shut."""
    twin = Skirmish(skirmish.scenario, skirmish.ruleset, skirmish.dice)
    twin.session = skirmish.session.clone(lambda world: change(world, skirmish, side, chance))
    return twin


def change(world: World, skirmish: Skirmish, side: int, chance: random.Random) -> None:
    own = team_of(world, side)
    dark = world.get(FIELD, Field).board.grid.everywhere & ~sighted(world, own)
    part = {world.get(FIELD, Clock).active, *skirmish.session.asked}  # whoever has acted is no secret any more
    for unit in sorted(fogged(world, own) - part):
        board = skirmish.scenario.board
        places = [*cells(dark & free_anchors(world, unit) & ~board.impassable)]
        world.put(unit, Position(chance.choice(places)))
        pools = world.find(unit, Pools)
        if pools is not None:
            now = tuple(max(1, amount - chance.randrange(3)) if amount > 1 else amount for amount in pools.now)
            world.put(unit, replace(pools, now=now))
    for edge in [each.edge for each in board_of(world).edges]:
        dark = not bits(board_of(world).grid.cells_beside(edge)) & sighted(world, own)
        if dark and chance.randrange(2):
            turn_door(world, edge)


def others_of(skirmish: Skirmish, chance: random.Random) -> list[Skirmish]:
    """Those of two other skirmishes in which the side that is asked has seen the same and is asked the same."""
    session, others = skirmish.session, list[Skirmish]()
    request = session.request
    assert isinstance(request, Decision)
    side = side_of(session.world, request.who)
    for _ in range(2):
        try:
            other = otherwise(skirmish, side, chance)
        except (IllegalAnswer, LookupError):
            continue  # who was moved had a part in the act
        asked, since = other.session.request, session.step().events
        same = isinstance(asked, Decision) and (asked.who, asked.question) == (request.who, request.question)
        own = team_of(session.world, side)  # past a door in the dark it may see farther, and knows so
        same = same and sighted(other.session.world, own) == sighted(session.world, own)
        if same and other.session.world.events[since:] == session.world.events[since:]:
            others.append(other)
    return others


def compared(window: Stage, skirmish: Skirmish, chance: random.Random) -> int:
    """In how many of two other skirmishes the side that is asked is asked the same: it then sees the same."""
    others, found = others_of(skirmish, chance), 0
    true = seen_by(window, show(window, skirmish)) if others else []
    for other in others:
        told = seen_by(window, show(window, other))
        for one, two in zip(true, told, strict=True):
            assert one == two, str(one)[:200]
        found += 1
    return found


@pytest.mark.parametrize("fog", ["fog", "shroud"])
@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_hidden_changes_nothing_on_the_screen(window: Stage, name: str, fog: str) -> None:
    chance, found = random.Random(7), 0
    for answers in (0, 30) if fog == "fog" else (8,):
        skirmish = begin(name, fog)
        if own_turn(skirmish, answers):
            found += compared(window, skirmish, chance)
    assert found or fog == "shroud", "nobody was in the fog"


@pytest.mark.parametrize("name", SHIPPED)
def test_nor_in_the_middle_of_an_act(window: Stage, name: str) -> None:
    chance, found = random.Random(7), 0
    players = find_controller("squire", 1), baseline.squire(1)  # what they do may be another thing tomorrow
    for player, answers, seed in itertools.product(players, (0, 40, 80), (2, 3)):
        skirmish = begin(name, "fog", seed=seed)
        if not found and own_turn(skirmish, answers, player, under_way=True):
            found += compared(window, skirmish, chance)
    assert found, "nobody was asked"


@pytest.mark.parametrize("name", SHIPPED)
def test_nor_whether_one_is_asked(window: Stage, name: str) -> None:
    """What is let pass unasked, and why, does not hang on what the side does not know."""
    chance, found, player = random.Random(7), 0, find_controller("squire", 1)
    for seed in range(2, 8):
        skirmish = begin(name, "fog", seed=seed)
        for _ in range(300):
            request, world = skirmish.session.request, skirmish.session.world
            if not isinstance(request, Decision) or found > 3:
                break
            mine = world.get(side_of(world, request.who), Side).controller == "human"
            unsure = mine and request.declining() is not None and fogged(world, team_of(world, request.who))
            others = others_of(skirmish, chance) if unsure and request.moment != "own_turn" else []
            if others:
                told = [BattleScreen(window.app, each).table.asking for each in (skirmish, *others)]
                assert len({(asking.ordered(), asking.why()) for asking in told}) == 1, request
                found += 1
            skirmish.answer(player.choose(skirmish.session))
    assert found, "nobody could have broken in"


def test_whether_one_is_asked_is_found_out_in_the_world_as_it_seems(
    window: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    skirmish, player, found = begin("clash", "fog", seed=3), baseline.squire(1), 0
    battle, judge = show(window, skirmish), responding.let_pass

    def let_pass(session: responding.Asks) -> str:
        nonlocal found
        side = side_of(session.world, session.request.who)
        gone = battle.knowledge.hidden([side]) - {*skirmish.session.asked, skirmish.session.request.about.unit}
        active = skirmish.session.world.get(FIELD, Clock).active
        assert not [unit for unit in gone - {active} if session.world.has(unit, Position)]
        found += bool(gone)
        return judge(session)

    monkeypatch.setattr(responding, "let_pass", let_pass)
    for _ in range(300):
        if not isinstance(skirmish.session.request, Decision):
            break
        battle.table.asking.ordered()
        skirmish.answer(player.choose(skirmish.session))
    assert found


def test_a_ghost_stands_where_somebody_was_seen_last(window: Stage) -> None:
    skirmish, foe = hide_and_seek()
    battle = show(window, skirmish)
    at = knowing.ghosts(battle)[foe]
    assert foe not in battle.covered().values()
    assert foe not in battle.pane.unit_sprites.places
    assert "Last seen here" in knowing.said(battle, at.cell)
    assert (foe, at.cell) in scene_builder.scene(battle).ghosts
    world, side = skirmish.session.world, battle.lookers()[0]
    assert not sighted(world, team_of(world, side)) >> at.cell & 1, "whoever looks there sees that nobody is there"


def test_what_was_not_seen_stands_neither_in_the_log_nor_in_the_recap() -> None:
    skirmish, foe = hide_and_seek()
    world = skirmish.session.world
    knowledge = Knowledge(Table(skirmish))
    sides = [side for side, _ in world.each(Side)]
    entries = BattleLog(Table(skirmish)).entries()
    own, other = (knowledge.log([side], entries) for side in sides)
    assert len(own) < len(entries)
    texts = {entry.text for entry in own}
    assert any("out of sight" in text or "into sight" in text for text in texts)
    name = names.who_name(world, foe)
    assert any(entry.text not in texts and name in entry.text for entry in other)


def test_who_falls_in_the_fog_is_named_but_not_where_nor_by_whom() -> None:
    skirmish, foe = hide_and_seek()
    world = skirmish.session.world
    side, other = (side for side, _ in world.each(Side))
    killer = next(unit for unit, entry in world.each(Unit) if entry.side == other and unit != foe)
    memory = Memory(skirmish.session, skirmish.ruleset, side, skirmish.scenario.board)
    memory.keep_up(skirmish.session)
    entry = LogEntry("by whom", "end", (foe, killer), 1, ("how",), 0, len(skirmish.session.past))
    standing = memory.told(world, entry)
    assert standing is None or "out of the fight" not in standing.text
    world.put(foe, Down("defeated"))
    told = memory.told(world, entry)
    assert told is not None
    assert (told.text, told.units, told.cell, told.tip) == (
        f"{names.who_name(world, foe)} is out of the fight.",
        (foe,),
        None,
        (),
    )


def test_memory_goes_back_with_what_is_undone() -> None:
    skirmish, _ = hide_and_seek()
    side = next(side for side, _ in skirmish.session.world.each(Side))
    board = skirmish.scenario.board
    memory = Memory(skirmish.session, skirmish.ruleset, side, board)
    memory.keep_up(skirmish.session)
    late = memory.explored()
    session = skirmish.session.clone()
    while len(session.past) > 2 and session.undo():
        pass
    memory.keep_up(session)
    fresh = Memory(session, skirmish.ruleset, side, board)
    fresh.keep_up(session)
    assert memory.explored() == fresh.explored()
    assert memory.last() == fresh.last()
    memory.keep_up(skirmish.session)
    assert memory.explored() == late


def test_a_step_into_somebody_unseen_is_refused_with_words(window: Stage) -> None:
    skirmish, chance = begin("poise", "fog"), random.Random(1)
    for _ in range(300):
        request, world = skirmish.session.request, skirmish.session.world
        own = team_of(world, request.who)
        dark, hidden = ~sighted(world, own), sorted(fogged(world, own))
        ways = [one for one in request.options if one.cell is not None and dark >> one.cell & 1]
        mine = world.get(side_of(world, request.who), Side).controller == "human"
        if mine and ways and hidden and request.moment == "own_turn" and not skirmish.session.tape:
            break
        skirmish.answer(wander(request, chance))
    changed = World(skirmish.session.checkpoint)
    changed.put(hidden[0], Position(ways[0].cell))
    skirmish.session._open(Step(changed.save(), skirmish.session.step().events))
    assert ways[0].key not in {option.key for option in skirmish.session.request.options}
    battle = show(window, skirmish)
    steps = len(skirmish.session.answers())
    assert battle.option(ways[0].key) is not None, "it seems free"
    battle.answer(ways[0].key)
    assert len(skirmish.session.answers()) == steps
    assert battle.request is not None


def test_a_curtain_falls_between_people_in_the_fog(window: Stage) -> None:
    """Whatever the setting says: and nothing of the map is to be seen behind it."""
    pictures = []
    for seed in (2, 3):
        skirmish = begin("poise", "fog", ("human", "human"), seed=seed)
        window.title()
        window.app.change(speed=0, handover=False)
        window.app.go(Push(BattleScreen(window.app, skirmish)))
        window.tick(3)
        assert window.name() == "Curtain"
        assert window.top.form.find("off") is None
        pictures.append(pygame.image.tobytes(window.app.surface, "RGB"))
    first = [begin("poise", "fog", ("human", "human"), seed=seed).session.request.who for seed in (2, 3)]
    assert first[0] != first[1] or pictures[0] == pictures[1]


def test_maps_scenarios_and_the_set_up_say_whether_there_is_fog() -> None:
    board = replace(divided(), fog="shroud")
    text = dump_board(board)
    assert "fog: shroud" in text
    assert "fog" not in dump_board(divided())
    assert load_board(text).fog == "shroud"
    assert Skirmish(quick(board, "poise")).session.world.get(FIELD, Field).fog == "shroud"
    start = load_scenario("ruleset: poise\nmap: arena\nsettings: {fog: fog}\n", "mine.yaml")
    assert Skirmish(start).session.world.get(FIELD, Field).fog == "fog"
    base = quick("arena", "poise")
    seats = tuple(Seat(side.name, "human") for side in base.sides)
    stage = choices.stages()["arena"]
    assert choices.scenario_of(SetUp("poise", "arena", seats, fog="shroud"), stage).settings["fog"] == "shroud"
    assert "fog" not in choices.scenario_of(SetUp("poise", "arena", seats), stage).settings


def test_computer_players_do_not_know_who_is_in_the_fog() -> None:
    skirmish = begin("clash", "fog", ("captain", "captain"))
    player = baseline.squire(1)
    for _ in range(300):
        request, world = skirmish.session.request, skirmish.session.world
        assert isinstance(request, Decision)
        hidden = fogged(world, team_of(world, request.who))
        foes = [
            unit for unit, _, _ in world.each(Unit, Position) if team_of(world, unit) != team_of(world, request.who)
        ]
        side = side_of(world, request.who)
        if hidden and not hidden_from(skirmish.ruleset, world, side).issuperset(foes):
            assert hidden <= unseen(skirmish.session)
            return
        skirmish.answer(player.choose(skirmish.session))
    raise AssertionError("nobody was in the fog")


@pytest.mark.parametrize("name", ["clash", "vitality"])
def test_whoever_hides_by_the_rules_changes_nothing_either(window: Stage, name: str) -> None:
    """Somebody hides from the whole side: where it is by now, and how it fares, nobody of that side can tell."""
    skirmish, player, chance = begin(name, "off"), baseline.squire(1), random.Random(3)
    for _ in range(60):
        request, world = skirmish.session.request, World(skirmish.session.checkpoint)
        side = side_of(world, request.who)
        mine = world.get(side, Side).controller == "human" and world.find(request.who, Position) is not None
        if mine and request.moment == "own_turn" and not skirmish.session.tape:
            break
        skirmish.answer(player.choose(skirmish.session))
    own = [unit for unit, _ in world.each(Unit) if team_of(world, unit) == team_of(world, side)]
    hider = next(unit for unit, _, _ in world.each(Unit, Position) if unit not in own)
    if name == "clash":
        become(world, hider, (Condition("hidden", "CLASH-COND-6", "end"),))
    else:
        world.put(hider, Hidden(tuple(own)))
    skirmish.session._open(Step(world.save(), skirmish.session.step().events))
    assert hider in hidden_from(skirmish.ruleset, skirmish.session.world, side)
    true = seen_by(window, show(window, skirmish))
    for _ in range(2):
        changed = World(skirmish.session.checkpoint)
        places = [*cells(free_anchors(changed, hider) & ~skirmish.scenario.board.impassable)]
        changed.put(hider, Position(chance.choice(places)))
        twin = Skirmish(skirmish.scenario, skirmish.ruleset, skirmish.dice)
        twin.session = skirmish.session.clone()
        twin.session._open(Step(changed.save(), skirmish.session.step().events))
        assert twin.session.request.who == skirmish.session.request.who
        for one, two in zip(true, seen_by(window, show(window, twin)), strict=True):
            assert one == two, str(one)[:200]
