"""What each layer is painted with: the things to choose from, with pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import get_args

import pygame
from msgspec import Struct

from game.grid.grid import make_grid
from game.map.roster import Entry, Role
from game.map.terrain import kinds
from game.ui.board import tokens, walls
from game.ui.board.canvas import Canvas
from game.ui.board.unit_look import UnitLook
from game.ui.editing.desk import Desk
from game.ui.kit import art
from game.ui.kit.screen import Reply
from game.ui.kit.theme import Palette


class Item(Struct, frozen=True):
    """A thing to paint with: its key, its words, and what draws its picture in a size."""

    key: str
    title: str
    tip: tuple[str, ...]
    picture: Callable[[int], pygame.Surface] | None = None


def items(desk: Desk) -> list[Item]:
    """What there is to paint with on the layer in hand."""
    make = _ITEMS.get(desk.toolbox.layer)
    return make(desk) if make else []


def chosen(desk: Desk) -> str:
    """The key of what the present layer is painted with."""
    toolbox = desk.toolbox
    return {
        "terrain": toolbox.terrain,
        "edges": toolbox.edge,
        "props": toolbox.prop,
        "zones": toolbox.zone,
        "units": toolbox.unit or toolbox.role,
        "elevation": toolbox.height,
    }.get(toolbox.layer, "")


def choose(desk: Desk, key: str) -> Reply:
    """Take a thing in hand, and the brush, if the tool does not paint."""
    toolbox = desk.toolbox
    match toolbox.layer:
        case "terrain":
            toolbox.terrain = key
        case "edges":
            toolbox.edge = key
        case "props":
            toolbox.prop = key
        case "zones":
            toolbox.zone = key
        case "units":
            _choose_unit(desk, key)
        case "elevation":
            toolbox.height = next(name for name in ("up", "down", "set", "smooth") if name == key)
    if toolbox.tool in ("eraser", "eyedropper", "select", "lasso", "wand", "paste"):
        toolbox.tool = "brush"
    desk.serial += 1
    return None


def second(desk: Desk, key: str) -> Reply:
    """The right button paints with it from now on; once more, and it takes what lies there again."""
    if desk.toolbox.second.get(desk.toolbox.layer) == key:
        del desk.toolbox.second[desk.toolbox.layer]
    else:
        desk.toolbox.second[desk.toolbox.layer] = key
    desk.serial += 1
    return None


def swap(desk: Desk) -> Reply:
    """What the left and the right button paint with change places."""
    if not desk.toolbox.swap():
        desk.app.say("Right click a picture in the panel first: the right button paints with it then.")
    desk.serial += 1
    return None


def step(desk: Desk, steps: int) -> Reply:
    """The next thing, or the one before."""
    keys = [item.key for item in items(desk)]
    if keys:
        at = keys.index(chosen(desk)) if chosen(desk) in keys else -1
        tool = desk.toolbox.tool
        choose(desk, keys[(at + steps) % len(keys)])
        desk.toolbox.tool = tool
    return None


def _choose_unit(desk: Desk, key: str) -> None:
    role = next((name for name in get_args(Role) if name == key), None)
    if role is not None:
        desk.toolbox.role, desk.toolbox.unit = role, ""
    else:
        desk.toolbox.unit = key


# Items by layer


def _terrain(desk: Desk) -> list[Item]:
    found = []
    for name, kind in kinds().terrain.items():
        tip = (kind.title, f"Letter {kind.glyph}", *_facts(kind))
        found.append(Item(name, kind.title, tip, partial(art.picture, "terrain", name)))
    return found


def _facts(kind: object) -> tuple[str, ...]:
    """What a terrain or prop means, in few words."""
    found = []
    if getattr(kind, "impassable", False):
        found.append("Nobody gets in")
    if extra := getattr(kind, "extra", 0):
        found.append(f"Costs {extra} more to enter")
    if getattr(kind, "blocks_sight", False):
        found.append("Blocks the view")
    elif getattr(kind, "obstacle", False):
        found.append(f"Cover, {getattr(kind, 'protect', 0)} %")
    if hazard := getattr(kind, "hazard", ""):
        found.append(f"Danger: {hazard}")
    return tuple(found)


def _edges(desk: Desk) -> list[Item]:
    found = []
    for name, kind in kinds().edges.items():
        step = {"open": "Open", "low": "Can be climbed over", "closed": "Nothing passes"}[kind.step]
        tip = (kind.title, step, *_facts(kind))
        found.append(Item(name, kind.title, tip, partial(edge_picture, name)))
    return found


def _props(desk: Desk) -> list[Item]:
    return [
        Item(name, kind.title, (kind.title, *_facts(kind)), partial(art.picture, "props", name))
        for name, kind in kinds().props.items()
    ]


def _zones(desk: Desk) -> list[Item]:
    draft = desk.editor.draft
    return [
        Item(zone.name, zone.name, (zone.title or zone.name, f"{zone.kind}, {zone.cells.bit_count()} cells"))
        for zone in draft.zones
    ]


def _units(desk: Desk) -> list[Item]:
    palette, side = desk.app.look.palette, desk.toolbox.side
    found = [
        Item(
            role,
            role.capitalize(),
            (f"Role: {role}", "Each ruleset has a unit for it"),
            _unit_picture(desk, palette, side, Entry(role)),
        )
        for role in get_args(Role)
    ]
    ruleset = desk.editor.ruleset
    for name in ruleset.archetypes if ruleset is not None else ():
        tip = (name.replace("_", " ").capitalize(), f"Only for {ruleset.title}" if ruleset else "")
        found.append(Item(name, tip[0], tip, _unit_picture(desk, palette, side, Entry(unit=name))))
    return found


def _elevation(desk: Desk) -> list[Item]:
    return [
        Item("up", "Raise", ("Raise by a level",)),
        Item("down", "Lower", ("Lower by a level",)),
        Item("set", "Set", ("Set to the level below",)),
        Item("smooth", "Smooth", ("Each cell at the mean of those around it",)),
    ]


_ITEMS: dict[str, Callable[[Desk], list[Item]]] = {
    "terrain": _terrain,
    "edges": _edges,
    "props": _props,
    "zones": _zones,
    "units": _units,
    "elevation": _elevation,
}


@lru_cache(maxsize=64)
def edge_picture(name: str, size: int) -> pygame.Surface:
    """What stands on an edge, drawn across a picture."""
    grid = make_grid("square", 1, 2)
    canvas = Canvas(grid, size, pygame.Rect(0, size // 2, size, size))
    walls.paint(canvas, {grid.edge(0, grid.parse_direction("s")): name}, [grid.at(0, 0)])
    return canvas.finished()


def _unit_picture(desk: Desk, palette: Palette, side: int, entry: Entry) -> Callable[[int], pygame.Surface]:
    def make(size: int) -> pygame.Surface:
        gear = desk.bodies(entry, desk.editor.draft.grid.kind)[1]
        look = UnitLook(1, "", entry.role or "", entry.unit, side + 1, 0, 0, 1, None, gear=gear)
        image = tokens.blit_of(look, make_grid("square", 1, 1), size, palette)[0]
        found = pygame.Surface((size, size), pygame.SRCALPHA)  # the picture's clear rim may be wider, or missing
        found.blit(image, image.get_rect(center=(size // 2, size // 2)))
        return found

    return make
