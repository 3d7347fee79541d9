"""Questions in the middle of an action: to others who may break in, and about details of one's own."""

from __future__ import annotations

from functools import partial
from itertools import permutations

from game.kernel.components import Lying
from game.kernel.ecs import World
from game.kernel.flow import Action, Group, Role
from game.rules import verbs
from game.rules.aura.budget import Price
from game.rules.aura.gear import title_of
from game.rules.aura.harm.conditions import defend
from game.rules.aura.screen import midway as shown
from game.rules.aura.screen import preview as previews
from game.rules.aura.sheet.load import AuraSheet, sheet_of
from game.rules.aura.verbs.attack import swift_verb
from game.rules.aura.verbs.targets import ability_price, quick_draw, retreat, stand_firm, using
from game.rules.verbs import Perform, Previewing, Question, Verb, at_once, decline

SWIFT = (
    "swift", "swift_subdue", "swift_trip", "swift_disarm", "swift_restrain", "swift_push", "swift_shot", "swift_throw",
)  # fmt: skip


detail = partial(verbs.detail, preview=None)


def cell(name: str, rule: str, preview: Previewing | None = None, group: Group = "move") -> Verb:
    """A place to choose."""
    return Verb(name=name, rule=rule, group=group, key=("cell",), preview=preview)


def word(name: str, rule: str, group: Group, *how: str, role: Role = "act") -> Verb:
    """An answer without more to it."""
    return Verb(name=name, rule=rule, group=group, role=role, actions=lambda world, unit: (Action(name, how=how),))


def interrupts() -> tuple[Question, ...]:
    """AURA-INT-1 and SWIFT-4: what may be done at once, in the middle of another's action."""
    no = decline("no", "AURA-FLOOR-11")
    verbs = (*(swift_verb(name) for name in SWIFT), *feat_verbs(), no)
    return (
        detail("interrupt", "AURA-INT-1", *verbs, moment="reaction"),
        detail("swift_crossing", "AURA-INT-1", *verbs, moment="reaction"),
    )


def feat_verbs() -> tuple[Verb, ...]:
    """AURA-INT-5 and 6: interrupts of abilities."""
    return (
        feat("retreat", "AURA-INT-5", "tactical_retreat", retreat, group="move", key=("cell",)),
        feat("quick_defend", "AURA-INT-6", "quick_defender", at_once(lambda world, unit, action: defend(world, unit))),
        feat("quick_draw", "AURA-INT-6", "quick_draw", quick_draw, group="gear", key=("what",)),
        feat("quick_draw_agile", "AURA-INT-6", "quick_draw", quick_draw, group="gear", key=("what",), agile=True),
        feat("steadfast", "AURA-COND-4", "steadfast", stand_firm),
    )


def feat(
    name: str, rule: str, ability: str, then: Perform, *, group: Group = "guard", key: tuple[str, ...] = (),
    agile: bool = False,
) -> Verb:  # fmt: skip
    """An interrupt of an ability."""
    preview = previews.priced(lambda world, unit, action: ability_price(world, ability, agile=agile))
    return Verb(name=name, rule=rule, group=group, key=key, perform=using(ability, then, agile=agile), preview=preview)


def initiative() -> tuple[Question, ...]:
    """AURA-INIT-1, 7 and 10: whether to break in by Initiative; whether to roll for what one is about to do."""
    wish = Verb(name="interrupt", rule="AURA-INIT-1", group="guard", preview=previews.challenging(None))
    asked = ("challenge_attacked", "challenge_ally", "challenge_approach")
    roll, keep = Verb(name="roll", rule="AURA-INIT-2", group="guard"), decline("keep", "AURA-INIT-7")
    first = Verb(name="roll", rule="AURA-INIT-10", group="guard")
    return (
        *(detail(name, "AURA-INIT-1", wish, decline("no", "AURA-INIT-1"), moment="window") for name in asked),
        detail("challenged", "AURA-INIT-7", roll, keep, preview=shown.challenged),
        detail("race", "AURA-INIT-10", first, decline("no", "AURA-INIT-7"), preview=shown.race),
    )


def attacking(sheet: AuraSheet) -> tuple[Question, ...]:
    """AURA-ECON-11, NL-4, GEAR-8, MAN-9 to 21: how an attack is made, and what else it does."""

    def named(world: World, unit: int, action: Action) -> str:
        return title_of(world, action.what).capitalize()

    harm = Verb(name="harm", rule="AURA-GEAR-8", group="attack", label=named, preview=shown.also)
    item = Verb(name="item", rule="AURA-MAN-9", group="hinder", key=("what",), label=named)
    fling = cell("fling", "AURA-MAN-10", previews.priced(Price(agility=1)), "hinder")
    care = Verb(name="care", rule="AURA-NL-4", group="attack", key=("numbers",))
    return (
        detail("enhance", "AURA-ECON-11", *_enhancing(sheet), decline("no", "AURA-ECON-11"), preview=shown.enhanced),
        detail("care", "AURA-NL-4", care, preview=shown.care),
        detail("also_harm", "AURA-GEAR-8", harm, decline("no", "AURA-GEAR-8")),
        detail("disarm_what", "AURA-MAN-9", item),
        detail("fling", "AURA-MAN-10", fling, decline("no", "AURA-MAN-10")),
        detail("push_to", "AURA-MAN-21", cell("to", "AURA-MAN-21", group="hinder"), decline("stop", "AURA-MAN-21")),
    )


def _enhancing(sheet: AuraSheet) -> list[Verb]:
    cost = {name: each.stamina for name, each in sheet.abilities.items() if each.stamina}
    limit = sheet.main.numbers.enhancement
    sets = (names for count in range(1, len(cost) + 1) for names in permutations(cost, count))
    fit = [names for names in sets if len(names) == 1 or sum(cost[name] for name in names) <= limit]
    return [Verb(name="+".join(names), rule="AURA-ECON-11", group="attack") for names in fit]


def dice() -> tuple[Question, ...]:
    """AURA-GEN-2: whether to use Advantage, and which die."""
    keep, without = word("keep_advantage", "AURA-GEN-2", "attack"), word("decline", "AURA-GEN-2", "attack", "without")
    higher, lower = word("higher_die", "AURA-GEN-2", "attack"), word("lower_die", "AURA-GEN-2", "attack", "lower")
    return (
        detail("use_advantage", "AURA-GEN-2", keep, without, preview=shown.dice),
        detail("which_die", "AURA-GEN-2", higher, lower, preview=shown.dice),
    )


def moving() -> tuple[Question, ...]:
    """AURA-MOVE-9 to 14, HOUSE-35, INC-1 and 2: where it leads, and whether it goes on."""
    off = cell("take_off", "AURA-MOVE-12", previews.running)
    sprint = cell("sprint_off", "AURA-MOVE-14", previews.sprinting)
    jump = cell("jump", "AURA-MOVE-14", previews.jumping)
    agile = cell("agile", "AURA-MOVE-9", previews.priced(Price(agility=1)))
    stretch = cell("stretch", "AURA-HOUSE-35", previews.stretch)
    end = Verb(name="end", rule="AURA-HOUSE-35", group="move", role="commit")
    back = Verb(name="withdraw", rule="AURA-INC-2", group="turn", preview=shown.withdrawing)
    on = Verb(name="go_on", rule="AURA-INC-1", group="turn", role="decline", preview=shown.going_on)

    def lying(world: World, unit: int, action: Action) -> str:
        return sheet_of(world).titles[world.get(action.others[0], Lying).item]

    scoop = Verb(name="scoop", rule="AURA-ACT-10", group="gear", key=("others",), label=lying)
    walks_on = Verb(name="go_on", rule="AURA-SWIFT-8", group="move")
    return (
        detail("agile", "AURA-MOVE-9", agile, decline("no", "AURA-MOVE-9")),
        detail("take_off", "AURA-MOVE-12", off, sprint, decline("stay", "AURA-MOVE-12")),
        detail("landing", "AURA-MOVE-14", jump, decline("stay", "AURA-MOVE-12")),
        detail("run_on", "AURA-MAN-20", cell("on", "AURA-MAN-20", previews.sprinting), decline("stay", "AURA-MAN-20")),
        detail("stretch", "AURA-HOUSE-35", stretch, end, decline("stay", "AURA-HOUSE-35")),
        detail("go_on", "AURA-INC-1", walks_on, decline("stop", "AURA-INC-1")),
        detail("scoop", "AURA-ACT-10", scoop, decline("no", "AURA-ACT-10")),
        detail("second_thoughts", "AURA-INC-2", on, back),
    )
