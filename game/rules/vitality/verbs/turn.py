"""The own turn, holding it and handing it over, shared turns, and the councils between rounds."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from game.kernel.components import Gear
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, answer, by_name, decline, detail
from game.rules.vitality.checks.numbers import weapons_of
from game.rules.vitality.sheet import VitalitySheet, sheet_of
from game.rules.vitality.state import Body, Turn, body, pool, up
from game.rules.vitality.turns import battle
from game.rules.vitality.turns.order import obeys, order_of
from game.rules.vitality.turns.rounds import end, hand_over, hold_turn, in_turn
from game.rules.vitality.verbs import attack, gear, guard, help, hinder, hold, magic, move
from game.rules.vitality.verbs.hold import Deed, paying

_HAVING = frozenset((Body, Gear))


def questions(sheet: VitalitySheet) -> tuple[Question, ...]:
    """VITALITY-ECON-1: one choice of the acting unit; and the held actions that are made of the same deeds."""
    weapons, abilities, stunts = attack.weapons(sheet), magic.abilities(sheet), magic.stunts(sheet)
    early = (
        *move.moves(sheet), *attack.others(sheet), *guard.stances(sheet), *hinder.manoeuvres(sheet),
        *guard.leaning(sheet), *gear.handling(sheet), move.switching(sheet), *gear.using(sheet),
        help.stabilizing(sheet),
    )  # fmt: skip
    holding = Deed(name="hold_action", rule=hold.RULE, reasons=hold.cannot_hold, perform=hold.hold_action)
    late = (help.commanding(sheet), *hinder.loosening(sheet), guard.watching(sheet), holding)
    deeds = (*weapons, *abilities, *early, *stunts, *late)
    own = (structs.replace(deed, perform=in_turn(paying(deed)), pays=False) for deed in deeds)
    verbs = by_name(*own, *_passing())
    used = {deed.name for deed in abilities}
    first, feats = tuple(deed.name for deed in early), tuple(deed.name for deed in stunts)
    last = tuple(verb.name for verb in (*late, *_passing()))

    def names(world: World, unit: int, more: tuple[str, ...]) -> tuple[str, ...]:
        table, weapons = sheet_of(world).weapons, weapons_of(world, unit)
        arms = (name for key in weapons for name in (key, f"throw_{key}") if name == key or table[key].thrown)
        return (*arms, *(key for key in body(world, unit).abilities if key in used), *first, *more, *last)

    def known(world: World, unit: int) -> tuple[str, ...]:
        more = feats if pool(world, unit, "nm") > 0 else ()
        return world.derive_of(unit, _HAVING, ("known", bool(more)), names, unit, more)

    turn = Question(name="turn", moment="own_turn", rule="VITALITY-ECON-1", verbs=verbs, known=known)
    return turn, *hold.questions(sheet, deeds)


def _passing() -> tuple[Verb, ...]:
    """VITALITY-HOLD-1, UNION-1 and 2, ECON-2: what begins no turn, and what ends it."""
    rule = "VITALITY-UNION-1"
    return (
        Verb(name="hold_turn", rule="VITALITY-HOLD-1", role="wait", reasons=_acted, perform=hold_turn),
        Verb(
            name="hand_over", rule="VITALITY-UNION-2", role="wait", key=("unit",), quiet=True, actions=_others,
            perform=hand_over,
        ),
        Verb(
            name="plan_union", rule=rule, key=("unit",), quiet=True, actions=battle.plan_with,
            perform=battle.plan_union, vain=battle.plans_nothing,
        ),
        Verb(
            name="plan_alone", rule=rule, quiet=True, actions=battle.plan_to_part, perform=battle.plan_alone,
            vain=battle.plans_nothing,
        ),
        Verb(name="end", rule="VITALITY-ECON-2", role="end_turn", perform=end),
    )  # fmt: skip


def _acted(world: World, unit: int) -> list[Reason]:
    """VITALITY-HOLD-1: nobody of the group has done anything, and somebody of it could."""
    order = order_of(world)
    fresh = order.fresh and not any(world.get(each, Turn).acted for each in order.active)
    able = fresh and any(up(world, each) for each in order.active)
    return [] if able else [Reason("reason_acted", "VITALITY-HOLD-1")]


def _others(world: World, unit: int) -> Iterator[Action]:
    """A turn that nobody does anything in is handed on so often and no more."""
    order = order_of(world)
    for other in order.active if order.idle < 2 * len(order.active) else ():
        if other != unit and up(world, other) and obeys(world, other):
            yield Action("hand_over", other)


def between() -> tuple[Question, ...]:
    """VITALITY-HOLD-2 to 4, UNION-1, END-1: whether a held turn is taken, and what sides settle between rounds."""
    union, given_up = "VITALITY-UNION-1", "VITALITY-END-1"
    group = ("others",)
    return (
        detail(
            "held_turn", "VITALITY-HOLD-2", answer("act", "VITALITY-HOLD-2"),
            Verb(name="wait", rule="VITALITY-HOLD-2", role="wait"), moment="floor",
        ),
        detail(
            "last_call", "VITALITY-HOLD-3", answer("act", "VITALITY-HOLD-3"), decline("refuse", "VITALITY-HOLD-4"),
            moment="floor",
        ),
        detail(
            "council", union, Verb(name="fight_on", rule=union, role="decline", perform=battle.fight_on),
            Verb(name="union", rule=union, key=group, perform=battle.unite),
            Verb(name="part", rule=union, key=group, perform=battle.part),
            Verb(name="surrender", rule=given_up, role="concede", perform=battle.give_up), moment="terms",
        ),
        detail("join_union", union, answer("agree", union), decline("refuse", union), moment="terms"),
    )  # fmt: skip
