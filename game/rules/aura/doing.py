"""Actions that are neither movement nor attack: what each costs and does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec import Struct

from game.kernel.components import FIELD, Field
from game.kernel.ecs import World
from game.kernel.events import Blocked
from game.kernel.flow import Option, decide
from game.rules.aura.chances import ESCAPING, HOLDING, escape_odds, holding_odds
from game.rules.aura.dying import holders_of, let_go
from game.rules.aura.figures import weapon
from game.rules.aura.gearing import access, clumsy, draw, stow, take
from game.rules.aura.guards import fortitude
from game.rules.aura.hiding import hide
from game.rules.aura.jumping import climb, difficulty
from game.rules.aura.loads import load
from game.rules.aura.offers_deeds import breath_price, door_edges
from game.rules.aura.pools import Price, gain
from game.rules.aura.rolls import check, check_bonus, explode, fortitude_tilt
from game.rules.aura.sheet import sheet_of
from game.rules.aura.spells import spend_surge
from game.rules.aura.state import Drained, inflict, lift, spent
from game.rules.aura.swift import defend
from game.systems.field import board_of

Do = Callable[[World, int, str], Awaitable[None]]


class Deed(Struct, frozen=True):
    """One action: its rule, what it does, and whether Agile Moves may go with it."""

    rule: str
    do: Do
    agile: bool = True


def deed_price(world: World, unit: int, verb: str, rest: str) -> Price:
    """What the action costs."""
    main = sheet_of(world).main
    match verb:
        case "catch_breath":
            return breath_price(world, unit)
        case "load":
            return Price(weapon(world, rest).load)
        case "equip" | "stow":
            return Price(access(world, unit, rest))
        case "break_door":
            return Price(main.costs.break_door, main.numbers.door_stamina)
        case "climb":
            cell = board_of(world).grid.parse(rest)
            return Price(main.costs.climb, difficulty(world, cell).stamina)
        case "rally":
            return Price(sheet_of(world).abilities["rally"].energy)
        case _:
            return Price(getattr(main.costs, verb))


async def _kneel(world: World, unit: int, rest: str) -> None:
    """AURA-ACT-2: up to one knee, and Unguarded."""
    lift(world, unit, "prone", "AURA-ACT-2")
    inflict(world, unit, "kneeling", "AURA-ACT-2", unit)
    inflict(world, unit, "unguarded", "AURA-ACT-2", unit)


async def _stand(world: World, unit: int, rest: str) -> None:
    lift(world, unit, "kneeling", "AURA-ACT-3")


async def _drop_prone(world: World, unit: int, rest: str) -> None:
    inflict(world, unit, "prone", "AURA-ACT-16", unit)


async def _defend(world: World, unit: int, rest: str) -> None:
    defend(world, unit)


async def _catch_breath(world: World, unit: int, rest: str) -> None:
    gain(world, unit, "stamina", 1, "AURA-ACT-11")


async def _load(world: World, unit: int, rest: str) -> None:
    """AURA-ACT-1 and 12."""
    if not await clumsy(world, unit, rest, "load"):
        load(world, unit, rest)


def begin_loading(world: World, unit: int, item: str) -> None:
    """AURA-ACT-1: Exposed, or Unguarded by a long Load, from its declaration to its end."""
    name = "unguarded" if weapon(world, item).load >= 3 else "exposed"
    inflict(world, unit, name, "AURA-ACT-1", unit, "loading")


def end_loading(world: World, unit: int) -> None:
    """AURA-ACT-1: loading is over."""
    for name in ("unguarded", "exposed"):
        lift(world, unit, name, "AURA-ACT-1", until="loading")


async def _equip(world: World, unit: int, rest: str) -> None:
    if not await clumsy(world, unit, rest, "equip"):
        draw(world, unit, rest, "AURA-ACT-9")


async def _stow(world: World, unit: int, rest: str) -> None:
    if not await clumsy(world, unit, rest, "stow"):
        stow(world, unit, rest, "AURA-ACT-9")


async def _pick_up(world: World, unit: int, rest: str) -> None:
    take(world, unit, int(rest), "AURA-ACT-10")
    inflict(world, unit, "exposed", "AURA-ACT-10", unit)


# Escaping


async def _escape(world: World, unit: int, rest: str) -> None:
    """AURA-MAN-17: the escaper's roll against the holder's; ties free it. Without a holder a number is to be met."""
    ways = sorted(ESCAPING, key=lambda way: -escape_odds(world, unit, way))  # D14: the likeliest first
    mine = await _contest(world, unit, ways, "escape_by")
    holders = holders_of(world, unit)
    if not holders:
        if mine >= sheet_of(world).main.numbers.escape:
            lift(world, unit, "restrained", "AURA-MAN-17")
        else:
            world.emit(Blocked(unit, "escape", "AURA-MAN-17"))
        return
    replies = sorted(HOLDING, key=lambda way: -holding_odds(world, holders[0], way, mine))
    if mine >= await _contest(world, holders[0], replies, "hold_by"):
        let_go(world, holders[0], "AURA-MAN-17")
    else:
        world.emit(Blocked(unit, "escape", "AURA-MAN-17"))


async def _contest(world: World, unit: int, ways: Sequence[str], question: str) -> int:
    options = [Option(way, rule="AURA-MAN-17") for way in ways]
    way = await decide(unit, question, options, rule="AURA-MAN-17", about=world.events[-1])
    if way == "fortitude":
        sources = fortitude_tilt(world, unit)
        return await explode(world, unit, "fortitude_roll", 10, sources, fortitude(world, unit), "AURA-MAN-17")
    total, _ = await check(world, unit, way, "AURA-MAN-17")
    return total


# Doors


async def _break_door(world: World, unit: int, rest: str) -> None:
    """AURA-ACT-13: the stronger of arm and leg, better with a run-up."""
    main, board = sheet_of(world).main, board_of(world)
    beyond = 1 << board.grid.parse(rest)
    edges = [edge for edge in door_edges(world, unit) if _beside(world, edge) & beyond] or door_edges(world, unit)
    kind = next(each.kind for each in board.edges if each.edge == edges[0])
    skill = max(("arm", "leg"), key=lambda name: check_bonus(world, unit, name).total)
    bonus = main.numbers.door_charge if spent(world, unit).ran >= main.numbers.charge else 0
    total, _ = await check(world, unit, skill, "AURA-ACT-13")
    if total + bonus < main.doors[kind]:
        world.emit(Blocked(unit, "break_door", "AURA-ACT-13"))
        return
    left = tuple(each for each in board.edges if each.edge != edges[0])
    field = world.get(FIELD, Field)
    world.put(FIELD, msgspec.structs.replace(field, board=msgspec.structs.replace(board, edges=left)))


def _beside(world: World, edge: int) -> int:
    return sum(1 << cell for cell in board_of(world).grid.edge_cells(edge) if cell is not None)


async def _climb(world: World, unit: int, rest: str) -> None:
    await climb(world, unit, board_of(world).grid.parse(rest))


async def _hide(world: World, unit: int, rest: str) -> None:
    if not await hide(world, unit):
        world.emit(Blocked(unit, "hide", "AURA-FACE-7"))


async def _rally(world: World, unit: int, rest: str) -> None:
    """A Surge in the middle of the fight, and a point of Stamina."""
    spend_surge(world, unit, "AURA-POOL-7", unit)
    gain(world, unit, "stamina", 1, "AURA-POOL-7")
    world.put(unit, Drained((*world.get(unit, Drained).abilities, "rally")))


DEEDS: dict[str, Deed] = {
    "kneel": Deed("AURA-ACT-2", _kneel),
    "stand": Deed("AURA-ACT-3", _stand),
    "drop_prone": Deed("AURA-ACT-16", _drop_prone),
    "defend": Deed("AURA-ACT-5", _defend),
    "catch_breath": Deed("AURA-ACT-11", _catch_breath),
    "load": Deed("AURA-ACT-1", _load),
    "equip": Deed("AURA-ACT-9", _equip),
    "stow": Deed("AURA-ACT-9", _stow),
    "pick_up": Deed("AURA-ACT-10", _pick_up),
    "escape": Deed("AURA-MAN-17", _escape),
    "break_door": Deed("AURA-ACT-13", _break_door),
    "climb": Deed("AURA-ACT-14", _climb, agile=False),
    "hide": Deed("AURA-FACE-7", _hide),
    "rally": Deed("AURA-POOL-7", _rally),
}
