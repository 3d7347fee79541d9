"""What an action is made of: a verb with all that wounds knows of it; and questions beside the own turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

import game.rules.verbs as verbs
from game.grid.grid import Grid
from game.kernel.components import Conditions, Down, Position
from game.kernel.ecs import Kinds, World, derived_own
from game.kernel.flow import Action, Decision, Group, Moment, Option
from game.rules.reasons import Reason
from game.rules.ruleset import Preview
from game.rules.wounds.budget import ap, ap_in
from game.rules.wounds.screen.preview import Effect, hurried, sure, with_costs
from game.rules.wounds.sheet import WoundsSheet
from game.rules.wounds.state import HASTE, Long, haste_of, helpless

AtLast: TypeAlias = "Callable[[World, int, Long], Awaitable[bool]]"
Known: TypeAlias = "Callable[[World, int], Iterable[str]]"


class Deed(verbs.Verb, frozen=True, eq=False, kw_only=True):
    """A verb of the sheet's actions; `perform` is its effect alone, and `effect` previews that without its costs.

    `own_turn` cannot be done out of turn, and what is `alone` hangs on nobody else; `free` costs no AP and is neither
    action nor reaction, and may be done at `anytime`; `by_mount`: the mount that the unit leads does it. `moves` is
    movement, which `buys` what the AP that were paid for it are worth. `lasts` may take longer than a turn, and
    `minutes` always does; `at_last` completes it then, if that differs from doing it, and tells whether it was
    possible. `calms` does not interrupt calming a mount. `trigger` is what others notice of it. A unit can be ready for
    it where it is `conceivable` that it has something to do it with, if at all. Trained mounts do it `on_command`.
    """

    own_turn: bool = False
    alone: bool = False
    free: bool = False
    anytime: bool = False
    by_mount: bool = False
    moves: bool = False
    buys: Callable[[World, int, int], None] | None = None
    lasts: bool = True
    minutes: int = 0
    stamina: int = 0
    calms: bool = False
    on_command: bool = False
    trigger: str = "acts"
    conceivable: Callable[[World, int], bool] | None = lambda world, unit: True
    at_last: AtLast | None = None
    effect: Effect | None = None


def deed(
    sheet: WoundsSheet,
    name: str,
    group: Group,
    perform: verbs.Perform,
    actions: verbs.Actions | None = None,
    *,
    free: bool = False,
    kinds: Kinds = (),
    own: bool = False,
    memo: verbs.Memo | None = None,
    **more: Any,
) -> Deed:
    """A deed with the sheet's title, rule and costs; its options depend on components of these kinds, on its `own` (of
    these kinds, if there are any), or on what the `memo` says."""
    entry = sheet.actions[name]
    facts: dict[str, Any] = {
        "price": () if free else ap(entry.ap), "label": entry.title, "reasons": bars, "preview": _preview
    } | more  # fmt: skip
    memo = memo or (verbs.depends_on_itself if own and not kinds else verbs.depends(*kinds))
    return Deed(
        name=name, rule=entry.rule, group=group, sifts=True, pays=False, actions=actions, perform=perform, free=free,
        alone=own, memo=memo, minutes=entry.minutes, stamina=entry.stamina, **facts,
    )  # fmt: skip


def deed_of(world: World, question: str, name: str) -> Deed:
    """A deed as one question asks it."""
    found = verbs.question_of(world, question).verbs[name]
    assert isinstance(found, Deed)
    return found


def _preview(world: World, request: Decision, option: Option, title: str) -> Preview:
    found = deed_of(world, request.question, option.action.verb)
    return shown(world, request.who, found, option.action, title, reaction=request.question == "readied")


def shown(world: World, unit: int, deed: Deed, action: Action, title: str, *, reaction: bool = False) -> Preview:
    """What a deed does and costs; as a `reaction` it costs no initiative."""
    rule = deed.rule if isinstance(deed.rule, str) else ""
    found = deed.effect(world, unit, action, title) if deed.effect else sure(world, title, "certain", rule)
    cost = ap_in(verbs.cost_of(world, unit, deed, action))
    if haste_of(action):
        return hurried(world, unit, haste_of(action), cost, found)
    breaks_in = not (reaction or deed.moves or deed.free)
    return with_costs(world, unit, deed.name, cost, found, breaks_in=breaks_in)


@derived_own
def bars(world: World, unit: int) -> list[Reason]:
    """WOUNDS-TURN-12, HD-25, MOUNT-7: what helpless and panicking units cannot do, and units off the board."""
    if world.has(unit, Down) or world.find(unit, Position) is None:
        return [Reason("reason_down", "WOUNDS-TURN-12")]
    if helpless(world, unit):
        return [Reason("reason_helpless", "WOUNDS-HD-25")]
    if "panicking" in world.get(unit, Conditions):
        return [Reason("reason_panicking", "WOUNDS-MOUNT-7")]
    return []


def hastened(action: Action) -> Iterator[Action]:
    """An action and the two ways to hurry it (WOUNDS-FAST-1)."""
    yield action
    for how in HASTE:
        yield Action(action.verb, action.unit, action.cell, action.what, (*action.how, how), numbers=action.numbers)


def hasty(actions: verbs.Actions) -> verbs.Actions:
    """All of them, each with the ways to hurry it."""
    return lambda world, unit: (each for action in actions(world, unit) for each in hastened(action))


def wrapped(verb: str, inner: Action, by: int | None = None) -> Action:
    """A deed inside another one, which tells of it first how it is done."""
    return replace(inner, verb=verb, how=(inner.verb, *inner.how), by=by)


def unwrapped(action: Action) -> Action:
    """The deed inside another one."""
    return replace(action, verb=action.how[0], how=action.how[1:], by=None)


def inner_words(deeds: Mapping[str, Deed], grid: Grid, action: Action) -> list[str]:
    """The key of the deed inside another one."""
    return verbs.key_words(deeds[action.how[0]], grid, unwrapped(action))


def reaction(
    name: str, rule: str, *ways: verbs.Verb, known: Known | None = None, moment: Moment = "reaction"
) -> verbs.Question:
    """One may react, or not."""
    found = verbs.by_name(*ways, verbs.Verb(name="no", role="decline"))
    return verbs.Question(name=name, moment=moment, rule=rule, verbs=found, known=known, preview=verbs.named)
