"""How fair a map is: a table by side, and skirmishes of equal armies that the computer plays meanwhile."""

from __future__ import annotations

import threading

import pygame

from game.ai.batch import Job, Result
from game.ai.controller import controllers
from game.data.sheets import SheetError
from game.edit import fairness as fair
from game.edit.fairness import SideReport
from game.ui.editing.desk import Desk
from game.ui.kit import page
from game.ui.kit.form import Form
from game.ui.kit.page import Line, Scroll
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.widgets import Button, Choice

_COUNTS = (10, 20, 50, 100, 200)


class Games:
    """Skirmishes played one after the other beside the screen."""

    def __init__(self, job: Job, count: int) -> None:
        self.job, self.count = job, count
        self.results: list[Result] = []
        self.trouble = ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether skirmishes are still to be played."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Let the skirmish under way end, and play no more."""
        self._stop.set()
        self._thread.join()

    def _play(self) -> None:
        try:
            for result in fair.skirmishes(self.job, self.count):
                self.results.append(result)
                if self._stop.is_set():
                    return
        except Exception as problem:
            self.trouble = f"{type(problem).__name__}: {problem}"


class Report:
    """The report, and below it the skirmishes."""

    scope = "menu"

    def __init__(self, desk: Desk) -> None:
        self.desk, self.app = desk, desk.app
        self.report = fair.report(desk.editor.draft)
        self.games: Games | None = None
        self.shown = -1
        self.count, self.controller = 20, controllers()[0].name
        self.form, self.scroll = Form(self.app), Scroll()
        self.said = ""

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 760, 640)

    def layout(self) -> None:
        """Place what is seen: words over a row of buttons."""
        look, rect = self.app.look, self._rect()
        pad, high, gap = look.px(18), look.px(36), look.px(8)
        wide = (rect.width - 2 * pad - 3 * gap) // 4
        places = [pygame.Rect(rect.x + pad + n * (wide + gap), rect.bottom - pad - high, wide, high) for n in range(4)]
        playing = self.games is not None and self.games.running
        counts: list[tuple[object, str]] = [(count, f"{count} skirmishes") for count in _COUNTS]
        whos: list[tuple[object, str]] = [(entry.name, entry.title) for entry in controllers()]
        self.form.put(
            [
                Choice("count", places[0], counts, self.count, self._set_count),
                Choice("who", places[1], whos, self.controller, self._set_who),
                Button("play", places[2], "Stop" if playing else "Play them", self._play, kind="primary"),
                Button("close", places[3], "Close", self._close, hint=self.app.key("cancel")),
            ]
        )
        self._write()

    def _set_count(self, count: int) -> Reply:
        self.count = count
        return None

    def _set_who(self, name: str) -> Reply:
        self.controller = name
        return None

    def _play(self) -> Reply:
        if self.games is not None and self.games.running:
            self.games.stop()
            self._finish()
            return None
        ruleset = self.desk.editor.ruleset
        if ruleset is None:
            self.said = "Choose rules for the check first."
        else:
            try:
                job = fair.mirror_job(self.desk.editor.draft, ruleset.name, self.controller)
            except (SheetError, ValueError) as problem:
                self.said = str(problem)
            else:
                self.games, self.said = Games(job, self.count), ""
        self.layout()
        return None

    def _finish(self) -> None:
        """Write the outcome into the map."""
        games = self.games
        if games is not None and games.results:
            self.desk.editor.do("Fairness note", lambda draft: fair.certify(draft, games.job, games.results))
            self.desk.changed()
        self.said = games.trouble if games is not None else ""
        self.games = None
        self.layout()

    def _close(self) -> Reply:
        if self.games is not None:
            self.games.stop()
            self._finish()
        return Pop()

    def _write(self) -> None:
        lines = [Line(self.said)] if self.said else []
        for side in self.report.sides:
            lines += [Line(side.name, "head"), *_side_lines(side), Line("", "gap")]
        lines.append(Line("What differs", "head"))
        lines += [Line(remark) for remark in self.report.remarks] or [Line("Nothing that was measured.")]
        lines += [Line("", "gap"), Line("Skirmishes of equal armies", "head"), *self._played()]
        self.scroll.lines = lines

    def _played(self) -> list[Line]:
        if self.games is not None:
            return [Line(f"{len(self.games.results)} of {self.games.count} are played ...")]
        note = self.desk.editor.draft.fairness
        if note is None or not note.skirmishes:
            return [Line("None were played yet. Each seed is played twice with the sides' order swapped.")]
        lines = []
        for name, share in fair.shares(note).items():
            words = f"won {note.wins[name]} of {note.skirmishes}, {share.low:.0%} to {share.high:.0%} (95 %)"
            lines.append(Line(name, "key", words))
        lines.append(Line("An even chance lies within." if fair.seems_fair(note) else "That is not an even chance."))
        lines.append(Line(f"Played by {note.controller}, {note.ruleset}, version {note.version}.", "dim"))
        if fair.is_stale(self.desk.editor.draft):
            lines.append(Line("The map was changed since."))
        return lines

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: buttons, scrolling, Esc."""
        if command == "cancel":
            return self._close()
        if self.scroll.event(event, command, self.app.look):
            return None
        return self.form.event(event, command)[1]

    def update(self, seconds: float) -> Reply:
        """Show how far it is."""
        if self.games is not None:
            if not self.games.running:
                self._finish()
            elif len(self.games.results) != self.shown:
                self.shown = len(self.games.results)
                self._write()
        return None

    def busy(self) -> bool:
        """Whether skirmishes are still played."""
        return self.games is not None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened screen below."""
        page.behind(surface, self.app)
        inside = page.window(surface, self.app, self._rect(), "Fairness")
        inside.height -= self.app.look.px(48)
        self.scroll.draw(surface, self.app.look, inside)
        self.form.draw(surface)
        self.form.draw_tip(surface)

    def leave(self) -> None:
        """Give the fields up; skirmishes go on under other windows."""
        self.form.close()


def _side_lines(side: SideReport) -> list[Line]:
    ways = [f"{name} {'cannot be reached' if cost is None else cost}" for name, cost in side.objectives]
    return [
        Line("Cells to deploy on", "key", str(side.room)),
        Line("Way to the enemy", "key", "none" if side.enemy is None else f"{side.enemy} movement points"),
        Line("Ways to objectives", "key", ", ".join(ways) or "none"),
        Line("Cover near the start", "key", f"{side.cover} %"),
        Line("Start in the enemy's sight", "key", f"{side.exposed} %"),
        Line("First contact", "key", "never" if side.contact is None else f"round {side.contact}"),
    ]


def fairness(desk: Desk) -> Reply:
    """The report of the map as it is."""
    return Push(Report(desk))
