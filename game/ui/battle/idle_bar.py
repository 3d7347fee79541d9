"""The bar below the board while nobody at the screen is asked: who acts, what is waited for, how it ended."""

from __future__ import annotations

import pygame

from game.kernel.components import FIELD, Clock
from game.text import names, words
from game.ui.battle import menu
from game.ui.battle.state import Battle
from game.ui.kit import text
from game.ui.kit.screen import Push, Reply
from game.ui.kit.widgets import Button


def at_the_end(battle: Battle, surface: pygame.Surface, rect: pygame.Rect) -> list[Button]:
    """While the board is looked at after the end: who won, and the ways back to the table and on."""
    look, size = battle.app.look, battle.app.look.size("body")
    inner, gap = rect.inflate(-look.px(24), -look.px(14)), look.px(8)
    outcome = battle.ruleset.outcome(battle.table.world)
    if outcome is not None:
        said = words.outcome(battle.ruleset, battle.table.world, outcome)
        text.draw(surface, said, inner.topleft, size, look.palette.text, bold=True, room=inner.width)
    wide = min(look.px(220), (inner.width - gap) // 2)
    place = pygame.Rect(inner.x, inner.y + text.line_height(size) + look.px(5), wide, look.px(36))
    back = Button("results", place, "Results", lambda: Push(battle.ending()), "", battle.app.key("confirm"))
    on = Button("menu", place.move(wide + gap, 0), "Menu", lambda: Push(menu.menu(battle)), "", battle.app.key("menu"))
    for button in (back, on):
        button.draw(surface, look, hot=False, focused=False)
    return [back, on]


def while_others_act(battle: Battle, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Nobody at the screen is asked: who acts, and the keys that shorten it."""
    look, p, acts = battle.app.look, battle.app.look.palette, who_acts(battle)
    if acts is None:
        return
    who = names.who_name(battle.table.world, acts) if acts not in battle.hidden() else "Somebody out of sight"
    inner = rect.inflate(-look.px(24), -look.px(14))
    text.draw(surface, f"{who} acts …", inner.topleft, look.size("body"), p.text, bold=True, room=inner.width)
    ends, skips = battle.app.key("end_turn"), battle.app.key("cancel")
    keys = f"{ends} ends what is being shown"
    if battle.table.human_sides():
        keys = f"{keys}, {skips} skips to your next question"
    below = (inner.x, inner.y + text.line_height(look.size("body")) + look.px(4))
    text.draw_wrapped(surface, f"{keys}.", below, look.size("small"), p.dim, inner.width)


def who_acts(battle: Battle) -> int | None:
    """Of what is shown now, else of the present."""
    lines = [each.stroke.unit for each in battle.pane.animation.live if each.stroke.kind == "line"]
    clock, request = battle.table.world.find(FIELD, Clock), battle.table.request
    active = clock.active if clock is not None else None
    asked = request.who if request is not None else None
    return next((unit for unit in (*reversed(lines), active, asked) if unit is not None), None)


def while_held(battle: Battle, surface: pygame.Surface, rect: pygame.Rect) -> list[Button]:
    """What others did stays to be looked at: the ways on."""
    look, size = battle.app.look, battle.app.look.size("body")
    inner = rect.inflate(-look.px(24), -look.px(14))
    said = f"Waiting for you. {battle.app.key('cancel')} skips to your next question."
    text.draw(surface, said, inner.topleft, size, look.palette.dim, room=inner.width)
    wide = min(look.px(220), inner.width)
    place = pygame.Rect(inner.x, inner.y + text.line_height(size) + look.px(5), wide, look.px(36))

    def go_on() -> Reply:
        battle.playing.takes("end_turn")
        return None

    on = Button("on", place, "Continue", go_on, "", battle.app.key("end_turn"), kind="primary")
    on.draw(surface, look, hot=False, focused=False)
    return [on]
