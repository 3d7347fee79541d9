"""The panel at the right: what to paint with, what the check finds, what was done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec
import pygame
from msgspec import Struct

from game.edit.issues import Issue
from game.edit.knowledge import knowledge
from game.edit.symmetry import TITLES
from game.ui import skin, text
from game.ui.editing import deeds, mirrors, palette
from game.ui.editing.kit import layer_of, tool_of
from game.ui.pen import Pen, Spot
from game.ui.screen import Reply

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing

Act = Callable[[], Reply]
_MEADOW = (140, 160, 104)  # dark things show on it


class Chip(Struct, frozen=True):
    """A small button with words."""

    words: str
    act: Act
    on: bool = False
    tip: tuple[str, ...] = ()
    side: int = 0


def paint(desk: Editing, surface: pygame.Surface, rect: pygame.Rect) -> list[Spot]:
    """The whole panel; its spots."""
    look = desk.app.look
    surface.fill(look.palette.panel, rect)
    inner = rect.inflate(-look.px(20), -look.px(12))
    clip = surface.get_clip()
    surface.set_clip(inner)
    pen = Pen(surface, look, inner, desk.offset)
    chips(pen, [Chip(title, _tab(desk, name), desk.tab == name) for name, title in deeds.TABS])
    pen.gap()
    {"paint": _paint_tab, "check": _check_tab, "history": _history_tab}[desk.tab](desk, pen)
    surface.set_clip(clip)
    desk.height = pen.height + look.px(12)
    most = max(0, desk.height - rect.height)
    if desk.offset > most:
        desk.offset = most
        return paint(desk, surface, rect)
    if most:
        share = rect.height / desk.height
        knob = pygame.Rect(rect.right - look.px(6), rect.y + round(desk.offset * share), look.px(4), 0)
        knob.height = round(rect.height * share)
        pygame.draw.rect(surface, look.palette.line, knob, border_radius=look.px(2))
    return pen.spots


def chips(pen: Pen, found: Sequence[Chip]) -> None:
    """Small buttons side by side, as many lines as they need."""
    look = pen.look
    size, pad, gap = look.size("small"), look.px(7), look.px(4)
    high = text.line_height(size) + look.px(6)
    x = pen.rect.x
    for chip in found:
        mark = look.px(18) if chip.side else 0
        wide = min(text.width(chip.words, size) + 2 * pad + mark, pen.rect.width)
        if x > pen.rect.x and x + wide > pen.rect.right:
            x, pen.y = pen.rect.x, pen.y + high + gap
        place = pygame.Rect(x, pen.y, wide, high)
        p = look.palette
        pygame.draw.rect(pen.surface, p.accent if chip.on else p.raised, place, border_radius=look.px(4))
        if chip.side:
            skin.side_mark(pen.surface, look, chip.side, (x + pad + look.px(5), place.centery), look.px(6))
        ink = p.ink if chip.on else p.text
        text.draw(
            pen.surface, chip.words, (x + pad + mark, place.y + look.px(3)), size, ink, room=wide - 2 * pad - mark
        )
        seen = place.clip(pen.rect)
        if seen.h > 0:
            pen.spots.append(Spot(seen, chip.tip, chip.act))
        x += wide + gap
    pen.y += high + gap if found else 0


def _head(pen: Pen, words: str) -> None:
    pen.gap(6)
    pen.line(words, pen.look.palette.accent, bold=True)
    pen.gap(2)


def _tab(desk: Editing, name: str) -> Act:
    def go() -> Reply:
        desk.tab, desk.offset = name, 0
        desk.serial += 1
        return None

    return go


def setter(desk: Editing, name: str, value: object) -> Act:
    """An action that puts a value into the kit."""

    def put() -> Reply:
        setattr(desk.kit, name, value)
        desk.serial += 1
        return None

    return put


def _form(desk: Editing, name: str, *more: object) -> Act:
    def push() -> Reply:
        from game.ui.editing import menu

        return menu.open_form(desk, name, *more)

    return push


def _toggle(desk: Editing, name: str, words: str, *tip: str) -> Chip:
    on = bool(getattr(desk.kit, name))
    return Chip(words, setter(desk, name, not on), on, tip)


# Painting


def _paint_tab(desk: Editing, pen: Pen) -> None:
    kit = desk.kit
    layer, tool = layer_of(kit.layer), tool_of(kit.tool)
    pen.line(f"{layer.title} · {tool.title}", pen.look.palette.accent, size="lead", bold=True)
    pen.line(tool.tip, pen.look.palette.dim, size="small")
    _tool_options(desk, pen)
    _layer_options(desk, pen)
    tiles(desk, pen, palette.items(desk))
    _symmetry(desk, pen)
    _selection(desk, pen)


def _tool_options(desk: Editing, pen: Pen) -> None:
    kit, found = desk.kit, list[Chip]()
    pen.gap(4)
    if kit.tool in ("brush", "line", "eraser", "scatter") and kit.layer not in ("units", "labels", "lights"):
        chips(pen, [Chip(str(n), setter(desk, "size", n), kit.size == n, (f"Brush {n} wide",)) for n in range(1, 8)])
        if desk.editor.draft.kind == "square":
            found += [
                Chip(name.capitalize(), setter(desk, "shape", name), kit.shape == name) for name in ("disc", "square")
            ]
    if kit.tool in ("rectangle", "hexagon", "ellipse") and kit.layer != "edges":
        found.append(_toggle(desk, "hollow", "Only the rim"))
    if kit.tool == "fill":
        found.append(_toggle(desk, "walls", "Walls stop it"))
        if desk.editor.draft.kind == "square":
            found.append(_toggle(desk, "diagonals", "Diagonally, too"))
    if kit.tool == "eraser":
        found.append(_toggle(desk, "every_layer", "All layers"))
    if kit.tool == "paste":
        found.append(_toggle(desk, "only_empty", "Only onto empty", "Nothing is replaced but plain grass"))
    chips(pen, found)
    if kit.tool == "scatter":
        names = knowledge().scatter
        chips(pen, [Chip(name.capitalize(), setter(desk, "mixture", name), kit.mixture == name) for name in names])
        chips(pen, [
            Chip(f"Density {kit.density} %", _form(desk, "scatter"), tip=("Density and seed",)),
            Chip(f"Seed {kit.seed}", setter(desk, "seed", kit.seed + 1), tip=("The next seed",)),
        ])  # fmt: skip


def _layer_options(desk: Editing, pen: Pen) -> None:
    kit, draft = desk.kit, desk.editor.draft
    if kit.layer == "terrain":
        chips(pen, [_toggle(desk, "blend", "Fitting transitions", "Banks about water, brush about woods ...")])
    elif kit.layer == "elevation":
        levels = [
            Chip(f"{n:+d}" if n else "0", _level(desk, n), kit.height == "set" and kit.level == n) for n in range(-3, 7)
        ]
        chips(pen, levels)
    elif kit.layer == "zones":
        chips(pen, [
            Chip("New zone", _form(desk, "zone")),
            *([Chip(f"Change {kit.zone}", _form(desk, "zone", kit.zone))] if kit.zone else []),
        ])  # fmt: skip
    elif kit.layer == "units":
        chips(pen, [
            Chip(each.name, setter(desk, "side", n), kit.side == n, (f"{each.size} units",), n + 1)
            for n, each in enumerate(draft.sides)
        ])  # fmt: skip
        chips(pen, [
            Chip("New side", _form(desk, "side")),
            *([Chip(f"Change {draft.sides[kit.side].name}", _form(desk, "side", kit.side))] if draft.sides else []),
        ])  # fmt: skip
    elif kit.layer == "labels":
        pen.line("Click a cell to write there.", size="small")
    elif kit.layer == "lights":
        pen.line("Click to place a light, drag to move it.", size="small")
        chips(pen, [
            Chip("Picture under the map", _form(desk, "backdrop")),
            *(Chip(f"Light {n + 1}", _form(desk, "light", n)) for n in range(len(draft.lights))),
        ])  # fmt: skip


def _level(desk: Editing, level: int) -> Act:
    def put() -> Reply:
        desk.kit.height, desk.kit.level = "set", level
        desk.serial += 1
        return None

    return put


def tiles(desk: Editing, pen: Pen, found: Sequence[palette.Item]) -> None:
    """Things to paint with: pictures where there are any, else words."""
    if not found:
        return
    pen.gap(4)
    if found[0].picture is None:
        now = palette.chosen(desk)
        chips(pen, [Chip(item.title, _choose(desk, item.key), item.key == now, item.tip) for item in found])
        return
    look, p = pen.look, pen.look.palette
    side, gap = look.px(38), look.px(5)
    across = max(1, (pen.rect.width + gap) // (side + gap))
    now = palette.chosen(desk)
    for number, item in enumerate(found):
        place = pygame.Rect(
            pen.rect.x + number % across * (side + gap), pen.y + number // across * (side + gap), side, side
        )
        seen = place.clip(pen.rect)
        if item.picture is None or not seen.h:
            continue
        pygame.draw.rect(pen.surface, _MEADOW if desk.kit.layer == "edges" else p.raised, place)
        image = item.picture(side)
        pen.surface.blit(image, image.get_rect(center=place.center))
        if item.key == now:
            pygame.draw.rect(pen.surface, p.back, place.inflate(4, 4), look.px(4))
            pygame.draw.rect(pen.surface, p.accent, place.inflate(4, 4), look.px(3))
        pen.spots.append(Spot(seen, item.tip, _choose(desk, item.key)))
    pen.y += -(-len(found) // across) * (side + gap)
    title = next((item.title for item in found if item.key == now), "")
    pen.line(title, size="small", bold=True)


def _choose(desk: Editing, key: str) -> Act:
    return lambda: palette.choose(desk, key)


def _symmetry(desk: Editing, pen: Pen) -> None:
    now = desk.editor.symmetry
    _head(pen, "Symmetry")
    key = desk.app.key("edit_symmetry")
    found = [Chip(TITLES[now.way], lambda: mirrors.next_symmetry(desk), now.way != "none", (f"Next one ({key})",))]
    if now.way != "none":
        source = {"either": "Either part leads", "top": "Upper part leads", "bottom": "Lower part leads"}
        words = source.get(now.source, f"{now.source.capitalize()} part leads")
        own, here = now.centre is not None, f"{desk.app.key('edit_centre')}: at the pointer"
        found += [
            Chip(words, lambda: mirrors.next_source(desk), tip=("Which part of the map the others follow",)),
            Chip("Sides swap", _swap(desk), now.swap, ("Sides and their zones change places, too",)),
            Chip("Own centre" if own else "Centre in the middle", _recentre(desk), own, ("Back to the middle", here)),
            Chip("Make all symmetric", _form(desk, "symmetrise")),
        ]  # fmt: skip
    chips(pen, found)


def _swap(desk: Editing) -> Act:
    now = desk.editor.symmetry
    return lambda: mirrors.symmetry(desk, msgspec.structs.replace(now, swap=not now.swap))


def _recentre(desk: Editing) -> Act:
    now = desk.editor.symmetry
    return lambda: mirrors.symmetry(desk, msgspec.structs.replace(now, centre=None))


def _selection(desk: Editing, pen: Pen) -> None:
    kit, count = desk.kit, desk.editor.selection.bit_count()
    _head(pen, f"Selection: {count} cells" if count else "Selection")
    joins = (("replace", "New"), ("add", "Add"), ("subtract", "Subtract"), ("intersect", "Intersect"))
    if kit.tool in ("select", "lasso", "wand"):
        chips(pen, [Chip(title, setter(desk, "join", name), kit.join == name) for name, title in joins])
    found = [Chip("All", _deed(desk, "edit_all")), Chip("Invert", _deed(desk, "edit_invert"))]
    if count:
        found += [
            Chip("None", _deed(desk, "edit_nothing")), Chip("Copy", _deed(desk, "edit_copy")),
            Chip("Cut", _deed(desk, "edit_cut")), Chip("Empty", _deed(desk, "edit_erase")),
            Chip("Paint it", _deed(desk, "edit_fill_selection")), Chip("Stamp", _deed(desk, "edit_stamp")),
            Chip("Crop the map", _form(desk, "crop")),
        ]  # fmt: skip
    found.append(Chip("Stamps", _deed(desk, "edit_stamps")))
    if desk.editor.clip is not None:
        found += [
            Chip("Paste", _deed(desk, "edit_paste")), Chip("Turn", _deed(desk, "edit_turn_right")),
            Chip("Mirror", _deed(desk, "edit_flip_h")),
        ]  # fmt: skip
    chips(pen, found)


def _deed(desk: Editing, command: str) -> Act:
    return lambda: deeds.do(desk, command)


# The check


def _check_tab(desk: Editing, pen: Pen) -> None:
    p = pen.look.palette
    name = desk.editor.ruleset.title if desk.editor.ruleset is not None else "no rules"
    chips(pen, [Chip(f"Rules: {name}", _form(desk, "rules")), Chip("Fairness", _form(desk, "fairness"))])
    pen.gap()
    if not desk.issues:
        pen.line("Nothing is wrong.", p.good)
    colors = {"error": p.bad, "warning": p.warn, "note": p.info}
    for issue in desk.issues:
        color = colors[issue.weight]
        top = pen.y
        pen.line(f"{issue.weight.capitalize()}: {issue.message}", color, size="small", act=_jump(desk, issue), indent=8)
        pen.surface.fill(color, (pen.rect.x, top, pen.look.px(3), pen.y - top))
        if issue.mend is not None:
            chips(pen, [Chip(issue.fix, _mend(desk, issue))])
        pen.gap(5)
    if any(issue.mend for issue in desk.issues):
        chips(pen, [Chip("Mend all", _form(desk, "mend"))])
    for fault in desk.editor.faults:
        pen.line(f"In the file: {fault}", p.dim, size="small")


def _jump(desk: Editing, issue: Issue) -> Act:
    def go() -> Reply:
        desk.jump(issue)
        return None

    return go


def _mend(desk: Editing, issue: Issue) -> Act:
    def go() -> Reply:
        desk.editor.mend(issue)
        desk.changed()
        desk.check()
        return None

    return go


# The undo list


def _history_tab(desk: Editing, pen: Pen) -> None:
    history, p = desk.editor.history, pen.look.palette
    saved = history.saved_at
    for at in reversed(range(len(history.commands))):
        title = history.commands[at].title + (" (saved)" if at == saved else "")
        color = p.accent if at == history.at else p.dim if at > history.at else p.text
        pen.line(title, color, size="small", bold=at == history.at, act=_go(desk, at))
        pen.gap(2)
    pen.gap()
    pen.line(f"{len(history.commands)} lines, {history.size / 2**20:.1f} MB", p.dim, size="small")


def _go(desk: Editing, at: int) -> Act:
    return lambda: deeds.go(desk, at)
