"""Things in hand, put away and on the ground; doors that are broken down."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.grid.grid import Cell
from game.kernel.components import Gear, Lying
from game.kernel.ecs import World
from game.kernel.events import Blocked, Used
from game.kernel.flow import Action
from game.rules.aura.budget import Price, Pricing, purses
from game.rules.aura.checks.rolls import chance, check, check_bonus
from game.rules.aura.gear import access, drop, fits, load, shooters, unloaded, weapon
from game.rules.aura.harm.conditions import inflict, lift
from game.rules.aura.position.space import at, door_edges, door_toward
from game.rules.aura.screen import midway as shown
from game.rules.aura.sheet.load import AuraSheet, sheet_of
from game.rules.aura.state import Body, Ready, spent
from game.rules.aura.verbs.deeds import Deed, Doing, Found, Part, plain, weighed
from game.rules.aura.verbs.targets import run_reasons
from game.rules.reasons import Reason
from game.rules.verbs import Perform, Verb, at_cells, at_once, depends, with_items
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of
from game.systems.gear import draw, pick_up, stow, things, without
from game.systems.ground import remove_edge

Items = Callable[[World, int], list[str]]
Against = Callable[[World, int, str], list[Reason]]


NO_HAND = Reason("reason_hands", "AURA-GEAR-20")


def handling(sheet: AuraSheet) -> tuple[Deed, ...]:
    """AURA-ACT-1, 9 and 10."""

    def carried(world: World, unit: int) -> list[str]:
        return list(dict.fromkeys(world.get(unit, Gear).carried))

    def no_hand(world: World, unit: int, item: str) -> list[Reason]:
        return [] if fits(world, unit, item) else [NO_HAND]

    equip = _named("equip", carried, lambda world, unit, item: draw(world, unit, item, "AURA-ACT-9"), no_hand)
    put_away = _named("stow", _loose, lambda world, unit, item: stow(world, unit, item, "AURA-ACT-9"))
    return _loading(), equip, put_away, _picking_up(sheet)


def _beast(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_no_hands", "AURA-GEAR-20")] if world.get(unit, Body).beast else []


def _thing(name: str, rule: str, items: Items, price: Pricing, against: Against) -> Verb:
    def find(world: World, unit: int) -> Found:
        stopping = {item: against(world, unit, item) for item in items(world, unit)}
        reasons = [reason for found in stopping.values() for reason in found]
        fit = [Action(name, what=item) for item, found in stopping.items() if not found]
        return fit, reasons or [Reason("reason_nothing_there", rule)]

    verb = Verb(
        name=name, rule=rule, group="gear", key=("what",), reasons=_beast, sifts=True, pays=False,
        memo=depends(Body, Gear, Ready),
        price=lambda world, unit, action: purses(price(world, unit, action)), preview=shown.handling(price, rule),
    )  # fmt: skip
    return weighed(find, verb)


# Drawing and stowing


def _named(
    name: str, items: Items, do: Callable[[World, int, str], None], against: Against = lambda world, unit, item: []
) -> Deed:
    doing = plain("AURA-ACT-9", _access, _unless_clumsy(name, do))
    return Deed(_thing(name, "AURA-ACT-9", items, _access, against), doing)


def _unless_clumsy(name: str, do: Callable[[World, int, str], None]) -> Perform:
    """AURA-ACT-12: a shaken unit may drop what it is about to `load`, `stow` or `equip`."""

    async def perform(world: World, unit: int, action: Action) -> None:
        item, need = action.what, sheet_of(world).main.numbers.clumsy
        if not holds(world, unit, "shaken") or await chance(world, unit, need, "AURA-ACT-12"):
            do(world, unit, item)
            return
        world.emit(Used(unit, "fumbles", "free", rule="AURA-ACT-12"))
        full = name == "equip" and item in world.get(unit, Ready).stowed
        if name == "equip":
            draw(world, unit, item, "AURA-ACT-12")
        drop(world, unit, item, at(world, unit), "AURA-ACT-12", full=full)

    return perform


def _access(world: World, unit: int, action: Action) -> Price:
    return Price(access(world, unit, action.what))


def _loose(world: World, unit: int) -> list[str]:
    weapons, held = sheet_of(world).weapons, dict.fromkeys(world.get(unit, Gear).held)
    return [item for item in held if item not in weapons or not weapons[item].natural]


# Loading


def _loading() -> Deed:
    """AURA-ACT-1: a long Load leaves no time for Agile Moves."""

    def loadable(world: World, unit: int) -> list[str]:
        return [item for item in shooters(world, unit) if weapon(world, item).load]

    verb = _thing("load", "AURA-ACT-1", loadable, load_price, _load_reasons)
    return Deed(verb, _exposed(plain("AURA-ACT-1", load_price, _unless_clumsy("load", load), agile_up_to=2)))


def load_price(world: World, unit: int, action: Action) -> Price:
    """AURA-ACT-1: the Energy for one shot."""
    return Price(weapon(world, action.what).load)


def _load_reasons(world: World, unit: int, item: str) -> list[Reason]:
    """AURA-ACT-1 and GEAR-12: why a weapon cannot be loaded now."""
    sheet = sheet_of(world)
    reasons: list[Reason] = []
    if not unloaded(world, unit, item):
        reasons.append(Reason("reason_loaded", "AURA-ACT-1"))
    if not world.get(unit, Ready).ammunition:
        reasons.append(Reason("reason_ammunition", "AURA-HOUSE-8"))
    rest = without(world.get(unit, Gear).held, item)
    bulky = any(not (sheet.weapons.get(other) or sheet.shields[other]).light for other in rest)
    if rest and (bulky or weapon(world, item).two_handed):
        reasons.append(Reason("reason_hands", "AURA-GEAR-12"))
    return reasons


def _exposed(do: Doing) -> Doing:
    """AURA-ACT-1: Exposed, or Unguarded by a long Load, from its declaration to its end."""

    async def loading(world: World, unit: int, action: Action, part: Part) -> None:
        name = "unguarded" if weapon(world, action.what).load >= 3 else "exposed"
        inflict(world, unit, name, "AURA-ACT-1", unit, "loading")
        await do(world, unit, action, part)
        for each in ("unguarded", "exposed"):
            lift(world, unit, each, "AURA-ACT-1", until="loading")

    return loading


# On the ground


def _picking_up(sheet: AuraSheet) -> Deed:
    """AURA-ACT-10."""
    price = Price(sheet.main.costs.pick_up)

    def find(world: World, unit: int) -> Found:
        found = [(thing, item) for thing, item, cell in things(world) if cells_of(world, unit) >> cell & 1]
        fit = [Action("pick_up", others=(thing,)) for thing, item in found if fits(world, unit, item)]
        return fit, [NO_HAND if found else Reason("reason_nothing_there", "AURA-ACT-10")]

    def named(world: World, unit: int, action: Action) -> str:
        (thing,), titles = action.others, sheet_of(world).titles
        return titles[world.get(thing, Lying).item] + (f" ({titles['loaded']})" if world.has(thing, Ready) else "")

    def do(world: World, unit: int, action: Action) -> None:
        pick_up(world, unit, action.others[0], "AURA-ACT-10")
        inflict(world, unit, "exposed", "AURA-ACT-10", unit)

    verb = Verb(
        name="pick_up", rule="AURA-ACT-10", group="gear", label=named, key=("others",), reasons=_beast,
        price=purses(price), pays=False, preview=shown.moment(price),
    )  # fmt: skip
    return Deed(weighed(find, verb), plain("AURA-ACT-10", price, at_once(do)))


def dropping() -> Verb:
    """AURA-ACT-9: dropping is free."""
    falls = at_once(lambda world, unit, action: drop(world, unit, action.what, at(world, unit), "AURA-ACT-9"))
    return Verb(
        name="drop", rule="AURA-ACT-9", group="gear", final=True, key=("what",), quiet=True,
        actions=with_items("drop", _loose), perform=falls,
    )  # fmt: skip


# Doors


def breaking(sheet: AuraSheet) -> Deed:
    """AURA-ACT-13: the stronger of arm and leg, better with a run-up."""
    price = Price(sheet.main.costs.break_door, sheet.main.numbers.door_stamina)

    def against(world: World, unit: int) -> list[Reason]:
        if not door_edges(world, unit):
            return [Reason("reason_no_door", "AURA-ACT-13")]
        return [reason for reason in run_reasons(world, unit) if reason.key == "reason_restrained"]

    def beyond(world: World, unit: int) -> Iterable[Cell]:
        here, sides = at(world, unit), map(board_of(world).grid.cells_beside, door_edges(world, unit))
        return dict.fromkeys(next((cell for cell in cells if cell != here), cells[0]) for cells in sides)

    verb = Verb(
        name="break_door", rule="AURA-ACT-13", group="gear", key=("cell",), reasons=against,
        actions=at_cells("break_door", beyond), price=purses(price), pays=False, preview=shown.break_door(price),
    )  # fmt: skip
    return Deed(verb, plain("AURA-ACT-13", price, _break_door, keeps_run_up=True))


async def _break_door(world: World, unit: int, action: Action) -> None:
    main, board = sheet_of(world).main, board_of(world)
    edge = door_toward(world, unit, action.there)
    kind = next(each.kind for each in board.edges if each.edge == edge)
    skill = max(("arm", "leg"), key=lambda name: check_bonus(world, unit, name).total)
    bonus = main.numbers.door_charge if spent(world, unit).ran >= main.numbers.charge else 0
    total, _ = await check(world, unit, skill, "AURA-ACT-13")
    if total + bonus < main.doors[kind]:
        world.emit(Blocked(unit, "break_door", "AURA-ACT-13"))
    else:
        remove_edge(world, edge)
