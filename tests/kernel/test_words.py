"""Everything people read: sentences for events, names, prompts, previews, the log."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kernel import events as ev
from game.kernel.flow import Action, Decision, Option
from game.kernel.numbers import Breakdown, Modifier, add, at_least
from game.rules.registry import SHIPPED
from game.rules.ruleset import Alarm, Chance, Outcome, Preview, find_ruleset
from game.skirmish.record import Skirmish
from game.text import log, names, sentences, words
from game.text.sentences import SENTENCES
from tests.options import option
from tests.toy import Toy, duel

RED, ONE, OTHER = 2, 4, 5  # ids in the toy's duel: field, two sides, then the units
CLASSES = [each for each in vars(ev).values() if isinstance(each, type) and issubclass(each, ev.Event)]
THREAT = Breakdown("threat", (add(5, "slash"), add(2, "agility"), add(-3, "armour")))


@pytest.fixture
def duelling() -> Skirmish:
    """A duel in which A stands beside b."""
    skirmish = Skirmish(duel(), Toy()).settle()
    assert [names.who_name(skirmish.session.world, who) for who in (ONE, OTHER)] == ["A", "b"]
    return skirmish


def say(skirmish: Skirmish, event: ev.Event) -> str:
    return sentences.event(skirmish.ruleset, skirmish.session.world, event)


@pytest.mark.parametrize("kind", [kind for kind in CLASSES if kind is not ev.Event], ids=lambda kind: kind.__name__)
def test_every_class_of_event_has_words_and_a_kind(kind: type[ev.Event]) -> None:
    assert kind in SENTENCES
    assert SENTENCES[kind].kind in sentences.KINDS


def test_an_attack_shows_its_numbers_with_their_reasons(duelling: Skirmish) -> None:
    event = ev.Attacked(ONE, OTHER, "slash", (THREAT,))
    assert say(duelling, event) == "A attacks b with Slash: threat 4 = 5 slash + 2 agility − 3 armour."


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ev.Opened(), "The skirmish begins."),
        (ev.Opened(ONE), "A makes the first move."),
        (ev.RoundBegan(3), "Round 3"),
        (ev.TurnBegan(ONE, "hurt"), "A acts (hurt)."),
        (ev.Moved(ONE, 1, 2, cost=2), "A moves from 1,0 to 2,0, cost 2."),
        (ev.Moved(ONE, None, 2, "place"), "A is placed at 2,0."),
        (ev.Moved(ONE, 2, None, "leave"), "A leaves the board at 2,0."),
        (ev.Turned(ONE, 0), "A turns to face n."),
        (ev.Used(ONE, "rally", targets=(OTHER,)), "A uses Rally on b."),
        (ev.Used(ONE, "sprint", "reaction", cell=2), "A uses Sprint at 2,0 as a reaction."),
        (ev.Used(OTHER, "raise_shield", "reaction", (ONE,)), "b uses Raise shield against A as a reaction."),
        (ev.Answered(OTHER, ONE, "dodge"), "b dodges."),
        (ev.Answered(OTHER, ONE, "tower_shield"), "b answers with Tower shield."),
        (ev.Rolled(ONE, "attack", (6, 6), (2, 5)), "A rolls 2 and 5 (2d6) for Attack."),
        (ev.Rolled(ONE, "attack", (), (), (THREAT,)), "A: threat 4 = 5 slash + 2 agility − 3 armour."),
        (ev.PoolChanged(OTHER, "poise", 15, 8, "damage", ONE), "b takes 7 damage from A: poise 15 → 8."),
        (ev.PoolChanged(ONE, "focus", 6, 4, "spend", ONE), "A spends 2 focus: focus 6 → 4."),
        (ev.Gained(OTHER, "knocked_down", ONE), "b is now knocked down, by A."),
        (ev.Lost(OTHER, "knocked_down"), "b is no longer knocked down."),
        (ev.Hindered(ONE, OTHER), "b hinders A."),
        (ev.Fell(OTHER, "defeated", ONE), "b is defeated by A."),
        (ev.Fell(OTHER, "dead", ONE), "b is killed by A."),
        (ev.Fell(OTHER, "dead"), "b dies."),
        (ev.Fell(OTHER, "down", ONE), "b is felled by A."),
        (ev.Fell(OTHER, "down"), "b goes down."),
        (ev.ItemMoved(ONE, "dagger", "given"), "A is given dagger."),
        (ev.Rolled(ONE, "initiative", (), ()), "A: initiative."),
        (ev.PoolChanged(OTHER, "poise", 3, -2, "damage", ONE), "b takes 5 damage from A: poise 3 → −2."),
        (ev.TurnEnded(ONE), "A ends its turn."),
        (ev.ItemMoved(ONE, "dagger", "drawn"), "A draws dagger."),
        (ev.Progressed(RED, "hold_zone", 1, 3), "red holds the zone: 1 of 3 rounds."),
        (ev.Progressed(RED, "escape", 1, 2), "red gets units away: 1 of 2."),
        (ev.Ended((RED,), "defeat_all"), "red wins: defeat all."),
        (ev.Ended((), "round_limit"), "Nobody wins: round limit."),
    ],
    ids=str,
)
def test_what_events_say(duelling: Skirmish, event: ev.Event, text: str) -> None:
    assert say(duelling, event) == text


def test_units_of_one_kind_are_told_apart_by_side_and_number() -> None:
    scenario = duel()
    sides = [replace(side, roster=(replace(side.roster[0], name="Archer 2"),)) for side in scenario.sides]
    world = Skirmish(replace(scenario, sides=tuple(sides)), Toy()).session.world
    assert [names.unit_name(world, unit) for unit in (ONE, OTHER)] == ["Archer R1", "Archer B1"]


def test_sides_with_the_same_initial_get_letters_in_order() -> None:
    scenario = duel()
    sides = (replace(scenario.sides[0], name="bandits"), scenario.sides[1])
    world = Skirmish(replace(scenario, sides=sides), Toy()).session.world
    assert [names.tag(world, unit) for unit in (ONE, OTHER)] == ["A1", "B1"]


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (7 / 12, "58 %, 7 in 12"),
        (1.0, "100 %"),
        (0.0, "0 %"),
        (0.123456, "12 %"),
        (0.001, "under 1 %"),
        (0.9991, "over 99 %"),
    ],
)
def test_chances_read_as_percent_and_as_a_fraction_where_that_is_exact(probability: float, text: str) -> None:
    assert names.chance(probability) == text


@pytest.mark.parametrize("name", SHIPPED)
def test_an_escape_is_no_verb_of_breaking_free(duelling: Skirmish, name: str) -> None:
    end = Outcome((RED,), "escape")
    said = words.outcome(find_ruleset(name), duelling.session.world, end)
    assert said in ("red wins: they escaped", "red wins: they have escaped")


def test_options_name_what_they_point_at(duelling: Skirmish) -> None:
    world, rules = duelling.session.world, duelling.ruleset
    shown = [
        words.option(rules, world, option)
        for option in (
            option("slash 5", "Slash", unit=OTHER),
            option("dash 2,1", cell=duelling.scenario.board.grid.at(2, 1)),
            Option("steady focus", Action("steady", ONE, what="focus"), "Steady", said=("what",)),
            Option("rally 5 knocked_down", Action("rally", OTHER, what="knocked_down")),
            Option("union 4 5", Action("union", OTHER, others=(ONE, OTHER)), "Union", said=("others",)),
            Option("draw sword+shield", Action("draw", what="sword+shield"), "Draw"),
            option("end"),
        )
    ]
    expected = ["Slash: b", "Dash to 2,1", "Steady (focus)", "Rally: b (knocked down)"]
    assert shown == [*expected, "Union: A and b", "Draw (sword, shield)", "End turn"]


def test_a_prompt_says_who_is_asked_what_and_why(duelling: Skirmish) -> None:
    decision = Decision(OTHER, "defend", (), "TOY-HIT-1", ev.Attacked(ONE, OTHER, "slash"))
    prompt = words.prompt(duelling.ruleset, duelling.session.world, decision)
    assert str(prompt) == "A attacks b with Slash. b: Defend"
    assert prompt.rule == "TOY-HIT-1"


def test_a_preview_lists_chances_numbers_costs_and_who_may_react(duelling: Skirmish) -> None:
    shown = Preview(
        "Slash",
        (Chance("hits", 0.5), Chance("misses", 0.5)),
        (THREAT,),
        ((1, 0.5), (2, 0.5)),
        path=(1, 2, 3),
        costs=(0, 1, 3),
        alarms=(Alarm(2, OTHER, "hinder"),),
        exact=False,
    )
    assert words.preview(duelling.ruleset, duelling.session.world, shown) == [
        "Slash",
        "about hits 50 %, 1 in 2",
        "about misses 50 %, 1 in 2",
        "threat 4 = 5 slash + 2 agility − 3 armour",
        "damage 1 to 2, 1.5 on average",
        "2 cells, cost 3",
        "b may react at 2,0: Hinder",
    ]


def test_an_outcome_names_the_winners(duelling: Skirmish) -> None:
    world = duelling.session.world
    assert words.outcome(duelling.ruleset, world, Outcome((RED, 3), "hold_zone")) == "red and blue win: hold zone"


def test_the_log_tells_each_event_in_its_step_with_the_units_it_names(duelling: Skirmish) -> None:
    duelling.answer("strike 5")
    duelling.answer("take")
    lines = log.log_lines(duelling)
    attack = next(line for line in lines if line.kind == "attack")
    assert attack.text == "A attacks b with Strike: harm 1 = 1 bonus."
    assert (attack.units, attack.rule, attack.step) == ((ONE, OTHER), "TOY-HIT-1", 0)
    assert attack.answers_before == 3  # what A chose, what b chose, the die
    assert [line.step for line in lines] == sorted(line.step for line in lines)


def test_the_log_goes_on_from_a_number_of_events(duelling: Skirmish) -> None:
    duelling.answer("end")
    known = len(duelling.session.world.events)
    duelling.answer("end")
    assert [line.text for line in log.log_lines(duelling, known)] == ["A acts."]


def test_steps_of_one_walk_are_one_line() -> None:
    skirmish = Skirmish(duel(3), Toy()).settle()
    world = skirmish.session.world
    world.events[:] = [ev.Used(ONE, "dash", "maneuver"), ev.Moved(ONE, 1, 2, cost=1), ev.Moved(ONE, 2, 3, cost=2)]
    assert [line.text for line in log.log_lines(skirmish)] == ["A uses Dash: from 1,0 to 3,0, 2 cells, cost 3."]


def test_remarks_stand_in_the_record_after_the_answers_of_their_step(duelling: Skirmish) -> None:
    duelling.answer("end")
    text = duelling.text(log.remarks).split("\n")
    assert text[3:6] == ["> end", "# A acts.", "# b acts."]


def test_a_lot_is_told_without_its_dice(duelling: Skirmish) -> None:
    wounds = find_ruleset("wounds")
    drawn = ev.Rolled(ONE, "tie", (1000, 1000, 1000), (7, 901, 33))
    said = sentences.event(wounds, duelling.session.world, drawn)
    assert said == "A tie in initiative is decided by lot."


def test_what_comes_after_a_clamp_is_no_part_of_it() -> None:
    parts = (add(12, "dexterity"), add(4, "instinct"), Modifier(14, "armour", kind="most"))
    assert str(Breakdown("evasion", parts)) == "14 = 12 dexterity + 4 instinct at most 14 armour"
    shielded = Breakdown("evasion", (*parts, add(2, "buckler")))
    assert str(shielded) == "16 = (12 dexterity + 4 instinct at most 14 armour) + 2 buckler"
    assert (
        str(shielded.plus(at_least(20))) == "20 = (12 dexterity + 4 instinct at most 14 armour) + 2 buckler at least 20"
    )


def test_a_turn_that_is_over_as_it_begins_is_not_told() -> None:
    """Such as of those who lie unconscious; whoever does nothing in a turn of its own had one."""
    skirmish = Skirmish(duel(3), Toy()).settle()
    begun, over = ev.TurnBegan(ONE), ev.TurnEnded(ONE)
    skirmish.session.world.events[:] = [begun, over, begun, ev.Moved(ONE, 1, 2), over]
    assert [line.text for line in log.log_lines(skirmish)].count("A acts.") == 1


def test_what_stands_already_is_not_said_again() -> None:
    """Two who flank are one state of the flanked, and a defeat is no condition beside itself; records keep all."""
    skirmish = Skirmish(duel(3), Toy()).settle()
    flanked, lost = ev.Gained(OTHER, "dash"), ev.Lost(OTHER, "dash")
    fallen = [ev.Gained(OTHER, "defeated", ONE), ev.Moved(ONE, 1, 2), ev.Fell(OTHER, "defeated", ONE)]
    skirmish.session.world.events[:] = [flanked, ev.Moved(ONE, 1, 2), flanked, lost, flanked, *fallen]
    told = [line.text for line in log.log_lines(skirmish)]
    assert [text.partition(" is ")[2] for text in told if " is " in text] == [
        "now dash.", "no longer dash.", "now dash.", "defeated by A.",
    ]  # fmt: skip
    assert sum(" is " in text for _, text in log.remarks(skirmish.session)) == 6
