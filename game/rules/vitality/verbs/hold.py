"""Paying for an action in advance and naming its trigger (HOLD-6); what goes off is in `turns.waiting`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.asking import ask, invite
from game.rules.offering import options
from game.rules.reasons import Reason
from game.rules.verbs import Price, Question, Verb, by_name, decline, named, price_of, table_of
from game.rules.vitality.budget import hold, short_of, waver
from game.rules.vitality.checks.numbers import weapons_of
from game.rules.vitality.entries import Trigger
from game.rules.vitality.position.who import allies, beings
from game.rules.vitality.sheet import VitalitySheet, numbers_of, sheet_of
from game.rules.vitality.state import WAVERINGS, Leaning, Turn, Waiting, body, pool
from game.rules.vitality.verbs.deed import Deed, as_held, price_ahead
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
    """One about each unit it may name, with and without forced movement."""

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
