"""A window without a screen, driven by real pygame events; used by the tests of the screens."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from game.map.scenario import quick
from game.skirmish.record import Skirmish
from game.ui import app as apps
from game.ui.battle import ranking
from game.ui.battle.chooser import GroupChooser
from game.ui.battle.option_groups import TABS
from game.ui.battle.screen import BattleScreen
from game.ui.kit.screen import Push
from game.ui.menus.title import Title

from .toyrules import Toy

FRAME = 0.05


def take_up(stage, battle, option):
    """Press number keys until the option's verb is taken up; its group."""
    found = battle.groups()
    group = next(one for one in found if option in one.options)
    if battle.open_tab() is None:
        digit = ranking.digits(battle)[found.index(group)]
        for _ in found if digit else ():
            stage.key(pygame.K_0 + digit, typed=str(digit))
            if battle.pending == group.options[0].key or battle.armed() == group.verb:
                return group
        for _ in range(99):
            stage.key(pygame.K_RIGHTBRACKET, typed="]")
            if battle.pending == group.options[0].key:
                return group
        raise AssertionError(f"{option.key} has no key")
    at = [name for name, _ in TABS].index(group.tab)
    for _ in found:
        stage.key(pygame.K_1 + at, typed=str(at + 1))
        if battle.armed() == group.verb or battle.chooser is not None:
            return group
    raise AssertionError(f"{option.key} was not taken up")


def take_listed(stage, battle, key):
    """Click an option in the list beside the pointer: its group first, where there are groups."""
    chooser = battle.chooser
    if isinstance(chooser, GroupChooser):
        tabs = [tab for tab, _ in TABS]
        tab = next(tab for tab, options in chooser.found.items() if key in [one.key for one in options])
        top = chooser.rect.y + chooser.pad + chooser.step * 3 // 2
        if chooser.tab != tab:
            stage.click((chooser.rect.x + 10, top + chooser.step * tabs.index(tab)))
        if battle.chooser is chooser:
            at = [one.key for one in chooser.options].index(key)
            assert at < len(TABS), "the list is longer than its window"
            stage.click((chooser.rect.right - 10, top + chooser.step * at))
        return
    at = [one.key for one in chooser.options].index(key)
    stage.click((chooser.rect.centerx, chooser.rect.y + chooser.step * at + chooser.step // 2))


class Stage:
    """An app with a clock of its own."""

    def __init__(self, size: tuple[int, int] = (1280, 800)) -> None:
        assert apps.start() is None
        self.time = 1000
        self.app = apps.open_window(now=lambda: self.time)
        if size != self.app.size:
            self.app.event(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))

    def close(self) -> None:
        """Let computers finish: one that still thinks touches the worlds of the next test."""
        for screen in self.app.stack:
            if isinstance(screen, BattleScreen):
                screen.table.wait()

    def tick(self, times: int = 1) -> None:
        for _ in range(times):
            self.time += int(FRAME * 1000)
            self.app.tick(FRAME)

    def wait(self, milliseconds: int = 400) -> None:
        self.time += milliseconds
        self.app.tick(FRAME)

    def down(self, key: int, mod: int = 0, typed: str = "") -> None:
        self.app.event(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=typed))

    def up(self, key: int) -> None:
        self.app.event(pygame.event.Event(pygame.KEYUP, key=key, mod=0))

    def key(self, key: int, mod: int = 0, typed: str = "") -> None:
        self.down(key, mod, typed)
        self.up(key)
        self.tick()

    def type(self, words: str) -> None:
        for letter in words:
            self.down(ord(letter.lower()), typed=letter)
            self.app.event(pygame.event.Event(pygame.TEXTINPUT, text=letter))
            self.up(ord(letter.lower()))
            self.tick()

    def move(self, place: tuple[int, int]) -> None:
        self.app.event(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
        self.tick()

    def click(self, place: tuple[int, int], button: int = 1) -> None:
        self.move(place)
        self.app.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=button))
        self.app.event(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=button))
        self.tick()

    def press(self, key: str) -> None:
        """Click the widget of that key."""
        widget = self.top.form.find(key)
        assert widget is not None, f"{type(self.top).__name__} has no widget {key!r}"
        self.click(widget.rect.center)

    @property
    def top(self):
        return self.app.top

    def name(self) -> str:
        return type(self.app.top).__name__

    def title(self) -> None:
        self.app.go(Push(Title(self.app)))
        self.tick()

    def battle(self, *who: str, map_name: str = "arena", seed: int = 1) -> BattleScreen:
        """A toy skirmish on the screen; `who` plays the sides."""
        self.title()
        scenario = quick(map_name, "toy", list(who or ("human", "human")), seed)
        battle = BattleScreen(self.app, Skirmish(scenario, Toy()).settle())
        self.app.change(speed=0)
        self.app.go(Push(battle))
        self.tick(2)
        return battle

    def reveal(self) -> None:
        """Press curtains away."""
        while self.name() == "Curtain":
            self.wait()
            self.key(pygame.K_RETURN)
            self.tick()


def toward(battle: BattleScreen):
    """The option a simple bot takes: strike, else walk towards an enemy, else end."""
    from game.kernel.components import Position, Unit

    request, world, grid = battle.request, battle.table.world, battle.board.grid
    assert request is not None
    side = battle.table.side()
    foes = [
        at.cell
        for unit, who, at in world.each(Unit, Position)
        if who.side != side and unit in battle.covered().values()
    ]

    def worth(option) -> tuple[int, str]:
        if option.verb in ("strike", "stand"):
            return -1, option.key
        if option.cell is None or not foes:
            return 999, option.key
        return min(grid.distance(option.cell, foe, "chebyshev") for foe in foes), option.key

    return min(request.options, key=worth)
