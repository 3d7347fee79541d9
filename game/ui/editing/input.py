"""Keys and mouse in the editor, turned into tools, panels and deeds."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.edit.draft import units_of
from game.grid.grid import Cell
from game.ui.editing import actions, eyedropper, importing, placing, tools
from game.ui.editing.desk import Desk
from game.ui.editing.stroke import Mods, Place
from game.ui.kit.screen import Reply


def event(desk: Desk, event: pygame.event.Event, command: str | None) -> Reply:
    """Give one event to panels, tools or commands; what the screen has to do then."""
    desk.mods = _held()
    if desk.stroke is None and desk.pane.minimap.event(event):
        desk.pointer, desk.place = event.pos, None
        return None
    match event.type:
        case pygame.KEYDOWN if command is not None:
            return actions.do(desk, command)
        case pygame.MOUSEMOTION:
            _moved(desk, event)
        case pygame.MOUSEBUTTONDOWN if event.button == 1:
            return _pressed(desk, event.pos)
        case pygame.MOUSEBUTTONUP if event.button in (1, 3):
            if desk.stroke is not None and not desk.stroke.keyed and desk.stroke.second == (event.button == 3):
                tools.release(desk)
                desk.changed()
        case pygame.MOUSEBUTTONDOWN if event.button == 2:
            desk.panning = True
        case pygame.MOUSEBUTTONUP if event.button == 2:
            desk.panning = False
        case pygame.MOUSEBUTTONDOWN if event.button == 3:
            return _right(desk, event.pos)
        case pygame.MOUSEWHEEL:
            _wheel(desk, event.y)
        case pygame.DROPFILE:
            return importing.dropped(desk, Path(event.file))
    return None


def _held() -> Mods:
    mods = pygame.key.get_mods()
    return Mods(
        bool(mods & pygame.KMOD_SHIFT), bool(mods & (pygame.KMOD_CTRL | pygame.KMOD_META)), bool(mods & pygame.KMOD_ALT)
    )


def _moved(desk: Desk, event: pygame.event.Event) -> None:
    desk.pointer = event.pos
    if desk.panning:
        desk.pane.camera.pan(-event.rel[0], -event.rel[1])
    if desk.stroke is not None and desk.stroke.keyed:
        return
    desk.cursor = None
    desk.place = desk.at(event.pos)
    if desk.stroke is not None and desk.place is not None:
        tools.drag(desk, desk.place)


def _pressed(desk: Desk, pos: tuple[int, int]) -> Reply:
    desk.pointer, desk.cursor = pos, None
    place = desk.at(pos)
    if place is None:
        spot = desk.spot()
        return spot.act() if spot is not None and spot.act is not None else None
    desk.place = place
    desk.cropping = False
    if desk.stroke is not None:
        tools.release(desk)
    if desk.mods.alt:
        _pick(desk, place)
    else:
        tools.press(desk, place)
    return None


def _right(desk: Desk, pos: tuple[int, int]) -> Reply:
    """Gives a stroke up; else paints with the second thing, if there is one; else the eyedropper."""
    desk.pointer, desk.cursor = pos, None
    place = desk.at(pos)
    if tools.cancel(desk):
        desk.changed()
    elif place is None:
        spot = desk.spot()
        return spot.other() if spot is not None and spot.other is not None else None
    elif desk.mods.alt or not tools.press_second(desk, place):
        _pick(desk, place)
    return None


def _pick(desk: Desk, place: Place) -> None:
    eyedropper.pick(desk, place)
    desk.serial += 1


def _wheel(desk: Desk, steps: int) -> None:
    if desk.areas.side.collidepoint(desk.pointer):
        most = max(0, desk.height - desk.areas.side.height)
        desk.offset = max(0, min(most, desk.offset - steps * desk.app.look.px(48)))
        desk.serial += 1
    elif desk.mods.ctrl:
        actions.resize_brush(desk, steps)
    elif not (desk.toolbox.layer == "units" and _turn(desk, -steps)):
        desk.pane.camera.zoom(steps, desk.pointer)
        desk.place = desk.at(desk.pointer)


def _turn(desk: Desk, steps: int) -> bool:
    cell: Cell | None = desk.place.cell if desk.place is not None else None
    return cell is not None and cell in units_of(desk.editor.draft) and placing.turn(desk, cell, steps)
