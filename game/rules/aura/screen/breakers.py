"""Who may break in on an action, with what, and how likely that comes first."""

from __future__ import annotations

from game.kernel.ecs import World
from game.rules.aura.budget import Price, unaffordable
from game.rules.aura.checks.contests import initiative_odds
from game.rules.aura.checks.numbers import longest_reach, name_of
from game.rules.aura.checks.rolls import may_roll_initiative
from game.rules.aura.position.sight import aware, sees
from game.rules.aura.position.space import faced_cells, faces, gap_at, others
from game.rules.aura.position.ways import Way
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Orders, Watch
from game.rules.aura.turns.able import able
from game.rules.aura.turns.swift import Moment, striking_items, swift_possible
from game.rules.aura.verbs.feats import feats
from game.rules.ruleset import Alarm, Note
from game.systems.conditions import holds
from game.systems.field import board_of, enemies, shape_of


def _plain(world: World, unit: int) -> list[int]:
    """AURA-FACE-7: enemies that are awake, without those who hide: nothing is said of them."""
    return [foe for foe in others(world, unit) if not holds(world, foe, "hidden")]


def intruders(
    world: World, unit: int, targets: tuple[int, ...], alarms: tuple[Alarm, ...] = (), *, melee: bool = False
) -> tuple[Note, ...]:
    """AURA-INIT-1 and SWIFT-4: who may break in on an action of the unit, with what, and how likely it comes first."""
    titles, found = sheet_of(world).titles, list[Note]()
    for foe in _plain(world, unit):
        asked = "challenge_attacked" if foe in targets else "challenge_ally" if targets else "challenge_approach"
        willing = getattr(world.get(foe, Orders), asked) != "never"
        if willing and may_roll_initiative(world, foe) and able(world, foe) and aware(world, foe, unit):
            odds = initiative_odds(world, foe, unit, rolls=may_roll_initiative(world, unit))
            found.append(Note(f"{titles['breaks_in_first']}: {name_of(world, foe)} ({float(odds):.0%})", "AURA-INIT-1"))
    for foe in dict.fromkeys(alarm.unit for alarm in alarms):
        found.append(Note(f"{titles['breaks_in_swift']}: {name_of(world, foe)}", "AURA-SWIFT-4"))
    found += [note for foe in targets for note in _feats(world, foe, unit, melee=melee)]
    if holds(world, unit, "unguarded"):
        found += strikers(world, unit)
    return tuple(found) or (Note(titles["breaks_in_nobody"], "AURA-INIT-1"),)


def _feats(world: World, unit: int, actor: int, *, melee: bool) -> list[Note]:
    """AURA-INT-6: with which abilities somebody may answer an attack on it at once."""
    sheet = sheet_of(world)
    actions = feats(world, unit, Moment("declared", actor, (unit,), melee=melee))
    found = [sheet.abilities[name] for name in dict.fromkeys(action.how[0] for action in actions)]
    words = f"{sheet.titles['breaks_in_feat']}: {name_of(world, unit)}"
    return [Note(f"{words}, {each.title}", each.rule) for each in found]


def may_strike(world: World, unit: int) -> bool:
    """AURA-SWIFT-2 and FLOOR-11: whether a unit has its Swift Attack, can pay for it, and may be asked."""
    price = Price(sheet_of(world).main.costs.swift)
    wants = world.get(unit, Orders).swift != "never"
    return wants and swift_possible(world, unit) and not unaffordable(world, unit, price)


def may_challenge(world: World, unit: int) -> bool:
    """AURA-INIT-1 and FLOOR-11: whether a unit has its Initiative roll, and answers to anything at all."""
    orders = world.get(unit, Orders)
    names = (orders.challenge_attacked, orders.challenge_ally, orders.challenge_approach)
    return any(name != "never" for name in names) and may_roll_initiative(world, unit) and able(world, unit)


def strikers(world: World, unit: int) -> list[Note]:
    """AURA-SWIFT-3: who could strike the unit where it is while it is Unguarded."""

    def near(foe: int) -> bool:
        return bool(striking_items(world, foe, unit)) and faces(world, foe, unit) and sees(world, foe, unit)

    return _by_swift(world, [foe for foe in _plain(world, unit) if near(foe)])


def _by_swift(world: World, foes: list[int]) -> list[Note]:
    words = sheet_of(world).titles["breaks_in_unguarded"]
    return [Note(f"{words}: {name_of(world, foe)}", "AURA-SWIFT-3") for foe in foes if may_strike(world, foe)]


def landed(world: World, unit: int, cell: int) -> tuple[Note, ...]:
    """AURA-MOVE-15: who could strike whoever comes down there, Unguarded."""
    filled = board_of(world).grid.footprint(cell, shape_of(world, unit))

    def near(foe: int) -> bool:
        turned = world.get(foe, Watch).focus == unit or faced_cells(world, foe) & filled
        return bool(turned) and gap_at(world, unit, cell, foe) <= longest_reach(world, foe)

    open_to = [foe for foe in _plain(world, unit) if near(foe)]
    return Note(sheet_of(world).titles["lays_open"], "AURA-MOVE-15"), *_by_swift(world, open_to)


def alarms_on(world: World, unit: int, way: Way) -> tuple[Alarm, ...]:
    """AURA-SWIFT-4: enemies whose reach the first step crosses, and those crossed later on."""
    found = list[Alarm]()
    for enemy in enemies(world, unit):
        reach = longest_reach(world, enemy)
        if holds(world, enemy, "hidden") or not may_strike(world, enemy):
            continue
        for here, there in zip(way[0], way[0][1:], strict=False):
            if gap_at(world, unit, here, enemy) == reach != gap_at(world, unit, there, enemy):
                found.append(Alarm(here, enemy, "swift", "AURA-SWIFT-4"))
                break
    return tuple(found)
