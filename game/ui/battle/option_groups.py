"""Options of a request: by verb for buttons and number keys, by cell and unit for clicks on the board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from msgspec import Struct

from game.kernel.components import FIELD, Field, Position, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.kernel.flow import Group as ActionGroup
from game.rules.verbs import table_of

FEW = 9
TABS: tuple[tuple[ActionGroup, str], ...] = (
    ("attack", "Attack"),
    ("move", "Move"),
    ("guard", "Guard"),
    ("hinder", "Hinder"),
    ("magic", "Magic"),
    ("help", "Help"),
    ("gear", "Gear"),
    ("turn", "Turn"),
)
"""What one does falls into eight groups, each with its own place and number key, whatever the rules."""


class Group(Struct, frozen=True):
    """The options of one verb; `placed` says that they lie on the board."""

    verb: str
    options: tuple[Option, ...]

    @property
    def placed(self) -> bool:
        """Whether a place on the board must be chosen."""
        places = {option.cell if option.cell is not None else (option.unit,) for option in self.options}
        return len(places) > 1 and (None,) not in places

    @property
    def tab(self) -> ActionGroup:
        """The group of actions that the verb belongs to."""
        return self.options[0].group


def tabbed(request: Decision | None) -> bool:
    """Whether the options are shown group by group: those of an own turn, and wherever there is as much to choose."""
    if request is None or any(map(carries, request.options)):
        return False
    return request.moment == "own_turn" or len({option.verb for option in request.options}) > FEW


def few(request: Decision | None) -> bool:
    """Whether it is a question with few answers, all of them shown at once, and nobody is put anywhere."""
    return request is not None and not tabbed(request) and not any(map(carries, request.options))


def known(world: World, request: Decision) -> tuple[str, ...]:
    """The verbs that its question knows, whoever is asked; those of its options where the rules have no table."""
    table = table_of(world) if world.get(FIELD, Field).table is not None else None
    question = table.questions.get(request.question) if table is not None else None
    if question is not None:
        return tuple(verb.name for verb in question.verbs.values() if verb.role != "decline")
    return tuple(dict.fromkeys(option.verb for option in request.options if option.role != "decline"))


def numbered(world: World, request: Decision, found: Sequence[Group]) -> list[int]:
    """The number key of each group, 0 for none: each row its own, from above.

    In turns it is that of the eight groups; who of one's own does it has the number of the unit. What declines has
    another key.
    """
    if tabbed(request):
        places = [name for name, _ in TABS]
        return [places.index(group.tab) + 1 for group in found]
    crew = _who_does_it(world, request, found)
    if crew:
        return _by_unit(found, known(world, request), crew)
    rows = accumulate(int(group.options[0].role != "decline") for group in found)
    return [
        row if row <= FEW and group.options[0].role != "decline" else 0 for row, group in zip(rows, found, strict=True)
    ]


def in_order(world: World, request: Decision, found: list[Group]) -> list[Group]:
    """The answers of a small question as its rules list them, what declines last: each always before or after another.

    Who of one's own does it stands by the number of the unit.
    """
    if not few(request):
        return found
    verbs, crew = known(world, request), _who_does_it(world, request, found)
    ranks = [verbs.index(verb) if (verb := group.options[0].verb) in verbs else len(verbs) for group in found]
    if crew:
        ranks = [number or len(found) + FEW for number in _by_unit(found, verbs, crew)]
    rows = sorted(range(len(found)), key=lambda at: (found[at].options[0].role == "decline", ranks[at]))
    return [found[at] for at in rows]


def _who_does_it(world: World, request: Decision, found: Sequence[Group]) -> list[int]:
    """The units of the side that is asked, in order, where the question is who of them does something; else none."""
    if any(map(carries, request.options)):
        return []
    crew = _crew(world, request.who)
    named = [group.options[0] for group in found if group.options[0].unit is not None]
    aimed, alone = {option.unit for option in named}, not any(option.action.others for option in named)
    several = len(named) > 1 or (named and world.find(request.who, Unit) is None)  # a side is asked who does it
    if several and alone and len({option.verb for option in named}) == 1 and len(aimed) == len(named) and aimed <= crew:
        return sorted(crew)
    return []


def _crew(world: World, who: int) -> set[int]:
    """The units of the side that is asked, whatever has become of them."""
    entry = world.find(who, Unit)
    side = entry.side if entry is not None else who
    return {unit for unit, one in world.each(Unit) if one.side == side}


def _by_unit(found: Sequence[Group], verbs: Sequence[str], crew: Sequence[int]) -> list[int]:
    """Who of one's own does it: each has its number, and what is not about one of them comes after."""
    about = {group.options[0].verb for group in found if group.options[0].unit is not None}
    beside = [verb for verb in verbs if verb not in about]
    places = []
    for group in found:
        option = group.options[0]
        if option.unit is not None:
            places.append(crew.index(option.unit) + 1)
        else:
            places.append(len(crew) + 1 + beside.index(option.verb) if option.verb in beside else 0)
    return [place if place <= FEW else 0 for place in places]


def given_up(request: Decision, option: Option) -> bool:
    """Whether it ends the fight by itself: no button of a turn does so, the menu has it."""
    return option.role == "concede" and tabbed(request)


def placed(option: Option) -> bool:
    """Whether it lies on the board."""
    return option.cell is not None or option.unit is not None


def first_tab(found: Sequence[Group]) -> ActionGroup:
    """The tab that is open when a turn's question comes up: attacks, if there are any, then what stands next."""
    there = {group.tab for group in found if not all(option.final for option in group.options)}
    return next((name for name, _ in TABS if name in there), "turn")


def groups(request: Decision | None, verbs: tuple[str, ...] = ()) -> list[Group]:
    """Options by verb in the ruleset's order `verbs`; unknown ones by what they aim at, `end` last.

    A question with few options that is no turn's has a button for each.
    """
    if request is None:
        return []
    few = len(request.options) <= FEW and not any(map(carries, request.options))
    if request.question != "turn" and few:
        ordered = sorted(request.options, key=lambda option: option.role == "decline")  # it has a key of its own
        return [Group(option.key, (option,)) for option in ordered]
    found: dict[str, list[Option]] = {}
    for option in request.options:
        if not given_up(request, option):
            found.setdefault(_group_key(option), []).append(option)
    made = [Group(verb, tuple(options)) for verb, options in found.items()]
    return sorted(made, key=lambda group: _order(group, request.who, verbs))


def carries(option: Option) -> bool:
    """Whether it puts a unit in a cell, as in deployment: the unit is picked first, then the cell."""
    return option.cell is not None and option.unit is not None and option.key.count(" ") > 1


def _group_key(option: Option) -> str:
    """Words after the verb that are no place make a button of their own, and so does a unit to be put somewhere."""
    if carries(option):
        return f"{option.verb} {option.unit}"
    return option.verb if option.cell is not None or option.unit is not None else option.key


def _order(group: Group, who: int, verbs: tuple[str, ...]) -> tuple[int, int, str]:
    """What the ruleset orders; then what aims at others, moves, what one does for oneself; the end of the turn last."""
    if group.options[0].role == "end_turn":
        return 4, 0, group.verb
    verb = group.options[0].verb
    if verb in verbs:
        return 0, verbs.index(verb), group.verb
    others = any(option.unit not in (None, who) for option in group.options)
    return (1 if others else 2 if group.options[0].cell is not None else 3), 0, group.verb


def cell_of(world: World, option: Option) -> int | None:
    """Where an option points."""
    if option.cell is not None:
        return option.cell
    at = world.find(option.unit, Position) if option.unit is not None else None
    return at.cell if at is not None else None


def at_cell(
    world: World, request: Decision | None, verb: str, covered: dict[int, int], order: Sequence[str] = ()
) -> dict[int, tuple[Option, ...]]:
    """Options by cell, of one verb or (empty) of all; a unit's option counts for all cells it covers.

    `covered` maps cells to the unit that stands there. Options come in the `order` of their verbs.
    """
    found: dict[int, list[Option]] = {}
    cells_of: dict[int, list[int]] = {}
    for cell, unit in covered.items():
        cells_of.setdefault(unit, []).append(cell)
    for option in request.options if request is not None else ():
        if verb and _group_key(option) != verb:
            continue
        if carries(option) and not verb:
            continue
        places = cells_of.get(option.unit, []) if option.unit is not None and not carries(option) else []
        anchor = cell_of(world, option)
        for place in dict.fromkeys([*places, *([anchor] if anchor is not None else [])]):
            found.setdefault(place, []).append(option)
    ranks = {verb: rank for rank, verb in enumerate(order)}
    return {
        place: tuple(sorted(options, key=lambda option: ranks.get(option.verb, len(ranks))))
        for place, options in found.items()
    }
