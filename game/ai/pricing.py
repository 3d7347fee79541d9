"""What options are worth that were tried, net of what attacks and ways cost beside what they promise."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from game.ai.bearing import Terms
from game.ai.throwing import in_turns
from game.ai.trial import Trial
from game.kernel.flow import Option

_ENDS = ("end_turn", "wait")  # after them no attack is made for now; in aura no turn ends


class Evaluation(Struct, frozen=True):
    """How one option was judged: its score, what that is made of, by how many throws, and the reply expected."""

    option: Option
    score: float
    samples: int = 1
    terms: Terms = ()
    reply: Option | None = None
    sure: bool = False  # neither dice nor anybody else had a say


class Candidate(Struct, frozen=True):
    """An option that is worth trying out, and what its attack promises, where it is one that does."""

    option: Option
    promise: float | None = None
    bound: float = math.inf  # what it cannot well be worth more than
    kin: str = ""  # where one of its verb has brought much too little the others are not tried


def learn_prices(trial: Trial, found: dict[str, Evaluation], known: Mapping[str, Candidate]) -> None:
    """What attacks have cost beside what they promised, once: the next of their kind will cost as much.

    Or an attack that may still be made would count in full, and be put off for ever.
    """
    ends = next(filter(None, ([each for each in found.values() if each.option.role == role] for role in _ENDS)), [])
    acts = [each for each in found.values() if known[each.option.key].promise]
    if trial.prices or not ends or not acts:
        return
    without = max(each.score - dict(each.terms).get("next", 0.0) for each in ends)
    before = trial.later * trial.still(trial.root) if ends[0].option.role == "wait" else 0.0
    for each in acts:
        price = max(0.0, (known[each.option.key].promise or 0.0) - (each.score - without))
        trial.prices[each.option.verb] = min(price, trial.prices.get(each.option.verb, price))
    for each in acts:
        found[each.option.key] = _cheaper(each, "next", trial.later * trial.prices[each.option.verb])
    for each in ends if before else ():
        found[each.option.key] = _cheaper(each, "next", before - trial.later * trial.still(trial.root))


def of_several(acts: list[Candidate], most: int) -> list[Candidate]:
    """The most promising attacks in several ways, and one that is on somebody else; `acts` are the best first."""
    worthy = {act.option.key: act for act in acts if act.promise and act.promise > 0}
    kept = [worthy[option.key] for option in in_turns([act.option for act in worthy.values()])[:most]]
    aimed = {act.option.unit for act in kept}
    others = (act for act in worthy.values() if act.option.unit not in aimed)
    return [*kept, *itertools.islice(others, 1)]


def _cheaper(found: Evaluation, name: str, price: float) -> Evaluation:
    """With so much less for what may still be done."""
    later = dict(found.terms).get(name, 0.0)
    if later <= 0 or price <= 0:
        return found
    less = min(later, price)
    terms = tuple((each, value - less if each == name else value) for each, value in found.terms)
    return replace(found, score=found.score - less, terms=terms)
