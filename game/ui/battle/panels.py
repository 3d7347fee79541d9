"""The panels beside the board: unit card, preview of an option, log, and the bar at the top."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from msgspec.structs import replace

from game.kernel.components import Side
from game.kernel.ecs import World
from game.rules.ruleset import Card, Preview, Ruleset, Tag
from game.skirmish.record import side_of
from game.text import names
from game.ui.battle.log_folds import LogRow
from game.ui.kit import skin, text
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import TextColumn, chance_words, number_lines, rule_lines
from game.ui.kit.theme import Color, Look


def card_of(ruleset: Ruleset, world: World, unit: int) -> Card:
    """The card of a unit under the name that log and prompts call it by."""
    return replace(ruleset.card(world, unit), title=names.unit_name(world, unit))


def draw_card(column: TextColumn, ruleset: Ruleset, card: Card, number: int, *, acted: bool = False) -> None:
    """Gauges, numbers, conditions, gear and notes of a unit; `number` is its side's."""
    look, p = column.look, column.look.palette
    mark = look.px(9)
    skin.side_mark(column.surface, look, number, (column.rect.x + mark, column.y + look.px(13)), mark)
    column.line(card.title, size="lead", bold=True, indent=26)
    if card.subtitle:
        column.line(card.subtitle, p.dim, size="small", indent=26)
    if acted:
        column.line("Has acted in this round", p.dim, size="small", indent=26)
    column.gap()
    for gauge in card.gauges:
        tip = rule_lines(ruleset, gauge.rule)
        if gauge.base:
            share = gauge.now / gauge.base
            color = p.good if share > 0.5 else p.warn if share > 0.25 else p.bad
            column.bar(gauge.label, f"{names.signed(gauge.now)} / {gauge.base}", share, color, tip=tip)
        else:
            column.pair(gauge.label, names.signed(gauge.now), tip=tip)
    if card.tags:
        column.gap()
    for tag in card.tags:
        _draw_tag(column, ruleset, tag)
    if card.numbers:
        column.gap()
    for value in card.numbers:
        column.pair(names.title(ruleset, value.what), names.signed(value.total), tip=number_lines(ruleset, value))
    if card.gear:
        column.gap()
        column.line(", ".join(card.gear), p.dim, size="small")
    for note in card.notes:
        column.line(note.text, p.info, size="small", tip=rule_lines(ruleset, note.rule))


def _draw_tag(column: TextColumn, ruleset: Ruleset, tag: Tag) -> None:
    look, p = column.look, column.look.palette
    column.tag(tag.label, p.good if tag.good else p.warn, tip=tag_lines(ruleset, tag), image=_icon(look, tag.name))
    if tag.text:
        column.line(tag.text, p.dim, size="small", indent=10)
    for line in _ends(tag):
        column.line(line, p.dim, size="small", indent=10)


def _ends(tag: Tag) -> tuple[str, ...]:
    """How it ends, and in how many rounds."""
    left = f"{tag.rounds} round{'s' if tag.rounds > 1 else ''} left" if tag.rounds else ""
    said = ", ".join(filter(None, (f"Ends: {tag.ends.removesuffix('.')}" if tag.ends else "", left)))
    return (said,) if said else ()


def tag_lines(ruleset: Ruleset, tag: Tag) -> tuple[str, ...]:
    """A condition in full."""
    return (tag.label, tag.text, *_ends(tag), "", *rule_lines(ruleset, tag.rule))


def _icon(look: Look, name: str) -> pygame.Surface | None:
    return skin.icon(name, look.px(16), look.palette.text)


def draw_preview(column: TextColumn, ruleset: Ruleset, preview: Preview, name_of: Callable[[int], str]) -> None:
    """What an option would do: chances, numbers, the spread, costs, alarms, remarks."""
    p = column.look.palette
    column.line(preview.title, p.accent, size="lead", bold=True)
    if not preview.exact:
        column.line("These chances are estimated.", p.warn, size="small")
    column.gap(4)
    for chance in preview.chances:
        tip = rule_lines(ruleset, chance.rule)
        if len(preview.chances) == 1 and chance.probability >= 1:  # nothing to compare it with
            if chance.label.casefold() not in ("", "certain", names.lower(ruleset, "certain")):
                column.line(chance.label[:1].upper() + chance.label[1:], tip=tip)
            continue
        label = chance.label[:1].upper() + chance.label[1:]
        column.bar(label, chance_words(chance.probability), chance.probability, p.odds_of(chance.probability), tip=tip)
    if preview.spread:
        column.gap(4)
        of = preview.spread_of or "amount"
        column.line(of[0].upper() + of[1:], p.dim, size="small")
        tips: list[tuple[str, ...]] = [(f"{amount}: {chance_words(share)}",) for amount, share in preview.spread]
        column.columns([(str(amount), share) for amount, share in preview.spread], p.info, tips)
    if preview.costs:
        column.pair("Path cost", str(preview.costs[-1]))
    for value in preview.numbers:
        column.pair(names.title(ruleset, value.what), names.signed(value.total), tip=number_lines(ruleset, value))
        total = 0
        for part in value.parts:
            before, total = total, part.apply(total)
            if part.kind not in ("least", "most") or before != total:  # the tip has the others too
                column.line(str(part), p.dim, size="small", indent=10, tip=rule_lines(ruleset, part.rule))
    for alarm in preview.alarms:
        column.line(
            f"{name_of(alarm.unit)} may react: {names.lower(ruleset, alarm.what)}",
            p.bad,
            tip=rule_lines(ruleset, alarm.rule),
        )
    for note in preview.notes:
        column.line(note.text, p.text, size="small", tip=rule_lines(ruleset, note.rule))


_INDENT = 20  # of what came of an action
_LOG_COLORS = {"round": "accent", "turn": "info", "roll": "dim", "end": "bad", "order": "info", "pass": "dim"}


def draw_log(column: TextColumn, lines: Sequence[LogRow], go: Callable[[LogRow], Reply], world: World) -> None:
    """Log lines; what came of an action is indented below its first."""
    look, p = column.look, column.look.palette
    for row in lines:
        entry = row.entry
        color: Color = getattr(p, _LOG_COLORS.get(entry.kind, "text"))
        number = number_of(world, entry.units[0]) if entry.units else 0
        top = column.y

        def act(row: LogRow = row) -> Reply:
            return go(row)

        bold, indent = entry.kind == "round", 10 if row.first else _INDENT
        column.line(row.text, color, size="small", bold=bold, tip=entry.tip, act=act, indent=indent)
        if number:
            stripe = (column.rect.x, top + look.px(2), look.px(3), column.y - top - look.px(4))
            pygame.draw.rect(column.surface, p.side(number), stripe)
        column.gap(2)


def log_height(look: Look, lines: Sequence[LogRow], wide: int) -> int:
    """How high the lines are: measured as the pen wraps them."""
    size = look.size("small")
    total = 0
    for row in lines:
        room = max(look.px(40), wide - look.px(10 if row.first else _INDENT))
        bold = row.entry.kind == "round"
        total += len(text.wrap(row.text, size, room, bold=bold)) * text.line_height(size, bold=bold) + look.px(2)
    return total


def number_of(world: World, who: int) -> int:
    """The number of a unit's or side's own side, for colour and shape; 0 when it has none."""
    side = world.find(side_of(world, who), Side)
    return side.number if side is not None else 0
