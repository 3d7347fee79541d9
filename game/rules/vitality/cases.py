"""Vitality's part of rule cases: clock, order, hiding, and things that happen by themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

import game.rules.vitality.state as state
from game.kernel.components import FIELD, Clock, Condition, Conditions, Pools, changed
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.numbers import add
from game.rules.cases import complete
from game.rules.objectives import announce
from game.rules.ruleset import Arrangement
from game.rules.vitality.budget import hold
from game.rules.vitality.campaign import rest as between
from game.rules.vitality.checks.numbers import basic_movement
from game.rules.vitality.checks.rolls import check, defense_roll
from game.rules.vitality.entries import Effect
from game.rules.vitality.harm.damage import ALL, Blow, Part
from game.rules.vitality.harm.suffering import deal, die, heal, revive
from game.rules.vitality.muster import put_on
from game.rules.vitality.position.hiding import glance
from game.rules.vitality.position.ties import tidy
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.state import beings
from game.rules.vitality.turns.battle import outcome
from game.rules.vitality.turns.order import build, by_initiative
from game.rules.vitality.turns.rounds import by_itself_happens
from game.rules.vitality.verbs.force import crash, crash_into, push, teleport
from game.rules.vitality.verbs.powers import buff, settle_push
from game.rules.vitality.verbs.walking import burn
from game.systems.conditions import lift
from game.systems.field import board_of
from game.systems.pools import reset

_KEYS = (
    "banked", "token", "ap_used", "rp_used", "hidden", "unaware", "holders", "fresh", "unions", "grudges", "riding",
    "leaning", "masters", "held_actions", "mourned", "begun", "gentle", "plans", "unloaded",
)  # fmt: skip


def arrange(world: World, given: Arrangement) -> None:
    """Set clock, order and what units have done; ValueError names a key that is unknown.

    Own keys: `banked`, `token`, `ap_used`, `rp_used` (by name), `hidden` (name -> from whom), `unaware`, `holders`,
    `unions`, `plans` (unions from the next round on), `grudges`, `riding` (rider -> host), `leaning` (name -> cell),
    `masters` (summon -> master),
    `unloaded` (name -> weapons),
    `held_actions` (name -> "action trigger [about] [forced]"), `mourned` (dead -> who saw it), `begun` (the turn has).
    """
    given.check(_KEYS)
    complete(world, sheet_of(world).effects, lambda item: _lasting(sheet_of(world).effects[item.name], item))
    names, rest = given.names, given.rest
    _ties(world, rest, names)
    if given.turn is None:
        return
    for name, banked in rest.get("banked", {}).items():
        unit = names[name]
        world.put(unit, changed(world.get(unit, state.Turn), banked=tuple(banked), acted=True))
    for name in rest.get("token", ()):
        world.put(names[name], changed(world.get(names[name], state.Turn), token=True))
    for name, used in rest.get("ap_used", {}).items():
        world.put(names[name], changed(world.get(names[name], state.Turn), ap_used=int(used), acted=True))
    for name, used in rest.get("rp_used", {}).items():
        world.put(names[name], state.Round(int(used)))
    _clock(world, given)
    tidy(world)
    glance(world)


def _ties(world: World, rest: Mapping[str, Any], names: Mapping[str, int]) -> None:
    def ids(said: list[str]) -> tuple[int, ...]:
        return tuple(names[name] for name in said)

    made: dict[str, Callable[[Any], Struct]] = {
        "hidden": lambda said: state.Hidden(ids(said)),
        "leaning": lambda said: state.Leaning(_cell(world, said)),
        "masters": lambda said: state.Master(names[said]),
        "grudges": lambda said: state.Grudges(ids(said)),
        "mourned": lambda said: state.Wounds(False, None, ids(said)),
        "unloaded": lambda said: state.Unloaded(tuple(said)),
    }
    for name, host in rest.get("riding", {}).items():
        put_on(world, names[name], names[str(host).split()[0]], willing="willing" in str(host))
    for key, make in made.items():
        for name, said in rest.get(key, {}).items():
            world.put(names[name], make(said))
    for name in rest.get("unaware", ()):
        world.put(names[name], state.Unaware())
    for name in rest.get("gentle", ()):
        world.put(names[name], state.Wounds(True))
    for name, texts in rest.get("held_actions", {}).items():
        for text in texts if isinstance(texts, list) else [texts]:
            action, trigger, *about = str(text).split()
            whom = next((names[word] for word in about if word in names), None)
            hold(world, names[name], state.Waiting(action, trigger, whom, "forced" in about))


def _cell(world: World, said: Any) -> int:
    """`[2, 0]`, `2,0` or `2 0`."""
    words = map(str, said) if isinstance(said, list) else str(said).replace(",", " ").split()
    return board_of(world).grid.parse(",".join(words))


def _clock(world: World, given: Arrangement) -> None:
    """The unit's turn has come; whoever has not acted comes after it by Initiative."""
    turn, names, rest = given.turn, given.names, given.rest
    assert turn is not None
    unions = tuple(tuple(names[name] for name in group) for group in rest.get("unions", ()))
    world.put(
        FIELD, state.Plans(tuple(tuple(sorted(names[name] for name in group)) for group in rest.get("plans", ())))
    )
    world.put(FIELD, state.Order(unions=unions))
    group = next((each for each in unions if turn in each), (turn,))
    holders = by_initiative(world, tuple((names[name],) for name in rest.get("holders", ())))
    gone = {*given.acted, *group, *(unit for each in holders for unit in each)}
    others = tuple(each for each in build(world) if not gone & set(each))
    slots = (*((unit,) for unit in given.acted), *holders, group, *others)
    at = len(given.acted) + len(holders)
    fresh = not rest.get("begun", False)
    counted = tuple(unit for each in slots[: at + 1] for unit in each)
    order = state.Order(slots, at, group, fresh, holders, (), unions, given.acted, counted=counted)
    world.put(FIELD, order)
    world.put(FIELD, Clock("turn", given.round, len(given.acted) + 1, turn))
    for unit in beings(world):
        if unit not in group:
            reset(world, unit, "ap", 0)
            reset(world, unit, "movement", 0)
        elif state.still(world, unit) or world.get(unit, Conditions).items:
            fresh_movement = basic_movement(world, unit).total
            if fresh_movement < world.get(unit, Pools)["movement"]:
                reset(world, unit, "movement", fresh_movement)
        state.clamp(world, unit)


def _lasting(entry: Effect, item: Condition) -> dict[str, Any]:
    return {"until": item.until or entry.until, "level": item.level if item.level != 1 else entry.rounds}


async def perform(world: World, words: str) -> None:
    """`damage 7 heat 9 [by 4] [gentle] [ignoring]`, `mixed 7 by 4 physical 5 poison 5`, `heal 7 5`, `inflict 7 prone`,
    `lift`, `buff 7 ward`, `check 7 first_aid 8`, `resist 7 strength 15 [by 4]`, `push 7 by 4 metres 6`,
    `teleport 7 by 4 2,3`, `hazard 7 fire`, `die 7`, `revive 7`, and the words of `rest.happen`.
    """
    await by_itself_happens(world, _happen(world, words))
    announce(world, outcome(world))


async def _happen(world: World, words: str) -> None:
    match words.split():
        case ["damage", unit, kind, amount, *rest]:
            await _damage(world, int(unit), [(kind, int(amount))], rest)
        case ["mixed", unit, "by", source, *pairs]:
            parts = [(kind, int(amount)) for kind, amount in zip(pairs[::2], pairs[1::2], strict=True)]
            await _damage(world, int(unit), parts, ["by", source])
        case ["buff", unit, name]:
            world.emit(Used(int(unit), "given", "free", rule="VITALITY-COND-1"))
            await buff(world, int(unit), int(unit), name)
        case ["check", unit, name, against]:
            world.emit(Used(int(unit), "given", "free", rule="VITALITY-CHECK-2"))
            await check(world, int(unit), name, int(against), "VITALITY-CHECK-2")
        case ["resist", unit, stat, power, *rest]:
            world.emit(Used(int(unit), "given", "free", rule="VITALITY-DR-1"))
            await defense_roll(world, int(unit), stat, int(power), None, _by(rest), "VITALITY-DR-1")
        case ["push", target, "by", mover, "metres", metres, *rest]:
            await _push(world, int(target), int(mover), int(metres), rest)
        case ["teleport", target, "by", mover, cell]:
            world.emit(Used(int(mover), "given", "free", (int(target),), rule="VITALITY-TELE-1"))
            await teleport(world, int(mover), int(target), board_of(world).grid.parse(cell))
        case ["hazard", unit, name]:
            await burn(world, int(unit), name, sheet_of(world).gear.hazards[name])
        case _:
            _befall(world, words)


def _befall(world: World, words: str) -> None:
    """What needs neither dice nor answers."""
    match words.split():
        case ["heal", unit, amount]:
            heal(world, int(unit), int(amount), "VITALITY-DMG-14")
        case ["inflict", unit, name, *rest]:
            state.inflict(world, int(unit), name, _by(rest))
            tidy(world)
        case ["lift", unit, name]:
            lift(world, int(unit), name, sheet_of(world).effects[name].rule)
        case ["die", unit]:
            die(world, int(unit), None)
        case ["revive", unit]:
            revive(world, int(unit))
        case _:
            between.happen(world, words)


def _by(rest: list[str]) -> int | None:
    return int(rest[1]) if rest[:1] == ["by"] else None


async def _damage(world: World, unit: int, amounts: list[tuple[str, int]], rest: list[str]) -> None:
    source = int(rest[rest.index("by") + 1]) if "by" in rest else None
    parts = tuple(Part(kind, (), (add(amount, kind, "VITALITY-DMG-1"),)) for kind, amount in amounts)
    world.emit(Used(unit if source is None else source, "given", "free", (unit,), rule="VITALITY-DMG-1"))
    blow = Blow(parts, ignores=ALL if "ignoring" in rest else 0, gentle=0 if "gentle" in rest else None)
    await deal(world, source, unit, blow, None, "VITALITY-DMG-1", (), 0)
    tidy(world)


async def _push(world: World, target: int, mover: int, metres: int, rest: list[str]) -> None:
    """`with 8` adds damage to merge with the collision, `power 14` sets the DR Power, `way ne` the direction."""
    world.emit(Used(mover, "given", "free", (target,), rule="VITALITY-FORCE-1"))
    words = dict(zip(rest[::2], rest[1::2], strict=True))
    way = board_of(world).grid.parse_direction(words["way"]) if "way" in words else None
    power = int(words.get("power", numbers_of(world).hazard_power))
    amount, others = await push(world, mover, target, metres, power, direction=way)
    if "with" in words:
        blow = Blow((Part("physical", (), (add(int(words["with"]), "given", "VITALITY-FORCE-6"),)),))
        await settle_push(world, mover, target, blow, (), amount)
    elif amount:
        await deal(world, mover, target, Blow((crash(amount),)), None, "VITALITY-FORCE-3", (), 0)
    await crash_into(world, mover, others)
