"""What holds of every ruleset at every step of every skirmish; each check raises AssertionError."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from game.kernel.dice import Chooser
from game.kernel.ecs import World, same
from game.kernel.flow import Answer, Decision, IllegalAnswer, Request, Roll
from game.kernel.session import Session
from game.rules.ruleset import Preview, Ruleset
from game.skirmish.record import Skirmish, read, side_of
from tests.playing import pick, rules_in, sides, units

Check = Callable[[Skirmish], None]


def walk(game: Skirmish, seed: int | str, answers: int, check: Callable[[Skirmish, int], None]) -> Skirmish:
    """Random play that calls `check(game, number of answers so far)` at every request, dice included."""
    chooser = Chooser(f"play {seed}")
    for number in range(answers):
        request = game.session.request
        if request is None:
            break
        check(game, number)
        if isinstance(request, Roll):
            game.session.answer(game.dice.throw(game.session.rolls, request.dice))
        else:
            game.session.answer(pick(chooser, request))
    return game


def unchanged(session: Session) -> Callable[[], None]:
    """A call that asserts that the session still is what it was."""
    before, request, events, answers = session.world.save(), session.request, [*session.world.events], session.answers()

    def check() -> None:
        assert same(session.world.save(), before), "the world has changed"
        assert session.request == request, "the request has changed"
        assert session.world.events == events, "the events have changed"
        assert session.answers() == answers, "the tape has changed"

    return check


def equal(one: Session, other: Session) -> None:
    """Both sessions stand at the same place, with the same past."""
    assert one.request == other.request
    assert same(one.world.save(), other.world.save())
    assert one.world.events == other.world.events
    assert one.answers() == other.answers() and one.rolls == other.rolls


def check_request(game: Skirmish) -> None:
    """Options are sorted, unique and at least two; dice have sides; rule IDs exist; whoever is asked exists."""
    request = game.session.request
    assert request is not None
    assert side_of(game.session.world, request.who) in sides(game.session.world)
    known(game.ruleset, request)
    if isinstance(request, Roll):
        assert request.dice and min(request.dice) >= 1
        return
    keys = [option.key for option in request.options]
    assert len(keys) >= 2 and all(one < other for one, other in itertools.pairwise(keys)), keys
    grid = game.scenario.board.grid
    for option in request.options:
        assert option.cell is None or grid.has(option.cell)
        assert option.unit is None or option.unit in units(game.session.world)


def check_archetypes(rules: Ruleset) -> None:
    """There are units to field, each with a title; some have points, and roles of maps find theirs."""
    assert len(rules.archetypes) >= len({kind.title for kind in rules.archetypes.values()}) > 1
    for key, kind in rules.archetypes.items():
        assert kind.title == rules.titles[key]
        assert kind.points >= 0
        assert kind.text
    assert sum(kind.points > 0 for kind in rules.archetypes.values()) > 1


def wrong_answers(request: Request) -> list[object]:
    """Answers that do not fit."""
    if isinstance(request, Decision):
        return ["no such key", "", request.options[0].key + " ", (1,), (), None, 0, [request.options[0].key]]
    low, high = (1,) * len(request.dice), request.dice
    return [low[1:], (*low, 1), (0, *low[1:]), (*high[:-1], high[-1] + 1), (1.0, *low[1:]), [*low], "1", None]


def check_wrong_answers(game: Skirmish) -> None:
    """What does not fit is refused, and nothing is changed."""
    assert game.session.request is not None
    still = unchanged(game.session)
    for wrong in wrong_answers(game.session.request):
        with pytest.raises(IllegalAnswer):
            game.session.answer(wrong)  # type: ignore[arg-type]
    still()


def check_clone(game: Skirmish, further: int) -> None:
    """A clone is equal, and playing it on leaves the original alone."""
    twin = game.session.clone()
    equal(twin, game.session)
    still, chooser = unchanged(game.session), Chooser(f"clone {len(game.session.answers())}")
    for _ in range(further):
        if twin.request is None:
            break
        request = twin.request
        twin.answer(pick(chooser, request) if isinstance(request, Decision) else chooser.faces(request.dice))
    still()


def check_rehearsal(game: Skirmish) -> None:
    """A rehearsal stands at the same request, and takes the step to the same end as a clone."""
    session, chooser = game.session, Chooser(f"rehearsal {len(game.session.answers())}")
    still, twin, rehearsal = unchanged(session), session.clone(), session.rehearse(World())
    assert rehearsal.request == session.request
    assert same(rehearsal.world.save(), session.world.save())
    number = len(session.past)
    while (request := rehearsal.request) is not None:
        assert twin.request == request and len(twin.past) == number
        answer = pick(chooser, request) if isinstance(request, Decision) else chooser.faces(request.dice)
        rehearsal.answer(answer)
        twin.answer(answer)
    steps = [*twin.past, twin.step()]
    assert same(rehearsal.world.save(), steps[number + 1].before)
    still()


def check_memory(game: Skirmish) -> None:
    """What a world remembers of itself is what a world without a memory finds out anew."""
    rules, world, snapshot = game.ruleset, game.session.world, game.session.world.save()

    def fresh() -> World:
        other = World(snapshot)
        other.events = [*world.events]
        return other

    for unit in units(world):
        assert rules.card(world, unit) == rules.card(fresh(), unit)
        assert rules.overlays(world, unit) == rules.overlays(fresh(), unit)
        assert rules.refusals(world, unit) == rules.refusals(fresh(), unit)
    for side in sides(world):
        assert rules.worth(world, side) == rules.worth(fresh(), side)


def check_record(game: Skirmish) -> None:
    """Saved and loaded it is the same; a throw that is due falls when it is loaded."""
    twin = game.session.clone()
    while isinstance(twin.request, Roll):
        twin.answer(game.dice.throw(twin.rolls, twin.request.dice))
    loaded = read(game.text(), ruleset=game.ruleset)
    equal(loaded.session, twin)


def check_views(game: Skirmish) -> None:
    """Card, overlays, refusals and worth work for every unit and side, name known rules and change nothing."""
    world, rules = game.session.world, game.ruleset
    before = world.save()
    for unit in units(world):
        card = rules.card(world, unit)
        assert card.title and card.gauges
        known(rules, card)
        overlays = rules.overlays(world, unit)
        known(rules, overlays)
        everywhere = game.scenario.board.grid.everywhere
        assert all(overlay.cells & ~everywhere == 0 for overlay in overlays)
        for refusal in rules.refusals(world, unit):
            assert refusal.reasons, refusal
            assert all(note.rule in rules.rulebook and note.text for note in refusal.reasons), refusal
    for side in sides(world):
        assert isinstance(rules.worth(world, side), float)
    assert world.save() == before, "looking has changed the world"


def check_previews(game: Skirmish, keys: list[str]) -> None:
    """The options' previews add up, name known rules and change nothing."""
    world, request = game.session.world, game.session.request
    before, events = world.save(), len(world.events)
    assert request is not None
    for key in keys:
        check_preview(game.ruleset, game.ruleset.preview(world, request, key), key)
    assert world.save() == before and len(world.events) == events, "a preview has changed the world"


def check_preview(rules: Ruleset, found: Preview, key: str) -> None:
    """One preview: chances and spread sum to 1, costs rise along the path."""
    assert found.title and found.chances, key
    assert abs(sum(chance.probability for chance in found.chances) - 1) < 1e-9, (key, found.chances)
    assert all(-1e-12 <= chance.probability <= 1 + 1e-12 for chance in found.chances), (key, found.chances)
    assert len({chance.label for chance in found.chances}) == len(found.chances), (key, found.chances)
    if found.spread:
        assert abs(sum(chance for _, chance in found.spread) - 1) < 1e-9, (key, found.spread)
        amounts = [amount for amount, _ in found.spread]
        assert amounts == sorted(set(amounts)) and found.spread_of, (key, found.spread)
    if found.costs:
        assert len(found.costs) == len(found.path) and list(found.costs) == sorted(found.costs), (key, found.costs)
    known(rules, found)


def known(rules: Ruleset, value: object) -> None:
    """Every rule ID in the value stands in the rulebook."""
    strange = {rule for rule in rules_in(value) if rule not in rules.rulebook}
    assert not strange, strange


def check_undo(game: Skirmish) -> None:
    """Undone to the very start and done again, all is as it was."""
    game.settle()
    end, text = game.session.clone(), game.text()
    start = Skirmish(game.scenario, game.ruleset).settle()
    undone = 0
    while game.undo():
        undone += 1
    equal(game.session, start.session)
    for _ in range(undone):
        assert game.redo()
    assert not game.redo()
    equal(game.session, end)
    assert game.text() == text


def check_replay(game: Skirmish) -> None:
    """The answers, given to a new session, lead to the same world by the same events."""
    again = Skirmish(game.scenario, game.ruleset).session
    answers: list[Answer] = game.session.answers()
    for answer in answers:
        again.answer(answer)
    equal(again, game.session)
