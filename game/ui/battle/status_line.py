"""The bar over the board: how far the skirmish has come, whose moment it is, who is next, how each side stands."""

from __future__ import annotations

import pygame
from msgspec import Struct

from game.kernel.components import FIELD, Clock, Field, Follower, Objective, Objectives, Side, Unit
from game.kernel.ecs import World
from game.rules.ruleset import Foresees, Headlines, Ruleset, is_left
from game.skirmish.record import team_of
from game.text import names
from game.ui.battle.panels import number_of
from game.ui.kit import skin, text
from game.ui.kit.text_column import Spot
from game.ui.kit.theme import Look

_COUNTED = {"hold_zone": "held", "escape": "away", "survive": "lasted"}
_NARROW = 640  # pixels at 100 % below which what is counted is left to the tip: whose moment it is goes first
_NEXT = 3  # names of who is next, at most


class Standing(Struct, frozen=True):
    """How a side stands: who is left of it, and how far it is on the ways to win that are counted."""

    side: int
    number: int
    up: int
    all: int
    counts: tuple[str, ...] = ()


def objective_words(world: World, side: int) -> list[str]:
    """The ways a side may win."""
    held = world.find(side, Objectives)
    ways = {
        "defeat_all": "defeat all enemies",
        "defeat_leader": "defeat the enemies' leader",
        "hold_zone": "hold {zone} ({done} of {amount} rounds)",
        "escape": "leave by {zone} ({done} of {amount})",
        "survive": "hold out ({done} of {amount} rounds)",
    }
    field = world.find(FIELD, Field)
    titles = {zone.name: zone.title for zone in field.board.zones} if field is not None else {}
    found = []
    for item in held.items if held is not None else ():
        shown = ways.get(item.kind, item.kind.replace("_", " "))
        zone = titles.get(item.zone) or item.zone.replace("_", " ")
        found.append(shown.format(zone=zone, done=item.done, amount=item.amount))
    return found


def goal_line(goals: list[str]) -> str:
    """The ways to win in one line: "Defeat all enemies or hold the ford (1 of 3 rounds)"."""
    line = " or ".join(goals)
    return line[:1].upper() + line[1:]


def standings(world: World) -> list[Standing]:
    """How every side stands, in their order; units that only follow others do not count."""
    found = []
    for side, entry in world.each(Side):
        own = [unit for unit, who in world.each(Unit) if who.side == side and not world.has(unit, Follower)]
        held = world.find(side, Objectives)
        counts = tuple(filter(None, (_count(world, entry.team, goal) for goal in (held.items if held else ()))))
        found.append(Standing(side, entry.number, sum(is_left(world, unit) for unit in own), len(own), counts))
    return found


def _count(world: World, team: int, goal: Objective) -> str:
    """How far a way to win has come: `held 1/3`; to defeat everybody is counted by who is left."""
    if goal.kind == "defeat_leader":
        leaders = [unit for unit, who in world.each(Unit) if who.role == "leader" and team_of(world, unit) != team]
        return f"leaders down {sum(not is_left(world, unit) for unit in leaders)}/{len(leaders)}" if leaders else ""
    return f"{_COUNTED[goal.kind]} {goal.done}/{goal.amount}" if goal.kind in _COUNTED else ""


def round_words(world: World) -> str:
    """`Round 3 of 15`; `Opening` before the first."""
    clock, field = world.find(FIELD, Clock) or Clock(), world.find(FIELD, Field)
    if not clock.round:
        return "Opening"
    return f"Round {clock.round} of {field.round_limit}" if field is not None else f"Round {clock.round}"


class _Pen:
    """Writes from both ends of the bar; what does not fit between them any more is cut, or left out."""

    def __init__(self, surface: pygame.Surface, look: Look, rect: pygame.Rect) -> None:
        self.surface, self.look, self.rect = surface, look, rect
        self.pad = look.px(12)
        self.left, self.right = rect.x + self.pad, rect.right - self.pad
        self.size = look.size("body")
        self.said: list[str] = []
        self.cut = False  # whether not all of what was said can be read

    @property
    def room(self) -> int:
        return self.right - self.left - self.pad

    def wide(self, words: str) -> int:
        return text.width(words, self.size)

    def write(self, words: str, color: tuple[int, int, int], *, size: int = 0, bold: bool = False) -> None:
        size = size or self.size
        self.said.append(words)
        self.cut = self.cut or text.width(words, size, bold=bold) > self.room
        if self.room < self.look.px(24):
            return
        y = self.rect.centery - text.line_height(size) // 2
        drawn = text.draw(self.surface, words, (self.left, y), size, color, bold=bold, room=self.room)
        self.left = drawn.right + self.pad

    def write_right(self, words: str, color: tuple[int, int, int]) -> None:
        y = self.rect.centery - text.line_height(self.size) // 2
        self.right = text.draw(self.surface, words, (self.right, y), self.size, color, align="right").x - self.pad

    def mark(self, number: int, x: int) -> None:
        skin.side_mark(self.surface, self.look, number, (x, self.rect.centery), self.look.px(8))

    def name(self, world: World, who: int, *, bold: bool = True) -> None:
        number = number_of(world, who)
        if number and self.room >= self.look.px(46):
            self.mark(number, self.left + self.look.px(8))
            self.left += self.look.px(22)
        self.write(names.who_name(world, who), self.look.palette.text, bold=bold)


def draw_status(
    surface: pygame.Surface,
    look: Look,
    rect: pygame.Rect,
    world: World,
    ruleset: Ruleset,
    asked: int | None,
    note: str,
    hidden: frozenset[int] = frozenset(),
) -> list[Spot]:
    """Round, whose turn it is, who is asked, how the sides stand, who is next; what is worth hovering over.

    `note` says what goes on; the `hidden` are not named as next.
    """
    p, pen = look.palette, _Pen(surface, look, rect)
    surface.fill(p.panel, rect)
    over = ruleset.outcome(world) is not None
    headline = ruleset.headline(world) if isinstance(ruleset, Headlines) and not over else ()
    clock = world.find(FIELD, Clock) or Clock()
    pen.write(round_words(world), p.accent, size=look.size("lead"), bold=True)
    if note:
        pen.write_right(note, p.dim)
    spots = _draw_standings(pen, world, brief=rect.width < look.px(_NARROW))
    who = clock.active if clock.active is not None else asked
    if over:
        pen.write("Over", p.dim)
    elif who in hidden:
        pen.write("Somebody out of sight", p.dim)
    elif who is not None:
        pen.name(world, who)
    for words in headline[:1]:
        pen.left -= look.px(6)
        pen.write(words, p.text)
    if asked is not None and not over and asked not in hidden and clock.active not in (None, asked):
        named = pen.wide(names.who_name(world, asked)) + look.px(36)
        if pen.wide("waits for") + named < pen.room:  # the name matters more
            pen.write("waits for", p.dim)
        pen.name(world, asked)
    for words in headline[1:]:
        if pen.wide(words) > pen.room:
            break
        pen.write(words, p.dim)
    whole = (" ".join(pen.said),) if pen.cut else ()
    foretold = not (hidden and note)  # in others' turns it could depend on where the hidden are
    coming = ruleset.coming(world) if isinstance(ruleset, Foresees) and foretold and not over else ()
    coming = tuple(unit for unit in coming if unit not in hidden)
    if coming:
        _draw_next(pen, world, coming)
        listed = tuple(names.who_name(world, unit) for unit in coming)
        return [*spots, Spot(pygame.Rect(rect.x, rect.y, pen.left - rect.x, rect.height), (*whole, "Next", *listed))]
    whole = (*whole, *headline)
    return [*spots, Spot(pygame.Rect(rect.x, rect.y, pen.left - rect.x, rect.height), whole)] if whole else spots


def _draw_standings(pen: _Pen, world: World, *, brief: bool) -> list[Spot]:
    """The sides from right to left: mark, units left, rounds held and the like; all of it in words to hover over."""
    spots = []
    for standing in reversed(standings(world)):
        right = pen.right
        counts = standing.counts if not brief else ()
        words = " · ".join((f"{standing.up} of {standing.all}", *counts))
        pen.write_right(words, pen.look.palette.text)
        x = pen.right + pen.pad - pen.look.px(14)
        pen.mark(standing.number, x)
        pen.right = x - pen.look.px(8) - pen.pad
        tip = (
            names.side_name(world, standing.side),
            f"{standing.up} of {standing.all} units are left.",
            goal_line(objective_words(world, standing.side)) + ".",
        )
        place = pygame.Rect(x - pen.look.px(8), pen.rect.y, right - x + pen.look.px(8), pen.rect.height)
        spots.append(Spot(place, tip))
    return spots


def _draw_next(pen: _Pen, world: World, coming: tuple[int, ...]) -> None:
    """Who is next, as many names as there is room for."""
    label, mark = "Next:", pen.look.px(22)
    room = pen.room - pen.wide(label) - pen.pad
    shown: list[int] = []
    for unit in coming[:_NEXT]:
        room -= mark + pen.wide(names.who_name(world, unit)) + pen.pad
        if room < 0:
            break
        shown.append(unit)
    if shown:
        pen.write(label, pen.look.palette.dim)
        for unit in shown:
            pen.name(world, unit, bold=False)
