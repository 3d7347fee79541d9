"""AP, initiative, stamina, mana, and what is readied, takes long or is kept up (WOUNDS-ECON, INIT, STA, MANA). The only
writer of `Long`, `Readied`, `Strain`, `Upheld` and `Magic`."""

from __future__ import annotations

from collections.abc import Callable

from game.kernel.components import Conditions, Down, Position, changed
from game.kernel.ecs import World, derived_own
from game.kernel.events import Blocked, Gained, Lost, PoolChanged
from game.rules.reasons import Reason
from game.rules.verbs import Price
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Long, Magic, Readied, Strain, Upheld, Upkeep, body, helpless, pool, severity
from game.systems.conditions import lift
from game.systems.pools import change

_NO_AP = [Reason("reason_ap", "WOUNDS-ECON-5")]


def ap(amount: int) -> Price:
    """A price of so many action points."""
    return (("ap", amount),)


def ap_in(price: Price) -> int:
    """The action points of a price."""
    return price[0][1] if price else 0


def short_of(world: World, unit: int, price: Price) -> list[Reason]:
    """WOUNDS-ECON-5: AP that are not there."""
    return _NO_AP if price and price[0][1] > pool(world, unit, "ap") else []


def pay(world: World, unit: int, price: Price) -> None:
    """Spend the action points of a price."""
    pay_ap(world, unit, ap_in(price))


def speed_row(world: World, unit: int) -> tuple[int, int, int]:
    """WOUNDS-ECON-3: AP at the start of a round, at the end of the turn, and the most that are kept."""
    return sheet_of(world).main.ap_by_speed[max(-10, min(10, body(world, unit).attribute("Spd"))) + 10]


def gain_ap(world: World, unit: int, plus: int, rule: str) -> None:
    """WOUNDS-ECON-4: what goes beyond the cap is lost; staggered units gain half, at least 1 (WOUNDS-HD-24)."""
    if "surprised" in world.get(unit, Conditions):
        world.emit(Blocked(unit, "gain_ap", "WOUNDS-INIT-9"))
        return
    if staggered(world, unit):
        plus = max(1, plus // 2)
    most = max(speed_row(world, unit)[2], pool(world, unit, "ap"))
    change(world, unit, "ap", min(most, pool(world, unit, "ap") + plus), "gain", rule)


def pay_ap(world: World, unit: int, cost: int, rule: str = "WOUNDS-ECON-5", *, long: bool = False) -> None:
    """Spend AP; spending them on anything else cancels a long action (WOUNDS-ECON-7)."""
    if cost and not long and world.has(unit, Long):
        cancel_long(world, unit)
    if cost:
        change(world, unit, "ap", max(0, pool(world, unit, "ap") - cost), "spend", rule)


def change_initiative(world: World, unit: int, by: int, rule: str, source: int | None = None) -> None:
    """WOUNDS-INIT-5: never below 0."""
    after = max(0, pool(world, unit, "initiative") + by)
    change(world, unit, "initiative", after, "gain" if by > 0 else "lose", rule, source)


def normal_stamina(world: World, unit: int) -> int:
    """WOUNDS-STA-1."""
    own = body(world, unit)
    return max(1, own.stamina + own.attribute("Vit"))


def most_stamina(world: World, unit: int) -> int:
    """WOUNDS-STA-4."""
    return max(0, normal_stamina(world, unit) - world.get(unit, Strain).fatigue)


def invested(world: World, unit: int) -> int:
    """WOUNDS-MANA-4: mana that is tied up."""
    return sum(each.mana for each in world.get(unit, Upheld).spells)


def most_mana(world: World, unit: int) -> int:
    """WOUNDS-MANA-1 and 2: the maximum as it is now."""
    own = body(world, unit)
    return max(0, own.mana + own.attribute("Lor") - invested(world, unit))


def exhausted(world: World, unit: int) -> bool:
    """WOUNDS-STA-6 and COND-5: set when fatigue is gained, until a long rest or until the test fails."""
    strain = world.get(unit, Strain)
    return strain.exhausted and 2 * strain.fatigue >= normal_stamina(world, unit)


def staggered(world: World, unit: int) -> bool:
    """WOUNDS-STA-7, NPC-1 and HD-21."""
    fatigue, now = world.get(unit, Strain).fatigue, world.get(unit, Conditions)
    if not fatigue and "dying" not in now:
        return False  # nearly always
    if body(world, unit).npc:
        return False
    return fatigue >= normal_stamina(world, unit) or ("dying" in now and "unconscious" not in now)


@derived_own
def acts_out_of_turn(world: World, unit: int) -> bool:
    """Whether reactions and interrupts are open to it: WOUNDS-INIT-6, HD-24, HD-25."""
    if world.has(unit, Down) or world.find(unit, Position) is None or pool(world, unit, "initiative") < 1:
        return False
    return not helpless(world, unit) and not staggered(world, unit)


def set_long(world: World, unit: int, long: Long) -> None:
    """WOUNDS-ECON-6 to 8, JUMP-7: so much has gone in, so much is missing."""
    world.put(unit, long)


def end_long(world: World, unit: int) -> None:
    """It is completed."""
    world.drop(unit, Long)


def cancel_long(world: World, unit: int) -> None:
    """WOUNDS-ECON-7: a long action is given up; the AP in it are lost."""
    if world.has(unit, Long):
        end_long(world, unit)
        world.emit(Lost(unit, "long_action", "WOUNDS-ECON-7"))


def get_ready(world: World, unit: int, verb: str, trigger: str) -> None:
    """WOUNDS-ACT-9: for that deed, and for that kind of event."""
    world.put(unit, Readied(verb, trigger))


def unready(world: World, unit: int, rule: str = "WOUNDS-ACT-9") -> None:
    """Any action or reaction ends readiness."""
    if world.has(unit, Readied):
        stop_waiting(world, unit)
        world.emit(Lost(unit, "readied", rule))


def stop_waiting(world: World, unit: int) -> None:
    """It is ready for nothing any longer, without a word."""
    world.drop(unit, Readied)


def spend_stamina(world: World, unit: int, cost: int, rule: str, *, verb: str = "spend") -> None:
    """WOUNDS-STA-2 and 3: what is missing becomes fatigue."""
    have = pool(world, unit, "stamina")
    change(world, unit, "stamina", max(0, have - cost), verb, rule)
    if cost > have:
        tire(world, unit, cost - have, "WOUNDS-STA-3")


def tire(world: World, unit: int, points: int, rule: str) -> None:
    """WOUNDS-STA-4 to 6: fatigue lowers the maximum, and stamina only down to it."""
    if points <= 0:
        return
    strain, was = world.get(unit, Strain), exhausted(world, unit)
    fatigue = strain.fatigue + points
    latched = 2 * fatigue >= normal_stamina(world, unit)
    world.put(unit, changed(strain, fatigue=fatigue, exhausted=latched))
    world.emit(PoolChanged(unit, "fatigue", strain.fatigue, fatigue, "gain", None, (), rule))
    if latched and not was:
        world.emit(Gained(unit, "exhausted", None, "WOUNDS-STA-6"))
    most = most_stamina(world, unit)
    if pool(world, unit, "stamina") > most:
        change(world, unit, "stamina", most, "lose", "WOUNDS-STA-5")


def unwind(world: World, unit: int) -> None:
    """WOUNDS-REST-8: 5 + Vitality − the worst wound's number, at least 1 unhurt and 0 hurt."""
    strain, worst = world.get(unit, Strain), severity(world, unit)
    by = max(0 if worst else 1, 5 + body(world, unit).attribute("Vit") - worst)
    after = max(0, strain.fatigue - by)
    if after != strain.fatigue:
        world.put(unit, changed(strain, fatigue=after))
        world.emit(PoolChanged(unit, "fatigue", strain.fatigue, after, "lose", None, (), "WOUNDS-REST-8"))


def failed_recovery(world: World, unit: int) -> None:
    """WOUNDS-REST-15: the next recovery check is easier."""
    strain, more = world.get(unit, Strain), world.get(unit, Strain).recovery + 1
    world.put(unit, changed(strain, recovery=more))
    world.emit(PoolChanged(unit, "recovery", strain.recovery, more, "gain", None, (), "WOUNDS-REST-15"))


def set_strain(world: World, unit: int, **fields: object) -> None:
    """Exhausted no longer (WOUNDS-REST-6), or no failed recoveries that count (REST-15)."""
    world.put(unit, changed(world.get(unit, Strain), **fields))


def spend_mana(world: World, unit: int, cost: int, rule: str) -> None:
    """WOUNDS-MANA-2: spent mana comes back by resting."""
    if cost:
        change(world, unit, "mana", pool(world, unit, "mana") - cost, "spend", rule)


def invest(world: World, unit: int, spell: str, target: int, *, until: str = "", paid: bool = False) -> None:
    """WOUNDS-MANA-2: present and maximum mana go down alike; `paid` was taken off the present mana before."""
    cost = sheet_of(world).spells[spell].invest
    world.put(unit, Upheld((*world.get(unit, Upheld).spells, Upkeep(spell, target, cost, until))))
    if not paid:
        change(world, unit, "mana", pool(world, unit, "mana") - cost, "invest", "WOUNDS-MANA-2")


def retrieve(world: World, unit: int, kept: Upkeep, rule: str, *, rested: bool = False) -> None:
    """WOUNDS-MANA-4 and 5: the effect is over; mana that returns raises both numbers again, some only after a rest."""
    spell = sheet_of(world).spells[kept.spell]
    rest = tuple(each for each in world.get(unit, Upheld).spells if each is not kept)
    if rested or spell.retrieve != "long_rest":
        world.put(unit, Upheld(rest))
        after = min(most_mana(world, unit), pool(world, unit, "mana") + kept.mana)
        change(world, unit, "mana", after, "gain", "WOUNDS-MANA-4")
    if spell.effect and all(each is kept for _, each in keepers(world, kept.target, spell.effect)):
        lift(world, kept.target, spell.effect, rule)


def keepers(world: World, target: int, effect: str) -> list[tuple[int, Upkeep]]:
    """Who keeps up spells of that effect on the target, and which."""
    spells = sheet_of(world).spells
    return [
        (unit, each)
        for unit, upheld in world.each(Upheld)
        for each in upheld.spells
        if each.target == target and spells[each.spell].effect == effect
    ]


def end_spells(world: World, rule: str, ends: Callable[[int, Upkeep], bool]) -> None:
    """Those are over of which, and of their casters, that is said."""
    for caster, upheld in world.each(Upheld):
        for kept in upheld.spells:
            if ends(caster, kept):
                retrieve(world, caster, kept, rule)


def begin_effects(world: World, unit: int, item: str, effects: tuple[str, ...]) -> None:
    """WOUNDS-ACT-19: an item's effects begin."""
    world.put(unit, Magic((*world.get(unit, Magic).active, *((item, effect) for effect in effects))))


def end_one_effect(world: World, unit: int, item: str, effect: str) -> bool:
    """WOUNDS-ACT-19: one effect of an item ends; whether it was its last."""
    rest = tuple(each for each in world.get(unit, Magic).active if each != (item, effect))
    world.put(unit, Magic(rest))
    return all(each[0] != item for each in rest)
