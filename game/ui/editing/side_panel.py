"""The panel at the right: what to paint with, what the check finds, what was done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec
import pygame

from game.edit.knowledge import knowledge
from game.edit.symmetry import TITLES
from game.ui.editing import chips, cropping, findings, palette, scatter_form, symmetry
from game.ui.editing.chips import Chip
from game.ui.editing.toolbox import HELD, layer_of, tool_of
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import Pen, Spot

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing

TABS = (("paint", "Paint"), ("check", "Check"), ("history", "History"))
Act = Callable[[], Reply]
_MEADOW = (140, 160, 104)  # dark things show on it


def paint(desk: Editing, surface: pygame.Surface, rect: pygame.Rect) -> list[Spot]:
    """The whole panel; its spots."""
    look = desk.app.look
    surface.fill(look.palette.panel, rect)
    inner = rect.inflate(-look.px(20), -look.px(12))
    clip = surface.get_clip()
    surface.set_clip(inner)
    pen = Pen(surface, look, inner, desk.offset)
    chips.row(pen, [Chip(_tab_words(desk, name, title), _tab(desk, name), desk.tab == name) for name, title in TABS])
    pen.gap()
    {"paint": _paint_tab, "check": findings.check, "history": findings.history}[desk.tab](desk, pen)
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


def _head(pen: Pen, words: str) -> None:
    pen.gap(6)
    pen.line(words, pen.look.palette.accent, bold=True)
    pen.gap(2)


def _tab_words(desk: Editing, name: str, title: str) -> str:
    """The check's tab tells from afar how much is wrong."""
    count = sum(issue.weight != "note" for issue in desk.issues)
    return f"{title}: {count}" if name == "check" and count else title


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


def _toggle(desk: Editing, name: str, words: str, *tip: str) -> Chip:
    on = bool(getattr(desk.kit, name))
    return Chip(words, setter(desk, name, not on), on, tip)


# Painting


def _paint_tab(desk: Editing, pen: Pen) -> None:
    kit = desk.kit
    layer, tool = layer_of(kit.layer), tool_of(kit.tool)
    pen.line(f"{layer.title} · {tool.title}", pen.look.palette.accent, size="lead", bold=True)
    placing = tool.name == "brush" and kit.layer in ("units", "labels", "lights")
    pen.line(layer.tip if placing else tool.tip, pen.look.palette.dim, size="small")
    _tool_options(desk, pen)
    _layer_options(desk, pen)
    tiles(desk, pen, palette.items(desk) if kit.tool != "scatter" else [])
    if desk.editor.draft.backdrop is not None:
        pen.gap(4)
        words = ("hidden", "fainter", "as it is set")[desk.clearness]
        tip = ("While you draw", f"Next one ({desk.app.key('edit_backdrop')})")
        chips.row(pen, [Chip(f"Picture: {words}", chips.deed(desk, "edit_backdrop"), desk.clearness < 2, tip)])
    _symmetry(desk, pen)
    _selection(desk, pen)


def _tool_options(desk: Editing, pen: Pen) -> None:
    kit, found = desk.kit, list[Chip]()
    pen.gap(4)
    if kit.tool in ("brush", "line", "eraser", "scatter") and kit.layer not in ("units", "labels", "lights"):
        chips.row(
            pen, [Chip(str(n), setter(desk, "size", n), kit.size == n, (f"Brush {n} wide",)) for n in range(1, 8)]
        )
        if desk.editor.draft.kind == "square":
            found += [
                Chip(name.capitalize(), setter(desk, "shape", name), kit.shape == name) for name in ("disc", "square")
            ]
    if kit.tool in ("rectangle", "hexagon", "ellipse") and kit.layer != "edges":
        found.append(_toggle(desk, "hollow", "Only the rim"))
    if kit.tool == "wand":
        found.append(_toggle(desk, "everywhere", "Same terrain everywhere", "Also cells that do not hang together"))
    if kit.tool == "fill" or (kit.tool == "wand" and not kit.everywhere):
        found.append(_toggle(desk, "walls", "Walls stop it"))
        if desk.editor.draft.kind == "square":
            found.append(_toggle(desk, "diagonals", "Diagonally, too"))
    if kit.tool == "eraser":
        found.append(_toggle(desk, "every_layer", "All layers"))
    if kit.tool == "paste":
        found.append(_toggle(desk, "only_empty", "Only onto empty", "Nothing is replaced but plain grass"))
    chips.row(pen, found)
    if kit.tool == "scatter":
        names = knowledge().scatter
        chips.row(pen, [Chip(name.capitalize(), setter(desk, "mixture", name), kit.mixture == name) for name in names])
        chips.row(pen, [
            Chip(f"Density {kit.density} %", chips.form(desk, "scatter"), tip=("Density, seed and weights",)),
            Chip("Weights", chips.form(desk, "scatter"), tip=("How often each thing falls",)),
            Chip(f"Seed {kit.seed}", setter(desk, "seed", kit.seed + 1), tip=("The next seed",)),
        ])  # fmt: skip
        pen.line(scatter_form.shares(scatter_form.things(kit)), size="small")


def _layer_options(desk: Editing, pen: Pen) -> None:
    kit, draft = desk.kit, desk.editor.draft
    if kit.layer == "terrain":
        tip = ("Banks about water, brush about woods ...: on the map's own ground, never on what was painted",)
        chips.row(pen, [Chip("Fitting transitions", _blend(desk), kit.blend, tip)])
    elif kit.layer == "elevation":
        levels = [
            Chip(f"{n:+d}" if n else "0", _level(desk, n), kit.height == "set" and kit.level == n) for n in range(-3, 7)
        ]
        chips.row(pen, levels)
    elif kit.layer == "zones":
        chips.row(pen, [
            Chip("New zone", chips.form(desk, "zone")),
            *([Chip(f"Change {kit.zone}", chips.form(desk, "zone", kit.zone))] if kit.zone else []),
        ])  # fmt: skip
    elif kit.layer == "labels":
        chips.row(pen, [
            Chip("Words on the map", setter(desk, "remark", False), not kit.remark),
            Chip("Comments", setter(desk, "remark", True), kit.remark, ("For co-authors; players never see them",)),
        ])  # fmt: skip
        for each in draft.comments:
            said = f"{each.by}: {each.text}" if each.by else each.text
            pen.line(said, pen.look.palette.info, size="small", act=_look_at(desk, each.at), indent=8)
            pen.gap(3)
    elif kit.layer == "units":
        chips.row(pen, [
            Chip(each.name, setter(desk, "side", n), kit.side == n, (f"{each.size} units",), n + 1)
            for n, each in enumerate(draft.sides)
        ])  # fmt: skip
        chips.row(pen, [
            *_side_chips(desk),
            Chip("New side", chips.form(desk, "side")),
        ])  # fmt: skip
    elif kit.layer == "lights":
        chips.row(pen, [
            Chip("Picture under the map", chips.form(desk, "backdrop")),
            *(Chip(f"Light {n + 1}", chips.form(desk, "light", n)) for n in range(len(draft.lights))),
        ])  # fmt: skip


def _blend(desk: Editing) -> Act:
    """Whether the brush lays transitions: kept for the next map, too."""

    def go() -> Reply:
        desk.kit.blend = not desk.kit.blend
        desk.app.change(blend=desk.kit.blend)
        return None

    return go


def _look_at(desk: Editing, at: tuple[float, float]) -> Act:
    def go() -> Reply:
        cell = desk.editor.draft.grid.cell_at_px(at[0], at[1], 1.0)
        if cell is not None:
            desk.pane.camera.centre_on(cell)
        return None

    return go


def _side_chips(desk: Editing) -> list[Chip]:
    """What can be told of the side in hand."""
    kit, sides = desk.kit, desk.editor.draft.sides
    if not sides:
        return []
    name = sides[kit.side].name
    return [
        Chip(f"Change {name}", chips.form(desk, "side", kit.side)),
        Chip("Ways to win", chips.form(desk, "goals", kit.side), tip=(f"How {name} wins",)),
        Chip("Reserve", chips.form(desk, "reserve", kit.side), tip=(f"Who of {name} deploys in its zone",)),
    ]


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
        chips.row(pen, [Chip(item.title, _choose(desk, item.key), item.key == now, item.tip) for item in found])
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
        if item.key == desk.kit.second.get(desk.kit.layer):
            corner = [
                place.bottomright,
                place.move(0, -look.px(14)).bottomright,
                place.move(-look.px(14), 0).bottomright,
            ]
            pygame.draw.polygon(pen.surface, p.info, corner)
        other = _second(desk, item.key) if desk.kit.layer in HELD else None
        pen.spots.append(Spot(seen, item.tip, _choose(desk, item.key), other))
    pen.y += -(-len(found) // across) * (side + gap)
    title = next((item.title for item in found if item.key == now), "")
    right = next((item.title for item in found if item.key == desk.kit.second.get(desk.kit.layer)), "")
    pen.line(f"{title}; right button: {right}" if right else title, size="small", bold=True)


def _second(desk: Editing, key: str) -> Act:
    return lambda: palette.second(desk, key)


def _choose(desk: Editing, key: str) -> Act:
    return lambda: palette.choose(desk, key)


def _crop(desk: Editing) -> Act:
    """Shows the frame first, and crops when it is shown."""
    return lambda: cropping.end(desk) if desk.cropping else cropping.begin(desk)


def _symmetry(desk: Editing, pen: Pen) -> None:
    now = desk.editor.symmetry
    _head(pen, "Symmetry")
    key = desk.app.key("edit_symmetry")
    found = [Chip(TITLES[now.way], lambda: symmetry.next_symmetry(desk), now.way != "none", (f"Next one ({key})",))]
    if now.way != "none":
        source = {"either": "Either part leads", "top": "Upper part leads", "bottom": "Lower part leads"}
        words = source.get(now.source, f"{now.source.capitalize()} part leads")
        own, here = now.centre is not None, f"{desk.app.key('edit_centre')}: at the pointer"
        found += [
            Chip(words, lambda: symmetry.next_source(desk), tip=("Which part of the map the others follow",)),
            Chip("Sides swap", _swap(desk), now.swap, ("Sides and their zones change places, too",)),
            Chip("Own centre" if own else "Centre in the middle", _recentre(desk), own, ("Back to the middle", here)),
            Chip("Make all symmetric", chips.form(desk, "symmetrise")),
        ]  # fmt: skip
    chips.row(pen, found)


def _swap(desk: Editing) -> Act:
    now = desk.editor.symmetry
    return lambda: symmetry.symmetry(desk, msgspec.structs.replace(now, swap=not now.swap))


def _recentre(desk: Editing) -> Act:
    now = desk.editor.symmetry
    return lambda: symmetry.symmetry(desk, msgspec.structs.replace(now, centre=None))


def _selection(desk: Editing, pen: Pen) -> None:
    kit, count = desk.kit, desk.editor.selection.bit_count()
    _head(pen, f"Selection: {count} cells" if count else "Selection")
    joins = (("replace", "New"), ("add", "Add"), ("subtract", "Subtract"), ("intersect", "Intersect"))
    if kit.tool in ("select", "lasso", "wand"):
        chips.row(pen, [Chip(title, setter(desk, "join", name), kit.join == name) for name, title in joins])
    found = [Chip("All", chips.deed(desk, "edit_all")), Chip("Invert", chips.deed(desk, "edit_invert"))]
    if count:
        found += [
            Chip("None", chips.deed(desk, "edit_nothing")), Chip("Copy", chips.deed(desk, "edit_copy")),
            Chip("Cut", chips.deed(desk, "edit_cut")), Chip("Empty", chips.deed(desk, "edit_erase")),
            Chip("Paint it", chips.deed(desk, "edit_fill_selection")), Chip("Stamp", chips.deed(desk, "edit_stamp")),
            Chip(cropping.words(desk) if desk.cropping else "Crop the map", _crop(desk), desk.cropping),
        ]  # fmt: skip
    found.append(Chip("Stamps", chips.deed(desk, "edit_stamps")))
    if desk.editor.clip is not None:
        found += [
            Chip("Paste", chips.deed(desk, "edit_paste")), Chip("Turn", chips.deed(desk, "edit_turn_right")),
            Chip("Mirror", chips.deed(desk, "edit_flip_h")),
        ]  # fmt: skip
    chips.row(pen, found)
