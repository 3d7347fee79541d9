"""What never happens in poise, as tests/invariants.py looks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from game.grid.grid import CellSet, bits, cells
from game.kernel.components import Carried, Conditions, Down, Footprint, Pools, Position
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.board import LEVEL
from game.map.roster import Entry
from game.rules.poise.house import house
from game.rules.poise.state import Body, Stress, is_animal, keeper, pool_of
from game.skirmish.record import Skirmish
from game.systems.field import board_of
from tests.invariants import Bounds, Price, shown


def share(world: World, one: int, other: int) -> bool:
    """POISE-MOVE-10 rider and mount; SIZE-4 sizes far apart, if so set; MOVE-9 encumbered where there is no room."""
    below = [carried.by if (carried := world.find(unit, Carried)) else unit for unit in (one, other)]
    if below[0] == below[1]:
        return True
    if [one, other] != below:
        return share(world, *below)
    gap = house(world).share_size_gap
    if gap and abs(world.get(one, Footprint).size - world.get(other, Footprint).size) >= gap:
        return True
    return all("encumbered" in world.get(unit, Conditions) for unit in (one, other))


def pools(world: World, unit: int) -> Iterator[str]:
    """POISE-POOL-6 and 9: no top, but a bottom."""
    found = world.get(unit, Pools)
    yield from (f"{name} is {found[name]}" for name in found.names if found[name] < 0)
    if world.get(unit, Stress).amount < 0:
        yield "stress below 0"


def able(world: World, unit: int) -> bool:
    """POISE-INIT-4, MOUNT-13: on the board, not defeated, and no animal."""
    return not world.has(unit, Down) and world.has(unit, Position) and not is_animal(world, unit)


def awake(world: World, unit: int) -> bool:
    """POISE-DEFEAT-1."""
    return not world.has(unit, Down)


def over(world: World, unit: int) -> CellSet:
    """POISE-UNIT-3: a flyer passes over what is lower than three levels."""
    board = board_of(world)
    carried = world.find(unit, Carried)
    if not world.get(carried.by if carried else unit, Body).flies:
        return 0
    return bits(cell for cell in cells(board.impassable) if board.tops[cell] - board.ground[cell] < 3 * LEVEL)


def price(game: Skirmish, request: Decision, key: str) -> Price:
    """What the preview says; a defence pays the whole threat (POISE-DEF-3)."""
    world, who = game.session.world, request.who
    preview = game.ruleset.preview(world, request, key)
    costs = dict(shown(game, request, key))
    pool = {"dodge": "poise", "block": "momentum", "predict": "focus"}.get(key)
    if request.question == "defend" and pool is not None:
        costs[pool] = costs.get(pool, 0) + next(each.total for each in preview.numbers if each.what == "threat")
    found = Counter[tuple[int, str]]()
    for name, cost in costs.items():
        owner = keeper(world, who, name)
        found[owner, pool_of(world, owner, name)] += cost
    return found


def _side(*units: str, **riders: str) -> tuple[Entry, ...]:
    mounted = tuple(Entry(unit=rider, state={"mounted_on": steed}) for rider, steed in riders.items())
    return (*(Entry(unit=unit) for unit in units), *mounted)


BOUNDS = Bounds(
    rosters=(
        _side("warhorse", "ogre", "adept", "rabble", "rabble", knight="warhorse"),
        _side("griffon", "halberdier", "rabble", "archer", duelist="griffon"),
        _side("red_dragon"),
        _side("captain", "footman", "axeman", "spearman", "ogre", "raider_bow"),
    ),
    share=share,
    pools=pools,
    able=able,
    own=frozenset({"turn", "step"}),
    awake=awake,
    passive=frozenset({"crawl", "affliction", "landing", "defend"}),  # POISE-DEFEAT-7 and 9, MOUNT-10
    throws=frozenset(),
    price=price,
    bundles=frozenset({"javelins"}),
    over=over,
    priced=frozenset({"poise", "momentum", "focus", "defense"}),
    settings=({}, {"share_size_gap": 2}, {"strike_fallen": True, "bodies_block": True}, {"use_load": True}),
)
