"""What need not be tried where the ruleset tells at once what attacks promise: ways that are paid for, plain ends."""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple

from game.ai.aims import rounds_left
from game.ai.trial import Trial
from game.grid.masks import CellSet, bits, union
from game.kernel.components import Conditions, Objectives, changed
from game.kernel.flow import Option
from game.kernel.scratch import Scratch
from game.rules.offering import ways
from game.rules.verbs import Price, price_for, question_of, table_of
from game.systems.field import board_of, cells_of


class _Fare(NamedTuple):
    """Cells to which a verb leads, what of the unit's worth that takes, and whether it can attack with what is left."""

    verb: str
    cells: CellSet
    cost: float = 0.0
    able: bool = True


class _Goal(NamedTuple):
    """Cells to go to by a verb, and what that is worth, the way there paid."""

    value: float
    verb: str
    cells: CellSet


def tells_prospects(trial: Trial) -> bool:
    """Whether what is still to come can be told at once."""
    return trial.places is not None and trial.places.threats.prospects is not None


def ends_plainly(trial: Trial) -> bool:
    """Whether the unit's turn could end with nothing to be told of but the place where it stands."""
    if not tells_prospects(trial) or trial.hidden or trial.wishes or trial.profile.weights:
        return False
    if trial.root.get(trial.who, Conditions).items or not rounds_left(trial.root):
        return False
    return not any(goal.zone for _, goals in trial.root.each(Objectives) for goal in goals.items)


def paid_moves(trial: Trial, moves: list[Option]) -> list[tuple[Option, float]]:
    """The ways out of reach of an attack that is about to come, to where there is most to strike at, and to the best
    place to stay at, with what they are worth. Of those that are as good it is the first.
    """
    assert trial.places is not None
    places, by_verb = trial.places, dict[str, list[int]]()
    for option in moves:
        by_verb.setdefault(option.action.verb, []).append(option.action.there)
    wanted = {verb: bits(there) for verb, there in by_verb.items()}
    places.learn_all(union(wanted.values()))
    stays, strikes, escapes, reach = list[_Goal](), list[_Goal](), list[_Goal](), _coming(trial)
    for fare in _fares(trial, wanted):
        value, best = places.best_of(fare.cells)
        stays.append(_Goal(value - fare.cost, fare.verb, best))
        if reach and fare.cells & ~reach:
            value, best = places.best_of(fare.cells & ~reach)
            escapes.append(_Goal(value - fare.cost, fare.verb, best))
        for gain, spots in places.struck_from if fare.able else ():
            if spots & fare.cells:
                value, best = places.best_of(spots & fare.cells)
                strikes.append(_Goal(value - fare.cost + trial.later * gain, fare.verb, best))
    found = dict[str, tuple[Option, float]]()
    for goals in (escapes, strikes + stays, stays) if escapes else (strikes + stays, stays):
        value, verb, there = max(goals, key=itemgetter(0))
        option = next(each for each in moves if each.verb == verb and there >> each.action.there & 1)
        found.setdefault(option.key, (option, value))
    return [*found.values()]


def _coming(trial: Trial) -> CellSet:
    """The cells into which whoever is about to attack strikes from where it stands."""
    if not trial.coming or trial.gauges is None:
        return 0
    actor, grid = trial.coming[0], board_of(trial.root).grid
    reach = max([arm.reach for arm in trial.gauges.arms(trial.root, actor) if not arm.far], default=0)
    return grid.within(cells_of(trial.root, actor), reach, trial.rules.metric)


def _fares(trial: Trial, wanted: dict[str, CellSet]) -> list[_Fare]:
    """What going to these cells takes, by verb."""
    assert trial.gauges is not None
    world, unit, value = trial.root, trial.who, trial.gauges.value
    table, strikes = table_of(world), _prices_of_strikes(trial)
    found, known, then, before = list[_Fare](), dict[Price, tuple[float, bool]](), Scratch(), value(world, unit)
    for verb, cells in wanted.items():
        asked = question_of(world, trial.decision.question).verbs[verb]
        for price, there in ways(world, unit, asked) if asked.ways is not None else ():
            if not there & cells:
                continue
            if price not in known:
                then.load(world.save(), world.derived)
                table.pay(then, unit, price)
                known[price] = before - value(then, unit), any(not table.short_of(then, unit, each) for each in strikes)
            found.append(_Fare(verb, there & cells, *known[price]))
            cells &= ~there
        if cells:
            found.append(_Fare(verb, cells))
    return found


def _prices_of_strikes(trial: Trial) -> set[Price]:
    """What attacks cost that the unit can make in its own turn."""
    assert trial.places is not None
    threats, verbs = trial.places.threats, question_of(trial.root, trial.decision.question).verbs
    nearest = threats.nearest(1)
    actions = [changed(arm.action, unit=foe) for arm in threats.arms_of(trial.who) for foe in nearest]
    asked = [action for action in actions if action.verb in verbs]
    return {price_for(trial.root, trial.who, verbs[action.verb], action) for action in asked}
