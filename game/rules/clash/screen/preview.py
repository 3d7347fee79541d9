"""What one option would do: breakdowns and exact odds, by the same functions that resolve it."""

from __future__ import annotations

from msgspec.structs import replace

from game.kernel.components import Pools, Position
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Decision, Option
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.asking import certain
from game.rules.clash.checks.odds import Blow, after_the_blow, best_manner, felled, odds, rule_of, with_bane
from game.rules.clash.checks.tests import Test, chance, skill_test, wins
from game.rules.clash.harm import spread, suffered, thrown_dice
from game.rules.clash.house import house
from game.rules.clash.position.cover import witness
from game.rules.clash.position.space import zone_of
from game.rules.clash.sheet import Power, sheet_of
from game.rules.clash.state import Plan, opponent, running, turn
from game.rules.clash.turns.windows import reactors
from game.rules.clash.verbs import strike as striking
from game.rules.clash.verbs.maneuvers import RESISTS, loser_test
from game.rules.clash.verbs.walking import route, watchers
from game.rules.odds import dice
from game.rules.ruleset import Alarm, Chance, Note, Preview
from game.rules.verbs import Previewing
from game.systems.conditions import sources
from game.systems.field import board_of, cells_of, size_of
from game.systems.steps import level


def move(world: World, request: Decision, option: Option, title: str) -> Preview:
    """Path, costs, and every cell on it where somebody may strike (CLASH-OA-2)."""
    path, costs = route(world, request.who, option.action.there)
    alarms, titles = _alarms(world, request.who, path), sheet_of(world).titles
    chances = (Chance(titles["unless_struck" if alarms else "arrives"], 1.0, option.rule),)
    notes = (Note(titles["may_be_struck"], "CLASH-OA-2"),) if alarms else ()
    return Preview(title, chances, path=path, costs=costs, alarms=alarms, notes=notes)


def _alarms(world: World, unit: int, path: tuple[int, ...]) -> tuple[Alarm, ...]:
    """Each foe once, at the first cell in its reach that the path leaves; or enters, by a setting (CLASH-OA-2)."""
    grid, size = board_of(world).grid, size_of(world, unit)
    found: list[Alarm] = []
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


def jump(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The damage of the fall (CLASH-DMG-4)."""
    board, numbers = board_of(world), sheet_of(world).numbers
    landing = board.grid.footprint(option.action.there, size_of(world, request.who))
    drop = level(board, cells_of(world, request.who)) - level(board, landing)
    thrown = dice(*(numbers.fall_die,) * (drop * numbers.level_m // numbers.fall_m))
    hurt = thrown.map(lambda face: suffered(world, request.who, [("crushing", face)], [add(face, "fall")]).total)
    path = (world.get(request.who, Position).cell, option.action.there)
    found = certain(world, request, option, title)
    found = replace(found, spread=hurt.spread(), spread_of="damage", path=path, costs=(0, 1))
    return _provoking(world, request.who, found, "CLASH-OA-2", moving=True)


def tried(world: World, title: str, share: float, rule: str, *tests: Test, won: str = "succeeds") -> Preview:
    """Something that works or does not."""
    titles = sheet_of(world).titles
    chances = (Chance(titles[won], share, rule), Chance(titles["fails"], 1 - share, rule))
    numbers = tuple(number for test in tests for number in test.numbers)
    return Preview(title, tuple(each for each in chances if each.probability) or chances[:1], numbers)


def tested(skill: str) -> Previewing:
    """A test against nobody's: whom a search would find, and how well that one hides, is not told."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        test = skill_test(world, request.who, skill)
        return tried(world, title, chance(test), option.rule, test)

    return preview


def grapple(world: World, request: Decision, option: Option, title: str) -> Preview:
    mine = skill_test(world, request.who, "athletics")
    theirs = min(_struggling(world, option.action.target), key=lambda test: wins(mine, test))
    return tried(world, title, wins(mine, theirs), option.rule, mine, theirs)


def _struggling(world: World, unit: int) -> list[Test]:
    """Athletics and Acrobatics, with which a unit resists a hold and frees itself (CLASH-ACT-3, 9)."""
    return [skill_test(world, unit, skill) for skill in ("athletics", "acrobatics")]


def release(world: World, request: Decision, option: Option, title: str) -> Preview:
    if option.action.what == "net":
        test = skill_test(world, request.who, "athletics")
        return tried(world, title, chance(test), option.rule, test)
    holder = sources(world, request.who, "grappled")[0] if option.unit is None else option.unit
    theirs = skill_test(world, holder, "athletics")
    mine = max(_struggling(world, request.who), key=lambda test: wins(test, theirs))
    return tried(world, title, wins(mine, theirs), option.rule, mine, theirs)


def stand(world: World, request: Decision, option: Option, title: str) -> Preview:
    return _provoking(world, request.who, certain(world, request, option, title), "CLASH-OA-4")


def leave(world: World, request: Decision, option: Option, title: str) -> Preview:
    return _provoking(world, request.who, certain(world, request, option, title), "CLASH-OA-2", moving=True)


def power(key: str, means: Power) -> Previewing:
    """A spell, ability or magic item: what it does, what it costs, who may strike first."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        found = _effect(world, request, option, title, means)
        if means.text:
            found = replace(found, notes=(Note(means.text, option.rule), *found.notes))
        if means.magic:
            cost = Breakdown("magic_cost", (Modifier(means.magic, means.title.lower(), "CLASH-ACT-7"),))
            found = replace(found, numbers=(*found.numbers, cost))
        if key in sheet_of(world).spells and not means.melee:
            return _provoking(world, request.who, found, "CLASH-OA-3")
        return found

    return preview


def _effect(world: World, request: Decision, option: Option, title: str, means: Power) -> Preview:
    unit, action = request.who, option.action
    if means.attack:
        kind = sheet_of(world).kind_of(action.verb)
        return attack_preview(world, Plan(unit, action.target, action.verb, kind, power=True), title)
    if means.contest:
        mine, theirs = (skill_test(world, each, means.contest) for each in (unit, action.target))
        return tried(world, title, wins(mine, theirs), option.rule, mine, theirs)
    found = certain(world, request, option, title)
    if means.heal:
        return replace(found, spread=spread(means.heal).spread(), spread_of="healing", targets=(action.target,))
    return found


def attack_preview(world: World, plan: Plan, title: str, how: str | None = None) -> Preview:
    """Both tests, the results and the damage if the target answers `how`; without it, as best it can."""
    titles, attack = sheet_of(world).titles, striking.attack_test(world, plan)
    sight = witness(world, plan.unit, plan.target) if plan.kind in striking.RANGED else None
    if attack.auto == "fail":
        nothing, full = Chance(titles["nothing"], 1.0, attack.rule), Note(titles["full_cover"], "CLASH-COVER-3")
        return Preview(title, (nothing,), targets=(plan.target,), sight=sight, notes=(full,))
    answer = best_manner(world, plan) if how is None else how
    found, defence = odds(world, plan, answer), striking.defence_test(world, plan, answer)
    health = world.get(plan.target, Pools)["health"]
    fells = sum(share for amount, share in found.damage.items() if amount >= health)
    likely = [(key, share) for key, share in found.results.items() if share > 1e-12]
    notes = _answers(world, plan) if how is None else []
    if fells > 0:
        notes.append(Note(f"{titles['knocks_out']}: {fells:.0%}", "CLASH-DMG-1"))
    return Preview(
        title, tuple(Chance(titles[key], share, rule_of(key, answer)) for key, share in likely),
        (*attack.numbers, *(defence.numbers if answer != "no" else ()), *_damage_lines(world, plan)),
        spread=tuple(found.damage.items()), spread_of="damage", targets=(plan.target,), sight=sight, notes=tuple(notes),
        fells=fells,
    )  # fmt: skip


def _damage_lines(world: World, plan: Plan) -> tuple[Breakdown, ...]:
    if not striking.deals_damage(world, plan):
        return ()
    nothing = (0,) * len(thrown_dice(striking.damage_texts(world, plan)))
    number = striking.damage_number(world, plan, nothing, blocked=False)
    parts = tuple(part for part in number.parts if part.value and part.kind == "add")
    return (Breakdown("damage_besides_dice", parts),) if parts else ()


def _answers(world: World, plan: Plan) -> list[Note]:
    """The chance to be hit by each manner of defence, for whoever attacks."""
    titles, open_to_it = sheet_of(world).titles, striking.manners(world, plan)
    if not open_to_it:
        return [Note(titles["cannot_defend"], "CLASH-DEF-9")]
    found = [Note(titles["if_it_defends"], "CLASH-DEF-7")]
    for each in open_to_it:
        there = odds(world, plan, each).results
        hit = there["critical"] + there["hits"] + there["blocked"]
        found.append(Note(f"{titles[each]}: {titles['hit_chance']} {hit:.0%}", "CLASH-DEF-9"))
    return found


def defend(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The attack underway, answered so."""
    return attack_preview(world, running(world), title, option.verb)


def precision(world: World, request: Decision, option: Option, title: str) -> Preview:
    """CLASH-MAN-8: the highest faces."""
    plan = running(world)
    highest = thrown_dice(striking.damage_texts(world, plan))
    number = striking.damage_number(world, plan, highest, blocked=False, top=True)
    return replace(certain(world, request, option, title), numbers=(number,))


def resisted(world: World, request: Decision, option: Option, title: str) -> Preview:
    """How likely the loser fails its test, once the blow itself has done what it does (CLASH-ATK-9)."""
    titles, plan, winner = sheet_of(world).titles, running(world), request.who
    loser, action = opponent(world, winner), option.action
    tests = [loser_test(world, winner, loser, action, skill) for skill in RESISTS[action.verb]]
    test = max(tests, key=chance)  # the loser picks what it resists with best
    after = after_the_blow(world, plan, action) if winner == plan.unit else Blow()
    trip = action.verb == "trip" and winner == plan.unit
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


def resist(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The asked side's chance with that skill."""
    about = request.about
    assert isinstance(about, Used)
    if about.kind == "maneuver":
        maneuver = running(world).maneuver
        assert maneuver is not None
        test = loser_test(world, about.unit, request.who, maneuver, option.verb)
        return tried(world, title, chance(test), option.rule, test)
    theirs = skill_test(world, about.unit, "athletics")
    mine = skill_test(world, request.who, option.verb)
    return tried(world, title, 1 - wins(theirs, mine), option.rule, mine, theirs)


def with_what(world: World, request: Decision, option: Option, title: str) -> Preview:
    about = request.about
    assert isinstance(about, Used)
    mine = skill_test(world, request.who, option.verb)
    theirs = skill_test(world, about.targets[0], "athletics")
    return tried(world, title, wins(mine, theirs), option.rule, mine, theirs)
