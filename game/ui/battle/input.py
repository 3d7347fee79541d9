"""Keys and mouse in a battle, turned into what the battle does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pygame

from game.data import disk
from game.kernel.components import FIELD, Clock, Position
from game.text import names
from game.ui.battle import advice, cursor, drawn_way, log_panel, menu, option_groups
from game.ui.battle.answering import (
    choose_from,
    confirm,
    list_here,
    other_way,
    pass_on,
    press_number,
    quiet,
    take,
    take_chosen,
)
from game.ui.battle.prompts import StandingOrders, battle_help
from game.ui.battle.state import Battle
from game.ui.kit import audio, commands, prefs, save_files
from game.ui.kit.notice import Palette, help_screen
from game.ui.kit.screen import Pop, Push, Reply

_HELD = 400  # milliseconds after which a tool's key counts as held
Command: TypeAlias = "Callable[[Battle], Reply]"
_ANSWERS = ("confirm", "end_turn", "redo", *(f"verb_{n}" for n in range(1, 10)))


def event(battle: Battle, event: pygame.event.Event, command: str | None) -> Reply:
    """React to one event."""
    if battle.table.thinking:
        return None
    match event.type:
        case pygame.KEYDOWN if command is not None:
            if command in _ANSWERS and battle.request is not None and not battle.may_answer():
                return None
            return do(battle, command)
        case pygame.KEYUP:
            _released(battle, event)
        case _ if battle.chooser is None and battle.pane.minimap.event(event):
            battle.pointer, battle.cursor = event.pos, None
        case pygame.MOUSEMOTION:
            _moved(battle, event)
        case pygame.MOUSEBUTTONDOWN if event.button == 1:
            battle.pointer, battle.cursor = event.pos, None
            return _click(battle, event.pos)
        case pygame.MOUSEBUTTONDOWN if event.button == 2:
            battle.dragging = True
        case pygame.MOUSEBUTTONUP:
            _let_go(battle, event.button)
        case pygame.MOUSEBUTTONDOWN if event.button == 3:
            return _right_click(battle, event.pos)
        case pygame.MOUSEWHEEL:
            _wheel(battle, event.y)
    return None


def skips(battle: Battle, event: pygame.event.Event, command: str | None) -> bool:
    """Whether a key or a right click ends or skips what is shown; what was begun is cancelled first."""
    begun = battle.chooser is not None or battle.drawn or battle.pending or battle.verb
    holding = battle.playing.holding
    if event.type == pygame.MOUSEBUTTONDOWN and battle.areas.board.collidepoint(event.pos):
        command = {1: "confirm" if holding else None, 3: "end_turn" if battle.pane.busy else None}.get(event.button)
    if command is None or begun or not battle.playing.takes(command):
        return False
    if holding:
        battle.asked_at = battle.app.now()  # what is asked next comes up now
    return True


def do(battle: Battle, command: str) -> Reply:
    """Do a command, or take the option of that key (the palette offers both)."""
    if command.startswith("cursor_"):
        return cursor.move(battle, command.removeprefix("cursor_"))
    if command.startswith("verb_"):
        return press_number(battle, int(command.removeprefix("verb_")) - 1)
    act = _COMMANDS.get(command)
    if act is not None:
        return act(battle)
    if battle.option(command) is not None:
        battle.choose(command, sure=True)
    return None


# mouse


def _moved(battle: Battle, event: pygame.event.Event) -> None:
    battle.pointer, battle.cursor = event.pos, None
    if battle.drawing:
        cell = battle.pane.cell_at(event.pos)
        if cell is not None:
            drawn_way.extend(battle, cell)
    if battle.dragging:
        battle.pane.pan(*event.rel)
    if battle.chooser is not None:
        battle.chooser.hover(event.pos)


def _let_go(battle: Battle, button: int) -> None:
    if button == 1:
        battle.drawing = False
    elif button == 2:
        battle.dragging = False


def _click(battle: Battle, place: tuple[int, int]) -> Reply:
    if battle.chooser is not None:
        key = battle.chooser.click(place)
        if key is not None:
            take_chosen(battle, key)
        return None
    for button in battle.buttons:
        if button.rect.collidepoint(place):
            audio.play(("click",), battle.app.prefs.interface)
            return button.click(place)
    spot = battle.spot()
    if spot is not None and spot.act is not None:
        return spot.act()
    cell = battle.pane.cell_at(place)
    measuring = battle.toggles["ruler"] or battle.toggles["sight"]
    if cell is not None and measuring and pygame.key.get_mods() & pygame.KMOD_SHIFT:
        battle.pinned = None if battle.pinned == cell else cell
    elif cell is not None:
        stands = drawn_way.stands(battle)
        take(battle, cell, place, further=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
        if cell == stands == drawn_way.stands(battle):
            battle.drawn, battle.drawing = (cell,), True
    return None


def _right_click(battle: Battle, place: tuple[int, int]) -> Reply:
    """A list of all that can be done at a place, else take back what is planned, else the card of the unit there."""
    cell = battle.pane.cell_at(place)
    options = battle.here().get(cell, ()) if cell is not None and battle.chooser is None else ()
    several = len(options) > 1 or (options and cell in battle.covered())
    if cell is not None and several and option_groups.tabbed(battle.request) and battle.may_answer():
        choose_from(battle, options, place, cell)
        return None
    if battle.chooser is not None or battle.pending or battle.verb or drawn_way.is_drawn(battle):
        return _cancel(battle)
    battle.inspected = battle.covered().get(cell) if cell is not None else None
    return None


def _wheel(battle: Battle, steps: int) -> None:
    areas, look = battle.areas, battle.app.look
    for name, rect in (("log", areas.log), ("side", areas.side), ("options", areas.options)):
        if rect.collidepoint(battle.pointer):
            way = 1 if name == "log" else -1  # the log hangs from its end
            battle.offsets[name] = max(0, battle.offsets[name] + way * steps * look.px(40))
            return
    if areas.board.collidepoint(battle.pointer):
        battle.pane.zoom(steps, battle.pointer)


# options


def _cancel(battle: Battle) -> Reply:
    if battle.chooser is not None:
        take_chosen(battle, "")
    elif battle.table.advice is not None:
        battle.table.advice = None
    elif battle.drawn:
        battle.drawn = ()
    elif battle.pending:
        battle.pending, battle.aim = "", None
    elif battle.verb:
        battle.verb = ""
    elif battle.inspected is not None:
        battle.inspected = None
    elif battle.cursor is not None:
        battle.cursor = None
    elif _may_decline(battle):
        return pass_on(battle) if battle.may_answer() else None
    else:
        return _menu(battle)
    return None


def _may_decline(battle: Battle) -> bool:
    """Whether somebody is asked in another's act and can let it pass."""
    request = battle.request
    return request is not None and not battle.table.is_turn() and request.declining() is not None


def _undo(battle: Battle, *, reopen: bool = False) -> Reply:
    refusal = battle.table.reopen() if reopen else battle.table.undo()
    if refusal is not None:
        why = names.lower(battle.ruleset, refusal)
        battle.app.say(f"Undo is not possible: {why}.")
    else:
        battle.going = battle.follow = None
        battle.renew()
        battle.app.say("Undone.")
    return None


def _redo(battle: Battle) -> Reply:
    if battle.table.redo():
        battle.renew()
        battle.app.say("Done again.")
    else:
        battle.app.say("There is nothing to do again.")
    return None


def _quick_save(battle: Battle) -> Reply:
    save_files.keep(battle.app.say, save_files.QUICK, battle.table.text())
    return None


def _quick_load(battle: Battle) -> Reply:
    path = save_files.path_of(save_files.QUICK)
    if not disk.is_file(path):
        battle.app.say("There is no quick save yet.")
        return None
    return battle.app.screens.open_save(battle.app, path)


def _save_as(battle: Battle) -> Reply:
    return Push(menu.Saving(battle.app, battle.table))


def _menu(battle: Battle) -> Reply:
    def find() -> Reply:
        battle.app.go(Pop())
        return _palette(battle)

    return Push(menu.menu(battle, find))


def _toggle(name: str) -> Command:
    def turn(battle: Battle) -> Reply:
        battle.toggles[name] = not battle.toggles[name]
        battle.app.say(f"{_TOGGLES[name]}: {'on' if battle.toggles[name] else 'off'}")
        return None

    return turn


_TOGGLES = {
    "threat": "What enemies could attack next turn",
    "zones": "Zones of control",
    "sight": "Line of sight to the pointer",
    "ruler": "Ruler",
    "log_filter": "Log of the shown unit only",
}


def _tool(name: str) -> Command:
    """Switch a tool; a key that is held goes back when it is let go (see `_released`)."""

    def turn(battle: Battle) -> Reply:
        battle.tool_at, battle.pinned = battle.app.now(), None
        return _toggle(name)(battle)

    return turn


def _released(battle: Battle, event: pygame.event.Event) -> None:
    """A tool's key that was held is up again."""
    for name in ("sight", "ruler"):
        key = commands.key_of(event).removeprefix("shift+")  # which may have pinned a cell meanwhile
        if key in battle.app.bound[name] and battle.app.now() - battle.tool_at >= _HELD:
            battle.toggles[name], battle.pinned = False, None


def _prefer(name: str) -> Command:
    def turn(battle: Battle) -> Reply:
        battle.app.change(**{name: not getattr(battle.app.prefs, name)})
        return None

    return turn


def _log(battle: Battle) -> Reply:
    if battle.areas.log_fits:
        battle.app.change(log=not battle.app.prefs.log)
    else:
        battle.toggles["log_tab"] = not battle.toggles["log_tab"]
    battle.layout()
    return None


def _speed(battle: Battle) -> Reply:
    at = prefs.SPEEDS.index(battle.app.prefs.speed)
    speed = prefs.SPEEDS[(at + 1) % len(prefs.SPEEDS)]
    battle.app.change(speed=speed, speed_theirs=None, speed_reactions=None)
    battle.playing.choose()
    battle.app.say(f"Pace of animations: {prefs.pace_words(speed)}")
    return None


def _zoom(steps: int) -> Command:
    def zoom(battle: Battle) -> Reply:
        battle.pane.zoom(steps)
        return None

    return zoom


def _pan(x: int, y: int) -> Command:
    def go(battle: Battle) -> Reply:
        step = battle.pane.camera.size * 1.5
        battle.pane.pan(x * step, y * step)
        return None

    return go


def _fit(battle: Battle) -> Reply:
    battle.pane.fit()
    battle.app.say(f"The whole map, at {battle.pane.camera.percent} %")
    return None


def _active(battle: Battle) -> Reply:
    clock = battle.table.world.find(FIELD, Clock)
    at = battle.table.world.find(clock.active, Position) if clock and clock.active is not None else None
    if at is not None:
        battle.pane.centre_on(at.cell)
    return None


def _inspect(battle: Battle) -> Reply:
    battle.inspected = battle.shown_unit()
    return None


def _palette(battle: Battle) -> Reply:
    request = battle.request
    options = [(one.cell is not None, one.key, battle.option_title(one)) for one in request.options] if request else []
    extra = [[(key, title) for placed, key, title in options if placed is last] for last in (False, True)]
    return Push(Palette(battle.app, "board", lambda name: do(battle, name), *extra))


_COMMANDS: dict[str, Command] = {
    "confirm": confirm,
    "cancel": _cancel,
    "end_turn": pass_on,
    "other_way": other_way,
    "list_here": list_here,
    "draw_way": cursor.draw_way,
    "undo": _undo,
    "reopen": lambda battle: _undo(battle, reopen=True),
    "quiet_turn": lambda battle: quiet(battle, whole_round=False),
    "quiet_round": lambda battle: quiet(battle, whole_round=True),
    "redo": _redo,
    "quick_save": _quick_save,
    "quick_load": _quick_load,
    "save_as": _save_as,
    "menu": _menu,
    "threat": _toggle("threat"),
    "zones": _toggle("zones"),
    "sight": _tool("sight"),
    "ruler": _tool("ruler"),
    "log_filter": _toggle("log_filter"),
    "log_side": log_panel.next_side,
    "log_kind": log_panel.next_kind,
    "log_fold": log_panel.fold,
    "log_save": log_panel.save,
    "grid": _prefer("grid"),
    "minimap": _prefer("minimap"),
    "coordinates": _prefer("coordinates"),
    "log": _log,
    "speed": _speed,
    "zoom_in": _zoom(1),
    "zoom_out": _zoom(-1),
    "fit": _fit,
    "pan_up": _pan(0, -1),
    "pan_down": _pan(0, 1),
    "pan_left": _pan(-1, 0),
    "pan_right": _pan(1, 0),
    "active": _active,
    "inspect": _inspect,
    "palette": _palette,
    "hint": lambda battle: advice.ask(battle, hint=True),
    "why": lambda battle: advice.ask(battle, hint=False),
    "orders": lambda battle: Push(StandingOrders(battle.app, battle.table)),
    "help": lambda battle: Push(help_screen(battle.app, battle_help(battle.ruleset))),
    "next_target": lambda battle: cursor.next_target(battle, 1),
    "previous_target": lambda battle: cursor.next_target(battle, -1),
    "next_unit": lambda battle: cursor.next_unit(battle, 1),
    "previous_unit": lambda battle: cursor.next_unit(battle, -1),
}
