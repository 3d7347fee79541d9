"""The panel at the right: what to paint with, what the check finds, what was done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pygame

from game.edit.knowledge import knowledge
from game.edit.symmetry import TITLES
from game.ui.editing import chips, cropping, findings, palette, scatter_form, symmetry
from game.ui.editing.chips import Chip
from game.ui.editing.desk import Desk
from game.ui.editing.toolbox import HELD, layer_of, tool_of
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import Spot, TextColumn

TABS = (("paint", "Paint"), ("check", "Check"), ("history", "History"))
Act = Callable[[], Reply]
_MEADOW = (140, 160, 104)  # dark things show on it


def paint(desk: Desk, surface: pygame.Surface, rect: pygame.Rect) -> list[Spot]:
    """Draw the whole panel; the spots that answer to the pointer come back."""
    look = desk.app.look
    surface.fill(look.palette.panel, rect)
    inner = rect.inflate(-look.px(20), -look.px(12))
    clip = surface.get_clip()
    surface.set_clip(inner)
    column = TextColumn(surface, look, inner, desk.offset)
    chips.row(column, [Chip(_tab_words(desk, name, title), _tab(desk, name), desk.tab == name) for name, title in TABS])
    column.gap()
    {"paint": _paint_tab, "check": findings.check, "history": findings.history}[desk.tab](desk, column)
    surface.set_clip(clip)
    desk.height = column.height + look.px(12)
    most = max(0, desk.height - rect.height)
    if desk.offset > most:
        desk.offset = most
        return paint(desk, surface, rect)
    if most:
        share = rect.height / desk.height
        knob = pygame.Rect(rect.right - look.px(6), rect.y + round(desk.offset * share), look.px(4), 0)
        knob.height = round(rect.height * share)
        pygame.draw.rect(surface, look.palette.line, knob, border_radius=look.px(2))
    return column.spots


def _head(column: TextColumn, words: str) -> None:
    column.gap(6)
    column.line(words, column.look.palette.accent, bold=True)
    column.gap(2)


def _tab_words(desk: Desk, name: str, title: str) -> str:
    """The check's tab tells from afar how much is wrong."""
    count = sum(issue.weight != "note" for issue in desk.issues)
    return f"{title}: {count}" if name == "check" and count else title


def _tab(desk: Desk, name: str) -> Act:
    def go() -> Reply:
        desk.tab, desk.offset = name, 0
        desk.serial += 1
        return None

    return go


def setter(desk: Desk, name: str, value: object) -> Act:
    """An action that puts a value into the toolbox."""

    def put() -> Reply:
        setattr(desk.toolbox, name, value)
        desk.serial += 1
        return None

    return put


def _toggle(desk: Desk, name: str, words: str, *tip: str) -> Chip:
    on = bool(getattr(desk.toolbox, name))
    return Chip(words, setter(desk, name, not on), on, tip)


# Painting


def _paint_tab(desk: Desk, column: TextColumn) -> None:
    toolbox = desk.toolbox
    layer, tool = layer_of(toolbox.layer), tool_of(toolbox.tool)
    column.line(f"{layer.title} · {tool.title}", column.look.palette.accent, size="lead", bold=True)
    placing = tool.name == "brush" and toolbox.layer in ("units", "labels", "lights")
    column.line(layer.tip if placing else tool.tip, column.look.palette.dim, size="small")
    _tool_options(desk, column)
    _layer_options(desk, column)
    tiles(desk, column, palette.items(desk) if toolbox.tool != "scatter" else [])
    if desk.editor.draft.backdrop is not None:
        column.gap(4)
        words = ("hidden", "fainter", "as it is set")[desk.clearness]
        tip = ("While you draw", f"Next one ({desk.app.key('edit_backdrop')})")
        chips.row(column, [Chip(f"Picture: {words}", chips.command(desk, "edit_backdrop"), desk.clearness < 2, tip)])
    _symmetry(desk, column)
    _selection(desk, column)


def _tool_options(desk: Desk, column: TextColumn) -> None:
    toolbox = desk.toolbox
    found: list[Chip] = []
    column.gap(4)
    if toolbox.tool in ("brush", "line", "eraser", "scatter") and toolbox.layer not in ("units", "labels", "lights"):
        chips.row(
            column,
            [Chip(str(n), setter(desk, "size", n), toolbox.size == n, (f"Brush {n} wide",)) for n in range(1, 8)],
        )
        if desk.editor.draft.kind == "square":
            found += [
                Chip(name.capitalize(), setter(desk, "shape", name), toolbox.shape == name)
                for name in ("disc", "square")
            ]
    if toolbox.tool in ("rectangle", "hexagon", "ellipse") and toolbox.layer != "edges":
        found.append(_toggle(desk, "hollow", "Only the rim"))
    if toolbox.tool == "wand":
        found.append(_toggle(desk, "everywhere", "Same terrain everywhere", "Also cells that do not hang together"))
    if toolbox.tool == "fill" or (toolbox.tool == "wand" and not toolbox.everywhere):
        found.append(_toggle(desk, "walls", "Walls stop it"))
        if desk.editor.draft.kind == "square":
            found.append(_toggle(desk, "diagonals", "Diagonally, too"))
    if toolbox.tool == "eraser":
        found.append(_toggle(desk, "every_layer", "All layers"))
    if toolbox.tool == "paste":
        found.append(_toggle(desk, "only_empty", "Only onto empty", "Nothing is replaced but plain grass"))
    chips.row(column, found)
    if toolbox.tool == "scatter":
        names = knowledge().scatter
        chips.row(
            column, [Chip(name.capitalize(), setter(desk, "mixture", name), toolbox.mixture == name) for name in names]
        )
        chips.row(column, [
            Chip(f"Density {toolbox.density} %", chips.form(desk, "scatter"), tip=("Density, seed and weights",)),
            Chip("Weights", chips.form(desk, "scatter"), tip=("How often each thing falls",)),
            Chip(f"Seed {toolbox.seed}", setter(desk, "seed", toolbox.seed + 1), tip=("The next seed",)),
        ])  # fmt: skip
        column.line(scatter_form.shares(scatter_form.things(toolbox)), size="small")


def _layer_options(desk: Desk, column: TextColumn) -> None:
    toolbox, draft = desk.toolbox, desk.editor.draft
    if toolbox.layer == "terrain":
        tip = ("Banks about water, brush about woods ...: on the map's own ground, never on what was painted",)
        chips.row(column, [Chip("Fitting transitions", _blend(desk), toolbox.blend, tip)])
    elif toolbox.layer == "elevation":
        levels = [
            Chip(f"{n:+d}" if n else "0", _level(desk, n), toolbox.height == "set" and toolbox.level == n)
            for n in range(-3, 7)
        ]
        chips.row(column, levels)
    elif toolbox.layer == "zones":
        chips.row(column, [
            Chip("New zone", chips.form(desk, "zone")),
            *([Chip(f"Change {toolbox.zone}", chips.form(desk, "zone", toolbox.zone))] if toolbox.zone else []),
        ])  # fmt: skip
    elif toolbox.layer == "labels":
        chips.row(column, [
            Chip("Words on the map", setter(desk, "remark", False), not toolbox.remark),
            Chip("Comments", setter(desk, "remark", True), toolbox.remark, ("For co-authors; players never see them",)),
        ])  # fmt: skip
        for each in draft.comments:
            said = f"{each.by}: {each.text}" if each.by else each.text
            column.line(said, column.look.palette.info, size="small", act=_look_at(desk, each.at), indent=8)
            column.gap(3)
    elif toolbox.layer == "units":
        chips.row(column, [
            Chip(each.name, setter(desk, "side", n), toolbox.side == n, (f"{each.size} units",), n + 1)
            for n, each in enumerate(draft.sides)
        ])  # fmt: skip
        chips.row(column, [
            *_side_chips(desk),
            Chip("New side", chips.form(desk, "side")),
        ])  # fmt: skip
    elif toolbox.layer == "lights":
        chips.row(column, [
            Chip("Picture under the map", chips.form(desk, "backdrop")),
            *(Chip(f"Light {n + 1}", chips.form(desk, "light", n)) for n in range(len(draft.lights))),
        ])  # fmt: skip


def _blend(desk: Desk) -> Act:
    """What turns transitions on and off: kept for the next map, too."""

    def go() -> Reply:
        desk.toolbox.blend = not desk.toolbox.blend
        desk.app.change(blend=desk.toolbox.blend)
        return None

    return go


def _look_at(desk: Desk, at: tuple[float, float]) -> Act:
    def go() -> Reply:
        cell = desk.editor.draft.grid.cell_at_px(at[0], at[1], 1.0)
        if cell is not None:
            desk.pane.camera.centre_on(cell)
        return None

    return go


def _side_chips(desk: Desk) -> list[Chip]:
    """What can be told of the side in hand."""
    toolbox, sides = desk.toolbox, desk.editor.draft.sides
    if not sides:
        return []
    name = sides[toolbox.side].name
    return [
        Chip(f"Change {name}", chips.form(desk, "side", toolbox.side)),
        Chip("Ways to win", chips.form(desk, "goals", toolbox.side), tip=(f"How {name} wins",)),
        Chip("Reserve", chips.form(desk, "reserve", toolbox.side), tip=(f"Who of {name} deploys in its zone",)),
    ]


def _level(desk: Desk, level: int) -> Act:
    def put() -> Reply:
        desk.toolbox.height, desk.toolbox.level = "set", level
        desk.serial += 1
        return None

    return put


def tiles(desk: Desk, column: TextColumn, found: Sequence[palette.Item]) -> None:
    """Things to paint with: pictures where there are any, else words."""
    if not found:
        return
    column.gap(4)
    if found[0].picture is None:
        now = palette.chosen(desk)
        chips.row(column, [Chip(item.title, _choose(desk, item.key), item.key == now, item.tip) for item in found])
        return
    look, p = column.look, column.look.palette
    side, gap = look.px(38), look.px(5)
    across = max(1, (column.rect.width + gap) // (side + gap))
    now = palette.chosen(desk)
    for number, item in enumerate(found):
        place = pygame.Rect(
            column.rect.x + number % across * (side + gap), column.y + number // across * (side + gap), side, side
        )
        seen = place.clip(column.rect)
        if item.picture is None or not seen.h:
            continue
        pygame.draw.rect(column.surface, _MEADOW if desk.toolbox.layer == "edges" else p.raised, place)
        image = item.picture(side)
        column.surface.blit(image, image.get_rect(center=place.center))
        if item.key == now:
            pygame.draw.rect(column.surface, p.back, place.inflate(4, 4), look.px(4))
            pygame.draw.rect(column.surface, p.accent, place.inflate(4, 4), look.px(3))
        if item.key == desk.toolbox.second.get(desk.toolbox.layer):
            corner = [
                place.bottomright,
                place.move(0, -look.px(14)).bottomright,
                place.move(-look.px(14), 0).bottomright,
            ]
            pygame.draw.polygon(column.surface, p.info, corner)
        other = _second(desk, item.key) if desk.toolbox.layer in HELD else None
        column.spots.append(Spot(seen, item.tip, _choose(desk, item.key), other))
    column.y += -(-len(found) // across) * (side + gap)
    title = next((item.title for item in found if item.key == now), "")
    right = next((item.title for item in found if item.key == desk.toolbox.second.get(desk.toolbox.layer)), "")
    column.line(f"{title}; right button: {right}" if right else title, size="small", bold=True)


def _second(desk: Desk, key: str) -> Act:
    return lambda: palette.second(desk, key)


def _choose(desk: Desk, key: str) -> Act:
    return lambda: palette.choose(desk, key)


def _crop(desk: Desk) -> Act:
    """Shows the frame first, and crops when it is shown."""
    return lambda: cropping.end(desk) if desk.cropping else cropping.begin(desk)


def _symmetry(desk: Desk, column: TextColumn) -> None:
    now = desk.editor.symmetry
    _head(column, "Symmetry")
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
    chips.row(column, found)


def _swap(desk: Desk) -> Act:
    now = desk.editor.symmetry
    return lambda: symmetry.symmetry(desk, msgspec.structs.replace(now, swap=not now.swap))


def _recentre(desk: Desk) -> Act:
    now = desk.editor.symmetry
    return lambda: symmetry.symmetry(desk, msgspec.structs.replace(now, centre=None))


def _selection(desk: Desk, column: TextColumn) -> None:
    toolbox, count = desk.toolbox, desk.editor.selection.bit_count()
    _head(column, f"Selection: {count} cells" if count else "Selection")
    joins = (("replace", "New"), ("add", "Add"), ("subtract", "Subtract"), ("intersect", "Intersect"))
    if toolbox.tool in ("select", "lasso", "wand"):
        chips.row(column, [Chip(title, setter(desk, "join", name), toolbox.join == name) for name, title in joins])
    found = [Chip("All", chips.command(desk, "edit_all")), Chip("Invert", chips.command(desk, "edit_invert"))]
    if count:
        found += [
            Chip("None", chips.command(desk, "edit_nothing")), Chip("Copy", chips.command(desk, "edit_copy")),
            Chip("Cut", chips.command(desk, "edit_cut")), Chip("Empty", chips.command(desk, "edit_erase")),
            Chip("Paint it", chips.command(desk, "edit_fill_selection")),
            Chip("Stamp", chips.command(desk, "edit_stamp")),
            Chip(cropping.words(desk) if desk.cropping else "Crop the map", _crop(desk), desk.cropping),
        ]  # fmt: skip
    found.append(Chip("Stamps", chips.command(desk, "edit_stamps")))
    if desk.editor.clip is not None:
        found += [
            Chip("Paste", chips.command(desk, "edit_paste")), Chip("Turn", chips.command(desk, "edit_turn_right")),
            Chip("Mirror", chips.command(desk, "edit_flip_h")),
        ]  # fmt: skip
    chips.row(column, found)
