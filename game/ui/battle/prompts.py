"""Standing orders, and what the help says about a battle."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.kernel.components import Unit
from game.rules.ruleset import Ruleset
from game.text import names
from game.ui.battle.table import Table
from game.ui.kit import page
from game.ui.kit.form import Form
from game.ui.kit.page import Line
from game.ui.kit.rows import Rows, RowSpec
from game.ui.kit.screen import Pop, Reply
from game.ui.kit.standing_orders import ALWAYS, ASK, LEAST, Order, renewed
from game.ui.kit.widgets import Button, Choice, Widget
from game.ui.kit.window import App


class StandingOrders:
    """Standing orders: for each question somebody at the screen was asked, ask or answer, perhaps by the chance."""

    scope = "menu"

    def __init__(self, app: App, table: Table) -> None:
        self.app, self.table, self.asking = app, table, table.asking
        self.whom = ""
        self.form = Form(app)
        self.rows = Rows(app)
        self.known = self.asking.questions()

    def layout(self) -> None:
        """Place what is seen: whom the orders are for, then one row a question and side."""
        look, rect = self.app.look, self._rect()
        inside = rect.inflate(-look.px(36), -look.px(36))
        area = pygame.Rect(inside.x, inside.y + look.px(76), inside.width, inside.height - look.px(128))
        sides = {side for side, whom, _ in self._whoms() if whom == self.whom}
        known = [row for row in self.known if row[0] in sides]
        specs = [self._for_whom(), *(spec for row in known for spec in self._rows_of(*row))]
        widgets: list[Widget] = self.rows.put(specs, area) if self.known else []
        button = pygame.Rect(inside.right - look.px(160), inside.bottom - look.px(36), look.px(160), look.px(36))
        widgets.append(Button("close", button, "Close", Pop, hint=self.app.key("cancel"), kind="primary"))
        self.form.put(widgets)

    def _whoms(self) -> list[tuple[int, str, str]]:
        """(side, key, words) of everybody whom an order can be for: all of a side, a kind of unit, one unit."""
        world, archetypes = self.table.world, self.table.skirmish.ruleset.archetypes
        sides = self.table.human_sides()
        units = [(unit, entry) for unit, entry in world.each(Unit) if entry.side in sides]
        found = [(side, "", "Everybody") for side in sides]
        for _, entry in units:
            kind = archetypes.get(entry.sheet)
            found.append((entry.side, entry.sheet, f"Every {kind.title}" if kind is not None else entry.sheet))
        found += [(entry.side, entry.name, names.unit_name(world, unit)) for unit, entry in units]
        return list(dict.fromkeys(found))

    def _for_whom(self) -> RowSpec:
        values = list({whom: said for _, whom, said in self._whoms()}.items())

        def change(whom: str) -> Reply:
            self.whom = whom
            self.layout()
            return None

        def make(rect: pygame.Rect) -> list[Widget]:
            return [Choice("whom", rect, [*values], self.whom, change)]

        return RowSpec(("whom",), "Orders for", "The narrowest that fits counts", make)

    def _rows_of(self, side: int, question: str, verbs: tuple[str, ...]) -> list[RowSpec]:
        """The answer, and below it what must be likely where the answer leaves something to chance."""
        ruleset, world = self.table.skirmish.ruleset, self.table.world
        values = [(ASK, "As set"), *((verb, names.title(ruleset, verb)) for verb in verbs), (ALWAYS, "Ask always")]
        key, order = f"{side} {question}", self.asking.orders.get((side, question, self.whom))
        verb = order.verb if order is not None else ASK

        def make(rect: pygame.Rect) -> list[Widget]:
            return [Choice(key, rect, [*values], verb, self._changing(side, question, "verb"))]

        title = names.title(ruleset, question)
        first = RowSpec((key,), title, names.side_name(world, side), make, side=self.table.number_of(side))
        results = self.asking.results(side, question, verb)
        return [first, self._condition(key, order, side, results)] if order is not None and results else [first]

    def _condition(self, key: str, order: Order, side: int, results: tuple[str, ...]) -> RowSpec:
        chances = [(0, "Always"), *((least, f"if at least {least} %") for least in LEAST)]
        result = order.result if order.result in results else results[0]
        keys: tuple[str, ...] = (f"{key} least", f"{key} result") if order.least else (f"{key} least",)

        def make(rect: pygame.Rect) -> list[Widget]:
            half = rect.width // 2 - self.app.look.px(4)
            left = pygame.Rect(rect.x, rect.y, half if order.least else rect.width, rect.height)
            right = pygame.Rect(rect.right - half, rect.y, half, rect.height)
            change = self._changing(side, order.question, "least", result=result)
            found: list[Widget] = [Choice(keys[0], left, [*chances], order.least, change)]
            if order.least:
                shown = [(one, one) for one in results]
                found.append(Choice(keys[1], right, shown, result, self._changing(side, order.question, "result")))
            return found

        return RowSpec(keys, "When", "Else it is asked" if order.least else "", make)

    def _changing(self, side: int, question: str, field: str, **more: str) -> Callable[[str | int], Reply]:
        def change(value: str | int) -> Reply:
            fields = {**more, field: value}
            if field == "verb":
                fields |= {"result": "", "least": 0}
            order = self.asking.command(side, question, self.whom, **fields)
            self.app.change(orders=renewed(self.app.prefs.orders, order))
            self.layout()
            return None

        return change

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 720, 520)

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: rows and Esc."""
        if command in ("cancel", "orders"):
            return Pop()
        if self.known and self.rows.moved(self.form, event, command):
            self.layout()
        return self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened battle."""
        page.behind(surface, self.app)
        inside = page.window(surface, self.app, self._rect(), "Standing orders")
        how = "everything is asked" if self.app.prefs.ask == "always" else "you are asked when it concerns one of yours"
        note = f"As set: {how}. Orders are kept for other skirmishes with these rules; answers stand in the log."
        if not self.known:
            note = "These rules ask nobody anything in the middle of an action."
        page.draw_line(surface, self.app.look, Line(note, "dim"), inside.topleft, inside.width)
        if self.known:
            self.rows.draw(surface)
        self.form.draw(surface)
        self.form.draw_tip(surface)


def battle_help(ruleset: Ruleset) -> list[Line]:
    """How a battle is played, before the list of keys."""
    return [
        Line(f"Playing {ruleset.title}", "head"),
        *(Line(words) for words in ruleset.titles.get("guide", "").splitlines()),
        Line("", "gap"),
        Line("Point at a cell or a unit to see what can be done there and what would come of it."),
        Line("Click once to plan it, a second time (or Enter) to do it. Right click or Esc takes the plan back."),
        Line("The buttons below the board are the actions; grey ones say under the pointer why they cannot be done."),
        Line("In a turn 1 to 8 take up a group of actions, and the next one in it; nothing is done before Enter."),
        Line("While something is shown, Space or a right click ends it and Esc skips to your next question."),
        Line(
            "A tick on a unit says that it had its turn; close by, a bolt that it can still break in on others,"
            " and a number on a white disc for how many rounds a condition still lasts."
        ),
        Line("Numbers with dots below them explain themselves under the pointer, rule by rule."),
    ]
