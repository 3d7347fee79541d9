"""A sentence for every event, with its numbers and their reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from game.kernel import events as ev
from game.kernel.components import FIELD, Field
from game.kernel.ecs import World
from game.rules.ruleset import Ruleset
from game.text import names
from game.text.names import cell, lower, title, unit_name

Sentence: TypeAlias = "Callable[[Ruleset, World, Any], str]"

_ANSWERS = {
    "dodge": "dodges",
    "block": "blocks",
    "predict": "predicts the attack",
    "yield": "yields",
    "parry": "parries",
    "withstand": "withstands",
    "evade": "evades",
    "no": "does not react",
}
_MOVES = {
    "walk": "moves",
    "shove": "is shoved",
    "place": "is placed",
    "fall": "falls",
    "leave": "leaves the board",
    "teleport": "teleports",
    "jump": "jumps",
    "climb": "climbs",
    "summon": "comes",
    "carried": "rides",
    "mount": "mounts",
    "dismount": "dismounts",
}
_POOLS = {
    "damage": "takes {} damage",
    "lose": "loses {}",
    "spend": "spends {}",
    "gain": "gains {}",
    "restore": "recovers {}",
}
_ITEMS = {
    "drawn": "draws",
    "stowed": "stows",
    "dropped": "drops",
    "thrown": "throws",
    "picked_up": "picks up",
    "reloaded": "reloads",
    "used_up": "uses up",
    "given": "is given",
}
_PROGRESS = {
    "hold_zone": "holds the zone: {} rounds",
    "survive": "holds out: {} rounds",
    "escape": "gets units away: {}",
}
_ENDS = {
    "defeated": "is defeated",
    "fled": "leaves the fight",
    "surrendered": "surrenders",
    "down": "goes down",
    "unconscious": "is knocked unconscious",
    "dead": "dies",
}


def event(ruleset: Ruleset, world: World, happened: ev.Event) -> str:
    """What happened, in a sentence; KeyError for a class that has no names."""
    return SENTENCES[type(happened)].say(ruleset, world, happened)


def kind(happened: ev.Event) -> str:
    """Which of KINDS the event is, for filters of the log."""
    return SENTENCES[type(happened)].kind


def _with_numbers(ruleset: Ruleset, text: str, happened: Any) -> str:
    found = names.numbers(ruleset, happened.numbers)
    return f"{text}: {found}." if found else f"{text}."


def _opened(ruleset: Ruleset, world: World, it: ev.Opened) -> str:
    return "The skirmish begins." if it.first is None else f"{names.who_name(world, it.first)} makes the first move."


def _round_began(ruleset: Ruleset, world: World, it: ev.RoundBegan) -> str:
    return f"Round {it.number}"


def _round_ended(ruleset: Ruleset, world: World, it: ev.RoundEnded) -> str:
    return f"Round {it.number} ends."


def _turn_began(ruleset: Ruleset, world: World, it: ev.TurnBegan) -> str:
    why = f" ({lower(ruleset, it.why)})" if it.why else ""
    return f"{unit_name(world, it.unit)} acts{why}."


def _turn_ended(ruleset: Ruleset, world: World, it: ev.TurnEnded) -> str:
    return f"{unit_name(world, it.unit)} ends its turn."


def _slot_reached(ruleset: Ruleset, world: World, it: ev.SlotReached) -> str:
    return f"{unit_name(world, it.unit)} is due."


def _turn_lost(ruleset: Ruleset, world: World, it: ev.TurnLost) -> str:
    return f"{unit_name(world, it.unit)} loses its turn."


def _judged(ruleset: Ruleset, world: World, it: ev.Judged) -> str:
    on = f" on {unit_name(world, it.target)}" if it.target not in (None, it.unit) and it.target else ""
    text = f"{unit_name(world, it.unit)}, {title(ruleset, it.what)}{on}: {lower(ruleset, it.how)}"
    return _with_numbers(ruleset, text, it)


def _moved(ruleset: Ruleset, world: World, it: ev.Moved) -> str:
    verb = _MOVES.get(it.how, lower(ruleset, it.how))
    cost = f", cost {it.cost}" if it.cost else ""
    if it.end is None:
        return f"{unit_name(world, it.unit)} {verb} at {cell(world, it.start)}."
    if it.start is None or it.how == "place":
        return f"{unit_name(world, it.unit)} {verb} at {cell(world, it.end)}."
    return f"{unit_name(world, it.unit)} {verb} from {cell(world, it.start)} to {cell(world, it.end)}{cost}."


def _turned(ruleset: Ruleset, world: World, it: ev.Turned) -> str:
    field = world.find(FIELD, Field)
    way = field.board.grid.names[it.direction] if field is not None else str(it.direction)
    return f"{unit_name(world, it.unit)} turns to face {lower(ruleset, way)}."


def _used(ruleset: Ruleset, world: World, it: ev.Used) -> str:
    said = ruleset.titles.get(f"{it.what}_said")
    if said:
        return f"{names.who_name(world, it.unit)} {said}."
    others = tuple(target for target in it.targets if target != it.unit)
    reaction = it.kind == "reaction"
    on = f" {'against' if reaction else 'on'} {names.names(world, others)}" if others else ""
    at = f" at {cell(world, it.cell)}" if it.cell is not None else ""
    how = " as a reaction" if reaction else ""
    verb = "is about to use" if it.kind == "declared" else "uses"
    return f"{names.who_name(world, it.unit)} {verb} {title(ruleset, it.what)}{on}{at}{how}."


def _attacked(ruleset: Ruleset, world: World, it: ev.Attacked) -> str:
    text = f"{unit_name(world, it.unit)} attacks {unit_name(world, it.target)} with {title(ruleset, it.what)}"
    return _with_numbers(ruleset, text, it)


def _answered(ruleset: Ruleset, world: World, it: ev.Answered) -> str:
    how = _ANSWERS.get(it.how) or f"answers with {title(ruleset, it.how)}"
    return _with_numbers(ruleset, f"{unit_name(world, it.unit)} {how}", it)


def _struck(ruleset: Ruleset, world: World, it: ev.Struck) -> str:
    if it.how in ("success", "failure"):
        on = f" ({unit_name(world, it.target)})" if it.target != it.unit else ""
        how = "succeeds" if it.how == "success" else "fails"
        return f"{unit_name(world, it.unit)}: {lower(ruleset, it.what)}{on} {how}."
    how = "hits" if it.how == "hit" else "misses"
    return _with_numbers(ruleset, f"{unit_name(world, it.unit)} {how} {unit_name(world, it.target)}", it)


def _rolled(ruleset: Ruleset, world: World, it: ev.Rolled) -> str:
    said = ruleset.titles.get(f"{it.why}_said")
    if said:  # not worth its dice: a lot that is drawn
        return f"{said}."
    dice = names.join([f"{face} (d{sides})" for sides, face in zip(it.dice, it.faces, strict=True)])
    if len(set(it.dice)) == 1 and len(it.dice) > 1:
        dice = f"{names.join([str(face) for face in it.faces])} ({len(it.dice)}d{it.dice[0]})"
    who = unit_name(world, it.unit)  # without dice it is a number that something before came to
    if not dice and not it.numbers:
        return f"{who}: {lower(ruleset, it.why)}."
    return _with_numbers(ruleset, f"{who} rolls {dice} for {title(ruleset, it.why)}" if dice else who, it)


def _pool_changed(ruleset: Ruleset, world: World, it: ev.PoolChanged) -> str:
    amount = abs(it.after - it.before)
    pool = lower(ruleset, it.pool)
    verb = _POOLS.get(it.verb, lower(ruleset, it.verb) + " {}")
    what = str(amount) if it.verb == "damage" else f"{amount} {pool}"
    source = f" from {names.who_name(world, it.source)}" if it.source not in (None, it.unit) and it.source else ""
    change = f"{names.signed(it.before)} → {names.signed(it.after)}"
    text = f"{names.who_name(world, it.unit)} {verb.format(what)}{source}: {pool} {change}"
    reasons = names.numbers(ruleset, it.numbers)
    return f"{text} ({reasons})." if reasons else f"{text}."


def _gained(ruleset: Ruleset, world: World, it: ev.Gained) -> str:
    source = it.source if it.source != it.unit else None
    by = f", by {names.who_name(world, source)}" if source is not None else ""
    return f"{unit_name(world, it.unit)} is now {lower(ruleset, it.condition)}{by}."


def _lost(ruleset: Ruleset, world: World, it: ev.Lost) -> str:
    return f"{unit_name(world, it.unit)} is no longer {lower(ruleset, it.condition)}."


def _blocked(ruleset: Ruleset, world: World, it: ev.Blocked) -> str:
    return f"{unit_name(world, it.unit)}: {lower(ruleset, it.what)} – it does not happen."


def _noted(ruleset: Ruleset, world: World, it: ev.Noted) -> str:
    return f"{unit_name(world, it.unit)}: {lower(ruleset, it.what)}."


def _hindered(ruleset: Ruleset, world: World, it: ev.Hindered) -> str:
    return f"{unit_name(world, it.by)} hinders {unit_name(world, it.unit)}."


def _fell(ruleset: Ruleset, world: World, it: ev.Fell) -> str:
    if it.by is not None and it.how == "dead":
        return f"{unit_name(world, it.unit)} is killed by {names.who_name(world, it.by)}."
    if it.by is not None and it.how == "down":
        return f"{unit_name(world, it.unit)} is felled by {names.who_name(world, it.by)}."
    by = f" by {names.who_name(world, it.by)}" if it.by is not None else ""
    return f"{unit_name(world, it.unit)} {_ENDS.get(it.how, lower(ruleset, it.how))}{by}."


def _item_moved(ruleset: Ruleset, world: World, it: ev.ItemMoved) -> str:
    at = f" at {cell(world, it.cell)}" if it.cell is not None else ""
    return f"{unit_name(world, it.unit)} {_ITEMS.get(it.how, it.how)} {lower(ruleset, it.item)}{at}."


def _rested(ruleset: Ruleset, world: World, it: ev.Rested) -> str:
    return f"{names.side_name(world, it.side)} rests: {lower(ruleset, it.kind)}, {it.minutes} minutes."


def _progressed(ruleset: Ruleset, world: World, it: ev.Progressed) -> str:
    side, how = names.side_name(world, it.side), f"{it.done} of {it.needed}"
    if it.objective in _PROGRESS:
        return f"{side} {_PROGRESS[it.objective].format(how)}."
    return f"{side}: {lower(ruleset, it.objective)}, {how}."


def _ended(ruleset: Ruleset, world: World, it: ev.Ended) -> str:
    return f"{names.verdict(ruleset, world, it.winners, it.why)}."


class Saying(NamedTuple):
    """The kind of an event class, for filters, and its sentence."""

    kind: str
    say: Sentence


KINDS = ("round", "turn", "move", "action", "attack", "roll", "pool", "condition", "end")

SENTENCES: dict[type[ev.Event], Saying] = {
    ev.Opened: Saying("round", _opened),
    ev.RoundBegan: Saying("round", _round_began),
    ev.RoundEnded: Saying("round", _round_ended),
    ev.TurnBegan: Saying("turn", _turn_began),
    ev.TurnEnded: Saying("turn", _turn_ended),
    ev.SlotReached: Saying("turn", _slot_reached),
    ev.TurnLost: Saying("turn", _turn_lost),
    ev.Judged: Saying("roll", _judged),
    ev.Moved: Saying("move", _moved),
    ev.Turned: Saying("move", _turned),
    ev.Used: Saying("action", _used),
    ev.Attacked: Saying("attack", _attacked),
    ev.Answered: Saying("attack", _answered),
    ev.Struck: Saying("attack", _struck),
    ev.Rolled: Saying("roll", _rolled),
    ev.PoolChanged: Saying("pool", _pool_changed),
    ev.Gained: Saying("condition", _gained),
    ev.Lost: Saying("condition", _lost),
    ev.Blocked: Saying("action", _blocked),
    ev.Noted: Saying("attack", _noted),
    ev.Hindered: Saying("action", _hindered),
    ev.Fell: Saying("end", _fell),
    ev.ItemMoved: Saying("action", _item_moved),
    ev.Rested: Saying("round", _rested),
    ev.Progressed: Saying("round", _progressed),
    ev.Ended: Saying("end", _ended),
}
