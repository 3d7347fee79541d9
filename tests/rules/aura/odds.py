"""How aura's results are read off the flow."""

from __future__ import annotations

from typing import Any

from game.kernel.ecs import World
from game.kernel.events import Answered, Blocked, Moved, PoolChanged, Used
from game.kernel.flow import Decision
from game.rules.aura.state import beat
from game.rules.aura.verbs.deeds import Doubted
from game.rules.aura.verbs.plans import Planned
from game.rules.aura.verbs.shots import Cast
from game.rules.aura.verbs.strikes import Blow
from game.rules.ruleset import Ruleset
from tests.odds import Reader, Result, prefer


def read(rules: Ruleset, world: World, events: list[Any], request: Decision, key: str) -> Result | None:
    """Damage done to the target and whether the attack found it, or whether a maneuver, check or challenge worked."""
    verb, _, rest = key.partition(" ")
    events, who = events[len(world.events) :], request.who
    used = [event.what for event in events if isinstance(event, Used) and event.unit == who]
    blocked = [event.what for event in events if isinstance(event, Blocked) and event.unit == who]
    evaded = any(isinstance(event, Answered) and event.attacker == who for event in events)
    if request.question in ("escape_by", "hold_by") or verb == "escape":
        held = any(isinstance(event, Blocked) and event.what == "escape" for event in events)
        return Result(label=rules.titles["works" if held == (request.question == "hold_by") else "does_not_work"])
    if request.question == "challenged":
        late = sum(isinstance(event, Blocked) and event.what == "challenge_lost" for event in events)
        return Result(label=rules.titles["stays_ahead" if late == len(beat(world).challengers) else "overtaken"])
    if request.question in _ASKED:
        return _ASKED[request.question](rules, world, events, who)
    if request.question == "response" or key == "interrupt":
        return Result(label=rules.titles["challenge_lost" if "challenge_lost" in blocked else "challenge_won"])
    if verb.removeprefix("swift_").removesuffix("_unarmed") in ("trip", "disarm", "restrain", "push", "charge"):
        return Result(label=rules.titles["works" if "succeeds" in used else "does_not_work"])
    if verb in ("strike_shield", "break_door", "hide"):
        failed = evaded or "break_door" in blocked or "hide" in blocked
        return Result(label=rules.titles["does_not_work" if failed else "works"])
    if verb == "climb":
        up = any(isinstance(event, Moved) and event.unit == who and event.how == "climb" for event in events)
        ends = ("climb_higher", "climb_falls")
        how = "climb_top" if up else next((what for what in used if what in ends), "climb_stuck")
        return Result(label=rules.titles[how])
    if verb in ("load", "equip", "stow"):
        return Result(label=rules.titles["does_not_work" if "fumbles" in used else "works"])
    if "spell_fails" in used:
        return Result(0, rules.titles["spell_fails"])
    if verb == "mend_aura":
        return Result(label=rules.titles["hit"])
    if evaded:
        return Result(0, rules.titles["missed"])
    planned = world.find(who, Planned)  # it was asked how to make an attack
    target = int(rest.split(" ")[0]) if planned is None else planned.attack.target
    return Result(_hurt(events, who, target), rules.titles["critical_hit" if "critical_hit" in used else "hit"])


def _thrown(rules: Ruleset, world: World, events: list[Any], who: int) -> Result:
    """Whether the roll of whoever was asked about its dice has found or warded off."""
    answers = [event for event in events if isinstance(event, Answered) and who in (event.unit, event.attacker)]
    critical = any(isinstance(event, Used) and event.what == "critical_hit" for event in events)
    return Result(label=rules.titles["missed" if answers else "critical_hit" if critical else "hit"])


def _gone_through(rules: Ruleset, world: World, events: list[Any], who: int) -> Result:
    """What has come of an attack that its maker was asked about once more."""
    evaded = any(isinstance(event, Answered) and event.attacker == who for event in events)
    attack, used = world.get(who, Doubted).attack, {event.what for event in events if isinstance(event, Used)}
    assert attack is not None
    if isinstance(attack, Blow) and attack.maneuver:
        return Result(label=rules.titles["works" if "succeeds" in used else "does_not_work"])
    if "spell_fails" in used:
        return Result(None if attack.target == who else 0, rules.titles["spell_fails"])
    if isinstance(attack, Cast) and attack.target == who:
        return Result(label=rules.titles["hit"])
    if evaded:
        return Result(0, rules.titles["missed"])
    return Result(_hurt(events, who, attack.target), rules.titles["critical_hit" if "critical_hit" in used else "hit"])


def _hurt(events: list[Any], who: int, target: int) -> int:
    """The first damage that the one did to the other; none was 0."""
    hits = [event for event in events if isinstance(event, PoolChanged) and event.verb == "damage"]
    mine = (event.numbers[0].total for event in hits if (event.unit, event.source) == (target, who))
    return next(mine, 0)


_ASKED = {"use_advantage": _thrown, "which_die": _thrown, "second_thoughts": _gone_through}

_calm = prefer("no", "roll", "stay", "stop", "go_on", "care 0", "keep")


def _policy(request: Decision) -> str:
    """Nobody does more than it must; but who has said that it breaks in names something."""
    if request.question == "response":
        return next(option.key for option in request.options if option.key != "no")
    return _calm(request)


READER = Reader(_policy, read, samples=60, requests=20)
