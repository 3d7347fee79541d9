"""The screen of a battle: the board in the middle, panels around it, questions to people, computers that think."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game.skirmish.record import Skirmish
from game.ui.battle import advice, counsel, dangers, drawing, drawn_way, handover, input, planning, ranking
from game.ui.battle.deadline import declining
from game.ui.battle.playing import ambience_of
from game.ui.battle.state import Battle
from game.ui.kit import audio, save_files
from game.ui.kit.screen import Push, Reply, Screen
from game.ui.kit.window import App

_EDGE, _EDGE_PACE = 6, 700  # width of the rim that moves the view, and pixels a second


class BattleScreen(Battle):
    """One skirmish on the screen. `ending` makes what comes over it at its end, else the table of the sides."""

    scope = "board"

    def __init__(self, app: App, skirmish: Skirmish, ending: Callable[[], Screen] | None = None) -> None:
        super().__init__(app, skirmish)
        if ending is not None:
            self.ending = ending

    def update(self, seconds: float) -> Reply:
        """Animations, standing orders, computers, the curtain, the end."""
        if self.table.thinking:
            if self.table.think():
                self.renew()
            advice.arrived(self)
            self.app.dirty |= not self.table.thinking
            return None
        shown = self.pane.busy
        self.playing.update(seconds)
        if shown and not self.pane.busy:
            self.playing.reveal(self.request)
        if self._at_edge():
            self.pane.pan(*(way * _EDGE_PACE * seconds for way in self._at_edge()))
            self.app.dirty = True
        if self.outdated():
            self.renew()
        if self.pane.busy:
            self.deadline.resume()
            return None
        if self.table.request is None:
            return self._over()
        if not self.table.human():
            if self.seen and self.table.think():  # the present is drawn before others think about it
                self.renew()
            return None
        if self._obey() or planning.follow_up(self) or drawn_way.follow_up(self):
            return None
        kind = handover.wanted(self.app, self.table, self.seat, self.let_in)
        if kind:
            return Push(handover.Curtain(self, kind))
        self._hurry()
        self.app.dirty |= self._asks_captain()
        dangers.look_out(self)
        return None

    def _obey(self) -> bool:
        """Give the answers that nobody needs to be asked for; whether there was one.

        What is let pass is done with in one go, and only then drawn.
        """
        obeyed, events = False, len(self.table.world.events)
        self.table.asking.always = self.app.prefs.ask == "always"
        while self.table.human() and (key := self.table.asking.ordered()) is not None:
            option = self.option(key)
            self.table.obey(self.option_title(option) if option else key)
            obeyed = True
            if len(self.table.world.events) != events:
                break
        if obeyed:
            self.renew()
        return obeyed

    def _hurry(self) -> None:
        """Count the time for an answer, but not while there is a choice to be made beside the pointer."""
        before, option = self.seconds_left(), declining(self.request)
        if before is None or option is None or self.chooser is not None:
            self.deadline.resume()
            return
        self.deadline.count()
        if not self.seconds_left():
            self.answer(option.key, f"Time is up: {self.option_title(option)}")
        elif self.seconds_left() != before:
            self.app.dirty = True

    def _at_edge(self) -> tuple[int, ...]:
        """Which way the pointer pushes the view, if the settings let it."""
        window = pygame.Rect((0, 0), self.app.size)
        if not self.app.prefs.edge_pan or self.cursor is not None or not window.collidepoint(self.pointer):
            return ()
        (x, y), rim = self.pointer, self.app.look.px(_EDGE)
        ways = (x >= window.right - rim) - (x < rim), (y >= window.bottom - rim) - (y < rim)
        return ways if any(ways) else ()

    def _over(self) -> Reply:
        if self.ended:
            return None
        self.ended = True
        return Push(self.ending())

    def busy(self) -> bool:
        """Whether a computer thinks or something moves."""
        if self.table.thinking or self.pane.moving or self._at_edge():
            return True
        if self.pane.busy:
            return not self.playing.holding
        unsure = dangers.looking(self) or self._asks_captain()
        return self.table.request is not None and (not self.table.human() or unsure)

    def _asks_captain(self) -> bool:
        """Whether the answer that Enter gives is to be found out, now that the question can be seen."""
        return ranking.advised(self) and not counsel.known(self)

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse."""
        if input.skips(self, event, command):
            return None
        return input.event(self, event, command)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything; while a computer thinks in its own thread the last picture stays."""
        if self.table.thinking:
            drawing.draw_thinking(self, surface)
        else:
            begins = not self.pane.drawn
            drawing.draw(self, surface)
            self.seen, self.app.dirty = (
                True,
                self.app.dirty or begins,
            )  # what takes longer comes with the second picture

    def leave(self) -> None:
        """Let a thinking computer finish before another screen touches the worlds; it is quiet then."""
        self.table.wait()
        audio.go_on("", 0)

    def layout(self) -> None:
        """Divide the window; what is heard behind the battle begins."""
        super().layout()
        audio.go_on(self.keep("ambience", lambda: ambience_of(self.board)), self.app.prefs.ambience)

    def rescue(self) -> Path | None:
        """Save the record."""
        return save_files.store(save_files.LAST, self.table.text())
