"""Which sound each kind of event makes; the names are those of the files in `assets/sounds`."""

from __future__ import annotations

from game.kernel import events as ev

SILENT = ""
_OF: dict[type[ev.Event], str] = {
    ev.Opened: "horn",
    ev.RoundBegan: "drum",
    ev.RoundEnded: SILENT,  # the next begins at once
    ev.TurnBegan: "turn",
    ev.TurnEnded: SILENT,  # as above
    ev.SlotReached: SILENT,  # its turn begins, or is lost
    ev.TurnLost: "daze",
    ev.Moved: "step",
    ev.Turned: "turn_about",
    ev.Used: "act",
    ev.Attacked: "ready",
    ev.Answered: "guard",
    ev.Struck: "chime",
    ev.Judged: "chime",
    ev.Rolled: "dice",
    ev.PoolChanged: SILENT,  # by its verb
    ev.Gained: "daze",
    ev.Lost: "relief",
    ev.Blocked: "error",
    ev.Noted: "note",
    ev.Hindered: "scuffle",
    ev.Fell: "fall",
    ev.ItemMoved: "gear",
    ev.Rested: "rest",
    ev.Progressed: "chime",
    ev.Ended: "win",
}
_ANSWERS = {"dodge": "dodge", "predict": "dodge", "evade": "dodge", "block": "block", "parry": "block"}
_CHANGES = {"damage": "hit", "lose": "hit", "wound": "hit", "gain": "heal", "restore": "heal"}
_MOVES = {"shove": "scuffle", "fall": "thud", "teleport": "spell", "jump": "leap", "place": "gear", "leave": "relief"}
_RESULTS = {"hit": "hit", "critical": "hit", "miss": "dodge", "failure": "error", "revealed": "note"}

NAMES = frozenset(
    name for row in (_OF, _ANSWERS, _CHANGES, _MOVES, _RESULTS) for name in row.values() if name
) | {"swing", "bow", "loss"}  # fmt: skip
"""Every sound that something may make."""


def sound_of(event: ev.Event) -> str:
    """The name of an event's sound; empty for none."""
    found = _OF.get(type(event), SILENT)
    match event:
        case ev.Answered():
            return _ANSWERS.get(event.how, found)
        case ev.PoolChanged():
            by_source = event.verb not in ("gain", "restore") or event.source is not None  # not what each round gives
            return _CHANGES.get(event.verb, found) if by_source else SILENT
        case ev.Moved():
            return _MOVES.get(event.how, found)
        case ev.Struck() | ev.Judged():
            return _RESULTS.get(event.how, found)
    return found
