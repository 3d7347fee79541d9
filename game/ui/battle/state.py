"""A battle as panels, input and drawing know it: the skirmish, what is asked, and what is looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from game.ai import responding
from game.ai.responding import Reply
from game.grid.grid import cells
from game.kernel.components import FIELD, Clock, Down, Footprint, Position, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.kernel.flow import Group as ActionGroup
from game.map.board import Board
from game.rules.ruleset import Overlay, Preview, Ruleset, offers_terms
from game.skirmish.record import Skirmish
from game.text import words
from game.ui.battle import layout, option_groups, visible
from game.ui.battle.board_view import BoardView
from game.ui.battle.chooser import Chooser, Doubt, GroupChooser
from game.ui.battle.deadline import Deadline, declining
from game.ui.battle.knowledge import Knowledge, Seeming, believed
from game.ui.battle.log_entries import BattleLog
from game.ui.battle.playing import Playing
from game.ui.battle.table import Table
from game.ui.battle.worths import Worths
from game.ui.kit import text_column
from game.ui.kit.picture_cache import PictureCache
from game.ui.kit.screen import Screen
from game.ui.kit.text_column import Spot
from game.ui.kit.widgets import Button
from game.ui.kit.window import App

V = TypeVar("V")
GUARD = 300  # milliseconds in which a new prompt takes no answer


class Battle:
    """One skirmish: who is asked what, what was derived from it, what is looked at, and how the window is divided."""

    def __init__(self, app: App, skirmish: Skirmish) -> None:
        self.app: App = app
        self.table: Table = Table(skirmish)
        self.table.asking.recall(app.prefs.orders)
        self.table.asking.foresee(self.table.human_sides())
        self.battle_log = BattleLog(self.table)
        self.knowledge = Knowledge(self.table)
        self.table.asking.seems = self.knowledge.seems
        self.ruleset: Ruleset = skirmish.ruleset
        self.areas = layout.areas(app)
        self.pane = BoardView(self.areas.board, skirmish.scenario.board, still=app.prefs.still)
        self.pane.animation.titles = dict(self.ruleset.titles)
        self.pane.open()
        self.playing = Playing(app, self.table, self.pane)
        self.noted = False  # the status line says that a computer thinks
        self.pointer = (-1, -1)
        self.cursor: int | None = None
        self.inspected: int | None = None
        self.pinned: int | None = None  # the cell that the tools measure from
        self.tool_at = 0  # when the key of a tool went down
        self.tab: ActionGroup | None = None  # the group of actions that was opened; None for the first that there is
        self.verb = ""  # the group whose places are shown; empty for all
        self.pending = ""  # the option that waits for its confirmation
        self.aim: int | None = None  # the foe that is to be attacked after the planned move
        self.drawn: tuple[int, ...] = ()  # the cells of a way that is being drawn, from where its unit stands
        self.going: tuple[int, tuple[Any, ...]] | None = None  # who goes a way that was drawn, and what is left of it
        self.follow: tuple[int, str, float] | None = None  # who attacks after a move, with what, and what that promised
        self.chooser: Chooser | Doubt | GroupChooser | None = None
        self.plain: tuple[int, Any, int] | None = None  # step, event, and who is asked all that it could do about it
        names = ("threat", "zones", "sight", "ruler", "log_filter", "log_tab")
        self.toggles = dict.fromkeys(names, False)
        self.offsets = {"side": 0, "log": 0, "options": 0}
        self.spots: list[Spot] = []
        self.buttons: list[Button] = []
        self.seat = 0  # the side that looks at the screen, when several people share it
        self.let_in = 0  # a side let in for its reactions
        self.veiled = False  # a curtain is down: nothing of the question may be seen
        self.asked_at = 0
        self.dragging = self.drawing = False
        self._asked: tuple[int, int] = (-1, -1)
        self._last_prompt: tuple[object, ...] = ()
        self.deadline = Deadline(app.now)
        self.painted = PictureCache()  # panels
        self._kept: dict[Any, Any] = {}
        self._pointed: tuple[object, int | None] = (None, None)  # where the pointer was, and its cell
        self.ending: Callable[[], Screen] = lambda: app.screens.ending(app, skirmish)  # what comes over the end
        self.ended = False  # whether the end was shown
        self.seen = False  # whether the present was drawn

    # what is asked, and what is derived from it

    @property
    def board(self) -> Board:
        """The board as it is known now: things break, and doors open."""
        sides = self.lookers()
        return self.keep(("board", *sides), lambda: self.knowledge.board(sides))

    def hidden(self) -> frozenset[int]:
        """The units that the side at the screen knows nothing of."""
        return self.keep(("hidden", self.seat, self.let_in), lambda: self.knowledge.hidden(self.lookers()))

    def lookers(self) -> list[int]:
        """The sides that look at the screen, none of which may see more than it knows."""
        seat, handover = self.let_in or self.seat, self.app.prefs.handover
        return self.keep(("lookers", seat, handover), lambda: visible.lookers(self.table, seat, handover=handover))

    @property
    def request(self) -> Decision | None:
        """What somebody at the screen is asked; None while others think, when an order answers, or all is over.

        It is put as it seems to that side: without those that it knows nothing of.
        """
        if self.table.thinking or self.veiled or not self.keep("asks", self._asks):
            return None
        seeming = self.seeming()
        return self.table.request if seeming is None else seeming.request

    @property
    def world(self) -> World:
        """The world as it seems to whoever is asked: what options, odds and overlays are found in."""
        seeming = self.seeming()
        return self.table.world if seeming is None else seeming.world

    def seeming(self) -> Seeming | None:
        """The present step as it seems to whoever is asked; None where it is what it seems."""
        return self.keep(("believed", self.seat, self.let_in), lambda: believed(self.table, self.hidden(), self.board))

    def _asks(self) -> bool:
        """Whether the question is put to somebody at the screen, and no order answers it."""
        self.table.asking.always = self.app.prefs.ask == "always"
        return self.table.human() and self.table.asking.ordered() is None

    def keep(self, key: Any, make: Callable[[], V]) -> V:
        """A value remembered until the next answer."""
        if key not in self._kept:
            self._kept[key] = make()
        found: V = self._kept[key]
        return found

    def groups(self) -> list[option_groups.Group]:
        """The options by verb, in the order in which they are shown."""
        return self.keep("groups", self._groups)

    def _groups(self) -> list[option_groups.Group]:
        found = option_groups.groups(self.request, self.ruleset.verbs)
        return option_groups.in_order(self.world, self.request, found) if self.request is not None else found

    def armed(self) -> str:
        """The verb whose places are shown, or whose one option waits; empty for none."""
        waiting = (group.verb for group in self.groups() if [one.key for one in group.options] == [self.pending])
        return self.verb or next(waiting, "")

    def replies(self) -> tuple[Reply, ...]:
        """Who of the side could break in on the present event, and with what: in place of the plain question."""
        request = self.request
        if request is None or self.table.is_turn() or self.plain == (self._now()[0], request.about, request.who):
            return ()
        session = self.seeming() or self.table.skirmish.session
        found = self.keep(("replies", self.seat, self.let_in), lambda: responding.replies(session))
        return found if len(found) > 1 or any(len(one.keys) > 1 for one in found) else ()

    def reply(self, key: str) -> Reply | None:
        """The reply that a button of that key stands for."""
        return next((one for number, one in enumerate(self.replies()) if key == f"reply {number}"), None)

    def open_tab(self) -> ActionGroup | None:
        """The group of actions whose buttons are shown; None where all are."""
        if not option_groups.tabbed(self.request):
            return None
        return self.tab or option_groups.first_tab(self.groups())

    def covered(self) -> dict[int, int]:
        """Cells and the units that stand there."""
        return self.keep(("covered", self.seat, self.let_in), self._cover)

    def _cover(self) -> dict[int, int]:
        world, grid = self.table.world, self.board.grid
        found, hidden = {}, self.hidden()
        for unit, _, at in world.each(Unit, Position):
            size = world.find(unit, Footprint)
            if not world.has(unit, Down) and unit not in hidden:
                found.update(dict.fromkeys(cells(grid.footprint(at.cell, size.shape if size else 1)), unit))
        return found

    def here(self) -> dict[int, tuple[Option, ...]]:
        """Options by cell, of the chosen verb or all."""
        return self.keep(
            ("here", self.verb),
            lambda: option_groups.at_cell(self.world, self.request, self.verb, self.covered(), self.ruleset.verbs),
        )

    def worths(self) -> Worths:
        """What the options promise and cost."""
        return self.keep("worths", lambda: Worths(self.world, self.request, self.ruleset, self.preview))

    def chosen_at(self, cell: int) -> list[Option]:
        """What a click on the cell takes up, the best first; empty where that is no choice between like things."""
        return self.keep(("chosen", self.verb, cell), lambda: self.worths().at(self.here().get(cell, ())))

    def option(self, key: str) -> Option | None:
        """The option of that key."""
        request = self.request
        return next((option for option in request.options if option.key == key), None) if request else None

    def option_title(self, option: Option) -> str:
        """An option in words."""
        return words.option(self.ruleset, self.table.world, option)

    def preview(self, key: str) -> Preview | None:
        """What the option of that key would do."""
        request, reply = self.request, self.reply(key)
        if request is None or not key or key.startswith("more "):
            return None
        if reply is not None:
            return reply.preview
        return self.keep(("preview", key), lambda: self.worths().foretold(request, key))

    def overlays(self, unit: int) -> tuple[Overlay, ...]:
        """The rules' own overlays of a unit."""
        return self.keep(("overlays", unit), lambda: self.ruleset.overlays(self.world, unit))

    def acted(self) -> frozenset[int]:
        """Who has had a turn in this round."""
        return self.keep("acted", lambda: self.ruleset.acted(self.table.world))

    # what is looked at

    def pointed(self) -> int | None:
        """The cell under the pointer or, with keys, under the cursor."""
        if self.cursor is not None:
            return self.cursor
        camera = self.pane.camera
        looked = (self.pointer, camera.origin, camera.size, camera.rect.size)
        if self._pointed[0] != looked:
            self._pointed = looked, self.pane.cell_at(self.pointer)
        return self._pointed[1]

    def hovered_options(self) -> tuple[Option, ...]:
        """The options under the pointer or, with keys, under the cursor."""
        cell = self.pointed()
        return self.here().get(cell, ()) if cell is not None else ()

    def looked_at(self) -> str:
        """The key of the option whose preview is shown."""
        if self.chooser is not None:
            return self.chooser.option.key if self.chooser.option is not None else ""
        button = next((one for one in self.buttons if one.rect.collidepoint(self.pointer)), None)
        if button is not None and (self.option(button.key) is not None or self.reply(button.key) is not None):
            return button.key
        if self.pending:
            return self.pending
        options, cell = self.hovered_options(), self.pointed()
        ranked = self.chosen_at(cell) if cell is not None else []
        return ranked[0].key if ranked else options[0].key if len(options) == 1 else ""

    def shown_preview(self) -> Preview | None:
        """What is looked at would do."""
        return self.preview(self.looked_at())

    def shown_unit(self) -> int | None:
        """Whose card is shown: who is pointed at, the aim of the option looked at, who is inspected, asked or acts.

        None at a side's first question: place, aims and rules greet whoever begins.
        """
        cell = self.pointed()
        under = self.covered().get(cell) if cell is not None else None
        request = self.table.request
        asked = request.who if request is not None else None
        clock = self.table.world.find(FIELD, Clock)
        reply = self.reply(self.looked_at())
        option = self.option(self.looked_at()) if reply is None else reply.option
        aim = option.unit if option is not None else None
        shown = [under, aim, self.inspected]
        if not self.table.greets():
            shown += [asked, clock.active if clock else None]
        for unit in shown:
            if unit is not None and self.table.world.has(unit, Unit) and unit not in self.hidden():
                return unit
        return None

    # time

    def seconds_left(self) -> int | None:
        """Until the question is declined; None if there is no hurry."""
        limit = self.app.prefs.prompt_seconds
        return self.deadline.left(limit) if limit and declining(self.request) is not None else None

    def outdated(self) -> bool:
        """Whether the skirmish went on since `renew`."""
        return self._now() != self._asked

    def _now(self) -> tuple[int, int]:
        session = self.table.skirmish.session
        return len(session.past), len(session.tape)

    def renew(self) -> None:
        """The skirmish went on: forget what was derived, note the new question."""
        self.app.dirty, self.seen = True, False
        self._kept.clear()
        self.painted.forget()
        opening = self._asked == (-1, -1)
        self._asked = self._now()
        self.tab, self.verb, self.pending, self.chooser, self.inspected, self.aim = None, "", "", None, None, None
        self.drawn = ()
        self.offsets["log"] = self.offsets["options"] = self.offsets["side"] = 0
        side = self.table.side()
        self.let_in = self.let_in if side == self.let_in else 0
        self.ended = self.ended and self.table.request is None
        request = self.table.request
        if request is not None and self.table.human() and not self.table.is_turn():
            self.table.asking.note(request)
        prompt = (side, self.table.is_turn(), request.question if request is not None else "")
        guarded = not self.table.is_turn() or prompt != self._last_prompt
        self.cursor = self.cursor if self.table.is_turn() else None  # who is asked is looked at, not what was before
        self.asked_at = self.app.now() if guarded else -GUARD
        self.deadline.begin()
        self._last_prompt = prompt
        dark = self.knowledge.unnoticed(self.lookers(), self.table.world.events, self.playing.played)
        self.playing.show(self.hidden(), dark, asked=self.keep("asks", self._asks))
        self._autosave()
        if not self.pane.busy:
            self.playing.reveal(self.request, at_once=opening)

    def look_anew(self) -> None:
        """Somebody else looks at the screen, who may know less, or more."""
        self._kept.clear()
        self.painted.forget()

    def _autosave(self) -> None:
        try:
            self.table.autosave()
        except OSError as error:
            self.app.say(f"The autosave could not be written: {error}")

    # answers

    def may_answer(self) -> bool:
        """Whether the prompt has been seen long enough to be answered."""
        waits = self.playing.holding or self.app.now() - self.asked_at < GUARD
        return self.request is not None and not waits

    def answer(self, key: str, how: str = "") -> None:
        """Answer the request; what only seemed possible is not."""
        asked = self.table.request
        if asked is not None and all(option.key != key for option in asked.options):
            self.pending, self.verb = "", ""
            self.app.say("Somebody unseen is in the way.")
            return
        self.table.answer(key, how)
        self.renew()

    def respond(self, number: int | None, *, further: bool = False) -> None:
        """One of the units that could break in does so, and the others do not; without a number nobody does.

        With `further` what it does is asked, instead of its best answer being taken.
        """
        if not self.may_answer():
            return
        answers = {}
        for at, one in enumerate(self.replies()):
            passing = one.question.declining()
            if at == number:
                further = further or not one.keys or (one.option is not None and one.option.final)
                answers[one.who] = one.keys if not further else one.keys[:1] if len(one.keys) > 1 else ()
                self.plain = (self._now()[0], one.question.about, one.who) if further else None
            elif passing is not None and (number is None or at < number):
                answers[one.who] = (passing.key,)
        self.table.asking.plan(answers)
        self.renew()

    def choose(self, key: str, *, sure: bool = False) -> None:
        """Take an option: what lies on the board waits for a second click or Enter, what is final for another key."""
        option = self.option(key)
        if option is None or not self.may_answer():
            return
        if option.final or offers_terms(self.ruleset, key):
            self.pending, self.verb = key, ""
            self.chooser = Doubt(self.app, option, self.option_title(option), self.areas.options)
        elif self.pending == key or option_groups.carries(option) or sure or not option_groups.placed(option):
            self.answer(key)
        else:
            self.pending = key
            cell = option_groups.cell_of(self.table.world, option)
            if cell is not None:
                self.pane.camera.reveal(cell, -0.5)  # what was clicked at stays under the pointer

    # the screen

    def layout(self) -> None:
        """Divide the window."""
        self.deadline.resume()
        self.painted.forget()
        self.areas = layout.areas(self.app, log_tab=self.toggles["log_tab"])
        self.pane.resize(self.areas.board)
        self.playing.choose()

    def spot(self) -> Spot | None:
        """What is under the pointer in the panels."""
        return text_column.under(self.spots, self.pointer)
