"""How keys and clicks become answers: what is planned is shown first, and taken by a second press."""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.flow import Option
from game.ui.battle import cursor, odds_line, option_groups, planning, ranking
from game.ui.battle.prompts import Chooser
from game.ui.battle.state import Battle
from game.ui.kit.screen import Push, Reply

_TOLD = 12  # rows of a list whose odds are told


def take(battle: Battle, cell: int, place: tuple[int, int], *, further: bool = False) -> None:
    """What a click or Enter on a cell does: the best option there, a choice of several, or the unit's card.

    With `further` all that there are can be chosen from.
    """
    options = battle.here().get(cell, ())
    keys, ranked = [option.key for option in options], battle.chosen_at(cell)
    plan = planning.at(battle, cell)
    battle.aim = battle.aim if plan is not None else None
    if plan is not None:
        planning.take(battle, plan)
    elif further and ranked:
        choose_from(battle, ranked, place)
    elif battle.pending in keys:
        battle.choose(battle.pending, sure=True)
    elif len(options) == 1:
        battle.choose(keys[0])
    elif ranked:
        battle.choose(ranked[0].key)
    elif options and battle.may_answer():
        choose_from(battle, options, place)
    else:
        battle.pending = ""
        battle.inspected = battle.covered().get(cell)
        pick_up(battle, battle.inspected)


def choose_from(battle: Battle, options: Sequence[Option], place: tuple[int, int]) -> None:
    """A list beside the pointer."""
    titles = [
        odds_line.joined(battle.option_title(one), ranking.outcome(battle, one), ranking.priced(battle, one))
        if at < _TOLD
        else battle.option_title(one)
        for at, one in enumerate(options)
    ]
    battle.pending = ""
    battle.chooser = Chooser(battle.app, options, titles, place)


def other_way(battle: Battle) -> Reply:
    """Plan the next of the things that can be done at the same place."""
    planned = battle.option(battle.pending)
    cell = option_groups.cell_of(battle.table.world, planned) if planned is not None else battle.pointed()
    ranked = battle.chosen_at(cell) if cell is not None else []
    keys = [option.key for option in ranked]
    if keys:
        battle.pending = keys[(keys.index(battle.pending) + 1) % len(keys)] if battle.pending in keys else keys[0]
    return None


def pick_up(battle: Battle, unit: int | None) -> None:
    """A unit that can be put elsewhere is picked by a click on it."""
    for group in battle.groups():
        if unit is not None and option_groups.carries(group.options[0]) and group.options[0].unit == unit:
            battle.verb = group.verb


def press_number(battle: Battle, number: int) -> Reply:
    """What a number key does: answer, take up a group of actions, or choose from the list beside the pointer."""
    groups, replies = battle.groups(), battle.replies()
    if battle.chooser is not None:
        if battle.chooser.pick(number):
            return confirm(battle)
        return None
    if replies:
        if number < 2 * len(replies):
            battle.respond(number % len(replies), further=number >= len(replies))
    elif option_groups.tabbed(battle.request):
        _arm(battle, number)
    elif number < len(groups):
        press_group(battle, groups[number])
    return None


def _arm(battle: Battle, number: int) -> None:
    """Open a group of actions by its number and take up its first verb, or the next one; nothing is done yet."""
    if number >= len(option_groups.TABS):
        return
    tab, title = option_groups.TABS[number]
    found = ranking.verbs(battle, tab)
    armed = [group.verb for group in found].index(battle.armed()) + 1 if battle.armed() in _verbs(found) else 0
    battle.tab, battle.verb, battle.pending = tab, "", ""
    if not found:
        battle.app.say(f"{title}: nothing can be done now.")
        return
    group = found[armed % len(found)]
    best = ranking.best(battle, group)
    if best is not None and group.placed:
        battle.verb, battle.pending = group.verb, best.key
        battle.cursor = option_groups.cell_of(battle.table.world, best)
        if battle.cursor is not None:
            battle.pane.camera.reveal(battle.cursor)
    elif len(group.options) > 1:
        press_group(battle, group)
    else:
        battle.pending = group.options[0].key


def _verbs(found: list[option_groups.Group]) -> list[str]:
    return [group.verb for group in found]


def press_group(battle: Battle, group: option_groups.Group) -> None:
    """A button or number key: one option is taken; several show their places."""
    if len(group.options) == 1:
        battle.verb = ""
        alone = not (battle.table.is_turn() or option_groups.tabbed(battle.request))  # it is the question's own answer
        battle.choose(group.options[0].key, sure=alone)
        return
    battle.verb = "" if battle.verb == group.verb else group.verb
    battle.pending = ""
    if battle.verb:
        battle.cursor = None
        if not group.placed:
            titles = [battle.option_title(option) for option in group.options]
            battle.chooser = Chooser(battle.app, group.options, titles, battle.areas.options.topleft)
        elif battle.app.held or battle.pointer == (-1, -1):
            cursor.next_target(battle, 1)


def confirm(battle: Battle) -> Reply:
    """Take what waits, or what lies under the cursor; after the end, show the results."""
    if battle.ended:
        return Push(battle.ending())
    marked = next((at for at in range(len(battle.replies())) if battle.pending == f"reply {at}"), None)
    if marked is not None:
        battle.respond(marked)
    elif battle.chooser is not None:
        key = battle.chooser.option.key
        battle.chooser = None
        battle.choose(key, sure=True)
    elif planning.go(battle):
        pass
    elif battle.pending:
        battle.choose(battle.pending, sure=True)
    elif battle.cursor is not None:
        take(battle, battle.cursor, battle.pane.place_of(battle.cursor))
    return None


def pass_on(battle: Battle) -> Reply:
    """Let it pass: end the turn, decline, wait, or be ready, whichever the question has."""
    if battle.replies():
        battle.respond(None)
        return None
    options = battle.request.options if battle.request is not None else ()
    passing = {option.role: option.key for option in reversed(options)}
    role = next((role for role in ("end_turn", "decline", "wait", "commit") if role in passing), None)
    if role == "end_turn" and battle.pending != passing[role] and _left(battle):
        battle.pending = passing[role]
        battle.app.say(f"There are attacks left: {battle.app.key('end_turn')} again ends the turn all the same.")
    elif role is not None:
        battle.choose(passing[role], sure=True)
    return None


def _left(battle: Battle) -> bool:
    """Whether an attack that promises something is still open to whoever would end its turn."""
    request, worths = battle.request, battle.worths()
    attacks = [one for one in request.options if one.group == "attack"] if request is not None else []
    return any((worths.hope(one) or 0.0) > 0 for one in attacks)


def quiet(battle: Battle, *, whole_round: bool) -> Reply:
    """Decline, and be asked nothing more this turn or round unless it is aimed at one's own."""
    passing = battle.request.declining() if battle.request is not None else None
    if passing is not None and not battle.table.is_turn():
        battle.table.asking.keep_quiet(whole_round=whole_round)
        if battle.replies():
            battle.respond(None)
            return None
        battle.answer(passing.key, "Asked nothing more this round" if whole_round else "Asked nothing more this turn")
    return None
