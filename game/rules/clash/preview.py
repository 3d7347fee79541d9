"""What one option would do: breakdowns and exact odds, by the same functions that resolve it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from game.components import Pools, Position
from game.ecs import World
from game.events import Used
from game.flow import Decision, Option, Request
from game.numbers import Breakdown, Modifier, add
from game.rules.clash.actions import STRIKES
from game.rules.clash.attack import (
    RANGED,
    attack_test,
    damage_number,
    damage_texts,
    deals_damage,
    defence_test,
    manners,
)
from game.rules.clash.chances import Blow, Odds, after_the_blow, best_manner, felled, odds, rule_of, with_bane
from game.rules.clash.combat import kind_of, reactors
from game.rules.clash.cover import witness
from game.rules.clash.handling import powers_of
from game.rules.clash.harm import spread, suffered, thrown_dice
from game.rules.clash.house import house
from game.rules.clash.maneuvers import RESISTS, best_skill, loser_test
from game.rules.clash.moving import route, watchers
from game.rules.clash.position import level, zone_of
from game.rules.clash.sheet import Power, sheet_of
from game.rules.clash.state import Plan, sources, turn, underway
from game.rules.clash.stealth import stealth
from game.rules.clash.trials import Test, chance, skill_test, wins
from game.rules.odds import Dist, dice
from game.rules.ruleset import Alarm, Chance, Note, Preview
from game.systems.field import board_of, cells_of, size_of
from game.systems.lasting import holds


def preview(world: World, request: Request, key: str) -> Preview:
    """The preview of one option of a decision; KeyError for a key that is no option."""
    assert isinstance(request, Decision)
    option = {option.key: option for option in request.options}[key]
    title = option.label or sheet_of(world).titles.get(option.verb, option.verb)
    found = _BY_QUESTION.get(request.question, _plain)(world, request, option, title)
    return found


def _plain(world: World, request: Decision, option: Option, title: str) -> Preview:
    return certain(world, title, option.rule)


def certain(world: World, title: str, rule: str, *numbers: Breakdown, label: str = "certain") -> Preview:
    """Something without chance in it."""
    return Preview(title, (Chance(sheet_of(world).titles[label], 1.0, rule),), tuple(numbers))


# The turn


def _turn(world: World, request: Decision, option: Option, title: str) -> Preview:
    unit = request.who
    verb, _, rest = option.key.partition(" ")
    if verb in STRIKES:
        target, _, item = rest.partition(" ")
        aimed = int(target) in sources(world, unit, "feinting")
        return attack_preview(world, Plan(unit, int(target), item, STRIKES[verb], feint=aimed), title)
    powers = powers_of(world, unit)
    if verb in powers:
        return _power(world, unit, verb, powers[verb], option, title)
    if verb == "move":
        return _move(world, unit, option, title)
    if verb in _ACTS:
        return _ACTS[verb](world, unit, option, title)
    return certain(world, title, option.rule)


def _move(world: World, unit: int, option: Option, title: str) -> Preview:
    """Path, costs, and every cell on it where somebody may strike (CLASH-OA-2)."""
    assert option.cell is not None
    path, costs = route(world, unit, option.cell)
    alarms = _alarms(world, unit, path)
    titles = sheet_of(world).titles
    return Preview(
        title,
        (Chance(titles["unless_struck" if alarms else "arrives"], 1.0, option.rule),),
        path=path,
        costs=costs,
        alarms=alarms,
        notes=(Note(titles["may_be_struck"], "CLASH-OA-2"),) if alarms else (),
    )


def _alarms(world: World, unit: int, path: tuple[int, ...]) -> tuple[Alarm, ...]:
    """Each foe once, at the first cell in its reach that the path leaves; or enters, by a setting (CLASH-OA-2)."""
    if holds(world, unit, "disengaged"):
        return ()
    grid, size, found = board_of(world).grid, size_of(world, unit), list[Alarm]()
    zones = {foe: zone_of(world, foe) for foe in watchers(world, unit)}
    start = grid.footprint(path[0], size)
    entered = {foe for foe, zone in zones.items() if not zone & start} if house(world).oa_on_enter else ()
    for cell in path:
        filled = grid.footprint(cell, size)
        for foe, zone in list(zones.items()):
            if zone & filled and (cell != path[-1] or foe in entered):
                found.append(Alarm(cell, foe, "opportunity", "CLASH-OA-2"))
                del zones[foe]
    return tuple(found)


def _provoking(world: World, unit: int, found: Preview, rule: str, *, moving: bool = False) -> Preview:
    """With an alarm from everybody who may strike before it is done; at a mover nobody does so twice (CLASH-OA-2)."""
    here = world.get(unit, Position).cell
    asked = reactors(world, unit, turn(world).reacted if moving else ())
    alarms = tuple(Alarm(here, foe, "opportunity", rule) for foe in asked)
    note = (Note(sheet_of(world).titles["may_be_struck"], rule),) if alarms else ()
    return replace(found, alarms=alarms, notes=(*found.notes, *note))


def _jump(world: World, unit: int, option: Option, title: str) -> Preview:
    """The damage of the fall (CLASH-DMG-4)."""
    assert option.cell is not None
    board, numbers = board_of(world), sheet_of(world).numbers
    landing = board.grid.footprint(option.cell, size_of(world, unit))
    drop = level(board, cells_of(world, unit)) - level(board, landing)
    thrown = dice(*(numbers.fall_die,) * (drop * numbers.level_m // numbers.fall_m))
    hurt = thrown.map(lambda face: suffered(world, unit, [("crushing", face)], [add(face, "fall")]).total)
    here = world.get(unit, Position).cell
    found = certain(world, title, option.rule)
    found = replace(found, spread=_spread(hurt), spread_of="damage", path=(here, option.cell), costs=(0, 1))
    return _provoking(world, unit, found, "CLASH-OA-2", moving=True)


def _spread(found: Dist) -> tuple[tuple[int, float], ...]:
    return tuple(found.chances().items())


def tried(world: World, title: str, share: float, rule: str, *tests: Test, won: str = "succeeds") -> Preview:
    """Something that works or does not."""
    titles = sheet_of(world).titles
    chances = (Chance(titles[won], share, rule), Chance(titles["fails"], 1 - share, rule))
    numbers = tuple(number for test in tests for number in test.numbers)
    return Preview(title, tuple(each for each in chances if each.probability) or chances[:1], numbers)


def _sneak(world: World, unit: int, option: Option, title: str) -> Preview:
    test = stealth(world, unit)
    return tried(world, title, chance(test), option.rule, test)


def _search(world: World, unit: int, option: Option, title: str) -> Preview:
    test = skill_test(world, unit, "observation")  # whom it would find, and how well that one hides, is not told
    return tried(world, title, chance(test), option.rule, test)


def _grapple(world: World, unit: int, option: Option, title: str) -> Preview:
    assert option.unit is not None
    mine = skill_test(world, unit, "athletics")
    theirs = min(_struggling(world, option.unit), key=lambda test: wins(mine, test))
    return tried(world, title, wins(mine, theirs), option.rule, mine, theirs)


def _struggling(world: World, unit: int) -> list[Test]:
    """Athletics and Acrobatics, with which a unit resists a hold and frees itself (CLASH-ACT-3, 9)."""
    return [skill_test(world, unit, skill) for skill in ("athletics", "acrobatics")]


def _release(world: World, unit: int, option: Option, title: str) -> Preview:
    if option.key == "release net":
        test = skill_test(world, unit, "athletics")
        return tried(world, title, chance(test), option.rule, test)
    holder = sources(world, unit, "grappled")[0] if option.unit is None else option.unit
    theirs = skill_test(world, holder, "athletics")
    mine = max(_struggling(world, unit), key=lambda test: wins(test, theirs))
    return tried(world, title, wins(mine, theirs), option.rule, mine, theirs)


def _stand(world: World, unit: int, option: Option, title: str) -> Preview:
    return _provoking(world, unit, certain(world, title, option.rule), "CLASH-OA-4")


def _leave(world: World, unit: int, option: Option, title: str) -> Preview:
    return _provoking(world, unit, certain(world, title, option.rule), "CLASH-OA-2", moving=True)


_ACTS: dict[str, Callable[[World, int, Option, str], Preview]] = {
    "jump": _jump,
    "sneak": _sneak,
    "search": _search,
    "grapple": _grapple,
    "release": _release,
    "stand": _stand,
    "leave": _leave,
}


# Powers


def _power(world: World, unit: int, key: str, power: Power, option: Option, title: str) -> Preview:
    sheet = sheet_of(world)
    found = _power_effect(world, unit, key, power, option, title)
    if power.magic:
        cost = Breakdown("magic_cost", (Modifier(power.magic, power.title.lower(), "CLASH-ACT-7"),))
        found = replace(found, numbers=(*found.numbers, cost))
    if key in sheet.spells and not power.melee:
        return _provoking(world, unit, found, "CLASH-OA-3")
    return found


def _power_effect(world: World, unit: int, key: str, power: Power, option: Option, title: str) -> Preview:
    if power.attack:
        assert option.unit is not None
        kind = kind_of(power, key, sheet_of(world).spells)
        return attack_preview(world, Plan(unit, option.unit, key, kind, power=True), title)
    if power.contest:
        assert option.unit is not None
        mine, theirs = (skill_test(world, each, power.contest) for each in (unit, option.unit))
        return tried(world, title, wins(mine, theirs), option.rule, mine, theirs)
    found = certain(world, title, option.rule)
    if power.heal:
        return replace(found, spread=_spread(spread(power.heal)), spread_of="healing", targets=(option.unit or unit,))
    return found


# Attacks


def attack_preview(world: World, plan: Plan, title: str, how: str | None = None) -> Preview:
    """Both tests, the results and the damage if the target answers `how`; without it, as best it can."""
    titles = sheet_of(world).titles
    attack = attack_test(world, plan)
    if attack.auto == "fail":
        found = certain(world, title, attack.rule, label="nothing")
        return replace(found, targets=(plan.target,), sight=_sight(world, plan), notes=(_full_cover(world),))
    answer = best_manner(world, plan) if how is None else how
    found_odds = odds(world, plan, answer)
    defence = defence_test(world, plan, answer)
    shown = [*attack.numbers, *(defence.numbers if answer != "no" else ())]
    return Preview(
        title,
        tuple(
            Chance(titles[key], share, rule_of(key, answer))
            for key, share in found_odds.results.items()
            if share > 1e-12
        ),
        (*shown, *_damage_lines(world, plan)),
        spread=tuple(found_odds.damage.items()),
        spread_of="damage",
        targets=(plan.target,),
        sight=_sight(world, plan),
        notes=(*_answers(world, plan, how), *_knock_out(world, plan, found_odds)),
    )


def _full_cover(world: World) -> Note:
    return Note(sheet_of(world).titles["full_cover"], "CLASH-COVER-3")


def _sight(world: World, plan: Plan) -> object | None:
    return witness(world, plan.unit, plan.target) if plan.kind in RANGED else None


def _damage_lines(world: World, plan: Plan) -> tuple[Breakdown, ...]:
    """What is added to and taken off the dice."""
    if not deals_damage(world, plan):
        return ()
    nothing = (0,) * len(thrown_dice(damage_texts(world, plan)))
    number = damage_number(world, plan, nothing, blocked=False)
    parts = tuple(part for part in number.parts if part.value and part.kind == "add")
    return (Breakdown("damage_besides_dice", parts),) if parts else ()


def _answers(world: World, plan: Plan, how: str | None) -> tuple[Note, ...]:
    """The chance to be hit by each manner of defence, for whoever attacks."""
    if how is not None:
        return ()
    titles, open_to_it = sheet_of(world).titles, manners(world, plan)
    if not open_to_it:
        return (Note(titles["cannot_defend"], "CLASH-DEF-9"),)
    found = [Note(titles["if_it_defends"], "CLASH-DEF-7")]
    for each in open_to_it:
        there = odds(world, plan, each).results
        hit = there["critical"] + there["hits"] + there["blocked"]
        found.append(Note(f"{titles[each]}: {titles['hit_chance']} {hit:.0%}", "CLASH-DEF-9"))
    return tuple(found)


def _knock_out(world: World, plan: Plan, found: Odds) -> tuple[Note, ...]:
    health = world.get(plan.target, Pools)["health"]
    share = sum(each for amount, each in found.damage.items() if amount >= health)
    return (Note(f"{sheet_of(world).titles['knocks_out']}: {share:.0%}", "CLASH-DMG-1"),) if share > 0 else ()


# Answers to others


def _defend(world: World, request: Decision, option: Option, title: str) -> Preview:
    plan = underway(world)
    assert plan is not None
    return attack_preview(world, plan, title, option.key)


def _opportunity(world: World, request: Decision, option: Option, title: str) -> Preview:
    if option.key == "no":
        return certain(world, title, option.rule, label="goes_on")
    _, target, item = option.key.split(" ")
    return attack_preview(world, Plan(request.who, int(target), item, "melee", reaction=True), title)


def _window(world: World, request: Decision, option: Option, title: str) -> Preview:
    powers = powers_of(world, request.who)
    if option.verb in powers:
        return _power(world, request.who, option.verb, powers[option.verb], option, title)
    return certain(world, title, option.rule, label="goes_on" if option.key == "no" else "certain")


def _maneuver(world: World, request: Decision, option: Option, title: str) -> Preview:
    """How likely the loser is to fail (CLASH-MAN-4 to 10)."""
    plan = underway(world)
    assert plan is not None
    winner = request.who
    if option.verb in RESISTS:
        return _resisted(world, plan, winner, option, title)
    if option.key == "feint":
        test = skill_test(world, winner, "deception")
        return tried(world, title, chance(test), option.rule, test)
    if option.key == "precision":
        number = damage_number(world, plan, thrown_dice(damage_texts(world, plan)), blocked=False, top=True)
        return certain(world, title, option.rule, number)
    return certain(world, title, option.rule, label="goes_on" if option.key == "no" else "certain")


def _resisted(world: World, plan: Plan, winner: int, option: Option, title: str) -> Preview:
    """How likely the loser fails its test, once the blow itself has done what it does (CLASH-ATK-9)."""
    titles, loser = sheet_of(world).titles, plan.target if winner == plan.unit else plan.unit
    test = loser_test(world, winner, loser, option.key, best_skill(world, winner, loser, option.key))
    after = after_the_blow(world, plan, option.key) if winner == plan.unit else Blow()
    trip = option.key == "trip" and winner == plan.unit
    won = lost = fallen = 0.0
    for share, bane in ((1 - after.out - after.dazed - after.dropped, False), (after.dazed, True)):
        down = share * felled(world, plan, dazed=bane) if trip else 0.0
        fails = 1 - chance(with_bane(test) if bane else test)
        won, lost, fallen = won + (share - down) * fails, lost + (share - down) * (1 - fails), fallen + down
    chances = (
        Chance(titles["succeeds"], won, option.rule),
        Chance(titles["fails"], lost, option.rule),
        Chance(titles["already_prone"], fallen, "CLASH-MAN-12"),
        Chance(titles["already_dropped"], after.dropped, "CLASH-MAN-6"),
        Chance(titles["void_maneuver"], after.out, "CLASH-ATK-9"),
    )
    notes = (Note(test.number.parts[0].label, test.rule),) if test.auto else ()
    shown = tuple(each for each in chances if each.probability > 1e-12)
    return Preview(title, shown, test.numbers, targets=(loser,), notes=notes)


def _resist(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The asked side's chance with that skill."""
    about = request.about
    assert isinstance(about, Used)
    if about.kind == "maneuver":
        plan = underway(world)
        assert plan is not None
        test = loser_test(world, about.unit, request.who, plan.maneuver, option.key)
        return tried(world, title, chance(test), option.rule, test)
    theirs = skill_test(world, about.unit, "athletics")
    mine = skill_test(world, request.who, option.key)
    return tried(world, title, 1 - wins(theirs, mine), option.rule, mine, theirs)


def _with_what(world: World, request: Decision, option: Option, title: str) -> Preview:
    about = request.about
    assert isinstance(about, Used)
    mine = skill_test(world, request.who, option.key)
    theirs = skill_test(world, about.targets[0], "athletics")
    return tried(world, title, wins(mine, theirs), option.rule, mine, theirs)


_BY_QUESTION: dict[str, Callable[[World, Decision, Option, str], Preview]] = {
    "turn": _turn,
    "defend": _defend,
    "opportunity": _opportunity,
    "window": _window,
    "maneuver": _maneuver,
    "resist": _resist,
    "with_what": _with_what,
}
