"""Offensive actions (WOUNDS-ACT-1 to 4, 12)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Reason

ATTACKS: dict[str, Mode] = {
    "standard_attack": "standard",
    "strong_attack": "strong",
    "quick_attack": "quick",
    "nonlethal_attack": "nonlethal",
}


def attack_options(world: World, unit: int, verb: str) -> Iterator[Option]:
    """Targets of an attack with each weapon at hand, and those of throws and shots for a standard attack."""
    for target, key, way in aims(world, unit):
        if way == "melee" or verb == "standard_attack":
            words = (target, key, "thrown") if way == "thrown" else (target, key)
            yield option(world, verb, *words, unit=target)


def aims(world: World, unit: int) -> tuple[tuple[int, str, str], ...]:
    """Whom the unit could attack, with which weapon, and how: "melee", "shot" or "thrown"."""
    return world.derive(("aims", unit), lambda world: tuple(_aims(world, unit)), WIELDED)


def _aims(world: World, unit: int) -> Iterator[tuple[int, str, str]]:
    for target in foes(world, unit):
        for key in arms(world, unit):
            melee = weapon(world, key).kind == "melee"
            if melee and strikes(world, unit, key, target):
                yield target, key, "melee"
            if not lacking(world, unit, key) and shoots(world, unit, key, target):
                yield target, key, "thrown" if melee else "shot"


def strikes(world: World, unit: int, key: str, target: int) -> bool:
    """WOUNDS-HD-9, COVER-2: in reach of the weapon, and something of the target can be hit."""
    return reaches(world, unit, key, target) and seen(world, unit, target)


def lacking(world: World, unit: int, key: str) -> str:
    """What a shot or throw with that weapon lacks: it does not fly, shots, loading, air (WOUNDS-HD-4, ENV-2)."""
    arm, stock = weapon(world, key), world.get(unit, Stock)
    if arm.kind == "melee" and arm.thrown is None:
        return "reason_no_missile"
    if underwater(world, unit):
        return "reason_underwater"
    if arm.shots and stock.shots <= 0:
        return "reason_no_shots"
    return "reason_unloaded" if key in stock.unloaded else ""


def shoots(world: World, unit: int, key: str, target: int) -> bool:
    """WOUNDS-HD-10: within the most increments, with a line of sight."""
    inc, most = increments(weapon(world, key))
    return distances(world, unit)[target] <= inc * most and seen(world, unit, target)


_LACKS = {"reason_underwater": "WOUNDS-ENV-2", "reason_no_shots": "WOUNDS-HD-4", "reason_unloaded": "WOUNDS-HD-4"}


def attack_reasons(world: World, unit: int, verb: str) -> list[Reason]:
    """Why nobody can be attacked that way."""
    if not arms(world, unit):
        return [Reason("reason_unarmed", "WOUNDS-HD-4")]
    keys = [key for key in arms(world, unit) if weapon(world, key).kind == "melee"]
    found = _why_no_shot(world, unit) if verb == "standard_attack" else []
    if any(reaches(world, unit, key, foe) for key in keys for foe in foes(world, unit)):
        found.append(Reason("reason_unseen", "WOUNDS-COVER-2"))
    elif keys:
        found.append(Reason("reason_out_of_reach", "WOUNDS-HD-9"))
    elif verb != "standard_attack":
        found.append(Reason("reason_no_melee", sheet_of(world).actions[verb].rule))
    return list(dict.fromkeys(found))


def _why_no_shot(world: World, unit: int) -> list[Reason]:
    """Why nothing can be shot or thrown at anybody."""
    found, far = [], distances(world, unit)
    for key in arms(world, unit):
        lack = lacking(world, unit, key)
        if lack in _LACKS:
            found.append(Reason(lack, _LACKS[lack]))
        elif not lack:
            inc, most = increments(weapon(world, key))
            near = any(far[foe] <= inc * most for foe in foes(world, unit))
            seen_by = Reason("reason_unseen", "WOUNDS-COVER-2")
            found.append(seen_by if near else Reason("reason_out_of_range", "WOUNDS-HD-10"))
    return found


def attack_price(world: World, unit: int, key: str) -> int:
    """WOUNDS-ENV-3: a melee attack under water costs more."""
    words = key.split(" ")
    melee = weapon(world, words[2]).kind == "melee" and words[-1] != "thrown"
    more = sheet_of(world).numbers.underwater_ap if melee and underwater(world, unit) else 0
    return price_of(world, words[0]) + more


def blow_of(world: World, unit: int, key: str) -> Blow:
    """The attack that a key means."""
    words = key.split(" ")
    ranged = weapon(world, words[2]).kind == "ranged" or words[-1] == "thrown"
    return Blow(unit, int(words[1]), words[2], ATTACKS[words[0]], ranged)


async def do_attack(world: World, unit: int, key: str) -> None:
    """WOUNDS-ACT-1 to 6."""
    await attack(world, blow_of(world, unit, key))


def _attack(verb: str) -> Verb:
    def options(world: World, unit: int) -> Iterator[Option]:
        return attack_options(world, unit, verb)

    def reasons(world: World, unit: int) -> list[Reason]:
        return attack_reasons(world, unit, verb)

    return Verb(options, do_attack, reasons, attack_price, kinds=WIELDED)


def _openings(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-ACT-12: against a foe in sight, in reach or not."""
    for foe in foes(world, unit):
        if seen(world, unit, foe):
            for key in arms(world, unit):
                if weapon(world, key).kind == "melee":
                    yield option(world, "create_opening", foe, key, unit=foe)


async def _do_opening(world: World, unit: int, key: str) -> None:
    """It is an attack roll, so that swimmers and climbers hold on first (WOUNDS-ENV-7)."""
    _, word, arm = key.split(" ")
    foe = int(word)
    if not await steady(world, unit):
        judge(world, unit, foe, "create_opening", False, "WOUNDS-ENV-7")
        return
    bonus = attack_bonus(world, Blow(unit, foe, arm))
    thrown = await wild(world, unit, "create_opening", bonus, "WOUNDS-ACT-12")
    criticals(world, unit, (foe,), thrown)
    results = dict(world.get(unit, Opening).results) if world.has(unit, Opening) else {}
    results[foe] = max(thrown.total, results.get(foe, thrown.total))
    world.put(unit, Opening(tuple(results.items())))


def _no_opening(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_nobody", "WOUNDS-ACT-12")]
