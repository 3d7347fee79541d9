"""Defending and hiding."""

from __future__ import annotations

from game.kernel.components import Conditions
from game.kernel.ecs import World
from game.kernel.events import Blocked
from game.kernel.flow import Action
from game.rules.aura.budget import Price, purses
from game.rules.aura.harm.conditions import defend
from game.rules.aura.house import house
from game.rules.aura.position.facing import hide, hide_reasons
from game.rules.aura.screen import midway as shown
from game.rules.aura.sheet.load import AuraSheet
from game.rules.aura.verbs.deeds import Deed, plain
from game.rules.reasons import Reason
from game.rules.verbs import Verb, at_once


def defending(sheet: AuraSheet) -> Deed:
    """AURA-ACT-5."""
    price = Price(sheet.main.costs.defend)

    def guarded(world: World, unit: int) -> list[Reason]:
        """It defends itself already, and no guard of its own is down."""
        items = world.get(unit, Conditions)
        own = any(item.name in ("exposed", "unguarded") and not item.until.startswith("while ") for item in items.items)
        return [Reason("reason_pointless", "AURA-ACT-5")] if "defending" in items and not own else []

    verb = Verb(
        name="defend", rule="AURA-ACT-5", group="guard", reasons=guarded, price=purses(price), pays=False,
        preview=shown.moment(price),
    )  # fmt: skip
    return Deed(verb, plain("AURA-ACT-5", price, at_once(lambda world, unit, action: defend(world, unit))))


def hides(sheet: AuraSheet) -> Deed:
    """AURA-FACE-7 and HOUSE-1, by setting."""
    price = Price(sheet.main.costs.hide)
    verb = Verb(
        name="hide", rule="AURA-HOUSE-1", group="guard", has=lambda world, unit: house(world).stealth,
        reasons=hide_reasons, price=purses(price), pays=False, preview=shown.hide,
    )  # fmt: skip
    return Deed(verb, plain("AURA-FACE-7", price, _hides))


async def _hides(world: World, unit: int, action: Action) -> None:
    if not await hide(world, unit):
        world.emit(Blocked(unit, "hide", "AURA-FACE-7"))
