"""What people read, in one place: options, prompts, previews and outcomes here, the rest by name."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.components import Unit
from game.kernel.ecs import World
from game.kernel.flow import Action, Decision, Option
from game.rules.ruleset import Chance, Outcome, Preview, Ruleset
from game.text.names import cell, chance, join, lower, number, title, unit_name, verdict, who_name
from game.text.sentences import event


class Prompt(Struct, frozen=True):
    """A question in words: `asked` names who is to answer, `question` what, `because` what led to it."""

    asked: str
    question: str
    because: str = ""
    rule: str = ""

    def __str__(self) -> str:
        """All of it in one line."""
        return " ".join(part for part in (self.because, f"{self.asked}: {self.question}") if part)


# Decisions


_PLACED = (" at", " to", " via")  # titles that say already how a place goes with them


def option(ruleset: Ruleset, world: World, chosen: Option) -> str:
    """What an option does, for a button or a list: "Slash: Knight B1", "Dash to 4,5", "Steady (momentum)"."""
    action = chosen.action
    details: list[str] = []
    text = chosen.label or title(ruleset, action.verb)
    for field in chosen.said:
        company = field == "others" and action.unit in action.others
        if company:
            text = f"{text}: {join([unit_name(world, other) for other in action.others])}"
        elif field == "unit" and action.unit is not None and world.find(action.unit, Unit) is not None:
            text = f"{text}: {unit_name(world, action.unit)}"
        if field == "cell" and action.cell is not None:
            way = "" if text.endswith(_PLACED) else " to"
            text = f"{text}{way} {cell(world, action.cell)}"
        elif field != "unit" and not company:
            details += _details(ruleset, world, action, field)
    return f"{text} ({', '.join(details)})" if details else text


def _details(ruleset: Ruleset, world: World, action: Action, field: str) -> list[str]:
    """A further field in words: items and ways by their titles, units by their names."""
    match field:
        case "what":
            return [lower(ruleset, word) for word in action.what.replace("+", " ").split()]
        case "how":
            return [lower(ruleset, word) for word in action.how]
        case "others":
            units = [other for other in action.others if other != action.unit and world.find(other, Unit) is not None]
            return [unit_name(world, other) for other in units]
        case "numbers":
            return [str(number) for number in action.numbers]
        case _:
            return [lower(ruleset, field)] if field in action.how else []


def prompt(ruleset: Ruleset, world: World, decision: Decision) -> Prompt:
    """Who is asked what, and what led to it."""
    because = event(ruleset, world, decision.about) if decision.about is not None else ""
    return Prompt(who_name(world, decision.who), question(ruleset, decision.question), because, decision.rule)


def question(ruleset: Ruleset, key: str) -> str:
    """A question in words: a sheet may name `hinder_question` beside the verb `hinder`."""
    return ruleset.titles.get(f"{key}_question") or title(ruleset, key)


def answered(ruleset: Ruleset, world: World, decision: Decision, key: str) -> str:
    """Who answered what: "Knight B1: Dodge"."""
    return f"{who_name(world, decision.who)}: {option(ruleset, world, decision.option(key))}"


# Previews and outcomes


def preview(ruleset: Ruleset, world: World, shown: Preview) -> list[str]:
    """The lines of a preview: title, chances, numbers with their reasons, what moves cost, who may react."""
    about = "" if shown.exact else "about "
    lines = [shown.title]
    lines += [f"{about}{_chance_line(each)}" for each in shown.chances]
    lines += [number(ruleset, each) for each in shown.numbers]
    if shown.spread:
        low, high = shown.spread[0][0], shown.spread[-1][0]
        mean = sum(amount * weight for amount, weight in shown.spread)
        lines.append(f"{shown.spread_of or 'damage'} {low} to {high}, {mean:.1f} on average".replace(".0 on", " on"))
    if shown.costs:
        lines.append(f"{len(shown.path) - 1} cells, cost {shown.costs[-1]}")
    lines += [
        f"{unit_name(world, alarm.unit)} may react at {cell(world, alarm.cell)}: {title(ruleset, alarm.what)}"
        for alarm in shown.alarms
    ]
    return [*lines, *(note.text for note in shown.notes)]


def _chance_line(result: Chance) -> str:
    return result.label if result.probability >= 1 else f"{result.label} {chance(result.probability)}"


def outcome(ruleset: Ruleset, world: World, end: Outcome) -> str:
    """How it ended: "Red wins: all enemies are out of the fight"."""
    return verdict(ruleset, world, end.winners, end.why)
