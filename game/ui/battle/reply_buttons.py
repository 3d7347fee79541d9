"""Buttons for one question to a whole side: a row for each unit that could break in, with its best answer."""

from __future__ import annotations

from functools import partial

import pygame

from game.ai.responding import Reply as Answer
from game.kernel.components import Unit
from game.text import names, words
from game.ui.battle import odds_line, ranking
from game.ui.battle.option_groups import FEW
from game.ui.battle.state import Battle
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import rule_lines
from game.ui.kit.widgets import Button


def buttons(battle: Battle) -> list[Button]:
    """For each unit that could break in its best answer, then that nobody does, then all that each could do."""
    world, ruleset = battle.table.world, battle.ruleset
    found: dict[str, Button] = {}
    replies = battle.replies()
    passing = replies[0].question.declining()
    for at, reply in enumerate(replies):
        who = names.who_name(world, reply.who)
        what = battle.option_title(reply.option) if reply.option is not None else _wish_title(battle, reply)
        note = odds_line.joined(
            odds_line.outcome(ruleset, reply.preview), odds_line.price(ruleset, world, reply.who, reply.price)
        )
        rule = reply.option.rule if reply.option is not None else reply.question.rule
        tip = (f"{who}: {what}", note, *rule_lines(ruleset, rule))
        found[f"reply {at}"] = _reply_button(battle, f"reply {at}", f"{who}: {what}", at, tip, note=note)
    none = "Nobody" if len(replies) > 1 else battle.option_title(passing) if passing is not None else "Nobody"
    enters = ranking.marked(battle) == "nobody"
    hint = " · ".join((battle.app.key("end_turn"), *((battle.app.key("confirm"),) if enters else ())))
    found["nobody"] = Button(
        "nobody", pygame.Rect(0, 0, 0, 0), none, partial(_respond, battle, None), "", hint, ("Let it pass.",),
        kind="row", on=enters,
    )  # fmt: skip
    for at, reply in enumerate(replies):
        if reply.option is None or not reply.deeper:
            continue
        who = names.who_name(world, reply.who)
        tip = (f"All that {who} could do now.",)
        found[f"more {at}"] = _reply_button(battle, f"more {at}", f"{who}: something else …", at, tip, further=True)
    return [found[key] for key in rows(battle)]


def rows(battle: Battle) -> list[str]:
    """The keys of the rows as their numbers go: what each would do best, nobody, what else each could do."""
    replies, numbered = battle.replies(), numbers(battle)
    units = sorted(range(len(replies)), key=lambda at: (not numbered[f"reply {at}"], numbered[f"reply {at}"]))
    more = [at for at in units if replies[at].option is not None and replies[at].deeper]
    return [*(f"reply {at}" for at in units), "nobody", *(f"more {at}" for at in more)]


def numbers(battle: Battle) -> dict[str, int]:
    """The number key of each row: that of the unit in its side, then what else it could do; 0 for none."""
    side = battle.table.side()
    own = sorted(unit for unit, who in battle.table.world.each(Unit) if who.side == side)
    found = {}
    for at, reply in enumerate(battle.replies()):
        place = own.index(reply.who) + 1 if reply.who in own else 0
        found[f"reply {at}"] = place if place <= FEW else 0
        found[f"more {at}"] = place + len(own) if place and place + len(own) <= FEW else 0
    return found


def _wish_title(battle: Battle, reply: Answer) -> str:
    wish = next((one for one in reply.question.options if one.key in reply.keys), None)
    return battle.option_title(wish) if wish is not None else words.question(battle.ruleset, reply.question.question)


def _reply_button(
    battle: Battle, key: str, label: str, at: int, tip: tuple[str, ...], *, note: str = "", further: bool = False
) -> Button:
    number, enters = numbers(battle)[key], ranking.marked(battle) == key
    digit = str(number) if number and not battle.app.padded else ""
    hint = " · ".join(filter(None, (digit, battle.app.key("confirm") if enters else "")))
    act = partial(_respond, battle, at, further=further)
    return Button(key, pygame.Rect(0, 0, 0, 0), label, act, "", hint, tip, kind="row", on=enters, note=note)


def _respond(battle: Battle, number: int | None, *, further: bool = False) -> Reply:
    battle.respond(number, further=further)
    return None
