"""What the acting unit may do now, and why not the rest: the one source of legality for play, refusals and the AI."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from msgspec import Struct

from game.components import FIELD, Clock, Gear
from game.ecs import World
from game.flow import Option
from game.grid.grid import Cell, Grid, cells
from game.rules.vitality import basic, hiding, manoeuvres, powers, stunts, summoning, things
from game.rules.vitality.bonds import landings, riders
from game.rules.vitality.figures import attacks_granted, basic_movement, one_handed, weapons_of
from game.rules.vitality.ground import destinations, movement
from game.rules.vitality.moving import jumps, passes
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.sight import distance, targetable, visible
from game.rules.vitality.state import (
    Leaning,
    Order,
    Riding,
    Turn,
    Unloaded,
    allies,
    body,
    foes,
    friendly,
    gripping,
    has,
    is_thing,
    living,
    pool,
    still,
    summons,
    up,
)
from game.rules.vitality.strike import Attack, blow, charmed_by, weapon_attack
from game.systems.field import board_of, cells_of


class Reason(Struct, frozen=True):
    """Why something is not possible: a key of the titles, and the rule."""

    key: str
    rule: str


class Offer(Struct, frozen=True):
    """One verb: its options, or the reasons why there are none."""

    verb: str
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...] = ()


Found = tuple[list[Option], list[Reason]]


def offers(world: World, unit: int) -> tuple[Offer, ...]:
    """Every verb the unit has in its own turn."""
    return world.derive(("offers", unit), lambda world: tuple(_offers(world, unit)))


def _offers(world: World, unit: int) -> Iterator[Offer]:
    for verb, made in _verbs(world, unit):
        options, reasons = made(world, unit, verb)
        yield Offer(verb, tuple(options), () if options else tuple(reasons))


def _verbs(world: World, unit: int) -> Iterator[tuple[str, Callable[[World, int, str], Found]]]:
    table = sheet_of(world).weapons
    for weapon in weapons_of(world, unit):
        yield weapon, _weapon
        if table[weapon].thrown:
            yield f"throw_{weapon}", _weapon
    for key in body(world, unit).abilities:
        if sheet_of(world).abilities[key].kind not in ("maneuver", "reaction", "feature"):
            yield key, _ability
    yield from _PLAIN
    for key in sheet_of(world).main.manoeuvres:
        if key != "pass":
            yield key, _manoeuvre
    for key, stunt in sheet_of(world).stunts.items():
        if stunt.when == "action" and pool(world, unit, "nm") > 0:
            yield key, _stunt


def short(world: World, unit: int, ap: int) -> list[Reason]:
    """VITALITY-ECON-1 and 8: AP that are missing."""
    if not up(world, unit):
        return [Reason("reason_down", "VITALITY-COND-11")]
    return [Reason("reason_ap", "VITALITY-ECON-8")] if pool(world, unit, "ap") < ap else []


# Attacks


def attack_price(world: World, unit: int) -> int:
    """VITALITY-ACT-2: nothing while attacks are banked, else the price of the Attack action."""
    return 0 if world.get(unit, Turn).banked else numbers_of(world).attack_ap


def _weapon(world: World, unit: int, verb: str) -> Found:
    reasons = short(world, unit, attack_price(world, unit))
    return ([], reasons) if reasons else weapon_options(world, unit, verb)


def weapon_options(world: World, unit: int, verb: str) -> Found:
    """VITALITY-ATK-10, GEAR-7, GEAR-10: targets in range that can be aimed at, costs aside."""
    weapon = sheet_of(world).weapons[verb.removeprefix("throw_")]
    if verb in world.get(unit, Unloaded).items:
        return [], [Reason("reason_unloaded", "VITALITY-GEAR-10")]
    thrown = verb.startswith("throw_")
    metres = weapon.thrown if thrown else weapon.melee or weapon.range
    found = [
        other for other in strikeable(world, unit, metres) if not thrown or distance(world, unit, other) > weapon.melee
    ]
    if not found:
        return [], _nobody(world, unit, metres)
    banked = world.get(unit, Turn).banked or attacks_granted(world, unit)
    hands = [off for off in ("main", "off") if off in banked and (off == "main" or _second(world, unit, verb))]
    if not world.get(unit, Turn).banked:
        hands = ["main"]
    options: list[Option] = []
    for other in found:
        for hand in hands:
            options += _variants(world, unit, verb, other, off=hand == "off")
    return options, [] if options else [Reason("reason_banked", "VITALITY-ACT-3")]


def _second(world: World, unit: int, verb: str) -> bool:
    """Whether the weapon can serve as an off-hand one: one of two one-handed ones in hand."""
    return verb.removeprefix("throw_") in one_handed(world, unit)


def _variants(world: World, unit: int, verb: str, target: int, *, off: bool) -> Iterator[Option]:
    """The attack plain, with each Maneuver that can be paid (ACT-41), and non-lethal where that matters (NL-1)."""
    sheet = sheet_of(world)
    base = f"{verb} {target}" + (" off" if off else "")
    label = sheet.titles[verb]
    yield Option(base, label, unit=target, rule="VITALITY-ATK-1")
    if could_fell(world, weapon_attack(world, unit, base.split(), off=off), target):
        yield Option(f"{base} gentle", label, unit=target, rule="VITALITY-NL-1")
    for key in body(world, unit).abilities:
        entry = sheet.abilities[key]
        if entry.kind == "maneuver" and pool(world, unit, "wp") >= entry.wp and not is_thing(world, target):
            yield Option(f"{base} {key}", label, unit=target, rule="VITALITY-ACT-41")


def could_fell(world: World, attack: Attack, target: int) -> bool:
    """Whether the attack's highest damage would bring a creature below 1 Vitality."""
    if is_thing(world, target):
        return False
    found = blow(world, attack, target)
    most = sum(found.dice()) + sum(line.value for part in found.parts for line in part.flat) + 15
    return most > pool(world, target, "vitality") + pool(world, target, "temp_vitality") - 1


def strikeable(world: World, unit: int, metres: int) -> list[int]:
    """Enemies and things in range, aimed at (ATK-10), whom no charm protects (COND-14)."""
    found = []
    for other in living(world):
        if other == unit or (friendly(world, unit, other) and other != _host(world, unit)):
            continue
        if friendly(world, unit, other) or distance(world, unit, other) > metres:
            continue
        if targetable(world, unit, other) and not charmed_by(world, unit, other):
            found.append(other)
    return found


def _host(world: World, unit: int) -> int | None:
    riding = world.find(unit, Riding)
    return riding.host if riding is not None else None


def _nobody(world: World, unit: int, metres: int) -> list[Reason]:
    """Why nobody can be aimed at."""
    near = [other for other in foes(world, unit) if distance(world, unit, other) <= metres]
    if any(charmed_by(world, unit, other) for other in near):
        return [Reason("reason_charmed", "VITALITY-COND-14")]
    if any(not visible(world, unit, other) for other in near):
        return [Reason("reason_covered", "VITALITY-COVER-7")]
    return [Reason("reason_out_of_range", "VITALITY-ATK-10")]


def _attack(world: World, unit: int, verb: str) -> Found:
    """VITALITY-ACT-1 and 2: the permission alone, to be used later in the turn."""
    if world.get(unit, Turn).banked:
        return [], [Reason("reason_banked", "VITALITY-ACT-2")]
    reasons = short(world, unit, numbers_of(world).attack_ap)
    return ([], reasons) if reasons else ([Option("attack", rule="VITALITY-ACT-2")], [])


# Abilities


def _ability(world: World, unit: int, verb: str) -> Found:
    entry = sheet_of(world).abilities[verb]
    reasons = short(world, unit, entry.ap)
    if pool(world, unit, "wp") < entry.wp:
        reasons.append(Reason("reason_wp", "VITALITY-ECON-8"))
    return ([], reasons) if reasons else ability_options(world, unit, verb)


def ability_options(world: World, unit: int, verb: str) -> Found:
    """Where an Ability may be used now, costs aside."""
    entry, grid = sheet_of(world).abilities[verb], board_of(world).grid
    if entry.kind == "self":
        far = entry.teleport + entry.up_metres * powers.upcast_steps(world, unit, entry)
        spots = powers.landings(world, unit, unit, far)
    elif entry.kind == "summon":
        if not summoning.room_for_more(world, unit, entry):
            return [], [Reason("reason_enough", "VITALITY-ACT-32")]
        spots = powers.landings(world, unit, unit, entry.range)
    elif entry.radius or entry.line:
        spots = powers.spots(world, unit, entry)
    else:
        options = []
        for other in powers.targets(world, unit, entry):
            options.append(Option(f"{verb} {other}", entry.title, unit=other, rule="VITALITY-ACT-41"))
            attack = Attack(unit, verb, ability=True, ranged=True)
            if entry.kind == "attack" and could_fell(world, attack, other):
                options.append(Option(f"{verb} {other} gentle", entry.title, unit=other, rule="VITALITY-NL-1"))
        return options, [Reason("reason_out_of_range", "VITALITY-ATK-10")]
    options = [_cell_option(grid, verb, entry.title, cell, "VITALITY-ACT-41") for cell in spots]
    return options, [Reason("reason_out_of_range", "VITALITY-ATK-10")]


@lru_cache(maxsize=1 << 16)
def _cell_option(grid: Grid, verb: str, title: str, cell: Cell, rule: str) -> Option:
    """There are thousands of them in a skirmish, ever the same ones."""
    return Option(f"{verb} {grid.name(cell)}", title, cell=cell, rule=rule)


# Movement


def _fixed(world: World, unit: int) -> list[Reason]:
    if not up(world, unit):
        return [Reason("reason_down", "VITALITY-COND-11")]
    return [Reason("reason_still", "VITALITY-COND-8")] if still(world, unit) else []


def _walk(world: World, unit: int, verb: str) -> Found:
    """VITALITY-ECON-3: with what is in the pool."""
    if reasons := _fixed(world, unit):
        return [], reasons
    return _cells_to(world, unit, verb, destinations(world, unit, movement(world, unit)), "VITALITY-ECON-3")


def _cells_to(world: World, unit: int, verb: str, where: int, rule: str) -> Found:
    grid, title = board_of(world).grid, sheet_of(world).titles.get(verb, "")
    options = [_cell_option(grid, verb, title, cell, rule) for cell in cells(where)]
    return options, [Reason("reason_no_room", "VITALITY-MOVE-3")]


def advance_metres(world: World, unit: int) -> list[tuple[int, int]]:
    """VITALITY-ACT-7 and 8: (AP, metres in the pool) after so many Moves, or a Sprint where that is farther."""
    numbers, basic_ = numbers_of(world), basic_movement(world, unit).total
    have, ap = movement(world, unit), pool(world, unit, "ap")
    found = [(n * numbers.move_ap, have + n * basic_) for n in range(1, ap // numbers.move_ap + 1)]
    if ap >= numbers.sprint_ap:
        found = [row for row in found if row[0] < numbers.sprint_ap]
        found.append((numbers.sprint_ap, have + numbers.sprint_factor * basic_))
    return found


def _advance(world: World, unit: int, verb: str) -> Found:
    """Farther than the pool goes: with as many Moves as it takes, or a Sprint."""
    reasons = _fixed(world, unit) or short(world, unit, numbers_of(world).move_ap)
    if reasons:
        return [], reasons
    near = destinations(world, unit, movement(world, unit))
    far = destinations(world, unit, advance_metres(world, unit)[-1][1]) & ~near
    return _cells_to(world, unit, verb, far, "VITALITY-ACT-7")


def _move(world: World, unit: int, verb: str) -> Found:
    numbers = numbers_of(world)
    ap, rule = (numbers.move_ap, "VITALITY-ACT-7") if verb == "move" else (numbers.sprint_ap, "VITALITY-ACT-8")
    reasons = _fixed(world, unit) or short(world, unit, ap)
    return ([], reasons) if reasons else ([Option(verb, rule=rule)], [])


def _jump(world: World, unit: int, verb: str) -> Found:
    if reasons := _fixed(world, unit):
        return [], reasons
    return _cells_to(world, unit, verb, sum(1 << cell for cell in jumps(world, unit)), "VITALITY-MOVE-5")


def _pass(world: World, unit: int, verb: str) -> Found:
    grid, title = board_of(world).grid, sheet_of(world).titles.get(verb, "")
    options = [
        Option(f"pass {grid.name(cell)} {enemy}", title, cell=cell, rule="VITALITY-MOVE-7")
        for cell, enemy in (passes(world, unit) if up(world, unit) else {})
    ]
    return options, [Reason("reason_no_way_past", "VITALITY-MOVE-8")]


def _stand(world: World, unit: int, verb: str) -> Found:
    if not has(world, unit, "prone"):
        return [], [Reason("reason_not_prone", "VITALITY-ACT-40")]
    if reasons := _fixed(world, unit):
        return [], reasons
    if movement(world, unit) < numbers_of(world).stand_metres:
        return [], [Reason("reason_movement", "VITALITY-ACT-40")]
    return [Option("stand_up", rule="VITALITY-ACT-40")], []


def _dismount(world: World, unit: int, verb: str) -> Found:
    host = _host(world, unit)
    if host is None:
        return [], [Reason("reason_not_riding", "VITALITY-ACT-31")]
    if _fixed(world, unit) or movement(world, unit) < numbers_of(world).dismount_metres:
        return [], [Reason("reason_movement", "VITALITY-ACT-31")]
    grid = board_of(world).grid
    spots = landings(world, unit, host)
    return [Option(f"dismount {grid.name(c)}", cell=c, rule="VITALITY-ACT-31") for c in spots], [
        Reason("reason_no_room", "VITALITY-ACT-31")
    ]


# Basic actions


def _simple(world: World, unit: int, verb: str) -> Found:
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


def _stabilize(world: World, unit: int, verb: str) -> Found:
    reasons = short(world, unit, numbers_of(world).stabilize_ap)
    near = [o for o in living(world) if has(world, o, "bleeding") and distance(world, unit, o) <= 1]
    if not near:
        reasons.append(Reason("reason_nobody_bleeds", "VITALITY-ACT-9"))
    options = [Option(f"stabilize {other}", unit=other, rule="VITALITY-ACT-9") for other in near]
    return ([], reasons) if reasons else (options, [])


def _switch_places(world: World, unit: int, verb: str) -> Found:
    reasons = short(world, unit, numbers_of(world).switch_places_ap) + _fixed(world, unit)
    if world.has(unit, Riding):
        reasons.append(Reason("reason_riding", "VITALITY-ACT-11"))
    near = [o for o in allies(world, unit) if o != unit and up(world, o) and distance(world, unit, o) <= 1]
    ready = [o for o in near if basic.willing(world, unit, o) and not world.has(o, Riding) and visible(world, unit, o)]
    if not ready:
        reasons.append(Reason("reason_nobody_swaps", "VITALITY-ACT-11"))
    options = [Option(f"switch_places {other}", unit=other, rule="VITALITY-ACT-10") for other in ready]
    return ([], reasons) if reasons else (options, [])


def token_free(world: World, unit: int) -> bool:
    """VITALITY-ECON-7: the free small action is still there."""
    return not world.get(unit, Turn).token


def _switch_weapons(world: World, unit: int, verb: str) -> Found:
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


def _interact(world: World, unit: int, verb: str) -> Found:
    if not up(world, unit) or has(world, unit, "stunned"):
        return [], [Reason("reason_down", "VITALITY-COND-11")]
    paid = pool(world, unit, "ap") >= numbers_of(world).interact_ap
    options = list(interactions(world, unit)) if paid or token_free(world, unit) else []
    if not paid:
        options = [option for option in options if option.key != "interact douse"]
    reason = Reason("reason_nothing_near", "VITALITY-ACT-5")
    return options, [reason if paid or token_free(world, unit) else Reason("reason_ap", "VITALITY-ACT-6")]


def interactions(world: World, unit: int) -> Iterator[Option]:
    """VITALITY-ACT-5: doors, things on the ground, gifts, flames."""
    grid, own = board_of(world).grid, cells_of(world, unit)
    for edge in things.doors_near(world, own):
        cell = next((c for c in grid.edge_cells(edge) if c is not None and not own >> c & 1), None)
        yield Option(f"interact door {edge}", cell=cell, rule="VITALITY-ACT-5")
    for entity, item in basic.lying_near(world, unit):
        yield Option(f"interact pick {entity} {item}", rule="VITALITY-ACT-5")
    gear = world.get(unit, Gear)
    for ally in allies(world, unit):
        if ally != unit and up(world, ally) and distance(world, unit, ally) <= 1:
            for item in dict.fromkeys((*gear.held, *gear.carried)):
                yield Option(f"interact give {ally} {item}", unit=ally, rule="VITALITY-ACT-5")
    if has(world, unit, "burning"):
        yield Option("interact douse", rule="VITALITY-COND-18")


def _use_item(world: World, unit: int, verb: str) -> Found:
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
        for foe in foes(world, unit):
            if up(world, foe) and distance(world, unit, foe) <= entry.range and targetable(world, unit, foe):
                cell = min(cells(cells_of(world, foe)))
                yield Option(f"use_item {item} {grid.name(cell)}", cell=cell, rule="VITALITY-ACT-17")


def _reload(world: World, unit: int, verb: str) -> Found:
    empty = world.get(unit, Unloaded).items
    if not empty:
        return [], [Reason("reason_loaded", "VITALITY-GEAR-10")]
    reasons = short(world, unit, sheet_of(world).weapons[empty[0]].reload)
    return (
        ([], reasons)
        if reasons
        else ([Option(f"reload {item}", rule="VITALITY-GEAR-10") for item in dict.fromkeys(empty)], [])
    )


def _hide(world: World, unit: int, verb: str) -> Found:
    reasons = short(world, unit, numbers_of(world).hide_ap)
    if not hiding.unseen(world, unit):
        reasons.append(Reason("reason_seen", "VITALITY-HIDE-1"))
    return ([], reasons) if reasons else ([Option("hide", rule="VITALITY-ACT-36")], [])


# Manoeuvres, leaning, pins, stunts


def _manoeuvre(world: World, unit: int, verb: str) -> Found:
    entry = sheet_of(world).main.manoeuvres[verb]
    reasons = short(world, unit, entry.ap)
    if (
        entry.free_hand
        and not manoeuvres.hand_free(world, unit)
        and not (verb == "climb" and manoeuvres.climbs_freely(world, unit))
    ):
        reasons.append(Reason("reason_hand", entry.rule))
    found = manoeuvres.targets(world, unit, verb) if up(world, unit) else []
    if not found:
        reasons.append(_no_target(world, unit, verb))
    title = entry.title
    options = [Option(f"{verb} {other}", title, unit=other, rule=entry.rule) for other in found]
    return ([], reasons) if reasons else (options, [])


def _no_target(world: World, unit: int, verb: str) -> Reason:
    entry = sheet_of(world).main.manoeuvres[verb]
    if verb == "shake_off":
        return Reason("reason_no_rider" if not riders(world, unit) else "reason_willing", "VITALITY-ACT-31")
    if verb == "break_grab":
        return Reason("reason_not_grabbed", "VITALITY-ACT-39")
    near = [foe for foe in foes(world, unit) if distance(world, unit, foe) <= 1]
    if near and entry.limit:
        return Reason("reason_too_large", "VITALITY-ACT-21")
    if near and verb == "climb":
        return Reason("reason_too_small", "VITALITY-ACT-26")
    return Reason("reason_nobody_near", "VITALITY-ACT-23")


def _break_restrained(world: World, unit: int, verb: str) -> Found:
    if not has(world, unit, "restrained"):
        return [], [Reason("reason_not_restrained", "VITALITY-COND-8")]
    reasons = short(world, unit, numbers_of(world).break_ap)
    return ([], reasons) if reasons else ([Option(verb, rule="VITALITY-COND-8")], [])


def _release(world: World, unit: int, verb: str) -> Found:
    held = gripping(world, unit) if up(world, unit) else []
    return [Option(f"release {other}", unit=other, rule="VITALITY-ACT-39") for other in held], [
        Reason("reason_holds_nobody", "VITALITY-ACT-39")
    ]


def lean_cells(world: World, unit: int) -> list[Cell]:
    """VITALITY-COVER-8 and 10: passable neighbours without an enemy, for whoever is in full cover from an enemy."""
    if not up(world, unit) or world.has(unit, Leaning):
        return []
    if all(visible(world, foe, unit) for foe in foes(world, unit) if up(world, foe)):
        return []
    board, own = board_of(world), cells_of(world, unit)
    near, found = 0, []
    for d in range(board.grid.directions):
        near |= board.grid.shift(own & ~board.walls[d], d)
    taken = 0
    for foe in foes(world, unit):
        taken |= cells_of(world, foe)
    for cell in cells(near & ~own & ~board.impassable & ~taken):
        found.append(cell)
    return found


def _lean(world: World, unit: int, verb: str) -> Found:
    grid = board_of(world).grid
    spots = lean_cells(world, unit)
    return [Option(f"lean {grid.name(cell)}", cell=cell, rule="VITALITY-COVER-8") for cell in spots], [
        Reason("reason_no_full_cover", "VITALITY-COVER-8")
    ]


def _unlean(world: World, unit: int, verb: str) -> Found:
    if world.has(unit, Leaning):
        return [Option("unlean", rule="VITALITY-COVER-10")], []
    return [], [Reason("reason_not_leaning", "VITALITY-COVER-10")]


def _pin(world: World, unit: int, verb: str) -> Found:
    if not has(world, unit, "pinning") or world.get(unit, Turn).paid_pin:
        return [], [Reason("reason_not_pinning", "VITALITY-CINE-17")]
    reasons = short(world, unit, numbers_of(world).manoeuvre_ap)
    return ([], reasons) if reasons else ([Option(verb, rule="VITALITY-CINE-17")], [])


def _stunt(world: World, unit: int, verb: str) -> Found:
    """VITALITY-CINE-1, 3, 8, 11: only listed stunts whose needs are met, alone or together."""
    alone, together = stunts.action_cost(world, unit), stunts.action_cost(world, unit, together=True)
    if alone is None and together is None:
        rule = "VITALITY-CINE-12" if pool(world, unit, "nm") >= numbers_of(world).cinematic_nm else "VITALITY-CINE-1"
        return [], [Reason("reason_stunt_cost", rule)]
    found = stunts.options(world, unit, verb)
    options = list(found) if alone is not None else []
    if together is not None and stunts.partners(world, unit):
        options += [Option(f"{o.key} together", o.label, o.cell, o.unit, "VITALITY-CINE-8") for o in found]
    return options, [Reason("reason_stunt_needs", "VITALITY-CINE-3")]


_PLAIN: tuple[tuple[str, Callable[[World, int, str], Found]], ...] = (
    ("attack", _attack),
    ("walk", _walk),
    ("advance", _advance),
    ("jump", _jump),
    ("pass", _pass),
    ("stand_up", _stand),
    ("dismount", _dismount),
    ("move", _move),
    ("sprint", _move),
    ("defend", _simple),
    ("take_cover", _simple),
    ("command", _simple),
    ("stabilize", _stabilize),
    ("switch_places", _switch_places),
    ("switch_weapons", _switch_weapons),
    ("interact", _interact),
    ("use_item", _use_item),
    ("reload", _reload),
    ("hide", _hide),
    ("break_restrained", _break_restrained),
    ("release", _release),
    ("lean", _lean),
    ("unlean", _unlean),
    ("keep_pinning", _pin),
)


# The whole turn


def turn_options(world: World) -> list[Option]:
    """What the acting unit may do now, with holding, its union partners and the end."""
    from game.rules.vitality.held import holdable  # held actions are made of these offers

    unit, order = world.get(FIELD, Clock).active, world.get(FIELD, Order)
    assert unit is not None
    options = [option for offer in offers(world, unit) for option in offer.options]
    if holdable(world, unit):
        options.append(Option("hold_action", rule="VITALITY-HOLD-6"))
    if order.fresh and can_hold_turn(world):
        options.append(Option("hold_turn", rule="VITALITY-HOLD-1"))
    for other in order.active:
        if other != unit and up(world, other):
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
    thrown = verb.startswith("throw_")
    weapon = sheet.weapons.get(verb.removeprefix("throw_"))
    if weapon is None:
        return 1
    return weapon.thrown if thrown else weapon.melee or weapon.range
