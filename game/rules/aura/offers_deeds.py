"""Which actions besides attacks and moves a unit may begin: posture, breath, hands, doors; and free acts."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Conditions, Gear, Pools, Unit
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.aura.figures import has, shooters, weapon
from game.rules.aura.gearing import access, fits, load_reasons, lying
from game.rules.aura.hiding import hide_reasons
from game.rules.aura.offers_moves import run_reasons
from game.rules.aura.openings import anytime, ready
from game.rules.aura.pools import Price, left, unaffordable
from game.rules.aura.sheet import house, sheet_of
from game.rules.aura.sights import sees
from game.rules.aura.space import at, others
from game.rules.aura.state import Body, Holding, Orders, Ready, conscious, holds, pool, spent
from game.rules.offering import Reason
from game.systems.field import board_of, cells_of, standing

Found = tuple[list[Option], list[Reason]]


# Posture, breath, guard


def _single(world: World, unit: int, verb: str, energy: int, reasons: list[Reason], rule: str) -> tuple[str, Found]:
    reasons = [*reasons, *unaffordable(world, unit, Price(energy))]
    return verb, ([] if reasons else [Option(verb, rule=rule)], reasons)


def posture(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    costs = sheet_of(world).main.costs
    items = world.get(unit, Conditions)
    bound = [Reason("reason_restrained", "AURA-DEF-9")] if "bound" in items else []
    prone = [] if "prone" in items else [Reason("reason_not_prone", "AURA-ACT-2")]
    yield _single(world, unit, "kneel", costs.kneel, [*bound, *prone], "AURA-ACT-2")
    kneeling = [] if "kneeling" in items else [Reason("reason_not_kneeling", "AURA-ACT-3")]
    yield _single(world, unit, "stand", costs.stand, [*bound, *kneeling], "AURA-ACT-3")
    down = [Reason("reason_prone", "AURA-ACT-16")] if "prone" in items else []
    yield _single(world, unit, "drop_prone", costs.drop_prone, [*bound, *down], "AURA-ACT-16")
    own = any(item.name in ("exposed", "unguarded") and not item.until.startswith("while ") for item in items.items)
    guarded = [Reason("reason_pointless", "AURA-ACT-5")] if "defending" in items and not own else []
    yield _single(world, unit, "defend", costs.defend, guarded, "AURA-ACT-5")
    yield "catch_breath", _breath(world, unit)
    free = [] if "restrained" in items else [Reason("reason_not_restrained", "AURA-MAN-17")]
    yield _single(world, unit, "escape", costs.escape, [*bound, *free], "AURA-MAN-17")


def breath_price(world: World, unit: int) -> Price:
    """AURA-ACT-11: three Energy, or all of a Round that gave less."""
    cost, done = sheet_of(world).main.costs.catch_breath, spent(world, unit)
    have = left(world, unit).energy
    low = 0 < done.granted < cost and not done.used and have == done.granted
    if house(world).catch_breath_all == "any_leftover" and 0 < have < cost:
        low = True
    return Price(have) if low else Price(cost)


def _breath(world: World, unit: int) -> Found:
    pools = world.get(unit, Pools)
    reasons = list[Reason]()
    if pools["stamina"] >= pools.base_of("stamina"):
        reasons.append(Reason("reason_pointless", "AURA-ECON-10"))
    price = breath_price(world, unit)
    if price.energy > left(world, unit).energy:  # a breath is not bought with Stamina
        reasons.append(Reason("reason_energy", "AURA-ACT-11"))
    return ([] if reasons else [Option("catch_breath", rule="AURA-ACT-11")]), reasons


# Things


def things(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    beast = [Reason("reason_no_hands", "AURA-GEAR-20")] if world.get(unit, Body).beast else []
    gear, sheet = world.get(unit, Gear), sheet_of(world)
    yield (
        "load",
        _named(world, unit, "load", [item for item in shooters(world, unit) if weapon(world, item).load], beast),
    )
    yield "equip", _named(world, unit, "equip", list(dict.fromkeys(gear.carried)), beast)
    loose = [item for item in dict.fromkeys(gear.held) if item not in sheet.weapons or not sheet.weapons[item].natural]
    yield "stow", _named(world, unit, "stow", loose, beast)
    price = unaffordable(world, unit, Price(sheet.main.costs.pick_up))
    options, reasons = list[Option](), [*beast, *price]
    for thing, item in lying(world, unit):
        if not fits(world, unit, item):
            reasons.append(Reason("reason_hands", "AURA-GEAR-20"))
        elif not beast and not price:
            loaded = f" ({sheet.titles['loaded']})" if world.has(thing, Ready) else ""
            options.append(Option(f"pick_up {thing}", sheet.titles[item] + loaded, rule="AURA-ACT-10"))
    yield "pick_up", (options, reasons or [Reason("reason_nothing_there", "AURA-ACT-10")])


def _named(world: World, unit: int, verb: str, items: list[str], stopping: list[Reason]) -> Found:
    """Options of a verb that handles a thing by its name."""
    rule = "AURA-ACT-1" if verb == "load" else "AURA-ACT-9"
    options, reasons = list[Option](), list(stopping)
    for item in items if not stopping else ():
        energy = weapon(world, item).load if verb == "load" else access(world, unit, item)
        against = unaffordable(world, unit, Price(energy))
        if verb == "load":
            against = [*load_reasons(world, unit, item), *against]
        elif verb == "equip" and not fits(world, unit, item):
            against = [Reason("reason_hands", "AURA-GEAR-20"), *against]
        if against:
            reasons += against
        else:
            options.append(Option(f"{verb} {item}", rule=rule))
    return options, reasons or [Reason("reason_nothing_there", rule)]


# Doors, hiding, abilities


def tasks(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    yield "break_door", _doors(world, unit)
    if house(world).stealth:
        reasons = [*hide_reasons(world, unit), *unaffordable(world, unit, Price(sheet_of(world).main.costs.hide))]
        yield "hide", ([] if reasons else [Option("hide", rule="AURA-HOUSE-1")], reasons)
    if has(world, unit, "rally"):
        spare = [] if pool(world, unit, "surges") else [Reason("reason_no_surge", "AURA-POOL-7")]
        used = [] if ready(world, unit, "rally") or spare else [Reason("reason_used_up", "AURA-REST-7")]
        pools = world.get(unit, Pools)
        full = all(pools[name] >= pools.base_of(name) for name in ("aura", "stamina"))
        idle = [Reason("reason_pointless", "AURA-POOL-8")] if full else []
        price = sheet_of(world).abilities["rally"].energy
        yield _single(world, unit, "rally", price, [*spare, *used, *idle], "AURA-POOL-7")


def door_edges(world: World, unit: int) -> list[int]:
    """Edges beside a unit that can be broken down."""
    board, table = board_of(world), sheet_of(world).main.doors
    found = []
    for edge in board.edges:
        beside = sum(1 << cell for cell in board.grid.edge_cells(edge.edge) if cell is not None)
        if edge.kind in table and beside & cells_of(world, unit):
            found.append(edge.edge)
    return found


def _doors(world: World, unit: int) -> Found:
    """AURA-ACT-13."""
    main, grid = sheet_of(world).main, board_of(world).grid
    edges = door_edges(world, unit)
    if not edges:
        return [], [Reason("reason_no_door", "AURA-ACT-13")]
    reasons = [
        *cannot_move(world, unit),
        *unaffordable(world, unit, Price(main.costs.break_door, main.numbers.door_stamina)),
    ]
    if reasons:
        return [], reasons
    made = []
    for edge in edges:
        cells = [cell for cell in grid.edge_cells(edge) if cell is not None]
        beyond = next((cell for cell in cells if cell != at(world, unit)), cells[0])
        made.append(Option(f"break_door {grid.name(beyond)}", cell=beyond, rule="AURA-ACT-13"))
    return list({option.key: option for option in made}.values()), []


def cannot_move(world: World, unit: int) -> list[Reason]:
    """Held and bound units break nothing."""
    return [reason for reason in run_reasons(world, unit) if reason.key == "reason_restrained"]


# Free acts


def free_acts(world: World, unit: int) -> list[Option]:
    """AURA-FLOOR-3: what does not use up the beat: dropping, letting go, pressing on, turning, orders."""
    found = []
    gear, sheet, done = world.get(unit, Gear), sheet_of(world), spent(world, unit)
    for item in dict.fromkeys(gear.held):
        if item not in sheet.weapons or not sheet.weapons[item].natural:
            found.append(Option(f"drop {item}", rule="AURA-ACT-9"))
    if world.find(unit, Holding) is not None:
        found.append(Option("release", rule="AURA-MAN-14"))
    if not done.pressed and not done.substitutes and left(world, unit).stamina:
        found.append(Option("press", rule="AURA-HOUSE-3"))
    if not done.turned and not holds(world, unit, "bound"):
        found.append(Option("facing", rule="AURA-FACE-2"))
    if not done.looked:
        found.append(Option("orders", rule="AURA-FLOOR-11"))
    return [*found, *anytime(world, unit)]


def turnable(world: World, side: int) -> list[int]:
    """AURA-FLOOR-9 and FACE-8: who of a side can turn and has not been turned by hand in this beat."""
    own = [unit for unit in standing(world) if world.get(unit, Unit).side == side and conscious(world, unit)]
    return [unit for unit in own if not holds(world, unit, "bound") and not spent(world, unit).turned]


_MORE = {  # orders that know a third way
    "swift": ("always",),
    "agile": ("near",),
    **dict.fromkeys(("challenge_attacked", "challenge_ally", "challenge_approach"), ("always",)),
}


def order_options(world: World, unit: int) -> list[Option]:
    """AURA-FLOOR-11: how the unit's standing orders may be changed; and whether it offers a defence (ATK-12)."""
    orders = world.get(unit, Orders)
    found = []
    for name in Orders.__struct_fields__:
        values = ("ask", "never", *_MORE.get(name, ()))
        found += [Option(f"{name} {value}", rule="AURA-FLOOR-11") for value in values if value != getattr(orders, name)]
    guard = "guard_up" if holds(world, unit, "held_back") else "guard_down"
    return [*found, Option(guard, rule="AURA-HOUSE-7"), Option("stay", rule="AURA-FLOOR-11")]


def facing_options(world: World, unit: int) -> list[Option]:
    """AURA-FACE-6: on whom to keep an eye, or where to look."""
    grid = board_of(world).grid
    found = [
        Option(f"focus {foe}", unit=foe, rule="AURA-FACE-6") for foe in others(world, unit) if sees(world, unit, foe)
    ]
    found += [Option(f"face {d}", grid.names[d], rule="AURA-FACE-6") for d in range(grid.directions)]
    return [*found, Option("stay", rule="AURA-FACE-6")]
