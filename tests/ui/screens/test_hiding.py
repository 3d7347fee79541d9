"""What hides is not shown to those it hides from, and the board is the one that the rules have."""

from __future__ import annotations

import msgspec
import pytest

from game.kernel.components import FIELD, Field, Side, Unit, changed
from game.kernel.events import Moved
from game.map.scenario import quick
from game.rules.vitality.state import Hidden
from game.skirmish.record import Skirmish
from game.ui.battle import log_entries, scene_builder
from game.ui.battle.screen import BattleScreen
from game.ui.kit.screen import Push

from .stage import Stage


@pytest.fixture
def window() -> Stage:
    return Stage()


def battle_of(stage: Stage, second: str, *, handover: bool = True) -> BattleScreen:
    stage.title()
    battle = BattleScreen(stage.app, Skirmish(quick("ruined-village", "vitality", ("human", second), 3)).settle())
    stage.app.change(speed=0, handover=handover)
    stage.app.go(Push(battle))
    battle.update(0.01)
    battle.draw(stage.app.surface)
    return battle


def sides_of(battle: BattleScreen) -> tuple[list[int], list[int]]:
    world = battle.table.world
    first, second = (side for side, _ in world.each(Side))
    return tuple([unit for unit, who in world.each(Unit) if who.side == side] for side in (first, second))  # type: ignore[return-value]


def conceal(battle: BattleScreen, unit: int, others: list[int]) -> None:
    battle.table.world.put(unit, Hidden(tuple(others)))
    battle.look_anew()


def test_a_unit_hidden_from_all_of_a_side_is_not_on_its_screen(window: Stage) -> None:
    battle = battle_of(window, "captain")
    own, others = sides_of(battle)
    conceal(battle, others[0], own)
    assert scene_builder.scene(battle).hidden == {others[0]}
    assert others[0] not in battle.covered().values()
    battle.draw(window.app.surface)
    assert others[0] not in battle.pane.unit_sprites.places
    assert others[1] in battle.pane.unit_sprites.places


def test_whom_one_of_the_side_sees_all_of_it_sees(window: Stage) -> None:
    battle = battle_of(window, "captain")
    own, others = sides_of(battle)
    conceal(battle, others[0], own[1:])
    assert not battle.hidden()


def test_the_log_keeps_the_way_of_the_hidden_to_itself(window: Stage) -> None:
    battle = battle_of(window, "captain")
    own, others = sides_of(battle)
    for unit in (own[0], others[0]):
        battle.table.world.emit(Moved(unit, 1, 2, "walk"))
    conceal(battle, others[0], own)
    lines = log_entries.known(battle.battle_log.entries(), battle.hidden())
    walked = [entry.units[0] for entry in lines if entry.cell == battle.board.grid.at(2, 0)]
    assert walked == [own[0]]


def test_hiding_goes_by_the_seat_where_people_share_a_screen(window: Stage) -> None:
    battle = battle_of(window, "human")
    own, others = sides_of(battle)
    conceal(battle, others[0], own)
    conceal(battle, own[0], others)
    assert battle.hidden() == {own[0], others[0]}, "nobody has taken a seat"
    first, second = (side for side, _ in battle.table.world.each(Side))
    battle.seat = first
    assert battle.hidden() == {others[0]}
    battle.let_in = second
    assert battle.hidden() == {own[0]}


def test_without_curtains_nobody_hides_on_a_shared_screen(window: Stage) -> None:
    battle = battle_of(window, "human", handover=False)
    own, others = sides_of(battle)
    conceal(battle, others[0], own)
    assert not battle.hidden()


def test_the_board_shows_what_has_broken(window: Stage) -> None:
    battle = battle_of(window, "captain")
    world, whole = battle.table.world, battle.board
    prop = whole.props[0]
    broken = msgspec.structs.replace(whole, props=whole.props[1:])
    world.put(FIELD, changed(world.get(FIELD, Field), board=broken))
    battle.look_anew()
    battle.draw(window.app.surface)
    assert battle.board.prop(prop.cell) is None
    assert battle.pane.board.prop(prop.cell) is None
    battle.draw(window.app.surface)
    drawn = battle.pane.ground
    battle.draw(window.app.surface)
    assert battle.pane.ground is drawn, "the ground is not put together each frame"


def test_a_door_alone_leaves_the_ground_as_it_is(window: Stage) -> None:
    battle = battle_of(window, "captain")
    world, whole, drawn = battle.table.world, battle.board, battle.pane.ground
    edges = (msgspec.structs.replace(whole.edges[0], kind="door_open"), *whole.edges[1:])
    world.put(FIELD, changed(world.get(FIELD, Field), board=msgspec.structs.replace(whole, edges=edges)))
    battle.look_anew()
    battle.draw(window.app.surface)
    assert battle.pane.ground is drawn
    assert scene_builder.scene(battle).doors == ((whole.edges[0].edge, "door_open"),)
