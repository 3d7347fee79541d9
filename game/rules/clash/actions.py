"""What a chosen option of the own turn does."""

from __future__ import annotations

from game.components import FIELD, changed
from game.ecs import World
from game.events import Used
from game.flow import Option, decide
from game.rules.clash.combat import attack, use, use_power
from game.rules.clash.handling import FREE, HANDLING, powers_of
from game.rules.clash.maneuvers import push
from game.rules.clash.moving import fresh_move, jump, move, stand
from game.rules.clash.sheet import Kind, Power
from game.rules.clash.state import Plan, free, inflict, pace, pay, sources, speed_of, turn
from game.rules.clash.stealth import search, sneak
from game.rules.clash.trials import contest, roll, skill_test
from game.systems.field import board_of
from game.systems.lasting import lift

STRIKES: dict[str, Kind] = {"strike": "melee", "throw": "thrown", "shoot": "ranged"}


async def act(world: World, unit: int, key: str) -> None:
    """Do it; every act but steps, things and free actions begins a new move (CLASH-OA-2) and ends a feint (MAN-7)."""
    verb, _, rest = key.partition(" ")
    world.put(FIELD, changed(turn(world), started=True))
    if verb in ("move", "jump"):
        cell = board_of(world).grid.parse(rest)
        await (move if verb == "move" else jump)(world, unit, cell)
    elif verb == "stand":
        await stand(world, unit)
    elif verb in HANDLING or verb in FREE:
        await use(world, unit, key, reaction=False)
    else:
        await _primary(world, unit, verb, rest)


async def _primary(world: World, unit: int, verb: str, rest: str) -> None:
    """CLASH-ECON-4: a primary action; one action point."""
    word, _, item = rest.partition(" ")
    feint = _feint(world, unit, int(word) if verb in STRIKES else None)
    fresh_move(world)
    if verb in STRIKES:
        await attack(world, Plan(unit, int(word), item, STRIKES[verb], feint=feint))
        return
    powers = powers_of(world, unit)
    if verb in powers and not powers[verb].contest:
        await use_power(world, unit, verb, powers[verb], rest, reaction=False)
        return
    pay(world, unit)
    targets = (int(word),) if word.isdigit() else ()
    rule = "CLASH-ATK-8" if verb in powers else _RULES[verb]
    world.emit(Used(unit, verb, "action", targets, rule=rule))
    if verb in powers:
        await _contest_power(world, unit, powers[verb], int(word))
    elif verb == "dash":
        now = turn(world)
        world.put(FIELD, changed(now, left=now.left + pace(world, speed_of(world, unit).total)))
    elif verb == "disengage":
        inflict(world, unit, "disengaged", "CLASH-ACT-2", unit)
    elif verb == "sneak":
        await sneak(world, unit)
    elif verb == "search":
        await search(world, unit)
    elif verb == "grapple":
        await _grapple(world, unit, int(word))
    else:
        await _release(world, unit, word)


_RULES = {
    "dash": "CLASH-ACT-1",
    "disengage": "CLASH-ACT-2",
    "grapple": "CLASH-ACT-3",
    "search": "CLASH-ACT-4",
    "sneak": "CLASH-ACT-5",
    "release": "CLASH-ACT-9",
}


def _feint(world: World, unit: int, target: int | None) -> bool:
    """CLASH-MAN-7 and COND-8: the next primary action uses the feint up, for a boon if it is a Strike at its target."""
    feints = sources(world, unit, "feinting")
    lift(world, unit, "feinting", "CLASH-MAN-7")
    return target in feints


async def _grapple(world: World, unit: int, target: int) -> None:
    """CLASH-ACT-3: Athletics against the target's choice; a win holds it (CLASH-COND-4)."""
    skill = await resisting_skill(world, unit, target, "grapple", "CLASH-ACT-3")
    mine, theirs = skill_test(world, unit, "athletics"), skill_test(world, target, skill)
    if await contest(world, mine, theirs, "grapple", "CLASH-ACT-3"):
        inflict(world, target, "grappled", "CLASH-ACT-3", unit)


async def _release(world: World, unit: int, bond: str) -> None:
    """CLASH-ACT-9: out of a hold by a contest, out of a net by Athletics (CLASH-COND-11)."""
    if bond == "net":
        if await roll(world, skill_test(world, unit, "athletics"), "release", "CLASH-COND-11"):
            lift(world, unit, "entangled", "CLASH-COND-11")
        return
    holder = sources(world, unit, "grappled")[0] if bond == "hold" else int(bond)
    about = Used(unit, "release", "action", (holder,), rule="CLASH-ACT-9")
    options = [Option(skill, rule="CLASH-ACT-9") for skill in ("athletics", "acrobatics")]
    skill = await decide(unit, "with_what", options, rule="CLASH-ACT-9", about=about)
    mine, theirs = skill_test(world, unit, skill), skill_test(world, holder, "athletics")
    if await contest(world, mine, theirs, "release", "CLASH-ACT-9"):
        free(world, unit, holder, "CLASH-ACT-9")


async def resisting_skill(world: World, unit: int, target: int, verb: str, rule: str) -> str:
    """The target picks Athletics or Acrobatics."""
    about = Used(unit, verb, "action", (target,), rule=rule)
    options = [Option(skill, rule=rule) for skill in ("athletics", "acrobatics")]
    return await decide(target, "resist", options, rule=rule, about=about)


async def _contest_power(world: World, unit: int, power: Power, target: int) -> None:
    """CLASH-ATK-8: an ability that is no attack: a contest, and a push for the winner."""
    mine, theirs = skill_test(world, unit, power.contest), skill_test(world, target, power.contest)
    if await contest(world, mine, theirs, "contest", "CLASH-ATK-8") and power.push:
        await push(world, unit, target, "CLASH-ATK-8")
