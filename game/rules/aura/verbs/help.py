"""Catching one's breath, and rallying."""

from __future__ import annotations

from game.kernel.components import Pools
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.aura.budget import Price, gain, left, purses
from game.rules.aura.checks.numbers import has
from game.rules.aura.house import house
from game.rules.aura.screen import midway as shown
from game.rules.aura.sheet.load import AuraSheet, sheet_of
from game.rules.aura.state import spent
from game.rules.aura.verbs.deeds import Deed, plain
from game.rules.aura.verbs.shots import spend_surge
from game.rules.aura.verbs.targets import ready, use_up
from game.rules.reasons import Reason
from game.rules.verbs import Verb, at_once
from game.systems.pools import amount


def breathing() -> Deed:
    """AURA-ACT-11."""
    verb = Verb(
        name="catch_breath", rule="AURA-ACT-11", group="help", reasons=_breathless, pays=False,
        price=lambda world, unit, action: purses(breath_price(world, unit)), preview=shown.breath(breath_price),
    )  # fmt: skip
    catch = at_once(lambda world, unit, action: gain(world, unit, "stamina", 1, "AURA-ACT-11"))
    return Deed(verb, plain("AURA-ACT-11", breath_price, catch))


def breath_price(world: World, unit: int, action: Action | None = None) -> Price:
    """AURA-ACT-11: three Energy, or all of a Round that gave less."""
    cost, done = sheet_of(world).main.costs.catch_breath, spent(world, unit)
    have = left(world, unit).energy
    low = 0 < done.granted < cost and not done.substitutes and have == done.granted
    leftover = house(world).catch_breath_all == "any_leftover" and 0 < have < cost
    return Price(have if low or leftover else cost)


def _breathless(world: World, unit: int) -> list[Reason]:
    pools = world.get(unit, Pools)
    reasons: list[Reason] = []
    if pools["stamina"] >= pools.base_of("stamina"):
        reasons.append(Reason("reason_pointless", "AURA-ECON-10"))
    if breath_price(world, unit).energy > left(world, unit).energy:  # a breath is not bought with Stamina
        reasons.append(Reason("reason_energy", "AURA-ACT-11"))
    return reasons


def rallying(sheet: AuraSheet) -> tuple[Deed, ...]:
    """AURA-POOL-7: a Surge in the middle of the fight, and a point of Stamina, where there is such an ability."""
    if "rally" not in sheet.abilities:
        return ()
    price = Price(sheet.abilities["rally"].energy)
    verb = Verb(
        name="rally", rule="AURA-POOL-7", group="help", has=lambda world, unit: has(world, unit, "rally"),
        reasons=_no_rally, price=purses(price), pays=False, preview=shown.moment(price),
    )  # fmt: skip
    return (Deed(verb, plain("AURA-POOL-7", price, at_once(_rally))),)


def _no_rally(world: World, unit: int) -> list[Reason]:
    spare = [] if amount(world, unit, "surges") else [Reason("reason_no_surge", "AURA-POOL-7")]
    used = [] if ready(world, unit, "rally") or spare else [Reason("reason_used_up", "AURA-REST-7")]
    pools = world.get(unit, Pools)
    full = all(pools[name] >= pools.base_of(name) for name in ("aura", "stamina"))
    return [*spare, *used, *([Reason("reason_pointless", "AURA-POOL-8")] if full else [])]


def _rally(world: World, unit: int, action: Action) -> None:
    spend_surge(world, unit, "AURA-POOL-7", unit)
    gain(world, unit, "stamina", 1, "AURA-POOL-7")
    use_up(world, unit, "rally")
