"""The set-up of a quick skirmish: map, ruleset, who plays which side; remembers the last one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pygame

from game.ai.controller import HUMAN, controllers, entry_of
from game.ai.profiles import players as player_files
from game.data.sheets import SheetError
from game.map.board import Board
from game.skirmish.record import Skirmish
from game.ui.battle.screen import BattleScreen
from game.ui.board import thumbnail
from game.ui.kit import choices, page, text
from game.ui.kit.form import Form
from game.ui.kit.notice import Notice, explained
from game.ui.kit.page import Line, Scroll
from game.ui.kit.prefs import Seat, SetUp
from game.ui.kit.rows import Rows, RowSpec
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.widgets import Button, Choice, Entry, ListBox, Row, Widget
from game.ui.kit.window import App
from game.ui.menus.house_rules import house_button, valid

_UNDO = [("fair", "Until dice fall or others decide"), ("free", "Always")]
_SWITCH = [(False, "None: everybody sees all"), (True, "Yes")]
_DEPLOY = [(False, "Automatic"), (True, "By hand")]
_KINDS: list[tuple[str, str]] = [
    ("all", "Maps and scenarios"),
    ("maps", "Maps"),
    ("scenarios", "Scenarios"),
    ("squares", "On squares"),
    ("hexes", "On hexes"),
]


class Setup:
    """Map on the left, its picture and description in the middle, everything else as rows."""

    scope = "menu"

    def __init__(self, app: App) -> None:
        self.app = app
        choices.forget()
        self.form = Form(app, "start")
        self.rows = Rows(app)
        self.words = Scroll()
        self.tab = "map"
        self.kind, self.sought = "all", ""
        self.small = False
        self.picture = pygame.Rect(0, 0, 0, 0)
        self.chosen = self._valid(app.prefs.set_up)

    def _valid(self, chosen: SetUp) -> SetUp:
        """The set-up with what is no longer there replaced by what is."""
        maps, rules = {name: stage.board for name, stage in choices.stages().items()}, choices.rulesets()
        map_name = chosen.map if chosen.map in maps else next(iter(maps), "")
        known = [name for name, _ in choices.controllers()]
        seats = chosen.seats
        if map_name and (map_name != chosen.map or len(seats) != len(maps[map_name].sides)):
            seats = choices.seats_for(maps[map_name])
        players = (entry_of(seat.controller) for seat in seats)  # older names have become others
        whos = [found.name if found is not None and found.name in known else HUMAN for found in players]
        seats = tuple(Seat(seat.name, who) for seat, who in zip(seats, whos, strict=True))
        ruleset = chosen.ruleset if chosen.ruleset in rules else next(iter(rules), "")
        if map_name and (scenario := choices.stages()[map_name].scenario) is not None:
            ruleset = scenario.ruleset
        house = {name: valid(chosen.house[name], rules[name]) for name in chosen.house if name in rules}
        return msgspec.structs.replace(chosen, map=map_name, ruleset=ruleset, seats=seats, house=house)

    @property
    def stage(self) -> choices.Stage | None:
        """The chosen map or scenario; None if there is none of that name."""
        return choices.stages().get(self.chosen.map)

    @property
    def listed(self) -> list[str]:
        """The maps and scenarios that the filters let through, and the chosen one with them."""
        return [
            name
            for name, stage in choices.stages().items()
            if name == self.chosen.map or (_is(stage, self.kind) and _mentions(stage, self.sought))
        ]

    @property
    def board(self) -> Board | None:
        """The chosen map, with a scenario's sides on it."""
        return self.stage.board if self.stage is not None else None

    # layout

    def layout(self) -> None:
        """Place what is seen: all at once where there is room, else two tabs."""
        look = self.app.look
        wide, high = self.app.size
        pad = look.px(28)
        self.small = wide < look.px(1000)
        top, bottom = look.px(70), high - look.px(64)
        if self.small:
            top += look.px(44)
        list_wide = wide - 2 * pad if self.small else look.px(300)
        widgets: list[Widget] = []
        if self.small:
            widgets += self._tabs(pygame.Rect(pad, look.px(66), wide - 2 * pad, look.px(36)))
        if not self.small or self.tab == "map":
            widgets += self._maps(pygame.Rect(pad, top, list_wide, bottom - top))
        rest = pygame.Rect(pad + list_wide + pad, top, wide - 3 * pad - list_wide, bottom - top)
        self.picture = pygame.Rect(0, 0, 0, 0)
        if self.small:
            rest = pygame.Rect(pad, top, wide - 2 * pad, bottom - top)
        else:
            self.picture = pygame.Rect(rest.x, rest.y, rest.width, min(look.px(270), rest.height * 2 // 5))
            rest = pygame.Rect(rest.x, self.picture.bottom + look.px(12), rest.width, 0)
            rest.height = bottom - rest.y
        if not self.small or self.tab == "rules":
            widgets += self.rows.put(self._specs(), rest)
        self.form.put(widgets + self._buttons(pad, high - look.px(52)))
        self._describe()

    def _tabs(self, rect: pygame.Rect) -> list[Widget]:
        def turning(tab: str) -> Callable[[], Reply]:
            def turn() -> Reply:
                self.tab = tab
                self.layout()
                return None

            return turn

        half = pygame.Rect(rect.x, rect.y, rect.width // 2 - 4, rect.height)
        right = half.move(rect.width // 2, 0)
        return [
            Button("tab-map", half, "Map", turning("map"), on=self.tab == "map"),
            Button("tab-rules", right, "Sides, rules", turning("rules"), on=self.tab == "rules"),
        ]

    def _maps(self, rect: pygame.Rect) -> list[Widget]:
        high, gap = self.app.look.px(36), self.app.look.px(6)
        kinds = pygame.Rect(rect.x, rect.y, rect.width, high)
        below = 2 * (high + gap)
        rect = pygame.Rect(rect.x, rect.y + below, rect.width, rect.height - below)
        box = ListBox("maps", rect, [], 0, self._pick_map, self._start_map, self.app.look.px(60))
        self._fill(box)
        return [
            Choice("kind", kinds, [*_KINDS], self.kind, lambda kind: self._filter(kind=kind)),
            Entry(
                "sought",
                kinds.move(0, high + gap),
                self.sought,
                lambda words: self._filter(sought=words),
                placeholder="Search",
            ),
            box,
        ]

    def _fill(self, box: ListBox) -> None:
        stages, look = choices.stages(), self.app.look
        size = (look.px(76), look.px(48))
        box.rows = [
            Row(stage.board.name, _about(stage), thumbnail.picture(stage.board, size, look.palette.key))
            for stage in (stages[name] for name in self.listed)
        ]
        box.at = self.listed.index(self.chosen.map) if self.chosen.map else 0

    def _filter(self, **fields: str) -> Reply:
        self.kind, self.sought = fields.get("kind", self.kind), fields.get("sought", self.sought)
        box = self.form.find("maps")
        assert isinstance(box, ListBox)
        self._fill(box)
        box.scroll(-len(box.rows))
        return None

    def _buttons(self, x: int, y: int) -> list[Widget]:
        look = self.app.look
        wide = min(look.px(220), (self.app.size[0] - 2 * x - look.px(12)) // 2)
        rect = pygame.Rect(self.app.size[0] - x - wide, y, wide, look.px(38))
        ready = bool(self.chosen.map and self.chosen.ruleset)
        start = Button("start", rect, "Start", self._start, hint=self.app.key("confirm"), kind="primary", enabled=ready)
        back = pygame.Rect(x, y, min(look.px(160), wide), look.px(38))
        return [start, Button("back", back, "Back", Pop, hint=self.app.key("cancel"))]

    def _specs(self) -> list[RowSpec]:
        own = self.stage.scenario if self.stage is not None else None
        rules = [(name, each.title) for name, each in choices.rulesets().items() if own is None or name == own.ruleset]
        specs = [self._choice("ruleset", "Ruleset", rules)]
        if choices.left_out():
            title = "Rulesets that cannot be used"
            specs.append(
                RowSpec(("left_out",), title, "", lambda rect: [explained(self.app, rect, title, choices.left_out())])
            )
        specs.append(RowSpec(("house",), "House rules", "What your table plays otherwise", self._house))
        specs += [self._seat(number, seat) for number, seat in enumerate(self.chosen.seats)]
        specs.append(self._deployment())
        specs.append(self._choice("undo", "Undo", _UNDO))
        specs.append(RowSpec(("handover",), "Curtain between people", "When the seat changes hands", self._curtain))

        def seed(rect: pygame.Rect) -> list[Widget]:
            return [
                Entry("seed", rect, self.chosen.seed, lambda words: self._set(seed=words), self._start, "(a new one)")
            ]

        return [*specs, RowSpec(("seed",), "Seed of the dice", "The same seed gives the same faces", seed)]

    def _deployment(self) -> RowSpec:
        """How units are placed, and beside it whom one sees: one row, so that all rows fit."""

        def make(rect: pygame.Rect) -> list[Widget]:
            half = rect.width // 2 - self.app.look.px(6)
            left = pygame.Rect(rect.x, rect.y, half, rect.height)
            right = pygame.Rect(rect.right - half, rect.y, half, rect.height)
            tip = ("Fog of war", "Whether foes that nobody of a side sees, and ground it never saw, are hidden.")
            return [
                Choice("by_hand", left, [*_DEPLOY], self.chosen.by_hand, lambda value: self._set(by_hand=value)),
                Choice("fog", right, self._fogs(), self.chosen.fog, lambda value: self._set(fog=value), tip),
            ]

        return RowSpec(("by_hand", "fog"), "Deployment, fog", "", make)

    def _fogs(self) -> list[tuple[str, str]]:
        """What may be hidden; the first is as the map or scenario has it."""
        stage = self.stage
        own: str = stage.board.fog if stage is not None else "off"
        if stage is not None and stage.scenario is not None:
            own = stage.scenario.settings.get("fog", own)
        return [("", f"Fog: as the map has it ({own})"), *choices.FOGS.items()]

    def _house(self, rect: pygame.Rect) -> list[Widget]:
        name, stage = self.chosen.ruleset, self.stage
        if name not in choices.rulesets():
            return []
        own = stage.scenario.settings if stage is not None and stage.scenario is not None else {}
        now = self.chosen.house
        rules, mine = choices.rulesets()[name], now.get(name, {})
        return [house_button(self.app, rect, rules, own, mine, lambda values: self._set(house={**now, name: values}))]

    def _curtain(self, rect: pygame.Rect) -> list[Widget]:
        def change(value: Any) -> Reply:
            self.app.change(handover=value)
            return None

        return [Choice("handover", rect, [*_SWITCH], self.app.prefs.handover, change)]

    def _choice(self, name: str, title: str, values: list[tuple[str, str]] | list[tuple[bool, str]]) -> RowSpec:
        def change(value: object) -> Reply:
            self._set(**{name: value})
            self.layout()  # other rows may depend on it: house rules are those of the ruleset
            return None

        def make(rect: pygame.Rect) -> list[Widget]:
            return [Choice(name, rect, [*values], getattr(self.chosen, name), change)]

        return RowSpec((name,), title, "", make)

    def _seat(self, number: int, seat: Seat) -> RowSpec:
        def change(**fields: str) -> Reply:
            seats = [*self.chosen.seats]
            seats[number] = msgspec.structs.replace(seats[number], **fields)
            return self._set(seats=tuple(seats))

        def make(rect: pygame.Rect) -> list[Widget]:
            half = rect.width // 2 - self.app.look.px(6)
            left = pygame.Rect(rect.x, rect.y, half, rect.height)
            right = pygame.Rect(rect.right - half, rect.y, half, rect.height)
            tips = {entry.name: entry.text for entry in controllers()}
            tip = tuple(tips.get(self.chosen.seats[number].controller, "Somebody at this screen").split("\n"))
            return [
                Choice(
                    f"who{number}",
                    left,
                    [*choices.controllers()],
                    seat.controller,
                    lambda who: change(controller=who),
                    tip,
                ),
                Entry(f"name{number}", right, seat.name, lambda words: change(name=words), self._start),
            ]

        board = self.board
        note = f"{board.sides[number].size} units" if board else ""
        return RowSpec((f"who{number}", f"name{number}"), f"Side {number + 1}", note, make, side=number + 1)

    def _describe(self) -> None:
        board = self.board
        if board is None:
            self.words = Scroll([Line("There is no map with two sides.")])
            return
        assert self.stage is not None
        lines = [Line(board.name, "head"), Line(_about(self.stage), "dim"), Line(board.description)]
        if (rules := choices.rulesets().get(self.chosen.ruleset)) is not None:
            lines += [Line("", "gap"), Line(rules.title, "head"), Line(rules.about)]
        for entry in controllers():
            if any(seat.controller == entry.name for seat in self.chosen.seats):
                lines += [Line("", "gap"), Line(f"Computer: {entry.title}", "head"), Line(entry.text)]
        lines += [Line(problem, "dim") for problem in player_files()[1]]
        self.words = Scroll(lines)

    # what is chosen

    def _set(self, **fields: object) -> Reply:
        self.chosen = msgspec.structs.replace(self.chosen, **fields)
        self._describe()
        return None

    def _pick_map(self, at: int) -> Reply:
        name = self.listed[at]
        if name != self.chosen.map:
            seats = choices.seats_for(choices.stages()[name].board)
            kept = [mine.controller for mine in self.chosen.seats]
            seats = tuple(
                Seat(seat.name, who) for seat, who in zip(seats, kept + [s.controller for s in seats], strict=False)
            )
            self.chosen = self._valid(msgspec.structs.replace(self.chosen, map=name, seats=seats))
            self.layout()
        return None

    def _start_map(self, at: int) -> Reply:
        self._pick_map(at)
        return self._start()

    def _start(self) -> Reply:
        if self.stage is None or not self.chosen.ruleset:
            return None
        self.app.change(set_up=self.chosen)
        try:
            rules = choices.rulesets()[self.chosen.ruleset]
            skirmish = Skirmish(choices.scenario_of(self.chosen, self.stage), rules).settle()
        except (ValueError, LookupError, SheetError) as error:
            return Push(Notice(self.app, "This cannot be set up", [Line(str(error))], size=(560, 320)))
        self.app.go(Pop())
        return Push(BattleScreen(self.app, skirmish))

    # the screen

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: widgets, scrolling, Esc."""
        if command == "cancel":
            return Pop()
        over_rows = self.rows.area.collidepoint(self.form.pointer)
        wheel = event.type == pygame.MOUSEWHEEL and over_rows and self.rows.scroll(-event.y)
        if wheel or (self.rows.specs and self.rows.follow(self.form, command)):
            self.layout()
        if event.type == pygame.MOUSEWHEEL and self.words.rect.collidepoint(self.form.pointer):
            self.words.event(event, command, self.app.look)
        return self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the picture with its words, the rows, the widgets."""
        look = self.app.look
        page.ground(surface, self.app, "New skirmish")
        if self.picture.width and self.board is not None:
            self._draw_map(surface)
        if not self.small or self.tab == "rules":
            self.rows.draw(surface)
        self.form.draw(surface)
        if not choices.rulesets():
            place, size = (look.px(28), look.px(52)), look.size("body")
            text.draw(surface, "No ruleset could be read.", place, size, look.palette.bad)
        self.form.draw_tip(surface)

    def _draw_map(self, surface: pygame.Surface) -> None:
        look, board = self.app.look, self.board
        assert board is not None
        room = (self.picture.width * 3 // 5, self.picture.height)
        image = thumbnail.picture(board, room, look.palette.key)
        surface.blit(image, self.picture.topleft)
        left = self.picture.x + image.get_width() + look.px(20)
        words = pygame.Rect(left, self.picture.y, self.picture.right - left, self.picture.height)
        self.words.draw(surface, look, words)

    def leave(self) -> None:
        """Take the text fields away."""
        self.form.close()


def _is(stage: choices.Stage, kind: str) -> bool:
    """Whether a map or scenario is of that kind (`_KINDS`)."""
    if kind in ("maps", "scenarios"):
        return (stage.scenario is not None) == (kind == "scenarios")
    return kind == "all" or (stage.board.kind == "hex") == (kind == "hexes")


def _mentions(stage: choices.Stage, words: str) -> bool:
    """Whether name, description, ruleset and size mention every one of the words."""
    said = f"{stage.board.name} {stage.board.description} {_about(stage)}".casefold()
    return all(word in said for word in words.casefold().split())


def _about(stage: choices.Stage) -> str:
    """`24 × 16 squares, 2 sides, 12 units`; of a scenario the ruleset, units and squares."""
    board = stage.board
    kind = "hexes" if board.kind == "hex" else "squares"
    units = sum(side.size for side in board.sides)
    size = f"{board.width} × {board.height} {kind}"
    if stage.scenario is not None:
        return f"{choices.rulesets()[stage.scenario.ruleset].title}: {units} units, {size}"
    return f"{size}, {len(board.sides)} sides, {units} units"
