"""What the active unit may do now, and why not the rest: the one source of legality for play, refusals and the AI."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.components import FIELD, Clock, Gear
from game.ecs import World
from game.flow import Option
from game.grid.grid import Cell, Grid
from game.grid.grid import cells as each_cell
from game.rules.clash.attack import within
from game.rules.clash.combat import foes, kind_of
from game.rules.clash.gear import free_hands, loaded, melee_weapons, weapons_of
from game.rules.clash.handling import (
    FREE,
    HANDLING,
    free_actions,
    items_of,
    manipulations,
    power_options,
    power_rule,
    powers_of,
)
from game.rules.clash.moving import HELD, destinations, held_fast, ledges
from game.rules.clash.position import in_reach
from game.rules.clash.sheet import Kind, Power, sheet_of
from game.rules.clash.state import (
    Body,
    Order,
    Plan,
    able,
    attacks_left,
    magic,
    points,
    sources,
    speed_of,
    stand_cost,
    turn,
)
from game.rules.clash.stealth import watched
from game.rules.offering import Offer, Reason
from game.systems.field import board_of, cells_of
from game.systems.lasting import holds

NO_POINTS = Reason("reason_no_points", "CLASH-ECON-10")
NO_ATTACKS = Reason("reason_no_attacks", "CLASH-ECON-7")


def offers(world: World, unit: int) -> tuple[Offer, ...]:
    """Every verb the unit has. All in the middle of its own turn."""
    return world.derive(("offers", unit), lambda world: tuple(_offers(world, unit)))


def _offers(world: World, unit: int) -> Iterator[Offer]:
    if not able(world, unit):
        return
    yield from _strikes(world, unit)
    yield from _powers(world, unit)
    yield _move(world, unit)
    yield from _footwork(world, unit)
    yield from _struggles(world, unit)
    yield from _senses(world, unit)
    yield from _things(world, unit)
    yield _save(world, unit)
    if cells_of(world, unit) & board_of(world).exits:
        yield _offer("leave", _held_reasons(world, unit), [Option("leave", rule="CLASH-MOVE-7")])
    yield Offer("end", (Option("end", rule="CLASH-INIT-2"),))


def _offer(verb: str, reasons: list[Reason], options: list[Option], none: Reason | None = None) -> Offer:
    """Reasons first; `none` is the reason where nothing is left to choose."""
    if reasons:
        return Offer(verb, (), tuple(reasons))
    if not options and none is not None:
        return Offer(verb, (), (none,))
    return Offer(verb, tuple(options))


def _point(world: World, unit: int) -> list[Reason]:
    return [] if points(world, unit) else [NO_POINTS]


def _attack(world: World, unit: int) -> list[Reason]:
    """CLASH-ECON-7 and 10: what every attack takes."""
    return _point(world, unit) + ([] if attacks_left(world, unit) > 0 else [NO_ATTACKS])


# Attacks


def _strikes(world: World, unit: int) -> Iterator[Offer]:
    """CLASH-ACT-6: melee, shot and throw are all Strikes, each weapon and target an option."""
    weapons, reasons = sheet_of(world).weapons, _attack(world, unit)
    melee = melee_weapons(world, unit)
    nobody = Reason("reason_out_of_reach", "CLASH-ATK-1")
    yield _offer("strike", reasons, _aimed(world, unit, "strike", "melee", melee), nobody)
    throwable = [item for item in world.get(unit, Gear).held if item in weapons and weapons[item].thrown]
    far = Reason("reason_out_of_range", "CLASH-ATK-11")
    if throwable:
        yield _offer("throw", reasons, _aimed(world, unit, "throw", "thrown", tuple(dict.fromkeys(throwable))), far)
    bows = [item for item in weapons_of(world, unit) if weapons[item].range]
    if bows:
        ready = tuple(item for item in bows if loaded(world, unit, item))
        empty = [] if ready else [Reason("reason_unloaded", "CLASH-GEAR-3")]
        yield _offer("shoot", reasons + empty, _aimed(world, unit, "shoot", "ranged", ready), far)


_STRIKE_RULES = {"melee": "CLASH-ATK-1", "ranged": "CLASH-ATK-3", "thrown": "CLASH-ATK-7"}


def _aimed(world: World, unit: int, verb: str, kind: Kind, items: tuple[str, ...]) -> list[Option]:
    rule = _STRIKE_RULES[kind]
    return [
        Option(f"{verb} {foe} {item}", unit=foe, rule=rule)
        for foe in foes(world, unit)
        for item in items
        if within(world, Plan(unit, foe, item, kind))
    ]


def _powers(world: World, unit: int) -> Iterator[Offer]:
    """CLASH-ACT-7, ATK-4, 8: spells, abilities and magic items."""
    spells = sheet_of(world).spells
    for key, power in powers_of(world, unit).items():
        reasons = _attack(world, unit) if power.attack else _point(world, unit)
        if magic(world, unit) < power.magic:
            reasons.append(Reason("reason_no_magic", "CLASH-ACT-7"))
        if power.target == "foe":
            rule = "CLASH-ATK-4" if key in spells else power_rule(world, key)
            options = [
                Option(f"{key} {foe}", power.title, unit=foe, rule=rule)
                for foe in foes(world, unit)
                if _in_range(world, unit, foe, key, power)
            ]
            far = "CLASH-ATK-4" if key in spells else "CLASH-ATK-11"
            yield _offer(key, reasons, options, Reason("reason_out_of_range", far))
        else:
            useless = Reason("reason_useless", "CLASH-ACT-7")
            yield _offer(key, reasons, [] if reasons else power_options(world, unit, key, power), useless)


def _in_range(world: World, unit: int, foe: int, key: str, power: Power) -> bool:
    if not power.attack:
        return in_reach(world, unit, foe, power.range)
    return within(world, Plan(unit, foe, key, kind_of(power, key, sheet_of(world).spells), power=True))


# Moving


def _held_reasons(world: World, unit: int) -> list[Reason]:
    return [Reason(f"reason_{name}", HELD[name]) for name in held_fast(world, unit)]


def _move(world: World, unit: int) -> Offer:
    """CLASH-ECON-8: free movement, in as many parts as one likes."""
    reasons = _held_reasons(world, unit)
    if not turn(world).left:
        reasons.append(Reason("reason_no_movement", "CLASH-MOVE-1"))
    grid = board_of(world).grid
    options = [] if reasons else [_step_option(grid, "move", cell) for cell in each_cell(destinations(world, unit))]
    return _offer("move", reasons, options, Reason("reason_no_room", "CLASH-MOVE-4"))


@lru_cache(maxsize=1 << 15)
def _step_option(grid: Grid, verb: str, cell: Cell) -> Option:
    """There are thousands of them in a skirmish, ever the same ones."""
    return Option(f"{verb} {grid.name(cell)}", cell=cell, rule="CLASH-MOVE-1" if verb == "move" else "CLASH-MOVE-6")


def _footwork(world: World, unit: int) -> Iterator[Offer]:
    """Jump, stand up, Dash, Disengage."""
    grid = board_of(world).grid
    if down := ledges(world, unit):
        yield Offer("jump", tuple(_step_option(grid, "jump", cell) for cell in down))
    if holds(world, unit, "prone"):
        short = turn(world).left < stand_cost(world, unit)
        reasons = _held_reasons(world, unit) + ([Reason("reason_no_stand", "CLASH-ACT-8")] if short else [])
        yield _offer("stand", reasons, [Option("stand", rule="CLASH-ACT-8")])
    slow = [] if speed_of(world, unit).total > 0 else [Reason("reason_no_movement", "CLASH-MOVE-1")]
    held = _held_reasons(world, unit)
    yield _offer("dash", [*_point(world, unit), *held, *slow], [Option("dash", rule="CLASH-ACT-1")])
    twice = [Reason("reason_disengaged", "CLASH-ACT-2")] if holds(world, unit, "disengaged") else []
    yield _offer("disengage", _point(world, unit) + twice, [Option("disengage", rule="CLASH-ACT-2")])


# Grappling, searching, sneaking


def _struggles(world: World, unit: int) -> Iterator[Offer]:
    """CLASH-ACT-3 and 9."""
    touch = sheet_of(world).numbers.touch
    if world.get(unit, Body).hands:
        hands = [] if free_hands(world, unit) else [Reason("reason_no_hand", "CLASH-ACT-3")]
        options = [
            Option(f"grapple {foe}", unit=foe, rule="CLASH-ACT-3")
            for foe in foes(world, unit)
            if in_reach(world, unit, foe, touch) and unit not in sources(world, foe, "grappled")
        ]
        nobody = Reason("reason_nobody_to_grapple", "CLASH-ACT-3")
        yield _offer("grapple", _point(world, unit) + hands, options, nobody)
    bonds = held_fast(world, unit)
    if bonds:
        yield _offer("release", _point(world, unit), _ways_out(world, unit))


def _ways_out(world: World, unit: int) -> list[Option]:
    """CLASH-ACT-9: out of a net, and out of each hold; the holders are named where there are several."""
    holders = sources(world, unit, "grappled")
    named = [Option(f"release {holder}", unit=holder, rule="CLASH-ACT-9") for holder in holders]
    found = named if len(named) > 1 else [Option("release hold", rule="CLASH-ACT-9")] * len(named)
    return [*found, Option("release net", rule="CLASH-ACT-9")] if holds(world, unit, "entangled") else found


def _senses(world: World, unit: int) -> Iterator[Offer]:
    """CLASH-ACT-4 and 5."""
    yield _offer("search", _point(world, unit), [Option("search", rule="CLASH-ACT-4")])  # whoever hides, or nobody
    reasons = _point(world, unit)
    if holds(world, unit, "hidden"):
        reasons.append(Reason("reason_hidden", "CLASH-ACT-5"))
    elif watched(world, unit):
        reasons.append(Reason("reason_seen", "CLASH-ACT-5"))
    yield _offer("sneak", reasons, [Option("sneak", rule="CLASH-ACT-5")])


# Things


def _things(world: World, unit: int) -> Iterator[Offer]:
    """CLASH-REACT-2 and FREE-1 to 3; verbs that have nothing to be done with are left out."""
    found: dict[str, list[Option]] = {}
    for option in (*manipulations(world, unit), *free_actions(world, unit)):
        found.setdefault(option.verb, []).append(option)
    gear = world.get(unit, Gear)
    if gear.carried and "draw" not in found and any(item not in items_of(world, unit) for item in gear.carried):
        found["draw"] = []
    for verb in (*HANDLING, *FREE):
        if verb in found:
            reasons = _point(world, unit) if verb in HANDLING else []
            yield _offer(verb, reasons, found[verb], Reason("reason_no_hand", "CLASH-GEAR-1"))


# Saving the turn


def _save(world: World, unit: int) -> Offer:
    """CLASH-SAVE-1 to 3."""
    reasons = [Reason("reason_started", "CLASH-SAVE-3")] if turn(world).started else []
    if unit in world.get(FIELD, Order).saved:
        reasons.append(Reason("reason_saved", "CLASH-SAVE-2"))
    options = [Option(f"save {other}", unit=other, rule="CLASH-SAVE-2") for other in later(world, unit)]
    return _offer("save", reasons, options, Reason("reason_nobody_later", "CLASH-SAVE-3"))


def later(world: World, unit: int) -> list[int]:
    """CLASH-SAVE-3: whom the unit may wait for: a turn to come, and not waiting for it in turn."""
    order = world.get(FIELD, Order)
    after = dict(order.waits)
    found = []
    for other in order.units:
        coming = other in order.queue or other in after
        if other == unit or not coming or not able(world, other):
            continue
        chain = other
        while chain in after and chain != unit:
            chain = after[chain]
        if chain != unit:
            found.append(other)
    return found


def turn_options(world: World) -> list[Option]:
    """What the active unit may do now."""
    unit = world.get(FIELD, Clock).active
    assert unit is not None
    return [option for offer in offers(world, unit) for option in offer.options]
