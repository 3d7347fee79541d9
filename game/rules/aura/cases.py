"""Aura's part of rule cases: clock, floor, and things that happen by themselves."""

from __future__ import annotations

from collections.abc import Callable

from game.kernel.components import FIELD, Clock, Condition, Conditions, Down, Facing, Pools, changed
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.aura.budget import gain, lose, set_beat, set_spent
from game.rules.aura.campaign.rest import aftermath, long_rest, march, rest, short_rest
from game.rules.aura.checks.powers import HOUR
from game.rules.aura.harm import dying
from game.rules.aura.harm.conditions import complete, inflict, lift
from game.rules.aura.harm.ground import fall
from game.rules.aura.position.facing import look
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Body, Holding, Spent, Watch, Wear, conscious
from game.rules.aura.turns.floor import settle
from game.rules.aura.turns.rounds import begin_round, end_round, surprise
from game.rules.aura.turns.swift import side_of
from game.rules.aura.turns.windows import race
from game.rules.cases import complete as complete_given
from game.rules.ruleset import Arrangement

_KEYS = ("spent", "holding", "sizes", "last", "opener", "resume", "waited", "barred", "looks", "idle")


def arrange(world: World, given: Arrangement) -> None:
    """Set clock, floor and conditions; ValueError names a key that is unknown.

    Own keys: `sizes` (name -> its category), `spent` (name -> what it has done in this Round), `holding`
    (holder -> held), `looks` (name -> focus), `last`, `opener`, `resume` (sides), `waited` (sides),
    `barred` (pairs of names), `idle`.
    """
    given.check(_KEYS)
    names = given.names
    for name, size in given.rest.get("sizes", {}).items():
        world.put(names[name], changed(world.get(names[name], Body), size=size))
    complete_given(world, sheet_of(world).main.conditions, lambda item: {"until": item.until or _end(world, item.name)})
    for unit, _ in world.each(Conditions):
        _down(world, unit)
        complete(world, unit)
    for holder, held in given.rest.get("holding", {}).items():
        _hold(world, names[holder], names[held])
    for name, focus in given.rest.get("looks", {}).items():
        world.put(names[name], Watch(names[focus]))
    for unit, pools in world.each(Pools):
        world.put(unit, Spent(granted=pools["energy"]))
    for name, fields in given.rest.get("spent", {}).items():
        values = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
        set_spent(world, names[name], **values)
    for unit, _ in world.each(Facing):  # whom a case gives a facing keeps it
        if world.get(unit, Watch).focus is None:
            world.put(unit, Watch(None, fixed=True))
    look(world)
    if given.turn is not None:
        _clock(world, given)


def _hold(world: World, holder: int, held: int) -> None:
    """One restrains the other already, if it is awake."""
    if not conscious(world, holder):
        return
    world.put(holder, Holding(held))
    _add(world, held, Condition("restrained", "AURA-MAN-12", holder))
    if dying.is_burden(world, holder, held):
        _add(world, holder, Condition("restraining", "AURA-MAN-12", held))


def _add(world: World, unit: int, condition: Condition) -> None:
    world.put(unit, Conditions((*world.get(unit, Conditions).items, condition)))
    complete(world, unit)


def _clock(world: World, given: Arrangement) -> None:
    assert given.turn is not None
    side = side_of(world, given.turn)
    sides = given.rest
    world.put(FIELD, Clock("turn", given.round, 1, given.turn))
    set_beat(
        world,
        holder=side,
        opener=given.names.get(sides.get("opener", ""), side),
        last=given.names.get(sides.get("last", ""), 0),
        resume=given.names.get(sides.get("resume", ""), 0),
        waited=tuple(given.names[name] for name in sides.get("waited", ())),
        barred=tuple((given.names[one], given.names[other]) for one, other in sides.get("barred", ())),
        idle=int(sides.get("idle", 0)),
    )


def _end(world: World, name: str) -> str:
    """When a condition ends, where a case does not say so."""
    return sheet_of(world).main.conditions[name].until or ("stamina" if name == "unconscious" else "")


def _down(world: World, unit: int) -> None:
    items = world.get(unit, Conditions)
    for name in ("unconscious", "asleep"):
        if name in items and not world.has(unit, Down):
            world.put(unit, Down(name))
            if "prone" not in items:
                world.put(unit, Conditions((*items.items, Condition("prone", "AURA-UNC-1"))))


async def perform(world: World, words: str) -> None:
    """Things that happen by themselves:

    `hurt 4 5`, `hurt 4 5 nonlethal`, `lose 4 stamina 3`, `gain 4 aura 2`, `inflict 4 dazed`,
    `inflict 4 dazed rounds 12`, `lift 4 dazed`,
    `death_roll 4`, `death_roll 4 -5`, `death_save 4`, `wake 4`, `faint 4 blow`, `die 4`, `sleep 4`,
    `fall 4 5`, `fall 4 5 own`, `surprise 2`, `round`, `end_round`, `race 4 7`, `break 4 lamellar`,
    `short_rest 4 3`, `short_rest 4 3 surges 2`, `long_rest 4 8`, `rest breather 2` (how, and the sides
    that have won), `march 4 2` (hours). ValueError names words that it does not know.
    """
    parts = words.split()
    if parts[0] in _SIMPLE:
        _SIMPLE[parts[0]](world, parts[1:])
    else:
        await _happen(world, parts)
    settle(world)


async def _happen(world: World, parts: list[str]) -> None:
    """What needs dice or answers."""
    number = Breakdown("damage", (add(int(parts[2]), "given", "AURA-DMG-1"),)) if parts[0] == "hurt" else None
    match parts:
        case ["hurt", unit, _, *rest] if number is not None:
            await dying.hurt(
                world,
                int(unit),
                number,
                "AURA-POOL-1",
                None,
                nonlethal="nonlethal" in rest,
                fatal="fatal" in rest,
                need=int(rest[rest.index("need") + 1]) if "need" in rest else 0,
            )
        case ["death_roll", unit, *bonus]:
            await dying.death_roll(world, int(unit), None, 0, int(bonus[0]) if bonus else 0)
        case ["death_save", unit]:
            await dying.death_save(world, int(unit))
        case ["wake", unit]:
            await dying.wake_up(world, int(unit))
        case ["fall", unit, metres, *rest]:
            await fall(world, int(unit), int(metres), own=bool(rest))
        case ["round", *number_words]:
            await begin_round(world, int(number_words[0]) if number_words else world.get(FIELD, Clock).round + 1)
        case ["aftermath"]:
            await aftermath(world)
        case ["race", *units]:
            first = await race(world, [int(unit) for unit in units])
            set_beat(world, holder=side_of(world, first))
        case _:
            raise ValueError(f"aura cannot {' '.join(parts)!r}")


def _inflict(world: World, words: list[str]) -> None:
    unit, name, *until = words
    inflict(world, int(unit), name, sheet_of(world).main.conditions[name].rule, None, until[0] if until else None)
    if until and until[0] == "rounds":
        items = world.get(int(unit), Conditions).items
        level = int(until[1])
        world.put(int(unit), Conditions(tuple(changed(i, level=level) if i.name == name else i for i in items)))


def _lose(world: World, words: list[str]) -> None:
    unit, amount = int(words[0]), int(words[2])
    if words[1] == "stamina":
        dying.lose_stamina(world, unit, amount, "AURA-ECON-8", None)
    else:
        lose(world, unit, words[1], amount, "AURA-ECON-8")


def _gain(world: World, words: list[str]) -> None:
    unit, amount = int(words[0]), int(words[2])
    if words[1] == "aura":
        dying.regain_aura(world, unit, amount, "AURA-POOL-8")
    else:
        gain(world, unit, words[1], amount, "AURA-ECON-10")


def _short_rest(world: World, words: list[str]) -> None:
    named = dict(zip(words[2::2], words[3::2], strict=True))
    surges = int(named["surges"]) if "surges" in named else None
    short_rest(world, int(words[0]), int(words[1]), surges=surges, repair=named.get("repair", ""))


def _long_rest(world: World, words: list[str]) -> None:
    named = dict(zip(words[2::2], words[3::2], strict=True))
    repair, style = named.get("repair", ""), named.get("style", "")
    long_rest(world, int(words[0]), int(words[1]), repair=repair, style=style)


def _break(world: World, words: list[str]) -> None:
    unit, item = words
    wear = world.get(int(unit), Wear)
    world.put(int(unit), changed(wear, broken=(*wear.broken, item)))


_SIMPLE: dict[str, Callable[[World, list[str]], object]] = {
    "rest": lambda world, words: rest(world, words[0], tuple(map(int, words[1:]))),
    "break": _break,
    "inflict": _inflict,
    "lift": lambda world, words: lift(world, int(words[0]), words[1], "AURA-COND-1"),
    "lose": _lose,
    "gain": _gain,
    "faint": lambda world, words: dying.faint(world, int(words[0]), words[1], "AURA-UNC-1"),
    "die": lambda world, words: dying.die(world, int(words[0]), None, "AURA-DEATH-3"),
    "sleep": lambda world, words: dying.lull(world, int(words[0])),
    "surprise": lambda world, words: surprise(world, int(words[0])),
    "end_round": lambda world, words: end_round(world),
    "short_rest": _short_rest,
    "long_rest": _long_rest,
    "march": lambda world, words: march(world, int(words[0]), HOUR * int(words[1])),
}
