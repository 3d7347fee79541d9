"""Offensive actions, Defend, Ready, Create an Opening, Seize Initiative (WOUNDS-ACT-1 to 9, 12, 21)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Gear
from game.kernel.ecs import World
from game.kernel.events import Rolled
from game.kernel.flow import Option, Roll, decide
from game.rules.offering import Reason
from game.rules.wounds.attack import Blow, Mode, attack, attack_bonus, increments, steady
from game.rules.wounds.checks import criticals, judge, wild
from game.rules.wounds.effects import inflict
from game.rules.wounds.element import underwater
from game.rules.wounds.pools import change_initiative
from game.rules.wounds.position import distances, reaches, seen
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import WIELDED, Opening, Readied, Stock, arms, body, tagged, weapon
from game.rules.wounds.verbs import Verb, foes, none, option, price_of
from game.systems.conditions import holds
from game.systems.field import board_of, teams

ATTACKS: dict[str, Mode] = {
    "standard_attack": "standard",
    "strong_attack": "strong",
    "quick_attack": "quick",
    "nonlethal_attack": "nonlethal",
}
TRIGGERS = ("attacks", "moves", "anything")
READY = (
    *(*ATTACKS, "cast", "defend", "disarm", "grapple", "seize_initiative", "shove", "trip", "distract"),
    *("create_opening", "enter_space", "escape", "drag", "pin", "dash", "change_posture", "mount", "dismount"),
    *("regain_mount", "retrieve", "stow", "pick_up", "use_object", "use_door", "reload", "end_effect"),
    *("stabilize", "treat_condition", "treat_wound"),
)  # every action that is possible in somebody else's turn


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


# Defend, Ready, Create an Opening, Seize Initiative


def _defend(world: World, unit: int) -> Iterator[Option]:
    if not holds(world, unit, "defending"):
        yield option(world, "defend")


async def _do_defend(world: World, unit: int, key: str) -> None:
    inflict(world, unit, "defending", "WOUNDS-ACT-8", unit, until="turn")


def _already(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_already", "WOUNDS-ACT-8")]


def _ready(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-ACT-9."""
    if not world.has(unit, Readied):
        yield option(world, "get_ready")


async def _do_ready(world: World, unit: int, key: str) -> None:
    """WOUNDS-ACT-9 and HD-6: which action, and for what kind of event."""
    verbs = [verb for verb in READY if _conceivable(world, unit, verb)]
    about, rule = world.events[-1], "WOUNDS-HD-6"
    options = [Option(verb, rule=rule) for verb in verbs]
    verb = await decide(unit, "ready_action", options, rule="WOUNDS-ACT-9", about=about)
    options = [Option(trigger, rule=rule) for trigger in TRIGGERS]
    trigger = await decide(unit, "ready_trigger", options, rule=rule, about=about)
    world.put(unit, Readied(verb, trigger))


def _conceivable(world: World, unit: int, verb: str) -> bool:
    """Whether the unit has what an action is about, or the map has it."""
    gear, items, weapons = world.get(unit, Gear), sheet_of(world).items, sheet_of(world).weapons
    things = (*gear.held, *gear.carried)
    if verb == "cast":
        return bool(body(world, unit).spells)
    if verb == "reload":
        return any(key in weapons and weapons[key].reload for key in things)
    if verb in ("retrieve", "stow"):
        return bool(things)
    if verb == "use_object":
        return any(key in items and items[key].use for key in things)
    if verb == "end_effect":
        return any(key in items and items[key].effects for key in things)
    if verb == "use_door":
        return bool(board_of(world).doors)
    if verb in ("mount", "dismount", "regain_mount"):
        own = teams(world)[unit]
        return any(tagged(world, each, "mount") for each, team in teams(world).items() if team == own)
    return True


def _is_ready(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_already", "WOUNDS-ACT-9")]


def _unready(world: World, unit: int) -> Iterator[Option]:
    if world.has(unit, Readied):
        yield option(world, "unready")


async def _do_unready(world: World, unit: int, key: str) -> None:
    world.drop(unit, Readied)


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


def _seize(world: World, unit: int) -> Iterator[Option]:
    yield option(world, "seize_initiative")


async def _do_seize(world: World, unit: int, key: str) -> None:
    sides = sheet_of(world).main.dice.seize
    faces = await Roll(unit, "seize_initiative", (sides,), "WOUNDS-ACT-21")
    world.emit(Rolled(unit, "seize_initiative", (sides,), faces, (), "WOUNDS-ACT-21"))
    change_initiative(world, unit, faces[0], "WOUNDS-ACT-21")


VERBS: dict[str, Verb] = {
    **{verb: _attack(verb) for verb in ATTACKS},
    "defend": Verb(_defend, _do_defend, _already, own=True),
    "get_ready": Verb(_ready, _do_ready, _is_ready, own=True),
    "unready": Verb(_unready, _do_unready, none, free=True, own=True),
    "create_opening": Verb(_openings, _do_opening, _no_opening, kinds=WIELDED),
    "seize_initiative": Verb(_seize, _do_seize, none, own=True),
}
