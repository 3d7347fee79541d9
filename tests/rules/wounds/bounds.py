"""What never happens in wounds, as tests/invariants.py looks for it."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Carried, Down, Gear, Pools, Position
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.roster import Entry
from game.rules.wounds.budget import most_mana, most_stamina, speed_row
from game.rules.wounds.gear import hands_of
from game.rules.wounds.position.space import seated, tiny
from game.rules.wounds.state import Body, Entering, Going, Strain, helpless, slots, wounds
from game.skirmish.record import Skirmish
from game.systems.field import board_of
from tests.invariants import Bounds, Price, shown


def share(world: World, one: int, other: int) -> bool:
    """WOUNDS-MOUNT-4 rider and mount; ACT-13 and 14 who has entered; section 7.2 two as tiny as that."""
    if seated(world, one, other) or tiny(world, one, other):
        return True
    for unit, whose in ((one, other), (other, one)):
        entering = world.find(unit, Entering)
        if entering is not None and whose in entering.spaces:
            return True
        seat = world.find(unit, Carried)
        if seat is not None:
            return share(world, seat.by, whose)
    return False


def pools(world: World, unit: int) -> Iterator[str]:
    """WOUNDS-ECON-4, INIT-5, STA-4, MANA-2 and 4, WND-10, MOVE-2."""
    found = world.get(unit, Pools)
    tops = {"stamina": most_stamina(world, unit), "mana": most_mana(world, unit), "ap": speed_row(world, unit)[2]}
    for name in found.names:
        if found[name] < 0:
            yield f"{name} is {found[name]}"
        if found[name] > tops.get(name, found[name]):
            yield f"{name} is {found[name]} of {tops[name]}"
    room = slots(world, unit)
    for level in range(1, 6):
        if wounds(world, unit).count(level) > room[level - 1]:
            yield f"more wounds of level {level} than it has room for"
    going = world.get(unit, Going)
    if min(going.quarters, going.used, going.drag, going.hauled, world.get(unit, Strain).fatigue) < 0:
        yield f"below 0: {going}"
    if going.used * 4 > going.quarters + going.hauled + 4 * going.bonus:
        yield f"has gone farther than it has paid for: {going}"
    if sum(hands_of(world, item) for item in world.get(unit, Gear).held) > world.get(unit, Body).hands:
        yield "holds more than it has hands for"


def able(world: World, unit: int) -> bool:
    """WOUNDS-TURN-12: on the board and not out; who is helpless has a turn and may end it."""
    return not world.has(unit, Down) and world.has(unit, Position)


def awake(world: World, unit: int) -> bool:
    """WOUNDS-HD-24 and 25."""
    return able(world, unit) and not helpless(world, unit)


def price(game: Skirmish, request: Decision, key: str) -> Price:
    """What the preview says; who hurries, jumps or rides may lose more (WOUNDS-FAST-3, HD-32, MOUNT-5)."""
    world, found = game.session.world, shown(game, request, key)
    seat = world.find(request.who, Carried)
    if key.endswith((" acrobatics", " athletics")) or "_jump" in key:
        found["ap"] = world.get(request.who, Pools)["ap"]
    costs = {(request.who, pool): cost for pool, cost in found.items()}
    if seat is not None and key.startswith(("ride ", "command ")):
        costs[seat.by, "ap"] = world.get(seat.by, Pools)["ap"]
    return costs


def _side(*units: str, tiny: int = 0, **riders: str) -> tuple[Entry, ...]:
    mounted = tuple(Entry(unit=rider, state={"mounted_on": steed}) for rider, steed in riders.items())
    small = tuple(Entry(unit="goblin", state={"body_size": -4}) for _ in range(tiny))
    return (*(Entry(unit=unit) for unit in units), *mounted, *small)


BOUNDS = Bounds(
    rosters=(
        _side("ogre", "mage", knight="warhorse", tiny=2),
        _side("reaver", "medic", "wolf", archer="riding_horse"),
        (*_side("lurker", "goblin_boss", "goblin", tiny=1), Entry(unit="ogre", state={"body_size": 9})),
        _side("duelist", "guard", "mage", "wolf", reaver="warhorse"),
    ),
    share=share,
    pools=pools,
    able=able,
    own=frozenset({"turn"}),
    awake=awake,
    passive=frozenset(),
    throws=frozenset(),
    price=price,
    priced=frozenset({"ap"}),
    stay=True,
    elsewhere=frozenset({"WOUNDS-ECON-6", "WOUNDS-HD-16"}),  # long actions, and mounts that run away
    walls=lambda world: board_of(world).walls,
    settings=({}, {"windows": "all"}, {"strike_fallen": True}),
)
