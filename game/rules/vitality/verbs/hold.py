"""Paying for an action in advance and naming its trigger (HOLD-6); what goes off is in `turns.waiting`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import structs

from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.asking import ask, invite
from game.rules.offering import options
from game.rules.reasons import Reason
from game.rules.verbs import Actions, Perform, Price, Question, Verb, by_name, decline, named, price_of, table_of
from game.rules.vitality.budget import hold, pay, short_of, waver
from game.rules.vitality.checks.numbers import weapons_of
from game.rules.vitality.entries import Trigger
from game.rules.vitality.sheet import VitalitySheet, numbers_of, sheet_of
from game.rules.vitality.state import WAVERINGS, Leaning, Turn, Waiting, allies, beings, body, pool
from game.systems.conditions import holds

RULE = "VITALITY-HOLD-6"


def cannot_hold(world: World, unit: int) -> list[Reason]:
    """Why the unit can hold no action now; none if there is any that it could."""
    found = short_of(world, unit, (("ap", 1),))
    if holds(world, unit, "confused"):
        found.append(Reason("reason_confused", "VITALITY-COND-15"))
    if world.get(unit, Turn).wavered >= WAVERINGS:
        found.append(Reason("reason_wavered", RULE))
    if found or pool(world, unit, "ap") >= numbers_of(world).move_ap:
        return found
    return [] if options(world, unit, "hold_what") else [Reason("reason_ap", RULE)]


async def hold_action(world: World, unit: int, action: Action) -> None:
    """VITALITY-HOLD-6: which action, and what it waits for; paid now."""
    option = await invite(world, unit, "hold_what")
    if option is None:
        waver(world, unit)
        return
    trigger = (await ask(world, unit, "trigger")).action
    table_of(world).pay(world, unit, price_of(world, unit, "hold_what", option))
    out, what = world.find(unit, Leaning), "".join(option.action.how)
    lean = out.cell if out else None
    hold(world, unit, Waiting(option.action.what, trigger.verb, trigger.unit, "forced" in trigger.how, lean, what))


def questions(sheet: VitalitySheet, deeds: Iterable[Deed]) -> tuple[Question, ...]:
    """What is held, until when, and what is done with it."""
    held = {deed.name: deed for deed in deeds if deed.held is not None}

    def price(world: World, unit: int, action: Action) -> Price:
        return price_ahead(held[action.what], world, "".join(action.how))

    def kinds(world: World, unit: int) -> Iterator[Action]:
        """Everything with an AP cost but stunts, that the unit has and can pay."""
        left = {purse: pool(world, unit, purse) for purse in ("ap", "wp")}
        for name in _known(world, unit, held):
            for what in held[name].kept(world, unit):
                cost = dict(price_ahead(held[name], world, what))
                if cost.get("ap") and all(amount <= left[purse] for purse, amount in cost.items()):
                    yield Action("hold", what=name, how=(what,) if what else ())

    def label(world: World, unit: int, action: Action) -> str:
        return sheet.titles.get(action.what, "")

    triggers = by_name(*(_trigger(name, entry) for name, entry in sheet.main.triggers.items()))
    kind = Verb(name="hold", rule=RULE, label=label, key=("what", "how"), price=price, actions=kinds)
    return (
        Question(
            name="hold_what", moment="detail", rule=RULE, verbs=by_name(kind, decline("no")),
            known=lambda *_: (kind.name,), preview=named,
        ),
        Question(name="trigger", moment="detail", rule=RULE, verbs=triggers, preview=named),
        Question(
            name="held_action", moment="reaction", rule="VITALITY-HOLD-7",
            verbs={name: as_held(deed) for name, deed in held.items()},
        ),
    )  # fmt: skip


def _known(world: World, unit: int, held: Iterable[str]) -> Iterator[str]:
    """Of all that can be held what the unit has: its own weapons and Abilities."""
    sheet, abilities, weapons = sheet_of(world), body(world, unit).abilities, weapons_of(world, unit)
    for name in held:
        learned = name in abilities or name not in sheet.abilities
        if sheet.arms[name][0] in weapons if name in sheet.arms else learned:
            yield name


def _trigger(name: str, entry: Trigger) -> Verb:
    def moments(world: World, unit: int) -> Iterator[Action]:
        units: list[int | None] = [None]
        if entry.whom:
            everybody = allies(world, unit) if entry.whom == "ally" else beings(world)
            units = [other for other in everybody if other != unit]
        for other in units:
            yield Action(name, other)
            if entry.moves:
                yield Action(name, other, how=("forced",))

    return Verb(
        name=name, label=entry.title, key=("unit", "how"), actions=moments,
        rule=lambda world, unit, action: "VITALITY-FORCE-10" if action.how else RULE,
    )  # fmt: skip


class Deed(Verb, frozen=True, eq=False, kw_only=True):
    """A verb of the own turn; `perform` is what becomes of it, once it is paid by the rule `paid_by` or its own.

    `tells` says that it is done before it is. `held` is what it could do when a held action of that kind goes off,
    `later` what becomes of it then if it is not the same, `ruled` by which rule. `kept` says with what it can be held
    now: plainly (""), with a Maneuver, for a weapon. `ahead` is what it costs then, if not its price.
    """

    paid_by: str = ""
    tells: bool = False
    held: Actions | None = None
    later: Perform | None = None
    ruled: str = ""
    kept: Callable[[World, int], Iterable[str]] = lambda world, unit: ("",)
    ahead: Price | Callable[[World, str], Price] = ()


def paying(deed: Deed) -> Perform:
    """What becomes of a deed in the own turn, its price first."""
    flow, price, rule = _told(deed, deed.perform), deed.price, deed.paid_by or deed.rule
    if not deed.pays or not price:
        return flow

    async def does(world: World, unit: int, action: Action) -> None:
        assert isinstance(rule, str) and not callable(price)
        pay(world, unit, price, rule)
        await flow(world, unit, action)

    return does


def _told(deed: Deed, flow: Perform | None) -> Perform:
    assert flow is not None
    if not deed.tells:
        return flow
    does, rule = flow, str(deed.rule)

    async def tells(world: World, unit: int, action: Action) -> None:
        world.emit(Used(unit, deed.name, "action", () if action.unit is None else (action.unit,), rule=rule))
        await does(world, unit, action)

    return tells


def price_ahead(deed: Deed, world: World, what: str) -> Price:
    """What it costs to hold it."""
    price = deed.ahead(world, what) if callable(deed.ahead) else deed.ahead or deed.price
    assert not callable(price)
    return price


def as_held(deed: Deed) -> Verb:
    """The same as a held action, which is paid already."""
    flow, rule = _told(deed, deed.later or deed.perform), deed.ruled or deed.rule
    return structs.replace(
        deed,
        rule=rule,
        actions=deed.held,
        ways=None,
        perform=flow,
        price=(),
        reasons=None,
        has=None,
        vain=None,
        memo=None,
    )


def only_if(fine: Callable[[World, int], object]) -> Callable[[World, int], Iterable[str]]:
    """It may be held as long as that holds."""
    return lambda world, unit: ("",) if fine(world, unit) else ()
