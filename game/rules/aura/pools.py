"""Energy, Stamina and Agility: what can be paid, and paying it."""

from __future__ import annotations

from typing import NamedTuple

from game.kernel.components import FIELD, Pools, changed
from game.kernel.ecs import World
from game.kernel.events import PoolChanged
from game.kernel.numbers import Breakdown
from game.rules.aura.figures import may_spend_stamina
from game.rules.aura.powers import slowed
from game.rules.aura.state import Beat, Reserved, note, pool, spent
from game.rules.offering import Reason


class Price(NamedTuple):
    """What an action costs."""

    energy: int = 0
    stamina: int = 0
    agility: int = 0


def left(world: World, unit: int) -> Price:
    """What a unit may spend: its pools without what is reserved (AURA-FLOOR-8)."""
    return world.derive_own(unit, "left", lambda world: _left(world, unit))


def _left(world: World, unit: int) -> Price:
    pools, kept = world.get(unit, Pools), world.find(unit, Reserved) or Reserved()
    agility = 0 if slowed(world, unit) else pools["agility"] - kept.agility
    stamina = pools["stamina"] - kept.stamina if may_spend_stamina(world, unit) else 0
    return Price(pools["energy"] - kept.energy, max(0, stamina), max(0, agility))


def substitutes_left(world: World, unit: int) -> int:
    """AURA-ECON-5: Stamina points that may still stand for Energy in this Round."""
    if not may_spend_stamina(world, unit):
        return 0
    kept = world.find(unit, Reserved) or Reserved()
    return max(0, 1 - spent(world, unit).substitutes - kept.substitutes)


def unaffordable(world: World, unit: int, price: Price) -> list[Reason]:
    """AURA-ECON-16: why a price cannot be paid; one Energy may be met with Stamina (ECON-5)."""
    have, found = left(world, unit), list[Reason]()
    missing = price.energy - have.energy
    if missing > 0:
        if missing > substitutes_left(world, unit):
            found.append(_no_energy(world, unit, missing))
        elif have.stamina < price.stamina + missing:
            found.append(Reason("reason_stamina", "AURA-ECON-16"))
    elif price.stamina > have.stamina:
        barred = not may_spend_stamina(world, unit)
        found.append(
            Reason("reason_no_stamina" if barred else "reason_stamina", "AURA-ECON-15" if barred else "AURA-ECON-16")
        )
    if price.agility > have.agility:
        found.append(
            Reason("reason_slowed", "AURA-COND-14") if slowed(world, unit) else Reason("reason_agility", "AURA-ECON-13")
        )
    return found


def _no_energy(world: World, unit: int, missing: int) -> Reason:
    if missing == 1 and not may_spend_stamina(world, unit):
        return Reason("reason_no_stamina", "AURA-ECON-15")
    if missing == 1 and spent(world, unit).substitutes:
        return Reason("reason_substitute", "AURA-ECON-5")
    return Reason("reason_energy", "AURA-ECON-16")


def energy_at_hand(world: World, unit: int) -> int:
    """The most Energy an action may cost now, one of it in Stamina."""
    have = left(world, unit)
    return have.energy + min(substitutes_left(world, unit), have.stamina)


def reserve(world: World, unit: int, price: Price) -> None:
    """AURA-FLOOR-8: keep the price of an action that begins out of other hands."""
    substitute = max(price.energy - left(world, unit).energy, int(_pressed(world, unit, price)))
    substitute = max(0, substitute)
    world.put(unit, Reserved(price.energy - substitute, price.stamina + substitute, price.agility, substitute))


def _pressed(world: World, unit: int, price: Price) -> bool:
    """AURA-HOUSE-3: whether Stamina pays the first Energy of a price, though there is Energy left."""
    wanted = spent(world, unit).pressed and price.energy > 0 and substitutes_left(world, unit) > 0
    return wanted and left(world, unit).stamina > price.stamina


def renew(world: World, unit: int, price: Price) -> bool:
    """AURA-FLOOR-8: look again at what is kept for an action before its roll; False if it cannot be paid any more."""
    release(world, unit)
    if unaffordable(world, unit, price):
        return False
    reserve(world, unit, price)
    return True


def keep(world: World, unit: int, price: Price) -> None:
    """Of what is kept for an action only so much is kept on, less what was spent on the way; the rest is free."""
    kept = world.find(unit, Reserved) or Reserved()
    energy, stamina = max(0, price.energy - kept.stood_in), max(0, price.stamina - kept.ahead)
    substitute = max(0, energy - world.get(unit, Pools)["energy"])
    world.put(unit, changed(kept, energy=energy - substitute, stamina=stamina + substitute, substitutes=substitute))


def release(world: World, unit: int) -> None:
    """The action is over: nothing is kept any more."""
    world.drop(unit, Reserved)


def meet(world: World, unit: int, price: Price, rule: str) -> bool:
    """AURA-INC-6 and ECON-15: the Stamina without which an action cannot come to such a price is spent with that part.

    False if it may not, or cannot, be spent any more: the action comes to an end here.
    """
    kept = world.find(unit, Reserved) or Reserved()
    own = max(0, price.stamina - kept.ahead)
    lacking = max(0, price.energy - kept.stood_in - world.get(unit, Pools)["energy"])
    wanted = not kept.stood_in and price.energy > 0 and spent(world, unit).pressed
    substitute = lacking or int(wanted)
    need = own + substitute
    if not need:
        return True
    open_to = 1 - spent(world, unit).substitutes
    if not may_spend_stamina(world, unit) or pool(world, unit, "stamina") < need or substitute > open_to:
        return not own and not lacking
    if substitute:
        note(world, unit, substitutes=1, pressed=False)
    rest = max(0, kept.stamina - need)
    world.put(
        unit,
        changed(
            kept,
            stamina=rest,
            substitutes=max(0, kept.substitutes - substitute),
            ahead=kept.ahead + own,
            stood_in=kept.stood_in + substitute,
        ),
    )
    _change(world, unit, "stamina", -need, "spend", rule)
    _busy(world, unit, energy=substitute > 0)
    return True


def settle(world: World, unit: int, price: Price, rule: str) -> None:
    """AURA-INC-1: the action is over, and what it has come to is paid, but for what was spent on the way."""
    kept = world.find(unit, Reserved) or Reserved()
    release(world, unit)
    energy, stamina = max(0, price.energy - kept.stood_in), max(0, price.stamina - kept.ahead)
    pay(world, unit, Price(energy, stamina, price.agility), rule)


def pay(world: World, unit: int, price: Price, rule: str) -> None:
    """Spend what is not kept for an action; an Energy that is lacking, or pressed for, is Stamina (AURA-ECON-5)."""
    energy, stamina, agility = price
    have = left(world, unit)
    payable = substitutes_left(world, unit) > 0 and have.stamina > stamina
    if payable and (energy > have.energy or _pressed(world, unit, price)):
        energy, stamina = energy - 1, stamina + 1
        note(world, unit, substitutes=spent(world, unit).substitutes + 1, pressed=False)
    for name, amount in (("energy", energy), ("stamina", stamina), ("agility", agility)):
        if amount:
            _change(world, unit, name, -amount, "spend", rule)
    if price.energy or price.stamina or price.agility:
        _busy(world, unit, energy=price.energy > 0)


def _busy(world: World, unit: int, *, energy: bool) -> None:
    """Something has been paid for."""
    note(world, unit, used=spent(world, unit).used or energy, acted=True)
    world.put(FIELD, changed(world.get(FIELD, Beat), paid=True))


def _change(
    world: World, unit: int, name: str, by: int, verb: str, rule: str, source: int | None = None, *numbers: Breakdown
) -> int:
    """Change a pool within 0 and, upward, its maximum; by how much it changed."""
    pools = world.get(unit, Pools)
    before = pools[name]
    after = max(0, before + by) if by < 0 else max(before, min(pools.base_of(name), before + by))
    if after != before:
        world.put(unit, pools.with_(name, after))
        world.emit(PoolChanged(unit, name, before, after, verb, source, numbers, rule))
    return after - before


def lose(
    world: World, unit: int, name: str, amount: int, rule: str, source: int | None = None, *numbers: Breakdown
) -> int:
    """Lose points, down to 0 (AURA-ECON-8); how many."""
    verb = "damage" if name == "aura" else "lose"
    return -_change(world, unit, name, -amount, verb, rule, source, *numbers)


def gain(world: World, unit: int, name: str, amount: int, rule: str, source: int | None = None) -> int:
    """Regain points, up to the maximum (AURA-ECON-10); how many."""
    return _change(world, unit, name, amount, "gain", rule, source)


def reset(world: World, unit: int, name: str, amount: int, base: int, rule: str) -> None:
    """AURA-ROUND-4: set a pool, whatever was left in it."""
    pools = world.get(unit, Pools)
    at, before = pools.names.index(name), pools[name]
    world.put(unit, Pools(pools.names, pools.now, (*pools.base[:at], base, *pools.base[at + 1 :])).with_(name, amount))
    if amount < base:  # what everybody has anew is not worth a line
        world.emit(PoolChanged(unit, name, before, amount, "restore", None, (), rule))


def empty(world: World, unit: int) -> bool:
    """Whether no Stamina is left."""
    return pool(world, unit, "stamina") == 0
