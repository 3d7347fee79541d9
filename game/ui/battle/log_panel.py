"""The log beside the board: its filters in a line, then the lines, folded by action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.kernel.components import Position, Side, Unit
from game.kernel.ecs import World
from game.text import names
from game.ui.battle import knowing, panels, report_file
from game.ui.battle.log_entries import LogEntry
from game.ui.battle.log_folds import LogRow, as_text, filtered, rows
from game.ui.battle.log_view import LogView
from game.ui.battle.state import Battle
from game.ui.kit import text
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import Spot, TextColumn
from game.ui.kit.theme import Look

_KEPT = 120  # lines written at most: what lies further back is in the replay
Link = tuple[str, str, Callable[[], Reply]]
"""A word to click on, what it does, and how."""


def view(battle: Battle) -> LogView:
    """What is wanted of the log."""
    return battle.battle_log.view


def shown(battle: Battle) -> list[LogEntry]:
    """The lines that the lookers know and the filters let through; each comes as what it tells has been seen."""
    unit, untold = battle.shown_unit() if battle.toggles["log_filter"] else None, battle.pane.animation.untold
    entries = knowing.log(battle, unit)
    if untold is not None:
        entries = [each for each in entries if each.event < untold]
    known = ("log shown", unit, len(entries), view(battle).state())
    return battle.keep(known, lambda: filtered(entries, view(battle), battle.table.world))


def draw(battle: Battle, surface: pygame.Surface) -> None:
    """The log hangs from its end: the newest line is at the bottom."""
    unit = battle.shown_unit() if battle.toggles["log_filter"] else None
    key = ("log", unit, battle.offsets["log"], view(battle).state(), len(shown(battle)))
    battle.spots += battle.painted.draw(surface, battle.areas.log, key, lambda: _paint(battle, surface, unit))


def _paint(battle: Battle, surface: pygame.Surface, unit: int | None) -> list[Spot]:
    look, rect = battle.app.look, battle.areas.log
    surface.fill(look.palette.panel, rect)
    inner = rect.inflate(-look.px(20), -look.px(16))
    title = "Log" if unit is None else f"Log: {names.who_name(battle.table.world, unit)}"
    size = look.size("body")
    text.draw(surface, title, inner.topleft, size, look.palette.accent, bold=True, room=inner.width)
    top = inner.y + text.line_height(size) + look.px(2)
    links = draw_links(surface, look, pygame.Rect(inner.x, top, inner.width, 0), _links(battle))
    top = max(link.rect.bottom for link in links) + look.px(4)
    inner = pygame.Rect(inner.x, top, inner.width, inner.bottom - top)
    lines = rows(shown(battle), view(battle))[-_KEPT:]
    spots, most = draw_rows(
        surface, look, inner, lines, battle.offsets["log"], battle.table.world, partial(_act, battle)
    )
    battle.offsets["log"] = min(battle.offsets["log"], most)
    return links + spots


def draw_rows(
    surface: pygame.Surface,
    look: Look,
    rect: pygame.Rect,
    lines: Sequence[LogRow],
    offset: int,
    world: World,
    act: Callable[[LogRow], Reply],
) -> tuple[list[Spot], int]:
    """The lines, scrolled up from the last by so many pixels; what explains itself, and how far one could scroll."""
    height = panels.log_height(look, lines, rect.width)
    most = max(0, height - rect.height)
    clip = surface.get_clip()
    surface.set_clip(rect)
    column = TextColumn(surface, look, rect, most - min(offset, most))
    panels.draw_log(column, lines, act, world)
    if not lines:
        column.line("Nothing happened yet.", look.palette.dim, size="small")
    surface.set_clip(clip)
    if most:
        share = rect.height / max(1, height)
        top, high = rect.y + round((most - min(offset, most)) * share), round(rect.height * share)
        knob = pygame.Rect(rect.right + look.px(5), top, look.px(4), high)
        pygame.draw.rect(surface, look.palette.line, knob, border_radius=look.px(2))
    return column.spots, most


def draw_links(surface: pygame.Surface, look: Look, rect: pygame.Rect, links: Sequence[Link]) -> list[Spot]:
    """Words to click on, as many beside each other as there is room."""
    size, gap = look.size("small"), look.px(6)
    found: list[Spot] = []
    x, y = rect.x, rect.y
    for words, tip, act in links:
        wide = text.width(words, size)
        if x > rect.x and x + wide > rect.right:
            x, y = rect.x, y + text.line_height(size)
        place = text.draw(surface, words, (x, y), size, look.palette.info)
        found.append(Spot(place, (tip,), act))
        x += wide + gap
    return found


def _links(battle: Battle) -> list[Link]:
    world, now = battle.table.world, view(battle)
    side = names.side_name(world, now.side) if now.side else "All sides"
    who = "Shown unit" if battle.toggles["log_filter"] else "All units"
    key, folding = battle.app.key, "Unfold" if now.folded else "Fold"
    return [
        (side, f"Lines of one side or all ({key('log_side')})", partial(next_side, battle)),
        (who, f"Lines of the shown unit or all ({key('log_filter')})", partial(_turn_unit, battle)),
        (now.kind, f"Lines of one kind or all ({key('log_kind')})", partial(next_kind, battle)),
        (
            folding,
            f"Whole actions, or their outcome ({key('log_fold')})",
            partial(fold, battle),
        ),
        ("Save", f"Write these lines to a text file ({key('log_save')})", partial(save, battle)),
    ]


# What commands and links do


def next_side(battle: Battle) -> Reply:
    """Only the lines of the next side."""
    view(battle).next_side([side for side, _ in battle.table.world.each(Side)])
    battle.offsets["log"] = 0
    return None


def next_kind(battle: Battle) -> Reply:
    """Only lines of the next kind."""
    view(battle).next_kind()
    battle.offsets["log"] = 0
    return None


def fold(battle: Battle) -> Reply:
    """Fold everything, or nothing."""
    view(battle).fold()
    return None


def _turn_unit(battle: Battle) -> Reply:
    battle.toggles["log_filter"] = not battle.toggles["log_filter"]
    return None


def save(battle: Battle) -> Reply:
    """Write the lines that are shown, unfolded, to a text file."""
    report_file.write_log(battle.app, battle.table.skirmish, as_text(shown(battle)))
    return None


def _act(battle: Battle, row: LogRow) -> Reply:
    """Fold or unfold an action, and centre what its line is about."""
    if row.folds:
        view(battle).turn(row.entry.step)
    return _go(battle, row.entry)


def _go(battle: Battle, entry: LogEntry) -> Reply:
    world = battle.table.world
    if entry.units and world.has(entry.units[0], Unit) and entry.units[0] not in battle.hidden():
        battle.inspected = entry.units[0]
        at = world.find(entry.units[0], Position)
        if at is not None:
            battle.pane.centre_on(at.cell)
            return None
    if entry.cell is not None:
        battle.pane.centre_on(entry.cell)
    return None
