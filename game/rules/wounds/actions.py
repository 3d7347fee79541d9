"""All verbs, who may do which of them now, and doing one: price, haste, stamina, effect (WOUNDS-ACT-0, FAST)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from game.kernel.components import Conditions, Down, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Option
from game.kernel.numbers import Breakdown
from game.rules.offering import Reason
from game.rules.wounds import casting, fighting, going, handling, healing, hindering, jumping, mounting
from game.rules.wounds.checks import check, ordinary, steps_beyond
from game.rules.wounds.pools import pay_ap, spend_stamina, unready
from game.rules.wounds.position import hidden
from game.rules.wounds.reactions import heed, ignore, notice, watch_flanks
from game.rules.wounds.riding import led, stop_calming
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Body, Going, Ignoring, Riding, helpless, pool
from game.rules.wounds.verbs import Verb, none, option, price_of
from game.rules.wounds.yards import buy, rate
from game.systems.field import PLACES, board_of, enemies

MOUNT = "mount"  # ends the keys of what a rider has its mount mind


def _minders(world: World, unit: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Whose heed the unit directs in its turn: its own, and that of a mount it leads; what the option's key adds."""
    yield unit, ()
    mount = led(world, unit)
    if mount is not None:
        yield mount, (MOUNT,)


def _ignores(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-POS-5: any foe, in the own turn; about each a unit changes its mind once a turn (house default)."""
    for who, words in _minders(world, unit):
        now = world.get(who, Ignoring)
        for foe in enemies(world, unit):
            if foe not in (*now.ignored, *now.changed) and not hidden(world, who, foe):
                yield _minding(world, "ignore", foe, words)


def _minding(world: World, verb: str, foe: int, words: tuple[str, ...]) -> Option:
    found = option(world, verb, foe, *words, unit=foe)
    titles = sheet_of(world).titles
    return changed(found, label=f"{found.label} ({titles['of_the_mount']})") if words else found


async def _do_ignore(world: World, unit: int, key: str) -> None:
    ignore(world, _minder(world, unit, key), int(key.split(" ")[1]))


def _minder(world: World, unit: int, key: str) -> int:
    mount = led(world, unit) if key.endswith(f" {MOUNT}") else None
    if mount is None:
        return unit
    world.emit(used(world, mount, key, "free"))
    return mount


def _heeds(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-POS-9."""
    for who, words in _minders(world, unit):
        now = world.get(who, Ignoring)
        for foe in now.ignored:
            if foe not in now.changed:
                yield _minding(world, "heed", foe, words)


async def _do_heed(world: World, unit: int, key: str) -> None:
    heed(world, _minder(world, unit, key), int(key.split(" ")[1]))


_MINDING = frozenset((Ignoring, Riding, Body, Conditions))

VERBS: dict[str, Verb] = {
    **fighting.VERBS,
    **casting.VERBS,
    **going.VERBS,
    **mounting.VERBS,
    **jumping.VERBS,
    **hindering.VERBS,
    **healing.VERBS,
    **handling.VERBS,
    "ignore": Verb(_ignores, _do_ignore, none, free=True, kinds=PLACES | _MINDING),
    "heed": Verb(_heeds, _do_heed, none, free=True, kinds=_MINDING),
}


def price(world: World, unit: int, key: str) -> int:
    """AP of an option, before any haste (WOUNDS-ECON-9: cost modifiers go no lower than 1)."""
    verb = key.partition(" ")[0]
    entry = VERBS[verb]
    return entry.price(world, unit, key) if entry.price is not None else price_of(world, verb)


class Offer(Struct, frozen=True):
    """One verb: its options that can be paid, and those that only a long action can."""

    verb: str
    options: tuple[Option, ...] = ()
    long: tuple[Option, ...] = ()


def offer_of(world: World, unit: int, verb: str) -> Offer:
    """What the unit may do with a verb now, whosever turn it is."""
    entry, found = VERBS[verb], () if barred(world, unit, verb) else priced(world, unit, verb)
    ap = pool(world, unit, "ap")
    if entry.free or entry.moves:
        return Offer(verb, tuple(each for each, _ in found))
    can = tuple(each for each, cost in found if cost <= ap)
    if len(can) == len(found) or entry.short or not ap:
        return Offer(verb, can)
    return Offer(verb, can, tuple(each for each, cost in found if cost > ap and not _hurried(each.key)))


def reasons(world: World, unit: int, verb: str) -> list[Reason]:
    """Why the unit has no option of a verb that it could do and pay now; empty where it has, or nothing is to say."""
    reason = barred(world, unit, verb)
    if reason is not None:
        return [reason]
    if offer_of(world, unit, verb).options:
        return []
    if priced(world, unit, verb):
        return [Reason("reason_ap", "WOUNDS-ECON-5")]
    return VERBS[verb].reasons(world, unit)


def priced(world: World, unit: int, verb: str) -> tuple[tuple[Option, int], ...]:
    """The options of a verb whatever the AP, each with its price; that of moves is looked up when they are done."""
    entry = VERBS[verb]
    if entry.own:
        return world.derive_own(unit, verb, lambda world: _priced(world, unit, verb))
    return world.derive(("priced", unit, verb), lambda world: _priced(world, unit, verb), entry.kinds)


def _priced(world: World, unit: int, verb: str) -> tuple[tuple[Option, int], ...]:
    entry = VERBS[verb]
    found = entry.options(world, unit)
    if entry.free or entry.moves:
        return tuple((each, 0) for each in found)
    if entry.price is None:
        cost = price_of(world, verb)
        return tuple((each, cost) for each in found)
    return tuple((each, entry.price(world, unit, each.key)) for each in found)


def barred(world: World, unit: int, verb: str) -> Reason | None:
    """WOUNDS-TURN-12, HD-25, GRAP-8, MOUNT-7: what helpless and panicking units cannot do, and units off the board."""
    reason, pinned = world.derive_own(unit, "barred", lambda world: _hindrance(world, unit))
    return None if verb == "escape" and pinned else reason


def _hindrance(world: World, unit: int) -> tuple[Reason | None, bool]:
    """Why the unit can do nothing at all, and whether it may escape all the same."""
    if world.has(unit, Down) or world.find(unit, Position) is None:
        return Reason("reason_down", "WOUNDS-TURN-12"), False
    if helpless(world, unit):
        return Reason("reason_helpless", "WOUNDS-HD-25"), "pinned" in world.get(unit, Conditions)
    if "panicking" in world.get(unit, Conditions):
        return Reason("reason_panicking", "WOUNDS-MOUNT-7"), False
    return None, False


def choices(world: World, unit: int, verb: str) -> tuple[Option, ...]:
    """The options of a verb that the unit could do and pay now."""
    return offer_of(world, unit, verb).options


def _hurried(key: str) -> str:
    """The check by which a key hurries, if it does."""
    last = key.rpartition(" ")[2]
    return last if last in ("acrobatics", "athletics") else ""


# Doing


async def perform(world: World, unit: int, key: str, *, kind: str = "action", paid: bool = False) -> None:
    """Pay and do one option; `paid` has its AP in a long action (WOUNDS-ECON-6). Then others notice it."""
    verb = key.partition(" ")[0]
    entry, cost = VERBS[verb], 0
    if not paid and not entry.free:
        cost = price(world, unit, key)
        if _hurried(key):
            hasty = await hasten(world, unit, cost, _hurried(key))
            if hasty is None:
                return
            cost = hasty
        pay_ap(world, unit, cost, "WOUNDS-MOVE-4" if entry.moves else "WOUNDS-ECON-5")
    if not entry.free and not entry.moves:
        unready(world, unit)
        if verb != "regain_mount":
            stop_calming(world, unit)
    if not entry.moves:
        world.put(unit, changed(world.get(unit, Going), run=0))
    if verb == "move":
        buy(world, unit, cost)
    elif verb == "haul":
        now = world.get(unit, Going)
        world.put(unit, changed(now, drag=now.drag - cost, hauled=now.hauled + cost * rate(world, unit).total))
    world.emit(used(world, unit, key, "free" if entry.free else kind))
    if price_stamina(world, verb):
        spend_stamina(world, unit, price_stamina(world, verb), "WOUNDS-STA-2")
    await entry.perform(world, unit, key)
    await watch_flanks(world)
    if not entry.moves and not entry.free:
        attacked = verb in fighting.ATTACKS or verb == "cast"
        await notice(world, "attacks" if attacked else "acts", unit)


def price_stamina(world: World, verb: str) -> int:
    """WOUNDS-ACT-0: stamina, taken when the action takes effect."""
    return sheet_of(world).actions[verb].stamina


def possible(world: World, unit: int, key: str) -> bool:
    """Whether an option that was named before is still one, whatever the AP."""
    verb = key.partition(" ")[0]
    return barred(world, unit, verb) is None and any(each.key == key for each, _ in priced(world, unit, verb))


def used(world: World, unit: int, key: str, kind: str) -> Used:
    """The event of an action, with whom and where it is about."""
    verb, *words = key.split(" ")
    rule = sheet_of(world).actions[verb].rule
    targets = tuple(int(word) for word in words[:2] if word.isdigit() and world.has(int(word), Conditions))[:1]
    grid = board_of(world).grid
    cell = next((grid.parse(word) for word in words if "," in word and "/" not in word), None)
    return Used(unit, verb, kind, targets, cell, rule)


async def hasten(world: World, unit: int, cost: int, how: str) -> int | None:
    """WOUNDS-FAST-2 and 3: the cost after a try to be quicker; None when too little is left for it."""
    tn = sheet_of(world).main.tn.hasten
    margin = await ordinary(world, unit, "haste", hasty_bonus(world, unit, how), "WOUNDS-FAST-2") - tn
    if margin >= 0:
        spend_stamina(world, unit, 1, "WOUNDS-FAST-2")
        return max(1, cost - 1 - steps_beyond(margin, 3))
    pay_ap(world, unit, min(pool(world, unit, "ap"), 1 + steps_beyond(-margin, 3)), "WOUNDS-FAST-3")
    return cost if pool(world, unit, "ap") >= cost else None


def hasty_bonus(world: World, unit: int, how: str) -> Breakdown:
    """WOUNDS-FAST-2: Dex [Acrobatics] or Str [Athletics]."""
    attribute, skill = ("Dex", "Acrobatics") if how == "acrobatics" else ("Str", "Athletics")
    return check(world, unit, "haste", attribute, skill, rule="WOUNDS-FAST-2")
