"""Who takes the floor, what a unit may do with it, and free acts."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.aura.budget import left, set_spent
from game.rules.aura.gear import shooters
from game.rules.aura.harm.conditions import inflict, lift
from game.rules.aura.harm.dying import let_go
from game.rules.aura.position.facing import attend
from game.rules.aura.screen import preview as previews
from game.rules.aura.sheet.load import AuraSheet
from game.rules.aura.state import Holding, Orders, spent
from game.rules.aura.turns import floor
from game.rules.aura.turns.acts import answered_by, joined_by, stir
from game.rules.aura.turns.challenges import memo
from game.rules.aura.turns.rounds import side_of
from game.rules.aura.verbs import attack, details, gear, guard, help, hinder, magic, move
from game.rules.aura.verbs.deeds import Deed
from game.rules.aura.verbs.targets import draws, steadfast
from game.rules.verbs import Actions, Question, Verb, at_once, by_name, decline
from game.systems.field import board_of


def questions(sheet: AuraSheet) -> tuple[Question, ...]:
    """All that is asked of a unit that acts, of its side, and of those who answer."""
    deeds = tuple(_deeds(sheet))
    return (_floor(), _own_turn(deeds), _response(deeds), *_joint(deeds), *_facing(), _orders())


def _deeds(sheet: AuraSheet) -> Iterable[Deed]:
    """AURA-ECON-16: every primary action, in the order of their buttons."""
    blow, shot, throwable = attack.blow, attack.shot, attack.throwable
    yield from (blow("strike", "AURA-ATK-1"), shot("shoot", "AURA-RNG-1", shooters), *magic.bolts(sheet))
    yield from (*attack.swift("swift", "swift_shot", "swift_throw"), guard.defending(sheet))
    yield from (*move.runs(sheet), *magic.mending(sheet), *help.rallying(sheet))
    yield from (blow("punch", "AURA-UNARM-1", "unarmed"), blow("subdue", "AURA-NL-1", "nonlethal"))
    yield shot("subdue_shot", "AURA-NL-1", shooters, "nonlethal")
    yield shot("subdue_throw", "AURA-NL-1", throwable, "thrown", "nonlethal")
    yield from (blow("subdue_punch", "AURA-NL-2", "unarmed", "nonlethal"), *attack.swift("swift_subdue"))
    yield from (blow("strike_shield", "AURA-GEAR-14", "shield"), *hinder.maneuvers())
    yield from attack.swift("swift_trip", "swift_push", "swift_restrain", "swift_disarm")
    yield from (*move.jumps(sheet), *move.postures(sheet), *gear.handling(sheet), help.breathing())
    yield from (hinder.escaping(sheet), guard.hides(sheet), gear.breaking(sheet))
    yield from (shot("throw", "AURA-THROW-1", throwable, "thrown"), move.lying_down(sheet))


def _floor() -> Question:
    """AURA-FLOOR-1, 3, 7 and 14: the side that holds the floor takes up a unit, several, or waits."""
    use = Verb(
        name="use", rule="AURA-FLOOR-3", key=("unit",), perform=floor.use,
        actions=lambda world, side: [Action("use", unit) for unit in floor.able_units(world, side)],
    )  # fmt: skip
    joint = Verb(name="joint", rule="AURA-FLOOR-14", has=floor.may_join, perform=floor.join)
    wait = Verb(name="wait", rule="AURA-FLOOR-7", role="wait", perform=floor.wait)
    return details.detail("floor", "AURA-FLOOR-1", use, joint, wait, moment="floor")


def _own_turn(deeds: Iterable[Deed]) -> Question:
    """AURA-FLOOR-3: all that a unit which was taken up may do; it leaves only on its own account (HOUSE-37)."""
    own = (replace(deed.verb, perform=floor.begun_by(deed)) for deed in (*deeds, move.leaving()))
    back = Verb(
        name="back", rule="AURA-FLOOR-3", role="back", perform=floor.put_back,
        has=lambda world, unit: len(floor.able_units(world, side_of(world, unit))) > 1,  # another could be taken up
    )  # fmt: skip
    wait = Verb(
        name="wait", rule="AURA-FLOOR-7", role="wait",
        perform=lambda world, unit, action: floor.wait(world, side_of(world, unit)),
    )  # fmt: skip
    return Question(
        name="turn", moment="own_turn", rule="AURA-FLOOR-3", memo=memo, verbs=by_name(*own, *_free_acts(), back, wait)
    )


def _response(deeds: Iterable[Deed]) -> Question:
    """AURA-INIT-12: exactly one action, or a free turn; no way that is chosen step by step."""
    verbs = (
        replace(deed.verb, perform=answered_by(deed), preview=previews.challenging(deed.verb.preview))
        for deed in deeds if deed.whole
    )  # fmt: skip
    free = Verb(
        name="turn_to", rule="AURA-INIT-12", group="guard", key=("unit",), perform=at_once(_turn_to),
        preview=previews.challenging(None),
    )  # fmt: skip
    return details.detail("response", "AURA-HOUSE-13", *verbs, free, decline("no", "AURA-HOUSE-13"), moment="reaction")


def _turn_to(world: World, unit: int, action: Action) -> None:
    """AURA-INIT-12: a free turn to whoever acts."""
    stir(world, unit)
    attend(world, unit, action.target)


def _joint(deeds: Iterable[Deed]) -> tuple[Question, ...]:
    """AURA-FLOOR-14 and HOUSE-18: who moves with the others, and how."""
    verbs = (replace(deed.verb, perform=joined_by(deed)) for deed in deeds)
    with_others = Verb(name="with", rule="AURA-HOUSE-18", group="move", key=("unit",))
    go = Verb(name="go", rule="AURA-HOUSE-18", group="move", role="commit")
    stay = decline("stay", "AURA-HOUSE-18")
    return (
        details.detail("joint", "AURA-FLOOR-14", with_others, go, stay, moment="floor"),
        details.detail("joint_move", "AURA-FLOOR-14", *verbs, decline("stay", "AURA-FLOOR-14")),
    )


def _free_acts() -> tuple[Verb, ...]:
    """AURA-FLOOR-3: what does not use up the beat: ability, dropping, letting go, pressing on, turning, orders."""
    found: dict[str, Actions] = {
        "steadfast": steadfast,
        "quick_draw": lambda world, unit: draws(world, unit, "quick_draw"),
        "quick_draw_agile": lambda world, unit: draws(world, unit, "quick_draw_agile"),
    }
    feats = {verb.name: verb for verb in details.feat_verbs()}
    press = at_once(lambda world, unit, action: set_spent(world, unit, pressed=True))
    free = (
        *(replace(feats[name], quiet=True, actions=actions) for name, actions in found.items()),
        gear.dropping(),
        Verb(
            name="release", rule="AURA-MAN-14", group="hinder", final=True,
            has=lambda world, unit: world.has(unit, Holding), perform=at_once(_release),
        ),
        Verb(name="press", rule="AURA-HOUSE-3", has=_may_press, perform=press),
        Verb(name="facing", rule="AURA-FACE-2", group="guard", has=floor.may_turn, perform=floor.look_about),
        Verb(
            name="orders", rule="AURA-FLOOR-11", has=lambda world, unit: not spent(world, unit).looked,
            perform=floor.give_orders,
        ),
    )  # fmt: skip
    return tuple(replace(verb, perform=floor.freely(verb.perform)) for verb in free if verb.perform)


def _release(world: World, unit: int, action: Action) -> None:
    world.emit(Used(unit, "release", "free", rule="AURA-MAN-14"))
    let_go(world, unit, "AURA-MAN-14")


def _may_press(world: World, unit: int) -> bool:
    """AURA-HOUSE-3: Stamina may pay the next Energy, though there is Energy left."""
    done = spent(world, unit)
    return not done.pressed and not done.substitutes and left(world, unit).stamina > 0


def _facing() -> tuple[Question, ...]:
    """AURA-FACE-6, FLOOR-9: on whom to keep an eye, or where to look."""

    def direction(world: World, unit: int, action: Action) -> str:
        return board_of(world).grid.names[action.numbers[0]]

    focus = Verb(name="focus", rule="AURA-FACE-6", group="guard", key=("unit",))
    face = Verb(name="face", rule="AURA-FACE-6", group="guard", key=("numbers",), label=direction)
    mate = Verb(name="mate", rule="AURA-FLOOR-9", group="guard", key=("unit",))
    no = decline("no", "AURA-FLOOR-9")
    return (
        details.detail("facing", "AURA-FACE-6", focus, face, mate, decline("stay", "AURA-FACE-6")),
        details.detail("turn_around", "AURA-FLOOR-9", focus, no, moment="reaction"),
    )


def _orders() -> Question:
    """AURA-FLOOR-11 and HOUSE-7: how standing orders may be changed."""
    rule, names = "AURA-FLOOR-11", Orders.__struct_fields__
    verbs = (Verb(name=name, rule=rule, key=("what",), perform=floor.set_order) for name in names)
    lowers = at_once(lambda world, unit, action: inflict(world, unit, "held_back", "AURA-HOUSE-7", unit))
    raises = at_once(lambda world, unit, action: lift(world, unit, "held_back", "AURA-HOUSE-7"))
    down = Verb(name="guard_down", rule="AURA-HOUSE-7", group="guard", perform=lowers)
    up = Verb(name="guard_up", rule="AURA-HOUSE-7", group="guard", perform=raises)
    return details.detail("orders", rule, *verbs, down, up, decline("stay", rule))
