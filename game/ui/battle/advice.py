"""“Why?” and “Hint”: what a computer player weighed, best first, in words beside the board and as ranks on it."""

from __future__ import annotations

from collections.abc import Sequence

from game.ai.lookahead import Evaluation
from game.grid.grid import Cell
from game.kernel.components import Position
from game.text import names, words
from game.ui.battle import option_groups
from game.ui.battle.state import Battle
from game.ui.battle.table import Advice
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import TextColumn

_SHOWN = 6  # options
_TOLD = 4  # terms of one
_LEAST = 0.005  # what is less than that is not worth a word
_WORDS = {
    "worth": "how both sides stand",
    "harm": "harm to foes",
    "self": "own harm and cost",
    "own": "harm to friends",
    "felled": "who falls",
    "rest": "what else changes",
    "stage": "objectives",
    "won": "the end of the fight",
    "danger": "danger at its place",
    "engaged": "foes beside it",
    "company": "friends near it",
    "next": "what it can still do",
    "move": "where it can still go",
    "arms": "what it holds",
    "guard": "its defence",
    "effort": "effort",
    "duty": "its duty",
    "far": "distance to foes",
    "alone": "distance to friends",
    "foe": "health of foes",
    "leader": "their leader",
    "wounded": "the wounded",
}


def ask(battle: Battle, *, hint: bool) -> Reply:
    """Have it found out; a second time puts it away."""
    if battle.table.advice is not None:
        battle.table.advice = None
        return None
    if not hint and battle.knowledge.in_sight(battle.lookers()) is not None:
        battle.app.say("In the fog the others keep their reasons to themselves.")
        return None
    if not hint and any(who in battle.hidden() for _, who in battle.table.decided[-1:]):
        battle.app.say("You did not see who decided last.")
        return None
    refusal = battle.table.advise(hint=hint)
    battle.app.say(refusal or "Weighing the options …")
    return None


def term(name: str) -> str:
    """What a term of a judgement is about."""
    plain = name.removeprefix("wish ")
    said = _WORDS.get(plain, plain.replace("_", " "))
    return said if plain == name else f"wish: {said}"


def terms(evaluation: Evaluation) -> str:
    """What made the judgement, the weightiest first: “harm to foes +1.20, danger at its place −0.31”."""
    ordered = sorted(evaluation.terms, key=lambda each: (-abs(each[1]), each[0]))
    said = [f"{term(name)} {number(value)}" for name, value in ordered[:_TOLD] if abs(value) >= _LEAST]
    return ", ".join(said) or "no difference"


def decided(weighed: Sequence[Evaluation], at: int) -> str:
    """The term that put the first before the second, or left another behind the first; empty where one term is all."""
    if len(weighed) < 2 or len(weighed[at].terms) < 2:
        return ""
    mine, other = dict(weighed[at].terms), dict(weighed[0 if at else 1].terms)
    gaps = {name: mine.get(name, 0.0) - other.get(name, 0.0) for name in sorted({*mine, *other})}
    name = max(gaps, key=lambda name: -gaps[name] if at else gaps[name])
    return term(name) if abs(gaps[name]) >= _LEAST else ""


def number(value: float) -> str:
    """With its sign."""
    return f"{value:+.2f}".replace("-", "−")


def write(battle: Battle, column: TextColumn, advice: Advice) -> None:
    """The options that were weighed, best first, with what they were judged by."""
    p, world, asked = column.look.palette, battle.table.world, advice.asked
    who = names.who_name(world, asked.who)
    column.line(f"Why, {who}?" if advice.chosen else f"Hint for {who}", p.accent, size="lead", bold=True)
    ranked = [each.option.key for each in advice.weighed]
    for at, each in enumerate(advice.weighed[:_SHOWN], 1):
        taken = each.option.key == advice.chosen
        title = words.option(battle.ruleset, world, each.option)
        column.line(
            f"{at}  {title}  {number(each.score)}", p.text if at == 1 or taken else p.dim, bold=taken or at == 1
        )
        if len(each.terms) > 1:
            column.line(terms(each), p.dim, size="small", indent=14)
        if why := decided(advice.weighed, at - 1):
            said = "Best for" if at == 1 else "Worse for"
            column.line(f"{said}: {why}", p.good if at == 1 else p.warn, size="small", indent=14)
        for key in each.reply[:1]:
            column.line(f"It expects: {names.lower(battle.ruleset, key.split(' ')[0])}", p.dim, size="small", indent=14)
    if advice.chosen and advice.chosen not in ranked[:_SHOWN]:
        column.line("It took something else without weighing it.", p.dim, size="small")
    left = len(advice.weighed) - _SHOWN
    if left > 0:
        column.line(f"and {left} more that are worse", p.dim, size="small")
    column.gap(10)


def labels(battle: Battle) -> tuple[tuple[Cell, str], ...]:
    """Their ranks on the board, where they have a place."""
    advice, found = battle.table.advice, dict[Cell, str]()
    for at, each in enumerate(advice.weighed[:_SHOWN] if advice is not None else (), 1):
        cell = option_groups.cell_of(battle.table.world, each.option)
        if cell is not None:
            found[cell] = f"{found[cell]}, {at}" if cell in found else str(at)
    return tuple(found.items())


def aims(battle: Battle) -> tuple[tuple[Cell, Cell], ...]:
    """From whoever decides to where the best of it goes, or to what it took."""
    advice = battle.table.advice
    if advice is None or not advice.weighed:
        return ()
    world, wanted = battle.table.world, advice.chosen or advice.weighed[0].option.key
    option = next((each.option for each in advice.weighed if each.option.key == wanted), None)
    start, end = world.find(advice.asked.who, Position), option_groups.cell_of(world, option) if option else None
    return ((start.cell, end),) if start is not None and end is not None and end != start.cell else ()
