"""What has happened is shown and heard at the paces that were chosen; keys end an exchange or skip to the question."""

from __future__ import annotations

from collections.abc import Iterable

from game.grid.grid import cells
from game.kernel.components import Position, Unit
from game.kernel.events import Ended
from game.kernel.flow import Decision
from game.map.board import Board
from game.ui.battle import cues
from game.ui.battle.animation import Pace
from game.ui.battle.board_view import BoardView
from game.ui.battle.table import Table
from game.ui.kit import audio
from game.ui.kit.window import App

_DEAF = 400  # milliseconds in which the key that ended an exchange does nothing else
_AT_ONCE = 400  # events of one answer that are still shown one by one
_WATER, _INDOORS = 0.06, 0.35  # shares of the ground from which a map sounds so


class Playing:
    """How many events were shown, and how those that come are."""

    def __init__(self, app: App, table: Table, pane: BoardView) -> None:
        self.app, self.table, self.pane = app, table, pane
        self.played = len(table.world.events)  # that were taken to be shown
        self.hurried = False  # everything is shown at once until somebody at the screen is asked
        self._people = bool(table.human_sides())  # kept: while a computer thinks nobody may read the world
        self._asked = False  # whether somebody at the screen had a question to answer
        self._deaf: dict[str, int] = {}  # until when a command does nothing

    def choose(self) -> None:
        """Take over what the settings say."""
        prefs = self.app.prefs
        animation = self.pane.animation
        animation.pace = Pace(*prefs.paces())
        animation.still = self.pane.camera.still = prefs.still
        animation.waits = prefs.wait
        self.pane.follow = prefs.follow
        self.pane.scale = self.app.look.scale / 100

    def show(self, hidden: frozenset[int], dark: frozenset[int], *, asked: bool) -> None:
        """Show the events since the last time; after an undo there is nothing to show.

        Of `hidden` units nothing is seen, and nothing of the events with `dark` numbers; `asked` says whether somebody
        at the screen has a question to answer.
        """
        events, start = self.table.world.events, self.played
        if self._asked:
            self.pane.animation.go_on()  # whoever was asked has looked
        self._asked = asked
        self.played = len(events)
        if start > len(events) or self.hurried or len(events) - start > _AT_ONCE:
            self.pane.skip(self.played)
        elif start < len(events) or self.pane.animation.live:
            animation = self.pane.animation
            animation.own = self._own()
            over = self.table.request is None or self.table.is_turn()
            self.pane.play(events, self.table.world, start, hidden=hidden, dark=dark, over=over)
            if not animation.busy and animation.speed == 0:
                heard = (events[at] for at in range(start, len(events)) if at not in dark)
                self._hear(map(cues.sound_of, heard))
        if asked and not self.table.is_turn():
            audio.play(("ask",), self.app.prefs.interface)
        self.hurried = self.hurried and not asked and self.table.request is not None

    def _own(self) -> frozenset[int]:
        sides = self.table.human_sides()
        return frozenset(unit for unit, who in self.table.world.each(Unit) if who.side in sides)

    def reveal(self, request: Decision | None, *, at_once: bool = False) -> None:
        """Whoever is asked is in view; of a side those that it could send."""
        if request is None:
            return
        world = self.table.world
        alone = world.has(request.who, Position)
        named = [request.who] if alone else [option.unit for option in request.options if option.unit is not None]
        found = [world.find(unit, Position) for unit in dict.fromkeys(named)]
        self.pane.camera.reveal_all([at.cell for at in found if at is not None], at_once=at_once)

    def update(self, seconds: float) -> None:
        """Let time pass; what begins is heard."""
        held = self.holding
        self.pane.update(seconds)
        self.app.dirty |= held != self.holding
        if self.pane.animation.sounds:
            self._hear(self.pane.animation.sounds)
            self.pane.animation.sounds.clear()

    def _hear(self, names: Iterable[str]) -> None:
        """Sounds of what happened; an end at which nobody at the screen has won sounds otherwise."""
        sides = self.table.human_sides()
        ends = [event for event in self.table.world.events[-1:] if isinstance(event, Ended)]
        end = "loss" if sides and not any(side in event.winners for event in ends for side in sides) else "win"
        audio.play((end if name == "win" else name for name in names), self.app.prefs.volume)

    def takes(self, command: str) -> bool:
        """Whether a key ends or skips what is shown, or has just done so."""
        if self.app.now() < self._deaf.get(command, 0):
            return True
        if self.holding and command in ("end_turn", "confirm"):
            self.pane.animation.go_on()
        elif command == "end_turn" and self.pane.busy:
            self.pane.animation.end_act()
        elif command == "cancel" and (self.pane.busy or self._waits()) and not self.hurried:
            self.pane.skip(self.played)
            self.hurried = self._waits()
        else:
            return False
        self._deaf[command] = self.app.now() + _DEAF
        return True

    @property
    def holding(self) -> bool:
        """Whether what others did stays to be looked at until a key is pressed."""
        return self.pane.animation.holding

    def _waits(self) -> bool:
        """Whether somebody at the screen waits for others to act."""
        thinks = self.table.thinking or (self.table.request is not None and not self.table.human())
        return thinks and self._people


def ambience_of(board: Board) -> str:
    """What is heard behind a battle on such ground."""
    found = [board.terrain(cell) for cell in cells(board.grid.everywhere)]
    if sum(kind.water != "none" for kind in found) >= _WATER * len(found):
        return "stream"
    return "hall" if sum("indoors" in kind.tags for kind in found) >= _INDOORS * len(found) else "wind"
