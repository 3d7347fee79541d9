"""This ruleset's part of rule cases: clock, turn, bonds between units, and things that happen by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.kernel.components import FIELD, Clock, Condition, Conditions, Down, Position, Unit, changed
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.ruleset import Arrangement
from game.rules.wounds import camp, opening
from game.rules.wounds.effects import inflict
from game.rules.wounds.harm import fall, lower_wound, suffer, wake_up, wound
from game.rules.wounds.healing import recover
from game.rules.wounds.leaving import bind, knock_out, seat
from game.rules.wounds.moving import drift, push
from game.rules.wounds.pools import (
    change_initiative,
    gain_ap,
    invest,
    put_pool,
    retrieve,
    spend_stamina,
    tire,
)
from game.rules.wounds.position import flanked
from game.rules.wounds.riding import on_board
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import (
    Flanks,
    Going,
    Grapple,
    Harried,
    Ignoring,
    Long,
    Magic,
    Opening,
    Readied,
    Round,
    Upheld,
)
from game.rules.wounds.turns import announce
from game.systems.conditions import lift
from game.systems.field import board_of, standing
from game.systems.movement import place

KEYS = (
    "grapples",
    "pins",
    "riding",
    "ignoring",
    "going",
    "readied",
    "long",
    "ties",
    "upheld",
    "opening_on",
    "magic",
    "harried",
)


def arrange(world: World, given: Arrangement) -> None:
    """Set clock, turn and bonds; ValueError names a key that is unknown.

    Own keys: `grapples: [[A, b]]`, `pins: [[A, b]]`, `riding: {A: H}`, `ignoring: {A: [b]}`, `going: {A: {run: 5}}`,
    `readied: {A: "quick_attack moves"}`, `long: {A: {key: ..., paid: 3, cost: 8}}`, `ties: {A: 50}`,
    `upheld: {A: [[ward, B]]}`, `opening_on: {A: [b, 18]}`, `magic: {A: [[torc, stone_skin]]}`, `harried: {A: [b]}`.
    """
    given.check(KEYS)
    for unit, conditions in world.each(Conditions):
        world.put(unit, Conditions(tuple(_completed(world, item) for item in conditions.items)))
        if "unconscious" in conditions:
            world.put(unit, Down("unconscious", "WOUNDS-COND-8"))
    _bonds(world, given.rest, given.names)
    if given.turn is not None:
        there = tuple(unit for unit, _ in world.each(Unit) if on_board(world, unit))
        world.put(FIELD, Clock("turn", given.round, len(given.acted) + 1, given.turn))
        ties = tuple((given.names[name], value) for name, value in given.rest.get("ties", {}).items())
        world.put(FIELD, Round(given.acted, ties, there))
        world.put(FIELD, Flanks(tuple(unit for unit in standing(world) if flanked(world, unit))))


def _completed(world: World, item: Condition) -> Condition:
    """A condition given by its name has the sheet's rule."""
    table = sheet_of(world).main.conditions
    if item.name not in table:
        raise ValueError(f"there is no condition {item.name!r}; there are: {', '.join(table)}")
    return changed(item, rule=item.rule or table[item.name].rule)


def _bonds(world: World, rest: Mapping[str, Any], names: Mapping[str, int]) -> None:
    """Pairs first, then what each unit has by itself."""
    for one, other in rest.get("grapples", ()):
        bind(world, names[one], names[other], "WOUNDS-GRAP-1")
    for one, other in rest.get("pins", ()):
        now = world.get(names[one], Grapple)
        world.put(names[one], changed(now, pins=(*now.pins, names[other])))
        inflict(world, names[other], "pinned", "WOUNDS-GRAP-7", names[one])
    for key in ("riding", "ignoring", "harried", "going", "readied", "long", "opening_on", "magic", "upheld"):
        for name, value in rest.get(key, {}).items():
            _put_one(world, names[name], key, value, names)


def _put_one(world: World, unit: int, key: str, value: Any, names: Mapping[str, int]) -> None:
    match key:
        case "riding":
            seat(world, unit, names[value])
        case "ignoring":
            world.put(unit, Ignoring(tuple(names[foe] for foe in value)))
        case "harried":
            world.put(unit, Harried(tuple(names[foe] for foe in value)))
        case "going":
            world.put(unit, Going(**value))
        case "readied":
            world.put(unit, Readied(*value.split(" ")))
        case "opening_on":
            world.put(unit, Opening(((names[value[0]], value[1]),)))
        case "long":
            words = " ".join(str(names.get(word, word)) for word in value["key"].split(" "))
            world.put(unit, Long(**{**value, "key": words}))
        case _:
            _magic(world, unit, key, value, names)


def _magic(world: World, unit: int, key: str, pairs: Any, names: Mapping[str, int]) -> None:
    """Active items, and spells that are kept up."""
    if key == "magic":
        world.put(unit, Magic(tuple((item, effect) for item, effect in pairs)))
        for _, effect in pairs:
            inflict(world, unit, effect, "WOUNDS-ACT-19")
        return
    for spell, target in pairs:
        inflict(world, names[target], sheet_of(world).spells[spell].effect, "WOUNDS-HD-12", unit)
        invest(world, unit, spell, names[target])


async def perform(world: World, words: str) -> None:
    """Let something happen by itself: see `_DO` for the words; ValueError names what is unknown."""
    verb, *rest = words.split(" ")
    if verb not in _DO:
        raise ValueError(f"wounds knows no {verb!r}; there are: {', '.join(_DO)}")
    await _DO[verb](world, *rest)
    announce(world)


async def _wound(world: World, unit: str, level: str) -> None:
    await wound(world, int(unit), LEVELS.index(level) + 1, None, "WOUNDS-WND-3")


async def _damage(world: World, unit: str, amount: str) -> None:
    number = Breakdown("damage", (add(int(amount), "damage", "WOUNDS-WND-4"),))
    await suffer(world, int(unit), number, None, "WOUNDS-WND-4")


async def _heal(world: World, unit: str, level: str, steps: str) -> None:
    lower_wound(world, int(unit), LEVELS.index(level) + 1, int(steps), "WOUNDS-HEAL-7")


async def _wake(world: World, unit: str) -> None:
    await wake_up(world, int(unit), "WOUNDS-HD-21")


async def _stamina(world: World, unit: str, cost: str) -> None:
    spend_stamina(world, int(unit), int(cost), "WOUNDS-STA-2")


async def _tire(world: World, unit: str, points: str) -> None:
    tire(world, int(unit), int(points), "WOUNDS-STA-8")


async def _initiative(world: World, unit: str, by: str) -> None:
    change_initiative(world, int(unit), int(by), "WOUNDS-INIT-5")


async def _gain(world: World, unit: str, pool: str, amount: str) -> None:
    if pool == "ap":
        gain_ap(world, int(unit), int(amount), "WOUNDS-ECON-4")
    else:
        put_pool(world, int(unit), pool, int(amount), "gain", "WOUNDS-ECON-4")


async def _fall(world: World, unit: str, yards: str) -> None:
    await fall(world, int(unit), int(yards))


async def _push(world: World, unit: str, direction: str, yards: str) -> None:
    await push(world, int(unit), board_of(world).grid.parse_direction(direction), int(yards), "WOUNDS-HD-33")


async def _drift(world: World, unit: str) -> None:
    await drift(world, int(unit))


async def _recover(world: World, unit: str) -> None:
    await recover(world, int(unit))


async def _short(world: World, unit: str) -> None:
    await camp.short_rest(world, int(unit))


async def _long(world: World, unit: str, tender: str = "") -> None:
    await camp.long_rest(world, int(unit), int(tender) if tender else None)


async def _camp(world: World, *words: str) -> None:
    text = " ".join(words)
    await camp.save_dying(world)
    for rest in camp.parse(text):
        await camp.rest_sides(world, rest)


async def _end_spell(world: World, unit: str) -> None:
    for kept in world.get(int(unit), Upheld).spells:
        retrieve(world, int(unit), kept, "WOUNDS-MANA-4")


async def _knock_out(world: World, unit: str) -> None:
    knock_out(world, int(unit), None, "WOUNDS-HD-21")


async def _lift(world: World, unit: str, condition: str) -> None:
    lift(world, int(unit), condition, "WOUNDS-COND-4")


async def _join(world: World, unit: str, cell: str) -> None:
    place(world, int(unit), board_of(world).grid.parse(cell), "place", rule="WOUNDS-HD-17")
    await opening.roll_initiative(world, int(unit))


async def _put(world: World, unit: str, cell: str) -> None:
    world.put(int(unit), Position(board_of(world).grid.parse(cell)))


_DO: dict[str, Any] = {
    "wound": _wound,
    "damage": _damage,
    "heal": _heal,
    "wake": _wake,
    "stamina": _stamina,
    "tire": _tire,
    "initiative": _initiative,
    "gain": _gain,
    "fall": _fall,
    "push": _push,
    "drift": _drift,
    "recover": _recover,
    "short_rest": _short,
    "long_rest": _long,
    "camp": _camp,
    "end_spells": _end_spell,
    "knock_out": _knock_out,
    "lift": _lift,
    "join": _join,
    "put": _put,
}
