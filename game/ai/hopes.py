"""What may be hoped of verbs without a closed form, by ruleset and question; read from rulesets/hopes.yaml."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache

from game.data import paths, sheets
from game.kernel.components import Gear, Pools
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.rules.verbs import Verb, question_of

HELPED = 0.15  # what help may bring to whoever lacks all of its pools
IDLE = -0.003  # what brings less than that is not worth a thought
TURN = "turn"  # the question of the own turn
GEAR = "gear"  # of verbs of this group nothing is known while a unit has nothing in hand


@cache
def _read() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    return sheets.load(paths.data("rulesets") / "hopes.yaml").convert(dict[str, dict[str, dict[str, float]]])


def hopes(ruleset: str, question: str) -> Mapping[str, float]:
    """By verb what it brings at most beside staying and acting later, or beside letting the moment pass.

    Verbs of which nothing is known are left out.
    """
    return _read().get(ruleset, {}).get(question, {})


def hoped(ruleset: str, world: World, asked: Decision, base: float) -> dict[str, float]:
    """By verb at most what comes of it for whoever is asked, -inf for what is not worth a thought.

    `base` is what it has without.
    """
    own_turn = asked.moment == "own_turn"
    listed = hopes(ruleset, asked.question)
    most = listed or hopes(ruleset, TURN)
    if not most:
        return {}
    verbs, helped = question_of(world, asked.question).verbs, HELPED * _lack(world, asked.who)
    found = dict[str, float]()
    for name, gain in most.items():
        if name not in verbs or not known(world, asked.who, verbs[name]):
            continue
        if own_turn:
            found[name] = base + (min(gain, helped) if verbs[name].group == "help" else gain)
        elif gain < IDLE and (listed or verbs[name].group == GEAR):  # gear that is idle in one's turn is so in others'
            found[name] = -math.inf
    return found


def nothing_to_hope(ruleset: str, world: World, asked: Decision) -> Option | None:
    """The end of the turn for whoever has nothing left to do from which anything might be hoped."""
    end = next((option for option in asked.options if option.role == "end_turn"), None)
    most = hopes(ruleset, asked.question)
    if asked.moment != "own_turn" or end is None or not most:
        return None
    verbs = question_of(world, asked.question).verbs
    others = {option.verb for option in asked.options if option != end}
    if all(most.get(verb, math.inf) < IDLE and known(world, asked.who, verbs[verb]) for verb in others):
        return end
    return None


def known(world: World, unit: int, verb: Verb) -> bool:
    """Whether what may be hoped of it holds for that unit: who has nothing in hand may well handle gear."""
    gear = world.find(unit, Gear)
    return verb.group != GEAR or gear is None or bool(gear.held)


def _lack(world: World, unit: int) -> float:
    """How much a unit's pools lack, as a share."""
    pools = world.find(unit, Pools)
    if pools is None:
        return 1.0
    shares = [max(0.0, 1 - now / base) for now, base in zip(pools.now, pools.base, strict=True) if base]
    return sum(shares) / max(1, len(shares))
