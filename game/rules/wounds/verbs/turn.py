"""The own turn and what may be put in between; seizing the initiative, long actions, leaving, ending it."""

from __future__ import annotations

from msgspec.structs import replace

from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.throwing import throw_dice
from game.rules.verbs import Question, Verb, at_once, by_name, detail, named
from game.rules.wounds.budget import change_initiative
from game.rules.wounds.riding import pair
from game.rules.wounds.screen import preview as previews
from game.rules.wounds.sheet import WoundsSheet, sheet_of
from game.rules.wounds.state import Body
from game.rules.wounds.turns.rounds import end_turn, leave
from game.rules.wounds.turns.windows import names_out_of_turn
from game.rules.wounds.verbs import attack, gear, guard, help, hinder, magic, mounting, move
from game.rules.wounds.verbs.deeds import Deed, deed, reaction
from game.rules.wounds.verbs.doing import drawn_out, in_turn, out_of_turn
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of

WINDOWS = ("turn_start", "declared", "resolved", "turn_end")
BONDS = ("held", "pinned", "helpless", "grappling")


def questions(sheet: WoundsSheet) -> tuple[Question, ...]:
    """WOUNDS-TURN-1 to 5: the own turn, windows in those of others, what is ready, what takes long."""
    deeds = _deeds(sheet)
    ready = tuple(each for each in deeds if each.conceivable is not None and not each.own_turn and not each.free)
    between = (out_of_turn(each) for each in deeds if not each.own_turn and (not each.free or each.anytime))
    wish = Verb(name="interrupt", rule="WOUNDS-TURN-2")
    go_on, cancel = Verb(name="go_on", rule="WOUNDS-ECON-6"), Verb(name="cancel", rule="WOUNDS-ECON-7")
    long = drawn_out({each.name: each for each in deeds if each.lasts and not (each.free or each.moves)})
    verbs = by_name(*map(in_turn, deeds), long, *_ending())
    falling = replace(out_of_turn(gear.dropping(sheet)), final=False)  # nothing else is asked there
    return (
        Question(name="turn", moment="own_turn", rule="WOUNDS-TURN-1", verbs=verbs),
        reaction("interrupt", "WOUNDS-TURN-2", *between, known=names_out_of_turn),
        *(reaction(f"{name}_window", "WOUNDS-TURN-4", wish, moment="window") for name in WINDOWS),
        reaction("let_fall", "WOUNDS-ECON-10", falling, moment="window"),
        *guard.readying(ready),
        Question(name="completed", moment="own_turn", verbs=by_name(*deeds)),
        detail("long_action", "WOUNDS-ECON-6", go_on, cancel),
    )


def _deeds(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """All deeds, in the order of the sheet."""
    found = (
        *attack.offences(sheet), attack.opening(sheet), *guard.guarding(sheet), *guard.minding(sheet),
        deed(sheet, "seize_initiative", "turn", _seize, own=True, kinds=(Body,), effect=previews.seize),
        *magic.magic(sheet), *move.moves(sheet), *move.jumps(sheet), *mounting.mounting(sheet),
        *hinder.hindrances(sheet), *hinder.grapples(sheet), *help.helps(sheet), *gear.handling(sheet),
    )  # fmt: skip
    command = mounting.command(sheet, {each.name: each for each in found if each.on_command})
    places = {name: at for at, name in enumerate(sheet.actions)}
    return tuple(sorted((*found, command), key=lambda each: places[each.name]))


async def _seize(world: World, unit: int, action: Action) -> None:
    """WOUNDS-ACT-21."""
    sides = sheet_of(world).main.dice.seize
    (face,) = await throw_dice(world, unit, "seize_initiative", (sides,), "WOUNDS-ACT-21")
    change_initiative(world, unit, face, "WOUNDS-ACT-21")


def _ending() -> tuple[Verb, ...]:
    """WOUNDS-HD-31, TURN-12."""
    out, over = at_once(lambda world, unit, act: leave(world, unit)), lambda world, unit, act: end_turn(world, unit)
    return (
        Verb(name="leave", rule="WOUNDS-HD-31", final=True, has=_may_leave, perform=out, preview=named),
        Verb(name="end", rule="WOUNDS-TURN-12", role="end_turn", perform=over, preview=named),
    )


def _may_leave(world: World, unit: int) -> bool:
    """Whether the unit can walk off the board here, or ride."""
    there = cells_of(world, unit) & board_of(world).exits
    return bool(there) and not any(holds(world, each, name) for each in pair(world, unit) for name in BONDS)
