"""What need not be tried where the ruleset tells at once what attacks promise: ways that are paid for, plain ends."""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple

from game.ai.aims import rounds_left
from game.ai.onward import Fare
from game.ai.trial import Trial
from game.grid.masks import Cell, CellSet, bits, cells, union
from game.kernel.components import Conditions, Objectives
from game.kernel.flow import Option
from game.systems.field import board_of, cells_of


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
    """The ways out of reach of an attack that is about to come, to where there is most to strike at, to the best place
    to stay at, and to where there is most beyond foes' reach, with what they are worth. Of equals it is the first.

    Who comes near a foe may be met by it: then another way is wanted.
    """
    assert trial.places is not None and trial.ways is not None
    first: dict[str, dict[Cell, int]] = {}  # by verb and cell, which of the moves
    for at, option in enumerate(moves):
        action = option.action
        if action.cell is not None:
            first.setdefault(action.verb, {}).setdefault(action.cell, at)
    wanted = {verb: bits(there) for verb, there in first.items()}
    everywhere, coming, held = union(wanted.values()), _coming(trial), union(trial.places.zones)
    trial.places.learn_all(everywhere)
    fares = [*trial.ways.fares(wanted)]
    kinds = [_goals(trial, fares, everywhere & ~coming, strikes=False)] if coming else []
    kinds += [_goals(trial, fares, everywhere, strikes=strikes) for strikes in (True, False)]
    kinds.append(_goals(trial, fares, everywhere & ~held, strikes=True))
    found: dict[str, tuple[Option, float]] = {}
    for goals in filter(None, kinds):
        value, verb, there = max(goals, key=itemgetter(0))
        option = moves[min([first[verb][cell] for cell in cells(there)])]
        found.setdefault(option.key, (option, value))
    return [*found.values()]


def _goals(trial: Trial, fares: list[Fare], within: CellSet, *, strikes: bool) -> list[_Goal]:
    """The best of some cells by each fare, and those from which there is something to strike at."""
    assert trial.places is not None
    places = trial.places
    found: list[_Goal] = []
    for fare in fares:
        gains = places.struck_from if strikes and fare.able else ()
        for gain, spots in (*gains, (0.0, within)):
            if here := spots & fare.cells & within:
                value, best = places.best_of(here)
                found.append(_Goal(value - fare.cost + trial.later * gain, fare.verb, best))
    return found


def _coming(trial: Trial) -> CellSet:
    """The cells into which whoever is about to attack strikes from where it stands."""
    if not trial.coming or trial.gauges is None:
        return 0
    actor, grid = trial.coming[0], board_of(trial.root).grid
    reach = max([arm.reach for arm in trial.gauges.arms(trial.root, actor) if not arm.far], default=0)
    return grid.within(cells_of(trial.root, actor), reach, trial.rules.metric)
