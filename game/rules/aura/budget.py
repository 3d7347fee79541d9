"""Energy, Stamina and Agility: what can be paid, and paying it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.kernel.components import FIELD, Pools, changed
from game.kernel.ecs import World, derived_of
from game.kernel.events import PoolChanged
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown
from game.rules import verbs
from game.rules.aura.checks.numbers import may_spend_stamina
from game.rules.aura.checks.powers import slowed
from game.rules.aura.state import MEANS, Beat, Reserved, Spent, spent
from game.rules.reasons import Reason
from game.systems import pools as pools_of
from game.systems.pools import amount, rebase, reset


class Price(NamedTuple):
    """What an action costs."""

    energy: int = 0
    stamina: int = 0
    agility: int = 0


Pricing: TypeAlias = "Callable[[World, int, Action], Price]"


@lru_cache(maxsize=1 << 10)
def purses(price: Price) -> verbs.Price:
    """A price as pairs of purse and amount."""
    return tuple((name, amount) for name, amount in zip(Price._fields, price, strict=True) if amount)


def short_of(world: World, unit: int, price: verbs.Price) -> list[Reason]:
    """What a unit lacks of such a price."""
    return unaffordable(world, unit, _whole(price))


@lru_cache(maxsize=1 << 10)
def _whole(price: verbs.Price) -> Price:
    return Price(**dict(price))


def pay_purses(world: World, unit: int, price: verbs.Price) -> None:
    """What an action has come to; as each pays for itself (AURA-INC-1), only what is supposed is paid here."""
    if price:
        pay(world, unit, Price(**dict(price)), "AURA-INC-1")


@derived_of(MEANS)
def left(world: World, unit: int) -> Price:
    """What a unit may spend: its pools without what is reserved (AURA-FLOOR-8)."""
    pools, kept = world.get(unit, Pools), world.find(unit, Reserved) or Reserved()
    agility = 0 if slowed(world, unit) else pools["agility"] - kept.agility
    stamina = pools["stamina"] - kept.stamina if may_spend_stamina(world, unit) else 0
    return Price(pools["energy"] - kept.energy, stamina, agility)


@derived_of(MEANS)
def substitutes_left(world: World, unit: int) -> int:
    """AURA-ECON-5: Stamina points that may still stand for Energy in this Round."""
    if not may_spend_stamina(world, unit):
        return 0
    kept = world.find(unit, Reserved) or Reserved()
    return 1 - spent(world, unit).substitutes - kept.substitutes


def unaffordable(world: World, unit: int, price: Price) -> list[Reason]:
    """AURA-ECON-16: why a price cannot be paid; one Energy may be met with Stamina (ECON-5). Not to be changed."""
    return world.derive_of(unit, MEANS, ("unaffordable", price), _unaffordable, unit, price)


def _unaffordable(world: World, unit: int, price: Price) -> list[Reason]:
    have = left(world, unit)
    found: list[Reason] = []
    missing = max(0, price.energy - have.energy)
    if missing > substitutes_left(world, unit):
        if missing == 1 and not may_spend_stamina(world, unit):
            found.append(_BARRED)
        else:
            found.append(_REPLACED if missing == 1 and spent(world, unit).substitutes else _TOO_LITTLE)
    elif price.stamina + missing > have.stamina:
        found.append(_TIRED if may_spend_stamina(world, unit) else _BARRED)
    if price.agility > have.agility:
        found.append(_SLOWED if slowed(world, unit) else _STIFF)
    return found


_TOO_LITTLE, _REPLACED = Reason("reason_energy", "AURA-ECON-16"), Reason("reason_substitute", "AURA-ECON-5")
_TIRED, _BARRED = Reason("reason_stamina", "AURA-ECON-16"), Reason("reason_no_stamina", "AURA-ECON-15")
_SLOWED, _STIFF = Reason("reason_slowed", "AURA-COND-14"), Reason("reason_agility", "AURA-ECON-13")


@derived_of(MEANS)
def energy_at_hand(world: World, unit: int) -> int:
    """The most Energy an action may cost now, one of it in Stamina."""
    have = left(world, unit)
    return have.energy + min(substitutes_left(world, unit), have.stamina)


def reserve(world: World, unit: int, price: Price) -> None:
    """AURA-FLOOR-8: keep the price of an action that begins out of other hands."""
    substitute = max(price.energy - left(world, unit).energy, int(_pressed(world, unit, price)))
    world.put(unit, Reserved(price.energy - substitute, price.stamina + substitute, price.agility, substitute))


def _pressed(world: World, unit: int, price: Price) -> bool:
    """AURA-HOUSE-3: whether Stamina pays the first Energy of a price, though there is Energy left."""
    return spent(world, unit).pressed and price.energy > 0 and left(world, unit).stamina > price.stamina


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
    energy, stamina = price.energy - kept.stood_in, price.stamina - kept.ahead
    world.put(unit, changed(kept, energy=energy, stamina=stamina, substitutes=0))


def release(world: World, unit: int) -> None:
    """The action is over: nothing is kept any more."""
    world.drop(unit, Reserved)


def meet(world: World, unit: int, price: Price, rule: str) -> bool:
    """AURA-INC-6 and ECON-15: the Stamina that a price needs is spent with that part; False if it cannot be now."""
    kept = world.find(unit, Reserved) or Reserved()
    own, lacking, substitute = _stamina_due(world, unit, price, kept)
    need = own + substitute
    if not need:
        return True
    if not may_spend_stamina(world, unit):
        return not own and not lacking
    if substitute:
        set_spent(world, unit, substitutes=1, pressed=False)
    left_over = changed(kept, stamina=kept.stamina - need, substitutes=kept.substitutes - substitute)
    world.put(unit, changed(left_over, ahead=kept.ahead + own, stood_in=kept.stood_in + substitute))
    change(world, unit, "stamina", -need, "spend", rule)
    _busy(world, unit)
    return True


def is_met(world: World, unit: int, price: Price) -> bool:
    """Whether no Stamina is to be spent for a price by now."""
    own, _, substitute = _stamina_due(world, unit, price, world.find(unit, Reserved) or Reserved())
    return not own + substitute


def _stamina_due(world: World, unit: int, price: Price, kept: Reserved) -> tuple[int, int, int]:
    """Of a price that is partly paid: its own Stamina, the Energy that is lacking, and what stands in for Energy."""
    lacking = max(0, price.energy - kept.stood_in - world.get(unit, Pools)["energy"])
    substitute = lacking or (kept.substitutes if spent(world, unit).pressed else 0)
    return price.stamina - kept.ahead, lacking, substitute


def settle_up(world: World, unit: int, price: Price, rule: str) -> None:
    """AURA-INC-1: the action is over, and what it has come to is paid, but for what was spent on the way."""
    kept = world.find(unit, Reserved) or Reserved()
    release(world, unit)
    pay(world, unit, Price(price.energy - kept.stood_in, price.stamina - kept.ahead, price.agility), rule)


def pay(world: World, unit: int, price: Price, rule: str) -> None:
    """Spend what is not kept for an action; an Energy that is lacking, or pressed for, is Stamina (AURA-ECON-5)."""
    energy, stamina, agility = price
    lacking = energy > left(world, unit).energy and substitutes_left(world, unit)
    if lacking or _pressed(world, unit, price):
        energy, stamina = energy - 1, stamina + 1
        set_spent(world, unit, substitutes=1, pressed=False)
    for name, points in (("energy", energy), ("stamina", stamina), ("agility", agility)):
        if points:
            change(world, unit, name, -points, "spend", rule)
    if any(price):
        _busy(world, unit)


def _busy(world: World, unit: int) -> None:
    if not spent(world, unit).acted:
        set_spent(world, unit, acted=True)
    if not world.get(FIELD, Beat).paid:
        set_beat(world, paid=True)


def start_round(world: World, unit: int, energy: int) -> None:
    """AURA-ROUND-3: nothing is done yet in this Round, which gives so much Energy."""
    world.put(unit, Spent(granted=energy))


def set_spent(world: World, unit: int, **fields: object) -> None:
    """Change some fields of what the unit has done in this Round."""
    world.put(unit, changed(world.get(unit, Spent), **fields))


def forget_heading(world: World, unit: int) -> None:
    """AURA-MOVE-7: any other action forgets where the unit was running."""
    if spent(world, unit).ran or spent(world, unit).fast:
        set_spent(world, unit, heading=None, ran=0, fast=False)


def set_beat(world: World, **fields: object) -> None:
    """Change some fields of how the floor stands."""
    world.put(FIELD, changed(world.get(FIELD, Beat), **fields))


def lose(
    world: World, unit: int, name: str, amount: int, rule: str, source: int | None = None, *numbers: Breakdown
) -> int:
    """Lose points, down to 0 (AURA-ECON-8); how many."""
    return -change(world, unit, name, -amount, "damage" if name == "aura" else "lose", rule, source, *numbers)


def gain(world: World, unit: int, name: str, amount: int, rule: str, source: int | None = None) -> int:
    """Regain points, up to the maximum (AURA-ECON-10); how many."""
    return change(world, unit, name, amount, "gain", rule, source)


def grant_pool(world: World, unit: int, name: str, points: int, base: int, rule: str) -> None:
    """AURA-ROUND-4: set a pool and its maximum, whatever was left in it."""
    before = amount(world, unit, name)
    rebase(world, unit, name, base)
    reset(world, unit, name, points)
    if points < base:  # what everybody has anew is not worth a line
        world.emit(PoolChanged(unit, name, before, points, "restore", None, (), rule))


def no_stamina(world: World, unit: int) -> bool:
    """Whether no Stamina is left."""
    return amount(world, unit, "stamina") == 0


def change(
    world: World, unit: int, name: str, by: int, verb: str, rule: str, source: int | None = None, *numbers: Breakdown
) -> int:
    """Change a pool within 0 and, upward, its maximum; by how much it changed."""
    pools = world.get(unit, Pools)
    before = pools[name]
    after = max(0, min(before + by, max(before, pools.base_of(name))))
    pools_of.change(world, unit, name, after, verb, rule, source, numbers)
    return after - before
