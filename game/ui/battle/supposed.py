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


class Approach(Struct, frozen=True):
    """A move, and the attack from where it leads."""

    foe: int
    cell: Cell
    move: Option
    strike: Strike
    sure: bool = True  # whether the attack can be made right after the move, with nobody asked before


def from_cell(battle: Battle, cell: Cell) -> Search[Strike]:
    """The best attack on each foe from a cell that can be moved to, the best first; after the move is paid."""
    return search(battle, ("from", cell), lambda: _from_cell(battle, cell, None))


def approach(battle: Battle, foe: int) -> Search[Approach]:
    """The best move from which that foe can be attacked in the same turn, if there is one."""
    return search(battle, ("approach", foe), lambda: _approach(battle, foe))


def best(battle: Battle, found: Iterable[Approach]) -> Approach | None:
    """The one whose attack promises most, the cheapest of equals; None where there is none."""
    return next(iter(_ranked(battle, found)), None)


def _ranked(battle: Battle, found: Iterable[Approach]) -> list[Approach]:
    worths = battle.worths()
    return sorted(found, key=lambda each: (-round(each.strike.hope, 6), worths.cost(each.move)))


def _approach(battle: Battle, foe: int) -> Iterator[Approach | None]:
    world, grid, ways = battle.world, battle.board.grid, ranking.ways(battle)
    there = [cell for cell, unit in battle.covered().items() if unit == foe]
    if not there or not battle.worths().known or world.find(foe, Position) is None:
        return

    def order(cell: Cell) -> tuple[int, int, Cell]:
        return min(grid.distance(cell, each, "chebyshev") for each in there), battle.worths().cost(ways[cell][0]), cell

    found = list[Approach]()
    for cell in sorted(ways, key=order)[:_TRIED]:
        for strike in _from_cell(battle, cell, foe):
            found += [Approach(foe, cell, ways[cell][0], strike)] if strike is not None else []
            yield None
    for plan in _ranked(battle, found)[:_REHEARSED]:
        held = _rehearsed(battle, plan)
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


def _from_cell(battle: Battle, cell: Cell, foe: int | None) -> Iterator[Strike | None]:
    """The same for one foe, or for all of them."""
    request, ways = battle.request, ranking.ways(battle).get(cell)
    if request is None or not ways or not battle.worths().known:
        return
    world, unit = battle.world, request.who
    paid = price_of(world, unit, request.question, ways[0])
    there, verbs = Supposition(world).attacks(unit, cell, request.question, paid)
    options: list[Option] = []
    for each in verbs:
        options += each
        yield None
    best: dict[int, tuple[float, Option, Price]] = {}
    for option in options:
        at = option.unit
        if at is None or (foe is not None and at != foe) or at in battle.hidden():
            continue
        if team_of(world, at) == team_of(world, unit):
            continue
        yield None
        hope = promise(there, unit, request.question, option)
        if hope is not None and hope > best.get(at, (0.0,))[0]:
            cost = price_of(there, unit, request.question, option)
            best[at] = hope, option, table_of(there).takes(there, cost)
    for found in sorted(best.values(), key=lambda found: -found[0])[:_SHOWN]:
        yield _strike(battle, there, request, *found, options)


def _strike(
    battle: Battle, there: World, request: Decision, hope: float, option: Option, cost: Price, options: list[Option]
) -> Strike:
    asked = replace(request, options=tuple(options))
    return Strike(option, hope, cost, battle.ruleset.preview(there, asked, option.key))


def told(battle: Battle, strike: Strike) -> str:
    """Odds and price of such an attack."""
    request = battle.request
    cost = odds_line.price(battle.ruleset, battle.world, request.who, strike.price) if request else ""
    return odds_line.joined(odds_line.outcome(battle.ruleset, strike.preview), cost)
