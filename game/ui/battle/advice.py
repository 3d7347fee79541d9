"""“Why?” and “Hint”: what a computer player weighed, best first, in words beside the board and as ranks on it."""

from __future__ import annotations

from game.ai.explaining import LEAST, decided, term
from game.ai.pricing import Evaluation
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
_WEIGHING = "Weighing the options …"


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
    battle.app.say(refusal or _WEIGHING)
    return None


def arrived(battle: Battle) -> None:
    """It is found out: nobody need wait for it any longer."""
    if battle.table.advice is not None and battle.app.message == _WEIGHING:
        battle.app.say("")


def terms(evaluation: Evaluation) -> str:
    """What made the judgement, the weightiest first: “harm to foes +1.20, danger at its place −0.31”."""
    return ", ".join(f"{term(name)} {number(value)}" for name, value in _told(evaluation)) or "no difference"


def _told(evaluation: Evaluation) -> list[tuple[str, float]]:
    """The terms that are worth a word."""
    ordered = sorted(evaluation.terms, key=lambda each: (-abs(each[1]), each[0]))
    return [(name, value) for name, value in ordered[:_TOLD] if abs(value) >= LEAST]


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
        why = decided(advice.weighed, at - 1)
        if len(each.terms) > 1 and [term(name) for name, _ in _told(each)] != [why]:  # the one term is said below
            column.line(terms(each), p.dim, size="small", indent=14)
        if why:
            said = "Best for" if at == 1 else "Worse for"
            column.line(f"{said}: {why}", p.good if at == 1 else p.warn, size="small", indent=14)
        if each.reply is not None:
            column.line(f"It expects: {names.lower(battle.ruleset, each.reply.verb)}", p.dim, size="small", indent=14)
    if advice.chosen and advice.chosen not in ranked[:_SHOWN]:
        column.line("It took something else without weighing it.", p.dim, size="small")
    left = len(advice.weighed) - _SHOWN
    if left > 0:
        column.line(f"and {left} more that are worse", p.dim, size="small")
    column.gap(10)


def labels(battle: Battle) -> tuple[tuple[Cell, str], ...]:
    """Their ranks on the board, where they have a place."""
    advice = battle.table.advice
    found: dict[Cell, str] = {}
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
