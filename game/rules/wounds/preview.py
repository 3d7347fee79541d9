"""What one option would do: breakdowns and exact odds, by the same functions that resolve it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from game.components import FIELD, Clock, Position
from game.ecs import World
from game.events import Attacked
from game.flow import Decision, Option, Request
from game.grid.grid import Cell
from game.numbers import Breakdown, Modifier, add
from game.rules.joint import Joint
from game.rules.odds import Dist, die
from game.rules.ruleset import Alarm, Chance, Note, Preview
from game.rules.wounds.actions import VERBS, hasty_bonus, price, price_stamina
from game.rules.wounds.attack import (
    Blow,
    attack_bonus,
    damage_bonus,
    final_level,
    guards,
    hard,
    plain_defense,
)
from game.rules.wounds.casting import burst_targets, spell_bonus, spell_damage, wet
from game.rules.wounds.checks import (
    combat_check,
    defense,
    hold_bonus,
    hold_tn,
    ordinary_dice,
    steps_beyond,
    toughness,
    wild_dice,
)
from game.rules.wounds.cover import witness
from game.rules.wounds.fighting import ATTACKS, blow_of
from game.rules.wounds.going import route
from game.rules.wounds.harm import level_for
from game.rules.wounds.healing import (
    TREATED,
    condition_tn,
    healing,
    recoverable,
    recovery_bonus,
    stabilize_tn,
)
from game.rules.wounds.hindering import (
    deception,
    drag_bonus,
    drag_tn,
    escape_tn,
    power_tn,
    weapon_bonus,
)
from game.rules.wounds.jumping import jump_bonus, jump_number
from game.rules.wounds.moving import affordable, purse, rebuffs, yards_left
from game.rules.wounds.position import climbing, reaches, swimming
from game.rules.wounds.riding import control_bonus
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import (
    Grapple,
    Riding,
    Strain,
    body,
    landing,
    normal_stamina,
    pool,
    weapon,
    wounds,
)
from game.systems.field import board_of
from game.systems.lasting import holds


def preview(world: World, request: Request, key: str) -> Preview:
    """The preview of one option of a decision; KeyError for a key that is no option."""
    assert isinstance(request, Decision)
    option = {option.key: option for option in request.options}[key]
    title = option.label or _title(world, option.verb)
    if request.question == "guard" and isinstance(request.about, Attacked):
        return _guard(world, request.about, key, title)
    verb = option.verb
    if verb == "long":
        inner = replace(option, key=key.removeprefix("long "))
        found = act(world, request.who, inner, title)
        note = Note(_title(world, "takes_longer"), "WOUNDS-ECON-6")
        return replace(_sure(world, title, "takes_longer", option.rule), numbers=found.numbers, notes=(note,))
    if verb in VERBS or verb in ("rebuff", "interpose", "cling", "harry"):
        return act(world, request.who, option, title)
    return _sure(world, title, key if key in sheet_of(world).titles else "certain", option.rule)


def _title(world: World, key: str) -> str:
    return sheet_of(world).titles.get(key, key.replace("_", " ").capitalize())


def _sure(world: World, title: str, label: str, rule: str, *numbers: Breakdown) -> Preview:
    """Something without chance in it."""
    return Preview(title, (Chance(_title(world, label), 1.0, rule),), tuple(numbers))


def act(world: World, unit: int, option: Option, title: str) -> Preview:
    """The preview of an action, reaction or move of a unit, with what it costs."""
    verb, words = option.verb, option.key.split(" ")
    if verb in ATTACKS or verb == "grapple":
        found = _weapon(world, unit, option.key, title)
    elif verb == "rebuff":
        found = attack_preview(world, Blow(unit, int(words[1]), words[2], "rebuff"), title)
    elif verb == "command":
        mount = world.get(unit, Riding).mount
        inner = replace(option, key=option.key.partition(" ")[2])
        return act(world, mount, inner, title)
    elif verb == "cast":
        found = _spell(world, unit, words, title)
    elif verb in ("move", "ride"):
        found = _move(world, unit, option, title)
    elif verb in _CHECKS:
        bonus, tn, rule, wild = _CHECKS[verb](world, unit, words)
        found = _check(world, title, bonus, tn, rule, wild=wild)
    elif verb in _OTHERS:
        found = _OTHERS[verb](world, unit, words, title)
    else:
        found = _sure(world, title, "certain", option.rule)
    return _with_costs(world, unit, option, found)


def _with_costs(world: World, unit: int, option: Option, found: Preview) -> Preview:
    """AP, stamina and mana beside the numbers; a hurried action's AP are a matter of chance."""
    if option.verb not in VERBS or option.verb in ("long_jump", "high_jump"):
        return found
    lines, rule = [], "WOUNDS-HD-5"
    cost = 0 if VERBS[option.verb].free else price(world, unit, option.key)
    if option.key.rpartition(" ")[2] in ("acrobatics", "athletics"):
        return _haste(world, unit, option.key, cost, found)
    if cost:
        lines.append(Breakdown("ap_cost", (add(cost, _title(world, option.verb).lower(), rule),)))
    if price_stamina(world, option.verb):
        lines.append(Breakdown("stamina_cost", (add(price_stamina(world, option.verb), "stamina", "WOUNDS-ACT-0"),)))
    notes = found.notes
    if world.get(FIELD, Clock).active != unit and not VERBS[option.verb].moves and not VERBS[option.verb].free:
        notes = (*notes, Note(_title(world, "costs_initiative"), "WOUNDS-TURN-3"))
    return replace(found, numbers=(*found.numbers, *lines), notes=notes)


def _haste(world: World, unit: int, key: str, cost: int, found: Preview) -> Preview:
    """WOUNDS-FAST-2 and 3: how many AP it takes in the end."""
    bonus = hasty_bonus(world, unit, key.rpartition(" ")[2])
    tn, have = sheet_of(world).main.tn.hasten, pool(world, unit, "ap")

    def spent(result: int) -> int:
        margin = result - tn
        if margin >= 0:
            return max(1, cost - 1 - steps_beyond(margin, 3))
        lost = min(have, 1 + steps_beyond(-margin, 3))
        return lost + cost if have - lost >= cost else lost

    law = (ordinary_dice(world) + bonus.total).map(spent)
    spread = tuple((amount, float(chance)) for amount, chance in law.chances().items())
    return replace(found, spread=spread, spread_of="ap", numbers=(bonus,))


# Attacks


def _weapon(world: World, unit: int, key: str, title: str) -> Preview:
    if key.startswith("grapple "):
        _, foe, arm = key.split(" ")
        return attack_preview(world, Blow(unit, int(foe), arm, "grapple"), title)
    return attack_preview(world, blow_of(world, unit, key), title)


def attack_preview(world: World, blow: Blow, title: str, guard: str | None = None) -> Preview:
    """Chance of each wound after overflow; a defender is expected to choose its best Defense."""
    bonus, harm, tough = attack_bonus(world, blow), damage_bonus(world, blow), hard(world, blow)
    met = best_defense(world, blow) if guard is None else plain_defense(world, blow, guard)
    levels = outcomes(world, blow, bonus.total, harm.total, met.total, tough.total)
    levels = _while_hanging(world, blow.unit, levels)
    numbers = (bonus, met, harm, tough) if blow.mode != "grapple" else (bonus, met)
    return Preview(
        title,
        _chances(world, blow.target, levels, grapple=blow.mode == "grapple"),
        numbers,
        spread=() if blow.mode == "grapple" else _spread(levels),
        spread_of="" if blow.mode == "grapple" else "wound_level",
        targets=(blow.target,),
        sight=witness(world, blow.unit, blow.target),
        notes=_notes(world, blow),
    )


def best_defense(world: World, blow: Blow) -> Breakdown:
    """WOUNDS-ACT-8: the highest Defense that the target may meet the attack with."""
    found = [plain_defense(world, blow, guard) for guard in ("no", *guards(world, blow))]
    return max(found, key=lambda each: each.total)


def outcomes(world: World, blow: Blow, bonus: int, harm: int, met: int, tough: int) -> Joint[int]:
    """-1 for a miss, else the number of the level at which the wound is recorded (0 none, 6 beyond fatal)."""
    arm = weapon(world, blow.key)
    strong: Dist | None = die(sheet_of(world).main.dice.strong) if blow.mode == "strong" else None
    weights: dict[int, int] = {}
    law = wild_dice(world)
    extras = list(strong.items()) if strong is not None else [(0, 1)]
    for natural, ways in law.items():
        result = natural + bonus
        for extra, more in extras:
            outcome = -1
            if result + (harm if arm.penetrating and blow.mode != "grapple" else 0) >= met:
                final = result + harm + extra - met - tough
                outcome = 0 if blow.mode == "grapple" else recorded(world, blow.target, final_level(world, blow, final))
            weights[outcome] = weights.get(outcome, 0) + ways * more
    return Joint(weights)


def recorded(world: World, target: int, grade: int) -> int:
    """WOUNDS-WND-10 and NPC-2: where a wound of that level lands; an NPC's fatal one is its death."""
    if not grade:
        return 0
    landed = landing(world, target, grade)
    return 6 if landed == 5 and body(world, target).npc else landed


def _while_hanging(world: World, unit: int, levels: Joint[int]) -> Joint[int]:
    """WOUNDS-ENV-7: swimmers and climbers miss when they lose their hold."""
    water = swimming(world, unit)
    if (not water and not climbing(world, unit)) or ("swim" if water else "climb") in body(world, unit).modes:
        return levels
    holds_on = (ordinary_dice(world) + hold_bonus(world, unit).total).at_least(hold_tn(world, unit))
    steady = Joint({True: holds_on.numerator, False: holds_on.denominator - holds_on.numerator})
    return steady.then(lambda well: levels if well else Joint.sure(-1))


_LABELS = ("miss", "no_wound", *LEVELS, "dead")


def _chances(world: World, target: int, levels: Joint[int], *, grapple: bool = False) -> tuple[Chance, ...]:
    labels = ("miss", "grappled") if grapple else _LABELS
    found = []
    for level, label in enumerate(labels, start=-1):
        chance = float(levels.exactly(level))
        if chance:
            found.append(Chance(_title(world, label), chance, "WOUNDS-WND-10" if level > 0 else "WOUNDS-ATK-1"))
    return tuple(found)


def _spread(levels: Joint[int]) -> tuple[tuple[int, float], ...]:
    law = levels.map(lambda level: max(0, level))
    return tuple((level, float(law.exactly(level))) for level in range(7) if law.exactly(level))


def _notes(world: World, blow: Blow) -> tuple[Note, ...]:
    """Criticals, the target's choices, what the weapon brings."""
    spec, found = sheet_of(world).main.dice.wild, []
    law = wild_dice(world)
    good, bad = law.at_least(spec.success), law.at_most(spec.failure)
    found.append(Note(f"{_title(world, 'critical_success')} {float(good):.0%}", "WOUNDS-INIT-7"))
    found.append(Note(f"{_title(world, 'critical_failure')} {float(bad):.0%}", "WOUNDS-INIT-8"))
    if guards(world, blow):
        found.append(Note(_title(world, "best_guard"), "WOUNDS-ACT-8"))
    arm = weapon(world, blow.key)
    if arm.slicing and blow.mode not in ("nonlethal", "grapple"):
        found.append(Note(_title(world, "slices"), "WOUNDS-HD-11"))
    if arm.concussive and blow.mode not in ("nonlethal", "grapple"):
        found.append(Note(f"{_title(world, 'shakes')} {arm.concussive}", "WOUNDS-HD-11"))
    return tuple(found)


def _guard(world: World, attacked: Attacked, key: str, title: str) -> Preview:
    """The target's side of an attack: what each answer leaves of it."""
    blow = _blow_of_event(world, attacked)
    if blow is None:
        return _sure(world, title, "certain", "WOUNDS-ACT-8")
    return attack_preview(world, blow, title, key)


def _blow_of_event(world: World, attacked: Attacked) -> Blow | None:
    if attacked.what not in sheet_of(world).weapons:
        return None
    # The event does not tell how the weapon is used; from afar it is shot or thrown.
    melee = weapon(world, attacked.what).kind == "melee" and reaches(
        world, attacked.unit, attacked.what, attacked.target
    )
    return Blow(attacked.unit, attacked.target, attacked.what, ranged=not melee)


# Spells


def _spell(world: World, unit: int, words: list[str], title: str) -> Preview:
    key = words[1]
    spell, name = sheet_of(world).spells[key], _title(world, words[1])
    title = f"{title}: {name}"
    if spell.radius:
        return _burst(world, unit, words, title)
    target = int(words[2])
    if not spell.target:
        if spell.effect == "recovery":
            return _recovery(world, target, title)
        return replace(_sure(world, title, "certain", "WOUNDS-HD-12", *_mana(world, key)), targets=(target,))
    bonus, harm = spell_bonus(world, unit, key, target), spell_damage(world, unit, key, target)
    if spell.target == "ranged":
        met = best_defense(world, Blow(unit, target, key, ranged=True))
    else:
        met = defense(world, target, spell.target, unit)
    tough = toughness(world, target)
    levels = _while_hanging(world, unit, _spell_levels(world, unit, key, target, bonus.total, met.total))
    grapple = not spell.damage
    numbers = (bonus, met, harm, tough) if spell.damage else (bonus, met)
    chances = _chances(world, target, levels, grapple=grapple)
    if grapple:
        chances = tuple(
            replace(each, label=_title(world, "held")) if each.label == _title(world, "grappled") else each
            for each in chances
        )
    notes = () if not spell.rider or wet(world, unit, target) else (Note(_title(world, "may_burn"), "WOUNDS-HD-12"),)
    return Preview(
        title,
        chances,
        (*numbers, *_mana(world, key)),
        spread=() if grapple else _spread(levels),
        spread_of="" if grapple else "wound_level",
        targets=(target,),
        sight=witness(world, unit, target),
        notes=notes,
    )


def _spell_levels(world: World, unit: int, key: str, target: int, bonus: int, met: int) -> Joint[int]:
    spell, harm = sheet_of(world).spells[key], spell_damage(world, unit, key, target).total
    tough, weights = toughness(world, target).total, dict[int, int]()
    for natural, ways in wild_dice(world).items():
        outcome, result = -1, natural + bonus
        if result + (harm if spell.penetrating else 0) >= met:
            final = result + harm - met - tough
            outcome = recorded(world, target, level_for(world, final)) if spell.damage else 0
        weights[outcome] = weights.get(outcome, 0) + ways
    return Joint(weights)


def _mana(world: World, key: str) -> tuple[Breakdown, ...]:
    spell = sheet_of(world).spells[key]
    rows = (("mana_cost", spell.spend), ("mana_invested", spell.invest))
    return tuple(Breakdown(what, (add(cost, spell.title.lower(), "WOUNDS-MANA-2"),)) for what, cost in rows if cost)


def _burst(world: World, unit: int, words: list[str], title: str) -> Preview:
    """One roll against everybody in the area: how many are hit."""
    board, key = board_of(world), words[1]
    spell = sheet_of(world).spells[key]
    area = board.grid.disc(board.grid.parse(words[2]), spell.radius, "alternating")
    targets = burst_targets(world, area)
    rows = []
    for other in targets:
        blow = Blow(unit, other, key, ranged=True)
        rows.append((spell_bonus(world, unit, key, other), best_defense(world, blow)))
    hits = wild_dice(world).map(lambda natural: sum(natural + bonus.total >= met.total for bonus, met in rows))
    hits = _steady_hits(world, unit, hits)
    numbers = tuple(number for row in rows for number in row)
    chances = tuple(
        Chance(f"{count} {_title(world, 'hit_count')}", float(chance), "WOUNDS-HD-12")
        for count, chance in hits.chances().items()
    )
    spread = tuple((count, float(chance)) for count, chance in hits.chances().items())
    return Preview(
        title,
        chances,
        (*numbers, *_mana(world, key)),
        spread=spread,
        spread_of="hits",
        targets=tuple(targets),
        area=area,
    )


def _steady_hits(world: World, unit: int, hits: Dist) -> Dist:
    law = _while_hanging(world, unit, Joint(dict(hits.items())))
    return law.map(lambda count: max(0, count)).marginal(lambda count: count)


# Checks against a number


def _check(world: World, title: str, bonus: Breakdown, tn: int, rule: str, *, wild: bool) -> Preview:
    law = (wild_dice(world) if wild else ordinary_dice(world)) + bonus.total
    chance = float(law.at_least(tn))
    chances = [Chance(_title(world, "success"), chance, rule), Chance(_title(world, "failure"), 1 - chance, rule)]
    goal = Breakdown("tn", (add(tn, "to reach", rule),))
    return Preview(title, tuple(each for each in chances if each.probability), (bonus, goal))


Row = tuple[Breakdown, int, str, bool]


def _disarm(world: World, unit: int, words: list[str]) -> Row:
    foe = int(words[1])
    return weapon_bonus(world, unit, words[2], foe), defense(world, foe, "agility", unit).total, "WOUNDS-HIND-1", True


def _power(rule: str, *, malus: bool = False) -> Callable[[World, int, list[str]], Row]:
    def row(world: World, unit: int, words: list[str]) -> Row:
        foe = int(words[1])
        bonus = combat_check(world, unit, "power", foe)
        if malus:
            bonus = bonus.plus(add(sheet_of(world).numbers.pin, "pin", rule))
        return bonus, power_tn(world, foe, unit).total, rule, True

    return row


def _drag(world: World, unit: int, words: list[str]) -> Row:
    return drag_bonus(world, unit), drag_tn(world, unit), "WOUNDS-GRAP-4", True


def _escape(world: World, unit: int, words: list[str]) -> Row:
    return combat_check(world, unit, words[2]), escape_tn(world, unit, words[1]), "WOUNDS-ACT-15", True


def _enter(world: World, unit: int, words: list[str]) -> Row:
    foe = int(words[1])
    return combat_check(world, unit, words[2], foe), power_tn(world, foe, unit).total, "WOUNDS-ACT-13", True


def _interpose(world: World, unit: int, words: list[str]) -> Row:
    shield = int(words[1])
    bonus = combat_check(world, unit, words[2], shield)
    if shield not in world.get(unit, Grapple).pins:
        bonus = bonus.plus(add(sheet_of(world).numbers.interpose, "not pinned", "WOUNDS-GRAP-6"))
    return bonus, power_tn(world, shield, unit).total, "WOUNDS-GRAP-6", True


def _stabilize(world: World, unit: int, words: list[str]) -> Row:
    bonus = healing(world, unit, "Wounds", "WOUNDS-HEAL-1")
    return bonus, stabilize_tn(world, int(words[1])), "WOUNDS-HEAL-1", False


def _treat(world: World, unit: int, words: list[str]) -> Row:
    bonus = healing(world, unit, TREATED[words[2]], "WOUNDS-HEAL-3")
    return bonus, condition_tn(world, int(words[1]), words[2]), "WOUNDS-HEAL-3", False


def _treat_wound(world: World, unit: int, words: list[str]) -> Row:
    other = int(words[1])
    tn = sheet_of(world).main.treat_wound_tn[LEVELS.index(words[2])]
    if world.get(other, Strain).fatigue >= normal_stamina(world, other):
        tn = 999  # WOUNDS-HEAL-6
    return healing(world, unit, "Wounds", "WOUNDS-HEAL-4"), tn, "WOUNDS-HEAL-4", False


def _surface(world: World, unit: int, words: list[str]) -> Row:
    tn = -999 if "swim" in body(world, unit).modes else sheet_of(world).main.tn.swim["calm"]
    return hold_bonus(world, unit), tn, "WOUNDS-ENV-9", False


def _regain(world: World, unit: int, words: list[str]) -> Row:
    mount = world.get(unit, Riding).mount
    return control_bonus(world, unit, mount, calming=True), body(world, mount).control_tn, "WOUNDS-MOUNT-8", False


_CHECKS = {
    "disarm": _disarm,
    "shove": _power("WOUNDS-HIND-3"),
    "trip": _power("WOUNDS-HIND-4"),
    "pin": _power("WOUNDS-GRAP-7", malus=True),
    "drag": _drag,
    "escape": _escape,
    "enter_space": _enter,
    "interpose": _interpose,
    "stabilize": _stabilize,
    "treat_condition": _treat,
    "treat_wound": _treat_wound,
    "surface": _surface,
    "regain_mount": _regain,
}


# Other numbers


def _distract(world: World, unit: int, words: list[str], title: str) -> Preview:
    """WOUNDS-HIND-2 and CORE-5: ties are the actor's."""
    foe = int(words[1])
    mine, theirs = deception(world, unit, "Prs"), deception(world, foe, "Prc")
    law = (ordinary_dice(world) + mine.total) - (ordinary_dice(world) + theirs.total)
    chance = float(law.at_least(0))
    rows = (("success", chance), ("failure", 1 - chance))
    chances = tuple(Chance(_title(world, label), each, "WOUNDS-HIND-2") for label, each in rows if each)
    return Preview(title, chances, (mine, replace(theirs, what="deception_against")), targets=(foe,))


def _seize(world: World, unit: int, words: list[str], title: str) -> Preview:
    sides = sheet_of(world).main.dice.seize
    spread = tuple((face, float(Fraction(1, sides))) for face in range(1, sides + 1))
    return replace(_sure(world, title, "certain", "WOUNDS-ACT-21"), spread=spread, spread_of="initiative")


def _jump(world: World, unit: int, words: list[str], title: str) -> Preview:
    bonus = jump_bonus(world, unit)
    law = (ordinary_dice(world) + bonus.total).map(lambda result: jump_number(world, unit, result).total)
    spread = tuple((number, float(chance)) for number, chance in law.chances().items())
    found = _sure(world, title, "jump_then_land", "WOUNDS-JUMP-1", bonus)
    return replace(found, spread=spread, spread_of=_title(world, f"{words[0]}_spread"))


def _opening(world: World, unit: int, words: list[str], title: str) -> Preview:
    bonus = attack_bonus(world, Blow(unit, int(words[1]), words[2]))
    law = wild_dice(world) + bonus.total
    spread = tuple((number, float(chance)) for number, chance in law.chances().items())
    found = _sure(world, title, "certain", "WOUNDS-ACT-12", bonus)
    return replace(found, spread=spread, spread_of="opening", targets=(int(words[1]),))


def _cling(world: World, unit: int, words: list[str], title: str) -> Preview:
    bonus = combat_check(world, unit, "power")
    spread = tuple((number, float(chance)) for number, chance in (wild_dice(world) + bonus.total).chances().items())
    return replace(_sure(world, title, "certain", "WOUNDS-GRAP-3", bonus), spread=spread, spread_of="cling")


def _recovery(world: World, unit: int, title: str) -> Preview:
    """WOUNDS-REST-14: whether anything gets better."""
    bonus = recovery_bonus(world, unit)
    law = (ordinary_dice(world) + bonus.total).map(lambda result: int(bool(recoverable(world, unit, result))))
    chance = float(law.at_least(1))
    rows = (("healed", chance), ("not_healed", 1 - chance))
    chances = tuple(Chance(_title(world, label), each, "WOUNDS-REST-14") for label, each in rows if each)
    return Preview(title, chances, (bonus,), targets=(unit,))


def _object(world: World, unit: int, words: list[str], title: str) -> Preview:
    title = f"{title}: {_title(world, words[1])}"
    if sheet_of(world).items[words[1]].use == "recovery" and words[-1] == words[1] and _hurt(world, unit):
        return _recovery(world, unit, title)
    return _sure(world, title, "certain", "WOUNDS-ACT-22")


def _hurt(world: World, unit: int) -> bool:
    return bool(wounds(world, unit))


_OTHERS = {
    "distract": _distract,
    "seize_initiative": _seize,
    "long_jump": _jump,
    "high_jump": _jump,
    "create_opening": _opening,
    "cling": _cling,
    "use_object": _object,
}


# Moves


def _move(world: World, unit: int, option: Option, title: str) -> Preview:
    """Path, yards, AP, and every cell where somebody may rebuff."""
    assert option.cell is not None
    mover = world.get(unit, Riding).mount if option.verb == "ride" else unit
    purse_ = purse(world, mover, unit if mover != unit else None)
    path, costs = route(world, mover, option.cell, affordable(world, mover, purse_))
    alarms = _alarms(world, mover, path)
    yards = Breakdown("yards", (add(costs[-1], "way", "WOUNDS-MOVE-7"),))
    left = Breakdown("yards_left", (Modifier(yards_left(world, mover), "bought before", "WOUNDS-MOVE-3"),))
    notes = [Note(_title(world, "may_be_rebuffed"), "WOUNDS-REACT-1")] if alarms else []
    if holds(world, mover, "grappling"):
        notes.append(Note(_title(world, "may_be_clung_to"), "WOUNDS-GRAP-3"))
    label = "unless_rebuffed" if alarms else "arrives"
    chance = Chance(_title(world, label), 1.0, option.rule)
    return Preview(title, (chance,), (yards, left), path=path, costs=costs, alarms=alarms, notes=tuple(notes))


def _alarms(world: World, unit: int, path: tuple[Cell, ...]) -> tuple[Alarm, ...]:
    """Each foe once, at the cell from which the step crosses its optimal reach; only steps from where it stands now."""
    here, found, known = world.get(unit, Position).cell, list[Alarm](), set[int]()
    for at, cell in enumerate(path[1:]):
        for foe in rebuffs(world, unit, cell):
            if foe not in known:
                known.add(foe)
                found.append(Alarm(path[at] if at else here, foe, "rebuff", "WOUNDS-REACT-1"))
    return tuple(found)
