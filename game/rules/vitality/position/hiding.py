"""Being hidden, from whom, and what ends it (HIDE, SURP-2, SURP-4)."""

from __future__ import annotations

from game.grid.grid import CellSet, cells
from game.kernel.components import FIELD, changed
from game.kernel.ecs import World
from game.kernel.events import Judged
from game.rules.vitality.checks.rolls import contest
from game.rules.vitality.house import house
from game.rules.vitality.position.sight import blocked_between, hidden_from, hiders, sees, visible
from game.rules.vitality.state import Hidden, Order, Unaware, beings, conscious_enemies, foes, friendly, up
from game.systems.conditions import holds
from game.systems.field import cells_of, team


def hide_from(world: World, unit: int, others: tuple[int, ...], rule: str) -> None:
    """Hidden from these as well; what gave it away before is forgotten (HIDE-6)."""
    now = world.find(unit, Hidden) or Hidden()
    world.put(unit, Hidden((*now.of, *tuple(other for other in others if other not in now.of))))
    world.emit(Judged(unit, "hide", "hidden", rule=rule))


def catch_unaware(world: World, unit: int) -> None:
    """VITALITY-SURP-4: it cannot spot ambushers before its own first slot."""
    world.put(unit, Unaware())


def come_out(world: World, unit: int) -> None:
    """Hidden from nobody, without a word."""
    world.put(unit, Hidden())


def trust(world: World) -> None:
    """VITALITY-CINE-18: nobody hides from its friends, new ones among them."""
    for unit, hidden in world.each(Hidden):
        left = tuple(each for each in hidden.of if not friendly(world, unit, each))
        if left != hidden.of:
            world.put(unit, changed(hidden, of=left))


def reveal(world: World, unit: int, rule: str, keep: tuple[int, ...] = ()) -> None:
    """At once and to everybody (HIDE-10), but not to these."""
    now = world.get(unit, Hidden)
    if now != Hidden(keep):
        world.put(unit, Hidden(keep))
    if keep != now.of:
        world.emit(Judged(unit, "hide", "revealed", rule=rule))


def _bound(world: World, unit: int) -> tuple[int, ...]:
    """Those it is hidden from who cannot spot it yet (SURP-4)."""
    return tuple(other for other in world.get(unit, Hidden).of if world.has(other, Unaware))


def give_away(world: World, unit: int) -> None:
    """VITALITY-HIDE-4, 5, 7: an act that tells where it is ends hiding; in its own turn, at that turn's end."""
    now = world.find(unit, Hidden)
    if now is not None and now.of and unit in world.get(FIELD, Order).active:
        world.put(unit, Hidden(now.of, True, now.seen))
    elif now is not None and now.of:
        reveal(world, unit, "VITALITY-HIDE-4")


def glance(world: World) -> None:
    """VITALITY-HIDE-4 and 8: whoever is seen by an enemy that is not bound by surprise is hidden no longer."""
    for unit in hiders(world):
        now = world.get(unit, Hidden)
        if now.seen or unit not in beings(world):
            continue
        watchers = foes(world, unit) if for_all(world) else [foe for foe in now.of if foe in beings(world)]
        if not any(not world.has(foe, Unaware) and sees(world, foe, unit) for foe in watchers):
            continue
        if unit in world.get(FIELD, Order).active:
            world.put(unit, Hidden(now.of, now.given_away, True))
        else:
            reveal(world, unit, "VITALITY-HIDE-4", _bound(world, unit))


def turn_over(world: World, unit: int) -> None:
    """VITALITY-HIDE-5: what happened in its turn ends hiding now."""
    now = world.find(unit, Hidden)
    if now is not None and now.of and (now.given_away or now.seen):
        reveal(world, unit, "VITALITY-HIDE-5", () if now.given_away else _bound(world, unit))


def wake_up(world: World, unit: int) -> None:
    """VITALITY-SURP-4: at its first slot a surprised unit spots every ambusher that it can see."""
    if not world.has(unit, Unaware):
        return
    world.drop(unit, Unaware)
    for foe in foes(world, unit):
        if hidden_from(world, foe, unit) and sees(world, unit, foe):
            now = world.get(foe, Hidden)
            world.put(foe, Hidden(tuple(o for o in now.of if o != unit), now.given_away, now.seen))
            world.emit(Judged(foe, "hide", "revealed", unit, rule="VITALITY-SURP-4"))


async def hide(world: World, unit: int) -> None:
    """VITALITY-ACT-36, HIDE-2: one Stealth Check against each enemy's Perception; it must beat them all."""
    one = await contest(world, unit, "stealth", "VITALITY-HIDE-2")
    beaten, others = [], conscious_enemies(world, unit)  # the blinded listen
    for foe in others:
        two = await contest(world, foe, "perception", "VITALITY-HIDE-2")
        if one.total > two.total:
            beaten.append(foe)
    if len(beaten) == len(others) or (beaten and not for_all(world)):
        now = world.find(unit, Hidden)
        if now is not None and (now.given_away or now.seen):
            come_out(world, unit)  # HIDE-6: only those who are beaten now lose it again
        hide_from(world, unit, tuple(beaten), "VITALITY-ACT-36")
    else:
        world.emit(Judged(unit, "hide", "failure", rule="VITALITY-HIDE-2"))


def for_all(world: World) -> bool:
    """VITALITY-HIDE-2: hidden from all enemies or from none; or, by the setting, from each on its own."""
    return house(world).hide_mode == "all"


def in_view(world: World, unit: int, where: CellSet) -> bool:
    """VITALITY-HIDE-7: whether an enemy sees any of these cells."""
    watchers = (foe for foe in conscious_enemies(world, unit) if not holds(world, foe, "blinded"))
    eyes = (eye for foe in watchers for eye in cells(cells_of(world, foe)))
    return any(not blocked_between(world, eye, cell) for eye in eyes for cell in cells(where))


def unseen_by(world: World, own: int) -> frozenset[int]:
    """VITALITY-HIDE-3: those hidden from every conscious creature of a team, which does not know where they are."""
    watching = {unit for unit in beings(world) if team(world, unit) == own and up(world, unit)}
    hidden = ((unit, entry.of) for unit, entry in world.each(Hidden) if entry.of and team(world, unit) != own)
    return frozenset(unit for unit, known in hidden if watching and watching <= set(known))


def unseen(world: World, unit: int) -> bool:
    """VITALITY-HIDE-1: no enemy sees it now."""
    watchers = (foe for foe in conscious_enemies(world, unit) if not holds(world, foe, "blinded"))
    return not any(visible(world, foe, unit) for foe in watchers)
