"""The best of what can be done: in each of the eight groups, at each place, and for each cell that can be moved to."""

from __future__ import annotations

from collections.abc import Sequence

from game.grid.grid import CellSet, bits, union
from game.kernel.components import Footprint, Unit
from game.kernel.flow import Option
from game.rules.ruleset import Overlay, Refusal, reads_hazard
from game.ui.battle import counsel, odds_line, option_groups
from game.ui.battle.state import Battle
from game.ui.battle.worths import is_move


def priced(battle: Battle, option: Option) -> str:
    """What an option costs, in words; empty for nothing."""
    request, worths = battle.request, battle.worths()
    if request is None:
        return ""
    cost, disarms = worths.price(option), worths.disarms(option)
    return odds_line.price(battle.ruleset, battle.world, request.who, cost, disarms=disarms)


def outcome(battle: Battle, option: Option) -> str:
    """The odds of an option in a few words."""
    return odds_line.outcome(battle.ruleset, battle.preview(option.key))


def digits(battle: Battle) -> list[int]:
    """The number key of each of the groups; 0 for none."""
    request, world = battle.request, battle.world
    return battle.keep("digits", lambda: option_groups.numbered(world, request, battle.groups()) if request else [])


def refusals(battle: Battle) -> tuple[Refusal, ...]:
    """What cannot be done in this turn; empty outside of turns."""
    request, world = battle.request, battle.world
    if request is None or not battle.table.is_turn() or not world.has(request.who, Unit):
        return ()
    return battle.keep("refusals", lambda: battle.ruleset.refusals(world, request.who))


def best(battle: Battle, group: option_groups.Group) -> Option | None:
    """The option of a verb that promises most; None where none promises anything."""
    return battle.keep(("best", group.verb), lambda: _best(battle, group))


def _best(battle: Battle, group: option_groups.Group) -> Option | None:
    worths = battle.worths()
    first = worths.ranked(group.options)[0]
    return first if worths.hope(first) is not None else None


def verbs(battle: Battle, tab: str) -> list[option_groups.Group]:
    """The verbs of one of the eight groups, that with the best option first."""
    found, worths = [group for group in battle.groups() if group.tab == tab], battle.worths()

    def order(group: option_groups.Group) -> tuple[bool, bool, float]:
        first = best(battle, group)
        if first is None:
            return True, False, 0.0
        return False, worths.disarms(first), -(worths.hope(first) or 0.0)

    return battle.keep(("verbs", tab), lambda: sorted(found, key=order))


# The answer to a small question


def likely(battle: Battle) -> Option | None:
    """The answer that Enter gives although none was marked: the only one, what promises most, a captain's."""
    found = battle.keep("likely", lambda: _likely(battle))
    return found if found is not None or not advised(battle) else counsel.answer(battle)


def _likely(battle: Battle) -> Option | None:
    request, worths = battle.request, battle.worths()
    if request is None or battle.replies() or not option_groups.few(request):
        return None
    acts = [option for option in request.options if option.role == "act"]
    kept = [option for option in acts if not worths.disarms(option)]  # whether to throw that is for a captain to say
    if len(acts) == len(kept) == 1 and request.declining() and request.moment != "terms" and not acts[0].final:
        return acts[0]
    hoped = [option for option in kept if (worths.hope(option) or 0.0) > 0]
    return worths.ranked(hoped)[0] if hoped else None


def advised(battle: Battle) -> bool:
    """Whether a captain is asked for the answer: where none stands out by itself, and after the question was drawn."""
    if battle.request is None or not battle.seen:
        return False
    return battle.keep("advised", lambda: _advised(battle))


def _advised(battle: Battle) -> bool:
    request, replies = battle.request, battle.replies()
    if request is None or not counsel.quick(battle):
        return False
    return len(replies) > 1 if replies else option_groups.few(request) and _likely(battle) is None


def marked(battle: Battle) -> str:
    """The answer that Enter gives: its key, or that of its row; empty if it gives none."""
    if battle.pending:
        return battle.pending
    if len(battle.replies()) > 1:
        return counsel.row(battle) if advised(battle) else ""
    option = likely(battle)
    return option.key if option is not None else "reply 0" if battle.replies() else ""


# One move


def span(battle: Battle, options: Sequence[Option]) -> str:
    """What the ways of one verb cost, from the cheapest to the dearest: "1 to 3 energy"."""
    ordered = sorted(options, key=battle.worths().cost)
    low, high = priced(battle, ordered[0]), priced(battle, ordered[-1])
    least, _, unit = low.partition(" ")
    same = high.partition(" ")[2].rstrip("s") == unit.rstrip("s")
    return low if low == high or not low else f"{least} to {high}" if same else f"{low} to {high}"


def ways(battle: Battle) -> dict[int, list[Option]]:
    """All cells that can be moved to, each with the ways of getting there, the cheapest first."""
    return battle.keep("ways", lambda: _ways(battle))


def _ways(battle: Battle) -> dict[int, list[Option]]:
    request = battle.request
    found: dict[int, list[Option]] = {}
    for option in request.options if request is not None and option_groups.tabbed(request) else ():
        if is_move(option) and option.cell is not None:
            found.setdefault(option.cell, []).append(option)
    return {cell: battle.worths().ranked(options) for cell, options in found.items()}


def reach(battle: Battle) -> Overlay | None:
    """Where the unit can move, in bands of what the cheapest way there costs; None where that is all the same."""
    return battle.keep("reach bands", lambda: _reach(battle))


def _reach(battle: Battle) -> Overlay | None:
    request, worths = battle.request, battle.worths()
    bands: dict[tuple[bool, int, str], int] = {}
    for cell, options in ways(battle).items():
        at = (worths.dares(options[0]), worths.cost(options[0]), options[0].verb)
        bands[at] = bands.get(at, 0) | 1 << cell
    if request is None or len(bands) < 2 or not worths.known:
        return None  # where all costs the same the rules' own overlay says more
    ordered = tuple(bands[at] for at in sorted(bands))
    return Overlay("reach", bits(ways(battle)), "Where it can move", request.who, costs=ordered)


def dangerous(battle: Battle) -> CellSet:
    """Where whoever is asked would stand on ground that the rules know something dangerous of."""
    return battle.keep("dangerous", lambda: _dangerous(battle))


def _dangerous(battle: Battle) -> CellSet:
    found = union(where for word, where in battle.board.hazards.items() if reads_hazard(battle.ruleset, word))
    size = battle.world.find(battle.request.who, Footprint) if battle.request is not None else None
    return battle.board.grid.anchors_touching(found, size.shape if size else 1) if found else 0


def perilous(battle: Battle, option: Option) -> bool:
    """Whether a move ends on dangerous ground, or crosses such as harms whoever enters."""
    if option.cell is None or not dangerous(battle):
        return False
    preview, titles = battle.preview(option.key), battle.ruleset.titles
    warned = {text.casefold() for key, text in titles.items() if key.startswith("danger_")}
    told = preview is not None and any(note.text.casefold() in warned for note in preview.notes)
    return bool(dangerous(battle) >> option.cell & 1) or told
