"""The own turn and what may be put between others' acts; saving a turn, leaving, ending it."""

from __future__ import annotations

from collections.abc import Iterable

from game.kernel.components import FIELD
from game.kernel.ecs import World, derived_of
from game.kernel.flow import Option
from game.rules.clash.budget import update_turn
from game.rules.clash.gear import powers_of
from game.rules.clash.screen import preview as previews
from game.rules.clash.sheet import ClashSheet
from game.rules.clash.state import ARMS, Order, able, turn
from game.rules.clash.turns.rounds import later, leave, save_turn
from game.rules.clash.verbs import attack, gear, guard, hinder, magic, move
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, at_once, at_units, by_name, decline
from game.systems.clock import go
from game.systems.field import board_of, cells_of

_BY_ARMS = ("throw", "shoot", "draw", "quick_draw")  # which are shown or not by what a unit has and holds


def own_turn(sheet: ClashSheet) -> Question:
    """CLASH-ECON-4, 8: one choice of the active unit."""
    powers = magic.powers(sheet)
    strikes, things = attack.strikes(), (*gear.handling(), *gear.free_actions())
    rest = (*move.moves(), *hinder.grapples(), *guard.senses(), *things, *ending())
    first, last = (tuple(verb.name for verb in verbs) for verbs in (strikes, rest))
    by_arms = {verb.name: verb.has for verb in (*strikes, *things) if verb.name in _BY_ARMS}

    def known(world: World, unit: int) -> Iterable[str]:
        return ready(world, unit) if able(world, unit) else ()

    @derived_of(ARMS)
    def ready(world: World, unit: int) -> tuple[str, ...]:
        names = (*first, *powers_of(world, unit), *last)
        return tuple(name for name in names if (has := by_arms.get(name)) is None or has(world, unit))

    def started(world: World, unit: int, option: Option) -> None:
        if option.role == "act":
            update_turn(world, started=True)  # CLASH-SAVE-3: who has done anything cannot save its turn

    verbs = by_name(*strikes, *powers, *rest)
    return Question(name="turn", moment="own_turn", rule="CLASH-INIT-5", verbs=verbs, known=known, before=started)


def window(sheet: ClashSheet) -> Question:
    """CLASH-ECON-5, 13: things, magic that harms nobody and free actions, for whoever has a good reason now."""
    powers, fixed = magic.reactions(sheet), (*gear.handling(), *gear.free_actions())
    others, usable = tuple(verb.name for verb in fixed), {verb.name for verb in powers}

    def known(world: World, unit: int) -> Iterable[str]:
        return (*others, *(key for key in powers_of(world, unit) if key in usable)) if able(world, unit) else ()

    verbs = by_name(*fixed, *powers, decline("no", "CLASH-ECON-5"))
    return Question(name="window", moment="reaction", rule="CLASH-ECON-5", verbs=verbs, known=known)


def ending() -> tuple[Verb, ...]:
    """CLASH-SAVE-1 to 3, MOVE-7 and INIT-2."""
    return (
        Verb(
            name="save", rule="CLASH-SAVE-2", role="wait", key=("unit",),
            vain=lambda world, unit: turn(world).started, reasons=_cannot_save, actions=at_units("save", later),
            short=Reason("reason_nobody_later", "CLASH-SAVE-3"),
            perform=at_once(lambda world, unit, action: save_turn(world, unit, action.target)),
        ),
        Verb(
            name="leave", rule="CLASH-MOVE-7", final=True, reasons=move.held_reasons, preview=previews.leave,
            vain=lambda world, unit: not board_of(world).exits,
            has=lambda world, unit: cells_of(world, unit) & board_of(world).exits != 0,
            perform=lambda world, unit, action: leave(world, unit),
        ),
        Verb(
            name="end", rule="CLASH-INIT-2", role="end_turn",
            perform=at_once(lambda world, unit, action: go(world, "after")),
        ),
    )  # fmt: skip


def _cannot_save(world: World, unit: int) -> list[Reason]:
    reasons = [_STARTED] if turn(world).started else []
    if unit in world.get(FIELD, Order).saved:
        reasons.append(_SAVED)
    return reasons


_STARTED, _SAVED = Reason("reason_started", "CLASH-SAVE-3"), Reason("reason_saved", "CLASH-SAVE-2")
