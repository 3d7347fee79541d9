"""This ruleset's part of rule cases: clock, turn, bonds between units, and things that happen by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.kernel.components import FIELD, Clock, Condition, Conditions, Down, Unit, changed
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add
from game.rules.ruleset import Arrangement
from game.rules.verbs import question_of
from game.rules.wounds.bonds import bind, pin
from game.rules.wounds.budget import change_initiative, gain_ap, invest, retrieve, spend_stamina, tire
from game.rules.wounds.campaign import rest
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.harm.recovery import recover
from game.rules.wounds.harm.wounds import fall, knock_out, lower_wound, suffer, wake_up, wound
from game.rules.wounds.position.flanks import flanked
from game.rules.wounds.riding import seat
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import (
    Flanks,
    Going,
    Harried,
    Ignoring,
    Long,
    Magic,
    Opening,
    Readied,
    Round,
    Upheld,
    on_board,
)
from game.rules.wounds.turns.rounds import announce, roll_initiative
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
        pin(world, names[one], names[other], "WOUNDS-GRAP-7")
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
            numbers = {name: number for name, number in value.items() if name != "key"}
            world.put(unit, Long(_action(world, value["key"].split(" "), names), **numbers))
        case "magic":
            world.put(unit, Magic(tuple((item, effect) for item, effect in value)))
            for _, effect in value:
                inflict(world, unit, effect, "WOUNDS-ACT-19")
        case _:
            for spell, target in value:
                inflict(world, names[target], sheet_of(world).spells[spell].effect, "WOUNDS-HD-12", unit)
                invest(world, unit, spell, names[target])


def _action(world: World, words: list[str], names: Mapping[str, int]) -> Action:
    """What a key says: a cell has a comma, a unit its name, `what` comes before `how`."""
    verb, grid, found = words[0], board_of(world).grid, dict[str, Any]()
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
    """`wound 4 light`, `damage 4 12`, `heal 4 severe 1`, `wake 4`, `stamina 4 3`, `tire 4 2`, `initiative 4 -2`,
    `gain 4 ap 3`, `fall 4 6`, `push 4 e 2`, `drift 4`, `recover 4`, `short_rest 4`, `long_rest 4`, `long_rest 4 5` (who
    tends it), `camp long awake`, `end_spells 4`, `knock_out 4`, `lift 4 prone`, `join 4 3,0`, `put 4 3,0`. ValueError
    names words that it does not know.
    """
    if not (_wear(world, words) or await _hurt(world, words) or await _move(world, words) or await _rest(world, words)):
        raise ValueError(f"wounds cannot {words!r}")
    announce(world)


def _wear(world: World, words: str) -> bool:
    """What is spent and what is lost; whether these words were about that."""
    match words.split(" "):
        case ["heal", unit, level, steps]:
            lower_wound(world, int(unit), LEVELS.index(level) + 1, int(steps), "WOUNDS-HEAL-7")
        case ["knock_out", unit]:
            knock_out(world, int(unit), None, "WOUNDS-HD-21")
        case ["stamina", unit, cost]:
            spend_stamina(world, int(unit), int(cost), "WOUNDS-STA-2")
        case ["tire", unit, points]:
            tire(world, int(unit), int(points), "WOUNDS-STA-8")
        case ["initiative", unit, by]:
            change_initiative(world, int(unit), int(by), "WOUNDS-INIT-5")
        case ["gain", unit, "ap", amount]:
            gain_ap(world, int(unit), int(amount), "WOUNDS-ECON-4")
        case ["gain", unit, pool, amount]:
            change(world, int(unit), pool, int(amount), "gain", "WOUNDS-ECON-4")
        case ["lift", unit, condition]:
            lift(world, int(unit), condition, "WOUNDS-COND-4")
        case ["end_spells", unit]:
            for kept in world.get(int(unit), Upheld).spells:
                retrieve(world, int(unit), kept, "WOUNDS-MANA-4")
        case _:
            return False
    return True


async def _hurt(world: World, words: str) -> bool:
    """Wounds and waking up."""
    match words.split(" "):
        case ["wound", unit, level]:
            await wound(world, int(unit), LEVELS.index(level) + 1, None, "WOUNDS-WND-3")
        case ["damage", unit, amount]:
            number = Breakdown("damage", (add(int(amount), "damage", "WOUNDS-WND-4"),))
            await suffer(world, int(unit), number, None, "WOUNDS-WND-4")
        case ["fall", unit, yards]:
            await fall(world, int(unit), int(yards))
        case ["wake", unit]:
            await wake_up(world, int(unit), "WOUNDS-HD-21")
        case ["recover", unit]:
            await recover(world, int(unit))
        case _:
            return False
    return True


async def _move(world: World, words: str) -> bool:
    """Places."""
    grid = board_of(world).grid
    match words.split(" "):
        case ["push", unit, direction, yards]:
            await push(world, int(unit), grid.parse_direction(direction), int(yards), "WOUNDS-HD-33")
        case ["drift", unit]:
            await drift(world, int(unit))
        case ["join", unit, cell]:
            place(world, int(unit), grid.parse(cell), "place", rule="WOUNDS-HD-17")
            await roll_initiative(world, int(unit))
        case ["put", unit, cell]:
            lay(world, int(unit), grid.parse(cell))
        case _:
            return False
    return True


async def _rest(world: World, words: str) -> bool:
    """Camp."""
    match words.split(" "):
        case ["short_rest", unit]:
            await rest.short_rest(world, int(unit))
        case ["long_rest", unit, *tender]:
            await rest.long_rest(world, int(unit), *map(int, tender))
        case ["camp", *text]:
            await rest.save_dying(world)
            for each in rest.parse(" ".join(text)):
                await rest.rest_sides(world, each)
        case _:
            return False
    return True
