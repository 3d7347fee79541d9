"""Between linked skirmishes: what a battle leaves behind, rest, and what experience buys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from game.kernel.components import FIELD, Down, Lying, Pools, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add
from game.rules.asking import ask, perform
from game.rules.clash.budget import start_round
from game.rules.clash.gear import own
from game.rules.clash.muster import style_faults
from game.rules.clash.position.hiding import reveal
from game.rules.clash.sheet import Style, Worn, sheet_of
from game.rules.clash.state import Body, Experience, Owned, Training
from game.rules.verbs import Actions, Question, Verb, at_once, by_name
from game.systems.clock import go
from game.systems.conditions import become
from game.systems.downfall import bring_up
from game.systems.gear import clear
from game.systems.pools import change, reset

_OWN = (
    "health", "magic", "styles", "gear", "rank", "skills", "held", "carried", "armour", "unarmoured", "xp", "arrives",
    "unloaded",
)  # fmt: skip
LESSON = ("what", "numbers")  # the number of a style after the first; of the first none, a sum of 0 (CLASH-STYLE-6)


def close(world: World, winners: Sequence[int]) -> None:
    """CLASH-REST-1 and 4: the battle's states end, gear comes back, and player characters learn from it. `winners` are
    sides. Whoever is unconscious stays so until it rests."""
    numbers = sheet_of(world).numbers
    for thing, _ in world.each(Lying):
        clear(world, thing)
    for unit, entry in world.each(Unit):
        become(world, unit, ())
        start_round(world, unit)
        reveal(world, unit, "CLASH-REST-1")
        reset(world, unit, "ap", world.get(unit, Pools).base_of("ap"))
        owned = world.get(unit, Owned)
        own(world, unit, owned.held, owned.carried)
        if world.get(unit, Body).pc:
            earned = numbers.won_xp if entry.side in winners else numbers.lost_xp
            world.put(unit, Experience(experience(world, unit) + earned))


def experience(world: World, unit: int) -> int:
    """Points to spend."""
    found = world.find(unit, Experience)
    return found.xp if found else 0


def rest(world: World, unit: int) -> None:
    """CLASH-REST-2 and 3: half of the health, a quarter for whoever was unconscious; all magic points."""
    pools = world.get(unit, Pools)
    most, before = pools.base_of("health"), pools["health"]
    down = world.find(unit, Down)
    plus = -(-most // 4) if down is not None and down.how == "unconscious" else -(-most // 2)
    number = Breakdown("healing", (add(plus, "rest", "CLASH-REST-2"),))
    change(world, unit, "health", min(most, before + plus), "gain", "CLASH-REST-2", None, (number,))
    if "magic" in pools.names:
        reset(world, unit, "magic", pools.base_of("magic"))
    bring_up(world, unit)


def add_item(world: World, unit: int, style: int, item: str) -> str:
    """CLASH-REST-5, STYLE-5: one more item in a style's list."""
    sheet, body = sheet_of(world), world.get(unit, Body)
    now = body.styles[style]
    gear, numbers = (*now.gear, item), sheet.numbers
    if refusal := style_faults(sheet, gear, numbers.max_items) or _spend(world, unit, numbers.item_xp):
        return refusal
    styles = (*body.styles[:style], Style(now.name, now.rank, gear), *body.styles[style + 1 :])
    world.put(unit, changed(body, styles=styles))
    return ""


def learn_style(world: World, unit: int, name: str, gear: tuple[str, ...]) -> str:
    """CLASH-REST-6, STYLE-4, 6: a further style with a list and a rank of its own."""
    sheet, body, numbers = sheet_of(world), world.get(unit, Body), sheet_of(world).numbers
    if refusal := style_faults(sheet, gear, numbers.free_items) or _spend(world, unit, numbers.style_xp):
        return refusal
    world.put(unit, changed(body, styles=(*body.styles, Style(name, numbers.new_style_rank, gear))))
    return ""


def raise_skill(world: World, unit: int, skill: str, number: int = 0) -> str:
    """CLASH-REST-7: one rank more of a skill, or of the style of that number for `fighting_style`."""
    sheet, body = sheet_of(world), world.get(unit, Body)
    if skill not in sheet.main.skills:
        return f"there is no skill {skill!r}"
    style = skill == "fighting_style"
    rank = (body.styles[number].rank if style else body.skills.get(skill, 0)) + 1
    if rank > sheet.numbers.max_rank:
        return f"no rank is above {sheet.numbers.max_rank}"
    if refusal := _spend(world, unit, sheet.numbers.skill_xp * rank):
        return refusal
    if style:
        now, styles = body.styles[number], list(body.styles)
        styles[number] = Style(now.name, rank, now.gear)
        world.put(unit, changed(body, styles=tuple(styles)))
    else:
        world.put(unit, changed(body, skills={**body.skills, skill: rank}))
    return ""


def _spend(world: World, unit: int, price: int) -> str:
    have = experience(world, unit)
    if have < price:
        return f"{price} XP are needed, and {have} are there"
    world.put(unit, Experience(have - price))
    return ""


def equip(world: World, unit: int, held: tuple[str, ...], carried: tuple[str, ...], armour: Worn | None) -> str:
    """CLASH-REST-8, GEAR-6: other weapons, shield and armour; only between skirmishes."""
    sheet, body = sheet_of(world), world.get(unit, Body)
    for item in (*held, *carried):
        if item not in (*sheet.weapons, *sheet.gear.shields, *sheet.gear.items):
            return f"there is no gear {item!r}"
    if sum(map(sheet.hands, held)) > body.hands:
        return f"that takes more than {body.hands} hands"
    if armour is not None and armour.material not in sheet.gear.armour:
        return f"there is no armour of {armour.material!r}"
    own(world, unit, held, carried)
    level, material = (armour.level, armour.material) if armour else ("", "")
    world.put(unit, changed(body, level=level, material=material))
    return ""


def after(world: World, winners: Sequence[int]) -> None:
    """The time between two skirmishes: the battle closes, everybody rests (CLASH-REST-1 to 4)."""
    close(world, winners)
    for unit, _ in world.each(Unit):
        rest(world, unit)


def carried_over(world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any]:
    """A unit's `state` for the next skirmish: what differs from its sheet, and what the scenario had said of it."""
    sheet, body = sheet_of(world).units[world.get(unit, Unit).sheet], world.get(unit, Body)
    pools, owned = world.get(unit, Pools), world.get(unit, Owned)
    state = {key: value for key, value in before.items() if key not in _OWN}
    for pool in ("health", "magic"):
        if pool in pools.names and pools[pool] < pools.base_of(pool):
            state[pool] = pools[pool]
    if body.styles != sheet.styles:
        state["styles"] = to_builtins(body.styles)
    if body.skills != sheet.skills:
        state["skills"] = dict(body.skills)
    if (owned.held, owned.carried) != (sheet.held, sheet.carried):
        state |= {"held": list(owned.held), "carried": list(owned.carried)}
    worn = Worn(body.level, body.material) if body.level else None
    if worn != sheet.armour:
        state |= {"armour": to_builtins(worn)} if worn else {"unarmoured": True}
    if experience(world, unit):
        state["xp"] = experience(world, unit)
    return state


async def train(world: World) -> None:
    """One lesson of the first unit that still may learn, or none; then the clock goes on to what follows."""
    training = world.get(FIELD, Training)
    if training.waiting:
        unit = training.waiting[0]
        await perform(world, unit, "training", await ask(world, unit, "training"))
    else:
        go(world, training.then)


def _learn_no_more(world: World, unit: int, action: Action) -> None:
    """The unit keeps what it has left."""
    waiting, then = world.get(FIELD, Training).waiting, world.get(FIELD, Training).then
    world.put(FIELD, Training(tuple(each for each in waiting if each != unit), then))


def training() -> Question:
    """One lesson of a unit that has earned enough, or none."""
    verbs = by_name(
        Verb(name="keep", rule="CLASH-REST-5", role="decline", perform=at_once(_learn_no_more)),
        _lesson(
            "learn_item", "CLASH-REST-5", _items,
            lambda world, unit, action: add_item(world, unit, sum(action.numbers), action.what),
        ),
        _lesson("learn_style", "CLASH-REST-6", _styles, _learn_style),
        _lesson(
            "learn_skill", "CLASH-REST-7", _skills,
            lambda world, unit, action: raise_skill(world, unit, action.what, sum(action.numbers)),
        ),
    )  # fmt: skip
    return Question(name="training", moment="opening", rule="CLASH-REST-5", verbs=verbs)


def _lesson(name: str, rule: str, actions: Actions, learn: Callable[[World, int, Action], object]) -> Verb:
    def perform(world: World, unit: int, action: Action) -> None:
        learn(world, unit, action)
        world.emit(Used(unit, name, "free", rule=rule))

    return Verb(
        name=name, rule=rule, group="help", label=_in_style, key=LESSON, actions=actions, perform=at_once(perform)
    )


def _in_style(world: World, unit: int, action: Action) -> str:
    """A lesson in a style after the first names it."""
    if not action.numbers:
        return ""
    what = sheet_of(world).titles.get(action.what, action.what)
    return f"{world.get(unit, Body).styles[action.numbers[0]].name}: {what}"


def _at(number: int) -> tuple[int, ...]:
    return (number,) if number else ()


def _items(world: World, unit: int) -> Iterator[Action]:
    """The words that a style's list may hold; nobody trains natural weapons."""
    sheet, have = sheet_of(world), experience(world, unit)
    arms = (weapon.style_item or key for key, weapon in sheet.weapons.items() if not weapon.natural)
    words = (*arms, "shield", "partial_armor", "full_armor")
    for at, style in enumerate(world.get(unit, Body).styles):
        if have >= sheet.numbers.item_xp and len(style.gear) < sheet.numbers.max_items:
            for item in words:
                if item not in style.gear:
                    yield Action("learn_item", what=item, numbers=_at(at))


def _styles(world: World, unit: int) -> Iterator[Action]:
    sheet, known = sheet_of(world), [style.name for style in world.get(unit, Body).styles]
    if experience(world, unit) >= sheet.numbers.style_xp:
        for key, sample in sheet.main.styles.items():
            if sample.title not in known:
                yield Action("learn_style", what=key)


def _learn_style(world: World, unit: int, action: Action) -> None:
    sample = sheet_of(world).main.styles[action.what]
    learn_style(world, unit, sample.title, sample.gear)


def _skills(world: World, unit: int) -> Iterator[Action]:
    """Where there is a next rank that can be paid."""
    numbers, body, have = sheet_of(world).numbers, world.get(unit, Body), experience(world, unit)
    for skill in sheet_of(world).main.skills:
        style = skill == "fighting_style"
        for at, rank in enumerate(one.rank for one in body.styles) if style else ((0, body.skills.get(skill, 0)),):
            if rank < numbers.max_rank and numbers.skill_xp * (rank + 1) <= have:
                yield Action("learn_skill", what=skill, numbers=_at(at))
