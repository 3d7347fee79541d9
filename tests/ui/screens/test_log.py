"""The log: folded by action, filtered by side, unit and kind, written to a file; and a replay as one side saw it."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.data import paths
from game.kernel.components import Side
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish, side_of
from game.ui.battle import knowing, log_panel
from game.ui.battle.log_entries import LogEntry
from game.ui.battle.log_folds import as_text, filtered, rows
from game.ui.battle.log_view import KINDS, LogView
from game.ui.battle.replay import Replay
from game.ui.battle.screen import BattleScreen
from game.ui.kit.screen import Push
from tests.ui.screens.fogged import begin, hide_and_seek, show
from tests.ui.screens.test_dangers import battle_of

from .stage import Stage


@pytest.fixture
def window() -> Stage:
    return Stage()


def line(words: str, kind: str, step: int, *units: int) -> LogEntry:
    return LogEntry(words, kind, units, None, (), step, step)


FIGHT = [
    line("Round 1", "round", 0),
    line("A acts.", "turn", 1, 1),
    line("A spends 1.", "pool", 2, 1),
    line("A attacks B.", "attack", 2, 1, 2),
    line("A rolls.", "roll", 2, 1),
    line("B loses 3.", "pool", 2, 2),
    line("A moves.", "move", 3, 1),
    line("B attacks A.", "attack", 4, 2, 1),
    line("B rolls.", "roll", 4, 2),
    line("A falls.", "end", 4, 1),
]


def test_an_action_shows_what_was_done_and_what_came_of_it() -> None:
    shown = rows(FIGHT, LogView())
    assert [(row.text, row.first) for row in shown] == [
        ("Round 1", True),
        ("A acts.", True),
        ("A attacks B. … 2 more", True),
        ("B loses 3.", False),
        ("A moves.", True),
        ("B attacks A.", True),
        ("B rolls.", False),
        ("A falls.", False),
    ]


def test_an_action_unfolds_by_itself_and_all_at_once() -> None:
    view = LogView()
    view.turn(2)
    assert [row.text for row in rows(FIGHT, view)][2:6] == ["A attacks B.", "A spends 1.", "A rolls.", "B loses 3."]
    view.turn(4)
    assert "B attacks A. … 1 more" in [row.text for row in rows(FIGHT, view)]
    view.fold()
    assert sorted(row.text for row in rows(FIGHT, view)) == sorted(entry.text for entry in FIGHT)
    view.fold()
    assert len(rows(FIGHT, view)) == 8


@pytest.mark.parametrize("name", SHIPPED)
def test_filters_leave_what_was_asked_for(window: Stage, name: str) -> None:
    battle = battle_of(window, name, 60)
    world, everything = battle.table.world, log_panel.shown(battle)
    sides = [side for side, _ in world.each(Side)]
    window.key(pygame.K_F2, mod=pygame.KMOD_CTRL)
    assert log_panel.view(battle).side == sides[0]
    own = log_panel.shown(battle)
    assert 0 < len(own) < len(everything)
    assert all(entry.kind == "round" or sides[0] in {side_of(world, unit) for unit in entry.units} for entry in own)
    for _ in sides:
        window.key(pygame.K_F2, mod=pygame.KMOD_CTRL)
    assert log_panel.shown(battle) == everything
    window.key(pygame.K_F2, mod=pygame.KMOD_ALT)
    fights = log_panel.shown(battle)
    assert fights and {entry.kind for entry in fights} <= {"round", *KINDS["Fights"]}
    assert filtered(everything, LogView(), world) == everything


def test_every_filter_can_be_clicked(window: Stage) -> None:
    battle = battle_of(window, answers=60)
    before = log_panel.view(battle).state()
    for word in ("side", "kind", "outcome"):
        spot = next(one for one in battle.spots if battle.areas.log.contains(one.rect) and word in " ".join(one.tip))
        window.click(spot.rect.center)
        assert log_panel.view(battle).state() != before
        before = log_panel.view(battle).state()
    fold = next(row for row in rows(log_panel.shown(battle), log_panel.view(battle)) if row.folds)
    log_panel._act(battle, fold)
    assert fold.entry.step in log_panel.view(battle).turned


def test_what_is_shown_is_written_to_a_file(window: Stage) -> None:
    battle = battle_of(window, answers=60)
    window.key(pygame.K_F2, mod=pygame.KMOD_ALT)
    window.key(pygame.K_l, mod=pygame.KMOD_CTRL, typed="l")
    (path,) = (paths.user_data() / "logs").glob("*.txt")
    written = path.read_text(encoding="utf-8")
    assert written == as_text(log_panel.shown(battle))
    for entry in log_panel.shown(battle):
        assert entry.text in written


def test_a_replay_is_watched_as_one_side_saw_it(window: Stage) -> None:
    skirmish, foe = hide_and_seek()
    window.title()
    replay = Replay(window.app, skirmish, at_end=True)
    window.app.go(Push(replay))
    window.tick(2)
    sides = [side for side, _ in skirmish.session.world.each(Side)]
    assert foe in replay.pane.unit_sprites.places
    window.key(pygame.K_v, typed="v")
    window.tick(2)
    assert replay.seat == sides[0]
    assert foe not in replay.pane.unit_sprites.places
    seen = replay.knowledge.log(replay._sides(), replay.battle_log.entries())
    assert len(seen) < len(replay.battle_log.entries())
    for _ in sides:
        window.key(pygame.K_v, typed="v")
    window.tick(2)
    assert replay.seat == 0
    assert foe in replay.pane.unit_sprites.places


def test_the_battle_and_its_replay_agree_on_what_a_side_knows(window: Stage) -> None:
    skirmish, _ = hide_and_seek()
    battle = show(window, skirmish)
    replay = Replay(window.app, skirmish, at_end=True)
    side = battle.lookers()[0]
    told = [entry.text for entry in knowing.log(battle)]
    assert told == [entry.text for entry in replay.knowledge.log([side], replay.battle_log.entries())]
    assert battle.knowledge.ghosts([side]) == replay.knowledge.ghosts([side])
    assert isinstance(battle, BattleScreen) and begin("clash", "off").session.request is not None


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("name", SHIPPED)
def test_lines_come_as_what_they_tell_is_seen(window: Stage, name: str) -> None:
    """While dice still lie in the hand no line says how they fell; skipping shows all."""
    window.title()
    start = replace(quick("arena", name, ["squire", "squire"], 3), deployment="automatic")
    battle = BattleScreen(window.app, Skirmish(start, find_ruleset(name)).settle())
    window.app.go(Push(battle))
    window.app.change(speed=8, wait=False)
    battle.layout()
    grown, thrown = 0, 0
    for _ in range(1200):
        window.tick()
        said = {entry.event for entry in log_panel.shown(battle)}
        hidden = [stroke for stroke in battle.pane.animation._queue if stroke.kind in ("dice", "float", "impact")]
        thrown += sum(stroke.kind == "dice" for stroke in hidden)
        assert not said & {stroke.at for stroke in hidden}
        grown += bool(hidden and said and max(said) >= min(stroke.act for stroke in hidden))
        if grown > 20 and thrown > 20 and hidden:
            break
    assert grown > 20 and thrown > 20, "no line came before the end of what it belongs to"
    battle.pane.skip(battle.playing.played)  # as Esc does
    assert len(log_panel.shown(battle)) == len(knowing.log(battle))


def test_what_was_let_pass_unasked_is_folded_away_without_a_count() -> None:
    passed = line("A let it pass 16 times: it did not concern your side", "pass", 2, 1)
    told, view = [*FIGHT[:3], passed, *FIGHT[3:]], LogView()
    assert [row.text for row in rows(told, view)] == [row.text for row in rows(FIGHT, view)]
    view.fold()
    assert passed.text in [row.text for row in rows(told, view)]
    view.fold()
    view.kind = "Orders"
    assert passed.text in [row.text for row in rows([passed], view)]
