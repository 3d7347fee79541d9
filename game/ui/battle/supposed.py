"""What could be attacked from another cell, and the best way of getting at a foe: path and attack as one plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from game.grid.grid import Cell
from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.rules.asking import promise
from game.rules.ruleset import Preview
from game.rules.supposing import Supposition
from game.rules.verbs import Price, price_of, table_of
from game.skirmish.record import team_of
from game.ui.battle import counsel, odds_line, ranking
from game.ui.battle.searching import Search, search
from game.ui.battle.state import Battle

_TRIED = 10  # cells from which an attack is looked for
_SHOWN = 4  # foes whose odds are told
_REHEARSED = 3  # plans of which it is tried out whether they hold


class Strike(Struct, frozen=True):
    """An attack as it would be from a cell: what it promises, costs and leads to."""

    option: Option
    hope: float
    price: Price
    preview: Preview


class _Look(Struct, frozen=True):
    """The world with the unit on a cell, its attacks there, and the best on each foe: hope, option and price."""

    there: World
    asked: Decision
    best: dict[int, tuple[float, Option, Price]]


class Approach(Struct, frozen=True):
    """A move, and the attack from where it leads."""

    foe: int
    cell: Cell
    move: Option
    strike: Strike
    sure: bool = True  # whether the attack can be made right after the move, with nobody asked before


def from_cell(battle: Battle, cell: Cell) -> Search[Strike]:
    """The best attack on each foe from a cell that can be moved to, the best first; after the move is paid."""
    return search(battle, ("from", cell), lambda: _from_cell(battle, cell))


def approach(battle: Battle, foe: int) -> Search[Approach]:
    """The best move from which that foe can be attacked in the same turn, if there is one."""
    return search(battle, ("approach", foe), lambda: _approach(battle, foe))


def best(battle: Battle, found: Iterable[Approach]) -> Approach | None:
    """The one whose attack promises most, the cheapest of equals; None where there is none."""
    return min(found, key=lambda each: _order(battle, each.strike.hope, each.move), default=None)


def _order(battle: Battle, hope: float, move: Option) -> tuple[float, int]:
    return -round(hope, 6), battle.worths().cost(move)


def _approach(battle: Battle, foe: int) -> Iterator[Approach | None]:
    world, grid, ways = battle.world, battle.board.grid, ranking.ways(battle)
    there = [cell for cell, unit in battle.covered().items() if unit == foe]
    if not there or not battle.worths().known or world.find(foe, Position) is None:
        return

    def order(cell: Cell) -> tuple[int, bool, int, Cell]:
        far = min(grid.distance(cell, each, "chebyshev") for each in there)
        return far, bool(burning >> cell & 1), battle.worths().cost(ways[cell][0]), cell

    burning = ranking.dangerous(battle)
    found: list[tuple[Cell, _Look]] = []
    for cell in sorted(ways, key=order)[:_TRIED]:
        looked = _looked(battle, cell)
        while not looked.done:
            looked.go_on(0)
            yield None
        found += [(cell, look) for look in looked.found if foe in look.best]
    yield None
    found.sort(key=lambda each: _order(battle, each[1].best[foe][0], ways[each[0]][0]))
    found.sort(key=lambda each: ranking.perilous(battle, ways[each[0]][0]))  # round it, where that is possible
    for cell, look in found[:_REHEARSED]:
        held = _rehearsed(battle, Approach(foe, cell, ways[cell][0], _strike(battle, look, foe)))
        yield held
        if held is not None:
            return


def _rehearsed(battle: Battle, plan: Approach) -> Approach | None:
    """The plan, if the attack is still to be had when the move is over; who else is asked may change that."""
    request, then = battle.request, counsel.after(battle, plan.move.key)
    if request is None:
        return None
    if isinstance(then, Decision) and (then.who, then.question) == (request.who, request.question):
        return plan if then.find(plan.strike.option.key) is not None else None
    return replace(plan, sure=False)


def _from_cell(battle: Battle, cell: Cell) -> Iterator[Strike | None]:
    looked = _looked(battle, cell)
    while not looked.done:
        looked.go_on(0)
        yield None
    for look in looked.found:
        for foe in sorted(look.best, key=lambda foe: -look.best[foe][0])[:_SHOWN]:
            yield _strike(battle, look, foe)


def _strike(battle: Battle, look: _Look, foe: int) -> Strike:
    hope, option, price = look.best[foe]
    return Strike(option, hope, price, battle.ruleset.preview(look.there, look.asked, option.key))


def _looked(battle: Battle, cell: Cell) -> Search[_Look]:
    """Once for all foes: many plans look from the same cell."""
    return search(battle, ("looked", cell), lambda: _look(battle, cell))


def _look(battle: Battle, cell: Cell) -> Iterator[_Look | None]:
    request, ways = battle.request, ranking.ways(battle).get(cell)
    if request is None or not ways or not battle.worths().known:
        return
    world, unit = battle.world, request.who
    there, verbs = Supposition(world).attacks(unit, cell, request.question, battle.worths().listed(ways[0]))
    options: list[Option] = []
    for each in verbs:
        options += each
        yield None
    best: dict[int, tuple[float, Option, Price]] = {}
    ranks: dict[int, tuple[bool, float]] = {}
    for option in options:
        at = option.unit
        if at is None or at in battle.hidden() or team_of(world, at) == team_of(world, unit):
            continue
        yield None
        hope = promise(there, unit, request.question, option)
        rank = not battle.worths().disarms(option), hope or 0.0
        if rank[1] > 0 and rank > ranks.get(at, (False, 0.0)):
            cost = price_of(there, unit, request.question, option)
            best[at], ranks[at] = (rank[1], option, table_of(there).takes(there, cost)), rank
    yield _Look(there, replace(request, options=tuple(options)), best)


def told(battle: Battle, strike: Strike) -> str:
    """Odds and price of such an attack."""
    request = battle.request
    disarms = battle.worths().disarms(strike.option)
    cost = odds_line.price(battle.ruleset, battle.world, request.who, strike.price, disarms=disarms) if request else ""
    return odds_line.joined(odds_line.outcome(battle.ruleset, strike.preview), cost)
