"""Clash's part of rule cases: clock, turn order, and things that happen by themselves."""

from __future__ import annotations

from msgspec import convert

from game.kernel.components import FIELD, Clock, Down, Gear, Pools, Unit
from game.kernel.ecs import World
from game.kernel.events import Blocked
from game.kernel.numbers import Breakdown, add
from game.rules.cases import complete
from game.rules.clash.campaign import rest as between
from game.rules.clash.harm import fall, harm, heal, knock_out, suffered
from game.rules.clash.muster import unloaded
from game.rules.clash.position.hiding import reveal
from game.rules.clash.sheet import Worn, sheet_of
from game.rules.clash.state import ENDS, Elapsed, Order, Owned, Spent, Turn, Unloaded, inflict, pace, speed_of
from game.rules.clash.turns.rounds import outcome, settle
from game.rules.clash.verbs.maneuvers import push, shift_to
from game.rules.objectives import announce
from game.rules.ruleset import Arrangement
from game.systems.conditions import lift
from game.systems.field import board_of

_KEYS = ("order", "left", "started", "attacks", "free_used", "waits", "reacted", "seconds")


def arrange(world: World, given: Arrangement) -> None:
    """Set clock, order and conditions; ValueError names a key that is unknown.

    Own keys: `order` (names, the first acts first; by default the order of names), `left` (metres), `started`,
    `attacks` (name -> used), `free_used` (names), `waits` (name -> after whom), `reacted` (names), `seconds`.
    """
    given.check(_KEYS)
    for unit, gear, empty in world.each(Gear, Unloaded):
        world.put(unit, Owned(gear.held, gear.carried))
        world.put(unit, unloaded((*empty.items, *empty.stowed), gear.held))
    complete(world, sheet_of(world).main.conditions, lambda item: {"until": item.until or ENDS.get(item.name, "")})
    for unit, pools in world.each(Pools):
        if not pools["health"] and not world.has(unit, Down):
            knock_out(world, unit, None)
    if given.turn is None:
        return
    world.put(FIELD, Clock("turn", given.round, len(given.acted) + 1, given.turn))
    world.put(FIELD, _order(world, given))
    rest = given.rest
    for name, used in rest.get("attacks", {}).items():
        world.put(given.names[name], Spent(int(used), world.get(given.names[name], Spent).free))
    for name in rest.get("free_used", ()):
        world.put(given.names[name], Spent(world.get(given.names[name], Spent).attacks, free=True))
    world.put(FIELD, Elapsed(int(rest.get("seconds", 0))))
    left = int(rest.get("left", pace(world, speed_of(world, given.turn).total)))
    reacted = tuple(given.names[name] for name in rest.get("reacted", ()))
    world.put(FIELD, Turn(left, bool(rest.get("started")), reacted))


def _order(world: World, given: Arrangement) -> Order:
    """Everybody in the order of the case, results falling; who has not acted is still to come."""
    units = [unit for unit, _ in world.each(Unit)]
    named = [given.names[name] for name in given.rest.get("order", ())]
    ordered = (*named, *(unit for unit in units if unit not in named))
    waits = tuple((given.names[one], given.names[after]) for one, after in given.rest.get("waits", {}).items())
    waiting = [saver for saver, _ in waits]
    queue = tuple(u for u in ordered if u != given.turn and u not in given.acted and u not in waiting)
    if named and given.turn in named:
        at = ordered.index(given.turn)
        queue = tuple(unit for unit in queue if ordered.index(unit) > at)
    return Order(ordered, tuple(20 - at for at in range(len(ordered))), queue, waits, given.acted)


async def perform(world: World, words: str) -> None:
    """`damage 4 6 fire`, `heal 4 5`, `inflict 4 prone`, `lift 4 hidden`, `push 4 by 7`, `fall 4 3` (levels),
    `teleport 4 2,0`, and what `_between` knows. ValueError names words that it does not know.
    """
    await _happen(world, words)
    settle(world)
    announce(world, outcome(world))


async def _happen(world: World, words: str) -> None:
    match words.split():
        case ["damage", unit, amount, kind]:
            number = suffered(world, int(unit), [(kind, int(amount))], [add(int(amount), kind)])
            harm(world, int(unit), number, None, "CLASH-DMG-1")
        case ["heal", unit, amount]:
            heal(world, int(unit), Breakdown("healing", (add(int(amount), "given"),)), None)
        case ["inflict", unit, condition]:
            inflict(world, int(unit), condition, sheet_of(world).main.conditions[condition].rule)
        case ["lift", unit, "hidden"]:
            reveal(world, int(unit), "CLASH-COND-6")
        case ["lift", unit, condition]:
            lift(world, int(unit), condition, sheet_of(world).main.conditions[condition].rule)
        case ["push", unit, "by", winner]:
            await push(world, int(winner), int(unit), "CLASH-MAN-9")
        case ["fall", unit, levels]:
            await fall(world, int(unit), int(levels) * sheet_of(world).numbers.level_m)
        case ["teleport", unit, cell]:
            await shift_to(world, int(unit), board_of(world).grid.parse(cell), "teleport", "CLASH-OA-6")
        case _:
            _between(world, words)


def _between(world: World, words: str) -> None:
    """Between skirmishes: `close 2` (winning sides), `rest 4`, `learn 4 item maul`, `learn 4 style Reavers maul+lance`,
    `learn 4 skill dodge`, `equip 4 maul full iron`.
    """
    refusal = ""
    match words.split():
        case ["close", *sides]:
            between.close(world, [int(side) for side in sides])
        case ["rest", unit]:
            between.rest(world, int(unit))
        case ["learn", unit, "item", item]:
            refusal = between.add_item(world, int(unit), 0, item)
        case ["learn", unit, "style", name, gear]:
            refusal = between.learn_style(world, int(unit), name, tuple(gear.split("+")))
        case ["learn", unit, "skill", skill]:
            refusal = between.raise_skill(world, int(unit), skill)
        case ["equip", unit, held, *worn]:
            armour = convert({"level": worn[0], "material": worn[1]}, Worn) if worn else None
            refusal = between.equip(world, int(unit), tuple(held.split("+")), (), armour)
        case _:
            raise ValueError(f"clash cannot {words!r}")
    if refusal:
        world.emit(Blocked(int(words.split()[1]), refusal, "CLASH-REST-5"))
