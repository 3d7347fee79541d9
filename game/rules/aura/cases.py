"""Aura's part of rule cases: clock, floor, and things that happen by themselves."""

from __future__ import annotations

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
from game.rules.aura.turns.rounds import begin_round, end_round, side_of, surprise
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
    table, ends = sheet_of(world).main.conditions, {"unconscious": "stamina"}  # where a case does not say so
    complete_given(
        world, table, lambda item: {"until": item.until or table[item.name].until or ends.get(item.name, "")}
    )
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
        world, holder=side, idle=int(sides.get("idle", 0)),
        opener=given.names.get(sides.get("opener", ""), side),
        last=given.names.get(sides.get("last", ""), 0), resume=given.names.get(sides.get("resume", ""), 0),
        waited=tuple(given.names[name] for name in sides.get("waited", ())),
        barred=tuple((given.names[one], given.names[other]) for one, other in sides.get("barred", ())),
    )  # fmt: skip


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
    await _happen(world, words.split())
    settle(world)


async def _happen(world: World, parts: list[str]) -> None:
    number = Breakdown("damage", (add(int(parts[2]), "given", "AURA-DMG-1"),)) if parts[0] == "hurt" else None
    match parts:
        case ["hurt", unit, _, *rest] if number is not None:
            need = int(rest[rest.index("need") + 1]) if "need" in rest else 0
            gentle, fatal = "nonlethal" in rest, "fatal" in rest
            await dying.hurt(world, int(unit), number, "AURA-POOL-1", None, nonlethal=gentle, fatal=fatal, need=need)
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
            set_beat(world, holder=side_of(world, await race(world, [int(unit) for unit in units])))
        case _:
            _at_once(world, parts)


def _at_once(world: World, parts: list[str]) -> None:
    match parts:
        case ["lose", unit, "stamina", amount]:
            dying.lose_stamina(world, int(unit), int(amount), "AURA-ECON-8", None)
        case ["lose", unit, pool, amount]:
            lose(world, int(unit), pool, int(amount), "AURA-ECON-8")
        case ["gain", unit, "aura", amount]:
            dying.regain_aura(world, int(unit), int(amount), "AURA-POOL-8")
        case ["gain", unit, pool, amount]:
            gain(world, int(unit), pool, int(amount), "AURA-ECON-10")
        case ["inflict", unit, name, *until]:
            _inflict(world, int(unit), name, *until)
        case ["lift", unit, name]:
            lift(world, int(unit), name, "AURA-COND-1")
        case ["faint", unit, cause]:
            dying.faint(world, int(unit), cause, "AURA-UNC-1")
        case ["die", unit]:
            dying.die(world, int(unit), None, "AURA-DEATH-3")
        case ["sleep", unit]:
            dying.lull(world, int(unit))
        case ["surprise", side]:
            surprise(world, int(side))
        case _:
            _between(world, parts)


def _inflict(world: World, unit: int, name: str, until: str | None = None, rounds: str = "") -> None:
    inflict(world, unit, name, sheet_of(world).main.conditions[name].rule, None, until)
    if rounds:
        items = world.get(unit, Conditions).items
        world.put(unit, Conditions(tuple(changed(i, level=int(rounds)) if i.name == name else i for i in items)))


def _between(world: World, parts: list[str]) -> None:
    named = dict(zip(parts[3::2], parts[4::2], strict=False))
    match parts:
        case ["end_round"]:
            end_round(world)
        case ["rest", how, *sides]:
            rest(world, how, tuple(map(int, sides)))
        case ["short_rest", unit, minutes, *_]:
            surges = int(named["surges"]) if "surges" in named else None
            short_rest(world, int(unit), int(minutes), surges=surges, repair=named.get("repair", ""))
        case ["long_rest", unit, hours, *_]:
            repair, style = named.get("repair", ""), named.get("style", "")
            long_rest(world, int(unit), int(hours), repair=repair, style=style)
        case ["march", unit, hours]:
            march(world, int(unit), HOUR * int(hours))
        case ["break", unit, item]:
            wear = world.get(int(unit), Wear)
            world.put(int(unit), changed(wear, broken=(*wear.broken, item)))
        case _:
            raise ValueError(f"aura cannot {' '.join(parts)!r}")
