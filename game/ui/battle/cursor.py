"""The cursor on the board: keys move it from cell to cell, from target to target, from unit to unit."""

from __future__ import annotations

import math

from game.kernel.components import Position, Unit
from game.skirmish.record import team_of
from game.ui.battle import drawn_way, option_groups, planning, ranking, reply_buttons
from game.ui.battle.state import Battle
from game.ui.battle.worths import is_move
from game.ui.kit.screen import Reply

_ASIDE = ("guard", "gear", "turn")  # groups of deeds that do nothing to anybody
_NEARER = 2  # how ways that lead nearer to a foe rank
_LOOKED = 8  # ways of which it is looked at whether they cross dangerous ground
_BESIDE = 2  # cells to a foe that other deeds than attacks are meant for
_WAYS = {"n": 270, "ne": 315, "e": 0, "se": 45, "s": 90, "sw": 135, "w": 180, "nw": 225}


def move(battle: Battle, way: str) -> Reply:
    """The neighbour nearest in angle; on hexes up and down keep to the column as well as they can."""
    if battle.chooser is not None:
        turn = battle.chooser.turn if way in ("e", "w") else battle.chooser.move
        turn(-1 if way in ("n", "w", "nw", "ne") else 1)
        return None
    if battle.app.padded and option_groups.few(battle.request):
        _next_answer(battle, -1 if way in ("n", "w", "nw", "ne") else 1)
        return None
    grid, start = battle.board.grid, start_of(battle)
    if battle.cursor is None or start is None:
        battle.cursor = start
        return None
    x, y = grid.centre_px(start, 100)
    wanted = math.radians(_WAYS[way])

    def off(cell: int) -> tuple[float, int]:
        cx, cy = grid.centre_px(cell, 100)
        turn = math.atan2(cy - y, cx - x) - wanted
        lean = (cx > x) == (grid.xy(start)[1] % 2 == 1)  # of two as near take turns, so that a column stays one
        return round(abs(math.remainder(turn, 2 * math.pi)), 3), int(lean)

    cell = min(grid.neighbours(start), key=off, default=start)
    if off(cell)[0] <= math.pi / 3:
        battle.cursor = cell
        drawn_way.extend(battle, cell)
        battle.pane.camera.reveal(cell)
    return None


def start_of(battle: Battle) -> int | None:
    """Where the cursor is, or would begin: at the pointer's, else at the asked unit's cell."""
    if battle.cursor is not None:
        return battle.cursor
    request = battle.table.request
    at = battle.table.world.find(request.who, Position) if request is not None else None
    if at is not None:
        return at.cell
    found = next(iter(battle.here()), None)
    return found if found is not None else next(iter(battle.covered()), None)


def next_target(battle: Battle, way: int) -> Reply:
    """Walk over the places of the chosen verb, units first; over the answers of a question that has few."""
    if battle.chooser is not None:
        battle.chooser.move(way)
        return None
    if option_groups.few(battle.request) and not battle.verb:
        _next_answer(battle, way)
        return None
    places = battle.keep(("places", battle.verb), lambda: _places(battle))
    if not places and option_groups.tabbed(battle.request):
        battle.app.say("There is nobody to attack, and nowhere to go.")
        return None
    if not places:
        _next_answer(battle, way)
        return None
    at = places.index(battle.cursor) if battle.cursor in places else -1 if way > 0 else 0
    battle.cursor = places[(at + way) % len(places)]
    battle.pane.camera.reveal(battle.cursor)
    plan = planning.at(battle, battle.cursor)
    if plan is not None:
        battle.aim, battle.pending = plan.foe, plan.move.key
        return None
    ranked, options = battle.chosen_at(battle.cursor), battle.here().get(battle.cursor, ())
    battle.aim = None
    battle.pending = ranked[0].key if ranked else options[0].key if len(options) == 1 else ""
    return None


def _places(battle: Battle) -> list[int]:
    """Where something can be done: foes by what the attack promises, from here or after a move; other deeds on those
    beside it; ways that lead nearer to one, the nearest first, to dangerous ground last; and what else can be done.
    What does nothing to anybody is found only after its verb was taken up.
    """
    here, covered, worths, grid = battle.here(), battle.covered(), battle.worths(), battle.board.grid
    plans = {cell: planning.at(battle, cell) for cell in covered}
    foes, start, burning = set(_foes(battle)), _stands(battle), ranking.dangerous(battle)

    def far(cell: int | None) -> int:
        return _far(battle, cell)

    def order(cell: int) -> tuple[int, bool, float, int, int, int]:
        plan, options = plans.get(cell), here.get(cell, ())
        hopes = [(worths.hope(option) or 0.0, option.group) for option in options if cell in foes]
        attacks = [hope for hope, group in hopes if hope > 0 or group == "attack"]
        hope = max(attacks, default=plan.strike.hope if plan is not None else 0.0)
        ways = [worths.cost(option) for option in options if is_move(option)]
        if attacks or plan is not None:
            return 0, not attacks, -hope, 0, 0, cell
        if cell in foes and start is not None and grid.distance(start, cell, "chebyshev") <= _BESIDE:
            return 1, False, 0.0, 0, 0, cell
        if ways:
            leads = 5 if far(cell) >= far(start) else 3 if burning >> cell & 1 else _NEARER
            return leads, False, 0.0, far(cell), min(ways), cell
        return 4, cell not in covered, 0.0, 0, 0, cell

    found = {cell for cell, options in here.items() if battle.verb or any(one.group not in _ASIDE for one in options)}
    places = sorted(found | {cell for cell, plan in plans.items() if plan is not None}, key=order)
    nearer = [cell for cell in places if order(cell)[0] == _NEARER][:_LOOKED]
    shunned = [cell for cell in nearer if ranking.perilous(battle, min(filter(is_move, here[cell]), key=worths.cost))]
    kept = [cell for cell in places if cell not in shunned]
    last = sum(order(cell)[0] <= _NEARER for cell in kept)
    return [*kept[:last], *shunned, *kept[last:]]


def _foes(battle: Battle) -> list[int]:
    """The cells of foes of whoever is asked."""
    request, world = battle.request, battle.world
    own = team_of(world, request.who) if request is not None else 0
    return [cell for cell, unit in battle.covered().items() if team_of(world, unit) != own]


def _far(battle: Battle, cell: int | None) -> int:
    """How many cells it is to the nearest foe."""
    foes = battle.keep("cells of foes", lambda: _foes(battle))
    grid = battle.board.grid
    return min((grid.distance(cell, foe, "chebyshev") for foe in foes), default=0) if cell is not None else 0


def _stands(battle: Battle) -> int | None:
    """Where whoever is asked is, if it is a unit on the board."""
    at = battle.world.find(battle.request.who, Position) if battle.request is not None else None
    return at.cell if at is not None else None


def approach(battle: Battle) -> bool:
    """Plan the best way that leads nearer to a foe, if there is one; whether there is."""
    ways, near = ranking.ways(battle), _far(battle, _stands(battle))
    places = battle.keep(("places", battle.verb), lambda: _places(battle))
    cell = next((cell for cell in places if cell in ways and _far(battle, cell) < near), None)
    if cell is None:
        return False
    battle.cursor, battle.aim, battle.pending = cell, None, ways[cell][0].key
    battle.pane.camera.reveal(cell)
    return True


def _next_answer(battle: Battle, way: int) -> None:
    """Mark the next answer, so that its preview shows, and its place on the board if it has one."""
    keys = [option.key for group in battle.groups() for option in group.options]
    keys = [key for key in reply_buttons.rows(battle) if key != "nobody"] if battle.replies() else keys
    if keys:
        at = keys.index(battle.pending) if battle.pending in keys else -1 if way > 0 else 0
        battle.pending = keys[(at + way) % len(keys)]
        option = battle.option(battle.pending)
        battle.cursor = option_groups.cell_of(battle.world, option) if option is not None else None
        if battle.cursor is not None:
            battle.pane.camera.reveal(battle.cursor)


def next_unit(battle: Battle, way: int) -> Reply:
    """Look at the next unit of the side that is asked."""
    side = battle.table.side()
    world = battle.table.world
    units = sorted(unit for unit in set(battle.covered().values()) if world.get(unit, Unit).side == side)
    if not units:
        return None
    at = units.index(battle.inspected) if battle.inspected in units else -1 if way > 0 else 0
    battle.inspected = units[(at + way) % len(units)]
    cell = world.get(battle.inspected, Position).cell
    battle.cursor = cell
    battle.pane.camera.reveal(cell)
    return None


def draw_way(battle: Battle) -> Reply:
    """From now on the cursor draws the way of the unit that has the turn; once more: no longer."""
    at = drawn_way.stands(battle)
    if battle.drawn or at is None:
        battle.drawn = ()
        return None
    battle.drawn, battle.cursor, battle.pending, battle.verb, battle.chooser = (at,), at, "", "", None
    battle.pane.camera.reveal(at)
    battle.app.say(f"Draw the way with the cursor; {battle.app.key('confirm')} goes it.")
    return None
