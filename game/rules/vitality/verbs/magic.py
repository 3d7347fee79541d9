"""Abilities and stunts: whom and what they may be used on now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.kernel.components import Pools, Unit, changed
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.reasons import Reason
from game.rules.verbs import Promise, Question, answer, decline, detail
from game.rules.vitality.checks.rolls import action_cost
from game.rules.vitality.entries import Ability
from game.rules.vitality.position.ground import dreaded
from game.rules.vitality.screen import preview as previews
from game.rules.vitality.sheet import VitalitySheet, numbers_of
from game.rules.vitality.state import AWAKE, WAVERINGS, Attack, Turn, pool, summons
from game.rules.vitality.verbs.hold import Deed
from game.rules.vitality.verbs.powers import landings, rams, spots, targets, use
from game.rules.vitality.verbs.strike import ability_attack, could_fell, upcast_steps
from game.rules.vitality.verbs.stunts import ALL, Feat, attempt, partners
from game.rules.vitality.worth import promise, resisted_promise
from game.systems.conditions import holds

AIMED = ("unit", "cell", "how")
_RULES = {"": "VITALITY-ACT-41", "gentle": "VITALITY-NL-1", "into": "VITALITY-TELE-1"}  # by how it is used
_PAYING = AWAKE | {Pools, Turn}
OUT_OF_RANGE = Reason("reason_out_of_range", "VITALITY-ATK-10")


def abilities(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-ACT-41: all that are used by themselves."""
    apart = ("maneuver", "reaction", "feature")
    return tuple(_ability(key, entry) for key, entry in sheet.abilities.items() if entry.kind not in apart)


def _ability(key: str, entry: Ability) -> Deed:
    uses = partial(_uses, key, entry)
    preview = previews.resisted(entry) if entry.kind == "dr" else previews.spot
    preview = previews.cast if entry.kind == "attack" else preview

    def unable(world: World, unit: int) -> list[Reason]:
        if entry.teleport and holds(world, unit, "blinded"):  # TELE-5: it must see where to
            return [Reason("reason_blinded", "VITALITY-COND-10")]
        alike = sum(world.get(each, Unit).sheet == entry.unit for each in summons(world, unit))
        full = entry.kind == "summon" and alike >= entry.most
        return [Reason("reason_enough", "VITALITY-ACT-32")] if full else []

    def later(world: World, unit: int) -> Iterator[Action]:
        return iter(()) if unable(world, unit) else uses(world, unit)

    return Deed(
        name=key, group="help" if entry.kind in ("heal", "buff") else "magic", label=entry.title, key=AIMED,
        rule=lambda world, unit, action: _RULES["".join(action.how)],
        price=(("ap", entry.ap), ("wp", entry.wp)), paid_by="VITALITY-ACT-41", reasons=unable, actions=uses,
        short=OUT_OF_RANGE, perform=lambda world, unit, action: use(world, unit, entry, action),
        preview=preview, promise=_gain(key, entry), held=later if entry.ap else None,
    )  # fmt: skip


def _gain(key: str, entry: Ability) -> Promise | None:
    if entry.kind == "attack":
        return lambda world, unit, action: promise(world, ability_attack(unit, action), action.target)
    if entry.kind != "dr" or entry.radius or entry.line or entry.push or entry.teleport:
        return None
    return lambda world, unit, action: resisted_promise(world, unit, key, action.target)


def _uses(key: str, entry: Ability, world: World, unit: int) -> Iterator[Action]:
    if entry.kind == "self":
        far, nearer = entry.teleport + entry.up_metres * upcast_steps(world, unit, entry), dreaded(world, unit)
        yield from (Action(key, cell=cell) for cell in landings(world, unit, unit, far) if not nearer >> cell & 1)
        full = (cell for cell in rams(world, unit, far) if not nearer >> cell & 1)
        yield from (Action(key, cell=cell, how=("into",)) for cell in full)
    elif entry.kind == "summon":
        yield from (Action(key, cell=cell) for cell in landings(world, unit, unit, entry.range))
    elif entry.radius or entry.line:
        yield from (Action(key, cell=cell) for cell in spots(world, unit, entry))
    else:
        attack = Attack(unit, key, ability=True, ranged=True)
        for other in targets(world, unit, entry):
            yield Action(key, other)
            if entry.kind == "attack" and could_fell(world, attack, other):
                yield Action(key, other, how=("gentle",))


def stunts(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-CINE-1, 3, 8, 11: only listed ones whose needs are met, alone or together."""
    return tuple(_stunt(sheet, feat) for feat in ALL if feat.name in sheet.stunts)


def _stunt(sheet: VitalitySheet, feat: Feat) -> Deed:
    entry, key = sheet.stunts[feat.name], feat.name

    def dares(world: World, unit: int) -> Iterator[Action]:
        (alone, together), found = _costs(world, unit), list(feat.aims(world, unit, key, entry))
        yield from found if alone is not None else ()
        firm = world.get(unit, Turn).wavered < WAVERINGS  # asking others costs nothing
        if together is not None and firm and found and partners(world, unit):
            yield from (changed(each, how=("together",)) for each in found)

    def rule(world: World, unit: int, action: Action) -> str:
        return "VITALITY-CINE-8" if action.how else entry.rule

    return Deed(
        name=key, rule=rule, group="magic", label=entry.title, key=feat.key, pays=False, reasons=_too_dear,
        actions=dares, short=Reason("reason_stunt_needs", "VITALITY-CINE-3"),
        perform=lambda world, unit, action: attempt(world, unit, feat, entry, action), preview=previews.stunt,
    )  # fmt: skip


def _costs(world: World, unit: int) -> tuple[str | None, str | None]:
    """How the unit could pay for a stunt of its own, and for one together with others."""
    return world.derive(("stunt_costs", unit), _costs_now, _PAYING, unit)


def _costs_now(world: World, unit: int) -> tuple[str | None, str | None]:
    return action_cost(world, unit), action_cost(world, unit, together=True)


def _too_dear(world: World, unit: int) -> list[Reason]:
    if _costs(world, unit) != (None, None):
        return []
    rule = "VITALITY-CINE-12" if pool(world, unit, "nm") >= numbers_of(world).cinematic_nm else "VITALITY-CINE-1"
    return [Reason("reason_stunt_cost", rule)]


def details() -> tuple[Question, ...]:
    """How much more is paid, where somebody is moved to, which Buff goes, who joins."""
    rule = "VITALITY-CINE-8"
    return (
        detail("upcast", "VITALITY-ACT-41", answer("upcast", "VITALITY-ACT-41", "numbers")),
        detail(
            "displace", "VITALITY-TELE-5", answer("to", "VITALITY-TELE-5", "cell"),
            answer("into", "VITALITY-TELE-1", "cell"),
        ),
        detail("drop_buff", "VITALITY-COND-1", answer("drop", "VITALITY-COND-1", "what")),
        detail("join_stunt", rule, answer("join", rule), decline("no"), moment="reaction"),
    )  # fmt: skip
