"""The keys: every command by group with what it is done by, and a window that waits for a new key for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.ui.kit import binding, commands, page
from game.ui.kit.commands import Command
from game.ui.kit.form import Form
from game.ui.kit.notice import SCOPES, Notice
from game.ui.kit.page import Line
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.widgets import Button, Choice, ListBox, Row, Widget
from game.ui.kit.window import App

_DEVICES = [(False, "Keyboard"), (True, "Gamepad")]
_WAITS = 10.0  # seconds for a key: whoever has only a gamepad gets out, too


class Keys:
    """Commands of one group and device; below the list, what can be done about the chosen one's keys."""

    scope = "menu"

    def __init__(self, app: App, group: str = "board") -> None:
        self.app, self.group, self.pad = app, group, app.padded
        self.at = 0
        self.form = Form(app, "list")

    @property
    def shown(self) -> list[Command]:
        """The commands of the group."""
        return [command for command in commands.COMMANDS if command.scope == self.group]

    @property
    def chosen(self) -> Command:
        """The marked command."""
        return self.shown[min(self.at, len(self.shown) - 1)]

    def layout(self) -> None:
        """Place what is seen: group and device beside the heading, the list, the chosen one's keys, two buttons."""
        look, (wide, high) = self.app.look, self.app.size
        pad, gap, tall = look.px(28), look.px(12), look.px(36)
        half = min(look.px(230), (wide - 2 * pad - look.px(80) - gap) // 2)
        group = pygame.Rect(wide - pad - 2 * half - gap, look.px(18), half, tall)
        device = group.move(half + gap, 0)
        strip = pygame.Rect(pad, high - look.px(100), min(wide - 2 * pad, look.px(860)), tall)
        area = pygame.Rect(pad, look.px(66), strip.width, strip.y - gap - look.px(66))
        rows = [self._row(command) for command in self.shown]
        back = pygame.Rect(pad, high - look.px(52), min(look.px(220), (wide - 3 * pad) // 2), tall)
        self.form.put(
            [
                Choice("group", group, [*SCOPES.items()], self.group, self._regroup),
                Choice("device", device, list(_DEVICES), self.pad, self._switch),
                ListBox("list", area, rows, self.at, self._pick, self._listen, look.px(38)),
                *self._strip(strip, gap),
                Button("back", back, "Back", Pop, kind="primary", hint=self.app.key("cancel")),
                Button("all", back.move(back.width + gap, 0), "All as usual", self._all, enabled=bool(self._own())),
            ]
        )

    def _own(self) -> dict[str, tuple[str, ...]]:
        return self.app.prefs.keys

    def _row(self, command: Command) -> Row:
        """A command with its keys, and those of the user's own that are another's already."""
        keys = binding.of_device(self.app.bound[command.id], pad=self.pad)
        lost = binding.of_device(binding.unheard(self._own(), self.app.bound, command), pad=self.pad)
        note = "".join(_taken(command, key, self.app.bound) for key in lost[:1])
        return Row(command.title, note, keys=tuple(dict.fromkeys(map(commands.key_shown, keys))))

    def _strip(self, rect: pygame.Rect, gap: int) -> list[Widget]:
        """Of the chosen command: take each key away, give it another, give it back the usual ones."""
        keys = binding.of_device(self.app.bound[self.chosen.id], pad=self.pad)
        wide = (rect.width + gap) // (len(keys) + 2) - gap
        places = [pygame.Rect(rect.x + n * (wide + gap), rect.y, wide, rect.height) for n in range(len(keys) + 2)]
        title = self.chosen.title
        found: list[Widget] = [
            Button(f"key {key}", places[n], f"Remove {_name(key)}", self._removal(key),
                   tip=(f"{_name(key)} no longer stands for “{title}”.",))
            for n, key in enumerate(keys)
        ]  # fmt: skip
        tip = (f"Then press the key for “{title}”.",)
        changed = self.chosen.id in self._own()
        return [
            *found,
            Button("add", places[-2], "Add a key", lambda: self._listen(self.at), tip=tip),
            Button("usual", places[-1], "As usual", self._usual, enabled=changed, tip=(_usual_words(self.chosen),)),
        ]

    # what the widgets do

    def _regroup(self, group: Any) -> Reply:
        self.group, self.at = group, 0
        self.layout()
        return None

    def _switch(self, pad: Any) -> Reply:
        self.pad = pad
        self.layout()
        return None

    def _pick(self, at: int) -> Reply:
        self.at = at
        self.layout()
        return None

    def _listen(self, at: int) -> Reply:
        self.at = at
        return Push(Listening(self.app, self.chosen, self._heard))

    def _heard(self, key: str) -> Reply:
        """A key was pressed for the chosen command: it has it, or is asked whom it is taken from."""
        bound, command = self.app.bound, self.chosen
        self.pad = commands.is_pads(key)
        others = binding.rivals(command, key, bound)
        needy = binding.stranded(others, key, bound)
        if needy:
            words = f"{_name(key)} is the only key of “{needy[0].title}”, and nothing works without that."
            remedy = f"Give “{needy[0].title}” another key first, or take another one for “{command.title}”."
            return Push(Notice(self.app, f"{_name(key)} is needed", [Line(words), Line(remedy)], size=(560, 260)))
        if not others:
            return self._give(command, key)
        said = " and ".join(f"“{one.title}” ({SCOPES[one.scope].lower()})" for one in others)
        asked = Line(f"{_name(key)} stands for {said}. Take it for “{command.title}”?")
        buttons = (("Take it", lambda: self._give(command, key)), ("Cancel", None))
        lines = [asked, Line(self._left(others, key), "dim")]
        return Push(Notice(self.app, f"{_name(key)} is taken", lines, buttons, size=(560, 260)))

    def _left(self, others: list[Command], key: str) -> str:
        """What the others would have without it."""
        found = []
        for other in others:
            rest = tuple(one for one in self.app.bound[other.id] if one != key)
            keys = commands.shown(rest) or commands.shown(rest, pad=True)
            found.append(f"“{other.title}” keeps {keys}." if keys else f"“{other.title}” is left without a key.")
        return " ".join(found)

    def _give(self, command: Command, key: str) -> Reply:
        before = self.app.bound[command.id]
        self._store(binding.given(self._own(), self.app.bound, command, key))
        gone = " and ".join(_name(one) for one in before if one not in self.app.bound[command.id])
        more = f", {gone} no longer: {binding.MOST} are the most" if gone else ""
        self.app.say(f"{_name(key)} stands for “{command.title}” now{more}.")
        return None

    def _removal(self, key: str) -> Callable[[], Reply]:
        def remove() -> Reply:
            command = self.chosen
            if binding.stranded([command], key, self.app.bound):
                self.app.say(f"“{command.title}” needs a key: add another one first.")
                return None
            self._store(binding.without(self._own(), self.app.bound, command, key))
            return None

        return remove

    def _usual(self) -> Reply:
        command, bound = self.chosen, self.app.bound
        robbed = binding.robbed(self._own(), bound, command)
        self._store(binding.usual(self._own(), bound, command))
        taken = " and ".join(f"“{one.title}”" for one in robbed)
        self.app.say(f"“{command.title}” has its usual keys again" + (f", taken from {taken}." if taken else "."))
        return None

    def _all(self) -> Reply:
        def forget() -> Reply:
            self._store({})
            return None

        lines = [Line("Every command gets the keys again that it had at first. Your own are forgotten.")]
        return Push(Notice(self.app, "All keys as usual?", lines, (("All as usual", forget), ("Cancel", None)),
                           size=(560, 240)))  # fmt: skip

    def _store(self, keys: dict[str, tuple[str, ...]]) -> None:
        self.app.change(keys=keys)
        self.layout()

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: widgets, Esc."""
        return Pop() if command == "cancel" else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the form."""
        page.ground(surface, self.app, "Keys")
        self.form.draw(surface)
        self.form.draw_tip(surface)


class Listening:
    """A window that waits for the key of a command. No key stands for anything here."""

    scope = ""

    def __init__(self, app: App, command: Command, heard: Callable[[str], Reply]) -> None:
        self.app, self.command, self.heard = app, command, heard
        self.left = _WAITS
        self.form = Form(app)

    def layout(self) -> None:
        """Place the button."""
        look, rect = self.app.look, self._rect()
        place = pygame.Rect(0, 0, min(look.px(200), rect.width - look.px(36)), look.px(36))
        place.bottomright = rect.right - look.px(18), rect.bottom - look.px(16)
        self.form.put([Button("cancel", place, "Cancel", Pop)])

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 520, 240)

    def update(self, seconds: float) -> Reply:
        """Nobody pressed anything for long: back."""
        self.left -= seconds
        return Pop() if self.left <= 0 else None

    def busy(self) -> bool:
        """The seconds that are left are counted down."""
        return True

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """Take the first key that comes; a held one is what opened the window."""
        if event.type != pygame.KEYDOWN or event.key in self.app.held:
            return self.form.event(event, None)[1]
        key = binding.pressed(event)
        if not key:
            return None
        if key == "escape" and self.command.id != "cancel":
            return Pop()
        self.app.go(Pop())
        return self.heard(key)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened screen below."""
        look = self.app.look
        page.behind(surface, self.app)
        inside = page.window(surface, self.app, self._rect(), self.command.title)
        y = inside.y
        for line in (Line("Press the key for it, or the button of a gamepad."), Line(self._way_out(), "dim")):
            y += page.draw_line(surface, look, line, (inside.x, y), inside.width)
        self.form.draw(surface)

    def _way_out(self) -> str:
        seconds = f"{max(1, round(self.left))} s"
        if self.command.id == "cancel":
            return f"Without one it stays as it is in {seconds}."
        return f"Esc leaves it as it is, and so does waiting for {seconds}."


def _name(key: str) -> str:
    return commands.key_shown(key)


def _taken(command: Command, key: str, bound: commands.Bindings) -> str:
    other = next(iter(binding.rivals(command, key, bound)), None)
    return f"{_name(key)} stands for “{other.title}” already: add another key" if other is not None else ""


def _usual_words(command: Command) -> str:
    keys = [words for pad in (False, True) if (words := commands.shown(command.keys, pad=pad))]
    return f"Usually: {', '.join(keys) or 'no key'}."
