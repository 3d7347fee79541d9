"""What may be hoped of verbs without a closed form, by ruleset and question; read from rulesets/hopes.yaml."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import TypeAlias

from game.data import paths, sheets
from game.kernel.components import Conditions, Gear, Pools
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.rules.concern import targets, wish
from game.rules.verbs import Verb, question_of

Hope: TypeAlias = float | dict[str, float]
"""What a verb brings at most: always, or while one has a condition; without any of them it is not worth a thought."""
# In place of conditions: what the question is about is aimed at whoever is asked; it has not just walked; some foe near
# could attack it where it is; nothing has got on for rounds. Whatever else is so, there is what is always hoped.
AIMED_AT, RESTED, REACHED, STALE, ALWAYS = "target", "rested", "reached", "stale", "always"
HELPED = 0.15  # what help may bring to whoever lacks all of its pools
SURE = 1.0  # a wish to act of which so much is hoped is worth a thought: what to do is asked after it
IDLE = -0.003  # what brings less than that is not worth a thought
TURN = "turn"  # the question of the own turn
GEAR = "gear"  # of verbs of this group nothing is known while a unit has nothing in hand


@cache
def _read() -> Mapping[str, Mapping[str, Mapping[str, Hope]]]:
    return sheets.load(paths.data("rulesets") / "hopes.yaml").convert(dict[str, dict[str, dict[str, Hope]]])


def hopes(ruleset: str, question: str) -> Mapping[str, Hope]:
    """By verb what it brings at most beside staying and acting later, or beside letting the moment pass.

    Verbs of which nothing is known are left out.
    """
    return _read().get(ruleset, {}).get(question, {})


def hopes_of(
    ruleset: str,
    question: str,
    world: World,
    asked: Decision,
    *,
    walked: bool = False,
    stale: bool = False,
    vain: Iterable[str] = (),
    reached: Callable[[], bool] = lambda: True,
) -> dict[str, float]:
    """The same for whoever is asked, as it is; `walked` without anything having come of it yet, in a `stale` fight.

    Nothing can come of verbs that are `vain`; whether the unit can be `reached` is found out where it matters.
    """
    if not hopes(ruleset, question):
        return {}
    held = world.find(asked.who, Conditions) or Conditions()
    now = {ALWAYS, *(item.name for item in held.items)}
    if asked.who in targets(asked.about):
        now.add(AIMED_AT)
    if not walked:
        now.add(RESTED)
    if stale:
        now.add(STALE)
    hoped, hanging = _told_apart(ruleset, question)
    if any(REACHED in gains for gains in hanging.values()) and reached():
        now.add(REACHED)
    return hoped | {verb: _best(gains, now) for verb, gains in hanging.items()} | dict.fromkeys(vain, -math.inf)


@cache
def _told_apart(ruleset: str, question: str) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
    """What verbs bring in any case, and apart from these what hangs on conditions."""
    found = hopes(ruleset, question)
    hanging = {verb: gains for verb, gains in found.items() if not isinstance(gains, float)}
    return {verb: gain for verb, gain in found.items() if isinstance(gain, float)}, hanging


def _best(gains: Mapping[str, float], now: Collection[str]) -> float:
    return max([gain for condition, gain in gains.items() if condition in now], default=-math.inf)


def hoped(ruleset: str, world: World, asked: Decision, base: float, listed: Mapping[str, float]) -> dict[str, float]:
    """By verb at most what comes of it for whoever is asked, -inf for what is not worth a thought.

    `base` is what it has without, `listed` what `hopes_of` tells of this question.
    """
    own_turn = asked.moment == "own_turn"
    most = listed or hopes_of(ruleset, TURN, world, asked)
    if not most:
        return {}
    verbs, helped = question_of(world, asked.question).verbs, HELPED * _lack(world, asked.who)
    found: dict[str, float] = {}
    for name, gain in most.items():
        if name not in verbs or not known(world, asked.who, verbs[name]):
            continue
        if own_turn:
            found[name] = base + (min(gain, helped) if verbs[name].group == "help" else gain)
        elif gain < IDLE and (listed or verbs[name].group == GEAR or gain == -math.inf):
            # Gear that is idle in one's turn is so in others', and what is never worth a thought as well.
            found[name] = -math.inf
    return found


def nothing_to_hope(ruleset: str, world: World, asked: Decision) -> Option | None:
    """The end of the turn, or the way to let the moment pass, for whoever might do nothing else from which anything is
    to be hoped; the wish to act where that is always worth a thought.
    """
    most = hopes_of(ruleset, asked.question, world, asked)
    if not most:
        return None
    if (sure := wish(asked)) and most.get(asked.option(sure).verb, 0.0) >= SURE:
        return asked.option(sure)
    role = "end_turn" if asked.moment == "own_turn" else "decline"
    end = next((option for option in asked.options if option.role == role), None)
    if end is None:
        return None
    verbs = question_of(world, asked.question).verbs
    others = {option.action.verb for option in asked.options if option is not end}
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
