"""How wounds's results are read off the flow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.kernel.components import Carried
from game.kernel.ecs import World
from game.kernel.events import Fell, PoolChanged, Rolled, Struck, Used
from game.kernel.flow import Decision
from game.rules.ruleset import Ruleset
from tests.odds import Reader, Result, prefer


def brace(*wanted: str) -> Callable[[Decision], str]:
    """As `prefer`, but an attack is met with the highest Defense that the labels tell of."""
    plainly = prefer(*wanted)

    def choose(request: Decision) -> str:
        if request.question in ("guard", "opening"):
            return max(request.options, key=lambda option: int(option.label.rpartition(" ")[2])).key
        return plainly(request)

    return choose


def read(rules: Ruleset, world: World, events: list[Any], request: Decision, key: str) -> Result | None:
    """The level at which a wound was recorded, the outcome of a check, or the number thrown."""
    new = _since(world.events, events)
    who, words = request.who, key.split(" ")
    if words[0] == "command":
        who, words = world.get(who, Carried).by, words[1:]
    if words[-1] in ("acrobatics", "athletics"):
        spent = [each for each in new if isinstance(each, PoolChanged) and (each.unit, each.pool) == (who, "ap")]
        return Result(sum(max(0, each.before - each.after) for each in spent), rules.titles["certain"])
    if words[1:2] == ["flame_burst"]:
        hits = sum(isinstance(each, Struck) and each.what == "flame_burst" and each.how == "hit" for each in new)
        return Result(hits, f"{hits} hit")
    if words[1:2] == ["mend"] or words[0] == "use_object":
        better = any(isinstance(each, PoolChanged) and each.verb == "heal" for each in new)
        return Result(label=rules.titles["healed" if better else "not_healed"])
    return _thrown(rules, words[0], new) or _struck(rules, who, new)


def _since(earlier: list[Any], events: list[Any]) -> list[Any]:
    """The events after those that had happened when the question was asked; both lists end and begin with the same."""
    for count in range(min(len(earlier), len(events)), 0, -1):
        if earlier[-count:] == events[:count]:
            return events[count:]
    return events


def _thrown(rules: Ruleset, verb: str, new: list[Any]) -> Result | None:
    """Options whose number alone is told."""
    label = {"long_jump": "jump_then_land", "high_jump": "jump_then_land"}.get(verb, "certain")
    why = {"long_jump": "long_jump", "high_jump": "high_jump", "cling": "cling", "create_opening": "create_opening"}
    for event in new:
        if isinstance(event, Rolled) and event.why == why.get(verb):
            return Result(event.numbers[0].total, rules.titles[label])
        if isinstance(event, Rolled) and verb == "seize_initiative" == event.why:
            return Result(event.faces[0], rules.titles[label])
    return None


def _struck(rules: Ruleset, who: int, new: list[Any]) -> Result | None:
    at = next((at for at, each in enumerate(new) if isinstance(each, Struck) and each.unit == who), None)
    if at is None:
        return None
    struck = new[at]
    if struck.how in ("success", "failure"):
        return Result(label=rules.titles[struck.how])
    if struck.how == "hit" and len(struck.numbers) == 1:
        return Result(label=rules.titles["held" if struck.what == "hold" else "grappled"])
    level, levels = 0, ("light", "moderate", "severe", "critical", "fatal")
    for event in new[at + 1 :] if struck.how == "hit" else ():
        if isinstance(event, Struck):
            break
        if isinstance(event, PoolChanged) and event.verb == "wound" and event.unit == struck.target and not level:
            level = levels.index(event.pool) + 1
        if isinstance(event, Fell) and event.unit == struck.target and event.how == "dead" and level in (0, 5):
            level = 6
    if struck.what in rules.titles and not struck.numbers[1:] and struck.how == "miss" and request_grapples(new, at):
        return Result(label=rules.titles["miss"])
    label = "miss" if struck.how == "miss" else (("no_wound", *levels, "kills")[level])
    return Result(level, rules.titles[label])


def request_grapples(new: list[Any], at: int) -> bool:
    """Whether the attack that missed was to seize hold or to bind."""
    used = [each.what for each in new[:at] if isinstance(each, Used) and each.kind != "declared"]
    return (bool(used) and used[-1] == "grapple") or new[at].what == "hold"


READER = Reader(brace("no", "agility", "fatal", "critical", "severe", "moderate"), read, samples=300)
