"""Basic actions that the acting unit may take now (ACT-4 to 17)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Gear
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.rules.vitality import basic, hiding, powers, things
from game.rules.vitality.reasons import Found, fixed, short
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.sight import stand_beside
from game.rules.vitality.state import Riding, Turn, Unloaded, has, pool
from game.rules.vitality.who import allies, living, summons, up
from game.systems.field import board_of, cells_of


def simple_offer(world: World, unit: int, verb: str) -> Found:
    """Defend, Taking Cover: only what they cost; once is enough."""
    numbers = numbers_of(world)
    ap, name, rule = {
        "defend": (numbers.defend_ap, "defending", "VITALITY-ACT-4"),
        "take_cover": (numbers.taking_cover_ap, "taking_cover", "VITALITY-ACT-14"),
        "command": (numbers.command_ap, "commanding", "VITALITY-ACT-32"),
    }[verb]
    reasons = short(world, unit, ap)
    if has(world, unit, name):
        reasons.append(Reason("reason_already", rule))
    if verb == "command" and not summons(world, unit):
        reasons.append(Reason("reason_no_summons", rule))
    return ([], reasons) if reasons else ([Option(verb, rule=rule)], [])


def stabilize_offer(world: World, unit: int, verb: str) -> Found:
    reasons = short(world, unit, numbers_of(world).stabilize_ap)
    near = [o for o in living(world) if has(world, o, "bleeding") and (o == unit or stand_beside(world, unit, o))]
    if not near:
        reasons.append(Reason("reason_nobody_bleeds", "VITALITY-ACT-9"))
    options = [Option(f"stabilize {other}", unit=other, rule="VITALITY-ACT-9") for other in near]
    return ([], reasons) if reasons else (options, [])


def switch_places_offer(world: World, unit: int, verb: str) -> Found:
    reasons = short(world, unit, numbers_of(world).switch_places_ap) + fixed(world, unit)
    if world.has(unit, Riding):
        reasons.append(Reason("reason_riding", "VITALITY-ACT-11"))
    ready = partners(world, unit)
    if not ready:
        reasons.append(Reason("reason_nobody_swaps", "VITALITY-ACT-11"))
    options = [Option(f"switch_places {other}", unit=other, rule="VITALITY-ACT-10") for other in ready]
    return ([], reasons) if reasons else (options, [])


def partners(world: World, unit: int) -> list[int]:
    """VITALITY-ACT-10 and 11: allies next to the unit that could change places with it."""
    near = [o for o in allies(world, unit) if up(world, o) and stand_beside(world, unit, o)]
    return [o for o in near if basic.willing(world, unit, o) and not world.has(o, Riding)]


def token_free(world: World, unit: int) -> bool:
    """VITALITY-ECON-7: the free small action is still there."""
    return not world.get(unit, Turn).token


def switch_weapons_offer(world: World, unit: int, verb: str) -> Found:
    options = []
    for chosen in basic.hands(world, unit):
        free = token_free(world, unit) and basic.free_switch(world, unit, chosen)
        if up(world, unit) and (free or not short(world, unit, numbers_of(world).switch_weapons_ap)):
            name = "+".join(chosen) or "nothing"
            rule = "VITALITY-ACT-13" if free else "VITALITY-ACT-12"
            options.append(Option(f"switch_weapons {name}", rule=rule))
    if has(world, unit, "stunned"):
        return [], [Reason("reason_ap", "VITALITY-COND-9")]
    return options, [Reason("reason_ap", "VITALITY-ACT-12")]


def interact_offer(world: World, unit: int, verb: str) -> Found:
    if not up(world, unit) or has(world, unit, "stunned"):
        return [], [Reason("reason_down", "VITALITY-COND-11")]
    paid = pool(world, unit, "ap") >= numbers_of(world).interact_ap
    options = list(interactions(world, unit)) if paid or token_free(world, unit) else []
    if not paid:
        options = [option for option in options if not option.key.startswith("interact douse")]
    reason = Reason("reason_nothing_near", "VITALITY-ACT-5")
    return options, [reason if paid or token_free(world, unit) else Reason("reason_ap", "VITALITY-ACT-6")]


def interactions(world: World, unit: int) -> Iterator[Option]:
    """VITALITY-ACT-5: doors, things on the ground, gifts, flames."""
    grid, own = board_of(world).grid, cells_of(world, unit)
    for edge in things.doors_near(world, own):
        yield Option(f"interact door {grid.edge_name(edge)}", cell=grid.edge_side(edge)[0], rule="VITALITY-ACT-5")
    for cell, item in dict.fromkeys((cell, item) for _, item, cell in basic.lying_near(world, unit)):
        yield Option(f"interact pick {grid.name(cell)} {item}", cell=cell, rule="VITALITY-ACT-5")
    gear = world.get(unit, Gear)
    for ally in allies(world, unit):
        if up(world, ally) and stand_beside(world, unit, ally):
            for item in dict.fromkeys((*gear.held, *gear.carried)):
                yield Option(f"interact give {ally} {item}", unit=ally, rule="VITALITY-ACT-5")
    if has(world, unit, "burning"):
        yield Option("interact douse", rule="VITALITY-COND-18")
    for ally in allies(world, unit):
        if ally != unit and has(world, ally, "burning") and stand_beside(world, unit, ally):
            yield Option(f"interact douse {ally}", unit=ally, rule="VITALITY-COND-18")


def use_item_offer(world: World, unit: int, verb: str) -> Found:
    reasons = short(world, unit, numbers_of(world).use_item_ap)
    options = list(item_options(world, unit))
    if not options:
        reasons.append(Reason("reason_no_items", "VITALITY-ACT-17"))
    return ([], reasons) if reasons else (options, [])


def item_options(world: World, unit: int) -> Iterator[Option]:
    """VITALITY-ACT-17: what it carries, and where to throw what is thrown."""
    table, gear, grid = sheet_of(world).gear.items, world.get(unit, Gear), board_of(world).grid
    for item in dict.fromkeys((*gear.held, *gear.carried)):
        entry = table.get(item)
        if entry is None:
            continue
        if not entry.range:
            yield Option(f"use_item {item}", unit=unit, rule="VITALITY-ACT-17")
            continue
        for cell in powers.area_spots(world, unit, entry.range, entry.radius):
            yield Option(f"use_item {item} {grid.name(cell)}", cell=cell, rule="VITALITY-ACT-17")


def reload_offer(world: World, unit: int, verb: str) -> Found:
    empty = [item for item in world.get(unit, Unloaded).items if item in world.get(unit, Gear).held]
    if not empty:
        return [], [Reason("reason_loaded", "VITALITY-GEAR-10")]
    reasons = short(world, unit, sheet_of(world).weapons[empty[0]].reload)
    return (
        ([], reasons)
        if reasons
        else ([Option(f"reload {item}", rule="VITALITY-GEAR-10") for item in dict.fromkeys(empty)], [])
    )


def hide_offer(world: World, unit: int, verb: str) -> Found:
    reasons = short(world, unit, numbers_of(world).hide_ap)
    if not hiding.unseen(world, unit):
        reasons.append(Reason("reason_seen", "VITALITY-HIDE-1"))
    return ([], reasons) if reasons else ([Option("hide", rule="VITALITY-ACT-36")], [])
