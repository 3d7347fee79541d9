"""What would come of something, and what it costs, in a few words: for buttons, rows and the pointer."""

from __future__ import annotations

from game.kernel.components import Pools
from game.kernel.ecs import World
from game.rules.parting import Parting
from game.rules.ruleset import Note, Preview, Ruleset
from game.rules.verbs import Price
from game.text import names


def percent(probability: float) -> str:
    """`58 %`; what is nearly certain or nearly impossible is not rounded to it."""
    if 0 < probability < 0.005:
        return "< 1 %"
    if 0.995 < probability < 1:
        return "> 99 %"
    return f"{probability * 100:.0f} %"


def outcome(ruleset: Ruleset, preview: Preview | None) -> str:
    """The chance of harm and how much to expect, else the results that there are; empty where nothing can be told."""
    if preview is None:
        return ""
    if preview.spread:
        share = sum(chance for amount, chance in preview.spread if amount > 0)
        if not share:
            return f"no {preview.spread_of or 'effect'}"
        mean = sum(amount * chance for amount, chance in preview.spread if amount > 0) / share
        amount = f"{mean:.1f}".removesuffix(".0")
        of = preview.spread_of or "damage"
        what = f"{of[:1].lower() + of[1:]} {amount}" if of[:1].isupper() else f"{amount} {of}"
        fells = f", fells {percent(preview.fells)}" if preview.fells else ""
        return f"{percent(share)}: {what}{fells}"
    chances = [each for each in preview.chances if each.probability > 0]
    if len(chances) == 1:
        label = chances[0].label
        return "" if label in (preview.title, names.title(ruleset, "certain"), "") else label
    return ", ".join(f"{each.label} {percent(each.probability)}" for each in chances[:2])


def price(ruleset: Ruleset, world: World, unit: int, cost: Price, *, disarms: bool = False) -> str:
    """`8 action points, its last weapon`: what is taken from pools, else what else it takes; empty for nothing."""
    pools, cost = world.find(unit, Pools), tuple((purse, amount) for purse, amount in cost if amount)
    taken = [(purse, amount) for purse, amount in cost if pools is not None and purse in pools.names]
    found = []
    for purse, amount in taken or cost:
        title = names.lower(ruleset, purse) if purse in ruleset.titles else purse.replace("_", " ")
        found.append(f"{amount} {title.removesuffix('s') if amount == 1 else title}")
    return ", ".join([*found, *(["its last weapon"] if disarms else [])])


def parting(ruleset: Ruleset, found: Parting) -> Note:
    """Where a thrown weapon will be, and whether another is left."""
    item = names.lower(ruleset, found.item)
    return Note(f"The {item} will lie there" + ("; no other weapon is left." if found.last else "."))


def joined(*parts: str) -> str:
    """The parts that there are, with a dot between them."""
    return " · ".join(part for part in parts if part)
