"""How keys and clicks become answers: what is planned is shown first, and taken by a second press."""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.flow import Group as ActionGroup
from game.kernel.flow import Option
from game.text import names
from game.ui.battle import cursor, drawn_way, odds_line, option_groups, planning, ranking, reply_buttons, target_table
from game.ui.battle.chooser import Chooser, Doubt, GroupChooser
from game.ui.battle.state import Battle
from game.ui.battle.worths import is_move
from game.ui.kit.screen import Push, Reply

_TOLD = 12  # rows of a list whose odds are told


def take(battle: Battle, cell: int, place: tuple[int, int], *, further: bool = False) -> None:
    """What a click or Enter on a cell does: the best option there, a choice of several, or the unit's card.

    With `further` all that there are can be chosen from.
    """
    if drawn_way.is_drawn(battle) and cell == battle.drawn[-1]:
        drawn_way.go(battle)
        return
    battle.drawn = ()
    options = battle.here().get(cell, ())
    keys, ranked = [option.key for option in options], battle.chosen_at(cell)
    plan = planning.at(battle, cell) if not (further and options) else None
    battle.aim = battle.aim if plan is not None else None
    if plan is not None:
        planning.take(battle, plan)
    elif further and options:
        choose_from(battle, options, place, cell)
    elif battle.pending in keys:
        battle.choose(battle.pending, sure=True)
    elif len(options) == 1:
        battle.choose(keys[0])
    elif ranked:
        battle.choose(ranked[0].key)
    elif options and battle.may_answer():
        choose_from(battle, options, place, cell)
    else:
        battle.pending = ""
        battle.inspected = battle.covered().get(cell)
        pick_up(battle, battle.inspected)


def choose_from(battle: Battle, options: Sequence[Option], place: tuple[int, int], cell: int) -> None:
    """All that can be done at a place, beside the pointer: in the eight groups in a turn, else as a list."""
    told = {one.key for one in battle.worths().ranked(options)[:_TOLD]}

    def title(option: Option) -> str:
        said = target_table.short(battle, option)
        if option.key not in told:
            return said
        return odds_line.joined(said, ranking.outcome(battle, option), ranking.priced(battle, option))

    battle.pending = ""
    if not option_groups.tabbed(battle.request):
        battle.chooser = Chooser(battle.app, options, [title(one) for one in options], place)
        return
    under = battle.covered().get(cell)
    head = names.who_name(battle.world, under) if under is not None else battle.board.grid.name(cell)
    found, within = _grouped(battle, options), battle.areas.board
    battle.chooser = GroupChooser(battle.app, head, found, title, _empty(battle), place, within)


def _grouped(battle: Battle, options: Sequence[Option]) -> dict[ActionGroup, list[Option]]:
    """Options by group, the best of each first."""
    found: dict[ActionGroup, list[Option]] = {}
    for option in battle.worths().ranked(options):
        found.setdefault(option.group, []).append(option)
    return found


def _empty(battle: Battle) -> dict[ActionGroup, str]:
    """Why there is nothing to do in a group: the first thing that cannot be done now, and its reason."""
    found: dict[ActionGroup, str] = {}
    for one in ranking.refusals(battle):
        if one.reasons:
            found.setdefault(one.group, f"{one.label} – {one.reasons[0].text[:1].lower()}{one.reasons[0].text[1:]}")
    return found


def list_here(battle: Battle) -> Reply:
    """A list of all that can be done where the cursor is, or is planned; without a place, of all actions."""
    if battle.chooser is not None:
        battle.chooser.move(1)
        return None
    if battle.request is None or not battle.may_answer():
        return None
    planned = battle.option(battle.pending)
    cell = option_groups.cell_of(battle.world, planned) if planned is not None else battle.pointed()
    options = battle.here().get(cell, ()) if cell is not None else ()
    if cell is not None and options:
        choose_from(battle, options, battle.pane.place_of(cell), cell)
    elif option_groups.tabbed(battle.request):
        _list_all(battle)
    return None


def _list_all(battle: Battle) -> None:
    """The eight groups with each verb's best: taken up, not done."""
    found: dict[ActionGroup, list[Option]] = {}
    titles: dict[str, str] = {}
    for tab, _ in option_groups.TABS:
        for group in ranking.verbs(battle, tab):
            first = ranking.best(battle, group) or group.options[0]
            found.setdefault(tab, []).append(first)
            name = first.label or names.title(battle.ruleset, first.verb)
            said = name if len(group.options) > 1 else battle.option_title(first)
            told = ranking.outcome(battle, first) if ranking.best(battle, group) is not None else ""
            titles[first.key] = odds_line.joined(said, told, ranking.priced(battle, first) if told else "")
    where = battle.areas.options.x, battle.app.size[1]  # over the buttons that say the same: the board stays in sight
    battle.pending = ""
    battle.chooser = GroupChooser(
        battle.app,
        "All actions",
        found,
        lambda option: titles[option.key],
        _empty(battle),
        where,
        battle.areas.options,
        takes_up=True,
    )


def take_chosen(battle: Battle, key: str) -> None:
    """Take what was chosen from a list; of a verb with several places the places are shown first."""
    listed, battle.chooser = battle.chooser, None
    if isinstance(listed, Doubt):
        battle.pending = ""
        if key and battle.may_answer():
            battle.answer(key)
        return
    if not key:
        return
    if isinstance(listed, GroupChooser) and listed.takes_up:
        group = next(one for one in battle.groups() if key in [option.key for option in one.options])
        if len(group.options) > 1:
            battle.tab = group.tab
            _take_up(battle, group)
            return
    battle.choose(key, sure=True)


def other_way(battle: Battle) -> Reply:
    """Plan the next of the things that can be done at the same place."""
    planned = battle.option(battle.pending)
    cell = option_groups.cell_of(battle.world, planned) if planned is not None else battle.pointed()
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
    request = battle.request
    if battle.chooser is not None:
        battle.chooser.pick(number)
    elif request is None:
        pass
    elif battle.replies():
        _mark_next(battle, [key for key, digit in reply_buttons.numbers(battle).items() if digit == number + 1])
    elif option_groups.tabbed(request):
        _arm(battle, number)
    else:
        found = [
            group for group, digit in zip(battle.groups(), ranking.digits(battle), strict=True) if digit == number + 1
        ]
        several = next((group for group in found if len(group.options) > 1), None)
        if several is not None:
            press_group(battle, several)
        else:
            _mark_next(battle, [group.options[0].key for group in found])
    return None


def _mark_next(battle: Battle, keys: Sequence[str]) -> None:
    """Mark an answer, or the next of several under one key; Enter gives it."""
    if keys:
        battle.verb, battle.cursor = "", None
        battle.pending = keys[(keys.index(battle.pending) + 1) % len(keys)] if battle.pending in keys else keys[0]


def _arm(battle: Battle, number: int) -> None:
    """Open a group of actions by its number and take up its first verb, or the next one; nothing is done yet."""
    if number >= len(option_groups.TABS):
        return
    tab, title = option_groups.TABS[number]
    found = ranking.verbs(battle, tab)
    armed = [group.verb for group in found].index(battle.armed()) + 1 if battle.armed() in _verbs(found) else 0
    nears = tab == "attack" and _promises_nothing(battle, found)
    battle.tab, battle.verb, battle.pending, battle.aim = tab, "", "", None
    plan = planning.nearest(battle) if nears else None
    if plan is not None:
        planning.take(battle, plan)
    elif nears and not any(option.unit for group in found for option in group.options) and cursor.approach(battle):
        battle.app.say("Nobody can be attacked in this turn: this is the way to the nearest foe.")
    elif not found:
        why = _empty(battle).get(tab, "nothing can be done now")
        battle.app.say(f"{title}: {why}" if why.endswith(".") else f"{title}: {why}.")
    else:
        _take_up(battle, found[armed % len(found)])


def _promises_nothing(battle: Battle, found: Sequence[option_groups.Group]) -> bool:
    """Whether no attack is worth a word from here, and no way was planned with the last press either."""
    planned, worths = battle.option(battle.pending), battle.worths()
    firsts = [ranking.best(battle, group) for group in found]
    hoped = any((worths.hope(first) or 0.0) > 0 for first in firsts if first is not None)
    return not hoped and not (found and planned is not None and is_move(planned))


def _take_up(battle: Battle, group: option_groups.Group) -> None:
    """Plan the best of a verb, or show what it can be done with; nothing is done yet."""
    best = ranking.best(battle, group)
    if best is not None and group.placed:
        battle.verb, battle.pending = group.verb, best.key
        battle.cursor = option_groups.cell_of(battle.world, best)
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
        elif battle.app.held or battle.app.padded or battle.pointer == (-1, -1):
            cursor.next_target(battle, 1)


def confirm(battle: Battle) -> Reply:
    """Take what waits, or what lies under the cursor; after the end, show the results."""
    if battle.ended:
        return Push(battle.ending())
    marked, _, at = ranking.marked(battle).partition(" ")
    if battle.replies() and marked in ("reply", "more"):
        battle.respond(int(at), further=marked == "more")
    elif battle.replies() and marked == "nobody":
        battle.respond(None)
    elif battle.chooser is not None:
        chosen = battle.chooser.option
        if chosen is not None or isinstance(battle.chooser, Doubt):
            take_chosen(battle, chosen.key if chosen is not None else "")
    elif drawn_way.go(battle) or planning.go(battle):
        pass
    elif battle.pending:
        battle.choose(battle.pending, sure=True)
    elif battle.cursor is not None:
        take(battle, battle.cursor, battle.pane.place_of(battle.cursor))
    elif (only := ranking.likely(battle)) is not None:
        battle.choose(only.key, sure=only.cell is None)
    return None


def pass_on(battle: Battle) -> Reply:
    """Let it pass: end the turn, decline, wait, or be ready, whichever the question has."""
    if battle.replies():
        battle.respond(None)
        return None
    option = passing(battle)
    if option is not None and option.role == "end_turn" and battle.pending != option.key and _left(battle):
        battle.pending = option.key
        battle.app.say(f"There are attacks left: {battle.app.key('end_turn')} again ends the turn all the same.")
    elif option is not None:
        battle.choose(option.key, sure=True)
    return None


def passing(battle: Battle) -> Option | None:
    """What the key for letting pass takes: the end of the turn, or what declines, waits or is ready."""
    options = battle.request.options if battle.request is not None else ()
    found = {option.role: option for option in reversed(options)}
    return next((found[role] for role in ("end_turn", "decline", "wait", "commit") if role in found), None)


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
