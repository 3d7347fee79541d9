"""This ruleset's part of rule cases: clock, turn, bonds between units, and things that happen by themselves."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import game.rules.wounds.state as state
from game.kernel.components import FIELD, Clock, Conditions, Down, Unit
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add
from game.rules.cases import complete
from game.rules.objectives import announce
from game.rules.ruleset import Arrangement
from game.rules.verbs import question_of
from game.rules.wounds.bonds import bind, pin
from game.rules.wounds.budget import change_initiative, gain_ap, invest, retrieve, spend_stamina, tire
from game.rules.wounds.campaign import rest
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.harm.wounds import fall, knock_out, lower_wound, recover, suffer, wake_up, wound
from game.rules.wounds.position.flanks import flanked
from game.rules.wounds.riding import seat
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.turns.rounds import outcome, roll_initiative
from game.rules.wounds.verbs.walking import drift, push
from game.systems.conditions import lift
from game.systems.field import board_of, standing
from game.systems.movement import lay, place
from game.systems.pools import change

KEYS = (
    *("grapples", "pins", "riding", "ignoring", "going", "readied", "long", "ties", "upheld", "opening_on", "magic"),
    "harried",
)


def arrange(world: World, given: Arrangement) -> None:
    """Set clock, turn and bonds; ValueError names a key that is unknown.

    Own keys: `grapples: [[A, b]]`, `pins: [[A, b]]`, `riding: {A: H}`, `ignoring: {A: [b]}`, `going: {A: {run: 5}}`,
    `readied: {A: "quick_attack moves"}`, `long: {A: {key: ..., paid: 3, cost: 8}}`, `ties: {A: 50}`,
    `upheld: {A: [[ward, B]]}`, `opening_on: {A: [b, 18]}`, `magic: {A: [[torc, stone_skin]]}`, `harried: {A: [b]}`.
    """
    given.check(KEYS)
    complete(world, sheet_of(world).main.conditions)
    for unit, conditions in world.each(Conditions):
        if "unconscious" in conditions:
            world.put(unit, Down("unconscious", "WOUNDS-COND-8"))
    _bonds(world, given.rest, given.names)
    if given.turn is not None:
        there = tuple(unit for unit, _ in world.each(Unit) if state.on_board(world, unit))
        world.put(FIELD, Clock("turn", given.round, len(given.acted) + 1, given.turn))
        ties = tuple((given.names[name], value) for name, value in given.rest.get("ties", {}).items())
        world.put(FIELD, state.Round(given.acted, ties, there))
        world.put(FIELD, state.Flanks(tuple(unit for unit in standing(world) if flanked(world, unit))))


def _bonds(world: World, rest: Mapping[str, Any], names: Mapping[str, int]) -> None:
    for one, other in rest.get("grapples", ()):
        bind(world, names[one], names[other], "WOUNDS-GRAP-1")
    for one, other in rest.get("pins", ()):
        pin(world, names[one], names[other], "WOUNDS-GRAP-7")
    for key in ("riding", "ignoring", "harried", "going", "readied", "long", "opening_on", "magic", "upheld"):
        for name, value in rest.get(key, {}).items():
            _put_one(world, names[name], key, value, names)


def _put_one(world: World, unit: int, key: str, value: Any, names: Mapping[str, int]) -> None:
    match key:
        case "riding":
            seat(world, unit, names[value])
        case "ignoring":
            world.put(unit, state.Ignoring(tuple(names[foe] for foe in value)))
        case "harried":
            world.put(unit, state.Harried(tuple(names[foe] for foe in value)))
        case "going":
            world.put(unit, state.Going(**value))
        case "readied":
            world.put(unit, state.Readied(*value.split(" ")))
        case "opening_on":
            world.put(unit, state.Opening(((names[value[0]], value[1]),)))
        case "long":
            numbers = {name: number for name, number in value.items() if name != "key"}
            world.put(unit, state.Long(_action(world, value["key"].split(" "), names), **numbers))
        case "magic":
            world.put(unit, state.Magic(tuple((item, effect) for item, effect in value)))
            for _, effect in value:
                inflict(world, unit, effect, "WOUNDS-ACT-19")
        case _:
            for spell, target in value:
                inflict(world, names[target], sheet_of(world).spells[spell].effect, "WOUNDS-HD-12", unit)
                invest(world, unit, spell, names[target])


def _action(world: World, words: list[str], names: Mapping[str, int]) -> Action:
    """What a key says: a cell has a comma, a unit its name, `what` comes before `how`."""
    verb, grid = words[0], board_of(world).grid
    found: dict[str, Any] = {}
    key = question_of(world, "turn").verbs[verb].key
    fields = [] if callable(key) else [field for field in key if field in ("what", "how")]
    for word in words[1:]:
        if word in names:
            found["unit"] = names[word]
        elif "," in word and "/" not in word:
            found["cell"] = grid.parse(word)
        else:
            field = fields[min(len(found.keys() & set(fields)), len(fields) - 1)] if fields else "cell"
            found[field] = (*found.get("how", ()), word) if field == "how" else word
    return Action(verb, **found)


async def perform(world: World, words: str) -> None:
    """Let something happen by itself: see `_DO` for the words; ValueError names what is unknown."""
    verb, *rest = words.split(" ")
    if verb not in _DO:
        raise ValueError(f"wounds knows no {verb!r}; there are: {', '.join(_DO)}")
    flow = _DO[verb](world, *rest)
    if isinstance(flow, Coroutine):
        await flow
    announce(world, outcome(world))


def _gain(world: World, unit: str, pool: str, amount: str) -> None:
    if pool == "ap":
        gain_ap(world, int(unit), int(amount), "WOUNDS-ECON-4")
    else:
        change(world, int(unit), pool, int(amount), "gain", "WOUNDS-ECON-4")


async def _camp(world: World, *words: str) -> None:
    await rest.save_dying(world)
    for each in rest.parse(" ".join(words)):
        await rest.rest_sides(world, each)


def _end_spells(world: World, unit: str) -> None:
    for kept in world.get(int(unit), state.Upheld).spells:
        retrieve(world, int(unit), kept, "WOUNDS-MANA-4")


async def _join(world: World, unit: str, cell: str) -> None:
    place(world, int(unit), board_of(world).grid.parse(cell), "place", rule="WOUNDS-HD-17")
    await roll_initiative(world, int(unit))


_DO: dict[str, Callable[..., object]] = {
    "wound": lambda world, unit, level: wound(world, int(unit), LEVELS.index(level) + 1, None, "WOUNDS-WND-3"),
    "damage": lambda world, unit, amount: suffer(
        world, int(unit), Breakdown("damage", (add(int(amount), "damage", "WOUNDS-WND-4"),)), None, "WOUNDS-WND-4"
    ),
    "heal": lambda world, unit, level, steps: lower_wound(
        world, int(unit), LEVELS.index(level) + 1, int(steps), "WOUNDS-HEAL-7"
    ),
    "wake": lambda world, unit: wake_up(world, int(unit), "WOUNDS-HD-21"),
    "stamina": lambda world, unit, cost: spend_stamina(world, int(unit), int(cost), "WOUNDS-STA-2"),
    "tire": lambda world, unit, points: tire(world, int(unit), int(points), "WOUNDS-STA-8"),
    "initiative": lambda world, unit, by: change_initiative(world, int(unit), int(by), "WOUNDS-INIT-5"),
    "gain": _gain,
    "fall": lambda world, unit, yards: fall(world, int(unit), int(yards)),
    "push": lambda world, unit, direction, yards: push(
        world, int(unit), board_of(world).grid.parse_direction(direction), int(yards), "WOUNDS-HD-33"
    ),
    "drift": lambda world, unit: drift(world, int(unit)),
    "recover": lambda world, unit: recover(world, int(unit)),
    "short_rest": lambda world, unit: rest.short_rest(world, int(unit)),
    "long_rest": lambda world, unit, *tender: rest.long_rest(world, int(unit), *map(int, tender)),
    "camp": _camp,
    "end_spells": _end_spells,
    "knock_out": lambda world, unit: knock_out(world, int(unit), None, "WOUNDS-HD-21"),
    "lift": lambda world, unit, condition: lift(world, int(unit), condition, "WOUNDS-COND-4"),
    "join": _join,
    "put": lambda world, unit, cell: lay(world, int(unit), board_of(world).grid.parse(cell)),
}
