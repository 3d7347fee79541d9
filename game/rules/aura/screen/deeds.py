"""Previews of the actions that are neither movement nor attack."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.kernel.numbers import Breakdown
from game.rules.aura.budget import Price, Pricing
from game.rules.aura.checks.contests import ESCAPING, check_odds, climb_odds, escape_odds
from game.rules.aura.checks.numbers import name_of
from game.rules.aura.checks.powers import energy_grant
from game.rules.aura.checks.rolls import check_bonus, check_net
from game.rules.aura.position.facing import sharpest_needed, stealth_needed
from game.rules.aura.position.space import others
from game.rules.aura.screen.breakers import strikers
from game.rules.aura.screen.midway import either, price_lines, sure
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import spent
from game.rules.aura.verbs.handling import door_toward
from game.rules.aura.verbs.travel import climb_height, climb_price, climbed
from game.rules.ruleset import Chance, Note, Preview
from game.rules.verbs import Previewing
from game.systems.conditions import holds
from game.systems.field import board_of


def moment(price: Price | Pricing, *, bares: bool = False) -> Previewing:
    """Something that takes a moment and is sure; `bares`: whoever does it is Unguarded (AURA-ACT-2)."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        unit = request.who
        open_to = bares or holds(world, unit, "unguarded")
        numbers = _price(world, unit, option, price)
        return sure(world, title, option.rule, *numbers, notes=tuple(strikers(world, unit)) if open_to else ())

    return preview


def _price(world: World, unit: int, option: Option, price: Price | Pricing) -> tuple[Breakdown, ...]:
    return price_lines(price(world, unit, option.action) if callable(price) else price, option.rule)


def breath(price: Pricing) -> Previewing:
    """AURA-ACT-11: with what the next Round gives."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        unit, titles = request.who, sheet_of(world).titles
        notes = [Note(titles["next_round"] + f": {energy_grant(world, unit).total}", "AURA-ECON-1")]
        notes += strikers(world, unit) if holds(world, unit, "unguarded") else []
        return sure(world, title, option.rule, *_price(world, unit, option, price), notes=tuple(notes))

    return preview


def handling(price: Pricing, rule: str) -> Previewing:
    """AURA-ACT-9 and 12: the shaken may drop what they handle; a long Load leaves them Unguarded (ACT-1)."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        if holds(world, request.who, "shaken"):
            works = check_odds(0, Breakdown("check"), sheet_of(world).main.numbers.clumsy)
            numbers = _price(world, request.who, option, price)
            return Preview(title, either(world, works, "AURA-ACT-12"), numbers)
        long = rule == "AURA-ACT-1" and price(world, request.who, option.action).energy >= 3
        return moment(price, bares=long)(world, request, option, title)

    return preview


def break_door(price: Price) -> Previewing:
    """AURA-ACT-13."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        unit, main = request.who, sheet_of(world).main
        skill = max(("arm", "leg"), key=lambda name: check_bonus(world, unit, name).total)
        edge = door_toward(world, unit, option.action.there)
        kind = next(each.kind for each in board_of(world).edges if each.edge == edge)
        run_up = main.numbers.door_charge if spent(world, unit).ran >= main.numbers.charge else 0
        bonus = check_bonus(world, unit, skill)
        works = check_odds(check_net(world, unit, skill), bonus, main.doors[kind] - run_up)
        return Preview(title, either(world, works, option.rule), (bonus, *price_lines(price, option.rule)))

    return preview


def escape(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-MAN-17: if both sides choose best."""
    works = max(escape_odds(world, request.who, way) for way in ESCAPING)
    price = price_lines(Price(sheet_of(world).main.costs.escape), option.rule)
    return Preview(title, either(world, works, option.rule), price)


def climb(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-ACT-14: how far up one roll may lead."""
    unit, cell, titles = request.who, option.action.there, sheet_of(world).titles
    prices, found = _price(world, unit, option, climb_price), climb_odds(world, unit, cell)
    order = ("climb_top", "climb_higher", "climb_stuck", "climb_falls")
    chances = tuple(Chance(titles[how], float(found[how]), "AURA-ACT-14") for how in order if how in found)
    height = f"{titles['climbed']}: {climbed(world, unit, cell)}/{climb_height(world, unit, cell)} m"
    return Preview(title, chances, (check_bonus(world, unit, "climb"), *prices), notes=(Note(height, "AURA-HOUSE-10"),))


def hide(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-FACE-7 and HOUSE-1: the chance against the sharpest, and against each observer by itself."""
    unit, titles = request.who, sheet_of(world).titles
    prices = price_lines(Price(sheet_of(world).main.costs.hide), "AURA-FACE-7")
    bonus, net = check_bonus(world, unit, "stealth"), check_net(world, unit, "stealth")
    need = sharpest_needed(world, unit)
    found = {foe: check_odds(net, bonus, stealth_needed(world, foe).total) for foe in others(world, unit)}
    notes = (f"{titles['unnoticed_by']}: {name_of(world, foe)} ({float(odds):.0%})" for foe, odds in found.items())
    works = either(world, check_odds(net, bonus, need.total), "AURA-FACE-7")
    return Preview(title, works, (bonus, need, *prices), notes=tuple(Note(text, "AURA-FACE-7") for text in notes))
