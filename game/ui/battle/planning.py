"""A move and the attack after it as one plan: shown at the pointer, confirmed once, dropped if things change."""

from __future__ import annotations

from game.grid.grid import Cell
from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.concern import targets
from game.skirmish.record import side_of, team_of
from game.text import names
from game.ui.battle import odds_line, option_groups, ranking, supposed
from game.ui.battle.searching import soon
from game.ui.battle.state import Battle
from game.ui.battle.supposed import Approach, Strike
from game.ui.battle.worths import is_move
from game.ui.kit.text_column import TextColumn, rule_lines

_WORSE = 0.5  # share of what the attack promised below which it is not made after the move


def planned(battle: Battle) -> Approach | None:
    """The plan that waits for its confirmation, else that for the foe that is pointed at out of reach."""
    if battle.pending:
        found = _best(battle, battle.aim, wait=True) if battle.aim is not None else None
        return found if found is not None and found.move.key == battle.pending else None
    cell = battle.pointed()
    return at(battle, cell, wait=False) if cell is not None and battle.chooser is None else None


def at(battle: Battle, cell: Cell, *, wait: bool = True) -> Approach | None:
    """The plan for the foe on that cell, if it cannot be attacked from here; who does not wait may see it later."""
    foe, request, world = battle.covered().get(cell), battle.request, battle.world
    if foe is None or request is None or battle.verb or not battle.worths().known:
        return None
    if request.moment != "own_turn":  # in another's there is one action only
        return None
    if any(option.group == "attack" for option in battle.here().get(cell, ())):
        return None
    grouped = battle.keep("grouped", lambda: option_groups.tabbed(request))  # every frame asks
    if not grouped or team_of(world, foe) == team_of(world, request.who):
        return None
    return _best(battle, foe, wait=wait)


def _best(battle: Battle, foe: int, *, wait: bool) -> Approach | None:
    found = supposed.approach(battle, foe)
    if wait:
        found.finish()
    return supposed.best(battle, found.found) if soon(found) else None


def beyond(battle: Battle) -> int | None:
    """The foe that is pointed at in a turn with attacks, where none gets at it in this turn as far as can be told."""
    cell = battle.pointed()
    foe, request = battle.covered().get(cell) if cell is not None else None, battle.request
    if cell is None or foe is None or request is None or battle.pending or battle.verb or request.question != "turn":
        return None
    if team_of(battle.world, foe) == team_of(battle.world, request.who) or at(battle, cell, wait=False) is not None:
        return None
    attacks = any(option.group == "attack" for option in battle.here().get(cell, ()))
    return None if attacks or not supposed.approach(battle, foe).done else foe


def nearest(battle: Battle) -> Approach | None:
    """Of the plans for all foes the one whose attack promises most; None where there is none."""
    found = [at(battle, cell) for cell in battle.covered()]
    return supposed.best(battle, [plan for plan in found if plan is not None])


def take(battle: Battle, plan: Approach) -> None:
    """Plan it; a second time do it."""
    if battle.aim == plan.foe and battle.pending == plan.move.key:
        go(battle)
    elif battle.may_answer():
        battle.aim, battle.pending = plan.foe, plan.move.key
        battle.pane.camera.reveal(plan.cell, -0.5)  # the foe stays under the pointer


def go(battle: Battle) -> bool:
    """Make the planned move, and the attack as soon as it can be made; whether there was such a plan."""
    plan, request = planned(battle), battle.request
    if plan is None or request is None or battle.aim is None or not battle.may_answer():
        return False
    battle.follow = request.who, plan.strike.option.key, plan.strike.hope
    battle.choose(plan.move.key, sure=True)
    return True


def follow_up(battle: Battle) -> bool:
    """Make the attack that was planned with a move, if it is still about what it was; whether it was made."""
    request = battle.request
    if battle.follow is None or request is None:
        return False
    if side_of(battle.world, request.who) != side_of(battle.world, battle.follow[0]):
        return False  # somebody else at the screen
    if request.moment == "floor":
        again = next((option for option in request.options if option.unit == battle.follow[0]), None)
        if again is not None:
            battle.answer(again.key)
        return again is not None
    if request.moment != "own_turn":
        return False
    (who, key, hoped), battle.follow = battle.follow, None
    option = battle.option(key) if request.who == who else None
    if option is not None and (battle.worths().hope(option) or 0.0) >= _WORSE * hoped:
        battle.answer(key)
        return True
    battle.app.say("Things have changed: the attack that was planned is not made.")
    return False


def aims(battle: Battle) -> tuple[tuple[Cell, Cell], ...]:
    """Lines from who attacks to who is attacked: of the event that somebody is asked about, and of a plan."""
    request, world, plan = battle.request, battle.world, planned(battle)
    if plan is not None:
        there = world.get(plan.foe, Position).cell
        return ((plan.cell, there),)
    if request is None or battle.table.is_turn():
        return ()
    actor, hidden = getattr(request.about, "unit", None), battle.hidden()
    start = _cell(world, actor) if actor not in hidden else None
    ends = [_cell(world, each) for each in targets(request.about) if each not in hidden and each != actor]
    return tuple((start, end) for end in ends if start is not None and end is not None)


def _cell(world: World, unit: int | None) -> Cell | None:
    at = world.find(unit, Position) if unit is not None else None
    return at.cell if at is not None else None


# In words


def write(battle: Battle, column: TextColumn, plan: Approach | None) -> bool:
    """What the plan is, or that there is none for the foe that is pointed at; whether there was anything to say."""
    foe = beyond(battle)
    if plan is not None:
        _write(battle, column, plan)
    elif foe is not None:
        words = f"No attack gets at {names.who_name(battle.world, foe)} in this turn."
        column.line(words, column.look.palette.warn, size="small")
        column.gap(4)
    return plan is not None or foe is not None


def _write(battle: Battle, column: TextColumn, plan: Approach) -> None:
    """The way, then the attack with its odds."""
    p, world = column.look.palette, battle.world
    name, cost = names.who_name(world, plan.foe), ranking.priced(battle, plan.move)
    column.line(f"Move, then attack {name}", p.accent, size="lead", bold=True)
    column.line(odds_line.joined(battle.option_title(plan.move), cost))
    _write_strike(battle, column, plan.strike)
    if ranking.perilous(battle, plan.move):
        column.line("The way leads onto dangerous ground.", p.warn, size="small")
    if not plan.sure:
        column.line("Others may act before the attack.", p.warn, size="small")
    done = "Enter or a second click does both." if battle.aim == plan.foe else "A click plans both."
    column.line(done.replace("Enter", battle.app.key("confirm")), p.focus, size="small")
    column.gap(8)


def write_from(battle: Battle, column: TextColumn, key: str) -> None:
    """Below the preview of a move, what could be attacked from where it leads."""
    strikes = known_from(battle, battle.option(key))
    if strikes:
        column.gap(4)
        column.line("From there", column.look.palette.accent, size="small", bold=True)
    for strike in strikes:
        _write_strike(battle, column, strike)


def known_from(battle: Battle, option: Option | None) -> list[Strike]:
    """What could be attacked from where a move leads, once it is found out."""
    own = battle.request is not None and battle.request.moment == "own_turn"
    if option is None or option.cell is None or not is_move(option) or not own:
        return []
    found = supposed.from_cell(battle, option.cell)
    return found.found if soon(found) else []


def _write_strike(battle: Battle, column: TextColumn, strike: Strike) -> None:
    tip = rule_lines(battle.ruleset, strike.option.rule)
    column.line(battle.option_title(strike.option), tip=tip)
    column.line(supposed.told(battle, strike), column.look.palette.dim, size="small", indent=10)
