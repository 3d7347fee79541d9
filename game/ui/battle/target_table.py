"""What could be done at one place, as a table beside the board: odds, price and what may answer it, the best first."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.flow import Option
from game.text import names
from game.ui.battle import odds_line, ranking
from game.ui.battle.searching import search, soon
from game.ui.battle.state import Battle
from game.ui.kit.text_column import TextColumn, rule_lines

_MOST = 9


def several(battle: Battle) -> list[Option]:
    """The options at the cell that is pointed at, or where what is planned points; empty for one or none."""
    cell = battle.pointed()
    options = battle.chosen_at(cell) if cell is not None else []
    if battle.pending and battle.pending not in [option.key for option in options]:
        return []
    return options


def write(battle: Battle, column: TextColumn, options: list[Option]) -> None:
    """One entry an option; the one whose preview is shown stands out. Odds that take their time follow later."""
    p, marked, world = column.look.palette, battle.looked_at(), battle.table.world
    told = known(battle, options)
    keys = f"{battle.app.key('other_way')} or Shift+click: another"
    column.line(f"{len(options)} actions here · {keys}", p.accent, size="small", bold=True)
    for option in options[:_MOST]:
        on = option.key == marked
        preview = battle.preview(option.key) if on or option.key in told else None
        tip = (battle.option_title(option), *rule_lines(battle.ruleset, option.rule))
        odds = odds_line.outcome(battle.ruleset, preview)
        column.line(short(battle, option), p.text if on else p.dim, bold=on, tip=tip, indent=4)
        alarms = dict.fromkeys(names.who_name(world, each.unit) for each in preview.alarms) if preview else {}
        answers = f"{names.join([*alarms])} may react" if alarms else ""
        said = odds_line.joined(odds, ranking.priced(battle, option), answers)
        if said:
            column.line(said, p.text if on else p.dim, size="small", indent=14)


def known(battle: Battle, options: list[Option]) -> tuple[str, ...]:
    """Those of the options whose odds have been found out, as the picture waits for them but a moment."""
    keys = tuple(option.key for option in options[:_MOST])
    found = search(battle, ("odds of", keys), lambda: _finding(battle, keys))
    soon(found)
    return tuple(found.found)


def _finding(battle: Battle, keys: tuple[str, ...]) -> Iterator[str]:
    for key in keys:
        battle.preview(key)
        yield key


def short(battle: Battle, option: Option) -> str:
    """An option without the name of whom it is aimed at: that stands beside it already."""
    title = battle.option_title(option)
    if option.unit is None:
        return title
    name = names.who_name(battle.table.world, option.unit)
    return title.replace(f": {name}", "").replace(f" {name}", "")
