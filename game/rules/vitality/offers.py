"""What the acting unit may do now, and why not the rest: the one source of legality for play, refusals and the AI."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.kernel.components import FIELD, Clock, Gear, Pools
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Offer
from game.rules.vitality.aiming import ability_offer, attack_offer, weapon_offer
from game.rules.vitality.breaking import smash_offer
from game.rules.vitality.daring import (
    break_restrained_offer,
    can_dare,
    lean_offer,
    manoeuvre_offer,
    pin_offer,
    release_offer,
    stunt_offer,
    unlean_offer,
)
from game.rules.vitality.figures import weapons_of
from game.rules.vitality.handling import (
    hide_offer,
    interact_offer,
    reload_offer,
    simple_offer,
    stabilize_offer,
    switch_places_offer,
    switch_weapons_offer,
    use_item_offer,
)
from game.rules.vitality.held import can_hold, watch_offer
from game.rules.vitality.reasons import Found, price
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import KINDS, Order, Turn, body, pool
from game.rules.vitality.stepping import (
    advance_offer,
    dismount_offer,
    jump_offer,
    leave_offer,
    move_offer,
    pass_offer,
    stand_offer,
    walk_offer,
)
from game.rules.vitality.summoning import obeys
from game.rules.vitality.unions import plan_options
from game.rules.vitality.who import up

_COSTING = KINDS | {Gear, Pools}
Maker = Callable[[World, int, str], Found]


def offers(world: World, unit: int) -> tuple[Offer, ...]:
    """Every verb the unit has in its own turn, with the reasons for those it has no option of."""
    return world.derive(("offers", unit), lambda world: tuple(_offers(world, unit)))


def _offers(world: World, unit: int) -> Iterator[Offer]:
    for verb, made in _verbs(world, unit):
        options, reasons = made(world, unit, verb)
        yield Offer(verb, tuple(options), () if options else tuple(reasons))


def options_of(world: World, unit: int) -> tuple[Option, ...]:
    """All options of all verbs; what cannot be paid is not looked at."""
    return world.derive(("options", unit), lambda world: _options(world, unit))


def _options(world: World, unit: int) -> tuple[Option, ...]:
    ap, wp = pool(world, unit, "ap"), pool(world, unit, "wp")
    daring, found = can_dare(world, unit), list[Option]()
    for verb, made, costs in _priced(world, unit):
        if costs[0] <= ap and costs[1] <= wp and (daring or made is not stunt_offer):
            found += made(world, unit, verb)[0]
    return tuple(found)


_MAY_BE_FREE = ("interact", "switch_weapons", "pass")


def _priced(world: World, unit: int) -> list[tuple[str, Maker, tuple[int, int]]]:
    """The unit's verbs with the AP and WP that they cost at least."""

    def compute(world: World) -> list[tuple[str, Maker, tuple[int, int]]]:
        costs = {verb: price(world, verb) for verb, _ in _verbs(world, unit) if verb not in _MAY_BE_FREE}
        return [(verb, made, costs.get(verb) or (0, 0)) for verb, made in _verbs(world, unit)]

    return world.derive(("priced", unit), compute, _COSTING)


def _verbs(world: World, unit: int) -> Iterator[tuple[str, Maker]]:
    table = sheet_of(world).weapons
    for weapon in weapons_of(world, unit):
        yield weapon, weapon_offer
        if table[weapon].thrown:
            yield f"throw_{weapon}", weapon_offer
    for key in body(world, unit).abilities:
        if sheet_of(world).abilities[key].kind not in ("maneuver", "reaction", "feature"):
            yield key, ability_offer
    yield from _PLAIN
    for key in sheet_of(world).main.manoeuvres:
        if key != "pass":
            yield key, manoeuvre_offer
    for key, stunt in sheet_of(world).stunts.items():
        if stunt.when == "action" and pool(world, unit, "nm") > 0:
            yield key, stunt_offer


_PLAIN: tuple[tuple[str, Maker], ...] = (
    ("attack", attack_offer),
    ("smash", smash_offer),
    ("walk", walk_offer),
    ("advance", advance_offer),
    ("jump", jump_offer),
    ("pass", pass_offer),
    ("leave", leave_offer),
    ("stand_up", stand_offer),
    ("dismount", dismount_offer),
    ("move", move_offer),
    ("sprint", move_offer),
    ("defend", simple_offer),
    ("take_cover", simple_offer),
    ("command", simple_offer),
    ("stabilize", stabilize_offer),
    ("switch_places", switch_places_offer),
    ("switch_weapons", switch_weapons_offer),
    ("interact", interact_offer),
    ("use_item", use_item_offer),
    ("reload", reload_offer),
    ("watch", watch_offer),
    ("hide", hide_offer),
    ("break_restrained", break_restrained_offer),
    ("release", release_offer),
    ("lean", lean_offer),
    ("unlean", unlean_offer),
    ("keep_pinning", pin_offer),
)


def turn_options(world: World) -> list[Option]:
    """What the acting unit may do now, with holding, its union partners and the end."""
    unit, order = world.get(FIELD, Clock).active, world.get(FIELD, Order)
    assert unit is not None
    options = list(options_of(world, unit))
    if can_hold(world, unit):
        options.append(Option("hold_action", rule="VITALITY-HOLD-6"))
    if order.fresh and can_hold_turn(world):
        options.append(Option("hold_turn", rule="VITALITY-HOLD-1"))
    if order.fresh or not pool(world, unit, "ap"):
        options += plan_options(world, unit)
    for other in order.active:
        # A turn that nobody does anything in is handed on so often and no more.
        if other != unit and up(world, other) and obeys(world, other) and order.idle < 2 * len(order.active):
            options.append(Option(f"hand_over {other}", unit=other, rule="VITALITY-UNION-2"))
    options.append(Option("end", rule="VITALITY-ECON-2"))
    return options


def can_hold_turn(world: World) -> bool:
    """VITALITY-HOLD-1: nobody of the group has done anything, and somebody else's turn is still to come."""
    order = world.get(FIELD, Order)
    untouched = not any(world.get(unit, Turn).acted for unit in order.active)
    return untouched and any(up(world, unit) for unit in order.active)


def held_range(world: World, unit: int, action: str) -> int:
    """How far a held action reaches (HOLD-7): its weapon, its Ability, or 1 m."""
    sheet, verb = sheet_of(world), action.partition(" ")[0]
    if verb in sheet.abilities:
        entry = sheet.abilities[verb]
        return max(entry.range, entry.line)
    if verb == "use_item":
        gear = world.get(unit, Gear)
        return max([1, *(sheet.gear.items[i].range for i in (*gear.held, *gear.carried) if i in sheet.gear.items)])
    thrown = verb.startswith("throw_")
    weapon = sheet.weapons.get(verb.removeprefix("throw_"))
    if weapon is None:
        return 1
    return weapon.thrown if thrown else weapon.melee or weapon.range
