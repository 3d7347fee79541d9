"""The drawing of a battle's window: everything around the board, and the board in it."""

from __future__ import annotations

from functools import partial

import pygame

from game.kernel.components import Side
from game.text import names
from game.ui.battle import (
    advice,
    cell_card,
    dangers,
    drawn_way,
    input,
    knowing,
    log_panel,
    option_bar,
    panels,
    planning,
    scene_builder,
    searching,
    status_line,
    target_table,
)
from game.ui.battle.state import Battle
from game.ui.kit import commands, skin, text
from game.ui.kit.text_column import Spot, TextColumn

_THINKS = "The computer thinks …"
_LINKS = {"menu": "Menu", "undo": "Undo", "threat": "Threats", "zones": "Zones", "fit": "Whole map"}


def draw(battle: Battle, surface: pygame.Surface) -> None:
    """The whole window."""
    at = battle.areas
    battle.spots = []
    searching.begin(battle)
    battle.pane.minimap.on = battle.app.prefs.minimap and len(knowing.overlays(battle)) < 2  # it knows no shroud
    battle.pane.draw(surface, scene_builder.scene(battle))
    _draw_top(battle, surface)
    cell_card.draw(battle, surface)
    option_bar.draw(battle, surface, at.options)
    if at.side.width:
        _draw_side(battle, surface)
    if at.log.width:
        log_panel.draw(battle, surface)
    if battle.chooser is not None:
        battle.chooser.draw(surface)
    _draw_tip(battle, surface)


def _draw_top(battle: Battle, surface: pygame.Surface) -> None:
    look, rect, request = battle.app.look, battle.areas.top, battle.table.request
    note = "" if battle.table.human() or request is None or battle.playing.holding else _THINKS
    battle.noted = bool(note)
    asked = request.who if request is not None else None

    on = tuple(name for name in _LINKS if battle.toggles.get(name))

    def paint() -> list[Spot]:
        surface.fill(look.palette.panel, rect)
        links = _draw_links(battle, surface, on)
        left = pygame.Rect(rect.x, rect.y, links[-1].rect.x - rect.x, rect.height)
        world, hidden = battle.world, battle.hidden()
        spots = status_line.draw_status(surface, look, left, world, battle.ruleset, asked, note, hidden)
        surface.fill(look.palette.back, (rect.x, rect.bottom - 1, rect.width, 1))
        return spots + links

    battle.spots += battle.painted.draw(surface, rect, ("top", asked, note, on), paint)


def _draw_links(battle: Battle, surface: pygame.Surface, on: tuple[str, ...]) -> list[Spot]:
    """What a mouse alone could not do otherwise, from the right; what is switched on stands out."""
    look, rect = battle.app.look, battle.areas.top
    p, size, pad = look.palette, look.size("body"), look.px(12)
    x, y = rect.right - pad, rect.centery - text.line_height(size) // 2
    titles = {command.id: command.title for command in commands.COMMANDS}
    spots = []
    for name, label in _LINKS.items():
        place = text.draw(surface, label, (x, y), size, p.accent if name in on else p.info, align="right")
        tip = (titles[name], f"Key {battle.app.key(name)}")
        spots.append(Spot(place.inflate(pad, pad), tip, partial(input.do, battle, name)))
        x = place.x - look.px(16)
        if name == "menu" and rect.width < look.px(800):
            break
    return spots


def draw_thinking(battle: Battle, surface: pygame.Surface) -> None:
    """Over the last picture, unless it says so: no world may be touched now."""
    if battle.noted:
        return
    look, rect = battle.app.look, battle.areas.top
    size = look.size("body")
    room = text.width(_THINKS, size) + look.px(24)
    place = pygame.Rect(rect.right - room, rect.y, room, rect.height)
    surface.fill(look.palette.panel, place)
    y = rect.centery - text.line_height(size) // 2
    text.draw(surface, _THINKS, (rect.right - look.px(12), y), size, look.palette.dim, align="right")


def _draw_side(battle: Battle, surface: pygame.Surface) -> None:
    """The preview of what is looked at above the card; painted anew for another option, unit or part."""
    key = battle.looked_at()
    unit = battle.shown_unit()
    rows = target_table.several(battle)
    several = tuple(option.key for option in rows or battle.hovered_options())
    told = len(target_table.known(battle, rows)) if len(rows) > 1 else 0
    further = len(planning.known_from(battle, battle.option(key)))
    plan = planning.planned(battle)
    aimed = (plan.foe, battle.aim) if plan is not None else planning.beyond(battle)
    weighed = id(battle.table.advice) if battle.table.advice is not None else 0
    shown = (
        "side",
        weighed,
        key,
        aimed,
        battle.pending == key,
        battle.drawn,
        several,
        told,
        further,
        unit,
        dangers.asked_of(battle),
        battle.offsets["side"],
    )
    battle.spots += battle.painted.draw(
        surface, battle.areas.side, shown, lambda: _paint_side(battle, surface, key, unit)
    )


def _paint_side(battle: Battle, surface: pygame.Surface, key: str, unit: int | None) -> list[Spot]:
    look, rect = battle.app.look, battle.areas.side
    surface.fill(look.palette.panel, rect)
    inner = rect.inflate(-look.px(28), -look.px(20))
    clip = surface.get_clip()
    surface.set_clip(inner)
    column = TextColumn(surface, look, inner, battle.offsets["side"])
    if battle.table.advice is not None:
        advice.write(battle, column, battle.table.advice)
    _write_preview(battle, column, key)
    image, spots = battle.painted.picture(("card", unit), lambda: _card(battle, unit, inner.width))
    column.picture(image, spots)
    surface.set_clip(clip)
    most = max(0, column.height - inner.height)
    if battle.offsets["side"] > most:
        battle.offsets["side"] = most
        return _paint_side(battle, surface, key, unit)
    if most:
        _draw_knob(battle, surface, inner, battle.offsets["side"], column.height)
    return column.spots


def _card(battle: Battle, unit: int | None, wide: int) -> tuple[pygame.Surface, list[Spot]]:
    """The card of a unit, or of the field, as a picture of its own: under the pointer only the preview changes."""
    look, world = battle.app.look, battle.table.world

    def write(image: pygame.Surface, high: int) -> TextColumn:
        column = TextColumn(image, look, pygame.Rect(0, 0, wide, high))
        if unit is None:
            _write_field(battle, column)
        else:
            card = battle.keep(("card", unit), lambda: panels.card_of(battle.ruleset, world, unit))
            panels.draw_card(column, battle.ruleset, card, panels.number_of(world, unit), acted=unit in battle.acted())
        return column

    high = write(pygame.Surface((1, 1)), 0).height
    image = pygame.Surface((wide, max(1, high)))
    image.fill(look.palette.panel)
    return image, write(image, high).spots


def _write_preview(battle: Battle, column: TextColumn, key: str) -> None:
    preview, cell = battle.shown_preview(), dangers.asked_of(battle)
    world, p = battle.table.world, battle.app.look.palette
    way = drawn_way.preview(battle)
    plan = planning.planned(battle)
    several = target_table.several(battle) if way is None else []
    told = planning.write(battle, column, plan)
    if plan is not None and not battle.pending:
        preview = None  # what else could be done to the foe from here
    if len(several) > 1:
        target_table.write(battle, column, several)
        column.gap(8)
    if way is not None:
        panels.draw_preview(column, battle.ruleset, way, lambda unit: names.who_name(world, unit))
        how = f"{battle.app.key('confirm')} or a click on its end goes it." if drawn_way.legs(battle) else ""
        column.line(how or f"{battle.app.key('cancel')} drops it.", p.focus, size="small")
    elif preview is not None:
        panels.draw_preview(column, battle.ruleset, preview, lambda unit: names.who_name(world, unit))
        if battle.pending == key and plan is None:
            column.line(f"{battle.app.key('confirm')} or a second click does it.", p.focus, size="small")
        if plan is None:
            planning.write_from(battle, column, key)
        if cell is not None:
            dangers.write(battle, column, cell)
    elif len(battle.hovered_options()) > 1:
        options = battle.hovered_options()
        column.line(f"{len(options)} actions", p.accent, size="lead", bold=True)
        for option in options:
            column.line(battle.option_title(option), p.dim)
    elif cell is not None:
        dangers.write(battle, column, cell)
    elif not told:
        return
    column.gap(8)
    pygame.draw.line(column.surface, p.line, (column.rect.x, column.y), (column.rect.right, column.y))
    column.gap(10)


def _write_field(battle: Battle, column: TextColumn) -> None:
    """While nobody is looked at: where this is, what each side is to do, and how the rules go."""
    world, p = battle.table.world, battle.app.look.palette
    scenario = battle.table.skirmish.scenario
    column.line(scenario.name or battle.board.name, p.accent, size="lead", bold=True)
    column.line(scenario.description or battle.board.description, p.dim, size="small")
    for side, _ in world.each(Side):
        column.gap()
        column.line(names.side_name(world, side), p.side(panels.number_of(world, side)), bold=True)
        column.line(status_line.goal_line(status_line.objective_words(world, side)))
    column.gap(14)
    column.line(f"Playing {battle.ruleset.title}", p.accent, bold=True)
    for line in battle.ruleset.titles.get("guide", "").splitlines():
        column.line(line, size="small")
        column.gap(4)


def _draw_knob(battle: Battle, surface: pygame.Surface, rect: pygame.Rect, offset: int, height: int) -> None:
    look, share = battle.app.look, rect.height / max(1, height)
    knob = pygame.Rect(rect.right + look.px(5), rect.y + round(offset * share), look.px(4), round(rect.height * share))
    pygame.draw.rect(surface, look.palette.line, knob, border_radius=look.px(2))


def _draw_tip(battle: Battle, surface: pygame.Surface) -> None:
    top: object = battle.app.top
    if battle.cursor is not None or top is not battle:  # nothing explains itself under another window
        return
    for button in battle.buttons:
        if button.rect.collidepoint(battle.pointer) and button.tip:
            skin.tooltip(surface, battle.app.look, button.tip, battle.pointer, above=battle.areas.options.y)
            return
    spot = battle.spot()
    if spot is not None and spot.tip:
        heading = battle.areas.top.contains(spot.rect)
        left = battle.areas.board.x + battle.app.look.px(4) if heading else 0  # beside the log, not over it
        skin.tooltip(surface, battle.app.look, spot.tip, battle.pointer, left=left)
