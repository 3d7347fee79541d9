"""What a unit may do in its own turn, and when somebody leaves its zone."""

from __future__ import annotations

from game.kernel.components import Condition
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.asking import invite, perform
from game.rules.plain.rounds import Rounds, end_verb
from game.rules.plain.walking import Walking, walk_verb
from game.rules.verbs import Price, Question, Verb, by_name
from game.systems import conditions, pools
from game.systems.field import settings_of
from quintain_d20.sheet import Sheet
from quintain_d20.strike import aimed, strike_verb

ACTION: Price = (("action", 1),)
REACTION: Price = (("reaction", 1),)


def questions(sheet: Sheet, rounds: Rounds) -> tuple[Question, ...]:
    """The own turn, and the opportunity."""
    walking = Walking(
        pool="cells", climb=sheet.main.numbers.climb, rule="D20-MOVE-1", zone_rule="D20-ZONE-1",
        watches=watches, struck=struck,
    )  # fmt: skip
    turn = by_name(
        strike_verb(ACTION),
        walk_verb(walking),
        Verb(name="guard", rule="D20-GUARD-1", group="guard", price=ACTION, perform=_guard),
        Verb(name="withdraw", rule="D20-SLIP-1", group="move", price=ACTION, perform=_withdraw),
        end_verb(rounds),
    )
    between = by_name(strike_verb(REACTION), Verb(name="no", rule="D20-ZONE-1", role="decline"))
    return (
        Question(name="turn", moment="own_turn", rule="D20-TURN-1", verbs=turn),
        Question(name="opportunity", moment="reaction", rule="D20-ZONE-1", verbs=between),
    )


async def _guard(world: World, unit: int, action: Action) -> None:
    conditions.inflict(world, unit, Condition("guarded", "D20-GUARD-1", unit, "turn"))


async def _withdraw(world: World, unit: int, action: Action) -> None:
    conditions.inflict(world, unit, Condition("withdrawn", "D20-SLIP-1", unit, "turn"))


def watches(world: World, foe: int, unit: int) -> bool:
    """D20-ZONE-1, SLIP-1: whether a foe may strike at a unit that leaves its zone."""
    careless = settings_of(world).opportunity and not conditions.holds(world, unit, "withdrawn")
    return bool(careless and pools.amount(world, foe, "reaction"))


async def struck(world: World, foe: int, unit: int) -> None:
    """D20-ZONE-1: it may, or let it pass."""
    option = await invite(world, foe, "opportunity", aimed(world, foe, unit))
    if option is not None:
        await perform(world, foe, "opportunity", option)
