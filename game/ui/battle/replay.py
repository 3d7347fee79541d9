"""Watching a record: forward and back by choice or turn, a bar to jump, play at a pace, play on from here."""

from __future__ import annotations

import pygame
from msgspec.structs import replace

from game.ai.controller import HUMAN, controllers
from game.kernel.components import FIELD, Clock, Side, Unit
from game.kernel.flow import Decision
from game.skirmish.record import Skirmish
from game.text import names, words
from game.ui.battle import layout, panels, status_line
from game.ui.battle.board_view import BoardView
from game.ui.battle.knowledge import Knowledge
from game.ui.battle.log_entries import BattleLog
from game.ui.battle.log_folds import LogRow, rows
from game.ui.battle.log_panel import draw_rows
from game.ui.battle.scene import Scene
from game.ui.battle.table import Table
from game.ui.battle.timeline import Timeline
from game.ui.battle.visible import doors, ground
from game.ui.kit import skin, text
from game.ui.kit.form import Form
from game.ui.kit.menu import Menu
from game.ui.kit.notice import help_screen
from game.ui.kit.screen import Pop, Push, Reply, Reset
from game.ui.kit.text_column import Spot, TextColumn, under
from game.ui.kit.widgets import Action, Button
from game.ui.kit.window import App

_BAR = 132  # height of the bar in a low window: two rows of buttons
_LINES = 60  # of the log
_PACES = (1, 2, 4, 8, 16)  # choices a second


class Replay:
    """A record on the screen, wound forward and back."""

    scope = "replay"

    def __init__(self, app: App, skirmish: Skirmish, *, at_end: bool = False) -> None:
        self.app = app
        self.timeline = Timeline(skirmish)
        if at_end:
            self.timeline.go(len(self.timeline.answers))
        self.table = Table(self.timeline.skirmish)
        self.battle_log = BattleLog(self.table)
        self.knowledge, self.seat = Knowledge(self.table), 0  # the side as which it is watched; 0 for everything
        self.areas = layout.areas(app)
        self.pane = BoardView(self.areas.board, skirmish.scenario.board, still=app.prefs.still)
        self.pane.animation.titles = dict(skirmish.ruleset.titles)
        self.pane.follow = app.prefs.follow
        self.pane.open()
        self.form = Form(app, "play")
        self.playing, self.pace, self.owed = False, 2, 0.0
        self.pointer = (-1, -1)
        self.dragging = False
        self.bar = pygame.Rect(0, 0, 0, 0)
        self.spots: list[Spot] = []

    def layout(self) -> None:
        """Place what is seen: board, log, card; the bar and its buttons below."""
        look = self.app.look
        self.areas = layout.areas(self.app, bar=_BAR)
        self.pane.resize(self.areas.board)
        rect = self.areas.options.inflate(-look.px(24), -look.px(16))
        self.bar = pygame.Rect(rect.x, rect.y + look.px(20), rect.width, look.px(12))
        below = pygame.Rect(rect.x, self.bar.bottom + look.px(8), rect.width, 0)
        self.form.put([*self._buttons(below, rect.bottom)])

    def _buttons(self, rect: pygame.Rect, bottom: int) -> list[Button]:
        """The buttons below the bar, in two rows."""
        look = self.app.look
        high, gap = look.px(34), look.px(6)
        entries: tuple[tuple[str, str, Action], ...] = (
            ("turn_back", "Turn back", lambda: self._turn(-1)),
            ("step_back", "Step back", lambda: self._step(-1)),
            ("step_forward", "Step", lambda: self._step(1)),
            ("turn_forward", "Turn", lambda: self._turn(1)),
            ("play", "Pause" if self.playing else "Play", self._play),
            ("replay_speed", f"Pace × {self.pace}", self._faster),
            ("take_over", "Take over", self._ask_over),
            ("back", "Back", Pop),
        )
        columns = -(-len(entries) // 2)
        wide = (rect.width + gap) // columns - gap
        made = []
        for number, (key, label, act) in enumerate(entries):
            row, column = divmod(number, columns)
            place = pygame.Rect(rect.x + column * (wide + gap), rect.y + row * (high + gap), wide, high)
            place.bottom = min(place.bottom, bottom - (1 - row) * (high + gap))
            tip = (label, f"Key {self.app.key('cancel' if key == 'back' else key)}")
            made.append(Button(key, place, label, act, tip=tip, kind="primary" if key == "play" else "plain"))
        return made

    # moving

    def _went(self) -> Reply:
        self.table.skirmish = self.timeline.skirmish
        self.pane.skip()
        self.app.dirty = True
        return None

    def _step(self, way: int) -> Reply:
        """One answer on or back; what comes of one is shown, at once if it is asked for faster than that."""
        start, still_shown = len(self.table.world.events), self.pane.busy
        self.timeline.step(way)
        self._went()
        events = self.table.world.events
        if way > 0 and len(events) > start and not (still_shown and not self.playing):
            sides = self._sides()
            dark = self.knowledge.unnoticed(sides, events, start)
            hidden = self.knowledge.hidden(sides)
            speed = self.app.prefs.speed
            self.pane.animation.speed = self.pace if self.playing and speed else speed
            self.pane.scale = self.app.look.scale / 100
            self.pane.play(events, self.table.world, start, hidden=hidden, dark=dark, over=True)
        return None

    def _turn(self, way: int) -> Reply:
        self.timeline.turn(way)
        return self._went()

    def _go(self, at: int) -> Reply:
        self.timeline.go(at)
        return self._went()

    def _play(self) -> Reply:
        self.playing = not self.playing
        if self.playing and self.timeline.at == len(self.timeline.answers):
            self._go(0)
        self.owed = 0.0
        self.layout()
        return None

    def _faster(self) -> Reply:
        self.pace = _PACES[(_PACES.index(self.pace) + 1) % len(_PACES)]
        self.layout()
        return None

    def _sides(self) -> list[int]:
        return [self.seat] if self.seat else []

    def _viewer(self) -> str:
        return names.side_name(self.table.world, self.seat) if self.seat else "everybody"

    def _next_side(self) -> Reply:
        """As the next side saw it; after the last one with everything."""
        every = [0, *(side for side, _ in self.table.world.each(Side))]
        self.seat = every[(every.index(self.seat) + 1) % len(every)]
        self.layout()
        self.app.dirty = True
        return None

    # taking over

    def _ask_over(self) -> Reply:
        """Which sides the people at the screen take."""
        sides = self.timeline.scenario.sides
        entries: list[tuple[str, Action]] = [("As it was recorded", lambda: self._take_over(None))]
        for number, side in enumerate(sides):
            entries.append((f"I play {side.name}", self._taking((number,))))
        entries += [("People play all sides", self._taking(tuple(range(len(sides))))), ("Back", Pop)]
        return Push(Menu(self.app, "Play on from here", entries))

    def _taking(self, sides: tuple[int, ...]) -> Action:
        return lambda: self._take_over(sides)

    def _take_over(self, humans: tuple[int, ...] | None) -> Reply:
        """A new skirmish with the answers so far; who plays a side is no matter of the rules."""
        scenario = self.timeline.scenario
        if humans is not None:
            computer = controllers()[0].name
            sides = []
            for number, side in enumerate(scenario.sides):
                other = side.controller if side.controller != HUMAN else computer
                sides.append(replace(side, controller=HUMAN if number in humans else other))
            scenario = replace(scenario, sides=tuple(sides))
        skirmish = Skirmish(scenario, self.timeline.ruleset)
        for answer in self.timeline.answers[: self.timeline.at]:
            skirmish.session.answer(answer)
        skirmish.settle()
        self.app.go(Reset(self.app.screens.title(self.app)))
        return Push(self.app.screens.battle(self.app, skirmish))

    # the screen

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: keys, buttons, the bar, the board."""
        match event.type:
            case pygame.KEYDOWN if command is not None:
                return self._command(command)
            case _ if self.pane.minimap.event(event):
                self.pointer = event.pos
                return None
            case pygame.MOUSEMOTION:
                self.pointer = event.pos
                if self.dragging:
                    self._jump(event.pos[0])
            case pygame.MOUSEBUTTONUP:
                self.dragging = False
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self.pointer = event.pos
                if self.bar.inflate(0, self.app.look.px(14)).collidepoint(event.pos):
                    self.dragging = True
                    self._jump(event.pos[0])
                    return None
                spot = under(self.spots, event.pos)
                if spot is not None and spot.act is not None:
                    return spot.act()
            case pygame.MOUSEWHEEL if self.areas.board.collidepoint(self.pointer):
                self.pane.zoom(event.y, self.pointer)
        return self.form.event(event, None)[1]

    def _command(self, command: str) -> Reply:
        match command:
            case "cancel":
                return Pop()
            case "help":
                return Push(help_screen(self.app))
            case "step_forward" | "step_back":
                return self._step(1 if command == "step_forward" else -1)
            case "turn_forward" | "turn_back":
                return self._turn(1 if command == "turn_forward" else -1)
            case "play":
                return self._play()
            case "to_start" | "to_end":
                return self._go(0 if command == "to_start" else len(self.timeline.answers))
            case "replay_speed":
                return self._faster()
            case "replay_side":
                return self._next_side()
            case "take_over":
                return self._ask_over()
        return None

    def _jump(self, x: int) -> None:
        share = (x - self.bar.x) / max(1, self.bar.width)
        self._go(round(share * len(self.timeline.answers)))

    def update(self, seconds: float) -> Reply:
        """Play."""
        self.pane.update(seconds)
        if not self.playing:
            return None
        self.owed = min(1.0, self.owed + seconds * self.pace)
        if self.owed >= 1 and not self.pane.busy:
            self.owed -= 1
            self._step(1)
        if self.timeline.at == len(self.timeline.answers):
            self.playing = False
            self.layout()
        return None

    def busy(self) -> bool:
        """Whether it plays or the view moves."""
        return self.playing or self.pane.moving

    def draw(self, surface: pygame.Surface) -> None:
        """Draw board, log, card, bar."""
        look, at, world = self.app.look, self.areas, self.table.world
        surface.fill(look.palette.back)
        clock = world.find(FIELD, Clock)
        active = clock.active if clock else None
        prefs, known = self.app.prefs, self.knowledge.board(self._sides())
        scene = Scene(
            world,
            self.timeline.ruleset,
            look.palette,
            active=active,
            grid=prefs.grid,
            coordinates=prefs.coordinates,
            soft=prefs.soft,
            board=ground(known, self.timeline.scenario.board),
            doors=doors(known, self.timeline.scenario.board),
            overlays=self.knowledge.overlays(self._sides()),
            hidden=self.knowledge.hidden(self._sides()),
            ghosts=tuple((unit, at.cell) for unit, at in self.knowledge.ghosts(self._sides()).items()),
        )
        self.pane.minimap.on = prefs.minimap and len(scene.overlays) < 2  # it knows no shroud
        self.pane.draw(surface, scene)
        request = self.table.skirmish.session.request
        asked = request.who if isinstance(request, Decision) else None
        note, ruleset = f"Replay: {self._next_words()}", self.timeline.ruleset
        self.spots = status_line.draw_status(surface, look, at.top, world, ruleset, asked, note, scene.hidden)
        self._draw_panels(surface, scene, active)
        surface.fill(look.palette.panel, at.options)
        self._draw_bar(surface)
        self.form.draw(surface)
        spot = under(self.spots, self.pointer)
        if spot is not None and spot.tip:
            skin.tooltip(surface, look, spot.tip, self.pointer)
        self.form.draw_tip(surface)

    def _next_words(self) -> str:
        """The next answer of the record, in words."""
        request = self.table.skirmish.session.request
        if self.timeline.at >= len(self.timeline.answers):
            return "the end of the record"
        answer = self.timeline.answers[self.timeline.at]
        if isinstance(request, Decision) and request.who in self.knowledge.hidden(self._sides()):
            return "somebody out of sight decides next"
        if isinstance(request, Decision) and isinstance(answer, str):
            return f"next {words.answered(self.timeline.ruleset, self.table.world, request, answer)}"
        return "dice fall next"

    def _draw_panels(self, surface: pygame.Surface, scene: Scene, active: int | None) -> None:
        look, at, world = self.app.look, self.areas, self.table.world
        if at.log.width:
            self._draw_log(surface, at.log)
        surface.fill(look.palette.panel, at.side)
        inner = at.side.inflate(-look.px(28), -look.px(20))
        unit = self.pane.unit_at(self.pointer, scene)
        unit = unit if unit is not None else active
        if unit is None or not world.has(unit, Unit) or unit in scene.hidden:
            return
        clip = surface.get_clip()
        surface.set_clip(inner)
        column = TextColumn(surface, look, inner)
        card = panels.card_of(self.timeline.ruleset, world, unit)
        panels.draw_card(column, self.timeline.ruleset, card, panels.number_of(world, unit))
        surface.set_clip(clip)
        self.spots += column.spots

    def _draw_log(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look = self.app.look
        surface.fill(look.palette.panel, rect)
        inner = rect.inflate(-look.px(20), -look.px(16))
        size = look.size("body")
        text.draw(surface, "Log", inner.topleft, size, look.palette.accent, bold=True)
        top = text.line_height(size) + look.px(4)
        inner = pygame.Rect(inner.x, inner.y + top, inner.width, inner.height - top)
        lines = rows(self.knowledge.log(self._sides(), self.battle_log.entries()), self.battle_log.view)[-_LINES:]
        self.spots += draw_rows(surface, look, inner, lines, 0, self.table.world, self._turn_row)[0]

    def _turn_row(self, row: LogRow) -> Reply:
        """Fold or unfold an action of the log."""
        if row.folds:
            self.battle_log.view.turn(row.entry.step)
            self.app.dirty = True
        return None

    def _draw_bar(self, surface: pygame.Surface) -> None:
        look, p, many = self.app.look, self.app.look.palette, max(1, len(self.timeline.answers))
        small = look.size("small")
        label = f"Step {self.timeline.at} of {len(self.timeline.answers)}"
        y = self.bar.y - text.line_height(small)
        text.draw(surface, label, (self.bar.x, y), small, p.dim)
        place = text.draw(surface, f"Seen by: {self._viewer()}", (self.bar.right, y), small, p.info, align="right")
        tip = ("As the next side saw it, or everything", f"Key {self.app.key('replay_side')}")
        self.spots.append(Spot(place, tip, self._next_side))
        skin.bar(surface, self.bar, self.timeline.at / many, p.accent, p.raised)
        for turn in self.timeline.turns:
            x = self.bar.x + round(self.bar.width * turn / many)
            surface.fill(p.line, (x, self.bar.bottom, 1, look.px(4)))
