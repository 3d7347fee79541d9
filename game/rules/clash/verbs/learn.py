"""Lessons before the battle, paid with experience (CLASH-REST-5 to 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.clash.campaign.rest import add_item, experience, learn_no_more, learn_style, raise_skill
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import Body
from game.rules.verbs import Actions, Question, Verb, at_once, by_name

LESSON = ("what", "numbers")  # the number of a style after the first (CLASH-STYLE-6)


def training() -> Question:
    """One lesson of a unit that has earned enough, or none."""
    keep = at_once(lambda world, unit, action: learn_no_more(world, unit))
    verbs = by_name(
        Verb(name="keep", rule="CLASH-REST-5", role="decline", perform=keep),
        _lesson("learn_item", "CLASH-REST-5", _items, _learn_item),
        _lesson("learn_style", "CLASH-REST-6", _styles, _learn_style),
        _lesson("learn_skill", "CLASH-REST-7", _skills, _learn_skill),
    )
    return Question(name="training", moment="opening", rule="CLASH-REST-5", verbs=verbs)


def _lesson(name: str, rule: str, actions: Actions, learn: Callable[[World, int, Action], None]) -> Verb:
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


def _number(action: Action) -> int:
    return action.numbers[0] if action.numbers else 0


def _items(world: World, unit: int) -> Iterator[Action]:
    numbers, have = sheet_of(world).numbers, experience(world, unit)
    for at, style in enumerate(world.get(unit, Body).styles):
        if have >= numbers.item_xp and len(style.gear) < numbers.max_items:
            for item in items_to_learn(world):
                if item not in style.gear:
                    yield Action("learn_item", what=item, numbers=_at(at))


def items_to_learn(world: World) -> list[str]:
    """The words that a style's list may hold; nobody trains natural weapons."""
    weapons = sheet_of(world).weapons
    found = [weapon.style_item or key for key, weapon in weapons.items() if not weapon.natural]
    return [*found, "shield", "partial_armor", "full_armor"]


def _learn_item(world: World, unit: int, action: Action) -> None:
    add_item(world, unit, _number(action), action.what)


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
    styles = len(world.get(unit, Body).styles)
    for skill in sheet_of(world).main.skills:
        for at in range(styles) if skill == "fighting_style" else (0,):
            if _affordable(world, unit, skill, at):
                yield Action("learn_skill", what=skill, numbers=_at(at))


def _affordable(world: World, unit: int, skill: str, style: int) -> bool:
    """Whether there is a next rank and it can be paid."""
    numbers, body = sheet_of(world).numbers, world.get(unit, Body)
    rank = (body.styles[style].rank if skill == "fighting_style" else body.skills.get(skill, 0)) + 1
    return rank <= numbers.max_rank and numbers.skill_xp * rank <= experience(world, unit)


def _learn_skill(world: World, unit: int, action: Action) -> None:
    raise_skill(world, unit, action.what, _number(action))
