"""Defending, cover, hiding, leaning, watching; what others may do about a hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import game.rules.verbs as verbs
from game.grid.grid import Cell, cells
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, alone, answer, at_cells, at_once, decline, detail, unless, with_items
from game.rules.vitality.budget import STUNNED, hold, waver
from game.rules.vitality.checks.numbers import weapons_of
from game.rules.vitality.gear import empty
from game.rules.vitality.position import hiding
from game.rules.vitality.position.sight import all_visible, distance, hidden_from, targetable, visible
from game.rules.vitality.position.ties import lean, unlean
from game.rules.vitality.screen import preview as previews
from game.rules.vitality.sheet import VitalitySheet, sheet_of
from game.rules.vitality.state import WAVERINGS, Leaning, Turn, Waiting, conscious_enemies, foes, inflict, up
from game.rules.vitality.verbs.hold import Deed, cannot_hold
from game.rules.vitality.verbs.walking import bumps
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of


def stance(name: str, rule: str, ap: int, condition: str, **fields: Any) -> Deed:
    """An action that does nothing but put an effect on whoever takes it; once is enough."""
    once = unless(lambda world, unit: not holds(world, unit, condition), "reason_already", rule)
    put = at_once(lambda world, unit, action: inflict(world, unit, condition, unit))
    found = {"group": "guard", "reasons": once, **fields}
    return Deed(name=name, rule=rule, price=(("ap", ap),), tells=True, perform=put, held=alone(name), **found)


def stances(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-ACT-4 and 14."""
    defend = stance("defend", "VITALITY-ACT-4", sheet.numbers.defend_ap, "defending")
    return defend, stance("take_cover", "VITALITY-ACT-14", sheet.numbers.taking_cover_ap, "taking_cover")


def leaning(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-COVER-8 to 10, ACT-36 and HIDE-1."""
    return (
        Deed(
            name="lean", rule="VITALITY-COVER-8", group="guard", key=("cell",), actions=at_cells("lean", lean_cells),
            reasons=lambda world, unit: [STUNNED] if holds(world, unit, "stunned") else [],
            short=Reason("reason_no_full_cover", "VITALITY-COVER-8"), perform=at_once(_lean),
        ),
        Deed(
            name="unlean", rule="VITALITY-COVER-10", group="guard",
            reasons=unless(lambda world, unit: world.has(unit, Leaning), "reason_not_leaning", "VITALITY-COVER-10"),
            perform=at_once(lambda world, unit, action: unlean(world, unit)),
        ),
        Deed(
            name="hide", rule="VITALITY-ACT-36", group="guard", price=(("ap", sheet.numbers.hide_ap),), tells=True,
            reasons=unless(hiding.unseen, "reason_seen", "VITALITY-HIDE-1"),
            perform=lambda world, unit, action: hiding.hide(world, unit), preview=previews.hide,
            held=lambda world, unit: (Action("hide"),) if hiding.unseen(world, unit) else (),
        ),
    )  # fmt: skip


def watching(sheet: VitalitySheet) -> Deed:
    """VITALITY-HOLD-6 in one step: an attack at the first enemy that comes into range, where there is none yet."""
    return Deed(
        name="watch", rule="VITALITY-HOLD-6", group="guard", key=("what",), price=(("ap", sheet.numbers.attack_ap),),
        tells=True, actions=with_items("watch", _watchers), reasons=cannot_hold,
        short=Reason("reason_in_range", "VITALITY-HOLD-6"), perform=at_once(_watch),
    )  # fmt: skip


def lean_cells(world: World, unit: int) -> list[Cell]:
    """VITALITY-COVER-8 and 10: passable neighbours without an enemy, for whoever is in full cover from an enemy."""
    if all_visible(world) or not up(world, unit):
        return []
    if world.has(unit, Leaning) or world.get(unit, Turn).wavered >= WAVERINGS:
        return []
    known = [foe for foe in foes(world, unit) if not hidden_from(world, foe, unit)]
    if all(visible(world, foe, unit) for foe in known if up(world, foe)):
        return []
    board, own = board_of(world), cells_of(world, unit)
    near = taken = 0
    for d in range(board.grid.directions):
        near |= board.grid.shift(own & ~board.walls[d], d)
    for foe in known:
        taken |= cells_of(world, foe)
    return list(cells(near & ~own & ~board.impassable & ~taken))


def _lean(world: World, unit: int, action: Action) -> None:
    """VITALITY-COVER-8 and 9."""
    waver(world, unit)
    if not bumps(world, unit, 1 << action.there):
        lean(world, unit, action.there)
        world.emit(Used(unit, "lean", "free", cell=action.cell, rule="VITALITY-COVER-8"))
        hiding.glance(world)


def _watchers(world: World, unit: int) -> Iterator[str]:
    """Loaded weapons with nobody in range of them."""
    table, weapons, known = sheet_of(world).weapons, weapons_of(world, unit), conscious_enemies(world, unit)
    for key in [key for key in weapons if key != "unarmed"] or weapons:
        metres = table[key].melee or table[key].range
        near = (foe for foe in known if distance(world, unit, foe) <= metres)
        if key not in empty(world, unit) and not any(targetable(world, unit, foe) for foe in near):
            yield key


def _watch(world: World, unit: int, action: Action) -> None:
    out = world.find(unit, Leaning)
    hold(world, unit, Waiting(action.what, "enemy_enters_range", lean=out.cell if out else None))


def reactions() -> tuple[Question, ...]:
    """VITALITY-ECON-5, CINE-2 and DR-4."""
    rule = "VITALITY-CINE-2"
    return (
        _reaction("parry", "VITALITY-ACT-41", "VITALITY-ECON-5", previews.parry),
        _reaction("intercept", "VITALITY-ACT-41", "VITALITY-ECON-5", None),
        _reaction("shield_of_flesh", rule, rule, previews.reaction),
        _reaction("last_stand", rule, rule, previews.reaction),
        detail(
            "defense_roll", "VITALITY-DR-4", answer("give_in", "VITALITY-DR-4"),
            Verb(name="resist", rule="VITALITY-DR-1", role="decline", preview=previews.plain), moment="reaction",
        ),
    )  # fmt: skip


def _reaction(name: str, rule: str, asked: str, preview: verbs.Previewing | None) -> Question:
    use = Verb(name=name, rule=rule, group="guard", preview=preview)
    return detail(name, asked, use, decline("no"), moment="reaction")
