"""What previews say of questions in the middle of an action is what the flow does."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from game.kernel.components import Unit
from game.kernel.dice import Chooser
from game.kernel.events import PoolChanged
from game.kernel.flow import Decision
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.aura.checks.odds import jumps
from game.rules.aura.turns.windows import race
from game.rules.aura.verbs.shots import Cast, cast
from game.rules.enumerate import enumerate_flow, sample_flow
from game.skirmish.record import Skirmish
from tests.playing import GRIDS, ruleset
from tests.test_odds_flow import close, compare, results

SAMPLES = 1500

MAP = """name: Field
grid: {grid}
rows: |
  . . . . .
  . . . . .
  . . . . .
"""


def field(
    grid: str,
    red: list[Entry],
    blue: list[Entry],
) -> Skirmish:
    """A small open field."""
    sides = (SideSetup("red", roster=tuple(red)), SideSetup("blue", roster=tuple(blue)))
    made = Scenario("aura", MAP.format(grid=grid), sides, seed=3)
    return Skirmish(made, ruleset("aura")).settle()


def at(cell: str, unit: str = "soldier", **state: Any) -> Entry:
    """A unit in a cell."""
    return Entry(unit=unit, at=cell, state=state)


def asked(game: Skirmish, verb: str, question: str) -> Decision:
    """The first such question after the first action of that verb, with nobody doing more than it must."""
    for _ in range(40):
        request = game.session.request
        if not isinstance(request, Decision):
            break
        if request.question == question:
            return request
        keys = [option.key for option in request.options]
        calm = next((key for key in ("wait", "no", "roll", "keep_advantage", "stay") if key in keys), keys[0])
        game.answer(next((key for key in keys if key.split(" ")[0] == verb), calm))
    raise AssertionError(f"{question} is never asked")


def agree(game: Skirmish, request: Decision, many: int) -> None:
    """Every option's preview against the flow; the first has so many chances."""
    shown = [game.ruleset.preview(game.session.world, request, option.key) for option in request.options]
    assert max(len(preview.chances) for preview in shown) == many
    for option, preview in zip(request.options, shown, strict=True):
        compare(preview, *results(game, option.key, 300), f"{request.question} {option.key}")


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(("question", "many"), [("use_advantage", 2), ("which_die", 1)])
def test_a_guarded_target_knows_what_its_dice_are_worth(grid: str, question: str, many: int) -> None:
    """AURA-GEN-2 and MAN-2: whether it evades the push."""
    game = field(grid, [at("1,1")], [at("2,1", items=[], orders={"use_advantage": "ask"})])
    agree(game, asked(game, "push", question), many)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(("question", "many"), [("use_advantage", 3), ("which_die", 1)])
def test_who_shoots_near_knows_what_its_dice_are_worth(grid: str, question: str, many: int) -> None:
    """AURA-GEN-2 and RNG-11: whether the Hit roll finds the target."""
    archer = at("0,1", "archer", loaded=True, orders={"use_advantage": "ask"})
    game = field(grid, [archer], [at("3,1")])
    agree(game, asked(game, "shoot", question), many)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(
    ("unit", "verb", "many"),
    [
        ("soldier", "strike", 3),
        ("soldier", "push", 2),
        ("archer", "shoot", 3),
        ("sparkcaster", "electric_bolt", 4),
        ("sparkcaster", "mend_aura", 2),
        ("soldier", "quick_run", 1),
        ("soldier", "defend", 1),
    ],
)
def test_second_thoughts_show_what_is_given_up(grid: str, unit: str, verb: str, many: int) -> None:
    """AURA-INC-2: the action as it stands now, or what breaking off costs."""
    one = at("1,1", unit, loaded=True, aura=10, orders={"second_thoughts": "ask"})
    game = field(grid, [one], [at("2,1")])
    request = asked(game, verb, "second_thoughts")
    shown = game.ruleset.preview(game.session.world, request, "go_on")
    assert len(shown.chances) == many
    if many > 1:
        compare(shown, *results(game, "go_on", 300), f"{grid} {verb}")


@pytest.mark.parametrize("key", ["roll", "no"])
@pytest.mark.parametrize("fallen", [[], [3], [3, 4]])
def test_a_race_shows_who_is_likely_first(fallen: list[int], key: str) -> None:
    """AURA-INIT-10: against all dice, for the first to roll, the second and the last."""
    game = field("square", [at("0,0"), at("0,1", "duelist")], [at("4,0", "spearman")])
    world, taken, winner = game.session.world, game.session.world.save(), list[int]()
    units = [unit for unit, _ in world.each(Unit)]
    before: list[Any] = [answer for face in fallen for answer in ("roll", (face,))]

    async def run() -> None:
        winner[:] = [await race(world, units)]

    found = enumerate_flow(
        run, lambda _: "roll", lambda: winner[0], restore=lambda: world.load(taken), given=[*before, key]
    )
    flow = run()
    request: Any = flow.send(None)
    for answer in before:
        request = flow.send(answer)
    shown = {each.label: each.probability for each in game.ruleset.preview(world, request, key).chances}
    flow.close()
    first = sum(ways for unit, ways in found.items() if unit == request.who) / found.total
    assert shown.get("Comes first", 0) == pytest.approx(first)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(("intelligence", "many"), [(15, 3), (35, 0)])
def test_a_bolt_shows_whom_else_it_may_strike(grid: str, intelligence: int, many: int) -> None:
    """AURA-MAGIC-3: another enemy near its target, a friend, or the caster itself."""
    caster = at("0,1", "sparkcaster", scores=[9, 11, 12, intelligence, 12, 12])
    game = field(grid, [caster, at("2,0", armour="none")], [at("3,1"), at("4,1", "spearman"), at("4,2", "archer")])
    request = asked_spell(game)
    world = game.session.world
    target = int(request.split(" ")[1])
    (user,) = (unit for unit, entry in world.each(Unit) if entry.sheet == "sparkcaster")
    shown = jumps(world, Cast(user, target, "electric_bolt"))
    assert len(shown) == many  # without a Cast roll nothing goes astray
    notes = {note.text for note in game.ruleset.preview(world, decision(game), request).notes}
    assert sum(text.startswith("May strike as well: ") for text in notes) == many
    hit = struck_by_bolts(game, user, target)
    for unit in {*shown, *hit}:
        assert close(float(shown.get(unit, 0)), hit.get(unit, 0), SAMPLES), world.get(unit, Unit).name


def decision(game: Skirmish) -> Decision:
    """The present question."""
    assert isinstance(game.session.request, Decision)
    return game.session.request


def asked_spell(game: Skirmish) -> str:
    """The key of a bolt at the soldier, once the caster has been taken up."""
    for _ in range(9):
        keys = [option.key for option in decision(game).options]
        found = next((key for key in keys if key.startswith("electric_bolt ")), None)
        if found is not None:
            return found
        game.answer(next((key for key in keys if key.startswith("use ")), "wait"))
    raise AssertionError("no bolt is offered")


def struck_by_bolts(game: Skirmish, user: int, target: int) -> dict[int, float]:
    """By all throws: who else is struck, how often."""
    world, taken = game.session.world, game.session.world.save()

    async def run() -> None:
        await cast(world, Cast(user, target, "electric_bolt"), None)

    def read() -> frozenset[int]:
        hits = (event for event in world.events if isinstance(event, PoolChanged) and event.verb == "damage")
        return frozenset(event.unit for event in hits if event.unit != target)

    def restore() -> None:
        world.load(taken)
        world.events.clear()

    chooser = Chooser("bolts")
    found = sample_flow(
        run,
        lambda request: request.options[-1].key,
        read,
        lambda roll: chooser.faces(roll.dice),
        restore=restore,
        samples=SAMPLES,
    )
    struck = Counter[int]()
    for units, ways in found.items():
        for unit in units:
            struck[unit] += ways
    return {unit: ways / found.total for unit, ways in struck.items()}
